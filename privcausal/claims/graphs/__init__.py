"""Claims about `privcausal.graphs`: causal graphs of several variables."""
