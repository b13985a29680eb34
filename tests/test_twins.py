"""One spine: privcausal/X/y.py is tested in tests/X/test_y.py."""

import ast
from pathlib import Path

from tests.test_defined_once import MIRRORS, TREES

TESTS = Path(__file__).parent


def test_every_module_has_a_twin():
    """But the claims, whose tests are their mutants, and modules that define nothing but constants."""
    lonely = {
        file.as_posix()
        for file, tree in TREES.items()
        if file.name != "__init__.py"
        and file.parts[0] != MIRRORS
        and any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in tree.body)
        and not (TESTS / file.parent / f"test_{file.stem.strip('_')}.py").exists()
    }
    assert not lonely, f"no test file of their own: {sorted(lonely)}"
