"""Print a claim's worst pair of neighbours and replay it."""

from argparse import ArgumentParser, Namespace

from privcausal.commands import ledger_option

EXAMPLES = """\
  python -m privcausal witness K-kendall             the worst pair of neighbours, replayed
"""


def options(command: ArgumentParser) -> None:
    """Which claim of which ledger."""
    command.add_argument("id", metavar="ID", help="the claim")
    ledger_option(command)


def run(options: Namespace) -> int:
    """Print the worst stored pair of a claim and compute its numbers again."""
    from privcausal.claims import select
    from privcausal.verify import ledger as books
    from privcausal.verify.report import replay, witness_text, worst_evidence

    claim = select([options.id])[options.id]
    row = books.read(books.path_of(options.ledger)).rows.get(options.id)
    if row is None:
        raise ValueError(
            "ID must be a row of the ledger, and this is none yet. Run: python -m privcausal verify ID"
        )
    entry = worst_evidence(row)
    if entry is None:
        print(
            f"{row.id}  {row.title}\nverdict {row.badge}; its evidence is a derivation, which has no witness"
        )
        return 0
    again = replay(claim, entry)
    print(witness_text(row, entry, again))
    return int(again is not None and again != entry["attained"])
