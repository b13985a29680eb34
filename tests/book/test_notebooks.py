"""Stored notebooks: twins in sync, run from top to bottom, nothing of the machine in them, and truly checked."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
OF_THIS_MACHINE = {
    "an absolute path": r"(?<![\w.])/(?:home|root|tmp|work|Users|usr|opt|var)/\w",
    "a memory address": r"\bat 0x[0-9a-f]{6,}",
    "a timing": r"Wall time|CPU times|per loop|\d(?:it|s)/(?:s|it)\b|\d+(?:\.\d+)? ?(?:ms|µs|seconds)\b",
    "a clock": r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d",
}
UNCHECKED = {"nbval-ignore-output", "nbval-skip", "raises-exception"}

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


kept = cache(read)
"""For tests that change nothing."""


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def printed(cell: Any) -> str:
    """All text that a cell shows. Drawings count only as far as they are readable."""
    parts = [output.get("text", "") for output in cell.outputs]
    parts += [
        str(text)
        for output in cell.outputs
        for kind, text in output.get("data", {}).items()
        if "image" not in kind
    ]
    return "\n".join(parts)


def test_each_notebook_is_a_pair() -> None:
    scripts = {path.stem for path in FOLDER.glob("*.py")}
    assert NOTEBOOKS, "there is no notebook"
    assert scripts == {path.stem for path in NOTEBOOKS}, "a .py or .ipynb has no twin; run: make notebooks"


@each_notebook
def test_twins_agree(path: Path) -> None:
    text, stored = jupytext.read(path.with_suffix(".py")), kept(path)
    written = [(cell.cell_type, cell.source, dict(cell.metadata)) for cell in text.cells]
    executed = [(cell.cell_type, cell.source, dict(cell.metadata)) for cell in stored.cells]
    for position, (left, right) in enumerate(zip(written, executed, strict=False), 1):
        assert left == right, f"cell {position} of {path.name} is not what its .py says; run: make notebooks"
    assert len(written) == len(executed), f"{path.name} and its .py differ in length; run: make notebooks"


@each_notebook
def test_cells_ran_once_from_top_to_bottom(path: Path) -> None:
    counts = [cell.execution_count for cell in code(kept(path))]
    assert counts == list(range(1, len(counts) + 1)), (
        f"{path.name} was not run in one go; run: make notebooks"
    )


@each_notebook
def test_no_cell_ends_in_an_error(path: Path) -> None:
    failed = [
        f"cell {cell.execution_count}: {output.ename}: {output.evalue}"
        for cell in code(kept(path))
        for output in cell.outputs
        if output.output_type == "error" and "raises-exception" not in cell.metadata.get("tags", [])
    ]
    assert not failed, f"{path.name}: {failed}"


@each_notebook
@pytest.mark.parametrize("what", OF_THIS_MACHINE)
def test_outputs_hold_nothing_of_this_machine(path: Path, what: str) -> None:
    results = [
        f"cell {cell.execution_count}: {match[0]}"
        for cell in code(kept(path))
        if (match := re.search(OF_THIS_MACHINE[what], printed(cell)))
    ]
    assert not results, f"{path.name} shows {what}, which changes from run to run: {results}"
    assert all("execution" not in cell.metadata for cell in code(kept(path))), (
        "timestamps; run: make notebooks"
    )


@each_notebook
def test_cells_are_small_and_lines_short(path: Path) -> None:
    """A semicolon at the end hides an output from the reader but not from nbval, which then fails."""
    for cell in code(kept(path)):
        assert not cell.source.rstrip().endswith(";"), f"cell {cell.execution_count} of {path.name} ends in ;"


SHOWN = {r"^explorers\.\w+\(": "pc-explorer", r"^plots\.show\(": "<svg"}
"""What a cell makes for the reader to see, and what is seen then."""


@each_notebook
def test_what_a_cell_makes_is_seen(path: Path) -> None:
    """What an explorer returns is shown only if it stands in the cell's last line."""
    for cell in code(kept(path)):
        for call, text in SHOWN.items():
            if re.search(call, cell.source, flags=re.MULTILINE):
                assert text in str(cell.outputs), (
                    f"cell {cell.execution_count} of {path.name} does not show it"
                )


def corrupted(path: Path) -> tuple[Any, Any] | None:
    """The notebook up to its first checked number, as stored and with one digit of that number changed."""
    for position, cell in enumerate(kept(path).cells):
        checked = cell.cell_type == "code" and not UNCHECKED & set(cell.metadata.get("tags", []))
        for number, output in enumerate(cell.outputs if checked else []):
            text = output.get("data", {}).get("text/plain") or output.get("text")
            if text and (digit := re.search(r"[0-8]", text)):
                good, bad = read(path), read(path)
                good.cells, bad.cells = good.cells[: position + 1], bad.cells[: position + 1]
                wrong = text[: digit.start()] + str(int(digit[0]) + 1) + text[digit.end() :]
                target = bad.cells[position].outputs[number]
                if "data" in target:
                    target["data"] = {"text/plain": wrong}
                    good.cells[position].outputs[number]["data"] = {"text/plain": text}
                else:
                    target["text"] = wrong
                return good, bad
    return None


def test_one_changed_digit_is_noticed(tmp_path: Path) -> None:
    """The notebook whose first number comes earliest, once as stored and once with a wrong digit, under nbval."""
    candidates = [pair for path in NOTEBOOKS if (pair := corrupted(path))]
    good, bad = min(candidates, key=lambda pair: len(json.dumps(pair[0])))
    nbformat.write(good, tmp_path / "good.ipynb")
    nbformat.write(bad, tmp_path / "bad.ipynb")
    alone = [f"-pno:{name}" for name in ("cacheprovider", "xdist", "slipcover")]
    options = ["-q", *alone, "--nbval", "--nbval-current-env", "--rootdir", str(tmp_path)]
    command = [sys.executable, "-m", "pytest", *options, "good.ipynb", "bad.ipynb"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    failures = re.findall(r"^FAILED (\S+?)::", run.stdout, flags=re.MULTILINE)
    assert failures == ["bad.ipynb"], f"a wrong digit must fail, and only that:\n{run.stdout}\n{run.stderr}"
