"""Draft a declaration from the header of a file, and from nothing else."""

from argparse import ArgumentParser, Namespace

from privcausal.commands import dialect_options

EXAMPLES = """\
  python -m privcausal declare data.csv > table.toml   then enter the possible values of each column
"""


def options(command: ArgumentParser) -> None:
    """A file, and how it is written."""
    command.add_argument(
        "file", metavar="FILE", help="text with a header line, or Parquet; nothing else of it is read"
    )
    dialect_options(command)


def run(options: Namespace) -> int:
    """Print a declaration to fill in."""
    from privcausal.table.dialect import Dialect, is_parquet
    from privcausal.table.header import blank, draft
    from privcausal.table.options import dialect

    if is_parquet(options.file):
        from privcausal.table.sources import names_of  # which loads what reads tables

        print(blank(names_of(options.file)))
        return 0
    fixed = {"sep": options.sep is not None, "decimal": options.decimal is not None}
    start = Dialect() if fixed["sep"] else Dialect(sep=";")  # which goes with either decimal sign
    print(draft(options.file, dialect(options, start), **fixed))
    return 0
