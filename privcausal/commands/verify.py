"""Derive verdicts from nothing, and compare."""

import math
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from privcausal.commands import INTERRUPTED, check_jobs, jobs_option, json_option, ledger_option

if TYPE_CHECKING:
    from privcausal.verify.claim import Claim, Effort
    from privcausal.verify.ledger import Ledger, Row
    from privcausal.verify.runner import Run

EXAMPLES = """\
  python -m privcausal verify                        every claim, a few minutes
  python -m privcausal verify K-spearman --effort thorough --jobs 2
  python -m privcausal verify --stale                list the rows edited since
  python -m privcausal verify --effort 5             go on searching for five minutes
  python -m privcausal verify K-kendall --seal       after reading it: its proof proves its statement
"""


def options(command: ArgumentParser) -> None:
    """Which claims, how hard to try, and what to keep."""
    command.add_argument("ids", nargs="*", metavar="ID", help="claims to verify (default: all)")
    command.add_argument("--stale", action="store_true", help="verify stale rows only")
    command.add_argument("--effort", default="quick", help="quick, thorough, or minutes to go on searching")
    command.add_argument("--seed", type=int, default=0, help="seed of every search and audit (default: 0)")
    jobs_option(command)
    command.add_argument(
        "--seal", action="store_true", help="I have read these claims, their words and their proofs"
    )
    command.add_argument("--write", action="store_true", help="store evidence of another effort or seed too")
    ledger_option(command)
    json_option(command)


def run(options: Namespace) -> int:
    """Refuse claims that nobody has read in this form; run the checks, compare with the ledger, keep the rows."""
    from privcausal.verify import ledger as books
    from privcausal.verify import runner
    from privcausal.verify.report import show

    effort, minutes = parse_effort(options.effort)
    check_jobs(options.jobs)
    path = books.path_of(options.ledger)
    old = books.read(path) if path.exists() else books.Ledger(effort.name, options.seed)
    if options.write and options.ids and (old.effort, old.seed) != (effort.name, options.seed):
        raise ValueError("--write of another effort or seed must cover all claims, so give no ID")
    claims = chosen_claims(options, old)
    if options.seal:
        seal(options, claims)
    if unread(claims):
        return 1
    outcome = runner.verify(
        claims,
        effort,
        seed=options.seed,
        jobs=options.jobs,
        minutes=minutes,
        progress=not options.json,
    )
    comparable = minutes is None and (old.effort, old.seed) == (effort.name, options.seed)
    notes = {name: compare(row, old.rows.get(name), comparable) for name, row in outcome.rows.items()}
    kept = bool(outcome.rows or options.stale) and (comparable or options.write or not path.exists())
    if kept:
        write(old, outcome, effort, options, path)
    show(outcome.rows.values(), notes, as_json=options.json)
    if not options.json:
        print(summary(outcome, notes, path if kept else None))
    changed = any(note.startswith(("new", "was")) for note in notes.values())
    return INTERRUPTED if outcome.interrupted else int(changed)


def chosen_claims(options: Namespace, old: "Ledger") -> "dict[str, Claim]":
    """The claims to verify."""
    from privcausal.claims import load, select
    from privcausal.verify.ledger import stale

    if not options.stale:
        return select(options.ids)
    if options.ids:
        raise ValueError("--stale chooses the claims itself, so give no ID")
    claims = load()
    return {name: claims[name] for name in stale(old, claims) if name in claims}


def seal(options: Namespace, claims: "dict[str, Claim]") -> None:
    """Remember that a person has read these claims."""
    from privcausal.claims import places
    from privcausal.verify import seals

    if not options.ids:
        raise ValueError("--seal says that you have read a claim, so name those that you have read")
    seals.seal(claims, places())


def unread(claims: "dict[str, Claim]") -> bool:
    """Say which claims are not as they were sealed, and what to do. Are there any?"""
    from privcausal.verify import seals

    broken = seals.broken(claims)
    for reason in broken.values():
        print(f"privcausal: {reason}", file=sys.stderr)
    if broken:
        print(f"privcausal: nothing was verified. {seals.advice(broken)}", file=sys.stderr)
    return bool(broken)


def parse_effort(text: str) -> "tuple[Effort, float | None]":
    """An effort by name, or quick plus a number of minutes."""
    from privcausal.verify.claim import EFFORTS, QUICK

    if text in EFFORTS:
        return EFFORTS[text], None
    try:
        minutes = float(text)
    except ValueError:
        minutes = math.nan
    if not (math.isfinite(minutes) and minutes > 0):
        raise ValueError("--effort must be quick, thorough or a positive number of minutes")
    return QUICK, minutes


def compare(row: "Row", old: "Row | None", comparable: bool) -> str:
    """The news about a row: nothing, its evidence, or its verdict."""
    if old is None:
        return "new"
    if row.badge != old.badge:
        return f"was {old.badge}"
    if comparable and row != old:
        before, now = (sum(part["cases"] for part in one.evidence) for one in (old, row))
        fewer = f", of {before:,} cases; now {now:,}" if now != before else ""
        return f"was another statement or other evidence{fewer}"
    return "" if comparable else "agrees"


def write(old: "Ledger", outcome: "Run", effort: "Effort", options: Namespace, path: Path) -> None:
    """Merge the finished rows into the ledger file, in the order of the claims, without orphans."""
    from privcausal.claims import load, places
    from privcausal.verify import freshness
    from privcausal.verify.ledger import Ledger

    merged = {**old.rows, **outcome.rows}
    order = load() if merged.keys() - old.rows.keys() else merged  # only a new row has to find its place
    rows = {name: merged[name] for name in order if name in merged and name in places()}
    now = Ledger(effort.name, options.seed, rows)
    now.write(path)
    if not options.ids and not freshness.stale(now, path, load):
        freshness.stamp(now, path)


def summary(outcome: "Run", notes: dict[str, str], path: Path | None) -> str:
    """One or two lines under the table."""
    changed = sum(note.startswith(("new", "was")) for note in notes.values())
    kept = f"kept in {short(path)}" if path else "the ledger, of another effort or seed, was left as it is"
    text = f"\n{len(notes)} of {len(outcome.claims)} claims verified, {changed} changed; {kept}"
    return text + ("\ninterrupted: the claims above are complete" if outcome.interrupted else "")


def short(path: Path) -> Path:
    """The path as seen from here, if it lies below."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
