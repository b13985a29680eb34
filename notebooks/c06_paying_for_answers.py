# %% [markdown]
r"""
# Paying for answers

:::{chapter} 6
:asks: How many questions may be asked if nearly all answers are no?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition, c05_choosing
:teaches: AboveThreshold, a noisy threshold, the price of a yes
:skip: the folded proof, and the section on several yeses
:::

Hundreds of people in our table never came for their result. The clinic has a bus and a nurse, and time for 400 visits.
**How far must the bus go until it has passed 400 people who did not come?**

A clerk could ask: *400 within a quarter of a kilometre? Within half? Within three quarters?* and so on, and stop at the first yes.
That may be 24 questions about secret behaviour, and nearly every answer is no.
Chapter 3 sends 24 bills. This chapter sends one, however many noes there are.
"""

# %% tags=["hide-input"]
from itertools import product

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants

# %% [markdown]
r"""
## Twenty-four questions

For each distance the question is a count: how many people within it did not come (`learned` is 0)?
"""

# %%
people = participants()
away = people.distance[people.learned == 0].to_numpy()
edges = np.arange(1, 25) / 4
absent = np.array([np.sum(away <= edge) for edge in edges])
print(absent)

# %% [markdown]
r"""
(We may look because the table is public.) The seventh count, 418, is the first that is 400 or more: the right answer is 1.75 km.
The distances were fixed before we looked, up to the 6 kilometres that were declared; the largest distance in the table is a secret too.
Replace one person, and each count moves by at most 1: a person is inside and absent, or not. So every question has sensitivity $\Delta=1$.

The cautious clerk has $\varepsilon=0.1$ for everything. She pays $\frac{0.1}{24}$ for each answer, so each count gets Laplace noise of scale $\frac{24}{0.1}=240$.
How often does her first yes fall within one step of the right one?
"""

# %%
epsilon, visits = 0.1, 400
right = int(np.argmax(absent >= visits))


def near(first):
    """The share of first yeses at most one step off."""
    return np.mean(np.abs(first - right) <= 1)


rng = np.random.default_rng(5)
loud = absent + rng.laplace(0, 24 / epsilon, (20_000, 24))
by_clerk = np.argmax(loud >= visits, axis=1)
print(f"clerk: within one step in {near(by_clerk):.0%} of 20,000 runs")
assert edges[right] == 1.75 and absent[right] == 418 and right == 6

# %% [markdown]
r"""
Most of her runs send the bus to a wrong place. Now put the noise elsewhere:

**AboveThreshold.** Given a threshold $T$:

1. add Laplace noise of scale $2\Delta/\varepsilon$ to the threshold, **once**;
2. for each question in turn, add fresh Laplace noise of scale $4\Delta/\varepsilon$ to the true value;
3. if the noisy value is below the noisy threshold, say *no* and go on; otherwise say *yes* and **stop**.

What is published is the place of the first yes, or that there was none.
The two scales do not mention how many questions there are. Here is one run, with all that stays in the room:
"""

# %%
rng = np.random.default_rng(57)
hurdle = visits + rng.laplace(0, 2 / epsilon)
print(f"noisy threshold {hurdle:.0f}; noisy counts:", end=" ")
for edge, count in zip(edges, absent):
    noisy = count + rng.laplace(0, 4 / epsilon)
    print(f"{noisy:.0f}", end=" ")
    if noisy >= hurdle:
        print(f"\npublished: the first yes is at {edge} km")
        break

# %% [markdown]
r"""
Now many runs at once. In the program, `gaps` are the true values minus $T$, so that the threshold lies at 0; `bar` is the scale of the noise on the threshold, and `look` that of the noise on each question. These three names stay for the whole chapter.
"""


# %%
def first_yes(gaps, bar, look, runs, rng):
    """Place of the first yes; `gaps` are values minus threshold."""
    noisy = gaps + rng.laplace(0, look, (runs, len(gaps)))
    yes = noisy >= rng.laplace(0, bar, (runs, 1))
    return np.where(yes.any(axis=1), yes.argmax(axis=1), len(gaps))


