"""Scores that see order, ranges and ranks, of residuals when training records are replaced; and the hump in λ."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy

from privcausal.claims.functions import our_error
from privcausal.claims.pairs import ridge
from privcausal.claims.pairs.private_direction import right_by_quadrature
from privcausal.claims.sources import KUSNER
from privcausal.pairs import training_sensitivity as library
from privcausal.pairs.comparison import probability_correct
from privcausal.pairs.iqr import iqr
from privcausal.pairs.rank import concordance, kendall, quadrupled_rank_distance, spearman
from privcausal.pairs.ridge import GaussianKernel, Kernel, fit
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Quality, Sense, Target, by_us, instead, mutant
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, each, space, worlds
from privcausal.verify.checks.symbolic import Remainders, Symbolic

IQR_OURS = Formula("2*k*rho(n, lamda)", ridge.VARRHO)

TESTS = 8
"""Test records in the attack on the interquartile range."""


def iqr_change(pair: Witness, k: int, n: int, lamda: float) -> float:
    """Replace k records by k others; the upper half of the test records sees `probe`, the lower half −`probe`."""
    heights = np.linspace(-1, 1, TESTS)
    before, after = (
        iqr(heights - np.sign(heights) * ridge.predicted(pair, side, n, lamda, replaced=k))
        for side in ("before", "after")
    )
    return ridge.steady(abs(after - before))


MOVED_RESIDUALS = space.record(
    residuals=space.whole(0, 9) * TESTS, moves=space.among(-1, 0, 1) * TESTS
).starting({"residuals": [*range(TESTS)], "moves": [-1] * (TESTS // 2) + [1] * (TESTS // 2)})


def quartiles_apart(case: Witness) -> float:
    """The change of the interquartile range when every residual moves by at most 1."""
    before = np.array(case["residuals"], dtype=float)
    return abs(iqr(before + case["moves"]) - iqr(before))


def derive_price(claim: Claim) -> Remainders:
    """Two ranges of residuals, each by a mechanism of the price in the source's Section 4.3."""
    epsilon, delta = sympy.symbols("epsilon delta", positive=True)
    each = {"price": 3 * epsilon, "delta": delta}
    stated = {name: claim.formulas[name](epsilon=epsilon, delta=delta) for name in each}
    return {f"the sum of two, {name}": stated[name] - 2 * one for name, one in each.items()}


def derive_hump(claim: Claim) -> Remainders:
    """With t = γ/σ, the distance from the line starts at 0 with slope 0 and bends upwards by te^{−t}/4."""
    t = sympy.Symbol("t", positive=True)
    right = 1 - (t + 2) / 4 * sympy.exp(-t)
    rest = claim.stated["ours"](gamma=t, sigma=1) - right
    return {
        "equal at 0": sympy.limit(rest, t, 0),
        "same slope at 0": sympy.limit(sympy.diff(rest, t), t, 0),
        "bends upwards": sympy.diff(rest, t, 2) - t * sympy.exp(-t) / 4,
    }


def right_at(gamma: float, sigma: float) -> Extreme:
    """The library's probability of a right answer."""
    return Extreme(ridge.steady(probability_correct(gamma, sigma)), {"gamma": gamma, "sigma": sigma}, 1)


def right_again(case: dict[str, float]) -> float:
    """By integrating over one of the two noises."""
    return ridge.steady(right_by_quadrature(**case))


LINE_TOO_LOW = instead(ours="1/2 + gamma/(5*sigma)")


# --- rank scores: nothing holds them, unless residuals keep their order -------------------------------------


def exact_score(score: str, x: list[Fraction], r: list[Fraction]) -> Fraction:
    """A rank score as a fraction; it depends on order alone, so ranks replace the numbers."""
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
    """The change by retraining with the library, and its scores; all other training records are at (others, 0)."""
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
        id="K-iqr-train",
        title="k training records move the interquartile range of the residuals by at most 16k/(nλ√λ)",
        **KUSNER(
            "Section 5.3 (000:234 and 000:241), which gives the idea and the price", Quality.RECONSTRUCTED
        ),
        consequence=Consequence(
            cost="As {prf:ref}`K-ridge`: its factor is inherited.",
            certain="Fairly sure: the text gives the idea and the price, and no formula.",
        ),
        relation=Relation.SUBSTITUTION,
        definition="Let the assumptions of {prf:ref}`K-ridge` hold, where $\\varrho(n,\\lambda)$ is our bound.",
        statement=(
            "Replacing $k$ of the $n$ training records moves the interquartile range of the test residuals by "
            "«sense» $«published»$ (indeed $«ours»$), for $«lamda»$. So the distance from the range to the "
            "nearer end of its cell, divided by the effect of one record, bounds from below how many training "
            "records push it out, and has sensitivity one. The two log-IQRs of the residuals, released by "
            "propose-test-release with it, cost $(«price»,«delta»)$."
        ),
        quantities=(ridge.PENALTY,),
        formulas={"price": Formula("6*epsilon"), "delta": Formula("2*delta")},
        published=Formula("2*k*(8/(n*lamda**(3/2)))"),
        ours=IQR_OURS,
        at={"k": 1, "n": 1000, "lamda": 0.01},
        proof="proof-iqr-train",
        subjects=(library.training_distances, library.private_residual_log_iqr),
        depends=("K-ridge", "B-ptr"),
        checks=(
            Search(
                "retrained with k records replaced",
                worlds("k n lamda", (1, 10**6, 1.0), (5, 1000, 0.1)),
                ridge.probed_sets,
                iqr_change,
                (instead(ours="k*rho(n, lamda)", where=ridge.VARRHO),),
            ),
            Symbolic("the price of both ranges", derive_price, (instead(price="5*epsilon"),), Target.OURS),
            Search(
                "step: residuals that move by at most 1 move their range by at most 2",
                ({},),
                MOVED_RESIDUALS,
                quartiles_apart,
                (mutant("1.9", tolerance=Formula("1.9")),),
                **our_error(Formula("2")),
            ),
        ),
    ),
    by_us(
        id="K-fig2",
        title="The left flank of the hump: a small λ makes the private direction a coin toss",
        place="why the left flank of Figure 2 of Kusner and others (000:226, 000:249) must fall",
        relation=None,
        definition=(
            "Let the true scores lie $\\gamma>0$ apart, and let both be released with Laplace noise of scale "
            "$\\sigma=\\Delta/\\varepsilon$."
        ),
        statement=(
            "The direction comes out right with a probability of «sense» $«ours»$. With a training sensitivity "
            "$\\Delta$ that grows without bound as $\\lambda$ vanishes, as in {prf:ref}`K-ridge`, and bounded "
            "scores, it tends to that of a coin, whatever the data."
        ),
        sense=Sense.LESS_THAN,
        ours=Formula("1/2 + gamma/(4*sigma)"),
        at={"gamma": 1, "sigma": 1},
        depends=("K-correct2",),
        checks=(
            Symbolic("strictly: convexity", derive_hump, (LINE_TOO_LOW,), Target.OURS),
            Exhaustive(
                "the library's probability against the line",
                each(gamma=(0.01, 0.5, 1.0, 20.0), sigma=(1.0, 2.0)),
                right_at,
                (LINE_TOO_LOW,),
                right_again,
            ),
        ),
    ),
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
        subjects=(library.order_distance, library.gap_distance),
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
