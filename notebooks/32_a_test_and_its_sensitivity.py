# %% [markdown]
r"""
# The sensitivity of a conditional independence test

:::{chapter}
:asks: By how much can one record change a test of conditional independence?
:needs: c10_ranks, c12_graphs
:::

Two hospitals pool their records and ask whether, within a hospital, higher doses are associated with better outcomes.
A test of independence answers with one number, $z$, and values far from 0 indicate dependence.
Your record contains the dose, the outcome and the hospital.
**By how much can $z$ change if your record is replaced?**

The graphs of {doc}`31_from_independence_to_arrows` are built from tests of this kind, and a private version needs the sensitivity of the test statistic.
{cite:t}`privpc2020` and {cite:t}`curate2024` bound it for a statistic that both of them use. For the statistic that their programs compute, the first bound is too small by a factor of two under substitution, and the second by a factor of five under addition or removal.
The appendices with the definitions and proofs are missing from our copies. We therefore test the theorem in the main text and the published programs.

:::{admonition} After this chapter you can
:class: tip
- compute the conditional Kendall statistic from a contingency table;
- construct data that exceed the published bound by a factor of two, and prove a bound for a corrected statistic;
- say why strata must not be dropped on the basis of the data;
- interpret a critical value of $z$ for categorical data, and decide when not to use $z$.
:::


"""

# %%
import math

import numpy as np
from scipy import stats
from scipy.special import ndtr

from privcausal import plots
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.contingency import conditional_kendall
from privcausal.graphs.independence.contingency import excesses, g_squared
from privcausal.graphs.independence.stratified_kendall import (
    margin_sensitivity,
    null_spread,
    stratified_kendall,
    stratified_sensitivity,
)

# %% [markdown]
r"""
## Example: a record that changes its stratum

In the first hospital, higher doses always go with better outcomes, and in the second it is the other way round.
Your record is an exception: it has the lowest dose of all in the first hospital and yet the best outcome.
It is now replaced by a record in the second hospital, at the top of both columns.
"""

# %%
crowd = np.arange(1, 21)
before = {"first": ([*crowd, 0], [*crowd, 21]), "second": (crowd, -crowd)}
after = {"first": (crowd, crowd), "second": ([*crowd, 21], [*-crowd, 0])}


def z_of(hospitals):
    top = weights = 0.0
    for x, y in hospitals.values():
        n, tau = len(x), stats.kendalltau(x, y).statistic
        w = 9 * n * (n - 1) / (2 * (2 * n + 5))
        top, weights = top + w * tau, weights + w
    return top / math.sqrt(weights)


# %% tags=["hide-input"]
axes = plots.panels(2, height=3.2)
you = {"color": plots.RED, "ms": 15, "label": "you"}
for ax, (title, data) in zip(axes, (("Before", before), ("After", after))):
    for k, (name, (x, y)) in enumerate(data.items()):
        x, y = np.array(x) + 30 * k, np.array(y) + 22 * k
        plots.points(x[:20], {name: y[:20]}, ax=ax, first=k)
        if len(x) > 20:
            ax.plot(x[20:], y[20:], "*", **you)
    ax.set(title=f"{title}: z = {z_of(data):+.2f}", xticks=[], yticks=[])
plots.show(
    axes,
    "Circles: the first hospital. Squares: the second. The star is you, with 20 others in each. One record moves, and z goes from below 0 to above.",
    x="dose, hospital by hospital",
    y="outcome",
    legend=False,
)

# %%
moved = z_of(after) - z_of(before)
bound = 4.5 / math.sqrt(41)
print(f"z moved by {moved:.2f}; 9/2 over the root of 41 is {bound:.2f}")
assert moved > 1.7 * bound

# %% [markdown]
r"""
The first hospital loses its only exception, and the second *gains* one.
Both changes have the same effect on $z$. A bound that considers only one of the two strata covers half of the change.
"""

# %% [markdown]
r"""
## The test statistic

:::{prf:definition} Conditional Kendall
:label: def-conditional-kendall

Split $n$ records into *strata* by the values of the variables that are held fixed (see {term}`stratum`). In stratum $k$, with $n_k$ records, let $S_k$ be the number of {term}`concordant` minus discordant pairs and $\tau_k=S_k/\binom{n_k}2$.

$$
z=\frac{\sum_kw_k\tau_k}{\sqrt{\sum_kw_k}},\qquad w_k=\frac{9\,n_k(n_k-1)}{2(2n_k+5)} .
$$
:::

Without ties, the weight $w_k$ is the inverse of the variance of $\tau_k$ under independence. The statistic $z$ therefore weights strata by their precision and has variance 1 {cite:p}`korn1984,taylor1987`.
Both programs, and the paper of {cite:t}`curate2024`, call $x$ and $y$ independent given the strata when the tail probability $p=\bar\Phi(|z|)$ of the normal distribution exceeds a threshold.

For categories everything can be computed from a contingency table of strata, values of $x$ and values of $y$.
"""

# %%
rng = np.random.default_rng(32)
child = network("child")
records = child.sample(100_000, rng)
tables = Tables(records, child.cardinalities)
x, y, given = 2, 7, (11,)
[child.nodes[v] for v in (x, y, *given)]

# %%
counts = tables.counts(x, y, given)
print(counts.sum(axis=(1, 2)), "records in the strata")
print(excesses(counts), "their excess")

