# %% [markdown]
r"""
# Two evenings: publishing a count with differential privacy

:::{chapter} 1
:asks: How can a clinic publish a count without publishing you?
:needs:
:teaches: differential privacy as a bound on bets, neighbouring tables, Laplace noise
:skip: the asides
:::

A village clinic looks after one hundred registered patients. Every evening it publishes how many of them have tested positive for HIV.
On Monday the number is 37. On Tuesday one of the patients moves away and you take the free place, so that there are again one hundred. That evening the number is 38.

Everybody in the village saw you arrive. If nobody else's result has changed, anyone can subtract the two numbers and learn that your test was positive, although no name was ever published.

This chapter introduces *differential privacy*, a guarantee that makes such a subtraction almost useless. It takes random noise, three lines of code and a short proof.

{doc}`/book/how-to-read` says how to run the code.
"""

# %% tags=["hide-input"]
import math

import numpy as np
from scipy import stats

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import everyone, participants

# %% [markdown]
r"""
## Why an exact count is not safe

Each count is a sum over a hundred people, and yet the difference of two counts is one person's secret.
A number is safe only if no single person visibly changes it.

Rounding does not achieve this. Rounded down to tens, 39 is published as 30 and 40 as 40, so here too a single person decides. A constant would be safe, but useless.
The remaining option is randomness: the clinic publishes the count plus noise.

## Laplace noise

You were not yet in Monday's table, so the danger is Tuesday's number. To be on the safe side, suppose that an *adversary* knows every result but yours. One question is left to her: is Tuesday's true count 37, because your result is negative, or 38, because it is positive? We call these two possible Tuesdays *the evening with 37* and *the evening with 38*.

Suppose that 41 is published. Then the noise was 4 on the evening with 37, or 3 on the evening with 38. She remains in doubt if these two values are almost equally likely, and the same must hold for any two values that differ by 1.
The density of the noise must therefore never change by more than a moderate factor from one value to the next. The simplest such density falls by the *same* factor with every step away from 0.

An *exponential* waiting time with mean $b$ has the density $\frac1be^{-z/b}$ at $z\ge0$, which falls by the factor $e^{1/b}$ with every step. However, a waiting time is never negative, so a published number below 38 would rule out the evening with 38. We therefore draw two waiting times independently and subtract one from the other:
"""


# %%
def laplace(scale, size, rng):
    """The difference of two exponential waiting times with the same mean."""
    return rng.exponential(scale, size) - rng.exponential(scale, size)


rng = np.random.default_rng(1)
print("five noisy counts of 37:", (37 + laplace(2.0, 5, rng)).round(1))

# %% [markdown]
r"""
The result is called *Laplace noise*, and the mean $b$ of each waiting time is its *scale*. Its variance is $2b^2$, because each waiting time contributes $b^2$. Its density is

$$
\frac{1}{2b}\,e^{-|z|/b} .
$$

It is largest at 0, and every step of 1 away from 0 divides it by $e^{1/b}$. With $b=2$ this factor is $e^{1/2}\approx1.65$.

:::{dropdown} Why the difference has this density
An exponential waiting time has no memory. When the shorter wait is over, the remainder of the longer one is distributed as if it began only now, so the size of the difference is itself an exponential waiting time. Each wait is equally likely to be the longer one, which gives the sign and the factor $\frac12$.
:::

We simulate each of the two possible Tuesdays 400,000 times with $b=2$:
"""

