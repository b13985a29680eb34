# %% [markdown]
r"""
# A graph of people, test by test

:::{chapter} 13
:asks: How does one ask dozens of questions, when each costs, and the next depends on the last answer?
:needs: c03_composition, c12_graphs
:teaches: the sensitivity of a test, a budget by order, a test that knows its noise
:skip: the folded case of the proof
:::

Reward and (nearly) distance were drawn by lot; age and infection were not. Which of these facts hang together with *learned*, and which only seem to?
The last chapter knows a way: ask for independence, again and again, and delete edges. But there the people were imagined.

Now each question is about the people of Malawi. How far can one of them move an answer? How much noise does that take, and what is left of the graph?
"""

# %% tags=["hide-input"]
import itertools
import math

import numpy as np

from privcausal import plots
from privcausal.course import bill, check
from privcausal.course.village import NAMES, PLACES, SIZES, TRUE_EDGES, cut
from privcausal.course.village import excess, pc_questions, village
from privcausal.data.malawi import participants
from privcausal.graphs.structure.graph_drawing import draw
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Relation

SWAP = Relation.SUBSTITUTION

# %% [markdown]
r"""
## Cut first, look later

Our test of independence works on tables of counts, so numbers are cut into a few classes. *Where* to cut is decided from what is public, before the data are read:
young is below thirty, near is below two kilometres, and the vouchers are none, up to a dollar and a half, or more.
A cut "in the middle of the data" would be one more question to the data, and would cost.

Each of the five facts is a whole number then, below a size that is *declared*: 3 for the reward and 2 for the others. If sizes were read off the data, a rare value would show by the size of a table.

:::{show} privcausal.course.village.cut
:::
"""

# %%
people = cut(participants())
n = len(people)
print(f"{n} people;", end=" ")
print(", ".join(f"{v} is {fact}" for v, fact in enumerate(NAMES)))

# %% [markdown]
r"""
Here is the vocabulary of the programs below. Most of it comes from chapter 12; the last line is the purse of chapter 3.

| name | what it is |
|---|---|
| `people[i, v]` | fact `v` of person `i`; a fact goes by its number in the line above |
| `SIZES[v]` | how many values fact `v` may have |
| `counted(people, x, y, given)` | one table of fact `x` against fact `y` for each stratum of `given` |
| `excess(table)` | concordant minus discordant pairs in it |
| `pc_questions(edges, order)` | what PC asks: each edge, with the list of its sets |
| `separators[x, y]` | the set that took the edge of `x` and `y` away |
| `village(n, rng)` | imagined people with the same five facts in this order, whose `TRUE_EDGES` we know |
| `purse.release(question, number, rng).value` | a noisy answer, or a refusal; `question` holds Δ and σ |

Two of them at work: a table, with declared sizes now, and what order 1 would ask if all facts were joined:
"""


# %%
def counted(people, x, y, given=()):
    """A table of x against y in each stratum."""
    columns = (*given, x, y)
    sizes = [SIZES[v] for v in columns]
    cells = np.ravel_multi_index([people[:, v] for v in columns], sizes)
    counts = np.bincount(cells, minlength=math.prod(sizes))
    return counts.reshape(-1, SIZES[x], SIZES[y])


imagined = village(100, np.random.default_rng(1))
print("near (no, yes) by learned (no, yes), 100 imagined people:")
print(counted(imagined, 1, 3)[0])
all_pairs = set(itertools.combinations(range(5), 2))
questions = list(pc_questions(all_pairs, 1))
print("the first edge and its sets:", *questions[0])
most = sum(len(sets) for _, sets in questions)
print("questions of order 1 at most:", most)
assert most == 30

