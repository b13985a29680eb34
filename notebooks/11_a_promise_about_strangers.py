# %% [markdown]
r"""
# The definition of differential privacy

:::{chapter}
:asks: How can a number say much about many people, and next to nothing about any one of them?
:needs: c01_two_evenings
:::

A clinic publishes every evening how many of its patients have tested positive. Yesterday it was 37, today it is 38.
In between, exactly one person registered: you.

Nobody broke in. Both numbers are harmless statistics, and together they are your test result.
**What would a published number have to be like, so that it says much about many and next to nothing about any one of them?**

The answer is a guarantee about strangers. For each person in the data, and for each reader of the number, whatever else that reader knows,
*the number would have looked almost the same without you*. This chapter makes "almost the same" exact.

:::{admonition} After this chapter you can
:class: tip
- state the guarantee of $(\varepsilon,\delta)$ in terms of a bet, and its limits;
- distinguish three kinds of neighbours, and compute how a conclusion changes with them;
- find the one event that tests a guarantee hardest, and compute the exact $\delta$ of a mechanism;
- say which operations on a private number have no further privacy cost, and which do;
- read $\varepsilon$ off samples without fooling yourself.
:::
"""

# %%
import numpy as np
import pandas as pd
from fractions import Fraction
from itertools import product

from privcausal import plots
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation
from privcausal.verify.audit import audit

# %% [markdown]
r"""
## Example: the same evening, with you and without

Let the clinic add noise to its count.
We run both evenings many times over, which only we can do: the world sees one number of each.
"""

# %%
rng = np.random.default_rng(11)
counter = Laplace(sensitivity=1, epsilon=1.0, relation=Relation.ADD_REMOVE)
without, withyou = (counter.sample(c, 400_000, rng) for c in (37, 38))
print(counter.release(38, rng))

# %% tags=["hide-input"]
bins = np.arange(30, 45.01, 0.5)
left, right = plots.panels(2)
samples = {"without you (37)": without, "with you (38)": withyou}
plots.histogram(samples, bins, ax=left, ylim=(0, 0.32))
counts = [np.histogram(draws, bins)[0] for draws in (without, withyou)]
ratio = {"observed": np.log(counts[1] / counts[0])}
middles = (bins[1:] + bins[:-1]) / 2
plots.points(middles, ratio, ax=right, level=(-1, 1), ylim=(-1.6, 1.6))
left.set_ylabel("share of evenings")
right.set_ylabel("ln(with ÷ without)")
caption = "Left: the two evenings. Right: the logarithm of their ratio, number by number. The true ratio never leaves the dotted lines at ±1; dots outside are sampling error."
plots.show([left, right], caption, x="published number")

# %% [markdown]
r"""
Now bet yourself. Move ε and watch how often the best possible bettor can be right.
"""

# %%
from privcausal import explorers

explorers.two_worlds()

# %% [markdown]
r"""
Whatever number comes out, it is nearly as likely to have come out without you.
The logarithm of the *true* ratio never leaves the band from $-1$ to $1$. That is what $\varepsilon=1$ says.
The dots are counts of simulated evenings. Where evenings are few, at both ends, some dots lie outside the band by chance.

## The guarantee

:::{prf:definition} Differential privacy
:label: def-11-dp

Fix a relation that says which data sets are *neighbours*. A mechanism $M$, a random function of the data, is
$(\varepsilon,\delta)$-*differentially private* under this relation if for all neighbours $D,D'$ and all events $E$

$$
P\bigl(M(D)\in E\bigr)\;\le\; e^{\varepsilon}\,P\bigl(M(D')\in E\bigr)+\delta .
$$

With $\delta=0$ the guarantee is called *pure*.
:::

The definition {cite:p}`dwork2006` is a statement about the mechanism, not about a particular output, and not about a particular reader.
Its meaning for the reader can be stated as a bet. Let a reader hold odds of $a:b$ that you registered, before seeing the number.
By Bayes' rule the odds afterwards are at most $e^{\varepsilon}a:b$ (for $\delta=0$). From even odds the reader's certainty can rise to at most
"""

# %%
for epsilon in (0.1, 0.5, 1, 3, 10):
    print(f"ε = {epsilon:>4}: {np.exp(epsilon) / (1 + np.exp(epsilon)):.3f}")

# %% [markdown]
r"""
At $\varepsilon=0.1$ the reader has learned nearly nothing, at $\varepsilon=10$ nearly everything.
A reader who bets on "with you" whenever the number exceeds $37.5$ comes close to the limit for $\varepsilon=1$, but not over it:
"""

