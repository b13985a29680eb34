# %% [markdown]
r"""
# Spending where it matters

You have a fixed budget, and a search that asks its questions in waves: first about all pairs, then about the pairs that survived, given one variable, given two.
An error in the first wave cannot be repaired. An edge that is gone is gone.
**So should the first questions get the most?**

CURATE {cite}`curate2024` says yes, and lets an optimiser decide how much. This is a good thought: before it, every test of a search got the same, wherever it stood.
We shall take it seriously, which means: look at the test, at the bill, at the number of tests, and at the optimiser, one after the other.
At the end we get an algorithm that asks far fewer questions, so that the ones it asks are heard.

:::{admonition} After this chapter you can
:class: tip
- write down how often a noisy test errs, and see why a coin in the middle never helps;
- say what a search must book for each test, and recognise four ways to lose count of it;
- solve an optimisation problem that looks hopeless, and *prove* that the solution is the best one;
- run a private PC that needs one answer for each edge, however many conditioning sets there are.
:::
"""

# %%
import numpy as np

from privcausal import plots
from privcausal.graphs.constraint_based.curate_allocation import (
    AllocationProblem,
    all_at_once,
    best_allocation,
    equal_epsilons,
    most_tests,
)
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.constraint_based import pruned_questions as pruned
from privcausal.claims.broken.curate import FromZero, ThreeBranches

rng = np.random.default_rng(34)

# %% [markdown]
r"""
## A first look: how a budget melts

PC on *Alarm*, 37 variables, with a perfect oracle. How many edges are left when an order begins, and how many tests does it take?
"""


# %%
class Diary:
    """PC with an oracle, and one row for each order."""

    def __init__(self, dag):
        self.policy, self.rows = OneByOne(Oracle(dag)), []

    def separate(self, questions):
        before = sum(self.policy.asked)
        near = pruned.path_relevant_sets(questions)
        separators = self.policy.separate(questions)
        asked = sum(self.policy.asked) - before
        edges = int(questions.graph.sum()) // 2
        self.rows.append((edges, asked, len(near)))
        return separators


def diary_of(name):
    dag = network(name).dag
    diary = Diary(dag)
    pc(len(dag), diary)
    return diary.rows


diaries = {name: diary_of(name) for name in NAMES}

# %%
print("order  edges left  tests")
for order, (edges, asked, _) in enumerate(diaries["alarm"]):
    print(f"{order:5} {edges:11} {asked:6}")
total = sum(asked for _, asked, _ in diaries["alarm"])
each = 1 / total
print(f"{total:,} tests; at basic composition, ε = 1 gives each {each:.5f}")

# %% [markdown]
r"""
Two things catch the eye. Orders 1 and 2 take most of the tests. And almost all of those tests are about a few edges, again and again, given this and given that.
Keep the second thought in mind; it is how the chapter ends.

## The test, with a margin and a coin

CURATE's test adds Laplace noise of scale $\Delta/\varepsilon$ to a statistic $f$ (a p-value, so large means independent) and compares it with the threshold $T$, with a margin on each side. Clearly above: delete. Clearly below: keep. In between: toss a fair coin.

:::{claim} C-lemma1
:::

(proof-lemma1)=
:::{prf:proof}
Let $f>T$, and let $Z$ be the noise. The edge is kept if the sum is below $T(1-\beta_1)$, or if it is in between and the coin falls so. The first needs $Z<T(1-\beta_1)-f<-T\beta_1$, which has probability at most $\frac12e^{-T\beta_1\varepsilon/\Delta}$, the tail of a Laplace variable. The second has probability $\frac c2$.
For $f<T$ exchange the sides. As $f$ falls to $T$, the first inequality becomes an equality: the bound is attained. $\square$
:::

The verdict is {verdict}`C-lemma1`.
But notice $c$. It is the probability of the middle branch, *of this very test*, and it depends on $\varepsilon$ too. With little noise and $f$ near $T$ the middle branch is nearly certain. What does the whole thing say then?
"""

# %%
from privcausal.claims.graphs.methods.curate_pc_margin import LEMMA

for strength in (0.1, 1.0, 10.0, 100.0):
    bound = LEMMA(below=strength, above=strength)
    print(f"Tβε/Δ = {strength:5}: at f = T the error is {bound:.6f}")
    assert abs(bound - 0.5) < 1e-12

