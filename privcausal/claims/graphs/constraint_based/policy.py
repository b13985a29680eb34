"""The repaired private PCs from end to end: everything that a run tells, on neighbouring data, to the last digit."""

from functools import cache, partial
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.graphs.constraint_based.policy_laws import Build, Law, law_of_run, side_by_side
from privcausal.claims.specimens import private_pcs as specimens
from privcausal.graphs.constraint_based.em_pc import EmPc
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.constraint_based.priv_pc import PrivPc
from privcausal.graphs.constraint_based.rounds import Rounds
from privcausal.graphs.constraint_based.svt_pc import SvtPc
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.accounting import largest_rho, renyi_epsilon
from privcausal.privacy.price import Price, Relation
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant, instead
from privcausal.verify.evidence import Number, Target
from privcausal.verify.formula import Formula
from privcausal.verify.reading import Origin, Reading
from privcausal.verify.statistics.exact import smallest_epsilon

SWAP = Relation.SUBSTITUTION
DELTA = 1e-6
METHODS: dict[str, Build] = {"SVT-PC": SvtPc, "Priv-PC": PrivPc, "EM-PC": EmPc}

NEIGHBOURS = {
    "a lone record joins the crowd": ([1, 0, 0, 499, 1, 0, 0, 499], (0, 1)),
    "a large stratum comes untied": ([327, 273, 273, 327, 0, 0, 5880, 52920], (7, 5)),
}
"""Counts of records in three yes-or-no columns, 000 to 111, and the cells that one record leaves and enters."""


# --- exact laws --------------------------------------------------------------------------------------------------


def table(counts: list[int]) -> Tables:
    """Three columns with so many records of each kind."""
    kinds = np.array([[c >> 2, c >> 1 & 1, c & 1] for c in range(8)])
    return Tables(np.repeat(kinds, counts, axis=0), (2, 2, 2))


@cache
def pair_of_laws(method: str, name: str, epsilon: float) -> tuple[Law, Law]:
    """What a run tells on both neighbours."""
    counts, (leaves, enters) = NEIGHBOURS[name]
    other = list(counts)
    other[leaves] -= 1
    other[enters] += 1
    budget = Price(epsilon, DELTA, SWAP)
    first, second = (law_of_run(METHODS[method], table(cells), budget) for cells in (counts, other))
    return first, second


def worst_run(method: str, epsilon: float) -> Extreme:
    """The exact ε at δ of each stored pair of neighbours, for all that a run tells."""
    found = {}
    for name in NEIGHBOURS:
        p, q = side_by_side(*pair_of_laws(method, name, epsilon))
        found[name] = round(float(smallest_epsilon(p, q, DELTA)), 9)
    worst = max(found, key=lambda name: found[name])
    return Extreme(found[worst], {"pair": worst}, len(NEIGHBOURS))


def run_at_a_fiftieth_of_the_noise(method: str, epsilon: float) -> Extreme:
    return worst_run(method, 50 * epsilon)


# --- what the purse lets through ---------------------------------------------------------------------------------


def small_worlds(method: str) -> st.SearchStrategy[dict[str, Any]]:
    """Any data, any budget."""
    return st.fixed_dictionaries(
        {
            "counts": st.lists(st.integers(0, 400), min_size=8, max_size=8).filter(any),
            "epsilon": st.sampled_from((0.3, 3.0, 30.0)),
            "digits": st.sampled_from((3, 8)),
            "seed": st.integers(0, 99),
        }
    )


def overspent(case: dict[str, Any], method: str, noise: float = 1.0) -> float:
    """The ρ of all releases of one genuine run together, over the largest that the budget allows."""
    budget = Price(case["epsilon"], 10.0 ** -case["digits"], SWAP)
    policy = METHODS[method](table(case["counts"]), budget, np.random.default_rng(case["seed"]))
    policy.purse = type(policy.purse)(policy.purse.budget / noise, SWAP)
    pc(3, policy)
    return round(policy.purse.spent / honest_rho(budget), 9)


@cache
def honest_rho(budget: Price) -> float:
    """The largest ρ that is (ε, δ)-private, by halving an interval; a hair more, so that rounding accuses nobody."""
    low, high = 0.0, 2 * budget.epsilon + 1
    for _ in range(60):
        middle = (low + high) / 2
        fits = renyi_epsilon(partial(times, middle), budget.delta) <= budget.epsilon
        low, high = (middle, high) if fits else (low, middle)
    return high


