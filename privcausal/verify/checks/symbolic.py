"""Symbolic checks: a derivation redone by SymPy, whose every remainder must vanish."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from privcausal.verify.claim import Claim, Effort, Mutant, informed
from privcausal.verify.evidence import Finding, Kind, Outcome, Target

if TYPE_CHECKING:
    import sympy

Remainders = dict[str, "sympy.Expr"]
"""Named expressions, each of which is zero exactly when that step of the derivation is right."""


@dataclass(frozen=True)
class Symbolic:
    """Derive the claim again; the remainder of each step must simplify to zero."""

    name: str
    derive: Callable[..., Remainders]
    """derive() or derive(claim): the formulas on trial are those of the claim"""
    mutants: tuple[Mutant, ...]
    target: Target = Target.PUBLISHED
    kind: Kind = Kind.SYMBOLIC

    def run(self, claim: Claim, effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """One finding: proved, or violated with the first step that does not close."""
        import sympy

        remainders = {step: sympy.simplify(rest) for step, rest in informed(self.derive, claim)().items()}
        open_steps = {step: rest for step, rest in remainders.items() if rest != 0}
        outcome = Outcome.VIOLATED if open_steps else Outcome.PROVED
        first = next((f"{step}: {rest}" for step, rest in open_steps.items()), "every remainder is 0")
        yield Finding(self.target, outcome, {}, first, "0", cases=len(remainders))
