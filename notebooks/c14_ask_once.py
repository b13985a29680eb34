# %% [markdown]
r"""
# Ask once: learning from one release of noisy marginals

:::{chapter} 14
:asks: Can one release answer a whole list of questions, even some that nobody has thought of yet?
:needs: c03_composition, c04_many_small_answers, c07_convicting_with_samples, c09_cause, c10_ranks, c11_residuals, c12_graphs, c13_private_graphs
:teaches: a single release of all tables, two-way marginals, partial correlation, instrumental variables
:skip: the folded boxes and cells, and the section on instruments
:::

Chapter 13 paid for ten tests at order 0 and for four more at order 1, and any further question would be charged again.
Yet all ten tests of order 0 were computed from ten small tables of counts.

In this chapter we release these tables themselves, with noise, and only once. Everything that is computed from them afterwards is post-processing, and so it is free.
"""

# %% tags=["hide-input"]
import itertools
import math

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.course.village import HIV, LEARNED, NAMES, REWARD
from privcausal.course.village import SIZES, TRUE_EDGES
from privcausal.course.village import correlations, counted, cut
from privcausal.course.village import pc_skeleton, private_skeleton, village
from privcausal.data.malawi import participants
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Relation

SUBSTITUTION = Relation.SUBSTITUTION
people = cut(participants())
n = len(people)

# %% [markdown]
r"""
## Two-way marginals

Chapter 12 used this table of 100 people:

| | not learned | learned |
|---|---|---|
| far | 30 | 10 |
| near | 20 | 40 |

Each of its four entries is a *cell*, and every person is in exactly one cell.
Such a table of two variables is called a **two-way marginal** of the data. There are ten.

Of the 60 people who live near, $\frac{40}{60}$ learned. If the four counts are published with noise, all such answers follow by post-processing. **Chapter 13 paid for each question; here we pay for each table.**

## How much one person changes all tables

If your record is replaced, one count of this table falls by 1, and another rises by 1. The Euclidean length of this change is $\sqrt{1^2+1^2}=\sqrt2$. It is the L2 sensitivity that Gaussian noise needs.

If all your variables change, you change two cells in each of the ten tables. Squared lengths add up to $10\cdot2=20$, so the ten tables together have the L2 sensitivity $\sqrt{20}$.

We spend as much again as in chapter 13: $\varepsilon=0.5$, that is, $\rho=0.0038$. A Gaussian release costs $\rho=\frac{\Delta^2}{2\sigma^2}$, so the noise on each cell needs $\sigma=\sqrt{\frac{20}{2\cdot0.0038}}=51$ people. In general $P$ tables have $\Delta^2=2P$, and therefore

$$
\sigma=\sqrt{P/\rho}\,.
$$
"""

# %%
EPSILON, DELTA = 0.5, 1e-7
PAIRS = list(itertools.combinations(range(5), 2))
privacy_filter = ConcentratedFilter.for_epsilon(EPSILON, DELTA, SUBSTITUTION)
rho = privacy_filter.budget
sigma = math.sqrt(len(PAIRS) / rho)
print(f"noise on each cell: σ = {sigma:.0f} people, of {n}")

# %% [markdown]
r"""
The whole algorithm counts all pairs, and adds the noise once:
"""


# %%
def release_tables(people, sizes, noisy, rho):
    """All two-way tables with noise, together for rho."""
    pairs = list(itertools.combinations(range(len(sizes)), 2))
    sigma = math.sqrt(len(pairs) / rho)
    released = {}
    for x, y in pairs:
        counts = np.zeros((sizes[x], sizes[y]))
        np.add.at(counts, (people[:, x], people[:, y]), 1)
        released[x, y] = noisy(counts, sigma)
    return released


# %% [markdown]
r"""
## Release first, ask later

The release is the same for all questions, so we make it first. The filter charges each table:
"""


# %%
def charged(table, sigma):
    """A noisy table, charged by the filter; a person changes it by √2."""
    mechanism = GaussianNoise(math.sqrt(2), sigma, SUBSTITUTION)
    return privacy_filter.release(mechanism, table, rng).value


