"""Tables asked for once: what a graph costs in all."""

import math
from fractions import Fraction
from functools import partial

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.optimize import brentq

from privcausal.claims.functions import our_error
from privcausal.claims.graphs.ask_once.contrasts import distance, exact_release
from privcausal.graphs.ask_once.interactions import Columns
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.once import OnceTables
from privcausal.graphs.table_release import release_tables
from privcausal.privacy.filters import BudgetExhausted
from privcausal.privacy.gaussian import gaussian_scale
from privcausal.privacy.price import Price, Relation
from privcausal.verify import Claim, Formula, Number, by_us, instead, mutant, real, worlds
from privcausal.verify.audit import Audit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, Witness, space

# --- two looks at the data, the second chosen by the first ----------------------------------------------------


def derive_two_looks(claim: Claim) -> Remainders:
    """Two Gaussian outputs with shifts μ√s and μ√(1 − s), seen in rotated coordinates."""
    mu, s = sympy.symbols("mu s", positive=True)
    first, second = sympy.symbols("z1 z2", real=True)
    shifts = [claim.formulas[look](mu=mu, s=s) for look in ("first", "second")]
    log_ratio = sum((z**2 - (z - shift) ** 2) / 2 for z, shift in zip((first, second), shifts, strict=True))
    along = sympy.sqrt(s) * first + sympy.sqrt(1 - s) * second
    one_look = (along**2 - (along - mu) ** 2) / 2
    return {
        "both outputs reveal as much as one that is shifted by μ": sympy.expand(log_ratio - one_look),
        "along a direction of length 1": s + (1 - s) - 1,
    }


def price_of(mu: float, delta: float) -> float:
    """Return the ε at which N(0, 1) and N(μ, 1) can be distinguished with this δ."""
    if not mu:
        return 0.0
    return float(brentq(lambda e: math.log(mu * gaussian_scale(1.0, e, delta)), 1e-6, 100.0, xtol=1e-13))


def price_of_both(claim: Claim, epsilon: float, delta: float) -> Extreme:
    """How far both releases together go beyond the claim, where each moves as far as one record can move it."""
    policy = OnceTables(
        Tables(people(0), SIZES), Price(epsilon, delta, Relation.SUBSTITUTION), np.random.default_rng(0)
    )
    shares = [Fraction(step, 8) for step in range(1, 8)]
    prices = [
        price_of(
            math.hypot(*(claim.formulas[look](mu=policy.mu, s=float(s)) for look in ("first", "second"))),
            delta,
        )
        for s in shares
    ]
    return Extreme(
        max(0.0, max(prices) - float(claim.stated["ours"](epsilon=epsilon))), {"epsilon": max(prices)}, 7
    )


SIZES = (2, 3, 2, 2)
RECORDS = 500


class Spendthrift(OnceTables):
    """Pays for the second release out of a budget that is gone."""

    @property
    def mu(self) -> float:
        """Twice the μ of the original."""
        return 2 * super().mu


def people(seed: int) -> NDArray[np.int64]:
    """Dependent columns, so that there is something to measure in the second round."""
    rng = np.random.default_rng(seed)
    hidden = rng.integers(0, 2, RECORDS)
    return np.stack(
        [np.where(rng.random(RECORDS) < 0.4, hidden, rng.integers(0, k, RECORDS)) for k in SIZES], axis=1
    )


def walked(case: Witness, epsilon: float, delta: float, policy: type[OnceTables] = OnceTables) -> float:
    """Run the policy, replace the first record, and see how far everything moves that it had measured.

    The library's own filter can refuse such a run, which is one way to detect it.
    """
    before = people(case["seed"])
    after = before.copy()
    after[0] = case["record"]
    budget = Price(epsilon, delta, Relation.SUBSTITUTION)
    learner = policy(Tables(before, SIZES), budget, np.random.default_rng(case["seed"]))
    try:
        pc(len(SIZES), learner)
    except BudgetExhausted:
        return 1e6
    sets = tuple(key for key in learner.moments.means if len(key) > 2)
    first, second = (exact_release(records.tolist(), SIZES, sets) for records in (before, after))
    for moments in (first, second):
        moments.scales = learner.moments.scales
    return price_of(math.sqrt(distance(first, second, learner.moments.means, 1.0)), delta)


