"""The theorems under constraint-based discovery, and what becomes of scores when the reference is not the truth."""
