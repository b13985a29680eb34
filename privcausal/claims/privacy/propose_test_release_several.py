"""Several log-IQRs from the same people: how often one slips out, and what all of them cost together."""

import math
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.claims.privacy.propose_test_release import both_samples, far_apart, firm
from privcausal.claims.privacy.propose_test_release_laws import law, repaired_bar
from privcausal.claims.sources import KUSNER
from privcausal.pairs.iqr import distances, iqr
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import ProposeTestRelease
from privcausal.verify import Claim, Consequence, Formula, Quality, by_us, instead, mutant, real, worlds
from privcausal.verify.audit import Audit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Frequency, Search, Witness, space
from privcausal.verify.statistics.exact import smallest_epsilon

# --- how often something is released from samples that are all unstable -------------------------------------------


def mechanism(epsilon: float, delta: float) -> ProposeTestRelease:
    return ProposeTestRelease(1.0, epsilon, delta, Relation.SUBSTITUTION)


def worst_slip(delta: float, columns: int = 1) -> Extreme:
    """The exact probability that a log-IQR which could not bear one change is released, or any of several."""
    pair = {**far_apart(1.0), "columns": columns}
    return Extreme(slip_of(pair, delta), pair, 1)


def slip_of(pair: Witness, delta: float) -> float:
    away = distances(both_samples(pair)[0])
    return 1 - mechanism(1.0, delta).refusal(away) ** int(pair["columns"])


def draws(
    sample: Floats, epsilon: float, delta: float, columns: int, size: int, rng: np.random.Generator
) -> Outputs:
    """The smallest value that so many equal columns release; ⊥ if none releases anything."""
    one = mechanism(epsilon, delta)
    each = [one.sample(math.log(iqr(sample)), distances(sample), size, rng) for _ in range(columns)]
    smallest: Outputs = np.min(each, axis=0)
    return smallest


def slips(size: int, rng: np.random.Generator, delta: float, columns: int = 1) -> NDArray[np.bool_]:
    """The same by simulation."""
    return np.isfinite(draws(both_samples(far_apart(1.0))[0], 1.0, delta, columns, size, rng))


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


def loss_of_all(laws: list[Floats], columns: int, delta: float) -> float:
    """The exact ε of several columns; infinity, where no ε will do, as a number that a search can climb to."""
    before, after = (together(law, columns) for law in laws)
    return min(float(smallest_epsilon(before, after, delta)), 1e6)


def loss_of_columns(claim: Claim, pair: Witness, epsilon: float, delta: float) -> float:
    """Return the loss of four columns at the claimed δ, from below: values are distinguished only by their side.

    If both regressions are 0 and y = x, all four columns are the same sample.
    """
    return loss_of_all(outcome_laws(pair, epsilon, delta), 4, claim.formulas["delta"](delta=delta))


COLUMNS_DELTA = 0.05


def four_columns(side: int, size: int, rng: np.random.Generator, epsilon: float, columns: int = 4) -> Outputs:
    return draws(both_samples(far_apart(epsilon))[side], epsilon, COLUMNS_DELTA, columns, size, rng)


# --- three mechanisms by advanced composition -----------------------------------------------------------------------


def response(epsilon: float, delta: float) -> list[Floats]:
    """The worst of all (ε, δ)-private mechanisms: with probability δ it reveals all, else a randomised response."""
    yes = math.exp(epsilon) / (1 + math.exp(epsilon))
    first = np.array([delta, (1 - delta) * yes, (1 - delta) * (1 - yes), 0.0])
    return [first, first[::-1]]


WORST_OF_ALL = {"each": "reveals all with probability δ, else a randomised response"}


def loss_of_three(claim: Claim, each: Witness, epsilon: float, delta: float, columns: int = 3) -> float:
    """The exact ε of three of them, each (3ε, δ)-private, at the second parameter of the claim."""
    return loss_of_all(response(3 * epsilon, delta), columns, claim.formulas["delta"](delta=delta))


def loss_of_advanced(claim: Claim, each: Witness, epsilon_1: float, delta: float, delta_: float) -> float:
    """The exact ε of three of them at 3δ + δ′, over all 64 outcomes."""
    total = claim.formulas["delta"](delta=delta, delta_=delta_)
    return loss_of_all(response(epsilon_1, delta), 3, total)


def closed_form(epsilon_1: float, delta: float, delta_: float) -> Extreme:
    """By the closed form of the optimal composition theorem, solved for ε by bisection."""
    low, high = 0.0, 3 * epsilon_1
    for _ in range(100):
        middle = (low + high) / 2
        gains = (math.exp((3 - i) * epsilon_1) - math.exp(middle + i * epsilon_1) for i in range(4))
        pure = sum(math.comb(3, i) * max(0.0, gain) for i, gain in enumerate(gains))
        pure /= (1 + math.exp(epsilon_1)) ** 3
        excess = 1 - (1 - delta) ** 3 * (1 - pure) - 3 * delta - delta_
        low, high = (middle, high) if excess > 0 else (low, middle)
    return Extreme(low, WORST_OF_ALL, 1)


THREE_WORLDS = worlds(
    "epsilon_1 delta delta_",
    (0.01, 1e-6, 0.5),
    (0.02, 1e-6, 1e-2),
    (0.04, 1e-6, 1e-6),
    (0.04, 1e-6, 1e-13),
    (0.1, 1e-6, 1e-9),
    (0.3, 1e-6, 1e-2),
)

ONE_TEST = instead(ours="delta/2")
ADVANCED = Formula("2*sqrt(6*log(1/delta_))*epsilon_1")
FOUR_COLUMNS = mutant("four columns", score=partial(loss_of_three, columns=4))

