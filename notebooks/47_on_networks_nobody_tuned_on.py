# %% [markdown]
r"""
# Held-out evaluation of private graph learning

:::{chapter}
:asks: When has a comparison shown that one method is better than another?
:needs: c14_ask_once, 35_at_equal_honest_price
:::

The method `once` was developed on seven published networks ({doc}`35_at_equal_honest_price`), and good results on development data are weak evidence.
This chapter says how we judge methods: on which simulated networks, after which choices on which data, and with which correction for many comparisons. {doc}`50_discrete_columns_compared` applies the rules to categories, and {doc}`51_numeric_columns_compared` to numbers.

## Results

An interval *decides* a comparison of two methods if it excludes 0.

- **Uncorrected** intervals over networks decide 25 of 37 comparisons. **Our rule** decides 8, {ref}`which are listed below <decided>`.
- **Between private methods** it decides 6 of 29. The other two are leads of PC *without* privacy.
- **For the book's methods** for categories it decides nothing, except against MST. The constants of MST were not tuned, whereas the floor of `once-further` was chosen on networks of these families.

**The main limitation is the number of families.** The five experiments have between five and eleven, and most are families of development networks too. All networks in this chapter and the next two were simulated by us; {doc}`35_at_equal_honest_price` treats published ones.

| Statement | Rests on | Status |
| --- | --- | --- |
| The test set of `heldout` was drawn and scored once. Nine of its eleven families are those of the development set: its networks are new, and by our rule only two of its units are. For `heldout-linear` it is two of ten. | the list | {ref}`listed <chosen-on-which-data>` |
| The test set of `heldout-linear` was used twice, and the test families of `Lifelike` by six experiments. The list has seven exceptions: six choices were made after test results were known, and for one this is not recorded. Five of the seven, the unrecorded one among them, concern `heldout` and `heldout-linear`. | the list | {ref}`listed <chosen-on-which-data>` |
| With 10,000 records, `once-further` has the higher mean F1 on the nine development networks of `heldout`. On the eighteen networks of `baselines`, which are from the same families, and on the test set, `once` has the higher mean. All three comparisons are undecided. | `heldout`, `baselines` | measured |
| Columns with rare values: 12% in the networks of the first kind, 17% in the published ones, 38% in a second kind. Nearly determined columns: 2.4%, 2.4% and 12%. | `lifelike` | measured |

"""

# %% tags=["hide-input"]
import math

import numpy as np
import pandas as pd
from scipy.stats import t as student

from privcausal.experiments import comparisons
from privcausal.experiments.baselines import BASELINES
from privcausal.experiments.baselines_aim import with_baselines
from privcausal.experiments.baselines_numbers import BASELINES_NUMBERS
from privcausal.experiments.execution import load
from privcausal.experiments.heldout import HELDOUT
from privcausal.experiments.heldout_linear import HELDOUT_LINEAR
from privcausal.experiments.heldout_networks import MEMBERS
from privcausal.experiments.heldout_networks import (
    categorical,
    families,
    linear_families,
)
from privcausal.experiments.lifelike import LIFELIKE

table = load(HELDOUT)

# %% [markdown]
r"""
## The methods that are judged

`once` releases the interactions of all pairs of columns with Gaussian noise, chooses from them which triples could explain an edge, and releases these as well. PC then tests conditional independence on the release, with at most two conditioning variables ({doc}`35_at_equal_honest_price`, {prf:ref}`B-once-pairs`, {prf:ref}`B-once-sets`, {prf:ref}`B-once-tables`).
`once-further` searches the same release with additional tests and another rule for orientation ({doc}`50_discrete_columns_compared`).
`once-correlations` releases the shape of the joint distribution of numbers and searches it by partial correlations ({doc}`44_ask_once`).

## Development set and test set

Both sets were fixed as code with seeds before anything was measured. The test set, which code and tables call *judging* and other chapters *test half*, has other members of the same nine families and two further families:
"""

# %% tags=["hide-input"]
old = dict.fromkeys(families("development"), "yes")
rows = [
    (name, recipe.d, *recipe.values, recipe.hidden, old.get(name, "–"))
    for name, recipe in families("judging").items()
]
heads = [
    "family",
    "d",
    "fewest values",
    "most",
    "hidden causes",
    "development",
]
pd.DataFrame(rows, columns=heads).set_index("family")

