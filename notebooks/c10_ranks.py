# %% [markdown]
r"""
# Do older people live farther away? Private rank correlations

:::{chapter} 10
:asks: How strongly are two columns associated, and how much can one person change that?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition, c07_convicting_with_samples, c09_cause
:teaches: Kendall's τ, Spearman's rank correlation, concordant pairs, exhaustive search
:skip: the section on other correlations
:::

Do older people live farther from the clinics? If they did, we could hardly tell whether the walk or the age kept a person away.

Because the sites of the clinics were assigned at random, we expect little association. Some can still arise by chance, because all people of a village live about equally far away, and there are only 119 villages.

This chapter measures the association with a *rank correlation*. It works out how much one person can change it, publishes it with noise, and tests whether the published value is more than chance.
"""

# %% tags=["hide-input"]
import math
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants
from privcausal.pairs.rank import kendall as library_kendall
from privcausal.pairs.rank import spearman as library_spearman
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

# %% [markdown]
r"""
## Two people at a time: Kendall's τ

Draw two people at random. Is the older one also the one who lives farther away? Let a *yes* count as $+1$, a *no* as $-1$, and a tie as 0. The average answer over *all* pairs of different people says to what extent the two columns put people in the same order.

For example, take four patients with the doses 1, 2, 3, 4, who recovered on days 1, 2, 4, 3. They form six pairs. In five of them the patient with the larger dose recovered later; such a pair is **concordant**. In one pair the order is reversed; such a pair is **discordant**. The average answer is $\frac{5-1}6=\frac23$.

> **Kendall's $\tau$** of $m$ records is the number of concordant pairs minus the number of discordant pairs, divided by the number $\binom m2$ of all pairs.

A pair that ties in either column is neither concordant nor discordant, but it still counts as one of the $\binom m2$ pairs.
Without ties $\tau$ is 1 for equal orders, $-1$ for opposite orders, and near 0 for unrelated columns. At $\tau=0.1$, 55 of 100 pairs say *yes* and 45 *no*. The program returns an exact fraction:
"""


# %%
def sign(z):
    return int(z > 0) - int(z < 0)


def tau(x, y):
    """Concordant minus discordant pairs, over all pairs."""
    pairs = list(combinations(zip(x, y), 2))
    answers = (sign(a - c) * sign(b - d) for (a, b), (c, d) in pairs)
    return Fraction(sum(answers), len(pairs))


print(tau([1, 2, 3, 4], [1, 2, 4, 3]), "and", tau([1, 2, 3, 4], [4, 3, 2, 1]))

# %% [markdown]
r"""
Only the *order* of the values counts. A person who claims to be a thousand years old is simply the oldest. For this reason $\tau$ needs no declared range and no clipping, whereas the mean of {doc}`c02_sums_and_histograms` needed both.

## How much can one person change it?

In the figure eleven people stay where they are, and you are the twelfth. <span class="pc-screen">Drag yourself over the whole plane. The band on the scale of Kendall's $\tau$ contains all values that you have produced. The upright marks show how far the band can still grow, by the bound that we prove next. The second scale is for *Spearman's* correlation, which comes later.</span>
"""

# %% tags=["hide-input"]
explorers.moving_record()

# %% [markdown]
r"""
Wherever you go, you change only the pairs that you belong to.
Take a hundred people. You are in 99 of the 4,950 pairs. Each of your pairs can at most turn from *yes* to *no* or back, which changes the sum of the answers by 2. If you move, you therefore change $\tau$ by at most $\frac{2\cdot99}{4950}=0.04$.

With $m$ records you are in $m-1$ of the $\frac{m(m-1)}2$ pairs, and the same calculation gives

$$
\text{change of }\tau\;\le\;\frac{2(m-1)}{m(m-1)/2}\;=\;\frac4m .
$$

The bound is attained. If your $y$ is the largest, and your $x$ goes from the smallest value to the largest, then all of your pairs turn from discordant to concordant.

> **Theorem.** Replacing one of $m$ records changes Kendall's $\tau$ by at most $4/m$, and this bound is attained. {verdict}`K-kendall`

:::{quiz} In a table of a thousand patients one record is replaced. By how much can τ change at most?
= 0.004 ± 0.00001 :: Correct: 4/1,000.
!= 0.002 :: No. Each of your pairs can turn from +1 to −1, which is a change of 2.
!= 0.008 :: No: each pair was counted twice.
:::

## A check that does not repeat the proof

A proof can contain a mistake. For small tables there is an independent check: look at *all* of them. We begin without ties.

Only the order counts. We can therefore sort the $m-1$ other people by $x$ and number them, so that their $x$ is $1,2,\dots,m-1$, and their $y$ is a *permutation* of these numbers, that is, the same numbers in some order. In each column you stand in one of $m$ gaps: below, between or above the others. With $m=4$ this makes $3!=6$ permutations, and $4\cdot4=16$ positions of yours in each. The program tries them all and returns the most that a move of yours changes the statistic:
"""


