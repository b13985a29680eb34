"""Causal graphs of several variables from tests of conditional independence, and what it costs to do so privately."""
