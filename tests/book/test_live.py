"""What `make live` puts beside the book: the program trimmed, files bundled, pages that know their script."""

import base64
import gzip
import json

import pytest

from book import live

EMPTY = b"\0asm\1\0\0\0"


def test_a_program_loses_its_names_and_gets_a_bound_on_its_memory():
    memory = bytes([5, 4, 1, 0, 0x80, 5])  # one memory, no maximum, 640 pages
    rest = bytes([7, 1, 0])
    names = bytes([0, 3]) + b"\2ab"
    bounded = bytes([5, 6, 1, 1, 0x80, 5, 0x80, 0x60])
    assert live.trimmed(EMPTY + memory + rest + names) == EMPTY + bounded + rest


def test_a_bundle_says_where_its_files_end(tmp_path):
    files = {"site/a.py": b"one", "b": b"", "c": b"\n\0"}
    live.script("some", live.bundle(files), tmp_path)
    start, packed, end = (tmp_path / "some.js").read_text().split("*")
    assert (start, end) == ('privcausalLive("some", () => {/', "/});\n")
    head, _, body = gzip.decompress(base64.b64decode(packed)).partition(b"\n")
    assert json.loads(head) == [["site/a.py", 3], ["b", 0], ["c", 2]]
    assert body == b"one\n\0"


def test_the_package_comes_without_claims_and_with_what_runs_a_cell():
    files = live.package()
    assert {"site/session.py", "site/privcausal/course/check.py", "site/privcausal/data/malawi.npz"} <= set(
        files
    )
    assert not [name for name in files if "claims" in name or "__pycache__" in name]


def test_all_that_the_course_imports_is_frozen():
    statements = live.imports().splitlines()
    assert len(statements) == len(set(statements)) > 10
    assert {"import numpy as np", "from privcausal import explorers, plots"} <= set(statements)


def test_a_python_that_does_not_start_is_an_error(tmp_path, capfd):
    for name in ("worker", "python", "library", "package"):
        live.script(name, b"no program", tmp_path)
    with pytest.raises(RuntimeError, match="could not be started"):
        live.frozen(tmp_path)
    assert "Error" in capfd.readouterr().err


def test_only_a_page_with_cells_to_run_gets_the_script():
    assert live.runs('<div class="pc-chapter docutils">')
    assert not live.runs('<div class="pc-beside pc-chapter docutils">'), "the companion's cells take minutes"
    assert not live.runs("<h1>Glossary</h1>")
    assert live.enlivened("<head></head>", "../") == (
        '<head><link rel="stylesheet" href="../_live/live.css" /><script defer src="../_live/live.js"></script></head>'
    )


def test_a_page_says_how_much_its_first_click_reads(tmp_path):
    (tmp_path / "python.js").write_bytes(bytes(41_600_000))
    assert live.sized("the disk: SIZE MB", tmp_path) == "the disk: 42 MB"
    assert "SIZE MB" in (live.OURS / "live.js").read_text(encoding="utf-8")
