# %% [markdown]
r"""
# Numeric columns: partial correlations from one release, compared

:::{chapter}
:asks: How much of a linear model does one release of numeric columns keep, and where does it fail?
:needs: 44_ask_once, 47_on_networks_nobody_tuned_on
:::

`once-correlations` releases the *shape* of the joint distribution once, that is, a scatter matrix up to its scale, and searches it by partial correlations. This chapter evaluates it on test models, and compares it with three constructions of ours, after PACE-GGM, Fed-Sparse-BNSL and PrivCRT, by the rules of {doc}`47_on_networks_nobody_tuned_on`.

## Results

All models were simulated by us. Privacy is $(\varepsilon,\delta)=(1,10^{-6})$ under the substitution of one record, as {doc}`44_ask_once` proves. **The test models are not fully held out:** `once-correlations` was changed after an earlier variant had been run on them.

**Scores.** This is the mean F1 of the skeleton on the test models:

| | 1,000 records | 10,000 | 100,000 |
| --- | --- | --- | --- |
| `once-correlations` | 0.04 | 0.85 | 0.92 |
| PC, no privacy | 0.89 | 0.92 | 0.94 |

With a thousand records the method finds almost nothing. It also fails where the units of the columns differ by a factor of about a thousand and no ranges are declared: on one such model with 10,000 records its F1 is 0.42, against 0.97 without privacy. `once-linear`, which orders columns by their variances, has a precision below 0.8 with 10,000 records or more, on both sets.

**Comparisons.** Each cell is a difference in F1 with its simultaneous 95% interval over families of models. The first method is *ahead* if the whole interval is above 0, and the comparison is *undecided* if it contains 0. In the second line the family of different units is left out, which was decided in part after the results were known:
"""

# %% tags=["hide-input"]
import numpy as np
import pandas as pd

from privcausal.experiments import comparisons
from privcausal.experiments.baselines_numbers import BASELINES_NUMBERS
from privcausal.experiments.baselines_numbers import all_entries
from privcausal.experiments.execution import load
from privcausal.experiments.heldout import price
from privcausal.experiments.heldout_linear import HELDOUT_LINEAR
from privcausal.experiments.heldout_networks import linear, linear_families
from privcausal.graphs.ask_once.differences import Differences
from privcausal.graphs.ask_once.partial_correlations import LOOKS
from privcausal.graphs.ask_once.partial_correlations import (
    effective_sample_size,
    search_graph,
)
from privcausal.graphs.ask_once.private_shape import private_shape
from privcausal.graphs.methods.once_correlations import expected_sample_size
from privcausal.graphs.models.linear_gaussian import varsortability
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import cpdag

names = {
    "pc, Fisher's z": "PC, no privacy",
    "once, correlations": "once-correlations",
    "once-linear": "once-linear",
    "random": "random graph",
}

# %% tags=["hide-input"]
tested, compared = load(HELDOUT_LINEAR), load(BASELINES_NUMBERS)
several = tested[tested.family != "units"]
called = names | {
    "PACE-GGM, then PC": "after PACE-GGM, then PC",
    "all entries, then PC": "all entries, then PC",
    "Fed-Sparse-BNSL": "after Fed-Sparse-BNSL",
    "PC asks PrivCRT": "PC, tests after PrivCRT",
}
parts = {
    "test set": (tested, "heldout-linear"),
    "test set without units": (several, "heldout-linear"),
    "development set": (compared, "baselines-numbers"),
}
lines = {}
for part, (rows, experiment) in parts.items():
    leads = comparisons.leads(rows, comparisons.PAIRS[experiment])
    lines[part] = comparisons.overview(leads, called, [10_000, 100_000])
pd.concat(lines, names=["models", "first − second"])

