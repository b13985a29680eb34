"""Terms of the definitions, which Coq computes: each must be the number that the library computes."""

from collections.abc import Iterable
from fractions import Fraction

from privcausal.verify.kernel.compiling import ProofError, Workshop, complaint

EXECUTES = """From Coq Require Import Reals List Lra.
From privcausal Require Import definitions.
{files}
Import ListNotations.
Open Scope R_scope.
(* The exponential of a logarithm, of its negative, or of nothing. *)
Ltac powers := repeat match goal with |- context [exp ?x] => first
  [ replace x with 0 by lra; rewrite exp_0
  | replace x with (ln 2) by lra; rewrite (exp_ln 2) by lra | replace x with (ln 3) by lra; rewrite (exp_ln 3) by lra
  | replace x with (ln 4) by lra; rewrite (exp_ln 4) by lra
  | replace x with (- ln 2) by lra; rewrite exp_Ropp, (exp_ln 2) by lra ]
  end.
Ltac executes :=
  pose proof ln_lt_2;
  cbv -[Rplus Rmult Ropp Rinv Rminus Rdiv Rlt Rle Rlt_dec Rle_dec Rcase_abs exp ln IZR];
  repeat (first [destruct (Rlt_dec _ _) | destruct (Rle_dec _ _) | destruct (Rcase_abs _)]; try (exfalso; lra));
  powers; field_simplify; lra.
"""


def executing(values: Iterable[tuple[str, Fraction]], files: Iterable[str] = ()) -> str:
    """Goals: terms of the definitions have these values, and no others.

    >>> executing([("size [1]", Fraction(1))]).splitlines()[-2:]
    ['Goal size [1] = (1 / 1). Proof. executes. Qed.', 'Goal size [1] = (8 / 7). Proof. Fail executes. Abort.']
    """
    places = (file.rpartition(".") for file in files)
    lines = [
        EXECUTES.format(
            files="\n".join(f"From privcausal.{folder} Require {name}." for folder, _, name in places)
        )
    ]
    for text, value in values:
        wrong = value + Fraction(1, 7)
        lines.append(f"Goal {text} = ({value.numerator} / {value.denominator}). Proof. executes. Qed.")
        lines.append(f"Goal {text} = ({wrong.numerator} / {wrong.denominator}). Proof. Fail executes. Abort.")
    return "\n".join(lines) + "\n"


def execute(values: Iterable[tuple[str, Fraction]], shop: Workshop, files: Iterable[str] = ()) -> None:
    """Have Coq compute what the library computed, and find each wrong value out."""
    needed = list(files)
    for name in ["definitions", *needed]:
        shop.compile(name)
    file = shop.folder / "executed.v"
    file.write_text(executing(values, needed), encoding="utf-8")
    result = shop.coqc(file)
    if result.returncode:
        raise ProofError(f"the definitions and the library disagree: {complaint(result)}")
