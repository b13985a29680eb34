"""The command line: verify claims, read the ledger, replay a witness, release a private correlation.

Exit status: 0 as committed, 1 something changed or is stale, 2 bad input, 130 interrupted (what was found is kept).
"""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

EXAMPLES = """examples:
  python -m privcausal verify                        every claim, a minute or two
  python -m privcausal verify K-spearman --effort thorough --jobs 2
  python -m privcausal verify --effort 5             go on searching for five minutes
  python -m privcausal witness K-kendall             the worst pair of neighbours, replayed
  python -m privcausal ledger                        the committed verdicts, and what is stale
  python -m privcausal correlate data.csv --x height --y weight --epsilon 1
  python -m privcausal direction data.csv --x age --y pulse --epsilon 1 --bounds age=0:110,pulse=30:220
  python -m privcausal discover data.csv --epsilon 1 --delta 1e-6 --categories "dose=low|high,well=0|1" --out graph.svg
  python -m privcausal experiments pairs --jobs 2    interrupt it, and it goes on where it stopped
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
    except (
        BrokenPipeError
    ):  # the reader, say `head`, has seen enough; Python would complain once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


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
    command.add_argument("--score", default="kendall", help="kendall, spearman or (direction only) hsic, iqr")
    command.add_argument("--seed", type=int, help="for demonstrations only: a known seed protects nobody")


def direction_options(command: argparse.ArgumentParser) -> None:
    """The options of `direction`."""
    correlate_options(command)
    command.set_defaults(score="hsic")
    command.add_argument("--bounds", required=True, help="declared ranges, for example A=0:10,B=-1:1")
    command.add_argument("--protect", default="both", help="both (default), test or train")
    command.add_argument(
        "--delta", type=float, default=0.0, help="for --score iqr, and for rank scores with --protect train"
    )
    command.add_argument(
        "--proposal",
        type=float,
        metavar="W",
        help="for --score iqr: what one record may move a log-IQR by (default: from the public number of records)",
    )
    command.add_argument(
        "--penalty", type=float, default=0.05, help="λ of the ridge regressions (default: 0.05)"
    )
    command.add_argument(
        "--width", type=float, default=0.5, help="of the kernel, ranges being [-1, 1] (default: 0.5)"
    )
    command.add_argument("--plot", metavar="FILE", help="draw the published scores into a .png or .svg")
    command.add_argument(
        "--owner-plot",
        metavar="FILE",
        help="NOT PRIVATE: draw fits, residuals and exact scores, record by record, for the data's owner alone",
    )


def discover_options(command: argparse.ArgumentParser) -> None:
    """The options of `discover`."""
    command.add_argument("file", metavar="CSV", help="a file with a header line; each row is one person")
    command.add_argument(
        "--categories",
        metavar="LIST",
        help='columns and their values, in order: "dose=low|high,well=0|1", or a .json file with lists. They are '
        "public: declare them from what you know, not from the data",
    )
    command.add_argument(
        "--epsilon", required=True, type=float, help="the privacy to spend; inf only for --method pc"
    )
    command.add_argument("--delta", type=float, default=0.0, help="the δ of the budget, e.g. 1e-6")
    command.add_argument(
        "--method",
        default="once",
        help="once (default), curate, em-pc, priv-pc, svt-pc; for numbers once-linear, noleaks, curate-scores; "
        "pc without privacy",
    )
    discover_files(command)
    command.add_argument("--seed", type=int, help="for demonstrations only: a known seed protects nobody")


def discover_files(command: argparse.ArgumentParser) -> None:
    """What `discover` reads of the table besides categories, and what it writes."""
    command.add_argument(
        "--columns", metavar="LIST", help="of numbers: which columns, e.g. A,B,C (default: all)"
    )
    command.add_argument(
        "--row-norm",
        type=float,
        metavar="C",
        help="for numbers: a declared bound on each row's Euclidean length",
    )
    command.add_argument("--out", metavar="FILE", help="write the graph: .graphml, .dot, .png or .svg")
    command.add_argument("--truth", metavar="FILE", help="a .graphml to compare with in the picture")


def experiments_options(command: argparse.ArgumentParser) -> None:
    """The options of `experiments`."""
    command.add_argument("names", nargs="*", metavar="NAME", help="which ones (default: all that are stale)")
    command.add_argument("--seed", type=int, default=0, help="decides every digit (default: 0)")
    command.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes (default: 1; -1: all cores)"
    )


COMMANDS = {
    "verify": ("re-derive verdicts from nothing and compare them with the ledger", verify_options),
    "ledger": ("show the committed verdicts, and which rows are stale", ledger_options),
    "witness": ("print a claim's worst pair of neighbours and replay it", witness_options),
    "correlate": ("release a private rank correlation of two columns", correlate_options),
    "direction": ("say privately which of two columns is the cause", direction_options),
    "discover": ("learn the causal graph of a table's columns under a budget", discover_options),
    "experiments": (
        "run the book's long experiments anew, or only those that are stale",
        experiments_options,
    ),
}


if __name__ == "__main__":
    sys.exit(main())
