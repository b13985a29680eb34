# %% [markdown]
r"""
# The sensitivity of rank correlations

:::{chapter}
:asks: By how much can one person change a rank correlation?
:needs: c10_ranks
:::

A clinic publishes a single number, the rank correlation between the dose that its patients took and their well-being.
You are one of these patients. **By how much can the number change if your record is different?**

This is the *sensitivity* of the correlation, the largest change that one person can cause over all data sets. It determines the noise that a private release needs.
{cite:t}`kusner2016` bound the sensitivity of two rank correlations.
One bound is exact. The other is five times larger than necessary, so it requires five times as much noise.

:::{admonition} After this chapter you can
:class: tip
- state the exact sensitivity of Kendall's $\tau$ and Spearman's $\rho_S$, and prove it;
- search for counterexamples to a bound by computer, and distinguish a failed search from a proof;
- release either correlation privately, and compute how often the noise preserves a decision;
- release a causal direction by Kendall's τ;
- recognise a correlation with a sensitivity that no useful noise can cover.
:::


"""

# %%
import numpy as np
import pandas as pd
from fractions import Fraction
from itertools import permutations
from scipy import stats

from privcausal import plots
from privcausal.pairs.rank import (
    concordance,
    kendall,
    quadrupled_rank_distance,
    spearman,
)

# %% [markdown]
r"""
## Example: the effect of one record

Take twelve patients. Eleven of them have fixed values, and the twelfth takes every position in the plane.
For each position we compute both correlations of all twelve.
"""

# %%
rng = np.random.default_rng(21)
x = rng.permutation(11)
y = np.argsort(np.argsort(x + rng.normal(0, 3, 11)))
line = np.arange(-0.5, 11)
walk = {
    score: np.array([[score([*x, u], [*y, v]) for u in line] for v in line])
    for score in (kendall, spearman)
}

# %% tags=["hide-input"]
axes = plots.panels(2, height=3.6)
for ax, (score, values) in zip(axes, walk.items()):
    key = "correlation" if ax is axes[-1] else None
    plots.heat(line, line, values, ax=ax, span=(0.15, 0.7), key=key)
    ax.plot(x, y, "ow", markeredgecolor="black", markersize=5)
    ax.set_xticks([0, 5, 10])
    ax.set_yticks([0, 5, 10])
    ends = f"from {values.min():.2f} to {values.max():.2f}"
    ax.set_title(f"{score.__name__.title()}: {ends}")
plots.show(
    axes,
    "White: the eleven who stay. Colour: the correlation of all twelve, for every place of the twelfth. The stronger the colour, the larger it is.",
    x="first number",
    y="second number",
)

# %% [markdown]
r"""
In the interactive figure you can move this record. The red rails mark the values beyond which a correlation cannot go, because it would then have changed by more than its sensitivity bound. They close in as the band of values grows. The bounds are proved below.
"""

# %%
from privcausal import explorers

explorers.moving_record()

# %% [markdown]
r"""
The range of the colours is the effect of this record *given these eleven others*.
The sensitivity also maximises over the others.

Both correlations have their extremes in the corners, but in different ways.
Kendall's changes by the same amount for each person that the record passes, whereas Spearman's steps grow with the distance in the other column.
Their proofs differ for this reason.
"""

# %% [markdown]
r"""
## Definitions

:::{prf:definition} Two rank correlations
:label: def-rank-correlations

Let $(x_1,y_1),\dots,(x_m,y_m)$ be records, and $s_{ij}=\operatorname{sgn}(x_j-x_i)$, $t_{ij}=\operatorname{sgn}(y_j-y_i)$.

*Kendall's* $\tau = \binom m2^{-1}\sum_{i<j}s_{ij}t_{ij}$: concordant minus discordant pairs, over all pairs.

*Spearman's* $\rho_S = 1-\dfrac{6\sum_i d_i^2}{m(m^2-1)}$, where $d_i$ is the rank of $x_i$ among the $x$ minus the rank of $y_i$ among the $y$;
tied values share the average of their ranks.
:::

The index $S$ distinguishes Spearman's correlation from the privacy cost $\rho$ of {doc}`14_what_many_questions_cost`. No such cost occurs in this chapter, so its theorems and figures omit the index.

Two data sets are *neighbours* here if one record is replaced by another.
The number of records, $m$, is public. This relation is called {term}`substitution`, and every statement of this chapter refers to it.

Both statistics are fractions with a denominator known in advance, which permits exact comparisons:
"""

# %%
pair = ([1, 2, 3, 3], [1, 3, 2, 2])
concordance(*pair)

# %%
tau = Fraction(concordance(*pair).excess, 6)
rho = 1 - Fraction(6 * quadrupled_rank_distance(*pair), 4 * 4 * 15)
print(f"τ = {tau}, ρ = {rho}")

