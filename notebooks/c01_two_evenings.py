# %% [markdown]
r"""
# Two evenings

:::{chapter} 1
:asks: How can a clinic publish a count without publishing you?
:needs:
:teaches: the promise as a bet, neighbouring tables, Laplace noise
:skip: the section on asking people to lie, at a first reading
:::

A clinic publishes every evening how many tests have been positive so far.
Yesterday it was 37, today it is 38. You were the only new patient in between.

Nothing was stolen. Two harmless numbers were subtracted, and the difference is your test result.
Leaving out names would not have helped: there were none.

This chapter makes one number safe. It takes a little noise, three lines of code, and a proof of one line.
Most of the course is built from it.
"""

# %% tags=["hide-input"]
import math
import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import everyone, participants

# %% [markdown]
r"""
## The people

All chapters work for one table. It comes from an experiment of the economist Rebecca Thornton, in villages of rural Malawi, in 2004 {cite:p}`thornton2008`.

Nurses came to the door, and 2,894 people were tested for HIV at home. The results were ready weeks later, at a clinic nearby: each person had to go there and ask. Who would go?
The walk may be kilometres long, and at its end is a piece of news that one may not want to hear.

Two lots were drawn. Each person drew a **voucher**, worth between nothing and three dollars, to be paid out at the clinic for fetching the result. And the **place of the clinic** was drawn by lot too: chance decided who had far to go.
Whether a person came, and what they had drawn, was written down. For 2,834 people all of this is known, except for some ages (a missing one is entered as 40, a number fixed without looking), and these are the people of this course:
"""

# %%
people = participants()
shown = people.drop(columns="village").sample(5, random_state=1)
print(shown.to_string(index=False))
assert len(people) == 2_834 and everyone().hiv.notna().sum() == 2_894

# %% [markdown]
r"""
Each row is one person: whether they *learned* the result, the *distance* to the clinic in kilometres, the *reward* in dollars, their *age*, and the result itself, *hiv*.
The last column could cost a person their marriage or their job. The five rows above could not be printed if this table were still a secret: that line alone would be the leak.

Two words of honesty. This table is public, and has been studied for years; we treat it as a secret, so that each step is the one that a secret would need.
And we treat as public *who* took part, 2,834 people, because the whole village saw the nurses at the door (that 60 records are incomplete we count as public too). What they answered is the secret.

The course has one question for this table: **does a small reward make people learn their result?**
It begins with an easier one: how many of them are infected?

## The same count, twice

Let us see first what goes wrong. The clinic publishes the count. Then one result is corrected, and it publishes again.
"""

# %%
before = int(people.hiv.sum())
corrected = people.copy()
corrected.loc[0, "hiv"] = 1 - corrected.loc[0, "hiv"]
after = int(corrected.hiv.sum())
print("difference of the two counts:", after - before)

# %% [markdown]
r"""
The difference is one person's secret. It does not matter that the counts are large.
So a number that protects *every* person must not depend visibly on *any one* person.
A fixed number would do, and be useless; a rounded count jumps somewhere too, and there one person decides. What is left is chance: the clinic publishes the count plus noise.

For the noise we take two *exponential* waiting times (mean $b$, variance $b^2$, density $\frac1be^{-z/b}$), and subtract them:
"""


# %%
def laplace(scale, size, rng):
    """The difference of two exponential waiting times with the same mean."""
    return rng.exponential(scale, size) - rng.exponential(scale, size)


rng = np.random.default_rng(1)
print("five noisy counts of 37:", (37 + laplace(2.0, 5, rng)).round(1))

# %% [markdown]
r"""
This is *Laplace noise*; its *scale* $b$ is the mean of each waiting time. Its density is $\frac{1}{2b}e^{-|z|/b}$: a peak in the middle, and two tails that fall by the same factor with every step.
(Why? An exponential waiting time has no memory. When the shorter wait is over, the longer one has as much still to go as if it began now. So the difference is one waiting time, and its sign is a toss of a coin: hence the $\frac12$.)

From here on the town sees *one* noisy number, and does not know whether it belongs to an evening without you, with the count 37, or to one with you, with 38.
We take scale $b=2$ and draw both evenings many times, which only the clinic can do.
"""

