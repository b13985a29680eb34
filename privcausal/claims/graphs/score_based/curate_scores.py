"""Growing budgets: how many steps each schedule affords, which affords the most, and which growth would be best."""

import math
from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.claims.functions import rounding
from privcausal.graphs.score_based.curate_scores import affordable, growth, real_steps, spent
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, instead
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic

# --- C-lemma2: add up the prices one by one -------------------------------------------------------------------

FIRSTS = ("0.1", "0.25", "1", "3")
TOTALS = ("0.02", "0.3", "1", "2.5")
RATIOS = ("1.01", "1.25", "2")

Case = dict[str, str]


def price(schedule: str, place: int, steps: int, first: str, ratio: str) -> Any:
    """What one step pays: a fraction or, with e in it, a decimal of 50 digits."""
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


def counted(schedule: str, rule: str, case: Case, begin: int = 0) -> int:
    """The largest number of steps that fits: doubled until it does not, then halved."""
    low, high = 0, 1
    while fits(schedule, rule, high, case, begin):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(schedule, rule, middle, case, begin) else (low, middle)
    return low


def cases_of(schedule: str) -> list[Case]:
    return [
        {"first": first, "total": total, "ratio": ratio}
        for first in FIRSTS
        for total in TOTALS
        for ratio in (RATIOS if schedule == "geometric" else RATIOS[:1])
    ]


def stated(claim: Claim, schedule: str, rule: str, case: Mapping[str, float]) -> int:
    """The number of steps that the claim's formulas give."""
    spending = {"epsilon": case["total"], "rho": case["total"], "epsilon_0": case["first"]}
    room = claim.formulas[f"room, {rule}"](**spending)
    name = f"{schedule}, {rule}" if schedule == "arithmetic" else schedule
    steps = claim.formulas[name](q=room, k=1 if rule == "basic" else 2, r=case["ratio"])
    return math.floor(steps + 1e-9)


def error_of(claim: Claim, case: Case, schedule: str, rule: str, begin: int = 0, told: str = "") -> int:
    """How far the library's number of steps, and the claim's, are from the counted one."""
    numbers = {name: float(value) for name, value in case.items()}
    with localcontext() as digits:
        digits.prec = 50
        true = counted(schedule, rule, case, begin)
    library = affordable(schedule, told or rule, numbers["first"], numbers["total"], ratio=numbers["ratio"])
    return max(abs(library - true), abs(stated(claim, schedule, rule, numbers) - true))


def worst_count(claim: Claim, schedule: str, rule: str, begin: int = 0, exchange: bool = False) -> Extreme:
    cases = cases_of(schedule)
    told = {"basic": "zCDP", "zCDP": "basic"}[rule] if exchange else rule
    errors = [error_of(claim, case, schedule, rule, begin, told) for case in cases]
    worst = int(np.argmax(errors))
    return Extreme(errors[worst], cases[worst], len(cases))


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


def budgets() -> st.SearchStrategy[dict[str, float]]:
    return st.fixed_dictionaries({"first": st.floats(0.001, 3), "times": st.floats(1, 1000)})


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


TURN_AT_ONE = instead(turn="1")

CLAIMS = (
    Claim(
        id="C-lemma2",
        title="How many steps three growing prices afford",
        reading=Reading(
            Origin.OURS,
            "three families of our choice: the formulas of Lemma 2 of CURATE are lost (002:91-95, 157-169)",
        ),
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
        proof="proof-lemma2",
        subjects=(affordable, real_steps, growth, spent),
        checks=(
            Exhaustive(
                name="prices added up one by one",
                worlds=tuple(
                    {"schedule": schedule, "rule": rule}
                    for schedule in ("arithmetic", "exponential", "geometric")
                    for rule in ("basic", "zCDP")
                ),
                worst=worst_count,
                mutants=(
                    Mutant("steps counted from 1", check={"worst": partial(worst_count, begin=1)}),
                    Mutant("the other rule's formula", check={"worst": partial(worst_count, exchange=True)}),
                ),
                replay=error_of,
                tolerance=Formula("0"),
            ),
            Symbolic(
                "sums in closed form, and their inverses",
                derive_sums,
                (Mutant("steps counted from 1", check={"derive": partial(derive_sums, begin=1)}),),
            ),
        ),
    ),
    Claim(
        id="B-growth",
        title="Geometric growth affords more steps only in small budgets",
        reading=Reading(Origin.OURS, "geometric growth read as ε₀(1 + ε₀)^i"),
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
        proof="proof-growth",
        depends=("C-lemma2",),
        subjects=(real_steps,),
        checks=(
            Symbolic("the turn", derive_turn, (TURN_AT_ONE,)),
            Search(
                name="any first price, any total",
                worlds=({},),
                candidates=budgets,
                score=wrong_order,
                tolerance=rounding,
                mutants=(TURN_AT_ONE,),
            ),
        ),
    ),
)
