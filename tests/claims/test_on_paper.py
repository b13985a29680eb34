"""What is said to be on paper is a claim that no kernel proves, and every row about privacy is decided."""

from privcausal.claims import load, places
from privcausal.claims.on_paper import ON_PAPER
from privcausal.verify.kernel import theorems_of


def test_each_is_a_claim_with_a_reason():
    assert ON_PAPER.keys() <= load().keys()
    assert all(reason and not reason.endswith(".") and len(reason) < 130 for reason in ON_PAPER.values())


def test_no_kernel_proves_it_after_all():
    assert [name for name in ON_PAPER if theorems_of(name)] == []


def test_every_claim_about_privacy_is_decided():
    privacy = [name for name, place in places().items() if place.startswith("privcausal.claims.privacy.")]
    assert [name for name in privacy if not theorems_of(name) and name not in ON_PAPER] == []
