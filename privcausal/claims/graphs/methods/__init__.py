"""What is claimed of the methods."""
