# %% [markdown]
r"""
# How much does a treatment change an outcome?

:::{chapter}
:asks: How large is the effect of a treatment, and how uncertain is a private estimate of it?
:needs: c09_cause
:::

A registry holds 20,000 patients. Among those who took a drug, more died than among those who did not. The drug nevertheless saves lives, because it is given to those who are worse off.
This chapter estimates *average treatment effects* under differential privacy. An effect is estimated from one noisy table, it is adjusted for confounders, and its confidence interval counts both sampling and noise.

## Results on one page

All privacy statements are about substitution, which means that one person's record is replaced by another.

| Statement | Verdict | Rests on | Status |
| --- | --- | --- | --- |
| One record moves the table of an effect by at most 2 in $L_1$ distance, for any number of strata. | {verdict}`B-effect-table` | [proof](#proof-effect-table), exhaustive check | ours |
| A quotient of two counts lies between two smooth functions of them. | {verdict}`B-effect-bounds` | [proof](#proof-effect-bounds), exhaustive check | ours |
| Smooth functions of a count with Laplace noise have an unbiased estimate. | {verdict}`B-effect-unbiased` | [proof](#proof-effect-unbiased), check of the library's estimates | known |
| The overlap weight of a stratum lies between two smooth functions of its size. | {verdict}`B-effect-overlap` | [proof](#proof-effect-overlap), exhaustive check | ours |
| In whole strata, weighting and doubly robust estimation return the standardised risk. | {verdict}`B-effect-saturated` | [proof](#proof-effect-saturated), exhaustive check | known |
| One record moves a weighted difference, clipped at $c$, by at most $2/(cn)$. | {verdict}`B-effect-clipped` | [proof](#proof-effect-clipped), exhaustive check | ours |
| An unmeasured confounder of given strength produces at most a known ratio. | {verdict}`B-effect-evalue` | [proof](#proof-effect-evalue), search | known |
| At least 94% of the intervals hold the truth, by size, price, strata and risk. | {verdict}`B-effect-coverage` | experiment | measured |
| The same for ratios, for the treated, for means and for weak instruments. | {verdict}`B-effect-measures` | experiment | measured |
| In the six kinds of worlds that looked worst, at least 93% of 5,000 new intervals hold. | {verdict}`B-effect-again` | experiment | measured |
| With 20 strata, the overlap population has a much shorter interval. | {verdict}`B-effect-narrower` | experiment | measured |
| In the same worlds at least 93% of both intervals hold, by number of strata. | {verdict}`B-effect-overlap-coverage` | experiment | measured |
| Estimates with clipped propensities and noise on the result miss more often than they say. | {verdict}`B-effect-misses` | experiment | measured |

One comparison sums the chapter up. It shows the mean width of an interval and the share of intervals that hold the truth, for 20,000 people at $\varepsilon=1$:
"""

# %%
import warnings

import networkx as nx
import numpy as np
import pandas as pd

import privcausal
from privcausal import plots
from privcausal.data.malawi import participants
from privcausal.data.nhefs import smokers
from privcausal.effects.effect_table import EVENT
from privcausal.effects.identify import effect_range, identify
from privcausal.effects.refute import confounded_ratio, e_value
from privcausal.effects.standardise import Arms, hidden, shrunk_inverse
from privcausal.effects.standardise import standardised_sums
from privcausal.experiments.bands import Band
from privcausal.experiments.effects import EFFECTS, EPSILONS, RECORDS, STRATA
from privcausal.experiments.effects_again import EFFECTS_AGAIN
from privcausal.experiments.effects_compared import EFFECTS_COMPARED
from privcausal.experiments.execution import load
from privcausal.verify.checks.measured import share

warnings.filterwarnings("ignore", message="seed makes this a demonstration")
YES_OR_NO = {"values": [0, 1], "missing": 0}

# %%
compared = load(EFFECTS_COMPARED)
observed = compared[compared.kind == "observed"]
middle = observed.query("records == 20_000 and epsilon == 1")
by = middle.groupby(["method", "strata"])
held = by.held.sum() / by.trials.sum()
page = pd.DataFrame({"width": by.width.mean(), "held": held})
page.unstack().round(3).rename(columns="{} strata".format, level="strata")

# %% [markdown]
r"""
The rows called *table* are ours, for everyone and for the overlap population. The rows called *weighting* and *augmented* add noise to an estimate, as published methods do. They are narrow and hold the truth too rarely, with noise or without. The section on other methods says how they were rebuilt and why they miss.

:::{admonition} After this chapter you can
:class: tip
- say which effect you mean, in potential outcomes, and under which assumptions it can be estimated;
- estimate it from one private table, and say how wide the interval will be before you spend;
- recognise a stratum in which noise hides an arm, and choose a target population that does not depend on it;
- choose adjustment columns from a graph, also where the graph is not known;
- say what would overturn the answer, and ask for it.
:::

The seeds below make every run of this page the same. A seed is for demonstrations only, because whoever knows it can remove the noise, and each answer says so.

## The registry

Forty in a hundred patients are severely ill. Of these, 80% take the drug, and of the others 20%. The drug lowers everybody's risk of death by 6.8 percentage points. This true effect is known here because the table is simulated:
"""


# %%
def registry(n, rng):
    severe = rng.random(n) < 0.4
    drug = rng.random(n) < np.where(severe, 0.8, 0.2)
    risk = np.where(severe, 0.266, 0.0758) - 0.068 * drug
    died = rng.random(n) < risk
    table = {"severe": severe, "drug": drug, "died": died}
    return pd.DataFrame(table).astype(int)