# %% [markdown]
r"""
## How far can you move a test?

You are one of the people. If your record were another, you might sit in another stratum, and in another cell there.
Take the test of the last chapter, $z=\frac{3}{2\sqrt n}\sum_kn_k\tau_k$. Times $\sqrt n$, a stratum of $m$ people with *excess* $S$ (concordant minus discordant pairs) adds $\frac32m\tau=\frac{3S}{m-1}$.

An example. In a stratum of three people all agree: $S=3$, and it adds $\frac{3\cdot3}{2}=4.5$. You enter, and disagree with each of the three. Now $S=3-3=0$, and the four of you add 0. You have moved the sum by 4.5.

Can you do worse in a larger stratum? When you enter, $m$ grows by one, and you bring $m$ new pairs, one with each person there. So $S$ changes by some $d$ with $|d|\le m$. Here are all sizes up to twenty, all excesses and all $d$:
"""


# %%
def plain(m, s):
    """What a stratum adds to the test of the last chapter, times √n."""
    return 3 * s / (m - 1) if m > 1 else 0.0


def farthest(term, most=20):
    """The largest change when one person enters, and where: m, S, d."""
    return max(
        (abs(term(m + 1, s + d) - term(m, s)), (m, s, d))
        for m in range(1, most)
        for s in range(-math.comb(m, 2), math.comb(m, 2) + 1)
        for d in range(-m, m + 1)
    )


change, where = farthest(plain)
print(f"plain: {change:.3f}, at m, S, d = {where}")

# %% [markdown]
r"""
You cannot, in any size: the move is $3\bigl|\frac{S+d}m-\frac S{m-1}\bigr|=3\bigl|\frac dm-\frac S{m(m-1)}\bigr|\le3(1+\frac12)$, as $|S|\le\frac{m(m-1)}2$; this is reached at every $m\ge2$. Leaving is entering backwards. If your record is replaced, you leave one stratum and enter another, so you can move the plain test by $2\cdot4.5=9$, over $\sqrt n$, with $n$ public.

Where $S$ is 0, you can move the sum by 3 at most. The worst case, 4.5, sits in strata of *strong* dependence, where the test is sure anyway. We want 3 everywhere, so large excesses must count for less. Leave the factor 3 away until the end: instead of $\frac S{m-1}$ count about $\frac Sm$ for small $S$, and less for large.
A square root does both: $r=\sqrt{m^2+2|S|}$ is nearly $m+\frac{|S|}m$ at first, then lags. Count $r-m$. In the example $\frac S{m-1}$ fell by 1.5; this falls from $\sqrt{9+6}-3\approx0.87$ to $\sqrt{16+0}-4=0$, by less than 1.

That is so in every stratum. When you enter, $m^2$ grows by $2m+1$, and $2|S|$ moves by at most $2m$ either way. So $r^2$ grows by between 1 and $4m+1$.
To become $(r+2)^2$ it would have to grow by $4r+4$, which is more, as $r\ge m$. So $r$ grows by between 0 and 2, and $m$ by exactly 1: *the difference $r-m$ moves by less than 1*, whatever $S$ is. Let this difference be the test:

$$
z'=\frac{3}{\sqrt n}\sum_k\pm\Bigl(\sqrt{n_k^2+2|S_k|}-n_k\Bigr),\qquad \text{with the sign of } S_k .
$$

For small $S_k$ the bracket is nearly $S_k/n_k$, where $z$ has $S_k/(n_k-1)$: there $z'$ is nearly $z$.
"""


# %%
def damping(m, s):
    """The same for the damped test."""
    return 3 * math.copysign(math.sqrt(m * m + 2 * abs(s)) - m, s)


change, where = farthest(damping)
print(f"damped: {change:.3f}, at m, S, d = {where}")
assert change < 3 and round(damping(3, 3) / 3, 2) == 0.87
assert plain(3, 3) == 4.5 and plain(4, 0) == damping(4, 0) == 0

