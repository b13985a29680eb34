"""What the page says of each kind of answer: the finding, what left the table, what was not seen, what it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from privcausal.graphs.discovered import Discovery
from privcausal.graphs.methods import method_of
from privcausal.graphs.standing import Pair, Standing
from privcausal.pairs.decide import probability_right
from privcausal.pairs.direction import CANNOT_TELL, DOUBT
from privcausal.pairs.interval import interval
from privcausal.privacy.propose_test_release import REFUSED
from privcausal.report import figures, marks
from privcausal.report.study import Study, cautions
from privcausal.two_columns import Correlation, Direction

ONE_ROW = "One row is one person, and no person has two: what is protected is one row."
ALIKE = "The people were chosen independently of what is studied, and of each other."
COMPLETE = "No common cause of two columns is missing from the table (causal sufficiency)."
FAITHFUL = "Effects do not cancel out exactly: what depends on each other looks so (faithfulness)."
NO_LOOPS = "No column is a cause of itself by way of others: there is no feedback."
BEFOREHAND = "What was declared was known from the subject, and not read off the records."
FUNCTION = "The effect is a function of the cause plus noise that does not depend on it, and they share no other cause."


@dataclass(frozen=True)
class Contents:
    """The parts of a page that differ from answer to answer; `drawing` is SVG, all else is text."""

    finding: str
    meaning: str
    drawing: str
    released: Sequence[str]
    unseen: Sequence[str]
    assumed: Sequence[str]
    doubts: Sequence[str]
    caption: str = ""
    pairs: Sequence[Pair] = ()
    alarms: Sequence[str] = ()
    """What must not be read past."""


def contents(found: Any, study: Study) -> Contents:
    """What there is to say of this answer.

    >>> from privcausal.privacy.price import Price, Relation
    >>> found = Correlation("a", "b", "kendall", 0.3, 0.01, 0.2, 0.4, Price.pure(1.0, Relation.SUBSTITUTION))
    >>> contents(found, Study("Do a and b go together?", "data.csv", 400, {})).meaning
    'a and b go together: the more of the one, the more of the other.'
    """
    if isinstance(found, Correlation):
        return of_correlation(found, study)
    if isinstance(found, Direction):
        return of_direction(found, study)
    return of_discovery(found, study)


def of_correlation(found: Correlation, study: Study) -> Contents:
    """A number, and whether its interval leaves out 0."""
    both = f"{found.x} and {found.y}"
    meaning = f"It cannot be said whether {both} go together: the interval holds 0."
    if found.low > 0 or found.high < 0:
        less = "more" if found.low > 0 else "less"
        meaning = f"{both} go together: the more of the one, the {less} of the other."
    least = interval(0.0, score=found.score, records=study.records, noise=found.noise)[1]
    return Contents(
        f"{MEASURE[found.score]} {_short(found.value)}, 95% interval {_short(found.low)} to {_short(found.high)}",
        meaning,
        marks.interval(found.value, found.low, found.high, f"{MEASURE[found.score]} of {both}"),
        [f"One number, the rank correlation, with Laplace noise of scale {found.noise:.2g}."],
        [f"A correlation nearer to 0 than {least:.2g} could not have been told from none."],
        [ONE_ROW, ALIKE, BEFOREHAND],
        ["A correlation is not a cause: it says nothing about what happens if one of the two is changed."],
        "The dot is what was published; the bar is its 95% interval, with the noise and the sampling in it.",
    )


MEASURE = {"kendall": "Kendall's τ", "spearman": "Spearman's ρ"}


def _short(number: float) -> str:
    return f"{round(number, 2) + 0.0:+.2f}"  # no −0.00


def of_direction(found: Direction, study: Study) -> Contents:
    """An arrow, or that it cannot be told."""
    inner, value = found.found, found.found.release.value
    refused = value is REFUSED
    meaning = f"The arrow points from cause to effect: {found.conclusion.replace(' → ', ' is a cause of ')}."
    if refused or found.conclusion == CANNOT_TELL:
        meaning = "This is an answer too: with this noise, naming a direction would be a guess."
    released = [
        "Two numbers: how much the rest of a fit depends on the supposed cause. The smaller is the cause's."
    ]
    if refused:
        released = ["That the data are too close to another answer, and nothing else."]
    elif inner.noise:
        released.append(f"Each carries Laplace noise of scale {inner.noise:.2g}.")
    flipped = "less than 1%" if inner.flipped < 0.005 else f"{inner.flipped:.0%}"
    unseen = [f"Scores closer than {_margin(inner.noise):.2g} would not have been called a direction."]
    return Contents(
        found.conclusion,
        meaning,
        "" if refused else marks.scores(value, inner.noise, (found.x, found.y)),
        released,
        unseen if inner.noise else [],
        [ONE_ROW, ALIKE, FUNCTION, BEFOREHAND],
        [
            f"Noise has turned the answer round with probability {flipped}, if no margin between the scores "
            "was likelier than another. That is the doubt from noise alone.",
            "Whether the assumptions hold for these two columns was not tested, and no privacy can repair it.",
        ],
        "Each dot is a published score, each bar holds 95% of its noise. The smaller score is the cause's."
        if inner.noise
        else "The published scores. The smaller one is the cause's.",
        alarms=[HALF[inner.protects]] if inner.protects in HALF else [],
    )


HALF = {
    "test": "Protected are only the records on which scores were computed; those to which curves were fitted are not.",
    "train": "Protected are only the records to which curves were fitted; those on which scores were computed are not.",
}
"""Some methods can protect one half of the table, and must say so."""


def _margin(noise: float) -> float:
    """The difference of scores from which on a direction is named."""
    low, high = 0.0, 100 * noise
    for _ in range(60):  # the doubt falls as the margin grows
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - probability_right(middle, noise) > DOUBT else (low, middle)
    return high


def of_discovery(found: Discovery, study: Study) -> Contents:
    """A graph, and how every pair stands."""
    counts = {standing: len(found.standing(standing)) for standing in Standing}
    method = method_of(found.method)
    says = f"The method {found.method}: {method.says}."
    asked = f"{_many(sum(found.tests), 'test')} were decided." if found.tests else ""
    finding, meaning = _finding(counts, len(found.names))
    weak = "".join(f" {doubt[0].upper()}{doubt[1:]}." for doubt in found.doubts())
    return Contents(
        finding,
        meaning + weak,
        figures.graph(found),
        [f"{says} {asked}".strip(), "The graph, and what was noted about each pair."],
        _unseen(found, counts),
        [ONE_ROW, ALIKE, COMPLETE, FAITHFUL, NO_LOOPS, *[method.assumes] * bool(method.assumes), BEFOREHAND],
        [
            *(caution[0].upper() + caution[1:] + "." for caution in cautions(found)),
            *_trust(found),
            "Of all that stands here arrows are the least sure: one edge that was missed can turn several of them.",
            "No edge seen is not no effect: it may be weaker than what would have been seen.",
        ],
        pairs=sorted(found.pairs, key=lambda pair: list(Standing).index(pair.standing)),
    )


def _finding(counts: dict[Standing, int], columns: int) -> tuple[str, str]:
    """How much was found, and what that means."""
    arrows, lines, untested = (counts[it] for it in (Standing.CAUSE, Standing.JOINED, Standing.UNTESTED))
    among = f"among {columns} columns"
    if untested == sum(counts.values()):
        return (
            f"Nothing can be said {among}",
            "The budget did not reach for a single pair: nothing was tested.",
        )
    if not arrows + lines:
        return (
            f"No edge seen {among}",
            "This is not no effect: see below what would have been seen, and what not.",
        )
    said = [_many(arrows, "arrow")] * bool(arrows) + [_many(lines, "line")] * bool(lines)
    arrow = "An arrow says that the first is a cause of the second in every graph that the answers allow."
    line = "A line says that two columns are joined, and that the answers do not tell which is the cause."
    return f"{' and '.join(said)} {among}", " ".join([arrow] * bool(arrows) + [line] * bool(lines))


def _trust(found: Discovery) -> list[str]:
    """What the percentages mean, and what they were worth; or why there are none."""
    said = [line[0].upper() + line[1:] + "." for line in found.trust()]
    if not found.sure:
        return said
    meaning = (
        "How sure says how many in a hundred edges with such evidence were right on simulated networks. Joined: one of "
        "the two is a direct cause of the other. Arrow: it is so in this direction. It was computed from what was "
        "released, and cost nothing."
    )
    limit = "On denser networks, with causes not in the table, edges called sure were right less often."
    return [meaning, *said, limit]


def _unseen(found: Discovery, counts: dict[Standing, int]) -> list[str]:
    """What was not seen, and could not have been."""
    apart = found.standing(Standing.APART)
    known = [pair.seen_from for pair in apart if pair.seen_from is not None]
    said = []
    if known:
        low, high = min(known), min(max(known), 1.0)
        span = f"{low:.2f}" if high - low < 0.005 else f"{low:.2f} (the best pair) or {high:.2f} (the worst)"
        said.append(
            f"{_many(len(apart), 'pair')} without an edge. An association weaker than φ = {span} would have been "
            "missed in more than one study of five; φ is the difference between two shares of yes, for columns that "
            "are half yes. Rare values are seen less well."
        )
        blind = sum(size > 1 for size in known)
        if blind:
            said.append(f"For {_many(blind, 'pair')} not even a perfect association would have been seen.")
    elif apart:
        said.append(
            f"{_many(len(apart), 'pair')} without an edge. From which strength on this method would have seen "
            "one is not known: what it pays for it decides on its way."
        )
    if counts[Standing.UNTESTED]:
        said.append(
            f"{_many(counts[Standing.UNTESTED], 'pair')} not tested, for want of budget: nothing is known of them. "
            "They are dotted in the drawing."
        )
    return said or ["Every pair has an edge: nothing was left out."]


def _many(number: int, one: str) -> str:
    return f"{number} {one}{'s' if number != 1 else ''}"