patients = registry(20_000, np.random.default_rng(0))
for drug, share_died in patients.groupby("drug").died.mean().items():
    print(f"drug {drug}: {share_died:.3f} died")

# %%
declare = dict.fromkeys(patients, YES_OR_NO)
crude = privcausal.effect(
    patients, "drug", "died", epsilon=1, declare=declare, seed=1
)
print(crude)

# %% [markdown]
r"""
The comparison of the two groups says that the drug kills. Its interval is narrow and its noise is small, but it answers another question. Severity is a *confounder*, because it influences both who takes the drug and who dies.

## The estimand

Let every person have two *potential outcomes*: $Y(1)$ with the treatment and $Y(0)$ without it. Only one of them is ever seen. The *average treatment effect* is $E[Y(1)]-E[Y(0)]$; for an event, it is a *risk difference*. The *average treatment effect on the treated* is the same mean over those who were treated.

A *stratum* is a combination of values of the columns that we adjust for, which are called the *adjustment set*. Three assumptions are needed. Within each stratum the treatment is as good as random, which is called *conditional exchangeability* and means that no confounder was left out. In each stratum some people are treated and some are not, which is called *positivity*. Nobody's treatment changes anybody else's outcome. Under these assumptions *standardisation* gives the risk that everybody would have in one arm:

$$E[Y(a)]=\sum_s \Pr(s)\,\Pr(Y=1\mid s,a).$$

For the registry the adjustment set is severity:
"""

# %%
ASK = {"declare": declare, "epsilon": 1}
adjusted = privcausal.effect(
    patients, "drug", "died", adjust=["severe"], seed=1, **ASK
)
print(adjusted)
found = adjusted.difference
assert found.low < -0.068 < found.high < 0 < crude.difference.low

# %% [markdown]
r"""
The sign has turned round, and the interval holds the true $-0.068$. All lines come from one table, so that only the table had to be paid for. The line *in the overlap population* is explained below.

## One look

All that leaves the records is a table of counts by stratum, arm and outcome. A person adds 1 to one cell.
For an outcome that is a number with a declared range, one could release a count, a total and a sum of squares, but one person would then move three sums. There is a better choice. Let $u\in[0,1]$ be the place of the value in its range. The person adds $(1-u)^2$, $2u(1-u)$ and $u^2$ to three cells. These weights are never negative and they add up to 1, and the count, the total of $u$ and the total of $u^2$ follow from the three sums.

:::{claim} B-effect-table
:::

(proof-effect-table)=
:::{prf:proof}
The table is a sum over people of vectors without negative entries whose sum is 1, or 0 for a person without a declared value. This holds for an event because one entry is 1 and all others are 0. It holds for a number because $(1-u)^2+2u(1-u)+u^2=1$. Replacing a record replaces one such vector $v$ by another, $w$. The table therefore moves by $\lVert v-w\rVert_1\le\lVert v\rVert_1+\lVert w\rVert_1\le2$, and equality holds for two people in different arms.
:::

The verdict is {verdict}`B-effect-table`. Laplace noise of scale $2/\varepsilon$ on each cell is therefore $\varepsilon$-differentially private under substitution, without any $\delta$, however many cells there are.

## No division by noise

A risk is a quotient $U/N$ of two counts. When both have noise, the quotient is biased, and in a small arm it means nothing. The bias of one stratum is small. In 200 strata, however, the biases add up while the random errors cancel.
For this reason we do not estimate the quotient. We bound it by two functions that are smooth in the counts, one below and one above. Where the arm is large they agree. For an empty arm they are 0 and 1, because nothing is known there.

:::{claim} B-effect-bounds
:::

(proof-effect-bounds)=
:::{prf:proof}
By definition $U\,H(N)=\frac UN\bigl(1-e(N)\bigr)$, so that $\frac UN-U\,H(N)=\frac UN e(N)$. Because $0\le U\le N$, this is at least 0 and at most $e(N)$, and it is $e(N)$ if $U=N$.
:::

The verdict is {verdict}`B-effect-bounds`. Here is what the two bounds make of an arm in which every fifth person has the event, if the noise has scale 2:
"""

# %%
sizes = np.linspace(0, 60, 301)
width = Arms(np.zeros((1, 2, 2)), EVENT, EVENT[:, :, None], 2.0).width
lower = 0.2 * sizes * shrunk_inverse(sizes, width)
upper = lower + hidden(sizes, width)
(ax,) = plots.panels(height=3.0)
ax.fill_between(sizes, lower, upper, alpha=0.15, linewidth=0)
ax.plot(sizes, lower, label="lower bound")
ax.plot(sizes, upper, "--", label="upper bound")
ax.axhline(0.2, linewidth=0.8, color="0.5")
ax.set_ylim(0, 1)
ax.legend()
caption = "The bounds between which the risk of an arm lies, against the number of people in it, for a true risk of 0.2 and noise of scale 2. From about 30 people on they agree; an empty arm says nothing."
plots.show(ax, caption, x="people in the arm", y="risk")

