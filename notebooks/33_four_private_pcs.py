# %% [markdown]
r"""
# Three private versions of the PC algorithm

:::{chapter}
:asks: How should a privacy budget be divided among hundreds of tests that depend on each other?
:needs: c06_paying_for_answers, c13_private_graphs, 32_a_test_and_its_sensitivity
:::

The PC algorithm makes hundreds of independence tests, and each depends on the results of earlier ones.
*SVT-PC* uses the sparse vector technique and pays only for the answers of one kind. *Priv-PC* {cite:p}`privpc2020` examines each such answer by a second release. *EM-PC* {cite:p}`xu2017` computes all tests of an order and chooses the edges to delete by the exponential mechanism.
This chapter proves the privacy of corrected versions of the three, states error probabilities and convergence, and audits our reimplementation of the public program. The last section compares the three with *noisy PC*, the baseline that pays separately for each test, up to a number of tests fixed in advance.

As an example we take the mean F1 of the skeleton on four networks of at most 11 columns, with 100,000 records and ten samples of each:

| ε | SVT-PC | Priv-PC | EM-PC | noisy PC |
| --- | --- | --- | --- | --- |
| 0.3 | 0.59 | 0.72 | 0.79 | 0.86 |
| 1 | 0.83 | 0.86 | 0.87 | 0.89 |

The complete graph, which needs no data, has 0.51. All comparisons below are {ref}`corrected for their number <multiplicity>`, and all intervals are over samples of these networks. Alarm, where the number of tests is largest, is not among them.

- **At ε = 0.3** noisy PC is ahead of SVT-PC and Priv-PC, also if it is charged as they are. Its difference from EM-PC is not decided.
- **At ε = 1** nothing is decided.
- **At ε of 3 and 10** EM-PC is ahead of noisy PC, by 0.04.
- **The public program.** The audit of our copy finds a leak. It needs a stratum in which $x$ is nearly constant; how frequent such strata are in real tables is unknown.

All privacy statements refer to the substitution of one record. Convergence of Priv-PC is proved for the two-sided noise of the authors' program, and not for the one-sided noise of our version. The statements about EM-PC rest on the description in {cite:t}`privpc2020` and on their program, because we could read only the abstract of {cite:t}`xu2017`.

| Source | Place | What it says | Here |
| --- | --- | --- | --- |
| {cite:t}`privpc2020` | Theorem 1 | One sieve-and-examine is ε-differentially private. | {doc}`15_paying_only_for_answers` |
| | Theorem 2 | bounds the two errors of one test | {prf:ref}`P-type1-run`: after refusals in the same round, losing an independent pair is more probable than if it were tested first; our example exceeds the bound from 20 refusals on |
| | Theorem 3 | the sensitivity of conditional Kendall's τ | {doc}`32_a_test_and_its_sensitivity` |
| | Section 4.2 | Priv-PC converges to PC and EM-PC does not. | {prf:ref}`P-limit`: with the published noise, on all records and with enough rounds, Priv-PC does. {prf:ref}`P-em`: our version of EM-PC does too; the public program cannot where PC deletes all edges of a node, because it never offers this. |
| | Section 1 | It is unclear whether greedy EM-PC is private. | {prf:ref}`P-em-greedy`: in the public program one of $n$ records can change the score by $n-1$, and the audit below finds ε = 2.89 where 1 is tested. The original program of {cite:t}`xu2017` was not seen. |
"""

# %% tags=["hide-input"]
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd

from privcausal import explorers, plots
from privcausal.claims import gallery, load
from privcausal.claims.broken import private_pcs as published
from privcausal.claims.graphs.constraint_based import policy as audits
from privcausal.claims.graphs.constraint_based.policy import pair_of_laws
from privcausal.claims.graphs.constraint_based.policy_laws import law_of_run
from privcausal.claims.graphs.constraint_based.policy_laws import side_by_side
from privcausal.claims.graphs.methods.em_pc import exact, greedy
from privcausal.claims.graphs.methods.priv_pc import disagreement, lost_after
from privcausal.experiments.allocations import noisy_pc
from privcausal.experiments.execution import load as load_table
from privcausal.experiments.networks import NETWORKS
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.stratified_kendall import KENDALL
from privcausal.graphs.methods.em_pc import COUNTING, EmPc, count_scores
from privcausal.graphs.methods.priv_pc import PrivPc
from privcausal.graphs.methods.svt_pc import SvtPc
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import cpdag
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.gaussian import largest_mu
from privcausal.privacy.price import Price, Relation
from privcausal.verify.statistics.exact import smallest_epsilon

SWAP = Relation.SUBSTITUTION
METHODS = {"SVT-PC": SvtPc, "Priv-PC": PrivPc, "EM-PC": EmPc}
LARGEST = 3
rng = np.random.default_rng(33)


def sample(name, size=100_000):
    net = network(name)
    return Tables(net.sample(size, rng), net.cardinalities), cpdag(net.dag)


def plain(tables, level=0.01):
    low = lambda x, y, s: KENDALL.table_margin(tables, (x, y), s, level) < 0
    return OneByOne(low)


def run(method, tables, epsilon, **options):
    budget = Price(epsilon, 1e-6, SWAP)
    policy = METHODS[method](tables, budget, rng, **options)
    learned = pc(len(tables.cardinalities), policy, largest=LARGEST)
    return learned, policy


# %% [markdown]
r"""
## One search, three policies

The search is always `pc`. The methods differ in the *policy*, the object that decides which edges are deleted. All use the same statistic, the *test margin*: the amount by which $|z'|$ exceeds the critical value of its own null distribution at the 1% level ({prf:ref}`B-ties`). A positive margin indicates dependence. One record changes it by at most `KENDALL.sensitivity(n, level)`, which depends on the public number of records alone.

:::{admonition} Set-up of the runs on networks
:class: note
Published networks *Survey*, *Asia*, *Earthquake*, *Sachs* and *Alarm*; $n=100{,}000$ simulated records; $\delta=10^{-6}$; substitution; level 1%; orders up to 3; one sample per network, in the comparison at the end ten; generators seeded with 33, `[33, 1]` (comparison) and `[33, 2]` (count of runs); number of runs and ε at each table. The networks are those on which the rest of the book was developed. The standard deviation by which SVT-PC moves its threshold was chosen on eight random networks of our own; EM-PC's share of one twentieth for the number of deletions was set by hand; nothing else was tuned. File `notebooks/33_four_private_pcs.py`, run by `make notebooks`.
:::
"""

