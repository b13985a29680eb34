# %% [markdown]
r"""
# How much does a treatment change an outcome?

A registry holds 20,000 patients. Of those who took a drug, more died than of those who did not. The drug nevertheless saves lives, because it is given to those who are worse off.
This chapter estimates *average treatment effects* under differential privacy: by how much a treatment changes an outcome, adjusted for confounders, from one noisy table, with a confidence interval that counts both sampling and noise.

:::{admonition} After this chapter you can
:class: tip
- say which effect you mean, in potential outcomes, and under which assumptions it can be estimated;
- estimate it from one private table by standardisation, and say how wide the interval will be before you spend;
- recognise a stratum in which noise hides an arm, and see what the interval makes of it;
- choose adjustment columns from a graph, and say what would overturn the answer.
:::
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
from privcausal.effects.standardise import standardised
from privcausal.experiments.bands import Band
from privcausal.experiments.effects import EFFECTS, EPSILONS, RECORDS, STRATA
from privcausal.experiments.execution import load
from privcausal.verify.checks.measured import share

warnings.filterwarnings("ignore", message="seed makes this a demonstration")
YES_OR_NO = {"values": [0, 1], "missing": 0}

# %% [markdown]
r"""
The seeds below make every run of this page the same. A seed is for demonstrations only, because whoever knows it can remove the noise; each answer says so.

## The registry

Forty in a hundred patients are severely ill. Of these, 80% take the drug, and of the others 20%. The drug lowers everybody's risk of death by 6.8 percentage points. This is the true effect, and it is known here because the table is simulated:
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
print(patients.groupby("drug").died.mean().round(3).to_dict())

# %%
declare = dict.fromkeys(patients, YES_OR_NO)
crude = privcausal.effect(
    patients, "drug", "died", epsilon=1, declare=declare, seed=1
)
print(crude)

