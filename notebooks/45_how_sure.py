# %% [markdown]
r"""
# Calibrated probabilities for edges and arrows

A board asks you of the graph you have drawn: *this arrow here, would you bet on it?* And before, when you asked for the budget: *what will you get for it?*

{doc}`35_at_equal_honest_price` asked for tables once, with noise that is known to the last digit. **So can we not simply draw that noise again, and see which arrows stay?**
We can, it is free, and it answers the wrong question. This chapter shows why, finds clues that answer the right one, and tests two claims on networks that were not used for them.

:::{admonition} After this chapter you can
:class: tip
- tell doubt that comes from noise from doubt that comes from the search;
- turn evidence in a release into a percentage, and check what such percentages are worth;
- say beforehand how right a graph will be, with an interval that holds as often as it says;
- say where both stop being true.
:::
"""

# %%
from dataclasses import replace

import numpy as np
import pandas as pd

from privcausal import plots
from privcausal.experiments.calibration import CALIBRATION
from privcausal.experiments.confidence_maps import KINDS, edges, fit
from privcausal.experiments.f1_maps import counted, stored_terms, lines
from privcausal.experiments.execution import load
from privcausal.experiments.vote_calibration import VOTE_CALIBRATION
from privcausal.experiments.vote_calibration import VOTE_CALIBRATION_AGAIN
from privcausal.graphs.expected_f1 import SCORES
from privcausal.graphs.methods import METHODS
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.table_release import release_tables
from privcausal.graphs.pair_status import PairStatus
from privcausal.graphs.structure.metrics import cpdag_scores, skeleton_scores
from privcausal.graphs.structure.pdag import cpdag
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration
from privcausal.table.records import Table
from privcausal.verify.checks.measured import mean

ONCE = METHODS["once"]
ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)

# %% [markdown]
r"""
## Example: draw the noise again

Twenty thousand cells of *Sachs*, one release at $\varepsilon=1$. Eleven proteins, seventeen true arrows.
"""


# %%
def table_of(town, n, rng):
    entries = {
        name: Categories(words, missing=words[0])
        for name, words in zip(town.nodes, town.categories)
    }
    codes = town.sample(n, rng).T
    return Table(Declaration(entries), dict(zip(town.nodes, codes)))


rng = np.random.default_rng(0)
sachs = network("sachs")
kept = release_tables(table_of(sachs, 20_000, rng), ONE, rng)
result = kept.discover()

# %% [markdown]
r"""
Everything that was released lies in `kept.means`, with the noise's standard deviation in `kept.scales`. Add noise of that size once more, learn again, and count how often each arrow comes back:
"""


# %%
def again():
    means = {
        columns: mean + kept.scales[columns] * rng.normal(size=mean.shape)
        for columns, mean in kept.means.items()
    }
    drawn = replace(kept, means=means).discover()
    return {str(p) for p in drawn.pairs_with_status(PairStatus.DIRECTED)}


graphs = [again() for _ in range(25)]
nodes = sachs.nodes
true = {f"{nodes[a]} → {nodes[b]}" for a, b in np.argwhere(sachs.dag)}
arrows = result.pairs_with_status(PairStatus.DIRECTED)
back = lambda pair: np.mean([str(pair) in drawn for drawn in graphs])
shares = {str(pair): back(pair) for pair in arrows}
print("arrow         came back  how sure  true")
for pair in arrows:
    verdict = "yes" if str(pair) in true else "no"
    sure = pair.arrow_probability
    print(f"{pair!s:<14}{shares[str(pair)]:8.0%}{sure:10.0%}  {verdict:>5}")

# %%
false = [pair for pair in arrows if str(pair) not in true]
redraws = sum(shares[str(pair)] >= 0.8 for pair in false)
clues = sum(pair.arrow_probability >= 0.8 for pair in false)
print(f"of {len(false)} wrong arrows", end=", ")
print(f"redraws are at least 80% sure of {redraws}, clues of {clues}")
assert redraws > len(false) / 2 > 2 * clues
assert max(pair.arrow_probability for pair in arrows) < 0.9

