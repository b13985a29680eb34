# %% [markdown]
r"""
# Solutions to the hardest exercises of chapters 1 to 5

Each of these exercises is worth an hour of your own time before you read on. The solutions of the ★ and ★★ exercises stand in their chapters.
"""

# %% tags=["hide-input"]
import math

import numpy as np

from privcausal.data.malawi import participants
from privcausal.privacy.gaussian import gaussian_scale

people = participants()

# %% [markdown]
r"""
## Chapter 1: the best adversary

This solves {ref}`the last exercise <ex-c01-best>` of {doc}`c01_two_evenings`.

:::{solution-start} ex-c01-best
:::

(a) The best rule bets on the evening on which the number is more likely, which means on 38 if the number is larger than 37.5. On the evening with 38 this is wrong if the noise is below $-\frac12$. With the scale $\frac1\varepsilon$ this has the probability $\frac12e^{-\varepsilon/2}$. The other evening is the mirror image, so the rule wins with probability $1-\frac12e^{-\varepsilon/2}$.

(b) At $\varepsilon=1$ this is 0.697, and the simulation agrees:
"""

# %%
noise = np.random.default_rng(4).laplace(0, 1, 400_000)
wins = np.mean(38 + noise > 37.5) / 2 + np.mean(37 + noise < 37.5) / 2
exact = 1 - math.exp(-0.5) / 2
print(f"simulated {wins:.4f}, exact {exact:.4f}", end=", ")
print(f"bound {math.e / (1 + math.e):.4f}")
assert abs(wins - exact) < 0.004

# %% [markdown]
r"""
(c) The bound assumes that the ratio of the two densities is $e^\varepsilon$ or $e^{-\varepsilon}$ at every output. This is true below 37 and above 38. Between the two counts the ratio is closer to 1, so the adversary is less certain there.

With noise in whole numbers nothing is published between the two counts. Let the probability of the noise fall by a factor of exactly $e^\varepsilon$ with every step away from 0, as the geometric noise of {ref}`an earlier exercise <ex-c01-edge>` does with the factor 2. Then the ratio is $e^\varepsilon$ or $e^{-\varepsilon}$ at every whole number, and the rule wins exactly the share $\frac{e^\varepsilon}{1+e^\varepsilon}$. Here is the sum at $\varepsilon=1$:
"""

# %%
published = np.arange(-100, 200)
whole = [math.e ** -np.abs(published - count) for count in (37, 38)]
one, other = (weights / weights.sum() for weights in whole)
print(f"share of wins {np.maximum(one, other).sum() / 2:.4f}")
assert math.isclose(np.maximum(one, other).sum() / 2, math.e / (1 + math.e))

# %% [markdown]
r"""

:::{solution-end}
:::

## Chapter 2: the mean age of the infected

This solves {ref}`the last exercise <ex-c02-ratio>` of {doc}`c02_sums_and_histograms`.

:::{solution-start} ex-c02-ratio
:::

(a) The contribution of a person is an age between 15 and 85 if they are infected, and 0 otherwise. If only one of the two people is infected, the sum changes by at most 85, and if both are, by at most $85-15=70$. The sensitivity is therefore 85.

(b) After 50 has been subtracted, the contribution lies in $[-35,35]$ or is 0. If only one of the two is infected, the sum changes by at most 35, and if both are, from $-35$ to $35$, which is 70. The sensitivity is therefore 70.

(c) The simulation uses 2,000 draws of the noise for each version:
"""

# %%
infected = people.age[people.hiv == 1].clip(15, 85)
rng = np.random.default_rng(22)
for centre, sensitivity in ((0, 85), (50, 70)):
    noise = rng.laplace(0, sensitivity / 0.5, 2000)
    total = (infected - centre).sum() + noise
    count = len(infected) + rng.laplace(0, 1 / 0.5, 2000)
    error = np.std(centre + total / count - infected.mean())
    print(f"centre {centre:2}: error {error:.2f} years")

