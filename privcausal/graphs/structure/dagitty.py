"""Graphs in DAGitty's language, in which epidemiologists draw their assumptions: reading and writing."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import networkx as nx

TOKENS = re.compile(
    r'\s*(?:(?P<setting>\w+\s*=\s*"(?:[^"\\]|\\.)*")|(?P<name>"(?:[^"\\]|\\.)*"|[\w.]+)|(?P<arrow><->|->|<-|--)|(?P<sign>[{};,])|(?P<notes>\[(?:"[^"]*"|[^\]"])*\]))'
)
LATENT = re.compile(r"\b(?:latent|unobserved|u)\b", re.IGNORECASE)
BRACKETS = re.compile(r'("(?:[^"\\]|\\.)*")|\[((?:"[^"]*"|[^\]"])*)\]')
SAID = re.compile(r'\b(price|mark)="([^"]*)"')
"""What an edge says of the whole graph: DAGitty itself forgets settings of a graph, and keeps what edges say."""
SKIPPED = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|#[^\n]*|/\*.*?\*/', re.DOTALL)
"""Comments, but not what looks like one in a quoted name."""


@dataclass
class Drawn:
    """What a text draws."""

    nodes: dict[str, bool] = field(default_factory=dict)
    """Every node, and whether it is latent: not measured."""
    arrows: list[tuple[str, str]] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)
    """Edges whose direction is left open, of a pdag."""
    confounded: list[tuple[str, str]] = field(default_factory=list)
    """Pairs with a common cause that is not drawn: a <-> b."""
    settings: dict[str, str] = field(default_factory=dict)
    """Of the whole graph, such as bb="0,0,1,1"; one that is made twice says both."""


def parse(text: str) -> Drawn:
    """Return what a text in DAGitty's language draws; a ValueError says where it cannot be read.

    >>> parse('dag { bb="0,0,1,1" U [latent] "age (years)" [pos="1,2"] "age (years)" -> dose -> pain <- U }').arrows
    [('age (years)', 'dose'), ('dose', 'pain'), ('U', 'pain')]
    """
    bare = SKIPPED.sub(lambda found: found[1] or " ", text)
    outside = re.fullmatch(r'\s*(?:dag|pdag|mag|pag)\s*("[^"]*"|\w+)?\s*\{(.*)\}\s*', bare, re.DOTALL)
    if outside is None:
        raise ValueError(
            "a graph for DAGitty must look like dag { a -> b }, and this text does not; a text for Graphviz (.dot) is "
            "not read: save the graph as .graphml instead"
        )
    drawn = Drawn()
    statement: list[list[str] | str] = []
    group: list[str] | None = None
    for kind, word in _tokens(outside[2]):
        if kind == "setting":
            _set(drawn, word)
        elif (kind, word) == ("sign", "{"):
            group = []
        elif (kind, word) == ("sign", "}"):
            _add(drawn, statement, group or [])
            group = None
        elif kind == "arrow":
            _check_ends(bool(statement) and isinstance(statement[-1], list))
            statement.append(word)
        elif kind == "sign" and group is None:
            _end(statement)
        elif kind == "notes":
            _note(drawn, statement, word)
        elif kind == "name" and group is not None:
            group.append(word)
        elif kind == "name":
            _add(drawn, statement, [word])
    _end(statement)
    for brackets in BRACKETS.finditer(outside[2]):
        for name, words in SAID.findall(brackets[2] or ""):
            for part in words.split("; "):
                if part not in drawn.settings.get(name, "").split("; "):
                    _set(drawn, f'{name}="{part}"')
    return drawn


def _set(drawn: Drawn, setting: str) -> None:
    name, value = (part.strip() for part in setting.split("=", 1))
    drawn.settings[name] = "; ".join(filter(None, (drawn.settings.get(name), _bare(value))))


def _check_ends(both: bool) -> None:
    if not both:
        raise ValueError("a graph for DAGitty: an arrow needs a column at each end")


def _end(statement: list[list[str] | str]) -> None:
    """A statement must not end in an arrow."""
    _check_ends(not statement or isinstance(statement[-1], list))
    statement.clear()


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Words of the language, and settings of the whole graph."""
    text = _outside_brackets(text).rstrip()
    at = count = 0
    while at < len(text):
        match = TOKENS.match(text, at)
        if match is None or match.lastgroup is None:
            raise ValueError(
                f"a graph for DAGitty must be made of names and arrows; after {count:d} of them comes something else"
            )
        word = match[match.lastgroup]
        yield match.lastgroup, _bare(word) if word.startswith('"') else word
        at, count = match.end(), count + 1


def _bare(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted[1:-1])


def _outside_brackets(text: str) -> str:
    """Return the text with one word in place of each pair of brackets: only whether a node is latent matters there."""
    return BRACKETS.sub(
        lambda found: found[1] or ("[latent]" if LATENT.search(re.sub(r'"[^"]*"', "", found[2])) else "[]"),
        text,
    )


def _add(drawn: Drawn, statement: list[list[str] | str], names: list[str]) -> None:
    """One node, or several in braces, at the end of a chain of arrows."""
    for name in names:
        drawn.nodes.setdefault(name, False)
    if len(statement) > 1 and isinstance(statement[-1], str):
        before, sign = statement[-2], statement[-1]
        for a, b in ((a, b) for a in before for b in names):
            _edge(drawn, a, sign, b)
    statement.clear()
    statement.append(names)


def _edge(drawn: Drawn, a: str, sign: str, b: str) -> None:
    kinds = {"->": drawn.arrows, "<-": drawn.arrows, "--": drawn.lines, "<->": drawn.confounded}
    kinds[sign].append((b, a) if sign == "<-" else (a, b))


def _note(drawn: Drawn, statement: list[list[str] | str], notes: str) -> None:
    """Record a note in brackets, which concerns the node before it; a note behind an edge concerns the edge."""
    if notes == "[latent]" and statement and isinstance(statement[-1], list):
        drawn.nodes |= dict.fromkeys(statement[-1], True)


def as_dagitty(graph: nx.DiGraph, notes: Mapping[str, str] | None = None) -> str:
    """Return a graph in DAGitty's language: an arrow, or two dashes where the direction is open.

    The language has no comments, so that `notes` become settings of the whole graph, as `bb` is, and of its learned
    edges, of which DAGitty loses none.

    >>> print(as_dagitty(nx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")])), end="")
    pdag {
      "a"
      "b"
      "c"
      "a" -> "b"
      "b" -- "c"
    }
    """
    rank = {node: place for place, node in enumerate(graph)}
    rows = [_quoted(node) for node in graph]
    directed = True
    for a, b, about in graph.edges(data=True):
        both = graph.has_edge(b, a)
        directed &= not both
        if not both or rank[a] < rank[b]:
            more = (notes or {}) if "basis" in about else {}
            said = [f'{name}="{value}"' for name, value in sorted({**about, **more}.items())]
            behind = f" [{','.join(said)}]" if said else ""
            rows.append(f"{_quoted(a)} {'--' if both else '->'} {_quoted(b)}{behind}")
    rows = [*(f"{name}={_quoted(note)}" for name, note in (notes or {}).items()), *rows]
    return f"{'dag' if directed else 'pdag'} {{\n" + "".join(f"  {row}\n" for row in rows) + "}\n"


def _quoted(name: object) -> str:
    text = str(name).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
