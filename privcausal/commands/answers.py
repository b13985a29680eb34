"""How an answer leaves a command: as sentences, as an object for programs, as a page for a board."""

import math
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from privcausal.commands import publish, report_write_failure, target_path

if TYPE_CHECKING:
    from privcausal.answer import Answer
    from privcausal.privacy.budget_file import BudgetFile
    from privcausal.privacy.price import Price
    from privcausal.report.study import Study
    from privcausal.table.records import Table
    from privcausal.table.stream import Stream


def answer_options(command: ArgumentParser) -> None:
    """How an answer leaves: as sentences, for programs, or for a board."""
    command.add_argument(
        "--json",
        action="store_true",
        help="print one JSON object: the answer, its price, noise and doubts, the declaration, the version",
    )
    command.add_argument(
        "--report",
        metavar="FILE",
        help="also write a page for an ethics board, with the cost, the answer and its assumptions: a new .html file",
    )
    for name, says in HEADING.items():
        command.add_argument(f"--{name}", metavar="TEXT", help=f"{says}, for the --report (default: none)")


HEADING = {
    "title": "title of the study",
    "purpose": "purpose of the study",
    "responsible": "name of the person responsible",
}
"""What a page for a board begins with."""


def report_path(options: Namespace) -> Path | None:
    """Where the page goes, checked before any budget is spent."""
    if options.report is None:
        for name in HEADING:
            if getattr(options, name) is not None:
                raise ValueError(
                    f"--{name} was given, but no --report that it belongs to. Add --report FILE.html, or leave out "
                    f"--{name}. Nothing was spent."
                )
    return target_path(options.report, "--report", (".html",), new=True)


def print_answer(answer: "Answer", study: "Study", options: Namespace, spent: object) -> None:
    """Print an answer in the form that is wanted, and write its page; if that fails, name its cost."""
    study = study.headed(*(getattr(options, name) for name in HEADING))
    if options.json:
        from privcausal.report.study import AnswerWithContext

        publish(AnswerWithContext(answer, study).to_json(indent=1), spent)
    else:
        publish(answer, spent)
    if options.report is not None:
        from privcausal.report.page import page

        with report_write_failure(spent, options.report), open(options.report, "x", encoding="utf-8") as file:
            file.write(page(answer, study))
        print_note(options, f"report in {options.report}")


def print_note(options: Namespace, text: str) -> None:
    """Say what else was done, where it is not in the way of a program that reads the answer."""
    print(text, file=sys.stderr if options.json else sys.stdout)


def study_of(
    options: Namespace,
    question: str,
    table: "Table | Stream",
    price: "Price",
    budget_file: "BudgetFile | None",
    **asked: object,
) -> "Study":
    """The assumptions of an answer from this table; none of them is read off the records."""
    from privcausal.report.study import BARE, Study

    return Study(
        question,
        Path(options.file).name,
        len(table),
        table.declaration.columns,
        asked,
        (BARE,) if price.epsilon == math.inf else (),
        None if budget_file is None else budget_file.account,
        unit=table.declaration.unit,
    )