# %% tags=["hide-input"]
draws = [count + laplace(2.0, 400_000, rng) for count in (37, 38)]
bins = np.arange(30, 45.01, 0.5)
without, with_you = (np.histogram(d, bins)[0] / 400_000 for d in draws)
steps = {"evening without you: 37": without, "evening with you: 38": with_you}
middles = (bins[1:] + bins[:-1]) / 2
ax = plots.curves(middles, steps, steps=True, ylim=(0, 0.16))
caption = "The two evenings overlap everywhere: every published number could have come from either."
plots.show(ax, caption, x="published number", y="share of evenings")

# %% [markdown]
r"""
## A promise is a bound on bets

Look at any step of the figure. How much likelier is it on one evening than on the other?
"""

# %%
ratios = with_you / without
print(f"largest ratio {ratios.max():.2f}, smallest {ratios.min():.2f}")
print(f"e^(1/2) = {math.e**0.5:.2f}, e^(-1/2) = {math.e**-0.5:.2f}")
assert ratios.max() < 1.15 * math.e**0.5

# %% [markdown]
r"""
No step is much more than $e^{1/2}\approx 1.65$ times as likely, or much less than $e^{-1/2}$ times (the small excess is luck of the draw: the largest of thirty).
That is the promise, and here it is in full.

Two tables of the same size are **neighbours** if they differ in one row: one person was replaced by another. (In the story you were *added*; for a count both moves are of 1. "What is free, and what must be said" comes back to it.)
A random function $M$ of a table is **$\varepsilon$-private** (in full, *$\varepsilon$-differentially private*) if for all neighbours $D$ and $D'$ and every set $E$ of outcomes

$$
P\bigl(M(D)\in E\bigr)\;\le\; e^{\varepsilon}\,P\bigl(M(D')\in E\bigr).
$$

Read it as a bet. A gossip knows everything in the table but your row, and thinks it equally likely that you are infected or not: her odds are 1 to 1.
She sees the published number and bets. By Bayes' rule her odds move by a factor of at most $e^\varepsilon$, to $e^\varepsilon$ to 1 at best, so she wins at most a share $\frac{e^\varepsilon}{1+e^\varepsilon}$ of such bets:
"""

# %%
for epsilon in (0.1, 0.5, 1, 3):
    won = math.e**epsilon / (1 + math.e**epsilon)
    print(f"ε = {epsilon:3}: she wins at most {won:.1%} of her bets")

# %% [markdown]
r"""
At $\varepsilon=0.1$ the number is worth next to nothing to her. At $\varepsilon=3$ it nearly gives you away. (With Laplace noise on a count even the best bettor stays below the bound; the last exercise says why.)
Move $\varepsilon$ yourself, and bet:
"""

# %%
explorers.two_worlds()

# %% [markdown]
r"""
**What is not promised.** If the table shows that people who live near a clinic are infected more often, the gossip thinks it likelier of all who live near one, and of you.
She would have thought so without your row as well. The promise is about what *your row* gives away, not about what the world is like.
Without this limit there would be no statistics.

## Why the noise keeps the promise

How wide must the noise be? That depends on how far one person can move the number.
The largest move between neighbours is called the **sensitivity** $\Delta$. For a count it is 1.

> **Laplace noise of scale $\Delta/\varepsilon$ makes a number $\varepsilon$-private.** {verdict}`K-laplace`

(In the figure $\Delta=1$ and the scale was 2, so $\varepsilon=\frac12$.)

The proof is one line. Let the true numbers on two neighbours be $q$ and $q'$, at most $\Delta$ apart. The densities of the published number $t$ have the ratio

$$
\frac{e^{-|t-q|/b}}{e^{-|t-q'|/b}} \;=\; e^{(|t-q'|-|t-q|)/b}\;\le\; e^{|q-q'|/b}\;\le\; e^{\Delta/b}\;=\;e^{\varepsilon}\quad\text{for } b=\Delta/\varepsilon .
$$

What holds for every $t$ holds for every set of them: integrate.

:::{dropdown} Why the middle step holds
It is the triangle inequality. To go from $t$ to $q'$ you may go by way of $q$, so $|t-q'|\le|t-q|+|q-q'|$.
Equality holds for every $t$ beyond $q$, seen from $q'$. So if $q$ and $q'$ are $\Delta$ apart, the ratio there is *exactly* $e^{\varepsilon}$ (and $e^{-\varepsilon}$ beyond $q'$). The promise is used up to the last drop.
:::

A proof can be wrong, so the book checks its theorems by machine as well. For this one, a dozen lines are enough.
They compute the exact probability of every cell of a fine grid, on both neighbours, and compare (the other way round is the mirror image):
"""


