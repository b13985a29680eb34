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

**Can you find out whether the label is true?** If it is false, you can often prove it, with an error rate that you choose in advance. If it is true, no audit can confirm it, as a theorem of this chapter proves.

This chapter introduces the *privacy audit*, which is a *hypothesis test*: a rule that rejects a claim when the data would be too unlikely under it.
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
Take a table with 38 infected people, and a neighbour with 37. We run each program 1,000 times on both tables, and count how often the output is at least 38.
"""

# %%
rng, observed = np.random.default_rng(6), {}
for program in (correct, confused):
    h, h_other = (np.sum(program(c, 1000, rng) >= 38) for c in (38, 37))
    observed[program.__name__] = h, h_other
    print(f"{program.__name__:8}: {h} and {h_other}", end=", ")
    print(f"ln of the ratio {np.log(h / h_other):.2f}")

# %% [markdown]
r"""
Call the two counts $h$ and $h'$, and let $p$ and $p'$ be the probabilities behind them. The guarantee says $p\le e^{1}p'$, so the logarithm of the ratio should not be much above 1.

Counts have sampling error. The correct program has $\ln\frac p{p'}=1$ for this event, so its observed logarithm is above 1 in about half of all experiments.
We need a number that is **almost never above the true ε**.

## From a count to a bound

An event occurred 507 times in 1,000 runs. How small can its probability $p$ be? At $p=0.48$ a count of 507 or more occurs five times in a hundred, and at $p=0.45$ twice in ten thousand.
Choose a *significance level*, say $\beta=2.5\%$. We rule out every $p$ at which a count this large or larger would have a probability below $\beta$. The smallest $p$ that remains is the **Clopper–Pearson lower bound** {cite:p}`clopper1934`. For $h$ hits in $n$ runs it is the number $\underline p$ at which a count of $h$ or more has probability exactly $\beta$:

$$
P\bigl(\mathrm{Bin}(n,\underline p)\ge h\bigr)=\beta .
$$

With no hits at all, $\underline p=0$. The probability on the left grows with $p$, so we can find $\underline p$ by halving an interval. The upper bound $\overline p$ rules out every $p$ at which a count this small or smaller would have a probability below $\beta$. It is 1 minus the lower bound for the misses.
"""


# %%
def lower(hits, runs, level):
    """The p at which `hits` or more have probability `level`."""
    low, high = 0.0, 1.0
    for _ in range(40):
        p = (low + high) / 2
        unlikely = binom.sf(hits - 1, runs, p) < level  # sf(k) = P(Bin > k)
        low, high = (p, high) if unlikely else (low, p)
    return low


# %%
def upper(hits, runs, level):
    return 1 - lower(runs - hits, runs, level)


bounds = [lower(507, 1000, 0.025), upper(507, 1000, 0.025)]
print(f"507 of 1,000: p is between {bounds[0]:.3f} and {bounds[1]:.3f}")

# %% tags=["hide-input"]
tail = binom.sf(506, 1000, [0.48, 0.45])
assert [round(tail[0], 2), round(tail[1], 4)] == [0.05, 0.0002]
p = np.linspace(0.4, 0.6, 201)
chances = {
    "507 or more": binom.sf(506, 1000, p),
    "507 or fewer": binom.cdf(507, 1000, p),
}
ax = plots.curves(p, chances, level=0.025, height=3)
plots.points(bounds, {"the two bounds": [0.025, 0.025]}, ax=ax, first=3)
caption = "Probability of 507 or more, and of 507 or fewer, hits in 1,000 runs, against the true probability p. Left of the first diamond or right of the second, such a count has a probability below 2.5%."
plots.show(ax, caption, x="true probability p", y="probability of the count")

# %% [markdown]
r"""
How often is $\underline p$ above the true $p$? Only when the count is so large that, under the true $p$, $h$ hits or more have a probability below $\beta$. If $h_0$ is the smallest such count, then the bound is wrong when the count is $h_0$ or more, and under the true $p$ this has a probability below $\beta$.

An audit has two counts, one for each table. If each bound is wrong with probability at most $\frac\alpha2$, both are right with probability at least $1-\alpha$. In that case

$$
\varepsilon\;\ge\;\ln\frac{p-\delta}{p'}\;\ge\;\ln\frac{\underline p-\delta}{\overline{p'}} .
$$