# %% [markdown]
r"""
Smooth functions of a count with Laplace noise have a property that quotients lack. They can be estimated without any bias, for every size of the arm:

:::{claim} B-effect-unbiased
:::

(proof-effect-unbiased)=
:::{prf:proof}
*Waves.* The mean of $e^{ikL}$ is $\frac1{1+b^2k^2}$. The function $f(x)=e^{ikx}$ has $f''=-k^2f$. The mean of $f(x+L)-\kappa f''(x+L)$ is $\frac{1+\kappa k^2}{1+b^2k^2}f(x)$, which is $f(x)$ for all $k$ if and only if $\kappa=b^2$. Where $f$ is an integral of waves, and $f''$ too, the mean and the integral can be exchanged.

*Polynomials.* Taylor's formula gives the mean of $f(x+L)$ as $\sum_j \frac{f^{(2j)}(x)}{(2j)!}E[L^{2j}]=\sum_j b^{2j}f^{(2j)}(x)$, because $E[L^{2j}]=(2j)!\,b^{2j}$. The same for $f''$ gives the same sum without its first term, divided by $b^2$. The difference is $f(x)$ if $\kappa=b^2$.
:::

The verdict is {verdict}`B-effect-unbiased`. Applied once for each cell of an arm, with a product rule for the events among them, this turns both bounds into estimates that are right on average. Their sums over strata are then right on average as well. What remains is their variance. The part from noise is known from its scale, and the part from sampling follows from the counts.

The following simulation shows how much this matters. It has 200 strata with about 40 people in each arm, and it compares the lower bound with the plain quotient, in which negative counts are set to 0:
"""


# %%
def one_draw(rng, scale=2.0, strata=200):
    people = rng.poisson(40, (strata, 2))
    events = rng.binomial(people, [0.02, 0.05])
    cells = np.stack([people - events, events], axis=-1)
    noisy = cells + rng.laplace(0, scale, cells.shape)
    weight = people.sum(axis=1) / people.sum()
    truth = weight @ (events / np.maximum(people, 1))
    kept = np.maximum(noisy, 0)
    naive = weight @ (kept[..., 1] / np.maximum(kept.sum(axis=-1), 1))
    sums = standardised_sums(Arms(noisy, EVENT, SQUARES, scale), "ATE")
    ends = [sums.values @ sums.lower(arm) for arm in (0, 1)]
    ours = np.array(ends) / (sums.values @ sums.people)
    return naive - truth, ours - truth


SQUARES = EVENT[:, :, None] * EVENT[:, None, :]
rng = np.random.default_rng(3)
draws = np.array([one_draw(rng) for _ in range(400)])
for name, errors in zip(("plain quotient", "lower bound"), draws[:, :, 0].T):
    print(
        f"{name}: mean error {errors.mean():+.4f}, spread {errors.std():.4f}"
    )

# %%
plain, ours = np.abs(draws[:, :, 0].mean(axis=0))
assert plain > 10 * ours

# %% [markdown]
r"""
The risk is 0.02. The plain quotient nearly doubles it, and its spread is so small that an interval of that width would miss the truth. The error of the smooth bound is a small part of its spread.

## The interval

Each end of an interval is the estimate of one bound, and beyond it as many standard deviations as belong to 95%. Three details make it hold in small tables:

- The tails of Laplace noise are heavier than normal ones. Where the noise of a few cells dominates, an expansion by Cornish and Fisher makes the interval longer.
- A rare event might not have been drawn at all, so the variance counts two more people of each kind.
- The risk ratio and the odds ratio take their ends from the ellipse of both risks that a test at this level does not reject, as Fieller did for ratios. If the lower risk can be 0, the ratio has no upper end.

Two constants, the width of $e$ and the least width, were fixed on simulated tables. The experiment `effects` then drew other worlds from wider families, in which effects differ between strata and hardly anybody is treated in one stratum of ten.

:::{admonition} The experiment `effects`
:class: note
500 to 1,000,000 people; $\varepsilon$ of 0.1, 1 and 10, $\delta=0$; substitution; 1 to 200 strata; risks near 0.3 and 0.02; 200 tables of each kind for events and 100 for numbers and instruments; intervals at 95%; seed 0; nothing was tuned on these worlds. Table `book/_data/experiments/effects.csv`, made by `python -m privcausal experiments effects`.
:::
"""

# %%
table = load(EFFECTS)
events = table[(table.kind == "event") & (table.measure == "difference")]
ate = events[events.target == "ATE"]


def covered(rows):
    """Of intervals that are shorter than half of the possible range."""
    held, trials = rows.informative_held.sum(), rows.informative.sum()
    one = share(int(held), int(trials), 0.05)
    return Band(one.value, one.low, one.high, one.units)


splits = {"records": RECORDS, "epsilon": EPSILONS, "strata": STRATA}
lines = {
    (by, f"{value:,}"): f"{covered(ate[ate[by] == value]):.3f}"
    for by, values in splits.items()
    for value in values
}
pd.Series(lines).to_frame("intervals that hold")

# %% [markdown]
r"""
:::{claim} B-effect-coverage
:::

The verdict is {verdict}`B-effect-coverage`. In many strata the intervals hold more often than they say, because the two bounds differ there and each end allows for the worst. In one or two strata they hold as often as they say.

There are many kinds of worlds, and each has 200 tables, so that some kind is low by chance. The least coverage is
"""

# %%
kinds = ate[ate.informative == ate.trials]
least = (kinds.informative_held / kinds.informative).min()
print(f"{least:.3f} among {len(kinds)} kinds of worlds")
rng = np.random.default_rng(9)
chance = rng.binomial(200, 0.95, (2_000, len(kinds))).min(axis=1) / 200
print(f"if each held exactly 95%: about {chance.mean():.3f}")
assert least > np.quantile(chance, 0.01)

# %% [markdown]
r"""
Was this chance, or are these worlds harder? A second experiment drew the six kinds with the least coverage again:

:::{admonition} The experiment `effects-again`
:class: note
Six kinds of the experiment `effects` with 5,000 new tables each; then 500 to 1,000,000 people, $\varepsilon$ of 0.1, 1 and 10, $\delta=0$, 1 and 20 strata, 200 tables of each kind; numbers that are uniform in each stratum and arm; substitution; intervals at 95%; seed 0; nothing was tuned on these worlds. Table `book/_data/experiments/effects-again.csv`, made by `python -m privcausal experiments effects-again`.
:::
"""