# %% [markdown]
r"""
With 1,000 records PC without privacy is far ahead on the test set. The experiments are `heldout-linear` and `baselines-numbers`.

**Known and new.** Every ingredient of the release is known: the shape from directions {cite:p}`tyler1987`, from differences of pairs {cite:p}`sirkia2007`, and whitening by earlier private releases {cite:p}`kamath2019,biswas2020`. We have not seen directions and private whitening combined elsewhere. The comparison methods are not those of the authors but our constructions after the published ideas.

## The method `once-correlations`

What is released, and how large is its noise? The method has three steps.

1. *Differences.* People are paired at random, and each pair is replaced by its difference. No centre has to be declared then, but 10,000 records become 5,000 differences.
2. *Directions.* Each difference is divided by its length, and the second moments of these directions are released several times. Each release whitens the data for the next one, so that in the last release all directions have about the same variance.
3. *Tests.* Partial correlations are computed from the release and tested by Fisher's test.

The last step needs to know how large the noise is. On the diagonal of the released matrix its variance is twice that on the other entries. The sampling error of second moments has the same form, so the noise acts like a smaller sample, and Fisher's test can use an *effective sample size*. It can be forecast from public numbers, here for tables of 10, 20 and 50 columns:

:::{show} privcausal.graphs.ask_once.partial_correlations.effective_sample_size
:::
"""

# %%
worth = {
    f"{records:,} records": [
        f"{expected_sample_size(records, d, price()):,.0f}"
        for d in (10, 20, 50)
    ]
    for records in (1_000, 10_000, 100_000)
}
pd.DataFrame(worth, ["10 columns", "20 columns", "50 columns"]).T

# %% [markdown]
r"""
`once-linear` uses a release of the same kind, and orders the columns by their variances.

## Results on the test models

From how many records on is the release as good as the records?

:::{admonition} The experiment `heldout-linear`
:class: note
Linear models. Test set: ten families with two models each, two of the families not in the development set; $d$ from 10 to 50; 1,000, 10,000 and 100,000 records. $(\varepsilon,\delta)=(1,10^{-6})$; substitution. Level 1%; orders up to 6. NOTEARS, NOLEAKS and the score-based CURATE of {doc}`43_saving_budget_for_the_end`, the last two with 100 steps, on one model of three families with 10,000 records. One sample and one draw of noise per model and size. Seed 14; models from seed 20261122. `once-correlations` was changed after an earlier variant had been run on these models. Table `book/_data/experiments/heldout-linear.csv`, made by `python -m privcausal experiments heldout-linear --seed 14`.
:::
"""

# %%
comparisons.scores(tested, names)

# %% tags=["hide-cell"]
at = tested.pivot_table("f1", "method", "records").round(2)
assert at.loc["once, correlations"].tolist() == [0.04, 0.85, 0.92]
assert at.loc["pc, Fisher's z"].tolist() == [0.89, 0.92, 0.94]

# %% tags=["hide-cell"]
leads = comparisons.leads(tested, comparisons.PAIRS["heldout-linear"])
comparisons.as_table(leads, names)

# %% [markdown]
r"""
With a thousand records almost nothing is detected, because the effective sample size is below fifty.

In the family "units" the units differ by a factor of about a thousand, so that the columns of largest variance dominate the first releases. An earlier version of this chapter left it out, as listed in {doc}`47_on_networks_nobody_tuned_on`. Both tables without it are folded here:
"""

# %% tags=["hide-cell"]
comparisons.scores(several, names)

# %% tags=["hide-cell"]
leads = comparisons.leads(several, comparisons.PAIRS["heldout-linear"])
comparisons.as_table(leads, names)

# %% [markdown]
r"""
Leaving out this family raises the mean F1 of `once-correlations` with 10,000 records, and shortens the interval so much that PC is ahead. The finding that counts is that of all families. In the next table each cell is the F1 on one model of a family with 10,000 records. NOTEARS, NOLEAKS and the score-based CURATE were run on single models; no comparison is intended:
"""

# %%
at = tested[(tested.records == 10_000) & (tested.member == 0)]
names |= {"notears": "NOTEARS, no privacy"}
names |= {"noleaks": "NOLEAKS", "curate-scores": "CURATE, score-based"}
view = at.pivot_table("f1", "family", "method", sort=False)
view = view[[m for m in names if m != "random"]].rename(columns=names)
view.map(lambda f1: "–" if np.isnan(f1) else f"{f1:.2f}")