# %%
rng = np.random.default_rng(12)
safe = (1 - 1e-9) * privacy_filter.budget
tables = release_tables(people, SIZES, charged, safe)
print(privacy_filter.total_cost)
print("rows: reward 0, up to 1.5, more; columns: not learned, learned")
print(tables[REWARD, LEARNED].round(1))

# %% [markdown]
r"""
From here on no answer uses the records again.

## First use: the effect, with its interval

By how much does a reward raise the proportion that learned? Chapter 9 paid for this question. Here one of the ten tables answers it.

In the released table 1,728 of $m=2{,}230$ people with a reward learned their result, a proportion of $p=0.77$. As in chapter 9, its variance has two parts. The randomisation error has the variance $\frac{p(1-p)}m$. The noise has $v\,\frac{p^2+(1-p)^2}{m^2}$, where $v$ is the variance of the noise in each of the two counts. For a cell this is $\sigma^2$, and here it is $2\sigma^2$, because the cells of the small and the large rewards are added:
"""


# %%
def difference_and_margin(counts, variance):
    """Difference in proportions, and 1.96 standard errors."""
    m = counts.sum(axis=1)
    p = counts[:, 1] / m
    noise = variance * (p**2 + (1 - p) ** 2) / m**2
    return p[1] - p[0], 1.96 * math.sqrt(np.sum(p * (1 - p) / m + noise))


# %%
none, small, large = tables[REWARD, LEARNED]
counts = np.array([none, small + large])
change, margin = difference_and_margin(counts, sigma**2 * np.array([1, 2]))
low, high = change - margin, change + margin
print(f"reward against none: {change:+.2f}, from {low:.2f} to {high:.2f}")

# %% [markdown]
r"""
The estimate is 0.54, with a 95% confidence interval from 0.39 to 0.68. Chapter 9 estimated 0.445 for the same people, so the two differ only by their noise, which has a standard deviation of 0.07 here.
The interval of chapter 9 is narrower, although it cost only $\varepsilon=0.2$, because here one budget serves ten tables. For this one question chapter 9 was the better bargain. One release pays if you have many questions.

:::{quiz} Which of these questions can the ten released tables answer, at no further cost? Tick all that apply.
- [x] How many of the young are infected? :: Correct: this is one table.
- [x] Are *near* and *learned* correlated? :: Correct.
- [ ] What is the effect of the reward among the young? :: No: this needs a table of three columns, which would be charged.
:::

## Second use: a graph from correlations

Can the same tables also show a graph? Kendall's $\tau$ multiplies counts by counts, so it would multiply noise by noise. We therefore use a statistic that only adds the cells up, each with a fixed weight.

Take a hundred people and two yes-or-no variables. In 80 people the variables agree, 40 times *no* and 40 times *yes*; in 20 they disagree, 10 each way. Give *no* the score $-1$ and *yes* the score $1$, and multiply the two scores of each person. The product is 1 where the variables agree and $-1$ where they do not, so its mean is $\frac{40+40-10-10}{100}=0.6$. Because both scores have mean 0 and variance 1 here, this is Pearson's *correlation*.

Now let each cell have noise with standard deviation 5. The four noises are added up, some with a minus sign, so the sum has the standard deviation $\sqrt4\cdot5=10$. The noise in the correlation therefore has the standard deviation $\frac{10}{100}=0.1$. In general it is

$$
\frac{2\sigma}n\quad\text{for two yes-or-no variables with equal halves.}
$$

For other variables we first shift and scale the scores to mean 0 and variance 1; rewards start as 0, 1 and 2. A rare value then has a large score, so its noise counts more.

The function `correlations` returns all correlations and the standard deviations of their noise.

:::{show} privcausal.course.village.correlations
:::

## Holding a variable fixed: the partial correlation

PC also asks whether $x$ and $y$ are independent *given* a third variable $s$. This seems to need a table of three columns. But if every variable is explained by straight lines, three correlations are enough, and each comes from a table of two columns.

As in chapter 11 we use residuals: explain $x$ by $s$ and $y$ by $s$, and correlate what is left over. Let all three have mean 0 and variance 1, with the correlations $r_{xs}=0.5$, $r_{ys}=0.4$ and $r_{xy}=0.5$. The best straight lines are $0.5s$ for $x$ and $0.4s$ for $y$, so the residuals are $x-0.5s$ and $y-0.4s$.

The mean of their product is $0.5-0.4\cdot0.5-0.5\cdot0.4+0.5\cdot0.4=0.3$, and their variances are $1-0.5^2=0.75$ and $1-0.4^2=0.84$. Their correlation is therefore $\frac{0.3}{\sqrt{0.75\cdot0.84}}=0.38$: some of the association is explained by $s$, and some remains.

The same calculation with letters gives the **partial correlation**:

$$
r_{xy\cdot s}=\frac{r_{xy}-r_{xs}\,r_{ys}}{\sqrt{(1-r_{xs}^2)(1-r_{ys}^2)}} .
$$

It is 0 if $r_{xy}=r_{xs}r_{ys}$, that is, if $s$ explains the whole association.
For a yes-or-no variable $s$ the straight lines are exact, because two points always lie on a line. For the reward, with its three values, they are an approximation. Even then, a partial correlation of 0 means only that no *linear* association is left, and we assume that this is independence.
"""


