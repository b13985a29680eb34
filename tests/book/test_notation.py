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


def letters(text: str, displayed: bool = False) -> set[str]:
    formulas = re.findall(r"\$\$.*?\$\$", text, re.DOTALL)
    if not displayed:
        formulas += re.findall(r"\$[^$]+\$", re.sub(r"(?s)\$\$.*?\$\$", "", text))
    return {found for formula in formulas for found in LETTER.findall(formula)}


def explained() -> tuple[set[str], dict[str, set[str]]]:
    """Letters that mean one thing on every page, and of each chapter those that are at home there."""
    everywhere: set[str] = set()
    at_home = defaultdict(set)
    for row in re.findall(r"(?m)^\| (\$.*) \|$", PAGE.read_text(encoding="utf-8")):
        symbol, *_, where = row.split(" | ")
        chapters = re.findall(r"\{doc\}`/notebooks/(\w+)`", where) if where.startswith("{doc}") else []
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
