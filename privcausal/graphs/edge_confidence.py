"""The confidence in each edge: clues from the release alone, and a map from clues to the proportion of correct edges.

Most wrong arrows are due to a search that ends early or to effects that nearly cancel, not to noise. Drawing the
noise again therefore says little about arrows. Here each edge gets a few clues, all of them tests on the noisy numbers
that `once` released, and a logistic map that was learned on simulated networks turns them into a probability. It costs
nothing. `privcausal.experiments.confidence_maps` learns the maps, and judges them on networks that they have not seen.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from privcausal.graphs.ask_once.detectable import all_noise
from privcausal.graphs.ask_once.doubts import DETERMINED, NEARLY
from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.expected_f1 import outside_simulated_range
from privcausal.graphs.kinds import DEFAULT
from privcausal.graphs.learned import Edge, Learned, Separators
from privcausal.graphs.method import Method
from privcausal.graphs.structure.pdag import Matrix, arrows, skeleton

FILE = Path(__file__).parents[1] / "data" / "confidence.json"
"""The maps of each method, by its name."""

MOST_DIGITS = 300.0
"""The limit of the scale: p-values smaller than 10⁻³⁰⁰ are not distinguished."""

CLEAR = 3.0
"""The digits, p = 0.001, beyond which more evidence of dependence does not increase the confidence in a pair."""

Arrow = tuple[int, int]
"""From its tail to its head."""


@dataclass(frozen=True)
class EdgeProbability:
    """How likely one edge is right, on networks like the simulated ones."""

    joined: float
    """Is one of the two a direct cause of the other?"""
    points: float | None
    """Is it so in the direction of the arrow? None for a line."""


def edge_probabilities(best: "Iterable[EdgeFeatures]", method: str) -> dict[Arrow, EdgeProbability]:
    """What a method's maps make of the clues of its edges, by their two ends, the smaller first."""
    weights = load_calibration(method)["weights"]
    pair, arrow = (Logistic(tuple(weights[kind])) for kind in ("pair", "arrow"))
    return {
        (min(clue.first, clue.second), max(clue.first, clue.second)): EdgeProbability(
            pair(clue.pair), arrow(clue.arrow) if clue.arrow else None
        )
        for clue in best
    }


@dataclass(frozen=True)
class Confidence:
    """How likely each edge is right, on networks like the simulated ones; or why that is not known."""

    edges: Mapping[Edge, EdgeProbability]
    outside: list[str] | None
    """Which public numbers lie outside the simulated tables; None if none were simulated for this method."""


def confidence(method: Method, learned: Learned) -> Confidence:
    """Return how likely each edge is right; it is computed from the release, and costs nothing."""
    release, spent = learned.release, learned.spent
    if release is None or spent is None:
        return Confidence({}, None)
    outside = outside_simulated_range(method.name, release.size, release.cardinalities, spent.epsilon)
    edges = {} if outside else edge_probabilities(method.features(learned), method.name)
    return Confidence(edges, outside)


def heldout_counts(kind: str, least: float = 0.9, method: str = DEFAULT) -> tuple[int, int]:
    """Of the pairs or arrows of unseen simulated networks that were called so sure: how many were right, of how many.

    >>> right, called = heldout_counts("arrow")
    >>> 0.9 < right / called < 1
    True
    """
    bins = [best for best in load_calibration(method)["check"][kind] if best["from"] >= least]
    return sum(best["right"] for best in bins), sum(best["edges"] for best in bins)


def heldout_summary(*, arrows: bool = True, method: str = DEFAULT) -> str:
    """What a high percentage was worth on simulated networks that were not used to make it.

    >>> heldout_summary(arrows=False)  # doctest: +ELLIPSIS
    'right on unseen simulated networks, of those called at least 90% sure: ... in 100 pairs'
    """
    kinds = ("pair", "arrow") if arrows else ("pair",)
    shares = {
        kind: round(100 * right / called)
        for kind in kinds
        for right, called in [heldout_counts(kind, method=method)]
    }
    text = ", ".join(f"{share} in 100 {kind}s" for kind, share in shares.items())
    return f"right on unseen simulated networks, of those called at least 90% sure: {text}"


