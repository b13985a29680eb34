"""What is claimed about privcausal/table."""
