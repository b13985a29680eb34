"""Pictures of graphs: arrows, lines and, where the truth is known, missing and extra edges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse, FancyArrowPatch
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from privcausal import plots
from privcausal.graphs.structure.exchange import to_networkx
from privcausal.graphs.structure.pdag import Matrix, extension, skeleton

Places = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Stroke:
    """How one kind of edge looks: colour and dashes say the same thing."""

    word: str
    colour: str
    dashes: str
    alpha: float | None = None


TRUE = Stroke("as in the truth", plots.BLUE, "-")
TURNED = Stroke("joined, with another arrow or line", plots.ORANGE, "-.")
EXTRA = Stroke("too much", plots.RED, "--")
MISSING = Stroke("missing", plots.INK, ":")
UNTESTED = Stroke("not tested", plots.PURPLE, ":")
DOUBTFUL = Stroke("less sure than a coin", plots.BLUE, "--", 0.6)


LETTER, MARGIN, HEIGHT, SIZE, POINTS = 5.9, 18.0, 24.0, 11, 72
"""Points: the width of a letter of a name, the room around it, the height of its ellipse, its size, and an inch."""

STEP = 64.0
"""Points from one node of a layer to the next, unless their names are long."""

CROWDED = 20
"""With more nodes than this an ellipse would cover its neighbours, and a dot next to its name is drawn instead."""

ASIA: Places = {
    "asia": (0, 3),
    "smoke": (2.6, 3),
    "tub": (0, 2),
    "lung": (2, 2),
    "bronc": (3.2, 2),
    "either": (1, 1),
    "xray": (0, 0),
    "dysp": (2.6, 0),
}
"""Where the network Asia is usually drawn: causes above effects, and no edge through a node."""


def layers(graph: Matrix, names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return a place for each node, causes above effects."""
    dag = extension(graph)
    if dag is None:
        raise ValueError(
            "graph must be a directed acyclic graph or represent one, so that it can be drawn in layers"
        )
    where: dict[str, tuple[float, float]] = {}
    for depth, layer in enumerate(nx.topological_generations(to_networkx(dag, names))):
        row = sorted(layer, key=list(names).index)  # a set's order is decided by the seed of Python's hashes
        steps = [max(STEP, (_width(a) + _width(b)) / 2 + 8) for a, b in pairwise(row)]
        along = np.concatenate([[0.0], np.cumsum(steps)])
        where |= {name: (float(x), -80.0 * depth) for name, x in zip(row, along - along[-1] / 2, strict=True)}
    return where


def _width(name: str) -> float:
    """Points that the ellipse of a name is wide."""
    return LETTER * len(name) + MARGIN


