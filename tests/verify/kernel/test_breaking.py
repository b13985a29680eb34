"""Wrong variants of a claim must break its proofs, and harmless ones must not."""

import pytest

from privcausal.claims import select
from privcausal.verify.kernel.breaking import GENEROUS, NOT_A_PROOF, bolder, broken, harmless, variants
from privcausal.verify.kernel.compiling import ProofError
from privcausal.verify.kernel.printing import definitions
from privcausal.verify.kernel.sessions import Session
from tests.verify.kernel.small_shop import CLAIM, needs_coq, shop


def test_each_number_has_a_bolder_variant_and_a_harmless_one():
    found = dict(variants(CLAIM, ["published"]))
    assert "published, 5% bolder" in found
    assert len(found) > 1
    assert bolder(CLAIM, "published").published(n=20) < CLAIM.published(n=20)
    assert harmless(CLAIM).published(n=20) == CLAIM.published(n=20)


TRUE = (
    "forall n, 2 <= n -> 1 / n <= X_count__published n.\nProof. intros. unfold X_count__published. lra. Qed."
)


@needs_coq
def test_a_lemma_on_the_way_is_proved_again(tmp_path):
    before = "Lemma half : X_count__published 2 = 1 / 2.\nProof. unfold X_count__published. lra. Qed.\n"
    theorem = "1 / 2 <= X_count__published 2.\nProof. rewrite half. lra. Qed."
    place = shop(tmp_path, theorem, before=before)
    with Session(place, "claims.t") as session:
        assert broken(CLAIM, ["published"], session) == len(dict(variants(CLAIM, ["published"])))


@needs_coq
def test_a_proof_that_breaks_for_any_reason_is_no_witness(tmp_path):
    theorem = "forall n, X_count__published n = 1 / n.\nProof. unfold X_count__published; reflexivity. Qed."
    with (
        Session(shop(tmp_path, theorem), "claims.t") as session,
        pytest.raises(ProofError, match="written otherwise"),
    ):
        broken(CLAIM, ["published"], session)


@needs_coq
def test_each_mutant_is_tried_on_what_was_compiled_and_not_on_the_last_mutant(tmp_path):
    with Session(shop(tmp_path, TRUE), "claims.t") as session:
        name = "X_count__published"
        assert "Tactic" in session.fails({name: definitions(bolder(CLAIM, "published"))[name]}, ["X_count"])
        assert session.fails({name: definitions(harmless(CLAIM))[name]}, ["X_count"]) == ""


IDLE = "forall n, X_count__published n = X_count__published n.\nProof. reflexivity. Qed."


@needs_coq
def test_a_break_of_the_instance_alone_is_not_counted(tmp_path):
    """The instance breaks under every mutant, and the theorem that proves the claim under none."""
    with (
        Session(shop(tmp_path, IDLE), "claims.t") as session,
        pytest.raises(ProofError, match="does not notice this"),
    ):
        broken(CLAIM, ["published"], session)


@needs_coq
def test_a_proof_that_runs_out_of_time_under_a_mutant_was_not_tried(tmp_path):
    """Where the number is not the one expected, this proof runs for long."""
    slow = (
        "X_count__published 2 = X_count__published 2.\nProof. first [assert (X_count__published 2 = 1 / 2) by "
        "(unfold X_count__published; lra) | do 100000000 idtac]. reflexivity. Qed."
    )
    with Session(shop(tmp_path, slow), "claims.t") as session:
        session.objection("Set Default Timeout 1")
        with pytest.raises(ProofError, match=r"was not tried.*Timeout"):
            broken(CLAIM, ["published"], session)


@needs_coq
def test_a_statement_that_cannot_be_read_under_a_mutant_is_none(tmp_path):
    with Session(shop(tmp_path, TRUE), "claims.t") as session:
        why = session.fails(
            {"X_count__published": "Definition X_count__published (n : nat) : nat := n."}, ["X_count"]
        )
    assert NOT_A_PROOF.search(why)


@pytest.mark.parametrize(
    "why",
    [
        "Error: Timeout!",
        "Error: Stack overflow.",
        "Error: Out of memory.",
        'Error: Anomaly "Uncaught exception Not_found."',
        'not even stated: Error: The term "n" has type "R" while it is expected to have type "nat".',
    ],
)
def test_what_was_not_tried_to_its_end_is_no_break(why):
    assert NOT_A_PROOF.search(why)
    assert not NOT_A_PROOF.search("Error: Tactic failure: Cannot find witness.")


def test_a_mutant_that_says_less_than_the_claim_is_not_counted():
    for name, what in GENEROUS:
        claim = select([name])[name]
        assert what in {mutant.what for check in claim.checks for mutant in check.mutants}
        assert what not in dict(variants(claim, claim.stated))
