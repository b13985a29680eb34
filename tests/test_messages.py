"""What a message says: what happened, what was expected, what to do; and it never quotes a cell."""

import ast
import bz2
import gzip
import lzma
import os
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.__main__ import main
from privcausal.report.contents import contents
from privcausal.report.study import Study
from privcausal.table.declaration_files import load
from tests.refusals import invoke, refusals

FRAME = pd.DataFrame({name: np.random.default_rng(0).integers(0, 2, 2_000) for name in "abc"})
SAID = {name: [0, 1] for name in "abc"}
LIBRARY = Path(privcausal.__file__).parent
SPEND = {"epsilon": 1, "delta": 1e-6}


def discover(data=FRAME, **options):
    return privcausal.discover(data, **{"declare": SAID, **SPEND, **options})


class LazyFrame:
    """A plan of Polars, which has no rows yet."""


class DuckDBPyConnection:
    """A connection, which has no columns of its own."""


test_what_is_no_table_says_what_to_hand_in = refusals(
    invoke,
    (r"got LazyFrame: hand in its rows, frame.collect\(\)", lambda: discover(LazyFrame())),
    (r"got DuckDBPyConnection: hand in a relation, connection.sql", lambda: discover(DuckDBPyConnection())),
    (r"got dict: hand in pandas.DataFrame\(data\)", lambda: discover({"a": [1]})),
    ("got Series: hand in a data frame", lambda: privcausal.correlate(FRAME["a"], "a", "b", epsilon=1)),
    ("got list: hand in pandas.DataFrame", lambda: discover([[0, 1]])),
)

test_an_argument_of_another_kind_is_named = refusals(
    invoke,
    (
        "epsilon must be a number, for example 1.0, got str. Nothing was spent.",
        lambda: discover(epsilon="1"),
        lambda: privcausal.correlate(FRAME, "a", "b", epsilon="1"),
        lambda: privcausal.release(FRAME, declare=SAID, epsilon="1", delta=1e-6),
        lambda: privcausal.check(FRAME, declare=SAID, epsilon="1"),
        lambda: privcausal.plan(SAID, rows=100, epsilon="1", delta=1e-6),
        lambda: privcausal.budget("b.json", epsilon="1"),
        lambda: privcausal.direction(FRAME, "a", "b", declare={"a": (0, 1), "b": (0, 1)}, epsilon="1"),
    ),
    ("delta must be a number", lambda: discover(delta="x"), lambda: discover(delta=True)),
    ("rows must be a whole number", lambda: privcausal.plan(SAID, rows="x", **SPEND)),
    ("target must be a number", lambda: privcausal.plan(SAID, rows=100, target="x", **SPEND)),
    (
        "seed must be a whole number",
        lambda: discover(seed="a"),
        lambda: discover(seed=1.5),
        lambda: discover(seed=-1),
    ),
    ("declare must be a dict of columns, the name of a TOML or JSON file", lambda: discover(declare=3)),
    (
        "declare must name the released columns and their possible values",
        lambda: privcausal.release(FRAME, **SPEND),
    ),
)


test_what_was_probably_meant_is_named = refusals(
    invoke,
    (
        "entry 2 is something else; did you mean 'cuts'?",
        lambda: discover(declare={"a": {"range": [0, 1], "cut": [1]}}),
    ),
    ("; did you mean 'once'?", lambda: discover(method="onse")),
    ("about declared columns, and one of its names is none", lambda: discover(knowledge={"tiers": [["A"]]})),
)


@pytest.mark.parametrize("pack", [gzip, bz2, lzma])
def test_a_compressed_file_is_called_compressed(tmp_path, pack):
    (tmp_path / "people.csv").write_bytes(pack.compress(b"a,b,c\n0,1,0\n"))
    with pytest.raises(ValueError, match="is compressed; unpack it first"):
        discover(tmp_path / "people.csv")


def test_a_pipe_is_refused_before_a_byte_is_read(tmp_path):
    """A second pass began in the middle of it, and took a record for the names."""
    os.mkfifo(tmp_path / "people.csv")
    with pytest.raises(ValueError, match="is a pipe or a device, which cannot be read twice"):
        discover(tmp_path / "people.csv")


def test_two_declared_values_are_not_called_too_many():
    words = {"arm": ["a", "b"], "event": ["no", "yes"]}
    said = str(privcausal.plan(words, rows=300, epsilon=0.4, delta=1e-6))
    assert "too many categories" not in said
    many = str(
        privcausal.plan({"job": list(range(40)), "well": {"values": [0, 1], "missing": 0}}, rows=300, **SPEND)
    )
    assert "too many categories: job; declare fewer values" in many
    assert "third category" not in many


