# %% [markdown]
r"""
# Propose-test-release for the interquartile range

:::{chapter}
:asks: Can a release have little noise where the data allow it, and stay private where they do not?
:needs: c01_two_evenings, c02_sums_and_histograms
:::

A laboratory wants to publish how much a blood value varies between its patients, as the *interquartile range*, that is, the upper quartile minus the lower quartile.
For most sets of patients, one person hardly affects it.
For some sets, however, **one person determines the result**, and noise for the worst case would be unbounded.

A private mechanism can first test whether the data are far from such sets, and release the value with little noise only if they are.
This idea is called *propose-test-release* {cite}`dworklei2009`. It requires that the test is private too.
{cite:t}`kusner2016` print an algorithm of this kind that violates its guarantee because of two errors; the paper's main text has one of the two points right.
Both can be corrected, and the corrected algorithm is *cheaper* than claimed.

:::{admonition} After this chapter you can
:class: tip
- explain why data-dependent noise reveals information, and how a tested proposal avoids this;
- compute exactly how many records must change to change an interquartile range, in well under a second for a million records;
- find two errors in a published algorithm by a formula, by a figure and by samples, and correct them;
- release a stable answer without noise;
- compute how often such a mechanism gives no answer.
:::


"""

# %%
import math
import numpy as np
from scipy import stats

from privcausal import plots
from privcausal.pairs.iqr import distances, iqr, private_log_iqr
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import ProposeTestRelease
from privcausal.privacy.propose_test_release import StableRelease

# %% [markdown]
r"""
## Example: the influence of one record

We consider forty-one patients, of whom forty have fixed values and one takes every value.
In the first data set the forty are spread evenly from 0 to 3; in the second, thirty are at 0 and ten at 3.
"""

# %%
spread_out = np.linspace(0, 3, 40)
bunched = np.array([0.0] * 30 + [3.0] * 10)
line = np.linspace(-1, 4, 251)
walks = {
    "evenly spread": [iqr([*spread_out, v]) for v in line],
    "bunched": [iqr([*bunched, v]) for v in line],
}

# %% tags=["hide-input"]
title = "One patient moves the range far where values are bunched"
ax = plots.curves(line, walks, ylim=(-0.1, 3.3), title=title)
inside = (line >= 0) & (line <= 3)
assert np.allclose(np.array(walks["bunched"])[inside], line[inside])
assert np.ptp(walks["evenly spread"]) < 0.1 < 2.9 < np.ptp(walks["bunched"])
caption = "In the evenly spread crowd one patient moves the range by a hair. In the bunched one the range follows that patient between 0 and 3."
ax.set_xlabel("value of the forty-first patient")
plots.show(ax, caption, y="interquartile range of all")

# %% [markdown]
r"""
The influence of one record has no limit. If the other records are at 0 and at $10^6$, one record can change the range from $0$ to $10^6$.
The {term}`sensitivity` of the interquartile range is therefore infinite, and Laplace noise is not possible.

The noise cannot simply be adapted to the data, because its size would then reveal which data set it was, and one record can determine that.
Every quantity that determines the noise must itself be private. A *distance* has this property.
"""

# %% [markdown]
r"""
## The distance to a change has sensitivity one

:::{prf:definition} Proposal and distance
:label: def-16-distance

A *proposal* divides all data sets into cells, such that neighbours in one cell have values at most $\Delta$ apart.
The *distance* $A(D)$ is the smallest number of records to replace in $D$ before it leaves its cell.
:::

Regardless of the value, **the distance changes by at most 1 between neighbours**.
If $D$ and $D'$ lie in one cell, replace one record to go from $D$ to $D'$ and then leave the cell from $D'$: $A(D)\le1+A(D')$, and the same holds with the roles exchanged.
If they lie in different cells, one replacement suffices from either side: $A(D)=A(D')=1$.

The distance can therefore be released with Laplace noise of scale $1/\varepsilon$, and we only need to know whether it is large:

1. *Propose* cells.
2. *Test* whether $A+\mathrm{Lap}(1/\varepsilon)$ exceeds a threshold.
3. *Release* the value with noise for $\Delta$ if it does, and otherwise $\bot$, which means "no answer".

The threshold follows from neighbours in *different* cells, which both have $A=1$. For these the mechanism must almost always give no answer.
$P(1+\mathrm{Lap}(1/\varepsilon)>t)=\frac12e^{-\varepsilon(t-1)}$, which equals $\delta$ at

$$
t=1+\frac{\ln(1/2\delta)}{\varepsilon}.
$$

The $\varepsilon$ in the denominator is essential, because the threshold is measured in units of the noise.
"""

