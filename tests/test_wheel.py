"""What pip builds from the tree works without the tree: every command, with the committed results."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from privcausal import commands

ROOT = Path(__file__).parents[1]
BUILT = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "privcausal", "book/_data")
MAIN = """
import sys
sys.modules["IPython"] = None  # a clean environment does not have it
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


@pytest.fixture
def run(site, tmp_path):
    def command(*arguments):
        variables = {"PYTHONPATH": str(site), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        return subprocess.run(
            [sys.executable, "-P", "-c", MAIN, *arguments],
            cwd=tmp_path,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    return command


@pytest.fixture
def table(tmp_path):
    x = np.linspace(-1, 1, 500)
    rows = "\n".join(f"{value:.4f},{value**3:.4f},{int(value > 0)},{int(value**3 > 0.1)}" for value in x)
    (tmp_path / "table.csv").write_text(f"a,b,c,d\n{rows}\n")
    (tmp_path / "mine.py").write_text(
        "def laplace_noise(b, size, rng):\n    return rng.laplace(0, b, size)\n"
    )
    return "table.csv"


def test_the_wheel_holds_the_package_and_nothing_else(site):
    tops = {path.name for path in site.iterdir()}
    assert {name for name in tops if not name.endswith(".dist-info")} == {"privcausal"}
    shipped, stored = site / "privcausal" / "data" / "stored", ROOT / "book" / "_data"
    files = [path.relative_to(stored) for path in stored.rglob("*") if path.is_file()]
    assert all((shipped / file).read_bytes() == (stored / file).read_bytes() for file in files)


RUNS = {
    "correlate": ("CSV", "--x", "a", "--y", "b", "--epsilon", "1"),
    "direction": (
        "CSV",
        "--x",
        "a",
        "--y",
        "b",
        "--epsilon",
        "1",
        "--bounds",
        "a=-1:1,b=-1:1",
        "--plot",
        "it.svg",
    ),
    "declare": ("CSV",),
    "spent": ("study.json",),
    "discover": (
        "CSV",
        "--categories",
        "c=0|1,d=0|1",
        "--epsilon",
        "1",
        "--delta",
        "1e-6",
        "--out",
        "it.svg",
    ),
    "experiments": (),
    "ledger": (),
    "cross": ("R.json", "--x", "c", "--y", "d"),
    "release": ("CSV", "--categories", "c=0|1,d=0|1", "--epsilon", "1", "--delta", "1e-6", "--out", "R.json"),
    "plan": ("--categories", "c=0|1,d=0|1", "--rows", "500", "--epsilon", "1", "--delta", "1e-6"),
    "problems": ("mine.py", "laplace_noise"),
    "verify": ("K-correct2",),
    "witness": ("K-kendall",),
}
SAYS = {
    "correlate": "kendall of a and b:",
    "direction": "ε = 1, protects both",
    "declare": "[columns]",
    "discover": "ε = 1, δ = 1e-06",
    "experiments": "every stored experiment is current",
    "ledger": "K-kendall",
    "cross": "nothing was spent",
    "release": "500 records of c, d",
    "plan": "500 records, ε = 1",
    "spent": "ε = 1 of ε = 3 is spent",
    "problems": "laplace_noise         right",
    "verify": "1 of 1 claims verified, 0 changed",
    "witness": ": the same",
}


@pytest.mark.parametrize("name", commands.names())
def test_every_command_works_outside_the_tree(run, table, name):
    def arguments(name):
        return [table if word == "CSV" else word for word in RUNS[name]]

    if name == "cross":
        run("release", *arguments("release"))
    if name == "spent":
        run("correlate", *arguments("correlate"), "--budget", "study.json", "--total-epsilon", "3")
    done = run(name, *arguments(name))
    assert done.returncode == 0, done.stderr
    assert SAYS[name] in done.stdout


def test_it_is_the_wheel_that_runs(run, site):
    assert run("verify", "Z-none").returncode == 2
    code = "import privcausal; print(privcausal.__file__)"
    variables = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=variables, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(str(site))
