# %% [markdown]
r"""
# Exact curves: every guarantee of a mechanism at once

:::{chapter} 8
:asks: If you can read a program's code, which ε and which δ does it really satisfy?
:needs: c01_two_evenings, c03_composition, c04_many_small_answers, c07_convicting_with_samples
:teaches: the privacy profile, the hockey-stick divergence, exact composition
:skip: the last exercise
:::

In the last chapter a program revealed the true count once in a hundred thousand runs, and our audit did not convict it. The auditor saw only samples.

**What can you find out if you can read the code?** If it is simple enough, you can compute the probability of every outcome, rare ones included.

With a $\delta$, a program no longer has just one $\varepsilon$. It is (ε, δ)-private for many pairs, because a larger $\varepsilon$ needs a smaller $\delta$. The function that gives the smallest $\delta$ for each $\varepsilon$ is called the *privacy profile* of the mechanism.

The chapter computes such curves with a single sum. It then answers two open questions: how bad the trapdoor of chapter 7 really was, and how much the rules of chapters 3 and 4 overcharge.
"""

# %% tags=["hide-input"]
import numpy as np
from scipy.stats import binom, norm

from privcausal import plots
from privcausal.course import bill, check

# %% [markdown]
r"""
## Three outcomes

A mechanism prints one of three colours. On a table the colours have the probabilities $p$, and on a neighbour the probabilities $p'$. Is it ε-private with $e^\varepsilon=2$? The guarantee allows $p$ to be at most $2p'$. The last column of the table says by how much $p$ exceeds this.

| outcome | $p$ | $p'$ | $p-2p'$ |
|---|---|---|---|
| red | 0.3 | 0.1 | 0.1 |
| green | 0.3 | 0.1 | 0.1 |
| blue | 0.4 | 0.8 | −1.2 |

The probability of red is larger by 0.1 than the guarantee allows, and so is that of green. The event "red or green" therefore exceeds the bound by 0.2. If blue is added to this event, the excess becomes negative. No event does worse than "red or green", so this pair of tables needs $\delta=0.2$.

The guarantee must also hold in the other order, with the two tables exchanged. In this order $\delta=0$ is enough, because $p'$ never exceeds $2p$.

Now vary $\varepsilon$. At $\varepsilon=0$ the guarantee allows $p$ to be at most $p'$. Red and green exceed this by 0.2 each, so $\delta=0.4$. At $e^\varepsilon=3$ they do not exceed $3p'=0.3$ at all, so $\delta=0$. In between the excess shrinks, because the allowance $e^\varepsilon p'$ grows. This falling curve is the privacy profile of this pair of tables.

In other words, for each $\varepsilon$ we list the outcomes, keep the positive excesses, and add them up. The sum is called the *hockey-stick divergence*, after the shape of the function $\max(0,x)$.

> **Theorem** (the smallest δ). For each pair of neighbours, let $p$ and $p'$ be the probabilities of the outcomes of a mechanism on the first and on the second. The smallest δ for which it is (ε, δ)-private is the largest value, over all pairs in both orders, of the sum $\sum\max(0,\;p-e^{\varepsilon}p')$ over all outcomes. {verdict}`B-hockey`

The proof is the argument of the example. For any event $E$, the difference $P(E)-e^\varepsilon P'(E)$ is the sum of $p-e^\varepsilon p'$ over the outcomes in $E$. It is largest if $E$ contains all outcomes with a positive term, and no other.

The formula is one line of code. It writes `q` for $p'$, because a name cannot contain a prime:
"""


# %%
def delta_at(p, q, epsilon):
    """The δ that two lists of probabilities need at this ε."""
    return np.sum(np.maximum(0, p - np.exp(epsilon) * q))


colours = np.array([0.3, 0.3, 0.4]), np.array([0.1, 0.1, 0.8])
for factor in (1, 1.5, 2, 2.5, 3):
    orders = colours, colours[::-1]
    both = [delta_at(*pair, np.log(factor)) for pair in orders]
    print(f"e^ε = {factor:3}: δ = {both[0]:.1f}, other order {both[1]:.1f}")

