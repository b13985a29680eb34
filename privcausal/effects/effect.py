"""The answer to "how much?": an effect with its interval, its price, and its assumptions."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from privcausal.answer import Answer, axes, price_dict
from privcausal.digits import outwards
from privcausal.effects.cautions import check_everybody_counts, effect_condition, gap_notes, time_notes
from privcausal.effects.design import Design, adjusted_columns
from privcausal.effects.effect_table import EffectTable, declaration_of, effect_table, release_table
from privcausal.effects.estimates import (
    ATE,
    ATO,
    ATT,
    Compliers,
    EffectEstimate,
    Effects,
    compliers,
    effects,
    normal_quantile,
)
from privcausal.effects.expected_interval import check_visible
from privcausal.effects.identify import EffectRange, Identification, identified_by, range_over
from privcausal.effects.in_units import in_units, moved_in_units
from privcausal.effects.open_graphs import Graph
from privcausal.effects.refute import NEGATIVE_CONTROL, PLACEBO, Refutation, e_values
from privcausal.effects.standardise import hidden
from privcausal.privacy.marks import BLANK, DRAWN, NOBODY, marked_by
from privcausal.privacy.price import Price
from privcausal.table.records import Table
from privcausal.table.stream import Stream

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from privcausal.graphs.table_release import TableRelease

MOSTLY = 0.05
"""An arm is named as hidden if more of it than this part counts as hidden."""

NAMED = 5
"""More strata than that are counted and not named in the text."""


@dataclass(frozen=True, eq=False, repr=False)
class Effect(Answer):
    """How much a treatment changes an outcome, standardised over the declared adjustment columns."""

    table: EffectTable
    """The noisy counts, from which all else is computed, and from which more can be asked for nothing."""
    randomised: bool = False
    """Whether the treatment, or the instrument, is declared to be assigned at random."""
    check: str | None = None
    """Whether the answer is known to be 0: a placebo treatment, or a negative control."""
    graphs: Identification | None = None
    """What a graph says of adjusting, if one was given."""
    spread: tuple[str, ...] = ()
    """Of a release: the columns of the design in which a cell without a declared value counts as a part of each."""

    @property
    def design(self) -> Design:
        """Which column has which role."""
        return self.table.design

    @property
    def graph_price(self) -> str:
        """What the answer that a given graph was cost its people; "" if none was given, or one that was drawn."""
        return "" if self.graphs is None else self.graphs.price

    @property
    def spent(self) -> Price:
        """What the table has cost."""
        return marked_by(self.table.spent, "" if self.graphs is None else self.graphs.mark)

    def marks(self) -> list[str]:
        """The marks of the price; blank rows are nobody in this table, unless a release has counted them."""
        return [
            NOBODY if line in (BLANK, DRAWN) and self.table.root is None else line for line in super().marks()
        ]

    @cached_property
    def ate(self) -> Effects:
        """The average treatment effect: both risks standardised to everyone, their difference and ratios."""
        return effects(self.table.arms, ATE)

    @cached_property
    def att(self) -> Effects:
        """The average treatment effect on the treated."""
        return effects(self.table.arms, ATT)

    @cached_property
    def ato(self) -> Effects:
        """The average treatment effect in the overlap population, in which strata count by N₀N₁/N.

        It answers for people of whom both arms are found. Where noise hides arms, its interval stays short, and with an
        effect that is the same in all strata it is about the same number as the others.
        """
        return effects(self.table.arms, ATO)

    @cached_property
    def compliers(self) -> Compliers | None:
        """With an instrument: its effects on uptake and outcome, and the complier average causal effect."""
        return None if self.design.instrument is None else compliers(self.table.arms)

    @property
    def difference(self) -> EffectEstimate:
        """The effect in the outcome's units: a risk difference, or a difference of means; among compliers if there is
        an instrument.
        """
        low, high = self.design.bounds
        plain = self.ate.difference if self.compliers is None else self.compliers.effect
        return plain.times(high - low)

    @cached_property
    def crude(self) -> Effects:
        """The comparison without any adjustment, from the same table."""
        return effects(self.table.over(()).arms, ATE)

    def adjusted_for(self, adjust: Sequence[str]) -> "Effect":
        """The same for fewer adjustment columns; costs nothing."""
        over = adjusted_columns(adjust)
        asked = {"adjust": ", ".join(over) or None, "graph": None, "sure": None}
        return self._changed(asked, table=self.table.over(over), graphs=None)

    def with_graph(self, graph: Graph | str, *, sure: float | None = None) -> "Effect":
        """The same with `.range`: how it changes over the directed graphs that this one leaves open; costs nothing.

        The graph was drawn, as text for DAGitty or for NetworkX, or it was discovered. With `sure`, none of its edges
        and arrows that are less likely right than this is taken for granted.
        """
        name = str(graph) if isinstance(graph, str | PathLike) else "a graph"
        return self._changed({"graph": name, "sure": sure}, graphs=identified_by(self.design, graph, sure))

    def as_negative_control(self) -> "Effect":
        """The same with `.refutation`: the treatment cannot change this outcome, so the interval should hold 0."""
        return self._changed({"check": NEGATIVE_CONTROL}, check=NEGATIVE_CONTROL)

    def _changed(self, asked: Mapping[str, object], **parts: Any) -> "Effect":
        """Return it with other parts; its context says that it was asked so."""
        context = self._context
        return replace(self, **parts).in_context(None if context is None else context.asking(**asked))

    @property
    def counted(self) -> str:
        """What a row is: a person, unless a person can have several."""
        return "people" if self.spent.rows == 1 else "rows"

    @cached_property
    def hidden_strata(self) -> dict[str, list[str]]:
        """The strata in which noise hides an arm, and which arms: positivity cannot be seen there."""
        arms = self.table.arms
        lost = (hidden(arms.sizes, arms.width) > MOSTLY) | (arms.sizes <= 0)
        return {
            name: [self.design.arms[arm] for arm in (0, 1) if row[arm]]
            for name, row in zip(self.table.strata, lost, strict=True)
            if row.any()
        }

    @cached_property
    def hidden_people(self) -> tuple[EffectEstimate, EffectEstimate]:
        """How many people are in the strata in which noise hides the control arm, and in those of the treated arm.

        The interval holds the noise alone: it is about the people of this table.
        """
        control, treated = (
            np.array([label in self.hidden_strata.get(name, ()) for name in self.table.strata])
            for label in self.design.arms
        )
        return self._people_in(control), self._people_in(treated)

    def _people_in(self, chosen: NDArray[np.bool_]) -> EffectEstimate:
        arms = self.table.arms
        cells = np.broadcast_to(chosen[:, None, None], arms.cells.shape).ravel().astype(float)
        if arms.root is None:
            variance = 2 * arms.scale**2 * arms.merged * float(cells.sum())
        else:
            variance = float(((cells @ arms.root) ** 2).sum())
        value, half = float(arms.sizes[chosen].sum()), normal_quantile() * math.sqrt(variance)
        return EffectEstimate(*np.clip([value, value - half, value + half], 0, self.table.records).tolist())

    @property
    def refutation(self) -> Refutation | None:
        """Whether a question of known answer was answered so."""
        return None if self.check is None else Refutation(self.check, self.difference)

    @cached_property
    def range(self) -> EffectRange | None:
        """The effect over all directed graphs that the given one leaves open."""
        return None if self.graphs is None else range_over(self, self.graphs)

    @property
    def e_values(self) -> tuple[float, float] | None:
        """How strong an unmeasured confounder has to be, for the estimate and its interval; None for means."""
        return None if self.design.event is None or self.compliers is not None else e_values(self.ate.ratio)

    def to_dict(self) -> dict[str, Any]:
        """All of it; each estimate as value, low and high, in the outcome's units."""
        design = self.design
        low, high = design.bounds
        binary = design.event is not None
        return {
            **{"treatment": design.treatment, "outcome": design.outcome, "adjust": list(design.adjust)},
            **{"control": design.received[0], "treated": design.received[1], "event": design.event},
            **{"instrument": design.instrument, "randomised": self.randomised, "bounds": [low, high]},
            "value": self.difference.value,
            "interval": [self.difference.low, self.difference.high],
            "effects": [in_units(part, low, high, binary) for part in (self.ate, self.att, self.ato)]
            if self.compliers is None
            else [],
            "compliers": None if self.compliers is None else moved_in_units(self.compliers, high - low),
            "crude": in_units(self.crude, low, high, binary) if self.compliers is None else None,
            "strata": design.strata,
            "hidden_strata": self.hidden_strata,
            "hidden_people": [people.to_list() for people in self.hidden_people],
            "e_values": None if self.e_values is None else list(self.e_values),
            "check": self.check,
            "passed": None if self.refutation is None else self.refutation.passed,
            "range": None if self.range is None else self.range.to_dict(),
            "notes": self.notes(),
            "counts": self.table.counts.tolist(),
            "noise": self.table.scale,
            "spent": price_dict(self.spent),
        }

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """The effect with and without adjustment, each in its interval."""
        ax = axes(ax, height=2.2)
        low, high = self.design.bounds
        rows = {"adjusted": self.difference}
        if self.compliers is not None:
            rows = {
                "among compliers": self.difference,
                "of assignment": self.compliers.outcome.times(high - low),
            }
        elif self.design.adjust:
            rows |= {"without adjustment": self.crude.difference.times(high - low)}
        for place, (_, part) in enumerate(rows.items()):
            error = np.maximum([[part.value - part.low], [part.high - part.value]], 0)
            ax.errorbar([part.value], [-place], xerr=error, fmt="o", capsize=4)
        ax.axvline(0, linewidth=0.8)
        ax.set(yticks=[-place for place in range(len(rows))], yticklabels=list(rows))
        ax.set(ylim=(0.6 - len(rows), 0.5), xlabel=f"{self.measure} of {self.subject}, 95% interval")
        return self.signed(ax)

    @property
    def measure(self) -> str:
        """The name of the estimand."""
        return "difference of means" if self.design.event is None else "risk difference"

    @property
    def subject(self) -> str:
        """The outcome, with the event that counts."""
        event = self.design.event
        return self.design.outcome if event is None else f"{self.design.outcome} = {event}"

    @property
    def over(self) -> str:
        """The columns over which it is standardised."""
        design = self.design
        if not design.adjust:
            return "no adjustment"
        return f"standardised over {', '.join(design.adjust)} ({design.strata:,} strata)"

    def __str__(self) -> str:
        more = self._more(), self.positivity_note(), self.over_graphs(), self.notes(), self.caveats()
        parts = [self._first_line()], *more
        return "\n".join(line for part in parts for line in part)

    def _first_line(self) -> str:
        design = self.design
        what = self.measure if self.compliers is None else f"{self.measure} among compliers"
        cause = "a coin" if self.check == PLACEBO else design.treatment
        return (
            f"{cause} → {design.outcome}, {self.over}: {what} {_signed(self.difference)} "
            f"({self.spent.amount}, {self.spent.relation.value})"
        )

    def _more(self) -> list[str]:
        """Both risks, the ratios, the treated, and the crude comparison; or what an instrument moves."""
        low, high = self.design.bounds
        noun = "mean of" if self.design.event is None else "risk of"
        if self.compliers is not None:
            without, having = self.design.received
            moved = self.compliers
            weak = "; the instrument is weak: the interval can be the whole range" if moved.weak else ""
            return [
                f"{noun} {self.subject}, with {self.design.treatment} = {having} against {without}",
                f"{self.design.instrument} changes {self.design.treatment} by {_signed(moved.uptake)}{weak}",
                f"{self.design.instrument} changes {self.design.outcome} by {_signed(moved.outcome.times(high - low))}",
            ]
        both = self.ate.control, self.ate.treated
        control, treated = (outwards(part.times(high - low, low).to_list()) for part in both)
        event, (without, having), name = self.design.event, self.design.arms, self.design.treatment
        lines = [f"{noun} {self.subject} with {name} = {without}: {control}; with {having}: {treated}"]
        if event is not None:
            ratios = (outwards(part.to_list(), null=1.0) for part in (self.ate.ratio, self.ate.odds_ratio))
            lines.append("risk ratio {}; odds ratio {}".format(*ratios))
        if self.design.adjust:
            lines.append(f"among the treated: {_signed(self.att.difference.times(high - low))}")
            lines.append(f"in the overlap population: {_signed(self.ato.difference.times(high - low))}")
            lines.append(f"without adjustment: {_signed(self.crude.difference.times(high - low))}")
        return lines

    def positivity_note(self) -> list[str]:
        """Which strata noise hides, and how many people they are."""
        if not self.hidden_strata:
            return []
        names = list(self.hidden_strata)
        shown = "; ".join(f"{name} ({' and '.join(self.hidden_strata[name])})" for name in names[:NAMED])
        more = f"; and {len(names) - NAMED} more" if len(names) > NAMED else ""
        noun = "mean" if self.design.event is None else "risk"
        lines = [
            f"positivity: noise hides an arm in {len(names)} of {self.design.strata:,} strata: {shown}{more}"
        ]
        for arm, part in zip(self.design.arms, self.hidden_people, strict=True):
            if part.high > 0:
                lines.append(
                    f"no visible arm {arm} for about {part.value:,.0f} ({part.low:,.0f} to {part.high:,.0f}) of "
                    f"{self.table.records:,} {self.counted}: there the interval opens to any {noun}"
                )
        return lines

    def notes(self) -> list[str]:
        """What missing cells do to the answer, and which roles contradict the declared order of time."""
        spread = [name for name in self.spread if name in self.design.columns]
        by_chance = self.randomised or self.check == PLACEBO
        gaps = gap_notes(self.design, spread, by_chance=by_chance)
        if self.check:
            return gaps
        return (
            gaps
            + time_notes(self.design)
            + ([] if self.graphs is None else self.graphs.harm(self.design.adjust))
        )

    def over_graphs(self) -> list[str]:
        """How the effect changes over the graphs that were left open."""
        if self.range is None:
            return []
        first, *more = self.range.lines()
        return [f"over the graphs that are not excluded: {first}", *(f"  {line}" for line in more)]

    def caveats(self) -> list[str]:
        """What makes it an effect, and what could explain it away; of a check, whether it was passed."""
        design = self.design
        if self.refutation is not None:
            return [str(self.refutation)]
        lines = [effect_condition(design, self.randomised)]
        if self.e_values is not None and not self.randomised:
            value, end = self.e_values
            lines.append(
                f"E-value {value:.3g}, of the interval {end:.3g}: an unmeasured confounder associated with both by "
                "a smaller risk ratio could not explain it away"
            )
        return lines


def _signed(part: EffectEstimate) -> str:
    """Format a difference with its interval."""
    return outwards(part.to_list(), "+")


def effect(
    table: Table | Stream,
    design: Design,
    *,
    epsilon: float,
    randomised: bool,
    rng: np.random.Generator,
    check: str | None = None,
) -> Effect:
    """The effect from one private look at the table, refused unspent if nothing could be seen."""
    check_visible(design, len(table), epsilon, table.declaration.unit)
    noisy = effect_table(table, design, epsilon=epsilon, rng=rng, placebo=check == PLACEBO)
    return Effect(noisy, randomised, check)


def effect_from_release(kept: "TableRelease", treatment: str, outcome: str, **roles: Any) -> Effect:
    """The effect from a release that holds the table: it costs nothing more."""
    randomised = roles.pop("randomised", False)
    design = Design.of(declaration_of(kept), treatment, outcome, **roles)
    check_everybody_counts(design)
    return Effect(release_table(kept, design), randomised, spread=kept.gaps)