# %%
again = load(EFFECTS_AGAIN)
least_kinds = again[again.kind == "again"]
ate_again = least_kinds.query("target == 'ATE' and measure == 'difference'")
sums = ate_again.groupby(["records", "epsilon", "strata", "level"])
shares = sums.held.sum() / sums.trials.sum()
assert shares.between(0.94, 0.97).all()
shares.round(4).to_frame("held")

# %% [markdown]
r"""
:::{claim} B-effect-again
:::

Most of it was chance: all six hold between 94% and 97%. The verdict is {verdict}`B-effect-again`. The same experiment counts the measures and target populations that the first one left out. Instruments are explained below; they move between one half and one in a hundred people.

:::{claim} B-effect-measures
:::
"""

# %%
rest = again[again.kind != "again"]
sums = rest.groupby(["kind", "target", "measure"])
print((sums.held.sum() / sums.trials.sum()).round(3).to_string())
weak = rest[rest.kind == "instrument"].groupby("level")
print((weak.held.sum() / weak.trials.sum()).round(3).to_dict())

# %% [markdown]
r"""
The verdict is {verdict}`B-effect-measures`. Skewed numbers were not tried. Where large values are rare and an arm is small, such an interval misses more often, with privacy and without, because the mean of few skewed numbers is not close to normal.

What does privacy cost? We compare the width of the interval with that of the same estimator without noise, world by world:
"""

# %%
keys = ["records", "epsilon", "strata", "level"]
both = table[(table.kind == "event") & (table.target == "ATE")]
wide = both.pivot_table(index=keys, columns="measure", values="width")
ratio = wide["difference"] / wide["difference without noise"]
grid = ratio.groupby(["epsilon", "strata", "records"]).mean().unstack()
axes = plots.panels(2, height=3.6)
for ax, epsilon in zip(axes, EPSILONS):
    lines = {
        "1 stratum" if n == 1 else f"{n} strata": grid.loc[(epsilon, n)]
        for n in STRATA
    }
    most = f"up to {grid.loc[epsilon].to_numpy().max():.2g} times as wide"
    look = {
        "log": "xy",
        "ylim": (0.95, 24),
        "title": f"ε = {epsilon:g}: {most}",
    }
    plots.curves(RECORDS, lines, ax=ax, marked=True, **look)
assert grid.loc[1].loc[[1, 2], 50_000].max() < 1.1
least = grid.loc[0.1]
assert (np.diff(grid.loc[[0.1, 1]].loc[(slice(None), [1, 2]), :]) < 0).all()
assert (np.diff(least.loc[200]) > 0).all()
caption = f"Width of the interval of a risk difference, divided by its width without noise; means over rare and frequent outcomes. In one or two strata the cost of noise falls with the number of people. In {STRATA[-1]} strata at ε = {EPSILONS[0]:g} it grows, up to {least.loc[200].max():.0f} times for a million people."
plots.show(axes, caption, x="people", y="times as wide")

# %%
few = wide.xs((500, 0.1, 200), level=keys[:3]).mean()
last = grid.loc[10].to_numpy().max()
print(f"500 people in 200 strata, ε = 0.1: width {few['difference']:.2f}")
print(f"the same without noise: {few['difference without noise']:.2f}")
print(f"ε = 10: at most {last:.2f} times as wide")
assert few["difference"] > 1.99 and few["difference without noise"] > 1.4

# %% [markdown]
r"""
A risk difference lies between −1 and 1, so that no interval is wider than 2. With 500 people in 200 strata it is wide without noise too, because its 400 arms have little more than one person each on average. For this reason noise cannot make it many times wider there. At $\varepsilon=10$, which is not shown, the noise is hardly seen.

The forecast needs public numbers alone, so it is free. It takes people to be spread evenly over strata and arms:
"""

# %%
from privcausal.effects.design import Design
from privcausal.effects.expected_interval import expected_interval
from privcausal.table.inputs import as_declaration

design = Design.of(as_declaration(declare), "drug", "died", adjust=["severe"])
for epsilon in (0.1, 1, 4):
    expected = expected_interval(design, 20_000, epsilon)
    print(f"ε = {epsilon:g}: about {expected.high:.3f} to either side")

# %% [markdown]
r"""
## Positivity, as far as noise lets it be seen

If hardly anybody in a stratum is treated, the data do not say what the treatment would do there. With noise, an arm can be hidden although it has people. The answer then names the stratum, says how many people are concerned, and allows for any risk there. The interval becomes longer by their share:
"""

# %%
frail = patients.assign(severe=patients.severe.astype(str))
rng = np.random.default_rng(5)
few = rng.choice(len(frail), 1_500, replace=False)
frail.loc[few, "severe"] = "critical"
frail.loc[few, "drug"] = (rng.random(1_500) < 0.995).astype(int)
rare = {
    **declare,
    "severe": {"values": ["0", "1", "critical"], "missing": "0"},
}
result = privcausal.effect(
    frail, "drug", "died", adjust=["severe"], epsilon=1, declare=rare, seed=2
)
print(result)

# %% tags=["hide-input"]
assert list(result.hidden_strata) == ["severe = critical"]
assert abs(result.hidden_people[0].value - 1_500) < 50

