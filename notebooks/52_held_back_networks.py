# %% [markdown]
r"""
# Harder networks, held back: what the default is worth

:::{chapter}
:asks: What is the default of `discover` worth on networks that are harder than those it was developed on?
:needs: 47_on_networks_nobody_tuned_on, 50_discrete_columns_compared
:::

The networks of {doc}`50_discrete_columns_compared` have few rare values and few nearly determined columns.
This chapter uses a second, harder kind of simulated network, with more of both than published networks have ({doc}`47_on_networks_nobody_tuned_on`). It compares eight private methods for categories there, at four values of ε. Two of them make the *default* of `discover`: `once` below 100,000 records, and `once-further` from there on.
None of our goals is met, and with few records and a small ε the highest mean belongs to PC on a synthetic table.

No constant of the eight methods was tuned on this kind of network. The marks of doubtful edges and the rule of `once-sparing`, in the second half of the chapter, were chosen on development networks of this kind, which are other members of six of the seven families.

## Results

Privacy is $(\varepsilon,10^{-6})$ under the substitution of one record. The differences are in mean F1 of the skeleton, with simultaneous intervals over families whose common error is 1%.

| Statement | Found | Status |
| --- | --- | --- |
| *Goal:* the default loses at most 0.01 of F1 against the other reading of its release. | at worst −0.040 (−0.143 to +0.062) | {verdict}`B-default`, and not held out |
| *Goal:* noise costs at most 0.08 of F1 with 100,000 records and ε = 1. | 0.181 against PC without privacy, 0.155 against the same reading without noise | not met in either case |
| The default is ahead of Priv-PC and SVT-PC with 10,000 records. | at ε = 1: +0.214 (+0.057 to +0.371) and +0.303 (+0.048 to +0.558) | {verdict}`B-ahead-sealed` for three of all 30 comparisons; they are among the 20 with methods that pay for each test |
| PC on a synthetic table by MST is ahead of the default with 10,000 records and ε ≤ 0.3. | +0.165 (−0.015 to +0.346) and +0.164 (−0.145 to +0.474) | {verdict}`B-mst-ahead` |
| A reading that deletes sparingly is ahead of both others. | all eight means are positive, and no interval is above 0 | not shown: {verdict}`B-sparing` |

:::{admonition} Corrected: two statements that were wider than their evidence
:class: warning
An earlier version called MST ahead at ε ≤ 0.3, and the default ahead of `curate`, Priv-PC, EM-PC and SVT-PC at fifteen places. Its intervals were bootstrap percentiles over seven families, which exclude 0 whenever all seven differences have the same sign. Under the null hypothesis this happens in one case out of 64, and the nominal error of each comparison was one in 3,000. All differences between methods are now judged by Student's intervals over families, at the error of 1% that was written down before the first result. Another correction concerns `once-sparing`: the interval for the arrows of other families, which reaches below nine in ten, was not reported.
:::
"""

# %% tags=["hide-input"]
import numpy as np
import pandas as pd
from scipy import stats

from privcausal import plots
from privcausal.claims.experiments import sealed_comparison as judged
from privcausal.experiments import comparisons
from privcausal.experiments.execution import load
from privcausal.experiments.heldout import NO_NOISE
from privcausal.experiments.lifelike_networks import FAMILIES
from privcausal.experiments.sealed_comparison import (
    COST,
    EPSILONS,
    MST,
    OTHERS,
    PLANNED,
    SEALED_COMPARISON,
    SIZES,
    WITHOUT,
)

table = load(SEALED_COMPARISON)
names = {
    WITHOUT: "PC, no privacy",
    "once": "once",
    "once-further": "once-further",
    PLANNED: "all pairs, then our search",
    MST: "synthetic table by MST, then PC",
    "curate": "curate, equal shares",
    "priv-pc": "Priv-PC, repaired",
    "em-pc": "EM-PC, repaired",
    "svt-pc": "SVT-PC, repaired",
}