# %% [markdown]
r"""
## Cells for the interquartile range

Ranges occur on all scales, so we use $\ln\mathrm{IQR}$ and propose that one record changes it by less than 1, that is, the range by less than a factor of $e$.
The cells are $[e^k,e^{k+1})$ for the integers $k$.
A range close to a cell boundary then fails the test, although the data are stable. We therefore add a second grid, shifted by half a cell: a value near a boundary of one grid lies in the middle of a cell of the other.

The number of records that must change before the range leaves its cell can be computed from the sorted data.

:::{claim} B-iqr-windows
:::

(proof-iqr-windows)=
:::{prf:proof}
*Wider, at most.* Replace $k$ records. Let $s$ of the new ones end at places up to $l$, and $t$ at places $\ge u$; $s+t\le k$ because $l<u$.
At least $l-s$ old records are then no larger than the new lower quartile, so that quartile is at least $x_{(l-s)}$.
At least $m-u+1-t$ old ones are no smaller than the new upper quartile, so that one is at most $x_{(u+t)}$.
The range is at most $x_{(u+t)}-x_{(l-s)}$, and more of $s$ or $t$ makes this no smaller, so $s+t=k$ can be assumed.

*Wider, and it happens.* Take $k=s+t$ records from between: the places $l-s$ and $u+t$ have $u-l+k-1\ge k$ records strictly between them.
Put $s$ of the records far down and $t$ far up. Then $x_{(l-s)}$ is at place $l$ and $x_{(u+t)}$ at place $u$.
If a place lies outside $1,\dots,m$, new records themselves are the quartile, as far out as we like.

*Narrower, at most.* Let $v\le w$ be the new quartiles, $s$ the number of replaced records that were below $v$ and $t$ of those above $w$; $s+t\le k$.
At most $l-1$ records are below $v$ now, so at most $l-1+s$ were before: $v\le x_{(l+s)}$. Likewise $w\ge x_{(u-t)}$. The range is at least $x_{(u-t)}-x_{(l+s)}$, and again $s+t=k$ can be assumed.

*Narrower, and it happens.* Take $s$ records from below $x_{(l+s)}$ and $t$ from above $x_{(u-t)}$, and put all of them in between. These two are then at places $l$ and $u$. If $l+s\ge u-t$, they can all be put on one spot; the range is then 0, which is below $a$.

*Leaving* $[a,b)$ means that the range is $\ge b$ or $<a$. *One replacement* changes $A$ by at most 1, as was shown above for every distance. $\square$
:::

Equivalently, consider *windows* of the sorted data. A window that contains both quartiles and has a width of at least $b$ costs one change for each position by which it is too long. A window between the quartiles that is narrower than $a$ costs one change for each position by which it is too short.
All windows of one length are a single subtraction of two slices, and the best length is found by bisection:

:::{show} privcausal.pairs.iqr.extreme_widths
:::

:::{show} privcausal.pairs.iqr.changes_to_leave
:::

A million records take well under a second. On a few records we compare with an *exhaustive search* over every set of records and every choice of new values, and find no difference ({verdict}`B-iqr-windows`).
"""

# %%
from privcausal.claims.pairs.iqr import all_cases, window_error
from privcausal.verify.checks.exhaustive import worst_of

for m in (3, 4, 5):
    tried = worst_of(all_cases(m), window_error)
    print(f"m = {m}: {tried.cases:5,} cases, largest error {tried.value}")
    assert tried.value == 0

# %%
rng = np.random.default_rng(16)
for m in (100, 10_000, 1_000_000):
    x = rng.normal(size=m)
    print(f"m = {m:9,}: A₁, A₂ = {distances(x)}")

# %% [markdown]
r"""
## The published algorithm

The following claim is about the algorithm as its appendix prints it.

:::{claim} K-ptr
:::

### First error: the threshold

The noise has scale $1/\varepsilon$, but $\ln(1/\delta)$ is not divided by $\varepsilon$.
At distance 1 a test therefore passes with probability $\frac12e^{-\varepsilon\ln(1/\delta)}=\frac12\delta^{\varepsilon}$ instead of $\frac12\delta$:
"""

# %%
epsilon, delta = 0.1, 1e-5
passes = 0.5 * delta**epsilon
assert 0.158 < passes < 0.159
print(f"one test passes with probability {passes:.3f}, not {delta / 2:g}")

# %% [markdown]
r"""
Consider two samples of eight that differ in one record, with interquartile ranges that are arbitrarily far apart:
"""

# %%
from privcausal.claims.privacy.propose_test_release import both_samples
from privcausal.claims.privacy.propose_test_release import far_apart
from privcausal.claims.broken.propose_test_release import PrintedIqr

small, large = both_samples(far_apart(epsilon))
printed = PrintedIqr(epsilon, delta)
for sample in (small, large):
    refused, centre = printed.law(sample)
    print(
        f"ln IQR = {centre:6.0f}, A = {printed.distances(sample)}, "
        f"released with probability {1 - refused:.3f}"
    )
    assert 0.28 < 1 - refused < 0.3

# %% [markdown]
r"""
In three runs out of ten the algorithm prints a value, and the value reveals from which of the two samples it came.
According to the claim this happens with probability $\delta=10^{-5}$.

### Second error: the second interval

$B_2=[e^{k-1/2},e^{k+1/2})$ is centred on the lower end of $B_1$.
When the fractional part of $\ln\mathrm{IQR}$ is at least one half, $B_2$ **does not contain the range at all**, and $A_2=0$.
The main text requires two intervals "which both contain" the range, so this is an error in the appendix; the cell of the shifted grid was meant.

The next figure stretches a sample continuously and shows all three distances:
"""

