"""Where the committed results lie: the ledger and the tables of the long experiments; and the cache."""

import os
from pathlib import Path

PACKAGE = Path(__file__).parent

SHIPPED = PACKAGE / "data" / "stored"
"""A copy that setup.py puts into the wheel, so that the ledger is there without the book."""

STORED = SHIPPED if SHIPPED.is_dir() else PACKAGE.parent / "book" / "_data"


def cache() -> Path:
    """Return the folder for results that can be computed again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "privcausal"
