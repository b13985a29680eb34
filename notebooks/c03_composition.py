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
A study asks dozens of questions, and a search for causes asks hundreds. Are a hundred private answers still private when they are taken together? And what if the next question depends on the last answer?

This chapter introduces *composition*, the rules by which the privacy costs of several answers add up. With these rules a privacy budget can be kept by a program that refuses every question that would exceed it. We also discuss which budget to choose.
"""

# %% tags=["hide-input"]
import math
from fractions import Fraction

import numpy as np

from privcausal import plots
from privcausal.course import bill, check
from privcausal.course.budget import PLAN
from privcausal.data.malawi import participants
from privcausal.privacy.filters import BudgetExhausted, Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

people = participants()
n = len(people)

# %% [markdown]
r"""
## Ask often enough, and the noise averages out

Take the evening with 37 positive tests from chapter 1, and $\varepsilon=0.1$. Suppose that the clinic publishes the same count every day, each time with fresh noise:
"""

# %%
rng = np.random.default_rng(3)
answers = 37 + rng.laplace(0, 1 / 0.1, 3650)
for days in (1, 30, 365, 3650):
    print(f"mean of {days:4} answers: {answers[:days].mean():.2f}")

# %% tags=["hide-input"]
assert abs(answers.mean() - 37) < 0.5
assert round(10 * math.sqrt(2 / 3650), 2) == 0.23  # as said below

# %% [markdown]
r"""
After ten years the mean is much nearer to 37 than to 38. Its standard error is only $\frac{10\sqrt2}{\sqrt{3650}}\approx0.23$.
The adversary only wrote the published answers down and averaged them.
What leaks therefore accumulates, and the question is how fast.

## Costs add up: sequential composition

An answer at $\varepsilon=0.3$ changes the adversary's odds about you by a factor of at most $e^{0.3}$.
A second answer at $\varepsilon=0.4$, with fresh noise, changes them by a further factor of at most $e^{0.4}$. Together the two answers change her odds by at most $e^{0.3}\cdot e^{0.4}=e^{0.7}$, so the two cost $\varepsilon=0.7$ together.

It makes no difference if she chooses her second question after she has seen the first answer. Given that answer, the second question is fixed, and its answer changes her odds by at most its own factor.

> **Theorem** (sequential composition). Let $k$ answers about one table be $\varepsilon_1$-, …, $\varepsilon_k$-private, each with independent noise, where each question can depend on the earlier answers. Together they are $(\varepsilon_1+\dots+\varepsilon_k)$-private.

This rule is also called *basic composition*.

A logarithm turns these products into sums. In chapter 1, for example, the published number 41 was $e^{1/2}$ times as likely with the count 38 as with 37. We say that its *privacy loss* is $\frac12$.
In general, the **privacy loss** of an output $t$ is