# %% [markdown]
r"""
:::{show} privcausal.pairs.rank.concordance
:::

:::{show} privcausal.pairs.rank._inversions
:::

The library must compute the same values as other programs.
SciPy reports the tie-corrected versions of both correlations. With this option, ours agree:
"""


# %%
def disagreement(m, levels):
    a, b = rng.integers(0, levels, (2, m))
    tau = kendall(a, b, tie_corrected=True) - stats.kendalltau(a, b).statistic
    rho = spearman(a, b, tie_corrected=True) - stats.spearmanr(a, b).statistic
    return max(abs(tau), abs(rho))


assert (
    max(
        disagreement(m, levels)
        for m in (5, 50, 500)
        for levels in (3, 30, 10**6)
    )
    < 1e-12
)

# %% [markdown]
r"""
## Kendall's τ

:::{claim} K-kendall
:::

(proof-kendall)=
:::{prf:proof}
*Only pairs that contain you can change.* There are $m-1$ of them.
Each contributes $s_{ij}t_{ij}\in\{-1,0,1\}$ to the sum, so each can change it by at most 2, and the sum by at most $2(m-1)$.
Divide by $\binom m2=\frac{m(m-1)}2$: the change is at most $\frac4m$.
For $|\tau|$ use $\bigl||\tau|-|\tau'|\bigr|\le|\tau-\tau'|$.

*It happens.* Let the others be in perfect agreement, and let your record move from the top in both columns to the top in one and the bottom in the other.
All $m-1$ of your pairs turn from concordant to discordant.
:::

To guard against errors in the proof, we search for counterexamples.
For small $m$ there are finitely many data sets up to order, because ranks depend on order only.
The search covers **all** of them: every arrangement of the others, and every position of the record before and after.
"""

# %%
from privcausal.claims.pairs.rank import (
    worst_kendall,
    worst_spearman,
    worst_unsigned_kendall,
)

lines = {}
for m in range(2, 8):
    signed, unsigned = worst_kendall(m), worst_unsigned_kendall(m)
    changes = signed.value, Fraction(4, m), unsigned.value
    lines[m] = f"{signed.cases:,}", *map(str, changes)
heads = ["data sets", "worst change of τ", "4/m", "worst change of |τ|"]
pd.DataFrame(lines, heads).T.rename_axis("m", axis=1)

# %% [markdown]
r"""
The bound is attained at every size, so it is tight ({verdict}`K-kendall`).
The source's score is the *absolute* value $|\tau|$, and it counts ties as discordant. The bound holds for all of these variants.
With two or three records $|\tau|$ cannot attain it, and with four or more it can.

:::{show} privcausal.verify.checks.exhaustive.worst_substitution
:::
"""

# %% [markdown]
r"""
## Spearman's ρ

When a record passes another person, this person's rank changes too.
One substitution can therefore change *every* $d_i$.

:::{claim} K-spearman
:::

The published argument uses three facts: each of the other $d_i$ changes by at most 2, no $|d_i|$ exceeds $m-1$, and your own $|d_i|$ changes by at most $m-1$.
Each of them is true, and adding up the three worst cases gives about $30/m$. The three worst cases never occur together, however.

The exhaustive search suggests the exact value:
"""

# %%
exact = {m: worst_spearman(m) for m in range(2, 9)}
assert (
    all(worst.value == Fraction(6, m + 1) for m, worst in exact.items())
    and len(exact) == 7
)
lines = {
    m: (f"{worst.cases:,}", str(worst.value), str(Fraction(6, m + 1)))
    for m, worst in exact.items()
}
heads = ["data sets", "worst change of the correlation", "6/(m + 1)"]
pd.DataFrame(lines, heads).T.rename_axis("m", axis=1)

