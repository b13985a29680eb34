# %% [markdown]
r"""
# Composition, and a budget that refuses

:::{chapter} 3
:asks: A clinic answers every day, a little noisily. When has it said too much?
:needs: c01_two_evenings, c02_sums_and_histograms
:teaches: sequential composition, parallel composition, privacy loss, privacy filters
:skip: the folded proof
:::

Each answer of the clinic is private. Tomorrow it will answer again.
Are a hundred private answers still private when they are taken together? And what if the next question depends on the last answer?

This chapter introduces *composition*, the rules by which the privacy costs of several answers add up. With these rules a program can keep a privacy budget, and refuse every question that would exceed it.
"""

# %% tags=["hide-input"]
import math
from fractions import Fraction

import numpy as np

from privcausal import plots
from privcausal.course import bill, check
from privcausal.course.budget import PLAN
from privcausal.data.malawi import participants
from privcausal.privacy.filters import Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

people = participants()
n = len(people)

# %% [markdown]
r"""
## Ask often enough, and the noise averages out

Take the evening with 37 positive tests from chapter 1, and $\varepsilon=0.1$. Suppose that the clinic publishes the same count every day, each time with fresh noise. We now use numpy's own Laplace noise, `rng.laplace(0, b)`:
"""

# %%
rng = np.random.default_rng(3)
answers = 37 + rng.laplace(0, 1 / 0.1, 3650)
for days in (1, 30, 365, 3650):
    print(f"mean of {days:4} answers: {answers[:days].mean():.2f}")

# %% tags=["hide-input"]
assert abs(answers.mean() - 37) < 0.5
assert round(10 * math.sqrt(2 / 3650), 2) == 0.23
factors = [f"{math.exp(e):.2f}" for e in (0.3, 0.4, 0.7)]
assert factors == ["1.35", "1.49", "2.01"]

