"""The goals that a page shows are those of the proof as it stands, and they are read without Coq."""

import json
from dataclasses import replace

import pytest

from privcausal.claims import load
from privcausal.verify import Formula, kernel
from privcausal.verify.kernel import goals
from privcausal.verify.kernel.scripts import ProofScript, scripts, theorems_of

CLAIMS, FILES = load(), scripts()
TEXT = """
(* ---- a heading ---- *)
Lemma one : forall x : R, 0 < x -> 0 <= x /\\ x = x.
Proof.
  (* Name it. *)
  intros x H. split.
  - (* Less or equal. *) lra.
  - { reflexivity. }
Qed.
"""


def stored(tmp_path, answers):
    """Goals stored for TEXT, each sentence with what Coq left."""
    place, rows, lines = 0, [], ["x : R", "H : 0 < x", "============================", "0 <= x", "x = x"]
    for sentence, left, goal in answers:
        start = TEXT.index(sentence, place)
        place = start + len(sentence)
        rows.append([start, place, left, goal])
    fields = {"format": 1, "hash": "h", "lines": lines, "sentences": rows}
    goals.path_of("t", tmp_path).write_text(json.dumps(fields), encoding="utf-8")
    goals.forget()
    return goals.read("t", {"t": ProofScript("t", TEXT)}, tmp_path)


@pytest.fixture
def script(tmp_path):
    first, second = [0, 1, 2, 3], [0, 1, 2, 4]
    (found,) = stored(
        tmp_path,
        [
            ("Lemma one : forall x : R, 0 < x -> 0 <= x /\\ x = x.", 1, []),
            *[("Proof.", 1, []), ("intros x H.", 1, first), ("split.", 2, first), ("-", 1, first)],
            *[("lra.", 0, []), ("-", 1, second), ("{", 1, second), ("reflexivity.", 0, [])],
            *[("}", 0, []), ("Qed.", 0, [])],
        ],
    )
    return found


def test_bullets_and_braces_belong_to_their_sentences(script):
    assert [step.sentence for step in script.steps] == [
        "intros x H.",
        "split.",
        "- lra.",
        "- { reflexivity. }",
    ]


def test_words_stand_with_their_step_and_a_heading_with_none(script):
    assert [step.words for step in script.steps] == ["Name it.", "", "Less or equal.", ""]
    assert script.words == ""


def test_a_step_shows_what_is_new(script):
    first, second, third, _ = script.steps
    assert (first.hypotheses, first.conclusion, second.open) == (("x : R", "H : 0 < x"), "0 <= x", 2)
    assert second.fresh(first.hypotheses) == ()
    assert third.goal == ()


def test_a_long_hypothesis_is_one():
    step = goals.GoalStep("s.", "", ("H : a +", "    b <= c", "x : R", "====", "c = c"), 1)
    assert step.hypotheses == ("H : a +\n    b <= c", "x : R")


def test_every_proof_of_the_book_has_its_goals():
    for name, source in FILES.items():
        shown = {found.name: found for found in goals.read(name)}
        wanted = {
            sentence.split()[1]
            for sentence in source.sentences
            if sentence.startswith(("Lemma ", "Theorem "))
        }
        assert set(shown) == wanted, name
        assert all(found.steps and not found.steps[-1].goal for found in shown.values()), name


def test_the_stored_goals_are_of_the_proofs_as_they_stand():
    assert goals.stale(CLAIMS) == {}
    assert {path.stem for path in goals.FOLDER.glob("*.json")} == set(FILES)
    assert sum(path.stat().st_size for path in goals.FOLDER.glob("*.json")) <= 1_750_000


def test_an_edit_makes_goals_stale_and_the_book_is_not_built(tmp_path):
    rank = FILES["claims.pairs.rank"]
    among = {**FILES, rank.name: ProofScript(rank.name, rank.text.replace("now rewrite", "rewrite"))}
    assert set(goals.stale(CLAIMS, among)) >= {rank.name, "claims.pairs.anm"}
    claims = {**CLAIMS, "K-kendall": replace(CLAIMS["K-kendall"], published=Formula("5/m"))}
    assert "run: python -m privcausal proofs" in goals.stale(claims)[rank.name]
    assert "are not stored" in goals.stale(CLAIMS, folder=tmp_path)[rank.name]
    assert kernel.stale_goals is goals.stale


def test_an_installed_package_has_no_goals(monkeypatch, tmp_path):
    monkeypatch.setattr(goals, "CHECKOUT", tmp_path / "none")
    assert goals.stale(CLAIMS, folder=tmp_path) == {}


def test_a_broken_file_is_refused_in_one_sentence(tmp_path):
    goals.path_of("t", tmp_path).write_text("{", encoding="utf-8")
    goals.forget()
    with pytest.raises(ValueError, match=r"cannot read the goals of a proof t\.json"):
        goals.read("t", {"t": ProofScript("t", TEXT)}, tmp_path)


def test_a_theorem_comes_after_the_lemmas_that_it_needs():
    theorem = next(found for found in theorems_of("K-kendall") if found.name == "K_kendall")
    names = [found.name for found in goals.needed_for([theorem], goals.read(theorem.file))]
    assert names[-1] == "K_kendall"
    assert {"one_record_in_pairs", "kendall_moves"} <= set(names)
    assert "worst_spearman" not in names
