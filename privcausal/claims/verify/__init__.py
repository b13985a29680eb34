"""Claims about the auditor itself."""