# %% tags=["hide-input"]
draws = [count + laplace(2.0, 400_000, rng) for count in (37, 38)]
bins = np.arange(30, 45.01, 0.5)
share_37, share_38 = (np.histogram(d, bins)[0] / 400_000 for d in draws)
steps = {"your result negative: 37": share_37}
steps["your result positive: 38"] = share_38
middles = (bins[1:] + bins[:-1]) / 2
look = {"steps": True, "wide": True, "height": 4.2, "ylim": (0, 0.14)}
title = "Every number could have come from either result"
ax = plots.curves(middles, steps, **look, title=title)
low, high = (f"{(draw >= 43).mean():.1%}" for draw in draws)
far = f"43 or more: {low} of the evenings\nif negative, {high} if positive"
plots.note(ax, far, (43.25, share_38[26]), (-10, 62), ha="center")
plots.note(ax, "both equally likely", (37.5, share_37[14]), (70, 26))
ax.set_yticks([0, 0.05, 0.1])
caption = f"Distribution of Tuesday's published number in the two cases, in bins of width 0.5, from 400,000 simulated evenings each. At 37.5 both cases are equally likely. Numbers of 43 or more turn up on {low} of the evenings if your result is negative, and on {high} if it is positive. Every bin shown is reached in both cases."
plots.show(ax, caption, x="published number", y="share of evenings")

# %% [markdown]
r"""
## Differential privacy: a bound on every bet

How much more likely is a bin of the figure with 38 than with 37? Here `share_37` and `share_38` are the heights of its two lines:
"""

# %%
ratios = share_38 / share_37
print(f"largest ratio {ratios.max():.2f}, smallest {ratios.min():.2f}")

# %% tags=["hide-input"]
assert ratios.max() < 1.15 * math.e**0.5
assert 1 / ratios.min() < 1.15 * math.e**0.5
assert min(*share_37, *share_38) > 0
assert round(math.e**0.5, 2) == 1.65 and round(1.65 / 2.65, 2) == 0.62

# %% [markdown]
r"""
No bin is much more than 1.65 times as likely in one case as in the other. The small excess is *sampling error*: a share in a finite sample differs a little from its true probability.
Differential privacy asks for exactly such a bound, for every table and every person.

Two tables of the same size are **neighbours** if they differ in exactly one row, as the tables of the two possible Tuesdays do. Which tables count as neighbours is a choice, called the *neighbour relation*. Ours is *substitution*: one row is overwritten with other values.

A random function $M$ of a table, also called a *mechanism*, satisfies **$\varepsilon$-differential privacy** if for all neighbours $D$ and $D'$ and every set $E$ of outputs

$$
P\bigl(M(D)\in E\bigr)\;\le\; e^{\varepsilon}\,P\bigl(M(D')\in E\bigr).
$$

In other words, replacing one person changes the probability of any event by at most a factor of $e^\varepsilon$, upwards and also downwards, because $D$ and $D'$ can be exchanged. Such a mechanism is called *$\varepsilon$-private* for short. A smaller $\varepsilon$ is a stronger guarantee.

:::{admonition} Common mistake
:class: warning
The clinic adds a whole number between $-10$ and $10$, all equally likely.
With the count 37 the number 48 is impossible, whereas with 38 it can occur.
The ratio of the two probabilities is infinite, so no $\varepsilon$ will do.
:::

**ε as a bet.** Suppose that the adversary thinks it equally likely that you are infected or not, so that her odds are 1 to 1. Then she sees the number 41 in the figure.
It is one step nearer to 38 than to 37, so its density is 1.65 times as large with 38 as with 37. By Bayes' rule her odds that you are infected are now 1.65 to 1. If she bets on it, she is right with probability $\frac{1.65}{1+1.65}\approx62\%$.

In general, an $\varepsilon$-private number multiplies her odds by a factor between $e^{-\varepsilon}$ and $e^\varepsilon$, because her two possible tables are neighbours. Starting from even odds, she can therefore expect to win at most a fraction $\frac{e^\varepsilon}{1+e^\varepsilon}$ of her bets:
"""

# %%
for epsilon in (0.1, 0.5, 1, 2, 3):
    share = math.e**epsilon / (1 + math.e**epsilon)
    print(f"ε = {epsilon:3}: at most {share:.1%} of her bets, on average")

# %% [markdown]
r"""
<span class="pc-screen">Now place the bets yourself.</span> Even the best strategy stays a little below the bound, and the last exercise asks why:
"""

# %% tags=["hide-input"]
explorers.two_worlds()

