"""Bind the book for reading devices: `make epub` lets Sphinx write its pages, and this makes one EPUB 3 file of them.

Formulas are drawn when Sphinx ends. An installed Chromium unfolds what is folded, takes out what only answers to a
touch, and writes the page down as XML: what is not well-formed would not open on a reading device.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from mimetypes import guess_type
from os import environ
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import yaml
from playwright.sync_api import Page, Route, sync_playwright

from book._ext.fonts import FACES, SANS, woff
from book.print import CHROMIUM, LIVE

ROOT = Path(__file__).parents[1]
STATIC = Path(__file__).parent / "_static"
STYLE, COVER = STATIC / "device.css", STATIC / "cover.svg"
CARRIED = [where for where, (family, _, _) in FACES.items() if family != SANS]
"""The faces of the text and of code; a device sets the rest in its own."""

FACE = (
    '@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; '
    'src: url("fonts/{place}.woff"); }}\n'
)

TOUCHED = (
    "script, link, .narrow, .copybtn, .pc-cite, a.headerlink, .toggle-button, summary .expanded, body style, "
    "path:not([d]), meta[name=viewport]"
)

BIND = """([touched, look]) => {
  // No device is as wide as panels side by side: it gets them one below the other.
  document.querySelectorAll('figure.plot > .narrow > svg').forEach((narrow) => {
    const figure = narrow.closest('figure'), wide = figure.querySelector(':scope > svg');
    if (wide.viewBox.baseVal.width < 600) return;
    wide.replaceWith(narrow);
    figure.querySelectorAll('[data-narrow]').forEach((side) => side.replaceWith(side.dataset.narrow));
  });
  document.querySelectorAll(touched).forEach((part) => part.remove());
  document.querySelectorAll('details').forEach((fold) => fold.setAttribute('open', 'open'));
  document.querySelectorAll('.math .pc-spoken').forEach((spoken) => {
    const drawn = spoken.previousElementSibling;
    drawn.removeAttribute('aria-hidden');
    drawn.setAttribute('role', 'img');
    drawn.setAttribute('aria-label', spoken.querySelector('annotation').textContent);
    spoken.remove();
  });
  document.querySelectorAll('summary p.expanded').forEach((words) => words.remove());
  document.querySelectorAll('summary p').forEach((words) => words.replaceWith(words.textContent));
  document.querySelectorAll('a[href$=".atom"]').forEach((feed) => feed.replaceWith(feed.textContent));
  for (const old of ['valign', 'halign']) {
    document.querySelectorAll(`[${old}]`).forEach((cell) => cell.removeAttribute(old));
  }
  document.querySelectorAll('svg[role]').forEach((drawing) => drawing.setAttribute('role', 'img'));
  const ids = new Set();
  document.querySelectorAll('[id]').forEach((part) => ids.has(part.id) ? part.removeAttribute('id') : ids.add(part.id));
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = look;
  document.head.append(style);
  return { title: document.querySelector('h1').textContent, text: new XMLSerializer().serializeToString(document) };
}"""

CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
"""


@dataclass(frozen=True)
class Leaf:
    """One page of the book, ready to be bound."""

    name: str
    part: str
    title: str
    text: str

    @property
    def file(self) -> str:
        """Where it lies in the book."""
        return f"{self.name}.xhtml"