# %% [markdown]
r"""
Most arrows here are wrong, and most of the wrong ones come back faithfully. **These errors are not caused by the noise, so redrawing the noise cannot reveal them.**
They come from the search: it holds at most two columns fixed, it believes the first set that leaves no dependence, and one edge that was missed turns its neighbours round. All that happens again in every redraw.
The column *how sure* is what this chapter is about. It was computed from the same release, and cost nothing either. It is not always right, as one sees; but it calls none of these arrows 90% sure, and redraws do.

## Four clues

An arrow needs a reason, and the reasons lie in the release. For $a\to b\leftarrow c$, whose ends looked independent, fixing $b$ must *make* them depend; how clearly it does, we count in digits: three for a p-value of 0.001. Of each arrow we note

1. the digits it rests on: those of its clearest v-structure or, if it follows from other arrows, of the weakest reason among them;
2. the digits of the clearest v-structure that wants it the other way round;
3. the digits of the weakest dependence between its two ends, with any one neighbour held fixed;
4. the digits by which its head separates its tail from a third column, because then the head passes something on.

Of a pair we note the weakest dependence, up to three digits, and in how many tests it was looked for.
A logistic map makes a probability of them. Its weights are learned on simulated networks, where we know what is right:
"""


# %%
def learn(rows, kind):
    return fit(*edges(rows, "development", kind)[:2])


def called_of(rows, part, kind, sure):
    """How sure each edge is called, whether it is right, and its table."""
    clues, right, worlds = edges(rows, part, kind)
    return np.array([sure(tuple(row)) for row in clues]), right, worlds


table = load(CALIBRATION)
maps = {kind: learn(table, kind) for kind in KINDS}
for kind, learned in maps.items():
    clues, right, worlds = edges(table, "development", kind)
    tables = len(np.unique(worlds))
    print(f"{kind:<6} weights {learned.weights}", end=", ")
    print(f"from {len(right):,} edges of {tables} tables")

# %% [markdown]
r"""
Digits are compressed, $\pm\log(1+\text{digits})$, for a hundred are not ten times as convincing as ten. The signs are what one would hope for: what an arrow rests on and the strength of its pair speak for it, an opposite v-structure and a head that passes on speak against it.

## Is it worth what it says?

The maps never saw the part of the table that is called *check*: other networks, other samples, other prices. Its seeds and the recipe for learning were written down before it was looked at, and it was looked at once.
"""


# %%
from privcausal.experiments import bands


def points(ax, rows, kind, sure):
    called, right, worlds = called_of(rows, "check", kind, sure)
    places = np.digitize(called, [0.3, 0.5, 0.6, 0.7, 0.8, 0.9])
    bins = [b for b in (places == k for k in range(7)) if b.sum() >= 30]
    results = [bands.band(right[b], groups=worlds[b], seed=1) for b in bins]
    ax.plot([0, 1], [0, 1], color=plots.INK, linewidth=0.8, label="_diagonal")
    x = [called[inside].mean() for inside in bins]
    plots.points(x, {f"{kind}s": results}, ax=ax, xlim=(0, 1), ylim=(0, 1.02))


axes = plots.panels(2, height=3.4)
for ax, kind in zip(axes, reversed(KINDS)):
    points(ax, table, kind, maps[kind])
    ax.set_title(f"{kind}s")
caption = "How often edges were right, against how sure they were called, on networks that the maps were not learned from. The thin line is where the two agree; bars are 95% bands over whole networks. Points with fewer than 30 edges are left out."
plots.show(axes, caption, x="called", y="right")

# %%
for kind in KINDS:
    called, right, _ = called_of(table, "check", kind, maps[kind])
    sure = called >= 0.9
    print(
        f"of {len(right):,} {kind}s, {sure.mean():.0%} are called at least 90% sure; "
        f"of these {right[sure].sum()} of {sure.sum()} are right, {right[sure].mean():.1%}"
    )

# %%
called, right, _ = called_of(table, "check", "arrow", maps["arrow"])
assert 0.62 < right.mean() < 0.71 and 0.2 < np.mean(called >= 0.9) < 0.3

# %% [markdown]
r"""
Pairs are nearly always right, and the map says so. Arrows are right two times in three, and the map knows which: about one in four may be called 90% sure, and that is what it is.

:::{claim} B-sure
:::

The verdict is {verdict}`B-sure`.

## And where arrows are voted on?

`once-further` and `once-correlations` let triples vote on arrows ({doc}`47_on_networks_nobody_tuned_on`). Therefore their clues are the votes: for each $a - b - c$ with $a$ and $c$ apart, by how many digits the best set with $b$ separates these two better, or worse, than the best without. What an arrow rests on, what speaks for the opposite, the weakest dependence of its pair with up to two neighbours held fixed, and whether its head passes on, are noted and compressed as before. The maps for numbers were learned again from `once-correlations` as `discover` ships it, which does not test columns that are all noise; the numbers below differ slightly from those of the earlier variant.
Each method has maps of its own, learned by the same recipe on newly drawn networks: for `once-further` of the same families, for numbers linear models in mixed units, a third of them with heavier tails. Tasks and recipe were stored before the part *check* was drawn.
"""

