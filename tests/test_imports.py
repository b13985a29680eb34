"""What a command may not load: a command starts quickly because heavy libraries are imported only where used."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from privcausal import commands
from privcausal.__main__ import main
from privcausal.verify import freshness
from privcausal.verify import ledger as books
from tests.test_defined_once import TREES

ROOT = Path(__file__).parents[1]
PICTURES = {"matplotlib", "IPython"}
CHECKS = {"sympy", "hypothesis", "privcausal.claims.pairs", "privcausal.claims.privacy"}
TABLES = {"pandas", "networkx", "scipy.stats"}

LEAST = PICTURES | CHECKS
DECLARED = LEAST | TABLES | {"joblib", "privcausal.graphs", "privcausal.verify"}

MAY_NOT = {
    "completion": LEAST | TABLES | {"numpy", "scipy"},
    "check": DECLARED | {"scipy"},
    "correlate": DECLARED | {"scipy.optimize"},
    "declare": DECLARED | {"numpy", "scipy"},
    "direction": DECLARED - {"joblib"},
    "discover": LEAST | {"privcausal.verify"},
    "effect": LEAST | {"privcausal.verify"},
    "experiments": LEAST,
    "ledger": LEAST | TABLES | {"scipy", "joblib"},
    "crosstab": LEAST | {"privcausal.verify"},
    "release": LEAST | {"privcausal.verify"},
    "plan": LEAST | TABLES | {"privcausal.verify"},
    "budget": DECLARED | {"scipy"},
    "grade": LEAST,
    "verify": PICTURES | {"pandas", "networkx", "sympy", "privcausal.claims.privacy"},
    "proofs": PICTURES,
    "witness": PICTURES | TABLES | {"sympy", "privcausal.claims.privacy"},
}
"""Of experiments and verify, which may need all of the house, the lightest call counts."""

CALLS = {
    "completion": [],
    "check": ["CSV", "--categories", "a=0|1,b=0|1", "--epsilon", "1"],
    "correlate": ["CSV", "--x", "a", "--y", "b", "--epsilon", "1"],
    "declare": ["CSV"],
    "direction": ["CSV", "--x", "a", "--y", "b", "--epsilon", "1", "--bounds", "a=0:9,b=0:9"],
    "discover": ["CSV", "--categories", "a=0|1,b=0|1", "--epsilon", "1", "--delta", "1e-6"],
    "effect": ["CSV", "--categories", "a=0|1,b=0|1", "--treatment", "a", "--outcome", "b", "--epsilon", "9"],
    "experiments": ["pairs", "--jobs", "0"],
    "ledger": ["--ledger", "LEDGER"],
    "crosstab": ["RELEASE.json", "--x", "a", "--y", "b"],
    "release": ["CSV", "--categories", "a=0|1,b=0|1", "--epsilon", "9", "--delta", "1e-3", "--out", "r.json"],
    "plan": ["--categories", "a=0|1,b=0|1", "--rows", "60", "--epsilon", "1", "--delta", "1e-6"],
    "budget": ["PURSE.json"],
    "grade": ["CSV"],
    "verify": ["K-spearman", "--ledger", "LEDGER"],
    "proofs": ["--stale"],
    "witness": ["K-spearman", "--ledger", "LEDGER"],
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """What the commands read, made once: none of them changes it."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "CSV").write_text("a,b\n" + "0,0\n1,1\n1,0\n" * 20)
    main(["release", str(folder / "CSV"), *CALLS["release"][1:-1], str(folder / "RELEASE.json")])
    budget_file = ("--budget", str(folder / "PURSE.json"), "--budget-epsilon", "2")
    main(["correlate", str(folder / "CSV"), *CALLS["correlate"][1:], *budget_file])
    ledger = books.read()
    ledger.write(folder / "LEDGER")
    freshness.stamp(ledger, folder / "LEDGER")
    return folder


@pytest.fixture
def folder(files, tmp_path):
    return shutil.copytree(files, tmp_path / "files")


@pytest.mark.parametrize("name", commands.names())
def test_a_command_leaves_closed_what_it_does_not_need(folder, name):
    code = (
        "import sys; from privcausal.__main__ import main; main(sys.argv[1:]); print('LOADED', *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, name, *CALLS[name]],
        cwd=folder,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.rpartition("LOADED ")[2].split())
    assert "privcausal" in loaded
    assert not loaded & MAY_NOT[name]


def third_party(tree):
    """What a module imports, at its top or inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


def test_every_import_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    declared = {re.match(r"[\w-]+", line)[0] for line in (*project["dependencies"], *extras)}
    used = {name for tree in TREES.values() for name in third_party(tree)}
    names_known = declared | set(sys.stdlib_module_names) | {"privcausal"}
    # matplotlib brings cycler, SymPy mpmath; IPython is there in notebooks, and plots do without it elsewhere.
    assert used - names_known <= {"cycler", "mpmath", "IPython"}
    # Dask carries joblib and pyarrow pandas, and both are loaded by name where a table brings them along.
    assert set(map(str.lower, declared)) - {"dask", "pyarrow"} <= set(map(str.lower, used))