# %%
def law(z, scale):
    """P(noise ≤ z)."""
    tail = np.exp(-np.abs(z) / scale) / 2
    return np.where(z < 0, tail, 1 - tail)


def worst_ratio(q, other, scale):
    """The largest ratio of probabilities over 4,000 cells of the line."""
    ends = min(q, other) - 10 * scale, max(q, other) + 10 * scale
    edges = np.linspace(*ends, 4001)
    one, two = (np.diff(law(edges - value, scale)) for value in (q, other))
    return np.max(one / two)


for epsilon in (0.1, 0.5, 1, 3):
    result = math.log(worst_ratio(38, 37, 1 / epsilon))
    assert result <= epsilon * (1 + 1e-6)
    print(f"promised ε = {epsilon:3}, largest found {result:.6f}")

# %% [markdown]
r"""
The bound holds, and is reached. The badge beside the theorem says just this, with more cases than fit on a page; it leads to the evidence.

## What is free, and what must be said

**Whatever is done later costs nothing.** A published number may be rounded, plotted, multiplied, or fed to another program.
If the noise hides you in $t$, it hides you in every function of $t$: the event $f(t)\in E$ is an event about $t$. This is called *post-processing*.
A second look at the table is no post-processing: the ratios of two answers multiply, so their $\varepsilon$ add up (chapter 3 proves it). So each answer has a price.

**Say who the neighbours are.** We replace one person by another, so that $n$ stays the same and is public; this is called *substitution*.
Other books let one person be *added or removed*; then $n$ is a secret too, and a count still has sensitivity 1.
The two promises differ, so an $\varepsilon$ without its kind of neighbours (their *relation*) is not a promise. Our code asks for it every time.

## The first question

Now we ask the table. One person changes the count of the infected by at most 1, and we are willing to pay $\varepsilon=0.1$.
"""

# %%
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

counter = Laplace(sensitivity=1, epsilon=0.1, relation=Relation.SUBSTITUTION)
infected = counter.release(people.hiv.sum(), np.random.default_rng(2004))
print(infected)
print("19 times in 20 the noise is at most", end=" ")
print(round(counter.scale * math.log(20)))

# %% [markdown]
r"""
(Laplace noise is larger than $z$ in absolute value with probability $e^{-z/b}$. At $z=b\ln20$ that is 1 in 20; here $b=10$ and $z\approx30$.)

The library's `Laplace` does what our three lines do, and carries the price with the number.
It also does what a computer must and paper need not: it draws its noise on a grid, because the digits of a float can give a secret away ({doc}`18_from_the_file_to_the_digit` shows how).

*One warning about the seed.* In this book all random numbers come from a generator with a known seed, so that you see the same numbers as we do.
A real release must use secret randomness: if you know the seed, you can subtract the noise.

**How good is the answer?** The true count, which we may look at only because the table is public, is
"""

# %%
true_count = int(people.hiv.sum())
print(true_count, "infected of", len(people), end="; ")
print(f"the published number is {abs(infected.value - true_count):.0f} off")

