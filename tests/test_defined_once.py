"""The library's syntax trees: each thing is defined once, and a method is an object, not a string to compare with."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from privcausal.graphs.methods import METHODS

LIBRARY = Path(__file__).parents[1] / "privcausal"
TREES = {
    file.relative_to(LIBRARY): ast.parse(file.read_text(encoding="utf-8"))
    for file in sorted(LIBRARY.rglob("*.py"))
}
MIRRORS = "claims"
"""Its modules are named after the modules that they are about; a command's module bears the name of the command."""

MAY_NAME = ("graphs/methods", "claims/experiments/")
"""The list itself, and claims that select rows of a stored table."""

MOST_LINES = 400


def repeated(places):
    """What stands in several places, from pairs of a name and a place."""
    result = defaultdict(list)
    for name, place in places:
        result[name].append(str(place))
    return {name: where for name, where in result.items() if len(where) > 1}


def literals(node):
    """The strings of a literal: itself, or the elements of a tuple, list or set, or the keys of a dictionary."""
    parts = {ast.Dict: "keys", ast.Tuple: "elts", ast.List: "elts", ast.Set: "elts"}.get(type(node))
    inside = getattr(node, parts) if parts else [node]
    return {part.value for part in inside if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def method_branches(tree):
    """Where the name of a method stands in a comparison, a case, or a look-up in anything but METHODS."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            parts = [node.value]
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) != "METHODS":
            parts = [node.slice]
        elif isinstance(node, ast.Dict):
            parts = [node]
        else:
            continue
        for part in parts:
            if literals(part) & METHODS.keys():
                yield f"{node.lineno}: {ast.unparse(part)}"


def test_nothing_outside_the_list_of_methods_asks_for_a_method_by_name():
    outside = {file: tree for file, tree in TREES.items() if not str(file).startswith(MAY_NAME)}
    branches = {f"{file}:{line}" for file, tree in outside.items() for line in method_branches(tree)}
    assert not sorted(branches)


@pytest.mark.parametrize(
    ("text", "branches"),
    [
        ("name == 'once'", 1),
        ("'pc' != name", 1),
        ("name in ('once', 'other')", 1),
        ("match name:\n    case 'once':\n        pass", 1),
        ("{'once': 1}[name]", 1),
        ("READERS['once']", 1),
        ("METHODS['once']", 0),
        ("METHODS[name] == method", 0),
        ("name == 'another'", 0),
    ],
)
def test_a_branch_on_a_name_is_seen(text, branches):
    assert len(list(method_branches(ast.parse(text)))) == branches


def test_no_module_is_about_streams_alone():
    assert not [file for file in TREES if file.name.startswith("streamed")]


def test_no_two_modules_share_a_name():
    own = [
        file for file in TREES if file.name != "__init__.py" and file.parts[0] not in (MIRRORS, "commands")
    ]
    assert not repeated((file.name, file) for file in own)


def test_no_two_public_classes_share_a_name():
    classes = [
        (node.name, file)
        for file, tree in TREES.items()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert not repeated(classes)


@pytest.mark.parametrize("name", ["LEVEL", "MOST_CATEGORIES", "Floats"])
def test_a_constant_is_defined_once(name):
    defined = [
        f"{file}:{node.lineno}"
        for file, tree in TREES.items()
        for node in tree.body
        if isinstance(node, ast.Assign) and name in {getattr(target, "id", "") for target in node.targets}
    ]
    assert len(defined) == 1, defined


def test_no_module_is_too_long_to_read():
    lengths = {file: len((LIBRARY / file).read_text(encoding="utf-8").splitlines()) for file in TREES}
    assert not {file: length for file, length in lengths.items() if length > MOST_LINES}
