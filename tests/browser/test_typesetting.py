"""Lines, boxes and columns as a compositor would leave them."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

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


@pytest.mark.parametrize("name", ["26_the_experiments", "31_from_independence_to_arrows", "49_one_analysis"])
def test_no_code_lies_on_a_reference_in_the_margin(page: Page, name: str) -> None:
    cut = opened(page, f"notebooks/{name}.html").evaluate(
        """() => [...document.querySelectorAll('.bibtex-citation > .pc-aside')].filter((note) => {
            const own = note.getBoundingClientRect();
            const all = [...document.querySelectorAll('.bd-article .cell_input')];
            return all.filter((code) => code.checkVisibility()).some((code) => {
                const box = code.getBoundingClientRect();
                return box.right > own.left + 4 && box.top < own.bottom - 2 && box.bottom > own.top + 2;
            });
        }).map((note) => note.textContent)"""
    )
    assert cut == []


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


@pytest.mark.parametrize(
    "name", ["notebooks/c01_two_evenings.html", "notebooks/43_saving_budget_for_the_end.html"]
)
def test_the_blank_behind_a_formula_is_as_wide_as_behind_a_word(page: Page, name: str) -> None:
    """From the ink of the last sign to the end of its box a formula has what an upright letter has."""
    rooms = opened(page, name).evaluate(
        """() => {
          const right = (box) => box.getBoundingClientRect().right;
          const next = (svg) => svg.closest('.math').nextSibling?.data ?? '';
          const seen = (svg) => svg.getClientRects().length && /^\\s/.test(next(svg));
          const ends = [...document.querySelectorAll('.bd-article p span.math > svg:last-of-type')];
          return ends.filter(seen).map((svg) => {
            const ink = Math.max(...[...svg.querySelectorAll('use, rect')].map(right));
            return (right(svg) - ink) / parseFloat(getComputedStyle(svg).fontSize);
          });
        }"""
    )
    assert len(rooms) > 20
    assert min(rooms) > 0.05


def test_proofs_begin_with_one_word_in_one_style(page: Page) -> None:
    for name in ("notebooks/c01_two_evenings.html", "notebooks/11_a_promise_about_strangers.html"):
        words = opened(page, name).locator("em", has_text=re.compile(r"^Proof\.$"))
        styles = words.evaluate_all("(all) => all.map((one) => getComputedStyle(one).fontStyle)")
        assert styles, name
        assert set(styles) == {"italic"}
        assert not page.locator(".proof > p").evaluate_all(
            "(all) => all.filter((one) => one.firstChild.data?.startsWith('Proof.')).map((one) => one.textContent)"
        )


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
        """() => [...document.querySelectorAll(':is(.highlight-console, .highlight-text) pre')].flatMap((pre) => {
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


def test_no_bound_of_the_ledger_scrolls(page: Page) -> None:
    wide = opened(page, "book/ledger.html").evaluate(
        """() => [...document.querySelectorAll('table.pc-ledger td')]
          .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent)"""
    )
    assert wide == []


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


@pytest.mark.parametrize("name", ["notebooks/c01_two_evenings.html", "notebooks/c13_private_graphs.html"])
def test_a_bill_is_set_as_a_table(page: Page, name: str) -> None:
    bill = opened(page, name).locator("table.dataframe", has_text="together")
    assert bill.locator("thead th").all_inner_texts() == ["chapter", "question", "ε", "δ"]
    words = bill.locator("tbody td:nth-child(2)").first
    assert words.evaluate("(cell) => getComputedStyle(cell).textAlign") == "left"
    assert bill.evaluate("(table) => getComputedStyle(table).fontSize") == "17px"
    assert page.locator("section > .cell .cell_output pre", has_text="together").count() == 0


@pytest.mark.parametrize(
    "name", ["notebooks/50_discrete_columns_compared.html", "notebooks/52_held_back_networks.html"]
)
def test_no_head_of_a_table_touches_the_next(page: Page, name: str) -> None:
    near = opened(page, name).evaluate(
        """() => [...document.querySelectorAll('table.dataframe thead')].flatMap((head) => {
          const heads = [...head.querySelectorAll('th')].filter((one) => one.textContent.trim()).map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return [one.textContent.trim(), range.getBoundingClientRect()];
          });
          return heads.flatMap(([a, p]) => heads.filter(([, q]) => p !== q && q.left > p.left
              && q.left - p.right < 8 && q.top < p.bottom && p.top < q.bottom).map(([b]) => `${a}|${b}`));
        })"""
    )
    assert near == []


def test_the_name_of_a_row_stays_when_a_table_is_moved(page: Page) -> None:
    box = opened(page, "notebooks/50_discrete_columns_compared.html", 390).locator("table.dataframe").first
    name = box.locator("tbody tr > th:last-of-type").first
    box.evaluate("(table) => { table.closest('.text_html').scrollLeft = 400; }")
    left, edge = (
        part.evaluate("(one) => one.getBoundingClientRect().left")
        for part in (name, page.locator(".bd-article p").first)
    )
    assert abs(left - edge) < 2
    assert name.evaluate("(one) => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_a_verdict_is_a_word_in_a_sentence_and_framed_elsewhere(page: Page) -> None:
    opened(page, "notebooks/34_spending_where_it_matters.html")
    framed = """(all) => all.map((one) => [parseFloat(getComputedStyle(one).borderTopWidth) > 0,
        getComputedStyle(one).fontSize === getComputedStyle(one.parentElement).fontSize])"""
    sentences = page.locator("section > :is(p, ul) .pc-badge").evaluate_all(framed)
    assert sentences
    assert all(look == [False, True] for look in sentences)
    boxes = page.locator(".pc-verdict .pc-badge, .pc-results-table .pc-badge").evaluate_all(framed)
    assert boxes
    assert all(frame for frame, _ in boxes)


def test_a_note_can_be_copied_and_its_paragraph_without_it(page: Page) -> None:
    note = opened(page, "notebooks/34_spending_where_it_matters.html").locator("p .pc-aside").first
    words = page.locator("p:has(.pc-aside)").first
    chosen = "() => getSelection().toString()"
    note.click(click_count=3, position={"x": 20, "y": 8})
    assert "CURATE: scaling-up" in page.evaluate(chosen)
    words.click(click_count=3, position={"x": 20, "y": 8})
    assert "CURATE" in page.evaluate(chosen)
    assert "scaling-up" not in page.evaluate(chosen)


def test_no_number_of_a_moved_table_touches_the_rule_and_short_heads_are_whole(page: Page) -> None:
    opened(page, "notebooks/34_spending_where_it_matters.html", 390)
    table = page.locator("table.dataframe.pc-moves", has_text="tests in % of the bound")
    gap = table.locator("tbody td").first.evaluate(
        """(one) => { const words = document.createRange(); words.selectNodeContents(one);
            return words.getBoundingClientRect().left - one.previousElementSibling.getBoundingClientRect().right; }"""
    )
    assert gap > 8
    assert table.locator("thead th", has_text="order").all_inner_texts()[0] == "order\u00a00"


def test_a_derivation_has_the_face_and_size_of_a_proof(page: Page) -> None:
    opened(page, "notebooks/c01_two_evenings.html")
    face = "(one) => [getComputedStyle(one).fontFamily, getComputedStyle(one).fontSize]"
    page.locator("details.sd-dropdown > summary").first.click()
    text = page.locator("details.sd-dropdown[open] .sd-card-body p").first.evaluate(face)
    assert text == page.locator(".exercise p:not(.admonition-title)").first.evaluate(face)


@pytest.mark.parametrize(
    "name", ["notebooks/48_how_much.html", "notebooks/50_discrete_columns_compared.html"]
)
def test_names_of_claims_are_inside_their_boxes(page: Page, name: str) -> None:
    rooms = opened(page, name).evaluate(
        """() => [...document.querySelectorAll('.pc-graph .pc-node')].map((node) => {
          const parts = [...node.querySelectorAll("rect, .pc-node-id")];
          const [box, words] = parts.map((one) => one.getBoundingClientRect());
          return Math.min(words.left - box.left, box.right - words.right);
        })"""
    )
    assert min(rooms) >= 4


def test_words_of_figures_have_true_signs_and_no_marks_of_code() -> None:
    for path in sorted((HTML / "notebooks").glob("*.html")):
        figures = re.findall(r'<figure class="plot.*?</figure>', path.read_text(encoding="utf-8"), re.DOTALL)
        words = [text for figure in figures for text in re.findall(r">([^<>]+)<", figure)]
        assert not [text for text in words if "`" in text or re.search(r"(?<![\w.,)])-\d", text)], path.name


def test_a_claim_that_holds_is_not_one_that_is_holds() -> None:
    for path in sorted((HTML / "notebooks").glob("*.html")):
        text = re.sub(r"<[^>]*>", "", path.read_text(encoding="utf-8"))
        assert not re.findall(r"\w+(?<!erdict) is (?:therefore )?[✓✗] (?:holds|fails)", text), path.name


def test_a_long_formula_in_a_line_is_legible_on_a_phone(page: Page) -> None:
    shares = opened(page, "notebooks/52_held_back_networks.html", 390).evaluate(
        """() => [...document.querySelectorAll('.bd-article :is(p, li) span.math > svg[style*="--pc-width"]')]
          .filter((svg) => svg.getClientRects().length).map((svg) => {
            const whole = svg.cloneNode();
            whole.style.maxWidth = 'none';
            svg.after(whole);
            const share = svg.getBoundingClientRect().width / whole.getBoundingClientRect().width;
            whole.remove();
            return share;
          })"""
    )
    assert shares
    assert min(shares) > 0.78
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_no_icon_covers_the_title_of_a_box_that_unfolds(page: Page) -> None:
    titles = opened(page, "notebooks/c13_private_graphs.html").locator(
        ".admonition.dropdown > .admonition-title"
    )
    icons = titles.evaluate_all("(all) => all.map((one) => getComputedStyle(one, '::after').content)")
    assert icons
    assert set(icons) == {"none"}
    assert not [text for text in titles.all_inner_texts() if "Click" in text]


@pytest.mark.parametrize("width", [390, 1300])
def test_the_buttons_of_the_front_page_do_not_touch_its_slider(page: Page, width: int) -> None:
    opened(page, "book/index.html", width).get_by_role("button", name="I bet on 37").click()
    buttons, slider = (
        page.locator(f".pc-hero .pc-explorer-{part}").bounding_box() for part in ("buttons", "sliders")
    )
    assert buttons
    assert slider
    first, second = sorted((buttons, slider), key=lambda box: box["y"])
    assert second["y"] - first["y"] - first["height"] >= 2


def test_forced_colours_show_what_is_chosen_and_where_the_focus_is(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1300, "height": 900}, forced_colors="active")
    page = context.new_page()
    page.goto((HTML / "notebooks/c12_graphs.html").as_uri())
    chosen = page.locator(".pc-explorer-choice label:has(:checked)").first
    ground, words = chosen.evaluate(
        "(one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]"
    )
    assert ground != "rgb(217, 236, 239)"
    assert ground != words
    link = page.locator(".bd-sidebar-primary nav a").first
    page.keyboard.press("Tab")
    link.focus()
    assert link.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
    context.close()


@pytest.mark.parametrize("name", ["notebooks/35_at_equal_honest_price.html", "book/index.html"])
def test_no_word_is_broken_at_a_letter_before_its_hyphen(page: Page, name: str) -> None:
    broken = opened(page, name, 390).evaluate(
        """() => {
          const walk = document.createTreeWalker(document.querySelector('.bd-article'), NodeFilter.SHOW_TEXT);
          const range = document.createRange(), found = [];
          while (walk.nextNode()) {
            for (const word of walk.currentNode.data.matchAll(/\\b(?:[dp]-(?:separation|value)|(?:EM|SVT)-PC)\\b/g)) {
              range.setStart(walk.currentNode, word.index);
              range.setEnd(walk.currentNode, word.index + word[0].length);
              if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
            }
          }
          return found;
        }"""
    )
    assert broken == []


def test_heads_of_tables_say_what_they_head(page: Page) -> None:
    for name in (
        "notebooks/c01_two_evenings.html",
        "notebooks/c06_paying_for_answers.html",
        "book/ledger.html",
    ):
        heads = opened(page, name).locator("table:is(.table, .dataframe, .pc-ledger) th")
        scopes = heads.evaluate_all("(all) => all.map((one) => one.scope)")
        assert scopes
        assert all(scopes), name


def test_what_unfolds_is_as_tall_as_a_finger(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto((HTML / "notebooks/c01_two_evenings.html").as_uri())
    tall = page.locator(".bd-article summary:visible").evaluate_all(
        "(all) => all.map((one) => one.offsetHeight)"
    )
    assert tall
    assert min(tall) >= 44
    assert page.locator(".pc-explorer input").first.get_attribute("aria-label") == "privacy parameter ε"
    context.close()


def test_one_ring_stands_round_the_search(page: Page) -> None:
    opened(page, "book/index.html")
    page.keyboard.press("Control+k")
    field = page.locator("#pst-search-dialog input")
    field.wait_for(state="visible")
    rings = field.evaluate(
        """(one) => [getComputedStyle(one).outlineStyle !== 'none', getComputedStyle(one.form).boxShadow !== 'none']"""
    )
    assert sum(rings) == 1


def test_a_bar_over_letters_is_cut_out_of_a_longer_one(page: Page) -> None:
    """In chapter 15.4 two bars were one, from the sign before the first to behind the second."""
    page.goto((HTML / "notebooks" / "23_hsic.html").as_uri())
    frames = page.locator(".math svg svg").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).overflow)"
    )
    assert len(frames) >= 3
    assert set(frames) == {"hidden"}
