# %% [markdown]
r"""
# Choosing

:::{chapter} 5
:asks: How far from the clinic do half of the people live, if the answer may not betray where you live?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition
:teaches: the exponential mechanism, scores, private medians
:skip: the section on the factor 2, and the last exercise
:::

Half of the people live nearer to the clinic than some distance $m$, and half of them farther away. That is the *median* distance, and a planner asks for it.
We know how to put noise on a number. For a median that fails, and the reason is worth seeing.

There is another way to be private: do not blur the answer, *choose* it by lot, and give good answers many tickets.
It works for places, names, graphs, for much to which noise cannot be added, and is the second of the two main tools of this course.
"""

# %% tags=["hide-input"]
import math
from fractions import Fraction
from itertools import product

import numpy as np

from privcausal import plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants
from privcausal.privacy.exponential import Exponential, median_scores
from privcausal.privacy.exponential import private_median
from privcausal.privacy.price import Relation

people = participants()
n = len(people)

# %% [markdown]
r"""
## A number that one person can throw across the map

Here is a small table. Three people live at the clinic's door, three live six kilometres away, and one moves house:
"""

# %%
print("median before:", np.median([0, 0, 0, 0, 6, 6, 6]))
print("median after: ", np.median([0, 0, 0, 6, 6, 6, 6]))
in_order = np.sort(people.distance)  # our own table, as said below
moved = np.median([*in_order[1:], 6]), np.median([0, *in_order[:-1]])
assert np.ptp([*moved, np.median(in_order)]) < 0.001

# %% [markdown]
r"""
One person has moved the median from one end of the range to the other. More people do not help: three thousand on each side, and it happens again.
(If their number is even, as ours is, the median is the mean of the two in the middle, and one person moves it half as far.)
So, with distances clipped to the fence of chapter 2, 0 to 6 km, the sensitivity is 3 kilometres for our 2,834 people, and Laplace noise for $\varepsilon=0.05$ would have the scale $3/0.05=60$ kilometres. On a map of six.

Our own table is nothing like that: its people are spread out, and one of them moves the median by less than a metre.
But the promise is made for *all* neighbouring tables. If you make less noise because *this* table looks harmless, then the amount of noise depends on the secret, and tells something about it.
"""

# %% [markdown]
r"""
## Give every answer a score

Turn the question round. We do not ask "what is the median?" but, for each place that could be the answer: *how good would it be?*

First we list the possible answers, the **candidates**. The list is declared, like a fence: every 100 metres from 0 to 6 kilometres.
Then each candidate gets a **score** from the data. A median has as many people below it as above. So let the score be *minus the number of people on its heavier side*:
"""

# %%
candidates = np.arange(0, 6.05, 0.1).round(1)


def heavier_side(values, candidates):
    """Minus the larger number of people, below or above each candidate."""
    values, places = np.sort(values), np.asarray(candidates)
    below = np.searchsorted(values, places, side="left")
    above = len(values) - np.searchsorted(values, places, side="right")
    return -np.maximum(below, above)


scores = heavier_side(people.distance, candidates)
assert np.array_equal(scores, median_scores(people.distance, candidates))
assert len(candidates) == 61

# %% tags=["hide-input"]
ax = plots.curves(candidates, {"score of a candidate": scores})
caption = "The score is a hill, 1,400 points high. Its top is the median; one person moves each point of it by one at most."
ax.set_ylabel("minus the heavier side")
plots.show(ax, caption, x="kilometres", legend="upper right")

# %% [markdown]
r"""
How far can you move this hill? You are one person. If you move house, the number below a candidate changes by at most 1, and so does the number above. The larger of the two changes by at most 1.
**The scores have sensitivity 1, although the median itself has a sensitivity of kilometres.** That is the whole trick: the answer is wild, its score is tame.
All tables of five people on four places agree:
"""

# %%
places = range(4)
moves = []
for x, y, *rest in product(places, repeat=6):
    one, other = [x, *rest], [y, *rest]
    steps = heavier_side(one, places) - heavier_side(other, places)
    median_step = np.median(one) - np.median(other)
    moves.append((np.abs(steps).max(), abs(median_step)))
