# %% [markdown]
r"""
# A private causal graph, test by test

:::{chapter} 13
:asks: How can you ask dozens of questions if each has a cost, and the next one depends on the last answer?
:needs: c03_composition, c04_many_small_answers, c06_paying_for_answers, c12_graphs
:teaches: the sensitivity of a test, a budget by order, a noise-aware test
:skip: the folded boxes
:::

Which variables of our table are associated with *learned* directly, and which only through others?
The search of chapter 12 answers such questions by testing independence again and again.

Now each question is about the people of Malawi, and each answer has a privacy cost. The difficulty is that most questions are not known beforehand, because they depend on earlier answers. So the budget is divided among the *orders* of the search. Each order has four steps:

1. **List** all its questions. They follow from the edges that are left.
2. **Divide** the budget of the order equally among them.
3. **Answer** every question with noise.
4. **Delete** each edge with an answer near 0, where *near* allows for the noise.

The edges that survive lead to the questions of the next order.
For simulated people this search will find about one edge of four. Chapter 14 finds about three for the same $\varepsilon$.
"""

# %% tags=["hide-input"]
import itertools
import math

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.course.village import LEARNED, NAMES, NEAR, PLACES
from privcausal.course.village import REWARD, TRUE_EDGES, YOUNG
from privcausal.course.village import counted, cut, excess
from privcausal.course.village import pc_questions, village
from privcausal.data.malawi import participants
from privcausal.graphs.structure.graph_drawing import draw
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Relation

# %% [markdown]
r"""
## Declare the categories first

The test of chapter 12 works on tables of counts, so numbers have to be cut into categories. *Where* to cut must be decided from public knowledge.
Here *young* means below thirty, *near* means below two kilometres, and the rewards are none, up to a dollar and a half, or more.
The number of categories is declared as well, in `SIZES`, because the size of a table could reveal that a rare value occurs.

:::{show} privcausal.course.village.cut
:::
"""

# %%
people = cut(participants())
n = len(people)

# %% [markdown]
r"""
`NAMES`, `counted`, `excess` and `village` are those of chapter 12, without the partner and with the declared sizes. `pc_questions(edges, order)` lists each edge with the sets of neighbours that PC conditions on.

## Order 0: ten questions, known in advance

What does the first order cost? Five variables have ten pairs, and order 0 tests each of them once, without conditioning on anything.

The test statistic is $z=\frac{3\sqrt n}2\tau$. By chapter 10, replacing one of $n$ records changes $\tau$ by at most $\frac4n$. It therefore changes $z$ by at most $\frac{3\sqrt n}2\cdot\frac4n=\frac6{\sqrt n}$. For our table this is $\Delta=0.113$, which is small compared with the sampling error, by chapter 12 at most about 1.

The privacy costs $\rho$ of Gaussian releases add up. By chapter 4, a total of $\rho$ gives $\varepsilon=\rho+2\sqrt{\rho\ln(1/\delta)}$, so $\rho=0.0038$ gives $\varepsilon=0.5$ at $\delta=10^{-7}$.

Order 0 has half of this $\rho$, and the other half is kept for order 1. Each of ten tests can therefore cost half of 0.0038, divided by ten, which is $0.00019$. A Gaussian release costs $\frac{\Delta^2}{2\sigma^2}$, so with $\Delta=0.113$ the noise needs $\sigma=5.8$. In general, an order with $T$ tests has

$$
\frac{\Delta^2}{2\sigma^2}=\frac{\rho}{2T}\qquad\text{so}\qquad \sigma=\Delta\sqrt{T/\rho}\,,
$$

because the 2 of the half and the 2 of the cost cancel.

"""

# %%
SENSITIVITY = 6 / math.sqrt(n)
EPSILON, DELTA = 0.5, 1e-7
SUBSTITUTION = Relation.SUBSTITUTION
rho = ConcentratedFilter.for_epsilon(EPSILON, DELTA, SUBSTITUTION).budget
sigma = SENSITIVITY * math.sqrt(10 / rho)
print(f"ρ = {rho:.4f}; noise on each of ten tests: σ = {sigma:.2f}")

