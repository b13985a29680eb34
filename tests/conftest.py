"""Hypothesis, once for all tests: `make test` draws the same examples everywhere, `make fuzz` draws new ones.

And the garbage collector: while thousands of tests are collected nothing is thrown away, and afterwards it need not
look through what stays.
"""

import gc
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import Phase, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from privcausal.pairs.private_direction import DirectionMethod
from privcausal.verify import freshness
from privcausal.verify.checks.reproducible import Reproducible

gc.disable()

HERE, NOW = (freshness.PACKAGE, freshness.STORED), freshness.sources
ONCE = cache(NOW)


def sources() -> str:
    """Each report names the hash of all our files, and this tree stays as it is while it is tested: hashed once."""
    return ONCE() if (freshness.PACKAGE, freshness.STORED) == HERE else NOW()


freshness.sources = sources


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that is named after an object's address has another name in every process that shares the work."""
    named = [item.nodeid for item in items if re.search(r" at 0x[0-9a-f]{8}", item.nodeid)]
    if named:
        raise pytest.UsageError(f"These tests have an address in their name: {named[:3]}. Leave out ids=str.")


def pytest_collection_finish() -> None:
    """All modules are loaded."""
    gc.freeze()
    gc.enable()


@pytest.fixture
def rng() -> np.random.Generator:
    """What a test draws from if it does not say otherwise: the same numbers each time."""
    return np.random.default_rng(0)


FOUND = Path(__file__).parents[1] / ".hypothesis" / "examples"
"""Where `make fuzz` keeps what it finds, and looks first in its next run."""

# The examples follow from a test's own text: not from the modules loaded beside it, nor from how fast it runs.
settings.register_profile(
    "same", derandomize=True, database=None, deadline=None, backend=Reproducible.__name__
)
settings.register_profile(
    "fuzz", derandomize=False, database=DirectoryBasedExampleDatabase(FOUND), deadline=None, print_blob=True
)
# For mutants: that an example fails is enough, it need not be a small one.
settings.register_profile("first", settings.get_profile("same"), phases=(Phase.explicit, Phase.generate))
settings.load_profile("same")  # `--hypothesis-profile=NAME` comes later and wins


@pytest.fixture(autouse=True)
def ask_for_a_direction_however_blind(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let commands answer of small tables, unless a test is about the refusal."""
    if "refused_when_blind" not in request.keywords:
        monkeypatch.setattr(DirectionMethod, "check_worthwhile", lambda *_: None)
