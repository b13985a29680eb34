# %% [markdown]
r"""
# A private causal graph, test by test

:::{chapter} 13
:asks: How can you ask dozens of questions if each has a cost, and the next one depends on the last answer?
:needs: c03_composition, c04_many_small_answers, c06_paying_for_answers, c12_graphs
:teaches: the sensitivity of a test, a budget by order, a noise-aware test
:skip: the folded boxes
:::

Rewards and the sites of the clinics were assigned at random; age and infection were not. Which of these variables are associated with *learned* directly, and which only through others?
The search of chapter 12 answers such questions by testing independence again and again.

Now each question is about the people of Malawi, and each answer has a privacy cost. This chapter works out how far one person can change a test, how much noise that requires, and what is left of the graph.
"""

# %% tags=["hide-input"]
import itertools
import math

import numpy as np

from privcausal import plots
from privcausal.course import bill, check
from privcausal.course.village import HIV, LEARNED, NAMES, NEAR, PLACES
from privcausal.course.village import REWARD, SIZES, TRUE_EDGES, YOUNG
from privcausal.course.village import cut, excess, pc_questions, village
from privcausal.data.malawi import participants
from privcausal.graphs.structure.graph_drawing import draw
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Relation

# %% [markdown]
r"""
## Declare the categories first

The test of chapter 12 works on tables of counts, so numbers have to be cut into categories. *Where* to cut must be decided from public knowledge, before the data are read.
Here *young* means below thirty, *near* means below two kilometres, and the rewards are none, up to a dollar and a half, or more. A cut "in the middle of the data" would have to be released and charged like any other answer.

The number of categories is declared as well, in `SIZES`: three for the reward, and two for each other variable. If it were read off the data, the size of a table would reveal that a rare value occurs.

:::{show} privcausal.course.village.cut
:::
"""

# %%
people = cut(participants())
n = len(people)


# %%
def counted(people, x, y, given=()):
    """A table of x against y in each stratum, with declared sizes."""
    sizes = [SIZES[v] for v in (*given, x, y)]
    columns = [people[:, v] for v in (*given, x, y)]
    cells = np.ravel_multi_index(columns, sizes)
    counts = np.bincount(cells, minlength=math.prod(sizes))
    return counts.reshape(-1, SIZES[x], SIZES[y])


# %% [markdown]
r"""
`NAMES`, `excess` and `pc_questions` are those of chapter 12, and so is `village`, without the partner.

## How far can one person change a test?

If your record were another, you might be in another stratum, and in another cell there.
A stratum of $m$ people whose excess of concordant pairs is $S$ has $\tau=\frac{2S}{m(m-1)}$. The statistic of chapter 12 is therefore

$$
\sqrt n\,z=\sum_k\tfrac32n_k\tau_k=\sum_k\frac{3S_k}{n_k-1} ,
$$

and a stratum of a single person contributes 0.

An example, with numbers instead of categories: in a stratum of three people all pairs are concordant, so $S=3$, and the contribution is $\frac{3\cdot3}2=4.5$. You enter, and form a discordant pair with each of the three. Now $S=3-3=0$, so you have changed the sum by 4.5.

This is already the worst case. When you enter a stratum of $m\ge2$ people, you form a pair with each of them, so $S$ changes by some $d$ with $|d|\le m$. The stratum now has $m+1$ people, and its contribution is $\frac{3(S+d)}m$. Because $|S|$ is at most the number of pairs, $\frac{m(m-1)}2$, the contribution changes by

$$
3\,\Bigl|\frac{S+d}m-\frac S{m-1}\Bigr|=3\,\Bigl|\frac dm-\frac S{m(m-1)}\Bigr|\le3\bigl(1+\tfrac12\bigr)=4.5 .
$$

A stratum of one person changes by at most 3. Leaving a stratum is entering it backwards. If your record is replaced, you leave one stratum and enter another, so the sum changes by at most $2\cdot4.5=9$.
**Replacing one of $n$ records changes $z$ by at most $9/\sqrt n$**, regardless of the strata. For our table this is 0.17. From one study to the next, sampling error changes a test by about 1.

### A smaller sensitivity by damping

The worst case belongs to strata of *strong* dependence, where the test is certain anyway. We therefore count strong dependence slightly less: instead of $\frac S{m-1}$ we use $\sqrt{m^2+2|S|}-m$ with the sign of $S$. For small $|S|$ this is nearly $\frac{|S|}m$, because the slope of the root at $m^2$ is $\frac1{2m}$; for large $|S|$ it grows more slowly.

In the stratum of three people $\frac S{m-1}$ fell from 1.5 to 0, whereas the new term falls from $\sqrt{9+6}-3=0.87$ to 0. In the table of 100 people of chapter 12, where $S=1{,}000$, the old term is $\frac{1000}{99}=10.1$ and the new one $\sqrt{12{,}000}-100=9.5$. The worst case shrinks, and ordinary tables hardly change. The damped statistic is

$$
z'=\frac{3}{\sqrt n}\sum_k\pm\Bigl(\sqrt{n_k^2+2|S_k|}-n_k\Bigr),
$$

with the sign of $S_k$ in each stratum. It has two thirds of the sensitivity of $z$:

> **Theorem.** Replacing one of $n$ records changes $z'$ by less than $6/\sqrt n$, regardless of the strata, their number, and ties. {verdict}`B-stratified`

To see why, let $S\ge0$ and $A=m^2+2S$, so that the new term is $\sqrt A-m$. If you enter and disagree with everybody, it becomes $\sqrt{A+1}-(m+1)$, so it falls by less than 1. If you agree with everybody, it becomes $\sqrt{A+4m+1}-(m+1)$. Because $m\le\sqrt A$, the root is below $\sqrt A+2$, so the term rises by less than 1. Two strata change, and the sum is multiplied by $\frac3{\sqrt n}$. The case in which $S$ changes its sign is in {doc}`32_a_test_and_its_sensitivity`.

From here on we use $z'$:
"""