The first step is the guarantee, with the additive $\delta$ of chapter 4; on our labels $\delta=0$. If $\underline p\le\delta$, the bound is $-\infty$ and says nothing.
"""


# %%
def at_least(hits, tested, alpha, delta=0.0):
    """A lower bound for ε that is wrong with probability at most alpha."""
    low = lower(hits[0], tested[0], alpha / 2)
    high = upper(hits[1], tested[1], alpha / 2)
    return np.log((low - delta) / high) if low > delta else -np.inf


for name, hits in observed.items():
    print(f"{name:8}: ε ≥ {at_least(hits, (1000, 1000), 0.05):.2f}")

# %% [markdown]
r"""
At $\alpha=5\%$ we reject the label of the confused program, because its bound is above 1. We do not reject the label of the correct one.

> **Theorem** (the bound of an audit). Let a mechanism be (ε, δ)-private, let the event be fixed before the runs are made, and let the runs be independent. Then the bound above exceeds ε with probability at most $\alpha$. {verdict}`B-audit`

The badge belongs to the library's bound, which is mostly a little larger.
The rejection of a true label is called a *type I error*, and its probability is at most $\alpha$. An exercise computes it exactly.
"""

# %% tags=["remove-cell"]
labels = {
    name: at_least(h, (1000, 1000), 0.05) for name, h in observed.items()
}
assert labels["correct"] < 1 < labels["confused"]

# %% [markdown]
r"""
## Which event?

"At least 38" was a guess. The auditor should choose the event that looks worst in some runs.

Our auditor knows 98 events: for each of 49 cut points $t$, "at least $t$" and "below $t$". The function `learn` picks the event with the largest log-ratio of its two frequencies. Frequencies of rare events are unreliable, so each log-ratio is first reduced by two standard errors.
"""

# %%
SHARES = np.linspace(0.02, 0.98, 49)  # cut points, as quantiles


def events(outputs, cuts):
    """Which outputs lie in each event: one column per event."""
    above = outputs[:, None] >= cuts
    return np.hstack([above, ~above])


# %%
def learn(one, two):
    """The cut points, and the event with the largest reduced log-ratio."""
    cuts = np.unique(np.quantile(np.concatenate([one, two]), SHARES))
    hits = (events(x, cuts).sum(axis=0) + 0.5 for x in (one, two))
    p, q = (h / (len(one) + 1) for h in hits)
    error = np.sqrt((1 - p) / (p * len(one)) + (1 - q) / (q * len(two)))
    return cuts, np.argmax(np.log(p / q) - 2 * error)


# %% [markdown]
r"""
:::{dropdown} Where the standard error comes from
A frequency $p$ of $n$ runs has standard error $\sqrt{p(1-p)/n}$. The derivative of $\ln p$ is $\frac1p$, so its logarithm has standard error $\sqrt{(1-p)/(pn)}$. Half a hit is added to each count, so that the logarithm of 0 does not occur.
:::

The event must not be tested on the runs from which it was learned. Out of 98 events, the one that looked worst looked so partly by chance, and on the same runs it will look bad again.
To see the effect, take two *equal* tables. Then $p=p'$ for every event, so every bound above 0 is false. We audit 200 times at $\alpha=10\%$, and count the bounds above 0.
"""


# %%
def audit(program, pair, runs, alpha, rng, same=False):
    """Learn an event on one half of the runs, test it on the other half."""
    draws = [program(data, runs, rng) for data in pair]
    cuts, best = learn(*(x[: runs // 2] for x in draws))
    test = [x[: runs // 2] if same else x[runs // 2 :] for x in draws]
    hits = [events(x, cuts)[:, best].sum() for x in test]
    return at_least(hits, [len(x) for x in test], alpha)


# %%
rng, share = np.random.default_rng(66), {}
for same in (True, False):
    bounds = [
        audit(correct, (37, 37), 400, 0.1, rng, same) for _ in range(200)
    ]
    share[same] = np.mean(np.array(bounds) > 0)
error = np.sqrt(share[True] * (1 - share[True]) / 200)
print(f"tested on the same half {share[True]:.1%} ± {error:.1%}", end=", ")
print(f"on a fresh half {share[False]:.1%}")

# %% [markdown]
r"""
The ± is one standard error. Testing 98 events gives 98 opportunities for a false rejection. This is the problem of *multiple testing*. The remedy used here is *sample splitting*:

