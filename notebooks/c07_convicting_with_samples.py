# %% [markdown]
r"""
# Convicting with samples: auditing a claimed ε

:::{chapter} 7
:asks: A program claims ε = 1. Can you find out whether that is true by running it?
:needs: c01_two_evenings, c03_composition, c04_many_small_answers, c06_paying_for_answers
:teaches: significance level, Clopper–Pearson bounds, sample splitting, the power of an audit
:skip: the section on how many runs, until you audit a program yourself
:::

The clinic buys a program that adds noise to a count. The label says $\varepsilon=1$. The code is secret, but you can run the program as often as you like, on invented tables.

**Can you find out whether the label is true?** If it is false, you can often show this, with an error rate that you choose in advance. If it is true, no audit can confirm it, as we shall prove.

This chapter introduces the *privacy audit*. It is a *hypothesis test*, that is, a rule that rejects a claim when the data would be too unlikely under it.
"""

# %% tags=["hide-input"]
import numpy as np
from scipy.stats import binom, norm

from privcausal import explorers, plots
from privcausal.course import check

# %% [markdown]
r"""
## Two labels

Here are two programs with the label $\varepsilon=1$. Both should therefore add Laplace noise of *scale* 1. The author of the second mistook the scale for the standard deviation, which is $\sqrt2$ times the scale, so this program adds too little noise:
"""


# %%
def correct(count, runs, rng):
    return count + rng.laplace(0, 1, runs)


def confused(count, runs, rng):
    return count + rng.laplace(0, 1 / np.sqrt(2), runs)


# %% [markdown]
r"""
The *true ε* of a program is the smallest ε for which it is ε-private, or infinite if there is none. For Laplace noise of scale $b$ on a count it is $\frac1b$, because the bound of chapter 1 is attained. The true ε is therefore 1 for the first program, and $\sqrt2\approx1.41$ for the second.

Take a table with 38 infected people, and a neighbour with 37. We run each program 1,000 times on both, and count how often the event "the output is at least 38" occurs. A run in which it occurs is called a *hit*.
"""

# %%
rng, observed = np.random.default_rng(6), {}
for program in (correct, confused):
    one, other = (np.sum(program(c, 1000, rng) >= 38) for c in (38, 37))
    observed[program.__name__] = one, other
    print(f"{program.__name__:8}: {one} and {other} hits", end=", ")
    print(f"ln of the ratio {np.log(one / other):.2f}")

# %% [markdown]
r"""
Let $p$ be the probability of a hit on the first table, and $p'$ that on the neighbour. The label says $p\le e^{1}p'$, so $\ln\frac p{p'}$ is at most 1.

We do not know $p$ and $p'$, but only counts of hits, which have sampling error. For the correct program $\ln\frac p{p'}$ is exactly 1, so the logarithm of the observed ratio is above 1 in about half of all experiments. If we rejected the label each time, we would often be wrong.
We need a number that is **almost never above the true ε**.

## From a count to a bound

Suppose that 10 runs gave 10 hits. How small can $p$ be? Ten hits have the probability $p^{10}$. For $p=0.5$ this is 0.001, so 0.5 is hard to believe. For $p=0.7$ it is 0.028, which can happen.

We draw the line at a *significance level*, say $\beta=2.5\%$, and rule out every $p$ for which a count this large or larger has a probability below $\beta$. Because $0.69^{10}$ is just below 0.025, all values up to 0.69 are ruled out.

The smallest $p$ that remains is the **Clopper–Pearson lower bound** $\underline p$ {cite:p}`clopper1934`. For $k$ hits in $n$ runs it solves

$$
P\bigl(\mathrm{Bin}(n,\underline p)\ge k\bigr)=\beta ,
$$

where $\mathrm{Bin}(n,p)$ is the number of hits in $n$ runs with probability $p$ each. For $k=0$ let $\underline p=0$. The left side grows with $p$, so we can find $\underline p$ by halving an interval.

The upper bound $\overline p$ rules out every $p$ for which a count this small or smaller has a probability below $\beta$. It is 1 minus the lower bound for the runs that were *not* hits.
"""


