"""What a learned graph's edges, its missing edges and the range of an effect over it rest on."""

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.identify import identify

YES = {"values": [0, 1], "missing": 0}
NUMBER = {"range": [-4, 4], "missing": 0}
RIGHT = "right on unseen simulated networks"


def learn(columns, declared, **more):
    settings = {"epsilon": 1, "delta": 1e-6, "seed": 1, **more}
    return privcausal.discover(pd.DataFrame(columns), declare=declared, **settings)


def line(answer, start):
    return next(text for text in str(answer).splitlines() if text.startswith(start))


@pytest.fixture(scope="module")
def alike():
    """Two numbers that resemble each other, and a third that is associated with both."""
    rng = np.random.default_rng(31_001)
    x = rng.normal(size=20_000)
    z = 0.95 * x + np.sqrt(1 - 0.95**2) * rng.normal(size=len(x))
    y = 0.1 * x + np.sqrt(0.99) * rng.normal(size=len(x))
    return learn({"x": x, "z": z, "y": y}, dict.fromkeys("xzy", NUMBER))


@pytest.mark.filterwarnings("ignore")
def test_what_is_detected_rests_on_nothing_being_held_fixed(alike, tmp_path):
    many = sum(bool(pair.separating_set) for pair in alike.pairs)
    assert many
    assert f"; less is detected with others held fixed, as for {many} pair" in line(alike, "no edge seen")
    assert alike.to_dict()["detects_if"].endswith(" and no other column is held fixed")
    alike.report(tmp_path / "page.html")
    assert f"With other columns held fixed, as for {many} pair" in (tmp_path / "page.html").read_text()


def test_a_plan_says_so_of_three_columns_and_not_of_two():
    for names, said in (("abc", True), ("ab", False)):
        plan = privcausal.plan(dict.fromkeys(names, YES), rows=20_000, epsilon=1, delta=1e-6)
        assert ("no other column is held fixed" in line(plan, "this assumes")) == said


def test_edges_among_numbers_rest_on_linear_effects(alike):
    linear = "effects are linear and no column has the same number for half of the people"
    assert line(alike, RIGHT).endswith(f", if {linear}")
    assert alike.to_dict()["holds_if"] == linear
    assert "linear function" in privcausal.graphs.methods.METHODS["once-mixed"].assumes


def test_two_numbers_alone_need_no_linear_effects():
    x = np.random.default_rng(0).normal(size=5_000)
    answer = learn({"x": x, "y": x}, dict.fromkeys("xy", NUMBER))
    assert line(answer, RIGHT).endswith("99 in 100 pairs")
    assert answer.to_dict()["holds_if"] is None


def test_a_number_with_cuts_holds_only_its_classes_fixed(tmp_path):
    rng = np.random.default_rng(1)
    age = np.clip(rng.normal(55, 15, 20_000), 18, 100)
    a, b = rng.random(len(age)) < 1 / (1 + np.exp((55 - age) / 12)), rng.random(len(age)) < 0.006 * (age - 15)
    declared = {"age": {"range": [18, 100], "cuts": [65], "missing": 60}, "a": YES, "b": YES}
    answer = learn({"age": age, "a": a.astype(int), "b": b.astype(int)}, declared)
    assert line(answer, RIGHT).endswith(", if nothing depends on age within its classes")
    assert answer.to_dict()["holds_if"] == "nothing depends on age within its classes"
    answer.report(tmp_path / "page.html")
    assert "Nothing depends on age within its classes" in (tmp_path / "page.html").read_text()


def confounded(seed, n, effect, *, order=None, **more):
    """A confounder, a treatment and an outcome, their graph, and the effect that is adjusted for the confounder."""
    rng = np.random.default_rng(seed)
    z = rng.integers(0, 2, n)
    t = (rng.random(n) < 0.35 + 0.3 * z).astype(int)
    y = (rng.random(n) < 0.35 + effect * (t - 0.5) + 0.3 * z).astype(int)
    columns = {"z": z, "t": t, "y": y}
    graph = learn(
        columns, dict.fromkeys("zty", YES), knowledge=order or {"tiers": [["z"], ["t"], ["y"]]}, **more
    )
    table = pd.DataFrame(columns)
    return graph, privcausal.effect(
        table, "t", "y", adjust=["z"], epsilon=1, declare=dict.fromkeys("zty", YES), seed=2
    )


def test_an_edge_that_was_not_seen_is_in_doubt_with_sure(tmp_path):
    graph, effect = confounded(3, 5_000, 0.0)
    assert not graph.graph.has_edge("t", "y")
    unsure = effect.with_graph(graph, sure=0.9).range
    assert (unsure.low, unsure.high) == (
        min(0.0, effect.difference.low),
        max(0.0, effect.difference.high),
    )
    assert "which does not exclude an effect: it is drawn in 1 of them" in str(unsure)
    assert (unsure.graphs, unsure.without_effect) == (2, 1)
    bare = effect.with_graph(graph).range
    assert bare.low == bare.high == 0
    assert str(bare).splitlines()[1].endswith("which does not exclude an effect: ask with sure")
    graph.save(tmp_path / "graph.graphml")
    assert effect.with_graph(str(tmp_path / "graph.graphml"), sure=0.9).range == unsure


def test_an_excluded_pair_that_stays_associated_is_confounded(tmp_path):
    rng = np.random.default_rng(10)
    hidden = rng.random(20_000) < 0.5
    c, t = (rng.random(20_000) < 0.2 + 0.6 * hidden for _ in range(2))
    y = rng.random(20_000) < 0.2 + 0.3 * c + 0.1 * t
    table = pd.DataFrame({"c": c, "t": t, "y": y}).astype(int)
    known = {"forbidden": ["c -> t", "t -> c", "y -> t", "y -> c"]}
    graph = learn(table, dict.fromkeys("cty", YES), knowledge=known)
    effect = privcausal.effect(
        table, "t", "y", adjust=["c"], epsilon=1, declare=dict.fromkeys("cty", YES), seed=1
    )
    graph.save(tmp_path / "graph.graphml")
    for drawn in (graph, str(tmp_path / "graph.graphml")):
        for sure in (None, 0.9):
            assert list(effect.with_graph(drawn, sure=sure).range.estimates) == [("c",)]
    assert identify(graph, "t", "y").sets == [("c",)]
    assert set(graph.graph) == set("cty")


def test_a_required_arrow_is_never_in_doubt():
    every = {"required": ["z -> t", "z -> y", "t -> y"]}
    graph, effect = confounded(2, 3_000, 0.1, order=every)
    assert list(effect.with_graph(graph, sure=1.0).range.estimates) == [("z",)]
