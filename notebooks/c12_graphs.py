# %% [markdown]
r"""
# Which arrows can data identify? d-separation and the PC algorithm

:::{chapter} 12
:asks: Suppose the records of the random assignment were lost. Could the table itself show what causes what?
:needs: c10_ranks, c11_residuals
:teaches: d-separation, skeleton, v-structure, Markov equivalence, the PC algorithm
:skip: the exercise with three stars
:::

In chapter 9 we knew that the reward had been assigned at random. Without this knowledge, could the table still show which of *reward* and *learned* is the cause?

From two columns alone, a direction can be seen only under assumptions such as those of chapter 11. Three columns can show more, because two causes of one variable leave a trace that no other arrangement of arrows does.

The search for a causal graph in data is called *causal discovery*.
"""

# %% tags=["hide-input"]
import math

import numpy as np

from privcausal import explorers, plots
from privcausal.course import check
from privcausal.course.village import PLACES, arrows, cut, excess, pc_skeleton
from privcausal.data.malawi import participants
from privcausal.explorers.separation import three_paths
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.structure.graph_drawing import draw

# %% [markdown]
r"""
## A simulated village

This program draws six *variables* for each person, each from variables that were drawn before. *Partner* says whether a partner knows the result.
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
ax = plots.panel(height=3.0)
draw(ax, TRUTH, NAMES, places=PLACES)
caption = "The causal graph of the simulated village."
plots.show(ax, caption)

# %% [markdown]
r"""
Such a picture is a **directed acyclic graph**: nodes joined by arrows, in which following the arrows never leads back to the start. Two nodes joined by an arrow are *adjacent*, and the line between them, with or without an arrowhead, is an *edge*.

## The trace of two causes: colliders

The reward is assigned at random, so it does not depend on how near the clinic is. Now look only at those who learned their result, and compare mean rewards:
"""

# %%
everybody = np.ones(len(people), bool)
groups = {"all people": everybody, "learned": people[:, LEARNED] == 1}
near, reward = people[:, NEAR] == 1, people[:, REWARD]
for among, chosen in groups.items():
    means = [reward[chosen & side].mean() for side in (near, ~near)]
    print(f"{among:10}: near {means[0]:.2f}, far {means[1]:.2f}")

# %% [markdown]
r"""
Among those who learned, people from far away had the larger rewards. Somebody who came in spite of the walk often had a good reason, such as a large reward.

To *condition on* a variable, or to hold it fixed, means to compare only people with the same value of it. **As a rule, two independent causes of one effect become dependent when we condition on the effect.** This is called *collider bias*.

A chain does the opposite. Reward and distance affect what the partner knows, but only through learning:
"""

# %%
partner = people[:, PARTNER] == 1
print("share whose partner knows")
for cause in (REWARD, NEAR):
    x = people[:, cause]
    for among, chosen in groups.items():
        shares = [partner[chosen & (x == v)].mean() for v in np.unique(x)]
        print(f"{among:10} by {NAMES[cause]:6}", end=" ")
        print(*(f"{share:.2f}" for share in shares))

# %% [markdown]
r"""
With a larger reward or a shorter walk, more partners know, but not among those who learned. Once a person has the result, it no longer matters for the partner what brought that person to the clinic.

So conditioning on *learned* creates an association where two arrows meet, and removes one where an arrow comes in and another goes out.

## Three arrows by hand

How does this difference identify arrows? Suppose that these facts about four columns are all we know:

| pair | among all people | given *learned* |
|---|---|---|
| near, reward | independent | dependent |
| reward, partner | dependent | independent |
| near, partner | dependent | independent |

*The edges.* If one column caused the other directly, no condition would make the two independent, unless two effects cancel exactly. So none of these pairs has an edge, and only three are left: near — learned, reward — learned and learned — partner. All three are needed, because *near*, *reward* and *partner* each depend on some column, and *learned* is the only neighbour left for them.

*The arrows from* near *and* reward. Their two edges can be directed in four ways:

- near → learned → reward,
- near ← learned ← reward,
- near ← learned → reward, and
- near → learned ← reward.

In the first three the pair would be dependent, and independent given *learned*. The table says the opposite, so only the fourth remains.

