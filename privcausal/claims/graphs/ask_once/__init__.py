"""What is claimed about methods that ask the data once and think for free."""