def ring(names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Places on a circle, for a graph whose arrows contradict each other."""
    spread = nx.circular_layout(nx.empty_graph(names))
    return {name: (float(x), float(y)) for name, (x, y) in spread.items()}


def draw(
    ax: Axes,
    graph: Matrix,
    names: Sequence[str],
    *,
    places: Places | None = None,
    truth: Matrix | None = None,
    untested: Matrix | None = None,
    doubtful: Matrix | None = None,
    contradictory: Matrix | None = None,
    title: str = "",
) -> Axes:
    """Draw the graph, and mark how it differs from the truth if that is given.

    Pairs of which nothing is known are dotted; arrows that are doubtful are faint and dashed, and a legend says so.
    An edge that is marked as contradictory, in both directions, gets both heads.
    The axes store a description of the drawing in words, for readers who cannot see it.
    """
    where = places or layers(graph if truth is None else truth, names)
    at = np.array([where[name] for name in names])
    ends = [_node(ax, name, at[place], named=len(names) <= CROWDED) for place, name in enumerate(names)]
    shown = {edge: _stroke(graph, truth, *edge) for edge in _edges(graph, truth)}
    for (a, b), stroke in shown.items():
        source = graph if graph[a, b] or graph[b, a] else truth
        assert source is not None
        weak = doubtful is not None and bool(doubtful[a, b])
        stroke = DOUBTFUL if weak else stroke
        patch = _edge(at[[a, b]], (ends[a], ends[b]), stroke, head=not source[b, a])
        if contradictory is not None and contradictory[a, b]:
            patch.set_arrowstyle("<|-|>")
        ax.add_patch(patch)
    for a, b in _pairs(untested):
        ax.add_patch(_edge(at[[a, b]], (ends[a], ends[b]), UNTESTED, head=False))
    ax.set_title(title)
    ax.set_axis_off()
    ax.margins(0.16)
    ax.autoscale_view()
    if doubtful is not None and doubtful.any():
        key(ax, (DOUBTFUL,))
    ax.set_label(
        describe_edges(graph, names, truth, title, contradictory)
        + _listed(doubtful, names, DOUBTFUL)
        + _listed(untested, names, UNTESTED)
    )
    return ax


def describe_edges(
    graph: Matrix,
    names: Sequence[str],
    truth: Matrix | None = None,
    title: str = "",
    contradictory: Matrix | None = None,
) -> str:
    """The edges as a sentence.

    >>> describe_edges(np.array([[0, 1, 1], [0, 0, 0], [1, 0, 0]], dtype=bool), "abc", title="A graph")
    'A graph: a → b, a — c.'
    """
    parts = []
    for a, b in _edges(graph, truth):
        joined = graph[a, b] or graph[b, a]
        source = graph if joined or truth is None else truth
        sign = "—" if source[b, a] else "→"
        sign = "↔" if contradictory is not None and contradictory[a, b] else sign
        stroke = _stroke(graph, truth, a, b)
        note = "" if truth is None or stroke is TRUE else f" ({stroke.word})"
        parts.append(f"{names[a]} {sign} {names[b]}{note}")
    return f"{title or 'Graph'}: {', '.join(parts) or 'no edges'}."


def _pairs(matrix: Matrix | None) -> list[tuple[int, int]]:
    return [] if matrix is None else [(int(a), int(b)) for a, b in np.argwhere(np.triu(matrix))]


def _listed(matrix: Matrix | None, names: Sequence[str], stroke: Stroke) -> str:
    pairs = ", ".join(f"{names[a]} … {names[b]}" for a, b in _pairs(matrix))
    return f" {stroke.word.capitalize()}: {pairs}." if pairs else ""


def _edges(graph: Matrix, truth: Matrix | None) -> list[tuple[int, int]]:
    """Each edge of either once: an arrow from its tail, a line from its smaller end; where both speak, the graph's."""
    both = graph if truth is None else graph | (truth & ~skeleton(graph))
    return [(int(a), int(b)) for a, b in np.argwhere(both) if not both[b, a] or a < b]


def _stroke(graph: Matrix, truth: Matrix | None, a: int, b: int) -> Stroke:
    if truth is None:
        return TRUE
    mine, its = (graph[a, b], graph[b, a]), (truth[a, b], truth[b, a])
    if not any(mine):
        return MISSING
    if not any(its):
        return EXTRA
    return TRUE if mine == its else TURNED


def _node(ax: Axes, name: str, at: NDArray[np.float64], *, named: bool) -> Ellipse:
    """Draw a name in an ellipse or next to a dot: in points, so that it stays round for every scale of the axes."""
    x, y = map(float, at)
    wide, high = (_width(name), HEIGHT) if named else (6.0, 6.0)
    figure = ax.get_figure(root=True)
    assert figure is not None
    place = figure.dpi_scale_trans + ScaledTranslation(x, y, ax.transData)  # type: ignore[arg-type]
    fill = "none" if named else plots.INK
    rim = Ellipse((0, 0), wide / POINTS, high / POINTS, transform=place, facecolor=fill, edgecolor=plots.INK)
    ax.update_datalim([(x, y)])  # an ellipse in points does not extend the limits of the axes
    ax.add_patch(rim)
    rim.set_clip_on(False)  # at the rim of a narrow panel the ellipse of a long name reaches out of the axes
    aside, ha = (0, "center") if named else (6, "left")
    ax.annotate(
        name,
        (x, y),
        (aside, 0),
        textcoords="offset points",
        ha=ha,
        va="center",
        fontsize=SIZE if named else 9,
    )
    return rim


def _edge(
    at: NDArray[np.float64], ends: tuple[Ellipse, Ellipse], stroke: Stroke, *, head: bool
) -> FancyArrowPatch:
    """From rim to rim."""
    start, end = ((float(x), float(y)) for x, y in at)
    return FancyArrowPatch(
        start,
        end,
        patchA=ends[0],
        patchB=ends[1],
        arrowstyle="-|>" if head else "-",
        mutation_scale=12,
        shrinkA=0,
        shrinkB=1,
        color=stroke.colour,
        linestyle=stroke.dashes,
        linewidth=1.6,
        alpha=stroke.alpha,
    )


def key(ax: Axes, strokes: Sequence[Stroke] = (TRUE, TURNED, EXTRA, MISSING)) -> None:
    """Add a legend of these kinds of edges; by default, of the four that a known truth distinguishes."""
    for stroke in strokes:
        ax.plot([], [], color=stroke.colour, linestyle=stroke.dashes, alpha=stroke.alpha, label=stroke.word)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=2, fontsize=9)
