"""The significance level of all tests, unless another is chosen."""

LEVEL = 0.01
"""How often a test calls independent variables dependent."""