# %% [markdown]
r"""
:::{quiz} Green and blue are merged: the mechanism now prints "red" or "not red". What is δ at $e^\varepsilon=2$?
= 0.1 ± 0.001 :: Correct: red exceeds the bound by 0.1, and "not red" has 0.7 against 2 · 0.9. Merging outcomes is post-processing, so δ cannot grow.
!= 0.2 :: No: green can no longer be separated from blue.
:::

## Curves of Laplace and Gaussian noise

Take a count that is 1 on one table and 0 on its neighbour, and publish it with Laplace noise of scale 1 or with Gaussian noise of the same standard deviation, which is $\sqrt2$. For Gaussian noise and $\varepsilon=0.5$, the smallest $\delta$ is an area:
"""

# %% tags=["hide-input"]
z, sigma = np.linspace(-4, 6, 201), np.sqrt(2)
p, allowed = norm.pdf(z, 1, sigma), np.exp(0.5) * norm.pdf(z, 0, sigma)
size = {"wide": True, "height": 4.2}
title = "δ is the area by which p exceeds what ε allows"
ax = plots.curves(z, {"p": p, "exp(ε) p′": allowed}, **size, title=title)
ax.fill_between(z, allowed, p, where=p > allowed, color=plots.RED, alpha=0.4)
look = {"color": plots.RED, "fontsize": 14, "ha": "center"}
ax.annotate("δ", (2.5, 0.118), gid=plots.ON_AREA, **look)
area = f"{np.maximum(p - allowed, 0).sum() * (z[1] - z[0]):.2f}"
plots.note(ax, f"this area is {area}", (3.2, 0.07), (50, 30))
low = (p[60] + allowed[60]) / 2
plots.note(
    ax,
    "here p is below the limit\nand adds nothing to δ",
    (-1, low),
    (-70, 45),
)
caption = f"Density p of a count of 1 with Gaussian noise, and its limit: exp(ε) times p′, the density of a count of 0, at ε = 0.5. The shaded area between the curves, {area}, is the smallest δ. Where p is below the limit, it adds nothing to δ."
plots.show(ax, caption, x="published number", y="density")

# %% [markdown]
r"""
The worst event consists of all outputs at which $p$ lies above the allowed curve, and its excess is the shaded area. A larger $\varepsilon$ raises this curve, so the area shrinks.

The published number can be anywhere on the line. We therefore cut the line from $-30$ to 31 into intervals of width 0.001, and treat each interval as one outcome. This is post-processing, so the sum is never too large. Apart from the outputs beyond the ends, which have a probability below $10^{-13}$, it is too small only by what is lost in the one interval in which $p$ crosses the allowed curve. This is at most $1.3\cdot10^{-7}$, and changes no digit below. If you claim such a δ, add this error to it.

:::{dropdown} Why the loss is so small
In that interval the excess $p-e^\varepsilon p'$ is nearly a straight line through 0, with a slope of at most 1. The sum subtracts a negative triangle from a positive one, and so loses at most the smaller of the two. It is largest if the crossing lies in the middle, where it is $\frac12\cdot0.0005^2=1.25\cdot10^{-7}$. At the points that we read off at $\delta=10^{-6}$ the loss is below $10^{-11}$.
:::

One order of the two tables is enough here and below, because exchanging them only mirrors the picture.
"""

# %%
edges = np.linspace(-30, 31, 61_001)


def laplace_law(z):
    """P(Laplace noise of scale 1 ≤ z), as in chapter 1."""
    tail = np.exp(-np.abs(z)) / 2
    return np.where(z < 0, tail, 1 - tail)


# %%
laplace = [np.diff(laplace_law(edges - count)) for count in (1, 0)]
sigma = np.sqrt(2)  # the standard deviation of this Laplace noise
gauss = [np.diff(norm.cdf(edges, count, sigma)) for count in (1, 0)]
for epsilon in (0, 0.5, 1, 2, 3):
    both = delta_at(*laplace, epsilon), delta_at(*gauss, epsilon)
    print(f"ε = {epsilon:3}: Laplace {both[0]:.6f}, Gaussian {both[1]:.6f}")