# %% [markdown]
r"""
> **Replacing one of $n$ records moves $z'$ by less than $6/\sqrt n$**, whatever the strata, their number, and the ties. {verdict}`B-stratified`

*The idea.* Entering one stratum changes its bracket by less than 1, as we saw (also if the sign of $S$ turns: folded below). Leaving another changes that one's by less than 1 again. Two times 3 is 6.

:::{dropdown} And if the sign of S turns?
Above, $S$ kept its sign. If it turns from $S$ to $S+d$ with $|d|\le m$, then $|S|+|S+d|\le m$; each term is at most $|S|/m$ and $|S+d|/(m+1)$ in size, so together they are less than 1 (were $|S|=m$ and the other 0, the first would be $\sqrt{m^2+2m}-m<1$).
:::

For tables, and for our number of people:
"""


# %%
def damped(tables):
    """Kendall within strata; strong dependence counts a little less."""
    terms = [damping(int(t.sum()), int(excess(t))) for t in tables]
    return sum(terms) / math.sqrt(tables.sum())


SENSITIVITY = 6 / math.sqrt(n)
print(f"6/√n = {SENSITIVITY:.3f}")

# %% [markdown]
r"""
It is little: from one study to the next chance alone moves a test by up to about 1.

:::{quiz} A colleague divides the sum by a standard deviation that she computes from the ties *in the data*. What happens to the bound?
- [ ] Nothing: the divisor is hardly different from 1. :: It is a number that people can move, and for a rare fact it is small. Then one record moves the quotient far.
- [x] It is gone, unless the divisor is bounded away from 0 and its own moves are counted. :: Right. A divisor that is made of the data is part of the question.
:::

:::{admonition} How it was got wrong
:class: warning
The program that comes with a paper on a private PC tidies up before it computes a test like ours: it leaves out the strata that say nothing, such as those in which a fact is the same for all.

That looks harmless, as they add 0 to the sum. But their people go from $n$ too. Take a small ward of 16 patients where the treatment decides the outcome, and a large one of 59,984 where the outcome has been the same for all so far. The large ward is left out, and the small one decides: dependent.

Then *one* patient of the large ward has another outcome. The ward is back in $n$, and drowns the small one: below, the plain test falls from 3.20 to 0.06. In that program, too, one record moves the answer much farther than its noise was made for {verdict}`P-strata`.

No bound $c/\sqrt n$ is safe, however large $c$ is. The repair: **all strata count, and the scale is the public $n$**, as above. ({doc}`32_a_test_and_its_sensitivity` has the lines of code, and two more such rules.)
:::
"""

# %%
small = np.array([[8, 0], [0, 8]])
before = np.array([[29_992, 0], [29_992, 0]])  # one outcome for all
after = np.array([[29_992, 0], [29_991, 1]])  # but for one patient


def plain_test(*tables):
    """The test of the last chapter, from the tables of all strata."""
    terms = [plain(int(t.sum()), int(excess(t))) for t in tables]
    return sum(terms) / math.sqrt(sum(t.sum() for t in tables))


print(f"large ward left out: z = {plain_test(small):.2f}")
print(f"one patient later:   z = {plain_test(small, after):.2f}")
print(f"never left out:      z = {plain_test(small, before):.2f} before")
print(f"one person may move z by 9/√n = {9 / math.sqrt(60_000):.2f}")
assert small.sum() + before.sum() == 60_000 and before.sum() == 59_984
assert round(plain_test(small), 2) == 3.20
assert round(plain_test(small, after), 2) == 0.06
assert plain_test(small, after) - plain_test(small, before) < 0.01

