"""Each shared definition that a theorem speaks of is executed against the library, or says why it is not."""

import pytest

from privcausal.claims import executed, load
from privcausal.verify.kernel.scripts import ProofScript, scripts, theorems_of, unfolded

CLAIMS, FILES = load(), scripts()
SHARED = {name for source in FILES.values() if "." not in source.name for name in source.defined}


def test_each_shared_definition_of_a_theorem_is_executed_or_has_a_reason():
    spoken = set[str]()
    for claim in CLAIMS.values():
        for theorem in theorems_of(claim.id, FILES):
            spoken |= SHARED & unfolded(theorem, claim, FILES).keys()
    found = executed.computed(FILES)
    assert spoken <= found | set(executed.NOT_EXECUTED)
    assert not found & set(executed.NOT_EXECUTED)
    assert set(executed.NOT_EXECUTED) <= SHARED
    assert {"rank", "spearman", "kendall", "choose", "share", "largest", "mean"} <= found


def test_a_definition_of_a_file_is_executed_with_those_that_it_needs():
    found = executed.computed(FILES)
    assert {
        "hsic",
        "centred",
        "square_length",
        "interaction",
        "contrast",
        "J",
        "count",
        "worst_error",
        "one_set",
        "lowest",
        "left_at",
        "sets_of",
    } <= found
    assert "covariance" not in found


def test_what_a_shared_definition_hides_is_found():
    source = ProofScript(
        "definitions", "Definition size (x : R) : R := inner x. Definition inner (x : R) : R := x."
    )
    files = {**FILES, "definitions": source}
    assert "inner" in executed.computed({**files, "definitions": ProofScript("definitions", source.text.replace(
        "size", "kendall"))})  # fmt: skip


def test_a_value_that_is_no_small_fraction_is_refused():
    assert executed._near(0.375).denominator == 8
    with pytest.raises(ValueError, match="not a fraction"):
        executed._near(2**0.5)
