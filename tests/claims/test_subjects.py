"""A function that says “Claim: X” is one that X's row watches over."""

import importlib
import inspect
import pkgutil
import re

import pytest

import privcausal
from privcausal.claims import load
from privcausal.verify.fingerprint import name_of, reach
from privcausal.verify.ledger import roots

CLAIMS = load()
PARTS = ("table", "privacy", "pairs", "graphs")


def promises():
    """Every public function or class of the parts, with each claim id its docstring names."""
    for info in pkgutil.walk_packages(privcausal.__path__, "privcausal."):
        if info.name.split(".")[1] not in PARTS:
            continue
        module = importlib.import_module(info.name)
        for thing in vars(module).values():
            if (inspect.isfunction(thing) or inspect.isclass(thing)) and thing.__module__ == info.name:
                line = re.search(r"^ *Claims?: (.+)$", inspect.getdoc(thing) or "", re.MULTILINE)
                for name in re.findall(r"[A-Z]-[\w-]+", line[1]) if line else ():
                    yield thing, name


@pytest.mark.parametrize(
    ("thing", "name"), list(promises()), ids=lambda value: getattr(value, "__qualname__", value)
)
def test_a_function_that_names_a_claim_is_watched_by_it(thing, name):
    where = f"{thing.__module__}.{thing.__qualname__}"
    assert name in CLAIMS, f"{where} says “Claim: {name}”, but there is no such claim"
    assert name_of(thing) in reach(*roots(CLAIMS[name])), (
        f"{where} says “Claim: {name}”, but {name} would not notice if it were edited: "
        f"add it to the claim's subjects"
    )
