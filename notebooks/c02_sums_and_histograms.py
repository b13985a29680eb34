# %% [markdown]
r"""
# Sums, means and histograms: clipping and sensitivity

:::{chapter} 2
:asks: How can a mean be published when one person may have typed a million?
:needs: c01_two_evenings
:teaches: clipping, L1 sensitivity, private histograms, group privacy
:skip: the section on groups, until you plan a study of families or of people who come twice
:::

How much was a voucher worth on average? A count was easy, because one person changes it by 1. But a mean is a sum divided by $n$. The number $n$ is public, as in chapter 1, but there is no limit to what one person can add to the sum.

The remedy is to set limits *before looking at the data*. Values are first forced into a declared range, so that no person can change their sum by more than the width of this range. In a histogram with declared bars each person belongs to only one bar, so all bars together need only twice the noise of a single count.
Declaring is the hard part. At every step we shall therefore ask: **what had we looked at before we decided this?**
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

You might object that nobody could draw more than three dollars. That is true, because the rules of the study say so. It is also the solution, because you knew it *before you saw the data*.

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
The number $n$ is the same in both tables, so the mean changes by $\frac1n$ of this. $\square$

For values of 0 and 1 the mean is a share, and its sensitivity is $\frac1n$. {verdict}`X-count`

A short program tests the theorem on *every* table of three people with the values $-9$, 0, 1, 2, 3 and 50. It replaces the first person by anybody, and finds the largest change:
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
= 0.07 ± 0.0001 :: Correct: 70/1,000 = 0.07.
!= 70 :: No: this is the sensitivity of the sum.
:::

A check must be able to fail, so we also give the program a common mistake. Some programs clip the *result* instead of the values:
"""


# %%
def mean_clipped_afterwards(values, low, high):
    return np.clip(np.mean(values), low, high)


wrong = largest_change(mean_clipped_afterwards, 0, 3)
print(f"the mean, clipped afterwards: {wrong:.0f}")

# %% [markdown]
r"""
One extreme record can still move this mean from one end of the range to the other. Its sensitivity is 3 instead of 1, and with $n$ people it is $n$ times as large as it should be.

:::{admonition} Published error
:class: warning
The public program of NOLEAKS, a private method for learning causal graphs, averages first and clips the result. Its noise is made for the sensitivity $(\text{high}-\text{low})/n$, and is therefore $n$ times too small.
The companion, the second part of this book, has the evidence: {prf:ref}`C-noleaks-mean`.
:::

## The second question: the mean reward

By the rules of the lottery the range is $[0,3]$, and clipping to it changes no true value. The sensitivity of the mean is $\frac3n$ with $n=2{,}834$, about a tenth of a cent. We spend $\varepsilon=0.05$:
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

# %% [markdown]
r"""
A voucher was worth about a dollar on average, and we know this to within about six cents. The answer is so accurate because the sensitivity of a mean shrinks like $\frac1n$.

What had we looked at before we decided on the range? Only the rules of the lottery. Often, however, there is no such rule.

## The best range: bias against noise

Hardly anybody works more than 100 hours in a week, but we know for certain only that nobody works more than 168. Any smaller bound is allowed too, because clipping is safe at every bound. Which bound is best?

A low bound cuts off much, and so makes the sum too small. Such a systematic error is called **bias**.
A high bound requires much noise, although only a few values come near the bound.

To compare bounds we need a single number. Let $c$ be the bias, the hours that clipping has cut off, and $Z$ the noise, with scale $b$. The published sum errs by $Z-c$. Because $Z$ has the mean 0 and the variance $2b^2$, the average of $(Z-c)^2$ is $c^2+2b^2$. Its root, the *root mean square error* $\sqrt{c^2+2b^2}$, is the typical size of an error.

