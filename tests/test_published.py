"""A file that says it is a release: believed only if its parts fit together, whatever its checksum says."""

import json

import numpy as np
import pytest

from privcausal.graphs.table_release import _checksum, release_tables
from privcausal.published import published
from privcausal.table.declaration import Categories, Declaration
from privcausal.table.records import Table
from tests.graphs.builders import ONE

SAID = Declaration({name: Categories(("0", "1"), missing="0") for name in "abc"})


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    path = tmp_path_factory.mktemp("release") / "r.json"
    codes = np.random.default_rng(0).integers(0, 2, (3, 3_000)).astype(np.uint8)
    table = Table(SAID, dict(zip("abc", codes, strict=True)))
    release_tables(table, ONE, np.random.default_rng(1)).save(path)
    return path.read_text(encoding="utf-8")


def forged(text, path, value, *place):
    """The release with one entry changed, and a checksum to match."""
    content = json.loads(text)
    content.pop("checksum")
    inside = content
    for step in place[:-1]:
        inside = inside[step]
    if value is None:
        del inside[place[-1]]
    else:
        inside[place[-1]] = value
    path.write_text(json.dumps({**content, "checksum": _checksum(content)}))
    return path


def test_what_was_written_is_read(text, tmp_path):
    (tmp_path / "r.json").write_text(text)
    kept = published(tmp_path / "r.json")
    assert kept.to_json(indent=1) == text.rstrip("\n")
    assert published(forged(text, tmp_path / "s.json", 3_001, "records")).records == 3_001, "no signature"


WRONG = {
    "no price": (None, "spent"),
    "no ε": (None, "spent", "epsilon"),
    "ε of a word": ("one", "spent", "epsilon"),
    "no δ": (0, "spent", "delta"),
    "other neighbours": ("addition or removal", "spent", "relation"),
    "unknown neighbours": ("friends", "spent", "relation"),
    "records of a word": ("many", "records"),
    "no records": (0, "records"),
    "no columns": ([], "columns"),
    "too few categories": (["0"], "columns", "a"),
    "a category twice": (["0", "0"], "columns", "a"),
    "numbers for categories": ([0, 1], "columns", "a"),
    "no tables": ([], "tables"),
    "tables of a word": ("none", "tables"),
    "a table less": (None, "tables", 1),
    "a table of another size": ([0.1, 0.2], "tables", 0, "mean"),
    "a ragged table": ([[0.1], [0.1, 0.2]], "tables", 0, "mean"),
    "not a number": ([float("nan")], "tables", 0, "mean"),
    "no noise": (0, "tables", 0, "noise"),
    "noise below none": (-1, "tables", 0, "noise"),
    "columns that are not there": ([7], "tables", 0, "columns"),
}


@pytest.mark.parametrize("what", WRONG)
def test_parts_that_do_not_fit_together_are_one_sentence(text, tmp_path, what):
    path = forged(text, tmp_path / "r.json", *WRONG[what])
    with pytest.raises(ValueError, match="its parts do not fit together"):
        published(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe\x00", "it is not UTF-8"),
        (b"[" * 100_000, "must hold a release"),
        (b"[1]", "must hold a release"),
        (b'{"format": 1}', "must hold a release"),
        (b'{"format": "privcausal budget 1"}', "must hold a release"),
        (b'{"format": "privcausal release 12"}', "is written in another format"),
    ],
)
def test_other_files_are_one_sentence(tmp_path, content, words):
    (tmp_path / "r.json").write_bytes(content)
    with pytest.raises(ValueError, match=words):
        published(tmp_path / "r.json")


def test_no_file_is_one_sentence(tmp_path):
    for path in (tmp_path / "nowhere.json", tmp_path):
        with pytest.raises(ValueError, match="cannot read the release"):
            published(path)
