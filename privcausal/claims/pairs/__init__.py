"""Claims about `privcausal.pairs`: which of two variables is the cause."""
