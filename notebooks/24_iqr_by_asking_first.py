# %% [markdown]
r"""
# The IQR score

:::{chapter}
:asks: How can a score be released when one person can change it without bound?
:needs: 16_asking_first, 21_cause_leaves_a_trace
:::

A weather station has recorded the day of the year and the temperature. Suppose that you do not know which of the two is the cause.
The *IQR score* fits a regression in both directions and compares **four interquartile ranges**, those of both columns and of the residuals of both regressions.
In the true direction the product of the ranges tends to be smaller.

This is the fourth and last score of {cite:t}`kusner2016`. It is fast and easy to understand.
A single person can determine the range, however, so its sensitivity is unbounded and no finite noise is sufficient. The mechanism must therefore **test** whether the ranges are stable before it releases anything.
The source makes four such releases and charges three of them for each of the two columns. A single test suffices.

:::{admonition} After this chapter you can
:class: tip
- explain why the direction with the smaller score is more likely, and when it is not;
- compute, on real data, how many records must change before one of four interquartile ranges leaves its cell;
- say when "no answer" is rare, and when it is certain;
- compute the probability of a correct answer with four noises by a combinatorial argument;
- release a direction by the IQR score with a single test.
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
## Example: day and temperature

Pair 42 of the Tübingen collection contains 9,162 days in a town of the Black Forest.
The bounds are declared from common knowledge: a year has 366 days, and temperatures there are between $-30$ and 40 degrees.
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
Given the day, the temperature varies by a few degrees. Given the temperature, the day can be in spring or in autumn.
The second direction therefore has residuals with a large range, and the product of its two ranges is larger.

:::{prf:definition} IQR score
:label: def-24-iqr-score

$s(a,b)=\ln\mathrm{IQR}(a)+\ln\mathrm{IQR}(b)$, where the {term}`interquartile range` is the upper minus the lower quartile.
The direction $x\to y$ gets $s(x',r_Y)$, the direction $y\to x$ gets $s(y',r_X)$; the smaller one wins.
:::

**Why a product of ranges?** The map from $(x,y)$ to $(x,y-f(x))$ only shifts each vertical line, so it preserves areas and the joint entropy. Hence, for *any* regressions $f$ and $g$,

$$
\underbrace{H(x)+H(r_Y)}_{\text{first story}}-I(x;r_Y)\;=\;H(x,y)\;=\;\underbrace{H(y)+H(r_X)}_{\text{second story}}-I(y;r_X) .
$$

The direction with the smaller *sum of entropies* is thus the one whose residuals depend less on the input, in terms of mutual information $I$. This is the criterion of {doc}`21_cause_leaves_a_trace`.
For columns whose distributions have the same shape, the entropy is the logarithm of the range, up to a constant. The IQR score uses ranges in place of entropies. Where the shapes differ this is an *approximation*, which can be wrong, as shown below. {cite:t}`mooij2016` compare scores that estimate the entropies themselves.

The score does not depend on units, because in other units $\ln\mathrm{IQR}(x)$ and $\ln\mathrm{IQR}(r_X)$ change by the same amount, one in either direction.
We evaluate it on small samples of the four families of simulated pairs:
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
With forty pairs each, the standard error is about 8 percentage points. With low noise (SIM-ln) the score is accurate; elsewhere it is little better than a coin toss.
The question is what a private version costs.

## The private release of one range

{doc}`16_asking_first` analyses the published algorithm for *one* range, with the following results:

| about one log-IQR | verdict |
|---|---|
| {prf:ref}`K-ptr`: as printed, $(3\varepsilon,\delta)$ | {verdict}`K-ptr` |
| {prf:ref}`B-ptr`: both errors corrected, $(2\varepsilon,\delta)$ | {verdict}`B-ptr` |
| {prf:ref}`K-ptr-null`: an unstable range is rarely released | {verdict}`K-ptr-null` |
| {prf:ref}`K-ptr-comp`: three, for one value of a record, $(9\varepsilon,3\delta)$ | {verdict}`K-ptr-comp` |
| {prf:ref}`B-ptr-comp`: four for $(8\varepsilon,4\delta)$ | {verdict}`B-ptr-comp` |
| {prf:ref}`K-ptr-adv`: by advanced composition | {verdict}`K-ptr-adv` |

In summary, divide the line of logarithms into cells of size $w$, once with and once without a shift by half a cell. Let $A_1,A_2$ be the numbers of records to replace before the range leaves its cell of either grid. Add noise to them, and release the range only if one of them is still large.
The {term}`distance` changes by at most 1 when one record is replaced, regardless of the change of the range.

We compute these distances for all 36 real pairs with at least 1,000 records, up to 2,000 records of each, half of them for testing, and $w=1$.
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
## How often is there no answer?

The source draws 10,000 noises for one data set, observes no $\bot$, and concludes that its probability there is essentially 0.

:::{claim} K-null-zero
:::

With 10,000 draws the 95% confidence bound is about $3/10{,}000$, which follows from $(1-p)^N=0.05$. Because the probability can be *computed*, no draws are necessary.

All ten data sets of the source have more than 7,700 records, of which we take half for testing. According to the description of the competition from which they come, two of them have a column with only seven levels. We therefore consider such columns with 3,850 records:

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
If the quartile is at the last record of a level, one record moves it to the next level, into another cell. The release of this column is almost always refused, *as it must be* ({verdict}`B-null-coarse`).
This does not contradict the observation on the source's data set. What matters is the number of records near the quartile, and not the total number.

There is also a limit that holds for every data set:

:::{claim} B-null
:::

(proof-null-enough)=
:::{prf:proof}
*The distance.* Put the $l=\lceil m/4\rceil$ smallest records far down. All places up to $l$ are then far down, and with them the lower quartile; the upper one has not moved. The range therefore exceeds every bound, and $A_j\le l$.

*At least.* Test $j$ fails with probability $F(t-A_j)$, which falls as $A_j$ grows. Both fail with probability $F(t-A_1)F(t-A_2)\ge F(t-\lceil m/4\rceil)^2$.

*At most.* $F(t-A)=\frac12e^{-\varepsilon(A-t)}$ for $A\ge t$, and the other factor is at most 1. $\square$
:::

The first part limits small budgets: with $\lceil m/4\rceil=t$ even the most stable data set is refused in one run out of four, and with fewer records more often. By the second part, $\bot$ has probability at most β if $A\ge1+\frac{\ln(1/\delta)+\ln(1/2\beta)}\varepsilon$.
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
normal_column = np.array(curves["normal, least favourable place"])
enough = f"{np.round(sizes[normal_column < 0.01].min(), -2):,.0f}"
title = f"About {enough} records are enough for a normal column"
look |= {"wide": True, "height": 4, "title": title}
plots.show(
    plots.curves(sizes, curves, **look),
    f"Probability that the mechanism refuses to answer, against the number of records, at ε = 0.1, δ = 10⁻⁵, with one range and w = 1. From about {enough} records on, a normal column is practically always answered. A column with only seven distinct values is practically always refused, however many records it has.",
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
For a smooth column of this size, the probability of $\bot$ is therefore negligible. These costs are for *one* range.

## Four releases with four noises

Suppose that all four ranges are released, each by its own mechanism at $(2\varepsilon_1,\delta_1)$. The library's accountant compares every rule of {doc}`14_what_many_questions_cost`:
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
For four releases basic composition, {prf:ref}`B-ptr-comp`, is the best. With a total of ε each range has $\varepsilon_1=\frac\varepsilon8$, and noise of scale $\sigma=\frac{8w}\varepsilon$.
The next theorem gives the probability that the comparison of the two sums is correct.

:::{claim} K-correct4
:::

The source convolves densities, case by case. A representation by **two Poisson processes** avoids integration.

(proof-correct4)=
:::{prf:proof}
A Laplace noise of scale σ is the difference of two exponential waiting times of mean σ. The four noises together (signs do not matter) are therefore $G-G'$, where $G$ and $G'$ are the times at which two independent clocks ring for the *fourth* time, both ringing at rate $1/\sigma$.
The answer is wrong if $G\ge\gamma+G'$. We therefore give the first clock a head start of γ:

*Head start.* In it the first clock rings $k$ times with probability $e^{-t}\frac{t^k}{k!}$, $t=\gamma/\sigma$. The answer can be wrong only if $k\le3$.

*Race.* Now both run, and have no memory: each next ring is the first or the second clock's with probability ½. The answer is wrong if the second clock rings 4 times before the first has rung its missing $4-k$ times. That is a matter of coins,
$c_k=\sum_{j<4-k}\binom{3+j}j2^{-4-j}$, so $c_0=\frac12,\ c_1=\frac{11}{32},\ c_2=\frac3{16},\ c_3=\frac1{16}$.

*Together* $e^{-t}\bigl(\frac12+\frac{11}{32}t+\frac{3}{32}t^2+\frac1{96}t^3\bigr)=\frac{48+33t+9t^2+t^3}{96}e^{-t}$. $\square$
:::

The coefficient 33 is 96 times $\frac{11}{32}$. Coin tosses, formula and simulation agree:
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
The published theorem is exact ({verdict}`K-correct4`). Our copy has no brackets in the definition of γ; these are ours.
A computer algebra system obtains the formula by convolution and by the race, and the Fourier inversion of $(1+s^2)^{-4}$ agrees to nine digits.

## A single test for all four ranges

Four tests and four noises are not necessary, because only *two sums* are needed. It is also irrelevant which range is unstable, since a single unstable range prevents the release.
Let $A$ be the smallest, over the four columns, of the larger of $A_1,A_2$. Minima and maxima of numbers that change by at most 1 change by at most 1. **One** distance, one test and two noises are therefore sufficient:

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

The cost is exact ({verdict}`B-iqr-once`): over all states of two neighbours the whole ε is attained. The comparison at the same total cost and the same $w$ is:

| | four tests | one test |
|---|---|---|
| ε of a test | ε/8 | **ε/2** |
| δ of a test | δ/8 | **δ** |
| noise on a score | two, of scale $8w/\varepsilon$ | **one**, of scale $8w/\varepsilon$ |

The threshold falls to about a quarter. Fewer pairs are refused, or $w$ and the noise can be four times smaller at the same probability of a refusal.

The choice of $w$ must not use the data, but $m$, ε and δ are public. Normal and uniform columns have distances of about $\frac{wm}{12}$ or more at the least favourable position, so the library proposes

:::{show} privcausal.pairs.private_iqr.proposal
:::

:::{show} privcausal.pairs.private_iqr.AskOnce
:::

The next table shows which of the 36 real pairs receive an answer:
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
We also compute how often the answer is correct. The temperature pair has a margin of about one half, and all of its records give $m=4{,}581$ for testing:
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
Most of the gain comes from $w$. With $w=1$ the noise on a logarithm corresponds to a factor of $e^{4}$ at $\varepsilon=2$, *regardless of the number of records*. In the source's accounting the scale does not decrease with the number of records either, and in its Table 2 the IQR score remains near one half at $\varepsilon=2$.

## Protecting training and test records

Only the *test* records are protected up to this point. A training record affects the regressions: by {prf:ref}`K-ridge` it changes every residual by at most ϱ, so a range of residuals by at most $2\varrho$.
If only the training set is protected, the two columns themselves are public, and two ranges remain; {prf:ref}`K-iqr-train` of {doc}`25_protecting_the_training_set` gives their distance.
To protect both halves, both kinds of replacement must be combined:

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

The number $A$ of {prf:ref}`B-iqr-once` can then be the smallest of *these* distances. Its proof is unchanged, because it uses only that $A$ changes by at most 1, and is at most 1 where a cell is left. The training set is harder to protect than the test set:
"""