1. **Learn** the event on one half of the runs.
2. **Fix** it.
3. **Test** it on the other half, and conclude from these counts only.

A poor rule for learning cannot break the guarantee of the test. Here are our two labels, with 100,000 runs on each table and $\alpha$ one in a thousand:
"""

# %%
rng, results = np.random.default_rng(7), {}
for program in (correct, confused):
    results[program] = audit(program, (38, 37), 100_000, 1e-3, rng)
    print(f"{program.__name__:8}: ε ≥ {results[program]:.3f}")

# %% tags=["remove-cell"]
assert share[True] - 2 * error > 0.1 > share[False]
assert results[correct] < 1 < results[confused] < np.sqrt(2)

# %% [markdown]
r"""
The second label is false, and its bound of 1.38 is close to its true $\varepsilon=\sqrt2\approx1.41$. The first label is *not rejected*. This and the lower bound are all that the audit says about it.

The library's auditor does the same with many more kinds of events. It compares outputs byte by byte, unless `ideal=True` says that floats stand for real numbers:
"""

# %%
from privcausal.verify.audit import audit as library_audit

how = {"claimed_epsilon": 1.0, "rng": np.random.default_rng(8)}
report = library_audit(confused, (38, 37), 100_000, ideal=True, **how)
print(f"bound: ε ≥ {report.epsilon:.2f}, with error rate {report.alpha:g}")
print(f"smallest ε detected with power 90%: {report.smallest:.2f}")
print(f"rarest one-sided event detected with power 90%: {report.rarest:.5f}")

# %% [markdown]
r"""
Its bound differs, because it learned another event from other draws. The other two lines state its *power*, the probability of rejecting a false label, if it learns the best event. A one-sided event is possible on one table only.

**Which tables?** The guarantee is about every pair of neighbours, and an audit examines one. A program can violate its label on empty tables or at the ends of the declared range only. Invent several pairs, include those whose true answers differ most, and divide $\alpha$ by the number of pairs.

In the following game some programs satisfy $\varepsilon=1$, and the others have 1.5:
"""

# %%
game = explorers.audit_game()
game

# %% tags=["remove-cell"]
assert (
    game.rows[4][0] == "violates the claim"
    and f"{game.rows[4][5]:.2f}" == "1.52"
)
assert max(max(row[1:]) for row in game.rows[:4]) < 1.5
assert max(game.rows[5][1:]) < 1.5 and round(report.epsilon, 2) == 1.37

# %% [markdown]
r"""
The auditor of the game tests eight times as the runs come in. Eight tests are again multiple testing, so each of them uses $\alpha=\frac58\%$, the *Bonferroni correction*, to keep 5% in total. In the fifth game its bound after 400 runs is 1.52, above the true 1.5. Such an error occurs in at most one game in 20 on average.

## How many runs?

The power of an audit depends on the size of the violation and on the number of runs.

Take Laplace noise of scale $\frac1{1.4}$ under the label 1. The event "at least 38" has $p=\frac12$ on one table and $p'=\frac12e^{-1.4}\approx0.12$ on the other. At $\alpha=0.001$ each bound lies about 3.3 standard errors from its frequency. On the scale of logarithms, with $n$ test runs, the two distances together are

$$
\frac{3.3}{\sqrt n}\left(\sqrt{\frac{1-p}p}+\sqrt{\frac{1-p'}{p'}}\right).
$$

