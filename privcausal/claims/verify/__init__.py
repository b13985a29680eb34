"""What is claimed about the auditor itself."""
