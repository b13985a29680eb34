"""Growing budgets: how many steps each schedule affords, which affords the most, and which growth would be best."""

import math
from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import sympy

from privcausal.claims.functions import measured_in, our_error, rounding
from privcausal.experiments.linear import LINEAR
from privcausal.graphs.methods.curate_scores import (
    affordable,
    cost_of_steps,
    curate_scores,
    growth,
    real_steps,
)
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, by_us, each, instead, mutant, one_of, real, whole, worlds
from privcausal.verify.checks import Estimate, Remainders, Search, Symbolic, mean, space
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme, worst_of

# --- C-lemma2: add up the prices one by one -------------------------------------------------------------------

FIRSTS = ("0.1", "0.25", "1", "3")
TOTALS = ("0.02", "0.3", "1", "2.5")
RATIOS = ("1.01", "1.25", "2")

Case = dict[str, str]


def price(schedule: str, place: int, steps: int, first: str, ratio: str) -> Any:
    """Return the price of one step: a fraction or, with e in it, a decimal of 50 digits."""
    if schedule == "exponential":
        return Decimal(first) * (Decimal(place) / Decimal(steps)).exp()
    growing = {
        "uniform": Fraction(1),
        "arithmetic": 1 + Fraction(place, steps),
        "geometric": Fraction(ratio) ** place,
    }
    return Fraction(first) * growing[schedule]


def fits(schedule: str, rule: str, steps: int, case: Case, begin: int = 0) -> bool:
    """Do so many steps cost no more than the total, step by step?"""
    exact = Decimal if schedule == "exponential" else Fraction
    power = 1 if rule == "basic" else 2
    places = range(begin, begin + steps)
    prices = (price(schedule, place, steps, case["first"], case["ratio"]) for place in places)
    return bool(sum((one**power for one in prices), exact(0)) <= exact(case["total"]) * power)


def count_steps(schedule: str, rule: str, case: Case, begin: int = 0) -> int:
    """The largest number of steps that fits: doubled until it does not, then halved."""
    low, high = 0, 1
    while fits(schedule, rule, high, case, begin):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(schedule, rule, middle, case, begin) else (low, middle)
    return low


def stated(claim: Claim, schedule: str, rule: str, case: Mapping[str, float]) -> int:
    """The number of steps that the claim's formulas give."""
    spending = {"epsilon": case["total"], "rho": case["total"], "epsilon_0": case["first"]}
    room = claim.formulas[f"room, {rule}"](**spending)
    name = f"{schedule}, {rule}" if schedule == "arithmetic" else schedule
    steps = claim.formulas[name](q=room, k=1 if rule == "basic" else 2, r=case["ratio"])
    return math.floor(steps + 1e-9)


def error_of(claim: Claim, case: Case, schedule: str, rule: str, begin: int = 0, noisy: str = "") -> int:
    """How far the library's number of steps, and the claim's, are from the counted one."""
    numbers = {name: float(value) for name, value in case.items()}
    with localcontext() as digits:
        digits.prec = 50
        true = count_steps(schedule, rule, case, begin)
    library = affordable(schedule, noisy or rule, numbers["first"], numbers["total"], ratio=numbers["ratio"])
    return max(abs(library - true), abs(stated(claim, schedule, rule, numbers) - true))


def worst_count(claim: Claim, schedule: str, rule: str, begin: int = 0, exchange: bool = False) -> Extreme:
    noisy = {"basic": "zCDP", "zCDP": "basic"}[rule] if exchange else rule
    ratios = RATIOS if schedule == "geometric" else RATIOS[:1]
    cases = each(first=FIRSTS, total=TOTALS, ratio=ratios)
    return worst_of(cases, lambda case: error_of(claim, case, schedule, rule, begin, noisy))


