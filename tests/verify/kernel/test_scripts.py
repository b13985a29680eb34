"""What is read off a proof without Coq, and what no proof may say."""

from dataclasses import replace

import pytest

from privcausal.claims import load, places, select
from privcausal.verify import Formula
from privcausal.verify.kernel import scripts
from privcausal.verify.kernel.printing import mangled
from privcausal.verify.kernel.scripts import (
    ProofScript,
    for_reader,
    kernel_question,
    owner,
    reaches,
    seal_part,
    theorems_of,
    unfolded,
)

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
        "Lemma l : True. Proof. Unset Guard Checking. exact I. Qed.",
        "Lemma l : True. Proof. Notation easy := I. exact I. Qed.",
        "Lemma l : True. Proof. Hypothesis h : 1 = 2. exact I. Qed.",
        "Lemma l : True. Proof. Variables x y : R. exact I. Qed.",
    ],
)
def test_no_proof_assumes_or_redefines(line):
    assert list(ProofScript("claims.t", TEXT + line).faults)


def test_the_statement_unfolds_to_the_formula_and_the_definitions():
    among = {"claims.t": ProofScript("claims.t", TEXT), "definitions": scripts.scripts()["definitions"]}
    (theorem,) = theorems_of("K-kendall", among)
    assert set(unfolded(theorem, KENDALL, among)) == {"twice", "K_kendall__published"}
    assert "4 / m" in kernel_question(KENDALL, among)
    for part in ("x + x", "twice m <=", "at most this"):
        other = {
            **among,
            "claims.t": ProofScript("claims.t", TEXT.replace(part, part.replace("m", "m m") + " x")),
        }
        assert kernel_question(KENDALL, other) != kernel_question(KENDALL, among)
    assert kernel_question(replace(KENDALL, published=Formula("5/m")), among) != kernel_question(
        KENDALL, among
    )


def test_every_theorem_bears_the_name_of_a_claim_and_says_what_it_says():
    names = {mangled(name) for name in places()}
    for source in scripts.scripts().values():
        assert not list(source.faults)
        for theorem in source.theorems:
            assert owner(theorem.name) in names, theorem.name
            assert theorem.words, theorem.name


def test_the_definitions_are_few():
    lines = (scripts.SHARED / "definitions.v").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 400


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("forall x, 0 < x -> Rabs (f x - f 0) = N x", True),
        ("forall x, exists p, p = exp (N x) * f x + 1", True),
        ("forall x, A -> N x x = M x /\\ B", True),
        ("forall x, f x <= f 0 + N", True),
        ("forall x less : R, 0 < x -> less < N x -> ~ f less", True),
        ("forall x, kept N x = M x", False),
        ("forall x, paid (fun i => N (INR i)) = 3", False),
        ("forall x, N x <= x -> f x = M x", False),
        ("forall x, M_N x = x", False),
    ],
)
def test_a_number_is_reached_where_it_is_a_side_of_the_conclusion(statement, found):
    assert reaches(statement, "N") is found


COUNTED = {
    "B-useful-once": "its words number the outputs",
    "C-threshold": "its words draw an order of finitely many pairs",
    "X-useful": "its words list the outputs",
}
"""Claims about any list of outcomes whose own words leave no other possibility."""


def test_a_theorem_on_a_list_of_outcomes_says_that_they_are_finitely_many():
    for name in load():
        proving = [theorem for theorem in theorems_of(name) if theorem.role(name) == "proved"]
        if name not in COUNTED and any("list O" in theorem.statement for theorem in proving):
            assert "finit" in " ".join(theorem.only for theorem in proving), name


def test_a_reader_sees_the_statement_with_its_definitions():
    text = for_reader(KENDALL, {"K_kendall": "forall l : list (R * R), as Coq prints it"})
    assert "as Coq prints it" in text
    assert "Definition K_kendall__published" in text
    assert "Inductive neighbours" in text


def test_a_claim_without_a_proof_has_no_part_in_a_seal():
    assert seal_part(replace(KENDALL, id="K-unproved")) is None
    assert seal_part(KENDALL) is not None