If this equals the violation of 0.4, the bound exceeds 1 in about half of all audits. We plan with twice as many runs, and double the number once more, because half of the runs are used for learning.
"""

# %%
away = norm.isf(1e-3 / 2)  # 3.3 standard errors
for violation in (0.4, 0.1, 0.01):
    odds = np.array([1, 2 * np.exp(1 + violation) - 1])  # (1 - p) / p
    runs = 2 * 2 * (away * np.sqrt(odds).sum() / violation) ** 2
    print(f"ε = {1 + violation:4}: {runs:11,.0f} runs on each table")

# %% [markdown]
r"""
Detecting a violation that is ten times smaller takes about a hundred times as many runs. Does the plan work? We audit a program with $\varepsilon=1.4$ a thousand times, with 3,600 runs on each table. A second auditor knows the event "at least 38" in advance, and makes only the 1,800 test runs:
"""


# %%
def too_little(count, runs, rng):
    return count + rng.laplace(0, 1 / 1.4, runs)


rng = np.random.default_rng(9)
bounds = [audit(too_little, (38, 37), 3_600, 1e-3, rng) for _ in range(1000)]
power = np.mean(np.array(bounds) > 1)
hits = rng.binomial(1_800, (0.5, 0.5 * np.exp(-1.4)), (1000, 2))
known = np.mean([at_least(pair, (1_800, 1_800), 1e-3) > 1 for pair in hits])
print(f"power {power:.0%}, with a known event {known:.0%}")

# %% tags=["remove-cell"]
assert round(away, 1) == 3.3 and 0.74 < power < 0.82 and known > 0.96

# %% [markdown]
r"""
The difference is the price of learning the event from 1,800 runs.

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
The label is not rejected, although it is false: when the trapdoor opens, the output reveals the data. No $\varepsilon$ covers this event; a $\delta$ of $10^{-5}$ does. In this very audit the trapdoor opened once among 200,000 runs. One occurrence cannot reject $\varepsilon=1$ at our level. How many are needed, and how often does an auditor who tests "the output is 1,000,038" see that many?
"""


# %%
def needed(n):
    """The smallest number of hits, against none, that rejects ε = 1."""
    return next(h for h in range(n) if at_least((h, 0), (n, n), 1e-3) > 1)


for n in (100_000, 4_000_000, 5_000_000):
    power = binom.sf(needed(n) - 1, n, 1e-5)
    print(f"{n:9,} runs on each table: {needed(n)} hits, power {power:.0%}")

# %% [markdown]
r"""
An auditor who knows where to look finds this trapdoor. A rarer one escapes. Take a million runs, and a trapdoor that opens once in a billion. Imagine that it is decided before the runs when it opens. In 99.9% of all audits it never does. The auditor then sees the outputs of the correct program, and rejects with probability at most $\alpha=0.001$. Even if it always rejects in the remaining audits, the probability of a rejection is at most:
"""

# %%
shut = (1 - 1e-9) ** 1_000_000
print(f"{shut * 0.001 + (1 - shut):.4f}")

# %% tags=["remove-cell"]
assert round(shut, 3) == 0.999 and round(shut * 0.001 + 1 - shut, 4) == 0.002
assert silent < 1 and sum(outputs > 1e5) == 1 and needed(100_000) == 38
assert round(1 - 0.999 * (1 - 1e-5) ** 200_000, 3) == 0.865

# %% [markdown]
r"""
The same argument holds for every auditor:

> **Theorem** (silence). Let an auditor reject a correct mechanism with probability at most $\alpha$. Give the mechanism a trapdoor that opens with probability $\eta$ in each run, independently of all other runs. Then after $N$ runs it is rejected with probability at most $1-(1-\alpha)(1-\eta)^N$. {verdict}`B-silence`

For our first trapdoor and 200,000 runs this is 0.865, which excludes nothing. But for every number of runs there is a trapdoor that auditors almost surely miss, even one that knows both programs. An audit can reject a claim, but it can never confirm one. Only a proof can.

