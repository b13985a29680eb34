"""What the declaration alone says against an effect: whose cells are missing, and what runs against the order of time.

All of it is public. How many cells are missing is not, and `check` estimates it.
"""

from collections.abc import Sequence

from privcausal.effects.design import Design
from privcausal.graphs.table_release import code_labels
from privcausal.table.declaration import Number


def left_out(design: Design) -> tuple[str, ...]:
    """Return the columns in which a cell can hold no declared value, so that its person is compared with nobody.

    >>> from privcausal.table.declaration import Categories, Declaration
    >>> columns = {"drug": Categories(("no", "yes"), missing="no"), "died": Categories(("no", "yes"))}
    >>> left_out(Design.of(Declaration(columns), "drug", "died"))
    ('died',)
    """
    compared = dict.fromkeys((design.assigned, design.treatment))
    if design.event is not None:  # an outcome that is a number has a substitute
        compared[design.outcome] = None
    return tuple(name for name in compared if getattr(design.columns[name], "gaps", False))


def check_everybody_counts(design: Design) -> None:
    """Refuse an instrument if people could be dropped by what they took: the instrument may have changed that.

    >>> from privcausal.table.declaration import Categories, Declaration
    >>> columns = {name: Categories(("no", "yes")) for name in ("lottery", "drug", "died")}
    >>> check_everybody_counts(Design.of(Declaration(columns), "drug", "died", instrument="lottery"))
    Traceback (most recent call last):
        ...
    ValueError: with an instrument, treatment must be declared with two values and with missing = one of them, ...
    """
    if design.instrument is None or {*code_labels(design.columns[design.treatment])} == {*design.received}:
        return
    raise ValueError(
        "with an instrument, treatment must be declared with two values and with missing = one of them, as which all "
        "else counts: the instrument can change who has a third value or none, and without these people its effect "
        "would be wrong; nothing was spent"
    )


def mixed_strata(design: Design) -> tuple[str, ...]:
    """Return the columns to adjust for whose gaps are a stratum: its people differ in them, unseen.

    >>> from privcausal.table.declaration import Categories, Declaration
    >>> columns = {name: Categories(("no", "yes"), missing="no") for name in ("drug", "died", "old")}
    >>> columns["severe"] = Categories(("no", "yes"))
    >>> mixed_strata(Design.of(Declaration(columns), "drug", "died", adjust=["old", "severe"]))
    ('severe',)
    """
    return tuple(name for name in design.adjust if design.columns[name].gaps)


def gap_notes(design: Design, spread: Sequence[str] = (), *, by_chance: bool = False) -> list[str]:
    """Return the lines on cells without a declared value; `spread` names the columns of a release that have gaps.

    `by_chance` says that the treatment was assigned at random: then no confounder has to be alike.
    """
    if spread:
        return [
            f"cells of {' and '.join(spread)} without a declared value count in equal parts as each of its values, as "
            "everywhere in a release, so the effect is wrong if they are many: the command check estimates how many, "
            "and the table itself can be asked instead"
        ]
    notes, names, outcome = [], left_out(design), design.columns[design.outcome]
    if names:
        notes.append(
            f"left out: people without a declared value of {' or '.join(names)}, so this is about all others; the "
            "command check estimates how many are left out"
        )
    if (mixed := mixed_strata(design)) and not by_chance:
        notes.append(
            f"not alike: people without a declared value of {' or '.join(mixed)} are compared with each other, and can "
            "differ in it, so the effect is wrong if they are many; the command check estimates how many"
        )
    if design.event is None and isinstance(outcome, Number) and outcome.missing is None:
        notes.append(
            f"not left out: a missing {design.outcome} counts as {outcome.stand_in:g}, the middle of its range, so the "
            "means are wrong if many are missing; the command check estimates how many"
        )
    return notes


def time_notes(design: Design) -> list[str]:
    """Return a line for each role that contradicts the declared tiers.

    >>> from privcausal.table.declaration import Categories, Declaration
    >>> from privcausal.table.knowledge import Knowledge
    >>> columns = {name: Categories(("no", "yes"), missing="no") for name in ("drug", "died")}
    >>> declared = Declaration(columns, knowledge=Knowledge(tiers=[["drug"], ["died"]]))
    >>> time_notes(Design.of(declared, "died", "drug"))
    ['not an effect: the declared order of time places drug before died']
    """
    tiers = design.declaration.knowledge.tiers
    tier = {name: place for place, names in enumerate(tiers) for name in names}
    treatment, outcome = design.treatment, design.outcome
    notes = []
    if treatment in tier and tier.get(outcome, len(tiers)) < tier[treatment]:
        notes.append(f"not an effect: the declared order of time places {outcome} before {treatment}")
    later = [name for name in design.adjust if treatment in tier and tier.get(name, -1) > tier[treatment]]
    if later:
        notes.append(
            f"adjusted for {' and '.join(later)}, which the declared order of time places after {treatment}: adjusting "
            "for what a treatment can change can remove a part of its effect, or create one"
        )
    return notes