# %% [markdown]
r"""
"Rare" has values of one record in a hundred to a thousand, and "certain" has columns that their causes almost determine. An edge produced by a hidden cause counts as wrong.

:::{admonition} The experiment `heldout`
:class: note
Discrete networks. Development set: nine families, one network each. Test set: eleven families, three networks each with 10,000 and 100,000 records, one each with 1,000,000 records and at most 40 columns. Columns $d$: 15 to 56. $(\varepsilon,\delta)=(1,10^{-6})$, on the development set also $\varepsilon=1000$; substitution. Level 1%; orders up to 2 (`once`), 4 (`once-further`) and 3 (PC by the $G^2$ test). One sample and one draw of noise per network and size. Seed 14; networks from seeds 14 and 20261122. Tuned on: see *What was chosen on which data*. Table `book/_data/experiments/heldout.csv`, made by `python -m privcausal experiments heldout --seed 14`.
:::

### Similarity to published networks

These networks add up effects on the logit scale. In published networks one value of a column is often far more frequent than the others. We therefore drew a second kind of network, `Lifelike`, with Dirichlet weights, noisy-or columns, threshold gates and copies with errors. Six of its eight test families are also development families, with other networks; only "wider" and "rare" are new. {ref}`The list below <chosen-on-which-data>` says which experiments used them.

:::{admonition} The experiment `lifelike`
:class: note
Statistics of the seven published networks, 18 networks of the second kind and 18 of the first, all of development sets; 20,000 records each; no privacy. One sample per network. Seed 0. Table `book/_data/experiments/lifelike.csv`, made by `python -m privcausal experiments lifelike --seed 0`.
:::
"""

# %% tags=["hide-cell"]
alike = load(LIFELIKE).drop(columns=["member", "family"]).groupby("kind")
kinds = {
    "published": "published",
    "kind": "first kind",
    "lifelike": "Lifelike",
}
medians = alike.median().loc[list(kinds)].rename(index=kinds).round(2)
medians.T.rename_axis(columns=None)

# %% [markdown]
r"""
The folded table has medians over networks. By them the second kind is nearer to the published networks than the first in three of eleven rows, edges per column, frequency of the commonest value and median strength of edges, and farther in the other eight. By means two rows change sides. Rare values and nearly determined columns, which many networks do not have at all, have these means:
"""

# %% tags=["hide-cell"]
far = (medians - medians.loc["published"]).abs()
nearer = far.loc["Lifelike"] < far.loc["first kind"]
nearer_rows = ["edges per column", "most frequent value", "median strength"]
assert nearer.sum() == 3 and nearer[nearer_rows].all() and len(nearer) == 11
means = alike.mean().loc[list(kinds)]
far = (means - means.loc["published"]).abs()
by_mean = far.loc["lifelike"] < far.loc["kind"]
assert by_mean["weak edges"] and not by_mean["median strength"]
same = nearer.index.drop(["weak edges", "median strength"])
assert (by_mean[same] == nearer[same]).all()

# %%
harder = ["columns with rare values", "nearly determined"]
shares = alike[harder].mean().loc[list(kinds)].rename(index=kinds)
print(shares.map("{:.1%}".format).T.to_string())

# %% tags=["hide-cell"]
said = [[12.2, 2.4], [37.6, 12.1], [16.9, 2.4]]  # as said in the results
assert (100 * alike[harder].mean()).round(1).to_numpy().tolist() == said

