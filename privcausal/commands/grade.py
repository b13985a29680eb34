"""Mark the reader's own library: the problems of the course."""

import os
from argparse import ArgumentParser, Namespace
from multiprocessing import get_context
from typing import Any

from privcausal.arguments import hint

EXAMPLES = """\
  python -m privcausal grade mine.py              every problem whose function is in mine.py
  python -m privcausal grade mine.py hsic         one of them
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

    problems_by_name = problems()
    unknown = [name for name in options.names if name not in problems_by_name]
    if unknown:
        raise ValueError(
            f"NAME must be one of {', '.join(problems_by_name)}{hint(unknown[0], problems_by_name)}"
        )
    if not os.path.isfile(options.file):  # of what cannot be a name Path raises, with its words
        raise ValueError("FILE must be a Python file that exists and ends in .py")
    if not options.limit > 0:
        raise ValueError(f"--limit must be positive, got {options.limit:g}")
    verdicts = {name: grade(options.file, name, options.limit) for name in options.names or problems_by_name}
    for name, fault_text in verdicts.items():
        print(f"chapter {problems_by_name[name].chapter:2}  {name:20}  {fault_text}", flush=True)
    return int(any(fault_text not in ("right", "not written yet") for fault_text in verdicts.values()))


def grade(file: str, name: str, limit: float) -> str:
    """The verdict on one answer. An endless loop, or a crash, ends with its own process."""
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
    fault_text = fault(name, written[name])
    answer_to.send(f"not right yet: {fault_text}" if fault_text else "right")
