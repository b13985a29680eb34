"""What all private policies share: a purse that pays, refusals by name, orders that are not too large."""

import math

import numpy as np
import pytest

from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.curate_pc import CuratePc
from privcausal.graphs.constraint_based.em_pc import EmPc
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.constraint_based.policy import Paying
from privcausal.graphs.constraint_based.priv_pc import PrivPc
from privcausal.graphs.constraint_based.svt_pc import SvtPc
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.price import Price, Relation

POLICIES = (SvtPc, PrivPc, EmPc, CuratePc, OnceTables)
BUDGET = Price(1.0, 1e-6, Relation.SUBSTITUTION)


def table(records=5_000, columns=3):
    return Tables(np.random.default_rng(0).integers(0, 2, (records, columns)), (2,) * columns)


@pytest.mark.parametrize("policy", POLICIES)
def test_nothing_is_spent_before_the_first_question_and_never_more_than_the_budget(policy):
    paying = policy(table(), BUDGET, np.random.default_rng(1))
    assert isinstance(paying, Paying)
    assert paying.spent == Price.nothing(Relation.SUBSTITUTION)
    pc(3, paying)
    assert paying.purse.releases
    assert paying.spent == BUDGET
    assert paying.purse.spent <= paying.purse.budget


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"budget": Price(1.0, 1e-6, Relation.ADD_REMOVE)}, "relation must be"),
        ({"budget": Price(1.0, 0.0, Relation.SUBSTITUTION)}, "delta must lie strictly"),
        (
            {"budget": Price(math.inf, 1e-6, Relation.SUBSTITUTION)},
            "epsilon must be a positive finite number",
        ),
        ({"level": 1.0}, "level must lie strictly between 0 and 1, got 1.0"),
        ({"tables": table(records=0)}, "tables must hold at least one record"),
    ],
)
def test_bad_input_is_refused_by_name(policy, wrong, words):
    arguments = {"tables": table(9), "budget": BUDGET, "rng": np.random.default_rng(0)} | wrong
    with pytest.raises(ValueError, match=words):
        policy(**arguments)


def test_an_order_that_is_too_large_is_not_begun():
    paying = Paying(table(), BUDGET, np.random.default_rng(0))
    assert paying.begin(0, 10, 10, "tests")
    assert not paying.begin(1, 11, 10, "tests")
    assert paying.stopped == "order 1 would take more than 10 tests"
    assert not paying.begin(2, 0, 10, "tests")
    assert paying.asked == [0, 0, 0]
