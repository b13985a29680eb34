"""Background knowledge of causes before the data are read, in the words of the field.

*Tiers* order columns in time: no column causes one of an earlier tier. A *forbidden* edge is an arrow that cannot be,
a *required* one an arrow that is there. All of it is public, and using it costs nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from privcausal.arguments import check_arguments, hint, kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENTRIES = ("tiers", "forbidden", "required")
"""The entries of a declaration about it."""

ARROWS = ("->", "→")


@dataclass(frozen=True)
class Knowledge:
    """Tiers in time, forbidden and required arrows between named columns; nothing is known by default.

    Columns in no tier can cause, and be caused by, any. Required arrows must be acyclic, and must not be forbidden.

    >>> known = Knowledge(tiers=[["age", "sex"], ["dose"], ["death"]], forbidden=["sex -> dose"])
    >>> known.forbidden, known.excluded(["dose", "death", "sex"]).astype(int).tolist()
    ((('sex', 'dose'),), [[0, 0, 1], [1, 0, 1], [1, 0, 0]])
    """

    tiers: Sequence[Sequence[str]] = ()
    """The columns of each tier, the earliest first."""
    forbidden: Sequence[Any] = ()
    """Arrows that cannot be, each "cause -> effect" or a pair of names."""
    required: Sequence[Any] = ()
    """Arrows that are known to be there."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiers", _tiers(self.tiers))
        object.__setattr__(self, "forbidden", _arrows(self.forbidden, "forbidden"))
        object.__setattr__(self, "required", _arrows(self.required, "required"))
        self._check()

    def __bool__(self) -> bool:
        return any((self.tiers, self.forbidden, self.required))

    @property
    def names(self) -> list[str]:
        """Every column that it says something of, each once."""
        edges = (*self.forbidden, *self.required)
        return list(dict.fromkeys(name for group in (*self.tiers, *edges) for name in group))

    def excluded(self, names: Sequence[str]) -> "NDArray[np.bool_]":
        """Return which arrows between these columns cannot be, by their places.

        Those that run back in time, those that are forbidden, and those that would close a cycle with required ones.
        """
        import numpy as np  # not needed to declare anything, or to show help

        place = {name: index for index, name in enumerate(names)}
        result = np.zeros((len(names), len(names)), dtype=bool)
        tier = {name: rank for rank, group in enumerate(self.tiers) for name in group}
        for cause, effect in ((a, b) for a in tier for b in tier if tier[a] > tier[b]):
            _mark(result, place, cause, effect)
        for cause, effect in self.forbidden:
            _mark(result, place, cause, effect)
        for cause, effect in self._ancestors():
            _mark(result, place, effect, cause)
        return result

    def only(self, names: Sequence[str]) -> "Knowledge":
        """Return the knowledge about these columns alone: a required chain through others leaves its order.

        >>> Knowledge(required=["a -> m", "m -> b"]).only(["a", "b"])
        Knowledge(tiers=(), forbidden=(('b', 'a'),), required=())
        """
        kept = set(names)
        if kept.issuperset(self.names):
            return self
        tiers = [[name for name in group if name in kept] for group in self.tiers]
        order = {(effect, cause): None for cause, effect in self._ancestors() if {cause, effect} <= kept}
        required = [edge for edge in self.required if kept.issuperset(edge)]
        forbidden = {edge: None for edge in self.forbidden if kept.issuperset(edge)} | order
        return Knowledge([group for group in tiers if group], list(forbidden), required)

    def check(self, columns: Sequence[str]) -> None:
        """Refuse knowledge of columns that are not there: a misspelt name would be knowledge of nothing."""
        for name in self.names:
            if name not in columns:
                raise ValueError(
                    "background knowledge must be about declared columns, and one of its names is none"
                    f"{hint(name, columns)}"
                )

    def entries(self) -> dict[str, Any]:
        """Return what a declaration says of it, in plain lists; only what there is.

        >>> Knowledge(required=[("a", "b")]).entries()
        {'required': [['a', 'b']]}
        """
        said = {name: [list(group) for group in getattr(self, name)] for name in ENTRIES}
        return {name: groups for name, groups in said.items() if groups}

    def __str__(self) -> str:
        parts = ["tiers " + " | ".join(", ".join(group) for group in self.tiers)] if self.tiers else []
        for name, edges in (("forbidden", self.forbidden), ("required", self.required)):
            parts += [f"{name} " + ", ".join(f"{a} → {b}" for a, b in edges)] if edges else []
        return "; ".join(parts) or "none"

    def _ancestors(self) -> set[tuple[str, str]]:
        """Whoever is a cause of whom, directly or not, by the required arrows."""
        reach = set(self.required)
        while True:
            more = {(a, d) for a, b in reach for c, d in self.required if b == c} - reach
            if not more:
                return reach
            reach |= more

    def _check(self) -> None:
        names = [name for group in self.tiers for name in group]
        if len(set(names)) < len(names):
            raise ValueError("tiers must name each column once, and one is there twice")
        tier = {name: rank for rank, group in enumerate(self.tiers) for name in group}
        for cause, effect in sorted(self._ancestors()):
            if cause == effect:
                raise ValueError("required must have no directed cycle, and some of its arrows make one")
            if cause in tier and effect in tier and tier[cause] > tier[effect]:
                raise ValueError(
                    "required must agree with tiers: one of its arrows, or a chain of them, ends in an earlier tier; "
                    "move one of the columns, or leave the arrow out"
                )
        both = [place for place, edge in enumerate(self.required, 1) if edge in self.forbidden]
        if both:
            raise ValueError(
                f"required and forbidden must differ, and arrow {both[0]:d} of required is in both"
            )