# %%
def damped(tables):
    """Kendall within strata; strong dependence counts slightly less."""
    sizes = tables.sum(axis=(1, 2))
    surplus = np.array([excess(table) for table in tables])
    terms = np.sqrt(sizes**2 + 2 * np.abs(surplus)) - sizes
    return 3 * np.sum(np.sign(surplus) * terms) / math.sqrt(sizes.sum())


# %%
SENSITIVITY = 6 / math.sqrt(n)
print(f"6/√n = {SENSITIVITY:.3f}")

# %% [markdown]
r"""
:::{quiz} A colleague divides the statistic by a standard deviation that she computes from the ties *in the data*. What happens to the bound?
- [ ] Nothing, because the divisor is close to 1. :: No. People can change the divisor, and for a rare value it is small. Then one record changes the quotient by a large amount.
- [x] It no longer holds. :: Correct. A divisor that is made from the data is part of the statistic, and has to be bounded away from 0.
:::

:::{admonition} Published error
:class: warning
The program of {cite:t}`privpc2020`, a paper on a private PC algorithm, drops uninformative strata before it computes a similar test, for example strata in which a variable has the same value for everybody.

That looks harmless, because such strata contribute 0 to the sum. However, their people are removed from $n$ as well. Take a small ward of 16 patients where the treatment decides the outcome, and a large ward of 59,984 where the outcome has been the same for all. The large ward is dropped, and the small one alone gives $z=3.20$.
Now *one* patient of the large ward has another outcome. The ward is back in $n$, and $z$ falls to 0.06. We computed these numbers with the $z$ of chapter 12. The program's own statistic behaves in the same way, as {doc}`32_a_test_and_its_sensitivity` shows, so one record changes the answer much more than the program's noise allows for {verdict}`P-strata`.
The remedy is that all strata count, and that the scale is the public $n$. Then the same patient changes $z$ by less than 0.01.
:::
"""


# %% tags=["hide-input"]
def plain_test(*tables):
    """The test of chapter 12, from the tables of all strata."""
    sizes = [int(t.sum()) for t in tables]
    terms = [3 * excess(t) / (m - 1) for t, m in zip(tables, sizes)]
    return sum(terms) / math.sqrt(sum(sizes))