# %% [markdown]
r"""
Both are far more frequent in the second kind, which is therefore a harder kind and not a more realistic one.

(chosen-on-which-data)=
## What was chosen on which data

The following list is complete to our knowledge; for the test families of `Lifelike` a folded cell checks this against the code of all experiments. `once-sparing` is another reading of the release of `once` ({doc}`52_held_back_networks`).

| Choice | Made on |
| --- | --- |
| significance level 1% | convention, not tuned |
| share of the budget for pairs, number of predicted triples (`once`) | the seven published networks |
| floor on the strength of a dependence, factor of ten between votes (`once-further`) | development set |
| which edges are called doubtful | development half of `Lifelike` |
| which separations exclude each other (`once-sparing`) | development networks of both kinds; judged on other networks, from six of its seven `Lifelike` families and nine of its eleven others |
| confidence maps of `once-sparing` | development networks of both kinds; judged on other networks, on other families and on the test half of `Lifelike` |
| limit of 0.01 for a new default (`readings`) | before its networks were drawn, after `sparing` was known |
| criterion that 95% of the other edges must be right | before the test half of `Lifelike` was drawn |
| weights of the confidence maps of {doc}`45_how_sure` | development networks of both kinds; judged on the test half of `Lifelike` after `doubtful` |
| **goals for the default on the test half of `Lifelike` ({doc}`52_held_back_networks`)** | **after the F1 of both readings on these networks at ε = 1 was known from `doubtful`; no other method had been run on them** |
| **Student's intervals instead of bootstrap percentiles in {doc}`52_held_back_networks`** | **after all results were known; the error of 1% was fixed before** |
| constants of our constructions after PACE-GGM, Fed-Sparse-BNSL and PrivCRT | development models 0 and 1 of three families; they are measured on models 2 to 4 |
| constants of the methods after MST and AIM | the papers and computing time, not tuned |
| **`discover` uses `once-further` from 100,000 records, and `once` below** | **after the test results of both methods were known** |
| **`once-correlations` takes differences of random pairs and leaves out columns that are all noise** | **after an earlier variant had been run on the test models** |
| **families as the unit, and Bonferroni's correction** | **after all results were known** |
| **the comparison of PC with `once-correlations` leaves out the family "units"** | **in a draft written 21 minutes before the test results were stored; whether some were known is not recorded** |
| **the mean scores of {doc}`51_numeric_columns_compared` leave out "units"** | **after all results were known** |

The consequences of the seven exceptions in bold:

- *Goals on the test half of `Lifelike`.* {doc}`52_held_back_networks` is not held out for the two readings at ε = 1. Four experiments, `doubtful`, `calibration`, `sealed-comparison` and `sparing-calibration`, use members 0 and 1 of the test families, which are the same networks each time. Two more, `sparing` and then `readings`, draw further members of these families and of those of `heldout`, each after earlier results were known. By our rule a family is the unit, so these networks are new and the families are not.
- *Student's intervals* led us to withdraw two findings there.
- *The default by size* was chosen on test results. The recommendation therefore describes the test set, and new networks would have to confirm it.
- *The change to `once-correlations`* means that the test models for numbers were used twice.
- *The two choices on "units"* are withdrawn: leaving this family out raised the mean F1 of `once-correlations` and decided one comparison more. {doc}`51_numeric_columns_compared` prints both versions.

:::{dropdown} Commits of rules and of results
Where a rule was to be written down before the results, both have commits in the history of this book:

| Experiment | Rule committed | Results committed |
| --- | --- | --- |
| `doubtful` | 2026-11-23 13:57 `4ad9c464` | 2026-11-23 14:02 `76211927` |
| `sealed-comparison` | 2026-11-23 21:10 `526852f7` | 2026-11-23 22:27 `f9ff1455` |
| `sparing` | 2026-11-28 00:59 `3bbd9821` | 2026-11-28 01:15 `abb5f1a3` |
| `sparing-calibration` | 2026-11-28 04:30 `531a96e8` | 2026-11-28 04:46 `5c05d379` |
| `readings` | 2026-11-28 04:31 `599abc00` | 2026-11-28 04:50 `df5e2c4a` |
:::

The times of these commits are in UTC. For `heldout`, `heldout-linear`, `baselines`, `baselines-aim` and `baselines-numbers` this order cannot be checked, because their early history was recovered as one commit. A commit shows what was stored when, and not what its authors had seen. Between rule and results there are 5 to 77 minutes, and the dates do not show that a run began after the rule was committed. They are the authors' own dates, which no third party has attested. For a future evaluation we intend to have a third party timestamp the rule.

On **development** networks only, we compared AIM, the planned triples, and our constructions after PACE-GGM, Fed-Sparse-BNSL and PrivCRT. MST and the planned pairs were compared there too, and later on the test half of `Lifelike`. For `once-further` the development networks are those on which its floor was chosen, which favours it.
"""

# %% tags=["hide-cell"]
import sys

from privcausal import experiments
from privcausal.experiments.calibration import SEALED
from privcausal.experiments.doubtful_edges import DOUBTFUL
from privcausal.experiments.lifelike_networks import FAMILIES, NEW_FAMILIES
from privcausal.experiments.readings import READINGS_COMPARED
from privcausal.experiments.sealed_comparison import SEALED_COMPARISON
from privcausal.experiments.sparing import SPARING_READING