# %%
right_bets = (np.mean(withyou > 37.5) + np.mean(without <= 37.5)) / 2
assert right_bets < np.e / (1 + np.e)
print(f"{right_bets:.3f} of the bets are won")

# %% [markdown]
r"""
**The limits of the guarantee.** Suppose the clinic finds that 60% of all smokers test positive. Your neighbour knows that you smoke, and now thinks worse of your health.
That is not a breach: the clinic would have found the same without you. The guarantee concerns what follows from *your record*, not what follows from being human.
It is the same reason that makes statistics possible at all.

## Three kinds of neighbours

"Almost the same without you" leaves open what "without you" is.

addition or removal
: your record is there, or it is not. The number of records is private, too.

substitution
: your record, or another person's in its place. The number of records is public.

zero-out
: your record, or a public blank in its place. The number of records is public.

The library never guesses: a relation is an argument, and every release carries it.
"""


# %%
def neighbours(data, relation, values):
    for i in range(len(data)):
        before, after = data[:i], data[i + 1 :]
        if relation is Relation.ADD_REMOVE:
            yield before + after
        elif relation is Relation.ZERO_OUT:
            yield (*before, None, *after)
        else:
            yield from ((*before, v, *after) for v in values)


# %% [markdown]
r"""
Does it matter? Take four people who answer $-1$ or $+1$, go through all data sets and all neighbours, and note how far five statistics can move.
A blank counts as a record, but belongs to no group and adds nothing to a sum.
"""


# %%
def sum_of(data):
    return sum(v for v in data if v is not None)


statistics = {
    "how many records": lambda d: (len(d),),
    "how many say +1": lambda d: (d.count(1),),
    "table: how many say −1, how many +1": lambda d: (
        d.count(-1),
        d.count(1),
    ),
    "sum": lambda d: (sum_of(d),),
    "average": lambda d: (Fraction(sum_of(d), len(d)),),
}


# %%
def worst(statistic, relation, values=(-1, 1)):
    pairs = (
        (data, near)
        for data in product(values, repeat=4)
        for near in neighbours(data, relation, values)
    )
    return max(
        sum(abs(a - b) for a, b in zip(statistic(one), statistic(two)))
        for one, two in pairs
    )


moves = {
    r.value: {n: worst(f, r) for n, f in statistics.items()} for r in Relation
}
pd.DataFrame(moves).map(str)

# %% [markdown]
r"""
Read it row by row, because each row is a different lesson.

- *How many records* is free under substitution and zero-out: it is public. Under addition or removal it has to be paid for.
- *How many say +1* moves by one under each of them. Here, and only here, nothing depends on the relation.
- The *table* and the *sum* move twice as far under substitution. Leaving one group is one change, entering another is a second.
- The *average* of a public number of records moves twice as far under substitution as under zero-out.

Therefore a statement of privacy without its relation is not yet a statement.
The first row is the extreme: publish the exact number of records, and under one relation you have guaranteed everything, under another nothing.
"""

# %%
assert worst(statistics["how many records"], Relation.SUBSTITUTION) == 0
assert worst(statistics["how many records"], Relation.ADD_REMOVE) == 1


def exact_size(data, size, rng):
    return np.full(size, float(len(data)))


swapped = audit(exact_size, ([1, 1], [1, -1]), 100_000, rng=rng)
removed = audit(exact_size, ([1, 1], [1]), 100_000, rng=rng)
print(f"ε is at least {swapped.epsilon:.2f} under substitution,")
print(f"and at least {removed.epsilon:.2f} under removal (it is infinite)")

# %% [markdown]
r"""
In one direction the damage is bounded: from addition or removal to substitution, the factor is never more than two.

:::{claim} B-relations
:::

(proof-relations)=
:::{prf:proof}
*Go through the data set in between.* Let $D'$ arise from $D$ when $a$ is replaced by $b$, and let $D_0$ be $D$ without $a$, which is $D'$ without $b$.
It is a neighbour of both under addition or removal, so

$$
P(M(D)\in E)\le e^{\varepsilon}P(M(D_0)\in E)\le e^{2\varepsilon}P(M(D')\in E).
$$

For a statistic, use the triangle inequality in the same place.

*The factor is needed.* Let $f$ be the table of how many people are in each of two groups. One more person changes one cell by one, so Laplace noise of scale $1/\varepsilon$ on both cells is
$(\varepsilon,0)$-private under addition or removal. When a person changes groups, both cells move by one, away from each other. An output above both counts in the one cell and below both in the other is
$e^{2\varepsilon}$ times as likely before as after. $\square$
:::

The verdict is {verdict}`B-relations`: a stored pair attains the factor two. An audit sees it in the outputs themselves:
"""

