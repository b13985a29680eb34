# %% [markdown]
r"""
# Paying only for positive answers: AboveThreshold

:::{chapter} 6
:asks: How many questions can be answered on one budget if nearly all the answers are no?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition, c05_choosing
:teaches: the sparse vector technique, AboveThreshold, a noisy threshold
:skip: the folded proof, and the section on several positive answers
:::

Hundreds of people in our table never came for their result. The clinic opens for one more day, on which it has time for 400 of them.
A bus drives away from the clinic, announces the day to everybody by loudspeaker, and turns round once it has passed the homes of 400 people who did not come. We pretend that everybody lives along one road.

Rain decides where the bus can turn. At each such place the driver asks by radio: *have we passed 400 of them by now?*
The clinic must answer at once, and the whole valley can hear the answer.

There can be two dozen questions, and under the sequential composition of chapter 3 each answer is charged.
This chapter introduces the *sparse vector technique*, which charges only for the positive answers. It is called sparse because few answers are expected to be positive. Its basic algorithm is *AboveThreshold*.
"""

# %% tags=["hide-input"]
from itertools import product

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants

# %% [markdown]
r"""
## One question at each turning place

On our day there happens to be a turning place every quarter of a kilometre, up to the six kilometres of the declared range.
At each of them we count the people so far whose `learned` is 0:
"""

# %%
people = participants()
away = people.distance[people.learned == 0].to_numpy()
edges = np.arange(1, 25) / 4
absent = np.array([np.sum(away <= edge) for edge in edges])
print(absent)

# %% [markdown]
r"""
The seventh count, 418, is the first that reaches 400, so the bus should turn at 1.75 km.
If one person is replaced, each count changes by at most 1. Every question therefore has sensitivity $\Delta=1$.

The obvious method splits the budget. With $\varepsilon=0.1$ for up to 24 questions, each count gets Laplace noise of scale $\frac{24}{0.1}=240$ people. On 20,000 simulated days, how often does the bus turn within one place of the right one?
"""

# %%
EPSILON, VISITS, RUNS = 0.1, 400, 20_000
right = int(np.argmax(absent >= VISITS))
rng = np.random.default_rng(5)
noisy = absent + rng.laplace(0, 24 / EPSILON, (RUNS, 24))
split = np.argmax(noisy >= VISITS, axis=1)


# %%
def close(stops):
    """The proportion of days on which the bus turns at most one place off."""
    return np.mean(np.abs(stops - right) <= 1)


print(f"budget split: {close(split):.0%}")

# %% [markdown]
r"""
On most days the bus turns at the wrong place. The noisy histogram of chapter 2 is better. Its 24 bins together have sensitivity 2, and the sums of the first bins estimate the counts:
"""

# %%
bins = np.diff(absent, prepend=0) + rng.laplace(0, 2 / EPSILON, (RUNS, 24))
added = np.argmax(bins.cumsum(axis=1) >= VISITS, axis=1)
print(f"noisy histogram: {close(added):.0%}")

# %% [markdown]
r"""
Its error grows with every bin that is added, and the bins must be declared in advance. Now put the noise elsewhere.

**AboveThreshold.** Given a threshold $T$, questions of sensitivity $\Delta$, and $\varepsilon$:

1. Add Laplace noise of scale $2\Delta/\varepsilon$ to the threshold, **once**.
2. For each question in turn, add fresh Laplace noise of scale $4\Delta/\varepsilon$ to the true value.
3. If the noisy value is below the noisy threshold, answer *no* and continue. Otherwise answer *yes* and **stop**.

Only the place of the first yes is published, or that none came.
Neither scale depends on the number of questions. Here is one run, including the values that are not published:
"""

# %%
rng = np.random.default_rng(57)
noisy_threshold = VISITS + rng.laplace(0, 2 / EPSILON)
values = absent + rng.laplace(0, 4 / EPSILON, 24)
first = np.argmax(values >= noisy_threshold)
print(f"noisy threshold {noisy_threshold:.0f}")
print("noisy counts", values[: first + 1].round())
print(f"published: the first yes is at {edges[first]} km")