# %% [markdown]
r"""
So the noise on each test is almost six times its sampling error.

## A test that counts the noise

How can such a noisy answer be read? Take 100,000 pairs of *independent* variables. The critical value 1.64 would be lenient without noise, because a normal variable exceeds it in absolute value in 10% of cases:
"""

# %%
CAUTION = 1.64
rng = np.random.default_rng(13)
exact = rng.normal(0, 1, 100_000)
noisy = exact + rng.normal(0, sigma, 100_000)
passing = [f"{np.mean(abs(a) > CAUTION):.0%}" for a in (exact, noisy)]
print("beyond 1.64: {} without noise, {} with it".format(*passing))

# %% [markdown]
r"""
With noise, 78% of the independent pairs would pass. The critical value has to grow with the noise.

The standard deviation of the answers shows by how much. Sampling error contributes at most about 1, the noise contributes $\sigma$, and together they have at most about $\sqrt{1+\sigma^2}$, which is 5.9 here.
We keep an edge if the absolute value of the answer exceeds $1.64$ such deviations, here 9.6. An independent pair then passes with probability at most about 0.1, no matter how large the noise is. This is the *noise-aware* test.

How far from 0 must a true edge be? A normal variable exceeds its mean minus 0.84 deviations with probability 0.8. So a pair is detected with 80% *power* if its exact $z$ is $1.64+0.84$ deviations away from 0. This *minimum detectable* value needs public numbers only:
"""


# %%
def detectable(n, caution=CAUTION):
    """The |z| that is detected with 80% power among ten tests."""
    sigma = 6 / math.sqrt(n) * math.sqrt(10 / rho)
    return (caution + 0.84) * math.sqrt(1 + sigma**2)


print(f"minimum detectable |z|: {detectable(n):.1f}", end="; ")
print(f"at a level of 5% instead of 10%: {detectable(n, 1.96):.1f}")

# %% [markdown]
r"""
Drag the number of people along these two values, past the four edges of the simulated village:
"""

# %%
explorers.detected_edges()

