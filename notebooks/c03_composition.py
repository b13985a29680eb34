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
from privcausal.data.malawi import participants
from privcausal.privacy.filters import Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

people = participants()
n = len(people)

# %% [markdown]
r"""
## Ask often enough, and the noise averages out

Take the evening with 37 positive tests from chapter 1, and $\varepsilon=0.1$. Suppose that the clinic publishes the same count every day, each time with fresh noise, now numpy's own `rng.laplace(0, b)`:
"""

# %%
rng = np.random.default_rng(3)
answers = 37 + rng.laplace(0, 1 / 0.1, 3650)
for days in (1, 30, 365, 3650):
    print(f"mean of {days:4} answers: {answers[:days].mean():.2f}")

# %% tags=["hide-input"]
assert abs(answers.mean() - 37) < 0.5
errors = [round(10 * math.sqrt(2 / days), 2) for days in (365, 3650)]
assert errors == [0.74, 0.23]
factors = [f"{math.exp(e):.2f}" for e in (0.3, 0.4, 0.7)]
assert factors == ["1.35", "1.49", "2.01"]

# %% [markdown]
r"""
With 365 answers we were lucky, because the standard error of their mean, $\frac{10\sqrt2}{\sqrt{365}}$, is 0.74. After ten years it is only 0.23.
So evidence about you accumulates. How fast?

## Costs add up: sequential composition

Let an adversary begin with odds of 1 to 1, as in chapter 1. An answer at $\varepsilon=0.3$ changes her odds about you by a factor of at most $e^{0.3}\approx1.35$, so they are now at most 1.35 to 1.
A second answer at $\varepsilon=0.4$, with fresh noise, changes these odds by a further factor of at most $e^{0.4}\approx1.49$. They are then at most $1.35\cdot1.49\approx2.01$ to 1.
One answer at $\varepsilon=0.7$ would allow the same, because $e^{0.3}\cdot e^{0.4}=e^{0.7}$. The factors multiply, and therefore the values of $\varepsilon$ add up.

She may also choose her second question once she has seen the first answer. This does not help her. Given that answer, the second question is fixed, and changes her odds by at most its own factor.

> **Theorem** (sequential composition, also called basic composition). Let $k$ answers about one table be $\varepsilon_1$-, …, $\varepsilon_k$-private, each with independent noise, where each question can depend on the earlier answers. Together they are $(\varepsilon_1+\dots+\varepsilon_k)$-private.

## Disjoint groups: parallel composition

Three colleagues count the infected people in three different villages, each at $\varepsilon=0.2$. Do the three answers cost 0.6 together?
That depends on who can take your place in the table.

**Somebody from your own village.** Then the other two villages are the same on both tables, and their counts carry no evidence about you. Only one answer can change, so all three together cost 0.2.

**Somebody from another village.** Then your village loses a person and the other village gains one. If both of you are infected, for example, the counts 12 and 30 become 11 and 31. Each of these two answers changes the odds by a factor of at most $e^{0.2}$, so all three together cost 0.4.

Seen from your village, a person has been *removed*, and seen from the other one, a person has been *added*. Each answer must therefore be private in a second sense, in which one person is added or removed.
A count is private in this sense too, with the same noise, because one person more or less changes it by 1. A mean need not be, because its scale depends on the size of the group, which is now a secret.

> **Theorem** (parallel composition). Divide the people into groups, and ask one question about each group, with independent noise. (a) If a person can only be replaced by somebody of the same group, and each answer is $\varepsilon$-private, then all answers together are $\varepsilon$-private. (b) If a person can be replaced by anybody, and each answer is $\varepsilon$-private when one person is added to its group or removed from it, then all answers together are $2\varepsilon$-private.

In this course a person can be replaced by anybody, so case (b) applies to groups of people. We therefore ask for counts, and compute shares from the published counts.

:::{quiz} A school publishes a noisy mean grade at ε = 0.3 for each of its 20 classes. Pupils can only be replaced by pupils of the same class. What do the 20 means cost together?
= 0.3 ± 0.0001 :: Correct: only the mean of your own class can change. This is case (a) of parallel composition.
!= 6 :: No: the classes have no pupil in common.
:::

## Privacy loss: the evidence in one answer

The two theorems bound the evidence. To see how a program can keep a budget, we now measure the evidence in each single answer.

In chapter 1 the published number 41 was $e^{1/2}$ times as likely with the count 38 as with 37. The logarithm of this factor, $\frac12$, is called the *privacy loss* of the number 41.
In general, let $P$ be the probability or the density of an output $t$ on one table, and $P'$ the same on a neighbour. The **privacy loss** of $t$ is

$$
L(t)=\ln\frac{P(t)}{P'(t)} .
$$

A positive loss is evidence for the first table, and a negative one for the second.
A mechanism is $\varepsilon$-private if its privacy loss always lies between $-\varepsilon$ and $\varepsilon$. The probabilities of independent answers multiply, so their losses add up.

If an answer has only two values, losses are easy to follow. We therefore take *randomised response* from chapter 1, with a biased coin. Your secret is *yes* or *no*, and you answer truthfully with probability $\frac{e^{0.3}}{1+e^{0.3}}\approx0.574$. The true answer is then $e^{0.3}$ times as likely as its opposite, so it costs $\varepsilon=0.3$.
Let *yes* be the truth on the first table and *no* on its neighbour. Then the answer *yes* adds 0.3 to the privacy loss, and the answer *no* subtracts 0.3.

## A budget that refuses: the privacy filter

In a real study the questions and their costs are rarely known in advance.
Suppose, for example, that an adversary asks for your secret again and again. Her first question costs 0.3. After a *yes* she asks the next question at 0.4, and after a *no* again at 0.3. A program has to stop her at a total of 0.7, and there are two ways to write it:

- *Compare afterwards.* Answer as long as something of the 0.7 is left.
- *Compare first.* Answer only if the cost of the question fits into the rest of the 0.7.

Does the first rule keep the absolute privacy loss within 0.7?

:::{quiz} The program compares afterwards. How large can the absolute privacy loss become?
= 0.9 ± 0.0001 :: Correct: after *no, no* it has spent 0.6. With 0.1 left it answers a third question at 0.3, and a third *no* makes the loss −0.9.
!= 0.7 :: No: what does it do when 0.1 is left?
:::

The figure shows the losses. If costs are compared first, two answers are given, and four lists are possible. The fifth line is the list of the quiz:
"""

