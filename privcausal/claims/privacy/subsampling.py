"""Hiding in a sample: what a mechanism costs when it sees only m of n records."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import sympy

from privcausal.claims.broken import noise
from privcausal.claims.sources import NOLEAKS_CODE, PRIV_PC
from privcausal.privacy.price import Relation
from privcausal.privacy.subsampling import Subsampled, amplified, epsilon_on_sample
from privcausal.verify import Claim, Consequence, Formula, Mutant, instead, mutant, real, whole, worlds
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, space

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


def subset_loss(witness: dict[str, Any], n: int, m: int) -> float:
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


def laws(n: int, m: int) -> space.Space:
    """Heights of an event on each sample, made private below; the start is whether the sample contains a 1."""
    kind = space.whole(0, KINDS - 1)
    cases = space.record(heights=space.real(0, 3) * KINDS**m, others=kind * (n - 1), you=space.among([0, 1]))
    return cases.starting({"heights": contains_one(m), "others": [0] * (n - 1), "you": [0, 1]})


def contains_one(m: int) -> list[float]:
    return [1.0 if 1 in sample else 0.0 for sample in product(range(KINDS), repeat=m)]


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


def loss_on_sample(case: dict[str, Any], m: int, r: Fraction, sampling: Sampling = permutations) -> float:
    """The log-ratio of one event, averaged over all samples in all orders."""
    law = private_law(case["heights"], m, r)
    first, second = (average(law, sampling([you, *case["others"]], m)) for you in case["you"])
    return abs(math.log(first / second))


def loss_of_two(case: dict[str, Any], n: int, m: int, r: Fraction) -> float:
    """The wrong relation: two records change."""
    law = private_law(contains_one(m), m, r)
    first, second = (average(law, permutations([you, you, *[0] * (n - 2)], m)) for you in (0, 1))
    return abs(math.log(first / second))


def average(law: dict[tuple[int, ...], float], samples: Iterator[tuple[int, ...]]) -> float:
    chances = [law[sample] for sample in samples]
    return math.fsum(chances) / len(chances)


# --- symbolic and audit ---------------------------------------------------------------------------------------


def derive_inverse(claim: Claim) -> Remainders:
    """The ε′ of the source spends ε/2 exactly, and one randomised response on the sample attains the bound."""
    n, m, half, r = sympy.symbols("n m h r", positive=True)
    chosen = sympy.exp(claim.formulas["chosen"](n=n, m=m, h=half))  # e^ε′, with h = ε/2
    unlike, like = 1 / (1 + r), r / (1 + r)
    attained = (m / n * like + (1 - m / n) * unlike) / unlike
    return {
        "ε′ spends ε/2": sympy.simplify(
            sympy.exp(claim.stated["published"](r=chosen, m=m, n=n)) - sympy.exp(half)
        ),
        "randomised response attains it": sympy.simplify(
            sympy.exp(claim.stated["published"](r=r, m=m, n=n)) - attained
        ),
    }


def sampled_answer(side: int, size: int, rng: np.random.Generator, n: int, m: int, r: float) -> Outputs:
    """Genuine samples of m of n records, and randomised response about whether they contain a 1."""
    records = np.zeros(n)
    records[0] = side
    order = rng.random((size, n)).argsort(axis=1)[:, :m]
    contains = records[order].max(axis=1) == 1
    truthful = rng.random(size) < r / (1 + r)
    noisy = np.asarray(contains == truthful, dtype=np.float64)
    return noisy[:, None]


SMALL = tuple((n, m, Fraction(r)) for n in (2, 3, 4, 5) for m in range(1, n) for r in (2, 5))

RATIO = 9.0


def answer_about_half(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    return noise.randomised_response_on_sample(neighbour, RATIO, 1, 2, size, rng)


# In the checks r is e^ε′, so that small cases can be enumerated in exact fractions.


AMPLIFIED = Formula("log(1 + m/n*(r - 1))")
OFF_BY_ONE = instead(published="log(1 + m/(n + 1)*(r - 1))")
LINEAR = instead(published="m/n*log(r)")
IN_ORDER = mutant(
    "the sample keeps the order of the data", score=partial(loss_on_sample, sampling=combinations)
)
LARGER_SAMPLE = mutant(
    "m + 1 records are drawn",
    sample=lambda side, size, rng, n, m, r: sampled_answer(side, size, rng, n, m + 1, r),
)

LINEAR_AS_OURS = Mutant(
    "the linear price as our bound", claim={"published": None, "ours": Formula("m/n*log(r)")}
)
IN_FRACTIONS = worlds(
    "n m r", (2, 1, Fraction(3)), (3, 1, Fraction(2)), (4, 2, Fraction(3)), (2, 1, Fraction(9))
)

CLAIMS = (
    Claim(
        id="P-amplify",
        title="A mechanism that sees a sample reveals less",
        **PRIV_PC("Theorem 1, proof sketch, and Algorithm 2 (004:123, 136, 175); it cites Balle and others"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let an $(\\varepsilon',0)$-private mechanism be run on $m$ of $n$ records, drawn without "
            "replacement, handed over in random order, and kept secret."
        ),
        statement=(
            "For all $«n»$ and $«m»$ the whole is «private». In particular, $«chosen»$ in place of "
            "$\\varepsilon'$ spends $h$."
        ),
        quantities=(whole("n", at_least=2), whole("m", at_least=1), real("r", letter=r"e^{\varepsilon'}")),
        formulas={"chosen": Formula("log(n/m*(exp(h) - 1) + 1)")},
        assumes=("one sample serves one mechanism",),
        published=AMPLIFIED,
        at={"r": math.e, "m": 100, "n": 1000},
        proof="proof-amplify",
        subjects=(Subsampled, amplified, epsilon_on_sample),
        checks=(
            Symbolic("inverse and extreme case", derive_inverse, (OFF_BY_ONE, LINEAR)),
            Exhaustive(
                "all step mechanisms on small data",
                worlds("n m r", *SMALL),
                worst_event_on_sample,
                (OFF_BY_ONE, LINEAR),
                subset_loss,
            ),
            Search(
                "three kinds of record",
                worlds("n m r", (3, 1, Fraction(3)), (4, 2, Fraction(3))),
                laws,
                loss_on_sample,
                (OFF_BY_ONE, mutant("two records change", score=loss_of_two), IN_ORDER),
            ),
            Audit(
                "answers from samples",
                worlds("n m r", (10, 2, 5.0), (4, 2, 5.0)),
                sampled_answer,
                (LINEAR, LARGER_SAMPLE),
            ),
        ),
    ),
    Claim(
        id="C-subsample",
        title="A sampling rate multiplies ε",
        **NOLEAKS_CODE("noleaks.py l. 40-42, called in er.py l. 42 and bnlearn.py l. 142"),
        consequence=Consequence(
            cost=(
                "The total that er.py prints is too small by its rate, a factor of 10: no sample is drawn there, all "
                "records are simulated. bnlearn.py, as committed, adds no noise, and its total is 0. CURATE's "
                "program has the logarithm, which is right."
            ),
            certain="Sure of the lines; the consequence for published curves is unknown.",
            repair="{prf:ref}`P-amplify`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let an $(\\varepsilon,0)$-private mechanism be run on $m$ of $n$ records, drawn without "
            "replacement."
        ),
        statement="For all $«n»$ and $«m»$ the whole is «private».",
        quantities=(whole("n", at_least=2), whole("m", at_least=1), real("r", letter=r"e^{\varepsilon}")),
        published=Formula("m/n*log(r)"),
        ours=AMPLIFIED,
        at={"r": math.e, "m": 100, "n": 1000},
        proof="proof-amplify",
        depends=("P-amplify",),
        checks=(
            Exhaustive(
                "all step mechanisms on small data",
                IN_FRACTIONS,
                worst_event_on_sample,
                (LINEAR_AS_OURS,),
                subset_loss,
            ),
            Audit(
                "answers from half the records",
                ({"n": 2, "m": 1, "r": 9.0},),
                sampled_answer,
                (LINEAR_AS_OURS,),
            ),
        ),
    ),
)

EXHIBITS = (
    Exhibit(
        "randomised response on half the records",
        "priced by amplification: ln(1 + (9 − 1)/2)",
        "P-amplify",
        True,
        answer_about_half,
        epsilon=math.log(5.0),
    ),
    Exhibit(
        "ε times the sampling rate",
        "the same mechanism, priced at (1/2) ln 9",
        "C-subsample",
        False,
        answer_about_half,
        epsilon=math.log(RATIO) / 2,
    ),
)
