"""Graphs and releases of tables that need not fit into memory, with the same noise from the same counts and sums.

`opened` looks at what is declared and at the method, reads, and keeps what the method needs: counts for `once`, sums
or nothing for `once-linear`, `once-correlations` and `once-mixed`, which go through the records again, and all records
for the others. The number of records is known then, and nothing is spent yet.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from privcausal.graphs import discovery, released
from privcausal.graphs.ask_once.counted import CountedTables
from privcausal.graphs.ask_once.streamed import Streamed, once_linear
from privcausal.graphs.ask_once.streamed_mixed import StreamedMixed, once_mixed
from privcausal.graphs.ask_once.streamed_pairs import Paired, paired_correlations
from privcausal.graphs.ask_once.sums import Unread
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.discovered import Discovery, Step
from privcausal.graphs.discovery import check_sight, learn, least_of, told
from privcausal.graphs.foresight import smallest_seen
from privcausal.graphs.methods import MIXED, kinds_of, method_of
from privcausal.graphs.released import Released
from privcausal.graphs.sight import check_values
from privcausal.privacy.price import Price, Relation
from privcausal.table.cluster import is_dask
from privcausal.table.count import count
from privcausal.table.counts import Counted, countable
from privcausal.table.declaration import Categories, Declaration, Number, written
from privcausal.table.records import Table
from privcausal.table.sources import Source, is_reader, is_stream, read

Opened = Table | Counted | Unread
"""Records, or what is enough of them, or where they lie."""

LEARNERS: dict[type[Unread], Callable[..., Any]] = {
    Streamed: once_linear,
    Paired: paired_correlations,
    StreamedMixed: once_mixed,
}
"""Which method goes through what."""


def opened(
    source: Source | Table, declaration: Declaration, method: str = "once", row_norm: float | None = None
) -> Opened:
    """What the method needs of a table, in bounded memory where that is possible.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "people.csv"
    >>> _ = path.write_text("dose,well\\nlow,1\\nhigh,0\\n")
    >>> print(opened(path, Declaration({"dose": Categories(("low", "high")), "well": Categories((0, 1))})))
    2 records of dose, well
    """
    check_values(method, declaration)
    if isinstance(source, Table):
        return source
    columns = declaration.columns.values()
    cut = (
        all(isinstance(column, Categories) or column.cuts for column in columns)
        and len(declaration.columns) > 1
    )
    in_pieces = isinstance(source, str | Path) or is_stream(source) or is_dask(source)
    if method in ("once", "once-further") and cut and in_pieces and countable(declaration):
        return count(source, declaration)
    numbers = all(isinstance(column, Number) for column in columns) and len(declaration.columns) > 1
    again = in_pieces and not is_reader(source)
    if method == "once-linear" and numbers and (again or (in_pieces and row_norm is not None)):
        return Streamed(source, declaration, row_norm)
    if method == "once-correlations" and numbers and again and row_norm is None:
        return Paired(source, declaration)
    if method == "once-mixed" and MIXED in kinds_of(declaration) and len(columns) > 1 and again:
        return StreamedMixed(source, declaration)
    if is_dask(source):
        raise ValueError(
            "data on a Dask cluster must be asked by release or by a method whose name begins with 'once', which wants "
            "what was declared; for anything else bring them here with .compute()"
        )
    return read(source, declaration)


def discover(
    data: Opened,
    *,
    method: str,
    epsilon: float,
    delta: float = 0.0,
    row_norm: float | None = None,
    rng: np.random.Generator,
    progress: Callable[[Step], None] | None = None,
) -> Discovery:
    """The causal graph of what was opened, (ε, δ)-private when one record is replaced.

    A budget at which not even a perfect association would be seen is refused, unspent.
    """
    budget = Price(epsilon, delta, Relation.SUBSTITUTION)
    if isinstance(data, Table):
        return discovery.discover(
            data,
            method=method,
            epsilon=epsilon,
            delta=delta,
            row_norm=row_norm,
            relation=budget.relation,
            rng=rng,
            progress=progress,
            even_if_blind=False,
        )
    method_of(method).check(budget, *kinds_of(data.declaration))
    if row_norm is not None and not isinstance(data, Streamed):
        raise ValueError(f"row_norm is for numbers, and categories were declared; got row_norm={row_norm!r}")
    if isinstance(data, Unread):
        least = least_of(data, method, budget)
        if least is not None:
            check_sight(method, len(data), least)
        return told(data, method, LEARNERS[type(data)](data, budget=budget, rng=rng), least)
    if method == "once-further":
        return release(data, budget, rng).discover(method)
    least = smallest_seen(method, len(data), data.sizes, budget)
    check_sight(method, len(data), least)
    return learn(OnceTables(CountedTables(data), budget, rng), data.columns, method, least, None, progress)


def release(data: Opened, budget: Price, rng: np.random.Generator) -> Released:
    """The noisy tables of what was opened: see `privcausal.graphs.released`."""
    if isinstance(data, Table):
        return released.release(data, budget, rng)
    assert isinstance(data, Counted)  # what is opened for `once` is no numbers
    check_sight("once", len(data), smallest_seen("once", len(data), data.sizes, budget))
    policy = OnceTables(CountedTables(data), budget, rng)
    pc(len(data.sizes), policy)
    names = Table(data.declaration, {})
    values = {name: released.words_of(names, name) for name in data.columns}
    moments, public = policy.moments, written(data.declaration)
    return Released(values, len(data), policy.spent, moments.means, moments.scales, public)