*The last arrow.* If it were partner → learned, then *near* and *partner* would be two causes of *learned*, and conditioning on it would make them dependent. But it makes them independent. So it is learned → partner.

So the table answers the question of the chapter: the reward affects learning, and not the other way round. The argument rests on two assumptions: no two columns have a common cause outside the table, and no effects cancel exactly. The first is strong. With a hidden common cause of *reward* and *learned* in place of the arrow, the same three facts would hold. No table excludes one; random assignment does.

## Reading independence off a graph: d-separation

A *path* leads from node to node along edges, in either direction of the arrows, and visits no node twice.
A node inside the path is a **collider** if the arrows on both sides of it point at it: $\to b\leftarrow$. The *descendants* of a node are the nodes that can be reached from it along arrows.

Let $S$ be the set of variables that we condition on. Each node inside a path is either open or closed:
- a node that is *not* a collider is open, unless it is in $S$;
- a collider is closed, unless it or one of its descendants is in $S$.

A descendant counts because it carries information about the collider. A path is **blocked** by $S$ if at least one node inside it is closed. These are the three smallest cases:
"""

# %% tags=["hide-input"]
axes = three_paths()
caption = "The three paths with one inner node, before conditioning (top) and given b (bottom, thick rim). Conditioning opens only the collider."
plots.show(axes, caption)

# %% [markdown]
r"""
The set $S$ **d-separates** $x$ and $y$ if it blocks every path between them.

:::{quiz} In the graph a → b ← c, with b → d, which sets separate a and c?
- [x] the empty set :: Correct: the collider b blocks the only path.
- [ ] b :: No: conditioning on a collider opens the path.
- [ ] d :: No: conditioning on a descendant of a collider opens the path as well.
:::

<span class="pc-screen">Try the rule on four graphs. In the last, *all three*, which set separates *reward* and *health*? The dots are correlations in samples of 100 records. They scatter around 0 if every path is blocked.</span>
"""

# %% tags=["hide-input"]
explorers.open_paths()

# %% [markdown]
r"""
Given {sets}`visit alone <graph: all three; given: visit>`, the chain through it closes, but *visit* is also a collider, so the path by way of *age* opens. Only {sets}`both together <graph: all three; given: visit, age>` separate the two ends. Given {sets}`letter alone <graph: all three; given: letter>` both paths are open, yet the dots lie near 0, because two dependences of opposite sign nearly cancel.

## Which arrows data cannot identify

Not every arrow can be found in this way. Suppose that a fair coin decides a trait $a$, and that a trait $b$ is then equal to $a$ with probability 0.8. If instead the coin decides $b$, and $a$ follows, the table is the same on average. So no number of people shows which came first.

In a chain $a\to b\to c$ we can turn the first arrow in the same way, which gives the fork $a\leftarrow b\to c$, and then the second one, which gives $a\leftarrow b\leftarrow c$. In all three, $b$ separates $a$ and $c$, and the empty set does not. Only the collider $a\to b\leftarrow c$ differs: there $a$ and $c$ are separated by the empty set, but not by $b$.

The **skeleton** of a graph is the graph without arrowheads.
A **v-structure** is a collider $a\to b\leftarrow c$ whose ends $a$ and $c$ are not adjacent.
Two graphs are **Markov equivalent** if they have the same d-separations. The graphs equivalent to a given one form its *Markov equivalence class*, or *class*.

> **Theorem.** Two directed acyclic graphs on the same nodes are Markov equivalent if and only if they have the same skeleton and the same v-structures. {verdict}`B-markov`

For example, turn the arrow *young → hiv* of the village. No other arrow points at *young* or at *hiv*, so no v-structure appears or disappears, and both graphs are in one class. The proof is in {doc}`31_from_independence_to_arrows`.

## The PC algorithm

How can the class be found without trying all graphs? The **PC algorithm**, named after Peter Spirtes and Clark Glymour {cite:p}`spirtes2000`, does with any number of columns what we did with four. Two adjacent nodes are each other's *neighbours*, which has nothing to do with neighbouring tables.

