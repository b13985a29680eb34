"""The search of a policy, with its diary: what was asked, what went, and what was never answered."""

import math

import numpy as np

from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.constraint_based.policy_method import RecordingPolicy
from privcausal.graphs.methods import policy_method
from tests.graphs.builders import price


def chain(x, y, given):
    return {x, y} == {0, 2} and given == (1,)


def test_the_diary_keeps_what_each_order_did_and_tells_it_on_the_way():
    heard = []
    diary = RecordingPolicy(OneByOne(chain), heard.append)
    pc(3, diary)
    assert heard == diary.steps
    assert [(step.order, step.edges, step.deleted) for step in heard] == [(0, 3, ()), (1, 3, ((0, 2),))]
    assert sum(step.tests for step in heard) == sum(diary.policy.asked)


class Dry(OneByOne):
    """Stops before it has answered anything."""

    stop_reason = "the budget is used up"

    def separate(self, questions):
        self.asked += [0] * (questions.order + 1 - len(self.asked))
        return {}


def test_pairs_that_were_never_answered_are_not_tested_and_no_edges():
    method, free = policy_method("pc"), price(math.inf, 0.0)
    learned = method.search(Dry(chain), 3, free)
    assert learned.stop_reason == "the budget is used up"
    assert learned.untested.sum() == 6
    assert not learned.graph.any()
    assert method.search(OneByOne(chain), 3, free).spent is free


def test_the_arrows_of_a_finished_search_stay():
    learned = policy_method("pc").search(OneByOne(chain), 3, price(math.inf, 0.0))
    assert not learned.untested.any()
    assert np.array_equal(learned.graph | learned.graph.T, [[0, 1, 0], [1, 0, 1], [0, 1, 0]])
