"""study: what programs get is the answer's own object, with all that it rests on, and nothing of the records."""

import json
import math
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
        "the arrows take all noises to vary equally: in other units they may turn round"
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
            "a number without declared range, of which only the rank counts; a missing one counts as 0",
        ),
        (Number(0, 10, missing=3), "a number from 0 to 10; a missing one counts as 3"),
        (Categories(("a", "b"), missing="b"), "one of: a, b; all else counts as b"),
        (["a", "b"], "one of: a, b"),
        ([str(i) for i in range(14)], "one of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more"),
    ],
)
def test_declarations_in_words(column, words):
    assert study.describe_column(column) == words


def test_merged_spellings_are_said():
    words = study.describe_column(Categories({"yes": ["Ja", "ja"], "no": []}, missing="no"))
    assert words == "one of: yes (also Ja, ja), no; all else counts as no"


def test_the_promise_in_words():
    assert "Nothing was asked" in study.guarantee_text(0.0, 0.0)[0]
    assert "protects no one" in study.guarantee_text(math.inf, 0.0)[0]
    assert "50 of 100" not in " ".join(study.guarantee_text(0.01, 0.0)), "the chance is rounded up"
    assert "51 of 100" in " ".join(study.guarantee_text(0.01, 0.0))
    assert "1 in 1,000,000" in study.guarantee_text(1.0, 1e-6)[0]
    assert "1 in 333,333 " in study.guarantee_text(1.0, 3e-6)[0], "and so is this one"
    assert "1 in 599,998 " in study.guarantee_text(1.0, 1.66667e-6)[0]
    assert "at most 3.01 times" in study.guarantee_text(1.1, 0.0)[0], "e^1.1 is 3.004"
    assert "100 of 100" in " ".join(study.guarantee_text(5_000.0, 0.0))


def test_the_promise_to_one_half_says_that_it_is_one():
    """An ε of 0.1 sounded like 1.11 times for everyone, when it was nothing at all for every second person."""
    first, odds, guess, _ = study.guarantee_text(0.1, 0.5, half=True)
    assert first.startswith("Only one half of the people is protected. Chance decided who is in it")
    assert "1.11 times" in odds
    assert "but for a chance of 50% that more is told" in odds
    assert "77 of 100" in guess, "(e^0.1 + 1/2)/(1 + e^0.1)"
    assert "chance of 51%" in study.guarantee_text(0.1, 0.5001)[0], "rounded up"


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_the_guess_is_that_of_randomised_response(epsilon):
    """Its best guess is right with probability e^ε/(1 + e^ε): the promise must not say less."""
    right = 1 / (1 + math.exp(-epsilon))
    reported = int(study.guarantee_text(epsilon, 0.0)[1].split(" of 100")[0].split()[-1])
    assert 100 * right <= reported < 100 * right + 1