# %%
def partial(r, x, y, s):
    """The correlation of x and y given s."""
    rest = (1 - r[x, s] ** 2) * (1 - r[y, s] ** 2)
    rest = max(rest, 1e-9)
    return (r[x, y] - r[x, s] * r[y, s]) / math.sqrt(rest)


# %% [markdown]
r"""
## The graph, with a critical value chosen in advance

How large must a correlation be to count as an edge? Looking at the tables costs no privacy, but it can mislead, because ten pairs are ten opportunities for a false edge. We therefore use a significance level of 1% for each, which corresponds to 2.58 standard deviations, so a false edge has a probability of at most about 10% in all. We fix this value in advance, so that the result cannot influence it.

The standard deviation counts the noise and the sampling error. The latter is $\frac1{\sqrt n}=0.019$ for independent variables, about half of the noise. For a partial correlation we use the deviation of $r_{xy}$ alone, because the noise of the other two correlations enters multiplied by a correlation, and is therefore smaller.
We stop after order 1:
"""


# %%
CRITICAL = 2.58


def graph(tables, n, sigma):
    """PC's skeleton from released tables, at no further cost."""
    r, noise = correlations(tables, n, sigma)

    def independent(x, y, given):
        if len(given) > 1:
            return False
        value = partial(r, x, y, *given) if given else r[x, y]
        deviation = math.hypot(noise[x, y], 1 / math.sqrt(n))
        return abs(value) < CRITICAL * deviation

    return pc_skeleton(len(r), independent)[0]


# %% [markdown]
r"""
First a hundred simulated villages with four true edges each. Here are the mean numbers of right and wrong edges, test by test and from one release:
"""


# %%
def mean_edges(size, search):
    """Mean numbers of right and of wrong edges in 100 villages."""
    rng = np.random.default_rng(size)
    runs = [search(village(size, rng), rng) for _ in range(100)]
    found = [(len(run & TRUE_EDGES), len(run - TRUE_EDGES)) for run in runs]
    return np.mean(found, axis=0)


def once(people, rng):
    """The graph from one release."""
    released = release_tables(people, SIZES, rng.normal, rho)
    return graph(released, len(people), sigma)


test_by_test = lambda people, rng: private_skeleton(people, rho, rng)

# %%
print("          test by test    ask once")
print("  people  right wrong    right wrong")
table = {}
for size in (n, 10_000, 30_000):
    table[size] = *mean_edges(size, test_by_test), *mean_edges(size, once)
    print("{:8,} {:6.1f}{:6.1f}{:9.1f}{:6.1f}".format(size, *table[size]))
print("    cost    ε = 0.5         ε = 0.5")

# %% [markdown]
r"""
Turn the number of people and ε, and watch the same two searches:
"""

# %%
explorers.asked_once()

