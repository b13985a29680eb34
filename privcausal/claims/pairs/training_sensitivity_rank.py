"""Rank scores when a training record is replaced: nothing holds them, unless residuals keep their order."""

from fractions import Fraction
from itertools import permutations

import numpy as np

from privcausal.claims.pairs import ridge
from privcausal.claims.sources import KUSNER
from privcausal.pairs.rank import concordance, kendall, quadrupled_rank_distance, spearman
from privcausal.pairs.ridge import GaussianKernel, Kernel, fit
from privcausal.pairs.training_sensitivity import gap_distance, order_distance
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Quality, Target, by_us, each, instead, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, Witness, space


def exact_score(score: str, x: list[Fraction], r: list[Fraction]) -> Fraction:
    """A rank score as a fraction; order is all it sees, so ranks stand in for the numbers."""
    places = [[sorted(set(column)).index(value) for value in column] for column in (x, r)]
    m = len(x)
    if score.strip("|") == "τ":
        value = Fraction(2 * concordance(*places).excess, m * (m - 1))
    else:
        value = 1 - Fraction(6 * quadrupled_rank_distance(*places), 4 * m * (m * m - 1))
    return abs(value) if score.startswith("|") else value


def line_through(record: list[int], n: int, lamda: int) -> Fraction:
    """The slope that ridge regression with the kernel xx′ fits to n − 1 records (0, 0) and this one: exact."""
    x, y = record
    return Fraction(2 * x * y, n) / (lamda + Fraction(2 * x * x, n))


def order_without_correlation(score: str, m: int) -> tuple[int, ...]:
    """An arrangement of 0 … m − 1 whose score is exactly 0; there is one for m = 4, 5, 8, 9, …"""
    line = [Fraction(i) for i in range(m)]
    return next(p for p in permutations(range(m)) if not exact_score(score, line, [Fraction(i) for i in p]))


def tiny_steps(score: str, m: int) -> list[Fraction]:
    """Test outcomes: all 0 for a signed score; for an unsigned one, tiny numbers in an order of score 0."""
    if not score.startswith("|"):
        return [Fraction(0)] * m
    return [Fraction(i, 10**9) for i in order_without_correlation(score, m)]


def worst_rank_training(score: str, m: int, n: int, lamda: int) -> Extreme:
    """A training record that turns a line around, or lays it flat: the residuals follow."""
    witness: Witness = {
        "before": [1, 1],
        "after": AFTER[score.startswith("|")],
        "x": [Fraction(i + 1, m) for i in range(m)],
        "y": tiny_steps(score, m),
    }
    values = []
    for side in ("before", "after"):
        slope = line_through(witness[side], n, lamda)
        residuals = [y - slope * x for x, y in zip(witness["x"], witness["y"], strict=True)]
        values.append(exact_score(score, witness["x"], residuals))
    return Extreme(abs(values[1] - values[0]), witness, 2)


AFTER = ([1, -1], [1, 0])
"""What the record becomes: it turns the line around for a signed score, and lays it flat for an unsigned one."""


def rank_change(witness: Witness, score: str, n: int, lamda: float, kernel: Kernel, others: float) -> float:
    """The change by retraining with the library, and its scores; all other training records stand at (others, 0)."""
    statistic = kendall if score.strip("|") == "τ" else spearman
    x, y = (np.array([float(Fraction(value)) for value in witness[name]]) for name in "xy")
    values = []
    for side in ("before", "after"):
        u, v = witness[side]
        f = fit([others] * (n - 1) + [u], [0.0] * (n - 1) + [v], penalty=lamda, kernel=kernel)
        value = statistic(x, y - f.predict(x))
        values.append(abs(value) if score.startswith("|") else value)
    return abs(values[1] - values[0])


def gaussian_rank_change(pair: Witness, score: str, m: int, n: int, lamda: float) -> float:
    """With a Gaussian kernel."""
    case = {**pair, "x": [Fraction(i + 1, m) for i in range(m)]}
    return rank_change(case, score, n, lamda, GaussianKernel(pair["width"]), others=-1.0)


def swung_record(score: str, m: int) -> space.Fields:
    """A record before and after; a Gaussian kernel; test outcomes of no or tiny size."""
    spot, outcomes = ridge.UNIT * 2, [float(value) for value in tiny_steps(score, m)]
    after = [float(value) for value in AFTER[score.startswith("|")]]
    return space.record(before=spot, after=spot, width=space.real(0.3, 3), y=space.among(outcomes)).starting(
        {"before": [1.0, 1.0], "after": after, "width": 1.0, "y": outcomes}
    )


GAP_PROBES = np.linspace(-1, 1, 21)


