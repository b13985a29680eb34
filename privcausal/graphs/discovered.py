"""What was learned: a graph that never travels without its price, and what its pairs without an edge mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from privcausal.answer import Answer, axes, price_dict
from privcausal.graphs.constraint_based.pc import Edge, Separators
from privcausal.graphs.methods import CATEGORIES, DEFAULT, method_of
from privcausal.graphs.standing import COIN, MOST, Pair, Standing
from privcausal.graphs.structure.pdag import Matrix, arrows, extension, lines
from privcausal.privacy.price import Price

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    from matplotlib.axes import Axes

    from privcausal.graphs.ask_once.interactions import Interactions
    from privcausal.graphs.confidence import Sure
    from privcausal.graphs.voted import Correlations


@dataclass(frozen=True)
class Step:
    """One order of the search: how many variables were held fixed, what was asked, which edges went."""

    order: int
    edges: int
    tests: int
    deleted: tuple[Edge, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Discovery(Answer):
    """A learned graph that never travels without its price."""

    names: list[str]
    """The variables, in the order of the data's columns."""
    matrix: Matrix
    """The graph as the library computes with it: see `privcausal.graphs.structure.pdag`."""
    method: str
    spent: Price
    tests: tuple[int, ...]
    """How many tests each order took."""
    trace: tuple[Step, ...]
    stopped: str | None = None
    """Why the method ended before it was finished; None if it was."""
    separators: Separators = field(default_factory=dict)
    """What was held fixed when a pair looked independent."""
    untested: Matrix | None = None
    """Pairs about which the search gave no answer: they are no edges, and no evidence against one."""
    least: np.ndarray | None = field(default=None, repr=False)
    """The smallest association that would have been seen, pair by pair, from public numbers; None if not known."""
    moments: Interactions | None = field(default=None, repr=False)
    """The noisy numbers that were released, where the method learns from such; they cost nothing more to look at."""
    shape: Correlations | None = field(default=None, repr=False)
    """The same for numbers."""

    @cached_property
    def sure(self) -> dict[Edge, Sure]:
        """How sure of each edge, by its ends; empty where that is not known."""
        if self.beyond is None or self.beyond:
            return {}
        if self.method == DEFAULT and self.moments is not None:
            from privcausal.graphs.confidence import confidence

            return confidence(self.moments, self.matrix, self.separators)
        from privcausal.graphs import voted  # which needs more

        if self.moments is not None:
            return voted.confidence(self.method, voted.of_moments(self.moments), self.matrix)
        assert self.shape is not None  # or it would not be known what lies beyond
        return voted.confidence(self.method, self.shape.p_value, self.matrix)

    @property
    def beyond(self) -> list[str] | None:
        """What of its public numbers lies beyond the simulated tables; None if sureness was not learned at all."""
        from privcausal.graphs.expected import beyond

        known = self.moments or self.shape
        return None if known is None else beyond(known.size, known.cardinalities, self.spent.epsilon)

    @cached_property
    def pairs(self) -> list[Pair]:
        """How every pair of variables stands."""
        places = combinations(range(len(self.names)), 2)
        return [self._pair(x, y) for x, y in places]

    def _pair(self, x: int, y: int) -> Pair:
        least = math.nan if self.least is None else float(self.least[x, y])
        if self.matrix[x, y] != self.matrix[y, x]:
            first, second = (x, y) if self.matrix[x, y] else (y, x)
            return Pair(self.names[first], self.names[second], Standing.CAUSE, (), None, *self._sure(x, y))
        if self.matrix[x, y]:
            return Pair(self.names[x], self.names[y], Standing.JOINED, (), None, *self._sure(x, y))
        if self.untested is not None and self.untested[x, y]:
            return Pair(self.names[x], self.names[y], Standing.UNTESTED)
        given = tuple(self.names[z] for z in self.separators.get((x, y), ()))
        return Pair(self.names[x], self.names[y], Standing.APART, given, None if math.isnan(least) else least)

    def _sure(self, x: int, y: int) -> tuple[float | None, float | None]:
        """Of the pair and, if it has one, of its arrow."""
        found = self.sure.get((x, y))
        return (None, None) if found is None else (found.joined, found.points)

    def standing(self, standing: Standing) -> list[Pair]:
        """The pairs of which this is to be said."""
        return [pair for pair in self.pairs if pair.standing is standing]

    @cached_property
    def graph(self) -> nx.DiGraph:
        """For NetworkX. An arrow is one edge; a line, whose direction the data cannot tell, is an edge each way."""
        from privcausal.graphs.structure.exchange import to_networkx

        return to_networkx(self.matrix, self.names)

    def pairs_frame(self) -> pd.DataFrame:
        """For pandas: how every pair stands, one row each."""
        import pandas as pd

        return pd.DataFrame([pair.to_dict() for pair in self.pairs])

    def to_dict(self) -> dict[str, Any]:
        """All that is public about it."""
        return {
            "method": self.method,
            "columns": self.names,
            "spent": price_dict(self.spent),
            "tests": sum(self.tests),
            "stopped": self.stopped,
            "pairs": [pair.to_dict() for pair in self.pairs],
        }

    def plot(self, ax: Axes | None = None, truth: nx.DiGraph | None = None, title: str = "") -> Axes:
        """Draw it, and say beside each edge how sure of it; or mark what differs from the truth, if that is known."""
        from privcausal.graphs.structure.drawing import draw, layers, ring
        from privcausal.graphs.structure.exchange import from_networkx

        known = None if truth is None else from_networkx(truth, self.names)
        basis = self.matrix if known is None else known
        places = ring(self.names) if extension(basis) is None else layers(basis, self.names)
        drawn = draw(
            axes(ax, height=5.0),
            self.matrix,
            self.names,
            places=places,
            truth=known,
            untested=self.untested,
            doubtful=self._doubtful if known is None else None,
            title=title,
        )
        for (x, y), sure in self.sure.items() if known is None else ():
            middle = np.mean([places[self.names[end]] for end in (x, y)], axis=0)
            share = sure.joined if sure.points is None else sure.points
            drawn.annotate(f"{min(share, MOST):.0%}", middle, (6, 4), textcoords="offset points", fontsize=8)
        return drawn

    @property
    def _doubtful(self) -> Matrix:
        """The pairs whose arrows are less sure than a coin."""
        places = combinations(range(len(self.names)), 2)
        found = np.zeros_like(self.matrix)
        for (x, y), pair in zip(places, self.pairs, strict=True):
            found[x, y] = found[y, x] = pair.doubtful
        return found

    def doubts(self) -> list[str]:
        """How many arrows are more likely wrong than right, if any is known to be."""
        weak = sum(pair.doubtful for pair in self.pairs)
        many = f"{weak} arrow{'s' if weak != 1 else ''}"
        return [f"more likely wrong than right, being less than {COIN:.0%} sure: {many}"] if weak else []

    def save(self, path: str | Path) -> None:
        """Write it as GraphML or DOT, by the file's ending."""
        from privcausal.graphs.structure.exchange import save

        save(self.graph, path)

    def summary(self) -> str:
        """The method, how much it found, its price, and why it stopped."""
        pointing, plain = int(arrows(self.matrix).sum()), int(lines(self.matrix).sum()) // 2
        found = [f"{n} {word}{'s' * (n != 1)}" for n, word in ((pointing, "arrow"), (plain, "line"))]
        said = f"{' and '.join(found)} among {len(self.names)} variables"
        rows = [f"{self.method}: {said}, {sum(self.tests)} tests, {self.spent}"]
        return "\n".join(rows + ([f"stopped early: {self.stopped}"] if self.stopped else []))

    def __str__(self) -> str:
        return "\n".join(
            [self.summary(), *(self.edges() or ["no edges"]), *self.trust(), *self.doubts(), *self.silences()]
        )

    def edges(self) -> list[str]:
        """The arrows, then the lines, in words, and how sure of each."""
        drawn = self.standing(Standing.CAUSE) + self.standing(Standing.JOINED)
        wide = max((len(str(pair)) for pair in drawn), default=0)
        return [f"{pair!s:<{wide}}  {pair.sureness}".rstrip() for pair in drawn]

    def trust(self) -> list[str]:
        """What percentages are worth, or why there are none."""
        from privcausal.graphs.confidence import track_record

        if self.beyond is None or not self.matrix.any():
            return []
        if self.beyond:
            return [f"how sure is not known: beyond what was simulated lie {', '.join(self.beyond)}"]
        pointing = any(sure.points is not None for sure in self.sure.values())
        return [track_record(arrows=pointing, method=self.method)]

    def silences(self) -> list[str]:
        """What the pairs without an edge mean: not seen and from where on it would have been, or not tested."""
        apart, untested = self.standing(Standing.APART), self.standing(Standing.UNTESTED)
        said = [f"no edge seen: {_pairs(len(apart))}{_from(apart)}"] if apart else []
        if untested:
            names = f" ({', '.join(map(str, untested))})" if len(untested) <= FEW else ""
            said.append(f"not tested: {_pairs(len(untested))}{names}")
        if untested and method_of(self.method).wants != CATEGORIES:
            ends = [end for pair in untested for end in (pair.first, pair.second)]
            blind = ", ".join(name for name in self.names if ends.count(name) == len(self.names) - 1)
            said.append(f"nothing but noise was seen of {blind}: too little varies, or records are few")
        if not method_of(self.method).unitless and arrows(self.matrix).any():
            said.append("the arrows take all noises to vary equally: in other units they may turn round")
        return said


FEW = 6
"""More pairs than that are counted and not named."""


def _pairs(number: int) -> str:
    return f"{number} pair{'s' if number != 1 else ''}"


def _from(apart: Sequence[Pair]) -> str:
    """From which association on these pairs would have been seen."""
    least = [pair.seen_from for pair in apart if pair.seen_from is not None]
    if not least:
        return ""
    low, high = (f"{size:.2f}" if size <= 1 else "more than 1" for size in (min(least), max(least)))
    span = low if low == high else f"{low} to {high}"
    return f"; would have seen φ ≥ {span} in 4 studies of 5"
