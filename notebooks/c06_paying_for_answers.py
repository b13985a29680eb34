# %% [markdown]
r"""
# Paying only for positive answers: AboveThreshold

:::{chapter} 6
:asks: How many questions can be answered on one budget if nearly all the answers are no?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition, c04_many_small_answers, c05_choosing
:teaches: the sparse vector technique, AboveThreshold, a noisy threshold
:skip: the section on several positive answers
:::

Hundreds of people in our table never came for their result. Suppose that they all live along one road, but the clinic has no list of their houses. Two nurses drive away from the clinic in a bus, call at every house, and note in private who did not come. The clinic has time to see 400 of them, so the nurses turn round once they have 400 names.

The bus can turn only at certain places. At each of them the nurses face the same question: *have we found 400 by now?* They must decide at once, and everybody can see whether the bus drives on or turns, so each answer is public.

Exact answers could give you away. Suppose that you live before some turning place, and that somebody knows that 399 of the others before it did not come. If the bus drives on there, you came; if it has turned by then, you did not.

The composition rules of chapters 3 and 4 would charge every one of these answers. This chapter introduces the *sparse vector technique*, which charges only for the positive answers. Its basic algorithm is *AboveThreshold*.
"""

# %% tags=["hide-input"]
import numpy as np
from scipy.stats import norm

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants
from privcausal.privacy.gaussian import gaussian_scale

# %% [markdown]
r"""
## What the methods we know would cost

We simulate the day with our table. There is a turning place every quarter of a kilometre, up to the declared six kilometres.
At each place we count the people within that distance whose `learned` is 0:
"""

# %%
people = participants()
away = people.distance[people.learned == 0].to_numpy()
edges = np.arange(1, 25) / 4
absent = np.array([np.sum(away <= edge) for edge in edges])
print(absent)

# %% [markdown]
r"""
A real study could not print these exact counts. The seventh, 418, is the first that reaches 400, so the bus should turn at 1.75 km.
If one person is replaced, each count changes by at most 1. Every question therefore has sensitivity $\Delta=1$.

**Split the budget.** With $\varepsilon=0.1$ for up to 24 questions, each count gets Laplace noise of scale $\frac{24}{0.1}=240$ people. On 20,000 simulated days, how often does the bus turn at the right place or at one of the two next to it?
"""

# %%
EPSILON, WANTED, RUNS = 0.1, 400, 20_000
right = int(np.argmax(absent >= WANTED))
rng = np.random.default_rng(5)
noisy_counts = absent + rng.laplace(0, 24 / EPSILON, (RUNS, 24))
split = np.argmax(noisy_counts >= WANTED, axis=1)  # 0 without a yes: a miss


# %%
def close(stops):
    """The share of days at most one place off."""
    return np.mean(np.abs(stops - right) <= 1)


print(f"split budget: {close(split):.0%}")

# %% [markdown]
r"""
On most days the bus turns at least two places off, nearly always too early, because at each of the first places this noise lifts the count above 400 with a probability of about 10% or more.

Gaussian noise as in chapter 4, with $\delta=10^{-6}$, would raise the share to 62%. But it needs a $\delta$, and it too grows with the number of questions.

**Add up a histogram.** Each stretch of road between two turning places is a bar. One replaced person changes the bars by 2 in total, so each needs noise of scale $\frac2{0.1}=20$ people. The counts are the running sums of the noisy bars:
"""

# %%
noisy_bars = np.diff(absent, prepend=0) + rng.laplace(
    0, 2 / EPSILON, (RUNS, 24)
)
histogram = np.argmax(noisy_bars.cumsum(axis=1) >= WANTED, axis=1)
print(f"histogram: {close(histogram):.0%}")