# %% [markdown]
r"""
The pattern holds for seven sizes. The following proof establishes it for all.

(proof-spearman)=
:::{prf:proof}
Suppose first that no two values are equal.
We show that $\sum_i d_i^2$ changes by at most $m(m-1)$; dividing by $\frac{m(m^2-1)}6$ gives $\frac6{m+1}\le\frac{30}m$.

**Products are easier than squares.** Let $a_i$, $b_i$ be the ranks of record $i$ in the two columns.
Both run through $1,\dots,m$, so $\sum d_i^2=\sum(a_i-b_i)^2=\text{const}-2T$ with $T=\sum_i a_ib_i$.
It is enough to show that $T$ changes by at most $\frac{m(m-1)}2$.

**Take the record out and put it back.** Among the other $m-1$ records alone, let $i$ have ranks $p_i$ and $q_i$.
Put your record back at ranks $(u,v)$. Each record that was at or above $u$ moves up one: $a_i=p_i+[p_i\ge u]$ and likewise $b_i=q_i+[q_i\ge v]$.
So $T=T(u,v)$, and a substitution moves $(u,v)$ to some other place.

**Upwards will do.** Reversing the order of one column turns $T$ into $\text{const}-T$; reversing both leaves it as it was, up to a constant.
We can therefore suppose that your record moves up in both columns, from $(u,v)$ to $(u',v')$ with $u\le u'$ and $v\le v'$, and bound $T(u',v')-T(u,v)$ from above.
Reversing both columns exchanges the two ends, which covers the bound from below.

**Walk, one neighbour at a time.** Walk first in $x$ from $u$ to $u'$. When you pass $i$, the two of you exchange neighbouring ranks: yours grows by one, which adds your
$v$, and the other's shrinks by one, which takes away $b_i$. Then walk in $y$ from $v$ to $v'$ in the same way. In total

$$
T(u',v')-T(u,v)=\sum_{i\in I}(v-b_i)+\sum_{j\in J}(u'-a_j),\qquad
I=\{i:u\le p_i<u'\},\quad J=\{j:v\le q_j<v'\}.
$$

**Few terms are positive.** In the first sum only those $i\in I$ with $q_i<v$ count in your favour. Let there be $s$ of them. Their $b_i$ are different numbers below $v$, so they
give at most $(v-1)+(v-2)+\dots+(v-s)$.
In the second sum only those $j\in J$ with $p_j<u'$ count. Let there be $r$; they give at most $(u'-1)+\dots+(u'-r)\le(m-1)+\dots+(m-r)$.

**And they share the room.** The $r$ people of the second kind have $q_j\ge v$, so there are at most $m-v$ of them: $v\le m-r$. That bounds the first sum by $(m-r-1)+\dots+(m-r-s)$.
The two kinds are different people, all with $p<u'$, so $r+s\le u'-1\le m-1$. Together

$$
T(u',v')-T(u,v)\;\le\;\sum_{i=1}^{r}(m-i)+\sum_{i=r+1}^{r+s}(m-i)\;\le\;\sum_{i=1}^{m-1}(m-i)=\frac{m(m-1)}2 .
$$

**It happens.** Begin at the top of $y$ and move from the bottom of $x$ to its top. Every neighbour you pass adds $m-b_i$, and the $b_i$ run through $1,\dots,m-1$. $\square$
:::

The central step, one neighbour at a time, is checked on every arrangement of five records:
"""


# %%
def product_sum(p, q, u, v):
    return u * v + sum((a + (a >= u)) * (b + (b >= v)) for a, b in zip(p, q))


def along_the_walk(p, q, u, v, u2, v2):
    first = sum(v - (b + (b >= v)) for a, b in zip(p, q) if u <= a < u2)
    return first + sum(
        u2 - (a + (a >= u2)) for a, b in zip(p, q) if v <= b < v2
    )


p, m = (1, 2, 3, 4), 5
ups = [
    (u, v, u2, v2)
    for u in range(1, 6)
    for v in range(1, 6)
    for u2 in range(u, 6)
    for v2 in range(v, 6)
]
walks = [(q, up) for q in permutations(p) for up in ups]
gain = [
    product_sum(p, q, *up[2:]) - product_sum(p, q, *up[:2]) for q, up in walks
]
assert gain == [along_the_walk(p, q, *up) for q, up in walks]
print(
    f"{len(walks):,} walks checked; the longest gains {max(gain)} = m(m − 1)/2"
)

# %% [markdown]
r"""
The published theorem is therefore {verdict}`K-spearman`. It is true, and its bound is larger than necessary by at least
"""

# %%
too_careful = {
    m: Fraction(30, m) / Fraction(6, m + 1) for m in (2, 10, 100, 1000)
}
assert min(too_careful.values()) > 5
for m, times in too_careful.items():
    print(f"{float(times):.3f} times for m = {m}")

# %% [markdown]
r"""
The figure shows the results of a search for sizes that are too large for an exhaustive one:
"""

# %%
from privcausal.claims.pairs.rank import neighbours, spearman_change
from privcausal.verify.checks.search import Best, climb, explore


def attack(m):
    best, change = Best(), lambda pair: spearman_change(pair, m)
    explore(neighbours(m).strategy(), change, best, examples=100, seed=m)
    climb(best, change, neighbours(m).step, 1500, np.random.default_rng(m))
    return best.score


sizes = [6, 9, 14, 20, 30]
results = [attack(m) for m in sizes]
assert results == [Fraction(6, m + 1) for m in sizes]

# %% tags=["hide-input"]
grid = np.arange(2, 36)
bounds = {
    "published: 30/m, at most 2": np.minimum(30 / grid, 2),
    "exact: 6/(m + 1)": 6 / (grid + 1),
}
ax = plots.curves(grid, bounds, ylim=(0, 2.1))
largest = [float(worst.value) for worst in exact.values()]
climbed = {"search": [float(f) for f in results]}
squares, green = {"all data sets": largest}, [plots.GREEN]
plots.points(list(exact), squares, ax=ax, first=1, colours=green)
plots.points(sizes, climbed, ax=ax, first=2, colours=[plots.RED])
words = {
    "published: 30/m, at most 2": (19, 1.75, plots.BLUE),
    "exact: 6/(m + 1)": (24, 0.36, plots.ORANGE),
    "all data sets": (4.8, 1.25, plots.GREEN),
    "search": (14, 0.52, plots.RED),
}
for word, (across, up, colour) in words.items():
    ax.text(across, up, word, color=colour, va="center")
