# %% [markdown]
r"""
# Experiments: what a tighter sensitivity bound is worth

:::{chapter}
:asks: How many more directions are correct with a smaller sensitivity bound?
:needs: c11_residuals, 22_rank_correlations, 23_hsic
:::

The preceding chapters derived the sensitivity of four dependence scores, and with it the noise that a private causal direction needs. {cite:t}`kusner2016` compared the scores by the proportion of correct directions on ten pairs. This chapter does so on 436 pairs, with the published bounds and with ours.

As an example we take 400 simulated pairs with 500 test records each, and release only the direction at ε = 1, by one noise on the difference of the two scores or by randomised response. Without privacy HSIC and its root are right on 75% of these pairs, and Kendall's τ on 60%.

| Score and bound | Correct | 95% band |
| --- | --- | --- |
| HSIC, the smaller published bound ({prf:ref}`K-hsic12`) | 51% | 50.9 to 51.4 |
| HSIC, our bound | 56% | 55 to 57 |
| Kendall's τ | 59% | 57 to 61 |
| HSIC, *randomised response* on its answer, which needs no bound | 61% | 60 to 63 |
| square root of HSIC | 69% | 66 to 71 |

The bands are over the pairs, within four recipes, {ref}`uncorrected <multiplicity>`.

- **Gain.** Our smaller bounds give 5.2 more correct answers per 100 for HSIC, and 2.9 for Spearman's ρ ({verdict}`B-tightened`).
- **Equal accuracy.** The published bounds need ε = 8.9 and 5.0 for it.
- **Loss.** A smaller bound makes the noiseless answer more likely, also where it is wrong.
- **Best of all that we tried** is the private *step rule* on the square root ({verdict}`B-direction-steps`), which gains 0.9 of 100 over its noisy difference.
- **Real pairs.** Every band over 36 pairs from 15 sources contains one half, even without privacy, so nothing is decided. Only an accuracy of about 0.7 or more could have been.

**Scope.** Each ε is the privacy cost for a person who is known to be in the protected half, under the substitution of one record. Ranges and penalties are chosen from the data and are not charged, so these are comparisons of scores; a private analysis would have to declare or pay for both. Randomised response is the exception, because it protects everyone at the same ε, whatever is chosen from the data.
"""

# %% tags=["hide-input"]
import math
from functools import partial

import numpy as np
import pandas as pd

from privcausal import plots
from privcausal.claims.experiments.pairs import OURS, PUBLISHED
from privcausal.claims.experiments.pairs import real, rows_of
from privcausal.claims.experiments.pairs import simulated
from privcausal.claims.pairs.direction_steps import step_rule
from privcausal.experiments.probability_correct import (
    DELTA,
    EPSILONS,
    asking_once,
    by_pair,
    chance,
    chances,
)
from privcausal.experiments.pairs import PAIRS
from privcausal.experiments.execution import again, load
from privcausal.pairs.private_iqr import AskOnce
from privcausal.privacy.price import Relation
from privcausal.verify.checks.measured import mean, share

SCORES = ("hsic", "kendall", "spearman", "iqr")

# %% [markdown]
r"""
## The stored experiment

:::{admonition} The experiment `pairs`
:class: note
36 Tübingen pairs and 400 simulated pairs; ten random splits of each into a training and a test half, $m=500$ test records for simulated and up to 2,000 for real pairs. No privacy when it was run: every ε and every bound is evaluated afterwards in closed form, without draws of noise. Substitution of one test record; $\delta=0$, for the IQR score $10^{-6}$. Tuned: λ for each split by the leave-one-out error on its training half; nothing else. Seed 0. Table `book/_data/experiments/pairs.csv`, made by `python -m privcausal experiments pairs --seed 0`.
:::

Each row contains one score of one split of one pair: its value for the *correct* direction and its value for the *wrong* one. The smaller value determines the decision.
"""

# %%
table = load(PAIRS)
shown = table[["set", "pair", "split", "m", "score", "right", "wrong"]]
print(f"{len(table):,} rows")
shown.head(4)

# %% [markdown]
r"""
Every row can be recomputed from its task and the seed. We do so for three pairs, up to the last digits of a sum, in which processors differ. {doc}`/book/how-to-read` explains how the table is protected from edits.
"""

# %% tags=["hide-input"]
for task in (
    {"set": "Tübingen", "pair": 31},
    {"set": "SIM", "pair": 7},
    {"set": "SIM-ln", "pair": 3},
):
    stored, fresh = again(PAIRS, task)
    ranks = stored["score"].isin(["kendall", "spearman"])
    one_turned = ranks * 12 / stored["m"] ** 2
    for column in ("penalty", "right", "wrong", "distance"):
        a, b = stored[column], fresh[column]
        assert np.isclose(a, b, 1e-4, one_turned, equal_nan=True).all()
    print(*task.values(), f": {len(fresh)} rows recomputed, all as stored")

# %% [markdown]
r"""
:::{show} privcausal.experiments.pairs.run
:::

The probability that noise of a given scale preserves the order of two scores has a closed form ({prf:ref}`K-correct2`). One run without noise therefore serves every ε and every bound.
"""

# %% [markdown]
r"""
## Which scores can be protected at all?

:::{claim} K-table1
:::

(proof-table1)=
:::{prf:proof}
Every cell is a theorem of an earlier chapter; the list stands under "settled by" in the table below.

*Bounds for all data.* {prf:ref}`K-spearman`, {prf:ref}`K-kendall` and {prf:ref}`K-hsic16` bound the change by a constant over $m$, and {prf:ref}`K-hsic-train` bounds what a training record does to HSIC by a constant over $n$.

*None for the log-IQR.* Let a quarter of a column stand at 1 and the upper quartile just below them, at $\eta$; let the lower quartile be 0. One record that moves up to 1 takes the upper quartile with it, and the logarithm grows by $\ln\frac1\eta$. As η is free, nothing bounds this.
A training record does the same to residuals. Let the outcomes lie on a line of slope $\eta c$ with $c>0$. If the record turns the fitted line of slope 0 into one of slope $c$, a residual grows from $\eta c$ to $(1-\eta)c$ times its distance from the centre, and the logarithm of the range by $\ln\frac{1-\eta}\eta$.

*None below the range for rank scores and training records:* {prf:ref}`K-rank-train`.

*A distance in each case.* Where a bound holds for all data, it holds on friendly data too. For the others the distances are those of {prf:ref}`B-iqr-windows`, {prf:ref}`K-iqr-train` and {prf:ref}`B-gap-pairs`. $\square$
:::

A tick protects *one half* of the people. If a secret random split decides who is in it, each person has only $(\varepsilon,\frac12)$, by {prf:ref}`B-half`. As in the source, the privacy costs of this chapter are those of people who know that they are in the protected half.

The marks of the source's own table are lost in our copy, so this table is ours, computed from bounds and counterexamples ({verdict}`K-table1`).
"""

# %% tags=["hide-input"]
from privcausal.claims.pairs.training_sensitivity_table import HALVES, SETTLED
from privcausal.claims.pairs.training_sensitivity_table import computed
from privcausal.verify import ledger

verdicts = {name: row.badge for name, row in ledger.read().rows.items()}


def ticks(half, score):
    ways = (computed(half, score, sense)[0] for sense in ("global", "local"))
    return ["✓" if way else "–" for way in ways]


def settled(half, score):
    return ", ".join(f"{c} ({verdicts[c]})" for c in SETTLED[half, score])


