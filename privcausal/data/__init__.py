"""Small data sets that travel with the library; beside each stands where it comes from and its licence."""
