"""The ledger in a browser: squares and tiles that filter, heads that stay, rows that unfold, short on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

LEDGER = (Path(__file__).parents[2] / "_build" / "html" / "book" / "ledger.html").as_uri()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1300, "height": 900}, offline=True, reduced_motion="reduce"
    )
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(LEDGER)
    yield page
    context.close()


def test_a_phone_scrolls_through_folded_rows(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("() => document.documentElement.scrollHeight") < 25_000
    row = page.locator("#row-K-ptr")
    assert not row.locator(".pc-kinds").is_visible()
    row.get_by_role("button", name="Details of K-ptr").click()
    assert row.locator(".pc-kinds").is_visible()
    assert row.locator(".pc-source").is_visible()


def test_where_a_claim_comes_from_is_folded_and_can_be_searched(page: Page) -> None:
    row = page.locator("#row-K-ptr")
    assert not row.locator(".pc-source").is_visible()
    page.get_by_role("searchbox", name="Filter the claims").fill("appendix, algorithm 1 (003:27")
    assert row.is_visible()
    button = row.get_by_role("button", name="Details of K-ptr")
    button.focus()
    page.keyboard.press("Enter")
    assert button.get_attribute("aria-expanded") == "true"
    assert row.locator(".pc-source").is_visible()


def test_evidence_has_two_lines_and_its_kinds_unfold(page: Page) -> None:
    """Three to four wrapped lines of it made rows as tall as nothing else in them."""
    for width, most in ((1300, 90), (1440, 55)):
        page.set_viewport_size({"width": width, "height": 900})
        heights = page.eval_on_selector_all(
            "table.pc-ledger tbody td:last-child",
            """(cells) => cells.map((cell) => {
                const boxes = [...cell.children].map((part) => part.getBoundingClientRect());
                return Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
            })""",
        )
        assert sorted(heights)[-2] < most, width  # one claim has a count of 14 digits
    row = page.locator("#row-C-comp")
    row.get_by_role("button", name="Details of C-comp").click()
    assert row.locator("td:last-child .pc-kinds").evaluate(
        "(kinds) => kinds.scrollWidth <= kinds.clientWidth"
    )


def test_an_erratum_and_the_table_of_sources_fit_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(LEDGER.replace("ledger", "errata"))
    above, below = page.eval_on_selector(
        ".pc-erratum dl",
        """(list) => {
            const words = (node) => {
                const range = document.createRange();
                range.selectNodeContents(node);
                return range.getBoundingClientRect();
            };
            const [, value, label, next] = list.children;
            return [words(label).top - words(value).bottom, words(next).top - words(label).bottom];
        }""",
    )
    assert below < above / 2, "a label is near its own value"
    names, heads = "table.pc-held tbody th", "table.pc-held thead th:not(.pc-group)"
    ends = "(cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right))"
    assert max(page.eval_on_selector_all(names, "(all) => all.map((one) => one.offsetHeight)")) < 60
    numbers = page.eval_on_selector_all("table.pc-held tbody tr:first-child td", ends)
    assert sorted(page.eval_on_selector_all(heads, ends)) == [0, *numbers], "the head of the names is hidden"


def test_an_open_witness_covers_no_words_of_its_row(page: Page) -> None:
    row = page.locator("#row-P-count")
    row.locator(".pc-witness > summary").click()
    page.wait_for_timeout(300)
    gap = row.evaluate(
        """(row) => {
            const code = row.querySelector('.pc-witness code').getBoundingClientRect();
            const words = document.createRange();
            words.selectNodeContents(row.querySelector('.pc-bound:last-of-type'));
            return code.top - words.getBoundingClientRect().bottom;
        }"""
    )
    assert gap > 0


def test_a_link_to_a_row_unfolds_it(page: Page) -> None:
    page.goto(f"{LEDGER}#row-K-code")
    page.locator("#row-K-code .pc-source").wait_for(state="visible")


def test_a_filter_without_matches_says_so_and_can_be_taken_back(page: Page) -> None:
    page.get_by_role("searchbox", name="Filter the claims").fill("no row says this")
    assert page.locator(".pc-none").is_visible()
    assert not page.locator("table.pc-ledger thead").is_visible()
    page.get_by_role("button", name="Show all claims").click()
    assert not page.locator(".pc-none").is_visible()
    assert page.locator("table.pc-ledger tbody tr:visible").count() > 100


def test_a_tile_counts_its_claims_and_the_squares_follow(page: Page) -> None:
    tile = page.locator(".pc-tools button[data-verdict=refuted]")
    count = int(tile.locator(".pc-tally").inner_text())
    tile.click()
    assert page.locator("table.pc-ledger tbody tr:visible").count() == count
    assert page.locator(".pc-strip .pc-square:not(.pc-out)").count() == count
    page.locator(".pc-strip .pc-square.pc-refuted").first.click()
    assert "#row-" in page.url


def test_a_tile_counts_what_the_filter_leaves(page: Page) -> None:
    tile = page.locator(".pc-tools button[data-verdict=refuted] .pc-tally")
    whole = tile.inner_text()
    page.get_by_role("searchbox", name="Filter the claims").fill("kendall")
    assert tile.inner_text().endswith(f" of {whole}")
    page.get_by_role("searchbox", name="Filter the claims").fill("")
    assert tile.inner_text() == whole


def test_a_pill_holds_a_verdict_in_one_line_and_a_bar_its_words(page: Page) -> None:
    tall = """() => [...document.querySelectorAll('table.pc-ledger :is(td .pc-badge, .pc-bar)')]
        .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height > 45)
        .map((one) => one.textContent)"""
    assert page.evaluate(tall) == []


def test_the_heads_stay_in_sight_and_on_one_line(page: Page) -> None:
    heads = page.locator("table.pc-ledger thead th")
    tops = heads.evaluate_all(
        """(heads) => heads.map((head) => {
          const range = document.createRange();
          range.selectNodeContents(head);
          return Math.round(range.getBoundingClientRect().bottom);
        })"""
    )
    assert max(tops) - min(tops) <= 1, tops
    page.locator("#row-K-ptr").scroll_into_view_if_needed()
    page.mouse.wheel(0, 600)
    page.wait_for_timeout(300)
    box = heads.first.bounding_box()
    assert box
    assert 0 <= box["y"] < 120


def test_no_cell_runs_into_the_next(page: Page) -> None:
    out = """() => [...document.querySelectorAll('table.pc-ledger td .pc-ratio')].filter((words) => {
      const cell = words.closest('td').getBoundingClientRect();
      return words.getClientRects().length && words.getBoundingClientRect().right > cell.right;
    }).map((words) => words.textContent)"""
    for width in (768, 1300, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(out) == [], width


def test_no_formula_is_drawn_over_the_next_column(page: Page) -> None:
    over = """() => [...document.querySelectorAll('table.pc-ledger td span.math')].filter((box) => {
      const seen = getComputedStyle(box).overflowX === 'visible' ? box.querySelector('svg') : box;
      const [cell, mine] = [box.closest('td'), seen].map((part) => part.getBoundingClientRect());
      return mine.width && mine.right > cell.right + 1;
    }).map((box) => box.closest('tr').id)"""
    for width in (1300, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(over) == [], width


def test_where_a_claim_comes_from_opens_below_all_columns_of_its_row(page: Page) -> None:
    row = page.locator("#row-K-ptr")
    button = row.get_by_role("button", name="Details of K-ptr")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    button.click()
    source = row.locator(".pc-source")
    source.wait_for()
    page.wait_for_function("() => document.querySelector('#row-K-ptr').style.getPropertyValue('--pc-room')")
    place, after, whole = (part.bounding_box() for part in (source, button, row))
    assert before and after and place and whole  # noqa: PT018
    assert after["y"] == before["y"], "the button stays under the pointer"
    assert place["width"] > 500
    feet = row.locator("td > *").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().bottom)")
    assert max(*feet, after["y"] + after["height"]) <= place["y"] + 1
    assert place["y"] + place["height"] <= whole["y"] + whole["height"]


def test_the_field_of_the_filter_keeps_its_width_while_tallies_grow(page: Page) -> None:
    field = page.get_by_role("searchbox", name="Filter the claims")
    width = "(field) => field.getBoundingClientRect().width"
    before = field.evaluate(width)
    field.fill("kendall")
    assert field.evaluate(width) == before


def test_a_verdict_is_one_line_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    heights = page.locator("table.table td .pc-badge").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert heights
    assert max(heights) < 34


def test_the_ring_around_the_filter_is_whole(page: Page) -> None:
    page.get_by_role("searchbox", name="Filter the claims").focus()
    for width in (390, 1300):
        page.set_viewport_size({"width": width, "height": 900})
        room = page.evaluate(
            """() => {
              const input = document.activeElement, box = input.closest('.pc-ledger-box');
              if (getComputedStyle(box).overflowX === 'visible') return 9;
              const [a, b] = [input, box].map((part) => part.getBoundingClientRect());
              return Math.min(a.left - b.left, b.right - a.right);
            }"""
        )
        assert room >= 3, width


def test_no_formula_is_shrunk_below_four_fifths_and_a_pill_is_one_line(page: Page) -> None:
    for width in (1300, 768, 390):
        page.set_viewport_size({"width": width, "height": 900})
        shrunk = page.locator("table.pc-ledger td span.math > svg").evaluate_all(
            """(all) => all.map((svg) => {
                const drawn = svg.getBoundingClientRect().width;
                svg.style.maxWidth = 'none';
                const part = drawn / svg.getBoundingClientRect().width;
                svg.style.maxWidth = '';
                return [svg.closest('tr').id, part];
            }).filter(([, part]) => part < 0.8)"""
        )
        assert shrunk == [], width
    page.set_viewport_size({"width": 1300, "height": 900})
    heights = page.locator("table.pc-ledger tbody .pc-badge").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert max(heights) < 34


def test_a_witness_opens_under_the_columns_of_numbers(page: Page) -> None:
    row = page.locator("#row-C-comp")
    row.locator(".pc-witness summary").click()
    code = row.locator(".pc-witness code").bounding_box()
    assert code
    assert code["width"] > 500
    for formula in row.locator(".pc-bound svg").all():
        assert (formula := formula.bounding_box())
        assert formula["y"] + formula["height"] <= code["y"] + 1


def test_a_claim_has_the_width_of_a_sentence_and_its_evidence_is_in_sight(page: Page) -> None:
    """Claims of 156 pixels stood beside two mostly empty columns, and a phone said nothing of how they were checked."""
    row = page.locator("#row-X-accuracy")
    assert [name.strip() for name in row.locator(".pc-bound small").all_inner_texts()] == [
        "published",
        "ours",
    ]
    for width, claim in ((390, 220), (768, 250), (1300, 250)):
        page.set_viewport_size({"width": width, "height": 900})
        name, more, title, count = (
            row.locator(part).bounding_box() for part in (".pc-id", ".pc-more", ".pc-title", ".pc-count")
        )
        assert name and more and title and count  # noqa: PT018
        assert title["width"] >= claim, width
        assert abs(more["y"] + more["height"] / 2 - name["y"] - name["height"] / 2) < 6, width
        assert count["height"] > 0
    page.set_viewport_size({"width": 1300, "height": 900})


def test_the_count_of_claims_keeps_off_the_ring_of_the_filter(page: Page) -> None:
    field, count = (page.locator(f".pc-tools {part}").bounding_box() for part in ("input", "[role=status]"))
    assert field and count  # noqa: PT018
    assert count["x"] - field["x"] - field["width"] >= 12


def test_words_of_evidence_have_room_and_no_line_of_them_begins_with_a_dot(page: Page) -> None:
    cells = page.locator("table.pc-ledger td[data-label=Evidence]")
    assert cells.first.evaluate("(cell) => cell.offsetWidth") > 155
    assert page.locator("table.pc-ledger tbody").evaluate("(body) => body.offsetHeight") < 24_500
    assert not [text for text in page.locator(".pc-kinds").all_text_contents() if " · " in text]


def test_on_a_phone_all_begins_at_one_edge_and_the_heads_say_that_they_sort(page: Page) -> None:
    """The field stood 3 pixels and the count 12 to the right, and four heads stood over cards of two columns."""
    page.set_viewport_size({"width": 390, "height": 844})
    parts = [".pc-strip", ".pc-tools input", ".pc-tools [role=status]", ".pc-tools button", "table.pc-ledger"]
    edges = [
        page.locator(part).first.evaluate("(part) => part.getBoundingClientRect().left") for part in parts
    ]
    assert max(edges) - min(edges) < 1, edges
    said = "(row) => getComputedStyle(row, '::before').content"
    assert page.locator("table.pc-ledger thead tr").evaluate(said) == '"Sort by"'
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_search_is_on_the_first_screen_and_its_explanations_are_folded(page: Page) -> None:
    for height, width in ((844, 390), (900, 1300)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        field, squares = (page.locator(part).bounding_box() for part in (".pc-tools input", ".pc-strip"))
        assert field
        assert squares
        assert field["y"] < 0.5 * height
        assert field["y"] < squares["y"]
    assert not page.get_by_text("nothing we tried attains it").is_visible()


def test_a_tile_that_would_show_nothing_steps_back(page: Page) -> None:
    page.get_by_role("searchbox", name="Filter the claims").fill("kendall")
    tile = page.locator(".pc-tools button.pc-idle").first
    assert tile.locator(".pc-tally").inner_text().startswith("0 of ")
    page.get_by_role("searchbox", name="Filter the claims").fill("")
    assert page.locator(".pc-tools button.pc-idle").count() == 0


def test_what_fails_looks_unlike_what_is_refuted_and_a_bar_like_its_verdict(page: Page) -> None:
    signs = [page.locator(f"td .pc-{name} .pc-symbol").first.inner_text() for name in ("fails", "refuted")]
    assert signs[0] != signs[1]
    for name in ("tight", "holds", "loose"):
        row = page.locator(f"tr[data-verdict={name}]:has(.pc-fill)").first
        fill, badge = (
            row.locator(part).first.evaluate(f"(one) => getComputedStyle(one).{look}")
            for part, look in ((".pc-fill", "backgroundColor"), (".pc-badge", "color"))
        )
        assert fill == badge, name


def test_a_bar_is_wide_enough_to_be_read_and_the_page_ends_at_one_edge(page: Page) -> None:
    """A bar of 35 pixels said nothing, and the count ended short of the table."""
    tracks = page.locator("table.pc-ledger .pc-track")
    assert tracks.evaluate_all("(all) => Math.min(...all.map((one) => one.offsetWidth))") >= 80
    page.set_viewport_size({"width": 1440, "height": 900})
    right = "(part) => part.getBoundingClientRect().right"
    table, count = (
        page.locator(part).first.evaluate(right) for part in ("table.pc-ledger", ".pc-tools [role=status]")
    )
    assert abs(count - table) < 2
    page.set_viewport_size({"width": 1300, "height": 900})
