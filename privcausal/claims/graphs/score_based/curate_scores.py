"""Growing budgets: how many steps each schedule affords, which affords the most, and which growth would be best."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.graphs.score_based.curate_scores import affordable, growth, real_steps, spent
from privcausal.verify import Origin, Reading
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target

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


def error_of(case: Case, schedule: str, rule: str, begin: int = 0) -> int:
    """How far the library's number of steps is from the counted one."""
    numbers = {name: float(value) for name, value in case.items()}
    with localcontext() as digits:
        digits.prec = 50
        true = counted(schedule, rule, case, begin)
    return abs(affordable(schedule, rule, numbers["first"], numbers["total"], ratio=numbers["ratio"]) - true)


def worst_count(schedule: str, rule: str, begin: int = 0) -> Extreme:
    cases = cases_of(schedule)
    errors = [error_of(case, schedule, rule, begin) for case in cases]
    worst = int(np.argmax(errors))
    return Extreme(errors[worst], cases[worst], len(cases))


def worst_count_from_one(schedule: str, rule: str) -> Extreme:
    """As if the first step already paid the second price."""
    return worst_count(schedule, rule, begin=1)


def worst_count_other_rule(schedule: str, rule: str) -> Extreme:
    """The formula of the other rule of adding up."""
    other = {"basic": "zCDP", "zCDP": "basic"}[rule]
    cases = cases_of(schedule)
    errors = []
    for case in cases:
        numbers = [float(case[name]) for name in ("first", "total", "ratio")]
        here, there = (affordable(schedule, name, *numbers[:2], ratio=numbers[2]) for name in (rule, other))
        errors.append(abs(here - there))
    return Extreme(max(errors), cases[int(np.argmax(errors))], len(cases))


def nothing() -> Number:
    r"""$0$ steps."""
    return 0


def derive_sums(begin: int = 0) -> Remainders:
    """The sums in closed form, and that the stated numbers of steps exhaust the budget q exactly."""
    place, steps, room, ratio = sympy.symbols("i I q r", positive=True)
    square = sympy.sqrt((9 + 6 * room) ** 2 - 56)
    arithmetic = {1: (2 * room + 1) / 3, 2: (9 + 6 * room + square) / 28}
    remainders: Remainders = {}
    for power, rule in ((1, "basic"), (2, "zCDP")):
        total = sympy.summation((1 + place / steps) ** power, (place, begin, begin + steps - 1))
        remainders[f"arithmetic, {rule}"] = total.subs(steps, arithmetic[power]) - room
        grown = (ratio**steps - 1) / (ratio - 1)  # for any factor r: r^0 + … + r^(I−1)
        remainders[f"one more step, {rule}"] = grown.subs(steps, steps + 1) - grown - ratio**steps
        last = power / sympy.log(1 + (sympy.exp(power) - 1) / room)
        whole = grown.subs(ratio, sympy.exp(power / steps)).subs(steps, last)
        remainders[f"exponential, {rule}"] = sympy.simplify(whole) - room
        end = sympy.log(1 + (ratio**power - 1) * room) / (power * sympy.log(ratio))
        power_at_end = sympy.exp(end * power * sympy.log(ratio))
        remainders[f"geometric, {rule}"] = (power_at_end - 1) / (ratio**power - 1) - room
    return remainders


def derive_sums_from_one() -> Remainders:
    return derive_sums(begin=1)


# --- B-growth: which schedule affords the most ----------------------------------------------------------------


def budgets() -> st.SearchStrategy[dict[str, float]]:
    return st.fixed_dictionaries({"first": st.floats(0.001, 3), "times": st.floats(1, 1000)})


def wrong_order(case: dict[str, float], turn: float = math.e - 1) -> float:
    """By how many steps, relatively, the stated order of the schedules fails."""
    first, total = case["first"], case["first"] * case["times"]
    arithmetic, exponential, geometric = (
        real_steps(schedule, "basic", case["times"], 1 + first)
        for schedule in ("arithmetic", "exponential", "geometric")
    )
    ahead = (
        geometric - exponential if min(first, turn) <= total <= max(first, turn) else exponential - geometric
    )
    return max(0.0, (exponential - arithmetic) / arithmetic, -ahead / exponential)


