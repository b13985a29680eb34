# %% [markdown]
r"""
# Can four widths tell a cause?

A weather station has recorded the day of the year and the temperature. Suppose that you did not know which of the two is the cause.
Fit a curve in both directions, and measure **four widths**: of either column, and of what each curve leaves over.
The true story tends to be the narrower one: it needs a cause, and a little noise.

This is the *IQR score*, the fourth and last of {cite:t}`kusner2016`. It is quick and easy to understand.
But a width can hang on a single person, and no amount of noise covers that. So before the widths are told, one has to **ask** whether they are safe to tell.
The source asks four times, and counts three times for each of the two columns. We shall ask once.

:::{admonition} After this chapter you can
:class: tip
- say why a narrow story is a likely one, and when it is not;
- compute, on real data, how many records it would take to move four interquartile ranges;
- say when "no answer" is rare, and when it is certain;
- find the probability of a right answer behind four noises, by tossing coins;
- release a direction by the IQR score, for the price of one question.
:::
"""

# %%
import math
import numpy as np
from scipy import stats

from privcausal import plots
from privcausal.data.tuebingen_pairs import official_ids, tuebingen
from privcausal.pairs.anm import regress_both_ways, split
from privcausal.pairs.iqr import distances, iqr
from privcausal.pairs.ridge import GaussianKernel, scale
from privcausal.pairs.private_iqr import iqr_scores, score_distance

# %% [markdown]
r"""
## A first look: two stories

Pair 42 of the Tübingen collection: 9,162 days in a town of the Black Forest.
The bounds are common knowledge: a year has 366 days, and it is never colder than $-30$ degrees there nor warmer than 40.
"""

# %%
rng = np.random.default_rng(24)
pair = tuebingen(42)
day = scale(pair.cause, (1, 366)).values
warmth = scale(pair.effect, (-30, 40)).values
both = regress_both_ways(
    day,
    warmth,
    split(len(day), rng),
    penalty=1e-3,
    kernel=GaussianKernel(0.5),
)

# %% tags=["hide-input"]
axes = plots.panels(2, height=2.7)
stories = {
    "day, then temperature": (both.x, both.of_y),
    "temperature, then day": (both.y, both.of_x),
}
edges = np.linspace(-1.2, 1.2, 41)
for ax, (name, story) in zip(axes, stories.items()):
    days = {
        label: np.histogram(column - np.median(column), edges)[0]
        for label, column in zip(("cause", "left over"), story)
    }
    middles = (edges[1:] + edges[:-1]) / 2
    plots.curves(middles, days, ax=ax, steps=True, title=name)
    ax.set(ylim=(0, 1000), xlim=(-1.25, 1.25))
plots.show(
    axes,
    "Both stories, each with its cause and what its curve leaves over, after mapping the declared bounds to [−1, 1].",
    x="distance from the median",
    y="days",
)

# %%
for name, story in stories.items():
    a, b = (iqr(column) for column in story)
    print(f"{name}: {a:.3f} × {b:.3f} = {a * b:.3f}")
forward, backward = iqr_scores(both)
print(f"logarithms: {forward:.3f} against {backward:.3f}")
assert forward < backward

# %% [markdown]
r"""
Knowing the day, the temperature is off by a few degrees. Knowing the temperature, the day may be in spring or in autumn.
So the second story has a wide remainder, and the product of its two widths is larger.

:::{prf:definition} IQR score
:label: def-24-iqr-score

$s(a,b)=\ln\mathrm{IQR}(a)+\ln\mathrm{IQR}(b)$, where the {term}`interquartile range` is the upper minus the lower quartile.
The direction $x\to y$ gets $s(x',r_Y)$, the direction $y\to x$ gets $s(y',r_X)$; the smaller one wins.
:::

**Why a product of widths?** Mapping $(x,y)$ to $(x,y-f(x))$ only shifts each vertical line, so it keeps areas, and with them the joint entropy. Hence, for *any* curves $f$ and $g$,

$$
\underbrace{H(x)+H(r_Y)}_{\text{first story}}-I(x;r_Y)\;=\;H(x,y)\;=\;\underbrace{H(y)+H(r_X)}_{\text{second story}}-I(y;r_X) .
$$

So the story with the smaller *sum of entropies* is the one whose remainder knows less about its cause, measured by mutual information $I$: exactly the trace of {doc}`21_cause_leaves_a_trace`.
And for columns of one shape, entropy is the logarithm of the width, up to a constant. The IQR score takes widths for entropies. Where shapes differ this is a *guess*, and we shall catch it guessing wrong. ({cite:t}`mooij2016` compare scores that estimate the entropies themselves.)

Units do not matter: in other units $\ln\mathrm{IQR}(x)$ and $\ln\mathrm{IQR}(r_X)$ change by the same amount, one on either side.
Here are the four families of simulated pairs again, in small:
"""

