"""The plan of the house: no import goes round in a circle, and none goes upward."""

import ast
from functools import cache
from graphlib import TopologicalSorter

import pytest

from tests.test_defined_once import TREES

FLOORS = (
    {"arrays", "arguments", "digits"},
    {"plots", "stored", "privacy", "table", "data"},
    {"answer", "graphs.structure", "pairs", "verify"},
    {"graphs.models", "graphs.score_based", "graphs.method"},
    {"graphs.independence"},
    {"graphs.constraint_based"},
    {"graphs.ask_once"},
    {"graphs.methods"},
    {"graphs"},
    {"effects"},
    {"experiments", "forecast", "course", "published", "two_columns", "data_check"},
    {"claims", "explorers", "payment"},
    {"report"},
    {"api"},
    {"commands"},
    {"__main__"},
)
"""From the ground up: a room may import from lower floors, and from itself."""

HEIGHT = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

PARTS = {room for room in HEIGHT if room.split(".")[0] in ("privacy", "table", "pairs", "graphs", "effects")}


FILES = {
    ".".join(file.with_suffix("").parts).removesuffix("__init__").rstrip("."): tree
    for file, tree in TREES.items()
}
"""Every module of the library by its dotted name, without the package's own."""


def imported(node, everywhere):
    """The library's modules that a syntax tree imports at its top, or `everywhere` also inside its functions."""
    for child in ast.iter_child_nodes(node):
        for_types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        if for_types or (isinstance(child, ast.FunctionDef) and not everywhere):
            continue
        if isinstance(child, ast.ImportFrom) and f"{child.module}.".startswith("privcausal."):
            module = child.module.removeprefix("privcausal").lstrip(".")
            for alias in child.names:
                inner = f"{module}.{alias.name}".lstrip(".")
                yield inner if inner in FILES else module
        elif isinstance(child, ast.Import):
            yield from (
                alias.name.removeprefix("privcausal.") for alias in child.names if "privcausal." in alias.name
            )
        else:
            yield from imported(child, everywhere)


@cache
def wanted(name, *, everywhere):
    """The other modules that one module imports."""
    return set(imported(FILES[name], everywhere)) - {name, ""}


FURNITURE = {
    **dict.fromkeys(
        ("graphs.expected_f1", "graphs.kinds", "graphs.learned", "graphs.levels", "graphs.method"),
        "graphs.method",
    ),
    **dict.fromkeys(("graphs.pair_status", "graphs.power"), "graphs.constraint_based"),
    **dict.fromkeys(("graphs.edge_confidence", "graphs.vote_confidence"), "graphs.methods"),
}
"""Modules of `graphs` that serve one of its rooms."""


def room(name):
    """`graphs` has rooms of its own; every other folder is one."""
    if name in FURNITURE:
        return FURNITURE[name]
    parts = name.split(".")
    return ".".join(parts[:2]) if parts[0] == "graphs" and len(parts) > 2 else parts[0]


def test_imports_do_not_go_round():
    """The sorter refuses a circle, and names it."""
    order = list(TopologicalSorter({name: wanted(name, everywhere=False) for name in FILES}).static_order())
    assert (
        order.index("privacy.price") < order.index("privacy.laplace") < order.index("pairs.private_direction")
    )
    assert set(order) == set(FILES)


@pytest.mark.parametrize("name", sorted(set(map(room, FILES)) - {"", "graphs.__init__"}))
def test_no_import_goes_upward(name):
    for inside in (module for module in FILES if room(module) == name):
        for other in wanted(inside, everywhere=True):
            above = room(other) != name and HEIGHT[room(other)] >= HEIGHT[name]
            assert not above, f"{inside} imports {other}, which stands on the same floor or higher"


def test_the_parts_do_not_know_that_they_are_checked():
    for name in FILES:
        others = wanted(name, everywhere=True)
        if room(name) in PARTS:
            assert not {room(other) for other in others} & {"verify", "claims", "experiments", "commands"}, (
                name
            )
        if room(name) == "verify":  # it speaks of neighbours, and of nothing else that is checked
            assert {other for other in others if room(other) in PARTS} <= {"privacy.price"}, name


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("from privcausal.privacy.price import Price", {"privacy.price"}),
        ("from privcausal import plots", {"plots"}),
        ("import privcausal.stored", {"stored"}),
        ("def f():\n    from privcausal.verify.audit import audit", {"verify.audit"}),
        ("if TYPE_CHECKING:\n    from privcausal.verify.audit import audit", set()),
        ("import numpy", set()),
    ],
)
def test_imports_are_seen(text, result):
    assert set(imported(ast.parse(text), everywhere=True)) == result
    if text.startswith("def"):
        assert not set(imported(ast.parse(text), everywhere=False))