# %% tags=["hide-input"]
epsilons = np.sort([*np.linspace(0, 4, 81), *1 - np.geomspace(1e-7, 0.1, 40)])
curve = {
    f"{name} noise": [max(delta_at(*pair, e), 1e-9) for e in epsilons]
    for name, pair in (("Laplace", laplace), ("Gaussian", gauss))
}
ax = plots.curves(
    epsilons, curve, log="y", ylim=(1e-7, 1), level={1e-6: "δ = 1e-6"}
)
plots.points([1, 3.31], {"_read off": [1e-6] * 2}, ax=ax, first=3)
caption = "Privacy profiles of Laplace and Gaussian noise of standard deviation 1.41 on a count: the smallest δ for each ε. The Laplace curve ends at ε = 1; the Gaussian curve never reaches 0. At δ = 1e-6, the horizontal line, ε is 1.00 and 3.31."
plots.show(ax, caption, x="ε", y="smallest δ")

# %% [markdown]
r"""
The Laplace curve falls to 0 at $\varepsilon=1$, because no outcome is more than $e$ times as likely on one side as on the other. Up to there it has a formula, $\delta(\varepsilon)=1-e^{-(1-\varepsilon)/2}$, which the last exercise proves.

The Gaussian curve starts lower, at 0.28 instead of 0.39, but it never reaches 0. However large $\varepsilon$ is, there are outcomes so far out that their ratio exceeds $e^\varepsilon$. The two curves cross, so which noise is better depends on the $\delta$.

How do you read such a curve? A study declares its $\delta$ beforehand, in this course one in a million. Then only one point of the curve matters: the $\varepsilon$ at which it falls to this $\delta$. Because a profile falls as $\varepsilon$ grows, a program finds this point by halving an interval:
"""


# %%
def epsilon_at(pair, delta):
    """The smallest ε at this δ, or infinity if 10 is too small."""
    low, high = 0.0, 10.0
    if delta_at(*pair, high) > delta:
        return np.inf
    for _ in range(40):
        middle = (low + high) / 2
        enough = delta_at(*pair, middle) <= delta
        low, high = (low, middle) if enough else (middle, high)
    return high


for delta in (0.1, 0.01, 1e-6):
    both = epsilon_at(laplace, delta), epsilon_at(gauss, delta)
    print(f"δ = {delta:5g}: Laplace {both[0]:.2f}, Gaussian {both[1]:.2f}")

# %% [markdown]
r"""
At $\delta=0.1$ Gaussian noise needs the smaller $\varepsilon$, but for every $\delta$ below 0.05 Laplace noise does. This changes when one person changes many numbers, or when many answers add up, as chapter 4 showed.

## What the audit missed

Now open the black box of the last chapter. It adds the right Laplace noise with probability $1-10^{-5}$, and otherwise prints the count plus a million. The trapdoor adds two outcomes to our list: one that is possible only on the first table, and one only on the second.
"""

# %%
OPENS = 1e-5
first, second = ((1 - OPENS) * cells for cells in laplace)
with_door = [
    np.append(first, [OPENS, 0]),
    np.append(second, [0, OPENS]),
]
for epsilon in (0.5, 1, 2, 10):
    print(f"ε = {epsilon:3}: δ = {delta_at(*with_door, epsilon):.6f}")
print(f"smallest ε at δ = 1e-06: {epsilon_at(with_door, 1e-6)}")

# %% [markdown]
r"""
The curve of the correct program ends at $\varepsilon=1$. From there on, the curve of the trapdoor stays at $10^{-5}$, because no factor $e^\varepsilon$ makes up for an outcome that is impossible on the neighbour. For a smaller $\delta$ there is no $\varepsilon$ at all. Our `epsilon_at` tries only values up to 10, but the reason holds for every $\varepsilon$.

Our audit let the program pass, whereas one sum shows exactly how often it reveals the count. The price is that we need the code, and must trust that it is the code that runs.

## A hundred answers, exactly

How much do a hundred answers cost together, if each is 0.1-private? Sequential composition gives $100\cdot0.1=10$. By the rules of chapter 4 the total is $\rho=100\cdot\frac{0.1^2}2=0.5$, and at a $\delta$ of one in a million $\varepsilon=\rho+2\sqrt{\rho\ln(1/\delta)}\approx5.76$. Both are upper bounds.

For an exact value we need the probabilities of the answers. Take *randomised response*, which gives the true answer with odds of $e^\varepsilon$ to 1. Begin with two answers and $e^\varepsilon=3$, so that each is true with probability $\frac34$. On one table the true answer is yes, and on the neighbour it is no.

| answers | $p$ | $p'$ | $p-3p'$ |
|---|---|---|---|
| yes, yes | 9/16 | 1/16 | 6/16 |
| one of each | 6/16 | 6/16 | −12/16 |
| no, no | 1/16 | 9/16 | −26/16 |

"One of each" combines two outcomes, yes–no and no–yes. This loses nothing, because both have the same $p$ and the same $p'$. They therefore both belong to the worst event, or neither does.

At $\varepsilon=\ln3$ one answer needs no δ, whereas two answers need $\delta=\frac6{16}$.

With a hundred answers there are $2^{100}$ outcomes. We take the worst case, in which replacing you turns the true answer of all hundred questions from yes to no. Again only the number of *yes* matters. It is binomial, so the list of outcomes has 101 entries. The other order only exchanges *yes* and *no*. With `epsilon_at` we find the total at a $\delta$ of one in a million:
"""

