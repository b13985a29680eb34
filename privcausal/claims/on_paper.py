"""Claims about privacy that no kernel has checked, and why: their proofs are on paper, with symbolic checks."""

INTEGRALS = "real Gaussian or Laplace noise on all events needs integrals, which plain Coq has not"

ON_PAPER: dict[str, str] = {
    "B-exact": "that no pure release is worse than a coin is a theorem of its own; runs of coins are counted out",
    "P-count": "a refutation by a stored witness; the kernel has C-comp and B-filter instead",
    "C-agm": INTEGRALS,
    "B-group-gaussian": INTEGRALS,
    "B-steps": INTEGRALS,
    "B-cells": "a rejection sampler with real numbers: its law is an integral",
    "B-outward": "about floating-point arithmetic, digit by digit; compared with rigorous balls instead",
    "K-ptr": "a refutation by two stored witnesses; B-ptr is the repaired mechanism, and the kernel has that",
    "P-sieve": "a refutation by a stored witness; B-sieve is the repaired mechanism, and the kernel has that",
    "P-type1": "a refutation by a stored witness",
    "P-type1-seen": "a convolution of two Laplace densities; P-limit bounds the same error from the tails alone",
    "P-type2": "a convolution of two Laplace densities; P-limit bounds the same error from the tails alone",
    "P-subsize": "the place of a minimum, with a root that has no closed form",
    "B-private-pcs": "about three programs; the kernel has their parts: B-svt-noise, B-sieve, B-peel and B-filter",
    "P-em-greedy": "a refutation by a stored witness",
    "X-vc": "uniform convergence for a class of finite VC dimension: a book of its own, and not a privacy guarantee",
    "B-vc": "uniform convergence for a class of finite VC dimension: a book of its own, and not a privacy guarantee",
    "B-waves": "Poisson summation, and not a privacy guarantee",
    "B-audit": "Clopper and Pearson's bounds are quantiles of a beta distribution: integrals",
    "B-growth": "a convexity argument on two curves, with no part in the guarantee",
}
"""Each claim about privacy, subsampling, sparse vectors or composition that has no kernel evidence, with the reason."""
