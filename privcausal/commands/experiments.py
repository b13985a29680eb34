"""Run the book's long experiments that are stale."""

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from privcausal.arguments import hint
from privcausal.commands import INTERRUPTED, check_jobs, jobs_option

if TYPE_CHECKING:
    from privcausal.experiments.execution import Experiment

EXAMPLES = """\
  python -m privcausal experiments pairs --jobs 2    interrupt it, and it goes on where it stopped
  python -m privcausal experiments pairs --recheck   code was only renamed or moved: a few tasks must give every digit
"""


def options(command: ArgumentParser) -> None:
    """Which experiments, and how to run them."""
    command.add_argument("names", nargs="*", metavar="NAME", help="which ones (default: all that are stale)")
    command.add_argument("--seed", type=int, help="decides every digit (default: as stored, or 0)")
    command.add_argument(
        "--recheck",
        type=int,
        nargs="?",
        const=None,  # `recheck` knows how many
        default=False,
        metavar="K",
        help="run only K tasks again (default: the square root of all, at least 3), from the stored seed, "
        "and keep the table if all digits agree",
    )
    jobs_option(command)


def run(options: Namespace) -> int:
    """Run the named experiments, or all that are stale; an interrupted run goes on where it stopped."""
    from privcausal import experiments
    from privcausal.experiments.execution import perform, stale

    check_jobs(options.jobs)
    if options.recheck is not None and options.recheck is not False and options.recheck < 1:
        raise ValueError(f"--recheck must be a positive number of tasks, got {options.recheck}")
    by_name = experiments.load()
    for name in options.names:
        if name not in by_name:
            raise ValueError(f"NAME must be one of {', '.join(by_name)}{hint(name, by_name)}")
    chosen = [by_name[name] for name in options.names] or [one for one in by_name.values() if stale(one)]
    status = 0
    try:
        for experiment in chosen:
            if options.recheck is not False:
                status = max(status, rechecked(experiment, options))
                continue
            table = perform(experiment, seed=options.seed, jobs=options.jobs)
            print(f"{experiment.name}: {len(table):,} rows in {experiment.path}")
    except KeyboardInterrupt:
        print(
            "interrupted; every finished task is kept, the same command goes on from there", file=sys.stderr
        )
        return INTERRUPTED
    if not chosen:
        print("every stored experiment is current")
    return status


def rechecked(experiment: "Experiment", options: Namespace) -> int:
    """Repeat a few tasks; one experiment that is refused does not keep the others waiting."""
    from privcausal.experiments.execution import recheck

    try:
        text = recheck(experiment, options.recheck, jobs=options.jobs)
        print(f"{experiment.name}: every digit agrees; {text}")
    except ValueError as error:
        print(f"privcausal: {error}", file=sys.stderr)
        return 1
    return 0
