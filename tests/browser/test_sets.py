"""Words of the text that set an explorer, where nothing else could say which numbers it knows."""

import pytest
from playwright.sync_api import Browser, Page

from .conftest import INDEX

BUILT = INDEX.parent
WITH_WORDS = sorted(
    page.stem
    for page in (BUILT / "notebooks").glob("*.html")
    if 'class="pc-sets"' in page.read_text(encoding="utf-8")
)


def opened(page: Page, name: str) -> Page:
    page.goto((BUILT / "notebooks" / f"{name}.html").as_uri())
    return page


def test_some_chapters_have_such_words() -> None:
    assert len(WITH_WORDS) >= 5


@pytest.mark.parametrize("name", WITH_WORDS)
def test_words_bring_the_picture_to_what_they_say_and_are_marked(browser: Browser, name: str) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900}, reduced_motion="reduce")
    words = opened(page, name).locator("a.pc-sets")
    drawings = page.locator(".pc-explorer-live > svg")
    for link in words.all():
        for other in words.all():
            other.click()  # some other state, then this one
        link.click()
        assert "now" in (link.get_attribute("class") or ""), link.inner_text()
        assert any(
            one.evaluate("(svg) => innerHeight > svg.getBoundingClientRect().top") for one in drawings.all()
        )
    page.close()


def test_words_are_marked_only_while_the_picture_says_so(page: Page) -> None:
    opened(page, "c09_cause")
    first, turned = page.locator("a.pc-sets").all()
    marked = "(link) => link.classList.contains('now')"
    assert first.evaluate(marked)
    assert not turned.evaluate(marked)
    turned.focus()
    page.keyboard.press("Enter")
    assert turned.evaluate(marked)
    assert not first.evaluate(marked)
    assert page.get_by_role("slider", name="treated, far away").get_attribute("aria-valuetext") == "60%"
    page.get_by_role("button", name="Start again").first.click()
    assert first.evaluate(marked)
    turned.click()
    assert page.get_by_role("slider", name="treated, far away").get_attribute("aria-valuetext") == "60%"


def test_without_scripts_such_words_lead_to_the_explorer(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = opened(context.new_page(), "c09_cause")
    address = page.locator("a.pc-sets").first.get_attribute("href") or ""
    assert page.locator(f".pc-explorer{address}").count() == 1
    context.close()