# %% [markdown]
r"""
The error depends on $\varepsilon$ and not on $n$. With ten times as many people the noise would be as wide as now, and ten times less important.
**Privacy is cheap for large tables and expensive for small ones**: keep this sentence in mind until the last chapter.

:::{admonition} How it was got wrong
:class: warning
"Add a little noise" is not enough: the noise must have the right tails. Suppose the clinic adds a whole number between $-10$ and $10$, all equally likely.
On the evening with 37 the number 48 is impossible, on the evening with 38 it is not. A reader who sees 48 is certain.
No $\varepsilon$ bounds that ratio. Exercise 3 computes how often it happens.
:::

## Asking people to lie

There is an older way that needs no clinic to be trusted. Each person tosses a coin in private. Heads: they answer truly. Tails: they toss again, and say *yes* for heads and *no* for tails.
A *yes* is then an honest *maybe*: an infected person says *yes* with probability $\frac34$, anyone else with $\frac14$.
The ratio is 3, so every single answer is $\ln 3$-private *before it leaves the person*. This is called **local** privacy; the coin is *randomised response* {cite:p}`warner1965`.
If a share $s$ is infected, the expected share of *yes* is $\frac14+\frac s2$. So we subtract $\frac14$ and divide by $\frac12$. (One answer has the variance $\frac14\cdot\frac34=\frac3{16}$, which gives the standard error.)
"""

# %%
rng = np.random.default_rng(3)
truth = people.hiv.to_numpy() == 1
coin, guess = rng.random((2, len(truth))) < 0.5
says_yes = np.where(coin, truth, guess)
estimate = (says_yes.mean() - 0.25) / 0.5 * len(truth)
print(f"estimate from {says_yes.sum()} times yes: {estimate:.0f}")
error = math.sqrt(len(truth) * 3 / 16) / 0.5
print(f"its standard error: {error:.0f}", end="; ")
print(f"of Laplace noise at the same ε: {math.sqrt(2) / math.log(3):.1f}")
assert round((truth.sum() - estimate) / error, 1) == 1.7  # as said below

# %% [markdown]
r"""
(Laplace noise has the variance $2b^2$, $b^2$ for each waiting time. The estimate missed 177 by 1.7 standard errors: bad luck, not a mistake.)
Here the price of trusting no one is high: the error grows with $\sqrt n$, while that of the clinic's noise does not grow at all.
Where a trusted clinic exists, use it. The course does, from here on.
(We have not put this answer on the bill below: it is a picture of what could have been done in 2004, not a release.)

## Exercises

:::{exercise} ★ Which evening?
:label: ex-c01-warm

No code. (a) A colleague publishes the noisy count at $\varepsilon=1$ every evening for a week, each time for the same table. Why is that worse than one evening? (b) She rounds each number to tens. Does that make the promise better?
:::

:::{solution} ex-c01-warm
:class: dropdown

(a) The average of seven noisy numbers is closer to the truth than one. A bettor multiplies seven ratios of up to $e$, and the odds may move by $e^7$.
(b) No. Rounding is post-processing: it makes nothing worse, but need not make the promise better. Between the counts 37 and 38, a rounded 30 is still $e$ times as likely on the first, and seven of them still move the odds by $e^7$. (That is the worst week. In most weeks the rounding helps; the promise is about all.)
:::

:::{exercise} ★ Read the bet backwards
:label: ex-c01-bet

A gossip who starts from even odds shall win at most 52% of her bets. Which $\varepsilon$ may the clinic use, by the bound? Check with one line of Python.
:::

:::{solution} ex-c01-bet
:class: dropdown

$\frac{e^\varepsilon}{1+e^\varepsilon}=0.52$ gives $\varepsilon=\ln\frac{0.52}{0.48}$, which `math.log(0.52 / 0.48)` computes as about 0.08.
:::

:::{exercise} ★★ Noise with an edge
:label: ex-c01-edge

The clinic of the box adds a whole number that is uniform on $-10,\dots,10$. For counts 37 and 38, compute in a line or two: the probability that the published number gives the evening away for certain. Which property of the Laplace density makes this impossible?
:::

:::{solution-start} ex-c01-edge
:class: dropdown
:::
"""

# %%
first, second = (set(range(count - 10, count + 11)) for count in (37, 38))
print("certain on the evening with 38:", len(second - first) / 21)