# %%
base = stats.norm.ppf((np.arange(1, 402) - 0.5) / 401)
base = base / iqr(base)
stretches = np.linspace(-1, 1.2, 221)
samples = [base * math.exp(s) for s in stretches]
right = np.array([distances(sample) for sample in samples])
wrong = np.array([PrintedIqr(1.0, delta).distances(x)[1] for x in samples])
assert np.maximum(*right.T).min() > 20
assert (wrong == 0).mean() > 0.45 and np.diff(wrong).max() > 70

# %% tags=["hide-input"]
lines = {
    "A₁, cells [k, k + 1)": right[:, 0],
    "A₂, shifted by half a cell": right[:, 1],
    "A₂ as printed": wrong,
}
looks = (plots.BLUE, plots.ORANGE, plots.RED)
ax = plots.curves(stretches, lines, ylim=(-16, 95), colours=looks)
words = {
    "A₁,\ncells [k, k + 1)": (-0.6, 77),
    "A₂, shifted\nby half a cell": (0.06, 77),
    "A₂ as printed": (-0.25, -13),
}
for (word, at), colour in zip(words.items(), looks):
    ax.text(*at, word, color=colour, ha="center", va="bottom")
least = np.maximum(*right.T).min()
caption = f"401 normal records, stretched. With the repair, at least one distance is always {least:.0f} or more. As printed, the second is 0 over {(wrong == 0).mean():.0%} of the scale and then jumps to its highest value at once."
axes = {"x": "ln IQR of the sample", "y": "records to change"}
plots.show(ax, caption, **axes, legend=False)

# %% [markdown]
r"""
Over half of the scale the second test is useless, which affects only the utility.
At integers, however, **the red line jumps**. A small stretch across an integer, which one record can cause, changes the printed $A_2$ from 0 to more than seventy.
A quantity that jumps between neighbours is not a distance, and a test with noise of scale $1/\varepsilon$ reveals the jump.
The following two samples of 64 differ in one record, at $\varepsilon=1$, where the first error has no effect:
"""

# %%
from privcausal.claims.privacy.propose_test_release import across_an_edge

below, above = both_samples(across_an_edge(1.0))
printed = PrintedIqr(1.0, 0.01)
for sample in (below, above):
    refused, centre = printed.law(sample)
    print(
        f"ln IQR = {centre:5.2f}, A = {printed.distances(sample)!s:>7}, "
        f"no answer with probability {refused:.5f}"
    )

# %% [markdown]
r"""
### Audit by samples

The {term}`audit` uses no knowledge of thresholds and intervals. It runs the mechanism on both neighbours and computes a lower confidence bound on ε.
"""

# %%
from privcausal.verify.audit import audit

cases = {
    "far apart": (0.2, 0.01, (both_samples(far_apart(0.2)))),
    "across an edge": (1.0, 0.01, (below, above)),
}
for name, (e, d, pair) in cases.items():
    result = audit(
        PrintedIqr(e, d).sample, pair, 100_000, delta=d, ideal=True, rng=rng
    )
    print(f"{name:>14}: claimed ε = {3 * e:.1f}, found {result.epsilon:.1f}")
    assert result.epsilon > 3 * e

# %% [markdown]
r"""
Each error alone violates the guarantee, the threshold for $\varepsilon<1$ and the interval at every ε that we tried. No larger ε would be valid either, because the ε of the first pair grows with the distance of its two values.
The claim is {verdict}`K-ptr`. It concerns the algorithm as printed there, and not the one of {cite:t}`dworklei2009` from which the source derives it.
"""

# %% [markdown]
r"""
## The corrected mechanism

Divide by $\varepsilon$, and use the cell of the shifted grid. The size $w$ of the cells can be any number that is fixed in advance; the source has $w=1$.

:::{claim} B-ptr
:::

The source adds three costs of $\varepsilon$, for two tests and one value. A total of $2\varepsilon$ is sufficient.

(proof-ptr)=
:::{prf:proof}
Let $p_j$ be the probability that test $j$ passes on $D$, $q=1-(1-p_1)(1-p_2)$ the probability of an answer, and $p_j',q'$ the same for a neighbour $D'$.
The answer, if there is one, is $\ln\mathrm{IQR}$ plus noise, whichever test has passed. The output is therefore $\bot$ with probability $1-q$, and else has density $q\cdot h$, where $h$ is the density of the noisy value.

**They share no cell.** Then $A_1=A_2=1$ on both sides, $p_j=p_j'=\frac\delta2$, and both answer with the same probability $q=\delta-\frac{\delta^2}4$. An event can gain at most $q<\delta$ from the answers and nothing from $\bot$.
This also covers a range of 0 on one side: there $q=0$, on the other side $A_1=A_2=1$, and again no event gains more than $\delta-\frac{\delta^2}4$.

**They share a cell**, of one grid or of both. Then nothing needs $\delta$:

- *The value.* The two $\ln\mathrm{IQR}$ lie in a common cell, less than $w$ apart. Noise of scale $w/\varepsilon$ gives $h\le e^\varepsilon h'$.
- *The probability of an answer.* $A_j$ moves by at most 1, so $p_j\le e^\varepsilon p_j'$. If $e^\varepsilon p_j'\ge1$ for one $j$, then $q\le1\le e^\varepsilon p'_j\le e^\varepsilon q'$. Otherwise, $q$ being increasing in both,
$q\le1-(1-e^\varepsilon p_1')(1-e^\varepsilon p_2')=e^\varepsilon(p_1'+p_2')-e^{2\varepsilon}p_1'p_2'\le e^\varepsilon(p_1'+p_2'-p_1'p_2')=e^\varepsilon q'.$
- Together $qh\le e^{2\varepsilon}q'h'$.
- *No answer.* $1-p_j\le e^\varepsilon(1-p_j')$ for both tests, so $1-q\le e^{2\varepsilon}(1-q')$. $\square$
:::

The central observation is that **the output does not reveal which test has passed**. The two tests then cost $2\varepsilon$ for the outcome $\bot$ and $\varepsilon$ for an answer, and the remaining $\varepsilon$ is available for the value.
A second test therefore has no extra cost, whereas a third would have.

We verified *every state* in which two neighbours can be, that is, both pairs of distances and the difference of the values.
We also verified every pair of neighbouring samples of 8 and of 16 records with five values, with distances from an exhaustive search.
"""

