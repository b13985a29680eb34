"""Tables as others hand them in."""

import importlib


class Stream:
    """What Polars and DuckDB offer, and nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def of_objects(frame, name):
    """What Polars hands out if one column holds Python objects: the address of each, in a type that does not tell."""
    pa = importlib.import_module("pyarrow")
    addresses = [id(item).to_bytes(8, "little") for item in frame[name]]
    table = pa.Table.from_pandas(frame.drop(columns=name))
    return table.append_column(name, pa.array(addresses, pa.binary(8)))