1. **Delete edges.** Begin with all pairs adjacent. At *order* $k=0,1,2,\dots$ take each remaining edge $x-y$, and try each set $S$ of $k$ other nodes that were neighbours of $x$, and then of $y$, when this order began. If $x$ and $y$ are independent given $S$, delete the edge, store $S$ as its *separating set*, and go on to the next edge. Stop when no node has enough neighbours.
2. **Find v-structures.** Where $a-b-c$ are edges and $a,c$ are not adjacent, look up the separating set of $a$ and $c$. If $b$ is not in it, draw $a\to b\leftarrow c$.
3. **Draw what follows.** If $a\to b$, and $b-c$ is undirected, and $a,c$ are not adjacent, draw $b\to c$, because $c\to b$ would make $b$ a collider that step 2 would have found. Repeat this until nothing changes.

For example, when order 1 begins, *hiv* and *learned* are both neighbours of *young*. Given *young* they are independent, so their edge is deleted, and {*young*} is stored. In the village:

| step | what happens | edges left |
|---|---|---|
| order 0, given nothing | deletes near–reward, near–young, near–hiv, reward–young and reward–hiv | 10 |
| order 1, given one node | deletes hiv–learned and hiv–partner given *young*, and young–partner, near–partner and reward–partner given *learned* | 5 |
| orders 2 and 3 | delete nothing | 5 |
| step 2 | *young*, *near* and *reward* are pairwise not adjacent, and *learned* is in none of their separating sets: three arrows into *learned*. For hiv – young – learned and for near – learned – partner it contains the middle node, so nothing is drawn | 5 |
| step 3 | learned → partner | 5 |

Why is it enough to try neighbours? Of two nodes that are not adjacent, at least one, say $x$, does not cause the other, not even indirectly. The direct causes of $x$ then separate the two, which we use without proof. Right answers never delete a true edge, so these causes are still its neighbours.

`pc_skeleton` is step 1, and an exercise asks you to write it: it returns the remaining edges, and the separating set of each deleted pair. `arrows` is steps 2 and 3:

:::{show} privcausal.course.village.arrows
:::

First an *independence oracle* answers, which applies d-separation to the true graph:
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
All five edges are right, and only *young — hiv* remains undirected.

> **Theorem.** Suppose that the test answers *independent* exactly when the two variables are d-separated in some directed acyclic graph. Then the PC algorithm, with two further rules for arrows {cite:p}`meek1995`, finds the class of this graph: an arrow where all members of the class agree, and an undirected edge where they do not. {verdict}`B-cpdag`

The two further rules are never needed in our village, so `arrows` leaves them out. The mixed graph is called the *CPDAG* of the class.

## From the oracle to records

If records replace the oracle, they must have the same independences as the graph. This takes two assumptions, which no table can prove:

1. **The causal Markov condition.** Each variable is drawn from its direct causes with independent noise. Then variables that are d-separated by $S$ are independent given $S$ {cite:p}`pearl1988`. This requires *causal sufficiency*: every common cause is in the graph. Without *young*, nothing would explain why *hiv* and *learned* are dependent.
2. **Faithfulness.** There are no other independences. This fails if two effects cancel exactly.

## A test within strata

We also need a test of conditional independence. Chapter 10 has one for two columns, Kendall's $\tau$ divided by its standard deviation $\frac2{3\sqrt n}$. Take 100 people:

| | not learned | learned |
|---|---|---|
| far | 30 | 10 |
| near | 20 | 40 |

If one person is far and has not learned, and another is near and has, the pair is concordant; there are $30\cdot40=1{,}200$ such pairs. The opposite, discordant pairs are $10\cdot20=200$. The *excess* of concordant pairs is 1,000, so $\tau=\frac{1000}{4950}=0.20$. The *test statistic* is $z=\frac{3\sqrt n}2\,\tau=15\cdot0.20=3.0$. `excess` works for any number of values:

:::{show} privcausal.course.village.excess
:::

When we condition on a variable, people with the same value of it form a **stratum**, and $\tau$ is averaged over the strata. Suppose that among 60 old people $\tau=0.3$ and among 40 young people $\tau=0.1$. The average is $0.6\cdot0.3+0.4\cdot0.1=0.22$, and $z=15\cdot0.22=3.3$. In general

$$
z=\frac{3\sqrt n}{2}\sum_k\frac{n_k}n\tau_k .
$$

