"""What an answer rests on, one assumption after the other, and whether anything on the page tested it."""

from collections.abc import Iterable
from dataclasses import dataclass

from privcausal.effects.cautions import changeable
from privcausal.effects.effect import NAMED, Effect
from privcausal.graphs.conditions import classes_alike
from privcausal.graphs.kinds import NUMBERS
from privcausal.graphs.methods import method_of
from privcausal.graphs.result import Discovery
from privcausal.report.effect_words import adjusted_for, arm_words, not_even, quoted
from privcausal.report.study import Study
from privcausal.table.declaration import Number, is_plain
from privcausal.table.unit import Unit

TESTED, UNTESTED, ENSURED = "tested here", "not tested here", "ensured by the program"


@dataclass(frozen=True)
class Assumption:
    """One sentence that has to hold, and whether it was tested.

    >>> Assumption("Feedback is excluded.").mark
    'not tested here'
    """

    text: str
    mark: str = UNTESTED
    found: str = ""
    """What the test showed."""


LIKELY = "This is the assumption most likely to fail."

ONE_ROW = "One row is one person, and no person has two rows. The guarantee protects one row."
SEVERAL = "No person has more than {} rows: for a person who has more, the guarantee is weaker."
CUT = "Of each person the first {rows} were kept; the column {person} says whose a row is."
OWN = "No two people share an identifier in the column {}."
BLANKS = (
    "All other rows, and those without an identifier, count as rows of which every cell is missing. Such rows make "
    "columns look related, so they must be few."
)
DRAWN = (
    "At least {0} rows were kept, and {0} of them were drawn at random. If fewer were kept, rows of which every cell "
    "is missing stand in for the rest, and make columns look related."
)
NOBODY = "All other rows, and those without an identifier, are left out."
AT_MOST = " Of the rows that were kept, {:,} at most were drawn at random."
ALIKE = (
    "Who is in the table does not depend on the variables of the study, and nobody is in it because somebody else is: "
    "the people were chosen independently."
)
COMPLETE = "Every common cause of two columns is in the table (causal sufficiency)."
FAITHFUL = (
    "Effects do not cancel out exactly, so columns that influence each other are associated (faithfulness)."
)
NO_LOOPS = "No column is a cause of itself by way of others, so feedback is excluded."
GAPS = (
    "Cells without a declared value mean nothing, and are few. Where they are many, associations of their column look "
    "weaker than they are, and two columns that it explains look directly related. If such cells mean something, "
    "declare a value for them."
)
OWN_CATEGORY = (
    "Cells without a declared value are few. They count as one more value, the last of the column, so that columns "
    "look related whose cells are missing for the same people."
)
IN_THE_MIDDLE = (
    "Few cells are missing: a missing number counts as a number in the middle. Where they are many, columns look less "
    "related than they are; and those look related whose cells are missing for the same people, or that another column "
    "explains whose cells are missing."
)
BEFOREHAND = (
    "Everything listed below as declared beforehand, such as the columns and their values, was chosen from knowledge "
    "of the subject, without a look at the records."
)
BUT_THE_GRAPH = BEFOREHAND[:-1] + ", except for the graph, which was learned."
FUNCTION = "The effect is a function of the cause plus noise that does not depend on it. The two share no other cause."
KNOWN = "The background knowledge is right: {}."
ONE_VERSION = (
    "The treatment of one person changes nobody else's outcome, and everybody who is treated gets the same treatment "
    "(SUTVA)."
)
UNCONFOUNDED = (
    "{given}nothing else influences both {treatment} and {outcome}{even} (no unmeasured confounding). "
    + LIKELY
)
POSITIVE = (
    "Every group of people who are compared contains people {treated} and people {control} (positivity)."
)
RANDOM = "{} was assigned at random."
UNCHANGED = "{} does not change {}."
EXCLUDED = (
    "{instrument} changes {outcome} only by way of {treatment}, and makes nobody do the opposite. " + LIKELY
)
RELEVANT = "{instrument} changes {treatment} at all."


def whose_rows(unit: Unit, *, left_out: bool = False) -> list[Assumption]:
    """Return the assumptions about the person of each row, and the preparation that supports them.

    `left_out` says that blank rows add nothing to this answer.

    >>> whose_rows(Unit())[0].text == ONE_ROW, whose_rows(Unit(3))[0].text
    (True, 'No person has more than 3 rows: for a person who has more, the guarantee is weaker.')
    """
    if unit.person is None:
        return [Assumption(ONE_ROW if unit.rows == 1 else SEVERAL.format(unit.rows))]
    cut = CUT.format(person=unit.person, rows=f"{unit.rows} rows" if unit.rows > 1 else "row")
    drawn = unit.keep_rows is not None
    rest = Assumption(DRAWN.format(f"{unit.keep_rows:,}") if drawn else BLANKS)
    if left_out:
        rest = Assumption(NOBODY + (AT_MOST.format(unit.keep_rows) if drawn else ""), ENSURED)
    return [Assumption(cut, ENSURED), Assumption(OWN.format(unit.person)), rest]


