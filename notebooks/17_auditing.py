# %% [markdown]
r"""
# Auditing differential privacy

:::{chapter}
:asks: Can the outputs of a program show that it is not private?
:needs: c07_convicting_with_samples
:::

A vendor sells a mechanism with the claim $\varepsilon=1$. The code is secret, or too long to read.
You can run it as often as you like, on data sets of your choice. **Can you decide whether the claim is true?**

A false claim can be *refuted* from outputs alone, at a significance level that is chosen in advance.
The deliberately broken mechanisms of the previous chapters were all detected in this way. A true claim cannot be confirmed, by a theorem at the end of this chapter.

:::{admonition} After this chapter you can
:class: tip
- audit any mechanism with two lines of code, and interpret the result;
- compute a lower confidence bound on ε from two counts, and prove that it is wrong at most once in a thousand times;
- learn an event from samples without selection bias;
- compute the power of an audit that detects nothing;
- explain why such an audit does not confirm privacy.
:::


"""

# %%
import numpy as np
from scipy.stats import beta

from privcausal import plots
from privcausal.claims import gallery
from privcausal.verify.audit import audit
from privcausal.verify.statistics.audit_result import epsilon_at_least
from privcausal.verify.statistics.events import learn_event

rng = np.random.default_rng(17)

# %% [markdown]
r"""
## Example: two mechanisms with the same claim

Two mechanisms release a count, both with the claim $\varepsilon=1$. Neighbouring data sets have the counts 37 and 38.
One of the two confuses the scale of Laplace noise with its standard deviation.
"""


# %%
def first(count, size, rng):
    return rng.laplace(count, 1.0, size)


def second(count, size, rng):
    return rng.laplace(count, 1 / np.sqrt(2), size)


for name, mechanism in (("first", first), ("second", second)):
    result = audit(mechanism, (37, 38), 200_000, 0.999, ideal=True, rng=rng)
    print(f"{name}: ε ≥ {result.epsilon:.3f}, by an event {result.direction}")

# %% [markdown]
r"""
The audit rejects the claim of the second: with 99.9% confidence its $\varepsilon$ is larger than claimed.
Its true value is $\sqrt2$. The audit fails to reject the claim of the first, which is all that can be concluded.
The argument `ideal=True` treats the outputs as real numbers. Without it the auditor compares outputs byte by byte, and rejects both, because of the last digits of NumPy's noise ({doc}`18_from_the_file_to_the_digit`).

## Sample splitting: fix the event before testing it

By {prf:ref}`B-hockey`, a violation shows itself in some event $E$ that is too likely on one data set compared with the other.
An auditor has to find this event and to test it. Both use samples, but they must not use *the same* samples, because an event that is chosen after its outcome is known always looks significant.

1. **Learn.** Use some runs to find an informative event, and the side on which it is more likely.
2. **Fix the event.** It is not changed afterwards.
3. **Test.** Run the mechanism again and count: $h$ of $n$ on one side, $h'$ of $n'$ on the other.
4. **Conclude** from these four numbers only.

We begin with step 4, which determines the validity, and return to step 1, which determines the power.

## A confidence bound from two counts

The goal is a lower confidence bound on $\ln\frac{p-\delta}{q}$, which requires a lower bound on $p$ and an upper bound on $q$.
{cite:t}`clopper1934` give both, for every level.
The usual way is to compute each at level $\frac\alpha2$ and to add the error probabilities.
This is conservative, because the conclusion is wrong only if *both* counts deviate, and two independent deviations are much less likely than one.
The combination of independent levels by their product is due to {cite:t}`fisher1925`; here it gives a bound for $\varepsilon$.

:::{claim} B-audit
:::

(proof-audit)=
:::{prf:proof}
*Two p-values.* Fix the event, with probabilities $p$ and $q$. Let $U$ be the chance that a binomial variable with $n$ and $p$ is at least the observed $h$, and $V$ the chance that one with $n'$ and $q$ is at most $h'$.
As for every p-value, $P(U\le u)\le u$ and $P(V\le v)\le v$. The runs on the two data sets are independent, so $U$ and $V$ are.

*Their product.* Larger variables have smaller chances to be small, so we can suppose that both are uniform. Then

$$
P(UV\le c)=\int_0^1P\bigl(U\le\tfrac cv\bigr)\,dv=c+\int_c^1\frac cv\,dv=c\,(1-\ln c)=\alpha .
$$

*Outside this accident the bound is right.* Suppose $UV>c$. Then $U>c$, because $V\le1$; let $a=U$ and $b=\frac cU<V$.
A Clopper–Pearson bound is the probability at which such a chance reaches the level. So $U\ge a$ means $p\ge\underline p(a)$, and $V\ge b$ means $q\le\bar q(b)$.
The guarantee says $p\le e^{\varepsilon}q+\delta$. So

$$
\varepsilon\;\ge\;\ln\frac{p-\delta}q\;\ge\;\ln\frac{\underline p(a)-\delta}{\bar q(b)}\;\ge\;\min_{ab=c}\,\ln\frac{\underline p(a)-\delta}{\bar q(b)}
$$

(with $\ln$ of a number that is not positive read as $-\infty$).

*The event was learned.* It depends on other runs, which are independent of these. Given those runs it is fixed, and the above applies; average over them. $\square$
:::

For a fixed event the type I error can be computed exactly: for 40 runs there are $41^2$ possible pairs of counts.
The next figure shows it for claims that hold with equality, next to the rule without the factor $1-\ln c$:
"""