# %%
from privcausal.claims import load
from privcausal.claims.privacy.propose_test_release_laws import worst_small
from privcausal.claims.privacy.propose_test_release_laws import worst_state

state = worst_state(load()["B-ptr"], 3.0, 1e-12)
print(f"{state.cases:,} states, worst ε {state.value:.6f} of {2 * 3.0}")
few = worst_small(16, 2.0, 0.01, 1.0)
print(f"{few.cases:,} pairs of samples, worst ε {few.value:.3f} of 4.0")

# %% [markdown]
r"""
Two samples of 64 attain the bound, because of $\bot$ alone. There are only two values, and one record changes from one to the other:
"""

# %%
from privcausal.claims.privacy.propose_test_release import firm

before, after = both_samples(firm(3.0))
mechanism = ProposeTestRelease(1.0, 3.0, 1e-12, Relation.SUBSTITUTION)
refusals = [mechanism.refusal(distances(x)) for x in (before, after)]
print(f"distances {distances(before)} and {distances(after)}")
print(f"ln of the ratio of P(⊥): {math.log(refusals[1] / refusals[0]):.6f}")
assert math.isclose(math.log(refusals[1] / refusals[0]), 6, rel_tol=1e-9)

# %% [markdown]
r"""
The cost $2\varepsilon$ is therefore exact for this mechanism, and the bound is {verdict}`B-ptr`.
The audit that detected the printed version detects no violation of the corrected one on the same pairs. The guarantee rests on the proof above.
"""

# %%
for name, (e, d, pair) in cases.items():
    repaired = ProposeTestRelease(1.0, e, d, Relation.SUBSTITUTION)

    def run(sample, size, rng, mechanism=repaired):
        away = distances(sample)
        return mechanism.sample(math.log(iqr(sample)), away, size, rng)

    result = audit(run, pair, 100_000, delta=d, ideal=True, rng=rng)
    print(f"{name:>14}: claimed ε = {2 * e:.1f}, found {result.epsilon:.1f}")
    assert result.epsilon <= 2 * e

# %% [markdown]
r"""
:::{show} privcausal.privacy.propose_test_release.ProposeTestRelease
:::

## How often is there no answer?

The distances grow with the number of records, and the threshold does not. For enough records there is therefore almost always an answer.
The probability of $\bot$ is known exactly, given the distances. We take normal data, scaled to the *least* favourable position in the grids, a quarter of a cell from a boundary of each:
"""

# %%
sizes = np.unique(np.geomspace(20, 6000, 60).astype(int))


def worst_refusal(m, epsilon, size=1.0, delta=1e-6):
    x = stats.norm.ppf((np.arange(1, m + 1) - 0.5) / m)
    x = x / iqr(x)
    test = ProposeTestRelease(size, epsilon, delta, Relation.SUBSTITUTION)
    places = (x * math.exp(size * s) for s in np.linspace(0, 0.96, 25))
    return max(test.refusal(distances(y, size)) for y in places)


curves = {e: [worst_refusal(m, e) for m in sizes] for e in (1.0, 0.25, 0.05)}

# %% tags=["hide-input"]
lines = {f"ε = {e:g}, whole price {2 * e:g}": c for e, c in curves.items()}
ax = plots.curves(sizes, lines, log="x", ylim=(-0.03, 1.05))
for (word, refused), colour in zip(lines.items(), plots.COLOURS):
    half = 1.1 * sizes[np.argmax(np.array(refused) < 0.5)]
    ax.text(half, 0.5, word.replace(", whole", ",\n"), color=colour)
steps = [sizes[np.argmax(np.array(c) < 0.5)] for c in curves.values()]
assert 18 < steps[-1] / steps[0] < 22
caption = "Normal data at the least favourable place, a quarter of a cell from a boundary of each grid; δ = 10⁻⁶. An ε that is 20 times smaller needs about 20 times as many records."
axes = {"x": "number of records m", "y": "probability of no answer"}
plots.show(ax, caption, **axes, legend=False)


# %%
def records_needed(epsilon, wish=0.01):
    low, high = 10, 20_000
    while high - low > 1:
        middle = (low + high) // 2
        worst = worst_refusal(middle, epsilon)
        low, high = (low, middle) if worst <= wish else (middle, high)
    return high