# %%
for who in ("test", "train", "both"):
    print(f"{who:>5}: distance {score_distance(both, who)}")

# %% [markdown]
r"""
A regression with $\lambda=0.001$ changes with every record, and the distance shows this. {doc}`25_protecting_the_training_set` treats the problem.

## Example: a private release

One call uses declared bounds, two regressions, four ranges, one test and two noises.
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
axes = plots.panels(2, height=2.2)
for ax, epsilon in zip(axes, (1.0, 3.0)):
    result = weather(epsilon, np.random.default_rng(42))
    result.plot(ax, ("day", "temp."))
    ax.plot([forward, backward], [1, 0], "x", color=plots.RED, label="exact")
    ax.set(title=f"ε = {epsilon:g}", xlabel="IQR score, with noise")
    ax.set_xlim(-7, 4)
plots.show(
    axes,
    "The published result: both noisy scores and the spread of their noise. The crosses are the exact scores, shown here because these data are public.",
    y="direction",
)

# %% [markdown]
r"""
The privacy cost differs from the requested one: δ is one half, not $10^{-6}$. As in the source, the test and the noise protect the *test* records. The training records are chosen by a secret random split, can change the distance by more than the declared 1, and are not protected. The guarantee therefore holds for a random half of the days, and is $(\varepsilon,\frac12)$ for each ({prf:ref}`B-half`). `protect="both"` has a cost of $(\varepsilon,10^{-6})$ for everybody, and usually refuses, for the reason shown above.

