# %% [markdown]
r"""
# Solutions to the hardest exercises of chapters 6 to 9

Try each exercise before you read its solution. The functions of the chapters are repeated here in short form, so that the page runs by itself.
"""

# %% tags=["hide-input"]
from itertools import product

import numpy as np
from scipy.stats import beta, norm

from privcausal.data.malawi import participants

# %% [markdown]
r"""
(sol-c06-fence)=
## Chapter 6: a clipping bound from the data

The exercise is {ref}`ex-c06-fence` in {doc}`c06_paying_for_answers`. It needs `above_threshold` from the same chapter:
"""


# %%
def above_threshold(values, threshold, sensitivity, epsilon, rng):
    """The place of the first yes, or None."""
    hurdle = threshold + rng.laplace(0, 2 * sensitivity / epsilon)
    for place, value in enumerate(values):
        if value + rng.laplace(0, 4 * sensitivity / epsilon) >= hurdle:
            return place
    return None


# %% [markdown]
r"""
The question for each bound is how many incomes lie below it. This count has sensitivity 1, and the threshold is 95% of 2,834 people.
"""

# %%
rng = np.random.default_rng(56)
incomes = np.exp(rng.normal(3, 1, 2834))
bounds = 2.0 ** np.arange(21)
counts = [np.sum(incomes <= bound) for bound in bounds]


def error(bound, epsilon):
    """Of one clipped private mean, against the mean of all incomes."""
    noise = rng.laplace(0, bound / (epsilon * len(incomes)))
    return abs(np.minimum(incomes, bound).mean() + noise - incomes.mean())


# %%
chosen, declared = [], []
for _ in range(200):
    place = above_threshold(counts, 0.95 * len(incomes), 1, 0.1, rng)
    chosen.append(error(bounds[place], 0.1))
    declared.append(error(1e6, 0.2))
print(f"mean income {incomes.mean():.1f}")
print(f"mean error with a chosen bound {np.mean(chosen):.1f}", end=", ")
print(f"with the declared one {np.mean(declared):.0f}")

# %% tags=["remove-cell"]
assert np.mean(chosen) < 3 and np.mean(declared) > 1000

# %% [markdown]
r"""
The chosen bound cuts off a part of the largest incomes, and it removes almost all of the noise. Both cases spend $\varepsilon=0.2$ in total. The bound is published, and everything after it is a clipped mean as in chapter 2.
The function can also return `None`, if no count seems to reach the threshold; then take the largest bound. This did not happen in our 200 runs, because the counts of the largest bounds lie far above the threshold.
Doubling the bounds keeps the list short. For the privacy cost its length would not matter, but for the error it does.

(sol-c06-one-way)=
## Chapter 6: all changes in one direction

The exercise is {ref}`ex-c06-one-way` in {doc}`c06_paying_for_answers`.

*Why our counts have the property.* An absent person who is replaced by somebody who came lowers all counts from their distance on. An absent person who is replaced by one farther away lowers the counts in between. In the opposite direction the counts rise. In each case all changes have the same sign.

*Proof.* Suppose first that all values rise by at most $\Delta$ on the neighbour. Shift the threshold up by $\Delta$ as well. Each no remains a no, because its value rose by no more than the threshold. The value of the yes did not fall, so its noise must be larger by at most $\Delta$. Now suppose that all values fall by at most $\Delta$. Then the threshold is not shifted at all. Each no remains a no, and the noise of the yes must be larger by at most $\Delta$.
In both cases the cost is at most the shift of the threshold, $\Delta$ at scale $2\Delta/\varepsilon$, plus the shift of the yes, $\Delta$ at scale $2\Delta/\varepsilon$. Together this is $\varepsilon$. $\square$

*Test.* We try all triples of gaps from $-3$, 0 and 3, and all changes by 0 or 1 unit. The function `loss` takes the largest absolute logarithm of the ratio over all places, so it covers both directions. For comparison we also allow changes by $-1$:
"""

# %%
GRID = np.arange(-200, 200.01, 0.25)


def below(z, scale):
    """P(Laplace noise ≤ z)."""
    tail = np.exp(-np.abs(z) / scale) / 2
    return np.where(z < 0, tail, 1 - tail)


