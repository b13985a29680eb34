"""Filters: budgets that adaptive procedures cannot overspend, and why the caller must not state the price."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, product
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.integrate import quad
from scipy.optimize import brentq

from privcausal.claims.broken import noise
from privcausal.claims.functions import our_error
from privcausal.claims.sources import PRIV_PC_CODE
from privcausal.privacy.filters import BudgetExhausted, ConcentratedFilter, Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation, Release
from privcausal.verify import Claim, Consequence, Formula, Mutant, Quality, by_us, instead, mutant
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Remainders, Search, Symbolic, Target, each, space, worlds
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme, worst_of
from privcausal.verify.quantity import real, whole

# --- B-filter-pure: every adaptive strategy against the library's filter --------------------------------------


def worst_transcript(epsilon: float, longest: int, make: Callable[..., Filter] = Filter) -> Extreme:
    """The largest loss over all transcripts of at most `longest` questions, each for 1, 2 or 3 steps.

    Every adaptive strategy only picks, answer by answer, one of these transcripts. A question is a randomised
    response: the answer 1 loses exactly its price, the answer 0 gains it.
    """
    asked = product((0.1, 0.2, 0.3), repeat=longest)
    transcripts = (
        {"prices": prices, "answers": list(answers)}
        for prices in (let_through(list(each_price), epsilon, make) for each_price in asked)
        for answers in product((0, 1), repeat=len(prices))
    )
    return worst_of(transcripts, transcript_loss)


def let_through(asked: list[float], epsilon: float, make: Callable[..., Filter]) -> list[float]:
    """The prices that a filter of the library lets through before it first refuses."""
    privacy_filter, rng, prices = make(epsilon, Relation.SUBSTITUTION), np.random.default_rng(0), []
    for price in asked:
        try:
            privacy_filter.release(Laplace(1.0, price, Relation.SUBSTITUTION), 0.0, rng)
        except BudgetExhausted:
            break
        prices.append(price)
    return prices


def transcript_loss(witness: dict[str, Any]) -> float:
    sides = zip(witness["prices"], witness["answers"], strict=True)
    return round(sum(price if answer else -price for price, answer in sides), 9)


class LateFilter(Filter):
    """A filter that compares the budget with the earlier prices, without the next one."""

    def release(self, mechanism: Any, *question: Any) -> Release:
        """Let the release through as long as something is left."""
        if self._spent >= Fraction(repr(self.budget)):
            raise BudgetExhausted(mechanism.epsilon, 0.0, self.unit)
        self._spent += Fraction(repr(mechanism.epsilon))
        return mechanism.release(*question)


def best_spender(
    claim: Claim, rho: float, delta: float, units: int, largest: int = 3, overspending: int = 1
) -> Extreme:
    """The smallest ε for which no strategy gains more than δ. Questions cost j² of `units`, j = 1 … `largest`."""
    high = 2 * claim.stated["ours"](rho=overspending * rho, delta=delta)
    booked = float(claim.formulas["pure"](1))
    epsilon = brentq(
        lambda e: spender_gain(e, overspending * rho, units, largest, booked) - delta, 0.0, high, xtol=1e-10
    )
    return Extreme(float(epsilon), {"units": units, "largest": largest}, (units + 1) * (2 * units + 1))


def spender_gain(epsilon: float, rho: float, units: int, largest: int, booked: float = 0.5) -> float:
    """The largest P − e^ε Q over all adaptive strategies, from (units spent, loss so far) backwards."""
    step = math.sqrt(rho / units / booked)  # a question of size j has ε = j·step and ρ = j²·step²/2
    losses = step * np.arange(-units, units + 1)
    stop = np.maximum(0.0, -np.expm1(np.minimum(epsilon - losses, 700.0)))
    values: dict[int, NDArray[np.float64]] = {}
    for spent in range(units, -1, -1):
        value = stop
        for j in range(1, largest + 1):
            if spent + j * j <= units:
                likely = 1 / (1 + math.exp(-j * step))
                ahead = np.pad(values[spent + j * j], j, mode="edge")
                value = np.maximum(value, likely * ahead[2 * j :] + (1 - likely) * ahead[: -2 * j])
        values[spent] = value
    return float(values[0][units])


def derive_conversion(claim: Claim) -> Remainders:
    """The exponent that makes the tail bound of a ρ-zCDP transcript smallest."""
    rho, excess, log_inverse = sympy.symbols("rho a L", positive=True)  # a = α − 1, L = ln(1/δ)
    epsilon = (1 + excess) * rho + log_inverse / excess  # from P(loss > ε) ≤ exp(a((1 + a)ρ − ε)) = δ
    best = sympy.sqrt(log_inverse / rho)
    stated = claim.stated["ours"](rho=rho, delta=sympy.exp(-log_inverse))
    return {
        "stationary": sympy.diff(epsilon, excess).subs(excess, best),
        "the price there": epsilon.subs(excess, best) - stated,
    }


def response_over_price(claim: Claim, epsilon: float) -> Extreme:
    """Rényi divergence of a randomised response over its order, as a share of the stated price."""
    likely = 1 / (1 + math.exp(-epsilon))
    price = float(claim.formulas["pure"](epsilon))

    def share(excess: float) -> float:
        moment = likely * math.exp(excess * epsilon) + (1 - likely) * math.exp(-excess * epsilon)
        return math.log(moment) / excess / (1 + excess) / price

    return worst_of(({"excess": 2.0**power} for power in range(-12, 8)), lambda order: share(order["excess"]))


BUDGETS = space.record(
    epsilon=space.real(0.1, 3), digits=space.whole(2, 12), prices=space.real(0.01, 1.0).up_to(60, least=0)
)


def overspent(claim: Claim, case: dict[str, Any], slack: float = 0.0) -> float:
    """The ε of everything that a filter let through, by the claim's formula, over the ε that it was made for."""
    delta = 10.0 ** -case["digits"]
    privacy_filter = ConcentratedFilter.for_epsilon(case["epsilon"], delta, Relation.SUBSTITUTION)
    pure = claim.formulas["pure"]
    rho, rng = 0.0, np.random.default_rng(0)
    for price in case["prices"]:
        try:
            privacy_filter.release(Laplace(1.0, price, Relation.SUBSTITUTION), 0.0, rng)
            rho += pure(price)
        except BudgetExhausted:
            rho += slack * pure(price)
    return float(claim.stated["ours"](rho=rho, delta=delta)) / case["epsilon"] if rho else 0.0


