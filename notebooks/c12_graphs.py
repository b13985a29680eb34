# %% [markdown]
r"""
# Which arrows can data identify? d-separation and the PC algorithm

:::{chapter} 12
:asks: Suppose the records of the random assignment were lost. Could the table itself show what causes what?
:needs: c10_ranks, c11_residuals
:teaches: d-separation, skeleton, v-structure, Markov equivalence, the PC algorithm
:skip: the folded boxes
:::

Chapter 11 compared two columns. Three columns can show more, because different arrows between them imply different independences.
This chapter introduces *causal discovery*, the search for a causal graph in data. It shows which arrows can be identified, and which cannot.
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
Such a picture is a **directed acyclic graph**: arrows between nodes, which never lead back to their start.
Two nodes joined by an arrow are *adjacent*, and whatever joins them is an *edge*. Adjacent nodes are called *neighbours*, which has nothing to do with neighbouring tables. An arrow leads from its *tail* to its *head*. The *parents* of a node are the tails of the arrows that point at it. Its *descendants* are the nodes that can be reached from it along arrows.

## Two causes of one effect: colliders

The reward is assigned at random, so it cannot depend on how near the clinic is. Among all people it does not. Now look only at those who learned their result:
"""

# %%
near, learned = people[:, NEAR] == 1, people[:, LEARNED] == 1
for among, chosen in (("all people", near | ~near), ("learned", learned)):
    means = [people[chosen & side, REWARD].mean() for side in (near, ~near)]
    print(f"{among:10}: mean reward near {means[0]:.2f}, far {means[1]:.2f}")

# %% [markdown]
r"""
Among those who learned, people from far away had the larger rewards. They needed a better reason to come.
To *condition on* a variable, or to hold it fixed, means to compare only people who have the same value of it. **As a rule, two independent causes of one effect become dependent when we condition on the effect.** This is called *collider bias*.

A chain does the opposite. Reward affects learning, and learning affects whether a partner knows:
"""

# %%
partner, reward = people[:, PARTNER] == 1, people[:, REWARD]
groups = {"all people": partner | ~partner, "learned": learned}
for among, chosen in groups.items():
    shares = [partner[chosen & (reward == r)].mean() for r in (0, 1, 2)]
    print(f"{among:10}: partner knows, by reward", np.round(shares, 2))

# %% [markdown]
r"""
A larger reward goes with more informed partners, but not among those who learned. Conditioning creates an association in one case and removes it in the other. This difference is what identifies arrows.

## Reading independence off a graph: d-separation

A graph itself shows which variables are dependent. The rule needs a few terms.

A *path* leads from node to node along edges, in either direction of the arrows, and visits no node twice.
A node inside the path is a **collider** if the arrows on both sides of it point at it: $\to b\leftarrow$.

Let $S$ be the set of variables that we condition on. A path is **blocked** by $S$ if
- some node inside it that is *not* a collider is in $S$, or
- some collider on it is not in $S$, and no descendant of this collider is in $S$ either.

The set $S$ **d-separates** $x$ and $y$ if it blocks every path between them; the letter d is short for *directional*.

:::{quiz} The only path between *hiv* and *reward* in the village is hiv ← young → learned ← reward. Does *learned* d-separate them?
- [ ] Yes, because *learned* blocks the path. :: No. It would if it were not a collider.
- [x] No, because *learned* is a collider, and conditioning on it opens the path. :: Correct. The other inner node, *young*, is not in the set, so it does not block either.
:::

The library's `Oracle` applies this definition to *hiv* and *reward*:
"""

# %%
oracle = Oracle(TRUTH)
print("separated given nothing:", oracle(HIV, REWARD, ()))
print("separated given learned:", oracle(HIV, REWARD, (LEARNED,)))

# %%
explorers.open_paths()