# %% [markdown]
r"""
This is much better. But it works only because all our counts are sums of the same bars: a person can change 24 counts, but only two bars. With 24 unrelated questions the noise would again be that of the split budget.

We need a method for any questions, asked **one at a time**, with noise that does not grow with their number.

## AboveThreshold

The idea is to publish less: no count, not even a noisy one, but only *on which side of the threshold* it is.

Given a threshold $T$, questions of sensitivity $\Delta$, and $\varepsilon$:

1. Add Laplace noise of scale $2\Delta/\varepsilon$ to the threshold, **once**.
2. For each question in turn, add fresh Laplace noise of scale $4\Delta/\varepsilon$ to the true value.
3. If the noisy value is below the noisy threshold, answer *no* and continue. Otherwise answer *yes* and **stop**.

For the bus the scales are 20 and 40 people. They do not depend on the number of questions, and the next section shows where the 2 and the 4 come from.
Only the place of the first yes is published, or the fact that there was no yes. Here is one run, with its secret values:
"""

# %%
rng = np.random.default_rng(57)
noisy_threshold = WANTED + rng.laplace(0, 2 / EPSILON)
values = absent + rng.laplace(0, 4 / EPSILON, 24)
first = np.argmax(values >= noisy_threshold)
print(f"noisy threshold {noisy_threshold:.0f}")
print("noisy counts", values[: first + 1].round())
print(f"published: the first yes is at {edges[first]} km")

# %% [markdown]
r"""
We repeat this on 20,000 days, with one noisy threshold for each day:
"""

# %%
hurdles = WANTED + rng.laplace(0, 2 / EPSILON, (RUNS, 1))
noisy_values = absent + rng.laplace(0, 4 / EPSILON, (RUNS, 24))
above = np.argmax(noisy_values >= hurdles, axis=1)
print(f"AboveThreshold: {close(above):.0%}")

# %% [markdown]
r"""
Where does the bus turn with each of the three methods?
"""

# %% tags=["hide-input"]
methods = {
    "split budget": split,
    "histogram": histogram,
    "AboveThreshold": above,
}
turns = {
    name: np.bincount(stops, minlength=24)[:12] / RUNS
    for name, stops in methods.items()
}
look = {"wide": True, "height": 4.2, "marked": True}
look |= {"place": {1.75: "right place"}, "ylim": (-0.01, 0.65)}
title = "With a split budget the bus usually turns too early"
ax = plots.curves(edges[:12], turns, **look, title=title)
early = turns["split budget"][edges[:12] < 1.75].sum()
plots.note(
    ax, f"too early on {early:.0%} of the days", (0.75, 0.13), (20, 60)
)
caption = f"Share of 20,000 simulated days on which the bus turns at each place, for three methods at ε = 0.1. The right place is 1.75 km. With a split budget the bus turns too early on {early:.0%} of the days. AboveThreshold turns at the right place on {turns['AboveThreshold'][edges[:12] == 1.75].sum():.0%}, and the histogram on {turns['histogram'][edges[:12] == 1.75].sum():.0%}."
plots.show(ax, caption, x="kilometres", y="share of days")

# %% [markdown]
r"""
AboveThreshold finds exactly the right place on 54% of days, and the histogram on 44%. For the same $\varepsilon$, however, the histogram also publishes a count at every place.
For unrelated questions there is no such histogram. There the advantage of AboveThreshold is large, as the section *The error grows slowly* shows.

<span class="pc-screen">Now send the bus yourself. Choose a method, a threshold and an $\varepsilon$:</span>
"""

# %% tags=["hide-input"]
explorers.turning_bus()

