"""The page for the board in a real browser: wide, narrow, light, dark, and on paper."""

import numpy as np
import pytest
from playwright.sync_api import Browser

from privcausal.report.page import page
from privcausal.report.study import Study
from privcausal.table.declaration import Categories
from tests.discoveries import discovery


def written(folder, names, matrix, untested):
    """The address of a page about this graph, each column of which has twenty categories."""
    result = discovery(names, matrix, tests=(28,), untested=untested, least=np.full(matrix.shape, 0.1))
    columns = dict.fromkeys(names, Categories(tuple(f"category {place}" for place in range(20))))
    file = folder / "study.html"
    file.write_text(page(result, Study("What causes what?", "data.csv", 500, columns)), encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def study(tmp_path):
    """Eight columns with long names, every standing among their pairs."""
    matrix = np.triu(np.random.default_rng(0).random((8, 8)) < 0.3, 1)
    untested = np.zeros((8, 8), dtype=bool)
    untested[6, 7] = untested[7, 6] = not matrix[6, 7]
    return written(
        tmp_path, [f"a rather long name of column {place}" for place in range(8)], matrix, untested
    )


@pytest.mark.parametrize("width", [1300, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_complains_of_nothing(browser: Browser, study, width, scheme):
    sheet = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    complaints, wanted = [], []
    sheet.on("console", lambda message: complaints.append(message.text))
    sheet.on("request", lambda request: wanted.append(request.url))
    sheet.goto(study)
    root = "document.documentElement"
    assert sheet.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), "nothing stands out to the side"
    dark = sheet.evaluate("getComputedStyle(document.body).backgroundColor").startswith("rgb(20,")
    assert dark == (scheme == "dark")
    smallest = sheet.evaluate(
        "Math.min(...[...document.querySelectorAll('svg text')].map(text => text.getBoundingClientRect().height))"
    )
    assert smallest > 10, "letters of the drawing can be read"
    assert (complaints, wanted) == ([], [study])
    sheet.close()


def test_paper_is_white_even_in_the_dark(browser: Browser, study):
    sheet = browser.new_page(color_scheme="dark")
    sheet.goto(study)
    sheet.emulate_media(media="print", color_scheme="dark")
    assert sheet.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    sheet.close()


def test_a_name_of_twelve_letters_stays_whole_on_a_phone(browser: Browser, tmp_path):
    matrix, none = np.array([[0, 1], [0, 0]], dtype=bool), np.zeros((2, 2), dtype=bool)
    file = written(tmp_path, ["Verweildauer", "Komplikation"], matrix, none)
    sheet = browser.new_page(viewport={"width": 390, "height": 900})
    sheet.goto(file)
    lines = """[...document.querySelectorAll('table:not(.pairs) tbody th')].map((head) => {
        const words = document.createRange();
        words.selectNodeContents(head);
        return words.getClientRects().length;
    })"""
    assert sheet.evaluate(lines) == [1, 1]
    sheet.close()