def times(rho: float, order: float) -> float:
    """The Rényi curve of ρ-zero-concentrated privacy."""
    return rho * order


def overspent_purse(case: dict[str, Any], method: str) -> float:
    """A purse with four times the money."""
    return overspent(case, method, noise=0.25)


def whole_budget(method: str) -> Number:
    return 1.0


# --- audits, and the gallery -------------------------------------------------------------------------------------


def told(side: int, size: int, rng: np.random.Generator, method: str, epsilon: float) -> Outputs:
    """Which of all the things that a run can tell it told: drawn from the exact law."""
    p, q = side_by_side(*pair_of_laws(method, "a large stratum comes untied", epsilon))
    likelier = np.argsort(
        np.log(p) - np.log(q), kind="stable"
    )  # numbered so that an auditor finds the worst events
    law = (p, q)[side][likelier]
    return rng.choice(len(law), size=size, p=law / law.sum()).astype(float)[:, None]


def fourth_event(side: int) -> Any:
    """counts[z, x, y] of 60,000 records: in the large stratum x is 0 for three of them, and then for a fourth."""
    return np.array([327, 273, 273, 327, 0, 3 + side, 5880, 52917 - side]).reshape(2, 2, 2)


def coded_svt_pc(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return specimens.svt_pc(fourth_event(side), 1.0, 0.1, size, rng)


def coded_priv_pc(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return specimens.priv_pc(fourth_event(side), 3.5, 0.1, size, rng)


CLAIMS = (
    Claim(
        id="B-private-pcs",
        title="Three private PCs that keep their budget",
        reading=Reading(Origin.OURS, "SvtPc, PrivPc and EmPc"),
        relation=SWAP,
        definition=(
            "Give SVT-PC, Priv-PC or EM-PC, as this library has them, any table with a public number of records and "
            "declared categories, and a budget $(\\varepsilon,\\delta)$. All that a run tells are the graph, the "
            "separating sets, the number of tests at each order, and why it stopped."
        ),
        statement=(
            "Together they are «private», whatever the answers on the way: the exact "
            "$\\varepsilon$ is «sense» $«ours»$."
        ),
        ours=Formula("epsilon"),
        formulas={"delta": Formula("delta")},
        at={"epsilon": 1.0},
        proof="proof-private-pcs",
        depends=("B-stratified", "B-ties", "B-filter", "B-peel", "B-em-count", "B-svt-noise", "P-amplify"),
        subjects=(SvtPc, PrivPc, EmPc, Rounds, largest_rho),
        checks=(
            Exhaustive(
                "exact laws of whole runs",
                tuple({"method": method, "epsilon": 1.0} for method in METHODS),
                worst_run,
                (
                    instead(ours="epsilon/30"),
                    Mutant("a fiftieth of the noise", check={"worst": run_at_a_fiftieth_of_the_noise}),
                ),
                thorough=tuple({"method": method, "epsilon": 4.0} for method in METHODS),
            ),
            Search(
                name="what the purse lets through",
                worlds=tuple({"method": method} for method in METHODS),
                candidates=small_worlds,
                score=overspent,
                tolerance=whole_budget,
                target=Target.OURS,
                mutants=(Mutant("four times the money", check={"score": overspent_purse}),),
            ),
        ),
    ),
)

EXHIBITS = (
    *(
        Exhibit(
            f"{method}, repaired",
            "60,000 records, three columns; all that a run tells",
            "B-private-pcs",
            True,
            partial(told, method=method, epsilon=1.0),
            delta=DELTA,
        )
        for method in METHODS
    ),
    Exhibit(
        "SVT-PC, as coded",
        "60,000 records; ε = 1 for each of at most three passes, by plain addition, and a quarter for the last round",
        "P-strata",
        False,
        coded_svt_pc,
        epsilon=3.25,
    ),
    Exhibit(
        "Priv-PC, as coded",
        "60,000 records; ε = 3.5 for each pass; more than two of them come with a probability below 0.02",
        "P-strata",
        False,
        coded_priv_pc,
        epsilon=7.875,
        delta=0.02,
    ),
)
