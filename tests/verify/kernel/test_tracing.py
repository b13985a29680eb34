"""How Coq's answers become stored goals; where Coq is installed, they are those of the book."""

import shutil

import pytest

from privcausal.claims import select
from privcausal.verify.kernel import compiling, goals, tracing
from privcausal.verify.kernel.compiling import ProofError, Workshop
from privcausal.verify.kernel.scripts import ProofScript, scripts

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason=compiling.INSTALL)

ANSWER = """2 goals (ID 9)
  
  x : R
  H : 0 < x
  ============================
  0 <= x

goal 2 (ID 10) is:
 x = x

"""  # noqa: W293 (as Coq prints it)


def test_the_first_goal_is_kept_and_the_others_are_counted():
    assert tracing._goal(ANSWER) == (2, ["x : R", "H : 0 < x", "=" * 28, "0 <= x"])
    assert tracing._goal("No more goals.\n") == (0, [])
    assert tracing._goal("Focus next goal with bullet -.\n\n1 goal\n\ngoal 1 (ID 66) is:\n x = x\n") == (
        0,
        [],
    )


@needs_coq
def test_coq_says_again_what_is_stored(tmp_path):
    shop = Workshop({}, scripts(), tmp_path / "shop")
    assert shop.coq
    tracing.record("first_steps", shop, tmp_path)
    stored = goals.path_of("first_steps")
    assert goals.path_of("first_steps", tmp_path).read_bytes() == stored.read_bytes()


@needs_coq
def test_goals_of_a_file_that_is_gone_are_dropped(tmp_path):
    shop = Workshop(
        select(["X-count"]), {"t": ProofScript("t", "Lemma l : True.\nProof. easy. Qed.\n")}, tmp_path
    )
    assert shop.coq
    folder = tmp_path / "goals"
    folder.mkdir()
    goals.path_of("gone", folder).write_text("{}", encoding="utf-8")
    assert list(tracing.record_all(["t"], shop, folder)) == ["t"]
    assert [path.stem for path in folder.glob("*.json")] == ["t"]


@needs_coq
def test_a_false_proof_has_no_goals(tmp_path):
    shop = Workshop({}, {"t": ProofScript("t", "Lemma l : False.\nProof. easy. Qed.\n")}, tmp_path)
    assert shop.coq
    with pytest.raises(ProofError, match="t: "):
        tracing.record("t", shop, tmp_path / "goals")
