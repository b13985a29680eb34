"""Terms of the definitions are computed by Coq, and wrong values refused."""

from fractions import Fraction

import pytest

from privcausal.claims.executed import executed
from privcausal.verify.kernel import executing
from privcausal.verify.kernel.compiling import ProofError, Workshop
from privcausal.verify.kernel.scripts import scripts
from tests.verify.kernel.small_shop import needs_coq


@needs_coq
def test_the_definitions_compute_what_the_library_computes(tmp_path):
    place = Workshop({}, scripts(), tmp_path)
    shared = [
        value for value in executed() if "." not in value[0]
    ]  # the command tries the files of claims, too
    assert len(shared) > 10
    executing.execute(shared, place)
    with pytest.raises(ProofError, match="the definitions and the library disagree"):
        executing.execute([("size [1]", Fraction(2))], place)
