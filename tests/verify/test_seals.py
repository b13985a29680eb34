"""A seal breaks when a word, a number or a proof is another one; nothing else breaks it."""

from dataclasses import replace

import pytest

from privcausal.claims import load, select
from privcausal.verify import Formula, seals
from tests.verify.toy import toy

CLAIM = toy(
    title="a title",
    statement="It moves by $«ours»$.",
    definition="Let it move.",
    ours=Formula("shift(m)/2", {"shift": (lambda m: 8 / m, "s")}),
    at={"m": 4},
    proof="proof-t",
)
PROOF = "Add up. $\\square$"


@pytest.fixture
def path(tmp_path, monkeypatch):
    """The seals of one claim, and one chapter with its proof."""
    monkeypatch.setattr(seals, "CHAPTERS", tmp_path)
    seals.proofs.cache_clear()
    write(tmp_path, PROOF)
    seals.seal({"T": CLAIM}, ["T"], tmp_path / "deep" / "seals.json")
    yield tmp_path / "deep" / "seals.json"
    seals.proofs.cache_clear()


def write(folder, proof):
    (folder / "01_a.py").write_text(
        f'# %% [markdown]\nr"""\n(proof-t)=\n:::{{prf:proof}}\n{proof}\n:::\nMore.\n"""\n'
    )
    seals.proofs.cache_clear()


def test_what_was_read_as_it_stands_is_sealed(path):
    assert seals.broken({"T": CLAIM}, path) == {}


CHANGES = {
    "a number outside the tokens": ({"statement": "It moves by $«ours»/2$."}, "words"),
    "a word of the definition": ({"definition": "Let it not move."}, "words"),
    "the title": ({"title": "another"}, "words"),
    "an assumption": ({"assumes": ("luck",)}, "words"),
    "the text of a formula": ({"ours": Formula("4/m")}, "words"),
    "a function inside a formula": (
        {"ours": Formula("shift(m)/2", {"shift": (lambda m: 7 / m, "s")})},
        "numbers",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_breaks_the_seal_and_says_what_to_do(what, path):
    fields, part = CHANGES[what]
    (reason,) = seals.broken({"T": replace(CLAIM, **fields)}, path).values()
    assert reason.startswith(f"T: its {part}")
    assert "python -m privcausal verify T --seal" in seals.advice(["T"])


def test_an_edited_proof_breaks_the_seal_but_new_line_ends_do_not(path):
    folder = path.parents[1]
    write(folder, PROOF.replace(" up", "\nup"))
    assert seals.broken({"T": CLAIM}, path) == {}
    write(folder, PROOF.replace("Add", "Multiply"))
    assert "its proof changed since the seal" in seals.broken({"T": CLAIM}, path)["T"]


def test_where_there_are_no_chapters_words_and_numbers_are_sealed(path, tmp_path, monkeypatch):
    monkeypatch.setattr(seals, "CHAPTERS", tmp_path / "nowhere")
    seals.proofs.cache_clear()
    assert seals.broken({"T": CLAIM}, path) == {}
    assert seals.broken({"T": replace(CLAIM, title="another")}, path)


def test_a_claim_without_a_seal_is_unread(path):
    assert "not sealed" in seals.broken({"U": replace(CLAIM, id="U")}, path)["U"]
    assert "not sealed" in seals.broken({"T": CLAIM}, path.with_name("missing.json"))["T"]


def test_sealing_one_claim_keeps_the_others_and_drops_orphans(path):
    seals.seal({"U": replace(CLAIM, id="U")}, ["T", "U"], path)
    assert list(seals.read(path)) == ["T", "U"]
    seals.seal({}, ["U"], path)
    assert list(seals.read(path)) == ["U"]


def test_a_broken_file_is_named(path):
    path.write_text("[1]")
    with pytest.raises(ValueError, match="cannot read the seals"):
        seals.read(path)


def test_every_claim_of_the_book_is_sealed_as_it_stands():
    assert seals.broken(load()) == {}


def test_two_proofs_never_share_a_label(path):
    (path.parents[1] / "02_b.py").write_text(
        '# %% [markdown]\nr"""\n(proof-t)=\n:::{prf:proof}\nOther.\n:::\n"""\n'
    )
    seals.proofs.cache_clear()
    with pytest.raises(ValueError, match="proof-t is twice"):
        seals.proofs()


def test_every_proof_that_a_claim_names_is_under_seal():
    unsealed = [name for name, claim in load().items() if claim.proof and claim.proof not in seals.proofs()]
    assert unsealed == []
    assert "proof" in seals.read()["K-kendall"]
    assert select(["K-kendall"])["K-kendall"].proof == "proof-kendall"


def test_a_proof_that_is_gone_breaks_its_seal():
    sealed = {"words": "a", "numbers": "b", "proof": "c"}
    assert "its proof changed since the seal (c, now nothing)" in seals.fault(
        sealed, {"words": "a", "numbers": "b"}
    )


def test_a_proof_counts_by_what_a_reader_sees(tmp_path, monkeypatch):
    page = '# %% [markdown]\nr"""\n(proof-a)=\n::::{prf:proof}\nSeen.\n::::\n"""\n\n'
    page += '# %%\nold = r"""\n(proof-a)=\n:::{prf:proof}\nHidden.\n:::\n"""\n'
    (tmp_path / "one.py").write_text(page)
    monkeypatch.setattr(seals, "CHAPTERS", tmp_path)
    assert seals.proofs.__wrapped__() == {"proof-a": "Seen."}
