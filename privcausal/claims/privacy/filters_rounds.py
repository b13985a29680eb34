"""Rounds whose number the data choose: why the guest may not write the bill."""

import math
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

from scipy.integrate import quad

from privcausal.claims.sources import AT_PRIV_PC, PRIV_PC_CODE
from privcausal.privacy.price import Relation
from privcausal.verify import (
    Claim,
    Consequence,
    Formula,
    Mutant,
    Origin,
    Quality,
    Reading,
    Target,
    real,
    whole,
)
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme

# --- P-count: the bill for the number of rounds that happened -------------------------------------------------


def silence(k: int, epsilon: float, delta: float, queries: int) -> Extreme:
    """The loss of a run in which the sieve never fires, at the best common height of all its queries."""
    heights = [Fraction(step, 2) for step in range(-120, 120)]
    losses = {height: silent_loss(float(height), epsilon, delta, queries) for height in heights}
    best = max(losses, key=lambda height: losses[height])
    witness = {"before": float(best), "after": float(best) + 1, "queries": queries}
    return Extreme(losses[best], witness, len(heights))


def silent_loss_of(witness: dict[str, Any], k: int, epsilon: float, delta: float, queries: int) -> float:
    return silent_loss(witness["before"], epsilon, delta, witness["queries"])


def silent_loss(height: float, epsilon: float, delta: float, queries: int) -> float:
    """Ln((P − δ)/P′) of silence, when all queries answer `height` before and `height` + 1 after; Δ = 1, threshold 0."""
    before, after = (silent_probability(height + side, epsilon, queries) for side in (0, 1))
    return math.log((before - delta) / after) if before > delta else -math.inf


def silent_probability(height: float, epsilon: float, queries: int) -> float:
    """P(no query reaches the threshold): the sieve's half of ε gives noise of scale 4/ε there and 8/ε on queries."""
    scale = 4 / epsilon

    def integrand(z: float) -> float:
        gap = (z - height) / (2 * scale)
        below = 1 - math.exp(-gap) / 2 if gap > 0 else math.exp(gap) / 2
        return below**queries * math.exp(-abs(z) / scale) / (2 * scale)

    pieces = sorted({-60 * scale, 0.0, height, 60 * scale})
    return math.fsum(quad(integrand, *piece, epsabs=1e-14, epsrel=1e-10)[0] for piece in pairwise(pieces))


# --- P-count, the proof: a price list that is right for every fixed number of rounds --------------------------


def stopping_gain(rounds: int, r: Fraction, delta: Fraction) -> Extreme:
    """δ of the best time to stop, when k rounds are billed at their exact price for δ. All in fractions.

    Every round is a randomised response with odds r. After k rounds with s more ones than zeros the likelihood ratio
    is r^s; whoever stops there gains P − e^{ε_k} Q. The best rule is found backwards from the last round.
    """
    likely = r / (1 + r)
    nothing = Fraction(0)
    value: list[Fraction] = [nothing] * (rounds + 2)
    stops: list[list[int]] = []
    for k in range(rounds, -1, -1):
        now = [1 - exact_ratio(k, r, delta) * r ** (k - 2 * ones) for ones in range(k + 1)]
        later = [likely * value[ones + 1] + (1 - likely) * value[ones] for ones in range(k + 1)]
        stops.append([2 * ones - k for ones in range(k + 1) if now[ones] > max(later[ones], nothing)])
        value = [max(gain, wait) for gain, wait in zip(now, later, strict=True)] + [Fraction(0)]
    leads = [min(leads) if leads else None for leads in reversed(stops)]
    witness = {"stop after k rounds with this lead of ones": leads}
    return Extreme(value[0], witness, sum(range(1, rounds + 2)))


