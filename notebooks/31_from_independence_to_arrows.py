# %% [markdown]
r"""
# Identifying causal graphs from conditional independence

:::{chapter}
:asks: Which causal directions can be identified without an experiment?
:needs: c12_graphs
:::

A lung clinic records eight variables for each patient: a visit to Asia, smoking, tuberculosis, lung cancer, bronchitis, and so on.
The records are observational, without any experiment.
**Which causal directions can such records identify?**

Some of them, and theory determines exactly which.
Certain directed edges imply independences that no other graph implies.
This chapter derives these independences, presents the PC algorithm, which orients the edges that they identify, and proves that no other edge can be oriented from independence alone.
Privacy follows in {doc}`32_a_test_and_its_sensitivity`. The result without noise is needed first, as the reference for the private methods.

:::{admonition} After this chapter you can
:class: tip
- read conditional independences from a graph;
- say which edges of a graph can be oriented from data, and prove that the others cannot;
- run the PC algorithm on an oracle and on 100,000 records;
- score a learned graph against the true one, and recognise an unsuitable reference.
:::


"""

# %%
import networkx as nx
import numpy as np
import pandas as pd
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

from privcausal import plots
from privcausal.graphs.structure.graph_drawing import ASIA, draw, key
from privcausal.graphs.structure.graph_drawing import MISSING, TRUE, TURNED
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.graphs.structure.pdag import arrows, colliders, cpdag, lines
from privcausal.graphs.structure.pdag import skeleton

# %% [markdown]
r"""
## Example: two causes of one alarm

A burglar can set off an alarm, and so can an earthquake. The two are independent.
We simulate 100,000 nights.
"""

# %%
rng = np.random.default_rng(31)
nights = network("earthquake").sample(100_000, rng)
burglary, earthquake, alarm, *calls = nights.T == 0  # 0 is "True"


def share(event, among):
    return f"{event[among].mean():.3f}", f"{among.sum():,}"


# %%
told = {
    "nothing": share(burglary, alarm | ~alarm),
    "that the earth shook": share(burglary, earthquake),
    "that the alarm rang": share(burglary, alarm),
    "both": share(burglary, alarm & earthquake),
}
pd.DataFrame(told, ["share with a burglar", "nights"]).T

# %% [markdown]
r"""
An earthquake is not informative about burglars *unless the alarm rings*. Then it explains the alarm, and a burglar becomes unlikely.
Two causes of one effect are independent, and conditioning on the effect makes them dependent.

For one cause with two effects it is the opposite: the calls of John and of Mary are dependent, until the alarm is given.
The data can therefore distinguish the two structures.
**All methods in this part of the book rely on this asymmetry.**
"""

# %% [markdown]
r"""
## Bayesian networks

:::{prf:definition} Bayesian network
:label: def-bayesian-network

A *directed acyclic graph* (DAG) has arrows between nodes and no way to walk along arrows in a circle.
The tails of the arrows into a node are its *parents*; whatever can be reached along arrows are its *descendants*, and it counts as its own descendant and *ancestor*.

A *Bayesian network* is such a graph over variables $v_1,\dots,v_d$ with one conditional table for each: $P(v_1,\dots,v_d)=\prod_iP(v_i\mid\text{parents of }v_i)$.
:::

The library contains seven networks that are commonly used in the literature on private graph learning.
"""

# %%
sizes = {}
for name in NAMES:
    net = network(name)
    sizes[name] = len(net.nodes), int(net.dag.sum()), net.parameters
pd.DataFrame(sizes, ["nodes", "edges", "parameters"]).T

# %% [markdown]
r"""
The network *Asia* of the clinic was constructed by {cite:t}`lauritzen1988` for teaching.
"""

# %%
asia = network("asia")

# %% tags=["hide-input"]
ax = plots.panel(height=3.2)
causes = [asia.nodes.index(name) for name in ("tub", "lung")]
assert (asia.dag[causes] == [name == "either" for name in asia.nodes]).all()
title = "Tuberculosis and lung cancer act only through “either”"
draw(ax, asia.dag, asia.nodes, places=ASIA, title=title)
caption = "A visit to Asia can lead to tuberculosis, and smoking to lung cancer or bronchitis; “either” is true when one of the first two is. An X-ray and shortness of breath (dysp) are what a doctor sees."
plots.show(ax, caption)

# %% [markdown]
r"""
Sampling follows the arrows: parents first, and then each child from the row of its table that its parents' values select, for all records at once.

:::{show} privcausal.graphs.models.bayesian_network.Network.sample
:::
"""

# %% [markdown]
r"""
## d-separation: open and blocked walks

The graph determines which variables are independent given which others. The criterion, *d-separation*, considers walks in the graph.

:::{prf:definition} Separation
:label: def-separation

A *walk* goes from node to node along edges, in either direction of the arrows; it can pass a node several times.
A place inside the walk is a *collider* if both of the walk's arrows there point at the node, $\to c\leftarrow$.

Let $S$ be a set of nodes. The walk is *open given* $S$ if every collider on it is in $S$ or has a descendant in $S$, and every other node on it is outside $S$.
Two nodes $x,y\notin S$ are *separated by* $S$ if no walk from $x$ to $y$ is open given $S$.
:::

As a picture, think of water: it flows through chains and forks until they are blocked by conditioning, and through colliders only once they are opened by it.
If $S$ separates $x$ from $y$, they are independent given $S$ in *every* Bayesian network with this graph {cite:p}`pearl1988`.
"""

# %%
from privcausal.graphs.structure.d_separation import Oracle