# %%
survey, truth = sample("survey")
graph = pc(6, plain(survey)).graph
print(f"{'PC':<8} F1 {skeleton_scores(graph, truth).f1:.2f}")
for method in METHODS:
    learned, policy = run(method, survey, 1.0)
    f1 = skeleton_scores(learned.graph, truth).f1
    print(f"{method:<8} F1 {f1:.2f}, tests {policy.asked}, {policy.spent}")

# %%
pairs = [(x, y) for y in range(6) for x in range(y)]
margins = [KENDALL.table_margin(survey, p, (), 0.01) for p in pairs]
change = KENDALL.sensitivity(100_000, 0.01)
print(
    f"one record changes a margin by at most {change:.4f}; Survey's margins:"
)
print(*sorted(round(margin, 1) for margin in margins))

# %% [markdown]
r"""
The next figure is about 20,000 records of Survey and one draw of noise. Its table shows how Laplace noise of a given scale, on the statistic $z$ of each test, changes the numbers of tests and of deleted edges:
"""

# %% tags=["hide-input"]
explorers.deleting_edges()

# %% [markdown]
r"""
## SVT-PC: pay for the rarer answer

:::{prf:definition} Round
:label: def-33-round

A *round* of SVT-PC is one run of AboveThreshold. It goes through PC's tests, in this library in a random order of the edges, until one of them appears to give the answer that the round *searches for*.
This answer is paid for, and all tests before it received the other answer. The next round begins with the next test.
:::

The public program searches for "independent", because this answer deletes an edge ({prf:ref}`P-svt`). Which answer is rarer depends on the network. At order 0:
"""

# %%
lines = {}
for name in ("asia", "survey", "sachs", "alarm"):
    tables, _ = sample(name)
    d = len(tables.cardinalities)
    nodes = [(x, y) for y in range(d) for x in range(y)]
    stay = sum(KENDALL.table_margin(tables, p, (), 0.01) >= 0 for p in nodes)
    lines[name] = len(nodes), stay, len(nodes) - stay
pd.DataFrame(lines, ["pairs", "dependent", "independent"]).T

# %% [markdown]
r"""
At order 0 the library always searches for "dependent". This public rule suits large sparse networks such as Alarm, where most pairs are deleted, and searches for the more frequent answer on Asia and Sachs, where most pairs stay. At higher orders it searches for "independent", because this answer also determines *which* set separates.

::::{dropdown} How the budget is divided among the rounds
After $a$ of $b$ edges have been deleted, Laplace's rule of succession predicts that $\frac{a+1}{b+2}$ of the rest will be. Each round receives the remaining budget divided by the expected number of rounds, and {prf:ref}`B-filter` covers costs that depend on earlier answers. A round that misses an answer counts it as the other one, so the counts are biased.

:::{show} privcausal.graphs.constraint_based.query_sequence.QuerySequence.expected_rounds
:::
::::

A round costs $\varepsilon^2/2$, with the one-sided noise and the optimal split of {prf:ref}`B-svt-noise`. The threshold for "dependent" is one standard deviation of the noise above 0. If the remaining budget could not detect $\tau=\frac14$, the policy stops, reports this, and leaves the other edges untested.

## Priv-PC: sieve and examine

Priv-PC uses AboveThreshold as a *sieve*, and *examines* each test that passes with a second, more accurate release. A round costs $\frac\varepsilon2$ for each, that is, $\rho=\frac{\varepsilon^2}4$, half the cost of a single release at $\varepsilon$.
As in the authors' program, the noise is calibrated to $\varepsilon'$ ({prf:ref}`P-sieve`), and the threshold is drawn again after every positive answer ({prf:ref}`P-refresh`). In addition, our version has a fixed budget ({prf:ref}`P-count`) and uses all records instead of a subsample ({prf:ref}`B-subsize`).

:::{show} privcausal.graphs.methods.priv_pc.PrivPc.ask
:::

Two versions of the sieve occur below. The first is that of the authors' program, and of the algorithm with the prime that its line 4 lacks ({prf:ref}`P-sieve`, {prf:ref}`B-sieve`). If no subsample is drawn, it has two-sided Laplace noise of scale $4\Delta/\varepsilon$ on the threshold and $8\Delta/\varepsilon$ on the test. We call this the *published noise*. The second version, `PrivPc`, has one-sided noise and another split at the same cost. The proof of {prf:ref}`P-limit`, its checks and its figure use the published noise, and so do the numbers after {prf:ref}`P-type1-run`; {prf:ref}`P-limit` is not proved for the noise of `PrivPc`. The public program draws a subsample for $\varepsilon<3.19$, and to it the theorem does not apply.

### Error probabilities within a run

Theorem 2 of the paper bounds the errors of *one* test ({prf:ref}`P-type1-seen`, {prf:ref}`P-type2`), whereas PC makes many with the same threshold.

:::{claim} P-type1-run
:::

(proof-type1-run)=
:::{prf:proof}
Let $\xi$ be the noise on the threshold. Given $\xi$, the noises of the tests are independent; so the chance $u(\xi)$ that all $\ell$ are refused and the chance $v(\xi)$ that the next one is refused are both increasing. By Chebyshev's inequality for two increasing functions $\mathbb E[uv]\ge\mathbb E[u]\,\mathbb E[v]$, with strict inequality for $\ell\ge1$, as then neither is constant. And $\mathbb E[uv]/\mathbb E[u]$ is the probability that the test has now, $\mathbb E[v]$ the one that it would have had as the first. $\square$
:::

The claim holds ({verdict}`P-type1-run`). A threshold that has rejected tests close to it probably has large positive noise:
"""

# %%
world = {"epsilon": 1.0, "ratio": 1, "alpha": 20.0, "tweak": 20.0}
stated = load()["P-type1-seen"].published(**world)
for refused in (0, 10, 19, 20, 50):
    lost = lost_after(0.0, refused, 1.0, 20.0, 20.0)
    print(f"after {refused:2} refusals: lost with probability {lost:.4f}")
    assert (lost > stated) == (refused >= 20)
