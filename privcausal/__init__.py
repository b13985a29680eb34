"""Private causal inference, verified: claims with computed verdicts, and the repaired algorithms.

`privacy` is Part I of the book, `pairs` Part II; `verify` and `claims` are how the book checks itself.
"""

__version__ = "0.1.0"