pd.set_option("display.max_colwidth", None)
overview = [
    [half, score, *ticks(half, score), settled(half, score)]
    for half in HALVES
    for score in SCORES
]
columns = ["protects", "score", "for all data", "after asking", "settled by"]
pd.DataFrame(overview, columns=columns).set_index(columns[:2])

# %% tags=["hide-cell"]
for names in SETTLED.values():
    assert "refuted" not in {verdicts[name] for name in names}

# %% [markdown]
r"""
## Data and protocol

The ten pairs of the source come from a competition and cannot be redistributed. We follow a similar protocol on pairs that are publicly available:

- **36 Tübingen pairs** {cite}`mooij2016` with at least 1,000 records. These are real measurements, for example the age and length of abalones, the composition and strength of concrete, and the hour and load of a power grid. Similar pairs share one vote, according to the weights of the collection.
- **400 simulated pairs** with 1,000 records each, 100 for each of four recipes of the same authors: SIM, SIM-c with a hidden common cause, SIM-ln with little noise, and SIM-G, which is nearly Gaussian.

Every pair is split ten times at random. One half trains both regressions, and the other half is scored. Longer pairs contribute 4,000 records to each split.
Columns are scaled by their observed range, and λ is chosen by the leave-one-out error on the training half.

If both directions have the same value, the score *ties*, and a tie counts as half a correct answer.
"""


# %% tags=["hide-input"]
def rooted(part):
    """The rows of HSIC with the square roots of its values."""
    rows = rows_of(part, "hsic")
    return rows.assign(**np.sqrt(rows[["right", "wrong"]]))


def one_noise(margin, scale):
    """P(right) if only the difference of the two scores is released."""
    return 1 - math.exp(-margin / scale) / 2


def right_of(rows, scales, law=one_noise):
    """P(right) of each pair, over its splits, with noise of these scales."""
    gaps = (rows["wrong"] - rows["right"]).tolist()
    each = [chance(gap, scale, law) for gap, scale in zip(gaps, scales)]
    return by_pair(rows, np.array(each))


def asked_once(rows, epsilon):
    """The same for the IQR score, where a refusal counts as a coin toss."""
    test = AskOnce(1.0, 4, epsilon, DELTA, Relation.SUBSTITUTION)
    told = {d: 1 - test.refusal(int(d)) for d in rows["distance"].unique()}
    told, scale = rows["distance"].map(told).to_numpy(), test.scale
    gaps = (rows["wrong"] - rows["right"]).tolist()
    each = [chance(gap, scale, one_noise) for gap in gaps]
    return by_pair(rows, 0.5 + told * (np.array(each) - 0.5))


ROOT = {"root": lambda m: math.sqrt(6) / m}


def answers(part, score, epsilon, bounds=OURS | ROOT):
    """How likely each pair is answered rightly, by one noisy difference."""
    rows = rooted(part) if score == "root" else rows_of(part, score)
    if score == "iqr" and epsilon < math.inf:
        return asked_once(rows, epsilon)
    if score == "iqr":
        return right_of(rows, [0.0] * len(rows))
    return right_of(
        rows, [2 * float(bounds[score](m)) / epsilon for m in rows["m"]]
    )


def two_noises(part, score, epsilon):
    """The same with both scores released, as in the source."""
    rows = rooted(part) if score == "root" else rows_of(part, score)
    bound = (OURS | ROOT)[score]
    return by_pair(rows, chances(rows, bound, epsilon))


def flipped(part, score, epsilon):
    """The same for randomised response on the noiseless answer."""
    found = answers(part, score, math.inf)
    kept = math.exp(epsilon) / (1 + math.exp(epsilon))
    return found.assign(value=1 - kept + (2 * kept - 1) * found["value"])


def stepped(part, score, epsilon):
    """The same for the step rule."""
    rows = rooted(part) if score == "root" else rows_of(part, score)
    changes = [2 * float((OURS | ROOT)[score](m)) for m in rows["m"]]
    return right_of(rows, changes, partial(step_rule, epsilon=epsilon))


accuracy = {score: answers(table, score, math.inf) for score in SCORES}


def weighted(part):
    return np.average(part["value"], weights=part["weight"])


in_set = lambda f: f.groupby("set")[["value", "weight"]].apply(weighted)
means = pd.DataFrame({score: in_set(f) for score, f in accuracy.items()})
means.rename_axis("share of right answers").round(2)

# %%
everywhere = {score: weighted(simulated(f)) for score, f in accuracy.items()}
assert everywhere["hsic"] == max(everywhere.values()) > 0.74
print(*(f"{score} {value:.1%}" for score, value in everywhere.items()))
assert [f"{everywhere[s]:.0%}" for s in SCORES[:2]] == ["75%", "60%"]
assert means.loc["Tübingen", "kendall"] < 0.5 < means.loc["Tübingen", "hsic"]
ahead = means.loc["SIM-G":"SIM-ln", ["iqr", "hsic"]].round(2)
assert ahead.loc["SIM-G"].tolist() == [0.72, 0.66]
assert ahead.loc["SIM-ln"].tolist() == [0.82, 0.79]
assert weighted(simulated(answers(table, "root", math.inf))) == max(
    everywhere.values()
)

# %% [markdown]
r"""
Without privacy, HSIC is the best of the four scores in the mean over the four recipes. The IQR score is ahead of it on SIM-G, with 0.72 against 0.66, and on SIM-ln, with 0.82 against 0.79. No score is close to perfect, which agrees with {cite:t}`mooij2016`.

The next figure shows the result for every Tübingen pair instead of the mean:
"""

# %% tags=["hide-input"]
grid = np.stack([real(accuracy[score])["value"] for score in SCORES])
numbers = real(accuracy["hsic"])["pair"].tolist()
names = [f"{n}*" if n in (70, 94, 95) else str(n) for n in numbers]
label = "share of right splits"
ax = plots.heat(
    range(37), range(5), grid, span=(0, 1), key=label, height=3, wide=True
)
ax.set_xticks(np.arange(36) + 0.5, names, rotation=90, fontsize=10)
ax.set_yticks(np.arange(4) + 0.5, ["HSIC", "Kendall", "Spearman", "IQR"])
ax.invert_yaxis()
sources = real(accuracy["hsic"])["source"].to_numpy()
for edge in np.flatnonzero(sources[1:] != sources[:-1]) + 1:
    ax.axvline(edge, color=plots.RED, linewidth=1.4, linestyle="-")
caption = "Proportion of the ten splits in which each score orders the directions of a Tübingen pair correctly. The stronger the colour, the more splits are right, from none to all ten. Red lines separate the sources; a star marks the coarsest pairs."
plots.show(ax, caption, x="Tübingen pair", y="score")

# %% [markdown]
r"""
In two of three cells at least eight of ten splits agree, so splits of a pair are far from independent observations. The pairs are not independent either: 5 to 11 are seven measurements of the same abalones, and 25 to 32 come from the same concrete.
"""

# %% tags=["hide-input"]
unanimous = np.mean((grid <= 0.2) | (grid >= 0.8))
print(f"in {unanimous:.0%} of all cells at least eight splits agree")
assert 0.63 < unanimous < 0.7
sources = len(set(sources))
print(f"36 pairs from {sources} sources")
rng = np.random.default_rng(26)


def band(part, alpha=0.05):
    how = {"weights": part["weight"], "groups": part["source"]}
    return mean(part["value"], alpha, np.random.default_rng(26), **how)


