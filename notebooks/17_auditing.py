# %% [markdown]
r"""
# Catching a broken promise

A vendor sells you a mechanism. The label says $\varepsilon=1$; the code is secret, or it is forty pages long.
You may run it as often as you like, on data sets of your choice. **Can you tell whether the label is true?**

Half of the answer is yes, and it is a strong half: a false label can be *proved* false, from outputs alone, with a certainty that you choose in advance.
The specimens of the last six chapters were all caught like this. The other half of the answer is at the end of this chapter, and it is a theorem as well.

:::{admonition} After this chapter you can
:class: tip
- audit any mechanism with two lines of code, and say what the result means;
- turn two counts into a bound that is wrong at most once in a thousand times, and prove it;
- learn an event from samples without being fooled by it;
- say how much an audit could have noticed, before you rejoice that it noticed nothing;
- explain why silence proves nothing.
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
## A first look: two labels

Two counters, both labelled $\varepsilon=1$. Neighbouring data sets have the counts 37 and 38.
One of the two was made by a programmer who confused the scale of Laplace noise with its standard deviation.
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
The second is accused: with 99.9% confidence its $\varepsilon$ is above the label, and not by a little.
(Its true value is $\sqrt2$.) The first is not accused. That is all one may say of it.
And `ideal=True` may say it of real numbers only: without these words the auditor compares outputs byte by byte, and accuses both, for the last digits of NumPy's noise ({doc}`18_from_the_file_to_the_digit`).

## The idea: a bet that must be announced

By {prf:ref}`B-hockey` a broken promise shows itself in some event $E$ that is too likely on one data set compared with the other.
An auditor has to find that event and to demonstrate it. Both are done from samples, and must not be done from *the same* samples:
a gambler who looks at the dice first and announces the bet afterwards always wins.

1. **Learn.** Use some runs to find an event that looks telling, and on which side.
2. **Announce it.** From here on the event is fixed.
3. **Test.** Run the mechanism afresh and count: $h$ of $n$ on the one side, $h'$ of $n'$ on the other.
4. **Conclude** from these four numbers, and from nothing else.

We begin with step 4, which carries the guarantee, and come back to step 1, which carries the power.

## From two counts to a bound

We want to say "$\ln\frac{p-\delta}{q}$ is at least so much". So we need a number that $p$ is hardly ever below, and one that $q$ is hardly ever above.
{cite:t}`clopper1934` give both, for each level of "hardly ever".
The usual way is to bound each at level $\frac\alpha2$, and to add up the risks.
That wastes something: for the conclusion to be wrong *both* counts together must have been unlucky enough, and two independent pieces of bad luck are much rarer than one.
The idea of combining independent levels by their product is due to {cite:t}`fisher1925`; here it is turned into a bound for $\varepsilon$.

:::{claim} B-audit
:::

(proof-audit)=
:::{prf:proof}
*Two p-values.* Fix the event, with probabilities $p$ and $q$. Let $U$ be the chance that a binomial variable with $n$ and $p$ is at least the observed $h$, and $V$ the chance that one with $n'$ and $q$ is at most $h'$.
As for every p-value, $P(U\le u)\le u$ and $P(V\le v)\le v$. The runs on the two data sets are independent, so $U$ and $V$ are.

*Their product.* Larger variables have smaller chances to be small, so we may suppose both uniform. Then

$$
P(UV\le c)=\int_0^1P\bigl(U\le\tfrac cv\bigr)\,dv=c+\int_c^1\frac cv\,dv=c\,(1-\ln c)=\alpha .
$$

*Outside this accident the bound is right.* Suppose $UV>c$. Then $U>c$, because $V\le1$; let $a=U$ and $b=\frac cU<V$.
A Clopper–Pearson bound is the probability at which such a chance reaches the level. So $U\ge a$ means $p\ge\underline p(a)$, and $V\ge b$ means $q\le\bar q(b)$.
The promise says $p\le e^{\varepsilon}q+\delta$. So

$$
\varepsilon\;\ge\;\ln\frac{p-\delta}q\;\ge\;\ln\frac{\underline p(a)-\delta}{\bar q(b)}\;\ge\;\min_{ab=c}\,\ln\frac{\underline p(a)-\delta}{\bar q(b)}
$$

(with $\ln$ of a number that is not positive read as $-\infty$).

*The event was learned.* It depends on other runs, which are independent of these. Given those runs it is fixed, and the above applies; average over them. $\square$
:::

The probability of a false accusation can be computed exactly for a fixed event: for 40 runs there are $41^2$ possible pairs of counts.
Here it is, for promises that are used up to the last, beside the rule that forgets the factor $1-\ln c$:
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
The verdict on the auditor is {verdict}`B-audit`, with two kinds of attack: the exact rates, and whole galleries of honest mechanisms audited again and again, learning included.
What the sharing is worth shows where audits are hardest, at a small $\varepsilon$:
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

The best event collects the outputs that are more than $e^\varepsilon$ times as likely on one side. Those ratios are not known, so they are estimated, cell by cell.
Too few cells blur the difference, too many drown it in luck. So the cells are *grown and merged*:

- the space of outputs is cut where the two samples differ most, then each piece again, eight times. If no cut is telling, a piece is halved, once in each column in turn: some mechanisms tell nothing in any single column;
- before the first cut, a *score* adds up what all columns say, and becomes one more column (more of it below);
- every value that comes up repeatedly gets a cell of its own, and so do the refusal ⊥ and NaN: outputs are often part number, part symbol;
- pieces that do not visibly differ after all are merged again;
- the cells are sorted by their ratio, and as many are taken as give the best *cautious* estimate.

Nothing of this needs to be right. A foolish event costs power, never validity: that is the use of step 2.
Watch it on a mechanism that adds Laplace noise, rounds a part of its outputs, and refuses more often on one data set than on the other:
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
And a case where looking at one column at a time is hopeless. Each bit alone is a fair coin, on both data sets; together they print the secret, four times out of five:
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

### A signal spread thin

A tree of eight cuts looks at eight columns at most. So there is a third way to hide: put a little of the signal into each of many columns.
Here are ten, with Gaussian noise of exactly $(2,10^{-3})$, sold as $(1,10^{-3})$:
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
No column says anything to speak of; ten of them together break the promise.
What adds them up is the score: a number with one weight for each column, for its square and its rank within the run, and for those products of two columns that differ, all by least squares.
It is learned in step 1 like everything else, one half of the draws teaching what is said of the other. So it can cost power, and never validity: {prf:ref}`B-audit` does not ask where the event came from.

:::{show} privcausal.verify.statistics.score.learn_score
:::

The event is one of a whole row of nested ones, from the most telling output to the least. Each of them is a test that asks "which data set was it?", with two errors: false alarms and misses.
A promise bounds them together, and a result can draw both:
"""

