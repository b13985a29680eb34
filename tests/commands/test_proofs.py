"""Proofs for the kernel: what the command says without Coq, which not everybody has."""

import pytest

from privcausal.claims import select
from privcausal.commands import proofs


def test_stored_evidence_is_read_without_coq(printed, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert printed("proofs", "--stale") == "nothing is stale\n"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["Z-none"], "ID must be a claim with a proof in the kernel, and one of them is none"),
        ([], "coqc is not installed"),
    ],
)
def test_what_cannot_be_checked_is_refused_in_one_sentence(run, monkeypatch, asked, words):
    monkeypatch.setenv("PATH", "")
    status, out, error = run("proofs", *asked)
    assert (status, out) == (2, "")
    assert words in error


def test_the_command_says_what_is_stale_without_coq(monkeypatch, capsys):
    monkeypatch.setattr("privcausal.claims.load", lambda: select(["X-count"]))
    monkeypatch.setattr("privcausal.verify.kernel.checked.stale", lambda _: {})
    monkeypatch.setattr("privcausal.verify.kernel.goals.stale", lambda _: {})
    options = type("Options", (), {"ids": [], "stale": True, "jobs": 1})
    assert proofs.run(options) == 0
    assert "nothing is stale" in capsys.readouterr().out
    monkeypatch.setattr("privcausal.verify.kernel.goals.stale", lambda _: {"t": "t.v: stale"})
    assert proofs.run(options) == 1
    assert "t.v: stale" in capsys.readouterr().out