# %% [markdown]
r"""
## The comparison

:::{admonition} The experiment `sealed-comparison`
:class: note
Simulated networks of the second kind (`lifelike`), test half: seven families of 20 to 60 columns, two networks a family with 10,000 records and one with 100,000. $\varepsilon=0.1$, 0.3, 1 and 3 at $\delta=10^{-6}$; substitution. Level 1%; orders up to 2 (`once`), 4 (`once-further`) and 3 (all others). The two readings of one release have three draws of noise, all other methods one, in the first network of each family; with 100,000 records the other methods have $\varepsilon=1$ only. No method was tuned on these networks. `curate` is our method at the end of {doc}`34_spending_where_it_matters`, with equal shares of the budget for the orders; the published, optimised allocation of CURATE was not run. EM-PC, Priv-PC and SVT-PC are corrected versions ({doc}`33_four_private_pcs`). However, **the F1 of both readings on them at $\varepsilon=1$ was known from the experiment `doubtful` when the goals were written**; the other methods had not been run on them. Left out for want of processor time, each before a result was read: the widest family, second networks for the other methods, and their other ε with 100,000 records. MST and the four searches are charged in ρ, which costs them 7% more noise than the exact curve by which `once` is charged. PC does not account for the noise in a synthetic table. Seed 24. Table `book/_data/experiments/sealed-comparison.csv`, made by `python -m privcausal experiments sealed-comparison --seed 24`.
:::

The rule was written down before the first result. The score of a method in a network is its mean F1 over the draws of noise. A method is *ahead* of another if the whole interval of the mean difference lies above 0. The intervals are over families, and all 30 comparisons with other methods share an error of 1%. The rule did not say how an interval is computed. We chose Student's interval over the seven family means after all results were known; it holds if families are a random sample with normal means. At an error of $\frac{0.01}{30}$ the mean has to exceed 2.8 standard deviations of the seven family means, and 2.0 at $\frac{0.05}{30}$.

The table has the mean F1 over the first network of each family, so that all methods are compared on the same networks:
"""

# %%
first = table[table.member == 0]
columns = [(min(SIZES), epsilon) for epsilon in EPSILONS] + [
    (max(SIZES), 1.0)
]
rows = {}
for method, name in names.items():
    of_method = first[first.method == method]
    price = np.inf if method == WITHOUT else None
    rows[name] = [
        judged.score(first, n, method, price or epsilon).mean()
        for n, epsilon in columns
    ]
heads = [f"{n:,}, ε = {epsilon:g}" for n, epsilon in columns]
pd.DataFrame(rows, heads).T.map(lambda f1: f"{f1:.2f}")

# %% [markdown]
r"""
With 10,000 records and $\varepsilon\le0.3$ the synthetic table has the highest mean of all private methods. MST measures each column and one pair fewer than there are columns, whereas our release divides the same budget over all pairs, so each number of MST has less noise. We presume, but did not test, that this is the reason. The table finds more of the edges, and is less precise: at $\varepsilon=0.3$ its mean precision is 0.44 and its recall 0.32, against 0.62 and 0.13 for the default; at $\varepsilon=0.1$ both precisions are near 0.3.

:::{claim} B-mst-ahead
:::

The verdict is {verdict}`B-mst-ahead`, because both intervals contain 0. At $\varepsilon=0.1$ MST is ahead in all seven families, by 0.08 to 0.26, and even this is undecided at the declared error. The next table has all 30 comparisons, with the declared error of 1% and, in the last column, the finding at the 5% of {doc}`47_on_networks_nobody_tuned_on`. Each lead compares the mean over three draws of noise with one draw of the other method, in one network per family. With the first draw alone no lead moves by more than 0.024, the rule decides one comparison more, with SVT-PC at $\varepsilon=3$, and at 5% that with MST is undecided and that with `curate` at $\varepsilon=3$ decided.
"""


# %% tags=["hide-input"]
def lead(other, records, epsilon, error=0.01, runs=table):
    """The lead of the default over another method, over families."""
    methods = judged.default(records), other
    one, two = (judged.score(runs, records, m, epsilon) for m in methods)
    share = error / judged.COMPARISONS
    return comparisons.over_families((one - two).dropna(), share)


strict = {(o, *s): lead(o, *s) for o in OTHERS for s in judged.SPOTS}
usual = {place: lead(*place, error=0.05) for place in strict}
lines = {
    (names[other], f"{records:,}", f"{epsilon:g}"): (
        f"{one.value:+.3f} ({one.low:+.3f} to {one.high:+.3f})",
        comparisons.finding(one),
        comparisons.finding(usual[other, records, epsilon]),
    )
    for (other, records, epsilon), one in strict.items()
}
heads = ["default − other, common error 1%", "the default is", "at 5%"]
shown = pd.DataFrame.from_dict(lines, orient="index", columns=heads)
shown.index = pd.MultiIndex.from_tuples(
    shown.index, names=["other", "records", "ε"]
)
shown

