# %% [markdown]
r"""
# What many questions cost

:::{chapter} 3
:asks: A clinic answers every day, a little noisily. When has it said too much?
:needs: c01_two_evenings, c02_sums_and_histograms
:teaches: adding up ε, a purse, δ, Gaussian noise, zero-concentrated privacy
:skip: the folded proofs; and the general formula for the δ of Gaussian noise, at a first reading
:::

Each answer of the clinic is private. Tomorrow it will answer again.
A study asks dozens of questions, a search for causes asks hundreds.
Are a hundred private answers, taken together, still private? And if the next question depends on the last answer?

This chapter gives two ways of adding up. The first is a plain sum, and always right. The second, with the letters δ and ρ, is much cheaper for long lists of questions.
"""

# %% tags=["hide-input"]
import math
from statistics import NormalDist

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants
from privcausal.privacy.accounting import zcdp_epsilon
from privcausal.privacy.filters import ConcentratedFilter, Filter
from privcausal.privacy.gaussian import gaussian_scale
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

people = participants()
n = len(people)

# %% [markdown]
r"""
## Ask often enough

Take the evening with 37 positive tests from chapter 1, and $\varepsilon=0.1$. Suppose that the clinic repeats this answer every day, with fresh noise:
"""

# %%
rng = np.random.default_rng(3)
answers = 37 + rng.laplace(0, 1 / 0.1, 3650)
for days in (1, 30, 365, 3650):
    print(f"mean of {days:4} answers: {answers[:days].mean():.2f}")
assert abs(answers.mean() - 37) < 0.5
assert round(10 * math.sqrt(2 / 3650), 2) == 0.23  # as said below

# %% [markdown]
r"""
After ten years the mean is much nearer to 37 than to 38, and its standard error is only $\frac{10\sqrt2}{\sqrt{3650}}\approx0.23$. Noise averages out. Nothing was hacked: a gossip kept a diary.
So privacy is *used up*, and we must say at which speed.

## Prices add

In chapter 1 an answer was described by a bet: it moves the gossip's odds about you by a factor of at most $e^{\varepsilon}$, up or down.
An answer at $\varepsilon=0.3$ and another one at $0.4$, with fresh noise, move them by at most $e^{0.3}\cdot e^{0.4}=e^{0.7}$. So prices add up.

This holds, too, if she chooses her second question after the first answer. Given that answer, the second one still moves her odds by at most its own factor.
It even holds if she chooses the *price* of the next question, and when to stop, as long as a total was fixed beforehand:

> **Fix a total $\varepsilon$. Refuse each question whose price would lift the sum above this total. Then all answers together are $\varepsilon$-private, even if questions and prices are chosen on the way.** {verdict}`B-filter-pure`

:::{dropdown} The proof in four lines
Write down all answers in their order, $t_1,t_2,\dots,t_k$. The probability of such a list on table $D$ is a product, $\prod_i P_D(t_i\mid t_1,\dots,t_{i-1})$.
Given what was said before, the question and its price $\varepsilon_i$ are the same on $D$ and on its neighbour $D'$. So each factor changes by at most $e^{\varepsilon_i}$ between the two.
The product changes by at most $e^{\sum\varepsilon_i}\le e^{\varepsilon}$, for *every* list.
What holds for every list holds for every set of lists: add them up.
:::

Let us try it on a cunning gossip. Your secret is one bit. Every answer, yes (1) or no (0), is that bit or its opposite, and the true one is $e^{\varepsilon_i}$ times as likely (a coin like the one with which people lied in chapter 1).
A question costs her 0.3, and 0.4 after a *yes*.

The **loss** of a list of answers is the logarithm of the ratio of its two probabilities, with your bit 1 and with your bit 0. We want the largest loss of all lists, whatever its sign.
The program goes through them answer by answer; `p` and `q` are the two probabilities so far. The rule `allowed(price, left)` says whether a question may pass, by what is left of the budget (in tenths, so that nothing is rounded).
"""


