"""One guarantee, several people: groups of records, and the guarantee of one relation under another."""

from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.claims.privacy.price import hockey_stick, shares
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.person_budget import row_epsilon
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Number, by_us, each, instead, mutant, real, whole, worlds
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Search, space
from privcausal.verify.checks.exhaustive import Integers

Booleans = NDArray[np.bool_]


def sum_of_powers(lamda: Any, k: int) -> Any:
    """1 + λ + … + λ^(k − 1)."""
    return sum(lamda**i for i in range(k))


# --- every yes-or-no mechanism on a chain of neighbours ----------------------------------------------------


def may_be_neighbours(parts: int, lamda: Fraction, delta: Fraction) -> Booleans:
    """Return whether [a, b] are neighbours: yes with probability a/parts here and b/parts next door. Exact."""
    scale = delta.denominator * lamda.denominator
    rate, allowance = int(lamda * scale), int(delta * scale * parts)
    a, b = np.meshgrid(np.arange(parts + 1), np.arange(parts + 1), indexing="ij")

    def keeps(more: Integers, less: Integers) -> Booleans:
        within: Booleans = scale * more <= rate * less + allowance
        return within

    no_a, no_b = parts - a, parts - b
    return keeps(a, b) & keeps(b, a) & keeps(no_a, no_b) & keeps(no_b, no_a)


def worst_chain(parts: int, lamda: Fraction, delta: Fraction, k: int) -> Extreme:
    """The largest P₀(yes) − λᵏ Pₖ(yes), over all chains of k steps on the grid; by dynamic programming."""
    step = may_be_neighbours(parts, lamda, delta).astype(np.int64)
    chains = np.linalg.matrix_power(step, k)
    start, end = np.nonzero(chains)
    gains = [
        Fraction(int(a), parts) - lamda**k * Fraction(int(b), parts) for a, b in zip(start, end, strict=True)
    ]
    best = max(range(len(gains)), key=gains.__getitem__)
    path = [int(start[best])]
    for left in range(k - 1, -1, -1):
        onward = np.linalg.matrix_power(step, left)[:, end[best]] > 0
        path.append(int(np.nonzero((step[path[-1]] > 0) & onward)[0][0]))
    return Extreme(gains[best], {"yes": path}, int(chains.sum()))


def one_step_more(parts: int, lamda: Fraction, delta: Fraction, k: int) -> Extreme:
    """The wrong relation: a group of k + 1."""
    longer = worst_chain(parts, lamda, delta, k + 1)
    gain = longer.value + (lamda - 1) * lamda**k * Fraction(longer.witness["yes"][-1], parts)
    return Extreme(gain, longer.witness, longer.cases)


def gain_of_chain(witness: dict[str, Any], parts: int, lamda: Fraction, delta: Fraction, k: int) -> Number:
    """What a chain gains, after making sure, event by event, that it is one."""
    sides = [(Fraction(a, parts), Fraction(parts - a, parts)) for a in witness["yes"]]
    for here, there in pairwise(sides):
        for p, q in ((here, there), (there, here)):
            if hockey_stick(p, q, lamda) > delta:
                raise ValueError(f"{p} and {q} are not neighbours")
    return sides[0][0] - lamda**k * sides[-1][0]


def chains(k: int, outcomes: int, lamda: Fraction) -> space.Space:
    """Chains of k + 1 laws in parts of 1/160; the start rises from impossible at full rate, P_i = λ P_{i+1} + δ."""
    yes = [int(4 * (lamda**i - 1) / (lamda - 1)) for i in range(k, -1, -1)]
    rising = [[p, 160 - p, *[0] * (outcomes - 2)] for p in yes]
    return (space.Sums(160, outcomes) * (k + 1)).starting(rising)


def gain_per_delta(chain: list[list[int]], lamda: Fraction, delta: Fraction, k: int) -> Number:
    """The hockey stick of the whole chain, per unit of the largest δ of its steps."""
    sides = [shares(counts) for counts in chain]
    largest = max(hockey_stick(*step, lamda) for p, q in pairwise(sides) for step in ((p, q), (q, p)))
    return delta * hockey_stick(sides[0], sides[-1], lamda**k) / largest if largest else Fraction(0)


# --- counting the people in each group of a table ---------------------------------------------------------------


def worst_table(claim: Claim, epsilon: Number, kinds: int, people: int) -> Extreme:
    """The worst log-ratio of a noisy table under substitution, when its noise was made for addition and removal.

    Independent Laplace noise of scale Δ/ε on every cell loses ε/Δ per unit of the tables' total difference, where
    Δ is the largest total difference that one added or removed record makes.
    """
    sets = {size: list(combinations_with_replacement(range(kinds), size)) for size in (people - 1, people)}
    added = [(rest, tuple(sorted((*rest, x)))) for rest in sets[people - 1] for x in range(kinds)]
    unit = max(difference(one, two, kinds) for one, two in added)
    swapped = [(one, two) for rest, one in added for same, two in added if rest == same]
    worst = max(swapped, key=lambda pair: difference(pair[0], pair[1], kinds))
    moved = difference(worst[0], worst[1], kinds)
    # The loss, and how far the tables, at three for each person, are from moving as the claim says.
    loss = epsilon * moved / unit + abs(3 * moved - claim.formulas["moved"](3 * unit))
    return Extreme(loss, {"before": list(worst[0]), "after": list(worst[1])}, len(swapped))