# --- audit: noisy pairs decide which triple is looked at ------------------------------------------------------

AUDIT_DELTA = 0.01
CHOICES: tuple[Columns, ...] = ((0, 1, 2), (0, 1, 3))
AUDIT_SIZES = (2, 2, 2, 2)
ENDS = ([0, 0, 0, 0], [0, 1, 0, 1])


def looks(
    side: int, size: int, rng: np.random.Generator, epsilon: float, share: Number = Fraction(3, 4)
) -> Outputs:
    """All pairs with noise; then one of two triples, whichever the noise suggests. Both along the worst direction."""
    mu = 1 / gaussian_scale(1.0, epsilon, AUDIT_DELTA)
    first, second = (exact_release([end], AUDIT_SIZES, CHOICES[:1]) for end in ENDS)
    pairs = math.sqrt(distance(first, second, [key for key in first.means if len(key) < 3], 1.0))
    shown = side * pairs * mu * math.sqrt(share) + rng.normal(size=size)
    moves = []
    for chosen in CHOICES:
        ends = [exact_release([end], AUDIT_SIZES, (chosen,)) for end in ENDS]
        moves.append(math.sqrt(distance(ends[0], ends[1], (chosen,), 1.0)))
    picked = np.where(shown > 0, *moves)
    again = side * picked * mu * math.sqrt(1 - Fraction(3, 4)) + rng.normal(size=size)
    return np.stack([shown, again], axis=1)


CLAIMS = (
    by_us(
        id="B-once-tables",
        title="A graph from tables that were asked for once",
        place="graphs.ask_once.tables",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $\\mu$ be the largest shift for which $N(0,1)$ and $N(\\mu,1)$ satisfy "
            "$(\\varepsilon,\\delta)$, and $s$ a share. Release all pairs with Gaussian noise, choose any "
            "larger sets by looking at the result, and release those with noise, too."
        ),
        statement=(
            "For all $«epsilon»$ and $«delta»$: with noise of the sensitivity over $«first»$ on the pairs, and over "
            "$«second»$ on the sets, both releases, and every graph computed from them, are «private»."
        ),
        quantities=(real("epsilon", above=0), real("delta", above=0, below=1)),
        formulas={"first": Formula("mu*sqrt(s)"), "second": Formula("mu*sqrt(1 - s)")},
        ours=Formula("epsilon"),
        depends=("C-agm", "B-once-pairs", "B-once-sets"),
        subjects=(OnceTables.separate, release_tables),
        checks=(
            Symbolic("two looks are one", derive_two_looks, (instead(second="mu*sqrt(2 - s)"),)),
            Exhaustive(
                "the library's μ, and what two looks of such lengths cost",
                worlds("epsilon delta", (0.5, 1e-6), (5.0, 1e-6), (1.0, 1e-3)),
                price_of_both,
                (instead(ours="19*epsilon/20"), instead(second="mu*sqrt(2 - s)")),
                **our_error(1e-9),
            ),
            Search(
                "the library's own run, number by number",
                worlds("epsilon delta", (5.0, 1e-6)),
                space.record(seed=space.whole(0, 2**32 - 1), record=space.codes(SIZES)),
                walked,
                (mutant("twice the μ", score=partial(walked, policy=Spendthrift)),),
                climbs=False,
            ),
            Audit(
                name="the first look chooses the second",
                worlds=({"epsilon": 1.0},),
                sample=looks,
                delta=AUDIT_DELTA,
                mutants=(mutant("the first look overspends", sample=partial(looks, share=Fraction(3))),),
            ),
        ),
    ),
)
