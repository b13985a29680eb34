"""What is evidence and what is none: false, idle and empty theorems are refused."""

import pytest

from privcausal.verify.kernel import judging
from privcausal.verify.kernel.compiling import ProofError
from privcausal.verify.kernel.judging import check, check_all
from privcausal.verify.kernel.scripts import theorems_of
from tests.verify.kernel.small_shop import CLAIM, CLAIMS, IDLE, needs_coq, shop


def test_a_theorem_that_holds_no_number_is_refused(tmp_path):
    place = shop(tmp_path, "1 = 1.\nProof. reflexivity. Qed.")
    with pytest.raises(ProofError, match="it speaks about none of the claim's numbers: X_count__published"):
        judging.outcomes(CLAIM, theorems_of("X-count", place.among), place)


def test_a_theorem_without_an_instance_is_refused(tmp_path):
    place = shop(tmp_path, "X_count__published 2 = 1 / 2.\nProof. unfold X_count__published; lra. Qed.", "")
    with pytest.raises(ProofError, match="attained or has an instance"):
        judging.outcomes(CLAIM, theorems_of("X-count", place.among), place)


def test_a_number_that_is_only_an_argument_of_the_attained_theorem_is_not_attained(tmp_path):
    bound = "X_count__published 2 <= 1 / 2.\nProof. unfold X_count__published; lra. Qed."
    rest = "(** Reached. *)\nTheorem X_count_attained : {}.\nProof. unfold X_count__published; lra. Qed."
    for told, outcome in (
        ("Rabs X_count__published = 1 / 2", "proved"),
        ("1 / 2 = X_count__published 2", "attained"),
    ):
        place = shop(tmp_path, bound, rest.format(told.replace("Rabs X", "id X")))
        assert judging.outcomes(CLAIM, theorems_of("X-count", place.among), place) == {"published": outcome}


@needs_coq
def test_a_false_theorem_of_the_right_shape_is_refused(tmp_path):
    place = shop(tmp_path, "forall n, 1 <= n -> 1 / n < X_count__published n.\n"
                 "Proof. intros. unfold X_count__published. lra. Qed.")  # fmt: skip
    with pytest.raises(ProofError, match=r"claims\.t"):
        check(CLAIM, place)


@needs_coq
def test_a_true_theorem_that_does_not_hold_the_number_is_refused(tmp_path):
    place = shop(
        tmp_path, "forall n, X_count__published n = X_count__published n.\nProof. reflexivity. Qed.", IDLE
    )
    with pytest.raises(ProofError, match="does not notice this: published, 5% bolder"):
        check(CLAIM, place)


@needs_coq
def test_every_claim_is_judged_and_a_fault_of_one_is_told(tmp_path):
    true = "forall n, 2 <= n -> 1 / n <= X_count__published n.\nProof. intros. unfold X_count__published. lra. Qed."
    results, faults = check_all(CLAIMS, shop(tmp_path, true), 1, lambda _: None)
    assert faults == {}
    assert results["X-count"].numbers == {"published": "proved"}
    assert results["X-count"].mutants >= 1
    false = true.replace("<= X_count", "< X_count")
    results, faults = check_all(CLAIMS, shop(tmp_path, false), 1, lambda _: None)
    assert results == {}
    assert "claims.t" in faults["X-count"]
