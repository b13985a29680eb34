"""The newer doors for `python -m tests.sweep files`: several commands after each other, on two files of one line apart.

Shares of cells, effects of all kinds, a release and what is made of it for nothing, background knowledge, several rows
of a person, and a budget file that pays. Whatever the commands print, write and draw is compared.
"""

import contextlib
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import split
from typing import Any

import numpy as np
import pytest

from privcausal.__main__ import main
from privcausal.pairs.private_direction import DirectionMethod
from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.verify.replay import Replay, replay
from tests.commands.test_hostile_files import BOTH_TOML
from tests.commands.test_replay import WRITTEN, prepared

DOORS_TOML = BOTH_TOML.replace("y = { range = [-5, 5] }", "y = { range = [-5, 5], cuts = [0, 1] }").replace(
    "z = { range = [-5, 5] }", "z = { range = [1e-300, 1.79e308], scale = 'log' }"
)
"""Numbers with and without cuts, with few and with far too many values; words with a gap."""

WIDE_TOML = "[columns]\nx = { range = [-8e307, 8e307] }\nu = { values = ['a', 'b'], missing = 'a' }"
CUTS_TOML = (
    "[columns]\n"
    + "\n".join(f"{name} = {{ range = [-5, 5], cuts = [0, 1] }}" for name in "xy")
    + "\nu = { values = ['a', 'b'] }\nv = { values = ['a', 'b', 'c'] }"
)
LOTTERY_TOML = CUTS_TOML.replace(
    "v = { values = ['a', 'b', 'c'] }", "v = { values = ['a', 'b'], missing = 'a' }"
)
DECLARED = {
    "lottery.toml": LOTTERY_TOML,
    "doors.toml": DOORS_TOML,
    "wide.toml": WIDE_TOML,
    "cuts.toml": CUTS_TOML,
}

SPENT = "--allow-weak-guarantee --epsilon 500"
SEEDED = f"{SPENT} --seed 1"
PAID = f"{SPENT} --budget paid.json --budget-epsilon 2000 --budget-delta 1e-5"
EFFECT = "effect data.csv --declare doors.toml --treatment u"

DOORS: dict[str, tuple[str, ...]] = {
    "check": (f"check data.csv --declare doors.toml {SEEDED} --report study.html",),
    "check, wide": (f"check data.csv --declare wide.toml --rows-per-person 3 {SEEDED} --json",),
    "effect": (f"{EFFECT} --outcome v --event c --adjust y {SEEDED} --report study.html",),
    "effect on a number": (f"{EFFECT} --outcome x --adjust y,v {SEEDED} --json",),
    "effect on a logarithm": (f"{EFFECT} --outcome z --randomised --rows-per-person 2 {SEEDED} --json",),
    "effect on any number": (
        f"effect data.csv --declare wide.toml --treatment u --outcome x {SEEDED} --json",
    ),
    "effect of two of three": (
        f"effect data.csv --declare doors.toml --treatment v --treated c --control a --outcome x {SEEDED}",
    ),
    "effect with an instrument": (
        "effect data.csv --declare lottery.toml --treatment v --instrument u --outcome x "
        f"--event '1 to 5' {SEEDED} --json",
    ),
    "a release and what it gives": (
        f"release data.csv --declare cuts.toml --delta 1e-6 --out release.json {SEEDED}",
        "crosstab release.json --x x --y u",
        "crosstab release.json --x x --y u --given v --json",
        "discover release.json --json --tiers u,v|x,y",
        "effect release.json --treatment u --outcome x --event '1 to 5' --adjust v --json",
    ),
    "knowledge": (
        "discover data.csv --declare cuts.toml --delta 1e-6 --method once --json --tiers v|x,y --forbidden 'v -> y' "
        f"--required 'u -> x' --report study.html {SEEDED}",
    ),
    "a budget file": (
        f"check data.csv --declare cuts.toml {PAID}",
        f"effect data.csv --declare cuts.toml --treatment u --outcome x --event '1 to 5' {PAID}",
        f"discover data.csv --declare cuts.toml --delta 1e-6 --method once {PAID} --json",
        f"correlate data.csv --x x --y y --declare cuts.toml {PAID}",
        f"effect data.csv --declare cuts.toml --treatment u --outcome x --event '1 to 5' {PAID}",
    ),
}


RNG = np.random.default_rng(0)


def _related(number: int) -> str:
    """A line in which words and numbers hang together, so that tables of three columns are released."""
    u, v = RNG.integers(2), RNG.integers(3)
    x = u + v - 1 + RNG.normal() / 2
    return f"{x:.2f},{x + RNG.normal() / 2:.2f},{number % 5 + 1},{'ab'[u]},{'abc'[v]},{'ab'[number % 2]}"


RELATED = list(map(_related, range(480)))


def pair_of(lines: list[str], place: int, other: str) -> tuple[list[str], list[str]]:
    """Two files that differ in one line: an ordinary one, or one of the hostile lines at the end."""
    whole = RELATED + lines
    where = len(whole) - 1 - place * 7 % 60
    return whole, [*whole[:where], other, *whole[where + 1 :]]


@contextlib.contextmanager
def folder_of_doors() -> Iterator[Path]:
    """That of the other commands, with declarations of its own; so few records are asked for a direction, too."""
    with prepared() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(DirectionMethod, "check_worthwhile", lambda *_: None)
        for name, text in DECLARED.items():
            (folder / name).write_text(text)
        yield folder


def replayed(folder: Path, what: str, pair: Sequence[list[str]]) -> Replay:
    """All commands of one door on both files."""
    steps = [
        [str(folder / word) if word.endswith((".toml", ".csv", *WRITTEN)) else word for word in split(step)]
        for step in DOORS[what]
    ]
    written = sorted({Path(word) for words in steps for word in words if word.endswith(WRITTEN)})

    def run(lines: list[str]) -> Any:
        for place in written:
            place.unlink(missing_ok=True)
        text = "\n".join(["x,y,z,u,v,w", *lines]) + "\n"
        (folder / "data.csv").write_bytes(text.encode(errors="surrogateescape"))
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            statuses = [main(words) for words in steps]
        # a budget file bears the time, and what it holds is printed by the commands
        files = [place.read_bytes() for place in written if place.exists() and place.name != "paid.json"]
        return statuses, out.getvalue(), err.getvalue(), files

    return replay(run, pair, intercept_draws)
