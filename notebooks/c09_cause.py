# %% [markdown]
r"""
# Cause and effect: a randomised experiment with private data

:::{chapter} 9
:asks: Did the reward make people come, or would they have come anyway?
:needs: c01_two_evenings, c02_sums_and_histograms
:teaches: potential outcomes, confounders, the average treatment effect
:skip: the asides
:::

In Malawi some people drew a reward for fetching their test result, and others drew a zero. Some came to the clinic, and others did not.
**Did the reward bring them?**

The answer is easy to compute and easy to misread.
This chapter says what "bring" means, why a *randomised experiment* can measure it, and how a *confidence interval* takes both the privacy noise and the random assignment into account.
"""

# %% tags=["hide-input"]
from itertools import combinations, pairwise, product

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants

# %% [markdown]
r"""
## Six people, twice

Imagine that we could observe each person in two worlds, without and with a reward. Here are six imaginary people; 1 means that the person came, and 0 that the person stayed away.
"""

# %%
without = np.array([0, 0, 0, 1, 1, 1])
with_reward = np.array([0, 1, 1, 1, 1, 1])
mean_effect = np.mean(with_reward - without)
print(f"effect of the reward: {mean_effect:.2f}")

# %% [markdown]
r"""
The two numbers of person $i$, $y_i(0)$ without and $y_i(1)$ with a reward, are called *potential outcomes*. The mean of their differences is the **average treatment effect**. Here it is $\frac13$: persons 2 and 3 come because of the reward, 4, 5 and 6 come anyway, and person 1 stays away regardless. The effect for these people, with this reward, is our *estimand*, the quantity that we want to estimate.

In reality we observe each person in one world only. Those who are offered the reward form the *treatment group*, and the others the *control group*.
Suppose that a friendly nurse gives three rewards to persons 4, 5 and 6, who have always been reliable. All of them come, and nobody else does, so the difference in proportions is $1-0=1$, three times the effect.

Reliability influences both who gets the reward and who comes. Such a variable is called a **confounder**.

:::{quiz} Now the nurse gives the rewards to persons 1, 2 and 3 instead. What is the difference in proportions, treatment minus control?
= -1/3 ± 0.01 :: Correct: 2/3 of the treatment group come, and all of the control group. A reward that helps seems to do harm.
!= 1/3 :: No: this is the effect. The control group consists of the reliable people.
!= 2/3 :: No: this is the treatment group alone.
:::

In the next figure a reward makes everybody more likely to come by 0.1, and people who live far away are less likely to come by 0.5. Distance is the confounder. At first {sets}`55% of the treatment group and 45% of the control group <treated, far away: 55%; control, far away: 45%>` live far away. This lowers the difference in proportions by $0.5\cdot0.1=0.05$, so it shows only $0.05$, half of the effect. Such an error, here $-0.05$, is called a *bias*.

<span class="pc-screen">Each mark is one study with 200 people in each group. The left thick line lies at the effect plus the bias, and the studies gather around it. They would gather around the right one if the shares were exchanged. Drag the shares until the studies lie around the effect, and then until most of them have the wrong sign:</span>
"""

# %% tags=["hide-input"]
explorers.turned_effect()

# %% [markdown]
r"""
The sign turns when the treatment group contains {sets}`20 percentage points more <treated, far away: 60%; control, far away: 40%>` people from far away, because $0.5\cdot0.2=0.1$ is the whole effect. A confounder can therefore even reverse an effect.

## What random assignment achieves

Now let chance decide which three of the six people get the rewards. There are 20 ways to choose them. We compute the difference in proportions for each, and compare the average of the 20 with the effect. We do this for **all** tables of potential outcomes. Six people have twelve potential outcomes, each 0 or 1, so there are $2^{12}=4{,}096$ tables:
"""

# %%
chosen = list(combinations(range(6), 3))
assignments = [np.isin(np.arange(6), three) for three in chosen]
tables = np.array(list(product((0, 1), repeat=12)))
all_without, all_with = tables[:, :6], tables[:, 6:]


