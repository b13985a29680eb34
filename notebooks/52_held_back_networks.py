# %% [markdown]
r"""
# Networks like real tables, held back: what the default is worth

The networks of {doc}`50_discrete_columns_compared` are kinder than real tables. Real columns have rare values, copies of each other and joint effects.
This chapter compares every private method for categories in the library on simulated networks with these properties, which no method was developed on, at four values of ε.
Two of our three goals are missed there, and a synthetic table is better than ours at small budgets.

## Results

Privacy is $(\varepsilon,10^{-6})$ under the substitution of one record.

| Statement | Rests on | Finding |
| --- | --- | --- |
| The default loses at most 0.01 of F1 against the better reading of its release | `sealed-comparison` | {verdict}`B-default` |
| The default is ahead of CURATE, Priv-PC, EM-PC and SVT-PC | `sealed-comparison` | {verdict}`B-ahead-sealed` |
| PC on a synthetic table by MST is ahead of the default with 10,000 records and ε ≤ 0.3 | `sealed-comparison` | {verdict}`B-mst-ahead` |
| Noise costs at most 0.08 of F1 with 100,000 records and ε = 1 | `sealed-comparison` | missed |
| A reading that deletes sparingly is ahead of both others | `sparing` | {verdict}`B-sparing` |
"""

# %% tags=["hide-input"]
import numpy as np
import pandas as pd

from privcausal import plots
from privcausal.claims.experiments import sealed_comparison as judged
from privcausal.experiments.execution import load
from privcausal.experiments.heldout import NO_NOISE
from privcausal.experiments.sealed_comparison import (
    COST,
    EPSILONS,
    MST,
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
    "curate": "CURATE, repaired",
    "priv-pc": "Priv-PC, repaired",
    "em-pc": "EM-PC, repaired",
    "svt-pc": "SVT-PC, repaired",
}

# %% [markdown]
r"""
## The comparison

:::{admonition} The experiment `sealed-comparison`
:class: note
Simulated networks like real tables (`lifelike`), held-back half: seven families of 20 to 60 columns, two networks a family with 10,000 records and one with 100,000. $\varepsilon=0.1$, 0.3, 1 and 3 at $\delta=10^{-6}$; substitution. Level and orders as in the library. The two readings of one release have three draws of noise, all other methods one, in the first network of each family; with 100,000 records the other methods have $\varepsilon=1$ only. No method was tuned on these networks, but the rule that marks doubtful edges had been judged on them before. For want of processor time the list of tasks was shortened three times, each time before a result was read. Seed 24. Table `book/_data/experiments/sealed-comparison.csv`, made by `python -m privcausal experiments sealed-comparison --seed 24`.
:::

The rule was written down before the first result. The score of a method in a network is its mean F1 over the draws of noise. A method is ahead of another if the whole band of the mean difference lies above 0, where the bands are over families, because networks of one family resemble each other. All comparisons with other methods share an error of 1%.

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
No method is ahead everywhere. With 10,000 records and a small ε, the synthetic table has the highest F1 of all private methods. MST measures each column and then only as many pairs as columns, so each number has little noise, and PC finds the strongest edges in it. Our release divides the same budget over all pairs.

:::{claim} B-mst-ahead
:::

At $\varepsilon\ge1$, and with 100,000 records, the difference is undecided. A release with equal noise on all pairs, searched by our own method, is close to the default as well: only with 10,000 records and $\varepsilon=1$ is the default ahead of it.
"""


# %% tags=["hide-input"]
def lead(other, n, epsilon):
    """Lead of the default over another method: mean, lower and upper end of its band."""
    alpha = 0.01 / judged.COMPARISONS
    found = judged.lead(
        table, alpha, np.random.default_rng(0), other, n, epsilon
    )
    return found.value, found.low, found.high


leads = {
    (other, *spot): lead(other, *spot)
    for other in (MST, PLANNED)
    for spot in judged.SPOTS
}
assert all(leads[MST, 10_000, e][2] < 0 for e in (0.1, 0.3))
assert all(
    leads[MST, *spot][1] < 0 < leads[MST, *spot][2]
    for spot in ((10_000, 1.0), (10_000, 3.0), (100_000, 1.0))
)
assert [spot for spot in judged.SPOTS if leads[PLANNED, *spot][1] > 0] == [
    (10_000, 1.0)
]
shown = {
    f"{n:,}, ε = {e:g}": [leads[other, n, e] for other in (MST, PLANNED)]
    for n, e in judged.SPOTS
}
pd.DataFrame(shown, ["over MST, then PC", "over all pairs"]).T.map(
    lambda band: f"{band[0]:+.3f} ({band[1]:+.3f} to {band[2]:+.3f})"
)

# %% [markdown]
r"""
Against the methods that pay for each test, one release for all tests is ahead:

:::{claim} B-ahead-sealed
:::

The verdict is {verdict}`B-ahead-sealed`. At smaller ε it is not claimed: with 10,000 records and $\varepsilon=0.1$ no method finds much, and CURATE finds more than the default.
"""

# %% tags=["hide-input"]
small = rows["CURATE, repaired"][0], rows["once"][0]
assert small[0] > small[1], small
assert (
    max(values[0] for name, values in rows.items() if name != names[WITHOUT])
    < 0.25
)

# %% [markdown]
r"""
## Which reading is the default?

`discover` reads a release further if there are at least 100,000 records. On these networks this was not the better choice for F1: the default is slightly behind `once` there.

:::{claim} B-default
:::

The verdict is {verdict}`B-default`: each band with 100,000 records contains the limit. We did not change the default after seeing this, because a choice that is made on held-back networks can no longer be judged on them.
"""


