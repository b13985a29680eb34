# %% [markdown]
r"""
# Choosing an answer: the exponential mechanism

:::{chapter} 5
:asks: How far from the clinic do half of the people live, if the answer must not reveal where you live?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition
:teaches: the exponential mechanism, utility scores, private medians
:skip: the section *When can the factor 2 be dropped?*, and the last exercise
:::

There is a distance within which half of the people live, and the other half live farther away. A planner asks for this *median* distance.
We know how to add noise to a number. For a median, however, this fails.

This chapter introduces the *exponential mechanism*, the second main tool of the course. It does not blur an answer. It draws one from a list, and makes good answers far more likely than bad ones.
It also works for names, graphs and anything else to which noise cannot be added.
"""

# %% tags=["hide-input"]
import math
from fractions import Fraction
from itertools import product

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants
from privcausal.privacy.exponential import Exponential, median_scores
from privcausal.privacy.exponential import private_median, shortfall_bound
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

# %% tags=["hide-input"]
in_order = np.sort(people.distance)
shifted = np.median([*in_order[1:], 6]), np.median([0, *in_order[:-1]])
assert np.ptp([*shifted, np.median(in_order)]) < 0.001
assert n % 2 == 0 and n // 2 == 1_417

# %% [markdown]
r"""
With an even number of people the median is the mean of the two middle values. At first these were 0 and 6, and afterwards 6 and 6, so one person has changed the median by 3 km, which is half of the range.

Nobody can change it by more. When one person is replaced, the sorted values shift by at most one position, so one of the two middle values remains a middle value. The other moves by at most the whole range, and the mean of the two by at most half of it.
A larger table does not help, because ours could have 1,417 people at each end. With distances clipped to 6 km the sensitivity of the median is therefore 3 km.

Laplace noise at $\varepsilon=0.05$, which we shall spend, would have the scale $3/0.05=60$ km. No distance is larger than six kilometres, so such an answer would be useless.

Our own table is far from this worst case, because replacing any one of its people moves the median by less than a metre.
However, the guarantee must hold for *all* neighbouring tables. If you add less noise because *this* table looks harmless, the amount of noise reveals something about it.

## A utility score for every candidate

Instead of asking for the median, we ask of each possible answer how good it would be.

First we declare a list of possible answers, the **candidates**. We take every 100 metres from 0 to 6 km, which gives 61.
Then the data give each candidate a **utility score**, or *score* for short. The more evenly a candidate divides the people, the better it is as a median. So let its score be *minus the number of people on the heavier side*.
For example, if 1,300 people live below a candidate and 1,534 above it, its score is $-1{,}534$.
All scores are secret, so a real study could not print the figure below:
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

Think of a lottery in which a candidate with a higher score has more tickets. Let each point of the score *multiply* the number of tickets by a fixed factor. One person changes a score by at most 1, and therefore the number of tickets by at most this factor. If each point *added* one ticket instead, one person could take a candidate from no ticket to one, and no factor can bound a change from 0.

Let the factor be 2, and let two candidates A and B have the scores 0 and 4. They have 1 and 16 tickets, so A is drawn with probability $\frac1{17}$.
Now your record replaces somebody else's. The score of A rises to 1, and that of B falls to 3. They have 2 and 8 tickets, so A is drawn with probability $\frac2{10}$.

The probability of A has grown by a factor of $\frac{2}{10}\cdot17=3.4$, which is more than 2. Two things have happened at once: the tickets of A have doubled, *and* the total has fallen from 17 to 10.
A probability is the tickets of one candidate divided by all tickets. The numerator can at most double. No candidate loses more than half of its tickets, so the denominator shrinks to no less than half. The probability therefore grows by a factor of at most $2\cdot2=4$.
With a factor of $f$ per point the bound is $f\cdot f=f^2$. To stay within $e^\varepsilon$ we take $f=e^{\varepsilon/2}$, for example $f=1.65$ for $\varepsilon=1$.

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

:::{dropdown} The proof
Let $q'$ be the scores on a neighbour, so that $|q-q'|\le\Delta$ for every candidate. In the numerator, $e^{\varepsilon q(r)/2\Delta}\le e^{\varepsilon/2}\,e^{\varepsilon q'(r)/2\Delta}$.
Exchanging $q$ and $q'$ gives $\sum_se^{\varepsilon q(s)/2\Delta}\ge e^{-\varepsilon/2}\sum_se^{\varepsilon q'(s)/2\Delta}$ for the denominator.
Dividing the two gives $P(r)\le e^{\varepsilon/2}\cdot e^{\varepsilon/2}\,P'(r)=e^\varepsilon P'(r)$. Sum over any set of candidates.
:::

A program tests the theorem on all cases with three candidates and scores from 0 to 4, each of which changes by $-1$, 0 or 1. With the factor 2 per point all probabilities are exact fractions, and the guarantee says that no ratio exceeds 4:
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

# %% tags=["hide-input"]
assert ratio < 4

# %% [markdown]
r"""
The worst case is our example again: a candidate with almost no chance rises, and *all the others fall*.

