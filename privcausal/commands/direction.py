"""Infer the causal direction between two columns."""

import copy
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from privcausal.commands import check_table, report_write_failure, table_options, target_path, warn_about_seed
from privcausal.commands.answers import answer_options, print_answer, print_note, report_path, study_of
from privcausal.commands.spending import charging, open_budget, price_of, spending_options

if TYPE_CHECKING:
    from privcausal.pairs.anm import Residuals
    from privcausal.two_columns import Direction

PATIENCE = 2.0
"""So many seconds pass without a word."""

EXAMPLES = """\
  python -m privcausal direction data.csv --x age --y pulse --epsilon 1 --bounds age=0:110,pulse=30:220
  python -m privcausal direction data.csv --x age --y pulse --epsilon 1 --declare table.toml --json --report study.html
"""


def options(command: ArgumentParser) -> None:
    """Two columns of a file, their declared ranges, the method, and where to draw."""
    table_options(command)
    command.add_argument("--x", required=True, metavar="NAME", help="the first column")
    command.add_argument("--y", required=True, metavar="NAME", help="the second column")
    command.add_argument("--epsilon", required=True, type=float, help="the privacy to spend, e.g. 1")
    command.add_argument("--score", default="hsic", help="hsic (default), iqr, kendall or spearman")
    command.add_argument("--bounds", help="declared ranges, for example A=0:10,B=-1:1; or use --declare")
    command.add_argument(
        "--protect",
        default="both",
        help="both (default); test or train is a guarantee for one half of the people, chosen at random, and weak",
    )
    command.add_argument(
        "--delta", type=float, default=0.0, help="for --score iqr, and for rank scores with --protect train"
    )
    command.add_argument(
        "--cell-width",
        type=float,
        metavar="W",
        help="for --score iqr: the largest change of a log-IQR by one record (default: from the number of records)",
    )
    command.add_argument(
        "--penalty", type=float, default=0.05, help="λ of the ridge regressions (default: 0.05)"
    )
    command.add_argument(
        "--width", type=float, default=0.5, help="of the kernel, ranges being [-1, 1] (default: 0.5)"
    )
    command.add_argument("--plot", metavar="FILE", help="draw the published scores into a .png or .svg")
    command.add_argument(
        "--nonprivate-plot",
        metavar="FILE",
        help="NOT PRIVATE: draw fits, residuals and exact scores, record by record, for the data's owner alone",
    )
    answer_options(command)
    spending_options(command)


def run(options: Namespace) -> int:
    """Say privately which of two columns of a file is the cause."""
    from privcausal.pairs.half import check_everyone
    from privcausal.pairs.private_direction import DirectionMethod, regressions
    from privcausal.pairs.ridge import GaussianKernel
    from privcausal.privacy.randomness import generator
    from privcausal.table.options import parse_bounds, read_declaration
    from privcausal.table.sources import read
    from privcausal.two_columns import check_columns, check_one_row, direction

    if options.bounds is None and options.declare is None:
        raise ValueError(
            "--bounds or --declare FILE is required, with the ranges of both columns, for example A=0:10,B=-1:1."
        )
    check_table(options)
    check_columns(options.x, options.y)
    report_path(options)
    picture = target_path(options.plot, "--plot")
    owners = target_path(options.nonprivate_plot, "--nonprivate-plot")
    if picture is not None and owners is not None and picture.resolve() == owners.resolve():
        raise ValueError(
            "--nonprivate-plot must be another file than --plot, got one twice. Choose "
            "another name for one of them."
        )
    kernel = GaussianKernel(options.width)
    method = DirectionMethod(options.score, options.protect, options.penalty, kernel, options.cell_width)
    if not options.allow_weak_guarantee:
        check_everyone(method.protect, insist="--allow-weak-guarantee")
    inside = price_of(options)
    budget_file = open_budget(options, method.least_price(inside.epsilon, inside.delta))
    declaration = read_declaration(options, None if options.bounds is None else parse_bounds(options.bounds))
    check_one_row(declaration.unit)
    table = read(options.file, declaration.only([options.x, options.y]), options.seed)
    ranges = table.bounds(options.x), table.bounds(options.y)
    method.check_worthwhile(len(table), inside.epsilon, inside.delta)
    rng = generator(options.seed)
    same = copy.deepcopy(rng)
    price = method.price(len(table), inside.epsilon, inside.delta)
    with charging(options, price, budget_file, len(table), table.declaration.unit), progress():
        answer = direction(
            table,
            options.x,
            options.y,
            method=method,
            epsilon=options.epsilon,
            delta=options.delta,
            rng=rng,
        )
    spent = price.amount
    question = f"Which is the cause: {options.x} or {options.y}?"
    settings = {
        "score": method.score,
        "protects": method.protect,
        "penalty": method.penalty,
        "width": options.width,
    }
    print_answer(answer, study_of(options, question, table, price, budget_file, **settings), options, spent)
    if picture is not None:
        with report_write_failure(spent, picture):
            draw(answer, picture)
        print_note(options, f"drawn in {picture}")
    if owners is not None:
        with report_write_failure(spent, owners):
            columns = table.number(options.x), table.number(options.y)
            both, _ = regressions(*columns, bounds=ranges, method=method, rng=same)
            draw_for_the_owner(owners, options, both)
    warn_about_seed(options)
    return 0


@contextmanager
def progress() -> Iterator[None]:
    """A bar on the terminal for each sum over the records that takes longer than that."""
    from tqdm import tqdm

    from privcausal.pairs.fourier_kernel import PACE

    token = PACE.set(partial(tqdm, delay=PATIENCE, disable=None, leave=False, unit="part"))
    try:
        yield
    finally:
        PACE.reset(token)


def draw(answer: "Direction", path: Path) -> None:
    """A picture of the published values, and of nothing else."""
    from privcausal import plots

    canvas, axes = plots.figure(height=2.2, ink="black")
    answer.plot(axes[0])
    canvas.savefig(path, dpi=160)


def draw_for_the_owner(path: Path, options: Namespace, both: "Residuals") -> None:
    """Fits, residuals and exact scores, with the records dealt as they were for the answer."""
    from privcausal.pairs.drawing import owners_picture

    picture = owners_picture(both, (options.x, options.y), score=options.score, ink="black")
    picture.savefig(path, dpi=160)
    print(f"{path} shows individual records: do not share it", file=sys.stderr)