# %% [markdown]
r"""
One half, *whatever ε is*. With equal margins, as CURATE has them, the worst case does not depend on the budget at all, and no allocation can improve it.
There is nothing wrong here: a statistic on the threshold is a toss-up for every private test, because a private test's answer changes gradually. But a bound on the error that falls with $\varepsilon$ exists only for statistics *at some distance* from the threshold.

And what does the coin do there?

:::{claim} B-coin
:::

(proof-coin)=
:::{prf:proof}
Count distances in units of $\Delta/\varepsilon$: $g=|f-T|\varepsilon/\Delta$, $a=T\beta\varepsilon/\Delta$. The plain test errs with probability $\frac12e^{-g}$.

*Beyond the margin*, $g\ge a$: the other test errs if the noise exceeds $g+a$, and half the time if it lies between $g-a$ and $g+a$. That is $\frac12\bigl(\frac12e^{-g-a}+\frac12e^{-g+a}\bigr)=\frac12e^{-g}\cosh a$, which is more, because a Laplace tail bends upwards: the average of two values exceeds the value in the middle.

*Within it*, $g<a$: the error is $\frac12-\frac12e^{-a}\sinh g$. The difference to the plain test is $\frac12(1-e^{-g})-\frac12e^{-a}\sinh g$. It is least where $a$ is, at $a=g$, and there it is $\frac14(1-e^{-g})^2\ge0$.

For $g\to0$ both errors tend to $\frac12$. $\square$
:::
"""

# %% tags=["hide-input"]
T, beta, scale = 0.05, 0.2, 0.0075
f = np.linspace(0, 0.12, 241)
cdf = lambda x: np.where(x < 0, np.exp(-abs(x)) / 2, 1 - np.exp(-abs(x)) / 2)
ends = T * (1 - beta), T * (1 + beta)
chances = {
    "plain test": cdf((f - T) / scale),
    "with margin and coin": sum(cdf((f - end) / scale) for end in ends) / 2,
    "without noise": np.where(f > T, 1.0, 0.0),
}
looks = (plots.BLUE, plots.ORANGE, plots.INK)
ax = plots.curves(f, chances, height=3.2, colours=looks)
ax.axvspan(*ends, color=plots.SKY, alpha=0.2, label="the margin")
caption = "Both tests see the same noise. The one with the coin is nowhere nearer to the noiseless verdict."
plots.show(ax, caption, x="statistic f", y="chance that the edge goes")

# %% [markdown]
r"""
The verdict is {verdict}`B-coin`. The coin smears the noise a little wider, and that is all. From here on we compare plainly.

The public program of CURATE ({cite:t}`curate2024-code`, lines 3325 to 3329 of `CURATE_cb.py`) seeds its generator anew before each toss, always with the same number. With that number the coin says "keep", every time:
"""

# %%
in_between = np.full(10_000, T)
for coin, heads in (("fair", 0.5), ("seeded anew", 0.0)):
    test = ThreeBranches(T, beta, beta, 0.001, heads)
    share = test.deletes(in_between, rng).mean()
    print(f"{coin} coin, share deleted: {share:.2f}")

# %% [markdown]
r"""
## Who pays for a test that changes nothing?

A search needs a bill. What stands on it? In the public program of CURATE a test is booked when it ends in its margin or above, whatever the coin says (lines 3323 to 3342). A clear keep is free. An order with $k$ booked tests at ε costs $k\varepsilon^2+\varepsilon\sqrt{2k\ln(1/\delta)}$ there (line 3356). (The paper counts all tests.)

:::{claim} C-count
:::

It sounds like AboveThreshold, where only one of the two answers is paid for ({prf:ref}`P-svt`). But there the *threshold* is noisy, too, and that one noise hides all the free answers together. A Laplace test has no such thing.
Both answers of a Laplace test are equally telling; its law is the same seen from either side. So the verdict is {verdict}`C-count`, and the smallest witness is a single test that keeps its edge:
"""

# %%
from privcausal.claims.graphs.methods.curate_pc import worst_transcript
from privcausal.claims.broken.curate import bill

for tests, booked in ((1, 0), (10, 0), (3, 1), (20, 1)):
    worst = worst_transcript(1.0, tests, booked, delta=1e-14)
    print(f"{tests:2} tests, {booked} booked", end=": ")
    print(f"bill {bill(booked, 1.0):.2f}, true loss {worst.value:.2f}")
    assert abs(worst.value - tests) < 1e-6

# %% [markdown]
r"""
With one test in three booked the bill is more than enough, thanks to the root. But a dense graph, in which every test says "keep", is published for nothing, so says the bill, and it cost $t\varepsilon$.
The audit in {doc}`17_auditing` shows it on two data sets that differ in one record: how likely a run is that books nothing tells them apart. It leaves our own version in peace.

The program has more to teach about bills. Here are ten booked tests at order 0, then five, then one, with prices of our own:
"""