oracle = Oracle(asia.dag)
at = asia.nodes.index
ask = lambda x, y, *given: oracle(at(x), at(y), [at(s) for s in given])
answers = [
    ("tub, lung", "nothing", ask("tub", "lung")),
    ("tub, lung", "dysp", ask("tub", "lung", "dysp")),
    ("xray, dysp", "nothing", ask("xray", "dysp")),
    ("xray, dysp", "either", ask("xray", "dysp", "either")),
    ("xray, dysp", "either, smoke", ask("xray", "dysp", "either", "smoke")),
]
pd.DataFrame(answers, columns=["nodes", "given", "separated"]).set_index(
    "nodes"
)

# %% [markdown]
r"""
In the last two rows, `either` already blocks the walk from the X-ray, regardless of smoking.

There are infinitely many walks. The library only stores, for each node, whether an open walk arrives there against an arrow or along one. The two Boolean vectors are extended until nothing new is reached.

:::{show} privcausal.graphs.structure.d_separation.reachable
:::

A second criterion is formulated differently.

:::{claim} B-moral
:::

(proof-moral)=
:::{prf:proof}
Let $A$ consist of $x$, $y$, the nodes of $S$, and all their ancestors.

**From an open walk to a path.** *Each node of the walk is in $A$.* A collider has a descendant in $S$. From any other node one of the walk's two arrows leads away; follow the walk that way, along arrows, until it meets a collider or ends in $x$ or $y$. Either
is in $A$, so the node is too. *Now skip the colliders.* Two colliders are never adjacent on it, as the edge between them has only one head. The two neighbours of a collider are parents of a common child in $A$, so they are married (or are the same
node). What remains is a walk in the moral graph from $x$ to $y$ through non-colliders, which are outside $S$. Cut its loops off.

**From a path to an open walk.** Between two nodes of the path that are merely married, insert their common child in $A$. This gives a walk in $G$, inside $A$, whose non-colliders are all outside $S$. Call a collider *bad* if it has no descendant in $S$,
and among all walks of this kind take one with the fewest bad colliders. Suppose there is a bad one, $c$. It is in $A$, so it is an ancestor of $x$ or $y$; say of $x$. On the arrow path $c\to\dots\to x$ no node is in $S$, or $c$ would not be bad.
Replace the part of the walk from $x$ to $c$ by this path, walked backwards: no node on it is a collider, and $c$ is no longer one. If $c$ is $x$ itself, begin there. That leaves fewer bad colliders, a contradiction.
Hence no collider is bad, and the walk is open. $\square$
:::

We compare both criteria on every graph of up to four nodes and every query; the definition by paths is a third implementation on larger graphs.
NetworkX has an independent implementation, which we compare on random graphs:
"""

# %%
from privcausal.claims.graphs.structure.d_separation import worst_disagreement

compared = {}
for nodes in (2, 3, 4):
    extreme = worst_disagreement(nodes)
    compared[f"{nodes} nodes"] = f"{extreme.cases:,}", extreme.value
pd.DataFrame(compared, ["questions", "disagreements"]).T


# %%
def random_dag(nodes, density):
    upper = np.triu(rng.random((nodes, nodes)) < density, 1)
    shuffle = rng.permutation(nodes)
    return upper[np.ix_(shuffle, shuffle)]


def agrees_with_networkx(dag):
    x, y, *others = map(int, rng.permutation(len(dag)))
    given = set(others[: rng.integers(len(others))])
    theirs = nx.is_d_separator(nx.DiGraph(dag), x, y, given)
    return Oracle(dag)(x, y, given) == theirs


assert all(agrees_with_networkx(random_dag(9, 0.3)) for _ in range(500))

# %% [markdown]
r"""
The two criteria agree ({verdict}`B-moral`). The next proof uses the second one.

## Markov equivalence

Consider three graphs for rain, a wet street and slippery tyres: a chain, the reversed chain, and a fork.
Bayes' rule converts the tables of the chain into tables for the other two, and the joint distribution is *the same*:
"""

# %%
half, third = Fraction(1, 2), Fraction(1, 3)
first = {0: third, 1: 1 - third}
second = {0: (half, half), 1: (third, 1 - third)}
chain = {
    (a, b, c): first[a] * second[a][b] * second[b][c]
    for a, b, c in product((0, 1), repeat=3)
}


def mass(**at):
    """The probability that these variables have these values."""
    fits = lambda cell: all(cell["abc".index(n)] == v for n, v in at.items())
    return sum(p for cell, p in chain.items() if fits(cell))


fork = {
    (a, b, c): mass(b=b)
    * (mass(a=a, b=b) / mass(b=b))
    * (mass(b=b, c=c) / mass(b=b))
    for a, b, c in chain
}
assert fork == chain  # exactly, in fractions

# %% [markdown]
r"""
No amount of data can distinguish these graphs. The collider $a\to b\leftarrow c$ is different: it implies that $a$ and $c$ are independent, and the others do not.

:::{prf:definition} Markov equivalence
:label: def-markov-equivalence

The *skeleton* of a graph is what remains without arrowheads. A *v-structure* is $a\to b\leftarrow c$ with $a$ and $c$ not joined.

Two DAGs are *Markov equivalent* if they separate the same pairs by the same sets. The graphs that are equivalent to one another form a *class*.
:::

:::{claim} B-markov
:::

The proof turns one arrow at a time. It needs arrows that can be turned without a loss. These are called *covered*: the head has the same parents as the tail, and the tail itself. The next figure shows one, and counts the separations. Each is a pair of nodes together with one set that separates them:
"""

# %% tags=["hide-input"]
square = {"q": (0, 1), "x": (1, 1), "y": (1, 0), "w": (0, 0)}
covered = np.zeros((4, 4), dtype=bool)
for tail, head in ("qx", "qy", "xy", "yw"):
    covered["qxyw".index(tail), "qxyw".index(head)] = True