def gap_change(pair: Witness, n: int, lamda: float, s: float) -> float:
    """The change of f(x) − f(x′) at two places whose features lie s apart, along the change of w."""
    step = ridge.train(pair, "after", n, lamda) - ridge.train(pair, "before", n, lamda)
    length = float(np.linalg.norm(step))
    if length == 0:
        return 0.0
    high, low = s / 2 * step / length, -s / 2 * step / length
    return ridge.steady(abs(float(step @ high) - float(step @ low)))


def retrained_gap_change(pair: Witness, lamda: float, s: float) -> float:
    """Fit both sides with the library; the largest change of a difference, per unit of distance of the features."""
    moves, kernel = ridge.retrained(pair, lamda, GAP_PROBES), GaussianKernel(pair["width"])
    apart = np.sqrt(2 - 2 * kernel(GAP_PROBES, GAP_PROBES))
    first, second = np.triu_indices(len(moves), 1)
    return ridge.steady(float((np.abs(moves[first] - moves[second]) / apart[first, second]).max()) * s)


def signed_ranges(claim: Claim) -> Remainders:
    """What the same records do to a score with its sign, in fractions."""
    moved = {score: worst_rank_training(score, 5, 200, 1).value for score in ("ρ", "τ")}
    return {f"{score} with its sign": value - claim.formulas["signed"]() for score, value in moved.items()}


SHORT_OF_RANGE = instead(published="9/10")
GAP = Formula("s*rho(n, lamda)", ridge.VARRHO)


CLAIMS = (
    Claim(
        id="K-rank-train",
        title="One training record can move a rank score across its whole range",
        **KUSNER("Section 5.1 (000:181)", Quality.VERBATIM),
        relation=Relation.SUBSTITUTION,
        assumes=(
            "a number of test records for which the score can be 0: $m=4,5,8,9,\\dots$; for others the range "
            "is smaller, as $\\frac{14}{15}$ for $|\\tau|$ and $m=6$",
        ),
        definition="Let $s$ be $|\\tau|$ or $|\\rho|$ of test inputs and test residuals.",
        statement=(
            "«Neighbours» among the $n$ training records changes $s$ by «sense» $«published»$, the size of its "
            "range, and by as much as that however large $n$ is. (For $\\tau$ and $\\rho$ with their sign it "
            "is $«signed»$; this half is ours.)"
        ),
        formulas={"signed": Formula("2")},
        published=Formula("1"),
        proof="proof-rank-train",
        checks=(
            Exhaustive(
                "a line turned around, in fractions",
                worlds(
                    "score m n lamda",
                    *((score, *mn, 1) for score in ("|ρ|", "|τ|") for mn in ((4, 2), (5, 200))),
                ),
                worst_rank_training,
                (SHORT_OF_RANGE,),
                lambda witness, score, n, lamda: rank_change(witness, score, n, lamda, np.outer, others=0.0),
            ),
            Symbolic("with its sign", signed_ranges, (instead(signed="1"),), Target.OURS),
            Search(
                "retrained with a Gaussian kernel",
                each(score=("|ρ|", "|τ|"), m=(5,), n=(10,), lamda=(0.1,)),
                swung_record,
                gaussian_rank_change,
                (SHORT_OF_RANGE,),
            ),
        ),
    ),
    by_us(
        id="B-gap-pairs",
        title="Residuals at neighbouring inputs move together",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let the assumptions of {prf:ref}`K-ridge` hold, whose bound of ours is $\\varrho(n,\\lambda)$, "
            "and let two test inputs have features at distance $s=\\|\\varphi(x)-\\varphi(x')\\|$."
        ),
        statement=(
            "«Neighbours» among the $n$ training records moves the difference of their residuals by «sense» "
            "$«ours»$, for $«lamda»$. So the smallest of all quotients of two residuals' distance and "
            "$s_{ij}\\varrho$ has sensitivity one, and fewer replacements than that leave every rank as it was."
        ),
        quantities=(ridge.PENALTY,),
        ours=GAP,
        at={"n": 1000, "lamda": 0.01, "s": 0.1},
        subjects=(order_distance, gap_distance),
        depends=("K-ridge", "K-stable", "B-gap"),
        checks=(
            Search(
                "retrained in three dimensions",
                worlds("n lamda s", (10**6, 0.1, 0.1)),
                ridge.neighbouring_sets,
                gap_change,
                (instead(ours="s*rho(n, lamda)/2", where=ridge.VARRHO),),
            ),
            Search(
                "retrained on columns with a Gaussian kernel",
                worlds("n lamda s", (6, 1.0, 1.0)),
                ridge.small_columns,
                retrained_gap_change,
                (instead(ours="s*rho(n, lamda)/10", where=ridge.VARRHO),),
            ),
        ),
    ),
)
