"""Figures on a screen of 390 pixels: text of at least eleven, and none beyond the edge of its drawing."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

HTML = Path(__file__).parents[2] / "_build" / "html"
CHAPTERS = sorted(
    file.relative_to(HTML).as_posix()
    for file in HTML.glob("notebooks/*.html")
    if "Refresh" not in file.read_text(encoding="utf-8")[:999]
)

LOOK = """() => [...document.querySelectorAll('figure.plot .narrow svg')].flatMap((svg) => {
    const box = svg.getBoundingClientRect(), scale = box.width / svg.viewBox.baseVal.width;
    const size = (part) => parseFloat(getComputedStyle(part).fontSize);
    return [...svg.querySelectorAll('text')].filter((text) => box.width && text.textContent.trim()).map((text) => {
        const at = text.getBoundingClientRect();
        const largest = Math.max(...[text, ...text.querySelectorAll('tspan')].map(size));
        const outside = at.left < box.left - 2 || at.right > box.right + 2;
        return [text.textContent.trim(), scale * largest, outside];
    });
})"""


BROAD = """() => [...document.querySelectorAll('figure.plot > svg')].some((svg) => svg.getBoundingClientRect().width)"""


@pytest.fixture(scope="module")
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    return page


@pytest.mark.parametrize("name", CHAPTERS)
def test_figures_can_be_read_on_a_phone(phone: Page, name: str) -> None:
    phone.goto((HTML / name).as_uri(), wait_until="domcontentloaded")
    texts = phone.evaluate(LOOK)
    small = [f"{text}: {size:.1f}" for text, size, _ in texts if size < 10.9]
    assert not small, f"{name}: text below eleven pixels: {small[:5]}"
    cut = [text for text, _, outside in texts if outside]
    assert not cut, f"{name}: {cut}"
    assert not phone.evaluate(BROAD), (
        f"{name}: a figure without a drawing for phones, or a style sheet that does not show it"
    )


def test_words_in_the_colour_of_their_line_are_legible(page: Page) -> None:
    """Orange and green words of eleven pixels had a contrast of 3 on white."""
    page.set_viewport_size({"width": 1300, "height": 900})
    page.emulate_media(color_scheme="light")
    page.goto((HTML / "notebooks/50_discrete_columns_compared.html").as_uri(), wait_until="domcontentloaded")
    faint = page.evaluate(
        """() => {
            const light = (colour) => {
                const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                const [r, g, b] = colour.match(/\\d+/g).map((part) => linear(part / 255));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const contrast = (word) => 1.05 / (light(getComputedStyle(word).fill) + 0.05);
            const words = [...document.querySelectorAll('figure.plot > svg text')];
            return words.filter((word) => contrast(word) < 4.5).map((word) => word.textContent.trim());
        }"""
    )
    assert not faint


@pytest.mark.parametrize("name", ["c05_choosing", "c12_graphs", "26_the_experiments"])
def test_a_long_line_of_code_goes_on_below_itself_and_further_in(phone: Page, name: str) -> None:
    """A phone showed 33 letters of a line and a shade over the rest."""
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto((HTML / f"notebooks/{name}.html").as_uri(), wait_until="domcontentloaded")
    wrong = phone.evaluate(
        """() => [...document.querySelectorAll('.cell_input pre')].filter((pre) => pre.clientWidth).flatMap((pre) => {
            if (pre.scrollWidth > pre.clientWidth) return [pre.textContent.slice(0, 60)];
            return [...pre.querySelectorAll('.pc-line')].filter((line) => {
                const range = document.createRange(), words = line.textContent;
                range.selectNodeContents(line);
                const boxes = [...range.getClientRects()].filter((box) => box.width);
                const letter = parseFloat(getComputedStyle(line).paddingLeft) / (words.match(/^ */)[0].length + 2);
                const below = boxes.filter((box) => box.top > boxes[0].top + 9);
                const least = line.getBoundingClientRect().left + letter * words.match(/^ */)[0].length;
                return below.some((box) => box.left < least + 1.9 * letter);
            }).map((line) => line.textContent);
        })"""
    )
    assert not wrong


NAMED = ["c10_ranks", "c12_graphs", "c13_private_graphs", "22_rank_correlations", "26_the_experiments"]


@pytest.mark.parametrize("name", NAMED)
def test_no_name_in_code_is_broken_in_the_middle(phone: Page, name: str) -> None:
    """A phone showed EPSILO in one row and N in the next."""
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto((HTML / f"notebooks/{name}.html").as_uri(), wait_until="domcontentloaded")
    phone.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    broken = phone.evaluate(
        """() => [...document.querySelectorAll('.pc-line')].filter((line) => line.offsetParent).flatMap((line) => {
            const words = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), broken = [], range = new Range();
            for (let text; (text = words.nextNode()); )
                for (const { 0: name, index } of text.data.matchAll(/[a-z_][a-z_\\d]*/gi)) {
                    range.setStart(text, index);
                    range.setEnd(text, index + name.length);
                    const boxes = [...range.getClientRects()].filter((box) => box.width);
                    if (boxes.some((box) => box.top > boxes[0].top + 9)) broken.push(name);
                }
            return broken;
        })"""
    )
    assert not broken


def test_what_is_printed_in_columns_is_a_size_smaller_before_it_scrolls(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((HTML / "notebooks/c04_many_small_answers.html").as_uri())
    sizes = page.locator(".cell_output pre:visible").evaluate_all(
        """(all) => all.map((pre) => {
            const size = parseFloat(getComputedStyle(pre).fontSize);
            return [pre.scrollWidth > pre.clientWidth + 1, size];
        })"""
    )
    assert len({size for _, size in sizes}) == 2
    assert all(size < 12 for scrolls, size in sizes if scrolls)
    page.close()


def test_the_mark_of_a_fold_touches_neither_its_rule_nor_its_title(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((HTML / "notebooks/c13_private_graphs.html").as_uri())
    left, inset = page.locator(".admonition.toggle > .admonition-title").first.evaluate(
        """(title) => [parseFloat(getComputedStyle(title, '::before').left),
            title.getBoundingClientRect().left - title.parentElement.getBoundingClientRect().left]"""
    )
    assert inset + left >= 6, "the rule is 3 px wide"
    assert left <= -8
    page.close()


def test_a_line_under_the_bar_grows_with_what_has_been_read(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((HTML / "notebooks" / "c09_cause.html").as_uri())
    drawn = "new DOMMatrix(getComputedStyle(document.querySelector('.bd-header-article'), '::before').transform).a"
    for part in (0, 0.5, 1):
        page.evaluate("(part) => scrollTo(0, part * (document.body.scrollHeight - innerHeight))", part)
        page.wait_for_function(f"Math.abs({drawn} - {part}) < 0.05", timeout=20_000)
    page.close()