# %% tags=["hide-input"]
def behind(n, epsilon):
    """Lead of the default over the other reading, and the same for precision."""
    return judged.lead_over_reading(
        table, 0.05, np.random.default_rng(0), n, epsilon
    )


large = [behind(100_000, epsilon) for epsilon in EPSILONS]
assert all(band.value < 0 and band.low < -0.01 < band.high for band in large)
kept = (
    table[(table.records == 100_000) & np.isclose(table.epsilon, 1.0)]
    .groupby("method")
    .precision.mean()
)
assert kept["once-further"] > kept["once"]

# %%
curves = {
    "default": [behind(10_000, e).value for e in EPSILONS],
    "with 100,000 records": [b.value for b in large],
}
pd.DataFrame(curves, [f"ε = {e:g}" for e in EPSILONS]).round(3).rename(
    columns={"default": "with 10,000 records"}
)

# %% [markdown]
r"""
## What the noise costs

We wanted the noise to cost at most 0.08 of F1 with 100,000 records and $\varepsilon=1$, compared with the same reading without noise and with PC without privacy. It costs about twice as much:
"""

# %%
costs = {}
for reference in (WITHOUT, "the same reading, no noise"):
    for n in SIZES:
        found = judged.cost(
            table, 0.05, np.random.default_rng(0), reference, n, 1.0
        )
        costs.setdefault(f"against {names.get(reference, reference)}", {})[
            f"{n:,} records"
        ] = found
pd.DataFrame(costs).map(
    lambda band: f"{band.value:.3f} ({band.low:.3f} to {band.high:.3f})"
)

# %% tags=["hide-input"]
assert all(
    costs[reference]["100,000 records"].value > 1.5 * COST
    for reference in costs
)

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
    "Mean F1 of the skeleton on held-back networks like real tables with 10,000 records, against ε; the dotted line is "
    "`once` without noise. At small ε the synthetic table is ahead, and all methods are far below the line.",
)

# %% [markdown]
r"""
## Deletions that exclude each other

Noise does not cost weak edges alone. In a triangle of strongly related columns, each of the three tests that hold the third column fixed can be so blurred that it finds independence, and all three edges go.

These three findings exclude each other. Where all combinations of values are possible, $x\perp z\mid y$ and $x\perp y\mid z$ together imply that $x$ is independent of both (the *intersection property*, {cite:t}`pearl1988`). But $x$ was found dependent on each before, so at least one of the two findings is due to noise. `once-sparing` believes the one with the larger p-value and keeps the other edge, marked as doubtful. It reads the release of `once`, adds the tests of `once-further`, and measures nothing else.

:::{show} privcausal.graphs.ask_once.sparing.excluded
:::

The rule that held two separations against each other even if they were found given sets of different sizes was chosen on development networks. Whether it is better was to be judged once:

:::{admonition} The experiment `sparing`
:class: note
Networks that no other experiment has drawn: seven families like real tables and eleven of the first kind, two networks a family with 10,000 records and one with 100,000, and one of each of the seven with a million; and three samples of each of the seven published networks, on which `once` was tuned; `once-further` and `once-sparing` were tuned on development networks. $(\varepsilon,\delta)=(1,10^{-6})$; substitution. The three readings have the same noise. Level and orders as in the library. Seed 24. Table `book/_data/experiments/sparing.csv`, made by `python -m privcausal experiments sparing --seed 24`.
:::

The rule was written down before: the whole band of the lead over each other reading must lie above 0 on networks like real tables, and above $-0.01$ on the first kind. The mean F1 is
"""

# %% tags=["hide-input"]
from privcausal.claims.experiments import sparing as spared
from privcausal.experiments.sparing import (
    READINGS,
    SPARING,
    SPARING_READING,
)

readings = load(SPARING_READING)
shown = {"lifelike": "like real tables", "first": "first kind"}
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

# %% tags=["hide-input"]
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
above = [place for place, band in leads.items() if band.low > 0]
assert above == [
    ("lifelike", 10_000, "once-further"),
    ("first", 10_000, "once-further"),
]
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
Every mean lead is positive, on networks like real tables between 0.03 and 0.07, but with seven families the bands are wide, and only two of the eight, both over `once-further` with 10,000 records, lie above 0. By the rule it is therefore not shown that this reading is better.

:::{claim} B-sparing
:::

The verdict is {verdict}`B-sparing`, and {verdict}`B-sparing-first` on networks of the first kind.

:::{claim} B-sparing-first
:::

More than 98 in 100 of its edges that are not doubtful are right. That at least 95 are, wherever it was tried, is {verdict}`B-sparing-right`: one of the bands reaches below.

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
print(
    "F1 lost to noise, like real tables:",
    ", ".join(
        f"{band.value:.2f} with {n:,} records" for n, band in noise.items()
    ),
)

# %% [markdown]
r"""
The goal for the cost of noise is missed by this reading as well. `discover` does not choose it by itself: its edges have no probabilities yet, and the rule is not met. Ask for it by `--method once-sparing` where missing a strong edge is worse than drawing a false one.

## Limitations

The networks are simulated, although their margins and gates were chosen to resemble those of published networks; {doc}`47_on_networks_nobody_tuned_on` compares their statistics. Seven families are few, and most other methods have one draw of noise in each network. MST is our implementation, and AIM was not run here. The repaired methods are ours too. Networks with more than 60 columns or a million records were not tried.

**What to use.** With 10,000 records and $\varepsilon$ below about 1, expect little from any method here, and ask `plan` first. With more, begin with `discover`.

**Next.** A graph says what causes what. {doc}`48_how_much` estimates how large the effects are.
"""