# %% [markdown]
r"""
On 20,000 days, with one noisy threshold for each day:
"""

# %%
hurdles = VISITS + rng.laplace(0, 2 / EPSILON, (RUNS, 1))
noisy = absent + rng.laplace(0, 4 / EPSILON, (RUNS, 24))
above = np.argmax(noisy >= hurdles, axis=1)
print(f"AboveThreshold: {close(above):.0%}")

# %% tags=["hide-input"]
assert edges[right] == 1.75 and absent[right] == 418 and right == 6
assert close(above) > 0.95 > 0.9 > close(added) > 0.85 > 0.5 > close(split)
stops = {
    "budget split": split,
    "noisy histogram": added,
    "AboveThreshold": above,
}
shares = {
    name: np.bincount(places, minlength=25)[:12] / RUNS
    for name, places in stops.items()
}
ax = plots.curves(edges[:12], shares, steps=True, place=edges[right])
caption = "Proportion of 20,000 simulated days on which the bus turns at each place, for three methods with ε = 0.1; the thin line marks the right place. With a split budget the bus often turns far too early."
plots.show(ax, caption, x="kilometre of the first yes", y="share of days")

# %% [markdown]
r"""
All three methods claim the same $\varepsilon$. Is AboveThreshold better, or does it break its guarantee?

## Why a negative answer costs nothing

Take a small example with $\Delta=1$. Suppose that the noisy threshold is 5 and the noisy values are 3, 4.5, 2 and 5. The answers are no, no, no and yes.

Now your record is replaced, and all noise stays as it was. The values might become 4, 5.5, 3 and 4. Against the threshold 5 the second answer would now be a yes.

Suppose, however, that the noise of the threshold is larger by 1, so that the threshold is 6. Then 4, 5.5 and 3 are all below it again. One shift has restored three negative answers, and it would restore three hundred.
Only the value of the yes fell by 1 while the threshold rose by 1. If the noise of this question is larger by 2, it is a yes again.

Two shifts therefore produce the same outcome on the neighbour: $\Delta$ for the threshold's noise, and $2\Delta$ for the noise of the yes.
As in chapter 1, a shift of Laplace noise costs its size divided by the scale. The threshold has scale $2\Delta/\varepsilon$ and the yes has scale $4\Delta/\varepsilon$, so each shift costs $\frac\varepsilon2$. All negative answers together cost no more, however many there are.

> **Theorem** (AboveThreshold). Let every question have sensitivity $\Delta$. With Laplace noise of scale $2\Delta/\varepsilon$ on the threshold and $4\Delta/\varepsilon$ on each question, all answers up to the first yes are together $\varepsilon$-private, regardless of their number. {verdict}`P-svt`

:::{dropdown} The proof in full
Let $D$ and $D'$ be neighbours, $p$ the density of the threshold's noise $r$, and $\nu_i$ the noise of question $i$. Given $r$ the answers are independent, so the first yes is at place $k$ with probability

$$
P_D(k)=\int p(r)\;\prod_{i<k}P\bigl(f_i(D)+\nu_i<T+r\bigr)\;P\bigl(f_k(D)+\nu_k\ge T+r\bigr)\,dr .
$$

We compare the integrand for $D$ at $r$ with the one for $D'$ at $r+\Delta$, factor by factor.

*Each no.* Because $f_i(D')\le f_i(D)+\Delta$, any value of the noise that gives a no on $D$ against $T+r$ also gives a no on $D'$ against $T+r+\Delta$. The factor does not fall.

*The yes.* Because $f_k(D')\ge f_k(D)-\Delta$, the noise on $D'$ must be larger by at most $2\Delta$. Over that stretch the tail of Laplace noise of scale $4\Delta/\varepsilon$ falls by a factor of at most $e^{\varepsilon/2}$.

*The shift.* We have $p(r)\le e^{\varepsilon/2}p(r+\Delta)$, because the scale is $2\Delta/\varepsilon$.

Multiplying and integrating gives $P_D(k)\le e^{\varepsilon}P_{D'}(k)$. If no yes comes at all, the factor of the yes is missing, and $e^{\varepsilon/2}$ suffices.
A question can be chosen after the earlier answers. They were all negative, so one sequence of questions leads to each place. $\square$
:::

:::{quiz} The radio carries 1,000 questions instead of 24. What happens to the ε of AboveThreshold?
- [ ] It grows about 40 times. :: No: this is the cost of 1,000 separate answers.
- [ ] It grows slowly, like a logarithm. :: No: the error grows logarithmically, as we shall see. The ε does not grow.
- [x] It does not change. :: Correct: one shift serves all negative answers.
:::

## Exact probabilities

We can check the theorem closely, because the probability of every outcome can be computed.
The *gap* of a question is its true value minus the threshold, and we measure it in *units of $\Delta/\varepsilon$*, which is 10 people for the bus. The count 418, for example, has a gap of 18 people or 1.8 units. In these units the two noises always have the scales 2 and 4.

Once the noise $r$ of the threshold is given, the questions are independent. The first yes comes at place $k$ if all earlier questions give a no and question $k$ a yes, so we multiply their probabilities. We then average the product over a fine grid of $r$, weighted by its density.
"""

