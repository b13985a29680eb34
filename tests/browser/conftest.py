"""One browser for all tests of this folder, and a page for those that ask for nothing special."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

INDEX = Path(__file__).parents[2] / "_build" / "html" / "index.html"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
QUIET = ["background-networking", "component-update", "sync"]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += [f"--disable-{what}" for what in QUIET]

MINUTES = os.environ.get("BROWSER_MINUTES", "inf")
"""After so many minutes the tests that are left are skipped, and counted so: CI stops a run that is too long."""
LATE = time.monotonic() + 60 * float(MINUTES)


def pytest_runtest_setup() -> None:
    if time.monotonic() > LATE:
        pytest.skip(f"not looked at: {MINUTES} minutes were over")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert INDEX.exists(), "the book is not built; run: make book"
    assert Path(CHROMIUM).exists(), f"no browser at {CHROMIUM}; install Chromium or set CHROMIUM to one"
    with sync_playwright() as playwright:
        result = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield result
        result.close()


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page as on a desk, with the network off; a test that wants another width sets it."""
    context = browser.new_context(viewport={"width": 1300, "height": 900}, offline=True)
    context.set_default_timeout(180_000)
    yield context.new_page()
    context.close()
