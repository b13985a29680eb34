# %% [markdown]
r"""
# Cause

:::{chapter} 9
:asks: Did the reward make people come, or would they have come anyway?
:needs: c01_two_evenings, c02_sums_and_histograms
:teaches: potential outcomes, confounders, what a lot can do
:skip: the folded derivation of the noise's share in the interval
:::

This is the question for which the study was made. Some people drew a reward, others a voucher worth nothing; some came for their result, others did not.
**Did the reward bring them?**

The answer is a difference of two shares, which is easy to compute, and easy to misread. We need three things:
what "bring" means, why the lot lets us see it, and an interval that counts the noise of privacy along with the luck of the lot.
"""

# %% tags=["hide-input"]
from itertools import combinations, product

import numpy as np

from privcausal import plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants

# %% [markdown]
r"""
## Six people, twice

Imagine that we could see each person in two worlds: in one they get no reward, in the other they do. Here are six invented people. 1 means *came*.
"""

# %%
without = np.array([0, 0, 0, 1, 1, 1])
with_voucher = np.array([0, 1, 1, 1, 1, 1])
effect_of_reward = np.mean(with_voucher - without)
print(f"the reward brings {effect_of_reward:.2f} of them")

# %% [markdown]
r"""
The two numbers of person $i$, $y_i(0)$ without and $y_i(1)$ with a reward, are the **potential outcomes**, and the **effect** is the mean of their differences. Persons 2 and 3 come because of the reward; 4, 5 and 6 come in any case.

In life we see each person in one world only. Suppose a friendly nurse gives three vouchers to those who have always been reliable: 4, 5 and 6.
All three come; of the others none does. The difference of the two shares is $1-0=1$, three times the effect.

The vouchers seem to do what the reliability did. Such a third thing, which moves both who gets the reward and who comes, is a **confounder**.
The difference of shares is honest arithmetic and a wrong answer.

:::{quiz} In the same village the nurse gives the vouchers to persons 1, 2 and 3, to win them over. What is the difference of the shares (with minus without)?
= -1/3 ± 0.01 :: Yes: 2/3 of those with a reward come, and all of those without. A reward that helps seems to do harm.
!= 1/3 :: This is the effect. She does not see it: those without the reward are the reliable ones.
!= 2/3 :: Now subtract the share of the other three.
:::

## What a lot can do

Let a lot decide which three get the vouchers. There are 20 ways to draw them. Some draws are lucky and some are not. Look at all 20, and not only for these six people: for **all** tables of potential outcomes of six people, $2^{12}=4{,}096$ of them.
In the program `y0` are the outcomes without a reward and `y1` those with one, a row for each table. The mean of the differences over the 20 lots should be the effect of each table:
"""

# %%
lots = [np.isin(np.arange(6), chosen) for chosen in combinations(range(6), 3)]
tables = np.array(list(product((0, 1), repeat=12)))
y0, y1 = tables[:, :6], tables[:, 6:]


def difference(lot):
    """The difference of the two shares, for every table."""
    return y1[:, lot].mean(axis=1) - y0[:, ~lot].mean(axis=1)


on_average = sum(difference(lot) for lot in lots) / 20
assert np.allclose(on_average, (y1 - y0).mean(axis=1))
print(f"{len(tables)} tables, {len(lots)} lots each: right on average")

# %% [markdown]
r"""
> **If a fair lot decides who gets a fixed number of rewards (not none and not all), and one person's voucher does not move another, then the difference of the two shares is, on average over the lots, exactly the effect, whatever else makes people come.**

The idea in three sentences. Each person is among the rewarded with the same probability, so on average the group with the reward shows the mean of all `given`, and the group without shows the mean of all `without`. The difference of the means is the mean of the differences. Nothing about the people was used: age, reliability, and all that was never measured are shared out by the lot as well.

The sentence speaks of an average, so a single lot can be off; the larger the groups, the less.
Here are 2,834 invented people, of whom older ones come more often. (Each has a doubt, the same in both worlds, and comes if it is below a bar that rises with age and with the reward.) A nurse gives the reward to older people more often, or a lot gives it; both 1,000 times.
(The code gives each person a waiting time, shorter on average for a larger weight. Those whose time is up first get the rewards. With equal weights it is a fair lot.)
"""

# %%
rng = np.random.default_rng(7)
n, treated = 2834, 2000
age = rng.uniform(15, 75, n)
doubt = rng.random(n)
y0 = doubt < 0.1 + 0.008 * (age - 15)
y1 = doubt < 0.35 + 0.008 * (age - 15)


