"""completion: the script completes what the parsers know, in a real bash."""

import shutil
import subprocess

import pytest

from privcausal import commands


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("dis", {"discover"}),
        ("c", {"check", "completion", "correlate", "crosstab"}),
        ("discover --tie", {"--tiers"}),
        ("check --eps", {"--epsilon"}),
        ("check data", set()),
    ],
)
def test_bash_completes(run, line, wanted):
    status, script, _ = run("completion")
    assert status == 0
    words = f"COMP_WORDS=(privcausal {line}); COMP_CWORD={len(line.split())}"
    ask = f"{script}\n{words}\n_privcausal\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == wanted


def test_it_knows_every_command(run):
    assert all(f"      {name}) words=" in run("completion")[1] for name in commands.names())
