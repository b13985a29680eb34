"""witness: every stored pair, computed again."""

import json

import pytest

from privcausal.verify import ledger as books


@pytest.mark.parametrize("name", books.read().rows)
def test_every_witness_replays(printed, name):
    out = printed("witness", name)
    assert name in out
    assert "NOT" not in out


def test_a_forged_witness_is_noticed(run, book):
    data = json.loads(book.read_text(encoding="utf-8"))
    for entry in data["rows"]["K-kendall"]["evidence"]:
        entry["attained"] = "1/99"
    book.write_text(json.dumps(data), encoding="utf-8")
    status, out, _ = run("witness", "K-kendall", "--ledger", str(book))
    assert status == 1
    assert "NOT the same" in out


def test_bad_input(refused, tmp_path):
    broken = tmp_path / "ledger.json"
    broken.write_text("{")
    assert "no claim has this ID" in refused("witness", "Z-none")
    assert "cannot read the ledger" in refused("witness", "K-kendall", "--ledger", broken)


def test_a_claim_without_a_row(refused, tmp_path):
    books.Ledger("quick", 0).write(tmp_path / "ledger.json")
    assert "ID must be a row of the ledger, and this is none yet" in refused(
        "witness", "K-kendall", "--ledger", tmp_path / "ledger.json"
    )
