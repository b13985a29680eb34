"""{chapter} 1: what a chapter of the course asks, what it needs, how long it takes; {course-path}: all of them.

Without a number {chapter} opens a chapter of the companion, and says which source is examined there. With what it
:gives: it opens the page about the reader's own table.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from . import store, tiles

WORDS_A_MINUTE = 60
"""Prose, code and printed output together, read with pen and paper."""

LONGEST = 3_600

SOLUTION = re.compile(r"^(:{3,})\{solution\}.*?^\1\s*$", re.DOTALL | re.MULTILINE)
"""Solutions of one cell are not counted, nor those between {solution-start} and {solution-end}."""

SETS = re.compile(r"\{sets\}`(.*?) <.*?>`")
"""Words that set an explorer; what they set it to nobody reads."""

CAPTION = re.compile(r"<figcaption>(.*?)</figcaption>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")

EDGE = re.compile(r"^(?=:{3,}\{solution-(?:start|end)\})", re.MULTILINE)
"""Where such a solution begins or ends, which one cell may do twice."""


COURSE = re.compile(r"c\d\d_")

SOURCES = "book/sources/"
"""The pages that say what was read of a source; below each are the chapters that examine it."""


class ChapterDirective(store.Directive):
    """The box at the head of a chapter: of the course with its number, of the companion without."""

    optional_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "asks": directives.unchanged_required,
        "needs": directives.unchanged,
        "teaches": directives.unchanged_required,
        "skip": directives.unchanged_required,
        "gives": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        wanted = {"asks", "teaches", "skip"} if self.arguments else {"asks", "needs"}
        if missing := wanted - set(self.options):
            return self.refused(f"{{chapter}} lacks :{min(missing)}:")
        facts, classes = self._opening()
        asks = nodes.container("", *self.parse_text_to_nodes(self.options["asks"]), classes=["pc-asks"])
        items = [self._fact(name, text) for name, text in facts.items() if text]
        parts = [asks, nodes.definition_list("", *items)]
        picture = nodes.raw("", tiles.picture(Path(self.env.docname).name), format="html")
        return [nodes.container("", picture, *parts, classes=classes)]

    def _opening(self) -> tuple[dict[str, str], list[str]]:
        """What the box says, and its classes."""
        if self.arguments:
            return self._course(), ["pc-chapter"]
        if "gives" in self.options:
            facts = {"You need": self.options["needs"], "You get": self.options["gives"]}
            return facts, ["pc-own", "pc-beside", "pc-chapter"]
        return self._companion(), ["pc-beside", "pc-chapter"]

    def _course(self) -> dict[str, str]:
        path = Path(self.env.doc2path(self.env.docname))
        needed = numbers(listed(self.options.get("needs", "")))
        return {
            "You need": f"probability, Python{' and ' + needed if needed else ', and nothing else'}",
            "You learn": self.options["teaches"],
            "Time": f"{minutes(path)} minutes, and the exercises",
            "You may skip": self.options["skip"],
            "Used in": numbers([page.stem for page in users(path)]),
        }

    def _companion(self) -> dict[str, str]:
        needed = listed(self.options["needs"])
        course = [stem for stem in needed if COURSE.match(stem)]
        others = [f"{{doc}}`{stem}`" for stem in needed if stem not in course]
        pages = self.config.external_site_map  # with the names that the contents have
        sources = [
            f"{{doc}}`{pages[name].title} </{name}>`" if pages[name].title else f"{{doc}}`/{name}`"
            for name in pages
            if name.startswith(SOURCES) and self.env.docname in pages[name].child_files()
        ]
        return {
            "You need": "; ".join([f"{numbers(course)} of the course", *others] if course else others),
            "Source": ", ".join(sources),
            "Time": f"{minutes(Path(self.env.doc2path(self.env.docname)))} minutes to read",
        }

    def _fact(self, name: str, text: str) -> nodes.definition_list_item:
        meaning = nodes.definition("", *self.parse_text_to_nodes(text))
        return nodes.definition_list_item("", nodes.term("", name), meaning)


PARTS = {1: "Privacy", 9: "Cause and effect in two columns", 12: "Graphs of many columns"}
"""The parts of the course, by their first chapters."""


class PathDirective(store.Directive):
    """Every chapter of the course as a stop of one path: its picture, name and question; then the reader's table."""

    def run(self) -> list[nodes.Node]:
        stops = [self._chapter(page) for page in chapters(Path(self.env.srcdir) / "notebooks")]
        asks = question(Path(self.env.srcdir) / f"{OWN}.md")
        own = self._stop("your-own-table", "→", "Your own table", OWN, asks)
        return [nodes.container("", *stops, own, classes=["pc-tiles"])]

    def _chapter(self, page: Path) -> nodes.Node:
        self.env.note_dependency(str(page))
        number, place = int(page.stem[1:3]), f"notebooks/{page.stem}"
        name = self.config.external_site_map[place].title  # as at the left of every page
        stop = self._stop(page.stem, str(number), name, place, question(page))
        if number in PARTS:
            label = nodes.paragraph(
                "", "", nodes.strong("", PARTS[number]), nodes.Text(f", {hours(page)} hours")
            )
            stop.insert(0, nodes.container("", label, classes=["pc-part-of-course"]))
        return stop

    def _stop(self, stem: str, number: str, name: str, place: str, asks: str) -> nodes.Element:
        stop = nodes.container(classes=["pc-tile"])
        texts = {"number": number, "title": f"{{doc}}`{name} </{place}>`", "question": asks}
        for part, text in texts.items():
            stop += nodes.container("", *self.parse_text_to_nodes(text), classes=[f"pc-tile-{part}"])
        stop.insert(1, nodes.raw("", tiles.picture(stem), format="html"))
        return stop


