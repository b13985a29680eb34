import numpy as np

from privcausal.data.malawi import BOUNDS, everyone, participants


def test_people_columns_and_what_is_missing():
    people = everyone()
    assert people.shape == (4820, 6)
    assert people.isna().sum().to_dict() == {
        **{"village": 27, "learned": 1926, "distance": 0},
        **{"reward": 1919, "age": 441, "hiv": 1926},
    }


def test_the_tested_have_answers_within_what_is_declared():
    people = participants()
    assert len(people) == 2834
    assert set(people.learned) == set(people.hiv) == {0.0, 1.0}
    for name, (low, high) in BOUNDS.items():
        outside = ~people[name].between(low, high)
        assert outside.sum() <= (10 if name == "age" else 0)  # a few are younger than was declared


def test_what_was_drawn_by_lot_moves_what_was_not():
    """The article's result: three in four with a reward fetch their result, one in three without."""
    people = everyone().dropna(subset=["reward", "learned"])
    rewarded = people.reward > 0
    assert round(people.learned[rewarded].mean(), 2) == 0.79
    assert round(people.learned[~rewarded].mean(), 2) == 0.34
    assert abs(np.corrcoef(people.reward, people.distance)[0, 1]) < 0.1


def test_a_change_stays_with_the_one_who_made_it():
    people = participants()
    people.iloc[0, -1] = 9.0
    assert participants().hiv.max() == 1.0