def shares_differ(weight):
    """Give out the rewards, with these weights; compare the shares."""
    key = rng.exponential(size=n) / weight
    lot = key <= np.sort(key)[treated - 1]
    return y1[lot].mean() - y0[~lot].mean()


nurse = [shares_differ(age**2) for _ in range(1000)]
lottery = [shares_differ(np.ones(n)) for _ in range(1000)]
truth = np.mean(y1.astype(int) - y0)
assert abs(np.mean(lottery) - truth) < 0.005 < np.mean(nurse) - truth
print(f"effect {truth:.3f}, lot {np.mean(lottery):.3f}", end=", ")
print(f"nurse {np.mean(nurse):.3f}")

# %% tags=["hide-input"]
draws = {"by lot": lottery, "by the nurse": nurse}
bins, effect = np.linspace(0.1, 0.6, 61), {truth: "effect"}
ax = plots.histogram(draws, bins, place=effect, ylim=(0, 0.25), height=3)
caption = "The lot scatters around the effect. The nurse is even more precise, around a wrong number."
ax.set_xlabel("difference of the shares")
plots.show(ax, caption, y="share of 1,000 draws")

# %% [markdown]
r"""
More people make both curves narrower, and the nurse's no better. Noise for privacy makes both wider, and hardly moves them.
**Noise can be put into an interval, because its scale is known. How strong an unmeasured confounder is, no data say.**

In Malawi the voucher was drawn by lot. (The number of rewards was chance too. But of each number, every choice of people was equally likely, and that is all that the theorem needs.) So the difference of the shares is worth asking for.

## The question, privately

Everything is in a table of four counts: without and with a reward, stayed away and came.
Replace one person, and at most one count falls by 1 and another grows by 1. So the four counts together have sensitivity 2, like the histogram of chapter 2, and

> **the four counts with Laplace noise of scale $\frac2\varepsilon$ each are $\varepsilon$-private, and so is all that is computed from them.** {verdict}`K-laplace`

How many people drew a reward is not given away either: it is computed from the noisy counts. We pay $\varepsilon=0.2$, so the scale is 10.
"""

# %%
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

people = participants()
rewarded, came = people.reward > 0, people.learned == 1
cells = lambda r: [np.sum((rewarded == r) & (came == c)) for c in (0, 1)]
counts = np.array([cells(0), cells(1)])
four = Laplace(2, 0.2, Relation.SUBSTITUTION)
release = four.release(counts, np.random.default_rng(2010))
print("            stayed away     came")
for name, row in zip(("no reward", "reward"), release.value):
    print(f"{name:11} {row[0]:11.1f} {row[1]:8.1f}")

# %%
away, came_noisy = release.value.T
share = came_noisy / (away + came_noisy)
print(f"came without {share[0]:.3f}, with {share[1]:.3f}", end=", ")
print(f"difference {share[1] - share[0]:.3f}")

# %% [markdown]
r"""
A reward seems to bring more than four people in ten. But how sure are we? There are two kinds of luck in this number.

## An interval that counts both kinds of luck

**The luck of the lot.** Had the lot fallen otherwise, the shares would be others. We count a variance of $\frac{p(1-p)}m$ for a share $p$ among $m$ people, as if each had tossed a coin of chance $p$, and add the two groups.

:::{dropdown} Is a lot like coins?
Nearly, but it varies less. In large groups the variance of the difference is this sum minus the variance of the single effects (`y1 - y0`), divided by $n$. No study sees these effects one by one, so we do not subtract it, and the interval is rather too wide than too narrow. For the invented people of this chapter, the lot's part becomes 10% too wide.
:::

**The luck of the noise.** Both counts of the share carry Laplace noise of scale $b$, which has variance $2b^2$. It adds about $\frac{2b^2\,(p^2+(1-p)^2)}{m^2}$.

:::{dropdown} Where that comes from
The share is $\frac{c}{c+a}$ with $c$ who came and $a$ who stayed away, $m=c+a$. Small errors $u$ in $c$ and $v$ in $a$ move it by about
$\frac{a}{m^2}u-\frac{c}{m^2}v=\frac{(1-p)u-p\,v}m$. The errors are independent with variance $2b^2$ each.
This is a good approximation as long as the noise is small compared to $m$; with groups of 50 people and noise of scale 10 it would not be.
:::

Add both, for both groups; the difference has the sum of the variances, and 95% of a bell curve lie within 1.96 standard deviations.
"""


