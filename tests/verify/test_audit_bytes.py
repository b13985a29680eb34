"""The auditor sees bytes: what was hidden from it when it turned every output into a float of eight bytes."""

from functools import partial

import numpy as np
import pytest

from privcausal.verify.audit import audit
from tests.verify.forty import FORTY, TRUTH, bit, half, judge, verdict

RUNS = 40_000


def run(mechanism, n=RUNS, truth=None, **options):
    """An audit, of a mechanism that is true with this probability if it asks for one."""
    mechanism = mechanism if truth is None else partial(mechanism, truth=truth)
    return audit(mechanism, (0, 1), n, claimed_epsilon=1.0, rng=np.random.default_rng(7), **options)


def with_bits(words):
    return words.astype(np.uint64).view(np.float64)


def mantissa(side, size, rng, truth):
    word = rng.normal(size=size).view(np.uint64) & ~np.uint64(1)
    return with_bits(word | bit(side, size, rng, truth).astype(np.uint64))


def beyond(side, size, rng, truth):
    """A whole number above 2^53, the last bit of which no float of eight bytes holds."""
    return 2**60 + 2 * rng.integers(0, 2**50, size) + bit(side, size, rng, truth)


def zero(side, size, rng, truth):
    return np.where(bit(side, size, rng, truth) == 1, -0.0, 0.0)


def payload(side, size, rng, truth):
    return with_bits(0x7FF8000000000000 + bit(side, size, rng, truth))


def six(side, size, rng, truth):
    """Six fair bits, in six columns of which no five tell anything."""
    bits = rng.integers(0, 2, (size, 6))
    bits[:, 5] = (bits[:, :5].sum(axis=1) + bit(side, size, rng, truth)) % 2
    return bits


def packed(side, size, rng, truth):
    """The same in one number, among ten other bits."""
    words = six(side, size, rng, truth) @ (1 << np.array([1, 4, 5, 9, 11, 14]))
    return words | (rng.integers(0, 1 << 16, size) & ~0b100101000110010 & 0xFFFF)


def equal(side, size, rng, truth):
    """Two columns that are equal, or are not."""
    one, other = rng.normal(size=(2, size))
    return np.stack([one, np.where(bit(side, size, rng, truth) == 1, one, other)], axis=1)


def ordered(side, size, rng, truth):
    """Three columns whose order goes round one way, or the other."""
    draws = rng.normal(size=(size, 3))
    a, b, c = draws.T
    round_ = ((a < b) & (b < c)) | ((b < c) & (c < a)) | ((c < a) & (a < b))
    wrong = round_ != bit(side, size, rng, truth)
    draws[wrong, :2] = draws[wrong, 1::-1]
    return draws


HIDDEN = [mantissa, beyond, zero, payload, six, packed, equal, ordered]


@pytest.mark.parametrize("kind", HIDDEN, ids=lambda kind: kind.__name__)
def test_what_floats_hid_is_seen_and_not_more_than_there_is(kind):
    """True with probability .75: ln 3, where 1 is promised; at e/(1 + e) the promise is kept to the last."""
    assert 1.0 < run(kind, truth=0.75).epsilon <= np.log(3)
    assert 0.75 < run(kind, truth=TRUTH).epsilon <= 1.0


def test_the_last_digits_of_numpys_noise_are_seen_unless_floats_stand_for_real_numbers():
    def noisy(side, size, rng):
        return rng.laplace(side, 1.0, size)

    assert run(noisy).epsilon > 2
    ideal = run(noisy, ideal=True)
    assert 0.85 < ideal.epsilon <= 1.0
    assert "floats as real numbers" in str(ideal)
    assert "last digits were not examined" in ideal.limits


def test_what_was_looked_through_is_named():
    result = run(mantissa, truth=0.8)
    assert "bit 0 of column 1" in result.seen
    assert "They see the outputs, byte for byte" in str(result)
    assert "Not seen: time, memory" in result.limits


def test_one_text_among_millions_of_numbers_is_read_where_learning_met_none():
    """The test meets an output of another kind: it is read, as not a number, and stops nothing."""
    calls = []

    def stray(side, size, rng):
        calls.append(size)
        draws = rng.normal(size=size).tolist()
        return [*draws[:-1], "refused"] if len(calls) > 2 else draws

    assert run(stray, 2_000).epsilon < 1


def test_outputs_that_name_a_place_in_memory_are_refused():
    with pytest.raises(
        ValueError, match="whose repr holds an address in memory; return its contents instead"
    ):
        run(lambda side, size, rng: [object() for _ in range(size)], 100)


def test_lists_of_any_kind_depend_on_no_jobs():
    def words(side, size, rng):
        return [f"{x:.1f}" if x < 1 else None for x in rng.laplace(side, 1.0, size).tolist()]

    plain = run(words, 120_000)
    assert plain.epsilon <= 1
    assert run(words, 120_000, jobs=1) == plain


# --- the forty ------------------------------------------------------------------------------------------------------

SHOWN = [FORTY[place] for place in np.random.default_rng(2024).permutation(len(FORTY))[:12]]
"""A sample of them; `python -m tests.verify.forty` judges all, at the effort that `verify` takes by default."""


@pytest.mark.parametrize("entry", SHOWN, ids=lambda entry: entry.name)
def test_of_the_forty_none_is_judged_wrong(entry):
    result = judge(entry)
    assert verdict(entry, result) in ("right", "hidden")
    if entry.hidden:
        assert result.rarest > 5e-6, (
            "what is hidden is rarer than what the result says that it would have seen"
        )


def test_half_of_the_forty_are_sound_and_half_of_each_were_sealed():
    assert len({entry.name for entry in FORTY}) == 40
    for sound in (True, False):
        names = [entry.name for entry in FORTY if entry.sound == sound]
        assert len(names) == 20
        assert sum(half(name) == "sealed" for name in names) == 10