# %%
GRID = np.arange(-200, 200.01, 0.25)  # values of r


def below(z, scale):
    """P(Laplace noise ≤ z), as in chapter 1."""
    tail = np.exp(-np.abs(z) / scale) / 2
    return np.where(z < 0, tail, 1 - tail)


# %%
def chances(gaps, threshold_scale=2.0, question_scale=4.0):
    """The probability of each place, and last that no yes comes."""
    weight = np.exp(-np.abs(GRID) / threshold_scale)
    weight /= weight.sum()
    all_no, places = np.ones(len(GRID)), []
    for gap in gaps:
        yes = below(gap - GRID, question_scale)  # the noise is symmetric
        places.append(weight @ (all_no * yes))
        all_no = all_no * below(GRID - gap, question_scale)
    return np.array([*places, weight @ all_no])


# %% [markdown]
r"""
For the check let $\varepsilon=1$, so that one person changes a gap by at most one unit. We try all triples of gaps from $-3$, 0 and 3, and change each gap by $-1$, 0 or 1:
"""


# %%
def loss(one, two, **scales):
    """The largest absolute log-ratio over all places."""
    return np.max(
        np.abs(np.log(chances(one, **scales) / chances(two, **scales)))
    )


worst = max(
    loss(gaps, np.add(gaps, change))
    for gaps in product((-3, 0, 3), repeat=3)
    for change in product((-1, 0, 1), repeat=3)
)
print(f"guarantee 1, largest privacy loss in 729 pairs {worst:.3f}")

# %% [markdown]
r"""
The guarantee holds with room to spare. The largest privacy loss belongs to outcomes that almost never occur: several values far above the threshold give a no, and one value far below it a yes. On the neighbour the high values are 1 higher and the low one is 1 lower, so every answer is less likely.
The figure shows the loss of this outcome as the number of negative answers grows.
"""

# %% tags=["hide-input"]
assert worst <= 1


def rare_loss(negatives, threshold_scale, height=60):
    """The loss at the place of the yes, between two such neighbours."""
    one = [height] * negatives + [-height]
    two = [height + 1] * negatives + [-height - 1]
    p, q = (chances(gaps, threshold_scale)[negatives] for gaps in (one, two))
    return abs(np.log(p / q))


negatives = range(13)
hidden = [rare_loss(k, 2.0) for k in negatives]
bare = [rare_loss(k, 1e-3) for k in negatives]
assert max(hidden) < 1 + 1e-6 and hidden[2] < 0.9 and hidden[4] > 0.99
assert np.allclose(bare, 0.25 + 0.25 * np.array(negatives), atol=0.01)
losses = {"AboveThreshold": hidden, "no noise on the threshold": bare}
ax = plots.curves(negatives, losses, marked=True, level={1: "guarantee"})
caption = "Exact privacy loss of a rare outcome at ε = 1, against the number of negative answers before the yes. Without noise on the threshold each adds a quarter; with it the loss never exceeds 1."
plots.show(ax, caption, x="negative answers before the yes", y="privacy loss")

