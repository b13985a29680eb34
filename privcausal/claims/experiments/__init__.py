"""Claims about stored experiments."""
