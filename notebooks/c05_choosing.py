# %% [markdown]
r"""
# Choosing an answer: the exponential mechanism

:::{chapter} 5
:asks: How far from the clinic do half of the people live, if the answer must not reveal where you live?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition
:teaches: the exponential mechanism, utility scores, private medians
:skip: the section *When can the factor 2 be dropped?*, and the last exercise
:::

A planner wants to know how far from the clinic people live. She asks for the *median* distance, within which half of them live.
So far we have protected people by adding noise to a number. For the median that noise would need a scale of 60 km, in a region where nobody lives more than 6 km away.

This chapter introduces the *exponential mechanism*, the second main tool of the course. It does not blur an answer. It draws one from a list, and makes good answers far more likely than bad ones.
It therefore also works where there is no number to blur, for example when a village chooses a day or a site for the clinic.
"""

# %% tags=["hide-input"]
import math
from fractions import Fraction
from itertools import product

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants
from privcausal.privacy.exponential import median_scores, private_median
from privcausal.privacy.price import Relation

people = participants()
n = len(people)

# %% [markdown]
r"""
## Why noise does not work for a median

In a small village, three people live at the clinic's door and three live six kilometres away. Then your record replaces that of somebody at the door, and you live six kilometres away:
"""

# %%
print("median before:", np.median([0, 0, 0, 6, 6, 6]))
print("median after: ", np.median([0, 0, 6, 6, 6, 6]))

# %% [markdown]
r"""
With an even number of people the median is the mean of the two middle values. Before, these were 0 and 6; afterwards they are 6 and 6. One person has moved the median by 3 km.
A larger table does not help, because half of our 2,834 people could also live at the door, and the other half six kilometres away.

No replacement moves it farther. It shifts the sorted distances between the old one and the new one by a single place, so one of the two middle values remains a middle value. The other is replaced by a value at most 6 km away. With distances between 0 and 6 km the median therefore has the sensitivity 3 km. Laplace noise at $\varepsilon=0.05$, which we shall spend, would have the scale $3/0.05=60$ km.

Our own table is far from this worst case, because replacing any one of its people moves the median by less than a metre.
However, the guarantee must hold for *all* neighbouring tables. If you add less noise because *this* table looks harmless, the amount of noise reveals something about it. We need a different way to answer.

## A utility score for every candidate

Instead of asking for the median, we ask of each possible answer how good it would be.

First we declare a list of possible answers, the **candidates**. We take every 100 metres from 0 to 6 km, which gives 61.
Then the data give each candidate a **utility score**, or *score* for short. The more evenly a candidate divides the people, the better a median it is. We therefore score it by *minus the number of people on the heavier side*.
For example, if 1,300 people live below a candidate and 1,534 above it, its score is $-1{,}534$.
All scores are secret, so a real study could not print this figure:
"""

# %%
candidates = np.arange(0, 6.05, 0.1).round(1)


def heavier_side(values, candidates):
    """Minus the larger number of people, below or above."""
    values = np.asarray(values)[:, None]
    below = (values < candidates).sum(axis=0)
    above = (values > candidates).sum(axis=0)
    return -np.maximum(below, above)


# %%
scores = heavier_side(people.distance, candidates)

# %% tags=["hide-input"]
assert np.array_equal(scores, median_scores(people.distance, candidates))
assert len(candidates) == 61
ax = plots.curves(candidates, {"score of a candidate": scores})
ax.set_label(
    f"The peak is {scores.max():.0f}, at {candidates[scores.argmax()]} km."
)
caption = "Utility score of each of the 61 candidates for the median distance of 2,834 people. The score is a hill with the median at its top, and replacing one person changes its height anywhere by at most 1."
ax.set_ylabel("minus the heavier side")
plots.show(ax, caption, x="kilometres", legend="upper right")