# %% [markdown]
r"""
The comparison of the two groups says that the drug kills. Its interval is narrow, and its noise is small. It is wrong because severity is a *confounder*: it influences both who takes the drug and who dies.

## What is to be estimated

Let every person have two *potential outcomes*: $Y(1)$ with the treatment and $Y(0)$ without it. Only one of them is ever seen. The *average treatment effect* is $E[Y(1)]-E[Y(0)]$; for an event, it is a *risk difference*. The *average treatment effect on the treated* is the same mean over those who were treated.

Suppose that within each *stratum*, that is each combination of values of the *adjustment set*, the treatment is as good as random (*conditional exchangeability*: no unmeasured confounding). Suppose also that in each stratum some people are treated and some are not (*positivity*), and that nobody's treatment changes anybody else's outcome. Then *standardisation* gives the risk that everybody would have in one arm:

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
The sign has turned round, and the interval holds the true $-0.068$. Both estimates come from one table, so the line *without adjustment* was free.

## One look

All that leaves the records is the table of counts: strata, arms, and outcomes. A person adds 1 to one cell. An outcome that is a number, with a declared range, could add its value to a total, and its square to another, so that a variance can be estimated; but then one person would move three sums.
There is a better choice. Let $u\in[0,1]$ be the place of the value in its range. The person adds $(1-u)^2$, $2u(1-u)$ and $u^2$ to three cells. These weights are never negative, and they add up to 1. The number of people, the total of $u$ and the total of $u^2$ all follow from the three sums.

:::{claim} B-effect-table
:::

(proof-effect-table)=
:::{prf:proof}
The table is a sum over people of vectors without negative entries whose sum is 1, or 0 for a person without a declared value. This holds for an event because one entry is 1 and all others are 0. It holds for a number because $(1-u)^2+2u(1-u)+u^2=1$. Replacing a record replaces one such vector $v$ by another, $w$. So the table moves by $\lVert v-w\rVert_1\le\lVert v\rVert_1+\lVert w\rVert_1\le2$, and equality holds for two people in different arms.
:::

The verdict is {verdict}`B-effect-table`. Laplace noise of scale $2/\varepsilon$ on each cell is therefore $\varepsilon$-differentially private under substitution, without any $\delta$, however many cells there are.

## No division by noise

A risk is a quotient $U/N$ of two counts. With noise in both, the quotient is biased, and in a small arm it means nothing. The bias of one stratum is small, but those of 200 strata add up, while their random errors cancel.
So we do not estimate the quotient. We bound it by two functions that are smooth in the counts, one below and one above, which agree where the arm is large. For an empty arm they are 0 and 1: nothing is known there.

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
ax.fill_between(sizes, lower, upper, alpha=0.2, linewidth=0)
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
*Waves.* The mean of $e^{ikL}$ is $\frac1{1+b^2k^2}$. The function $f(x)=e^{ikx}$ has $f''=-k^2f$. So the mean of $f(x+L)-\kappa f''(x+L)$ is $\frac{1+\kappa k^2}{1+b^2k^2}f(x)$, which is $f(x)$ for all $k$ if and only if $\kappa=b^2$. Where $f$ is an integral of waves, and $f''$ too, the mean and the integral may be exchanged.

*Polynomials.* Taylor's formula gives the mean of $f(x+L)$ as $\sum_j \frac{f^{(2j)}(x)}{(2j)!}E[L^{2j}]=\sum_j b^{2j}f^{(2j)}(x)$, because $E[L^{2j}]=(2j)!\,b^{2j}$. The same for $f''$ gives the same sum without its first term, divided by $b^2$. The difference is $f(x)$ if $\kappa=b^2$.
:::

The verdict is {verdict}`B-effect-unbiased`. Applied once for each cell of an arm, with a product rule for the events among them, this turns both bounds into estimates that are right on average. Their sums over strata are then right on average as well. What remains is their variance, and it is known: that of the noise from its scale, that of sampling from the counts.

How much this matters shows in 200 strata with about 40 people in each arm. We compare with the plain quotient, in which negative counts are set to 0:
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
    sums = standardised(Arms(noisy, EVENT, SQUARES, scale), "ATE")
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
The risk is 0.02. The plain quotient nearly doubles it, with a spread so small that an interval of that width would miss the truth. The smooth bound is off by a small part of its spread.

## The interval

The end of an interval is the estimate of one bound, and on its far side as many standard deviations as belong to 95%. Three things make it hold in small tables as well:

- the tails of Laplace noise are heavier than normal ones, so the interval reaches further where the noise of a few cells dominates (an expansion by Cornish and Fisher);
- a rare event may not have been drawn at all, so the variance counts two more people of each kind;
- the risk ratio and the odds ratio take their ends from the ellipse of both risks that a test at this level does not reject (as Fieller did for ratios). If the lower risk may be 0, the ratio has no upper end.

Two constants, the width of $e$ and the least width, were fixed on simulated tables. Then an experiment drew other worlds, from wider families: with effects that differ between strata, and with one stratum in ten in which hardly anybody is treated.
"""

# %%
table = load(EFFECTS)
events = table[(table.kind == "event") & (table.measure == "difference")]
ate = events[events.target == "ATE"]


def covered(rows):
    """Of intervals that are shorter than half of what is possible."""
    held, trials = rows.informative_held.sum(), rows.informative.sum()
    one = share(int(held), int(trials), 0.05)
    return Band(one.value, one.low, one.high, one.units)


for by, values in (("records", RECORDS), ("epsilon", EPSILONS)):
    for value in values:
        print(f"{by} {value:>9,}: {covered(ate[ate[by] == value]):.3f}")
for value in STRATA:
    print(f"strata {value:>10}: {covered(ate[ate.strata == value]):.3f}")

# %% [markdown]
r"""
:::{claim} B-effect-coverage
:::

The verdict is {verdict}`B-effect-coverage`. In many strata the intervals hold more often than they say, because the bounds are apart there and each end allows for the worst. In one or two strata they hold as often as they say. Of single kinds of worlds, each with 200 tables, the least coverage is
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
What does privacy cost? We compare the width of the interval with that of the same estimator without noise, world by world:
"""

