"""Proofs for the kernel: what the command says without Coq, which not everybody has."""

import pytest


def test_stored_evidence_is_read_without_coq(printed, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert printed("proofs", "--stale") == "nothing is stale\n"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["Z-none"], "ID must be a claim with a proof in the kernel, got Z-none"),
        ([], "there is no coqc here"),
    ],
)
def test_what_cannot_be_checked_is_refused_in_one_sentence(run, monkeypatch, asked, words):
    monkeypatch.setenv("PATH", "")
    status, out, error = run("proofs", *asked)
    assert (status, out) == (2, "")
    assert words in error