# %% [markdown]
r"""
With 2,834 people the search test by test finds 1.2 of the four edges. For the same cost the single release finds 3.2, with no more wrong ones, although its test is stricter, at 1% instead of 10%.

The reason is the noise. In the correlation of two variables with equal halves it has the standard deviation 0.036. In chapter 13, where $z'$ is about $0.75\sqrt n$ times the correlation, it had $\frac{5.77}{0.75\sqrt n}=0.14$, four times as much. Why four times? In a table with equal halves, one person changes the correlation by about $\frac2n$, and therefore $z'$ by about $\frac{1.5}{\sqrt n}$. Noise on $z'$ itself must nevertheless cover $\frac6{\sqrt n}$, because another table could need it. Noise on the cells need not, because its effect on the correlation depends on the table at hand.

Is this luck? The companion repairs four published methods, gives them another test, and compares them with the library's single release on seven other networks. On average none is better {verdict}`B-once-best`. On {doc}`harder networks <52_held_back_networks>`, however, a method that publishes an artificial table of people was better on average at small budgets.

Now Malawi, for free:
"""

# %%
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
caption = "Correlations of all ten pairs in the table of Malawi, as released at ε = 0.5, and exact, which can be shown because this table is public. The bars are 2.58 standard deviations of sampling error and noise together; one bar does not contain 0."
assert sum(abs(r[p]) > 2.58 * deviation[p] for p in PAIRS) == 1
above = {"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": 2}
ax.legend(title="correlation", **above)
plots.show(ax, caption, "correlation", "pair")

# %% [markdown]
r"""
The edge of chapter 13 is found again. Because of the random assignment it is reward → learned.

## When only the offer is random: an instrument

Learning was not assigned at random. Can such tables show its effect, for example on whether the partner knows? Trust in the clinic might make people come *and* talk to their partners more often, and trust is in no table. But the *offer* of a reward was assigned at random, so trust is equally common among those with and without one.

Suppose that among 100 people the reward makes 40 more learn their result, and that 12 more partners then know. If the reward reaches partners only through learning, these 12 come from the 40. Among these, learning raises the proportion by $\frac{12}{40}=0.30$. This ratio, the **Wald estimator**, estimates the average effect among those who learned *because of* the reward, the *complier average causal effect*:

$$
\frac{\text{effect of the reward on \textit{partner}}}{\text{effect of the reward on \textit{learned}}} .
$$

Both effects come from two-way tables, so a release that includes *partner* answers this question as well. The reward is called an *instrument*, or *instrumental variable*. It needs four assumptions, and no interference:

- *random assignment* of the reward;
- *exclusion restriction*: the reward affects the partner only through learning;
- *monotonicity*: it keeps nobody from learning;
- *relevance*: it changes learning by much more than the noise, because with a denominator near 0 the ratio can be anything.

Our table has no column for partners, so the exercise *Trust in no table* simulates them.

## What this study can claim

- **The rewards made more of these people learn their result**, if the assignment was random, nobody's reward brought others, and no records are missing because of it.
- **A missing edge does not mean "no association".** A correlation is detected with 80% power if it is $2.58+0.84=3.42$ standard deviations away from 0. This *minimum detectable association* is 0.14 for two variables with equal halves. For *hiv* it exceeds the largest correlation that is possible with 6% infected, so there the missing edges say nothing.
- **The privacy cost** of the whole course is $\varepsilon=2$, with the δ in the bill. A study of this graph and this effect would have released the tables once, for a quarter of this budget.
"""