small = np.array([[8, 0], [0, 8]])
before = np.array([[29_992, 0], [29_992, 0]])  # one outcome for all
after = np.array([[29_992, 0], [29_991, 1]])  # except for one patient
assert round(plain_test(small), 2) == 3.20
assert round(plain_test(small, after), 2) == 0.06
assert abs(plain_test(small, after) - plain_test(small, before)) < 0.01
assert round(9 / math.sqrt(n), 2) == 0.17
assert round(math.sqrt(15) - 3, 2) == 0.87
assert (
    round(math.sqrt(12_000) - 100, 1) == 9.5 and round(1000 / 99, 1) == 10.1
)

# %% [markdown]
r"""
## A budget for each order

Five variables have ten pairs, so order 0 asks ten questions. Order 1 asks about each remaining edge, given each neighbour, and this can be up to thirty questions. We stop after these two orders, because each further one would add noise to all tests. In the village one variable is enough to separate any pair that is not adjacent; in a real table a false edge can remain.

The number of questions depends on the answers. Chapters 3 and 4 allow this, provided that the budget is fixed beforehand and a filter refuses what exceeds it.

Every answer is charged, whether it deletes an edge or not. In chapter 6 the negative answers were not charged. There, however, a proof covered all of them at once: the threshold was noisy, it was kept until the first positive answer, and then the algorithm stopped. Here each answer has noise of its own and is used on its own, and no such proof applies. The program of {cite:t}`curate2024` nevertheless charges no test that clearly keeps its edge, although this answer reveals just as much {verdict}`C-count`.

We therefore fix the budget **by order**. The privacy costs $\rho$ of Gaussian releases add up, and chapter 4 converts $\varepsilon=0.5$ and $\delta=10^{-7}$ into $\rho=0.0038$. Each order may spend $\rho/2$, divided equally among its tests.
With ten tests, each one may cost $\frac{0.0038}{20}=0.00019$. A Gaussian release costs $\frac{\Delta^2}{2\sigma^2}$, so with $\Delta=0.113$ the noise needs $\sigma=5.8$. In general, for an order with $T$ tests,

$$
\frac{\Delta^2}{2\sigma^2}=\frac{\rho}{2T}\qquad\text{so}\qquad \sigma=\Delta\sqrt{T/\rho}\,.
$$
"""

# %%
EPSILON, DELTA = 0.5, 1e-7
SUBSTITUTION = Relation.SUBSTITUTION
rho = ConcentratedFilter.for_epsilon(EPSILON, DELTA, SUBSTITUTION).budget
sigma = SENSITIVITY * math.sqrt(10 / rho)
print(f"ρ = {rho:.4f}; noise on each of ten tests: σ = {sigma:.2f}")

# %% [markdown]
r"""
The noise is almost six times as large as the sampling error of the test, and the test should take this into account.

## A noise-aware test

If two variables are independent, $z'$ has a standard deviation of at most about 1. The noise adds its own, so the answer has a standard deviation of at most about $\sqrt{1+\sigma^2}$, which is 5.9 here.
We keep an edge if the absolute value of the answer exceeds the *critical value* of $1.64$ such deviations, here 9.6. A normal variable does so in 10% of cases, so an independent pair passes with probability at most about 0.1, no matter how large the noise is. We choose this lenient level because the noise leaves little power, and because most false edges are tested again at order 1.

The cost is a loss of *power*: weak true edges are missed. Which $z'$ is detected at order 0 with 80% power? A normal variable exceeds its mean minus 0.84 deviations with probability 0.8, so $z'$ must be $1.64+0.84$ deviations away from 0. This *minimum detectable* value needs public numbers only:
"""

# %%
CAUTION = 1.64
print("   people      σ  critical value  detectable |z′|  as τ")
for size in (n, 30_000, 300_000):
    noise = 6 / math.sqrt(size) * math.sqrt(10 / rho)
    deviation = math.sqrt(1 + noise**2)
    least = (CAUTION + 0.84) * deviation
    print(f"{size:9,} {noise:6.2f} {CAUTION * deviation:15.1f}", end=" ")
    print(f"{least:16.1f} {least / math.sqrt(size) / 1.5:5.3f}")