# %% [markdown]
r"""
Without noise an edge needs $|z|>1.64$; with noise it needs an answer beyond 9.6; and for a power of 80% its exact $|z|$ must be 14.5. A stricter level would hide even more edges, so we choose the lenient one.

Because $z=\frac32\sqrt n\,\tau$, this corresponds to Kendall's $\tau=0.18$. For comparison, two yes-or-no variables with equal halves that agree in 70% of people have $\tau=0.2$. You can therefore say before the search what it will not see.

## Order 1: questions that nobody knows yet

Which questions come next? Order 1 asks about each remaining edge, given each neighbour. There can be anything from none to thirty such questions, depending on the answers at order 0. How can a budget be divided among them?

Two facts help. First, the number of *orders* can be fixed beforehand, and each of our two gets half of the budget. Second, at the *beginning* of an order the whole list of its questions is known. It follows from the edges that are left, and these follow from released answers, so making the list costs nothing.

We stop after order 1, because each further order would add noise to all tests. In the village one variable separates any pair that is not adjacent, but in a real table a false edge can remain.

For example, three edges in a row, $a-b-c-d$, leave four questions: $a-b$ given $c$, $b-c$ given $a$ and given $d$, and $c-d$ given $b$. Then $T=4$ in place of 10, so $\sigma$ falls from 5.77 to $5.77\sqrt{4/10}=3.6$.
Such *adaptive* questions are allowed, because the total is fixed beforehand and a filter refuses what exceeds it.

**Every answer is charged**, whether it deletes an edge or not. In chapter 6 negative answers were free because they shared one noisy threshold; here each answer has noise of its own. The program of {cite:t}`curate2024` nevertheless charges nothing for a test whose answer clearly keeps the edge, so its total is too small {verdict}`C-count`.

## Damping: strata without extra noise

At order 1 the people are divided into strata. Is the sensitivity still $\frac6{\sqrt n}$? It is not: without a remedy, strata would need 1.5 times the noise. The reason is that your replacement can be in another stratum. Then one stratum loses a person and another gains one. In both the pairs change, *and so does the number of people by which they are divided*.

A stratum of $m$ people whose excess of concordant pairs is $S$ has $\tau=\frac{2S}{m(m-1)}$, and adds $\frac3{\sqrt n}\cdot\frac S{m-1}$ to $z$. Suppose that three people agree perfectly, so $S=3$ and $\frac S{m-1}=\frac32$. You enter and disagree with all three, so $S=0$, and $z$ changes by $\frac32\cdot\frac3{\sqrt n}=\frac{4.5}{\sqrt n}$. The stratum that you left can change as much, and together this is $\frac9{\sqrt n}$ instead of $\frac6{\sqrt n}$. The exercise *The worst stratum* shows that it is never more.

This needs *strong* dependence, such as $\tau=1$, where the test is certain anyway. The trouble is the divisor: when $m$ grows by one, a large quotient shrinks, on top of your own contribution. We want a term that is about $\frac Sm$ for weak dependence, but grows more slowly than $S$, so that a larger $m$ takes less from it. Square roots do this: $\sqrt{m^2+2S}$ is about $m+\frac Sm$ for small $S$. We therefore replace $\frac S{m-1}$ by $\sqrt{m^2+2|S|}-m$ with the sign of $S$. For 100 people:

| excess $S$ | 100 | 1,000 | 4,950 (all pairs) |
|---|---|---|---|
| $\frac S{m-1}$ | 1.0 | 10.1 | 50.0 |
| damped | 1.0 | 9.5 | 41.1 |

The middle column is the table of chapter 12, whose $z$ falls only from 3.0 to 2.9. In the worst case, for the three people who agree perfectly, the term is now $\sqrt{9+6}-3=0.87$ instead of 1.5, and falls to 0 when you enter. So this stratum changes by less than 1, and two such strata by less than 2, which gives $\frac6{\sqrt n}$. The *damped* statistic is

$$
z'=\frac{3}{\sqrt n}\sum_k\pm\Bigl(\sqrt{n_k^2+2|S_k|}-n_k\Bigr)
$$

with the sign of $S_k$.

> **Theorem.** Replacing one of $n$ records changes $z'$ by less than $6/\sqrt n$, regardless of the strata, their number, and ties. {verdict}`B-stratified`

:::{dropdown} Why the root has this bound
Let $S\ge0$ and $A=m^2+2S$, so that a stratum has the term $\sqrt A-m$. If you enter and disagree with everybody, it becomes $\sqrt{A+1}-(m+1)$, which is lower by less than 1. If you agree with everybody, it becomes $\sqrt{A+4m+1}-(m+1)$, which is higher by less than 1, because $m\le\sqrt A$. Two strata change, and the sum is multiplied by $\frac3{\sqrt n}$. The case in which $S$ changes its sign is in {doc}`32_a_test_and_its_sensitivity`.
:::

We use $z'$ at both orders:
"""


# %%
def damped(tables):
    """Kendall within strata; strong dependence counts slightly less."""
    sizes = tables.sum(axis=(1, 2))
    surplus = np.array([excess(table) for table in tables])
    terms = np.sqrt(sizes**2 + 2 * np.abs(surplus)) - sizes
    return 3 * np.sum(np.sign(surplus) * terms) / math.sqrt(sizes.sum())


# %% [markdown]
r"""
:::{admonition} Published error
:class: warning dropdown
The program of {cite:t}`privpc2020` drops strata in which everybody has the same outcome, and removes their people from $n$ as well.
Take a ward of 16 patients where the treatment decides the outcome, and one of 59,984 with one outcome for all. The large ward is dropped, and the small one alone shows strong dependence. If *one* patient of the large ward has another outcome, the ward is back in $n$, and the dependence vanishes {verdict}`P-strata`.
:::

## The whole search

Steps 2 to 4 are one function. It divides the budget among the questions, answers all of them with noise, and returns those whose answer is near 0:
"""


# %%
def near_zero(questions, statistic, noisy, sensitivity, rho):
    """Answer all questions of an order; return those near 0."""
    sigma = sensitivity * math.sqrt(len(questions) / rho)
    critical = CAUTION * math.sqrt(1 + sigma**2)
    answers = [noisy(statistic(*e, s), sigma) for e, s in questions]
    return [q for q, a in zip(questions, answers) if abs(a) < critical]