# %%
def worst_untied(statistic, m):
    """The most that one record changes a statistic of m untied records."""
    gaps = [place + 0.5 for place in range(m)]  # no ties
    worst = 0
    for order in permutations(range(1, m)):
        values = [
            statistic([*range(1, m), a], [*order, b])
            for a, b in product(gaps, gaps)
        ]
        worst = max(worst, max(values) - min(values))
    return worst


# %%
for m in range(2, 7):
    worst, bound = worst_untied(tau, m), Fraction(4, m)
    print(f"m = {m}: largest change {worst}, bound {bound}")

# %% [markdown]
r"""
The largest change equals $4/m$ each time. This *exhaustive search* does not use our proof, so it cannot repeat a mistake in it. An exercise extends it to ties.

## Asking the table

Now we publish Kendall's $\tau$ of age and distance for our $n=2{,}834$ people, at $\varepsilon=0.1$. The sensitivity is $\frac4n=0.0014$, so the Laplace noise has scale $\frac{4}{n\varepsilon}=0.0141$. The library's `kendall` computes the same $\tau$ as our program, but faster:
"""

# %%
people = participants()
age, distance = people.age.to_numpy(), people.distance.to_numpy()

# %%
n, epsilon = len(people), 0.1
mechanism = Laplace(4 / n, epsilon, Relation.SUBSTITUTION)
exact_tau = library_kendall(age, distance)
release = mechanism.release(exact_tau, np.random.default_rng(2011))
print(f"scale {mechanism.scale:.4f}; published: τ = {release}")
print(f"noise: ± {mechanism.scale * math.log(20):.3f} in 19 of 20 releases")

# %% [markdown]
r"""
With probability 0.95 the noise is at most $\ln20$ scales, as in chapter 1. This gives the interval $0.035\pm0.042$ for the $\tau$ of exactly these people. **It covers the noise only**, so it does not say whether $\tau$ differs from 0 by more than chance.

## Is it more than chance? A test of independence

There is a second error, *sampling error*. Even if age and distance had nothing to do with each other, the $\tau$ of 2,834 people would not be exactly 0. The claim that is tested, here that the two columns are independent, is called the **null hypothesis**.

We first treat the people as independent of each other as well, and come back to the villages at the end of the section. Then all orders of $y$ are equally likely, and over all orders the values of $\tau$ are nearly normal with mean 0. Kendall found their standard deviation, which we use without proof:

$$
s=\sqrt{\frac{2(2n+5)}{9n(n-1)}}\;\approx\;\frac{2}{3\sqrt n}.
$$

For 100 people it is about 0.07, and for 2,834 people 0.0125. Ties make it smaller, but only slightly, because even with ages in whole years only about 2% of all pairs tie.

Under the null hypothesis the published number is the sum of both errors, a normal variable with standard deviation $s$ and our Laplace noise. Both distributions are public, so we simulate a million such studies. How many of them publish a number that is at least as far from 0 as ours?
"""

# %%
sampling = math.sqrt(2 * (2 * n + 5) / (9 * n * (n - 1)))
rng, size = np.random.default_rng(13), 1_000_000
sampled = rng.normal(0, sampling, size)
null = sampled + rng.laplace(0, mechanism.scale, size)
p_value = np.mean(np.abs(null) >= abs(release.value))
forgotten = np.mean(np.abs(sampled) >= abs(release.value))
print(f"p-value {p_value:.0%}, if the noise is forgotten {forgotten:.1%}")

