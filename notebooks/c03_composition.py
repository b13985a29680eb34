# %% [markdown]
r"""
# Composition, and a budget that refuses

:::{chapter} 3
:asks: A clinic answers every day, a little noisily. When has it said too much?
:needs: c01_two_evenings, c02_sums_and_histograms
:teaches: sequential composition, parallel composition, privacy loss, privacy filters
:skip: the aside *Why 20/m?*
:::

Each answer of the clinic is private. But the clinic answers again tomorrow, and the day after.
Are a hundred private answers still private when somebody puts them together? And what if this person chooses each question after seeing the last answer?

This chapter introduces *composition*, the rules by which the privacy costs of several answers add up. They lead to a short program that keeps a privacy budget, even against an adversary who tries to break it. At the end we spend some of our own budget on a planner's question: did a long walk keep people away?
"""

# %% tags=["hide-input"]
import math
from fractions import Fraction

import numpy as np

from privcausal import plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants
from privcausal.privacy.filters import Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

people = participants()
n = len(people)

# %% [markdown]
r"""
## Ask often enough, and the noise averages out

Take the evening with 37 positive tests from chapter 1, and $\varepsilon=0.1$, so that the noise has the scale 10. Suppose that the clinic publishes this count every day for ten years, each time with fresh noise, and that somebody takes the mean of the answers so far:
"""

# %%
rng = np.random.default_rng(3)
answers = 37 + rng.laplace(0, 1 / 0.1, 3650)
days = np.arange(1, 3651)
mean = answers.cumsum() / days

# %% tags=["hide-input"]
two_errors = 2 * 10 * np.sqrt(2 / days)
band = np.array([mean, mean - two_errors, mean + two_errors])
lines = {"mean of the answers so far": band.T[19:]}
reach = f"{two_errors[799]:.0f} person up and down"
look = {"log": "x", "place": {800: f"at 800: {reach}"}, "xlim": (17, 11000)}
look |= {"level": {37: "the true count, 37", 38: "one more, 38"}}
look |= {"title": "Repeated often enough, noisy answers reveal your result"}
ax = plots.curves(
    days[19:], lines, ylim=(30, 44), wide=True, height=4.2, **look
)
told = days[band[2] >= 38].max() + 1
plots.note(
    ax, f"from answer {told} on, the band excludes 38", (told, 38), (-40, 70)
)
width = f"{band[2, 49] - band[1, 49]:.0f}"
plots.note(
    ax, f"after 50 answers still {width} wide", (50, band[1, 49]), (40, -12)
)
caption = f"Mean of the noisy counts published so far, against the number of answers, with a band of two standard errors on either side. After 50 answers the band is still {width} wide, and at 800 it reaches {reach}. In this run it excludes 38 from answer {told} on, and it always contains the true count of 37."
plots.show(ax, caption, x="answers", y="mean")

# %% [markdown]
r"""
A single answer, with a standard deviation of $10\sqrt2\approx14$, can hardly tell 37 from 38. The mean of $k$ answers, however, has the standard error $10\sqrt2/\sqrt k$. After 800 days two standard errors are only one person. The adversary sees a mean of 36.3 and expects the truth between 35.3 and 37.3. This excludes 38 but not 37, and whoever can tell 37 from 38 knows your result.

## Costs add up: sequential composition

Let an adversary begin with odds of 1 to 1, as in chapter 1. An answer at $\varepsilon=0.3$ changes her odds about you by a factor of at most $e^{0.3}\approx1.35$, so they are now at most 1.35 to 1.
A second answer at $\varepsilon=0.4$, with fresh noise, changes these odds by a further factor of at most $e^{0.4}\approx1.49$. They are then at most $1.35\cdot1.49\approx2.01$ to 1.
One answer at $\varepsilon=0.7$ would allow the same, because $e^{0.3}\cdot e^{0.4}=e^{0.7}$. The factors multiply, so the values of $\varepsilon$ add up.

Could she do better if she chose her second question after seeing the first answer? She could not: once that answer is known, the second question is fixed, and changes the odds by at most its own factor.

> **Theorem** (sequential composition, also called basic composition). Let $k$ answers about one table be private at $\varepsilon_1,\dots,\varepsilon_k$, each with independent noise, where each question can depend on the earlier answers. Together they are $(\varepsilon_1+\dots+\varepsilon_k)$-private.

The clinic's 800 answers, for example, are charged $800\cdot0.1=80$. Those in {figure}`fig-mean-of-the-noisy-counts-published` changed the odds by a factor of only about 255, or $e^{5.5}$. The sum is a worst case that no list of answers exceeds; chapter 4 finds a smaller total for many small answers.
The theorem is a special case of the privacy filter, which is proved below.

## Disjoint groups: parallel composition

Not every further answer is about you. Suppose that three colleagues count the infected people in three villages, one village each, at $\varepsilon=0.2$. You live in only one of them, so the three answers should cost you less than 0.6. How much less depends on who can take your place in the table.

**Somebody from your own village.** Only the count of your village can change, so all three together cost 0.2.

**Somebody from another village.** Your village loses a person, and the other village gains one. If both of you are infected, for example, the counts 12 and 30 become 11 and 31. Each of the two changes the odds by a factor of at most $e^{0.2}$, so all three cost 0.4 together.
"""

