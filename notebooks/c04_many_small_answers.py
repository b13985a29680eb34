# %% [markdown]
r"""
# Many small answers: δ, Gaussian noise and ρ

:::{chapter} 4
:asks: Do a hundred times as many questions really cost a hundred times as much?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition
:teaches: approximate differential privacy, Gaussian noise, L2 sensitivity, zero-concentrated differential privacy
:skip: everything that is folded
:::

A questionnaire has a hundred yes-or-no questions, and a planner wants to know how many people answer *yes* to each. If each of these counts costs $\varepsilon=0.1$, sequential composition charges $\varepsilon=10$, which leaves almost no privacy.

That sum is the worst case, in which every answer is the most damaging one possible. Usually some answers point towards the truth and others away from it, so the evidence partly cancels.
This chapter turns the cancellation into a second way of adding up costs. The price is a rare exception, with probability $\delta$, and the tool is a number $\rho$, which adds up as simply as $\varepsilon$.
The reward is large: at a total of $\varepsilon=1$ and a $\delta$ of one in a million, the noise on each count falls from 141 people to 53.
"""

# %% tags=["hide-input"]
import math

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.privacy.accounting import zcdp_epsilon
from privcausal.privacy.gaussian import gaussian_scale

# %% [markdown]
r"""
## Why the sum is usually too pessimistic

Take the adversary of chapter 3, who asks for your secret again and again. Each answer is a *randomised response* at $\varepsilon=0.1$: the truth is $e^{0.1}$ times as likely as its opposite. An answer is therefore true with probability 0.525 and false with probability 0.475. A true answer has the privacy loss $+0.1$, and a false one $-0.1$.

Begin with two answers, for which sequential composition charges 0.2. Their total loss is 0.2 only if both are true, and this has the probability $0.525^2\approx0.28$. With probability $2\cdot0.525\cdot0.475\approx0.50$ one answer is true and the other is false, the two losses cancel, and the adversary knows no more than before.

For a hundred answers the charge is 10, but the loss is that large only if all hundred are true, which has a probability of about $10^{-28}$. How large is a typical loss? Losses of independent answers add up, and so do their means and variances:
"""

# %%
likely = math.exp(0.1) / (1 + math.exp(0.1))
mean = 0.1 * likely - 0.1 * (1 - likely)
deviation = math.sqrt(0.1**2 - mean**2)
print(f"one answer:        mean {mean:.3f}, deviation {deviation:.3f}")
mean, deviation = 100 * mean, math.sqrt(100) * deviation
print(f"a hundred answers: mean {mean:.2f}, deviation {deviation:.2f}")

# %% [markdown]
r"""
After a hundred answers the total loss has mean 0.50 and standard deviation 1.00, far from the 10 that we are charged.
Here are the total losses of a million adversaries:
"""

# %% tags=["hide-input"]
true_answers = np.random.default_rng(4).binomial(100, likely, 1_000_000)
losses = 0.1 * true_answers - 0.1 * (100 - true_answers)
bound = 0.5 + math.sqrt(2 * math.log(1e6))
assert round(bound, 2) == 5.76 and losses.max() < bound
assert round(likely, 3) == 0.525 and f"{likely**100:.0e}" == "1e-28"
assert round(likely**2, 2) == 0.28
assert round(2 * likely * (1 - likely), 2) == 0.5
marks = {bound: "bound\n5.76", 10: "sum\n10"}
ax = plots.histogram(
    {"loss": losses}, np.arange(-5.1, 10.4, 0.2), place=marks
)
caption = "Total privacy loss after a hundred answers at ε = 0.1, for a million simulated adversaries. None reaches 5.76, let alone 10, the sum of the costs."
plots.show(ax, caption, x="total privacy loss", y="share of adversaries")

# %% [markdown]
r"""
How far into the right tail must we go until hardly any adversary is left? A sum of many small steps is approximately normal, and a normal variable exceeds its mean by more than $z$ standard deviations with probability at most $e^{-z^2/2}$. We shall prove this bound later in the chapter. It equals one in a million at $z=\sqrt{2\ln10^6}\approx5.26$.
The total loss therefore exceeds $0.50+5.26\cdot1.00=5.76$ with a probability of at most about one in a million. If we accept this exception, a hundred answers cost 5.76 and not 10.

The explorer follows a hundred adversaries, and calls the probability of the exception $\delta$. It opens with $\delta=20\%$, which is far too large for a release. Set $\delta$ to one in a million, and none of the hundred paths crosses the curved line, which is our bound.
The thin line below it is the true *quantile*: at most a share $\delta$ of all adversaries ends above it.
"""

