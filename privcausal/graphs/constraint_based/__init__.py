"""Graphs from tests: PC, and the private ways to decide its questions."""
