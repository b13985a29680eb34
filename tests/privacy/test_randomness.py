"""Random bits: from the operating system unless a seed is given, and nothing else ever."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import privcausal
from privcausal.privacy import randomness
from privcausal.privacy.randomness import SystemGenerator, generator, random_words, secret_subsample
from tests.refusals import refusals


def test_a_seed_repeats_and_none_does_not():
    assert random_words(generator(3), 5).tolist() == random_words(generator(3), 5).tolist()
    assert random_words(generator(), 5).tolist() != random_words(generator(), 5).tolist()


def test_without_a_seed_every_word_is_the_operating_systems(monkeypatch):
    asked = []

    def urandom(size):
        asked.append(size)
        return bytes(range(8)) * (size // 8)

    monkeypatch.setattr(randomness.os, "urandom", urandom)
    assert random_words(generator(), 3).tolist() == [int.from_bytes(bytes(range(8)), "little")] * 3
    assert asked == [24]


def test_children_and_parcels_stay_with_the_operating_system():
    assert all(isinstance(child, SystemGenerator) for child in generator().spawn(2))
    assert isinstance(pickle.loads(pickle.dumps(generator())), SystemGenerator)


@pytest.mark.parametrize("rng", [generator(1), generator()], ids=["seed", "system"])
def test_every_bit_is_fair(rng):
    drawn = random_words(rng, 100_000)
    ones = np.array([((drawn >> np.uint64(bit)) & np.uint64(1)).sum(dtype=np.int64) for bit in range(64)])
    assert (abs(ones - 50_000) < 6 * 158).all()


def test_every_sample_is_as_likely():
    rng = generator(2)
    drawn = [tuple(sorted(secret_subsample(4, 2, rng))) for _ in range(6000)]
    counts = [drawn.count(pair) for pair in sorted(set(drawn))]
    assert len(counts) == 6
    assert stats.chisquare(counts).pvalue > 1e-3
    assert sorted(secret_subsample(7, 7, rng).tolist()) == list(range(7))


def test_equal_words_are_drawn_anew(monkeypatch):
    lots = iter([[5, 1, 5], [9, 1, 5]])
    monkeypatch.setattr(randomness, "random_words", lambda rng, size: np.array(next(lots), dtype=np.uint64))
    assert secret_subsample(3, 2, generator(0)).tolist() == [1, 2]


test_a_sample_larger_than_the_records_is_refused = refusals(
    lambda drawn: secret_subsample(3, drawn, generator(0)),
    ("drawn must lie between 0 and the number of records 3", -1, 4),
)


test_a_seed_is_a_whole_number = refusals(
    generator, ("seed must be a whole number, 0 or more, or left out, got", "a", "1", -1, 1.5, True, (1.0,))
)


def test_a_seed_of_numpy_is_one():
    assert generator(np.int64(7)).integers(1000) == generator(7).integers(1000)


def test_a_bad_seed_stops_every_question_before_the_data_are_read():
    """With identifiers the seed is also that of the order of the rows."""
    people = pd.DataFrame({"a": np.arange(50.0), "b": np.arange(50.0), "id": range(50)})
    ranges = dict.fromkeys("ab", (0, 50))
    how = {"epsilon": 1.0, "declare": ranges, "person": "id", "seed": "a"}
    for ask in (
        lambda: privcausal.correlate(people, "a", "b", **how),
        lambda: privcausal.direction(people, "a", "b", **how),
        lambda: privcausal.discover(people, delta=1e-6, **how),
        lambda: privcausal.release(people, delta=1e-6, **how),
    ):
        with pytest.raises(ValueError, match="seed must be a whole number, got str"):
            ask()
