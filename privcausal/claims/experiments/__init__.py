"""What is claimed about stored experiments."""
