"""Part II: which of two variables is the cause."""