# %%
def lower(hits, runs, level):
    """The p at which this many hits or more have probability `level`."""
    low, high = 0.0, 1.0
    for _ in range(40):
        p = (low + high) / 2
        unlikely = binom.sf(hits - 1, runs, p) < level  # sf(k) = P(Bin > k)
        low, high = (p, high) if unlikely else (low, p)
    return low


# %%
def upper(hits, runs, level):
    return 1 - lower(runs - hits, runs, level)


limits = [lower(507, 1000, 0.025), upper(507, 1000, 0.025)]
print(f"507 of 1,000: p is between {limits[0]:.3f} and {limits[1]:.3f}")

# %% tags=["hide-input"]
axis = np.linspace(0.4, 0.6, 201)
chances = {
    "507 or more": binom.sf(506, 1000, axis),
    "507 or fewer": binom.cdf(507, 1000, axis),
}
ax = plots.curves(axis, chances, level=0.025, height=3)
plots.points(limits, {"the two bounds": [0.025, 0.025]}, ax=ax, first=3)
caption = "Probability of 507 or more, and of 507 or fewer, hits in 1,000 runs, against the true probability p. Left of the first diamond or right of the second, such a count has a probability below 2.5%."
plots.show(ax, caption, x="true probability p", y="probability of the count")

# %% [markdown]
r"""
How often is the lower bound wrong, that is, above the true $p$? Take 1,000 runs of a program whose true $p$ is 0.5. The count is 531 or more with probability 2.7%, and 532 or more with probability 2.3%. Only counts of 532 or more therefore rule out the true $p$, and they occur with a probability below $\beta$.
The same holds for any true $p$: the counts that rule it out begin at the first number whose upper tail has a probability below $\beta$, and this tail is the probability that the lower bound is wrong.

An audit has two counts, one for each table. It takes the lower bound for $p$ and the upper bound for $p'$, each at level $\beta=\frac\alpha2$. Each is wrong with probability at most $\frac\alpha2$, so both are right with probability at least $1-\alpha$. In that case

$$
\varepsilon\;\ge\;\ln\frac{p}{p'}\;\ge\;\ln\frac{\underline p}{\overline{p'}} .
$$

The first step is the guarantee. The second holds because $p$ is at least its lower bound, and $p'$ at most its upper bound.
"""


# %%
def at_least(hits, tested, alpha, delta=0.0):
    """A lower bound for ε that is wrong with probability at most alpha."""
    low = lower(hits[0], tested[0], alpha / 2)
    high = upper(hits[1], tested[1], alpha / 2)
    return np.log((low - delta) / high) if low > delta else -np.inf


labels = {}
for name, hits in observed.items():
    labels[name] = at_least(hits, (1000, 1000), 0.05)
    print(f"{name:8}: ε ≥ {labels[name]:.2f}")

# %% [markdown]
r"""
At $\alpha=5\%$ we reject the label of the confused program, whose bound is above 1, but not that of the correct one.

**With a δ.** If the label also allows the additive $\delta$ of chapter 4, then $p\le e^\varepsilon p'+\delta$. We therefore subtract $\delta$ from $p$ before dividing, and get

$$
\varepsilon\;\ge\;\ln\frac{\underline p-\delta}{\overline{p'}} .
$$

If $\underline p\le\delta$, there is no bound, which the program reports as $-\infty$. We take $\delta$ from the label; the audit does not estimate it.

> **Theorem** (the bound of an audit). Let a mechanism be (ε, δ)-private, let the event be fixed before the runs are made, and let the runs be independent. Then the bound above exceeds ε with probability at most $\alpha$. {verdict}`B-audit`

The numbers of runs must be fixed beforehand too; the exercise *Optional stopping* shows why. The badge belongs to the library's auditor, which can use more kinds of events: {doc}`17_auditing`.
The rejection of a true label is called a *type I error*, and by the theorem its probability is at most $\alpha$.
"""

# %% [markdown]
r"""
## Which event?

"At least 38" was a guess. The auditor should instead look at part of the runs, and choose the event that looks worst there. Ours chooses among 98 events. It takes the 2%, 4%, …, 98% quantiles of the outputs on both tables together as 49 cut points $t$, and for each of them the events "at least $t$" and "below $t$".
"""