# %% [markdown]
r"""
:::{show} privcausal.graphs.independence.contingency.excesses
:::

:::{show} privcausal.graphs.independence.contingency._concordant
:::

Two cumulative sums replace the comparison of all pairs. The table is counted once and serves every test of its columns.
Counting the pairs in each stratum directly, as in {doc}`22_rank_correlations`, gives the same result. Such a loop over SciPy takes more than 150 times as long, as `make bench` measures.
"""

# %%
from privcausal.pairs.rank import concordance

column = {v: records[:, v] for v in (x, y, *given)}
blocks = [column[given[0]] == value for value in range(len(counts))]
slow = [concordance(column[x][b], column[y][b]).excess for b in blocks]
assert slow == excesses(counts).tolist()
conditional_kendall(tables, x, y, given)

# %% [markdown]
r"""
The variables are strongly dependent, as expected. *Child* describes newborns with a heart disease, and the test asks whether a shortage of oxygen shows in the lower body given the disease. The graph has an edge between the two. The printed `statistic` is $|z|$.
We now turn to the sensitivity of this statistic.

## The published bound and a counterexample

:::{claim} P-kendall
:::

The constant $\frac92$ can be reconstructed. Take a large stratum of $m$ records. Because $w_k\tau_k=\frac{9S_k}{2n_k+5}\approx\frac94\cdot\frac{2S_k}{n_k}$, consider $\frac{2S}m$ when a record enters:

$$
\frac{2(S+d)}{m+1}-\frac{2S}m=\frac{2d}{m+1}-\frac{2S}{m(m+1)} .
$$

The pairs of the new record contribute $d\le m$, which is a gain of 2. In addition, the mean is taken over more records, so the old excess is divided by a larger number. If all pairs were discordant, $S=-\binom m2$, this is a gain of 1, and the total is 3.
Because $\sqrt{\sum w_k}\approx\frac32\sqrt n$, this changes $z$ by $\frac94\cdot3\big/\frac32\sqrt n=\frac92\big/\sqrt n$ where $z$ is near 0. The constant of the theorem is therefore correct for *one* stratum that a record enters, near $z=0$.
For large $z$ it is not: if all records agree, $\sqrt{\sum w_k}$ grows as well, and one record that disagrees with all others changes $z$ by $\frac{21}4\big/\sqrt n$.
Moreover, substitution keeps $n$, so a record that enters one stratum has left another, which can add the same change again: $\frac9{\sqrt n}$.

The two hospitals attain this for any number of patients:
"""

# %%
from privcausal.claims.graphs.independence import contingency as case

sizes = [30, 100, 300, 1_000, 3_000, 10_000]
reached = [math.sqrt(n) * case.two_strata(n).value for n in sizes]
for n, value in zip(sizes, reached):
    print(f"n = {n:6,}:  √n · change of |z| = {value:.3f}")

# %%
alone = [math.sqrt(n) * case.trio_among_strangers(n).value for n in sizes[:4]]
agreed, odd = case.pairs_of(9_999), case.pairs_of(9_999) - 9_999
far = case.weighted_z([(9_999, agreed)]) - case.weighted_z([(10_000, odd)])
print(f"one stratum in which all agree: √n · change {100 * far:.3f}")
assert abs(100 * far - 21 / 4) < 0.01

# %% tags=["hide-input"]
levels = {"9": 9, "6, in the public code": 6, "9/2, in the theorem": 4.5}
lines = {name: [level] * 6 for name, level in levels.items()}
ax = plots.curves(sizes, lines, log="x", ylim=(0, 34))
plots.points(sizes, {"two hospitals": reached}, ax=ax, first=1)
plots.points(sizes[:4], {"three among strangers": alone}, ax=ax, first=2)
caption = "Squares: the largest change of |z| with two large strata approaches 9. Triangles: with many strata of one record no constant bounds the change; with 1,000 records or more they leave the picture."
plots.show(ax, caption, x="number of records n", y="√n · change of |z|")

# %% [markdown]
r"""
The triangles show a worse case. Suppose that nearly every patient is alone in a stratum, as is common when the conditioning set is large. A stratum of one record has no pairs and weight zero.
Let three patients share a stratum and agree in every pair. They carry the whole weight, and $z=1.57$. If one of them then ties with the second in one column and disagrees with the third, $z=0$. This change does not depend on the number of records.
The cause is that the sum of the weights is *computed from the data*, so the statistic is divided by a number that one person can change.

Consequently, no constant $c$ makes $\frac c{\sqrt n}$ a valid bound for this statistic ({verdict}`P-kendall`).

## Data-dependent preprocessing: dropping strata

The published code of Priv-PC (indep_test.py, l. 40–44, and Kendalltaua.py, l. 164–178, at commit 0fb6104; CURATE's program contains the same code) drops uninformative strata.

:::{claim} P-strata
:::

Take a small ward of 16 patients in which the treatment determines the outcome, and a large one of 59,984 in which the outcome has been the same for all patients.
The large ward is dropped, so $z$ depends on the small ward only. Then *one* patient in the large ward has another outcome.
"""

# %%
from privcausal.claims.graphs.independence.contingency_strata import wards
from privcausal.claims.broken.strata import dropping_p_value, dropping_z
from privcausal.claims.broken.strata import tie_variance

quiet, busy = wards(16, 60_000)
for what, ward in (("before", quiet), ("after", busy)):
    z, p = dropping_z(ward), dropping_p_value(ward)
    print(f"{what:>6}: z = {z:.3f}, p = {p:.4f}")

