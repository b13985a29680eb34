"""axe-core over every page of the built book: nothing serious, wide and phone, light and dark."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

HTML = Path(__file__).parents[2] / "_build" / "html"
PAGES = sorted(
    file.relative_to(HTML).as_posix()
    for file in HTML.rglob("*.html")
    if not file.relative_to(HTML).parts[0].startswith("_")
    and "Refresh" not in file.read_text(encoding="utf-8")[:999]
)
"""Every page that stays: one that only leads on to another is gone before it can be looked at."""

READERS = {
    "wide-light": ({"width": 1300, "height": 900}, "light"),
    "phone-dark": ({"width": 390, "height": 844}, "dark"),
}
GRAVE = {"serious", "critical"}


@pytest.fixture(scope="module", params=READERS)
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    screen, theme = READERS[request.param]
    context = browser.new_context(viewport=screen, color_scheme=theme, offline=True, reduced_motion="reduce")
    context.set_default_timeout(180_000)
    yield context.new_page()
    context.close()


def violations(page: Page) -> list[str]:
    """What is grave, one line for each kind, with the first places."""
    result = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{rule['id']} ({len(rule['nodes'])}): {[node['target'] for node in rule['nodes'][:3]]} {rule['help']}"
        for rule in result
        if rule["impact"] in GRAVE
    ]


@pytest.mark.parametrize("name", PAGES)
def test_no_serious_violation(page: Page, name: str) -> None:
    page.goto((HTML / name).as_uri())
    assert violations(page) == []


def test_the_link_past_the_menu_is_legible_where_the_keyboard_reaches_it(page: Page) -> None:
    page.goto((HTML / "book/how-to-read.html").as_uri())
    link = page.locator(".skip-link a")
    link.focus()
    page.wait_for_function("document.querySelector('.skip-link').getBoundingClientRect().top >= 0")
    ratio = link.evaluate(
        """(link) => {
            const shine = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
                .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
                .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0.05);
            const parts = [getComputedStyle(link).color, getComputedStyle(link.closest('.skip-link')).backgroundColor];
            const [dark, pale] = parts.map(shine).sort((a, b) => a - b);
            return pale / dark;
        }"""
    )
    assert ratio >= 4.5, f"{ratio:.1f} to 1"


def test_a_page_with_faults_is_found_out(page: Page) -> None:
    page.set_content("<html><body><input><img src='data:,'><p style='color:#ccc'>pale</p></body></html>")
    kinds = {line.split(" ")[0] for line in violations(page)}
    assert {"label", "image-alt", "color-contrast", "document-title"} <= kinds