# %% [markdown]
r"""
Nearly all 1,500 critical patients took the drug. What would have become of them without it, these data cannot say. The effect on the treated suffers most, because these patients weigh most there.

## The overlap population

The last answer has a line whose interval is much shorter. It is about another population. Let a stratum of $N$ people have $N_0$ in one arm and $N_1$ in the other, and give it the weight $N_0N_1/N$. Mantel and Haenszel {cite:p}`mantel1959` chose this weight for their common difference, and Li, Morgan and Zaslavsky {cite:p}`li2018` call the people so weighted the *overlap population*. A stratum without one of the arms has no weight, so the critical patients do not count.

The weighted risk of the treated is $\sum U_1N_0/N$ over $\sum N_0N_1/N$. Nothing is divided by the size of an arm. Only $1/N$ has to be bounded, and a stratum is larger than its arms:

:::{claim} B-effect-overlap
:::

(proof-effect-overlap)=
:::{prf:proof}
By definition $\frac{N_0N_1}N-N_0N_1H(N)=\frac{N_0N_1}Ne(N)$, which is at least 0. Because $N_0+N_1=N$, we have $N_0N_1=\frac{N^2-(N_0-N_1)^2}4\le\frac{N^2}4$. The difference is therefore at most $\frac N4e(N)$, and it is this if $N_0=N_1$.
:::

The verdict is {verdict}`B-effect-overlap`. The sums $\sum U_1N_0H(N)$, $\sum U_0N_1H(N)$, $\sum N_0N_1H(N)$ and $\sum\frac N4e(N)$ are estimated without bias as before, by the theorem on Laplace noise for a product of two counts and a function of their stratum's size. Because $0\le U_1\le N_1$, what the sum of events lacks is at most what the sum of weights lacks, and the two ends follow as for everyone.

Is this the same effect? If the treatment does the same in every stratum, all three target populations have the same average effect. If not, the overlap population is the one in which the two treatments were both in use. State which one you mean.
"""

# %%
everyone, overlap = result.difference, result.ato.difference
print(f"everyone {everyone:+.3f}")
print(f"overlap  {overlap:+.3f}")
assert overlap.low < -0.068 < overlap.high
assert overlap.high - overlap.low < 0.5 * (everyone.high - everyone.low)

# %% [markdown]
r"""
## Why this chapter has no doubly robust estimator

Causal inference has two other ways to adjust. *Inverse probability weighting* divides each outcome by the probability of the arm that its person is in. *Augmented* weighting adds the prediction of a model of the outcome, and is right if either the model or the weights are right; it is therefore called *doubly robust*. From a whole table of strata, both return what standardisation returns:

:::{claim} B-effect-saturated
:::

(proof-effect-saturated)=
:::{prf:proof}
The predictions add up to $Nm$. The $U$ people of the arm with the event add $(1-m)\frac NM$ each, and the $M-U$ others $-m\frac NM$ each, in all $\frac NM(U-Mm)=\frac{NU}M-Nm$. The sum is $\frac{NU}M$, whatever $m$ is. With $m=0$ it is weighting by the inverse of the share $M/N$, and $\frac{NU}M=N\cdot\frac UM$ is the standardised sum.
:::

The verdict is {verdict}`B-effect-saturated`. Neither is therefore worth a privacy cost as long as propensities are shares of strata. They differ once propensities are clipped or models are shared between strata, and then they depend on assumptions that the table does not show. On development worlds we tried clipped weights, at 0.05 and at 0.2, and risks that are drawn towards the risk of the whole arm. Both were biased where arms are hidden, by amounts that no released number reveals, so neither was kept. Overlap weights were kept, because their interval is honest and shorter.

## A randomised trial

Where the treatment was assigned at random, *exchangeability* holds by design and nothing has to be adjusted for. In Malawi people drew a reward for learning the result of their HIV test. How much more often did people learn it who drew any reward?
"""

# %%
people = participants()
drawn = people.assign(reward=people.reward > 0)[["reward", "learned"]]
drawn = drawn.astype(int)
trial = privcausal.effect(
    drawn,
    "reward",
    "learned",
    randomised=True,
    epsilon=1,
    declare=dict.fromkeys(drawn, YES_OR_NO),
    seed=3,
)
print(trial)
plain = drawn.groupby("reward").learned.mean()
print(f"without privacy: {plain[1] - plain[0]:+.4f}")
assert trial.difference.low < plain[1] - plain[0] < trial.difference.high

# %% [markdown]
r"""
## A number as outcome

Did people who stopped smoking gain weight? The table of {doc}`46_one_messy_table` followed 1,629 smokers for eleven years. The outcome is the difference of two weighings, with a declared range of 40 kilograms to either side. We adjust for sex, age and the number of cigarettes:
"""

# %%
known = smokers().dropna(subset=["wt82"])
known = known.assign(gain=known.wt82 - known.wt71)
said = {
    "qsmk": YES_OR_NO,
    "sex": YES_OR_NO,
    "age": {"range": [25, 75], "cuts": [45]},
    "smokeintensity": {"range": [0, 80], "cuts": [15]},
    "gain": (-40, 40),
}
stopped = privcausal.effect(
    known,
    "qsmk",
    "gain",
    adjust=["sex", "age", "smokeintensity"],
    epsilon=1,
    declare=said,
    seed=4,
)
print(stopped)

# %%
strata = [known.sex, known.age >= 45, known.smokeintensity >= 15]
means = known.groupby([*strata, known.qsmk]).gain.mean().unstack()
shares = known.groupby(strata).size() / len(known)
exact = float(shares @ (means[1] - means[0]))
print(f"without privacy: {exact:+.2f} kg")
assert stopped.difference.low < exact < stopped.difference.high

