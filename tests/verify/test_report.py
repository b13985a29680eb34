"""The ledger in a terminal: columns in line, the worst witness, and a replay that says when it is not the same."""

import json
from fractions import Fraction

import pytest

from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.ledger import Row
from privcausal.verify.report import bar, named, replay, revive, show, table, witness_text, worst_evidence
from tests.verify.toy import toy


def entry(check="all", ratio=0.5, outcome="within", witness=None, **more):
    base = {"check": check, "kind": "exhaustive", "target": "published", "outcome": outcome, "parameters": {"m": 3},
            "attained": "2/3", "bound": "4/3", "ratio": ratio, "cases": 1_000, "witness": witness}  # fmt: skip
    return {**base, **more}


def row(*evidence, name="T", **more):
    base = dict.fromkeys(Row.__dataclass_fields__, "")
    return Row(
        **{
            **base,
            "id": name,
            "badge": "tight",
            "ratio": 0.5,
            "our_ratio": None,
            "rests_on": {},
            "evidence": list(evidence),
            **more,
        }
    )


def test_columns_stand_in_line():
    lines = table(
        [row(entry(), name="A"), row(entry(), name="LONG-NAME", ratio=None)], {"A": "new"}
    ).splitlines()
    assert len({line.index("exhaustive") for line in lines[1:]}) == 1
    assert lines[1].endswith("1,000 cases  new")
    assert not any(line != line.rstrip() for line in lines)


def test_a_check_of_both_bounds_is_counted_once():
    both = row(entry(), entry(target="ours"), entry(check="other", cases=7))
    assert "1,007 cases" in table([both], {})


def test_as_json_it_is_all_there(capsys):
    show([row(entry())], {"T": "changed"}, as_json=True)
    (shown,) = json.loads(capsys.readouterr().out)
    assert (shown["id"], shown["note"], shown["evidence"][0]["cases"]) == ("T", "changed", 1_000)


@pytest.mark.parametrize(
    ("ratio", "blocks"),
    [
        (None, ""),
        (0, "·" * 10),
        (0.04, "·" * 10),
        (1, "█" * 10),
        (1 + 1e-12, "█" * 10),
        (1.1, "█" * 10 + "!"),
        (30, "█" * 10 + "!"),
    ],
)
def test_bars(ratio, blocks):
    assert bar(ratio) == blocks


def test_the_worst_witness_is_the_broken_one_then_the_closest_then_the_later():
    close, closer = entry("a", 0.5, witness=[1]), entry("b", 0.9, witness=[2])
    broken, silent = entry("c", 0.1, "violated", witness=[3]), entry("d", 1.0)
    assert worst_evidence(row(close, closer, silent)) is closer
    assert worst_evidence(row(broken, closer)) is broken
    assert worst_evidence(row(close, again := entry("e", 0.5, witness=[4]))) is again
    assert worst_evidence(row(silent)) is None
    assert worst_evidence(row(entry("f", None, "violated", witness=[5]), broken))["check"] == "f"
    assert worst_evidence(row(entry("g", None, witness=[6]))) is None


@pytest.mark.parametrize("value", [{"p": [Fraction(1, 3), 2, "words", "1/x"]}, [[Fraction(-2)], 0.5], True])
def test_what_the_ledger_keeps_is_revived(value):
    def stored(item):
        if isinstance(item, dict):
            return {name: stored(part) for name, part in item.items()}
        if isinstance(item, list):
            return [stored(part) for part in item]
        return str(item) if isinstance(item, Fraction) else item

    assert revive(json.loads(json.dumps(stored(value)))) == value


def test_a_replay_is_computed_anew():
    def again(witness, m):
        return witness["x"] * m

    def check(**options):
        return Exhaustive("all", ({"m": 3},), lambda m: Extreme(1, {}, 1), (), **options)

    def claim(check):
        return toy(check, published="4/m")

    stored = entry(witness={"x": "2/9"})
    assert replay(claim(check(replay=again)), stored) == "2/3"
    assert replay(claim(check()), stored) is None
    assert replay(claim(check(replay=again)), {**stored, "check": "renamed"}) is None


def test_a_witness_says_whether_the_replay_agrees():
    held = entry(witness={"before": [1, 2], "after": [1, [3]]})
    assert "replayed 2/3: the same" in witness_text(row(held), held, "2/3")
    assert "replayed 1/3: NOT the same" in witness_text(row(held), held, "1/3")
    text = witness_text(row(held), held, None)
    assert "keeps no pair to replay" in text
    assert "  before    1   2" in text
    assert "at m = 3" in text
    assert " at m = " not in witness_text(row(held), {**held, "parameters": {}}, None)


def test_lists_are_numbered():
    assert named(["a", "b"]) == [("1", "a"), ("2", "b")]
