"""Synthetic data from an adaptively chosen model: our reimplementation of AIM, from the paper and the public program.

McKenna, Mullins, Sheldon and Miklau (2022): measure all columns; then, round by round, choose by the exponential
mechanism a table that the model has wrong by more than noise would, measure it, fit again. Where a fit changed by no
more than the noise, each later round gets four times as much. The workload here is all pairs of columns.
Simplified: values are not merged, records are drawn independently, the model has far fewer cells than the authors let
it have (they allow ten million), and a fit takes fewer steps than theirs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from privcausal.arrays import Floats
from privcausal.experiments.baselines import BASELINES, SET, SIZES
from privcausal.experiments.baselines_mst import counts_of, measure_counts
from privcausal.experiments.baselines_private_pgm import Elimination, Model, model_of
from privcausal.experiments.execution import Experiment, Rows, Task, load
from privcausal.experiments.heldout import price, scores, without_privacy
from privcausal.experiments.heldout_networks import MEMBERS, categorical, families
from privcausal.graphs.ask_once.interactions import Columns
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.curate_pc import NoisyChoice
from privcausal.graphs.models.bayesian_network import Codes
from privcausal.graphs.structure.pdag import cpdag
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.price import Price, Relation, check_substitution

ROUNDS = 16
"""So many for each column are planned; the fewer there are, the more is bought in each."""

FOR_CHOICES = 0.1
"""The part of a round's budget that chooses; the rest measures. Both are the authors'."""

MOST_CELLS = 20_000
"""Of the model in the last round; before, as many of them as budget is spent."""

SPARE = 1 - 1e-12
"""So that rounding cannot ask for more than is left."""


@dataclass(frozen=True)
class Made:
    """The synthetic records, their price, and the model that they were drawn from."""

    records: Codes
    spent: Price
    model: Model
    rounds: int


def synthetic(tables: Tables, budget: Price, rng: np.random.Generator, most_cells: int = MOST_CELLS) -> Made:
    """As many records as there are, from a model that was learned privately.

    A substitution is one removal and one addition: it moves a table of counts by √2, and a distance from one by 2,
    where either alone moves them by 1.

    >>> rows = np.random.default_rng(0).integers(0, 2, (20_000, 2))[:, [0, 0, 1]]
    >>> made = synthetic(Tables(rows, (2, 2, 2)), Price(1.0, 1e-6, Relation.SUBSTITUTION), np.random.default_rng(1))
    >>> round(float((made.records[:, 0] == made.records[:, 1]).mean()), 2), str(made.spent)
    (1.0, 'ε = 1, δ = 1e-06 (substitution)')
    """
    check_substitution(budget.relation)
    privacy_filter = ConcentratedFilter.within(budget)
    looks, whole = Looks(tables, privacy_filter, rng), privacy_filter.remaining
    sizes, share = tables.cardinalities, whole / (ROUNDS * len(tables.cardinalities)) * SPARE
    for column in range(len(sizes)):
        looks.measure((column,), share)
    model, rounds, last = looks.model(), 0, False
    while not last:
        last = privacy_filter.remaining < 2 * share
        share = privacy_filter.remaining * SPARE if last else share
        allowed = most_cells * (1 - (privacy_filter.remaining - share) / whole)
        thought = everything(model)
        columns = looks.choose(thought, small(sizes, list(model.factors), allowed), share)
        noise = looks.measure(columns, share)
        model, rounds = looks.model(model), rounds + 1
        if tables.size * np.abs(model.table(columns) - thought[columns]).sum() <= noise:
            share *= 4
    return Made(model.sample(tables.size, rng), privacy_filter.total_cost, model, rounds)


class Looks:
    """The measurements, and the privacy filter that paid for them."""

    def __init__(self, tables: Tables, privacy_filter: ConcentratedFilter, rng: np.random.Generator) -> None:
        self.tables, self.privacy_filter, self.rng = tables, privacy_filter, rng
        self.answers: dict[Columns, tuple[Floats, float]] = {}

    def measure(self, columns: Columns, share: float) -> float:
        """Look at a table, for the larger part of a share, and return how far noise alone moves it, in the mean."""
        (noisy,), scale = measure_counts(
            [counts_of(self.tables, columns)], share * (1 - FOR_CHOICES), self.privacy_filter, self.rng
        )
        shares, weight = self.answers.get(columns, (np.zeros_like(noisy), 0.0))
        more = weight + 1 / scale
        self.answers[columns] = (shares * weight + noisy / self.tables.size / scale) / more, more
        return expected(noisy.size, scale)

    def choose(self, thought: dict[Columns, Floats], candidates: list[Columns], share: float) -> Columns:
        """Likely a table that the model has more wrong than noise would make it; a single column counts half."""
        scale = math.sqrt(1 / (share * (1 - FOR_CHOICES)))
        choice = NoisyChoice(2.0, share * FOR_CHOICES, Relation.SUBSTITUTION)
        wrong = [
            len(c) / 2 * (self._distance(c, thought[c]) - expected(thought[c].size, scale))
            for c in candidates
        ]
        return candidates[int(self.privacy_filter.release(choice, [-far for far in wrong], self.rng).value)]

    def model(self, before: Model | None = None) -> Model:
        """Return the fit of the measurements, from the end of the previous fit."""
        return model_of(self.tables.cardinalities, self.answers, before)

    def _distance(self, columns: Columns, shares: Floats) -> float:
        return float(np.abs(counts_of(self.tables, columns) - self.tables.size * shares).sum())


def expected(size: int, scale: float) -> float:
    """How far Gaussian noise of this scale moves a table of so many cells: the mean sum of its absolute values."""
    return math.sqrt(2 / math.pi) * scale * size


def everything(model: Model) -> dict[Columns, Floats]:
    """What the model thinks of all columns and all pairs: the candidates."""
    return {(column,): model.table((column,)) for column in model.going.others} | model.pairs()


def small(sizes: Sequence[int], there: list[Columns], allowed: float) -> list[Columns]:
    """The candidates with which the model stays small, and those that are in it."""
    columns = range(len(sizes))
    every = [(x,) for x in columns] + list(combinations(columns, 2))
    return [
        candidate
        for candidate in every
        if candidate in there or Elimination(sizes, [*there, candidate]).cells <= allowed
    ]


MOST_COLUMNS = 20
"""Beyond, a model of pairs that is held small leaves most pairs out."""


def tasks() -> list[Task]:
    """The development worlds of the peers with so many columns, in the same words: so the records are the same."""
    return [
        {"family": family, "member": member, "records": records}
        for records in SIZES
        for family, recipe in families(SET).items()
        if recipe.d <= MOST_COLUMNS
        for member in range(MEMBERS[SET])
    ]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """Run AIM, then PC, and PC on the records themselves, whose row shows that they are those of the baselines."""
    world = categorical(SET, task["family"], task["member"])
    tables, truth = Tables(world.sample(task["records"], rng), world.cardinalities), cpdag(world.dag)
    made = synthetic(tables, price(), rng.spawn(1)[0])
    model = {"rounds": made.rounds, "tables": len(made.model.factors), "cells": made.model.going.cells}
    return [
        {**task, "method": "pc, G²", **scores(without_privacy(tables), truth, world.dag)},
        {
            **task,
            "method": "AIM, then PC",
            **scores(without_privacy(Tables(made.records, world.cardinalities)), truth, world.dag),
            **model,
        },
    ]


AIM = Experiment("baselines-aim", tasks, run)


def with_baselines() -> pd.DataFrame:
    """Return the rows of AIM with those of `baselines` on the same networks and records.

    >>> sorted(with_baselines().method.unique())[:3]
    ['AIM, then PC', 'MST, then PC', 'all pairs, further']
    """
    added, key = load(AIM), ["family", "member", "records"]
    shared = load(BASELINES).merge(added[key].drop_duplicates(), on=key)
    plain, again = (
        rows[rows.method == "pc, G²"].set_index(key).sort_index()[list(shared.columns.difference(key))]
        for rows in (shared, added)
    )
    if not plain.equals(again):
        raise ValueError("baselines and baselines-aim were run on different records")
    return pd.concat([shared, added[added.method == "AIM, then PC"]], ignore_index=True)
