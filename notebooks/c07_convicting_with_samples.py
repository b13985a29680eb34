# %% [markdown]
r"""
# Catching a liar

:::{chapter} 7
:asks: A program says ε = 1. Can you tell whether that is true?
:needs: c01_two_evenings, c03_composition, c06_paying_for_answers
:teaches: Clopper–Pearson bounds, learning an event on one half, a trapdoor, the exact curve of δ
:skip: the section on how many runs, until you audit a program yourself
:::

The clinic buys a program that adds noise to a count. The label says $\varepsilon=1$. The code is secret, or forty pages long.
You may run it as often as you like, on tables that you invent.

**Can you tell whether the label is true?** If it is false, often yes, and with a certainty that you choose beforehand.
If it is true, no: there is a theorem that says so.

This chapter asks the people of Malawi nothing. An audit needs no real table: the neighbours are made up.
"""

# %% tags=["hide-input"]
from itertools import product

import numpy as np
from scipy.stats import binom, norm

from privcausal import explorers, plots
from privcausal.course import bill, check

# %% [markdown]
r"""
## Two labels

Here are two programs. Both say $\varepsilon=1$, so both should add Laplace noise of *scale* 1. The author of the second took the scale for the standard deviation. That is $\sqrt2$ times the scale, so the second noise is too small:
"""


# %%
def honest(count, runs, rng):
    return count + rng.laplace(0, 1, runs)


def confused(count, runs, rng):
    return count + rng.laplace(0, 1 / np.sqrt(2), runs)


# %% [markdown]
r"""
Take the evenings of chapter 1, with 37 and 38 infected. Run each program 1,000 times on both, and count how often the output is at least 38.
Call the counts $h$ (table with 38) and $h'$ (with 37), and $p,p'$ the probabilities behind them. The promise says $p\le e^{1}p'$, so $\ln\frac{h}{h'}$ should not be much above 1:
"""

# %%
rng, observed = np.random.default_rng(6), {}
for program in (honest, confused):
    h, other = (np.sum(program(c, 1000, rng) >= 38) for c in (38, 37))
    observed[program.__name__] = h, other
    print(f"{program.__name__:8}: {h} and {other},", end=" ")
    print(f"ln of the ratio {np.log(h / other):.2f}")

# %% [markdown]
r"""
What now? Counts vary. A rule that accuses whenever the logarithm is above 1 would accuse the honest program half of the time, for its $\ln\frac{p}{p'}$ *is* 1 for this event.
We want a number that is **hardly ever above the true ε**.

## From a count to a bound

An event came up 507 times in 1,000 runs. How small may its probability $p$ be? If $p$ is small, 507 or more hits are luck: at $p=0.48$ it comes five times in a hundred, at $p=0.45$ twice in ten thousand.
Decide which luck is too rare to be believed, say below the level $\beta=2.5\%$. For $h$ hits in $n$ runs the **Clopper–Pearson lower bound** is the $p$, written $\underline p$, at which this luck has probability exactly $\beta$ (with no hits put $\underline p=0$) {cite:p}`clopper1934`:

$$
P\bigl(\mathrm{Bin}(n,\underline p)\ge h\bigr)=\beta .
$$

The luck grows with $p$, so we can find $\underline p$ by halving an interval. The upper bound $\overline p$ is 1 minus the lower bound for the misses:
"""


# %%
def lower(hits, runs, level):
    """The p at which so many hits or more have this probability."""
    low, high = 0.0, 1.0
    for _ in range(40):
        p = (low + high) / 2
        small = binom.sf(hits - 1, runs, p) < level  # sf(k) = P(Bin > k)
        low, high = (p, high) if small else (low, p)
    return low


def upper(hits, runs, level):
    return 1 - lower(runs - hits, runs, level)


print(f"507 of 1000: {lower(507, 1000, 0.025):.3f}", end=" to ")
print(f"{upper(507, 1000, 0.025):.3f}")

