"""Claims about methods that ask test after test."""