of_scores, of_median = np.max(moves, axis=0)
print(f"{len(moves)} cases", end=": ")
print(f"a score moves by {of_scores:.0f} at most,", end=" ")
print(f"the median by {of_median:.0f}")
assert of_scores == 1 and of_median == 3

# %% [markdown]
r"""
## A lottery in favour of the good

How many tickets should a candidate get? One person can move each score by $\Delta$, whether it is low or high. So let $\Delta$ points more *multiply* the tickets by a fixed factor, wherever we are on the hill: then no person multiplies any candidate's tickets by more than that.
Say that a point doubles the tickets. Then the scores 3, 2 and 0 have 8, 4 and 1 of 13 tickets.
A fixed factor for a fixed step is an exponential. With the factor $e^{\varepsilon/2}$ for $\Delta$ points (why only half of $\varepsilon$, we shall see below) a score $q$ has $e^{\varepsilon q/2\Delta}$ tickets, and the chance is the share of all tickets. So the **exponential mechanism** draws candidate $r$ with score $q(r)$ with probability

$$
P(r)=\frac{e^{\varepsilon q(r)/2\Delta}}{\sum_s e^{\varepsilon q(s)/2\Delta}} .
$$

Here $\Delta$ is the sensitivity of the scores: the largest move of any *single* one between neighbours. Of two candidates, the one with a point more is $e^{\varepsilon/2\Delta}$ times as likely.

> **The exponential mechanism is $\varepsilon$-private.** {verdict}`X-dp`

The idea in three sentences. You enter the formula twice: above the line you change the weight of $r$ by a factor of at most $e^{\varepsilon/2}$. Below the line you change every weight by at most that factor, and so their sum. Together that is at most $e^{\varepsilon/2}\cdot e^{\varepsilon/2}=e^\varepsilon$.

:::{dropdown} The same with symbols
Let $q'$ be the scores on a neighbour, $|q-q'|\le\Delta$ everywhere. Then $e^{\varepsilon q(r)/2\Delta}\le e^{\varepsilon/2}\,e^{\varepsilon q'(r)/2\Delta}$ for every $r$.
By the same line with $q$ and $q'$ exchanged, $\sum_se^{\varepsilon q(s)/2\Delta}\ge e^{-\varepsilon/2}\sum_se^{\varepsilon q'(s)/2\Delta}$.
Divide: $P(r)\le e^\varepsilon P'(r)$. Sum over any set of candidates.
:::

Let the machine try every case. With $e^{\varepsilon/2\Delta}=2$ all weights are powers of two, and all probabilities are exact fractions; the promise is then a factor of $2^2=4$.
All tables of scores from 0 to 4 on three candidates, and all changes of each score by $-1$, 0 or 1:
"""


# %%
def law(scores):
    """The chances of all candidates, as fractions."""
    weights = [Fraction(2) ** q for q in scores]
    return [weight / sum(weights) for weight in weights]


def ratio_of(q, change):
    """The largest ratio of chances, after and before this change."""
    moved = [score + step for score, step in zip(q, change)]
    return max(a / b for a, b in zip(law(moved), law(q)))


def worst_ratio(changes):
    """Over all scores and all changes; and where it is."""
    return max(
        (ratio_of(q, change), q, change)
        for q in product(range(5), repeat=3)
        for change in product(changes, repeat=3)
    )


ratio, table, change = worst_ratio((-1, 0, 1))
assert ratio < 4
print(f"largest ratio {ratio}, that is {float(ratio):.3f} of 4 allowed")
print(f"at scores {table}, changed by {change}")