Suppose that 400 simulated people report their weekly hours, and that the clipped sum is published at $\varepsilon=0.1$. The range begins at 0, so the sensitivity of the sum equals the upper bound. We try three bounds, and print the typical error also in percent of the true sum:
"""

# %%
hours = np.random.default_rng(7).lognormal(3.0, 0.7, 400)
for bound in (30, 50, 80):
    bias = hours.sum() - np.minimum(hours, bound).sum()
    noise = math.sqrt(2) * bound / 0.1
    error = math.sqrt(bias**2 + noise**2)
    print(f"bound {bound}: bias {bias:.0f}", end=", ")
    print(f"standard deviation {noise:.0f}", end=", ")
    print(f"typical error {error:.0f} or {error / hours.sum():.1%}")

# %% [markdown]
r"""
With the bound 30 most of the error is bias, and with 80 nearly all of it is noise. The bound 50 is better. Choosing it is a *bias–variance trade-off*.

The explorer has the same 400 people, and states errors in percent. Look for the smallest one, first at $\varepsilon=0.1$ and then at the others:
"""

# %% tags=["hide-input"]
explorers.clipped_sum()

# %% [markdown]
r"""
The less noise there is, the higher is the best bound: it is {sets}`35 hours at ε = 0.03 <ε: 0.03; clipping bound: 35 hours>`, and {sets}`80 at ε = 1 <ε: 1; clipping bound: 80 hours>`. Even this is *below* the largest value, which is close to 100 hours.

What had we looked at to find these bounds? Every single value. With simulated people this does no harm, but in secret data you must not search like this. The next section explains why, and what to do instead.

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
The noise on the bars is correct, but the computer looked at all ages before it chose the axis, which now begins at the age of one child. In a village, that is as good as a name.

The number of bars, a list of the categories that occur, an upper bound taken from the largest value, and an error message can all depend on the data. Anything that is shown and depends on the data is a *release*, and these releases have no noise.

> **Rule.** Ranges, bars and categories are declared beforehand, or they are chosen by a private mechanism and charged to the budget.

**How should a bound be chosen, then?** Take it from public figures, such as a census or an earlier study, or from data simulated from them. If nothing is known, spend a small part of the budget on a private quantile, as in chapter 5, and clip there. A bound that is somewhat too high or too low costs accuracy, but never privacy.

The range of ages in our table, from 15 to 85, was declared because the study invited people of about 15 and older, and few people anywhere live beyond 85. What did it cost not to look? At $\varepsilon=0.1$ the mean age would have a typical error of 0.35 years. With the best upper bound, 66, which only the secret ages reveal, it would be 0.27. Declaring the bound thus costs less than a tenth of a year, a small price for a choice that reveals nothing.

:::{quiz} You publish a noisy count for every village in which at least one person is infected. Is the noise on the counts enough?
- [ ] Yes, because every number has its noise. :: No: the list of villages has none. One person can decide whether a village appears.
- [x] No. I should list all villages of the map, including those with a count near 0. :: Correct: a declared list reveals nothing about anybody.
:::

## Histograms: many counts at twice the noise

How old are these people? We want a histogram with *bins* of five years, drawn as one bar each, which means fourteen counts. Do we pay fourteen times?

You belong to *one* bar. When your record replaces somebody else's, one bar loses 1 and another gains 1, while the other twelve stay as they are. If both of you belong to the same bar, nothing changes at all.

When several statistics are published together, the largest *sum* of their absolute changes is called their **L1 sensitivity**. Here it is 2:

> **Theorem** (histograms). Replacing one person changes the bars of a histogram by at most 2 in total. {verdict}`B-relations`

> **Theorem** (Laplace noise on several statistics). Let several statistics have L1 sensitivity $\Delta$. Adding independent Laplace noise of scale $b=\Delta/\varepsilon$ to each of them makes all of them together $\varepsilon$-private.

