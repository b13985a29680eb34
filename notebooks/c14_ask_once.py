# %% [markdown]
r"""
# Ask once: learning from one release of noisy marginals

:::{chapter} 14
:asks: Can one release answer a whole list of questions, even some that nobody has thought of yet?
:needs: c03_composition, c04_many_small_answers, c09_cause, c10_ranks, c11_residuals, c12_graphs, c13_private_graphs
:teaches: a single release of all tables, two-way marginals, partial correlation, instrumental variables
:skip: the folded cells, and the section on instruments
:::

Chapter 13 asked fourteen questions about the people of Malawi, paid for each answer, and found one edge.
But its first ten tests only needed ten small tables of counts, and such tables can answer many other questions.

In this last chapter we therefore ask only once: for the tables themselves, with noise. Whatever is computed from them afterwards is post-processing, and free. We shall take from them an effect with its interval, and then a graph. In simulated villages it has three true edges of four, where chapter 13 found one for the same $\varepsilon$.
"""

# %% tags=["hide-input"]
import itertools
import math

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.course.village import HIV, LEARNED, NAMES, REWARD
from privcausal.course.village import SIZES, YOUNG
from privcausal.course.village import correlations, counted, cut
from privcausal.course.village import damped, first_order, mean_edges
from privcausal.course.village import partial, pc_skeleton
from privcausal.course.village import private_skeleton
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

A table of counts of two variables, such as *near* by *learned* in chapter 12, is a **two-way marginal** of the data, and its entries are *cells*. Our five variables have ten such tables.

**Chapter 13 paid for each question; here we pay for each table.** How much noise does a table need? If your record is replaced, one of its counts falls by 1, and another rises by 1. The Euclidean length of this change is $\sqrt{1^2+1^2}=\sqrt2$, and this is the L2 sensitivity.

Now all ten tables together. If all your variables change, you change two cells in each table. Squared lengths add up to $10\cdot2=20$, so the L2 sensitivity is $\sqrt{20}$.

We spend as much as in chapter 13: $\varepsilon=0.5$, that is, $\rho=0.0038$. A Gaussian release costs $\rho=\frac{\Delta^2}{2\sigma^2}$, so the noise on each cell needs $\sigma=\sqrt{\frac{20}{2\cdot0.0038}}=51$ people. In general $P$ tables have $\Delta^2=2P$, and therefore

$$
\sigma=\sqrt{P/\rho}\,.
$$
"""

# %%
EPSILON, DELTA = 0.5, 1e-7
PAIRS = list(itertools.combinations(range(5), 2))
privacy_filter = ConcentratedFilter.for_epsilon(EPSILON, DELTA, SUBSTITUTION)
rho = (1 - 1e-9) * privacy_filter.budget  # a little less, for rounding
sigma = math.sqrt(len(PAIRS) / rho)
print(f"noise on each cell: σ = {sigma:.0f} people, of {n}")

# %% [markdown]
r"""
This function counts all pairs and adds the noise:
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

The release does not depend on any question, so we make it first. `charged` adds Gaussian noise for the L2 sensitivity $\sqrt2$ of one table, and the filter charges each of the ten a tenth of $\rho$:
"""


# %% tags=["hide-input"]
def charged(table, sigma):
    """A noisy table, charged by the filter; a person changes it by √2."""
    mechanism = GaussianNoise(math.sqrt(2), sigma, SUBSTITUTION)
    return privacy_filter.release(mechanism, table, rng).value


# %%
rng = np.random.default_rng(12)
tables = release_tables(people, SIZES, charged, rho)
print(privacy_filter.total_cost)
print("rows: reward 0, up to 1.5, more; columns: not learned, learned")
print(tables[REWARD, LEARNED].round(1))

# %% [markdown]
r"""
## First use: the effect, with its interval

By how much does a reward raise the proportion that learned? Chapter 9 paid for this question; here one of the ten tables answers it.

In the released table 1,728 of $m=2{,}230$ people with a reward learned their result, a proportion of $p=0.77$. As in chapter 9, its variance has two parts: $\frac{p(1-p)}m$ for the random assignment, and $v\,\frac{p^2+(1-p)^2}{m^2}$ for the noise, where $v$ is the variance of the noise in each of the two counts. Without a reward it is $\sigma^2$, because each count is one cell. With a reward it is $2\sigma^2$, because the cells of the small and the large rewards are added:
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
The estimate is 0.54, with a 95% confidence interval from 0.39 to 0.68. Chapter 9 estimated 0.445 for the same people, so the two estimates differ only by noise, whose standard deviation is 0.07 here.