# %%
from privcausal.claims.verify.audit import false_alarm, product_at_alpha

qs = np.linspace(0.02, 0.9, 45)
alarms = {
    name: [false_alarm(rule, 0.05, 40, 0.0, q, 0.1) for q in qs]
    for name, rule in (
        ("the bound above", epsilon_at_least),
        ("product of levels set to α", product_at_alpha),
    )
}
assert max(alarms["the bound above"]) < 0.05

# %% tags=["hide-input"]
ax = plots.curves(qs, alarms, level=0.05, ylim=(0, None))
ax.annotate("α = 0.05", (0.75, 0.052), fontsize=9)
caption = "Exact rates of false accusation at ε = 0.1, 40 runs on each side. The bound stays below its level; the shortcut does not."
ax.set_xlabel("probability q of the event on the less likely side")
plots.show(ax, caption, y="false accusations")

# %% [markdown]
r"""
The auditor is {verdict}`B-audit`. We check it in two ways, by the exact error rates, and by repeated audits of many private mechanisms, learning included.
The advantage of combining the counts is largest for small $\varepsilon$, where audits are hardest:
"""

# %%
n, alpha = 100_000, 1e-3
hits = (50_000, round(50_000 * np.exp(-0.05)))
low = beta.ppf(alpha / 2, hits[0], n - hits[0] + 1)
high = beta.ppf(1 - alpha / 2, hits[1] + 1, n - hits[1])
split = np.log(low / high)
shared = epsilon_at_least(hits, (n, n), 0.0, alpha)
assert 0 < split < shared < 0.05
print(f"the counts suggest 0.050; split: {split:.4f}; shared: {shared:.4f}")

# %% [markdown]
r"""
The minimum is taken over a grid of levels, and each cell of the grid is rounded to the safe side:

:::{show} privcausal.verify.statistics.audit_result.epsilon_at_least
:::

## Learning the event

The best event contains the outputs that are more than $e^\varepsilon$ times as likely on one side. These ratios are unknown and are estimated in cells.
Too few cells hide the difference, and with too many the sampling error dominates. The cells are therefore *grown and merged*:

- The space of outputs is cut where the two samples differ most, and then each part again, eight times. If no cut is informative, a part is halved, once in each column in turn, because some mechanisms reveal nothing in any single column.
- Before the first cut, a *score* combines all columns into one additional column, as described below.
- Every value that occurs repeatedly has its own cell, and so do the refusal ⊥ and NaN, because outputs are often part number, part symbol.
- Parts that do not differ visibly are merged again.
- The cells are sorted by their ratio, and the event contains as many of them as give the largest *conservative* estimate.

None of these steps has to be correct. A badly chosen event reduces the power but not the validity, because of step 2.
The following mechanism adds Laplace noise, rounds a part of its outputs, and refuses more often on one data set than on the other:
"""


