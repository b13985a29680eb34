"""What Coq is given, and what its programs say of it."""

import shutil
import subprocess

import pytest

from privcausal.verify.kernel import compiling
from privcausal.verify.kernel.compiling import ProofError, Workshop
from privcausal.verify.kernel.scripts import scripts
from tests.verify.kernel.small_shop import needs_coq, shop


def test_without_coq_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(ProofError, match="apt-get install"):
        Workshop({}, scripts(), tmp_path).coq  # noqa: B018


def test_the_checker_must_list_axioms_that_are_allowed(monkeypatch, tmp_path):
    told = "* Axioms:\n    Coq.Logic.Classical_Prop.classic\n\n* Constants"
    run = subprocess.CompletedProcess([], 0, told, "")
    monkeypatch.setattr(Workshop, "run", lambda *_, **__: run)
    assert compiling.recheck(["claims.t"], Workshop({}, {}, tmp_path)) == ["Classical_Prop.classic"]
    run.stdout = "* Axioms:\n\n* Constants"
    with pytest.raises(ProofError, match="cannot be"):
        compiling.recheck(["claims.t"], Workshop({}, {}, tmp_path))


def test_a_compiled_file_is_at_hand_with_all_that_it_sees(tmp_path):
    opening = shop(tmp_path, "1 = 1.\nProof. lra. Qed.").opening("claims.t")
    assert opening[-1] == "From privcausal.claims Require Import t"
    assert "From privcausal.bounds Require Import t" in opening
    assert "Open Scope R_scope" in opening


@needs_coq
def test_a_file_is_compiled_once_and_again_after_an_edit(tmp_path):
    theorem = "X_count__published 2 = 1 / 2.\nProof. unfold X_count__published; {}. Qed."
    place = shop(tmp_path, theorem.format("lra"))
    assert place.compile_all(["claims.t", "definitions"], 2) == {}
    stamp = place.path("claims.t").with_suffix(".key")
    first = stamp.read_text()
    place.compile("claims.t")
    assert stamp.read_text() == first
    other = shop(tmp_path, theorem.format("field"))
    other.compile("claims.t")
    assert stamp.read_text() != first
    assert "claims.t" in shop(tmp_path, theorem.format("fail")).compile_all(["claims.t"], 1)["claims.t"]
