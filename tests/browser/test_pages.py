"""The built book in a real browser, from disk, with no network, wide and on a phone, in light and in dark.

`make browser` runs this. CHROMIUM names another browser than /usr/bin/chromium; screenshots go to screenshots/.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).parents[2]
HTML = ROOT / "_build" / "html"
SHOTS = ROOT / "screenshots"
READERS = {
    "wide-light": ({"width": 1440, "height": 900}, "light"),
    "phone-dark": ({"width": 390, "height": 844}, "dark"),
}
THEMES = ["light", "dark"]
PAGES = sorted(
    file.relative_to(HTML).as_posix()
    for file in [*HTML.glob("book/**/*.html"), *HTML.glob("notebooks/*.html")]
    if "Refresh" not in file.read_text(encoding="utf-8")[:999]
)  # fmt: skip


@dataclass
class Visit:
    """One page as one reader sees it, and everything the browser complained about on the way."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def watch(self) -> None:
        self.page.on(
            "console", lambda m: self.note(f"console {m.type}: {m.text}", m.type in {"error", "warning"})
        )
        self.page.on("pageerror", lambda error: self.note(f"script error: {error}"))
        self.page.on("requestfailed", lambda request: self.note(f"request failed: {request.url}"))

    def note(self, complaint: str, matters: bool = True) -> None:
        if matters:
            self.complaints.append(complaint)

    def open(self, name: str) -> None:
        self.page.goto((HTML / name).as_uri())


@pytest.fixture(scope="module", params=READERS)
def reader(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[str, BrowserContext]]:
    screen, theme = READERS[request.param]
    context = browser.new_context(viewport=screen, color_scheme=theme, offline=True)
    context.set_default_timeout(180_000)  # a busy machine is slow, not wrong
    yield request.param, context
    context.close()


@pytest.fixture
def visit(reader: tuple[str, BrowserContext]) -> Iterator[Visit]:
    page = reader[1].new_page()
    result = Visit(page)
    result.watch()
    yield result
    page.close()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole(visit: Visit, reader: tuple[str, BrowserContext], name: str) -> None:
    visit.open(name)
    page = visit.page
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"{Path(name).stem}-{reader[0]}.png", full_page=True)
    assert not visit.complaints, f"{name}: {visit.complaints}"
    assert page.locator("html").get_attribute("data-theme") == reader[0].split("-")[1]
    for theme in sorted(THEMES, key=reader[0].endswith):  # the other one, and then that of this reader again
        page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        page.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
        check_formulas(page, name)
        check_images(page, name)
        check_width(page, name)
        check_badges(page, name)
    assert not visit.complaints, f"{name}: {visit.complaints}"


def check_formulas(page: Page, name: str) -> None:
    written, drawn = page.locator(".math").count(), page.locator(".math svg").count()
    assert drawn >= written, f"{name}: {written} formulas, {drawn} drawn"
    hidden = page.evaluate(
        """() => [...document.querySelectorAll('div.math')].filter((box) => {
            const drawing = box.querySelector('svg');
            return drawing && drawing.getBoundingClientRect().left < box.getBoundingClientRect().left - 1;
        }).length"""
    )
    assert hidden == 0, f"{name}: {hidden} wide formulas begin outside their box, where no reader can scroll"


def check_images(page: Page, name: str) -> None:
    broken = page.evaluate(
        "() => [...document.images].filter((i) => !i.complete || i.naturalWidth === 0).map((i) => i.src)"
    )
    assert not broken, f"{name}: images that do not load: {broken}"


def check_width(page: Page, name: str) -> None:
    """Wide things scroll in their own box; the page itself never moves sideways."""
    needed, arguments = page.evaluate("() => [document.documentElement.scrollWidth, window.innerWidth]")
    assert needed <= arguments, f"{name}: the page is {needed} wide on a screen of {arguments}"


def check_badges(page: Page, name: str) -> None:
    bare = page.locator("div.pc-claim").evaluate_all(
        """(theorems) => theorems
            .filter((one) => !one.querySelector('.pc-verdict .pc-badge')?.checkVisibility({visibilityProperty: true}))
            .map((theorem) => theorem.id)"""
    )
    assert bare == [], f"{name}: theorems without a badge"


