"""Why one test can answer for all sets of an edge, and what it costs to choose one of them."""

from functools import partial
from itertools import product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.graphs.constraint_based.curate_pc import Choice, CuratePc
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.price import Price, Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, Target, instead
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic

Case = dict[str, Any]

# --- B-least: the smallest of several statistics ---------------------------------------------------------------------


def worst_change_of_least(numbers: int, largest: int, Delta: int, summary: Any = min) -> Extreme:
    """All lists of so many small integers and all changes of each by at most Δ."""
    worst, witness, cases = 0, {}, 0
    for before in product(range(largest + 1), repeat=numbers):
        for moves in product(range(-Delta, Delta + 1), repeat=numbers):
            after = [a + b for a, b in zip(before, moves, strict=True)]
            change = abs(summary(after) - summary(before))
            cases += 1
            if change > worst:
                worst, witness = change, {"before": list(before), "after": after}
    return Extreme(worst, witness, cases)


def change_of_witness(witness: Case, **world: int) -> int:
    return int(abs(min(witness["after"]) - min(witness["before"])))


SETS = ((), (2,), (3,), (2, 3))
BUDGET = Price(1.0, 1e-6, Relation.SUBSTITUTION)


CELLS = list(product((0, 1), repeat=4))


def neighbours(most: int) -> st.SearchStrategy[Case]:
    """How many records of each kind there are, of four binary columns, and one that changes from kind to kind."""
    kind = st.integers(0, 15)
    numbers = st.lists(st.integers(1, most), min_size=16, max_size=16)
    return st.fixed_dictionaries({"numbers": numbers, "old": kind, "new": kind})


def change_of_library(case: Case, most: int, summary: Any = min) -> float:
    """The change of the smallest height over four sets, in units of the library's bound."""
    counts = np.array(case["numbers"])
    policies = []
    for moved in (0, 1):
        counts[case["old"]] -= moved
        counts[case["new"]] += moved
        rows = np.repeat(np.array(CELLS, dtype=np.uint8), counts, axis=0)
        policies.append(CuratePc(Tables(rows, (2,) * 4), BUDGET, np.random.default_rng(0)))
    before, after = (summary([policy.height((0, 1), given) for given in SETS]) for policy in policies)
    return float(f"{abs(before - after) / policies[0].sensitivity:.9g}")


# --- B-choice: the exponential mechanism's price in zero-concentrated privacy -----------------------------------------


def choices(epsilon: float) -> st.SearchStrategy[Case]:
    """Log-weights of four outputs, how the neighbour moves each within ±½, and an order α − 1."""
    return st.fixed_dictionaries(
        {
            "weights": st.lists(st.floats(-6, 6), min_size=4, max_size=4),
            "moves": st.lists(st.floats(-0.5, 0.5), min_size=4, max_size=4),
            "excess": st.floats(0.01, 30),
        }
    )


def extreme_choices(epsilon: float) -> list[Case]:
    return [{"weights": [0.0, 0.0, -6.0, -6.0], "moves": [0.5, -0.5, 0, 0], "excess": 0.01}]


def nudged_choice(case: Case, rng: np.random.Generator) -> Case:
    moved = np.clip(np.array(case["moves"]) + rng.normal(0, 0.1, 4), -0.5, 0.5)
    return {
        **case,
        "weights": (np.array(case["weights"]) + rng.normal(0, 0.2, 4)).tolist(),
        "moves": moved.tolist(),
    }


def divergence_of_choice(case: Case, epsilon: float) -> float:
    """Rényi divergence of two choices over its order: at most ρ for every order if the choice is ρ-concentrated."""
    before = np.array(case["weights"])
    after = before + epsilon * np.array(case["moves"])
    first, second = (x - np.logaddexp.reduce(x) for x in (before, after))
    order = 1 + case["excess"]
    moment = float(np.logaddexp.reduce(order * first - case["excess"] * second))
    return float(moment / case["excess"] / order)


def derive_choice(claim: Claim) -> Remainders:
    """Hoeffding's lemma with exponent −1 bounds the mean; with exponent a, the moment."""
    a, epsilon, mean = sympy.symbols("a epsilon mu", positive=True)
    width = epsilon**2 / 8
    assert isinstance(claim.ours, Formula)
    stated = claim.ours(epsilon)
    return {
        "1 = E[e^(−L)] ≤ e^(−μ + ε²/8), so μ ≤ ρ": sympy.solve(-mean + width, mean)[0] - stated,
        "the exponent at μ = ρ": (a * mean + a**2 * width).subs(mean, stated) - a * (a + 1) * stated,
        "the library's ε for a price": Choice(1.0, 0.5, Relation.SUBSTITUTION).epsilon
        - sympy.solve(stated - sympy.Rational(1, 2), epsilon)[0],
        "any mechanism's loss ranges twice as far": claim.formulas["any"](epsilon)
        - width.subs(epsilon, 2 * epsilon),
    }


TENTH = instead(ours="epsilon**2/10")

CLAIMS = (
    Claim(
        id="B-least",
        title="One test answers for all sets of an edge",
        reading=Reading(Origin.OURS, "on every private PC"),
        relation=Relation.SUBSTITUTION,
        definition="Let each of any number of statistics have sensitivity $\\Delta$.",
        statement=(
            "«Neighbours» changes the smallest of them by «sense» $«ours»$, too. So one noisy answer tells "
            "whether any of them lies below a threshold, and an order of PC with $e$ edges takes $e$ answers."
        ),
        ours=Formula("Delta"),
        proof="proof-least",
        subjects=(CuratePc,),
        checks=(
            Exhaustive(
                "lists of small integers",
                ({"numbers": 2, "largest": 3, "Delta": 2}, {"numbers": 4, "largest": 2, "Delta": 1}),
                worst_change_of_least,
                (Mutant("their sum", check={"worst": partial(worst_change_of_least, summary=sum)}),),
                change_of_witness,
            ),
            Search(
                "the library's heights on small tables",
                ({"most": 100},),
                neighbours,
                change_of_library,
                (Mutant("their sum", check={"score": partial(change_of_library, summary=sum)}),),
                tolerance=Formula("1"),
                target=Target.OURS,
            ),
        ),
    ),
    Claim(
        id="B-choice",
        title="A choice costs a quarter of what its ε says",
        reading=Reading(Origin.OURS, "after Cesar and Rogers, bounded range"),
        relation=Relation.SUBSTITUTION,
        definition="Let the exponential mechanism be $(\\varepsilon,0)$-differentially private.",
        statement=(
            "It is $\\rho$-zero-concentrated for a $\\rho$ of «sense» $«ours»$, instead of the $«any»$ of every "
            "mechanism with that promise."
        ),
        formulas={"any": Formula("epsilon**2/2")},
        ours=Formula("epsilon**2/8"),
        at={"epsilon": 1.0},
        proof="proof-choice",
        subjects=(Choice,),
        checks=(
            Symbolic(
                "Hoeffding's lemma twice",
                derive_choice,
                (TENTH,),
                target=Target.OURS,
            ),
            Search(
                "four outputs, any order",
                ({"epsilon": 0.3}, {"epsilon": 3.0}),
                choices,
                divergence_of_choice,
                (TENTH,),
                starts=extreme_choices,
                step=nudged_choice,
            ),
        ),
    ),
)