The result states the probability that its own noise has reversed the answer, computed from released numbers alone. As in {doc}`22_rank_correlations`, this assumes a flat prior on the margin; where small margins are common, the probability is larger.

Another number needs no such assumption and can be checked: the probability of a correct answer for a *known* true margin. Only the owner of the data knows the margin, and can repeat the release a hundred thousand times:
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
In the shell, with your own table:

```text
$ python -m privcausal direction weather.csv --x day --y temp --score iqr \
      --epsilon 3 --delta 1e-6 --protect test --allow-weak-guarantee \
      --bounds day=1:366,temp=-30:40 \
      --plot published.svg --nonprivate-plot for-my-eyes-only.png
```

`--plot` draws {figure}`fig-the-published-result-both-noisy-scores`, which can be published. `--nonprivate-plot` draws regressions and residuals of individual records; it is for the owner of the data only, and prints a warning.

## Common mistakes

**Different shapes.** The example is the additive noise model of {doc}`21_cause_leaves_a_trace`. HSIC identifies the direction, whereas the IQR score gives the opposite one with near certainty:
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
The middle half of $y=x^3$ is concentrated around 0, so its quartiles are close although its tails are long. The IQR is small, but the entropy is not.
More data or a larger ε make the answer *more certainly wrong*. A score that is not 0 under independence has no theorem like {prf:ref}`K-anm`.