# An experiment can draw such a network only by one of these functions.
draws = {"lifelike", "drawn", "rows_of"}
code = {
    n: sys.modules[e.run.__module__] for n, e in experiments.load().items()
}
using = {n for n, module in code.items() if draws & set(vars(module))}
using -= {"lifelike"}  # it draws the development half
assert using == {
    "doubtful",
    "calibration",
    "sealed-comparison",
    "sparing-calibration",
    "sparing",
    "readings",
}
every = {
    "doubtful": {
        t["member"] for t in DOUBTFUL.tasks() if t["set"] == "judging"
    },
    "calibration": {member for _, member, _ in SEALED},
    "sealed": {t["member"] for t in SEALED_COMPARISON.tasks()},
}
assert all(members == {0, 1} for members in every.values())
first = {}
for experiment in (SPARING_READING, READINGS_COMPARED):
    drawn = [t for t in experiment.tasks() if t["kind"] == "lifelike"]
    first[experiment.name] = {t["member"] for t in drawn}
    judging = {t["family"] for t in drawn}
    assert len(judging) == 7 and len(judging & set(FAMILIES)) == 6
assert first == {"sparing": {2, 3}, "readings": {4}}
assert set(NEW_FAMILIES) == {"wider", "rare"} and len(FAMILIES) == 6
assert len(families("judging")) == 11 and len(old) == 9
assert set(old) < set(families("judging"))
old_linear = set(linear_families("development"))
assert len(old_linear) == 8 and old_linear < set(linear_families("judging"))
assert len(linear_families("judging")) == 10

# %% [markdown]
r"""

(empty-graphs)=
## Scores and the convention for empty graphs

F1 is the harmonic mean of *precision*, the proportion of the learned edges that are correct, and *recall*, the proportion of the true edges that are learned. A graph without edges contains no wrong edge, so by convention its precision is 1; its recall and its F1 are 0 if the true graph has edges. Mean precisions in all chapters include such graphs, and a high precision next to a low recall can come from them.

## A rule for many comparisons

Networks of one family resemble each other, so a family counts as one observation. For two methods, let $D_f$ be the mean difference of F1 over the networks of family $f$, on the same records, and let $\bar D$ and $s$ be mean and standard deviation of $D_1,\dots,D_F$. In an experiment with $K$ comparisons the interval is

$$
\bar D\ \pm\ t_{F-1}\Bigl(1-\frac{0.05}{2K}\Bigr)\frac{s}{\sqrt F} .
$$

If families were a random sample with normal means, all intervals of an experiment would hold together with probability at least 95%, by Bonferroni's inequality. The error is 5% for each experiment, so over the five experiments below it can add up to 25%. `baselines` and `baselines-aim` are moreover not independent, because the same runs of `once` on the same networks enter both. A method is called *ahead* if its whole interval is above 0, *behind* if it is below, and the comparison is *undecided* otherwise. Undecided does not mean equal.

(multiplicity)=
**Convention.** {doc}`50_discrete_columns_compared` and {doc}`51_numeric_columns_compared` use this rule. {doc}`52_held_back_networks` uses the same intervals with the error of 1% that it had declared. {doc}`26_the_experiments`, {doc}`33_four_private_pcs`, {doc}`34_spending_where_it_matters` and {doc}`35_at_equal_honest_price` print 95% intervals for one comparison each, *uncorrected*. *Corrected*, or *after correction*, means there that the error of 5% is divided by the number of comparisons in the same table, with the units of that table. Claims of the ledger on other experiments, such as {prf:ref}`B-once-best`, take samples or pairs as units and have an error of 1%.

We chose the families, and they are not a random sample. With chosen families the interval has no coverage in the strict sense; we use it as a rule that demands agreement between families relative to their spread. With five to eleven families it is long, and only large differences are established: the median half-width of the 37 intervals is 0.09 in F1. The mean over families has to exceed 0.99 of their standard deviations with eleven families and six comparisons, 1.28 with nine and ten, and 2.76 with seven families and the error of $\frac{0.01}{30}$ that {doc}`52_held_back_networks` uses. Means of F1 differences over families are meaningful here because their networks have comparable sizes and densities; on other networks ranks are safer. A sign test needs no normality, but with seven families its smallest p-value is $\frac1{64}$, so there it can never decide a comparison. It confirms the five findings of the rule for categories, in each of which all families agree.

Holm's step-down procedure at the same error would decide ten of the 37 instead of eight: in `baselines` also the leads of `once` over MST and of `once-further` over all triples with 10,000 records, both narrowly ($p=0.0062$ against 0.00625, and 0.00714 against 0.00714). In its usual form, as in {cite:t}`romano2005`, it gives no interval for the size of a difference. With one error of 5% for all 37 comparisons seven are decided; the lead of AIM over MST with 10,000 records is not.

:::{show} privcausal.experiments.comparisons.over_families
:::

The next table compares the rule with 95% intervals that do not correct for their number, and take either each network or each family as independent.
"""