# %% [markdown]
r"""
The worst case is telling: a candidate that had hardly a chance goes up, and *all the others go down*.

:::{quiz} All candidates get 100 points more, because the clinic counts its own staff everywhere. What happens to the lottery?
- [x] Nothing. :: Yes: the factor stands above and below the line, and cancels.
- [ ] The best candidate becomes more likely. :: Only differences of scores count.
- [ ] Everything costs a hundred times as much. :: The price depends on how far one person moves a score.
:::

## How good is the choice?

Let $k$ be the number of candidates. A candidate that lies $s$ points below the best has a weight that is $e^{-\varepsilon s/2\Delta}$ of the best one's. Even if all others lie there, together they have at most $k\,e^{-\varepsilon s/2\Delta}$ times the best one's tickets. At $s=\frac{2\Delta}\varepsilon\ln k$ that is as many as the best one has, and it falls by a factor of $e$ with every $\frac{2\Delta}\varepsilon$ points more.

> **On average the choice lies at most $\frac{2\Delta}{\varepsilon}\ln k$ points below the best (its *shortfall*).** (The badge is about a sharper bound, the best possible, which is below this one: {verdict}`B-accuracy`.)

:::{dropdown} Why on average
Give the best candidate the weight 1, and one that lies $s$ points below it the weight $w=e^{-\varepsilon s/2\Delta}$. The sum of the weights is at least 1, so $P\le w$, and $\frac{\varepsilon s}{2\Delta}=-\ln w\le-\ln P$.
The average of $\ln\frac1P$ is at most the logarithm of the average of $\frac1P$ (the logarithm is concave), and the average of $\frac1P$ is $k$.
:::

Look at the logarithm. A list that is a hundred times as long adds $\frac{2\Delta}\varepsilon\ln100$ points to the bound: with $\varepsilon=0.05$ and $\Delta=1$ that is 184 people, of 2,834.
Here is this bound, the sharper one (the worst case is that all others lie at one distance), and the truth for our list:
"""

# %%
rate = 0.05 / 2
tickets = np.exp(rate * (scores - scores.max()))
chance = tickets / tickets.sum()
shortfall = scores.max() - chance @ scores
below = np.linspace(0, 1000, 10_001)
others = (len(candidates) - 1) * np.exp(-rate * below)
sharper = (below * others / (1 + others)).max()
print(f"bound {math.log(len(candidates)) / rate:.0f} people,", end=" ")
print(f"sharper {sharper:.0f}, on our table {shortfall:.0f}")
assert shortfall <= sharper <= math.log(len(candidates)) / rate
assert round(math.log(100) / rate) == 184
assert round(rate * scores.min()) == -71  # as said below

# %% [markdown]
r"""
(Did you see the `- scores.max()`? Without it `exp` would be asked for $e^{-71}$ here and for $e^{-71000}$ in a table a thousand times as large, and all tickets would be 0 in floats. Only differences count, so we may take any number away from all scores before.)

## The next question: the median distance

The lottery, at $\varepsilon=0.05$:
"""

# %% tags=["hide-input"]
chances = {}
for epsilon in (0.05, 0.005):
    weights = np.exp(epsilon / 2 * (scores - scores.max()))
    chances[f"ε = {epsilon}"] = weights / weights.sum()
ax = plots.curves(candidates, chances, marked=True)
caption = "At ε = 0.05 a handful of places near the median have nearly all tickets; at a tenth of that most tickets are spread over two kilometres."
plots.show(ax, caption, x="kilometres", y="chance to be chosen")

# %%
price = {"epsilon": 0.05, "relation": Relation.SUBSTITUTION}
rng = np.random.default_rng(2008)
median = private_median(people.distance, candidates, rng=rng, **price)
print(median)
print(f"the true median: {np.median(people.distance):.2f} km")
steps = np.abs(np.diff(scores[np.abs(candidates - median.value) < 0.25]))
assert 80 < np.median(steps) < 130  # people between two candidates
near = chance[np.abs(candidates - np.median(people.distance)) < 0.25].sum()
print(f"within a quarter of a kilometre with probability {near:.1%}")
assert near > 0.95 and abs(median.value - np.median(people.distance)) < 0.3

# %% [markdown]
r"""
The lottery says 1.7 kilometres, and the truth is 1.68. Noise for the worst case would have had the scale 60 km.
For the lottery nothing had to be clipped, either: a typing error of a million kilometres counts as one person on the far side.

Why was it so good? The hill is steep. Between two candidates near the top there live a hundred people or so, so a step to the side costs a hundred points, and points are what ε is about:
$e^{-0.05\cdot100/2}\approx0.08$. Where few people live, the hill is flat and the answer would be vague. But then, where few people live, any point between them is about as good a median.

## When may the 2 go?

The 2 in $\frac{\varepsilon}{2\Delta}$ paid for two misfortunes at once: your candidate's weight rises *and* the sum of all falls. Let us forbid that they come together. Suppose that no score ever falls when another rises:
"""

# %%
for moves in ((-1, 0, 1), (0, 1), (-1, 0)):
    ratio, _, _ = worst_ratio(moves)
    print(f"scores move by {moves}: largest ratio {float(ratio):.3f}")
    assert ratio < 2 or moves == (-1, 0, 1)

