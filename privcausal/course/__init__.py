"""The course: one running bill, and problems that mark themselves. The chapters themselves hold the teaching."""

from privcausal.course.budget import bill
from privcausal.course.check import check

__all__ = ["bill", "check"]
