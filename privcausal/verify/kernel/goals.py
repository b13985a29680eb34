"""The goals of a proof after each of its steps, as Coq showed them: stored, so that the book is built without Coq."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from privcausal.stored import PACKAGE
from privcausal.verify.claim import Claim
from privcausal.verify.kernel.printing import mangled
from privcausal.verify.kernel.scripts import FIX, ProofScript, Theorem, owner, rests_on, scripts

FOLDER = PACKAGE.parent / "book" / "_goals"
"""One file for each `.v`. They lie with the book, because only its pages show them."""

CHECKOUT = PACKAGE.parent / "notebooks"
"""An installed package has no pages, and therefore no goals."""

SCRIPT = re.compile(r"\A\s*(?:Lemma|Theorem)\s+([\w']+)\s*:\s*(.*)\.\Z", re.DOTALL)
COMMENT_BEFORE = re.compile(r"\(\*+((?:(?!\*\)).)*)\*\)\s*\Z", re.DOTALL)
SECTION = re.compile(r"\A[\s-]*-{2,}")
"""A comment such as `---- Kendall ----` heads a part of a file, and describes no lemma."""


@dataclass(frozen=True)
class GoalStep:
    """One sentence of a proof, and the goals after it."""

    sentence: str
    words: str
    """The comment before it, which says the same step in words; often empty."""
    goal: tuple[str, ...]
    """The lines of the first goal: hypotheses, a line of `=`, the conclusion; none where a goal was proved."""
    open: int
    """So many goals are left, counting those that are out of focus as none."""

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The hypotheses, one line each; the lines of a long one belong together."""
        return _joined(self.goal[: self._bar])

    @property
    def conclusion(self) -> str:
        """The statement to prove here."""
        return "\n".join(self.goal[self._bar + 1 :])

    def fresh(self, before: Iterable[str]) -> tuple[str, ...]:
        """The hypotheses that this step brought: those that were not there before it."""
        known = set(before)
        return tuple(line for line in self.hypotheses if line not in known)

    @property
    def _bar(self) -> int:
        return next((place for place, line in enumerate(self.goal) if line.startswith("====")), 0)


def _joined(lines: Sequence[str]) -> tuple[str, ...]:
    """Coq indents the further lines of a long hypothesis."""
    results: list[str] = []
    for line in lines:
        if line.startswith("  ") and results:
            results[-1] += "\n" + line
        else:
            results.append(line)
    return tuple(results)


@dataclass(frozen=True)
class SteppedProof:
    """One lemma or theorem with the steps of its proof."""

    name: str
    statement: str
    words: str
    steps: tuple[GoalStep, ...]


def path_of(name: str, folder: Path | None = None) -> Path:
    """Where the goals of a `.v` file lie."""
    return (folder or FOLDER) / f"{name}.json"


@cache
def _stored(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {"hash": "", "lines": [], "sentences": []}
    except ValueError as error:
        raise ValueError(f"cannot read the goals of a proof {path.name}: {error}") from error
    return found


def forget() -> None:
    """Read the stored goals again, after they were written."""
    _stored.cache_clear()


def read(
    name: str, among: Mapping[str, ProofScript] | None = None, folder: Path | None = None
) -> tuple[SteppedProof, ...]:
    """The proofs of a `.v` file in its order, each with its steps; none where nothing is stored."""
    found = _stored(path_of(name, folder))
    source = (scripts() if among is None else among)[name].text.encode()
    sentences = [
        (source[start:end].decode(), _comment(source[:start].decode()), left, lines)
        for start, end, left, lines in found["sentences"]
    ]
    return tuple(_scripts(sentences, found["lines"]))


def _comment(before: str) -> str:
    """The comment directly before a sentence, unless it heads a part of the file."""
    match = COMMENT_BEFORE.search(before)
    return "" if match is None or SECTION.match(match[1]) else " ".join(match[1].split())


def _scripts(
    sentences: Sequence[tuple[str, str, int, list[int]]], lines: Sequence[str]
) -> Iterator[SteppedProof]:
    head: tuple[str, str, str] | None = None
    steps: list[GoalStep] = []
    marks = said = ""
    for sentence, words, left, goal in sentences:
        if match := SCRIPT.match(sentence):
            head, steps, marks = (match[1], match[2], words), [], ""
        elif sentence == "Qed." and head:
            yield SteppedProof(*head, tuple(steps))
            head = None
        elif head and sentence != "Proof.":
            said = said or words
            if sentence == "}" and steps:  # a brace closes the sentence before it
                steps[-1] = replace(steps[-1], sentence=f"{steps[-1].sentence} }}")
                continue
            if re.fullmatch(r"[-+*{]+", sentence):  # a bullet belongs to the sentence that it opens
                marks += sentence + " "
                continue
            steps.append(GoalStep(marks + sentence, said, tuple(lines[place] for place in goal), left))
            marks = said = ""


def needed_for(theorems: Iterable[Theorem], scripts_of_file: Sequence[SteppedProof]) -> list[SteppedProof]:
    """Theorems of one file after the lemmas of this file that they rest on, directly or not."""
    by_name = {script.name: script for script in scripts_of_file}
    wanted, waiting = set[str](), [theorem.name for theorem in theorems]
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in wanted:
            wanted.add(name)
            for step in by_name[name].steps:
                waiting += re.findall(r"[A-Za-z_][\w']*", step.sentence)
    return [script for script in scripts_of_file if script.name in wanted]


def stale(
    claims: Mapping[str, Claim],
    among: Mapping[str, ProofScript] | None = None,
    folder: Path | None = None,
) -> dict[str, str]:
    """The `.v` files about these claims whose stored goals are not those of the present file, with reasons."""
    if not CHECKOUT.is_dir():
        return {}
    among, named, results = scripts() if among is None else among, set(map(mangled, claims)), {}
    for name, source in among.items():
        if any(owner(theorem.name) not in named for theorem in source.theorems):
            continue
        found = _stored(path_of(name, folder))["hash"]
        if not found:
            results[name] = f"{name}.v: the goals of its proofs are not stored"
        elif found != rests_on(name, claims, among):
            results[name] = f"{name}.v: the goals that its page would show are stale"
    return {name: f"{reason}; {FIX}" for name, reason in results.items()}
