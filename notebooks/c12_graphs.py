# %% [markdown]
r"""
# Which arrows can data identify? d-separation and the PC algorithm

:::{chapter} 12
:asks: Suppose the records of the random assignment were lost. Could the table itself show what causes what?
:needs: c10_ranks, c11_residuals
:teaches: d-separation, skeleton, v-structure, Markov equivalence, the PC algorithm
:skip: the exercise with three stars
:::

Chapter 11 compared two columns. Three columns can show more, because two causes of one effect that are not joined by an arrow themselves leave a trace in data that no other arrangement of arrows leaves.
This chapter introduces *causal discovery*, the search for a causal graph in data.
All people in it are simulated, so that we know the truth.
"""

# %% tags=["hide-input"]
import math

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.course.village import PLACES, arrows, excess
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.structure.graph_drawing import draw

# %% [markdown]
r"""
## A simulated village

This program draws six *variables* for each person, each from variables that were drawn before.
The first five are those that the next chapters take from the table of Malawi. The sixth says whether a partner knows the result.
"""

# %%
NAMES = "young", "near", "reward", "learned", "hiv", "partner"
YOUNG, NEAR, REWARD, LEARNED, HIV, PARTNER = range(6)


def village(n, rng):
    """Six variables for n people: no (0) or yes (1); reward 0, 1 or 2."""
    yes = lambda chance: (rng.random(n) < chance).astype(int)
    young, near = yes(0.45), yes(0.6)
    reward = rng.integers(0, 3, n)
    hiv = yes(0.30 - 0.15 * young)
    learned = yes(0.25 + 0.15 * near + 0.20 * reward - 0.15 * young)
    partner = yes(0.1 + 0.5 * learned)
    return np.column_stack([young, near, reward, learned, hiv, partner])


people = village(100_000, np.random.default_rng(10))

# %%
tails = YOUNG, YOUNG, NEAR, REWARD, LEARNED
heads = HIV, LEARNED, LEARNED, LEARNED, PARTNER
TRUTH = np.zeros((6, 6), dtype=bool)
TRUTH[tails, heads] = True

# %% tags=["hide-input"]
ax = plots.panel(height=3.0, width=5.0)
title = "What causes what in the village"
draw(ax, TRUTH, NAMES, places=PLACES, title=title)
caption = "The causal graph of the simulated village. Each arrow leads from a cause to its effect; no arrow points at the reward, because it is assigned at random."
plots.show(ax, caption)

# %% [markdown]
r"""
Such a picture is a **directed acyclic graph**: nodes joined by arrows, such that no one who follows the arrows ever returns to where they began.
Two nodes joined by an arrow are *adjacent*, and whatever joins them is an *edge*. Adjacent nodes are called *neighbours*, which has nothing to do with neighbouring tables. An arrow leads from its *tail* to its *head*. The *parents* of a node are the tails of the arrows that point at it. Its *descendants* are the nodes that can be reached from it along arrows.

## Two causes of one effect: colliders

The reward is assigned at random, so it cannot depend on how near the clinic is. Among all people it does not. Now look only at those who learned their result:
"""

# %%
near, learned = people[:, NEAR] == 1, people[:, LEARNED] == 1
everybody = np.ones(len(people), bool)
for among, chosen in (("all people", everybody), ("learned", learned)):
    means = [people[chosen & side, REWARD].mean() for side in (near, ~near)]
    print(f"{among:10}: mean reward near {means[0]:.2f}, far {means[1]:.2f}")

# %% [markdown]
r"""
Among those who learned, people from far away had the larger rewards. Somebody from far away who came in spite of the walk had some other reason to come, and often this was a large reward. So once we know that a person came, the distance says something about the reward.

To *condition on* a variable, or to hold it fixed, means to compare only people who have the same value of it. **As a rule, two independent causes of one effect become dependent when we condition on the effect.** This is called *collider bias*.

A chain does the opposite. Reward affects learning, and learning affects whether a partner knows:
"""

