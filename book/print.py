"""Print the book: `make pdf` builds it as one page, and this hands that page to an installed Chromium.

Folded parts are unfolded, figures to touch are still figures, long lines of code wrap, wide formulas shrink.
The file has bookmarks and page numbers, and its links work.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
LIVE = ("explorers.js", "quiz.js", "ledger.js")
"""What answers to a touch is of no use on paper: without these scripts each page shows its still form."""

MINUTES = 15

STYLE = Path(__file__).parent / "_static" / "paper.css"

UNFOLD = """() => {
  document.documentElement.dataset.theme = 'light';
  document.querySelectorAll('details').forEach((fold) => (fold.open = true));
  document.querySelectorAll('.toggle, .toggle-hidden').forEach((fold) => fold.classList.remove('toggle-hidden'));
  const width = document.querySelector('.bd-article').clientWidth;
  document.querySelectorAll('mjx-container > svg').forEach((svg) => {
    if (svg.getBoundingClientRect().width > width) { svg.setAttribute('width', '100%'); svg.removeAttribute('height'); }
  });
}"""

FOOT = (
    '<div style="width: 100%; font: 8pt sans-serif; text-align: center; color: #555">'
    '<span class="pageNumber"></span></div>'
)


def inside(text: str, home: str) -> str:
    """Links from the page to itself by name become links within it.

    >>> inside('<a href="book/index.html#K-ptr">', "book/index.html")
    '<a href="#K-ptr">'
    """
    return re.sub(rf'href="{re.escape(home)}#', 'href="#', text)


def _still(route: Route) -> None:
    address = urlsplit(route.request.url)
    if address.scheme in {"file", "data"} and not address.path.endswith(LIVE):
        route.continue_()
    else:
        route.abort()


def _ready(page: Page, address: str) -> None:
    page.goto(address, wait_until="load")
    page.evaluate("() => window.MathJax?.startup?.promise")
    page.add_style_tag(path=STYLE)
    page.evaluate(UNFOLD)


def write(built: Path, target: Path) -> None:
    """Print the page that Sphinx's singlehtml builder has left in a folder."""
    home = next(path for path in (built / "book" / "index.html", built / "index.html") if path.exists())
    name = home.relative_to(built).as_posix()
    whole = built / "whole.html"
    whole.write_text(inside(home.read_text(encoding="utf-8"), name), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 760, "height": 1100}, color_scheme="light")
        page.set_default_timeout(MINUTES * 60_000)
        page.route("**/*", _still)
        _ready(page, whole.resolve().as_uri())
        page.pdf(
            path=target,
            prefer_css_page_size=True,
            print_background=True,
            outline=True,
            tagged=True,
            display_header_footer=True,
            header_template="<span></span>",
            footer_template=FOOT,
        )
        browser.close()


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