*Proof.* Suppose first that your record moves one count from 10 to 11 and another from 30 to 29. By the proof of chapter 1, each of the two published counts has a ratio of densities of at most $e^{1/b}$. Because the noise is independent, the ratios multiply, and their product is at most $e^{2/b}$.
In general, a statistic that changes by $d_j$ has a ratio of at most $e^{|d_j|/b}$. The product of all ratios is then at most $e^{\sum_j|d_j|/b}\le e^{\Delta/b}=e^\varepsilon$. $\square$

At the same $\varepsilon$, fourteen bars therefore need only twice the noise of a single count.

## The third question: how old are the people?

The edges of the bars were declared before anybody looked, from 15 to 85 in steps of five. Ages outside are clipped, so that everyone belongs to exactly one bar. We spend $\varepsilon=0.1$. Given an array, `release` adds independent noise to each of its entries, and the sensitivity is now the L1 sensitivity:
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
title = "The same noise on every bar drowns the small ones"
ax = plots.panel(wide=True, height=4.2)
ax.bar(edges[:-1] + 2.5, bars, width=4.6, **look)
noisy = [(value, max(value - band, 0), value + band) for value in tidy]
plots.points(
    edges[:-1] + 2.5, {"published": noisy}, ax=ax, colours=[plots.ORANGE]
)
ax.set(title=title, ylim=(0, 700), axisbelow=True)
ax.legend(ncols=2, loc="upper right")
missed = sum(abs(tidy - bars) > band)
told = [f"{bars[i]:.0f} people, published as {tidy[i]}" for i in (0, 12)]
plots.note(ax, told[0], (edges[0] + 3, tidy[0]), (60, 4))
plots.note(ax, told[1], (edges[12] + 2.5, tidy[12] + band), (-20, 70))
caption = f"Ages of 2,834 people in five-year bars: true counts, and published counts at ε = 0.1 with a band that contains the true count with probability 0.95. Here {missed} of the {len(bars)} bands miss it. The first bar holds {told[0]}; the bar from {edges[12]:.0f} to {edges[13]:.0f} holds {told[1]}."
plots.show(ax, caption, x="age", y="people")

# %% [markdown]
r"""
The histogram shows that more than half of these people are younger than 35. But it has two limits.

The first concerns the oldest people. From 65 years on all four bands reach down to 0, so nobody can tell from the histogram whether anyone of this age took part.

The second is that two of the fourteen bands, at 35 and at 50 years, miss the true count. At both ages the published counts have a hump, whereas the true counts fall steadily from 30 to 80 years. This is not a fault of the method: each band misses with probability 0.05, so of fourteen bands 0.7 miss on average, and two or more miss in 15% of all such histograms. The error at 50 is rarer: this bar is 127 too high, and an error of that size occurs in any bar of only about one histogram in forty. A study could not know this, and a second draw would be charged.

:::{quiz} How far must the bands reach to either side, so that all fourteen are right at once with probability 0.95? Let each of them miss with probability 0.05/14.
= 20*log(14/0.05) ± 1 :: Correct: the noise exceeds 20 ln(14/0.05) ≈ 113 with this probability, and fourteen times 0.05/14 is 0.05.
!= 20*log(1/0.05) ± 1 :: No: this is the band of the figure.
:::

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

The histogram therefore protects a family of four at $4\times0.1=0.4$, which is still a good guarantee. For a village of a hundred the guarantee is only $\varepsilon=10$, which is almost no protection. To protect the village at $\varepsilon=1$, the noise would need the scale $2\cdot100/1=200$, which is larger than six of our fourteen true counts. In a table of a million people the same noise would hardly matter. What no noise can do is protect a village and describe it at the same time.

For the same reason, somebody who came twice, and so has *two rows*, is protected only at $2\varepsilon$. Whom a guarantee should protect must therefore be decided beforehand too, because the noise depends on it.

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

For the mean age at $\varepsilon=0.1$, the text names 66 as the best upper bound. Find the best bound between 20 and 85, and its typical error, at $\varepsilon=0.01$ and at $\varepsilon=1$, with `low = 15` and the true ages. Explain why the bound moves as it does, and why none of these bounds must be used for a release.
:::

:::{solution-start} ex-c02-fence
:class: dropdown
:::
"""

