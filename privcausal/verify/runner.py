"""Run checks in parallel, with progress; an interrupted run keeps every claim that was finished."""

import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from tqdm import tqdm

from privcausal.verify.claim import Check, Claim, Effort
from privcausal.verify.evidence import Finding, Kind, Outcome, blunt
from privcausal.verify.fingerprint import digest
from privcausal.verify.ledger import Row, make_row
from privcausal.verify.teeth import with_teeth

Bar = Any
"""A tqdm bar, whose type parameter says nothing here."""

Task = tuple[str, int]
"""A claim's id and the place of one of its checks."""


@dataclass
class Run:
    """Everything found so far; `rows` holds the claims whose checks are all done."""

    claims: dict[str, Claim]
    findings: dict[Task, list[Finding]] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def rows(self) -> dict[str, Row]:
        """Rows of the finished claims, in the order of the book."""
        finished = {}
        for name, claim in self.claims.items():
            done = [self.findings.get((name, place)) for place in range(len(claim.checks))]
            results = [
                (check, some) for check, some in zip(claim.checks, done, strict=True) if some is not None
            ]
            if len(results) == len(claim.checks):
                finished[name] = make_row(claim, results)
        return finished

    def absorb(self, task: Task, findings: list[Finding]) -> None:
        """Keep, per bound and parameters, the finding that came closest or went furthest beyond."""
        kept = {(f.target, str(f.parameters)): f for f in self.findings.get(task, [])}
        for finding in findings:
            key = (finding.target, str(finding.parameters))
            kept[key] = max(kept.get(key, finding), finding, key=_gravity)
        self.findings[task] = list(kept.values())


def verify(
    claims: dict[str, Claim],
    effort: Effort,
    *,
    seed: int = 0,
    jobs: int = 1,
    minutes: float | None = None,
    progress: bool = True,
) -> Run:
    """Run every check of every claim; with `minutes`, go on searching with new seeds until the time is up."""
    run = Run(claims)
    tasks = [(name, place) for name, claim in claims.items() for place in range(len(claim.checks))]
    try:
        _round(
            run,
            tasks,
            effort,
            seed,
            jobs,
            tqdm(total=len(tasks), unit="check", disable=None if progress else True),
        )
        if minutes is not None:
            _search_on(run, tasks, effort, seed, jobs, time.monotonic() + 60 * minutes, progress)
    except KeyboardInterrupt:
        run.interrupted = True
    return run


def _round(
    run: Run,
    tasks: list[Task],
    effort: Effort,
    seed: int,
    jobs: int,
    bar: Bar,
    keep_going: Callable[[], bool] = lambda: True,
) -> None:
    with bar:
        for task, findings in _results(run.claims, tasks, effort, seed, jobs):
            run.absorb(task, findings)
            bar.set_postfix_str(task[0])
            bar.update()
            if not keep_going():
                break


def _results(
    claims: dict[str, Claim], tasks: Iterable[Task], effort: Effort, seed: int, jobs: int
) -> Iterator[tuple[Task, list[Finding]]]:
    """Findings as they come in. Each check has a seed of its own, so the number of jobs changes nothing."""
    calls = ((claims[name], place, effort, seed) for name, place in tasks)
    if jobs == 1:
        yield from (run_check(*call) for call in calls)
    else:
        from joblib import Parallel, delayed  # not needed by a single claim, which should come soon

        yield from Parallel(n_jobs=jobs, return_as="generator_unordered")(
            delayed(run_check)(*call) for call in calls
        )


def run_check(claim: Claim, place: int, effort: Effort, seed: int) -> tuple[Task, list[Finding]]:
    """Run one check of a claim, and see which of its numbers the check holds."""
    from hypothesis.errors import HypothesisWarning

    check = claim.checks[place]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", category=HypothesisWarning)
        again = partial(generator, claim, check, seed)
        findings = list(check.run(claim, effort, again()))
        return (claim.id, place), with_teeth(claim, place, findings, effort, again)


def generator(claim: Claim, check: Check, seed: int) -> np.random.Generator:
    """The generator of one check: from the seed and the names alone."""
    return np.random.default_rng(int(digest(f"{seed} {claim.id} {check.name}"), 16))


def _search_on(
    run: Run, tasks: list[Task], effort: Effort, seed: int, jobs: int, deadline: float, progress: bool
) -> None:
    """Repeat the searches with new seeds while there is time."""
    random_tasks = [task for task in tasks if run.claims[task[0]].checks[task[1]].kind is Kind.SEARCH]
    again = 0
    while random_tasks and time.monotonic() < deadline:
        again += 1
        bar = tqdm(
            total=len(random_tasks),
            unit="check",
            desc=f"seed {seed + again}",
            disable=None if progress else True,
        )
        _round(run, random_tasks, effort, seed + again, jobs, bar, lambda: time.monotonic() < deadline)


def _gravity(finding: Finding) -> tuple[bool, float]:
    return finding.outcome is Outcome.VIOLATED, float(blunt(finding.ratio or 0.0))
