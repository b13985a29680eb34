"""correlate: a private number of two columns, or one sentence."""

import pytest


def test_correlate(run, table):
    asked = ("--x", "dose", "--y", "feeling", "--epsilon", "5", "--seed", "1")
    status, out, err = run("correlate", table, *asked)
    assert status == 0
    assert "ε = 5, substitution" in out
    assert "demonstration" in err


def test_what_was_declared_is_used(run, table, tmp_path):
    (tmp_path / "clinic.toml").write_text("[columns]\ndose = { range = [0, 1] }\ngap = { range = [0, 1] }\n")
    plainly = ("correlate", table, "--epsilon", "5", "--seed", "1")
    options = (*plainly, "--declare", tmp_path / "clinic.toml")
    plain, clipped = (run(*command, "--x", "dose", "--y", "gap") for command in (plainly, options))
    assert plain[0] == clipped[0] == 0
    assert plain[1] != clipped[1]
    status, _, err = run(*options, "--x", "dose", "--y", "feeling")
    assert (status, err) == (
        2,
        "privcausal: column 2 of the 2 asked about must be declared. Nothing was spent.\n",
    )


def test_a_weak_promise_is_kept_if_it_is_wanted(printed, table):
    out = printed(
        "correlate", table, "--x", "dose", "--y", "gap", "--epsilon", "11", "--allow-weak-guarantee"
    )
    assert "ε = 11" in out


BAD = {
    "--x a": "does not have column 1 of those declared or asked about",
    "--epsilon 11": "--epsilon above 10 protects next to nothing, got 11",
    "--sep ;;": "sep must be one sign",
    "--sep ;": "does it want sep ','?",
    "--declare /nowhere.toml": "cannot read the declaration: there is no file of this name",
    "--epsilon -1": "epsilon must be a positive",
    "--y dose": "must be two columns, got one column twice; nothing was spent",
    "--epsilon 1e-4": "hides even a perfect correlation",
    "--score r": "score must be one of",
}


def test_a_file_that_is_not_there(refused):
    asked = ("--x", "dose", "--y", "gap", "--epsilon", "1")
    assert "cannot read the table: there is no file" in refused("correlate", "/nowhere.csv", *asked)


@pytest.mark.parametrize("changes", BAD)
def test_bad_input(refused, table, changes):
    asked = ("--x", "dose", "--y", "gap", "--epsilon", "1", *changes.split())
    assert BAD[changes] in refused("correlate", table, *asked)
