"""Whatever the kernel's evidence rests on makes it stale when it is edited; no Coq is needed to see it."""

from dataclasses import replace

import pytest

from privcausal.claims import load
from privcausal.verify import Formula, ledger, seals
from privcausal.verify.kernel import checked, judging
from privcausal.verify.kernel.printing import definitions
from privcausal.verify.kernel.scripts import ProofScript, scripts, theorems_of
from privcausal.verify.teeth import PROOF_IN_WORDS

CLAIMS, FILES, KEPT = load(), scripts(), checked.read()
FILE = "claims.pairs.rank"


def edited(name, old, new):
    text = FILES[name].text
    assert old in text
    return {**FILES, name: ProofScript(name, text.replace(old, new))}


def test_every_proof_has_evidence_and_none_is_stale():
    assert checked.stale(CLAIMS) == {}
    assert set(KEPT) == {name for name in CLAIMS if theorems_of(name)}


def test_no_two_things_of_the_book_are_printed_under_one_name():
    every = [name for claim in CLAIMS.values() for name in definitions(claim)]
    assert len(every) == len(set(every)) > 200


def test_an_edited_formula_makes_the_row_stale():
    claims = {**CLAIMS, "K-kendall": replace(CLAIMS["K-kendall"], published=Formula("5/m"))}
    reasons = checked.stale(claims)
    assert "python -m privcausal proofs" in reasons["K-kendall"]
    assert "X-dp" not in reasons


def test_an_edited_condition_makes_the_row_stale():
    claims = {**CLAIMS, "K-kendall": replace(CLAIMS["K-kendall"], quantities=())}
    assert "K-kendall" in checked.stale(claims)


def test_an_edited_definition_makes_all_rows_stale():
    assert set(checked.stale(CLAIMS, among=edited("definitions", "size l + 1", "size l + 2"))) == set(KEPT)


def test_an_edited_proof_makes_the_row_stale():
    reasons = checked.stale(CLAIMS, among=edited(FILE, "(0, 0) :: others n", "(0, 0) ::  others n"))
    assert {"K-kendall", "K-spearman", "B-spearman-ties"} <= set(reasons)
    assert "X-dp" not in reasons


def test_a_lost_proof_and_lost_evidence_are_noticed(tmp_path):
    without = {name: source for name, source in FILES.items() if name != FILE}
    assert "the proof is gone" in checked.stale(CLAIMS, among=without)["K-kendall"]
    assert "no evidence of it" in checked.stale(CLAIMS, tmp_path / "none.json")["K-kendall"]


def test_an_edited_signature_breaks_the_seal():
    sealed = seals.read()["K-kendall"]
    assert not seals.fault(sealed, seals.seal_of(CLAIMS["K-kendall"]))
    assert "its question to the kernel changed since the seal" in seals.fault(
        {**sealed, "kernel": "0" * 16}, seals.seal_of(CLAIMS["K-kendall"])
    )


def test_edited_words_break_the_seal_of_the_pair():
    claim = replace(CLAIMS["K-kendall"], statement=CLAIMS["K-kendall"].statement.replace("changes", "moves"))
    assert "its words changed since the seal" in seals.fault(seals.read()["K-kendall"], seals.seal_of(claim))


def test_a_true_theorem_about_something_else_breaks_the_seal(monkeypatch):
    statement = next(theorem.statement for theorem in theorems_of("K-kendall") if theorem.name == "K_kendall")
    other = edited(FILE, "Theorem K_kendall : forall l l' : list (R * R), neighbours l l'",
                   "Theorem K_kendall : forall l l' : list (R * R), l = l'")  # fmt: skip
    monkeypatch.setattr("privcausal.verify.kernel.scripts.scripts", lambda: other)
    assert theorems_of("K-kendall")[0].statement != statement
    assert "its question to the kernel" in seals.fault(
        seals.read()["K-kendall"], seals.seal_of(CLAIMS["K-kendall"])
    )


def test_a_proved_number_rests_on_the_kernel_first():
    row = replace(ledger.read().rows["K-spearman"], rests_on={"published": "our bound", "ours": "exhaustive"})
    seen = checked.upheld(row, replace(KEPT["K-spearman"], only=""))
    assert seen.rests_on == {"published": "our bound", "ours": "kernel · exhaustive"}
    assert checked.upheld(row, None) is row


def test_a_proof_of_part_of_the_words_says_so():
    row = replace(ledger.read().rows["X-dp"], rests_on={"published": PROOF_IN_WORDS}, badge="loose")
    partial = replace(KEPT["X-dp"], only="finitely many outputs")
    assert checked.upheld(row, partial).rests_on == {
        "published": "kernel in part (only finitely many outputs) · proof in words"
    }
    assert checked.upheld(row, replace(partial, only="")).rests_on == {"published": "kernel"}


def test_a_badge_no_longer_blames_a_proof_in_words():
    row = replace(ledger.read().rows["K-spearman"], badge="loose ×5, by a proof in words")
    whole = replace(KEPT["K-spearman"], only="")
    assert checked.upheld(row, whole).badge == "loose ×5, by a kernel"
    partial = replace(whole, only="finitely many outputs")
    assert checked.upheld(row, partial).badge == "loose ×5, by a kernel in part and a proof in words"
    elsewhere = replace(whole, numbers={"published": "proved"})
    assert checked.upheld(row, elsewhere).badge == row.badge


def test_what_is_not_attained_takes_nothing_from_the_proof():
    row = replace(ledger.read().rows["B-half"], rests_on={"ours": PROOF_IN_WORDS})
    kept = replace(KEPT["B-half"], only="", reached="attained at u = 1")
    assert checked.upheld(row, kept).rests_on == {"ours": "kernel"}


def test_a_note_counts_by_the_theorem_that_bears_it():
    theorems = theorems_of("B-half")
    assert judging.notes(theorems, CLAIMS["B-half"], proving=True) == KEPT["B-half"].only != ""
    assert judging.notes(theorems, CLAIMS["B-half"], proving=False) == KEPT["B-half"].reached != ""


def test_every_row_says_what_it_rests_on():
    for name, row in KEPT.items():
        assert row.numbers
        assert set(row.numbers) <= set(CLAIMS[name].stated), name
        assert row.mutants >= len(row.numbers), name
        assert set(row.axioms) <= set(checked.ALLOWED), name
        assert set(row.theorems) == {theorem.name for theorem in theorems_of(name)}, name


def test_a_broken_file_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "kernel.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="cannot read the kernel's evidence"):
        checked.read(path)
    checked.write(KEPT, path)
    assert checked.read(path) == KEPT
