"""Seven ugly tables go from the file to a right and honestly worded answer by the steps of the guide."""

import re
import shlex
from contextlib import suppress
from itertools import combinations

import pandas as pd
import pytest

import privcausal
from privcausal.__main__ import main
from tests import seven_tables
from tests.seven_tables import REGISTRY, SEVEN

TABLES = {table.name: table for table in SEVEN}
MOST_LINES = 12
"""So many lines a person types for one table, at most."""


@pytest.fixture
def asked(tmp_path, monkeypatch, capsys):
    """Writes a table and its declaration, runs its commands, and gives what each printed, or complained of."""

    def answers(name, seed=None, declaration=None, commands=None):
        table = TABLES[name]
        monkeypatch.chdir(tmp_path)
        table.write(tmp_path)
        (tmp_path / "table.toml").write_text(declaration or table.declaration, encoding="utf-8")
        texts = []
        for command in commands or table.commands:
            main([*shlex.split(command), *([] if seed is None else ["--seed", str(seed)])])
            captured = capsys.readouterr()
            texts.append(captured.out or captured.err)
        return texts

    return answers


def drawn(text):
    return {frozenset(edge) for edge in re.findall(r"^(.+?) [→—] (\S+)(?: .*)?$", text, re.MULTILINE)}


def test_none_of_them_needs_much_typing():
    assert max(table.typed for table in SEVEN) <= MOST_LINES


def test_the_registry_has_its_edges_and_no_other(asked):
    (text,) = asked("registry", seed=1)
    truth = {frozenset((cause, effect)) for effect, causes in REGISTRY.items() for cause in causes}
    found = drawn(text)
    assert len(truth) == 10
    assert len(found & truth) >= 8
    assert len(found - truth) == 0
    order = list(REGISTRY)
    assert all(order.index(a) < order.index(b) for a, b in re.findall(r"^(\w+) +→ (\w+)", text, re.MULTILINE))


def sources(folder):
    """The same people from files, frames, a stream and a cluster, as far as their engines are installed."""
    frame = pd.read_csv(folder / "large.csv")
    yield from (str(folder / "large.csv"), str(folder / "large.parquet"), frame)
    with suppress(ImportError):
        import pyarrow

        yield pyarrow.Table.from_pandas(frame)
    with suppress(ImportError):
        import duckdb

        yield duckdb.sql(f"select * from read_csv('{folder / 'large.csv'}', all_varchar = true)")
    with suppress(ImportError):
        import dask.dataframe

        yield dask.dataframe.read_csv(str(folder / "large.csv"), dtype=str)
    with suppress(ImportError):
        import polars

        yield polars.from_pandas(frame)


def test_a_large_table_answers_alike_from_six_sources(asked, tmp_path):
    (text,) = asked("six sources", seed=1)
    chain = {frozenset(pair) for pair in zip("abcde", "bcdef", strict=True)}
    assert drawn(text) == chain
    declare = {name: [0, 1] for name in "abcdef"}
    for source in sources(tmp_path):
        result = privcausal.discover(source, epsilon=1, delta=1e-6, declare=declare, seed=1)
        assert drawn("\n".join(result.edges())) == chain


@pytest.mark.refused_when_blind
def test_the_pair_gets_no_direction_and_an_association(asked):
    refusal, strength = asked("pair")
    assert "too little to find a direction" in refusal
    assert "nothing was spent" in refusal
    assert float(re.search(r"marker: ([+-][\d.]+)", strength)[1]) > 0.5


def test_the_laboratory_keeps_its_mediator(asked):
    (text,) = asked("laboratory", seed=1)
    assert drawn(text) == {
        frozenset(("age", "crp")),
        frozenset(("crp", "ferritin")),
        frozenset(("ferritin", "ldh")),
    }
    assert "→" not in text


def test_the_spreadsheet_is_read_as_it_was_written(asked):
    look, graph = asked("spreadsheet", seed=1)
    assert "look at" not in look
    assert re.search("schwer krank +→ Dosis", graph)
    assert re.search("Dosis +→ besser", graph)
    assert len(drawn(graph)) == 2


