"""The file of verdicts: written whole or not at all, read back the same, and stale for one reason at a time."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy

from privcausal.verify import Formula
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.claim import QUICK
from privcausal.verify.ledger import (
    Ledger,
    code_hash,
    make_row,
    path_of,
    read,
    show_number,
    stale,
    statement_hash,
    tex,
)
from tests.verify.toy import toy


def worst(m):
    return Extreme(Fraction(2, m), {"x": [Fraction(1, m)]}, cases=m)


CHECK = Exhaustive("all", ({"m": 2}, {"m": 3}), worst, ())
FOUR_OVER_M = Formula("4/m")
CLAIM = toy(CHECK, title="a title", statement="$«published»$", published=FOUR_OVER_M)


def row(claim=CLAIM):
    results = [(check, list(check.run(claim, QUICK, np.random.default_rng(0)))) for check in claim.checks]
    return make_row(claim, results)


@pytest.fixture
def ledger():
    return Ledger("quick", 7, {"T": row()})


def test_what_is_written_is_read_back(ledger, tmp_path):
    path = tmp_path / "deep" / "ledger.json"
    ledger.write(path)
    assert read(path) == ledger
    assert path.read_text(encoding="utf-8") == ledger.text()
    assert [file.name for file in path.parent.iterdir()] == ["ledger.json"]


def test_a_write_that_fails_leaves_the_old_file(ledger, tmp_path, monkeypatch):
    path = tmp_path / "ledger.json"
    ledger.write(path)
    before = path.read_bytes()

    def full(*arguments):
        raise OSError("no space")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="no space"):
        Ledger("quick", 8).write(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"effort": "q", "seed": 0, "rows": {"T": {"id": "T"}}}']
)
def test_a_file_that_is_no_ledger_is_named(content, tmp_path):
    path = tmp_path / "ledger.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=f"cannot read the ledger {path}"):
        read(path)


def test_evidence_is_summed_up_by_its_worst_finding():
    (entry,) = row().evidence
    assert (entry["cases"], entry["ratio"], entry["attained"], entry["bound"]) == (5, 0.5, "2/3", "4/3")
    assert entry["covered"] == [{"m": 2}, {"m": 3}]
    assert entry["witness"] == {"x": ["1/3"]}, "of equally bad worlds the larger one"
    assert json.dumps(entry)


def test_what_attains_the_bound_is_tight_when_it_is_proved():
    tight = replace(CLAIM, published=Formula("2/m"))
    assert row(tight).verdict == "open"
    assert (row(replace(tight, proof="p")).verdict, row(tight).ratio) == ("tight", 1.0)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"title": "another"}, "statement was edited"),
        ({"locator": "page 3"}, "statement was edited"),
        ({"published": Formula("5/m")}, "statement was edited"),
        ({"at": {"m": 5}}, "the code that the claim rests on was edited"),
        ({"subjects": (code_hash,)}, "the code that the claim rests on was edited"),
    ],
)
def test_a_row_is_stale_for_one_reason(ledger, changes, reason):
    results = stale(ledger, {"T": replace(CLAIM, **changes)})
    assert results == {} if reason is None else reason in results["T"]
    assert all(text.endswith("run: python -m privcausal verify T") for text in results.values())


def test_rows_and_claims_without_each_other(ledger):
    other = replace(CLAIM, id="U")
    results = stale(ledger, {"U": other})
    assert list(results) == ["T", "U"]
    assert "no claim of this name" in results["T"]
    assert "no row in the ledger" in results["U"]


def test_hashes_are_of_words_and_of_code():
    assert statement_hash(CLAIM) == statement_hash(replace(CLAIM, at={"m": 9}))
    assert code_hash(CLAIM) == code_hash(replace(CLAIM, title="another"))


def test_bounds_as_formulas_functions_and_docstrings():
    def branches(m):
        """$\\min(m, 3)$."""
        return min(m, 3)

    assert tex(Formula("4/m"), {"m": "n"}) == r"\frac{4}{n}"
    assert tex(lambda epsilon: sympy.sqrt(epsilon), {}) == r"\sqrt{\varepsilon}"
    assert tex(branches, {}) == r"\min(m, 3)"
    assert tex(None, {}) is None


def test_numbers_are_shown_exactly_or_to_seven_digits():
    assert [show_number(value) for value in (Fraction(2, 3), 7, 0.1 + 0.2, "words")] == [
        "2/3",
        "7",
        "0.3",
        "words",
    ]


def test_the_books_own_ledger_is_the_default(tmp_path):
    assert path_of(None).name == "ledger.json"
    assert path_of(str(tmp_path)) == tmp_path
