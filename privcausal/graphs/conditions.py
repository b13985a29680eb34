"""What the statements about the edges of a graph rest on, in words, by the declaration and the method alone."""

from collections.abc import Sequence

FEW = 6
"""More names than that are counted."""


def classes_alike(with_cuts: Sequence[str]) -> str:
    """Return what edges between other columns rest on where numbers have cuts: only their classes are held fixed.

    >>> classes_alike(["age"])
    'nothing depends on age within its classes'
    """
    names = " or ".join(filter(None, [", ".join(with_cuts[:-1]), *with_cuts[-1:]]))
    if len(with_cuts) > FEW:
        names = f"the {len(with_cuts)} numbers with cuts"
    their = "its" if len(with_cuts) == 1 else "their"
    return f"nothing depends on {names} within {their} classes" if with_cuts else ""


def listed(conditions: Sequence[str]) -> str:
    """Return conditions in one sentence."""
    *most, last = conditions or [""]
    return " and ".join([*[", ".join(most)] * bool(most), last])
