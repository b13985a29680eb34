"""Claims about the networks on which methods are evaluated."""
