"""The same answers as causal-learn; skipped unless it is installed (group `peers`).

On records the two may draw different arrows where v-structures contradict each other, for which every program has a
rule of its own. So arrows are compared on a perfect oracle, skeletons on records too.
"""

import networkx as nx
import numpy as np
import pytest

from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables, g_squared
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.structure.pdag import skeleton

cit = pytest.importorskip("causallearn.utils.cit", reason="causal-learn is not installed")
peer = pytest.importorskip("causallearn.search.ConstraintBased.PC", reason="causal-learn is not installed")


@pytest.mark.parametrize(
    ("name", "size"), [("cancer", 20_000), ("survey", 20_000), ("sachs", 5_000), ("child", 5_000)]
)
def test_each_g_test_agrees(name, size):
    net = network(name)
    records = net.sample(size, np.random.default_rng(4))
    tables, theirs = Tables(records, net.cardinalities), cit.CIT(records, "gsq")
    rng = np.random.default_rng(5)
    for _ in range(60):
        x, y, *others = rng.permutation(len(net.nodes)).tolist()
        arguments = tuple(others[: rng.integers(0, 4)])
        assert g_squared(tables, x, y, arguments).p_value == pytest.approx(
            theirs(x, y, list(arguments)), abs=1e-8
        )


def as_matrix(general):
    """causal-learn writes −1 where an arrow or a line begins, 1 where an arrow ends."""
    return (general.graph == -1) & (general.graph.T != 0)


@pytest.mark.parametrize("name", ["earthquake", "cancer", "asia", "survey", "sachs", "child"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_skeletons_on_records_agree(name, seed):
    net = network(name)
    records = net.sample(5_000, np.random.default_rng(seed))
    tables = Tables(records, net.cardinalities)
    ours = pc(len(net.nodes), OneByOne(lambda x, y, s: g_squared(tables, x, y, s).p_value > 0.01)).graph
    theirs = as_matrix(peer.pc(records, 0.01, "gsq", show_progress=False).G)
    assert (skeleton(ours) == skeleton(theirs)).all()


@pytest.mark.parametrize("name", NAMES)
def test_arrows_on_a_perfect_oracle_agree(name):
    dag = network(name).dag
    ours = pc(len(dag), OneByOne(Oracle(dag))).graph
    nothing = np.zeros((2, len(dag)))
    result = peer.pc(nothing, 0.01, "d_separation", show_progress=False, true_dag=nx.DiGraph(dag))
    assert (ours == as_matrix(result.G)).all()