# %%
def patchwork(secret, size, rng):
    value = rng.laplace(0.3 * secret, 1.0, size)
    kind = rng.random(size)
    value[kind < 0.3] = np.round(value[kind < 0.3])
    return np.where(kind > (0.85, 0.8)[secret], np.inf, value)


draws = [patchwork(s, 100_000, rng)[:, None] for s in (0, 1)]
event = learn_event(*draws, 0.0, 0.01)
share = [event.holds(d).mean() for d in draws]
print(f"{share[event.more]:.3f} against {share[1 - event.more]:.3f}")

# %% tags=["hide-input"]
grid = np.linspace(-4, 4, 1601)
counts = [np.histogram(side, np.linspace(-4, 4, 81))[0] for side in draws]
ratio = {"ln ratio, in bins": np.log(counts[1] / counts[0])}
ax = plots.curves(np.linspace(-3.95, 3.95, 80), ratio, height=3)
chosen = event.holds(grid[:, None])
where = {"the event": np.full(chosen.sum(), -0.7)}
plots.points(grid[chosen], where, ax=ax, size=2, ylim=(-0.9, 0.7))
refused = bool(event.holds(np.array([[np.inf]]))[0])
assert chosen.any() and not refused
note = f"⊥ {'is' if refused else 'is not'} part of it"
ax.annotate(note, (2.3, -0.62), fontsize=9)
caption = "The auditor bets on small numbers. It leaves the refusals out: they speak for the other side."
plots.show(ax, caption, x="output", y="ln(second ÷ first)")

# %% [markdown]
r"""
In the next example no single column is informative. Each bit alone is a fair coin on both data sets; together they reveal the secret four times out of five:
"""


# %%
def split_secret(secret, size, rng):
    mask, lie = rng.integers(0, 2, size), rng.random(size) < 0.2
    return np.stack([mask, mask ^ secret ^ lie], axis=1)


def column(c):
    return lambda secret, size, rng: split_secret(secret, size, rng)[:, c]


alone = [audit(column(c), (0, 1), 50_000, rng=rng) for c in (0, 1)]
both = audit(split_secret, (0, 1), 50_000, rng=rng)
assert max(a.epsilon for a in alone) < 0.02 and both.epsilon <= np.log(4)
print(
    "each column:",
    *(f"{a.epsilon:.2f}" for a in alone),
    f" both: {both.epsilon:.2f} (truth: ln 4 = {np.log(4):.2f})",
)

# %% [markdown]
r"""
:::{show} privcausal.verify.statistics.events.grow
:::

:::{show} privcausal.verify.statistics.events.merge
:::

### Signals distributed over many columns

A tree of eight cuts uses at most eight columns, so a violation can also be distributed over more columns.
The example has ten, with Gaussian noise of exactly $(2,10^{-3})$ and the claim $(1,10^{-3})$:
"""

# %%
from privcausal.privacy.gaussian import gaussian_scale

sigma = gaussian_scale(np.sqrt(10), 2.0, 1e-3)


def spread_thin(secret, size, rng):
    return rng.normal(secret, sigma, (size, 10))


label = {"claimed_epsilon": 1.0, "delta": 1e-3, "ideal": True}
own = np.random.default_rng(171)
first_of = lambda s, n, r: spread_thin(s, n, r)[:, :1]
one = audit(first_of, (0, 1), 100_000, **label, rng=own)
ten = audit(spread_thin, (0, 1), 100_000, **label, rng=own)
assert one.epsilon < 0.5 and ten.accused and ten.epsilon <= 2
print("one column: ", one)
print("ten columns:", ten)

# %% [markdown]
r"""
No column alone is informative, but ten of them together violate the claim.
The score combines them. It has one weight for each column, for its square and its rank within the run, and for those products of two columns that differ, all by least squares.
It is learned in step 1, where one half of the draws determines the weights for the other half. It can therefore reduce the power, but not the validity, because {prf:ref}`B-audit` holds for every event that was fixed in advance.

:::{show} privcausal.verify.statistics.score.learn_score
:::

The event is one of a nested sequence, from the most informative output to the least. Each of them is a hypothesis test for the data set, with a type I and a type II error.
A privacy claim bounds both errors together, and the next figure shows them:
"""

