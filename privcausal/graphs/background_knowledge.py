"""Background knowledge in the usual forms, and its effect on a learned graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Union

import numpy as np

from privcausal.arguments import check_entries, kind, text_of
from privcausal.graphs.learned import Learned
from privcausal.graphs.structure import background
from privcausal.graphs.structure.background import Oriented
from privcausal.graphs.structure.dagitty import parse
from privcausal.graphs.structure.pdag import Matrix
from privcausal.privacy.marks import DEMONSTRATION, WEAK
from privcausal.table.knowledge import ENTRIES, Knowledge, knowledge_of

if TYPE_CHECKING:
    import networkx as nx

Known = Union[Knowledge, Mapping[str, object], "nx.DiGraph", str, "PathLike[str]"]
"""An object, its entries as a dict, a graph of NetworkX, a text for DAGitty, or a file with one of the two."""

ENDINGS = (".dagitty", ".txt", ".graphml")


def as_knowledge(known: Known) -> Knowledge:
    """Return background knowledge from what people have: of a graph, the arrows are required.

    A missing arrow of a graph is not forbidden, and a line says nothing. What DAGitty calls latent is not measured:
    of required arrows through such a node the order is left.

    >>> as_knowledge("dag { dose -> pain }").required, as_knowledge({"tiers": [["dose"], ["pain"]]}).tiers
    ((('dose', 'pain'),), (('dose',), ('pain',)))
    """
    if isinstance(known, Knowledge):
        return known
    if isinstance(known, str) and "{" in known:
        return _of_text(known)
    if isinstance(known, str | PathLike):
        return _of_file(Path(known))
    if isinstance(known, Mapping):
        check_entries(known, ENTRIES, "knowledge")
        return knowledge_of(known)
    return _of_networkx(known)


def _of_networkx(graph: nx.DiGraph) -> Knowledge:
    from privcausal.graphs.structure.exchange import mark_of, price_of

    if not (hasattr(graph, "is_directed") and graph.is_directed() and hasattr(graph, "edges")):
        raise ValueError(
            "knowledge must be a Knowledge, a dict with tiers, forbidden and required, a directed graph of NetworkX, "
            f"or a text for DAGitty, got {kind(graph)}"
        )
    _check_unlearned(mark_of(graph), price_of(graph))
    return Knowledge(required=[(str(a), str(b)) for a, b in graph.edges if not graph.has_edge(b, a)])


def _check_unlearned(mark: str, price: str) -> None:
    """Refuse an answer: it would come out again as if it had cost nothing, and as if it were known."""
    for said, so in (
        ("is marked as a demonstration", DEMONSTRATION in mark),
        ("is marked as weak", WEAK in mark),
        ("was learned from records", price),
    ):
        if so:
            raise ValueError(
                f"knowledge must not be an answer that {said}; draw the arrows that you know in a graph of your own; "
                "nothing was spent"
            )


def _of_text(text: str) -> Knowledge:
    """The arrows of a drawing; those through latent nodes leave their order."""
    from privcausal.graphs.structure.exchange import mark_of, price_of

    drawn = parse(text)
    _check_unlearned(mark_of(drawn), price_of(drawn))
    measured = [name for name, latent in drawn.nodes.items() if not latent]
    return Knowledge(required=drawn.arrows).only(measured)


def _of_file(path: Path) -> Knowledge:
    if path.suffix not in ENDINGS:
        raise ValueError(
            f"knowledge must be a text such as dag {{ a -> b }}, or a {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]} "
            "file"
        )
    if path.suffix == ".graphml":
        from privcausal.graphs.structure.exchange import load

        return _of_networkx(load(path))
    return _of_text(text_of("background knowledge", path))


def orient(learned: Learned, names: Sequence[str], known: Knowledge) -> Oriented:
    """Return what background knowledge makes of a learned graph, at no privacy cost: only public things are combined.

    >>> chain = Learned(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool), {(0, 2): (1,)})
    >>> orient(chain, "abc", Knowledge([["a"], ["b"]])).graph.astype(int).tolist()
    [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    """
    nothing = np.zeros_like(learned.graph)
    if not known:
        return Oriented(learned.graph, nothing)
    required: Matrix = nothing.copy()
    for cause, effect in known.required:
        required[list(names).index(cause), list(names).index(effect)] = True
    return background.oriented(learned.graph, learned.separators, known.excluded(names), required)