# %% [markdown]
r"""
With both wards in the test before and after, one patient moves it by less than a hundredth.

## How many questions will there be?

Five facts make ten pairs, so order 0 asks ten questions. Order 1 asks about each edge that is left, given each neighbour: at most thirty, as we counted. A third order would leave less for these two; we stop there.

How many it *will* be depends on the answers. May a price depend on answers? Chapter 3 has settled it: with a budget fixed beforehand and a purse that refuses, the next question may depend on everything released so far.
What must not depend on an answer is *whether it is billed*: each one is. (The noes of chapter 6 were free because a noisy threshold had paid for them. Here is none.)
(One published program counts only the tests that did not come out clearly, and bills those. The clear ones have told just as much {verdict}`C-count`.)

So we fix the budget **by order**. The whole is $\rho$; each of the two orders may spend $\rho/2$, in equal parts for all the tests it asks. How many these are is known when the order begins, from edges that are already public.

The noise is Gaussian, because an order may ask up to thirty tests: from nine on it is smaller than Laplace noise for half of our ε, as in chapter 3. Of standard deviation $\sigma$ on a number with sensitivity $\Delta$ it costs $\Delta^2/2\sigma^2$. If an order asks $T$ tests, each may cost $\rho/2T$, and

$$
\frac{\Delta^2}{2\sigma^2}=\frac{\rho}{2T}\qquad\Longrightarrow\qquad \sigma=\Delta\sqrt{T/\rho}\,.
$$

And $\rho$ itself comes from chapter 3: $\varepsilon=\rho+2\sqrt{\rho\,t}$ with $t=\ln(1/\delta)$. Add $t$ on both sides, and the right one is $(\sqrt\rho+\sqrt t)^2$. So $\sqrt\rho=\sqrt{\varepsilon+t}-\sqrt t$. For this chapter the plan has $\varepsilon=0.5$ and $\delta=10^{-7}$:
"""

# %%
EPSILON, DELTA = 0.5, 1e-7
tail = math.log(1 / DELTA)
rho = (math.sqrt(EPSILON + tail) - math.sqrt(tail)) ** 2
sigma = SENSITIVITY * math.sqrt(10 / rho)
print(f"ρ = {rho:.5f}; noise on each of ten tests: σ = {sigma:.2f}")
for tests in (8, 9):  # as said above, both in units of Δ
    laplace = math.sqrt(2) * tests / (EPSILON / 2)
    assert (math.sqrt(tests / rho) < laplace) == (tests == 9)

# %% [markdown]
r"""
The noise is about six times as wide as what chance does without it. We should know that before we ask, and the test should know it too.

## A test that knows its noise

If two facts are independent, $z'$ scatters with a standard deviation of at most about 1, and the noise adds its own: the answer has at most about $\sqrt{1+\sigma^2}$.
So we keep an edge when the answer is more than $1.64$ of *these* deviations away from 0 (chapter 12 took 2.58; with that and the noise we would miss still more). As 90% of a bell curve lie within 1.64 deviations, an unrelated pair passes with a chance of at most about one in ten, however loud the noise is.

The price is paid on the other side: what is true and weak goes. From which mean $z'$ on does an edge pass order 0 in four of five cases? Four fifths of a bell curve lie above the point that is 0.84 deviations below its middle, so $z'$ must lie $1.64+0.84$ deviations away from 0. That is computed from public numbers alone:
"""

# %%
CAUTION = 1.64
print("   people      σ  kept beyond  seen from |z'| of   in units of √n")
for size in (n, 30_000, 300_000):
    noise = 6 / math.sqrt(size) * math.sqrt(10 / rho)
    deviation = math.sqrt(1 + noise**2)
    observed = (CAUTION + 0.84) * deviation
    if size < 300_000:  # as said below
        tau = 0.2 if size == n else 0.02
        assert abs(observed / math.sqrt(size) / 1.5 - tau) < tau / 5
    print(f"{size:9,} {noise:6.2f} {CAUTION * deviation:10.1f}", end=" ")
    print(f"{observed:16.1f} {observed / math.sqrt(size):17.3f}")

# %% [markdown]
r"""
Read the last column. For weak dependence $z'/\sqrt n$ is about $\frac32\tau$, a *strength*, which does not grow with $n$.
With 2,834 people a $\tau$ of about 0.2 is seen there (two facts, each true of half the people, that agree in 70% of cases); with 30,000, one of 0.02.
"""

