# %% [markdown]
r"""
# Convicting with samples: auditing a claimed ε

:::{chapter} 7
:asks: A program claims ε = 1. Can you find out whether that is true by running it?
:needs: c01_two_evenings, c03_composition, c04_many_small_answers
:teaches: significance level, Clopper–Pearson bounds, sample splitting, the power of an audit
:skip: the section on how many runs, until you audit a program yourself
:::

The clinic buys a program that adds noise to a count. The label says $\varepsilon=1$. The code is secret, but you can run the program as often as you like, on invented tables.

**Can you find out whether the label is true?** If it is false, you can often show this, at an error rate chosen in advance. If it is true, no audit can confirm it. This chapter shows why.

It introduces the *privacy audit*, a *hypothesis test*: a rule that rejects a claim under which the data would be too unlikely.
"""

# %% tags=["hide-input"]
import numpy as np
from scipy.stats import binom, norm

from privcausal import explorers, plots
from privcausal.course import check

# %% [markdown]
r"""
## Two labels

Here are two programs with the label $\varepsilon=1$. Both should therefore add Laplace noise of *scale* 1. The author of the second mistook the scale for the standard deviation, which is $\sqrt2$ times the scale, so it adds too little noise:
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
Let $p$ be the probability of a hit on the first table, and $p'$ that on the neighbour. The label says $p\le e^{1}p'$, so $\ln\frac p{p'}$ is at most 1. Both programs seem to violate it.

But these are only counts, and counts have sampling error. For the correct program $p=\frac12$ and $p'=\frac1{2e}$, so $\ln\frac p{p'}$ is exactly 1. The observed logarithm is therefore above 1 in about half of all experiments, and we would often reject a true label.

We need a number that is **almost never above the true ε**.

## From a count to a bound

Begin with a single count. Suppose that 10 runs gave 10 hits. How small can $p$ be? Ten hits have the probability $p^{10}$. For $p=0.5$ this is 0.001, so 0.5 is hard to believe. For $p=0.7$ it is 0.028, which is unlikely but can happen.

We draw the line at a *significance level*, say $\gamma=2.5\%$, and rule out every $p$ for which a count this large or larger has a probability below $\gamma$. Here these are all values up to 0.69, because $0.69^{10}$ is just below 0.025.

The smallest $p$ that remains is the **Clopper–Pearson lower bound** $p_{\text{low}}$ {cite:p}`clopper1934`. For $k$ hits in $n$ runs it solves

$$
P\bigl(\mathrm{Bin}(n,p_{\text{low}})\ge k\bigr)=\gamma ,
$$

where $\mathrm{Bin}(n,p)$ is the number of hits in $n$ runs with probability $p$ each. The left side, the probability of $k$ hits or more, grows with $p$, so the function `lower` finds the solution by halving an interval, for many counts at once.

The upper bound $p_{\text{high}}$ rules out every $p$ for which a count this small or smaller has a probability below $\gamma$. It is 1 minus the lower bound for the runs that were *not* hits.
"""


# %%
def lower(hits, runs, level):
    """The p at which this many hits or more have probability `level`."""
    low, high = np.zeros(np.shape(hits)), np.ones(np.shape(hits))
    for _ in range(20):
        p = (low + high) / 2
        unlikely = binom.sf(hits - 1, runs, p) < level  # sf(k) = P(Bin > k)
        low = np.where(unlikely, p, low)
        high = np.where(unlikely, high, p)
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
look = {"level": {0.025: "2.5%"}, "wide": True, "height": 4}
title = "507 hits are unusual for every p outside the interval"
ax = plots.curves(axis, chances, **look, title=title)
plots.points(limits, {"_bounds": [0.025, 0.025]}, ax=ax, first=3)
for limit, count, by in zip(limits, ("more", "fewer"), ((-20, 70), (20, 70))):
    words = f"p = {limit:.3f}: 507 or {count}\nwith probability 2.5%"
    plots.note(ax, words, (limit, 0.025), by)
