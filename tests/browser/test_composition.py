"""One composition on every page: two right edges, notes in the margin, tables and code as a book sets them."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

HTML = Path(__file__).parents[2] / "_build" / "html"
PAGES = [
    "notebooks/c01_two_evenings.html",
    "notebooks/c09_cause.html",
    "notebooks/c14_ask_once.html",
    "notebooks/22_rank_correlations.html",
    "notebooks/50_discrete_columns_compared.html",
]
CHAPTERS = sorted(path.stem for path in (HTML.parents[1] / "notebooks").glob("c*.ipynb"))
OWN = "book/your-own-table"
WIDTHS = (360, 390, 768, 1300, 1920)


def opened(page: Page, name: str, width: int = 1300) -> Page:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto((HTML / name).as_uri())
    return page


EDGES = """() => {
  const right = (box) => Math.round(box.getBoundingClientRect().right);
  const boxes = (what) => [...document.querySelectorAll(what)].filter((box) => box.getClientRects().length);
  const article = document.querySelector('.bd-article');
  const style = getComputedStyle(article);
  const left = article.getBoundingClientRect().left + parseFloat(style.paddingLeft);
  const text = getComputedStyle(document.documentElement).getPropertyValue('--pc-measure');
  const edges = (what) => [...new Set(boxes(what).map(right))];
  const section = '.bd-article > section > section >';
  return {
    boxes: edges(`${section} :is(.admonition:not(.dropdown), .pc-quiz, .proof):not(:has(.pc-standing))`),
    claims: edges(`${section} :is(.proof, blockquote):has(.pc-standing)`),
    code: edges(`${section} .cell > .cell_input`),
    notes: edges('.bd-article .pc-aside'),
    text: left + 16 * parseFloat(text),
    whole: Math.round(article.getBoundingClientRect().right - parseFloat(style.paddingRight)),
  };
}"""


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [768, 1300, 1920])
def test_everything_ends_at_the_edge_of_the_text_or_of_the_margin(page: Page, name: str, width: int) -> None:
    edges = opened(page, name, width).evaluate(EDGES)
    assert all(abs(edge - edges["text"]) <= 2 for edge in edges["boxes"]), edges
    assert all(edge <= edges["whole"] for edge in edges["notes"]), edges
    claimed = edges["whole"] if width > 1200 else edges["text"]
    assert all(abs(edge - claimed) <= 2 for edge in edges["claims"]), "a claim has its verdict beside it"
    margin = max(edges["code"], default=0)  # and beside a note code is as wide as the text
    assert all(min(abs(edge - margin), abs(edge - edges["text"])) <= 2 for edge in edges["code"]), edges
    if width > 1200 and edges["notes"]:
        assert edges["notes"] == [margin], edges


def test_code_does_not_wait_for_a_note_that_is_taller_than_its_paragraph(page: Page) -> None:
    hole = opened(page, "notebooks/c09_cause.html").evaluate(
        """() => {
            const [words, code] = document.querySelector('#six-people-twice').querySelectorAll('p, .cell');
            return code.getBoundingClientRect().top - words.getBoundingClientRect().bottom;
        }"""
    )
    assert hole < 36


LETTERS = """() => {
  const text = [...document.querySelectorAll('.bd-article section > p')].flatMap((box) => {
    const range = document.createRange(), lines = new Map();
    for (const node of box.childNodes) {
      if (node.nodeType !== 3) continue;
      for (let i = 0; i < node.length; i++) {
        range.setStart(node, i); range.setEnd(node, i + 1);
        const top = Math.round(range.getBoundingClientRect().top);
        lines.set(top, (lines.get(top) ?? 0) + 1);
      }
    }
    return box.childElementCount ? [] : [...lines.values()].slice(0, -1);
  });
  return text.reduce((a, b) => a + b, 0) / text.length;
}"""


BESIDE = """(code) => {
  const { top, bottom, right } = code.getBoundingClientRect();
  const notes = [...document.querySelectorAll('.pc-aside, .pc-chapter dl')].map((note) => note.getBoundingClientRect());
  const printed = code.parentElement.querySelector('.cell_output > :is(.stream, .text_plain)');
  return {
    right,
    beside: notes.some((note) => note.width && note.top < bottom && note.bottom > top),
    printed: printed?.getBoundingClientRect().right ?? right,
    tallest: Math.max(...[...code.querySelectorAll('.pc-line')].map((line) => line.offsetHeight)),
  };
}"""


@pytest.mark.parametrize("name", ["c01_two_evenings", "c09_cause", "c11_residuals", "c12_graphs"])
def test_code_has_one_width_unless_a_note_stands_beside_it(page: Page, name: str) -> None:
    """Neighbouring blocks of code ended where the longest of their lines did, at one of two edges."""
    edges = opened(page, f"notebooks/{name}.html").evaluate(EDGES)
    shown = [code for code in page.locator("section > .cell > .cell_input").all() if code.is_visible()]
    assert shown
    for code in (code.evaluate(BESIDE) for code in shown):
        wide = abs(code["right"] - edges["whole"]) <= 2
        assert wide or (code["beside"] and abs(code["right"] - edges["text"]) <= 2), (code, edges)
        assert abs(code["printed"] - code["right"]) <= 2, "a cell and what it prints have one width"
        assert not wide or code["tallest"] < 30, "no line of it goes on below itself"


def test_a_link_to_a_heading_says_where_it_leads_and_is_no_stop_for_tab(page: Page) -> None:
    """Each was called "#", ten times in a chapter."""
    links = opened(page, "notebooks/c12_graphs.html").locator(":is(h1, h2, h3) > a.headerlink")
    names = links.evaluate_all("all => all.map((one) => [one.ariaLabel ?? '', one.tabIndex])")
    assert ["Link to 12.1. A simulated village", -1] in names
    assert all(name.startswith("Link to ") and stop == -1 for name, stop in names), names


def test_the_front_page_says_how_the_number_came_before_it_shows_it(page: Page) -> None:
    boxes = [
        opened(page, "book/index.html").locator(f".pc-hero {part}").bounding_box()
        for part in (".pc-explorer-made", ".pc-explorer-live > svg")
    ]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]


@pytest.mark.parametrize("width", [768, 1300, 1920])
def test_a_line_has_some_seventy_letters_of_18_pixels(page: Page, width: int) -> None:
    letters = opened(page, "notebooks/c01_two_evenings.html", width).evaluate(LETTERS)
    lead, size = (
        page.locator(f".bd-article section > {part}").first.evaluate(
            "(text) => getComputedStyle(text).fontSize"
        )
        for part in ("div.pc-chapter + p", "section > p")
    )
    assert size == "18px"
    assert 20 < float(lead.removesuffix("px")) < 24, "the first words of a chapter are a step larger"
    assert 62 <= letters <= 72, letters


def test_captions_references_and_definitions_stand_beside_the_text(page: Page) -> None:
    opened(page, "notebooks/c14_ask_once.html")
    figure = page.locator("section > .cell figure.plot:not(.pc-broad)").first
    drawing, caption = (figure.locator(part).first.bounding_box() for part in ("> svg", "> figcaption"))
    assert drawing
    assert caption
    assert caption["x"] > drawing["x"] + drawing["width"]
    for name in ("notebooks/c01_two_evenings.html", "notebooks/50_discrete_columns_compared.html"):
        notes = opened(page, name).locator(".pc-aside")
        text = page.locator(".bd-article section > p").first.bounding_box()
        assert notes.count() > 2
        assert text
        for box in (note.bounding_box() for note in notes.all()):
            assert box
            assert box["x"] > text["x"] + text["width"]
    assert not opened(page, name, 390).locator(".pc-aside").first.is_visible()


@pytest.mark.parametrize("name", ["c06_paying_for_answers", "22_rank_correlations"])
@pytest.mark.parametrize("width", [390, 1300])
def test_a_verdict_stands_beside_its_claim_or_below_it(page: Page, name: str, width: int) -> None:
    boxes = opened(page, f"notebooks/{name}.html", width).evaluate("""() =>
      [...document.querySelectorAll('.pc-standing')].map((verdict) => {
        const [words, beside] = [verdict.parentElement.querySelector('.pc-words'), verdict].map((one) =>
          one.getBoundingClientRect());
        const box = verdict.closest('blockquote, .pc-claim').getBoundingClientRect();
        return {right: words.right, left: beside.left, foot: words.bottom, head: beside.top, top: box.top};
      })""")
    assert len(boxes) >= 2
    for box in boxes:
        if width > 1200:
            assert box["left"] > box["right"], box
            assert box["head"] - box["top"] < 40, box
        else:
            assert box["head"] >= box["foot"], box


def test_notes_and_code_in_the_margin_do_not_cover_each_other(page: Page) -> None:
    over = """() => {
      const boxes = [...document.querySelectorAll('.pc-aside, section > .cell > .cell_input, figcaption, table')]
        .filter((box) => box.getClientRects().length && !box.closest('.toggle-hidden, details:not([open])'))
        .map((box) => [box, box.getBoundingClientRect()]);
      const meet = (a, b) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const apart = (a, b) => !a.contains(b) && !b.contains(a);
      return boxes.flatMap(([a, p], i) => boxes.slice(i + 1).filter(([b, q]) => apart(a, b) && meet(p, q))
        .map(([b]) => `${a.outerHTML.slice(0, 80)} ${b.outerHTML.slice(0, 80)}`));
    }"""
    for name in PAGES:
        assert opened(page, name).evaluate(over) == [], name


def test_the_sections_of_a_page_are_listed_below_its_entry(page: Page) -> None:
    opened(page, PAGES[0])
    links = page.locator(".bd-sidebar-primary .pc-sections a")
    assert links.count() == page.locator(".bd-article > section > section > h2").count()
    links.nth(3).click()
    page.wait_for_function("() => document.querySelector('.pc-sections a[aria-current]')")
    assert links.nth(3).get_attribute("aria-current") is not None


def cells(page: Page) -> list[str]:
    return [text.strip() for text in page.locator("table.dataframe :is(td, th)").all_inner_texts()]


def test_numbers_of_tables_are_grouped_and_have_true_signs(page: Page) -> None:
    for name in PAGES:
        opened(page, name)
        wrong = [text for text in cells(page) if re.search(r"(?<![\d.,])\d{4,}|(?<!\w)-\d|1e-|\bNaN\b", text)]
        assert not wrong, (name, wrong[:5])


def test_an_estimate_its_interval_and_its_verdict_have_columns_of_their_own(page: Page) -> None:
    for name in ("notebooks/50_discrete_columns_compared.html", "notebooks/52_held_back_networks.html"):
        opened(page, name)
        assert not [text for text in cells(page) if re.search(r"\d \([+−]?\d.* to ", text)], name
    opened(page, "notebooks/50_discrete_columns_compared.html")
    table = page.locator("table.dataframe").first
    group = table.locator("thead th.pc-group").first
    assert group.evaluate("(head) => getComputedStyle(head).textAlign") == "center"
    assert table.locator("thead tr").last.locator("th").all_inner_texts()[:3] == [
        "estimate",
        "interval",
        "verdict",
    ]


def test_no_row_of_heads_is_empty_and_no_row_is_merely_counted(page: Page) -> None:
    for name in PAGES:
        for table in opened(page, name).locator("table.dataframe").all():
            heads = table.locator("thead tr").last.locator("th").all_text_contents()
            assert sum(not head for head in heads) <= 2, (name, heads)  # two columns can name the rows
            names = table.locator("tbody tr > :first-child").all_text_contents()
            assert names != [str(number) for number in range(len(names))], name


def test_decimal_points_stand_below_each_other(page: Page) -> None:
    place = """() => [...document.querySelectorAll('table.dataframe tbody')].flatMap((body) => {
      const columns = new Map(), range = document.createRange();
      for (const cell of body.querySelectorAll('td:not(.pc-words)')) {
        const node = cell.firstChild;
        const dot = node?.nodeType === 3 ? node.data.match(/^[+−]?[\\d,]+(?=\\.|$)/)?.[0].length : 0;
        if (!dot || cell.textContent.includes(' to ')) continue;
        range.setStart(node, 0); range.setEnd(node, dot);
        const fromRight = cell.parentElement.cells.length - cell.cellIndex;
        columns.set(fromRight, [...(columns.get(fromRight) ?? []), range.getBoundingClientRect().right]);
      }
      return [...columns.values()].map((rights) => Math.max(...rights) - Math.min(...rights));
    })"""
    for name in PAGES:
        assert all(apart < 1.5 for apart in opened(page, name).evaluate(place)), name


@pytest.mark.parametrize("name", PAGES)
def test_folded_code_leaves_no_empty_rows(page: Page, name: str) -> None:
    """Between two blocks of text there is never more than a line and a half of nothing."""
    opened(page, name)
    assert (
        page.locator(".cell > .cell_input", has_text=re.compile(r"^\s*explorers\.\w+\(\)\s*$")).count() == 0
    )
    gaps = page.evaluate(
        """() => [...document.querySelectorAll('section > .cell:has(> details.hide)')].flatMap((cell) => {
          const next = cell.nextElementSibling;
          if (!next || next.matches('section')) return [];
          return next.getBoundingClientRect().top - cell.getBoundingClientRect().bottom;
        })"""
    )
    assert all(gap < 48 for gap in gaps), gaps


@pytest.mark.parametrize("width", [390, 1300])
def test_words_that_belong_together_stay_in_one_line(page: Page, width: int) -> None:
    broken = """() => [...document.querySelectorAll('.bd-article :is(.pc-word, .pc-id, .pc-together > code)')]
      .filter((word) => new Set([...word.getClientRects()].map((part) => Math.round(part.top))).size > 1)
      .filter((word) => word.textContent.length < 25)
      .map((word) => word.textContent)"""
    for name in ("book/your-own-table.html", "notebooks/50_discrete_columns_compared.html"):
        assert opened(page, name, width).evaluate(broken) == [], name
        assert not [text for text in page.locator(".bd-article p").all_text_contents() if "ε = 1" in text], (
            name
        )


def test_transcripts_are_not_cut(page: Page) -> None:
    cut = """() => [...document.querySelectorAll('.bd-article :is(.highlight-console, .highlight-text) pre')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent.slice(0, 60))"""
    for width in WIDTHS:
        assert opened(page, "book/your-own-table.html", width).evaluate(cut) == [], width


def test_no_line_of_a_terminal_ends_between_an_option_and_its_value(page: Page) -> None:
    torn = """() => [...document.querySelectorAll('.highlight-console .pc-word')]
      .filter((word) => new Set([...word.getClientRects()].map((part) => Math.round(part.top))).size > 1)
      .map((word) => word.textContent)"""
    for width in (390, 1300):
        opened(page, "book/your-own-table.html", width)
        assert page.locator(".highlight-console .pc-word", has_text=re.compile(r"^--epsilon \d")).count() > 1
        assert page.evaluate(torn) == []
    further = page.evaluate(
        """() => [...document.querySelectorAll('.highlight-console .pc-line')].flatMap((line) => {
            const range = document.createRange();
            range.selectNodeContents(line);
            const lefts = [...range.getClientRects()].filter((part) => part.width > 1);
            const tops = lefts.map((part) => Math.round(part.top));
            return lefts.filter((part) => part.top > Math.min(...tops) + 10).map((part) => part.left - lefts[0].left);
        }).filter((step) => step < 8).length"""
    )
    assert further == 0, "a line goes on further in than it began"


def test_rows_of_the_ledger_are_legible(page: Page) -> None:
    sizes = opened(page, "book/ledger.html").evaluate(
        """() => [...document.querySelectorAll('table.pc-ledger tr:not([hidden]) :is(td, th) *')]
            .filter((one) => !one.closest('svg, sub, sup, .pc-spoken'))
            .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
            .map((one) => [one.className, parseFloat(getComputedStyle(one).fontSize)])
            .filter(([, size]) => size < 14)"""
    )
    assert sizes == []


def test_no_id_stands_twice(page: Page) -> None:
    for name in PAGES:
        twice = opened(page, name).evaluate(
            "() => { const ids = [...document.querySelectorAll('[id]:not(svg *)')].map((n) => n.id);"
            " return ids.filter((id, i) => ids.indexOf(id) !== i); }"
        )
        assert twice == [], name
        assert page.locator("main#main-content").count() == 1, "the link that skips to the text has its goal"


def test_without_scripts_a_reader_who_prefers_the_dark_gets_a_whole_page(browser: Browser) -> None:
    context = browser.new_context(
        java_script_enabled=False, color_scheme="dark", viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.goto((HTML / PAGES[0]).as_uri())
    assert page.locator("html").get_attribute("data-theme") == "light"
    bar = page.locator("section > .cell > .cell_input").first.evaluate(
        "(box) => getComputedStyle(box).borderLeftColor"
    )
    assert bar == "rgb(220, 215, 203)"
    icon = page.locator(
        ".bd-header-article button:visible, .bd-header-article label:visible"
    ).first.bounding_box()
    title = page.locator(".bd-article h1").first.bounding_box()
    assert title
    assert icon is None or icon["y"] + icon["height"] <= title["y"]
    context.close()


def test_the_quiz_is_typeset_and_its_buttons_are_inside_its_column(page: Page) -> None:
    opened(page, PAGES[0])
    assert "e^" not in page.locator(".pc-quiz").first.inner_text()
    progress, quiz = (
        page.locator(".pc-quiz-progress").bounding_box(),
        page.locator(".pc-quiz").last.bounding_box(),
    )
    assert progress
    assert quiz
    assert progress["x"] + progress["width"] <= quiz["x"] + quiz["width"] + 1


UNFOLDED = "() => document.querySelectorAll('.toggle-hidden').forEach((box) => box.classList.remove('toggle-hidden'))"


WORDS_BEGIN = """() => {
  const apart = 'svg, button, li, .pc-aside, .pc-spoken, .pc-explorer-spoken';
  const kinds = '.cell_input, .cell_output .highlight, div.admonition, .pc-quiz, .pc-explorer, .pc-erratum, '
    + '.pc-refutation, .pc-answer, div[class*=highlight-]:not(.cell_input *, .cell_output *)';
  return [...document.querySelectorAll(`.bd-article :is(${kinds})`)].flatMap((box) => {
    const edge = box.getBoundingClientRect();
    if (!edge.height || box.closest('.toggle-hidden, details:not([open]), .pc-explorer details')) return [];
    const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), lefts = [];
    for (let node; (node = walk.nextNode());) {
      if (!node.data.trim() || node.parentElement.closest(apart)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      lefts.push(...[...range.getClientRects()].filter((part) => part.width).map((part) => part.left - edge.left));
    }
    const least = Math.min(...lefts.filter((left) => left >= 0));
    return Number.isFinite(least) ? [[box.className, Math.round(10 * least) / 10]] : [];
  });
}"""


RULED = {"pc-claim", "definition", "exercise"}


@pytest.mark.parametrize("name", [*PAGES, "book/index.html", "book/errata.html", "book/your-own-table.html"])
def test_words_begin_at_one_place_in_every_kind_of_box(page: Page, name: str) -> None:
    """At one inset where a box has a ground or a frame, and with the text where it has rules alone or is a stage."""
    found = opened(page, name).evaluate(WORDS_BEGIN)
    assert len(found) > 1
    flush = RULED if name == "book/index.html" else RULED | {"pc-explorer"}
    inset = {kind: 0 if flush & set(kind.split()) else 16 * 1.2 for kind, _ in found}
    assert not [(kind, left) for kind, left in found if abs(left - inset[kind]) > 0.6], name


@pytest.mark.parametrize("name", PAGES)
def test_rows_and_axes_of_figures_are_legible(page: Page, name: str) -> None:
    opened(page, name).evaluate(UNFOLDED)
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('figure.plot > svg')].flatMap((svg) => {
          const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          return [...svg.querySelectorAll('text')].filter((text) => getComputedStyle(text).textAnchor === 'end')
            .map((text) => [text.textContent, scale * parseFloat(getComputedStyle(text).fontSize)]);
        })"""
    )
    small = [(text, size) for text, size in sizes if size < 10.8 and text.strip()]
    assert not small, small[:5]


