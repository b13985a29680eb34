"""Prices on 10,000 triples (ε, δ, rounds) beside rigorous balls: how many lie on the wrong side."""

from tests.privacy import oracle
from tests.privacy.outward_checks import QUICK

TARGETS = {f"{check.__name__}, wrong of 10,000": ("at most", 0) for check in QUICK}


def measure():
    """ε from 10⁻⁸ to 50, δ from 10⁻³⁰ to 0.9."""
    triples = oracle.triples(10_000)
    return {
        f"{check.__name__}, wrong of 10,000": sum(not check(*triple) for triple in triples) for check in QUICK
    }