# %% [markdown]
r"""
Choose the graph *all three* and condition on *visit*. The chain through it closes, but *visit* is also a collider, so the path by way of *age* opens, and the ends, *reward* and *health*, are still dependent. Here *visit* and *age* together separate the ends.

## Two assumptions that connect a graph with data

For records to have the independences that a graph shows, two assumptions are needed.

1. **The causal Markov condition.** Each variable is drawn from its parents with independent noise, as in `village`. Then a classical theorem says that variables which are d-separated by $S$ are independent given $S$ {cite:p}`pearl1988`. The condition requires *causal sufficiency*: every common cause of two variables is in the graph. If *young* were missing, *hiv* and *learned* would be dependent, and no other variable would explain it.
2. **Faithfulness.** There are no other independences. Variables that are *not* d-separated by $S$ are dependent given $S$. This fails, for example, if two effects cancel exactly.

Under both assumptions, *independent given $S$* and *d-separated by $S$* mean the same. The village satisfies them. In a real table neither can be proved from the records.

## A test of conditional independence

To see this in records we need a test. We extend Kendall's $\tau$ from chapter 10.

**One table.** Take 100 people, near or far, who learned their result or did not:

| | not learned | learned |
|---|---|---|
| far | 30 | 10 |
| near | 20 | 40 |

A pair of people is concordant if one is far and has not learned, and the other is near and has learned: $30\cdot40=1{,}200$ pairs. It is discordant in the opposite case: $10\cdot20=200$ pairs. The *excess* of concordant pairs is 1,000, and $\tau=\frac{1000}{4950}=0.20$.
By chapter 10, $\tau$ has a standard deviation of about $\frac2{3\sqrt{100}}=0.067$ under independence, or less with ties. Divided by it, $\tau$ becomes the *test statistic* $z=\frac{3\sqrt n}2\,\tau=3.0$. It is three standard deviations away from 0, so it is evidence of dependence.

**Several tables.** When we condition on a variable, people with the same value of it form a **stratum**. Suppose that among 60 old people $\tau=0.3$ and among 40 young people $\tau=0.1$. We average with the proportions of the strata: $0.6\cdot0.3+0.4\cdot0.1=0.22$. This average is then treated like the $\tau$ of one table, so $z=15\cdot0.22=3.3$. This is justified because its variance under independence is $\sum_k(\frac{n_k}n)^2\frac4{9n_k}=\frac4{9n}$, as for one table. With stratum $k$ of $n_k$ people

$$
z=\frac{3\sqrt n}{2}\sum_k\frac{n_k}n\tau_k .
$$

Like $\tau$, it detects only associations that rise or fall, and no others occur in this village. In the code, `excess` counts concordant minus discordant pairs.
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


print(f"z of the table above: {z(np.array([[[30, 10], [20, 40]]])):.1f}")

# %%
questions = (
    (NEAR, REWARD, ()),
    (NEAR, REWARD, (LEARNED,)),
    (NEAR, REWARD, (PARTNER,)),
    (REWARD, PARTNER, ()),
    (REWARD, PARTNER, (LEARNED,)),
    (HIV, LEARNED, ()),
    (HIV, LEARNED, (YOUNG,)),
)
for x, y, given in questions:
    words = f"{NAMES[x]}, {NAMES[y]} given {[NAMES[s] for s in given]}"
    graph = "separated" if oracle(x, y, given) else "—"
    print(f"{words:33} {graph:9} z = {z(counted(people, x, y, given)):5.1f}")

# %% [markdown]
r"""
Every *separated* line has a small $z$, and every other line a larger one.
In line three $z$ is only $-2.6$, because *partner* is a descendant of the collider, and conditioning on it opens the path just a little.
In line six infected people learn their result more often, but only because age is a common cause.

## Which arrows cannot be identified

Reverse a chain $a\to b\to c$, and it becomes $a\leftarrow b\leftarrow c$. Or turn it into a fork, $a\leftarrow b\to c$. In all three, $b$ separates $a$ and $c$, and the empty set does not.
By Bayes' rule, any distribution that one of them can produce can be produced by the others as well, so no amount of data distinguishes them. Chapter 11 could do so because it assumed a form for the noise.
The collider $a\to b\leftarrow c$ is different: there the empty set separates $a$ and $c$, and $b$ does not.