# %% tags=["hide-input"]
plots.parallel_composition()

# %% [markdown]
r"""
In the second case the sizes of two groups change. Each answer must therefore be private in a second sense, in which one person is *added to* a group or *removed from* it. A count is, because it changes by 1 here too.

> **Theorem** (parallel composition). Divide the people into groups, and ask one question about each group, with independent noise. (a) If a person can only be replaced by somebody of the same group, and each answer is $\varepsilon$-private, then all answers together are $\varepsilon$-private. (b) If a person can be replaced by anybody, and each answer is $\varepsilon$-private when one person is added to its group or removed from it, then all answers together are $2\varepsilon$-private.

For (b), think of a replacement as a removal and an addition. Each of them changes one group only and costs at most $\varepsilon$, so together they cost at most $2\varepsilon$.

:::{quiz} Seven villages publish one count each at ε = 0.1. A person can be replaced by anybody. What do all seven counts cost together?
= 0.2 ± 0.0001 :: Correct: at most two villages change.
!= 0.1 :: No: one village can lose a person and another gain one.
:::

In this course a person can be replaced by anybody, so case (b) applies. The size $n$ of a group is then secret too, so $(\text{high}-\text{low})/n$ no longer gives its mean a known sensitivity. We shall therefore ask for counts, and compute shares from them.

## A budget, and two ways to watch it

So far all costs were known in advance. In a real study the analyst looks at the first answer before she decides what to ask next, and how precisely. A program then has to decide, question by question, whether the budget still allows an answer. It has two ways:

- *Compare afterwards.* Answer as long as anything is left, and subtract the cost afterwards, even if it is more than what was left.
- *Compare first.* Answer only if the cost of the question fits into what is left.

Which of the two keeps the budget? To see this, we measure the evidence of each answer.

**Privacy loss.** In chapter 1 the published number 41 was $e^{1/2}$ times as likely with the count 38 as with 37. The logarithm of this factor, $\frac12$, is called the *privacy loss* of the number 41.
In general, let $P$ be the probability or the density of an output $t$ on one table, and $P'$ the same on a neighbour. The **privacy loss** of $t$ is

$$
L(t)=\ln\frac{P(t)}{P'(t)} .
$$

A positive loss is evidence for the first table, and a negative one for the second. If a mechanism is $\varepsilon$-private, its loss always lies between $-\varepsilon$ and $\varepsilon$. Probabilities of independent answers multiply, so their losses add up.

**An example.** Losses are easiest to follow if an answer has only two values, as in *randomised response*. In chapter 1 the true answer was three times as likely as the false one. Here let it be $e^{0.3}$ times as likely, so that the answer costs $\varepsilon=0.3$. It is then true with probability $\frac{e^{0.3}}{1+e^{0.3}}\approx0.574$.

An adversary asks for your secret, *yes* or *no*, again and again. Suppose that it is *yes* on the first table and *no* on the neighbour. Then each answer *yes* adds 0.3 to the privacy loss, and each *no* subtracts 0.3.

The adversary also adapts her questions. The first one costs 0.3. After a *no* the next one costs 0.3 again, but after a *yes* she asks for a more precise answer at 0.4, whose loss is $\pm0.4$. The budget is 0.7, so the absolute loss of all answers together must not exceed 0.7.

:::{quiz} The program compares afterwards. How large can the absolute loss of all its answers become?
= 0.9 ± 0.0001 :: Correct: after *no, no* it has spent 0.6. With 0.1 left it answers a third question at 0.3, and a third *no* makes the loss −0.9.
!= 0.7 :: No: what does it do when 0.1 is left?
:::

The figure shows all lists of answers with their losses. With this adversary, the program that compares first answers two questions and refuses the third:
"""