plots.show(
    ax,
    "Squares lie on the exact curve, as proved. A search from random starts finds its way up to it, and never above.",
    x="number of records m",
    y="largest change of ρ",
    legend=False,
)

# %% [markdown]
r"""
The search attains the bound at every size and never exceeds it.
A search that never exceeds a bound could also be too weak.
Every check of this book must therefore reject *mutants*, that is, slightly wrong claims.
With $6/(m+2)$ in place of $6/(m+1)$, every check above fails, as it should.
"""

# %% [markdown]
r"""
## Ties do not change the bound

Doses are recorded in whole milligrams, so ties are common.
With ties $\sum a_i^2$ is no longer a constant, and the first step of the proof fails.
The bound nevertheless holds.

:::{claim} B-spearman-ties
:::

Four records illustrate the difficulty. The others are at $(1,1)$, $(2,2)$, $(2,3)$, and your record at $(2,4)$: in $x$ it ties with two of them, and $\sum d^2=2$.
Just above the two it would be $\frac12$, and just below, $6\frac12$. The value at the tie is *less* than their mean $3\frac12$, by $1\frac12$. A change that begins at a tie can therefore be larger by this amount than the mean of two changes without ties. The proof shows that those two are below the bound by at least as much.

(proof-spearman-ties)=
:::{prf:proof}
Let $e_i$ be the rank difference of record $i$ among the $m-1$ others alone. Your record $(x,y)$ enters through the signs $s_i=\operatorname{sgn}(x_i-x)$ and $t_i=\operatorname{sgn}(y_i-y)$.
An average rank is $\frac{m+1}2$ plus half the sum of a record's signs, so with $w_i=s_i-t_i$

$$
S=\sum d^2=\sum_i\bigl(e_i+\tfrac12w_i\bigr)^2+\tfrac14\bigl(\sum_iw_i\bigr)^2 ,
$$

a convex quadratic function of $w$, with quadratic part $\frac14Q(w)$, $Q(w)=\sum_iw_i^2+\bigl(\sum_iw_i\bigr)^2$.
Let $S$ belong to the data before and $S'$ to the data after; we show $S'-S\le m(m-1)$, and exchanging their roles gives the other direction.

**Ties among the others are harmless.** Suppose you are tied with no other person, before or after. Then $w$ and $w'$ depend only on who is on which side of you. They stay the same when ties among the
others are broken, and $S'-S$ is linear in $e$. As $e$ is the average over all ways to break those ties, $S'-S$ is an average of untied cases, and {prf:ref}`K-spearman` bounds each.

**Your ties afterwards are harmless.** When you tie with a group, your signs lie halfway between those of a place just below and just above it. $S'$ is convex, so one of the two has an $S'$ at least as large.

**Your ties before.** Suppose you tie with a group $G$ in $x$ and with a group $H$ in $y$, one of them possibly empty.
Let $S_1$ belong to the place just above both groups, and $S_2$ to the place just below both. The true $w$ is the mean of $w_1$ and $w_2$, and $w_1-w_2=2\cdot1_H-2\cdot1_G$. With $p$ people only in $G$ and $q$ only in $H$, the quadratic function gives

$$
S'-S=\tfrac12(S'-S_1)+\tfrac12(S'-S_2)+\tfrac14\bigl(p+q+(p-q)^2\bigr).
$$

Say $p\ge q$; otherwise exchange the columns. Then $p+q+(p-q)^2\le p^2+2p$.
We now show that the two untied changes fall short of $m(m-1)$ by enough to pay for it. Write $S'-S_\bullet=2g_\bullet$ and $h(k)=\frac{k(k+1)}2$; we need $g_1+g_2\le m(m-1)-\frac{p^2+2p}4$.

*You move the same way in both columns.* Reverse both if necessary, so that "after" is below. The $T$ of "before" is then the upper end of the walk. For $S_2$ at least $p$ people, those of $G$, are above that end in $x$.
So $u'\le m-p$, and the last sum of the proof of {prf:ref}`K-spearman` stops at $r+s\le m-1-p$: $g_2\le\frac{m(m-1)}2-h(p)$. And $h(p)=\frac{p^2+p}2\ge\frac{p^2+2p}4$.

*You move in opposite ways.* Reverse $y$, and both if necessary, so that "after" is the upper end of the walk. "Before" is now right of $G$ and below $H$ in one case, and left of $G$ and above $H$ in the other.
Of the $p$ people only in $G$, let $k$ be below $H$ and $p-k$ above it.
In the first case the walk does not pass $G$, so the $k$ are missing among the $v-1$ people with $q<v$: $r+s\le m-1-k$, and the change falls short by $h(k)$.
In the second case the walk passes all of $G$, and each of the $p-k$ has $b_i>v$: together they cost at least $1+2+\dots+(p-k)=h(p-k)$.
Finally $h(k)+h(p-k)\ge 2h(\frac p2)=\frac{p^2+2p}4$. $\square$
:::

The following check covers all weak orders, with every possible tie, for up to five records:
"""

