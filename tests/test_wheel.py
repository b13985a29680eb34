"""What pip builds from the tree works without the tree: every command, with the committed results.

In an empty environment, which gets what the wheel itself asks for; commands on claims with what they need besides.
"""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from functools import partial
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import numpy as np
import pytest
from packaging.requirements import Requirement

from privcausal import commands

ROOT = Path(__file__).parents[1]
BUILT = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "privcausal", "book/_data")
MAIN = """
import sys
sys.modules["IPython"] = None  # no command may want it
from privcausal.__main__ import main
sys.exit(main())
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The wheel, unpacked: built from a copy of the tree, without network and without a build environment."""
    tree, wheels = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("wheels")
    for name in BUILT:
        (tree / name).parent.mkdir(exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tree / name)
    build = "from setuptools.build_meta import build_wheel; import sys; print(build_wheel(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", build, str(wheels)], cwd=tree, capture_output=True, check=True)
    (wheel,) = wheels.iterdir()
    zipfile.ZipFile(wheel).extractall(wheels / "site")
    return wheels / "site"


def asked_for(package: Distribution) -> dict[str, Distribution]:
    """What pip installs along with a package that is asked for without extras, all the way down."""
    wanted: dict[str, Distribution] = {}
    for line in package.requires or ():
        need = Requirement(line)
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            other = distribution(need.name)
            wanted |= {need.name: other} | asked_for(other)
    return wanted


@pytest.fixture(scope="module")
def empty(site, tmp_path_factory):
    """The interpreter of an empty environment with the wheel and what it asks for, linked from here: no network."""
    home = tmp_path_factory.mktemp("empty")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    (packages,) = home.glob("lib/python*/site-packages")
    (metadata,) = site.glob("*.dist-info")
    for package in asked_for(PathDistribution(metadata)).values():
        for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            (packages / top).symlink_to(Path(str(package.locate_file(top))))
    for top in site.iterdir():
        (packages / top.name).symlink_to(top)
    return home / "bin" / "python"


def command(python, folder, *arguments, **variables):
    """One command in a folder, by an interpreter."""
    return subprocess.run(
        [python, "-P", "-c", MAIN, *arguments],
        cwd=folder,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def run(site, tmp_path):
    return partial(command, sys.executable, tmp_path, PYTHONPATH=str(site))


@pytest.fixture
def run_empty(empty, tmp_path):
    return partial(command, empty, tmp_path)


def write_files(folder):
    """A small table, and an answer to a problem of the course."""
    x = np.linspace(-1, 1, 500)
    rows = "\n".join(f"{value:.4f},{value**3:.4f},{int(value > 0)},{int(value**3 > 0.1)}" for value in x)
    (folder / "table.csv").write_text(f"a,b,c,d\n{rows}\n")
    answer = "def laplace_noise(b, size, rng):\n    return rng.laplace(0, b, size)\n"
    (folder / "mine.py").write_text(answer)


@pytest.fixture(autouse=True)
def _files(tmp_path):
    write_files(tmp_path)


def test_the_wheel_holds_the_package_and_nothing_else(site):
    tops = {path.name for path in site.iterdir()}
    assert {name for name in tops if not name.endswith(".dist-info")} == {"privcausal"}
    shipped, stored = site / "privcausal" / "data" / "stored", ROOT / "book" / "_data"
    files = [path.relative_to(stored) for path in stored.rglob("*") if path.is_file()]
    assert all((shipped / file).read_bytes() == (stored / file).read_bytes() for file in files)


RUNS = {
    "check": "table.csv --categories c=0|1,d=0|1 --epsilon 1",
    "completion": "",
    "correlate": "table.csv --x a --y b --epsilon 1",
    "direction": "table.csv --x a --y b --epsilon 1 --bounds a=-1:1,b=-1:1 --plot it.svg",
    "declare": "table.csv",
    "budget": "study.json",
    "discover": "table.csv --categories c=0|1,d=0|1 --epsilon 1 --delta 1e-6 --out it.svg",
    "effect": "table.csv --categories c=0|1,d=0|1 --treatment c --outcome d --epsilon 1",
    "experiments": "",
    "ledger": "",
    "crosstab": "R.json --x c --y d",
    "release": "table.csv --categories c=0|1,d=0|1 --epsilon 1 --delta 1e-6 --out R.json",
    "plan": "--categories c=0|1,d=0|1 --rows 500 --epsilon 1 --delta 1e-6",
    "grade": "mine.py laplace_noise",
    "verify": "K-correct2",
    "witness": "K-kendall",
    "proofs": "--stale",
}
SAYS = {
    "check": "500 records, 2 columns",
    "completion": "complete -o default",
    "correlate": "kendall of a and b:",
    "direction": "fewer than 1% of simulated pairs would get one",
    "declare": "[columns]",
    "discover": "ε = 1, δ = 1e-06",
    "effect": "c → d, no adjustment: risk difference",
    "experiments": "every stored experiment is current",
    "ledger": "K-kendall",
    "crosstab": "nothing more was spent",
    "release": "500 records of c, d",
    "plan": "500 records, ε = 1",
    "budget": "ε = 1 of ε = 3 is spent",
    "grade": "laplace_noise         right",
    "verify": "1 of 1 claims verified, 0 changed",
    "witness": ": the same",
    "proofs": "nothing is stale",
}


def works(run, name):
    """Run a command, after the one that makes its file, and look at what it says."""
    if name == "crosstab":
        run("release", *RUNS["release"].split())
    if name == "budget":
        run("correlate", *RUNS["correlate"].split(), "--budget", "study.json", "--budget-epsilon", "3")
    done = run(name, *RUNS[name].split())
    refused = name == "direction"  # five hundred records tell no direction
    assert done.returncode == (2 if refused else 0), done.stderr
    assert SAYS[name] in (done.stderr if refused else done.stdout)


CLAIMS = {"verify", "witness", "proofs"}
"""The commands that need the extra."""


def test_every_command_is_run():
    assert CLAIMS < RUNS.keys() == SAYS.keys() == set(commands.names())


@pytest.mark.parametrize("name", sorted(CLAIMS))
def test_with_the_extra_commands_on_claims_work_outside_the_tree(run, name):
    works(run, name)


def test_the_wheel_brings_nothing_that_only_the_claims_need(empty):
    code = "from importlib.util import find_spec; import sys; sys.exit(any(map(find_spec, sys.argv[1:])))"
    subprocess.run([empty, "-P", "-c", code, *commands.VERIFYING, "pytest"], check=True)


@pytest.mark.parametrize("name", sorted(set(commands.names()) - CLAIMS))
def test_whoever_asks_a_table_needs_no_extra(run_empty, name):
    works(run_empty, name)


@pytest.mark.parametrize(
    "words", [("verify", "K-correct2"), ("witness", "K-ridge"), ("experiments", "pairs", "--jobs", "2")]
)
def test_without_the_extra_one_sentence_says_how_to_get_it(run_empty, words):
    done = run_empty(*words)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert re.fullmatch(rf"privcausal: the command needs (\w+): {re.escape(commands.INSTALL)}", line)
    assert run_empty(words[0], "--help").returncode == 0


def test_it_is_the_wheel_that_runs(run, site):
    assert run("verify", "Z-none").returncode == 2
    code = "import privcausal; print(privcausal.__file__)"
    variables = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=variables, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(str(site))
