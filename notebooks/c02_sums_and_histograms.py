# %% [markdown]
r"""
# Sums and histograms

:::{chapter} 2
:asks: How can a mean be published when one person may have typed a million?
:needs: c01_two_evenings
:teaches: clipping, sensitivity of several numbers, private histograms
:skip: the section on groups, until you plan a study of families or of people who come twice
:::

How much was a voucher worth, on average? The director of the study wants to print one number.
A count was easy: one person moves it by 1. But a mean is a sum, divided by $n$, and how far can one person move a sum?

This chapter needs one new idea for sums (a fence around each value), one for histograms (a person stands in one bar only),
and one rule that is easily broken: *nothing that you publish may be measured on the data without being paid for*, not even the end of an axis.
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
    """Stands here for the one that you wrote in chapter 1."""
    return rng.laplace(0, scale, size)


people = participants()
n = len(people)

# %% [markdown]
r"""
## One person, one slip of the finger

Let us replace one person by another, as between neighbouring tables. The new one is a typing error: a voucher of a million dollars.
"""

# %%
reward = people.reward.to_numpy()
slipped = reward.copy()
slipped[0] = 1_000_000
print(f"mean reward {reward.mean():.2f}, with one slip {slipped.mean():.2f}")
assert slipped.mean() - reward.mean() > 350

# %% [markdown]
r"""
One row of 2,834 has moved the mean by more than 350 dollars. With ten million typed it would be ten times as much.
So the sensitivity of a sum of *any* numbers is infinite, and so is the noise it needs.

You may object: there was no such voucher, the lot allowed three dollars at most. Right, and this is the way out.
**You knew that before you saw the data.**

## A fence around each value

Before anything is added up, each value is brought into a range that was *declared* beforehand:
what is below `low` becomes `low`, what is above `high` becomes `high`. This is called **clipping**, and the range is the *fence*.
The fences of our table were declared from public knowledge, the rules of the study and a map:
"""

# %%
print(BOUNDS)
low, high = BOUNDS["reward"]
clipped = np.clip(slipped, low, high)
print(f"mean of the clipped rewards {clipped.mean():.4f}")

# %% [markdown]
r"""
The slip now counts as three dollars. Whatever one person's value was and whatever it becomes, both lie in the range. So

> **One person moves a clipped sum by at most `high − low`, and a clipped mean by at most `(high − low)/n`.** For zeros and ones, where the mean is a share, that is $\frac1n$: {verdict}`X-count`

We may divide by $n$ because under substitution $n$ is the same on both sides, and public.
The idea in three sentences: all other people cancel. What is left is one value minus another. Two points of an interval are never farther apart than its ends.

A short program checks it. It takes *every* table of three people whose values lie on a grid, which reaches far outside of the fence. It replaces the first person by every value of the grid, and looks for the largest move.
(Which person moves does not matter for a sum.)
"""


# %%
def clipped_sum(values, low, high):
    return np.clip(values, low, high).sum()


def largest_move(statistic, low, high, grid=(-9, 0, 1, 2, 3, 50)):
    """Over all neighbouring tables of three people."""
    of = lambda *table: statistic(table, low, high)
    tables = product(grid, repeat=4)
    return max(abs(of(x, *rest) - of(y, *rest)) for x, y, *rest in tables)


for fence in ((0, 3), (1, 2), (-1, 3)):
    result = largest_move(clipped_sum, *fence)
    assert result == fence[1] - fence[0]
    print(f"fence {fence}: largest move of the sum {result}")

# %% [markdown]
r"""
The bound is met exactly. A check that cannot fail is worth nothing, so let it see a wrong formula too. Some programs clip the *result* instead of the values:
"""


# %%
def clipped_afterwards(values, low, high):
    """The mean, clipped at the end."""
    return np.clip(np.mean(values), low, high)


right = largest_move(clipped_sum, 0, 3) / 3
wrong = largest_move(clipped_afterwards, 0, 3)
print(f"each value clipped, then the mean: {right:.0f}")
print(f"the mean clipped afterwards: {wrong:.0f}")
assert wrong == 3 * right

# %% [markdown]
r"""
:::{quiz} Ages of 1,000 people are clipped to $[15, 85]$. What is the sensitivity of their mean?
= 0.07 ± 0.0005 :: Yes: 70 years between the ends, divided by 1,000.
!= 0.085 :: That is the largest value divided by 1,000, not the largest move: a person contributes 15 at least.
!= 70 :: That is the sensitivity of the sum.
:::