# %% [markdown]
r"""
## Why negative answers are not charged

How can AboveThreshold be 0.1-private, if it often answers seven questions or more? For every draw of the noise on your table we look for a slightly different draw that gives the *same* answers on the neighbour and is nearly as likely.

Take four questions with $\Delta=1$. Suppose that the noisy threshold is 5, and that the noisy values are those of the second column. Now your record is replaced, and all noise stays as it was. Each noisy value therefore changes by at most 1. Some rise and others fall, for example to those of the fourth column:

| question | noisy value | answer at threshold 5 | noisy value on the neighbour | its answer at threshold 5 | its answer at threshold 6 |
|---|---|---|---|---|---|
| 1 | 3 | no | 4 | no | no |
| 2 | 4.5 | no | 5.5 | **yes** | no |
| 3 | 2 | no | 3 | | no |
| 4 | 5 | yes | 4 | | **no** |

On the neighbour the second answer becomes a yes, and the run stops there. We therefore look at a different draw, in which the noise of the threshold is larger by 1, so that the noisy threshold is 6. Then the first three answers are negative again, and three hundred would be too: each value rises by at most 1 and the threshold rises by 1, so a value that was below the old threshold is below the new one.

Only the yes remains to be restored. Its value fell by 1, from 5 to 4, while the threshold rose by 1, from 5 to 6. If the noise of this question is larger by 2, its noisy value is 6, and the answer is a yes again. Had its value risen, the same shift would be more than enough.

Two shifts of the noise therefore produce the same answers on the neighbour: $\Delta$ for the threshold, and $2\Delta$ for the yes. As in chapter 1, shifting Laplace noise of scale $b$ by $z$ changes its density by a factor of at most $e^{z/b}$. The exponents $z/b$ of the two shifts are:

$$
\text{threshold: }\frac{\Delta}{2\Delta/\varepsilon}=\frac\varepsilon2,\qquad
\text{yes: }\frac{2\Delta}{4\Delta/\varepsilon}=\frac\varepsilon2 .
$$

Together they are $\varepsilon$, regardless of the number of negative answers. The two scales were chosen so that each shift costs half.

Every draw with these answers is shifted by the same amounts. Different draws remain different, so their total *probability* falls by a factor of at most $e^\varepsilon$ too.
If no yes comes at all, the first shift is enough, so the probability of this outcome falls by a factor of at most $e^{\varepsilon/2}$. The charge is still $\varepsilon$, because it has to be fixed before the answer is known.

> **Theorem** (AboveThreshold). Let every question have sensitivity $\Delta$. With Laplace noise of scale $2\Delta/\varepsilon$ on the threshold and $4\Delta/\varepsilon$ on each question, all answers up to the first yes are together $\varepsilon$-private, regardless of their number. {verdict}`P-svt`

The questions can even be chosen one after the other: as long as all answers are negative, each question is fixed by the ones before.

:::{quiz} The road has 1,000 turning places instead of 24. What happens to the ε of AboveThreshold?
- [ ] It grows by a factor of about 40. :: No: the cost of *separate* answers would grow like this, by 1,000/24.
- [ ] It grows with the logarithm of the number. :: No: the error does, but ε does not.
- [x] It does not change. :: Correct: one shift serves all negative answers.
:::

## The sixth question: where the bus turns

The library's class `AboveThreshold` carries out our three steps. Its method `release` reads the values one by one:
"""

# %%
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.price import Relation

bus = AboveThreshold(WANTED, 1, EPSILON, Relation.SUBSTITUTION)
on_the_way = (np.sum(away <= edge) for edge in edges)
stop = bus.release(on_the_way, np.random.default_rng(56))
print(stop)
print(f"the bus turns at {edges[stop.value]} km")

# %% [markdown]
r"""
Places are counted from 0, so place 6 is the seventh, where the bus should turn. This was likely but not certain, because the count of 418 lies only 18 people above the threshold, which is less than the scale of either noise.

## Does the threshold need noise?

Without noise on the threshold, no single shift restores all negative answers. Each value that rose needs a shift of its own noise, at a cost of its own. To see how these costs add up, we compute the exact privacy loss of one outcome, with and without this noise.

The *gap* of a question is its true value minus the threshold. We measure gaps in *units of $\Delta/\varepsilon$*, which is 10 people for the bus, so the count 418 has a gap of 1.8 units. In these units the two noises always have the scales 2 and 4.

If the noise $r$ of the threshold is known, the answers are independent and their probabilities can be multiplied. The function `chances` averages these products over a fine grid of values of $r$. For each place it returns the probability that the first yes comes there, and last the probability that no yes comes, so `chances([1.8])` returns two numbers:
"""