# %%
partner, reward = people[:, PARTNER] == 1, people[:, REWARD]
groups = {"all people": everybody, "learned": learned}
for among, chosen in groups.items():
    shares = [partner[chosen & (reward == r)].mean() for r in (0, 1, 2)]
    print(f"{among:10}: partner knows, by reward", np.round(shares, 2))

# %% [markdown]
r"""
A larger reward goes with more informed partners, but not among those who learned. Once we know that a person learned the result, it no longer matters to the partner what made this person come.

So conditioning on *learned* creates an association where two arrows meet at it, and removes one where the arrows pass through it. This difference is what identifies arrows.

## Reading independence off a graph: d-separation

Both cases follow from one rule, which needs a few terms.

A *path* leads from node to node along edges, in either direction of the arrows, and visits no node twice.
A node inside the path is a **collider** if the arrows on both sides of it point at it: $\to b\leftarrow$.

Let $S$ be the set of variables that we condition on. A path is **blocked** by $S$ if
- some node inside it that is *not* a collider is in $S$, or
- some collider on it is not in $S$, and no descendant of this collider is in $S$ either.

In other words, a node that is not a collider lets dependence pass until we condition on it, and a collider stops dependence until we condition on it. A descendant of a collider counts as well, because it carries information about the collider. In the village, for example:

| path | given nothing | given *learned* |
|---|---|---|
| near → learned ← reward | blocked | open |
| reward → learned → partner | open | blocked |

The set $S$ **d-separates** $x$ and $y$ if it blocks every path between them.

:::{quiz} The only path between *hiv* and *reward* in the village is hiv ← young → learned ← reward. Does *learned* d-separate them?
- [ ] Yes, because *learned* blocks the path. :: No. It would if it were not a collider.
- [x] No, because *learned* is a collider, and conditioning on it opens the path. :: Correct. The other inner node, *young*, is not in the set, so it does not block either.
:::

In the next figure you can try the rule on other graphs. Choose the graph *all three* and condition on *visit*:
"""

# %%
explorers.open_paths()

