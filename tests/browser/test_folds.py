"""Folded code: lines that say what they hold, and that lie on nothing."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from book._ext.folds import only_imports

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


def test_imports_are_folded_and_one_fold_has_all_the_code_of_a_result(page: Page) -> None:
    page.goto((PAGES / "44_ask_once.html").as_uri())
    shown = page.locator(".cell > .cell_input pre").all_text_contents()
    assert not [text for text in shown if only_imports(text)]
    page.goto((PAGES / "50_discrete_columns_compared.html").as_uri())
    folded = ".cell:has(> details.hide)"
    before = page.locator(
        f"{folded}:not(:has(> .cell_output)):has(+ {folded}:has(table))"
    ).all_text_contents()
    assert not [text for text in before if not re.search("Code: (imports|a check of the text)", text)]
    fold = page.locator(f"{folded}:has(table.dataframe)").first
    result, line = (fold.locator(part).first.bounding_box() for part in (".cell_output", "summary"))
    assert result
    assert line
    assert line["y"] >= result["y"] + result["height"], "a result stands where its sentence ends"


def test_checks_of_the_text_stand_together_at_the_end_of_a_page(page: Page) -> None:
    """They stood in the margin as if they were for the reader."""
    page.goto((PAGES / "c01_two_evenings.html").as_uri())
    assert page.locator("section > .cell > details.hide", has_text="a check of the text").count() == 0
    end = page.locator("article details.pc-show").last
    assert "checks of the text" in end.locator("summary").inner_text()
    assert end.locator(".cell").count() == page.locator(".pc-ran-here").count() > 1
    assert all("assert " in code for code in end.locator("pre").all_text_contents())
    before = page.locator("article section").last.bounding_box()
    place = end.bounding_box()
    assert before and place  # noqa: PT018
    assert place["y"] >= before["y"] + before["height"] - 1


def test_what_is_typed_has_a_ground_and_what_is_answered_has_none(browser: Browser) -> None:
    for scheme in ("light", "dark"):
        context = browser.new_context(viewport={"width": 1300, "height": 900}, color_scheme=scheme)
        page = context.new_page()
        page.goto((PAGES / "c12_graphs.html").as_uri())
        cell = page.locator(".cell:has(> .cell_input):has(> .cell_output .highlight)").first
        ground = "(box) => getComputedStyle(box).backgroundColor"
        clear = "rgba(0, 0, 0, 0)"
        assert cell.locator(".cell_input pre").evaluate(ground) != clear
        for part in (".cell_output", ".cell_output .output", ".cell_output .highlight", ".cell_output pre"):
            assert cell.locator(part).first.evaluate(ground) == clear, (scheme, part)
        typed, answered = (
            cell.locator(f"{part} pre").first.bounding_box() for part in (".cell_input", ".cell_output")
        )
        assert typed
        assert answered
        assert abs(answered["y"] - typed["y"] - typed["height"]) <= 2, "they share one edge at the left"
        context.close()


def test_code_has_no_hole(page: Page) -> None:
    for name in NAMES:
        page.goto((PAGES / f"{name}.html").as_uri())
        assert not [text for text in page.locator(".cell_input pre").all_text_contents() if "\n\n\n" in text]


@pytest.mark.parametrize("width", [390, 1300])
def test_an_open_fold_begins_where_the_text_does(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto((PAGES / "c05_choosing.html").as_uri())
    lefts = page.evaluate(
        """() => {
            const fold = document.querySelector('section > .cell > details.hide');
            fold.open = true;
            return [fold.querySelector('p.expanded'), document.querySelector('.bd-article > section > p')]
                .map((one) => one.getBoundingClientRect().left);
        }"""
    )
    assert lefts[0] == pytest.approx(lefts[1], abs=1)


def test_on_paper_proofs_are_open_and_folded_code_is_not(page: Page) -> None:
    page.goto((PAGES / "c03_composition.html").as_uri())
    states = "(folds) => folds.map((one) => one.open)"
    words = page.locator(".bd-article details.sd-dropdown")
    code = page.locator(".bd-article details.hide")
    before = words.evaluate_all(states)
    assert False in before
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert all(words.evaluate_all(states))
    assert not any(code.evaluate_all(states))
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert words.evaluate_all(states) == before