# %%
keys = ["records", "epsilon", "strata", "level"]
both = table[(table.kind == "event") & (table.target == "ATE")]
wide = both.pivot_table(index=keys, columns="measure", values="width")
ratio = wide["difference"] / wide["difference without noise"]
grid = ratio.groupby(["epsilon", "strata", "records"]).mean().unstack()
axes = plots.panels(3, height=3.0)
for ax, epsilon in zip(axes, EPSILONS):
    for strata, mark in zip(STRATA, "os^d"):
        line = grid.loc[(epsilon, strata)]
        ax.plot(RECORDS, line, mark + "-", label=f"{strata} strata")
    ax.set(xscale="log", yscale="log", title=f"ε = {epsilon:g}")
axes[-1].legend()
caption = "Width of the interval of a risk difference, divided by its width without noise, against the number of people; means over rare and frequent outcomes. Where strata are many and people few, the noise rules; in one or two strata of 50,000 people, at ε = 1, it is hardly seen."
plots.show(axes, caption, x="people", y="times as wide")

# %% [markdown]
r"""
The forecast needs public numbers alone, so it is free. It takes people to be spread evenly over strata and arms:
"""

# %%
from privcausal.effects.design import Design
from privcausal.effects.effect import expected_interval
from privcausal.table.inputs import as_declaration

design = Design.of(as_declaration(declare), "drug", "died", adjust=["severe"])
for epsilon in (0.1, 1, 4):
    expected = expected_interval(design, 20_000, epsilon)
    print(f"ε = {epsilon:g}: about {expected.high:.3f} to either side")

# %% [markdown]
r"""
## Positivity, as far as noise lets it be seen

If hardly anybody in a stratum is treated, the data do not say what the treatment would do there. With noise, an arm can be hidden although it has people. The answer then names the stratum, says how many people are concerned, and allows for any risk there. The interval opens by their share, and does not pretend:
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

# %%
assert list(result.hidden_strata) == ["severe = critical"]
assert abs(result.hidden_people[0].value - 1_500) < 50

# %% [markdown]
r"""
Nearly all 1,500 critical patients took the drug. What would have become of them without it, these data cannot say. The effect on the treated suffers most, because these patients weigh most there.

## A randomised trial

Where the treatment was assigned at random, nothing has to be adjusted for: *exchangeability* holds by design. In Malawi people drew a reward for learning the result of their HIV test. How much more often did those learn it who drew any reward?
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
Leaving out the people who were not weighed again is a selection that this analysis does not repair. The range of 80 kilograms makes the noise large; the interval says so.

## An instrument

Sometimes a lottery decides who *may* have a treatment, and people do as they please. Then the lottery is an *instrument*. Divide what it changes in the outcome by what it changes in the treatment: this is Wald's estimator of the *complier average causal effect*, the effect on those who take the treatment because the lottery says so. It rests on three assumptions: the lottery is random, it changes the outcome through the treatment alone, and it makes nobody do the opposite.

A ratio whose lower part may be 0 is no place for a standard error. So the interval holds every effect $\beta$ that a test does not reject, as Anderson and Rubin proposed: the outcome less $\beta$ times the treatment must have the same mean in both arms of the lottery. If the instrument is weak, no $\beta$ is rejected, and the interval is the whole range.
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

More adjustment is not better. A *mediator* lies on the way from treatment to outcome, and adjusting for it removes a part of the effect. A *collider* is an effect of two causes, and adjusting for it makes them dependent. Pearl's *backdoor criterion* says which sets suffice: none of the set is a descendant of the treatment, and the set blocks every path that begins with an arrow into the treatment. From a declared graph, `identify` lists the minimal ones, and the columns that would do harm:
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
A graph that was discovered has lines whose direction the data do not tell. Then there are several directed graphs, perhaps each with its own adjustment set. The effect is a range over them, from the same table, for nothing:
"""

# %%
open_lines = nx.DiGraph([("severe", "drug"), ("drug", "severe")])
open_lines.add_edges_from([("severe", "died"), ("died", "severe")])
open_lines.add_edges_from([("drug", "died"), ("died", "drug")])
print(effect_range(adjusted, open_lines))

# %% [markdown]
r"""
Nothing in these three columns says which of them comes first, so the honest answer is that the drug may do anything between the two. Knowing that severity was recorded before the drug was given, and the drug before death, leaves one graph and one interval.

