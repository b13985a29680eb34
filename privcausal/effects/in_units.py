"""The entries of an effect for programs, in the units of its outcome."""

from typing import Any

from privcausal.effects.estimates import Compliers, Effects


def in_units(part: Effects, low: float, high: float, binary: bool) -> dict[str, Any]:
    """Return both arms and their contrasts; ratios of risks alone."""
    entries: dict[str, Any] = {"target": part.target}
    entries |= {"control": part.control.times(high - low, low).to_list()}
    entries |= {"treated": part.treated.times(high - low, low).to_list()}
    entries |= {"difference": part.difference.times(high - low).to_list()}
    return (
        {**entries, "ratio": part.ratio.to_list(), "odds_ratio": part.odds_ratio.to_list()}
        if binary
        else entries
    )


def moved_in_units(moved: Compliers, wide: float) -> dict[str, Any]:
    """Return what an instrument moves."""
    return {
        "uptake": moved.uptake.to_list(),
        "outcome": moved.outcome.times(wide).to_list(),
        "effect": moved.effect.times(wide).to_list(),
        "weak": moved.weak,
    }