# %%
highs = np.arange(20, 86)
bias = lambda h: np.clip(people.age, 15, h).mean() - people.age.mean()
noise = lambda h: math.sqrt(2) * (h - 15) / n
best = []
for epsilon in (0.01, 0.1, 1):
    errors = [math.hypot(bias(h), noise(h) / epsilon) for h in highs]
    best.append(highs[np.argmin(errors)])
    print(f"ε = {epsilon}: best bound {best[-1]}", end=", ")
    print(f"error {min(errors):.3f}, with 85 {errors[-1]:.3f}")
assert best == [52, 66, 74]

# %% tags=["remove-cell"]
# said in the sections above
assert wrong == largest_change(clipped_sum, 0, 3) == 3
assert slipped.mean() - reward.mean() > 350
assert abs(mean_reward.value - reward.mean()) < within < 0.07
assert reward.min() >= 0 and reward.max() <= BOUNDS["reward"][1] == 3
assert round(100 * 3 / n, 1) == 0.1
assert 95 < hours.max() < 100
assert [row[1] for row in explorers.clipped_sum().rows] == [35, 50, 65, 80]
typical = [math.hypot(bias(h), noise(h) / 0.1) for h in (85, 66)]
assert [f"{error:.2f}" for error in typical] == ["0.35", "0.27"]
assert typical[0] - typical[1] < 0.1

error = np.abs(histogram.value - bars)
assert (histogram.value < 0).any()
assert (edges[:-1][tidy < band] == [65, 70, 75, 80]).all() and round(
    band
) == 60
assert edges[:-1][error > band].tolist() == [35, 50]
assert error.max().round() == 127 == tidy[7] - bars[7]
assert all(tidy[j] > max(tidy[j - 1], tidy[j + 1]) for j in (4, 7))
assert (np.diff(bars[3:13]) < 0).all() and edges[3] == 30 and edges[13] == 80
assert f"{1 - 0.95**14 - 14 * 0.05 * 0.95**13:.0%}" == "15%"
assert round(14 * 0.05, 1) == 0.7 and round(20 * math.log(14 / 0.05)) == 113
assert np.sum(bars < 200) == 6
assert min(bars[:4].sum(), histogram.value[:4].sum()) > 0.54 * n
assert 38 < 1 / (1 - (1 - math.exp(-127 / 20)) ** 14) < 42
assert abs(young - true_young) < noise_sd
assert (round(true_young - young), round(noise_sd)) == (18, 49)
assert f"{young / n:.0%}" == f"{true_young / n:.0%}" == "44%"

# %% [markdown]
r"""
The larger $\varepsilon$ is, the less noise a high bound requires, so the best bound moves up. It was computed from the secret ages without noise, so using it would publish a number that was read off the data and not charged. You may choose it from *public* figures, for example from a census of another year.

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
## Summary

- Sensitivity of a clipped mean: $(\text{high}-\text{low})/n$.
- L1 sensitivity of a histogram under substitution: $\Delta=2$.
- Root mean square error of a clipped and noisy statistic: $\text{error}^2=\text{bias}^2+2b^2$.

**In one paragraph.** A sum is made private by clipping each value to a range and adding noise in proportion to its width. The range trades bias against noise. Like an axis or a list of categories, it must be declared before anybody looks at the data, or chosen by a private mechanism and charged. A histogram needs only twice the noise of a single count, because each person belongs to one bar. For $k$ people together $\varepsilon$ is $k$ times as large.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** We have asked three questions and added up their costs as if that were obvious. {doc}`c03_composition` proves that costs add up, shows when they do not, and builds a budget that refuses to be overspent.
"""