above = first_yes(absent - visits, 2 / epsilon, 4 / epsilon, 20_000, rng)
print(f"AboveThreshold: within one step in {near(above):.0%}")
assert near(above) > 0.9 > 0.5 > near(by_clerk)

# %% tags=["hide-input"]
stops = {"the clerk": by_clerk, "AboveThreshold": above}
shares = {
    name: np.bincount(places, minlength=25)[:12] / len(places)
    for name, places in stops.items()
}
ax = plots.curves(edges[:12], shares, steps=True, place=edges[right])
caption = "Both pay ε = 0.1. The thin line is the right place: the clerk's bus often stops much too early."
plots.show(ax, caption, x="kilometre of the first yes", y="share of runs")

# %% [markdown]
r"""
The same $\varepsilon$ and the same people. Is AboveThreshold clever, or does it cheat?

## Why a no is free

> **With noise of scale $2\Delta/\varepsilon$ on the threshold and $4\Delta/\varepsilon$ on each question, all answers up to the first yes together are $\varepsilon$-private, however many there are.** {verdict}`P-svt`

In numbers, with $\Delta=1$. Let the noisy threshold be 5, and the noisy values 3, 4.5, 2 and 5: no, no, no, yes. Your row changes, each value moves by at most 1, and with the same noise they may be 4, 5.5, 3 and 4. Now the second is a yes.
But imagine the threshold at 6, one higher. Then the noes are noes again, all at once. Only the yes is lost: its threshold went up by 1, and its value down by 1. Noise that is larger by 2 gives it back.

So *one* shift of the threshold by $\Delta$ makes room for *all* the noes, and $2\Delta$ more noise gives the yes back.
The price is shift over scale, as in chapter 1: $\frac\varepsilon2$ for $\Delta$ at scale $2\Delta/\varepsilon$, and $\frac\varepsilon2$ for $2\Delta$ at scale $4\Delta/\varepsilon$.

:::{dropdown} The proof in full
Let $D,D'$ be neighbours, $p$ the density of the threshold's noise, $\nu_i$ the noise of question $i$. Once the threshold's noise is $r$, the answers are independent. So the chance that the first yes is at place $k$ is

$$
P_D(k)=\int p(r)\;\prod_{i<k}P\bigl(f_i(D)+\nu_i<T+r\bigr)\;P\bigl(f_k(D)+\nu_k\ge T+r\bigr)\,dr .
$$

Compare the integrand for $D$ at $r$ with the one for $D'$ at $r+\Delta$, factor by factor.

*Each no.* $f_i(D')\le f_i(D)+\Delta$: a noise that gives a no on $D$ below $T+r$ gives a no on $D'$ below $T+r+\Delta$. The factor for $D$ is at most the one for $D'$.

*The yes.* $f_k(D')\ge f_k(D)-\Delta$, so on $D'$ the noise has to be larger by at most $2\Delta$. A Laplace tail of scale $4\Delta/\varepsilon$ falls over that stretch by a factor of at most $e^{2\Delta\varepsilon/4\Delta}=e^{\varepsilon/2}$.

*The shift.* $p(r)\le e^{\varepsilon/2}p(r+\Delta)$, because the scale is $2\Delta/\varepsilon$.

Multiply and integrate: $P_D(k)\le e^{\varepsilon}P_{D'}(k)$. If there is no yes at all, the factor of the yes is missing, and $e^{\varepsilon/2}$ is enough.
A question may be chosen after seeing the answers before it: those were all no, so there is only one way the conversation can have gone. $\square$
:::

:::{quiz} The clerk asks 1,000 questions instead of 24. What happens to the ε of AboveThreshold?
- [ ] It grows about 40 times. :: No: the proof never counts the noes.
- [ ] It grows a little, like a logarithm. :: The *errors* grow like that. The ε does not.
- [x] It stays as it is. :: Yes: one shift of the threshold makes room for all noes.
:::

## Check it on the page

We need no samples: all chances can be computed. Suppose first that the threshold's noise is known, say $r$. Then the questions are independent, and question $i$ gets a no if its noise stays below $r-\text{gap}_i$.
The first yes is at place $k$ if all questions before it got a no, and question $k$ a yes: multiply. As $r$ is not known, take the average over a fine grid of $r$, weighted by its density.

In the program `noes` is the chance that all questions so far got a no, for every $r$ of the `grid`; `weight @` takes the average. The last number is the chance of no yes at all.
"""