# %% [markdown]
r"""
The last column translates $z'\approx\frac32\sqrt n\,\tau$ into Kendall's $\tau$. With 2,834 people a $\tau$ of about 0.2 is detectable, for example two variables with equal halves that agree in 70% of people. With 30,000 people a $\tau$ of 0.02 is enough.

## Your private skeleton

::::{exercise} ★★ Implement, then check: `private_skeleton`
:label: ex-c13-mine

Write `private_skeleton(nodes, statistic, noisy, sensitivity, rho, caution)` for orders 0 and 1.
The exact value `statistic(x, y, given)` changes by at most `sensitivity`, and `noisy(number, sigma)` releases it with Gaussian noise. Each order has `rho / 2`, in equal parts for all questions of `pc_questions(edges, order)` at its beginning; ask all of them.
Delete an edge if an answer is less than `caution` times $\sqrt{1+\sigma^2}$ away from 0. Return `edges, separators` as `pc_skeleton` does; the first separating set counts. Hand in the function that passes `check("private_skeleton", private_skeleton)`.

:::{dropdown} Hint
Make the list of questions first: its length is $T$. Ask every one of them, even about an edge that has just been deleted, because it is paid for already.
:::
::::

:::{solution-start} ex-c13-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def private_skeleton(nodes, statistic, noisy, sensitivity, rho, caution):
    """PC's skeleton from noisy answers; each order costs rho / 2."""
    edges = set(itertools.combinations(range(nodes), 2))
    separators = {}
    for order in (0, 1):
        asked = [
            (edge, given)
            for edge, sets in pc_questions(edges, order)
            for given in sets
        ]
        sigma = sensitivity * math.sqrt(len(asked) / rho)
        critical = caution * math.sqrt(1 + sigma**2)
        for edge, given in asked:
            if abs(noisy(statistic(*edge, given), sigma)) < critical:
                edges.discard(edge)
                separators.setdefault(edge, given)
    return edges, separators


# %%
check("private_skeleton", private_skeleton)

# %% [markdown]
r"""
:::{solution-end}
:::

## First on simulated people

Never try such a search on the real table first, because every trial would be charged. Simulated tables cost nothing.
The village has four true edges. Here are a hundred villages of each size:
"""


# %%
def search(people, noisy, rho=rho):
    """The private skeleton of five variables."""
    statistic = lambda x, y, given: damped(counted(people, x, y, given))
    bound = 6 / math.sqrt(len(people))
    return private_skeleton(5, statistic, noisy, bound, rho, CAUTION)


# %%
print("  people  right  missed  extra")
for size in (n, 10_000, 30_000):
    rng = np.random.default_rng(size)
    runs = [search(village(size, rng), rng.normal)[0] for _ in range(100)]
    right = np.mean([len(run & TRUE_EDGES) for run in runs])
    extra = np.mean([len(run - TRUE_EDGES) for run in runs])
    print(f"{size:8,} {right:6.1f} {4 - right:7.1f} {extra:6.1f}")

# %% [markdown]
r"""
With as many people as in Malawi the search finds about one edge of four. With thirty thousand it finds all of them. Without noise, the search of chapter 12 found all its edges from 2,834 people, so it is the noise that hides the others.

Extra edges are rare although each test lets one independent pair in ten pass. A pair that passes at order 0 is tested again at order 1, with fresh noise for each neighbour, unless no other edge touches it.

## The release

Now one run on the people of Malawi. A filter charges each answer and refuses what exceeds the budget. The noise is drawn by the library, on a grid.
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
caption = "Skeletons from the private search at ε = 0.5, for the first simulated village of 30,000 people (left) and for Malawi (right). In the village all four edges are right and none is extra; in Malawi a missing edge means that it was not detected with these people and this budget."
plots.show(axes, caption)

# %% [markdown]
r"""
In the simulated village the search finds exactly the four true edges, in Malawi only *reward — learned*. For this pair chapter 9 found an effect. Both results are about the same people, so their agreement is not an independent confirmation.

A v-structure needs two edges, so the graph gives this one no direction. Because the reward was assigned at random, nothing in the table can have caused it. **reward → learned** is a causal claim, and it rests on the random assignment and not on the algorithm.

Order 0 also kept *young — near* and *near — reward*, and order 1 deleted both with the last four of the 14 answers. In the exact table neither pair passes the test without noise, so noise had kept them.

## What the search could not see

