"""Printing, on a page of a few lines: what is folded is unfolded, and what only answers to a touch stays away."""

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser

from book import print as printer

ROOT = Path(__file__).parents[2]
COURSE, COMPANION = (f"privcausal-{volume}.pdf" for volume in printer.VOLUMES)

FRAME = '<!doctype html><title>Tiny</title><div id="jb-print-docs-body"><div id="jb-print-toc"></div></div>'
"""What every book printed as one page has: a place for the title and one for the contents."""

FIRST = 3
"""The page after those of the title and the contents."""

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
    command = [sys.executable, printer.__file__, str(folder), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_chapters_begin_on_pages_of_their_own_and_links_know_which_end_is_meant(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(BOOK, encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    places = printed(tmp_path)
    end = f"{TWO.removeprefix('document-')}--end"
    assert (places[ONE], places[TWO], places[end]) == (FIRST + 2, FIRST + 4, FIRST + 4)
    assert all(at % 2 for name, at in places.items() if name.startswith("document-"))
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
    lines = '<div style="height: 68mm"></div>' + 20 * "<p>Words.</p>"
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
    assert (
        page.evaluate(printer.NUMBERS, {"code-1": 9, "code-at-1": 4, "code-at-2": 4, "document-code": 9})
        == []
    )
    assert page.locator("figcaption").inner_text() == "A curve. Code: p.\xa09"
    assert page.locator("details, #checked").count() == 0, "what only checks leaves no mark"
    heads = page.locator(".pc-code-columns :is(h3, .pc-code-head, pre)").all_inner_texts()
    assert heads == ["1. One", "p.\xa04 this figure", "draw()", "p.\xa04 a check of the text", "assert 1"]
    assert page.locator("#jb-print-toc a").inner_text() == "Code behind the pages9"
    page.close()


def test_the_contents_are_shown_and_a_square_of_the_other_volume_stays_a_square(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": printer.WIDTH, "height": 900})
    square = '<a class="pc-square" href="#K-one" style="--pc-colour: red"></a><a href="#K-one">K-one</a>'
    frame = FRAME.replace('toc">', 'toc">Contents')
    page.set_content(f'{frame}<div class="bd-article">{square}</div>')
    page.emulate_media(media="print")
    page.add_style_tag(path=ROOT / "book" / "_static" / "privcausal.css")
    page.add_style_tag(path=printer.STYLE)
    page.evaluate(printer.VOLUME, [[], "The course", "companion", ""])
    assert page.locator("#jb-print-toc").is_visible()
    assert page.locator("span.pc-square").count() == 1
    assert page.locator(".pc-elsewhere").all_inner_texts() == ["K-one"]
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