# %%
tied = {m: worst_spearman(m, ties=True) for m in range(2, 6)}
rows = {
    m: (f"{worst.cases:,}", str(worst.value), str(Fraction(6, m + 1)))
    for m, worst in tied.items()
}
heads = ["data sets with ties", "worst change", "6/(m + 1)"]
pd.DataFrame(rows, heads).T.rename_axis("m", axis=1)
assert all(worst.value == Fraction(6, m + 1) for m, worst in tied.items())

# %% [markdown]
r"""
The extreme case is simple.
Let all records be equal, yours included: all ranks are equal and $\rho_S=1$.
If your record then moves to opposite corners, $\rho_S$ falls by exactly $\frac6{m+1}$:
"""

# %%
same, apart = ([0] * 9 + [0], [0] * 9 + [0]), ([0] * 9 + [-1], [0] * 9 + [1])
moved = spearman(*same) - spearman(*apart)
print(f"{moved:.4f}, and 6/11 is {6 / 11:.4f}")

# %% [markdown]
r"""
## Private release by Laplace noise

Laplace noise of scale $\Delta/\varepsilon$ hides a change of $\Delta$.
To choose a causal direction, **two** scores are compared, $s(x,r_Y)$ and $s(y,r_X)$, and both depend on the same people.

:::{claim} K-laplace
:::

(proof-laplace)=
:::{prf:proof}
*One score.* The density of $s+\text{noise}$ at $z$ is $\frac1{2b}e^{-|z-s|/b}$ with $b=\Delta/\varepsilon$. Between neighbours it changes by a factor of at most $e^{|s-s'|/b}\le e^{\varepsilon}$, because $|z-s'|-|z-s|\le|s-s'|$.

*Two scores.* The noises are independent, so densities multiply and the factor is at most $e^{2\varepsilon}$ for the pair.

*The direction.* An event about the direction is an event about the pair: "the first is smaller". It therefore obeys the same inequality.

*It cannot be less.* If both regressions return 0, the residuals are the data and the two scores are $s(x,y)$ and $s(y,x)$: the same number. One record can move both by $\Delta$ at once. $\square$
:::

The library's mechanism contains its sensitivity, its neighbour relation and its privacy cost, and so does each release:
"""

# %%
from privcausal.pairs.correlation import private_correlation
from privcausal.privacy.price import Relation

dose = rng.normal(size=800)
feeling = np.tanh(dose) + rng.normal(0, 1, 800)
release = private_correlation(
    dose,
    feeling,
    score="kendall",
    epsilon=0.5,
    relation=Relation.SUBSTITUTION,
    rng=rng,
)
print(release, f"  (without noise: {kendall(dose, feeling):+.4f})")

# %% [markdown]
r"""
:::{show} privcausal.privacy.laplace.Laplace
:::

## How often is the decision correct?

Let two true scores differ by $\gamma$, and let both receive noise of scale $\sigma$.

:::{claim} K-correct2
:::

(proof-correct2)=
:::{prf:proof}
Let $Z,Z'$ be the noises. The smaller score stays smaller exactly when $D=Z-Z'<\gamma$.

*The density of $D$.* For $t>0$ split the convolution at the two corners 0 and $t$. Where both points lie on one side of $[0,t]$ the integrand is $\frac1{4\sigma^2}e^{-(2z+t)/\sigma}$, which
integrates to $\frac1{8\sigma}e^{-t/\sigma}$, twice. Between the corners it is the constant $\frac1{4\sigma^2}e^{-t/\sigma}$, on a length $t$. So

$$
f_D(t)=\frac1{4\sigma}\Bigl(1+\frac t\sigma\Bigr)e^{-t/\sigma}.
$$

*Integrate.* $D$ is symmetric, so $P(D<\gamma)=1-\int_\gamma^\infty f_D$. As $\frac{d}{dt}\bigl[-\frac{t+2\sigma}{4\sigma}e^{-t/\sigma}\bigr]=f_D(t)$, the integral is $\frac{\gamma+2\sigma}{4\sigma}e^{-\gamma/\sigma}$. $\square$
:::

The source distinguishes six cases; one convolution is sufficient. Simulation agrees:
"""

# %%
from privcausal.pairs.comparison import probability_correct, simulate_correct