# %%
grid = np.arange(-200, 200.01, 0.25)


def law(z, scale):
    """P(Laplace noise ≤ z), from chapter 1."""
    tail = np.exp(-np.abs(z) / scale) / 2
    return np.where(z < 0, tail, 1 - tail)


def chances(gaps, bar=2.0, look=4.0):
    """The chance of each place, and last of no yes (Δ = 1, ε = 1)."""
    weight = np.exp(-np.abs(grid) / bar)
    weight /= weight.sum()
    noes, places = np.ones(len(grid)), []
    for gap in gaps:
        # P(noise ≥ r - gap) = P(noise ≤ gap - r): the noise is symmetric
        yes, no = law(gap - grid, look), law(grid - gap, look)
        places.append(weight @ (noes * yes))
        noes = noes * no
    return np.array([*places, weight @ noes])


print("two values just at the threshold:", chances([0, 0]).round(2))

# %% [markdown]
r"""
Two coins would give $\frac12$, $\frac14$ and $\frac14$. But both values are compared with *one* noisy threshold: after a no it is probably high, and a second no is likelier. The noes are not independent.

Now all triples of values from $-3, 0, 3$, and all the ways in which one person can move each value by $-1$, $0$ or $1$:
"""


# %%
def loss(one, two, **scales):
    """The ε that two neighbours would need: the largest log-ratio of a place."""
    p, q = chances(one, **scales), chances(two, **scales)
    return np.max(np.abs(np.log(p / q)))


worst = 0.0
for stream in product((-3, 0, 3), repeat=3):
    for move in product((-1, 0, 1), repeat=3):
        worst = max(worst, loss(stream, np.add(stream, move)))
print(f"promised 1, largest loss of 729 pairs: {worst:.3f}")
assert worst <= 1

# %% [markdown]
r"""
The promise holds, with room to spare. Is the room ever used up? The most is given away by what hardly ever happens: values far above the threshold get a no all the same, then one far below gets a yes. There each answer lies in a tail of the noise, where a step of 1 has its full effect.
On the neighbour the high values are 1 higher, and the low one is 1 lower. Let the number of noes grow, with noise on the threshold and without it:
"""


# %%
def feared(noes, bar, height=60):
    """The loss at this one place, between two neighbours."""
    one = [height] * noes + [-height]
    two = [height + 1] * noes + [-height - 1]
    p, q = (chances(stream, bar=bar)[noes] for stream in (one, two))
    return abs(np.log(p / q))


counts = range(13)
honest = [feared(noes, 2.0) for noes in counts]
bare = [feared(noes, 1e-3) for noes in counts]
assert max(honest) < 1 + 1e-6 and bare[12] > 3
assert honest[2] < 0.9 and honest[4] > 0.99
assert np.allclose(bare, 0.25 + 0.25 * np.array(counts), atol=0.01)

# %% tags=["hide-input"]
losses = {"AboveThreshold": honest, "no noise on the threshold": bare}
ax = plots.curves(counts, losses, marked=True, level={1: "promised"})
caption = "Without noise on the threshold every no costs a quarter of ε. With it the bill stops at ε."
plots.show(ax, caption, x="noes before the yes", y="exact loss at ε = 1")

# %% [markdown]
r"""
The dashed line is addition (chapter 3): each answer with noise of scale 4 costs $\frac14$.
For the first noes AboveThreshold is no better. From then on one high threshold explains all of them, and more noes cost nothing.
The bound is not wasteful either: from four noes on, the whole of $\varepsilon$ is used.

## Where would it stop?

Twelve questions, and a threshold for you to move:
"""