# %% tags=["hide-input"]
canvas, (ax,) = plots.figure(height=3.6)
ten.plot(ax)
caption = (
    "Two errors of every nested event, with a band that holds all of them at once. Where the whole band is below the dashed curve, "
    "the data sets are told apart better than the label allows."
)
plots.show(canvas, caption)

# %% [markdown]
r"""
The band is 99.9% sure for all events together, so it is wider than what one announced event needs: it is for looking at, and the bound above is for accusing.

## Power: what could it have noticed?

A smoke detector that never rings is either in a safe house or has no battery. So each result knows its *power*: given how often the event came up, which true $\varepsilon$ would have been noticed with 90% probability?
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
More runs find more, and it gets harder as the promise gets stronger. Here is Laplace noise of different $\varepsilon$, audited with more and more runs:
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
The law behind it is simple. For an event near one half, the logarithm of a frequency is known to about $\frac1{\sqrt n}$, so an $\varepsilon$ is out of reach until $n$ is several times $\frac1{\varepsilon^2}$;
a mechanism with $\varepsilon=0.01$ wants a million runs before anything can be said. This is a property of the question, not of the tool.

How much data is a million runs? Little, if the mechanism works on many runs at once. All mechanisms of this book do:
"""

# %%
million = audit(laplace_of(1), (0, 1), 1_000_000, ideal=True, rng=rng)
assert million.runs == 2_000_000 and 0.98 < million.epsilon <= 1
print(f"{million.runs:,} runs: ε ≥ {million.epsilon:.3f}")

# %% [markdown]
r"""
(It takes about a second; a test keeps it below five.) Slow mechanisms can be spread over processes, or over a cluster, and the result is the same to the last digit, because each chunk of runs has a generator of its own:

```python
audit(mechanism, pair, 10**8, rng=rng, jobs=8, progress=True)

with joblib.parallel_config(backend="dask"):  # pip install privcausal[dask,verify]
    audit(mechanism, pair, 10**9, rng=rng)
```
"""

# %% [markdown]
r"""
Would you notice? Some of these mechanisms keep their promise, and some lie.
"""