# %%
def difference(treated):
    """The difference in proportions, for every table at once."""
    ours, others = all_with[:, treated], all_without[:, ~treated]
    return ours.mean(axis=1) - others.mean(axis=1)


average = np.mean([difference(treated) for treated in assignments], axis=0)
errors = average - (all_with - all_without).mean(axis=1)
largest = np.abs(errors).max()
print(f"{len(tables)} tables, largest error of an average {largest:.3f}")

# %% [markdown]
r"""
In every table the average is exactly the effect, because each person is in the treatment group with the same probability. On average the proportion who come in this group is therefore the mean of all $y_i(1)$, and that in the control group is the mean of all $y_i(0)$. It does not matter what else makes people come, nor whether anybody measured it.

> **Theorem** (randomised experiment). Let a fixed number of people, neither nobody nor everybody, be assigned to treatment, and let every choice of that many be equally likely. Let nobody's outcome depend on the treatment of others. Then the mean of the difference in proportions over all assignments is the average treatment effect.

The last condition is called *no interference*. It fails if one person's reward also brings a friend.

The theorem speaks of an average. How far from it is a single assignment? Here are 2,834 imaginary people. Each comes if their reluctance is below a limit that rises with age. A reward raises the limit by 0.25, so about a quarter of the people come because of it. We hand out 2,230 rewards, about as many as in the study:
"""

# %%
rng = np.random.default_rng(7)
n, rewards = 2834, 2230
age, reluctance = rng.uniform(15, 75, n), rng.random(n)
y0 = reluctance < 0.1 + 0.008 * (age - 15)
y1 = reluctance < 0.35 + 0.008 * (age - 15)
truth = np.mean(y1.astype(int) - y0)

# %% [markdown]
r"""
The rewards are given out 1,000 times in two ways: completely at random, and by a nurse who prefers older people.
"""


# %%
def assign(weight, rng):
    """Choose the treatment group, with these weights."""
    treated = np.zeros(n, dtype=bool)
    p = weight / weight.sum()
    treated[rng.choice(n, rewards, replace=False, p=p)] = True
    return treated


# %%
def estimate(treated):
    return y1[treated].mean() - y0[~treated].mean()


equal, older = np.ones(n), age**2
at_random = [estimate(assign(equal, rng)) for _ in range(1000)]
by_nurse = [estimate(assign(older, rng)) for _ in range(1000)]
print(f"effect {truth:.3f}, at random {np.mean(at_random):.3f}", end=", ")
print(f"by the nurse {np.mean(by_nurse):.3f}")

# %% tags=["hide-input"]
draws = {"at random": at_random, "by the nurse": by_nurse}
bins, place = np.linspace(0.1, 0.6, 61), {truth: f"effect {truth:.2f}"}
look = {"ylim": (0, 0.25), "wide": True, "height": 4.2, "place": place}
look |= {
    "title": "Chance is right on average; the nurse is precise, and wrong"
}
ax = plots.histogram(draws, bins, **look)
wrong = np.mean(by_nurse)
plots.note(ax, f"on average {wrong:.2f}", (wrong, 0.19), (-40, 20))
caption = f"Difference in the proportions who come, in 1,000 assignments of 2,230 rewards to 2,834 simulated people. Random assignment gives estimates around the effect. The nurse's estimates vary less, but cluster around {wrong:.2f}, although the effect is {truth:.2f}."
ax.set_xlabel("difference in proportions")
plots.show(ax, caption, y="share of 1,000 assignments")