def honest_filter(neighbour: int, size: int, rng: np.random.Generator, epsilon: float = 1.0) -> Outputs:
    """Two answers for 0.4 each from a budget of 1; the budget does not allow a third."""
    return noise.late_budget(neighbour, 0.8 * epsilon, 0.4 * epsilon, size, rng)


def late_filter(neighbour: int, size: int, rng: np.random.Generator, epsilon: float = 1.0) -> Outputs:
    return noise.late_budget(neighbour, epsilon, 0.9 * epsilon, size, rng)


# --- P-count: the bill for the number of rounds that happened -------------------------------------------------


def silence(k: int, epsilon: float, delta: float, queries: int) -> Extreme:
    """The loss of a run in which the sieve never fires, at the best common height of all its queries."""
    heights = ({"before": h / 2, "after": h / 2 + 1, "queries": queries} for h in range(-120, 120))
    return worst_of(heights, lambda run: silent_loss(run["before"], epsilon, delta, queries))


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
A_FIFTH = Mutant(
    "kε + ε/5, less than silence costs",
    claim={"published": None, "ours": Formula("k*epsilon + epsilon/5")},
)

LATE = mutant("the budget is checked after it is spent", worst=partial(worst_transcript, make=LateFilter))
HALF_ROOT = instead(ours="rho + sqrt(rho*log(1/delta))")
TWICE_SPENT = mutant("twice the budget is let through", worst=partial(best_spender, overspending=2))
REFUSED_ANYWAY = mutant("refused releases are made anyway", score=partial(overspent, slack=1.0))
HALF_BUDGET = instead(ours="epsilon/2")
LATE_ANSWERS = mutant("a third answer is paid for afterwards", sample=late_filter)