# %% tags=["hide-input"]
explorers.many_questions()

# %% tags=["hide-input"]
assert f"{1 / (1 + math.exp(-5.76)):.1%}" == "99.7%"


# %% [markdown]
r"""
Three steps remain. We define a guarantee that allows an exception, find a noise with an exactly normal loss, and prove that other losses are no worse.

## Approximate differential privacy: a small δ

What exactly do we promise if the loss is at most 5.76 with a rare exception? Take any event about the hundred answers, for example that at least sixty of them are *yes*, and divide it into two parts:

- *The lists of answers with a loss of at most 5.76.* Each of them is at most $e^{5.76}$ times as likely on your table as on the neighbour, where your secret is the opposite.
- *All other lists.* Together they have a probability of at most $10^{-6}$ on your table.

Let $P$ be the probability of the whole event on your table, and $P'$ its probability on the neighbour. The two parts together give

$$
P\;\le\;e^{5.76}\,P'+10^{-6} .
$$

The factor covers the usual lists, and the added term the exceptions. By symmetry the same holds with the two tables exchanged. A random function $M$ of a table satisfies **$(\varepsilon,\delta)$-differential privacy** if for all neighbours $D$, $D'$ and every set $E$ of outputs

$$
P\bigl(M(D)\in E\bigr)\;\le\;e^\varepsilon\,P\bigl(M(D')\in E\bigr)+\delta .
$$

With $\delta=0$ this is the definition of chapter 1. Post-processing costs no further privacy here either, and over several answers both $\varepsilon$ and $\delta$ add up {cite:p}`dwork2014`.

**What it means as a bet.** A $\delta$ hardly helps an adversary: it raises the share of bets that she can expect to win by less than $\delta$, as an exercise shows. The 5.76 is another matter, because a mechanism with this guarantee could let her win 99.7% of her bets.
We shall therefore fix a small total first, such as $\varepsilon=1$, and ask how much noise it needs.

**How small must δ be?** Consider a mechanism that publishes one random row of the table in full. Each person's row is published with probability $\frac1n$, so the mechanism satisfies $(0,\frac1n)$-differential privacy, and yet it exposes somebody every time.
A $\delta$ near $\frac1n$ is therefore far too large. Ours is at most one in a million for the whole course, about 350 times smaller.

## Gaussian noise: the normal case

So far the 5.76 rests on an approximation, because the sum of a hundred losses of $\pm0.1$ is only nearly normal. Is there a noise for which the loss of each *single* answer is exactly normal?

There is. **Gaussian noise** has the normal distribution with mean 0 and standard deviation $\sigma$. Its density is proportional to $e^{-z^2/2\sigma^2}$. Take the counts 38 with your record and 37 with the one that replaces it, and $\sigma=10$. The densities of the published number $t$ are then proportional to $e^{-(t-38)^2/200}$ and $e^{-(t-37)^2/200}$. The privacy loss is the logarithm of their ratio:

$$
L(t)=\frac{(t-37)^2-(t-38)^2}{200}=\frac{2t-75}{200} .
$$

Why is this normal? The loss is a straight line in $t$: at $t=38$ it is 0.005, and it grows by 0.01 with every unit of $t$. On your table $t$ is normal with mean 38 and standard deviation 10. The loss is therefore normal with mean 0.005 and standard deviation 0.1. If the number is drawn on the neighbour instead, and its density there is put in the numerator, the same calculation gives the same distribution.

Look at these two numbers: the variance is $0.1^2=0.01$, twice the mean. This is always so. If the true value changes by $\Delta$ and the noise has any $\sigma$, the same calculation gives a normal loss with mean $\frac{\Delta^2}{2\sigma^2}$ and variance $\frac{\Delta^2}{\sigma^2}$. One number therefore describes the whole distribution. It is called $\rho$:

$$
\rho=\frac{\Delta^2}{2\sigma^2},\qquad\text{and the loss is normal with mean }\rho\text{ and variance }2\rho .
$$

A normal loss has no upper bound, so Gaussian noise needs a $\delta$.

Now let two answers have $\rho=0.2$ and $\rho=0.3$. Sums of independent normal variables are normal, and means and variances add up, so their total loss has $\rho=0.5$. In short, **the values of $\rho$ add up**. This holds for questions fixed beforehand, and a rule below will remove the condition.

**From ρ to ε and δ.** A hundred counts with $\sigma=10$ have $\rho=100\cdot0.005=0.5$. Their total loss has the mean 0.5 and the standard deviation $\sqrt{2\cdot0.5}=1$, the same numbers as for the hundred randomised responses, but now the total is exactly normal. The counts are therefore $(5.76,10^{-6})$-private.

In symbols, the mean $\rho$ plus $\sqrt{2\ln(1/\delta)}$ times the standard deviation $\sqrt{2\rho}$ is the *conversion*

$$
\varepsilon=\rho+2\sqrt{\rho\ln(1/\delta)} .
$$

## One person, many numbers: the L2 sensitivity

Suppose that replacing you changes one statistic by 3 and another by 4. Both are published with Gaussian noise of $\sigma=10$. Their values of $\rho$ are $\frac{3^2}{200}$ and $\frac{4^2}{200}$, and together they are

$$
\rho=\frac{3^2+4^2}{200}=\frac{5^2}{200} .
$$

This is the $\rho$ of a single statistic that changes by 5, the length of the arrow $(3,4)$. When several statistics are published together, the largest *length* of their changes between neighbours, the root of the sum of their squares, is called their **L2 sensitivity**. It replaces $\Delta$ in $\rho=\frac{\Delta^2}{2\sigma^2}$.

Laplace noise has to cover the L1 sensitivity of chapter 2, the *sum* of the changes, here $3+4=7$. If one person can change a hundred counts by 1 each, the sum is 100, but the length is only $\sqrt{100}=10$.

:::{quiz} Replacing one person can change 25 counts by 1 each. They are published with Gaussian noise of σ = 50. What is ρ?
= 0.005 ± 0.0001 :: Correct: the L2 sensitivity is √25 = 5, and 5²/(2·50²) = 0.005.
!= 0.125 ± 0.001 :: No: 25 is the L1 sensitivity, which Laplace noise has to cover.
:::

## Using ρ: a hundred answers under one total

We can now answer the planner. One person might answer *yes* to every question, and be replaced by somebody who answers *no* to every one. All hundred counts can then change by 1 at once.

Let the total be $\varepsilon=1$ with $\delta=10^{-6}$. Which $\sigma$ does it allow? We follow the last two sections backwards:

1. *From ε and δ to the total ρ.* We solve the conversion for $\rho$. Adding $\ln(1/\delta)$ to both sides makes the right side the square of $\sqrt\rho+\sqrt{\ln(1/\delta)}$, so $\sqrt\rho=\sqrt{\varepsilon+\ln(1/\delta)}-\sqrt{\ln(1/\delta)}$.
2. *Divide ρ among the answers.* Each of the hundred counts receives $\frac\rho{100}$.
3. *From ρ to σ.* A count has $\Delta=1$, so $\frac\rho{100}=\frac1{2\sigma^2}$, which we solve for $\sigma$.
"""

