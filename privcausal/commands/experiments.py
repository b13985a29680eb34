"""Run the book's long experiments that are stale."""

import sys
from argparse import ArgumentParser, Namespace

from privcausal.commands import INTERRUPTED, check_jobs, jobs_option

EXAMPLES = """\
  python -m privcausal experiments pairs --jobs 2    interrupt it, and it goes on where it stopped
"""


def options(command: ArgumentParser) -> None:
    """Which experiments, and how to run them."""
    command.add_argument("names", nargs="*", metavar="NAME", help="which ones (default: all that are stale)")
    command.add_argument("--seed", type=int, default=0, help="decides every digit (default: 0)")
    jobs_option(command)


def run(options: Namespace) -> int:
    """Run the named experiments, or all that are stale; an interrupted run goes on where it stopped."""
    from privcausal import experiments
    from privcausal.experiments.runner import perform, stale

    check_jobs(options.jobs)
    known = experiments.load()
    for name in options.names:
        if name not in known:
            raise ValueError(f"there is no experiment {name!r}; there is {', '.join(known)}")
    chosen = [known[name] for name in options.names] or [one for one in known.values() if stale(one)]
    try:
        for experiment in chosen:
            table = perform(experiment, seed=options.seed, jobs=options.jobs)
            print(f"{experiment.name}: {len(table):,} rows in {experiment.path}")
    except KeyboardInterrupt:
        print(
            "interrupted; every finished task is kept, the same command goes on from there", file=sys.stderr
        )
        return INTERRUPTED
    if not chosen:
        print("every stored experiment is current")
    return 0
