"""Figures to touch, in a real browser: what moves, what is announced, by keyboard, by touch, and without scripts."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

HTML = Path(__file__).parents[2] / "_build" / "html"
SCREENS = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
CHAPTERS = {
    match[1]: page.relative_to(HTML).as_posix()
    for page in sorted(HTML.glob("notebooks/*.html"))
    for match in re.finditer(r'data-explorer="(\w+)"', page.read_text(encoding="utf-8"))
}
SEED = "document.querySelectorAll('.pc-explorer').forEach((box) => (box.dataset.seed = '7'))"


@pytest.fixture(params=SCREENS)
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport=SCREENS[request.param], has_touch=request.param == "phone", offline=True
    )
    context.set_default_timeout(120_000)
    context.add_init_script(f"document.addEventListener('readystatechange', () => {{ {SEED} }})")
    yield context.new_page()
    context.close()


def opened(page: Page, name: str) -> Locator:
    page.goto((HTML / CHAPTERS[name]).as_uri())
    return page.locator(f"#explorer-{name}")


def text_of(box: Locator) -> str:
    return box.get_by_role("status").inner_text()


def test_there_are_eight() -> None:
    assert len(CHAPTERS) >= 8


@pytest.mark.parametrize("name", CHAPTERS)
def test_each_answers_to_the_keyboard_at_once_and_in_legible_words(page: Page, name: str) -> None:
    box = opened(page, name)
    check_controls(page, box, name)
    check_speed(page, name)
    check_letters(box, name)


def check_controls(page: Page, box: Locator, name: str) -> None:
    picture = box.locator(".pc-explorer-live > svg")
    assert picture.get_attribute("role") == "img"
    for control in box.locator("input, button").all():
        if control.is_disabled() or control.inner_text() == "Start again":
            continue
        before, drawn = text_of(box), picture.inner_html()
        control.focus()
        slider = control.get_attribute("type") == "range"
        at_end = slider and control.input_value() == control.get_attribute("max")
        page.keyboard.press(("ArrowLeft" if at_end else "ArrowRight") if slider else "Enter")
        assert (text_of(box), picture.inner_html()) != (before, drawn), f"{name}: a control moves nothing"
        assert picture.locator("desc").inner_html() != "", f"{name}: the drawing has no words"
    assert "NaN" not in picture.inner_html(), f"{name}: a place is not a number"
    assert "undefined" not in text_of(box), f"{name}: a word is missing"


def check_speed(page: Page, name: str) -> None:
    """The quicker of two moves of each slider: a machine that is busy with other things is not the page's fault."""
    slowest = page.evaluate(
        """(name) => Math.max(...[...document.querySelectorAll(`#explorer-${name} input`)].map((input) =>
            Math.min(...[0, 1].map((place) => {
                const began = performance.now();
                input.value = place;
                input.dispatchEvent(new Event('input'));
                return performance.now() - began;
            }))), 0)""",
        name,
    )
    assert slowest <= 100, f"{name}: {slowest:.0f} ms"


def check_letters(box: Locator, name: str) -> None:
    heights = box.locator(".pc-explorer-live > svg").evaluate(
        """(svg) => [...svg.querySelectorAll('text')].map((node) =>
            parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a)"""
    )
    assert min(heights) >= 11, f"{name}: letters of {min(heights):.1f} pixels"


def test_the_walker_can_be_dragged(page: Page) -> None:
    box = opened(page, "walker")
    before, walker = text_of(box), box.locator("circle.walker").last
    walker.scroll_into_view_if_needed()
    place = walker.bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 120, y + 90, steps=5)
    page.mouse.up()
    assert text_of(box) != before
    moved = box.locator("circle.walker").last.bounding_box()
    assert moved is not None
    assert moved["x"] > place["x"] + 60


def test_a_bet_is_judged(page: Page) -> None:
    box = opened(page, "worlds")
    for bets in range(1, 6):
        box.get_by_role("button", name="I bet on 37").click()
        assert re.search(rf"You have \d of {bets} right", text_of(box))


def test_the_liar_is_judged_with_the_auditor(page: Page) -> None:
    box = opened(page, "liar")
    more = box.get_by_role("button", name="More draws")
    while more.is_enabled():
        more.click()
    assert "3200 draws" in text_of(box)
    box.get_by_role("button", name="I accuse").click()
    assert re.search(r"You: [01] of 1, the auditor with the same draws: 1\.", text_of(box))
    assert more.is_enabled()


def test_without_scripts_a_still_figure_and_a_table_stay(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    for name in CHAPTERS:
        box = opened(page, name)
        assert (
            box.locator(".pc-explorer-still svg:visible").count() == 1
        )  # and not the drawing for a phone beside it
        assert box.locator("details table tbody tr").count() > 0
        assert box.locator("input, button").count() == 0
    context.close()
