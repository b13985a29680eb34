"""What a figure shows, in words: for those who hear it, and where it is not drawn."""

from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray


def describe(axes: Sequence[Axes]) -> str:
    """What a figure shows, in words, read off the figure itself."""
    return " ".join(filter(None, map(_describe_one, axes)))


def _describe_one(ax: Axes) -> str:
    label = str(ax.get_label())
    said = "" if label.startswith(("_", "<")) else label
    if not (ax.get_xlabel() or ax.get_ylabel()):  # a picture without axes describes itself
        return said
    title = f"{ax.get_title(loc='left') or 'Plot'}: "
    series = [_describe_line(line) for line in ax.get_lines() if not str(line.get_label()).startswith("_")]
    what = "; ".join(series) or ("a coloured map" if ax.collections or ax.images else "a drawing")
    whole = f"{title}{ax.get_ylabel()} against {ax.get_xlabel()}. {what[0].upper()}{what[1:]}."
    return f"{whole} {said}".strip()


def _describe_line(line: mpl.lines.Line2D) -> str:
    """Return the ends of a line, or its value for each name on an axis."""
    assert isinstance(line.axes, Axes)
    along, up = (np.asarray(values, dtype=float) for values in line.get_data())
    for axis, places, values in ((line.axes.xaxis, along, up), (line.axes.yaxis, up, along)):
        texts = [label.get_text() for label in axis.get_ticklabels()]
        if line.get_linestyle() == "None" and any(text[-1:].isalpha() for text in texts):
            names = dict(zip(map(round, axis.get_ticklocs()), texts, strict=True))
            pairs = zip(map(round, places), values, strict=True)
            return f"{line.get_label()}: {', '.join(f'{names[at]} {value:.3g}' for at, value in pairs)}"
    return f"{line.get_label()} {_course(along, up)}"


def _course(along: NDArray[np.float64], up: NDArray[np.float64]) -> str:
    """How a line runs: its ends, and where it turns.

    >>> _course(np.array([0.0, 1.0, 2.0]), np.array([0.5, 0.75, 1.0]))
    'rises from 0.5 at 0 to 1 at 2'
    >>> _course(np.array([0.0, 1.0, 2.0]), np.array([0.5, 2.0, 1.0]))
    'starts with 0.5 at 0, is highest with 2 at 1 and ends with 1 at 2'
    """
    seen = np.isfinite(along) & np.isfinite(up)
    along, up = along[seen], up[seen]
    if not len(up):
        return "is empty"
    steps, (first, last) = np.diff(up), (f"{up[end]:.3g} at {along[end]:.3g}" for end in (0, -1))
    if not steps.any():
        return f"stays at {up[0]:.3g} from {along[0]:.3g} to {along[-1]:.3g}"
    if (steps >= 0).all() or (steps <= 0).all():
        return f"{'rises' if up[-1] > up[0] else 'falls'} from {first} to {last}"
    turns = {"lowest": int(up.argmin()), "highest": int(up.argmax())}
    inner = [
        f"is {word} with {up[place]:.3g} at {along[place]:.3g}"
        for word, place in turns.items()
        if 0 < place < len(up) - 1
    ]
    return f"{', '.join([f'starts with {first}', *inner])} and ends with {last}"
