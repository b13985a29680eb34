"""SECURITY.md says what is so."""

import re
from pathlib import Path

import privcausal
from privcausal import claims
from privcausal.privacy.weak_budget import MOST_EPSILON

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_the_claims_that_it_names_hold():
    named = set(re.findall(r"\bB-[a-z-]+\b", TEXT))
    assert {"B-grid", "B-cells", "B-outward"} <= named <= claims.load().keys()


def test_what_it_names_is_there():
    assert all((ROOT / path).exists() for path in re.findall(r"`(privcausal/[^`]+)`", TEXT))
    assert "`privcausal.audit`" in TEXT
    assert callable(privcausal.audit)


def test_a_weak_guarantee_is_what_the_library_calls_so():
    assert f"An ε above {MOST_EPSILON}, a δ of 1/n or more" in TEXT


def test_the_book_says_the_same():
    assert (ROOT / "book" / "security.md").read_text(encoding="utf-8").split() == [
        "```{include}",
        "../SECURITY.md",
        "```",
    ]
