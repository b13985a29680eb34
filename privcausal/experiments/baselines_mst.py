"""Synthetic data from a tree of pairs of columns: our reimplementation of MST, from the published description.

McKenna, Miklau and Sheldon (2021): measure all columns, choose the edges of a spanning tree by the exponential
mechanism, measure the tables of these pairs, fit the most likely distribution, draw records. Simplified: values are
not merged, and records are drawn independently of each other.

Why a reimplementation: the authors' package `mbi` has neither MST nor AIM, and its fit compiles a program for each
new set of tables and for each pair asked of it, which makes minutes of every round of AIM; OpenDP has both, on that
fit, and takes no seed. What fits best does not depend on who finds it: `tests/peers/test_mbi.py`
compares ours with theirs.
"""

import math

import numpy as np

from privcausal.arrays import Floats
from privcausal.experiments.baselines_private_pgm import model_of
from privcausal.graphs.ask_once.interactions import Columns
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.curate_pc import NoisyChoice
from privcausal.graphs.models.bayesian_network import Codes
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Price, Relation, check_substitution
from privcausal.table.sums import SPARE

STEPS = 5_000
"""Of the fit, at most: that of a tree stops before."""


def synthetic(tables: Tables, budget: Price, rng: np.random.Generator) -> tuple[Codes, Price]:
    """As many records as there are, from a tree that was learned privately, and what that cost.

    A third of ρ each for the columns, the choice of the tree and its tables. A substitution is one removal and one
    addition: it moves a table of counts by √2, and the score of an edge by 2, where either alone moves them by 1.

    >>> rows = np.random.default_rng(0).integers(0, 2, (20_000, 2))[:, [0, 0, 1]]
    >>> made, spent = synthetic(Tables(rows, (2, 2, 2)), Price(1.0, 1e-6, Relation.SUBSTITUTION),
    ...                         np.random.default_rng(1))
    >>> round(float((made[:, 0] == made[:, 1]).mean()), 2), str(spent)
    (1.0, 'ε = 1, δ = 1e-06 (substitution)')
    """
    check_substitution(budget.relation)
    privacy_filter, sizes = ConcentratedFilter.within(budget), tables.cardinalities
    third = privacy_filter.remaining / 3 * (1 - 1e-12)
    noisy = noisy_shares(tables, [(column,) for column in range(len(sizes))], third, privacy_filter, rng)
    edges = choose_tree(tables, model_of(sizes, noisy).pairs(), third, privacy_filter, rng)
    noisy |= noisy_shares(tables, edges, third, privacy_filter, rng)
    return model_of(sizes, noisy, steps=STEPS).sample(tables.size, rng), privacy_filter.total_cost


def noisy_shares(
    tables: Tables,
    which: list[Columns],
    rho: float,
    privacy_filter: ConcentratedFilter,
    rng: np.random.Generator,
) -> dict[Columns, tuple[Floats, float]]:
    """The shares of these tables with noise, for ρ together; one counts by how little noise it has."""
    noisy, scale = measure_counts([counts_of(tables, columns) for columns in which], rho, privacy_filter, rng)
    weight = (tables.size / scale) ** 2
    return {columns: (table / tables.size, weight) for columns, table in zip(which, noisy, strict=True)}


def counts_of(tables: Tables, columns: Columns) -> Floats:
    """The counts of one column or of two."""
    x, y = columns if len(columns) == 2 else (columns[0], 1 if columns[0] == 0 else 0)
    table: Floats = tables.counts(x, y)[0].astype(float)
    return table if len(columns) == 2 else np.asarray(table.sum(axis=1))


def measure_counts(
    tables: list[Floats], rho: float, privacy_filter: ConcentratedFilter, rng: np.random.Generator
) -> tuple[list[Floats], float]:
    """All these tables of counts with Gaussian noise, for ρ together, and its scale."""
    sensitivity = math.sqrt(2 * len(tables)) * SPARE
    mechanism = GaussianNoise(sensitivity, sensitivity / math.sqrt(2 * rho), Relation.SUBSTITUTION)
    noisy = privacy_filter.release(mechanism, np.concatenate([table.ravel() for table in tables]), rng).value
    ends = np.cumsum([table.size for table in tables])[:-1]
    parts = np.split(noisy, ends)
    return [part.reshape(table.shape) for part, table in zip(parts, tables, strict=True)], mechanism.scale


def choose_tree(
    tables: Tables,
    thought: dict[Columns, Floats],
    rho: float,
    privacy_filter: ConcentratedFilter,
    rng: np.random.Generator,
) -> list[Columns]:
    """A spanning tree, edge by edge: likely one whose tables are far from what the columns alone would say."""
    far = {
        pair: float(np.abs(counts_of(tables, pair) - tables.size * shares).sum())
        for pair, shares in thought.items()
    }
    nodes = len(tables.cardinalities)
    part = list(range(nodes))
    edges: list[Columns] = []
    for _ in range(nodes - 1):
        open_ = [edge for edge in far if part[edge[0]] != part[edge[1]]]
        choice = NoisyChoice(2.0, rho / (nodes - 1) * (1 - 1e-12), Relation.SUBSTITUTION)
        x, y = open_[int(privacy_filter.release(choice, [-far[edge] for edge in open_], rng).value)]
        edges.append((x, y))
        old, new = part[y], part[x]
        part = [new if home == old else home for home in part]
    return edges