# %% [markdown]
r"""
How much can you change this hill? If your record replaces somebody else's, the number of people below a candidate changes by at most 1, and so does the number above. The larger of the two therefore changes by at most 1.

**The median has a sensitivity of kilometres, but each score has a sensitivity of 1.**

## Two candidates, worked by hand

Think of a lottery in which a candidate with a higher score has more tickets. Let each point of the score *multiply* the number of tickets by the same factor. One person changes a score by at most 1, and therefore the number of tickets by at most this factor. If each point *added* one ticket instead, one person could take a candidate from no ticket to one, and no factor can bound a change from 0.

Let the factor be 2, and let there be only two candidates, A and B. Then your record replaces somebody else's, and changes both scores by 1:

| | score of A | score of B | tickets of A | tickets of B | A is drawn with probability |
|---|---|---|---|---|---|
| before | 0 | 4 | 1 | 16 | $\frac1{17}$ |
| after | 1 | 3 | 2 | 8 | $\frac2{10}$ |

The probability of A has grown by a factor of $\frac{2}{10}\cdot17=3.4$, which is more than 2. Two things have happened at once: the tickets of A have doubled, *and* the total has fallen from 17 to 10.

How large can this factor become? The tickets of a candidate can at most double. No other candidate loses more than half of its tickets, so the total shrinks to no less than half. The probability therefore grows by a factor of at most $2\cdot2=4$.
With a factor of $f$ per point instead of 2, the bound is $f^2$. To stay within $e^\varepsilon$ we take $f=e^{\varepsilon/2}$.

The **exponential mechanism** is this lottery. Let $q(r)$ be the score of candidate $r$, and let $\Delta$ be the sensitivity of the scores, that is, the largest change of any *single* score between neighbours. Candidate $r$ is drawn with probability

$$
P(r)=\frac{e^{\varepsilon q(r)/2\Delta}}{\sum_s e^{\varepsilon q(s)/2\Delta}} .
$$

In words, each $\Delta$ points of score multiply the odds by $e^{\varepsilon/2}$. For the median $\Delta=1$, so that is one point.

:::{quiz} Two candidates have the scores 30 and 24, with Δ = 1 and ε = 0.5. How many times as likely is the better one?
= exp(1.5) ± 0.05 :: Correct: e^(0.5·6/2) is about 4.48.
!= exp(3) ± 0.5 :: No: the factor 2 in ε/2Δ is missing.
:::

> **Theorem** (exponential mechanism). Let the scores have sensitivity $\Delta$, and let $\varepsilon>0$. The exponential mechanism is $\varepsilon$-private. {verdict}`X-dp`

The proof is the argument above, with $f=e^{\varepsilon/2}$ and in steps of $\Delta$ points.

:::{dropdown} The proof in symbols
Let $q'$ be the scores on a neighbour, so that $|q-q'|\le\Delta$ for every candidate. In the numerator, $e^{\varepsilon q(r)/2\Delta}\le e^{\varepsilon/2}\,e^{\varepsilon q'(r)/2\Delta}$.
Exchanging $q$ and $q'$ gives $\sum_se^{\varepsilon q(s)/2\Delta}\ge e^{-\varepsilon/2}\sum_se^{\varepsilon q'(s)/2\Delta}$ for the denominator.
Dividing the two gives $P(r)\le e^{\varepsilon/2}\cdot e^{\varepsilon/2}\,P'(r)=e^\varepsilon P'(r)$. Sum over any set of candidates. $\square$
:::

A program tests the theorem on all cases with three candidates and scores from 0 to 4, each of which changes by $-1$, 0 or 1. With the factor 2 per point, which is $\varepsilon=2\ln2=\ln4$, all probabilities are exact fractions, and no ratio may exceed 4:
"""


# %%
def lottery(scores):
    """The probabilities of all candidates, as exact fractions."""
    tickets = [Fraction(2) ** score for score in scores]
    return [ticket / sum(tickets) for ticket in tickets]


def largest_ratio(scores, change):
    """How much more likely this change makes some candidate."""
    after = lottery([q + step for q, step in zip(scores, change)])
    return max(a / b for a, b in zip(after, lottery(scores)))


# %%
def worst_case(steps):
    """Over all scores, and all changes made of these steps."""
    cases = product(product(range(5), repeat=3), product(steps, repeat=3))
    return max((largest_ratio(*case), *case) for case in cases)