bands = {score: band(real(accuracy[score])) for score in SCORES}
for score, b in bands.items():
    print(f"{score:<9}{b.value:.2f}, 95% band {b.low:.2f} to {b.high:.2f}")
assert all(b.low < 0.5 < b.high for b in bands.values())
reach = [(b.high - b.low) / 2 for b in bands.values()]
assert all(0.18 < half < 0.22 for half in reach)  # as said in the opening

# %% [markdown]
r"""
**On these 36 pairs, with these regressions and at the 95% level, none of the four scores can be distinguished from a coin toss**, because every confidence band contains one half. The comparisons below therefore rely on the 400 independent simulated pairs.

The bands come from a {term}`bootstrap` over sources, and are slightly widened because there are few {cite}`hesterberg2015`.

:::{show} privcausal.verify.checks.measured.mean
:::

Three pairs are marked by a star, because their columns are coarse and have many ties. The effect of pair 70 is binary. A function plus independent noise cannot produce it, so the {term}`additive noise model` is wrong, and the scores disagree. Pairs 94 and 95 have the hour of the day as their cause. The bounds hold with ties ({prf:ref}`B-spearman-ties`), and HSIC is not affected.
"""

# %% tags=["hide-cell"]
from privcausal.data.tuebingen_pairs import tuebingen

assert len(set(tuebingen(70).effect)) == 2
assert all(len(set(tuebingen(k).cause)) == 24 for k in (94, 95))

# %% [markdown]
r"""
## Do the scores complement each other?

From its ten pairs, the source concludes that rank correlations often do well where HSIC does worse, and vice versa. Its own numbers agree:

:::{claim} K-table2
:::

Such a statement is an *observation* about these ten pairs, so we give no confidence band. For pairs in general we have a sample. The claim is confirmed if the whole confidence band is on its side, refuted if the whole band is on the other side, and open otherwise.

:::{claim} B-complement
:::
"""

# %% tags=["hide-input"]
from privcausal.claims.experiments.pairs import TEN, covariance_of_ten
from privcausal.claims.experiments.pairs import shared_luck

for score in ("kendall", "spearman"):
    fixed = covariance_of_ten(table, 0.01, rng, "the source's ten", score)
    print(f"{'the ten pairs':<17}{score:<9}covariance {fixed.value:+.3f}")
for pairs in ("Tübingen", "simulated"):
    for score in ("kendall", "spearman"):
        c = shared_luck(table, 0.01, rng, pairs, score)
        print(f"{pairs:<17}{score:<9}covariance {c.value:+.3f},", end=" ")
        print(f"99% band {c.low:+.3f} to {c.high:+.3f}")
assert fixed.value < 0 < c.low

better = sum(h > k for h, k in zip(TEN["hsic"], TEN["kendall"]))
worse = sum(h < k for h, k in zip(TEN["hsic"], TEN["kendall"]))
print(f"HSIC against τ on the ten: better on {better}, worse on {worse}")

# %% [markdown]
r"""
On the source's ten pairs the covariance is negative ({verdict}`K-table2`). The source does not claim a general law, and no such law holds for these simulated pairs: the covariance within recipes, averaged over the four recipes, is positive, and the Tübingen pairs are inconclusive ({verdict}`B-complement`). The covariance is also positive within each recipe, as the folded cell shows.
"""

# %% tags=["hide-cell"]
for two in (("hsic", "kendall"), ("hsic", "spearman")):
    for recipe in means.index.drop("Tübingen"):
        a, b = (f[f.set == recipe].value for f in map(accuracy.get, two))
        print(f"{recipe:<7}{two[1]:<9}covariance {a.cov(b, ddof=0):+.3f}")
        assert a.cov(b) > 0.015

# %% [markdown]
r"""
## The effect of the noise

In the rest of this chapter, ε is the privacy cost of one *answer*. The source releases both scores of a pair. To publish one direction the difference of the scores is enough. It changes by at most $2\Delta$, so one Laplace noise of scale $\sigma=2\Delta/\varepsilon$ on the difference costs ε ({ref}`ex-direction-only`), and two noisy scores at the same cost need this scale on each. Let the scores be in the right order with margin γ, and put $t=\gamma/\sigma$. The answer is then right with probability $1-\frac12e^{-t}$, instead of $1-\frac{t+2}4e^{-t}$ ({prf:ref}`K-correct2`). The gain $\frac t4e^{-t}$ is at most $\frac1{4e}$, that is, 9.2 of 100, at $t=1$; in the wrong order it is a loss of the same size.

We release the difference, and say where we follow the source. The next claim and its proof do so, and count ε for *one* of the two scores, so that the noise there has the scale $\Delta/\varepsilon$. With the difference the probability grows in the same way, from one half to 1.

:::{claim} K-fig1
:::

(proof-fig1)=
:::{prf:proof}
Let the true scores be in the right order, with margin γ, and put $t=\gamma\varepsilon/\Delta$. By {prf:ref}`K-correct2` the probability is $1-\frac{t+2}4e^{-t}$. Its derivative in $t$ is $\frac{1+t}4e^{-t}>0$; at $t=0$ it is $\frac12$, and as $t\to\infty$ it tends to 1.
If the true scores are in the wrong order, exchange the names of the directions: the probability is 1 minus this. $\square$
:::

The claim is {verdict}`K-fig1`. The source draws these curves for pairs "for which the scores perform well". The following figure shows all pairs:
"""

# %%
prices = np.geomspace(0.05, 50, 25)
curves, tau_curves = (
    np.stack([answers(real(table), score, e)["value"] for e in prices])
    for score in ("hsic", "kendall")
)

# %% tags=["hide-input"]
axes = plots.panels(2, height=3.2)
look = {"log": "x", "ylim": (-0.3, 1.3), "yticks": np.linspace(0, 1, 5)}
for ax, lines, name in zip(
    axes, (curves, tau_curves), ("HSIC", "Kendall's τ")
):
    up = lines[-1] >= 0.5
    for label, chosen, colour, dash, height in (
        ("ends above ½", up, plots.BLUE, "-", 1.12),
        ("ends below ½", ~up, plots.RED, "--", -0.24),
    ):
        thin = {"color": colour, "linewidth": 0.9, "alpha": 0.8, "label": "_"}
        one, *_ = ax.plot(prices, lines[:, chosen], dash, **thin)
        one.set_label(f"{label}: {chosen.sum()} pairs")
        ax.text(0.05, height, label, color=colour, fontsize=10)
    title = f"{name}: {up.sum()} of {up.size} pairs end above ½"
    plots.panel(ax, title=title, **look)
plots.show(
    axes,
    "Probability of the correct direction against ε for all 36 Tübingen pairs, each averaged over ten splits, if the difference of the scores is released. At the smallest ε, 0.05, all pairs but 70 and 42 are close to one half under HSIC, and under Kendall's τ some are far from it. For large ε each curve approaches the answer without noise.",
    x="ε",
    y="P(right direction)",
    legend=False,
)

# %% [markdown]
r"""
At ε = 0.05 the answers of HSIC are close to a coin toss, except for pairs 70 and 42, whose margins are far larger than the others': pair 70 is right with probability 0.04, and pair 42 with 0.80. At a large ε the answers are those without noise, whether correct or wrong.

A *mean* of such curves need not increase, even if it ends high:
"""

