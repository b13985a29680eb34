"""What is remembered about staleness is what would be found, and any edit asks again."""

import shutil

import pytest

from privcausal.claims import load
from privcausal.verify import freshness
from privcausal.verify import ledger as books

LEDGER = books.read()


def never():
    raise AssertionError("claims are loaded although the answer is known")


@pytest.fixture(autouse=True)
def copies(tmp_path, monkeypatch):
    """The package and the stored results as copies, which may be edited; an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("PACKAGE", "STORED"):
        ignored = shutil.ignore_patterns("__pycache__")
        monkeypatch.setattr(
            freshness, name, shutil.copytree(getattr(freshness, name), tmp_path / name, ignore=ignored)
        )
    return tmp_path


@pytest.fixture
def path(copies):
    return copies / "STORED" / "ledger.json"


def test_copies_have_the_key_of_the_originals(monkeypatch):
    key = freshness.key_of(LEDGER)
    monkeypatch.undo()
    assert freshness.key_of(LEDGER) == key


def test_the_stamp_that_travels_is_of_these_files(path):
    """Without it an installed ledger would load every claim, and ask for packages that only claims need."""
    assert freshness.stale(LEDGER, path, never) == {}, "run: privcausal verify --stale, and commit the stamp"


def test_the_second_answer_is_the_first(path):
    freshness.stamp_of(path).unlink(missing_ok=True)
    some = {name: claim for name, claim in load().items() if name != "K-kendall"}
    first = freshness.stale(LEDGER, path, lambda: some)
    assert list(first) == ["K-kendall"]
    assert freshness.stale(LEDGER, path, never) == first


def test_a_stamp_is_believed_for_these_rows_and_these_files(path, copies):
    freshness.stamp(LEDGER, path)
    assert freshness.stale(LEDGER, path, never) == {}
    for folder, file in (
        ("PACKAGE", "pairs/rank.py"),
        ("PACKAGE", "data/networks.json"),
        ("STORED", "experiments/pairs.csv"),
    ):
        edited = copies / folder / file
        before = edited.read_bytes()
        edited.write_bytes(before + b"\n")
        with pytest.raises(AssertionError):
            freshness.stale(LEDGER, path, never)
        edited.write_bytes(before)
        assert freshness.stale(LEDGER, path, never) == {}
    fewer = books.Ledger(LEDGER.effort, LEDGER.seed, {"K-kendall": LEDGER.rows["K-kendall"]})
    with pytest.raises(AssertionError):
        freshness.stale(fewer, path, never)


def test_of_two_stamps_one_may_fit(path):
    freshness.stamp(LEDGER, path)
    file = freshness.stamp_of(path)
    file.write_text(file.read_text() + "0123456789abcdef\n")
    assert freshness.stale(LEDGER, path, never) == {}


def test_a_broken_cache_and_a_home_that_cannot_be_written_are_no_error(path, copies):
    freshness.stamp_of(path).unlink(missing_ok=True)
    (copies / "cache").write_text("a file where a folder should be")
    assert freshness.stale(LEDGER, path, dict).keys() == LEDGER.rows.keys()
    (copies / "cache").unlink()
    (copies / "cache" / "privcausal").mkdir(parents=True)
    (copies / "cache" / "privcausal" / "stale.json").write_text("{")
    assert freshness.stale(LEDGER, path, dict).keys() == LEDGER.rows.keys()


def test_only_the_latest_answers_are_kept(path, monkeypatch):
    freshness.stamp_of(path).unlink(missing_ok=True)
    monkeypatch.setattr(freshness, "KEPT", 2)
    for seed, name in enumerate(["K-kendall", "K-spearman", "K-correct2"]):
        freshness.stale(books.Ledger("quick", seed, {name: LEDGER.rows[name]}), path, dict)
    assert len(freshness._remembered()) == 2
