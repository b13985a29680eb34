"""Graphs from numbers that are released once: every later look is free."""
