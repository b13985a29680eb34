"""Each lens reads what it says, the same code for the same run whatever stands beside it, and none too large."""

import numpy as np
import pytest

from privcausal.verify.statistics.lenses import KINDS, Lens, lenses_for, parity_of
from privcausal.verify.statistics.outputs import Draws, read_all


def table(*rows):
    values = np.array(rows)
    return Draws(values.astype(float), values)


def texts(*words):
    return read_all([list(words)], [["x"]])[1]


@pytest.mark.parametrize(
    ("lens", "draws", "codes"),
    [
        (Lens("trailing zeros", (0,)), table([1.5], [0.1], [1 + 2.0**-52], [8.0]), [51, 1, 0, 52]),
        (Lens("decimals", (0,)), table([2.0], [0.25], [0.1], [np.pi], [np.inf]), [0, 2, 1, 9, 0]),
        (Lens("last decimal", (0,)), table([12.0], [0.25], [-0.1], [np.pi]), [2, 5, 1, 10]),
        (Lens("remainder", (0,), (7,)), table([2**60], [13], [-1]), [2**60 % 7, 6, 6]),
        (Lens("remainder", (0,), (7,)), table([13.0], [0.5], [np.inf]), [6, 7, 7]),
        (
            Lens("comparison", (0, 1)),
            table([0.0, 1], [1, 0], [0.0, -0.0], [1, 1], [np.nan, 1]),
            [0, 1, 2, 3, 4],
        ),
        (Lens("inversions", (0, 1, 2)), table([1, 2, 3], [3, 2, 1], [2, 1, 3]), [0, 3, 1]),
        (Lens("even order", (0, 1, 2)), table([1, 2, 3], [3, 2, 1], [2, 1, 3]), [0, 1, 1]),
        (Lens("largest", (0, 1)), table([1, 2], [3, 2]), [1, 0]),
        (Lens("smallest", (0, 1)), table([1, 2], [3, 2]), [0, 1]),
        (Lens("ties", (0, 1, 2)), table([1, 2, 1], [1, 1, 1], [1, 2, 3]), [1, 2, 0]),
        (Lens("order", (0, 1, 2)), table([1, 2, 3], [2, 2, 2]), [0, 26]),
        (Lens("sum of others", (0, 1, 2)), table([1, 2, 3], [5, 2, 3], [1, 1, 1]), [2, 0, 3]),
        (Lens("length", (0,)), texts("", "ab", b"abc", None), [1, 3, 4, 0]),
        (Lens("characters", (0,), (-1,)), texts("ab", "", None), [99, 1, 0]),
        (Lens("spaces", (0,)), texts("a b", "ab"), [2, 1]),
        (Lens("digits", (0,)), texts("a1", "11"), [2, 3]),
        (Lens("capitals", (0,)), texts("aB", "ab"), [2, 1]),
        (Lens("other alphabets", (0,)), texts("\u00e9", "e\u0301", b"\xff"), [2, 2, 2]),
        (Lens("variety", (0,)), texts("aab", "abc"), [3, 4]),
        (Lens("parity", (0, 0), (63, 52)), table([1.0], [-1.0], [-2.0]), [1, 0, 1]),
        (Lens("whole parity", (0, 1), (0, 1)), table([1, 2], [1, 0], [0, 0]), [0, 1, 0]),
    ],
    ids=lambda value: str(value) if isinstance(value, Lens) else "",
)
def test_it_reads_what_it_says(lens, draws, codes):
    assert lens.codes(draws).tolist() == codes


def test_every_kind_is_tried_or_searched():
    draws = read_all([[("a", 1.0, 2, 3)]], [[("b", 1.0, 2, 3)]])[1]
    assert {lens.kind for lens in lenses_for(draws)} | {"parity", "whole parity"} == set(KINDS)


def test_to_the_ideal_no_lens_looks_at_how_floats_are_stored():
    value = np.array([[0.1], [0.2]])
    kinds = [{lens.kind for lens in lenses_for(Draws(value, value, None, ideal))} for ideal in (False, True)]
    assert kinds[0] - kinds[1] == {"trailing zeros"}


def test_codes_are_small_and_no_run_changes_another(rng):
    outputs = [(f"{x:.2f}", x, int(1e6 * x), None) for x in rng.standard_cauchy(200)] + [
        float("nan"),
        "",
        10**40,
    ]
    draws = read_all([outputs], [outputs])[1]
    for lens in lenses_for(draws):
        codes = lens.codes(draws)
        assert 0 <= codes.min() <= codes.max() < 1 << 16
        np.testing.assert_array_equal(lens.codes(draws.part(slice(0, 60))), codes[:60])
    assert parity_of(np.array([[1, 2, 3]], dtype=np.uint64), (0,)).tolist() == [1, 0, 1]
