"""The command line: verify claims, read the ledger, replay a witness, release a private correlation.

Exit status: 0 as committed, 1 something changed or is stale, 2 bad input, 130 interrupted (what was found is kept).
"""

import argparse
import importlib
import sys
from collections.abc import Sequence

EXAMPLES = """examples:
  python -m privcausal verify                        every claim, about ten seconds
  python -m privcausal verify K-spearman --effort thorough --jobs 2
  python -m privcausal verify --effort 5             go on searching for five minutes
  python -m privcausal witness K-kendall             the worst pair of neighbours, replayed
  python -m privcausal ledger                        the committed verdicts, and what is stale
  python -m privcausal correlate data.csv --x height --y weight --epsilon 1
  python -m privcausal direction data.csv --x age --y pulse --epsilon 1 --bounds age=0:110,pulse=30:220
"""

RAW = argparse.RawDescriptionHelpFormatter


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = parser().parse_args(arguments)
    try:
        # Imported only now, so that --help and a mistyped option answer at once.
        commands = importlib.import_module("privcausal.commands")
        return int(getattr(commands, options.command)(options))
    except ValueError as error:
        print(f"privcausal: {error}", file=sys.stderr)
        return 2


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = argparse.ArgumentParser(
        prog="privcausal",
        description="Private causal inference, verified.",
        epilog=EXAMPLES,
        formatter_class=RAW,
    )
    subparsers = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, (what, add_options) in COMMANDS.items():
        command = subparsers.add_parser(
            name, help=what, description=what, epilog=EXAMPLES, formatter_class=RAW
        )
        add_options(command)
        command.set_defaults(command=name)
    return top


def verify_options(command: argparse.ArgumentParser) -> None:
    """The options of `verify`."""
    command.add_argument("ids", nargs="*", metavar="ID", help="claims to verify (default: all)")
    command.add_argument("--effort", default="quick", help="quick, thorough, or minutes to go on searching")
    command.add_argument("--seed", type=int, default=0, help="seed of every search and audit (default: 0)")
    command.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes (default: 1; -1: all cores)"
    )
    command.add_argument("--write", action="store_true", help="store evidence of another effort or seed too")
    ledger_options(command)


def ledger_options(command: argparse.ArgumentParser) -> None:
    """The options of `ledger`."""
    ledger_file(command)
    command.add_argument("--json", action="store_true", help="print rows as JSON instead of a table")


def witness_options(command: argparse.ArgumentParser) -> None:
    """The options of `witness`."""
    command.add_argument("id", metavar="ID", help="the claim")
    ledger_file(command)


def ledger_file(command: argparse.ArgumentParser) -> None:
    """Where the ledger lies."""
    command.add_argument("--ledger", metavar="FILE", help="the ledger file (default: the book's)")


def correlate_options(command: argparse.ArgumentParser) -> None:
    """The options of `correlate`."""
    command.add_argument("file", metavar="CSV", help="a file with a header line")
    command.add_argument("--x", required=True, metavar="NAME", help="the first column")
    command.add_argument("--y", required=True, metavar="NAME", help="the second column")
    command.add_argument("--epsilon", required=True, type=float, help="the privacy to spend, e.g. 1")
    command.add_argument("--score", default="kendall", help="kendall, spearman or (direction only) hsic")
    command.add_argument("--seed", type=int, help="for demonstrations only: a known seed protects nobody")


def direction_options(command: argparse.ArgumentParser) -> None:
    """The options of `direction`."""
    correlate_options(command)
    command.set_defaults(score="hsic")
    command.add_argument("--bounds", required=True, help="declared ranges, for example A=0:10,B=-1:1")
    command.add_argument("--protect", default="both", help="both (default), test or train")
    command.add_argument("--delta", type=float, default=0.0, help="only for rank scores with --protect train")
    command.add_argument(
        "--penalty", type=float, default=0.05, help="λ of the ridge regressions (default: 0.05)"
    )
    command.add_argument(
        "--width", type=float, default=0.5, help="of the kernel, ranges being [-1, 1] (default: 0.5)"
    )
    command.add_argument("--plot", metavar="FILE", help="draw the published scores into a .png or .svg")


COMMANDS = {
    "verify": ("re-derive verdicts from nothing and compare them with the ledger", verify_options),
    "ledger": ("show the committed verdicts, and which rows are stale", ledger_options),
    "witness": ("print a claim's worst pair of neighbours and replay it", witness_options),
    "correlate": ("release a private rank correlation of two columns", correlate_options),
    "direction": ("say privately which of two columns is the cause", direction_options),
}


if __name__ == "__main__":
    sys.exit(main())