# %%
logarithm = math.log(1e6)
rho = (math.sqrt(1 + logarithm) - math.sqrt(logarithm)) ** 2
sigma = 1 / math.sqrt(2 * rho / 100)
print(f"total ρ: {rho:.4f}, for each count {rho / 100:.6f}")
print(f"Gaussian noise: standard deviation {sigma:.0f}")
print(f"Laplace noise:  standard deviation {math.sqrt(2) * 100:.0f}")

# %% tags=["hide-input"]
assert 350 < 1e6 / 2_834 < 355
assert math.isclose(zcdp_epsilon(rho, 1e-6), 1)
assert math.isclose(sigma, 10 / math.sqrt(2 * rho)) and round(sigma) == 53
assert round(gaussian_scale(10, 1, 1e-6)) == 42
small = math.sqrt(2 * rho / 100)
assert f"{rho / 100:.6f} {small:.4f}" == "0.000175 0.0187"
assert round(math.sqrt(2) / small) == 76

# %% [markdown]
r"""
The noise falls from 141 to 53. The library's `gaussian_scale(Δ, ε, δ)` computes the smallest possible $\sigma$ from {doc}`the exact δ of Gaussian noise <12_noise_to_measure>`, and finds 42. In practice use 42. We use 53, because its formula can be done by hand, and chapter 8 shows what it gives away.

## A bound for the tail of any loss

Gaussian noise has a $\rho$. The randomised responses with which we began do not yet have one, because their losses are not normal. However, their sum behaved almost normally. We therefore look for the property of a normal loss that makes large losses rare.

*Markov's inequality* says that a positive random number with average $A$ exceeds $c$ with probability at most $\frac Ac$, because the values above $c$ alone contribute more than $c$ times their probability to the average. A loss $L$ can be negative. We therefore first make it positive, in a way that turns sums into products: we look at $e^{aL}$ with some $a>0$. It exceeds $e^{a\varepsilon}$ if and only if $L$ exceeds $\varepsilon$, so

$$
P(L>\varepsilon)\;\le\;\frac{\mathrm E\bigl[e^{aL}\bigr]}{e^{a\varepsilon}} .
$$

The average $\mathrm E[e^{aL}]$ is called the *moment generating function* of $L$. For a normal variable with mean $m$ and variance $v$ it is $e^{am+a^2v/2}$, so for our normal loss, with mean $\rho$ and variance $2\rho$, it is $e^{a\rho+a^2\rho}$.

The number $a$ is ours to choose. Take $\rho=0.5$, as for our hundred answers. The standard deviation is then 1, and $z$ standard deviations above the mean $\varepsilon=0.5+z$. The bound becomes

$$
\frac{e^{0.5a+0.5a^2}}{e^{a(0.5+z)}}=e^{a^2/2-az} .
$$

The exponent is a parabola in $a$. It is lowest at $a=z$, where it is $-\frac{z^2}2$. This is the bound $e^{-z^2/2}$ that we had used without proof. Every other $\rho$ gives the same bound, with $a=z/\sqrt{2\rho}$. It is called a *Chernoff bound*.

**Which other losses obey this bound?** The only property of the normal loss that we used is its average of $e^{aL}$. A loss whose average, at the $a$ that we chose, is at most as large therefore obeys the same bound. In our example $a=z=5.26$. For one randomised response, where $aL=\pm0.526$, the average is

$$
0.525\cdot e^{0.526}+0.475\cdot e^{-0.526}\approx1.169,
$$

and for a normal loss with $\rho=0.005$ it is 1.179. The randomised response is no worse, and rule 2 below says this for every $a$ and every $\varepsilon$. Averages of independent factors multiply, so the same holds for the sum of a hundred losses.

## Zero-concentrated differential privacy: four rules

We turn this comparison with a normal loss into a definition. A random function $M$ of a table satisfies **$\rho$-zero-concentrated differential privacy** ($\rho$-zCDP) if for all neighbours $D$, $D'$, with the loss $L$ at an output drawn from $M(D)$, and for all $a>0$

$$
\mathrm E\bigl[e^{aL}\bigr]\;\le\;e^{a\rho+a^2\rho}.
$$

On the right is the average for a normal loss. The inequality has to hold for all $a$, because each $\delta$ uses its own.

Four rules are enough to use the definition.

1. **Gaussian noise** of standard deviation $\sigma$, on statistics of L2 sensitivity $\Delta$, satisfies $\rho$-zCDP with $\rho=\frac{\Delta^2}{2\sigma^2}$.
2. **Every $\varepsilon$-private mechanism** satisfies $\rho$-zCDP with $\rho=\frac{\varepsilon^2}2$.
3. **Composition.** Values of $\rho$ add up, even if questions depend on earlier answers.
4. **Conversion.** A mechanism that satisfies $\rho$-zCDP is $\bigl(\rho+2\sqrt{\rho\ln(1/\delta)},\;\delta\bigr)$-private for every $\delta$ between 0 and 1.

For the hundred randomised responses, rules 2 and 3 give $\rho=100\cdot\frac{0.1^2}2=0.5$. They are therefore $(5.76,10^{-6})$-private, and nothing in this statement is approximate.

:::{quiz} Twenty counts are published with Laplace noise at ε = 0.05 each. Which total ρ do rules 2 and 3 give?
= 0.025 ± 0.0001 :: Correct: each count has ρ = 0.05²/2 = 0.00125, and twenty of them have 0.025.
!= 0.05 :: No: the square of each ε has to be divided by 2.
:::

We can now see where the planner's gain came from. Each of her hundred counts has $\rho=0.000175$. By rule 2 a count with Laplace noise has at most this $\rho$ at $\varepsilon=\sqrt{2\cdot0.000175}\approx0.0187$. Its noise then has the standard deviation $\sqrt2/0.0187\approx76$. So better bookkeeping alone takes the noise from 141 down to 76, and Gaussian noise takes it from 76 down to 53.

:::{dropdown} Proofs of rules 2, 3 and 4
*Rule 2.* Of all $\varepsilon$-private mechanisms, a randomised response has the largest average of $e^{aL}$. The proof of {prf:ref}`C-comp` shows this, and bounds the average by Hoeffding's lemma.

*Rule 3.* Losses add up, so $e^{aL}$ of all answers is a product with one factor for each answer. Given the earlier answers, the factor of the last one has an average of at most $e^{a\rho_k+a^2\rho_k}$. This constant can be taken out. Then average over the last but one, and so on to the first. Here each $\rho_i$ is fixed beforehand; the filter below removes this condition.

*Rule 4.* An event can exceed the factor $e^\varepsilon$ only where $L>\varepsilon$, so $P(E)-e^\varepsilon P'(E)\le P(L>\varepsilon)$. As above, $P(L>\varepsilon)\le e^{-a\varepsilon}\,\mathrm E[e^{aL}]\le e^{a\rho+a^2\rho-a\varepsilon}$.
This equals $\delta$ for $\varepsilon=\rho+a\rho+\frac{\ln(1/\delta)}a$, which is smallest at $a=\sqrt{\ln(1/\delta)/\rho}$.
:::

## Which total is smaller?

The figure compares the two totals, the sum of the costs and the total by $\rho$, for $k$ answers at $\varepsilon=0.1$ each, with $\delta=10^{-6}$:
"""