:::{quiz} Somebody adds 100 points to the score of every candidate. What happens to the probabilities?
- [x] Nothing. :: Correct: the same factor cancels in numerator and denominator.
- [ ] The best candidate becomes more likely. :: No: only differences of scores matter.
- [ ] The privacy cost is a hundred times as large. :: No: the cost depends on how much one person changes a score, not on its height.
:::

The explorer chooses one of five sites for a clinic, an answer to which no noise could be added. The score $q$ of a site could be the number of people who live near enough to it. When a person is replaced, each score can change by 1 in either direction, so $\Delta=1$. Change one score, and watch how *all* probabilities change:
"""

# %% tags=["hide-input"]
explorers.exponential_tickets()

# %% [markdown]
r"""
## How good is the choice?

The number of points by which a candidate falls short of the best score is its *shortfall* $s$. For the median, one point of score is one person. How large is the shortfall on average?

Take $\varepsilon=0.05$ and $\Delta=1$. A candidate with a shortfall of 100 has $e^{-0.05\cdot100/2}\approx0.08$ of the tickets of the best one. However, 60 such candidates together have about five times as many tickets as the best one. What matters is how many candidates there are at each shortfall.

> **Theorem** (mean shortfall). With $k$ candidates, the exponential mechanism has a mean shortfall of at most $\frac{2\Delta}{\varepsilon}\ln k$.

:::{dropdown} Why the bound holds
Give the best candidate one ticket, and one with shortfall $s$ the fraction $e^{-\varepsilon s/2\Delta}$ of a ticket. All of them together have at least one ticket, so the candidate's probability $P$ is at most this fraction. Taking logarithms gives $\frac{\varepsilon s}{2\Delta}\le\ln\frac1P$.
The mean of $\ln\frac1P$ is at most the logarithm of the mean of $\frac1P$, because the logarithm is concave, and the mean of $\frac1P$ over the draw is $\sum_rP(r)\cdot\frac1{P(r)}=k$.
:::

For our 61 candidates at $\varepsilon=0.05$ the bound is $40\ln61\approx164$ points. It can be almost halved: for all scores of 61 candidates the mean shortfall is at most 91 points, and for some scores it is that large. {verdict}`B-accuracy`

How large is the true mean shortfall for our list?
"""

# %%
half_epsilon, k = 0.05 / 2, len(candidates)
tickets = np.exp(half_epsilon * (scores - scores.max()))
probability = tickets / tickets.sum()
true_mean = probability @ (scores.max() - scores)
print(f"true mean shortfall {true_mean:.0f}")

# %% tags=["hide-input"]
assert round(true_mean) == 18 and round(40 * math.log(k)) == 164
assert round(shortfall_bound(half_epsilon, 1 / k)) == 91
assert round(math.exp(1 / 2), 2) == 1.65
assert 4.9 < 60 * math.exp(-2.5) < 5

# %% [markdown]
r"""
The two bounds cover all possible scores. In our table most candidates have almost no tickets, so the mechanism loses only 18 points on average.

## The fifth question: the median distance

We spend $\varepsilon=0.05$. The figure shows the probabilities of the lottery, and for comparison those at a tenth of this $\varepsilon$:
"""

# %% tags=["hide-input"]
lotteries = {}
for epsilon in (0.05, 0.005):
    weights = np.exp(epsilon / 2 * (scores - scores.max()))
    lotteries[f"ε = {epsilon}"] = weights / weights.sum()
ax = plots.curves(candidates, lotteries, marked=True)
high, low = (lottery.max() for lottery in lotteries.values())
ax.set_label(f"The peaks are {high:.2f} and {low:.2f}, near the median.")
caption = "Probability of each candidate under the exponential mechanism for the median distance, at two values of ε. At ε = 0.05 the three candidates nearest to the median have 99% of the probability. At a tenth of that ε hardly any candidate is excluded, and the same three have only 25%."
sharp, flat = lotteries.values()
assert round(sharp[16:19].sum(), 2) == 0.99
assert f"{flat[16:19].sum():.0%}" == "25%"
plots.show(ax, caption, x="kilometres", y="probability")

# %% [markdown]
r"""
The library's `private_median` computes the scores and draws one candidate:
"""

# %%
median = private_median(
    people.distance,
    candidates,
    epsilon=0.05,
    relation=Relation.SUBSTITUTION,
    rng=np.random.default_rng(2008),
)
print(median)

# %%
print(f"the true median: {np.median(people.distance):.2f} km")


# %% tags=["hide-input"]
steps = np.abs(np.diff(scores[np.abs(candidates - median.value) < 0.25]))
assert 80 < np.median(steps) < 130

assert round(median.value, 1) == 1.7 and round(in_order[n // 2], 2) == 1.68

# %% [markdown]
r"""
The mechanism answers 1.7 km, and the truth is 1.68 km. A real study could not print the mean shortfall of 18. It could print the 91: on average the heavier side of the chosen candidate has at most 91 people more than that of the best one.