# %% tags=["hide-input"]
judged = table[table["set"] == "judging"]
linear, without = load(HELDOUT_LINEAR), 'heldout-linear, without "units"'
measured = {
    "heldout": judged,
    "baselines": load(BASELINES),
    "baselines-aim": with_baselines(),
    "heldout-linear": linear,
    "baselines-numbers": load(BASELINES_NUMBERS),
    without: linear.query("family != 'units'"),
}

# %% tags=["hide-input"]
found, halves, apart_from_pc, ahead, tests = [], [], [], [], []
free = lambda place: place[0].startswith("pc, ")  # PC without privacy
decided = lambda results: sum(r.low > 0 or r.high < 0 for r in results)
for name, rows in measured.items():
    leads = comparisons.leads(rows, comparisons.PAIRS[name.split(",")[0]])
    halves += [] if name == without else leads.values()
    if name != without:
        private = [one for place, one in leads.items() if not free(place)]
        apart_from_pc.append((len(private), decided(private)))
        for (own, other, size), lead in leads.items():
            gaps = comparisons.differences(rows, own, other, size)
            gaps = gaps.groupby("family").mean()
            p = 2 * student.sf(abs(gaps.mean() / gaps.sem()), len(gaps) - 1)
            tests.append((name, own, other, size, p, len(leads)))
            if lead.low * lead.high > 0:
                interval = f"{lead.low:+.3f} to {lead.high:+.3f}"
                of = f"{own} over {other}", f"{size:,}", interval, lead.units
                ahead.append((name, *of))
    apart = [comparisons.intervals_apart(rows, *place) for place in leads]
    kinds = *(decided(one) for one in zip(*apart)), decided(leads.values())
    found.append((name, len(leads), *kinds))
heads = ["experiment", "comparisons", "networks, uncorrected"]
heads += ["families, uncorrected", "the rule, if means are normal"]
counts = pd.DataFrame(found, columns=heads).set_index("experiment")
_, by_network, by_family, by_rule = counts.drop(without).sum()
compared = counts.drop(without)["comparisons"].sum()
assert (compared, by_network, by_family, by_rule) == (37, 25, 18, 8)
assert np.sum(apart_from_pc, axis=0).tolist() == [29, 6]
assert {r.family.nunique() for r in measured.values()} == {5, 8, 9, 10, 11}
reach = [one.high - one.value for one in halves]
least = lambda many, error: student.ppf(1 - error / 2, many - 1) / many**0.5
sizes = [(11, 0.05 / 6), (9, 0.05 / 10), (7, 0.01 / 30)]
said = [0.99, 1.28, 2.76]
assert [round(least(*size), 2) for size in sizes] == said
agree = []
for name in ("heldout", "baselines", "baselines-aim"):
    leads = comparisons.leads(measured[name], comparisons.PAIRS[name])
    for place in (p for p, one in leads.items() if one.low * one.high > 0):
        signs = comparisons.differences(measured[name], *place)
        signs = np.sign(signs.groupby("family").mean())
        assert set(signs) == {1} and 2 / 2 ** len(signs) < 0.05 / len(leads)
        agree.append(len(signs))
assert sorted(agree) == [8, 8, 9, 9, 11]
print(
    f"median half-width of the {len(reach)} intervals by the rule:", end=" "
)
print(f"{np.median(reach):.2f}")
counts

# %% [markdown]
r"""
The last row is a variant of the fourth and is not counted. The intervals over networks answer another question, whether a difference would persist on further members of the *same* families; they pool the networks of all families instead of stratifying by family.

(decided)=
The rule decides these eight:
"""

# %% tags=["hide-input"]
columns = ["experiment", "lead", "records", "interval", "families"]
pd.DataFrame(ahead, columns=columns).set_index("experiment")

