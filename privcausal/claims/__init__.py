"""Every claim of the book. What is claimed about a module of the library stands at the same place here.

A new module is found by itself; to add one, see CONTRIBUTING.md.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from privcausal.verify.claim import Claim

FOLDERS = ("privacy", "verify", "pairs", "graphs", "experiments")
"""In this order the ledger lists what is claimed about them."""


@cache
def modules() -> tuple[ModuleType, ...]:
    """Every module with claims, folder by folder.

    >>> modules()[0].__name__
    'privcausal.claims.privacy.above_threshold'
    """
    return tuple(module for folder in FOLDERS for module in _below(folder))


def _below(folder: str) -> Iterator[ModuleType]:
    package = import_module(f"{__name__}.{folder}")
    names = sorted(info.name for info in walk_packages(package.__path__, f"{package.__name__}."))
    yield from (module for module in map(import_module, names) if hasattr(module, "CLAIMS"))


def load() -> dict[str, Claim]:
    """All claims by id, folder by folder.

    >>> "K-kendall" in load()
    True
    """
    claims: dict[str, Claim] = {}
    for module in modules():
        for claim in module.CLAIMS:
            if claim.id in claims:
                raise ValueError(f"two claims share the id {claim.id}")
            claims[claim.id] = claim
    return claims


def select(ids: list[str]) -> dict[str, Claim]:
    """The claims with these ids, or all of them; an unknown id is a ValueError that names the nearest."""
    claims = load()
    for name in ids:
        if name not in claims:
            near = get_close_matches(name, claims, cutoff=0.5) or list(claims)
            raise ValueError(f"there is no claim {name!r}; there is {', '.join(near)}")
    return {name: claims[name] for name in ids} if ids else claims