# %%
def variances(away, came, scale):
    """Of one share: by the luck of the lot, and by the noise."""
    m = away + came
    p = came / m
    return p * (1 - p) / m, 2 * scale**2 * (p**2 + (1 - p) ** 2) / m**2


parts = [variances(*row, four.scale) for row in release.value]
lot_part, noise_part = np.sum(parts, axis=0)
half = 1.96 * np.sqrt(lot_part + noise_part)
low, high = share[1] - share[0] + half * np.array([-1, 1])
print(f"between {low:.3f} and {high:.3f}", end="; ")
print(f"without counting the noise ± {1.96 * np.sqrt(lot_part):.3f}", end="")
assert f"{low:.3f} {high:.3f}" == "0.390 0.501"  # as said below
print(f", with it ± {half:.3f}")

# %% [markdown]
r"""
Is it right 95 times in 100? An interval is a promise too, so it gets a test. Take the invented people, whose effect we know; draw the lot and the noise 2,000 times, at the price of our release and at half of it.
"""


# %%
def intervals(scale, rounds, rng):
    """How often the interval holds the effect: noise counted, or not."""
    held = np.zeros(2)
    for _ in range(rounds):
        lot = rng.permutation(n) < treated
        groups = (y0[~lot], y1[lot])
        table = np.array([[np.sum(~g), np.sum(g)] for g in groups])
        noisy = table + rng.laplace(0, scale, (2, 2))
        luck = np.sum([variances(*row, scale) for row in noisy], axis=0)
        without, with_voucher = noisy[:, 1] / noisy.sum(axis=1)
        error = abs(with_voucher - without - truth)
        # with both kinds of luck, and with the lot's alone
        held += error < 1.96 * np.sqrt([luck.sum(), luck[0]])
    return held / rounds


rng, missed = np.random.default_rng(71), {}
for epsilon in (0.2, 0.1):
    both, naive = intervals(2 / epsilon, 2000, rng)
    print(f"ε = {epsilon:4}: noise counted {both:.1%}", end=", ")
    print(f"noise forgotten {naive:.1%}")
    assert both > 0.935 > naive
    missed[epsilon] = 1 - naive
assert round(1 / missed[0.2]) == 11 and missed[0.1] > 1 / 5  # see below

# %% [markdown]
r"""
:::{admonition} How it is got wrong
:class: warning
Feed noisy counts to an ordinary statistics program, and it will treat them as counts. Its interval is then the one with the noise forgotten. It says that it misses one time in twenty. With our invented people it misses one time in eleven at $\varepsilon=0.2$, and more than one time in five at $\varepsilon=0.1$; with smaller groups, more often.
Nothing in the program's output warns you. So publish the scale of the noise with the counts.
:::

How much does privacy cost here, then? The luck of the lot is there at any price; the noise shrinks as $\varepsilon$ grows:
"""

# %%
single = (y1.astype(int) - y0).var(ddof=1) / n  # the folded box, in numbers
coins = y1.var() / treated + y0.var() / (n - treated)
assert round(np.sqrt(coins / (coins - single)), 2) == 1.10

epsilons = np.geomspace(0.02, 2, 60)
at = lambda e: [variances(*row, 2 / e) for row in release.value]
parts = {e: np.sum(at(e), axis=0) for e in epsilons}
lot_line = [1.96 * np.sqrt(lot) for lot, _ in parts.values()]
both_line = [1.96 * np.sqrt(lot + noise) for lot, noise in parts.values()]
even = 0.2 * np.sqrt(noise_part / lot_part)
print(f"the noise weighs less than the lot from about ε = {even:.2f} on")

# %% tags=["hide-input"]
widths = {"lot and noise": both_line, "lot alone": lot_line}
ours = {0.2: "our price"}
ax = plots.curves(epsilons, widths, log="x", place=ours, ylim=(0, 0.3))
caption = "To the left of our price the interval widens quickly. From ε = 0.5 on privacy hardly costs any precision."
plots.show(ax, caption, x="ε", y="half of the interval")

# %% [markdown]
r"""
Now the look behind the curtain that only a public table allows:
"""

# %%
exact = counts[:, 1] / counts.sum(axis=1)
exact_difference = exact[1] - exact[0]
print(f"without {exact[0]:.3f}, with {exact[1]:.3f}", end=", ")
print(f"difference {exact_difference:.3f}")
assert low < exact_difference < high and round(exact_difference, 2) == 0.45