def sampled(unit: Unit, *, left_out: bool = False) -> list[Assumption]:
    """Whose rows they are, and who is independent of whom.

    >>> sampled(Unit())[1].text == ALIKE
    True
    """
    rows = (
        f" Rows of one person need not be: intervals and tests allow for {unit.rows} that all say the same."
    )
    return [*whose_rows(unit, left_out=left_out), Assumption(ALIKE + (rows if unit.rows > 1 else ""))]


def not_tested(*lines: str) -> list[Assumption]:
    """Sentences of which nothing on the page was a test."""
    return [Assumption(line) for line in lines]


def of_graph(result: Discovery, study: Study) -> list[Assumption]:
    """What a graph rests on."""
    method = method_of(result.method)
    columns = study.columns.values()
    blank = method.wants != NUMBERS and any(getattr(column, "gaps", False) for column in columns)
    said = [COMPLETE, FAITHFUL, NO_LOOPS, *[method.assumes] * bool(method.assumes)]
    said += within_classes(result)
    said += [GAPS if method.gaps else OWN_CATEGORY] * blank
    said += in_the_middle(columns)
    return [*sampled(study.unit), *not_tested(*said), *_knowledge(result), *not_tested(BEFOREHAND)]


def within_classes(result: Discovery) -> list[str]:
    """Return what is assumed of numbers that were declared with cuts, where they can lie between two others."""
    if not result.with_cuts or len(result.names) < 3:
        return []
    text = classes_alike(result.with_cuts)
    return [
        f"{text[0].upper()}{text[1:]}: only the class is held fixed, and two effects of one number can be joined."
    ]


def in_the_middle(columns: Iterable[object]) -> list[str]:
    """What is assumed of missing numbers, if nothing was declared of them.

    >>> len(in_the_middle([Number(0, 9)])), in_the_middle([Number(0, 9, missing=0), Number(0, 9, cuts=(5,))])
    (1, [])
    """
    silent = any(isinstance(one, Number) and one.missing is None and is_plain(one) for one in columns)
    return [IN_THE_MIDDLE] * silent


def _knowledge(result: Discovery) -> list[Assumption]:
    """Return the assumption of background knowledge, which the data can contradict."""
    if not result.knowledge:
        return []
    found = result.contradictions
    shown = "The data contradict it: see below." if found else "Nothing in the data contradicts it."
    return [Assumption(KNOWN.format(result.knowledge), TESTED, shown)]


def of_effect(result: Effect, study: Study) -> list[Assumption]:
    """What makes a difference an effect, the most important first."""
    notes = [f"{note[0].upper()}{note[1:]}." for note in result.notes()]
    return [
        *_assigned(result),
        *not_tested(ONE_VERSION, *notes),
        *sampled(study.unit, left_out=result.table.root is None),
        *not_tested(BUT_THE_GRAPH if result.graph_price else BEFOREHAND),
    ]


def _assigned(result: Effect) -> list[Assumption]:
    """Why those who were treated can be compared with those who were not."""
    design = result.design
    columns = {"treatment": design.treatment, "outcome": design.outcome, "instrument": design.instrument}
    names = {role: quoted(name) for role, name in columns.items()}
    later = " or ".join(quoted(name) for name in changeable(design))
    unchanged = not_tested(*[UNCHANGED.format(quoted(design.assigned), later)] * bool(later))
    if result.compliers is not None:
        seen = "The noise leaves it open." if result.compliers.weak else "It does, beyond noise and sampling."
        return [
            *not_tested(RANDOM.format(names["instrument"]), EXCLUDED.format(**names)),
            *unchanged,
            Assumption(RELEVANT.format(**names), TESTED, seen),
        ]
    if result.randomised:
        return [*not_tested(RANDOM.format(names["treatment"])), *unchanged, _positivity(result)]
    given = f"Among people who are alike in {adjusted_for(design)}, " if design.adjust else ""
    text = UNCONFOUNDED.format(given=given, even=not_even(design), **names)
    return [*not_tested(text[0].upper() + text[1:]), *unchanged, _positivity(result)]


def _positivity(result: Effect) -> Assumption:
    """The one assumption of an effect that noisy counts can show."""
    control, treated = arm_words(result.design.assigned, result.design.arms)
    lost, groups = len(result.hidden_strata), result.design.strata
    named = f": {'; '.join(result.table.strata)}" if groups <= NAMED else ""
    shown = (
        f"Noise hides one of the two in {lost} of {groups:,} groups; the interval allows for any risk there."
    )
    if not lost:
        shown = "It holds." if groups == 1 else f"It holds in each of the {groups:,} groups{named}."
    return Assumption(POSITIVE.format(treated=treated, control=control), TESTED, shown)