# %% tags=["hide-input"]
decided = {p for p, one in strict.items() if one.low > 0 or one.high < 0}
small = 10_000
assert decided == {
    ("priv-pc", small, 1.0),
    ("priv-pc", small, 3.0),
    ("svt-pc", small, 1.0),
}
at_5 = {
    p: comparisons.finding(one)
    for p, one in usual.items()
    if comparisons.finding(one) != "undecided"
}
assert len(at_5) == 8 and len(strict) == 30
single = table[table.draw == 0]
by_one = {p: lead(*p, runs=single) for p in strict}
moved = [abs(by_one[p].value - strict[p].value) for p in strict]
assert max(moved) < 0.024
more = {p for p, one in by_one.items() if one.low > 0 or one.high < 0}
assert more - decided == {("svt-pc", small, 3.0)} and decided < more
curate_3 = lead("curate", small, 3.0, 0.05, single)
assert curate_3.low > 0
at_5_by_one = [lead(MST, small, e, 0.05, single) for e in EPSILONS]
assert all(one.low < 0 < one.high for one in at_5_by_one)
distance = [stats.t.ppf(1 - e / 60, 6) / 7**0.5 for e in (0.01, 0.05)]
assert np.round(distance, 1).tolist() == [2.8, 2.0]
of_kind = set(first.family)
assert len(of_kind) == 7 and len(of_kind & set(FAMILIES)) == 6
assert at_5.pop((MST, small, 0.1)) == "behind"
assert set(at_5.values()) == {"ahead"}
assert {other for other, *_ in at_5} == {"priv-pc", "em-pc", "svt-pc"}
said = {  # in the results
    (MST, small, 0.1): (-0.165, -0.346, 0.015),
    (MST, small, 0.3): (-0.164, -0.474, 0.145),
    ("priv-pc", small, 1.0): (0.214, 0.057, 0.371),
    ("svt-pc", small, 1.0): (0.303, 0.048, 0.558),
}
for place, values in said.items():
    one = strict[place]
    assert np.allclose((one.value, one.low, one.high), values, atol=6e-4)
own, theirs = (judged.score(first, small, m, 0.1) for m in ("once", MST))
apart = (theirs - own).groupby("family").mean()
assert len(apart) == 7 and np.allclose(
    (apart.min(), apart.max()), (0.08, 0.26), atol=6e-3
)
spot = first[(first.records == small) & np.isclose(first.epsilon, 0.3)]
kinds = spot.groupby("method")[["precision", "recall"]].mean()
assert np.allclose(kinds.loc[MST], [0.445, 0.316], atol=1e-3)
assert np.allclose(kinds.loc["once"], [0.617, 0.128], atol=1e-3)
spot = first[(first.records == small) & np.isclose(first.epsilon, 0.1)]
least = spot.groupby("method").precision.mean()[[MST, "once"]]
assert np.allclose(least, 0.3, atol=0.03)

# %% [markdown]
r"""
The rule decides three of the 30 comparisons, each in favour of the default. At 5%, which we did not declare, it would decide eight: MST is then ahead at $\varepsilon=0.1$ and not at 0.3, and the default is ahead of Priv-PC, EM-PC or SVT-PC at seven places. No comparison with `curate`, and none with equal noise on all pairs, is decided here at either error.

:::{claim} B-ahead-sealed
:::

The verdict is {verdict}`B-ahead-sealed`. This statement and the one before were written after the results; these are the three of 30 comparisons that the rule decides. With 10,000 records and $\varepsilon=0.1$ no private method has a mean of 0.25, and the mean of `curate` is above that of the default.
"""

# %% tags=["hide-input"]
low = rows[names["curate"]][0], rows["once"][0]
assert low[0] > low[1], low
assert (
    max(values[0] for name, values in rows.items() if name != names[WITHOUT])
    < 0.25
)

# %% [markdown]
r"""
### Directed edges

The next table has the mean F1 of the *completed partially directed graph* (CPDAG), in which an edge counts as right if its ends and its direction, or its lack of one, agree with those of the true graph's equivalence class. It is over the first networks at $\varepsilon=1$. The last four columns count arrows over the seven networks: *arrow precision* is the proportion of the drawn arrows that are right, and *arrow recall* the proportion of the true arrows that are drawn.
"""

