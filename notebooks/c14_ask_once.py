# %% [markdown]
r"""
# Ask once: learning from one release of noisy marginals

:::{chapter} 14
:asks: Can one release answer every question, and what do 2,834 people still not show?
:needs: c03_composition, c04_many_small_answers, c07_convicting_with_samples, c09_cause, c10_ranks, c11_residuals, c12_graphs, c13_private_graphs
:teaches: a single release of all tables, two-way marginals, the minimum detectable association
:skip: the folded cells, and the section on the library's release
:::

Chapter 13 paid for ten tests at order 0 and for four more at order 1, and it would have to pay again for any question asked tomorrow.
Yet all ten tests of order 0 were computed from ten small tables of counts.

In this chapter we therefore release the tables themselves, with noise, and only once. Everything that is computed from them afterwards is post-processing, and has no further privacy cost.
"""

# %% tags=["hide-input"]
import itertools
import math

import numpy as np
import pandas as pd

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.course.village import HIV, LEARNED, NAMES, NEAR, REWARD
from privcausal.course.village import SIZES, TRUE_EDGES, YOUNG
from privcausal.course.village import correlations, cut, pc_skeleton, village
from privcausal.data.malawi import participants
from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.methods import METHODS
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Price, Relation
from privcausal.table.inputs import as_table

SUBSTITUTION = Relation.SUBSTITUTION
people = cut(participants())
n = len(people)

# %% [markdown]
r"""
## How much one person changes all tables

Five variables have ten pairs, and each pair has a table: how many people are young and near, young and far, and so on. These are the *two-way marginals* of the data.

You are in exactly one cell of each table. If your record is replaced, at most one cell loses a person and another gains one. One table then changes by $\sqrt{1+1}=\sqrt2$ in Euclidean distance, the L2 sensitivity that Gaussian noise needs.
If all your variables change, all ten tables change, together by $\sqrt{10\cdot2}=\sqrt{20}$.

There are only $2\cdot2\cdot3\cdot2\cdot2=48$ possible records, so we can check every replacement. A record adds a 1 to one cell of each table:
"""

# %%
records = list(itertools.product(*map(range, SIZES)))
PAIRS = list(itertools.combinations(range(5), 2))


def contribution(record, centre=0.0):
    """Contribution of one record to all two-way tables, in one vector."""
    rows = [np.eye(k)[v] - centre / k for v, k in zip(record, SIZES)]
    return np.concatenate(
        [np.outer(rows[x], rows[y]).ravel() for x, y in PAIRS]
    )


# %%
def farthest_squared(centre):
    """The largest squared distance over all replacements."""
    vectors = np.array([contribution(record, centre) for record in records])
    return ((vectors[:, None] - vectors[None]) ** 2).sum(axis=2).max()


print(len(records), "records; largest squared distance", farthest_squared(0))

# %% [markdown]
r"""
The squared sensitivity of all ten tables is 20. The argument `centre` is for later.

Our budget is that of chapter 13, $\rho=0.0038$. Gaussian noise costs $\rho=\frac{\Delta^2}{2\sigma^2}$, so the noise on each cell needs $\sigma=\sqrt{\frac{20}{2\cdot0.0038}}=51$ people. In general, for $P$ pairs with $\Delta^2=2P$,

$$
\sigma=\sqrt{P/\rho}\,.
$$
"""

# %%
EPSILON, DELTA = 0.5, 1e-7
privacy_filter = ConcentratedFilter.for_epsilon(EPSILON, DELTA, SUBSTITUTION)
rho = privacy_filter.budget
sigma = math.sqrt(len(PAIRS) / rho)
print(f"noise on each cell: σ = {sigma:.0f} people, of {n}")

