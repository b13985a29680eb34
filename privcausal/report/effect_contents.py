"""The contents of the page for an effect: an answer in words and in people, whether its interval leaves out 0, and the
conditions that must hold.
"""

import math

from privcausal.digits import outwards, rounded
from privcausal.effects.cautions import changeable
from privcausal.effects.effect import NAMED, Effect
from privcausal.effects.estimates import EffectEstimate, Effects
from privcausal.report import assumptions, number_plots
from privcausal.report.effect_words import (
    adjusted_for,
    arm_words,
    base_of,
    cause_words,
    event_words,
    listed,
    more_or_fewer,
    not_even,
    outcome_words,
    people,
    quoted,
    span,
)
from privcausal.report.parts import Contents, capital, many
from privcausal.report.study import Study

INTERVAL = (
    "If the analysis were repeated many times, with new people and new noise, about 95 of 100 such intervals would "
    "contain the true effect, provided that the assumptions hold. Noise means random numbers that were added on "
    "purpose, to protect every person in the table."
)


def of_effect(result: Effect, study: Study) -> Contents:
    """A difference, whether its interval leaves out 0, and what would have to hold for it to be an effect."""
    columns = listed([quoted(name) for name in result.design.columns])
    table = (
        f"One table of counts: how many people have each combination of values in the columns {columns}. Noise was "
        "added to every count. All numbers on this page were computed from these noisy counts."
    )
    return Contents(
        _finding(result),
        _meaning(result),
        _drawing(result),
        [table if result.table.root is None else "Noisy tables, published before."],
        _unseen(result),
        assumptions.of_effect(result, study),
        _limitations(result),
        _caption(result),
        more=_more(result),
        technical=_technical(result),
        also_paid=[BOTH_PAID.format(result.graph_price)] if result.graph_price else [],
    )


BOTH_PAID = (
    "These limits are for this answer alone. The graph was itself learned from a table, for {}. If that table has the "
    "same people, they have paid for all of it: the ε are added, and so are the δ."
)


def _decided(found: EffectEstimate) -> bool:
    """Whether the interval leaves out 0."""
    return not found.low <= 0 <= found.high


def _whom(result: Effect) -> str:
    """About whom the answer speaks, if not about everybody."""
    if result.compliers is None:
        return ""
    return f" among compliers, the people who follow {quoted(result.design.instrument)}"


def _finding(result: Effect) -> str:
    """The question answered in one sentence."""
    design, found = result.design, result.difference
    if result.refutation is not None:
        return f"{capital(result.refutation.kind)}: {'passed' if result.refutation.passed else 'failed'}"
    cause, what = cause_words(design), outcome_words(design)
    if not _decided(found):
        return f"This analysis cannot say whether {cause} changes {what}{_whom(result)}"
    verb = "raises" if found.low > 0 else "lowers"
    return f"According to this analysis, {cause} {verb} {what}{_whom(result)}{_risks(result)}"


def _risks(result: Effect) -> str:
    """Both risks in people, where the answer holds them."""
    if result.compliers is not None or result.design.event is None:
        return ""
    base = base_of(result.difference)
    control, treated = _in_thousands(result.ate, base)
    return f", from about {control} to {treated} of {base:,} people"


def _in_thousands(risks: Effects, base: int) -> tuple[str, str]:
    """The risk without and with the treatment, as so many people."""
    control, treated = (people(max(risk.value, 0.0), base) for risk in (risks.control, risks.treated))
    return control, treated


def _that_is(risks: Effects, base: int) -> str:
    """How a difference begins: where the rounded risks have another one, that it was not taken of these."""
    control, treated, found = (
        round(base * part.value) for part in (risks.control, risks.treated, risks.difference)
    )
    return "That is" if treated - control == found else "Before rounding, that is"


def _meaning(result: Effect) -> str:
    """By how much, and how exact this is."""
    design, found = result.design, result.difference
    if result.refutation is not None:
        return f"{capital(str(result.refutation))}."
    if design.event is None:
        value, low, high = rounded(found.to_list(), "+")
        size = (
            f"The difference is about {value}. This number is not exact: its 95% interval is between {low} and "
            f"{high}."
        )
    else:
        size = _in_people(result)
    if _decided(found):
        return f"{size} {INTERVAL}"
    return (
        f"{size} {INTERVAL} The interval contains 0. This does not exclude an effect. It shows that an "
        "effect beyond the ends of the interval is unlikely, if the assumptions hold."
    )