def test_a_constant_number_is_not_said_to_want_budget():
    numbers = FRAME.assign(d=1.0).astype(float)
    ranges = {**dict.fromkeys("abc", (0, 1)), "d": (0, 5)}
    result = discover(numbers, declare=ranges)
    (line,) = [line for line in contents(result, Study("?", "a", 2_000, {})).unseen if "not tested" in line]
    assert "because too little varies in one of their columns" in line
    assert "budget" not in line


def test_a_declaration_may_be_json(tmp_path):
    file = tmp_path / "table.json"
    file.write_text('{"columns": {"a": {"values": ["0", "1"]}}, "tiers": [["a"]]}')
    assert load(file).knowledge.tiers == (("a",),)
    for text, words in (("{", "is not JSON"), ("[1]", "must hold one object with columns, got a list")):
        file.write_text(text)
        with pytest.raises(ValueError, match=words):
            load(file)


def test_no_message_quotes_a_cell():
    private = pd.DataFrame({"a": ["HIV positive", "Anna Schmidt"] * 5, "b": ["34"] * 10})
    for ask in (
        lambda: privcausal.check(private, declare={"a": ["x"]}, epsilon=0.01),
        lambda: privcausal.correlate(private["a"], "a", "b", epsilon=1),
        lambda: discover(private, declare={"a": ["x"], "b": ["y"]}),
        lambda: discover(private, declare={"a": ["x"], "b": ["y"]}, knowledge={"tiers": [["A"]]}),
    ):
        with pytest.raises(ValueError, match=r"\w+") as refusal:
            ask()
        assert not any(word in str(refusal.value) for word in ("HIV", "Anna", "34"))


EXPECTED = re.compile(
    r"must|required?s?\b|wants|[Uu]se |[Ll]eave out|need|Choose|cannot (be )?read|so (give|name)|\{error\}|checksum"
    r"|orphan|CHANGED|refusal|wanted|cannot write|is not|was changed"
)
SWEPT = (
    "commands/*",
    "graphs/*",
    "graphs/methods/*",
    "table/declaration*",
    "table/options",
    "table/unit",
    "table/knowledge",
)


def refusals_in_the_code():
    for pattern in SWEPT:
        for file in sorted(LIBRARY.glob(f"{pattern}.py")):
            text = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ValueError" and node.args:
                    yield (
                        f"{file.name}:{node.lineno}",
                        ast.get_source_segment(text, node.args[0]) or "",
                    )


def test_each_refusal_says_what_was_expected():
    silent = [place for place, words in refusals_in_the_code() if not EXPECTED.search(words)]
    assert not silent


BUDGETED = ("--epsilon", "1", "--delta", "1e-6")


@pytest.mark.parametrize(
    "words",
    [
        ("correlate", "nowhere.csv", "--x", "a", "--y", "b", "--epsilon", "1"),
        ("discover", "nowhere.csv", *BUDGETED, "--categories", "a=0|1,b=0|1"),
        ("discover", "PEOPLE", *BUDGETED, "--declare", "nowhere.toml"),
        ("discover", "PEOPLE", *BUDGETED, "--categories", "a=0|1"),
        ("discover", "PEOPLE", *BUDGETED, "--categories", "a=0|1,z=0|1"),
        ("discover", "PEOPLE", *BUDGETED, "--categories", "a=0|1,b=0|1", "--method", "once-linear"),
        ("discover", "PEOPLE", *BUDGETED, "--categories", "a=0|1,b=0|1", "--tiers", "z | a"),
        ("release", "PEOPLE", *BUDGETED, "--out", "r.json"),
        ("check", "PEOPLE", "--epsilon", "1"),
        (
            "effect",
            "PEOPLE",
            "--treatment",
            "a",
            "--outcome",
            "z",
            "--epsilon",
            "1",
            "--categories",
            "a=0|1,b=0|1",
        ),
        ("correlate", "PEOPLE", "--x", "a", "--y", "b", "--epsilon", "1", "--title", "without a report"),
    ],
    ids=" ".join,
)
def test_a_refused_command_says_that_nothing_was_spent(words, tmp_path, capsys):
    FRAME.to_csv(tmp_path / "people.csv", index=False)
    status = main([word.replace("PEOPLE", str(tmp_path / "people.csv")) for word in words])
    message = capsys.readouterr().err.lower()
    assert (status, message.count("nothing was spent")) == (2, 1)
    assert message.startswith("privcausal: ")
