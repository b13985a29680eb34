"""How an answer leaves a command: as sentences, as an object for programs, as a page for a board."""

import math
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from privcausal.commands import paid, publish, target_path
from privcausal.commands.budget import price_of

if TYPE_CHECKING:
    from privcausal.answer import Answer
    from privcausal.graphs.streamed import Opened
    from privcausal.privacy.purse import Purse
    from privcausal.report.study import Study


def answer_options(command: ArgumentParser) -> None:
    """How an answer leaves: as sentences, for programs, or for a board."""
    command.add_argument(
        "--json",
        action="store_true",
        help="print one JSON object: the answer, its price, noise and doubts, what was declared, the version",
    )
    command.add_argument(
        "--report",
        metavar="FILE",
        help="also write a page for an ethics board, with what was spent, seen and assumed: a new .html file",
    )


def report_path(options: Namespace) -> Path | None:
    """Where the page goes, checked before any budget is spent."""
    return target_path(options.report, "--report", (".html",), new=True)


def tell(found: "Answer", study: "Study", options: Namespace, spent: object) -> None:
    """Print an answer in the form that is wanted, and write its page; if that fails, say what it has cost."""
    if options.json:
        from privcausal.report.study import Told

        publish(Told(found, study).to_json(indent=1), spent)
    else:
        publish(found, spent)
    if options.report is not None:
        from privcausal.report.page import page

        with paid(spent, options.report), open(options.report, "x", encoding="utf-8") as file:
            file.write(page(found, study))
        note(options, f"report in {options.report}")


def note(options: Namespace, text: str) -> None:
    """Say what else was done, where it is not in the way of a program that reads the answer."""
    print(text, file=sys.stderr if options.json else sys.stdout)


def study_of(
    options: Namespace, question: str, table: "Opened", purse: "Purse | None", **asked: object
) -> "Study":
    """What an answer from this table rests on; nothing of it is read off the records."""
    from privcausal.privacy.promise import is_weak
    from privcausal.report.study import BARE, DEMONSTRATION, WEAK, Study

    price, n = price_of(options), len(table)
    warned = {
        DEMONSTRATION: options.seed is not None and price.epsilon < math.inf,
        WEAK: is_weak(price, n),
        BARE: price.epsilon == math.inf,
    }
    return Study(
        question,
        Path(options.file).name,
        n,
        table.declaration.columns,
        asked,
        tuple(words for words, holds in warned.items() if holds),
        None if purse is None else str(purse.account),
    )
