# %% [markdown]
r"""
# Many small answers: δ, Gaussian noise and ρ

:::{chapter} 4
:asks: Do a hundred times as many questions really cost a hundred times as much?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition
:teaches: approximate differential privacy, Gaussian noise, L2 sensitivity, zero-concentrated differential privacy
:skip: the proofs of rules 2 to 4
:::

A planner has a questionnaire with a hundred yes-or-no questions, and wants to know how many people answer *yes* to each. If each of these counts costs $\varepsilon=0.1$, sequential composition charges $\varepsilon=10$, which leaves almost no privacy.

That sum is the worst case, in which every answer is the most damaging one possible. Usually some answers point towards the truth and others away from it, so the evidence partly cancels.
This chapter turns the cancellation into a second way of adding up costs. The price is that we allow rare exceptions, which a small probability $\delta$ limits. The tool is a number $\rho$, which adds up as simply as $\varepsilon$ does.
The reward is large: at a total of $\varepsilon=1$ and a $\delta$ of one in a million, the standard deviation of the noise on each of the planner's counts falls from 141 people to 53.5.
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

Take the adversary of chapter 3, who asks for your secret again and again. Each answer is a *randomised response* at $\varepsilon=0.1$: it is true with probability 0.525 and false with probability 0.475, because $0.525\approx e^{0.1}\cdot0.475$. A true answer has the privacy loss $+0.1$, and a false one $-0.1$.

Two answers are charged 0.2. Their total loss is 0.2 only if both are true, with probability $0.525^2\approx0.28$. With probability $2\cdot0.525\cdot0.475\approx0.50$ one is true and the other false, the losses cancel, and the adversary knows no more than before.

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
A typical loss is far below the charge. Here are the total losses of a million adversaries:
"""

# %% tags=["hide-input"]
true_answers = np.random.default_rng(4).binomial(100, likely, 1_000_000)
losses = 0.1 * true_answers - 0.1 * (100 - true_answers)
bound = 0.5 + math.sqrt(2 * math.log(1e6))
marks = {bound: "bound", 10: "sum"}
look = {"place": marks, "ylim": (-0.003, 0.089), "wide": True, "height": 4.2}
look |= {
    "title": "Not one of a million losses comes near the sum of the costs"
}
ax = plots.histogram({"loss": losses}, np.arange(-5.1, 10.4, 0.2), **look)
plots.note(ax, f"the mean is {mean:.2f}", (mean, 0.079), (-90, -4))
least = np.quantile(losses, 0.99)
plots.note(ax, f"one in 100 is above {least:.1f}", (least, 0.007), (24, 50))
plots.note(ax, "not one of a million falls here", (bound + 0.5, 0), (12, 24))
caption = f"Total privacy loss after a hundred answers at ε = 0.1, for a million simulated adversaries. The mean is {mean:.2f}, and one loss in 100 is above {least:.1f}. None reaches the bound of {bound:.2f}, let alone 10, the sum of the costs."
plots.show(ax, caption, x="total privacy loss", y="share of adversaries")

# %% [markdown]
r"""
Where does the right tail end? A sum of many small steps is approximately normal, and a normal variable exceeds its mean by more than $z$ standard deviations with probability at most $e^{-z^2/2}$. A later section proves this bound. It is one in a million at $z=\sqrt{2\ln10^6}\approx5.26$.
The total loss therefore exceeds $0.50+5.26\cdot1.00=5.76$ with a probability of at most about one in a million. If we accept this exception, a hundred answers cost 5.76 and not 10.

The explorer follows a hundred adversaries, and calls the probability of the exception $\delta$. The line marked *bound* is ours, or the sum of the costs where that is smaller. The one marked *quantile* is the lowest line above which at most a share $\delta$ of all adversaries ends. Set $\delta$ to {sets}`one in a million <δ: 10⁻⁶>`, and see how far below the bound the quantile lies:
"""

# %% tags=["hide-input"]
explorers.many_questions()