@cache
def load_calibration(method: str = DEFAULT) -> Mapping[str, Any]:
    """A method's maps and how they fared, with the stamp of what made them."""
    calibration: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))[method]
    return calibration


@dataclass(frozen=True)
class Logistic:
    """A probability from a few clues.

    >>> Logistic((0.0, 1.0))((0.0,))
    0.5
    """

    weights: tuple[float, ...]
    """The first is the constant term, each other one belongs to a clue."""

    def __call__(self, clues: Sequence[float]) -> float:
        """Return the probability that an edge or arrow with these clues is right."""
        first, *others = self.weights
        return 1 / (1 + math.exp(-first - math.fsum(w * x for w, x in zip(others, clues, strict=True))))


@dataclass(frozen=True)
class EdgeFeatures:
    """What the released numbers say of one edge."""

    first: int
    second: int
    """Of an arrow, its head."""
    pair: tuple[float, ...]
    """Are the two joined? The weakest dependence between them, in how many tests it was looked for, and `setting`."""
    arrow: tuple[float, ...] = ()
    """Does it point this way? See `Triples.of_arrow`, and `setting`; a line has none."""


@dataclass
class Evidence:
    """Tests on released numbers. Evidence is counted in digits: two for p = 0.01, three for p = 0.001."""

    moments: Interactions
    joined: Matrix
    separators: Separators
    _digits: dict[tuple[int, ...], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.test = CovarianceTest(self.moments)

    def minus_log10_p(self, x: int, y: int, conditioning_set: tuple[int, ...] = ()) -> float:
        """How clearly two columns depend on each other while these are held fixed."""
        key = (min(x, y), max(x, y), *sorted(conditioning_set))
        if key not in self._digits:
            p_value = self.test(key[0], key[1], key[2:]).p_value
            self._digits[key] = min(-math.log10(p_value), MOST_DIGITS) if p_value else MOST_DIGITS
        return self._digits[key]

    def between(self, x: int, y: int) -> list[float]:
        """The dependence of a joined pair, by itself and with each neighbour of either held fixed."""
        near = np.flatnonzero(self.joined[x] | self.joined[y])
        return [
            self.minus_log10_p(x, y),
            *(self.minus_log10_p(x, y, (int(z),)) for z in near if z not in (x, y)),
        ]

    def triples(self) -> "Triples":
        """Every a — b — c whose ends are apart, and by how many digits fixing b makes them depend, or ends it.

        Sets of two that separate a and c are left out: with b they are three, whose tables were never released.
        """
        best = Triples()
        for b in range(len(self.joined)):
            for a, c in combinations(map(int, np.flatnonzero(self.joined[b])), 2):
                separator = self.separators.get((a, c))
                if separator is not None:
                    rest = tuple(z for z in separator if z != b)
                    rest = rest if len(rest) < 2 else ()
                    more = self.minus_log10_p(a, c, (*rest, b)) - self.minus_log10_p(a, c, rest)
                    best.add(a, b, c, more, b in separator)
        return best


@dataclass
class Triples:
    """What every a — b — c whose ends are apart says of its arrows, in digits."""

    into: dict[Arrow, float] = field(default_factory=dict)
    """Of each a → b that is part of a v-structure: the digits of the clearest."""
    chains: dict[tuple[int, int, int], float] = field(default_factory=dict)
    """The triples in which b lies between a and c."""

    def add(self, a: int, b: int, c: int, more: float, between: bool) -> None:
        """Fixing b makes a and c depend by so many digits more."""
        for start, end in ((a, c), (c, a)):
            if between:
                self.chains[start, b, end] = -more
            else:
                self.into[start, b] = max(self.into.get((start, b), -MOST_DIGITS), more)

    def support(self, pointing: Matrix) -> dict[Arrow, float]:
        """What each arrow rests on: its clearest v-structure or, if it follows from others, the least clear of them.

        >>> one = Triples()
        >>> one.add(0, 1, 2, 7.0, between=False)
        >>> one.add(0, 1, 3, -5.0, between=True)
        >>> graph = np.zeros((4, 4), dtype=bool)
        >>> graph[[0, 2, 1], [1, 1, 3]] = True
        >>> one.support(graph)
        {(0, 1): 7.0, (1, 3): 5.0, (2, 1): 7.0}
        """
        drawn = [(int(a), int(b)) for a, b in np.argwhere(pointing)]
        best = {arrow: self.into[arrow] for arrow in drawn if arrow in self.into}
        before = None
        while best != before:  # grows until no arrow follows any better from others
            before = dict(best)
            for a, b in drawn:
                for c in range(len(pointing)):
                    if (c, a) in before and (c, a, b) in self.chains:  # else a would be an effect of both
                        best[a, b] = max(
                            best.get((a, b), -MOST_DIGITS), min(before[c, a], self.chains[c, a, b])
                        )
                    if (a, c) in before and (c, b) in before:  # else there would be a cycle
                        best[a, b] = max(best.get((a, b), -MOST_DIGITS), min(before[a, c], before[c, b]))
        return {arrow: best.get(arrow, 0.0) for arrow in drawn}

    def of_arrow(self, tail: int, head: int, support: float, weakest: float) -> tuple[float, ...]:
        """What speaks for it, what for the opposite, how clear the pair is, and whether its head passes on."""
        opposite = max(self.into.get((head, tail), 0.0), 0.0)
        passes = [0.0, *(digits for (a, b, _), digits in self.chains.items() if (a, b) == (tail, head))]
        return tuple(map(_compressed, (support, opposite, weakest, max(passes))))


def features(moments: Interactions, learned: Learned) -> Iterator[EdgeFeatures]:
    """For every edge of a graph that was learned from these numbers."""
    evidence = Evidence(moments, skeleton(learned.graph), learned.separators)
    lost = int(all_noise(moments).sum())
    return of_edges(learned, evidence.triples(), evidence.between, lost)


def of_edges(
    learned: Learned, triples: Triples, between: Callable[[int, int], list[float]], lost: int = 0
) -> Iterator[EdgeFeatures]:
    """Return what these triples, and the digits of the tests between two ends, say of each edge."""
    pointing = arrows(learned.graph)
    support = triples.support(pointing)
    for x, y in np.argwhere(np.triu(skeleton(learned.graph))).tolist():
        dependence, around = between(x, y), setting(learned, (x, y), lost)
        pair = (min(*dependence, CLEAR), math.log1p(len(dependence)), *around)
        if pointing[x, y] == pointing[y, x]:
            yield EdgeFeatures(x, y, pair)
        else:
            tail, head = (x, y) if pointing[x, y] else (y, x)
            digits = triples.of_arrow(tail, head, support[tail, head], min(dependence))
            yield EdgeFeatures(tail, head, pair, (*digits, *around))


def setting(learned: Learned, edge: Edge, lost: int) -> tuple[float, ...]:
    """Return the clues beyond the tests: how wide the table is, two kinds of doubt, how many columns are all noise.

    >>> setting(Learned(np.zeros((7, 7), dtype=bool), doubts={(0, 1): NEARLY}), (0, 1), 0)[1:]
    (0.0, 1.0, 0.0)
    """
    doubt = learned.doubts.get(edge)
    return math.log(len(learned.graph)), float(doubt == DETERMINED), float(doubt == NEARLY), math.log1p(lost)


def _compressed(digits: float) -> float:
    """A hundred digits are not ten times as convincing as ten."""
    return math.copysign(math.log1p(abs(digits)), digits)
