"""The six engines: exhaustive, search, symbolic, frequency, measured, and the audit.

What most claims need of them is here by name; SymPy and Hypothesis are loaded when an engine runs.
"""

from privcausal.verify.checks import space
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme, worst_of
from privcausal.verify.checks.frequency import Frequency
from privcausal.verify.checks.measured import Estimate, Measured, digest_of, mean, negated, share
from privcausal.verify.checks.observed import Observed
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic
from privcausal.verify.evidence import Number, Target, Witness, each, worlds

__all__ = [
    "Estimate",
    "Exhaustive",
    "Extreme",
    "Frequency",
    "Measured",
    "Number",
    "Observed",
    "Remainders",
    "Search",
    "Symbolic",
    "Target",
    "Witness",
    "digest_of",
    "each",
    "mean",
    "negated",
    "share",
    "space",
    "worlds",
    "worst_of",
]
