"""The practitioner's page shows what really happens: its code runs, its commands print what it says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "book" / "your-own-table.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
CONSOLE = re.findall(r"```console\n\$ python (.*?)\n(.*?)```", PAGE, re.DOTALL)


def run(folder, *arguments):
    """What a reader sees: the answer, or why there is none."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout if done.returncode == 0 else done.stderr


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    assert run(folder, "-c", PYTHON[0]) == ""
    return folder


@pytest.mark.parametrize(
    ("command", "shown"),
    CONSOLE,
    ids=[command.split()[2] + str(place) for place, (command, _) in enumerate(CONSOLE)],
)
def test_a_command_prints_what_the_page_says(tables, command, shown):
    assert run(tables, *shlex.split(command.replace("\\\n", ""))) == shown


def test_the_python_example_runs(tables):
    assert "ε = 1, δ = 1e-06 (substitution)" in run(tables, "-c", PYTHON[1])