# %%
explorers.raised_threshold()

# %% [markdown]
r"""
Put the threshold just under the largest value, at a small $\varepsilon$: the round often ends too early, because many smaller values have had their turn.
If it is above them all, no yes at all is right, and each yes is a false one.

So a no is free, but not free of error. How far below the threshold must the values be, so that a false yes comes less than once in 20 times?
(`chances` and `false_yes` are written for $\Delta=\varepsilon=1$. For others, multiply values and noise by $\varepsilon/\Delta$: no comparison changes, and the noise has the scales 2 and 4. This is counting *in units of* $\Delta/\varepsilon$.)
"""


# %%
def false_yes(m, gap):
    """The chance of a yes among m values, all `gap` too low."""
    weight = np.exp(-np.abs(grid) / 2)
    return 1 - law(grid + gap, 4.0) ** m @ weight / weight.sum()


margin = {}
for m in (1, 10, 100, 1000):
    margin[m] = next(g for g in range(80) if false_yes(m, g) < 0.05)
    print(f"{m:>4} questions: {margin[m]} below")
assert 8 <= margin[100] - margin[10] <= margin[1000] - margin[100] <= 10

# %% [markdown]
r"""
Ten times as many questions need about 9 more units: a logarithm. The clerk's noise would have grown ten times.

## The question of this chapter

The library's `AboveThreshold` does what our three steps do, and takes the values one by one: those after the yes are not even computed.
"""

# %%
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.price import Relation

bus = AboveThreshold(400, 1, 0.1, Relation.SUBSTITUTION)  # threshold, Δ, ε
counts_in_turn = (np.sum(away <= edge) for edge in edges)
stop = bus.release(counts_in_turn, np.random.default_rng(56))
print(stop)
print(f"the bus must go {edges[stop.value]} km")

# %% [markdown]
r"""
(The 6 counts from 0.) May the clinic believe it? Here are the chances for the true counts. (A real clinic would take counts that it expects.)
"""

# %%
exact = bus.probabilities(absent)
mine_too = chances(0.1 * (absent - visits))
assert np.allclose(exact, mine_too, atol=1e-3)
for place in range(right - 2, right + 3):
    print(f"{edges[place]:.2f} km: {absent[place]} absent", end="")
    print(f", chance {exact[place]:5.1%}")

# %% [markdown]
r"""
(Our own `chances` agrees. A unit is $\Delta/\varepsilon=10$ people here, so it gets the gaps times 0.1.)

Two remarks for the report. The bus passes *about* 400 people: the number itself was not asked, and is not published.
And stopping too late is the likelier error here: at 1.75 km the count is only 18 above the threshold, so a no comes easily.

### When the whole list is known

Chapters 2 and 5 have two other ideas for this bus. We knew all 24 questions beforehand, and each person lives in one ring around the clinic.
So release a histogram of the absent people by rings (sensitivity 2), and add up the bars from the inside. Or `choose`, with the score $\min(\text{count}-400,\;400-\text{count before})$, whose sensitivity is 1. Only where the count first reaches 400 can it be positive:
"""

# %%
rings = np.diff(absent, prepend=0)
bars = rings + np.random.default_rng(51).laplace(0, 20, (20_000, 24))
summed = np.argmax(bars.cumsum(axis=1) >= visits, axis=1)
last = absent - rings
score = np.minimum(absent - visits, visits - last)
weight = np.exp(0.1 * score / 2)
chosen = weight / weight.sum()
for name, hit in (
    ("AboveThreshold", exact[right]),
    ("histogram, added up", np.mean(summed == right)),
    ("choose", chosen[right]),
):
    print(f"{name:20} exactly right in {hit:.0%}")
assert chosen[right] > exact[right] > np.mean(summed == right)