For this one question chapter 9 was the better bargain: ±0.06 for $\varepsilon=0.2$, against ±0.15 for 0.5, because here one budget serves ten tables. One release pays if you have many questions.

## Second use: ten correlations

For a graph we need a measure of dependence whose noise we know. Kendall's $\tau$ multiplies counts by counts, and so noise by noise. We use a measure that only adds up the cells, each multiplied by a weight.

Take a hundred people and two yes-or-no variables. In 80 people the variables agree, 40 times *no* and 40 times *yes*; in 20 they disagree, 10 each way. Give *no* the score $-1$ and *yes* the score $1$, and multiply the two scores of each person. The product is 1 where the variables agree and $-1$ where they do not, so its mean is $\frac{40+40-10-10}{100}=0.6$. Because both scores have mean 0 and variance 1 here, this is Pearson's *correlation*.

Now let each cell have noise with standard deviation 5. Four noises are added up, two with a minus sign, so their sum has the standard deviation $\sqrt4\cdot5=10$, and the noise in the correlation has $\frac{10}{100}=0.1$. In general it is

$$
\frac{2\sigma}n\quad\text{for two yes-or-no variables with equal halves.}
$$

For other variables we first shift and scale the scores to mean 0 and variance 1; rewards start as 0, 1 and 2. A rare value then has a large score, so its noise counts more. The mean and the variance of a variable come from the released tables too, averaged over the four that contain it. We ignore their noise, which changes the result little. The function `correlations` returns all correlations and the standard deviations of their noise.

:::{show} privcausal.course.village.correlations
:::

## Holding a variable fixed: the partial correlation

PC also asks whether $x$ and $y$ are independent *given* a third variable $s$. This seems to need a table of three columns, and we have none. But if straight lines explain the dependence, three correlations are enough.

As in chapter 11 we use residuals: predict $x$ from $s$ and $y$ from $s$, and correlate the errors of the two predictions. Suppose that all three have mean 0 and variance 1, that $x$ and $y$ have the correlation 0.5, and that each has the correlation 0.6 with $s$. The best straight lines are then $0.6s$ for both, and the residuals are $x-0.6s$ and $y-0.6s$.

The mean of their product is $0.5-0.6\cdot0.6-0.6\cdot0.6+0.6^2=0.14$, and each has the variance $1-0.6^2=0.64$. Their correlation is therefore $\frac{0.14}{0.64}=0.22$ instead of 0.5: most of the association is explained by $s$.

The same calculation with letters gives the **partial correlation**:

$$
r_{xy\cdot s}=\frac{r_{xy}-r_{xs}\,r_{ys}}{\sqrt{(1-r_{xs}^2)(1-r_{ys}^2)}} .
$$

It is 0 if $r_{xy}=r_{xs}r_{ys}$, that is, if $s$ explains the whole association. Strictly, only the *linear* association is then gone, and we assume that this is independence.

How much noise does it contain? In the numerator there is the noise of $r_{xy}$, that of $r_{xs}$ multiplied by $r_{ys}$, and that of $r_{ys}$ multiplied by $r_{xs}$. The three noises come from three different tables, so they are independent, and their variances add up. The denominator divides their sum; its own noise can be ignored near 0, because it multiplies a numerator near 0:

:::{show} privcausal.course.village.partial
:::
"""

# %% [markdown]
r"""
## The graph, with a critical value chosen in advance

How large must a correlation be to count as an edge? Ten pairs are ten opportunities for a false edge. We therefore fix a level of 1% for each, that is, 2.58 standard deviations, in advance. The probability of *any* false edge is then at most about 10%.

The standard deviation counts the noise and the sampling error, which is about $\frac1{\sqrt n}=0.019$ for independent variables. As in chapter 13 we stop after order 1:
"""


# %%
CRITICAL = 2.58


def graph(tables, n, sigma):
    """PC's skeleton from released tables, at no further cost."""
    r, noise = correlations(tables, n, sigma)

    def independent(x, y, given):
        if len(given) > 1:
            return False
        value, spread = r[x, y], noise[x, y]
        if given:
            value, spread = partial(r, noise, x, y, *given)
        return abs(value) < CRITICAL * math.hypot(spread, 1 / math.sqrt(n))

    return pc_skeleton(len(r), independent)[0]


