"""A command as a user would run it, in this process, and a small table to run it on."""

import shutil

import pytest

from privcausal.__main__ import main
from privcausal.verify import ledger as books


@pytest.fixture(autouse=True)
def _nothing_remembered(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def run(capsys):
    """Runs one command: its exit status, what it printed, and what it complained about."""

    def command(*arguments):
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


@pytest.fixture
def refused(run):
    """Runs a command that must be refused in one sentence; gives the sentence."""

    def command(*arguments):
        status, out, err = run(*arguments)
        assert (status, out) == (2, "")
        assert len(err.strip().splitlines()) == 1
        return err

    return command


@pytest.fixture
def book(tmp_path):
    return shutil.copy(books.PATH, tmp_path / "ledger.json")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "clinic.csv"
    lines = "\n".join(f"{i},{i * i},{'' if i == 3 else i}" for i in range(50))
    path.write_text(f"dose,feeling,gap\n{lines}\n")
    return str(path)