# %% [markdown]
r"""
A standard deviation of 51 people is small compared with cells of a few hundred people. It is large compared with the cells of the infected, which hold a few dozen.

:::{quiz} You release the ten tables, and then compute 500 correlations, graphs and tests from them. What is the total privacy cost?
- [ ] The sum of 500 costs. :: No. Only releases from the *data* add up. These are computed from a release.
- [x] The cost of the ten tables. :: Correct, because the rest is post-processing. The 500 results share one noise, however, so their errors are related.
- [ ] Nothing. :: No. The tables were a release, and they had a cost.
:::

::::{exercise} ★★ Implement, then check: `ask_once`
:label: ex-c14-mine

Write `ask_once(people, sizes, noisy, rho)`. The array `people` has a row for each person and a column for each variable, with whole numbers below `sizes`. The function `noisy(table, sigma)` adds Gaussian noise to a whole array.
Return a dictionary that maps each pair `(x, y)` with `x < y` to its noisy table of shape `(sizes[x], sizes[y])`; all tables together cost `rho`. Hand in the function that passes `check("ask_once", ask_once)`.

:::{dropdown} Hint
`np.add.at(counts, (people[:, x], people[:, y]), 1)` counts. Use the declared sizes, because a cell without people gets noise like any other.
:::
::::

:::{solution-start} ex-c14-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def ask_once(people, sizes, noisy, rho):
    """All pair tables with noise, together for rho."""
    pairs = list(itertools.combinations(range(len(sizes)), 2))
    sigma = math.sqrt(len(pairs) / rho)
    released = {}
    for x, y in pairs:
        counts = np.zeros((sizes[x], sizes[y]))
        np.add.at(counts, (people[:, x], people[:, y]), 1)
        released[x, y] = noisy(counts, sigma)
    return released


# %%
check("ask_once", ask_once)

# %% [markdown]
r"""
:::{solution-end}
:::

## From tables to correlations

A noisy table can have negative counts, and two tables can disagree about the proportion of young people. We do not repair this. Instead we use statistics that are *linear* in the counts, because there the noise has mean 0.

With fixed scores a correlation is linear. Take a hundred people and two yes-or-no variables. In 80 people the variables agree, 40 times *no* and 40 times *yes*; in 20 they disagree, 10 each way. Give *no* the score $-1$ and *yes* the score $1$. The correlation is the mean product of the scores, $\frac{40+40-10-10}{100}=0.6$.
Now let each cell have noise with standard deviation 5. The sum of four such noises has standard deviation $\sqrt4\cdot5=10$, so the correlation has $0.1$.

In general, let $a_i$ and $b_j$ be scores of two variables with mean 0 and variance 1, and $N_{ij}$ the counts. The correlation is $r=\frac1n\sum_{ij}a_ib_jN_{ij}$, and its noise has the standard deviation

$$
\frac\sigma n\,\lVert a\rVert\,\lVert b\rVert,\qquad \lVert a\rVert^2=\sum\nolimits_ia_i^2 .
$$

In the example $\lVert a\rVert=\lVert b\rVert=\sqrt2$, and $\frac5{100}\cdot2=0.1$ as before. The function `correlations` computes the scores from the released proportions, and returns two matrices: every correlation, and the standard deviation of its noise. Because these scores contain noise too, $r$ is not exactly linear, and its noise does not have exactly mean 0. The formula is an approximation, which is good while each proportion is large compared with its noise. The infected are the weak spot.

:::{show} privcausal.course.village.correlations
:::
"""

# %% [markdown]
r"""
PC also needs to condition. As in chapter 11 we use residuals: explain $x$ by $s$ and $y$ by $s$, each by a straight line, and correlate what is left over. The result is the *partial correlation*.
It needs no records, because a classical formula computes it from the matrix of correlations. With one yes-or-no variable in $s$ straight lines suffice; with the reward, or with several variables, they are an approximation.
"""


# %%
def partial(r, x, y, given):
    """The correlation of x and y given others, up to its sign."""
    chosen = (x, y, *given)
    inverse = np.linalg.inv(r[np.ix_(chosen, chosen)])
    return inverse[0, 1] / math.sqrt(abs(inverse[0, 0] * inverse[1, 1]))


# %% [markdown]
r"""
### The critical value is chosen before the release

