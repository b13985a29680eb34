"""Four explorers about graphs: one record and two correlations, d-separation, PC under noise, one release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from privcausal import plots
from privcausal.explorers.frame import Explorer, static_figure
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables, conditional_kendall
from privcausal.graphs.methods.once import OnceTables
from privcausal.graphs.models.bayesian_network import Network, network
from privcausal.graphs.structure.graph_drawing import Places, draw, layers, ring
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import cpdag, skeleton
from privcausal.pairs.correlation import kendall_sensitivity, spearman_sensitivity
from privcausal.pairs.rank import kendall, spearman
from privcausal.privacy.draws import add_laplace
from privcausal.privacy.price import Price, Relation

TRAIL = ((1, 4),)
"""Where the person stands when the reader comes, column and row: near a corner, where both correlations are high."""


def moving_record(people: int = 12, places: int = 21) -> Explorer:
    """Move one person's record over the plane: how far the rank correlations can go, and their bounds."""
    rng = np.random.default_rng(22)
    x = np.arange(1.0, people) + rng.uniform(-0.3, 0.3, people - 1)
    y = x + rng.normal(0, 2.0, people - 1)
    at = np.linspace(0, people, places)

    def table(statistic: Any) -> list[list[float]]:
        return [[statistic(np.append(x, a), np.append(y, b)) for a in at] for b in at]

    tables = {"Kendall": table(kendall), "Spearman": table(spearman)}
    bounds = kendall_sensitivity(people), spearman_sensitivity(people)
    ax = plots.points(x, {f"{people - 1} people who stay": y}, xlabel="first number", ylabel="second number")
    plots.points([at[0]], {"one who moves": [at[-1]]}, ax=ax)
    return Explorer(
        "walker",
        "Move one person",
        f"**Drag the person with the arrows, one of {people}.** Each band holds all values that the correlation has "
        "taken. The red rails mark where the sensitivity bound ends: they close in as the band grows.",
        {"x": x, "y": y, "at": at, "tables": tables, "bounds": bounds, "trail": TRAIL},
        static_figure(
            ax,
            "Twelve people. When the one in the upper left moves to another place, both correlations change, "
            "each by at most its sensitivity bound.",
        ),
        ("statistic", "least", "greatest", "range", "sensitivity bound"),
        [
            (name, float(np.min(values)), float(np.max(values)), float(np.ptp(values)), bound)
            for name, values, bound in zip(tables, tables.values(), bounds, strict=True)
        ],
    )


def places_of(graphs: Places, names: Sequence[str]) -> list[list[float]]:
    """Return the place of each column in a drawing, between 0 and 1."""
    at = np.array([graphs[name] for name in names])
    low, span = at.min(axis=0), np.ptp(at, axis=0)
    places: list[list[float]] = ((at - low) / np.where(span, span, 1)).round(3).tolist()
    return places


def edges_of(graph: np.ndarray) -> list[list[int]]:
    """The edges without their direction."""
    edges: list[list[int]] = np.argwhere(np.triu(skeleton(graph))).tolist()
    return edges


def still_of(truth: Network, caption: str) -> str:
    """The true graph as a still figure."""
    return static_figure(draw(plots.panel(), truth.dag, truth.nodes, title=truth.name), caption)


def deleting_edges(records: int = 20_000) -> Explorer:
    """PC, test by test, when every statistic carries noise of the reader's choice."""
    name = "survey"
    truth, rng = network(name), np.random.default_rng(33)
    tables = Tables(truth.sample(records, rng), truth.cardinalities)
    louds = (0.0, 1.0, 3.0, 10.0)
    runs = [_diary(tables, len(truth.nodes), loud, rng) for loud in louds]
    rows = [
        (loud, len(run), sum(not step["kept"] for step in run)) for loud, run in zip(louds, runs, strict=True)
    ]
    return Explorer(
        "deleting",
        "Remove edges, one test at a time",
        f"**Step through the tests, or click an edge.** PC begins with every pair joined, here on {records:,} "
        f"generated records of the network {name}, and removes an edge at its first noisy statistic below the critical "
        "value.",
        {
            "names": [VARIABLES[node] for node in truth.nodes],
            "places": places_of(
                ring(truth.nodes), truth.nodes
            ),  # every pair is joined: no line must pass through a node
            "truth": edges_of(truth.dag),
            "level": CRITICAL_VALUE,
            "noise": louds,
            "runs": runs,
        },
        still_of(truth, "The network from which the records were drawn, with whose edges PC should end."),
        ("noise scale", "tests", "edges removed"),
        rows,
    )


VARIABLES = {
    "A": "age",
    "E": "education",
    "O": "occupation",
    "R": "residence",
    "S": "sex",
    "T": "travel",
}
"""What the letters of the network survey stand for."""

CRITICAL_VALUE = 3.0
"""An edge goes when the statistic, z of Kendall within strata, is below this in size."""


def _diary(tables: Tables, nodes: int, loud: float, rng: np.random.Generator) -> list[Mapping[str, Any]]:
    """Return PC's tests in turn, the answers, and whether the edge stayed."""
    steps: list[Mapping[str, Any]] = []

    def test(x: int, y: int, conditioning_set: tuple[int, ...]) -> bool:
        exact = conditional_kendall(tables, x, y, conditioning_set).statistic
        noisy = float(add_laplace(exact, loud, 1.0, rng)) if loud else exact
        steps.append(
            {
                "edge": (x, y),
                "given": conditioning_set,
                "exact": exact,
                "told": noisy,
                "kept": noisy > CRITICAL_VALUE,
            }
        )
        return noisy <= CRITICAL_VALUE

    pc(nodes, OneByOne(test), largest=2)
    return steps


def asking_once(name: str = "asia") -> Explorer:
    """Which edges one private release shows, by ε and by the number of records."""
    truth = network(name)
    epsilons, sizes = (0.1, 0.3, 1.0, 3.0, 10.0), (1_000, 10_000, 100_000)
    results, scores = [], []
    for epsilon in epsilons:
        graphs = [_once(truth, size, epsilon) for size in sizes]
        results.append([edges_of(graph) for graph in graphs])
        scores.append([float(skeleton_scores(graph, cpdag(truth.dag)).f1) for graph in graphs])
    return Explorer(
        "once",
        "What does one release show?",
        f"**Drag the dot.** It stands at an ε, and at the F1 of the graph that one private release at (ε, 10⁻⁶) shows "
        f"of the network {name}: edges found are solid, missed ones dotted, and false ones dashed.",
        {
            "names": truth.nodes,
            "places": places_of(layers(truth.dag, truth.nodes), truth.nodes),
            "truth": edges_of(truth.dag),
            "epsilon": epsilons,
            "records": sizes,
            "found": results,
            "f1": scores,
        },
        still_of(truth, "The network from which the records were drawn."),
        ("ε", *(f"F1 at n = {size:,}" for size in sizes)),
        [(e, *row) for e, row in zip(epsilons, scores, strict=True)],
    )


def _once(truth: Network, size: int, epsilon: float) -> np.ndarray:
    rng = np.random.default_rng(44)
    tables = Tables(truth.sample(size, rng), truth.cardinalities)
    policy = OnceTables(tables, Price(epsilon, 1e-6, Relation.SUBSTITUTION), rng)
    return pc(len(truth.nodes), policy).graph