# %%
from privcausal.claims.privacy.price_groups import TABLES


def noisy_table(counts, size, rng):
    return np.stack([counter.sample(c, size, rng) for c in counts], axis=1)


moved = audit(noisy_table, TABLES, 200_000, ideal=True, rng=rng)
left_out = audit(noisy_table, ((3, 5), (3, 4)), 200_000, ideal=True, rng=rng)
assert 1.9 < moved.epsilon <= 2 and 0.95 < left_out.epsilon <= 1
print(f"a person changes groups: ε ≥ {moved.epsilon:.2f}")
print(f"a person leaves:         ε ≥ {left_out.epsilon:.2f}")

# %% [markdown]
r"""
The other direction fails. A release that is private under substitution can reveal the number of records, and this number might be the only secret.

## More than one stranger

Your family takes part together, all five of you. The guarantee was made to each of you. What does it guarantee for the group?

:::{claim} B-group
:::

(proof-group)=
:::{prf:proof}
Let $D_0,\dots,D_k$ be a chain of neighbours and $p_i=P(M(D_i)\in E)$. Apply the guarantee step by step:

$$
p_0\;\le\;\lambda p_1+\delta\;\le\;\lambda(\lambda p_2+\delta)+\delta\;\le\;\dots\;\le\;\lambda^kp_k+\delta\,(1+\lambda+\dots+\lambda^{k-1}).
$$

The bracket is our sum; for $\lambda>1$ it is $\frac{\lambda^k-1}{\lambda-1}$. Each of its $k$ terms is at most $\lambda^k$, so $k\lambda^k\delta$ is enough as well. $\square$
:::

The round form $k\lambda^k\delta$ is often quoted ({cite:t}`vadhan2017`, from memory). It is right, and more careful than need be. The sum cannot be improved, and a machine can see why.
Any event is a question with the answers yes and no, so it is enough to look at mechanisms that answer yes or no.
On a grid of probabilities there are finitely many chains of them, and dynamic programming looks at all:
"""

# %%
from privcausal.claims.privacy.price_groups import GROUP, GROUP_ROUND
from privcausal.claims.privacy.price_groups import worst_chain

lamda, delta = Fraction(2), Fraction(1, 60)
for k in (1, 2, 3, 4):
    chain = worst_chain(60, lamda, delta, k)
    at = {"lamda": lamda, "delta": delta, "k": k}
    print(
        f"k = {k}: worst {chain.value!s:>5}, the sum {GROUP(**at)!s:>5}, "
        f"round {GROUP_ROUND(**at)!s:>6};  yes (of 60): {chain.witness['yes']}"
    )
    assert chain.value == GROUP(**at)

# %% [markdown]
r"""
The last column is the worst chain: it starts from "never" and rises as fast as the guarantee allows.
The verdict is {verdict}`B-group`. For a household and a village, at $\varepsilon=0.1$ and $\delta=10^{-6}$:
"""

# %%
for people in (1, 5, 20, 100):
    gap = GROUP(lamda=np.exp(0.1), delta=1e-6, k=people)
    print(f"{people:>3} people: ε = {0.1 * people:>4.1f}, δ = {gap:.1e}")

# %% [markdown]
r"""
Therefore the guarantee fades with the size of the group, and this is as it should be: what a hundred people have in common, a survey is meant to find.

## Which event tests the guarantee hardest?

The definition speaks about *all* events. For a number there are uncountably many.
It is a relief that one of them is enough.

:::{claim} B-hockey
:::

(proof-hockey)=
:::{prf:proof}
For any event, $P(E)-\lambda P'(E)=\sum_{x\in E}\bigl(p(x)-\lambda p'(x)\bigr)$.

*Never more.* Drop the negative terms: the sum does not get smaller. Then add the positive terms outside $E$: again it does not.
That expression is now $\sum_x\max(0,p(x)-\lambda p'(x))$, whatever $E$ was.

*Attained.* For $E=\{x:p(x)>\lambda p'(x)\}$ there is nothing to drop and nothing to add.

For densities read integrals for sums. The definition asks that $P(E)-\lambda P'(E)\le\delta$ for all $E$, that is, that the maximum be at most $\delta$. $\square$
:::

Because of the shape of the function $\max(0,t-\lambda)$ the sum is called the *hockey stick*. Going through all events by force gives the same ({verdict}`B-hockey`):
"""

