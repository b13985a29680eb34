# %% [markdown]
r"""
# Sums, means and histograms: clipping and sensitivity

:::{chapter} 2
:asks: How can a mean be published when one person may have typed a million?
:needs: c01_two_evenings
:teaches: clipping, L1 sensitivity, private histograms, group privacy
:skip: the section on groups, until you plan a study of families or of people who come twice
:::

How much was a voucher worth on average? A count was easy, because one person changes it by 1. But a mean is a sum divided by $n$, and there is no limit to what one person can add to a sum.

This chapter adds two ideas and one rule. Values are forced into a declared range before they are added up, which bounds what one person can change. In a histogram each person belongs to one bar only, which makes it cheap.
The rule is easily broken: whatever is shown must have been declared beforehand, even where an axis ends.
"""

# %% tags=["hide-input"]
import math
from itertools import product

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import BOUNDS, participants
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation


def laplace_noise(scale, size, rng):
    """Takes the place of the one that you wrote in chapter 1."""
    return rng.laplace(0, scale, size)


people = participants()
n = len(people)

# %% [markdown]
r"""
## One person, one slip of the finger

Your record replaces somebody else's, as in chapter 1, but whoever enters it makes a typing error. Your row now says that you drew a voucher of a million dollars.
"""

# %%
reward = people.reward.to_numpy()
slipped = reward.copy()
slipped[0] = 1_000_000
print(f"mean reward {reward.mean():.2f}, with one slip {slipped.mean():.2f}")

# %% [markdown]
r"""
One row of 2,834 has changed the mean by more than 350 dollars.
A row could contain any number, so the sensitivity of the mean is infinite, and no finite scale of Laplace noise is enough.

You might object that nobody could draw more than three dollars. That is true, because the rules of the study say so, and it is the way out. What matters is that **you knew it before you saw the data.**

## Clipping each value to a declared range

Before the values are added up, we force each of them into a *range* declared beforehand.
A value below the lower bound `low` becomes `low`, and a value above the upper bound `high` becomes `high`. This is called **clipping**.

The ranges of our table were declared from public knowledge, such as the rules of the study and a map:
"""

# %%
print(BOUNDS)
low, high = BOUNDS["reward"]
clipped = np.clip(slipped, low, high)
print(f"mean of the clipped rewards {clipped.mean():.4f}")

# %% [markdown]
r"""
The slip now counts as three dollars. Whatever your value is, and whatever the replaced person's value was, both clipped values lie between 0 and 3, so the sum changes by at most 3. In general:

> **Theorem** (clipped sums). Let each value be clipped to the range from `low` to `high`. Replacing one person changes the sum by at most $\text{high}-\text{low}$, and the mean of $n$ values by at most $(\text{high}-\text{low})/n$.

*Proof.* In the difference of the two sums the values of all other people cancel. What remains is one value minus another, and no two points of a range are farther apart than its ends.
We can divide by $n$ because the number of people is public under substitution. $\square$

For values of 0 and 1 the mean is a share, and its sensitivity is $\frac1n$. {verdict}`X-count`

A short program, folded here, tests the theorem on *every* table of three people with the values $-9$, 0, 1, 2, 3 and 50. It replaces the first person by anybody, and finds the largest change:
"""


# %% tags=["hide-input"]
def largest_change(statistic, low, high, grid=(-9, 0, 1, 2, 3, 50)):
    """Over all neighbouring tables of three people."""
    changes = []
    for before, after, second, third in product(grid, repeat=4):
        one = statistic([before, second, third], low, high)
        other = statistic([after, second, third], low, high)
        changes.append(abs(one - other))
    return max(changes)


# %%
def clipped_sum(values, low, high):
    return np.clip(values, low, high).sum()


print("largest change of the sum:", largest_change(clipped_sum, 0, 3))

# %% [markdown]
r"""
The bound of 3 is attained, so the mean of three people changes by at most $\frac33=1$.

:::{quiz} The ages of 1,000 people are clipped to the range from 15 to 85. What is the sensitivity of their mean?
= 0.07 ± 0.0001 :: Correct: the range is 70 years wide, and 70/1,000 = 0.07.
!= 70 :: No: this is the sensitivity of the sum.
:::

A check must be able to fail, so we also give the program a common mistake. Some programs clip the *result* instead of the values:
"""


# %%
def mean_clipped_afterwards(values, low, high):
    return np.clip(np.mean(values), low, high)


wrong = largest_change(mean_clipped_afterwards, 0, 3)
print(f"the mean, clipped afterwards: {wrong:.0f}")