# %% tags=["hide-input"]
canvas, (ax,) = plots.figure(height=3.6)
ten.plot(ax)
caption = (
    "Two errors of every nested event, with a band that holds all of them at once. Where the whole band is below the dashed curve, "
    "the data sets are distinguished better than the claim allows."
)
plots.show(canvas, caption)

# %% [markdown]
r"""
The band holds with 99.9% confidence for all events simultaneously, so it is wider than necessary for a single fixed event. Use the bound above for conclusions, and the figure for illustration.

## Power: what could the audit have detected?

An audit that detects nothing is informative only if it had enough *power*. Each result therefore states which true $\varepsilon$ would have been detected with 90% probability, given the frequency of the event.
"""

# %%
result = audit(first, (37, 38), 200_000, ideal=True, rng=rng)
print(f"found     ε ≥ {result.epsilon:.3f}")
print(f"noticed, for the label 1, would be ε ≥ {result.notices(1.0):.3f}")
print(
    f"power against ε = 1.02: {result.power(1.0, 1.02):.2f}, against 1.05: {result.power(1.0, 1.05):.2f}"
)
assert 1 < result.notices(1.0) < 1.05

# %% [markdown]
r"""
The power increases with the number of runs, and decreases for smaller ε. The next figure audits Laplace noise of different $\varepsilon$ with an increasing number of runs:
"""


# %%
def laplace_of(epsilon):
    return lambda value, size, rng: rng.laplace(value, 1 / epsilon, size)


def mean_found(epsilon, n):
    noisy, tries = laplace_of(epsilon), range(4 if n < 20_000 else 1)
    return np.mean(
        [audit(noisy, (0, 1), n, ideal=True, rng=rng).epsilon for _ in tries]
    )


runs = np.geomspace(500, 200_000, 8).astype(int)
curves = {e: [mean_found(e, n) for n in runs] for e in (0.05, 0.2, 1, 4)}

# %% tags=["hide-input"]
lines = {f"true ε = {e}": np.array(f) / e for e, f in curves.items()}
ax = plots.curves(runs, lines, marked=True, log="x", level=1)
caption = "Every curve approaches the truth from below. For ε = 0.05 nothing at all is found before tens of thousands of runs."
plots.show(ax, caption, x="runs on each neighbour", y="ε found ÷ true ε")

# %% [markdown]
r"""
For an event with probability near one half, the logarithm of a frequency has a standard error of about $\frac1{\sqrt n}$, so an $\varepsilon$ cannot be detected until $n$ is several times $\frac1{\varepsilon^2}$;
a mechanism with $\varepsilon=0.01$ requires a million runs. This is a property of the problem and not of the software.

A million runs take little time if the mechanism processes many runs at once, as all mechanisms of this book do:
"""

# %%
million = audit(laplace_of(1), (0, 1), 1_000_000, ideal=True, rng=rng)
assert million.runs == 2_000_000 and 0.98 < million.epsilon <= 1
print(f"{million.runs:,} runs: ε ≥ {million.epsilon:.3f}")

# %% [markdown]
r"""
The audit takes about a second, and a test ensures that it takes less than five. Slow mechanisms can be distributed over processes or a cluster. The result is identical, because each chunk of runs has its own generator, unless outputs differ from process to process, as the order of a set of words does:

```python
audit(mechanism, pair, 10**8, rng=rng, jobs=8, progress=True)

with joblib.parallel_config(backend="dask"):  # pip install privcausal[dask,verify]
    audit(mechanism, pair, 10**9, rng=rng)
```
"""

# %% [markdown]
r"""
In the following game the claimed ε is called the *label*, as in chapter 7. Some labels are true, and some are false.
"""

# %%
from privcausal import explorers

explorers.audit_game()