# %%
from privcausal.claims.broken.curate import charging_again, checking_too_late
from privcausal.claims.broken.curate import price_of_an_unplanned_order

counts, prices = [10, 5, 1], [0.01, 0.02, 0.05]
alone = [bill(k, e) for k, e in zip(counts, prices)]
again = charging_again(counts, prices)
print("booked, order by order:          ", np.round(alone, 2))
print("if the count is never set back:  ", np.round(again, 2))
late = checking_too_late(counts, prices, budget=0.3)
print("if compared afterwards, with 0.3:", round(late, 2))
for budget in (1, 50):
    price = price_of_an_unplanned_order(budget, rate=8.72)
    print(f"an unplanned order, of {budget:2}:  ε = {price:.2f} a test")
assert late > 0.3 and again[-1] > alone[-1] and price > 1

# %% [markdown]
r"""
- *The count is never set back* (line 3280 sets it once). Tests of order 0 are booked again at order 1, and again at order 2. That is safe, merely wasteful.
- *The budget is compared after an order was run* (line 3366). Here it is overspent threefold. The program plans each order from what is left, and so it overspends less.
- *One network of six variables is planned as if it had five* (line 177). Then the plan knows no test of order 4, such an order seems to cost nothing, and the planner gives each of its tests an $\varepsilon$ that has nothing to do with the budget. It matters only if the graph is still dense by then.

The cure for all of them is in {doc}`14_what_many_questions_cost`: a *filter* that holds the budget and refuses ({prf:ref}`B-filter`). Then no count by hand is needed.

## How many tests are there?

To divide a budget one must know how many tests will share it. That number depends on the data, so CURATE bounds it.

:::{claim} C-tests
:::

(proof-tests-count)=
:::{prf:proof}
For each edge the conditioning set is a set of $i$ of the other $d-2$ variables, and by assumption no set is asked about twice. There are never more than $\binom d2$ edges. If all variables are still joined, every set is asked about unless an edge goes. $\square$
:::

The verdict is {verdict}`C-tests`. The number $e_i$ may be used freely: it is computed from private answers.
(Our search asks about a pair once. A loop over ordered pairs, as in the public programs, asks twice about what both ends share, and may need up to twice as many tests.)
But how close is the bound to what happens? Here are two of our networks as a picture, and then all seven:
"""

# %% tags=["hide-input"]
axes = plots.panels(2, height=3.4)
for ax, name in zip(axes, ("sachs", "alarm")):
    present, asked, worth = np.array(diaries[name]).T
    nodes, orders = len(network(name).nodes), range(len(present))
    numbers = {
        "all pairs": [most_tests(nodes)[i] for i in orders],
        "edges left": [
            most_tests(nodes, e, i)[0] for i, e in enumerate(present)
        ],
        "asked": asked,
        "edges worth asking about": np.maximum(worth, 0.5),
    }
    look = {"title": name.title(), "xticks": orders, "log": "y"}
    plots.curves(orders, numbers, ax=ax, marked=True, **look)
axes[1].legend(fontsize=8)
caption = "Two bounds on the number of tests, what PC really asks with a perfect oracle, and the number of edges that are worth a question."
plots.show(axes, caption, x="order", y="number of tests")

# %%
print("network      asked at order 0, 1, 2, …, in percent of the bound")
for name, rows in diaries.items():
    d = len(network(name).nodes)
    shares = [
        100 * asked / most_tests(d, edges, order)[0]
        for order, (edges, asked, _) in enumerate(rows)
    ]
    print(f"{name:<12}" + "".join(f"{share:8.3f}" for share in shares))