# %% [markdown]
r"""
People who were not weighed again are left out, and this analysis does not repair the selection. The declared range of 80 kilograms makes the noise large, and the interval shows it.

## An instrument

Sometimes a lottery decides who *may* have a treatment, and people then do as they please. The lottery is an *instrument*. Divide its effect on the outcome by its effect on the treatment. This is Wald's estimator of the *complier average causal effect*, the effect on those who take the treatment because the lottery says so. It rests on three assumptions. The lottery is random, it changes the outcome through the treatment alone, and it makes nobody do the opposite.

A ratio whose denominator can be 0 has no useful standard error. The interval therefore holds every effect $\beta$ that a test does not reject, as Anderson and Rubin proposed. The test is that the outcome less $\beta$ times the treatment has the same mean in both arms of the lottery. If the instrument is weak, no $\beta$ is rejected, and the interval is the whole range:
"""


# %%
def lottery(n, uptake, rng):
    frail, won = rng.random(n) < 0.4, rng.random(n) < 0.5
    drug = rng.random(n) < np.where(frail, 0.3, 0.1) + uptake * won
    well = rng.random(n) < 0.6 - 0.3 * frail + 0.2 * drug
    table = {"won": won, "drug": drug, "well": well}
    return pd.DataFrame(table).astype(int)


for uptake in (0.4, 0.01):
    people = lottery(20_000, uptake, np.random.default_rng(6))
    moved = privcausal.effect(
        people,
        "drug",
        "well",
        instrument="won",
        epsilon=1,
        declare=dict.fromkeys(people, YES_OR_NO),
        seed=5,
    )
    print(str(moved).splitlines()[0])
    assert moved.difference.low < 0.2 < moved.difference.high

# %% [markdown]
r"""
## Which columns to adjust for

More adjustment is not always better. A *mediator* lies on the way from treatment to outcome, and adjusting for it removes a part of the effect. A *collider* is an effect of two causes, and adjusting for it makes them dependent. Pearl's *backdoor criterion* says which sets suffice. No member of the set is a descendant of the treatment, and the set blocks every path that begins with an arrow into the treatment. From a declared graph, `identify` lists the minimal sets and the columns that would do harm:
"""

# %%
drawn = nx.DiGraph(
    [
        ("severe", "drug"),
        ("severe", "died"),
        ("drug", "pressure"),
        ("pressure", "died"),
        ("drug", "died"),
        ("drug", "visits"),
        ("severe", "visits"),
    ]
)
print(identify(drawn, "drug", "died"))

# %% [markdown]
r"""
A graph that was discovered has lines, whose direction the data do not reveal. Then there are several directed graphs, perhaps each with its own adjustment set. The effect is a range over them. It comes from the same table, so it costs nothing:
"""

# %%
open_lines = nx.DiGraph([("severe", "drug"), ("drug", "severe")])
open_lines.add_edges_from([("severe", "died"), ("died", "severe")])
open_lines.add_edges_from([("drug", "died"), ("died", "drug")])
print(effect_range(adjusted, open_lines))

# %% [markdown]
r"""
Nothing in these three columns says which of them comes first, so the honest answer is that the effect of the drug can be anywhere between the two ends. If we know that severity was recorded before the drug was given, and the drug before death, one graph and one interval remain.

A discovered graph also says how likely each edge and each arrow is right. With `sure`, nothing less likely than that is taken for granted. An edge might then be missing, an arrow might point the other way, and a pair that was never tested might be joined. Here a graph is discovered at $\varepsilon=1$ from the same patients and is handed to the effect:
"""

# %%
columns = dict.fromkeys(("severe", "drug", "died"), YES_OR_NO)
found = privcausal.discover(
    patients, epsilon=1, delta=1e-6, declare=columns, seed=9
)
for edge in found.edges():
    print(edge)
ordered = found.with_knowledge({"tiers": [["severe"], ["drug"], ["died"]]})
for graph in (found, ordered):
    left = adjusted.with_graph(graph, sure=0.99).range
    print(f"graphs: {left.graphs}, {left.low:+.3f} to {left.high:+.3f}")

# %% [markdown]
r"""
The tiers in time are worth more than the data here. An edge between treatment and outcome that was not seen is in doubt as well, because a weak effect might have been missed. Any other pair without an edge counts as having none, so the range is only as good as the search.

Sets of `identify` agree with two other programs on 40 random graphs: one that walks along every path, and the test of separation in NetworkX. `tests/effects/test_identify.py` compares them.

## What would overturn it

Adjustment is for confounders that were measured. How strong would one have to be that was not? Ding and VanderWeele's bound answers in risk ratios, and from the released ratio alone:

:::{claim} B-effect-evalue
:::

(proof-effect-evalue)=
:::{prf:proof}
Let $p_v$ and $q_v$ be the shares of the confounder's value $v$ among treated and untreated, and $r_v$ the risk there. Then $p_v\le a\,q_v$, and we can divide all risks by the smallest, so that $1\le r_v\le b$. Put $r_v=1+(b-1)t_v$ with $0\le t_v\le1$, and let $P=\sum_vp_vt_v$ and $Q=\sum_vq_vt_v$. The ratio of the two risks is $\frac{1+(b-1)P}{1+(b-1)Q}$. Because $P\le aQ$ and $P\le1$, it is at most $\frac{1+(b-1)P}{1+(b-1)P/a}$. This grows with $P$, as $a\ge1$, so it is at most its value at $P=1$, which is $\frac{b}{1+(b-1)/a}=\frac{ab}{a+b-1}$.

*Reached.* Let the confounder have two values. All treated have the first, whose risk is $b$ times the other, and of the untreated a share of $1/a$ has it. Then $P=1$ and $Q=1/a$.

*Equal strengths.* If both are $E$, the bound is $\frac{E^2}{2E-1}$. It is $R$ if $E^2-2RE+R=0$, whose solution above 1 is $E=R+\sqrt{R(R-1)}$.
:::

The verdict is {verdict}`B-effect-evalue`. The solution is the *E-value* of VanderWeele and Ding. For the registry:
"""