# %%
from privcausal.data.simulated_pairs import SCENARIOS, simulate


def is_right(pair, rng):
    u, v = (np.clip(column / 4, -1, 1) for column in (pair.x, pair.y))
    kernel = GaussianKernel(0.5)
    residuals = regress_both_ways(
        u, v, split(len(u), rng), penalty=1e-3, kernel=kernel
    )
    first, second = iqr_scores(residuals)
    return (first < second) == pair.x_is_cause


# %%
shares = {
    name: np.mean(
        [is_right(simulate(name, rng, 200), rng) for _ in range(40)]
    )
    for name in SCENARIOS
}
print(", ".join(f"{name} {share:.0%}" for name, share in shares.items()))
assert shares["SIM-ln"] > 0.75

# %% [markdown]
r"""
Forty pairs each, so about $\pm8\%$. With low noise (SIM-ln) the score is good; elsewhere it is little better than a coin.
It is a specialist. What does it cost to ask it privately?

## One person, any width

In {doc}`16_asking_first` we took the published algorithm for *one* range apart. In short:

| about one log-IQR | verdict |
|---|---|
| {prf:ref}`K-ptr`: as printed, $(3\varepsilon,\delta)$ | {verdict}`K-ptr` |
| {prf:ref}`B-ptr`: both slips repaired, $(2\varepsilon,\delta)$ | {verdict}`B-ptr` |
| {prf:ref}`K-ptr-null`: an unstable range hardly ever slips out | {verdict}`K-ptr-null` |
| {prf:ref}`K-ptr-comp`: three, for one value of a record, $(9\varepsilon,3\delta)$ | {verdict}`K-ptr-comp` |
| {prf:ref}`B-ptr-comp`: four for $(8\varepsilon,4\delta)$ | {verdict}`B-ptr-comp` |
| {prf:ref}`K-ptr-adv`: by advanced composition | {verdict}`K-ptr-adv` |

The idea in one breath: divide the line of logarithms into cells of size $w$, once with and once without a shift by half a cell; let $A_1,A_2$ be the numbers of records to replace before the range leaves its cell of either grid; add noise to them; and tell the range only if one of them is still large.
The {term}`distance` moves by at most 1 when one record is replaced, however wild the range itself is.

How large are these distances? We take all 36 real pairs with at least 1,000 records, up to 2,000 records of each, half of them for testing, and $w=1$.
"""


# %%
def fitted(number, rng, largest=2000):
    real = tuebingen(number)
    some = rng.permutation(len(real))[:largest]
    columns = (column[some] for column in (real.cause, real.effect))
    u, v = (scale(c, (c.min(), c.max())).values for c in columns)
    parts = split(len(u), rng)
    kernel = GaussianKernel(0.5)
    return regress_both_ways(u, v, parts, penalty=1e-3, kernel=kernel)


def four(both):
    return both.x, both.of_y, both.y, both.of_x


real = {number: fitted(number, rng) for number in official_ids()}
away = {n: [distances(c) for c in four(b)] for n, b in real.items()}
larger = np.array([[max(pair) for pair in quad] for quad in away.values()])
tested = np.array([len(b.x) for b in real.values()])

# %% tags=["hide-input"]
names = ("x", "residual of y", "y", "residual of x")
pairs, columns = range(len(real)), dict(zip(names, larger.T))
ax = plots.points(pairs, columns, size=3.5, ylim=(0, 420), height=3.6)
quarter = {"a quarter of the records": np.ceil(tested / 4)}
plots.curves(pairs, quarter, ax=ax, steps=True, colours=[plots.INK])
plots.show(
    ax,
    "The larger of A₁ and A₂ for each of the four columns of every pair. None reaches the line, and coarse columns stay low.",
    x="the 36 pairs, in the order of the collection",
    y="records to replace",
    legend="upper left",
)