# %% [markdown]
r"""
The search lists the questions at the beginning of each order. It deletes an edge if one of its answers is near 0, and stores the set of that question as the separating set:
"""


# %%
def private_pc(nodes, statistic, noisy, sensitivity, rho):
    """PC's skeleton from noisy answers; each order costs rho / 2."""
    edges, separators = set(itertools.combinations(range(nodes), 2)), {}
    for order in (0, 1):
        pairs = pc_questions(edges, order)
        questions = [(edge, given) for edge, sets in pairs for given in sets]
        for edge, given in near_zero(
            questions, statistic, noisy, sensitivity, rho
        ):
            edges.discard(edge)
            separators.setdefault(edge, given)
    return edges, separators


# %% [markdown]
r"""
## First on simulated people

Simulated tables cost nothing.
The village has four true edges. What does privacy cost? We run the same search with the noise of $\varepsilon=0.5$ and without noise, on a hundred villages of each size. Here are the mean numbers of right and wrong edges:
"""


# %%
def search(people, noisy, budget=rho):
    """The private skeleton of five variables."""
    statistic = lambda x, y, given: damped(counted(people, x, y, given))
    bound = 6 / math.sqrt(len(people))
    return private_pc(5, statistic, noisy, bound, budget)


# %%
def edges_found(size, budget):
    """Mean numbers of right and of wrong edges in 100 villages."""
    rng = np.random.default_rng(size)
    runs = [
        search(village(size, rng), rng.normal, budget)[0] for _ in range(100)
    ]
    found = [(len(run & TRUE_EDGES), len(run - TRUE_EDGES)) for run in runs]
    return np.mean(found, axis=0)


# %%
print("           ε = 0.5     without noise")
print("  people  right wrong    right wrong")
table = {}
for size in (n, 10_000, 30_000):
    table[size] = (*edges_found(size, rho), *edges_found(size, np.inf))
    print("{:8,} {:6.1f}{:6.1f}{:9.1f}{:6.1f}".format(size, *table[size]))

# %% [markdown]
r"""
With as many people as in Malawi, the private search finds 1.2 of the four edges on average, and without noise it finds all four. The difference, 2.8 edges, is the price of privacy. It is small with ten thousand people, and gone with thirty thousand.

Each test lets one independent pair in ten pass, and yet wrong edges are rare: a pair that passes at order 0 is tested again at order 1, with fresh noise.

## The release

Now one run on the people of Malawi, in which a filter charges each answer.
"""

# %%
privacy_filter = ConcentratedFilter.for_epsilon(EPSILON, DELTA, SUBSTITUTION)
rng = np.random.default_rng(11)


def charged(number, sigma):
    """One noisy answer, charged by the filter."""
    mechanism = GaussianNoise(SENSITIVITY, sigma, SUBSTITUTION)
    return privacy_filter.release(mechanism, number, rng).value


# %%
safe = (1 - 1e-9) * privacy_filter.budget  # rounding must not exceed it
edges, separators = search(people, charged, safe)
print("edges:", [f"{NAMES[x]} — {NAMES[y]}" for x, y in sorted(edges)])
print(len(privacy_filter.releases), "answers;", privacy_filter.total_cost)
for (x, y), given in separators.items():
    if given:
        print(f"{NAMES[x]} — {NAMES[y]} deleted given {NAMES[given[0]]}")

# %% tags=["hide-input"]
rng = np.random.default_rng(30_000)
known, _ = search(village(30_000, rng), rng.normal)
assert known == TRUE_EDGES and edges == {(REWARD, LEARNED)}
axes = plots.panels(2, height=2.8)
pictures = (("30,000 simulated people", known), ("Malawi, 2,834", edges))
for ax, (title, kept) in zip(axes, pictures):
    graph = np.zeros((5, 5), dtype=bool)
    for x, y in kept:
        graph[x, y] = graph[y, x] = True
    draw(ax, graph, NAMES, places=PLACES, title=title)
caption = "Skeletons from the private search at ε = 0.5, for a simulated village of 30,000 people (left) and for Malawi (right). In the village all four edges are right; in Malawi a missing edge was not detected with these people and this budget."
plots.show(axes, caption)

