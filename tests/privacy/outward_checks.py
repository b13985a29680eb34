"""Is a price on the safe side? Each check answers for one triple with rigorous balls, never "perhaps"."""

import math

from flint import arb

from privcausal.privacy import accounting
from privcausal.privacy.gaussian import gaussian_delta, gaussian_epsilon, gaussian_scale, largest_mu
from privcausal.privacy.price import coin_mu
from tests.privacy import oracle


def scale_is_safe(epsilon, delta, rounds):
    return oracle.gaussian_delta(3 / arb(gaussian_scale(3.0, epsilon, delta)), epsilon) <= arb(delta)


def mu_is_safe(epsilon, delta, rounds):
    return oracle.gaussian_delta(largest_mu(epsilon, delta), epsilon) <= arb(delta)


def delta_is_safe(epsilon, delta, rounds):
    scale = 1.01 / largest_mu(epsilon, delta)
    return oracle.gaussian_delta(1 / arb(scale), epsilon) <= arb(gaussian_delta(1.0, epsilon, scale))


def epsilon_is_safe(epsilon, delta, rounds):
    mu = 0.99 * largest_mu(epsilon, delta)
    return oracle.gaussian_delta(mu, gaussian_epsilon(mu, delta)) <= arb(delta)


def exact_is_safe(epsilon, delta, rounds):
    return oracle.response_delta(epsilon, rounds, accounting.exact_epsilon(epsilon, rounds, delta)) <= arb(
        delta
    )


def renyi_is_safe(epsilon, delta, rounds):
    """At the very order that was chosen: the last at which the curve was asked."""
    orders, curve = [], accounting.pure_renyi(epsilon)

    def watched(order):
        orders.append(order)
        return curve(order)

    noisy = accounting.renyi_epsilon(watched, delta)
    truth = oracle.converted(oracle.renyi(epsilon, orders[-1]), orders[-1], delta)
    return arb(noisy) >= truth and arb(curve(orders[-1])) >= oracle.renyi(epsilon, orders[-1])


def zcdp_is_safe(epsilon, delta, rounds):
    rho = arb(epsilon)
    return arb(accounting.zcdp_epsilon(epsilon, delta)) >= rho + 2 * (-rho * arb(delta).log()).sqrt()


def advanced_is_safe(epsilon, delta, rounds):
    spent, tail = arb(epsilon), -arb(delta).log()
    truth = rounds * spent * (spent / 2).tanh() + spent * (2 * rounds * tail).sqrt()
    return arb(accounting.advanced_epsilon([epsilon] * rounds, delta)) >= truth


def simple_rho_is_safe(epsilon, delta, rounds):
    rho = arb(accounting.simple_rho(epsilon, delta))
    return rho + 2 * (-rho * arb(delta).log()).sqrt() <= arb(epsilon)


def coin_is_safe(epsilon, delta, rounds):
    return oracle.coin_tail(coin_mu(epsilon)) <= 1 / (1 + arb(epsilon).exp())


def rho_is_safe(epsilon, delta, rounds):
    """Some order proves it: the one that minimises the conversion, found in floats."""
    rho = accounting.largest_rho(epsilon, delta)
    orders = []
    accounting.renyi_epsilon(lambda order: orders.append(order) or order * rho, delta)
    return oracle.converted(arb(orders[-1]) * arb(rho), orders[-1], delta) <= arb(epsilon)


QUICK = (
    scale_is_safe,
    mu_is_safe,
    delta_is_safe,
    epsilon_is_safe,
    exact_is_safe,
    renyi_is_safe,
    zcdp_is_safe,
    advanced_is_safe,
    simple_rho_is_safe,
    coin_is_safe,
)
SLOW = (rho_is_safe,)


def nearly_tight(epsilon, delta, rounds):
    """A few floats closer, no price is safe: nothing is given away."""

    def moved(value, towards, steps=4):
        for _ in range(steps):
            value = math.nextafter(value, towards)
        return value

    yield oracle.gaussian_delta(moved(largest_mu(epsilon, delta), math.inf), epsilon) > arb(delta)
    if total := accounting.exact_epsilon(epsilon, rounds, delta):
        # Where the price is a small difference of the logarithms of chances near 1, no float of it is very wrong.
        yield oracle.response_delta(epsilon, rounds, total * (1 - 1e-12)) > arb(delta)
    yield oracle.coin_tail(moved(coin_mu(epsilon), 0.0)) > 1 / (1 + arb(epsilon).exp())
