"""The README shows what really happens."""

import math
import re
import shlex
import subprocess
import sys
from pathlib import Path

from privcausal.__main__ import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


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
    shown = re.search(r"```text\n(drug → died.*?)```", README, re.DOTALL)
    assert shown
    output = printed("-c", code[1]).splitlines()
    assert set(shown[1].splitlines()) <= set(output), "the README's answer is another one now: copy it"
    interval = re.search(r"95% interval (\S+) to (\S+) ", shown[1])
    assert interval
    assert "the true change, −0.07," in README or "the true change, −0.07." in README
    assert float(interval[1]) < -0.07 < float(interval[2])


def test_the_bet_of_the_readme_is_that_of_the_definition():
    assert "at ε = 1, such a person" in README
    assert f"at most about {100 / (1 + math.exp(-1)):.0f}%" in README


def test_every_folder_of_the_map_exists():
    folders = re.findall(r"^\| `([^`]+/)`", CONTRIBUTING, re.MULTILINE)
    assert len(folders) > 10
    for folder in folders:
        assert (ROOT / folder).is_dir(), f"the map in CONTRIBUTING.md names {folder}, which does not exist"


def test_the_whole_path_runs_on_one_budget(tmp_path, monkeypatch, capsys):
    """From the declaration to the report, as the README types it, with the declaration that it shows."""
    code = re.search(r"```python\n(.*?)declare = ", README, re.DOTALL)
    blocks = re.findall(r"```console\n(\$ privcausal .*?)```", README, re.DOTALL)
    declaration = re.search(r"```toml\n(.*?)```", README, re.DOTALL)
    assert code
    assert declaration
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    exec(code[1] + 'people.to_csv("people.csv", index=False)', {})
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    assert len(lines) == 6
    for line in lines:
        words = shlex.split(line, comments=True)[2:]
        drafted = ">" in words
        if drafted:
            words = words[: words.index(">")]
        assert main(words) == 0, capsys.readouterr().err
        if drafted:
            draft = capsys.readouterr().out
            assert all(f'"{name}" = {{}}' in draft for name in ("severe", "drug", "died"))
            Path("table.toml").write_text(declaration[1], encoding="utf-8")
    said = capsys.readouterr().out
    planned = re.search(r"```text\n(once .*?)```", README, re.DOTALL)
    assert planned
    assert planned[1] in said, "the plan says something else now: copy it"
    assert "severe → drug" in said
    assert "ε = 0 is left" in said or "ε = 0" in said.splitlines()[-1]
    assert "<h1>Does the drug save lives?</h1>" in Path("report.html").read_text(encoding="utf-8")
