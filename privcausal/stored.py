"""Where the committed results lie: the ledger and the tables of the long experiments; and what may be remembered."""

import os
from pathlib import Path

PACKAGE = Path(__file__).parent

SHIPPED = PACKAGE / "data" / "stored"
"""A copy that setup.py puts into what is built, so that the ledger is there without the book."""

STORED = SHIPPED if SHIPPED.is_dir() else PACKAGE.parent / "book" / "_data"


def cache() -> Path:
    """The folder in which this package may keep what can be computed again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "privcausal"
