"""study: what programs get is the answer's own object, with all that it rests on, and nothing of the records."""

import json
import math
import re

import numpy as np
import pytest

import privcausal
from privcausal.graphs.discovered import Discovery
from privcausal.pairs.direction import PrivateDirection
from privcausal.privacy.price import Price, Relation, Release
from privcausal.privacy.propose_test_release import REFUSED
from privcausal.report.study import Study, Told, cautions, described, promise, versions
from privcausal.table.declaration import Categories, Number
from privcausal.two_columns import Correlation, Direction

PRICE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
STUDY = Study(
    "Why?", "data.csv", 500, {"a": Categories(("0", "1")), "b": Number(), "c": ["x", "y"]}, warnings=("no",)
)
NONE = np.zeros((2, 2), dtype=bool)
ANSWERS = {
    "correlation": Correlation("a", "b", "kendall", 0.1, 0.01, -0.1, 0.3, PRICE),
    "direction": Direction("a", "b", PrivateDirection(Release((0.1, 0.2), PRICE), "x → y", 0.001, "both")),
    "refused": Direction("a", "b", PrivateDirection(Release(REFUSED, PRICE), "no answer", 0.001, "both")),
    "graph": Discovery(
        ["a", "b"], NONE, "once", PRICE, (1,), (), "it had enough", least=np.full((2, 2), np.inf)
    ),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_the_object_is_the_answers_own_and_more(kind):
    found = ANSWERS[kind]
    told = json.loads(Told(found, STUDY).to_json())
    own = json.loads(found.to_json())
    assert {name: told[name] for name in own} == own
    assert "\n".join(told["text"]) == str(found)
    assert told["spent"] == {"epsilon": 1.0, "delta": 1e-6, "relation": "substitution"}
    assert (told["records"], told["question"]) == (500, "Why?")
    assert told["warnings"][0] == "no"
    assert told["declared"]["b"]["range"] == [None, None]
    assert told["declared"]["c"] == {"values": ["x", "y"]}
    assert told["version"] == privcausal.__version__


def test_what_a_graph_says_against_itself():
    assert cautions(ANSWERS["graph"]) == ["stopped early: it had enough"]
    linear = Discovery(["a", "b"], np.triu(~NONE, 1), "once-linear", PRICE, (), ())
    assert cautions(linear) == [
        "the arrows take all noises to vary equally: in other units they may turn round"
    ]
    assert cautions(ANSWERS["correlation"]) == []


def test_the_code_has_a_name_that_follows_its_text(monkeypatch, tmp_path):
    from privcausal.verify import freshness

    here = versions()["code"]
    assert re.fullmatch("[0-9a-f]{16}", here)
    (tmp_path / "other.py").write_text("1")
    monkeypatch.setattr(freshness, "PACKAGE", tmp_path)
    assert versions()["code"] != here


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
    assert described(column) == words


def test_the_promise_in_words():
    assert "Nothing was asked" in promise(0.0, 0.0)[0]
    assert "protects no one" in promise(math.inf, 0.0)[0]
    assert "50 of 100" not in " ".join(promise(0.01, 0.0)), "the chance is rounded up"
    assert "51 of 100" in " ".join(promise(0.01, 0.0))
    assert "1 in 1,000,000" in promise(1.0, 1e-6)[0]
    assert "100 of 100" in " ".join(promise(5_000.0, 0.0))


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_the_guess_is_that_of_randomised_response(epsilon):
    """Its best guess is right with probability e^ε/(1 + e^ε): the promise must not say less."""
    right = 1 / (1 + math.exp(-epsilon))
    said = int(promise(epsilon, 0.0)[1].split(" of 100")[0].split()[-1])
    assert 100 * right <= said < 100 * right + 1
