"""The course: one running bill, and problems that mark themselves. What the chapters teach stands in the chapters."""

from privcausal.course.bill import bill
from privcausal.course.check import check

__all__ = ["bill", "check"]