# %% tags=["hide-input"]
GRID = np.arange(-200, 200.01, 0.25)  # values of r


def chances(gaps, threshold_scale=2.0, question_scale=4.0):
    """The probability of each place, and last that no yes comes."""
    weight = np.exp(-np.abs(GRID) / threshold_scale)
    weight /= weight.sum()
    all_no, places = np.ones(len(GRID)), []
    for gap in gaps:
        no = below(GRID - gap, question_scale)  # gap + noise below r
        places.append(weight @ (all_no * (1 - no)))
        all_no = all_no * no
    return np.array([*places, weight @ all_no])


def below(z, scale):
    """P(Laplace noise ≤ z), as in chapter 1."""
    tail = np.exp(-np.abs(z) / scale) / 2
    return np.where(z < 0, tail, 1 - tail)


# %% [markdown]
r"""
Now let $\varepsilon=1$ and $\Delta=1$, so that one unit is one person. On the first table several values lie 10 units above the threshold, and one last value lies 10 units below it. In our outcome all high values nevertheless get a *no*, and the low one a *yes*. Such a run is rare, but the guarantee covers *every* outcome.
On the neighbour the high values lie 11 units above the threshold and the low one 11 below it, so every answer of this outcome is less likely there.
The figure shows the privacy loss of this outcome, that is, the logarithm of the ratio of its two probabilities:
"""


# %% tags=["hide-input"]
def rare(negatives, threshold_scale=2.0):
    """The probability and the loss of such an outcome."""
    gaps = np.array([10] * negatives + [-10])
    pair = gaps, gaps + np.sign(gaps)
    p, q = (chances(g, threshold_scale)[negatives] for g in pair)
    return p, np.log(p / q)


negatives = range(13)
hidden = [rare(k)[1] for k in negatives]
bare = [rare(k, 1e-3)[1] for k in negatives]
losses = {"AboveThreshold": hidden, "no noise on the threshold": bare}
ax = plots.curves(negatives, losses, marked=True, level={1: "guarantee"})
caption = "Exact privacy loss of a rare outcome at ε = 1, against the number of negative answers before the yes. Without noise on the threshold each adds a quarter; with it the loss never exceeds 1."
plots.show(ax, caption, x="negative answers before the yes", y="privacy loss")

# %% [markdown]
r"""
Without noise on the threshold, each answer costs $\frac14$, because its value changes by 1 and its noise has scale 4.

With noise on the threshold the loss begins in the same way: it is 0.25 for the yes alone, and 0.50 after one negative answer. Then the curve bends, and after four negative answers it has reached 0.99. By now *one* very high threshold is more likely than very low noise on so many values. It produces all the negative answers at once, so a fifth costs hardly anything.

The loss never exceeds the $\varepsilon=1$ of the theorem, but it comes as close as we like: after seven negative answers it is 0.999999. No smaller number would do, so the bound is *tight*.

## The error grows slowly

Negative answers are not charged, but they do cost accuracy. At each of them there can be a *false yes*, that is, a yes for a value below the threshold.
How far below the threshold, in units, must all $m$ values lie for a false yes to occur in fewer than one run in 20?
"""


# %%
def false_yes(m, gap):
    """The probability of a yes among m values, all `gap` units too low."""
    return 1 - chances([-gap] * m)[-1]


margin = {}
for m in (1, 10, 24, 100, 1000):
    margin[m] = next(gap for gap in range(80) if false_yes(m, gap) < 0.05)
print(margin)

