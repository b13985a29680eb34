"""Prices in rigorous ball arithmetic: every number comes with a radius that its truth cannot leave."""

import math
import random

from flint import arb, ctx

ctx.prec = 700

PRICES = (1e-8, 50.0)
FAILURES = (1e-30, 0.9)


def triples(number, seed=0):
    """(ε, δ, rounds), spread evenly on a logarithmic scale."""
    draw = random.Random(seed)

    def size(low, high):
        return math.exp(draw.uniform(math.log(low), math.log(high)))

    return [(size(*PRICES), size(*FAILURES), draw.choice((1, 2, 3, 5, 10, 30, 60))) for _ in range(number)]


def normal(x):
    return (-x / arb(2).sqrt()).erfc() / 2


def gaussian_delta(mu, epsilon):
    """For a shift of μ standard deviations; both are balls or floats, which are taken as they are."""
    mu, epsilon = arb(mu), arb(epsilon)
    return normal(mu / 2 - epsilon / mu) - epsilon.exp() * normal(-mu / 2 - epsilon / mu)


def response_delta(epsilon, rounds, total):
    """The hockey stick of randomised responses, cell by cell."""
    ratio, factor = arb(epsilon).exp(), arb(total).exp()
    powers = [ratio**j for j in range(rounds + 1)]
    gains = [math.comb(rounds, j) * (powers[j] - factor * powers[rounds - j]) for j in range(rounds + 1)]
    return sum((gain for gain in gains if gain > 0), arb(0)) / (1 + ratio) ** rounds


def renyi(epsilon, order):
    epsilon, order = arb(epsilon), arb(order)
    moment = ((order * epsilon).exp() + ((1 - order) * epsilon).exp()) / (1 + epsilon.exp())
    return moment.log() / (order - 1)


def converted(divergence, order, delta):
    order = arb(order)
    return divergence + ((order - 1) / order).log() - (arb(delta) * order).log() / (order - 1)


def coin_tail(mu):
    return normal(-arb(mu) / 2)