# %% [markdown]
r"""
At order 0 the bound is exact. From order 2 on it is too high by factors of 10 to a million, because a variable has few neighbours, and the binomial does not know.
An allocation that believes it prepares for tests which will never come.

One can even ask for less than PC does.

:::{claim} B-way
:::

(proof-way)=
:::{prf:proof}
No true edge is ever deleted, as no set separates its ends. So the graph that is left always contains the true skeleton.

Let $x,y$ not be joined in $G$, and let $y$ not be a descendant of $x$ (one of the two is not a descendant of the other). Of the parents of $x$ keep those that lie on a path between $x$ and $y$ in the skeleton; call them $S$.

*$S$ separates.* Suppose a walk from $x$ to $y$ were open; take what follows its last visit to $x$. If it starts $x\leftarrow p$, the rest of it leads from $p$ to $y$ without $x$, so $p$ lies on a path between $x$ and $y$, and $p\in S$. But $p$ is no collider there, and blocks the walk.
If it starts $x\to$, it cannot follow arrows all the way to $y$, so it has a first collider, which descends from $x$. The walk is open only if that has a descendant in $S$, which is a parent of $x$: a circle.

Let $S$ have $k$ elements. *If $k=0$*, the edge goes at order 0. *If $k\ge2$* and the edge is still there at order $k$, the elements of $S$ are neighbours of $x$, and each lies on a path between $x$ and $y$; with the edge, that path is a circle, and a circle lies in one block. So $S$ is asked about.
*If $k=1$*, $S=\{z\}$: if $x,y$ are separated by nothing, the edge goes at order 0. Otherwise there are open walks from $x$ to $y$ without anything given, and all of them pass $z$, or $z$ would not stop them. So there is an open walk from $x$ to $z$ and from $z$ to $y$: neither pair is separated by nothing, both edges are there when order 1 begins, and $z$ is joined to both ends.

So the skeleton is right, the sets that are found separate, and the arrows follow as in {prf:ref}`B-cpdag`. $\square$
:::

The verdict is {verdict}`B-way`. The condition is due to {cite:t}`steck1999`; for order 1 there is a sharper one than the path. It costs nothing: the graph is private already.

:::{show} privcausal.graphs.constraint_based.pruned_questions.path_relevant_sets
:::
"""

# %% [markdown]
r"""
## The allocation problem

Here is what CURATE minimises. Let a test of order $i$ err with probability $u_i=\frac c2+\frac12e^{-k\varepsilon_i}$, with $k=T\beta/\Delta$ and $c$ taken as a constant.
A wrong edge survives all orders with probability $\prod u_i$. A right one is lost at some order with probability $1-\prod(1-u_i)$. Minimise the sum, under a budget, with $\varepsilon_0\ge\varepsilon_1\ge\dots$

We have just seen that $c$ is *not* a constant, and that the number of tests belongs into the error as well as into the price. Let us solve the problem nevertheless: it is the heart of the paper, which used a standard solver because no closed form was found.

With two orders one can look at it, here for $c=0$, a test without a middle branch.
"""

# %%
pair = AllocationProblem((28.0, 168.0), budget=10.0, delta=1e-14, rate=20.0)
solver = FromZero(pair.tests, pair.budget, pair.delta, pair.rate, middle=0)
path = [solver.solve()] and np.array(solver.path)
best = best_allocation(pair)
print("SLSQP from 0:", solver.path[-1].round(4))
print("the best:    ", np.round(best.epsilons, 4))

# %% tags=["hide-input"]
left, right = plots.panels(2, height=3.6)
ends = np.linspace(0, 0.22, 111), np.linspace(0, 0.1, 101)
grid = np.stack(np.meshgrid(*ends), axis=-1)
u = pair.errors(grid)
height = u.prod(-1) + 1 - (1 - u).prod(-1)
price = grid**2 @ pair.sizes + grid @ pair.slopes
price[grid[..., 1] > grid[..., 0]] = 2 * pair.budget
left.contour(*ends, height, levels=12, colors=plots.INK, linewidths=0.5)
affordable = {"levels": [0, pair.budget], "colors": [plots.SKY], "alpha": 0.3}
left.contourf(*ends, price, **affordable)
left.plot(*path.T, "o-", color=plots.ORANGE, markersize=4, label="SLSQP")
star = {"color": plots.RED, "markersize": 11, "linestyle": "none"}
left.plot(*best.epsilons, "*", label="best", **star)
left.set(title="Two orders", xlabel="ε of order 0", ylabel="ε of order 1")
budgets = np.geomspace(1, 100, 25)
plan = lambda b: AllocationProblem((28.0, 168.0, 420.0), b, 1e-14, 8.7)
switched = np.array([best_allocation(plan(b)).epsilons for b in budgets])
lines = {f"order {order}": switched[:, order] for order in range(3)}
plots.curves(budgets, lines, ax=right, log="x")
right.set(title="Three orders, best allocation", xlabel="budget")
right.set(ylabel="ε of one test")
caption = "Left: lines of equal error, what the budget allows (shaded), and the path of the solver. Right: orders switch on one after the other, with a kink at each start."
plots.show([left, right], caption)

# %% [markdown]
r"""
With three orders you see the **kink at zero**. The price of an order begins with a slope, $\varepsilon\sqrt{2t\ln(1/\delta)}$, and so an order gets nothing at all until its first bit is worth that slope. With a small budget it is *right* to put everything on order 0.
We had suspected the solver of getting stuck there. It is not: it is where the problem has its minimum.

The program takes $c=1$ (lines 121 to 126). Is its solver good enough?

:::{claim} C-opt
:::

The verdict is {verdict}`C-opt`. For $c=1$ the gain is the difference of two products. Each of them alone is a convex problem, so each can be bounded by duality, and the two bounds together say what no plan can exceed. The program's solver reaches it.

With a smaller $c$ the same solver can stop before it starts:

:::{claim} B-flat
:::
"""

