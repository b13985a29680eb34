"""Every table that comes with the library is small, and says whose it is."""

import pytest

from privcausal.data import cyto, malawi, nhefs, tuebingen_pairs


@pytest.mark.parametrize(
    ("module", "kilobytes", "words"),
    [
        (cyto, 200, ["MIT"]),
        (malawi, 50, ["MIT"]),
        (nhefs, 150, ["COPYRIGHT"]),
        (tuebingen_pairs, 700, ["MIT licence, copyright (c) 2018 Diviyan Kalainathan", "Mooij"]),
    ],
)
def test_the_file_is_small_and_attributed(module, kilobytes, words):
    assert module.FILE.stat().st_size < 1_000 * kilobytes
    text = module.FILE.with_suffix(".md").read_text(encoding="utf-8")
    assert all(word in text for word in words)