def turned(tail, head):
    a, b = "qxyw".index(tail), "qxyw".index(head)
    graph = covered.copy()
    graph[[a, b], [b, a]] = False, True
    return graph


def separations(graph):
    """All that the graph separates: two nodes, and what is given."""
    answer, result = Oracle(graph), set()
    for a, b in combinations(range(4), 2):
        c, d = {0, 1, 2, 3} - {a, b}
        sets = ((), (c,), (d,), (c, d))
        result |= {(a, b, given) for given in sets if answer(a, b, given)}
    return result


first, same, other = map(
    separations, (covered, turned("x", "y"), turned("y", "w"))
)
assert first == same and not first & other and len(other) == len(first)
assert colliders(covered) == colliders(turned("x", "y")) == []
new = {tuple("qxyw"[i] for i in v) for v in colliders(turned("y", "w"))}
assert new == {("q", "y", "w"), ("x", "y", "w")}
titles = [
    "x → y is covered: it can be turned",
    f"Turned: the same {len(same)} separations",
    f"y → w turned: {len(first)} lost, {len(other)} new",
]
graphs = covered, turned("x", "y"), turned("y", "w")
axes = plots.panels(3, height=2.4)
for ax, graph, title in zip(axes, graphs, titles):
    draw(ax, graph, "qxyw", places=square, truth=covered, title=title)
axes[0].text(1.04, 0.5, "covered", ha="left", va="center")
axes[1].text(1.04, 0.5, "turned", ha="left", va="center", color=plots.ORANGE)
axes[2].text(0.5, 0.06, "turned", ha="center", color=plots.ORANGE)
caption = "Left: the parents of y are those of x, and x itself. Middle: q, x and y are all joined, so no v-structure appears or disappears. Right: w → y ← q and w → y ← x are new v-structures, so this graph is of another class."
plots.show(axes, caption)

# %% [markdown]
r"""
(proof-markov)=
:::{prf:proof}
**Separations show skeleton and v-structures.**

(a) *Nodes that are joined are never separated*: the edge is an open walk.

(b) *Nodes $u,v$ that are not joined are separated by the parents of one of them.* Say $v$ is not a descendant of $u$; one of the two is not a descendant of the other. Take the parents of $u$. A walk that starts $u\leftarrow p$ is blocked
at $p$, which is given and no collider. A walk that starts $u\to$ cannot follow the arrows all the way to $v$, so it has a first collider, which descends from $u$. If that had a descendant among the parents of $u$, the graph would have a circle. It is therefore blocked too.

(c) *Let $a,b$ and $b,c$ be joined, and $a,c$ not.* If $b$ is a collider, no set that contains $b$ separates $a$ from $c$, as it opens $a\to b\leftarrow c$. If it is not, every set that separates them contains $b$, or else $a,b,c$ would be an open walk. By (b) there is such a set.

**Skeleton and v-structures determine the separations.** We go from one graph to the other by turning single arrows around, without changing a separation on the way. Call $x\to y$ *covered* if the parents of $y$ are those of $x$, and $x$.

(d) *Turning a covered arrow keeps the graph acyclic, its skeleton and its v-structures.* Another arrow path from $x$ to $y$ would enter $y$ from a parent of $x$, a circle before the turn. Every other parent of $y$ is a parent of $x$ and joined to it, so no
v-structure is lost at $y$; and after the turn every other parent of $x$ is joined to $y$, so none is gained at $x$.

(e) *It keeps all separations.* Ask about $u,v$ given $S$, and let $A$, $A'$ be the ancestral sets of {prf:ref}`B-moral` before and after, $Q$ the parents of $x$ before. If $A$ contains neither $x$ nor $y$, nor does $A'$ (the last of them on an arrow path leaves by an arrow that is not turned), and nothing changes. *If both are in both sets*, then $A=A'$: an arrow path that used $x\to y$ came from $x$
or from a node of $Q$, which still points at $y$. The moral graphs are equal as well, for $Q$, $x$ and $y$ are all joined to one another in both. *What remains* is $x\in A$, $y\notin A$, and its mirror image (after the turn, $y\to x$ is covered).
Then $A'=A\cup\{y\}$, because $y$ now points at $x$, and $x$ reached its goal without $y$; and $y$ has no other child in $A'$. In the new moral graph, therefore, $y$ is joined to $x$ and $Q$ only, all of whom were joined to one another before, and nothing else changes. A path through $y$ can skip it as well.

(f) *While two graphs $G\ne H$ have the same skeleton and v-structures, $G$ has a covered arrow that points the other way in $H$.* List the nodes of $G$ with parents first. Among all arrows that $H$ turns, take those whose head $y$ comes first, and of these
the one whose tail $x$ comes last. Let $z\to x$ in $G$. As $x$ comes before $y$, this arrow is not turned, so in $H$ we have $z\to x\leftarrow y$. This is not a v-structure of $G$, so $z$ and $y$ are joined, and $z\to y$ because of the order. Now let $z\to y$ in $G$, $z\ne x$.
If $z,x$ were not joined, $z\to y\leftarrow x$ would be a v-structure of $G$ and not of $H$. If $x\to z$ in $G$, then $z\to y$ is not turned, for $z$ comes later than $x$; so $z\to y\to x$ in $H$, hence $z\to x$ in $H$, and $x\to z$ is turned with a head before $y$: excluded. So $z\to x$. Together: $x\to y$ is covered.

Turn the arrow of (f). By (d) the new graph has the same skeleton and v-structures, and it differs from $H$ in one arrow fewer; by (e) it has the same separations. Repeat until it is $H$. $\square$
:::

Step (f) is due to {cite:t}`chickering1995`. The following check compares all pairs of graphs:
"""