ratio, table, change = worst_case((-1, 0, 1))
print(f"largest ratio {float(ratio):.3f} of 4 allowed")
print(f"at scores {table}, changed by {change}")

# %% [markdown]
r"""
The worst case is our example again: a candidate with almost no chance rises, and *all the others fall*. Its own tickets, which double, are part of the total, so the total cannot quite halve. The bound is therefore approached but never reached, and the verdict of the theorem is *holds* and not *tight*.

Let the lottery choose one of five sites for a clinic. The score of a site could be the number of people who live near it, so that again $\Delta=1$. <span class="pc-screen">One person adds 1 to one score, or also takes 1 from *all the others*. Compare what the two can do:</span>
"""

# %% tags=["hide-input"]
explorers.exponential_tickets()

# %% [markdown]
r"""
:::{quiz} Somebody adds 100 points to the score of every candidate. What happens to the probabilities?
- [x] Nothing. :: Correct: the same factor cancels in numerator and denominator.
- [ ] The best candidate becomes more likely. :: No: only differences of scores matter.
- [ ] The privacy cost is a hundred times as large. :: No: the cost depends on how much one person changes a score, not on its height.
:::

## The fifth question: the median distance

Now we can answer the planner, at $\varepsilon=0.05$. The library's `private_median` computes the scores and draws one candidate:
"""

# %%
median = private_median(
    people.distance,
    candidates,
    epsilon=0.05,
    relation=Relation.SUBSTITUTION,
    rng=np.random.default_rng(2008),
)
print(median.value, "km at", median.price)

# %% [markdown]
r"""
The planner learns 1.7 km. The truth, which a real study would not know, is 1.68 km. Was this a lucky draw? We compute the probabilities of the lottery, and for comparison those at a tenth of this $\varepsilon$:
"""


# %%
def probabilities(scores, epsilon):
    """Of all candidates: the best has one ticket, the others less."""
    tickets = np.exp(epsilon / 2 * (scores - scores.max()))
    return tickets / tickets.sum()


sharp, flat = probabilities(scores, 0.05), probabilities(scores, 0.005)

# %% tags=["hide-input"]
lotteries = {"ε = 0.05": sharp, "ε = 0.005": flat}
look = {"wide": True, "height": 4.2, "marked": True, "ylim": (0, 1)}
share, best = sharp[16:19].sum(), candidates[sharp.argmax()]
title = f"At ε = 0.05, 3 of {len(candidates)} candidates share {share:.0%}"
away = 1000 * abs(best - np.median(people.distance))
ax = plots.curves(candidates, lotteries, **look, title=title)
words = f"{best:.1f} km, {away:.0f} m from the median"
plots.note(ax, words, (best, sharp.max()), (60, 10))
high, low = (lottery.max() for lottery in lotteries.values())
ax.set_label(f"The peaks are {high:.2f} and {low:.2f}, near the median.")
caption = f"Probability of each candidate under the exponential mechanism for the median distance, at two values of ε. The most likely one is {words}. At ε = 0.05 the three candidates nearest to the median share {share:.0%} of the probability. With a tenth of that ε it spreads over many candidates, and the same three share only {flat[16:19].sum():.0%}."
assert round(sharp[16:19].sum(), 2) == 0.99
assert f"{flat[16:19].sum():.0%}" == "25%"
plots.show(ax, caption, x="kilometres", y="probability")

# %% [markdown]
r"""
It was not luck: 1.6, 1.7 and 1.8 km share 99% of the probability. The reason is that the hill is steep. Near its top about a hundred people live between two candidates, so a step to the side costs about a hundred points.
Where few people live near the median, the top of the hill is flat and many candidates are almost equally likely. But there it hardly matters which one is drawn, because they divide the people almost equally well.

How far from the truth is such an answer on average?
"""

# %%
truth = np.median(people.distance)
off = sharp @ np.abs(candidates - truth)
print(f"mean error {1000 * off:.0f} m")

