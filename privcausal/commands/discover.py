"""Learn the causal graph of a table's columns under a budget."""

import math
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from privcausal.commands import PICTURES, report_write_failure, table_options, target_path, warn_about_seed
from privcausal.commands.answers import answer_options, print_answer, print_note, report_path, study_of
from privcausal.commands.background import background, background_options
from privcausal.commands.spending import (
    charging,
    check_beside_release,
    open_budget,
    price_of,
    spending_options,
)

if TYPE_CHECKING:
    import networkx as nx

    from privcausal.graphs.learned import Step
    from privcausal.graphs.method import Method
    from privcausal.graphs.result import Discovery
    from privcausal.privacy.price import Price
    from privcausal.table.declaration import Declaration
    from privcausal.table.records import Table
    from privcausal.table.stream import Stream

EXAMPLES = """\
  python -m privcausal discover data.csv --epsilon 1 --delta 1e-6 --categories "dose=low|high,well=0|1" --out graph.svg
  python -m privcausal discover data.csv --declare table.toml --epsilon 1 --delta 1e-6 --json --report study.html
  python -m privcausal discover release.json --tiers "age,sex | dose | well"
"""


def options(command: ArgumentParser) -> None:
    """A file, its declaration, the budget, and the output."""
    from privcausal.graphs.kinds import CATEGORIES, FURTHER, MANY, MIXED, NUMBERS

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
        help="one of those below (default: the first of its kind for the declared columns; "
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
    background_options(command)
    command.add_argument(
        "--out", metavar="FILE", help="write the graph: .graphml, .dot, .dagitty, .json, .png or .svg"
    )
    command.add_argument("--truth", metavar="FILE", help="a .graphml to compare with in the picture")
    answer_options(command)
    spending_options(command)
    command.epilog = "\n".join(
        [*(line for kind in (CATEGORIES, NUMBERS, MIXED) for line in methods(kind)), command.epilog or ""]
    )


def methods(wants: str) -> list[str]:
    """The methods for this kind of data, a line each."""
    from privcausal.graphs.methods import descriptions

    lines = [f"  {name:<19}{says}" for name, says in descriptions(wants).items()]
    return [f"methods for {wants}:", *lines, ""]


def run(options: Namespace) -> int:
    """Learn the causal graph of a file's columns under a budget."""
    from privcausal.graphs.methods import best_method, method_of
    from privcausal.graphs.structure.exchange import FORMATS, load
    from privcausal.report.study import graph_question
    from privcausal.table.stream import open_table

    target = target_path(options.out, "--out", (*FORMATS, *PICTURES), new=True)
    report_path(options)
    truth = None if options.truth is None else load(options.truth)
    if options.file.endswith(".json"):
        return discover_from_release(options, target, truth)
    if options.epsilon is None:
        raise ValueError(
            "--epsilon is required, unless FILE is a release (.json), which costs nothing to ask. Nothing was spent."
        )
    if options.delta == 0 and options.epsilon != math.inf:
        raise ValueError(
            "--delta is required, far below one over the number of rows, for example 1e-6. Nothing was spent."
        )
    budget = price_of(options)
    budget_file = open_budget(options, budget)
    public = declaration(options)
    public = replace(public, knowledge=background(options, public.knowledge))
    method = method_of(options.method or best_method(public), row_norm=options.row_norm)
    method.check_columns(public)
    table = open_table(options.file, public, method.asks, options.seed)
    if options.method is None:  # a better method can exist for so many records
        method = method_of(best_method(public, len(table)), row_norm=options.row_norm)
    with charging(options, budget, budget_file, len(table), table.declaration.unit):
        result = learn_with_progress(table, method, budget, options.seed)
    study = study_of(
        options,
        graph_question(table.columns),
        table,
        budget,
        budget_file,
        method=method.name,
        row_norm=options.row_norm,
        knowledge=str(public.knowledge) if public.knowledge else None,
    )
    print_answer(result, study, options, result.spent)
    if target is not None:
        with report_write_failure(result.spent, target):
            write(result, target, truth)
        print_note(options, f"written to {target}")
    if options.epsilon != math.inf:
        warn_about_seed(options)
    return 0


def discover_from_release(options: Namespace, target: Path | None, truth: "nx.DiGraph | None") -> int:
    """Learn from a release: nothing is spent, so neither a budget nor columns are accepted."""
    from privcausal.published import published
    from privcausal.report.study import Study, graph_question
    from privcausal.table.knowledge import knowledge_of
    from privcausal.table.unit import unit_of

    check_beside_release(options)
    kept = published(options.file)
    known = background(options, knowledge_of(kept.declaration))
    result = kept.discover(options.method, knowledge=known)
    study = Study(
        graph_question(kept.values),
        Path(options.file).name,
        kept.records,
        kept.values,
        {"method": result.method, "knowledge": str(known) if known else None},
        free=True,
        unit=unit_of(kept.declaration),
    )
    print_answer(result, study, options, "nothing")
    print_note(options, f"from {options.file}: nothing more was spent")
    if target is not None:
        with report_write_failure("nothing", target):
            write(result, target, truth)
        print_note(options, f"written to {target}")
    return 0


def declaration(options: Namespace) -> "Declaration":
    """The declaration of the columns; without one, all of them are numbers."""
    from privcausal.table.declaration import Number
    from privcausal.table.options import dialect, parse_categories, read_declaration
    from privcausal.table.sources import names_of

    names = None if options.columns is None else [name.strip() for name in options.columns.split(",")]
    columns = None if options.categories is None else parse_categories(options.categories)
    if columns is None and options.declare is None:
        every = names_of(options.file, dialect(options)) if names is None else names
        every = [name for name in every if name != options.person]
        if names is None and len(every) < 2:
            raise ValueError(
                f"{options.file} must have at least two columns, got {len(every)}. If it has more, name the sign "
                "between them with --sep."
            )
        return read_declaration(options, dict.fromkeys(every, Number()))
    declaration = read_declaration(options, columns)
    return declaration if names is None else declaration.only(names)


def learn_with_progress(
    table: "Table | Stream", method: "Method", budget: "Price", seed: int | None
) -> "Discovery":
    """Run the method under a progress bar."""
    from tqdm import tqdm

    from privcausal.graphs.discovery import learn_graph
    from privcausal.privacy.randomness import generator

    bar = tqdm(desc=method.name, unit=" tests", file=sys.stderr, disable=None)

    def progress(step: "Step") -> None:
        bar.set_postfix_str(f"order {step.order}: {step.edges} edges, {len(step.deleted)} deleted")
        bar.update(step.tests)

    with bar:
        return learn_graph(table, method, budget=budget, rng=generator(seed), progress=progress)


def write(result: "Discovery", target: Path, truth: "nx.DiGraph | None") -> None:
    """The graph as a file: for other programs, or as a picture."""
    if target.suffix in PICTURES:
        from privcausal import plots

        canvas, axes = plots.figure(height=5.0, ink="black")
        result.plot(axes[0], truth)
        canvas.savefig(target, dpi=160)
    else:
        result.save(target)
