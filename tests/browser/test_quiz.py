"""Questions that mark themselves: by keyboard alone, on a phone, without scripts, and where nothing may be stored."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

HTML = Path(__file__).parents[2] / "_build" / "html"
ADDRESS = (HTML / "book" / "how-claims-are-checked.html").as_uri()
SCREENS = {"wide": {"width": 1300, "height": 900}, "phone": {"width": 390, "height": 844}}
REFUSED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })"


@pytest.fixture(params=SCREENS)
def context(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    phone = request.param == "phone"
    result = browser.new_context(
        viewport=SCREENS[request.param], has_touch=phone, offline=True, reduced_motion="reduce"
    )
    result.set_default_timeout(120_000)
    yield result
    result.close()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the browser complains about, with the script it names; none is left at the end."""
    results: list[str] = []
    yield results
    assert results == []


@pytest.fixture
def opened(context: BrowserContext, complaints: list[str]) -> Callable[[], Page]:
    def said(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(f"{message.text} {message.location}")

    def open_page() -> Page:
        page = context.new_page()
        page.on("console", said)
        page.on("pageerror", lambda error: complaints.append(f"{error} {error.stack}"))
        page.goto(ADDRESS)
        return page

    return open_page


def output_of(box: Locator) -> str:
    return box.get_by_role("status").inner_text()


def of_kind(page: Page, kind: str) -> Locator:
    return page.locator(f".pc-quiz[data-kind={kind}]").first


def ring(page: Page) -> str:
    """How the focused element is outlined."""
    return str(page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle"))


def test_choices_by_keyboard_alone(opened: Callable[[], Page]) -> None:
    page = opened()
    box = of_kind(page, "one")
    radios = box.get_by_role("radio")
    assert box.get_by_role("radiogroup", name="A search tried").count() == 1
    box.get_by_role("button", name="Check").focus()
    page.keyboard.press("Enter")
    assert output_of(box) == "Please choose an answer first."
    page.keyboard.press("Space")
    assert radios.nth(0).is_checked(), "the focus goes to the first choice"
    assert ring(page) == "solid"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert output_of(box).startswith("✗ No. A search can refute a bound")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert output_of(box).startswith("✓ Correct.")
    assert "✓ answered" in box.inner_text()
    assert (
        "Answered right: 1 of 3 on this page, 1 in the whole book"
        in page.locator(".pc-quiz-progress").inner_text()
    )


def test_several_choices_want_all_and_say_what_is_missing(opened: Callable[[], Page]) -> None:
    page = opened()
    box = of_kind(page, "several")
    boxes, check = box.get_by_role("checkbox"), box.get_by_role("button", name="Check")
    boxes.nth(0).check()
    boxes.nth(2).check()
    check.click()
    assert output_of(box) == "✗ Not yet. Open means neither proved nor refuted. 2 more are right."
    boxes.nth(2).uncheck()
    boxes.nth(1).check()
    check.click()
    assert output_of(box) == "✗ Not yet. One more is right."
    boxes.nth(4).check()
    check.click()
    assert output_of(box).startswith("✓ Right. Tight means proved")


@pytest.mark.parametrize("text", ["0.006", "0,006", " 3/500", "0.6 %", "6e-3"])
def test_a_number_may_be_written_in_many_ways(opened: Callable[[], Page], text: str) -> None:
    page = opened()
    box = of_kind(page, "number")
    box.get_by_label("Your answer").fill(text)
    page.keyboard.press("Enter")
    assert output_of(box).startswith("✓ Correct:")


def test_a_wrong_number_is_told_what_is_wrong_with_it(opened: Callable[[], Page]) -> None:
    page = opened()
    box = of_kind(page, "number")
    field = box.get_by_label("Your answer")
    answers = {
        "0.03": "✗ No: this is the published bound",
        "7": "✗ Not yet. That is too large.",
        "−7": "✗ Not yet. That is too small.",
        "much": "Please write a number",
        "1/0": "Please write a number",
        "": "Please write a number",
    }
    for text, sentence in answers.items():
        field.fill(text)
        field.press("Enter")
        assert output_of(box).startswith(sentence), text
    assert field.get_attribute("aria-invalid") == "true"


def solve(page: Page) -> None:
    box = of_kind(page, "number")
    box.get_by_label("Your answer").fill("3/500")
    box.get_by_role("button", name="Check").click()


def test_progress_is_kept_exported_and_erased(opened: Callable[[], Page], tmp_path: Path) -> None:
    solve(opened())
    page = opened()
    assert "✓ answered" in of_kind(page, "number").inner_text(), "another visit remembers"
    with page.expect_download() as download:
        page.get_by_role("button", name="Export my answers").click()
    download.value.save_as(tmp_path / "answers.json")
    [kept] = json.loads((tmp_path / "answers.json").read_text(encoding="utf-8"))["answers"].values()
    assert kept == {"page": "how-claims-are-checked.html", "right": True, "tries": 1}
    erase = page.get_by_role("button", name="Erase my answers")
    page.once("dialog", lambda dialog: dialog.dismiss())
    erase.click()
    assert "✓ answered" in of_kind(page, "number").inner_text(), "no means no"
    page.once("dialog", lambda dialog: dialog.accept())
    erase.click()
    assert (
        "Answered right: 0 of 3 on this page, 0 in the whole book"
        in page.locator(".pc-quiz-progress").inner_text()
    )
    assert "answered" not in of_kind(opened(), "number").locator(".pc-quiz-head").inner_text()


def test_a_browser_that_keeps_nothing_still_marks(
    context: BrowserContext, opened: Callable[[], Page], complaints: list[str]
) -> None:
    context.add_init_script(REFUSED)
    page = opened()
    solve(page)
    assert output_of(of_kind(page, "number")).startswith("✓ Correct:")
    progress = page.locator(".pc-quiz-progress").inner_text()
    assert "1 of 3 on this page" in progress
    assert "This browser keeps nothing" in progress
    complaints[:] = [line for line in complaints if "quiz.js" in line]  # the theme's own scripts do complain


@pytest.mark.parametrize("spoilt", ["{", "null", "[1]", '{"quiz-1": 3, "quiz-2": null}'])
def test_spoilt_progress_is_no_error(
    context: BrowserContext, opened: Callable[[], Page], spoilt: str
) -> None:
    context.add_init_script(f"localStorage.setItem('privcausal-answers', {json.dumps(spoilt)})")
    page = opened()
    solve(page)
    assert "1 of 3 on this page" in page.locator(".pc-quiz-progress").inner_text()


def test_no_room_is_kept_for_an_answer_that_has_not_come(opened: Callable[[], Page]) -> None:
    """A blank line stood between Check and Answers."""
    box = of_kind(opened(), "one")
    away = """(box) => box.querySelector('.pc-quiz-answers > summary').getBoundingClientRect().top
        - box.querySelector('.pc-quiz-form button').getBoundingClientRect().bottom"""
    assert 0 <= box.evaluate(away) <= 20
    box.get_by_role("radio").first.check()
    box.get_by_role("button", name="Check").click()
    assert box.evaluate(away) > 30, "the answer is seen"


def test_without_scripts_the_question_reads_well(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(ADDRESS)
    box = of_kind(page, "one")
    assert box.locator(".pc-quiz-choices li").count() == 3
    assert box.locator("input, button").count() == 0
    answer = box.locator(".pc-quiz-answers li").first
    assert not answer.is_visible()
    box.locator("summary").click()
    assert answer.is_visible()
    assert answer.inner_text().startswith("✗ ")
    for said in box.locator(".pc-quiz-answers li").all_inner_texts():
        assert len(re.findall(r"\b(Right|Correct|Wrong|No)\b[:.]", said)) == 1, said
    context.close()