# %% [markdown]
r"""
`choose` is best here: it looks at all values and publishes one place. The histogram is worst at this, for the noise of seven bars piles up, but it gives the whole curve.
AboveThreshold needs less than both: it knows nothing of the next question. It wins where you must answer *now*, or where the next question is thought of only after a no.

## More than one yes

After a yes you may start again, with a new noisy threshold: $c$ yeses cost $c\,\varepsilon$ by addition. Or keep the threshold, which was paid for, and pay for the yeses alone:

> **With noise of scale $a\Delta$ on one threshold, $b\Delta$ on each question, and a stop after the $c$-th yes, all answers are $\bigl(\frac1a+\frac{2c}b\bigr)$-private, and no smaller number is true.** {verdict}`B-svt-noise`

The shift of the threshold is paid once, $\frac1a$; each yes is a shift of 2 at scale $b$. With $a=2/\varepsilon$, $b=4/\varepsilon$ and $c=1$ it is the theorem above: $\frac\varepsilon2+\frac\varepsilon2$.
The companion proves it: {doc}`15_paying_only_for_answers`.

:::{quiz} A program uses $a=2$, $b=4$ (it was written for ε = 1) and goes on until the tenth yes. What is its ε?
= 5.5 ± 0.001 :: Yes: one half for the threshold, and one half for each of ten yeses.
!= 1 :: Only the first yes is covered by that.
!= 10 :: Ten fresh starts would cost this. The threshold is paid once.
:::

:::{admonition} How it was got wrong
:class: warning
AboveThreshold is famous for the number of published variants that promise more than they give {cite:p}`lyu2017`. Each leaves out one step of the proof.

- *No noise on the questions.* The cell below.
- *No noise on the threshold.* The dashed line of our figure: twelve noes and the yes cost $3\frac14$ times $\varepsilon$, and each further no a quarter more.
- *No stop.* The quiz above.
- *The noisy value is published with the yes.* Then the reader knows a number below which the noisy threshold lies. The threshold may not be shifted past it, and that shift was what explained the noes.
- *Another noise.* The public program of SVT-PC, a third private search for causes ({cite:t}`privpc2020-code`, `pc.py`, line 305) begins with Laplace noise, but after each yes it draws the new threshold with *Gaussian* noise of the same scale. Its tails are too thin for the shift; the next chapter computes what that costs.
:::

The first of these can be seen with the naked eye. The first value is 0.5 above the threshold, the second 0.5 below; on the neighbour it is the other way round. Noise on the threshold only:
"""

# %%
rng, visited = np.random.default_rng(55), []
for gaps in ([0.5, -0.5], [-0.5, 0.5]):
    places = first_yes(gaps, 2.0, 1e-12, 100_000, rng)
    visited.append(np.bincount(places, minlength=3))
    print(gaps, "first yes at", visited[-1])
assert visited[0][1] == 0 and visited[1][1] > 20_000