# %%
SHARES = np.linspace(0.02, 0.98, 49)


def events(outputs, cuts):
    """Which outputs lie in each event: one column per event."""
    above = outputs[:, None] >= cuts
    return np.hstack([above, ~above])


# %% [markdown]
r"""
Which of them looks worst? It need not be the one with the largest ratio of frequencies, because the frequency of a rare event is unreliable. The best choice is the event for which the test will probably give the largest bound for ε.

How far does a bound lie from its frequency? At level $\beta$ it is about $z$ standard errors, where $z$ is the number that a standard normal variable exceeds with probability $\beta=\frac\alpha2$. For $\alpha=10\%$ this is $z=1.64$, and for $\alpha=0.1\%$ it is 3.29. We need it on the logarithmic scale. A frequency $p$ of $n$ runs has standard error $\sqrt{p(1-p)/n}$, and the derivative of $\ln p$ is $\frac1p$, so its logarithm has standard error $\sqrt{(1-p)/(pn)}$. For 20 hits in 100 runs this is $\sqrt{0.8/20}=0.2$.

The function `learn` takes the logarithm of the ratio, subtracts $z$ standard errors for *each* of its two frequencies, and picks the event with the largest result. It subtracts them for each, because the test will use the lower bound of one frequency *and* the upper bound of the other. It returns the cut points, and the number of this event:
"""


# %%
def learn(one, two, alpha):
    """The cut points, and the event that promises the largest bound."""
    n, cuts = len(one), np.quantile(np.concatenate([one, two]), SHARES)
    hits = np.array([events(x, cuts).sum(axis=0) for x in (one, two)])
    p = (hits + 0.5) / (n + 1)  # half a hit avoids the logarithm of 0
    errors = norm.isf(alpha / 2) * np.sqrt((1 - p) / (p * n))
    return cuts, np.argmax(np.log(p[0] / p[1]) - errors.sum(axis=0))


# %% [markdown]
r"""
## Never test on the runs that chose the event

The event must not be tested on the runs from which it was learned. The worst of 98 events looks bad partly by chance, and on the same runs it will look bad again.
To see this, take two *equal* tables. Then $p=p'$ for every event, so every bound above 0 is wrong. How often does this happen in 1,000 audits at $\alpha=10\%$?
"""