# %% [markdown]
r"""
With Laplace noise on the median it would be 60 km. Clipping the noisy median to the range from 0 to 6 km is post-processing and costs nothing, but then 95% of the answers would be 0 or 6 km, and the mean error would still be 2.9 km. With a histogram, from which a median can also be read, it would be almost 200 m, as an exercise shows.

## How good is the choice?

A study knows neither the true median nor the scores. What can it say about the accuracy of its answer?

The number of points by which a candidate falls short of the best score is its *shortfall* $s$. For the median one point is one person: a shortfall of 100 means that the heavier side has 100 people more than with the best candidate.

> **Theorem** (mean shortfall). With $k$ candidates, the exponential mechanism has a mean shortfall of at most $\frac{2\Delta}{\varepsilon}\ln k$.

:::{dropdown} Why the bound holds
Give the best candidate one ticket, and one with shortfall $s$ the fraction $e^{-\varepsilon s/2\Delta}$ of a ticket. All of them together have at least one ticket, so the candidate's probability $P$ is at most this fraction. Taking logarithms gives $\frac{\varepsilon s}{2\Delta}\le\ln\frac1P$.
The mean of $\ln\frac1P$ is at most the logarithm of the mean of $\frac1P$, because the logarithm is concave, and the mean of $\frac1P$ over the draw is $\sum_rP(r)\cdot\frac1{P(r)}=k$.
:::

The length of the list enters only through its logarithm. For our 61 candidates at $\varepsilon=0.05$ the bound is $40\ln61\approx164$ people, or 6% of the table. A study can print this.

What can it say about this one draw? A candidate with shortfall $s$ or more has at most $e^{-\varepsilon s/2\Delta}$ times the probability of the best one, so its own probability is at most this factor. There are at most $k$ such candidates, and together they have at most $k\,e^{-\varepsilon s/2\Delta}$. At $s=\frac{2\Delta}\varepsilon\ln(20k)$ this is 0.05. With probability 0.95 our 1.7 km thus falls short by at most $40\ln1{,}220\approx284$ people, or 10% of the table.

In kilometres the study can promise nothing, because that depends on how densely people live near the median. A noisy histogram of the distances, at a cost of its own, could translate people into metres.

Both bounds cover all possible scores. On our table the mean shortfall is much smaller, although a study could not print this number:
"""

# %%
k, true_mean = len(candidates), sharp @ (scores.max() - scores)
print(f"true mean shortfall {true_mean:.0f}")

# %% [markdown]
r"""
The reason is that most of our candidates have almost no tickets.

## The list of candidates must be declared

A colleague finds our 61 candidates wasteful. "The median is one of the distances in the table. Why not use those as the list?"
"""

# %%
secret_list = np.unique(people.distance)
secret_scores = heavier_side(people.distance, secret_list)
rng = np.random.default_rng(4)
chosen = rng.choice(secret_list, p=probabilities(secret_scores, 0.05))
print(f"chosen: {chosen:.6f} km")
print("people who live exactly there:", np.sum(people.distance == chosen))

# %% tags=["hide-input"]
assert np.sum(people.distance == chosen) == 1

# %% [markdown]
r"""
The lottery itself is correct, but it prints one person's distance to the last digit. Without this person's record the number could not have been printed at all.
A probability has changed from a positive number to 0, and no factor $e^\varepsilon$ can bound such a change. The list of candidates must therefore be declared before the data are seen, like the ranges and bars of chapter 2.

## When can the factor 2 be dropped?

The 2 in $\frac\varepsilon{2\Delta}$ pays for two changes at once: one candidate rises *and* the others fall. What if this cannot happen? The program above can also try changes in one direction only:
"""

# %%
for steps in ((-1, 0, 1), (0, 1), (-1, 0)):
    ratio, _, _ = worst_case(steps)
    print(f"scores change by {steps}: largest ratio {float(ratio):.3f}")