# %% [markdown]
r"""
Without noise on the threshold we have sequential composition: an answer with noise of scale 4 costs $\frac14$. With it, one high threshold soon explains all negative answers, and more of them cost nothing.
The bound is tight, because with four negative answers the loss is more than 99% of $\varepsilon$.

## The error grows slowly

Move the threshold, and see where a run of twelve questions would stop:
"""

# %%
explorers.raised_threshold()

# %% [markdown]
r"""
With a high threshold and a small $\varepsilon$ the run often ends too early. Negative answers cost no privacy, but each one is an opportunity for a false yes.

How far below the threshold must the values lie, if a false yes is to occur in fewer than one run in 20? The margins in units of $\Delta/\varepsilon$:
"""


# %%
def false_yes(m, gap):
    """The probability of a yes among m values, all `gap` units too low."""
    weight = np.exp(-np.abs(GRID) / 2)
    return 1 - below(GRID + gap, 4.0) ** m @ weight / weight.sum()


margin = {}
for m in (1, 10, 24, 100, 1000):
    margin[m] = next(gap for gap in range(80) if false_yes(m, gap) < 0.05)
print(margin)

# %% tags=["remove-cell"]
assert 8 <= margin[100] - margin[10] <= margin[1000] - margin[100] <= 10
assert round(4 * np.log(10), 1) == 9.2 and margin[24] * 10 == 230

# %% [markdown]
r"""
Ten times as many questions need about 9 units more, because $4\ln10\approx9.2$. This growth is logarithmic, whereas the noise of a split budget would grow tenfold. For the bus a unit is 10 people, so 24 questions need a margin of about 230 people.

## The question of this chapter

The library's `AboveThreshold` carries out our three steps, and takes the values one at a time:
"""

# %%
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.price import Relation

bus = AboveThreshold(VISITS, 1, EPSILON, Relation.SUBSTITUTION)
by_radio = (np.sum(away <= edge) for edge in edges)
stop = bus.release(by_radio, np.random.default_rng(56))
print(stop)
print(f"the bus turns at {edges[stop.value]} km")

# %% [markdown]
r"""
The places are counted from 0, so place 6 is the seventh, and the bus turns where it should. Was that to be expected? These are the exact probabilities for the true counts; a real clinic would use counts that it expects. The last line belongs to half the noise on each question.
"""

# %%
exact = chances((absent - VISITS) * EPSILON)
for place in range(right - 1, right + 3):
    print(f"{edges[place]:.2f} km: {absent[place]} absent", end="")
    print(f", probability {exact[place]:5.1%}")
less = chances((absent - VISITS) * EPSILON, question_scale=2.0)
print(f"with scale 2Δ/ε on each question {less[right]:.1%}")

# %% tags=["remove-cell"]
assert stop.value == right and exact[right + 1] > 2 * exact[right - 1]
assert np.allclose(exact, bus.probabilities(absent), atol=1e-3)

# %% [markdown]
r"""
Turning too late is the more likely error, because at 1.75 km the count is only 18 people above the threshold.
The answer does not say how many people the bus has passed.
If a person is replaced, our counts all change in the same direction. For such questions scale $2\Delta/\varepsilon$ is enough, as the last exercise proves, and the probability rises from 54% to 66%.

### When one number settles all questions

Even the rainy bus could do better. All its questions ask whether the count within some distance has reached 400, so a single number settles them. Before departure, choose one of the distances 0.1, 0.2, …, 6 km by the exponential mechanism of chapter 5, with the score $-|\text{count}-400|$. It has sensitivity 1. Then turn at the first place that is at least as far away.
"""

