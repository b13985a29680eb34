"""The course: one running bill, and problems that mark themselves. What the chapters teach stands in the chapters."""

from privcausal.course.budget import bill
from privcausal.course.check import check

__all__ = ["bill", "check"]