# %% [markdown]
r"""
## Approximate differential privacy: a small δ

What exactly do we promise if the loss is at most 5.76, except in rare cases? Take any event about the hundred answers, for example that at least sixty of them are *yes*, and divide it into two parts:

- *The lists of answers with a loss of at most 5.76.* Each of them is at most $e^{5.76}$ times as likely on your table as on the neighbour, where your secret is the opposite.
- *All other lists.* Together they have a probability of at most $10^{-6}$ on your table.

Let $P$ be the probability of the whole event on your table, and $P'$ its probability on the neighbour. The two parts together give

$$
P\;\le\;e^{5.76}\,P'+10^{-6} .
$$

The factor covers the usual lists, and the added term the exceptions.
"""

# %% tags=["hide-input"]
plots.approximate_privacy()

# %% [markdown]
r"""
By symmetry the same holds with the two tables exchanged. A random function $M$ of a table satisfies **$(\varepsilon,\delta)$-differential privacy** if for all neighbours $D$, $D'$ and every set $E$ of outputs

$$
P\bigl(M(D)\in E\bigr)\;\le\;e^\varepsilon\,P\bigl(M(D')\in E\bigr)+\delta .
$$

With $\delta=0$ this is the definition of chapter 1. Post-processing costs no further privacy here either, and over several answers both $\varepsilon$ and $\delta$ add up {cite:p}`dwork2014`.

:::{admonition} Common mistake
:class: warning
"The loss exceeds $\varepsilon$ with probability at most $\delta$." This is enough, as our two parts show, but the definition demands less. The loss can exceed $\varepsilon$ more often, if only by little: the hundred answers are already $(4.78,10^{-6})$-private, although their loss exceeds 4.78 with a probability of 8.6 in a million.
:::

**How small must δ be?** A mechanism that publishes one random row of the table satisfies $(0,\frac1n)$-differential privacy, because each person's row is published with probability $\frac1n$, and yet it exposes somebody every time.
A $\delta$ near $\frac1n$ is therefore far too large. Ours is at most one in a million for the whole course, about 350 times smaller.

**How small must ε be?** The $\delta$ itself hardly helps an adversary: it raises her probability of winning a bet by less than $\delta$, as an exercise shows. The 5.76 is another matter, because a mechanism with this guarantee could let her win 99.7% of her bets.
We shall therefore fix a small total, $\varepsilon=1$, and ask how much noise it needs.

## Gaussian noise: the normal case

So far the 5.76 rests on an approximation, because the sum of a hundred losses of $\pm0.1$ is only nearly normal. But there is a noise for which the loss of each *single* answer is exactly normal. **Gaussian noise** has the normal distribution with mean 0 and standard deviation $\sigma$. Its density at $x$ is proportional to $e^{-x^2/2\sigma^2}$. Take $\sigma=10$, and a count that is 38 on your table and 37 on the neighbour. The densities of the published number $t$ are then proportional to $e^{-(t-38)^2/200}$ and $e^{-(t-37)^2/200}$. The privacy loss is the logarithm of their ratio:

$$
L(t)=\frac{(t-37)^2-(t-38)^2}{200}=\frac{2t-75}{200} .
$$

The loss is a straight line in $t$: at $t=38$ it is 0.005, and it grows by 0.01 with every unit of $t$. On your table $t$ is normal with mean 38 and standard deviation 10. The loss is therefore normal too, with mean 0.005 and standard deviation 0.1. With the two tables exchanged the same calculation gives the same distribution.

The variance, $0.1^2=0.01$, is twice the mean, and this is no accident. If the true value changes by $\Delta$ and the noise has any $\sigma$, the same calculation gives a normal loss with mean $\frac{\Delta^2}{2\sigma^2}$ and variance $\frac{\Delta^2}{\sigma^2}$. One number therefore describes the whole distribution. It is called $\rho$:

$$
\rho=\frac{\Delta^2}{2\sigma^2},\qquad\text{and the loss is normal with mean }\rho\text{ and variance }2\rho .
$$

A normal loss has no upper bound, so Gaussian noise needs a $\delta$.

Sums of independent normal variables are normal, and their means and variances add up. Two answers with $\rho=0.2$ and $\rho=0.3$ therefore have a normal total loss with $\rho=0.5$: **the values of $\rho$ add up**.

**From ρ to ε and δ.** A hundred counts with $\sigma=10$ have $\rho=100\cdot0.005=0.5$. Their total loss has the mean 0.5 and the standard deviation $\sqrt{2\cdot0.5}=1$, the same numbers as for the hundred randomised responses, but now it is exactly normal. The counts are therefore $(5.76,10^{-6})$-private.

For any $\rho$ and $\delta$, the mean $\rho$ plus $\sqrt{2\ln(1/\delta)}$ times the standard deviation $\sqrt{2\rho}$ is the *conversion*

$$
\varepsilon=\rho+2\sqrt{\rho\ln(1/\delta)} .
$$

## One person, many numbers: the L2 sensitivity

Suppose that replacing you changes one statistic by 3 and another by 4. With Gaussian noise of $\sigma=10$ their values of $\rho$ add up to

$$
\rho=\frac{3^2+4^2}{200}=\frac{5^2}{200} .
$$

This is the $\rho$ of a single statistic that changes by 5, the length of the arrow $(3,4)$. The *length* of a list of changes is the root of the sum of their squares. When several statistics are published together, the largest length between neighbours is called their **L2 sensitivity**. It replaces $\Delta$ in $\rho=\frac{\Delta^2}{2\sigma^2}$.

Laplace noise has to cover the L1 sensitivity of chapter 2, the *sum* of the changes, here $3+4=7$. If one person can change a hundred counts by 1 each, the sum is 100, but the length is only $\sqrt{100}=10$.

:::{quiz} Replacing one person can change 25 counts by 1 each. They are published with Gaussian noise of σ = 50. What is ρ?
= 0.005 ± 0.0001 :: Correct: the L2 sensitivity is √25 = 5, and 5²/(2·50²) = 0.005.
!= 0.125 ± 0.001 :: No: 25 is the L1 sensitivity, which Laplace noise has to cover.
:::

## Using ρ: a hundred answers under one total

We can now answer the planner. One person might answer *yes* to every question, and be replaced by somebody who answers *no* to every one. All hundred counts can then change by 1 at once. Laplace noise at $\varepsilon=1$ has to cover the sum, so it has the scale 100, which is a standard deviation of $\sqrt2\cdot100\approx141$.

Which $\sigma$ does Gaussian noise need for $\varepsilon=1$ and $\delta=10^{-6}$? We take the last two sections in turn:

1. *From ε and δ to the total ρ.* We solve the conversion for $\rho$. Adding $\ln(1/\delta)$ to both sides makes the right side the square of $\sqrt\rho+\sqrt{\ln(1/\delta)}$, so $\sqrt\rho=\sqrt{\varepsilon+\ln(1/\delta)}-\sqrt{\ln(1/\delta)}$.
2. *From ρ to σ.* The hundred counts have the L2 sensitivity 10. Therefore $\rho=\frac{10^2}{2\sigma^2}$, which we solve for $\sigma$.
"""