# %%
def worst_loss(left, allowed, last=0, p=1.0, q=1.0):
    """The largest loss of all lists that begin as this one did."""
    price = 4 if last == 1 else 3  # dear after a yes
    if not allowed(price, left):
        return abs(math.log(p / q))
    true = math.exp(price / 10) / (1 + math.exp(price / 10))
    false = 1 - true
    yes = worst_loss(left - price, allowed, 1, p * true, q * false)
    no = worst_loss(left - price, allowed, 0, p * false, q * true)
    return max(yes, no)


for budget in (10, 20, 30):
    loss = worst_loss(budget, lambda price, left: price <= left)
    print(f"budget {budget / 10}: largest loss {loss:.1f}")
    assert loss <= budget / 10 + 1e-9

# %% [markdown]
r"""
The loss never passes the budget. (With a budget of 1 the worst list is three times *no*: a loss of −0.9, and a fourth question is refused.)
With the rule "ask as long as *something* is left, and compare afterwards" it does:
"""

# %%
for budget in (10, 20, 30):
    loss = worst_loss(budget, lambda price, left: left > 0)
    print(f"budget {budget / 10}, compared afterwards: loss {loss:.1f}")
    assert loss > budget / 10

# %% [markdown]
r"""
:::{admonition} How it was got wrong
:class: warning
The public program of CURATE, a private search for causal graphs, runs a whole round of tests and compares its bill with the budget *after* the round (line 3366 of its `CURATE_cb.py`).
It plans each round of many questions from what is left, and so its last round oversteps by less than it could. Without such a plan the rule can spend three times the budget, in an example of the companion: {doc}`34_spending_where_it_matters`.
:::

## A purse that refuses

The right order is: look at the price, refuse or pay, and only then draw noise. That is a dozen lines:
"""


# %%
class Purse:
    """A budget in ε; it believes the Δ it is told (exercise 4: a leak)."""

    def __init__(self, budget):
        self.left = budget

    def ask(self, value, sensitivity, epsilon, rng):
        if not 0 < epsilon <= self.left:
            cost, left = float(epsilon), float(self.left)
            raise ValueError(f"costs {cost:g}, {left:g} is left")
        self.left -= epsilon
        return value + rng.laplace(0, sensitivity / epsilon)


budget_file = Purse(0.5)
rng = np.random.default_rng(5)
try:
    while True:
        result = budget_file.ask(37, 1, 0.2, rng)
        print(f"told {result:.1f}")
except ValueError as refusal:
    print("refused:", refusal)

# %% [markdown]
r"""
A refusal tells nothing new about the people: it depends on prices alone. And what is left can still buy something cheaper.
The library's purse is called `Filter`. It works with every mechanism, and adds decimals without rounding (exercise 4 shows why that matters).
The bill of our study works in this way: its total was written before the first question, and each chapter pays from it.

## Luck evens out

Is the sum really needed? It is reached only if *every* answer speaks against you, as strongly as it can. With many answers that hardly ever happens:
some point to the truth and some away from it, and the evidence takes a random walk. Ask, and watch it. (Evidence is the logarithm of a ratio, as the loss is; a *nat* is its unit.)
"""

# %%
explorers.many_questions()