needed = {e: records_needed(e) for e in (1.0, 0.25, 0.05)}
for e, m in needed.items():
    print(f"ε = {e:4}: 99 answers in 100 from about {m:5,} records on")
assert 15 < needed[0.05] / needed[1.0] < 25

# %% [markdown]
r"""
The source varied δ between $10^{-5}$ and $10^{-2}$ and observed no $\bot$ in 10,000 draws. This agrees with {figure}`fig-normal-data-at-the-least-favourable` for large samples; with a few dozen records almost every output would be $\bot$. {doc}`24_iqr_by_asking_first` returns to this.

**Smaller cells need less noise.** The noise on the logarithm has scale $w/\varepsilon$, *regardless of the number of records*. For $w=1$ and $\varepsilon=0.5$ a typical answer is wrong by a factor of $e^2$.
With many records the cells can be smaller. The distances then decrease, and the test still passes.
"""

# %%
x = rng.normal(size=20_000)
print(f"without noise: {math.log(iqr(x)):+.4f}")
price = {"epsilon": 0.5, "delta": 1e-6, "relation": Relation.SUBSTITUTION}
for size in (1.0, 0.1, 0.02, 0.001):
    release = private_log_iqr(x, rng=rng, size=size, **price)
    print(f"cells of {size:5}: {release}")

# %% [markdown]
r"""
The size of the cells must be chosen without the data. If it is too small, the output is $\bot$, at the full privacy cost.

:::{show} privcausal.pairs.iqr.private_log_iqr
:::
"""

# %% [markdown]
r"""
## Several releases about the same people

To choose a direction, the source compares $\ln\mathrm{IQR}(x')+\ln\mathrm{IQR}(r_Y)$ with $\ln\mathrm{IQR}(y')+\ln\mathrm{IQR}(r_X)$, which are four ranges.
The *residuals* $r_Y$ are outcome minus prediction of a regression, which is fitted on one half of the records, the *training* half; $x'$ and $y'$ are the other, the *test* half. {doc}`21_cause_leaves_a_trace` introduces the method. For this section they are four columns of numbers, computed from the same people.
The source makes two statements about them.

:::{claim} K-ptr-null
:::

Our copy of this sentence is damaged. It has the condition "$A_1$ *or* $A_2$" and a bound $e$, and it does not say how many ranges are meant. If the other distance is arbitrary, its test can pass with any probability, and no such bound can hold. We therefore choose the weakest reading, one range with $A_1=A_2=1$.

(proof-null)=
:::{prf:proof}
At distance 1 one test passes with probability $\frac12e^{-\ln(1/\delta)}=\frac\delta2$. A range has *two* tests, with independent noise. The probability that one of them passes is
$1-\bigl(1-\frac\delta2\bigr)^2=\delta-\frac{\delta^2}4$, less than $\frac{3\delta}2$. $\square$
:::
"""

# %%
from privcausal.claims.privacy.propose_test_release_several import slip_of
from privcausal.claims.privacy.propose_test_release_several import slips

for columns in (1, 3):
    exact = slip_of({**far_apart(1.0), "columns": columns}, 0.1)
    seen = slips(200_000, rng, 0.1, columns).mean()
    print(f"{columns} at δ = 0.1: exact {exact:.4f}, simulated {seen:.4f}")
    assert math.isclose(exact, 1 - 0.95 ** (2 * columns))
    assert abs(seen - exact) < 0.005

# %% [markdown]
r"""
The claim is {verdict}`K-ptr-null`. For three ranges at once, which have six tests, the probability is about $3\delta$. The privacy guarantee does not depend on it.

The second statement is the cost of all four ranges:

:::{claim} K-ptr-comp
:::

This counts *one value* of a record. Because $y'$ does not depend on $x'_i$, three mechanisms are composed, and the costs add up, as proved below.
If a whole record with both of its values can be replaced, all four columns change. In the first pair of samples above each column answers with probability $\delta-\frac{\delta^2}4$, and each answer identifies the sample. Let both regressions return 0 and $y'=x'$, so that all four columns are this sample.
Some column answers with probability close to $4\delta$, so $3\delta$ is not sufficient for a record:
"""

# %%
delta = 1e-5
some_answer = 1 - (1 - delta / 2) ** 8
print(f"3δ = {3 * delta:g}, happens with {some_answer:.6g}")

