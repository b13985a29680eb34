import pytest

from privcausal.course.bill import PLAN, bill, plan
from privcausal.privacy.price import Price, Relation

SWAP = Relation.SUBSTITUTION


def test_every_chapter_adds_to_one_bill(capsys):
    for chapter in range(1, 13):
        bill(chapter, *(Price(q.epsilon, q.delta, SWAP) for q in plan(chapter)))
    lines = capsys.readouterr().out.splitlines()
    assert "  2.00  " in lines[-1]  # as chapters 1 and 12 say
    assert [q.chapter for q in PLAN] == sorted(q.chapter for q in PLAN)


@pytest.mark.parametrize(
    "prices",
    [(), (Price(0.2, 0.0, SWAP),), (Price(0.1, 1e-9, SWAP),), (Price(0.1, 0.0, SWAP),) * 2],
)
def test_what_was_not_planned_is_refused(prices):
    with pytest.raises(ValueError, match="must be what was planned"):
        bill(1, *prices)


def test_other_neighbours_are_another_bill():
    with pytest.raises(ValueError, match="under substitution"):
        bill(1, Price(0.1, 0.0, Relation.ADD_REMOVE))
