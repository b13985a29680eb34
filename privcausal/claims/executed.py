"""What the library computes on small inputs, for the definitions that a kernel reads: both must be the same number."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from privcausal.effects.effect_table import number_weights
from privcausal.experiments.baselines_residual_planner import length
from privcausal.graphs.ask_once.contrasts import interaction_sensitivity_squared
from privcausal.graphs.constraint_based.pc import OneByOne, delete_edges
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.pairs.hsic import hsic
from privcausal.pairs.rank import concordance, doubled_ranks, quadrupled_rank_distance
from privcausal.privacy.exponential import Exponential, revenues
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import failure_probability
from privcausal.privacy.synthetic import worst_errors
from privcausal.verify.kernel.scripts import ProofScript

Pairs = tuple[tuple[int, int], ...]

RECORDS: tuple[Pairs, ...] = (
    ((1, 2), (2, 1), (3, 3)),
    ((1, 1), (1, 2), (2, 2)),
    ((0, 3), (1, 1), (2, 2), (3, 0)),
)
"""Without ties, with ties in both columns, and four records."""

BY_X, BY_Y = "(fun a b => sgn (fst a - fst b))", "(fun a b => sgn (snd a - snd b))"

FILES = (
    "claims.effects.effect_table",
    "claims.experiments.baselines_residual_planner",
    "claims.graphs.ask_once.contrasts",
    "claims.graphs.constraint_based.pc",
    "claims.graphs.structure.metrics",
    "claims.pairs.hsic",
    "claims.privacy.exponential_auction",
    "claims.privacy.propose_test_release_stability",
    "claims.privacy.synthetic",
)
"""The files whose own definitions are executed; a term calls them by the last word, `hsic.hsic`."""

NO_VALUE = "a condition, which is true or false and has no value"
MODEL = "a model of a mechanism's law; the library draws from it and does not tabulate it"

NOT_EXECUTED: dict[str, str] = {
    "whole": NO_VALUE,
    "neighbours": NO_VALUE,
    "one_more_or_less": NO_VALUE,
    "steps": NO_VALUE,
    "law": NO_VALUE,
    "base": NO_VALUE,
    "hides": "a condition on all events, of which a program can try finitely many; audits do",
    "private": "a condition on all neighbours and all events",
    "compares": NO_VALUE,
    "within": NO_VALUE,
    "chance": "the library adds up probabilities where it needs them, and has no function for an event",
    "through": "what happens to a release afterwards is the reader's program, not the library's",
    "and_then": MODEL,
    "releases": MODEL,
    "released": MODEL,
    "strictly": "a reading of the source, which the library does not follow",
    "laplace": "a density; the library draws on a grid, whose cells are executed by `exceeds`",
    "full_law": NO_VALUE,
    "concentrated": "a condition on all orders of a moment",
    "within_rho": NO_VALUE,
    "power_mean": "a moment of a ratio, with real exponents: no rational values",
    "moment": "a moment of a ratio, with real exponents: no rational values",
    "dot": "an inner product, which is NumPy's",
}
"""Each shared definition that a theorem speaks of and that is not executed, with the reason."""


def executed() -> Iterator[tuple[str, Fraction]]:
    """Terms of the definitions, each with the value that the library has for it.

    >>> next(executed())
    ('kendall concordance [(1, 2); (2, 1); (3, 3)]', Fraction(1, 3))
    """
    yield from _ranks()
    yield _hsic()
    yield from _choices()
    yield from _tables()
    yield from _graphs()
    for bar, distance, value in (("(ln 2)", "0", np.log(2)), ("0", "(ln 2)", -np.log(2)), ("1", "1", 0.0)):
        passes = 1 - float(failure_probability(0.0, 1.0, value))
        yield f"propose_test_release_stability.exceeds 1 {bar} {distance}", _near(passes)


def _ranks() -> Iterator[tuple[str, Fraction]]:
    for records in RECORDS:
        x, y = [a for a, _ in records], [b for _, b in records]
        m, listed = len(records), "[" + "; ".join(f"({a}, {b})" for a, b in records) + "]"
        yield f"kendall concordance {listed}", Fraction(2 * concordance(x, y).excess, m * (m - 1))
        rho = 1 - Fraction(6 * quadrupled_rank_distance(x, y), 4 * m * (m * m - 1))
        yield f"spearman {BY_X} {BY_Y} {listed}", rho
        yield f"rank {BY_X} {listed} ({x[1]}, {y[1]})", Fraction(int(doubled_ranks(x)[1]), 2)


def _hsic() -> tuple[str, Fraction]:
    """The records with ties: with more, Coq spends a minute on the absolute values."""

    def kernel(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
        return 1 - np.abs(a[:, None] - b[None, :]) / 4

    x, y = zip(*RECORDS[1], strict=True)
    k, k2 = (f"(fun a b => 1 - Rabs ({part} a - {part} b) / 4)" for part in ("fst", "snd"))
    found = hsic(x, y, kernel_x=kernel, kernel_y=kernel)
    return f"hsic.hsic {k} {k2} [(1, 1); (1, 2); (2, 2)]", _near(found)


def _choices() -> Iterator[tuple[str, Fraction]]:
    votes = Exponential(sensitivity=1, epsilon=2.0, relation=Relation.SUBSTITUTION)  # rate 1
    for base, weights in (([1, 1, 1], "(fun _ => 1)"), ([3, 2, 1], "(fun r => 5 - r)")):
        law = votes.probabilities(np.log([2, 3, 4]), base)
        for output, chance in zip((2, 3, 4), law, strict=True):
            yield f"choose [2; 3; 4] 1 ln {weights} {output}", _near(chance)
    bids = [0.25, 0.5, 0.75]
    for price, brought in zip(("1 / 4", "1 / 2", "1"), revenues(bids, [0.25, 0.5, 1.0]), strict=True):
        yield f"exponential_auction.revenue [1 / 4; 1 / 2; 3 / 4] ({price})", _near(brought)


def _tables() -> Iterator[tuple[str, Fraction]]:
    for cell, weight in enumerate(number_weights(np.array([0.25]), 0, 1)[0]):
        yield f"effect_table.share_of (effect_table.place (1 / 4)) {cell}", _near(weight)
    squared = length((2, 3), (0, 1))
    yield "baselines_residual_planner.square_length 2 3 1 0", _near(squared)
    for sizes in ((3,), (2, 3)):
        listed, columns = "; ".join(map(str, sizes)), "; ".join(map(str, range(len(sizes))))
        moved = _near(interaction_sensitivity_squared(sizes))
        yield f"contrasts.one_set (fun j => nth j [{listed}]%nat 0%nat) [{columns}]%nat", moved
    queries = np.array([[True, False], [False, True], [True, True]])
    listed = "[(fun b : bool => b); negb; (fun _ => true)]"
    worst = float(worst_errors([2, 1], [[1, 3]], queries)[0])
    data, offered = "[true; true; false]", "[true; false; false; false]"
    yield f"synthetic.worst_error {listed} {data} {offered}", _near(worst)


def _graphs() -> Iterator[tuple[str, Fraction]]:
    """How many pairs PC leaves apart, where node 1 parts the others, and how like two skeletons are."""
    asked = OneByOne(lambda x, y, given: {x, y} == {0, 2} and 1 in given)
    parts = "andb (Nat.eqb (x + y) 2) (andb (negb (Nat.eqb x y)) (existsb (Nat.eqb 1) given))"
    for orders in (0, 1, 2):
        joined, _ = delete_edges(3, asked, orders - 1)
        left = f"(pc.left_at (fun x y given => {parts}) [0; 1; 2]%nat {orders})"
        yield f"pc.wrong [0; 1; 2]%nat {left} (fun _ _ => true)", Fraction(9 - int(joined.sum()))
    chain, fork = (np.zeros((3, 3), dtype=bool) for _ in range(2))
    chain[[0, 1], [1, 2]] = fork[[0, 0], [1, 2]] = True
    drawn, true = "(fun e => orb (Nat.eqb e 1) (Nat.eqb e 3))", "(fun e => orb (Nat.eqb e 1) (Nat.eqb e 2))"
    yield f"metrics.J [1; 2; 3]%nat {drawn} {true}", _near(skeleton_scores(chain, fork).jaccard)


def _near(value: float) -> Fraction:
    """The fraction of small numbers that a float equals; any other is refused."""
    found = Fraction(float(value)).limit_denominator(10_000)
    if abs(float(found) - value) > 1e-12:
        raise ValueError(f"{value!r} is not a fraction of small numbers")
    return found


def computed(among: Mapping[str, ProofScript]) -> set[str]:
    """The names of all definitions that the executed terms unfold to.

    >>> from privcausal.verify.kernel.scripts import scripts
    >>> {"spearman", "rank", "total", "choose", "share"} <= computed(scripts())
    True
    """
    shared = {
        name: text
        for source in among.values()
        if "." not in source.name
        for name, text in source.defined.items()
    }
    found, waiting = set[str](), [text for text, _ in executed()]
    while waiting:
        text = waiting.pop()
        own = {name: among[file].defined for file in FILES for name in [file.rpartition(".")[2]]}
        for module, name in re.findall(r"(?:\b([a-z_]+)\.)?\b([A-Za-z_]\w*)", text):
            known = own.get(module, shared)
            if name in known and name not in found:
                found.add(name)
                inside = known[name] if known is shared else _qualified(known[name], module, known)
                waiting.append(inside)
    return found


def _qualified(text: str, module: str, known: Mapping[str, str]) -> str:
    """A definition of a file of the claims, with the names of the same file written out."""
    return re.sub(
        r"\b[A-Za-z_]\w*", lambda word: f"{module}.{word[0]}" if word[0] in known else word[0], text
    )