def derive_sums(claim: Claim, begin: int = 0) -> Remainders:
    """The sums in closed form, and that the stated numbers of steps exhaust the budget q exactly."""
    place, steps, room, ratio = sympy.symbols("i I q r", positive=True)
    formulas, remainders = claim.formulas, {}
    for name, factor in (("exponential", sympy.exp(1 / steps)), ("geometric", ratio)):
        price, later = (formulas[f"{name} price"](i=i, I=steps, r=ratio) for i in (place, place + 1))
        remainders[f"{name} prices grow by a constant factor"] = later / price - factor
        remainders[f"{name} prices start at the first"] = price.subs(place, 0) - 1
    for power, rule in ((1, "basic"), (2, "zCDP")):
        stated = {
            name: formulas[f"{name}, {rule}" if name == "arithmetic" else name](
                q=room, k=sympy.Integer(power), r=ratio
            )
            for name in ("arithmetic", "exponential", "geometric")
        }
        price = formulas["arithmetic price"](i=place, I=steps)
        total = sympy.summation(price**power, (place, begin, begin + steps - 1))
        remainders[f"arithmetic, {rule}"] = total.subs(steps, stated["arithmetic"]) - room
        grown = (ratio**steps - 1) / (ratio - 1)  # for any factor r: r^0 + … + r^(I−1)
        remainders[f"one more step, {rule}"] = grown.subs(steps, steps + 1) - grown - ratio**steps
        whole = grown.subs(ratio, sympy.exp(power / steps)).subs(steps, stated["exponential"])
        remainders[f"exponential, {rule}"] = sympy.simplify(whole) - room
        power_at_end = sympy.exp(stated["geometric"] * power * sympy.log(ratio))
        remainders[f"geometric, {rule}"] = (power_at_end - 1) / (ratio**power - 1) - room
    return remainders


# --- B-growth: which schedule affords the most ----------------------------------------------------------------


def wrong_order(claim: Claim, case: dict[str, float]) -> float:
    """By how many steps, relatively, the stated order of the schedules fails."""
    first, total, turn = case["first"], case["first"] * case["times"], claim.formulas["turn"]()
    arithmetic, exponential, geometric = (
        real_steps(schedule, "basic", case["times"], claim.formulas["ratio"](first))
        for schedule in ("arithmetic", "exponential", "geometric")
    )
    ahead = (
        geometric - exponential if min(first, turn) <= total <= max(first, turn) else exponential - geometric
    )
    return max(0.0, (exponential - arithmetic) / arithmetic, -ahead / exponential)


def derive_turn(claim: Claim) -> Remainders:
    """Geometric and exponential growth afford equally many steps at a total of ε₀, and at e − 1."""
    first, total = sympy.symbols("epsilon0 E", positive=True)
    ratio, turn = claim.formulas["ratio"](first), claim.formulas["turn"](among_symbols=first)
    geometric = sympy.log(1 + (ratio - 1) * total / first) / sympy.log(ratio)
    exponential = 1 / sympy.log(1 + (sympy.E - 1) * first / total)
    gap = geometric - exponential
    return {"at ε₀": gap.subs(total, first), "at the turn": sympy.simplify(gap.subs(total, turn))}


BUDGETS = space.record(first=space.real(0.001, 3), times=space.real(1, 1000))
TURN_AT_ONE = instead(turn="1")


Prices = dict[str, list[float]]

# --- B-best-growth: the price of a step by the weight of its noise --------------------------------------------


def powers(q: float, steps: int) -> float:
    return math.fsum(q**place for place in range(steps))


POWERS = {"powers": (powers, r"\Bigl(\sum_{{s<{1}}}{0}^s\Bigr)")}
UNIFORM = instead(ours="1/(steps*powers(q**2, steps))", where=POWERS)
"""What equal shares reach."""


def stated_shares(claim: Claim, q: float, steps: int) -> Extreme:
    """How far the stated shares are from spending 1, or from the stated precision."""
    shares = [float(claim.formulas["share"](q=q, t=place, steps=steps)) for place in range(steps)]
    reached = precision({"precisions": shares}, q, steps) / float(claim.stated["ours"](q=q, steps=steps))
    return Extreme(max(abs(math.fsum(shares) - 1), abs(reached - 1)), {}, 1)


def schedules(q: float, steps: int) -> space.Space:
    """Any prices; a climb can start from equal or from growing ones."""
    best = growth("geometric", steps, ratio=1 / q) if q < 1 else np.ones(steps)
    starts = [{"precisions": prices} for prices in ([1.0] * steps, (best / best.max()).tolist())]
    return space.record(precisions=space.real(0.01, 1) * steps).starting(*starts)


def precision(prices: Prices, q: float, steps: int, times: float = 1) -> float:
    """One over the variance of the last iterate, when a step's noise is damped by q in each later step."""
    total = math.fsum(prices["precisions"])
    damped = [q ** (steps - 1 - place) for place in range(steps)]
    return times / math.fsum(a**2 * total / p for a, p in zip(damped, prices["precisions"], strict=True))


