"""Noise on all pairs of columns: what a plan is worth, and which is worth most."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any

import numpy as np

from privcausal.claims.functions import our_error
from privcausal.claims.graphs.ask_once.contrasts import exact_release
from privcausal.experiments import baselines_residual_planner as planner
from privcausal.experiments.baselines_residual_planner import (
    length,
    loss,
    plan_variances,
    planned_for_replacement,
)
from privcausal.graphs.ask_once.interactions import Columns, Interactions
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Number, by_us, each, instead, mutant
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, space, worst_of

Sizes = tuple[int, ...]
Plan = dict[Columns, Any]
"""The variance of the noise on the interactions of each pair."""

STEPS = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4))
"""The variances of the exhaustive checks."""


def pairs_of(sizes: Sizes) -> list[Columns]:
    return list(combinations(range(len(sizes)), 2))


def tables(sizes: Sizes) -> Number:
    r"""$\sum_{i<j}(1-\frac1{k_i})(1-\frac1{k_j})$."""
    return sum((1 - Fraction(1, sizes[i])) * (1 - Fraction(1, sizes[j])) for i, j in pairs_of(sizes))


def cells(sizes: Sizes) -> Number:
    r"""$\sum_{i<j}(k_i-1)(k_j-1)/\sqrt{k_ik_j}$."""
    return sum((sizes[i] - 1) * (sizes[j] - 1) / _root(sizes[i] * sizes[j]) for i, j in pairs_of(sizes))


def _root(number: int) -> Number:
    """Exact where it can be."""
    root = math.isqrt(number)
    return Fraction(root) if root**2 == number else math.sqrt(number)


# --- every plan of a grid, from the records and the cells themselves --------------------------------------------


def centred(size: int) -> list[list[Fraction]]:
    """Return a table of counts along one axis, less its mean."""
    return [[Fraction(int(a == b)) - Fraction(1, size) for b in range(size)] for a in range(size)]


def moved(sizes: Sizes, pair: Columns) -> Fraction:
    """The squared distance by which a record moves the interactions of a pair: the same for each, or it is an error."""
    one, other = (centred(sizes[column]) for column in pair)
    results = {
        sum(((x * y) ** 2 for x, y in product(one[a], other[b])), Fraction(0))
        for a, b in product(range(sizes[pair[0]]), range(sizes[pair[1]]))
    }
    (only,) = results
    return only


def spread(sizes: Sizes, pair: Columns) -> Fraction:
    """The sum of the variances that noise of variance 1 on these interactions has in the cells of the table."""
    one, other = (centred(sizes[column]) for column in pair)
    parts = ((x * y) ** 2 for row, column in product(one, other) for x, y in product(row, column))
    return sum(parts, Fraction(0))


def best(sizes: Sizes, mean: bool = True) -> Extreme:
    """The plan of the grid that is worth most, where tables count by their mean cell or by the sum of them."""
    pairs = pairs_of(sizes)
    prices = [moved(sizes, pair) for pair in pairs]
    losses = [spread(sizes, pair) / (math.prod(sizes[x] for x in pair) if mean else 1) for pair in pairs]

    def worth(case: Witness) -> Number:
        price = sum(p / v for p, v in zip(prices, case["variances"], strict=True))
        return 1 / price / sum(w * v for w, v in zip(losses, case["variances"], strict=True))

    extreme = worst_of(each(variances=product(STEPS, repeat=len(pairs))), worth)
    return replace(extreme, witness={"variances": list(map(float, extreme.witness["variances"]))})


def cells_error(claim: Claim, sizes: Sizes) -> Extreme:
    """How far the best plan of the grid and the stated one are from the formula, where all cells count."""
    extreme, stated = best(sizes, mean=False), float(claim.formulas["cells"](sizes=sizes))
    power, pairs = float(claim.formulas["power"]()), pairs_of(sizes)
    plan = {pair: math.prod(sizes[x] for x in pair) ** power for pair in pairs}
    price = math.fsum(moved(sizes, pair) / plan[pair] for pair in pairs)
    reached = 1 / price / math.fsum(spread(sizes, pair) * plan[pair] for pair in pairs)
    error = max(abs(float(extreme.value) - stated), abs(reached - stated))
    return Extreme(error, extreme.witness, extreme.cases)


# --- the library's numbers, and its first look ----------------------------------------------------------------


def worth(plan: Plan, sizes: Sizes) -> float:
    """1/(price × loss) by the library's lengths and losses."""
    price = math.fsum(length(sizes, pair) / plan[pair] for pair in pairs_of(sizes))
    lost = math.fsum(
        loss(sizes, pair, 2) / math.prod(sizes[x] for x in pair) * plan[pair] for pair in pairs_of(sizes)
    )
    return 1 / (price * lost)