# %% [markdown]
r"""
If the scores can only rise, or can only fall, the ratio stays below 2 instead of 4. The same lottery then costs $\ln2$ instead of $\ln4$, which is half as much. Such scores are called *monotone*: from one table to its neighbour no two scores move in opposite directions.

> **Theorem** (monotone scores). Let the scores be monotone with sensitivity $\Delta$, and let $\varepsilon>0$. Drawing candidate $r$ with probability proportional to $e^{\varepsilon q(r)/\Delta}$ is $\varepsilon$-private. {verdict}`B-spread`

:::{dropdown} The proof
Suppose first that no score falls. Each rises by at most $\Delta$, so the numerator grows by a factor of at most $e^\varepsilon$, and the denominator does not shrink. If no score rises, the numerator does not grow, and the denominator shrinks by a factor of at most $e^\varepsilon$.
:::

An election in which neighbours differ by one *added* vote has monotone scores, because the vote raises one score and lowers none. A *replaced* vote raises one score and lowers another. Our median needs the 2 as well: if somebody at the clinic's door is replaced by somebody six kilometres away, all scores on the near side of the median fall, and all on the far side rise.

## Exercises

:::{exercise} ★ An election without code
:label: ex-c04-warm

A village votes on which of three days the clinic should open, and the exponential mechanism decides. Each person has one vote, votes are replaced, and the days got 12, 31 and 27 votes. (a) State which day is drawn most often, and whether it is always drawn. (b) Compute how many times less likely the second-best day is, at $\varepsilon=1$. (c) Repeat (b) for ten times as many votes for each day.
:::

:::{solution} ex-c04-warm
:class: dropdown

(a) The day with 31 votes, but not always. (b) The difference is 4 points, so the second-best is $e^{4/2}=e^2\approx7.4$ times less likely. (c) The difference is 40 points, so it is $e^{20}$ times less likely, which is a factor of almost 500 million. The mechanism counts people and not shares, so a large table decides almost with certainty.
:::

:::{exercise} ★★ A longer list
:label: ex-c04-longer

Take candidates every 10 metres. Say whether $\varepsilon$ changes, and compute how much the bound and the true mean shortfall grow at $\varepsilon=0.05$.
:::

:::{solution-start} ex-c04-longer
:class: dropdown
:::

The privacy cost stays the same, because the formula fixes $\varepsilon$. The list is about ten times as long, so the bound grows by $\frac2{0.05}\ln10\approx92$ people. In practice:
"""

# %%
for step in (0.1, 0.01):
    places = np.arange(0, 6 + step / 2, step).round(2)
    score = heavier_side(people.distance, places)
    weights = probabilities(score, 0.05)
    print(f"{len(places):4} candidates, the best at {score.max():.0f}")
    print(
        f"   mean shortfall {weights @ (score.max() - score):.1f}", end=", "
    )
    print(f"{1000 * weights @ abs(places - truth):.0f} m from the median")