# %% [markdown]
r"""
## All mechanisms of this book

The next table audits all mechanisms of this book, both private and broken ones. Many rows concern mechanisms of later chapters, whose names can be ignored here.
Each mechanism is audited with 100,000 runs on each neighbour, and with a million if the first audit did not reject its claim.
All audits together have a confidence of 99.9%, because the error probability is divided equally among them.
"""

# %%
shown = gallery.exhibits()
tour = gallery.tour(shown, (100_000, 1_000_000), 0.999)
gallery.table(tour)

# %%
verdicts = [showing.verdict for showing in tour]
assert set(verdicts) == {"caught", "not accused"}
print(
    *(f"{verdicts.count(v)} {v}" for v in ("caught", "not accused")), sep=", "
)

# %% tags=["hide-input"]
times = {verdict: {} for verdict in ("not accused", "caught")}
for observed, verdict in zip(tour, verdicts):
    ratio = observed.result.epsilon / observed.exhibit.epsilon
    times[verdict][observed.exhibit.name] = max(ratio, 0.05)
names = [observed.exhibit.name for observed in tour]
look = {"log": "x", "place": 1, "height": 0.22 * len(tour) + 0.8}
ax = plots.forest(names, times, **look)
caption = "The whole gallery. Right of the dotted line the claimed ε is violated, with 99.9% confidence for all of them together. Mechanisms without a finding are drawn at 0.05."
plots.show(ax, caption, x="ε found ÷ ε claimed", y="exhibit")

# %% [markdown]
r"""
Every broken mechanism is detected, by an event that was learned on other runs, and no private mechanism is rejected.
The column *again* gives the probability that an audit of the same size would detect the mechanism again.

For the private mechanisms the column *notices* is relevant. It is the smallest $\varepsilon$ that would have been rejected with 90% probability. For some mechanisms it is within a few per cent of the claim.
For those with "inf", the event would not have occurred often enough for any rejection. For these mechanisms a negative audit result carries no information.
"""

# %%
factors = {
    s.exhibit.name: s.result.notices(s.exhibit.epsilon) / s.exhibit.epsilon
    for s in tour
    if not s.accused
}
close = sum(factor < 1.1 for factor in factors.values())
blind = [name for name, factor in factors.items() if np.isinf(factor)]
print(f"{close} honest mechanisms would be accused at 10% above the claim")
print("the audit is blind for:", "; ".join(blind) or "none")

# %% [markdown]
r"""
The false rejection rate has to be small in repetitions as well. We audit all private mechanisms fifty times, and two hundred times at only 80% a mechanism
that answers a yes-or-no question and attains its claim:
"""

# %%
alarms = gallery.false_alarms(shown, 50, 1_000, 0.999)
assert alarms == 0
print(f"{alarms} of 50 galleries accuse an exhibit (at most 0.1% allowed)")

# %%
from privcausal.claims.verify.audit import answer

single = [audit(answer, (0, 1), 1_000, 0.8, rng=rng) for _ in range(200)]
accused = np.mean([result.epsilon > 1 for result in single])
assert accused < 0.2
print(f"{accused:.1%} of the single audits accuse (at most 20% allowed)")

# %% [markdown]
r"""
The level is an upper bound. Most mechanisms do not attain their claim on the tested pair, and the proof above has slack.

## Why an audit cannot confirm privacy

The following mechanism adds the correct noise. Once in a hundred thousand runs, however, it prints the data instead.
"""


# %%
def trapdoor(count, size, rng):
    noisy = rng.laplace(count, 1.0, size)
    return np.where(rng.random(size) < 1e-5, 1e6 + count, noisy)


quiet = audit(trapdoor, (37, 38), 200_000, ideal=True, rng=rng)
assert quiet.epsilon < 1
print(f"200,000 runs on each: ε ≥ {quiet.epsilon:.3f}")

