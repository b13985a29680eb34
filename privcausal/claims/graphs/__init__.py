"""What is claimed about `privcausal.graphs`: causal graphs of several variables."""
