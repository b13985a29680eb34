"""Claims about tests of conditional independence on categories."""