# %% [markdown]
r"""
The search finds only *reward — learned*. Chapter 9 found an effect for this pair, but in the same people, so this is no independent confirmation.

Because the reward was assigned at random, nothing in the table can have caused it. **reward → learned** is a causal claim, and it rests on the random assignment.

Order 0 also kept *young — near* and *near — reward*. With *reward — learned* they form a row of three edges, so order 1 had only four questions and less noise, $\sigma=3.6$ instead of 5.8. Its answers deleted both. In the exact table neither pair passes the test without noise, so only noise had kept them.

## What the search could not see

Because this table is public, we can look at the exact $z'$ of order 0.
"""

# %% tags=["hide-input"]
pairs = list(itertools.combinations(range(5), 2))
exact = [abs(damped(counted(people, x, y))) for x, y in pairs]
ranked = sorted(zip(exact, pairs), reverse=True)
labels = [f"{NAMES[x]} – {NAMES[y]}" for _, (x, y) in ranked]
sizes = {"exact |z′|": [value for value, _ in ranked]}
critical = CAUTION * math.sqrt(1 + sigma**2)
ax = plots.forest(labels, sizes, height=3.6, place=(CAUTION, critical))
for at, words in (
    (CAUTION, "1.64 without noise"),
    (critical, "9.6 with noise"),
):
    ax.text(at, 0.5, f"\xa0{words}", va="center", fontsize=9)
caption = "Exact test statistic of all ten pairs in the table of Malawi, with the critical values with and without noise. One pair exceeds the larger one; three more exceed only the smaller one."
plots.show(ax, caption, "distance from independence, |z′|", "pair")

# %% tags=["hide-input"]
rng = np.random.default_rng(12)
reruns = [search(people, rng.normal)[0] for _ in range(100)]
assert sum((REWARD, LEARNED) in run for run in reruns) == 82
assert [f"{table[n][k]:.1f}" for k in (0, 2)] == ["1.2", "4.0"]
assert 4 - table[10_000][0] < 0.5 and table[30_000][0] > 3.95
assert max(row[k] for row in table.values() for k in (1, 3)) < 0.2
assert round(rho + 2 * math.sqrt(rho * math.log(1 / DELTA)), 3) == 0.5
assert f"{rho:.4f} {rho / 20:.5f}" == "0.0038 0.00019"
assert round(detectable(n) / math.sqrt(n) / 1.5, 2) == 0.18
assert ranked[0][1] == (REWARD, LEARNED) and ranked[1][0] < 4
assert round(ranked[0][0], 1) == 14.5
assert sum(value > CAUTION for value in exact) == 4
untied = [1 - np.sum((np.bincount(v) / n) ** 3) for v in people.T]
own = {(x, y): math.sqrt(untied[x] * untied[y]) for x, y in pairs}
ratios = [f"{ranked[k][0] / own[ranked[k][1]]:.1f}" for k in (1, 2, 3)]
assert ratios == ["3.6", "2.5", "4.6"]
fewer = SENSITIVITY * math.sqrt(4 / rho)
assert round(fewer, 1) == 3.6
assert round(math.erfc(CAUTION / critical * CAUTION / 2**0.5), 2) == 0.78
excesses = np.array([100, 1000, 4950])
weaker = np.sqrt(100**2 + 2 * excesses) - 100
assert np.round(excesses / 99, 1).tolist() == [1.0, 10.1, 50.0]
assert np.round(weaker, 1).tolist() == [1.0, 9.5, 41.1]
assert round(critical, 1) == 9.6
assert round(math.sqrt(9 + 6) - 3, 2) == 0.87
assert round(SENSITIVITY, 3) == 0.113 and round(0.3 * weaker[1], 1) == 2.9
again = [pair for pair, given in separators.items() if given]
assert (len(again), len(privacy_filter.releases)) == (2, 14)
assert set(again) == {(YOUNG, NEAR), (NEAR, REWARD)}
assert all(exact[pairs.index(pair)] < CAUTION for pair in again)