def contents(toc: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Part and name of every page, in the order of reading.

    >>> list(contents({"root": "index", "parts": [{"caption": "One", "chapters": [{"file": "a"}]}]}))
    [('', 'index'), ('One', 'a')]
    """
    yield "", toc["root"]
    for part in toc["parts"]:
        for chapter in part["chapters"]:
            for page in (chapter, *chapter.get("sections", ())):
                yield part["caption"], page["file"]


def _leaf(page: Page, built: Path, part: str, name: str) -> Leaf:
    page.goto((built / f"{name}.xhtml").resolve().as_uri(), wait_until="load")
    result = page.evaluate(BIND, [TOUCHED, "../" * name.count("/") + "epub.css"])
    return Leaf(name, part, result["title"].strip(), result["text"])


def leaves(built: Path, toc: dict[str, Any]) -> list[Leaf]:
    """All pages as they will be bound."""

    def as_html(route: Route) -> None:
        """Sphinx's pages are not always well-formed, so they are read as a browser reads any page of the web."""
        name = route.request.url
        if name.endswith(".xhtml"):
            body = Path(name.removeprefix("file://")).read_bytes()
            route.fulfill(body=body, content_type="text/html; charset=utf-8")
        elif name.endswith(LIVE):
            route.abort()
        else:
            route.continue_()

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.set_default_timeout(300_000)
        page.route("**/*", as_html)
        bound = [_leaf(page, built, part, name) for part, name in contents(toc)]
        browser.close()
    return bound


def navigation(bound: list[Leaf]) -> str:
    """The table of contents, part by part."""
    parts: dict[str, list[str]] = {}
    for leaf in bound:
        parts.setdefault(leaf.part, []).append(f'<li><a href="{leaf.file}">{escape(leaf.title)}</a></li>')
    rows = [
        f"<li><span>{escape(part)}</span><ol>{''.join(rows)}</ol></li>" if part else "".join(rows)
        for part, rows in parts.items()
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" '
        'xmlns:epub="http://www.idpf.org/2007/ops" lang="en"><head>'
        '<title>Contents</title><link rel="stylesheet" href="epub.css"/></head>'
        f'<body><nav epub:type="toc"><h1>Contents</h1><ol>{"".join(rows)}</ol></nav></body></html>'
    )


def package(bound: list[Leaf], images: list[str], title: str, author: str, day: datetime) -> str:
    """What is in the file, and in which order it is read."""
    stamp = f"{day:%Y-%m-%dT%H:%M:%SZ}"
    drawn = [' properties="svg"' if "<svg" in leaf.text else "" for leaf in bound]
    items = [
        f'<item id="p{place}" href="{leaf.file}" media-type="application/xhtml+xml"{properties}/>'
        for place, (leaf, properties) in enumerate(zip(bound, drawn, strict=True))
    ]
    faces = "".join(
        f'<item id="f{place}" href="fonts/{place}.woff" media-type="font/woff"/>'
        for place in range(len(CARRIED))
    )
    pictures = "".join(
        f'<item id="i{place}" href="{name}" media-type="{guess_type(name)[0]}"/>'
        for place, name in enumerate(images)
    )
    spine = "".join(f'<itemref idref="p{place}"/>' for place in range(len(bound)))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="3.0" '
        'unique-identifier="id" xml:lang="en"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="id">urn:uuid:{uuid5(NAMESPACE_URL, title)}</dc:identifier>'
        f"<dc:title>{escape(title)}</dc:title><dc:creator>{escape(author)}</dc:creator><dc:language>en</dc:language>"
        f'<meta property="dcterms:modified">{stamp}</meta></metadata><manifest>'
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        '<item id="cover" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/>'
        f'<item id="style" href="epub.css" media-type="text/css"/>{faces}{pictures}{"".join(items)}</manifest>'
        f'<spine><itemref idref="nav"/>{spine}</spine></package>'
    )


def style() -> str:
    """How a page looks, with the faces that the book carries."""
    rules = (
        FACE.format(family=FACES[where][0], weight=FACES[where][1], style=FACES[where][2], place=place)
        for place, where in enumerate(CARRIED)
    )
    return "".join(rules) + STYLE.read_text(encoding="utf-8")


def write(built: Path, target: Path, root: Path = ROOT) -> None:
    """One file of all pages that Sphinx's epub builder has left in a folder; `root` has their order and the title."""
    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    config = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    bound = leaves(built, toc)
    day = datetime.fromtimestamp(
        int(environ.get("SOURCE_DATE_EPOCH", 0)) or datetime.now(UTC).timestamp(), UTC
    )
    images = {f"_images/{path.name}": path.read_bytes() for path in sorted(built.glob("_images/*"))}
    parts = {
        "META-INF/container.xml": CONTAINER,
        "book.opf": package(bound, list(images), config["title"], config["author"], day),
        "nav.xhtml": navigation(bound),
        "epub.css": style(),
        "cover.svg": COVER.read_text(encoding="utf-8"),
        **{f"fonts/{place}.woff": woff(*where) for place, where in enumerate(CARRIED)},
        **images,
        **{leaf.file: leaf.text for leaf in bound},
    }
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        for name, text in parts.items():
            file.writestr(name, text)


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:]))
