"""Tests of conditional independence on categories."""