# %% [markdown]
r"""
Is one release better than fourteen answers? We compare it with the search of chapter 13, and with a stronger opponent that is explained below: ten tests of order 0, and nothing else. Here are the mean numbers of right and wrong edges in a hundred simulated villages:
"""


# %% tags=["hide-input"]
def once(people, rng):
    """The graph from one release."""
    released = release_tables(people, SIZES, rng.normal, rho)
    return graph(released, len(people), sigma)


chapter_13 = lambda people, rng: private_skeleton(people, rho, rng)
order_0 = lambda people, rng: first_order(people, rho, rng, CRITICAL)

# %%
print("           chapter 13     order 0 only   ask once")
print("  people  right wrong    right wrong    right wrong")
table = {}
for size in (n, 10_000):
    searches = chapter_13, order_0, once
    table[size] = np.ravel([mean_edges(size, one) for one in searches])
    print(("{:8,}" + 3 * "{:7.1f}{:6.1f}  ").format(size, *table[size]))

# %% [markdown]
r"""
Change the number of people, or ε:
"""

# %% tags=["hide-input"]
explorers.asked_once()

# %% [markdown]
r"""
With 2,834 people the search of chapter 13 finds 1.2 of the four edges. For the same $\varepsilon$ the single release finds 3.1, with no more wrong ones, although its test is stricter.

**What makes the difference?** Compare the noise in one unit, the correlation of two variables with equal halves. In the release its standard deviation is 0.036. Chapter 13 tested $z'$, which is about $0.75\sqrt n$ times the correlation, so its noise of 5.77 is worth $\frac{5.77}{0.75\sqrt n}=0.14$, four times as much. Here is why:

| noise on | one person changes it, if halves are equal, by | the noise covers |
|---|---|---|
| the cells | 1 in each of two cells | 1 in each of two cells |
| $z'$ | about $\frac{1.5}{\sqrt n}$ | $\frac6{\sqrt n}$ |

The factor 4 has three parts:

- *Half of the budget.* Chapter 13 kept half of $\rho$ for order 1, so its noise is $\sqrt2$ times as large.
- *One bound for all tests.* Two yes-or-no variables without strata need only $\frac3{\sqrt n}$, as an exercise of chapter 13 shows. This is a factor of 2.
- *The worst case.* Extreme tables need $\frac3{\sqrt n}$, so every table gets noise for it. Cells need no such caution, as the table shows. This is another factor of 2, of which $\sqrt2$ is lost again, because the noise of four cells adds up.

The opponent in the middle column avoids the first two, at the same critical value of 2.58, and finds 2.1 edges. It cannot distinguish direct from indirect association, but the only indirect pair of our village, *learned – hiv*, is too weak to matter.

**Is our village an exception?** On seven other networks, none of four repaired methods with another test, three published and one our variant, is better on average than the library's single release {verdict}`B-once-best`. On {doc}`harder networks <52_held_back_networks>` most comparisons are undecided; among these is one with a method that publishes an artificial table of people, which had the higher mean at small budgets.

Now Malawi:
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
names = {p: f"{NAMES[p[0]]} – {NAMES[p[1]]}" for p in order}
reach = {p: 2.58 * deviation[p] for p in PAIRS}
bars = {p: (r[p], r[p] - reach[p], r[p] + reach[p]) for p in order}
estimates = {
    "released": {names[p]: bars[p] for p in order},
    "exact, for the book only": [exact[p] for p in order],
}
ax = plots.forest(list(names.values()), estimates, place=0, height=3.8)
caption = "Correlations of all ten pairs in the table of Malawi, as released at ε = 0.5, and exact, because this table is public. The bars are 2.58 standard deviations of sampling error and noise together; only one bar does not reach 0."
assert sum(abs(r[p]) > reach[p] for p in order) == 1
ax.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=3)
plots.show(ax, caption, "correlation", "pair")

# %% [markdown]
r"""
The edge of chapter 13 is found again, and because of the random assignment it is reward → learned.

## Third use: an instrument, when only the offer is random

Two tables can answer one more kind of question. The reward was assigned at random, but learning was not. What does *learning* do, for example to the chance that a partner is told? A plain comparison cannot say: trust in the clinic might make people come *and* talk to their partners, and trust is in no table. But trust is equally common with and without the *offer* of a reward.

Malawi's table has no column for partners, so the numbers are invented. Suppose that among 100 people the reward makes 40 more learn their result, and that 12 more partners then know. If the reward reaches partners only through learning, these 12 come from the 40, so learning raises their proportion by $\frac{12}{40}=0.30$. This is the **Wald estimator**, the effect of the reward on *partner* divided by its effect on *learned*. It estimates the average effect among those who learned *because of* the reward, the *complier average causal effect*.