# %% [markdown]
r"""
Even *reward – learned* is not safe: its exact $z'$, 14.5, happens to be the minimum detectable value, so about one run of five would miss it.

Three more pairs exceed the smaller critical value. Ties make their standard deviations smaller than 1. Measured in its own standard deviation, *near – learned* is 2.5 away from 0, *young – learned* 3.6 and *young – hiv* 4.6. The last two can hardly be chance, unless people of one village resemble each other. The search did not err: $\varepsilon=0.5$, divided among so many tests, is too little for them.

So the search reports few false edges, and you know before it starts what it cannot find.

## Exercises

:::{exercise} ★ What is public?
:label: ex-c13-public

For each of these numbers, write "public" or "charged" with one reason: (a) the number of people; (b) the median age in the table, as a cut point; (c) the number of questions at order 1; (d) a printed list of the strata that are empty.
:::

:::{solution} ex-c13-public
:class: dropdown

(a) Public: under substitution the number of records is public. (b) Charged: it depends on the records. (c) Public: it follows from edges that were released and charged. (d) Charged: which strata are empty depends on the records, so the list must not be printed. Leaving an empty stratum out of the sum of *this* test changes nothing, so the program may do so silently.
:::

:::{exercise} ★ Four times as much
:label: ex-c13-more

Compute the factor by which $\sigma$ changes with four times as many people, and with four times $\varepsilon$; for small $\varepsilon$, $\rho$ grows like $\varepsilon^2$. Compute the factor for the exact $z'$ of a pair of the same strength in both cases, and compare the two ratios of $z'$ to $\sigma$.
:::

:::{solution} ex-c13-more
:class: dropdown

$\sigma=\frac6{\sqrt n}\sqrt{T/\rho}$ is halved by four times the people and divided by four by four times $\varepsilon$. The exact $z'$ doubles with four times the people, and does not change with $\varepsilon$. In both cases the ratio of $z'$ to the noise grows by a factor of four.
:::

::::{exercise} ★★ Implement, then assert: shares of the budget
:label: ex-c13-mine

Write `private_skeleton(nodes, statistic, noisy, sensitivity, rho, caution, shares=(0.5, 0.5))`. Order $k$ has the share `shares[k]` of `rho`, and there are as many orders as shares; `caution` replaces 1.64. Hand in the function that passes `check("private_skeleton", private_skeleton)`, and the mean numbers of right and wrong edges in a hundred villages of 10,000 people for equal shares and for shares of 0.8 and 0.2.

:::{dropdown} Hint
From $\frac{\Delta^2}{2\sigma^2}=\frac{s\rho}T$ for a share $s$ follows $\sigma=\Delta\sqrt{\frac T{2s\rho}}$.
:::
::::

:::{solution-start} ex-c13-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def private_skeleton(
    nodes, statistic, noisy, sensitivity, rho, caution, shares=(0.5, 0.5)
):
    """PC's skeleton from noisy answers; each order has its share."""
    edges = set(itertools.combinations(range(nodes), 2))
    separators = {}
    for order, share in enumerate(shares):
        asked = [
            (edge, given)
            for edge, sets in pc_questions(edges, order)
            for given in sets
        ]
        sigma = sensitivity * math.sqrt(len(asked) / (2 * share * rho))
        critical = caution * math.sqrt(1 + sigma**2)
        for edge, given in asked:
            if abs(noisy(statistic(*edge, given), sigma)) < critical:
                edges.discard(edge)
                separators.setdefault(edge, given)
    return edges, separators


# %%
check("private_skeleton", private_skeleton)

# %%
size, right = 10_000, {}
for shares in ((0.5, 0.5), (0.8, 0.2)):
    rng, runs = np.random.default_rng(size), []
    for _ in range(100):
        trial = village(size, rng)
        statistic = lambda x, y, s: damped(counted(trial, x, y, s))  # noqa: B023
        bound = 6 / math.sqrt(size)
        options = bound, rho, CAUTION, shares
        runs.append(private_skeleton(5, statistic, rng.normal, *options)[0])
    right[shares] = np.mean([len(run & TRUE_EDGES) for run in runs])
    wrong = np.mean([len(run - TRUE_EDGES) for run in runs])
    print(f"{shares}: {right[shares]:.1f} right, {wrong:.1f} wrong")

