"""A box about an experiment names the stored table, its seed and the command that makes it."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOX = re.compile(r":::\{admonition\} The experiment `([\w-]+)`\n:class: note\n(.*?)\n:::", re.DOTALL)
BOXES = [
    (path.stem, *box)
    for path in sorted((ROOT / "notebooks").glob("[0-9]*.py"))
    for box in BOX.findall(path.read_text(encoding="utf-8"))
]


def test_there_are_boxes():
    assert len(BOXES) >= 8


@pytest.mark.parametrize(("chapter", "name", "text"), BOXES, ids=lambda part: part[:30])
def test_a_box_is_about_a_stored_experiment(chapter, name, text):
    table = ROOT / f"book/_data/experiments/{name}.csv"
    assert f"`{table.relative_to(ROOT).as_posix()}`" in text, chapter
    note = json.loads(table.with_suffix(".json").read_text(encoding="utf-8"))
    assert f"`python -m privcausal experiments {name}" in text
    assert re.search(rf"[Ss]eed {note['seed']}\b", text)


@pytest.mark.parametrize(("chapter", "name", "text"), BOXES, ids=lambda part: part[:30])
def test_a_box_says_on_what_methods_were_tuned(chapter, name, text):
    assert name == "lifelike" or re.search(r"[Tt]uned|changed after", text), chapter