# %% [markdown]
r"""
The walk drifts upwards, because true answers are a little likelier. But it soon stays far below the straight line, and at most one walk in a million ever climbs above the right end of the bent one. (The bent line is called *advanced composition*; below we shall find one like it.)
To use this we must allow something rare to go wrong. That is what δ is for.

A random function $M$ is **$(\varepsilon,\delta)$-private** if for all neighbours $D,D'$ and every set $E$ of outcomes

$$
P\bigl(M(D)\in E\bigr)\;\le\;e^\varepsilon\,P\bigl(M(D')\in E\bigr)+\delta .
$$

In words: it is as good as $\varepsilon$-private, except for an accident that happens with probability at most δ.
With $\delta=0$ it is the old promise. As before, post-processing costs nothing, and over several answers ε and δ both add up.

**How small must δ be?** Very. Here is a mechanism that you would not want: *publish one random row of the table, in full.* Exercise 2 shows that it is $(0,\frac1n)$-private.
So a δ near $\frac1n$ permits a catastrophe. Ours is a millionth, for all questions of the course together; $\frac1n$ is 350 times as large.

:::{quiz} A program is $(1, 0.01)$-private, and a table has 10,000 people. What may the program do?
- [x] Publish a hundred random rows as they are. :: Yes: each row is printed with probability 0.01, and the definition permits it.
- [ ] Publish one row, at most. :: One random row would need δ = 1/10,000 only.
- [ ] Nothing about a single person. :: Only ε = δ = 0 would say so.
:::

## Gaussian noise

The first use of δ is another noise. **Gaussian noise** is the bell curve with standard deviation $\sigma$ (density proportional to $e^{-z^2/2\sigma^2}$). What does an output betray?
As in chapter 1 we compare two tables with the counts 37 and 38. For each published number we plot the loss, the logarithm of the ratio of its two densities:
"""

# %% tags=["hide-input"]
assert 350 < 1e6 / n < 355  # as said above
z = np.linspace(27, 48, 400)
b, sigma = 2.0, 2.0 * math.sqrt(2)
square = ((z - 37) ** 2 - (z - 38) ** 2) / (2 * sigma**2)
losses = {"Laplace noise": (abs(z - 37) - abs(z - 38)) / b}
losses["Gaussian noise, same standard deviation"] = square
ax = plots.curves(z, losses)
caption = "Laplace noise: no output betrays more than ε = 1/2. Gaussian noise: far out there is no limit, but little falls there."
ax.set_ylabel("loss: evidence for 38, in logs")
plots.show(ax, caption, x="published number")

# %% [markdown]
r"""
The Gaussian line grows without end, so no $\varepsilon$ alone will do. But the outputs far out are rare, and δ pays for them.

How large a δ? First in numbers. Take the count 1 with you and 0 without you, $\sigma=1$ and $\varepsilon=1$. At the output $t$ the loss is $\frac{t^2-(t-1)^2}2=t-\frac12$: it passes 1 at $t=1.5$. How likely is an output beyond that point?
"""

# %%
with_you, without = NormalDist(1, 1), NormalDist(0, 1)
p, q = (1 - law.cdf(1.5) for law in (with_you, without))
print(f"beyond 1.5: {p:.3f} with you, {q:.3f} without you")
print(f"not covered: {p:.3f} - e * {q:.3f} = {p - math.e * q:.3f}")

# %% [markdown]
r"""
So δ must be 0.127 at least: this event is likelier by that much than $e^1$ alone allows. (The accident is not that the loss passes 1, which happens more often. It is the part of that chance which the factor $e^1$ does not cover.)
No event asks for more. An output beyond 1.5 adds to the difference, an output below takes away from it, and this event holds all that add. (From 0 to 1 it is the mirror image.)

For any $\sigma$ and $\varepsilon$ the steps are the same. The loss is $\frac{2t-1}{2\sigma^2}$, and passes $\varepsilon$ at the point $c=\frac12+\varepsilon\sigma^2$. Let $\Phi(z)$ be the share of the bell curve with $\sigma=1$ below $z$:

> **A number of sensitivity 1 with Gaussian noise of standard deviation $\sigma$ is $(\varepsilon,\delta)$-private exactly if** $\Phi\bigl(\tfrac{1-c}\sigma\bigr)-e^\varepsilon\,\Phi\bigl(\tfrac{-c}\sigma\bigr)\le\delta$. {verdict}`C-agm`

The two $\Phi$ are the probabilities beyond $c$, with you and without you. (For another move $\Delta$, put $\sigma/\Delta$ in the place of $\sigma$; so a smaller move is like more noise, and needs less δ.) We need not believe that this $c$ is the best: we can try ten thousand of them.
"""