def difference(one: tuple[int, ...], two: tuple[int, ...], kinds: int) -> int:
    """How far two tables of counts lie apart, summed over the cells."""
    return sum(abs(one.count(x) - two.count(x)) for x in range(kinds))


def loss_of_tables(witness: dict[str, Any], epsilon: Number, kinds: int) -> Number:
    before, after = (np.bincount(witness[side], minlength=kinds) for side in ("before", "after"))
    return epsilon * int(np.abs(before - after).sum())


TABLES = ((3.0, 5.0), (4.0, 4.0))
"""How many people are in each group, before and after one of them changes groups."""


def noisy_table(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    """Counts with noise for addition and removal: one person more changes one cell by one."""
    mechanism = Laplace(1.0, epsilon, Relation.ADD_REMOVE)
    return np.stack([mechanism.sample(count, size, rng) for count in TABLES[side]], axis=1)


THREE_HALVES, TENTH = Fraction(3, 2), Fraction(1, 10)

SUM = {"powers": (sum_of_powers, r"\sum_{{i<{1}}}{0}^i")}
GROUP = Formula("delta*powers(lamda, k)", where=SUM)
GROUP_ROUND = Formula("k*lamda**k*delta")
"""The form that is often quoted; each power is rounded up to the last."""

EXHIBITS = tuple(
    Exhibit(
        name,
        "a table of counts, noise of scale 2 on each, and somebody changes groups",
        "B-relations",
        honest,
        partial(noisy_table, epsilon=0.5),
        epsilon=epsilon,
    )
    for name, honest, epsilon in (
        ("table of counts", True, 1.0),
        ("table of counts, priced for addition", False, 0.5),
    )
)

NO_GROWTH = instead(ours="k*delta")
PAID_ONCE = instead(ours="epsilon")

CLAIMS = (
    by_us(
        id="B-group",
        title="A guarantee for one person is a weaker guarantee for a group of k",
        place="well known as group privacy; the constant and the proof are ours",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $M$ be $(\\varepsilon,\\delta)$-differentially private under any relation, "
            "$\\lambda=e^\\varepsilon$, and two data sets $k$ steps of that relation apart."
        ),
        statement=(
            "For all $«lamda»$, $«k»$ and $«delta»$, $M$ keeps the inequality between them with "
            "$k\\varepsilon$ in place of $\\varepsilon$ and with «sense» $«ours»$ in place of $\\delta$."
        ),
        quantities=(
            real("lamda", at_least=1, letter=r"\lambda"),
            whole("k", at_least=1),
            real("delta", above=0, below=1),
        ),
        ours=GROUP,
        at={"lamda": float(np.e), "delta": 1e-6, "k": 10},
        subjects=(row_epsilon,),
        depends=("B-hockey",),
        checks=(
            Exhaustive(
                "all yes-or-no mechanisms on a grid",
                worlds(
                    "parts lamda delta k",
                    (40, THREE_HALVES, TENTH, 2),
                    (40, THREE_HALVES, TENTH, 3),
                    (60, Fraction(2), Fraction(1, 60), 4),
                    (40, Fraction(1), TENTH, 2),
                    (40, THREE_HALVES, TENTH, 1),
                ),
                worst_chain,
                (NO_GROWTH, mutant("a group of k + 1", worst=one_step_more)),
                gain_of_chain,
            ),
            Search(
                "chains of random mechanisms",
                each(lamda=(THREE_HALVES,), delta=(TENTH,), k=(2, 3), outcomes=(3,)),
                chains,
                gain_per_delta,
                (NO_GROWTH,),
            ),
        ),
    ),
    by_us(
        id="B-relations",
        title="One substitution is one removal and one addition: it costs at most twice as much",
        place="well known; the proof is ours",
        relation=Relation.SUBSTITUTION,
        definition="Let something be $(\\varepsilon,0)$-differentially private under addition or removal.",
        statement=(
            "For all $«epsilon»$ it is «private» under substitution, and no smaller factor will do. Where "
            "one added or removed record moves a statistic by $\\Delta$ and no farther, one replaced record "
            "moves it by «sense» $«moved»$. (With a $\\delta$, see {prf:ref}`B-group`.)"
        ),
        quantities=(real("epsilon", above=0),),
        formulas={"moved": Formula("2*Delta")},
        ours=Formula("2*epsilon"),
        at={"epsilon": 1},
        depends=("B-group",),
        checks=(
            Exhaustive(
                "tables of counts, all small data sets",
                worlds("epsilon kinds people", (Fraction(1), 2, 4), (Fraction(1, 2), 4, 5)),
                worst_table,
                (PAID_ONCE, instead(moved="3*Delta/2")),
                loss_of_tables,
            ),
            Audit("noisy table of counts", each(epsilon=(0.5, 1.0)), noisy_table, (PAID_ONCE,)),
        ),
    ),
)
