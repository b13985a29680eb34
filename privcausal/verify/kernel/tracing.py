"""Coq asked for the goals of every proof: `coqc -time` shows where sentences end, `coqtop -emacs` the goals."""

import json
import os
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from privcausal.verify.kernel import goals
from privcausal.verify.kernel.compiling import ProofError, Workshop
from privcausal.verify.kernel.scripts import rests_on

PLACE = re.compile(r"^Chars (\d+) - (\d+) ", re.MULTILINE)
PROMPT = re.compile(r"<prompt>.*?</prompt>")
MESSAGE = re.compile(r"<infomsg>.*?</infomsg>", re.DOTALL)
HEAD = re.compile(r"(\d+) goals?(?: \(ID \d+\))?\n")
OTHERS = re.compile(r"\n\s*\ngoal \d+ \(ID \d+\) is:")

FORMAT = 1


def trace(name: str, shop: Workshop) -> list[tuple[int, int, int, list[str]]]:
    """For each sentence of a file: its bytes, how many goals are left after it, and the first of them."""
    shop.compile(name)
    text = shop.text_of(name)
    added = len(text.encode()) - len(shop.among[name].text.encode())
    timed = shop.path(name).with_suffix(".times").read_text(encoding="utf-8")
    places = [(int(start) - added, int(end) - added) for start, end in PLACE.findall(timed)]
    answer = shop.run(["coqtop", "-emacs", *shop.options], text)
    answers = PROMPT.split(MESSAGE.sub("", answer.stdout))[1:]
    if not len(places) <= len(answers) <= len(places) + 2:
        raise ProofError(f"{name}: {len(places)} sentences, and {len(answers)} answers of coqtop")
    return [
        (start, end, *_goal(answer))
        for (start, end), answer in zip(places, answers, strict=False)
        if start >= 0
    ]


def _goal(answer: str) -> tuple[int, list[str]]:
    """How many goals Coq lists, and the lines of the first, unless this is out of focus."""
    found = HEAD.search(answer)
    if not found:
        return 0, []
    first = OTHERS.split(answer[found.end() :], maxsplit=1)[0]
    lines = [line.removeprefix("  ").rstrip() for line in first.splitlines()]
    focused = any(line.startswith("====") for line in lines)
    return (int(found[1]), [line for line in lines if line]) if focused else (0, [])


def packed(sentences: Iterable[tuple[int, int, int, list[str]]]) -> tuple[list[str], list[list[object]]]:
    """Each different line once, because most hypotheses stay as they are from step to step.

    >>> packed([(0, 4, 1, ["x : R", "====", "x = x"]), (5, 9, 1, ["x : R", "====", "x <= x"])])
    (['x : R', '====', 'x = x', 'x <= x'], [[0, 4, 1, [0, 1, 2]], [5, 9, 1, [0, 1, 3]]])
    """
    lines: dict[str, int] = {}
    rows = [
        [start, end, left, [lines.setdefault(line, len(lines)) for line in goal]]
        for start, end, left, goal in sentences
    ]
    return list(lines), rows


def record(name: str, shop: Workshop, folder: Path | None = None) -> Path:
    """Store the goals of a file under the hash of all that it rests on."""
    lines, rows = packed(trace(name, shop))
    file = goals.path_of(name, folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    fields = {
        "format": FORMAT,
        "hash": rests_on(name, shop.claims, shop.among),
        "lines": lines,
        "sentences": rows,
    }
    draft = file.with_suffix(".tmp")
    draft.write_text(json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    os.replace(draft, file)
    goals.forget()
    return file


def record_all(
    names: Iterable[str], shop: Workshop, folder: Path | None = None, jobs: int = 1
) -> Iterator[str]:
    """Store the goals of these files, and drop those of files that are no more."""
    with ThreadPoolExecutor(jobs) as pool:
        for path in pool.map(lambda name: record(name, shop, folder), list(names)):
            yield path.stem
    for path in sorted((folder or goals.FOLDER).glob("*.json")):
        if path.stem not in shop.among:
            path.unlink()
