"""How the book checks itself: claims, five kinds of check, evidence, computed verdicts, the ledger.

Nothing here imports from the parts of the book; the claims join the two.
"""
