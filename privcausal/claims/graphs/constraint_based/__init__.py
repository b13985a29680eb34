"""What is claimed about methods that ask test after test."""
