"""The practitioner's page shows what really happens: its code runs, its commands print what it says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.__main__ import main
from privcausal.graphs.models.bayesian_network import network
from privcausal.table.declaration import Categories

pytestmark = pytest.mark.refused_when_blind

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
def test_a_command_prints_what_the_page_says(tables, command, shown, monkeypatch, capsys):
    monkeypatch.chdir(tables)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tables / "cache"))
    module, library, *words = shlex.split(command.replace("\\\n", ""))
    assert (module, library) == ("-m", "privcausal")
    status = main(words)
    captured = capsys.readouterr()
    assert (captured.err if status else captured.out) == shown


def test_the_python_example_runs(tables):
    assert "ε = 1, δ = 1e-06 (substitution)" in run(tables, "-c", PYTHON[1])


def test_tables_of_other_engines_are_counted(tables):
    output = run(tables, "-c", PYTHON[2])
    assert "once: " in output
    assert "50,000 records of A, S, E, O, R, T: 15 noisy tables of two columns" in output


ROW = re.compile(
    r"\| (?:(\d+) columns of (\d+) values|two columns of numbers) \| ([\d,]+) \| [^|]* \| (.) ≥ ([\d.]+) \| (.*?)\|"
)


@pytest.mark.parametrize("row", ROW.findall(PAGE), ids=" ".join)
def test_the_table_of_decisions_is_computed(row):
    columns, values, records, measure, observed, expected = row
    declared = {f"c{place}": list(range(int(values or 2))) for place in range(int(columns or 2))}
    result = privcausal.plan(
        {name: Categories(words, missing=0) for name, words in declared.items()},
        rows=int(records.replace(",", "")),
        epsilon=1,
        delta=1e-6,
    )
    least = result.correlation[1] if measure == "τ" else result.methods[0].span[1]
    assert observed == f"{least:.2f}"
    if expected.strip():
        parts = result.expected
        assert expected.strip() == f"{parts['pairs'].middle:.2f}, {parts['arrows'].middle:.2f}"


def test_the_table_of_decisions_has_a_row_for_each_kind_of_data():
    assert len(ROW.findall(PAGE)) == 8


SURVEY = network("survey")
DECLARED = {name: list(values) for name, values in zip(SURVEY.nodes, SURVEY.categories, strict=True)}


def graph_of(rows, seed):
    codes = SURVEY.sample(rows, np.random.default_rng(100 + seed))
    words = {name: np.array(DECLARED[name])[codes[:, place]] for place, name in enumerate(SURVEY.nodes)}
    frame = pd.DataFrame(words)
    return privcausal.discover(frame, epsilon=1, delta=1e-6, declare=DECLARED, seed=seed).graph


@pytest.mark.filterwarnings("ignore:seed makes this a demonstration")
def test_some_thousand_rows_show_pairs_and_not_yet_arrows():
    """What the page says about tables of 5,000 rows, measured on its twenty tables."""
    true = {(SURVEY.nodes[i], SURVEY.nodes[j]) for i, j in zip(*np.nonzero(SURVEY.dag), strict=True)}
    drawn, right, arrows, straight = 0, 0, 0, 0
    for seed in range(20):
        edges = set(graph_of(5_000, seed).edges)
        directed = {(a, b) for a, b in edges if (b, a) not in edges}
        pairs, straight = {frozenset(edge) for edge in edges}, straight + len(directed & true)
        drawn, arrows = drawn + len(pairs), arrows + len(directed)
        right += len(pairs & {frozenset(edge) for edge in true})
    assert "19 in 20 were right, and a little more than half of the true ones were found" in PAGE
    assert right / drawn > 19 / 20
    assert 0.5 < right / (20 * len(true)) < 0.6
    assert "of the arrows about four in ten were wrong" in PAGE
    assert 0.55 < straight / arrows < 0.65
    with pytest.raises(ValueError, match="more records"):
        graph_of(150, 0)


def test_no_example_of_the_page_protects_one_half():
    assert "privcausal direction" in PAGE
    assert "--protect" not in PAGE


def test_the_chances_of_the_bet_are_those_of_its_formula():
    chances = dict(re.findall(r"at ε = ([\d.]+) (?:this is )?about (\d+)%", PAGE, re.IGNORECASE))
    assert len(chances) == 3
    for epsilon, chance in chances.items():
        assert round(100 / (1 + np.exp(-float(epsilon)))) == int(chance)
