"""Which two data sets count as neighbours: the first thing a privacy statement must say."""

from enum import Enum


class Relation(Enum):
    """What one person's presence may change. Conclusions differ between the three, so none is a default.

    >>> Relation("substitution") is Relation.SUBSTITUTION
    True
    """

    SUBSTITUTION = "substitution"
    """One record is replaced by another; the number of records is public ("bounded")."""

    ADD_REMOVE = "addition or removal"
    """One record is added or taken away; the number of records is private ("unbounded")."""

    ZERO_OUT = "zero-out"
    """One record is replaced by a public blank; the number of records is public."""
