"""A release that comes from elsewhere: a published file is a stranger's, and is checked before it is believed.

A checksum finds accidents: a file cut short, a digit lost on the way. It is not a signature, because a forger can
compute it again. The content is therefore checked as well: it is a release, or one sentence says that it is not.
"""

import json
import math
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import Any

from privcausal.arguments import check_arguments, check_file_name, check_there, kind
from privcausal.graphs.table_release import EARLIER_FORMATS, FORMAT, TableRelease
from privcausal.graphs.table_release import load as stored
from privcausal.privacy.price import check_budget
from privcausal.table.knowledge import knowledge_of

KIND = FORMAT.rpartition(" ")[0]


@check_arguments
def load(path: "str | PathLike[str]") -> TableRelease:
    """Load a release from its file, which can be anybody's: it is checked, and queries to it have no privacy cost.

    >>> import numpy as np, privcausal, tempfile
    >>> people = np.random.default_rng(0).integers(0, 2, (5_000, 3))
    >>> file = tempfile.mkdtemp() + "/release.json"
    >>> privcausal.release(people, epsilon=1, delta=1e-6, declare={f"x{i}": [0, 1] for i in range(3)}).save(file)
    >>> privcausal.load(file).records
    5000
    """
    if not isinstance(path, str | PathLike):
        raise ValueError(f"path must be the name of a release's file, got {kind(path)}")
    check_file_name("path", path)
    return published(Path(path))


def published(path: str | Path) -> TableRelease:
    """The release in this file; a ValueError says in one sentence why there is none.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "r.json"
    >>> _ = file.write_text('{"format": "privcausal release 9"}')
    >>> published(file)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: ...r.json is written in another format; this version reads 'privcausal release 3' and earlier
    """
    check_there("the release", path)
    try:
        _check_version(path)
        kept = stored(path)
        sound = _is_sound(kept)
    except (KeyError, TypeError, AttributeError, IndexError, ArithmeticError, RecursionError):
        sound = False
    except ValueError as error:
        if str(path) in str(error):  # a sentence about the file, not one about a number somewhere inside
            raise
        sound = False
    if not sound:
        raise ValueError(
            f"{path} must hold a release, as `privcausal release` writes it; its parts do not fit together"
        )
    return kept


def _check_version(path: str | Path) -> None:
    """A later format must not be read as if it were this one, and deserves another sentence than a broken file."""
    try:
        content: Any = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return  # `load` says why
    readable = (FORMAT, *EARLIER_FORMATS)
    written_format = content.get("format") if isinstance(content, dict) else None
    if isinstance(written_format, str) and written_format not in readable and written_format.startswith(KIND):
        raise ValueError(f"{path} is written in another format; this version reads {FORMAT!r} and earlier")


def _is_sound(kept: TableRelease) -> bool:
    """Does it hold what a graph and cross tables are made of, in the right sizes?"""
    check_budget(kept.spent)
    if not isinstance(kept.version, str) or not isinstance(kept.declaration, dict):
        return False
    if kept.declaration and list(kept.declaration["columns"]) != list(kept.values):
        return False
    knowledge_of(kept.declaration).check(list(kept.values))
    words = [word for values in kept.values.values() for word in values]
    if type(kept.records) is not int or kept.records < 2 or not all(isinstance(word, str) for word in words):
        return False
    sizes = [len(set(values)) for values in kept.values.values()]
    if sizes != [len(values) for values in kept.values.values()] or len(sizes) < 2 or min(sizes) < 1:
        return False
    places = range(len(sizes))
    wanted = {(place,) for place in places} | set(combinations(places, 2))
    return wanted <= set(kept.means) and all(
        mean.shape == tuple(sizes[place] - 1 for place in columns)
        and all(map(math.isfinite, mean.ravel()))
        and 0 <= kept.scales[columns] < math.inf
        and (kept.scales[columns] > 0 or mean.size == 0)
        for columns, mean in kept.means.items()
    )