print(f"Theorem 2, for one test: at most {stated:.4f}")

# %% [markdown]
r"""
The claim is strict for $\ell\ge1$; for $\ell=0$ both probabilities are the same. In the example ε is 1. Values are those of the paper's statistic $f$, which is large for *independent* pairs, so its sign is opposite to that of a test margin. They count sensitivities above the lowered threshold $T-t$. The refused tests lie on it, and the lost test lies 40 above it, with $\alpha=t=20$.

The privacy guarantee does not change.

### Convergence as the budget grows

:::{claim} P-limit
:::

Here $f$ is again the statistic of the paper, and $T$ is the threshold. PC makes at most $N$ tests on its own path; if no noise is large, every answer is correct.

(proof-limit)=
:::{prf:proof}
Write $a=4\Delta/\varepsilon$ and $b=8\Delta/\varepsilon$ for the scales of the sieve's two noises (it spends $\frac\varepsilon2$), and $c=2\Delta/\varepsilon$ for the examination's. Fix the noises beforehand: $\xi_1,\dots,\xi_N$ for the thresholds in their order, $\nu_j$ and $\nu'_j$ for the sieving and the examination of PC's $j$-th test. As long as all answers are PC's, the next test is PC's next test, and there were at most as many catches as tests, so these noises suffice.

Consider the first answer that differs. Either the test is independent, $f\ge T+g$. Then the sieve lost it, so $f+\nu_j<T-t+\xi_r$ and hence $\xi_r-\nu_j>g+t$; or the examination refused it, $\nu'_j<-g$. Or the test is dependent, $f\le T-g$; then the examination confirmed it, $\nu'_j\ge g$, whatever the sieve did.

If $\xi_r-\nu_j>g+t$, then $\xi_r>\frac{g+t}3$ or $-\nu_j>\frac{2(g+t)}3$. Each has probability at most $\frac12e^{-(g+t)/3a}=\frac12e^{-2(g+t)/3b}=\frac12e^{-\varepsilon(g+t)/12\Delta}$. There are $N$ of either kind. For each test only one sign of $\nu'_j$ does harm, with probability at most $\frac12e^{-g/c}=\frac12e^{-\varepsilon g/2\Delta}$. Add up. $\square$
:::
"""

# %% tags=["hide-input"]
limit, gap, signs = load()["P-limit"].ours, 4.0, (-1, 1, -1, -1, 1, -1)
prices = np.geomspace(1, 40, 16)
disagrees = [disagreement(signs, float(e), gap, 0.0) for e in prices]
world = {"tests": 6, "gap": gap, "tweak": 0.0}
bound = [min(1.0, limit(epsilon=float(e), **world)) for e in prices]
lines = {"at most, by the claim": bound, "exactly, for six tests": disagrees}
ax = plots.curves(prices, lines, log="xy", ylim=(1e-8, 1.5), height=3.0)
caption = "Probability that an answer differs from PC's, and its bound (P-limit), against ε of each round, for six tests whose margins are four sensitivities from the threshold, with the published two-sided noise. Both decrease exponentially."
ax.set_ylabel("P(an answer differs from PC's)")
spoken = f"Two falling curves on logarithmic axes. At ε = {prices[-1]:.0f} the probability is {disagrees[-1]:.1g} and the bound {bound[-1]:.1g}; the bound is above everywhere."
assert all(p <= b for p, b in zip(disagrees, bound))
plots.show(ax, caption, x="ε of each round", spoken=spoken)

# %% [markdown]
r"""
The claim holds ({verdict}`P-limit`) under two conditions. The sieve has to use *all* records, because the result on a subsample can differ at every budget ({prf:ref}`P-type1`), and the budget has to suffice for every round that PC needs. Counted in sensitivities, $g$ typically grows like $\sqrt n$ at least, so for a fixed ε *of each round*, a bounded $N$ and growing $n$ the bound tends to 0 in probability. The errors of PC itself at a fixed level remain.

## EM-PC: choose the edges by the exponential mechanism

EM-PC computes *all* tests of an order, and chooses by the exponential mechanism first how many edges to delete, then which. {cite:t}`privpc2020` object that it is slow and does not converge to PC, because the number of deletions is chosen with part of the budget. In the limit of a large budget the second objection does not apply to our version:

:::{claim} P-em
:::

(proof-em)=
:::{prf:proof}
**The number.** Let $\Delta=1$. The right number $k$ has score $q(k)\ge g$. A smaller one has $q(k')\le s_{(k'+1)}-T\le-g$, a larger one $q(k')\le T-s_{(k')}\le-g$. So each of the $m$ wrong numbers is at most $e^{-\varepsilon\cdot2g/2}=e^{-\varepsilon g}$ times as likely as the right one.

**The edges.** As long as fewer than $k$ edges have been chosen, all of them rightly, one is left whose lowest test is at most $T-g$, and every test of an edge that should stay is at least $T+g$. So each of these, at most $N$, is at most $e^{-\varepsilon g}$ times as likely. There are $k$ choices.

**All orders.** The probabilities of a first mistake add up to $(m+kN)e^{-\varepsilon g}$. Without a mistake the next order begins with the same graph as PC-stable's, so the sum over its orders bounds the whole. Each term tends to 0. $\square$
:::

The claim holds ({verdict}`P-em`). If at order 0 the edges that *remain* are peeled off instead, there are $m-k$ choices with at most $k$ wrong ones each, and $(m-k)k\le kN$, so the bound holds for this too. Our version spends one twentieth of the remaining budget on the number and the rest on the edges; this share was chosen once and not tuned. {prf:ref}`P-em` is about the limit. At a finite budget the number is the weak point: in {doc}`35_at_equal_honest_price` 9 of 20 runs on Alarm delete too few edges at ε = 1, and in a trial that is not stored a larger share had a higher mean F1. So the objection of {cite:t}`privpc2020` does not concern convergence, but it does concern the budgets in use.
In the program the number of deletions at a node is chosen from $0$ to $m-1$, so "all of them" is never offered, and this alone keeps the public program from PC where PC deletes all edges of a node.

### The number of deletions

An edge is deleted at this order if its *lowest* margin over all separating sets is below the threshold.

:::{claim} B-em-count
:::

(proof-em-count)=
:::{prf:proof}
If no entry of a list moves by more than $\Delta$, neither does any entry of the *sorted* list: $s_{(k)}\le x$ says that at least $k$ entries are $\le x$; then at least $k$ entries of the other list are $\le x+\Delta$, so $s'_{(k)}\le x+\Delta$. With $x=s_{(k)}$ we get $s'_{(k)}\le s_{(k)}+\Delta$, and by symmetry $|s'_{(k)}-s_{(k)}|\le\Delta$. A minimum of two numbers that each move by at most $\Delta$ moves by at most $\Delta$. The lowest margin of an edge is a minimum of margins, so it too moves by at most what one margin moves. One edge at a distance from the threshold attains $\Delta$. $\square$
:::

The bound is tight ({verdict}`B-em-count`). A more obvious score has sensitivity $m$ ({ref}`ex-33-count`).
"""