# %%
def delta_of(epsilon, sigma):
    """The formula, for sensitivity 1."""
    share, c = NormalDist().cdf, 0.5 + epsilon * sigma**2
    return share((1 - c) / sigma) - math.exp(epsilon) * share(-c / sigma)


def best_accuser(epsilon, sigma):
    """The largest P(E) − e^ε P'(E) over events "beyond c"."""
    with_you, without = NormalDist(1, sigma), NormalDist(0, sigma)
    points = np.linspace(-8 * sigma, 8 * sigma, 10_001)
    return max(
        1 - with_you.cdf(c) - math.exp(epsilon) * (1 - without.cdf(c))
        for c in points
    )


for epsilon, sigma in ((1, 1), (0.5, 2), (0.1, 10)):
    outcome, formula = best_accuser(epsilon, sigma), delta_of(epsilon, sigma)
    assert formula - 1e-6 < outcome <= formula + 1e-12
    print(f"ε = {epsilon}, σ = {sigma}: {outcome:.6f}, formula {formula:.6f}")

# %% [markdown]
r"""
More noise at the same ε, less δ. The library's `gaussian_scale(Δ, ε, δ)` (below with a tenth of our δ, or all of it) looks for the smallest $\sigma$ at which the formula is no more than the δ that you allow:
"""

# %%
for epsilon, delta in ((0.1, 1e-7), (1, 1e-6)):
    sigma = gaussian_scale(1, epsilon, delta)
    needed = delta_of(epsilon, sigma)
    print(f"ε = {epsilon}: σ = {sigma:.2f} needs δ = {needed:.1e}")
    assert math.isclose(needed, delta, rel_tol=1e-6)

# %% [markdown]
r"""
**When is Gaussian noise the better one?** Not for one number and a δ as small as ours: at $\varepsilon=0.1$ Laplace noise has the deviation $10\sqrt2\approx14$, not 41, and needs no δ.
But if one person moves many numbers, it wins. Let $d$ numbers move by 1 each. Laplace noise must cover the sum of the moves, $d$. The density of independent Gaussian noises depends only on the distance from the centre. So turn the axes until one lies along the move: then one number moves, by the *Euclidean* distance $\sqrt d$.
"""

# %%
sigma = gaussian_scale(1, 0.1, 1e-7)
first = next(d for d in range(1, 100) if sigma < math.sqrt(2 * d) / 0.1)
print("Gaussian noise is smaller from", first, "numbers on")

# %% [markdown]
r"""
## A price for many small answers

Now the smaller bill, the bent line. Take one answer of the gossip's game, at $\varepsilon=0.1$. Its loss is $+0.1$ or $-0.1$, and $+0.1$ is a little likelier. What is it on average, and how far does it scatter?
"""

# %%
toward = math.exp(0.1) / (1 + math.exp(0.1))
drift = 0.1 * (2 * toward - 1)
scatter = math.sqrt(0.1**2 - drift**2)
print(f"one answer: mean {drift:.4f}, standard deviation {scatter:.4f}")
print(f"a hundred: {100 * drift:.2f} and {math.sqrt(100) * scatter:.2f}")
assert drift < 0.1**2 / 2 and scatter < 0.1
assert round(math.sqrt(2 * math.log(1e6)), 1) == 5.3  # as said below

