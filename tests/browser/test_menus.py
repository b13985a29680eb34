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
