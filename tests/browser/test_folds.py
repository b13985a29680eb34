"""Folded code: lines that say what they hold, and that lie on nothing."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

PAGES = Path(__file__).parents[2] / "_build" / "html" / "notebooks"
NAMES = ("c09_cause", "c13_private_graphs", "26_the_experiments", "50_discrete_columns_compared")
NAMES += ("35_at_equal_honest_price", "51_numeric_columns_compared")


@pytest.mark.parametrize("name", NAMES)
def test_no_line_of_folded_code_lies_on_another_or_on_an_explorer(page: Page, name: str) -> None:
    page.goto((PAGES / f"{name}.html").as_uri())
    meeting = page.evaluate(
        """() => {
            const all = [...document.querySelectorAll('details.hide > summary, .pc-explorer')]
                .map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width > 0);
            const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
            return all.flatMap(([one, a], i) => all.slice(i + 1).filter(([, b]) => meets(a, b))
                .map(([other]) => `${one.textContent.trim()} on ${other.textContent.trim().slice(0, 40)}`));
        }"""
    )
    assert not meeting


def test_each_says_what_it_holds(page: Page) -> None:
    page.goto((PAGES / "c13_private_graphs.html").as_uri())
    lines = page.locator("details.hide > summary")
    words = [" ".join(text.split()) for text in lines.all_text_contents()]
    assert words
    assert all("Code: " in text for text in words), words
    assert len(set(words)) > 2
    assert not lines.first.get_attribute("aria-label"), "it would be read instead of these words"