# %%
logarithm = math.log(1e6)
rho = (math.sqrt(1 + logarithm) - math.sqrt(logarithm)) ** 2
sigma = math.ceil(10 * 10 / math.sqrt(2 * rho)) / 10  # rounded up
print(f"total ρ: {rho:.6f}")
print(f"Gaussian noise: standard deviation {sigma:.1f}")
print(f"Laplace noise:  standard deviation {math.sqrt(2) * 100:.0f}")

# %% [markdown]
r"""
The noise falls from 141 to 53.5, which we round up, because less noise would break the promise.

Our conversion gives something away. The library's `gaussian_scale(Δ, ε, δ)` computes the smallest possible $\sigma$ from {doc}`the exact δ of Gaussian noise <12_noise_to_measure>`, and finds 42.3, again rounded up. In practice you would use it, but 53.5 can be computed by hand.

## From an average to a tail: the Chernoff bound

So far only Gaussian noise has a $\rho$. The losses of the randomised responses with which we began are not normal, and yet their sum behaved almost normally. Which property of a normal loss makes large losses so rare? If we find it, we can demand it of any mechanism.

No more than one person in five can earn more than five times the average income. In general, a positive random number with average $A$ exceeds $c$ with probability at most $\frac Ac$. This is *Markov's inequality*. A loss $L$ can be negative, so we apply it to the positive number $e^{aL}$, for some $a>0$. This choice has a second advantage: where losses add up, these numbers multiply, and for independent answers so do their averages.

We write $\mathrm E[e^{aL}]$ for the average. As a function of $a$ it is called the *moment generating function* of $L$. Because $e^{aL}$ exceeds $e^{a\varepsilon}$ if and only if $L$ exceeds $\varepsilon$, Markov's inequality says

$$
P(L>\varepsilon)\;\le\;\frac{\mathrm E\bigl[e^{aL}\bigr]}{e^{a\varepsilon}} .
$$

For a normal variable with mean $m$ and variance $v$ the moment generating function is $e^{am+a^2v/2}$. For our normal loss, with mean $\rho$ and variance $2\rho$, it is therefore $e^{a\rho+a^2\rho}$. For the hundred counts, with $\rho=0.5$ and $\varepsilon=5.76$, the bound becomes

$$
\frac{e^{0.5a+0.5a^2}}{e^{5.76a}}=e^{0.5a^2-5.26a} .
$$

The number $a$ is ours to choose, and the exponent is a parabola in $a$ with its lowest point at $a=5.26$. There it is $-\frac{5.26^2}2\approx-13.8$, and $e^{-13.8}$ is about one in a million. This is the bound $e^{-z^2/2}$ that we had used without proof. It is called a *Chernoff bound*, and the same calculation works for every $z$ and $\rho$.

We used only one property of the normal loss: the value of $\mathrm E[e^{aL}]$. Any other loss for which it is no larger obeys the same bound. For example, one randomised response at $\varepsilon=0.1$ has $L=\pm0.1$. At $a=5.26$ we have $aL=\pm0.526$, and

$$
\mathrm E\bigl[e^{aL}\bigr]=0.525\cdot e^{0.526}+0.475\cdot e^{-0.526}\approx1.169 .
$$

For a normal loss with $\rho=\frac{0.1^2}2=0.005$ it is $e^{0.005\cdot(5.26+5.26^2)}\approx1.179$. The randomised response is no worse, and because these values multiply, neither are a hundred of them.

## Zero-concentrated differential privacy: a ρ for every mechanism

We turn this property into a definition. A random function $M$ of a table satisfies **$\rho$-zero-concentrated differential privacy** ($\rho$-zCDP) if for all neighbours $D$, $D'$, with the loss $L$ at an output drawn from $M(D)$, and for all $a>0$

$$
\mathrm E\bigl[e^{aL}\bigr]\;\le\;e^{a\rho+a^2\rho}.
$$

The bound is the value for a normal loss. The inequality has to hold for all $a$, because each $\delta$ uses its own. The name says that the loss is concentrated around zero {cite:p}`bun2016`. Elsewhere you will find the same condition as $D_\alpha\le\rho\alpha$, where $D_\alpha$ is the *Rényi divergence* of order $\alpha=a+1$.

Four rules are all that we need:

1. **Gaussian noise** of standard deviation $\sigma$, on statistics of L2 sensitivity $\Delta$, satisfies $\rho$-zCDP with $\rho=\frac{\Delta^2}{2\sigma^2}$.
2. **Every $\varepsilon$-private mechanism** satisfies $\rho$-zCDP with $\rho=\frac{\varepsilon^2}2$.
3. **Composition.** Values of $\rho$ add up, even if questions depend on earlier answers.
4. **Conversion.** A mechanism that satisfies $\rho$-zCDP is $\bigl(\rho+2\sqrt{\rho\ln(1/\delta)},\;\delta\bigr)$-private for every $\delta$ between 0 and 1.

Rule 1 is the calculation for Gaussian noise, and rule 4 the calculation that we just made, with general numbers. The proofs of rules 2 to 4 are an aside:

:::{dropdown} Proofs of rules 2, 3 and 4
*Rule 2.* Let $u=e^{-L}=\frac{P'}P$. Under $P$ its average is 1, because the values of $P'$ add up to 1, and it lies between $e^{-\varepsilon}$ and $e^{\varepsilon}$. Now $e^{aL}=u^{-a}$ is a convex function of $u$, so it lies below the chord between these two ends. The average of a straight line is its height at the average of $u$, so $\mathrm E[e^{aL}]$ is at most the height of the chord at $u=1$. Randomised response attains it, because there $u$ takes only the two end values. The height is

$$
\frac{e^{(a+1)\varepsilon}+e^{-a\varepsilon}}{1+e^\varepsilon}=\frac{\cosh\bigl((a+\frac12)\varepsilon\bigr)}{\cosh\frac\varepsilon2} .
$$

The function $\ln\cosh x-\frac{x^2}2$ falls for $x>0$, because its derivative $\tanh x-x$ is negative. The quotient is therefore at most $e^{((a+\frac12)^2-\frac14)\varepsilon^2/2}=e^{(a+a^2)\varepsilon^2/2}$, which is $e^{a\rho+a^2\rho}$ with $\rho=\frac{\varepsilon^2}2$.

*Rule 3.* Losses add up, so $e^{aL}$ of all answers is a product with one factor for each answer. Given the earlier answers, the factor of the last one has an average of at most $e^{a\rho_k+a^2\rho_k}$. This constant can be taken out. Then average over the last but one, and so on to the first.

*Rule 4.* An event can exceed the factor $e^\varepsilon$ only where $L>\varepsilon$, so $P(E)-e^\varepsilon P'(E)\le P(L>\varepsilon)$. As above, $P(L>\varepsilon)\le e^{-a\varepsilon}\,\mathrm E[e^{aL}]\le e^{a\rho+a^2\rho-a\varepsilon}$.
This equals $\delta$ for $\varepsilon=\rho+a\rho+\frac{\ln(1/\delta)}a$, which is smallest at $a=\sqrt{\ln(1/\delta)/\rho}$.
:::

For the hundred randomised responses, rules 2 and 3 give $\rho=100\cdot\frac{0.1^2}2=0.5$. By rule 4 they are $(5.76,10^{-6})$-private, and nothing in this statement is approximate.

Rule 2 gives Laplace noise a $\rho$ too, and so shows where the planner's gain came from. Each of her hundred counts has a hundredth of the total, $\rho=0.000175$, so with Laplace noise it can have $\varepsilon=\sqrt{2\cdot0.000175}\approx0.0187$. The noise then has a standard deviation of $\sqrt2/0.0187\approx76$. Better bookkeeping alone thus takes the noise from 141 down to 76, and Gaussian noise from 76 down to 53.5. The second factor is $\sqrt2$, because Laplace noise with the same $\rho$ has the scale $b=\sigma$, and its standard deviation is $\sqrt2\,b$.

## Which total is smaller?

The sum of the costs is still valid. Here are both totals for $k$ answers at $\varepsilon=0.1$, with $\delta=10^{-6}$:
"""