With ten pairs there are ten opportunities for a false edge. We therefore use a significance level of 1% for each, which corresponds to 2.58 standard deviations. If all ten pairs were independent, the probability of a false edge would be at most about 10%.
The standard deviation counts sampling error, $\frac1{\sqrt n}$, and noise. We use it for partial correlations as well, which is an approximation that the simulation tests:
"""

# %%
CRITICAL = 2.58


# %%
def graph(tables, n, sigma):
    """PC's skeleton from released tables, at no further cost."""
    r, noise = correlations(tables, n, sigma)

    def independent(x, y, given):
        deviation = math.hypot(noise[x, y], 1 / math.sqrt(n))
        return abs(partial(r, x, y, given)) < CRITICAL * deviation

    return pc_skeleton(len(r), independent)[0]


# %%
print("  people  right  missed  extra, means of 100 villages")
for size in (n, 10_000, 30_000):
    rng, runs = np.random.default_rng(size), []
    for _ in range(100):
        tables = ask_once(village(size, rng), SIZES, rng.normal, rho)
        runs.append(graph(tables, size, sigma))
    right = np.mean([len(edges & TRUE_EDGES) for edges in runs])
    extra = np.mean([len(edges - TRUE_EDGES) for edges in runs])
    print(f"{size:8,} {right:6.1f} {4 - right:7.1f} {extra:6.2f}")

# %% [markdown]
r"""
In chapter 13, with the same budget and at least as many extra edges, the search test by test found 1.2 of the four edges from 2,834 people. The single release finds 3.2 of them.

The reason is the noise. For two yes-or-no variables with equal halves, the noise in the correlation is $\frac{2\sigma}n=0.036$ here. In chapter 13 it was four times as large, expressed as a correlation. Half of the budget was reserved for order 1, and the noise was calibrated to a worst case that such tables do not reach.
In a comparison on seven networks, at equal privacy cost, none of four published methods that ask test by test, after their repair, leads over a single release {verdict}`B-once-best`.

## The release

Once, on the people of Malawi:
"""


# %%
def charged(table, sigma):
    """A noisy table, charged by the filter; a person changes it by √2."""
    mechanism = GaussianNoise(math.sqrt(2), sigma, SUBSTITUTION)
    return privacy_filter.release(mechanism, table, rng).value


# %%
rng = np.random.default_rng(12)
safe = (1 - 1e-9) * privacy_filter.budget  # rounding must not exceed it
tables = ask_once(people, SIZES, charged, safe)
print("rows: reward 0, up to 1.5, more; columns: not learned, learned")
print(tables[REWARD, LEARNED].round(1))
edges = graph(tables, n, sigma)
print("edges:", [f"{NAMES[x]} — {NAMES[y]}" for x, y in sorted(edges)])

# %% tags=["hide-input"]
assert edges == {(REWARD, LEARNED)}
r, noise = correlations(tables, n, sigma)
deviation = np.hypot(noise, 1 / math.sqrt(n))
order = sorted(PAIRS, key=lambda pair: -abs(r[pair]))
exact = np.corrcoef(people.T)
estimates = {
    "released": [
        (r[p], r[p] - 2.58 * deviation[p], r[p] + 2.58 * deviation[p])
        for p in order
    ],
    "exact, for the book only": [exact[p] for p in order],
}
names = [f"{NAMES[x]} – {NAMES[y]}" for x, y in order]
ax = plots.forest(names, estimates, place=0, height=3.8)
caption = "Correlations of all ten pairs in the table of Malawi, as released at ε = 0.5 and exact. The bars are 2.58 standard deviations of sampling error and noise together; one bar does not contain 0."
spoken = "Ten intervals; only that of reward and learned does not contain 0."
assert sum(abs(r[p]) > 2.58 * deviation[p] for p in PAIRS) == 1
plots.show(ax, caption, "correlation", "pair", spoken=spoken)

# %% [markdown]
r"""
The edge of chapter 13 is found again. The random assignment gives it its direction, reward → learned.

A later, looser critical value would cost no *privacy*, and it would let in more edges. However, whoever chooses the critical value after seeing the result no longer controls the probability of a false edge.

## The effect, with its interval

The same tables answer a question that chapter 13 could not answer without a new cost: by how much does a reward raise the proportion that learned?
The interval is that of chapter 9. A proportion of 0.74 among 1,369 people has the variance $\frac{p(1-p)}m=\frac{0.74\cdot0.26}{1369}$ from the randomisation error. To this the noise adds $\sigma^2\frac{p^2+(1-p)^2}{m^2}$ for each cell of *learned* or *not learned* that was summed:
"""