CLAIMS = (
    Claim(
        id="K-ptr-null",
        title="An unstable IQR is hardly ever released",
        **KUSNER(
            "Theorem 4, part 1 (000:154, 000:170), which does not say how many ranges", Quality.RECONSTRUCTED
        ),
        consequence=Consequence(
            cost="Nothing: privacy does not rest on it. For three ranges at once the probability is about $3\\delta$.",
            certain=(
                "Unsure: our copy has the condition “$A_1$ or $A_2$” and $e$ for a bound. We read one range, "
                "with both distances at their smallest; that needs least, and is true."
            ),
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let one log-IQR be released by propose-test-release with two tests and the right threshold "
            "$1+\\ln(1/\\delta)/\\varepsilon$, and let one replaced record be enough to push the range out of "
            "either cell, $A_1=A_2=1$."
        ),
        statement="It is released anyway with a probability of «sense» $«published»$; indeed, $«ours»$.",
        published=Formula("3*delta/2"),
        ours=Formula("delta - delta**2/4"),
        at={"delta": 1e-5},
        proof="proof-null",
        checks=(
            Exhaustive(
                "one unstable sample",
                tuple({"delta": delta} for delta in (0.1, 1e-3, 1e-6)),
                worst_slip,
                (ONE_TEST, mutant("two ranges at once", worst=partial(worst_slip, columns=2))),
                slip_of,
            ),
            Frequency(
                "how often it happens",
                ({"delta": 0.1}, {"delta": 0.01}),
                slips,
                (ONE_TEST, mutant("two ranges at once", happens=partial(slips, columns=2))),
            ),
        ),
    ),
    Claim(
        id="K-ptr-comp",
        title="Three log-IQRs of which one value is a part",
        **KUSNER("Section 4.3 (000:142), “for both x and y”", relations=(Relation.SUBSTITUTION,)),
        relation=Relation.SUBSTITUTION,
        assumes=(
            "one of the two values of a record is replaced, not both: a record is {prf:ref}`B-ptr-comp`",
        ),
        definition=(
            "Let the log-IQRs of $x'$, $r_Y=y'-f(x')$, $y'$ and $r_X=x'-g(y')$ be released, each by a "
            "mechanism that is $(3\\varepsilon,\\delta)$-private when one number of its column is replaced."
        ),
        statement=(
            "When one of the two values of a record is replaced, $x'_i$ or $y'_i$, three of the four columns "
            "change, and the releases together are «private»."
        ),
        formulas={"delta": Formula("3*delta")},
        published=Formula("9*epsilon"),
        at={"epsilon": 1},
        proof="proof-ptr-comp",
        checks=(
            Search(
                "the worst three mechanisms there are",
                ({"epsilon": 0.1, "delta": 1e-2}, {"epsilon": 0.5, "delta": 1e-9}),
                space.among(WORST_OF_ALL),
                loss_of_three,
                (FOUR_COLUMNS, instead(published="8*epsilon")),
                climbs=False,
            ),
        ),
    ),
    by_us(
        id="B-ptr-comp",
        title="Four log-IQRs cost 8ε and 4δ",
        place="the repaired mechanism, composed; in the accounting of K-ptr-comp it is 12ε and 4δ",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let four log-IQRs be released, each by the repaired mechanism of {prf:ref}`B-ptr` at "
            "$(\\varepsilon,\\delta)$ with noise of its own."
        ),
        statement="When one record $(x'_i,y'_i)$ is replaced, together they are «private».",
        formulas={"delta": Formula("4*delta")},
        ours=Formula("8*epsilon"),
        at={"epsilon": 1},
        depends=("B-ptr",),
        checks=(
            Search(
                "four equal columns",
                ({"epsilon": 1.0, "delta": 1e-4}, {"epsilon": 2.8, "delta": 1e-12}),
                lambda epsilon: space.among(far_apart(epsilon), firm(epsilon)),
                loss_of_columns,
                (instead(ours="7.9*epsilon"), instead(delta="3*delta")),
                climbs=False,
            ),
            Audit(
                "samples of four equal columns",
                ({"epsilon": 0.1},),
                four_columns,
                (mutant("six columns", sample=partial(four_columns, columns=6)),),
                delta=4 * COLUMNS_DELTA,
            ),
        ),
    ),
    Claim(
        id="K-ptr-adv",
        title="Three mechanisms by advanced composition",
        **KUSNER(
            "Section 4.3 (000:142, 000:154), quoting a textbook that we have not read",
            relations=(Relation.SUBSTITUTION,),
        ),
        consequence=Consequence(
            cost="A factor of 3 to 6 in noise: for three mechanisms plain addition is always better.",
            certain="Sure: root and $\\varepsilon$ are lost in our copy, and there is one way to put them back.",
        ),
        relation=Relation.SUBSTITUTION,
        assumes=("a price below 1, as quoted; two worlds beyond are checked as well",),
        definition="Take three mechanisms, each $(\\varepsilon_1,\\delta)$-private.",
        statement="Together they are «private», for $«delta_»$; indeed the price is $«ours»$.",
        quantities=(real("delta_", above=0, at_most=Fraction(1, 2)),),
        formulas={"delta": Formula("3*delta + delta_")},
        published=ADVANCED,
        ours=Formula("3*epsilon_1"),
        at={"epsilon_1": 0.05, "delta_": 1e-6},
        proof="proof-ptr-adv",
        checks=(
            Search(
                "the worst three mechanisms there are",
                THREE_WORLDS,
                space.among(WORST_OF_ALL),
                loss_of_advanced,
                (instead(published=f"{ADVANCED.text}/8"), instead(ours="2.9*epsilon_1")),
                climbs=False,
            ),
            Exhaustive("by the closed form", THREE_WORLDS, closed_form, (instead(ours="2.9*epsilon_1"),)),
        ),
    ),
)
