"""Kinds of tables that methods learn from, and the methods to begin with: known without loading any method."""

CATEGORIES = "categories"
NUMBERS = "numbers"
MIXED = "categories and numbers"

DEFAULT = "once"
"""For categories: what the last chapter of the comparison shows best, and of which it is known how sure it is."""

FURTHER, MANY = "once-further", 100_000
"""With so many records it is the better reader of the same release: its precision does not fall. On networks made for
development the chapter on data that nobody tuned on shows both."""
