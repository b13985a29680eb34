"""Every claim of the book. The claims about a module of the library are in the module of the same name here.

A new module is found by itself; to add one, see CONTRIBUTING.md. It reads from top to bottom: what the claim is
attacked with, and then the claim. The words of a claim come by name from `privcausal.verify`, the engines from
`privcausal.verify.checks`. Whoever needs three names or more of another module imports that module: `from
privcausal.claims.pairs import ridge`, then `ridge.train`. `space` makes what a search looks through, `worlds` and
`each` the worlds of a check, `mutant` a check that does one thing wrongly, and `by_us` a claim that no source makes.
A check hands a function those parameters of a world that the function names, so that wrong variants are written where
they are used, as `partial(change, times=2)`. A source is a value of `sources` that is called with a place in it:
`**KUSNER("Theorem 5")` says whose sentence a claim is, and how well it can be read.
"""

import re
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from privcausal.verify.claim import Claim

FOLDERS = ("privacy", "verify", "table", "pairs", "graphs", "effects", "experiments")
"""The order in which the ledger lists the claims about them."""

ID = re.compile(r'\bid="([^"]+)"')
"""How a claim spells its id, so that it is found without being loaded."""


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
    if not ids:
        return load()
    for name in ids:
        if name not in places():
            near = get_close_matches(name, places(), cutoff=0.5) or list(places())
            raise ValueError(f"no claim has this ID; similar ones: {', '.join(near)}")
    held = {claim.id: claim for name in ids for claim in import_module(places()[name]).CLAIMS}
    return {name: held[name] for name in ids}


@cache
def places() -> dict[str, str]:
    """The module of each claim, read off the text of the modules: loading all of them takes many seconds.

    >>> places()["K-kendall"]
    'privcausal.claims.pairs.rank'
    """
    return {name: module for module, path in _files().items() for name in ID.findall(path.read_text("utf-8"))}


@cache
def modules() -> tuple[ModuleType, ...]:
    """Every module with claims, folder by folder.

    >>> modules()[0].__name__
    'privcausal.claims.privacy.above_threshold'
    """
    return tuple(module for module in map(import_module, _files()) if hasattr(module, "CLAIMS"))


def _files() -> dict[str, Path]:
    """Return the files that can hold claims, by the names of their modules."""
    here = Path(__file__).parent
    results = {}
    for folder in FOLDERS:
        files = {
            ".".join(file.relative_to(here).with_suffix("").parts): file
            for file in (here / folder).rglob("*.py")
        }
        results.update(
            {f"{__name__}.{name}": files[name] for name in sorted(files) if not name.endswith("__init__")}
        )
    return results