# %%
noise_of_code = ndtr(6 / math.sqrt(60_000)) - 0.5
jump = dropping_p_value(busy) - dropping_p_value(quiet)
times = jump / noise_of_code
assert 45 < times < 55
print(f"p jumps by {jump:.3f}, {times:.0f} times what the noise was made for")

# %% [markdown]
r"""
The large ward is then included with its whole weight and dominates the small one. One record changes the result from strong dependence to none ({verdict}`P-strata`), and the change of $z$ grows like $\sqrt n$.

In general, **the decision to exclude data must not depend on the data**, unless the decision is itself a private release. Removing outliers, skipping empty groups and dropping constant columns are all decisions of this kind.

The code contains a third rule, probably unintended. The variance of $S$ with ties has three terms. With $t_x$, $t_y$ tied pairs and $m=n(n-1)$ the last of them is $2t_xt_y/m$, but the code has $t_xt_y/(2m)$. It does not divide by this variance, and checks only whether its square root is a number. In a stratum with few events it is not, and the stratum is dropped:
"""

# %%
for events in (1, 2):
    ward = np.array([[48_000, 0], [12_000 - events, events]])
    right, coded = (tie_variance(ward, factor) for factor in (2.0, 0.5))
    print(f"events: {events}  variance {right:.3g}, as coded {coded:.3g}")
    assert (coded < 0) == (events == 1) and right > 0

# %% [markdown]
r"""
The second event of a ward can therefore have the same effect as the first had above.

Without any strata, a constant column gives `NaN`, and `NaN > threshold` is false for every noise. A constant column therefore *always* keeps its edge. After one record has changed, the edge is almost certainly deleted, so the noise does not hide this record.
Both mechanisms are among the broken mechanisms of {doc}`17_auditing`, and the audit detects them.

## The sensitivity of a product

CURATE's program (lines 69–73, 1939, 3287) bounds the change of $p$ by a product of three factors: the change of a weight when a block grows by one record, $\frac2{i-1}$ for the change of its $\tau$, and the slope $\varphi(0)$. Its largest value, for blocks of two, is its constant. In the paper neighbours differ by the addition or removal of one user, so we test this relation.

:::{claim} C-sens
:::

The product of two small changes is not the change of the product, which satisfies

$$
\Delta(w\tau)\;\le\;|w|\,\Delta\tau+|\tau|\,\Delta w .
$$

The weight of a block is proportional to its size, so the first term alone is of order 1, whereas $\Delta w\,\Delta\tau$ is of order $\frac1m$. For blocks of 2, 5 and 12 records, every excess and every gain:
"""

# %%
from privcausal.claims.graphs.independence.contingency_weights import (
    CODED,
    over_the_product,
    change_on_joining,
    weight,
)

for m in (2, 5, 12):
    ratio = over_the_product(m).value
    print(f"m = {m:2}: the true change is {float(ratio):.2f} times Δw · Δτ")

# %% [markdown]
r"""
The rule is correct for the smallest block, so a test on very small data would not detect the error.

The general case follows from two hospitals of equal size. A record joins the first, where all records agree except for this one. Near $z=0$ the tail $\bar\Phi$ has slope $\varphi(0)=\frac1{\sqrt{2\pi}}$, so $p$ changes by $\frac{9\,\varphi(0)}{2\sqrt n}$. Under substitution the change is twice as large.
"""

# %%
tail = math.sqrt(10_000) * change_on_joining(10_000).value
ratio = tail / CODED(n=1)
print(f"√n · change of p = {tail:.2f}, {ratio:.2f} times the code's")
assert abs(tail - 4.5 * stats.norm.pdf(0)) < 0.01
across = 9 * stats.norm.pdf(0) / CODED(n=1)
print(f"under substitution: {across:.1f} times")
corrected = float(weight(3) - weight(2)) * 2 * stats.norm.pdf(0)
print(f"the same product with the right weight: {corrected:.2f}", end=", ")
print(f"not {CODED(n=1):.2f}")

# %% [markdown]
r"""
The claim is {verdict}`C-sens`. The noise is about five times too small, and an $\varepsilon$ of 1 in that program is in fact closer to 5. The constant contains another error, because the second weight of the difference is not an inverse variance. With the correct weight the product would be three times as large, and a factor of 1.55 would remain. Where strata are dropped, no factor is sufficient.

Both papers are right that private discovery needs a test whose sensitivity decreases with $n$, and that Kendall's test is a candidate. The following statistic has this property.

## A corrected statistic

*A public scale.* Replace $\sqrt{\sum w_k}$ by its value without small strata, $\frac32\sqrt n$, and $w_k\tau_k$ by $\frac94\cdot\frac{2S_k}{n_k}$. The statistic becomes $\frac3{\sqrt n}\sum_k\frac{S_k}{n_k}$. All strata are included, no divisor depends on the data, and the computation above becomes a proof of the bound $\frac9{\sqrt n}$ for strata of any size.

*A square root.* Of the three units by which a record changes a stratum, two come from its own pairs, and one from the old pairs, which are divided by a larger number. The third unit is proportional to the old excess. Near independence it is almost 0, and where it is large the test has already decided.
We therefore damp large excesses so that a record that enters never changes the statistic by more than 2 units. If a stratum contributes $n\,h(\tau)$ with slope $h'(0)=1$, then a record that agrees with all others, where $\tau<0$ so far, changes it by $2(1+|\tau|)\,h'-|h|$. Setting this equal to 2 gives $|h|=2\bigl(\sqrt{1+|\tau|}-1\bigr)$.

:::{prf:definition} Stratified Kendall
:label: def-stratified-kendall

$$
z'=\frac3{\sqrt n}\sum_k\operatorname{sgn}(S_k)\Bigl(\sqrt{n_k^2+2|S_k|}-n_k\Bigr).
$$
:::

In terms of $\tau$, with $2|S|\approx n^2|\tau|$, a stratum contributes $\frac32\cdot\frac{n_k}{\sqrt n}\cdot2\bigl(\sqrt{1+|\tau|}-1\bigr)$ instead of $\frac32\cdot\frac{n_k}{\sqrt n}\cdot|\tau|$:
"""

