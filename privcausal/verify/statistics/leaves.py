"""The contents of an output that is none of Python's own kinds: all of it, where a repr would round or shorten it."""

import sys
from array import array
from collections import deque
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

OWN = (type(None), bool, int, float, complex, str, bytes)


def is_own(thing: Any) -> bool:
    """Is it, with all that is in it, of Python's own kinds? NumPy's would be compared by bytes alone, without types.

    >>> is_own([1, {"a": (2.5, None)}]), is_own([np.zeros(2)])
    (True, False)
    """
    kind = type(thing)
    if kind in (list, tuple, set, frozenset):
        return all(map(is_own, thing))
    return kind in OWN or (kind is dict and all(map(is_own, thing)) and all(map(is_own, thing.values())))


def contents(thing: Any) -> dict[str, Any] | None:
    """The parts of a data class, an error, a queue, a masked array, a graph, or of what pandas has; None of all else.

    >>> contents(ValueError("age", 7))
    {'args': ('age', 7)}
    """
    if isinstance(thing, np.ma.MaskedArray):
        return {"cells": thing.data, "mask": np.ma.getmaskarray(thing)}
    if is_dataclass(thing) and not isinstance(thing, type):
        return {one.name: getattr(thing, one.name) for one in fields(thing)}
    if isinstance(thing, BaseException):
        cause = {} if thing.__cause__ is None else {"cause": thing.__cause__}
        return {"args": thing.args, **vars(thing), **cause}
    if isinstance(thing, deque):
        return {"items": list(thing), "most": thing.maxlen}
    if isinstance(thing, array):
        return {"items": list(thing), "type": thing.typecode}
    if isinstance(thing, memoryview):
        return {"type": thing.format, "shape": thing.shape, "bytes": thing.tobytes(), "fixed": thing.readonly}
    return _of_networkx(thing) or _of_pandas(thing)


def _of_networkx(thing: Any) -> dict[str, Any] | None:
    """Without loading NetworkX; with the order of nodes, and that of the neighbours of each."""
    networkx = sys.modules.get("networkx")
    if networkx is None or not isinstance(thing, networkx.Graph):
        return None
    before = {node: list(thing.predecessors(node)) for node in thing} if thing.is_directed() else {}
    return {
        "graph": thing.graph,
        "nodes": dict(thing.nodes(data=True)),
        "edges": dict(thing.adjacency()),
        "before": before,
    }


def _of_pandas(thing: Any) -> dict[str, Any] | None:
    """Without loading pandas: whoever returns a frame has done so."""
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return None
    if isinstance(
        thing, pandas.CategoricalDtype
    ):  # its text is shortened, and that of its column does not list them
        return {"categories": thing.categories, "ordered": thing.ordered}
    if isinstance(thing, pandas.Index):
        beside = [str(getattr(thing, "freq", None)), *map(list, getattr(thing, "levels", ()))]
        return {"names": list(thing.names), "type": _type(thing), "cells": list(thing), "beside": beside}
    if isinstance(thing, pandas.Series):
        parts = {"name": thing.name, "index": thing.index, "type": _type(thing), "cells": list(thing)}
        return {**parts, **_beside(thing)}
    if isinstance(thing, pandas.api.extensions.ExtensionArray):
        return {"type": _type(thing), "cells": list(thing)}
    if isinstance(thing, pandas.DataFrame):
        columns = [column for _, column in thing.items()]
        types, cells = list(map(_type, columns)), [column.tolist() for column in columns]
        parts = {"columns": thing.columns, "index": thing.index, "types": types, "cells": cells}
        return {**parts, **_beside(thing)}
    return None


def _beside(thing: Any) -> dict[str, Any]:
    """What travels with a frame and is none of its cells."""
    return {"attrs": thing.attrs, "repeats": thing.flags.allows_duplicate_labels}


def _type(column: Any) -> Any:
    """In words, unless it has parts of its own."""
    return column.dtype if hasattr(column.dtype, "categories") else str(column.dtype)