Because this table is public, we can compare with the exact values of $z'$ at order 0.
"""

# %% tags=["hide-input"]
pairs = list(itertools.combinations(range(5), 2))
exact = [abs(damped(counted(people, x, y))) for x, y in pairs]
ranked = sorted(zip(exact, pairs), reverse=True)
labels = [f"{NAMES[x]} – {NAMES[y]}" for _, (x, y) in ranked]
sizes = {"exact |z′|": [value for value, _ in ranked]}
ax = plots.forest(labels, sizes, height=3.6)
critical = CAUTION * math.sqrt(1 + sigma**2)
dashes = {"linestyle": "--", "label": "critical value with noise"}
ax.axvline(critical, color=plots.ORANGE, **dashes)
dots = {"linestyle": ":", "label": "critical value without noise"}
ax.axvline(CAUTION, color=plots.GREEN, **dots)
caption = "Exact test statistic of all ten pairs in the table of Malawi, with the critical values with and without noise. One pair exceeds the larger one; three more exceed only the smaller one."
spoken = "Only reward – learned lies beyond the critical value with noise; three pairs lie between the two critical values."
plots.show(
    ax, caption, "distance from independence, |z′|", "pair", spoken=spoken
)

# %% [markdown]
r"""
How reliable is the edge that was found, and how strong are the three others? For this book only, we repeat the search a hundred times without charging it, and print three differences in proportions without noise:
"""

# %%
rng = np.random.default_rng(12)
reruns = [search(people, rng.normal)[0] for _ in range(100)]
share = np.mean([(REWARD, LEARNED) in run for run in reruns])
print(f"reward – learned is kept in {share:.0%} of 100 such runs")

# %%
for trait, outcome in ((YOUNG, LEARNED), (NEAR, LEARNED), (YOUNG, HIV)):
    has = people[:, trait] == 1
    p, q = people[has, outcome].mean(), people[~has, outcome].mean()
    words = f"{NAMES[outcome]} if {NAMES[trait]}"
    print(f"{words}: {p:.1%}, otherwise {q:.1%}")

# %% tags=["hide-input"]
assert ranked[0][1] == (REWARD, LEARNED) and ranked[1][0] < 4
assert round(ranked[0][0], 1) == 14.5
assert sum(value > CAUTION for value in exact) == 4
again = [pair for pair, given in separators.items() if given]
assert (len(again), len(privacy_filter.releases)) == (2, 14)
assert set(again) == {(YOUNG, NEAR), (NEAR, REWARD)}
assert all(exact[pairs.index(pair)] < CAUTION for pair in again)

# %% [markdown]
r"""
Three more pairs would be called dependent without noise at this lenient level. Each of their differences, printed above, concerns a few people in a hundred.
Missing these pairs is not an error of the search. It is the consequence of $\varepsilon=0.5$, divided among so many tests, for 2,834 people.
Even the edge that we found is missed in about one run of five. Its exact $z'$, 14.5, happens to be the minimum detectable value in the table above, which is detected in four of five cases.

{doc}`33_four_private_pcs` compares three private versions of the PC algorithm.

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

$\sigma=\frac6{\sqrt n}\sqrt{T/\rho}$ is halved by four times the people and divided by four by four times $\varepsilon$. The exact $z'$ doubles with four times the people, and does not change with $\varepsilon$. Relative to the noise, both bring a factor of four.
:::

:::{exercise} ★★ The worst stratum
:label: ex-c13-worst

For the plain statistic, find the change $d$ of the excess that changes $\frac{3S}{m-1}$ most when one person enters a stratum with $m=5$: for $S=-10$, for $S=0$ and for $S=10$. Hand in the three values of $d$, the three changes, and one sentence on why strong dependence is the worst case.
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
bill(13, privacy_filter.total_cost)

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

**In one paragraph.** A test statistic has a sensitivity like any other number, provided that its scale is public and no stratum is dropped. A search that chooses its questions on the way fixes its budget beforehand, by order, and charges every answer. A noise-aware test seldom adds edges, but misses weak ones. With 2,834 people and $\varepsilon=0.5$ one edge is detected in four of five runs, and its direction comes from random assignment.

**Practice.** Four one-minute questions: {ref}`chapter 13 <practice-13>`.

**Next.** Ten questions about ten small tables have ten costs. {doc}`c14_ask_once` asks for the tables themselves, once.
"""
