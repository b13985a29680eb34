"""Which columns to adjust for: the sets that suffice by the backdoor criterion, and the columns that would do harm.

The graph is declared, or it was discovered. Where it has lines, every directed acyclic graph that it does not exclude
is looked at, and the answer is a range over them.
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from privcausal.arguments import hint
from privcausal.digits import outwards, rounded
from privcausal.effects.estimates import EffectEstimate
from privcausal.effects.open_graphs import Graph, drawn_graph, graphs_left_open, graphs_within, read_graph
from privcausal.graphs.structure.d_separation import ancestors, reachable
from privcausal.graphs.structure.exchange import COMMON_CAUSE, METHOD, from_networkx, mark_of, price_of
from privcausal.graphs.structure.pdag import Matrix

if TYPE_CHECKING:
    from privcausal.effects.design import Design
    from privcausal.effects.effect import Effect

MOST_SETS = 1 << 16
"""So many candidate sets are tried for one graph."""


@dataclass(frozen=True)
class Adjustment:
    """The adjustment sets that one directed acyclic graph implies for the effect of a treatment on an outcome."""

    affects: bool
    """Whether a directed path leads from the treatment to the outcome; if none does, the effect is 0."""
    sufficient: tuple[tuple[str, ...], ...]
    """The minimal sets that suffice, smallest first; none if no set of the observed columns does."""
    mediators: tuple[str, ...]
    """Columns on an arrow path from treatment to outcome: adjusting removes a part of the effect."""
    colliders: tuple[str, ...]
    """Other columns that, added to a set that suffices, make it one that does not."""


LEARNED = "the graph was itself learned, for {}: if from the same people, the prices add up"


@dataclass(frozen=True)
class Identification:
    """The adjustment sets that a graph implies, over all directed acyclic graphs that it does not exclude."""

    treatment: str
    outcome: str
    graphs: tuple[Adjustment, ...]
    strict: bool
    """Whether these graphs have the v-structures of the given one; otherwise any orientation of its lines counts."""
    unseen: str = ""
    """What is made of it that a learned graph has no edge between the two, which does not exclude an effect."""
    mark: str = ""
    """What weakens the price of the answer that the graph was."""
    price: str = ""
    """Of that answer."""

    @property
    def sets(self) -> list[tuple[str, ...]]:
        """All sets that suffice in some graph, smallest first."""
        every = {chosen for graph in self.graphs for chosen in graph.sufficient}
        return sorted(every, key=lambda chosen: (len(chosen), chosen))

    @property
    def everywhere(self) -> list[tuple[str, ...]]:
        """Those that are listed for every graph in which the treatment affects the outcome."""
        where = [graph for graph in self.graphs if graph.affects]
        return [
            chosen for chosen in self.sets if where and all(chosen in graph.sufficient for graph in where)
        ]

    def role(self, name: str) -> dict[str, int]:
        """In how many graphs adjusting for this column would do harm, and why."""
        return {
            "mediator": sum(name in graph.mediators for graph in self.graphs),
            "collider": sum(name in graph.colliders for graph in self.graphs),
        }

    def harm(self, adjust: Sequence[str]) -> list[str]:
        """Return a line for each of these columns that must not be adjusted for in some of the graphs."""
        words = {"mediator": "lies on the way from {} to {}", "collider": "opens a path between {} and {}"}
        return [
            f"should not be adjusted for: {name} {words[kind].format(self.treatment, self.outcome)} in {found} of "
            f"{len(self.graphs):,} graphs that are not excluded"
            for name in adjust
            for kind, found in self.role(name).items()
            if found
        ]

    def __str__(self) -> str:
        many = len(self.graphs)
        which = "the graph" if many == 1 else f"{many:,} graphs that are not excluded"
        affects = sum(graph.affects for graph in self.graphs)
        rows = [f"{self.treatment} → {self.outcome}: {which}; an effect in {affects} of {many}"]
        rows += [self.unseen] * bool(self.unseen)
        rows += [f"adjust for: {_named(chosen)}" for chosen in self.sets]
        bare = sum(graph.affects and not graph.sufficient for graph in self.graphs)
        rows += [f"no set of the observed columns suffices in {bare} of {many}"] * bool(bare)
        for kind, words in (("mediators", "on the way to the outcome"), ("colliders", "opens a path")):
            bad = sorted({name for graph in self.graphs for name in getattr(graph, kind)})
            rows += [f"do not adjust for: {', '.join(bad)} ({words} in some graph)"] * bool(bad)
        rows += [f"of the graph: {self.mark}"] * bool(self.mark)
        rows += [LEARNED.format(self.price)] * bool(self.price)
        return "\n".join(rows)


def identify(
    graph: Graph,
    treatment: str,
    outcome: str,
    observed: Sequence[str] | None = None,
    *,
    sure: float | None = None,
) -> Identification:
    """Return the sets that suffice to adjust for, and the columns that would do harm.

    `observed` lists the columns available for adjustment (default: all). With `sure`, an edge or arrow of a discovered
    graph that is less likely right than this is not taken for granted: the edge can be missing, the arrow can point the
    other way, and a pair that was not tested can be joined. Neither is it that treatment → outcome was not seen.

    >>> import networkx as nx
    >>> drawn = nx.DiGraph([("severe", "drug"), ("severe", "died"), ("drug", "dose"), ("dose", "died")])
    >>> result = identify(drawn, "drug", "died")
    >>> result.sets, result.graphs[0].mediators
    ([('severe',)], ('dose',))
    """
    drawn = drawn_graph(graph)
    names = [str(name) for name in drawn.nodes]
    for argument, name in (("treatment", treatment), ("outcome", outcome)):
        if name not in names:
            raise ValueError(f"{argument} must be one of the nodes of the graph{hint(name, names)}")
    if treatment == outcome:
        raise ValueError("treatment and outcome must be two nodes, got one of them twice")
    unknown = [name for name in observed or () if name not in names]
    if unknown:
        raise ValueError(f"observed must be nodes of the graph{hint(unknown[0], names)}")
    x, y = names.index(treatment), names.index(outcome)
    columns = drawn.nodes if isinstance(graph, nx.DiGraph) else graph.names
    seen = [names.index(str(name)) for name in (columns if observed is None else observed)]
    if sure is None:
        dags, strict = graphs_within(from_networkx(drawn, list(drawn.nodes)))
    else:
        dags, strict = graphs_left_open(graph, names, sure)
    unseen = ""
    excluded = any(
        {*pair} == {treatment, outcome} for *pair, _ in json.loads(drawn.graph.get(COMMON_CAUSE, "[]"))
    )
    if METHOD in drawn.graph and not excluded and not any(dag[x, y] or dag[y, x] for dag in dags):
        unseen = f"no edge was seen between {treatment} and {outcome}, which does not exclude an effect: "
        joined = [_with_arrow(dag, x, y) for dag in dags if not ancestors(dag, _only(dag, [x]))[y]]
        dags += joined * (sure is not None)
        unseen += "ask with sure" if sure is None else f"it is drawn in {len(joined)} of them"
    found = tuple(adjustment(dag, x, y, seen, names) for dag in dags)
    return Identification(treatment, outcome, found, strict, unseen, mark_of(drawn), price_of(drawn))


def _with_arrow(dag: Matrix, x: int, y: int) -> Matrix:
    """The same graph with x → y."""
    more = dag.copy()
    more[x, y] = True
    return more


def adjustment(dag: Matrix, x: int, y: int, observed: Iterable[int], names: Sequence[str]) -> Adjustment:
    """The same for one directed acyclic graph, whose nodes are numbers."""
    below = ancestors(dag.T, _only(dag, [x]))
    above = ancestors(dag, _only(dag, [x, y]))
    allowed = [node for node in observed if node not in (x, y)]
    mediators = [node for node in allowed if below[node] and ancestors(dag, _only(dag, [y]))[node]]
    candidates = [node for node in allowed if above[node] and not below[node]]
    found = minimal_sets(dag, x, y, candidates)
    others = [node for node in allowed if node not in mediators]
    hurts = [
        node
        for node in others
        if any(node not in chosen and not suffices(dag, x, y, (*chosen, node)) for chosen in found)
    ]
    affects = bool(ancestors(dag, _only(dag, [y]))[x])

    def words(nodes: Iterable[int]) -> tuple[str, ...]:
        return tuple(names[node] for node in nodes)

    return Adjustment(affects, tuple(map(words, found)), words(mediators), words(hurts))


def minimal_sets(dag: Matrix, x: int, y: int, candidates: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the sets of these nodes that suffice and of which no part does, smallest first."""
    found: list[tuple[int, ...]] = []
    waiting: list[tuple[int, ...]] = [()]
    tried = 0
    while waiting:
        tried += len(waiting)
        if tried > MOST_SETS:
            raise ValueError(
                f"observed must name fewer columns: {len(candidates)} of them are possible confounders, and only "
                f"{MOST_SETS:,} sets are tried"
            )
        enough = {chosen for chosen in waiting if suffices(dag, x, y, chosen)}
        found += sorted(enough)
        larger = [
            (*chosen, node)
            for chosen in waiting
            if chosen not in enough
            for node in candidates
            if not chosen or node > chosen[-1]
        ]
        waiting = [chosen for chosen in larger if not any(set(less) <= set(chosen) for less in found)]
    return found