The factor is as before, because under independence the average has the variance $\sum_k(\frac{n_k}n)^2\frac4{9n_k}=\frac4{9n}$, like one $\tau$ of all people.
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
    sizes = tables.sum(axis=(1, 2))
    pairs = [max(math.comb(m, 2), 1) for m in sizes]
    taus = [excess(table) / pair for table, pair in zip(tables, pairs)]
    return 1.5 * (sizes @ taus) / math.sqrt(sizes.sum())


# %%
for x, y in ((NEAR, REWARD), (REWARD, PARTNER), (NEAR, PARTNER)):
    alone, given = (z(counted(people, x, y, s)) for s in ((), (LEARNED,)))
    words = f"{NAMES[x]}, {NAMES[y]}:"
    print(f"{words:16} z = {alone:5.1f}, given learned {given:5.1f}")

# %% [markdown]
r"""
These are the three facts used by hand. We call two variables independent if $|z|<2.58$, as it is for 99% of standard normal values.

With two or three values, however, most pairs of people tie, and $z$ varies less. Its standard deviation under independence is then about $\sqrt{(1-\sum p^3)(1-\sum q^3)}$, where $p$ and $q$ are the proportions of the values, which we use without proof. The test is therefore *conservative*: it raises fewer false alarms, and misses more weak dependences.

## How many people does it take?

Now records answer, in ten villages of each size:
"""


# %%
def from_records(people):
    """Edges and separating sets, answered by records."""
    independent = lambda x, y, s: abs(z(counted(people, x, y, s))) < 2.58
    return pc_skeleton(people.shape[1], independent)


# %%
results = {}
row = "{:>7}  {:>9}  {:>10}  {:>16}".format
print(row("people", "all edges", "all arrows", "reward → learned"))
for n in (2_834, 30_000, 100_000):
    rng = np.random.default_rng(n)
    runs = [from_records(village(n, rng)) for _ in range(10)]
    graphs = [arrows(*run) for run in runs]
    right = sum(found == edges for found, _ in runs)
    whole = graphs.count(identified)
    ours = sum((REWARD, LEARNED) in graph for graph in graphs)
    print(row(f"{n:,}", right, whole, ours))
    results[n] = runs

# %% tags=["hide-input"]
sets = sorted(separators.values())
assert sets == [()] * 5 + [(YOUNG,)] * 2 + [(LEARNED,)] * 3
small, large = results[2_834], from_records(people)
assert all(YOUNG not in run[1][LEARNED, HIV] for run in small)
reversed_in = [run for run in small if (PARTNER, LEARNED) in arrows(*run)]
lacking = [run for run in small if LEARNED not in run[1][NEAR, PARTNER]]
assert reversed_in == lacking and len(lacking) == 5
found = arrows(*small[0])
wrong = {(HIV, YOUNG), (LEARNED, YOUNG), (PARTNER, LEARNED)}
assert found - identified == wrong
assert all((LEARNED, REWARD) not in arrows(*run) for run in small)
assert from_records(cut(participants()))[0] == {(REWARD, LEARNED)}
assert (large[0], arrows(*large)) == (edges, identified)
assert f"{z(np.array([[[30, 10], [20, 40]]])):.1f}" == "3.0"
axes = plots.panels(2, height=2.8)
pictures = ((2_834, found), (100_000, identified))
for ax, (n, heads) in zip(axes, pictures):
    graph = np.zeros((6, 6), dtype=bool)
    graph[tuple(zip(*heads))] = True
    look = {"contradictory": graph & graph.T, "title": f"{n:,} people"}
    for x, y in edges - heads:
        if (y, x) not in heads:
            graph[x, y] = graph[y, x] = True
    draw(ax, graph, NAMES, places=PLACES, **look)
caption = "Graphs learned from the first village of 2,834 people (left) and from the 100,000 people of this chapter (right). In the village three arrowheads are false, two at young and one at learned. An edge has two heads where two v-structures disagree."
plots.show(axes, caption)