# %% tags=["hide-input"]
assert wrong == largest_change(clipped_sum, 0, 3) == 3
assert slipped.mean() - reward.mean() > 350

# %% [markdown]
r"""
A single extreme record still carries this mean from one end of the range to the other. Its sensitivity is 3 instead of 1, and with $n$ people $n$ times as large as it should be.

:::{admonition} Published error
:class: warning
The public program of NOLEAKS, a private method for learning causal graphs, averages first and clips the result. Its noise is made for the sensitivity $(\text{high}-\text{low})/n$, and is therefore $n$ times too small.
The companion, the second part of this book, has the evidence: {prf:ref}`C-noleaks-mean`.
:::

## The second question: the mean reward

We can now answer the question of the beginning. By the rules of the lottery the range is $[0,3]$, and clipping to it changes no true value. The sensitivity of the mean is $\frac3n$ with $n=2{,}834$, about a tenth of a cent. We decide to spend $\varepsilon=0.05$:
"""

# %%
noisy_mean = Laplace(
    sensitivity=(high - low) / n,
    epsilon=0.05,
    relation=Relation.SUBSTITUTION,
)
exact = np.clip(reward, low, high).mean()
mean_reward = noisy_mean.release(exact, np.random.default_rng(2005))
print(mean_reward)
within = noisy_mean.scale * math.log(20)
print(f"with probability 0.95 the noise is within ±{within:.3f} dollars")
print(f"the true mean is {reward.mean():.4f}")

# %% tags=["hide-input"]
assert abs(mean_reward.value - reward.mean()) < within < 0.07
assert low <= reward.min() and reward.max() <= high
assert round(100 * (high - low) / n, 1) == 0.1

# %% [markdown]
r"""
A voucher was worth about a dollar on average, and we know this to within about six cents. The answer is so accurate because the sensitivity of a mean shrinks like $\frac1n$.

This was easy, because a rule gave the range. Often no rule does.

## The best range: bias against noise

Hardly anybody works more than 100 hours in a week, but we know for certain only that nobody works more than 168. Any smaller bound is allowed too, because clipping is safe at every bound. Which bound is best?

A low bound cuts off much, and so makes the sum too small. Such a systematic error is called **bias**.
A high bound requires much noise, although only a few values come near the bound.

To compare bounds we need a single number. Let $c$ be the bias, the hours that clipping has cut off, and $b$ the scale of the noise, whose variance is $2b^2$. The *root mean square error* $\sqrt{c^2+2b^2}$ is the typical size of an error.

:::{dropdown} Why the squares add up
Let $Z$ be the noise. The published sum errs by $Z-c$, and the square of this error is $Z^2-2cZ+c^2$. Because $Z$ has the mean 0 and the variance $2b^2$, the average of the square is $c^2+2b^2$.
:::

Suppose that 400 simulated people report their weekly hours, and that the clipped sum is published at $\varepsilon=0.1$. The range begins at 0, so the sensitivity of the sum equals the upper bound. We try three bounds:
"""

# %%
hours = np.random.default_rng(7).lognormal(3.0, 0.7, 400)
for bound in (30, 50, 80):
    bias = hours.sum() - np.minimum(hours, bound).sum()
    noise = math.sqrt(2) * bound / 0.1
    error = math.sqrt(bias**2 + noise**2)
    print(f"bound {bound}: bias {bias:.0f}", end=", ")
    print(f"standard deviation {noise:.0f}, typical error {error:.0f}")

# %% tags=["hide-input"]
assert 95 < hours.max() < 100 and round(hours.sum()) == 9_154
assert f"{817 / hours.sum():.1%}" == "8.9%"
assert [row[1] for row in explorers.clipped_sum().rows] == [35, 50, 65, 80]

# %% [markdown]
r"""
With the bound 30 most of the error is bias, and with 80 nearly all of it is noise. The bound 50 is better. Choosing it is a *bias–variance trade-off*.

The explorer has the same 400 people and opens at the bound 30. It shows errors in percent of the true sum of 9,154 hours, for example 8.9% instead of 817. Look for the smallest error:
"""

# %% tags=["hide-input"]
explorers.clipped_sum()

# %% [markdown]
r"""
At $\varepsilon=0.03$ the best bound is 35 hours, and at $\varepsilon=1$ it is 80. Both are *below* the largest value, which is close to 100 hours.

However, you must not search for the best bound in the secret data. The next section explains why, and what to do instead.

## Every data-dependent choice is a release

A colleague draws a histogram of the ages. She adds noise to each bar, and lets the computer choose the axis as usual:
"""