# %% tags=["hide-input"]
COST_AFTER = {"no": 3, "yes": 4}


def lists(left, first, answers=(), path=(0,)):
    """All lists of answers, with their losses in tenths."""
    cost = COST_AFTER[answers[-1] if answers else "no"]
    if left <= 0 or (first and cost > left):
        return {answers: path}
    branches = {}
    for answer, loss in (("yes", path[-1] + cost), ("no", path[-1] - cost)):
        step = (*answers, answer), (*path, loss)
        branches |= lists(left - cost, first, *step)
    return branches


ax = plots.panel(xticks=range(4), xlim=(-0.1, 3.9), ylim=(-1.1, 1.1))
for answers, path in lists(7, first=False).items():
    name, line = ", ".join(answers), np.array(path) / 10
    ax.plot(line, "o--", color=plots.ORANGE, label=name)
    ax.plot(line[:3], "o-", color=plots.BLUE)
    aside = {"yes, no": (-18, -17), "no, yes, no": (7, -9)}.get(name, (7, 3))
    end = len(answers), line[-1]
    ax.annotate(name, end, aside, textcoords="offset points")
for level in (0.7, -0.7):
    ax.axhline(level, color="0.5", linestyle=":")
    ax.annotate("budget", (0, level), (0, 4), textcoords="offset points")
caption = "Privacy loss after each answer, with a budget of 0.7. Solid lines: the answers of both programs. Dashed lines: further answers of the program that compares afterwards, down to −0.9."
plots.show(ax, caption, x="answers", y="privacy loss", legend=False)

# %% [markdown]
r"""
Comparing afterwards breaks the budget: the list *no, no, no* has a loss of $-0.9$. The public program of CURATE, a private search for causal graphs, {doc}`makes this mistake <34_spending_where_it_matters>`.

## A budget that refuses: the privacy filter

Comparing first is enough, and not only in our example:

> **Theorem** (privacy filter). Fix a total $\varepsilon$ before the first question. Let the answer to the $i$-th question be $\varepsilon_i$-private, with its own independent noise, and let $\varepsilon_i$ be its cost. Refuse every question whose cost would raise the sum of the costs above the total. Let the questions, their costs and the moment of stopping be chosen from the earlier published answers and from public facts alone. Then all answers together are $\varepsilon$-private. {verdict}`B-filter-pure`

*Proof.* Write down all answers in their order, $t_1,t_2,\dots,t_k$. The probability, or the density, of this list on the table $D$ is the product $\prod_i P_D(t_i\mid t_1,\dots,t_{i-1})$.
Given the earlier answers, the question, its cost $\varepsilon_i$ and whether it is refused are the same on $D$ and on its neighbour $D'$. Each factor therefore changes by at most $e^{\varepsilon_i}$ between the two tables.
The product changes by at most $e^{\sum_i\varepsilon_i}\le e^{\varepsilon}$, and this holds for *every* list.
Summing over the lists of any set, or integrating over them, gives the same bound for the set. $\square$

A program that applies this rule is called a *privacy filter*. Ours counts in exact fractions and reads costs as text, because in a computer the number `0.1` is not exactly a tenth.
"""


# %%
class Budget:
    """A privacy budget in ε that refuses what it cannot pay for."""

    def __init__(self, total):
        self.left = Fraction(total)

    def ask(self, value, sensitivity, epsilon, rng):
        cost = Fraction(epsilon)
        if not 0 < cost <= self.left:
            raise ValueError(f"costs {epsilon}, {float(self.left)} is left")
        self.left -= cost
        return value + rng.laplace(0, sensitivity / float(cost))


# %%
budget = Budget("0.5")
rng = np.random.default_rng(5)
try:
    while True:
        answer = budget.ask(37, 1, "0.2", rng)
        print(f"answer {answer:.1f}")
except ValueError as refusal:
    print("refused:", refusal)