# %% tags=["hide-input"]
branches = {
    "yes, yes": ([0, 0.3, 0.7], 5),
    "yes, no": ([0.3, -0.1], -10),
    "no, yes": ([-0.3, 0], 2),
    "no, no": ([0, -0.3, -0.6], 3),
    "no, no, no": ([-0.6, -0.9], -3),
}
assert round(math.exp(0.3) / (1 + math.exp(0.3)), 3) == 0.574
ax = plots.panel(xticks=range(4), xlim=(-0.1, 3.8), ylim=(-1.1, 1.1))
for i, (name, (line, up)) in enumerate(branches.items()):
    x = np.arange(len(line)) + name.count(",") + 2 - len(line)
    plots.curves(x, {name: line}, ax=ax, marked=True, first=i)
    ax.annotate(name, (x[-1], line[-1]), (7, up), textcoords="offset points")
for level in (0.7, -0.7):
    ax.axhline(level, color="0.5", linestyle=":")
    ax.annotate("budget", (3.2, level), (0, 4), textcoords="offset points")
caption = "Privacy loss after each answer, with a budget of 0.7: all lists of answers if costs are compared first, and one that goes on only if they are compared afterwards."
plots.show(ax, caption, x="answers", y="privacy loss", legend=False)

# %% [markdown]
r"""
Costs must therefore be compared first. This is enough, because along any list the absolute losses are at most the costs, so the total loss is at most their sum, even if different lists contain different questions:

> **Theorem** (privacy filter). Fix a total $\varepsilon$ before the first question. Let each question be private at a cost of its own, with independent noise, and refuse every question whose cost would raise the sum of the costs above the total. Let the questions, their costs and the moment of stopping be chosen from the earlier published answers and from public facts alone. Then all answers together are $\varepsilon$-private. {verdict}`B-filter-pure`

A program that applies this rule is called a *privacy filter*.

:::{dropdown} The proof in four lines
Write down all answers in their order, $t_1,t_2,\dots,t_k$. The probability of this list on the table $D$ is the product $\prod_i P_D(t_i\mid t_1,\dots,t_{i-1})$.
Given the earlier answers, the question and its cost $\varepsilon_i$ are the same on $D$ and on its neighbour $D'$. Each factor therefore changes by at most $e^{\varepsilon_i}$ between the two tables.
The product changes by at most $e^{\sum_i\varepsilon_i}\le e^{\varepsilon}$, and this holds for *every* list.
Summing over the lists of any set, or integrating over them, gives the same bound for the set.
:::

The following class is a privacy filter. It reads costs as text, such as `"0.2"`, and counts in exact fractions, because in floating-point numbers $0.5-0.2-0.2$ is a little less than 0.1:
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
The refusal depends on costs alone, so it reveals nothing.

The public program of CURATE, a private search for causal graphs, {doc}`compares afterwards <34_spending_where_it_matters>`.

## Choosing ε in practice

How large should the total be? No theorem answers this question, but three habits help.

**Translate ε into a bet.** With even prior odds an adversary can expect to win at most 73% of her bets at $\varepsilon=1$. The total of this course, $\varepsilon=2$, limits her to 88% after all of our answers together.

**Fix the total first.** It must cover all questions about these people, including those that are never reported, because what you saw in an unreported answer decides what you ask and report next.

**Compare the noise with the sampling error.** The people of a table are a sample. A share $s$ among $n$ of them therefore differs from the share in the whole population, with a standard error of $\sqrt{s(1-s)/n}$. Near one half it is $\frac1{2\sqrt n}$, which is 0.0094 in our table.

Laplace noise on the share has the scale $\frac1{n\varepsilon}$ and hence the standard deviation $\frac{\sqrt2}{n\varepsilon}$.
"""