# %% [markdown]
r"""
(Not the effect: the luck of the lot is still in it.)

## What could age have done?

Suppose that older people come more often anyway. Could age explain the difference? With a lot it can only by bad luck, and the interval counts that luck already.
But suppose a reader doubts the lot. How strong would a confounder have to be?

Let it be a trait that people have or lack, like *is over forty* or *is between thirty and fifty*, and the only confounder. It changes the chance to come by at most $x$, with a reward and without. Its share in the two groups differs by $d$.
For example: 30% of one group and 50% of the other are over forty, so $d=0.2$; and for those over forty the chance to come is higher by $x=0.1$. Make the groups alike: in the first group a further 20% would have to be over forty, and the chance of each of them to come would grow by 0.1. That is $0.1\cdot0.2=0.02$ in all. In general **such a trait can make a difference, a *bias*, of at most $x\,d$**.
"""

# %%
print(f"to explain {low:.2f}, the lower end of the interval:")
for x in (0.1, 0.5, 0.7, 1.0):
    d = low / x
    print(f"  a trait worth {x:.1f} must differ by", end=" ")
    print(f"{d:.2f}" if d <= 1 else "more than 1: impossible")
m = release.value.sum(axis=1)
luck = 1.96 * np.sqrt(sum(0.25 / m))
print(f"a lot makes a trait differ by {luck:.3f} or less, 19 times in 20")

# %% [markdown]
r"""
It is hard to believe that age did it. If belonging to some range of ages moved the chance to come by 0.5, the groups would have to differ by 78 people in a hundred; if it decided alone who comes, still by 39 in a hundred.
This argument cost nothing. It used the released counts only, and not one person's age.

## What a private answer may claim

Write it down the way the clinic may publish it:

> The rewards that were drawn, all sizes taken together, made more of these people come for their result. The effect, a difference of shares, is between 0.390 and 0.501 (95%, counting the lot and noise of scale 10 in each count; $\varepsilon=0.2$, one person replaced), if no voucher moved another person, and no record is missing because of the lot.

(The theorem needs the first condition. The second is about the 60 incomplete records of chapter 1.)

And what it may not:

- **Nothing about a person.** That a voucher brings four in ten does not say whom.
- **Nothing about the size.** *Any reward* against *none* is one question. How much is enough is another one, with its own price.
- **Nothing about other people.** The 2,834 had agreed to a test at home. Those who refused it are not in the table.
- **Nothing about distance.** The shares of chapter 3 by distance fall, but one place of a clinic decides for many people at once: this interval is not for them.
- **Nothing from the noise-free table.** It would be tempting to say "in fact 0.45". That number has not been paid for.
- **No second look for nothing.** To repeat the release and average is to ask twice, and to pay twice.

## Exercises

:::{exercise} ★ Which of these is a lot?
:label: ex-c07-lot

No code. In the table, reward and distance (by the place of the clinic) were drawn by lot; age and infection were not. Which sentences may be tested by a difference of shares alone? (a) A shorter way makes people come. (b) Being infected makes people stay away. (c) A reward makes older people come. (d) Growing older makes people come.
:::

:::{solution} ex-c07-lot
:class: dropdown

(a), nearly (who lives at the edge is far from most places, whatever the lot), so the four shares of chapter 3 may nearly be read as an effect of the way, but not with our interval: one place of a clinic decides for many people at once. And (c). For (c), compare with and without a reward among the older people: the lot was drawn among them too. (b) and (d) are about traits that were not drawn: those who are infected may differ in other ways that matter.
:::

:::{exercise} ★ The reliable and the others
:label: ex-c07-six

By hand. Among the six people of the first section, what is the difference of the shares if the vouchers go to 2, 4 and 5? And to 1, 2 and 6? The effect is $\frac13$. Why is this no contradiction to the theorem?
:::

:::{solution} ex-c07-six
:class: dropdown

With 2, 4 and 5: all of them come, and of 1, 3, 6 one does: $1-\frac13=\frac23$. With 1, 2 and 6: two of three come, and two of 3, 4, 5: $0$. The theorem is about the average of all twenty, which is $\frac13$. With six people the luck of the lot is enormous: from $-\frac13$ to $1$. (Groups of three are also too small for our interval: with 4, 5, 6 it has no width at all.)
:::

::::{exercise} ★★ Implement, then assert: `effect`
:label: ex-c07-mine

Write `effect(counts, scale)`. `counts` is a table with two rows, first *without*, then *with* a reward, and in each row first how many stayed away, then how many came; `scale` is the scale of the Laplace noise in each count. Give three numbers: the difference of the shares (with minus without), and the lower and the upper end of the interval with 1.96 standard deviations.

:::{dropdown} Hint
`np.asarray(counts, float).T` gives both rows' first entries at once, so that no loop is needed.
:::
::::

:::{solution-start} ex-c07-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def effect(counts, scale):
    """Difference of shares, and an interval for the lot and noise."""
    away, came = np.asarray(counts, dtype=float).T
    m = away + came
    p = came / m
    lot = p * (1 - p) / m
    noise = 2 * scale**2 * (p**2 + (1 - p) ** 2) / m**2
    half = 1.96 * np.sqrt(np.sum(lot + noise))
    return p[1] - p[0], p[1] - p[0] - half, p[1] - p[0] + half


# %%
check("effect", effect)
print(np.round(effect(release.value, four.scale), 3))

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise} ★★ Near and far
:label: ex-c07-near

We could have asked for the effect among people near the clinic and among people far away, about half of the people each (cut at the 1.7 km that chapter 5 published), as one table of eight counts. What is its sensitivity? How wide (±) is the interval of each half at $\varepsilon=0.2$, if each has half of our counts? What about the difference of the two effects?
:::

:::{solution-start} ex-c07-near
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
Still 2: one person leaves one cell and enters another, so the scale stays 10. Two groups cost no more than one, but each has half of the people: the luck grows by $\sqrt2$, the noise by 2. An *estimated* difference of less than 0.13 could not be told from none.

:::{solution-end}
:::

:::{exercise} ★★ Behind the curtain
:label: ex-c07-age

Only because this table is public: compare the mean age with and without a reward, and the share that came from 40 years on and below. How much of the difference of 0.45 could age explain, by the rule $x\,d$? (In a private study each of these numbers would need a price.)
:::

:::{solution-start} ex-c07-age
:class: dropdown
:::
"""

