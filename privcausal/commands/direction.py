"""Say privately which of two columns is the cause."""

import copy
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from privcausal.commands import check_table, paid, table_options, target_path, warn_of_seed
from privcausal.commands.answers import answer_options, note, report_path, study_of, tell
from privcausal.commands.budget import purse_of, spending, spending_options

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
    answer_options(command)
    spending_options(command)


def run(options: Namespace) -> int:
    """Say privately which of two columns of a file is the cause."""
    from privcausal.pairs.direction import Method, direction, regressions
    from privcausal.pairs.ridge import Gaussian
    from privcausal.privacy.price import Relation
    from privcausal.privacy.randomness import generator
    from privcausal.table.options import declared, parse_bounds
    from privcausal.table.sources import read
    from privcausal.two_columns import Direction, check_columns

    if options.bounds is None and options.declare is None:
        raise ValueError(
            "--bounds must give the ranges of both columns, for example A=0:10,B=-1:1, or --declare a file"
        )
    check_table(options)
    check_columns(options.x, options.y)
    report_path(options)
    picture = target_path(options.plot, "--plot")
    owners = target_path(options.owner_plot, "--owner-plot")
    if picture is not None and owners is not None and picture.resolve() == owners.resolve():
        raise ValueError(f"--owner-plot must be another file than --plot, got {options.owner_plot!r} twice")
    purse = purse_of(options)
    declaration = declared(options, None if options.bounds is None else parse_bounds(options.bounds))
    table = read(options.file, declaration.only([options.x, options.y]))
    ranges = table.bounds(options.x), table.bounds(options.y)
    rng = generator(options.seed)
    same = copy.deepcopy(rng)
    kernel = Gaussian(options.width)
    method = Method(options.score, options.protect, options.penalty, kernel, options.proposal)
    columns = table.number(options.x), table.number(options.y)
    with spending(options, purse, len(table)), progress():
        found = direction(
            *columns,
            bounds=ranges,
            method=method,
            epsilon=options.epsilon,
            delta=options.delta,
            relation=Relation.SUBSTITUTION,
            rng=rng,
        )
    spent = f"ε = {options.epsilon:g}, δ = {options.delta:g}"
    question = f"Which is the cause: {options.x} or {options.y}?"
    settings = {
        "score": method.score,
        "protects": method.protect,
        "penalty": method.penalty,
        "width": options.width,
    }
    answer = Direction(options.x, options.y, found)
    tell(answer, study_of(options, question, table, purse, **settings), options, spent)
    if picture is not None:
        with paid(spent, picture):
            draw(answer, picture)
        note(options, f"drawn in {picture}")
    if owners is not None:
        with paid(spent, owners):
            both, _ = regressions(*columns, bounds=ranges, method=method, rng=same)
            draw_for_the_owner(owners, options, both)
    warn_of_seed(options)
    return 0


@contextmanager
def progress() -> Iterator[None]:
    """A bar on the terminal for each sum over the records that takes longer than that."""
    from tqdm import tqdm

    from privcausal.pairs.waves import PACE

    token = PACE.set(partial(tqdm, delay=PATIENCE, disable=None, leave=False, unit="part"))
    try:
        yield
    finally:
        PACE.reset(token)


def draw(answer: "Direction", path: Path) -> None:
    """A picture of what was published, and of nothing else."""
    from privcausal import plots

    canvas, axes = plots.figure(height=2.2, ink="black")
    answer.plot(axes[0])
    canvas.savefig(path, dpi=160)


def draw_for_the_owner(path: Path, options: Namespace, both: "Residuals") -> None:
    """Fits, residuals and exact scores, with the records dealt as they were for the answer."""
    from privcausal.pairs.drawing import owners_picture

    picture = owners_picture(both, (options.x, options.y), score=options.score, ink="black")
    picture.savefig(path, dpi=160)
    print(f"{path} shows every test record as it is: keep it to yourself", file=sys.stderr)
