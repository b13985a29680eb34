"""The commands about claims: verify, ledger, witness."""

import json
import math
import sys
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from privcausal.claims import load, select
from privcausal.verify import ledger as books
from privcausal.verify.claim import EFFORTS, QUICK, Effort
from privcausal.verify.report import replay, table, witness_text, worst_evidence
from privcausal.verify.runner import Run
from privcausal.verify.runner import verify as run_checks

INTERRUPTED = 130


def verify(options: Namespace) -> int:
    """Run the checks, compare with the ledger, keep the rows, and say what changed."""
    claims = select(options.ids)
    effort, minutes = parse_effort(options.effort)
    if options.jobs == 0 or options.jobs < -1:
        raise ValueError(f"--jobs must be a positive number, or -1 for all cores, got {options.jobs}")
    path = ledger_path(options)
    old = books.read(path) if path.exists() else books.Ledger(effort.name, options.seed)
    run = run_checks(
        claims, effort, seed=options.seed, jobs=options.jobs, minutes=minutes, progress=not options.json
    )
    comparable = minutes is None and (old.effort, old.seed) == (effort.name, options.seed)
    notes = {name: compare(row, old.rows.get(name), comparable) for name, row in run.rows.items()}
    kept = bool(run.rows) and (comparable or options.write or not path.exists())
    if kept:
        write(old, run, effort, options, path)
    show(run.rows.values(), notes, options.json)
    if not options.json:
        print(summary(run, notes, path if kept else None))
    return (
        INTERRUPTED
        if run.interrupted
        else int(any(note.startswith(("new", "was")) for note in notes.values()))
    )


def ledger_path(options: Namespace) -> Path:
    """The ledger named on the command line, or the book's."""
    return Path(options.ledger) if options.ledger else books.PATH


def parse_effort(text: str) -> tuple[Effort, float | None]:
    """An effort by name, or quick plus a number of minutes."""
    if text in EFFORTS:
        return EFFORTS[text], None
    try:
        minutes = float(text)
    except ValueError:
        minutes = math.nan
    if not (math.isfinite(minutes) and minutes > 0):
        raise ValueError(f"--effort must be quick, thorough or a positive number of minutes, got {text!r}")
    return QUICK, minutes


def compare(row: books.Row, old: books.Row | None, comparable: bool) -> str:
    """What is new about a row: nothing, its evidence, or its verdict."""
    if old is None:
        return "new"
    if row.badge != old.badge:
        return f"was {old.badge}"
    if comparable and row != old:
        return "was another statement or other evidence"
    return "" if comparable else "agrees"


def write(old: books.Ledger, run: Run, effort: Effort, options: Namespace, path: Path) -> None:
    """Merge the finished rows into the ledger file, in the order of the book, without orphans."""
    if options.write and options.ids and (old.effort, old.seed) != (effort.name, options.seed):
        raise ValueError("--write of another effort or seed must cover all claims, so give no ID")
    merged = {**old.rows, **run.rows}
    rows = {name: merged[name] for name in load() if name in merged}
    books.Ledger(effort.name, options.seed, rows).write(path)


def summary(run: Run, notes: dict[str, str], path: Path | None) -> str:
    """One or two lines under the table."""
    changed = sum(note.startswith(("new", "was")) for note in notes.values())
    kept = f"kept in {short(path)}" if path else "the ledger, of another effort or seed, was left as it is"
    text = f"\n{len(notes)} of {len(run.claims)} claims verified, {changed} changed; {kept}"
    return text + ("\ninterrupted: the claims above are complete" if run.interrupted else "")


def short(path: Path) -> Path:
    """The path as seen from here, if it lies below."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def ledger(options: Namespace) -> int:
    """Print the committed ledger and mark stale rows."""
    current = books.read(ledger_path(options))
    reasons = books.stale(current, load())
    show(current.rows.values(), dict.fromkeys(reasons, "stale"), options.json)
    for reason in reasons.values():
        print(reason, file=sys.stderr)
    return int(bool(reasons))


def show(rows: Iterable[books.Row], notes: dict[str, str], as_json: bool) -> None:
    """Print rows as a table or as JSON."""
    if as_json:
        noted = [{**asdict(row), "note": notes.get(row.id, "")} for row in rows]
        print(json.dumps(noted, ensure_ascii=False))
    else:
        print(table(rows, notes))


def witness(options: Namespace) -> int:
    """Print the worst stored pair of a claim and compute its numbers anew."""
    claim = select([options.id])[options.id]
    row = books.read(ledger_path(options)).rows.get(options.id)
    if row is None:
        raise ValueError(
            f"the ledger has no row {options.id} yet; run: python -m privcausal verify {options.id}"
        )
    entry = worst_evidence(row)
    if entry is None:
        print(
            f"{row.id}  {row.title}\nverdict {row.badge}; its evidence is a derivation, which has no witness"
        )
        return 0
    again = replay(claim, entry)
    print(witness_text(row, entry, again))
    return int(again is not None and again != entry["attained"])
