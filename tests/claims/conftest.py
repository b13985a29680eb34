"""What the checks of changed claims share: most of what they compute is that of the claim before the change."""

from functools import lru_cache

import pytest
import sympy

from privcausal.claims.graphs.constraint_based import pruned_questions

SIMPLE = lru_cache(maxsize=None, typed=True)(sympy.simplify)
"""The remainders of a derivation: a slip changes one of them."""

GRAPHS = {}
"""What PC learns from each graph, by a way of choosing sets: no claim has a say in it."""


def learned_once(dag, choose, learn=pruned_questions.learned_at_once):
    key = dag.tobytes(), choose
    if key not in GRAPHS:
        GRAPHS[key] = learn(dag, choose)
    return GRAPHS[key]


@pytest.fixture
def each_once(monkeypatch):
    """The same expression is simplified once, and the same graph learned once, however many claims ask."""
    monkeypatch.setattr(sympy, "simplify", SIMPLE)
    monkeypatch.setattr(pruned_questions, "learned_at_once", learned_once)
