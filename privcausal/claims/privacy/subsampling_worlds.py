"""What sampling is measured on: small populations and every sample of them."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.claims.specimens import noise
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim

# --- exhaustive: every monotone-step mechanism that is private on the sample ----------------------------------


def worst_event_on_sample(n: int, m: int, r: Fraction) -> Extreme:
    """Records are bits, the first one is yours; the event's probability on a sample with c ones is a power of r, or so.

    All walks over c = 0 … m that move by a factor of 1/r, 1 or r per step are tried, scaled to the largest probability
    that privacy allows, r/(1 + r); with every number of ones among the others, and the event or its complement.
    """
    worst, witness, cases = Fraction(0), {}, 0
    for steps in product((-1, 0, 1), repeat=m):
        heights = np.concatenate([[0], np.cumsum(steps)])
        top = int(heights.max())
        law = [r / (1 + r) * r ** (int(height) - top) for height in heights]
        for others in range(n):
            sides = [probability_of_event(law, n, m, others + bit) for bit in (0, 1)]
            for complement in (False, True):
                first, second = (1 - side if complement else side for side in sides)
                cases += 2
                ratio = max(first / second, second / first)
                if ratio > worst:
                    worst = ratio
                    witness = {"others": others, "law": law, "complement": complement}
    return Extreme(math.log(worst), witness, cases)


def probability_of_event(law: list[Fraction], n: int, m: int, ones: int) -> Fraction:
    """The average of the law over the number of ones in a sample of m of n."""
    ways = [math.comb(ones, c) * math.comb(n - ones, m - c) for c in range(m + 1)]
    return sum((way * p for way, p in zip(ways, law, strict=True)), Fraction(0)) / math.comb(n, m)


def subset_loss(witness: dict[str, Any], n: int, m: int, r: Any) -> float:
    """The same loss by walking through every subset of the actual records."""
    law = [Fraction(p) for p in witness["law"]]
    sides = []
    for bit in (0, 1):
        records = [bit] + [1] * witness["others"] + [0] * (n - 1 - witness["others"])
        samples = list(combinations(records, m))
        chance = sum((law[sum(sample)] for sample in samples), Fraction(0)) / len(samples)
        sides.append(1 - chance if witness["complement"] else chance)
    return abs(math.log(sides[0] / sides[1]))


# --- search: three kinds of record, any private law -----------------------------------------------------------

KINDS = 3


def laws(n: int, m: int, r: Fraction) -> st.SearchStrategy[dict[str, Any]]:
    heights = st.lists(st.floats(0, 3), min_size=KINDS**m, max_size=KINDS**m)
    kind = st.integers(0, KINDS - 1)
    return st.fixed_dictionaries(
        {"heights": heights, "others": st.lists(kind, min_size=n - 1, max_size=n - 1), "you": st.just([0, 1])}
    )


def nudged_law(case: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    heights = list(case["heights"])
    heights[int(rng.integers(len(heights)))] = float(rng.uniform(0, 3))
    return {**case, "heights": heights}


def one_is_rare(n: int, m: int, r: Fraction) -> list[dict[str, Any]]:
    """The event: the sample contains a 1."""
    heights = [1.0 if 1 in sample else 0.0 for sample in product(range(KINDS), repeat=m)]
    return [{"heights": heights, "others": [0] * (n - 1), "you": [0, 1]}]


def private_law(heights: list[float], m: int, r: Fraction) -> dict[tuple[int, ...], float]:
    """Turn any heights into event probabilities that change by at most a factor r when one record changes."""
    samples = list(product(range(KINDS), repeat=m))
    places = np.array(samples)
    apart = (places[:, None, :] != places[None, :, :]).sum(axis=2)
    smooth = (np.array(heights)[None, :] + apart).min(axis=1)
    law = float(r / (1 + r)) * float(r) ** (smooth - smooth.max())
    return dict(zip(samples, law.tolist(), strict=True))


Sampling = Callable[[list[int], int], Iterator[tuple[int, ...]]]
"""All samples of m records, equally likely."""


def loss_on_sample(
    case: dict[str, Any], n: int, m: int, r: Fraction, sampling: Sampling = permutations
) -> float:
    """The log-ratio of one event, averaged over all samples in all orders."""
    law = private_law(case["heights"], m, r)
    first, second = (average(law, sampling([you, *case["others"]], m)) for you in case["you"])
    return abs(math.log(first / second))


def loss_in_order(case: dict[str, Any], n: int, m: int, r: Fraction) -> float:
    """The sample keeps the order of the data: then replacing you moves others, and a mechanism can tell."""
    return loss_on_sample(case, n, m, r, combinations)


def loss_of_two(case: dict[str, Any], n: int, m: int, r: Fraction) -> float:
    """The wrong relation: two records change."""
    law = private_law(one_is_rare(n, m, r)[0]["heights"], m, r)
    first, second = (average(law, permutations([you, you, *[0] * (n - 2)], m)) for you in (0, 1))
    return abs(math.log(first / second))


def average(law: dict[tuple[int, ...], float], samples: Iterator[tuple[int, ...]]) -> float:
    chances = [law[sample] for sample in samples]
    return math.fsum(chances) / len(chances)


# --- symbolic and audit ---------------------------------------------------------------------------------------


def derive_inverse(claim: Claim) -> Remainders:
    """The ε′ of the source spends ε/2 exactly, and one randomised response on the sample attains the bound."""
    n, m, half, r = sympy.symbols("n m h r", positive=True)
    assert claim.published is not None
    chosen = sympy.exp(claim.formulas["chosen"](n=n, m=m, h=half))  # e^ε′, with h = ε/2
    unlike, like = 1 / (1 + r), r / (1 + r)
    attained = (m / n * like + (1 - m / n) * unlike) / unlike
    return {
        "ε′ spends ε/2": sympy.simplify(sympy.exp(claim.published(r=chosen, m=m, n=n)) - sympy.exp(half)),
        "randomised response attains it": sympy.simplify(
            sympy.exp(claim.published(r=r, m=m, n=n)) - attained
        ),
    }


def sampled_answer(side: int, size: int, rng: np.random.Generator, n: int, m: int, r: float) -> Outputs:
    """Genuine samples of m of n records, and randomised response about whether they contain a 1."""
    records = np.zeros(n)
    records[0] = side
    order = rng.random((size, n)).argsort(axis=1)[:, :m]
    contains = records[order].max(axis=1) == 1
    truthful = rng.random(size) < r / (1 + r)
    told = np.asarray(contains == truthful, dtype=np.float64)
    return told[:, None]


def larger_sample(side: int, size: int, rng: np.random.Generator, n: int, m: int, r: float) -> Outputs:
    return sampled_answer(side, size, rng, n, m + 1, r)


def on_samples(*worlds: tuple[int, int, Fraction | float]) -> tuple[dict[str, Any], ...]:
    return tuple({"n": n, "m": m, "r": r} for n, m, r in worlds)


SMALL = tuple((n, m, Fraction(r)) for n in (2, 3, 4, 5) for m in range(1, n) for r in (2, 5))

RATIO = 9.0


def answer_about_half(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    return noise.randomised_response_on_sample(neighbour, RATIO, 1, 2, size, rng)