# --- C-adaptive and C-tables-scores: the stored experiment -----------------------------------------------------------

GROWING = ("arithmetic", "exponential", "geometric")


def scores(results: pd.DataFrame, epsilon: float | None = None) -> pd.DataFrame:
    """Skeleton F1, one row per data set and ε, one column per method."""
    private = results[np.isfinite(results.epsilon)]
    chosen = private if epsilon is None else private[private.epsilon == epsilon]
    wide: pd.DataFrame = chosen.pivot_table(
        index=["d", "repetition", "epsilon"], columns="method", values="f1"
    )
    return wide


def band(values: "pd.Series[float]", alpha: float, rng: np.random.Generator) -> Estimate:
    """The mean over all runs; runs on one data set are drawn together."""
    places = values.index
    sets = places.get_level_values("d") * 1000 + places.get_level_values("repetition")
    return mean(values.to_numpy(), alpha, rng, groups=sets.to_numpy())


def won_by_growing(
    results: pd.DataFrame, alpha: float, rng: np.random.Generator, schedule: str, answer: str
) -> Estimate:
    """F1 of growing prices minus F1 of equal ones, on the same records at the same total."""
    wide = scores(results)
    ending = {"average": "", "last": ", last"}[answer]
    return band(wide[f"steps, {schedule}{ending}"] - wide[f"steps, uniform{ending}"], alpha, rng)


def won_at_a_tenth(results: pd.DataFrame, alpha: float, rng: np.random.Generator, epsilon: float) -> Estimate:
    """F1 of the best growing schedule at ε, minus F1 of equal prices at ten times ε."""
    cheap = scores(results, epsilon)[[f"steps, {schedule}" for schedule in GROWING]]
    dear = scores(results, 10 * epsilon)["steps, uniform"]
    best = cheap[cheap.mean().idxmax()]
    return band(best.droplevel("epsilon") - dear.droplevel("epsilon"), alpha, rng)


WORLDS = worlds("q steps", (0.5, 4), (0.9, 10), (1.0, 6))
measured = measured_in(LINEAR)
MUCH_WORSE = instead(ours="-3/10")
OTHER_RULE = mutant("the other rule's formula", worst=partial(worst_count, exchange=True))


