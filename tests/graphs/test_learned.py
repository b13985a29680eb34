"""What a method learned: by default nothing is known but the graph."""

import numpy as np

from privcausal.graphs.learned import Learned


def test_of_a_bare_graph_nothing_else_is_said():
    learned = Learned(np.zeros((2, 2), dtype=bool))
    assert (learned.separators, learned.spent, learned.tests, learned.trace) == ({}, None, (), ())
    assert learned.stop_reason is learned.untested is learned.release is None
