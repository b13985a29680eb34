"""What is claimed about graphs themselves: separation, equivalence classes, scores."""