# %%
t = np.linspace(-1, 1, 201)
root = np.sign(t) * 2 * (np.sqrt(1 + np.abs(t)) - 1)
slope = 1 / np.sqrt(1 + np.abs(t))
cost_linear = np.maximum(np.abs(2 - t), np.abs(-2 - t))
ends = [np.abs(root + 2 * slope * (u - t)) for u in (1, -1)]
cost_root = np.maximum(*ends)
assert cost_root.max() < 2 + 1e-12 and cost_linear.max() == 3

# %% tags=["hide-input"]
left, right = plots.panels(2, height=3.1)
plots.curves(t, {"τ itself": t, "with the root": root}, ax=left)
left.set(title="What a stratum contributes", ylabel="share of its n records")
costs = {"τ itself": cost_linear, "with the root": cost_root}
plots.curves(t, costs, ax=right, ylim=(0, 3.2))
right.set(title="What a record moves by entering")
right.set_ylabel("units of 1/√n · 3/2")
caption = "Left: the root takes little away, at most a sixth, and nothing at 0. Right: it caps what a record can do at 2 instead of 3."
plots.show([left, right], caption, x="τ")

# %% [markdown]
r"""
:::{claim} B-stratified
:::

(proof-stratified)=
:::{prf:proof}
**One record entering is all we need.** Write $g(m,S)=\operatorname{sgn}(S)\bigl(\sqrt{m^2+2|S|}-m\bigr)$ for a stratum of $m$ records, so that $z'=\frac3{\sqrt n}\sum_kg(n_k,S_k)$.
A substitution is one record leaving a stratum, and one entering a stratum, perhaps the same. We show that entering changes $g$ by less than 1; leaving is the same backwards. Then the sum changes by less than 2.

**Only upwards, and only with full gain.** The first record of a stratum changes nothing: $g(0,0)=g(1,0)=0$. Let $m\ge1$. The excess becomes $S+d$ with $|d|\le m$. Reversing the order of $y$ turns $g$ into $-g$, so it is enough to bound the rise; and $g$ increases with $S$, so take $d=m$. Let $s=|S|$.

*If $S\ge0$*, we have to show $\sqrt{(m+1)^2+2(s+m)}<\sqrt{m^2+2s}+2$. The square of the left side is $m^2+2s+4m+1$. The square of the right side is $m^2+2s+4+4\sqrt{m^2+2s}$, which is at least $m^2+2s+4+4m$.

*If $S\le-m$*, the new excess is $-(s-m)$, and $(m+1)^2+2(s-m)=m^2+2s+1$. So $g$ rises by

$$
\bigl(m+1-\sqrt{m^2+2s+1}\bigr)-\bigl(m-\sqrt{m^2+2s}\bigr)=1-\bigl(\sqrt{m^2+2s+1}-\sqrt{m^2+2s}\bigr)<1 .
$$

*In between*, $g$ rises by $\sqrt{(m+1)^2+2(m-s)}+\sqrt{m^2+2s}-(2m+1)$. The two radicands add up to $2m^2+4m+1$, and two roots together are largest when both are the same: at most $\sqrt{2(2m^2+4m+1)}=\sqrt{(2m+2)^2-2}<2m+2$.

**The rest.** $\bigl||z'_1|-|z'_2|\bigr|\le|z'_1-z'_2|$, and $\bar\Phi$ is nowhere steeper than $\varphi(0)$. $\square$
:::

The theorem makes no assumption on the size or number of the strata, or on ties.
We check it on every data set of a few records, in two strata of $2\times2$ or $3\times3$ cells, and then on every size, excess and gain of two strata, whether attainable or not:
"""

# %%
from privcausal.claims.graphs.independence import stratified_kendall as claim

for n in range(2, 7):
    worst = claim.worst_stratified(n, rows=2, columns=2)
    print(f"n = {n}: {worst.cases:5,} data sets", end=", ")
    print(f"√n · change at most {math.sqrt(n) * worst.value:.3f}")
cubes = claim.worst_stratified(5, rows=3, columns=3)
every = {n: claim.worst_crossing(n).value for n in (5, 10, 30, 60)}
assert math.isclose(every[5], cubes.value)  # two routes, one number

# %%
for n, value in every.items():
    print(f"n = {n:2}: √n · change at most {math.sqrt(n) * value:.3f}")

# %% [markdown]
r"""
The largest change approaches 6 from below ({verdict}`B-stratified`).
A *single* stratum also has the bound 6, since $\frac32\sqrt n\cdot\frac4n$ by {prf:ref}`K-kendall`. Conditioning therefore does not increase the sensitivity. The published code's constant, 6, is valid for the corrected statistic.

:::{show} privcausal.graphs.independence.stratified_kendall.stratified_kendall
:::

:::{show} privcausal.graphs.independence.stratified_kendall.damp
:::
"""

