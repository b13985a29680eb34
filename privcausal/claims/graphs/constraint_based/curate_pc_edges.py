"""Why one test can answer for all sets of an edge, and what it costs to choose one of them."""

from itertools import product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.graphs.constraint_based.curate_pc import Choice, CuratePc
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.price import Price, Relation
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target

Case = dict[str, Any]

# --- B-least: the smallest of several statistics ---------------------------------------------------------------------


def least_ours() -> Number:
    r"""$\Delta$."""
    return 1


def worst_change_of_least(numbers: int, largest: int, summary: str = "min") -> Extreme:
    """All lists of so many small integers and all changes of each by at most 1."""
    choose: Any = {"min": min, "sum": sum}[summary]
    worst, witness, cases = 0, {}, 0
    for before in product(range(largest + 1), repeat=numbers):
        for moves in product((-1, 0, 1), repeat=numbers):
            after = [a + b for a, b in zip(before, moves, strict=True)]
            change = abs(choose(after) - choose(before))
            cases += 1
            if change > worst:
                worst, witness = change, {"before": list(before), "after": after}
    return Extreme(worst, witness, cases)


def worst_change_of_sum(numbers: int, largest: int) -> Extreme:
    return worst_change_of_least(numbers, largest, "sum")


def change_of_witness(claim: Claim, witness: Case, numbers: int, largest: int) -> int:
    return int(abs(min(witness["after"]) - min(witness["before"])))


SETS = ((), (2,), (3,), (2, 3))
BUDGET = Price(1.0, 1e-6, Relation.SUBSTITUTION)


CELLS = list(product((0, 1), repeat=4))


def neighbours(most: int) -> st.SearchStrategy[Case]:
    """How many records of each kind there are, of four binary columns, and one that changes from kind to kind."""
    kind = st.integers(0, 15)
    numbers = st.lists(st.integers(1, most), min_size=16, max_size=16)
    return st.fixed_dictionaries({"numbers": numbers, "old": kind, "new": kind})


def change_of_library(claim: Claim, case: Case, most: int, summary: Any = min) -> float:
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


def change_of_their_sum(claim: Claim, case: Case, most: int) -> float:
    return change_of_library(claim, case, most, sum)


def one_bound(most: int) -> Number:
    """$1$, in units of the bound."""
    return 1


# --- B-choice: the exponential mechanism's price in zero-concentrated privacy -----------------------------------------


def choice_ours(epsilon: float) -> Any:
    r"""$\frac{\varepsilon^2}8$."""
    return epsilon**2 / 8


def choice_tenth(epsilon: float) -> Any:
    return epsilon**2 / 10


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


def divergence_of_choice(claim: Claim, case: Case, epsilon: float) -> float:
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
    assert claim.ours is not None
    stated = claim.ours(epsilon)
    return {
        "1 = E[e^(−L)] ≤ e^(−μ + ε²/8), so μ ≤ ρ": sympy.solve(-mean + width, mean)[0] - stated,
        "the exponent at μ = ρ": (a * mean + a**2 * width).subs(mean, stated) - a * (a + 1) * stated,
        "the library's ε for a price": Choice(1.0, 0.5, Relation.SUBSTITUTION).epsilon
        - sympy.solve(claim.ours(epsilon) - sympy.Rational(1, 2), epsilon)[0],
    }


CLAIMS = (
    Claim(
        id="B-least",
        title="One test answers for all sets of an edge",
        source="ours",
        locator="on every private PC",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let each of any number of statistics have sensitivity at most $\\Delta$. Then so has the smallest of "
            "them. So one noisy answer tells whether any of them lies below a threshold, and an order of PC with $e$ "
            "edges takes $e$ answers."
        ),
        ours=least_ours,
        proof="proof-least",
        subjects=(CuratePc,),
        checks=(
            Exhaustive(
                "lists of small integers",
                ({"numbers": 2, "largest": 3}, {"numbers": 4, "largest": 2}),
                worst_change_of_least,
                (Mutant("their sum", check={"worst": worst_change_of_sum}),),
                change_of_witness,
            ),
            Search(
                "the library's heights on small tables",
                ({"most": 100},),
                neighbours,
                change_of_library,
                (Mutant("their sum", check={"score": change_of_their_sum}),),
                tolerance=one_bound,
                target=Target.OURS,
            ),
        ),
    ),
    Claim(
        id="B-choice",
        title="A choice costs a quarter of what its ε says",
        source="ours",
        locator="after Cesar and Rogers, bounded range",
        relation=Relation.SUBSTITUTION,
        statement=(
            "The exponential mechanism that is $(\\varepsilon,0)$-private is $\\rho$-zero-concentrated with "
            "$\\rho=\\varepsilon^2/8$, instead of the $\\varepsilon^2/2$ of every $(\\varepsilon,0)$-private mechanism."
        ),
        ours=choice_ours,
        at={"epsilon": 1.0},
        proof="proof-choice",
        subjects=(Choice,),
        checks=(
            Symbolic(
                "Hoeffding's lemma twice",
                derive_choice,
                (Mutant("a tenth", claim={"ours": choice_tenth}),),
                target=Target.OURS,
            ),
            Search(
                "four outputs, any order",
                ({"epsilon": 0.3}, {"epsilon": 3.0}),
                choices,
                divergence_of_choice,
                (Mutant("a tenth", claim={"ours": choice_tenth}),),
                starts=extreme_choices,
                step=nudged_choice,
            ),
        ),
    ),
)
