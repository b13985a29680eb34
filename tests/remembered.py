"""What long runs have found out, kept in .scratch/ from one run to the next."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SCRATCH = Path(".scratch")


class Remembered(dict[str, Any]):
    """A dictionary that is written to its file whenever something is added."""

    def __init__(self, name: str) -> None:
        self.path = SCRATCH / name
        super().__init__(json.loads(self.path.read_text()) if self.path.exists() else {})

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key, value)
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text(json.dumps(self, indent=1))


def digest(paths: Iterable[Path | str], *words: str) -> str:
    """Of files and words: what was found out before holds while they are the same."""
    texts = [*words, *(Path(path).read_text(encoding="utf-8") for path in paths)]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def library() -> list[Path]:
    """The library without its claims."""
    return [path for path in sorted(Path("privcausal").rglob("*.py")) if "claims" not in path.parts]