**Repeated proposals.** Trying $w=0.1$, observing $\bot$, and trying $w=0.2$ is two releases. Each costs ε, and the number of releases has to be fixed in advance, or controlled by a filter.

**Misinterpreting $\bot$.** The output $\bot$ does not mean "undecided". It means that the data are near a boundary, for either direction, and it costs as much as an answer.

## Exercises

:::{exercise}
:label: ex-24-gauss

Let $x$ and the noise be normal, and $f$ linear. Show that the IQR score cannot distinguish the two directions, and check it numerically.

*Hint:* consider the product of the two standard deviations in each direction.
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
All four columns are normal, so each IQR is the same multiple of the standard deviation. In both directions the product of the two variances is the determinant of the covariance matrix: $\operatorname{var}(x)\operatorname{var}(y\mid x)=\det\Sigma=\operatorname{var}(y)\operatorname{var}(x\mid y)$.
The entropies agree as well, and so do the mutual informations, both 0. This is the well-known case in which the additive noise model is not identifiable.

:::{solution-end}
:::

:::{exercise}
:label: ex-24-race

Use the race to prove {prf:ref}`K-correct2` in one line. Then let each score carry $n$ noises, and compute the probability of a wrong answer at a margin of $2\sigma$ for $n=1,\dots,6$. Explain why $n$ noises of scale σ are better than one noise of scale $n\sigma$.
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
With two noises in all, the processes race to the *second* event: $c_0=\frac12$, $c_1=\frac14$, so $e^{-t}\bigl(\frac12+\frac t4\bigr)$.
Independent noises partly cancel: their standard deviation grows like $\sqrt n$, and that of one large noise like $n$.

:::{solution-end}
:::

:::{exercise}
:label: ex-24-difference

In {ref}`ex-direction-only` the *difference* of two scores was released instead of both. Do the same here, with one noise, after the same test. Find its scale for a total of ε, and the probability of a correct answer at a margin γ.
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
The difference of scores changes by less than $4w$, so $\frac{4w}{\varepsilon/2}=\frac{8w}\varepsilon$: the same scale, but once. The answer is correct with probability $1-\frac12e^{-\gamma\varepsilon/8w}$, which is always larger. The scores themselves are not released.

:::{solution-end}
:::

:::{exercise}
:label: ex-24-how-many

Let $\varepsilon=0.5$ and $\delta=10^{-6}$, with one test for four ranges. Find the number of records from which a pair *can* be answered with probability ½ at all, and the number from which normal columns are, with $w=1$.
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

## Summary

The IQR score selects the direction whose two columns have the smaller product of interquartile ranges. It approximates a comparison of entropies, which is accurate where shapes agree and can be certainly wrong where they do not.
A range can depend on one record, so it is released by propose-test-release. The probability of $\bot$ is essentially 0 for smooth columns of some thousand records, close to 1 for some coarse ones, and close to 1 for *all* columns with fewer records than four times the threshold.
The published probability of a correct answer with four noises is exact, and follows from a race between two Poisson processes.
Four releases for $(8\varepsilon_1,4\delta_1)$ can be replaced by one test for $(\varepsilon,\delta)$. The test then has a quarter of the threshold, each score has one noise instead of two, and the cells can be adapted to the number of records.

**Next.** {doc}`25_protecting_the_training_set` releases the same direction with protection for the *training* records.
"""