caption = f"Probability of 507 or more, and of 507 or fewer, hits in 1,000 runs, against the true probability p. The diamonds are the ends of the interval: left of {limits[0]:.3f} the probability of 507 or more hits is below 2.5%, and right of {limits[1]:.3f} that of 507 or fewer."
plots.show(
    ax, caption, x="true probability p", y="probability of such a count"
)

# %% [markdown]
r"""
When is the lower bound wrong, that is, above the true $p$? Only when the count is one of those that rule out the true $p$. For 1,000 runs and $p=0.5$ these are the counts from 532 upwards, which have a probability of 2.3% together. In general, the counts that rule out the true $p$ are those from some number upwards, and this number is the first whose upper tail has a probability below $\gamma$. One of these counts occurs with exactly this tail probability, so the lower bound is wrong with a probability below $\gamma$.

An audit has two counts, one for each table, and therefore two bounds: a lower one for $p$ and an upper one for $p'$. If the whole audit has the level $\alpha$, each bound gets $\gamma=\frac\alpha2$. Each is then wrong with probability at most $\frac\alpha2$, and the two probabilities at most add up, so both are right with probability at least $1-\alpha$. In that case

$$
\varepsilon\;\ge\;\ln\frac{p}{p'}\;\ge\;\ln\frac{p_{\text{low}}}{p'_{\text{high}}} .
$$

The first step is the guarantee, and the second follows from the two bounds.
"""


# %%
def at_least(hits, runs, alpha):
    """A lower bound for ε that is wrong with probability at most alpha."""
    low = lower(hits[0], runs, alpha / 2)
    high = upper(hits[1], runs, alpha / 2)
    with np.errstate(divide="ignore"):
        return np.log(low / high)


# %%
labels = {}
for name, hits in observed.items():
    labels[name] = at_least(hits, 1000, 0.05)
    print(f"{name:8}: ε ≥ {labels[name]:.2f}")

# %% [markdown]
r"""
At $\alpha=5\%$ we reject the label of the confused program, whose bound is above 1, but not that of the correct one.

If the label also allows the additive $\delta$ of chapter 4, then $p\le e^\varepsilon p'+\delta$, and we put $p_{\text{low}}-\delta$ in place of $p_{\text{low}}$.

> **Theorem** (the bound of an audit). Let a program be (ε, δ)-private, let the event be fixed before the runs are made, and let the runs be independent. Then the bound above exceeds ε with probability at most $\alpha$. {verdict}`B-audit`

This is the argument above: the bound can exceed ε only if one of the two Clopper–Pearson bounds is wrong.

The rejection of a true label is called a *type I error*; by the theorem its probability is at most $\alpha$. The number of runs must be fixed beforehand too, as the exercise *Optional stopping* shows. The badge belongs to the library's auditor, described in {doc}`17_auditing`.

## Which event?

"At least 38" was an easy guess, because we know the program. An auditor does not know it, so she lets the outputs suggest an event. She uses half of her runs to pick the event that looks worst in them, and the other half to test it.

Our auditor chooses among 98 events. Her cut points $t$ are the 2%, 4%, …, 98% quantiles of the outputs in her first half, with both tables taken together. Each cut point has the events "at least $t$" and "below $t$".
"""

# %%
SHARES = np.linspace(0.02, 0.98, 49)


def events(outputs, cuts):
    """Which outputs lie in each event: one column per event."""
    above = outputs[:, None] >= cuts
    return np.hstack([above, ~above])


# %% [markdown]
r"""
Which of them looks worst? The obvious choice is the event with the largest *ratio* of hits, but it is wrong. We try it on the confused program, with 1,000 runs on each table to pick the event, and 1,000 to test it:
"""