# %%
arrow_rows = {}
for method, name in names.items():
    price = np.inf if method == WITHOUT else 1.0
    spot = first[(first.method == method) & np.isclose(first.epsilon, price)]
    nets = spot.groupby(["records", "family"])[
        ["cpdag f1", "arrows", "right arrows", "true arrows"]
    ].mean()
    graphs = [nets.loc[n, "cpdag f1"].mean() for n in (10_000, 100_000)]
    counts = []
    for n in (10_000, 100_000):
        drawn = nets.loc[n].sum()
        right = drawn["right arrows"]
        counts += [right / drawn["arrows"], right / drawn["true arrows"]]
    arrow_rows[name] = [*graphs, *counts]
heads = ["CPDAG F1, 10,000", "CPDAG F1, 100,000"]
heads += ["arrow precision, 10,000", "arrow recall, 10,000"]
heads += ["arrow precision, 100,000", "arrow recall, 100,000"]
directed = pd.DataFrame(arrow_rows, heads).T
directed.map("{:.2f}".format)

# %% tags=["hide-cell"]
private = directed.drop(names[WITHOUT])
assert private[heads[0]].idxmax() == names[MST]
assert private[heads[0]].max() - directed.loc["once", heads[0]] < 0.015
assert private[heads[1]].idxmax() == names[PLANNED]
assert private[heads[0]].max() < directed.loc[names[WITHOUT], heads[0]] / 2
said = {
    names[PLANNED]: 0.44,
    "once-further": 0.42,
    "once": 0.40,
    names[MST]: 0.28,
}
assert all(round(directed.loc[m, heads[1]], 2) == v for m, v in said.items())
said = {"once": 0.46, "once-further": 0.19}
assert all(round(directed.loc[m, heads[5]], 2) == v for m, v in said.items())
said = {"once": 0.38, names[MST]: 0.24}
assert all(round(directed.loc[m, heads[2]], 2) == v for m, v in said.items())

# %% [markdown]
r"""
For directed edges the picture differs. With 10,000 records MST and `once` are about equal, although 24% of the arrows of MST are right and 38% of those of `once`, and all private methods are below half of the score of PC without privacy. With 100,000 records the planned pairs read by our search have the highest mean, 0.44, before `once-further` with 0.42, `once` with 0.40 and MST with 0.28. `once-further` draws few arrows: it finds 19% of the true ones, and `once` 46%. The rule named none of these differences, so they are descriptions.

## Which reading is the default?

From 100,000 records on `discover` uses `once-further`. On these networks `once` has the higher mean F1 there, at all four ε. We knew this at ε = 1 when we wrote down the goal, from the experiment `doubtful`.

:::{claim} B-default
:::

The verdict is {verdict}`B-default`. All eight intervals contain the limit of −0.01. The first column has the eight intervals with a common error of 1%, the second 95% intervals for each alone. Of the latter two exclude 0: the default is behind with 100,000 records and $\varepsilon=0.3$, and ahead with 10,000 and $\varepsilon=1$. We did not change the default, because a choice made on these networks can no longer be judged on them.
"""


# %%
def behind(records, epsilon, error):
    """Lead of the default over the other reading, over families."""
    own = judged.default(records)
    (other,) = {"once", "once-further"} - {own}
    one, two = (
        judged.score(table, records, m, epsilon) for m in (own, other)
    )
    return comparisons.over_families((one - two).dropna(), error)


readings = {}
for records in (10_000, 100_000):
    for epsilon in EPSILONS:
        found = [behind(records, epsilon, e) for e in (0.01 / 8, 0.05)]
        readings[f"{records:,}, ε = {epsilon:g}"] = [
            f"{b.value:+.3f} ({b.low:+.3f} to {b.high:+.3f})" for b in found
        ]
heads = ["lead of the default, common error 1%", "95%, alone"]
pd.DataFrame.from_dict(readings, orient="index", columns=heads)

