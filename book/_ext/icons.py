"""The dozen icons of the pages as one small style sheet, instead of a script of 1.5 MB with all icons of its font.

Their outlines are read from the theme's own copy of that script when the book is built.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

from sphinx.application import Sphinx

SCRIPT = "_static/scripts/fontawesome.js"
SHEET = "icons.css"
USED = re.compile(r'class="[^"]*\bfa-solid fa-([a-z-]+)')
DYNAMIC = {"xmark"}
"""Put into the page by the theme's scripts."""

TAG = re.compile(r"<script[^>]*fontawesome\.js[^>]*></script>|<link[^>]*fontawesome\.js[^>]*>")
RULES = """.fa-solid { display: inline-block; width: 1em; height: 1em; vertical-align: -0.125em;
  background: currentColor; mask: var(--pc-icon) center / contain no-repeat; }
.fa-solid::before { content: none !important; }
.fa-lg { font-size: 1.25em; }
@media (forced-colors: active) { .fa-solid { background: ButtonText; } }
"""


def outline(script: str, name: str) -> str:
    """An icon as an address that a style sheet can hold; of several with one name the solid one is the last.

    >>> outline('bars:[448,512,["navicon"],"f0c9","M0 96"]', "bars")[:19]
    'data:image/svg+xml,'
    """
    pattern = rf'(?<![\w-])"?{name}"?:\[(\d+),(\d+),\[[^\]]*\],"[^"]*","([^"]+)"\]'
    wide, high, path = re.findall(pattern, script)[-1]
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"><path d="{path}"/></svg>'
    return f"data:image/svg+xml,{quote(drawing)}"


def _replace(app: Sphinx, exception: Exception | None) -> None:
    script = Path(app.outdir, SCRIPT)
    if exception is not None or app.builder.name != "html" or not script.exists():
        return
    names = set(DYNAMIC)
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        names |= set(USED.findall(text))
        page.write_text(TAG.sub("", text), encoding="utf-8")
    outlines = script.read_text(encoding="utf-8")
    rules = [f'.fa-{name} {{ --pc-icon: url("{outline(outlines, name)}"); }}' for name in sorted(names)]
    Path(app.outdir, "_static", SHEET).write_text(RULES + "\n".join(rules) + "\n", encoding="utf-8")
    script.unlink()


def setup(app: Sphinx) -> None:
    app.add_css_file(SHEET)
    app.connect("build-finished", _replace)
