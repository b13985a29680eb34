"""Several log-IQRs from the same people: how often one slips out, and what all of them cost together."""

import math
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.claims.kusner import SOURCE
from privcausal.claims.kusner.ptr import both_samples, far_apart, firm
from privcausal.claims.kusner.ptr_laws import law, repaired_bar
from privcausal.pairs.iqr import distances, iqr
from privcausal.privacy.neighbours import Relation
from privcausal.privacy.propose import ProposeTestRelease
from privcausal.verify.audit import Audit, Outputs
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number
from privcausal.verify.exact import smallest_epsilon
from privcausal.verify.exhaustive import Exhaustive, Extreme
from privcausal.verify.frequency import Frequency

Witness = dict[str, Any]
Floats = NDArray[np.float64]

# --- bounds: as published, and ours ------------------------------------------------------------------------


def null_published(delta: float) -> Number:
    return 3 * delta / 2


def null_ours(delta: float) -> Number:
    return 1 - (1 - delta / 2) ** 6


def comp_published(epsilon: float) -> Number:
    return 9 * epsilon


def comp_ours(epsilon: float) -> Number:
    return 8 * epsilon


def adv_published(epsilon_each: float, delta_prime: float) -> Number:
    r"""$2\sqrt{6\ln(1/\delta')}\,\varepsilon_1$."""
    return 2 * math.sqrt(6 * math.log(1 / delta_prime)) * epsilon_each


def adv_ours(epsilon_each: float) -> Number:
    r"""$3\varepsilon_1$."""
    return 3 * epsilon_each


# --- how often something is released from samples that are all unstable -------------------------------------------


def mechanism(epsilon: float, delta: float) -> ProposeTestRelease:
    return ProposeTestRelease(1.0, epsilon, delta, Relation.SUBSTITUTION)


def worst_slip(delta: float, columns: int = 3) -> Extreme:
    """The exact probability that any of three log-IQRs is released, none of which could bear one change."""
    pair = {**far_apart(1.0), "columns": columns}
    return Extreme(slip_of(None, pair, delta), pair, 1)


def slip_of(claim: Claim | None, pair: Witness, delta: float) -> float:
    away = distances(both_samples(pair)[0])
    return 1 - mechanism(1.0, delta).refusal(away) ** int(pair["columns"])


def slips(size: int, rng: np.random.Generator, delta: float, columns: int = 3) -> NDArray[np.bool_]:
    """The same by simulation."""
    x = both_samples(far_apart(1.0))[0]
    one = mechanism(1.0, delta)
    draws = np.stack([one.sample(math.log(iqr(x)), distances(x), size, rng) for _ in range(columns)])
    smallest: Outputs = draws.min(axis=0)
    return np.isfinite(smallest)


def worst_slip_of_four(delta: float) -> Extreme:
    return worst_slip(delta, columns=4)


def slips_of_four(size: int, rng: np.random.Generator, delta: float) -> NDArray[np.bool_]:
    return slips(size, rng, delta, columns=4)


# --- four columns at once ----------------------------------------------------------------------------------------


def outcome_laws(pair: Witness, epsilon: float, delta: float) -> list[Floats]:
    """For each sample P(⊥), P(a value nearer the one before), P(a value nearer the one after)."""
    samples = both_samples(pair)
    logs = [math.log(iqr(sample)) for sample in samples]
    gap = abs(logs[1] - logs[0])
    bar = repaired_bar(epsilon, delta)
    full = [
        law(epsilon, bar, [distances(x)], [centre], [gap])[0]
        for x, centre in zip(samples, (0.0, gap), strict=True)
    ]
    middle = 1 + (len(full[0]) - 1) // 2
    return [np.array([one[0], one[1:middle].sum(), one[middle:].sum()]) for one in full]


def together(law: Floats, columns: int) -> Floats:
    """The law of several independent outcomes."""
    return np.array([math.prod(law[list(outcomes)]) for outcomes in product(range(len(law)), repeat=columns)])


def columns_loss(pair: Witness, epsilon: float, delta: float, columns: int, total: float) -> float:
    """A lower bound on the ε of all columns at δ = `total`: values are told apart only by which side they are on.

    If both regressions are 0 and y = x, all four columns are the same sample.
    """
    before, after = (together(one, columns) for one in outcome_laws(pair, epsilon, delta))
    return float(smallest_epsilon(before, after, total))