# %%
ratio = adjusted.ate.ratio
value, end = adjusted.e_values
print(f"risk ratio {ratio:.3f}")
print(f"E-value {value:.2f}, of the interval {end:.2f}")
assert np.isclose(confounded_ratio(end, end), 1 / ratio.high)
assert value == e_value(ratio.value)

# %% [markdown]
r"""
A confounder would have to be so much more frequent among treated or untreated, and raise the risk so much, within strata of severity, to explain the effect away. This does not prove that there is none.

Two questions have an answer that is known beforehand. A *placebo treatment* is a coin, tossed for each person in place of the treatment, so its effect is 0. A *negative control* is an outcome that the treatment cannot change, for example something that happened before. If an interval leaves out 0, something is wrong. DoWhy, a library for causal inference, has refuters of the same names. Here each question is a look of its own, with its own price:
"""

# %%
rng = np.random.default_rng(7)
before = rng.random(len(patients)) < 0.1 + 0.2 * patients.severe
controls = patients.assign(before=before.astype(int))
ASK = {"declare": dict.fromkeys(controls, YES_OR_NO), "epsilon": 0.5}
placebo = privcausal.effect(
    controls, "drug", "died", adjust=["severe"], placebo=True, seed=8, **ASK
)
print(placebo.refutation)
assert placebo.refutation.passed

# %%
control = privcausal.effect(
    controls, "drug", "before", adjust=["severe"], seed=8, **ASK
).as_negative_control()
print(control.refutation)
unadjusted = control.adjusted_for([])
print(unadjusted.refutation)
assert control.refutation.passed
assert not unadjusted.refutation.passed

# %% [markdown]
r"""
The placebo does nothing, and once severity is adjusted for, the drug does not change what happened before. Without adjustment the negative control raises the alarm.

## Comparison with other methods

Several authors add noise to the estimate and not to a table. What could we read of them? Of PrivATE {cite:p}`schroder2025` and of private covariate balancing {cite:p}`ohnishi2024` the stored copies hold the abstracts and the first pages. PrivATE adds noise to a doubly robust estimate and to its variance, and its interval counts both; it is $(\varepsilon,\delta)$-private. Covariate balancing weighs people in two stages and is $\varepsilon$-private. The sources of DoWhy and EconML are public. They add no noise, and EconML clips propensities at a bound that its user sets.

We could not rebuild either private method as its authors did. We built two estimators of the same kind and gave them everything that we could not read in its cheapest form:

- *Weighting* divides by the share of the arm in the stratum, or by $c=0.05$ where the share is smaller. Its noise is that of the following theorem, and its variance is released at no cost.
- *Augmented* is doubly robust, with propensities clipped at the same $c$, each half of the people by the models of the other half. Its models count as fixed, which is more than the noise pays for. Its variance is released at no cost.

:::{claim} B-effect-clipped
:::

(proof-effect-clipped)=
:::{prf:proof}
Let $T_a=\sum_sU_a\min(N/N_a,1/c)$, and add one person to arm 1 of a stratum. $T_0$ changes by between 0 and $U_0/N_0\le1$.

*With the event.* Both $(U_1+1)\frac{N+1}{N_1+1}-U_1\frac N{N_1}=\frac{N_1(U_1+1)+N(N_1-U_1)}{N_1(N_1+1)}$ and $(U_1+1)\frac1c-U_1\frac1c$ are at least 0, and so is the change of the minimum. If $N_1\ge cN$, the first falls with $U_1$ and is at most $\frac{N+1}{N_1+1}\le\frac{N+1}{cN+1}\le\frac1c$. Otherwise $U_1/c$ was counted before, and at most $(U_1+1)/c$ is after. So $T_1$ grows by between 0 and $1/c$.

*Without.* $T_1$ cannot grow. If $N_1\ge cN$, it falls by at most $U_1\frac{N-N_1}{N_1(N_1+1)}\le\frac N{N_1}-1\le\frac1c-1$. Otherwise $N>N_1/c$, and it falls by at most $U_1\bigl(\frac1c-\frac{N+1}{N_1+1}\bigr)\le\frac{N_1}{N_1+1}\bigl(\frac1c-1\bigr)$.

Hence $T_1-T_0$ changes by between $-\frac1c$ and $\frac1c$, and by symmetry the same holds for a person in arm 0. A replacement removes one person and adds another, so it moves $T_1-T_0$ by at most $\frac2c$. This is reached where both strata are clipped.

*The bound.* Let $W=T_1+\bar T_0$, where $\bar T_0$ weighs the people of arm 0 without the event. A person of arm 1 adds between $-(\frac1c-1)$ and $\frac1c$ to $T_1$ and between 0 and 1 to $\bar T_0$, and a person of arm 0 likewise. So $W$ moves by at most $\frac1c+1+\frac1c-1=\frac2c$.
:::

The verdict is {verdict}`B-effect-clipped`. The noise does not grow with the number of strata, which is the advantage of this road. Its weakness is the clip. Where the share is below $c$, the estimate is wrong, and nothing that is released says by how much. In our worlds one stratum in ten has a share of 0.01, and this is why these estimates miss. Where every share is known to lie above $c$, weighting does no harm, and it is then the better choice for many strata.

:::{admonition} The experiment `effects-compared`
:class: note
2,000, 20,000 and 200,000 people; $\varepsilon$ of 0.1, 1 and 10, $\delta=0$; substitution; 2, 20 and 200 strata, and trials with half of the people treated; risks near 0.3 and 0.02; 200 tables of each kind, and every method is given the same people; intervals at 95%; seed 0; $c=0.05$ was chosen beforehand and not tuned. Table `book/_data/experiments/effects-compared.csv`, made by `python -m privcausal experiments effects-compared`.
:::
"""

