"""The numbers that an observation names are those with which its stored experiment was run."""

from fractions import Fraction

from privcausal.verify import Claim, Formula, Mutant, Number, Target
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.observed import Observed


def as_run(**facts: Number) -> Observed:
    """A check that the claim's formulas of these names have these values."""

    def off(claim: Claim, fact: str) -> Extreme:
        return Extreme(abs(claim.formulas[fact]() - Fraction(str(facts[fact]))), {}, 1)

    return Observed(
        "what was run",
        tuple({"fact": fact} for fact in facts),
        off,
        tuple(Mutant(f"{fact}: 0", claim={fact: Formula("0")}) for fact in facts),
        tolerance=Formula("0"),
        target=Target.OURS,
    )