# %%
ANSWERS, EPSILON = 100, 0.1
true = np.exp(EPSILON) / (1 + np.exp(EPSILON))
yes = np.arange(ANSWERS + 1)
many = [binom.pmf(yes, ANSWERS, chance) for chance in (true, 1 - true)]
print(f"smallest ε at δ = 1e-06: {epsilon_at(many, 1e-6):.4f}")

# %% tags=["hide-input"]
rho = ANSWERS * EPSILON**2 / 2
axis = np.linspace(0.6, 8, 371)
lines = {
    "exact": [max(delta_at(*many, e), 1e-12) for e in axis],
    "bound of chapter 4": np.exp(-((axis - rho) ** 2) / (4 * rho)),
}
ax = plots.curves(axis, lines, log="y", ylim=(1e-10, 1), level=1e-6, height=3)
caption = "Smallest δ for a hundred answers by randomised response at ε = 0.1 each, against the total ε: the exact curve and the bound of chapter 4. At δ = 1e-6, the horizontal line, the exact total is 4.78 and the bound is 5.76."
plots.show(ax, caption, x="total ε", y="smallest δ")

# %% [markdown]
r"""
We round the exact total up to 4.78, because at 4.77 the δ is $1.03\cdot10^{-6}$. Sequential composition charges more than twice as much. The bound of chapter 4, which is also in the figure, charges a fifth more.

Our curve used the probabilities of one mechanism. Still, 4.78 holds for *any* hundred answers of which we know only that each is 0.1-private:

- No rule can charge less, because it must cover randomised response.
- No rule needs to charge more, because randomised response is the worst of these mechanisms. On two tables, any 0.1-private answer can be produced from a randomised response at $\varepsilon=0.1$ by adding randomness, and that is post-processing. {doc}`14_what_many_questions_cost` proves this, even if each question is chosen after the earlier answers.

## Why the bound is a fifth too high

Chapter 4 worked with the privacy loss $L=\ln\frac p{p'}$ of an outcome, and asked how often it exceeds $\varepsilon$. The profile asks something slightly different. Because $p'=p\,e^{-L}$, the excess of an outcome is

$$
p-e^\varepsilon p'\;=\;p\,\bigl(1-e^{\varepsilon-L}\bigr) .
$$

Take an outcome whose loss is larger than $\varepsilon$ by 0.1. Its excess is $1-e^{-0.1}\approx0.10$ of its probability, so it counts for only a tenth. If the loss is larger by 3, the outcome counts for 95% of its probability. In other words,

$$
\delta(\varepsilon)\;=\;\mathrm E\max\bigl(0,\;1-e^{\varepsilon-L}\bigr) ,
$$

where $\mathrm E$ is the mean over the outcomes on the first table. Chapter 4 used the probability of $L>\varepsilon$ instead, which counts every outcome with $L>\varepsilon$ in full. This is a safe value for $\delta$, but not the smallest.

How much does it matter for our hundred answers? Their losses are multiples of 0.2, because one more *yes* instead of a *no* changes the loss by 0.2. This is also why the exact curve has small waves.
"""

# %%
losses = np.log(many[0] / many[1])
for limit in (4.8, 5.0, 5.2):
    above = many[0][losses > limit + 1e-9].sum()  # not losses equal to it
    print(f"P(L > {limit}) = {above:.1e}")

