"""No command repeats what was typed, nor what stands in a file that was meant to be another."""

import argparse
import contextlib
import io
import json
import re
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from privcausal import commands
from privcausal.__main__ import main, parser
from privcausal.graphs import methods

DESCRIPTIONS = cache(methods.descriptions)
WORDS = ["Zqxwortel", "Zqxbraam"] * 20
PEOPLE = pd.DataFrame({"word": WORDS, "number": np.linspace(731946.25, 731999.25, 40)})
SENTINELS = re.compile(r"Zqx|7319\d\d|731,9", re.I)

TYPED = {
    "one word": WORDS[0],
    "two words": f"{WORDS[0]} {WORDS[1]}",
    "a line": f"{WORDS[0]},731946.25",
    "a column": "\n".join(WORDS),
    "a column in one line": " ".join(WORDS),
    "JSON": PEOPLE.to_json(),
    "CSV": PEOPLE.to_csv(index=False),
    "printed": str(PEOPLE["word"]),
    "an assignment": f"{WORDS[0]}={WORDS[1]}|{WORDS[0]}",
    "a range": f"{WORDS[0]}=731999:731946",
    "tiers": f"{WORDS[0]} | {WORDS[1]},{WORDS[1]}",
    "an arrow": f"{WORDS[0]} -> {WORDS[0]}",
    "an option": f"--{WORDS[0]}",
    "an option with a value": f"--epsilon={WORDS[0]}",
    "an option cut short": f"--e={WORDS[0]}",
    "a path": f"{WORDS[0]}/{WORDS[1]}.html",
    "a release": f"{WORDS[0]}.json",
    "half a sign": f"{WORDS[0]}\udc80",
}
"""What a shell can put in the place of a word: with `$(cut -f1 people.csv)`, a loop, or a slip."""


def release_with(**entries):
    return json.dumps({"format": "privcausal release 3", "checksum": "0", **entries})


WRITTEN = {
    "people.csv": PEOPLE.to_csv(index=False),
    "people.tsv": PEOPLE.to_csv(index=False, sep="\t"),
    "people.json": PEOPLE.to_json(),
    "columns.json": json.dumps({"word": WORDS, "number": WORDS}),
    "groups.json": json.dumps({WORDS[0]: [WORDS[0]] * 2, WORDS[1]: [0, 1]}),
    "records.json": PEOPLE.to_json(orient="records"),
    "index.json": PEOPLE.set_index(PEOPLE["word"] + PEOPLE.index.astype(str)).to_json(orient="index"),
    "format.json": json.dumps({"format": f"privcausal release {WORDS[0]}"}),
    "other.json": json.dumps({"format": WORDS[0], "columns": {WORDS[0]: {"values": [WORDS[0]] * 2}}}),
    "release.json": release_with(columns={WORDS[0]: WORDS}, records=40, tables=[]),
    "declared.json": json.dumps({"columns": {WORDS[0]: {"range": [731999, 731946]}}}),
    "keys.json": json.dumps({"columns": {"a": {WORDS[0]: 1}}, WORDS[1]: 1}),
    "budget.json": json.dumps({"format": WORDS[0], "total": WORDS[1]}),
    "declared.toml": f'[columns]\na = {{ values = ["{WORDS[0]}", "{WORDS[0]}"] }}\n',
    "names.toml": f"[columns]\n{WORDS[0]} = {{ {WORDS[1]} = 1 }}\n",
    "twice.toml": f"[{WORDS[0]}]\n[{WORDS[0]}]\n",
    "words.toml": "\n".join(WORDS),
    "drawing.txt": f"dag {{ {WORDS[0]} -> {WORDS[1]} ? }}",
    "cycle.dagitty": f"dag {{ {WORDS[0]} -> {WORDS[1]} -> {WORDS[0]} }}",
    "nodes.dagitty": f"dag {{ {WORDS[0]} -> {WORDS[1]} }}",
    "broken.graphml": f"<graphml><{WORDS[0]}>",
    "latin.csv": b"word,number\n" + "Zqxwörtel,1\n".encode("latin-1") * 3,
    "latin.toml": "[columns]\nZqxwörtel = {}".encode("latin-1"),
    "latin.json": '{"Zqxwörtel": 1}'.encode("latin-1"),
    "exercises.py": "raise ValueError('Zqxwortel')\n",
}
"""Files that are handed in for others."""