def _in_people(result: Effect) -> str:
    """The difference as so many people, and its interval."""
    found, base, event = result.difference, base_of(result.difference), event_words(result.design)
    without, with_it = arm_words(result.design.treatment, result.design.received)
    number = more_or_fewer(found.value, base)
    if result.compliers is None:
        control, treated = _in_thousands(result.ate, base)
        said = (
            f"Of {base:,} people like these, about {control} would have {event} if all were people {without}, and "
            f"{treated} if all were people {with_it}. {_that_is(result.ate, base)} about {number}."
        )
    else:
        said = f"Of {base:,} compliers, about {number} would have {event} as people {with_it} than as people {without}."
    return f"{said} This number is not exact: its 95% interval is {span(found, base)}."


def _more(result: Effect) -> list[str]:
    """Return the notes next to the number: its condition and the raw comparison."""
    lines = (
        [] if result.refutation is not None else [_condition(result), _over_graphs(result), _crude(result)]
    )
    return [line for line in lines if line]


def _condition(result: Effect) -> str:
    """Return the condition under which the difference is an effect."""
    design = result.design
    if result.compliers is not None or result.randomised:
        assigned = quoted(design.assigned)
        return (
            "This is not a proof. It is an effect only if the assumptions below hold. The most important is that "
            f"{assigned} was assigned at random, which was not tested here."
        )
    alike = f" among people who are alike in {adjusted_for(design)}" if design.adjust else ""
    later = " or ".join(quoted(name) for name in changeable(design))
    unchanged = f", and that {quoted(design.treatment)} does not change {later}" if later else ""
    return (
        f"This is not a proof that {cause_words(design)} is the cause. It is an effect only if the assumptions below "
        f"hold. The most important one was not tested here: that{alike} nothing else influences both "
        f"{quoted(design.treatment)} and {quoted(design.outcome)}{not_even(design)}{unchanged}."
    )


def _over_graphs(result: Effect) -> str:
    """Return what the effect is over the graphs that a given one leaves open."""
    over = result.range
    if over is None:
        return ""
    among = EffectEstimate((over.low + over.high) / 2, over.low, over.high)
    base = base_of(among)
    found = "between {1} and {2}".format(*rounded(among.to_list(), "+"))
    if result.design.event is not None:
        found = f"{span(among, base)} of {base:,} people"
    none = f" In {over.without_effect} of them there is no effect." * bool(over.without_effect)
    lost = (
        f" In {over.not_identified} of them no set of these columns suffices to adjust for, so that any effect is "
        "possible."
    ) * bool(over.not_identified)
    many = f"{over.graphs:,} graphs" if over.graphs > 1 else "one graph"
    return f"The graph that was given leaves {many} open. Over all of them the effect is {found}.{none}{lost}"


def _crude(result: Effect) -> str:
    """What a comparison of unlike people would have said, and why it is another number."""
    design, crude, found = result.design, result.crude.difference, result.difference
    if not design.adjust or result.compliers is not None or design.event is None:
        return ""
    base = base_of(found)
    without, with_it = arm_words(design.treatment, design.received)
    control, treated = _in_thousands(result.crude, base)
    opposite = crude.value * found.value < 0 and _decided(crude) and _decided(found)
    points = ", which points the other way" * opposite
    differ = "differ" if opposite else "might differ"
    return (
        f"Without regard to {adjusted_for(design)}, about {treated} of {base:,} people {with_it} have "
        f"{event_words(design)}, and {control} of {base:,} people {without}. {_that_is(result.crude, base)} about "
        f"{more_or_fewer(crude.value, base)}"
        f"{points}. This raw comparison compares unlike people, because those {with_it} {differ} from the others in "
        f"{adjusted_for(design)}. It therefore does not show what {cause_words(design)} does. The estimate above "
        f"compares people who are alike in {adjusted_for(design)}."
    )


def _limitations(result: Effect) -> list[str]:
    """What could explain the difference, and what the interval does not count."""
    explained = result.e_values is not None and not result.randomised and result.refutation is None
    return [
        *(_e_values(result) if explained and _decided(result.difference) else []),
        "The interval counts chance only: which people are in the table, and the noise that was added on purpose to "
        "protect them. It does not count confounding, wrong entries or people who are missing from the table.",
    ]