# %% tags=["hide-input"]
lowest = np.array(margins)
scores = count_scores(lowest, 0.0)
assert scores.argmax() == (lowest < 0).sum() == 9
left, right = plots.panels(2, height=3.2)
look = {"marked": True, "yscale": "symlog", "level": 0}
ordered = {"sorted margins": np.sort(lowest)}
plots.curves(np.arange(1, 16), ordered, ax=left, ylabel="margin", **look)
left.set(title="Where do they cross 0?", xlabel="edge, from the lowest")
shape = {"score of the number k": scores}
plots.curves(np.arange(16), shape, ax=right, **look)
right.set(title="The only k above 0", ylabel="score q(k)")
caption = "Left: the margins of Survey's fifteen pairs, sorted. Right: the score of each number of deletions at order 0, positive for nine deletions only; one record changes it by at most the sensitivity of one test."
spoken = "Left, fifteen points rising from about −2 to 25; nine lie below 0. Right, sixteen points, of which only the one at nine deletions lies above 0."
plots.show([left, right], caption, x="number k of deletions", spoken=spoken)

# %% [markdown]
r"""
### The choice of the edges

EM-PC scores an edge by the number of records that would have to change before its G-test gives the opposite result, and the implementation searches for this number greedily.

:::{claim} P-em-greedy
:::

The program removes records one at a time, always the one that changes $G^2$ most. Twelve identical records, and the same with one or two replaced (lines 1 and 2 are neighbours, and so are lines 3 and 4):
"""

# %%
for cells in ((0, 0, 0, 12), (1, 0, 0, 11), (0, 1, 1, 10), (1, 0, 1, 10)):
    g, e = greedy(cells, 0.1), exact(cells, 0.1)
    print(f"{cells}: greedy {g:3}, by comparing all tables {e:3}")
for n in (4, 8, 12, 20, 40):
    counts = [
        greedy(cells, 0.1) for cells in ((0, 0, 0, n), (1, 0, 0, n - 1))
    ]
    assert counts == [n - 1, 0], (n, counts)

# %% [markdown]
r"""
The exact number changes by at most 1, and the greedy count by $n-1$ for other $n$ too. The authors' doubt is justified ({verdict}`P-em-greedy`).

The correction uses margins, which already have a small sensitivity. Edges are peeled off one after the other, each by a private choice among all tests of all remaining edges, which also gives the separating set.

:::{claim} B-peel
:::

(proof-peel)=
:::{prf:proof}
Take one choice, with the earlier ones given; let $P,P'$ be its laws on neighbours. Then $f(r)=\ln\frac{P(r)}{P'(r)}=\frac\varepsilon{2\Delta}\bigl(q(r)-q'(r)\bigr)-\ln\frac Z{Z'}$. The bracket lies between $-\Delta$ and $\Delta$ and the last term is the same for all $r$, so $f$ takes its values in an interval of length ε.

Let $K(\alpha)=\ln\mathbb E_{P'}e^{\alpha f}$. Then $K(0)=0$ and $K(1)=\ln\sum_rP(r)=0$. The second derivative $K''(\alpha)$ is the variance of $f$ under the law with weights $P'e^{\alpha f}$, and a variable in an interval of length ε has variance at most $\frac{\varepsilon^2}4$. So $h(\alpha)=K(\alpha)-\frac{\varepsilon^2}8\alpha(\alpha-1)$ has $h''\le0$ and $h(0)=h(1)=0$: it is concave, and therefore at most 0 for $\alpha\ge1$. Hence $D_\alpha(P\|P')=\frac{K(\alpha)}{\alpha-1}\le\frac{\varepsilon^2}8\alpha$; this is the {term}`Rényi divergence` of order α.

Rényi divergences of choices that follow each other add up, at most, the largest over what came before; so $k$ choices have $\frac{k\varepsilon^2}8\alpha$. $\square$
:::

The claim holds ({verdict}`B-peel`). The cost is a quarter of that of a general mechanism with the same ε, as {cite:t}`cesar2021` show for mechanisms of bounded range. The library peels in one step, by adding Gumbel noise once and taking the largest values. At order 0, if fewer edges remain than are deleted, it peels off those that *remain*.

## The privacy budget of the whole run

:::{claim} B-private-pcs
:::

(proof-private-pcs)=
:::{prf:proof}
Every access to the data is a release through one filter: AboveThreshold on margins or their negatives, a Laplace examination of one margin, a peeling of one score list or of all margins. Margins have the sensitivity of {prf:ref}`B-stratified` and {prf:ref}`B-ties`, which holds for every table and set; scores of numbers have it by {prf:ref}`B-em-count`. So AboveThreshold at ε is $(\varepsilon,0)$-private by {prf:ref}`B-svt-noise`, and hence $\frac{\varepsilon^2}2$-zero-concentrated; on a part its price is that of {prf:ref}`P-amplify`; peeling has the price of {prf:ref}`B-peel`.

All else, which answer to search for, what the next round costs, which tests are next, whether to stop, is computed from public numbers ($n$, the categories, $d$, the budget, the shuffle of the edges) and from what was released. How many tests an order took follows from the places where rounds ended. So {prf:ref}`B-filter` applies: all releases together are ρ-zero-concentrated, where ρ is the filter's budget. The library takes the largest ρ for which $D_\alpha\le\rho\alpha$ for all α implies $(\varepsilon,\delta)$, by the conversion of {cite:t}`canonne2020`. The graph is post-processing. $\square$
:::

On small data the whole algorithm can be audited exactly: we run the library's code with a privacy filter that follows a given sequence of outcomes, enumerate all sequences with their probabilities, and compare two neighbouring data sets of three columns.
"""

