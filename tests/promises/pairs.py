"""Correlations, shares of cells and published counts, whose true values are known."""

import re
import tempfile

import numpy as np
import pandas as pd

import privcausal
from privcausal.pairs.correlation import SCORES

SHAPES = {
    "normal": lambda z: z,
    "beyond its range": lambda z: 1.5 * z,
    "0 or 1": lambda z: 1.0 * (z > 0),
    "mostly 0": lambda z: 1.0 * (z > 1.5),
    "in steps": np.round,
    "year": lambda z: 2_000 + z,
}
FEATURES = {
    "asked": ("kendall", "spearman", "check", "crosstab"),
    "x": tuple(SHAPES),
    "y": tuple(SHAPES),
    "reach": (0.0, 0.6, 1.0),
    "missing": ("declared", "unsaid"),
    "unit": ("a row", "3 rows", "kept 3 rows", "drawn rows"),
    "rows": (1_000, 20_000),
    "epsilon": (0.5, 1.0, 3.0),
}


def possible(world):
    """The exact shares of drawn rows, and counts with blank ones, are not known here."""
    return not (world["asked"] == "check" and world["unit"] == "drawn rows") and (
        world["asked"] != "crosstab" or world["unit"] in ("a row", "3 rows")
    )


def declared(world):
    """Both columns: a cut for the release, which correlations do not use."""
    result = {}
    for name in "xy":
        low, high = (1_998, 2_002) if world[name] == "year" else (-2, 2)
        result[name] = {"range": [low, high], "cuts": [(low + high) / 2 + 0.5]}
        result[name] |= {"missing": low} if world["missing"] == "declared" else {}
    return result


def table(world, rng):
    """People with their rows, all alike; a few cells are missing where they are counted."""
    n, reach = world["rows"], world["reach"]
    x, y = rng.normal(size=(2, n))
    frame = pd.DataFrame(
        {"x": SHAPES[world["x"]](x), "y": SHAPES[world["y"]](reach * x + np.sqrt(1 - reach**2) * y)}
    )
    if world["asked"] == "check":
        frame.loc[rng.random(n) < 0.04, "y"] = np.nan
    frame["id"] = range(n)
    times = {"a row": 1, "3 rows": 3, "kept 3 rows": rng.integers(1, 4, n)}.get(
        world["unit"], rng.integers(1, 5, n)
    )
    return frame.loc[np.repeat(np.arange(n), times)].iloc[:n].reset_index(drop=True)


def prepared(world, rng):
    """The correlation in everybody is the mean of many tables' exact ones."""
    if world["asked"] not in SCORES:
        return world, None
    tables = [table({**world, "unit": "a row", "rows": 4_000}, rng) for _ in range(60)]
    return world, np.mean([SCORES[world["asked"]].statistic(frame["x"], frame["y"]) for frame in tables])


def asked(setting, rng):
    """One table, one answer, and each of its promises."""
    world, known = setting
    unit = {} if world["unit"] == "a row" else {"rows_per_person": 3}
    unit |= {"person": "id"} if world["unit"] in ("kept 3 rows", "drawn rows") else {}
    unit |= {"keep_rows": world["rows"] // 4} if world["unit"] == "drawn rows" else {}
    frame = table(world, rng)
    options = {
        "epsilon": world["epsilon"],
        "declare": declared(world),
        "seed": int(rng.integers(1 << 30)),
        **unit,
    }
    if world["asked"] == "check":
        yield from of_check(frame, declared(world), privcausal.check(frame, **options))
    elif world["asked"] == "crosstab":
        yield from of_crosstab(frame, declared(world), options)
    else:
        result = privcausal.correlate(frame, "x", "y", score=world["asked"], **options)
        low, high = map(float, re.search(r"interval (\S+) to ([+-][\d.]+)", str(result)).groups())
        yield "holds the correlation", low <= known <= high
        yield "prints the same in JSON", abs(low - result.low) + abs(high - result.high) < 0.1 * (high - low)


def of_check(frame, columns, result):
    """The shares of this table."""
    kept = frame.groupby("id").head(3)
    for share in result.shares:
        column, (low, high) = kept[share.column], columns[share.column]["range"]
        cells = {"below the range": column < low, "above the range": column > high}.get(
            share.kind, column.isna()
        )
        exact = (cells.sum() + (len(frame) - len(kept)) * (share.kind == "missing or not a number")) / len(
            frame
        )
        low, high = re.search(
            rf"{share.column}: \S+ {share.kind} \(([\d.]+)% to ([\d.]+)%\)", str(result)
        ).groups()
        yield "holds the share", share.low <= exact <= share.high
        yield "holds the printed share", float(low) - 1e-9 <= 100 * exact <= float(high) + 1e-9


def of_crosstab(frame, columns, options):
    """The counts of a published table, each with its noise."""
    with tempfile.TemporaryDirectory() as folder:
        privcausal.release(frame, delta=1e-6, **options).save(f"{folder}/release.json")
        result = privcausal.load(f"{folder}/release.json").cross_table("x", "y")
    above = [frame[name] >= columns[name]["cuts"][0] for name in "xy"]
    exact = pd.crosstab(*above).reindex(index=[False, True], columns=[False, True], fill_value=0).to_numpy()
    spread = float(re.search(r"standard deviation ([\d.e+]*\d)", str(result))[1])
    for count, true in zip(result.counts.ravel(), exact.ravel(), strict=True):
        yield "holds the count", abs(count - true) <= 1.96 * spread + 0.5
    yield "prints the rows", result.records == len(frame)
