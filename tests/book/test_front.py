"""The pictures of the README are those of the present ledger."""

import pytest

from book._ext.front import FOLDER, README, SOURCES, VERDICTS, answer, badges, drawings, picture
from book._ext.markup import IN_SHORT
from privcausal.verify.ledger import read

ROWS = read().rows


@pytest.mark.parametrize("name", ["claims.svg", "badges.svg", "answer.svg"])
def test_a_drawing_is_current(name):
    assert (FOLDER / name).read_text(encoding="utf-8") == drawings()[name], "run: python -m book._ext.front"


def test_every_source_and_verdict_has_its_place():
    assert {row.source.removesuffix("-code") for row in ROWS.values()} == set(SOURCES)
    assert {row.verdict for row in ROWS.values()} <= set(VERDICTS)
    assert list(IN_SHORT) == list(VERDICTS)


def test_the_front_page_says_the_effect_that_the_simulation_of_the_readme_has():
    readme = README.read_text(encoding="utf-8")
    page = (FOLDER.parents[1] / "index.md").read_text(encoding="utf-8")
    assert "true: −7" in answer(readme)
    assert "The true change is −7 percentage points" in page
    assert "true: −9" in answer(readme.replace("- 0.07 * drug", "- 0.09 * drug"))


def test_a_changed_ledger_changes_them():
    fewer = dict(list(ROWS.items())[1:])
    assert picture(fewer) != picture(ROWS)
    assert badges(fewer) != badges(ROWS)
