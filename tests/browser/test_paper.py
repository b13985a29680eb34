"""Printing, on a page of a few lines: what is folded is unfolded, and what only answers to a touch stays away."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from book import print as printer

ROOT = Path(__file__).parents[2]
COURSE, COMPANION = (f"privcausal-{volume}.pdf" for volume in printer.VOLUMES)

FRAME = '<!doctype html><title>Tiny</title><div id="jb-print-docs-body"><div id="jb-print-toc"></div></div>'
"""What every book printed as one page has: a place for the title and one for the contents."""

FIRST = 4
"""The page after those of the cover, the imprint on its back, and the contents."""

PAGE = f"""{FRAME}<div class="bd-article"><h1>One</h1>
<details><summary>Solution</summary><p style="height: 400mm">Long</p></details></div>
<script src="_static/explorers.js"></script><script src="quiz.js?v=1"></script>
"""


ONE, TWO, OTHER = (
    f"document-notebooks/{name}" for name in ("c01_two_evenings", "c02_sums_and_histograms", "13_choosing")
)
BOOK = f"""<!doctype html><title>Tiny</title><div id="jb-print-docs-body"><div id="jb-print-toc"><ul>
<li><a href="#{ONE}">1. One</a></li><li><a href="#{TWO}">1.1. Two</a></li>
<li><a href="#{OTHER}">2. Other</a></li></ul></div></div>
<div class="bd-article"><section id="home"><h1>Tiny</h1>
<div><span id="{ONE}"></span><section id="one"><h2>1. One</h2><h3 id="end">End</h3><pre>long line</pre></section>
<span id="{TWO}"></span><section id="two"><h2>1.1. Two</h2><h3 id="end">End</h3>
<a href="#{TWO}#end">to the end of two</a> and <a href="#other">the companion</a></section>
<span id="{OTHER}"></span><section id="other"><h2>2. Other</h2></section></div></section></div>
"""


THEME = (
    "div.highlight, .proof, table { break-inside: avoid; } .pc-ledger-box { container-type: inline-size; }"
)
"""What the book's own styles say of the screen, and what half-empty pages come from on paper."""

LINES = "\n".join(f'<span id="line{number}">{number}</span>' for number in range(1, 61))
CODE = f'<div class="cell_input" id="frame"><div class="highlight"><pre>{LINES}</pre></div></div>'
PROOF = '<div class="proof" id="proof"><p>One.</p>' + "<p>More.</p>" * 35 + '<p id="end">End.</p></div>'
HEADING = (
    '<h3 id="heading">A heading of so many words that it takes a second line of the paper to print all of it'
)
MAP = (
    '<h4 id="rests">What rests on what</h4><p id="arrow">An arrow.</p><div class="pc-graph" id="map">{}</div>'
)
EXPLORER = """<section class="pc-explorer" id="explorer"><p class="pc-explorer-title">Touch</p><p id="said">Words.</p>
<div class="pc-explorer-still" id="still"><svg width="600" height="300"></svg></div></section>"""


def places(folder: Path, before: str, part: str) -> dict[str, int]:
    """On which page each named place of a part is, if so much of the page before it is full."""
    names = re.findall(r'\bid="([^"]+)"', part)
    links = "".join(f'<a href="#{name}">{name}</a> ' for name in names)
    filled = f'<p>{links}</p><div style="height: {before}"></div>{part}'
    text = f'{FRAME}<style>{THEME}</style><div class="bd-article"><h1>Tiny</h1>{filled}</div>'
    (folder / "index.html").write_text(text, encoding="utf-8")
    done = run(folder)
    assert done.returncode == 0, done.stderr
    return {name: page - FIRST + 1 for name, page in printed(folder).items()}


def printed(folder: Path) -> dict[str, int]:
    """On which page of the course each name is."""
    return printer.pages((folder / COURSE).read_bytes())