def _e_values(result: Effect) -> list[str]:
    """How strong a cause outside the table has to be to explain the difference, and what that would mean."""
    assert result.e_values is not None
    value, end = result.e_values
    if math.isinf(value):
        return []
    what = outcome_words(result.design)
    return [
        "Could a cause outside the table explain the whole difference? For example, it could if everybody in one of "
        f"the two groups has it, {1 / value:.0%} of the other group have it, and it makes {what} {value:.3g} times as "
        f"high. If its frequency differs by a smaller factor than {value:.3g} between the groups, and it changes the "
        "risk by a smaller factor too, it cannot. This factor is called the E-value. The larger it is, the stronger "
        "such a cause has to be; 1 would mean that none is needed.",
        f"For an interval that reaches 0, a factor of {end:.3g} would suffice. The table cannot show whether such a "
        "cause exists, so ask people who know the field.",
    ]


def _unseen(result: Effect) -> list[str]:
    """In which groups noise hides one of the two, and how many people these are."""
    names = list(result.hidden_strata)
    if not names:
        return []
    more = f"; and {len(names) - NAMED} more" if len(names) > NAMED else ""
    both = arm_words(result.design.assigned, result.design.arms)
    counted = [
        f"About {part.value:,.0f} of {result.table.records:,} {result.counted}, {part.low:,.0f} to {part.high:,.0f}, "
        f"are in groups in which no people {words} can be seen."
        for words, part in zip(both, result.hidden_people, strict=True)
        if part.high > 0
    ]
    return [
        f"In {len(names)} of {result.design.strata:,} groups of people who are compared, the noise hides the people "
        f"{both[0]}, the people {both[1]}, or both: {'; '.join(names[:NAMED])}{more}. The interval allows for anything "
        "there, so it is wide where many people are in such groups.",
        *counted,
    ]


def _technical(result: Effect) -> list[str]:
    """The same for statisticians."""
    found = result.difference
    name = f"{capital(result.measure)}{'' if result.compliers is None else ' among compliers'}"
    if result.design.event is None:
        size = f"{name} {outwards(found.to_list(), '+')}."
    else:
        value, low, high = rounded(found.times(100).to_list(), "+")
        size = f"{name} {value} percentage points, 95% interval {low} to {high}."
    groups = many(result.design.strata, "group")
    noise = f"{groups} of people who are compared (strata), Laplace noise of scale {result.table.scale:.2g}."
    design = result.design
    compared = (
        f"Compared: {design.treatment} = {design.received[1]} with {design.treatment} = {design.received[0]}."
    )
    if design.event is not None:
        compared += f" Counted: {design.outcome} = {design.event}."
    return [size, compared, *[noise] * (result.table.root is None)]


def _plotted_values(result: Effect) -> list[tuple[str, EffectEstimate]]:
    """What the drawing shows: with an instrument its parts, else with and without adjustment."""
    low, high = result.design.bounds
    rows = [("estimate", result.difference)]
    if result.compliers is not None:
        rows.append((f"effect of {result.design.instrument}", result.compliers.outcome.times(high - low)))
    elif result.design.adjust:
        rows.append(("raw comparison", result.crude.difference.times(high - low)))
    return rows


def _drawing(result: Effect) -> str:
    """The drawing, in the units of the text."""
    rows = [(name, part.value, part.low, part.high) for name, part in _plotted_values(result)]
    if result.design.event is None:
        return number_plots.intervals(rows)
    base = base_of(result.difference)
    return number_plots.intervals(rows, lambda share: "0" if share == 0 else more_or_fewer(share, base))


def _caption(result: Effect) -> str:
    """Return the caption: the quantities, the meaning of each side of 0, and the content of the bars."""
    design = result.design
    if design.event is None:
        sides = f"Left of 0: less of {quoted(design.outcome)}; right of 0: more."
    else:
        control, treated = arm_words(design.treatment, design.received)
        sides = (
            f"People with {event_words(design)}, of {base_of(result.difference):,}: those {treated} minus those "
            f"{control}. Left of 0: fewer; right of 0: more."
        )
    return f"{sides} Each dot is an estimate, each bar its 95% interval."