CLAIMS = (
    by_us(
        id="B-filter-pure",
        title="A budget in ε can be spent adaptively",
        place="known from Rogers and others (2016); the proof is ours",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let releases be made one after the other. Whether there is a next one, which mechanism makes "
            "it, and its price $\\varepsilon_i$ can depend on everything released so far, but a release with "
            "which the sum of the prices would exceed a number $\\varepsilon$ fixed beforehand is not made."
        ),
        statement="For all $«epsilon»$ all releases together are «private».",
        quantities=(real("epsilon", above=0),),
        ours=Formula("epsilon"),
        at={"epsilon": 1.0},
        subjects=(Filter,),
        checks=(
            Exhaustive(
                "all transcripts on a grid of prices",
                worlds("epsilon longest", (0.5, 4), (1.0, 5)),
                worst_transcript,
                (LATE, HALF_BUDGET),
                transcript_loss,
            ),
            Audit("what two answers betray", ({"epsilon": 1.0},), honest_filter, (LATE_ANSWERS, HALF_BUDGET)),
        ),
    ),
    by_us(
        id="B-filter",
        title="A budget in ρ can be spent adaptively, too",
        place="known from Rogers and others (2016) and later work; the proof is ours",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let releases be made one after the other, the $i$-th of them $\\rho_i$-zero-concentrated given "
            "everything before; Gaussian noise has $\\rho_i=\\Delta^2/2\\sigma_i^2$. Whether there is a next "
            "one, which, and at what price, can depend on everything released so far, but a release with "
            "which $\\sum\\rho_i$ would exceed a number $\\rho$ fixed beforehand is not made."
        ),
        statement=(
            "For all $«rho»$ and $«delta»$ all releases together are «private». An $\\varepsilon_i$-private "
            "release has $\\rho_i«sign»«pure»$."
        ),
        quantities=(real("rho", above=0), real("delta", above=0, below=1)),
        formulas={"pure": Formula("eps_i**2/2")},
        ours=Formula("rho + 2*sqrt(rho*log(1/delta))"),
        at={"rho": 0.02, "delta": 1e-6},
        checks=(
            Symbolic("the best exponent", derive_conversion, (HALF_ROOT,), target=Target.OURS),
            Exhaustive(
                "the best of all strategies, backwards",
                worlds("rho delta units", (0.5, 1e-6, 40), (0.02, 1e-3, 60), (2.0, 1e-6, 200)),
                best_spender,
                (HALF_ROOT, TWICE_SPENT, instead(pure="eps_i**2/4")),
            ),
            Exhaustive(
                "what a randomised response costs",
                each(epsilon=(0.01, 0.1, 1.0, 3.0)),
                response_over_price,
                (instead(pure="9*eps_i**2/20"),),
                **our_error(1.0),
            ),
            Search(
                "what the library lets through",
                ({},),
                BUDGETS,
                overspent,
                (REFUSED_ANYWAY, instead(pure="eps_i**2")),
                **our_error(1.0),
            ),
        ),
    ),
    Claim(
        id="P-count",
        title="Rounds are billed by how many there happened to be",
        **PRIV_PC_CODE(
            "pc.py l. 391, 417-419; the paper (004:108, 189) names advanced composition and no formula",
            Quality.RECONSTRUCTED,
        ),
        consequence=Consequence(
            cost=(
                "An additive ε/4 of one round, with a constant δ; nothing to the ranking. For one pass or "
                "more no violation is known."
            ),
            certain=(
                "Sure about the program; fairly sure about reading a number that the run decides as a "
                "guarantee."
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
            "outputs with this $k$ violates this guarantee on a neighbour."
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
                worlds(
                    "k epsilon delta queries",
                    (0, 1.0, 0.001, 1),
                    (0, 1.0, 0.001, 10),
                    (0, 1.0, 0.001, 100),
                    (0, 1.0, 1e-6, 10),
                ),
                silence,
                (COUNT_ONLY, A_FIFTH),
                lambda run, epsilon, delta: silent_loss(run["before"], epsilon, delta, run["queries"]),
            ),
            Exhaustive(
                "the exact price of each fixed number, and the best time to stop",
                worlds("rounds r delta", *((n, Fraction(2), Fraction(1, 100)) for n in (6, 12, 20))),
                stopping_gain,
                (mutant("δ'/2 is claimed", tolerance=Formula("delta/2")),),
                replayed_gain,
                tolerance=Formula("delta"),
                target=Target.PROOF,
            ),
        ),
    ),
)

REFUSED = "two randomised responses at 0.4, and no third, for a budget of 1"
TOO_LATE = "two randomised responses at 0.9 for a budget of 1"

EXHIBITS = (
    Exhibit("a filter that refuses in time", REFUSED, "B-filter-pure", True, honest_filter),
    Exhibit("a budget that is checked too late", TOO_LATE, "B-filter-pure", False, late_filter),
)