# %%
from privcausal import explorers

explorers.audit_game()

# %% [markdown]
r"""
## The gallery

Now everything that this book has put together, honest mechanisms and specimens, in one tour.
(Many rows are about mechanisms of later chapters. Pass over the names that you do not know yet; what counts here are the columns.)
Each is looked at twice: with 100,000 runs on each neighbour, and with a million if it was not accused at the first look.
The tour as a whole has a confidence of 99.9%: the risk is shared equally among all looks at all exhibits.
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
caption = "The whole gallery. Right of the dotted line a promise is broken, with 99.9% confidence for all of them together. (Nothing found is drawn at 0.05.)"
plots.show(ax, caption, x="ε found ÷ ε promised", y="exhibit")

# %% [markdown]
r"""
Every specimen is caught, by an event that was learned on other runs, and no honest mechanism is accused.
The column *again* says how surely a look of the same size would catch the specimen again.

Read also the column *notices*, the smallest $\varepsilon$ that would have been accused with 90% probability, in the rows of the honest. Some of them are known to within a few per cent of their promise.
Others are not: where it says "inf", the event would not even have come up often enough to accuse anything. Their silence is worth nothing.
"""

# %%
factors = {
    s.exhibit.name: s.result.notices(s.exhibit.epsilon) / s.exhibit.epsilon
    for s in tour
    if not s.accused
}
close = sum(factor < 1.1 for factor in factors.values())
blind = [name for name, factor in factors.items() if np.isinf(factor)]
print(f"{close} honest mechanisms would be accused at 10% above the promise")
print("the audit is blind for:", "; ".join(blind) or "none")

# %% [markdown]
r"""
Honest mechanisms must not be accused on other days either. Here are fifty small galleries of all the honest exhibits, and two hundred audits at only 80%,
of a mechanism that answers a yes-or-no question and uses up its promise to the last:
"""

# %%
alarms = gallery.false_alarms(shown, 50, 1_000, 0.999)
assert alarms == 0
print(f"{alarms} of 50 galleries accuse an exhibit (at most 0.1% may)")

# %%
from privcausal.claims.verify.audit import answer

single = [audit(answer, (0, 1), 1_000, 0.8, rng=rng) for _ in range(200)]
accused = np.mean([result.epsilon > 1 for result in single])
assert accused < 0.2
print(f"{accused:.1%} of the single audits accuse (at most 20% may)")

# %% [markdown]
r"""
The level is a ceiling, not a forecast: most mechanisms do not use up their promise on the pair that was tested, and the proof above has slack of its own.

## Why silence proves nothing

Here is a mechanism that audits love. It adds the right noise. Once in a hundred thousand runs, it prints the data instead.
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
It is not $(\varepsilon,0)$-private for any $\varepsilon$ whatever. Was our auditor not clever enough? No auditor is.

:::{claim} B-silence
:::

(proof-silence)=
:::{prf:proof}
*Most of the time there is nothing to see.* Decide before each run, by a coin, whether the trapdoor opens. With probability $(1-\eta)^N$ it never does, and then the $N$ outputs are exactly those of the first mechanism.
In this case the auditor accuses with probability at most $\alpha$, because that is what it does to the first. In the other case it accuses with probability at most 1. Together

$$
\alpha\,(1-\eta)^N+1-(1-\eta)^N .
$$

*It cannot be improved.* If the trapdoor prints what the first mechanism never prints, an auditor may accuse whenever it sees that, and otherwise with probability $\alpha$. $\square$
:::

The proof uses nothing about the auditor: it may know the code of both mechanisms, and choose its data sets as cleverly as it likes.
The verdict is {verdict}`B-silence`; the attack goes through all outcomes of all runs, and lets the best test of all be played (the one of Neyman and Pearson).
How often must the trapdoor open, to be seen half of the time?
"""

# %%
for N in (10**3, 10**6, 10**9):
    eta = 1 - (0.5 / 0.999) ** (1 / N)
    print(f"{N:>13,} runs: η = {eta:.1e}")

# %% [markdown]
r"""
And a single sighting is not yet an accusation. With $n$ runs on each side and a label of $\varepsilon=1$, our bound asks to see it many times on one side and never on the other:
"""

# %%
n = 10**6
tells = lambda k: epsilon_at_least((k, 0), (n, n), 0.0, 1e-3) > 1
needed = next(filter(tells, range(1, 100)))
print(f"{needed} sightings in {n:,} runs")

# %% [markdown]
r"""
So an audit that stays silent has excluded, with some confidence, events that are both *too telling* and *frequent enough*, **on the one pair of neighbours that it looked at**. It has not excluded