# %% tags=["hide-cell"]
assert len(ahead) == 8 and len(tests) == 37
p_values = np.array([p for *_, p, _ in tests])
order = np.sort(p_values)
assert (order[:7] < 0.05 / 37).all() and order[7] > 0.05 / 30
one_error = {place[:4] for place in tests if place[4] < 0.05 / 37}
by_rule = {place[:4] for place in tests if place[4] < 0.05 / place[5]}
(lost,) = by_rule - one_error
assert lost == ("baselines-aim", "AIM, then PC", "MST, then PC", 10_000)
holm = []
for name in dict.fromkeys(place[0] for place in tests):
    these = sorted((t for t in tests if t[0] == name), key=lambda t: t[4])
    for rank, place in enumerate(these):
        if place[4] >= 0.05 / (len(these) - rank):
            break
        holm.append(place)
more = [place for place in holm if place[:4] not in by_rule]
assert len(holm) == 10 and [place[1:4] for place in more] == [
    ("once", "MST, then PC", 10_000),
    ("once, further", "all triples, further", 10_000),
]
assert [f"{place[4]:.5f}" for place in more] == ["0.00618", "0.00714"]
assert 0.05 / 8 == 0.00625 and round(0.05 / 7, 5) == 0.00714

# %% [markdown]
r"""
## Development and test set on one comparison

The same comparison on the two sets, with 10,000 records and $\varepsilon=1$, and on the eighteen networks of `baselines`, two from each development family:
"""

# %%
small = table[(table.epsilon == 1) & (table.records == 10_000)]
pair, share = [("once, further", "once")], comparisons.ERROR / 6
leads = {}
for purpose in MEMBERS:
    rows = small[small["set"] == purpose]
    (lead,) = comparisons.leads(rows, pair, error=share).values()
    leads["heldout", purpose] = lead
twice = measured["baselines"].query("records == 10_000")
f1 = twice.groupby("method").f1.mean()[["once, further", "once"]].round(3)
print(
    f"mean F1 on `baselines`: once-further {f1.iloc[0]}, once {f1.iloc[1]};"
)
again = comparisons.differences(twice, *pair[0], 10_000)
again = comparisons.over_families(again, share)
assert again.value < 0 < again.high and set(twice.family) == set(old)
leads["baselines", "development"] = again
written = {
    key: f"{lead.value:+.3f} ({lead.low:+.3f} to {lead.high:+.3f})"
    for key, lead in leads.items()
}
pd.Series(written).to_frame("F1 of once-further − once")

# %% [markdown]
r"""
Each interval has the error of one of the six comparisons of `heldout`, and none excludes 0. The signs of the first two differ, but this is not evidence that the development set is optimistic, because on `baselines`, whose families are those of the development set, `once` has the higher mean as well.

## Related work

{cite:t}`dietterich1998` shows by simulation that several common tests for two learning algorithms on one data set declare differences that do not exist, because they ignore dependence between samples. {cite:t}`demsar2006` compares algorithms on many data sets, with one observation for each, and recommends Wilcoxon's and Friedman's rank tests.

{cite:t}`dwork2017` protect test sets that are used several times by differential privacy, and {cite:t}`blum2015` by a leaderboard that publishes only clear improvements.

## Limitations

The networks of the first kind add effects on the logit scale, and `once` chooses triples as if effects were additive. Generator and method thus share an assumption, so this kind may favour `once`. F1 is that of the skeleton, and each network has one sample and one draw of noise per size. There is no selection bias, no missing value and no dependent record, and $\varepsilon$ is 1.

## Exercises

:::{exercise}
:label: ex-47-control

A random graph has as many edges as the true graph, at random positions. Compute its mean F1 for $d$ columns and $m$ edges, and compare it with the measured value for the family "plain", whose networks have different numbers of edges. The experiment has one random graph per network and size, so the measured mean is itself random.
:::

:::{solution-start} ex-47-control
:class: dropdown
:::

Both graphs have the same number of edges, so F1 equals the proportion of correct edges, whose mean is $m$ divided by the $d(d-1)/2$ positions.
"""

# %%
worlds = [categorical("judging", "plain", k).dag for k in range(3)]
m = sum(int(dag.sum()) for dag in worlds) / len(worlds)
rows = judged[(judged.method == "random") & (judged.family == "plain")]
expected = m / math.comb(len(worlds[0]), 2)
print(f"expected {expected:.2f}, measured {rows.f1.mean():.2f}", end=" ")
print(f"over {len(rows)} graphs, standard error {rows.f1.sem():.2f}")

# %% [markdown]
r"""
:::{solution-end}
:::

**Next.** {doc}`50_discrete_columns_compared` applies these rules to tables of categories.
"""