# %%
from privcausal.claims.graphs.constraint_based.curate_allocation import (
    gain_bound,
    products,
)

print("variables  c   gain of SLSQP  no plan gains more than")
for nodes in (5, 11, 20, 37):
    tests = tuple(map(float, most_tests(nodes)))
    problem = AllocationProblem(tests, 10.0, 1e-14, 8.72)
    for c in (1, 0):
        result = FromZero(tests, 10.0, 1e-14, 8.72, middle=c).solve()
        nothing, never = products(np.zeros(nodes - 1), c)
        wrong, right = products(result, c)
        gain, most = (right - wrong) - (never - nothing), ""
        if c == 1:
            most = f"{gain_bound(problem, c) - (never - nothing):23.4f}"
            assert gain > 0.999 * float(most)
        print(f"{nodes:9} {c:2} {gain:15.6f}{most}")
        assert (gain == 0) == (nodes >= 20 and c == 0)

# %% [markdown]
r"""
With $d$ variables there are $d-1$ factors. At the start each is $\frac{1+c}2$ or $\frac{1-c}2$, so for $c=1$ the slopes there are large, and for $c=0$ they are about $2^{-d}$: from 20 variables on that is below the solver's tolerance.
SLSQP {cite}`kraft1988` looks around, sees flat ground, reports success, and spends **nothing**. This is a trap of ours, not of the program. The verdict is {verdict}`B-flat`.

From here on we take $c=0$, as for the plain test, which {prf:ref}`B-coin` recommends.
How do we know the optimum? The problem is not convex, so a solver's word is not enough. It turns out to be convex in disguise.

:::{claim} B-opt
:::

(proof-opt)=
:::{prf:proof}
**The pieces are convex.** $\ln u_i$ is the logarithm of a sum of exponential functions, and bends upwards. $\ln(1-u_i)$ bends downwards: $1-u_i$ does, and the logarithm keeps that. So $\ln B$ is convex, $\ln A$ is concave, and $\lambda\ln B-\ln A$ is convex. The price is convex and the order of the $\varepsilon_i$ is a set of linear conditions.

**A solution with $\lambda=B/A$ is global.** Let $B',A'$ belong to any other allocation within the budget, and put $x=\ln B'-\ln B$. The convex problem says $\lambda\ln B'-\ln A'\ge\lambda\ln B-\ln A$, that is, $A'\le Ae^{\lambda x}$. Hence

$$
B'-A'\;\ge\;Be^x-Ae^{\lambda x}=:h(x),\qquad h'(x)=Be^x-\lambda Ae^{\lambda x}=B\bigl(e^x-e^{\lambda x}\bigr).
$$

As $\lambda<1$, this is negative for $x<0$ and positive for $x>0$. So $h(x)\ge h(0)=B-A$.

**The bound for any $\lambda$ and $v$.** Within the budget $v(\text{cost}-\text{budget})\le0$, so $\lambda\ln B'-\ln A'\ge D$ for every allocation there, or $A'\le e^{-D}B'^\lambda$. And $B'-e^{-D}B'^\lambda$ is never below its minimum over all positive numbers, which is at $B'=b$. $\square$
:::

So the hopeless problem is a search for one number, $\lambda$, and for each $\lambda$ a search for the price $v$ at which the whole budget is spent. Given both, every order can be solved on its own; orders that would want to grow are pooled.
And the bound is a **certificate**. It does not matter how $\lambda$ and $v$ were found: whatever they are, nothing within the budget is better than the bound.
"""

# %%
print("variables  objective        certified bound  distance")
for nodes in (5, 8, 20, 37):
    tests = tuple(map(float, most_tests(nodes)))
    best = best_allocation(AllocationProblem(tests, 10.0, 1e-14, 50.0))
    print(f"{nodes:9}  {best.objective:.12f}   {best.bound:.12f}", end=" ")
    print(f"  {'< 1e-12' if abs(best.gap) < 1e-12 else '?'}")

# %% [markdown]
r"""
:::{show} privcausal.graphs.constraint_based.curate_allocation.best_allocation
:::

The verdict is {verdict}`B-opt`: grids, random allocations and random bounds all agree.

Now look at the values. With 20 variables, as in Child, and without a middle branch, the best objective is 0.99999…: a "total error" of practically one. One ε for all tests is less than a hundred-thousandth worse:
"""