The reward is then an *instrument*, or *instrumental variable*. Four assumptions are needed, and no interference:

- *random assignment* of the reward;
- *exclusion restriction*: it affects the partner only through learning;
- *monotonicity*: it keeps nobody from learning;
- *relevance*: its effect on learning is much larger than the noise.

## What this study can claim

- **The rewards made more of these people learn their result**, if the assignment was random, nobody's reward brought others, and no records are missing because of it.
- **A missing edge does not mean "no association".** A correlation is detected with 80% power if it is $2.58+0.84=3.42$ standard deviations away from 0. This *minimum detectable association* is 0.14 for two variables with equal halves, and up to 0.21 for our pairs without *hiv*. With *hiv* it is larger than any correlation that is possible if 6% are infected: for *young – hiv*, for example, it is 0.35, and the largest possible one is 0.29. There the missing edges say nothing.
- **The privacy cost** of the whole course is $\varepsilon=2$ and $\delta=2\cdot10^{-7}$. A study of this graph and this effect would have released the tables once, for a quarter of this $\varepsilon$.
"""

# %% tags=["hide-input"]
assert [f"{v:.1f}" for v in table[n][::2]] == ["1.2", "2.1", "3.1"]
assert table[n][5] <= table[n][1]
assert f"{change:.2f}/{low:.2f}/{high:.2f}" == "0.54/0.39/0.68"
p = counts[:, 1] / counts.sum(axis=1)
parts = (p**2 + (1 - p) ** 2) * np.array([1, 2]) / counts.sum(axis=1) ** 2
assert f"{sigma * math.sqrt(parts.sum()):.2f}/{margin:.2f}" == "0.07/0.15"
assert (
    f"{counts[1, 1]:.0f}/{counts[1].sum():.0f}/{p[1]:.2f}" == "1728/2230/0.77"
)
plain, bare = 2 * sigma / n, 1 / math.sqrt(n)
least = 3.42 * math.hypot(plain, bare)
assert f"{least:.2f}/{plain:.3f}/{bare:.3f}" == "0.14/0.036/0.019"
assert f"{8 * math.sqrt(10 / rho) / n:.2f}/{0.14 / 0.64:.2f}" == "0.14/0.22"
real = {pair: counted(people, *pair)[0] for pair in PAIRS}
needed = 3.42 * np.hypot(correlations(real, n, sigma)[1], bare)
first = np.arange(n) < (few := int(people[:, HIV].sum()))
ends = [np.sort(people[:, v]) for v in range(4)]
most = np.abs(np.corrcoef([*ends, first, first[::-1]])[:4, 4:]).max(axis=1)
assert (most < needed[:4, HIV]).all() and round(100 * few / n) == 6
assert f"{1 / (1 + math.exp(-2)):.2f}" == "0.88"
assert f"{max(needed[p] for p in PAIRS if HIV not in p):.2f}" == "0.21"
assert f"{needed[YOUNG, HIV]:.2f}/{most[YOUNG]:.2f}" == "0.35/0.29"
even = np.full((1, 2, 2), 2_500)
moved = damped(even + np.outer([1, 0], [1, -1])) - damped(even)
assert f"{math.sqrt(even.sum()) * moved:.2f}" == "1.50"

# %% [markdown]
r"""
## Exercises

:::{exercise} ★ Post-processing or not?
:label: ex-c14-post

The tables are released. For each step write "free" or "charged" with one reason: (a) a graph with another critical value; (b) a second release of the table of *young* by *learned*; (c) the effect of the reward among the young; (d) rounding negative counts up to 0.
:::

:::{solution} ex-c14-post
:class: dropdown

(b) and (c) are charged, because both use the records again: (c) needs a table of three columns. (a) and (d) are free. But (d) makes sums of counts too large, because it removes noise on one side only.
:::

:::{exercise} ★ Twice as many columns
:label: ex-c14-ten

Compute by which factor $\sigma$ grows if ten columns are released instead of five, for the same $\rho$.
:::

:::{solution} ex-c14-ten
:class: dropdown

There are 45 tables instead of 10, so the factor is $\sqrt{4.5}=2.1$.
:::

::::{exercise} ★★ Implement, then assert: any weighted sum of cells
:label: ex-c14-mine