The answer is so good because the hill is steep: near the top about a hundred people live between two candidates, so a step to the side costs about a hundred points.
Where few people live, the hill is flat, so many candidates are almost equally likely. But there it hardly matters which one is drawn, because they divide the people almost equally well.
Nothing had to be clipped, because a typing error of a million kilometres counts as one person on the far side.

Why not publish a histogram with bars of 100 metres, and add up noisy bars until half of the people are passed? We simulate this on the true table:
"""

# %%
bars = np.histogram(people.distance, candidates)[0]
noise = np.random.default_rng(3).laplace(0, 2 / 0.05, (3000, k - 1))
sums = (bars + noise).cumsum(axis=1)
medians = candidates[1:][np.abs(sums - n / 2).argmin(axis=1)]
truth = np.median(people.distance)
print(f"histogram: {1000 * np.abs(medians - truth).mean():.0f} m off")
print(f"choice: {1000 * probability @ np.abs(candidates - truth):.0f} m off")

# %% tags=["hide-input"]
assert 5 < np.abs(medians - truth).mean() / 0.034 < 7
assert round(40 * math.sqrt(2 * 17)) == 233
assert round(1000 * np.abs(medians - truth).mean()) == 197
assert round(math.sqrt(2 / math.pi), 1) == 0.8 and 184 <= 0.8 * 233 < 187

# %% [markdown]
r"""
The histogram is about six times as far off on average. It publishes sixty noisy numbers, and a sum of 17 bars has the noise of all of them. Its scale is 40, so the sum has the standard deviation $40\sqrt{2\cdot17}\approx233$ people. About a hundred people live in 100 metres, so this is an error with a standard deviation of about 230 metres. The mean size of a normal error is 0.8 of its standard deviation, here about 185 metres. This is close to the 197 that we simulated.
The exponential mechanism, in contrast, publishes a single choice.

## When can the factor 2 be dropped?

The 2 in $\frac\varepsilon{2\Delta}$ pays for two changes that happen at once: your candidate rises *and* the others fall. What if they cannot happen together?
"""

# %%
for steps in ((-1, 0, 1), (0, 1), (-1, 0)):
    ratio, _, _ = worst_case(steps)
    print(f"scores change by {steps}: largest ratio {float(ratio):.3f}")

# %% tags=["hide-input"]
assert all(worst_case(steps)[0] < 2 for steps in ((0, 1), (-1, 0)))
moved = median_scores([*in_order[1:], 6], candidates) - scores
assert np.array_equal(moved, np.where(candidates < truth, -1, 1))

# %% [markdown]
r"""
If all scores can only rise, or can only fall, the ratio stays below 2 instead of 4, so the same lottery costs $\ln2$ instead of $\ln4$, half as much. Such scores are called *monotone*: between two neighbours all scores that change, change in the same direction.

Whether scores are monotone depends on the neighbour relation. In an election, an *added* vote raises one score, whereas a *replaced* vote raises one and lowers another.

> **Theorem** (monotone scores). Let the scores be monotone with sensitivity $\Delta$, and let $\varepsilon>0$. Drawing candidate $r$ with probability proportional to $e^{\varepsilon q(r)/\Delta}$ is $\varepsilon$-private. {verdict}`B-spread`

For the proof, suppose first that no score falls. Each rises by at most $\Delta$, so the numerator grows by a factor of at most $e^\varepsilon$, and the denominator does not shrink. If no score rises, the numerator does not grow, and the denominator shrinks by a factor of at most $e^\varepsilon$.

The scores of our median are not monotone. If somebody at the clinic's door is replaced by somebody six kilometres away, every score on the near side of the median falls by 1, and every score on the far side rises by 1. Here the 2 is needed, and {doc}`samples of the output <13_choosing_instead_of_adding>` can refute a program that drops it.

## The list of candidates must be declared

