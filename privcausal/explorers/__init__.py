"""Explorers: each function computes its numbers with the library and hands them to a script of the page."""

from privcausal.explorers.assignment import turned_effect, widening_interval
from privcausal.explorers.causal_graphs import asking_once, deleting_edges, moving_record
from privcausal.explorers.privacy import (
    audit_game,
    clipped_sum,
    exponential_tickets,
    many_questions,
    raised_threshold,
    turning_bus,
    two_worlds,
)
from privcausal.explorers.residuals import drawn_curve
from privcausal.explorers.separation import open_paths
from privcausal.explorers.villages import asked_once, detected_edges

__all__ = [
    "asked_once",
    "asking_once",
    "audit_game",
    "clipped_sum",
    "deleting_edges",
    "detected_edges",
    "drawn_curve",
    "exponential_tickets",
    "many_questions",
    "moving_record",
    "open_paths",
    "raised_threshold",
    "turned_effect",
    "turning_bus",
    "two_worlds",
    "widening_interval",
]