# %%
def audit(program, pair, runs, alpha, rng, same=False):  # same: a mistake
    """Learn an event on one half of the runs, test it on the other."""
    draws = [program(data, runs, rng) for data in pair]
    cuts, best = learn(*(x[: runs // 2] for x in draws), alpha)
    test = [x[: runs // 2] if same else x[runs // 2 :] for x in draws]
    hits = [events(x, cuts)[:, best].sum() for x in test]
    return at_least(hits, [len(x) for x in test], alpha)


# %%
rng, share = np.random.default_rng(66), {}
for same in (True, False):
    repeated = [
        audit(correct, (37, 37), 400, 0.1, rng, same) for _ in range(1000)
    ]
    share[same] = np.mean(np.array(repeated) > 0)
error = np.sqrt(share[True] * (1 - share[True]) / 1000)
print(f"tested on the same half {share[True]:.1%} ± {error:.1%}", end=", ")
print(f"on a fresh half {share[False]:.1%}")

# %% [markdown]
r"""
The ± is one standard error. If the event is tested on the runs that chose it, the bound is wrong more often than $\alpha=10\%$ allows, because 98 events are 98 opportunities for a false rejection. This problem is called *multiple testing*.

On the fresh half the rate is far *below* 10%. The proof of the theorem adds the probabilities that either bound is wrong, but one wrong bound is rarely enough for a false rejection. For a false rejection, the lower bound of one frequency must lie above the upper bound of the other, so both frequencies must err, in opposite directions.

The remedy for multiple testing is *sample splitting*:

1. **Learn** the event on one half of the runs.
2. **Fix** it.
3. **Test** it on the other half, and conclude from these counts only.

Because the event is fixed before it is tested, the theorem applies. Here are our two labels, with 100,000 runs on each table and $\alpha=0.001$:
"""

# %%
rng, results = np.random.default_rng(7), {}
for program in (correct, confused):
    results[program] = audit(program, (38, 37), 100_000, 1e-3, rng)
    print(f"{program.__name__:8}: ε ≥ {results[program]:.3f}")

# %% [markdown]
r"""
The second label is false, and its bound of 1.38 is close to its true ε of 1.41. The first label is *not rejected*. The audit shows that its ε is at least 0.945, and gives no upper limit.

**Which tables?** The guarantee is about every pair of neighbours, whereas an audit examines one. A program can violate its label only on empty tables, or only at the ends of the declared range. Therefore:

1. Invent several pairs, and include those whose true answers differ most.
2. Audit each pair in both orders, because our `audit` looks only for events that are too likely on the first table.
3. Divide $\alpha$ by the number of audits. This is the *Bonferroni correction* for multiple testing.

## How many runs?

The *power* of an audit is the probability that it rejects a false label. It depends on the number of runs and on the *violation*, the difference between the true ε and the label.

Take Laplace noise of scale $\frac1{1.4}$ under the label 1, so that the violation is 0.4. The event "at least 38" has $p=\frac12$ on one table and $p'=\frac12e^{-1.4}\approx0.12$ on the other.

The standard error $\sqrt{(1-p)/(pn)}$ of a logarithm is $1/\sqrt n$ for $p$, and $2.67/\sqrt n$ for $p'$, in $n$ test runs. At $\alpha=0.001$ the bound for ε deducts 3.29 of both. It is therefore too small by about

$$
3.29\cdot\frac{1+2.67}{\sqrt n}\approx\frac{12.1}{\sqrt n} .
$$

With about 910 test runs this is 0.4, as much as the violation, so the bound exceeds the label in only about half of all audits. We therefore plan for twice as many test runs, 1,820. The bound is then too small by 0.28 only, and the power, computed from the two binomial distributions, is 98%.

This holds if the event is known. Because half of the runs are used for learning, we double again, to about 3,640 runs on each table. The same calculation gives about 45,000 runs for a violation of 0.1, and about four million for 0.01. A tenth of the violation takes about a hundred times as many runs, because the error falls only with the root of their number.

We audit a program with the true ε 1.4 a thousand times, with 3,600 runs on each table:
"""


# %%
def too_little(count, runs, rng):
    return count + rng.laplace(0, 1 / 1.4, runs)


rng = np.random.default_rng(9)
bounds = [audit(too_little, (38, 37), 3_600, 1e-3, rng) for _ in range(1000)]
power = np.mean(np.array(bounds) > 1)
print(f"power {power:.0%}")

# %% [markdown]
r"""
Having to learn the event costs hardly any power. All events "at least $t$" with $t\ge38$ have the same true ratio $e^{1.4}$, and among them `learn` prefers the common ones, whose frequencies are reliable.

In this game all labels say 1, and half of the programs have the true ε 1.5. Decide when to reject: how many draws do you need to be right five times in a row? The auditor of the game tests the fixed event "at least 1" on the counts 1 and 0, eight times, each time with $\frac\alpha8$, where $\alpha=5\%$. It rejects as soon as a lower bound for ε is above 1.
"""

# %% tags=["hide-input"]
explorers.audit_game()

# %% [markdown]
r"""
:::{quiz} An audit with a million runs finds ε ≥ 0.97 for a program with the label ε = 1. What do you know?
- [ ] The program is 1-private. :: No: on another pair, or for a rarer event, its loss can be larger.
- [x] On this pair the chosen event is no evidence against the label. :: Correct: you also know that ε is at least 0.97, at the chosen level.
- [ ] The program's ε is between 0.97 and 1. :: No: an audit gives no upper bound.
:::

## Why silence proves nothing

The next program adds the right noise, but once in a hundred thousand runs it prints the true count, moved by a million:
"""


# %%
def trapdoor(count, runs, rng):
    opens = rng.random(runs) < 1e-5
    return np.where(opens, 1e6 + count, correct(count, runs, rng))


silent = audit(trapdoor, (38, 37), 100_000, 1e-3, np.random.default_rng(10))
rng = np.random.default_rng(10)  # the same draws again
outputs = np.concatenate([trapdoor(c, 100_000, rng) for c in (38, 37)])
print(f"ε ≥ {silent:.3f}, outputs of the trapdoor {outputs[outputs > 1e5]}")

# %% [markdown]
r"""
The label is not rejected, although it is false. When the trapdoor opens, the output reveals the data. No $\varepsilon$ covers this event, and only a $\delta$ of $10^{-5}$ does, as chapter 8 computes.

Here the trapdoor opened once among 200,000 runs, but the output shows that it was on the second table, with its count of 37. Our audit looked for events that are too likely on the first table only.
One hit on the first table would not reject the label either. Take five million test runs on each table, and suppose that the neighbour has no hit. The upper bound for $p'$ is then about $\frac{7.6}{5{,}000{,}000}$: for a larger $p'$, no hit at all would have a probability below $\frac\alpha2=0.0005\approx e^{-7.6}$. It takes 38 hits to bring the lower bound for $p$ above $e$ times this number. An auditor who knows where to look then expects 50 hits, and finds this trapdoor, but not a much rarer one.

Take a million runs, and a trapdoor that opens once in a billion runs:

- *It never opens.* This has the probability $(1-10^{-9})^{1{,}000{,}000}\approx0.999$. The auditor then sees what the correct program would have printed, and rejects with probability at most $\alpha=0.001$.
- *It opens at least once.* This has a probability of about 0.001. In the worst case the auditor then always rejects.

A rejection therefore has a probability of at most:
"""

# %%
shut = (1 - 1e-9) ** 1_000_000
print(f"{shut * 0.001 + (1 - shut):.4f}")

# %% [markdown]
r"""
These two cases prove a theorem about every auditor:

> **Theorem** (silence). Let an auditor reject a correct mechanism with probability at most $\alpha$. Give the mechanism a trapdoor that opens with probability $\eta$ in each run, independently of all other runs. Then after $N$ runs it is rejected with probability at most $1-(1-\alpha)(1-\eta)^N$. {verdict}`B-silence`

For every number of runs $N$ there is a trapdoor so rare that this bound is close to $\alpha$. An audit can therefore reject a claim, but it can never confirm one. Only a proof can.

:::{admonition} Common mistake
:class: warning
*Reporting "no violation found" as "private".* Report the bound, and how small a violation could have been detected.
:::

## Exercises

:::{exercise} ★ What can the headline say?
:label: ex-c06-headline

Decide which statements follow from the report "$\varepsilon\ge1.2$ at $\alpha=1\%$" about a label of 1. (a) The program violates its guarantee with probability 99%. (b) If the label were true, such a report would occur in at most one audit in a hundred. (c) The true ε is about 1.2.
:::

:::{solution} ex-c06-headline
:class: dropdown

Only (b) is true. Statement (a) is a posterior probability, which also depends on the proportion of programs that violate their claim. Statement (c) is false, because 1.2 is a lower bound and the truth can be much larger.
:::

:::{exercise} ★ Never observed
:label: ex-c06-never

Show that the upper bound "its probability is below $\frac3n$", for an event that did not occur in $n$ runs, is wrong at most five times in a hundred.
:::

:::{solution} ex-c06-never
:class: dropdown

If the probability is $p\ge\frac3n$, the event does not occur with probability $(1-p)^n\le e^{-pn}\le e^{-3}<5\%$.
:::

:::{exercise} ★★ Implement, then assert: `epsilon_at_least`
:label: ex-c06-mine

Write a function `epsilon_at_least(hits, tested, delta, alpha)`. The pairs `hits` and `tested` begin with the table on which the event is more likely. Return $\ln\frac{\underline p-\delta}{\overline{p'}}$ with both Clopper–Pearson bounds at level $\frac\alpha2$, and `-np.inf` if $\underline p\le\delta$. Test it with `check`.
:::

:::{solution-start} ex-c06-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
from scipy.stats import beta


def lower_bound(hits, runs, level):
    """The p at which this many hits or more have this probability."""
    return beta.ppf(level, hits, runs - hits + 1) if hits else 0.0


def epsilon_at_least(hits, tested, delta, alpha):
    """A lower bound for ε that is wrong with probability at most alpha."""
    low = lower_bound(hits[0], tested[0], alpha / 2)
    high = 1 - lower_bound(tested[1] - hits[1], tested[1], alpha / 2)
    return np.log((low - delta) / high) if low > delta else -np.inf


# %%
check("epsilon_at_least", epsilon_at_least)

# %% [markdown]
r"""
As a function of $p$, the tail $P(\mathrm{Bin}(n,p)\ge k)$ is the distribution function of a beta distribution with the parameters $k$ and $n-k+1$. The bound is therefore one of its quantiles, and the halving of the text gives the same number.

:::{solution-end}
:::

:::{exercise} ★★ The exact type I error
:label: ex-audit-error

For 40 runs on each table there are $41^2$ possible pairs of counts. Compute the largest probability of a rejection at $\alpha=10\%$ for mechanisms with $p=e^{0.5}p'$ and the label $\varepsilon=0.5$, without simulation.
:::

:::{solution-start} ex-audit-error
:class: dropdown
:::
"""

# %%
n, alpha, hits = 40, 0.1, np.arange(41)
low = np.array([lower(h, n, alpha / 2) for h in hits])
high = 1 - low[::-1]
with np.errstate(divide="ignore"):
    rejected = np.log(low[:, None] / high) > 0.5


# %%
def type_1_error(q):
    """The probability of a rejection for p' = q and p = e^0.5 q."""
    one, two = binom.pmf(hits, n, np.exp(0.5) * q), binom.pmf(hits, n, q)
    return np.outer(one, two)[rejected].sum()


worst = max(type_1_error(q) for q in np.linspace(0.01, 0.6, 60))
print(f"allowed {alpha:.0%}, largest type I error {worst:.2%}")

# %% tags=["remove-cell"]
assert 0 < worst < alpha / 3
# said in the sections above
tail = binom.sf(506, 1000, [0.48, 0.45])
assert [round(tail[0], 2), round(tail[1], 4)] == [0.05, 0.0002]
assert 0.69**10 < 0.025 < 0.0251 < 0.692**10 and round(0.7**10, 3) == 0.028
assert np.allclose(binom.sf([530, 531], 1000, 0.5), (0.027, 0.023), atol=5e-4)
assert labels["correct"] < 1 < labels["confused"]
assert share[True] - 2 * error > 0.1 > 10 * share[False]
assert round(norm.isf(0.05), 2) == 1.64 and round(norm.isf(0.0005), 2) == 3.29
assert results[correct] < 1 < results[confused] < np.sqrt(2)
assert round(results[confused], 2) == 1.38
assert round(results[correct], 3) == 0.945
away = norm.isf(1e-3 / 2)  # 3.29 standard errors


def planned(violation):
    """The runs on each table, half of them for learning."""
    odds = np.array([1, 2 * np.exp(1 + violation) - 1])  # (1 - p) / p
    return 2 * 2 * (away * np.sqrt(odds).sum() / violation) ** 2


assert abs(planned(0.4) - 3640) < 5 and round(planned(0.1), -3) == 45_000
assert 4e6 < planned(0.01) < 4.3e6
two = np.sqrt([1, 2 * np.exp(1.4) - 1])
assert round(two[1], 2) == 2.67 and round(away * two.sum(), 1) == 12.1
assert round((away * two.sum() / 0.4) ** 2, -1) == 910
assert round(away * two.sum() / np.sqrt(1820), 2) == 0.28
assert round(shut, 3) == 0.999 and round(shut * 0.001 + 1 - shut, 4) == 0.002
assert silent < 1 and outputs[outputs > 1e5].round() == [1_000_037]
large = 5_000_000
tested = large, large
needed = next(h for h in range(99) if at_least((h, 0), tested, 1e-3) > 1)
assert round(upper(0, large, 1e-3 / 2) * large, 1) == 7.6
assert round(-np.log(1e-3 / 2), 1) == 7.6
assert needed == 38 and binom.sf(needed - 1, large, 1e-5) > 0.9
# the power of 1,820 test runs if the event is known, as said above
k, pair = np.arange(1821), (0.5, 0.5 * np.exp(-1.4))
low = np.array([lower(h, 1820, 1e-3 / 2) for h in k])
with np.errstate(divide="ignore"):
    convicted = np.log(low[:, None] / (1 - low[::-1])) > 1
one, two = (binom.pmf(k, 1820, p) for p in pair)
known = one @ convicted @ two
assert round(known, 2) == 0.98 and known - 0.015 < power < known


# %% [markdown]
r"""
The error rate is far below 10%, as after sample splitting in the text: a single bound that is wrong is rarely enough for a rejection.

:::{solution-end}
:::

:::{exercise} ★★ Optional stopping
:label: ex-c06-stop

Audit `correct` with the event "at least 38" after 10, 20, …, 2,000 runs, each time at $\alpha=0.2$. Simulate how often any of the 200 bounds exceeds 1, and state a remedy.
:::

:::{solution-start} ex-c06-stop
:class: dropdown
:::
"""

# %%
rng = np.random.default_rng(12)
looks = np.arange(10, 2001, 10)
over, early = (rng.random((1000, 2000)) < p for p in (0.5, 0.5 / np.e))
counts = np.stack([x.cumsum(axis=1)[:, looks - 1] for x in (over, early)])


def rejected_at(alpha):
    """For each audit and each look: is the bound above 1?"""
    low = beta.ppf(alpha / 2, counts[0], looks - counts[0] + 1)
    high = beta.ppf(1 - alpha / 2, counts[1] + 1, looks - counts[1])
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.log(low / high) > 1


anywhere = {}
for alpha in (0.2, 0.2 / len(looks)):
    result = rejected_at(alpha)
    anywhere[alpha] = result.any(axis=1).mean()
    print(f"α = {alpha:.3f}: last look {result[:, -1].mean():.1%}", end=", ")
    print(f"any of 200 looks {anywhere[alpha]:.1%}")

# %% tags=["remove-cell"]
assert all((rate > 0.2) == (alpha == 0.2) for alpha, rate in anywhere.items())

# %% [markdown]
r"""
With 200 tests true labels are rejected more often than the level of 20% allows, although a single test at the end rejects far less often. The theorem holds for a single test. Dividing $\alpha$ by the number of tests repairs the procedure.

:::{solution-end}
:::

::::{exercise} ★★★ One draw of noise for two answers
:label: ex-c07-two-columns

Audit a program that publishes two counts, each with Laplace noise of scale 2, under the label $\varepsilon=1$. By mistake it adds the *same* draw of noise to both. Take the counts 37 and 12 on one table, and 38 and 12 on the neighbour. Show that each published number alone is $\frac12$-private. Then redefine `events(outputs, cuts)` for outputs with two columns so that `audit` rejects the label from 20,000 runs at $\alpha=0.001$. Solution: {ref}`sol-c07-two-columns`.

:::{dropdown} Hint
Which function of both outputs contains no noise?
:::
::::

## The bill

This chapter asked the table nothing, so the total is unchanged.

## Three formulas

- Clopper–Pearson lower bound: $P\bigl(\mathrm{Bin}(n,\underline p)\ge k\bigr)=\frac\alpha2$.
- Bound of an audit: $\varepsilon\ge\ln\frac{\underline p-\delta}{\overline{p'}}$.
- Silence: a trapdoor is rejected with probability at most $1-(1-\alpha)(1-\eta)^N$.

**In one paragraph.** An audit is a hypothesis test of a claimed ε. An event that was learned on one half of the runs and tested on the other half can reject a false claim, with a type I error chosen in advance. But a violation that is rare enough almost always escapes, so an audit can reject, but never confirm.

**Practice.** {doc}`/book/practice_6_to_9` has four questions of one minute each on this chapter.

**Next.** The trapdoor escaped because the auditor saw only samples. If the code is simple enough, the probability of every outcome can be computed. {doc}`c08_exact_curves` does this with a single sum.
"""
