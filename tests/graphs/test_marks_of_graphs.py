"""What weakens the price of a graph weakens what is computed from it, through every door by which it comes back."""

import re
import warnings

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.identify import effect_range, identify
from privcausal.effects.open_graphs import read_graph
from privcausal.graphs.background_knowledge import as_knowledge
from privcausal.graphs.structure.exchange import load, price_of, priced
from tests.discoveries import discovery

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
    """As a graph of NetworkX, also as another program hands it out, as a file, and as a text, however it is written."""
    for ending in ("graphml", "dagitty", "dot"):
        found.save(folder / f"g.{ending}")
    text, dot = ((folder / f"g.{ending}").read_text(encoding="utf-8") for ending in ("dagitty", "dot"))
    nested = nx.DiGraph(found.graph.edges, graph={"label": f'"{found.graph.graph["mark"]}"'})
    return [
        *(found.graph, nested, str(folder / "g.graphml"), text),
        re.sub(
            r"^  (?:price|mark|answer_\w+)=.*\n", "", text, flags=re.MULTILINE
        ),  # as DAGitty itself writes it
        *(" ".join(text.split()), text.replace("\n", "\r"), text.replace('="', ' = "')),
        dot.replace("digraph", "dag"),
    ]


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


def test_what_it_identifies_says_so(honest, marked):
    name, found = marked
    assert f"of the graph: {name}" in str(identify(found, "a", "c"))
    for over in (honest.with_graph(found).range, effect_range(honest, found)):
        assert str(over).splitlines()[-1].startswith(name)
        assert over.to_dict()["marks"] == list(found.marks())


def test_it_is_not_read_from_a_text_for_graphviz(honest, marked, tmp_path):
    """It was read without its mark, and its lines as arrows: also as background knowledge, beside a budget file."""
    _, found = marked
    found.save(tmp_path / "g.dot")
    text = (tmp_path / "g.dot").read_text(encoding="utf-8")
    for read in (honest.with_graph, as_knowledge):
        with pytest.raises(ValueError, match=r"\.dot\) is not read: save the graph as \.graphml"):
            read(text)
    with pytest.raises(ValueError, match="is not read"):
        honest.with_graph(tmp_path / "g.dot")


def test_what_it_is_drawn_beside_says_so(marked):
    name, found = marked
    plain = discovery("abc", found.matrix)
    assert [text.get_text() for text in plain.plot(truth=nx.DiGraph(plain.graph)).texts] == ["a", "b", "c"]
    beside = [text.get_text() for text in plain.plot(truth=found.graph).texts]
    assert any(text.startswith(name) for text in beside)


def test_graphs_joined_keep_the_marks_of_each(table, honest):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        demonstration = privcausal.discover(table, declare=COLUMNS, delta=1e-6, epsilon=1, seed=1).graph
        weak = privcausal.discover(table, declare=COLUMNS, delta=1e-6, epsilon=20, allow_weak=True).graph
    for both in (nx.compose(demonstration, weak), nx.compose(weak, demonstration)):
        answer = honest.with_graph(both)
        assert answer.demonstration
        assert answer.weak


def test_a_graph_of_ones_own_marks_nothing(honest):
    assert not honest.with_graph("dag { b -> a; b -> c; a -> c }").demonstration
    assert as_knowledge("dag { b -> a }").required == (("b", "a"),)


def page_of(answer, folder):
    place = folder / f"{len(list(folder.iterdir()))}.html"
    answer.report(place)
    return place.read_text(encoding="utf-8")


def test_the_price_of_a_learned_graph_is_named_beside_that_of_the_effect(table, honest, tmp_path):
    """With ε = 9 for the graph the page allowed 63 guesses of 100 to be right for ε = 0.5; 69 were."""
    found = privcausal.discover(table, declare=COLUMNS, epsilon=9, delta=1e-6)
    found.save(tmp_path / "g.graphml")
    found.save(tmp_path / "g.dagitty")
    text = (tmp_path / "g.dagitty").read_text(encoding="utf-8")
    for graph in (found, found.graph, str(tmp_path / "g.graphml"), text, " ".join(text.split())):
        answer = honest.with_graph(graph)
        said = "the graph was itself learned, for ε = 9, δ = 1e-06 (substitution): if from the same people"
        assert said in str(answer)
        assert said in str(identify(found, "a", "c"))
        assert answer.to_dict()["range"]["graph_price"] == "ε = 9, δ = 1e-06 (substitution)"
        assert not answer.weak
        page = page_of(answer, tmp_path)
        assert "was itself learned from a table, for ε = 9, δ = 1e-06 (substitution)" in page
        assert "without a look at the records, except for the graph, which was learned." in page
    drawn = honest.with_graph(nx.DiGraph([("b", "a"), ("b", "c"), ("a", "c")]))
    assert "itself learned" not in f"{drawn}{page_of(drawn, tmp_path)}"
    assert drawn.to_dict()["range"]["graph_price"] is None


def test_an_answer_is_no_background_knowledge(table, tmp_path):
    found = privcausal.discover(table, declare=COLUMNS, epsilon=9, delta=1e-6)
    found.save(tmp_path / "g.graphml")
    found.save(tmp_path / "g.dagitty")
    text = (tmp_path / "g.dagitty").read_text(encoding="utf-8")
    for graph in (found.graph, str(tmp_path / "g.graphml"), str(tmp_path / "g.dagitty"), text):
        with pytest.raises(ValueError, match="was learned from records; draw the arrows that you know"):
            as_knowledge(graph)


def test_graphs_joined_keep_the_price_of_each(table, honest, tmp_path):
    """The last one's had stayed, whatever the others had cost."""
    one, other = (privcausal.discover(table, declare=COLUMNS, epsilon=e, delta=1e-6) for e in (9, 2))
    one.save(tmp_path / "g.graphml")
    other.save(tmp_path / "h.dagitty")
    of_one, of_other = (f"ε = {e}, δ = 1e-06 (substitution)" for e in (9, 2))
    text = (tmp_path / "h.dagitty").read_text(encoding="utf-8")
    for first in (one.graph, load(tmp_path / "g.graphml")):
        for second in (other.graph, read_graph(text)):
            both = honest.with_graph(nx.compose(first, second))
            assert f"learned, for {of_one}; {of_other}: if from the same people" in str(both)
            assert f"for {of_one}; {of_other}. If that" in page_of(both, tmp_path)
            assert set(price_of(nx.compose(second, first)).split("; ")) == {of_one, of_other}


def test_answers_that_found_the_same_keep_both_prices():
    """The price of the last one had stood for both."""
    first, second = (nx.DiGraph(price=price, **priced(price, "a -> b")) for price in ("ε = 9", "ε = 1"))
    assert set(price_of(nx.compose(first, second)).split("; ")) == {"ε = 9", "ε = 1"}


def test_one_answer_is_paid_for_once(table):
    """Alone, in a copy, and beside itself under background knowledge."""
    found = privcausal.discover(table, declare=COLUMNS, epsilon=9, delta=1e-6)
    known = found.with_knowledge({"tiers": [["a", "b"], ["c"]]}).graph
    for joined in (
        found.graph,
        nx.compose(found.graph, known),
        nx.compose(known.reverse(), found.graph.copy()),
    ):
        assert price_of(joined) == "ε = 9, δ = 1e-06 (substitution)"