Write `weighted_sum(tables, weights, sigma)` for two dictionaries of arrays; `weights` can lack some tables. It returns the sum of all cells times their weights, and the standard deviation of its noise. Hand in the function that passes `check("weighted_sum", weighted_sum)`, and the number of infected people with its standard deviation, (a) from the table of *young* and *hiv*, and (b) as the mean of the answers of all four tables with *hiv*.

::::

:::{solution-start} ex-c14-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def weighted_sum(tables, weights, sigma):
    """A weighted sum of noisy cells, and the deviation of its noise."""
    total = sum(np.sum(w * tables[pair]) for pair, w in weights.items())
    squares = sum(np.sum(w**2) for w in weights.values())
    return total, sigma * math.sqrt(squares)


# %%
check("weighted_sum", weighted_sum)
yes = {(v, HIV): np.outer(np.ones(SIZES[v]), [0, 1]) for v in range(4)}
quarter = {pair: weights / 4 for pair, weights in yes.items()}
for weights in ({(YOUNG, HIV): yes[YOUNG, HIV]}, quarter):
    total, deviation = weighted_sum(tables, weights, sigma)
    print(f"{total:.0f} infected, standard deviation {deviation:.0f}")

# %% [markdown]
r"""
One table adds two noisy cells, so the standard deviation is $\sigma\sqrt2$. Nine noisy cells of four tables, each with the weight $\frac14$, have $\sigma\frac{\sqrt9}4$, about half as much. The second answer costs nothing more, because it was in the release all the time.

:::{solution-end}
:::

:::{exercise} ★★ Trust in no table: the Wald estimator
:label: ex-c14-wald

Simulate: trust and a reward have probability 0.5 each; a person learns with probability 0.2, plus 0.4 with a reward, plus 0.3 with trust; the partner knows with probability 0.1, plus 0.3 if the person learned, plus 0.4 with trust. For 2,834 and for 10,000 people, release the three tables of *reward*, *learned* and *partner* with our $\rho$, a thousand times. Compare the ratio with the raw difference between those who learned and the others.
:::

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
    tables = release_tables(simulate(n, rng), (2, 2, 2), rng.normal, rho)
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
    print(f"ratio {ratio:.2f} ± {margins[1]:.2f}")

# %% tags=["hide-input"]
assert f"{raw:.2f} {ratio:.2f} {margins[1]:.2f}" == "0.42 0.30 0.05"
both = dict(zip(("raw difference", "ratio"), runs.T))
truth = {TRUE_EFFECT: "truth"}
ax = plots.histogram(both, np.linspace(0.15, 0.5, 36), place=truth)
caption = "Two estimates of the effect of learning in 1,000 simulated tables of 10,000 people, each from one release at ε = 0.5. The ratio is spread around the truth; the raw difference is always too large."
assert runs[:, 0].min() > TRUE_EFFECT
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

This half needs chapter 7. Fix two neighbouring tables and an event, run the auditor on 5,000 runs each, and hand in the lower bound for $\varepsilon$, the true $\varepsilon$, and a repaired function. {ref}`Solution <solution-audit>`
:::

:::{exercise} ★★★ Capstone, second half: a table that you have not seen
:label: ex-c14-unseen

`privcausal.course.village.job_centre()` simulates the table of a job centre; do not read its code. Its columns are *invited* to a course, assigned at random; *came*; *poor*; and *job* a year later, each 0 or 1, for 6,000 people. The budget is $\varepsilon=1$ and $\delta=10^{-6}$.
Hand in: (a) beforehand, the minimum detectable correlation for equal halves; (b) one release; (c) the difference in *job* between those who came and those who did not, and why it is not the effect; (d) the effect of the *invitation* with its interval; (e) the Wald estimator of the effect of *coming*; (f) the three sentences that you would publish. {ref}`Solution, with the truth <solution-job-centre>`
:::

## The bill, for the last time

What we asked about 2,834 people, what was answered, and what it cost:
"""

# %%
bill(14, privacy_filter.total_cost, answers=True)

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
- **The records.** Our intervals ignore that records may be missing for a reason, and that people of one village may resemble each other.

To go further, read *What If* by Hernán and Robins and *Programming Differential Privacy* by Near and Abuah.

In chapter 1 two exact counts gave you away. Thirteen chapters later all the answers above have been published about 2,834 people. Yet somebody who knows all other records, and must guess which of two equally likely ones is yours, is right at most about 88 times in a hundred.

**Practice.** Five one-minute questions: {ref}`chapter 14 <practice-14>`.

**Next.** Your own data: {doc}`/book/your-own-table` leads from a file to a release with the library.
"""
