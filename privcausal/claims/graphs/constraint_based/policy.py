"""The repaired private PCs from end to end: everything that a run releases, on neighbouring data, to the last digit."""

from functools import cache, partial
from operator import mul
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.broken import private_pcs as specimens
from privcausal.claims.functions import our_error
from privcausal.claims.graphs.constraint_based import policy_laws
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.constraint_based.rounds import Rounds
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.em_pc import EmPc
from privcausal.graphs.methods.priv_pc import PrivPc
from privcausal.graphs.methods.svt_pc import SvtPc
from privcausal.privacy.accounting import largest_rho, renyi_epsilon
from privcausal.privacy.price import Price, Relation
from privcausal.verify import Claim, Formula, by_us, each, instead, mutant
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, worst_of
from privcausal.verify.statistics.exact import smallest_epsilon

SWAP = Relation.SUBSTITUTION
DELTA = 1e-6
METHODS: dict[str, policy_laws.Build] = {"SVT-PC": SvtPc, "Priv-PC": PrivPc, "EM-PC": EmPc}

NEIGHBOURS = {
    "a lone record joins the crowd": ([1, 0, 0, 499, 1, 0, 0, 499], (0, 1)),
    "a large stratum comes untied": ([327, 273, 273, 327, 0, 0, 5880, 52920], (7, 5)),
}
"""Counts of records in three yes-or-no columns, 000 to 111, and the cells that one record leaves and enters."""


def table(counts: list[int]) -> Tables:
    """Three columns with so many records of each kind."""
    kinds = np.array([[c >> 2, c >> 1 & 1, c & 1] for c in range(8)])
    return Tables(np.repeat(kinds, counts, axis=0), (2, 2, 2))


@cache
def pair_of_laws(method: str, name: str, epsilon: float) -> tuple[policy_laws.Law, policy_laws.Law]:
    """Return the laws of the output of a run on both neighbours."""
    counts, (leaves, enters) = NEIGHBOURS[name]
    other = list(counts)
    other[leaves] -= 1
    other[enters] += 1
    budget = Price(epsilon, DELTA, SWAP)
    first, second = (
        policy_laws.law_of_run(METHODS[method], table(cells), budget) for cells in (counts, other)
    )
    return first, second


def worst_run(method: str, epsilon: float, noise: float = 1) -> Extreme:
    """The exact ε at δ of each stored pair of neighbours, for everything that a run releases."""

    def exact(case: Witness) -> float:
        p, q = policy_laws.side_by_side(*pair_of_laws(method, case["pair"], epsilon / noise))
        return round(float(smallest_epsilon(p, q, DELTA)), 9)

    return worst_of(each(pair=NEIGHBOURS), exact)


# --- what the filter lets through --------------------------------------------------------------------------------


def small_worlds() -> st.SearchStrategy[Witness]:
    """Any data, any budget."""
    return st.fixed_dictionaries(
        {
            "counts": st.lists(st.integers(0, 400), min_size=8, max_size=8).filter(any),
            "epsilon": st.sampled_from((0.3, 3.0, 30.0)),
            "digits": st.sampled_from((3, 8)),
            "seed": st.integers(0, 99),
        }
    )


def overspent(case: Witness, method: str, noise: float = 1.0) -> float:
    """The ρ of all releases of one genuine run together, over the largest that the budget allows."""
    budget = Price(case["epsilon"], 10.0 ** -case["digits"], SWAP)
    policy = METHODS[method](table(case["counts"]), budget, np.random.default_rng(case["seed"]))
    policy.privacy_filter = type(policy.privacy_filter)(policy.privacy_filter.budget / noise, SWAP)
    pc(3, policy)
    return round(policy.privacy_filter.spent / honest_rho(budget), 9)


@cache
def honest_rho(budget: Price) -> float:
    """The largest ρ that is (ε, δ)-private, by halving an interval; a hair more, so that rounding accuses nobody."""
    low, high = 0.0, 2 * budget.epsilon + 1
    for _ in range(60):
        middle = (low + high) / 2
        fits = renyi_epsilon(partial(mul, middle), budget.delta) <= budget.epsilon
        low, high = (middle, high) if fits else (low, middle)
    return high