def worst_four(epsilon: float, delta: float) -> Extreme:
    """Four columns at the price of three: δ = 3δ."""
    pair = far_apart(epsilon)
    return Extreme(four_again(None, pair, epsilon, delta), pair, 81)


def four_again(claim: Claim | None, pair: Witness, epsilon: float, delta: float) -> float:
    return columns_loss(pair, epsilon, delta, 4, 3 * delta)


def worst_eight(epsilon: float, delta: float) -> Extreme:
    """Four columns at δ = 4δ, on the pair of samples that needs most."""
    pairs = [far_apart(epsilon), firm(epsilon)]
    worst = max(pairs, key=lambda pair: columns_loss(pair, epsilon, delta, 4, 4 * delta))
    return Extreme(eight_again(None, worst, epsilon, delta), worst, 2 * 81)


def eight_again(claim: Claim | None, pair: Witness, epsilon: float, delta: float) -> float:
    return columns_loss(pair, epsilon, delta, 4, 4 * delta)


COLUMNS_DELTA = 0.05


def four_columns(side: int, size: int, rng: np.random.Generator, epsilon: float, columns: int = 4) -> Outputs:
    """The smallest value that four columns release, all of them the same sample; ⊥ if none releases anything."""
    x = both_samples(far_apart(epsilon))[side]
    one = mechanism(epsilon, COLUMNS_DELTA)
    draws = np.stack([one.sample(math.log(iqr(x)), distances(x), size, rng) for _ in range(columns)])
    smallest: Outputs = draws.min(axis=0)
    return smallest


