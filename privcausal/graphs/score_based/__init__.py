"""Graphs by improving a matrix of weights: NOTEARS, NOLEAKS and growing budgets."""