- a rarer event;
- another pair. The worst neighbours are often strange: {doc}`for tie-corrected correlations <22_rank_correlations>` they are 99 equal people and one exception, and such a pair is not tried by chance;
- another size, another parameter, a state kept from one call to the next;
- what is not in the output: how long it took, how much memory it used, an error that was raised; and with `ideal=True` the last digits;
- what only a key or a parity of many scattered bits would show. Which events are looked at, and how likely and how telling they have to be, is said by `result.limits`.

An accusation is a proof with a known error rate. Silence is a measurement with a known range. For the other direction there is only mathematics, which is why this book has proofs.

### A violation that no audit will see

The public program of SVT-PC draws the threshold of its later rounds with Gaussian noise, of the standard deviation that Laplace noise has as its scale ({doc}`15_paying_only_for_answers`). With $\Delta=\varepsilon=1$ this is $\sigma=2$, and its questions have Laplace noise of scale 8.
Let several values lie 10 above the threshold and give a no nevertheless, and let the next value lie 10 below it and give a yes. On the neighbour the first values are 1 higher and the last is 1 lower. The probability of this outcome is an integral over the noise of the threshold:
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
With eight negative answers the loss exceeds the $\varepsilon=1$ of a round. The outcome occurs about once in ten million rounds, so no audit of realistic length notices it. Whether the values of that program can lie so far from the threshold is not known to us.

## Exercises

:::{exercise}
:label: ex-17-half-noise

A mechanism claims $\varepsilon=0.1$ and adds Laplace noise for $0.2$. About how many runs on each side does our auditor need to accuse it?
First guess from the law $\frac1{\varepsilon^2}$, then find out.
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
The excess to be shown is $0.1$, and half of the runs test. The two logarithms are known to $\frac1{\sqrt{n/2}}$ each, and a confidence of 99.9% wants about $2.3$ of these for each of the two.
$2\cdot2.3\sqrt{2/n}<0.1$ gives $n$ above 4,000, and to be rather sure of it one needs a few times as many.

:::{solution-end}
:::

:::{exercise}
:label: ex-17-many-audits

A team runs the auditor on 1,000 mechanisms, all of them honest and all using up their promise, each at 99.9%. How many accusations should they expect at most? What must they do to be 99.9% sure of all?
:::

:::{solution} ex-17-many-audits
:class: dropdown

At most $1000\cdot0.001=1$. To be 99.9% sure of all, each audit gets $\alpha=10^{-6}$, by the union bound.
The price is small: what enters the bound is about $\sqrt{\ln(1/\alpha)}$. The gallery does the same.
:::

:::{exercise}
:label: ex-17-rounding

Rounding is post-processing, so it cannot raise $\varepsilon$. Can it hide a broken promise from the auditor? Round the outputs of `second` to whole tens, and audit again with 20,000 runs, for the counts 39 and 40, and for 34 and 35.
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
It depends on the pair. From 39 to 40 little happens, as nearly everything is rounded to 40 on both sides, and what is telling has become rare. From 34 to 35 the boundary lies between the two, and the promise is seen to be broken.
The mechanism is the same; the audit looked elsewhere.

:::{solution-end}
:::

:::{exercise}
:label: ex-17-same-samples

Leave out step 2: learn the event and test it on the same draws. How often is an honest mechanism accused, if the event may be any one of 24 cells? Use `luckiest_cell` from `privcausal.claims.verify.audit`, at $\alpha=0.1$.

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
Twenty-four chances to be unlucky are not one. This is a mutant of {prf:ref}`B-audit`, and its check rejects it.

:::{solution-end}
:::

## In one paragraph

An event learned on some runs and tested on others turns a false label into a proof, with an error rate that is fixed in advance and shared by all that is tested.
Combining the two counts through the product of their levels makes the bound sharp where it matters, at small $\varepsilon$. In the gallery, every specimen of this book is caught and every honest mechanism is left alone.
But a mechanism that misbehaves once in $N$ runs looks, to every auditor with fewer than about $N$ runs, exactly like one that never does. So an audit can accuse; it never acquits.

**Next.** An auditor sees a mechanism, and a promise covers more than that. {doc}`18_from_the_file_to_the_digit` follows a table from its file to the last digit.
"""