# %% [markdown]
r"""
With random assignment nearly all estimates are within 0.05 of the effect, because the groups are large. The nurse's estimates are wrong, and yet they vary less. Her control group is 28 years old on average, and only 22% of it come, instead of 35% under random assignment. Her preference also leaves less to chance: any two of her control groups have almost half of their people in common, two random ones about a fifth. A small variation is therefore no sign of being right.

## The question, privately

*Treatment* means here that a person drew a reward of any positive amount, and *control* that the person drew a zero. The rewards differ in size, and a person might come for two dollars and not for twenty cents. For $y_i(1)$ to mean something, each person needs one amount. So we imagine two draws: first an amount for everybody, then who gets it and who gets a zero.

We need four counts: in each of the two groups, how many stayed away and how many came.
If one person is replaced, at most one count falls by 1 and another rises by 1. The four counts together have L1 sensitivity 2, like the histogram of chapter 2. With Laplace noise of scale $\frac2\varepsilon$ each they are therefore $\varepsilon$-private ({verdict}`K-laplace`), and so is everything computed from them.

We spend $\varepsilon=0.2$, so the scale is 10. Is that enough? With some 600 people in the control group and shares near one half, the formulas of the next section give about $\pm0.06$ for the difference. A reward that brings a quarter of the people could not hide behind this. The group sizes are computed from the noisy counts too.
"""

# %%
people = participants()
rewarded, came = people.reward > 0, people.learned == 1
counts = np.array(
    [[np.sum((rewarded == r) & (came == c)) for c in (0, 1)] for r in (0, 1)]
)

# %%
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

four = Laplace(2, 0.2, Relation.SUBSTITUTION)
release = four.release(counts, np.random.default_rng(2010))
for name, row in zip(("control", "treatment"), release.value):
    print(f"{name:9}: stayed away {row[0]:6.1f}, came {row[1]:7.1f}")

# %%
stayed, came_noisy = release.value.T
size = stayed + came_noisy
control, treatment = came_noisy / size
print(f"came: control {control:.3f}, treatment {treatment:.3f}", end=", ")
print(f"difference {treatment - control:.3f}")

# %% [markdown]
r"""
Of a hundred people with a reward, about 34 would have come anyway, and about 45 more come because of it than stay away because of it.

Because our table is public, we can look behind the noise: the exact difference is 0.451. However, this is not exactly the effect either: another draw of the vouchers would have put other people into the two groups, and given a somewhat different number. The published number has two sources of error, and an honest interval must account for both.

## A confidence interval with both sources of error

**Randomisation error.** Under another random assignment the proportions would have been different. If $m$ people came independently of each other, each with probability $p$, then the proportion who come would have the variance $\frac{p(1-p)}m$. The control group has about 590 people, of whom a third came, so its standard deviation is about $\sqrt{\frac13\cdot\frac23/590}\approx0.019$.

We compute this variance for both groups and add the two. The groups are not quite independent, but this can only make the sum too large.

:::{dropdown} Why the two variances may be added
Whoever is in one group is not in the other, so the two proportions depend on each other. Each also varies less than under independence, because a group is drawn from a fixed set of people. Neyman showed that both effects cancel if the reward has the same effect on everybody, and that the sum is otherwise slightly too large. That people of one village resemble each other does no harm, because each drew a voucher of their own.
:::

**Privacy noise.** In the control group about 197 people came and 390 stayed away. Noise of scale 10 has a standard deviation of $10\sqrt2\approx14$. If the number who came changes by 14, the proportion changes by about 0.016; if the number who stayed away changes by 14, the proportion changes by about 0.008. The variances add up, so together the standard deviation is $\sqrt{0.016^2+0.008^2}\approx0.018$. The noise is almost as large as the randomisation error.

In general, noise of scale $b$ adds to the variance of a proportion about

$$
\frac{2b^2\,\bigl(p^2+(1-p)^2\bigr)}{m^2} .
$$

The size $m$ of the group is squared, so in the treatment group, which is almost four times as large, the noise matters far less.

:::{dropdown} Where the variance of the noise comes from
Let $c$ people come and $a$ stay away, so that $m=c+a$. Small errors $u$ in $c$ and $v$ in $a$ change $\frac{c}{c+a}$ by about $\frac{a}{m^2}u-\frac{c}{m^2}v=\frac{(1-p)u-p\,v}m$. Each error has the variance $2b^2$. The formula needs noise that is small compared with $m$.
:::

The variance of the difference is the sum of four parts, two for each group. A normal variable lies within 1.96 standard deviations of its mean with probability 95%, so a *95% confidence interval* extends this far on both sides of the difference.
"""


