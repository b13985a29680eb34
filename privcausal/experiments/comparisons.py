"""Comparisons of methods over families of networks: all intervals of one experiment hold together.

Networks of one family resemble each other, so the family is the unit: the differences are averaged within each family,
and Student's interval is taken over the families. Those of one experiment share its error equally (Bonferroni).
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from privcausal.experiments.bands import WORLD
from privcausal.verify.checks.measured import Estimate

ERROR = 0.05
"""The probability that some interval of an experiment misses, if families are a sample and their means are normal."""

MEASURES = {"f1": "F1", "precision": "precision", "recall": "recall"}

PAIRS = {
    "heldout": (("once, further", "once"), ("pc, G²", "once, further")),
    "baselines": (
        ("once", "MST, then PC"),
        ("once, further", "MST, then PC"),
        ("once", "all triples"),
        ("once, further", "all triples, further"),
        ("once, further", "all pairs, further"),
    ),
    "baselines-aim": (
        ("once", "AIM, then PC"),
        ("once, further", "AIM, then PC"),
        ("AIM, then PC", "MST, then PC"),
    ),
    "heldout-linear": (("pc, Fisher's z", "once, correlations"),),
    "baselines-numbers": (
        ("pc, Fisher's z", "once, correlations"),
        ("once, correlations", "PACE-GGM, then PC"),
        ("once, correlations", "all entries, then PC"),
        ("once, correlations", "Fed-Sparse-BNSL"),
        ("once, correlations", "PC asks PrivCRT"),
        ("PACE-GGM, then PC", "all entries, then PC"),
    ),
}
"""The comparisons of each experiment that the book reports; those of one experiment share its error."""


def scores(
    rows: pd.DataFrame, names: Mapping[str, str], measures: Mapping[str, str] = MEASURES
) -> pd.DataFrame:
    """Return the mean of each measure over networks, for each method and number of records, to two digits."""
    means = rows.pivot_table(list(measures), "method", "records").loc[list(names)]
    means = means.rename(index=names, columns=measures)[list(measures.values())].round(2)
    return means.rename(columns=lambda size: f"{size:,}", level=1).rename_axis(index=None)


def over_families(differences: pd.Series, error: float = ERROR) -> Estimate:
    """Return the mean over families with Student's interval, which misses with this probability.

    >>> worlds = pd.MultiIndex.from_product([["plain", "rare", "wide"], [0, 1]], names=WORLD)
    >>> result = over_families(pd.Series([0.1, 0.3, 0.2, 0.4, 0.3, 0.5], worlds))
    >>> f"{result.value:.2f} ({result.low:.2f} to {result.high:.2f}) from {result.units}"
    '0.30 (0.05 to 0.55) from 3'
    """
    from scipy.stats import t as student

    means = differences.groupby("family").mean()
    if len(means) < 2:
        raise ValueError(f"an interval over families needs two of them, got {len(means)}")
    spread = means.std(ddof=1) / len(means) ** 0.5
    reach = float(student.ppf(1 - error / 2, len(means) - 1) * spread)
    middle = float(means.mean())
    return Estimate(middle, middle - reach, middle + reach, len(means))


def differences(rows: pd.DataFrame, own: str, other: str, size: int, measure: str = "f1") -> pd.Series:
    """Return by how much one method scores higher than another, network by network, on the same records."""
    wide = rows[rows.records == size].pivot_table(measure, list(WORLD), "method")
    return (wide[own] - wide[other]).dropna()


def leads(
    rows: pd.DataFrame, pairs: Sequence[tuple[str, str]], measure: str = "f1", error: float = ERROR
) -> dict[tuple[str, str, int], Estimate]:
    """Return how far the first method of each pair is ahead, at each number of records; all intervals hold together."""
    sizes = sorted(rows.records.unique().tolist())
    every = [(own, other, size) for own, other in pairs for size in sizes]
    return {place: over_families(differences(rows, *place, measure), error / len(every)) for place in every}


def finding(lead: Estimate) -> str:
    """Return what an interval establishes: ahead, behind, or neither.

    >>> [finding(Estimate(0.1, low, 0.3, 9)) for low in (0.05, -0.05)]
    ['ahead', 'undecided']
    """
    return "ahead" if lead.low > 0 else "behind" if lead.high < 0 else "undecided"


def as_table(results: Mapping[tuple[str, str, int], Estimate], names: Mapping[str, str]) -> pd.DataFrame:
    """Return the comparisons as a reader sees them."""
    lines = [
        (
            f"{names[own]} − {names[other]}",
            f"{size:,}",
            f"{lead.value:+.3f}",
            f"{lead.low:+.3f} to {lead.high:+.3f}",
            finding(lead),
        )
        for (own, other, size), lead in results.items()
    ]
    heads = ["first − second", "records", "difference in F1", "simultaneous 95% interval", "first method is"]
    return pd.DataFrame(lines, columns=heads).set_index("first − second")


def overview(
    results: Mapping[tuple[str, str, int], Estimate], names: Mapping[str, str], sizes: Sequence[int]
) -> pd.DataFrame:
    """Return one line for each comparison, with the difference, its interval and the finding at each of these sizes.

    >>> overview({("a", "b", 100): Estimate(0.2, 0.1, 0.3, 9)}, {"a": "A", "b": "B"}, [100]).to_dict()
    {'100 records': {'A − B': '+0.200 (+0.100 to +0.300), ahead'}}
    """
    lines: dict[str, dict[str, str]] = {}
    for (own, other, size), lead in results.items():
        if size in sizes:
            line = lines.setdefault(f"{names[own]} − {names[other]}", {})
            interval = f"{lead.value:+.3f} ({lead.low:+.3f} to {lead.high:+.3f})"
            line[f"{size:,} records"] = f"{interval}, {finding(lead)}"
    return pd.DataFrame.from_dict(lines, orient="index")


def intervals_apart(rows: pd.DataFrame, own: str, other: str, size: int) -> tuple[Estimate, Estimate]:
    """Return the 95% interval of one difference with networks as units, and with families as units."""
    one = differences(rows, own, other, size)
    by_network = pd.Series(one.to_numpy(), pd.Index(np.arange(len(one)), name="family"))
    return over_families(by_network), over_families(one)
