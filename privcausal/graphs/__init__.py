"""Causal graphs of several variables from tests of conditional independence, and the privacy cost of learning them."""