# %% [markdown]
r"""
With this program and a total of 2, the clinic of the first section would fall silent after twenty days. The refusal depends on the costs alone, so it reveals nothing about the table.

The total must cover unreported questions too, because an unreported answer can decide what you ask and report next.

## The fourth question: do people come from far away?

A planner fears that a long walk keeps half of the people away. If 60% of those who live nearby learn their result, for example, she expects only 30% of those who live far away. We set aside 0.1 of our total to find out.

**What do we ask?** We call people *far* if they live at least 2 km from the clinic, half an hour's walk, and *near* otherwise. How many people live near and far is secret, so we need four counts: those who learned their result and those who did not, near and far.

**What does it cost?** The four groups are disjoint, so case (b) of parallel composition applies. At $\varepsilon=0.05$ each, the counts cost $2\cdot0.05=0.1$ together, and their noise has the scale $1/0.05=20$. This is the $2/0.1$ of a histogram in chapter 2.

**Will the answer be accurate enough?** We find out before we ask, because a useless answer is charged as well. Let us plan with two groups of 1,400 people, half of our table each, and shares near one half. A published share has two errors:

- *Noise.* Laplace noise of scale 20 has a standard deviation of $20\sqrt2\approx28$. If it adds 28 to the 700 people who learned their result, the share becomes $\frac{728}{1428}\approx51\%$, one percentage point too high. The count of the others adds an independent error of the same size, so together they make about $\sqrt2\cdot1\approx1.4$ points. For $m$ people it is $\frac{20}m$.
- *Sampling error.* The planner wants to know about future patients, of whom these people are a sample. The standard error of a share near one half is $\frac1{2\sqrt m}$, which is 1.3 points for 1,400 people.

:::{dropdown} Why 20/m?
Let half of $m$ people have learned their result. One more who learned it raises the share by about $\frac1{2m}$, and one more who did not lowers it by as much. With the noise $X$ on the first count and $Y$ on the second, the share errs by about $\frac{X-Y}{2m}$. The variance of $X-Y$ is $2\cdot20^2+2\cdot20^2=40^2$, so the standard deviation of the error is $\frac{40}{2m}=\frac{20}m$.
:::

The squares of independent errors add up: first those of the two errors of a share, and then those of the two shares in their difference. We print two standard deviations of the difference. In about 95 of 100 such studies the published difference errs by less:
"""


# %%
def error(m):
    """Noise and sampling error together, for a share of m people."""
    return math.hypot(20 / m, 1 / (2 * math.sqrt(m)))


def plus_minus(near, far):
    """Two standard deviations of the difference of two such shares."""
    return 2 * math.hypot(error(near), error(far))


print(f"planned: ± {plus_minus(n / 2, n / 2):.3f}")

# %% [markdown]
r"""
The planner fears a difference of about 30 points, which cannot hide behind an error of 5.5. The question is therefore worth its cost.

The library's `Filter` works like our `Budget`, and reads `0.1` as exactly one tenth. Each chapter has one with a limit that was fixed in advance, and all limits together make 2. Our list of counts begins with those who did *not* learn their result, first near and then far:
"""

# %%
is_far = people.distance >= 2
four = [
    np.sum((people.learned == value) & (is_far == side))
    for value in (0, 1)
    for side in (False, True)
]

# %%
chapter = Filter(0.1, Relation.SUBSTITUTION)
noisy_counts = Laplace(
    sensitivity=2, epsilon=0.1, relation=Relation.SUBSTITUTION
)

# %%
rng = np.random.default_rng(2007)
result = chapter.release(noisy_counts, np.array(four), rng)
print(result.value.round(1))

# %% [markdown]
r"""
The rest is post-processing:
"""

# %%
did_not, did = result.value.reshape(2, 2)
share_near, share_far = did / (did_not + did)
error_now = plus_minus(*(did_not + did))
print(f"near {share_near:.3f}, far {share_far:.3f}")
print(f"difference {share_near - share_far:.3f} ± {error_now:.3f}")

# %% tags=["hide-input"]
difference = share_near - share_far
four = np.array(four).reshape(2, 2)
truth = -np.diff(four[1] / four.sum(axis=0))[0]
estimate = (difference, difference - error_now, difference + error_now)
series = {"published": [estimate], "true difference in our table": [truth]}
marks = {0: "no difference", share_near / 2: "half stay away"}
ax = plots.forest(
    ["near − far"],
    series,
    apart=True,
    place=marks,
    height=2,
    xlim=(-0.1, 0.45),
)
caption = "Share of people near the clinic who learned their result, minus the share far away: the published difference at ε = 0.1 with two standard deviations of noise and sampling error."
plots.show(ax, caption, x="difference of the shares", y="groups")