# %%
def variances(stayed, came, scale):
    """Of one proportion: by randomisation, and by privacy noise."""
    m = stayed + came
    p = came / m
    return p * (1 - p) / m, 2 * scale**2 * (p**2 + (1 - p) ** 2) / m**2


# %%
parts = [variances(*row, four.scale) for row in release.value]
randomisation, noise = np.sum(parts, axis=0)
half = 1.96 * np.sqrt(randomisation + noise)
low, high = treatment - control - half, treatment - control + half
print(f"95% confidence interval {low:.3f} to {high:.3f}, ± {half:.3f}")
print(f"without the noise ± {1.96 * np.sqrt(randomisation):.3f}")

# %% [markdown]
r"""
A larger $\varepsilon$ reduces only the noise, whereas more people reduce both errors. Change both, for two groups with the proportions 0.3 and 0.6:
"""

# %% tags=["hide-input"]
explorers.widening_interval()

# %% [markdown]
r"""
Does such an interval contain the effect in 95 of 100 studies? The proportion of studies in which it does is called its *coverage*. We have to test it, because Laplace noise is not normal. We take the simulated people, whose effect is known, and simulate 4,000 studies. Each computes the interval twice, with the noise included and ignored:
"""


# %% tags=["hide-input"]
def covers(treated, scale, rng):
    """In one study: does each interval contain the effect?"""
    groups = y0[~treated], y1[treated]
    table = np.array([[np.sum(~g), np.sum(g)] for g in groups])
    noisy = table + rng.laplace(0, scale, (2, 2))
    both = [variances(*row, scale) for row in noisy]
    randomisation, noise = np.sum(both, axis=0)
    half_widths = 1.96 * np.sqrt([randomisation + noise, randomisation])
    p = noisy[:, 1] / noisy.sum(axis=1)
    return abs(p[1] - p[0] - truth) < half_widths


# %% tags=["hide-input"]
STUDIES = 4000


def coverage(weight, rng):
    """Of the interval with the noise, and of the one that ignores it."""
    studies = (assign(weight, rng) for _ in range(STUDIES))
    return np.mean([covers(t, four.scale, rng) for t in studies], axis=0)


# %%
rng = np.random.default_rng(71)
included, ignored = coverage(equal, rng)
print(f"noise included {included:.1%}, ignored {ignored:.1%}")
nurse_coverage = coverage(older, rng)[0]
print(f"by the nurse {nurse_coverage:.1%}")

# %% [markdown]
r"""
With the noise included the coverage is close to 95%.

If the nurse assigns the rewards, the interval practically never contains the effect, and nothing in the released counts shows that it is wrong. A confidence interval accounts for chance, but not for a confounder.

:::{admonition} Common mistake
:class: warning
An ordinary statistics program treats noisy counts as counts, so its interval ignores the noise. With groups as large as ours, such an interval misses the effect in about one study in nine, instead of one in twenty.
Publish the scale of the noise together with the counts.
:::

## Sensitivity analysis: how strong would a confounder have to be?

The vouchers in Malawi were drawn at random, but perhaps not quite. By the paper's own account, fewer zeros were handed out than planned {cite:p}`thornton2008`, as would happen if some who drew a zero could draw again. Suppose that the rewards went preferably to older people, and that older people come more often anyway. Then a part of our difference is due to age. A *sensitivity analysis* computes how large this part can be. It has no relation to the sensitivity $\Delta$.

A study would have had to plan for the next two numbers: eight counts, with age below and above forty. We look at the public table instead:
"""

# %%
over_40 = people.age > 40
shares = [over_40[group].mean() for group in (rewarded, ~rewarded)]
print(f"over forty: treatment {shares[0]:.1%}, control {shares[1]:.1%}")