# %% [markdown]
r"""
Means add up, and so do variances. After a hundred answers the walk stands near 0.5, and scatters by 1.
A sum of many small steps is nearly a bell curve, which is more than $z$ standard deviations above its mean with probability at most $e^{-z^2/2}$. That is a millionth at $z=\sqrt{2\ln10^6}\approx5.3$.
So but for one case in a million the loss stays below $0.5+5.3\cdot1=5.8$. The sum of the prices is 10.

With letters: an answer at $\varepsilon_i$ has nearly the mean $\rho_i=\frac{\varepsilon_i^2}2$ (above: 0.005) and the variance $\varepsilon_i^2=2\rho_i$. Both add up: with $\rho=\sum\rho_i$ the walk has the mean $\rho$ and the standard deviation $\sqrt{2\rho}$. The bill is the mean plus $\sqrt{2\ln(1/\delta)}$ standard deviations:

$$
\varepsilon=\rho+2\sqrt{\rho\ln(1/\delta)} .
$$

But a promise needs more than *nearly*. What we need of the bell curve can be said without it. Let $L=\ln\frac{P(t)}{P'(t)}$ be the loss at a random output $t$ of $M(D)$, with $P$ for $D$ and $P'$ for a neighbour $D'$. $M$ is **$\rho$-zero-concentrated** if for all neighbours and all $a>0$

$$
\mathrm E\bigl[e^{aL}\bigr]\;\le\;e^{a\rho+a^2\rho}.
$$

For a normal $L$ with mean $m$ and variance $v$ this average is exactly $e^{am+a^2v/2}$. So the promise is: the loss is no wilder than a bell curve with mean $\rho$ and variance $2\rho$. A small average of $e^{aL}$ makes a large $L$ rare: $P[L>\varepsilon]\le e^{-a\varepsilon}\,\mathrm E[e^{aL}]$ (Markov). Four facts are all that we need:

1. Gaussian noise has $\rho=\frac{\Delta^2}{2\sigma^2}$ (of several numbers: $\Delta$ is the *Euclidean* distance).
2. What is $\varepsilon$-private has $\rho\le\frac{\varepsilon^2}2$.
3. The $\rho$ of several answers add up, even if each question depends on the answers before.
4. A total of $\rho$ is $\bigl(\rho+2\sqrt{\rho\ln(1/\delta)},\;\delta\bigr)$-private, for every δ. This is the bill from above.

> **A purse in ρ keeps this promise: with a total fixed beforehand, questions and prices may be chosen on the way.** {verdict}`B-filter`

:::{dropdown} Why: given the past, averages multiply
*Fact 3.* Losses of answers add, so $e^{aL}$ of all answers is the product of the single ones. Given the past, each has an average of at most $e^{a\rho_i+a^2\rho_i}$; multiply.

*Fact 4.* An event can break the promise only where $L>\varepsilon$: $P(E)-e^\varepsilon P'(E)\le P[L>\varepsilon]$. By Markov's inequality $P[L>\varepsilon]\le e^{-a\varepsilon}\,\mathrm E[e^{aL}]\le e^{a\rho+a^2\rho-a\varepsilon}$.
This is δ for $\varepsilon=\rho+a\rho+\frac{\ln(1/\delta)}a$, and $a=\sqrt{\ln(1/\delta)/\rho}$ makes it smallest.

*Fact 1.* For Gaussian noise $L$ is itself normal, with mean $\frac{\Delta^2}{2\sigma^2}=\rho$ and variance $2\rho$. Fact 2, and that prices may be chosen on the way, are proved {doc}`in the companion <14_what_many_questions_cost>`.
:::

Now compare both ways for $k$ answers at $\varepsilon=0.1$ each:
"""


# %%
def by_rho(epsilons, delta):
    rho = sum(e**2 for e in epsilons) / 2
    return rho + 2 * math.sqrt(rho * math.log(1 / delta))


for k in (1, 10, 30, 100, 1000):
    both = 0.1 * k, by_rho([0.1] * k, 1e-6)
    print(f"{k:4} answers: sum {both[0]:5.1f}, by ρ {both[1]:5.2f}")
assert math.isclose(by_rho([0.1] * 100, 1e-6), zcdp_epsilon(0.5, 1e-6))

