"""Lines, boxes and columns as a compositor would leave them."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

HTML = Path(__file__).parents[2] / "_build" / "html"
YOUR_OWN_TABLE = "book/your-own-table.html"
MANY_REFERENCES = [
    "notebooks/13_choosing_instead_of_adding.html",
    "notebooks/31_from_independence_to_arrows.html",
    "notebooks/44_ask_once.html",
    "notebooks/51_numeric_columns_compared.html",
]


def opened(page: Page, name: str, width: int = 1300) -> Page:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto((HTML / name).as_uri())
    return page


@pytest.mark.parametrize("name", MANY_REFERENCES)
def test_no_hole_stands_beside_the_references_in_the_margin(page: Page, name: str) -> None:
    holes = opened(page, name).evaluate(
        """() => [...document.querySelectorAll('.bd-article section > .cell')].flatMap((cell) => {
          const before = cell.previousElementSibling;
          const floats = [cell, before].some((one) => !one || getComputedStyle(one).float !== 'none');
          if (floats || !cell.offsetHeight) return [];
          const hole = cell.getBoundingClientRect().top - before.getBoundingClientRect().bottom;
          return hole < 70 ? [] : [`${Math.round(hole)} px behind ${before.textContent.slice(-40)}`];
        })"""
    )
    assert holes == []


@pytest.mark.parametrize("width", [390, 1300])
@pytest.mark.parametrize("name", ["notebooks/c12_graphs.html", "notebooks/44_ask_once.html", YOUR_OWN_TABLE])
def test_the_title_of_a_box_begins_where_its_text_does(page: Page, name: str, width: int) -> None:
    apart = opened(page, name, width).evaluate(
        """() => {
          const left = (box) => {
            const range = document.createRange();
            range.selectNodeContents(box);
            return range.getBoundingClientRect().left;
          };
          const title = '.bd-article .admonition > .admonition-title';
          const pairs = [...document.querySelectorAll(title)].map((one) => {
            const next = one.nextElementSibling;
            return [one, next.matches('p') ? next : next.querySelector(':scope > p:first-child')];
          });
          const seen = pairs.filter(([, text]) => text?.getClientRects().length);
          return seen.filter(([one, text]) => Math.abs(left(one) - left(text)) > 1)
            .map(([one]) => one.textContent.trim().slice(0, 40));
        }"""
    )
    assert apart == []


@pytest.mark.parametrize("width", [390, 1300])
@pytest.mark.parametrize("name", ["notebooks/c01_two_evenings.html", "notebooks/c14_ask_once.html"])
def test_a_formula_goes_on_at_the_left_edge_of_a_line(page: Page, name: str, width: int) -> None:
    """A drawing that begins a line begins with its first sign."""
    indents = opened(page, name, width).evaluate(
        """() => {
          const left = (box) => box.getBoundingClientRect().left;
          const first = (svg) => Math.min(...[...svg.querySelectorAll('use, rect')].map(left));
          const seen = (svg) => svg.getClientRects().length;
          return [...document.querySelectorAll('p span.math > svg')].filter(seen).flatMap((svg) => {
            const edge = left(svg.closest('p'));
            return left(svg) - edge < 1 ? [first(svg) - edge] : [];
          });
        }"""
    )
    assert indents, "no line begins with a formula"
    assert max(indents) < 4


def test_what_one_types_stands_out_of_what_a_terminal_answers(page: Page) -> None:
    colours = opened(page, YOUR_OWN_TABLE).evaluate(
        """() => {
          const colour = (what) => [...new Set([...document.querySelectorAll(`.highlight-console ${what}`)]
            .map((one) => getComputedStyle(one).color))];
          return Object.fromEntries(['pre', '.gp', '.go', ':is(.m, .s2)'].map((what) => [what, colour(what)]));
        }"""
    )
    assert colours[":is(.m, .s2)"] == colours["pre"], "half of a number has a colour of its own"
    assert len({*colours["pre"], *colours[".gp"], *colours[".go"]}) == 3


@pytest.mark.parametrize("width", [390, 768, 1300])
def test_no_option_of_a_command_is_broken(page: Page, width: int) -> None:
    broken = opened(page, YOUR_OWN_TABLE, width).evaluate(
        """() => [...document.querySelectorAll('.highlight-console pre')].flatMap((pre) => {
          const walk = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
          const range = document.createRange(), found = [];
          while (walk.nextNode()) {
            for (const word of walk.currentNode.data.matchAll(/--[a-z-]+|\\de-\\d+/g)) {
              range.setStart(walk.currentNode, word.index);
              range.setEnd(walk.currentNode, word.index + word[0].length);
              const tops = [...range.getClientRects()].map((box) => Math.round(box.top));
              if (new Set(tops).size > 1) found.push(word[0]);
            }
          }
          return found;
        })"""
    )
    assert broken == []


@pytest.mark.parametrize("width", [390, 1300])
def test_no_line_ends_at_an_arrow_of_a_path(page: Page, width: int) -> None:
    text = opened(page, "notebooks/c12_graphs.html", width).locator(".bd-article p:not(pre *)")
    loose = (" ← ", " → ", " — ")
    assert not [words for words in text.all_text_contents() if any(arrow in words for arrow in loose)]
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    lines = page.locator(".bd-article .pc-word", has_text="v-structure").evaluate_all(
        "(all) => all.map((one) => one.getClientRects().length)"
    )
    assert lines
    assert max(lines) <= 1


@pytest.mark.parametrize("name", ["book/bibliography.html", *MANY_REFERENCES])
def test_references_have_no_source_of_a_formula(page: Page, name: str) -> None:
    opened(page, name)
    notes = page.locator(".bibtex-citation .pc-aside, .bibliography, dl.citation, .citation")
    assert not [note for note in notes.all_text_contents() if "$" in note or "\\" in note]


def test_code_of_a_solution_takes_the_margin(page: Page) -> None:
    opened(page, "notebooks/c12_graphs.html")
    for button in page.locator(".solution .toggle-button").all():
        button.click()
    code = page.locator('.solution div[class*="highlight-"] pre')
    widths = code.evaluate_all("(all) => all.map((one) => [one.scrollWidth, one.clientWidth])")
    assert widths
    assert all(inside <= seen + 1 for inside, seen in widths), widths
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_few_bounds_of_the_ledger_scroll(page: Page) -> None:
    wide = opened(page, "book/ledger.html").evaluate(
        """() => [...document.querySelectorAll('table.pc-ledger td span.math')]
          .filter((box) => box.scrollWidth > box.clientWidth + 1)
          .map((box) => [box.closest('td').dataset.label, getComputedStyle(box).scrollbarWidth])"""
    )
    assert len(wide) <= 3, wide
    assert all(bar == "thin" for _, bar in wide), "nothing says that there is more"
    assert not [label for label, _ in wide if label == "Published"]


def test_points_of_numbers_in_a_written_table_stand_below_each_other(page: Page) -> None:
    opened(page, "notebooks/c06_paying_for_answers.html")
    table = page.locator("table.table", has_text="noisy value on the neighbour")
    for column in (2, 4):
        ends = table.locator(f"tbody td:nth-child({column})").evaluate_all(
            """(cells) => cells.map((cell) => {
              const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
              const range = document.createRange();
              range.setStart(text, 0);
              range.setEnd(text, text.data.match(/^\\d+/)[0].length);
              return range.getBoundingClientRect().right;
            })"""
        )
        assert max(ends) - min(ends) < 1, (column, ends)