# %% tags=["hide-input"]
assert [f"{v:.1f}" for v in table[n][::2]] == ["1.2", "3.2"]
assert table[n][3] <= table[n][1]
assert f"{change:.2f} {low:.2f} {high:.2f}" == "0.54 0.39 0.68"
p = counts[:, 1] / counts.sum(axis=1)
parts = (p**2 + (1 - p) ** 2) * np.array([1, 2]) / counts.sum(axis=1) ** 2
assert round(sigma * math.sqrt(parts.sum()), 2) == 0.07
assert counts[1].round()[1] == 1728 and round(counts[1].sum()) == 2230
half = math.hypot(2 * sigma / n, 1 / math.sqrt(n))
assert round(3.42 * half, 2) == 0.14 and round(2 * sigma / n, 3) == 0.036
real = {(x, y): counted(people, x, y)[0] for x, y in PAIRS}
least = 3.42 * np.hypot(correlations(real, n, sigma)[1], 1 / math.sqrt(n))
first = np.arange(n) < (few := int(people[:, HIV].sum()))
ends = [np.sort(people[:, v]) for v in range(4)]
most = np.abs(np.corrcoef([*ends, first, first[::-1]])[:4, 4:]).max(axis=1)
assert (most < least[:4, HIV]).all()
assert round(100 * few / n) == 6 and round(1 / math.sqrt(n), 3) == 0.019
before = 6 / math.sqrt(n) * math.sqrt(10 / rho) / (0.75 * math.sqrt(n))
assert round(before, 2) == 0.14 and math.isclose(before, 4 * 2 * sigma / n)
assert people[people[:, REWARD] == 0, HIV].sum() == 39
assert round(1 / (1 + math.exp(-2)), 2) == 0.88
rare = few / n
scores = math.sqrt(rare / (1 - rare)), math.sqrt((1 - rare) / rare)
assert [round(score, 2) for score in scores] == [0.26, 3.87]

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

:::{exercise} ★ By hand: a common cause
:label: ex-c14-partial

In a table, *hiv* and *young* have the correlation $-0.4$, *learned* and *young* have $-0.3$, and *hiv* and *learned* have $0.12$. Compute the partial correlation of *hiv* and *learned* given *young*, and state what PC does to the edge.
:::

:::{solution} ex-c14-partial
:class: dropdown

It is 0, because $0.12-(-0.4)(-0.3)=0$. PC deletes the edge and stores *young* as the separating set.
:::

::::{exercise} ★★ Implement, then assert: `ask_once` for chosen tables
:label: ex-c14-mine

Fewer tables need less noise. Write `ask_once(people, sizes, noisy, rho, pairs=None)`, which releases only the tables of `pairs`, and all if `pairs` is `None`; all released tables together cost `rho`. Hand in the function that passes `check("ask_once", ask_once)`, and the noise and the margin of the effect of the reward if only the table of *reward* by *learned* is released.

:::{dropdown} Hint
`difference_and_margin(counts, variance)` gives the margin for another noise.
:::
::::

:::{solution-start} ex-c14-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def ask_once(people, sizes, noisy, rho, pairs=None):
    """The tables of these pairs with noise, together for rho."""
    if pairs is None:
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
alone = math.sqrt(1 / rho)
narrow = difference_and_margin(counts, alone**2 * np.array([1, 2]))[1]
print(f"one table: σ = {alone:.0f}, margin {narrow:.2f}", end="; ")
print(f"ten tables: σ = {sigma:.0f}, margin {margin:.2f}")

# %% [markdown]
r"""
The noise falls by a factor of $\sqrt{10}$. The margin falls less, because the randomisation error stays.

:::{solution-end}
:::

::::{exercise} ★★ Trust in no table: the Wald estimator
:label: ex-c14-wald

Simulate: trust and a reward have probability 0.5 each; a person learns with probability 0.2, plus 0.4 with a reward, plus 0.3 with trust; the partner knows with probability 0.1, plus 0.3 if the person learned, plus 0.4 with trust. For 2,834 and for 10,000 people, release the three tables of *reward*, *learned* and *partner* with our $\rho$, a thousand times. Compare the ratio with the raw difference between those who learned and the others.

:::{dropdown} Hint
`difference_and_margin(table, 0)[0]` is the difference in proportions in a released table.
:::
::::

:::{solution-start} ex-c14-wald
:class: dropdown
:::

The ± is 1.96 standard deviations over the thousand runs:
"""

# %%
TRUE_EFFECT = 0.30


def simulate(n, rng):
    """Columns reward, learned and partner; trust stays hidden."""
    yes = lambda chance: (rng.random(n) < chance).astype(int)
    trust, reward = yes(0.5), yes(0.5)
    learned = yes(0.2 + 0.4 * reward + 0.3 * trust)
    partner = yes(0.1 + TRUE_EFFECT * learned + 0.4 * trust)
    return np.column_stack([reward, learned, partner])