# %% tags=["hide-input"]
k = np.arange(1, 401)
totals = {"sum of the costs": 0.1 * k}
totals["total by ρ"] = [zcdp_epsilon(0.005 * count, 1e-6) for count in k]

first = int(k[np.less(totals["total by ρ"], 0.1 * k)][0])
place = {first: f"from {first}", 100: "our 100"}
ax = plots.curves(k, totals, ylim=(0, 16), place=place)
ax.set_yticks(range(0, 17, 4))
caption = f"Total ε of k answers at ε = 0.1 each: the sum of the costs, and the total by ρ at δ = 10⁻⁶. Up to {first - 1} answers the sum is smaller."
plots.show(ax, caption, x="answers", y="total ε")

# %% [markdown]
r"""
For few answers the sum is smaller, and for many the total by $\rho$. If $\rho$ is small, this total consists mostly of the term $2\sqrt{\rho\ln(1/\delta)}$, which grows only like $\sqrt k$. This is the modern form of *advanced composition*.

So do a hundred times as many questions really cost a hundred times as much? At $\varepsilon=0.01$ each, a hundred questions cost about 0.53, and ten thousand about 5.76, eleven times as much. The sum rises from 1 to 100.

If the list of costs is fixed beforehand, you can claim the smaller of the two. If the costs are chosen on the way, decide beforehand whether a filter keeps the budget in $\varepsilon$, as in chapter 3, or in $\rho$, because it has to know when to refuse:

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

A count is published 50 times with Gaussian noise of $\sigma=20$. Compute (a) the $\rho$ of one answer, (b) the total $\rho$, and (c) the total $\varepsilon$ at $\delta=10^{-6}$ by conversion.
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

(a) The budget in $\varepsilon$ answers $1/0.01=100$ questions. (b) Step 1 for the planner gave the total $\rho\approx0.01747$. A question at 0.01 takes $\frac{0.01^2}2=0.00005$ from it, so 349 fit. (c) At 0.1 they are $1/0.1=10$ in $\varepsilon$, but only 3 in $\rho$, because such a question takes 0.005. Halving the cost of a question halves what it takes from a budget in $\varepsilon$, but quarters what it takes from one in $\rho$. Many small questions therefore fit better into $\rho$, and a few large ones into $\varepsilon$.
"""