# %% tags=["remove-cell"]
# said in the sections above
assert round(40 * math.log(10)) == 92
assert worst_case((-1, 0, 1))[0] < 4
in_order = np.sort(people.distance)
shifted = np.median([*in_order[1:], 6]), np.median([0, *in_order[:-1]])
assert np.ptp([*shifted, np.median(in_order)]) < 0.001
assert n % 2 == 0 and n // 2 == 1_417
assert round(true_mean) == 18 and round(40 * math.log(k)) == 164
assert round(164 / n, 2) == 0.06 and people.distance.max() < 6
assert 20 * k == 1_220 and int(40 * math.log(20 * k)) == 284
assert round(284 / n, 2) == 0.1
unlikely = scores.max() - scores > 284  # and so it is on our table
assert sharp[unlikely].sum() < 0.05
assert round(3 / 0.05) == 60
beyond = np.exp(-np.array([truth, 6 - truth]) / 60)  # past 0, past 6
assert round(beyond.sum() / 2, 2) == 0.95
assert round(30 * (1 - beyond).sum(), 1) == 2.9  # the clipped error
steps = np.abs(np.diff(scores[np.abs(candidates - median.value) < 0.25]))
assert 80 < np.median(steps) < 130
assert round(median.value, 1) == 1.7 and round(in_order[n // 2], 2) == 1.68
assert round(1000 * off) == 34
assert all(worst_case(steps)[0] < 2 for steps in ((0, 1), (-1, 0)))
moved = median_scores([*in_order[1:], 6], candidates) - scores
assert np.array_equal(moved, np.where(candidates < truth, -1, 1))

# %% [markdown]
r"""
The mean shortfall doubles, but in metres the two lists are about equally good.

:::{solution-end}
:::

:::{exercise} ★★ Why not a histogram?
:label: ex-c04-histogram

Suppose that the clinic had published a histogram with bars of 100 metres at $\varepsilon=0.05$, and had taken as the median the place at which the sum of the noisy bars comes closest to half of the people. Simulate this 3,000 times. Compare the mean error with that of the exponential mechanism, and explain it by the standard deviation of the noise on a sum of 17 bars.
:::

:::{solution-start} ex-c04-histogram
:class: dropdown
:::
"""

# %%
bars = np.histogram(people.distance, candidates)[0]
noise = np.random.default_rng(3).laplace(0, 2 / 0.05, (3000, k - 1))
sums = (bars + noise).cumsum(axis=1)
medians = candidates[1:][np.abs(sums - n / 2).argmin(axis=1)]
histogram_off = np.abs(medians - truth).mean()
print(f"histogram {1000 * histogram_off:.0f} m", end=", ")
print(f"choice {1000 * off:.0f} m")

# %% tags=["remove-cell"]
assert 5.5 < histogram_off / off < 6.5 and 0.19 < histogram_off < 0.2
assert round(40 * math.sqrt(2 * 17)) == 233

# %% [markdown]
r"""
The histogram's error is about six times as large. A sum of 17 bars, which reaches to 1.7 km, has the noise of all of them, and its standard deviation is $40\sqrt{2\cdot17}\approx233$ people. With about a hundred people in 100 metres, an error of 200 metres is no surprise. The exponential mechanism publishes a single choice instead of sixty numbers. The histogram has another advantage: every other quantile can be read off it at no further cost.

:::{solution-end}
:::

::::{exercise} ★★ Implement, then assert: `choose`
:label: ex-c04-mine

Write `choose(scores, sensitivity, epsilon, rng)`, which returns the *index* (0, 1, 2, …) of one candidate, drawn by the exponential mechanism with the factor 2. Scores can be as large as a million, and of either sign.

:::{dropdown} Hint
`np.exp(1_000_000)` is infinite. Which number can you subtract from all scores? Then use `rng.choice(len(scores), p=...)`.
:::
::::

:::{solution-start} ex-c04-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def choose(scores, sensitivity, epsilon, rng):
    """One place, by the exponential mechanism."""
    points = epsilon / (2 * sensitivity) * np.asarray(scores, dtype=float)
    tickets = np.exp(points - points.max())
    return int(rng.choice(len(tickets), p=tickets / tickets.sum()))


# %%
check("choose", choose)

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise} ★★ Implement, then assert: `quantile_scores`
:label: ex-c04-quantile

Write the scores of a quantile. (a) Define `quantile_scores(values, candidates, share)`, which returns for each candidate minus the difference, without its sign, between the number of values *below* it and `share` times the number of all values. Values equal to the candidate do not count as below. (b) State the sensitivity under substitution. (c) Draw the *upper quartile* of our distances, below which three quarters of the people live, five times with your `choose` at $\varepsilon=0.05$.
:::

:::{solution-start} ex-c04-quantile
:class: dropdown
:::
"""


# %% tags=["mine"]
def quantile_scores(values, candidates, share):
    """Minus how far the people below are from where they should be."""
    below = (np.asarray(values)[:, None] < np.asarray(candidates)).sum(axis=0)
    return -np.abs(below - share * len(values))


# %%
check("quantile_scores", quantile_scores)
quartile = quantile_scores(people.distance, candidates, 0.75)
rng = np.random.default_rng(44)
drawn = [candidates[choose(quartile, 1, 0.05, rng)] for _ in range(5)]
truth = np.quantile(people.distance, 0.75)
print(*drawn, "true:", round(float(truth), 2))

# %% [markdown]
r"""
(b) Replacing one person changes the number below by at most 1, and $n$ is public, so the sensitivity is 1. For `share = 0.5`, and if nobody lives exactly at a candidate, this is the score of the text plus $\frac n2$. A number added to all scores changes no probability. In a real release the quartile would be drawn once, and charged.

:::{solution-end}
:::

:::{exercise} ★★ Report noisy max
:label: ex-c04-noisy

*Report noisy max* is another way to choose: add Laplace noise of scale $\frac{2\Delta}\varepsilon$ to each score, and publish only *which* score is the largest. (a) Simulate it for 12, 31 and 27 votes at $\varepsilon=0.2$, and compare with the exponential mechanism. Repeat this with `rng.gumbel` of the same scale. (b) Prove that with Laplace noise the method is $\varepsilon$-private. Begin by fixing the noise on all scores except one.
:::

:::{solution-start} ex-c04-noisy
:class: dropdown
:::
"""

# %%
votes, rng = np.array([12, 31, 27]), np.random.default_rng(45)
noisy = votes + rng.laplace(0, 2 / 0.2, (100_000, 3))
wins = np.bincount(noisy.argmax(axis=1), minlength=3) / 100_000
exact = probabilities(votes, 0.2)
print("noisy maximum:", wins.round(3))
print("exponential:  ", exact.round(3))
gumbel = votes + rng.gumbel(0, 2 / 0.2, (100_000, 3))
same = np.bincount(gumbel.argmax(axis=1), minlength=3) / 100_000
print("Gumbel noise: ", same.round(3))

# %% tags=["hide-input"]
assert 4.8e8 < math.exp(20) < 5e8 and round(math.exp(2), 1) == 7.4
sigmas = np.sqrt(exact * (1 - exact) / 100_000)
assert (np.abs(same - exact) < 4 * sigmas).all()
assert 4 * sigmas.max() < np.abs(wins - exact).max() < 0.1

# %% [markdown]
r"""
(a) They are similar but not equal. With noise from the *Gumbel distribution* of scale $\frac{2\Delta}\varepsilon$ the probabilities are exactly those of the exponential mechanism.

(b) Fix the noise on all scores except on that of candidate $r$. Then $r$ wins if its noise exceeds a number $c$, the highest of the other noisy scores minus its own score. On a neighbour its own score changes by at most $\Delta$ and each of the others by at most $\Delta$, so $c$ changes by at most $2\Delta$. With the scale $b=\frac{2\Delta}\varepsilon$ the probability that the noise exceeds it therefore changes by a factor of at most $e^{2\Delta/b}=e^\varepsilon$, and so does its average over the noise that was fixed.

:::{solution-end}
:::

:::{exercise} ★★★ The forgotten 2
:label: ex-c04-two

Show that the factor 2 is necessary under substitution. Leave it out, and (a) find two neighbouring elections with two candidates and at most 12 votes, one vote *replaced*, for which a probability changes by a factor of more than $e^{1.9\varepsilon}$ at $\varepsilon=1$. (b) Prove that the factor never exceeds $e^{2\varepsilon}$. The solution is in {doc}`solutions_1_to_5`.
:::

## The bill
"""

# %%
bill(5, median.price)

# %% [markdown]
r"""
## Summary

- Exponential mechanism: $P(r)\propto e^{\varepsilon q(r)/2\Delta}$.
- Score of a candidate for the median: $q(r)=-\max(\text{below},\text{above})$.
- Mean shortfall: at most $\frac{2\Delta}\varepsilon\ln k$.

**In one paragraph.** Half of the people live within about 1.7 km of the clinic. Noise on the median, even if clipped to the declared range, would be 2.9 km off on average; at the same $\varepsilon$, the choice is 34 m off. Where noise on the answer makes no sense, draw the answer from a declared list, with odds that grow exponentially with a utility score. The accuracy then depends on how much one person changes a score, and not on how much they change the answer.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** How far must a bus go until it has passed 400 people who did not come? You could ask step by step whether it is far enough. Most answers are *no*, and it would be wasteful to be charged for each of them. {doc}`c06_paying_for_answers` charges only for the *yes*.
"""
