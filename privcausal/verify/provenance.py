"""The place of a claim's sentence, and how legible it is there: an accusation is as good as its reading."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from privcausal.privacy.price import Relation


class Origin(Enum):
    """Who makes the claim."""

    PAPER = "paper"
    PAGE = "secondary page"
    """A page that reports what others wrote; their papers were not read."""
    CODE = "public code"
    OURS = "ours"


class Quality(Enum):
    """How much of the sentence is the source's and how much is ours."""

    VERBATIM = "the text is intact"
    RESTORED = "a damaged formula, restored without doubt"
    RECONSTRUCTED = "as we restore it"


@dataclass(frozen=True)
class Reading:
    """The place of the sentence, its legibility, and the neighbours of its source."""

    origin: Origin
    place: str = ""
    """Paper and theorem with the lines of the source file, or repository, commit, file and lines."""
    quality: Quality = Quality.VERBATIM
    relations: tuple[Relation, ...] = ()
    """The source's own neighbours; empty where it names none."""
    doubted: bool = False
    """The source itself says that this can be false: a witness confirms it, and refutes no one."""

    def __post_init__(self) -> None:
        if self.origin is not Origin.OURS and not self.place:
            raise ValueError("place must name the place of the sentence, unless the claim is ours")

    def qualifier(self, relation: Relation | None) -> str:
        """What a verdict has to add, so that it says no more of the source than the source says.

        >>> paper = Reading(Origin.PAPER, "Theorem 3", Quality.VERBATIM, (Relation.ADD_REMOVE,))
        >>> paper.qualifier(Relation.SUBSTITUTION), paper.qualifier(Relation.ADD_REMOVE)
        ('under substitution', '')
        """
        if self.origin is Origin.OURS:
            return ""
        notes = [self.quality.value] if self.quality is Quality.RECONSTRUCTED else []
        if relation is not None and self.relations and relation not in self.relations:
            notes.append(f"under {relation.value}")
        return ", ".join(notes)

    def __str__(self) -> str:
        if self.origin is Origin.OURS:
            return "ours" + (f": {self.place}" if self.place else "")
        parts = [f"{self.origin.value}: {self.place}", self.quality.value]
        if self.relations:
            parts.append("its neighbours: " + " or ".join(relation.value for relation in self.relations))
        return "; ".join(parts)


@dataclass(frozen=True)
class Consequence:
    """What a false or loose sentence means for those who wrote it, in our words."""

    cost: str
    """For their conclusions: nothing, a factor, the ranking."""
    certain: str
    """How sure we are of our reading, and why."""
    repair: str = ""
    """The text in its place, if it has no claim of its own."""


OURS = Reading(Origin.OURS)
"""A claim that no source makes."""

PROGRAM = re.compile(r"([\w-]+/[\w.-]+)@([0-9a-f]{7,40}):")
FILE = re.compile(r"([\w./]+\.py) l\. (\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)")


@dataclass(frozen=True)
class Lines:
    """Lines of one file of public code, at one commit."""

    repository: str
    commit: str
    path: str
    spans: tuple[tuple[int, int], ...]

    @property
    def url(self) -> str:
        """Where the first of them opens."""
        first, last = self.spans[0]
        return f"https://github.com/{self.repository}/blob/{self.commit}/{self.path}#L{first}-L{last}"


def cited(place: str) -> Iterator[Lines]:
    """The lines of code that a place names: owner/name@commit:path l. 3-5, 8. Later files are next to the first.

    >>> [(lines.path, lines.spans) for lines in cited("a/b@0123abc:src/x.py l. 3-5, 8, and y.py l. 2")]
    [('src/x.py', ((3, 5), (8, 8))), ('src/y.py', ((2, 2),))]
    """
    programs = [*PROGRAM.finditer(place)]
    ends = [program.start() for program in programs[1:]] + [len(place)] * bool(programs)
    for program, end in zip(programs, ends, strict=True):
        folder = ""
        for file in FILE.finditer(place, program.end(), end):
            path = file[1] if "/" in file[1] else folder + file[1]
            folder = path[: path.rfind("/") + 1]
            spans = tuple(_span(text) for text in file[2].split(", "))
            yield Lines(program[1], program[2], path, spans)


def _span(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last or first)