def price_of_the_purse(claim: Claim, method: str, epsilon: float, times: float = 1.0) -> Extreme:
    """Return how far a run that spends its budget exceeds the claim, by the conversion from ρ at the best order."""
    policy = METHODS[method](table([9] * 8), Price(epsilon, DELTA, SWAP), np.random.default_rng(0))
    delta = float(claim.stated["delta"](delta=DELTA))
    price = renyi_epsilon(partial(mul, times * policy.privacy_filter.budget), delta)
    return Extreme(max(0.0, price - float(claim.stated["ours"](epsilon=epsilon))), {"epsilon": price}, 1)


# --- audits, and the gallery -------------------------------------------------------------------------------------


def released_numbers(side: int, size: int, rng: np.random.Generator, method: str, epsilon: float) -> Outputs:
    """Return which of all possible outputs a run gave: drawn from the exact law."""
    p, q = policy_laws.side_by_side(*pair_of_laws(method, "a large stratum comes untied", epsilon))
    likelier = np.argsort(
        np.log(p) - np.log(q), kind="stable"
    )  # numbered so that an auditor finds the worst events
    law = (p, q)[side][likelier]
    return rng.choice(len(law), size=size, p=law / law.sum()).astype(float)[:, None]


def fourth_event(side: int) -> Any:
    """counts[z, x, y] of 60,000 records: in the large stratum x is 0 for three of them, and then for a fourth."""
    return np.array([327, 273, 273, 327, 0, 3 + side, 5880, 52917 - side]).reshape(2, 2, 2)


CLAIMS = (
    by_us(
        id="B-private-pcs",
        title="Three private PCs that keep their budget",
        place="SvtPc, PrivPc and EmPc",
        relation=SWAP,
        definition=(
            "Give SVT-PC, Priv-PC or EM-PC, as this library has them, any table with a public number of records and "
            "declared categories, and a budget $(\\varepsilon,\\delta)$. All that a run releases are the graph, the "
            "separating sets, the number of tests at each order, and why it stopped."
        ),
        statement=(
            "Together they are «private», whatever the answers on the way: the exact "
            "$\\varepsilon$ is «sense» $«ours»$."
        ),
        ours=Formula("epsilon"),
        formulas={"delta": Formula("delta")},
        at={"epsilon": 1.0},
        depends=("B-stratified", "B-ties", "B-filter", "B-peel", "B-em-count", "B-svt-noise", "P-amplify"),
        subjects=(SvtPc, PrivPc, EmPc, Rounds, largest_rho),
        checks=(
            Exhaustive(
                "exact laws of whole runs",
                tuple({"method": method, "epsilon": 1.0} for method in METHODS),
                worst_run,
                (
                    instead(ours="epsilon/30"),
                    mutant("a fiftieth of the noise", worst=partial(worst_run, noise=1 / 50)),
                ),
                thorough=tuple({"method": method, "epsilon": 4.0} for method in METHODS),
            ),
            Exhaustive(
                "the price of a budget that is spent",
                each(method=METHODS, epsilon=(0.5, 1.0, 4.0)),
                price_of_the_purse,
                (
                    instead(ours="19*epsilon/20"),
                    mutant("a budget with a tenth more", worst=partial(price_of_the_purse, times=1.1)),
                ),
                **our_error(1e-9),
            ),
            Search(
                "questions that the budget allows",
                each(method=METHODS),
                small_worlds,
                overspent,
                (mutant("four times the money", score=partial(overspent, noise=0.25)),),
                **our_error(1),
            ),
        ),
    ),
)

EXHIBITS = (
    *(
        Exhibit(
            f"{method}, repaired",
            "60,000 records, three columns; all that a run releases",
            "B-private-pcs",
            True,
            partial(released_numbers, method=method, epsilon=1.0),
            delta=DELTA,
        )
        for method in METHODS
    ),
    Exhibit(
        "SVT-PC, as coded",
        "60,000 records; ε = 1 for each of at most three passes, by plain addition, and a quarter for the last round",
        "P-strata",
        False,
        lambda side, size, rng: specimens.svt_pc(fourth_event(side), 1.0, 0.1, size, rng),
        epsilon=3.25,
    ),
    Exhibit(
        "Priv-PC, as coded",
        "60,000 records; ε = 3.5 for each pass; more than two of them come with a probability below 0.02",
        "P-strata",
        False,
        lambda side, size, rng: specimens.priv_pc(fourth_event(side), 3.5, 0.1, size, rng),
        epsilon=7.875,
        delta=0.02,
    ),
)