# %% [markdown]
r"""
**What the guarantee does not cover.** Suppose that the published numbers show more infections near the clinic. The adversary will then think that everyone who lives there, you included, is more likely to be infected. But she would have concluded nearly the same without your row. The guarantee limits what *your row* reveals, and not what can be learned about people in general.

The factor also assumes that she is in doubt about *one* row. If she believes that your family of four is infected together or not at all, her two possible tables differ in four rows, and chapter 2 computes what that costs.

:::{quiz} Before she sees the number, an adversary gives odds of 1 to 4 that you are infected. The number is ε-private with $e^\varepsilon=2$. Between which bounds do her odds lie afterwards?
- [ ] between 1 to 4 and 1 to 2 :: No: the factor works in both directions. Her odds can also fall, to 1 to 8.
- [x] between 1 to 8 and 1 to 2 :: Correct: Bayes' rule multiplies her odds by a factor between 1/2 and 2.
- [ ] between 1 to 2 and 2 to 1 :: No: the factor multiplies the odds that she began with.
:::

## Sensitivity: how much noise is enough?

How much noise is needed depends on how far one person can move the number.

A *statistic* is a number computed from a table. The largest difference between its true values on two neighbours is called its *global sensitivity* $\Delta$, or its **sensitivity** for short. For a count it is 1.

> **Theorem** (Laplace noise). Let a statistic have sensitivity $\Delta$, and let $\varepsilon>0$. Adding Laplace noise of scale $b=\Delta/\varepsilon$ makes it $\varepsilon$-private. {verdict}`K-laplace`

*Proof.* Let $q$ and $q'$ be the true values on two neighbours, which differ by at most $\Delta$. The densities of the published number $t$ have the ratio

$$
\frac{e^{-|t-q|/b}}{e^{-|t-q'|/b}} \;=\; e^{(|t-q'|-|t-q|)/b}\;\le\; e^{|q-q'|/b}\;\le\; e^{\Delta/b}\;=\;e^{\varepsilon} .
$$

The first inequality is the triangle inequality $|t-q'|\le|t-q|+|q-q'|$. For example, let $t=41$, $q=38$ and $q'=37$. Then the exponent is $\frac{4-3}b=\frac1b$, the largest value that the triangle inequality allows.
The bound holds for every $t$, and integrating it over any set $E$ gives the inequality of the definition. $\square$

A proof can contain a mistake, so this book also tests most of its theorems by machine. Here we divide the possible outputs into 4,000 cells, compute the probability of each with 37 and with 38, and print the logarithm of the largest ratio:
"""


# %% tags=["hide-input"]
def worst_ratio(scale):
    """The largest ratio of probabilities."""
    edges = np.linspace(37 - 10 * scale, 38 + 10 * scale, 4001)
    below = [stats.laplace.cdf(edges, count, scale) for count in (37, 38)]
    return np.max(np.diff(below[0]) / np.diff(below[1]))


# %%
for epsilon in (0.1, 0.5, 1, 3):
    found = math.log(worst_ratio(1 / epsilon))
    print(f"claimed ε = {epsilon:3}, largest found {found:.6f}")

# %% [markdown]
r"""
No cell exceeds the claim, and some cells reach it. The badge of the theorem, which leads to further tests, therefore says *tight*.

Now we apply the theorem to real people.

## The people behind the table

All chapters use one table, from an experiment that the economist Rebecca Thornton carried out in villages of rural Malawi in 2004 {cite:p}`thornton2008`.

Nurses went from door to door and tested 2,894 people for HIV at home. The results were handed out later, at a temporary clinic nearby. Would people walk there and ask?

Two things were left to chance. Each person drew a *voucher* worth between nothing and three dollars, to be paid out when they came for the result. The *location of the clinic* was drawn as well, so chance largely decided who had far to walk.
This *random assignment* lets later chapters speak about causes.

This course uses the 2,834 people for whom both the draw and the visit are recorded. Here are five of them:
"""