# %%
from privcausal.claims.privacy.price import best_of_all_events, hockey_stick

p = (Fraction(1, 20), Fraction(3, 5), Fraction(7, 20), Fraction(0))
q = (Fraction(0), Fraction(2, 5), Fraction(2, 5), Fraction(1, 5))
for lamda in (Fraction(1), Fraction(3, 2), Fraction(3)):
    forced = best_of_all_events(p, q, lamda)
    assert forced.value == hockey_stick(p, q, lamda)
    print(
        f"λ = {lamda!s:>3}: δ = {forced.value!s:>4}, best event {forced.witness['event']}"
    )

# %% [markdown]
r"""
The first outcome is possible on one side only, so no $\lambda$ brings $\delta$ below $\frac1{20}$: this mechanism gives itself away once in twenty runs, and then completely.
**That is what $\delta$ allows**, and why it should be far smaller than one over the number of people.

For a fixed mechanism, $\delta$ is a curve over $\varepsilon$. For Laplace noise it has a closed form.

:::{claim} B-profile
:::

(proof-profile)=
:::{prf:proof}
Let two neighbours have the values $0$ and $d\le\Delta$, and the noise the scale $b=\Delta/\varepsilon$. Other positions are shifts and reflections of this one.

*The best event is a half-line.* The log-ratio at $z$ is $\frac{|z-d|-|z|}b$. It is $\frac db$ for $z\le0$ and falls to $-\frac db$ at $z=d$.
If $\frac db\le\varepsilon'$ it never exceeds $\varepsilon'$ and nothing is gained. Otherwise it exceeds $\varepsilon'$ exactly for $z<t=\frac{d-b\varepsilon'}2$, and $0\le t\le\frac d2$.

*The gain.* $P(z<t)=1-\frac12e^{-t/b}$ on the first, $\frac12e^{-(d-t)/b}$ on the second. With $\frac tb=\frac12(\frac db-\varepsilon')$ both exponentials, the second multiplied by $e^{\varepsilon'}$, become
$\frac12e^{(\varepsilon'-d/b)/2}$. The gain is $1-e^{(\varepsilon'-d/b)/2}$.

*The worst neighbours* are those with the largest $d$, which is $\Delta$, where $\frac db=\varepsilon$; there $\varepsilon'=s\varepsilon$. Exchanging the neighbours reflects the picture. $\square$
:::

Therefore a pure guarantee of $\varepsilon=1$ contains guarantees for all smaller $\varepsilon'$. Samples show the same curve:
"""

# %%
smaller = np.linspace(0, 1, 21)
ends = 37 + (1 + smaller) / 2
upper = [
    np.mean(withyou > t) - np.exp(e) * np.mean(without > t)
    for e, t in zip(smaller, ends)
]
formula = 1 - np.exp((smaller - 1) / 2)
assert np.abs(upper - formula).max() < 0.01

# %% tags=["hide-input"]
ax = plots.curves(smaller, {"1 − exp((ε′ − 1)/2)": formula}, height=3)
plots.points(smaller, {"400,000 evenings": upper}, ax=ax, ylim=(0, None))
caption = "Laplace noise at ε = 1 seen at a smaller ε′: one curve, of which (1, 0) is only the end."
plots.show(ax, caption, x="ε′", y="smallest δ")

# %% [markdown]
r"""
## Post-processing: what can be done afterwards

The noisy count is $-1.7$. The clinic would rather print $0$. May it?

:::{claim} B-post
:::

(proof-post)=
:::{prf:proof}
*A fixed function.* "$K(M(D))$ lies in $F$" is the same event as "$M(D)$ lies in $K^{-1}(F)$", and the guarantee of $M$ covers all events.

*A random function.* Toss all coins of $K$ first. For each result of the tosses $K$ is a fixed function and the inequality holds; average it over the tosses. They have the same distribution for both neighbours,
*because $K$ does not look at the data*.

*"At most 1 times"* cannot be improved, because $K$ can be the identity. $\square$
:::

The verdict is {verdict}`B-post`. Therefore rounding, clipping, plotting, training a model on the release and passing it on have no further privacy cost, and they are often useful.
Few people would mind if a count of 3 were printed as a whole number that is not negative:
"""

