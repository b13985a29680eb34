"""A learned graph, which always carries its privacy cost, and the meaning of its pairs without an edge."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from privcausal.answer import Answer, axes, price_dict
from privcausal.graphs.ask_once.detectable import all_noise
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.background_knowledge import Known, as_knowledge, orient
from privcausal.graphs.conditions import classes_alike, listed
from privcausal.graphs.learned import Edge, Learned
from privcausal.graphs.method import IN_UNITS, LEFT_OUT, NONE_FIXED
from privcausal.graphs.methods import method_of
from privcausal.graphs.pair_status import (
    BACKGROUND,
    COIN,
    DATA,
    IMPLIED,
    REQUIRED,
    Pair,
    PairStatus,
    detectable_from,
    many_pairs,
)
from privcausal.graphs.structure.background import Oriented, describe
from privcausal.graphs.structure.pdag import Matrix, arrows, lines
from privcausal.privacy.marks import TRAVELLING, complete
from privcausal.privacy.price import Price
from privcausal.table.knowledge import Knowledge

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    from matplotlib.axes import Axes

    from privcausal.graphs.edge_confidence import Confidence, EdgeProbability


@dataclass(frozen=True, eq=False, repr=False)
class Discovery(Answer):
    """A learned graph that never travels without its price."""

    names: list[str]
    """The variables, in the order of the data's columns."""
    method: str
    learned: Learned
    least: np.ndarray | None = field(default=None, repr=False)
    """The smallest association that would have been seen, pair by pair, by released margins; None if not known."""
    knowledge: Knowledge = field(default_factory=Knowledge)
    """Background knowledge: tiers, forbidden and required arrows. It costs nothing, and wins over the data."""
    with_cuts: tuple[str, ...] = ()
    """The numbers that were declared with cuts, so that they are categories here."""
    unsaid: tuple[str, ...] = ()
    """The columns of which nothing is declared of missing cells: many of them hide associations, and make others."""

    def __post_init__(self) -> None:
        self.knowledge.check(self.names)

    @cached_property
    def oriented(self) -> Oriented:
        """The learned graph under background knowledge, and what the two disagree about."""
        return orient(self.learned, self.names, self.knowledge)

    @property
    def matrix(self) -> Matrix:
        """The graph as the library computes with it: see `privcausal.graphs.structure.pdag`."""
        return self.oriented.graph

    def with_knowledge(self, known: Known) -> Discovery:
        """Return the same answer under this background knowledge instead; costs nothing, and looks at no data.

        >>> learned = Learned(np.array([[0, 1], [1, 0]], dtype=bool))
        >>> Discovery(["dose", "pain"], "once", learned).with_knowledge({"tiers": [["dose"], ["pain"]]}).edges()
        ['dose → pain  background knowledge']
        """
        knowledge, context = as_knowledge(known), self._context
        settled = None if context is None else context.asking(knowledge=str(knowledge) if knowledge else None)
        return replace(self, knowledge=knowledge).in_context(settled)

    @property
    def contradictions(self) -> list[str]:
        """A sentence for each thing in which background knowledge and the data disagree."""
        return describe(self.oriented, self.names)

    @property
    def spent(self) -> Price:
        """The privacy cost."""
        assert self.learned.spent is not None  # every method states its cost
        return self.learned.spent

    @property
    def tests(self) -> tuple[int, ...]:
        """How many tests each order took."""
        return self.learned.tests

    @property
    def stop_reason(self) -> str | None:
        """Why the method ended before it was finished; None if it was."""
        return self.learned.stop_reason

    @cached_property
    def confidence(self) -> Confidence:
        """How likely each edge is right; empty where that is not known."""
        from privcausal.graphs.edge_confidence import Confidence, confidence

        if self.learned.release is None:
            return Confidence({}, None)
        if self.spent.rows > 1 or self.spent.blank:  # blank rows have their gaps together
            return Confidence({}, ["several rows of one person" if self.spent.rows > 1 else LEFT_OUT])
        if self.lost_columns:  # one of them can lie between any two others
            return Confidence({}, [f"nothing but noise was seen of {', '.join(self.lost_columns)}"])
        return confidence(method_of(self.method), self.learned)

    @property
    def lost_columns(self) -> list[str]:
        """The columns of which nothing but noise was seen, and numbers with cuts that hardly leave one class.

        The lost part of a number is not known, and it can explain the dependence of any two others. A rare value of a
        category explains little, and the maps count how many such columns there are.
        """
        method, release = method_of(self.method), self.learned.release
        if release is None:
            return []
        lost = method.lost(self.learned)
        if self.with_cuts and isinstance(release, Interactions):
            lost = lost | (np.isin(self.names, self.with_cuts) & all_noise(release))
        return [name for name, is_lost in zip(self.names, lost, strict=True) if is_lost]

    @cached_property
    def probabilities(self) -> Mapping[Edge, EdgeProbability]:
        """How sure of each edge, by its ends, given the background knowledge.

        Where it excludes the opposite arrow, the arrow is as sure as the edge; of an arrow that it implies together
        with the data, none is calibrated.
        """
        sure = self.confidence.edges
        return {
            edge: self._known_probability(edge, sure[edge])
            for edge in sure
            if self.matrix[edge] | self.matrix.T[edge]
        }

    def _known_probability(self, edge: Edge, sure: EdgeProbability) -> EdgeProbability:
        """How sure of an edge, once background knowledge has had its say of its direction."""
        basis = self._basis(*edge)
        points = {BACKGROUND: sure.joined, REQUIRED: sure.joined, IMPLIED: None}.get(basis, sure.points)
        is_line = self.matrix[edge] and self.matrix.T[edge]
        return replace(sure, points=None if is_line else points)

    def _basis(self, x: int, y: int) -> str:
        """What the direction of an edge between two columns rests on; a line has none, and rests on the data."""
        if self.matrix[x, y] and self.matrix[y, x]:
            return DATA
        ends = (self.names[x], self.names[y])
        if ends in self.knowledge.required or ends[::-1] in self.knowledge.required:
            return REQUIRED
        if self.oriented.direct[x, y] or self.oriented.direct[y, x]:
            return BACKGROUND
        same = (self.matrix[x, y], self.matrix[y, x]) == (self.learned.graph[x, y], self.learned.graph[y, x])
        return DATA if same else IMPLIED

    @property
    def outside_calibration(self) -> list[str] | None:
        """Which public numbers lie outside the simulated tables; None if none were simulated for this method."""
        return self.confidence.outside

    @cached_property
    def pairs(self) -> list[Pair]:
        """The status of every pair of variables."""
        places = combinations(range(len(self.names)), 2)
        return [self._pair(x, y) for x, y in places]

    def _pair(self, x: int, y: int) -> Pair:
        if self.matrix[x, y] or self.matrix[y, x]:
            first, second = (x, y) if self.matrix[x, y] else (y, x)
            status = PairStatus.UNDIRECTED if self.matrix[second, first] else PairStatus.DIRECTED
            basis, sure = self._basis(x, y), self._probabilities(x, y)
            return Pair(self.names[first], self.names[second], status, (), None, *sure, basis=basis)
        ends = self.names[x], self.names[y]
        if self.learned.graph[x, y] or self.learned.graph[y, x]:
            return Pair(*ends, PairStatus.EXCLUDED, basis=BACKGROUND)
        if self.learned.untested is not None and self.learned.untested[x, y]:
            return Pair(*ends, PairStatus.UNTESTED)
        given = tuple(self.names[z] for z in self.learned.separators.get((x, y), ()))
        unknown = self.least is None or self.learned.spent is None or self.spent.blank
        least = math.nan if unknown else float(self.least[x, y])  # type: ignore[index]
        return Pair(*ends, PairStatus.NO_EDGE, given, None if math.isnan(least) else least)

    def _probabilities(self, x: int, y: int) -> tuple[float | None, float | None]:
        """Of the pair and, if it has one, of its arrow."""
        probability = self.probabilities.get((x, y))
        return (None, None) if probability is None else (probability.joined, probability.points)

    def pairs_with_status(self, status: PairStatus) -> list[Pair]:
        """Return the pairs with this status."""
        return [pair for pair in self.pairs if pair.status is status]

    @cached_property
    def graph(self) -> nx.DiGraph:
        """The graph for NetworkX. An arrow is one edge; a line, whose direction is unknown, is an edge each way.

        Each edge has its `status`, its `basis` and, where they are known, its `edge_probability` and
        `arrow_probability`; the graph has the price, the method, and what weakens them.
        """
        from privcausal.graphs.structure.exchange import COMMON_CAUSE, IN_DOUBT, MARK, priced, to_networkx

        graph = to_networkx(self.matrix, self.names)
        for pair in self.pairs:
            for ends in ((pair.first, pair.second), (pair.second, pair.first)):
                if graph.has_edge(*ends):
                    graph.edges[ends].update(pair.attributes)
        price = price_dict(self.spent)
        known = {name: price[name] for name in ("epsilon", "delta", "relation")}
        found = self.learned.graph.tolist(), self.learned.tests, self.confidence.edges  # without knowledge
        once = priced(str(self.spent), self.method, self.names, *found)
        graph.graph.update({"method": self.method, **known, "price": str(self.spent), **once})
        graph.graph.update({MARK: "; ".join(self.marks())} if self.marks() else {})
        graph.graph.update({name: line for name, line in TRAVELLING.items() if price.get(name)})
        in_doubt = [(pair.first, pair.second) for pair in self.pairs_with_status(PairStatus.UNTESTED)]
        in_doubt += [(self.names[x], self.names[y]) for x, y in self.learned.doubts]
        graph.graph.update({IN_DOUBT: json.dumps(in_doubt)} if in_doubt else {})
        shared = [self._shared_cause(x, y) for x, y in self.oriented.deleted]
        graph.graph.update({COMMON_CAUSE: json.dumps(shared)} if shared else {})
        return graph

    def _shared_cause(self, x: int, y: int) -> tuple[str, str, float | None]:
        """Return a pair that stays associated without an arrow, and how sure it is joined, if that is known."""
        sure = self.confidence.edges.get((x, y))
        return self.names[x], self.names[y], None if sure is None else sure.joined

    def pairs_frame(self) -> pd.DataFrame:
        """Return the status of every pair for pandas, one row each; the privacy cost and the marks are in `attrs`."""
        import pandas as pd

        frame = pd.DataFrame([pair.to_dict() for pair in self.pairs])
        frame.attrs["marks"] = self.marks()
        frame.attrs["spent"] = price_dict(self.spent)
        return frame

    def to_dict(self) -> dict[str, Any]:
        """Return everything that is public about it."""
        return {
            "method": self.method,
            "columns": self.names,
            "spent": price_dict(self.spent),
            **{"holds_if": self.rests_on or None, "detects_if": " and ".join(self._detects_if()) or None},
            "tests": sum(self.tests),
            "stopped": self.stop_reason,
            "pairs": [pair.to_dict() for pair in self.pairs],
            "knowledge": self.knowledge.entries(),
            "contradictions": self.contradictions,
            "doubtful": [
                {"first": self.names[x], "second": self.names[y], "why": why}
                for (x, y), why in self.learned.doubts.items()
            ],
        }

    def plot(self, ax: Axes | None = None, truth: nx.DiGraph | None = None, title: str = "") -> Axes:
        """Draw it with the probability of each edge, or, if the truth is known, mark the differences from it."""
        from privcausal.graphs.result_drawing import draw_result
        from privcausal.graphs.structure.exchange import mark_of

        drawn = draw_result(self, axes(ax, height=5.0), truth, title)
        return self.signed(drawn, "" if truth is None else mark_of(truth))

    def warnings(self) -> list[str]:
        """What background knowledge contradicts, how many arrows are likelier wrong than right, and doubtful edges."""
        weak = sum(pair.more_likely_wrong for pair in self.pairs)
        many = f"{weak} arrow{'s' if weak != 1 else ''}"
        wrong = [f"more likely wrong than right, being less than {COIN:.0%} sure: {many}"] * bool(weak)
        doubtful = [f"doubtful, because {why}: {edges}" for why, edges in self._doubts().items()]
        return [*self.contradictions, *wrong, *doubtful]

    def _doubts(self) -> dict[str, str]:
        """For each reason the edges that it makes doubtful."""
        grouped: dict[str, list[str]] = {}
        for (x, y), why in self.learned.doubts.items():
            grouped.setdefault(why, []).append(f"{self.names[x]} — {self.names[y]}")
        return {
            why: ", ".join(edges) if len(edges) <= FEW else f"{len(edges)} edges"
            for why, edges in grouped.items()
        }

    def save(self, path: str | Path) -> None:
        """Write it as .graphml, .dot, .dagitty or .json; all of them keep the probabilities and the price.

        As a graph, .graphml and .dagitty can be read again; .dot is for Graphviz alone.
        """
        from privcausal.graphs.structure.exchange import check_format, save

        if check_format(path).suffix == ".json":
            Path(path).write_text(self.to_json(indent=1) + "\n", encoding="utf-8")
        else:
            save(self.graph, path)

    def summary(self) -> str:
        """The method, how much it found, its price, why it stopped, and what weakens the price."""
        pointing, plain = int(arrows(self.matrix).sum()), int(lines(self.matrix).sum()) // 2
        results = [f"{n} {word}{'s' * (n != 1)}" for n, word in ((pointing, "arrow"), (plain, "line"))]
        text = f"{' and '.join(results)} among {len(self.names)} variables"
        rows = [
            f"{self.method}: {text}, {sum(self.tests)} tests, {self.spent.amount} ({self.spent.relation.value})"
        ]
        stopped = [f"stopped early: {self.stop_reason}"] if self.stop_reason else []
        return "\n".join([*rows, *stopped, *self.marks()])

    def __str__(self) -> str:
        return "\n".join(
            [
                self.summary(),
                *(self.edges() or ["no edges"]),
                *self.calibration_note(),
                *self.warnings(),
                *self.missing_edge_notes(),
            ]
        )

    def edges(self) -> list[str]:
        """The arrows, then the lines, in words, and how sure of each."""
        drawn = self.pairs_with_status(PairStatus.DIRECTED) + self.pairs_with_status(PairStatus.UNDIRECTED)
        wide = max((len(str(pair)) for pair in drawn), default=0)
        return [f"{pair!s:<{wide}}  {pair.probability_text}{pair.resting_text}".rstrip() for pair in drawn]

    def calibration_note(self) -> list[str]:
        """What percentages are worth, or why there are none."""
        from privcausal.graphs.edge_confidence import heldout_summary

        if not self.matrix.any():
            return []
        rests_on = [f"the edges hold only if {self.rests_on}"] * bool(self.rests_on)
        if self.outside_calibration is None:
            return rests_on
        if outside := ", ".join(self.outside_calibration):
            why = f"outside the range of the calibration simulations: {outside}"
            return [f"no probabilities available: {why}", *rests_on]
        pointing = any(pair.arrow_probability is not None and pair.basis == DATA for pair in self.pairs)
        return [f"{heldout_summary(arrows=pointing, method=self.method)}{self.condition}"]

    @property
    def rests_on(self) -> str:
        """What must be true of all that is said of edges, by the declaration and the method."""
        among = [classes_alike(self.with_cuts), *method_of(self.method).edges_if] * (len(self.names) > 2)
        return listed([*filter(None, [self.nothing_missing, *among])])

    @property
    def nothing_missing(self) -> str:
        """What must be true of all that is said of pairs, where cells or whole rows can be missing unseen."""
        return "" if self.learned.spent is None else complete(self.spent, self.unsaid)

    @property
    def condition(self) -> str:
        """What edges rest on, behind what it is a condition of."""
        return f", if {self.rests_on}" if self.rests_on else ""

    def _detects_if(self) -> list[str]:
        """What the minimum detectable associations rest on, if nothing is missing."""
        own = method_of(self.method).detects_if
        return [own] * bool(own) + [NONE_FIXED] * bool(self.held_fixed)

    @property
    def held_fixed(self) -> int:
        """How many pairs without an edge looked independent only with others held fixed: less is detected so."""
        apart = self.pairs_with_status(PairStatus.NO_EDGE)
        return sum(bool(pair.separating_set) and pair.minimum_detectable is not None for pair in apart)

    def missing_edge_notes(self) -> list[str]:
        """Return the meaning of the pairs without an edge: the minimum detectable association, or not tested."""
        apart = self.pairs_with_status(PairStatus.NO_EDGE)
        untested = self.pairs_with_status(PairStatus.UNTESTED)
        rests_on = " and ".join(filter(None, [self.nothing_missing, method_of(self.method).detects_if]))
        alike = self.least is not None and not getattr(self.learned.spent, "blank", False)
        least = detectable_from(apart, f", if {rests_on}" * bool(rests_on), alike=alike)
        fixed = f"; less is detected with others held fixed, as for {many_pairs(self.held_fixed)}"
        lines = [f"no edge seen: {many_pairs(len(apart))}{least}{fixed * bool(self.held_fixed)}"] * bool(
            apart
        )
        if untested:
            names = f" ({', '.join(map(str, untested))})" if len(untested) <= FEW else ""
            lines.append(f"not tested: {many_pairs(len(untested))}{names}")
        if self.lost_columns:
            lines.append(
                f"nothing but noise was seen of {', '.join(self.lost_columns)}: too little varies, cells hold other "
                "values than those declared, or records are few"
            )
        in_units = not method_of(self.method).unitless and arrows(self.matrix).any()
        return lines + IN_UNITS * bool(in_units)


FEW = 6
"""More pairs than that are counted and not named."""
