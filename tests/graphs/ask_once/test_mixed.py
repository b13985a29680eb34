"""Categories and numbers together: a graph in any units, at the price on the label."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.mixed import MixedTest, once_mixed, released
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
RICH = Price(1000.0, 1e-6, Relation.SUBSTITUTION)
DECLARED = Declaration(
    {
        "age": Number(0, 120),
        "sex": Categories(("f", "m"), missing="f"),
        "dose": Categories(("low", "middle", "high"), missing="low"),
        "pain": Number(-50, 150),
    }
)
"""Age is a cause of the dose, dose and sex are causes of pain; of age, pain knows by the dose alone."""

TRUTH = np.array([[0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0]], dtype=bool)


def people(n, seed=0):
    rng = np.random.default_rng(seed)
    age, sex = np.clip(rng.normal(50, 15, n), 0, 120), rng.integers(0, 2, n)
    dose = (age[:, None] + rng.logistic(0, 8, (n, 1)) > [45, 60]).sum(axis=1)
    pain = np.clip(40 + np.array([0, 15, 5])[dose] + 8 * sex + rng.normal(0, 10, n), -50, 150)
    return {"age": age, "sex": sex.astype(np.uint8), "dose": dose.astype(np.uint8), "pain": pain}


def table(n, seed=0):
    return Table(DECLARED, people(n, seed))


@pytest.mark.parametrize("price", [ONE, RICH], ids=["at one", "nearly without noise"])
def test_a_mixed_graph_is_found(price):
    found = once_mixed(table(20_000), budget=price, rng=np.random.default_rng(1))
    assert skeleton_scores(found.graph, TRUTH).f1 == 1
    assert found.spent.epsilon <= price.epsilon
    assert found.spent.delta <= price.delta
    assert found.graph[1, 3]
    assert not found.graph[3, 1], "dose and sex are apart, and meet in pain"
    assert sum(found.asked) > 6


def test_what_is_released_is_the_moments():
    moments, squares, _ = released(table(20_000), RICH, np.random.default_rng(0))
    cells = people(20_000)
    by_sex = np.corrcoef(cells["sex"], cells["pain"])[0, 1]
    mean = {place: moments.means[place,].item() for place in (1, 3)}
    deviations = [np.sqrt(0.5 - mean[1] ** 2), np.sqrt(squares[3] - mean[3] ** 2)]
    found = (moments.means[1, 3].item() - mean[1] * mean[3]) / np.prod(deviations)
    assert abs(found) == pytest.approx(abs(by_sex), abs=0.02)


def test_the_noise_is_as_large_as_it_says():
    """Off the diagonal; on it, as the square of a number, √2 times as large."""
    few, rng = table(50), np.random.default_rng(0)
    exact, exact_squares, _ = released(few, Price(1e3, 1 - 1e-9, Relation.SUBSTITUTION), rng)
    runs = [released(few, Price(20.0, 0.5, Relation.SUBSTITUTION), rng) for _ in range(200)]
    noise = np.std([run[0].means[1, 2] - exact.means[1, 2] for run in runs])
    assert noise == pytest.approx(runs[0][0].scales[1, 2], rel=0.15)
    assert np.std([run[1][0] for run in runs]) > noise
    assert exact_squares.keys() == {0, 3}


def test_categories_alone_are_as_good_as_in_tables():
    net = network("survey")
    codes = net.sample(100_000, np.random.default_rng(0)).astype(np.uint8)
    said = Declaration(
        {n: Categories(v, missing=v[0]) for n, v in zip(net.nodes, net.categories, strict=True)}
    )
    found = once_mixed(
        Table(said, dict(zip(net.nodes, codes.T, strict=True))), budget=ONE, rng=np.random.default_rng(1)
    )
    tables = pc(6, OnceTables(Tables(codes, net.cardinalities), ONE, np.random.default_rng(1)))
    assert skeleton_scores(found.graph, net.dag).f1 >= skeleton_scores(tables.graph, net.dag).f1 - 0.1


def test_numbers_alone_are_a_linear_model():
    chain = LinearModel(np.diag([0.8, -0.6, 0.7], 1))
    rows = np.clip(chain.sample(30_000, np.random.default_rng(0)), -9, 9)
    said = Declaration(dict.fromkeys("abcd", Number(-9, 9)))
    found = once_mixed(
        Table(said, dict(zip("abcd", rows.T, strict=True))), budget=ONE, rng=np.random.default_rng(1)
    )
    assert skeleton_scores(found.graph, chain.dag).f1 == 1


def test_a_variance_is_the_one_that_was_measured():
    moments, squares, _ = released(table(5_000), RICH, np.random.default_rng(0))
    test = MixedTest(moments, squares=squares)
    assert test.side(3, ()).left[0] == pytest.approx(squares[3] - moments.means[3,].item() ** 2)
    assert test.side(1, ()).left[0] == pytest.approx(0.5, abs=0.01)
    assert test.separates(0, 1, (), 0.001)
    assert not test.separates(0, 2, (), 0.001)


@pytest.mark.parametrize("n", [1, 2, 30])
def test_few_records_have_an_answer(n):
    assert once_mixed(table(n), budget=ONE, rng=np.random.default_rng(0)).graph.shape == (4, 4)


def test_constant_columns_have_an_answer():
    flat = {name: np.zeros_like(column) for name, column in people(500).items()}
    found = once_mixed(Table(DECLARED, flat), budget=RICH, rng=np.random.default_rng(0))
    assert not found.graph.any()


def test_what_it_cannot_use_is_refused():
    endless = Declaration({**DECLARED.columns, "age": Number(0)})
    with pytest.raises(ValueError, match="column 'age' must be declared as a number with a finite range"):
        once_mixed(Table(endless, people(9)), budget=ONE, rng=np.random.default_rng(0))
    with pytest.raises(ValueError, match="level"):
        once_mixed(table(9), budget=ONE, rng=np.random.default_rng(0), level=2.0)
    with pytest.raises(ValueError, match="delta must lie strictly between"):
        once_mixed(table(9), budget=Price(1.0, 0.0, Relation.SUBSTITUTION), rng=np.random.default_rng(0))