# %%
for epsilon in (0.05, 0.2, 0.5):
    noise = math.sqrt(2) / (n * epsilon)
    both = math.hypot(1 / (2 * math.sqrt(n)), noise)
    print(f"ε = {epsilon:4}: noise {noise:.4f}, both errors {both:.4f}")

# %% tags=["hide-input"]
assert round(2 * math.sqrt(2 / n), 3) == 0.053
assert round(1 / (2 * math.sqrt(n)), 4) == 0.0094

# %% [markdown]
r"""
From $\varepsilon=0.2$ to $\varepsilon=0.5$ the two errors together hardly fall any further, so a larger $\varepsilon$ would give up privacy for almost nothing.
At $\varepsilon=0.05$ the two errors are about equal. Solving $\frac{\sqrt2}{n\varepsilon}=\frac1{2\sqrt n}$ shows that they are equal at $\varepsilon=2\sqrt{2/n}$, which is 0.053 for our table.

## The next question: do people come from far away?

A planner fears that a long walk keeps half of the people away. Is the share who learned their result so much lower far from the clinic?

For this chapter we set aside 0.1 of the course's total of 2. Into how many groups may we divide the people by distance? The comparison above decides this *before* we ask.

The size of a distance group is secret too, so we also count those in it who did not learn their result. With two distances, near and far, the people fall into *four* disjoint groups, and we ask for the size of each. By case (b) of parallel composition, counts at 0.05 each cost $2\cdot0.05=0.1$ together. The noise has the scale $1/0.05=20$, as for the histogram of chapter 2.

Let $m$ people live at one distance, of whom the share $s$ learned their result. One person more among those who learned raises the share by about $\frac{1-s}m$, and one more among the others lowers it by about $\frac sm$. The variance $2\cdot20^2$ of each count is multiplied by the squares of these numbers:
"""


# %%
def two_errors(s, m):
    """The noise on a share of m people, and its sampling error."""
    noise = 20 * np.sqrt(2 * ((1 - s) ** 2 + s**2)) / m
    return noise, np.sqrt(s * (1 - s) / m)


# %%
for groups in (2, 4):  # a difference of two shares near one half
    noise, sampling = math.sqrt(2) * np.array(two_errors(0.5, n / groups))
    print(f"{groups} groups: noise {noise:.3f}", end=", ")
    print(f"sampling error {sampling:.3f}", end=", ")
    print(f"both {math.hypot(noise, sampling):.3f}")

# %% [markdown]
r"""
With four groups the noise would be the larger error. With two groups the errors are almost equal, and together they are 2.7 percentage points. A difference of two such standard deviations, more than 5 points, would be noticed. The planner fears a far larger one. If, for example, two in three people come from nearby, and half as many from afar, the shares differ by 33 points.
Two groups are enough. We declare the line between them at 2 km, half an hour's walk.

Each chapter runs on its own, so it keeps its own filter. The library's `Filter` works like our `Budget`:
"""


# %%
def count(people):
    """Rows: did not learn, learned. Columns: near, far."""
    far = (people.distance >= 2).to_numpy(dtype=int)
    groups = (far[people.learned == value] for value in (0, 1))
    return np.array([np.bincount(group, minlength=2) for group in groups])


# %%
def shares(counts):
    """The share that learned, in each column."""
    did_not, learned = counts
    return learned / (learned + did_not)


# %%
chapter = Filter(0.1, Relation.SUBSTITUTION)
four = Laplace(2, 0.1, Relation.SUBSTITUTION)
result = chapter.release(four, count(people), np.random.default_rng(2007))
print(result.value.round(1))
near, far = published = shares(result.value)
print(f"near {near:.3f}, far {far:.3f}, difference {near - far:.3f}")

# %% [markdown]
r"""
The shares are computed from published counts, which is post-processing. Near the clinic 69% of the people learned their result, and far away 65%. We put the published numbers into the two errors:
"""


# %%
def plus_minus(counts):
    """Two standard deviations of the difference."""
    both = np.hypot(*two_errors(shares(counts), counts.sum(axis=0)))
    return 2 * math.hypot(*both)