# %% tags=["hide-cell"]
units = view.loc["units", ["PC, no privacy", "once-correlations"]]
assert units.round(2).tolist() == [0.97, 0.42]  # as said in the results
for rows in (tested, several, compared):
    linear_rows = rows[
        (rows.method == "once-linear") & (rows.records > 1_000)
    ]
    assert (linear_rows.groupby("records").precision.mean() < 0.8).all()

# %% [markdown]
r"""
### What the variances reveal

Simulated linear models often reveal the causal order by their variances {cite:p}`reisach2021` or, after standardisation, by the proportion $R^2$ of variance that the other columns explain {cite:p}`reisach2023`. Could a method score well here for this reason, which real tables do not offer? Both measures are 1 if the order is revealed, and near 0.5 if they say nothing about it:
"""

# %% tags=["hide-input"]
lines = {}
for family in linear_families("judging"):
    world = linear("judging", family, 0)
    covariance = world.covariance
    inverse = np.linalg.inv(covariance).diagonal()
    explained = 1 - 1 / (covariance.diagonal() * inverse)
    by_r2 = varsortability(world.dag, explained)
    lines[family] = (world.varsortability, by_r2)
sortable = pd.DataFrame(lines, ["by variance", "by R²"]).T.round(2)
sortable

# %% [markdown]
r"""
No method here uses $R^2$. In the model of *equal noises* above, the variances reveal the order and `once-linear` finds every edge.

## Comparison methods, on development models

Do other private ways to a covariance, or to a graph, keep more? Of the three papers we read the abstract and the first page, of the second also two summaries by others, and no program. All three methods are therefore *our constructions after the published idea*, and a difference says nothing about the authors' methods. Names with *after* denote the constructions.

| Method | From the paper | Ours |
| --- | --- | --- |
| PACE-GGM {cite:p}`ferrando2026` | bounds per column; select a poorly approximated entry of the covariance, measure it with Gaussian noise, reconstruct by maximum entropy | selection by the exponential mechanism, division of the budget, 2.5 pairs per column, no pair twice |
| Fed-Sparse-BNSL {cite:p}`fassy2025` | squared error of NOTEARS with a penalty; single weights are selected and changed by noisy gradients | one site, clipping, score, number of steps, threshold |
| PrivCRT {cite:p}`kalemaj2024` | the rank of a statistic among redrawn ones, selected privately | exponential mechanism, bound on the residuals, linear kernel, budget for PC, two orders |
| All entries at once | the baseline of the first paper | the same bounds, one release |

PC searches the covariances of the first and the last with an effective sample size. We do not know the neighbour relation of the papers. Here every method is charged for a substitution: a sum of products of two numbers within $\pm b$ then changes by at most $2b^2$, and a sum of squares by $b^2$.

The comparison methods have two advantages. They know that all variances are 1, so bounds of $\pm2$ can be declared, and the construction after PrivCRT knows the true conditional distribution of each column.

:::{admonition} The experiment `baselines-numbers`
:class: note
Five development families of standardised models, models 2 to 4 of each; $d$ from 10 to 20; 10,000 and 100,000 records. $(\varepsilon,\delta)=(1,10^{-6})$; substitution. Level 1%, for the tests after PrivCRT 5%; orders up to 6, for these tests 0 and 1. One sample and one draw of noise per model and size; seed 0. No method was tuned on these fifteen models; comparison methods were tuned on models 0 and 1 of three families, ours on models 0 and 1. Tasks fixed before the first run. Table `book/_data/experiments/baselines-numbers.csv`, made by `python -m privcausal experiments baselines-numbers --seed 0`.
:::
"""

# %% tags=["hide-input"]
present = set(compared.method)
shown = {method: name for method, name in called.items() if method in present}
comparisons.scores(compared, shown)

# %% tags=["hide-cell"]
leads = comparisons.leads(compared, comparisons.PAIRS["baselines-numbers"])
comparisons.as_table(leads, called)

# %% [markdown]
r"""
On these development models the means of `once-correlations` are the highest of the private methods at both sizes, but five families establish only large differences. The distance from the construction after PACE-GGM, for example, is large on the dense family and small on others:
"""

# %%
large = compared[compared.records == 100_000]
view = large.pivot_table("f1", "family", "method")[list(shown)[1:]]
view.rename(columns=shown).round(2).T.rename_axis(index=None)