# %% [markdown]
r"""
To push the probability of $L>\varepsilon$ below one in a million, we need $\varepsilon=5.2$ instead of 4.78. This part of the difference comes from counting outcomes in full. The rest, from 5.2 to 5.76, arises because chapter 4 did not compute this probability, but replaced it by the Chernoff bound.

## The noise of chapter 4

Chapter 4 gave each of a hundred counts Gaussian noise of $\sigma=53.5$, for a total of $\varepsilon=1$ at $\delta=10^{-6}$ by the bound. What do they really cost?

Think of the hundred counts as one point. In the worst case each changes by 1, so the point moves by a length of $\sqrt{100}=10$. Gaussian noise of the same $\sigma$ in every coordinate looks the same from every direction, so we can turn the axes until the move lies along the first of them. Along all other axes nothing differs between the two tables.

Together the hundred counts are therefore like *one* number that changes by 10. Measured in units of $\sigma$, it changes by $10/\sigma$, and its noise has standard deviation 1:
"""

# %%
for sigma in (53.5, 42.3):
    pair = [np.diff(norm.cdf(edges, change, 1)) for change in (10 / sigma, 0)]
    print(f"σ = {sigma}: smallest ε {epsilon_at(pair, 1e-6):.3f}")

# %% [markdown]
r"""
The noise of 53.5 costs only $\varepsilon=0.78$, and 42.3 is enough for $\varepsilon=1$. This is the value that the library computed in chapter 4.

Answers with different ε are combined in the same way, and the exercise *Our own bill* does this for the answers of this course. A program for this purpose is called a *privacy accountant*. In a study with hundreds of answers, let one compute the total, and use the rules of chapters 3 and 4 for planning by hand.

## What the curve assumes

A curve belongs to one pair of neighbours, and the theorem asks for the worst pair. For Laplace and Gaussian noise on a number it can be proved that the two numbers that are farthest apart are the worst. For AboveThreshold in chapter 6 it is not obvious, and only a theorem covers all pairs. Where nobody knows the worst pair, a proof of an upper bound remains necessary.

A curve also needs outcomes that can be listed. A program that draws thousands of dependent numbers has too many.

## Exercises

:::{exercise} ★ Four outcomes by hand
:label: ex-exact-hand

Compute the smallest δ at $e^\varepsilon=2$ for $p=(0.4,\,0.3,\,0.2,\,0.1)$ and $p'=(0.1,\,0.2,\,0.3,\,0.4)$, in both orders, without code. Give both values and the worst event for each.
:::

:::{solution} ex-exact-hand
:class: dropdown

In the given order $p-2p'$ is $(0.2,-0.1,-0.4,-0.7)$, so $\delta=0.2$ and the worst event is the first outcome. In the other order $p'-2p$ is $(-0.7,-0.4,-0.1,0.2)$, so $\delta=0.2$ again, and the worst event is the last outcome.
:::

:::{exercise} ★ Read the printed curve
:label: ex-exact-read

Decide from the printed values of both kinds of noise whether each statement is true, and give a reason for each. (a) Laplace noise of scale 1 is (0.5, 0.25)-private. (b) Gaussian noise of the same standard deviation is (2, 0.001)-private. (c) A profile can rise as ε grows.
:::

:::{solution} ex-exact-read
:class: dropdown

(a) True, because 0.221 is enough at $\varepsilon=0.5$, and a larger δ is a weaker guarantee. (b) False, because 0.00126 is needed. (c) False. Each term $\max(0,p-e^\varepsilon p')$ falls or stays as ε grows.
:::

:::{exercise} ★★ Implement, then assert: `smallest_delta`
:label: ex-exact-mine

(a) Write a function `smallest_delta(p, q, epsilon)` that returns the smallest δ for two neighbours with the probabilities `p` and `q`, which are arrays of equal length. It must cover both orders. Test it with `check`. (b) *Geometric noise* is a whole number $z$ with a probability proportional to $e^{-|z|}$. Compute its δ for the counts 1 and 0 at $\varepsilon=0.5$, compare it with one randomised response at $\varepsilon=1$ and with Laplace noise of scale 1, and explain the result.
:::

:::{solution-start} ex-exact-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def smallest_delta(p, q, epsilon):
    """The hockey-stick divergence, in the worse of the two orders."""
    orders = ((p, q), (q, p))
    return max(
        np.maximum(0, a - np.exp(epsilon) * b).sum() for a, b in orders
    )


# %%
check("smallest_delta", smallest_delta)

# %%
printed = np.arange(-40, 42)
geometric = [np.exp(-np.abs(printed - count)) for count in (1, 0)]
geometric = [law / law.sum() for law in geometric]
answer = np.array([np.e, 1]) / (np.e + 1)  # one randomised response
deltas = {
    "geometric noise": smallest_delta(*geometric, 0.5),
    "randomised response": smallest_delta(answer, answer[::-1], 0.5),
    "Laplace noise": smallest_delta(*laplace, 0.5),
}
for name, delta in deltas.items():
    print(f"{name}: δ = {delta:.4f}")

# %% tags=["remove-cell"]
for epsilon in np.linspace(0, 1.2, 13):
    both = smallest_delta(answer, answer[::-1], epsilon)
    assert np.isclose(smallest_delta(*geometric, epsilon), both, atol=1e-12)
up = printed >= 1
assert np.isclose(geometric[0][up].sum(), answer[0])
ratios = geometric[0] / geometric[1]
assert np.allclose(ratios, np.where(up, np.e, 1 / np.e))

# %% [markdown]
r"""
(b) Geometric noise needs as much δ as randomised response, and more than Laplace noise. Every printed number from 1 upwards is exactly $e$ times as likely if the count is 1, and every other exactly $e$ times as likely if it is 0. Numbers with the same ratio can be merged without loss, and what remains is the answer "at least 1", which is right with odds of $e$ to 1. With Laplace noise the ratio of an output between 0 and 1 lies between $\frac1e$ and $e$, so such an output reveals less.