The **skeleton** of a graph is the graph without arrowheads.
A **v-structure** is a collider $a\to b\leftarrow c$ whose ends $a$ and $c$ are not adjacent.
Two graphs are **Markov equivalent** if they have the same d-separations. All graphs equivalent to a given one form its *Markov equivalence class*, or *class* for short.

> **Theorem.** Two directed acyclic graphs on the same nodes are Markov equivalent if and only if they have the same skeleton and the same v-structures. {verdict}`B-markov`

Data can therefore identify the skeleton and the v-structures, and the arrows that follow from these. For the proof see {doc}`31_from_independence_to_arrows`.

## The PC algorithm

How can the class be found without trying all graphs? The **PC algorithm**, named after Peter Spirtes and Clark Glymour {cite:p}`spirtes2000`, asks small questions first.

1. **Delete edges.** Begin with all pairs adjacent. Take the orders $k=0,1,2,\dots$ in turn. For each remaining edge $x-y$, try each set $S$ of $k$ other neighbours of $x$, and each set of $k$ other neighbours of $y$. If $x$ and $y$ are independent given $S$, delete the edge and store $S$ as its *separating set*. Neighbours are those at the beginning of the order, so that the sequence of the edges does not matter. This variant is called *PC-stable*.
2. **Find v-structures.** Where $a-b-c$ are edges and $a,c$ are not adjacent, look up the separating set of $a$ and $c$. If $b$ is not in it, draw $a\to b\leftarrow c$. Where two v-structures disagree, the edge gets both heads.
3. **Draw what follows.** If $a\to b$, and $b-c$ is undirected, and $a,c$ are not adjacent, draw $b\to c$.

Only neighbours need to be conditioned on. If two nodes are not adjacent in the true graph, the parents of one of them separate the two. These parents are among its neighbours, because a right answer never deletes a true edge.

### Arrow by arrow on a small graph

Take four variables of the village: near → learned ← reward, and learned → partner.

*Edges.* At order 0, *near* and *reward* are independent, so their edge is deleted with the empty separating set. At order 1, *near* and *partner* are independent given *learned*, and so are *reward* and *partner*. Both edges are deleted, each with the separating set {learned}. Three edges remain.

*The arrows at* learned. In near — learned — reward the ends are not adjacent. Their separating set is empty, so *learned* is not in it, and step 2 draws near → learned ← reward. In near — learned — partner the separating set contains *learned*, so this is not a v-structure. The same holds for reward — learned — partner.

*The last arrow.* We have near → learned, the edge learned — partner is undirected, and *near* and *partner* are not adjacent. If the arrow were partner → learned, then near → learned ← partner would be a v-structure, which step 2 has ruled out. Step 3 therefore draws learned → partner.

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

The function `arrows` carries out steps 2 and 3. It returns each arrow as a pair of tail and head:

:::{show} privcausal.course.village.arrows
:::

First an *independence oracle*, which knows the true graph, answers for all six variables, as infinitely many records would:
"""

# %%
edges, separators = pc_skeleton(6, oracle)
identified = arrows(edges, separators)
for x, y in sorted(edges):
    sign = "→" if (x, y) in identified else "—"
    print(f"{NAMES[x]} {sign} {NAMES[y]}")

# %% [markdown]
r"""
All five edges are right, and four of the five arrows are identified. Rewards make people learn, and not the other way round.

The edge *young — hiv* remains undirected. It belongs to no v-structure, because *young* is in the separating set of *hiv* and *learned*, and step 3 needs an arrow that points at one of its ends from a third node. Reversing its arrow changes no d-separation.

> **Theorem.** Suppose that the test answers *independent* exactly when the two variables are d-separated in a certain directed acyclic graph. Then the PC algorithm, with two further rules for arrows {cite:p}`meek1995`, finds the class of this graph: an arrow where all members of the class agree, and an undirected edge where they do not. {verdict}`B-cpdag`

