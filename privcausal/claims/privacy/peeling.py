"""What a choice really costs: a quarter of what its ε lets one fear, in the currency in which choices add up."""

import math
from functools import partial

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.claims.graphs.constraint_based.policy_laws import peeling_law
from privcausal.privacy.peeling import Peeling
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Target, by_us, instead, mutant, real, whole, worlds
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks import Remainders, Search, Symbolic, Witness

SWAP = Relation.SUBSTITUTION

HALF = instead(ours="count*epsilon**2/16")


def scores(epsilon: float, count: int) -> st.SearchStrategy[Witness]:
    """Scores of two to four outputs, each moved by at most 1; the order of the divergence; and the groups."""
    far = st.floats(-3 / epsilon, 3 / epsilon)
    row = st.tuples(far, st.sampled_from((-1.0, 1.0)) | st.floats(-1, 1), st.integers(0, 3))
    rows = st.lists(row, min_size=count + 1, max_size=4).filter(
        lambda drawn: len({group for _, _, group in drawn}) >= count
    )
    return st.fixed_dictionaries({"rows": rows, "alpha": st.floats(1.001, 30)})


def rate_of_loss(pair: Witness, epsilon: float, count: int, records: int = 1) -> float:
    """D_α / α of two neighbours, or of data sets that many records apart, by the law of all sequences of choices."""
    before, moves, groups = (np.array(column) for column in zip(*pair["rows"], strict=True))
    peeling = Peeling(1.0, epsilon, count, SWAP, groups.astype(np.int64))
    first, second = (peeling_law(peeling, before + side * moves) for side in (0.0, records))
    alpha = pair["alpha"]
    logs = [alpha * math.log(p) - (alpha - 1) * math.log(second[places]) for places, p in first.items()]
    top = max(logs)
    divergence: float = (top + math.log(math.fsum(math.exp(log - top) for log in logs))) / (alpha - 1)
    return round(float(divergence / alpha), 9)


def derive_extreme(claim: Claim) -> Remainders:
    """Two outputs at equal scores that move apart: the ratio to the claim tends to 1 as ε → 0."""
    epsilon, alpha = sympy.symbols("epsilon alpha", positive=True)
    p = 1 / (1 + sympy.exp(epsilon / 2))  # the score of one output rises by Δ/2, that of the other falls
    half = sympy.Rational(1, 2)
    moment = half**alpha * p ** (1 - alpha) + half**alpha * (1 - p) ** (1 - alpha)
    slope = sympy.diff(sympy.log(moment), epsilon) / (alpha - 1)
    bend = sympy.diff(slope, epsilon)
    divergence = bend.subs(epsilon, 0) * epsilon**2 / 2
    # From equal scores to scores ε/2 apart: half of the spread, so a quarter of the price.
    return {
        "nothing at ε = 0": moment.subs(epsilon, 0) - 1,
        "nothing of first order": slope.subs(epsilon, 0),
        "the leading term": sympy.simplify(
            4 * divergence / alpha - claim.stated["ours"](epsilon=epsilon, count=1)
        ),
    }


def peeled(side: int, size: int, rng: np.random.Generator, epsilon: float, count: int) -> Outputs:
    """Two of four, one after the other; two scores rise and two fall."""
    height = np.array([0.5, 0.5, -0.5, -0.5]) * (1 - 2 * side)
    noisy = epsilon / 2 * height + rng.gumbel(size=(size, 4))
    return np.argsort(-noisy, axis=1)[:, :count].astype(float)


TWO_CHANGE = mutant("two records change", score=partial(rate_of_loss, records=2))

CLAIMS = (
    by_us(
        id="B-peel",
        title="A choice costs a quarter of its worst case",
        place="known from Cesar and Rogers (2021); the proof is ours",
        relation=SWAP,
        definition=(
            "Let $k$ outputs be chosen one after the other, each by an $\\varepsilon$-private exponential "
            "mechanism, with weights $e^{\\varepsilon q/2\\Delta}$, among those that the earlier choices "
            "left. A $\\rho$-zero-concentrated mechanism has $D_\\alpha\\le\\rho\\alpha$ for all $\\alpha>1$."
        ),
        statement=(
            "For all $«epsilon»$ and $«count»$ all choices together are $\\rho$-zero-concentrated with "
            "$\\rho«sign»«ours»$."
        ),
        quantities=(real("epsilon", above=0), whole("count", at_least=1, letter="k")),
        ours=Formula("count*epsilon**2/8"),
        at={"epsilon": 1, "count": 10},
        subjects=(Peeling,),
        checks=(
            Symbolic("two outputs that move apart", derive_extreme, (HALF,), target=Target.OURS),
            Search(
                "scores and orders",
                worlds("epsilon count", (0.5, 1), (3.0, 2)),
                scores,
                rate_of_loss,
                (HALF, instead(ours="(count - 1)*epsilon**2/8"), TWO_CHANGE),
            ),
        ),
    ),
)

EXHIBITS = (
    Exhibit(
        "two of four, peeled off",
        "two choices by the exponential mechanism at ε = 1 each",
        "B-peel",
        True,
        partial(peeled, epsilon=1.0, count=2),
        epsilon=2.0,
    ),
)
