"""Learn the causal graph of a table's columns under a budget."""

import math
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from privcausal.commands import PICTURES, paid, table_options, target_path, warn_of_seed
from privcausal.commands.answers import answer_options, note, report_path, study_of, tell
from privcausal.commands.budget import purse_of, spending, spending_options
from privcausal.graphs.methods import CATEGORIES, FURTHER, MANY, METHODS, MIXED, NUMBERS, best_method

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx

    from privcausal.graphs.discovered import Discovery, Step
    from privcausal.graphs.streamed import Opened
    from privcausal.table.declaration import Declaration

EXAMPLES = """\
  python -m privcausal discover data.csv --epsilon 1 --delta 1e-6 --categories "dose=low|high,well=0|1" --out graph.svg
  python -m privcausal discover data.csv --declare table.toml --epsilon 1 --delta 1e-6 --json --report study.html
  python -m privcausal discover release.json
"""

KINDS = (CATEGORIES, NUMBERS, MIXED)

PAID = (
    *("epsilon", "delta", "categories", "declare", "columns", "row_norm", "sep", "decimal", "encoding"),
    *("budget", "total_epsilon", "total_delta", "same_people", "weak_promise", "seed"),
)
"""What is said of a table, and of what it may cost; a release has said it already."""


def options(command: ArgumentParser) -> None:
    """A file, what is declared about it, what may be spent, and where to write."""
    table_options(command)
    command.add_argument(
        "--categories",
        metavar="LIST",
        help='columns and their values, in order: "dose=low|high,well=0|1", or a .json file with lists. They are '
        "public: declare them from what you know, not from the data",
    )
    command.add_argument(
        "--epsilon", type=float, help="the privacy to spend; inf only for --method pc, none for a release"
    )
    command.add_argument("--delta", type=float, default=0.0, help="the δ of the budget, e.g. 1e-6")
    command.add_argument(
        "--method",
        help="one of those below (default: the first of its kind, for what was declared; "
        f"{FURTHER} from {MANY:,} records on)",
    )
    command.add_argument(
        "--columns",
        metavar="LIST",
        help="which columns, e.g. A,B,C (default: all that are declared; without a declaration, all, as numbers)",
    )
    command.add_argument(
        "--row-norm",
        type=float,
        metavar="C",
        help="for numbers: a declared bound on each row's Euclidean length",
    )
    command.add_argument("--out", metavar="FILE", help="write the graph: .graphml, .dot, .png or .svg")
    command.add_argument("--truth", metavar="FILE", help="a .graphml to compare with in the picture")
    answer_options(command)
    spending_options(command)
    command.epilog = "\n".join([*(line for kind in KINDS for line in methods(kind)), command.epilog or ""])


def methods(wants: str) -> list[str]:
    """The methods for this kind of data, a line each."""
    lines = [f"  {name:<19}{method.says}" for name, method in METHODS.items() if method.wants == wants]
    return [f"methods for {wants}:", *lines, ""]


def run(options: Namespace) -> int:
    """Learn the causal graph of a file's columns under a budget."""
    from privcausal.graphs.streamed import opened
    from privcausal.graphs.structure.exchange import FORMATS, load

    target = target_path(options.out, "--out", (*FORMATS, *PICTURES), new=True)
    report_path(options)
    truth = None if options.truth is None else load(options.truth)
    if options.file.endswith(".json"):
        return again(options, target, truth)
    if options.epsilon is None:
        raise ValueError(
            "--epsilon must say what may be spent; only a release, a .json file, is asked for free"
        )
    if options.delta == 0 and options.epsilon != math.inf:
        raise ValueError("--delta must be given, far below one over the number of rows, for example 1e-6")
    purse = purse_of(options)
    public = declaration(options)
    table = opened(options.file, public, options.method or best_method(public), options.row_norm)
    options.method = options.method or best_method(public, len(table))
    with spending(options, purse, len(table)) as due:
        found = learned(table, options)
        if found.spent.epsilon == 0:  # nothing was asked
            due.clear()
    study = study_of(
        options, question(table.columns), table, purse, method=options.method, row_norm=options.row_norm
    )
    tell(found, study, options, found.spent)
    if target is not None:
        with paid(found.spent, target):
            write(found, target, truth)
        note(options, f"written to {target}")
    if options.epsilon != math.inf:
        warn_of_seed(options)
    return 0


def again(options: Namespace, target: Path | None, truth: "nx.DiGraph | None") -> int:
    """Learn from a release: nothing is spent, so nothing may be said of a budget or of the columns."""
    from privcausal.published import published
    from privcausal.report.study import Study

    for name in PAID:
        if getattr(options, name) not in (None, False, 0.0):
            raise ValueError(
                f"--{name.replace('_', '-')} must be left out: a release says what it holds and has cost"
            )
    kept = published(options.file)
    found = kept.discover(options.method)
    study = Study(
        question(kept.values),
        Path(options.file).name,
        kept.records,
        kept.values,
        {"method": found.method},
        free=True,
    )
    tell(found, study, options, "nothing")
    note(options, f"from {options.file}: nothing more was spent")
    if target is not None:
        with paid("nothing", target):
            write(found, target, truth)
        note(options, f"written to {target}")
    return 0


def question(columns: "Iterable[str]") -> str:
    """In the names of the columns, if they are few."""
    names = list(columns)
    return f"What causes what among {', '.join(names) if len(names) <= FEW else f'{len(names)} columns'}?"


FEW = 6


def declaration(options: Namespace) -> "Declaration":
    """What is said about the columns; where nothing is, all of them are numbers."""
    from privcausal.table.declaration import Number
    from privcausal.table.options import declared, dialect, parse_categories
    from privcausal.table.sources import names_of

    names = None if options.columns is None else [name.strip() for name in options.columns.split(",")]
    columns = None if options.categories is None else parse_categories(options.categories)
    if columns is None and options.declare is None:
        every = names_of(options.file, dialect(options)) if names is None else names
        if names is None and len(every) < 2:
            raise ValueError(
                f"{options.file} must have at least two columns, got {len(every)}; does it want another --sep?"
            )
        return declared(options, dict.fromkeys(every, Number()))
    said = declared(options, columns)
    return said if names is None else said.only(names)


def learned(table: "Opened", options: Namespace) -> "Discovery":
    """Run the method under a progress bar."""
    from tqdm import tqdm

    from privcausal.graphs.streamed import discover
    from privcausal.privacy.randomness import generator

    bar = tqdm(desc=options.method, unit=" tests", file=sys.stderr, disable=None)

    def progress(step: "Step") -> None:
        bar.set_postfix_str(f"order {step.order}: {step.edges} edges, {len(step.deleted)} deleted")
        bar.update(step.tests)

    with bar:
        return discover(
            table,
            method=options.method,
            epsilon=options.epsilon,
            delta=options.delta,
            row_norm=options.row_norm,
            rng=generator(options.seed),
            progress=progress,
        )


def write(found: "Discovery", target: Path, truth: "nx.DiGraph | None") -> None:
    """The graph as a file: for other programs, or as a picture."""
    if target.suffix in PICTURES:
        from privcausal import plots

        canvas, axes = plots.figure(height=5.0, ink="black")
        found.plot(axes[0], truth)
        canvas.savefig(target, dpi=160)
    else:
        found.save(target)
