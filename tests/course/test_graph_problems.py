"""Wrong answers that readers give to the problems of chapters 12 to 14: each is told so."""

import math
from itertools import chain, combinations

import numpy as np

from privcausal.course.check import fault
from tests.course.wrong_answers import told


def searched(nodes, independent, sets):
    """PC with another choice of sets to hold fixed."""
    edges, separators = set(combinations(range(nodes), 2)), {}
    for order in range(nodes - 1):
        for x, y in sorted(edges):
            for conditioning_set in sets(nodes, frozenset(edges), x, y, order):
                if independent(x, y, conditioning_set):
                    separators[x, y] = conditioning_set
                    edges.discard((x, y))
                    break
    return edges, separators


def near(edges, x, without):
    return sorted(set(chain(*(edge for edge in edges if x in edge))) - {x, without})


def one_side(nodes, edges, x, y, order):
    return combinations(near(edges, x, y), order)


def all_sets(nodes, edges, x, y, order):
    return combinations(sorted(set(range(nodes)) - {x, y}), order)


def at_most_one(nodes, edges, x, y, order):
    both = set(near(edges, x, y)) | set(near(edges, y, x))
    return combinations(sorted(both), order) if order < 2 else ()


def both_sides(nodes, edges, x, y, order):
    """Right: more sets than needed, but they separate as well."""
    return combinations(sorted({*near(edges, x, y), *near(edges, y, x)}), order)


def without_separators(nodes, independent):
    return searched(nodes, independent, both_sides)[0], {}


def empty_separators(nodes, independent):
    edges, separators = searched(nodes, independent, both_sides)
    return edges, dict.fromkeys(separators, ())


def dependent_ones_go(nodes, independent):
    return searched(nodes, lambda *question: not independent(*question), both_sides)


def noisily(nodes, statistic, noisy, sensitivity, rho, caution, *, orders=2, louder=1.0, size=abs, knows=1):
    """The right search, except for the options."""
    edges, separators = set(combinations(range(nodes), 2)), {}
    for order in range(orders):
        asked = [
            (edge, conditioning_set)
            for edge in sorted(edges)
            for conditioning_set in sorted(
                {*one_side(nodes, edges, *edge, order), *one_side(nodes, edges, *edge[::-1], order)}
            )
        ]
        sigma = louder * sensitivity * math.sqrt(len(asked) / rho)
        for edge, conditioning_set in asked:
            if size(noisy(statistic(*edge, conditioning_set), sigma)) < caution * math.sqrt(
                1 + knows * sigma**2
            ):
                edges.discard(edge)
                separators.setdefault(edge, conditioning_set)
    return edges, separators


def noisily_but(**options):
    return lambda *question: noisily(*question, **options)


def without_noise(nodes, statistic, noisy, *rest):
    return noisily(nodes, statistic, lambda number, sigma: number, *rest)


def one_price_for_all(nodes, statistic, noisy, sensitivity, rho, caution):
    """Every test as if it were the only one."""

    def alone(number, sigma):
        return noisy(number, sensitivity / math.sqrt(rho))

    return noisily(nodes, statistic, alone, sensitivity, rho, caution)


def summed_but(deviation, pick=lambda weights: weights):
    """A weighted sum that is right, except for the deviation of its noise or the tables that it picks."""

    def answered(tables, weights, sigma):
        chosen = pick(weights)
        total = sum(np.sum(w * tables[pair]) for pair, w in chosen.items())
        return total, sigma * deviation(np.concatenate([np.ravel(w) for w in chosen.values()]))

    return answered


WRONG = {
    "the noise of one cell": ("weighted_sum", summed_but(lambda w: 1.0)),
    "noises that never cancel": ("weighted_sum", summed_but(lambda w: np.abs(w).sum())),
    "noises that are all the same": ("weighted_sum", summed_but(lambda w: abs(w.sum()))),
    "cells that are not used": ("weighted_sum", summed_but(lambda w: math.sqrt(len(w)))),
    "the variance": ("weighted_sum", summed_but(lambda w: np.sum(w**2))),
    "the first table alone": (
        "weighted_sum",
        summed_but(np.linalg.norm, lambda weights: dict([next(iter(weights.items()))])),
    ),
    "the whole budget for each order": ("private_skeleton", noisily_but(louder=math.sqrt(1 / 2))),
    "order 0 alone": ("private_skeleton", noisily_but(orders=1)),
    "the sign of the answer": ("private_skeleton", noisily_but(size=float)),
    "a test that does not know its noise": ("private_skeleton", noisily_but(knows=0)),
    "no noise": ("private_skeleton", without_noise),
    "one price for all": ("private_skeleton", one_price_for_all),
    "neighbours of one end": ("pc_skeleton", lambda n, ask: searched(n, ask, one_side)),
    "all sets": ("pc_skeleton", lambda n, ask: searched(n, ask, all_sets)),
    "only one held fixed": ("pc_skeleton", lambda n, ask: searched(n, ask, at_most_one)),
    "no separators": ("pc_skeleton", without_separators),
    "empty separators": ("pc_skeleton", empty_separators),
    "dependent ones go": ("pc_skeleton", dependent_ones_go),
}


test_a_wrong_answer_is_told = told(WRONG)


def test_another_right_search_passes():
    assert fault("private_skeleton", noisily) is None
    assert fault("weighted_sum", summed_but(np.linalg.norm)) is None
    assert fault("pc_skeleton", lambda n, ask: searched(n, ask, both_sides)) is None