# %% [markdown]
r"""
After ten years the mean is much nearer to 37 than to 38. Its standard error is only $\frac{10\sqrt2}{\sqrt{3650}}\approx0.23$.
The evidence about you therefore accumulates, and the question is how fast.

## Costs add up: sequential composition

Let an adversary begin with odds of 1 to 1, as in chapter 1. An answer at $\varepsilon=0.3$ changes her odds about you by a factor of at most $e^{0.3}\approx1.35$, so they are now at best 1.35 to 1.
A second answer at $\varepsilon=0.4$, with fresh noise, changes these odds by a further factor of at most $e^{0.4}\approx1.49$. At best they are now $1.35\cdot1.49\approx2.01$ to 1.
One answer at $\varepsilon=0.7$ would allow the same, because $e^{0.3}\cdot e^{0.4}=e^{0.7}$. The factors multiply, and therefore the values of $\varepsilon$ add up.

She can also choose her second question after the first answer. Given that answer, the second question is fixed, and changes her odds by at most its own factor.

> **Theorem** (sequential composition, also called basic composition). Let $k$ answers about one table be $\varepsilon_1$-, …, $\varepsilon_k$-private, each with independent noise, where each question can depend on the earlier answers. Together they are $(\varepsilon_1+\dots+\varepsilon_k)$-private.

## Disjoint groups: parallel composition

Three colleagues count the infected people in three different villages, each at $\varepsilon=0.2$. Do the three answers cost 0.6 together?
That depends on who can take your place in the table.

**Somebody from your own village.** Then the other two villages are the same on both tables, and their counts carry no evidence about you. Only one answer can change, so all three together cost 0.2.

**Somebody from another village.** Then your village loses a person and the other village gains one. If both of you are infected, for example, the counts 12 and 30 become 11 and 31. Each of these two answers changes the odds by a factor of at most $e^{0.2}$, so all three together cost 0.4.
Seen from your village, you have been *removed*, and nobody has taken your place. Seen from the other village, a person has been *added*. In this case each answer must therefore be private in a second sense, in which one person is added or removed.

> **Theorem** (parallel composition). Divide the people into groups, and ask one question about each group, with independent noise. (a) If a person can only be replaced by somebody of the same group, and each answer is $\varepsilon$-private, then all answers together are $\varepsilon$-private. (b) If a person can be replaced by anybody, and each answer is $\varepsilon$-private when one person is added to its group or removed from it, then all answers together are $2\varepsilon$-private.

One person more or less changes a count by 1, so a count is as private in the second sense as in the first. A mean is not: your village now has one person less, so the number by which we divide is itself a secret. In case (b) we therefore ask for counts, and compute shares from the published counts.

In this course a person can be replaced by anybody, so case (b) applies to groups of people.

:::{quiz} A school publishes a noisy mean grade at ε = 0.3 for each of its 20 classes. Pupils can only be replaced by pupils of the same class. What do the 20 means cost together?
= 0.3 ± 0.0001 :: Correct: only the mean of your own class can change. This is case (a) of parallel composition.
!= 6 :: No: that would be sequential composition, but the classes have no pupil in common.
!= 0.6 :: No: this is case (b), in which a pupil can be replaced by one of another class.
:::

## A budget that refuses: the privacy filter

Real studies often have no list of questions and costs beforehand.
Suppose that an analyst has a total of $\varepsilon=0.5$. She first asks for the number of infected people at 0.2. If the published number is high, she will spend the other 0.3 on the distances of the infected. If it is low, she will ask for one more count at 0.1, and stop.

What she spends depends on the first answer, so there are two cases. After a high number, an adversary's odds change by a factor of at most $e^{0.2}\cdot e^{0.3}=e^{0.5}$. After a low one, the factor is at most $e^{0.2}\cdot e^{0.1}=e^{0.3}$. In either case the factor is at most $e^{0.5}$.
It is therefore enough that the sum of the costs never exceeds the total. A program can ensure this, by refusing every question that would exceed it.

> **Theorem** (privacy filter). Fix a total $\varepsilon$ before the first question. Let each question be private at a cost of its own, with independent noise, and refuse every question whose cost would raise the sum of the costs above the total. Let the questions, their costs and the moment of stopping be chosen from the earlier published answers and from public facts alone. Then all answers together are $\varepsilon$-private. {verdict}`B-filter-pure`

A program that applies this rule is called a *privacy filter*. The last exercise shows a filter whose costs depend on the true count, and so give it away. Sequential composition is the special case of fixed costs, so one proof covers both.

:::{dropdown} The proof in four lines
Write down all answers in their order, $t_1,t_2,\dots,t_k$. The probability of this list on the table $D$ is the product $\prod_i P_D(t_i\mid t_1,\dots,t_{i-1})$.
Given the earlier answers, the question and its cost $\varepsilon_i$ are the same on $D$ and on its neighbour $D'$. Each factor therefore changes by at most $e^{\varepsilon_i}$ between the two tables.
The product changes by at most $e^{\sum_i\varepsilon_i}\le e^{\varepsilon}$, and this holds for *every* list.
Summing over the lists of any set, or integrating over them, gives the same bound for the set.
:::

A filter first looks at the cost, then refuses or charges, and only then draws noise. The following class does this. It reads costs as text, such as `"0.2"`, and counts in exact fractions, because in floating-point numbers $0.5-0.2-0.2$ is a little less than 0.1:
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

# %% tags=["hide-input"]
assert 0.5 - 0.2 - 0.2 < 0.1 and budget.left == Fraction("0.1")
budget.ask(37, 1, "0.1", rng)
assert budget.left == 0

# %% [markdown]
r"""
The refusal reveals nothing about the people, because it depends on costs alone. The remaining 0.1 can still be spent on a cheaper question.

## Compare first, or compare afterwards?

Our filter compares the cost of a question with the rest of the budget *before* it answers. Would it be enough to answer first, and to stop when the budget is used up? To find out, we follow an adversary through all possible answers, and measure her evidence.

In chapter 1 the published number 41 was $e^{1/2}$ times as likely with the count 38 as with 37. The logarithm of this factor, $\frac12$, measures the evidence, and is called the *privacy loss* of the number 41.
In general, let $P$ be the probability or the density of an output $t$ on one table, and $P'$ the same on a neighbour. The **privacy loss** of $t$ is

