"""Claims about methods that improve a matrix of weights step by step."""