$$
L(t)=\ln\frac{P(t)}{P'(t)} ,
$$

where $P$ and $P'$ are the probabilities of $t$, or for a continuous output its densities, on a table and on its neighbour. It measures the evidence that the output gives for the first table. A positive loss speaks for the first table, and a negative one for the second.
A mechanism is $\varepsilon$-private if its privacy loss always lies between $-\varepsilon$ and $\varepsilon$. Probabilities of independent answers multiply, so their losses add up.

## Choosing ε in practice

Costs add up, so a study needs a total. Which total is right? No theorem answers this question, but four habits help.

**Translate ε into a bet.** With even prior odds an adversary can expect to win at most 52.5% of her bets at $\varepsilon=0.1$, 73% at $\varepsilon=1$ and 95% at $\varepsilon=3$. The total of this course, $\varepsilon=2$, limits her to 88% after all of our answers together. Present these numbers to those who decide.

**Fix the total first.** It must cover all questions about these people, including those that fail and those that are never reported.

**Compare with the error that you have anyway.** The people are a sample, so a share among $n$ people has a sampling error with a standard error of up to $\frac1{2\sqrt n}$. Laplace noise on the share has the standard deviation $\frac{\sqrt2}{n\varepsilon}$. The two are equal at

$$
\varepsilon=2\sqrt{2/n} .
$$

For 100 people this is $\varepsilon=0.28$, so privacy is expensive. For our table it is much smaller:
"""

# %%
equal = 2 * math.sqrt(2 / n)
sampling = 1 / (2 * math.sqrt(n))
print(f"equal at ε = {equal:.3f}; sampling error alone {sampling:.4f}")
for epsilon in (0.05, 0.2, 0.5):
    both = math.hypot(sampling, math.sqrt(2) / (n * epsilon))
    print(f"ε = {epsilon:4}: sampling error and noise together {both:.4f}")

# %% tags=["hide-input"]
assert round(2 * math.sqrt(2 / 100), 2) == 0.28
assert both < 1.01 * sampling
bets = [f"{1 / (1 + math.exp(-epsilon)):.1%}" for epsilon in (0.1, 1, 2, 3)]
assert bets == ["52.5%", "73.1%", "88.1%", "95.3%"]  # as said above

# %% [markdown]
r"""
Below about $\varepsilon=0.05$ the noise dominates. From $\varepsilon=0.2$ to $\varepsilon=0.5$ the error hardly falls any further, so a larger $\varepsilon$ would give up privacy for almost nothing.

**Try it on simulated data.** A simulated table of the right size shows what can be detected at a given $\varepsilon$, and it costs no privacy.

## Disjoint groups: parallel composition

Suppose that three colleagues each ask one question at $\varepsilon=0.2$, but about three different villages. Does this cost 0.6?

You live in one village. Assume that your record can only be replaced by that of somebody from the *same* village. Then the other two villages are identical on both tables, and their answers carry no evidence about you. The three answers together cost only $0.2$.

Now assume that your record can be replaced by somebody's from *another* village. Then one village loses a person and another gains one, so two answers can change, and so do the sizes of the two villages. The $0.2$ must therefore be the cost when one person is *added or removed*. Together the two answers then cost $0.4$.
The cost of a count is the same in both cases, because one person more or less changes it by 1. That of a mean is not, because its sensitivity $(\text{high}-\text{low})/n$ rests on a fixed $n$. For counts you know the second case already: it is the histogram of chapter 2, in which two bars change.

> **Theorem** (parallel composition). Divide the people into groups, and ask one question about each group, with independent noise. (a) If a person can only be replaced by somebody of the same group and each answer is $\varepsilon$-private, then all answers together are $\varepsilon$-private. (b) If a person can be replaced by anybody, and each answer is $\varepsilon$-private when one person is added to its group or removed from it, then all answers together are $2\varepsilon$-private.

In case (a) only one answer can change, and the others are independent of it. In case (b) a replacement is one removal and one addition. Each of them changes one answer's probabilities by a factor of at most $e^\varepsilon$, even if both fall in the same group. In this course case (b) applies.

:::{quiz} A school publishes a noisy mean grade at ε = 0.3 for each of its 20 classes. Pupils can only be replaced by pupils of the same class. What do the 20 means cost together?
= 0.3 ± 0.0001 :: Correct: only the mean of your own class can change. This is case (a) of parallel composition.
!= 6 :: No: that would be sequential composition, but the classes have no pupil in common.
!= 0.6 :: No: this is case (b), in which a pupil can be replaced by one of another class.
:::

## A budget that refuses: the privacy filter

In a real study the questions are not fixed in advance. The analyst looks at an answer and then decides what to ask next, how much to spend on it, and when to stop. Sequential composition still holds if the total was fixed beforehand.

> **Theorem** (privacy filter). Fix a total $\varepsilon$. Let every question be private at its own cost with independent noise, and refuse each question whose cost would raise the sum above the total. Then all answers together are $\varepsilon$-private, even if the questions, their costs and the moment of stopping depend on earlier answers, but not otherwise on the table. {verdict}`B-filter-pure`

:::{dropdown} The proof in four lines
Write down all answers in their order, $t_1,t_2,\dots,t_k$. The probability of this list on the table $D$ is the product $\prod_i P_D(t_i\mid t_1,\dots,t_{i-1})$.
Given the earlier answers, the question and its cost $\varepsilon_i$ are the same on $D$ and on its neighbour $D'$. Each factor therefore changes by at most $e^{\varepsilon_i}$ between the two tables.
The product changes by at most $e^{\sum_i\varepsilon_i}\le e^{\varepsilon}$, and this holds for *every* list.
Adding up the lists of any set gives the same bound for the set.
:::

Such a rule is called a *privacy filter*. Its order of steps is essential: first look at the cost, then refuse or charge, and only then draw noise. A dozen lines suffice:
"""


# %%
class Budget:
    """A privacy budget in ε that refuses what it cannot pay for."""

    def __init__(self, total):
        self.left = total

    def ask(self, value, sensitivity, epsilon, rng):
        if not 0 < epsilon <= self.left:
            raise ValueError(f"costs {epsilon}, only {self.left:.1f} is left")
        self.left -= epsilon
        return value + rng.laplace(0, sensitivity / epsilon)


# %%
budget = Budget(0.5)
rng = np.random.default_rng(5)
try:
    while True:
        print(f"answer {budget.ask(37, 1, 0.2, rng):.1f}")
except ValueError as refusal:
    print("refused:", refusal)

# %% [markdown]
r"""
The refusal reveals nothing new about the people, because it depends on costs alone. The remaining 0.1 can still be spent on a cheaper question.
Our class trusts whoever states the sensitivity, so it is only as safe as that statement. The library's class is called `Filter`. It works with every mechanism, and it adds decimal numbers without rounding; an exercise shows why this matters.

## Compare first, or compare afterwards?

We follow an adversary through a whole tree of answers. Your secret is one bit. She asks for it again and again, and each answer is your bit or its opposite, like the randomised response of chapter 1. The true bit is $e^{\varepsilon_i}$ times as likely. Let the first table be the one where your bit is *yes*.
An answer *yes* therefore adds $\varepsilon_i$ to the privacy loss, and an answer *no* subtracts it.

She spends 0.3 on a question, but 0.4 after a *yes*. With a total of 0.7 she gets two answers. The four branches of this tree end at the losses $+0.7$, $-0.1$, $0$ and $-0.6$:

"""

# %% tags=["hide-input"]
branches = {
    "yes, yes": [0, 0.3, 0.7],
    "yes, no": [0, 0.3, -0.1],
    "no, yes": [0, -0.3, 0],
    "no, no": [0, -0.3, -0.6],
}
look = {"xticks": [0, 1, 2], "level": {0.7: "budget", -0.7: "− budget"}}
ax = plots.curves([0, 1, 2], branches, marked=True, ylim=(-0.9, 1.5), **look)
caption = "The four possible lists of two answers with a budget of 0.7, and the privacy loss after each answer. An answer yes moves the loss up and an answer no moves it down, by the cost of the question. The loss never leaves the band of the budget."
plots.show(ax, caption, x="answers", y="privacy loss", legend="upper left")

# %% [markdown]
r"""
The largest loss in absolute value is 0.7, which equals the budget. After a first *yes* nothing is left, and after a first *no* 0.1 is too little.

For larger budgets a short program follows all branches. It counts in tenths, so that nothing is rounded. The rule `allowed(cost, left)` decides whether a question is answered.
"""

# %%
COST_AFTER = {"no": 3, "yes": 4}  # in tenths


def worst_loss(left, allowed, loss=0, last="no"):
    """The largest absolute privacy loss on any branch, in tenths."""
    # she begins with the cost of 0.3, as after a no
    cost = COST_AFTER[last]
    if not allowed(cost, left):
        return abs(loss)
    yes = worst_loss(left - cost, allowed, loss + cost, "yes")
    no = worst_loss(left - cost, allowed, loss - cost, "no")
    return max(yes, no)


# %%
first = lambda cost, left: cost <= left
afterwards = lambda cost, left: left > 0
for total in (7, 10, 20, 30):
    good, bad = worst_loss(total, first), worst_loss(total, afterwards)
    print(f"budget {total / 10}", end=": ")
    print(f"compared first {good / 10}, afterwards {bad / 10}")
    assert good <= total < bad

# %% [markdown]
r"""
A filter that compares first never exceeds its budget. The rule "answer as long as *something* is left, and compare afterwards" exceeds it in all four cases.

:::{admonition} Published error
:class: warning
The public program of CURATE, a private search for causal graphs, runs a whole round of tests and compares its costs with the budget *after* the round (line 3366 of its `CURATE_cb.py` at commit 45d99d5).
It plans each round from what is left, so the excess of its last round is limited. Without such a plan the rule can spend three times the budget, as an example in the companion shows: {doc}`34_spending_where_it_matters`.
:::

## The next question: who learned their result, near and far?

Do people come less often if the clinic is far away? We want the share of people who learned their result at four distances: below 1 km, from 1 to 2, from 2 to 3, and above 3 km.

The sizes of the four groups are secret too, so we ask for eight counts: four distances, learned or not. Each person belongs to one of the eight. This is a histogram with L1 sensitivity 2, and we plan to spend $\varepsilon=0.1$.

Is that enough? Without a look at the table, we assume a quarter of the people at each distance and a share of two thirds, and simulate the noise:
"""


# %%
def shares(counts):
    """The share that learned, at each distance."""
    return counts[..., 1, :] / counts.sum(axis=-2)


fresh = np.random.default_rng(7).laplace(0, 2 / 0.1, (10_000, 2, 4))
planned = shares(np.full((2, 4), [[n / 12], [n / 6]]) + fresh)
gap_noise = (planned[:, 0] - planned[:, 3]).std()
sampling = math.sqrt(2 * (1 / 3) * (2 / 3) / (n / 4))
print(f"near - far: sampling error {sampling:.3f}, noise {gap_noise:.3f}")

# %% [markdown]
r"""
The noise will exceed the sampling error, so by the third habit this $\varepsilon$ is too small. We accept it, because a total of 2 has to last for eleven questions, and distance is not the main one. The filter holds exactly this amount:
"""

# %%
ring = np.digitize(people.distance, [1, 2, 3])
counts = np.array(
    [np.bincount(ring[people.learned == k], minlength=4) for k in (0, 1)]
)

# %%
chapter = Filter(0.1, Relation.SUBSTITUTION)
eight = Laplace(2, 0.1, Relation.SUBSTITUTION)
result = chapter.release(eight, counts, np.random.default_rng(2007))

# %%
try:
    chapter.release(eight, counts, np.random.default_rng(2008))
except BudgetExhausted as refusal:
    print(refusal)

# %% [markdown]
r"""
The second attempt is refused. From the eight published counts we compute the four shares, which is post-processing.

How uncertain are they? We simulate again, now with the *published* counts in the place of the guess. This method is the *parametric bootstrap*. It approximates the error here, because the distribution of the noise is known and the published counts are close to the true ones. It is post-processing too, because it never touches the table.
"""

# %%
published, simulated = shares(result.value), shares(result.value + fresh)
noise = simulated.std(axis=0)
print("published:", published.round(3))
print("noise:    ", noise.round(3))

# %%
gap_noise = (simulated[:, 0] - simulated[:, 3]).std()
print(f"near - far: {published[0] - published[3]:.3f}, noise {gap_noise:.3f}")

# %% tags=["hide-input"]
names = "below 1 km", "1 to 2 km", "2 to 3 km", "above 3 km"
true_shares = shares(counts)
ends = published - 2 * noise, published + 2 * noise
series = {"published, ± 2 standard deviations": list(zip(published, *ends))}
series["true share"] = true_shares
assert (np.abs(published - true_shares) < 2 * noise).all()
assert round(true_shares[0] - true_shares[3], 2) == 0.09
assert round(gap_noise, 3) == 0.045 and gap_noise > sampling
groups = counts.sum(axis=0)[[0, 3]]
per_group = (true_shares * (1 - true_shares))[[0, 3]] / groups
assert round(math.sqrt(per_group.sum()), 3) == 0.026  # as said below
assert round(published[0] - published[3], 2) == 0.05 and len(PLAN) == 11
ax = plots.compare(names, series, ylim=(0.4, 1))
caption = "Share of people who learned their result, by distance to the clinic: published shares at ε = 0.1 with two standard deviations of the noise, and the true shares of 2,834 people. Every published share is within two standard deviations of the truth."
plots.show(ax, caption, x="distance to the clinic", y="share that learned")

# %% [markdown]
r"""
The published share is 5 percentage points higher below 1 km than above 3 km. The true difference, which only this book can look up, is 9 points. The noise on this difference has a standard deviation of 4.5 points, and its sampling error is 2.6 points, so the published answer alone does not show whether distance matters.
That is a limit of this budget. Chapter 9 explains what can be concluded from such numbers.

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

Write two sentences for a board of laypeople who are asked to approve a total of $\varepsilon=0.5$ for 20 equal questions: one that states what the total means as a bet, and one that states what a single answer means.
:::

:::{solution} ex-c03-words
:class: dropdown

For example: "Somebody who knows everything about all other people, and is undecided about you, will be right about you in at most 63 of 100 cases after seeing all our results." And: "After a single result it is at most 51 of 100." The numbers are $\frac{e^{0.5}}{1+e^{0.5}}=0.622$ and $\frac{e^{0.025}}{1+e^{0.025}}=0.506$.
:::

:::{exercise} ★★ The leaves of a tree
:label: ex-c03-tree

Draw the tree of *Compare first, or compare afterwards?* for a total of 1.0. For each branch write down the costs, the privacy loss, and why no further question is answered. Mark the branch with the largest absolute loss.
:::

:::{solution} ex-c03-tree
:class: dropdown

The largest absolute loss is 0.9. It belongs to *no, no, no*, which costs 0.9 and leaves 0.1. The other six branches are *yes, yes* (cost 0.7, loss $+0.7$, the next question costs 0.4 and only 0.3 is left); *yes, no, yes* (cost 1.0, loss $+0.2$); *yes, no, no* (cost 1.0, loss $-0.4$); *no, yes, yes* (cost 1.0, loss $+0.4$); *no, yes, no* (cost 1.0, loss $-0.4$); and *no, no, yes* (cost 0.9, loss $-0.3$).
:::

::::{exercise} ★★ Implement, then assert: `answered`
:label: ex-c03-mine

Write `answered(costs, budget)`, the core of a privacy filter. It returns a list with `True` for each question in turn that is answered and `False` for each one that is refused. After a refusal the filter goes on, because a later question can be cheaper. The costs and the budget are strings such as `"0.1"`, and they must be added without rounding.

:::{dropdown} Hint
`Fraction("0.1")` of the module `fractions` is exactly one tenth, whereas `Fraction(0.1)` is the floating-point number again.
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

:::{exercise} ★★ Three times a tenth
:label: ex-c03-tenths

Give our `Budget` a total of 0.3, and ask three times at $\varepsilon=0.1$. (a) Report what happens, and explain it. (b) Find a cost for which floating-point numbers make the opposite, dangerous mistake. (c) Repair the run with `Fraction`, without changing the class.
:::

:::{solution-start} ex-c03-tenths
:class: dropdown
:::
"""

# %%
small = Budget(0.3)
try:
    for _ in range(3):
        small.ask(0, 1, 0.1, rng)
except ValueError as refusal:
    print("refused:", refusal)
small = Budget(Fraction("0.3"))
for _ in range(3):
    small.ask(0, 1, Fraction("0.1"), rng)
print("left:", small.left)
assert 1 - 1e-17 == 1

# %% [markdown]
r"""
(a) In floating-point numbers $0.3-0.1-0.1$ is a little less than $0.1$, so the third question is refused. (b) `1 - 1e-17 == 1`, so a cost as small as that is never deducted. After $10^{17}$ such questions, which cost 1 together, the class would still have all of its budget. (c) With fractions all three are answered and nothing is left. The library's `Filter` counts decimal numbers as fractions.

:::{solution-end}
:::

:::{exercise} ★★ Sampling error and noise for a mean
:label: ex-c03-even

Compute the $\varepsilon$ at which the Laplace noise on the clipped mean of the rewards has the same standard deviation as its sampling error. The rewards lie in $[0,3]$ and have a standard deviation of about 0.9 dollars. Decide whether the 0.05 of chapter 2 was a good choice.
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
The standard error is $0.9/\sqrt n$, and the noise has the standard deviation $3\sqrt2/(n\varepsilon)$. They are equal at $\varepsilon\approx0.09$. At 0.05 the noise is nearly twice the sampling error, so a larger $\varepsilon$ would have paid off. In a real study the 0.9 has to come from public knowledge, here from the rules of the lottery.

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
- Noise and sampling error of a share are equal at $\varepsilon=2\sqrt{2/n}$.

**In one paragraph.** The privacy costs of several answers add up, even if each question is chosen after the last answer. A privacy filter keeps a total that was fixed beforehand. It looks at the cost of a question, refuses what does not fit, and only then draws noise. Questions about disjoint groups cost less, because one person belongs to one group. No theorem chooses the total, but it can be translated into a bet and compared with the sampling error.

**Practice.** {doc}`/book/practice_1_to_5` has four questions of one minute each on this chapter.

**Next.** The sum of the costs is reached only if every answer speaks against you as strongly as it can. With many small answers this hardly ever happens, and {doc}`c04_many_small_answers` turns that into a smaller total.
"""