# %%
def proportion(row, cells, sigma):
    """Who learned, of one row, with its standard error."""
    m, p = row.sum(), row[1] / row.sum()
    noise = cells * sigma**2 * (p**2 + (1 - p) ** 2) / m**2
    return p, math.sqrt(p * (1 - p) / m + noise)


# %%
def difference(treated, control):
    """Difference in proportions, and 1.96 standard errors."""
    return treated[0] - control[0], 1.96 * math.hypot(treated[1], control[1])


# %%
none, small, large = tables[REWARD, LEARNED]
no_reward = proportion(none, 1, sigma)
some_reward = proportion(small + large, 2, sigma)
up_to, more = proportion(small, 1, sigma), proportion(large, 1, sigma)

# %%
change, margin = difference(some_reward, no_reward)
print(f"some reward against none: {change:+.2f} ± {margin:.2f}")
step, step_margin = difference(more, up_to)
print(f"more against up to 1.5:   {step:+.2f} ± {step_margin:.2f}")

# %% [markdown]
r"""
The estimate of the effect of a reward is 0.54, with a 95% confidence interval from 0.39 to 0.68. The interval excludes 0, and it contains the 0.445 of chapter 9, which had its own release.

The estimate of chapter 9 is the more precise one, because the noise in a cell is 51 people here and 14 there: one budget now serves ten tables. This release cannot show whether a larger reward does more than a small one. The difference is $0.10\pm0.12$, and the interval contains 0.

If the effect is the *only* question, ask for it alone, as chapter 9 did and as the library's `effect` does.

## What this study may claim

- **The rewards made more of these people learn their result.** Rewards were assigned at random, and the difference is far beyond sampling error and noise, in chapter 9 and here. The claim assumes no interference between people, and no attrition that depends on the assignment.
- **The graph** shows an association between reward and learning, and detects no other. The direction comes from the random assignment.
- **A missing edge does not mean "no association".** The *minimum detectable association* of this release, with 80% power, is a correlation of 0.14 if the proportions are equal. *hiv* is rare, so its limit is far higher: above 0.4 with the reward. These are $2.58+0.84$ standard deviations, as in chapter 13.
- **The privacy cost** of the whole course is $\varepsilon=2$. An adversary with even prior odds who sees all releases wins her bet about your record with probability at most $\frac{e^2}{1+e^2}$, which is 88%, up to the δ in the bill. A course repeats questions. A study of this graph and this effect would have released the tables once, for a quarter of the budget.
"""

# %% tags=["hide-input"]
assert f"{change:.2f} {change - margin:.2f}" == "0.54 0.39"
assert f"{change + margin:.2f}" == "0.68" and margin > 0.501 - 0.390
assert f"{step:.2f} {step_margin:.2f}" == "0.10 0.12"
assert abs(change - 0.445) < margin
share, size = small[1] / small.sum(), small.sum()
assert (round(share, 2), round(size)) == (0.74, 1369)
least = [3.42 * deviation[pair] for pair in PAIRS]
assert round(min(least), 2) == 0.14 and 3.42 * deviation[REWARD, HIV] > 0.4
assert round(math.e**2 / (1 + math.e**2), 2) == 0.88
exact_sizes = sorted(abs(exact[pair]) for pair in PAIRS)
assert exact_sizes[-2] < 0.1 < exact_sizes[-1]
assert math.isclose(4 / 3 * 6 * math.sqrt(10 / rho), 4 * 2 * sigma)

# %% [markdown]
r"""
## The library's release has less noise

Two-way tables repeat information: the proportion of young people is contained in four of them. What only this table contains is how its two variables depend on each other.
To keep only that, write a variable with $k$ values as an *indicator*, a 1 for the person's value and 0 for the others. Subtract $\frac1k$ from each entry, and multiply the indicators of two variables as before:
"""

# %%
centred = farthest_squared(1.0)
print(f"largest squared distance {centred:.0f} instead of 20:", end=" ")
print(f"noise smaller by a factor of {math.sqrt(20 / centred):.2f}")