# %%
def chances(gaps, threshold_scale, question_scale):
    """The probability of each place, and last that no yes comes."""
    weight = np.exp(-np.abs(GRID) / threshold_scale)
    weight /= weight.sum()
    all_no, places = np.ones(len(GRID)), []
    for gap in gaps:
        places.append(weight @ (all_no * below(gap - GRID, question_scale)))
        all_no = all_no * below(GRID - gap, question_scale)
    return np.array([*places, weight @ all_no])


def loss(one, two, *scales):
    """The largest absolute log-ratio over all places."""
    return np.max(
        np.abs(np.log(chances(one, *scales) / chances(two, *scales)))
    )


# %%
worst = {
    name: max(
        loss(gaps, np.add(gaps, change), 2.0, 2.0)
        for gaps in product((-3, 0, 3), repeat=3)
        for change in product(changes, repeat=3)
    )
    for name, changes in (("one direction", (0, 1)), ("both", (-1, 0, 1)))
}
for name, value in worst.items():
    print(f"{name}: {value:.3f}")

# %% tags=["remove-cell"]
assert worst["one direction"] <= 1 < worst["both"]

# %% [markdown]
r"""
With changes in one direction the loss stays below 1. If changes in both directions are allowed, the smaller noise violates the guarantee, so the property was needed. The library's `AboveThreshold` makes no assumption about how its questions depend on each other, and therefore draws the larger noise.

*The bus.* With the smaller noise the right place is more likely:
"""

# %%
people = participants()
distances = people.distance[people.learned == 0].to_numpy()
absent = [np.sum(distances <= quarter / 4) for quarter in range(1, 25)]
gaps = 0.1 * (np.array(absent) - 400)
right = {scale: chances(gaps, 2.0, scale)[6] for scale in (4.0, 2.0)}
for scale, probability in right.items():
    print(f"noise of scale {scale:.0f} on each question: {probability:.1%}")

# %% tags=["remove-cell"]
assert f"{right[4.0]:.0%} {right[2.0]:.0%}" == "54% 66%"

# %% [markdown]
r"""
With all 24 counts at hand, the exponential mechanism of {ref}`ex-c06-sharper` finds the right place with 89%. The smaller noise recovers about a third of the difference.

(sol-c07-two-columns)=
## Chapter 7: one draw of noise for two answers

The exercise is {ref}`ex-c07-two-columns` in {doc}`c07_convicting_with_samples`.

*Each number alone.* The first count changes by 1 and has Laplace noise of scale 2, so its number is $\frac12$-private. The second count does not change at all. With independent noise, sequential composition would give 1.

*Both together.* The difference of the two numbers contains no noise: it is $37-12=25$ on one table and $38-12=26$ on the other. A reader of the output therefore knows which table it was, and no ε is large enough. The auditor sees this only if its events depend on both numbers:
"""

# %%
SHARES = np.linspace(0.02, 0.98, 49)


def program(counts, runs, rng):
    """Two counts with the same draw of noise."""
    noise = rng.laplace(0, 2, runs)
    return np.stack([counts[0] + noise, counts[1] + noise], axis=1)


# %%
def on_first(outputs, cuts):
    """Events of the first number, as in the chapter."""
    above = outputs[:, :1] >= cuts
    return np.hstack([above, ~above])


def on_difference(outputs, cuts):
    """Events of the difference, which needs cut points of its own."""
    above = outputs[:, :1] - outputs[:, 1:] >= np.arange(0.5, 50)
    return np.hstack([above, ~above])


# %%
def lower(hits, runs, level):
    """The lower bound of the chapter, as a quantile of a beta distribution."""
    return np.nan_to_num(beta.ppf(level, hits, runs - hits + 1))


def at_least(hits, runs, alpha):
    """The bound of the chapter for ε."""
    high = 1 - lower(runs - hits[1], runs, alpha / 2)
    with np.errstate(divide="ignore"):
        return np.log(lower(hits[0], runs, alpha / 2) / high)