# %% [markdown]
r"""
For few answers the sum is the smaller bill. For many, the other one grows more slowly, at first like a square root.
For a fixed list of prices both are true: pay the smaller. If prices are chosen on the way, choose beforehand which of the two you will pay (the trap below says why).
The library has a purse for each. How many questions at $\varepsilon=0.01$ fit, if all together may cost $\varepsilon=1$ (and $\delta=10^{-6}$)? (The second purse solves the bill for ρ.)
"""

# %%
cheap = Laplace(1, 0.01, Relation.SUBSTITUTION)
for account in (
    Filter(1.0, Relation.SUBSTITUTION),
    ConcentratedFilter.for_epsilon(1.0, 1e-6, Relation.SUBSTITUTION),
):
    fit = account.remaining / account.cost(cheap.price)
    print(f"a purse in {account.unit}: {math.floor(fit + 1e-9)} questions")

# %% [markdown]
r"""
A purse in $\rho$ has one trap: its ε is a promise about the *whole* budget. If you stop early because of the answers, you still owe all of it, for you may have stopped just when the walk stood high. With a purse in $\varepsilon$ you owe only what was spent.

:::{quiz} Gaussian noise with σ = 5 on a count. What is its ρ?
= 0.02 ± 0.0001 :: Yes: 1 / (2 · 25).
!= 0.04 :: The 2 below the line is missing.
!= 0.2 :: That is Δ/σ; ρ is half of its square.
:::

## The next question: who learned, near and far

Now the table again. Do people come less often if the clinic is far? We want the share that learned their result at four distances: below 1 km, 1 to 2, 2 to 3, and above.

Group sizes are secret too, so we ask for all eight counts: four groups, learned or not. One person stands in one of the eight. That is a histogram, so one replaced person moves it by 2 in sum, and by $\sqrt2$ in Euclidean distance. Which noise? *Decide before looking*, from public numbers alone:
"""

# %%
laplace_sd = math.sqrt(2) * 2 / 0.1
gaussian_sd = gaussian_scale(math.sqrt(2), 0.1, 1e-7)
print(f"noise on a count: Laplace {laplace_sd:.0f}", end=", ")
print(f"Gaussian {gaussian_sd:.0f}")
assert laplace_sd < gaussian_sd

# %%
group = np.digitize(people.distance, [1, 2, 3])
groups = (group[people.learned == k] for k in (0, 1))
cells = np.array([np.bincount(part, minlength=4) for part in groups])
noisy = Laplace(2, 0.1, Relation.SUBSTITUTION)
result = noisy.release(cells, np.random.default_rng(2007))
shares = result.value[1] / result.value.sum(axis=0)
true_shares = cells[1] / cells.sum(axis=0)
rings = "below 1 km", "1 to 2 km", "2 to 3 km", "above 3 km"
for words, share, true in zip(rings, shares, true_shares):
    print(f"{words}: learned {share:.0%}, without noise {true:.0%}")
assert np.abs(shares - true_shares).max() < 0.1
noise = 28 * math.hypot(0.7, 0.3) / (n / 4)  # as said below
assert (round(noise, 2), round(math.sqrt(2) * noise, 2)) == (0.03, 0.04)
assert round(shares[0] - shares[-1], 2) == 0.05

# %% [markdown]
r"""
Laplace it is, and δ is not spent: a person moves only two counts here. The published shares fall with distance by little more than the noise (28 on each count, so 3 points on a share of some 700 people, by a formula of chapter 9, and 4 on the difference of two). Chapter 9 will say what may be concluded from such numbers.

## Choosing ε in practice

Which ε is right? No theorem says. Four habits help.

**Translate it into a bet.** The table of chapter 1 says how many of her bets a gossip wins at most: 52.5% at $\varepsilon=0.1$, 73% at $\varepsilon=1$, 95% at $\varepsilon=3$. Say it in these words to those who decide.

**Fix the total first**, for all questions about these people, the failed and forgotten ones included.

**Compare with the error that you have anyway.** The people are a sample, so a share among $n$ people has a standard error of up to $\frac1{2\sqrt n}$. Laplace noise on it has the standard deviation $\frac{\sqrt2}{n\varepsilon}$. They are equal at $\varepsilon=2\sqrt{2/n}$:
"""

