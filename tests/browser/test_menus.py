"""The buttons above a page: each that is in sight opens what it says, on a phone and on a wide screen."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

HTML = Path(__file__).parents[2] / "_build" / "html"
PAGE = (HTML / "notebooks" / "c01_two_evenings.html").as_uri()


@pytest.mark.parametrize("side", ["primary", "secondary"])
def test_a_button_opens_the_menu_of_its_side_on_a_phone(browser: Browser, side: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(PAGE)
    page.locator(f".bd-header-article .{side}-toggle").click()
    menu = page.locator(f"#pst-{side}-sidebar-modal")
    menu.wait_for(state="visible")
    assert menu.locator("a.nav-link, a.internal").first.is_visible()
    page.close()


def test_a_button_folds_the_sidebar_on_a_wide_screen(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto(PAGE)
    assert page.locator("#pst-primary-sidebar").is_visible()
    page.locator(".bd-header-article .primary-toggle").click()
    page.locator("#pst-primary-sidebar").wait_for(state="hidden")
    page.close()


def test_no_link_covers_the_controls_of_a_figure_on_a_phone(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(PAGE)
    page.mouse.wheel(0, 4000)
    page.wait_for_timeout(300)
    page.mouse.wheel(0, -300)  # the theme shows its link when somebody scrolls up
    page.wait_for_timeout(300)
    assert not page.locator("#pst-back-to-top").is_visible()
    page.close()


def test_the_contents_show_the_page_that_a_link_leads_to(browser: Browser) -> None:
    """The theme restores where the contents stood on the page before."""
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto(PAGE)
    page.goto((HTML / "notebooks" / "33_four_private_pcs.html").as_uri())
    here = page.locator(".bd-sidebar-primary .active > a").last
    page.wait_for_function(
        """() => {
            const box = [...document.querySelectorAll('.bd-sidebar-primary .active > a')].pop().getBoundingClientRect();
            return box.top > 0 && box.bottom < innerHeight;
        }"""
    )
    assert here.is_visible()
    page.close()


def test_the_section_that_is_read_is_marked_for_ears_and_stays_in_sight(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto((HTML / "notebooks" / "c14_ask_once.html").as_uri())
    page.mouse.move(700, 450)  # in its corner the wheel would turn the contents, and not the page
    page.mouse.wheel(0, 20_000)
    marked = page.locator(".pc-sections a[aria-current=location]")
    page.wait_for_function(
        """() => {
            const box = document.querySelector('.pc-sections a[aria-current=location]')?.getBoundingClientRect();
            return box && box.top > 0 && box.bottom < innerHeight;
        }"""
    )
    assert marked.count() == 1
    assert marked.inner_text() == page.locator(".pc-sections a").last.inner_text()
    page.close()


def test_each_button_of_a_solution_says_which_it_is(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto((HTML / "notebooks" / "c01_two_evenings.html").as_uri())
    buttons = page.locator(".toggle-button")
    names = buttons.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert len(set(names)) == len(names) > 0
    assert all(name.startswith("show: Solution") for name in names), names
    buttons.first.click()
    page.wait_for_function(
        "() => document.querySelector('.toggle-button').getAttribute('aria-label').startsWith('hide')"
    )
    page.close()


def test_one_can_search_from_anywhere_and_the_front_page_begins_at_its_top(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto((HTML / "book" / "ledger.html").as_uri())
    field = page.locator(".bd-sidebar-primary .search-button-field")
    page.wait_for_function("() => document.querySelector('.bd-sidebar-primary').scrollTop > 200")
    box = field.bounding_box()
    assert box
    assert 0 <= box["y"] <= 90
    name = page.locator(".bd-sidebar-primary .navbar-brand").bounding_box()
    assert name
    assert 0 <= name["y"] < box["y"], "and one sees which book it is"
    assert field.evaluate(
        """(field) => {
            const box = field.getBoundingClientRect();
            return field.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
        }"""
    )
    page.goto((HTML / "book" / "index.html").as_uri())
    page.wait_for_function("() => document.querySelector('.bd-sidebar-primary').scrollTop === 0")
    page.close()


@pytest.mark.parametrize("width", [1000, 1300])
def test_sections_are_smaller_than_the_chapter_that_they_belong_to(browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(PAGE)
    sizes = [
        page.locator(what).first.evaluate("(link) => parseFloat(getComputedStyle(link).fontSize)")
        for what in (".bd-sidebar-primary .toctree-l1 > a", ".bd-sidebar-primary .pc-sections a")
    ]
    assert sizes[1] < sizes[0]
    page.close()


def test_buttons_have_names_in_the_words_of_the_book(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto(PAGE)
    titles = page.locator("[title], [data-bs-title], [aria-label]").evaluate_all(
        "(all) => all.flatMap((one) => [one.title, one.dataset.bsTitle, one.dataset.bsOriginalTitle, one.ariaLabel])"
    )
    assert not [title for title in titles if title and ("sidebar" in title or "Color" in title)]
    page.close()


TOUCHED = """() => [...document.querySelectorAll(`.pc-explorer-controls :is(button, label, input[type=range]),
    .pc-quiz :is(button, label), .pc-tools :is(button, input)`)]
  .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 2 && box.height > 2 && box.height < 43.9).map(([name, box]) => [name, box.height])"""


@pytest.mark.parametrize("name", ["notebooks/c09_cause", "notebooks/c12_graphs", "book/ledger", "book/index"])
def test_what_a_finger_touches_is_as_tall_as_a_finger(browser: Browser, name: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, offline=True
    )
    page = context.new_page()
    page.goto((HTML / f"{name}.html").as_uri())
    page.wait_for_timeout(300)
    assert page.evaluate(TOUCHED) == []
    context.close()


def test_a_table_that_goes_on_beyond_a_phone_says_so(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((HTML / "notebooks" / "50_discrete_columns_compared.html").as_uri())
    page.wait_for_function("() => document.querySelector('.pc-swipe')")
    said = page.evaluate(
        """() => [...document.querySelectorAll('.output.text_html:has(table.dataframe)')]
            .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
            .map((box) => box.previousElementSibling?.textContent)"""
    )
    assert len(said) > 5
    assert all("more column" in (words or "") for words in said), said
    page.goto((HTML / "notebooks" / "c12_graphs.html").as_uri())
    fitting = page.locator("table.dataframe:not(.pc-moves) th").first
    assert fitting.evaluate("(head) => getComputedStyle(head).boxShadow") == "none", (
        "no rule cuts a table that fits"
    )
    page.close()


@pytest.mark.parametrize("name", ["notebooks/22_rank_correlations", "notebooks/c12_graphs", "book/ledger"])
def test_no_entry_of_the_contents_is_cut_by_the_search_above_it(browser: Browser, name: str) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto((HTML / f"{name}.html").as_uri())
    page.wait_for_timeout(300)
    cut = page.evaluate(
        """() => {
            const bar = document.querySelector('.bd-sidebar-primary');
            const edge = bar.querySelector('.sidebar-primary-item:nth-child(2)').getBoundingClientRect().bottom;
            return [...bar.querySelectorAll('li > a')].filter((one) => {
                const box = one.getBoundingClientRect();
                return box.top < edge - 1 && box.bottom > edge + 1;
            }).map((one) => one.textContent.trim());
        }"""
    )
    assert cut == []
    page.close()


def test_an_open_search_names_the_key_that_starts_it(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.goto(PAGE)
    page.keyboard.press("Control+k")
    assert page.locator("#pst-search-dialog kbd:visible").all_inner_texts() == ["Enter"]
    page.close()


@pytest.mark.parametrize(("width", "height"), [(844, 390), (820, 1100)])
def test_the_buttons_above_a_page_stand_on_the_axes_of_its_text(
    browser: Browser, width: int, height: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(PAGE)
    sides = page.evaluate(
        """() => ['.bd-article h1', '.bd-header-article .primary-toggle', '.bd-header-article .secondary-toggle']
            .map((part) => {
                const one = document.querySelector(part), { paddingLeft, paddingRight } = getComputedStyle(one);
                const box = one.getBoundingClientRect();
                return [box.left + parseFloat(paddingLeft), box.right - parseFloat(paddingRight)];
            })"""
    )
    assert sides[1][0] == pytest.approx(sides[0][0], abs=2)
    assert sides[2][1] == pytest.approx(sides[0][1], abs=2)
    page.close()


@pytest.mark.parametrize("width", [1000, 1024, 1100, 1300])
def test_the_title_in_the_contents_lies_on_no_search(browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(PAGE)
    menu = page.locator(".bd-sidebar-primary")
    title, search = (
        menu.locator(f"{part}:visible").first for part in (".navbar-brand", "[class*=search-button]")
    )
    above, below = title.bounding_box(), search.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    page.close()


@pytest.mark.parametrize("width", [1100, 1440, 1920])
def test_the_contents_of_the_front_page_open_over_its_ground(browser: Browser, width: int) -> None:
    """The ground of the head lay on them: names were cut after twelve letters, and on a wide screen all were hidden."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto((HTML / "book" / "index.html").as_uri())
    page.locator(".primary-toggle:visible").first.click()
    page.wait_for_function(
        """() => {
            const all = [...document.querySelectorAll('.bd-sidebar-primary li > a')];
            const links = all.filter((link) => link.checkVisibility());
            const seen = (link) => {
                const { left, right, top, bottom } = link.getBoundingClientRect();
                const y = (top + bottom) / 2;
                return [left + 4, right - 4].every((x) => link.contains(document.elementFromPoint(x, y)));
            };
            return links.length > 14 && links.slice(0, 14).every(seen);
        }""",
        timeout=20_000,
    )
    page.close()
