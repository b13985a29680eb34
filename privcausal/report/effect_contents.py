"""What the page says of an effect: by how much, whether its interval leaves out 0, and what has to hold."""

from privcausal.effects.effect import Effect
from privcausal.effects.estimates import EffectEstimate
from privcausal.report import assumptions, number_plots
from privcausal.report.parts import Contents, capital
from privcausal.report.study import Study

PEOPLE = 1_000
"""A risk difference is also said as so many of these."""

NARROW = 0.005
"""An interval of a risk difference that is narrower than half a percentage point is printed with more digits."""


def of_effect(result: Effect, study: Study) -> Contents:
    """A difference, whether its interval leaves out 0, and what would have to hold for it to be an effect."""
    released = (
        f"One table of counts in {result.design.strata:,} strata, with Laplace noise of scale "
        f"{result.table.scale:.2g}."
    )
    return Contents(
        _finding(result),
        _meaning(result),
        number_plots.intervals(_drawn(result)),
        [released if result.table.root is None else "Noisy tables, released before."],
        [f"{capital(line)}." for line in result.positivity_note()],
        assumptions.of_effect(result, study),
        _limitations(result),
        "Dots are estimates, bars 95% intervals. The bars count the noise and the sampling of people.",
    )


def _finding(result: Effect) -> str:
    """The estimate and its interval; a risk difference in percentage points."""
    found, among = result.difference, "" if result.compliers is None else " among compliers"
    name = f"{capital(result.measure)}{among}"
    if result.design.event is None:
        return f"{name} {found:+.3g}"
    value, low, high = (_points(end, found) for end in (found.value, found.low, found.high))
    return f"{name} {value} percentage points, 95% interval {low} to {high}"


def _points(share: float, among: EffectEstimate) -> str:
    """A share as percentage points; with three decimals where the interval is narrow.

    >>> _points(-0.06, EffectEstimate(-0.06, -0.07, -0.05)), _points(0.0004, EffectEstimate(0.0004, 0.0002, 0.0006))
    ('-6.0', '+0.040')
    """
    return f"{100 * share:+.{1 if among.high - among.low >= NARROW else 3}f}"


def _meaning(result: Effect) -> str:
    """Whether the interval leaves out 0, in words, and in people."""
    design, found = result.design, result.difference
    which = f"{design.treatment} = {design.received[1]} instead of {design.received[0]}"
    what = design.outcome if design.event is None else f"the risk of {design.outcome} = {design.event}"
    if found.low <= 0 <= found.high:
        return (
            f"It cannot be said whether {which} changes {what}: the interval holds 0. This does not show that there is "
            "no effect. It shows that an effect beyond the ends of the interval is unlikely."
        )
    verb = "raises" if found.low > 0 else "lowers"
    counted = "" if design.event is None else f" {_people(found, result)}"
    return f"If the assumptions below hold, {which} {verb} {what}.{counted}{_crude(result)}"


def _crude(result: Effect) -> str:
    """What a comparison of the groups as they are would have said."""
    design, crude = result.design, result.crude.difference
    if not design.adjust or result.compliers is not None or design.event is None:
        return ""
    other = ", which points the other way" * (crude.value * result.difference.value < 0)
    return (
        f" A comparison of the two groups as they are, without regard to {', '.join(design.adjust)}, would give "
        f"{_points(crude.value, crude)} percentage points{other}."
    )


def _people(found: EffectEstimate, result: Effect) -> str:
    """The same as so many people of a thousand."""
    more = "more" if found.low > 0 else "fewer"
    few, most = sorted((abs(found.low), abs(found.high)))
    whom = "people like these" if result.compliers is None else "compliers"
    return (
        f"Of {PEOPLE:,} {whom}, about {PEOPLE * abs(found.value):.0f} {more} would have this outcome "
        f"({PEOPLE * few:.0f} to {PEOPLE * most:.0f})."
    )


def _limitations(result: Effect) -> list[str]:
    """What could explain the difference, and what the interval does not count."""
    lines = []
    if result.e_values is not None and not result.randomised:
        value, end = result.e_values
        lines.append(
            "Something that is not in the table, and influences both columns, is an unmeasured confounder. It could "
            f"explain the whole difference only if it made both {result.design.treatment} and "
            f"{result.design.outcome} at least {value:.3g} times as frequent (E-value). To move the interval to 0, "
            f"{end:.3g} times would do."
        )
    return [
        *lines,
        "The interval counts the sampling of people and the noise. It does not count confounding, wrong entries or "
        "people who are missing from the table.",
    ]


def _drawn(result: Effect) -> list[tuple[str, float, float, float]]:
    """What the drawing shows: with an instrument its parts, else with and without adjustment."""
    low, high = result.design.bounds
    rows = {"effect": result.difference}
    if result.compliers is not None:
        rows |= {f"effect of {result.design.instrument}": result.compliers.outcome.times(high - low)}
    elif result.design.adjust:
        rows |= {"without adjustment": result.crude.difference.times(high - low)}
    return [(name, part.value, part.low, part.high) for name, part in rows.items()]