# %%
from privcausal.claims.graphs.structure.pdag import by_separations
from privcausal.claims.graphs.structure.pdag import by_skeleton_and_colliders
from privcausal.claims.graphs.structure.cases import all_dags

counted = {}
for nodes in range(2, 6):
    graphs = all_dags(nodes)
    promises = by_separations(graphs)
    looks = by_skeleton_and_colliders(graphs)
    classes = len(set(looks))
    assert len(set(promises)) == classes == len(set(zip(promises, looks)))
    counted[f"{nodes} nodes"] = f"{len(graphs):,}", f"{classes:,}"
pd.DataFrame(counted, ["graphs", "classes"]).T

# %% [markdown]
r"""
The theorem holds ({verdict}`B-markov`).
Independence can therefore identify a Markov equivalence class and no more, for any amount of data. On average a class has two or three members here, but one class of five nodes has 120, namely all orientations of the complete graph.

## The PC algorithm

The PC algorithm of {cite:t}`spirtes2000` finds the class with few tests, and makes those with small conditioning sets first.

1. **Delete edges.** Begin with the complete graph. At order $k=0,1,2,\dots$ take each edge $x,y$ and each set $S$ of $k$ neighbours of $x$ or of $y$. If $x,y$ are independent given $S$, delete the edge and store $S$.
2. **Find v-structures.** Whenever $a,b$ and $b,c$ are adjacent and $a,c$ are not, look up the set that separated $a$ from $c$. If $b$ is not in it, orient $a\to b\leftarrow c$.
3. **Orient further edges.** {cite:t}`meek1995` has three rules, shown below. Apply them until nothing changes.

In the library the search and the decisions are separate. Every private method of the following chapters is another `Policy` in the same search.

:::{show} privcausal.graphs.constraint_based.pc.delete_edges
:::

:::{show} privcausal.graphs.constraint_based.pc.OneByOne
:::
"""

# %%
from privcausal.graphs.constraint_based.pc import OneByOne, pc

policy = OneByOne(oracle)
result = pc(8, policy)
print("questions asked at order 0, 1, 2, …:", policy.asked)

# %% tags=["hide-input"]
ax = plots.panel(height=3.2)
known = int(arrows(result.graph).sum())
undecided = int(lines(result.graph).sum()) // 2
title = (
    f"With an oracle PC orients {known} of Asia’s {known + undecided} edges"
)
draw(ax, result.graph, asia.nodes, places=ASIA, title=title)
caption = "Every edge is there. Five arrows are sure; three edges stay lines, because both directions occur among the equivalent graphs."
plots.show(ax, caption)

# %% tags=["hide-input"]
assert (known, undecided) == (5, 3)

# %% [markdown]
r"""
The data do not determine the direction between smoking and lung cancer, because no v-structure depends on it.

Each of the three orientation rules excludes a direction that *would create a v-structure that was not found, or a directed cycle.*
"""

# %% tags=["hide-input"]
corner = {"a": (0, 1), "b": (1, 1), "c": (1, 0), "d": (0, 0)}


def small(*edges):
    graph = np.zeros((4, 4), dtype=bool)
    for tail, sign, head in edges:
        a, b = "abcd".index(tail), "abcd".index(head)
        graph[a, b] = True
        graph[b, a] |= sign == "-"
    return graph


axes = plots.panels(3, height=2.4)
pictures = {
    "1: or else a v-structure at b": (small("a>b", "b>c"), "b-c"),
    "2: or else a directed cycle": (small("a>b", "b>c", "a>c"), "a-c"),
    "3: or else a v-structure at a": (
        small("a-b", "a-d", "b>c", "d>c", "a>c"),
        "a-c",
    ),
}
for ax, (title, (after, line)), n in zip(axes, pictures.items(), (3, 3, 4)):
    before = (after | small(line))[:n, :n]
    look = {"places": corner, "truth": before, "title": title}
    draw(ax, after[:n, :n], "abcd"[:n], **look)
caption = "Orange: the arrow that the rule draws where there was a line. 1: a → b with a, c apart gives b → c. 2: a → b → c gives a → c. 3: a — b → c and a — d → c with b, d apart give a → c."
plots.show(axes, caption)