@cache
def exact_ratio(k: int, r: Fraction, delta: Fraction) -> Fraction:
    """E^ε at the exact price of k rounds: max over events of (P − δ)/Q, and at least 1."""
    likely, best, more, less = r / (1 + r), Fraction(1), Fraction(0), Fraction(0)
    for ones in range(k, -1, -1):
        ways = math.comb(k, ones)
        more += ways * likely**ones * (1 - likely) ** (k - ones)
        less += ways * likely ** (k - ones) * (1 - likely) ** ones
        best = max(best, (more - delta) / less)
    return best


def replayed_gain(witness: dict[str, Any], rounds: int, r: Fraction, delta: Fraction) -> Fraction:
    """Σ (P − e^{ε_k} Q) over all histories that stop by the stored rule, walking forwards."""
    leads = witness["stop after k rounds with this lead of ones"]
    gain, going = Fraction(0), {0: (Fraction(1), Fraction(1))}
    for k in range(rounds + 1):
        walking: dict[int, tuple[Fraction, Fraction]] = {}
        for lead, (p, q) in going.items():
            if leads[k] is not None and lead >= leads[k]:
                gain += p - exact_ratio(k, Fraction(r), Fraction(delta)) * q
                continue
            for step, up in ((1, Fraction(r) / (1 + Fraction(r))), (-1, 1 / (1 + Fraction(r)))):
                old = walking.get(lead + step, (Fraction(0), Fraction(0)))
                walking[lead + step] = (old[0] + p * up, old[1] + q * (1 - up))
        going = walking
    return gain


COUNT_ONLY = Mutant(
    "kε: the unfinished sieve is free", claim={"published": None, "ours": Formula("k*epsilon")}
)
STRICTER = Mutant("δ'/2 is promised", check={"tolerance": Formula("delta/2")})


CLAIMS = (
    Claim(
        id="P-count",
        title="Rounds are billed by how many there happened to be",
        source=PRIV_PC_CODE,
        reading=Reading(
            Origin.CODE,
            f"{AT_PRIV_PC}pc.py l. 391, 417-419; the paper (004:108, 189) names advanced composition and no formula",
            Quality.RECONSTRUCTED,
        ),
        consequence=Consequence(
            cost=(
                "An additive ε/4 of one round, with a constant δ; nothing to the ranking. For one pass or "
                "more no violation is known."
            ),
            sure=(
                "Sure about the program; fairly sure about reading a number that the run decides as a "
                "promise."
            ),
            repair="{prf:ref}`B-filter`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let rounds of sieve-and-examine follow each other until the graph is finished. Each is "
            "$\\varepsilon$-private up to the query at which its sieve fires; its sieve takes half of that, "
            "and the sieve's threshold half of the half. Let $k$ be the number of times that a sieve fired. "
            "(The program has $\\delta=10^{-3}$.)"
        ),
        statement=(
            "For all $«epsilon»$ and $«k»$ the run costs «sense» $«published»$, with $«delta»$: no set of "
            "outputs with this $k$ breaks this promise on a neighbour."
        ),
        quantities=(real("epsilon", above=0), whole("k", at_least=0), real("delta", above=0, below=1)),
        published=Formula("k*epsilon*(exp(epsilon/2) - 1) + epsilon*sqrt(2*k*log(2/delta))"),
        ours=Formula("k*epsilon + epsilon/4"),
        at={"k": 10, "epsilon": 0.5, "delta": 0.001},
        proof="proof-count",
        depends=("B-exact",),
        checks=(
            Exhaustive(
                "a run in which no sieve fires",
                tuple(
                    {"k": 0, "epsilon": 1.0, "delta": 0.001, "queries": queries} for queries in (1, 10, 100)
                ),
                silence,
                (COUNT_ONLY,),
                silent_loss_of,
            ),
            Exhaustive(
                "the exact price of each fixed number, and the best time to stop",
                tuple(
                    {"rounds": rounds, "r": Fraction(2), "delta": Fraction(1, 100)} for rounds in (6, 12, 20)
                ),
                stopping_gain,
                (STRICTER,),
                replayed_gain,
                tolerance=Formula("delta"),
                target=Target.PROOF,
            ),
        ),
    ),
)
