"""The README shows what really happens."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def printed(*arguments):
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout


def test_the_worked_example_prints_what_the_readme_says():
    shown = re.search(r"```console\n\$ python (-m privcausal verify \S+)\n(.*?)```", README, re.DOTALL)
    assert shown, "the README begins with a worked example"
    assert printed(*shown[1].split()) == shown[2], "the README's example prints something else now: copy it"


def test_the_python_example_runs():
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code
    assert "(ε = 1, substitution)" in printed("-c", code[1])


def test_every_folder_of_the_map_exists():
    for folder in re.findall(r"^\| `([^`]+/)`", README, re.MULTILINE):
        assert (ROOT / folder).is_dir(), f"the README's map names {folder}, which does not exist"
