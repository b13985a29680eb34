"""An attack on a claimed sensitivity, in front of the reader: every small table without ties."""

from collections.abc import Callable, Iterator
from itertools import permutations, product

Record = tuple[float, float]
Column = tuple[float, ...]
Score = Callable[[Column, Column], float]


def small_tables(m: int) -> Iterator[tuple[list[Record], list[Record]]]:
    """Yield every table of m − 1 people with the values 1 to m − 1 in both columns, and all places for one more person.

    The places lie between the values, below them and above them. A score that depends only on ranks has no other
    values on tables without ties.
    """
    places = [(a + 0.5, b + 0.5) for a, b in product(range(m), repeat=2)]
    for order in permutations(range(1, m)):
        yield list(zip(range(1, m), order, strict=True)), places


def attack(score: Score, bound: Callable[[int], float], largest: int = 6) -> None:
    """Replace one person in every small table, and print the largest change of the score, until the bound fails.

    Parameters
    ----------
    score
        A function of two columns that depends only on their ranks.
    bound
        The claimed largest change, as a function of the number of people.
    largest
        The number of people at which the attack ends.

    Examples
    --------
    >>> from privcausal.pairs.rank import kendall
    >>> attack(kendall, lambda m: 4 / m, largest=3)
    m = 2: largest change 2, bound 2
    m = 3: largest change 1.33333, bound 1.33333
    no table of up to 3 people exceeds the bound, which is not a proof
    >>> attack(kendall, lambda m: 3 / m)
    m = 2: bound 1.5 exceeded. The others are (1, 1); one person at (0.5, 1.5) gives -1, at (1.5, 1.5) gives 1
    """
    if largest < 2:
        raise ValueError(f"largest must be at least 2 people, got {largest!r}")
    for m in range(2, largest + 1):
        far, low, high, others = max(
            (_largest_change(score, *table) for table in small_tables(m)), key=lambda change: change[0]
        )
        if far > bound(m) * (1 + 1e-9):
            print(
                f"m = {m}: bound {bound(m):g} exceeded. The others are {', '.join(map(str, others))}; "
                f"one person at {low[1]} gives {low[0]:g}, at {high[1]} gives {high[0]:g}"
            )
            return
        print(f"m = {m}: largest change {far:g}, bound {bound(m):g}")
    print(f"no table of up to {largest} people exceeds the bound, which is not a proof")


Change = tuple[float, tuple[float, Record], tuple[float, Record], list[Record]]


def _largest_change(score: Score, others: list[Record], places: list[Record]) -> Change:
    """Return the largest change, its two ends with the places of the person there, and the other people."""
    scores = []
    for place in places:
        x, y = zip(*others, place, strict=True)
        scores.append((float(score(x, y)), place))
    low, high = min(scores), max(scores)
    return high[0] - low[0], low, high, others
