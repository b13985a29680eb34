"""How the book checks itself: claims, six kinds of check, evidence, computed verdicts, the ledger.

Nothing here knows the parts that are verified, except which data sets are neighbours. What a claim needs to say itself
is here by name; the engines that check it are in `checks`, and load SymPy or Hypothesis when they are used.
"""

from privcausal.verify.claim import Claim, Mutant, by_us, instead, mutant
from privcausal.verify.evidence import Finding, Kind, Number, Outcome, Sense, Target, each, worlds
from privcausal.verify.formula import Formula
from privcausal.verify.provenance import OURS, Consequence, Origin, Quality, Reading
from privcausal.verify.quantity import one_of, real, whole

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
    "by_us",
    "each",
    "instead",
    "mutant",
    "one_of",
    "real",
    "whole",
    "worlds",
]
