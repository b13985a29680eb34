"""The page of all released statistics: no release of the library is missing, and all that a row names is there."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from book._ext.released import PAGE, STATISTICS, file_of, page
from privcausal import claims
from privcausal.verify import ledger

ROOT = Path(__file__).parents[2]
VERDICTS = {name: row.verdict for name, row in ledger.read().rows.items()}
MECHANISMS = {"Gaussian", "GaussianNoise", "SymmetricGaussian", "Laplace", "Exponential", "Peeling"}
MECHANISMS |= {"AboveThreshold", "ProposeTestRelease", "SieveAndExamine", "StableRelease", "Subsampled"}
NO_PRIVATE_RECORDS = ("privacy/", "claims/", "experiments/", "course/", "explorers/", "verify/")
"""The mechanisms themselves, and code that meets simulated records only."""

NOTHING_DRAWN = {"privcausal.pairs.private_iqr:proposal"}
"""It asks a mechanism for its threshold, which follows from public numbers."""


def makers(tree, outer=""):
    """The functions in which a mechanism is made, by their qualified names."""
    for node in ast.iter_child_nodes(tree):
        name = getattr(node, "name", "") if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""
        inner = f"{outer}.{name}".strip(".") if name else outer
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MECHANISMS:
            yield outer
        yield from makers(node, inner)


def sites():
    for file in sorted((ROOT / "privcausal").rglob("*.py")):
        path = str(file.relative_to(ROOT / "privcausal"))
        if not path.startswith(NO_PRIVATE_RECORDS):
            module = str(file.relative_to(ROOT).with_suffix("")).replace("/", ".")
            yield from (f"{module}:{name}" for name in makers(ast.parse(file.read_text(encoding="utf-8"))))


def test_no_release_is_missing():
    assert set(sites()) - NOTHING_DRAWN == {
        place for statistic in STATISTICS for place in statistic.released_by
    }


def test_a_new_mechanism_would_be_seen():
    tree = ast.parse("class A:\n    def b(self):\n        return self.pay(Laplace(1, 2, 3), 4)\n")
    assert list(makers(tree)) == ["A.b"]


def test_all_mechanisms_are_known():
    trees = (
        ast.parse(file.read_text(encoding="utf-8")) for file in (ROOT / "privcausal/privacy").glob("*.py")
    )
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    releasing = {
        node.name
        for node in classes
        if any(isinstance(part, ast.FunctionDef) and part.name == "release" for part in node.body)
    }
    others = {"Filter", "BudgetFile", "Mechanism", "OnPart", "Synthesiser"}
    assert releasing - others <= MECHANISMS


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda statistic: statistic.name[:40])
def test_a_row_says_what_is_there(statistic):
    module, _, name = statistic.sensitivity.partition(":")
    place = import_module(module)
    for part in name.split("."):
        place = getattr(place, part)
    known = claims.load()
    assert set(statistic.claims) <= known.keys()
    refuted = {"refuted", "fails", "open"}
    assert not [name for name in statistic.claims if VERDICTS[name] in refuted], "it proves nothing"
    tree = ast.parse((ROOT / statistic.test).read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    tested = {site.partition(":")[0] for site in statistic.released_by}
    assert imported & tested, f"{statistic.test} imports none of {tested}"
    assert all((ROOT / file_of(site)).is_file() for site in statistic.released_by)


def test_the_page_is_what_the_list_says():
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m book._ext.released"