# %% [markdown]
r"""
This proportion is the *p-value*. It is 12%, so our number is hardly evidence of an association.

A reader who forgets the noise compares our number with the sampling error alone, finds a p-value of 0.5%, and announces a discovery that the release does not support. The figure shows both distributions:
"""

# %% tags=["hide-input"]
draws = {"sampling error alone": sampled, "sampling error and noise": null}
line = {release.value: "published"}
places = np.linspace(-0.12, 0.12, 97)
look = {"steps": False, "place": line, "wide": True, "height": 4.2}
look |= {
    "title": "Once the noise is counted, the published value is ordinary"
}
ax = plots.histogram(draws, places, **look)
at = release.value, 0
plots.note(
    ax,
    f"beyond ±{at[0]:.3f}: {p_value:.0%} with noise,\n{forgotten:.1%} without",
    at,
    (60, 70),
)
caption = f"Distribution of τ for 2,834 people if two columns are independent, without noise and with the noise of ε = 0.1. The published value of {at[0]:.3f}, at the line, is not unusual under the wide distribution, where {p_value:.0%} of the draws are at least as far from 0. Under the narrow one only {forgotten:.1%} are that far out."
ax.set_xlabel("τ of two independent columns")
plots.show(ax, caption, y="proportion of draws")

# %% [markdown]
r"""
The usual rule is to reject the null hypothesis if the published value is farther from 0 than the *critical value*, which only 5% of the simulated studies without association exceed in absolute value.

If we do not reject it, age and distance can still be associated, because both errors would hide a weak association. How strong would it have to be for the test to notice? As for an audit in chapter 7, the *power* of the test is the probability of a rejection if there is an association of a given size. We compute it approximately, for $\tau=0.1$ and $\tau=0.05$ and the same two errors:
"""

# %%
critical = np.quantile(np.abs(null), 0.95)
power = {t: np.mean(np.abs(t + null) > critical) for t in (0.1, 0.05)}
low, high = release.value - critical, release.value + critical
print(f"critical value {critical:.3f}", end=", ")
print(f"power {power[0.1]:.0%} for τ = 0.1, {power[0.05]:.0%} for τ = 0.05")
print(f"interval with both errors {low:.2f} to {high:.2f}")

# %% [markdown]
r"""
The published 0.035 is below the critical value, so we do not reject the null hypothesis. An association of $\tau=0.1$ would almost certainly have been noticed, but one of $\tau=0.05$ in little more than half of such studies. The published value plus and minus the critical value is an approximate 95% confidence interval with both errors. It ends at 0.08, so it excludes 0.1.

One assumption is doubtful. People of one village live at similar distances from the clinic, so they are not independent, and $s$ is too small. By how much, only the exact table could tell, and looking at it costs privacy. A study therefore declares beforehand by which factor it enlarges $s$, for example from other studies. We declared none, so our claim needs a warning. The clinic can publish this:

> Kendall's τ between age and distance is 0.035, with noise of scale 0.0141 ($\varepsilon=0.1$, substitution). A test that counts the noise gives p = 12%; the 95% confidence interval is −0.01 to 0.08. Both treat people of one village as independent, so the p-value is too small, and the interval too narrow.

A reader can try any factor at no cost, because the test uses public numbers only. With 1.5, which the exercise *Whole villages* finds to be about right, p is 18%, the interval is −0.02 to 0.09, and the conclusion is the same.

Because this table is public, we can compare the release with the exact value:
"""

# %%
print(f"published {release.value:.3f}, exact {exact_tau:.3f}")
print(f"which is {exact_tau / sampling:.1f} standard errors from 0")

