"""How the book checks itself: claims, six kinds of check, evidence, computed verdicts, the ledger.

Nothing here knows the parts that are verified, except which data sets are neighbours. What a claim needs to say itself
is here by name; the engines that check it are in `checks`, and load SymPy or Hypothesis when they are used.
"""

from privcausal.verify.claim import Claim, Mutant, instead
from privcausal.verify.evidence import Finding, Kind, Number, Outcome, Sense, Target
from privcausal.verify.formula import Formula
from privcausal.verify.quantity import one_of, real, whole
from privcausal.verify.reading import OURS, Consequence, Origin, Quality, Reading

__all__ = [
    "OURS",
    "Claim",
    "Consequence",
    "Finding",
    "Formula",
    "Kind",
    "Mutant",
    "Number",
    "Origin",
    "Outcome",
    "Quality",
    "Reading",
    "Sense",
    "Target",
    "instead",
    "one_of",
    "real",
    "whole",
]
