"""correlate: a private number of two columns, or one sentence."""

import pytest


def test_correlate(run, table):
    status, out, err = run(
        "correlate", table, "--x", "dose", "--y", "feeling", "--epsilon", "5", "--seed", "1"
    )
    assert status == 0
    assert "ε = 5, substitution" in out
    assert "demonstration" in err


BAD = {
    "missing file": ("/nowhere.csv", {}, "cannot read /nowhere"),
    "missing column": ("CSV", {"--x": "a"}, "no column 'a'; it has dose"),
    "NaN": ("CSV", {"--x": "gap"}, "must be finite numbers"),
    "negative ε": ("CSV", {"--epsilon": "-1"}, "epsilon must be a positive"),
    "unknown score": ("CSV", {"--score": "r"}, "score must be one of"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input(refused, table, what):
    file, changes, words = BAD[what]
    options = {"--x": "dose", "--y": "dose", "--epsilon": "1", **changes}
    words_given = [word for option in options.items() for word in option]
    assert words in refused("correlate", file.replace("CSV", table), *words_given)
