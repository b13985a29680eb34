"""The six engines: exhaustive, search, symbolic, frequency, measured, and the audit beside them."""
