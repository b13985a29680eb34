"""Categories and numbers together: a graph in any units, at the price on the label."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.mixed_rows import Frame
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.pair_counts import tables_of
from privcausal.graphs.methods.once import OnceTables
from privcausal.graphs.methods.once_mixed import MixedTest, once_mixed, release_moments
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.privacy.gaussian import gaussian_delta
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table
from tests.graphs.builders import ONE, price, rng, townsfolk
from tests.refusals import refusals

RICH = price(1000.0)
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
    result = once_mixed(table(20_000), budget=price, rng=rng(1))
    assert skeleton_scores(result.graph, TRUTH).f1 == 1
    assert result.spent.epsilon <= price.epsilon
    assert result.spent.delta <= price.delta
    assert result.graph[1, 3]
    assert not result.graph[3, 1], "dose and sex are apart, and meet in pain"
    assert sum(result.asked) > 6


def test_what_is_released_is_the_moments():
    moments, squares, _ = release_moments(table(20_000), RICH, rng())
    cells = people(20_000)
    by_sex = np.corrcoef(cells["sex"], cells["pain"])[0, 1]
    mean = {place: moments.means[place,].item() for place in (1, 3)}
    deviations = [np.sqrt(0.5 - mean[1] ** 2), np.sqrt(squares[3] - mean[3] ** 2)]
    result = (moments.means[1, 3].item() - mean[1] * mean[3]) / np.prod(deviations)
    assert abs(result) == pytest.approx(abs(by_sex), abs=0.02)


def test_the_noise_is_as_large_as_it_says():
    """Off the diagonal; on it, as the square of a number, √2 times as large."""
    few, drawn = table(50), rng()
    exact, exact_squares, _ = release_moments(few, price(1e3, 1 - 1e-9), drawn)
    runs = [release_moments(few, price(20.0, 0.5), drawn) for _ in range(200)]
    noise = np.std([run[0].means[1, 2] - exact.means[1, 2] for run in runs])
    assert noise == pytest.approx(runs[0][0].scales[1, 2], rel=0.15)
    assert np.std([run[1][0] for run in runs]) > noise
    assert exact_squares.keys() == {0, 3}


def test_both_releases_together_spend_the_budget_and_no_more():
    """By the noise that is drawn, for the longest row that there is: 5% less noise would be seen."""
    drawn = []
    with intercept_draws(lambda draw, go: drawn.append(draw.arguments) or go()):
        release_moments(table(200), ONE, rng())
    units, moments = (arguments["scale"] for arguments in drawn)
    longest = Frame((0, 2, 3, 0)).rows([np.array([1e9]), np.array([0]), np.array([0]), np.array([1e9])])
    moved = 2 * np.sqrt(2), np.sqrt(2) * np.sum(longest**2)
    mu = np.hypot(moved[0] / 200 / units, moved[1] / 200 / moments)
    assert 0.999e-6 < gaussian_delta(mu, 1.0, 1.0) <= 1e-6
    assert all(arguments["sensitivity"] >= move / 200 for arguments, move in zip(drawn, moved, strict=True))


def test_categories_alone_are_as_good_as_in_tables():
    people = townsfolk("survey", 100_000)
    result = once_mixed(people, budget=ONE, rng=rng(1))
    dag = network("survey").dag
    tables = pc(6, OnceTables(tables_of(people), ONE, rng(1)))
    assert skeleton_scores(result.graph, dag).f1 >= skeleton_scores(tables.graph, dag).f1 - 0.1


def test_numbers_alone_are_a_linear_model():
    chain = LinearModel(np.diag([0.8, -0.6, 0.7], 1))
    rows = np.clip(chain.sample(30_000, np.random.default_rng(0)), -9, 9)
    declaration = Declaration(dict.fromkeys("abcd", Number(-9, 9)))
    result = once_mixed(Table(declaration, dict(zip("abcd", rows.T, strict=True))), budget=ONE, rng=rng(1))
    assert skeleton_scores(result.graph, chain.dag).f1 == 1


def test_a_variance_is_the_one_that_was_measured():
    moments, squares, _ = release_moments(table(5_000), RICH, rng())
    test = MixedTest(moments, squares=squares)
    assert test.side(3, ()).left[0] == pytest.approx(squares[3] - moments.means[3,].item() ** 2)
    assert test.side(1, ()).left[0] == pytest.approx(0.5, abs=0.01)
    assert test.separates(0, 1, (), 0.001)
    assert not test.separates(0, 2, (), 0.001)


def test_constant_columns_have_an_answer():
    flat = {name: np.zeros_like(column) for name, column in people(500).items()}
    result = once_mixed(Table(DECLARED, flat), budget=RICH, rng=rng())
    assert not result.graph.any()


ENDLESS = Declaration({**DECLARED.columns, "age": Number(0)})

test_what_it_cannot_use_is_refused = refusals(
    lambda changes: once_mixed(**{"table": table(9), "budget": ONE, "rng": rng()} | changes),
    ("column 'age' must be declared as a number with a finite range", {"table": Table(ENDLESS, people(9))}),
    ("level", {"level": 2.0}),
)
