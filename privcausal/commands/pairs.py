"""The commands about two columns of a CSV file: correlate, direction."""

import copy
import math
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from privcausal import plots
from privcausal.pairs.correlation import private_correlation
from privcausal.pairs.direction import Bounds, PrivateDirection, regressions
from privcausal.pairs.direction import direction as find_direction
from privcausal.pairs.drawing import owners_picture
from privcausal.pairs.ridge import Gaussian
from privcausal.privacy.price import Relation

PICTURES = (".png", ".svg")


def correlate(options: Namespace) -> int:
    """Release one private rank correlation from a CSV file."""
    x, y = (read_column(options.file, name) for name in (options.x, options.y))
    release = private_correlation(
        x,
        y,
        score=options.score,
        epsilon=options.epsilon,
        relation=Relation.SUBSTITUTION,
        rng=np.random.default_rng(options.seed),
    )
    print(f"{options.score} of {options.x} and {options.y}: {release}")
    warn_of_seed(options)
    return 0


def direction(options: Namespace) -> int:
    """Say privately which of two columns of a CSV file is the cause."""
    x, y = (read_column(options.file, name) for name in (options.x, options.y))
    bounds = parse_bounds(options.bounds)
    ranges: Bounds = declared(bounds, options.x), declared(bounds, options.y)
    picture = target_path(options.plot, "--plot")
    owners = target_path(options.owner_plot, "--owner-plot")
    rng, regression = np.random.default_rng(options.seed), regression_options(options)
    same = copy.deepcopy(rng)
    found = find_direction(
        x,
        y,
        score=options.score,
        epsilon=options.epsilon,
        delta=options.delta,
        protect=options.protect,
        bounds=ranges,
        relation=Relation.SUBSTITUTION,
        rng=rng,
        proposal=options.proposal,
        **regression,
    )
    tell(found, options, picture)
    if owners is not None:
        both, _ = regressions(x, y, bounds=ranges, rng=same, **regression)
        owners_picture(both, (options.x, options.y), score=options.score, ink="black").savefig(
            owners, dpi=160
        )
        print(f"{owners} shows every test record as it is: keep it to yourself", file=sys.stderr)
    warn_of_seed(options)
    return 0


def tell(found: PrivateDirection, options: Namespace, picture: Path | None) -> None:
    """Print what was published and draw it if asked; to the owner alone, how much was clipped."""
    print(named(str(found), options))
    if found.clipped:
        print(
            f"{found.clipped} values outside the declared bounds were clipped; this line is not private",
            file=sys.stderr,
        )
    if picture is not None:
        draw(found, picture, (options.x, options.y))


def regression_options(options: Namespace) -> dict[str, Any]:
    """What both regressions are told."""
    return {"penalty": options.penalty, "kernel": Gaussian(options.width)}


def named(text: str, options: Namespace) -> str:
    """Directions in the names of the columns."""
    for way, names in (("x → y", (options.x, options.y)), ("y → x", (options.y, options.x))):
        text = text.replace(way, " → ".join(names))
    return text


def draw(found: PrivateDirection, path: Path, names: tuple[str, str]) -> None:
    """A picture of what was published, and of nothing else."""
    canvas, axes = plots.figure(height=2.2, ink="black")
    found.plot(axes[0], names)
    canvas.savefig(path, dpi=160)
    print(f"drawn in {path}")


def target_path(text: str | None, option: str, endings: Sequence[str] = PICTURES) -> Path | None:
    """Where to write, checked before any budget is spent."""
    if text is None:
        return None
    path = Path(text)
    if path.suffix not in endings or not path.parent.is_dir():
        raise ValueError(
            f"{option} must name a {' or '.join(endings)} file in an existing folder, got {text!r}"
        )
    return path


def parse_bounds(text: str) -> dict[str, tuple[float, float]]:
    """\"A=0:10,B=-1:1\" as a dict.

    >>> parse_bounds("A=0:10,B=-1:1")
    {'A': (0.0, 10.0), 'B': (-1.0, 1.0)}
    """
    bounds = {}
    for part in text.split(","):
        name, _, interval = part.rpartition("=")
        low, _, high = interval.partition(":")
        try:
            bounds[name.strip()] = float(low), float(high)
        except ValueError:
            raise ValueError(f"--bounds must look like A=0:10,B=-1:1, got {text!r}") from None
    return bounds


def declared(bounds: dict[str, tuple[float, float]], name: str) -> tuple[float, float]:
    """The declared range of a column."""
    if name not in bounds:
        raise ValueError(f"--bounds must declare a range for {name!r}, for example {name}=0:10")
    low, high = bounds[name]
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ValueError(f"--bounds of {name!r} must be two finite numbers low:high, got {low:g}:{high:g}")
    return low, high


def read_column(file: str, name: str) -> NDArray[np.float64]:
    """A numeric column without gaps; what is wrong is said without quoting the data."""
    try:
        frame = pd.read_csv(file)
    except (OSError, ValueError) as error:
        raise ValueError(f"cannot read {file}: {type(error).__name__}") from error
    if name not in frame.columns:
        raise ValueError(f"{file} has no column {name!r}; it has {', '.join(map(str, frame.columns))}")
    column = pd.to_numeric(frame[name], errors="coerce").to_numpy(dtype=float)
    if not np.isfinite(column).all():
        raise ValueError(
            f"column {name!r} of {file} must be finite numbers: some are missing, infinite or text"
        )
    return column


def warn_of_seed(options: Namespace) -> None:
    """A seed is for demonstrations."""
    if options.seed is not None:
        print(
            "--seed makes this a demonstration: whoever knows the seed can take the noise off",
            file=sys.stderr,
        )