# %%
at_least = answers(real(table), "hsic", 0.05).set_index("pair")["value"]
far = at_least[abs(at_least - 0.5) > 0.05].round(2)
assert far.to_dict() == {42: 0.80, 70: 0.04}  # as said above
tau = answers(real(table), "kendall", 0.05)["value"]
assert (abs(tau - 0.5) > 0.1).sum() > 5
hsic_means = {e: weighted(answers(real(table), "hsic", e)) for e in EPSILONS}
print(
    *(f"ε = {e:g}: {value:.3f}" for e, value in hsic_means.items()), sep="\n"
)
assert hsic_means[0.1] < 0.49 < 0.65 < hsic_means[math.inf]

# %%
tight = answers(real(table), "hsic", 0.1)
culprit = tight.loc[tight["value"].idxmin()]
rest = weighted(tight[tight["pair"] != culprit["pair"]])
print(f"pair {culprit['pair']}: right with probability", end=" ")
print(f"{culprit['value']:.2f}; all others together {rest:.2f}")
assert culprit["pair"] == 70 and rest > 0.5

# %% [markdown]
r"""
At $\varepsilon=0.1$ the private answers are correct *less* often than a coin toss, although the score without noise is correct for two thirds of the weight.
Pair 70, whose effect is binary, is responsible. HSIC decides it wrongly with a margin far larger than any other, and large margins are the first to exceed the noise.

**The accuracy of a score without privacy does not determine its accuracy with privacy, which depends on the margins.**
"""

# %% [markdown]
r"""
## Which score to choose

We now compare the four scores and the square root of HSIC at equal ε; the IQR score has $\delta=10^{-6}$ besides. One noisy difference is released, with the smallest noise that we can prove sufficient.
The root of HSIC has the same order without noise and changes by at most $\sqrt6/m$ ({prf:ref}`B-hsic-root`); a permutation test needs $4/m$ ({prf:ref}`B-hsic-permuted`).
The IQR score is released after one propose-test-release query, which can refuse ({prf:ref}`B-iqr-once`); a refusal counts as a coin toss. The bound of that query covers both scores together, so the same noise suffices for their difference.

**A baseline without any bound.** *Randomised response* {cite:p}`warner1965` publishes the noiseless answer with probability $\frac{e^\varepsilon}{1+e^\varepsilon}$, and the opposite one otherwise. Because the answer is one bit, this costs ε for every computation. It therefore protects the training half as well, and the ranges and λ can be chosen from the data at no further cost. Noise on a score is worth its bound only where it does better than this.

**A rule in steps.** Only one of two directions is published, so the noisy difference itself is not needed. Suppose that the bound is $\Delta=0.01$ and the margin 0.05. One record changes the difference of the scores by at most 0.02, so at least three records have to change before their order does. The direction can therefore be published with a probability closer to 1 than that of randomised response:

:::{claim} B-direction-steps
:::

(proof-direction-steps)=
:::{prf:proof}
*The same order.* One record changes γ by at most $2\Delta$, so the values of $k$ of two neighbours differ by at most 1. The probability of the other direction, $\frac{e^{-k\varepsilon}}{1+e^\varepsilon}\le\frac12$, then changes by a factor between $e^{-\varepsilon}$ and $e^\varepsilon$. Both probabilities change by the same amount, and the larger one is at least one half, so its ratio changes by no more than that of the smaller.

*Opposite orders.* The two margins together are at most $2\Delta$, so $k=0$ for both, and the rule is randomised response. If one margin is 0, the other is at most $2\Delta$, and $\frac12$ lies within the factor $e^\varepsilon$ of both probabilities of randomised response.

*The comparison.* The probability grows with $k$, and for $k=0$ it is that of randomised response. $\square$
:::

The rule is private ({verdict}`B-direction-steps`). Like every bound here, that of the square root covers the test half only.

Among rules that treat both directions alike and are never behind randomised response, none is right more often at a margin that is no multiple of $2\Delta$, if records can move margins by all of $2\Delta$. Below $2\Delta$ a neighbour of the opposite order forbids more, and each further step can divide the probability of an error by $e^\varepsilon$ at most. This remark is not in the ledger.

For two directions one noisy difference has the same law as permute-and-flip {cite:p}`mckenna2020`, and errs less often than the exponential mechanism, whose probability of an error is $\frac1{1+e^t}$.
"""


# %%
parts = {"400 simulated pairs": simulated(table)}
parts["36 real pairs"] = real(table)
RELEASED = (*SCORES, "root")
paths, spots = {}, {}
for name, part in parts.items():
    for score in RELEASED:
        at = partial(answers, part, score)
        paths[name, score] = [weighted(at(e)) for e in prices[::2]]
        spots[name, score] = [band(at(e)) for e in EPSILONS[:-1]]
    at = partial(flipped, part, "hsic")
    paths[name, "flipped"] = [weighted(at(e)) for e in prices[::2]]
    spots[name, "flipped"] = [band(at(e)) for e in EPSILONS[:-1]]
    at = partial(stepped, part, "root")
    paths[name, "stepped"] = [weighted(at(e)) for e in prices[::2]]
    spots[name, "stepped"] = [band(at(e)) for e in EPSILONS[:-1]]

# %% tags=["hide-input"]
axes = plots.panels(2, height=4.4)
labels = dict(zip(RELEASED, ("HSIC", "Kendall", "Spearman", "IQR", "√HSIC")))
labels["flipped"] = "randomised response"
labels["stepped"] = "step rule on √HSIC"
in_figure = [score for score in labels if score != "spearman"]
for ax, name in zip(axes, parts):
    lines = {labels[score]: paths[name, score] for score in in_figure}
    plots.curves(prices[::2], lines, ax=ax, log="x", title=name, level=0.5)
    for i, score in enumerate(in_figure):
        at = np.array(EPSILONS[:-1]) * 1.06 ** (i - 2.5)
        plots.points(at, {"_bands": spots[name, score]}, ax=ax, first=i)
for ax in axes:
    ax.set_ylim(0.28, 0.98)
caption = "Probability of the correct direction against ε, mean over pairs, with 95% bands at four values of ε; one noisy difference, randomised response on the answer of HSIC, and the step rule on its square root. Spearman's ρ, not drawn, is within 0.01 of Kendall's τ on the left. There the curves of HSIC and τ cross; the step rule is highest at the four ε, and next to it is the noisy difference of square roots. Right, every band contains one half."
plots.show(axes, caption, x="ε", y="P(right direction)")

# %%
rank = np.array([paths["400 simulated pairs", s] for s in SCORES[1:3]])
assert np.abs(rank[0] - rank[1]).max() < 0.01
estimates = [b for score in labels for b in spots["36 real pairs", score]]
assert all(b.low < 0.5 < b.high for b in estimates)
part = simulated(table)
assert set(part["m"]) == {500} and part["pair"].nunique() == 100
ways = {
    "one noisy difference": answers,
    "two noisy scores": two_noises,
    "randomised response": flipped,
    "step rule": stepped,
}
rankings = ("hsic", "root", "kendall", "spearman")
at_one = {
    (way, s): weighted(find(part, s, 1.0))
    for way, find in ways.items()
    for s in rankings
}
by_way = pd.Series(at_one).unstack().loc[list(ways), list(rankings)]
by_way.rename(columns=labels | {"root": "√HSIC"}).map("{:.3f}".format)

