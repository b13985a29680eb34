"""verify: nothing changed, something changed, interrupted, and bad options."""

import json
from dataclasses import replace

import pytest

from privcausal.claims import select
from privcausal.commands import INTERRUPTED
from privcausal.verify import ledger as books
from privcausal.verify import runner, seals
from privcausal.verify.freshness import key_of, stamp_of
from privcausal.verify.runner import Run, run_check


def test_verify_one_claim_and_find_nothing_changed(printed, book):
    out = printed("verify", "K-correct2", "--ledger", str(book))
    assert "K-correct2" in out
    assert "0 changed" in out
    assert book.read_bytes() == books.PATH.read_bytes()


def test_verify_restores_a_missing_row(run, book):
    data = json.loads(book.read_text(encoding="utf-8"))
    del data["rows"]["K-correct2"]
    book.write_text(json.dumps(data), encoding="utf-8")
    status, out, _ = run("verify", "K-correct2", "--ledger", str(book))
    assert status == 1
    assert "1 changed" in out
    assert book.read_bytes() == books.PATH.read_bytes()


def test_verify_reports_a_changed_verdict(run, book):
    text = book.read_text(encoding="utf-8")
    row = json.loads(text)["rows"]["K-correct2"]
    book.write_text(text.replace(f'"badge": "{row["badge"]}"', '"badge": "refuted"'), encoding="utf-8")
    status, out, _ = run("verify", "K-correct2", "--ledger", str(book))
    assert status == 1
    assert "was refuted" in out


def test_verify_says_that_a_check_tries_fewer_cases_than_before(run, book):
    """The verdict of a check without its body can be the same: the smallest case attains the bound."""
    data = json.loads(book.read_text(encoding="utf-8"))
    found = data["rows"]["K-correct2"]["evidence"][0]
    now = sum(part["cases"] for part in data["rows"]["K-correct2"]["evidence"])
    found["cases"] += 2_000
    book.write_text(json.dumps(data), encoding="utf-8")
    status, out, _ = run("verify", "K-correct2", "--ledger", str(book))
    assert status == 1
    assert f"was another statement or other evidence, of {now + 2_000:,} cases; now {now:,}" in out


def test_verify_of_another_effort_compares_and_leaves_the_file(printed, book):
    before = book.read_bytes()
    out = printed("verify", "K-correct2", "--ledger", str(book), "--effort", "0.02")
    assert "agrees" in out
    assert "left as it is" in out
    assert book.read_bytes() == before


def test_verify_prints_json(run, book):
    _, out, _ = run("verify", "K-correct2", "--ledger", str(book), "--json", "--seed", "1")
    assert json.loads(out)[0]["verdict"] == "holds"


def test_an_interrupted_run_keeps_what_was_found(run, tmp_path, monkeypatch):
    def stopped(claims, effort, **options):
        partial = Run(claims, interrupted=True)
        claim = claims["K-correct2"]
        for place in range(len(claim.checks)):
            task, findings = run_check(claim, place, effort, 0)
            partial.absorb(task, findings)
        return partial

    monkeypatch.setattr(runner, "verify", stopped)
    path = tmp_path / "fresh.json"
    status, out, _ = run("verify", "K-correct2", "K-kendall", "--ledger", str(path))
    assert status == INTERRUPTED
    assert "interrupted" in out
    assert list(books.read(path).rows) == ["K-correct2"]


def test_a_row_without_a_claim_is_dropped(run, book):
    text = book.read_text(encoding="utf-8")
    book.write_text(text.replace('"K-kendall": {\n   "id": "K-kendall"', '"Z-gone": {\n   "id": "Z-gone"'))
    assert "Z-gone" in books.read(book).rows
    run("verify", "K-correct2", "--ledger", book)
    assert books.read(book).rows.keys() == books.read().rows.keys() - {"K-kendall"}


def test_only_what_is_stale(run, printed, book):
    row = books.read().rows["K-correct2"]
    book.write_text(book.read_text(encoding="utf-8").replace(row.code_hash, "0" * 16), encoding="utf-8")
    status, out, _ = run("verify", "--stale", "--ledger", book)
    assert status == 1
    assert "K-correct2  " in out
    assert "1 of 1 claims verified, 1 changed" in out
    assert book.read_bytes() == books.PATH.read_bytes()
    assert key_of(books.read()) in stamp_of(book).read_text()
    out = printed("verify", "--stale", "--ledger", book)
    assert "0 of 0 claims verified" in out
    assert book.read_bytes() == books.PATH.read_bytes()


EDITS = {
    "half of its number": {"statement": "$«published»/2$"},
    "its proof": {"proof": "proof-spearman"},
}


@pytest.mark.parametrize("what", EDITS)
def test_a_claim_that_nobody_has_read_stops_verify(run, book, monkeypatch, what):
    """Half of the number in the statement of K-kendall was certified as tight."""
    claim, before = select(["K-kendall"])["K-kendall"], book.read_bytes()
    halved = claim.statement.replace("$«published»$", "$«published»/2$")
    assert halved != claim.statement
    edited = replace(
        claim, **{**EDITS[what], **({"statement": halved} if "statement" in EDITS[what] else {})}
    )
    monkeypatch.setattr("privcausal.claims.select", lambda ids: {"K-kendall": edited})
    status, out, err = run("verify", "K-kendall", "--ledger", str(book))
    assert status == 1
    assert "K-kendall: its words changed since the seal" in err
    assert "python -m privcausal verify K-kendall --seal" in err
    assert "tight" not in out
    assert book.read_bytes() == before


def test_a_claim_that_has_been_read_is_sealed(run, book, monkeypatch, tmp_path):
    monkeypatch.setattr("privcausal.verify.seals.PATH", tmp_path / "seals.json")
    assert run("verify", "K-correct2", "--ledger", str(book))[0] == 1
    assert run("verify", "K-correct2", "--ledger", str(book), "--seal")[0] == 0
    assert list(seals.read()) == ["K-correct2"]
    assert run("verify", "K-correct2", "--ledger", str(book))[0] == 0


BAD = {
    "--seal": "name those that you have read",
    "K-kendall --stale": "--stale chooses the claims itself",
    "K-kendal": "no claim has this ID; similar ones: K-kendall",
    "--effort -3": "positive number of minutes",
    "--effort hard": "quick, thorough or a positive number",
    "--jobs 0": "--jobs must be",
    "K-kendall --seed 3 --write --effort 0.001": "give no ID",
}


@pytest.mark.parametrize("words", BAD)
def test_bad_options(refused, words):
    assert BAD[words] in refused("verify", *words.split())