# %%
age = people.age.to_numpy()
counts, edges = np.histogram(age)
print("the axis begins at", edges[0])
print("people of exactly this age:", np.sum(age == edges[0]))

# %% [markdown]
r"""
The noise on the bars is correct, but the axis begins at the age of one child. In a village, that is as good as a name.

The number of bars, a list of the categories that occur, an upper bound taken from the largest value, and an error message can all depend on the data. Anything that is shown and depends on the data is a *release*, and these releases have no noise.

> **Rule.** Ranges, bars and categories are declared beforehand, or they are chosen by a private mechanism and charged to the budget.

**How should a bound be chosen, then?** Take it from public figures, such as a census or an earlier study, or from data simulated from them. If nothing is known, spend a small part of the budget on a private quantile, as in chapter 5, and clip there. A bound that is somewhat too high or too low costs accuracy, but never privacy.

The range of ages in our table, from 15 to 85, was declared because the study invited people of about 15 and older, and few people anywhere live beyond 85.

:::{quiz} You publish a noisy count for every village in which at least one person is infected. Is the noise on the counts enough?
- [ ] Yes, because every number has its noise. :: No: the list of villages has none. One person can decide whether a village appears.
- [x] No. I should list all villages of the map, including those with a count near 0. :: Correct: a declared list reveals nothing about anybody.
:::

## Histograms: many counts for the cost of two

How old are these people? We want a histogram with *bins* of five years, drawn as one bar each, which means fourteen counts. Do we pay fourteen times?

You belong to *one* bar. When your record replaces somebody else's, one bar loses 1 and another gains 1, while the other twelve stay as they are. If both of you belong to the same bar, nothing changes at all.
The absolute changes of all bars add up to at most 2.

When several statistics are published together, this largest *sum* of their changes is called their **L1 sensitivity**.

> **Theorem** (histograms). Replacing one person changes the bars of a histogram by at most 2 in total. {verdict}`B-relations`

> **Theorem** (Laplace noise on several statistics). Let several statistics have L1 sensitivity $\Delta$. Adding independent Laplace noise of scale $\Delta/\varepsilon$ to each of them makes all of them together $\varepsilon$-private.

For example, suppose that your record moves one count from 10 to 11 and another from 30 to 29. With noise of scale $b$, each of the two published counts has a ratio of densities of at most $e^{1/b}$. Because the noise is independent, the ratios multiply, and the product is at most $e^{2/b}$. With $b=2/\varepsilon$ this is $e^\varepsilon$.

:::{dropdown} The proof in symbols
Let $t_j$ be the published number in bar $j$, and $q_j$ and $q'_j$ the true counts on the two neighbours. The densities have the ratio

$$
\prod_j e^{(|t_j-q'_j|-|t_j-q_j|)/b}\;\le\;e^{\sum_j|q_j-q'_j|/b}\;\le\;e^{\Delta/b}\;=\;e^\varepsilon .
$$
:::

So fourteen bars need only twice the noise of a single count.

## The third question: how old are the people?

The edges of the bars are declared, from 15 to 85 in steps of five. Ages outside are clipped, so that everyone belongs to exactly one bar. We spend $\varepsilon=0.1$. Given an array, `release` adds independent noise to each of its entries, and the sensitivity is now the L1 sensitivity:
"""

# %%
low, high = BOUNDS["age"]
edges = np.arange(low, high + 1, 5)
ages = np.clip(people.age, low, high)
bars = np.histogram(ages, edges)[0]
noisy_bars = Laplace(
    sensitivity=2, epsilon=0.1, relation=Relation.SUBSTITUTION
)
histogram = noisy_bars.release(bars, np.random.default_rng(2006))
tidy = np.maximum(histogram.value, 0).round().astype(int)
print(tidy)

# %% [markdown]
r"""
The printed counts are rounded, and negative ones are set to 0. This is post-processing.

The scale of the noise is $2/0.1=20$. Each bar is therefore within $20\ln20\approx60$ of its true count with probability 0.95. The figure draws this band around each published count:
"""

# %% tags=["hide-input"]
band = noisy_bars.scale * math.log(20)
look = {"color": plots.SKY, "alpha": 0.5, "label": "true counts"}
ax = plots.panel()
ax.bar(edges[:-1] + 2.5, bars, width=4.6, **look)
noisy = [(value, max(value - band, 0), value + band) for value in tidy]
plots.points(
    edges[:-1] + 2.5, {"published": noisy}, ax=ax, colours=[plots.ORANGE]
)
caption = "Ages of 2,834 people in bars of five years: true counts, and published counts at ε = 0.1 with a band that contains the true count with probability 0.95. The bands matter most for the small bars on the right."
plots.show(ax, caption, x="age", y="people")