# %% [markdown]
r"""
The chain through *visit* closes, but *visit* is also a collider, so the path by way of *age* opens, and *reward* and *health* are still dependent. Only *visit* and *age* together separate them.

## Two assumptions that connect a graph with data

Records have the independences of a graph under two assumptions.

1. **The causal Markov condition.** Each variable is drawn from its parents with independent noise, as in `village`. Then variables which are d-separated by $S$ are independent given $S$ {cite:p}`pearl1988`. The condition requires *causal sufficiency*: every common cause of two variables is in the graph. If *young* were missing, no other variable would explain why *hiv* and *learned* are dependent.
2. **Faithfulness.** There are no other independences. Variables that are *not* d-separated by $S$ are dependent given $S$. This fails, for example, if two effects cancel exactly.

Under both assumptions, *independent given $S$* and *d-separated by $S$* mean the same. For a real table, records cannot prove them.

## Which arrows cannot be identified

Suppose that of 100 people 40 have two traits $a$ and $b$, 40 have neither, and 10 have each one alone. Perhaps $a$ was decided by a fair coin, and $b$ was then made equal to $a$ with probability 0.8, and different otherwise. But perhaps $b$ was decided first, and $a$ was made from $b$ in the same way. Both programs produce the same table on average, so no number of people shows which arrow is right. By Bayes' rule an arrow between two variables can always be turned in this way.

Now add a third variable. In a chain $a\to b\to c$ we turn the first arrow, which gives the fork $a\leftarrow b\to c$. Then we turn the second one as well, which gives $a\leftarrow b\leftarrow c$. Nothing in the data changes: in all three, $b$ separates $a$ and $c$, and the empty set does not.

The collider $a\to b\leftarrow c$ is different. There the empty set separates $a$ and $c$, and $b$ does not. None of the other three can produce this, so here the data show both arrows.

The **skeleton** of a graph is the graph without arrowheads.
A **v-structure** is a collider $a\to b\leftarrow c$ whose ends $a$ and $c$ are not adjacent.
Two graphs are **Markov equivalent** if they have the same d-separations. All graphs equivalent to a given one form its *Markov equivalence class*, or *class* for short.

> **Theorem.** Two directed acyclic graphs on the same nodes are Markov equivalent if and only if they have the same skeleton and the same v-structures. {verdict}`B-markov`

Data can therefore identify the skeleton and the v-structures, and the arrows that follow from these. {doc}`31_from_independence_to_arrows` proves the theorem, and shows a published network that is not faithful.

## The PC algorithm

How can the class be found without trying all graphs? The **PC algorithm**, named after Peter Spirtes and Clark Glymour {cite:p}`spirtes2000`, asks small questions first.

1. **Delete edges.** Begin with all pairs adjacent. Take the orders $k=0,1,2,\dots$ in turn, until no remaining edge has $k$ other neighbours at either end. For each remaining edge $x-y$, try each set $S$ of $k$ other neighbours of $x$, and each set of $k$ other neighbours of $y$. If $x$ and $y$ are independent given $S$, delete the edge, store $S$ as its *separating set*, and go on to the next edge. The neighbours are determined at the beginning of each order and not again within it, which is called *PC-stable*.
2. **Find v-structures.** Where $a-b-c$ are edges and $a,c$ are not adjacent, look up the separating set of $a$ and $c$. If $b$ is not in it, draw $a\to b\leftarrow c$.
3. **Draw what follows.** If $a\to b$, and $b-c$ is undirected, and $a,c$ are not adjacent, draw $b\to c$. Repeat this until nothing changes.

Only neighbours need to be conditioned on. If two nodes are not adjacent in the true graph, the parents of one of them separate the two, and these are among its neighbours, because a right answer never deletes a true edge.

### Arrow by arrow on a small graph

Take four variables of the village: near → learned ← reward, and learned → partner.

*Edges.* At order 0, *near* and *reward* are independent, so their edge is deleted with the empty separating set. At order 1, *near* and *partner* are independent given *learned*, and so are *reward* and *partner*. Both edges are deleted with the separating set {learned}. Three edges remain.

*The arrows at* learned. The separating set of *near* and *reward* is empty. Because *learned* is not in it, step 2 draws near → learned ← reward. The separating set of *near* and *partner* contains *learned*, so near — learned — partner is not a v-structure.

*The last arrow.* If it were partner → learned, then near → learned ← partner would be a v-structure, which step 2 has just ruled out. Step 3 therefore draws learned → partner.

::::{exercise} ★★ Implement, then check: `pc_skeleton`
:label: ex-c12-mine

Write `pc_skeleton(nodes, independent)`, where `independent(x, y, given)` says whether $x$ and $y$ are independent given a tuple of nodes.
It returns `edges, separators`: the set of remaining pairs `(x, y)` with `x < y`, and a dictionary with the separating tuple of each deleted pair.
Hand in the function that passes `check("pc_skeleton", pc_skeleton)`.

:::{dropdown} Hint
At the beginning of each order, copy the edges. The sets of a pair are `combinations(neighbours of x without y, order)`, and those of $y$ without $x$. The last order is `nodes - 2`.
:::
::::

:::{solution-start} ex-c12-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
import itertools


def pc_questions(edges, order):
    """Each edge with the sets of `order` neighbours of either end."""
    near = {v: set() for edge in edges for v in edge}
    for x, y in edges:
        near[x].add(y)
        near[y].add(x)
    for x, y in sorted(edges):
        sides = sorted(near[x] - {y}), sorted(near[y] - {x})
        sets = (set(itertools.combinations(side, order)) for side in sides)
        yield (x, y), sorted(set.union(*sets))


def pc_skeleton(nodes, independent):
    """Delete each edge whose ends some set of neighbours separates."""
    edges = set(itertools.combinations(range(nodes), 2))
    separators = {}
    for order in range(nodes - 1):
        for (x, y), sets in list(pc_questions(edges, order)):
            for given in sets:
                if independent(x, y, given):
                    separators[x, y] = given
                    edges.discard((x, y))
                    break
    return edges, separators


# %%
check("pc_skeleton", pc_skeleton)

# %% [markdown]
r"""
:::{solution-end}
:::