OWN = "book/your-own-table"
"""Where the path leads."""


def chapters(folder: Path) -> list[Path]:
    """All of the course, in their order."""
    return sorted(folder.glob("c[0-9][0-9]_*.ipynb"))


def numbers(stems: list[str]) -> str:
    r"""Name chapters by their numbers, each a link; three or more in a row by the first and the last.

    >>> numbers(["c02_sums"])
    'chapter\xa0{doc}`2 <c02_sums>`'
    >>> numbers(["c02_sums", "c10_ranks"]).replace("\xa0", "~"), numbers([])
    ('chapters~{doc}`2 <c02_sums>` and~{doc}`10 <c10_ranks>`', '')
    >>> numbers(["c02_sums", "c03_composition", "c04_many"]).replace("\xa0", "~")
    'chapters~{doc}`2 <c02_sums>` to~{doc}`4 <c04_many>`'
    """
    runs: list[list[str]] = []
    for stem in stems:
        if runs and int(stem[1:3]) == int(runs[-1][-1][1:3]) + 1:
            runs[-1].append(stem)
        else:
            runs.append([stem])
    links = [[f"{{doc}}`{int(stem[1:3])} <{stem}>`" for stem in run] for run in runs]
    parts = [part for run in links for part in ([f"{run[0]} to\xa0{run[-1]}"] if len(run) > 2 else run)]
    *first, last = parts or [""]
    kind = "chapters" if len(stems) > 1 else "chapter"
    before = f"{', '.join(first)} and\xa0" if first else ""
    return last and f"{kind}\xa0{before}{last}"


def users(path: Path) -> list[Path]:
    """The chapters that say in their boxes that they need this one."""
    return [page for page in chapters(path.parent) if path.stem in listed(said(page, "needs"))]


def question(path: Path) -> str:
    """What a chapter asks."""
    return said(path, "asks")


def said(path: Path, name: str) -> str:
    """An option of the box at the head of a chapter."""
    match = re.search(rf"^:{name}: *(.+)$", _sources(path)[0], re.MULTILINE)
    return match[1] if match else ""


def _sources(path: Path) -> list[str]:
    if path.suffix == ".md":
        return [path.read_text(encoding="utf-8")]
    return ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]


def listed(text: str) -> list[str]:
    """The parts of a text between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def words(path: Path) -> int:
    """Words of a notebook as its reader meets them: prose, code and what is printed, but no fold and no solution."""
    total, inside = 0, False
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        folded = "hide-input" in cell.get("metadata", {}).get("tags", [])
        told = "" if folded else SETS.sub(r"\1", SOLUTION.sub("", "".join(cell["source"])))
        for part in [*EDGE.split(told), *map(_printed, cell.get("outputs", []))]:
            inside = "{solution-start}" in part or (inside and "{solution-end}" not in part)
            total += 0 if inside else len(part.split())
    return total


def _printed(output: dict[str, Any]) -> str:
    """What a cell has printed, or the caption of what it has drawn."""
    captions = CAPTION.findall("".join(output.get("data", {}).get("text/html", "")))
    return " ".join(["".join(output.get("text", "")), *(TAG.sub("", caption) for caption in captions)])


def minutes(path: Path) -> int:
    """To the next five."""
    return 5 * -(-words(path) // (5 * WORDS_A_MINUTE)) if path.suffix == ".ipynb" else 0


def hours(first: Path) -> int:
    """What the part of the course that begins with this chapter takes, to the nearest hour."""
    begins = int(first.stem[1:3])
    ends = min((part for part in PARTS if part > begins), default=100)
    part = [page for page in chapters(first.parent) if begins <= int(page.stem[1:3]) < ends]
    return round(sum(minutes(page) for page in part) / 60)


def setup(app: Sphinx) -> None:
    app.add_directive("chapter", ChapterDirective)
    app.add_directive("course-path", PathDirective)