:::{solution-end}
:::

:::{exercise} ★★ The classical formula beyond its range
:label: ex-exact-classical

The classical formula for Gaussian noise on a count, $\sigma=\sqrt{2\ln(1.25/\delta)}/\varepsilon$, is proved for $\varepsilon<1$ only, but often used beyond {cite:p}`balle2018gaussian`. Compute its exact δ for the declared $\delta=10^{-5}$ and $\varepsilon=1,5,8,9,10$. Say for which ε the noise is too small.
:::

:::{solution-start} ex-exact-classical
:class: dropdown
:::
"""

# %%
needed = {}
for epsilon in (1, 5, 8, 9, 10):
    sigma = np.sqrt(2 * np.log(1.25 / 1e-5)) / epsilon
    pair = [np.diff(norm.cdf(edges, count, sigma)) for count in (1, 0)]
    needed[epsilon] = delta_at(*pair, epsilon)
    print(f"ε = {epsilon:>2}: δ = {needed[epsilon]:.1e}, declared 1e-05")

# %% tags=["remove-cell"]
# said in the sections above
for e in (0, 0.5, 1, 2, 3):
    a, b = 1 / (2 * np.sqrt(2)), e * np.sqrt(2)
    exact = norm.cdf(a - b) - np.exp(e) * norm.cdf(-a - b)
    assert abs(delta_at(*gauss, e) - exact) < 1e-11
    exact = max(0, 1 - np.exp(-(1 - e) / 2))
    assert abs(delta_at(*laplace, e) - exact) < 1e-11
outside = [abs(1 - cells.sum()) for cells in (*laplace, *gauss)]
assert max(outside) < 1e-12 and np.exp([-30, -31]).sum() / 2 < 1e-13
for pair, exact in ((laplace, 1 + 2 * np.log1p(-1e-6)), (gauss, 3.31)):
    a, b = 1 / (2 * np.sqrt(2)), exact * np.sqrt(2)
    truth = norm.cdf(a - b) - np.exp(exact) * norm.cdf(-a - b)
    truth = 1e-6 if pair is laplace else truth
    assert abs(delta_at(*pair, exact) - truth) < 1e-11
between = np.arange(0.001, 1, 0.002)[-100:]  # p crosses amid an interval
off = [delta_at(*laplace, e) - 1 + np.exp((e - 1) / 2) for e in between]
assert -1.3e-7 < min(off) < -1.24e-7 and max(off) < 1e-11
between, a = np.arange(0.001, 4, 0.02), 1 / (2 * np.sqrt(2))
b = between * np.sqrt(2)
exact = norm.cdf(a - b) - np.exp(between) * norm.cdf(-a - b)
off = np.array([delta_at(*gauss, e) for e in between]) - exact
assert off.min() > -1.3e-7 and off.max() < 1e-11
assert delta_at(*gauss, 0.7) < 0.1 < delta_at(*laplace, 0.7)
area = np.maximum(0, p - allowed).sum() * (z[1] - z[0])
assert abs(area - delta_at(*gauss, 0.5)) < 0.002
assert epsilon_at(with_door, 1e-6) == np.inf > epsilon_at(with_door, 2e-5)
assert np.isclose(delta_at(*colours, np.log(2)), 0.2)
assert np.isclose(delta_at(*colours[::-1], np.log(2)), 0)
assert epsilon_at(gauss, 0.1) < epsilon_at(laplace, 0.1)
for small in np.geomspace(1e-9, 0.05, 9):
    assert epsilon_at(gauss, small) > epsilon_at(laplace, small)
for one, two in (laplace, gauss, with_door, many):  # both orders
    assert np.isclose(delta_at(one, two, 0.5), delta_at(two, one, 0.5))
for deviation, cost in ((53.5, 0.78), (42.3, 1)):
    a = 5 / deviation  # half the change, in units of σ
    z = np.array([cost, cost - 0.01])
    b = z / 2 / a
    exact = norm.cdf(a - b) - np.exp(z) * norm.cdf(-a - b)
    assert exact[0] <= 1e-6 < exact[1]
assert round(epsilon_at(gauss, 1e-6), 2) == 3.31
for small in (0.1, 0.01, 1e-6):  # the error changes no printed digit
    ends = epsilon_at(gauss, small) + np.array([-1e-4, 1e-4])
    a, b = 1 / (2 * np.sqrt(2)), ends * np.sqrt(2)
    exact = norm.cdf(a - b) - np.exp(ends) * norm.cdf(-a - b)
    assert exact[0] > small > exact[1]
    ends = 1 + 2 * np.log1p(-small)
    assert abs(epsilon_at(laplace, small) - ends) < 1e-4
for b in (1, 10, 20, 40, 240, 10_000):  # scales of this course
    ends = 1 / b + 2 * np.log1p(-1e-6)  # the smallest ε of Laplace noise
    x, y = 1 / (2 * b * np.sqrt(2)), ends * b * np.sqrt(2)
    assert norm.cdf(x - y) - np.exp(ends) * norm.cdf(-x - y) > 1e-6
total = epsilon_at(many, 1e-6)
assert f"{total:.4f}" == "4.7746" and np.ceil(100 * total) == 478
assert delta_at(*many, 4.77) > 1e-6 > delta_at(*many, 4.78)
assert f"{delta_at(*many, 4.77):.2e}" == "1.03e-06"
bound = rho + 2 * np.sqrt(rho * np.log(1e6))
assert round(bound, 2) == 5.76 and np.allclose(delta_at(*many, 10.0), 0)
assert round(bound / total, 1) == 1.2 and 2 < 10 / total < 2.1
single = np.array([0.75, 0.25]), np.array([0.25, 0.75])
twice = [np.outer(law, law).ravel() for law in single]
assert np.isclose(delta_at(*twice, np.log(3)), 6 / 16)
assert round(epsilon_at(laplace, 1e-6), 2) == 1
over = {e: many[0][losses > e + 1e-9].sum() for e in (5.0, 5.2)}
assert over[5.2] < 1e-6 < over[5.0] and min(losses[losses > 0]) > 0.19
assert many[0][losses > 5.19].sum() > 1e-6
mean = many[0] @ np.maximum(0, 1 - np.exp(total - losses))
assert np.isclose(mean, 1e-6, rtol=1e-6)
assert round(1 - np.exp(-0.1), 2) == 0.1 and round(1 - np.exp(-3), 2) == 0.95
assert all((d > 1e-5) == (epsilon >= 9) for epsilon, d in needed.items())
assert needed[10] > 2e-5

# %% [markdown]
r"""
At $\varepsilon=9$ and 10 the noise is too small, and at 10 the mechanism needs more than twice the declared δ. At 1, 5 and 8 the formula is safe, and the smaller ε is, the more it wastes.

