"""Show what a purse has paid for, and what is left in it."""

import os
from argparse import ArgumentParser, Namespace

EXAMPLES = """\
  python -m privcausal spent study.json              what --budget study.json remembers
"""


def options(command: ArgumentParser) -> None:
    """Which purse."""
    command.add_argument("budget", metavar="PURSE", help="a file that --budget has written")


def run(options: Namespace) -> int:
    """Print the history and the balance."""
    from privcausal.privacy.purse import Purse

    if not os.path.lexists(options.budget):
        raise ValueError(f"PURSE must be a file that --budget has written; there is no {options.budget}")
    account = Purse.at(options.budget).account
    width = max((len(payment.price.amount) for payment in account.payments), default=0)
    for payment in account.payments:
        print(f"{payment.when}  {payment.price.amount:<{width}}  {payment.what}")
    print(account)
    return 0