# %% tags=["remove-cell"]
# said in the sections above
assert [math.floor(2 * rho / ε**2) for ε in (0.01, 0.1)] == [349, 3]
assert round(bound, 2) == 5.76 and losses.max() < bound
sums, by = totals.values()
assert sums[29] < by[29] and sums[30] > by[30]
assert round(likely, 3) == 0.525 and f"{likely**100:.0e}" == "1e-28"
assert round(likely**2, 2) == 0.28
assert round(2 * likely * (1 - likely), 2) == 0.5
assert f"{1 / (1 + math.exp(-5.76)):.1%}" == "99.7%"
assert 350 < 1e6 / 2_834 < 355
assert math.isclose(zcdp_epsilon(rho, 1e-6), 1)
few, many = (zcdp_epsilon(k * 0.01**2 / 2, 1e-6) for k in (100, 10_000))
assert f"{few:.2f} {many:.2f} {many / few:.0f}" == "0.53 5.76 11"
yes = np.arange(101)
ways = [
    math.comb(100, y) * likely**y * (1 - likely) ** (100 - y) for y in yes
]
loss = 0.1 * (2 * yes - 100)
beyond = np.maximum(0, 1 - np.exp(4.78 - loss))
assert 0.9e-6 < np.dot(ways, beyond) < 1e-6
assert f"{np.sum(np.array(ways)[loss > 4.78]):.1e}" == "8.6e-06"
assert math.isclose(1 / math.sqrt(2 * rho / 100), 10 / math.sqrt(2 * rho))
assert sigma == 53.5 and zcdp_epsilon(50 / sigma**2, 1e-6) <= 1
assert zcdp_epsilon(50 / 53.4**2, 1e-6) > 1
smallest = gaussian_scale(10, 1, 1e-6)
assert 42.24 < smallest < 42.25 and math.ceil(10 * smallest) == 423
assert (
    0.97e-6 < math.exp(-(5.26**2) / 2) < 1e-6 and 13.8 < 5.26**2 / 2 < 13.85
)
assert round(5.76 - 0.5, 2) == 5.26 and 0.525 / 0.475 < 1.106
small = math.sqrt(2 * rho / 100)
assert f"{rho / 100:.6f} {small:.4f}" == "0.000175 0.0187"
assert round(math.sqrt(2) / small) == 76
moment = likely * math.exp(0.526) + (1 - likely) * math.exp(-0.526)
assert round(moment, 3) == 1.169
a, e = np.meshgrid(np.linspace(0.01, 9, 99), np.linspace(0.01, 3, 99))
worst = np.cosh((a + 0.5) * e) / np.cosh(e / 2)  # rule 2
direct = (np.exp((a + 1) * e) + np.exp(-a * e)) / (1 + np.exp(e))
assert np.allclose(worst, direct)
assert (worst <= np.exp((a + a**2) * e**2 / 2)).all()
assert round(math.exp(0.005 * (5.26 + 5.26**2)), 3) == 1.179

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
## Summary

- Approximate differential privacy: $P(M(D)\in E)\le e^\varepsilon P(M(D')\in E)+\delta$.
- The value of $\rho$: $\frac{\Delta^2}{2\sigma^2}$ for Gaussian noise and L2 sensitivity $\Delta$, and at most $\frac{\varepsilon^2}2$ for every $\varepsilon$-private mechanism. The values add up.
- Conversion: $\varepsilon=\rho+2\sqrt{\rho\ln(1/\delta)}$.

**In one paragraph.** The privacy losses of many answers partly cancel. If we allow a $\delta$ far below $\frac1n$, their cost grows only roughly like the square root of their number. Gaussian noise has a normal loss, described by one number $\rho$. Every $\varepsilon$-private mechanism has a $\rho$ too, the values add up, and one formula converts the total into $\varepsilon$ and $\delta$.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** Within which distance of the clinic do half of the people live? One person can change this number by kilometres, and noise would have to cover that. {doc}`c05_choosing` chooses an answer instead of adding noise to it.
"""
