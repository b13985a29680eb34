"""What each chapter of the course is about, as a small figure: `tiles` puts it on the front page and beside openings.

Densities, mechanisms, bounds and shares are computed, some on the course's table; scatter comes from seeded draws, and
costs, answers and graphs are examples. No number can be read off.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate

import numpy as np
from scipy.stats import beta, norm

from privcausal.data.malawi import participants

WIDE, HIGH = 160, 100
LEFT, RIGHT, HEAD, GROUND = 8, 152, 8, 90

Points = Sequence[tuple[float, float]]
Numbers = Sequence[float] | np.ndarray


def _path(points: Points, kind: str, end: str = "") -> str:
    return f'<path class="{kind}" d="M{" L".join(f"{x:.1f} {y:.1f}" for x, y in points)}{end}"/>'


def _line(xs: Sequence[float], ys: Sequence[float], kind: str) -> str:
    return _path(list(zip(xs, ys, strict=True)), kind)


def _level(y: float, kind: str) -> str:
    return _path([(LEFT, y), (RIGHT, y)], kind)


def _upright(x: float, kind: str, top: float = HEAD) -> str:
    return _path([(x, GROUND), (x, top)], kind)


def _dots(points: Points, kind: str = "dot", radius: float = 2.4) -> str:
    return "".join(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>' for x, y in points)


def _box(x: float, y: float, wide: float, high: float, kind: str, inside: str = "") -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"{inside}/>'


def _across(values: Numbers, low: float, high: float) -> list[float]:
    return [LEFT + (RIGHT - LEFT) * (float(value) - low) / (high - low) for value in values]


def _up(values: Numbers, top: float) -> list[float]:
    return [GROUND - (GROUND - HEAD) * float(value) / top for value in values]


BASE = _level(GROUND, "axis")
CORNER = _path([(LEFT, HEAD), (LEFT, GROUND), (RIGHT, GROUND)], "axis")


def _two_evenings() -> str:
    """Densities of the published count if 37 or 38 is true, at ε = 1, and what either guess gets wrong."""
    at = np.linspace(32, 43, 111)
    curves = [np.exp(-np.abs(at - count)) / 2 for count in (37, 38)]
    xs, (one, other) = _across(at, 32, 43), (_up(curve, 0.52) for curve in curves)
    middle = int(np.argmin(np.abs(at - 37.5)))
    wrong = [
        _path(
            [(xs[0], GROUND), *list(zip(xs, other, strict=True))[:middle], (xs[middle], GROUND)], "shade b"
        ),
        _path([(xs[middle], GROUND), *list(zip(xs, one, strict=True))[middle:]], "shade a"),
    ]
    lines = _line(xs, one, "line a") + _line(xs, other, "line b")
    return BASE + "".join(wrong) + lines + _upright(xs[middle], "axis strong")


def _sums() -> str:
    """How far people live from the clinic; who lives beyond the bound counts as at the bound."""
    counts, edges = np.histogram(participants().distance, bins=24, range=(0, 6))
    bound = 4.0
    beyond = counts[edges[:-1] >= bound].sum()
    kept = np.where(edges[:-1] < bound, counts, 0)
    kept[np.searchsorted(edges, bound) - 1] += beyond
    heights, old = _up(kept, kept.max()), _up(counts, kept.max())
    xs = _across(edges, 0, 6)
    wide = xs[1] - xs[0] - 1
    bars = [_box(x, y, wide, GROUND - y, "a") for x, y, one in zip(xs, heights, kept, strict=False) if one]
    gone = [
        _box(x, y, wide, GROUND - y, "cell")
        for x, y in zip(xs, old, strict=False)
        if x >= _across([bound], 0, 6)[0] - 0.1
    ]
    line = _across([bound], 0, 6)[0] - 0.5
    return BASE + "".join(bars + gone) + _upright(line, "line b") + _arrow(line + 34, 40, line + 6, 40)


def _arrow(x: float, y: float, to_x: float, to_y: float, kind: str = "line") -> str:
    """A line whose tip ends at its second place."""
    long = float(np.hypot(to_x - x, to_y - y))
    along, aside = ((to_x - x) / long, (to_y - y) / long), ((to_y - y) / long, (x - to_x) / long)
    foot = [
        (to_x - 7 * along[0] + side * 3.2 * aside[0], to_y - 7 * along[1] + side * 3.2 * aside[1])
        for side in (1, -1)
    ]
    tip = "tip b" if " b" in kind else "tip a" if " a" in kind else "dot"
    return _path([(x, y), (to_x - 5 * along[0], to_y - 5 * along[1])], kind) + _path(
        [(to_x, to_y), *foot], tip, "Z"
    )


def _composition() -> str:
    """A budget of 1, five answers that spend it, and the one that it refuses."""
    costs = [0.2, 0.1, 0.3, 0.1, 0.2]
    spent = list(accumulate(costs, initial=0.0))
    xs, ys = _across(range(7), 0, 6.4), _up(spent, 1.28)
    wide = xs[1] - xs[0] - 2
    used = [
        _box(x, after, wide, before - after, "a") for x, before, after in zip(xs, ys, ys[1:], strict=False)
    ]
    steps = [_path([(x, y), (xs[-1] - 2, y)], "axis") for x, y in zip(xs[1:], ys[1:], strict=False)]
    refused = _up([spent[-1] + 0.3], 1.28)[0]
    limit = _up([1.0], 1.28)[0]
    return (
        BASE
        + "".join(steps[-1:] + used)
        + _box(xs[5], refused, wide, ys[-1] - refused, "cell")
        + _level(limit, "line b")
    )


def _walks() -> str:
    """Losses as they add up, the worst that they could be, and the bound that nearly all of them keep."""
    steps, epsilon, delta = 100, 0.1, 1e-3
    up = np.exp(epsilon) / (1 + np.exp(epsilon))
    signs = np.where(np.random.default_rng(4).random((26, steps)) < up, epsilon, -epsilon)
    walks = np.hstack([np.zeros((26, 1)), signs.cumsum(axis=1)])
    taken = np.arange(steps + 1)
    mean = epsilon * (2 * up - 1) * taken
    bound = mean + epsilon * np.sqrt(2 * taken * np.log(1 / delta))
    xs = _across(taken, 0, steps)

    def ys(values: np.ndarray) -> list[float]:
        return [62 - 10.5 * float(value) for value in values]

    fan = [_path(list(zip(xs, ys(walk), strict=True))[::10], "walk") for walk in walks]
    worst = [(xs[0], 62.0), (xs[52], 62 - 10.5 * 5.2)]  # as far as the frame reaches
    line = _line(xs[::4], ys(bound)[::4], "line a")
    return "".join(fan) + _level(62, "axis") + _path(worst, "line b") + line


def _median() -> str:
    """How probable each distance is as a private median at ε = 0.02, in steps of 25 m; the likeliest is marked."""
    values = participants().distance.to_numpy()[:, None]
    candidates = np.arange(1.25, 2.05, 0.025)
    score = -np.maximum((values < candidates).sum(axis=0), (values > candidates).sum(axis=0))
    weights = np.exp(0.02 * (score - score.max()) / 2)
    chances = weights / weights.sum()
    xs, ys = _across(candidates, 1.22, 2.06), _up(chances, chances.max())
    best = int(np.argmax(chances))
    stems = [
        _upright(x, "line a" if place != best else "line b whole", y)
        for place, (x, y) in enumerate(zip(xs, ys, strict=True))
    ]
    tops = [
        (x, y) for place, (x, y) in enumerate(zip(xs, ys, strict=True)) if place != best and y < GROUND - 3
    ]
    return BASE + "".join(stems) + _dots(tops, "tip a", 2.6) + _dots([(xs[best], ys[best])], "hit", 4)


def _above() -> str:
    """Answers with noise; the first one above the threshold ends the search."""
    rng = np.random.default_rng(11)
    true = np.array([3, 5, 4, 6, 5, 7, 4, 6, 8, 7, 14])
    noisy = true + rng.laplace(scale=0.9, size=len(true))
    xs, ys = _across(range(len(true)), -0.6, 11.6), _up(np.clip(noisy, 0.6, None), 16)
    threshold = _up([11], 16)[0]
    stems = [_upright(x, "axis", y) for x, y in zip(xs, ys, strict=True)]
    return (
        BASE
        + "".join(stems)
        + _level(threshold, "line b")
        + _dots(list(zip(xs, ys, strict=True))[:-1], "dot", 3)
        + _dots([(xs[-1], ys[-1])], "hit", 5)
    )


def _auditing() -> str:
    """What an audit proves, run by run: a program that keeps its ε of 1, and one whose ε is 1.6."""
    runs = np.unique(np.geomspace(20, 20_000, 60).astype(int))

    def proved(epsilon: float) -> np.ndarray:
        often = np.round(runs * np.exp(epsilon) / (1 + np.exp(epsilon)))
        low, high = beta.ppf(0.025, often, runs - often + 1), beta.ppf(0.975, runs - often + 1, often)
        return np.asarray(np.clip(np.log(low / high), 0, None))

    xs = _across(np.log(runs), np.log(20), np.log(20_000))
    limit = _up([1.0], 1.7)[0]
    honest, other = (list(zip(xs, _up(proved(epsilon), 1.7), strict=True)) for epsilon in (0.9, 1.6))
    beyond = [(x, y) for x, y in other if y < limit]
    area = _path([(beyond[0][0], limit), *beyond, (beyond[-1][0], limit)], "shade b", "Z")
    return CORNER + area + _level(limit, "axis strong") + _path(honest, "line a") + _path(other, "line b")


def _curve() -> str:
    """δ by ε for one release: Gaussian noise of deviation 1, and Laplace noise of scale 1, which ends at ε = 1."""
    at = np.linspace(0, 3, 91)
    gauss = norm.cdf(0.5 - at) - np.exp(at) * norm.cdf(-0.5 - at)
    laplace = np.clip(1 - np.exp((at - 1) / 2), 0, None)
    xs, point = _across(at, 0, 3), 18
    top = max(gauss.max(), laplace.max())
    ys = _up(gauss, top)
    guide = _path([(LEFT, ys[point]), (xs[point], ys[point]), (xs[point], GROUND)], "axis strong")
    area = _path([(LEFT, GROUND), *zip(xs, ys, strict=True)], "shade a", "Z")
    ends = int(np.argmax(laplace <= 0)) + 1
    other = _path(list(zip(xs, _up(laplace, top), strict=True))[:ends], "line b")
    return CORNER + area + other + _line(xs, ys, "line a") + guide + _dots([(xs[point], ys[point])], "hit", 4)


def _experiment() -> str:
    """Of forty people without and forty with a reward: how many came."""
    people = participants()
    shares = [people.learned[group].mean() for group in (people.reward == 0, people.reward > 0)]
    places = [(8.4 * (place % 8), 16.4 * (place // 8)) for place in range(40)]
    parts = []
    for left, share, kind in zip((LEFT + 3, 88), shares, ("dot", "hit"), strict=True):
        came = round(40 * share)
        spots = [(left + x, 82 - y) for x, y in places]
        parts += [_dots(spots[:came], kind, 3.3), _dots(spots[came:], "node", 3.3)]
    return "".join(parts) + _upright(79, "axis")


def _ranks() -> str:
    """A cloud of records, one of which moves; the correlation goes with it."""
    x, noise = np.random.default_rng(3).normal(size=(2, 44))
    y = 0.7 * x + 0.6 * noise
    xs, ys = _across(x, x.min() - 0.2, x.max() + 0.2), _up(y - y.min() + 0.2, float(np.ptp(y)) + 0.4)
    moved = int(np.argmax(x + y))
    others = [spot for place, spot in enumerate(zip(xs, ys, strict=True)) if place != moved]
    start, end = (xs[moved], ys[moved]), (xs[moved] - 8, GROUND - 8)
    ring = f'<circle class="node" cx="{start[0]:.1f}" cy="{start[1]:.1f}" r="3.6"/>'
    return (
        CORNER
        + _dots(others, "dot", 2.2)
        + _arrow(start[0], start[1] + 5, end[0], end[1] - 6, "line b")
        + ring
        + _dots([end], "hit", 4)
    )


def _residuals() -> str:
    """A curve, and what it leaves over of each record."""
    rng = np.random.default_rng(8)
    x = np.sort(rng.uniform(-1, 1, 40))

    def shape(at: np.ndarray) -> np.ndarray:
        return 1.1 * at**3 + 0.2 * at

    y = shape(x) + rng.uniform(-0.5, 0.5, 40)
    at = np.linspace(-1, 1, 60)
    top, xs = 3.5, _across(x, -1.05, 1.05)
    over = [
        _path([(one, two), (one, three)], "axis strong")
        for one, two, three in zip(xs, _up(y + 1.75, top), _up(shape(x) + 1.75, top), strict=True)
    ]
    line = list(zip(_across(at, -1.05, 1.05), _up(shape(at) + 1.75, top), strict=True))
    return (
        CORNER
        + "".join(over)
        + _path(line, "line a")
        + _dots(list(zip(xs, _up(y + 1.75, top), strict=True)), "dot", 2.2)
    )


NODES = [(28, 22), (132, 22), (28, 78), (80, 50), (132, 78)]
"""The places of a graph with a common cause, a collider and what follows it."""

ARROWS = [(0, 2), (0, 3), (1, 3), (3, 4), (1, 4)]


def _edge(one: int, other: int, kind: str, *, tip: bool = True) -> str:
    """From rim to rim of two ellipses."""
    (x, y), (to_x, to_y) = NODES[one], NODES[other]
    angle = np.arctan2(to_y - y, to_x - x)
    rim = 1 / np.hypot(np.cos(angle) / 15, np.sin(angle) / 10)
    ends = (
        x + rim * np.cos(angle),
        y + rim * np.sin(angle),
        to_x - rim * np.cos(angle),
        to_y - rim * np.sin(angle),
    )
    return _arrow(*ends, kind) if tip else _path([ends[:2], ends[2:]], kind)


def _nodes(strong: Sequence[int] = ()) -> str:
    return "".join(
        f'<ellipse class="node{" b" if place in strong else ""}" cx="{x}" cy="{y}" rx="14" ry="9"/>'
        for place, (x, y) in enumerate(NODES)
    )


def _graph() -> str:
    """What independences say of a graph: two arrows that meet, and edges without a direction."""
    arrows = [
        _edge(*edge, "line b whole" if edge[1] == 3 else "line a", tip=edge != (0, 2)) for edge in ARROWS
    ]
    return "".join(arrows) + _nodes([3])


def _private_graph() -> str:
    """The same graph under privacy: one edge is lost, one is too much."""
    kept = [_edge(*edge, "line a", tip=False) for edge in ARROWS if edge != (0, 3)]
    return "".join(kept) + _edge(0, 3, "lost", tip=False) + _edge(0, 1, "line b", tip=False) + _nodes()


def _ask_once() -> str:
    """A table for each pair of columns, stronger where an arrow joins them, and the graph drawn from all tables."""
    rng = np.random.default_rng(2)
    cells = []
    for row, column in ((one, other) for one in range(len(NODES)) for other in range(one)):
        strength = 0.6 * ((column, row) in ARROWS) + abs(rng.laplace(scale=0.08)) + 0.08
        ink = f' fill-opacity="{min(strength, 1):.2f}"'
        cells.append(_box(LEFT + 15 * column, 5 + 15 * row, 13, 13, "a", ink))
    edges = "".join(_edge(*edge, "line a thick", tip=False) for edge in ARROWS)
    small = f'<g transform="translate(92 24) scale(0.4 0.52)">{edges}{_nodes()}</g>'
    return "".join(cells) + _arrow(74, 50, 90, 50) + small


def _own_table() -> str:
    """A table of many people, and an answer with its interval."""
    rng = np.random.default_rng(5)
    head = _box(LEFT, 12, 84, 10, "a")
    rows = [
        _path(
            [
                (LEFT + 28 * column + 4, 31 + 9.6 * row),
                (LEFT + 28 * column + 6 + 17 * rng.random(), 31 + 9.6 * row),
            ],
            "walk strong",
        )
        for row in range(7)
        for column in range(3)
    ]
    frame = _path([(LEFT, 22), (LEFT, 94), (LEFT + 84, 94), (LEFT + 84, 22)], "axis")
    answer = _path([(134, 30), (134, 78)], "line a") + "".join(
        _path([(129, y), (139, y)], "line a") for y in (30, 78)
    )
    return head + frame + "".join(rows) + _arrow(97, 54, 120, 54) + answer + _dots([(134, 52)], "hit", 5)


DRAWN = {
    "c01": _two_evenings,
    "c02": _sums,
    "c03": _composition,
    "c04": _walks,
    "c05": _median,
    "c06": _above,
    "c07": _auditing,
    "c08": _curve,
    "c09": _experiment,
    "c10": _ranks,
    "c11": _residuals,
    "c12": _graph,
    "c13": _private_graph,
    "c14": _ask_once,
    "you": _own_table,
}


@cache
def miniature(name: str) -> str:
    """The small figure of a chapter, to be put into a picture of any size.

    >>> miniature("c09").count("<circle")
    80
    """
    return f'<svg class="pc-mini" viewBox="0 0 {WIDE} {HIGH}">{DRAWN[name]()}</svg>'