# %%
for pair in ("a lone record joins the crowd", "a large stratum comes untied"):
    for method in METHODS:
        laws = pair_of_laws(method, pair, 1.0)
        loss = smallest_epsilon(*side_by_side(*laws), 1e-6)
        print(
            f"{pair}, {method:<8} {len(laws[0]):2} runs, loss {loss:.4f} of 1"
        )
        assert loss < 0.2

# %% [markdown]
r"""
The guarantee holds ({verdict}`B-private-pcs`), but the small losses are weak evidence, because a run on three columns has few answers whereas the budget covers many. As a negative control, we divide the sensitivity by 8, 16, 32 and so on, until the largest loss on the two pairs exceeds the claimed ε of 1:
"""

# %% tags=["hide-input"]
bound = KENDALL.margin_sensitivity
sides = []
for counts, (leaves, enters) in audits.NEIGHBOURS.values():
    other = np.array(counts)
    other[leaves], other[enters] = other[leaves] - 1, other[enters] + 1
    sides.append([audits.table(cells) for cells in (counts, other.tolist())])
whole = Price(1.0, 1e-6, SWAP)


def largest_loss(policy, factor):
    low = lambda n, **options: bound(n, **options) / factor
    weak = partial(policy, test=replace(KENDALL, margin_sensitivity=low))
    laws = ([law_of_run(weak, side, whole) for side in two] for two in sides)
    return max(smallest_epsilon(*side_by_side(*two), 1e-6) for two in laws)


rejected = {}
for method, policy in METHODS.items():
    losses = {8: largest_loss(policy, 8)}
    while losses[max(losses)] <= 1:
        losses[2 * max(losses)] = largest_loss(policy, 2 * max(losses))
    print(
        f"{method:<8} " + ", ".join(f"/{f}: {losses[f]:.2f}" for f in losses)
    )
    rejected[method] = max(losses)
assert rejected == {"SVT-PC": 32, "Priv-PC": 32, "EM-PC": 16}

# %% [markdown]
r"""
The check rejects a sensitivity that is 32 times too small for SVT-PC and Priv-PC, and one that is 16 times too small for EM-PC, but it accepts one that is eight times too small. The check therefore exposes gross errors only, and the guarantee rests on the proof.

## Audit of our copy of the public program

We audit our reimplementation of the public program of {cite:t}`privpc2020`: ordered pairs, immediate deletion, p-values of a statistic that drops strata, a sensitivity of 6 over √n for the statistic, which the program converts to at most 0.399 times as much for p-values, and a new threshold after every positive answer. Two errors matter. The sensitivity is too small where records change strata, and invalid where strata are dropped ({prf:ref}`P-strata`). The program applies a theorem for a fixed number of positive answers to a number that depends on the run, and it does not charge the last round ({prf:ref}`P-count`).

:::{admonition} Set-up of the audits
:class: note
Exact audits: the library's code on two pairs of neighbouring tables of three columns, with 1,000 and 60,000 records; $(\varepsilon,\delta)=(1,10^{-6})$; no draws. Audits by sampling: $n=60{,}000$ records of three yes-or-no columns with one record substituted, for EM-PC's choice a pair of small tables; 100,000 runs on each neighbour; level 0.1 in the programs; seed 33, from which each row has its own generator. *ε found* is a lower confidence bound; all six together hold with probability at least 99.9%. Nothing was tuned in this notebook; the neighbours were constructed against the programs. File `notebooks/33_four_private_pcs.py`, run by `make notebooks`.
:::

**Which ε is tested.** The audit tests the sum of the ε of all rounds that the run can have, which basic composition would guarantee if the sensitivity were right. Their program prints an ε by advanced composition over the positive answers of the run, at $\delta=10^{-3}$, which we do *not* test; whether it holds is open here. We audit under substitution, to which the constant 6 belongs.
"""

# %% tags=["hide-input"]
names = {
    "SVT-PC, as coded": ("at most 3 passes of ε = 1, and ¼", 1.0, 3, 1),
    "Priv-PC, as coded": ("2 passes of ε = 3.5, and ¼ of one", 3.5, 2, 2),
    "EM-PC's choice by greedy scores, as coded": (
        "one choice at ε = 1",
        1,
        0,
        1,
    ),
}
wanted = ("B-private-pcs", "P-em-greedy")
shown = [
    e for e in gallery.exhibits() if e.claim in wanted or e.name in names
]
walls = gallery.tour(shown, (100_000,), seed=33)
audit = gallery.table(walls)[["(ε, δ)", "ε found", "verdict"]]
audit = audit.rename(columns={"(ε, δ)": "tested (ε, δ)"})
audit["verdict"] = audit["verdict"].replace("caught", "exceeds the sum")
audit["it is"] = [
    names.get(n, ("budget of the run",))[0] for n in audit.index
]
audit["ε printed"] = "–"
for name, (_, epsilon, passes, halves) in list(names.items())[:2]:
    bill = published.bill(epsilon, passes, 1e-3, halves)
    audit.loc[name, "ε printed"] = f"{bill:.1f}"
    assert float(audit.loc[name, "ε found"]) < bill
copy = lambda name: f"our copy: {name.removesuffix(', as coded')}"
audit.rename(index={name: copy(name) for name in names})

# %% tags=["hide-input"]
greedy_choice = "EM-PC's choice by greedy scores, as coded"
assert audit.loc[greedy_choice, "ε found"] == "2.89"  # in the table above
assert audit.loc["Priv-PC, as coded", "ε found"] == "8.38"
exceeding = (audit["verdict"] == "exceeds the sum").sum()
assert exceeding == len(names) == len(walls) - len(METHODS)