# %% [markdown]
r"""
The claim is {verdict}`K-ptr-comp`. By the source's accounting a whole record would cost $(12\varepsilon,4\delta)$. With our cost per range, four ranges need a smaller ε than three did:

:::{claim} B-ptr-comp
:::

(proof-ptr-comp)=
:::{prf:proof}
*Two mechanisms*, $(\varepsilon_1,\delta_1)$ and $(\varepsilon_2,\delta_2)$, with independent noise: let $E$ be an event about both outputs, and $E_z$ the rest of it when the first output is $z$.
With $g(z)=\min\{1,e^{\varepsilon_2}P[M_2(D')\in E_z]\}$, the second guarantee gives $P[(M_1,M_2)(D)\in E]\le\mathbb E\,g(M_1(D))+\delta_2$.
As $0\le g\le1$, the first guarantee, applied to all events $\{g>s\}$ and integrated over $0<s<1$, gives $\mathbb E\,g(M_1(D))\le e^{\varepsilon_1}\mathbb E\,g(M_1(D'))+\delta_1\le e^{\varepsilon_1+\varepsilon_2}P[(M_1,M_2)(D')\in E]+\delta_1$.
The privacy costs therefore add up. Four times $(2\varepsilon,\delta)$ is $(8\varepsilon,4\delta)$.

*It cannot be less ε.* If all four columns are the two-valued sample above, the probability of four times $\bot$ changes by $e^{8\varepsilon}$. $\square$
:::

Finally, the source suggests *advanced composition* for the three mechanisms:

:::{claim} K-ptr-adv
:::

(proof-ptr-adv)=
:::{prf:proof}
The prices add up to $(3\varepsilon_1,3\delta)$, as just shown. And $3\varepsilon_1\le2\sqrt{6\ln(1/\delta')}\,\varepsilon_1=\varepsilon$ as soon as $\ln(1/\delta')\ge\frac38$, that is $\delta'\le0.687$. $\square$
:::

For three mechanisms, basic composition is thus *always* better.
Advanced composition becomes useful only for a large number of mechanisms. {term}`Zero-concentrated <zero-concentrated>` differential privacy ({doc}`14_what_many_questions_cost`) does not help here either:
"""

# %%
each, failure = 0.1, 1e-6
log = math.log(1 / failure)
rho = 3 * each**2 / 2
print(f"advanced composition: {2 * math.sqrt(6 * log) * each:.3f}")
print(f"zCDP:                 {rho + 2 * math.sqrt(rho * log):.3f}")
print(f"addition:             {3 * each:.3f}")

# %% [markdown]
r"""
The claim {verdict}`K-ptr-adv` is for $\varepsilon_1=0.05$ and $\delta'=10^{-6}$. The restriction is ours: the source, which quotes the theorem from a textbook, permits every $\delta'>0$. {ref}`ex-16-absurd` shows a case in which this fails.
"""

# %% [markdown]
r"""
## Stable answers without noise

Some answers cannot carry noise, for example a name, a direction, or a yes or no.
The same idea applies {cite}`dwork2014`: if no nearby data set has another answer, release it as it is.

:::{claim} K-stable
:::

(proof-stable)=
:::{prf:proof}
$d$ moves by at most 1 between neighbours, like every distance to a set.

*The values differ.* Then both data sets are unstable, $d=0$ on both sides, and each is answered with probability $\frac12e^{-\ln(1/\delta)}=\frac\delta2$. $\bot$ is equally likely on both sides, so an event gains at most $\frac\delta2$.

*The values agree.* Then there are two outcomes. The probability of passing and that of failing change by a factor of at most $e^\varepsilon$ each, because $d$ moves by at most 1. $\square$
:::

Half of δ is not needed ({verdict}`K-stable`). Equivalently, for $(\varepsilon,\delta)$ the threshold can be $\ln(1/2\delta)/\varepsilon$. The source quotes the algorithm from a textbook that we have not read; its noise and threshold are the standard ones.

:::{claim} K-stable-utility
:::

(proof-stable-utility)=
:::{prf:proof}
Let an unstable $D_1$ lie $d$ replacements away, and let $D_2$ be a neighbour of it with another value. One of $f(D_1),f(D_2)$ is not $f(D)$, and both are within $d+1$ replacements. As up to $k$ replacements do not change the value, $d+1>k$, so $d\ge\lceil k\rceil$ for whole numbers of records, and $d\ge\frac{\ln(1/\delta)+\ln(1/\beta)}\varepsilon$.
Then $P(d+\mathrm{Lap}(1/\varepsilon)\le\frac{\ln(1/\delta)}\varepsilon)\le\frac12e^{-\ln(1/\beta)}=\frac\beta2$. $\square$
:::

As for the ranges, our library counts the records that *change* the value. This number is $d+1$, so its threshold is $1+\ln(1/2\delta)/\varepsilon$ and the two are equivalent:

:::{show} privcausal.privacy.propose_test_release.StableRelease
:::

As an example, consider a vote. Replacing $k$ voters changes the lead of A over B by up to $2k$, so $\lceil\text{lead}/2\rceil$ of them change the winner, or produce a tie:
"""

# %%
vote = StableRelease(epsilon=0.5, delta=1e-6, relation=Relation.SUBSTITUTION)
for lead in (5, 40, 100, 200):
    distance = math.ceil(lead / 2)
    released = vote.release("A wins", distance, rng)
    print(f"lead {lead:3}: ⊥ with {vote.refusal(distance):.6f}; {released}")