def plans(sizes: Sizes) -> space.Space:
    """The logarithms of variances; a climb can start from the best plan where all cells count."""
    best = [math.log(plan_variances(sizes, 2)[pair]) for pair in pairs_of(sizes)]
    return (space.real(-3, 3) * len(best)).starting(best)


def worth_of_logs(candidate: list[float], sizes: Sizes, paid: float = 1.0) -> float:
    return worth(dict(zip(pairs_of(sizes), map(math.exp, candidate), strict=True)), sizes) / paid


def first_look(claim: Claim, sizes: Sizes, all_cells: bool = False) -> Extreme:
    """How much less than the most the noise of the first look of `once` is worth, as a share."""
    scales = exact_release([[0] * len(sizes)], sizes).scales
    plan = plan_variances(sizes, 2) if all_cells else {pair: scales[pair] ** 2 for pair in pairs_of(sizes)}
    most = float(claim.stated["ours"](sizes=sizes))
    return Extreme(abs(1 - worth(plan, sizes) / most), {}, 1)


# --- the same when a record is replaced ------------------------------------------------------------------------


def changes(sizes: Sizes) -> set[tuple[Fraction, ...]]:
    """The squared distances by which replacing a record can change the interactions of each pair: every two records."""
    tables = [centred(size) for size in sizes]

    def contrasts(record: tuple[int, ...], pair: Columns) -> list[Fraction]:
        one, other = (tables[column][record[column]] for column in pair)
        return [x * y for x, y in product(one, other)]

    records = list(product(*map(range, sizes)))
    return {
        tuple(
            sum(
                ((x - y) ** 2 for x, y in zip(contrasts(old, pair), contrasts(new, pair), strict=True)),
                Fraction(0),
            )
            for pair in pairs_of(sizes)
        )
        for old, new in product(records, records)
    }


def best_replaced(sizes: Sizes) -> Extreme:
    """The plan of a grid that is worth most when a record is replaced; the library's plan is one of the grid."""
    possible = changes(sizes)
    losses = [moved(sizes, pair) for pair in pairs_of(sizes)]
    own = tuple(planned_for_replacement(sizes)[0].values())

    def worth(case: Witness) -> Number:
        variances = case["variances"]
        price = max(sum(p / v for p, v in zip(one, variances, strict=True)) for one in possible)
        return 1 / price / sum(w * v for w, v in zip(losses, variances, strict=True))

    extreme = worst_of(each(variances=[*product(STEPS, repeat=len(losses)), own]), worth)
    return replace(extreme, witness={"variances": list(map(float, extreme.witness["variances"]))})


def worth_replaced(candidate: list[float], sizes: Sizes, added: bool = False) -> float:
    """1/(price × loss) where any set of columns can change; the mutant takes a replacement for an addition."""
    plan = dict(zip(pairs_of(sizes), map(math.exp, candidate), strict=True))
    prices = 1 / np.array(list(plan.values())) @ planner.replacements(sizes)
    price = sum(length(sizes, pair) / plan[pair] for pair in plan) if added else float(prices.max())
    return 1 / (price * sum(length(sizes, pair) * plan[pair] for pair in plan))


def replacement_plans(sizes: Sizes) -> space.Space:
    """The logarithms of variances; a climb can start from the best plan."""
    best = [math.log(variance) for variance in planned_for_replacement(sizes)[0].values()]
    return (space.real(-3, 3) * len(best)).starting(best)


def most_replaced(sizes: Sizes) -> float:
    r"""$\max_\pi\bigl(\sum_{i<j}\sqrt{(1-\frac1{k_i})(1-\frac1{k_j})\,m_{ij}(\pi)}\bigr)^2$."""
    return planned_for_replacement(sizes)[1]


def even_replaced(sizes: Sizes) -> float:
    """The price times loss of equal noise on all pairs."""
    even = dict.fromkeys(pairs_of(sizes), 1.0)
    return planner.exact(sizes, even) ** 2 * sum(length(sizes, pair) for pair in even)


REPLACED = {
    "most": (
        most_replaced,
        r"\max_\pi\Bigl(\sum_{{i<j}}\sqrt{{(1-\tfrac1{{k_i}})(1-\tfrac1{{k_j}})\,m_{{ij}}(\pi)}}\Bigr)^2",
    ),
    "even": (even_replaced, r"\text{{equal}}"),
}
EVEN = instead(ours="1/even(sizes)", where=REPLACED)

