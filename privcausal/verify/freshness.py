"""Which rows are stale, without loading every claim: the answer is remembered for the sources that it was found for.

To ask whether a row is still valid for its claim means to load all claims and to hash their dependencies: ten seconds.
The answer depends only on the files of the package, the stored tables and the hashes in the rows. It is therefore kept
under a key of all these: by this machine in the user's cache and, if no row is stale, in a stamp next to the ledger
that travels with it. Any edit, even of a comment, makes a new key, and the question is asked again.
"""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from privcausal.stored import PACKAGE, SHIPPED, STORED, cache
from privcausal.verify import ledger as books
from privcausal.verify.claim import Claim
from privcausal.verify.fingerprint import digest
from privcausal.verify.ledger import Ledger

KEPT = 20
"""So many answers are remembered."""


def stale(ledger: Ledger, path: Path, load: Callable[[], dict[str, Claim]]) -> dict[str, str]:
    """What `ledger.stale` says about the rows at this path; claims are loaded only if it is not known."""
    key = key_of(ledger)
    if key in _read(stamp_of(path)).split():
        return {}
    remembered = _remembered()
    if key not in remembered:
        remembered[key] = books.stale(ledger, load())
        _remember(remembered)
    return remembered[key]


def stamp(ledger: Ledger, path: Path) -> None:
    """Record next to the ledger that none of its rows is stale."""
    stamp_of(path).write_text(f"{key_of(ledger)}\n", encoding="utf-8")


def stamp_of(path: Path) -> Path:
    """The file with the stamp of a ledger."""
    return path.with_suffix(".stamp")


def key_of(ledger: Ledger) -> str:
    """Covers everything that the answer depends on."""
    rows = [(row.id, row.statement_hash, row.code_hash) for row in ledger.rows.values()]
    return digest(f"{sources()} {rows}")


def sources() -> str:
    """A hash of every file that a claim can rest on, the same in a working copy and in an installed package."""
    kept = [file for file in (PACKAGE / "data").rglob("*") if SHIPPED not in file.parents]
    files = [(PACKAGE, file) for file in (*PACKAGE.rglob("*.py"), *kept)]
    files += [(STORED, file) for file in (STORED / "experiments").glob("*")]
    results = {file.relative_to(root).as_posix(): file for root, file in files if file.is_file()}
    whole = hashlib.sha256()
    for name in sorted(name for name in results if "__pycache__" not in name):
        whole.update(f"{name} {hashlib.sha256(results[name].read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def _remembered() -> dict[str, dict[str, str]]:
    try:
        answers = json.loads(_read(cache() / "stale.json") or "{}")
    except ValueError:
        return {}
    return answers if isinstance(answers, dict) else {}


def _remember(answers: dict[str, dict[str, str]]) -> None:
    """Keep the latest answers; a home that cannot be written to remembers nothing."""
    file = cache() / "stale.json"
    draft = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(dict(list(answers.items())[-KEPT:])), encoding="utf-8")
        os.replace(draft, file)
    except OSError:
        pass


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return ""