What follows uses your function, or the one in the solution.
The function `arrows` carries out steps 2 and 3. It returns each arrow as a pair of tail and head:

:::{show} privcausal.course.village.arrows
:::

First an *independence oracle* answers. It knows the true graph and applies d-separation:
"""

# %%
oracle = Oracle(TRUTH)
edges, separators = pc_skeleton(6, oracle)
identified = arrows(edges, separators)
for x, y in sorted(edges):
    sign = "→" if (x, y) in identified else "—"
    print(f"{NAMES[x]} {sign} {NAMES[y]}")

# %% [markdown]
r"""
All five edges are right, and four of the five arrows are identified.
The edge *young — hiv* remains undirected, because it belongs to no v-structure and no arrow points at either of its ends.

> **Theorem.** Suppose that the test answers *independent* exactly when the two variables are d-separated in a certain directed acyclic graph. Then the PC algorithm, with two further rules for arrows {cite:p}`meek1995`, finds the class of this graph: an arrow where all members of the class agree, and an undirected edge where they do not. {verdict}`B-cpdag`

This picture of the class is its *completed partially directed acyclic graph*, or CPDAG. For records the condition holds if both assumptions hold and no test errs.

## From the oracle to records: a test of conditional independence

Records come without an oracle, so a test has to answer in its place. We extend Kendall's $\tau$ from chapter 10.

**One table.** Take 100 people, near or far, who learned their result or did not:

| | not learned | learned |
|---|---|---|
| far | 30 | 10 |
| near | 20 | 40 |

A pair of people is concordant if one is far and has not learned, and the other is near and has learned: $30\cdot40=1{,}200$ pairs. It is discordant in the opposite case: $10\cdot20=200$ pairs. The *excess* of concordant pairs is 1,000, and $\tau=\frac{1000}{4950}=0.20$.
By chapter 10, $\tau$ has a standard deviation of about $\frac2{3\sqrt{100}}=0.067$ under independence, or less with ties. Divided by it, $\tau$ becomes the *test statistic* $z=\frac{3\sqrt n}2\,\tau=3.0$.

**Several tables.** When we condition on a variable, people with the same value of it form a **stratum**. Suppose that among 60 old people $\tau=0.3$ and among 40 young people $\tau=0.1$. We average with the proportions of the strata: $0.6\cdot0.3+0.4\cdot0.1=0.22$. Under independence this average has the same variance as the $\tau$ of one table, because $\sum_k(\frac{n_k}n)^2\frac4{9n_k}=\frac4{9n}$. So it is treated in the same way, and $z=15\cdot0.22=3.3$. With stratum $k$ of $n_k$ people

$$
z=\frac{3\sqrt n}{2}\sum_k\frac{n_k}n\tau_k .
$$

Like $\tau$, the test detects only associations that rise or fall, and no others occur in this village. In the code, `excess` counts concordant minus discordant pairs.
"""


# %%
def counted(people, x, y, given=()):
    """A table of x against y in each stratum."""
    columns = [people[:, v] for v in (*given, x, y)]
    sizes = [column.max() + 1 for column in columns]
    cells = np.ravel_multi_index(columns, sizes)
    counts = np.bincount(cells, minlength=math.prod(sizes))
    return counts.reshape(-1, *sizes[-2:])


def z(tables):
    """Kendall's τ within strata, averaged and standardised."""
    sizes = [table.sum() for table in tables]
    terms = [
        m * excess(table) / math.comb(m, 2)
        for table, m in zip(tables, sizes)
        if m > 1
    ]
    return 1.5 * sum(terms) / math.sqrt(sum(sizes))