def wrong_order_at_one(case: dict[str, float]) -> float:
    """As if the turn came at a total of 1."""
    return wrong_order(case, turn=1.0)


def rounding() -> Number:
    return 1e-9


def derive_turn() -> Remainders:
    """Geometric and exponential growth afford equally many steps at a total of ε₀, and at e − 1."""
    first, total = sympy.symbols("epsilon0 E", positive=True)
    geometric = sympy.log(1 + total) / sympy.log(1 + first)
    exponential = 1 / sympy.log(1 + (sympy.E - 1) * first / total)
    gap = geometric - exponential
    return {
        "at ε₀": gap.subs(total, first),
        "at e − 1": sympy.simplify(gap.subs(total, sympy.E - 1)),
    }


def derive_turn_at_one() -> Remainders:
    first = sympy.Symbol("epsilon0", positive=True)
    return {"at 1": sympy.log(2) / sympy.log(1 + first) - 1 / sympy.log(1 + (sympy.E - 1) * first)}


CLAIMS = (
    Claim(
        id="C-lemma2",
        title="How many steps three growing prices afford",
        reading=Reading(
            Origin.OURS,
            ("three families of our choice: the formulas of Lemma 2 of CURATE are lost (002:91-95, 157-169)"),
        ),
        relation=None,
        statement=(
            "Let step $i=0,\\dots,I-1$ cost $\\varepsilon_i$, the first $\\varepsilon_0$. Under basic "
            "composition put $q=\\varepsilon/\\varepsilon_0$, $k=1$; under zero-concentrated privacy "
            "$q=2\\rho/\\varepsilon_0^2$, $k=2$. The largest $I$ whose prices fit the total is, rounded "
            "down: for $\\varepsilon_i=\\varepsilon_0(1+\\frac iI)$, $\\frac{2q+1}3$ if $k=1$ and "
            "$\\frac{9+6q+\\sqrt{(9+6q)^2-56}}{28}$ if $k=2$; for $\\varepsilon_i=\\varepsilon_0e^{i/I}$, "
            "$k\\big/\\ln\\bigl(1+\\frac{e^k-1}q\\bigr)$; and for $\\varepsilon_i=\\varepsilon_0r^i$ with "
            "$r>1$, $\\ln\\bigl(1+(r^k-1)q\\bigr)\\big/\\ln r^k$."
        ),
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
                    Mutant("steps counted from 1", check={"worst": worst_count_from_one}),
                    Mutant("the other rule's formula", check={"worst": worst_count_other_rule}),
                ),
                replay=error_of,
                tolerance=nothing,
            ),
            Symbolic(
                "sums in closed form, and their inverses",
                derive_sums,
                (Mutant("steps counted from 1", check={"derive": derive_sums_from_one}),),
            ),
        ),
    ),
    Claim(
        id="B-growth",
        title="Geometric growth affords more steps only in small budgets",
        reading=Reading(Origin.OURS, "geometric growth read as ε₀(1 + ε₀)^i"),
        relation=None,
        statement=(
            "Let the total be $\\varepsilon\\ge\\varepsilon_0$, composed basically, and compare the "
            "numbers of steps of {prf:ref}`C-lemma2` before rounding, with $r=1+\\varepsilon_0$. "
            "Arithmetic growth affords at least as many as exponential growth. Geometric growth affords at "
            "least as many as exponential growth when $\\varepsilon$ lies between $\\varepsilon_0$ and "
            "$e-1$, and at most as many otherwise."
        ),
        proof="proof-growth",
        depends=("C-lemma2",),
        subjects=(real_steps,),
        checks=(
            Symbolic(
                "the turn", derive_turn, (Mutant("a turn at ε = 1", check={"derive": derive_turn_at_one}),)
            ),
            Search(
                name="any first price, any total",
                worlds=({},),
                candidates=budgets,
                score=wrong_order,
                tolerance=rounding,
                mutants=(Mutant("a turn at ε = 1", check={"score": wrong_order_at_one}),),
                target=Target.PUBLISHED,
            ),
        ),
    ),
)
