"""The messy table: who is in it, and its mess, which the chapter on practice relies on."""

from privcausal.data.nhefs import SEEN, smokers


def test_people_columns_and_what_is_missing():
    people = smokers()
    assert people.shape == (1629, 27)
    assert people.seqn.is_unique
    missing = people.isna().sum()
    assert missing[missing > 0].to_dict() == {
        **{"yrdth": 1311, "modth": 1307, "dadth": 1307, "income": 62},
        **{"wt82": 63, "cholesterol": 16, "sbp": 77, "dbp": 81},
    }


def test_what_is_not_known_has_codes_too():
    people = smokers()
    assert ((people.hbp == 2) == (people.diabetes == 2)).all()
    assert (people.hbp == 2).sum() == 791
    assert people.death[people.wt82.isna()].mean() > people.death.mean()


def test_those_who_quit_gained_what_the_book_about_them_says():
    people = smokers()
    gained = (people.wt82 - people.wt71).groupby(people.qsmk).mean()
    assert round(gained[1] - gained[0], 1) == 2.5


def test_time_is_known_for_every_column_of_the_chapter():
    columns = [name for names in SEEN.values() for name in names]
    assert len(set(columns)) == len(columns) == 12
    assert set(columns) < set(smokers().columns)