# %% tags=["hide-input"]
rng = np.random.default_rng(3)
draws = [confused(count, 2000, rng) for count in (38, 37)]
cuts = np.quantile([x[:1000] for x in draws], SHARES)
inside = np.stack([events(x, cuts) for x in draws])
picked, tested = inside[:, :1000].sum(axis=1), inside[:, 1000:].sum(axis=1)
rarest = np.argmax(picked[0] / picked[1])
halves = {"the half that chose it": picked, "the other half": tested}
for where, table in halves.items():
    hits = table[:, rarest]
    print(f"on {where}: {hits[0]} and {hits[1]} hits", end=", ")
    print(f"ε ≥ {at_least(hits, 1000, 0.05):.2f}")

# %% [markdown]
r"""
The ratio of 68 to 12 hits has the logarithm 1.73, which is above even the true ε of 1.41. Nevertheless the bound is only 0.94 on the same runs, and 0.68 on the others, so the label is not rejected. The ratio of such a rare event is large partly by chance, and few hits give a small bound.

We do not need a large ratio, but a large *bound*. The auditor therefore chooses the event with the largest bound on the first half of her runs. Our function computes the bounds of all events on both halves, and returns those of the chosen event. Its `runs` are all runs on each table, and only half of them test:
"""


# %%
def audit(program, pair, runs, alpha, rng):
    """The bound of the chosen event on its own half, and on the other."""
    half = runs // 2
    draws = [program(data, runs, rng) for data in pair]
    cuts = np.quantile([outputs[:half] for outputs in draws], SHARES)

    def bounds(part):
        """The bounds of all 98 events on one half of the runs."""
        hits = [events(outputs[part], cuts).sum(axis=0) for outputs in draws]
        return at_least(hits, half, alpha)

    learned, tested = bounds(slice(half)), bounds(slice(half, runs))
    chosen = np.argmax(learned)
    return learned[chosen], tested[chosen]


rng = np.random.default_rng(3)
largest_bound = audit(confused, (38, 37), 2000, 0.05, rng)[1]
print(f"confused, on the half that tests the event: ε ≥ {largest_bound:.2f}")

# %% [markdown]
r"""
On the same runs the label is now rejected, and the bound is still below the true ε of 1.41.

## Never test on the runs that chose the event

Why does the auditor not test the event on all her runs? The worst of 98 events looks bad partly by chance, and on the same runs it will look bad again.

To see how much this matters, take two *equal* tables. Then $p=p'$ for every event, so $\ln\frac p{p'}$ is 0, and every bound above 0 is wrong. How often does this happen in 1,000 audits with 400 runs on each table, at $\alpha=10\%$?
"""

# %%
rng = np.random.default_rng(66)
pairs = [audit(correct, (37, 37), 400, 0.1, rng) for _ in range(1000)]
same, other = np.mean(np.array(pairs) > 0, axis=0)
print(f"on the half that chose the event {same:.1%}", end=", ")
print(f"on the other half {other:.1%}")

# %% [markdown]
r"""
On the half that chose the event the bound is wrong more often than $\alpha=10\%$ allows, because 98 events are 98 opportunities for such an error. This problem is called *multiple testing*.

The remedy is *sample splitting*: the event is learned on one half of the runs, and then tested on the other half only. Because it is fixed before it is tested, the theorem applies.

On the other half the bound is wrong even less often than $\alpha$ allows, because both counts would have to err far, and in the unlucky directions, at once. The exercise *The exact type I error* computes such a rate without simulation.

Here are our two labels, with 100,000 runs on each table. We take a small $\alpha$ of 0.001, because a conviction is serious:
"""

# %%
rng, results = np.random.default_rng(7), {}
for program in (correct, confused):
    results[program] = audit(program, (38, 37), 100_000, 1e-3, rng)[1]
    print(f"{program.__name__:8}: ε ≥ {results[program]:.3f}")

