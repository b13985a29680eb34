"""What is claimed about tests of conditional independence on categories."""
