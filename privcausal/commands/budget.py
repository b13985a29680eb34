"""Show the payments of a budget file and the remaining budget."""

import os
from argparse import ArgumentParser, Namespace

EXAMPLES = """\
  python -m privcausal budget study.json              what --budget study.json remembers
"""


def options(command: ArgumentParser) -> None:
    """Which budget file."""
    command.add_argument("budget", metavar="FILE", help="a file that --budget has written")


def _printable(text: str) -> str:
    """It can contain the name of a file that is not text."""
    return text.encode(errors="replace").decode()


def run(options: Namespace) -> int:
    """Print the history and the balance."""
    from privcausal.privacy.budget_file import BudgetFile

    if not os.path.lexists(options.budget):
        raise ValueError(
            "FILE must be a budget file, and there is no file of this name. A command with --budget and "
            "--budget-epsilon makes one."
        )
    account = BudgetFile.at(options.budget).account
    width = max((len(payment.price.amount) for payment in account.charges), default=0)
    for payment in account.charges:
        print(f"{payment.when}  {payment.price.amount:<{width}}  {_printable(payment.what)}")
    print(account)
    return 0