@pytest.mark.parametrize("name", [*PAGES, "notebooks/c04_many_small_answers.html"])
def test_the_words_of_a_figure_are_as_large_as_its_caption(page: Page, name: str) -> None:
    opened(page, name).evaluate(UNFOLDED)
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('figure.plot > svg')].flatMap((svg) => {
          const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          if (!scale || svg.closest('.pc-explorer')) return [];
          return [...svg.querySelectorAll('text')].filter((text) => !text.querySelector('tspan'))
            .map((text) => [text.textContent, scale * parseFloat(getComputedStyle(text).fontSize)]);
        })"""
    )
    assert not [(text, size) for text, size in sizes if size < 13.9 and text.strip()], name


SERIES = ["c04_many_small_answers", "c11_residuals", "22_rank_correlations", "35_at_equal_honest_price"]


@pytest.mark.parametrize("name", SERIES)
def test_figures_are_as_wide_as_the_text_or_as_listings_and_numbered_in_order(page: Page, name: str) -> None:
    """One page had figures of seven widths, and none had a number."""
    opened(page, f"notebooks/{name}.html")
    widths, numbers = page.evaluate(
        """() => {
          const figures = [...document.querySelectorAll('figure.plot')].filter((one) => !one.closest('.pc-explorer'));
          const width = (one) => Math.round(one.querySelector(':scope > svg').getBoundingClientRect().width);
          return [figures.map(width), figures.map((one) => one.querySelector('figcaption').firstChild.textContent)];
        }"""
    )
    assert widths
    assert set(widths) <= {592, 864}
    chapter = numbers[0].rpartition(".")[0]
    assert chapter.startswith("Figure ")
    assert numbers == [f"{chapter}.{place + 1}" for place in range(len(numbers))]


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_of_the_course_has_a_figure_that_takes_the_margin_too(page: Page, name: str) -> None:
    opened(page, f"notebooks/{name}.html")
    text = page.locator(".bd-article section > p").first.evaluate(
        "(words) => words.getBoundingClientRect().width"
    )
    drawings = page.locator("figure.plot.pc-broad > svg").all()
    assert drawings
    for drawing in drawings:
        assert drawing.evaluate("(one) => one.getBoundingClientRect().width") > 1.3 * text


def test_statements_exercises_questions_and_asides_differ_in_form(page: Page) -> None:
    """Four boxes of one ground differed in the colour of a bar."""
    opened(page, "notebooks/c02_sums_and_histograms.html")
    kinds = "section > blockquote", "div.exercise", ".pc-quiz", ".admonition.warning"
    forms = [
        page.locator(kind).first.evaluate(
            """(box) => { const css = getComputedStyle(box), sides = ['Top', 'Right', 'Bottom', 'Left'];
                return [css.backgroundColor, ...sides.map((side) => css[`border${side}Width`])].join(' '); }"""
        )
        for kind in kinds
    ]
    assert len(set(forms)) == 4


def test_on_a_tablet_panels_that_need_a_broad_page_are_below_each_other(page: Page) -> None:
    """Four panels of 150 pixels had letters of eight."""
    opened(page, "notebooks/45_how_sure.html", 800)
    shown = page.locator("figure.pc-broad").first.evaluate(
        """(one) => [':scope > svg', '.narrow > svg'].map((part) => one.querySelector(part))
            .map((drawing) => drawing.getBoundingClientRect().width)"""
    )
    assert shown[0] == 0
    assert shown[1] > 400


def test_the_names_of_rows_are_as_large_as_the_captions(page: Page) -> None:
    opened(page, "notebooks/c14_ask_once.html")
    name = page.locator("figure.plot > svg text", has_text="reward – learned").first
    box = name.locator("xpath=ancestor::*[name()='svg']").first
    scale = box.evaluate("(svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width")
    assert scale * float(name.evaluate("(text) => parseFloat(getComputedStyle(text).fontSize)")) >= 13


def test_the_front_page_has_no_hole_and_shows_a_claim_that_fell(page: Page) -> None:
    opened(page, "book/index.html")
    words, doors, picture = (
        page.locator(f".pc-{what}").bounding_box() for what in ("hero-words", "doors", "hero-picture")
    )
    assert words
    assert doors
    assert picture
    assert doors["y"] - (words["y"] + words["height"]) < 90
    assert words["x"] + words["width"] < picture["x"], "the game stands beside the story"
    assert abs((doors["y"] + doors["height"]) - (picture["y"] + picture["height"])) < 90
    assert page.locator("svg.pc-broken").is_visible()
    assert "moved 2/3" in page.locator("svg.pc-broken").text_content()
    page.locator(".pc-refutation a[href*='row-K-code']").click()
    page.wait_for_url("**/ledger.html#row-K-code")


LEFT = """(parts) => parts.map((part) => {
  const range = document.createRange();
  const box = document.querySelector(part);
  if (box.matches('svg')) return Math.min(...[...box.querySelectorAll('path, text, rect:not(:first-of-type)')]
    .map((one) => one.getBoundingClientRect()).filter((one) => one.width).map((one) => one.left));
  range.selectNodeContents(box);
  return range.getBoundingClientRect().left;
})"""


def test_the_two_cards_of_the_front_page_have_one_grid(page: Page) -> None:
    opened(page, "book/index.html")
    for parts in (
        [".pc-broken-title", "svg.pc-broken", ".pc-refutation figcaption"],
        [".pc-answer > p:first-child", ".pc-answer svg", ".pc-answer > p:last-child"],
    ):
        lefts = page.evaluate(LEFT, parts)
        assert max(lefts) - min(lefts) <= 2, (parts, lefts)
    sides = page.evaluate(
        """() => ['.pc-hero-picture', '.pc-refutation', '.pc-answer', '.pc-squares'].map((part) => {
            const box = document.querySelector(part).getBoundingClientRect();
            return [Math.round(box.left), Math.round(box.right)];
        })"""
    )
    game, failed, survived, claims = sides
    assert survived == game, "pictures stand on one axis down the page"
    assert claims == [failed[0], game[1]], "the claims take both columns"
    assert failed[0] == page.locator(".pc-columns > div:not(.pc-answer) > p").first.evaluate(
        "(words) => Math.round(words.getBoundingClientRect().left)"
    )
    assert failed[1] < game[0]


@pytest.mark.parametrize("width", [1000, 1300, 1920])
def test_the_contents_of_the_front_page_wait_for_their_button(browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    page.goto((HTML / "book/index.html").as_uri())
    chapter = page.locator(".bd-sidebar-primary .toctree-l1 > a").first
    assert not chapter.is_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.locator(".bd-header-article .primary-toggle").click()
    chapter.wait_for(state="visible")
    page.wait_for_timeout(400)
    edge = page.locator(".bd-sidebar-primary").bounding_box()
    title = page.locator(".bd-article h1").bounding_box()
    assert edge
    assert title
    assert edge["x"] + edge["width"] <= title["x"], "beside the page, not upon it"
    page.locator(".bd-header-article .search-button").click()
    page.locator("#pst-search-dialog input").wait_for(state="visible")
    page.close()


def test_without_scripts_the_front_page_shows_its_contents(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1300, "height": 900})
    page = context.new_page()
    page.goto((HTML / "book/index.html").as_uri())
    assert page.locator(".bd-sidebar-primary .toctree-l1 > a").first.is_visible()
    contents, head = (
        page.locator(name).first.bounding_box() for name in (".bd-sidebar-primary", ".bd-article section")
    )
    ground = page.locator(".bd-article section").first.evaluate(
        "(head) => parseFloat(getComputedStyle(head, '::before').marginLeft)"
    )
    assert contents
    assert head
    assert head["x"] + ground >= contents["x"] + contents["width"], "the head of the page covers them"
    context.close()


@pytest.mark.parametrize("width", [1000, 1300, 1920])
def test_parts_of_the_course_begin_in_rows_of_their_own_and_lead_to_the_table(page: Page, width: int) -> None:
    opened(page, "book/index.html", width)
    stops = page.locator(".pc-tile").evaluate_all(
        """(all) => all.map((one) => [one, one.querySelector('.pc-tile-number')].map((part) => {
            const box = part.getBoundingClientRect();
            return [box.left, box.top, box.bottom].map(Math.round);
        }))"""
    )
    rows: dict[int, list[int]] = {}
    for (left, top, _), _ in stops:
        rows.setdefault(top, []).append(left)
    assert [len(row) for row in rows.values()] == [4, 4, 3, 4]
    assert len({row[0] for row in rows.values()}) == 1, "each begins at the left"
    labels = page.locator(".pc-part-of-course").evaluate_all(
        "(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    )
    tops = list(rows)
    for label, top in zip(labels, [tops[0], tops[2], tops[3]], strict=True):
        assert top - 40 <= label <= top + 20, "a part is named at its first row"


@pytest.mark.parametrize(("width", "row"), [(390, 1), (768, 3)])
def test_the_path_of_the_course_has_rows_without_a_hole(page: Page, width: int, row: int) -> None:
    opened(page, "book/index.html", width)
    stops = page.locator(".pc-tile")
    numbers = page.locator(".pc-tile-number").all_inner_texts()
    assert numbers == [*map(str, range(1, 15)), "→"]
    tops = stops.evaluate_all(
        "(all) => all.map((one) => Math.round(one.querySelector('.pc-tile-number').getBoundingClientRect().top))"
    )
    assert all(tops.count(top) == row for top in tops), tops
    assert tops == sorted(tops)
    if row == 1:
        heads = stops.evaluate_all(
            """(all) => all.map((one) => ['number', 'title'].map((part) =>
                one.querySelector(`.pc-tile-${part}`).getBoundingClientRect().top)).map(([a, b]) => Math.abs(a - b))"""
        )
        assert max(heads) < 10, "a title stands beside its number"
    names = page.locator(".bd-sidebar-primary .toctree-l1 > a").all_text_contents()[:14]
    titles = page.locator(".pc-tile-title").all_inner_texts()
    assert [f"{number}. {title}" for number, title in zip(numbers, titles, strict=True)][:14] == names
    cut = page.locator(".pc-part-of-course p").evaluate_all(
        """(all) => all.filter((one) => {
            const [a, b] = [one, one.closest('.pc-tiles')].map((box) => box.getBoundingClientRect());
            return a.left < b.left - 1 || a.right > b.right + 1 || a.height > 40;
        }).map((one) => one.textContent)"""
    )
    assert cut == []


def test_the_bet_is_on_the_first_screen(page: Page) -> None:
    opened(page, "book/index.html")
    assert page.locator(".pc-hero button:visible").all_inner_texts() == ["I bet on 37", "I bet on 38"]
    assert "published number" in page.locator(".pc-hero .pc-explorer-live > svg").text_content()
    page.get_by_role("button", name="I bet on 37").click()
    buttons = [button.bounding_box() for button in page.locator(".pc-hero button:visible").all()[:4]]
    assert len({round(box["y"]) for box in buttons if box}) == 1, "the bets and Start again are one row"
    opened(page, "book/index.html", 390)
    page.set_viewport_size({"width": 390, "height": 844})
    picture = page.locator(".pc-hero .pc-explorer-live > svg").bounding_box()
    bets = [button.bounding_box() for button in page.locator(".pc-hero button.bet").all()]
    assert picture
    assert len(bets) == 2
    assert all(bets)
    assert all(picture["y"] + picture["height"] <= bet["y"] <= 844 - bet["height"] for bet in bets if bet)


TALL = "(box) => Math.round(box.getBoundingClientRect().height)"
FOLLOWS = "() => Math.round(document.querySelector('#why-this-book').getBoundingClientRect().top + scrollY)"


@pytest.mark.parametrize("width", [390, 1300])
def test_what_the_first_bet_adds_moves_no_button(browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto((HTML / "book/index.html").as_uri())
    bet, parts = page.locator(".pc-hero button.bet").first, page.locator(".pc-hero .again")
    before = bet.bounding_box()
    door = page.get_by_role("link", name="Begin chapter 1").last
    doors = [(door.bounding_box(), page.evaluate(FOLLOWS), page.locator(".pc-hero-picture").evaluate(TALL))]
    assert not any(part.is_visible() for part in parts.all())
    bet.click()
    assert all(part.is_visible() for part in parts.all())
    after = bet.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) <= 2
    if width == 1300:
        height = page.locator(".pc-hero-picture").evaluate(TALL)
        doors.append((door.bounding_box(), page.evaluate(FOLLOWS), height))
        assert doors[0] == doors[1], "the way on stays where it was, and what follows, too"
    page.get_by_role("button", name="Start again").press("Enter")
    assert not any(part.is_visible() for part in parts.all())
    assert bet.evaluate("(button) => button === document.activeElement"), "the keyboard keeps its place"
    page.close()


def test_a_chapter_stands_in_the_middle_of_a_very_wide_screen(page: Page) -> None:
    opened(page, PAGES[0], 1920)
    sides = page.evaluate(
        """() => {
          const box = (part) => document.querySelector(part).getBoundingClientRect();
          const [outer, inner] = [box('.bd-main .bd-content'), box('.bd-article-container')];
          return [inner.left - outer.left, outer.right - inner.right];
        }"""
    )
    assert abs(sides[0] - sides[1]) <= 4, sides


@pytest.mark.parametrize("width", [1024, 1150, 1199])
def test_a_chapter_stands_in_the_middle_of_a_narrower_window(page: Page, width: int) -> None:
    opened(page, "notebooks/c06_paying_for_answers.html", width)
    sides = page.evaluate(
        """() => {
          const box = (part) => document.querySelector(part).getBoundingClientRect();
          const [outer, inner] = [box('.bd-main .bd-content'), box('.bd-article-container')];
          return [inner.left - outer.left, outer.right - inner.right];
        }"""
    )
    assert abs(sides[0] - sides[1]) <= 16, sides


def test_no_heading_waits_for_a_note_in_the_margin(page: Page) -> None:
    for name in ("notebooks/c01_two_evenings.html", "notebooks/c09_cause.html"):
        gap = opened(page, name).evaluate(
            """() => {
              const head = document.querySelector('.bd-article > section > section > h2').closest('section');
              let before = head.previousElementSibling;
              const aside = (one) => getComputedStyle(one).float === 'right' || !one.offsetHeight;
              while (aside(before)) before = before.previousElementSibling;
              return head.querySelector('h2').getBoundingClientRect().top - before.getBoundingClientRect().bottom;
            }"""
        )
        assert gap < 70, name


def test_results_of_a_chapter_are_cards_on_a_phone_and_fit_a_desk(page: Page) -> None:
    opened(page, "notebooks/14_what_many_questions_cost.html", 390)
    table = page.locator("table.pc-results-table")
    assert table.evaluate("(table) => table.scrollWidth <= table.parentNode.clientWidth + 1")
    assert "Published bound:" in table.locator("td[data-label='Published bound']").first.evaluate(
        "(cell) => getComputedStyle(cell, '::before').content + ':'"
    ).replace('": "', ":")
    assert "rests on" in table.inner_text()
    assert (
        "`" not in opened(page, "notebooks/48_how_much.html").locator("table.pc-results-table").inner_text()
    )


def test_the_name_of_a_row_stands_at_its_top_on_a_phone(page: Page) -> None:
    opened(page, "notebooks/33_four_private_pcs.html", 390)
    aligned = page.locator("table.dataframe tbody th").evaluate_all(
        "(all) => [...new Set(all.map((one) => getComputedStyle(one).verticalAlign))]"
    )
    assert aligned == ["top"]


def test_every_block_of_code_has_one_frame(page: Page) -> None:
    opened(page, "book/your-own-table.html")
    tops = page.locator("div.highlight pre").evaluate_all(
        "(all) => [...new Set(all.map((one) => getComputedStyle(one).borderTopWidth))]"
    )
    assert tops == ["0px"]


def test_what_decides_stands_out_of_a_column_of_verdicts(page: Page) -> None:
    opened(page, "notebooks/50_discrete_columns_compared.html")
    ahead, undecided = (page.locator("td.pc-words", has_text=word).first for word in ("ahead", "undecided"))
    weight = "(cell) => getComputedStyle(cell).fontWeight"
    assert ahead.evaluate(weight) == "600"
    assert undecided.evaluate(weight) == "400"


def test_light_and_dark_are_switched_in_one_place(page: Page) -> None:
    for width in (1300, 1920):
        places = {
            name: opened(page, name, width).locator(".theme-switch-button:visible").last.bounding_box()
            for name in ("book/index.html", "book/ledger.html", PAGES[0])
        }
        assert all(places.values()), places
        assert len({(box["x"], box["y"]) for box in places.values() if box}) == 1, places


@pytest.mark.parametrize("width", [390, 900, 1300, 1920])
def test_the_foot_of_a_page_has_the_edges_of_its_text(page: Page, width: int) -> None:
    for name in ("book/index.html", "book/ledger.html", PAGES[0]):
        text, foot = opened(page, name, width).evaluate(
            """() => ['.bd-article > section', '.bd-footer-content__inner'].map((part) => {
                const box = document.querySelector(part).getBoundingClientRect();
                return [Math.round(box.left), Math.round(box.right)];
            })"""
        )
        assert text == foot, name


def test_the_button_of_the_colours_ends_where_the_margin_does(page: Page) -> None:
    for width in (1200, 1300, 1920):
        edges = opened(page, PAGES[0], width).evaluate(EDGES)
        button = page.locator(".theme-switch-button:visible").last.bounding_box()
        assert button
        assert abs(button["x"] + button["width"] - 12 - edges["whole"]) <= 2, (width, button, edges)


def test_the_head_of_numbers_stands_over_them(page: Page) -> None:
    opened(page, "notebooks/52_held_back_networks.html")
    sides = page.locator("table.dataframe thead tr:nth-child(2) > th", has_text="estimate").evaluate_all(
        "(all) => [...new Set(all.map((one) => getComputedStyle(one).textAlign))]"
    )
    assert sides == ["right"]


def test_boxes_and_code_are_one_surface_in_the_dark(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900}, color_scheme="dark")
    opened(page, PAGES[0])
    grounds = page.evaluate(
        """() => ['.cell_input pre', '.pc-explorer', '.admonition.warning'].map((what) =>
            getComputedStyle(document.querySelector(`.bd-article ${what}`)).backgroundColor)"""
    )
    assert len(set(grounds)) == 1, grounds
    page.close()


def test_a_part_of_the_companion_is_read_in_few_lines_on_a_phone(page: Page) -> None:
    rows = opened(page, "book/index.html", 390).locator("table.table tbody tr")
    assert rows.count() == 4
    for row in rows.all():
        cells = [cell.bounding_box() for cell in row.locator("td").all()]
        assert all(box["height"] <= 75 and box["x"] + box["width"] <= 390 for box in cells if box), cells


def test_what_a_chapter_asks_for_stands_beside_its_first_words(page: Page) -> None:
    for name in (PAGES[0], PAGES[1]):
        opened(page, name)
        facts, text = (
            page.locator(part).first.bounding_box()
            for part in (".pc-chapter > :is(.pc-try, dl)", ".bd-article > section > p")
        )
        assert facts
        assert text
        assert facts["x"] >= text["x"] + text["width"]
        assert abs(facts["y"] - text["y"]) <= 40, (
            "it begins under the picture, whether the question has a line or two"
        )


@pytest.mark.parametrize("name", ["c01_two_evenings", "c09_cause", "c12_graphs", "35_at_equal_honest_price"])
def test_an_opening_leads_to_the_first_explorer_right_below_its_picture(page: Page, name: str) -> None:
    opened(page, f"notebooks/{name}.html")
    picture, link = (page.locator(f".pc-chapter > {part}").bounding_box() for part in (".pc-tiny", ".pc-try"))
    assert picture
    assert link
    assert 0 < link["y"] - picture["y"] - picture["height"] < 16
    explorer = page.locator(".pc-explorer").first
    invited = page.locator(".pc-try a")
    assert invited.get_attribute("href") == f"#{explorer.get_attribute('id')}"
    assert (
        explorer.locator(".pc-explorer-title").inner_text().removesuffix("#").strip() in invited.inner_text()
    )


def test_where_nothing_can_be_touched_nobody_is_invited(page: Page) -> None:
    opened(page, "notebooks/c03_composition.html")
    assert page.locator(".pc-explorer").count() == page.locator(".pc-try").count() == 0


@pytest.mark.parametrize(
    "name",
    [
        *(f"notebooks/{one}" for one in ("c01_two_evenings", "c12_graphs", "32_a_test_and_its_sensitivity")),
        OWN,
    ],
)
def test_a_chapter_opens_with_its_picture_from_the_path(page: Page, name: str) -> None:
    picture = opened(page, f"{name}.html").locator(".pc-chapter > .pc-tiny")
    box, facts, title = (
        part.bounding_box()
        for part in (picture, page.locator(".pc-chapter dl"), page.locator(".bd-article h1"))
    )
    assert box
    assert facts
    assert title
    assert (box["x"], box["width"]) == (facts["x"], facts["width"])
    assert title["y"] < box["y"]
    assert box["height"] > 60
    assert box["y"] + box["height"] < facts["y"]
    assert not opened(page, f"{name}.html", 390).locator(".pc-chapter > .pc-tiny").is_visible()


TOUCHING = """() => [...document.querySelectorAll('figure.plot svg')].filter((svg) => svg.checkVisibility())
  .flatMap((svg) => {
    const words = [...svg.querySelectorAll('text')].map((word) => [word.textContent, word.getBoundingClientRect()]);
    const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
    return words.flatMap(([one, a], place) => words.slice(place + 1)
        .filter(([, b]) => meets(a, b)).map(([other]) => `${one} on ${other}`));
})"""
"""Words of a static figure that lie on each other."""


@pytest.mark.parametrize("width", [390, 1300])
@pytest.mark.parametrize(
    "name", ["c03_composition", "c04_many_small_answers", "c11_residuals", "22_rank_correlations"]
)
def test_no_words_of_a_static_figure_lie_on_each_other(page: Page, name: str, width: int) -> None:
    opened(page, f"notebooks/{name}.html", width)
    assert page.locator("figure.plot svg").count() > 1
    assert page.evaluate(TOUCHING) == []


@pytest.mark.parametrize("width", [390, 1300])
def test_the_record_that_breaks_a_bound_can_be_moved(page: Page, width: int) -> None:
    drawing = opened(page, "book/index.html", width).locator("svg.pc-broken")
    record, first = drawing.get_by_role("slider"), drawing.locator("circle.moved").first
    assert "drag it" in drawing.text_content()
    assert record.get_attribute("aria-valuetext") == "score 1, moved 2/3"
    record.scroll_into_view_if_needed()
    held, wanted = record.bounding_box(), first.bounding_box()
    assert held
    assert wanted
    x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, wanted["y"] + wanted["height"] / 2, steps=4)
    page.mouse.up()
    assert "after: score 1/3" in drawing.text_content()
    assert "moved 0" in drawing.text_content()
    assert "within" in drawing.get_attribute("class")
    record.focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    assert record.get_attribute("aria-valuetext") == "score 1, moved 2/3"
    assert "within" not in drawing.get_attribute("class")


def test_the_names_of_the_colours_are_one_line(page: Page) -> None:
    names = opened(page, "book/index.html", 1300).locator(".pc-squares-legend > span:not(.pc-squares-how)")
    assert names.count() > 5
    assert len({box["y"] for box in (name.bounding_box() for name in names.all()) if box}) == 1


def test_each_colour_has_its_meaning_and_the_ringed_claim_leads_to_its_card(page: Page) -> None:
    """Seven words stood there without one, and nothing said which square the card below is about."""
    opened(page, "book/index.html", 1300)
    meanings = page.locator(".pc-squares-meaning").all_inner_texts()
    assert len(meanings) > 5
    assert all(meanings)
    ringed = page.locator("a.pc-square[data-told]")
    assert ringed.count() == 1
    target = page.locator(".pc-refutation figcaption a").get_attribute("href")
    assert ringed.get_attribute("href") == target
    assert page.locator(".pc-leader path").get_attribute("d")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(200)
    assert not page.locator(".pc-leader path").get_attribute("d"), "there is no room between the columns"


def test_the_front_page_says_for_whom_it_is_and_counts_claims_last(page: Page) -> None:
    lead = opened(page, "book/index.html", 390).locator(".pc-lede")
    assert lead.inner_text().startswith("For students and analysts: ")
    box, doors = (page.locator(f".pc-{what}").bounding_box() for what in ("explorer", "doors"))
    claims = page.locator(".pc-squares").bounding_box()
    assert box
    assert doors
    assert claims
    assert box["y"] + box["height"] <= doors["y"] < claims["y"]


@pytest.mark.parametrize("name", ["c03_composition", "c05_choosing", "c13_private_graphs"])
def test_a_folded_solution_is_one_line(browser: Browser, name: str) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto((HTML / f"notebooks/{name}.html").as_uri())
    folded = page.locator(".bd-article .toggle-hidden")
    assert folded.count()
    assert max(box.evaluate(TALL) for box in folded.all()) < 60
    page.close()


@pytest.mark.parametrize("name", ["c11_residuals", "c13_private_graphs"])
def test_what_code_prints_in_sentences_goes_on_below_itself(browser: Browser, name: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((HTML / f"notebooks/{name}.html").as_uri())
    said = page.locator(".pc-said pre:visible")
    assert said.count()
    assert all(one.evaluate("(pre) => pre.scrollWidth <= pre.clientWidth + 1") for one in said.all())
    page.close()


STAGE = """() => {
  const stage = document.querySelector('.cell .pc-explorer').getBoundingClientRect();
  const text = document.querySelector('.bd-article section > h2').getBoundingClientRect();
  const bar = document.querySelector('.bd-header-article'), contents = document.querySelector('.bd-sidebar-primary');
  const reach = (one) => parseFloat(getComputedStyle(one).clipPath.match(/-?[\\d.]+(?=px\\)$)/)[0]);
  const left = (one) => one.getBoundingClientRect().left + reach(one);
  const edge = Math.max(0, contents.getBoundingClientRect().right);
  return { left: [stage.left, text.left], right: [stage.right, innerWidth],
    grounds: [left(document.querySelector('.cell .pc-explorer')), left(bar), edge] };
}"""


@pytest.mark.parametrize("width", [1000, 1200, 1300, 1440, 1920])
def test_an_explorer_is_a_stage_from_the_contents_to_the_edge_of_the_window(
    browser: Browser, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    opened(page, "notebooks/c13_private_graphs.html", width)
    found = page.evaluate(STAGE)
    assert found["left"][0] == found["left"][1], "it begins with the text"
    assert found["right"][0] <= found["right"][1] - 16
    stage, bar, edge = found["grounds"]
    assert abs(stage - edge) < 2, "its ground begins where the contents end"
    assert abs(bar - edge) < 2, "so does that of the bar under which it scrolls"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