# %% tags=["hide-input"]
k = np.arange(1, 401)
totals = {"sum of the costs": 0.1 * k}
totals["total by ρ"] = [zcdp_epsilon(0.005 * count, 1e-6) for count in k]

moment = likely * math.exp(0.526) + (1 - likely) * math.exp(-0.526)
assert round(moment, 3) == 1.169
assert round(math.exp(0.005 * (5.26 + 5.26**2)), 3) == 1.179
sums, by = totals.values()
assert sums[29] < by[29] and sums[30] > by[30]
ax = plots.curves(k, totals, ylim=(0, 16), place={31: "31", 100: "100"})
caption = "Total ε of k answers at ε = 0.1 each: the sum of the costs, and the total by ρ at δ = 10⁻⁶. Up to 30 answers the sum is smaller."
plots.show(ax, caption, x="answers", y="total ε")

# %% [markdown]
r"""
As long as $\rho$ is small, the larger term of the total by $\rho$ is $2\sqrt{\rho\ln(1/\delta)}$, which grows only like $\sqrt k$. A total that grows like $\sqrt k$ is the idea of *advanced composition*, and this is its modern form.

If the list of costs is fixed beforehand, both totals are valid, and you can claim the smaller one. If the costs are chosen on the way, decide beforehand whether a filter keeps the budget in $\varepsilon$, as in chapter 3, or in $\rho$:

> **Theorem** (privacy filter for zCDP). Fix a total $\rho$ and refuse every question that would exceed it. Then, under the conditions of chapter 3, all answers together satisfy $\rho$-zCDP, even if the questions and their costs are chosen from earlier answers. {verdict}`B-filter`

The bill of this course is kept in $\varepsilon$, because our questions are few and large. The course's $\delta$ is untouched until chapter 13.

## Exercises

:::{exercise} ★ The whole table, rarely
:label: ex-many-row

A mechanism publishes the whole table with probability $10^{-6}$, and nothing otherwise. (a) State the smallest $\delta$ for which it is $(0,\delta)$-private. (b) For a table of a million rows, compare it with the mechanism of the text that publishes one random row.
:::

:::{solution} ex-many-row
:class: dropdown

(a) $10^{-6}$. The outputs on two neighbours differ only when a table is published, and then they always differ.
(b) Both have $\delta=10^{-6}$, each person is exposed with this probability, and on average one person is exposed. But one mechanism exposes somebody every time. The other almost never exposes anybody, but when it does, it exposes everybody. The number $\delta$ does not show the difference.
:::

:::{exercise} ★ From σ to ε
:label: ex-many-rho

Compute what it costs to publish a count 50 times with Gaussian noise of standard deviation $\sigma=20$. Hand in three numbers: (a) the $\rho$ of one answer, (b) the total $\rho$, (c) the total $\varepsilon$ at $\delta=10^{-6}$ by conversion.
:::

:::{solution} ex-many-rho
:class: dropdown

(a) $\frac1{2\cdot400}=0.00125$. (b) $50\cdot0.00125=0.0625$. (c) $0.0625+2\sqrt{0.0625\cdot13.8}\approx1.92$.
:::

:::{exercise} ★★ δ as a bet
:label: ex-many-bet

An adversary with even prior odds bets on your table after the outputs in a set $E$, and on the neighbour after all others. Show that under $(\varepsilon,\delta)$-differential privacy she wins with probability at most $\frac{e^\varepsilon+\delta}{1+e^\varepsilon}$.
:::

:::{solution} ex-many-bet
:class: dropdown

She wins with probability $w=\frac12P(E)+\frac12P'(\bar E)$, where $\bar E$ are the other outputs. The definition bounds $P(E)$ by $e^\varepsilon P'(E)+\delta$, and $P'(\bar E)$ by $e^\varepsilon P(\bar E)+\delta$. Half of $P'(E)+P(\bar E)$ is $1-w$, her probability of losing, so the two bounds give $w\le e^\varepsilon(1-w)+\delta$. Solve for $w$.
:::

::::{exercise} ★★ Implement, then assert: `total_epsilon`
:label: ex-many-mine

Write `total_epsilon(epsilons, delta=0)`, which returns the total $\varepsilon$ of answers with the costs `epsilons`, none of which has a $\delta$ of its own. With `delta=0` it is their sum. With `delta > 0` it is the smaller of the sum and the total by $\rho$.

:::{dropdown} Hint
The logarithm $\ln(1/\delta)$ has no value at $\delta=0$, so return early.
:::
::::

:::{solution-start} ex-many-mine
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

:::{exercise} ★★ How many questions fit?
:label: ex-many-fit

Compute how many questions at $\varepsilon=0.01$ fit into a budget of $\varepsilon=1$ and $\delta=10^{-6}$, (a) with a filter in $\varepsilon$; (b) with a filter in $\rho$. Then (c) repeat both for questions that cost 0.1, and explain the difference.
:::

:::{solution-start} ex-many-fit
:class: dropdown
:::

(a) The budget in $\varepsilon$ answers $1/0.01=100$ questions. (b) Step 1 for the planner gave the total $\rho=0.01747$. A question at 0.01 takes $\frac{0.01^2}2=0.00005$ from it, so 349 fit. (c) At 0.1 they are $1/0.1=10$ in $\varepsilon$, but only 3 in $\rho$, because such a question takes 0.005. Halving the cost of a question halves what it takes from a budget in $\varepsilon$, but quarters what it takes from one in $\rho$. Many small questions therefore fit better into $\rho$, and a few large ones into $\varepsilon$.
"""