# %% [markdown]
r"""
**The answer.** Near the clinic 69% of the people learned their result, and far away 65%. If half of the people stayed away, the share far away would be about 35%, half of 69, and the difference about 35 points. But we found 4.0, and with two standard deviations of error at most about ten.
The shares are not near one half, as we had planned, but this changes little: the noise is then slightly larger, and the sampling error slightly smaller. Even twice the error would not reach 35 points, so the planner's expectation was wrong: the share far away is much more than half of the share nearby.

**What we could not see.** Two questions remain. The first is whether distance keeps *anybody* away, because 4.0 points are less than the error of 5.7. The true difference is 4.5 points.
The second is what would cause a difference: people who live far away might differ in other respects too. The places of the clinics were drawn at random, which makes large differences unlikely, and chapter 9 says what can be concluded.

## Exercises

:::{exercise} ★ Which costs add up?
:label: ex-c03-warm

State the total cost for each person, if each question costs $\varepsilon=0.2$ and (a) three colleagues ask about the same table; (b) three colleagues ask for a count in three villages, and a person is only replaced by somebody of the same village; (c) the same as (b), but a person can be replaced by anybody; (d) one colleague asks once and publishes the answer in three papers.
:::

:::{solution} ex-c03-warm
:class: dropdown

(a) 0.6, by sequential composition. (b) 0.2 and (c) 0.4, by the two cases of parallel composition. (d) 0.2, because copies are post-processing.
:::

:::{exercise} ★ A budget in words
:label: ex-c03-words

A board of laypeople has to approve a total of $\varepsilon=0.5$ for 20 equal questions. Write two sentences for it that state what the total and what a single answer mean as a bet.
:::

:::{solution} ex-c03-words
:class: dropdown

For example: "Somebody who knows everything about all other people, and is undecided about you, will be right about you in at most 63 of 100 cases after seeing all our results." And: "After a single result, in at most 51 of 100." The numbers are $\frac{e^{0.5}}{1+e^{0.5}}=0.622$ and $\frac{e^{0.025}}{1+e^{0.025}}=0.506$.
:::

:::{exercise} ★★ The leaves of a tree
:label: ex-c03-tree

Take the adversary of the text, whose questions cost 0.4 after a *yes* and 0.3 otherwise. Find the largest absolute loss for a budget of 1.0 instead of 0.7, (a) if costs are compared first; (b) if they are compared afterwards. (c) Prove that in case (b) the excess over a budget is always smaller than the largest cost of a single question.
:::

:::{solution-start} ex-c03-tree
:class: dropdown
:::

(a) The largest absolute loss is 0.9. It belongs to *no, no, no*, which costs 0.9 and leaves 0.1. The other six lists are *yes, yes* (cost 0.7, loss $+0.7$, the next question costs 0.4 and only 0.3 is left); *yes, no, yes* (cost 1.0, loss $+0.2$); *yes, no, no* (cost 1.0, loss $-0.4$); *no, yes, yes* (cost 1.0, loss $+0.4$); *no, yes, no* (cost 1.0, loss $-0.4$); and *no, no, yes* (cost 0.9, loss $-0.3$).

(b) It is 1.2. After *no, no, no* the 0.1 that is left is enough for a fourth answer, and a fourth *no* makes the loss $-1.2$. The other nine lists stay below: the next largest loss is the $+1.1$ of *yes, yes, yes*.

(c) Before the last answer something was left, so the sum of the costs was below the budget. The last answer adds one cost.
"""


# %% tags=["hide-input"]
def worst_loss(budget, first):
    """The largest absolute privacy loss of any list, in tenths."""
    return max(abs(path[-1]) for path in lists(budget, first).values())


assert worst_loss(7, first=True) == 7 and worst_loss(10, first=True) == 9
assert worst_loss(7, first=False) == 9
assert worst_loss(10, first=False) == 12
ten = lists(10, first=False)
assert len(ten) == 10 and ten["yes", "yes", "yes"][-1] == 11
assert sorted(abs(path[-1]) for path in ten.values())[-2:] == [11, 12]