# %%
for others in ((), (11,), (11, 1), (11, 1, 19)):
    z = conditional_kendall(tables, x, y, others).statistic
    ours = stratified_kendall(tables, x, y, others)
    print(
        f"given {len(others)} variables: |z| = {z:6.2f}, |z'| = {abs(ours):6.2f}"
    )

# %% [markdown]
r"""
For a private answer at $\varepsilon=0.1$ on 100,000 records, the noise is small compared with a relevant dependence:
"""

# %%
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

price = 0.1, Relation.SUBSTITUTION
noise = Laplace(stratified_sensitivity(tables.size), *price)
print(noise.release(stratified_kendall(tables, x, y, given), rng))
print(f"the noise has scale {noise.scale:.3f}")

# %% [markdown]
r"""
### Add noise to z and not to p

Both papers add noise to $p$. Its sensitivity is determined at $z=0$, where the tail is steepest, whereas the decision is made at the critical value, where it is flat. At $p=0.05$ the noise on $p$ corresponds to the following noise on $z$:
"""

# %%
blur = stats.norm.pdf(0) / stats.norm.pdf(stats.norm.isf(0.05))
print(f"{blur:.1f} times as much as noise on z does, at equal privacy")
assert 3.8 < blur < 3.9

# %% [markdown]
r"""
Adding the noise to $z$ is as good as a budget four times as large. The next figure shows the probability of detecting a weak dependence, $\tau=0.02$, with $\varepsilon=0.1$, at a significance level of 5% for each test:
"""

# %%
n = np.logspace(3.5, 5.7, 60)
signal = 1.5 * 0.02 * np.sqrt(n)


def chance(scale, sd=1.0, repeats=10_000):
    """Of noticing, for |z| plus Laplace noise of this scale."""
    dice, lots = rng.normal(0, sd, repeats), rng.laplace(size=repeats)
    alarms = np.abs(dice)[:, None] + lots[:, None] * scale
    limits = np.quantile(alarms, 0.95, axis=0)
    noisy = np.abs(dice[:, None] + signal) + lots[:, None] * scale
    return (noisy > limits).mean(axis=0)


def chance_by_p(scale, repeats=10_000):
    dice, lots = rng.normal(size=repeats), rng.laplace(size=repeats)
    noisy = ndtr(-np.abs(dice))[:, None] + lots[:, None] * scale
    limits = np.quantile(noisy, 0.05, axis=0)
    observed = ndtr(-np.abs(dice[:, None] + signal)) + lots[:, None] * scale
    return (observed < limits).mean(axis=0)


phi = stats.norm.pdf(0)
power = {
    "no noise": chance(0 * n),
    "|z′|, noise for 6/√n": chance(60 / np.sqrt(n)),
    "without the root, 9/√n": chance(90 / np.sqrt(n)),
    "p of z′, noise for 6φ(0)/√n": chance_by_p(60 * phi / np.sqrt(n)),
}

# %% tags=["hide-input"]
ax = plots.curves(n, power, log="x", ylim=(0, 1.02))
ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)
caption = "At ε = 0.1 and 5% false alarms. The root brings the private test closer to the one without noise; noise on p throws away far more than that."
ax.set_ylabel("chance to notice τ = 0.02")
plots.show(ax, caption, x="number of records n")

# %% [markdown]
r"""
## The null distribution for categorical data

CURATE's paper states that $z$ is essentially standard normal, and both programs compute $p$ from this distribution.

:::{claim} P-null
:::

Two effects are relevant, and they have opposite directions.

*The test is two-sided.* Large $|z|$ on either side indicates dependence, so $\bar\Phi(|z|)\le\alpha$ occurs with probability $2\alpha$. Without ties we can count all orders of 50 records exactly:
"""

# %%
from privcausal.claims.graphs.independence import contingency_null as null

for alpha in (0.05, 0.01):
    wrong = null.level(50, alpha).value
    print(f"threshold {alpha}: wrong with probability {wrong:.4f}")

# %% [markdown]
r"""
:::{claim} B-level
:::

The claim is {verdict}`B-level`. The papers call their number a threshold and not a significance level, so this remark concerns its users.

*Ties reduce $S$.* A tied pair is neither concordant nor discordant, and most pairs of categories are tied. The variance in $w_k$ is valid without ties.
For two independent variables that are 1 with probability $p$, $S$ sums $(x_i-x_j)(y_i-y_j)$ over pairs. A pair contributes $\bigl(2p(1-p)\bigr)^2$ to the variance, two pairs that share a record contribute $\bigl(p(1-p)\bigr)^2$, and others nothing. In total

$$
\operatorname{Var}z=\frac{18\,n\,\bigl(p(1-p)\bigr)^2}{2n+5}\;\to\;\bigl(3p(1-p)\bigr)^2 .
$$
"""

# %%
runs, size = 4_000, 500


def null_z(p):
    x, y = rng.random((2, runs, size)) < p
    both = (x & y).sum(1) * (~x & ~y).sum(1) - (x & ~y).sum(1) * (~x & y).sum(
        1
    )
    return both * math.sqrt(18 / (size * (size - 1) * (2 * size + 5)))


scatter = {p: null_z(p) for p in (0.5, 0.1, 0.02)}
for p, z in scatter.items():
    exact = 3 * p * (1 - p) * math.sqrt(2 * size / (2 * size + 5))
    print(
        f"p = {p}: standard deviation of z {z.std():.3f}, exactly {exact:.3f}"
    )
    assert abs(z.std() / exact - 1) < 0.05