# %% [markdown]
r"""
> **Theorem.** Replacing one record changes all centred two-way tables together by a squared distance that is known exactly. For $d$ columns of two values its maximum is $\lfloor\frac d2\rfloor\lceil\frac d2\rceil$, whereas plain tables have $d(d-1)$: 6 instead of 20 for five columns. {verdict}`B-once-pairs`

The idea is that a centred yes-or-no variable is $\pm\frac12$, and a change reverses its sign. If both variables of a pair change, their product stays the same. The worst record therefore changes only half of its variables. The reward has three values, which makes 7 instead of 6.

The library's method `once` releases these tables and a few three-way tables. It attaches a probability to each edge and arrow. The probabilities are *calibrated* on simulated tables: of all edges with probability 0.8 about 80% are right. Here it runs on 30,000 simulated people. First `as_table` declares the values of each column:
"""

# %%
simulated = village(30_000, np.random.default_rng(3))
table = as_table(
    pd.DataFrame(simulated, columns=NAMES),
    {
        v: {"values": list(range(k)), "missing": 0}
        for v, k in zip(NAMES, SIZES)
    },
)
budget = Price(EPSILON, DELTA, SUBSTITUTION)

# %% [markdown]
r"""
Then `learn_graph` spends this budget on one release, and returns the graph:
"""

# %%
rng = np.random.default_rng(4)
learned = learn_graph(table, METHODS["once"], budget=budget, rng=rng)
print(*str(learned).splitlines()[2:6], sep="\n")

# %% [markdown]
r"""
All four edges are right, and so are the three arrows.

What a method can detect follows from public numbers, so it can be forecast before any budget is spent. The method's `foresee` returns the minimum detectable correlations. Here it is that of two yes-or-no variables with equal halves, for two private methods and without privacy:
"""

# %%
no_limit = Price(math.inf, 0.0, SUBSTITUTION)
budgets = {"once": budget, "curate": budget, "pc": no_limit}

# %%
print("  people    once  curate  without privacy")
for size in (n, 10_000, 100_000):
    plans = [METHODS[m].foresee(size, SIZES, p) for m, p in budgets.items()]
    least = [plan.least[YOUNG, NEAR] for plan in plans]
    print(f"{size:8,}", "".join(f"{value:8.3f}" for value in least))

# %% [markdown]
r"""
Of the ten exact correlations in the table of Malawi only one exceeds 0.1. A study that cannot detect anything spends privacy and returns nothing, so make the forecast first.

:::{admonition} Published error
:class: warning
A tempting way to save budget is to use a *part* of the table without noise. If a program for private graphs is given no public rows, it takes the first thousand private ones, and chooses each of its steps by a score of them without noise {verdict}`C-linesearch`.
The people in these rows have no guarantee at all. Whatever is used without noise must be public *before* the study. The lines of code are in {doc}`43_saving_budget_for_the_end`.
:::

Try both methods on the network *Asia* of chapter 12. The score F1 is 1 if no edge is missed and none is extra; each entry is one run.
"""

# %%
explorers.asking_once()

# %% [markdown]
r"""
## Exercises

:::{exercise} ★ Post-processing or not?
:label: ex-c14-post

The tables are released. For each step write "free" or "charged" with one reason: (a) a graph with another critical value; (b) a second release of the table of *young* by *learned*; (c) the table of three columns at once; (d) rounding negative counts up to 0.
:::

:::{solution} ex-c14-post
:class: dropdown

(b) and (c) are charged, because both use the records again. (a) and (d) are free. But (d) makes sums of counts too large, because it removes noise on one side only.
:::

:::{exercise} ★ More columns
:label: ex-c14-columns

Compute the factor by which $\sigma$ grows from five columns to ten, at the same $\rho$. Then compute the factor by which $n$ must grow so that the noise on a correlation stays the same.
:::

:::{solution} ex-c14-columns
:class: dropdown

The pairs grow from 10 to 45, so $\sigma$ grows by $\sqrt{4.5}\approx2.1$. The noise of $r$ is $\sigma/n$ times a constant, so $n$ must grow by the same 2.1.
:::

:::{exercise} ★★ Which record goes farthest?
:label: ex-c14-worst

Use `contribution` to find how many variables the worst replacement changes for centred tables. Then derive $\lfloor\frac d2\rfloor\lceil\frac d2\rceil$: if $m$ of $d$ yes-or-no variables change, count the pairs that change, and say by how much each does.
:::

:::{solution-start} ex-c14-worst
:class: dropdown
:::
"""