# %%
for size in (100, n, 100_000):
    even = 2 * math.sqrt(2 / size)
    print(f"n = {size:6,}", end=": ")
    print(f"noise and sampling error are equal at ε = {even:.3f}")
for epsilon in (0.05, 0.2, 0.5):
    both = math.hypot(1 / (2 * math.sqrt(n)), math.sqrt(2) / (n * epsilon))
    print(f"our table, ε = {epsilon:4}: both together {both:.4f}")

# %% [markdown]
r"""
For our table that is about 0.05. Below it the noise takes over; an answer at ε = 0.5 is hardly more exact than one at ε = 0.2.

**Try it on invented data.** A made-up table of the right size tells you what ε can show, and costs nothing.

## Exercises

:::{exercise} ★ Who adds?
:label: ex-c03-warm

No code. Each question costs $\varepsilon=0.2$. What does each person pay in total, if (a) three colleagues ask about the same table; (b) three colleagues ask about three villages, and each person lives in one of them and stays there; (c) one colleague asks once and publishes the answer in three papers?
:::

:::{solution} ex-c03-warm
:class: dropdown

(a) 0.6. (b) 0.2 if a replaced person is replaced by one of the same village, because only one of the answers can change. (If the new person may live elsewhere, two answers change: 0.4 if they are counts, like two bars of a histogram.) (c) 0.2: copies are post-processing.
:::

:::{exercise} ★ One random row
:label: ex-c03-row

No code. A mechanism publishes one of the $n$ rows, each with probability $\frac1n$. Show that it is $(0,\frac1n)$-private, and say why you would not use it.
:::

:::{solution} ex-c03-row
:class: dropdown

Neighbours differ in one row. With probability $1-\frac1n$ another row is drawn, and then both tables print the same. So $P(E)\le P'(E)+\frac1n$ for every $E$. And yet each time a whole person is published. A δ must be far below $\frac1n$.
:::

::::{exercise} ★★ Implement, then assert: `total_epsilon`
:label: ex-c03-mine

Write `total_epsilon(epsilons, delta=0)`: the total ε of answers with the prices `epsilons`, each of them pure (without a δ of its own). With `delta=0` it is their sum; with `delta > 0` it is the smaller one of the sum and the bill by ρ.

:::{dropdown} Hint
Square each price before you add. $\ln(1/\delta)$ has no value at $\delta=0$: return early.
:::
::::

:::{solution-start} ex-c03-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def total_epsilon(epsilons, delta=0):
    """The sum, or less if a δ is allowed."""
    if delta == 0:
        return sum(epsilons)
    rho = sum(e**2 for e in epsilons) / 2
    concentrated = rho + 2 * math.sqrt(rho * math.log(1 / delta))
    return min(sum(epsilons), concentrated)


# %%
check("total_epsilon", total_epsilon)

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise} ★★ Three times a tenth
:label: ex-c03-tenths

Give our `Purse` a budget of 0.3, and ask three times at $\varepsilon=0.1$. What happens, and why? Could rounding also do something worse? Repair it with `fractions.Fraction`, made from strings: `Fraction(0.1)` is the float again.
:::

:::{solution-start} ex-c03-tenths
:class: dropdown
:::
"""

# %%
from fractions import Fraction

small = Purse(0.3)
try:
    for _ in range(3):
        small.ask(0, 1, 0.1, rng)
except ValueError as refusal:
    print("refused:", refusal)
small = Purse(Fraction("0.3"))
for _ in range(3):
    small.ask(0, 1, Fraction("0.1"), rng)
print("left:", small.left)
assert 1 - 1e-17 == 1