# %%
voted = load(VOTE_CALIBRATION)
axes = plots.panels(2, height=3.4)
methods = dict(list(voted.groupby("method", sort=False)))
for ax, (method, rows) in zip(axes, methods.items()):
    points(ax, rows, "arrow", learn(rows, "arrow"))
    ax.set_title(method)
caption = "How often arrows made by votes were right, against how sure they were called, on networks that the maps were not learned from. The thin line is where the two agree; bars are 95% bands over whole networks."
plots.show(axes, caption, x="called", y="right")

# %%
for method, rows in methods.items():
    for kind in KINDS:
        called, right, _ = called_of(rows, "check", kind, learn(rows, kind))
        sure = called >= 0.9
        print(
            f"{method}: {right.mean():.0%} of {len(right):,} {kind}s right; {sure.mean():.0%} called at least 90% "
            f"sure, and of these {right[sure].mean():.1%} right"
        )

# %% [markdown]
r"""
:::{claim} B-voted
:::

The verdict is {verdict}`B-voted`. Of the arrows of numbers, the first 240 networks had too few that were called so sure to tell nine in ten from less. Therefore a thousand networks more were listed, then drawn, and the verdict on numbers rests on them alone:
"""

# %%
more, rows = load(VOTE_CALIBRATION_AGAIN), methods["once-correlations"]
for kind in KINDS:
    called, right, worlds = called_of(more, "check", kind, learn(rows, kind))
    sure = called >= 0.9
    print(
        f"of {len(right):,} {kind}s, {sure.sum():,} are called at least 90% sure, and {right[sure].mean():.1%} of these are right"
    )

assert kind == "arrow"  # the last of the two
dice, hits = np.random.default_rng(1), right[sure].astype(float)
band = mean(hits, 0.01, dice, groups=worlds[sure])
print("arrows: 99% band over whole networks", end=" ")
print(f"{band.low:.3f} to {band.high:.3f}")
assert band.low < 0.9 < band.value

# %% [markdown]
r"""
:::{claim} B-voted-numbers
:::

The verdict is {verdict}`B-voted-numbers`: pairs are, and the share of the arrows lies above nine in ten, but its band does not. Read an arrow of numbers that is called 90% sure as one that is right about nine times in ten, perhaps a little less often.

Of `once-mixed`, and of the methods that spend their budget test by test, no such table was made: there an answer says nothing of how sure it is.

## What will I get for my budget?

The same simulated tables answer the board's other question. Before anything is spent we know the number of records, the budget, and the sizes of the columns; from these follows the smallest association $\varphi$ that would be seen ({doc}`35_at_equal_honest_price`).
Between a few knots of that number we interpolate the F1 that graphs reached: the middle, and the two ends between which four of five lay. That is what `plan` prints:
"""

# %%
for n in (2_000, 20_000, 200_000):
    forecast = ONCE.expected(n, sachs.cardinalities, ONE)
    parts = ", ".join(f"{part} {forecast[part]}" for part in SCORES)
    print(f"{n:8,} records: {parts}")

# %% [markdown]
r"""
The intervals are wide, because networks differ: with strong causes and few of them, 2,000 records are plenty. An interval that were narrower would be wrong more often. Here is how often these are right, on the tables of the part *check*:
"""

# %%
rows = {}
for score in SCORES:
    three = lines(*stored_terms(table, "development", score))
    for part in ("check", "stranger"):
        rows[score, part] = counted(table, part, score, three)
        observed = rows[score, part]
        print(
            f"{score:<7}{part:<9}{observed['held']:4.0f} of {observed['tables']} held, {observed['below']:.0f} below, "
            f"{observed['above']:.0f} above; on average {observed['width']:.2f} wide"
        )

# %% [markdown]
r"""
:::{claim} B-expected
:::

The verdict is {verdict}`B-expected`.

## Where it stops being true

**Other networks.** The lines *stranger* above are networks of another kind: two edges and a half per column, up to eight values, effects that are nearly certain, rare values, and two causes that were not recorded. Forecasts made for the usual networks are far too hopeful there. Sureness suffers less:
"""

# %%
for kind in KINDS:
    called, right, _ = called_of(table, "stranger", kind, maps[kind])
    sure = called >= 0.9
    print(
        f"{kind}s called {called[sure].mean():.0%} sure were right in {right[sure].mean():.0%}"
    )