# %%
vectors = np.array([contribution(record, 1.0) for record in records])
moves = ((vectors[:, None] - vectors[None]) ** 2).sum(axis=2)
differ = lambda a, b: sum(map(int.__ne__, a, b))
changed = np.array([[differ(a, b) for b in records] for a in records])
for k in range(6):
    print(k, "variables:", round(float(moves[changed == k].max()), 2))

# %% [markdown]
r"""
Three, and two come close. With yes-or-no variables a centred table has four entries of $\pm\frac14$. If exactly one variable of the pair changes, all four reverse their sign and change by $\frac12$, a squared distance of 1. If both change, nothing changes. With $m$ of $d$ variables changed, $m(d-m)$ pairs change, which is largest in the middle.

:::{solution-end}
:::

:::{exercise} ★★★ Capstone, first half: audit a colleague
:label: ex-c14-audit

A colleague releases counts with this function at a claimed $\varepsilon=1$: "an empty cell contains nobody, so it needs no noise".

```
def sparse(counts, rng):
    noisy = counts + rng.laplace(0, 2.0, counts.shape)
    return np.where(counts > 0, noisy, 0.0)
```

Fix two neighbouring tables and an event, run the auditor of chapter 7 on 5,000 runs each, and hand in the lower bound for $\varepsilon$, the true $\varepsilon$, and a repaired function. {ref}`Solution <solution-audit>`
:::

:::{exercise} ★★★ Capstone, second half: a table that you have not seen
:label: ex-c14-unseen

`privcausal.course.village.job_centre()` simulates the table of a job centre; do not read its code. Its columns are *invited* to a course, assigned at random; *came* to it; *poor*; and *job* a year later. Each is 0 or 1, for 6,000 people. The total budget is $\varepsilon=1$ and $\delta=10^{-6}$.
Hand in: (a) the minimum detectable correlation, from `METHODS["once"].foresee`; (b) one release; (c) the difference in *job* between those who came and those who did not, and why it is not the effect; (d) the effect of the *invitation* with its interval; (e) the ratio that estimates the effect of *coming*; (f) the three sentences that you would publish. {ref}`Solution, with the truth <solution-job-centre>`
:::

## The bill, for the last time
"""

# %%
bill(14, privacy_filter.total_cost)

# %% [markdown]
r"""
## Three formulas

$$
\Delta^2=2P\quad\text{for } P \text{ two-way tables}
$$

$$
\sigma=\sqrt{P/\rho}
$$

$$
\text{noise of } r=\frac{\sigma}{n}\,\lVert a\rVert\,\lVert b\rVert
$$

**In one paragraph.** Release the small tables once, with noise calibrated to all of them together; then every question that they can answer is free. Forecast from public numbers what the release can detect, and choose the critical value beforehand. A missing edge means *not detected*, and an arrow needs random assignment, a v-structure or other knowledge. Report what was asked, what it cost, and what could not have been found.

## Where this course stops

- **Real computers.** Floating-point noise leaks information; the library draws exact noise on a grid: {doc}`18_from_the_file_to_the_digit`.
- **Proofs.** Each badge leads to one, and the errors that we found in print are listed in the {doc}`errata </book/errata>`.
- **Hidden common causes, time, and interventions.** Read *What If* by Hernán and Robins, or *Causal Inference: The Mixtape* by Cunningham.
- **Private learning of large models.** {doc}`42_noise_in_every_step` is a beginning, and *Programming Differential Privacy* by Near and Abuah continues in the spirit of this course.

**Practice.** Four one-minute questions: {ref}`chapter 14 <practice-14>`.

**Next.** Your own data: {doc}`/book/your-own-table` leads from a file to a release. First ask whether the question is worth its cost.
"""