# %% tags=["hide-cell"]
said = [f"{100 * p:.0f}" for p in by_way.loc["one noisy difference"]]
assert said[:3] == ["56", "69", "59"]  # in the opening
said = [f"{100 * p:.0f}" for p in by_way.loc["two noisy scores"]]
assert said[:3] == ["54", "66", "59"]
assert f"{by_way.loc['randomised response', 'hsic']:.0%}" == "61%"
published = answers(part, "hsic", 1.0, PUBLISHED)
in_opening = {  # with 95% bands
    (56, 55, 57): answers(part, "hsic", 1.0),
    (51, 51, 51): published,
    (59, 57, 61): answers(part, "kendall", 1.0),
    (69, 66, 71): answers(part, "root", 1.0),
    (61, 60, 63): flipped(part, "hsic", 1.0),
    (69, 67, 72): stepped(part, "root", 1.0),
}
for said_of, values in in_opening.items():
    b = band(values)
    ends = [round(100 * x) for x in (b.value, b.low, b.high)]
    assert tuple(ends) == said_of, ends
b = band(published)
assert [f"{100 * x:.1f}" for x in (b.low, b.high)] == ["50.9", "51.4"]
gained = by_way.loc["one noisy difference"] - by_way.loc["two noisy scores"]
assert [f"{100 * g:.1f}" for g in gained[:2]] == ["1.9", "2.3"]  # as said
assert f"{100 / 4 / math.e:.1f}" == "9.2"  # of 100 at most

# %% [markdown]
r"""
The table is for ε = 1, 400 simulated pairs and 500 test records. To release the difference instead of two scores gains 1.9 correct answers per 100 for HSIC and 2.3 for its root.

:::{claim} B-reversal
:::

The claim, which is about two released scores, is confirmed ({verdict}`B-reversal`), and the lines below show the same for one difference at the same three ε. The margins of HSIC, which lies between 0 and $\frac14$, are a few ten-thousandths, whereas the noise at $m=500$ and $\varepsilon=1$ has a scale of five thousandths.

This does not mean that HSIC is the worse score for one private answer. Randomised response on its answer is ahead of its noisy difference from ε = 0.5 on, and at ε = 1 ahead of τ, whichever way τ is released. So **the better score depends on ε and on the way of release**. The square root of HSIC avoids most of the loss, because it enlarges small scores: its median margin is 37 times that of HSIC, and its noise 1.8 times. The next lines print margins and noise, and the leads in correct answers per 100 pairs, with 95% bands over pairs:
"""

# %% tags=["hide-input"]
both = {s: rows_of(part, s) for s in ("hsic", "kendall")}
both["root"], sizes = rooted(part), {}
for s, rows in both.items():
    margin = (rows["wrong"] - rows["right"]).abs().median()
    sizes[s] = np.array([margin, 2 * float((OURS | ROOT)[s](500))])
    print(f"{s:<8} median margin {sizes[s][0]:.5f},", end=" ")
    print(f"noise at ε = 1: {sizes[s][1]:.5f}")
times = sizes["root"] / sizes["hsic"]
assert round(times[0]) == 37 and round(times[1], 1) == 1.8  # as said
assert 1e-4 < sizes["hsic"][0] < 6e-4 and round(1e3 * sizes["hsic"][1]) == 5


def apart(one, other):
    """The lead of the first, pair by pair."""
    return one.assign(value=one["value"] - other["value"])


four = {"root": lambda m: 4 / m}
leads = {}
for e in (*EPSILONS[:-1], 5.0):
    hsic, root, tau = (answers(part, s, e) for s in rankings[:3])
    coin, wide = flipped(part, "hsic", e), answers(part, "root", e, four)
    steps = stepped(part, "root", e)
    leads |= {
        ("τ − HSIC", e): apart(tau, hsic),
        ("randomised response − HSIC", e): apart(coin, hsic),
        ("randomised response − τ", e): apart(coin, tau),
        ("√HSIC by √6/m − τ", e): apart(root, tau),
        ("√HSIC by 4/m − τ", e): apart(wide, tau),
        ("√HSIC by √6/m − randomised response", e): apart(root, coin),
        ("step rule on √HSIC − √HSIC by √6/m", e): apart(steps, root),
        ("step rule on √HSIC − randomised response", e): apart(steps, coin),
    }
place = "step rule on √HSIC − √HSIC by √6/m", 1.0
assert len(leads) == 40 and band(leads[place], 0.05 / 40).low > 0
leads = {place: band(lead) for place, lead in leads.items()}
cells = {
    place: f"{100 * b.value:+.1f} ({100 * b.low:.1f} to {100 * b.high:.1f})"
    for place, b in leads.items()
}
pd.Series(cells).unstack().rename(columns="ε = {:g}".format)

# %% tags=["hide-cell"]
above = {
    name: [e for e in (*EPSILONS[:-1], 5.0) if leads[name, e].low > 0]
    for name, _ in leads
}
assert above["τ − HSIC"] == [0.1, 0.5, 1.0]
assert above["randomised response − HSIC"] == [0.5, 1.0, 2.0, 5.0]
assert above["randomised response − τ"] == [1.0, 2.0, 5.0]
assert above["√HSIC by √6/m − τ"] == [0.1, 0.5, 1.0, 2.0, 5.0]
assert above["√HSIC by 4/m − τ"] == [0.5, 1.0, 2.0, 5.0]
coin = "√HSIC by √6/m − randomised response"
assert above[coin] == [0.1, 0.5, 1.0, 2.0] and leads[coin, 5.0].high < 0
steps = ["√HSIC by √6/m", "randomised response"]
steps = [f"step rule on √HSIC − {other}" for other in steps]
assert all(above[name] == [0.1, 0.5, 1.0, 2.0, 5.0] for name in steps)
said = {(steps[0], 1.0): (0.9, 0.5, 1.3), (steps[0], 5.0): (1.2, 0.6, 1.9)}
said[steps[1], 5.0] = (0.2, 0.2, 0.3)
for place, numbers in said.items():
    b = leads[place]
    ends = 100 * np.array([b.value, b.low, b.high])
    assert np.allclose(ends, numbers, atol=0.06), (place, ends)
best_tau = max(at_one[way, "kendall"] for way in ways)
assert at_one["randomised response", "hsic"] > best_tau

# %% [markdown]
r"""
**What to do.** For pairs like these and five hundred test records, the step rule of {prf:ref}`B-direction-steps` with the square root of HSIC is best of all that we tried on these 400 pairs; this was not repeated on the further pairs below. It is never behind randomised response on the same answer, by proof, and at ε = 5 it is ahead by 0.2 of 100 (0.2 to 0.3). Over the noisy difference of roots it leads at all five ε, by 0.9 of 100 at ε = 1 (0.5 to 1.3) and by 1.2 at ε = 5 (0.6 to 1.9). If the margin is wanted besides the direction, release the difference of roots: with $\sqrt6/m$ the whole band of its lead lies above 0 against τ at all five ε, and against randomised response up to ε = 2; at ε = 5 randomised response is ahead. However, both rules protect the test half only, and randomised response everyone. After correction for the 40 leads of the table, the lead of the step rule over the noisy root at ε = 1 is still decided. The IQR score would need an ε that gives no meaningful privacy. The library's `direction` releases two values of HSIC itself; the step rule was not tried with its rule for when to report.

Between HSIC itself and τ, each by one difference, the higher mean changes at
"""


# %% tags=["hide-input"]
def crossing(lines, at):
    """Where the mean over pairs of these lines becomes positive last."""
    rng = np.random.default_rng(26)
    many = rng.multinomial(len(lines), [1 / len(lines)] * len(lines), 2_000)
    means = np.vstack([lines.mean(axis=0), many @ lines / len(lines)])
    found = []
    for line in means:
        k = np.flatnonzero(line < 0).max()
        part = line[k] / (line[k] - line[k + 1])
        found.append(at[k] * (at[k + 1] / at[k]) ** part)
    return found[0], *np.quantile(found[1:], [0.025, 0.975])


