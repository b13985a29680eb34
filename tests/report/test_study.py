"""study: what programs get is the answer's own object, with all that it rests on, and nothing of the records."""

import json
import re

import numpy as np
import pytest

import privcausal
from privcausal.pairs.private_direction import PrivateDirection
from privcausal.privacy.price import Price, Relation, Release
from privcausal.privacy.propose_test_release import REFUSED
from privcausal.report import study
from privcausal.table.declaration import Categories, Number
from privcausal.two_columns import Correlation, Direction
from tests.discoveries import discovery

PRICE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
STUDY = study.Study(
    "Why?", "data.csv", 500, {"a": Categories(("0", "1")), "b": Number(), "c": ["x", "y"]}, warnings=("no",)
)
NONE = np.zeros((2, 2), dtype=bool)
ANSWERS = {
    "correlation": Correlation("a", "b", "kendall", 0.1, 0.01, -0.1, 0.3, PRICE),
    "direction": Direction("a", "b", PrivateDirection(Release((0.1, 0.2), PRICE), "x → y", 0.001, "both")),
    "refused": Direction("a", "b", PrivateDirection(Release(REFUSED, PRICE), "no answer", 0.001, "both")),
    "graph": discovery("ab", NONE, tests=(1,), stop_reason="it had enough", least=np.full((2, 2), np.inf)),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_the_object_is_the_answers_own_and_more(kind):
    result = ANSWERS[kind]
    content = json.loads(study.AnswerWithContext(result, STUDY).to_json())
    own = json.loads(result.to_json())
    assert {name: content[name] for name in own} == own
    assert "\n".join(content["text"]) == str(result)
    assert content["spent"] == {"epsilon": 1.0, "delta": 1e-6, "relation": "substitution"}
    assert (content["records"], content["question"]) == (500, "Why?")
    assert content["warnings"][0] == "no"
    assert content["declared"]["b"]["range"] == [None, None]
    assert content["declared"]["c"] == {"values": ["x", "y"]}
    assert content["version"] == privcausal.__version__


def test_what_a_graph_says_against_itself():
    assert study.cautions(ANSWERS["graph"]) == ["stopped early: it had enough"]
    linear = discovery("ab", np.triu(~NONE, 1), "once-linear")
    assert study.cautions(linear) == [
        "the arrows take all noises to vary equally: in other units they can reverse",
        "columns whose mean is not 0 are joined even if independent: subtract a known centre first",
    ]
    assert study.cautions(ANSWERS["correlation"]) == []


def test_the_code_has_a_name_that_follows_its_text(monkeypatch, tmp_path):
    from privcausal.verify import freshness

    here = study.versions()["code"]
    assert re.fullmatch("[0-9a-f]{16}", here)
    (tmp_path / "other.py").write_text("1")
    monkeypatch.setattr(freshness, "PACKAGE", tmp_path)
    assert study.versions()["code"] != here


@pytest.mark.parametrize(
    ("column", "words"),
    [
        (
            Number(),
            "a number without declared range; a missing one counts as 0",
        ),
        (Number(0, 10, missing=3), "a number from 0 to 10; a missing one counts as 3"),
        (Categories(("a", "b"), missing="b"), "one of: a, b; all else and missing entries count as b"),
        (["a", "b"], "one of: a, b"),
        ([str(i) for i in range(14)], "one of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more"),
    ],
)
def test_declarations_in_words(column, words):
    assert study.describe_column(column) == words


def test_merged_spellings_are_said():
    words = study.describe_column(Categories({"yes": ["Ja", "ja"], "no": []}, missing="no"))
    assert words == "one of: yes (also Ja, ja), no; all else and missing entries count as no"


def test_a_heading_reaches_the_page_and_programs():
    headed = STUDY.headed("Sleep and pain", "To plan a trial.", "A. Person")
    content = json.loads(study.AnswerWithContext(ANSWERS["graph"], headed).to_json())
    assert (content["title"], content["purpose"], content["responsible"]) == (
        "Sleep and pain",
        "To plan a trial.",
        "A. Person",
    )
    assert "title" not in json.loads(study.AnswerWithContext(ANSWERS["graph"], STUDY).to_json())