# %% [markdown]
r"""
The histogram shows that more than half of these people are younger than 35. But it has two limits.

The first is at the right. From 65 years on all four bands reach down to 0, so nobody can tell from the histogram whether anyone of this age took part.

The second is that two of the fourteen bands, at 35 and at 50 years, miss the true count. At both ages the published counts have a hump that does not exist. The bar at 50 is even 127 too high, and an error of this size in any bar occurs in only about one of forty such histograms. A study could not know that this happened, and could not draw again either, because a second draw would be charged.

**New questions, no new cost.** Sums of published counts are post-processing. How many people, for example, are younger than 30? We add up three bars as they were released, because setting negative counts to 0 would make sums too large on average. The noise on each bar has the variance $2\cdot20^2$, and variances add up:
"""

# %%
young = histogram.value[:3].sum()
true_young = int((ages < 30).sum())
noise_sd = 20 * math.sqrt(2 * 3)
print(f"younger than 30: {young:.0f}, or {young / n:.0%} of the people")
print(f"true {true_young}, standard deviation of the noise {noise_sd:.0f}")

# %% [markdown]
r"""
The answer is 18 off, well within one standard deviation. A direct question for this one count would be more accurate, as an exercise shows. But the histogram answers even questions that nobody had planned.

## Group privacy

So far one record was replaced. But families share a house, a doctor and sometimes an infection. What does the guarantee say about a family of four, if all four records are replaced?
You can walk from one table to the other in four steps, replacing one record at a time. Each step costs a factor of at most $e^\varepsilon$, so four cost at most $e^{4\varepsilon}$.

> **Theorem** (group privacy). Let $k\ge1$. A mechanism that is $\varepsilon$-private for one person is $k\varepsilon$-private for $k$ people together. {verdict}`B-group`

The histogram therefore protects a family of four at $4\times0.1=0.4$, which is still a good guarantee. For a village of a hundred the guarantee is only $\varepsilon=10$, which is almost no protection. This cannot be avoided, because a histogram that hardly depends on a village says hardly anything about it.

In the same way, somebody who came twice and has *two rows* is protected only at $2\varepsilon$.

## Exercises

:::{exercise} ★ Finite or infinite?
:label: ex-c02-warm

State the sensitivity of each of the following statistics. Ages are arbitrary and not negative, nothing is clipped, and one of $n$ people is replaced: (a) the number of people above 50; (b) the sum of the ages; (c) the largest age; (d) $n$.
:::

:::{solution} ex-c02-warm
:class: dropdown

(a) 1. (b) Infinite. (c) Infinite, because the oldest person can be replaced by one of any age. (d) 0, because $n$ is the same in both tables.
:::

:::{exercise} ★ More bars
:label: ex-c02-bars

Compare the histogram of ages with one of seventy bars, one for each year. Give the factor by which each of these changes: (a) the noise on one bar; (b) the noise relative to the height of the bars; (c) the standard deviation of the number of people younger than 30.
:::

:::{solution} ex-c02-bars
:class: dropdown

(a) It stays the same, because one person still changes two bars by 1. (b) It becomes about five times as large, because each bar has about a fifth of the people. (c) The number is now a sum of 15 bars instead of 3, so its standard deviation is $\sqrt5$ times as large. Fine bars cost accuracy, although they cost no $\varepsilon$.
:::

::::{exercise} ★★ Implement, then assert: `clipped_mean`
:label: ex-c02-mine

Write `clipped_mean(values, low, high, epsilon, rng)`, which returns one draw of the $\varepsilon$-private mean of the values, clipped to $[\text{low},\text{high}]$, under substitution. The values are a list or an array, and some can be infinite. Use your `laplace_noise`.

:::{dropdown} Hint
Clip first, then take the mean. Which of `len(values)`, `low` and `high` does the scale need? Think of the range $[2,10]$: how far can one person change a *sum*?
:::
::::

:::{solution-start} ex-c02-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def clipped_mean(values, low, high, epsilon, rng):
    """The mean of the clipped values, with noise for one of them."""
    scale = (high - low) / len(values) / epsilon
    return np.clip(values, low, high).mean() + laplace_noise(scale, 1, rng)[0]


# %%
check("clipped_mean", clipped_mean)

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise} ★★ The best range in hindsight
:label: ex-c02-fence

Compute the root mean square error $\sqrt{\text{bias}^2+2b^2}$ of the clipped mean age, with `low = 15` and $\varepsilon=0.01$, for every upper bound from 20 to 85. Report the bound with the smallest error. Then explain why this bound must not be used for a release.
:::

:::{solution-start} ex-c02-fence
:class: dropdown
:::
"""