def suffices(dag: Matrix, x: int, y: int, chosen: Iterable[int]) -> bool:
    """Return whether a set meets Pearl's backdoor criterion.

    None of it is a descendant of x, and given it x and y are separated in the graph without the arrows out of x.

    >>> confounded = np.array([[0, 1, 0], [0, 0, 0], [1, 1, 0]], dtype=bool)
    >>> suffices(confounded, 0, 1, [2]), suffices(confounded, 0, 1, [])
    (True, False)
    """
    given = _only(dag, chosen)
    if (ancestors(dag.T, _only(dag, [x])) & given).any():
        return False
    without = dag.copy()
    without[x] = False
    return not reachable(without, x, given)[y]


def _only(dag: Matrix, nodes: Iterable[int]) -> Matrix:
    chosen = np.zeros(len(dag), dtype=bool)
    chosen[list(nodes)] = True
    return chosen


# --- the range of an effect ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EffectRange:
    """How an effect changes over the graphs that are not excluded."""

    low: float
    high: float
    estimates: Mapping[tuple[str, ...], EffectEstimate]
    """By the set that is adjusted for."""
    without_effect: int
    """The number of graphs in which the treatment does not affect the outcome: there the effect is 0."""
    not_identified: int
    """The number of graphs in which no set of the table's columns suffices: there the effect is not identified."""
    graphs: int
    unseen: str = ""
    """As for `Identification`."""
    marks: tuple[str, ...] = ()
    """What weakens the price of the effect, or of the answer that the graph was."""
    graph_price: str = ""
    """Of that answer."""

    def to_dict(self) -> dict[str, Any]:
        """All of it."""
        sets = [
            {"adjust": list(chosen), "estimate": part.to_list()} for chosen, part in self.estimates.items()
        ]
        numbers = {"without_effect": self.without_effect, "not_identified": self.not_identified}
        own = {"interval": [self.low, self.high], "sets": sets, **numbers, "graphs": self.graphs}
        said = {
            "unseen": self.unseen or None,
            "marks": list(self.marks),
            "graph_price": self.graph_price or None,
        }
        return {**own, **said}

    def __str__(self) -> str:
        return "\n".join([*self.lines(), *self.marks])

    def lines(self) -> list[str]:
        """Its text without the marks, which stand below the whole effect."""
        _, low, high = rounded([self.low / 2 + self.high / 2, self.low, self.high], "+")
        rows = [f"{low} to {high} over {self.graphs:,} graph{'s' * (self.graphs != 1)}"]
        rows += [self.unseen] * bool(self.unseen)
        estimates = {_named(chosen): outwards(part.to_list(), "+") for chosen, part in self.estimates.items()}
        rows += [f"adjusted for {names}: {words}" for names, words in estimates.items()]
        rows += [f"no effect in {self.without_effect} of them"] * bool(self.without_effect)
        rows += [f"not identified in {self.not_identified} of them"] * bool(self.not_identified)
        rows += [LEARNED.format(self.graph_price)] * bool(self.graph_price)
        return rows


