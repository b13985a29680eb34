"""The contents of the `.v` files, read without Coq: theorems, the definitions that they unfold to, imports."""

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from privcausal.stored import PACKAGE
from privcausal.verify.claim import Claim
from privcausal.verify.fingerprint import digest
from privcausal.verify.kernel.printing import definitions, mangled, mentioned, number_name

SHARED = Path(__file__).parent
"""Here lie the definitions and lemmas that all proofs share."""

CLAIMS = PACKAGE / "claims"
"""The proofs, each in the folder of its claims' module."""

COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
SENTENCE = re.compile(r"(.+?)\.(?=\s|\Z)", re.DOTALL)
NEEDS = re.compile(r"From privcausal(?:\.(\S+))? Require Import ([^.]+)\.")
TOLD = re.compile(r"\(\*\*(.*?)\*\)\s*Theorem (\w+)", re.DOTALL)
ONLY = re.compile(r"Only:(.*)", re.DOTALL)

OUTSIDE = {
    "From",
    "Import",
    "Open",
    "Definition",
    "Fixpoint",
    "Inductive",
    "Lemma",
    "Theorem",
    "Ltac",
    "Proof",
}
"""A sentence can begin with these words only: no axioms, no variables, no notations. A statement is as written."""

FORBIDDEN = re.compile(
    r"\b(admit|Admitted|give_up|Abort|Axiom|Parameter|Conjecture|bypass_check|Unset|Notation|Hypothesis|Variable)s?\b"
)
"""Words refused everywhere, also between Proof and Qed."""

DEFINING = ("Definition", "Fixpoint", "Inductive")
FIX = "run: python -m privcausal proofs"

STANDS_AFTER = re.compile(
    r"(?:->|/\\|\\/|,|=|<=|<|[-+*/^])\s*(?:(?:\b(?:exp|ln|sqrt|Rabs|Rmax|Rmin|tanh|INR|IZR)\s*)?\(\s*)*\Z"
)
"""The text before a number that is one side of a relation, or a part of it by arithmetic alone."""

ANY_SMALLER = re.compile(r"\bforall\b[^,]*\bless\b.*\bless < \Z", re.DOTALL)
"""So begins the sentence that no smaller number will do, where none is reached."""

ATTAINED = "attained"
INSTANCE = "instance"


@dataclass(frozen=True)
class Theorem:
    """A theorem that is evidence for a claim: `K_kendall`, `K_kendall_attained`, `K_kendall_published`."""

    name: str
    statement: str
    words: str
    """The comment above it, in words."""
    file: str

    @property
    def only(self) -> str:
        """What the words of the claim say beyond it, after *Only:* in its comment."""
        found = ONLY.search(self.words)
        return found[1].strip().rstrip(".") if found else ""

    def role(self, claim: str) -> str:
        """Its role for this claim: that the bound is attained, that it is about something, or that it holds."""
        rest = self.name.removeprefix(mangled(claim)).strip("_")
        return next((role for role in (ATTAINED, INSTANCE) if rest.startswith(role)), "proved")