# %%
tests = tuple(map(float, most_tests(20)))
twenty = AllocationProblem(tests, 10.0, 1e-14, 50.0)
for allocation in (best_allocation(twenty), equal_epsilons(twenty)):
    print(f"{allocation.objective:.7f}")
assert equal_epsilons(twenty).gap < 1e-5
assert len(diaries["child"]) == 8

# %% [markdown]
r"""
The machinery works. It is the *question* that has no answer at this budget: the bound on the number of tests prepares for millions, and an error at any of 19 orders counts, though PC on Child ends after eight.
With $c=1$ there is more to gain, 0.25 of the 2 that spending nothing costs, as the table above says. But that measures an error which starts at 2.

## Do the first tests deserve the most?

CURATE requires $\varepsilon_0\ge\varepsilon_1\ge\dots$: early errors spread. That is true. But a test does not only need quiet because it is early. It needs quiet because its signal is weak. So how loud is a true edge at each order?

Let us run PC without noise and note, for each edge that is asked about, the *smallest* height over all sets, that is, how far the least dependent statistic of the repaired test ({doc}`32_a_test_and_its_sensitivity`) lies above its null.
"""

# %%
from privcausal.graphs.constraint_based.policy import Price
from privcausal.graphs.methods.curate_pc import CuratePc, NoiseKind
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.price import Relation


def people(name, size=100_000):
    net = network(name)
    return Tables(net.sample(size, rng), net.cardinalities)


data = {name: people(name) for name in ("asia", "survey", "sachs", "child")}


observed = {}


class Remembering(CuratePc):
    """Looks a statistic up that another run has computed; the noise is new."""

    def height(self, edge, given):
        asked = self.tables, edge, given
        if asked not in observed:
            observed[asked] = super().edge_margin(edge, given)
        return observed[asked]


def honest_policy(tables, epsilon, **options):
    budget = Price(epsilon, 1e-6, Relation.SUBSTITUTION)
    return Remembering(tables, budget, rng, **options)


# %%
class Heights:
    """PC without noise that notes every edge's smallest height."""

    def __init__(self, name):
        self.test = honest_policy(data[name], 1.0).edge_margin
        self.dag, self.rows = network(name).dag, []

    def separate(self, questions):
        separators = {}
        for (x, y), sets in pruned.path_relevant_sets(questions).items():
            heights = [self.test((x, y), given) for given in sets]
            real = bool(self.dag[x, y] or self.dag[y, x])
            self.rows.append((questions.order, real, min(heights)))
            if min(heights) <= 0:
                separators[x, y] = sets[int(np.argmin(heights))]
        return separators


rows = []
for name in data:
    watcher = Heights(name)
    pc(len(watcher.dag), watcher, largest=2)
    rows += watcher.rows

# %% tags=["hide-input"]
order, real, height = map(np.array, zip(*rows))
ax = plots.panel(log="y", xticks=[0, 1, 2], ylim=(0.2, 2e3))
kinds = (True, -0.1, "true edges"), (False, 0.1, "pairs that are not joined")
for truth, shift, label in kinds:
    mine = real == truth
    beside = order[mine] + shift + rng.uniform(-0.06, 0.06, mine.sum())
    heights = np.maximum(height[mine], 0.3)
    plots.points(beside, {label: heights}, ax=ax, alpha=0.6, size=3)
caption = "Asia, Survey, Sachs and Child, 100,000 records each. Heights below 0.3 are drawn at 0.3. Later orders have fewer edges, and once something is held fixed the true ones are fainter."
plots.show(ax, caption, x="order", y="smallest height over all sets")

# %%
median = [float(np.median(height[real & (order == k)])) for k in range(3)]
number = [int((order == k).sum()) for k in range(3)]
print("median height of true edges at order 0, 1, 2:", np.round(median, 1))
print("edges asked about:                           ", number)
assert median[0] > 1.5 * max(median[1:])
assert number[0] > number[1] > number[2]