# %% [markdown]
r"""
## Your private skeleton

Now everything is there: the questions of PC, a statistic with a bound, a price for each order, and a test that knows its noise.

::::{exercise} ★★ Implement, then assert: `private_skeleton`
:label: ex-c11-mine

Write `private_skeleton(nodes, statistic, noisy, sensitivity, rho, caution)`, for orders 0 and 1.
`statistic(x, y, given)` is the exact number; one person moves it by at most `sensitivity`. `noisy(number, sigma)` releases it with Gaussian noise of standard deviation `sigma`. Each order has `rho / 2`, in equal parts for all questions that `pc_questions(edges, order)` has at its beginning; ask all of them.
An edge goes if an answer is less than `caution` times $\sqrt{1+\sigma^2}$ away from 0. Return `edges, separators` as `pc_skeleton` does; the first set that separated counts. `pc_questions` is imported above.

:::{dropdown} Hint
Make the list of questions first: its length is $T$. Every one of them is asked, even about an edge that has just gone: it is paid for already.
:::
::::

:::{solution-start} ex-c11-mine
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
        bar = caution * math.sqrt(1 + sigma**2)
        for edge, given in asked:
            if abs(noisy(statistic(*edge, given), sigma)) < bar:
                edges.discard(edge)
                separators.setdefault(edge, given)
    return edges, separators


# %%
check("private_skeleton", private_skeleton)

# %% [markdown]
r"""
:::{solution-end}
:::

## First on imagined people

What can such a search be expected to find? Never ask the real table to find out: each try would cost. Imagined tables are free.
The village of the last chapter has four true edges among these five facts (*told* is left out). A hundred villages of each size:
"""


# %%
def search(people, noisy, rho=rho):
    """The private skeleton of five facts about these people."""
    statistic = lambda x, y, given: damped(counted(people, x, y, given))
    reach = 6 / math.sqrt(len(people))
    return private_skeleton(5, statistic, noisy, reach, rho, CAUTION)


# %%
print("  people  right  missed  invented")
for size in (n, 10_000, 30_000):
    rng = np.random.default_rng(size)
    runs = [search(village(size, rng), rng.normal)[0] for _ in range(100)]
    right = np.mean([len(run & TRUE_EDGES) for run in runs])
    wrong = np.mean([len(run - TRUE_EDGES) for run in runs])
    print(f"{size:8,} {right:6.1f} {4 - right:7.1f} {wrong:9.1f}")

# %% [markdown]
r"""
With as many people as in Malawi the search finds about one edge of four, with thirty thousand all of them. (Without privacy, the last chapter found them all from 2,834.)
Why is *invented* near 0, when each test may keep one unrelated pair in ten? Because an edge that passed at order 0 by luck is asked about again at order 1, once for each neighbour and with fresh noise, and would have to be lucky each time. (And *hiv – learned*, joined only through age, goes once *young* is held fixed.)
(An edge without a neighbour is not asked about again.)

## The release

One run, on the people. A purse pays each answer, and refuses what is not covered. The library's noise takes the place of `rng.normal`: it is drawn on a grid, as in chapter 1.
"""

# %%
privacy_filter = ConcentratedFilter.for_epsilon(EPSILON, DELTA, SWAP)
rng = np.random.default_rng(11)


def paid(number, sigma):
    """One noisy answer, paid by the purse."""
    question = GaussianNoise(SENSITIVITY, sigma, SWAP)
    return privacy_filter.release(question, number, rng).value


safe = (1 - 1e-9) * privacy_filter.budget  # rounding must not overdraw
edges, separators = search(people, paid, safe)
print("edges:", [f"{NAMES[x]} — {NAMES[y]}" for x, y in sorted(edges)])
again = [pair for pair, given in separators.items() if given]
print(len(privacy_filter.releases), "answers;", end=" ")
print(len(again), "edges went at order 1")
print(privacy_filter.total_cost)

# %% tags=["hide-input"]
graph = np.zeros((5, 5), dtype=bool)
for x, y in edges:
    graph[x, y] = graph[y, x] = True
ax = plots.panel(height=2.6, width=5.0)
draw(ax, graph, NAMES, places=PLACES, title="Malawi, test by test")
caption = "What the private search keeps of ten edges. A missing edge means: not seen, at this price and with so few people."
plots.show(ax, caption)

# %% [markdown]
r"""
Reward and learning hang together. The search says *that* and nothing else, and it gives no direction: for an arrow PC needs two edges that meet, and there is one.
The direction we have from another source: the reward was drawn by lot, so nothing in the table can have caused it. **reward → learned** is a causal claim, and what carries it is the lot, not the algorithm.

