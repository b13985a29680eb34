"""A bound on how far one person moves a score, attacked in front of the reader: every small table without ties."""

from collections.abc import Callable, Iterator
from itertools import permutations, product

Record = tuple[float, float]
Column = tuple[float, ...]
Score = Callable[[Column, Column], float]


def small_tables(m: int) -> Iterator[tuple[list[Record], list[Record]]]:
    """Every table of m − 1 people whose values are 1 to m − 1 in both columns, and every place for one more person.

    The places lie between the values, below and above them: for a score of ranks there are no others without a tie.
    """
    places = [(a + 0.5, b + 0.5) for a, b in product(range(m), repeat=2)]
    for order in permutations(range(1, m)):
        yield list(zip(range(1, m), order, strict=True)), places


def attack(score: Score, bound: Callable[[int], float], largest: int = 6) -> None:
    """Replace one person of every small table by every other, and say how far the score moves, until the bound breaks.

    >>> from privcausal.pairs.rank import kendall
    >>> attack(kendall, lambda m: 4 / m, largest=3)
    m = 2: one person moves it by 2 at most, the bound says 2
    m = 3: one person moves it by 1.33333 at most, the bound says 1.33333
    not broken by any table of up to 3 people; that is no proof
    >>> attack(kendall, lambda m: 3 / m)
    m = 2: broken. The bound says 1.5. The others are (1, 1); one person at (0.5, 1.5) gives -1, at (1.5, 1.5) gives 1
    """
    if largest < 2:
        raise ValueError(f"largest must be at least 2 people, got {largest!r}")
    for m in range(2, largest + 1):
        far, low, high, others = max(
            (_farthest(score, *room) for room in small_tables(m)), key=lambda attack_: attack_[0]
        )
        if far > bound(m) * (1 + 1e-9):
            print(
                f"m = {m}: broken. The bound says {bound(m):g}. The others are {', '.join(map(str, others))}; "
                f"one person at {low[1]} gives {low[0]:g}, at {high[1]} gives {high[0]:g}"
            )
            return
        print(f"m = {m}: one person moves it by {far:g} at most, the bound says {bound(m):g}")
    print(f"not broken by any table of up to {largest} people; that is no proof")


Found = tuple[float, tuple[float, Record], tuple[float, Record], list[Record]]


def _farthest(score: Score, others: list[Record], places: list[Record]) -> Found:
    """The two places of one person between which the score moves most."""
    scores = []
    for place in places:
        x, y = zip(*others, place, strict=True)
        scores.append((float(score(x, y)), place))
    low, high = min(scores), max(scores)
    return high[0] - low[0], low, high, others