CLAIMS = (
    by_us(
        id="C-lemma2",
        title="How many steps three growing prices afford",
        place="three families of our choice: the formulas of Lemma 2 of CURATE are lost (002:91-95, 157-169)",
        relation=None,
        definition=(
            "Let step $i=0,\\dots,I-1$ cost $\\varepsilon_i$, the first $\\varepsilon_0$; put $k=1$ under basic "
            "composition to $\\varepsilon$, $k=2$ under zero-concentrated privacy $\\rho$. Prices grow "
            "arithmetically, exponentially, or geometrically with a ratio $r>1$."
        ),
        statement=(
            "Let $\\varepsilon_i/\\varepsilon_0$ be $«arithmetic price»$, $«exponential price»$, or $«geometric "
            "price»$, and $q$ be $«room, basic»$ or, under zero-concentrated privacy, $«room, zCDP»$. The "
            "largest $I$ whose prices fit the total is, rounded down: for arithmetic growth $«arithmetic, "
            "basic»$ or, under zero-concentrated privacy, $«arithmetic, zCDP»$; for exponential growth "
            "$«exponential»$; for geometric growth $«geometric»$."
        ),
        formulas={
            "arithmetic price": Formula("1 + i/I"),
            "exponential price": Formula("exp(i/I)"),
            "geometric price": Formula("r**i"),
            "room, basic": Formula("epsilon/epsilon_0"),
            "room, zCDP": Formula("2*rho/epsilon_0**2"),
            "arithmetic, basic": Formula("(2*q + 1)/3"),
            "arithmetic, zCDP": Formula("(9 + 6*q + sqrt((9 + 6*q)**2 - 56))/28"),
            "exponential": Formula("k/log(1 + (exp(k) - 1)/q)"),
            "geometric": Formula("log(1 + (r**k - 1)*q)/(k*log(r))"),
        },
        subjects=(affordable, real_steps, growth, cost_of_steps),
        checks=(
            Exhaustive(
                "prices added up one by one",
                each(schedule=("arithmetic", "exponential", "geometric"), rule=("basic", "zCDP")),
                worst_count,
                (mutant("steps counted from 1", worst=partial(worst_count, begin=1)), OTHER_RULE),
                error_of,
                tolerance=0,
            ),
            Symbolic(
                "sums in closed form, and their inverses",
                derive_sums,
                (mutant("steps counted from 1", derive=partial(derive_sums, begin=1)),),
            ),
        ),
    ),
    by_us(
        id="B-growth",
        title="Geometric growth affords more steps only in small budgets",
        place="geometric growth read as ε₀(1 + ε₀)^i",
        relation=None,
        definition=(
            "Let the total be $\\varepsilon\\ge\\varepsilon_0$, composed basically, and compare the numbers of "
            "steps of {prf:ref}`C-lemma2` before rounding."
        ),
        statement=(
            "Arithmetic growth affords as many as exponential growth, or more. So does geometric growth with "
            "the ratio $«ratio»$ when $\\varepsilon$ lies between $\\varepsilon_0$ and $«turn»$; otherwise it "
            "affords as many, or fewer."
        ),
        formulas={"ratio": Formula("1 + epsilon_0"), "turn": Formula("e - 1")},
        depends=("C-lemma2",),
        subjects=(real_steps,),
        checks=(
            Symbolic("the turn", derive_turn, (TURN_AT_ONE,)),
            Search(
                "any first price, any total", ({},), BUDGETS, wrong_order, (TURN_AT_ONE,), tolerance=rounding
            ),
        ),
    ),
    by_us(
        id="B-best-growth",
        title="The best growth follows how much of a step's noise survives",
        place="from the inequality of Cauchy and Schwarz",
        relation=None,
        definition=(
            "Let Gaussian noise of precision $p_t$ enter an iteration at step $t=0,\\dots,I-1$, and let the "
            "share $q^{I-1-t}$ of it survive in the last iterate. The budget allows $\\sum_tp_t=1$."
        ),
        statement=(
            "The noise of the last iterate has precision «sense» $«ours»$, where $«q»$. That is attained, only "
            "by shares $p_t$ of $«share»$."
        ),
        quantities=(real("q", above=0, at_most=1), whole("steps", letter="I")),
        formulas={"share": Formula("q**(steps - 1 - t)/powers(q, steps)", POWERS)},
        ours=Formula("powers(q, steps)**(-2)", POWERS),
        at={"q": 0.9, "steps": 30},
        checks=(
            Search(
                "schedules of any form",
                WORLDS,
                schedules,
                precision,
                (UNIFORM, mutant("twice the budget", score=partial(precision, times=2))),
            ),
            Exhaustive(
                "the stated shares", WORLDS, stated_shares, (instead(share="1/steps"),), **our_error(1e-9)
            ),
        ),
    ),
    by_us(
        id="C-adaptive",
        title="Steep growth does not pay in our experiment",
        place="our own search and models; the idea that later steps deserve more is CURATE's (002:14, 88-90)",
        relation=Relation.SUBSTITUTION,
        kind="observation",
        statement=(
            "At equal total $(\\varepsilon,\\delta)$ the lead of geometrically growing prices over equal ones, in "
            "the mean $F_1$ of the skeletons that the noisy search of this library finds, is «sense» $«ours»$."
        ),
        ours=Formula("0"),
        subjects=(curate_scores,),
        checks=(
            measured(
                "growing against equal prices, run by run",
                each(schedule=("geometric",), answer=("average", "last")),
                measure=won_by_growing,
                mutants=(MUCH_WORSE,),
            ),
        ),
    ),
    by_us(
        id="C-tables-scores",
        title="A tenth of the price buys worse graphs",
        place="our own programs; CURATE's program for scores could not be read",
        relation=Relation.SUBSTITUTION,
        kind="observation",
        definition=(
            "At $\\delta=10^{-6}$, compare the mean $F_1$ of the skeletons that our noisy search finds with the "
            "best growing schedule at $\\varepsilon$, and with equal prices at ten times $\\varepsilon$."
        ),
        statement="For $«epsilon»$ the lead of the cheap search over the expensive one is «sense» $«ours»$.",
        quantities=(one_of("epsilon", 0.3, 1.0),),
        ours=Formula("0"),
        checks=(
            measured(
                "at a tenth of the price",
                each(epsilon=(0.3, 1.0)),
                measure=won_at_a_tenth,
                mutants=(MUCH_WORSE,),
            ),
        ),
    ),
)