# %% [markdown]
r"""
The second program is convicted: its bound of 1.375 lies far above its label, and close to its true ε of 1.41. The first label is *not rejected*. The audit shows that the first program's ε is at least 0.945, and gives no upper limit.

**Which tables?** The guarantee covers every pair of neighbours, and an audit examines only one, which the auditor has to invent. Some programs violate their label only on a table without infected people, because they print an exact 0 there. Therefore:

1. Invent several pairs, and include those whose true answers differ most.
2. Audit each pair in both orders, because the guarantee must hold in both.
3. Divide $\alpha$ by the number of audits. This is the *Bonferroni correction* for multiple testing.

## How many runs?

The *power* of an audit is the probability that it rejects a false label. It depends on the number of runs and on the *violation*, the difference between the true ε and the label.

To find out beforehand how many runs she needs, an auditor audits an invented program that has the violation she wants to detect. Ours has Laplace noise of scale $\frac1{1.4}$ under the label 1, so the violation is 0.4. We audit it 200 times with each number of runs, at $\alpha=0.001$:
"""


# %%
def too_little(count, runs, rng):
    return count + rng.laplace(0, 1 / 1.4, runs)


rng, bounds = np.random.default_rng(9), {}
for runs in (900, 3_600, 14_400):
    pairs = [audit(too_little, (38, 37), runs, 1e-3, rng) for _ in range(200)]
    bounds[runs] = np.array(pairs)[:, 1]
    print(f"{runs:6} runs: power {np.mean(bounds[runs] > 1):.0%}", end=", ")
    print(f"median bound {np.median(bounds[runs]):.2f}")

# %% [markdown]
r"""
With 3,600 runs on each table, of which 1,800 test the event, the auditor rejects the label in 98% of the 200 audits. The median bound then falls 0.28 short of the true ε, because each Clopper–Pearson bound in it lies about 3.3 standard errors on the safe side of its proportion.

A standard error is proportional to $1/\sqrt{\text{runs}}$. From line to line there are four times as many runs, so this shortfall about halves: it is 0.54, 0.28 and 0.14. A violation ten times smaller therefore takes roughly a hundred times as many runs.

<span class="pc-screen">Now judge for yourself.</span> In this game every label says 1, but the true ε of half of the programs is 1.5. The runs come in eight batches, so after each batch the auditor tests at the level $\frac\alpha8$, with $\alpha=5\%$. Her event is "at least 1", on the counts 1 and 0. A bound of 0 means that the runs so far show nothing.
"""

# %% tags=["hide-input"]
explorers.audit_game()

# %% [markdown]
r"""
:::{quiz} An audit with a million runs finds ε ≥ 0.97 for a program with the label ε = 1. What do you know?
- [ ] The program is 1-private. :: No: on another pair, or for a rarer event, its loss can be larger.
- [x] On this pair and for this event the runs do not contradict the label. :: Correct: you also know that ε is at least 0.97, at the chosen level.
- [ ] The program's ε is between 0.97 and 1. :: No: an audit gives no upper bound.
:::

## Why silence proves nothing

The next program adds the right noise, but once in a hundred thousand runs it prints the true count plus a million:
"""


# %%
def trapdoor(count, runs, rng):
    opens = rng.random(runs) < 1e-5
    return np.where(opens, 1e6 + count, correct(count, runs, rng))


rng = np.random.default_rng(10)
silent = audit(trapdoor, (38, 37), 100_000, 1e-3, rng)[1]
rng = np.random.default_rng(10)  # the same draws again
outputs = np.concatenate([trapdoor(c, 100_000, rng) for c in (38, 37)])
print(f"ε ≥ {silent:.3f}, outputs of the trapdoor {outputs[outputs > 1e5]}")

# %% [markdown]
r"""
The label is not rejected, although the true ε is infinite: when the trapdoor opens, the output reveals the data. This happened once in 200,000 runs. Each of the auditor's 98 events contains about 2% of the outputs or more, so a single output makes hardly any difference to them. A person who reads all the outputs would notice it, but a rarer trapdoor usually leaves no trace at all.

Take a million runs, and a trapdoor that opens once in a billion runs:

- *It never opens.* This has the probability $(1-10^{-9})^{1{,}000{,}000}\approx0.999$. Because the trapdoor is independent of the noise, the auditor then sees what the correct program would have printed, and rejects with probability at most $\alpha=0.001$.
- *It opens at least once.* This has a probability of about 0.001. At worst the auditor then always rejects.

Together the two cases allow a rejection with a probability of at most 0.002:
"""

