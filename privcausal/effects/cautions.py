"""What the declaration alone says against an effect: whose cells are missing, and what runs against the order of time.

All of it is public. How many cells are missing is not, and `check` estimates it.
"""

from collections.abc import Sequence

from privcausal.effects.design import Design
from privcausal.graphs.table_release import category_labels, code_labels
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


def stand_ins(design: Design, spread: Sequence[str] = ()) -> list[str]:
    """Return what a cell without a declared value counts as, for each column in which it has a declared one.

    >>> from privcausal.table.declaration import Categories, Declaration
    >>> columns = {"drug": Categories(("no", "yes"), missing="no"), "died": Categories(("no", "yes"))}
    >>> stand_ins(Design.of(Declaration({**columns, "gain": Number(-40, 40)}), "drug", "gain"))
    ['drug = no', 'gain = 0 (the middle of its range)']
    """
    found = []
    for name, column in design.columns.items():
        if isinstance(column, Number) and not column.gaps:
            middle = " (the middle of its range)" * (column.missing is None)
            found.append(f"{name} = {column.stand_in:g}{middle}")
        elif column.missing is not None and name not in spread:
            found.append(f"{name} = {column.missing}")
    return found


def gap_notes(design: Design, spread: Sequence[str] = (), *, by_chance: bool = False) -> list[str]:
    """Return the lines on people and cells that are not counted as they are.

    `spread` names the columns of a release that have gaps. `by_chance` says that the treatment was assigned at random:
    then no confounder has to be alike.
    """
    notes, names, mixed = [], left_out(design), mixed_strata(design)
    if {*category_labels(design.columns[design.treatment])} > {*design.received}:
        notes.append(
            f"left out: people whose {design.treatment} is neither {' nor '.join(design.received)}, so this is about "
            "all others"
        )
    if spread:
        notes.append(
            f"cells of {' and '.join(spread)} without a declared value count in equal parts as each of its values, as "
            "everywhere in a release, so the effect is wrong if they are many: the command check estimates how many, "
            "and the table itself can be asked instead"
        )
    if names:
        notes.append(
            f"left out: people without a declared value of {' or '.join(names)}, so this is about all others, and can "
            f"be wrong for them too if {design.assigned} or {design.outcome} influences who is left out; the command "
            "check estimates how many are left out"
        )
    if mixed and not by_chance:
        notes.append(
            f"not alike: people without a declared value of {' or '.join(mixed)} are compared with each other, and can "
            "differ in it, so the effect is wrong if they are many; the command check estimates how many"
        )
    if replaced := stand_ins(design, spread):
        notes.append(
            f"not left out: a cell without a declared value counts as {', '.join(replaced)}, so the effect can "
            "be wrong if they are many; the command check estimates how many"
        )
    if design.event is None:
        low, high = design.bounds
        notes.append(
            f"cut off: a {design.outcome} below {low:g} or above {high:g} counts as that end, so the means are wrong "
            "if many are; the command check estimates how many"
        )
    return notes


def changeable(design: Design) -> tuple[str, ...]:
    """Return the columns to adjust for that no declared order of time places before the treatment or instrument.

    >>> from privcausal.table.declaration import Categories, Declaration
    >>> columns = {name: Categories(("no", "yes"), missing="no") for name in ("drug", "died", "old")}
    >>> changeable(Design.of(Declaration(columns), "drug", "died", adjust=["old"]))
    ('old',)
    """
    tiers = design.declaration.knowledge.tiers
    tier = {name: place for place, names in enumerate(tiers) for name in names}
    first = tier.get(design.assigned, -1)
    return tuple(name for name in design.adjust if tier.get(name, len(tiers)) >= first)


def classes(design: Design) -> tuple[str, ...]:
    """Return the numbers to adjust for: people of one class differ in them."""
    return tuple(name for name in design.adjust if isinstance(design.columns[name], Number))


def effect_condition(design: Design, randomised: bool) -> str:
    """Return the line on what makes a difference an effect."""
    treatment, outcome, adjust, assigned = design.treatment, design.outcome, design.adjust, design.assigned
    later = " or ".join(changeable(design))
    unchanged = f"{assigned} does not change {later}" if later else ""
    if design.instrument is not None:
        within = " within each stratum" if adjust else ""
        return (
            f"this is an effect only if {assigned} is as good as random{within}, changes {outcome} through {treatment} "
            f"alone, {f'does not change {later}, ' if later else ''}and makes nobody do the opposite; none of this was "
            "tested"
        )
    if randomised:
        but = f", if {unchanged} (not tested)" if later else ""
        return f"{treatment} is declared to be assigned at random: no confounding to adjust for{but}"
    given = f"given {', '.join(adjust)}, " if adjust else ""
    cut = " or ".join(classes(design))
    return (
        f"this is an effect only if {f'{unchanged} and, ' if later else ''}{given}nothing else influences both "
        f"{treatment} and {outcome}{f', not even {cut} within its classes' if cut else ''} (no unmeasured "
        "confounding); this was not tested"
    )


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
    notes = []
    roles: dict[str, tuple[str, ...]] = {"effect": (design.treatment, design.outcome)}
    if design.instrument is not None:
        roles["instrument"] = (design.instrument, design.treatment, design.outcome)
    for role, (cause, *effects) in roles.items():
        early = [name for name in effects if cause in tier and tier.get(name, len(tiers)) < tier[cause]]
        if early:
            notes.append(
                f"not an {role}: the declared order of time places {' and '.join(early)} before {cause}"
            )
    first = next((name for name in (design.assigned, design.treatment) if name in tier), None)
    later = [name for name in design.adjust if first is not None and tier.get(name, -1) > tier[first]]
    if later:
        notes.append(
            f"adjusted for {' and '.join(later)}, which the declared order of time places after {first}: adjusting for "
            f"what {first} can change can remove a part of its effect, or create one"
        )
    return notes
