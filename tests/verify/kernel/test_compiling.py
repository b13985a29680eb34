"""What Coq is given and how its answers are read; where Coq is installed, false and idle theorems are refused."""

import shutil
import subprocess
from fractions import Fraction

import pytest

from privcausal.claims import select
from privcausal.claims.executed import executed
from privcausal.commands import proofs
from privcausal.verify.kernel import compiling
from privcausal.verify.kernel.compiling import ProofError, Workshop, bolder, check, harmless, variants
from privcausal.verify.kernel.scripts import ProofScript, scripts, theorems_of

CLAIMS = select(["X-count"])
CLAIM = CLAIMS["X-count"]
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason=compiling.INSTALL)

HEAD = (
    "From Coq Require Import Reals Lra.\nFrom privcausal Require Import definitions.\nOpen Scope R_scope.\n"
)
INSTANCE = """
(** An instance. *)
Theorem X_count_instance : X_count__published 1 = 1.
Proof. unfold X_count__published; lra. Qed.
"""


def shop(tmp_path, theorem, rest=INSTANCE):
    files = {
        "definitions": ProofScript("definitions", "From Coq Require Import Reals Lra.\nOpen Scope R_scope.\n"
            "Definition whole (x : R) : Prop := exists k : Z, x = IZR k.\nLtac computes := lra.\n"),
        "claims.t": ProofScript("claims.t", f"{HEAD}(** In words. *)\nTheorem X_count : {theorem}\n{rest}"),
    }  # fmt: skip
    return Workshop(CLAIMS, files, tmp_path)


def test_each_number_has_a_bolder_variant_and_a_harmless_one():
    found = dict(variants(CLAIM, ["published"]))
    assert "published, 5% bolder" in found
    assert len(found) > 1
    assert bolder(CLAIM, "published").published(n=20) < CLAIM.published(n=20)
    assert harmless(CLAIM, "published").published(n=20) == CLAIM.published(n=20)


def test_a_theorem_that_holds_no_number_is_refused(tmp_path):
    place = shop(tmp_path, "1 = 1.\nProof. reflexivity. Qed.")
    with pytest.raises(ProofError, match="it speaks about none of the claim's numbers: X_count__published"):
        compiling.outcomes(CLAIM, theorems_of("X-count", place.among), place)


def test_a_theorem_without_an_instance_is_refused(tmp_path):
    place = shop(tmp_path, "X_count__published 2 = 1 / 2.\nProof. unfold X_count__published; lra. Qed.", "")
    with pytest.raises(ProofError, match="attained or has an instance"):
        compiling.outcomes(CLAIM, theorems_of("X-count", place.among), place)


def test_axioms_are_read_and_strange_ones_refused():
    theorem = theorems_of("K-kendall")[0]
    text = f"{theorem.name}\n     : 1 = 1\nAxioms:\nClassical_Prop.classic : forall P : Prop, P\n"
    assert compiling._answers([theorem], text) == ({theorem.name: "1 = 1"}, ["Classical_Prop.classic"])
    with pytest.raises(ProofError, match=r"Mine\.easy"):
        compiling._answers([theorem], text.replace("Classical_Prop.classic", "Mine.easy"))


def test_without_coq_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(ProofError, match="apt-get install"):
        Workshop({}, scripts(), tmp_path).coq  # noqa: B018


def test_the_checker_must_list_axioms_that_are_allowed(monkeypatch, tmp_path):
    told = "* Axioms:\n    Coq.Logic.Classical_Prop.classic\n\n* Constants"
    run = subprocess.CompletedProcess([], 0, told, "")
    monkeypatch.setattr(Workshop, "run", lambda *_: run)
    assert compiling.recheck(["claims.t"], Workshop({}, {}, tmp_path)) == ["Classical_Prop.classic"]
    run.stdout = "* Axioms:\n\n* Constants"
    with pytest.raises(ProofError, match="cannot be"):
        compiling.recheck(["claims.t"], Workshop({}, {}, tmp_path))


@needs_coq
def test_a_false_theorem_of_the_right_shape_is_refused(tmp_path):
    place = shop(tmp_path, "forall n, 1 <= n -> 1 / n < X_count__published n.\n"
                 "Proof. intros. unfold X_count__published. lra. Qed.")  # fmt: skip
    with pytest.raises(ProofError, match=r"claims\.t"):
        check(CLAIM, place)


@needs_coq
def test_a_true_theorem_that_does_not_hold_the_number_is_refused(tmp_path):
    place = shop(tmp_path, "forall n, X_count__published n = X_count__published n.\nProof. reflexivity. Qed.", """
(** An instance. *)
Theorem X_count_instance : 1 = 1.
Proof. lra. Qed.
""")  # fmt: skip
    with pytest.raises(ProofError, match="does not notice this: published, 5% bolder"):
        check(CLAIM, place)


@needs_coq
def test_the_definitions_compute_what_the_library_computes(tmp_path):
    place = Workshop({}, scripts(), tmp_path)
    compiling.execute(executed(), place)
    with pytest.raises(ProofError, match="the definitions and the library disagree"):
        compiling.execute([("size [1]", Fraction(2))], place)


def test_the_command_says_what_is_stale_without_coq(monkeypatch, capsys):
    monkeypatch.setattr("privcausal.claims.load", lambda: CLAIMS)
    monkeypatch.setattr("privcausal.verify.kernel.checked.stale", lambda _: {})
    monkeypatch.setattr("privcausal.verify.kernel.goals.stale", lambda _: {})
    options = type("Options", (), {"ids": [], "stale": True, "jobs": 1})
    assert proofs.run(options) == 0
    assert "nothing is stale" in capsys.readouterr().out
    monkeypatch.setattr("privcausal.verify.kernel.goals.stale", lambda _: {"t": "t.v: stale"})
    assert proofs.run(options) == 1
    assert "t.v: stale" in capsys.readouterr().out
