"""Claims about privcausal/table."""