Ten answers belong to order 0. It kept two edges more, by the luck of the noise, in a chain with the first. The outer edges have one neighbour to hold fixed, the middle one has two: $1+2+1$ questions. Order 1 asked them, and deleted these two.
With nothing to ask at order 1, half of $\rho$ would be left in the purse, and the bill would be the same: a purse in $\rho$ promises its whole budget (chapter 3).

Now the look behind the curtain that only a public table allows: the exact $z'$ of all ten pairs at order 0.
"""

# %%
pairs = list(itertools.combinations(range(5), 2))
exact = [abs(damped(counted(people, x, y))) for x, y in pairs]
ranked = sorted(zip(exact, pairs), reverse=True)

# %% tags=["hide-input"]
labels = [f"{NAMES[x]} – {NAMES[y]}" for _, (x, y) in ranked]
sizes = {"exact size of z′": [value for value, _ in ranked]}
ax = plots.forest(labels, sizes, height=3.6)
bar = CAUTION * math.sqrt(1 + sigma**2)
ax.axvline(bar, color=plots.ORANGE, linestyle="--", label="bar, with noise")
look = {"linestyle": ":", "label": "bar, without"}
ax.axvline(CAUTION, color=plots.GREEN, **look)
caption = "An edge is kept beyond its bar. Only one pair is truly beyond the orange one. A few more would count without noise; none of these comes near the orange line."
plots.show(ax, caption, x="distance from independence, |z′|", y="pair")

# %%
without = [NAMES[x] + " – " + NAMES[y] for z, (x, y) in ranked if z > CAUTION]
print("beyond 1.64 without noise:", ", ".join(without))
rng = np.random.default_rng(12)
once_more = [search(people, rng.normal)[0] for _ in range(100)]
share = np.mean([(2, 3) in run for run in once_more])
print(f"reward – learned is kept in {share:.0%} of 100 runs like ours")
assert ranked[0][1] == (2, 3) and ranked[1][0] < 4 and 0.7 < share < 0.9
luck = math.sqrt((1 - 0.5**2) * (1 - 0.94**3 - 0.06**3))  # young, hiv
assert round(luck, 2) == 0.36  # as said below
alone = math.sqrt(1 + SENSITIVITY**2 / (2 * rho))  # one test, all of ρ
assert [round(k * alone, 1) for k in (1.64, 2.48)] == [2.7, 4.0]
for fact, of in ((0, 3), (1, 3), (0, 4)):
    have = people[:, fact] == 1
    p, q = people[have, of].mean(), people[~have, of].mean()
    print(f"{NAMES[of]}: {p:.1%} if {NAMES[fact]}, {q:.1%} if not")
    assert abs(p - q) < 0.08
    assert (round(p / q, 1) == 0.5) == (NAMES[of] == "hiv")

# %% [markdown]
r"""
The young learned a little less often, and people who lived near a little more often. The young were infected half as often; but infection is rare, and with so many ties $z'$ stays small (and so does its luck, about 0.36 here and not 1: for a rare fact both bars are too strict, as the last exercise shows). Each is a difference of a few people in a hundred.
Not seeing them is no error of the search. It is what $\varepsilon=0.5$, cut into so many pieces, can show about 2,834 people. (A single question with all of $\rho$ would keep an edge beyond 2.7, and see it in four of five cases from 4.0 on.)
The edge that we found was no matter of course either: in about one run of five it would have been missed.