# %%
people = participants()
shown = people.drop(columns="village").sample(5, random_state=1)
whole = {"learned": int, "age": int, "hiv": int}
shown.round(2).astype(whole).reset_index(drop=True)

# %% tags=["hide-input"]
tested = everyone().hiv.notna().sum()
assert (tested, len(people), tested - len(people)) == (2_894, 2_834, 60)
kept = everyone().dropna(subset=["hiv", "learned", "reward"])
assert (kept.age.isna().sum(), (kept.hiv < 0).sum()) == (5, 13)

# %% [markdown]
r"""
Each row describes one person, the *privacy unit* of this book. The row says whether they *learned* their result, with 1 for yes, and gives the *distance* to the clinic in kilometres, the *reward* in dollars, their *age*, and the result of the test, *hiv*, with 1 for positive.
A positive result could cost somebody a marriage or a job. If this table were still secret, these five rows would already be a leak.

In fact it is public, but we treat it as a secret. Now and then we look up a true value to see how good an answer was, and say so. A study of a secret table could not do this.
Only the list of participants counts as public, because the village saw the nurses at the door. Their number, 2,834, is therefore public too.

:::{dropdown} How the table was prepared
The other 60 people are left out, five missing ages are entered as 40, and 13 unclear test results count as negative. A real study would have to declare all three steps beforehand.
:::

## The first question: how many are infected?

The number of infected people is a count, so $\Delta=1$. We spend $\varepsilon=0.1$ on it, so the scale of the noise is $b=\frac1{0.1}=10$. The program also asks for the neighbour relation, because a value of $\varepsilon$ means nothing without it:
"""

# %%
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

counter = Laplace(sensitivity=1, epsilon=0.1, relation=Relation.SUBSTITUTION)
infected = counter.release(people.hiv.sum(), np.random.default_rng(2004))
print(infected)

# %% [markdown]
r"""
The library prints every answer with its $\varepsilon$ and with its sign, because noise can make a count negative. The seeds in this book are known, so that you see the same numbers. A real release must use secret randomness, because anyone who knows the seed can subtract the noise. Unlike our three lines, the library draws the noise on a fine grid, because the last digits of a number {doc}`can reveal a secret <18_from_the_file_to_the_digit>`.

**Post-processing costs no further privacy.** Anybody can round the published number, plot it or give it to another program. None of this weakens the guarantee, because the event $f(t)\in E$ is itself an event about the published number $t$.
A second question to the *table*, however, has a cost of its own. The values of $\varepsilon$, the *privacy costs*, add up, as chapter 3 will prove.

**How far off can the answer be?** The size of Laplace noise is distributed like an exponential waiting time with mean $b$, so it exceeds $z$ with probability $e^{-z/b}$. For $z=b\ln20$ this probability is one in twenty. Here $b=10$, so the size of the noise is at most 30 with probability 0.95.

Now we look at the true count:
"""

# %%
true_count = int(people.hiv.sum())
print(true_count, "infected of", len(people), end="; ")
print(f"the published number is {abs(infected.value - true_count):.0f} off")

# %% tags=["hide-input"]
assert round(counter.scale * math.log(20)) == 30
assert round(infected.value) == 172
assert (f"{172 / len(people):.0%}", f"{30 / len(people):.0%}") == ("6%", "1%")
assert f"{1 / (1 + math.exp(-0.1)):.1%}" == "52.5%"
assert f"{1 / (1 + math.exp(-2)):.1%}" == "88.1%"


