"""Frequencies: how often something happens, bounded from below by simulation and compared with a stated probability."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from privcausal.verify.claim import Claim, Effort, Mutant
from privcausal.verify.evidence import Finding, Kind, Outcome, Parameters


@dataclass(frozen=True)
class Frequency:
    """Simulate an event whose probability a claim bounds from above; accuse when that cannot be (Clopper–Pearson)."""

    name: str
    worlds: tuple[Parameters, ...]
    happens: Callable[..., NDArray[np.bool_]]
    """happens(size, rng, **parameters): whether the event came up, run by run"""
    mutants: tuple[Mutant, ...]
    alpha: float = 1e-3
    kind: Kind = Kind.AUDIT

    def run(self, claim: Claim, effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """One finding per world and bound; the worlds share alpha. Simulation can accuse, never acquit."""
        from scipy.stats import binomtest

        for parameters in self.worlds:
            hits = int(self.happens(effort.draws, rng, **parameters).sum())
            level = 1 - self.alpha / len(self.worlds)
            test = binomtest(hits, effort.draws, alternative="greater")
            least = float(test.proportion_ci(confidence_level=level, method="exact").low)
            for finding in claim.against(least, parameters, cases=effort.draws):
                accused = finding.outcome is Outcome.VIOLATED
                yield replace(finding, outcome=Outcome.VIOLATED if accused else Outcome.WITHIN)