# %% [markdown]
r"""
The groups differ by almost 6 percentage points. Random assignment alone makes groups of this size differ by more than about 4 points in only one case of 20, so chance hardly explains this.

How much does it matter? Suppose that a person over forty is more likely to come by 0.1. Then age adds $0.1\cdot0.06=0.006$ to the difference in proportions, even if the reward has no effect.

In general, let the proportion of people with a trait differ between the groups by $d$, in the example 0.06. Let the trait change the probability of coming by at most $x$, in the example 0.1, both among people with a reward and among those without. If it is the only confounder, it causes a bias of at most $x\,|d|$.

:::{dropdown} Why the bias is at most x |d|
Let the trait change the probability of coming by $x_1$ with a reward and by $x_0$ without, and let $\pi$ be the proportion of treated people. The treatment group exceeds all people in this trait by $(1-\pi)d$, and the control group falls short by $\pi d$. The difference in proportions is therefore too large by $d\,\bigl(x_1(1-\pi)+x_0\pi\bigr)$. The bracket is a weighted average of $x_1$ and $x_0$, so it is at most $x$ in absolute value.
:::

Could such a bias be our whole difference, so that the reward had no effect? Even for the lower end of our interval, $x\,|d|$ would have to be 0.39. A trait that changes the probability of coming by 0.5 would then have to differ by 78 percentage points between the groups, and for age the table shows 6. Only a very large departure from random assignment could explain our difference.

## What a private answer can claim

The clinic can publish this:

> The rewards, all amounts taken together, made more of these people come for their result. We estimate the average treatment effect, a difference in proportions, at 0.45, with a 95% confidence interval from 0.39 to 0.50 that includes noise of scale 10 in each count ($\varepsilon=0.2$, substitution). It assumes that nobody's reward influenced another person, that records did not go missing more often in one group, and that the assignment was random, although fewer zeros were handed out than planned.

Missing records are called *attrition*. Sixty people are not in our table because their record is incomplete. The four counts cannot show whether this happened more often in one group. {doc}`48_how_much` makes such a release in one call.

The number does not say whom the reward brought, or what a larger or smaller reward would do. It is about these people only, not about other villages or people who refused the test.

## Exercises

:::{exercise} ★ What was assigned at random?
:label: ex-c09-lot

Decide for each sentence whether a difference in proportions in this table estimates an effect, without assumptions about confounders, and give one reason each. (a) A reward makes people over forty come. (b) Infection makes people stay away. (c) Growing older makes people come. (d) A shorter distance makes people come.
:::

:::{solution} ex-c09-lot
:class: dropdown

(a) Yes. The rewards were assigned at random among all people, and therefore also among those over forty; compare treatment and control within this group. (b) and (c) No. Infection and age were not assigned, and people who differ in them can differ in other things. (d) Not without an assumption. The site of the clinic was drawn at random, but the distance depends on the home as well. Chapter 3 compared near and far without this, so its difference describes the people, and does not prove a cause.
:::

:::{exercise} ★★ The balance check, paid for
:label: ex-c09-balance

Let a study release eight counts, divided at forty too, at $\varepsilon=0.2$. With 590 people in control, 26% of them over forty, and 2,230 in treatment, 31%, how precisely would it know $d$?
:::

:::{solution} ex-c09-balance
:class: dropdown

The sensitivity is still 2 and the scale 10. Each share over forty now comes from two sums of two counts, so the variance of its noise is twice that of the text, $\frac{4b^2(p^2+(1-p)^2)}{m^2}$. For $d$ this gives a standard deviation of 0.027, and the interval $0.05\pm0.05$. The check would hardly show whether the groups differ. It needs no randomisation error, because $d$ describes exactly these groups.
:::

:::{exercise} ★★ Implement, then assert: `effect`
:label: ex-c09-mine

Write a function `effect(counts, scale)`. The table `counts` has two rows, control and treatment, each with the number who stayed away and the number who came; `scale` is the scale of the Laplace noise in each count. Return the difference in proportions and both ends of the interval with 1.96 standard deviations. Test it with `check`.
:::

:::{solution-start} ex-c09-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def effect(counts, scale):
    """Difference in proportions, and an interval with both errors."""
    stayed, came = np.asarray(counts, dtype=float).T
    m = stayed + came
    p = came / m
    randomisation = p * (1 - p) / m
    noise = 2 * scale**2 * (p**2 + (1 - p) ** 2) / m**2
    half = 1.96 * np.sqrt(np.sum(randomisation + noise))
    return p[1] - p[0], p[1] - p[0] - half, p[1] - p[0] + half


# %%
check("effect", effect)
print(np.round(effect(release.value, four.scale), 3))

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise} ★★ Near and far
:label: ex-c09-near

Plan a release of eight counts: the effect among people nearer to the clinic than the private median of chapter 5, and among the others. Give the sensitivity, and the half-width of each interval at $\varepsilon=0.2$ if each half has half of our counts. Explain why the *exact* median must not divide the people.
:::

:::{solution-start} ex-c09-near
:class: dropdown
:::
"""