def effect_range(effect: "Effect", graph: Graph, *, sure: float | None = None) -> EffectRange:
    """The intervals of an effect over all graphs that are not excluded, joined; from the same noisy table, for nothing.

    Of each graph the smallest set counts that suffices and is among the table's columns. `sure` as for `identify`.
    """
    return range_over(effect, identified_by(effect.design, graph, sure))


def identified_by(design: "Design", graph: Graph | str, sure: float | None = None) -> Identification:
    """What a graph says of a design, without a look at any record; a text or a file is read first."""
    if design.instrument is not None:
        raise ValueError(
            "graph must be left out with an instrument: it is searched for columns to adjust for, on which an "
            "instrument does not rest; nothing was spent"
        )
    drawn = read_graph(os.fspath(graph), sure) if isinstance(graph, str | os.PathLike) else graph
    return identify(drawn, *_roles(design), sure=sure)


def _roles(design: "Design") -> tuple[str, str, tuple[str, ...]]:
    return design.treatment, design.outcome, design.adjust


def range_over(effect: "Effect", identified: Identification) -> EffectRange:
    """The same over graphs that were looked at before."""
    design = effect.design
    chosen = [found.sufficient[0] for found in identified.graphs if found.affects and found.sufficient]
    estimates = {names: effect.adjusted_for(names).difference for names in dict.fromkeys(chosen)}
    without = sum(not found.affects for found in identified.graphs)
    lost = sum(found.affects and not found.sufficient for found in identified.graphs)
    low, high = design.bounds
    ends = [end for part in estimates.values() for end in (part.low, part.high)]
    ends += [0.0] * bool(without) + [low - high, high - low] * bool(lost)
    marks = tuple(replace(effect, graphs=identified).marks())
    many = len(identified.graphs)
    said = identified.unseen, marks, identified.price
    return EffectRange(min(ends), max(ends), estimates, without, lost, many, *said)


def _named(chosen: Sequence[str]) -> str:
    return ", ".join(chosen) or "nothing"