# %% [markdown]
r"""
Once in 21 evenings (on the other evening the number 27 does the same). Laplace noise has a positive density everywhere, and its tails fall by a constant factor per step, so that the ratio never grows.

:::{solution-end}
:::

::::{exercise} ★★ Implement, then assert: `laplace_noise`
:label: ex-c01-mine

Your own library, `mine.py`, begins here. Write `laplace_noise(scale, size, rng)`: `size` draws of Laplace noise, **from uniform numbers alone** (`rng.random`).
`check("laplace_noise", laplace_noise)` says whether it is right; from the shell, `make problems` marks a whole file `mine.py`.

:::{dropdown} Hint
If $U$ is uniform on $(0,1)$, then $-b\ln U$ is a waiting time with mean $b$. You need a sign as well.
:::
::::

:::{solution-start} ex-c01-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def laplace_noise(scale, size, rng):
    """A waiting time with a random sign."""
    waiting = -np.log1p(-rng.random(size))
    return scale * np.where(rng.random(size) < 0.5, -waiting, waiting)


# %%
check("laplace_noise", laplace_noise)
check("laplace_noise", lambda scale, size, rng: rng.normal(0, scale, size))

# %% [markdown]
r"""
(`log1p(-u)` is $\ln(1-u)$: `rng.random` can return 0, but never 1. The second line shows what a wrong answer is told.)

:::{solution-end}
:::

:::{exercise} ★★ A family of four
:label: ex-c01-family

Four people of one family may be replaced together. Show that an $\varepsilon$-private number is $4\varepsilon$-private for them.
:::

:::{solution} ex-c01-family
:class: dropdown

Replace one after the other: $D, D_1, D_2, D_3, D'$ are neighbours pair by pair. Each step costs a factor $e^\varepsilon$, four of them $e^{4\varepsilon}$.
:::

::::{exercise} ★★★ The best bettor
:label: ex-c01-best

Which rule wins most bets between the evenings 37 and 38 at $\varepsilon=1$, and what share exactly? Simulate it, and compare with $\frac{e}{1+e}$. Why is there a gap?

:::{dropdown} Hint
Bet on the evening under which the number is likelier. For which numbers is the ratio of densities exactly $e$, and for which not?
:::
::::

:::{solution-start} ex-c01-best
:class: dropdown
:::
"""

# %%
noise = laplace_noise(1.0, 400_000, np.random.default_rng(4))
wins = np.mean(38 + noise > 37.5) / 2 + np.mean(37 + noise < 37.5) / 2
exact = 1 - math.exp(-0.5) / 2
print(f"simulated {wins:.4f}, exact {exact:.4f}", end=", ")
print(f"bound {math.e / (1 + math.e):.4f}")
assert abs(wins - exact) < 0.004

# %% [markdown]
r"""
She bets on 38 if the number is above 37.5, and wins with probability $1-\frac12e^{-1/2}$. The bound is larger, because between 37 and 38 the ratio is not yet $e$: there she is less sure.

:::{solution-end}
:::

## The bill

Prices add up, and a study has one budget. Ours, $\varepsilon=2$, was written down before the first question, and every chapter ends with what has been spent so far. (The last column of the bill stays 0 until chapter 13; chapter 3 explains it.)
"""

# %%
bill(1, infected.price)

# %% [markdown]
r"""
## Three formulas

$$
P(M(D)\in E)\le e^{\varepsilon}P(M(D')\in E)\qquad\quad b=\frac{\Delta}{\varepsilon}\qquad\quad \text{bets won, from even odds}\le\frac{e^\varepsilon}{1+e^\varepsilon}
$$

**In one paragraph.** A number is private if it is almost as likely with another in your place. "Almost" is a factor $e^\varepsilon$, and bounds every bet on your row, even by someone who knows all the others. Noise of scale $\Delta/\varepsilon$ with Laplace tails keeps the promise for a number that one person can move by $\Delta$. What is done to the number afterwards is free. The companion tells {doc}`the same story at length <11_a_promise_about_strangers>`, with other kinds of neighbours.

**Next.** A count is easy: one person moves it by 1. But one person can move a sum of incomes by millions. {doc}`c02_sums_and_histograms` makes sums, means and histograms safe.
"""
