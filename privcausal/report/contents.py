"""What the page says of each kind of answer: the finding, what left the table, what was not seen, what it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from privcausal.data_check import MANY, DataCheck
from privcausal.effects.effect import Effect
from privcausal.graphs.kinds import CATEGORIES
from privcausal.graphs.methods import method_of
from privcausal.graphs.pair_status import Pair, PairStatus
from privcausal.graphs.result import Discovery
from privcausal.pairs.interval import interval
from privcausal.pairs.private_direction import CANNOT_TELL
from privcausal.privacy.propose_test_release import REFUSED
from privcausal.report import figures, number_plots
from privcausal.report.study import Study, cautions
from privcausal.table.unit import Unit
from privcausal.two_columns import Correlation, Direction

ONE_ROW = "One row is one person, and no person has two: what is protected is one row."
SEVERAL = "No person has more than {} rows: for one who has more the promise is weaker."
CUT = (
    "The column {person} says whose a row is, and no two people share an identifier. Of each person the first {rows} "
    "were kept."
)
BLANKS = (
    "All other rows, and those without an identifier, count as rows of which every cell is missing. Such rows make "
    "columns look related, so they must be few."
)
DRAWN = "Of the rows that were kept, {} were drawn at random."
ALIKE = "The people were chosen independently of what is studied, and of each other."
COMPLETE = "No common cause of two columns is missing from the table (causal sufficiency)."
FAITHFUL = "Effects do not cancel out exactly: what depends on each other looks so (faithfulness)."
NO_LOOPS = "No column is a cause of itself by way of others: there is no feedback."
GAPS = (
    "A cell without a declared value tells nothing: where a share of the cells of a column are such, all that it shows "
    "of others is smaller by that share, and it explains less. If they mean something, declare a value for them."
)
BEFOREHAND = "What was declared was known from the subject, and not read off the records."
FUNCTION = "The effect is a function of the cause plus noise that does not depend on it, and they share no other cause."


def whose_rows(unit: Unit) -> list[str]:
    """Whose the rows are, and what was done to make it so.

    >>> whose_rows(Unit()) == [ONE_ROW], whose_rows(Unit(3))
    (True, ['No person has more than 3 rows: for one who has more the promise is weaker.'])
    """
    if unit.person is None:
        return [ONE_ROW if unit.rows == 1 else SEVERAL.format(unit.rows)]
    cut = CUT.format(person=unit.person, rows=f"{unit.rows} rows" if unit.rows > 1 else "row")
    return [cut, BLANKS if unit.keep_rows is None else DRAWN.format(f"{unit.keep_rows:,}")]


def alike(unit: Unit) -> str:
    """Who is independent of whom.

    >>> alike(Unit()) == ALIKE
    True
    """
    if unit.rows == 1:
        return ALIKE
    return f"{ALIKE} Rows of one person need not be: intervals and tests allow for {unit.rows} that all say the same."


@dataclass(frozen=True)
class Contents:
    """The parts of a page that differ from answer to answer; `drawing` is SVG, all else is text."""

    finding: str
    meaning: str
    drawing: str
    released: Sequence[str]
    unseen: Sequence[str]
    assumed: Sequence[str]
    limitations: Sequence[str]
    caption: str = ""
    pairs: Sequence[Pair] = ()
    warnings: Sequence[str] = ()
    """What must not be read past."""


def contents(result: Any, study: Study) -> Contents:
    """What there is to say of this answer.

    >>> from privcausal.privacy.price import Price, Relation
    >>> result = Correlation("a", "b", "kendall", 0.3, 0.01, 0.2, 0.4, Price.pure(1.0, Relation.SUBSTITUTION))
    >>> contents(result, Study("Do a and b go together?", "data.csv", 400, {})).meaning
    'a and b go together: the more of the one, the more of the other.'
    """
    if isinstance(result, Correlation):
        return of_correlation(result, study)
    if isinstance(result, Direction):
        return of_direction(result, study)
    if isinstance(result, Effect):
        return of_effect(result, study)
    if isinstance(result, DataCheck):
        return of_data_check(result, study)
    return of_discovery(result, study)


def of_correlation(result: Correlation, study: Study) -> Contents:
    """A number, and whether its interval leaves out 0."""
    both = f"{result.x} and {result.y}"
    meaning = f"It cannot be said whether {both} go together: the interval holds 0."
    if result.low > 0 or result.high < 0:
        less = "more" if result.low > 0 else "less"
        meaning = f"{both} go together: the more of the one, the {less} of the other."
    records, rows = study.records, study.unit.rows
    least = interval(0.0, score=result.score, records=records, noise=result.noise, rows=rows)[1]
    return Contents(
        f"{MEASURE[result.score]} {_short(result.value)}, 95% interval {_short(result.low)} to {_short(result.high)}",
        meaning,
        number_plots.interval(result.value, result.low, result.high, f"{MEASURE[result.score]} of {both}"),
        [f"One number, the rank correlation, with Laplace noise of scale {result.noise:.2g}."],
        [f"A correlation nearer to 0 than {least:.2g} could not have been told from none."],
        [*whose_rows(study.unit), alike(study.unit), BEFOREHAND],
        ["A correlation is not a cause: it says nothing about what happens if one of the two is changed."],
        "The dot is what was published; the bar is its 95% interval, with the noise and the sampling in it.",
    )


MEASURE = {"kendall": "Kendall's τ", "spearman": "Spearman's ρ"}


def of_data_check(result: DataCheck, study: Study) -> Contents:
    """Which cells the declaration changes, before anything else was asked."""
    large = result.warnings()
    finding = (
        f"{_many(len(large), 'share')} of cells to look at" if large else "No share of cells is surely large"
    )
    return Contents(
        finding,
        " ".join(f"Look at {line}." for line in large) or "The declaration changes few cells of each column.",
        "",
        [
            f"One noisy count for each kind of cell in each column, with Laplace noise of scale {result.noise:.3g}.",
            *(f"{share}." for share in result.shares),
        ],
        [f"A share below {MANY:.0%}, or below the width of its interval, is not called large."],
        [*whose_rows(study.unit), BEFOREHAND],
        ["The intervals contain the noise, and speak of this table alone."],
    )


def _short(number: float) -> str:
    return f"{round(number, 2) + 0.0:+.2f}"  # no −0.00


def of_direction(result: Direction, study: Study) -> Contents:
    """An arrow, or that it cannot be told."""
    inner, value = result.result, result.result.release.value
    refused = value is REFUSED
    meaning = f"The arrow points from cause to effect: {result.conclusion.replace(' → ', ' is a cause of ')}."
    if refused or result.conclusion == CANNOT_TELL:
        meaning = "This is an answer too: with this noise, naming a direction would be a guess."
    released = [
        "Two numbers: how much the rest of a fit depends on the supposed cause. The smaller is the cause's."
    ]
    if refused:
        released = ["That the data are too close to another answer, and nothing else."]
    elif inner.noise:
        released.append(f"Each carries Laplace noise of scale {inner.noise:.2g}.")
    least = None if inner.margins is None else inner.margins.least(inner.noise)
    unseen = [f"Scores closer than {least:.2g} would not have been called a direction."] if least else []
    return Contents(
        result.conclusion,
        meaning,
        "" if refused else number_plots.scores(value, inner.noise, (result.x, result.y)),
        released,
        [] if refused else unseen,
        [*whose_rows(study.unit), alike(study.unit), FUNCTION, BEFOREHAND],
        [
            f"{'Nothing was published to judge by' if refused else result.probability_text}. In each simulated pair "
            "one column is the cause of the other; for columns of which neither is, nothing is said.",
            "Whether the assumptions hold for these two columns was not tested, and no privacy can repair it.",
        ],
        "Each dot is a published score, each bar holds 95% of its noise. The smaller score is the cause's."
        if inner.noise
        else "The published scores. The smaller one is the cause's.",
        warnings=[f"{warning[0].upper()}{warning[1:]}." for warning in result.warnings()],
    )


def of_effect(result: Effect, study: Study) -> Contents:
    """A difference, whether its interval leaves out 0, and what would have to hold for it to be an effect."""
    design, found = result.design, result.difference
    which = f"{design.treatment} = {design.received[1]} instead of {design.received[0]}"
    event = design.outcome if design.event is None else f"the risk of {design.outcome} = {design.event}"
    meaning = f"It cannot be said whether {which} changes {event}: the interval holds 0."
    if found.low > 0 or found.high < 0:
        verb = "raises" if found.low > 0 else "lowers"
        meaning = f"If the assumptions below hold, {which} {verb} {event}."
    released = f"One table of counts in {design.strata:,} strata, with Laplace noise of scale {result.table.scale:.2g}."
    return Contents(
        f"{result.measure[0].upper()}{result.measure[1:]} {found:+.3g}",
        meaning,
        number_plots.intervals(_rows_of(result)),
        [released if result.table.root is None else "Noisy tables, released before."],
        [line[0].upper() + line[1:] + "." for line in result.positivity_note()],
        [
            *whose_rows(study.unit),
            alike(study.unit),
            *(f"{line[0].upper()}{line[1:]}." for line in result.caveats()[:1]),
            "A person's treatment changes nobody else's outcome, and there is one version of it (SUTVA).",
            BEFOREHAND,
        ],
        [
            *(f"{line[0].upper()}{line[1:]}." for line in result.caveats()[1:]),
            "The interval counts drawing the people and the noise, and no other error: no confounder, no wrong entry.",
        ],
        "Dots are estimates, bars 95% intervals, with the noise and the sampling in them.",
    )


def _rows_of(result: Effect) -> list[tuple[str, float, float, float]]:
    """What the drawing shows: with an instrument its parts, else with and without adjustment."""
    low, high = result.design.bounds
    rows = {"effect": result.difference}
    if result.compliers is not None:
        rows |= {f"effect of {result.design.instrument}": result.compliers.outcome.times(high - low)}
    elif result.design.adjust:
        rows |= {"without adjustment": result.crude.difference.times(high - low)}
    return [(name, part.value, part.low, part.high) for name, part in rows.items()]


def of_discovery(result: Discovery, study: Study) -> Contents:
    """A graph, and how every pair stands."""
    counts = {status: len(result.pairs_with_status(status)) for status in PairStatus}
    method = method_of(result.method)
    says = f"The method {result.method}: {method.says}."
    asked = f"{_many(sum(result.tests), 'test')} were decided." if result.tests else ""
    finding, meaning = _finding(counts, len(result.names))
    weak = "".join(f" {doubt[0].upper()}{doubt[1:]}." for doubt in result.warnings())
    return Contents(
        finding,
        meaning + weak,
        figures.graph(result),
        [f"{says} {asked}".strip(), "The graph, and what was noted about each pair."],
        _unseen(result, counts),
        [
            *whose_rows(study.unit),
            alike(study.unit),
            COMPLETE,
            FAITHFUL,
            NO_LOOPS,
            *[method.assumes] * bool(method.assumes),
            *[GAPS]
            * (method.gaps and any(getattr(column, "gaps", False) for column in study.columns.values())),
            BEFOREHAND,
        ],
        [
            *(caution[0].upper() + caution[1:] + "." for caution in cautions(result)),
            *_trust(result),
            "Of all that stands here arrows are the least sure: one edge that was missed can turn several of them.",
            "No edge seen is not no effect: it may be weaker than what would have been seen.",
        ],
        pairs=sorted(result.pairs, key=lambda pair: list(PairStatus).index(pair.status)),
    )


def _finding(counts: dict[PairStatus, int], columns: int) -> tuple[str, str]:
    """How much was found, and what that means."""
    arrows, lines, untested = (
        counts[it] for it in (PairStatus.DIRECTED, PairStatus.UNDIRECTED, PairStatus.UNTESTED)
    )
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
    texts = [_many(arrows, "arrow")] * bool(arrows) + [_many(lines, "line")] * bool(lines)
    arrow = "An arrow says that the first is a cause of the second in every graph that the answers allow."
    line = "A line says that two columns are joined, and that the answers do not tell which is the cause."
    return f"{' and '.join(texts)} {among}", " ".join([arrow] * bool(arrows) + [line] * bool(lines))


def _trust(result: Discovery) -> list[str]:
    """What the percentages mean, and what they were worth; or why there are none."""
    lines = [line[0].upper() + line[1:] + "." for line in result.calibration_note()]
    if not result.probabilities:
        return lines
    meaning = (
        "How sure says how many in a hundred edges with such evidence were right on simulated networks. Joined: one of "
        "the two is a direct cause of the other. Arrow: it is so in this direction. It was computed from what was "
        "released, and cost nothing."
    )
    limit = "On denser networks, with causes not in the table, edges called sure were right less often."
    return [meaning, *lines, limit]


def _unseen(result: Discovery, counts: dict[PairStatus, int]) -> list[str]:
    """What was not seen, and could not have been."""
    apart = result.pairs_with_status(PairStatus.NO_EDGE)
    smallest = [pair.minimum_detectable for pair in apart if pair.minimum_detectable is not None]
    lines = []
    if smallest:
        low, high = min(smallest), min(max(smallest), 1.0)
        span = f"{low:.2f}" if high - low < 0.005 else f"{low:.2f} (the best pair) or {high:.2f} (the worst)"
        lines.append(
            f"{_many(len(apart), 'pair')} without an edge. An association weaker than φ = {span} would have been "
            "missed in more than one study of five; φ is the difference between two shares of yes, for columns that "
            "are half yes. Rare values are seen less well."
        )
        blind = sum(size > 1 for size in smallest)
        if blind:
            lines.append(f"For {_many(blind, 'pair')} not even a perfect association would have been seen.")
    elif apart:
        lines.append(
            f"{_many(len(apart), 'pair')} without an edge. From which strength on this method would have seen "
            "one is not known: what it pays for it decides on its way."
        )
    if counts[PairStatus.UNTESTED]:
        lines.append(
            f"{_many(counts[PairStatus.UNTESTED], 'pair')} not tested, {_why_untested(result)}: nothing is known of "
            "them. They are dotted in the drawing."
        )
    return lines or ["Every pair has an edge: nothing was left out."]


def _why_untested(result: Discovery) -> str:
    """Of categories the budget did not reach; of numbers nothing but noise was seen of one of the two."""
    if method_of(result.method).wants == CATEGORIES:
        return "because the budget did not suffice"
    return "because too little varies in one of their columns, or records are few"


def _many(number: int, one: str) -> str:
    return f"{number} {one}{'s' if number != 1 else ''}"