# %%
shut = (1 - 1e-9) ** 1_000_000
print(f"{shut * 0.001 + (1 - shut):.4f}")

# %% [markdown]
r"""
In general, a trapdoor that opens with probability $\eta$ stays shut in all $N$ runs with probability $s=(1-\eta)^N$. The two cases together allow a rejection with probability at most $s\,\alpha+(1-s)=1-(1-\alpha)\,s$.

> **Theorem** (silence). Let an auditor reject a correct program with probability at most $\alpha$. Give the program a trapdoor that opens with probability $\eta$ in each run, independently of the noise and of all other runs. Then after $N$ runs it is rejected with probability at most $1-(1-\alpha)(1-\eta)^N$. {verdict}`B-silence`

For every number of runs $N$ there is a trapdoor so rare that this bound is close to $\alpha$. An audit can therefore reject a claim, but it can never confirm one. Only a proof can.

:::{admonition} Common mistake
:class: warning
*Reporting "no violation found" as "private".* Report the bound, and the smallest violation that the audit would probably have detected.
:::

## Exercises

:::{exercise} ★ What can the headline say?
:label: ex-c07-headline

Decide which statements follow from the report "$\varepsilon\ge1.2$ at $\alpha=1\%$" about a label of 1. (a) The program violates its guarantee with probability 99%. (b) If the label were true, such a report would occur in at most one audit in a hundred. (c) The true ε is about 1.2.
:::

:::{solution} ex-c07-headline
:class: dropdown

Only (b) follows. Statement (a) is a posterior probability, which also depends on the proportion of programs that violate their claim. Statement (c) does not follow, because 1.2 is a lower bound, and the truth can be much larger.
:::

:::{exercise} ★ Never observed
:label: ex-c07-never

Show that the upper bound "its probability is below $\frac3n$", for an event that did not occur in $n$ runs, is wrong at most five times in a hundred.
:::

:::{solution} ex-c07-never
:class: dropdown

If the probability is $p\ge\frac3n$, the event does not occur with probability $(1-p)^n\le e^{-pn}\le e^{-3}<5\%$.
:::

:::{exercise} ★★ Implement, then assert: `epsilon_at_least`
:label: ex-c07-mine

The two tables can have different numbers of runs. Write a function `epsilon_at_least(hits, tested, delta, alpha)`. The pairs `hits` and `tested` begin with the table on which the event is more likely. Return $\ln\bigl((p_{\text{low}}-\delta)/p'_{\text{high}}\bigr)$ with both Clopper–Pearson bounds at level $\frac\alpha2$, and `-np.inf` if $p_{\text{low}}\le\delta$. Test it with `check`.
:::

:::{solution-start} ex-c07-mine
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

For 40 runs on each table there are $41^2$ possible pairs of counts. Compute the largest probability of a rejection at $\alpha=10\%$ for programs with $p=e^{0.5}p'$ and the label $\varepsilon=0.5$, without simulation.
:::

:::{solution-start} ex-audit-error
:class: dropdown
:::
"""

