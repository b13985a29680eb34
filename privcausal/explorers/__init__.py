"""Figures to touch. Each function computes its numbers with the library and hands them to a script of the page."""

from privcausal.explorers.causal_graphs import asking_once, deleting_edges, moving_record
from privcausal.explorers.privacy import (
    audit_game,
    clipped_sum,
    many_questions,
    raised_threshold,
    two_worlds,
)

__all__ = [
    "asking_once",
    "audit_game",
    "clipped_sum",
    "deleting_edges",
    "many_questions",
    "moving_record",
    "raised_threshold",
    "two_worlds",
]