:::{admonition} Common mistakes
:class: warning
- *Testing on the runs that chose the event*, as in our experiment.
- *Testing until the result is convenient.* Repeated tests of growing data are multiple testing as well.
- *Reporting "no violation found" as "private".* Report the bound, and how small a violation could have been detected.
:::

## Exercises

:::{exercise} ★ What can the headline say?
:label: ex-c06-headline

Decide which statements follow from the report "$\varepsilon\ge1.2$ at $\alpha=1\%$" about a label of 1, and give one reason for each. (a) The program violates its guarantee with probability 99%. (b) If the label were true, such a report would occur in at most one audit in a hundred. (c) The true ε is about 1.2. (d) If the true ε is 2, more runs would probably give a larger number.
:::

:::{solution} ex-c06-headline
:class: dropdown

(b) and (d) are true. Statement (a) is a posterior probability, which also depends on the proportion of programs that violate their claim. Statement (c) is false, because 1.2 is a lower bound and the truth can be much larger. Statement (d) is true because more runs narrow both bounds, and a better event can be found.
:::

:::{exercise} ★ Never observed
:label: ex-c06-never

Show that the upper bound "its probability is below $\frac3n$", for an event that did not occur in $n$ runs, is wrong at most five times in a hundred. Then compute how many runs on each table are needed to show that an event of known probability 0.1 on one table is more than $e^4$ times rarer on the other, where it never occurs.
:::

:::{solution} ex-c06-never
:class: dropdown

If the probability is $p\ge\frac3n$, the event does not occur with probability $(1-p)^n\le e^{-pn}\le e^{-3}<5\%$. We need $\frac3n<0.1\,e^{-4}$, so $n>30\,e^4$, about 1,640 runs. If the 0.1 is estimated as well, more runs are needed, because each of the two bounds then has only half of $\alpha$.
:::

::::{exercise} ★★ Implement, then assert: `epsilon_at_least`
:label: ex-c06-mine

