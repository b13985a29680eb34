"""Each Greek letter of a formula stands on the page of notation, for the chapter that uses it, and none in vain."""

import re
from collections import defaultdict
from pathlib import Path

import jupytext
import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "book" / "notation.md"
CHAPTERS = sorted((ROOT / "notebooks").glob("*.py"))
PAGES = sorted(path for path in (ROOT / "book").rglob("*.md") if path != PAGE)
GREEK = (
    r"alpha|beta|gamma|delta|(?:var)?epsilon|zeta|eta|(?:var)?theta|iota|kappa|lambda|mu|nu|xi|pi|(?:var)?rho"
    r"|sigma|tau|upsilon|(?:var)?phi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega"
)
LETTER = re.compile(rf"\\({GREEK})(?![a-zA-Z])")


def prose(path: Path) -> str:
    """What is written on a page, without its code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        cells = jupytext.reads(text, "py:percent").cells
        text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return re.sub(r"(?ms)^```.*?^```", "", text)


def formulas(text: str, displayed: bool = False) -> list[str]:
    """All of them, or only those that have a line of their own."""
    results = re.findall(r"\$\$.*?\$\$", text, re.DOTALL)
    return results if displayed else results + re.findall(r"\$[^$]+\$", re.sub(r"(?s)\$\$.*?\$\$", "", text))


def letters(text: str, displayed: bool = False) -> set[str]:
    return {result for formula in formulas(text, displayed) for result in LETTER.findall(formula)}


def explained() -> tuple[set[str], dict[str, set[str]]]:
    """Letters that mean one thing on every page, and of each chapter those that are at home there."""
    everywhere: set[str] = set()
    at_home = defaultdict(set)
    for row in re.findall(r"(?m)^\| (\$.*) \|$", PAGE.read_text(encoding="utf-8")):
        symbol, *_, where = row.split(" | ")
        chapters = (
            re.findall(r"\{doc\}`(?:[^`<]* <)?/notebooks/(\w+)>?`", where)
            if where.startswith("{doc}")
            else []
        )
        for chapter in chapters:
            at_home[chapter] |= letters(symbol)
        if not chapters:
            everywhere |= letters(symbol)
    return everywhere, at_home


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_each_letter_of_a_displayed_formula_is_on_the_page(path: Path) -> None:
    """A page may borrow a letter from the chapter in which it is at home."""
    everywhere, at_home = explained()
    missing = letters(prose(path), displayed=True) - everywhere.union(*at_home.values())
    assert not missing, f"book/notation.md does not say what {sorted(missing)} means in {path.name}"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_each_letter_of_a_chapter_is_on_the_page(path: Path) -> None:
    everywhere, at_home = explained()
    used = letters(prose(path))
    assert used <= everywhere | at_home[path.stem], f"missing: {used - everywhere - at_home[path.stem]}"
    assert at_home[path.stem] <= used, f"{path.name} does not use {at_home[path.stem] - used}"


def test_no_letter_is_both_common_and_at_home() -> None:
    everywhere, at_home = explained()
    assert not everywhere & set().union(*at_home.values())


def test_a_new_letter_would_be_noticed() -> None:
    everywhere, at_home = explained()
    assert letters(r"Let $\zeta$ be small. $$\zeta\le\varepsilon$$", displayed=True) == {"zeta", "varepsilon"}
    assert "zeta" not in everywhere | set().union(*at_home.values())
    assert letters(r"$\psi$, and no $$\theta$$", displayed=True) == {"theta"}


def latin() -> list[tuple[str, list[str]]]:
    """Each symbol of the course's own table, with the chapters that the table names."""
    table = (
        PAGE.read_text(encoding="utf-8").partition("## Latin letters of the course")[2].partition("\n## ")[0]
    )
    rows = re.findall(r"(?m)^\| (\$.*?) \| .* \| ([\d, ]+|all) \|$", table)
    course = [path.stem[1:3] for path in CHAPTERS if path.stem[0] == "c"]
    return [
        (symbol, course if chapters == "all" else [f"{int(number):02}" for number in chapters.split(",")])
        for symbols, chapters in rows
        for symbol in re.findall(r"\$(.+?)\$", symbols)
    ]


def symbols(text: str) -> str:
    """All formulas of a page, without LaTeX's words."""
    return re.sub(r"\\(?:text|mathrm)\{.*?\}|\\[a-zA-Z]+", " ", " ".join(formulas(text)))


@pytest.mark.parametrize(("symbol", "chapters"), latin(), ids=str)
def test_a_latin_letter_is_used_in_each_chapter_that_the_table_names(
    symbol: str, chapters: list[str]
) -> None:
    for number in chapters:
        [path] = (path for path in CHAPTERS if path.stem.startswith(f"c{number}"))
        used = re.search(rf"{re.escape(symbol)}(?!')", symbols(prose(path)))
        assert used, f"chapter {number} has no {symbol}"
