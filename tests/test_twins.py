"""One spine: privcausal/X/y.py is tested in tests/X/test_y.py."""

from pathlib import Path

ROOT = Path(__file__).parents[1]


def modules():
    """Every module of the library but the claims, whose tests are their mutants."""
    found = (file.relative_to(ROOT / "privcausal") for file in (ROOT / "privcausal").rglob("*.py"))
    return {file for file in found if file.name != "__init__.py" and file.parts[0] != "claims"}


def test_every_module_has_a_twin():
    lonely = {
        file.as_posix()
        for file in modules()
        if not (ROOT / "tests" / file.parent / f"test_{file.stem.strip('_')}.py").exists()
    }
    assert not lonely, f"no test file of their own: {sorted(lonely)}"
