"""Figures to touch. Each function computes its numbers with the library and hands them to a script of the page."""

from privcausal.explorers.graphs import asking_once, deleting_edges, one_walker
from privcausal.explorers.promises import (
    caught_liar,
    clipped_sum,
    many_questions,
    raised_threshold,
    two_worlds,
)

__all__ = [
    "asking_once",
    "caught_liar",
    "clipped_sum",
    "deleting_edges",
    "many_questions",
    "one_walker",
    "raised_threshold",
    "two_worlds",
]