# %%
def audit(runs, alpha, rng):
    """The bound for ε, with the events that are defined at present."""
    draws = [program(table, runs, rng) for table in ((38, 12), (37, 12))]
    cuts = np.quantile(
        np.concatenate([x[: runs // 2] for x in draws]), SHARES
    )
    chosen = [events(x[: runs // 2], cuts).sum(axis=0) for x in draws]
    fresh = [events(x[runs // 2 :], cuts).sum(axis=0) for x in draws]
    best = np.argmax(at_least(chosen, runs // 2, alpha))
    return at_least([hits[best] for hits in fresh], runs // 2, alpha)


# %%
bounds = {}
for events in (on_first, on_difference):
    bound = audit(20_000, 1e-3, np.random.default_rng(7))
    bounds[events.__name__] = bound
    print(f"{events.__name__:13}: ε ≥ {bound:.2f}")

# %% tags=["remove-cell"]
assert all((b > 1) == (name == "on_difference") for name, b in bounds.items())

# %% [markdown]
r"""
Events on the first number find nothing above $\frac12$, because there is nothing to find. With events on the difference the label is rejected by far. The bound is finite only because 10,000 runs without a hit cannot prove that the event is impossible.
An audit sees only what its events can express.

(sol-c08-curve)=
## Chapter 8: the profile of Laplace noise

The exercise is {ref}`ex-c08-curve` in {doc}`c08_exact_curves`.

*Proof.* Take the counts 1 and 0, and noise of scale $\frac1\varepsilon$. At a value $t$ between them the log-ratio of the densities is $\varepsilon\,(t-(1-t))=\varepsilon(2t-1)$. It equals $s\varepsilon$ at $t=\frac{1+s}2$. Above this point the log-ratio grows to $\varepsilon$ and stays there, and below it is smaller than $s\varepsilon$. The worst event is therefore "at least $t$".
Its probability is $1-\frac12e^{-\varepsilon(1-s)/2}$ if the count is 1, because the distance from $t$ to 1 is $\frac{1-s}2$. It is $\frac12e^{-\varepsilon(1+s)/2}$ if the count is 0. The second probability times $e^{s\varepsilon}$ is $\frac12e^{-\varepsilon(1-s)/2}$. The difference is $1-e^{-(1-s)\varepsilon/2}$. The other order gives the same by symmetry. $\square$

*Comparison*, for $\varepsilon=1$:
"""

# %%
edges = np.linspace(-30, 31, 6_101)
laplace = [np.diff(below(edges - count, 1.0)) for count in (1, 0)]


def delta_at(p, q, epsilon):
    """The δ that two lists of probabilities need at this ε."""
    return np.sum(np.maximum(0, p - np.exp(epsilon) * q))


# %%
worst = {}
for s in (0, 0.25, 0.5, 1):
    formula, computed = 1 - np.exp(-(1 - s) / 2), delta_at(*laplace, s)
    print(f"s = {s:4}: formula {formula:.5f}, sum {computed:.5f}")
    worst[s] = abs(formula - computed)

# %% tags=["remove-cell"]
assert max(worst.values()) < 1e-4

# %% [markdown]
r"""
The companion proves the formula as {prf:ref}`B-profile`.

(sol-c09-small)=
## Chapter 9: when the interval breaks

The exercise is {ref}`ex-c09-small` in {doc}`c09_cause`. It needs `effect` from the same chapter:
"""


# %%
def effect(counts, scale):
    """Difference in proportions, and an interval with both errors."""
    stayed, came = np.asarray(counts, dtype=float).T
    m = stayed + came
    p = came / m
    noise = 2 * scale**2 * (p**2 + (1 - p) ** 2) / m**2
    half = norm.isf(0.025) * np.sqrt(np.sum(p * (1 - p) / m + noise))
    return p[1] - p[0], p[1] - p[0] - half, p[1] - p[0] + half


# %%
def one_round(m, rng):
    """One simulated study: does its interval contain 0.4, and how wide is it?"""
    came = rng.binomial(m, (0.3, 0.7))
    noisy = np.stack([m - came, came], axis=1) + rng.laplace(0, 10, (2, 2))
    with np.errstate(invalid="ignore"):
        _, left, right = effect(noisy, 10)
    return left < 0.4 < right, (right - left) / 2


# %%
rng, coverage = np.random.default_rng(73), {}
for m in (20, 40, 80, 160, 320):
    held, half = np.array([one_round(m, rng) for _ in range(1000)]).T
    coverage[m] = held.mean()
    print(f"m = {m:3}: coverage {coverage[m]:.1%}", end=", half-width: ")
    print(f"median {np.nanmedian(half):.2f}, largest {np.nanmax(half):.3g}")

# %% [markdown]
r"""
For groups of 20 people the interval is often wider than all the differences that are possible, so it says nothing. The noisy size of a group can come close to 0 or fall below it, and then the interval has an arbitrary width or none.
With 160 people or more, coverage and width are both about right. A careful release fixes in advance, from public numbers, how large a noisy group must be before its proportion is published.
"""