# %% [markdown]
r"""
**It is the other way round.** Late orders have *fewer* edges to ask about, and *fainter* signals to find: as soon as something is held fixed, a true edge is about half as loud, because its neighbours explain a part of the dependence.
So each late test can have more, and should. The condition $\varepsilon_0\ge\varepsilon_1\ge\dots$ forbids it. An equal share of the budget for each order gives it, without any optimiser, because fewer tests share the share.

## One answer for each edge

Now the thought from the beginning. PC deletes an edge if *some* set makes its ends independent. CURATE asks about set after set, and so do SVT-PC and Priv-PC.
But "is any of these numbers below the threshold?" is *one* question. It has one answer: the smallest of them.

:::{claim} B-least
:::

(proof-least)=
:::{prf:proof}
Let $f_1,\dots,f_m$ be the statistics on one data set, $f_1',\dots,f_m'$ on its neighbour, and let $f_j$ be the smallest of the first. Then $\min f'\le f_j'\le f_j+\Delta=\min f+\Delta$. Exchange the two data sets. $\square$
:::

One line, and it is worth more than all optimisation: on Alarm it turns the thousands of tests after order 0 into a few hundred. The verdict is {verdict}`B-least`.

There is a second bill. For the arrows, PC must name *which* set separated the two. The exponential mechanism chooses one that has likely a small statistic ({prf:ref}`X-dp`), for edges that go and have more than one set. And it is cheaper than it looks:

:::{claim} B-choice
:::

(proof-choice)=
:::{prf:proof}
All scores together move by at most $\Delta$ up or down, so the weights' logarithms move within $\pm\frac\varepsilon2$, and a common factor normalises them. So the privacy loss $L$ lies in an interval of length $\varepsilon$ (not $2\varepsilon$). Let $\bar L$ be its mean. Hoeffding's lemma says $\mathrm E[e^{sL}]\le e^{s\bar L+s^2\varepsilon^2/8}$ for every $s$.

For $s=-1$ the left side is 1, because $e^{-L}$ is the ratio of two laws. So $\bar L\le\frac{\varepsilon^2}8=\rho$. For $s=a>0$ it follows that $\mathrm E[e^{aL}]\le e^{a\rho+a^2\rho}=e^{a(a+1)\rho}$: that is $\rho$-{term}`zero-concentrated` privacy. $\square$
:::

The verdict is {verdict}`B-choice`; the idea is that of *bounded range* {cite}`cesar2021`.

Put together: Gaussian noise, one answer for each edge that is worth a question, an equal share of what is left for each order still planned, 15% of a share for naming sets, and a filter that cannot be overspent.

:::{show} privcausal.graphs.methods.curate_pc.CuratePc.separate
:::

:::{show} privcausal.graphs.methods.curate_pc.CuratePc._edge_by_edge
:::
"""

# %%
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import cpdag

for name in data:
    policy = honest_policy(data[name], 1.0)
    truth = cpdag(network(name).dag)
    score = skeleton_scores(pc(len(truth), policy).graph, truth).f1
    print(f"{name:<7} answers {policy.asked[:3]}  noise", end=" ")
    print(f"{np.round(policy.spread, 2)}  skeleton F1 {score:.2f}")
    assert policy.privacy_filter.spent <= policy.privacy_filter.budget

# %% [markdown]
r"""
"Noise" is the standard deviation at each order, in units of the statistic. It falls from order to order, as it should.
How does that compare with asking about each set, at the same price, with the same filter?
"""


# %%
def run(name, epsilon, **options):
    policy = honest_policy(data[name], epsilon, **options)
    truth = cpdag(network(name).dag)
    graph = pc(len(truth), policy).graph
    return skeleton_scores(graph, truth).f1, policy


ways = {
    "one answer for each edge": {},
    "the same, Laplace noise": {"noise": NoiseKind.LAPLACE},
    "one answer for each set": {"each_set": True},
}
epsilons = np.array([0.1, 0.3, 1.0, 3.0])


def mean_f1(name, epsilon, options):
    return np.mean([run(name, epsilon, **options)[0] for _ in range(2)])


curves = {}
for way, options in ways.items():
    f1 = [[mean_f1(n, float(e), options) for e in epsilons] for n in data]
    curves[way] = np.array(f1)

# %% tags=["hide-input"]
left, right = plots.panels(2, height=3.4)
spread = lambda options: run("child", 1.0, **options)[1].spread[:3]
spreads = {way: spread(options) for way, options in ways.items()}
plots.curves(range(3), spreads, ax=left, marked=True, ylim=(0, None))
left.set(title="Child, ε = 1", xlabel="order", ylabel="noise of one answer")
left.set(xticks=[0, 1, 2])
means = {way: curve.mean(axis=0) for way, curve in curves.items()}
plots.curves(epsilons, means, ax=right, marked=True, log="x")
right.set(title="Four networks", xlabel="ε at δ = 1e-06", ylim=(0.3, 1.02))
right.set_ylabel("mean skeleton F1")
right.legend(loc="lower right", fontsize=8)
caption = "Left: how loud the noise is at each order. Right: what that makes of the graph, mean of two runs on Asia, Survey, Sachs and Child."
plots.show([left, right], caption)

# %%
edges, laplace, sets = (curve.mean(axis=0) for curve in curves.values())
print("one answer for each edge:", edges.round(2))
print("one answer for each set: ", sets.round(2))
assert (edges[1:3] > sets[1:3]).all()