A colleague finds our 61 candidates wasteful. "The median is one of the distances in the table. Why not use those as the list?"
"""

# %%
secret_list = np.unique(people.distance)
secret_scores = heavier_side(people.distance, secret_list)
tickets = np.exp(0.05 / 2 * (secret_scores - secret_scores.max()))
rng = np.random.default_rng(4)
chosen = rng.choice(secret_list, p=tickets / tickets.sum())
print(f"chosen: {chosen:.6f} km")
print("people who live exactly there:", np.sum(people.distance == chosen))

# %% tags=["hide-input"]
assert np.sum(people.distance == chosen) == 1

# %% [markdown]
r"""
The lottery itself is correct, but it prints one person's distance to the last digit. Without this person's record the number could not have been printed at all.
A probability has changed from a positive number to 0, and no factor $e^\varepsilon$ can bound such a change. The list of candidates must therefore be declared before the data are seen, like the ranges and bars of chapter 2.

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
    weights = np.exp(half_epsilon * (score - score.max()))
    weights /= weights.sum()
    print(f"{len(places):4} candidates, the best at {score.max():.0f}")
    print(
        f"   mean shortfall {weights @ (score.max() - score):.1f}", end=", "
    )
    print(f"{1000 * weights @ abs(places - truth):.0f} m from the median")

# %% tags=["hide-input"]
assert round(40 * math.log(10)) == 92

# %% [markdown]
r"""
The mean shortfall doubles, but in metres the two lists are about equally good.

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

::::{exercise} ★★ Implement, then assert: `quantile_scores`
:label: ex-c04-quantile

Write the scores of a quantile. (a) Define `quantile_scores(values, candidates, share)`, which returns for each candidate minus the difference, without its sign, between the number of values *below* it and `share` times the number of all values. Values equal to the candidate do not count as below. (b) State the sensitivity under substitution. (c) Draw the *upper quartile* of our distances, below which three quarters of the people live, five times with your `choose` at $\varepsilon=0.05$.

:::{dropdown} Hint
`np.asarray(values)[:, None] < candidates` compares all values with all candidates at once.
:::
::::

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

*Report noisy max* is another way to choose: add Laplace noise of scale $\frac{2\Delta}\varepsilon$ to each score, and publish only *which* score is the largest. This is $\varepsilon$-private too, for a reason that the solution gives. Simulate it for 12, 31 and 27 votes at $\varepsilon=0.2$, and compare with the exponential mechanism. Repeat this with `rng.gumbel` of the same scale.
:::

:::{solution-start} ex-c04-noisy
:class: dropdown
:::
"""

# %%
votes, rng = np.array([12, 31, 27]), np.random.default_rng(45)
noisy = votes + rng.laplace(0, 2 / 0.2, (100_000, 3))
wins = np.bincount(noisy.argmax(axis=1), minlength=3) / 100_000
exact = Exponential(1, 0.2, Relation.SUBSTITUTION).probabilities(votes)
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
They are similar but not equal. With noise from the *Gumbel distribution* of scale $\frac{2\Delta}\varepsilon$ the probabilities are exactly those of the exponential mechanism.

With Laplace noise the method is $\varepsilon$-private for the following reason. Fix the noise on all scores except on that of candidate $r$. Then $r$ wins if its noise exceeds a number $c$, the highest of the other noisy scores minus its own score. On a neighbour its own score changes by at most $\Delta$ and each of the others by at most $\Delta$, so $c$ changes by at most $2\Delta$. With the scale $b=\frac{2\Delta}\varepsilon$ the probability that the noise exceeds it therefore changes by a factor of at most $e^{2\Delta/b}=e^\varepsilon$, and so does its average over the noise that was fixed.

:::{solution-end}
:::

::::{exercise} ★★★ The forgotten 2
:label: ex-c04-two

Show that the factor 2 is necessary under substitution. Leave it out, and (a) find two neighbouring elections with two candidates and at most 12 votes, one vote *replaced*, for which a probability changes by a factor of more than $e^{1.9\varepsilon}$ at $\varepsilon=1$. (b) Prove that the factor never exceeds $e^{2\varepsilon}$. The solution is in {doc}`solutions_1_to_5`.

:::{dropdown} Hint
One replaced vote can raise one score and lower the other.
:::
::::

## The bill
"""

# %%
bill(5, median.price)

# %% [markdown]
r"""
## Three formulas

- Exponential mechanism: $P(r)\propto e^{\varepsilon q(r)/2\Delta}$.
- Score of a candidate for the median: $q(r)=-\max(\text{below},\text{above})$.
- Mean shortfall: at most $\frac{2\Delta}\varepsilon\ln k$.

**In one paragraph.** Where noise on the answer makes no sense, draw the answer from a declared list, with odds that grow exponentially with a utility score. The accuracy depends on how much one person changes a score, and not on how much they change the answer. A longer list can make the choice worse, but only by a logarithm.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** How far must a bus go until it has passed 400 people who did not come? You could ask step by step whether it is far enough. Most answers are *no*, and it would be wasteful to be charged for each of them. {doc}`c06_paying_for_answers` charges only for the *yes*.
"""