# %% [markdown]
r"""
Ten times as many questions need about 9 units more, because the tail of Laplace noise of scale 4 falls by a factor of 10 within $4\ln10\approx9.2$ units.

**Where no histogram can help.** Take a questionnaire with a hundred unrelated questions, as in chapter 4. Which is the first to which 400 people said *yes*? Suppose that all hundred counts lie below 400. How far below must they lie for the same reliability at $\varepsilon=0.1$?

- With AboveThreshold 290 people are enough, because a unit is 10 people and $m=100$ needs 29 units.
- With a split budget each count has noise of scale 1,000, and it takes about 6,900 people. With Gaussian noise at $\delta=10^{-6}$ it takes about 1,200. Both are impossible, because no count can lie more than 400 below 400.

## More than one positive answer

After a yes you can start again with a new noisy threshold, so that $c$ positive answers cost $c\,\varepsilon$. It is cheaper to keep the threshold, whose shift has already been paid for. With the scales 2 and 4 at $\varepsilon=1$ this shift costs $\frac12$ once, and the shift of each yes costs $\frac12$. Three positive answers then cost $\frac12+3\cdot\frac12=2$ instead of 3. In general:

> **Theorem** (several positive answers). Let every question have sensitivity $\Delta$, and let $a,b>0$. Add Laplace noise of scale $a\Delta$ to the threshold, once, and fresh Laplace noise of scale $b\Delta$ to each question, and stop after the $c$-th yes. Then all answers together are $\bigl(\frac1a+\frac{2c}b\bigr)$-private, and for some questions no smaller number suffices. {verdict}`B-svt-noise`

With $a=\frac2\varepsilon$, $b=\frac4\varepsilon$ and $c=1$ this is the $\varepsilon$ of the first theorem. The proof is in {doc}`15_paying_only_for_answers`.

:::{admonition} Published error
:class: warning
{cite:t}`lyu2017` found published variants of AboveThreshold that violate their guarantee. One of the errors is to continue after the yes at the same ε. Another is to publish the noisy value with the yes. In the four-question example this value was 5, so everybody would know that the noisy threshold was at most 5. The shift to 6, which hid the three negative answers, would be excluded.
:::

## Exercises

:::{exercise} ★ Sensitive questions
:label: ex-c06-sensitivity

Find the sensitivity of each question when one person is replaced. Give a replacement that attains it. (a) The number of people within 2 km who did not come. (b) The number of absent people minus the number of present people within 2 km. (c) The proportion of absent people among those within 2 km.
:::

:::{solution} ex-c06-sensitivity
:class: dropdown

(a) It is 1, when an absent person within 2 km is replaced by one who came. (b) It is 2, by the same pair: the difference changes from $+1$ to $-1$ for this person. Use $\Delta=2$, or halve the difference. (c) It can be 1, because there might be only a single person within 2 km, who came and is replaced by an absent one. With $\Delta=1$ the noise would be far larger than the answer. Ask instead whether the number of absent people minus half the number of people within 2 km exceeds 0, which says that the proportion exceeds one half. This number has sensitivity 1, and in our table its size is in the hundreds.
:::

:::{exercise} ★ What can be published?
:label: ex-c06-leave

Decide which of these can be published with the place of the yes at no further cost, and give a reason for each. (a) That all earlier answers were no. (b) The noisy threshold. (c) The exact count at the yes.
:::

:::{solution} ex-c06-leave
:class: dropdown

(a) Yes, because it follows from the place. (b) No. Together with the negative answers it says that each of those noisy values was below a known number, whereas the proof needs the threshold to be free to shift. (c) No. On a neighbour this count can be different by 1, so an outcome that is possible on one table is impossible on the other. An exact number is free only if no person can change it. A noisy count can be bought separately, with fresh noise and an ε of its own.
:::

:::{exercise} ★★ Implement, then assert: `above_threshold`
:label: ex-c06-mine

Write a function `above_threshold(values, threshold, sensitivity, epsilon, rng)` that returns the place of the first yes, counted from 0, or `None`. The iterable `values` must not be read after the yes. Test it with `check`.
:::

:::{solution-start} ex-c06-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def above_threshold(values, threshold, sensitivity, epsilon, rng):
    """The place of the first yes, or None."""
    hurdle = threshold + rng.laplace(0, 2 * sensitivity / epsilon)
    for place, value in enumerate(values):
        if value + rng.laplace(0, 4 * sensitivity / epsilon) >= hurdle:
            return place
    return None


# %%
check("above_threshold", above_threshold)

# %% [markdown]
r"""
A common mistake draws the threshold again for each question. That version is not ε-private: its cost grows with the number of answers, because no single shift explains all negative answers.