# %%
by = observed.groupby(["method", "strata"])
(by.held.sum() / by.trials.sum()).unstack().round(3)

# %%
axes = plots.panels(3, height=3.3)
shown = {
    "table": "o-",
    "table, overlap": "s--",
    "augmented": "^:",
    "weighting": "d-.",
}
titles = {
    2: "2 strata: alike from 20,000 people on",
    20: "20 strata: the interval for all is wider",
    200: "200 strata: that for the overlap narrows fast",
}
names = {  # where, and the colour of the line that is named alone
    2: {"all four": (2.6e4, 0.028, None)},
    20: {"table": (2.4e4, 0.1, 0), "the three others": (1.8e3, 0.03, None)},
    200: {
        "table": (2.4e4, 0.32, 0),
        "table,\noverlap": (2.5e3, 0.12, 1),
        "augmented": (1.8e3, 0.03, 2),
        "weighting": (1.8e3, 0.018, 3),
    },
}
for ax, strata, alike in zip(axes, names, (0, 1, 2)):
    part = observed[(observed.strata == strata) & (observed.epsilon == 1)]
    wide = part.pivot_table(index="records", columns="method", values="width")
    for method, style in shown.items():
        ax.plot(wide.index, wide[method], style)
    same = wide[list(shown)[alike:]].loc[20_000:]
    assert (same.max(axis=1) < 1.2 * same.min(axis=1)).all()
    ax.set(xscale="log", yscale="log", title=titles[strata])
    for name, (across, up, line) in names[strata].items():
        colour = plots.INK if line is None else plots.COLOURS[line]
        rise = "top" if line is None and strata > 2 else "bottom"
        ax.text(across, up, name, color=colour, va=rise)
    if strata == 2:
        assert (wide["table"] < 1.08 * wide["weighting"]).all()
assert wide["augmented"].lt(wide["table, overlap"]).all()
assert wide["table, overlap"].lt(wide["table"]).all()
ratio = wide["table, overlap"] / wide["table"]
assert ratio.iloc[0] > 0.95 and ratio.iloc[-1] < 0.15
assert 1 < (wide["table, overlap"] / wide["augmented"]).iloc[-1] < 1.2
for ax in axes:
    ax.set_ylim(min(one.get_ylim()[0] for one in axes), 2.5)
caption = "Width of the interval of a risk difference at ε = 1. In 2 strata the noisy table does about as well as noise on an estimate, or better. In more it is wider; with many people its interval for the overlap population comes close to those of the other methods, which hold the truth too rarely, as the table of coverage shows."
plots.show(axes, caption, x="people", y="width")

# %% [markdown]
r"""
:::{claim} B-effect-overlap-coverage
:::

:::{claim} B-effect-narrower
:::

:::{claim} B-effect-misses
:::

The verdicts are {verdict}`B-effect-overlap-coverage`, {verdict}`B-effect-narrower` and {verdict}`B-effect-misses`.

Where are the others better? Noise on one number beats noise on a table when strata are many and people are few:
"""

# %%
crowded = observed.query("strata == 200 and records == 20_000")
crowded.pivot_table(index="epsilon", columns="method", values="width")[
    [*shown, "weighting, both ends"]
].round(3)

# %% [markdown]
r"""
The last column is ours, and it is honest. It releases the weighted events and the weighted people without the event, and the two bound the effect from both sides, so that nobody is lost to the clip. With 200 strata and a small budget it is several times shorter than the interval from the table. It is not part of `effect` yet, because its variance would have to be paid for too, and here it was not.

In a trial with half of the people treated, the difference of two sums over public sizes, with Laplace noise of scale $4/(n\varepsilon)$, is the natural competitor:
"""

# %%
trials = compared[compared.kind == "trial"]
wide = trials.pivot_table(
    index=["epsilon", "records"], columns="method", values="width"
)
lost = (wide["table"] / wide["difference"]).max()
print(f"the table is at most {lost:.2f} times as wide")
wide.round(4)

# %% [markdown]
r"""
It is a little shorter, because it knows the sizes of the arms and releases a single number. The table asks for no public sizes, and it also answers for ratios.

## Limits

- The interval counts sampling and noise. It counts no confounder that was not measured, no wrong entry, and no selection of who is in the table.
- A person without a declared value of treatment or outcome counts nowhere. A missing number counts as the value declared for it, which is the middle of the range by default. Many of them bias a mean.
- Continuous adjustment columns enter by declared cuts, and confounding within a cut remains.
- Where arms are hidden, the interval for everyone is honest and wide. Fewer strata, or the overlap population, are the remedy.
- Of the published private methods we have read the opening pages. The comparison is with estimators of their kind, and says nothing about the exact programs of their authors.

From the command line the same question is `privcausal effect data.csv --treatment drug --outcome died --adjust severe --epsilon 1`. Add `--forecast` for the width beforehand, `--graph` with a drawn or discovered graph for the range, `--placebo` or `--negative-control` for a check, and `--report` for a page.

## In one paragraph

One table of counts, with Laplace noise and a sensitivity of 2, answers how much a treatment changes an outcome, as a difference and as a ratio, for everyone, for the treated and for the people in whom both arms are found. No noisy count is divided by another. A quotient lies between two smooth functions of the counts, and these are estimated without bias for every size of an arm. Therefore the interval holds as often as it says, from 500 people to a million, and becomes longer where noise hides an arm. What makes the difference an effect is not in the table. It is the knowledge of which columns confound, and that none is missing.

**Next.** {doc}`49_one_analysis` puts all the steps together, from a question to a report.
"""