# %%
least = larger.min(axis=1)
coarse = list(real)[int(least.argmin())]
levels = len(set(tuebingen(coarse).cause))
print("the smallest of the four, pair by pair:")
print(f"from {least.min()} (pair {coarse}, {levels} levels)", end=" ")
print(f"to {least.max()}, half of them below {np.median(least):.0f}")
assert (larger <= np.ceil(tested / 4)[:, None]).all()

# %% [markdown]
r"""
## "Essentially zero"

The source draws 10,000 noises for one data set, sees no $\bot$, and concludes that its probability there is essentially 0.

:::{claim} K-null-zero
:::

At 10,000 draws that is a bound of about $3/10{,}000$ with 95% confidence, and no more. Since the probability can be *computed*, one need not draw at all. (From $(1-p)^N=0.05$ follows the bound.)

For which data is it small? All ten data sets of the source have more than 7,700 records; let us take half of them for testing. By the description of the competition they come from, two of them have a column with only seven levels. So let us look at columns like that, with 3,850 records:

:::{claim} B-null-coarse
:::
"""

# %%
from privcausal.claims.pairs.private_iqr import column, mechanism
from privcausal.claims.pairs.private_iqr import worst_refusal

worst = worst_refusal(3850, 0.1, 1e-5)
levels = np.array(worst.witness["levels"])
print("levels", levels, "held by", worst.witness["counts"], "records")
x = column(worst.witness)
print("A =", distances(x), f"P(no answer) = {worst.value:.6f}")
assert worst.value > 0.9999

# %% [markdown]
r"""
If the quartile stands at the last record of a level, one record moves it to the next level, into another cell. This column is refused nearly always, *and rightly so*: {verdict}`B-null-coarse`.
None of this touches what was seen on the source's data set. It is not the number of records that counts, but how many of them stand in the way.

When, then, is $\bot$ rare? There is a limit that no data set can pass:

:::{claim} B-null
:::

(proof-null-enough)=
:::{prf:proof}
*The distance.* Put the $l=\lceil m/4\rceil$ smallest records far down. All places up to $l$ are then far down, and with them the lower quartile; the upper one has not moved. So the range exceeds every bound, and $A_j\le l$.

*At least.* Test $j$ fails with probability $F(t-A_j)$, which falls as $A_j$ grows. Both fail with probability $F(t-A_1)F(t-A_2)\ge F(t-\lceil m/4\rceil)^2$.

*At most.* $F(t-A)=\frac12e^{-\varepsilon(A-t)}$ for $A\ge t$, and the other factor is at most 1. $\square$
:::

The first part is a warning about small budgets: with $\lceil m/4\rceil=t$ even the firmest data set is refused in one run out of four, and with fewer records more often. The second part is the repair: from $A\ge1+\frac{\ln(1/\delta)+\ln(1/2\beta)}\varepsilon$ on, $\bot$ has probability at most β.
"""

# %%
sizes = np.unique(np.geomspace(40, 20_000, 70).astype(int))


def normal(m):
    x = stats.norm.ppf((np.arange(1, m + 1) - 0.5) / m)
    return x / iqr(x) * math.exp(0.25)  # the least favourable place


def refusal(m, away, epsilon=0.1, delta=1e-5):
    return mechanism(epsilon, delta).refusal(away(m))