# %% tags=["hide-input"]
assert [round(mean, 1) for mean in right.values()] == [3.6, 2.5]

# %% [markdown]
r"""
Equal shares are better here, with 3.6 right edges instead of 2.5. Order 1 asks about an edge once for each neighbour, and a single answer near 0 deletes it. With a fifth of the budget these answers are so noisy that they delete true edges.

:::{solution-end}
:::

:::{exercise} ★★ The worst stratum
:label: ex-c13-worst

In $\sqrt n\,z$ a stratum of $m$ people with excess $S$ contributes $\frac32m\tau=\frac{3S}{m-1}$. Find the change $d$ of the excess that changes this most when one person enters a stratum with $m=5$: for $S=-10$, for $S=0$ and for $S=10$. Hand in the three values of $d$, the three changes, one sentence on why strong dependence is the worst case, and a proof that no stratum changes by more than 4.5.
:::

:::{solution-start} ex-c13-worst
:class: dropdown
:::
"""

# %%
for s in (-10, 0, 10):
    moves = {d: 3 * (s + d) / 5 - 3 * s / 4 for d in range(-5, 6)}
    worst = max(moves, key=lambda d: abs(moves[d]))
    print(f"S = {s:3}: worst d = {worst:2}, change {moves[worst]:+.2f}")

# %% [markdown]
r"""
At $S=0$ the change $d=5$ is equally bad. Besides your own contribution $d$, the *old* excess counts for less, because it is divided by one more person. This matters only if it is large, and it adds to your own change if you disagree with the others.

In a stratum of $m\ge2$ people you form a pair with each of the $m$ people, so $|d|\le m$, and the contribution becomes $\frac{3(S+d)}m$. Because $|S|\le\frac{m(m-1)}2$, it changes by

$$
3\,\Bigl|\frac dm-\frac S{m(m-1)}\Bigr|\le3\bigl(1+\tfrac12\bigr)=4.5 .
$$

A stratum of one person changes by at most 3. Leaving a stratum is entering it backwards.

:::{solution-end}
:::

:::{exercise} ★★ Every answer is charged
:label: ex-c13-count

A program charges only the tests that end near the threshold. Ten tests are asked with Laplace noise at $\varepsilon=0.1$ each, all end clearly, and the stated total is 0. Describe two neighbouring tables that refute this total, and compute the right one.
:::

:::{solution} ex-c13-count
:class: dropdown

Take any neighbours on which a statistic differs. The probabilities of ending far below the threshold then differ, and $\varepsilon=0$ allows no ratio but 1. If all ten statistics are above the threshold on one table, and by $\Delta$ higher on the other, only noise brings them below, and the ratio is $e^{10\cdot0.1}$. The right total is $\varepsilon=1$.
:::

:::{exercise} ★★★ A divisor from the data
:label: ex-c13-ties

Divide $z'$ by its own standard deviation under ties, $\sqrt{(1-\sum p^3)(1-\sum q^3)}$, where $p,q$ are the proportions of the values in a single table. Search all two-by-two tables of $n=6,12,24$ people. Hand in $\sqrt n$ times the sensitivity for each $n$, and explain the pattern with a rare value. {ref}`Solution <solution-ties>`
:::

## The bill
"""

# %%
bill(13, privacy_filter.total_cost, brief=True)

# %% [markdown]
r"""
## Three formulas

$$
|z'(D)-z'(D')|<\frac{6}{\sqrt n}
$$

$$
\sigma=\Delta\sqrt{T/\rho}\quad\text{for } T \text{ tests on } \rho/2
$$

$$
\text{keep the edge if}\quad|\text{answer}|>1.64\sqrt{1+\sigma^2}
$$

**In one paragraph.** A search that chooses its questions on the way fixes its budget beforehand, by order, and charges every answer. A noise-aware test seldom adds edges, but misses weak ones.

**Practice.** Four one-minute questions: {ref}`chapter 13 <practice-13>`.

**Next.** Ten questions about ten small tables have ten costs. {doc}`c14_ask_once` asks for the tables themselves, once.
"""