# %% [markdown]
r"""
:::{show} privcausal.graphs.structure.pdag.meek
:::

It remains to show that three rules are sufficient, and that every edge without a direction is in fact undetermined.

:::{prf:definition} CPDAG
:label: def-cpdag

The *completed partially directed acyclic graph* of a DAG joins the same nodes. An edge is an arrow if all graphs of the Markov equivalence class have that arrow, and a line if some have one and some the other.
:::

:::{claim} B-cpdag
:::

(proof-cpdag)=
:::{prf:proof}
**The skeleton is right.** By (a) in the proof of {prf:ref}`B-markov` no true edge is ever deleted. If $u,v$ are not joined in $G$, the parents of one of them, say the $k$ parents of $u$, separate them. They are neighbours of $u$ all the time. If, therefore, the edge
$u,v$ is still there at order $k$, this set is among the questions, and the engine does not stop before.

**So are the v-structures**, by (c): the set that was found contains $b$ exactly when $b$ is not a collider.

**Every arrow is right.** Let $H$ be any graph of the class, and let the rules have drawn only arrows of $H$ so far. *Rule 1:* $c\to b$ in $H$ would make the v-structure $a\to b\leftarrow c$, which step 2 would have seen. *Rule 2:* $c\to a$ would close a circle. *Rule 3* (with the
letters of the picture): if $c\to a$ in $H$, then $b\to a$, or else $a\to b\to c\to a$ would be a circle; likewise $d\to a$. So $b\to a\leftarrow d$ is a v-structure, and step 2 would have drawn it.

**Every line is undecided.** Let $P$ be the graph that the rules leave.

*(i) If $P$ has $a\to b$ and $b-c$, it has $a\to c$.* Otherwise take the first arrow $a\to b$ that was drawn for which some $c$ fails. By rule 1, $a$ and $c$ are joined; not by $c\to a$, or rule 2 would draw $c\to b$. So $a-c$. What drew $a\to b$?
A v-structure $a\to b\leftarrow d$: by rule 1, $d$ and $c$ are joined; if $d\to c$, rule 1 draws $c\to a$; if $c\to d$, rule 2 draws $c\to b$; if $d-c$, rule 3 draws $c\to b$.
Rule 1 from $d\to a$ with $d,b$ apart: $d\to a$ is older, so $d\to c$, and rule 1 draws $c\to b$.
Rule 2 from $a\to d\to b$: $d\to b$ is older, so $d\to c$, and rule 2 draws $a\to c$.
Rule 3 from $d\to b$ and $e\to b$, with lines $a-d$ and $a-e$ at that time and $d,e$ apart: both arrows are older, so $d\to c$ and $e\to c$. If by now $a\to d$ or $a\to e$, rule 2 draws $a\to c$. If both are still lines, rule 3 draws $a\to c$. If $d\to a$ and $a-e$, rule 1 draws $a\to e$, and likewise with $d,e$ exchanged.
If $d\to a$ and $e\to a$, this is a v-structure of $G$, and they were never lines. Each case contradicts $a-c$, $b-c$ or the assumption.

*(ii) The lines.* $G$ gives each line a direction. Two parents along lines are then joined, as otherwise they form a v-structure; and joined by a line, as an arrow $a\to c$ and a line $c-b$ would, by (i), make $a\to b$ an arrow. Call an acyclic way of directing lines *moral* if any two parents of a node are joined by a line. Hence the lines have a moral direction.

*(iii) If a graph of lines has a moral direction, then for each of its cliques $K$ it has one in which no arrow enters $K$ from outside, and $K$ has any order we like.* By induction over the number of nodes. In a moral direction take a node $w$ with no children. All its neighbours $N$ are its parents, so $N$ is a clique.
If $w\notin K$, direct the graph without $w$ as wanted, then add $w$ as a child of $N$. If $w\in K$, then $K\setminus\{w\}\subseteq N$. Direct the graph without $w$ so that nothing enters $N$ from outside. Now order the clique $N\cup\{w\}$ again, first $K$ as wanted and then the rest. All parents of these nodes lie in this
clique, and no other node is joined to $w$, so the direction is still moral.

*(iv) Put together.* Let $x-y$ be a line of $P$. By (iii) direct the lines morally with $x\to y$, and again with $y\to x$. With the arrows of $P$ each gives a graph $H$. *It is acyclic*: a circle is not made of lines only, so it has an arrow $a\to b$ of $P$; if the next step $b\to c$ was a line, (i) gives an
arrow $a\to c$, and we can skip $b$. The circle cannot shrink to $a\to c\to a$, as an edge has one direction. In the end all are arrows of $P$, hence of $G$, which has no circles. *It has the v-structures of $G$*: those of $G$ are arrows of $P$. Conversely let $a\to b\leftarrow c$ be one of $H$. If both are arrows of $P$, it is one of $G$. If both were lines, $a,c$ are joined, by (ii). If one was a line,
say $b-c$, then $a,c$ are joined by (i). By {prf:ref}`B-markov`, therefore, both graphs $H$ are in the class, and they disagree about $x-y$. $\square$
:::

The check removes each of the three rules in turn, and each time the result is wrong for some graph of at most four nodes.
The reference is computed without the rules: for small graphs as the union of all equivalent ones, for larger graphs by a different algorithm.
"""

# %%
from functools import partial

from privcausal.claims import load
from privcausal.claims.graphs.constraint_based.pc import learned_without
from privcausal.claims.graphs.constraint_based.pc import worst_recovery
from privcausal.graphs.structure.pdag import meek_rule_3

recovered = {}
for nodes in (2, 3, 4):
    extreme = worst_recovery(load()["B-cpdag"], nodes)
    recovered[f"{nodes} nodes"] = extreme.cases, extreme.value
wrong = worst_recovery(
    load()["B-cpdag"], 4, partial(learned_without, meek_rule_3)
)
recovered["4 nodes, without rule 3"] = wrong.cases, wrong.value
pd.DataFrame(recovered, ["graphs", "pairs wrong at worst"]).T

# %%
for name in NAMES:
    dag = network(name).dag
    assert (pc(len(dag), OneByOne(Oracle(dag))).graph == cpdag(dag)).all()
for _ in range(200):
    dag = random_dag(7, 0.35)
    assert (pc(7, OneByOne(Oracle(dag))).graph == cpdag(dag)).all()

# %% [markdown]
r"""
PC is correct *if every answer is correct*, and no method based on independence can do better ({verdict}`B-cpdag`).
The next figure shows how much of each network is identified.
"""