@pytest.mark.parametrize(
    ("wrong", "column"),
    [
        ('decimal = ","\n', "Dosis: "),
        ('encoding = "cp1252"\n', "Geschlecht: "),
        (', "ja", "J"', "besser: "),
    ],
)
def test_a_forgotten_line_of_the_declaration_is_noticed_before_the_budget_is_gone(asked, wrong, column):
    declaration = TABLES["spreadsheet"].declaration
    assert wrong in declaration
    check = TABLES["spreadsheet"].commands[:1]
    (look,) = asked("spreadsheet", seed=1, declaration=declaration.replace(wrong, ""), commands=check)
    warned = [line for line in look.splitlines() if line.startswith("look at: ")]
    assert any(column in line for line in warned)


def test_repeated_visits_widen_the_interval(asked, tmp_path):
    (text,) = asked("visits", seed=1)
    assert "per person with at most 20 rows" in text
    held = {"one row a person": 0, "as declared": 0}
    for seed in range(TRIES := 60):
        seven_tables.visits(tmp_path, seed)
        table, ask = str(tmp_path / "visits.csv"), {"epsilon": 1, "seed": seed}
        for name, more in (
            ("one row a person", {}),
            ("as declared", {"person": "patient", "rows_per_person": 20}),
        ):
            result = privcausal.correlate(table, "pain", "sleep", **ask, **more)
            held[name] += result.low < 0 < result.high
    assert held["one row a person"] < 0.85 * TRIES
    assert held["as declared"] >= 0.93 * TRIES


DRUG = {
    "severe": ["no", "yes"],
    "drug": ["no", "yes"],
    "bmi": {"range": [10, 60], "cuts": [30]},
    "died": [0, 1],
}


def test_the_drug_saves_lives_and_the_crude_comparison_says_the_opposite(asked, tmp_path):
    look, text = asked("drug", seed=1)
    assert "look at: bmi" in look
    low, high = map(float, re.search(r"interval ([+-][\d.]+) to ([+-][\d.]+)", text).groups())
    assert low < -0.068 < high < 0
    assert re.search(r"without adjustment: \+0\.0\d+, 95% interval \+0", text)
    assert "given severe, nothing else influences both drug and died" in text
    held = 0
    for seed in range(TRIES := 30):
        result = privcausal.effect(
            str(tmp_path / "drug.csv"), "drug", "died", adjust=["severe"], epsilon=1, declare=DRUG, seed=seed
        )
        held += result.difference.low < -0.068 < result.difference.high
    assert held >= 0.9 * TRIES, "the same sample, and other noise"


def test_nobody_becomes_severely_ill_by_dying(asked):
    discover = ("discover drug.csv --declare table.toml --epsilon 1 --delta 1e-6",)
    for seed in range(5):
        (text,) = asked("drug", seed=seed, commands=discover)
        assert "died →" not in text
        assert re.search(r"severe +→ died", text)


def test_the_share_of_missing_weights_is_known_and_can_be_taken_off(asked, tmp_path):
    """A gap counts as half of each of two values; the table says so, and `check` says how many gaps there are."""
    look, _ = asked("drug", seed=1)
    gaps = float(re.search(r"bmi: ([\d.]+)% missing", look)[1]) / 100
    kept = privcausal.release(str(tmp_path / "drug.csv"), epsilon=1, delta=1e-6, declare=DRUG, seed=1)
    table = kept.cross_table("bmi", "died")
    obese = table.frame().sum(axis=1)["30 to 60"] / table.counts.sum()
    assert obese > 0.1
    assert (obese - gaps / 2) / (1 - gaps) == pytest.approx(0.067, abs=0.01)
    assert "cells of bmi and died without a declared value are spread evenly over the values" in str(table)
    assert "`check` estimates how many" in str(table)


def test_no_two_tables_are_the_same():
    names = [table.name for table in SEVEN]
    assert len(names) == len(set(names)) == 7
    assert not any(a.declaration == b.declaration for a, b in combinations(SEVEN, 2))