# %% [markdown]
r"""
In these two runs on each of four networks the new way is ahead at ε = 0.3 and at ε = 1. Where the budget is plentiful, both arrive.
Two runs are a picture and no ranking: {doc}`35_at_equal_honest_price` compares all methods, on all networks, with twenty samples of each.

## What these results do not say

- **An allocation is as good as its model of error.** CURATE's surrogate treats $c$ as fixed and an order as one test. A better surrogate would need the sizes of effects in advance, which are private. Equal shares need nothing.
- **Early errors do spread.** Equal shares are not optimal; they are merely robust.
- **The defaults are round numbers**: three orders, a level of 1%, a caution of 10% against noise, 15% of a share for naming sets. We did look at a few others on these networks. None was better everywhere; less caution helps where the budget is smallest, and hurts elsewhere.
- **Arrows are harder than edges.** A pair that is called independent too early, because its dependence is fainter than the noise, leaves a separating set that is *wrong*, and with it a collider where there is none. The skeleton may be right all the same.
- **The published tables** of CURATE's results did not survive in our copy. At which leakage it did how well, we cannot quote.

## How one gets fooled

A total "error" of 0.9999 that an optimiser duly decreases in the sixth digit; a bill on which most tests do not appear; a solver that, on a variant of ours, reports success without a step. Each of these is invisible in a final table, and each showed itself as soon as we asked for the number behind it. **Print the objective. Print the bill. Print how far the solver went.**

## Exercises

:::{exercise}
:label: ex-34-second

"Delete if at least *two* sets make the ends independent" would be a more cautious rule. Which single number answers it, and what is its sensitivity?

*Hint:* sort.
:::

:::{solution-start} ex-34-second
:class: dropdown
:::
"""

# %%
before = rng.normal(size=(20_000, 5))
after = before + rng.uniform(-1, 1, before.shape)
moved = np.abs(np.sort(before)[:, 1] - np.sort(after)[:, 1])
assert moved.max() <= 1
print(f"second smallest: moved by at most {moved.max():.2f}, Δ = 1")

# %% [markdown]
r"""
The second smallest statistic. If every number moves by at most Δ, so does every order statistic: at least two numbers of the first set are at most its second smallest, $s$, so at least two of the other are at most $s+\Delta$.

:::{solution-end}
:::

:::{exercise}
:label: ex-34-price

How many answers for edges does the worst case of $d$ variables need, over three orders? Compare with the number of tests that CURATE's bound allows for, for $d=37$.
:::

:::{solution-start} ex-34-price
:class: dropdown
:::
"""

# %%
by_sets, by_edges = sum(most_tests(37)[:3]), 3 * most_tests(37)[0]
print(f"by sets {by_sets:,}, by edges {by_edges:,}")
assert by_edges == 1998 and by_sets > 200 * by_edges

# %% [markdown]
r"""
At most $3\binom d2=1998$, if no edge is ever deleted. The bound on the tests is more than 200 times as large. With {term}`zero-concentrated` privacy the noise grows with the square root: 15 times.

:::{solution-end}
:::

:::{exercise}
:label: ex-34-certificate

Certify by hand that "the same ε for all" is not far from optimal on five variables with a budget of 10 and $k=50$. How far at most?
:::

:::{solution-start} ex-34-certificate
:class: dropdown
:::
"""

# %%
five = AllocationProblem(tuple(map(float, most_tests(5))), 10.0, 1e-14, 50.0)
equal, first_only = equal_epsilons(five), all_at_once(five)
print(f"equal: {equal.objective:.4f}, at most {equal.gap:.4f} too high")
print(f"all on order 0: {first_only.objective:.4f}")
assert 0 <= equal.gap < 0.001 < first_only.gap

# %% [markdown]
r"""
Less than a thousandth. The certificate needs no second solver: the bound holds for every allocation, so the distance to it is all that can be missing.

:::{solution-end}
:::

## In one paragraph

CURATE asks the right question: where in a search does the budget do the most good? Its lemma about the test is exact, but its worst case is one half at every ε, and the coin in the middle never helps.
A bill must name every test, whatever it said. The program's planner finds the best plan there is; without a middle branch the problem is convex in disguise, and can be solved with a certificate, which shows how little there is to gain.
What helps is to ask less: only about sets on the way, and once for each edge, because the smallest of many statistics is as hard to move as one. Then late orders, with few edges and faint signals, get the quiet that they need.

**Next.** Numbers instead of categories. In {doc}`41_a_graph_as_a_matrix` finding a graph is a matter of slopes.
"""