The sets that `identify` finds were compared with those of a second program that walks along every path of 40 random graphs; the test does so each time.

## What would overturn it

Adjustment is for confounders that were measured. How strong would one have to be that was not? Ding and VanderWeele's bound answers in risk ratios, and from the released ratio alone:

:::{claim} B-effect-evalue
:::

(proof-effect-evalue)=
:::{prf:proof}
Let $p_v$ and $q_v$ be the shares of the confounder's value $v$ among treated and untreated, and $r_v$ the risk there. Then $p_v\le a\,q_v$, and we may divide all risks by the smallest, so that $1\le r_v\le b$. Put $r_v=1+(b-1)t_v$ with $0\le t_v\le1$, and let $P=\sum_vp_vt_v$ and $Q=\sum_vq_vt_v$. The ratio of the two risks is $\frac{1+(b-1)P}{1+(b-1)Q}$. Because $P\le aQ$ and $P\le1$, it is at most $\frac{1+(b-1)P}{1+(b-1)P/a}$. This grows with $P$, as $a\ge1$, so it is at most its value at $P=1$, which is $\frac{b}{1+(b-1)/a}=\frac{ab}{a+b-1}$.

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
A confounder would have to be so much more frequent among treated or untreated, and raise the risk so much, within strata of severity, to explain the effect away. This is not a proof that there is none.

A *negative control* is a second check. Ask for the effect on an outcome that the treatment cannot change, for example something that happened before. If its interval leaves out 0, the adjustment has failed. A *placebo treatment* does the same from the other side: assign a coin toss as treatment. Each is one more question, with its own price:
"""

# %%
rng = np.random.default_rng(7)
coin = patients.assign(coin=rng.integers(0, 2, len(patients)))
before = rng.random(len(patients)) < 0.1 + 0.2 * patients.severe
controls = coin.assign(before=before.astype(int))
declare = dict.fromkeys(controls, YES_OR_NO)
for treatment, outcome, adjust in (
    ("coin", "died", ["severe"]),
    ("drug", "before", ["severe"]),
    ("drug", "before", []),
):
    check = privcausal.effect(
        controls,
        treatment,
        outcome,
        adjust=adjust,
        epsilon=0.5,
        declare=declare,
        seed=8,
    )
    print(f"{treatment} → {outcome}, {check.over}: {check.difference:+.3f}")

# %% [markdown]
r"""
The placebo does nothing, and the drug does not change what happened before, once severity is adjusted for. Without adjustment the negative control raises the alarm.

## Limits

- The interval counts sampling and noise. It counts no confounder that was not measured, no wrong entry, and no selection of who is in the table.
- Without a declared value of treatment or outcome a person counts nowhere; of a number, a missing value counts as what was declared for it, the middle of the range if nothing was. Many of them bias a mean.
- Continuous adjustment columns enter by declared cuts. Confounding within a cut remains.
- Where arms are hidden the interval is honest and wide, and fewer strata are the remedy. Weights from a propensity model, and estimators that are *doubly robust*, might do better in many strata; they are not built here.
- Private methods for weighing and balancing exist. This page compares with none of them, because we have read their abstracts and opening pages alone, and that is not enough to do so fairly.

From the command line the same question is `privcausal effect data.csv --treatment drug --outcome died --adjust severe --epsilon 1`, with `--forecast` for the width beforehand and `--report` for a page.

## In one paragraph

One table of counts, with Laplace noise and a sensitivity of 2, answers how much a treatment changes an outcome, for everyone and for the treated, as a difference and as a ratio. No noisy count is divided by another: a quotient lies between two smooth functions of the counts, and these are estimated without bias for every size of an arm. So the interval holds as often as it says, from 500 people to a million, and it opens where noise hides an arm. What makes the difference an effect is not in the table: which columns confound, and that none is missing.

**Next.** {doc}`49_one_analysis` puts all the steps together, from a question to a report.
"""
