"""Numbers beside an axis are words of one face."""

import re

import pytest

from privcausal import plots


def numbers(**look):
    text = plots.show(plots.curves([1, 2], {"a": look["ylim"]}, **look), ".", "x", "y").data
    return re.findall(r"<text[^>]*>([^<]+)<", text.partition('<div class="narrow"')[0])


@pytest.mark.parametrize(
    ("look", "wanted"),
    [
        ({"ylim": (1e-9, 1), "log": "y"}, ["10⁻⁸", "10⁻²"]),
        ({"ylim": (2e6, 8e6), "log": "y"}, ["3·10⁶", "4.5·10⁶"]),
        ({"ylim": (-100, 100), "yscale": "symlog"}, ["−100", "0", "100"]),
        ({"ylim": (-1e7, 1e7), "yscale": "symlog"}, ["0"]),
        ({"ylim": (-2800, -1400)}, ["−2,800", "−1,400"]),
        ({"ylim": (1990, 2020), "ylabel": "year"}, ["1990", "2020"]),
    ],
)
def test_each_number_is_one_word(look, wanted):
    words = numbers(**look)
    assert [word for word in wanted if word not in words] == []
