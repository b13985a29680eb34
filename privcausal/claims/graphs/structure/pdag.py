"""When two graphs imply the same independencies: Verma and Pearl's criterion, tried on all small graphs."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.claims.graphs.structure import cases
from privcausal.claims.graphs.structure.d_separation import by_moral_graph, by_walks
from privcausal.graphs.structure.pdag import Matrix, colliders, skeleton
from privcausal.verify import by_us, each, mutant
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness

Labels = NDArray[np.intp]
"""One number per graph; graphs with one number belong together."""


def labels_of(signatures: NDArray[Any]) -> Labels:
    """Number the different rows."""
    labels: Labels = np.unique(signatures, axis=0, return_inverse=True)[1].reshape(-1)
    return labels


def by_separations(graphs: Matrix) -> Labels:
    """Together if the same pairs are separated by the same sets."""
    answers = [by_walks(graphs, *asked) for asked in cases.questions(graphs.shape[-1])]
    return labels_of(np.stack(answers, axis=1))


def collider_marks(graphs: Matrix, *, apart: bool = True) -> Matrix:
    """Which of the triples a → b ← c each graph has; with `apart`, only if a and c are not joined."""
    # a → b and c → b, at [graph, a, c, b]; a node is not apart from itself
    meets: Matrix = (
        graphs[:, :, None, :] & graphs[:, None, :, :] & ~np.eye(graphs.shape[-1], dtype=bool)[..., None]
    )
    return meets & ~skeleton(graphs)[..., None] if apart else meets


def by_skeleton_and_colliders(graphs: Matrix, *, apart: bool = True) -> Labels:
    """Together if the skeletons and the v-structures are the same."""
    marks = [
        marks.reshape(len(graphs), -1) for marks in (skeleton(graphs), collider_marks(graphs, apart=apart))
    ]
    return labels_of(np.concatenate(marks, axis=1))


def by_skeleton(graphs: Matrix) -> Labels:
    return labels_of(skeleton(graphs).reshape(len(graphs), -1))


def split_pairs(graphs: Matrix, first: Labels, second: Labels) -> Extreme:
    """How many pairs of graphs belong together in one way and not in the other; with the first of them."""
    together = [same_pairs(labels) for labels in (first, second)]
    both = first * (second.max() + 1) + second
    pairs = sum(together) - 2 * same_pairs(both)
    witness = {}
    if pairs:
        differs = (first[:, None] == first) != (second[:, None] == second)
        a, b = np.argwhere(differs)[0]
        witness = {"one": cases.as_lists(graphs[a]), "other": cases.as_lists(graphs[b])}
    return Extreme(pairs, witness, len(graphs) * (len(graphs) - 1) // 2)


def same_pairs(labels: Labels) -> int:
    """Pairs with the same label."""
    sizes = np.unique(labels, return_counts=True)[1].astype(np.int64)
    return int((sizes * (sizes - 1) // 2).sum())


def worst_split(nodes: int, look: Callable[[Matrix], Labels] = by_skeleton_and_colliders) -> Extreme:
    """Same separations, against same skeleton and v-structures, over all pairs of graphs."""
    graphs = cases.all_dags(nodes)
    return split_pairs(graphs, by_separations(graphs), look(graphs))


def same_promises(one: Matrix, other: Matrix) -> bool:
    """Separated by the same sets, asked of the moral graphs."""
    both = np.stack([one, other])
    return all(np.ptp(by_moral_graph(both, *asked).astype(int)) == 0 for asked in cases.questions(len(one)))


def same_skeleton(one: Matrix, other: Matrix) -> bool:
    return np.array_equal(skeleton(one), skeleton(other))


def same_look(one: Matrix, other: Matrix) -> bool:
    """The same skeleton and v-structures, by the library."""
    return same_skeleton(one, other) and colliders(one) == colliders(other)


def replay_split(witness: Witness, nodes: int) -> int:
    """A stored pair, looked at by the other routes; no witness, no such pair."""
    if not witness:
        return 0
    one, other = cases.as_graph(witness["one"]), cases.as_graph(witness["other"])
    return int(same_promises(one, other) != same_look(one, other))


def reversed_edge(case: Witness) -> tuple[Matrix, Matrix] | None:
    """A random graph and the same with one edge reversed, if that leaves it acyclic."""
    one, other = cases.graph_of(case), cases.graph_of(case, turned=True)
    walks = other
    for _ in range(len(other)):
        walks = walks | (walks @ other)
    return None if walks.diagonal().any() else (one, other)


def reversal_disagreement(case: Witness, look: Callable[[Matrix, Matrix], bool] = same_look) -> int:
    pair = reversed_edge(case)
    return int(pair is not None and same_promises(*pair) != look(*pair))


MEETING = partial(by_skeleton_and_colliders, apart=False)
"""As if a → b ← c counted even when a and c are joined."""

ENDS_JOINED = mutant("v-structures whose ends are joined count too", worst=partial(worst_split, look=MEETING))

CLAIMS = (
    by_us(
        id="B-markov",
        title="Same skeleton and same v-structures, same independencies",
        place="known: Verma and Pearl (1990); the proof is ours",
        relation=None,
        statement=(
            "Two directed acyclic graphs on the same nodes separate the same pairs by the same sets if and only if "
            "they have the same skeleton and the same v-structures, that is, the same triples $a\\to b\\leftarrow c$ "
            "with $a$ and $c$ not joined."
        ),
        depends=("B-moral",),
        subjects=(colliders, skeleton),
        checks=(
            Exhaustive(
                "all pairs of graphs",
                each(nodes=(2, 3, 4)),
                worst_split,
                (mutant("the skeleton alone", worst=partial(worst_split, look=by_skeleton)), ENDS_JOINED),
                replay_split,
                each(nodes=(5,)),
                tolerance=0.5,
            ),
            Search(
                "one edge reversed in random graphs",
                each(nodes=(6,)),
                cases.dags,
                reversal_disagreement,
                (mutant("the skeleton alone", score=partial(reversal_disagreement, look=same_skeleton)),),
                tolerance=0.5,
            ),
        ),
    ),
)
