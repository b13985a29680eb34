from privcausal.course.budget import PLAN, bill, plan
from privcausal.privacy.price import Price, Relation
from tests.refusals import refusals

SWAP = Relation.SUBSTITUTION


def test_every_chapter_adds_to_one_bill(capsys):
    for chapter in range(1, 15):
        bill(chapter, *(Price(q.epsilon, q.delta, SWAP) for q in plan(chapter)))
    lines = capsys.readouterr().out.splitlines()
    assert "  2.00  " in lines[-1]  # as chapters 1 and 14 say
    assert [q.chapter for q in PLAN] == sorted(q.chapter for q in PLAN)


test_what_was_not_planned_is_refused = refusals(
    lambda *prices: bill(1, *prices),
    (
        "must be those planned",
        (),
        (Price(0.2, 0.0, SWAP),),
        (Price(0.1, 1e-9, SWAP),),
        (Price(0.1, 0.0, SWAP),) * 2,
    ),
    ("under substitution", Price(0.1, 0.0, Relation.ADD_REMOVE)),
)