# %% [markdown]
r"""
Even the exact table cannot decide whether age and distance are associated, because 1.9 standard errors are just below the usual 1.96, and with an $s$ that is 1.5 times as large only 1.3 remain. However, it would matter little. Among people who live at least 2 km away, the share over forty is larger by 2 percentage points. If people over forty came more often by 0.1, as we supposed in chapter 9, the share that comes would differ by 0.002.

## Would Spearman's $r_S$ have been better?

*Spearman's* rank correlation is widely used. Give each person a rank in each column, from 1 for the smallest value to $m$ for the largest; people who tie share the average of their ranks. Let $d_i$ be the difference between the two ranks of person $i$.

For the four patients of the first section the ranks are $1,2,3,4$ and $1,2,4,3$. The differences are $0,0,-1,1$, and their squares add up to 2. Spearman's correlation rescales this sum; here it is $1-\frac{6\cdot2}{4\cdot15}=0.8$.

> **Spearman's $r_S$** is $\;1-\dfrac{6\sum_i d_i^2}{m(m^2-1)}$.

Without ties, equal orders give 1, opposite orders $-1$, and unrelated columns about 0. With many ties this formula is too large: for two unrelated columns of zeros and ones it is about 0.25, whereas $\tau$ stays near 0.

When you overtake another person, that person's rank changes too, so one replacement can change *every* $d_i$. It is less obvious what this does to $r_S$, so we begin with the exhaustive search:
"""


# %%
def ranks(x):
    """With k people below and l above, the rank is (m + 1 + k - l)/2."""
    return [Fraction(len(x) + 1 + sum(sign(a - b) for b in x), 2) for a in x]


def spearman(x, y):
    m = len(x)
    squares = sum((a - b) ** 2 for a, b in zip(ranks(x), ranks(y)))
    return 1 - 6 * squares / (m * (m * m - 1))


# %%
searched = {m: worst_untied(spearman, m) for m in range(2, 6)}
for m, largest in searched.items():
    guess = Fraction(6, m + 1)
    print(f"m = {m}: largest change {largest}, 6/(m + 1) = {guess}")

# %% [markdown]
r"""
> **Theorem.** Let $m\ge2$. Replacing one of $m$ records changes Spearman's $r_S$ by at most $6/(m+1)$, with ties or without, and this bound is attained. {verdict}`B-spearman-ties`

One move shows where the number comes from. Let all $m$ people agree in both orders, so that $r_S=1$, and let the last person in both columns go to the front in $x$. Their own $d_i$ becomes $m-1$, and the rank of everybody else in $x$ rises by 1. The squares now add up to $(m-1)^2+(m-1)=m(m-1)$, so $r_S$ falls by $\frac{6m(m-1)}{m(m^2-1)}=\frac6{m+1}$. The theorem says that no move is worse.

For the twelve people of the figure above the bound is $\frac6{13}$. The companion contains the proof for all tables, under {prf:ref}`K-spearman` without ties and under {prf:ref}`B-spearman-ties` with them.

:::{admonition} Published bound
:class: warning
The article that first used these correlations for private causal inference {cite:p}`kusner2016` gives the sensitivity $30/m$, about five times as much. {verdict}`K-spearman`

It adds up the worst changes of all $d_i^2$, which cannot happen together. The bound is therefore safe, but too large.
:::

How much does this matter? We simulate 200 tables of 2,834 people with two weakly related columns. For each correlation we divide its mean by the standard deviation of sampling error and privacy noise together:
"""

# %% tags=["hide-input"]
draw = np.random.default_rng(5)
columns = draw.normal(size=(200, n))
weak = [(x, 0.2 * x + draw.normal(size=n)) for x in columns]
compared = {
    "τ": (library_kendall, 4 / n),
    "r_S": (library_spearman, 6 / (n + 1)),
    "r_S, published bound": (library_spearman, 30 / n),
}
ratios = {}
for name, (statistic, sensitivity) in compared.items():
    values = [statistic(x, y) for x, y in weak]
    noise_error = math.sqrt(2) * sensitivity / epsilon
    both_errors = math.hypot(np.std(values), noise_error)
    ratios[name] = np.mean(values) / both_errors
    print(f"{name:20}: mean {np.mean(values):.3f}", end=", ")
    print(f"both errors {both_errors:.3f}, ratio {ratios[name]:.2f}")