wide = np.geomspace(0.5, 50, 60)
hsic, tau = (
    np.stack([answers(part, s, e)["value"] for e in wide], axis=1)
    for s in ("hsic", "kendall")
)
turn = crossing(hsic - tau, wide)
assert 0.5 < turn[1] < turn[0] < turn[2] < 5
print("ε = {:.1f}, 95% bootstrap interval {:.1f} to {:.1f}".format(*turn))

# %% [markdown]
r"""
### Other numbers of records

:::{admonition} Set-up: four numbers of test records
:class: note
56 further simulated pairs, 14 of each recipe, with 1,500 records each. The first 500 train both regressions, and the first 125, 250, 500 and 1,000 of the others are scored. ε = 1 and $\delta=0$ for one noisy difference; substitution of one test record; λ by the leave-one-out error on the training records. One split for each pair, and exact probabilities without draws of noise. Nothing was tuned. Seeds `[26, recipe, pair]`. Runs in this notebook.
:::
"""

# %% tags=["hide-input"]
from dataclasses import replace

from privcausal.data.simulated_pairs import SCENARIOS, simulate
from privcausal.experiments.pairs import KERNEL, PENALTIES, scores
from privcausal.pairs.anm import Split, regress_both_ways
from privcausal.pairs.fourier_kernel import best_penalty
from privcausal.pairs.ridge import scale

parts_of = Split(np.arange(500), np.arange(500, 1500))


def trained_on(columns):
    """Both regressions on the first 500 records, and all other residuals."""
    x, y = (scale(c, (c.min(), c.max())).values for c in columns)
    how = {"penalties": PENALTIES, "kernel": KERNEL}
    penalty = best_penalty(x[:500], y[:500], **how)
    return regress_both_ways(x, y, parts_of, penalty=penalty, kernel=KERNEL)


found = []
for recipe, name in enumerate(SCENARIOS):
    for pair in range(14):
        drawn = simulate(
            name, np.random.default_rng([26, recipe, pair]), 1500
        )
        columns = (drawn.x, drawn.y)[:: 1 if drawn.x_is_cause else -1]
        trained = trained_on(columns)
        keys = {"set": name, "pair": pair, "weight": 1.0}
        for m in (125, 250, 500, 1000):
            sides = ("x", "y", "of_y", "of_x")
            cut = {side: getattr(trained, side)[:m] for side in sides}
            for score, (low, high) in scores(replace(trained, **cut)).items():
                row = {"m": m, "score": score, "right": low, "wrong": high}
                found.append(keys | row)
found, by_m = pd.DataFrame(found), {}
for m, rows in found.groupby("m"):
    root, tau, hsic = (
        answers(rows, s, 1.0) for s in ("root", "kendall", "hsic")
    )
    coin = flipped(rows, "hsic", 1.0)
    by_m[m] = {
        "√HSIC": band(root),
        "Kendall": band(tau),
        "HSIC": band(hsic),
        "randomised response": band(coin),
        "√HSIC − randomised response": band(apart(root, coin)),
        "√HSIC − Kendall": band(apart(root, tau)),
    }
by_m = pd.DataFrame(by_m).T.rename_axis("test records")
by_m.map(
    lambda b: f"{100 * b.value:.1f} ({100 * b.low:.1f} to {100 * b.high:.1f})"
)

# %% tags=["hide-cell"]
assert len(found) == 56 * 4 * 4
over = by_m["√HSIC − randomised response"]
assert [b.low > 0 for b in over] == [False, False, True, True]
said = [(2.2, -2.1, 6.5), (11.0, 5.9, 15.8)]
for b, numbers in zip(over[[125, 1000]], said):
    ends = 100 * np.array([b.value, b.low, b.high])
    assert np.allclose(ends, numbers, atol=0.06), ends
assert all(b.low < 0 < b.high for b in by_m["√HSIC − Kendall"])

# %% [markdown]
r"""
Each cell is the number of correct answers per 100 pairs, or a lead, with its 95% band over pairs. The root of HSIC gains most from more records. Over randomised response it leads by 2.2 with 125 test records, with a band from −2.1 to 6.5, and by 11.0 with 1,000, with a band from 5.9 to 15.8. Its lead over τ is undecided at each of these four numbers, because 56 pairs are few.

## What a smaller bound gains

We now compare the published bounds with ours, on the same pairs and at the same ε.
Kendall's published bound is {verdict}`K-kendall`, so it cannot be improved. Two scores remain.

:::{claim} B-tightened
:::
"""


# %% tags=["hide-input"]
def gain(part, score, epsilon):
    ours, theirs = (
        answers(part, score, epsilon, bounds) for bounds in (OURS, PUBLISHED)
    )
    return apart(ours, theirs)


OURS_BETTER = {"hsic": (5.2, 4.2, 6.1), "spearman": (2.9, 2.2, 3.7)}
for score, of_100 in (("hsic", 3.7), ("spearman", 3.9)):  # two noises
    rows = rows_of(simulated(table), score)
    ours, theirs = (
        by_pair(rows, chances(rows, bounds[score], 1.0))
        for bounds in (OURS, PUBLISHED)
    )
    assert round(100 * weighted(apart(ours, theirs)), 1) == of_100
gains = {
    (score, e): gain(simulated(table), score, e)
    for score in ("hsic", "spearman")
    for e in EPSILONS[:-1]
}
for (score, e), g in gains.items():
    b = band(g)
    v = g["value"]
    won, lost = (100 * v.clip(*ends).mean() for ends in ((0, 1), (-1, 0)))
    print(f"{score:<9}ε = {e:<4} of 100 pairs {won:4.1f} won", end=", ")
    print(f"{-lost:4.1f} lost: {100 * b.value:+.1f}", end=" ")
    print(f"({100 * b.low:+.1f} to {100 * b.high:+.1f})")
    assert b.low > 0
    if e == 1:  # as said in the opening
        ends = 100 * np.array([b.value, b.low, b.high])
        assert np.allclose(ends, OURS_BETTER[score], atol=0.06), ends

# %% tags=["hide-input"]
axes = plots.panels(2, height=3.2)
titles = {"hsic": "HSIC, 12/m → 1.34/m", "spearman": "Spearman, 30/m → 6/m"}
tint = {"width": 0.55, "alpha": 0.5}
names = [f"{e:g}" for e in EPSILONS[:-1]]
for ax, (score, title) in zip(axes, titles.items()):
    values = [gains[score, e]["value"] for e in EPSILONS[:-1]]
    won = [100 * v.clip(0, 1).mean() for v in values]
    lost = [100 * v.clip(-1, 0).mean() for v in values]
    ax.bar(names, won, color=plots.BLUE, label="won", **tint)
    ax.bar(names, lost, color=plots.RED, label="lost", **tint)
    net = {"won less lost": np.add(won, lost)}
    title += f": {max(net['won less lost']):.1f} more at best"
    plots.points(names, net, ax=ax, colours=[plots.INK], level=0, title=title)
    ax.set_axisbelow(True)
    ax.set_ylim(-3, 8.5)
axes[1].legend(ncols=3, loc="upper right", fontsize=9)
plots.show(
    axes,
    "Correct answers per 100 of the 400 simulated pairs, won and lost by the smaller bound at four values of ε; one noisy difference, 500 test records. Answers are won among pairs that the score orders rightly, and lost among the others.",
    x="ε",
    y="right answers per 100 pairs",
)

