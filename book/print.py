"""Print the book: `make pdf` builds it as one page, and this hands that page to an installed Chromium.

Folded parts are unfolded, figures to touch are still figures, long lines of code wrap, wide formulas shrink. The file
has bookmarks, page numbers, also in its contents, and links that lead to the right chapter; what would be cut at the
edge of the paper is named, and nothing is printed.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
LIVE = ("explorers.js", "quiz.js", "ledger.js")
"""What answers to a touch is of no use on paper: without these scripts each page shows its still form."""

MINUTES = 25
WIDTH = 658
"""CSS pixels between the margins of A4 as `paper.css` sets them, so that the page is laid out as it is printed."""

STYLE = Path(__file__).parent / "_static" / "paper.css"

HOME = "book/index"
NAME = re.compile(r'(\bid="|\bfor="|aria-labelledby="|url\(#|href="#)(?:document-([^"#]+)#)?([^")#]+)')
FIGURE = re.compile(r"f[0-9a-f]{8}-")
"""Ids of equal figures are equal, and lead to equal drawings."""

WHOLE = 260
"""A part of so many CSS pixels, a quarter of a page, stays whole; a longer one may go on over the page, or what is
before it would end in an empty half."""

TALL = 800
"""The height of a page without a caption."""

UNFOLD = """([whole, tall]) => {
  document.documentElement.dataset.theme = 'light';
  document.querySelectorAll('details').forEach((fold) => (fold.open = true));
  document.querySelectorAll('.toggle, .toggle-hidden').forEach((fold) => fold.classList.remove('toggle-hidden'));
  const width = document.querySelector('.bd-article').clientWidth;
  document.querySelectorAll('.math svg').forEach((svg) => {
    if (svg.getBoundingClientRect().width > width) { svg.setAttribute('width', '100%'); svg.removeAttribute('height'); }
  });
  document.querySelectorAll('figure.plot > svg').forEach((svg) => {
    const { width: wide, height: high } = svg.viewBox.baseVal; // in points, of which 84% are enough: 1.12 pixels
    svg.style.width = `${Math.min(1.12 * wide, width, (tall * wide) / high)}px`;
  });
  document.querySelectorAll('table').forEach((table) => {
    if (table.offsetWidth > width) table.classList.add('pc-tight');
  });
  const parts = '.cell_input, div[class*="highlight"], .output, .admonition, .proof, details, table';
  document.querySelectorAll(parts).forEach((part) => {
    part.style.breakInside = part.offsetHeight > whole ? 'auto' : 'avoid';
  });
}"""

CONTENTS = """() => {
  const paged = (link) => {
    const page = document.createElement('span');
    page.className = 'pc-page';
    page.textContent = '000';
    page.dataset.place = link.hash.slice(1);
    return page;
  };
  for (const mark of document.querySelectorAll('span[id^="document-"]')) {
    const chapter = mark.nextElementSibling;
    chapter.classList.add('pc-begins');
    chapter.prepend(mark); // or the name would stand on the page before
    document.querySelectorAll(`#jb-print-toc a[href="#${mark.id}"]`).forEach((link) => link.append(paged(link)));
  }
  for (const row of document.querySelectorAll('.pc-ledger tr')) {
    const link = row.querySelector('.pc-id'), cell = document.createElement(link ? 'td' : 'th');
    cell.className = 'pc-paged';
    cell.append(link ? paged(link) : 'Page');
    row.append(cell);
  }
}"""

NUMBERS = """(pages) => {
  const all = [...document.querySelectorAll('.pc-page')];
  all.forEach((page) => (page.textContent = pages[page.dataset.place]));
  return all.map((page) => page.dataset.place).filter((place) => !(place in pages));
}"""

CUT = """() => {
  const edge = document.querySelector('.bd-article').getBoundingClientRect().right + 1;
  const parts = [...document.querySelectorAll('.bd-article :is(pre, table, figure, svg, img)')];
  const wide = (part) => part.matches('pre') && part.scrollWidth > part.clientWidth + 1;
  const whole = (part) => !part.parentNode.closest('svg'); // MathJax stretches rules beyond the frame that cuts them
  return parts.filter((part) => whole(part) && (part.getBoundingClientRect().right > edge || wide(part)))
    .map((part) => `${part.closest('section').id}: ${part.outerHTML.slice(0, 120)}`);
}"""

FOLDED = "() => document.querySelectorAll('details:not([open]), .toggle-hidden').length"

FOOT = (
    '<div style="width: 100%; font: 8pt sans-serif; text-align: center; color: #555">'
    '<span class="pageNumber"></span></div>'
)


def apart(text: str) -> str:
    """Give what several chapters of the page call by one id a name of its own in each, and links the right one.

    >>> apart('<a href="#document-b#e"><span id="document-a"></span><p id="e"><span id="document-b"></span><p id="e">')
    '<a href="#b--e"><span id="document-a"></span><p id="a--e"><span id="document-b"></span><p id="b--e">'
    """
    parts = re.split(r'(?=<span id="document-)', text)
    names = [match[1] if (match := re.match(r'<span id="document-([^"]+)', part)) else HOME for part in parts]
    ids = {name: set(re.findall(r'\bid="([^"]+)"', part)) for name, part in zip(names, parts, strict=True)}
    times = Counter(result for some in ids.values() for result in some if not FIGURE.match(result))

    def name(where: str, result: str) -> str:
        return f"{where}--{result}" if times[result] > 1 and result in ids.get(where, ()) else result

    return "".join(
        NAME.sub(lambda outcome, here=here: outcome[1] + name(outcome[2] or here, outcome[3]), part)  # type: ignore[misc]
        for here, part in zip(names, parts, strict=True)
    )


def lost(text: str) -> set[str]:
    """Links within the page that lead nowhere.

    >>> lost('<p id="a"><a href="#a"><a href="#b">')
    {'b'}
    """
    return set(re.findall(r'href="#([^"]+)"', text)) - set(re.findall(r'\bid="([^"]+)"', text))


def pages(pdf: bytes) -> dict[str, int]:
    """On which page of a file printed by Chromium each of its named places is."""
    order = {int(page): i for i, page in enumerate(re.findall(rb"\n(\d+) 0 obj\n<</Type /Page\n", pdf), 1)}
    results = re.findall(rb"/(?!Dest )(\S+) \[(\d+) 0 R /XYZ", pdf)
    named = {
        re.sub(rb"#(..)", lambda code: bytes.fromhex(code[1].decode()), name): page for name, page in results
    }
    return {name.decode(): order[int(page)] for name, page in named.items()}


def once(pdf: bytes) -> bytes:
    """The same file, whose bookmarks say a heading once: at the head of a page Chromium says each piece of it twice.

    Every title keeps its length, by blanks behind it, for a PDF counts its bytes.

    >>> once(b"/Title (1.2. 1.2. What fallsWhat falls) /Title (1.3. Bonbon)")
    b'/Title (1.2. What falls)                /Title (1.3. Bonbon)'
    """

    def title(match: re.Match[bytes]) -> bytes:
        raw, wide = match[1][1:-1], match[1].startswith(b"<")
        text = bytes.fromhex(raw.decode()).decode("utf-16") if wide else raw.decode("latin-1")
        if not re.fullmatch(r"(?:(.+)\1)+", text):
            return match[0]
        text = re.sub(r"(.+)\1", r"\1", text)
        message = f"<feff{text.encode('utf-16-be').hex()}>" if wide else f"({text})"
        return f"/Title {message}".encode("latin-1").ljust(len(match[0]))

    return re.sub(rb"/Title (<[^>]*>|\((?:\\.|[^)\\])*\))", title, pdf)


def _still(route: Route) -> None:
    address = urlsplit(route.request.url)
    if address.scheme in {"file", "data"} and not address.path.endswith(LIVE):
        route.continue_()
    else:
        route.abort()


def _ready(page: Page, address: str) -> None:
    page.goto(address, wait_until="load")
    page.emulate_media(media="print", color_scheme="light")
    page.add_style_tag(path=STYLE)
    page.evaluate(CONTENTS)
    page.evaluate(UNFOLD, [WHOLE, TALL])
    if cut := page.evaluate(CUT):
        raise SystemExit("\n".join(["Cut at the edge of the paper:", *cut]))
    if page.evaluate(FOLDED):
        raise SystemExit("Some parts are still folded.")


def _printed(page: Page, **more: Any) -> bytes:
    return page.pdf(
        prefer_css_page_size=True,
        print_background=True,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=FOOT,
        **more,
    )


def write(built: Path, target: Path) -> None:
    """Print the page that Sphinx's singlehtml builder has left in a folder: twice, for the pages in the contents."""
    home = next(path for path in (built / f"{HOME}.html", built / "index.html") if path.exists())
    whole = built / "whole.html"
    text = apart(home.read_text(encoding="utf-8"))
    if nowhere := lost(text):
        raise SystemExit(f"Links that lead nowhere: {sorted(nowhere)}")
    whole.write_text(text, encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": WIDTH, "height": 1000})
        page.set_default_timeout(MINUTES * 60_000)
        page.route("**/*", _still)
        _ready(page, whole.resolve().as_uri())
        first = pages(_printed(page))
        if unknown := page.evaluate(NUMBERS, first):
            raise SystemExit(f"Not found on any page: {unknown}")
        final = _printed(page, outline=True, tagged=True)
        browser.close()
    if pages(final) != first:
        raise SystemExit("The pages moved when their numbers were written into the contents.")
    target.write_bytes(once(final))


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