# %%
shy = Laplace(sensitivity=1, epsilon=0.5, relation=Relation.ADD_REMOVE)
noisy = shy.sample(3, 200_000, rng)
tidy = np.maximum(np.round(noisy), 0)
errors = [np.sqrt(np.mean((d - 3) ** 2)) for d in (noisy, tidy)]
assert errors[1] < errors[0]
print(f"typical error {errors[0]:.2f} before, {errors[1]:.2f} after")

# %% [markdown]
r"""
One word of the proof carries everything: *does not look at the data*.
Here is a clinic that draws its noise five times and prints the number nearest to the truth, "because all five are private anyway":
"""


# %%
def nearest_of_five(count, size, rng):
    tries = rng.laplace(count, 1.0, (size, 5))
    best = np.abs(tries - count).argmin(axis=1)
    return tries[np.arange(size), best]


def rounded(count, size, rng):
    return np.maximum(np.round(rng.laplace(count, 1.0, size)), 0)


honest = audit(rounded, (37, 38), 400_000, rng=rng)
peeking = audit(nearest_of_five, (37, 38), 400_000, rng=rng)
assert honest.epsilon <= 1 and peeking.epsilon > 4
print(
    f"rounded: ε ≥ {honest.epsilon:.2f};  nearest of five: ε ≥ {peeking.epsilon:.2f}"
)

# %% [markdown]
r"""
Each try on its own keeps $\varepsilon=1$, and all five together would keep $5$. The choice among them uses the truth, so it is not post-processing.
The same mistake in a suit is called "we re-ran it until the plot looked right".

## Reading ε off samples

We have used a function `audit` without explaining its method. How would you do it?
The first idea is to cut the outcomes into bins and take the largest log-ratio. Here it is, on the honest counter with $\varepsilon=1$:
"""


# %%
def largest_log_ratio(first, second, bins):
    edges = np.linspace(28, 47, bins + 1)
    a, b = (np.histogram(d, edges)[0] for d in (first, second))
    both = (a > 0) & (b > 0)
    return np.abs(np.log(a[both] / b[both])).max()


few = without[:20_000], withyou[:20_000]
naive = {n: largest_log_ratio(*few, n) for n in (5, 20, 100, 1000)}
assert min(naive.values()) > 1.3 and naive[1000] > 2.5
print(*(f"{n:>5} bins: “ε = {e:.2f}”" for n, e in naive.items()), sep="\n")

# %% [markdown]
r"""
With any number of bins the estimate exceeds 1, and finer bins make it worse, although the mechanism satisfies its guarantee.
Two things went wrong. The ratio of a rare bin is mostly sampling error, and we *chose* the bin because its ratio was large.

The repair has two parts, one for each.

1. Choose the event on one half of the samples, and look at it on the other half only.
2. Report the values of $\varepsilon$ that the counts exclude with confidence, not the value that they suggest.
"""

# %%
from scipy.stats import beta

half = len(few[0]) // 2
cut = 37.0  # on the first half: below 37, “without” is clearly ahead
assert np.mean(few[0][:half] < cut) > 2 * np.mean(few[1][:half] < cut)
hits = [int(np.sum(d[half:] < cut)) for d in few]
at_least = beta.ppf(0.0005, hits[0], half - hits[0] + 1)
at_most = beta.ppf(0.9995, hits[1] + 1, half - hits[1])
bound = np.log(at_least / at_most)
print(f"{hits} of {half}: with 99.9% confidence ε ≥ {bound:.2f}")

# %% [markdown]
r"""
The bounds are those of {cite:t}`clopper1934`, which hold for every number of samples.
Such a number is always on the safe side: it comes closer to the truth from below as samples accumulate, and it exceeds the truth hardly ever.
{doc}`17_auditing` turns the idea into an instrument, with a theorem of its own about how rarely it errs.

## Common mistakes

- *"ε = 0.1 is tiny."* For you. For a family of five it is 0.5, and for a question asked ten times a day it is 365 a year.
- *"It is differentially private."* Under which relation? With which $\delta$? For one release or for all?
- *"δ = 1/n is small."* The mechanism that prints one randomly chosen record in full has exactly this $\delta$ (an exercise below).
- *"We only selected among private outputs."* By looking at what?

## Exercises

:::{exercise}
:label: ex-11-coins

The oldest mechanism needs no computer. Toss a coin in secret. Heads: answer truthfully. Tails: toss again and answer yes on heads, no on tails.
Find its $\varepsilon$ exactly, and how to estimate the share of true yes from the answers.

*Hint:* an event about one answer has two members. {prf:ref}`B-hockey` with $\delta=0$ asks for the largest ratio.
:::

:::{solution-start} ex-11-coins
:class: dropdown
:::
"""