# %%
grid = np.arange(1, 61) / 10
counts = np.array([np.sum(away <= distance) for distance in grid])
weight = np.exp(-EPSILON * np.abs(counts - VISITS) / 2)
turn = np.searchsorted(edges, grid)  # the first place not nearer
chosen = np.bincount(turn, weight / weight.sum())
for name, p in (("AboveThreshold", exact), ("chosen distance", chosen)):
    near = p[right - 1 : right + 2].sum()
    print(f"{name}: right {p[right]:.0%}, within one place {near:.0%}")

# %% tags=["remove-cell"]
assert round(exact[right], 2) == 0.54 and round(less[right], 2) == 0.66
assert chosen[right] > 0.75 and chosen[right - 1 : right + 2].sum() > 0.99

# %% [markdown]
r"""
AboveThreshold is needed when the next *question* is unknown, and not only the next place. For example, the clinic is asked every evening whether 400 people have come by now, and nobody can count tomorrow's visitors. Or the next question depends on this answer.

## More than one positive answer

After a yes you can start again with a new noisy threshold, so that $c$ positive answers cost $c\,\varepsilon$. You can also keep the threshold, which has already been paid for:

> **Theorem** (several positive answers). Put noise of scale $a\Delta$ on one threshold and fresh noise of scale $b\Delta$ on each question, and stop after the $c$-th yes. Then all answers together are $\bigl(\frac1a+\frac{2c}b\bigr)$-private, and no smaller number holds for all questions. {verdict}`B-svt-noise`

The shift of the threshold costs $\frac1a$ once, and each yes is a shift of 2 at scale $b$. The proof is in {doc}`15_paying_only_for_answers`.

:::{quiz} A program uses a = 2 and b = 4, as for ε = 1, but continues until the tenth yes. What is its ε?
= 5.5 ± 0.001 :: Correct: one half for the threshold, and one half for each of ten positive answers.
!= 1 :: No: this covers the answers up to the first yes only.
!= 10 :: No: this is the cost of ten fresh starts. Here the threshold is paid for once.
:::

:::{admonition} Published error
:class: warning
{cite:t}`lyu2017` found these three errors in published variants of AboveThreshold. Each omits a step of the proof:

- *No noise on the questions.* If the gaps are 0.5 and $-0.5$, the first yes can never come at the second place. On a neighbour with $-0.5$ and 0.5 it can, so no finite $\varepsilon$ holds.
- *No stop after the yes*, as in the second quiz.
- *The noisy value is published with the yes.* The noisy threshold cannot exceed this number, so it can no longer be shifted upwards past it, and that shift accounted for the negative answers.

Two further errors are not taken from that paper. The variant without noise on the threshold is our own mutilation: in our figure, twelve negative answers and the yes then cost $3\frac14$ instead of 1. And a public program draws Gaussian noise for the threshold, whose tails are too thin; the same companion chapter measures by how much.
:::

## Exercises

:::{exercise} ★ Sensitive questions
:label: ex-c05-sensitivity

Find the sensitivity of each question when one person is replaced. Hand in three numbers, each with a replacement that attains it. (a) The number of people within 2 km who did not come. (b) The number of absent people minus the number of present people within 2 km. (c) The proportion of absent people among those within 2 km.
:::

:::{solution} ex-c05-sensitivity
:class: dropdown

(a) It is 1, when an absent person within 2 km is replaced by one who came. (b) It is 2, by the same pair: the difference changes from $+1$ to $-1$ for this person. Use $\Delta=2$, or halve the difference. (c) It can be 1, because there might be only a single person within 2 km. The question can be asked with $\Delta=1$, but then the noise is far larger than the answer. Ask instead whether the number of absent people minus half the number of people inside exceeds 0, which says that the proportion exceeds one half. This has sensitivity 1, and its values are in the hundreds.
:::

:::{exercise} ★ What can be published?
:label: ex-c05-leave

Decide which of these can be published with the place of the yes at no further cost, with one sentence for each. (a) That all earlier questions gave a no. (b) The noisy threshold. (c) How long the run took. (d) The exact count at the place of the yes.
:::

:::{solution} ex-c05-leave
:class: dropdown

(a) Yes, because it follows from the place. (b) No. Together with the negative answers it says that each of those noisy values was below a known number, whereas the proof needs the threshold to be free to shift. (c) Yes if each question takes the same time, because the time then follows from the place. No if a question takes longer when more people are inside; then the time is an answer that was not paid for. (d) No. On a neighbour this count can be different by 1, so one of two outcomes is possible on one table and impossible on the other. An exact number is free only if no person can change it.
:::

::::{exercise} ★★ Implement, then assert: `above_threshold`
:label: ex-c05-mine

Write a function `above_threshold(values, threshold, sensitivity, epsilon, rng)` that returns the place of the first yes, counted from 0, or `None`. The iterable `values` must not be read after the yes. Hand in a function that `check` accepts.

:::{dropdown} Hint
`enumerate` asks for one value at a time.
:::
::::

:::{solution-start} ex-c05-mine
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
:label: ex-c05-sharper

Compute with `chances` the probability that the bus turns at the right place. Hand in the smallest of $\varepsilon=0.1,0.2,\dots,0.6$ at which it exceeds 90%.
:::

:::{solution-start} ex-c05-sharper
:class: dropdown
:::
"""

