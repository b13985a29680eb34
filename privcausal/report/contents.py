"""The contents of the page for each kind of answer: finding, released numbers, undetected effects, and assumptions."""

from typing import Any

from privcausal.data_check import MANY, DataCheck
from privcausal.digits import outwards
from privcausal.effects.effect import Effect
from privcausal.graphs.kinds import CATEGORIES
from privcausal.graphs.methods import method_of
from privcausal.graphs.pair_status import DATA, PairStatus, hundredths
from privcausal.graphs.result import Discovery
from privcausal.pairs.interval import interval
from privcausal.pairs.private_direction import CANNOT_TELL
from privcausal.privacy.propose_test_release import REFUSED
from privcausal.report import assumptions, figures, number_plots
from privcausal.report.assumptions import BEFOREHAND, FUNCTION, in_the_middle, not_tested, sampled, whose_rows
from privcausal.report.effect_contents import of_effect
from privcausal.report.parts import Contents, capital, many
from privcausal.report.study import Study, cautions
from privcausal.two_columns import Correlation, Direction


def contents(result: Any, study: Study) -> Contents:
    """What there is to say of this answer.

    >>> from privcausal.privacy.price import Price, Relation
    >>> result = Correlation("a", "b", "kendall", 0.3, 0.01, 0.2, 0.4, Price.pure(1.0, Relation.SUBSTITUTION))
    >>> contents(result, Study("Are a and b associated?", "data.csv", 400, {})).meaning
    'a and b are associated: where one is larger, the other tends to be larger.'
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
    meaning = f"It cannot be said whether {both} are associated, because the interval contains 0."
    if result.low > 0 or result.high < 0:
        less = "larger" if result.low > 0 else "smaller"
        meaning = (
            f"{both} are associated{result.condition}: where one is larger, the other tends to be {less}."
        )
    records, rows = study.records, study.unit.rows
    least = interval(0.0, score=result.score, records=records, noise=result.noise, rows=rows)[1]
    return Contents(
        f"{MEASURE[result.score]} {outwards([result.value, result.low, result.high], '+')}{result.condition}",
        meaning,
        number_plots.interval(result.value, result.low, result.high, f"{MEASURE[result.score]} of {both}"),
        [f"One number, the rank correlation, with Laplace noise of scale {result.noise:.2g}."],
        [f"A correlation nearer to 0 than {least:.2g} could not have been distinguished from none."],
        [*sampled(study.unit), *not_tested(*in_the_middle(study.columns.values()), BEFOREHAND)],
        ["A correlation is not an effect. It says nothing about what happens if one of the two is changed."],
        "The dot is the published number, the bar its 95% interval, which counts the noise and the sampling.",
    )


MEASURE = {"kendall": "Kendall's τ", "spearman": "Spearman's ρ"}


def of_data_check(result: DataCheck, study: Study) -> Contents:
    """Which cells the declaration changes, before anything else was asked."""
    large = result.warnings()
    finding = (
        f"{many(len(large), 'share')} of cells to look at" if large else "No share of cells is surely large"
    )
    return Contents(
        finding,
        " ".join(f"Look at {line}." for line in large)
        or f"No share is surely above {MANY:.0%}. How large each can be, the upper ends of the intervals say.",
        "",
        [
            f"One noisy count for each kind of cell in each column, with Laplace noise of scale {result.noise:.3g}.",
            *(f"{share}." for share in result.shares),
        ],
        [f"A share below {MANY:.0%}, or below the width of its interval, is not called large."],
        [*whose_rows(study.unit), *not_tested(BEFOREHAND)],
        [f"The intervals contain the noise, and speak of {_whose(study)} alone."],
        counted=True,
    )


def _whose(study: Study) -> str:
    """Of which rows the shares are."""
    kept = study.unit.keep_rows
    return "this table" if kept is None else f"the {kept:,} rows that were drawn"


def of_direction(result: Direction, study: Study) -> Contents:
    """Return the contents for a direction: an arrow, or no decision."""
    inner, value = result.result, result.result.release.value
    refused = value is REFUSED
    meaning = (
        f"The arrow points from the supposed cause to the effect. {capital(result.probability_text)}, if one of "
        "them is a cause of the other."
    )
    if refused or result.conclusion == CANNOT_TELL:
        meaning = "With this noise, naming a direction would be a guess."
    released = [
        "Two scores, one for each direction: how much the residuals depend on the supposed cause. The smaller score "
        "belongs to the supposed cause."
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
        [*sampled(study.unit), *not_tested(FUNCTION, *in_the_middle(study.columns.values()), BEFOREHAND)],
        [
            f"{'Nothing was published to judge by' if refused else result.probability_text}. In each simulated pair "
            "one column is the cause of the other; for columns of which neither is, nothing is said.",
            "Whether the assumptions hold for these two columns was not tested, and no privacy can repair it.",
        ],
        "Each dot is a published score, each bar holds 95% of its noise. The smaller score is the cause's."
        if inner.noise
        else "The published scores. The smaller one is the cause's.",
        warnings=[f"{capital(warning)}." for warning in result.warnings()],
    )


def of_discovery(result: Discovery, study: Study) -> Contents:
    """Return the contents for a graph and the status of every pair."""
    counts = {status: len(result.pairs_with_status(status)) for status in PairStatus}
    says = f"The method {result.method}: {method_of(result.method).says}."
    asked = f"{many(sum(result.tests), 'test')} were decided." if result.tests else ""
    finding, meaning = _finding(result, counts)
    weak = "".join(f" {capital(doubt)}." for doubt in result.warnings())
    return Contents(
        finding,
        meaning + weak,
        figures.graph(result),
        [f"{says} {asked}".strip(), "The graph, and the notes about each pair."],
        _unseen(result, counts),
        assumptions.of_graph(result, study),
        [
            *(capital(caution) + "." for caution in cautions(result)),
            *_trust(result),
            "The directions are the least reliable part of this result, because one missed edge can change several of "
            "them.",
            "A pair without an edge can still have an effect that is weaker than what could have been detected.",
        ],
        pairs=sorted(result.pairs, key=lambda pair: list(PairStatus).index(pair.status)),
    )


def _finding(result: Discovery, counts: dict[PairStatus, int]) -> tuple[str, str]:
    """How much was found, and what that means."""
    arrows, lines, untested = (
        counts[it] for it in (PairStatus.DIRECTED, PairStatus.UNDIRECTED, PairStatus.UNTESTED)
    )
    among = f"among {len(result.names)} columns"
    if untested == sum(counts.values()):
        return (
            f"Nothing can be said {among}",
            "The budget did not suffice for a single pair, so nothing was tested.",
        )
    if not arrows + lines:
        return (
            f"No edge seen {among}",
            "This result does not exclude an effect. The next section states what could have been detected.",
        )
    texts = [many(arrows, "arrow")] * bool(arrows) + [many(lines, "line")] * bool(lines)
    said = [_arrow_text(result)] * bool(arrows) + [LINE] * bool(lines)
    return f"{' and '.join(texts)} {among}", " ".join(said)


LINE = "A line says that two columns depend on each other directly. It does not say which of them influences the other."


def _arrow_text(result: Discovery) -> str:
    """Return the meaning of an arrow: no more than its probability, or background knowledge."""
    directed = result.pairs_with_status(PairStatus.DIRECTED)
    if all(pair.basis != DATA for pair in directed):
        return "An arrow is an edge whose direction follows from the background knowledge that was declared."
    if any(pair.arrow_probability is not None for pair in directed):
        return (
            "An arrow names a cause and its effect with the probability in the table below. The probability comes "
            "from simulated networks, and holds if the assumptions below hold."
        )
    return (
        "An arrow is the direction that the method suggests. How often such arrows are right is not known, so no arrow "
        "here should be read as a cause."
    )


def _trust(result: Discovery) -> list[str]:
    """Return the meaning of the probabilities and their calibration; or the reason why there are none."""
    lines = [capital(line) + "." for line in result.calibration_note()]
    if not result.probabilities:
        return lines
    meaning = (
        "The probability says how many in a hundred edges with such evidence were right on simulated networks. For an "
        "edge, right means that one of the two is a direct cause of the other. For an arrow, it means that this is so "
        "in the direction of the arrow. It was computed from the released tables at no further privacy cost."
    )
    limit = "On denser networks, with causes not in the table, edges called sure were right less often."
    return [meaning, *lines, limit]


def _unseen(result: Discovery, counts: dict[PairStatus, int]) -> list[str]:
    """Return the associations that were not detected, and those that could not have been."""
    apart = result.pairs_with_status(PairStatus.NO_EDGE)
    smallest = [pair.minimum_detectable for pair in apart if pair.minimum_detectable is not None]
    fixed = result.held_fixed
    lines = []
    if smallest:
        low, high = (hundredths(min(size, 1.0)) for size in (min(smallest), max(smallest)))
        span = low if low == high else f"{low} (the best pair) or {high} (the worst)"
        lines.append(
            f"{many(len(apart), 'pair')} without an edge. An association weaker than φ = {span} would have been "
            "missed in more than one study of five. For two yes-or-no columns, each half yes, φ is the difference "
            "between the two shares of yes. Associations of rare values are detected less well"
            f"{', and so are all where cells are missing or rows are blank' * bool(result.nothing_missing)}."
            + f" With other columns held fixed, as for {many(fixed, 'pair')}, less is detected."
            * bool(fixed)
        )
        if len(smallest) < len(apart):
            lines.append(
                f"For {many(len(apart) - len(smallest), 'pair')} this is not known, because too little was seen of a "
                "column: most people have the same number in it, or the noise is too large."
            )
        blind = sum(size > 1 for size in smallest)
        if blind:
            lines.append(
                f"For {many(blind, 'pair')} not even a perfect association would have been detected."
            )
    elif apart:
        why = "nothing that it released says so"
        if result.spent.blank or result.least is not None:
            why = (
                "rows left out count as blank" if result.spent.blank else "too little was seen of the columns"
            )
        lines.append(
            f"{many(len(apart), 'pair')} without an edge. Which strength this method would have detected "
            f"is not known, because {why}."
        )
    if counts[PairStatus.UNTESTED]:
        lines.append(
            f"{many(counts[PairStatus.UNTESTED], 'pair')} not tested, {_why_untested(result)}: nothing is known of "
            "them. They are dotted in the drawing."
        )
    return lines or ["Every pair has an edge: nothing was left out."]


def _why_untested(result: Discovery) -> str:
    """Of categories the budget did not reach; of numbers nothing but noise was seen of one of the two."""
    if method_of(result.method).wants == CATEGORIES:
        return "because the budget did not suffice"
    return "because too little varies in one of their columns, or records are few"