ratios = np.array([0.25, 0.5, 1, 2, 3, 5])
simulated = np.array(
    [simulate_correct(ratio, 1.0, 200_000, rng) for ratio in ratios]
)
formula = np.array([probability_correct(ratio, 1.0) for ratio in ratios])
assert (
    np.abs(simulated - formula)
    < 5 * np.sqrt(formula * (1 - formula) / 200_000)
).all()

# %% [markdown]
r"""
The next figure shows the cost of a sensitivity bound that is five times too large.
The margin is $\gamma=0.05$ with 500 records, and $\varepsilon$ is the **total** for both scores:
"""

# %%
epsilons = np.geomspace(0.05, 20, 80)
bounds = {
    "Spearman, published 30/m": 30 / 500,
    "Spearman, exact 6/(m + 1)": 6 / 501,
    "Kendall, exact 4/m": 4 / 500,
}
curves = {
    name: [probability_correct(0.05, bound / (e / 2)) for e in epsilons]
    for name, bound in bounds.items()
}


def epsilon_needed(bound, wish=0.9):
    prices = np.geomspace(0.05, 20, 2000)
    right = [probability_correct(0.05, bound / (e / 2)) for e in prices]
    return prices[np.argmax(np.array(right) >= wish)]


# %% tags=["hide-input"]
def name_lines(ax, names, *places):
    """Write the name of each line at its place; the last goes to its left."""
    for name, line, at in zip(names, ax.get_lines(), places):
        side = "right" if at == places[-1] else "left"
        ax.text(*at, name, color=line.get_color(), ha=side, va="center")


coin = {0.5: "a coin toss"}
look = {"log": "x", "level": coin, "ylim": (0.45, 1.02), "wide": True}
title = "With its exact bound, Spearman needs a fifth of the ε"
ax = plots.curves(epsilons, curves, height=4, title=title, **look)
published, exact, least = map(epsilon_needed, bounds.values())
plots.note(
    ax, f"right in nine of ten\nat ε = {exact:.3g}", (exact, 0.9), (-50, 20)
)
names = "Spearman,\npublished", "Spearman,\nexact", "Kendall,\nexact"
name_lines(ax, names, (3.3, 0.73), (0.58, 0.7), (0.26, 0.72))
plots.note(ax, f"not until ε = {published:.3g}", (published, 0.9), (40, -30))
plots.show(
    ax,
    f"The same decision from the same data, 500 records with a margin of 0.05. To be right in nine cases of ten, Spearman needs ε = {exact:.3g} with its exact bound and {published:.3g} with the one that was published. Kendall with its exact bound needs {least:.2g}.",
    x="ε spent on both scores",
    y="probability of the right direction",
    legend=False,
)


# %%
assert 4.9 < epsilon_needed(30 / 500) / epsilon_needed(6 / 501) < 5.1
enough = {name: f"{epsilon_needed(b):.2f}" for name, b in bounds.items()}
pd.Series(enough).to_frame("ε to be right nine times in ten")

# %% [markdown]
r"""
## Example: age and length of abalones

The method of {doc}`21_cause_leaves_a_trace` regresses in both directions and compares how strongly the residuals depend on the input, here by $|\tau|$.
The Tübingen collection contains 4,177 abalones with the number of their rings, which is a measure of age, and their length in units of 20 cm. We declare bounds of 30 rings and 17 cm.

A record is an abalone. Half of them train the regressions. As in the source, we protect the other half, the $m=2{,}088$ test records.
"""

# %%
from privcausal.data.tuebingen_pairs import tuebingen
from privcausal.pairs.private_direction import DirectionMethod, direction

abalone = tuebingen(5)


def private_direction(score, epsilon, seed=22):
    return direction(
        abalone.cause,
        abalone.effect,
        bounds=((0, 30), (0, 0.85)),
        method=DirectionMethod(score, protect="test", penalty=1e-4),
        epsilon=epsilon,
        relation=Relation.SUBSTITUTION,
        rng=np.random.default_rng(seed),
    )


for epsilon in (0.1, 1.0):
    results = str(private_direction("kendall", epsilon))
    print(results.replace("; ", ";\n    "))
assert "δ = 0.50012, protects test" in results  # as said below

# %% [markdown]
r"""
The release contains the answer, both noisy scores, their noise and privacy cost, *the probability that the direction of the smaller score is correct*, and the probability that the noise has reversed the order of the scores.
The last two numbers use only the release. They compare the released margin with the margins of simulated pairs, as {doc}`26_the_experiments` explains. The noise alone would not make this answer uncertain. However, a rank correlation of residuals is wrong so often that no margin gives a probability of 95% for a direction, and the answer is *cannot tell*, that is, inconclusive.

For a *known* margin, {prf:ref}`K-correct2` gives the probability of the correct order without simulated pairs. With a very large ε the scores are almost exact, and the formula says how often an answer at a smaller ε would have the same order:
"""

# %%
exact = {
    score: private_direction(score, 1e9).release.value
    for score in ("kendall", "spearman")
}
margins = {name: second - first for name, (first, second) in exact.items()}
assert min(margins.values()) > 0
for name, (first, second) in exact.items():
    print(
        f"{name}: {first:.4f} for age → length, {second:.4f} for length → age"
    )