# %%
for epsilon in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
    hit = chances(epsilon * (absent - VISITS))[right]
    print(f"ε = {epsilon}: {hit:.1%}")
    assert (hit > 0.9) == (epsilon > 0.45)
assert VISITS - absent[right - 1] == 65

# %% [markdown]
r"""
The smallest is 0.5. The right count lies only 18 people above the threshold, and the one before it 65 people below, so the late errors are the ones that cost so much.

:::{solution-end}
:::

::::{exercise} ★★★ A clipping bound from the data
:label: ex-c05-fence

Simulate 2,834 incomes with `np.exp(rng.normal(3, 1, 2834))`, of which it is declared only that none exceeds a million. With `above_threshold` at $\varepsilon=0.1$, choose the first of the clipping bounds 1, 2, 4, 8, … below which 95% of them lie. Then release the mean clipped at this bound, for another 0.1. Hand in the mean absolute error over 200 runs, next to that of a mean clipped at a million for $\varepsilon=0.2$. Solution: {ref}`sol-c05-fence`.

:::{dropdown} Hint
A mean that is clipped to $[0,c]$ has sensitivity $c/n$.
:::
::::

::::{exercise} ★★★ All changes in one direction
:label: ex-c05-one-way

Prove that noise of scale $2\Delta/\varepsilon$ on each question suffices if replacing one person never raises one value and lowers another. Explain why our counts have this property, and test your proof with `loss`. Hand in all three. Solution: {ref}`sol-c05-one-way`.

:::{dropdown} Hint
If all values rise, shift the threshold by Δ. How much larger must the noise of the yes be now?
:::
::::

## The bill
"""

# %%
bill(6, stop.price)

# %% [markdown]
r"""
## Three formulas

- AboveThreshold: answer yes if $f_i+\mathrm{Lap}(4\Delta/\varepsilon)\ge T+\mathrm{Lap}(2\Delta/\varepsilon)$, with one draw for the threshold.
- Cost of $c$ positive answers with one threshold: $\frac1a+\frac{2c}b$.
- Unit in which gaps are measured: $\Delta/\varepsilon$.

**In one paragraph.** AboveThreshold compares a stream of values with one noisy threshold and stops at the first yes. One shift of the threshold makes room for all negative answers, for half of $\varepsilon$, and the yes costs the other half. With more questions the error grows logarithmically, and the cost does not grow. If one number settles all questions, choose it with the exponential mechanism.

**Practice.** {doc}`/book/practice_6_to_9` has four questions of one minute each on this chapter.

**Next.** What if a program is a black box whose label says $\varepsilon=1$? {doc}`c07_convicting_with_samples` tests such labels by experiment.
"""
