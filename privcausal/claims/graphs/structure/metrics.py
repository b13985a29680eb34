"""What a score against a wrong reference is worth: exactly as much as the reference."""

from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
from hypothesis import strategies as st

from privcausal.graphs.structure.metrics import Scores, skeleton_scores
from privcausal.graphs.structure.pdag import Matrix
from privcausal.verify import Formula, by_us, instead, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, worst_of


def jaccard(one: int, other: int) -> Fraction:
    """Of two sets of edges, as bits."""
    either = (one | other).bit_count()
    return Fraction((one & other).bit_count(), either) if either else Fraction(1)


def worst_gap(c: int, u: int) -> Extreme:
    """The largest difference between a score against the reference and against the truth, over all sets of edges.

    By symmetry the c common edges come first, and how the others are split between the two is tried in all ways; a
    learned graph can also hold an edge that is in neither.
    """
    references = [(1 << (c + share)) - 1 for share in range(u - c + 1)]
    cases = (triple(c, u, *pair) for pair in product(references, range(1 << (u + 1))))
    return worst_of(
        cases, lambda a: abs(jaccard(a["learned"], a["reference"]) - jaccard(a["learned"], a["truth"]))
    )


def gap_of(triple: Witness, c: int, u: int) -> Fraction:
    """The same of one triple, by the library's scores of actual graphs."""
    graphs = {name: star(edges, u + 1) for name, edges in triple.items()}
    against = [skeleton_scores(graphs["learned"], graphs[name]) for name in ("reference", "truth")]
    return abs(exact_jaccard(against[0]) - exact_jaccard(against[1]))


def star(edges: int, leaves: int) -> Matrix:
    """A graph in which node 0 is joined to some of the others."""
    graph = np.zeros((leaves + 1, leaves + 1), dtype=bool)
    for leaf in range(leaves):
        graph[0, leaf + 1] = edges >> leaf & 1
    return graph


def exact_jaccard(scores: Scores) -> Fraction:
    either = scores.drawn + scores.true - scores.right
    return Fraction(scores.right, either) if either else Fraction(1)


def triples(c: int, u: int) -> st.SearchStrategy[Witness]:
    """Reference and truth with c of u edges in common, and anything learned."""
    reference = st.integers(0, u - c).map(lambda share: (1 << (c + share)) - 1)
    return st.builds(partial(triple, c, u), reference, st.integers(0, (1 << (u + 1)) - 1))


def triple(c: int, u: int, reference: int, learned: int) -> Witness:
    """The truth is what reference and truth have in common and all that the reference lacks."""
    return {"learned": learned, "reference": reference, "truth": ((1 << u) - 1) ^ (reference >> c << c)}


HALF = instead(ours="(1 - c/u)/2")
WORLDS = tuple({"c": c, "u": u} for u in range(1, 6) for c in range(u))

CLAIMS = (
    by_us(
        id="B-truth",
        title="A score against a reference is only as good as the reference",
        place="from the triangle inequality for sets",
        relation=None,
        definition=(
            "Let $J(A,B)=|A\\cap B|/|A\\cup B|$ for sets of edges, not both empty; it orders graphs as $F_1=2J/(1+J)$ "
            "does. Let the reference $R$ and the truth $T$ have $c$ edges in common and $u$ in all, put "
            "$D(L)=|J(L,R)-J(L,T)|$ for a learned graph $L$."
        ),
        statement="For $«u»$, $D(L)$ is «sense» $«ours»$, whatever is learned.",
        quantities=(whole("u", at_least=1),),
        ours=Formula("1 - c/u"),
        at={"c": 6, "u": 8},
        subjects=(skeleton_scores, Scores),
        checks=(
            Exhaustive("all sets of edges", WORLDS, worst_gap, (HALF,), gap_of),
            Search("larger sets", worlds("c u", (6, 8), (13, 18)), triples, gap_of, (HALF,)),
        ),
    ),
)