**But must it be cut into pieces?** All ten answers at order 0 come from ten small tables of counts. For each answer we paid, and got one number. What would it cost to have the tables themselves? The next chapter asks that.

The library has this search with more care: ties, a better split among orders, one test for all sets of an edge. It is called `curate` there, after the paper that it repairs, and runs as `python -m privcausal discover table.csv --method curate`. {doc}`33_four_private_pcs` and {doc}`34_spending_where_it_matters` compare it with three others.

## Exercises

:::{exercise} ★ What is public?
:label: ex-c11-public

No code. Which of these may you use without paying? (a) the number of people; (b) the middle of the ages in the table, as a cut point; (c) the number of questions that order 1 asks; (d) which strata are empty, to leave them out of the sum.
:::

:::{solution} ex-c11-public
:class: dropdown

(a) Yes: it is public under substitution. (b) No: it is an answer about the records. (c) Yes: it follows from edges that were released, and paid. (d) Here yes: an empty stratum adds 0 whether it is left out or not. (To publish which are empty would cost.) In a test that divides by the number of strata, no.
:::

:::{exercise} ★ Four times as many
:label: ex-c11-more

How does $\sigma$ change with four times as many people? With four times $\varepsilon$? (For small $\varepsilon$, $\rho$ grows like $\varepsilon^2$.) And by how much does the exact $z'$ of a pair of the same strength grow in each case?
:::

:::{solution} ex-c11-more
:class: dropdown

$\sigma=\frac6{\sqrt n}\sqrt{T/\rho}$ is halved by four times the people, and divided by four by four times $\varepsilon$. But $z'$ of the same strength doubles with four times the people, and does not change with $\varepsilon$. So against the noise, people and $\varepsilon$ count the same: both by four.
:::

:::{exercise} ★★ The worst stratum
:label: ex-c11-worst

For the plain test, which $d$ is worst for $m=5$ and $S=-10$, and which for $S=+10$? And for $S=0$? Explain in words why strong dependence is the dangerous case.
:::

:::{solution-start} ex-c11-worst
:class: dropdown
:::
"""

# %%
for s in (-10, 0, 10):
    moves = {d: plain(6, s + d) - plain(5, s) for d in range(-5, 6)}
    worst = max(moves, key=lambda d: abs(moves[d]))
    print(f"S = {s:3}: worst d = {worst:2}, change {moves[worst]:+.2f}")

# %% [markdown]
r"""
From $S=-10$, where all five disagree, a person who agrees with all changes most: $d=5$. At $S=0$ it is 3, for $d=\pm5$; from 10 again 4.5. Besides your own $d$ pairs, the *old* excess counts for less, because it is divided by one more person; and that matters only if it is large.

:::{solution-end}
:::

:::{exercise} ★★ Every answer pays
:label: ex-c11-count

A program bills only the tests that end near the threshold. Ten tests are asked with Laplace noise at $\varepsilon=0.1$ each, all end clearly, and the bill says 0. Which two neighbouring tables would you use to show that 0 is false? What is the right bill?
:::

:::{solution} ex-c11-count
:class: dropdown

Any two neighbours on which a statistic differs: then the chances of ending far below the threshold differ, and $\varepsilon=0$ allows no ratio but 1. If all ten lie above it on the one table, and by $\Delta$ higher on the other, only noise brings them below, and the ratio is exactly $e^{10\cdot0.1}$: the right bill is $\varepsilon=1$.
:::

:::{exercise} ★★ All questions in one order
:label: ex-c11-orders

Suppose you give order 0 all of $\rho$ and skip order 1. Change `private_skeleton` accordingly, and repeat the table for imagined villages. What is better, what is worse?
:::