# %% [markdown]
r"""
In floats $0.3-0.1-0.1$ is a little less than $0.1$, so the third question is refused. Worse: `1 - 1e-17 == 1`, so a price that small is never taken off, however often it is asked. The library's `Filter` counts decimals as fractions.

:::{solution-end}
:::

:::{exercise} ★★ Where the bills cross
:label: ex-c03-cross

From how many answers at $\varepsilon=0.1$ on is the bill by ρ smaller than the sum, for δ = 10⁻⁶ and for δ = 10⁻⁹? Explain by a formula that leaves out the small first term.
:::

:::{solution-start} ex-c03-cross
:class: dropdown
:::
"""

# %%
for delta in (1e-6, 1e-9):
    k = next(k for k in range(1, 999) if by_rho([0.1] * k, delta) < 0.1 * k)
    about = 2 * math.log(1 / delta)
    print(f"δ = {delta:g}: from {k} answers on; 2 ln(1/δ) = {about:.1f}")
    assert about < k < 1.2 * about

# %% [markdown]
r"""
Without the first term the bill by ρ is $2\sqrt{\frac{k\varepsilon^2}2\ln\frac1\delta}=\varepsilon\sqrt{2k\ln\frac1\delta}$. It is below $k\varepsilon$ when $k>2\ln\frac1\delta$, whatever ε is.

:::{solution-end}
:::

::::{exercise} ★★★ A curve, three ways
:label: ex-c03-curve

You want a curve: how many learned their result and live within $d$ kilometres, for the sixty values $d=0.1, 0.2, \dots, 6$. One person is in up to sixty of these counts. At $\varepsilon=0.1$ compute the standard deviation of the noise on the *last* point, if you (a) put Laplace noise on all sixty counts; (b) put Gaussian noise on them, with $\delta=10^{-7}$; (c) release a histogram with sixty bars and add them up. Which one is best at the first point?

:::{dropdown} Hint
(a) covers a sum of 60, (b) a Euclidean distance of $\sqrt{60}$, (c) a sum of 2. How does noise add up in (c)?
:::
::::

:::{solution-start} ex-c03-curve
:class: dropdown
:::
"""

# %%
laplace_way = math.sqrt(2) * 60 / 0.1
gaussian_way = math.sqrt(60) * gaussian_scale(1, 0.1, 1e-7)
bars_way = [math.sqrt(2 * k) * 2 / 0.1 for k in (1, 60)]
print(f"(a) {laplace_way:.0f}, (b) {gaussian_way:.0f}")
print(f"(c) first point {bars_way[0]:.0f}, last point {bars_way[1]:.0f}")
assert bars_way[1] < gaussian_way < laplace_way

# %% [markdown]
r"""
(c) wins at both ends. Asking for something that a person moves little, and computing the rest afterwards, beats the better noise. In (c) the noise of sixty bars has the standard deviation $20\sqrt{2\cdot60}$ at the last point, and $20\sqrt2$ at the first.

:::{solution-end}
:::

## The bill
"""

# %%
bill(3, result.price)

# %% [markdown]
r"""
## Three formulas

$$
\varepsilon=\sum_i\varepsilon_i\qquad\quad \rho=\frac{\Delta^2}{2\sigma^2}\;\text{ or }\;\frac{\varepsilon^2}2\qquad\quad \varepsilon=\rho+2\sqrt{\rho\ln(1/\delta)}
$$

**In one paragraph.** Prices of private answers add up, even if each question was chosen after the last answer, as long as a purse was filled beforehand and refuses what does not fit. The sum is what happens if every answer goes against you. Losses behave like a random walk, and if an accident of probability δ is allowed, the price of many small answers grows nearly like the root of their number, while ρ is small. Gaussian noise needs a δ and is the better one when a person moves many numbers at once. The companion has {doc}`four more ways of adding up <14_what_many_questions_cost>`, and {doc}`the exact δ of Gaussian noise <12_noise_to_measure>`.

**Next.** Within which distance of the clinic do half of the people live? One person may throw this number across the map, and noise would have to cover that. {doc}`c05_choosing` picks an answer instead of blurring it.
"""
