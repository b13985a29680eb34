"""What is read off a proof without Coq, and what no proof may say."""

from dataclasses import replace

import pytest

from privcausal.claims import places, select
from privcausal.verify import Formula
from privcausal.verify.kernel import scripts
from privcausal.verify.kernel.printing import mangled
from privcausal.verify.kernel.scripts import ProofScript, owner, said, seal_part, shown, theorems_of, unfolded

KENDALL = select(["K-kendall"])["K-kendall"]
TEXT = """
(* a comment. Axiom. *)
From privcausal Require Import definitions sums.
Definition twice (x : R) : R := x + x.
(** It moves by at most this. Only: finitely many outputs. *)
Theorem K_kendall : forall m, twice m <= K_kendall__published m.
Proof. intros m. lra. Qed.
"""


def test_a_theorem_is_read_with_its_words():
    (theorem,) = ProofScript("claims.t", TEXT).theorems
    assert (theorem.name, theorem.statement) == ("K_kendall", "forall m, twice m <= K_kendall__published m")
    assert theorem.only == "finitely many outputs"
    assert not list(ProofScript("claims.t", TEXT).faults)


@pytest.mark.parametrize(
    "line",
    [
        "Axiom easy : forall x : R, x = 0.",
        "Parameter x : R.",
        "Lemma l : 1 = 2. Proof. admit. Admitted.",
        'Notation "x <= y" := True.',
        "Variable x : R.",
        "Unset Guard Checking.",
    ],
)
def test_no_proof_assumes_or_redefines(line):
    assert list(ProofScript("claims.t", TEXT + line).faults)


def test_the_statement_unfolds_to_the_formula_and_the_definitions():
    among = {"claims.t": ProofScript("claims.t", TEXT), "definitions": scripts.scripts()["definitions"]}
    (theorem,) = theorems_of("K-kendall", among)
    assert set(unfolded(theorem, KENDALL, among)) == {"twice", "K_kendall__published"}
    assert "4 / m" in said(KENDALL, among)
    for part in ("x + x", "twice m <=", "at most this"):
        other = {
            **among,
            "claims.t": ProofScript("claims.t", TEXT.replace(part, part.replace("m", "m m") + " x")),
        }
        assert said(KENDALL, other) != said(KENDALL, among)
    assert said(replace(KENDALL, published=Formula("5/m")), among) != said(KENDALL, among)


def test_every_theorem_bears_the_name_of_a_claim_and_says_what_it_says():
    names = {mangled(name) for name in places()}
    for source in scripts.scripts().values():
        assert not list(source.faults)
        for theorem in source.theorems:
            assert owner(theorem.name) in names, theorem.name
            assert theorem.told, theorem.name


def test_the_definitions_are_few():
    lines = (scripts.SHARED / "definitions.v").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 400


def test_a_reader_sees_the_statement_with_its_definitions():
    text = shown(KENDALL, {"K_kendall": "forall l : list (R * R), as Coq prints it"})
    assert "as Coq prints it" in text
    assert "Definition K_kendall__published" in text
    assert "Inductive neighbours" in text


def test_a_claim_without_a_proof_has_no_part_in_a_seal():
    assert seal_part(replace(KENDALL, id="K-unproved")) is None
    assert seal_part(KENDALL) is not None