# %% [markdown]
r"""
It is not $(\varepsilon,0)$-private for any $\varepsilon$. The next theorem shows that no auditor can detect it.

:::{claim} B-silence
:::

(proof-silence)=
:::{prf:proof}
*Most of the time there is nothing to see.* Decide before each run, by a coin, whether the trapdoor opens. With probability $(1-\eta)^N$ it never does, and then the $N$ outputs are exactly those of the first mechanism.
In this case the auditor accuses with probability at most $\alpha$, as it does with the first. In the other case it accuses with probability at most 1. Together

$$
\alpha\,(1-\eta)^N+1-(1-\eta)^N .
$$

*It cannot be improved.* If the trapdoor prints what the first mechanism never prints, an auditor can accuse whenever it sees that, and otherwise with probability $\alpha$. $\square$
:::

The proof uses nothing about the auditor, which can know the code of both mechanisms and choose its data sets.
The theorem is {verdict}`B-silence`; the check enumerates all outcomes of all runs and uses the most powerful test, by Neyman and Pearson.
The next table shows how often the trapdoor must open to be observed with probability one half:
"""

# %%
for N in (10**3, 10**6, 10**9):
    eta = 1 - (0.5 / 0.999) ** (1 / N)
    print(f"{N:>13,} runs: η = {eta:.1e}")

# %% [markdown]
r"""
A single observation is not sufficient for a rejection. With $n$ runs on each side and a claim of $\varepsilon=1$, our bound requires several observations on one side and none on the other:
"""

# %%
n = 10**6
tells = lambda k: epsilon_at_least((k, 0), (n, n), 0.0, 1e-3) > 1
needed = next(filter(tells, range(1, 100)))
print(f"{needed} sightings in {n:,} runs")

# %% [markdown]
r"""
An audit without a rejection has therefore excluded, at its level of confidence, events that are both *informative* and *frequent enough*, **on the one pair of neighbours that it used**. It has not excluded

- a rarer event;
- another pair. The worst neighbours can be unusual: {doc}`for tie-corrected correlations <22_rank_correlations>` they are 99 equal people and one exception;
- another sample size, another parameter, or a state that is kept between calls;
- information outside the output: running time, memory, or an exception; and with `ideal=True` the last digits;
- information that requires a key or a parity of many bits. `result.limits` states which events are considered, and how likely and informative they have to be.

A rejection is a proof with a known error rate. A non-rejection is a measurement with a known power. A guarantee requires a mathematical proof.

### A violation that no audit will detect

The published program of SVT-PC draws the threshold of its later rounds with Gaussian noise, whose standard deviation equals the scale of the Laplace noise ({doc}`15_paying_only_for_answers`). With $\Delta=\varepsilon=1$ this is $\sigma=2$, and its queries have Laplace noise of scale 8.
Let several values lie 10 above the threshold and receive a negative answer, and let the next value lie 10 below it and receive a positive one. On the neighbour the first values are 1 higher and the last is 1 lower. The probability of this outcome is an integral over the noise of the threshold:
"""

# %%
from scipy.stats import laplace, norm

noise = np.linspace(-30, 31, 6_101)
weight = norm.pdf(noise, scale=2)
weight /= weight.sum()


def outcome(negatives, gap):
    """Values this far above the threshold say no, then one below says yes."""
    no = laplace.cdf(noise - gap, scale=8)
    yes = laplace.sf(noise + gap, scale=8)
    return weight @ (no**negatives * yes)


for negatives in (4, 8, 12):
    p, q = outcome(negatives, 10), outcome(negatives, 11)
    print(
        f"{negatives:2} negative answers: loss {np.log(p / q):.2f}", end=", "
    )
    print(f"once in {1 / p:.0e} rounds")
    assert (np.log(p / q) > 1) == (negatives >= 8)

# %% [markdown]
r"""
With eight negative answers the loss exceeds the $\varepsilon=1$ of a round. The outcome occurs about once in ten million rounds, so no audit of realistic length detects it. We do not know whether the values of that program can be so far from the threshold.

## Exercises

:::{exercise}
:label: ex-17-half-noise

A mechanism claims $\varepsilon=0.1$ and adds Laplace noise for $0.2$. Estimate how many runs on each side our auditor needs to reject the claim.
First use the rule $\frac1{\varepsilon^2}$, and then determine the number by experiment.
:::

:::{solution-start} ex-17-half-noise
:class: dropdown
:::
"""

