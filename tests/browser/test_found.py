"""Found and cited: links to theorems and figures, the search, the button that cites; all from disk, network off."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

HTML = Path(__file__).parents[2] / "_build" / "html"
CHAPTER = (HTML / "notebooks" / "22_rank_correlations.html").as_uri()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": 1300, "height": 900}, offline=True)
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.on(
        "console", lambda message: message.type in {"error", "warning"} and complaints.append(message.text)
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


@pytest.mark.parametrize("box", ["#K-kendall", "figure.plot", "section.pc-explorer"])
def test_a_link_to_the_place_shows_under_pointer_and_focus(page: Page, box: str) -> None:
    chapters = sorted(HTML.glob("notebooks/*.html"))
    touched = next(
        path for path in chapters if '<section class="pc-explorer"' in path.read_text(encoding="utf-8")
    )
    page.goto(touched.as_uri() if "explorer" in box else CHAPTER)
    place = page.locator(box).first
    link = place.locator("a.pc-anchor").first
    address = link.get_attribute("href")
    assert address == f"#{place.get_attribute('id')}"

    def seen() -> str:
        return str(link.evaluate("(node) => getComputedStyle(node).opacity"))

    page.mouse.move(0, 0)
    assert seen() == "0"
    place.hover()
    assert seen() == "1"
    page.mouse.move(0, 0)
    page.keyboard.press("Tab")  # so that the browser takes what follows for a keyboard's focus
    link.focus()
    assert seen() == "1"
    page.keyboard.press("Enter")
    assert page.url.endswith(str(address))


@pytest.mark.parametrize("query", ["?q=zzzqq", ""])
def test_a_search_without_a_result_leads_on(page: Page, query: str) -> None:
    page.goto((HTML / "search.html").as_uri() + query)
    line = page.locator(".pc-suggested")
    line.wait_for()
    assert "categories" not in page.locator("#search-results").inner_text()
    line.get_by_role("link", name="confounder").click()
    page.wait_for_function("() => document.querySelectorAll('ul.search li').length > 2")
    assert page.locator(".pc-suggested").count() == 0


@pytest.mark.parametrize("query", ["K-kendall", "k-kendall", "moves Kendall’s", "kendall record moves"])
def test_search_leads_to_the_theorem(page: Page, query: str) -> None:
    page.goto(f"{(HTML / 'search.html').as_uri()}?q={query}")
    page.wait_for_function("() => /finished/.test(document.querySelector('.search-summary')?.textContent)")
    results = [link.get_attribute("href") or "" for link in page.locator("ul.search li a").all()]
    places = [
        place for place, link in enumerate(results) if link.endswith("22_rank_correlations.html#K-kendall")
    ]
    assert places[0] == 0 if "-" in query else places[0] < 5, results[:5]


def test_a_result_shows_the_words_around_it_and_the_course_comes_first(page: Page) -> None:
    page.goto(f"{(HTML / 'search.html').as_uri()}?q=sensitivity")
    page.wait_for_function("() => /finished/.test(document.querySelector('.search-summary')?.textContent)")
    results = page.locator("ul.search li:has(p.context)")
    assert "sensitivity" in results.first.locator("p.context").inner_text().lower()
    pages = [link.get_attribute("href") or "" for link in page.locator("ul.search li > a").all()]
    whole = [address for address in pages if "#" not in address]
    assert "notebooks/c" in whole[0], whole[:5]


def test_a_page_says_how_to_cite_it(page: Page) -> None:
    page.goto(CHAPTER)
    fold = page.locator("details.pc-cite")
    entry = fold.locator("pre").first
    assert not entry.is_visible()
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    assert entry.inner_text().startswith("@incollection{privcausal-22_rank_correlations,")
    page.evaluate(
        "document.addEventListener('copy', () => { window.copied = getSelection().toString() || "
        "document.activeElement.value })"
    )
    fold.locator("button.copybtn").first.click()
    page.wait_for_function("() => window.copied")
    assert page.evaluate("() => window.copied").strip() == entry.inner_text().strip()


def test_a_word_that_was_searched_for_stops_no_page_with_drawings(page: Page) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{(HTML / 'notebooks' / 'c01_two_evenings.html').as_uri()}?highlight=count")
    page.wait_for_load_state()
    assert page.locator("span.highlighted").count() > 3
    assert not errors


def test_an_excerpt_shows_its_words_and_no_source_of_a_formula(page: Page) -> None:
    page.goto(f"{(HTML / 'search.html').as_uri()}?q=sensitivity")
    page.wait_for_function("() => /finished/.test(document.querySelector('.search-summary')?.textContent)")
    excerpts = page.locator("ul.search p.context")
    excerpts.first.wait_for()
    assert page.locator("ul.search p.context mark").count() > excerpts.count() / 2
    assert not [text for text in excerpts.all_inner_texts() if "\\frac" in text or "\\v" in text]


def found(page: Page, query: str) -> list[str]:
    page.goto(f"{(HTML / 'search.html').as_uri()}?q={query}")
    page.wait_for_function("() => /finished/.test(document.querySelector('.search-summary')?.textContent)")
    return [link.get_attribute("href") or "" for link in page.locator("ul.search li > a").all()]


def test_a_title_that_has_the_phrase_comes_before_one_that_has_a_word(page: Page) -> None:
    results = found(page, "exponential mechanism")
    chapters = [place for place in results if "notebooks/c" in place and "#" not in place]
    assert chapters[0].endswith("c05_choosing.html"), chapters


def test_a_section_of_the_course_comes_before_single_claims(page: Page) -> None:
    for query in ("laplace", "laplace noise"):
        results = found(page, query)
        assert any("c01_two_evenings.html#" in place for place in results[:2]), (query, results[:4])


def test_an_entry_of_the_glossary_is_a_hit_of_its_own(page: Page) -> None:
    assert found(page, "exponential mechanism")[0].endswith("glossary.html#term-exponential-mechanism")


def test_an_excerpt_begins_and_ends_with_whole_words(page: Page) -> None:
    found(page, "neighbours")
    page.locator("ul.search p.context").first.wait_for()
    texts = page.evaluate("() => Object.values(window.pcTexts)")
    for excerpt in page.locator("ul.search p.context").all_inner_texts()[:12]:
        inner = excerpt.strip("… ")
        assert any(f" {inner} " in f" {text} " for text in texts), excerpt
        assert " ." not in excerpt
        assert " ," not in excerpt


def test_the_search_looks_like_every_other_page(page: Page) -> None:
    for width in (390, 1300):
        page.set_viewport_size({"width": width, "height": 900})
        looks = []
        for address in (CHAPTER, (HTML / "search.html").as_uri()):
            page.goto(address)
            looks.append(
                page.locator(".bd-article h1, .bd-search-container h1").first.evaluate(
                    "(h) => [getComputedStyle(h).fontWeight, Math.round(h.getBoundingClientRect().left)]"
                )
            )
        assert looks[0] == looks[1], width


def test_only_a_page_that_was_found_has_marks_and_their_button_is_small(page: Page) -> None:
    found(page, "sensitivity")
    page.goto(CHAPTER)
    assert page.locator(".highlight-link").count() == 0
    found(page, "sensitivity")
    page.locator("ul.search li > a[href*='notebooks/']").first.click()
    page.wait_for_load_state()
    button = page.locator(".highlight-link a").first.bounding_box()
    assert button
    assert button["height"] < 34


def test_no_place_is_found_twice_and_a_person_counts_them(page: Page) -> None:
    for query in ("exponential mechanism", "neighbours"):
        results = found(page, query)
        page.locator("ul.search p.context").first.wait_for()
        page.wait_for_timeout(300)
        results = found(page, query)
        assert len(results) == len(set(results)), query
        assert "page(s)" not in page.locator(".search-summary").inner_text()


def test_a_theorem_that_is_found_says_what_it_states_and_where_it_is(page: Page) -> None:
    page.goto(f"{(HTML / 'search.html').as_uri()}?q=kendall")
    page.wait_for_function("() => /finished/.test(document.querySelector('.search-summary')?.textContent)")
    found = page.locator("ul.search li:has(> a[href$='#K-kendall'])")
    assert found.locator(".pc-in").inner_text().startswith("theorem, in 15.3.")
    assert "Replacing one record changes" in found.locator("p.context").inner_text()
    titles = page.locator("ul.search li > a").all_inner_texts()
    assert not [title for title in titles if " > " in title or "'" in title]


def test_of_a_question_only_what_it_is_about_is_looked_for(page: Page) -> None:
    """A word of every page decided which were found, and was marked on them."""
    asked = found(page, "what is the exponential mechanism?")
    page.locator("ul.search p.context").first.wait_for()
    marks = {mark.lower() for mark in page.locator("ul.search mark").all_inner_texts()}
    assert marks
    assert not [mark for mark in marks if not mark.startswith(("exponential", "mechanism"))], marks
    assert asked == found(page, "exponential mechanism")
    assert found(page, "how much"), "where there are only small words, they are looked for"


def test_a_letter_is_looked_for_whole(page: Page) -> None:
    found(page, "k")
    page.locator("ul.search p.context mark").first.wait_for()
    assert {mark.lower() for mark in page.locator("ul.search mark").all_inner_texts()} == {"k"}


def test_an_index_stands_below_the_line_and_is_copied_as_it_is_typed(page: Page) -> None:
    found(page, "sensitivity")
    page.locator("ul.search p.context sub").first.wait_for()
    assert not [
        text
        for text in page.locator("ul.search p.context").all_inner_texts()
        if re.search(r"[ε)] -(?:differentially )?private", text)
    ]
    sizes = page.locator("ul.search p.context .pc-sign").evaluate_all(
        "(all) => [...new Set(all.map((one) => getComputedStyle(one).fontSize))]"
    )
    assert sizes == ["0px"]


def test_of_the_glossary_one_entry_is_listed(page: Page) -> None:
    for query in ("privacy budget", "mechanism", "noise"):
        results = found(page, query)
        page.wait_for_timeout(300)
        results = found(page, query)
        assert sum("glossary.html" in place for place in results) <= 1, query
