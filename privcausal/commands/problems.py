"""Mark the reader's own library: the problems of the course."""

from argparse import ArgumentParser, Namespace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

EXAMPLES = """\
  python -m privcausal problems mine.py              every problem whose function stands in mine.py
  python -m privcausal problems mine.py hsic         one of them
"""

LIMIT = 60
"""Seconds after which an answer is too slow: all of the book's solutions together take less."""


def options(command: ArgumentParser) -> None:
    """Which file, and which problems."""
    command.add_argument(
        "file", metavar="FILE", help="a Python file with the functions that the chapters ask for"
    )
    command.add_argument("names", nargs="*", metavar="NAME", help="which problems (default: all)")
    command.add_argument(
        "--limit", type=float, default=LIMIT, metavar="SECONDS", help="per problem (default: 60)"
    )


def run(options: Namespace) -> int:
    """Mark one problem after the other, each in a process of its own; 1 if any answer is wrong."""
    from privcausal.course.check import problems

    known = problems()
    unknown = [name for name in options.names if name not in known]
    if unknown:
        raise ValueError(f"NAME must be one of {', '.join(known)}, got {unknown[0]!r}")
    if not Path(options.file).is_file():
        raise ValueError(f"FILE must name a Python file, got {options.file!r}")
    if not options.limit > 0:
        raise ValueError(f"--limit must be positive, got {options.limit!r}")
    told = {name: marked(options.file, name, options.limit) for name in options.names or known}
    for name, said in told.items():
        print(f"chapter {known[name].chapter:2}  {name:20}  {said}", flush=True)
    return int(any(said not in ("right", "not written yet") for said in told.values()))


def marked(file: str, name: str, limit: float) -> str:
    """What is said of one answer. An endless loop, or a crash, ends with its own process."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_mark, args=(file, name, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        return str(ours.recv()) if ours.poll(limit) else f"too slow: more than {limit:g} seconds"
    except EOFError:
        return "it stops the whole program"
    finally:
        process.kill()
        process.join()


def _mark(file: str, name: str, answer_to: Any) -> None:
    """In the other process: read the file, and judge."""
    from runpy import run_path

    from privcausal.course.check import fault

    try:
        written = run_path(file)
    except Exception as error:
        answer_to.send(f"the file stops with {type(error).__name__}: {error}")
        return
    if name not in written:
        answer_to.send("not written yet")
        return
    said = fault(name, written[name])
    answer_to.send(f"not right yet: {said}" if said else "right")