# %%
of_difference = plus_minus(result.value)
print(f"difference: {near - far:.3f} ± {of_difference:.3f}")

# %% [markdown]
r"""
The number after ± is two standard deviations of both errors together. Chance decided where the clinics stood, so the difference is an effect of the distance, which keeps away at most about ten in a hundred.
The formula treats people as independent. Neighbours share a clinic, so the true sampling error is larger. However, even twice the ± would leave the planner's fear far outside. It is not borne out, at a cost of 0.1.

Does the distance keep *anybody* away? This remains open, because 4.0 points are less than the 5.7 after the ±. A larger $\varepsilon$ leaves the sampling error as it is, but more people reduce both errors. To show this, we draw a simulated district of ten times as many independent people from the secret table, and use the same $\varepsilon$. This look at the truth is not on our bill:
"""

# %%
district = people.sample(10 * n, replace=True, random_state=10)
large = four.release(count(district), np.random.default_rng(2007)).value
gap, error = -np.diff(shares(large))[0], plus_minus(large)
print(f"difference: {gap:.3f} ± {error:.3f}")

# %% tags=["hide-input"]
assert f"{near:.0%} {far:.0%} {near - far:.3f}" == "69% 65% 0.040"
assert near - far + 2 * of_difference < 0.3 < near / 2 < 0.35
assert round(of_difference, 3) == 0.057 and gap - error > 0.03
assert near - far + of_difference < 0.1
truth = -np.diff(shares(count(people)))[0]
assert round(truth, 3) == 0.045
pairs = (near - far, of_difference), (gap, error)
series = {"published": [(d, d - e, d + e) for d, e in pairs]}
series["true difference in our table"] = [truth] * 2
names = f"our {n:,} people", f"{10 * n:,} simulated people"
ax = plots.compare(names, series, ylim=(-0.05, 0.4))
for level, name in ((0, "no difference"), (near / 2, "half stay away")):
    ax.axhline(level, color="0.5", linestyle=":")
    ax.annotate(name, (0.4, level), (0, 4), textcoords="offset points")
caption = "Share of people near the clinic who learned their result, minus the share far away, at ε = 0.1, with two standard deviations of noise and sampling error."
plots.show(ax, caption, x="table", y="share near minus share far")

# %% [markdown]
r"""
The noise on a share is a tenth as large, and the sampling error about a third. In such a district it would be clear that of those who live far away, a few in a hundred fewer come. In our own table the true difference is 4.5 points.

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

In the section on the privacy filter, a question costs 0.4 after a *yes*, and 0.3 otherwise. Find the largest absolute loss for a budget of 1.0 instead of 0.7, (a) if costs are compared first; (b) if they are compared afterwards. (c) Prove that in case (b) the excess over a budget is always smaller than the largest cost of a single question.
:::

:::{solution-start} ex-c03-tree
:class: dropdown
:::

(a) The largest absolute loss is 0.9. It belongs to *no, no, no*, which costs 0.9 and leaves 0.1. The other six lists are *yes, yes* (cost 0.7, loss $+0.7$, the next question costs 0.4 and only 0.3 is left); *yes, no, yes* (cost 1.0, loss $+0.2$); *yes, no, no* (cost 1.0, loss $-0.4$); *no, yes, yes* (cost 1.0, loss $+0.4$); *no, yes, no* (cost 1.0, loss $-0.4$); and *no, no, yes* (cost 0.9, loss $-0.3$).

(b) It is 1.2. After *no, no, no* the 0.1 that is left is enough for a fourth answer, and a fourth *no* makes the loss $-1.2$.

(c) Before the last answer something was left, so the sum of the costs was below the budget. The last answer adds one cost.
"""

# %% tags=["hide-input"]
COST_AFTER = {"no": 3, "yes": 4}


def worst_loss(left, first=True, loss=0, last="no"):
    """The largest absolute privacy loss on any branch, in tenths."""
    cost = COST_AFTER[last]
    if left <= 0 or (first and cost > left):
        return abs(loss)
    yes = worst_loss(left - cost, first, loss + cost, "yes")
    no = worst_loss(left - cost, first, loss - cost, "no")
    return max(yes, no)


assert worst_loss(7) == 7 and worst_loss(10) == 9
assert worst_loss(7, first=False) == 9
assert worst_loss(10, first=False) == 12

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

**In one paragraph.** The privacy costs of several answers add up, even if each question is chosen after the last answer. Questions about disjoint groups cost less, because one person belongs to one group. A privacy filter keeps a total that was fixed beforehand. No theorem chooses the total, but it can be translated into a bet, and the noise can be compared with the sampling error before the question is asked.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** The sum of the costs is reached only if every answer speaks against you as strongly as it can. With many small answers this hardly ever happens, and {doc}`c04_many_small_answers` turns that into a smaller total.
"""