# %% tags=["hide-input"]
line = np.linspace(-3, 3, 121)
ax = plots.curves(line, {"as claimed": stats.norm.pdf(line)}, height=3.1)
samples = {f"p = {p}": z[abs(z) <= 3] for p, z in scatter.items()}
bins = np.linspace(-3, 3, 61)
plots.histogram(samples, bins, density=True, ax=ax, ylim=(0, 1.7))
caption = "The curve is the standard normal distribution. The rarer a category, the narrower z; for p = 0.02 the peak leaves the picture."
plots.show(ax, caption, x="z under independence", y="density")

# %% [markdown]
r"""
The statement of {cite:t}`curate2024` is therefore {verdict}`P-null`. For categories the test is *conservative*: it rarely calls independent variables dependent, and misses dependence between rare ones. This does not affect privacy.

The usual correction divides by the standard deviation, which is computed from the data and can be close to 0. As shown at the beginning, this makes the sensitivity unbounded.
**The critical value can depend on the data, however.** Compare $|z'|$ with $t$ times its own standard deviation. The standard deviation then enters as a term of a sum, where its sensitivity is small.

:::{claim} B-ties
:::

(proof-ties)=
:::{prf:proof}
**Entering slowly.** In a stratum of $N$ records let $A=1-\sum p_a^3$, $B=1-\sum q_b^3$, and $f=NAB$, so that $V=\frac1n\sum f$. Let a record with values of shares $p$ and $q$ enter with a weight that grows from 0 to 1. All shares change smoothly, and $f$ grows at the rate

$$
AB+3B\,(1-A-p^2)+3A\,(1-B-q^2).
$$

**Not fast.** Without the squares this is $AB+3B(1-A)+3A(1-B)=3-3(1-A)(1-B)-2AB\le3$.

**Hardly ever down.** $1-A$ is a sum of cubes that contains $p^3$, and $p^3-p^2\ge-\frac4{27}$. The rate is therefore at least $-3\cdot\frac4{27}(A+B)\ge-\frac89$. The first record of a stratum leaves $f=0$.

**Together.** One record leaves and one enters, so $nV$ changes by at most $3+\frac89<4$. The root of $\max(V,v^2)$ has slope at most $\frac1{2v}$ in $V$; times $t$, and added to {prf:ref}`B-stratified`, that is the second bound. $\square$
:::

The bound is {verdict}`B-ties`. For $n=100{,}000$, $t=2.58$ and $v=0.1$ the data-dependent critical value adds less than 3% to the sensitivity.
"""

# %%
moving = margin_sensitivity(100_000, threshold=2.576)
extra = moving / stratified_sensitivity(100_000)
assert extra < 1.03
rates = {}
for p in (0.5, 0.1, 0.02):
    calls = np.zeros(2)
    for _ in range(300):
        coded = (rng.random((2_000, 3)) < (p, p, 0.5)).astype(np.uint8)
        some = Tables(coded, (2, 2, 2))
        z = abs(stratified_kendall(some, 0, 1, (2,)))
        spread = null_spread(some, 0, 1, (2,))
        calls += z > 1.96, z > 1.96 * spread
    rates[p] = calls / 300
    print(
        f"p = {p}: called dependent {calls[0] / 3:4.1f}% of the time, "
        f"with the moving threshold {calls[1] / 3:4.1f}%"
    )