# %% [markdown]
r"""
### If the distance cannot be computed

The source releases rank scores of residuals when the *training* set is private. We know of no way to compute how many training records must change before the order of the residuals does.
A lower bound is available, however. Suppose that one record changes every residual by at most $\rho$. Then the smallest gap $\gamma$ between two residuals decreases by at most $2\rho$ at a time, because **both can change**, and $g=\gamma/2\rho$ can replace the distance.
The source has $\rho=\frac8{n\lambda^{3/2}}$, so $g=\frac{n\gamma\lambda^{3/2}}{16}$, and $16=2\cdot8$ is correct. The smaller distance proved in {doc}`25_protecting_the_training_set` can be used in the same way.
In this section $\rho$ is a distance, as in the claim, and not a privacy cost; {doc}`25_protecting_the_training_set` writes $\varrho$ for it. The number $\lambda$ is the regularisation of the regression.

:::{claim} B-gap
:::

(proof-gap)=
:::{prf:proof}
*1-sensitive.* Each difference $|r_i-r_j|$ moves by at most $2\rho$, so their minimum does, and $g$ moves by at most 1.

*Where the order changes.* Some difference $r_i-r_j$ is then $>0$ on one side and $\le0$ on the other, up to exchanging the two. These are at most $2\rho$ apart, and in size they are at least $\gamma$ and $\gamma'$. So $\gamma+\gamma'\le2\rho$, that is $g+g'\le1$.

*Private.* If the order is the same, the two outcomes change by factors of at most $e^\varepsilon$, as before.
If not, say $p$ and $p'$ are the probabilities of an answer. As $g,g'\le1$, neither exceeds $\delta$. As $g$ and $g'$ differ by at most 1, $1-p\le e^\varepsilon(1-p')$, so nothing is gained at $\bot$. An event gains at most $p\le\delta$. $\square$
:::

The source calls $g$ a strict *lower bound* on the distance to instability. It is a bound on the distance to a *change*, which is larger by one:
at a change the true $d$ is 0, while $g$ can be anything up to 1.
With the threshold $\ln(1/\delta)/\varepsilon$, which is calibrated to $d$, the probability of an answer is then up to $\frac12\delta e^{\varepsilon}$. This is below $\delta$ only for $\varepsilon\le\ln2$:
"""

# %%
delta = 1e-6
for epsilon in (0.5, math.log(2), 2.0):
    bar = math.log(1 / delta) / epsilon
    p = stats.laplace.sf(bar, loc=1.0, scale=1 / epsilon)
    print(
        f"ε = {epsilon:.3f}: answered with probability {p:.3g}, δ = {delta:g}"
    )

# %% [markdown]
r"""
**Ties.** If two residuals are equal, $\gamma=0$ and the output is $\bot$, except with probability below δ. Values in whole milligrams often have ties, and among many residuals the smallest gap is very small.
The mechanism therefore answers rarely:
"""

# %%
rho = 8 / (10_000 * 0.1**1.5)
for m in (5, 20, 100):
    gaps = [np.diff(np.sort(rng.uniform(-1, 1, m))).min() for _ in range(400)]
    g = np.median(gaps) / (2 * rho)
    refusal = StableRelease(1.0, 1e-6, Relation.SUBSTITUTION).refusal(g)
    print(f"{m:3} residuals: typical g = {g:6.3f}, ⊥ with {refusal:.6f}")

# %% [markdown]
r"""
With ten thousand training records and $\lambda=0.1$, the mechanism does not answer even for five residuals. {doc}`25_protecting_the_training_set` describes an alternative.

## Common mistakes

- **Confusing units.** $1+\ln(1/\delta)$ and $1+\ln(1/\delta)/\varepsilon$ agree at $\varepsilon=1$. Test a mechanism far from $\varepsilon=1$.
- **Using cells that depend on the data.** The distance to the boundary has sensitivity 1 only if the boundaries are the same for all data sets.
- **Estimating the distance.** An estimate is valid if *its* sensitivity is at most 1 and it is at most 1 next to a change. Accuracy alone is not sufficient.
- **Not charging for $\bot$.** The output $\bot$ costs as much as an answer. A second attempt with larger cells is a second release.

## Exercises

:::{exercise}
:label: ex-16-label

Suppose that the algorithm also prints which test passed. Find its privacy cost by considering all pairs of states that share both cells.

*Hint:* the second test is reached only when the first has failed. In a cell of both grids two values are at most $w/2$ apart.
:::

:::{solution-start} ex-16-label
:class: dropdown
:::
"""

# %%
from privcausal.claims.privacy.propose_test_release_laws import laplace_cdf
from privcausal.claims.privacy.propose_test_release_laws import states

e, d = 3.0, 1e-9
bar = 1 + math.log(1 / d) / e
one, other, gap = states(math.ceil(bar) + 4)
fails = [laplace_cdf(e * (bar - side)) for side in (one, other)]
tests = [laplace_cdf(e * (side - bar)) for side in (one, other)]
second = [f[:, 0] * t[:, 1] for f, t in zip(fails, tests)]
loss = np.log(second[0] / second[1]) + e * np.minimum(gap, 1)
shared = gap < 2
print(f"{loss[shared].max() / e:.4f} ε")
assert 2.49 < loss[shared].max() / e <= 2.5

# %% [markdown]
r"""
$\frac52\varepsilon$. Failing the first test can be $e^\varepsilon$ times as likely, passing the second $e^\varepsilon$ times, and the value, at most half a cell away, $e^{\varepsilon/2}$ times.
If only one cell is shared, the other test has the same distance 1 on both sides and reveals nothing, so $2\varepsilon$ remains. Keeping the label secret saves $\frac12\varepsilon$.
The source's $3\varepsilon$ would have been sufficient even with the label.

:::{solution-end}
:::

:::{exercise}
:label: ex-16-one-test

Use a single test with the *larger* of the two distances. Explain why $\max(A_1,A_2)$ is permitted, find the threshold and the privacy cost, and decide whether it answers more often.
:::

:::{solution-start} ex-16-one-test
:class: dropdown
:::
"""

