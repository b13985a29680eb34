"""A seal says that a person has read the words of a claim, its numbers and its proof against each other.

A check compares numbers, and no machine reads a sentence or a proof in words; a kernel proves the formula that it is
given, and does not know whether the sentence says the same. Everything that was read is therefore remembered as
digests: of the words, the numbers, the proof, and the kernel's question with every definition that it unfolds to. When
a letter of the statement, one of its numbers, a line of its proof or of such a definition changes, the seal is broken:
`verify` stops and the book is not built, until somebody has read the claim again and says so with `--seal`.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from privcausal.stored import PACKAGE, STORED
from privcausal.verify.claim import Claim, evaluate
from privcausal.verify.fingerprint import digest
from privcausal.verify.kernel.scripts import seal_part
from privcausal.verify.ledger import show_number, statement_hash

PATH = STORED / "seals.json"

CHAPTERS = PACKAGE.parent / "notebooks"
"""Here proofs are written; an installed package has none, and there its seals cover words and numbers only."""

PROOF = re.compile(
    r"^\((proof-[\w-]+)\)=\n(?P<fence>:{3,}|`{3,})\{prf:proof\}\n(.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL
)

TEXT_CELL = re.compile(r"^# %% \[markdown\][^\n]*\n(.*?)(?=^# %%|\Z)", re.MULTILINE | re.DOTALL)
"""The prose of a chapter: a proof inside code is shown to no reader."""

PARTS = {
    "words": "its words",
    "numbers": "its numbers",
    "proof": "its proof",
    "kernel": "its question to the kernel",
}

Seal = dict[str, str]
"""A digest of each part."""


def seal_of(claim: Claim) -> Seal:
    """What a person who reads this claim has before their eyes."""
    results = {"words": _words(claim), "numbers": _numbers(claim)}
    if (text := proofs().get(claim.proof or "")) is not None:
        results["proof"] = digest(text)
    if (asked := seal_part(claim)) is not None:
        results["kernel"] = asked
    return results


def _words(claim: Claim) -> str:
    """Everything that is said, as it is written and as it is printed."""
    formulas = {name: formula.text for name, formula in claim.stated.items()}
    template = (claim.definition, claim.statement, claim.sense.value, sorted(formulas.items()))
    return digest(repr((statement_hash(claim), *template, claim.quantities)))


def _numbers(claim: Claim) -> str:
    """The values of the formulas in the checked worlds: a function of the library inside one can be edited too."""
    worlds = [claim.at, *(world for check in claim.checks for world in getattr(check, "worlds", ()))]
    return digest(repr([(str(world), *_values(claim, world)) for world in worlds]))


def _values(claim: Claim, world: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, formula in sorted(claim.stated.items()):
        try:
            yield name, show_number(evaluate(formula, dict(world)))
        except (LookupError, ArithmeticError, ValueError, TypeError):
            continue  # this formula speaks about other quantities than this world


@cache
def proofs() -> dict[str, str]:
    """Each proof of the book by its label, wherever its lines are broken; a label has one proof."""
    results: dict[str, str] = {}
    places: dict[str, str] = {}
    for file in sorted(CHAPTERS.glob("*.py")):
        said = "\n".join(TEXT_CELL.findall(file.read_text(encoding="utf-8")))
        for label, _, proof in PROOF.findall(said):
            if label in results:
                raise ValueError(
                    f"{file.name}: the proof {label} is twice in the book, and first in {places[label]}; "
                    "a claim by us needs another id, any other proof another label"
                )
            places[label] = file.name
            results[label] = " ".join(proof.split())
    return results


def read(path: Path | None = None) -> dict[str, Seal]:
    """All seals by claim; a ValueError names the fault of the file."""
    path = path or PATH
    try:
        seals: dict[str, Seal] = json.loads(path.read_text(encoding="utf-8"))
        return {name: dict(parts) for name, parts in seals.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"cannot read the seals {path}: {error}") from error


def broken(claims: Mapping[str, Claim], path: Path | None = None) -> dict[str, str]:
    """The claims that nobody has read in their present form, each with its fault and the remedy."""
    seals = read(path)
    results = {name: fault(seals.get(name), seal_of(claim)) for name, claim in claims.items()}
    return {name: f"{name}: {sentence}" for name, sentence in results.items() if sentence}


def fault(sealed: Seal | None, found: Seal) -> str:
    """The fault of a seal, or nothing.

    >>> fault({"words": "a", "numbers": "b", "proof": "c"}, {"words": "a", "numbers": "b", "proof": "d"})
    'its proof changed since the seal (c, now d)'
    >>> fault({"words": "a", "numbers": "b"}, {"words": "a", "numbers": "b"})
    ''
    """
    if sealed is None:
        return "it is not sealed: nobody has read its words against its checks and its proof"
    parts = PARTS if proofs() else found  # an installed package has no chapters
    return "; ".join(
        f"{PARTS[part]} changed since the seal ({sealed.get(part, 'nothing')}, now {found.get(part, 'nothing')})"
        for part in parts
        if found.get(part) != sealed.get(part)
    )


def advice(names: Iterable[str]) -> str:
    """What to do about broken seals."""
    return (
        "Read each against its checks and its proof: does the proof prove this very statement? "
        f"If so: python -m privcausal verify {' '.join(names)} --seal"
    )


def seal(claims: Mapping[str, Claim], known: Iterable[str], path: Path | None = None) -> None:
    """Remember that these claims have been read in their present form; seals of deleted claims are dropped."""
    path, kept = path or PATH, set(known)
    seals = {**read(path), **{name: seal_of(claim) for name, claim in claims.items()}}
    lines = [f" {json.dumps(name)}: {json.dumps(seals[name])}" for name in sorted(seals) if name in kept]
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".tmp")
    draft.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    os.replace(draft, path)
