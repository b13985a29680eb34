"""Background knowledge on a learned graph: arrows that cannot be are turned or deleted, and Meek's four rules go on.

For the graph of a Markov equivalence class, and knowledge that one of its members satisfies, the result has an arrow
exactly where all members that satisfy it agree (Meek, 1995). Knowledge that contradicts the data prevails, and every
contradiction is returned.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from privcausal.graphs.structure.pdag import (
    Collider,
    Matrix,
    arrows,
    colliders,
    lines,
    meek_rule_2,
    meek_rule_3,
    pattern,
    skeleton,
)

Separated = Mapping[tuple[int, int], tuple[int, ...]]
"""For pairs that are not joined, a set that made them independent, where one is known."""


@dataclass(frozen=True, eq=False)
class Oriented:
    """A graph to which background knowledge was applied, and its contradictions. Pairs are places of columns."""

    graph: Matrix
    direct: Matrix
    """Arrows whose opposite knowledge excludes."""
    reversed: list[tuple[int, int]] = field(default_factory=list)
    """Arrows that were learned and cannot be, from tail to head."""
    deleted: list[tuple[int, int]] = field(default_factory=list)
    """Pairs that were joined although neither arrow can be."""
    unseen: list[tuple[int, int]] = field(default_factory=list)
    """Required arrows that were not seen."""
    cycle: list[int] = field(default_factory=list)
    """Among these columns the learned arrows, or the knowledge itself, would have made a directed cycle."""
    made: list[Collider] = field(default_factory=list)
    """Common effects that knowledge makes of columns which separated their causes."""


def oriented(graph: Matrix, separated: Separated, excluded: Matrix, required: Matrix) -> Oriented:
    """Return the learned graph under background knowledge.

    `excluded[i, j]` says that i → j cannot be, `required[i, j]` that it is there. Where an arrow of the graph is
    excluded, arrows that could depend on it are removed: only possible v-structures and their consequences are kept.

    >>> chain = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    >>> nothing, later = np.zeros((3, 3), bool), np.zeros((3, 3), bool)
    >>> later[1, 0] = True  # 1 cannot cause 0
    >>> oriented(chain, {(0, 2): (1,)}, later, nothing).graph.astype(int).tolist()
    [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    """
    impossible = excluded & excluded.T
    seen = skeleton(graph)
    joined = seen & ~impossible | skeleton(required)
    direct = joined & ~excluded & excluded.T
    turned = arrows(graph) & excluded & joined
    declined = _forced(graph, separated)
    starts = [joined & ~arrows(graph).T] * (not turned.any())
    starts.append(pattern(joined, _possible(graph, joined, excluded)))
    starts.append(joined)
    cycle: list[int] = []
    for start in starts:
        done = _closed(start & ~direct.T, separated, declined, excluded)
        ring = _on_cycle(arrows(done))
        if not ring:
            break
        cycle = cycle or ring
    else:  # the knowledge itself, on these edges: its arrows in the cycle say nothing
        inside = np.isin(np.arange(len(graph)), ring)
        direct = direct & ~np.outer(inside, inside)
        done = joined & ~direct.T
    return Oriented(
        done,
        direct,
        _pairs(turned),
        _pairs(np.triu(seen & impossible & ~skeleton(required))),
        _pairs(required & ~seen),
        cycle,
        _made(done, graph, separated),
    )


def _possible(graph: Matrix, joined: Matrix, excluded: Matrix) -> list[Collider]:
    """Return the learned v-structures both of whose legs are still there and still possible."""
    return [
        (a, b, c)
        for a, b, c in colliders(graph)
        if joined[a, b] and joined[c, b] and not excluded[a, b] and not excluded[c, b] and not joined[a, c]
    ]


def _closed(graph: Matrix, separated: Separated, declined: Matrix, excluded: Matrix) -> Matrix:
    """Apply Meek's rules to lines; a line that is forced both ways, or in an excluded direction, stays."""
    done = graph.copy()
    while True:
        forced = _forced(done, separated) & ~declined & ~excluded
        forced &= ~forced.T
        if not forced.any():
            return done
        done &= ~forced.T


def _forced(graph: Matrix, separated: Separated) -> Matrix:
    """The lines that some rule makes arrows."""
    rules = _rule_1(graph, separated) | meek_rule_2(graph) | meek_rule_3(graph) | meek_rule_4(graph)
    forced: Matrix = lines(graph) & rules
    return forced


def _rule_1(graph: Matrix, separated: Separated) -> Matrix:
    """Rule 1, where b is in the set that separated a and c, if such a set is known."""
    pointing, plain, joined = arrows(graph), lines(graph), skeleton(graph)
    forced = np.zeros_like(graph)
    for b, c in np.argwhere(plain):
        tails = np.flatnonzero(pointing[:, b] & ~joined[:, c])
        forced[b, c] = any(_passes(separated, int(a), int(b), int(c)) for a in tails if a != c)
    return forced


def meek_rule_4(graph: Matrix) -> Matrix:
    """Rule 4, for background knowledge alone: a — c → d → b with a — b, a and d joined, c and b apart, makes a → b.

    Otherwise b → a would force a → c, and b → a → c → d → b would be a cycle.

    >>> square = np.zeros((4, 4), dtype=bool)
    >>> for a, b in ((0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0), (2, 3), (3, 1)):
    ...     square[a, b] = True
    >>> meek_rule_4(square)[0].astype(int).tolist()
    [0, 1, 0, 0]
    """
    plain, pointing, joined = lines(graph), arrows(graph), skeleton(graph)
    forced = np.zeros_like(graph)
    for a, b in np.argwhere(plain):
        middle = np.flatnonzero(joined[a] & pointing[:, b])
        starts = np.flatnonzero(plain[a] & ~joined[b])
        forced[a, b] = bool(pointing[np.ix_(starts[starts != b], middle)].any())
    return forced


def _passes(separated: Separated, a: int, b: int, c: int) -> bool:
    """Is b no common effect of a and c? By the set that separated them; where none is known, yes."""
    given = separated.get((min(a, c), max(a, c)))
    return given is None or b in given


def _made(done: Matrix, learned: Matrix, separated: Separated) -> list[Collider]:
    """The v-structures that were not learned, although their ends were not joined."""
    before = set(colliders(learned))
    return [
        (a, b, c)
        for a, b, c in colliders(done)
        if (a, b, c) not in before and b in separated.get((a, c), ()) and learned[a, b] | learned[b, a]
        if learned[b, c] | learned[c, b]
    ]


def _on_cycle(pointing: Matrix) -> list[int]:
    """The nodes that lie on directed cycles, or between two of them."""
    left = pointing.copy()
    while True:
        inner = left.any(axis=0) & left.any(axis=1)
        rest = left & np.outer(inner, inner)
        if (rest == left).all():
            return [int(node) for node in np.flatnonzero(inner)]
        left = rest


def _pairs(matrix: Matrix) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in np.argwhere(matrix)]


def describe(result: Oriented, names: list[str]) -> list[str]:
    """Return a sentence for each contradiction between background knowledge and the data."""
    rows = [
        f"background knowledge contradicts the data: the data suggested {names[a]} → {names[b]}, which it excludes; "
        f"drawn as {names[b]} → {names[a]}"
        for a, b in result.reversed
    ]
    rows += [
        f"background knowledge contradicts the data: {names[a]} and {names[b]} remain associated although both arrows "
        "are excluded; the edge is left out, and a common cause outside the table would explain it"
        for a, b in result.deleted
    ]
    rows += [
        f"required, but not seen in the data: {names[a]} → {names[b]}; it is drawn because it is required"
        for a, b in result.unseen
    ]
    rows += [
        f"background knowledge contradicts the data: it makes {names[b]} a common effect of {names[a]} and {names[c]}, "
        f"which looked independent with {names[b]} held fixed"
        for a, b, c in result.made
    ]
    if result.cycle:
        inside = ", ".join(names[node] for node in result.cycle)
        rows.append(
            f"background knowledge and the learned arrows would make a directed cycle among {inside}; arrows that "
            "rest on the data alone were given up"
        )
    return rows