# %% [markdown]
r"""
The gain is established ({verdict}`B-tightened`). The claim is about two released scores, where it is 3.7 of 100 for HSIC and 3.9 for Spearman's ρ at ε = 1; the lines and the figure show the same for one noisy difference. The red bars show the losses.

Because the probability depends on Δ and ε through $\Delta/\varepsilon$ alone, the published bound is as accurate as ours at $\varepsilon=1$ when ε is the ratio of the two bounds. For 500 records this is 8.9 for HSIC, with {prf:ref}`K-hsic16` 11.9, and 5.0 for Spearman's ρ.
"""

# %% tags=["hide-cell"]
ratios = [float(PUBLISHED[s](500) / OURS[s](500)) for s in OURS_BETTER]
assert np.round(ratios, 1).tolist() == [8.9, 5.0]
sixteen = (16 * 500 - 8) / 499**2  # K-hsic16
assert round(sixteen / float(OURS["hsic"](500)), 1) == 11.9

# %% [markdown]
r"""
For the *real* pairs:
"""

# %%
for score in ("hsic", "spearman"):
    b = band(gain(real(table), score, 1.0))
    print(f"{score:<9}{100 * b.value:+.1f} of 100,", end=" ")
    print(f"band {100 * b.low:+.1f} to {100 * b.high:+.1f}")
    assert b.value > 0 and b.low < 0 < b.high

# %% [markdown]
r"""
The gain has the same sign, but the bands contain 0.

## The IQR score and its privacy cost

The source releases four log-IQRs and charges $9\varepsilon$ for one of the two values of a record ({verdict}`K-ptr-comp`). For a whole record, four corrected releases cost $8\varepsilon$ ({prf:ref}`B-ptr-comp`). {doc}`24_iqr_by_asking_first` asks one stability test for all four. At equal ε and with the source's cells:
"""

# %% tags=["hide-input"]
from privcausal.pairs.private_iqr import probability_correct_of_four

rows = rows_of(simulated(table), "iqr")
for e in (0.1, 1.0, 2.0, 10.0):
    once = weighted(by_pair(rows, asking_once(rows, e)))
    gaps = rows["wrong"] - rows["right"]
    four = [chance(gap, 8 / e, probability_correct_of_four) for gap in gaps]
    test = AskOnce(1.0, 4, e, DELTA, Relation.SUBSTITUTION)
    refused = np.mean([test.refusal(int(d)) for d in rows["distance"]])
    print(
        f"ε = {e:<4} four noises {weighted(by_pair(rows, np.array(four))):.3f},",
        f"asking once {once:.3f}, refused {refused:4.0%}",
    )
assert once > 0.54 and everywhere["iqr"] > 0.64
strict = AskOnce(1.0, 4, 0.1, DELTA, Relation.SUBSTITUTION).test.threshold
print(f"largest distance {rows['distance'].max():.0f} records;", end=" ")
print(f"threshold at ε = 0.1: {strict:.0f}")
assert gaps.abs().median() < 0.2

# %% [markdown]
r"""
With cells of size 1 the noise on each score is $8/\varepsilon$, while margins are around a tenth. The answer is therefore a coin toss for ε up to $2$, with either method, and at $\varepsilon=0.1$ every release is refused.
"""

# %% [markdown]
r"""
## Protecting the training set

With the smaller noise of {doc}`25_protecting_the_training_set` for training records and λ = 0.1, the largest value that any split chose, the probability of the correct direction lies between 0.20 and 0.64 over all splits, with a mean of 0.50, at ε = 1 and with at most two thousand training records. Randomised response on the answer of HSIC protects the training half at no further cost.
"""

# %% tags=["hide-cell"]
from privcausal.claims.pairs.training_sensitivity_hsic import HSIC_TRAIN
from privcausal.pairs.scores import RESIDUAL_KERNEL
from privcausal.pairs.training_sensitivity import hsic_training_sensitivity

hsic = list(rows_of(table, "hsic").itertuples())
slope = 1 / (RESIDUAL_KERNEL.width * math.sqrt(math.e))
said_of_training = ["0.20", "0.64", "0.50"]
noises = {
    "published": lambda m: HSIC_TRAIN(n=m, m=m, lamda=0.1, L=slope),
    "ours": lambda m: hsic_training_sensitivity(m, m, 0.1, RESIDUAL_KERNEL),
}
for name, bound in noises.items():
    p = [chance(r.wrong - r.right, 2 * bound(r.m), one_noise) for r in hsic]
    print(f"{name:<10} noise {2 * bound(2000):8.3f}", end=" ")
    print(f"for 2,000 records; P(right) from {min(p):.4f} to {max(p):.4f},")
    print(f"{'':<10} mean over all splits {np.mean(p):.4f}")
assert [f"{p:.2f}" for p in (min(p), max(p), np.mean(p))] == said_of_training
assert table["penalty"].max() == 0.1
assert noises["published"](2000) > 1000 * noises["ours"](2000)

# %% [markdown]
r"""
## When to report a direction

A private margin alone does not justify a direction. At 250 records and $\varepsilon=1$, if both halves are protected, the noise on an HSIC score has a scale of 1.9 with λ = 0.075 and of 8.6 with λ = 0.024, whereas the score is at most 0.25. Two noise terms that are far apart look like a clear result. An earlier version of the library, with a flat prior on the margins, reported such answers with “2% doubt”. The library now uses a prior from simulated pairs: 500 cause–effect pairs, whose exact margins are known for six numbers of records and five values of λ. Bayes' rule with the distribution of the noise gives the probability that the smaller score belongs to the cause, and a direction is reported if this probability is at least 95%.

:::{claim} B-direction-sure
:::

:::{admonition} The experiment `direction`
:class: note
Simulated pairs, 250 to 32,000 records: 500 development pairs, 600 held-out pairs of the same families, 600 of families with other causes, functions and noises, and 64 of one family on which the old rule was found to fail; the output below calls these three parts `check`, `stranger` and `cubic`. Four scores, HSIC with both halves or the test half protected, the others with the test half; λ between 0.001 and 1; ε of 1 and 8, $\delta=0$, for the IQR score $10^{-6}$; substitution; one draw of noise. Tuned on the development pairs only. Seed 0. Table `book/_data/experiments/direction.csv`, made by `python -m privcausal experiments direction --seed 0`.
:::

:::{admonition} The experiment `direction-again`
:class: note
1,500 more held-out pairs of the same families and 1,500 of the others, with HSIC alone; otherwise as above. Added after the first results, because few of the first pairs got a direction. Not tuned on. Seed 0. Table `book/_data/experiments/direction-again.csv`, made by `python -m privcausal experiments direction-again --seed 0`.
:::
"""

# %% tags=["hide-input"]
from privcausal.claims.experiments.direction import tables

asked = tables().rename(columns={"flat": "old", "sure": "new"})
asked["right"] = asked.margin > 0
for rule in ("old", "new"):
    named = asked[asked[rule] >= 0.95]
    print(
        f"{rule} rule: {len(named):,} of {len(asked):,} answers name a direction"
    )
    for part, rows in named.groupby("part"):
        print(
            f"  {part:<9} {rows.right.mean():.0%} of {len(rows):,} are right"
        )
for low, high in ((250, 1_000), (1_000, 4_000), (4_000, 32_001)):
    rows = named[(named.n >= low) & (named.n < high)]
    print(
        f"{low:>6,} to {high - 1:>6,} records: {rows.right.sum()} of {len(rows)} right"
    )
    assert rows.right.mean() >= 0.93
