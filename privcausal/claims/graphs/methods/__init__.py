"""Claims about the methods."""
