"""One `coqtop` that has read a compiled file: it says what the file states, and proves parts of it again."""

import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Self

from privcausal.verify.kernel.checked import ALLOWED
from privcausal.verify.kernel.compiling import ProofError, Workshop
from privcausal.verify.kernel.scripts import DEFINING, ProofScript, Theorem

PATIENCE = 60
"""Seconds for one sentence of a proof; what takes longer has not been tried."""

NOT_STATED = "not even stated"
"""So begins what Coq has against a definition or a statement: no step of a proof was tried."""

DONE = "tt\n     : unit\n"
"""Coq's answer to `ASK`, which follows everything that it is asked."""

UNIT = "Coq.Init.Datatypes.tt"
ASK = f"Check {UNIT}.\n"
NOISE = re.compile(r"<infomsg>.*?</infomsg>|<prompt>.*?</prompt>", re.DOTALL)
PREAMBLE = ("From", "Import", "Open")
STATING = {*DEFINING, "Ltac", "Lemma", "Theorem"}


@dataclass(frozen=True)
class Item:
    """A definition, or a lemma with its proof."""

    sentences: tuple[str, ...]

    @cached_property
    def words(self) -> frozenset[str]:
        """All names that it mentions."""
        return frozenset(re.findall(r"[A-Za-z_][\w']*", " ".join(self.sentences)))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that it introduces; of an inductive definition also its cases."""
        head, rest = self.sentences[0].split(maxsplit=1)
        cases = re.findall(r"(?:\||:=)\s*(\w+)", rest) if head == "Inductive" else []
        return frozenset([re.split(r"[\s:(]", rest, maxsplit=1)[0], *cases])


def items(script: ProofScript) -> Iterator[Item]:
    """What a file defines and proves, in its order; imports are left out."""
    held: list[str] = []
    for sentence in script.sentences:
        head = sentence.split()[0]
        if head in PREAMBLE and not held:
            continue
        held.append(sentence)
        if head in {*DEFINING, "Ltac", "Qed"} or sentence.endswith(" Qed"):
            yield Item(tuple(held))
            held = []


def dependent(script: ProofScript, changed: Iterable[str]) -> list[Item]:
    """The items of a file that mention a changed name, or an item that does, in their order.

    >>> text = "Definition a := b. Definition c := 1. Lemma l : a = a. Proof. easy. Qed."
    >>> [sorted(item.names) for item in dependent(ProofScript("t", text), ["b"])]
    [['a'], ['l']]
    """
    names, found = set(changed), []
    for item in items(script):
        if item.words & names:
            names |= item.names
            found.append(item)
    return found


def behind(script: ProofScript, theorems: Iterable[str]) -> list[Item]:
    """These theorems of a file and all its items on which they rest, in their order.

    >>> text = "Definition a := b. Lemma l : a = a. Proof. easy. Qed. Lemma k : 1 = 1. Proof. easy. Qed."
    >>> [sorted(item.names) for item in behind(ProofScript("t", text), ["l"])]
    [['a'], ['l']]
    """
    names, found = set(theorems), []
    for item in reversed(list(items(script))):
        if item.names & names:
            names |= item.words
            found.append(item)
    return found[::-1]


@dataclass
class Session:
    """One `coqtop` that has read a compiled file, and is asked to prove things again."""

    shop: Workshop
    file: str

    def __enter__(self) -> Self:
        self.shop.compile(self.file)
        self.process = subprocess.Popen(
            ["coqtop", "-emacs", *self.shop.options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.shop.folder,
        )
        for line in [*self.shop.opening(self.file), f"Set Default Timeout {PATIENCE}"]:
            if why := self.objection(line):
                raise ProofError(f"{self.file}: {why}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(self, sentence: str) -> str:
        """What Coq answers to one sentence."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{sentence}.\n{ASK}")
        self.process.stdin.flush()
        answer = ""
        while not answer.endswith(DONE):
            line = self.process.stdout.readline()
            if not line:
                raise ProofError(f"{self.file}: coqtop stopped: {answer[-500:]}")
            answer += line
        return NOISE.sub("", answer.removesuffix(DONE))

    def objection(self, sentence: str) -> str:
        """What Coq has against a sentence; an empty text if it accepts it."""
        answer = self.ask(sentence)
        place = answer.find("Error:")
        return " ".join(answer[place:].split())[:500] if place >= 0 else ""

    def fails(self, changed: Mapping[str, str], theorems: Iterable[str]) -> str:
        """Why these theorems fail under these definitions, which take the place of those of the same names.

        What else depends on the definitions is not read, so that no other theorem can fail in their place.
        """
        self.objection(f"Definition anchor := {UNIT}")
        sentences, script = [text.removesuffix(".") for text in changed.values()], self.shop.among[self.file]
        wanted = behind(script, theorems)
        for item in dependent(script, changed):
            sentences += item.sentences if item in wanted else ()
        why = next(filter(None, map(self._refusal, sentences)), "")
        self.objection("Abort All")
        if left := self.objection("Reset anchor"):
            raise ProofError(f"{self.file}: {left}")
        return why

    def _refusal(self, sentence: str) -> str:
        """Coq's objection to a sentence of a file; it says so if this is not a step of a proof."""
        why, head = self.objection(sentence), sentence.split()[0]
        return f"{NOT_STATED}: {why}" if why and head in STATING else why

    def printed(self, theorem: Theorem) -> str:
        """A theorem as Coq prints it."""
        answer = self.ask(f"Check {theorem.name}").partition(f"{theorem.name}\n     : ")[2]
        return re.sub(r"\n {7}", "\n", answer.strip())

    @cached_property
    def axioms(self) -> list[str]:
        """The axioms on which the theorems of the file rest together; each must be allowed."""
        names = ", ".join(theorem.name for theorem in self.shop.among[self.file].theorems)
        if why := self.objection(f"Definition asked_together := ({names}, {UNIT})"):
            raise ProofError(f"{self.file}: {why}")
        found = {self.located(name) for name in listed(self.ask("Print Assumptions asked_together"))}
        if strange := sorted(found - set(ALLOWED)):
            raise ProofError(f"{self.file}: rests on the axioms {', '.join(strange)}, which are not allowed")
        return sorted(found)

    def located(self, name: str) -> str:
        """The name of an axiom with that of its file, wherever Coq prints it without."""
        found = re.search(r"Constant (\S+)", self.ask(f"Locate {name}"))
        return ".".join((found[1] if found else name).split(".")[-2:])


def listed(answer: str) -> set[str]:
    """The axioms in what Coq answers to `Print Assumptions`.

    >>> sorted(listed("Axioms:\\nClassical_Prop.classic : forall P : Prop, P\\n"))
    ['Classical_Prop.classic']
    >>> listed("Closed under the global context")
    set()
    """
    head, _, rest = answer.strip().partition("\n")
    if head == "Closed under the global context":
        return set()
    if head != "Axioms:":
        raise ProofError(f"no answer about axioms: {answer[:500]}")
    return set(re.findall(r"^([\w.]+)\s*:", rest, re.MULTILINE))