:::{solution-end}
:::

::::{exercise} ★★ Our own bill
:label: ex-exact-bill

The bill has six answers so far, with $\varepsilon=0.1,0.05,0.1,0.1,0.05,0.1$. In the worst case each of them is a randomised response. Compute the δ of all six together at $\varepsilon=0.4$, and the smallest $\varepsilon$ at $\delta=10^{-6}$. Decide whether declaring a δ is worthwhile.

:::{dropdown} Hint
List all $2^6$ outcomes. Each new answer multiplies the list by its two probabilities.
:::
::::

:::{solution-start} ex-exact-bill
:class: dropdown
:::
"""

# %%
spent = (0.1, 0.05, 0.1, 0.1, 0.05, 0.1)
p, q = np.ones(1), np.ones(1)
for epsilon in spent:
    truth = np.exp(epsilon) / (1 + np.exp(epsilon))
    p = np.outer(p, [truth, 1 - truth]).ravel()
    q = np.outer(q, [1 - truth, truth]).ravel()
for epsilon in (0.5, 0.4):
    print(f"ε = {epsilon}: δ = {delta_at(p, q, epsilon):.6f}")
print(f"smallest ε at δ = 1e-06: {epsilon_at((p, q), 1e-6):.5f}")

# %% tags=["remove-cell"]
assert delta_at(p, q, 0.5) < 1e-12 and delta_at(p, q, 0.45) > 5e-4
assert round(epsilon_at((p, q), 1e-6), 5) == 0.49995

# %% [markdown]
r"""
At $\varepsilon=0.4$ the six answers would need a $\delta$ of almost 0.002. This is larger than $\frac1n$ for our $n=2{,}834$ people, so nobody should declare it. At the $\delta=10^{-6}$ of this course the exact total is 0.49995, hardly less than the plain sum of 0.5. With six answers there is therefore nothing to gain from a $\delta$, although with hundreds of answers there is.

