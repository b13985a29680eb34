"""Categories and numbers piece by piece: the same numbers as with all records in memory, bit for bit."""

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.ask_once import sums
from privcausal.graphs.ask_once.mixed import once_mixed as in_memory
from privcausal.graphs.ask_once.streamed_mixed import StreamedMixed, once_mixed
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.sources import read

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
PUBLIC = Declaration(
    {
        "age": Number(0, 120),
        "sex": Categories(("f", "m"), missing="f"),
        "dose": Categories(("low", "middle", "high")),
        "pain": Number(-50, 150),
        "weight": Number(30, 200, cuts=(60, 80)),
    }
)


def people(n):
    rng = np.random.default_rng(n)
    age = rng.normal(50, 15, n)
    dose = (age[:, None] + rng.logistic(0, 8, (n, 1)) > [45, 60]).sum(axis=1)
    return pd.DataFrame(
        {
            "age": age,
            "sex": rng.choice(["f", "m"], n),
            "dose": np.array(["low", "middle", "high"])[dose],
            "pain": 40 + np.array([0, 15, 5])[dose] + rng.normal(0, 10, n),
            "weight": rng.normal(75, 12, n),
        }
    )


@pytest.mark.parametrize("size", [700, 4_096, 10_001])
def test_the_answer_is_that_of_the_records_in_memory(tmp_path, monkeypatch, size):
    monkeypatch.setattr(sums, "AT_ONCE", 2 * sums.BLOCK)
    path = tmp_path / "people.csv"
    people(size).to_csv(path, index=False)
    plain = in_memory(read(path, PUBLIC), budget=ONE, rng=np.random.default_rng(1))
    streamed = StreamedMixed(path, PUBLIC)
    assert (len(streamed), streamed.columns) == (size, list(PUBLIC.columns))
    found = once_mixed(streamed, budget=ONE, rng=np.random.default_rng(1))
    assert all(np.array_equal(found.moments.means[key], mean) for key, mean in plain.moments.means.items())
    assert found.moments.scales == plain.moments.scales
    assert found.squares == plain.squares
    assert np.array_equal(found.graph, plain.graph)
    assert (found.separators, found.asked, found.spent) == (plain.separators, plain.asked, plain.spent)
    assert found.graph.any()


def test_a_range_without_an_end_is_refused():
    endless = Declaration({"age": Number(), "sex": Categories(("f", "m"))})
    with pytest.raises(ValueError, match="column 'age' must be declared as a number with a finite range"):
        StreamedMixed(people(10), endless)


def test_a_file_that_changes_is_refused(tmp_path):
    path = tmp_path / "people.csv"
    people(100).to_csv(path, index=False)
    found = StreamedMixed(path, PUBLIC)
    people(101).to_csv(path, index=False)
    with pytest.raises(ValueError, match="must not change"):
        once_mixed(found, budget=ONE, rng=np.random.default_rng(0))
