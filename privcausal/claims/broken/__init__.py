"""Deliberately broken mechanisms, as printed or as published code does it; each names the claim that it breaks.

Only the book, the tests and the audits import these. They are self-contained: nothing here is part of the library.
"""