# %% [markdown]
r"""
The three mechanisms of the program, as we reimplemented them, exceed the sum, which for EM-PC's choice has one term. In the row of Priv-PC the sum of the ε counts two positive answers of the sieve, and δ = 0.02 covers the runs with more. Their probability is not proved but counted in a folded cell below, in 100,000 further runs on each neighbour: 156 and 1,054 runs, so at most 0.0021 and 0.0117, each at the level 99.95%. The ε found, 8.38, is near the largest that so many runs can show, because the two neighbours' answers hardly overlap. The ε that SVT-PC and Priv-PC print for so few passes is *larger* than what the audit found, so this audit refutes the sum and not the printed number. It is about our reimplementation, and we did not run the authors' program itself. For EM-PC we audit one choice and not a whole run, so there is no printed ε to compare with. The audit finds no violation in the corrected versions.

The data are 60,000 records in two strata. In the large stratum $x$ is 0 for three records, and for a fourth in the neighbour. With three, the variance that the program computes is negative, so the stratum is dropped:
"""

# %%
from privcausal.claims.graphs.constraint_based.policy import fourth_event

for side, word in ((0, "without"), (1, "with")):
    p = float(published.p_values(fourth_event(side), (1, 2), True))
    print(f"{word:<8} the record: p-value of x and y given z {p:.4f}")
width = published.coded_sensitivity(fourth_event(0))
print(f"assumed by the program: at most {width:.4f}")
assert 0 <= 0.399 * 6 / np.sqrt(60_000) - width < 1e-5

# %% [markdown]
r"""
The audit tests at the level 0.1, so without noise this one person decides whether the edge remains. With the program's noise:
"""

# %%
for coded, epsilon in ((published.svt_pc, 1.0), (published.priv_pc, 3.5)):
    fresh = np.random.default_rng(33)
    both = [
        coded(fourth_event(k), epsilon, 0.1, 10**5, fresh) for k in (0, 1)
    ]
    stays = [np.mean(went[:, 2] == 0) for went in both]
    print(f"{coded.__name__}, ε = {epsilon} a pass: the edge stays", end="")
    print(
        f" in {stays[0]:.1%} of runs without, {stays[1]:.1%} with that record"
    )

# %% [markdown]
r"""
In our copy of Priv-PC one person decides almost with certainty; in that of SVT-PC the noise hides part of the change. A folded cell counts the runs of Priv-PC with more than two positive answers:
"""

# %% tags=["hide-cell"]
from scipy.stats import beta


class Counted(published.Sieves):
    """Counts the positive answers of each run: after each the threshold is new."""

    passes = 0

    def independent(self, pair, conditional, askable):
        before = self.bars.copy()
        answers = super().independent(pair, conditional, askable)
        self.passes = self.passes + (before != self.bars)
        return answers


fresh, size, said = np.random.default_rng([33, 2]), 10**5, (156, 1054)
for side, many, upper in zip((0, 1), said, (0.0021, 0.0117)):
    counted = Counted(fourth_event(side), 3.5, 0.1, size, fresh)
    published.run(counted)
    more_than_two = int((counted.passes > 2).sum())
    limit_of_it = beta.ppf(0.9995, more_than_two + 1, size - more_than_two)
    rounded = np.ceil(1e4 * limit_of_it) / 1e4  # up, as it is a bound
    print(f"{more_than_two} of {size:,} runs: at most {rounded:.4f}")
    assert more_than_two == many and limit_of_it < rounded < 0.02
    assert np.isclose(rounded, upper)

# %% [markdown]
r"""

Two further errors affect the accuracy only, as far as we know. EM-PC stores the separating set of its $t$-th chosen neighbour under the index $t$, which misleads the orientation. It also marks deleted edges by a score of −10,000, so with 100,000 records a deleted edge can be chosen again.

:::{dropdown} Places in the public program
Lines at commit 0fb6104 {cite}`privpc2020-code`. In `src/pc.py`: index of the separating set, 160 to 168; range of the number of deletions, 205 to 209; score of a deleted edge, 216. In `src/findJS.py`: greedy search, 317 to 351; numbers on offer, 360.
:::
"""

# %% [markdown]
r"""
## Comparison of the corrected versions

The baseline, *noisy PC*, adds Gaussian noise to the margin of every test. Its budget is shared equally among $T$ tests, where $T$ is three times the number of pairs of columns. Because all its releases are Gaussian, it is charged by the exact curve of the Gaussian mechanism ({prf:ref}`C-agm`), which at ε = 1 allows 7% less noise than a charge in ρ; the other methods are charged in ρ. After $T$ tests the remaining edges are kept. Like the other methods it calls a test dependent if the result is at least one standard deviation of the noise above 0.

:::{show} privcausal.experiments.allocations.noisy_pc
:::

Four variants change one setting each. Every method has one run on each of ten fresh samples of each of four networks, so samples and noise both vary:
"""

# %% tags=["hide-input"]
from scipy.optimize import brentq
from scipy.stats import t as student

prices = (0.1, 0.3, 1.0, 3.0, 10.0)
small = ("earthquake", "asia", "survey", "sachs")
SAMPLES = 10
VARIANTS = {
    "noisy PC": {},
    "noisy PC, charged in ρ": {},
    "noisy PC, threshold 0": {"caution": 0.0},
    "noisy PC, T of one per pair": {"each": 1},
    "noisy PC, T of ten per pair": {"each": 10},
}
in_rho = {}  # the ε whose exact curve allows the noise of a charge in ρ
for e in prices:
    mu = np.sqrt(2 * ConcentratedFilter.within(Price(e, 1e-6, SWAP)).budget)
    in_rho[e] = brentq(lambda x, mu=mu: largest_mu(x, 1e-6) - mu, e / 10, e)
rng = np.random.default_rng([33, 1])  # of this comparison alone
rows, top_rows = [], []
for name, number in ((n, k) for n in small for k in range(SAMPLES)):
    tables, truth = sample(name)
    f1_of = lambda graph, truth=truth: skeleton_scores(graph, truth).f1
    top = pc(len(truth), plain(tables), largest=LARGEST).graph
    full = np.triu(np.ones(truth.shape, dtype=int), 1)
    top_rows.append((name, f1_of(top), f1_of(full)))
    for e in prices:
        for method in METHODS:
            learned, policy = run(method, tables, e)
            result = f1_of(learned.graph), sum(policy.asked), False
            rows.append((name, number, method, e, *result))
        for variant, options in VARIANTS.items():
            less = in_rho[e] if variant.endswith("ρ") else e
            paid = Price(less, 1e-6, SWAP)
            graph, up = noisy_pc(tables, paid, rng, **options)
            rows.append((name, number, variant, e, f1_of(graph), 0, up))