# %% [markdown]
r"""
Now a factor of 2 suffices in place of 4: the price is half. If between any two neighbours all scores that move go in the same direction, the scores are called *monotone*.

> **Let the spread be how much more one score can rise than another between neighbours. With $e^{\varepsilon q/\text{spread}}$ tickets the lottery is $\varepsilon$-private.** {verdict}`B-spread`

(The sum of the weights grows at least by the factor of the score that rises least. Divide.) The spread is at most $2\Delta$; for monotone scores it is at most $\Delta$, and the 2 may go.

Who is monotone depends on the neighbours. In an election a vote that is *added* lifts one score and lowers none. A vote that is *replaced* lifts one and lowers another. This course replaces, so we keep the 2.

:::{admonition} How it was got wrong
:class: warning
The companion keeps three mechanisms that look right, promise $\varepsilon=1$, and are convicted by samples alone, as we shall do in chapter 7 ({doc}`13_choosing_instead_of_adding`):

*The 2 was forgotten*, under substitution.
*Redraw until it fits.* A share must lie in $[0,1]$, so Laplace noise is drawn again until it does. The density is then divided by the chance to fit, and near an end this chance is smaller: it depends on the secret too.
*Divide by the winner.* Scores are divided by the largest one, to lie "between 0 and 1", and one vote of $n$ is said to move each by $\frac1n$ at most. But the votes (1, 1) may become (2, 0), and the second score falls from 1 to 0.
:::

## The list is an answer too

A colleague finds our 61 candidates wasteful. "The median is one of the distances in the table. Let those be the list!"
"""

# %%
secret_list = np.unique(people.distance)
q = heavier_side(people.distance, secret_list)
weights = np.exp(0.05 / 2 * (q - q.max()))
rng = np.random.default_rng(4)
chosen = rng.choice(secret_list, p=weights / weights.sum())
print(f"chosen: {chosen:.6f} km")
there = np.sum(people.distance == chosen)
print("people who live just there:", there)
assert there == 1

# %% [markdown]
r"""
The lottery is in order, and what it prints is one person's distance, to the last digit. With a person from elsewhere in that row, this number could not have been printed.
Its probability was not 0 and is now: no $e^\varepsilon$ bounds that. **The list is declared before the data are seen.** It is the rule of chapter 2 again.

## Exercises

:::{exercise} ★ An election without code
:label: ex-c04-warm

Each person has one vote. Three days got 12, 31 and 27 votes. (a) Which day is drawn most often, and is it always drawn? (b) By what factor is the second best less likely, at $\varepsilon=1$ with the 2? (c) And if every day had got ten times as many votes?
:::

:::{solution} ex-c04-warm
:class: dropdown

(a) The one with 31, not always. (b) Four points: $e^{-4/2}=e^{-2}\approx0.14$ times as likely. (c) Forty points: $e^{-20}$, two in a billion. The mechanism does not ask for shares but for people: large tables decide almost for certain.
:::

:::{exercise} ★ A longer list
:label: ex-c04-longer

No code. You replace the list by every 10 metres from 0 to 6 km. Does ε change? By how many people does the bound on the shortfall grow, at $\varepsilon=0.05$? Would every 100 metres up to 600 km hurt more?
:::

:::{solution} ex-c04-longer
:class: dropdown

ε stays: it is fixed by the formula. The list is ten times as long, so the bound grows by $\frac2{0.05}\ln10\approx92$ people. A list of 100 metres up to 600 km is a hundred times as long, 184 people in the bound; in truth it hurts hardly at all, because the far candidates all have scores near $-n$ and hardly any tickets. (The new candidates of the first list are near the top, too.)
:::

::::{exercise} ★★ Implement, then assert: `choose`
:label: ex-c04-mine

Write `choose(scores, sensitivity, epsilon, rng)`: the *index* (0, 1, 2, …) of one candidate, drawn by the exponential mechanism, with the factor 2. Scores may be as large as a million, of either sign.

:::{dropdown} Hint
`np.exp(1_000_000)` is infinite. Which number may be subtracted from all scores? Then `rng.choice(len(scores), p=...)`.
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

Which distance do three quarters of the people live below? Write `quantile_scores(values, candidates, share)`: for each candidate, minus the gap between the number of values *below* it and `share` times the number of all values. Values that are equal to the candidate do not count as below. What is the sensitivity under substitution? Draw the upper quartile of our table a few times with your `choose` (in earnest it would be once, and on the bill).

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
q = quantile_scores(people.distance, candidates, 0.75)
rng = np.random.default_rng(44)
drawn = [float(candidates[choose(q, 1, 0.05, rng)]) for _ in range(5)]
print(drawn, "true:", round(float(np.quantile(people.distance, 0.75)), 2))

# %% [markdown]
r"""
One replaced person changes the number below by at most 1, and $n$ is public: sensitivity 1.