# %% tags=["hide-input"]
every = [
    behind(records, epsilon, 0.01 / 8)
    for records in (10_000, 100_000)
    for epsilon in EPSILONS
]
assert len(every) == 8 and all(b.low < -0.01 < b.high for b in every)
alone = [behind(100_000, epsilon, 0.05) for epsilon in EPSILONS]
assert [b.high < 0 for b in alone] == [False, True, False, False]
fewer = [behind(10_000, epsilon, 0.05) for epsilon in EPSILONS]
assert [b.low > 0 for b in fewer] == [False, False, True, False]
assert all(b.low < 0 for b in alone) and all(b.high > 0 for b in fewer)
large = [behind(100_000, epsilon, 0.01 / 8) for epsilon in EPSILONS]
assert all(band.value < 0 and band.low < -0.01 < band.high for band in large)
worst = min(large, key=lambda band: band.value)
ends = worst.value, worst.low, worst.high  # in the results
assert np.allclose(ends, (-0.040, -0.143, 0.062), atol=6e-4)
kept = (
    table[(table.records == 100_000) & np.isclose(table.epsilon, 1.0)]
    .groupby("method")
    .precision.mean()
)
assert kept["once-further"] > kept["once"]

# %% [markdown]
r"""
## What the noise costs

We wanted the noise to cost at most 0.08 of F1 with 100,000 records and $\varepsilon=1$, compared with the same reading without noise and with PC without privacy. The means are about twice as large. The table has 95% intervals over families:
"""


# %%
def cost(reference, records):
    """How much F1 the default loses at ε = 1 against no noise."""
    own = judged.default(records)
    best, price = (WITHOUT, np.inf) if reference == WITHOUT else (own, 1000)
    one = judged.score(table, records, best, price)
    two = judged.score(table, records, own, 1.0)
    return comparisons.over_families((one - two).dropna(), 0.05)


assert NO_NOISE == 1000
costs = {
    f"against {reference}": {f"{n:,} records": cost(method, n) for n in SIZES}
    for reference, method in (
        ("PC, no privacy", WITHOUT),
        ("the same reading, no noise", None),
    )
}
pd.DataFrame(costs).map(
    lambda band: f"{band.value:.3f} ({band.low:.3f} to {band.high:.3f})"
)

# %% tags=["hide-input"]
private, noisy = (cost(method, 100_000) for method in (WITHOUT, None))
assert private.low > COST and noisy.low < COST < noisy.value
assert np.allclose((private.value, noisy.value), (0.181, 0.155), atol=6e-4)

# %% [markdown]
r"""
The rule asked for a whole interval below 0.08, so neither goal is met. Against PC without privacy the interval is above 0.08, and against the same reading without noise it contains 0.08.
"""

# %% tags=["hide-input"]
lines = {
    names[method]: [
        judged.score(first, 10_000, method, epsilon).mean()
        for epsilon in EPSILONS
    ]
    for method in ("once", MST, "curate", "em-pc")
}
ax = plots.curves(
    EPSILONS,
    lines,
    log="x",
    marked=True,
    xlabel="ε",
    ylabel="F1 of the skeleton",
    ylim=(0, 1),
)
ceiling = judged.score(first, 10_000, "once", NO_NOISE).mean()
ax.axhline(ceiling, color=plots.INK, linewidth=1, linestyle=":")
plots.show(
    ax,
    "Mean F1 of the skeleton on seven test networks of the second kind with 10,000 records, against ε; the dotted line is "
    "`once` without noise. At small ε the synthetic table has the highest mean, and all methods are far below the line.",
)

# %% tags=["hide-cell"]
reach = [one.high - one.value for one in strict.values()]
assert np.median(reach) > 0.2
few = judged.score(first, small, MST, 0.3).mean()
assert round(few / judged.score(first, small, "once", 0.3).mean(), 1) == 1.8
assert few < judged.score(first, small, WITHOUT, np.inf).mean() / 2