# %%
def raw_and_ratio(n, rng):
    """Both estimates, from one release of three tables."""
    tables = ask_once(simulate(n, rng), (2, 2, 2), rng.normal, rho)
    rise = {
        pair: difference_and_margin(t, 0)[0] for pair, t in tables.items()
    }
    return rise[1, 2], rise[0, 2] / rise[0, 1]


# %%
for size in (n, 10_000):
    rng = np.random.default_rng(size)
    runs = np.array([raw_and_ratio(size, rng) for _ in range(1_000)])
    (raw, ratio), margins = runs.mean(axis=0), 1.96 * runs.std(axis=0)
    print(f"{size:6,} people: raw {raw:.2f} ± {margins[0]:.2f}", end=", ")
    print(f"ratio {ratio:.2f} ± {margins[1]:.3f}")

# %% tags=["hide-input"]
assert f"{raw:.2f} {ratio:.2f} {margins[1]:.3f}" == "0.42 0.30 0.053"
both = dict(zip(("raw difference", "ratio"), runs.T))
truth = {TRUE_EFFECT: "truth"}
ax = plots.histogram(both, np.linspace(0.15, 0.5, 36), place=truth)
caption = "Two estimates of the effect of learning in 1,000 simulated tables of 10,000 people, each from one release at ε = 0.5. The ratio is spread around the truth; the raw difference is always too large."
assert runs[:, 0].min() > TRUE_EFFECT
assert round(np.mean(abs(runs[:, 1] - TRUE_EFFECT) <= 0.053), 2) == 0.96
spoken = "The ratio has a peak at the truth, 0.30; the raw difference has a narrow peak at 0.42."
plots.show(ax, caption, "estimate", "proportion of tables", spoken=spoken)

# %% [markdown]
r"""
The raw difference stays near 0.42 however many people there are, because those who learned trust the clinic more. The ratio is close to the truth on average.

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

`privcausal.course.village.job_centre()` simulates the table of a job centre; do not read its code. Its columns are *invited* to a course, assigned at random; *came*; *poor*; and *job* a year later, each 0 or 1, for 6,000 people. The budget is $\varepsilon=1$ and $\delta=10^{-6}$.
Hand in: (a) beforehand, the minimum detectable correlation for equal halves; (b) one release; (c) the difference in *job* between those who came and those who did not, and why it is not the effect; (d) the effect of the *invitation* with its interval; (e) the Wald estimator of the effect of *coming*; (f) the three sentences that you would publish. {ref}`Solution, with the truth <solution-job-centre>`
:::

## The bill, for the last time
"""

# %%
bill(14, privacy_filter.total_cost)

# %% [markdown]
r"""
## Three formulas

$$
\sigma=\sqrt{P/\rho}\quad\text{for } P \text{ two-way tables}
$$

$$
r_{xy\cdot s}=\frac{r_{xy}-r_{xs}\,r_{ys}}{\sqrt{(1-r_{xs}^2)(1-r_{ys}^2)}}
$$

$$
\text{noise in a correlation}=\frac{2\sigma}n\quad\text{for equal halves}
$$

**In one paragraph.** Release the small tables once, with noise calibrated to all of them together; every question that they can answer is then free. A missing edge means *not detected*.

## Where this course stops

- **Hidden confounders.** Every arrow that we drew rests on random assignment, or on the assumption that there are no hidden common causes.
- **The records.** Records may be missing for a reason, and people of one village may resemble each other. Our intervals ignore both.

To go further, read *What If* by Hernán and Robins and *Programming Differential Privacy* by Near and Abuah.

In chapter 1 two exact counts gave you away. Thirteen chapters later eleven questions have been answered about 2,834 people, among them whether a reward brings people to a clinic. Yet somebody who knows every other record, and must guess which of two equally likely records is yours, is right at most 88 times in a hundred.

**Practice.** Five one-minute questions: {ref}`chapter 14 <practice-14>`.

**Next.** Your own data: {doc}`/book/your-own-table` leads from a file to a release with the library.
"""
