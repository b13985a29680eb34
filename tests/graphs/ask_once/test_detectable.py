"""detectable: what a release would have shown is shown in four studies of five, however rare the values."""

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.graphs.ask_once.detectable import all_noise, minimum_detectable_at_margins, silent
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.methods import METHODS
from privcausal.graphs.pair_status import PairStatus
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table


def rare_pair(share, phi, n, rng):
    """Two columns of two values with the same share of ones, and this φ."""
    x = rng.random(n) < share
    chances = share + phi * np.array([-share, 1 - share])
    y = rng.random(n) < chances[x.astype(int)]
    declared = Declaration({name: Categories(("no", "yes"), missing="no") for name in "xy"})
    return Table(declared, {"x": x.astype(np.uint8), "y": y.astype(np.uint8)})


@pytest.mark.parametrize("share", [0.5, 0.05, 0.02])
def test_what_would_have_been_seen_is_seen_in_four_of_five_tables_however_rare_the_values(share):
    rng, n, runs = np.random.default_rng(0), 20_000, 120
    budget = Price(1.0, 1e-6, Relation.SUBSTITUTION)

    def answer(phi):
        return learn_graph(rare_pair(share, phi, n, rng), METHODS["once"], budget=budget, rng=rng)

    printed = float(np.median([answer(0.0).pairs[0].minimum_detectable or np.nan for _ in range(5)]))
    seen = np.mean([bool(answer(printed).matrix.any()) for _ in range(runs)])
    assert abs(seen - 0.8) < 4 * np.sqrt(0.8 * 0.2 / runs)
    if share < 0.1:
        even = METHODS["once"].foresee(n, (2, 2), budget).least[0, 1]
        assert printed > 1.2 * even, "by even margins much less would have been enough"


def narrow_pair(spread, share, phi, n, rng):
    """A number that varies little in its declared range, and two values of which one is rare."""
    normal = rng.normal(size=n)
    latent = phi * normal + np.sqrt(1 - phi**2) * rng.normal(size=n)
    declared = Declaration(
        {"x": Number(-1, 1), "y": Number(-1, 1), "v": Categories(("no", "yes"), missing="no")}
    )
    some = (rng.random(n) < share).astype(np.uint8)
    return Table(
        declared, {"x": np.clip(spread * normal, -1, 1), "y": np.clip(spread * latent, -1, 1), "v": some}
    )


@pytest.mark.parametrize("spread", [0.3, 0.02])
def test_what_would_have_been_seen_of_numbers_is_seen_however_narrow_they_are(spread):
    """Of two numbers that vary over a fiftieth of half their ranges, 9 of 40 were found at the φ that was printed."""
    rng, n, runs = np.random.default_rng(0), 20_000, 80
    budget = Price(1.0, 1e-6, Relation.SUBSTITUTION)

    def answer(phi):
        return learn_graph(
            narrow_pair(spread, 0.5, phi, n, rng), METHODS["once-mixed"], budget=budget, rng=rng
        )

    printed = float(np.median([answer(0.0).pairs[0].minimum_detectable or np.nan for _ in range(5)]))
    seen = np.mean([bool(answer(printed).matrix[0, 1]) for _ in range(runs)])
    assert abs(seen - 0.8) < 4 * np.sqrt(0.8 * 0.2 / runs)


def test_rare_values_beside_numbers_need_a_stronger_association():
    rng, budget = np.random.default_rng(0), Price(1.0, 1e-6, Relation.SUBSTITUTION)
    even, rare = (
        learn_graph(narrow_pair(0.3, share, 0.0, 20_000, rng), METHODS["once-mixed"], budget=budget, rng=rng)
        for share in (0.5, 0.03)
    )
    assert rare.pairs[1].minimum_detectable > 1.1 * even.pairs[1].minimum_detectable


def test_a_column_of_which_only_noise_was_seen_shows_nothing():
    release = Interactions((2, 2), 1_000)
    release.means = {(0,): np.array([0.7071]), (1,): np.array([0.0]), (0, 1): np.zeros((1, 1))}
    release.scales = dict.fromkeys(release.means, 0.01)
    assert minimum_detectable_at_margins(release, 0.8)[0, 1] == np.inf
    assert all_noise(release).tolist() == [True, False]