Write a function `epsilon_at_least(hits, tested, delta, alpha)`, in which δ comes before α. The pairs `hits` and `tested` begin with the table on which the event is more likely. Return $\ln\frac{\underline p-\delta}{\overline{p'}}$ with both Clopper–Pearson bounds at level $\frac\alpha2$, and `-np.inf` if $\underline p\le\delta$. Hand in a function that `check` accepts.

:::{dropdown} Hint
The lower bound is `scipy.stats.beta.ppf(level, h, n - h + 1)` for $h>0$, and 0 for $h=0$.
:::
::::

:::{solution-start} ex-c06-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
from scipy.stats import beta


def lower_bound(hits, runs, level):
    """Clopper and Pearson's: so many hits or more have this chance."""
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
    """The probability of a rejection for p = e^0.5 q and p' = q."""
    one, two = binom.pmf(hits, n, np.exp(0.5) * q), binom.pmf(hits, n, q)
    return np.outer(one, two)[rejected].sum()


worst = max(type_1_error(q) for q in np.linspace(0.01, 0.6, 60))
print(f"allowed {alpha:.0%}, largest type I error {worst:.2%}")

# %% tags=["remove-cell"]
assert 0 < worst < alpha / 3

# %% [markdown]
r"""
The error rate is far below 10%, because a single bound that is wrong is rarely enough for a rejection.

:::{solution-end}
:::

:::{exercise} ★★ Optional stopping
:label: ex-c06-stop

Simulate an auditor who tests after 10, 20, …, 2,000 runs and rejects as soon as one of the 200 bounds exceeds the label. Use `correct`, the fixed event "at least 38", $\alpha=0.2$ and 1,000 audits. Compare the proportion of rejections with that of a single test after 2,000 runs, and state a rule that repairs the procedure.
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


for alpha in (0.2, 0.2 / len(looks)):
    result = rejected_at(alpha)
    print(f"α = {alpha:.3f}: last look {result[:, -1].mean():.1%}", end=", ")
    print(f"any of 200 looks {result.any(axis=1).mean():.1%}")
    assert (result.any(axis=1).mean() > 0.2) == (alpha == 0.2)

# %% [markdown]
r"""
With 200 tests true labels are rejected more often than the level of 20% allows, although a single test at the end rejects far less often. The theorem holds for one test and not for the most convenient of many. Dividing $\alpha$ by the number of tests repairs the procedure.

:::{solution-end}
:::

:::{exercise} ★★ Audit your own program
:label: ex-c06-own

Audit AboveThreshold and its variant without noise on the threshold, both with the label $\varepsilon=1$ and $\Delta=1$. Use twelve values 0.5 above the threshold on one table and 0.5 below it on the neighbour, 200,000 runs, and $\alpha=0.001$. Our `audit` looks for events that are more likely on the *first* table, so try both orders with $\frac\alpha2$ each. Report one bound for each program, and explain the second.
:::

:::{solution-start} ex-c06-own
:class: dropdown
:::
"""


# %%
def place(threshold_scale):
    """The place of the first yes among twelve questions, as a program."""

    def program(gap, runs, rng):
        noisy = gap + rng.laplace(0, 4, (runs, 12))
        noise = (
            rng.laplace(0, threshold_scale, (runs, 1))
            if threshold_scale
            else 0
        )
        yes = noisy >= noise
        return np.where(yes.any(axis=1), yes.argmax(axis=1), 12.0)

    return program


for name, scale in (("with", 2.0), ("without", 0.0)):
    rng = np.random.default_rng(13)
    orders = (-0.5, 0.5), (0.5, -0.5)
    both = [audit(place(scale), pair, 200_000, 5e-4, rng) for pair in orders]
    print(f"{name} noise on the threshold: ε ≥ {max(both):.2f}")
    assert (both[0] > 1) == (scale == 0) and both[1] < 1

# %% tags=["remove-cell"]
no = 0.5 * np.exp(-0.125)  # without noise on the threshold
each = np.log((1 - no) / no)
assert [round(each, 3), round(5 * each, 2)] == [0.236, 1.18]

# %% [markdown]
r"""
Without noise on the threshold each negative answer adds 0.236 to the privacy loss. Five of them exceed the label with 1.18, and they are more likely on the table whose values lie below the threshold. Events with more negative answers would show more, but our auditor has no cut points beyond the 98% quantile. With the noise, one high threshold explains all of them.

:::{solution-end}
:::

::::{exercise} ★★★ One draw of noise for two answers
:label: ex-c07-two-columns

Audit a program that publishes two counts, each with Laplace noise of scale 2, under the label $\varepsilon=1$. By mistake it adds the *same* draw of noise to both. Take the counts 37 and 12 on one table, and 38 and 12 on the neighbour. Show that each published number alone is $\frac12$-private. Then write events with which `audit` rejects the label from 20,000 runs at $\alpha=0.001$. Solution: {ref}`sol-c07-two-columns`.

:::{dropdown} Hint
Which function of both outputs contains no noise?
:::
::::

## The bill

Nothing was asked, so the total of chapter 6 is unchanged.

## Three formulas

- Clopper–Pearson lower bound: $P\bigl(\mathrm{Bin}(n,\underline p)\ge h\bigr)=\frac\alpha2$.
- Bound of an audit: $\varepsilon\ge\ln\frac{\underline p-\delta}{\overline{p'}}$.
- Silence: a trapdoor is rejected with probability at most $1-(1-\alpha)(1-\eta)^N$.

**In one paragraph.** An audit is a hypothesis test of a claimed ε. An event that was learned on one half of the runs and tested on the other half can reject a false claim, with a type I error chosen in advance. A mechanism that misbehaves much more rarely than once per audit almost always passes. An audit can therefore reject, but never confirm.

**Practice.** {doc}`/book/practice_6_to_9` has four questions of one minute each on this chapter.

**Next.** The trapdoor escaped because the auditor saw only samples. Once the code is read, the probability of every outcome can be computed. {doc}`c08_exact_curves` does this with a single sum.
"""
