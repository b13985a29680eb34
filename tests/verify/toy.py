"""A claim about nothing, on which checks, rows and seals are tried."""

from typing import Any

import numpy as np

from privcausal.verify import Claim, Finding, Formula
from privcausal.verify.claim import QUICK


def toy(*checks: Any, **fields: Any) -> Claim:
    """The claim with these checks. What is left out is empty; a bound may be text.

    >>> toy(ours="4/m").ours(8)
    Fraction(1, 2)
    """
    bounds = {
        name: Formula(fields[name]) for name in ("published", "ours") if isinstance(fields.get(name), str)
    }
    nothing = {"id": "T", "title": "", "relation": None, "statement": "", "checks": checks}
    return Claim(**nothing | fields | bounds)


def finding_of(claim: Claim, seed: int = 0) -> Finding:
    """The only finding of its first check."""
    (finding,) = claim.checks[0].run(claim, QUICK, np.random.default_rng(seed))
    return finding
