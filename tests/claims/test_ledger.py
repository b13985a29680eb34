"""The committed ledger: restored byte for byte, stale as soon as anything under it is edited."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

from privcausal.claims import load, select
from privcausal.verify import ledger as books
from privcausal.verify.claim import EFFORTS
from privcausal.verify.evidence import Outcome
from privcausal.verify.fingerprint import digest
from privcausal.verify.runner import verify

ROOT = Path(__file__).parents[2]
COMMITTED = books.read()


SHARE = 16
"""`make test` restores one row in so many, `make verify` and the CI all of them."""


def sample():
    """Rows chosen by the ledger itself: the same for everyone who has it, others after its next change."""
    text = books.PATH.read_text(encoding="utf-8")
    drawn = sorted(COMMITTED.rows, key=lambda name: digest(f"{name} {text}"))[: len(COMMITTED.rows) // SHARE]
    return [name for name in COMMITTED.rows if name in drawn]


def test_verify_restores_a_sample_of_the_committed_ledger_byte_for_byte():
    chosen = sample()
    assert chosen
    run = verify(select(chosen), EFFORTS[COMMITTED.effort], seed=COMMITTED.seed, jobs=1, progress=False)
    again = books.Ledger(COMMITTED.effort, COMMITTED.seed, {**COMMITTED.rows, **run.rows})
    changed = [name for name, row in run.rows.items() if row != COMMITTED.rows[name]]
    assert not changed, (
        f"these rows differ from the committed ledger: {changed}; run: python -m privcausal verify"
    )
    assert list(run.rows) == chosen
    assert again.text() == books.PATH.read_text(encoding="utf-8")


def test_no_row_is_stale():
    assert books.stale(COMMITTED, load()) == {}


def test_no_row_is_stale_on_a_plainer_processor():
    """Vector units differ in the last bit of a power; a constant made by one must not carry it into a fingerprint."""
    optional = " ".join(name for name in __cpu_dispatch__ if __cpu_features__[name])
    code = "from tests.claims import test_ledger as here; here.test_no_row_is_stale()"
    plainer = {**os.environ, "NPY_DISABLE_CPU_FEATURES": optional}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=plainer, check=True)


def test_no_bound_of_ours_is_broken():
    broken = [
        (row.id, entry["check"])
        for row in COMMITTED.rows.values()
        for entry in row.evidence
        if entry["target"] == "ours" and entry["outcome"] == Outcome.VIOLATED.value
    ]
    assert not broken, f"our own bounds are violated: {broken}"


def test_every_letter_of_a_statement_counts():
    claims = load()
    claim = claims["K-kendall"]
    claims["K-kendall"] = replace(claim, statement=claim.statement[:-1])
    assert "K-kendall: stale, the claim's statement was edited" in books.stale(COMMITTED, claims)["K-kendall"]


def test_missing_and_orphan_rows_are_reported():
    claims = select(["K-kendall"])
    lone = books.Ledger("quick", 0, {name: COMMITTED.rows[name] for name in ("K-kendall", "K-spearman")})
    assert "no claim of this name" in books.stale(lone, claims)["K-spearman"]
    assert "has no row" in books.stale(books.Ledger("quick", 0), claims)["K-kendall"]


PROBE = """
import sys
from pathlib import Path
from privcausal.claims import select
from privcausal.verify import ledger

rows, names = ledger.read(Path(sys.argv[1])).rows, sys.argv[2:]
asked = ledger.Ledger("quick", 0, {name: rows[name] for name in names})
print(*ledger.stale(asked, select(names)))
"""
"""Which of the rows named are stale, in a process that sees the edited package and loads no other claim."""

EDITS = {
    "a constant in a bound": (
        "claims/pairs/rank.py",
        'KENDALL = Formula("4/m")',
        'KENDALL = Formula("5/m")',
        {"K-kendall", "K-laplace"},
        {"K-correct2"},
    ),
    "a line of a statistic": (
        "pairs/rank.py",
        "- 2 * _inversions(",
        "- 3 * _inversions(",
        {"K-kendall"},
        {"K-correct2"},
    ),
    "a constant far below": (
        "pairs/rank.py",
        "LEAF_BITS = 6",
        "LEAF_BITS = 5",
        {"K-kendall"},
        {"K-correct2"},
    ),
    "a comment and a docstring": (
        "pairs/rank.py",
        '"""Pairs i < j',
        '"""All pairs i < j',
        set(),
        {"K-kendall"},
    ),
}


@pytest.mark.parametrize("what", EDITS)
def test_edits_turn_rows_stale(what, tmp_path):
    file, old, new, stale, fresh = EDITS[what]
    shutil.copytree(ROOT / "privcausal", tmp_path / "privcausal")
    # Rows about experiments rest on the stored tables too.
    shutil.copytree(ROOT / "book" / "_data" / "experiments", tmp_path / "book" / "_data" / "experiments")
    source = tmp_path / "privcausal" / file
    text = source.read_text(encoding="utf-8")
    assert old in text, "the edit of this test no longer applies: choose another line"
    source.write_text(text.replace(old, new), encoding="utf-8")
    asked = sorted(stale | fresh)
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(books.PATH), *asked],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(done.stdout.split()) == stale