$$
L(t)=\ln\frac{P(t)}{P'(t)} .
$$

A positive loss is evidence for the first table, and a negative one for the second.
A mechanism is $\varepsilon$-private if its privacy loss always lies between $-\varepsilon$ and $\varepsilon$. The probabilities of independent answers multiply, so their losses add up.

Your secret is *yes* or *no*, and the adversary asks for it again and again. Each answer is a *randomised response*, as in chapter 1. At a cost of $\varepsilon_i$, the true answer is $e^{\varepsilon_i}$ times as likely as its opposite.
Let *yes* be the truth on the first table and *no* on its neighbour. Then the answer *yes* adds $\varepsilon_i$ to the privacy loss, and the answer *no* subtracts it.

Her budget is 0.7, and her costs depend on the answers: 0.3 for the first question, 0.4 after a *yes*, and 0.3 after a *no*.
After a first *yes* her second question uses up the budget. After a first *no* it costs 0.3, and the 0.1 that is left is too little for a third. Her answers can therefore be *yes, yes*, *yes, no*, *no, yes* or *no, no*, with the losses $+0.7$, $-0.1$, $0$ and $-0.6$.
"""

# %% tags=["hide-input"]
branches = {
    "yes, yes": ([0, 0.3, 0.7], 5),
    "yes, no": ([0.3, -0.1], -10),
    "no, yes": ([-0.3, 0], 2),
    "no, no": ([0, -0.3, -0.6], 3),
    "no, no, no": ([-0.6, -0.9], -3),
}
ax = plots.panel(xticks=range(4), xlim=(-0.1, 3.8), ylim=(-1.1, 1.1))
for i, (name, (line, up)) in enumerate(branches.items()):
    x = np.arange(len(line)) + name.count(",") + 2 - len(line)
    plots.curves(x, {name: line}, ax=ax, marked=True, first=i)
    ax.annotate(name, (x[-1], line[-1]), (7, up), textcoords="offset points")
for level in (0.7, -0.7):
    ax.axhline(level, color="0.5", linestyle=":")
    ax.annotate("budget", (3.2, level), (0, 4), textcoords="offset points")
caption = "Privacy loss after each answer, for all lists of answers with a budget of 0.7, if costs are compared first. The last line, from −0.6 to −0.9, is one of the third answers that are given if costs are compared afterwards."
plots.show(ax, caption, x="answers", y="privacy loss", legend=False)

# %% [markdown]
r"""
The largest loss in absolute value is 0.7. It equals the budget, and no list of answers exceeds it, as the theorem says.

A tempting rule is to answer as long as *something* is left, and to compare afterwards. After *no, no*, for example, the remaining 0.1 is something, so this rule answers a third question at 0.3. If that answer is *no* again, the loss is $-0.9$, which exceeds the budget. Costs must therefore be compared first.

:::{admonition} Published error
:class: warning
The public program of CURATE, a private search for causal graphs, runs a whole round of tests and compares its costs with the budget *after* the round (line 3366 of its `CURATE_cb.py` at commit 45d99d5).
Because it plans each round from what is left, {doc}`the excess is limited <34_spending_where_it_matters>`.
:::

## Choosing ε in practice

How large should the total be? No theorem answers this question, but three habits help.

**Translate ε into a bet.** With even prior odds an adversary can expect to win at most 73% of her bets at $\varepsilon=1$. The total of this course, $\varepsilon=2$, limits her to 88% after all of our answers together.

**Fix the total first.** It must cover all questions about these people, including those that are never reported.

**Compare the noise with the sampling error.** The people of a table are a sample. A share $s$ among $n$ of them therefore differs from the share in the whole population, with a standard error of $\sqrt{s(1-s)/n}$. For a share near one half it is $\frac1{2\sqrt n}$, which is 0.0094 in our table.

Laplace noise on the share has the scale $\frac1{n\varepsilon}$ and hence the standard deviation $\frac{\sqrt2}{n\varepsilon}$. How large are the two errors together?
"""

# %%
for epsilon in (0.05, 0.2, 0.5):
    noise = math.sqrt(2) / (n * epsilon)
    both = math.hypot(1 / (2 * math.sqrt(n)), noise)
    print(f"ε = {epsilon:4}: noise {noise:.4f}, both errors {both:.4f}")

# %% tags=["hide-input"]
assert round(2 * math.sqrt(2 / n), 3) == 0.053
assert round(1 / (2 * math.sqrt(n)), 4) == 0.0094
bets = [f"{1 / (1 + math.exp(-epsilon)):.0%}" for epsilon in (1, 2)]
assert bets == ["73%", "88%"]

# %% [markdown]
r"""
From $\varepsilon=0.2$ to $\varepsilon=0.5$ the two errors together hardly fall any further, so a larger $\varepsilon$ would give up privacy for almost nothing.
At $\varepsilon=0.05$ the two errors are about equal. Solving $\frac{\sqrt2}{n\varepsilon}=\frac1{2\sqrt n}$ shows that they are equal at $\varepsilon=2\sqrt{2/n}$, which is 0.053 for our table.

## The next question: who learned their result, near and far?

Do people come less often if the clinic is far away? We want the share of people who learned their result in four rings: below 1 km, from 1 to 2, from 2 to 3, and 3 km or more.

The sizes of the rings are secret too, so we ask for eight counts: in each ring, how many learned their result and how many did not. Each person belongs to one of the eight groups, so this is case (b) of parallel composition. If each count costs 0.05, all eight together cost 0.1, and the noise has the scale $1/0.05=20$. This agrees with chapter 2, where a histogram had the L1 sensitivity 2.

The course has one budget of 2. We set 0.1 of it aside for this chapter, and give this part a filter of its own. The library's `Filter` first checks the cost of a mechanism, and then draws its noise:
"""

# %%
ring = np.digitize(people.distance, [1, 2, 3])  # 0, 1, 2 or 3
did_not = np.bincount(ring[people.learned == 0], minlength=4)
learned = np.bincount(ring[people.learned == 1], minlength=4)
counts = np.array([did_not, learned])

# %%
chapter = Filter(0.1, Relation.SUBSTITUTION)
eight = Laplace(2, 0.1, Relation.SUBSTITUTION)
result = chapter.release(eight, counts, np.random.default_rng(2007))
print("did not:", result.value[0].round(1))
print("learned:", result.value[1].round(1))

# %% [markdown]
r"""
From the eight published counts we compute the four shares, which is post-processing.

How much noise is on the difference between the nearest and the farthest share? We add fresh noise to the *published* counts 10,000 times, and watch how far this difference moves. This *parametric bootstrap* works because the distribution of the noise is known, and the published counts are close to the true ones. It is post-processing too.
"""


# %%
def shares(counts):
    """The share that learned, in each ring."""
    did_not, learned = counts
    return learned / (learned + did_not)


published = shares(result.value)
print("published:", published.round(3))

# %%
fresh = np.random.default_rng(7).laplace(0, 2 / 0.1, (10_000, 2, 4))
repeated = np.array([shares(result.value + draw) for draw in fresh])
gap = published[0] - published[3]
noise = (repeated[:, 0] - repeated[:, 3]).std()
variances = published * (1 - published) / result.value.sum(axis=0)
sampling = math.sqrt(variances[0] + variances[3])
print(f"near - far: {gap:.3f}")
print(f"noise {noise:.3f}, sampling error {sampling:.3f}")

# %% tags=["hide-input"]
names = "below 1 km", "1 to 2 km", "2 to 3 km", "3 km or more"
true_shares = shares(counts)
deviation = repeated.std(axis=0)
ends = published - 2 * deviation, published + 2 * deviation
series = {"published, ± 2 standard deviations": list(zip(published, *ends))}
series["true share"] = true_shares
assert (np.abs(published - true_shares) < 2 * deviation).all()
assert round(true_shares[0] - true_shares[3], 2) == 0.09
assert round(gap, 3) == 0.051 and round(noise, 3) == 0.045
assert round(sampling, 3) == 0.025
assert round(math.hypot(noise, sampling), 3) == 0.052
assert len(PLAN) == 11 and round(noise / 3, 3) == 0.015
assert round(math.hypot(noise / 3, sampling), 2) == 0.03
ax = plots.compare(names, series, ylim=(0.4, 1))
caption = "Share of people who learned their result, by distance to the clinic: published shares at ε = 0.1 with two standard deviations of the noise, and the true shares of 2,834 people. Every published share is within two standard deviations of the truth."
plots.show(ax, caption, x="distance to the clinic", y="share that learned")

# %% [markdown]
r"""
The published share is 5.1 percentage points higher in the nearest ring than in the farthest. The true difference, which only this book can look up, is 9 points.

How far is the published difference from the one in the whole population? The noise on it has a standard deviation of 4.5 points. The *sampling error of the difference* has a standard deviation of 2.5 points. It is the root of the sum of $s(1-s)/m$ over the two rings, where $m$ is the published number of people in a ring.
Together the errors have a standard deviation of 5.2 points, as much as the difference itself. The published answer alone does not show that distance matters.

The noise is the larger error, so our $\varepsilon$ was too small for this question. At $\varepsilon=0.3$ the noise would have been 1.5 points and both errors together 3 points, so a difference of 9 points would have been clear. We accept the smaller $\varepsilon$, because eleven questions must share a total of 2.

## Exercises

:::{exercise} ★ Who adds?
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

For example: "Somebody who knows everything about all other people, and is undecided about you, will be right about you in at most 63 of 100 cases after seeing all our results." And: "After a single result it is at most 51 of 100." The numbers are $\frac{e^{0.5}}{1+e^{0.5}}=0.622$ and $\frac{e^{0.025}}{1+e^{0.025}}=0.506$.
:::

:::{exercise} ★★ The leaves of a tree
:label: ex-c03-tree

Find the largest absolute loss of *Compare first, or compare afterwards?* for a budget of 1.0 instead of 0.7.
:::

:::{solution-start} ex-c03-tree
:class: dropdown
:::

The largest absolute loss is 0.9. It belongs to *no, no, no*, which costs 0.9 and leaves 0.1. The other six lists are *yes, yes* (cost 0.7, loss $+0.7$, the next question costs 0.4 and only 0.3 is left); *yes, no, yes* (cost 1.0, loss $+0.2$); *yes, no, no* (cost 1.0, loss $-0.4$); *no, yes, yes* (cost 1.0, loss $+0.4$); *no, yes, no* (cost 1.0, loss $-0.4$); and *no, no, yes* (cost 0.9, loss $-0.3$).
"""

# %% tags=["hide-input"]
COST_AFTER = {"no": 3, "yes": 4}


def worst_loss(left, loss=0, last="no"):
    """The largest absolute privacy loss on any branch, in tenths."""
    cost = COST_AFTER[last]
    if cost > left:
        return abs(loss)
    yes = worst_loss(left - cost, loss + cost, "yes")
    no = worst_loss(left - cost, loss - cost, "no")
    return max(yes, no)


assert worst_loss(7) == 7 and worst_loss(10) == 9

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

:::{exercise} ★★ Sampling error and noise for a mean
:label: ex-c03-even

Compute the $\varepsilon$ at which the noise on the mean reward of chapter 2 equals its sampling error. The rewards have a standard deviation of about 0.9.
:::

:::{solution-start} ex-c03-even
:class: dropdown
:::
"""

# %%
sampling = people.reward.std() / math.sqrt(n)
noise_at_one = math.sqrt(2) * 3 / n
print(f"equal at ε = {noise_at_one / sampling:.3f}")
assert round(people.reward.std(), 1) == 0.9

# %% [markdown]
r"""
The standard error is $0.9/\sqrt n$, and the noise has the standard deviation $3\sqrt2/(n\varepsilon)$. They are equal at $\varepsilon\approx0.09$. At the 0.05 of chapter 2 the noise is nearly twice the sampling error, so a larger $\varepsilon$ would have paid off. In a real study the 0.9 has to come from public knowledge, here from the rules of the lottery.

:::{solution-end}
:::

::::{exercise} ★★★ A refusal that reveals
:label: ex-c03-refusal

Show that a filter is not private if its costs depend on the data. A colleague's filter has a total of 0.3. A question costs 0.1 if the true count is below 100 and 0.2 otherwise, "because large counts deserve more precision". The analyst asks the same count until she is refused. (a) Find two neighbouring tables that she can distinguish with certainty. (b) Name the step in the proof of the theorem that fails. (c) State a rule for costs that repairs the filter, and prove that it does. The solution is in {doc}`solutions_1_to_5`.

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
## Three formulas

- Sequential composition: $\varepsilon=\sum_i\varepsilon_i$.
- Parallel composition over disjoint groups: $\varepsilon$ if a person is replaced within the group, $2\varepsilon$ if by anybody.
- Noise and sampling error of a share near one half are equal at $\varepsilon=2\sqrt{2/n}$.

**In one paragraph.** The privacy costs of several answers add up, even if each question is chosen after the last answer. Questions about disjoint groups cost less, because one person belongs to one group. A privacy filter keeps a total that was fixed beforehand. It looks at the cost of a question, refuses what does not fit, and only then draws noise. No theorem chooses the total, but it can be translated into a bet and compared with the sampling error.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** The sum of the costs is reached only if every answer speaks against you as strongly as it can. With many small answers this hardly ever happens, and {doc}`c04_many_small_answers` turns that into a smaller total.
"""