# %% [markdown]
r"""
## Deletions that exclude each other

In a triangle of strongly related columns, noise can make each of the three tests that hold the third column fixed find independence, and all three edges go. These findings exclude each other. Where all combinations of values are possible, $x\perp z\mid y$ and $x\perp y\mid z$ together imply that $x$ is independent of both (the *intersection property*, {cite:t}`pearl1988`). But $x$ was found dependent on each before, so at least one of the two findings is due to noise. `once-sparing` believes the one with the larger p-value and keeps the other edge, marked as doubtful. It reads the release of `once`, adds the tests of `once-further`, and measures nothing else.

:::{show} privcausal.graphs.ask_once.exclusions.excluded
:::

The rule was chosen on development networks, and was to be judged once:

:::{admonition} The experiment `sparing`
:class: note
Networks that no other experiment has drawn, from families that other experiments have used: seven `Lifelike` families and eleven of the first kind, two networks a family with 10,000 records and one with 100,000, and one of each of the seven with a million; and three samples of each of the seven published networks, on which `once` was tuned; `once-further` and `once-sparing` were tuned on development networks, other members of six and nine of these families. $(\varepsilon,\delta)=(1,10^{-6})$; substitution. The three readings have the same noise. Level and orders as in the library. Seed 24. Table `book/_data/experiments/sparing.csv`, made by `python -m privcausal experiments sparing --seed 24`.
:::

The rule was written down before: the whole interval of the lead over each other reading must lie above 0 on `Lifelike` networks, and above $-0.01$ on the first kind. The mean F1 is
"""

# %% tags=["hide-input"]
from privcausal.claims.experiments import sparing as spared
from privcausal.experiments.sparing import (
    READINGS,
    SPARING,
    SPARING_READING,
)

readings = load(SPARING_READING)
shown = {"lifelike": "Lifelike", "first": "first kind"}
shown |= {"published": "published"}
columns = {
    f"{label}, {n:,}": {
        method: spared.score(readings, kind, n, method).mean()
        for method in READINGS
    }
    for kind, label in shown.items()
    for n in spared.COMPARED
}
pd.DataFrame(columns).T.map(lambda f1: f"{f1:.2f}")

# %% [markdown]
r"""
The mean F1 of the CPDAG, in the same networks:
"""

# %% tags=["hide-input"]
whole = {
    f"{label}, {n:,}": readings[
        (readings.kind == kind)
        & (readings.records == n)
        & np.isclose(readings.epsilon, 1.0)
    ]
    .groupby("method")["cpdag f1"]
    .mean()[list(READINGS)]
    for kind, label in shown.items()
    for n in spared.COMPARED
}
whole = pd.DataFrame(whole).T
whole.map("{:.2f}".format)

# %% tags=["hide-input"]
fell = whole.loc["published, 100,000"]
assert fell["once"] - fell[SPARING] > 0.05
few = whole.loc["first kind, 10,000"]
said = [[0.81, 0.72], [0.39, 0.35]]  # as said below
pairs = [[one["once"], one[SPARING]] for one in (fell, few)]
assert np.round(pairs, 2).tolist() == said
rest = whole.drop(["published, 100,000", "first kind, 10,000"])
assert len(rest) == 4 and (rest[SPARING] > rest["once"]).all()
alpha = 0.01 / spared.COMPARISONS
leads = {
    (kind, n, other): spared.lead(
        readings, alpha, np.random.default_rng(0), other, kind, n
    )
    for kind in ("lifelike", "first")
    for n in spared.COMPARED
    for other in spared.OTHERS
}
assert all(band.value > 0 for band in leads.values())
assert not any(band.low > 0 for band in leads.values())
likely = [leads[place].value for place in leads if place[0] == "lifelike"]
assert 0.03 < min(likely) < max(likely) < 0.07
lines = {
    (shown[kind], f"{n:,}", f"over {other}"): (
        f"{band.value:+.3f} ({band.low:+.3f} to {band.high:+.3f})"
    )
    for (kind, n, other), band in leads.items()
}
pd.Series(lines).unstack()

# %% [markdown]
r"""
For directed edges `once` has the higher mean in two of the six rows: 0.81 against 0.72 for `once-sparing` on published networks with 100,000 records, and 0.39 against 0.35 on the first kind with 10,000. Every mean lead in the skeleton is positive, on `Lifelike` networks between 0.03 and 0.07, but none of the eight intervals lies above 0. By the rule it is therefore not shown that this reading is better.

:::{claim} B-sparing
:::

The verdict is {verdict}`B-sparing`, and {verdict}`B-sparing-first` on networks of the first kind.

:::{claim} B-sparing-first
:::

More than 98 in 100 of its edges that are not doubtful are right, in each of the seven rows of the table below, and of `once-further` at least 97. For `once` this fails: on networks of the first kind with 100,000 records 328 of its 348 unmarked edges are right, 94 in 100. So the mark was reliable for the two readings with tests of higher order. On `Lifelike` networks with 10,000 records it leaves only about five unmarked edges a network. Whether at least 95 in 100 are right in every row is {verdict}`B-sparing-right`: the interval at a million records begins below.

:::{claim} B-sparing-right
:::
"""