Knowledge.__init__ = check_arguments(Knowledge.__init__)  # type: ignore[method-assign]


def knowledge_of(content: Mapping[str, Any]) -> Knowledge:
    """Return the background knowledge that a declaration's entries say.

    >>> knowledge_of({"tiers": [["age"], ["dose"]], "columns": {}}).tiers
    (('age',), ('dose',))
    """
    return Knowledge(**{name: content[name] for name in ENTRIES if name in content})


def tiers_of(text: str) -> list[list[str]]:
    """Return tiers from one line: names with commas between them, tiers with bars.

    >>> tiers_of("age, sex | dose | death")
    [['age', 'sex'], ['dose'], ['death']]
    """
    return [[name.strip() for name in group.split(",")] for group in text.split("|")]


def arrows_of(text: str) -> list[str]:
    """Return arrows from one line, with commas between them.

    >>> arrows_of("death -> dose, death -> age")
    ['death -> dose', 'death -> age']
    """
    return [edge.strip() for edge in text.split(",")]


def _mark(matrix: "NDArray[np.bool_]", place: Mapping[str, int], cause: str, effect: str) -> None:
    if cause in place and effect in place:
        matrix[place[cause], place[effect]] = True


def _tiers(groups: object) -> tuple[tuple[str, ...], ...]:
    wanted = 'tiers must be a list of lists of columns, [["age"], ["dose"]]'
    rows = _listed(groups, wanted)
    for group in rows:
        if not isinstance(group, list | tuple):
            raise ValueError(f"{wanted}, got a list that holds {kind(group)}")
        if not all(isinstance(name, str) and name for name in group):
            raise ValueError(f"{wanted}, got a name that is empty or no text")
    return tuple(tuple(group) for group in rows)


def _arrows(edges: object, what: str) -> tuple[tuple[str, str], ...]:
    wanted = f'{what} must be a list of arrows, each "cause -> effect" or a pair of columns'
    return tuple(dict.fromkeys(_arrow(edge, wanted) for edge in _listed(edges, wanted)))


def _listed(items: object, wanted: str) -> list[Any]:
    """Return a list; of what can be a column of a table a message says the kind alone."""
    if isinstance(items, str) or not isinstance(items, Iterable) or hasattr(type(items), "__array__"):
        raise ValueError(f"{wanted}, got {kind(items)}")
    return list(items)


def _arrow(edge: object, wanted: str) -> tuple[str, str]:
    ends: Any = edge
    if isinstance(edge, str):
        sign = next((sign for sign in ARROWS if sign in edge), None)
        ends = () if sign is None else [name.strip() for name in edge.split(sign)]
    if not isinstance(ends, list | tuple) or len(ends) != 2:
        raise ValueError(f"{wanted}, and one of them is not")
    cause, effect = ends
    if not all(isinstance(name, str) and name for name in ends) or cause == effect:
        raise ValueError(f"{wanted}, of two different columns, and one of them is not")
    return cause, effect


NOTHING = Knowledge()
"""No background knowledge."""