# %%
for n in (1_000, 4_000, 16_000):
    how = {"ideal": True, "rng": rng}
    tries = [audit(laplace_of(0.2), (0, 1), n, **how) for _ in range(30)]
    results = [result.epsilon > 0.1 for result in tries]
    print(f"{n:>6,} runs: accused {np.mean(results):.0%} of the time")
assert np.mean(results) > 0.9

# %% [markdown]
r"""
The excess to be shown is $0.1$, and half of the runs are used for the test. The two logarithms have a standard error of $\frac1{\sqrt{n/2}}$ each, and a confidence of 99.9% requires about $2.3$ of these for each of the two.
$2\cdot2.3\sqrt{2/n}<0.1$ gives $n$ above 4,000, and a high power requires a few times as many.

:::{solution-end}
:::

:::{exercise}
:label: ex-17-many-audits

A team audits 1,000 private mechanisms that attain their claims, each at 99.9%. Bound the expected number of false rejections, and find the level of each audit for a confidence of 99.9% in all of them.
:::

:::{solution} ex-17-many-audits
:class: dropdown

At most $1000\cdot0.001=1$. For a confidence of 99.9% in all of them, each audit uses $\alpha=10^{-6}$, by the union bound.
The loss of power is small, because the bound depends on $\alpha$ approximately through $\sqrt{\ln(1/\alpha)}$. The audits of this chapter use the same correction.
:::

:::{exercise}
:label: ex-17-rounding

Rounding is post-processing, so it cannot raise $\varepsilon$. Determine whether it can hide a violation from the auditor: round the outputs of `second` to multiples of ten, and audit again with 20,000 runs, for the counts 39 and 40, and for 34 and 35.
:::

:::{solution-start} ex-17-rounding
:class: dropdown
:::
"""


# %%
def rounded(count, size, rng):
    return np.round(second(count, size, rng), -1)


for pair in ((39, 40), (34, 35)):
    hidden = audit(rounded, pair, 20_000, ideal=True, rng=rng)
    print(f"{pair}: ε ≥ {hidden.epsilon:.2f}")
    assert (hidden.epsilon > 1) == (pair == (34, 35))

# %% [markdown]
r"""
It depends on the pair. From 39 to 40 little changes, because nearly everything is rounded to 40 on both sides, and the informative outputs have become rare. Between 34 and 35 there is a rounding boundary, and the violation is detected.
The mechanism is the same, but the audit used another pair.

:::{solution-end}
:::

:::{exercise}
:label: ex-17-same-samples

Omit step 2: learn the event and test it on the same draws. Estimate how often a private mechanism is rejected if the event can be any one of 24 cells. Use `luckiest_cell` from `privcausal.claims.verify.audit`, at $\alpha=0.1$.

*Hint:* `luckiest_cell(mechanism, delta, runs, alpha, rng)` returns the largest of 24 bounds.
:::

:::{solution-start} ex-17-same-samples
:class: dropdown
:::
"""

# %%
from privcausal.claims.verify.audit import luckiest_cell, murmur

found = [luckiest_cell(murmur, 0.0, 1_000, 0.1, rng) > 1 for _ in range(200)]
assert np.mean(found) > 0.2
print(f"{np.mean(found):.0%} of the time instead of at most 10%")

# %% [markdown]
r"""
With 24 events to choose from, the false rejection rate is much larger than the nominal level, as in all multiple testing. This is a mutant of {prf:ref}`B-audit`, and its check rejects it.

:::{solution-end}
:::

## Summary

An event that is learned on some runs and tested on others refutes a false claim, at an error rate that is fixed in advance for all audits together.
Combining the two counts through the product of their levels makes the bound sharper, in particular at small $\varepsilon$. The audits detect every broken mechanism of this book and reject no private one.
A mechanism that fails once in $N$ runs, however, cannot be distinguished from a correct one by any auditor with fewer than about $N$ runs. An audit can refute a privacy claim, but it cannot confirm one.

**Next.** An audit examines a mechanism, whereas a guarantee covers the whole path of the data. {doc}`18_from_the_file_to_the_digit` follows a table from its file to the last digit of the output.
"""