def test_only_a_column_without_any_declared_value_is_silent():
    """A fair coin is not: its margin strays from a half by more than the noise, as samples do."""
    rng, n = np.random.default_rng(1), 200_000
    declared = Declaration({name: Categories(("no", "yes")) for name in ("coin", "rare", "empty")})
    cells = {
        "coin": rng.integers(0, 2, n).astype(np.uint8),
        "rare": (rng.random(n) < 0.001).astype(np.uint8),
        "empty": np.full(n, 2, dtype=np.uint8),  # beyond the declared ones: a gap
    }
    result = learn_graph(
        Table(declared, cells), METHODS["once"], budget=Price(1.0, 1e-6, Relation.SUBSTITUTION), rng=rng
    )
    assert silent(result.learned.release).tolist() == [False, False, True]
    assert result.lost_columns == ["empty"]
    assert result.outside_calibration == ["nothing but noise was seen of empty"]


@pytest.mark.parametrize("method", ["once-further", "once-sparing"])
def test_readers_whose_further_tests_take_the_weakest_for_none_say_so(method):
    """A risk that differs by two points beside two mediators was deleted every time, and 0.01 was said to be seen."""
    rng, n = np.random.default_rng(0), 200_000
    x = rng.random(n) < 0.5
    c, d = (rng.random(n) < low + (1 - 2 * low) * x for low in (0.3, 0.25))
    y = rng.random(n) < 0.3 + 0.15 * c + 0.15 * d + 0.02 * x
    people = pd.DataFrame({"x": x, "c": c, "d": d, "y": y}).astype(int)
    declare = {name: {"values": [0, 1], "missing": 0} for name in people}
    kept = privcausal.release(people, epsilon=5, delta=1e-6, declare=declare)
    pair = next(pair for pair in kept.discover(method).pairs if (pair.first, pair.second) == ("x", "y"))
    assert pair.status is PairStatus.NO_EDGE
    assert pair.separating_set == ("c", "d")
    assert pair.minimum_detectable > 0.02
    once = kept.discover("once")
    assert min(pair.minimum_detectable for pair in once.pairs_with_status(PairStatus.NO_EDGE)) < 0.01
    assert "use once-further, whose further tests see φ ≥ 0.03" in str(
        privcausal.plan(declare, rows=n, epsilon=5, delta=1e-6)
    )


@pytest.mark.parametrize("method", ["curate", "pc"])
def test_where_noise_hides_more_beside_rare_values_and_no_shares_are_released_nothing_is_said_to_be_detectable(
    method,
):
    """At the φ that `curate` printed for even values, 15 of 80 tables with shares of 5% had an edge."""
    rng, epsilon = np.random.default_rng(0), {"curate": 1.0, "pc": np.inf}[method]
    budget = Price(epsilon, 1e-6 if method == "curate" else 0.0, Relation.SUBSTITUTION)
    answer = learn_graph(rare_pair(0.05, 0.0, 20_000, rng), METHODS[method], budget=budget, rng=rng)
    assert ("minimum detectable" in str(answer)) == (method == "pc")


def test_of_numbers_what_would_have_been_seen_rests_on_columns_in_which_people_differ():
    """Of a number that is 1 for a twentieth, 18 of 80 associations with a normal one were found at the φ printed."""
    rng, seen = np.random.default_rng(0), []
    budget = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    declared = Declaration(
        {"x": Number(0, 1), "y": Number(-4, 4), "v": Categories(("no", "yes"), missing="no")}
    )
    for _ in range(20):
        normal = rng.normal(size=20_000)
        cells = {"x": (normal > 1.645) * 1.0, "y": 0.1 * normal + rng.normal(size=20_000)}
        table = Table(declared, {**cells, "v": rng.integers(0, 2, 20_000).astype(np.uint8)})
        answer = learn_graph(table, METHODS["once-mixed"], budget=budget, rng=rng)
        seen.append(answer.matrix[0, 1])
        text = answer.missing_edge_notes()[0]
        assert text.endswith(
            ", if no cell is missing and no column has the same number for half of the people"
        )
    assert np.mean(seen) < 0.6