# %% [markdown]
r"""
For graphs by vote, the same: denser ones, for numbers with outliers, and with two causes that were not recorded.
"""

# %%
for method, rows in methods.items():
    for kind in KINDS:
        own = learn(rows, kind)
        called, right, _ = called_of(rows, "stranger", kind, own)
        sure = called >= 0.9
        print(
            f"{method}: {kind}s called {called[sure].mean():.0%} sure were right in {right[sure].mean():.0%}"
        )

# %% [markdown]
r"""
So *how sure* and *what to expect* are statements about networks like the simulated ones: 4 to 16 columns of two to five values, at most three causes each, all of them recorded. Outside of the sizes that were tried the library gives no number at all. Whether your causes are recorded, no number can tell you.

**Networks from the literature.** The five of the seven that are small enough, two sizes of table, three budgets:
"""


# %%
def outcome(name, n, epsilon):
    town = network(name)
    own = np.random.default_rng([n, int(10 * epsilon), len(name)])
    price = Price(epsilon, 1e-6, Relation.SUBSTITUTION)
    graph = release_tables(table_of(town, n, own), price, own).discover()
    truth = cpdag(town.dag)
    forecast = ONCE.expected(n, town.cardinalities, price)
    reached = {
        "pairs": skeleton_scores(graph.matrix, truth).f1,
        "arrows": cpdag_scores(graph.matrix, truth).f1,
    }
    names = [(town.nodes[a], town.nodes[b]) for a, b in np.argwhere(town.dag)]
    sure = [
        (pair.arrow_probability, (pair.first, pair.second) in names)
        for pair in graph.pairs_with_status(PairStatus.DIRECTED)
    ]
    held = {k: f.low <= reached[k] <= f.high for k, f in forecast.items()}
    return held, sure


towns = ("earthquake", "cancer", "asia", "survey", "sachs")
tried = [
    outcome(name, n, epsilon)
    for name in towns
    for n in (5_000, 50_000)
    for epsilon in (0.5, 1.0, 3.0)
]
for part in SCORES:
    right = sum(held[part] for held, _ in tried)
    print(f"{part:<7}{right:3} of {len(tried)} intervals held")
arrows = [one for _, sure in tried for one in sure]
called = pd.DataFrame(arrows, columns=["called", "right"])
names = ["below 50%", "50 to 80%", "above 80%"]
classes = pd.cut(called.called, [0, 0.5, 0.8, 1.0], labels=names)
shares = called.groupby(classes, observed=True)["right"]
print(shares.agg(["size", "mean"]).round(2).to_string())

# %% [markdown]
r"""
Percentages of arrows keep their order, and roughly their size. The forecast's intervals hold less often than four times in five: these networks have few edges, so that one arrow more or less moves the F1 by a fifth, and some have causes that hardly matter. Trust the percentages more than the forecast.

:::{admonition} An earlier error of ours
:class: warning
*By counting redraws.* Our first attempt at confidence drew the noise again, as above. For pairs the shares were fair, for arrows they were not. A bootstrap reflects only the errors that resampling reproduces.
:::

## Exercises

:::{exercise}
:label: ex-45-line

Two columns have an edge and no third column has one. Which of the four clues can an arrow between them have? What does `once` draw?
:::

:::{solution} ex-45-line
:class: dropdown

None but the third. Without a third column there is no v-structure and nothing to follow from, so no arrow is drawn: it is a line, and only the pair gets a percentage.
:::

:::{exercise}
:label: ex-45-below

An arrow $a\to b$ is called 20% sure, its pair 96%. What would you bet on?

*Hint:* if the two are joined and the arrow is wrong, what is left?
:::

:::{solution-start} ex-45-below
:class: dropdown
:::
"""

# %%
joined, this_way = 0.96, 0.20
print(f"b → a: about {joined - this_way:.0%}")

# %% [markdown]
r"""
If one of the two is a direct cause of the other, and not in this direction, then in the opposite one. The graph as a whole would have to be redrawn for it, which the search does not do.

:::{solution-end}
:::

## Summary

How sure an arrow is cannot be learned from the noise, because noise is not what turns arrows round. Clues in the release say on which evidence it rests, and simulated networks say what such evidence is worth; on networks that neither had seen, what was called 90% sure was right at least nine times in ten. The same tables say beforehand how right a graph will be, with wide intervals that hold four times in five. Both are claims about networks like the simulated ones, and about no others.

**Next.** {doc}`47_on_networks_nobody_tuned_on` takes the same method to networks that it was not tuned on.
"""