# %% [markdown]
r"""
The second column agrees with the nominal level of 5% for the critical value 1.96, up to the sampling error of 300 runs.

:::{show} privcausal.graphs.independence.stratified_kendall.margin
:::

## Comparison with Spearman's correlation

{cite:t}`privpc2020` chose Kendall because of a large coefficient in their bound for conditional Spearman, in an appendix that is missing from our copy. {doc}`22_rank_correlations` shows that Spearman's own bound can be five times smaller, so we compare again.

:::{claim} P-spearman
:::

(proof-conditional-spearman)=
:::{prf:proof}
**Ranks as sums of signs.** In a stratum of $m$ records let $A_i=\sum_j\operatorname{sgn}(x_i-x_j)$, twice the centred average rank of record $i$, and $B_i$ the same for $y$. Then $P=\frac14\sum A_iB_i$ is the centred product sum, at most $\frac{m(m^2-1)}{12}$ in absolute value, and Spearman's correlation there, $\rho_S$, has $(m-1)\rho_S=\frac{12P}{m(m+1)}$. In the statement the index is the stratum's number.

**You enter.** Let $s_i=\operatorname{sgn}(x_i-x)$ and $t_i=\operatorname{sgn}(y_i-y)$ for your record $(x,y)$, and $c=\sum s_i$, $e=\sum t_i$. The others' sums become $A_i+s_i$ and $B_i+t_i$, and yours are $-c$ and $-e$. So $P$ grows by

$$
G=\tfrac14\Bigl(\sum A_it_i+\sum s_iB_i+\sum s_it_i+ce\Bigr).
$$

**The gain is small.** Let $J$ be the $j$ records with $t_i=1$. In $\sum_{i\in J}A_i$ the signs of pairs inside $J$ cancel, so it is at most $j(m-j)$; and likewise for the $k$ records with $t_i=-1$. Hence
$\sum A_it_i\le m(j+k)-\frac{(j+k)^2+(j-k)^2}2\le\frac{m^2-e^2}2$. In the same way $\sum s_iB_i\le\frac{m^2-c^2}2$. Together

$$
G\le\tfrac14\Bigl(m^2-\tfrac{e^2+c^2}2+ce+m\Bigr)\le\frac{m(m+1)}4 .
$$

**The weight falls.** The term changes by $\frac{12}{(m+1)(m+2)}\bigl(G-\frac{2P}m\bigr)$, which is at most $\frac{12}{(m+1)(m+2)}\bigl(\frac{m(m+1)}4+\frac{m^2-1}6\bigr)=\frac{5m-2}{m+2}$. Reversing $y$ bounds it from below.

**You leave one stratum and enter another.** $\frac{5m-2}{m+2}$ is concave, so two of them are largest when the other $n-1$ are split evenly: $\frac{10n-18}{n+3}$. If one of the two strata was empty, $\frac{5n-7}{n+1}$ remains, which is less. **You stay in your stratum:** only $G$ matters, twice, and gives at most $\frac{6(n-1)}{n+1}$, which is less for $n\ge5$.

**It happens.** Enter a falling stratum at the top of both columns: $\sum A_it_i=\sum s_iB_i=0$, $c=e=-m$, and $P$ was as small as it can be. Leave a rising one from a corner. $\square$
:::

The claim is {verdict}`P-spearman`; with four records it is false, and staying in one stratum is worse. Kendall is therefore the better choice by a small margin: $\frac{10}{\sqrt n}$ for Spearman and $\frac9{\sqrt n}$ for Kendall before the root.

## The order of the categories

Pairs are concordant or discordant only if the categories are ordered. *Low, average, high* has a natural order. The published code of Priv-PC, however, numbers values in alphabetical order (dataset.py, l. 21–22).

:::{claim} P-order
:::

Sachs' proteins are coded `LOW`, `AVG`, `HIGH`. In alphabetical order they are `AVG`, `HIGH`, `LOW`.
"""

# %%
for name, size in (("sachs", 100_000), ("child", 20_000)):
    learned = (null.learned_edges(name, size, 0, c) for c in (False, True))
    kept = [null.f1(name, edges) for edges in learned]
    print(
        f"{name}: skeleton F1 {kept[0]:.2f} as listed, {kept[1]:.2f} by letter"
    )
    assert kept[0] > kept[1]

# %% [markdown]
r"""
The claim is {verdict}`P-order`. The order of the categories is part of the hypothesis, like a unit of measurement. It must be declared from knowledge of the subject, and never derived from the data.

For categories without any order, like blood groups, the usual test is $G^2$, which compares counts with their expectation under independence:

:::{show} privcausal.graphs.independence.contingency.g_squared
:::

It detects every form of dependence. The following example is one that Kendall's test cannot detect, because as many pairs agree as disagree:
"""

# %%
u_shape = np.array([[20, 0, 20], [0, 40, 0]])
cells = np.repeat(np.argwhere(u_shape >= 0), u_shape.ravel(), axis=0)
valley = Tables(cells, (2, 3))
print(f"z' = {stratified_kendall(valley, 0, 1):.1f}")
print(f"G² = {g_squared(valley, 0, 1).statistic:.1f}")

# %% [markdown]
r"""
Its sensitivity is large, however. Let all records be equal, and then let one record differ from all others in both columns. This says nothing about dependence, but $G^2$ changes as follows:
"""


# %%
def g_of(*table):
    table = np.array(table)
    cells = np.argwhere(table >= 0)
    data = Tables(np.repeat(cells, table.ravel(), axis=0), table.shape)
    return g_squared(data, 0, 1).statistic


for n in (100, 10_000, 100_000):
    change = g_of([n - 1, 0], [0, 1]) - g_of([n - 1, 1], [0, 0])
    print(f"n = {n:7,}: one record moves G² by {change:5.2f}")
    assert abs(change - (2 * math.log(n) + 2)) < 0.02

# %% [markdown]
r"""
The change is $2\ln n+2$, about 25 at 100,000 records, where 6.6 is significant at level 0.01.
It is finite, although the opposite is sometimes stated. $G^2$ is twice a sum of terms $N\ln N$, and a record that enters changes four of them: its cell and its stratum increase, and its row and its column enter with the opposite sign. Each step is at most $1+\ln n$, and a larger count has a larger step. The four together therefore change by at most this amount, and a substitution changes $G^2$ by at most $4(1+\ln n)$.
"""

# %%
from scipy.special import xlogy


assert round(2 * math.log(100_000) + 2) == 25
six = claim.every_neighbour(6, rows=2, columns=2)
parts = six, six.sum(axis=(3, 4)), six.sum(axis=3), six.sum(axis=4)
sums = lambda c: xlogy(c, c).reshape(*six.shape[:2], -1).sum(2)
whole, strata, *sides_of = map(sums, parts)
g = 2 * (whole + strata - sum(sides_of))
print(f"n = 6: one record moves G² by at most {np.ptp(g, axis=1).max():.2f}")
assert np.ptp(g, axis=1).max() <= 4 * (1 + math.log(6))