# %%
twice = ProposeTestRelease(1.0, 0.5, 1e-6, Relation.SUBSTITUTION)
once = ProposeTestRelease(1.0, 0.5, 1e-6, Relation.SUBSTITUTION, tests=1)
print(f"thresholds {twice.threshold:.2f} and {once.threshold:.2f}")
for pair in ((30, 30), (34, 20), (40, 40)):
    print(
        f"A = {pair}: ⊥ with {twice.refusal(pair):.4f} testing both, "
        f"{once.refusal([max(pair)]):.4f} testing the larger"
    )

# %% [markdown]
r"""
The maximum of two numbers that change by at most 1 changes by at most 1. Neighbours that share no cell have $\max=1$, so one test must pass there with probability δ, not $\frac\delta2$: the threshold is $1+\frac{\ln(1/2\delta)}\varepsilon$, lower by $\frac{\ln2}\varepsilon$.
The cost is again $(2\varepsilon,\delta)$, now because of the answer alone, while $\bot$ costs only $\varepsilon$.
It answers more often when one distance is much larger than the other, and less often when both are large, because two tests have two chances to pass.
Because $\bot$ costs less, the budget can also be divided unevenly between test and value, which the version with two tests does not permit.

:::{solution-end}
:::

:::{exercise}
:label: ex-16-absurd

As quoted by the source, {prf:ref}`K-ptr-adv` permits every $\delta'>0$. Find a $\delta'<1$ for which it fails. Use the worst mechanism, which reveals everything with probability δ and is a randomised response otherwise.
:::

:::{solution-start} ex-16-absurd
:class: dropdown
:::
"""

# %%
from privcausal.claims.privacy.propose_test_release_several import closed_form

for d in (0.5, 0.9, 0.99, 0.999):
    each = 1 / (2 * math.sqrt(6 * math.log(1 / d)))
    exact = closed_form(each, 1e-6, d).value
    print(f"δ′ = {d}: claimed ε = 1, exact {exact:.3f} at ε₁ = {each:.2f}")
assert exact > 1

# %% [markdown]
r"""
For $\delta'$ near 1 the formula gives an ε₁ that grows without limit. Such a $\delta'$ is of no practical use, so the error is harmless, but the theorem needs the condition.

:::{solution-end}
:::

:::{exercise}
:label: ex-16-median

Construct a proposal for the *median*: cells $[w k,w(k+1))$ and the same shifted by half. Count the records that must change before the median leaves its cell. Decide whether your count is exact, and find the cost of a release.

*Check* your count by an exhaustive search: replace every set of $k$ records by values far below and far above.
:::

:::{solution-start} ex-16-median
:class: dropdown
:::
"""

# %%
from itertools import combinations


def median_distance(x, low, high):
    ordered = sorted(x)
    middle = (len(ordered) - 1) // 2
    below, beyond = np.searchsorted(ordered, [low, high])
    return int(min(middle - below + 1, beyond - middle))


def by_trying(x, low, high):
    for k in range(len(x) + 1):
        for kept in combinations(x, len(x) - k):
            for far_down in range(k + 1):
                new = [-99] * far_down + [99] * (k - far_down)
                median = sorted([*kept, *new])[(len(x) - 1) // 2]
                if not low <= median < high:
                    return k


for m in (5, 6, 7):
    for _ in range(40):
        x = rng.uniform(2, 4, m).tolist()
        low = math.floor(sorted(x)[(m - 1) // 2])
        assert median_distance(x, low, low + 1) == by_trying(x, low, low + 1)

# %% [markdown]
r"""
Let the median be the record at position $\lceil m/2\rceil$. Moving $k$ of the records above it far down lowers it by exactly $k$ positions, and no change of $k$ records can do more.
It therefore leaves the cell downwards once $k$ is the number of records in the cell that are not above it, itself included, and likewise upwards. The count is exact.
The proof of {prf:ref}`B-ptr` uses only that neighbours in one cell have values less than $w$ apart, so the cost is $(2\varepsilon,\delta)$, with noise of scale $w/\varepsilon$.

:::{solution-end}
:::

## Summary

A value with infinite sensitivity can be released by propose-test-release: propose that it is stable on the given data, test how many records would have to change to make this false, and answer only if the number is large.
The distance has sensitivity 1 for every value, so the test needs little noise. The published version for the interquartile range measures its threshold in the wrong units and uses an interval that depends on the data. Either error violates the guarantee, the first for $\varepsilon<1$.
Corrected, it costs $(2\varepsilon,\delta)$, less than the claimed $(3\varepsilon,\delta)$, because the output does not reveal which of its two tests passed; four of them cost $(8\varepsilon,4\delta)$.
An answer that is stable under many changes needs no noise at all.

**Next.** {doc}`21_cause_leaves_a_trace` shows the purpose of such scores: to decide which of two columns is the cause.
"""