:::{solution-end}
:::

:::{exercise} ★★ A more reliable bus
:label: ex-c06-sharper

(a) Find with `chances` the smallest of $\varepsilon=0.1,0.2,\dots,0.6$ at which the bus turns at the right place with a probability above 90%. (b) Suppose that the nurses could first drive to the end of the road. They would then know all 24 counts, and could choose a place with the exponential mechanism, with the score $-|\text{count}-400|$. Compute its probability of the right place at $\varepsilon=0.1$.
:::

:::{solution-start} ex-c06-sharper
:class: dropdown
:::
"""

# %%
hit = {}
for epsilon in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
    hit[epsilon] = chances(epsilon * (absent - WANTED))[right]
    print(f"ε = {epsilon}: {hit[epsilon]:.1%}")
tickets = np.exp(-EPSILON * np.abs(absent - WANTED) / 2)
best = tickets[right] / tickets.sum()
print(f"exponential mechanism at ε = {EPSILON}: {best:.1%}")

# %% tags=["remove-cell"]
assert all((p > 0.9) == (epsilon > 0.45) for epsilon, p in hit.items())
assert WANTED - absent[right - 1] == 65
# said in the sections above
never = noisy_counts < WANTED, noisy_bars.cumsum(axis=1) < WANTED
assert (
    max(np.mean(no.all(axis=1)) for no in never) < 1e-4
)  # days without a yes
assert 0.55 < np.mean(split < right - 1) < 0.6
assert np.mean(split > right + 1) < 0.05
assert edges[right] == 1.75 and absent[right] == 418 and right == 6
assert f"{close(histogram):.0%} {close(above):.0%}" == "88% 96%"
assert max(hidden) < 1 + 1e-6
assert np.allclose(bare, 0.25 + 0.25 * np.array(negatives), atol=0.01)
assert np.allclose(rare(4), (2.7e-6, 0.992), rtol=0.02)
assert np.allclose(hidden[:2], (0.25, 0.50), atol=0.005)
assert margin[100] == 29
exactly = [np.mean(stops == right) for stops in (histogram, above)]
assert [f"{share:.0%}" for share in exactly] == ["44%", "54%"]
assert f"{close(split):.0%}" == "38%"
assert 0.09 < np.exp((absent[0] - WANTED) * EPSILON / 24) / 2 < 0.1
assert f"{hidden[7]:.6f}" == "0.999999"
apart = -100 / EPSILON * np.log(2 * (1 - 0.95**0.01))
assert round(apart, -2) == 6_900
apart = gaussian_scale(10, EPSILON, 1e-6) * norm.isf(1 - 0.95**0.01)
assert round(apart, -2) == 1_200
sigma = gaussian_scale(np.sqrt(24), EPSILON, 1e-6)
no = norm.cdf((WANTED - absent) / sigma)
yes = np.cumprod([1, *no[:-1]]) * (1 - no)  # with Gaussian noise
assert f"{yes[right - 1 : right + 2].sum():.0%}" == "62%"
assert np.mean(split < right) > 0.7
nothing = [chances(np.full(8, gap))[-1] for gap in (10, 11)]
assert 0.499 < np.log(nothing[0] / nothing[1]) <= 0.5 + 1e-6  # no yes
within = np.sum(people.distance <= 2)
assert 100 < abs(absent[7] - within / 2) < 1000 and edges[7] == 2
assert 8 <= margin[100] - margin[10] <= margin[1000] - margin[100] <= 10
assert round(4 * np.log(10), 1) == 9.2
assert 1 / EPSILON == 10
assert edges[5] == 1.5 and list(absent[5:8]) == [335, 418, 495]
assert stop.value == right
exact = chances((absent - WANTED) * EPSILON)
assert np.allclose(exact, bus.probabilities(absent), atol=1e-3)
assert f"{exact[right]:.0%}" == "54%"
assert f"{best:.0%}" == "89%"
smaller = chances((absent - WANTED) * EPSILON, question_scale=2.0)[right]
assert round(smaller, 2) == 0.66
assert 0.3 < (smaller - exact[right]) / (best - exact[right]) < 0.37

# %% [markdown]
r"""
(a) The smallest is 0.5. Because the right count lies only 18 people above the threshold, and the one before it 65 people below, most of the errors are late ones.