# %%
tested = 2088
risks = {
    "Spearman, published 30/m": ("spearman", 30 / tested),
    "Spearman, exact 6/(m + 1)": ("spearman", 6 / (tested + 1)),
    "Kendall, exact 4/m": ("kendall", 4 / tested),
}
flips = {
    name: [1 - probability_correct(margins[s], d / (e / 2)) for e in epsilons]
    for name, (s, d) in risks.items()
}

# %% tags=["hide-input"]
left, right = plots.panels(2, height=3.6)
plots.curves(epsilons, flips, ax=left, log="x", ylim=(-0.01, 0.75))
names = "Spearman,\npublished", "Spearman,\nexact", "Kendall,\nexact"
name_lines(left, names, (2.4, 0.45), (1.75, 0.155), (0.25, 0.14))
left.set(title="How likely a flip is", xlabel="ε spent on both scores")
left.set_ylabel("probability that noise reverses the answer")
noisy = private_direction("kendall", 0.5)
assert "cannot tell" in str(noisy)
noisy.plot(right, ("age", "length"))
right.set(ylabel="direction", title="Both scores of one release, ε = 0.5")
right.set(xlabel="score |τ|, with noise")
plots.show(
    [left, right],
    "Left: how likely noise is to reverse the direction, for the same abalones with two scores and three bounds. Right: both noisy Kendall scores. The smaller one points from age to length, but bars, which hold 95% of the noise, overlap, and the library answers “cannot tell”.",
    legend=False,
)

# %%
need = {
    name: next(e for e, flip in zip(epsilons, curve) if flip < 0.05)
    for name, curve in flips.items()
}
assert (
    need["Spearman, published 30/m"] / need["Spearman, exact 6/(m + 1)"] > 4
)
pd.Series(need).map("{:.2f}".format).to_frame("ε to flip once in twenty")

# %%
deals = [
    private_direction("kendall", 1e9, seed).release.value for seed in range(8)
]
gaps = [second - first for first, second in deals]
print(f"eight other deals: margins from {min(gaps):.3f} to {max(gaps):.3f}")
assert max(gaps) > 2 * margins["kendall"]

# %% [markdown]
r"""
Two thousand abalones suffice for Kendall at $\varepsilon=\frac12$ or so; the random split into halves has a larger effect than the noise. Noise is not the only source of error: a rank score hardly detects a change of shape, and on most pairs it is not informative, private or not.

The stated privacy cost has $\delta=0.50012$, although the noise was calibrated to $\delta=0$. **The training records are not protected at all**, and the training half was chosen by a secret random split. A person is therefore protected only with probability one half; {prf:ref}`B-half` proves that this is the cost, and the program refuses such a release unless it is explicitly allowed. {doc}`25_protecting_the_training_set` protects the training records.
"""

# %% [markdown]
r"""
## Common mistakes: the correction for ties

Statistics packages report $\tau_b$, which divides by $\sqrt{(n_0-n_1)(n_0-n_2)}$, where $n_1,n_2$ count tied pairs.
This denominator depends on the data, and *one record can determine it*:
"""

# %%
constant = [0] * 99
before = ([*constant, 1], [*constant, 1])
after = ([*constant, 1], [*constant, -1])
print(
    "τ_b:",
    kendall(*before, tie_corrected=True),
    "→",
    kendall(*after, tie_corrected=True),
)
print("τ:  ", kendall(*before), "→", kendall(*after))

# %% [markdown]
r"""
Ninety-nine people have the same record and one differs. Then $\tau_b$ can change across its whole range, for any number of people.
Only noise as large as the range would hide this record.
The same holds for SciPy's Spearman, the correlation of the ranks.
The plain versions above change by at most $4/m$ and $6/(m+1)$, with or without ties.

In general, **a private statistic must not be normalised by a quantity that one person can change.**
"""

# %%
moved = {}
for corrected in (True, False):
    first, second = (
        spearman(*pair, tie_corrected=corrected) for pair in (before, after)
    )
    words = "corrected for ties" if corrected else "not corrected"
    moved[words] = f"{first - second:.3f}"
pd.Series(moved).to_frame("change")

# %% [markdown]
r"""
## From the shell

All results are recorded in the {doc}`ledger </book/ledger>`. To verify them, or to show the worst known pair, run:

```text
$ python -m privcausal verify K-spearman --effort thorough
$ python -m privcausal witness K-spearman
$ python -m privcausal correlate clinic.csv --x dose --y feeling --epsilon 0.5
$ python -m privcausal direction snails.csv --x rings --y length --epsilon 0.5 --score kendall \
      --protect test --allow-weak-guarantee --bounds rings=0:30,length=0:0.85
```

## Exercises

:::{exercise}
:label: ex-worst-pair

In the worst pairs above, the record is at an end of $x$ before or after the change. Decide whether this is necessary.
Enumerate all data sets with $m=5$, count the substitutions that change $\tau$ by exactly $4/5$, and count those where the record is at an end of $x$ neither before nor after.
Then prove the result.

*Hint:* before, all people on your left are below you and all on your right above. What holds afterwards?
:::

:::{solution-start} ex-worst-pair
:class: dropdown
:::
"""