heads = ["network", "sample", "method", "e", "f1", "asked", "used_up"]
measured = pd.DataFrame(rows, columns=heads)
tops = pd.DataFrame(top_rows, columns=["network", "PC", "complete graph"])
tops = tops.groupby("network").mean()

# %% tags=["hide-input"]
drawn = (*METHODS, "noisy PC")
means = measured.pivot_table("f1", "method", "e")
means = means.loc[[*METHODS, *VARIANTS]]
best_of = [v for v in VARIANTS if not v.endswith("ρ")]
means.loc["noisy PC, best of the four"] = means.loc[best_of].max()
means.loc["complete graph"] = tops["complete graph"].mean()
means = means.rename_axis("mean F1 at ε", axis=1)
means.map("{:.2f}".format)

# %% [markdown]
r"""
The next table has the leads over noisy PC, and over noisy PC charged in ρ, with 95% intervals by Student's distribution over the ten samples. The table is uncorrected. The difference of a sample is the mean over the four networks.
"""

# %% tags=["hide-input"]
by_sample = measured.pivot_table("f1", "sample", ["method", "e"])


def lead(method, other, e, error=0.05):
    gap = by_sample[method, e] - by_sample[other, e]
    reach = student.ppf(1 - error / 2, SAMPLES - 1) * gap.sem()
    return gap.mean(), gap.mean() - reach, gap.mean() + reach


baselines = list(VARIANTS)[:2]
leads = {
    (f"{m} − {other}", e): lead(m, other, e)
    for other in baselines
    for m in METHODS
    for e in prices
}
in_cell = "{:+.2f} ({:+.2f} to {:+.2f})".format
cells = pd.Series({place: in_cell(*ends) for place, ends in leads.items()})
cells.unstack(sort=False).rename_axis("lead at ε", axis=1)

# %% [markdown]
r"""
The mean conceals differences between the networks. At ε = 1 the four methods have, with the lowest and the highest of the ten samples:
"""

# %% tags=["hide-input"]
each = measured.groupby(["network", "method", "e"])["f1"]
spread = each.agg(["mean", "min", "max"])
by_network = {
    name.capitalize(): {
        m: "{:.2f} ({:.2f} to {:.2f})".format(*spread.loc[name, m, 1.0])
        for m in drawn
    }
    | {"PC, same test, no privacy": f"{tops.loc[name, 'PC']:.2f}"}
    for name in small
}
pd.DataFrame(by_network).rename_axis("F1 at ε = 1", axis=1)

# %% tags=["hide-input"]
axes = plots.panels(4, height=3.2)
look = {"marked": True, "log": "x", "ylim": (0, 1.04)}
for ax, name in zip(axes, small):
    at = spread.loc[name]
    lines = {m: [tuple(at.loc[m, e]) for e in prices] for m in drawn}
    plots.curves(prices, lines, ax=ax, level=tops.loc[name, "PC"], **look)
    ax.set_title(name.capitalize())
caption = "Mean skeleton F1 against ε for the three corrected methods and noisy PC: 100,000 records, δ = 1e-6, one run on each of ten samples. The shaded range reaches from the lowest to the highest of the ten. The thin line is PC with the same test and without privacy."
spoken = "Four panels, one for each network; in each, four curves with shaded ranges rise towards the line of PC without privacy. Means over the networks at ε of 0.1, 1 and 10: "
spoken += "; ".join(
    f"{m} " + ", ".join(f"{means.loc[m, e]:.2f}" for e in (0.1, 1.0, 10.0))
    for m in drawn
)
plots.show(
    axes, caption, x="ε", y="mean F1 of the skeleton", spoken=spoken + "."
)

# %% tags=["hide-input"]
said = [0.83, 0.86, 0.87, 0.89, 0.85]  # in the opening
five = [*drawn, baselines[1]]
assert means.loc[five, 1.0].round(2).tolist() == said
said = [0.59, 0.72, 0.79, 0.86, 0.82]
assert means.loc[five, 0.3].round(2).tolist() == said
trivial = means.loc["complete graph", 0.1]
assert round(trivial, 2) == 0.51
assert (means.loc[list(drawn), 0.1] < trivial + 0.05).all()
assert (means.loc[list(drawn), prices[1:]] > trivial).all(axis=None)
by_rho = ConcentratedFilter.within(Price(1.0, 1e-6, SWAP)).budget
by_rho = np.sqrt(2 * by_rho)
assert round(largest_mu(1.0, 1e-6) / by_rho - 1, 2) == 0.07


def decided(other, e):
    """Which of the three are behind, and which ahead."""
    ends = {m: leads[f"{m} − {other}", e] for m in METHODS}
    behind = [m for m, (_, _, high) in ends.items() if high < 0]
    return behind, [m for m, (_, low, _) in ends.items() if low > 0]


svt, priv, em = METHODS
exact_curve, same_charge = baselines
assert [decided(exact_curve, e) for e in prices] == [
    ([svt], []),
    ([svt, priv, em], []),
    ([svt, priv], []),
    ([], [em]),
    ([], [svt, priv, em]),
]
assert [decided(same_charge, e) for e in prices] == [
    ([svt], []),
    ([svt, priv], []),
    ([], []),
    ([], [em]),
    ([], [svt, priv, em]),
]
said = {
    (svt, 1.0): "-0.06 (-0.09 to -0.03)",
    (priv, 1.0): "-0.03 (-0.05 to -0.00)",
    (em, 3.0): "+0.04 (+0.03 to +0.04)",
}
for (m, e), words in said.items():
    assert cells[f"{m} − {exact_curve}", e] == words