# %% [markdown]
r"""
The typical $\tau$ and the typical $r_S$ are both about five and a half standard deviations from 0. With noise for the published bound, $r_S$ is only 1.24 of them from 0, and the association would usually be missed. So $r_S$ would have been as good as $\tau$, but not better, and $\tau$ has the simpler meaning.

## Why not another correlation?

The most common correlation is *Pearson's*, the covariance divided by both standard deviations. And SciPy's `kendalltau` is not our $\tau$, but a variant, $\tau_b$. Instead of the number of all pairs it divides by the number of untied pairs.

Take 99 people with identical records, and you. Only your own 99 pairs are untied. If all of them are concordant, then $\tau_b=\frac{99}{99}=1$, whereas our $\tau$ is $\frac{99}{4950}=0.02$. Now you move so that they are discordant:
"""

# %%
from scipy.stats import kendalltau

crowd = [0] * 99
for yours in (1, -1):
    two = [*crowd, 1], [*crowd, yours]
    pearson, tau_b = np.corrcoef(*two)[0, 1], kendalltau(*two).statistic
    print(f"Pearson {pearson:+.0f}, τ_b {tau_b:+.0f}", end=", ")
    print(f"our τ {float(tau(*two)):+.2f}")

# %% [markdown]
r"""
You alone move Pearson's correlation and $\tau_b$ from 1 to $-1$, over their whole range. The same would happen among a million people, so no useful amount of noise could hide you. SciPy's `spearmanr` behaves in this way too.

All three divide by a number that depends on the data and is small here. Kendall's $\tau$ divides by the number of all pairs and our $r_S$ by $m(m^2-1)$, and both are public. Therefore: **before the noise is added, never divide by something that one person can change and that can be small.**

## Exercises

:::{exercise} ★ Five patients
:label: ex-c10-five

Five patients took doses 1, 2, 3, 4, 5 and reported well-being 2, 1, 3, 5, 4. (a) Compute $\tau$. (b) Replace the patient with dose 5 by one with the same dose and the worst well-being of all, and compute $\tau$ again. (c) Compare the change with the bound for five records, and explain the difference.
:::

:::{solution} ex-c10-five
:class: dropdown

(a) Of ten pairs two are discordant, namely doses 1, 2 and doses 4, 5. So $\tau=\frac{8-2}{10}=0.6$. (b) All four pairs with the last patient are now discordant, and three of them were concordant before. With 5 concordant and 5 discordant pairs, $\tau=0$. (c) The bound is $4/5$ and the change is $3/5$. The pair with doses 4 and 5 was discordant already.
:::

:::{exercise} ★★ Implement, then assert: `kendall`
:label: ex-c10-mine

Write `kendall(x, y)` for two arrays **without a loop over pairs**. It returns $\tau$ as a float. Test it with `check("kendall", kendall)`. `np.subtract.outer(x, x)` is the table of all differences.
:::

:::{solution-start} ex-c10-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def kendall(x, y):
    """Concordant minus discordant pairs, over all pairs; ties count for neither."""
    above = np.sign(np.subtract.outer(x, x))
    right = np.sign(np.subtract.outer(y, y))
    m = len(x)
    return float((above * right).sum() / (m * (m - 1)))


# %%
check("kendall", kendall)

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise} ★★ Which error is larger?
:label: ex-c10-errors

With probability 0.95 the sampling error of $\tau$ is at most $1.96\cdot\frac2{3\sqrt n}$, and the noise at most $\frac{4\ln20}{n\varepsilon}$. Find the $n$ for which they are equal, at $\varepsilon=0.1$ and 1.
:::

:::{solution-start} ex-c10-errors
:class: dropdown
:::
"""

# %%
for budget in (0.1, 1.0):
    equal = (4 * math.log(20) / budget / (1.96 * 2 / 3)) ** 2
    print(f"ε = {budget}: equal with {equal:,.0f} people")
ratio = mechanism.scale * math.log(20) / (1.96 * sampling)
print(f"ours: noise / sampling error = {ratio:.1f}")

