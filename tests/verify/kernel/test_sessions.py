"""One coqtop for each file: what is proved again, and how its answers are read."""

import pytest

from privcausal.verify.kernel.compiling import ProofError
from privcausal.verify.kernel.scripts import ProofScript, theorems_of
from privcausal.verify.kernel.sessions import Session, dependent, items, listed
from tests.verify.kernel.small_shop import INSTANCE, needs_coq, shop

TEXT = """From Coq Require Import Reals.
Open Scope R_scope.
Definition other (x : R) : R := x.
Inductive kind : Type := here : kind | there : R -> kind.
Ltac easily := unfold number; easy.
Lemma first : number = 1.
Proof. easily. Qed.
Lemma second : other 1 = 1.
Proof.
  - { easy. }
Qed.
Lemma third : number = number.
Proof. now rewrite first. Qed.
"""


def test_a_file_falls_into_items_and_only_what_depends_on_a_name_is_proved_again():
    script = ProofScript("t", TEXT)
    assert [sorted(item.names)[0] for item in items(script)] == [
        "other",
        "here",
        "easily",
        "first",
        "second",
        "third",
    ]
    assert [sorted(item.names) for item in dependent(script, ["number"])] == [
        ["easily"],
        ["first"],
        ["third"],
    ]
    assert [sorted(item.names) for item in dependent(script, ["other"])] == [["other"], ["second"]]
    assert dependent(script, ["absent"]) == []


def test_axioms_are_read_and_no_answer_is_refused():
    told = "Axioms:\nClassical_Prop.classic : forall P : Prop,\n  P \\/ ~ P\nMine.easy\n  : 0 = 1\n"
    assert listed(told) == {"Classical_Prop.classic", "Mine.easy"}
    with pytest.raises(ProofError, match="no answer"):
        listed("Error: nothing of this name")


@needs_coq
def test_theorems_are_read_out_and_strange_axioms_refused(tmp_path):
    theorem = "X_count__published 2 = 1 / 2.\nProof. unfold X_count__published; lra. Qed."
    place = shop(tmp_path / "good", theorem)
    with Session(place, "claims.t") as session:
        statements = {
            theorem.name: session.printed(theorem) for theorem in theorems_of("X-count", place.among)
        }
        axioms = session.axioms
    assert statements["X_count"] == "X_count__published 2 = 1 / 2"
    assert "ClassicalDedekindReals.sig_forall_dec" in axioms
    place = shop(tmp_path / "bad", "X_count__published 2 = 1 / 2.\nProof. exact (easy _). Qed.", INSTANCE,
                 "Axiom easy : forall P : Prop, P.\n")  # fmt: skip
    with (
        Session(place, "claims.t") as session,
        pytest.raises(ProofError, match=r"easy, which are not allowed"),
    ):
        session.axioms  # noqa: B018


@needs_coq
def test_a_session_says_what_coq_has_against_a_sentence(tmp_path):
    with Session(shop(tmp_path, "1 = 1.\nProof. lra. Qed."), "claims.t") as session:
        assert session.objection("Definition two := 2") == ""
        assert "Error" in session.objection("Definition two := nothing_of_this_name")
        with pytest.raises(ProofError, match="coqtop stopped"):
            session.ask("Quit")