chances = {
    "no data set can do better": lambda m: (-(-m // 4),) * 2,
    "normal, least favourable place": lambda m: distances(normal(m)),
    "one of seven levels, at its end": lambda m: (1, 1),
}
curves = {
    name: [refusal(m, distance) for m in sizes]
    for name, distance in chances.items()
}

# %% tags=["hide-input"]
look = {"log": "x", "place": {3850: "3,850 records"}, "ylim": (-0.03, 1.15)}
plots.show(
    plots.curves(sizes, curves, **look),
    "ε = 0.1, δ = 10⁻⁵, one range, w = 1. A smooth column of 3,850 records is never refused here. A column like the third always is.",
    x="number of records m",
    y="probability of no answer",
)

# %%
at_least = refusal(400, chances["no data set can do better"])
print(f"400 records, ε = 0.1: refused in at least {at_least:.0%} of runs")
easy = refusal(3850, chances["normal, least favourable place"])
print(f"3,850 normal records: {easy:.1g}")
assert at_least > 0.7 and easy < 1e-10

# %% [markdown]
r"""
So for a smooth column of that size $\bot$ is out of the question, by a wide margin. And these were prices for *one* range.

## Four answers, four noises

Suppose that all four ranges are released, each by its own mechanism at $(2\varepsilon_1,\delta_1)$. What do they cost together? The library's accountant tries every rule of {doc}`14_what_many_questions_cost`:
"""

# %%
from privcausal.privacy.accounting import compose
from privcausal.privacy.price import Price, Relation, Release

for each in (0.25, 0.02):
    one = Release("a log-IQR", Price(each, 2e-7, Relation.SUBSTITUTION))
    bill = compose([one] * 4, delta=1e-6)
    rules = ", ".join(f"{r} {e:.2f}" for r, e in bill.epsilons.items())
    print(f"four times ε = {each}: {rules}")
    assert bill.epsilon > 0.98 * bill.epsilons["basic"]

# %% [markdown]
r"""
For four releases nothing beats plain addition, {prf:ref}`B-ptr-comp`. So with a total of ε each range gets $\varepsilon_1=\frac\varepsilon8$, and noise of scale $\sigma=\frac{8w}\varepsilon$.
How often is the comparison of the two sums still right?

:::{claim} K-correct4
:::

The source convolves densities, case by case. There is a way without any integral: **a race**.

(proof-correct4)=
:::{prf:proof}
A Laplace noise of scale σ is the difference of two exponential waiting times of mean σ. The four noises together (signs do not matter) are therefore $G-G'$, where $G$ and $G'$ are the times at which two independent clocks ring for the *fourth* time, both ringing at rate $1/\sigma$.
The answer is wrong if $G\ge\gamma+G'$. So give the first clock a head start of γ:

*Head start.* In it the first clock rings $k$ times with probability $e^{-t}\frac{t^k}{k!}$, $t=\gamma/\sigma$. The answer can be wrong only if $k\le3$.

*Race.* Now both run, and have no memory: each next ring is the first or the second clock's with probability ½. The answer is wrong if the second clock rings 4 times before the first has rung its missing $4-k$ times. That is a matter of coins,
$c_k=\sum_{j<4-k}\binom{3+j}j2^{-4-j}$, so $c_0=\frac12,\ c_1=\frac{11}{32},\ c_2=\frac3{16},\ c_3=\frac1{16}$.

*Together* $e^{-t}\bigl(\frac12+\frac{11}{32}t+\frac{3}{32}t^2+\frac1{96}t^3\bigr)=\frac{48+33t+9t^2+t^3}{96}e^{-t}$. $\square$
:::

The strange 33 is 96 times $\frac{11}{32}$. Coins, formula and simulation agree:
"""

# %%
from privcausal.claims.pairs.private_iqr import race_coefficient
from privcausal.pairs.private_iqr import probability_correct_of_four

print([str(race_coefficient(k)) for k in range(4)])
sums = rng.laplace(size=(4, 400_000)).sum(axis=0)
for t in (0.5, 2.0, 6.0):
    observed = np.mean(sums < t)
    exact = probability_correct_of_four(t, 1.0)
    print(f"γ = {t}σ: formula {exact:.4f}, simulated {observed:.4f}")
    assert abs(observed - exact) < 5 * math.sqrt(0.25 / 400_000)

# %% [markdown]
r"""
The published theorem is exact, {verdict}`K-correct4`. (Our copy has no brackets in the definition of γ; these are ours.)
SymPy gets there by convolution and by the race, and the Fourier inversion of $(1+s^2)^{-4}$ agrees to nine digits.

## Ask once

Four tests and four noises are more than the question needs. We do not want four ranges, we want *two sums*. And we do not care which range is unsafe: if one is, the answer is off.
So let $A$ be the smallest, over the four columns, of the larger of $A_1,A_2$. Smallest and largest of numbers that move by at most 1 move by at most 1. **One** distance, one test, two noises:

:::{claim} B-iqr-once
:::

(proof-iqr-once)=
:::{prf:proof}
Let $p$ and $p'$ be the probabilities of an answer from two neighbours.

*Some column keeps neither of its two cells.* Then its $A_1,A_2$ are 1 on both sides, or its range is 0 on one side (where the answer is $\bot$ for certain) and they are 1 on the other. So $A\le1$, and $p,p'\le\frac12e^{-\frac\varepsilon2\cdot\frac{\ln(1/2\delta)}{\varepsilon/2}}=\delta$.
An event without $\bot$ has probability at most δ. One with $\bot$ has probability at least $1-\delta$ on the other side, and so gains at most δ.

*Every column keeps its cell,* in one grid or the other. Then nothing needs δ.
The four log-IQRs differ by less than $w$ each, so both scores by less than $2w$. With noise of scale $\frac{8w}\varepsilon$ on each, the density of the pair changes by a factor of at most $e^{(2w+2w)\varepsilon/8w}=e^{\varepsilon/2}$.
$A$ differs by at most 1, so $p\le e^{\varepsilon/2}p'$ and $1-p\le e^{\varepsilon/2}(1-p')$. Answers therefore change by at most $e^{\varepsilon}$, and $\bot$ by $e^{\varepsilon/2}$. $\square$
:::

The verdict is {verdict}`B-iqr-once`: over all states of two neighbours the whole ε is attained. Now compare, at the same total price and the same $w$:

| | four questions | one question |
|---|---|---|
| ε of a test | ε/8 | **ε/2** |
| δ of a test | δ/8 | **δ** |
| noise on a score | two, of scale $8w/\varepsilon$ | **one**, of scale $8w/\varepsilon$ |

The threshold falls to about a quarter. So fewer pairs are refused, or $w$ may be four times smaller at the same risk, and the noise with it.

How small may $w$ be? The data may not be looked at for it, but $m$, ε and δ are public. Bell-shaped and box-shaped columns have distances of about $\frac{wm}{12}$ or more at the worst place, so the library proposes

:::{show} privcausal.pairs.private_iqr.proposal
:::

:::{show} privcausal.pairs.private_iqr.AskOnce
:::

Who gets an answer among the 36 real pairs?
"""

# %%
from privcausal.pairs.private_iqr import AskOnce, proposal

budgets = np.geomspace(0.2, 20, 40)
delta = 1e-6


def separately(epsilon):
    one = mechanism(epsilon / 8, delta / 4)
    quads = away.values()
    return [math.prod(1 - one.refusal(a) for a in quad) for quad in quads]


def together(epsilon):
    once = AskOnce(1.0, 4, epsilon, delta, Relation.SUBSTITUTION)
    return [1 - once.refusal(a) for a in least]


# %% tags=["hide-input"]
lines = {
    name: [np.mean(chance(e)) for e in budgets]
    for name, chance in (("one question", together), ("four", separately))
}
plots.show(
    plots.curves(budgets, lines, log="x", ylim=(-0.03, 1.05), height=3.0),
    "All 36 pairs, w = 1, δ = 10⁻⁶. One question answers the same pairs for about a quarter of ε.",
    x="ε, all in all",
    y="share of pairs answered",
)

# %%
for e in (0.5, 1, 2, 4):
    print(
        f"ε = {e}: one question answers {np.mean(together(e)):.0%},",
        f"four answer {np.mean(separately(e)):.0%}",
    )
assert abs(np.mean(together(1.0)) - np.mean(separately(4.0))) < 0.05

# %% [markdown]
r"""
And how often is the answer right? The temperature pair has a margin of about one half, and all of its records give $m=4{,}581$ for testing:
"""

# %%
from privcausal.pairs.comparison import probability_correct

margin, m = backward - forward, len(both.x)
curves = {
    "four noises, w = 1": [
        probability_correct_of_four(margin, 8 / e) for e in budgets
    ],
    "ask once, w = 1": [probability_correct(margin, 8 / e) for e in budgets],
    "ask once, w by m": [
        probability_correct(margin, 8 * proposal(m, e, delta) / e)
        for e in budgets
    ],
}

# %% tags=["hide-input"]
coin = {0.5: "a coin toss"}
plots.show(
    plots.curves(budgets, curves, log="x", level=coin, ylim=(0.45, 1.02)),
    "The same data, the same total price. Two noises beat four by a little; a proposal that fits the number of records beats both.",
    x="ε, all in all",
    y="right, once there is an answer",
)

# %%
at_two = [
    probability_correct_of_four(margin, 4),
    probability_correct(margin, 4),
]
bold = probability_correct(margin, 4 * proposal(m, 2, delta))
print(f"ε = 2: {at_two[0]:.3f}, {at_two[1]:.3f}, {bold:.3f}")
assert at_two[0] < at_two[1] < 0.6 < 0.9 < bold

# %% [markdown]
r"""
Most of the gain comes from $w$. With $w=1$ the noise on a logarithm has the size of a factor $e^{4}$ at $\varepsilon=2$, *however many records there are*. The scale does not shrink with the number of records in the source's accounting either; in its Table 2 the IQR score stays near one half at $\varepsilon=2$.

## Both halves of the data

All this protects the *test* records. A training record enters through the curves: by {prf:ref}`K-ridge` it moves every residual by at most ϱ, so a range of residuals by at most $2\varrho$.
If only the training set is protected, the two columns themselves are public, and two ranges remain; {prf:ref}`K-iqr-train` of {doc}`25_protecting_the_training_set` gives their distance.
To protect both halves, count mixtures:

:::{claim} B-iqr-either
:::

(proof-iqr-either)=
:::{prf:proof}
Let $k$ attain the minimum for a neighbour $D'$ of $D$.

*A record of the column is replaced.* Whatever $D'$ reaches with $k$ changes, $D$ reaches with $k+1$. So $W_{k+1}(D)\ge W_k(D')$ and $N_{k+1}(D)\le N_k(D')$, and $A(D)\le(k+1)+\lceil\dots\rceil=A(D')+1$.

*A record of the other kind is replaced.* Every range within reach of $k$ changes moves by at most $s$, so $\min\{b-W_k,N_k-a\}^+$ by at most $s$, and its quotient by $s$, rounded up, by at most 1.

*The range changes its cell.* With one change of the column: $W_1\ge b$ or $N_1<a$, and $A\le1$. By the other kind: the two ranges are at most $s$ apart and an edge lies between them, so $\min\{b-W_0,N_0-a\}\le s$, and $A\le0+1$. The same holds seen from the other side. $\square$
:::

:::{show} privcausal.pairs.private_iqr.distance_of_either
:::

Then $A$ of {prf:ref}`B-iqr-once` may be the smallest of *these* distances, and its proof stays as it is: it only used that $A$ moves by at most 1, and is at most 1 where a cell is left. It is the training set that is hard to protect:
"""

# %%
for who in ("test", "train", "both"):
    print(f"{who:>5}: distance {score_distance(both, who)}")

# %% [markdown]
r"""
A curve with $\lambda=0.001$ bends for every record, and the distance says so. {doc}`25_protecting_the_training_set` is about this.

## End to end

One call: declared bounds, two regressions, four ranges, one question, two noises.
"""

# %%
from privcausal.pairs.private_direction import DirectionMethod, direction


def weather(epsilon, rng):
    bounds, relation = ((1, 366), (-30, 40)), Relation.SUBSTITUTION
    price = {"epsilon": epsilon, "delta": 1e-6, "relation": relation}
    score = DirectionMethod("iqr", protect="test", penalty=1e-3)
    columns = pair.cause, pair.effect
    return direction(*columns, bounds=bounds, method=score, rng=rng, **price)


for epsilon in (0.3, 1.0, 3.0):
    result = str(weather(epsilon, np.random.default_rng(42)))
    print(result.replace("; ", ";\n    "))
assert "δ = 0.5" in result  # as said below

# %% tags=["hide-input"]
axes = plots.panels(2, height=2.2, width=7.6)
for ax, epsilon in zip(axes, (1.0, 3.0)):
    result = weather(epsilon, np.random.default_rng(42))
    result.plot(ax, ("day", "temp."))
    ax.plot([forward, backward], [1, 0], "x", color=plots.RED, label="exact")
    ax.set(title=f"ε = {epsilon:g}", xlabel="IQR score, with noise")
    ax.set_xlim(-7, 4)
plots.show(
    axes,
    "What may be published: both noisy scores and the spread of their noise. The crosses are the exact scores, shown here because these data are public.",
    y="direction",
)

# %% [markdown]
r"""
The price is not the one that was asked for: δ is one half, not $10^{-6}$. The question and the noise hide a *test* record, as in the source. Who trains the curves instead, by a lot that nobody is told, can move the tested distance by more than the 1 that it is declared to move by, and is not protected at all. So this is a guarantee for a random half of the days, worth $(\varepsilon,\frac12)$ to each ({prf:ref}`B-half`). `protect="both"` has a price of $(\varepsilon,10^{-6})$ for everybody, and mostly refuses; the printout above shows why.

The result says how likely its own noise is to have turned the answer round, computed from published numbers alone. As in {doc}`22_rank_correlations`, this takes all true margins to be equally likely before looking; where close races are common, the risk is larger.

Another number needs no such assumption, and can be put to the test: how often an answer is right when the true margin is *known*. Only the owner of the data knows it, and can ask a hundred thousand times and count:
"""

# %%
w = proposal(m, 1.5, delta)
reference = iqr_scores(both), score_distance(both, "test", w)
asked = AskOnce(w, 4, 1.5, delta, Relation.SUBSTITUTION)
draws = asked.sample(*reference, 100_000, rng)
answered = np.isfinite(draws[:, 0])
right = np.mean(draws[answered, 0] < draws[answered, 1])
stated = probability_correct(margin, asked.scale)
print(
    f"answered {answered.mean():.4f}, as computed",
    f"{1 - asked.refusal(reference[1]):.4f};",
    f"right {right:.4f}, as computed {stated:.4f}",
)
assert abs(right - stated) < 0.01

# %% [markdown]
r"""
From the shell, on your own table:

```text
$ python -m privcausal direction weather.csv --x day --y temp --score iqr \
      --epsilon 3 --delta 1e-6 --protect test --allow-weak-guarantee \
      --bounds day=1:366,temp=-30:40 \
      --plot published.svg --nonprivate-plot for-my-eyes-only.png
```

`--plot` draws the figure above, which may be published. `--nonprivate-plot` draws curves and residuals, record by record; it is for the owner of the data only, and says so.

## How one gets fooled

**By shapes.** Here is the cleanest additive noise model there is, the toy of {doc}`21_cause_leaves_a_trace`. HSIC sees at once which remainder knows its cause. The IQR score is certain of the opposite:
"""

# %%
from privcausal.pairs.private_direction import scores_of

u = rng.uniform(-1, 1, 3000)
v = (u**3 + rng.uniform(-0.2, 0.2, 3000)) / 1.2
toy = regress_both_ways(
    u, v, split(3000, rng), penalty=1e-4, kernel=GaussianKernel(0.5)
)
for score in ("hsic", "iqr"):
    first, second = scores_of(toy, score)
    print(f"{score:>4}: {first:.4f} for x → y, {second:.4f} for y → x")
assert scores_of(toy, "iqr")[0] > scores_of(toy, "iqr")[1]

# %% [markdown]
r"""
The middle half of $y=x^3$ is crowded around 0, so its quartiles are close while its tails are long: the IQR takes it for narrow, the entropy does not.
More data or more ε make the answer *more certainly wrong*. A score that is not 0 for independence has no theorem like {prf:ref}`K-anm` behind it.

**By a proposal made to fit.** Trying $w=0.1$, seeing $\bot$, and trying $w=0.2$ is two questions. Each costs ε, and the number of questions has to be fixed, or filtered, beforehand.

**By a good-looking refusal.** $\bot$ is not "undecided". It says that the data are near an edge, whatever the direction; and it costs as much as an answer.

## Exercises

:::{exercise}
:label: ex-24-gauss

Let $x$ and the noise be normal, and $f$ a straight line. Show that the IQR score cannot tell the two directions apart, and check it with numbers.

*Hint:* what is the product of the two standard deviations of a story?
:::

:::{solution-start} ex-24-gauss
:class: dropdown
:::
"""

# %%
a, s = 0.7, 0.5  # y = a x + s · noise
var_y = a**2 + s**2
first = 1.0 * s
second = math.sqrt(var_y) * math.sqrt(1 - a**2 / var_y)
print(f"{first:.6f} {second:.6f}")
assert math.isclose(first, second)

# %% [markdown]
r"""
All four columns are normal, so each IQR is the same multiple of the standard deviation. In both stories the product of the two variances is the determinant of the covariance matrix: $\operatorname{var}(x)\operatorname{var}(y\mid x)=\det\Sigma=\operatorname{var}(y)\operatorname{var}(x\mid y)$.
The entropies agree as well, and with them the mutual informations, both 0: it is the one famous pair that can be read both ways.

:::{solution-end}
:::

:::{exercise}
:label: ex-24-race

Use the race to prove {prf:ref}`K-correct2` in one line. Then let each score carry $n$ noises, and plot or print the probability of a wrong answer at a margin of $2\sigma$ for $n=1,\dots,6$. Why is adding $n$ noises of scale σ better than one noise of scale $n\sigma$?
:::

:::{solution-start} ex-24-race
:class: dropdown
:::
"""


# %%
def wrong(t, rings):
    return math.exp(-t) * sum(
        t**k / math.factorial(k) * race_coefficient(k, rings)
        for k in range(rings)
    )


assert math.isclose(1 - wrong(1.3, 2), probability_correct(1.3, 1.0))
for n in range(1, 7):
    print(f"n = {n}: {wrong(2, 2 * n):.4f}, one {wrong(2 / n, 2):.4f}")

# %% [markdown]
r"""
With two noises in all, the clocks race to the *second* ring: $c_0=\frac12$, $c_1=\frac14$, so $e^{-t}\bigl(\frac12+\frac t4\bigr)$.
Independent noises partly cancel: their standard deviation grows like $\sqrt n$, and that of one large noise like $n$.

:::{solution-end}
:::

:::{exercise}
:label: ex-24-difference

In {ref}`ex-direction-only` the *difference* of two scores was released instead of both. Do the same here, with one noise, after the same question. What scale does it need for a total of ε, and how often is it right at a margin γ?
:::

:::{solution-start} ex-24-difference
:class: dropdown
:::
"""

# %%
for ratio in (0.5, 1.0, 2.0):
    two = probability_correct(ratio, 1.0)
    one = 1 - math.exp(-ratio) / 2
    print(f"margin {ratio} × 8w/ε: two noises {two:.3f}, one {one:.3f}")
    assert one > two

# %% [markdown]
r"""
The difference of scores moves by less than $4w$, so $\frac{4w}{\varepsilon/2}=\frac{8w}\varepsilon$: the same scale, but once. It is right with probability $1-\frac12e^{-\gamma\varepsilon/8w}$, always better. What is lost are the scores themselves.

:::{solution-end}
:::

:::{exercise}
:label: ex-24-how-many

Your budget is $\varepsilon=0.5$, $\delta=10^{-6}$, with one question for four ranges. From how many records on *can* a pair be answered with probability ½ at all? And from how many on will normal columns be, with $w=1$?
:::

:::{solution-start} ex-24-how-many
:class: dropdown
:::
"""

# %%
bar = AskOnce(1.0, 4, 0.5, 1e-6, Relation.SUBSTITUTION).test.threshold
at_best = 4 * (math.ceil(bar) - 1) + 1
needed = next(m for m in range(40, 5000) if max(distances(normal(m))) >= bar)
print(f"threshold {bar:.1f}: at best m = {at_best}, normal m = {needed}")
assert math.ceil(at_best / 4) >= bar > math.ceil((at_best - 1) / 4)
assert 2 * at_best < needed < 3 * at_best

# %% [markdown]
r"""
A pair is answered with probability ½ where $A$ equals the threshold. By {prf:ref}`B-null` no distance exceeds $\lceil m/4\rceil$; smooth columns need more than twice as many records as that.

:::{solution-end}
:::

## In one paragraph

The IQR score calls that direction causal whose two columns are narrower together. It is a comparison of entropies in disguise, good where shapes agree and sometimes certain of the wrong answer where they do not.
A range can hang on one record, so it is released by asking first. $\bot$ has probability essentially 0 for smooth columns of some thousand records and is nearly certain for some coarse ones, and with fewer than four thresholds' worth of records for *all* columns.
The published probability of a right answer behind four noises is exact, and is a race between two clocks.
Four questions for $(8\varepsilon_1,4\delta_1)$ can be one question for $(\varepsilon,\delta)$: the test becomes four times sharper, the noise on each score single instead of double, and a proposal that fits the number of records does the rest.

**Next.** {doc}`25_protecting_the_training_set` asks for the same direction when it is the people behind the *curve* who want to be protected.
"""
