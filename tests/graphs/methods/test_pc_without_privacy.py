"""PC by the G² test: what private methods are compared with, and what sampling alone leaves to be detected."""

import math

import numpy as np

from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.methods import METHODS
from privcausal.graphs.methods.pc_without_privacy import without_privacy
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.pdag import cpdag
from tests.graphs.builders import ONE, price, sampled

FREE = price(math.inf, 0.0)


def test_it_finds_the_class_of_a_known_network():
    graph = pc(5, without_privacy(sampled("earthquake"), FREE, None)).graph
    assert np.array_equal(graph, cpdag(network("earthquake").dag))


def test_without_noise_more_is_detected():
    spans = [
        METHODS[name].foresee(10_000, (2, 2), budget).span[0]
        for name, budget in (("pc", FREE), ("once", ONE))
    ]
    assert spans[0] < spans[1]