# %% [markdown]
r"""
The error falls to less than $\frac{70}{85}$ of what it was. Besides the smaller sensitivity there is a second reason: the noise in the count is multiplied by the mean of the centred ages, which is smaller than the mean age.

The quotient of two released numbers is post-processing, so both together cost $\varepsilon=1$ by sequential composition. It is not on our bill, because the book looked at the true ages only to measure errors. A study would draw once, and be charged 1.

:::{solution-end}
:::

## Chapter 3: a refusal that reveals

This solves {ref}`the last exercise <ex-c03-refusal>` of {doc}`c03_composition`.

:::{solution-start} ex-c03-refusal
:::

(a) Take a table with the true count 99 and a neighbour with the true count 100. On the first table a question costs 0.1, so three are answered. On the second it costs 0.2, so one is answered. The number of answers distinguishes the two with certainty, although the filter has never charged more than 0.3.

(b) The proof uses that, given the earlier answers, the next question and its cost are the same on both tables. Here the cost depends on the true count.

(c) The filter first publishes a noisy count at a fixed cost, for example 0.05. If this published number is below 100, every later question costs 0.1, and otherwise 0.2. As before, a question whose cost does not fit into what is left of 0.3 is refused. Now each cost and each refusal is computed from earlier *published* answers alone. Given the same answers they are the same on both tables, so each factor of the product changes by at most $e^{\varepsilon_i}$, and the sum of the $\varepsilon_i$ is at most 0.3. This is the step that failed before, and the rest of the proof applies.

:::{solution-end}
:::

## Chapter 4: a curve, three ways

This solves {ref}`the last exercise <ex-many-curve>` of {doc}`c04_many_small_answers`.

:::{solution-start} ex-many-curve
:::

(a) One person can belong to all sixty counts, so the L1 sensitivity is 60. (b) The L2 sensitivity is $\sqrt{60}$. (c) A histogram has L1 sensitivity 2. The point at $d$ is a sum of bars: one bar at the first point, and sixty at the last.
"""

# %%
laplace = math.sqrt(2) * 60 / 0.1
gaussian = gaussian_scale(math.sqrt(60), 0.1, 1e-7)
first, last = (math.sqrt(2 * bars) * 2 / 0.1 for bars in (1, 60))
print(f"(a) {laplace:.0f} at every point, (b) {gaussian:.0f} at every point")
print(f"(c) {first:.0f} at the first point, {last:.0f} at the last")
assert first < last < gaussian < laplace

# %% [markdown]
r"""
The histogram is best at both ends. It asks for something that one person changes little, and computes the rest at no further privacy cost. That gains more than a better kind of noise.

:::{solution-end}
:::

## Chapter 5: the forgotten 2

This solves {ref}`the last exercise <ex-c04-two>` of {doc}`c05_choosing`.

:::{solution-start} ex-c04-two
:::

(a) Let all $k$ votes go to the second candidate, and replace one of them by a vote for the first, so that $(0,k)$ becomes $(1,k-1)$:
"""


# %%
def without_two(votes):
    weights = np.exp(np.array(votes, dtype=float))
    return weights / weights.sum()


def log_change(k):
    """Of the first candidate's probability."""
    before, after = without_two([0, k]), without_two([1, k - 1])
    return math.log(after[0] / before[0])


# %%
first = min(k for k in range(1, 13) if log_change(k) > 1.9)
print(f"with {first} votes or more; with 12 votes {log_change(12):.5f}")
assert all(log_change(k) < 2 for k in range(1, 13))

# %% [markdown]
r"""
(b) Without the 2, one point changes a weight by a factor of at most $e^\varepsilon$. The numerator of a probability therefore grows by at most $e^\varepsilon$, and the denominator, a sum of weights, falls by at most the same factor. Together this is at most $e^{2\varepsilon}$. In the example both happen almost completely, because the second candidate has nearly all of the weight.

:::{solution-end}
:::
"""