:::{solution-end}
:::

::::{exercise} ★★★ The profile of Laplace noise
:label: ex-c08-curve

Prove the formula of the Laplace curve: for noise of scale $\frac1\varepsilon$ on a count, the smallest δ at $s\,\varepsilon$ with $0\le s\le1$ is $1-e^{-(1-s)\varepsilon/2}$. Hand in the proof, and a comparison with `delta_at` at four values of $s$. Solution: {ref}`sol-c08-curve`.

:::{dropdown} Hint
The outcomes with $p>e^{s\varepsilon}p'$ form a half-line. Where between the two counts does it begin?
:::
::::

## The bill

This chapter asked the table nothing, so the total is unchanged.
"""

# %%
bill(8)

# %% [markdown]
r"""
## Summary

- Smallest δ for a pair of neighbours, in one order: $\delta(\varepsilon)=\sum\max\bigl(0,\;p-e^{\varepsilon}p'\bigr)$.
- The same with the privacy loss $L$: $\delta(\varepsilon)=\mathrm E\max\bigl(0,\;1-e^{\varepsilon-L}\bigr)$.
- Laplace noise of scale $\frac1\varepsilon$: $\delta(s\varepsilon)=1-e^{-(1-s)\varepsilon/2}$ for $0\le s\le1$.

**In one paragraph.** A mechanism satisfies many pairs of ε and δ at once, and its privacy profile lists the smallest δ for each ε. If the probabilities of all outcomes are known, the profile is one sum over the outcomes that are more likely than the guarantee allows. It finds rare failures that an audit misses: below a δ of $10^{-5}$ no ε covers the trapdoor. It also shows what composition costs exactly: a hundred answers at 0.1 cost 4.78 at a δ of one in a million, and not 10. But a profile needs the code and the worst pair of neighbours.

**Practice.** {doc}`/book/practice_6_to_9` has four questions of one minute each on this chapter.

**Next.** We can now ask questions, pay for them and check the guarantee. It is time for the question for which the study was made: did the reward bring people to the clinic? {doc}`c09_cause` answers it.
"""
