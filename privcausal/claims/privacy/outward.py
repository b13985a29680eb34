"""Prices are rounded outward: no number of the library promises more than is true."""

from privcausal.claims.privacy.outward_worlds import (
    cases,
    nothing,
    unsafe,
    unsafe_if_nearest,
    unsafe_in_floats,
)
from privcausal.privacy.outward import above, normal
from privcausal.verify import Claim, Mutant, Origin, Reading, Target
from privcausal.verify.checks.search import Search

NEAREST = Mutant("three floats farther in", check={"score": unsafe_if_nearest})
FLOATS = Mutant("floats, rounded to the nearest", check={"score": unsafe_in_floats})

CLAIMS = (
    Claim(
        id="B-outward",
        title="Prices that err on the safe side only",
        reading=Reading(Origin.OURS, "digits to spare, and one rounding"),
        relation=None,
        definition=(
            "Let a price $\\hat v>0$ be computed from decimal numbers of $p$ digits by at most $10^6$ operations, each "
            "correctly rounded, none of which loses more than $p-30$ digits by cancellation, and let the smallest "
            "float be told of which no reading, as a binary number or as the decimal that is printed, is below "
            "$(1+10^{-20})\\hat v$; or, for what must not be too large, the largest float of which no reading is above "
            "$(1-10^{-20})\\hat v$."
        ),
        statement=(
            "What is told is never on the wrong side of the true price: no calibration, conversion or composition of "
            "the library promises what is not true."
        ),
        proof="proof-outward",
        subjects=(above, normal),
        checks=(
            Search(
                "ten prices against a hundred digits",
                ({},),
                cases,
                unsafe,
                (NEAREST, FLOATS),
                tolerance=nothing,
                target=Target.OURS,
            ),
        ),
    ),
)