# %%
law = Fraction(3, 4), Fraction(1, 4)
assert hockey_stick(law, law[::-1], Fraction(3)) == 0
truth = rng.random(50_000) < 0.2
answers = np.where(rng.random(50_000) < 0.5, truth, rng.random(50_000) < 0.5)
print(f"ε = ln 3 = {np.log(3):.3f}")
estimate = 2 * answers.mean() - 0.5
print(f"true share {truth.mean():.3f}, estimate {estimate:.3f}")

# %% [markdown]
r"""
A truthful answer comes with probability $\frac34$, the other with $\frac14$; the ratio is $3$, so $\varepsilon=\ln3$ for substituting one person's answer.
If a share $s$ of the truths is yes, a share $\frac s2+\frac14$ of the answers is, which we solve for $s$.

:::{solution-end}
:::

:::{exercise}
:label: ex-11-one-record

A mechanism prints one of $n$ records, chosen at random, in full. Show that it is $(0,\frac1n)$-private under substitution, and no better for any $\varepsilon$.
Why is that not accepted as privacy?

*Hint:* compute the hockey stick for the case that your record differs from all others.
:::

:::{solution-start} ex-11-one-record
:class: dropdown
:::
"""

# %%
n = 8
others = tuple(Fraction(1, n) for _ in range(n - 1))
yours, replaced = Fraction(1, n), Fraction(0)
one, other = (*others, yours, replaced), (*others, replaced, yours)
for lamda in (Fraction(1), Fraction(2), Fraction(10**6)):
    assert hockey_stick(one, other, lamda) == Fraction(1, n)

# %% [markdown]
r"""
Outcomes: one for each of the others, one for your old record, one for your new one. The common outcomes never contribute for $\lambda\ge1$, and your record contributes $\frac1n-0$.
Every time the mechanism runs, *one person* is exposed completely. Each of them is a stranger to whom a guarantee with $\delta=\frac1n$ was kept.

:::{solution-end}
:::

:::{exercise}
:label: ex-11-zero-out

Show that a mechanism that is $(\varepsilon,0)$-private under zero-out is $(2\varepsilon,0)$-private under substitution. Then find in the table above a statistic for which the factor two is needed, and one for which it is not.
:::

:::{solution} ex-11-zero-out
:class: dropdown

As in {prf:ref}`B-relations`, with the blanked data set in between: replace $a$ by the blank, then the blank by $b$.
The table, the sum and the average move twice as far under substitution as under zero-out; the number of those who say $+1$ does not.
:::

:::{exercise}
:label: ex-11-bet

A reader wins the bet "with you or without you" on even odds. Show that no strategy wins more often than $\frac12(1+\delta_0)$, where $\delta_0$ is the hockey stick at $\varepsilon=0$, and compute it for Laplace noise with $\varepsilon=1$.
Compare with the share of bets won above.
:::

:::{solution-start} ex-11-bet
:class: dropdown
:::
"""

# %%
limit = (1 + (1 - np.exp(-1 / 2))) / 2
assert abs(limit - right_bets) < 0.005
print(f"at most {limit:.3f}; the simple rule won {right_bets:.3f}")

# %% [markdown]
r"""
Let $E$ be the outputs on which the reader says "with you". The chance to win is $\frac12P(E)+\frac12(1-P'(E))=\frac12+\frac12(P(E)-P'(E))$, and {prf:ref}`B-hockey` with $\lambda=1$ bounds the difference.
{prf:ref}`B-profile` at $s=0$ gives $\delta_0=1-e^{-1/2}$. The rule "above 37.5" is the best there is.

:::{solution-end}
:::

## Summary

A mechanism is private if each of its outputs would have been nearly as likely without you, where "without you" must be spelled out: removed, replaced, or blanked.
Between these, a conclusion can change by a factor of two, and for the number of records it changes from free to impossible. One event, the outcomes more than $e^\varepsilon$ times as likely, tests the whole guarantee.
Every result that is computed from a release without the data is as private as the release; a result that uses the data once more is not. Samples can bound $\varepsilon$ from below, if the event is chosen on other samples than those that test it.

**Next.** {doc}`12_noise_to_measure` asks how much noise is enough, and how much of it is wasted.
"""