# %%
places = [(2 * u - 1, 2 * v - 1) for u in range(5) for v in range(5)]
rest = [0, 2, 4, 6]
excess = {
    (q, you): concordance([*rest, you[0]], [*q, you[1]]).excess
    for q in permutations(rest)
    for you in places
}
worst_pairs = [
    (q, old, new)
    for q, old in excess
    for new in places
    if excess[q, old] - excess[q, new] == 8
]
at_an_end = [
    old[0] in (-1, 7) or new[0] in (-1, 7) for q, old, new in worst_pairs
]
assert all(at_an_end)
print(
    f"{len(worst_pairs)} substitutions move τ by 4/5; in all of them the record is at an end of x once"
)

# %% [markdown]
r"""
It is necessary. Suppose that there are people on both sides of you before and after.
Some person is then on your left both times, or some person is on your right both times, or all of them change sides; the last would require an empty side.
Say $i$ is on your left both times: below you before, above you after, so you have moved down past $i$.
A person on your right after was there before or has crossed over from the left. In the first case this person was above your old, higher position and must now be below your new, lower one, which is impossible.
Therefore all people on your right have crossed over from the left, and all who were on the right have crossed to the left. Moving in one direction, however, you can pass people in one direction only.

:::{solution-end}
:::

:::{exercise}
:label: ex-direction-only

Suppose that only the direction is needed, not the two scores. Release one number instead: the difference of the scores, with Laplace noise of scale $2\Delta/(2\varepsilon)$.
Show that this also costs $2\varepsilon$, find the probability of the correct direction, and decide which of the two is better.
:::

:::{solution-start} ex-direction-only
:class: dropdown
:::
"""

# %%
margin, scale = 0.05, 0.02
one_noise = np.mean(rng.laplace(scale=scale, size=400_000) < margin)
print(
    f"two noises {probability_correct(margin, scale):.4f}, one noise {one_noise:.4f}"
)

# %% [markdown]
r"""
The difference of two scores that each change by at most $\Delta$ changes by at most $2\Delta$; noise of scale $\frac{2\Delta}{2\varepsilon}=\sigma$ makes it $(2\varepsilon,0)$-private.
The answer is correct with probability $1-\frac12e^{-\gamma/\sigma}$, instead of $1-\bigl(\frac12+\frac\gamma{4\sigma}\bigr)e^{-\gamma/\sigma}$.
A single noise is always better if the scores themselves are not needed.

:::{solution-end}
:::

:::{exercise}
:label: ex-remove

Under addition or removal the number $m$ is not public. Find how much Kendall's $\tau$ can change when one of $m$ records is removed:
compute the worst case for $m=3,\dots,6$ by an exhaustive search, and state a formula.
:::

:::{solution-start} ex-remove
:class: dropdown
:::
"""


# %%
def worst_removal(m):
    tau = lambda a, b: Fraction(
        2 * concordance(a, b).excess, len(a) * (len(a) - 1)
    )
    sets = ((tuple(range(m)), q) for q in permutations(range(m)))
    return max(
        abs(tau(p, q) - tau(p[:k] + p[k + 1 :], q[:k] + q[k + 1 :]))
        for p, q in sets
        for k in range(m)
    )


[str(worst_removal(m)) for m in range(3, 7)]

# %% [markdown]
r"""
The values are $\frac43,1,\frac45,\frac23$: again $\frac4m$.
Without your record the excess is $E$ among $\binom{m-1}2$ pairs; with it $E+c$, $|c|\le m-1$, among $\binom m2$. The difference
$\frac{2E}{(m-1)(m-2)}-\frac{2(E+c)}{m(m-1)}=\frac{2}{m(m-1)}\bigl(\frac{2E}{m-2}-c\bigr)$ is largest for $E=\binom{m-1}2$, $c=-(m-1)$, which gives $\frac4m$.
The two relations agree here by coincidence: in {doc}`32_a_test_and_its_sensitivity` they differ by a factor of two.

:::{solution-end}
:::

## Summary

Replacing one record changes Kendall's τ by at most $4/m$, as published, and Spearman's ρ by at most $6/(m+1)$, a fifth of the published bound, with or without ties.
Both bounds are attained. Two noisy scores cost $2\varepsilon$, and the probability that noise preserves their order has a closed form.
None of this holds for the tie-corrected correlations that software prints by default, because one person can change their denominator.

**Next.** Ranks detect monotone dependence only. {doc}`23_hsic` is a score that detects dependence of any form.
"""