# %%
_, lower_end, upper_end = effect(release.value / 2, 10)
near_half = (upper_end - lower_end) / 2
print(f"each half ± {near_half:.3f}", end=", ")
print(f"difference of effects ± {np.sqrt(2) * near_half:.3f}")

# %% [markdown]
r"""
The sensitivity is still 2, because one person leaves one cell and enters another, so the scale remains 10. Eight counts cost no more than four, but each group has half of the people. The randomisation error grows by a factor of $\sqrt2$ and the noise by 2. A difference of the two effects below 0.13 could not be distinguished from none.

The line between near and far must be fixed without looking at the data, or published and paid for, as in chapter 5. If the exact median divided the people, then replacing one person could move it, and somebody else who lives near the line would change sides. One person would then change more than two cells, and the sensitivity would no longer be 2.

:::{solution-end}
:::

::::{exercise} ★★ A randomisation test
:label: ex-c09-lots

Test the claim that the reward had no effect on anybody, so that the same people would have come under every assignment. Draw 100,000 other assignments, with as many rewards and as many who came as the *noisy* counts say. Add noise to each table. Compare the largest difference with the published one, and state the privacy cost of this test.

:::{dropdown} Hint
`rng.hypergeometric(good, bad, draws, repetitions)` draws how many of the `good` people, here those who came, are among the `draws` people with a reward.
:::
::::

:::{solution-start} ex-c09-lots
:class: dropdown
:::
"""

# %%
rng, everyone = np.random.default_rng(72), len(people)
given, all_came = round(size[1]), round(came_noisy.sum())
both = rng.hypergeometric(all_came, everyone - all_came, given, 100_000)
rest = all_came - both
other = np.array([[everyone - given - rest, rest], [given - both, both]])
other = other + rng.laplace(0, four.scale, other.shape)
result = other[:, 1] / other.sum(axis=1)
largest = np.abs(result[1] - result[0]).max()
print(f"published {treatment - control:.3f}, largest {largest:.3f}")

# %% tags=["remove-cell"]
assert largest < treatment - control
# said in the sections above
exact = counts[:, 1] / counts.sum(axis=1)
assert f"{exact[1] - exact[0]:.3f}" == "0.451"
assert np.abs(errors).max() < 1e-12
assert np.std(by_nurse) < np.std(at_random)
ages = np.array([[0.26, 590], [0.31, 2230]])
off = np.sqrt(sum(400 * (p**2 + (1 - p) ** 2) / m**2 for p, m in ages))
assert f"{off:.3f} {1.96 * off:.2f}" == "0.027 0.05"
assert np.mean(np.abs(np.array(at_random) - truth) < 0.05) > 0.98
assert abs(np.mean(at_random) - truth) < 0.005 < np.mean(by_nurse) - truth
again = np.random.default_rng(73)
hers = [y0[~assign(older, again)].mean() for _ in range(100)]
assert np.mean(hers) < 0.75 * y0.mean() and np.mean(hers) < 0.5
again = np.random.default_rng(73)
young = [~assign(older, again) for _ in range(300)]
theirs = np.mean([y0[group].mean() for group in young])
assert round(np.mean([age[group].mean() for group in young])) == 28
assert round(theirs, 2) == 0.22 and round(np.mean(y0), 2) == 0.35