:::{solution-start} ex-c11-orders
:class: dropdown
:::
"""

# %%
for size in (n, 30_000):
    rng, runs = np.random.default_rng(size), []
    noise = 6 / math.sqrt(size) * math.sqrt(10 / (2 * rho))  # all of ρ
    for _ in range(10):
        folk = village(size, rng)
        runs.append(
            {
                pair
                for pair in pairs
                if abs(damped(counted(folk, *pair)) + rng.normal(0, noise))
                >= CAUTION * math.sqrt(1 + noise**2)
            }
        )
    right = np.mean([len(run & TRUE_EDGES) for run in runs])
    wrong = np.mean([len(run - TRUE_EDGES) for run in runs])
    print(f"{size:8,} right {right:.1f}, invented {wrong:.1f}")

# %% [markdown]
r"""
With few people more true edges are seen, because the noise is smaller by a factor of $\sqrt2$, and they need not pass twice. But nothing deletes what only *seems* joined: infection and learning hang together through age, and pairs that pass by chance stay.

:::{solution-end}
:::

:::{exercise} ★★★ Refuse to be moved
:label: ex-c11-ties

Divide $z'$ by its own spread under ties, $\sqrt{(1-\sum p^3)(1-\sum q^3)}$ with $p,q$ the shares of the values in the table (one stratum). Go through all two-by-two tables of $n=6,12,24$ people and find $\sqrt n$ times its sensitivity. Does it stay below 6? Explain with a rare fact.
:::

:::{solution-start} ex-c11-ties
:class: dropdown
:::
"""


# %%
def divided(cells):
    """z′ over the spread that the ties leave; 0 where there is none."""
    table = np.reshape(cells, (1, 2, 2))
    p, q = (table[0].sum(axis=a) / table.sum() for a in (0, 1))
    spread = math.sqrt((1 - (p**3).sum()) * (1 - (q**3).sum()))
    return damped(table) / spread if spread else 0.0


def all_tables(people, cells):
    """Every way to put so many people into cells."""
    for bars in itertools.combinations(range(people + cells - 1), cells - 1):
        ends = (-1, *bars, people + cells - 1)
        yield tuple(b - a - 1 for a, b in itertools.pairwise(ends))


for size in (6, 12, 24):
    value = {cells: divided(cells) for cells in all_tables(size, 4)}
    worst = 0.0
    for cells, here in value.items():
        for one, other in itertools.permutations(range(4), 2):
            moved = list(cells)
            moved[one], moved[other] = moved[one] - 1, moved[other] + 1
            worst = max(worst, abs(value.get(tuple(moved), here) - here))
    print(size, round(worst * math.sqrt(size), 1))

# %% [markdown]
r"""
It grows with $n$. If both facts hold for one and the same person only, the spread is about $3/n$: this single record decides between no dependence at all and "as much as possible". So the library moves the threshold with the ties, by a bounded amount, and not the statistic.

:::{solution-end}
:::

## The bill
"""

# %%
bill(11, privacy_filter.total_cost)

# %% [markdown]
r"""
## Three formulas

$$
|z'(D)-z'(D')|<\frac{6}{\sqrt n}\qquad\quad \sigma=\Delta\sqrt{\frac{T}{\rho}}\ \text{ for } T \text{ tests on } \frac\rho2\qquad\quad \text{keep if } |\text{answer}|>1.64\sqrt{1+\sigma^2}
$$

**In one paragraph.** A test is a number like any other: it has a sensitivity, if its scale is public and nothing is tidied away. A search that asks on the way fixes its budget beforehand, by order, and bills the whole. A test that knows its noise seldom invents edges; it misses them. With 2,834 people and $\varepsilon=0.5$ one edge of this graph can be seen, in four of five runs, and its direction comes from the lot.

**Next.** Ten questions to ten small tables cost ten prices. {doc}`c14_ask_once` asks for the tables themselves, one time.
"""
