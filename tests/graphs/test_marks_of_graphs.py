"""What weakens the price of a graph weakens what is computed from it, through every door by which it comes back."""

import warnings

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.identify import identify
from privcausal.graphs.background_knowledge import as_knowledge

COLUMNS = {name: [0, 1] for name in "abc"}


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 2, 3_000), rng.integers(0, 2, 3_000)
    return pd.DataFrame({"a": a, "b": b, "c": (rng.random(3_000) < 0.2 + 0.3 * a + 0.3 * b).astype(int)})


@pytest.fixture(scope="module", params=["demonstration", "weak"])
def marked(table, request):
    weak = {"epsilon": 20, "allow_weak": True}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        settings = {"epsilon": 1, "seed": 1} if request.param == "demonstration" else weak
        return request.param, privcausal.discover(table, declare=COLUMNS, delta=1e-6, **settings)


@pytest.fixture(scope="module")
def honest(table):
    return privcausal.effect(table, "a", "c", adjust=["b"], declare=COLUMNS, epsilon=0.1)


def doors(found, folder):
    """The graph as an answer, a graph of NetworkX, a file, and a text for DAGitty."""
    found.save(folder / "g.graphml")
    found.save(folder / "g.dagitty")
    return [found.graph, str(folder / "g.graphml"), (folder / "g.dagitty").read_text(encoding="utf-8")]


def test_an_effect_over_it_is_marked(honest, marked, tmp_path):
    """Answers of two tables with one record in another differed in 40 of 40 runs, and said `demonstration: false`."""
    name, found = marked
    assert not honest.demonstration
    assert not honest.weak
    for graph in [found, *doors(found, tmp_path)]:
        answer = honest.with_graph(graph)
        assert getattr(answer, name)
        assert str(answer).splitlines()[-1].startswith(name)
        assert answer.to_dict()["spent"][name]


def test_it_is_no_background_knowledge(marked, tmp_path):
    name, found = marked
    for graph in doors(found, tmp_path):
        with pytest.raises(ValueError, match=rf"marked as (a )?{name}"):
            as_knowledge(graph)


def test_what_it_identifies_says_so(marked):
    name, found = marked
    assert f"of the graph: {name}" in str(identify(found, "a", "c"))


def test_a_graph_of_ones_own_marks_nothing(honest):
    assert not honest.with_graph("dag { b -> a; b -> c; a -> c }").demonstration
    assert as_knowledge("dag { b -> a }").required == (("b", "a"),)