# %% [markdown]
r"""
On the first table a first yes at the second place is impossible: the noisy threshold would have to lie above $0.5$ and below $-0.5$. On its neighbour it happens in more than a fifth of the runs.

## Exercises

:::{exercise} ★ Sensitive questions
:label: ex-c05-sensitivity

No code. One person of $n=2{,}834$ is replaced. By how much can these move? (a) The number of people within 2 km who did not come. (b) The number of absent people minus the number of present people within 2 km. (c) The *share* of absent people among those within 2 km. Which of them may be given to AboveThreshold with $\Delta=1$?
:::

:::{solution} ex-c05-sensitivity
:class: dropdown

(a) By 1. (b) By 2: a person inside who comes instead of staying away moves it from $+1$ to $-1$. Give it with $\Delta=2$, or halve it. (c) By up to 1: within 2 km there may live a single person. It may be asked with $\Delta=1$, and then the noise drowns it. Ask instead whether the number of absent people minus half the number of people inside is above 0 (a share above one half): that has $\Delta=1$ and is about hundreds.
:::

:::{exercise} ★ What may leave the room?
:label: ex-c05-leave

No code. After a run, a clerk publishes the place of the yes. Which of these may she add for nothing? (a) That all questions before it got a no. (b) The noisy threshold. (c) How long the run took. (d) The exact value at the place of the yes.
:::

::::{solution} ex-c05-leave
:class: dropdown

(a) Yes, it follows from the place. (b) No: the noes together with the threshold say that each of those noisy values was below a *known* number; the proof needs the threshold to be free to move. (c) If each question takes the same time, it follows from the place. If a question takes longer when more people are inside, it does not, and the time is an answer that was not paid for. (d) No, an exact value is never private.
::::

::::{exercise} ★★ Implement, then assert: `above_threshold`
:label: ex-c05-mine

Write `above_threshold(values, threshold, sensitivity, epsilon, rng)`: one run, which gives the place of the first yes, counted from 0, or `None`.
`values` may be any iterable. Do not ask it for more than you need: what comes after the yes must not be computed.

:::{dropdown} Hint
`enumerate` asks for one value at a time. The threshold's noise is drawn before the loop.
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
A tempting mistake draws the threshold anew for each question. That is private too, but at the price of addition: the noes are not free, because no single shift explains them all.

:::{solution-end}
:::

:::{exercise} ★★ A sharper bus
:label: ex-c05-sharper

At which $\varepsilon$ would the bus stop at exactly the right place nine times in ten? Use `chances`, with the gaps in units of $\Delta/\varepsilon$.
:::

:::{solution-start} ex-c05-sharper
:class: dropdown
:::
"""

# %%
for price in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
    hit = chances(price * (absent - visits))[right]
    print(f"ε = {price}: {hit:.1%}")
    assert (hit > 0.9) == (price > 0.45)
assert visits - absent[right - 1] == 65

# %% [markdown]
r"""
Between 0.4 and 0.5. The right count lies 18 people above the threshold, the one before it 65 below; it is the 18 that cost so much.

:::{solution-end}
:::

:::{exercise} ★★ A lower threshold
:label: ex-c05-lower

Lower the threshold by 10 units of $\Delta/\varepsilon$. What happens to the chance to miss a value that lies exactly at the old threshold (`chances`), and what to the chance of a false yes among ten values that lie 20 units below the old one (`false_yes`)? Which of the two errors would you rather make with the bus?
:::

:::{solution-start} ex-c05-lower
:class: dropdown
:::
"""

# %%
for lower in (0, 10):
    missed, false = chances([lower])[-1], false_yes(10, 20 - lower)
    print(f"lowered by {lower:>2}: missed {missed:.1%}, false {false:.1%}")
    assert (missed < 0.1) == (false > 0.1) == (lower == 10)

# %% [markdown]
r"""
Misses become rare and false yeses frequent. A false yes turns the bus back too early, and people get no visit; a miss costs fuel: for the bus one would rather *raise* the threshold a little.
The threshold is public and may be set as one likes; it costs nothing.

:::{solution-end}
:::

::::{exercise} ★★ Several buses
:label: ex-c05-several

You want the first three yeses of a stream, for $\varepsilon=1$ in total. Compare three fresh starts at $\frac13$ each with one kept threshold, where $\frac1a=\frac12$ and $\frac{2c}b=\frac12$. Compare both noises.

:::{dropdown} Hint
Fresh starts at $\varepsilon/3$ have $b=4\cdot3$.
:::
::::

:::{solution} ex-c05-several
:class: dropdown

Both have $b=12$. The kept threshold has noise of scale $a=2$ instead of 6, so keeping it is better, from two yeses on. Its disadvantage: a threshold that came out badly stays bad for all three.
:::

::::{exercise} ★★★ Buy a fence
:label: ex-c05-fence

Chapter 2 clips at a fence that may not be read off the data, but it can be bought. Invent 2,834 incomes, `np.exp(rng.normal(3, 1, 2834))`; declared is only that none is above a million. Buy one of the fences 1, 2, 4, 8, … with `above_threshold` at $\varepsilon=0.1$: the first one below which 95% of the incomes lie. Then release the clipped mean, for another 0.1. What is its error in 200 runs, and what is that of a mean clipped at a million, for 0.2?

:::{dropdown} Hint
How many incomes lie below a fence has sensitivity 1. Replacing one person moves a mean that is clipped between 0 and $c$ by at most $c/n$.
:::
::::

:::{solution-start} ex-c05-fence
:class: dropdown
:::
"""

