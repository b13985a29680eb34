"""The place of a claim as a reader cites it: theorem and section, without the lines of the copies that we hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from privcausal.verify.provenance import Reading

LINES = r"(?:l\.)?\d+(?:[–-]\d+)?"
COPY = rf"0\d\d:{LINES}(?:(?:, | and )(?:0\d\d:)?{LINES})*"
"""Lines of a stored copy: 000:102–105, or 004:l.36, 238."""
APPENDIX = re.compile(rf"\bin 003:{LINES}")
"""The one appendix that is a file of its own."""
POINTERS = re.compile(rf", (?:proof|scores?) in {COPY}|{COPY}(?:, |; )?")
NAMED = re.compile(r"\b(?:Theorem|Section|Algorithm|Appendix|Definition|Lemma|Equation) [\dIVX]")
SECTIONS = {
    "002": "6 I, 25 II, 50 III, 52 III-A, 78 III-B, 99 IV, 111 V, 114 VI-A, 138 VI-B, 157 VI-C",
    "004": "28 1, 48 2, 56 2.1, 76 2.2, 86 2.3, 98 3, 102 3.1, 152 3.2, 199 3.3, 207 4, 215 4.1, 233 4.2, 246 4.3",
}
"""The lines of our copies at which the sections of a paper begin; the copies show no pages."""
OF_A_PAGE = re.compile(r"\blines [\d,\- and]*\d(?: of our copy)?[,;]? ?")
"""A page on the web has no theorems, only lines."""
PROGRAM = re.compile(r"[\w-]+/[\w.-]+@[0-9a-f]{7,40}:(?=[\w/.]+\.py)")
CODE = re.compile(r"(?:[\w.-]+/)*([\w.-]+\.py) l\. \d+(?:-\d+)?(?:, \d+(?:-\d+)?)*")
MODULE = re.compile(r"^(?:graphs|table|pairs|privacy)\.[\w.]+(?:; |$)|^[A-Z]\w+Pc(?:, | and |$).*")
"""A place of ours can be a module or the classes that a claim is about, which the claim's page names as well."""


def for_reader(place: str) -> str:
    """Leave out of a place what only we can look up; the page of the source keeps it.

    >>> for_reader("Theorem 1, part 2 (000:90), proof in 000:102–105, scores in 000:58–61")
    'Theorem 1, part 2'
    >>> for_reader("Section 1 (004:l.36), which doubts it; the search is a/b@0123abc:src/x.py l. 317-351")
    'Section 1, which doubts it; the search is x.py'
    >>> for_reader("Theorem 2 (000:113), proof in 003:43–95")
    'Theorem 2, proof in the appendix'
    >>> for_reader("lines 40-42; a set is lost in lines 13 and 14 of our copy")
    'a set is lost in our copy'
    >>> for_reader("a sentence of Priv-PC (004:l.36, 238), with conditions and a rate")
    'a sentence of Priv-PC (Sections 1 and 4.2), with conditions and a rate'
    >>> for_reader("graphs.ask_once.tables"), for_reader("lines 50-58 of our copy")
    ('', '')
    """
    place = APPENDIX.sub("in the appendix", MODULE.sub("", place))
    if not NAMED.search(place):
        place = re.sub(COPY, lambda match: _sections(match[0]), place)
    place = re.sub(r"in lines [\d and]+\d of our copy", "in our copy", place)
    place = POINTERS.sub("", OF_A_PAGE.sub("", place)).removesuffix(" of our copy")
    place = CODE.sub(r"\1", PROGRAM.sub("", place))
    place = re.sub(r" ?\((?:[;, ]|and)*\)", "", place)
    return re.sub(r"\( ?[;,] ?", "(", place).strip(" ,;")


def _sections(copy: str) -> str:
    """The sections of a paper in which these lines of its copy are, if we know them."""
    if copy[:3] not in SECTIONS:
        return copy
    begins = [entry.split(" ") for entry in SECTIONS[copy[:3]].split(", ")]
    lines = [int(number) for number in re.findall(r"(?:, |and |:)(?:l\.)?(\d+)", copy)]
    names = dict.fromkeys([name for first, name in begins if int(first) <= line][-1] for line in lines)
    return f"Section{'s' * (len(names) > 1)} {' and '.join(names)}"


def theorem(place: str) -> str:
    """The first thing that a place names.

    >>> theorem("Theorem 3 (000:146), proof in 000:115"), theorem("lines 14-26 of our copy")
    ('Theorem 3', '')
    """
    return re.split(r"[,;:(]", for_reader(place))[0].strip()


def described(reading: Reading) -> str:
    """Kind of source, place and legibility in one line, with links to the lines of public code."""
    from privcausal.verify.provenance import Origin, cited

    place = for_reader(reading.place)
    ours = f"This book, {place}" if place else "This book"
    theirs = str(reading).replace(f": {reading.place}", f": {place}" if place else "")
    links = (
        f"[{lines.path.rpartition('/')[2]}, l. {lines.spans[0][0]}]({lines.url})"
        for lines in cited(reading.place)
    )
    return " · ".join([ours if reading.origin is Origin.OURS else theirs, *links])