# %% [markdown]
r"""
This answers the question of the chapter. The published count of 172 means that 6% of the people are infected, and with probability 0.95 the noise moves this share by at most about one percentage point. Yet an adversary who knows everybody else's result and starts from even odds can expect to win at most 52.5% of her bets about yours.

The clinic of the two evenings is less fortunate. The noise depends on $\varepsilon$ and not on $n$, so its 37 among a hundred patients could be off by 30 as well.
**Privacy is cheap in large tables and expensive in small ones.**

## Randomised response: privacy without a trusted clinic

So far you had to trust the clinic, which knows your result. What if you do not? In an older method, each person tosses a coin in private. After heads they answer truthfully. After tails they toss again and say *yes* for heads and *no* for tails.
An infected person says *yes* with probability $\frac12+\frac12\cdot\frac12=\frac34$, and anybody else with probability $\frac14$.

The ratio of the two is 3, and for *no* it is $\frac13$. Each answer is therefore $\ln3$-private *before it leaves the person*. This is called **local differential privacy**, and the method is called *randomised response* {cite:p}`warner1965`.
All 2,834 answers together are $\ln3$-private too, and not $2{,}834\ln3$-private, because replacing you changes only your own answer.

We try this once with our people. If nobody were infected, a quarter of them, 708.5, would say *yes* on average, and every infected person raises this average by $\frac34-\frac14=\frac12$. To estimate the number of the infected, we therefore subtract 708.5 from the number of *yes* and double the result:
"""

# %% tags=["hide-input"]
rng = np.random.default_rng(3)
truth = people.hiv.to_numpy() == 1
coin, second = rng.random((2, len(truth))) < 0.5
says_yes = np.where(coin, truth, second)
estimate = 2 * (says_yes.sum() - 708.5)
print(f"{says_yes.sum()} times yes: estimate {estimate:.0f} infected")

# %% [markdown]
r"""
The estimate is 78 below the true count of 177. Its standard deviation is 46 people, whereas Laplace noise at the same $\varepsilon=\ln3$ would have one of only 1.3.
Without a trusted clinic, privacy therefore costs much more accuracy.

:::{dropdown} The standard deviation
One answer has the variance $\frac14\cdot\frac34=\frac3{16}$, so the number of *yes* among $n$ answers has the standard deviation $\sqrt{3n/16}\approx23$. The estimate doubles it to 46. An error of 78 is 1.7 standard deviations, which is not unusual.
:::

A study would be charged $\ln3\approx1.1$ for this. We leave it off our bill, because it only shows a method, and the table is in fact public.
"""

# %% tags=["hide-input"]
error = math.sqrt(len(truth) * 3 / 16) / 0.5
assert len(truth) / 4 == 708.5
assert true_count == 177 and true_count - estimate == 78
assert round(error / 2) == 23 and round(error) == 46
assert round(78 / error, 1) == 1.7
assert round(math.sqrt(2) / math.log(3), 1) == 1.3

