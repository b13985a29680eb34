"""A command as a user would run it, in this process, and a small table to run it on."""

import shutil

import numpy as np
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
def printed(run):
    """Runs a command that must succeed; gives what it printed."""

    def command(*arguments):
        status, out, err = run(*arguments)
        assert status == 0, err
        return out

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
def people(tmp_path):
    """3,000 people and three yes-or-no columns, the first two of which are equal."""
    codes = np.random.default_rng(0).integers(0, 2, (3_000, 3))
    codes[:, 1] = codes[:, 0]
    np.savetxt(tmp_path / "people.csv", codes, "%d", delimiter=",", header="a,b,c", comments="")
    return tmp_path / "people.csv"


@pytest.fixture
def good(tmp_path):
    """A table of two columns without any fault."""
    path = tmp_path / "good.csv"
    path.write_text("sleep,dose\n" + "1,2\n3,4\n" * 40)
    return path


@pytest.fixture
def book(tmp_path):
    return shutil.copy(books.PATH, tmp_path / "ledger.json")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "clinic.csv"
    lines = "\n".join(f"{i},{i * i},{'' if i == 3 else i}" for i in range(50))
    path.write_text(f"dose,feeling,gap\n{lines}\n")
    return str(path)