# %% tags=["remove-cell"]
# said in the sections above
assert math.isclose(two_errors[799], 1) and round(mean[799], 1) == 36.3
high = mean + two_errors
assert high[461] > 38 > high[462:].max() and high[19:].min() > 37
assert (mean - two_errors)[19:].max() < 37
first = np.diff(mean * days, prepend=0)[:800]
odds = np.sum(np.abs(first - 38) - np.abs(first - 37)) / 10
assert f"{odds:.1f} {math.exp(odds):.0f}" == "5.5 255"
assert round(10 * math.sqrt(2)) == 14
assert round(math.exp(0.3) / (1 + math.exp(0.3)), 3) == 0.574
factors = [f"{math.exp(e):.2f}" for e in (0.3, 0.4, 0.7)]
assert factors == ["1.35", "1.49", "2.01"]
assert (
    math.isclose(20 / 1600, 1 / (2 * math.sqrt(1600))) and 1400 < n / 2 < 1450
)
assert round(plus_minus(n / 2, n / 2), 3) == 0.055
assert f"{share_near:.0%} {share_far:.0%} {difference:.3f}" == "69% 65% 0.040"
assert round(error_now, 3) == 0.057 and difference + error_now < 0.1
assert difference + 2 * error_now < 0.2 and 0.345 < share_near / 2 < 0.35
assert f"{20 / 1400:.1%} {1 / (2 * math.sqrt(1400)):.1%}" == "1.4% 1.3%"
assert f"{20 * math.sqrt(2):.0f} {728 / 1428:.2f}" == "28 0.51"
assert round(truth, 3) == 0.045
for share, m in zip((share_near, share_far), did_not + did, strict=True):
    noise = 20 * math.sqrt(2) * math.hypot(share, 1 - share) / m
    sampling = math.sqrt(share * (1 - share) / m)
    assert 20 / m < noise < 1.1 * 20 / m
    assert 0.9 / (2 * math.sqrt(m)) < sampling < 1 / (2 * math.sqrt(m))
    assert abs(math.hypot(noise, sampling) / error(m) - 1) < 0.01

# %% [markdown]
r"""
:::{solution-end}
:::

::::{exercise} ★★ Implement, then assert: `answered`
:label: ex-c03-mine

Write `answered(costs, budget)`, the core of a privacy filter. It returns a list with `True` for each question in turn that is answered and `False` for each one that is refused. After a refusal the filter goes on, because a later question can be cheaper. The costs and the budget are strings such as `"0.1"`, and they must be added without rounding.

:::{dropdown} Hint
`Fraction("0.1")` of the module `fractions` is exactly one tenth.
:::
::::

:::{solution-start} ex-c03-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def answered(costs, budget):
    """Which questions a privacy filter answers."""
    from fractions import Fraction

    left, results = Fraction(budget), []
    for cost in map(Fraction, costs):
        results.append(cost <= left)
        left -= cost * results[-1]
    return results


# %%
check("answered", answered)

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise} ★★ How many groups?
:label: ex-c03-groups

Divide $n=10{,}000$ people into groups of equal size, with two counts for each group and Laplace noise of scale 20 as in the text. Compute how many groups are possible if the noise on a share near one half must not exceed its sampling error.
:::

:::{solution} ex-c03-groups
:class: dropdown

Six. The two errors are equal if $\frac{20}m=\frac1{2\sqrt m}$, that is, if $\sqrt m=40$ and the group has 1,600 people, and $10{,}000/1{,}600=6.25$. The privacy cost is 0.1 for any number of groups.
:::

::::{exercise} ★★★ A refusal that reveals
:label: ex-c03-refusal

Show that a filter is not private if its costs depend on the data. A colleague's filter has a total of 0.3. A question costs 0.1 if the true count is below 100 and 0.2 otherwise, "because large counts deserve more precision". The analyst asks the same count until she is refused. (a) Find two neighbouring tables that she can distinguish with certainty. (b) Name the step in the proof of the theorem that fails. (c) Repair the filter without giving up the idea that large counts get more precision, and prove that yours keeps its total. The solution is in {doc}`solutions_1_to_5`.

:::{dropdown} Hint
Count the answers before the refusal.
:::
::::

## The bill
"""

# %%
bill(3, result.price)

# %% [markdown]
r"""
## Summary

- Sequential composition: $\varepsilon=\sum_i\varepsilon_i$.
- Parallel composition over disjoint groups: $\varepsilon$ if a person is replaced within the group, $2\varepsilon$ if by anybody.
- A share near one half, computed from two counts with Laplace noise of scale $b$, among $m$ people: noise $\frac bm$, sampling error $\frac1{2\sqrt m}$.

**In one paragraph.** The privacy costs of several answers add up, even if each question is chosen after the last answer. Questions about disjoint groups cost less, because each person belongs to only one of them. A privacy filter compares each cost with the rest of a total that was fixed beforehand, and so keeps it against any choice of questions.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** The sum of the costs is reached only if every answer is the most damaging one possible. With many small answers this hardly ever happens, and {doc}`c04_many_small_answers` turns that into a smaller total.
"""
