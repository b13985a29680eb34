"""The examples of CONTRIBUTING do what it says, in a copy of the library in which nothing else is touched."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL)
CLAIM, METHOD = BLOCKS


@pytest.fixture
def copy(tmp_path):
    """The library alone, without its ledger."""
    shutil.copytree(ROOT / "privcausal", tmp_path / "privcausal")
    (tmp_path / "data.csv").write_text("a,b,c\n" + "0,0,1\n1,1,0\n1,0,1\n" * 20)
    return tmp_path


def run(folder, *arguments):
    """What a command of the copy prints, whether it is content or not."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-m", "privcausal", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_a_claim_is_one_file(copy):
    for other in (copy / "privcausal/claims").glob("*/**/*.py"):  # not needed, and slow to load
        other.unlink()
    (copy / "privcausal/claims/privacy/mean.py").write_text(CLAIM, encoding="utf-8")
    asked = ("verify", "E-mean", "--ledger", str(copy / "ledger.json"))
    assert "E-mean: it is not sealed" in run(copy, *asked)
    assert "E-mean  open     1 " in run(copy, *asked, "--seal")


def test_the_mutant_of_the_example_is_found_out():
    from privcausal.verify.claim import QUICK, rejects
    from privcausal.verify.runner import generator

    space = {"__name__": "example"}
    exec(CLAIM, space)
    (claim,) = space["CLAIMS"]
    (check,) = claim.checks
    assert all(rejects(claim, check, mutant, QUICK, generator(claim, check, 0)) for mutant in check.mutants)


def test_a_method_is_one_file(copy):
    (copy / "privcausal/graphs/methods/coins.py").write_text(METHOD, encoding="utf-8")
    assert "coins              tosses a coin for each edge" in run(copy, "discover", "--help")
    asked = ["discover", "data.csv", "--epsilon", "1", "--delta", "1e-6", "--seed", "0"]
    assert "coins: " in run(copy, *asked, "--categories", "a=0|1,b=0|1,c=0|1", "--method", "coins")