# %% tags=["hide-input"]
assert [math.floor(2 * rho / ε**2) for ε in (0.01, 0.1)] == [349, 3]

# %% [markdown]
r"""
:::{solution-end}
:::

::::{exercise} ★★★ A curve, three ways
:label: ex-many-curve

Compare three ways to publish a curve: how many people learned their result and live within $d$ kilometres, for the sixty values $d=0.1,0.2,\dots,6$. Compute the standard deviation of the noise on the first and on the last point, at a total of $\varepsilon=0.1$, if you (a) add Laplace noise to all sixty counts; (b) add Gaussian noise to them, with $\delta=10^{-7}$, a tenth of the course's $\delta$; (c) release a histogram with sixty bars and add up the bars. Explain which method is best. The solution is in {doc}`solutions_1_to_5`.

:::{dropdown} Hint
Find the L1 sensitivity in (a) and (c), and the L2 sensitivity in (b). How does the noise add up in (c)?
:::
::::

## The bill

This chapter asked the table nothing.
"""

# %%
bill(4)

# %% [markdown]
r"""
## Three formulas

- Approximate differential privacy: $P(M(D)\in E)\le e^\varepsilon P(M(D')\in E)+\delta$.
- The value of $\rho$: $\frac{\Delta^2}{2\sigma^2}$ for Gaussian noise and L2 sensitivity $\Delta$, and at most $\frac{\varepsilon^2}2$ for every $\varepsilon$-private mechanism. The values add up.
- Conversion: $\varepsilon=\rho+2\sqrt{\rho\ln(1/\delta)}$.

**In one paragraph.** The privacy losses of many answers partly cancel. If we allow a rare exception, with a probability $\delta$ far below $\frac1n$, their cost grows only roughly like the square root of their number. Gaussian noise has a normal loss, described by one number $\rho$. Every $\varepsilon$-private mechanism has a $\rho$ too, the values add up, and one formula converts the total into $\varepsilon$ and $\delta$.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** Within which distance of the clinic do half of the people live? One person can change this number by kilometres, and noise would have to cover that. {doc}`c05_choosing` chooses an answer instead of adding noise to it.
"""