# %% tags=["hide-input"]
rights = {
    (kind, n): spared.share_right(
        readings, 0.05, np.random.default_rng(0), kind, n
    )
    for kind in shown
    for n in sorted(readings[readings.kind == kind].records.unique())
}
assert all(share.value > 0.98 for share in rights.values())
marks = {}
for kind, n in rights:
    rows = readings[(readings.kind == kind) & (readings.records == n)]
    rows = rows[np.isclose(rows.epsilon, 1.0)]
    sums = rows.groupby("method")[["unmarked", "unmarked right"]].sum()
    marks[f"{shown[kind]}, {n:,}"] = [
        (sums.loc[m, "unmarked"], sums.loc[m, "unmarked right"])
        for m in (SPARING, "once-further", "once")
    ]
kinds = readings[np.isclose(readings.epsilon, 1.0)]
kinds = kinds.groupby(["kind", "records", "method"])[["precision", "recall"]]
kinds = kinds.mean().unstack()
gained = kinds["recall"][SPARING] > kinds["recall"]["once"]
lost = kinds["precision"][SPARING] < kinds["precision"]["once"] - 0.001
assert (gained.sum(), lost.sum(), len(kinds)) == (5, 1, 7)
proportion = [[right / all_ for all_, right in row] for row in marks.values()]
assert min(row[0] for row in proportion) > 0.98
assert min(row[1] for row in proportion) >= 0.97
assert marks["first kind, 100,000"][2] == (348, 328)
assert min(row[2] for row in proportion) == 328 / 348 < 0.945
assert round(marks["Lifelike, 10,000"][0][0] / 14) == 5
assert [place for place, share in rights.items() if share.low < 0.95] == [
    ("lifelike", 1_000_000)
]
noise = {
    n: spared.cost(
        readings, 0.05, np.random.default_rng(0), SPARING, "lifelike", n
    )
    for n in spared.COMPARED
}
assert noise[100_000].value > COST and noise[10_000].value > 0.3
cells = {
    name: [f"{right:.0f} of {all_:.0f}" for all_, right in row]
    for name, row in marks.items()
}
heads = [SPARING, "once-further", "once"]
print("unmarked edges that are right")
print(pd.DataFrame(cells, heads).T)
print(
    "F1 lost to noise, Lifelike:",
    ", ".join(
        f"{band.value:.2f} with {n:,} records" for n, band in noise.items()
    ),
)

# %% [markdown]
r"""
The goal for the cost of noise is missed by this reading as well.

### Other prices

:::{admonition} The experiment `readings`
:class: note
Seven `Lifelike` families of 20 to 60 columns and the eleven families of the first kind, one new network of each; 10,000 and 100,000 records; $\varepsilon=0.1$, 0.3, 1 and 3 at $\delta=10^{-6}$; substitution. The three readings have the same noise; one draw at each ε. The families were used before; `once-sparing` was tuned on other members of six and nine of them. Seed 24. Table `book/_data/experiments/readings.csv`, made by `python -m privcausal experiments readings --seed 24`.
:::

The rule, written down before, asks that `once-sparing` be nowhere more than 0.01 behind another reading. Its lead in mean F1 over the better of the two others is
"""

# %% tags=["hide-input"]
from privcausal.experiments.readings import READINGS_COMPARED

priced = load(READINGS_COMPARED)
place = ["kind", "records", "epsilon"]
f1 = priced.set_index([*place, "family", "member", "method"]).f1.unstack()
ahead = f1.drop(columns=SPARING).rsub(f1[SPARING], axis=0)
least = ahead.groupby(place).mean().min(axis=1)
alpha = 0.01 / (2 * len(least))
lows = [
    spared.difference(
        f1.loc[spot, SPARING],
        f1.loc[spot, other],
        alpha,
        np.random.default_rng(0),
    ).low
    for spot in least.index
    for other in ahead
]
sums = priced[priced.method == SPARING].groupby(place)
unmarked = sums[["unmarked", "unmarked right"]].sum()
right = unmarked["unmarked right"] / unmarked["unmarked"]
assert least.min() > -0.01 and (least > 0).sum() == 14
assert (sum(low > -0.01 for low in lows), len(lows)) == (2, 32)
assert right.min() > 0.98
assert unmarked.sum().astype(int).tolist() == [2304, 2298]
small = unmarked["unmarked"].loc["lifelike", 10_000].astype(int).tolist()
assert small == [1, 10, 35, 85]
least.unstack().rename(shown, level="kind").map("{:+.3f}".format)

