"""Small data sets that travel with the library; each has its origin and its licence in a file next to it."""
