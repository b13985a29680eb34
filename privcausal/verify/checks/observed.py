"""Observations: something exact about given data or a given simulation. Looking confirms it, and no proof is owed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.claim import Claim, Effort
from privcausal.verify.evidence import Finding, Kind, Outcome


@dataclass(frozen=True)
class Observed(Exhaustive):
    """Compute a number of given data in each of several worlds; `worst` is the only one there is."""

    kind: Kind = Kind.EXPERIMENT

    def run(self, claim: Claim, effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """One finding per world and bound: confirmed or violated."""
        for finding in super().run(claim, effort, rng):
            broken = finding.outcome is Outcome.VIOLATED
            yield finding if broken else replace(finding, outcome=Outcome.CONFIRMED)