# %% [markdown]
r"""
By the means it is nowhere more than 0.01 behind, and ahead in 14 of the 16 places. But of the 32 intervals, which share an error of 1%, all but two reach below $-0.01$. Of its unmarked edges 2,298 of 2,304 are right over all places, and more than 98 in 100 in each. But on the seven `Lifelike` networks with 10,000 records there are only 1, 10, 35 and 85 of them at the four ε.

### How sure

Its edges get probabilities as in {doc}`45_how_sure`, by maps of their own.

:::{admonition} The experiment `sparing-calibration`
:class: note
Tables of categories drawn as in `calibration` ({doc}`45_how_sure`): 200 on which the maps are tuned, 160 of other networks of the same generator, 30 of other families, and the 28 of the test half of `Lifelike` that `calibration` used; 2 to 80 columns; 1,000 to 200,000 records; $\varepsilon$ from 0.1 to 10, on the test half 1. Rule: nine in ten of what is called at least 90% sure must be right. Seed 24. Table `book/_data/experiments/sparing-calibration.csv`, made by `python -m privcausal experiments sparing-calibration --seed 24`.
:::

The proportion right among the edges called at least 90% sure:
"""

# %% tags=["hide-input"]
from privcausal.claims.experiments.calibration import share_right
from privcausal.experiments.sparing_calibration import SPARING_CALIBRATION

sure = load(SPARING_CALIBRATION)
parts = {
    "check": "other networks, same generator",
    "stranger": "other families",
    "sealed": "test half, second kind",
}
called = {
    (label, f"{kind}s"): share_right(
        sure, 0.05, np.random.default_rng(0), SPARING, kind, part=part
    )
    for part, label in parts.items()
    for kind in ("pair", "arrow")
}
below = [place for place, one in called.items() if one.low < 0.9]
assert below == [(parts[p], "arrows") for p in ("stranger", "sealed")]
assert all(one.value > 0.9 for one in called.values())
shares = [called[place].value for place in below]
assert np.allclose(shares, [326 / 351, 74 / 80])
tables = sure[sure.what == "table"].groupby("part").size()
assert tables[["development", *parts]].tolist() == [200, 160, 30, 28]
pd.Series(
    {
        spot: f"{one.value:.3f} right ({one.low:.3f} to {one.high:.3f})"
        for spot, one in called.items()
    }
).unstack()

# %% [markdown]
r"""
These are 95% bootstrap intervals over tables, on the test half over its seven families; an end at 1.000 is an artefact of resampling. For pairs all three lie above nine in ten. For arrows those of the other families, with 326 of 351 right, and of the test half, with 74 of 80, reach below it, although both means are above.

`discover` does not choose this reading by itself, because no rule is met. In `sparing` its mean recall of the skeleton is higher than that of `once` in five of seven rows, and its mean precision lower by more than 0.001 in one; none of this is decided. Ask for it by `--method once-sparing`.

## Related work

MST is the method of {cite:t}`mckenna2021`; it, PrivBayes {cite}`zhang2017` and AIM {cite}`mckenna2022` release synthetic tables. {cite:t}`binkyte2023` compare local randomisation mechanisms by the graphs that PC-like methods learn from the randomised records, in the stricter local model of privacy; we read their abstract. {cite:t}`privpc2020` and {cite:t}`curate2024` compare private searches with each other, and not with synthetic tables.

## Limitations

The networks are simulated, and by medians farther from published networks than the first kind in eight of eleven statistics ({doc}`47_on_networks_nobody_tuned_on`). Nothing here was measured on real tables. Seven families are few: half of the 30 intervals reach more than 0.2 to either side. MST and the repaired methods are our implementations, and AIM, the planned triples and PrivBayes were not run here. Networks with more than 60 columns were not tried.

**What to use.** With 10,000 records and $\varepsilon$ below about 1 the default finds little, and PC on a table by MST had 1.8 times its mean F1 here at $\varepsilon=0.3$, itself less than half of that of PC without privacy. With more, begin with `discover`.

**Next.** A graph says what causes what. {doc}`48_how_much` estimates how large the effects are.
"""