# %%
questions = (
    (NEAR, REWARD, ()),
    (NEAR, REWARD, (LEARNED,)),
    (REWARD, PARTNER, ()),
    (REWARD, PARTNER, (LEARNED,)),
    (HIV, LEARNED, ()),
    (HIV, LEARNED, (YOUNG,)),
)
for x, y, given in questions:
    words = f"{NAMES[x]}, {NAMES[y]} given {[NAMES[s] for s in given]}"
    graph = "separated" if oracle(x, y, given) else "connected"
    print(f"{words:33} {graph} z = {z(counted(people, x, y, given)):5.1f}")

# %% [markdown]
r"""
The test agrees with the graph: every *separated* line has a small $z$, and every *connected* line a large one.
Now it replaces the oracle. We call two variables independent if $|z|<2.58$, which holds for 99% of normal values. Because of ties $z$ varies less, so here 2.58 is three to four of its standard deviations.
"""


# %%
def from_records(people):
    """The same search, answered by records."""
    independent = lambda x, y, s: abs(z(counted(people, x, y, s))) < 2.58
    return pc_skeleton(6, independent)


true_edges = set(zip(np.minimum(tails, heads), np.maximum(tails, heads)))
print("Means over 10 villages; last column: villages of 10")
print("               right edges  extra  false arrows  whole class")
for n in (2_834, 30_000):
    rng = np.random.default_rng(n)
    runs = [from_records(village(n, rng)) for _ in range(10)]
    right = sum(len(found & true_edges) for found, _ in runs) / 10
    extra = sum(len(found - true_edges) for found, _ in runs) / 10
    false = sum(len(arrows(*run) - identified) for run in runs) / 10
    whole = sum(arrows(*run) == identified for run in runs)
    print(f"{n:8,} people {right:10} {extra:6} {false:13} {whole:12}")

# %% tags=["hide-input"]
rng = np.random.default_rng(2_834)
runs = [from_records(village(2_834, rng)) for _ in range(10)]
assert sum(YOUNG not in run[1][LEARNED, HIV] for run in runs) == 10
assert sum(LEARNED not in run[1][NEAR, PARTNER] for run in runs) == 5
assert sum((PARTNER, LEARNED) in arrows(*run) for run in runs) == 5
found = arrows(*runs[0])
many = [village(2_834, rng) for _ in range(1_000)]
for pair, steps in (((NEAR, HIV), 4), ((NEAR, REWARD), 3)):
    spread = np.std([z(counted(v, *pair)) for v in many])
    assert round(2.58 / spread) == steps
example = np.array([[[30, 10], [20, 40]]])
assert f"{z(example):.1f}" == "3.0"
assert runs[0][0] == true_edges and found != identified
graph = np.zeros((6, 6), dtype=bool)
graph[tuple(zip(*found))] = True
look = {"contradictory": graph & graph.T, "title": "2,834 people"}
ax = plots.panel(height=3.0, width=5.0)
draw(ax, graph, NAMES, places=PLACES, **look)
caption = "Graph learned by the PC algorithm from the first simulated village of 2,834 people. All edges are right; three arrowheads are false, at young, young and learned. Two heads mean that two v-structures disagree."
wrong = (HIV, YOUNG), (LEARNED, YOUNG), (PARTNER, LEARNED)
assert found - identified == set(wrong)
plots.show(ax, caption)