# %% tags=["hide-input"]
luck = binom.sf(506, 1000, [0.48, 0.45])  # as said above
assert [round(luck[0], 2), round(luck[1], 4)] == [0.05, 0.0002]
p = np.linspace(0.4, 0.6, 201)
chances = {
    "chance of 507 or more": binom.sf(506, 1000, p),
    "chance of 507 or fewer": binom.cdf(507, 1000, p),
}
ax = plots.curves(p, chances, level=0.025, height=3)
bounds = [lower(507, 1000, 0.025), upper(507, 1000, 0.025)]
plots.points(bounds, {"the two bounds": [0.025, 0.025]}, ax=ax, first=3)
caption = "507 hits in 1,000 runs. A p left of the first diamond or right of the second would need luck of less than 2.5%."
plots.show(ax, caption, x="true probability p", y="chance of such luck")

# %% [markdown]
r"""
When is $\underline p$ above the true $p$? As the luck grows with $p$, only after a count $h$ with $P(\mathrm{Bin}(n,p)\ge h)<\beta$. Let $h_0$ be the smallest such count. All larger ones are such too, and the chance of getting one of them is $P(\mathrm{Bin}(n,p)\ge h_0)<\beta$. So the bound is wrong with a probability below $\beta$.

Now two counts. Let each of the bounds fail with probability at most $\frac\alpha2$; then both hold with probability at least $1-\alpha$, and so does

$$
\varepsilon\;\ge\;\ln\frac{p-\delta}{p'}\;\ge\;\ln\frac{\underline p-\delta}{\overline{p'}} .
$$

The first step is the promise, with the $\delta$ of chapter 3 in it ($\delta=0$ on our labels). If $\underline p\le\delta$, the bound is $-\infty$.
"""


# %%
def at_least(hits, tested, alpha, delta=0.0):
    """An ε below the true one, but for at most a share alpha of audits."""
    low = lower(hits[0], tested[0], alpha / 2)
    high = upper(hits[1], tested[1], alpha / 2)
    return np.log((low - delta) / high) if low > delta else -np.inf


for name, hits in observed.items():
    result = at_least(hits, (1000, 1000), 0.05)
    print(f"{name:8}: ε ≥ {result:.2f}")
    assert (result > 1) == (name == "confused")

# %% [markdown]
r"""
At $\alpha=5\%$ the counts of the confused program are an accusation, those of the honest one are not.

> **Let a mechanism be (ε, δ)-private, and the event fixed before the runs are made. With probability at least $1-\alpha$ the bound does not exceed ε.** (The badge is about the library's bound, which is mostly a little sharper: {verdict}`B-audit`.)

No samples are needed to check this: for 40 runs on each table there are $41^2$ pairs of counts, and the probability of each is known.
Take programs that use up all of $\varepsilon=0.5$, so that $p=e^{0.5}p'$, and add up the probability of all counts that would accuse them:
"""

# %%
n, alpha, hits = 40, 0.1, np.arange(41)
lows = np.array([lower(h, n, alpha / 2) for h in hits])
highs = 1 - lows[::-1]  # the misses, counted from the other end
with np.errstate(divide="ignore"):
    bounds = np.log(lows[:, None] / highs)
accuse = bounds > 0.5
worst = 0.0
for q in np.linspace(0.01, 0.6, 60):
    p, p_other = np.exp(0.5) * q, q
    chance = np.outer(binom.pmf(hits, n, p), binom.pmf(hits, n, p_other))
    worst = max(worst, chance[accuse].sum())
print(f"promised at most {alpha:.0%}, largest false alarm {worst:.2%}")
assert 0 < worst <= alpha

# %% [markdown]
r"""
The margin is wide: when only one bound fails, that is seldom enough to accuse.

## Which event?

"At least 38" was a guess. A program may give itself away elsewhere. So let the auditor *look* at some runs, and pick the event that looks worst.
Our auditor knows two events for each of 49 cut points $t$: "at least $t$" and "below $t$". `events` says which outputs lie in which event. `learn` picks one event: the largest log-ratio of frequencies, but rare events get a discount, for theirs is often large by luck.
(The discount is two standard errors. A frequency has $\sqrt{p(1-p)/n}$; its logarithm has $\frac1p$ times as much, $\sqrt{(1-p)/(pn)}$. Half a hit more for each count avoids $\ln0$.)
"""