# %% [markdown]
r"""
The noise shrinks like $\frac1n$ and the sampling error only like $\frac1{\sqrt n}$. For $\tau$, privacy is therefore a problem of small tables. At $\varepsilon=0.1$ our table counts as small: its noise is the larger error.

:::{solution-end}
:::

:::{exercise} ★★ Whole villages
:label: ex-c10-villages

Estimate the standard error of $\tau$ without the assumption that people of one village are independent. Draw as many villages as there are, with replacement, take all their people, and compute $\tau$ with the library's function. Report the standard deviation of 300 such values, and with it as standard error the p-value of our test and its power for $\tau=0.1$.
:::

:::{solution-start} ex-c10-villages
:class: dropdown
:::
"""

# %%
villages = [rows.index.to_numpy() for _, rows in people.groupby("village")]
redraw = np.random.default_rng(10)
samples = []
for _ in range(300):
    chosen = redraw.integers(0, len(villages), len(villages))
    rows = np.concatenate([villages[v] for v in chosen])
    samples.append(library_kendall(age[rows], distance[rows]))
village_error = np.std(samples)

# %%
noise = null - sampled
cautious = redraw.normal(0, village_error, size) + noise
print(f"standard error {village_error:.4f} instead of {sampling:.4f}")
village_p = np.mean(np.abs(cautious) >= abs(release.value))
print(f"p-value {village_p:.0%}", end=", ")
bar = np.quantile(np.abs(cautious), 0.95)
village_power = np.mean(np.abs(0.1 + cautious) > bar)
print(f"critical value {bar:.3f}, power {village_power:.0%}")

# %% tags=["remove-cell"]
from scipy.stats import spearmanr

assert round(village_p, 2) == 0.18
assert round(forgotten, 3) == 0.005 and f"{release.value:.3f}" == "0.035"
assert round(mechanism.scale, 4) == 0.0141
# said in the sections above
assert 1.4 < village_error / sampling < 1.6
assert abs(release.value) < bar
same = np.bincount(age.astype(int))
tied = np.sum(same * (same - 1)) / (n * (n - 1))
assert round(tied, 2) == 0.02 and same.sum() == n
coins = np.random.default_rng(14)
tossed = [coins.integers(0, 2, (2, 500)) for _ in range(200)]
biased = [library_spearman(*pair) for pair in tossed]
assert abs(np.mean(biased) - 0.25) < 0.01
assert abs(np.mean([library_kendall(*pair) for pair in tossed])) < 0.01
assert np.allclose([*ratios.values()], (5.45, 5.45, 1.24), atol=0.01)
for yours in (1, -1):
    two = [*crowd, 1], [*crowd, yours]
    assert np.isclose(spearmanr(*two).statistic, yours)
    assert np.isclose(np.corrcoef(*two)[0, 1], yours)
assert round(math.sqrt(2 * 205 / (9 * 100 * 99)), 2) == 0.07
assert round(high, 2) == 0.08
assert all(w == Fraction(6, m + 1) for m, w in searched.items())
assert spearman([1, 2, 3, 4], [1, 2, 4, 3]) == Fraction(4, 5)
assert round(p_value, 2) == 0.12 and round(power[0.1], 2) == 0.98
assert forgotten < 0.01 and abs(release.value) < critical
assert (round(critical, 3), round(sampling, 4)) == (0.048, 0.0125)
assert len(villages) == 119
shuffler, invented = np.random.default_rng(12), np.arange(n)
shuffles = [
    library_kendall(invented, shuffler.permutation(invented))
    for _ in range(1000)
]
assert abs(np.std(shuffles) / sampling - 1) < 0.07
assert abs(release.value - exact_tau) < mechanism.scale
assert round(mechanism.scale * math.log(20), 3) == 0.042
assert (round(exact_tau, 3), round(exact_tau / sampling, 1)) == (0.024, 1.9)
assert round(exact_tau / village_error, 1) == 1.3
assert round(village_power, 2) == 0.95
declared = (
    redraw.normal(0, 1.5 * sampling, size) + noise
)  # from public numbers
assert abs(np.mean(np.abs(declared) >= abs(release.value)) - 0.184) < 0.003
bar = np.quantile(np.abs(declared), 0.95)
assert round(np.mean(np.abs(0.1 + declared) > bar), 2) == 0.95
assert np.allclose(
    release.value + bar * np.array([-1, 1]), (-0.02, 0.09), atol=0.005
)
assert f"{low:.2f} {high:.2f}" == "-0.01 0.08" and 0.5 < power[0.05] < 0.6
is_far, over_40 = distance >= 2, age > 40
apart = over_40[is_far].mean() - over_40[~is_far].mean()
assert f"{apart:.2f} {0.1 * apart:.3f}" == "0.02 0.002"
front = {m: [*range(2, m + 1), 1] for m in (3, 5, 12)}
assert all(
    spearman(range(m), x) == 1 - Fraction(6, m + 1) for m, x in front.items()
)