# %% [markdown]
r"""
On the dense family there are as many edges as pairs that our construction **after PACE-GGM** measures, 2.5 per column by our choice. The one **after Fed-Sparse-BNSL** draws mostly correct edges and misses many. The one **after PrivCRT** is a private test for each query: on twenty columns PC makes 190 tests at order 0 alone, so each has a small part of the budget.

### Directions or whitening?

`once-correlations` differs from *all entries* in three respects: differences of random pairs, which are half as many vectors and need no centre; directions instead of bounds; and six releases of which all but the first are whitened. The next table separates the last from the first two, which its first step changes at once, on the same development models with 10,000 records and new draws: one release of directions has no whitening, two have one.

:::{admonition} Set-up: directions or whitening
:class: note
The fifteen models of `baselines-numbers`, with 10,000 records each; $(\varepsilon,\delta)=(1,10^{-6})$; substitution; orders up to 6 at the level 1%. One sample, one pairing and one draw of noise per model, from seed 51; nothing was tuned for it. Runs in this notebook: `notebooks/51_numeric_columns_compared.py`, by `make notebooks`.
:::
"""

# %% tags=["hide-input"]
budget, lines = price(), []
for case in (c for c in BASELINES_NUMBERS.tasks() if c["records"] == 10_000):
    world = linear("development", case["family"], case["member"])
    rng = np.random.default_rng(51)
    records = world.sample(case["records"], rng)
    pairs, truth = Differences.paired(records, rng), cpdag(world.dag)
    graphs = {"all entries": all_entries(records, budget, rng)}
    for looks, label in ((1, "one release"), (2, "two"), (6, "all six")):
        options = {"budget": budget, "rng": rng, "schedule": LOOKS[:looks]}
        shape = private_shape(pairs, **options)
        size = effective_sample_size(shape, len(pairs))
        graphs[f"directions, {label}"] = search_graph(shape.matrix, size)[0]
    for label, graph in graphs.items():
        f1 = skeleton_scores(graph, truth).f1
        lines.append({**case, "method": label, "f1": f1})
ablation = pd.DataFrame(lines).pivot_table(
    "f1", "method", "records", sort=False
)
ablation = ablation.rename_axis(index=None).sort_index(axis=1)
ablation.rename(columns="{:,}".format).map("{:.2f}".format)

# %% tags=["hide-input"]
entries, one, two, six = (ablation.loc[label] for label in ablation.index)
assert (one - entries > 0.03).all() and (abs(six - one) < 0.03).all()

# %% [markdown]
r"""
On these standardised models most of the difference is due to directions and differences together, and whitening changes the mean by less than 0.03. This is one draw without an interval, and it says nothing about columns whose units differ, for which whitening is meant.

## Related work

*Private covariances.* *All entries* is the Gaussian mechanism on a covariance matrix, known as *Analyze Gauss* {cite:p}`dwork2014gauss`, with bounds for each column. To whiten by an earlier private release is known as *private preconditioning* {cite:p}`kamath2019`, and {cite:t}`biswas2020` repeat it in *CoinPress*, which clips instead of taking directions. CoinPress was not run here; {doc}`44_ask_once` runs it on models of equal noise.

*Shape.* {cite:t}`tyler1987` characterises the shape as the one under which directions are round. Estimates of scatter from the differences of pairs need no centre, and are known as *symmetrised* {cite:p}`sirkia2007`. They use all pairs, whereas we use each person once, so that one person changes one difference ({doc}`44_ask_once`).

*Private tests.* PrivGCM, the other test of {cite:t}`kalemaj2024`, was not run. Of the papers in this section we read abstracts and excerpts.

## Limitations

The models are linear, with at most 50 columns. No ranges were declared. The library divides each number by its declared range first, which would remove different units, but this was not measured on the test models. The three comparison methods are constructions of ours, and five families decide only large differences. Which part of `once-correlations` matters was measured on standardised development models only.

**Which method to use.** We begin with `once-correlations`; the comparisons do not decide against the construction after PACE-GGM. With a thousand records no private method here is adequate; `plan` forecasts what could be detected.

**Next.** {doc}`52_held_back_networks` compares the methods for categories on simulated networks of other kinds, and on which no method was developed.
"""
