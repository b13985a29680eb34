"""Wrong variants of a claim must break its proofs, and harmless ones must not."""

import pytest

from privcausal.verify.kernel.breaking import bolder, broken, harmless, variants
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
        assert "Tactic" in session.fails({name: definitions(bolder(CLAIM, "published"))[name]})
        assert session.fails({name: definitions(harmless(CLAIM))[name]}) == ""