@dataclass(frozen=True)
class ProofScript:
    """One `.v` file."""

    name: str
    """`claims.pairs.rank` or `definitions`: how Coq knows it below `privcausal`."""
    text: str

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its sentences in the order of the file, without comments."""
        return tuple(" ".join(found.split()) for found in SENTENCE.findall(COMMENT.sub(" ", self.text)))

    @cached_property
    def needs(self) -> tuple[str, ...]:
        """The files of ours that it imports."""
        found = NEEDS.findall(COMMENT.sub(" ", self.text))
        return tuple(f"{folder}.{name}".lstrip(".") for folder, names in found for name in names.split())

    @cached_property
    def defined(self) -> dict[str, str]:
        """Its definitions by name."""
        found = {}
        for sentence in self.sentences:
            head, _, rest = sentence.partition(" ")
            if head in DEFINING:
                found[re.split(r"[\s:(]", rest, maxsplit=1)[0]] = sentence
        return found

    @cached_property
    def theorems(self) -> tuple[Theorem, ...]:
        """The theorems that are proved here for a claim."""
        comments = {name: " ".join(words.split()) for words, name in TOLD.findall(self.text)}
        return tuple(
            Theorem(name, statement.strip(), comments.get(name, ""), self.name)
            for name, _, statement in (
                sentence.removeprefix("Theorem ").partition(":")
                for sentence in self.sentences
                if sentence.startswith("Theorem ")
            )
            for name in [name.strip()]
        )

    @property
    def faults(self) -> Iterator[str]:
        """Words that no proof of ours uses."""
        inside = False
        for sentence in self.sentences:
            head = sentence.split()[0]
            if word := FORBIDDEN.search(sentence):
                yield f"{self.name}: {word[0]} is not a proof ({sentence[:60]})"
            if not inside and head not in OUTSIDE:
                yield f"{self.name}: a sentence cannot begin with {head!r} ({sentence[:60]})"
            inside = head == "Proof" or (inside and head != "Qed")


@cache
def scripts() -> dict[str, ProofScript]:
    """Every file of ours by name.

    >>> "definitions" in scripts()
    True
    """
    files = {path.stem: path for path in sorted(SHARED.glob("*.v"))}
    for path in sorted(CLAIMS.rglob("*.v")):
        files[".".join(("claims", *path.relative_to(CLAIMS).with_suffix("").parts))] = path
    return {name: ProofScript(name, path.read_text(encoding="utf-8")) for name, path in files.items()}


def theorems_of(claim: str, among: Mapping[str, ProofScript] | None = None) -> tuple[Theorem, ...]:
    """The theorems that bear the name of a claim.

    >>> [theorem.name for theorem in theorems_of("K-no-such-claim")]
    []
    """
    return tuple(
        theorem
        for source in (scripts() if among is None else among).values()
        for theorem in source.theorems
        if theorem.name == mangled(claim) or theorem.name.startswith(f"{mangled(claim)}_")
        if owner(theorem.name) == mangled(claim)
    )


def owner(theorem: str) -> str:
    """The claim that a theorem is about: what its name says before the role.

    >>> owner("K_kendall_attained"), owner("B_hsic_change"), owner("K_spearman_published")
    ('K_kendall', 'B_hsic_change', 'K_spearman')
    """
    roles = "|".join((ATTAINED, INSTANCE, "published", "ours"))
    return re.sub(rf"_({roles})(_\w+)?$", "", theorem)


def needed(name: str, among: Mapping[str, ProofScript]) -> list[str]:
    """A file and all that it imports, directly or not; a file that is not ours is a generated one."""
    results, waiting = [], [name]
    while waiting:
        here = waiting.pop()
        if here not in results and here in among:
            results.append(here)
            waiting += among[here].needs
    return sorted(results)


def kernel_question(claim: Claim, among: Mapping[str, ProofScript] | None = None) -> str:
    """All that a kernel is asked about a claim: its theorems with every definition that they unfold to."""
    among = scripts() if among is None else among
    lines = []
    for theorem in theorems_of(claim.id, among):
        lines.append(f"Theorem {theorem.name} : {theorem.statement}. {theorem.words}")
        lines += unfolded(theorem, claim, among).values()
    return "\n".join(dict.fromkeys(lines))


def unfolded(theorem: Theorem, claim: Claim, among: Mapping[str, ProofScript]) -> dict[str, str]:
    """The definitions that a statement rests on, each once, as they are written."""
    defined = dict(definitions(claim))
    for name in needed(theorem.file, among):
        defined.update(among[name].defined)
    results: dict[str, str] = {}
    waiting = [theorem.statement]
    while waiting:
        for word in dict.fromkeys(re.findall(r"[A-Za-z_][\w']*", waiting.pop(0))):
            if word in defined and word not in results:
                results[word] = defined[word]
                waiting.append(defined[word])
    return results


def for_reader(claim: Claim, printed: Mapping[str, str]) -> str:
    """For a reader: each theorem as Coq prints it, under its words, and the definitions below."""
    among, lines, used = scripts(), [], dict[str, str]()
    for theorem in theorems_of(claim.id, among):
        words = textwrap.fill(theorem.words, 96, subsequent_indent="   ")
        statement = textwrap.indent(printed.get(theorem.name, theorem.statement), "  ")
        lines.append(f"(* {words} *)\nTheorem {theorem.name} :\n{statement}.\n")
        used.update(unfolded(theorem, claim, among))
    wrapped = (
        textwrap.fill(text, 100, subsequent_indent="  ") + "." * (text[-1] != ".") for text in used.values()
    )
    return "\n".join([*lines, *wrapped])


def seal_part(claim: Claim) -> str | None:
    """The digest of all that a kernel is asked about a claim, if it is asked anything."""
    text = kernel_question(claim)
    return digest(text) if text else None


def numbers_in(theorem: Theorem, claim: Claim, among: Mapping[str, ProofScript]) -> tuple[str, ...]:
    """The numbers of the claim that a theorem speaks about."""
    held = unfolded(theorem, claim, among)
    return tuple(name for name in claim.stated if number_name(claim.id, name) in held)


def reaches(statement: str, number: str) -> bool:
    """Whether the conclusion has the number on one side of =, <= or <, and not as the argument of something else.

    >>> reaches("forall x, 0 < x -> f x = exp (N x) * g x", "N"), reaches("forall x, f N = x", "N")
    (True, False)
    >>> reaches("forall x, N <= x -> f x = x", "N"), reaches("forall less, less < N -> f less", "N")
    (False, True)
    """
    for place in re.finditer(rf"(?<![\w'.]){re.escape(number)}(?![\w'])", statement):
        before = statement[: place.start()]
        if ANY_SMALLER.search(before) or (
            STANDS_AFTER.search(f", {before}") and not _assumed(statement[place.end() :])
        ):
            return True
    return False


def _assumed(after: str) -> bool:
    """Whether this is a hypothesis: an arrow follows before a bracket closes or a quantifier begins."""
    depth = 0
    for word in re.findall(r"->|[()]|\b(?:forall|exists)\b", after):
        depth += {"(": 1, ")": -1}.get(word, 0)
        if depth < 0 or (depth == 0 and word in ("forall", "exists")):
            return False
        if depth == 0 and word == "->":
            return True
    return False


def rests_on(name: str, claims: Mapping[str, Claim], among: Mapping[str, ProofScript]) -> str:
    """The hash of a file with all that it needs: other files, and the printed forms of the claims it mentions."""
    files = needed(name, among)
    named = {mangled(claim.id): claim for claim in claims.values()}
    wanted = sorted({word for file in files for word in mentioned(among[file].text)} & named.keys())
    texts = [among[file].text for file in files] + [repr(definitions(named[word])) for word in wanted]
    return digest("\n".join(texts))
