"""Every claim of the book, one module per source. To add one, see CONTRIBUTING.md."""

from privcausal.claims.kusner import noise as kusner_noise
from privcausal.claims.kusner import ranks as kusner_ranks
from privcausal.verify.claim import Claim

MODULES = (kusner_ranks, kusner_noise)
"""In the order of the book."""


def load() -> dict[str, Claim]:
    """All claims by id, in the order of the book.

    >>> "K-kendall" in load()
    True
    """
    claims: dict[str, Claim] = {}
    for module in MODULES:
        for claim in module.CLAIMS:
            if claim.id in claims:
                raise ValueError(f"two claims share the id {claim.id}")
            claims[claim.id] = claim
    return claims


def select(ids: list[str]) -> dict[str, Claim]:
    """The claims with these ids, or all of them; an unknown id is a ValueError that lists the near ones."""
    claims = load()
    for name in ids:
        if name not in claims:
            near = [known for known in claims if known.split("-")[0] == name.split("-")[0]] or list(claims)
            raise ValueError(f"there is no claim {name!r}; there are {', '.join(near)}")
    return {name: claims[name] for name in ids} if ids else claims