(b) One person changes each score by at most 1. The probability is 89%, against 54% for AboveThreshold. Not all of this is the price of answering on the way: one person moves all our counts in the same direction, and AboveThreshold makes no use of this. With the smaller noise of the last exercise it reaches 66%.

:::{solution-end}
:::

:::{exercise} ★★★ A clipping bound from the data
:label: ex-c06-fence

Simulate $n=2{,}834$ incomes with `np.exp(rng.normal(3, 1, 2834))`, of which it is declared only that none exceeds a million. With `above_threshold` at $\varepsilon=0.1$, choose the first of the clipping bounds 1, 2, 4, 8, … below which 95% of them lie. Then release the mean clipped at this bound, for another 0.1. Compare the mean absolute error over 200 runs with that of a mean clipped at a million for $\varepsilon=0.2$. Solution: {ref}`sol-c06-fence`.
:::

:::{exercise} ★★★ All changes in one direction
:label: ex-c06-one-way

Prove that noise of scale $2\Delta/\varepsilon$ on each question suffices, instead of $4\Delta/\varepsilon$, if replacing one person never raises one value and lowers another. Explain why our counts have this property. Test your proof with `chances`, for all triples of gaps from $-3$, 0 and 3, and report how likely the right place of the bus becomes. Solution: {ref}`sol-c06-one-way`.
:::

## The bill
"""

# %%
bill(6, stop.price)

# %% [markdown]
r"""
## Summary

- AboveThreshold: answer yes to the true value $f_i$ if $f_i+\mathrm{Lap}(4\Delta/\varepsilon)\ge T+\mathrm{Lap}(2\Delta/\varepsilon)$. Here $\mathrm{Lap}(b)$ is Laplace noise of scale $b$, and the noise of the threshold is drawn only once.
- Cost of $c$ positive answers with one threshold: $\frac1a+\frac{2c}b$, with noise of scale $a\Delta$ on the threshold and $b\Delta$ on each question.
- Shifting Laplace noise of scale $b$ by $z$ costs at most $\frac zb$.

**In one paragraph.** The bus asked seven questions and was charged only once. On 96% of days it turns at most one place off. AboveThreshold compares a stream of values with one noisy threshold and stops at the first yes. One shift of the threshold accounts for all negative answers and costs half of $\varepsilon$; the yes costs the other half. However many questions you ask, the cost stays the same, and the error grows only logarithmically. Use it when each question must be answered as it comes. If all questions are sums of the same few bars, a histogram does almost as well and publishes more.

**Practice.** {doc}`/book/practice_6_to_9` has four questions of one minute each on this chapter.

**Next.** What if a program is a black box whose label says $\varepsilon=1$? {doc}`c07_convicting_with_samples` tests such labels by experiment.
"""