:::{solution-end}
:::

:::{exercise} ★★ Noise, and take the largest
:label: ex-c04-noisy

Another private choice: put Laplace noise of scale $\frac{2\Delta}\varepsilon$ on each score, and publish only *which* one is largest. Simulate it for the election with 12, 31 and 27 votes at $\varepsilon=0.2$, and compare its chances with those of the exponential mechanism.
:::

:::{solution-start} ex-c04-noisy
:class: dropdown
:::
"""

# %%
votes = np.array([12, 31, 27])
noisy = votes + rng.laplace(0, 2 / 0.2, (100_000, 3))
wins = np.bincount(noisy.argmax(axis=1), minlength=3) / 100_000
exact = Exponential(1, 0.2, Relation.SUBSTITUTION).probabilities(votes)
print("noisy maximum:", wins.round(3))
print("exponential:  ", exact.round(3))
assert np.abs(wins - exact).max() < 0.1

# %% [markdown]
r"""
They are alike, not equal. With another noise (its name is Gumbel's) they would be the same. The votes are a histogram, so here even the noisy votes could be published at this price. For scores that one person can move all at once they could not: $k$ of them would cost $k\frac\varepsilon2$, and the winner alone still costs $\varepsilon$.

:::{solution-end}
:::

:::{exercise} ★★★ The forgotten 2
:label: ex-c04-two

Leave out the 2 and find two neighbouring elections with two candidates, $n\le12$ votes, one vote *replaced*, for which the ratio of probabilities exceeds $e^{1.9\varepsilon}$ at $\varepsilon=1$. Why can it never exceed $e^{2\varepsilon}$?
:::

:::{solution-start} ex-c04-two
:class: dropdown
:::
"""


# %%
def without_two(votes):
    weights = np.exp(np.array(votes, dtype=float))
    return weights / weights.sum()


loss = lambda k: np.log(without_two([1, k - 1])[0] / without_two([0, k])[0])
losses = {k: loss(k) for k in range(1, 13)}
first = min(k for k, loss in losses.items() if loss > 1.9)
print(f"from {first} votes on; with 12 votes the loss is {losses[12]:.5f}")
assert max(losses.values()) < 2

# %% [markdown]
r"""
All votes but one go to the second candidate, and one of them changes sides: $(0,k)$ becomes $(1,k-1)$. The first candidate's weight grows by a factor of $e$, and the sum of the weights, which is nearly the second one's, falls by a factor of $e$. Two misfortunes at once, each of at most $e^\varepsilon$.

:::{solution-end}
:::

## The bill
"""

# %%
bill(4, median.price)

# %% [markdown]
r"""
## Three formulas

$$
P(r)\propto e^{\varepsilon q(r)/2\Delta}\qquad\quad q(r)=-\max(\text{below},\text{above})\qquad\quad \text{mean shortfall}\le\frac{2\Delta}\varepsilon\ln k
$$

**In one paragraph.** Where noise on the answer makes no sense, draw the answer from a declared list, with odds that grow exponentially with a score. What a given ε can do depends on how far one person moves a score, not on how far one moves the answer. That is how a median can be published with a fraction of the noise that its own sensitivity would ask for. A longer list may make the choice worse, but only by a logarithm. The companion proves {doc}`how good a choice can be, and what else can be chosen <13_choosing_instead_of_adding>`.

**Next.** How far must a bus go until it has passed 400 people who did not come? One asks step by step: is it far enough here? And here? Most answers are *no*, and paying for each of them would be a pity. {doc}`c06_paying_for_answers` pays for the *yes* alone.
"""
