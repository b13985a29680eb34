"""When two graphs promise the same independencies: Verma and Pearl's criterion, tried on all small graphs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.claims.graphs.structure.d_separation import by_moral_graph, by_walks, fewer_than_one
from privcausal.claims.graphs.structure.worlds import (
    Candidate,
    all_dags,
    as_graph,
    as_lists,
    dags,
    graph_of,
    questions,
)
from privcausal.graphs.structure.pdag import Matrix, colliders, skeleton
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.reading import Origin, Reading

Labels = NDArray[np.intp]
"""One number per graph; graphs with one number belong together."""


def labels_of(signatures: NDArray[Any]) -> Labels:
    """Number the different rows."""
    labels: Labels = np.unique(signatures, axis=0, return_inverse=True)[1].reshape(-1)
    return labels


def by_separations(graphs: Matrix) -> Labels:
    """Together if the same pairs are separated by the same sets."""
    answers = [by_walks(graphs, *asked) for asked in questions(graphs.shape[-1])]
    return labels_of(np.stack(answers, axis=1))


def collider_marks(graphs: Matrix, *, apart: bool = True) -> Matrix:
    """Which of the triples a → b ← c each graph has; with `apart`, only if a and c are not joined."""
    # a → b and c → b, at [graph, a, c, b]; a node is not apart from itself
    meets: Matrix = (
        graphs[:, :, None, :] & graphs[:, None, :, :] & ~np.eye(graphs.shape[-1], dtype=bool)[..., None]
    )
    return meets & ~skeleton(graphs)[..., None] if apart else meets


def by_skeleton_and_colliders(graphs: Matrix) -> Labels:
    """Together if the skeletons and the v-structures are the same."""
    count = len(graphs)
    marks = (skeleton(graphs).reshape(count, -1), collider_marks(graphs).reshape(count, -1))
    return labels_of(np.concatenate(marks, axis=1))


def by_skeleton(graphs: Matrix) -> Labels:
    return labels_of(skeleton(graphs).reshape(len(graphs), -1))


def by_all_colliders(graphs: Matrix) -> Labels:
    """As if a → b ← c counted even when a and c are joined."""
    count = len(graphs)
    marks = (skeleton(graphs).reshape(count, -1), collider_marks(graphs, apart=False).reshape(count, -1))
    return labels_of(np.concatenate(marks, axis=1))


def split_pairs(graphs: Matrix, first: Labels, second: Labels) -> Extreme:
    """How many pairs of graphs belong together in one way and not in the other; with the first of them."""
    together = [same_pairs(labels) for labels in (first, second)]
    both = first * (second.max() + 1) + second
    pairs = sum(together) - 2 * same_pairs(both)
    witness = {}
    if pairs:
        differs = (first[:, None] == first) != (second[:, None] == second)
        a, b = np.argwhere(differs)[0]
        witness = {"one": as_lists(graphs[a]), "other": as_lists(graphs[b])}
    return Extreme(pairs, witness, len(graphs) * (len(graphs) - 1) // 2)


def same_pairs(labels: Labels) -> int:
    """Pairs with the same label."""
    sizes = np.unique(labels, return_counts=True)[1].astype(np.int64)
    return int((sizes * (sizes - 1) // 2).sum())


def worst_split(nodes: int) -> Extreme:
    """Same separations, against same skeleton and v-structures, over all pairs of graphs."""
    graphs = all_dags(nodes)
    return split_pairs(graphs, by_separations(graphs), by_skeleton_and_colliders(graphs))


def worst_split_by_skeleton(nodes: int) -> Extreme:
    graphs = all_dags(nodes)
    return split_pairs(graphs, by_separations(graphs), by_skeleton(graphs))


def worst_split_by_all_colliders(nodes: int) -> Extreme:
    graphs = all_dags(nodes)
    return split_pairs(graphs, by_separations(graphs), by_all_colliders(graphs))


def same_promises(one: Matrix, other: Matrix) -> bool:
    """Separated by the same sets, asked of the moral graphs."""
    both = np.stack([one, other])
    return all(np.ptp(by_moral_graph(both, *asked).astype(int)) == 0 for asked in questions(len(one)))


def same_look(one: Matrix, other: Matrix) -> bool:
    """The same skeleton and v-structures, by the library."""
    return np.array_equal(skeleton(one), skeleton(other)) and colliders(one) == colliders(other)


def replay_split(witness: Candidate, nodes: int) -> int:
    """A stored pair, looked at by the other routes; no witness, no such pair."""
    if not witness:
        return 0
    one, other = as_graph(witness["one"]), as_graph(witness["other"])
    return int(same_promises(one, other) != same_look(one, other))


def reversed_edge(case: Candidate) -> tuple[Matrix, Matrix] | None:
    """A random graph and the same with one edge reversed, if that leaves it acyclic."""
    one, other = graph_of(case), graph_of(case, turned=True)
    walks = other
    for _ in range(len(other)):
        walks = walks | (walks @ other)
    return None if walks.diagonal().any() else (one, other)


def reversal_disagreement(case: Candidate, nodes: int) -> int:
    pair = reversed_edge(case)
    return int(pair is not None and same_promises(*pair) != same_look(*pair))


def reversal_by_skeleton(case: Candidate, nodes: int) -> int:
    """As if an edge could always be reversed."""
    pair = reversed_edge(case)
    return int(pair is not None and not same_promises(*pair))


CLAIMS = (
    Claim(
        id="B-markov",
        title="Same skeleton and same v-structures, same independencies",
        reading=Reading(Origin.OURS, "known: Verma and Pearl (1990); the proof is ours"),
        relation=None,
        statement=(
            "Two directed acyclic graphs on the same nodes separate the same pairs by the same sets if and only if "
            "they have the same skeleton and the same v-structures, that is, the same triples $a\\to b\\leftarrow c$ "
            "with $a$ and $c$ not joined."
        ),
        proof="proof-markov",
        depends=("B-moral",),
        subjects=(colliders, skeleton),
        checks=(
            Exhaustive(
                name="all pairs of graphs",
                worlds=({"nodes": 2}, {"nodes": 3}, {"nodes": 4}),
                worst=worst_split,
                mutants=(
                    Mutant("the skeleton alone", check={"worst": worst_split_by_skeleton}),
                    Mutant(
                        "v-structures whose ends are joined count too",
                        check={"worst": worst_split_by_all_colliders},
                    ),
                ),
                replay=replay_split,
                thorough=({"nodes": 5},),
                tolerance=fewer_than_one,
            ),
            Search(
                name="one edge reversed in random graphs",
                worlds=({"nodes": 6},),
                candidates=dags,
                score=reversal_disagreement,
                tolerance=fewer_than_one,
                mutants=(Mutant("the skeleton alone", check={"score": reversal_by_skeleton}),),
            ),
        ),
    ),
)
