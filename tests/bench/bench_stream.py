"""Twelve columns that are counted piece by piece, against DuckDB with one GROUP BY for each pair, on the same rows.

Seconds are the processor's, all cores together, so that what else runs on the machine does not count.
"""

import time
from itertools import combinations

import numpy as np

from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.methods import METHODS
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration
from privcausal.table.stream import open_table
from tests.bench.measures import fastest, in_order, peak

COLUMNS = [f"c{place}" for place in range(12)]
PUBLIC = Declaration({name: Categories((0, 1, 2), missing=0) for name in COLUMNS})
FEW, MANY, MOST = 1_000_000, 10_000_000, 100_000_000
BATCH = 100_000
"""Rows are made once and handed out again and again: to make them is not what is measured."""

TARGETS = {
    "million rows counted for `once` per second of one core, 12 columns": ("at least", 5),
    "counted by pieces: 10,000,000 rows ÷ 1,000,000": ("at most", 11),
    "counted by pieces: 100,000,000 rows ÷ 10,000,000": ("at most", 11),
    "MB that `once` takes for 10,000,000 rows more than for 100,000": ("at most", 50),
    "MB that `once` takes for 100,000,000 rows": ("at most", 2000),
    "DuckDB, a GROUP BY for each pair ÷ pairs and triples by pieces": ("at least", 1),
}


def stream(rows):
    """So many rows, as an Arrow stream of whole numbers in one byte."""
    import pyarrow as pa

    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (len(COLUMNS), BATCH)).astype(np.int8)
    codes[1:] = np.where(rng.random((len(COLUMNS) - 1, BATCH)) < 0.5, codes[:-1], codes[1:])
    batch = pa.record_batch({name: codes[place] for place, name in enumerate(COLUMNS)})
    return pa.RecordBatchReader.from_batches(batch.schema, (batch for _ in range(rows // BATCH)))


def once(rows):
    """From the stream to the graph."""
    table, budget = open_table(stream(rows), PUBLIC), Price(1.0, 1e-9, Relation.SUBSTITUTION)
    return learn_graph(table, METHODS["once"], budget=budget, rng=np.random.default_rng(0))


def by_duckdb():
    """All pairs of the same million rows, each with a query of its own."""
    import duckdb

    connection = duckdb.connect()
    connection.register("people", stream(FEW).read_all())

    def pairs():
        for a, b in combinations(COLUMNS, 2):
            connection.sql(f"select {a}, {b}, count(*) from people group by {a}, {b}").fetchall()

    return fastest(pairs, 2, time.process_time)


def highest(rows):
    """The most memory that a process of its own ever held, in MB."""
    return peak(f"from tests.bench.bench_stream import once; once({rows})")


def measure():
    """Times and memory in one run."""
    once(BATCH)
    few, many, most = (
        fastest(lambda rows=rows: open_table(stream(rows), PUBLIC), repeats, time.process_time)
        for rows, repeats in ((FEW, 2), (MANY, 2), (MOST, 1))
    )
    more = highest(MANY) - highest(BATCH)
    return in_order(
        TARGETS, MOST / most / 1e6, many / few, most / many, more, highest(MOST), by_duckdb() / few
    )