# %% [markdown]
r"""
## Exercises

:::{exercise} ★ Which evening?
:label: ex-c01-warm

A colleague publishes the noisy count of the same table at $\varepsilon=1$ on every evening of a week, each time with fresh noise. The true count is 37 if your result is negative, and 38 if it is positive. (a) Explain why seven evenings reveal more than one, and state the largest factor by which an adversary's odds can change. (b) She now rounds each number to the *nearest* ten. Say whether this strengthens the guarantee, and why.
:::

:::{solution} ex-c01-warm
:class: dropdown

(a) The average of seven noisy numbers is usually closer to the truth than one of them. The adversary multiplies seven ratios of at most $e$, so her odds change by a factor of at most $e^7$.
(b) No. Rounding is post-processing. It cannot weaken the guarantee, but it need not strengthen it. A rounded 30 comes from numbers between 25 and 35, below both counts, so it is still $e$ times as likely with the count 37, and seven rounded thirties still change the odds by $e^7$. Most weeks reveal less, but the guarantee must hold for every outcome.
:::

:::{exercise} ★ From a bet to ε
:label: ex-c01-bet

Find the largest $\varepsilon$ for which the definition ensures that an adversary with even prior odds wins at most 52% of her bets.
:::

:::{solution} ex-c01-bet
:class: dropdown

About 0.08. Solving $\frac{e^\varepsilon}{1+e^\varepsilon}=0.52$ gives $\varepsilon=\ln\frac{0.52}{0.48}$, and `math.log(0.52 / 0.48)` computes it.
:::

:::{exercise} ★ From noise to ε
:label: ex-c01-width

Find the $\varepsilon$ at which the size of the noise on a count is at most 5 with probability 0.95.
:::

:::{solution} ex-c01-width
:class: dropdown

About 0.6. The size of the noise is at most $b\ln20$ with this probability, so $b=\frac5{\ln20}\approx1.67$, and $\varepsilon=\frac1b\approx0.6$.
:::

:::{exercise} ★★ Noise in whole numbers
:label: ex-c01-edge

Find noise that takes only whole numbers, is symmetric, and whose probability falls by a factor of exactly 2 with every step away from 0. (a) Compute the probability that it is 0. (b) State the $\varepsilon$ of a count to which it is added.
:::

:::{solution} ex-c01-edge
:class: dropdown

(a) One third. The probability of $z$ is $c\,2^{-|z|}$ for some $c$. The sum over all whole numbers is $c\,(1+2\cdot(\frac12+\frac14+\dots))=3c$, and it must be 1.
(b) $\varepsilon=\ln2\approx0.69$. If the count changes by 1, then $|z|$ changes by 1 for every published number, so every probability changes by a factor of exactly 2. This is Laplace noise for whole numbers, and it is called *geometric noise*.
:::

::::{exercise} ★★ Implement, then assert: `laplace_noise`
:label: ex-c01-mine

Write `laplace_noise(scale, size, rng)`, which returns `size` draws of Laplace noise, with `rng.random` as its only source of randomness. It is the first function of your own library, `mine.py`.
Call `check("laplace_noise", laplace_noise)`, imported above, to mark it, or `make problems` for the whole file.

:::{dropdown} Hint
If $U$ is uniform on $(0,1)$, then $-b\ln U$ is an exponential waiting time with mean $b$. You also need a random sign.
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

# %% tags=["remove-cell"]
assert f"{1 - math.exp(-1.69) / 2:.1%}" == "90.8%"

# %% [markdown]
r"""
The function `log1p(-u)` computes $\ln(1-u)$. It is used because `rng.random` can return 0 but never 1. The second line shows how the check answers a wrong solution, where 90.8% is $1-\frac12e^{-1.69}$.

:::{solution-end}
:::

::::{exercise} ★★★ The best adversary
:label: ex-c01-best

Find the best way to bet between the evenings with 37 and 38, each with probability $\frac12$, if the count is published with Laplace noise. (a) State the rule that wins the most bets, and compute its exact share of wins for every $\varepsilon$. (b) Confirm the share by a simulation at $\varepsilon=1$. (c) Explain why it is smaller than $\frac{e^\varepsilon}{1+e^\varepsilon}$, and find a noise with which the best adversary wins exactly this share. The solution is in {doc}`solutions_1_to_5`.

:::{dropdown} Hint
Bet on the evening on which the number is more likely. For which numbers is the ratio of the densities exactly $e^\varepsilon$, and for which is it smaller? Which noise never publishes such a number?
:::
::::

## The bill

A study has one *privacy budget*, which is fixed before the first question. Ours is $\varepsilon=2$ for all fourteen chapters. If all of it is spent, an adversary with even prior odds can expect to win at most 88.1% of her bets.
This is a weak guarantee for one person, and a cautious board might ask for less.
Every chapter ends with the costs so far. Chapter 4 explains the column δ.
"""

# %%
bill(1, infected.price)

# %% [markdown]
r"""
## Summary

- Differential privacy: $P(M(D)\in E)\le e^{\varepsilon}P(M(D')\in E)$ for all neighbours.
- Laplace noise: the scale is $b=\Delta/\varepsilon$.
- Bets won by an adversary with even prior odds: at most $\frac{e^\varepsilon}{1+e^\varepsilon}$.

**In one paragraph.** A number is private if it would have been almost as likely with somebody else's record in the place of yours. "Almost" means a factor of $e^\varepsilon$. If an adversary knows all the other records, the number changes her odds about yours by at most this factor.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** One person changes a count by at most 1, but can change a sum of incomes by millions. {doc}`c02_sums_and_histograms` makes sums, means and histograms safe.
"""