CUT = """() => {
  const cued = (box) => getComputedStyle(box).backgroundImage.includes('gradient');
  const scrolls = (box) => /auto|scroll/.test(getComputedStyle(box).overflowX);
  const name = (part) => `${part.outerHTML.slice(0, 60)} in #${part.closest('section')?.id}`;
  const parts = [...document.querySelectorAll('.bd-article :is(pre, table, .math, figure > svg, img, .pc-graph)')];
  return parts.filter((part) => part.getClientRects().length).flatMap((part) => {
    for (let box = part; box && !box.matches('.bd-article'); box = box.parentElement)
      if (scrolls(box) && box.scrollWidth > box.clientWidth + 1) return cued(box) ? [] : [name(part)];
    const drawn = part.matches('.math') ? part.querySelector('svg') ?? part : part;
    return drawn.getBoundingClientRect().right > window.innerWidth + 1 ? [name(part)] : [];
  });
}"""
WIDTHS = (360, 390, 768, 1300, 1920)


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_without_a_sign_that_there_is_more(browser: Browser, name: str) -> None:
    page = browser.new_page()
    page.goto((HTML / name).as_uri())
    page.evaluate(
        """() => {
          document.querySelectorAll('details').forEach((fold) => (fold.open = true));
          document.querySelectorAll('.toggle-hidden').forEach((fold) => fold.classList.remove('toggle-hidden'));
        }"""
    )
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for theme in THEMES:
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            assert not page.evaluate(CUT), f"{name} at {width} pixels, {theme}"
    page.close()


TOGGLES = """() => [...document.querySelectorAll('.admonition.toggle .toggle-button')].filter((button) => {
  const [inner, outer] = [button, button.closest('.admonition')].map((part) => part.getBoundingClientRect());
  const out = [inner.bottom - outer.bottom, inner.right - outer.right, outer.top - inner.top];
  return inner.height && Math.max(...out) > 1;
}).map((button) => button.id)"""


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith("notebooks/c")])
def test_a_toggle_is_inside_its_box(browser: Browser, name: str) -> None:
    page = browser.new_page()
    page.goto((HTML / name).as_uri())
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert not page.evaluate(TOGGLES), f"{name} at {width} pixels"
    page.close()


def shown(page: Page) -> list[str]:
    return page.locator("table.pc-ledger tbody tr:visible").evaluate_all("(rows) => rows.map(({ id }) => id)")


def test_the_ledger_filters_by_word_and_verdict(visit: Visit) -> None:
    visit.open("book/ledger.html")
    page, everything = visit.page, shown(visit.page)
    page.get_by_role("searchbox", name="Filter the claims").fill(everything[0].removeprefix("row-"))
    assert everything[0] in shown(page)
    page.get_by_role("searchbox", name="Filter the claims").fill("no row says this")
    assert shown(page) == []
    page.get_by_role("searchbox", name="Filter the claims").fill("")
    button = page.locator(".pc-tools button").first
    button.focus()
    page.keyboard.press("Enter")
    verdict = button.get_attribute("data-verdict")
    wanted = page.locator(f"table.pc-ledger tbody tr[data-verdict={verdict}]").count()
    assert len(shown(page)) == wanted
    assert page.get_by_role("status").inner_text() == f"{wanted} of {len(everything)} claims"
    page.keyboard.press("Enter")
    assert shown(page) == everything


def test_the_ledger_sorts_by_keyboard(visit: Visit) -> None:
    visit.open("book/ledger.html")
    page = visit.page

    def ratios() -> list[float]:
        cells = page.locator("table.pc-ledger tbody tr td[data-label^=Attained]")
        return [
            float(text or "nan") for text in cells.evaluate_all("(all) => all.map((one) => one.dataset.sort)")
        ]

    head = page.locator("table.pc-ledger thead th").filter(has_text=re.compile("Attained"))
    for direction, descending in (("ascending", False), ("descending", True)):
        head.get_by_role("button").focus()
        page.keyboard.press("Space")
        assert head.get_attribute("aria-sort") == direction
        assert ratios() == sorted(ratios(), reverse=descending)


def test_a_badge_leads_to_its_row(visit: Visit) -> None:
    visit.open(next(name for name in PAGES if name.startswith("notebooks/")))
    badge = visit.page.locator("div.pc-claim .pc-badge").first
    target = (badge.get_attribute("href") or "").partition("#")[2]
    badge.click()
    visit.page.wait_for_url("**/ledger.html#*")
    assert visit.page.locator(f"[id='{target}']").is_visible()


def test_the_theme_can_be_switched(visit: Visit) -> None:
    visit.open(PAGES[0])
    before = visit.page.locator("html").get_attribute("data-theme")
    for _ in range(3):
        visit.page.locator(".theme-switch-button:visible").first.click()
    assert visit.page.locator("html").get_attribute("data-mode") in {"light", "dark", "auto"}
    name = visit.page.locator(".theme-switch-button:visible").first.get_attribute("aria-label") or ""
    assert name.removeprefix("Colours: ") in {"light", "dark", "as on your system"}
    assert before in THEMES
