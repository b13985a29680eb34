"""The command line as a whole: help at once, one exit status for each kind of end."""

import re
import subprocess
import sys

import pytest

from privcausal import commands
from privcausal.__main__ import main
from privcausal.commands import ledger


def python(*arguments):
    command = [sys.executable, "-X", "importtime", "-m", "privcausal", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def loaded(done):
    """The modules of the package that a process has imported."""
    return set(re.findall(r"\| +(privcausal\S*)$", done.stderr, re.MULTILINE))


def test_help_shows_the_examples_of_all_commands_at_once():
    done = python("--help")
    assert all(f"python -m privcausal {name} " in done.stdout for name in commands.names())
    assert "numpy" not in done.stderr, "--help must not wait for heavy imports"


@pytest.mark.parametrize("name", commands.names())
def test_a_command_loads_no_other(name):
    done = python(name, "--help")
    assert commands.module(name).__doc__ in done.stdout
    others = {f"privcausal.commands.{other}" for other in commands.names()} - {f"privcausal.commands.{name}"}
    assert not loaded(done) & others
    assert "numpy" not in done.stderr


def test_an_unknown_command_exits_with_2(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["veryfy"])
    assert stop.value.code == 2
    assert "verify" in capsys.readouterr().err


def test_an_interrupted_command_says_so_in_one_line(capsys, monkeypatch):
    def stopped(options):
        raise KeyboardInterrupt

    monkeypatch.setattr(ledger, "run", stopped)
    assert main(["ledger"]) == commands.INTERRUPTED
    assert capsys.readouterr().err == "privcausal: interrupted\n"


def test_a_target_is_checked_before_anything_is_spent(tmp_path):
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "mine.svg").touch()
    assert commands.target_path(str(tmp_path / "mine.svg"), "--out") == tmp_path / "mine.svg"
    for name in ("new.gif", "folder.svg", "nowhere/new.svg"):
        with pytest.raises(ValueError, match="--out must name a"):
            commands.target_path(str(tmp_path / name), "--out")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("correlate a.csv --x a --y b --epsilom 1 --epsilon 1", "--epsilon"),
        ("discover a.csv --epsilon 1 --declair=t.toml", "--declare"),
        ("discver a.csv", "discover"),
    ],
)
def test_what_was_probably_meant_is_named(capsys, words, meant):
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2
    assert f"did you mean {meant!r}?" in capsys.readouterr().err