one, ten = "noisy PC, T of one per pair", "noisy PC, T of ten per pair"
best = means.loc[[one, "noisy PC", ten]].idxmax()
assert best.tolist() == [one, "noisy PC", "noisy PC", ten, ten]
other = means.loc[["noisy PC, threshold 0", one], 0.1].round(2)
assert other.tolist() == [0.71, 0.67]
assert means.loc[ten, [3.0, 10.0]].round(2).tolist() == [0.91, 0.92]
assert means.loc[em, [3.0, 10.0]].round(2).tolist() == [0.92, 0.92]
corrected = [
    (m, other, e)
    for (m, other), e in ((place.split(" − "), e) for place, e in leads)
    for _, low, high in [lead(m, other, e, 0.05 / len(leads))]
    if low > 0 or high < 0
]
same_four = [(svt, 0.3), (priv, 0.3), (em, 3.0), (em, 10.0)]
assert len(leads) == 30 and corrected == [
    (m, other, e) for other in baselines for m, e in same_four
]
worth = means.loc["noisy PC"] - means.loc["noisy PC, threshold 0"]
assert worth[[0.1, 0.3, 1.0]].round(2).tolist() == [-0.17, 0.11, 0.10]
assert all(leads[f"{em} − noisy PC", e][0].round(2) == 0.04 for e in (3, 10))
assert COUNTING == 1 / 20
stored = load_table(NETWORKS)
stored = stored[np.isclose(stored.epsilon, 1.0) & stored.network.isin(small)]
twenty = stored.groupby("method")["skeleton f1"].mean().round(2)
ours = twenty[["svt-pc", "priv-pc", "em-pc"]]
assert ours.tolist() == [0.82, 0.88, 0.88]  # on other samples
most = means.loc[list(METHODS)].max() - means.loc[best_of].max()
assert most.round(2).max() == 0.01
assert (means.loc[list(METHODS)].idxmax() == em).all()
on = spread["mean"].unstack("method")[list(drawn)]
on_sachs = on.loc["sachs"].loc[list(prices[1:])].idxmin(axis=1)
assert (on_sachs == "noisy PC").all()
elsewhere = on.xs(1.0, level="e").drop("sachs")
assert (elsewhere["noisy PC"] >= elsewhere.max(axis=1)).all()
up = measured.query("method == 'noisy PC' and e >= 1")
assert up["used_up"].all()
asked = measured.pivot_table("asked", ["network", "e"], "method")
ratio = (asked[em] / asked[svt]).groupby("network").mean()
print("tests of EM-PC / tests of SVT-PC:", *ratio.round(1))
assert [ratio.round(1).min(), ratio.round(1).max()] == [1.3, 2.1]
assert on.xs(10.0, level="e").sub(tops["PC"], axis=0).min(axis=None) > -0.2

# %% [markdown]
r"""
**Against no data at all.** At ε = 0.1 none of the four exceeds the mean F1 of the complete graph by 0.05, so these runs hardly show that any of them learns from the data at this budget; two variants of noisy PC have 0.71 and 0.67. From ε = 0.3 on all four exceed the complete graph.

**All three against the baseline.** After correction for the 30 comparisons of the table, eight are decided, the same four for either charge. SVT-PC and Priv-PC are behind noisy PC at ε = 0.3, and EM-PC is ahead at 3 and 10. Uncorrected, EM-PC is also behind at ε = 0.3, SVT-PC by 0.06 (0.03 to 0.09) and Priv-PC by 0.03 (0.00 to 0.05) at ε = 1, but none of this at an equal charge. At ε of 3 and 10, noisy PC with a $T$ of ten per pair has 0.91 and 0.92, and EM-PC 0.92 at both. The threshold of one standard deviation, which all four methods share, is worth 0.11 to noisy PC at ε = 0.3 and 0.10 at 1, and costs 0.17 at 0.1; it was varied for the baseline only. The best of the four settings at each ε is chosen with knowledge of the results, so a user cannot rely on it; no mean of the three exceeds it by more than 0.01. No settings of the three methods were varied, so this row favours the baseline.

On seven networks with two samples each, at ε = 1, no difference of the three from noisy PC is decided with 100,000 records ({doc}`35_at_equal_honest_price`). On Sachs, the largest of the four, noisy PC has the lowest mean from ε = 0.3 on. In each of its runs with ε of 1 and more it has used up its $T$ tests, so that untested edges are kept, on the other three networks too.

Noisy PC needs $T$ in advance, and the variants show that the best $T$ grows with ε. The factor of three was fixed before its first run and not tuned.

**Among the three.** EM-PC has the highest mean of the three at every ε, and makes between 1.3 and 2.1 times as many tests as SVT-PC. {doc}`35_at_equal_honest_price` compares them on seven networks ({prf:ref}`P-tables`).

## Related work and limitations

{prf:ref}`B-peel` is known from {cite:t}`cesar2021`, who bound mechanisms of *bounded range*; {cite:t}`durfee2019` introduced the notion, in a paper of which we know only the title and a report of this definition. {cite:t}`zhu2020` analyse the sparse vector technique by Rényi differential privacy and propose a version with Gaussian noise, which was not tried here. We read their abstract only. Permute-and-flip {cite:p}`mckenna2020` could choose the number of deletions with fewer errors; it was not tried either. We have not found {prf:ref}`P-type1-run`, {prf:ref}`B-em-count` or the rate in {prf:ref}`P-limit` elsewhere.

The number of records and the categories are public, and addition and removal are not covered. The exact distributions are for three columns; beyond, the guarantee rests on the proof and the filter.

## Exercises

:::{exercise}
:label: ex-33-peel

You choose $k=20$ of many edges at a total of $\rho=0.01$. Compute the ε of each choice by {prf:ref}`B-peel`, and compare it with the ε if each choice is charged as a general $(\varepsilon,0)$-private mechanism.
:::

:::{solution} ex-33-peel
:class: dropdown

By {prf:ref}`B-peel`, $k\varepsilon^2/8=\rho$, so $\varepsilon=\sqrt{8\rho/k}\approx0.063$. A general mechanism costs $\varepsilon^2/2$, so $\varepsilon=\sqrt{2\rho/k}\approx0.032$. The noise is half as large by {prf:ref}`B-peel`.
:::

:::{exercise}
:label: ex-33-count

Show that the score "minus the distance of $k$ from the number of edges below the threshold" has sensitivity $m$, the number of edges, and compare with {prf:ref}`B-em-count`.
:::

:::{solution} ex-33-count
:class: dropdown

Let all $m$ margins be −0.5, and 0.5 in the neighbour: each changes by 1, and the score of $k=0$ changes from $-m$ to 0. The score of {prf:ref}`B-em-count` changes by 1, because it measures how far the *values* are from the threshold.
:::

**Next.** Some orders of PC make more tests than others, and some answers matter more. {doc}`/book/sources/curate-and-noleaks` divides the budget accordingly.
"""