TABLE = "a,b,c\n" + "0,1,0\n1,0,1\n1,1,0\n" * 100
SAID = ("--categories", "a=0|1,b=0|1,c=0|1")
SPEND = ("--epsilon", "4", "--delta", "1e-6")
ASKED = {
    "check": ("good.csv", *SAID, "--epsilon", "4"),
    "correlate": ("good.csv", "--x", "a", "--y", "b", "--epsilon", "4"),
    "crosstab": ("there.json", "--x", "a", "--y", "b"),
    "declare": ("good.csv",),
    "direction": ("good.csv", "--x", "a", "--y", "b", "--bounds", "a=0:1,b=0:1", "--epsilon", "4"),
    "discover": ("good.csv", *SAID, *SPEND),
    "effect": ("good.csv", "--treatment", "a", "--outcome", "b", *SAID, "--epsilon", "4"),
    "plan": (*SAID, "--rows", "300", *SPEND),
    "release": ("good.csv", *SAID, *SPEND, "--out", "out.json"),
    "budget": ("there.json",),
    "completion": (),
    "grade": ("there.py",),
    "ledger": (),
    "witness": ("there",),
    "proofs": ("there",),
    "verify": ("there",),
    "experiments": ("there",),
}
SLOW = {"verify", "experiments", "proofs", "ledger", "completion", "grade"}
"""Commands about the book itself, which read no table: they get words in place of their names alone."""


def options_of(name):
    """Every option of a command, and how many arguments stand before them."""
    (inner,) = (a for a in parser([name])._actions if isinstance(a, argparse._SubParsersAction))
    return [action for action in inner.choices[name]._actions if action.dest != "help"]


def said_by(words):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(words)
        except SystemExit as stop:
            status = stop.code
    for written in filter(Path.is_file, Path().glob("Zqx*")):  # a file that exists may be named
        written.unlink()
    return err.getvalue() + (out.getvalue() if status else "")


def calls(name, value):
    """The command with this value for each of its arguments and options, and beside them."""
    for action in options_of(name):
        if action.option_strings and action.nargs != 0 and (value not in WRITTEN or action.type is None):
            yield [name, *ASKED[name], f"{action.option_strings[-1]}={value}"]
    if ASKED[name] and not ASKED[name][0].startswith("-"):
        yield [name, value, *ASKED[name][1:]]
    yield [name, *ASKED[name], value]
    if value not in WRITTEN:
        yield [value, *ASKED[name]]
        yield [name, *ASKED[name], "--epsilon", value]


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(methods, "descriptions", DESCRIPTIONS)  # read from files, for every parser again
    (tmp_path / "good.csv").write_text(TABLE)
    for name, text in WRITTEN.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())


def test_every_command_is_asked():
    assert set(ASKED) == set(commands.names())


@pytest.mark.parametrize("kind", TYPED)
@pytest.mark.parametrize("name", sorted(set(ASKED) - SLOW))
def test_no_word_that_was_typed_is_repeated(name, kind):
    for words in calls(name, TYPED[kind]):
        assert not SENTINELS.search(said := said_by(words)), said


@pytest.mark.parametrize("kind", TYPED)
@pytest.mark.parametrize("name", sorted(SLOW - {"completion", "ledger"}))
def test_no_name_of_a_check_is_repeated(name, kind):
    assert not SENTINELS.search(said := said_by([name, TYPED[kind]])), said


@pytest.mark.parametrize("file", WRITTEN)
@pytest.mark.parametrize("name", sorted(set(ASKED) - SLOW))
def test_nothing_in_a_file_is_repeated(name, file):
    for words in calls(name, file):
        assert not SENTINELS.search(said := said_by(words)), said