# %% tags=["hide-input"]
sure = [int(arrows(cpdag(network(name).dag)).sum()) for name in NAMES]
open_ = [int(lines(cpdag(network(name).dag)).sum()) // 2 for name in NAMES]
parts = {"arrows": sure, "lines": open_}
ax = plots.bars(NAMES, parts, height=2.8, xlim=(0, 52))
for row, (a, b) in enumerate(zip(sure, open_)):
    ax.text(a + b + 0.5, row, f"{a} + {b}", va="center", fontsize=9)
caption = "What independence can show of each network, however many records there are: arrows in blue, lines hatched."
plots.show(ax, caption, x="edges of the CPDAG", y="network")

# %%
assert dict(zip(NAMES, sure))["sachs"] == 0
settled = [name for name, rest in zip(NAMES, open_) if not rest]
assert settled == ["earthquake", "cancer", "survey"]

# %% [markdown]
r"""
In Sachs, a network of proteins with 17 edges, **no edge** can be oriented from independence, because the graph has no v-structure.
Directions that are reported there must have another justification.

## From the oracle to records

With data, a statistical test replaces the oracle. For categories the classical one is the G-test.
It divides the records into strata, one for each combination of values of $S$. In each stratum it compares the counts $N$ with $E$, the expected counts under independence: $G^2=2\sum N\ln(N/E)$.
Under independence, $G^2$ has approximately a $\chi^2$ distribution.

A test needs only a small table of counts, and a stored table serves every test of its variables.
A test on 100,000 records therefore takes a fraction of a millisecond.

:::{show} privcausal.graphs.independence.contingency.g_squared
:::

At the significance level 0.01 a weak dependence can be missed, and an independent pair is rejected in one test of a hundred, so PC on records errs in both directions.

:::{prf:definition} Scores of a learned graph
:label: def-graph-scores

Let $L$ be the learned edges, $T$ the true ones. *Precision* is $|L\cap T|/|L|$, *recall* is $|L\cap T|/|T|$, and $F_1=\dfrac{2|L\cap T|}{|L|+|T|}$ is their harmonic mean.
For the *skeleton* an edge is a pair of nodes. For the *CPDAG* it is a pair together with its arrow or its line, and $T$ is the **true CPDAG**, not the DAG: a method must not be blamed for a line that has to be a line.

The *structural Hamming distance* counts the pairs of nodes about which the two graphs say different things.
:::
"""

# %%
from privcausal.graphs.structure.metrics import cpdag_scores, hamming
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.independence.contingency import Tables, g_squared


def learn(name, size, rng, level=0.01):
    net = network(name)
    tables = Tables(net.sample(size, rng), net.cardinalities)
    independent = lambda x, y, s: g_squared(tables, x, y, s).p_value > level
    return pc(len(net.nodes), OneByOne(independent))


# %%
learned, rows = {}, {}
for name in NAMES:
    truth = cpdag(network(name).dag)
    graph = learned[name] = learn(name, 100_000, rng).graph
    scores = skeleton_scores(graph, truth), cpdag_scores(graph, truth)
    three = [(s.precision, s.recall, s.f1) for s in scores]
    rows[name] = *(f"{x:.2f}" for x in sum(three, ())), hamming(graph, truth)
heads = ["precision", "recall", "F1"]
columns = [(of, head) for of in ("skeleton", "CPDAG") for head in heads]
columns = pd.MultiIndex.from_tuples([*columns, ("", "SHD")])
pd.DataFrame(rows, columns).T

# %% [markdown]
r"""
With 100,000 records and no privacy, the skeletons are accurate. Directions are harder, because one wrong separating set creates false v-structures, which the rules propagate.
Private methods that imitate PC with this test can hardly do better.

The next figure varies the number of records.
"""

# %%
sizes = np.array([300, 1_000, 3_000, 10_000, 30_000, 100_000])
few = ("cancer", "asia", "survey", "sachs")


def mean_scores(name, size, runs=5):
    truth = cpdag(network(name).dag)
    graphs = [learn(name, size, rng).graph for _ in range(runs)]
    ways = skeleton_scores, cpdag_scores
    scores = [[way(g, truth).f1 for way in ways] for g in graphs]
    return np.mean(scores, axis=0)


curves = {k: np.array([mean_scores(k, n) for n in sizes]) for k in few}

# %% tags=["hide-input"]
axes = plots.panels(2, height=3.2)
look = {"marked": True, "log": "x", "ylim": (0, 1.04)}
last = {name: curve[-1] for name, curve in curves.items()}
reach = sum(pairs > 0.99 for pairs, _ in last.values())
titles = (
    f"Skeleton: {reach} of 4 reach 0.99",
    "CPDAG: more records do not always help",
)
for kind, (ax, title) in enumerate(zip(axes, titles)):
    scores = {name: curve[:, kind] for name, curve in curves.items()}
    plots.curves(sizes, scores, ax=ax, title=title, **look)
for ax in axes:
    ax.legend(fontsize=9)
falls = {k: c[:, 1].max() - c[-1, 1] for k, c in curves.items()}
assert max(falls, key=falls.get) == "survey" and last["sachs"][1] == 1
caption = f"PC with a G-test at level 0.01, without privacy. Left: three networks reach the top or come near it; Asia stops short of it. Right: Sachs alone ends at the top, and Survey falls from {curves['survey'][:, 1].max():.2f} to {last['survey'][1]:.2f}."
plots.show(axes, caption, x="records", y="mean F1 of 5 runs")

# %%
assert last["asia"][0] < 0.87
assert any((np.diff(curve[:, 1]) < -0.05).any() for curve in curves.values())
assert min(last[n][0] for n in few if n != "asia") > 0.99

# %% [markdown]
r"""
## A violation of faithfulness: Asia

However many records there are, PC never finds more than 6 of the 8 edges of Asia's skeleton. The figure shows the two missing edges.
"""

# %% tags=["hide-input"]
ax = plots.panel(height=3.9)
truth = cpdag(asia.dag)
unseen = np.argwhere(np.triu(skeleton(truth) & ~skeleton(learned["asia"])))
assert all(at("either") in pair for pair in unseen)
title = (
    f"With 100,000 records PC misses {len(unseen)} edges, both at “either”"
)
look = {"title": title, "places": ASIA}
draw(ax, learned["asia"], asia.nodes, truth=truth, **look)
assert not (skeleton(learned["asia"]) & ~skeleton(truth)).any()
key(ax, (replace(TRUE, word="as in the true CPDAG"), TURNED, MISSING))
caption = "What PC finds, compared with the true CPDAG. Dotted: the two edges that it does not find. “either” loses its two effects."
plots.show(ax, caption)

# %% [markdown]
r"""
The variable "either" is determined by two others: it is true if and only if `tub` or `lung` is. Given those two, "either" is constant, and therefore independent of everything, including its own effects.
The *distribution* has independences that the *graph* does not imply. PC assumes that there are none, an assumption called {term}`faithfulness`, which Asia violates.

The table of Asia permits an exact check, with fractions instead of samples:
"""

# %%
from privcausal.claims.graphs.models.bayesian_network import missing_in_law

lost = missing_in_law("asia").witness["missing"]
for pair, given in lost.items():
    x, y = (asia.nodes[int(node)] for node in pair.split("-"))
    names = [asia.nodes[s] for s in given]
    print(f"{x} and {y} are joined, yet independent given {names}")
assert len(lost) == 2

# %% [markdown]
r"""
The missing edges are therefore not due to the sample size, the test or the threshold.
They would be missing with infinitely many records.

## Published error: scoring against a method's own output

Scoring a private method requires the true graph. The published code of Priv-PC {cite:p}`privpc2020` has its own lists of edges as a reference.
These lists (dataset.py, l. 5–16, at commit 0fb6104; scored by eval.py, l. 55–56) differ from the networks. Of the 8 edges of Asia they have 6, of Survey's 6 they have 4, of Sachs' 17 they have 13 and one that is not there, of Child's 25 they have 21 and four, of Alarm's 46 they have 35 and eight. Table 1 of the paper gives Asia 10 edges, and the list has 10 *ordered* pairs. We had to infer the assignment of columns to nodes, which agrees with the usual order without exception.
The origin of the lists is not stated. We conjecture that they are the output of PC, which would be natural for a method that imitates PC, but does not measure the stated quantity.

:::{claim} P-truth
:::

The claim is {verdict}`P-truth`, in a sample and in the distribution itself.
On Survey and Sachs PC happens to find the true graph in our sample, so the difference would be easy to miss.

The effect on the scores is as follows. PC obtains the full score, because it is compared with itself, whereas the *true graph* does not:
"""

# %%
reference = learned["asia"]
students = {"PC": reference, "the truth": truth}
for student, graph in students.items():
    theirs, true = (skeleton_scores(graph, g).f1 for g in (reference, truth))
    print(f"{student:<10} against PC's output {theirs:.3f}", end=", ")
    print(f"against the truth {true:.3f}")
assert skeleton_scores(truth, reference).f1 < 0.86

# %% [markdown]
r"""
The order of the two is reversed. The largest possible effect can be bounded.

Instead of $F_1$ use $J=|L\cap T|/|L\cup T|$, the proportion of correct edges among all that are learned or true. It is a monotone function of the same score, $F_1=\frac{2J}{1+J}$, and satisfies a triangle inequality.

:::{claim} B-truth
:::

(proof-truth)=
:::{prf:proof}
If one of the sets is empty, then $c=0$ and the bound is 1, or $L$ is the empty one and both scores are 0. From here on, none is empty.

*A lottery.* Put all edges in a random order, and let $f(A)$ be the first edge of the set $A$. The first edge of $A\cup B$ is equally likely to be any of them, and $f(A)=f(B)$ if and only if it lies in both. Hence $P(f(A)=f(B))=J(A,B)$.

*A detour.* If $f(L)\ne f(T)$, then $f(L)\ne f(R)$ or $f(R)\ne f(T)$. Hence $1-J(L,T)\le1-J(L,R)+1-J(R,T)$, that is, $J(L,R)-J(L,T)\le1-J(R,T)=1-\frac cu$. Exchange $R$ and $T$ for the other sign.

*It happens* with $L=T$: the difference is $1-J(R,T)$. $\square$
:::

The bound is {verdict}`B-truth`. For Asia the reference shares $c=6$ edges with the truth, of $u=8$ in all, so every score against it can be wrong by a quarter, in either direction.
"""

# %%
band = skeleton_scores(reference, truth)
width = 1 - band.jaccard
assert (band.right, round(width, 12)) == (6, 0.25)
drawn = np.triu(skeleton(truth), 1)
subsets = list(product((False, True), repeat=int(drawn.sum())))


def both(bits):
    graph = np.zeros_like(truth)
    graph[drawn] = bits
    return [skeleton_scores(graph, g).jaccard for g in (reference, truth)]


cloud = np.unique(np.round([both(bits) for bits in subsets], 12), axis=0)

# %% tags=["hide-input"]
title = f"Against PC's own output, the truth scores {band.jaccard:.2f}"
ax = plots.panel(height=3.6, xlim=(0, 1.03), ylim=(0, 1.03), title=title)
line = np.array([0.0, 1.0])
band_look = {"color": plots.SKY, "alpha": 0.25}
ax.fill_between(line, line - width, line + width, **band_look)
ax.plot(line, line, color=plots.INK, linewidth=0.8)
plots.points(cloud[:, 0], {"_": cloud[:, 1]}, ax=ax, size=4, first=0)
plots.points([1], {"_": [band.jaccard]}, ax=ax, first=1)
plots.points([band.jaccard], {"_": [1]}, ax=ax, first=3)
words = {
    "PC": (0.98, band.jaccard, "right", plots.ORANGE),
    "the truth": (band.jaccard - 0.02, 0.98, "right", plots.RED),
    "graphs with some true edges": (0.53, 0.375, "left", plots.BLUE),
    "what the reference allows": (0.30, 0.04, "left", plots.SKY),
}
for word, (across, up, side, colour) in words.items():
    ax.text(across, up, word, color=colour, ha=side, va="center")
caption = "Every graph made of some of Asia's true edges, scored twice. PC and the truth lie on opposite edges of the band."
plots.show(
    ax,
    caption,
    x="J against PC's output",
    y="J against the truth",
    legend=False,
)

# %% [markdown]
r"""
The true order of two methods is certain only if their scores against such a reference differ by more than twice this width. With $c/u=\frac68$ this is half of the whole scale.
In this book every score is against the true CPDAG.

## Limitations

- **No perfect oracle exists.** Every test is sometimes wrong, and one wrong answer affects others. {doc}`33_four_private_pcs` shows the effect of the noise.
- **Causal sufficiency: all common causes must be measured.** A hidden cause of two variables makes them dependent, and PC draws an edge.
- **Directions can have other sources**: experiments, time, or assumptions on the *form* of the dependence, as in {doc}`21_cause_leaves_a_trace`. {prf:ref}`B-cpdag` concerns independence only.
- **The order of the tests.** Within an order the search uses the neighbours at its beginning ({cite:t}`colombo2014`), and an edge that two v-structures orient in opposite ways is left to the rules without a direction. Renaming the columns therefore cannot change the skeleton.

## Exercises

:::{exercise}
:label: ex-31-read-off

Draw $a\to b\leftarrow c$, $b\to d\leftarrow e$ and $d\to f$. Find the directed edges of the CPDAG, and the rule that orients $d\to f$.
:::

:::{solution} ex-31-read-off
:class: dropdown

All edges are directed. Two v-structures, $a\to b\leftarrow c$ and $b\to d\leftarrow e$ ($b$ and $e$ are not adjacent), orient four edges. Rule 1 orients $d\to f$: $b\to d$ is directed, and $b$ and $f$ are non-adjacent.
:::
"""

# %%
six = np.zeros((6, 6), dtype=bool)
for tail, head in ("ab", "cb", "bd", "ed", "df"):
    six["abcdef".index(tail), "abcdef".index(head)] = True
assert not lines(cpdag(six)).any()

# %% [markdown]
r"""
:::{exercise}
:label: ex-31-class-size

Find all graphs in Asia's Markov equivalence class.

*Hint:* orient the three undirected edges in all eight ways, and keep the graphs that are acyclic and have no new v-structure.
:::

:::{solution-start} ex-31-class-size
:class: dropdown
:::
"""

# %%
undecided = np.argwhere(np.triu(lines(result.graph)))
members = []
for turns in product((False, True), repeat=len(undecided)):
    dag = arrows(result.graph)
    for (a, b), turned in zip(undecided, turns):
        dag[(b, a) if turned else (a, b)] = True
    acyclic = nx.is_directed_acyclic_graph(nx.DiGraph(dag))
    if acyclic and colliders(dag) == colliders(asia.dag):
        members.append(dag)
assert (np.any(members, axis=0) == result.graph).all()
print(len(members), "graphs; their union is the CPDAG")

# %% [markdown]
r"""
There are six: two for the edge between `asia` and `tub`, times three for `lung — smoke — bronc`, where everything except the collider in the middle is possible.

:::{solution-end}
:::

:::{exercise}
:label: ex-31-scores

A method finds the correct skeleton of Alarm and orients nothing. Compute its $F_1$ for the skeleton and for the CPDAG, and its structural Hamming distance.
Another method deletes every edge. Decide which of the two has the smaller distance.
:::

:::{solution-start} ex-31-scores
:class: dropdown
:::
"""

# %% tags=["hide-input"]
truth_alarm = cpdag(network("alarm").dag)
ways = skeleton_scores, cpdag_scores
for graph in (skeleton(truth_alarm), np.zeros_like(truth_alarm)):
    pairs, marks = (way(graph, truth_alarm).f1 for way in ways)
    print(f"skeleton F1 {pairs:.2f}, CPDAG F1 {marks:.2f}", end=", ")
    print(f"distance {hamming(graph, truth_alarm)}")

# %% [markdown]
r"""
The first is correct about 4 undirected edges of 46: skeleton $F_1=1$, CPDAG $F_1=\frac{2\cdot4}{46+46}\approx0.09$, distance 42. The empty graph has distance 46 and $F_1=0$ twice.
The distance hardly distinguishes the two, because a missing edge counts as much as an unoriented one. We therefore report several scores.

:::{solution-end}
:::

:::{exercise}
:label: ex-31-order

Renumber the nodes of a random graph, run PC on the oracle, and reverse the renumbering. Decide whether the result can change, and why.
:::

:::{solution-start} ex-31-order
:class: dropdown
:::
"""

# %%
for _ in range(50):
    dag, shuffle = random_dag(7, 0.4), rng.permutation(7)
    renamed = pc(7, OneByOne(Oracle(dag[np.ix_(shuffle, shuffle)]))).graph
    assert (renamed == cpdag(dag)[np.ix_(shuffle, shuffle)]).all()

# %% [markdown]
r"""
It cannot. With an oracle this follows from {prf:ref}`B-cpdag`: the CPDAG of the renamed graph is the renamed CPDAG, for all separating sets that can be found.
On data only the skeleton is invariant: another order can find another set that separates the same pair, and the v-structures depend on the set.

:::{solution-end}
:::

## Summary

A graph implies conditional independences, which d-separation reads from it: chains and forks are open unless blocked, and colliders are blocked unless opened.
Two graphs imply the same independences if and only if they have the same skeleton and the same v-structures. Tests of independence therefore identify a class of graphs, the CPDAG, and PC with an oracle finds all of it.
With records it errs, and where the distribution is not faithful to the graph, as in Asia, it errs for every sample size.
Its output is therefore no substitute for the true graph. The error of a score against another reference can be as large as the distance between the two.

**Next.** {doc}`35_at_equal_honest_price` compares which private method finds most of these edges at equal privacy cost.
"""
