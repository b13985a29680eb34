"""Runs the cells of a page as a notebook would: the last line's worth is shown, errors read as Python prints them."""

import ast
import linecache
import re
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any

warnings.filterwarnings("ignore", "tqdm:disabling monitor")  # there are no threads here

BROAD = re.compile(r'<figure class="plot"(?=[^>]*><svg[^>]* viewBox="0 0 (?:5[2-9]\d|[6-9]\d\d)\b)')
"""A figure of several panels has more points than the text is wide: it takes the margin too, as listings do."""

names: dict[str, Any] = {"__name__": "__main__"}


def broad(text: str) -> str:
    """Mark such figures: the build, this page and the printed book do it alike."""
    return BROAD.sub('<figure class="plot pc-broad"', text)


def wake() -> None:
    """Draw anew what was drawn at import: this Python was started once for all readers (see `freeze.js`)."""
    import random

    import numpy as np

    random.seed()
    np.random.seed()  # noqa: NPY002


def page(kind: str, text: str) -> None:
    """Put a piece below the cell, after what was printed before it."""
    sys.stdout.flush()
    sys.stderr.flush()
    with open(f"/page/{kind}", "wb", buffering=0) as out:
        out.write(text.encode())


def show(value: Any) -> None:
    """A value as a notebook shows it: as HTML if it has that, else as text."""
    if value is None:
        return
    names["_"] = value
    html = getattr(value, "_repr_html_", lambda: None)()
    if html is None and isinstance(value, str) and value.startswith("<figure "):
        html = value  # our figures are text where there is no notebook
    if html is None:
        print(repr(value))
    else:
        page("html", broad(html))


def figures() -> None:
    """Whatever was drawn and not shown."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    import io

    from matplotlib import pyplot

    for number in pyplot.get_fignums():
        out = io.StringIO()
        pyplot.figure(number).savefig(out, format="svg")
        page("html", out.getvalue()[out.getvalue().index("<svg") :])
    pyplot.close("all")


def execute(name: str, space: dict[str, Any], then: Callable[[], None]) -> None:
    """Run the text of a cell in these names, and what follows if it runs through."""
    with open("/cell.py", encoding="utf-8") as file:
        source = file.read()
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    try:
        tree = ast.parse(source, name)
        last = tree.body[-1] if tree.body else None
        if isinstance(last, ast.Expr):
            tree.body.pop()
        exec(compile(tree, name, "exec"), space)
        if isinstance(last, ast.Expr):
            show(eval(compile(ast.Expression(last.value), name, "eval"), space))
        then()
    except BaseException as error:
        page("error", traced(error))
    sys.stdout.flush()
    sys.stderr.flush()


def run(cell: str) -> None:
    """Run a cell."""
    execute(cell, names, figures)


def watched(answer: Callable[..., Any], stops: list[str]) -> Callable[..., Any]:
    """The answer, which also writes down how it stops if it does."""

    def result(*given: Any, **named: Any) -> Any:
        try:
            return answer(*given, **named)
        except Exception as error:
            stops.append(traced(error))
            raise

    return result


def traced(error: BaseException) -> str:
    """What Python prints of an error, without the lines of ours that called, and of Python's that read."""
    below = error.__traceback__ and error.__traceback__.tb_next
    if below and below.tb_frame.f_code is ast.parse.__code__:
        below = below.tb_next
    return "".join(traceback.format_exception(type(error), error, below))


def mark(wanted: str) -> None:
    """Mark an answer with the course's own checker; it may use what the page's cells have defined."""
    import math

    import numpy as np

    from privcausal.course import check

    space = {"math": math, "np": np, **names}
    space.pop(wanted, None)

    def judge() -> None:
        if wanted not in space:
            print(f"{wanted} is not written yet")
            return
        stops: list[str] = []
        check(wanted, watched(space[wanted], stops))
        if stops:  # the checker says that it stops, and this where
            page("error", stops[-1])

    execute(f"your {wanted}", space, judge)