# %%
ages = people.age.groupby(rewarded).mean()
older = people.age >= 40
x = came[older].mean() - came[~older].mean()
d = older[rewarded].mean() - older[~rewarded].mean()
print(f"mean age {ages[False]:.1f} without, {ages[True]:.1f} with")
print(f"x = {x:.3f}, d = {d:.3f}: about {x * d:.4f}")
assert abs(x * d) < 0.01
assert d > round(1.96 * np.sqrt(sum(0.25 / m)), 3) == 0.045  # as said below

# %% [markdown]
r"""
The lot came out uneven: $d$ is above the 0.045 from above, which a fair lot passes at most once in 20 times, so a reader may doubt it. But being forty goes with coming so little that, cut there, age explains less than 0.01 of the 0.45. (The few unknown ages count as 40 in this table.)

:::{solution-end}
:::

::::{exercise} ★★ Had the lot fallen otherwise
:label: ex-c07-lots

Suppose that the reward did nothing: then the same people would have come whatever the lot. Draw 100,000 other lots for all 2,834 people, with as many rewards and as many who came as the *noisy* counts say, add the noise to each table, and compare the differences of shares with the published one. What does this cost?

:::{dropdown} Hint
How many of those who came get a reward, if the lot falls anew? `rng.hypergeometric(came, stayed, rewards, size)` draws it.
:::
::::

:::{solution-start} ex-c07-lots
:class: dropdown
:::
"""

# %%
rng, everyone = np.random.default_rng(72), len(people)
rewards = np.rint(release.value.sum(axis=1)[1])
all_came = np.rint(came_noisy.sum())
lucky = rng.hypergeometric(all_came, everyone - all_came, rewards, 100_000)
rest = all_came - lucky
stayed = everyone - rewards - rest
other = np.array([[stayed, rest], [rewards - lucky, lucky]])
other = other + rng.laplace(0, four.scale, other.shape)
result = other[:, 1] / other.sum(axis=1)
largest = np.abs(result[1] - result[0]).max()
print(f"published {share[1] - share[0]:.3f}", end=", ")
print(f"largest of 100,000 other lots {largest:.3f}")
assert largest < share[1] - share[0]