For records, this is the case if both assumptions hold and no test errs. This picture of the class is its *completed partially directed acyclic graph*, or CPDAG.

## The PC algorithm on records

Replace the oracle by the test, and call two variables independent if $|z|<2.58$, which holds for 99% of normal values.
"""


# %%
def from_records(people):
    """The same search, answered by records."""
    independent = lambda x, y, s: abs(z(counted(people, x, y, s))) < 2.58
    return pc_skeleton(6, independent)


true_edges = set(zip(np.minimum(tails, heads), np.maximum(tails, heads)))
print("Means over 10 villages; last column: villages of 10")
print("                  right  missed  extra  false arrows  whole class")
for n in (2_834, 30_000):
    rng = np.random.default_rng(n)
    runs = [from_records(village(n, rng)) for _ in range(10)]
    right = sum(len(found & true_edges) for found, _ in runs) / 10
    extra = sum(len(found - true_edges) for found, _ in runs) / 10
    false = sum(len(arrows(*run) - identified) for run in runs) / 10
    whole = sum(arrows(*run) == identified for run in runs)
    print(
        f"{n:8,} people {right:6} {5 - right:7} {extra:6} {false:9} {whole:11}"
    )

# %% tags=["hide-input"]
axes = plots.panels(2, height=3.0)
for ax, n in zip(axes, (2_834, 30_000)):
    run = from_records(village(n, np.random.default_rng(n)))
    learned_arrows = arrows(*run)
    graph = np.zeros((6, 6), dtype=bool)
    for a, b in run[0]:
        heads_here = {(a, b), (b, a)} & learned_arrows or {(a, b), (b, a)}
        graph[a, b], graph[b, a] = (e in heads_here for e in ((a, b), (b, a)))
    turned = np.zeros((6, 6), dtype=bool)
    for a, b in learned_arrows:
        turned[a, b] = True
    look = {"contradictory": turned & turned.T, "title": f"{n:,} people"}
    draw(ax, graph, NAMES, places=PLACES, **look)
    assert run[0] == true_edges
    assert (learned_arrows == identified) == (n == 30_000)
caption = "Graphs learned by the PC algorithm from the first simulated village of each size. All edges are right; with 30,000 people all arrows are right as well, and with 2,834 people some are false. Two heads mean that two v-structures disagree."
rng = np.random.default_rng(2_834)
runs = [from_records(village(2_834, rng)) for _ in range(10)]
assert sum(YOUNG not in run[1][LEARNED, HIV] for run in runs) == 10
assert sum(LEARNED not in run[1][NEAR, PARTNER] for run in runs) == 5
assert sum((PARTNER, LEARNED) in arrows(*run) for run in runs) == 5
plots.show(axes, caption)

# %% [markdown]
r"""
With 2,834 people the algorithm finds every edge and adds none. With 30,000 people seven of ten graphs have all identifiable arrows as well.

With 2,834 people none of the ten graphs has all arrows right. *hiv* and *learned* depend so weakly, only through age, that they pass as independent given the empty set. Their separating set then lacks *young*, and step 2 draws the false v-structure hiv → young ← learned. In five of the ten villages *near* and *partner*, which depend only through *learned*, pass as independent without it, and step 2 draws partner → learned. In this village arrows need more people than edges do.

:::{admonition} Published error
:class: warning
The public code of {cite:t}`privpc2020` scores its graphs against lists of edges that are not copies of the networks that generated the records. Of the 8 edges of the network *Asia*, the list contains 6.
Nor does PC always find the true graph: on *Asia* even perfect answers leave two edges out {verdict}`P-truth`, because one variable is a function of two others, which breaks faithfulness.
:::

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

One step of reward adds 0.20 to the probability of learning and youth subtracts 0.15, so the mean reward must be larger by $\frac{0.15}{0.20}=0.75$ steps. PC deletes the edge at order 0 and never asks again. Faithfulness is violated: the data have an independence that the graph does not imply. Conditioning on *reward* would have shown the dependence, but a deleted edge does not come back.
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