# %%
n, alpha, hits = 40, 0.1, np.arange(41)
low = lower(hits, n, alpha / 2)
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
assert 0 < worst < 0.01
# said in the sections above
tail = binom.sf(506, 1000, [0.48, 0.45])
assert [round(tail[0], 2), round(tail[1], 4)] == [0.05, 0.0002]
assert 0.69**10 < 0.025 < 0.0251 < 0.692**10 and round(0.7**10, 3) == 0.028
assert round(norm.isf(1e-3 / 2), 1) == 3.3
bridge = 2 * norm.isf(0.05)
assert f"{bridge:.1f} {bridge / np.sqrt(2):.1f}" == "3.3 2.3"
assert round(norm.sf(bridge / np.sqrt(2)), 3) == 0.01
assert f"{labels['confused']:.2f}" == "1.29"
two_laws = [binom.pmf(np.arange(1, 1000), 1000, q) for q in (0.5, 0.5 / np.e)]
over_1 = np.subtract.outer(*[np.log(np.arange(1, 1000))] * 2) > 1
assert 0.48 < np.outer(*two_laws)[over_1].sum() < 0.52
assert list(picked[:, rarest]) == [68, 12]
assert round(np.log(68 / 12), 2) == 1.73
ratio_bounds = [at_least(x[:, rarest], 1000, 0.05) for x in (picked, tested)]
assert np.allclose(ratio_bounds, (0.94, 0.68), atol=0.005)
assert (
    binom.sf(530, 1000, 0.5) > 0.025
    and round(binom.sf(531, 1000, 0.5), 3) == 0.023
)
assert labels["correct"] < 1 < labels["confused"]
assert outputs.size == 200_000 and min(SHARES[0], 1 - SHARES[-1]) > 0.0199
assert same - 2 * np.sqrt(same / 1000) > 0.1 and other < 0.1 / 10
assert max(ratio_bounds) < 1 < largest_bound < np.log(68 / 12)
assert results[correct] < 1 < results[confused] < np.sqrt(2)
assert round(results[confused], 3) == 1.375
assert round(results[correct], 3) == 0.945
short = {runs: 1.4 - np.median(b) for runs, b in bounds.items()}
assert " ".join(f"{s:.2f}" for s in short.values()) == "0.54 0.28 0.14"
assert all(1.8 < short[n] / short[4 * n] < 2.2 for n in (900, 3_600))
assert f"{np.mean(bounds[3_600] > 1):.0%}" == "98%"
assert round(shut, 3) == 0.999 and round(shut * 0.001 + 1 - shut, 4) == 0.002
assert silent < 1 and outputs[outputs > 1e5].round() == [1_000_037]


# %% [markdown]
r"""
The largest type I error is below 1%, as after sample splitting in the text. The reason is easiest to see if $p=p'$. There the bound exceeds 0 only if the lower bound of one proportion lies above the upper bound of the other. Each bound is about 1.64 standard errors from its proportion, so the proportions must differ by 3.3 standard errors of one proportion.
Their difference varies only $\sqrt2$ times as much as one of them. It would therefore have to be off by $3.3/\sqrt2\approx2.3$ of its own standard deviations. This has a probability of about 1%, and of somewhat less because counts are whole numbers.

:::{solution-end}
:::

:::{exercise} ★★ Optional stopping
:label: ex-c07-stop

Audit `correct` with the event "at least 38" after 10, 20, …, 2,000 runs, each time at $\alpha=0.2$. Simulate how often any of the 200 bounds exceeds 1, and state a remedy.
:::

:::{solution-start} ex-c07-stop
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

## Summary

- Clopper–Pearson lower bound: $P\bigl(\mathrm{Bin}(n,p_{\text{low}})\ge k\bigr)=\frac\alpha2$.
- Bound of an audit: $\varepsilon\ge\ln\bigl((p_{\text{low}}-\delta)/p'_{\text{high}}\bigr)$.
- Silence: a trapdoor is rejected with probability at most $1-(1-\alpha)(1-\eta)^N$.

**In one paragraph.** An audit is a hypothesis test of a claimed ε. It learns an event on one half of the runs, and tests it on the other half, with a type I error chosen in advance. In this way 100,000 runs on each table showed that the confused program has an ε of at least 1.375. But a trapdoor that opens once in a billion runs is rejected after a million runs with a probability of at most 0.2%. An audit can therefore reject a claim, but never confirm one.

**Practice.** {doc}`/book/practice_6_to_9` has four questions of one minute each on this chapter.

**Next.** The trapdoor escaped because the auditor saw only samples. If the code is simple enough, the probability of every outcome can be computed. {doc}`c08_exact_curves` does this with a single sum.
"""