:::{admonition} How it was got wrong
:class: warning
Three people, three times too far. With $n$ people it is $n$ times too far: one loud record drags the mean from one end of the fence to the other, and noise for $(\text{high}-\text{low})/n$ hides $\frac1n$ of that.
The public program of NOLEAKS, a private search for causes, averages first and clips the result (lines 88 to 109 of its `noleaks.py`).
The companion has the evidence, {prf:ref}`C-noleaks-mean`.
:::

## Where would you put the fence?

For the vouchers there was a rule of three dollars. Often there is none. Hours are never below 0, so only the upper end is in question; the explorer calls it the *clip*. A low clip cuts off much, always in the same direction: that error is called **bias**.
A high clip needs loud noise, for the few who reach it: Laplace noise of scale $b$ has variance $2b^2$ ($b^2$ for each of the two waiting times it is made of), so that the typical error of both together is $\sqrt{\text{bias}^2+2b^2}$.
Here are 400 invented people and the hours they worked. Try it:
"""

# %%
explorers.clipped_sum()

# %% [markdown]
r"""
The best clip lies *below* the largest value (nearly 100 hours): far below for a small ε, close to it for a large one.
Bias is not a failure: it is what you pay so that the noise need not cover the loudest person.

But do not look for the best clip in the secret data, as this explorer did with invented ones. Here is why.

## Nothing may be measured in secret

A colleague draws a histogram of the ages with noise on each bar, and lets the computer choose the axis, "as always":
"""

# %%
age = people.age.to_numpy()
counts, edges = np.histogram(age)
print("the axis begins at", edges[0])
print("people of just this age:", np.sum(age == edges[0]))

# %% [markdown]
r"""
The noise on the bars is perfect, and the first tick of the axis is one child. In a village, that is a name.
An axis, a number of bars, a list of the categories that occur, a fence at the largest value or at the best place, an error message: each is a *release*, and these have no noise at all.

> **Ranges, bars and categories are declared beforehand or paid for.** There is no third way.

The range for ages in this course, 15 to 85, was written down for a study of people from about 15 on. It would be the same if the child had stayed away.
The child is clipped to 15, and counts.

:::{quiz} You publish noisy counts for "every village in which a person is infected". Is the noise on the counts enough?
- [ ] Yes, every number has its noise. :: The list itself has none: a village appears or not, and one person may decide that.
- [x] No: list all villages of the map, also those with a count near 0. :: Yes. A declared list tells nothing.
:::

## The second question: the mean reward