# %%
SHARES = np.linspace(0.02, 0.98, 49)  # where to cut, as shares of all outputs


def events(outputs, cuts):
    """Which outputs lie in each event: one column for each."""
    above = outputs[:, None] >= cuts
    return np.hstack([above, ~above])


def learn(one, two):
    """The event with the largest log-ratio, discounted for luck."""
    cuts = np.unique(np.quantile(np.concatenate([one, two]), SHARES))
    hits = (events(x, cuts).sum(axis=0) + 0.5 for x in (one, two))
    p, q = (h / (len(one) + 1) for h in hits)
    luck = np.sqrt((1 - p) / (p * len(one)) + (1 - q) / (q * len(two)))
    return cuts, np.argmax(np.log(p / q) - 2 * luck)


# %% [markdown]
r"""
Tested on fresh runs, a bad rule finds less but breaks no guarantee. Tested on the runs that it learned from, even a good one may break it: the event that *looked* worst was lucky to look so, and was not fixed before.
Watch it on two *equal* tables. There $p=p'$ for every event, and a bound above 0 is false. We audit 200 times at $\alpha=10\%$, and accuse if the bound is above 0:
"""


# %%
def audit(program, pair, runs, alpha, rng, same=False):
    """Learn an event on one half of the runs, test it on the other."""
    draws = [program(data, runs, rng) for data in pair]
    cuts, best = learn(*(x[: runs // 2] for x in draws))
    test = [x[: runs // 2] if same else x[runs // 2 :] for x in draws]
    hits = [events(x, cuts)[:, best].sum() for x in test]
    return at_least(hits, [len(x) for x in test], alpha)


rng = np.random.default_rng(66)
for same in (True, False):
    found = [audit(honest, (37, 37), 400, 0.1, rng, same) for _ in range(200)]
    accused = np.mean(np.array(found) > 0)
    half = "the same half" if same else "a fresh half "
    print(f"{half}: accused {accused:.1%}")
    assert (accused > 0.1) == same

# %% [markdown]
r"""
Ninety-eight events are ninety-eight chances to look guilty. So:

1. **Learn** on one half of the runs.
2. **Announce** the event. From here on it is fixed.
3. **Test** it on the other half, and conclude from these counts alone.

Now our two labels, with 100,000 runs and $\alpha$ one in a thousand:
"""

# %%
rng = np.random.default_rng(7)
for program in (honest, confused):
    result = audit(program, (38, 37), 100_000, 1e-3, rng)
    print(f"{program.__name__:8}: ε ≥ {result:.3f}")
    assert (result > 1) == (program is confused)

# %% [markdown]
r"""
The second label is false. (Its program's true $\varepsilon$ is $\sqrt2\approx1.41$.) A true label is called so at most once in a thousand audits. The first is *not accused*. That, and its lower bound, is all we may say of it.
(Our `audit` looks for what is likelier on the first table. To be thorough, audit both orders, each at $\frac\alpha2$.)

The library does the same with events of many kinds, for outputs of many columns (and counts the runs on both tables together). It compares outputs byte by byte, unless floats stand for real numbers, `ideal=True`:
"""

# %%
from privcausal.verify.audit import audit as library_audit

how = {"claimed_epsilon": 1.0, "rng": np.random.default_rng(8)}
print(library_audit(confused, (38, 37), 100_000, ideal=True, **how))

# %% [markdown]
r"""
(Other draws and other events, so 1.37 and not 1.38. The rest says how fine or how rare a lie such an audit could at best have caught, and what it saw.)
Could you do it? Some of these programs keep their promise, and some lie. Accuse before the auditor does, or let them go.
"""

# %%
game = explorers.audit_game()
assert max(game.rows[4][1:]) > 1.5  # as said below
game

# %% [markdown]
r"""
(It looks eight times, at 5% in all, so each time at $\frac{5}{8}$%. In its fifth game the bound is too large for a moment, above the 1.5 that is true: such errors are in the 5%.)

## How many runs?

Take the event "at least 38" of a liar with Laplace noise of scale $\frac1\varepsilon$: $p=\frac12$ and $p'=\frac12e^{-\varepsilon}$. At $\alpha$ one in a thousand each bound sits, in logarithms, about 3.3 standard errors off (a bell curve has $\frac\alpha2$ beyond that): $3.3\sqrt{(1-p)/(pn)}$, and the same with $p'$. If ε exceeds 1 by just their sum, the bound passes 1 in half of all audits. With twice as many runs their sum is only 0.7 of the lie, and nearly all audits pass; and twice as many again, for half are used up for learning. (`audit` mostly learns an event that is a little worse, and accuses less often, as the last line shows.)
"""

# %%
away = norm.isf(1e-3 / 2)
for lie in (0.4, 0.1, 0.01):
    odds = np.array([1, 2 * np.exp(1 + lie) - 1])  # (1 − p) / p of both
    runs = 2 * 2 * (away * np.sqrt(odds).sum() / lie) ** 2
    about = float(f"{runs:.2g}")  # two digits
    print(f"ε = {1 + lie:4}: about {about:9,.0f} runs on each table")
assert round(away, 1) == 3.3


def liar(count, runs, rng):
    return count + rng.laplace(0, 1 / 1.4, runs)


rng = np.random.default_rng(9)
result = [audit(liar, (38, 37), 3_600, 1e-3, rng) for _ in range(1000)]
caught = np.mean(np.array(result) > 1)
print(f"our audit, 3,600 runs: accuses ε = 1.4 in {caught:.0%}")
assert 0.6 < caught < 0.9

# %% [markdown]
r"""
A lie ten times as fine takes about a hundred times as many runs.

:::{quiz} An audit with a million runs finds ε ≥ 0.97 for a program with the label ε = 1. What do you know?
- [ ] The program is 1-private. :: No. It was run on one pair of neighbours, and a rarer event may tell more.
- [x] On this pair, the announced event proves nothing against the label. :: Yes. Besides, ε is at least 0.97, and no more is known.
- [ ] The program's ε is between 0.97 and 1. :: At least 0.97, with the chosen certainty; the other end is not known.
:::

## Finding nothing proves nothing

This program adds the right noise. Once in a hundred thousand runs it prints the data instead (plus a million, so that no noise looks like it):
"""


# %%
def trapdoor(count, runs, rng):
    opens = rng.random(runs) < 1e-5
    return np.where(opens, 1e6 + count, honest(count, runs, rng))


result = audit(trapdoor, (38, 37), 100_000, 1e-3, np.random.default_rng(10))
assert result < 1
print(f"ε ≥ {result:.3f}: not accused")

# %% [markdown]
r"""
Open, it tells all: no $\varepsilon$ covers that, only a δ of $10^{-5}$. Is our auditor too simple?

Take a million runs, and a trapdoor that opens once in a billion. Toss the coins for the trapdoor before the runs. In nearly all audits it never opens. Then the auditor sees the honest program, and accuses with probability at most $\alpha=0.001$. In all other audits let it accuse always:
"""

# %%
shut = (1 - 1e-9) ** 10**6
accused = shut * 0.001 + (1 - shut)
print(f"never opens in {shut:.4f} of all audits; accused: {accused:.4f}")
assert round(accused, 4) == 0.002

# %% [markdown]
r"""
One accusation more in a thousand audits. The same with letters, for every auditor:

> **Let an auditor accuse an honest mechanism with probability at most $\alpha$. Give the mechanism a trapdoor that opens with probability $\eta$. After $N$ runs it is accused with probability at most $1-(1-\alpha)(1-\eta)^N$.** {verdict}`B-silence`

The proof does not ask how clever the auditor is, or whether it knows both programs.
**An audit can accuse. It never acquits.** What acquits is a proof; so this course has proofs, and audits for what a proof forgot.

## When you can read the code

If the chances of all outcomes can be computed, do not sample. Here are the chances of three outcomes on two neighbours. The promise is a factor of $e^\varepsilon=2$:

| outcome | $p$ | $p'$ | $p-2p'$ |
|---|---|---|---|
| red | 0.3 | 0.1 | 0.1 |
| green | 0.3 | 0.1 | 0.1 |
| blue | 0.4 | 0.8 | −1.2 |

Red is likelier by 0.1 than the promise allows, and so is green. The event "red or green" breaks it by 0.2. Blue would only make the event harmless again. So $\delta=0.2$ is needed, and no event needs more. (The other way round nothing is missing: $p'$ is nowhere above $2p$.)

> **The smallest δ for which a mechanism is (ε, δ)-private is the sum of all $\max(0,\;p-e^{\varepsilon}p')$, for the worst neighbours.** {verdict}`B-hockey`

For any event, $P(E)-e^\varepsilon P'(E)$ adds up $p-e^\varepsilon p'$ over its outcomes. It is largest if $E$ takes all positive terms and no negative one.
For eight outcomes, all 256 events can be tried:
"""


# %%
def delta_at(p, q, epsilon):
    """The δ that two lists of probabilities need at this ε."""
    return np.sum(np.maximum(0, p - np.exp(epsilon) * q))


p, q = np.array([0.3, 0.3, 0.4]), np.array([0.1, 0.1, 0.8])
print(f"red, green, blue: δ = {delta_at(p, q, np.log(2)):.1f}")
assert np.isclose(delta_at(q, p, np.log(2)), 0)
rng = np.random.default_rng(11)
p, q = rng.dirichlet(np.ones(8)), rng.dirichlet(np.ones(8))
gains = p - np.exp(0.5) * q
brute = max(np.dot(event, gains) for event in product((0, 1), repeat=8))
assert np.isclose(brute, delta_at(p, q, 0.5))
print(f"best of 256 events {brute:.6f}, formula {delta_at(p, q, 0.5):.6f}")

# %% [markdown]
r"""
For noise on the line, cut the line into fine cells. (A cell merges outcomes, so the sum is a hair too small.) Drawn against $\varepsilon$, this sum is the **exact curve** of a mechanism: all its promises at once.
Here are Laplace noise of scale 1 and Gaussian noise of the same standard deviation, for the counts 1 and 0. (The other order is the mirror image.)
"""

# %%
edges = np.linspace(-30, 31, 6_101)


def laplace_law(z):
    """P(Laplace noise of scale 1 ≤ z), as in chapter 1."""
    tail = np.exp(-np.abs(z)) / 2
    return np.where(z < 0, tail, 1 - tail)


# the chances of all cells, for the counts 1 and 0
laplace = [np.diff(laplace_law(edges - count)) for count in (1, 0)]
gauss = [np.diff(norm.cdf(edges, count, np.sqrt(2))) for count in (1, 0)]
near_1 = 1 - np.geomspace(1e-6, 0.1, 40)  # there the Laplace curve falls
epsilons = np.sort([*np.linspace(0, 3, 61), *near_1])
curve = {
    name: [delta_at(*chances, e) for e in epsilons]
    for name, chances in (("Laplace", laplace), ("Gaussian", gauss))
}
at_1, at_3 = np.searchsorted(epsilons, (1, 3))
assert curve["Laplace"][at_1] < 1e-6 < 1e-3 < curve["Gaussian"][at_1]
assert f"{curve['Gaussian'][at_3]:.0e}" == "7e-06"

# %% tags=["hide-input"]
least = {f"{k} noise": np.maximum(v, 1e-9) for k, v in curve.items()}
ax = plots.curves(epsilons, least, log="y", ylim=(1e-7, 1), height=3)
caption = "Laplace noise needs no δ from ε = 1 on. Gaussian noise always needs one; even at ε = 3 it is seven in a million."
plots.show(ax, caption, x="ε", y="smallest δ")

# %% [markdown]
r"""
:::{admonition} How it was got wrong
:class: warning
The last chapter left an account open. The public program of SVT-PC ({cite:t}`privpc2020-code`, `pc.py`, line 305) draws the threshold of each later round with *Gaussian* noise, whose standard deviation is the scale that Laplace noise would have. With $\Delta=1$ and $\varepsilon=1$ for each round, the threshold has $\sigma=2$. The program's questions have Laplace noise of scale 8, twice what chapter 6 needs.
The yes is a shift of 2 at scale 8, which costs $\frac14$. For the shift of the threshold by 1 there is $\frac34$ left. Is that enough?
:::
"""

# %%
threshold = [np.diff(norm.cdf(edges, centre, 2)) for centre in (1, 0)]
missing = delta_at(*threshold, 0.75)
print(f"the shift needs δ = {missing:.3f} at 0.75")
assert 0.020 < missing < 0.022

middle = (edges[1:] + edges[:-1]) / 2  # where the noisy threshold may be


def rare(noes, gap):
    """Values this far above the threshold get noes, then one below a yes."""
    no = laplace_law((middle - gap) / 8)
    yes = laplace_law((-gap - middle) / 8)
    return np.sum(np.diff(norm.cdf(edges, 0, 2)) * no**noes * yes)


for noes in (4, 8, 12):
    chance, other = (rare(noes, gap) for gap in (10, 11))
    print(f"{noes:2} noes: loss {np.log(chance / other):.2f}", end=", ")
    print(f"once in {1 / chance:.0e} rounds")
    assert (np.log(chance / other) > 1) == (noes >= 8)

# %% [markdown]
r"""
It is not: for some set of thresholds the probability is too large by 0.021. That breaks a step of the proof. And the promise? Let values far above the threshold get a no each, one far below a yes, and all move by 1: with these two noises, eight noes give away more than 1, and each further no more.
It happens once in ten million rounds, so no audit sees it; whether values can lie so far from the threshold in that program we do not know. The companion's audit of the whole program finds a bound a little below the promise, and accuses no one ({doc}`15_paying_only_for_answers`). (Another search in the same file, Priv-PC, draws Laplace noise.)

## Exercises

:::{exercise} ★ What may the headline say?
:label: ex-c06-headline

No code. An auditor reports "$\varepsilon\ge1.2$ at $\alpha=1\%$" for a label of 1. Which of these are true? (a) The program breaks its promise with probability 99%. (b) If the program kept its promise, a report like this would come at most once in a hundred audits. (c) The true ε is about 1.2. (d) If the true ε is 2, more runs would probably give a larger number.
:::

:::{solution} ex-c06-headline
:class: dropdown

(b) and (d). (a) is about the probability of a fact, which also depends on how many liars there are among the programs. (c) 1.2 is a lower bound, and may lie far below the truth. (d) With more runs the discount for luck shrinks, and a better event may be found.
:::

:::{exercise} ★ Never seen
:label: ex-c06-never

No code. An event did not come up in $n$ runs. The bound "its probability is below $\frac{3}{n}$" is wrong at most five times in a hundred. Why 3? Hence, how many runs does it take to show that an event of probability 0.1 on one table is more than $e^{4}$ times rarer on the other, where it never comes up?
:::

:::{solution} ex-c06-never
:class: dropdown

No hit has probability $(1-p)^n\le e^{-pn}$, which is 5% at $pn=\ln 20\approx3$. We need $\frac3n<0.1\,e^{-4}$, so $n>30\,e^{4}$, about 1,640. (With the bound of this chapter at $\alpha=5\%$ more, because the 0.1 is estimated too, and each of the two bounds has only half of $\alpha$.)
:::

::::{exercise} ★★ Implement, then assert: `epsilon_at_least`
:label: ex-c06-mine

Write `epsilon_at_least(hits, tested, delta, alpha)` (here δ stands before α): `hits` and `tested` are pairs, first the side on which the event is likelier. Give $\ln\frac{\underline p-\delta}{\overline{p'}}$ with both Clopper–Pearson bounds at level $\frac\alpha2$, and $-\infty$ (`-np.inf`) if $\underline p\le\delta$.

:::{dropdown} Hint
You may halve intervals, or use `scipy.stats.beta`: the lower bound is `beta.ppf(level, h, n - h + 1)` for $h>0$, and 0 for $h=0$; the upper bound is 1 minus the lower bound of the misses.
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
    """An ε below the true one, but for at most a share alpha of audits."""
    low = lower_bound(hits[0], tested[0], alpha / 2)
    high = 1 - lower_bound(tested[1] - hits[1], tested[1], alpha / 2)
    return np.log((low - delta) / high) if low > delta else -np.inf


# %%
check("epsilon_at_least", epsilon_at_least)

# %%
from privcausal.verify.statistics import audit_result

case = (600, 400), (1000, 1000), 0.0, 0.05
mine, library = epsilon_at_least(*case), audit_result.epsilon_at_least(*case)
print(f"mine {mine:.3f}, library {library:.3f}, suggested {np.log(1.5):.3f}")
assert mine < library < np.log(1.5)

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise} ★★ Stop when it suits you
:label: ex-c06-stop

An impatient auditor tests after 10, 20, …, 2,000 runs, and accuses as soon as one of the 200 bounds is above the label. Let a program use up its whole promise on the announced event "at least 38". How often is it accused? Take $\alpha=0.2$ and 100 audits of `honest`, and compare with one look at the end. What must she do?
:::

:::{solution-start} ex-c06-stop
:class: dropdown
:::
"""

# %%
rng = np.random.default_rng(12)
looks = np.arange(10, 2001, 10)


def impatient(alpha, looks):
    """Is an honest program accused at one of the looks?"""
    one, two = (np.cumsum(honest(c, 2000, rng) >= 38) for c in (38, 37))
    return any(
        epsilon_at_least((one[n - 1], two[n - 1]), (n, n), 0.0, alpha) > 1
        for n in looks
    )


for alpha, at in ((0.2, looks[-1:]), (0.2, looks), (0.001, looks)):
    share = np.mean([impatient(alpha, at) for _ in range(100)])
    print(f"{len(at):>3} looks at {alpha:.3f}: accused {share:.0%}")
    assert (share > 0.2) == (alpha == 0.2 and len(at) > 1)

# %% [markdown]
r"""
Two hundred looks are two hundred chances to be unlucky: more than the promised 20% are accused. The guarantee is for one look, not for the best of many.
She divides $\alpha$ by the number of looks, as the explorer above does.

:::{solution-end}
:::

:::{exercise} ★★ Audit your own
:label: ex-c06-own

Audit `above_threshold` of the last chapter and the variant without noise on the threshold, both sold as $\varepsilon=1$ at $\Delta=1$. Take twelve values of $0.5$ above the threshold on one table and of $0.5$ below on the other. Use a vectorised version, like `first_yes` of chapter 6, with 200,000 runs and $\alpha$ one in a thousand. As `audit` looks for events that are likelier on the *first* table of the pair, try both orders, at $\frac\alpha2$ each.
:::

:::{solution-start} ex-c06-own
:class: dropdown
:::
"""


# %%
def place(bar):
    """The place of the first yes among twelve, with this threshold noise."""

    def program(gap, runs, rng):
        yes = gap + rng.laplace(0, 4, (runs, 12))
        yes = yes >= rng.laplace(0, bar, (runs, 1)) if bar else yes >= 0
        return np.where(yes.any(axis=1), yes.argmax(axis=1), 12.0)

    return program


for name, bar in (("with", 2.0), ("without", 0.0)):
    rng = np.random.default_rng(13)
    below, above = (
        audit(place(bar), pair, 200_000, 5e-4, rng)
        for pair in ((-0.5, 0.5), (0.5, -0.5))
    )
    print(f"{name} threshold noise: ε ≥ {max(below, above):.2f}")
    assert (below > 1) == (bar == 0) and above < 1
no = 0.5 * np.exp(-0.125)  # beside 1 - no: a no without threshold noise
each = np.log((1 - no) / no)
assert [round(each, 3), round(5 * each, 2)] == [0.236, 1.18]

# %% [markdown]
r"""
Without threshold noise each no adds 0.236 to the loss (not quite the $\frac14$ of chapter 6, for the values lie on both sides of the threshold). Our auditor cuts no further out than at 98%, so it takes five noes or more (1.18), likelier on the table whose values lie below; ten would have shown more. With it, one high threshold explains them all.

:::{solution-end}
:::

:::{exercise} ★★ Noise with an edge, once more
:label: ex-c06-edge

In chapter 1 a clinic added a whole number between $-10$ and $10$, all equally likely. Compute the exact curve of that noise. For which ε is it (ε, δ)-private with a δ below one in a million?
:::

:::{solution-start} ex-c06-edge
:class: dropdown
:::
"""

# %%
flat, shifted = np.zeros(22), np.zeros(22)
flat[:21] = shifted[1:] = 1 / 21
for epsilon in (0, 1, 10):
    print(f"ε = {epsilon:>2}: δ = {delta_at(shifted, flat, epsilon):.4f}")

# %% [markdown]
r"""
For none: the curve is flat at $\frac1{21}$. A larger ε does not excuse an outcome that is impossible on one side.

:::{solution-end}
:::

::::{exercise} ★★★ The curve of Laplace noise
:label: ex-c06-curve

Find the formula of the Laplace curve in the figure: for noise of scale $\frac1\varepsilon$ on a count, show that the smallest δ at $s\,\varepsilon$, $0\le s\le1$, is $1-e^{-(1-s)\varepsilon/2}$. Compare with `delta_at`.

:::{dropdown} Hint
The outcomes with $p>e^{s\varepsilon}p'$ are a half-line. Where between the two counts does it begin?
:::
::::

:::{solution-start} ex-c06-curve
:class: dropdown
:::
"""

# %%
for s in (0, 0.25, 0.5, 1):
    formula = 1 - np.exp(-(1 - s) / 2)
    computed = delta_at(*laplace, s)
    print(f"s = {s:4}: {formula:.5f} and {computed:.5f}")
    assert abs(formula - computed) < 1e-3

# %% [markdown]
r"""
Take the counts 1 and 0. Between them, at $t$, the log-ratio is $\varepsilon(2t-1)$, which is $s\varepsilon$ at $t=\frac{1+s}2$; above, it only grows to ε and stays there. So the event is "at least $t$". It has probability $1-\frac12e^{-\varepsilon(1-s)/2}$ on 1 and $\frac12e^{-\varepsilon(1+s)/2}$ on 0; the latter times $e^{s\varepsilon}$ is $\frac12e^{-\varepsilon(1-s)/2}$. The difference is the formula. The companion has it as {prf:ref}`B-profile`.

:::{solution-end}
:::

## The bill

Nothing was asked, so nothing is added.
"""

# %%
bill(6)

# %% [markdown]
r"""
## Three formulas

$$
P\bigl(\mathrm{Bin}(n,\underline p)\ge h\bigr)=\frac\alpha2\qquad\quad\varepsilon\ge\ln\frac{\underline p-\delta}{\overline{p'}}\qquad\quad\delta(\varepsilon)=\sum\max\bigl(0,\;p-e^{\varepsilon}p'\bigr)
$$

**In one paragraph.** An event that was learned on one half of the runs and tested on the other can convict a false label, with an error rate chosen beforehand. Learned and tested on the same runs, it may accuse the innocent too often. A mechanism that misbehaves once in many more runs than you make nearly always looks honest, to every auditor: silence proves nothing. If the chance of every outcome can be computed, one sum gives the exact δ for every ε.

**Next.** We can ask, pay, and check. Now to what the study is for: did the reward make people learn? {doc}`c09_cause`.
"""
