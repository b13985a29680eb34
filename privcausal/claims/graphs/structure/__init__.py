"""Claims about graphs themselves: separation, equivalence classes, scores."""