assert set(named.score) == {"hsic"} and set(named.protect) == {"test"}
unsure = asked[(asked.score == "hsic") & (asked.protect == "both")]
unsure = unsure[(unsure.n == 250) & (unsure.epsilon == 1)]
at_250 = unsure.set_index(unsure.penalty.round(3)).noise.round(1)
assert at_250.to_dict() == {0.075: 1.9, 0.024: 8.6}  # as said above
assert f"{asked[asked.old >= 0.95].right.mean():.0%}" == "62%"

# %% tags=["hide-cell"]
from privcausal.experiments.direction import DIRECTION_AGAIN

second = load(DIRECTION_AGAIN)
second = second[second.part != "development"]
in_second = asked.tail(len(second))  # `tables` puts it behind the first
assert (in_second.margin.to_numpy() == second.margin.to_numpy()).all()
for part, rows in in_second[in_second.new >= 0.95].groupby("part"):
    print(f"second experiment, {part}: {rows.right.sum()} of {len(rows)}")
    said = {"check": (33, 34), "stranger": (30, 33)}[part]
    assert (rows.right.sum(), len(rows)) == said

# %% tags=["hide-input"]
draws = np.random.default_rng(260)
named = asked[asked.new >= 0.95]
for part, rows in named.groupby("part"):
    pairs = rows.groupby("pair").right.all()
    b = mean(rows.right.astype(float), 0.05, draws, groups=rows.pair)
    if pairs.all():  # no bootstrap would give this any width
        b = share(len(pairs), len(pairs), 0.05)
    print(
        f"{part:<9} {b.value:.0%}, 95% band over {len(pairs)} pairs", end=" "
    )
    print(f"{b.low:.0%} to {b.high:.0%}")
    assert b.low < 0.93 and (part != "cubic" or len(pairs) == 24)

# %% [markdown]
r"""
The result is {verdict}`B-direction-sure`. The old rule reported a direction in a third of all cases, and 62% of these were correct. The new rule reports about one in two hundred. The target was 93% right among the reported directions; it is not in the ledger. The printed bands pool both experiments, the second of which was added after a look at the first, so they are not exact 95% bands. The proportions reach it at every number of records, but the bands of both large parts begin below it, so it is not established. In the second experiment alone 33 of 34 answers of `check` and 30 of 33 of `stranger` are right; the latter proportion, 91%, is below the target. The bands resample whole pairs, because answers about one pair are dependent. For `cubic`, whose answers are all right, we print the lower confidence limit for its 24 pairs instead. {prf:ref}`B-direction-sure` asserts eight in ten only, and for `check` and `stranger` separately.

Only HSIC ever reaches 95%, with small λ, and every reported direction came from the variant that protects one half of the people. `direction` therefore refuses most tables before any budget is spent, and `plan` forecasts this.

## Common mistakes

**Selecting the pairs on which the method works.** Figure 1 of the source does so openly. On the ten pairs on which HSIC is best, the mean at $\varepsilon=1$ is high:
"""

# %%
private = answers(real(table), "hsic", 1.0)["value"]
best_ten = private.sort_values()[-10:].mean()
print(f"best ten of 36: {best_ten:.2f}, all: {private.mean():.2f} unweighted")
assert best_ten > 0.7

# %% [markdown]
r"""
**Counting splits as independent evidence.** If the ten splits of 36 pairs are treated as 360 independent trials, the band is far too narrow:
"""

# %%
rows = rows_of(real(table), "hsic")
votes = (rows["right"] < rows["wrong"]).astype(float)
boast = mean(votes, 0.05, rng, weights=rows["weight"])
print(f"360 'trials': {boast.low:.2f} to {boast.high:.2f};", end=" ")
print(f"fifteen sources: {bands['hsic'].low:.2f} to {bands['hsic'].high:.2f}")
assert boast.low > 0.5 > bands["hsic"].low

# %% [markdown]
r"""
## Related work

The protocol and the claims that we repeat are those of {cite:t}`kusner2016`. {cite:t}`mooij2016` collected the Tübingen pairs and compare many scores without privacy. Randomised response is due to {cite:t}`warner1965`. The step rule is of a known form: {cite:t}`asi2020`, whose abstract we read, weight an answer by how many records would have to change before it is given, and the margin bounds this number from below. We know of no other comparison of private scores for causal direction, but have not searched systematically.

## Limitations

The simulated pairs are those of four recipes. The main comparison is for 500 test records, and the one of other numbers has 56 pairs at one ε. A vote of disjoint subsamples was not run.

## Exercises

:::{exercise}
:label: ex-26-steps

For the 400 simulated pairs the step rule of {prf:ref}`B-direction-steps` is ahead of the noisy difference of square roots. Is it always? Compare the two for a margin just below $2\Delta$ and just above it, at $\varepsilon=1$. Then compute for how many of 100 simulated pairs the step rule is correct with HSIC itself.
:::

:::{solution-start} ex-26-steps
:class: dropdown
:::

Just below $2\Delta$ we have $k=0$, and the rule is right with probability $\frac{e}{1+e}$; just above it $k=1$. The noisy difference has $t=1$ on both sides, so it is right with probability $1-\frac1{2e}$.
"""

# %%
below, above_it = (step_rule(m, 1, 1.0) for m in (0.999, 1.001))
noisy = one_noise(1, 1)
print(f"rule {below:.2f} below, {above_it:.2f} above; noise {noisy:.2f}")
assert below < noisy < above_it
b = band(stepped(simulated(table), "hsic", 1.0))
assert b.value > at_one["one noisy difference", "hsic"]
print(f"HSIC itself, by the rule: {100 * b.value:.1f} of 100", end=" ")
print(f"({100 * b.low:.1f} to {100 * b.high:.1f})")

# %% [markdown]
r"""
So it is not always ahead: just below $\gamma=2\Delta$ the noisy difference is more often correct.

:::{solution-end}
:::

:::{exercise}
:label: ex-26-records

Suppose that margins do not change as the number of records grows. Compute how many test records each simulated pair needs so that HSIC is correct with probability 0.9 at $\varepsilon=1$. Give the median over the pairs that HSIC orders correctly, for the published bound, for ours, for the square root with $\sqrt6/m$, and for Kendall's τ.
:::

:::{solution-start} ex-26-records
:class: dropdown
:::
"""

# %%
t = math.log(5)  # 1 - exp(-t) / 2 = 0.9


def records(score, constant):
    rows = both[score]
    mean_margin = by_pair(rows, (rows["wrong"] - rows["right"]).to_numpy())
    margins = mean_margin["value"][mean_margin["value"] > 0]
    return int(np.median(constant * 2 * t / margins))


sizes = ("hsic", 12), ("hsic", 43 / 32), ("root", 6**0.5), ("kendall", 4)
needed = [records(*each) for each in sizes]
print("HSIC published {:,}; ours {:,};".format(*needed), end=" ")
print("√HSIC {:,}; Kendall {:,}".format(*needed[2:]))
assert 140_000 > needed[0] > 100_000 > 20_000 > needed[1] > 10 * needed[2]

# %% [markdown]
r"""
Noise of scale $2c/(m\varepsilon)$ on the difference must be at most $\gamma/t$ with $1-\frac12e^{-t}=0.9$, that is, $t=\ln5$. So $m=2ct/(\varepsilon\gamma)$.

:::{solution-end}
:::

**Next.** More than two variables, and graphs: {doc}`/book/sources/priv-pc`.
"""