WHERE = {
    "tables": (tables, r"\Bigl(\sum_{{i<j}}(1-\tfrac1{{k_i}})(1-\tfrac1{{k_j}})\Bigr)"),
    "cells": (cells, r"\Bigl(\sum_{{i<j}}\frac{{(k_i-1)(k_j-1)}}{{\sqrt{{k_ik_j}}}}\Bigr)"),
}
OTHER_LOSS = instead(ours="1/cells(sizes)**2", where=WHERE)
TENTH_FORGOTTEN = mutant("a tenth of the price forgotten", score=partial(worth_of_logs, paid=0.9))

CLAIMS = (
    by_us(
        id="B-allocation",
        title="Optimal noise for all pairs under addition or removal",
        place="the first look of once, against the plans of ResidualPlanner",
        relation=Relation.ADD_REMOVE,
        definition=(
            "Let columns have $k_1,\\dots,k_d\\ge2$ values. Release the interactions of every pair of columns, with "
            "Gaussian noise of variance $\\sigma_{ij}^2$ in each direction. Let $P$ be the squared distance by which "
            "neighbours move them, in units of the noise, and $L$ the mean variance that the noise on the interactions "
            "brings into the cells of a pair's table, summed over all pairs; call $1/(PL)$ the worth of the noise."
        ),
        statement=(
            "Under «neighbours» the worth is «sense» $«ours»$, which equal noise on all pairs attains. If every cell "
            "counts instead of the mean of each table, it is «sense» $«cells»$, which variances in proportion to "
            "$(k_ik_j)^{«power»}$ attain."
        ),
        formulas={"cells": Formula("1/cells(sizes)**2", where=WHERE), "power": Formula("-1/2")},
        ours=Formula("1/tables(sizes)**2", where=WHERE),
        subjects=(plan_variances, length, loss, Interactions.measure_pairs),
        checks=(
            Exhaustive(
                "all plans of a grid, from records and cells",
                each(sizes=((2, 2, 3), (2, 3, 5), (2, 2, 3, 4))),
                best,
                (OTHER_LOSS,),
                thorough=each(sizes=((3, 2, 5, 4),)),
            ),
            Exhaustive(
                "the same, where all cells count",
                each(sizes=((2, 2, 8), (2, 8, 8), (3, 3, 12))),
                cells_error,
                (instead(cells="1/tables(sizes)**2", where=WHERE), instead(power="-1")),
                **our_error(1e-12),
            ),
            Search(
                "any variances, by the library's lengths and losses",
                each(sizes=((2, 3, 5, 4), (2, 2, 3, 7, 4))),
                plans,
                worth_of_logs,
                (OTHER_LOSS, TENTH_FORGOTTEN),
            ),
            Exhaustive(
                "the noise of the first look of once",
                each(sizes=((2, 2, 3), (2, 3, 5, 4))),
                first_look,
                (mutant("the plan for all cells", worst=partial(first_look, all_cells=True)),),
                **our_error(1e-12),
            ),
        ),
    ),
    by_us(
        id="B-allocation-replaced",
        title="Optimal noise for all pairs under substitution",
        place="the relation of once, against the plans of ResidualPlanner",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let columns have $k_1,\\dots,k_d\\ge2$ values. Release the interactions of every pair of columns, with "
            "Gaussian noise of variance $\\sigma_{ij}^2$ in each direction. For a distribution $\\pi$ over sets of "
            "columns, let $p_i$ and $p_{ij}$ be the probabilities that a set contains $i$, and both $i$ and $j$. Let "
            "$m_{ij}(\\pi)=2\\bigl((1-\\frac1{k_j})p_i+(1-\\frac1{k_i})p_j-p_{ij}\\bigr)$, and the noise of $\\pi$ "
            "have $\\sigma_{ij}^2\\propto\\sqrt{m_{ij}(\\pi)/((1-\\frac1{k_i})(1-\\frac1{k_j}))}$. The worth of the "
            "noise is $1/(PL)$ as in {prf:ref}`B-allocation`, where $P$ is now the largest squared distance."
        ),
        statement=(
            "Under «neighbours» the worth is «sense» $«ours»$, which the noise of the $\\pi$ in this formula attains."
        ),
        depends=("B-allocation",),
        ours=Formula("1/most(sizes)", where=REPLACED),
        subjects=(planned_for_replacement, planner.replacements, length),
        checks=(
            Exhaustive(
                "all plans of a grid, from any two records",
                each(sizes=((2, 2, 3), (2, 2, 4), (2, 3, 3))),
                best_replaced,
                (EVEN,),
                thorough=each(sizes=((2, 2, 2, 4),)),
            ),
            Search(
                "any variances, whichever columns change",
                each(sizes=((2, 2, 4), (2, 2, 8), (2, 2, 4, 4))),
                replacement_plans,
                worth_replaced,
                (
                    EVEN,
                    mutant("a replacement taken for an addition", score=partial(worth_replaced, added=True)),
                ),
            ),
        ),
    ),
)