# %% [markdown]
r"""
This sensitivity grows with $n$, whereas $\frac6{\sqrt n}$ decreases.
Private discovery therefore uses Kendall's test, and {doc}`35_at_equal_honest_price` adds noise to tables instead of tests.

## Common mistakes

- *Considering a single stratum.* Sensitivity refers to whole data sets.
- *Dividing by a data-dependent scale.* Dividing by an estimated standard deviation is standard in statistics, but it prevents a bound on the sensitivity.
- *Data-dependent preprocessing.* The decision to exclude data reveals information.
- *Assuming a normal distribution.* On categories $z$ has a smaller variance, and a test based on $|z|$ is two-sided.

One limitation remains: $z'$ detects only dependence that has the same direction in most strata. If two strata have opposite directions, it detects nothing, and neither does $z$.
"""

# %% [markdown]
r"""
## Exercises

:::{exercise}
:label: ex-32-without-root

With the public scale alone the statistic is $z''=\frac3{\sqrt n}\sum_kS_k/n_k$. Show that replacing one record changes it by less than $\frac9{\sqrt n}$, and find data that come close.

*Hint:* the two hospitals.
:::

:::{solution-start} ex-32-without-root
:class: dropdown
:::

Entering changes $\frac Sm$ to $\frac{S+d}{m+1}$, by $\frac d{m+1}-\frac S{m(m+1)}$. With $|d|\le m$ and $|S|\le\frac{m(m-1)}2$ this is at most $\frac{m}{m+1}+\frac{m-1}{2(m+1)}=\frac{3m-1}{2(m+1)}<\frac32$. Twice this, times $\frac3{\sqrt n}$, is less than $\frac9{\sqrt n}$.
"""

# %%
from privcausal.claims.graphs.independence.contingency import sides

for n in (101, 10_001):
    half = (n - 1) // 2
    values = [sum(s / size for size, s in side) for side in sides(half, half)]
    reach = 3 * (values[1] - values[0])  # the test is 3/√n times such a sum
    print(f"n = {n:6,}: √n · change = {reach:.3f}")
    assert 8.7 < reach < 9

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise}
:label: ex-32-two-by-two

Let $x$ and $y$ have two values each, and let there be only one stratum. Show that $S$ then changes by at most $n-1$ and not $2(n-1)$, so that $z'$ changes by at most half as much. Check it on all tables of 12 records.

*Hint:* $S=n_{11}n_{00}-n_{10}n_{01}$.
:::

:::{solution-start} ex-32-two-by-two
:class: dropdown
:::

Relative to the other records, your record contributes $n_{00}$ from the cell $11$, and $-n_{10}$ from the cell $01$, and so on. Moving between these two changes $S$ by $n_{00}+n_{10}\le n-1$; a move from $11$ to $00$ changes it by $|n_{00}-n_{11}|$. Moreover, $g(n,S)$ has slope at most $\frac1n$ in $S$, so $z'$ changes by at most $\frac3{\sqrt n}\cdot\frac{n-1}n$.
"""

# %%
one = claim.every_neighbour(12, rows=2, columns=2)[:, :4]
inside = one[one[:, 0, 1].sum(axis=(1, 2)) == 0]  # the second stratum: empty
swing = 3 * np.ptp(claim.damped_total(inside), axis=1).max() / math.sqrt(12)
print(f"{len(inside)} tables of the others; z' moves by at most {swing:.3f}")
assert swing <= 3 / math.sqrt(12) * 11 / 12

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise}
:label: ex-32-cancel

Construct a data set with two strata, in each of which $x$ determines $y$, and $z'=0$. Compute $G^2$.
:::

:::{solution-start} ex-32-cancel
:class: dropdown
:::
"""

# %% tags=["hide-input"]
pull = np.array([[[25, 0], [0, 25]], [[0, 25], [25, 0]]])
cells = np.repeat(np.argwhere(pull >= 0), pull.ravel(), axis=0)
tug = Tables(cells, (2, 2, 2))
assert stratified_kendall(tug, 1, 2, (0,)) == 0
assert g_squared(tug, 1, 2, (0,)).statistic > 100

# %% [markdown]
r"""
In one stratum $y=x$, in the other $y=1-x$, with equal numbers. The excesses are opposite, and their sum is 0. The terms of $G^2$ do not cancel: it is $2\cdot100\ln2\approx139$.
This is an exclusive or, in which a test for directed association misses an edge.

:::{solution-end}
:::

:::{exercise}
:label: ex-32-absolute

Consider the sum of $|g(n_k,S_k)|$, in which opposite strata cannot cancel. Find its sensitivity and describe its behaviour under independence.
:::

:::{solution} ex-32-absolute
:class: dropdown

The sensitivity stays $\frac6{\sqrt n}$, because $|g|$ changes by no more than $g$ does. Under independence each stratum now contributes about $\sqrt{n_k/n}$ times 0.8. With $K$ equal strata the sum is about $0.8\sqrt K$ instead of 0, so the critical value has to grow with the number of strata, which must then be public.
:::

## Summary

A test of conditional independence combines strata, and a replaced record can leave one stratum and enter another. A bound for one stratum covers only half of its effect.
The statistic of both programs also divides by a data-dependent weight and drops strata, and one program multiplies changes that should be added. Each of these makes the sensitivity larger than the noise assumes, in the worst case unbounded.
Scaled by the public $n$, with all strata included and a square root for strong dependence, the conditional Kendall statistic changes by less than $\frac6{\sqrt n}$ for all data, no more than without conditioning.
On categories its null distribution is not standard normal, so the critical value should depend on the ties; and the order of the categories is part of the hypothesis.

**Next.** Many such tests determine a graph. {doc}`33_four_private_pcs` compares four ways to divide the budget among them.
"""
