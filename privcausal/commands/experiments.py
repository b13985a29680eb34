"""The command about long experiments."""

import sys
from argparse import Namespace

from privcausal.experiments.linear import LINEAR
from privcausal.experiments.networks import NETWORKS
from privcausal.experiments.pairs import PAIRS
from privcausal.experiments.runner import perform, stale

EXPERIMENTS = {experiment.name: experiment for experiment in (PAIRS, NETWORKS, LINEAR)}
"""Add a new experiment here; the tests then watch over it."""

INTERRUPTED = 130


def experiments(options: Namespace) -> int:
    """Run the named experiments, or all that are stale; an interrupted run goes on where it stopped."""
    for name in options.names:
        if name not in EXPERIMENTS:
            raise ValueError(f"there is no experiment {name!r}; there is {', '.join(EXPERIMENTS)}")
    if options.jobs == 0 or options.jobs < -1:
        raise ValueError(f"--jobs must be a positive number, or -1 for all cores, got {options.jobs}")
    chosen = [EXPERIMENTS[name] for name in options.names] or [e for e in EXPERIMENTS.values() if stale(e)]
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
