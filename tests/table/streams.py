"""Tables as others hand them in."""


class Stream:
    """What Polars and DuckDB offer, and nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)