# %%
rng = np.random.default_rng(56)
incomes = np.exp(rng.normal(3, 1, 2834))
fences = 2.0 ** np.arange(21)
below = [np.sum(incomes <= fence) for fence in fences]


def error(fence, price):
    """Of one clipped mean, against the mean without any fence."""
    noise = rng.laplace(0, fence / (price * len(incomes)))
    return abs(np.minimum(incomes, fence).mean() + noise - incomes.mean())


bought, declared = [], []
for _ in range(200):
    place = above_threshold(below, 0.95 * len(incomes), 1, 0.1, rng)
    bought.append(error(fences[place], 0.1))
    declared.append(error(1e6, 0.2))
print(f"mean {incomes.mean():.1f}; error with a bought fence", end=" ")
print(f"{np.mean(bought):.1f}, with the declared one {np.mean(declared):.0f}")
assert np.mean(bought) < 3 and np.mean(declared) > 1000

# %% [markdown]
r"""
The bought fence cuts off a little of the largest incomes, and saves nearly all of the noise. It is published now, and everything after it is a clipped mean as in chapter 2. Doubling keeps the list short; for the price its length would not matter, for the error it does.

:::{solution-end}
:::

::::{exercise} ★★★ One way only
:label: ex-c05-one-way

Our counts `absent` have more structure than the proof uses. If one person is replaced, can some of them go up and others down? For a table in which one person is *added*, all move the same way. Show that noise of scale $2\Delta/\varepsilon$ on the questions is then enough, and test it with `loss`.

:::{dropdown} Hint
If all values go up, shift the threshold by Δ, and look at the yes again: by how much must its noise grow now?
:::
::::

:::{solution-start} ex-c05-one-way
:class: dropdown
:::
"""

# %%
worst = 0.0
for stream in product((-3, 0, 3), repeat=3):
    for move in product((0, 1), repeat=3):
        near_by = np.add(stream, move)
        worst = max(worst, loss(stream, near_by, bar=2.0, look=2.0))
print(f"one way: {worst:.3f}")
assert worst <= 1

# %% [markdown]
r"""
No. An absent person who is replaced by a present one lowers all counts from their distance on. One who is replaced by an absent person farther away lowers the counts in between. The other way round they rise. In each case all moves have one sign, so the argument holds for our bus, even under substitution.

If all values go up by at most Δ, shift the threshold up by Δ: the noes lose nothing, and the yes, whose value did not fall, needs at most Δ more. If all go down, do not shift at all: noes only become likelier, and the yes needs at most Δ more. Together at most $\frac1a+\frac1b=\varepsilon$ for $a=b=2/\varepsilon$. The library's `AboveThreshold` does not ask how its questions hang together, so it draws the wider noise.

:::{solution-end}
:::

## The bill
"""

# %%
bill(5, stop.price)

# %% [markdown]
r"""
## Three formulas

$$
\hat T=T+\mathrm{Lap}\Bigl(\frac{2\Delta}\varepsilon\Bigr)\qquad\quad f_i+\mathrm{Lap}\Bigl(\frac{4\Delta}\varepsilon\Bigr)\ge\hat T\,?\qquad\quad \frac1a+\frac{2c}b
$$

**In one paragraph.** AboveThreshold answers no as often as it likes: one shift of a noisy threshold, for half of ε, makes room for all noes, and the first yes costs the other half. Both noises are needed, and the stop. The price does not depend on the number of questions; the error does, like a logarithm. If the whole list is known beforehand, try `choose` too.

**Next.** We have believed a proof, and checked a few hundred pairs. What if a program is a black box, and its label says $\varepsilon=1$? {doc}`c07_convicting_with_samples` finds out.
"""