def overlap(groups):
    """The mean share of a control group that is in the next one too."""
    pairs = list(pairwise(groups))
    return np.mean([np.sum(one & two) / np.sum(one) for one, two in pairs])


assert 0.45 < overlap(young) < 0.48
assert 0.2 < overlap([~assign(equal, again) for _ in range(100)]) < 0.23
assert f"{100 * control:.0f}" == "34"
assert np.allclose(explorers.turned_effect().rows[1], (0.2, 0, 0.1))
from privcausal.explorers.assignment import confounded_difference

assert np.isclose(confounded_difference(0.55, 0.45), 0.05)
assert round(size[1]) == rewards
assert f"{low:.3f} {high:.3f}" == "0.390 0.501" and abs(truth - 0.25) < 0.01
deviations = np.sqrt(parts[0])
assert np.allclose(deviations, (0.019, 0.018), atol=6e-4)
assert abs(size[0] - 590) < 5 and abs(size[1] / size[0] - 3.8) < 0.1
assert abs(control - 1 / 3) < 0.01
assert f"{treatment - control:.2f}" == "0.45"
assert 0.95 < included < 0.96
assert round(1 / (1 - ignored)) == 9
assert nurse_coverage < 0.001
e, (a, c) = np.array((-14, 14)), release.value[0]
assert round(np.ptp((c + e) / (c + a + e)) / 2, 3) == 0.016
assert round(np.ptp(c / (c + a + e)) / 2, 3) == 0.008
assert round(low / 0.5, 2) == 0.78
assert round(1.96 * np.sqrt(np.sum(0.25 / size)), 3) == 0.045
share = over_40.mean()
chance = np.sqrt(share * (1 - share) * np.sum(1 / size))
apart = shares[0] - shares[1]
assert apart > 2.6 * chance and f"{apart:.2f}" == "0.06"
assert round(1.96 * chance, 2) == 0.04  # 2.6 deviations: one in a hundred
assert (
    f"{1.96 * np.sqrt(sum(0.25 / m + 100 / m**2 for m in (600, 2234))):.2f}"
    == "0.06"
)

# %% [markdown]
r"""
Not one assignment in a hundred thousand comes near. This is a *randomisation test*. It needs no normal approximation, and it includes the noise by drawing it. It is approximate too, because the numbers of rewards and of people who came are themselves noisy. It costs nothing, because it uses published numbers only.

:::{solution-end}
:::

:::{exercise} ★★★ When the interval breaks
:label: ex-c09-small

Simulate two groups of $m$ people each, with probabilities 0.3 and 0.7 and noise of scale 10, for $m=20,40,80,160,320$. Report the coverage of `effect` in 1,000 rounds for each $m$, the median and the largest half-width, and a rule for the smallest group that you would publish. Solution: {ref}`sol-c09-small`.
:::

## The bill
"""

# %%
bill(9, release.price)

# %% [markdown]
r"""
## Summary

- Average treatment effect: $\frac1n\sum_i\bigl(y_i(1)-y_i(0)\bigr)$.
- Variance of a proportion: $\frac{p(1-p)}m+\frac{2b^2(p^2+(1-p)^2)}{m^2}$.
- Bias by a trait: at most $x\,|d|$.

**In one paragraph.** An effect is a difference between two worlds, of which we observe one. Random assignment makes the difference in proportions right on average; without it a confounder can even reverse the sign. Four noisy counts are enough, but the confidence interval must include the noise. In Malawi the rewards raised the proportion that came by an estimated 0.45, with a 95% confidence interval from 0.39 to 0.50.

**Practice.** {doc}`/book/practice_6_to_9` has four one-minute questions on this chapter.

**Next.** Age and distance are numbers, and not groups. Are they associated? {doc}`c10_ranks` measures this with ranks.
"""
