"""`mine.py`: what a reader has built by the end, put together from the solutions, passes every problem."""

from pathlib import Path

import jupytext
import pytest

from privcausal.course.check import fault, problems

FOLDER = Path(__file__).parents[2] / "notebooks"


@pytest.fixture(scope="module")
def mine():
    """The solutions of all chapters, one after the other, in one namespace."""
    cells = (cell for path in sorted(FOLDER.glob("c*_*.py")) for cell in jupytext.read(path).cells)
    source = "\n\n".join(cell.source for cell in cells if "mine" in cell.metadata.get("tags", []))
    names = {}
    exec(compile("import math\nimport numpy as np\n" + source, "mine.py", "exec"), names)
    return source, names


def test_every_problem_has_a_solution_that_passes(mine):
    written = {int(path.stem[1:3]) for path in FOLDER.glob("c*_*.py")}
    wanted = [name for name, problem in problems().items() if problem.chapter in written]
    assert {name: fault(name, mine[1][name]) for name in wanted} == dict.fromkeys(wanted)


def test_the_library_of_a_reader_stays_small(mine):
    assert 110 < len(mine[0].splitlines()) <= 175  # the front page says some 120