# %%
highs = np.arange(20, 86)
bias = lambda h: np.clip(people.age, 15, h).mean() - people.age.mean()
noise = lambda h: math.sqrt(2) * (h - 15) / n / 0.01
errors = [math.hypot(bias(h), noise(h)) for h in highs]
best = highs[np.argmin(errors)]
print(f"smallest error {min(errors):.2f} years with high = {best}")
print(f"error {errors[-1]:.2f} with high = 85")
assert 40 < best < 85

# %% tags=["remove-cell"]
# said in the sections above
error = np.abs(histogram.value - bars)
assert (histogram.value < 0).any()
assert (edges[:-1][tidy < band] == [65, 70, 75, 80]).all() and round(
    band
) == 60
assert edges[:-1][error > band].tolist() == [35, 50]
assert error.max().round() == 127 == tidy[7] - bars[7]
assert all(tidy[j] > max(tidy[j - 1], tidy[j + 1]) for j in (4, 7))
assert all(bars[j - 1] > bars[j] > bars[j + 1] for j in (4, 7))
assert min(bars[:4].sum(), histogram.value[:4].sum()) > 0.54 * n
assert 38 < 1 / (1 - (1 - math.exp(-127 / 20)) ** 14) < 42
assert abs(young - true_young) < noise_sd
assert (round(true_young - young), round(noise_sd)) == (18, 49)
assert f"{young / n:.0%}" == f"{true_young / n:.0%}" == "44%"

# %% [markdown]
r"""
The best bound is lower than the declared one. It was computed from the secret ages without noise, so using it would publish a number that was read off the data and not charged. You may choose it from *public* figures, for example from a census of another year.

:::{solution-end}
:::

:::{exercise} ★★ Count or histogram?
:label: ex-c02-share

Compare two ways to publish how many people are younger than 30. Compute the standard deviation of the noise (a) if you add up three bars of the histogram at $\varepsilon=0.1$; (b) if you ask for this one count at $\varepsilon=0.1$. (c) Suppose that you need $k$ such numbers, each a sum of three bars. Find the smallest $k$ for which the histogram is more accurate than $k$ counts that share $\varepsilon=0.1$ equally.
:::

:::{solution} ex-c02-share
:class: dropdown

(a) $\sqrt{3\cdot2}\cdot20\approx49$. (b) A count has sensitivity 1, so the scale is 10, and the standard deviation is $10\sqrt2\approx14$. (c) Four. If $k$ counts share the budget, each has noise of about $14k$, which exceeds 49 for $k\ge4$. The histogram is preferable if you need several such numbers, or do not yet know which.
:::

::::{exercise} ★★★ The mean age of the infected
:label: ex-c02-ratio

Release the mean age of the infected. Their number is secret, so divide a noisy sum by a noisy count, each at $\varepsilon=0.5$. (a) State the sensitivity of the sum of the ages of the infected, each in $[15,85]$. (b) Subtract 50 from each age before adding, and add 50 at the end. State the sensitivity again. (c) Simulate both versions and report their errors. The solution is in {doc}`solutions_1_to_5`.

:::{dropdown} Hint
There are two cases: both the replaced person and the new one are infected, or only one of them is. Which case is worse in (a), and which in (b)?
:::
::::

## The bill
"""

# %%
bill(2, mean_reward.price, histogram.price)

# %% [markdown]
r"""
## Three formulas

- Sensitivity of a clipped mean: $(\text{high}-\text{low})/n$.
- L1 sensitivity of a histogram under substitution: $\Delta=2$.
- Root mean square error of a clipped and noisy statistic: $\text{error}^2=\text{bias}^2+2b^2$.

**In one paragraph.** A sum is made private by clipping each value to a range and adding noise in proportion to its width. The range trades bias against noise. Like an axis or a list of categories, it must be declared beforehand, or chosen by a private mechanism and charged. A histogram costs as much as two counts, because each person belongs to one bar. For $k$ people together $\varepsilon$ is $k$ times as large.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** We have asked three questions and added up their costs as if that were obvious. {doc}`c03_composition` proves that costs add up, shows when they do not, and builds a budget that refuses to be overspent.
"""
