"""The results of the kernel, kept under the hash of all that they rest on: no Coq is needed to find the stale ones."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from privcausal.stored import STORED
from privcausal.verify.claim import Claim
from privcausal.verify.kernel.scripts import FIX, ProofScript, owner, rests_on, scripts, theorems_of
from privcausal.verify.ledger import Row
from privcausal.verify.teeth import PROOF_IN_WORDS

PATH = STORED / "kernel.json"
KERNEL = "kernel"
"""The strongest that a number of a claim can rest on."""

IN_PART = "kernel in part"
"""A theorem says less than the words, and its comment says how much less."""

ALLOWED = (
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
)
"""The axioms of Coq's classical real numbers. A proof that needs another is refused."""


@dataclass(frozen=True)
class Checked:
    """The kernel evidence of one claim."""

    id: str
    file: str
    outcome: str
    """`attained` where some case reaches the bound, or else `proved`."""
    numbers: dict[str, str]
    """Each number of the claim that a theorem speaks about: proved or attained."""
    theorems: dict[str, str]
    """Each theorem as Coq prints it."""
    only: str
    """What the theorems that prove the numbers say less than the words of the claim, if anything."""
    reached: str
    """What the theorems that attain them, or that are an instance, leave out; it takes nothing from the proof."""
    mutants: int
    """So many variants of the numbers broke the proof, each number made 5% bolder among them.

    The script notices every change of the number. That the variants are false is not shown by it.
    """
    axioms: list[str]
    """Those on which the theorems of its file rest together."""
    coq: str
    seconds: float
    hash: str


def read(path: Path | None = None) -> dict[str, Checked]:
    """The kernel evidence by claim; none without a file.

    >>> read(Path("no such file"))
    {}
    """
    path = path or PATH
    try:
        rows: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return {name: Checked(**row) for name, row in rows.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"cannot read the kernel's evidence {path}: {error}") from error


def write(results: Mapping[str, Checked], path: Path | None = None) -> None:
    """Write the whole file or nothing."""
    path = path or PATH
    rows = {name: asdict(results[name]) for name in sorted(results)}
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".tmp")
    draft.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    os.replace(draft, path)


def stale(
    claims: Mapping[str, Claim],
    path: Path | None = None,
    among: Mapping[str, ProofScript] | None = None,
) -> dict[str, str]:
    """The claims whose kernel evidence no longer speaks for them, each with the reason in one sentence."""
    among = scripts() if among is None else among
    kept, reasons = read(path), {}
    hashes: dict[str, str] = {}
    for name in claims:
        found, row = theorems_of(name, among), kept.get(name)
        if found and row is None:
            reasons[name] = f"{name}: a proof for the kernel exists, but no evidence of it"
        elif row and not found:
            reasons[name] = f"{name}: there is evidence of a proof by the kernel, and the proof is gone"
        elif row and found:
            file = found[0].file
            hashes[file] = hashes.get(file) or rests_on(file, claims, among)
            if hashes[file] != row.hash:
                reasons[name] = (
                    f"{name}: the kernel's evidence is stale, a formula, a definition or a proof was edited"
                )
    return {name: f"{reason}; {FIX}" for name, reason in reasons.items()}


def orphans(among: Mapping[str, ProofScript], names: Mapping[str, str]) -> Iterator[str]:
    """Theorems whose name belongs to no claim; `names` holds each claim by its name in Coq."""
    for source in among.values():
        for theorem in source.theorems:
            if owner(theorem.name) not in names:
                yield f"{source.name}: the theorem {theorem.name} bears no claim's name; is it a Lemma?"


def upheld(row: Row, checked: Checked | None) -> Row:
    """The row as a reader sees it: a number that a kernel has proved rests on that first.

    A proof of less than the words counts for its part, and the rest of the words keeps its earlier evidence: the
    row says *kernel in part*, and what the part is. Numbers that no theorem holds, such as a published one that is
    refuted, keep theirs.
    """
    if checked is None:
        return row
    rests = {
        name: _strongest(what, checked) if name in checked.numbers else what
        for name, what in row.rests_on.items()
    }
    badge = row.badge
    if "ours" in checked.numbers:
        by = f"by a {IN_PART} and a {PROOF_IN_WORDS}" if checked.only else f"by a {KERNEL}"
        badge = badge.replace(f"by a {PROOF_IN_WORDS}", by)
    return replace(row, rests_on=rests, badge=badge)


def _strongest(what: str, checked: Checked) -> str:
    """A kernel's proof of part of the words is listed with the evidence for the rest."""
    first = f"{IN_PART} (only {checked.only})" if checked.only else KERNEL
    return first if what == PROOF_IN_WORDS and not checked.only else f"{first} · {what}"