Everything is ready. The fence is $[0,3]$, the sensitivity $\frac3n$, the price $\varepsilon=0.05$. Three lines:
"""


# %%
def private_mean(values, low, high, epsilon, rng):
    sensitivity = (high - low) / len(values)
    noise = laplace_noise(sensitivity / epsilon, 1, rng)[0]
    return np.clip(values, low, high).mean() + noise


rng = np.random.default_rng(2)
for _ in range(5):
    print(f"{private_mean(reward, 0, 3, 0.05, rng):.3f}", end="  ")

# %% [markdown]
r"""
(Five runs that you may see because the book may look. A real study runs it once; here is that run, with the library's noise.)
"""

# %%
noisy_mean = Laplace((high - low) / n, 0.05, Relation.SUBSTITUTION)  # Δ, ε
exact = np.clip(reward, low, high).mean()
mean_reward = noisy_mean.release(exact, np.random.default_rng(2005))
print(mean_reward)
within = (high - low) / n / 0.05 * math.log(20)
print(f"19 times in 20 the noise is within ±{within:.3f} dollars")
print(f"the true mean is {reward.mean():.4f}")
assert abs(mean_reward.value - reward.mean()) < within

# %% [markdown]
r"""
A dollar on average, to within a few cents, at half the price of the first question. Large tables are kind to means: their sensitivity is divided by $n$.

## Many bars for one price

How old were these people? One number will not do; we want a histogram, with bars of five years.
Fourteen bars are fourteen counts. Must we pay fourteen times?

Think of what one person can do. You stand in *one* bar. When you are replaced, one bar loses 1 and one bar gains 1 (or none moves), and the other twelve stay.

The **sensitivity of several numbers** published together is the largest *sum* of their moves, up or down alike. For a histogram it is 2, however many bars there are.

> **One added person moves a histogram by 1, so one replaced person moves it by at most 2.** {verdict}`B-relations`

And the noise? One number had the scale $\frac\Delta\varepsilon$. Several have the same:

> **Independent Laplace noise of scale $\Delta/\varepsilon$ on each number makes all of them together $\varepsilon$-private, when $\Delta$ is the largest sum of the moves.**

Why? The noises are independent, so the densities multiply, and the exponents add (in bar $j$ let $t_j$ be the published number, and $q_j$, $q'_j$ the true ones):

$$
\prod_j e^{(|t_j-q'_j|-|t_j-q_j|)/b}\;\le\;e^{\sum_j|q_j-q'_j|/b}\;\le\;e^{\Delta/b}\;=\;e^\varepsilon .
$$

It is the line of chapter 1 once for every bar. Again we let the machine look at every case: all neighbouring tables of four people over three bars.
"""


# %%
def bars(ages, edges):
    return np.histogram(ages, edges)[0]


edges = (0, 1, 2, 3)
places = (0.5, 1.5, 2.5)
moves = [
    np.abs(bars([x, *rest], edges) - bars([y, *rest], edges)).sum()
    for x, y, *rest in product(places, repeat=5)
]
print("largest sum of moves:", max(moves), "in", len(moves), "cases")
assert max(moves) == 2

# %% [markdown]
r"""
Now the real one. The edges are declared: 15 to 85 in steps of five. Ages outside are clipped, so that everyone stands in some bar.
"""

# %%
low, high = BOUNDS["age"]
edges = np.arange(low, high + 1, 5)
ages = np.clip(people.age, low, high)
noisy_bars = Laplace(2, 0.1, Relation.SUBSTITUTION)
histogram = noisy_bars.release(bars(ages, edges), np.random.default_rng(2006))
assert (histogram.value < 0).any()
unlucky = np.abs(histogram.value - bars(ages, edges)) > 90
assert edges[:-1][unlucky].tolist() == [35, 50]  # as said below
tidy = np.maximum(histogram.value, 0).round().astype(int)
print(tidy)

# %% tags=["hide-input"]
middles, true = edges[:-1] + 2.5, "true counts (the book may look)"
look = {"color": plots.SKY, "alpha": 0.5, "label": true}
ax = plots.panel()
ax.bar(middles, bars(ages, edges), width=4.6, **look)
noisy = {"with noise, then tidied": tidy}
plots.points(middles, noisy, ax=ax, colours=[plots.ORANGE])
caption = "The noise is equally wide on every bar (scale 20): little beside 500 people, as large as the counts on the right."
plots.show(ax, caption, x="age", y="people")

# %% [markdown]
r"""
The scale is $2/0.1=20$. Two bars had bad luck, at 35 and at 50 years: noise beyond ±90 comes once in 90 bars ($e^{-4.5}$), and here it came twice in 14. A reader of the bars does not know which ones.

Noise gave a nearly empty bar a negative count. We set it to 0 and rounded: that is post-processing, and free.
It costs accuracy instead. Setting negative counts to 0 and keeping positive ones shifts the small bars *upwards* on average: a bias again. For sums over many bars, add up the numbers before this tidying, `histogram.value`.

Once the histogram is out, all that is computed from it is free too. How many people are younger than 30?
"""

# %%
young = histogram.value[:3].sum()
true_young = int((ages < 30).sum())
noise_sd = 20 * math.sqrt(2 * 3)
print(f"published {young:.0f}, true {true_young}, noise about {noise_sd:.0f}")
assert abs(young - true_young) < 4 * noise_sd

# %% [markdown]
r"""
Variances add, so three bars with noise of scale 20 have a standard deviation of $20\sqrt6\approx49$ together.
The error of a sum grows with the root of the number of bars, not with their number.

## Groups of people

The promise speaks about one person. What does it give to a family of four, if all of them are replaced?
Chapter 1 had this as an exercise: walk from one table to the other in four steps, and pay a factor at each.

> **What is $\varepsilon$-private for one person is $k\varepsilon$-private for $k$ people together.** {verdict}`B-group`

So a family of four is protected at $4\times0.1$ by the histogram: still a good promise. A village of a hundred is protected at $10$, and that is none.
This is as it should be. A number that would not change when a whole village is replaced could not say anything about villages.

The rule has a second use. Suppose that the same person has *two rows* in a table, because she came twice.
Then the neighbours that matter to her differ in two rows, and everything that is promised for one row costs twice as much.
Count what one *person* can change, not one line of a file.

## Exercises

:::{exercise} ★ Finite or not?
:label: ex-c02-warm

No code. Neighbours are tables of $n$ people with one person replaced. Ages are any non-negative numbers, and nothing is clipped. Which of these have a finite sensitivity, and what is it? (a) the number of people above 50; (b) the sum of the ages; (c) the share of people above 50; (d) the largest age; (e) $n$; (f) the number of *different* ages?
:::

:::{solution} ex-c02-warm
:class: dropdown

(a) 1. (b) infinite. (c) $\frac1n$. (d) infinite: replace the oldest by one as old as you like. (e) 0: it is public under substitution, and costs nothing. (f) 1: taking one person away loses one age at most, adding one gains one at most, and in the end the number has changed by $-1$, $0$ or $1$.
:::

:::{exercise} ★ More bars
:label: ex-c02-bars

No code. The histogram is drawn with one bar for each year, seventy instead of fourteen, at the same $\varepsilon$. Does the noise on a bar grow? Is the picture as good as before? And the number of people younger than 30, computed from it?
:::

:::{solution} ex-c02-bars
:class: dropdown

The noise on a bar stays: one person still moves two bars by 1. But each bar has about a fifth of the people, so the noise is five times as large beside it. The people younger than 30 are now a sum of 15 bars and not of 3: its noise is $\sqrt5$ times as large. Fine bars cost accuracy, although they cost no $\varepsilon$.
:::

::::{exercise} ★★ Implement, then assert: `clipped_mean`
:label: ex-c02-mine

Write `clipped_mean(values, low, high, epsilon, rng)`: one draw of the $\varepsilon$-private mean of the values (a list or an array), clipped to $[\text{low},\text{high}]$, under substitution. Use your `laplace_noise`. Values may be infinite.

:::{dropdown} Hint
Clip first, then take the mean. Which of `len(values)`, `low` and `high` does the scale need? Try a fence of $[2, 10]$ in your head: how far can one person move a *sum*?
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

:::{exercise} ★★ The best fence, in hindsight
:label: ex-c02-fence

For the ages, with `low = 15` and $\varepsilon=0.01$, compute the typical error $\sqrt{\text{bias}^2+\text{variance of the noise}}$ of the clipped mean for every fence `high` from 20 to 85. Where is it least? Why may you not use this fence for a release?
:::

:::{solution-start} ex-c02-fence
:class: dropdown
:::
"""

# %%
fences = np.arange(20, 86)
lost = lambda h: np.clip(people.age, 15, h).mean() - people.age.mean()
loud = lambda h: math.sqrt(2) * (h - 15) / n / 0.01
errors = [math.hypot(lost(h), loud(h)) for h in fences]
best = fences[np.argmin(errors)]
print(f"least error {min(errors):.2f} years with high = {best}")
print(f"error {errors[-1]:.2f} with high = 85")
assert 40 < best < 85

# %% [markdown]
r"""
The best fence is lower than the declared one, and it was computed from the secret ages without noise. If you use it, you tell a number that was read off the data and not paid for. One may choose it from *public* figures, for example a census of another year.

:::{solution-end}
:::

:::{exercise} ★★ Count or histogram?
:label: ex-c02-share

You need only one number: how many are younger than 30. Compare the standard deviation of the noise (a) from the histogram at $\varepsilon=0.1$, three bars; (b) from one count asked at $\varepsilon=0.1$. When would you still prefer the histogram?
:::

:::{solution} ex-c02-share
:class: dropdown

(a) Scale 20 on three bars: $\sqrt{3\cdot2}\cdot20\approx49$. (b) A count moves by 1, so scale 10: $\sqrt2\cdot10\approx14$. The histogram is the better buy if you want several such numbers, or do not yet know which. If $k$ counts of three bars share the 0.1 (prices add, chapter 3), each has $14k$: more than 49 from $k=4$ on.
:::

::::{exercise} ★★★ The mean age of the infected
:label: ex-c02-ratio

How old are the infected, on average? Their true number is a secret, so you may not divide by it (forget that chapter 1 published a noisy one). Release a noisy sum and a noisy count at $\varepsilon=0.5$ each, and divide. What is the sensitivity of the sum of the ages of the infected, each in $[15,85]$? Would it help to add up $\text{age}-50$ instead, and to add 50 at the end?

:::{dropdown} Hint
A person may be infected before and not after. Then the whole age goes, not a difference of two ages.
:::
::::

:::{solution-start} ex-c02-ratio
:class: dropdown
:::
"""

# %%
infected = people.age[people.hiv == 1].clip(15, 85)
rng = np.random.default_rng(22)
for centre, move in ((0, 85), (50, 70)):
    total = (infected - centre).sum() + laplace_noise(move / 0.5, 2000, rng)
    count = len(infected) + laplace_noise(1 / 0.5, 2000, rng)
    error = np.std(centre + total / count - infected.mean())
    print(f"centre {centre:2}: sensitivity {move}, error {error:.2f} years")

# %% [markdown]
r"""
Plain ages: from no contribution, 0, to an age of 85: sensitivity 85. Centred: a contribution lies in $[-35,35]$ or is 0, so it moves by at most 70.
The error falls to less than $\frac{70}{85}$ of what it was, because the noise in the count is now multiplied by the centred mean, which is smaller. The quotient of two released numbers is post-processing: both together cost $\varepsilon=1$, which the next chapter proves. (It is not on the bill, because nothing was released: the book looked at the true ages to measure errors. A study would draw once, and pay 1.)

:::{solution-end}
:::

## The bill
"""

# %%
bill(2, mean_reward.price, histogram.price)

# %% [markdown]
r"""
## Three formulas

$$
\Delta(\text{clipped mean})=\frac{\text{high}-\text{low}}n\qquad\quad \Delta(\text{histogram})=2\qquad\quad \text{error}^2=\text{bias}^2+2b^2
$$

**In one paragraph.** A sum can be made private only after each value has been clipped to a range that was declared beforehand. The range decides between bias and noise, and may not be read off the data unpaid; nor may an axis, a list of categories, or anything else that is shown. A histogram costs as much as two counts however many bars it has, because a person stands in one of them. For $k$ people the promise is $k$ times weaker.

**Next.** We have asked three questions and added up their prices as if that were obvious. Is it? And must it be that much? {doc}`c03_composition`.
"""
