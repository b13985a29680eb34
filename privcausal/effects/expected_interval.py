"""How wide an effect's interval will be, from public numbers alone: before anything is spent."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from privcausal.arguments import kind
from privcausal.effects.cautions import check_everybody_counts
from privcausal.effects.design import Design
from privcausal.effects.effect_table import cells_of, table_sensitivity
from privcausal.effects.estimates import EffectEstimate, compliers, effects
from privcausal.effects.standardise import Arms
from privcausal.graphs.table_release import category_labels
from privcausal.privacy.person_budget import row_epsilon
from privcausal.privacy.price import check_positive
from privcausal.table.declaration import Declaration
from privcausal.table.unit import Unit


def expected_interval(
    design: Design, records: int, epsilon: float, unit: Unit | None = None
) -> EffectEstimate:
    """The interval to expect from public numbers: people spread evenly, and half with the event.

    Evenly is over strata and all values of the treatment, of which two are compared. With an instrument the interval is
    that of its own effect: `in_words` says so.

    >>> from privcausal.table.declaration import Categories, Declaration
    >>> yes_or_no = Categories(("no", "yes"), missing="no")
    >>> design = Design.of(Declaration({"drug": yes_or_no, "well": yes_or_no}), "drug", "well")
    >>> round(expected_interval(design, 5_000, epsilon=1.0).high, 3)
    0.028
    """
    check_positive(epsilon=epsilon)
    check_everybody_counts(design)
    unit = unit or Unit()
    rows, records = unit.rows, unit.drawn(records)
    parts, squares = cells_of(design)
    shape = (design.strata, 2, len(parts))
    values = len(category_labels(design.columns[design.treatment]))
    cells = np.full(shape, records * 2 / values / math.prod(shape))
    if design.event is None:  # a number spread evenly over its range
        cells = cells * np.ones(len(parts))
    arms = Arms(cells, parts, squares, table_sensitivity() / row_epsilon(epsilon, rows), rows=rows)
    low, high = design.bounds
    if design.instrument is not None:
        return compliers(arms).outcome.times(high - low)
    return effects(arms).difference.times(high - low)


ROLES = ("treatment", "outcome", "adjust", "instrument", "treated", "control", "event")
"""The roles of the columns of a planned effect, of which the first two are required."""


def planned_effect(public: Declaration, records: int, epsilon: float, roles: Any) -> tuple[str, float]:
    """Return the effect asked for, in words, and how far its interval would reach to either side."""
    if not isinstance(roles, Mapping) or not {*ROLES[:2]} <= roles.keys() <= {*ROLES}:
        raise ValueError(
            f'effect must be a dict such as {{"treatment": ..., "outcome": ...}}, and of {", ".join(ROLES)}, '
            f"got {kind(roles)}"
        )
    design = Design.of(public, **roles)
    expected = expected_interval(design, records, epsilon, public.unit)
    return in_words(design), (expected.high - expected.low) / 2


def in_words(design: Design) -> str:
    """Name the effect of which an interval is expected.

    >>> from privcausal.table.declaration import Categories, Declaration
    >>> columns = {name: Categories(("no", "yes"), missing="no") for name in ("lottery", "drug", "well")}
    >>> in_words(Design.of(Declaration(columns), "drug", "well", adjust=["lottery"]))
    'drug → well adjusted for lottery'
    >>> in_words(Design.of(Declaration(columns), "drug", "well", instrument="lottery")).partition(";")[0]
    'lottery → well (the effect of assignment'
    """
    adjusted = f" adjusted for {', '.join(design.adjust)}" if design.adjust else ""
    asked = f"{design.assigned} → {design.outcome}{adjusted}"
    if design.instrument is None:
        return asked
    return (
        f"{asked} (the effect of assignment; for that of {design.treatment} among compliers, divide by how much "
        f"{design.instrument} changes {design.treatment})"
    )


def check_visible(design: Design, records: int, epsilon: float, unit: Unit | None = None) -> None:
    """Refuse, before anything is spent, a budget whose interval would be the whole range."""
    expected = expected_interval(design, records, epsilon, unit)
    wide = design.bounds[1] - design.bounds[0]
    if expected.high - expected.low >= 2 * wide * (1 - 1e-9):
        raise ValueError(
            f"epsilon = {epsilon:g} hides every effect among {records:,} records in {design.strata:,} strata: take "
            "fewer strata, or more of either; nothing was spent"
        )