# %% [markdown]
r"""
Not one lot in a hundred thousand comes near. This is a *randomisation test*: it needs no bell curve, only the lot itself (and the totals, for which the noisy ones stand in), and it counts the noise by drawing it too. It costs nothing, because it looks at published numbers alone.

:::{solution-end}
:::

::::{exercise} ★★ Repair the nurse
:label: ex-c07-strata

Let the nurse of the invented village draw with weights `age`, so that age is the only confounder. Cut the people into six groups of age, compute the difference of shares in each, and average with the sizes of the groups. Does it repair the nurse's answer? What if the nurse also knew `doubt`, which is in no table (weights `age * (1.2 - doubt)`)?

:::{dropdown} Hint
Copy `shares_differ`, and loop over the groups `np.digitize(age, np.arange(25, 75, 10))`.
:::
::::

:::{solution-start} ex-c07-strata
:class: dropdown
:::
"""


# %%
def by_age(weight):
    """The mean of the differences within groups of age."""
    key = rng.exponential(size=n) / weight
    lot = key <= np.sort(key)[treated - 1]
    group = np.digitize(age, np.arange(25, 75, 10))
    inside = [
        (y1[lot & (group == g)].mean() - y0[~lot & (group == g)].mean())
        for g in range(6)
    ]
    return np.average(inside, weights=np.bincount(group, minlength=6))


rng = np.random.default_rng(72)
both_known = age * (1.2 - doubt)
for name, weight in (("age", age), ("age and doubt", both_known)):
    plain = np.mean([shares_differ(weight) for _ in range(200)])
    result = np.mean([by_age(weight) for _ in range(200)])
    print(f"she uses {name}: plain {plain:.3f}, by age {result:.3f}")
print(f"the effect is {truth:.3f}")

# %% [markdown]
r"""
It repairs nearly all that the table knows. (Within ten years age still works a little, upwards; that 200 draws end just below the effect is luck.) A confounder that was not measured stays, and no arithmetic shows that it is there. The lot needs no list of confounders: this is what it is for.

:::{solution-end}
:::

::::{exercise} ★★★ When the interval breaks
:label: ex-c07-small

The variance of the noise was an approximation for large groups. Let both groups have $m$ people, with shares 0.3 and 0.7, and noise of scale 10. For $m=20,40,80,160,320$, how often does the interval hold the true difference, and how wide is it? From which $m$ on would you publish it?

:::{dropdown} Hint
Draw the counts with `rng.binomial`, add the noise, call `effect`; 1,000 rounds for each $m$.
:::
::::

:::{solution-start} ex-c07-small
:class: dropdown
:::
"""

# %%
rng = np.random.default_rng(73)
for m in (20, 40, 80, 160, 320):
    halves, held = [], []
    for _ in range(1000):
        cells = rng.binomial(m, (0.3, 0.7))
        noisy = np.stack([m - cells, cells], axis=1)
        noisy = noisy + rng.laplace(0, 10, (2, 2))
        with np.errstate(invalid="ignore"):
            _, left, right = effect(noisy, 10)
        held.append(left < 0.4 < right)
        halves.append((right - left) / 2)
    print(f"m = {m:>3}: held {np.mean(held):.1%}", end=", ")
    print(f"half {np.nanmedian(halves):.2f}, at most {np.nanmax(halves):.3g}")

# %% [markdown]
r"""
With 20 people the interval holds the truth and says nothing: it is wider than all differences that there can be. The noisy size of a group can come near 0 or below it, and then the interval explodes.
From 160 people on it is about right in both respects. A careful release decides beforehand, from public numbers, how large a noisy group has to be.

:::{solution-end}
:::

## The bill
"""

# %%
bill(7, release.price)

# %% [markdown]
r"""
## Three formulas

$$
\text{effect}=\frac1n\sum_i\bigl(y_i(1)-y_i(0)\bigr)\qquad\quad \frac{p(1-p)}m+\frac{2b^2\bigl(p^2+(1-p)^2\bigr)}{m^2}\qquad\quad |\text{bias}|\le x\,d
$$

**In one paragraph.** A cause is a difference between two worlds of which we see one. A lot shares out everything else, so the difference of the shares is right on average; without a lot a strong confounder can make any difference. Privately, four noisy counts are enough, and the interval must count the noise beside the lot. In Malawi the reward brought more people, by about four in ten or more, and this may be published.

**Next.** Age and distance were not both drawn by lot, and they are numbers, not groups. Do they go together? {doc}`c10_ranks` asks for their ranks.
"""