def pages(file: Path) -> int:
    return file.read_bytes().count(b"/Type /Page\n")


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """As `make pdf` calls it, in a process of its own: a second browser cannot start beside that of the other tests."""
    command = [sys.executable, "-m", "book.print", str(folder), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def test_chapters_begin_on_pages_of_their_own_and_links_know_which_end_is_meant(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(BOOK, encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    places = printed(tmp_path)
    end = f"{TWO.removeprefix('document-')}--end"
    assert (places[ONE], places[TWO], places[end]) == (FIRST + 1, FIRST + 2, FIRST + 2)
    assert places[ONE] % 2, "a part begins on a right page, and its chapters leave none white"
    assert OTHER not in places
    companion = (tmp_path / COMPANION).read_bytes()
    assert not {ONE, TWO} & printer.pages(companion).keys()


def test_what_would_be_cut_and_links_to_nowhere_end_the_printing(tmp_path: Path) -> None:
    for text, words in (
        (
            BOOK.replace(
                "<pre>",
                '<table style="width: 900px !important"></table><svg style="min-width: 900px"></svg><pre>',
            ),
            "Cut at the edge",
        ),
        (BOOK.replace(f"#{TWO}#end", "#nowhere"), "lead nowhere: ['nowhere']"),
    ):
        (tmp_path / "index.html").write_text(text, encoding="utf-8")
        done = run(tmp_path)
        assert done.returncode == 1
        assert words in done.stderr
        assert not (tmp_path / COURSE).exists()


def test_folded_parts_are_on_paper(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "quiz.js").write_text("document.body.remove()", encoding="utf-8")
    assert run(tmp_path).returncode == 0
    assert (tmp_path / COURSE).read_bytes().startswith(b"%PDF-")
    assert pages(tmp_path / COURSE) > FIRST


def test_what_is_long_goes_on_over_the_page_and_no_frame_stays_empty(tmp_path: Path) -> None:
    results = places(tmp_path, "150mm", CODE)
    assert results["frame"] == results["line1"] == 1
    assert results["line60"] == 2
    results = places(tmp_path, "150mm", PROOF)
    assert (results["proof"], results["end"]) == (1, 2)
    rows = "".join(f'<tr id="row{number}"><td>{number}</td></tr>' for number in range(45))
    results = places(tmp_path, "150mm", f'<table id="table">{rows}</table>')
    assert (results["row0"], results["row44"]) == (1, 2)


def test_a_figure_that_is_taller_than_a_page_is_shrunk_to_it(tmp_path: Path) -> None:
    drawing = '<svg viewBox="0 0 504 2000"><rect width="504" height="2000"></rect></svg>'
    figure = f'<figure class="plot" id="figure">{drawing}<figcaption id="words">Words.</figcaption></figure>'
    results = places(tmp_path, "20mm", f'<p id="before">Text.</p>{figure}<p id="after">Text.</p>')
    assert results["before"] == 1
    assert results["figure"] == results["words"] == results["after"] == 2


def test_what_is_short_stays_whole_and_a_head_stays_with_what_it_heads(tmp_path: Path) -> None:
    short = CODE.replace(LINES, "\n".join(LINES.splitlines()[:8]))
    results = places(tmp_path, "225mm", short)
    assert results["frame"] == results["line1"] == results["line8"] == 2
    results = places(tmp_path, "228mm", f'{HEADING}</h3><p id="text">Text.</p>')
    assert results["heading"] == results["text"] == 2
    results = places(tmp_path, "205mm", MAP.format('<svg width="600" height="200"></svg>'))
    assert results["rests"] == results["arrow"] == results["map"] == 2
    results = places(tmp_path, "180mm", EXPLORER)
    assert results["explorer"] == results["said"] == results["still"] == 2


def test_an_announcement_stays_with_what_it_announces(tmp_path: Path) -> None:
    announced = '<p id="said">The file lists every charge:</p>' + CODE.replace(
        LINES, "\n".join(LINES.splitlines()[:8])
    )
    results = places(tmp_path, "226mm", announced)
    assert results["said"] == results["line1"] == 2


def test_no_row_of_a_table_is_alone_on_a_page(tmp_path: Path) -> None:
    rows = "".join(f'<tr id="row{number}"><td>{number}</td></tr>' for number in range(20))
    results = places(tmp_path, "120mm", f"<table>{rows}</table>")
    assert sum(results[f"row{number}"] == 2 for number in range(20)) == 3


def test_the_last_lines_of_a_chapter_have_no_page_of_their_own(tmp_path: Path) -> None:
    start, end = BOOK.index('<section id="two">'), BOOK.index(f'<span id="{OTHER}">')
    lines = '<div style="height: 53mm"></div>' + 20 * "<p>Words.</p>"
    chapter = (
        f'<section id="two"><h2>1.1. Two</h2>{lines}<p id="end"><a href="#{TWO}#end">Next.</a></p></section>'
    )
    (tmp_path / "index.html").write_text(BOOK[:start] + chapter + BOOK[end:], encoding="utf-8")
    assert run(tmp_path).returncode == 0
    results = printed(tmp_path)
    assert results[f"{TWO.removeprefix('document-')}--end"] == results[TWO]


FOLDS = """<h1>Tiny</h1><div><span id="document-one"></span><section id="one"><h2>1. One</h2>
<div class="cell"><details class="hide"><summary><p class="collapsed">Code: this figure</p></summary>
<div class="highlight"><pre>draw()</pre></div></details>
<div class="cell_output"><figure><figcaption>A curve.</figcaption></figure></div></div>
<div class="cell" id="checked"><details class="hide"><summary><p class="collapsed">Code: a check of the text</p>
</summary><div class="highlight"><pre>assert 1</pre></div></details></div>
<div class="cell" id="touch"><details class="hide"><summary><p class="collapsed">Code: this explorer</p></summary>
<div class="highlight"><pre>explore()</pre></div></details><section class="pc-explorer"></section></div>
</section></div>"""


def test_folded_code_is_the_last_chapter_and_where_it_was_its_page_is_named(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": printer.WIDTH, "height": 900})
    page.set_content(f'{FRAME}<div class="bd-article">{FOLDS}</div>')
    for step in (printer.CODE, printer.CONTENTS):
        page.evaluate(step)
    assert page.evaluate(printer.NUMBERS, {"code-1": 9, "code-at-1": 4, "document-code": 9}) == []
    assert page.locator("figcaption").inner_text() == "A curve. Code: p.\xa09"
    assert page.locator("details, #checked").count() == 0, "what only checks leaves no mark"
    heads = page.locator(".pc-code-of, .pc-code-columns :is(.pc-code-head, pre)").all_inner_texts()
    assert heads == ["1. One", "p.\xa04 this figure", "draw()"], "imports and checks stay in the notebooks"
    assert page.locator("#jb-print-toc a").inner_text() == "Code behind the pages9"
    page.close()


def test_the_front_of_a_volume_has_an_imprint_and_speaks_of_that_volume(browser: Browser) -> None:
    page = browser.new_page()
    front = (
        '<h1>Book</h1><div class="pc-hero">Play</div><section id="the-course">Twelve.</section><p>Words.</p>'
    )
    for name, other in (("course", "companion"), ("companion", "course")):
        page.set_content(f'{FRAME}<div class="bd-article">{front}</div>')
        page.evaluate(printer.VOLUME, [[], printer.VOLUMES[name], other, "<svg></svg>", "<p>Version 1</p>"])
        assert page.locator(".pc-title-page + .pc-imprint").inner_text() == "Version 1"
        assert page.locator("h1").inner_text() == f"About the {name}"
        assert page.locator("#the-course").count() == (name == "course")
    page.close()


def test_the_contents_are_shown_and_a_square_of_the_other_volume_stays_a_square(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": printer.WIDTH, "height": 900})
    square = '<a class="pc-square" href="#K-one" style="--pc-colour: red"></a><a href="#K-one">K-one</a>'
    frame = FRAME.replace('toc">', 'toc">Contents')
    page.set_content(f'{frame}<div class="bd-article">{square}</div>')
    page.emulate_media(media="print")
    page.add_style_tag(path=ROOT / "book" / "_static" / "privcausal.css")
    page.add_style_tag(path=printer.STYLE)
    page.evaluate(printer.VOLUME, [[], "The course", "companion", "", ""])
    assert page.locator("#jb-print-toc").is_visible()
    assert page.locator("span.pc-square").count() == 1
    assert page.locator(".bd-article .pc-elsewhere").all_inner_texts() == ["K-one"]
    assert (
        page.locator("#jb-print-toc .pc-told").inner_text().strip()
        == "leads to the companion, a volume of its own."
    )
    page.close()


LEDGER = """<!doctype html><title>Tiny</title><div class="bd-article"><div id="jb-print-toc"></div>
<div class="pc-ledger-box"><table class="pc-ledger">
<thead><tr><th>Claim</th><th>Verdict</th><th>Bound</th><th>Attained</th><th>Evidence</th></tr></thead>
<tbody><tr><th><a class="pc-id" href="#K-one">K-one</a><span class="pc-title">One record moves it</span>
<span class="pc-source">paper</span></th><td>tight</td><td>4/m</td><td>1.00</td><td>search</td></tr></tbody>
</table></div></div>"""


def test_a_claim_of_the_ledger_is_one_row_with_its_page(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": printer.WIDTH, "height": 900})
    page.set_content(LEDGER)
    page.emulate_media(media="print")
    page.add_style_tag(path=ROOT / "book" / "_static" / "privcausal.css")
    page.add_style_tag(path=printer.STYLE)
    page.evaluate(printer.CONTENTS)
    assert page.evaluate(printer.NUMBERS, {"K-one": 123}) == []
    shown = [cell.inner_text() for cell in page.locator("tbody tr > *").all() if cell.is_visible()]
    assert shown == ["K-oneOne record moves it", "tight", "1.00", "123"]
    box = page.locator("tbody tr").bounding_box()
    assert box is not None
    assert box["height"] < 30
    assert page.evaluate(printer.NUMBERS, {}) == ["K-one"]
    page.close()


TASKS = f"""{FRAME}<div class="bd-article"><h1>Tiny</h1><div><span id="document-one"></span>
<section id="one"><h2>1. One</h2>
<div class="pc-chapter"><p>What is asked?</p></div><p>It begins.</p>
<section id="first"><h3>1.1. First</h3>
<div class="pc-quiz" id="quiz"><p class="pc-quiz-head"><b>Question 1</b></p><p>Which?</p>
<details class="pc-quiz-answers"><summary>Answers</summary><ul><li><b>✓ </b>
<span class="pc-quiz-words">sqrt(-2*x) ± 0.05</span></li></ul></details></div>
<div class="exercise admonition" id="ex"><p class="admonition-title">Exercise 1.1</p><section><p>Find it.</p>
<details><summary>Hint</summary><p>Look.</p></details></section></div>
<div class="solution admonition" id="found"><p class="admonition-title">Solution to <a href="#ex">Exercise 1.1</a></p>
<section><p>Here.</p></section></div></section><section id="bill"><h3>1.2. The bill</h3><p>Paid.</p></section></section>
<span id="document-two"></span><section id="two"><h2>2. Two</h2>
<p id="links">See <a class="reference internal" href="#ex">Exercise 1.1</a>, chapter
<a class="reference internal" href="#document-one">1</a> and <a class="reference internal" href="#here">here</a>.</p>
<p id="here">Here.</p></section></div></div>"""


@pytest.fixture(scope="module")
def tasks(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": printer.WIDTH, "height": 900})
    page.set_content(TASKS)
    for step in (printer.SOLUTIONS, printer.OPENER, printer.CONTENTS, printer.FEET):
        page.evaluate(step)
    page.evaluate(printer.NUMBERS, {"found": 9, "quiz-answers": 9, "ex": 4, "first": 4, "bill": 8})
    yield page
    page.close()


def test_what_answers_a_question_ends_its_chapter_and_the_question_names_the_page(tasks: Page) -> None:
    assert tasks.locator("#one > .pc-solutions > .solution").count() == 2
    assert tasks.locator("#bill ~ .pc-solutions").count() == 1
    assert (
        " ".join(tasks.locator("#ex").inner_text().split()) == "Exercise 1.1 Find it. Hint and solution: p. 9"
    )
    assert tasks.locator(".pc-quiz-head").inner_text() == "Question 1 Answers: p.\xa09"
    parts = tasks.locator("#found p").evaluate_all("all => all.map((part) => part.textContent)")
    assert tasks.locator("#quiz-answers li").inner_text() == "✓ √(−2·x)"
    assert parts == ["Solution to Exercise 1.1", "Hint. Look.", "Here."], (
        "the hint stands before the solution"
    )


def test_a_link_to_another_chapter_names_its_page(tasks: Page) -> None:
    words = " ".join(tasks.locator("#links").inner_text().split())
    assert words == "See Exercise 1.1 (p. 4), chapter 1 and here."


def test_a_chapter_opens_with_a_page_that_lists_what_is_in_it(tasks: Page) -> None:
    assert tasks.locator("#one > .pc-opener > h2 + .pc-chapter + p + .pc-inside").count() == 1
    assert tasks.locator(".pc-inside a").all_inner_texts() == ["1.1. First4", "1.2. The bill8"]
    assert tasks.locator("#two .pc-opener").count() == 0


def test_titles_stand_at_the_foot_and_none_above_itself(tasks: Page) -> None:
    rules = tasks.locator("head style").last.inner_text()
    assert rules.count("@bottom-left") == rules.count("@bottom-right") == 2
    assert '"2. Two" "\u2003" counter(page)' in rules
    assert "@top" not in rules + Path(printer.STYLE).read_text(encoding="utf-8")


MARGIN = """<div class="bd-content"><div class="bd-article"><div class="pc-hero"></div><section>
<p id="text">Words with a <span class="pc-aside">note</span><a href="#text">link</a>.</p>
<div class="math" id="formula"><svg width="80" height="20"></svg></div>
<div class="cell"><div class="cell_output"><figure class="plot"><svg viewBox="0 0 504 200"></svg>
<figcaption>A caption.</figcaption></figure></div></div></section></div></div>"""


def test_a_line_has_75_letters_and_notes_and_captions_stand_beside_it(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": printer.WIDTH, "height": 900})
    page.set_content(f'<!doctype html><html data-volume="course"><body>{MARGIN}</body></html>')
    page.emulate_media(media="print")
    page.add_style_tag(path=ROOT / "book" / "_static" / "privcausal.css")
    page.add_style_tag(path=printer.STYLE)
    text, note, caption, formula = (
        page.locator(name).bounding_box() or {}
        for name in ("#text", ".pc-aside", "figcaption", "#formula svg")
    )
    size = page.locator("#text").evaluate("part => parseFloat(getComputedStyle(part).fontSize)")
    assert 70 < text["width"] / (0.453 * size) < 79  # the mean letter of the serif is so wide
    edge = text["x"] + text["width"]
    assert note["x"] > edge
    assert caption["x"] > edge
    assert max(part["x"] + part["width"] for part in (note, caption)) <= printer.WIDTH
    assert 16 < formula["x"] - text["x"] < 33, (
        "a formula hangs a step from the edge that text, tables and code have"
    )
    assert "none" in page.locator("#text a").evaluate("link => getComputedStyle(link).textDecorationLine")
    page.close()


def styled(browser: Browser, article: str) -> Page:
    """A page with the styles of the book and of paper, as it is printed."""
    page = browser.new_page(viewport={"width": printer.WIDTH, "height": 900})
    text = f'<div class="bd-container"><div class="bd-article"><h1>Tiny</h1>{article}</div></div>'
    page.set_content(f'<!doctype html><html data-volume="course"><body>{text}</body></html>')
    page.emulate_media(media="print")
    page.add_style_tag(path=ROOT / "book" / "_static" / "privcausal.css")
    page.add_style_tag(path=printer.STYLE)
    return page


SAID = '<div class="pc-words" id="words"><p>Words.</p></div><div class="pc-standing" id="verdict">{}</div>'
CLAIM = '<div class="proof admonition pc-claim"><p class="admonition-title">Theorem</p><section>{}</section></div>'
THEOREM = '<blockquote class="pc-theorem"><div>{}</div></blockquote>'


@pytest.mark.parametrize("claim", [CLAIM, THEOREM], ids=["companion", "course"])
def test_a_verdict_goes_on_beside_the_proof_of_its_claim(browser: Browser, claim: str) -> None:
    """Taller than the claim, it left a hole of up to ten lines before the proof."""
    said = claim.format(SAID.format('<p style="height: 60mm">holds</p>'))
    page = styled(
        browser, f'<section>{said}<div class="proof admonition" id="proof"><p>Why.</p></div></section>'
    )
    page.add_style_tag(
        content="blockquote::after { content: ''; display: block; clear: both; }"
    )  # as the theme
    page.evaluate(printer.STANDING)
    words, beside, proof = (page.locator(f"#{one}").bounding_box() for one in ("words", "verdict", "proof"))
    assert words
    assert beside
    assert proof
    assert beside["x"] > words["x"] + words["width"]
    assert beside["y"] < words["y"]
    assert proof["y"] < words["y"] + words["height"] + beside["height"] / 4
    page.close()


def test_a_verdict_is_not_cut_at_the_edge_of_its_margin(browser: Browser) -> None:
    """The margin of the course is narrower, and "comes close to its bound" ended in mid-word."""
    words = '<span class="pc-ratio">comes close to its bound</span>'
    bar = f'<span class="pc-bar"><span class="pc-track"></span>{words}</span>'
    facts = f'<div class="pc-facts">{bar}<span class="pc-count">4 checks, 879,062 cases</span></div>'
    page = styled(browser, f"<section>{THEOREM.format(SAID.format(facts))}</section>")
    page.evaluate(printer.STANDING)
    assert not page.evaluate(printer.CUT)
    page.close()


def test_names_of_lines_are_on_paper_as_dark_and_bold_as_on_a_screen(tmp_path: Path) -> None:
    """Named by its number and not by its place in the palette, a colour escapes the rule for words."""
    drawing = '<figure class="plot"><svg><text style="fill: #0f6f86">split budget</text></svg></figure>'
    (tmp_path / "index.html").write_text(BOOK.replace("<pre>", f"{drawing}<pre>"), encoding="utf-8")
    assert run(tmp_path).returncode == 0
    assert "fill: var(--pc-0)" in (tmp_path / "whole.html").read_text(encoding="utf-8")


def test_notes_stand_at_the_right_of_left_and_of_right_pages(browser: Browser) -> None:
    note = '<span class="pc-aside" id="note{0}">A note.</span>'
    text = f'<p id="text{{0}}">Words. {note}<a href="#text{{0}}">.</a><a href="#note{{0}}">.</a></p>'
    wide = '<div id="wide{0}" style="height: 9mm; break-after: page"><a href="#wide{0}">.</a></div>'
    page = styled(
        browser, "<section>" + "".join((text + wide).format(number) for number in range(3)) + "</section>"
    )
    page.evaluate(printer.ENLARGE, printer.FINE)
    pdf = page.pdf(width="210mm", height="297mm")
    page.close()
    found = {
        name.decode(): float(x) * 25.4 / 72 / printer.FINE
        for name, x in re.findall(rb"/(\w+\d) \[\d+ 0 R /XYZ (\S+)", pdf)
    }
    assert {
        f"{name}{page}": page + 1 for page in range(3) for name in ("text", "note", "wide")
    } == printer.pages(pdf)
    # Millimetres from the edge of what is printed; the first page is that of the cover.
    left, right = ([found[f"{name}{page}"] for name in ("note", "text", "wide")] for page in (1, 2))
    assert left == right == pytest.approx([137, 0, 0], abs=0.5)


def test_all_code_has_one_size_and_takes_the_margin_and_goes_on_below_itself(browser: Browser) -> None:
    """On left pages wide code began 50 mm to the left of its sentence, and what nearly fitted was set smaller."""
    code = '<div class="cell"><div class="cell_input" id="{}"><div class="highlight"><pre>{}</pre></div></div></div>'
    cells = code.format("short", "x = 1\n") + code.format("long", "print(" + 80 * "x" + ")\n")
    article = printer.in_lines(cells)
    page = styled(browser, f'<section><p id="text">Words.</p>{article}</section>')
    page.evaluate(printer.UNFOLD, [printer.WHOLE, printer.TALL])
    text, short, long = (page.locator(f"#{name}").bounding_box() or {} for name in ("text", "short", "long"))
    assert (short["x"], short["width"]) == (long["x"], long["width"])
    assert short["x"] == pytest.approx(text["x"], abs=3)  # its frame
    assert short["width"] > text["width"] + 100
    sizes = page.locator("pre").evaluate_all("all => all.map((one) => getComputedStyle(one).fontSize)")
    assert len(set(sizes)) == 1
    assert (
        page.locator(".pc-line").first.evaluate("line => parseFloat(getComputedStyle(line).textIndent)") < 0
    )
    page.close()


def test_a_formula_is_found_as_text_and_has_a_name(browser: Browser) -> None:
    power = "<msup><mi>e</mi><mrow><mo>−</mo><mi>ε</mi></mrow></msup>"
    fraction = f"<mrow><mfrac><mn>1</mn>{power}</mfrac></mrow>"
    math = f"<math><semantics>{fraction}<annotation>\\frac1e</annotation></semantics></math>"
    drawing = '<svg viewBox="0 -700 900 900" width="20" height="20" aria-hidden="true"></svg>'
    page = styled(browser, f'<p class="math">{drawing}<span class="pc-spoken">{math}</span></p>')
    page.evaluate(printer.ALT)
    drawn = page.locator(".math svg")
    assert drawn.get_attribute("aria-label") == "\\frac1e"
    assert drawn.locator("text").text_content() == "1/(e^(−ε))"
    assert float(drawn.locator("text").get_attribute("fill-opacity") or 1) < 0.02, (
        "over the drawing nobody sees it"
    )
    page.close()


def test_the_rule_over_a_box_belongs_to_its_title(browser: Browser) -> None:
    title = '<p class="admonition-title" id="title">Solution</p>'
    page = styled(
        browser, f'<section><div class="solution admonition" id="box">{title}<p>Yes.</p></div></section>'
    )
    look = """part => {
      const seen = getComputedStyle(part);
      return [seen.borderTopWidth, seen.backgroundImage, seen.backgroundPosition];
    }"""
    box, rule = (page.locator(f"#{name}").evaluate(look) for name in ("box", "title"))
    assert box[:2] == ["0px", "none"], "at the foot of a page the rule of a box would be left behind"
    assert "gradient" in rule[1]
    assert (rule[0], rule[2]) == ("0px", "0px 2px"), "at its upper edge it would show on the page before"
    page.close()


def test_a_chapter_that_fills_its_page_leaves_no_page_behind_it(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": printer.WIDTH, "height": 900})
    for height in (249, 252, 255, 257):
        text = f'<div style="height: {height}mm; margin-bottom: 0.6rem">Text.</div>'
        page.set_content(
            f'<span id="document-a"></span><section>{text}</section><div id="jb-print-toc"></div>'
        )
        page.add_style_tag(path=printer.STYLE)
        page.evaluate(printer.CONTENTS)
        assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1
    page.close()


NESTED = f"""{FRAME}<div class="bd-article"><h1>Tiny</h1><div class="toctree-wrapper"><span id="document-one"></span>
<section id="one"><h2>1. One</h2><section id="own"><h3>1.1. Own</h3><p>Words.</p></section>
<div class="toctree-wrapper"><span id="document-two"></span>
<section id="two"><h3>2. Two</h3><p>Words.</p></section></div></section></div></div>"""


def test_a_chapter_that_holds_another_ends_before_it_and_is_closed_alone(browser: Browser) -> None:
    """Its last two lines had a page of their own, which nobody noticed: only chapters without chapters had an end."""
    page = browser.new_page()
    page.set_content(NESTED)
    page.evaluate(printer.CONTENTS)
    assert page.locator("#own + #end-one + .toctree-wrapper").count() == 1
    assert page.locator("#two > #end-two").count() == 1
    page.evaluate(printer.CLOSE, ["end-one"])
    assert page.locator("#own.pc-close").count() == 1
    assert page.locator(".pc-close #two, #two.pc-close, .pc-closer").count() == 0
    page.evaluate(printer.CLOSE, ["end-one", "end-two"])
    assert page.locator("#own.pc-closer").count() == 1
    assert page.locator("#two.pc-close:not(.pc-closer)").count() == 1
    page.close()


def test_a_frame_has_no_room_below_its_last_words_where_a_chapter_is_set_closer(browser: Browser) -> None:
    box = '<blockquote><p id="{0}">All of it.</p></blockquote><p id="after{0}">Words.</p>'
    kinds = ("", "pc-close", "pc-close pc-closer")
    sections = "".join(
        f'<section class="{kind}">{box.format(f"p{i}")}</section>' for i, kind in enumerate(kinds)
    )
    page = styled(browser, sections)
    room = "(part) => parseFloat(getComputedStyle(part).marginBottom)"
    assert [page.locator(f"#p{i}").evaluate(room) for i in range(3)] == [0, 0, 0]
    after = [page.locator(f"#afterp{i}").evaluate(room) for i in range(3)]
    assert after[0] > after[1] > after[2] > 0
    page.close()


def test_the_first_heading_after_an_opener_stands_at_the_head_of_its_page(browser: Browser) -> None:
    sections = "".join(f'<section><h3 id="h{i}">1.{i}. Part</h3><p>Words.</p></section>' for i in range(2))
    page = styled(
        browser, f'<section class="pc-chapter-begins"><div class="pc-opener"></div>{sections}</section>'
    )
    room = "(part) => parseFloat(getComputedStyle(part).marginTop)"
    first, second = (page.locator(f"#h{i}").evaluate(room) for i in range(2))
    assert first == 0
    assert second > 9
    page.close()


def test_a_few_lines_stay_together(browser: Browser) -> None:
    page = styled(
        browser, f'<section><p id="few">{"Words. " * 30}</p><p id="many">{"Words. " * 200}</p></section>'
    )
    page.evaluate(printer.UNFOLD, [printer.WHOLE, printer.TALL])
    whole = [
        page.locator(name).evaluate("(p) => getComputedStyle(p).breakInside") for name in ("#few", "#many")
    ]
    assert whole == ["avoid", "auto"]
    page.close()


def test_an_explorer_is_a_figure_with_the_caption_of_its_still(browser: Browser) -> None:
    """The caption spoke of bars that only the live picture has."""
    page = browser.new_page(viewport={"width": printer.WIDTH, "height": 900})
    figure = "<figure class='plot'><svg viewBox='0 0 9 9'></svg><figcaption>A curve.</figcaption></figure>"
    box = f'<section class="pc-explorer"><p class="pc-explorer-title">Was it 37?</p><p>A coin.</p>{figure}</section>'
    page.set_content(f'{FRAME}<div class="bd-article">{box}</div>')
    page.evaluate(printer.UNFOLD, [printer.WHOLE, printer.TALL])
    assert page.locator("p").count() == 0
    assert page.locator("figcaption").text_content() == "Was it 37? A curve."
    page.close()


def test_the_contents_of_a_chapter_keep_the_spaces_of_its_headings(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": printer.WIDTH, "height": 900})
    head = '<span class="section-number">10. </span>Would it? Private ranks<a class="headerlink">#</a>'
    part = '<span class="section-number">10.6. </span>Would Spearman\'s <span class="math">r</span> do?'
    page.set_content(
        f'{FRAME}<div class="bd-article"><section id="c"><h2>{head}</h2><div class="pc-chapter">What?</div>'
        f'<section id="s"><h3>{part}<a class="headerlink">#</a></h3></section></section></div>'
    )
    page.emulate_media(media="print")
    page.add_style_tag(path=printer.STYLE)
    page.evaluate(printer.OPENER)
    assert page.locator(".pc-inside a").inner_text().split("\n")[-1] == "Would Spearman's r do?"
    assert page.locator(".pc-opener h2 .pc-half").inner_text() == "Private ranks", (
        "a title is broken behind its question"
    )
    page.close()


FLOATING = """<style>#one, #two { height: 40px }</style>
<div class="pc-chapter-begins"><section><p id="before">The <i>figure</i> shows it:</p>
<div class="cell" style="height: 300px"><figure class="plot"></figure></div>
<p id="one">One.</p><p id="two">Two.</p><p id="three">Three:</p><p id="four">Four.</p></section></div>"""


@pytest.mark.parametrize(
    ("white", "order"),
    [
        (400, ["before", "", "one", "two", "three", "four"]),  # the figure has its room
        (150, ["before", "one", "two", "", "three", "four"]),  # what announces something stays where it is
        (42, ["before", "one", "", "two", "three", "four"]),
        (30, ["before", "", "one", "two", "three", "four"]),  # so little white is no hole
    ],
)
def test_text_goes_on_before_a_figure_that_goes_to_the_next_page(
    browser: Browser, white: float, order: list[str]
) -> None:
    page = browser.new_page()
    page.set_content(FLOATING)
    page.evaluate(printer.BEFORE)
    mark = page.locator(".pc-before")
    assert page.evaluate(
        printer.FLOAT, [{mark.get_attribute("id"): printer.FOOT + white}, printer.FOOT, printer.LEAST]
    ) == (order != ["before", "", "one", "two", "three", "four"])
    assert page.locator("section > :not(a)").evaluate_all("(all) => all.map((one) => one.id)") == order
    assert page.locator(".pc-before + .cell").count() == 1
    moved = order.index("") > 1
    assert page.locator("#before").text_content() == f"The figure shows it{'.' if moved else ':'}"