# %% [markdown]
r"""
With 2,834 people the algorithm finds every edge and adds none, but none of the ten graphs has all arrows right. With 30,000 people seven of ten have all identifiable arrows as well.

The reason lies in the separating sets. With 2,834 people *hiv* and *learned* depend so weakly, only through age, that they pass as independent given the empty set. Their separating set then lacks *young*, and step 2 draws the false v-structure hiv → young ← learned. In five of the ten villages *near* and *partner*, which depend only through *learned*, pass as independent without it, and step 2 draws partner → learned.

## Exercises

:::{exercise} ★ Blocked or not?
:label: ex-c12-warm

In the village: (a) List the sets of one node that separate *hiv* and *partner*. (b) State whether conditioning on *learned* and *young* separates *hiv* and *reward*, with the reason. (c) Name a pair that the empty set separates and *partner* does not.
:::

:::{solution} ex-c12-warm
:class: dropdown

(a) The only path is hiv ← young → learned → partner. Either of *young* and *learned* blocks it. (b) Yes. The collider *learned* is open, but *young* is not a collider and is in the set. (c) Any two of *young*, *near* and *reward*; or *hiv* and *near*, or *hiv* and *reward*.
:::

:::{exercise} ★ Random assignment
:label: ex-c12-lot

In Malawi the rewards and the sites of the clinics were assigned at random. List the arrows that this excludes, and explain why it does not exclude *young* → *near*. Then state which undirected edge of this chapter would become an arrow if age could be randomised.
:::

:::{solution} ex-c12-lot
:class: dropdown

No arrow can point *at* the reward. A randomised variable has no cause in the table, so each of its edges is an arrow away from it. The distance depends on the site, which was random, and on the home, which was not. Age can influence where people live, so an arrow at *near* is not strictly excluded. *young — hiv* would become *young → hiv*.
:::

:::{exercise} ★★ The newspaper
:label: ex-c12-news

"Infected people learn their result more often: fear makes them come." Write one sentence that says what is wrong, and hand in three values of $z$ for *hiv* and *learned*, given nothing, given *young* and given *reward*, that support it.
:::

:::{solution-start} ex-c12-news
:class: dropdown
:::
"""

# %%
for given in ((), (YOUNG,), (REWARD,)):
    print([NAMES[s] for s in given], end=" ")
    print(round(z(counted(people, HIV, LEARNED, given)), 1))

# %% [markdown]
r"""
Older people are infected more often and come more often; within an age group infection makes no difference. Conditioning on the reward does not help, because it does not block the path through age.

:::{solution-end}
:::

:::{exercise} ★★ Two effects that cancel
:label: ex-c12-cancel

Add an arrow *young → reward*: young people get larger rewards, by just enough that *young* and *learned* are independent given the empty set. Compute how much larger the mean reward must be. State what PC does to the edge *young — learned*, and which assumption is violated.
:::

:::{solution} ex-c12-cancel
:class: dropdown

One step of reward adds 0.20 to the probability of learning and youth subtracts 0.15, so the mean reward must be larger by $\frac{0.15}{0.20}=0.75$ steps. PC deletes the edge at order 0 and never asks again. Faithfulness is violated: the data have an independence that the graph does not imply.
:::

:::{exercise} ★★★ The cost of a wrong answer
:label: ex-c12-wrong

Let the oracle give one wrong answer: for one pair, given the empty set. Repeat this for each of the 15 pairs. Hand in a table with the missed edges, the extra edges and the false arrows, and say which is worse, a false "independent" or a false "dependent". {ref}`Solution <solution-wrong-answer>`
:::

## The bill

Nothing was asked, so the total has not changed:
"""

# %%
bill(12)

# %% [markdown]
r"""
## Three formulas

A collider $\to b\leftarrow$ is open if $b$ or one of its descendants is in $S$. Any other node is open if it is not in $S$.

$$
z=\frac{3\sqrt n}{2}\sum_k\frac{n_k}n\tau_k
$$

$$
\text{class}=\text{skeleton}+\text{v-structures}
$$

**In one paragraph.** Chains and forks are open until they are conditioned on, colliders only after they are. Data lead to a class of graphs with the same skeleton and v-structures. The PC algorithm finds this class if all answers are right, no common cause is hidden, and no effects cancel.

**Practice.** Four one-minute questions: {ref}`chapter 12 <practice-12>`.

**Next.** Each of these questions is about people, and each answer has a privacy cost. {doc}`c13_private_graphs` asks the people of Malawi, test by test.
"""
