"""Files as every version wrote them are still read, and say what they said."""

from pathlib import Path

import pytest

from privcausal.graphs import table_release
from privcausal.privacy import budget_file
from privcausal.table import declaration_files
from privcausal.verify import ledger

FILES = Path(__file__).parent / "formats"


def test_a_declaration():
    read = declaration_files.load(FILES / "declaration-1.toml")
    assert (read.dialect.sep, read.dialect.decimal) == (";", ",")
    assert (read.unit.rows, read.unit.person) == (2, "patient")
    assert read.columns["age"].cuts == (18, 65)
    assert list(read.columns["well"].words) == ["yes", "no"]
    assert declaration_files.FORMAT in (FILES / "declaration-1.toml").read_text()


RELEASES = [("release-1.json", None, ()), ("release-2.json", True, ()), ("release-3.json", True, ("a", "b"))]


@pytest.mark.parametrize(("name", "demonstration", "gaps"), RELEASES)
def test_a_release(name, demonstration, gaps):
    read = table_release.load(FILES / name)
    assert (read.records, list(read.values)) == (5_000, ["a", "b"])
    assert (read.spent.epsilon, read.spent.delta) == (1.0, 1e-6)
    assert read.spent.demonstration is demonstration
    assert read.gaps == gaps
    assert all(("(other)" in words) == (not gaps) for words in read.values.values())
    assert read.discover().graph.has_edge("a", "b")


@pytest.mark.parametrize("name", ["purse-1.json", "budget-1.json"])
def test_a_budget(name):
    account = budget_file.BudgetFile.at(FILES / name).account
    assert (account.total.epsilon, account.spent.epsilon, account.spent.delta) == (3.0, 1.0, 1e-6)


def test_a_ledger():
    read = ledger.read(FILES / "ledger-1.json")
    assert read.rows["K-kendall"].verdict == "tight"
    assert read.text() == (FILES / "ledger-1.json").read_text(encoding="utf-8")


def test_the_present_formats_are_among_them():
    texts = "".join(path.read_text(encoding="utf-8") for path in FILES.iterdir())
    present = (declaration_files.FORMAT, table_release.FORMAT, budget_file.FORMAT, ledger.FORMAT)
    assert all(f'"{name}"' in texts for name in (*present, *table_release.EARLIER_FORMATS))


@pytest.mark.parametrize("name", ["declaration-1.toml", "release-3.json", "budget-1.json", "ledger-1.json"])
def test_a_later_format_is_refused(name, tmp_path):
    kind = name.partition("-")[0]
    read = {
        "declaration": declaration_files.load,
        "release": table_release.load,
        "budget": lambda path: budget_file.BudgetFile.at(path).account,
        "ledger": ledger.read,
    }[kind]
    text = (FILES / name).read_text(encoding="utf-8")
    later = text.replace(f"privcausal {kind} ", f"privcausal {kind} 9", 1)
    assert later != text
    (tmp_path / name).write_text(later, encoding="utf-8")
    with pytest.raises(ValueError, match=r"\w"):
        read(tmp_path / name)