def six_columns(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return four_columns(side, size, rng, epsilon, columns=6)


# --- three mechanisms by advanced composition -----------------------------------------------------------------------


def response(epsilon: float, delta: float) -> list[Floats]:
    """The worst of all (ε, δ)-private mechanisms: with probability δ it tells all, else a randomised response."""
    yes = math.exp(epsilon) / (1 + math.exp(epsilon))
    first = np.array([delta, (1 - delta) * yes, (1 - delta) * (1 - yes), 0.0])
    return [first, first[::-1]]


def worst_three(epsilon_each: float, delta: float, delta_prime: float) -> Extreme:
    """The exact ε of three of them at 3δ + δ′, over all 64 outcomes."""
    laws = [together(one, 3) for one in response(epsilon_each, delta)]
    exact = float(smallest_epsilon(laws[0], laws[1], 3 * delta + delta_prime))
    return Extreme(exact, {"each": "tells all with probability δ, else a randomised response"}, len(laws[0]))


def three_again(
    claim: Claim, witness: Witness, epsilon_each: float, delta: float, delta_prime: float
) -> float:
    """By the closed form of the optimal composition theorem, solved for ε by bisection."""
    low, high = 0.0, 3 * epsilon_each
    for _ in range(100):
        middle = (low + high) / 2
        gains = (math.exp((3 - i) * epsilon_each) - math.exp(middle + i * epsilon_each) for i in range(4))
        pure = sum(math.comb(3, i) * max(0.0, gain) for i, gain in enumerate(gains))
        pure /= (1 + math.exp(epsilon_each)) ** 3
        excess = 1 - (1 - delta) ** 3 * (1 - pure) - 3 * delta - delta_prime
        low, high = (middle, high) if excess > 0 else (low, middle)
    return low


# --- wrong variants that the checks must find out ------------------------------------------------------------------


def null_too_small(delta: float) -> Number:
    return 1 - (1 - delta / 2) ** 5


def comp_too_small(epsilon: float) -> Number:
    return 7.9 * epsilon


def adv_halved(epsilon_each: float, delta_prime: float) -> Number:
    return adv_published(epsilon_each, delta_prime) / 8


def adv_too_small(epsilon_each: float) -> Number:
    return 2.9 * epsilon_each


THREE_WORLDS = tuple(
    {"epsilon_each": e, "delta": 1e-6, "delta_prime": d} for e in (0.02, 0.1, 0.3) for d in (1e-9, 1e-6, 1e-2)
)

CLAIMS = (
    Claim(
        id="K-ptr-null",
        title="An unstable IQR is hardly ever released",
        source=SOURCE,
        locator="Theorem 4, part 1",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let three interquartile ranges be released by propose-test-release with the right threshold "
            "$1+\\ln(1/\\delta)/\\varepsilon$, and let none of them bear the change of a single record: "
            "$A_1=A_2=1$ for each. The probability that any of the three is released all the same is at most "
            "$\\dfrac{3\\delta}2$."
        ),
        published=null_published,
        ours=null_ours,
        at={"delta": 1e-5},
        proof="proof-null",
        checks=(
            Exhaustive(
                "three unstable samples",
                tuple({"delta": delta} for delta in (0.1, 1e-3, 1e-6)),
                worst_slip,
                (
                    Mutant("five tests instead of six", claim={"ours": null_too_small}),
                    Mutant("four columns", check={"worst": worst_slip_of_four}),
                ),
                slip_of,
            ),
            Frequency(
                "how often it happens",
                ({"delta": 0.1}, {"delta": 0.01}),
                slips,
                (
                    Mutant("five tests instead of six", claim={"ours": null_too_small}),
                    Mutant("four columns", check={"happens": slips_of_four}),
                ),
            ),
        ),
    ),
    Claim(
        id="K-ptr-comp",
        title="All four log-IQRs of a pair of columns for the price of three",
        source=SOURCE,
        locator="Section 4.3",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let the log-IQRs of $x'$, $r_Y=y'-f(x')$, $y'$ and $r_X=x'-g(y')$ be released, each by a mechanism "
            "that is $(3\\varepsilon,\\delta)$-private when one number of its column is replaced. As each of $x'$ "
            "and $y'$ enters three of the four, the releases together are "
            "$(9\\varepsilon,3\\delta)$-differentially private when one record $(x'_i,y'_i)$ is replaced."
        ),
        published=comp_published,
        at={"epsilon": 1},
        checks=(
            Exhaustive(
                "four equal columns",
                ({"epsilon": 0.1, "delta": 1e-2}, {"epsilon": 0.5, "delta": 1e-5}),
                worst_four,
                (Mutant("the price of ours", claim={"published": comp_ours}),),
                four_again,
            ),
            Audit(
                "samples of four equal columns",
                ({"epsilon": 0.1},),
                four_columns,
                (Mutant("six columns", check={"sample": six_columns}),),
                delta=3 * COLUMNS_DELTA,
            ),
        ),
    ),
    Claim(
        id="B-ptr-comp",
        title="Four log-IQRs cost 8ε and 4δ",
        source="ours",
        locator="the repaired mechanism, composed",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let four log-IQRs be released, each by the repaired mechanism at $(\\varepsilon,\\delta)$ with noise "
            "of its own. When one record $(x'_i,y'_i)$ is replaced, together they are "
            "$(8\\varepsilon,4\\delta)$-differentially private."
        ),
        ours=comp_ours,
        at={"epsilon": 1},
        proof="proof-ptr-comp",
        depends=("B-ptr",),
        checks=(
            Exhaustive(
                "four equal columns",
                ({"epsilon": 1.0, "delta": 1e-4}, {"epsilon": 2.8, "delta": 1e-12}),
                worst_eight,
                (Mutant("7.9 ε", claim={"ours": comp_too_small}),),
                eight_again,
            ),
            Audit(
                "samples of four equal columns",
                ({"epsilon": 0.1},),
                four_columns,
                (Mutant("six columns", check={"sample": six_columns}),),
                delta=4 * COLUMNS_DELTA,
            ),
        ),
    ),
    Claim(
        id="K-ptr-adv",
        title="Three mechanisms by advanced composition",
        source=SOURCE,
        locator="Section 4.3",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $0<\\varepsilon<1$ and $0<\\delta'\\le\\tfrac12$. Three mechanisms, each "
            "$(\\varepsilon_1,\\delta)$-private with "
            "$\\varepsilon_1=\\dfrac{\\varepsilon}{2\\sqrt{6\\ln(1/\\delta')}}$, are together "
            "$(\\varepsilon,3\\delta+\\delta')$-differentially private: the price is "
            "$2\\sqrt{6\\ln(1/\\delta')}\\,\\varepsilon_1$."
        ),
        published=adv_published,
        ours=adv_ours,
        at={"epsilon_each": 0.1, "delta_prime": 1e-6},
        proof="proof-ptr-adv",
        checks=(
            Exhaustive(
                "the worst three mechanisms there are",
                THREE_WORLDS,
                worst_three,
                (
                    Mutant("an eighth of the price", claim={"published": adv_halved}),
                    Mutant("2.9 instead of 3", claim={"ours": adv_too_small}),
                ),
                three_again,
            ),
        ),
    ),
)