# %% [markdown]
r"""
Even in 2,834 people the algorithm finds every edge and no false one, but in none of the ten villages are all arrows right. The reason lies in the separating sets. *hiv* and *learned* depend only through age, so weakly that in so few people they pass as independent given nothing. Their separating set then lacks *young*, so step 2 draws the false v-structure hiv → young ← learned. In five of the ten villages *near* and *partner* pass as well, before *learned* is tried, and step 2 draws partner → learned.

But *reward → learned*, the arrow for which we came, is right in all ten. Its v-structure rests on one independence, of *near* and *reward*, which really are unrelated. The false arrows come from pairs that are related, but too weakly to be noticed. **So with few people an arrow is only as certain as the independences behind it.**

In Malawi's own table, which is public, this test keeps a single edge, *reward — learned*. A single edge has no v-structure, so the table does not show its direction. The random assignment does.

## Exercises

:::{exercise} ★ Blocked or not?
:label: ex-c12-warm

In the village: (a) List all single nodes that separate *hiv* and *partner*. (b) Name a pair that the empty set separates and *partner* does not.
:::

:::{solution} ex-c12-warm
:class: dropdown

(a) The only path is hiv ← young → learned → partner. Either of *young* and *learned* blocks it. (b) Any two of *young*, *near* and *reward*; or *hiv* and *near*, or *hiv* and *reward*.
:::

:::{exercise} ★ What is known beforehand
:label: ex-c12-lot

No arrow can point at *young*. Name the false arrowheads of the last figure that this excludes.
:::

:::{solution} ex-c12-lot
:class: dropdown

Both at *young*, from *hiv* and from *learned*. The arrow partner → learned remains.
:::

:::{exercise} ★★ The newspaper
:label: ex-c12-news

"Infected people learn their result more often: fear makes them come." Write one sentence that says what is wrong, and support it with $z$ for *hiv* and *learned*, given nothing, given *young* and given *reward*.
:::

:::{solution-start} ex-c12-news
:class: dropdown
:::
"""

# %%
for given in ((), (YOUNG,), (REWARD,)):
    names = ", ".join(NAMES[s] for s in given) or "nothing"
    print(f"given {names:8} {z(counted(people, HIV, LEARNED, given)):.1f}")

# %% [markdown]
r"""
Older people are infected more often and come more often; within an age group infection makes no difference. Conditioning on the reward does not help, because it does not block the path through age.

:::{solution-end}
:::

:::{exercise} ★★ Two effects that cancel
:label: ex-c12-cancel

Add an arrow *young → reward*, so that *young* and *learned* are independent. Compute how much larger the mean reward of the young must be. State what PC does to the edge *young — learned*, and which assumption is violated.
:::

:::{solution} ex-c12-cancel
:class: dropdown

One step of reward adds 0.20 to the probability of learning and youth subtracts 0.15, so the mean reward must be larger by $\frac{0.15}{0.20}=0.75$ steps. PC deletes the edge at order 0 and never asks again. Faithfulness is violated: the data have an independence that the graph does not imply.
:::

::::{exercise} ★★ Implement, then assert: `pc_skeleton`
:label: ex-c12-mine

Write `pc_skeleton(nodes, independent)`, where `independent(x, y, given)` says whether $x$ and $y$ are independent given a tuple of nodes. It returns the set of remaining pairs `(x, y)` with `x < y`, and a dictionary with the separating tuple of each deleted pair.
Hand in the function that passes `check("pc_skeleton", pc_skeleton)`.

:::{dropdown} Hint
At the beginning of each order, copy the edges; then it does not matter which column comes first. The sets of a pair are `combinations(neighbours of x without y, order)`, and those of $y$ without $x$. The last order is `nodes - 2`.
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

:::{exercise} ★★★ The cost of a wrong answer
:label: ex-c12-wrong

For each of the 15 pairs, let the oracle give one wrong answer, given the empty set. Hand in a table with the missed edges, the extra edges and the false arrows, and say which is worse, a false "independent" or a false "dependent". {ref}`Solution <solution-wrong-answer>`
:::

## The bill

The total of chapter 11 is unchanged.

## Summary

$$
z=\frac{3\sqrt n}{2}\sum_k\frac{n_k}n\tau_k
$$

**In one paragraph.** Chains and forks are open until they are conditioned on, colliders only after they are. Data can identify a graph only up to its class: all graphs with the same skeleton and v-structures. The PC algorithm finds this class if all answers are right, no common cause is hidden, and no effects cancel.

**Practice.** Four one-minute questions: {ref}`chapter 12 <practice-12>`.

**Next.** Each of these questions is about people, and each answer has a privacy cost. {doc}`c13_private_graphs` asks the people of Malawi, test by test.
"""
