"""Show the committed verdicts, and which rows are stale."""

import sys
from argparse import ArgumentParser, Namespace

from privcausal.commands import json_option, ledger_option

EXAMPLES = """\
  python -m privcausal ledger                        the committed verdicts, and the stale rows
"""


def options(command: ArgumentParser) -> None:
    """Which ledger, and how to print it."""
    ledger_option(command)
    json_option(command)


def run(options: Namespace) -> int:
    """Print the committed ledger and mark stale rows."""
    from privcausal.claims import load
    from privcausal.verify import freshness
    from privcausal.verify import ledger as books
    from privcausal.verify.report import show

    path = books.path_of(options.ledger)
    current = books.read(path)
    reasons = freshness.stale(current, path, load)
    show(current.rows.values(), dict.fromkeys(reasons, "stale"), as_json=options.json)
    for reason in reasons.values():
        print(reason, file=sys.stderr)
    return int(bool(reasons))
