import json
import re
from pathlib import Path

import pytest

from privcausal.course.budget import PLAN, bill, plan
from privcausal.privacy.price import Price, Relation
from tests.refusals import refusals

SWAP = Relation.SUBSTITUTION
FOLDER = Path(__file__).parents[2] / "notebooks"
NUMBER = r"-?\d+(?:\.\d+)?"


def test_every_chapter_adds_to_one_bill(capsys):
    for chapter in range(1, 15):
        bill(chapter, *(Price(q.epsilon, q.delta, SWAP) for q in plan(chapter)))
    lines = capsys.readouterr().out.splitlines()
    assert "  2.00  " in lines[-1]  # as chapters 1 and 14 say
    assert [q.chapter for q in PLAN] == sorted(q.chapter for q in PLAN)


def test_answers_take_a_column(capsys):
    bill(14, *(Price(q.epsilon, q.delta, SWAP) for q in plan(14)), answers=True)
    lines = capsys.readouterr().out.splitlines()
    assert all(q.answer in line for q, line in zip(PLAN, lines[1:], strict=False))
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 79  # what a page shows without scrolling


def printed(chapter):
    """What the stored cells of a chapter print."""
    (path,) = FOLDER.glob(f"c{chapter:02d}_*.ipynb")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(output.get("text", "")) for cell in cells for output in cell.get("outputs", []))


def published(answer, text):
    """Whether each number of an answer is printed, with as many digits or more; or the words, if it has none."""
    numbers = re.findall(NUMBER, answer)
    values = [float(value) for value in re.findall(NUMBER, text)]
    digits = [len(number.partition(".")[2]) for number in numbers]
    rounded = [any(f"{v:.{d}f}" == n for v in values) for n, d in zip(numbers, digits, strict=True)]
    return all(rounded) if numbers else answer in text


@pytest.mark.parametrize("question", PLAN, ids=lambda question: question.words)
def test_each_answer_was_printed_by_its_chapter(question):
    text = "\n".join(line for line in printed(question.chapter).splitlines() if question.words not in line)
    assert published(question.answer, text)


@pytest.mark.parametrize(("answer", "text"), [("173 people", "172.4"), ("1.75 km", "1.8"), ("yes", "no")])
def test_an_answer_that_was_not_printed_is_not_published(answer, text):
    assert not published(answer, text)


test_what_was_not_planned_is_refused = refusals(
    lambda *prices: bill(1, *prices),
    (
        "must be those planned",
        (),
        (Price(0.2, 0.0, SWAP),),
        (Price(0.1, 1e-9, SWAP),),
        (Price(0.1, 0.0, SWAP),) * 2,
    ),
    ("under substitution", Price(0.1, 0.0, Relation.ADD_REMOVE)),
)