# %% [markdown]
r"""
The standard error is one and a half times as large, the p-value grows to 18%, and the power falls to 95%. The null hypothesis is still not rejected. The exact $\tau$ is now only 1.3 standard errors from 0. This method is called the *cluster bootstrap*. It looks at the exact table, so a secret table would have to pay for the standard error.

:::{solution-end}
:::

::::{exercise} ★★ Search with ties: `worst_change`
:label: ex-c10-worst

`worst_untied` never sees a tie, and a sensitivity must hold for tables with ties as well. Write `worst_change(statistic, m, values)`. It returns the most that one record changes `statistic(x, y)` over **all** tables of $m$ records whose entries come from the list `values`. Test it with `check("worst_change", worst_change)`, and give its results for `tau` and `spearman` with three records and the values 1 to 5.

:::{dropdown} Hint
The possible records are all pairs of values. The others are $m-1$ of them, repeats allowed, and their order does not matter: `itertools.combinations_with_replacement`.
:::
::::

:::{solution-start} ex-c10-worst
:class: dropdown
:::
"""


# %% tags=["mine"]
def worst_change(statistic, m, values):
    """The most that one record changes a statistic, over all such tables."""
    from itertools import combinations_with_replacement, product

    records, worst = list(product(values, repeat=2)), 0
    for others in combinations_with_replacement(records, m - 1):
        results = [statistic(*zip(*others, you)) for you in records]
        worst = max(worst, max(results) - min(results))
    return worst


# %%
check("worst_change", worst_change)
for statistic in (tau, spearman):
    print(statistic.__name__, worst_change(statistic, 3, range(1, 6)))

# %% [markdown]
r"""
Ties change neither bound: the results are $\frac43$ and $\frac64$. Five values suffice for three records, namely two for the others, and three for the gaps below, between and above them.

:::{solution-end}
:::

:::{exercise} ★★★ How large a study?
:label: ex-c10-buy

A study wants to notice $\tau=0.1$ with power 80% by the test of the text. Find the smallest number of people, to within ten, (a) without privacy, (b) at $\varepsilon=1$, (c) at $\varepsilon=0.1$. Explain why (b) is so close to (a). Repeat with $s$ enlarged by 1.5. {ref}`Solution <solution-kendall-or-spearman>`
:::

## The bill
"""

# %%
bill(10, release.price)

# %% [markdown]
r"""
## Summary

- Sensitivity of Kendall's $\tau$: $\Delta=\frac4m$.
- Sensitivity of Spearman's $r_S$: $\Delta=\frac6{m+1}$.
- Standard deviation of $\tau$ under independence: about $\frac2{3\sqrt n}$, against noise of scale $\frac4{n\varepsilon}$.

**In one paragraph.** A rank correlation asks pairs of people whether two columns agree in their order. One person changes Kendall's $\tau$ by at most $4/m$, and Spearman's $r_S$ by at most $6/(m+1)$, without any declared range. A private correlation can be tested from public numbers alone, provided that the test counts the noise. Do older people live farther away? We published $\tau=0.035$ with p = 12%, and an interval that excludes $\tau=0.1$. All proofs are in {doc}`22_rank_correlations`.

**Practice.** Four one-minute questions: {ref}`chapter 10 <practice-10>`.

**Next.** A correlation has no direction: age and distance are associated as much as distance and age. {doc}`c11_residuals` looks for something that distinguishes the cause from the effect.
"""
