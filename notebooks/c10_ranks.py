# %% [markdown]
r"""
# Do older people live farther away?

:::{chapter} 10
:asks: How strongly do two columns go together, and what does one person add to that?
:needs: c01_two_evenings, c02_sums_and_histograms, c05_choosing, c09_cause
:teaches: Kendall's τ, Spearman's r_S, concordant pairs, exhaustive search
:skip: the folded proof, and the section on the software's default
:::

In chapter 9 the question was about two groups: with a reward and without.
Age and distance come in no groups. They are two columns of numbers, and the question is whether large goes with large.

It matters for the study. Suppose that old people lived far from the clinics. Then "far" would also mean "old", and a person who stays away because of the walk could not be told from one who stays away because of age.
The places of the clinics were drawn by lot, so there should be little to see. Let us look, privately.
"""

# %% tags=["hide-input"]
import math
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import participants
from privcausal.pairs.correlation import private_correlation
from privcausal.pairs.rank import kendall as library_kendall
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

# %% [markdown]
r"""
## Ask two people at a time

Draw two people by lot. Is the older one also the one who lives farther away?
Do it a thousand times:
"""

# %%
people = participants()
age, distance = people.age.to_numpy(), people.distance.to_numpy()
rng = np.random.default_rng(8)
one, other = rng.integers(0, len(people), (2, 1000))
older = np.sign(age[one] - age[other])
says = older * np.sign(distance[one] - distance[other])
yes, no, tied = (np.sum(says == answer) for answer in (1, -1, 0))
print(f"yes: {yes}  no: {no}  the same age, place or person: {tied}")
assert says.sum() == 55  # as said below

# %% [markdown]
r"""
About as many *yes* as *no*: by the luck of which pairs we drew alone the difference scatters by some 31 (the root of 1,000 less the ties), so 55 is not rare. (We may look because the table is public.) A pair that says *yes* is called **concordant**, one that says *no* is **discordant**.
Instead of a thousand pairs take all of them, and you have a number:

> **Kendall's $\tau$** of $m$ records is the number of concordant pairs minus the number of discordant pairs, divided by the number $\binom m2$ of all pairs.

It is 1 if both columns have the same order (and no ties), $-1$ if they have opposite orders, and near 0 if they have nothing to do with each other.
A *tied* pair, of the same age or at the same distance, counts as neither. Here it is, as a fraction, so that nothing is rounded:
"""


# %%
def sign(z):
    return int(z > 0) - int(z < 0)


def tau(x, y):
    """Concordant minus discordant pairs, over all pairs."""
    pairs = list(combinations(zip(x, y), 2))
    votes = (sign(a - c) * sign(b - d) for (a, b), (c, d) in pairs)
    return Fraction(sum(votes), len(pairs))


print(tau([1, 2, 3, 4], [1, 2, 4, 3]), " ", tau([1, 2, 3, 4], [4, 3, 2, 1]))

# %% [markdown]
r"""
Only the *order* counts. Write the distance in miles, or take the logarithm of the age: $\tau$ stays the same.
So no value counts for more than its place in the order, and $\tau$ needs no declared range and no clipping, which the mean of {doc}`c02_sums_and_histograms` did need. A person who claims to be a thousand years old is simply the oldest.

## What can one person do?

Be that person. Eleven others stay where they are; you walk over the whole plane.
(The figure also shows Spearman's correlation, which comes below.)
"""

# %%
explorers.moving_record()

# %% [markdown]
r"""
However you walk, you cannot change a pair that does not contain you.
You are in $m-1$ of the $\binom m2=\frac{m(m-1)}2$ pairs. Each of them can at most turn from *yes* to *no*, which moves the sum by 2. So

$$
\text{change of }\tau\;\le\;\frac{2(m-1)}{m(m-1)/2}\;=\;\frac4m .
$$

All of them turn if your $y$ is the largest, and your $x$ goes from the smallest to the largest.

> **Replacing one of $m$ records moves Kendall's $\tau$ by at most $4/m$, and it can happen.** {verdict}`K-kendall`

:::{quiz} A hundred patients, and one of them is replaced. How far can τ move at most?
= 0.04 ± 0.0001 :: Yes: 4/100.
!= 0.02 :: Each of your pairs can turn from +1 to −1, which is a move by 2.
!= 0.01 :: You are in 99 of 4,950 pairs, a share of 1/50, and each of them can move by 2.
:::

That is the whole proof, and proofs contain slips. For small tables we can do something better than trust: look at *all* of them without ties.
Ranks see nothing but order. So number the others $1,2,\dots,m-1$ in the order of $x$; their order in $y$ can be any permutation; and your own record stands in one of the $m$ gaps of each column. With the others fixed, the most that you can do is the largest value minus the smallest.
"""


# %%
def worst_untied(score, m):
    """The most that one record moves a score, over all tables of m records without ties."""
    gaps = [place + 0.5 for place in range(m)]
    moved = list(product(gaps, repeat=2))
    worst = 0
    for order in permutations(range(1, m)):
        values = [score([*range(1, m), a], [*order, b]) for a, b in moved]
        worst = max(worst, max(values) - min(values))
    return worst


for m in range(2, 7):
    worst, tables = worst_untied(tau, m), math.factorial(m - 1) * m * m
    print(f"m = {m}: {tables:5} tables, worst change {worst}")
    assert worst == Fraction(4, m)

# %% [markdown]
r"""
It is $4/m$ each time, exactly. Two things make this *exhaustive search* convincing.
It can fail: with $3/m$ in its place, the assertion would stop the page. And it knows nothing of our proof, so it does not repeat a slip of ours.
What it cannot do is speak about $m=2{,}834$, or about ties (an exercise looks at these). For that there is the proof; for the proof there is the search. The badge stands for both.

## Another rank correlation

Many papers use a different one. Give each person a rank in each column (people who tie share the average of their ranks), and let $d_i$ be the difference of the two ranks of person $i$.

> **Spearman's $r_S$** is $\;1-\dfrac{6\sum_i d_i^2}{m(m^2-1)}$.

Now the walk is less harmless. When you pass a person, that person's rank changes too, so **one replacement can touch every $d_i$**. How much in total? A proof is not obvious. A search is:
"""


# %%
def ranks(x):
    """1 for the smallest; those who tie share the average."""
    return [Fraction(len(x) + 1 + sum(sign(a - b) for b in x), 2) for a in x]


def spearman(x, y):
    m = len(x)
    squares = sum((a - b) ** 2 for a, b in zip(ranks(x), ranks(y)))
    return 1 - 6 * squares / (m * (m * m - 1))


exact = {m: worst_untied(spearman, m) for m in range(2, 6)}
for m, worst in exact.items():
    print(f"m = {m}: worst change {worst!s:>3}", end=", ")
    print(f"and 6/(m + 1) = {Fraction(6, m + 1)!s:>3}")
assert all(worst == Fraction(6, m + 1) for m, worst in exact.items())

# %% [markdown]
r"""
A pattern that holds four times is a guess. Here is why it always holds, for a walk in one column and without ties.
Multiply the two ranks of each person, and call the sum of these products $T$. Expand the squares: $\sum d_i^2$ is a constant minus $2T$. So ask how far $T$ can move.
You walk from your old place to the new one past one person at a time, and each time the two of you exchange neighbouring ranks.
This moves $T$ by your rank minus theirs (or theirs minus yours, on the way down) in the *other* column: a different whole number for each person, and $m-1$ at most.
So their sum is at most $(m-1)+\dots+1=\frac{m(m-1)}2$, the sum of squares moves by twice that, and $\frac{6\,m(m-1)}{m(m^2-1)}=\frac6{m+1}$.

Two columns at once, and ties, need more work, which is done elsewhere. All in all:

> **Replacing one of $m$ records moves Spearman's $r_S$ by at most $6/(m+1)$, with ties {verdict}`B-spearman-ties` or without, and it can happen.**

:::{dropdown} The same with letters
Let $a_i,b_i$ be the ranks of person $i$, and $T=\sum_i a_ib_i$. Without ties $\sum d_i^2=\text{const}-2T$, so we ask how far $T$ can move.
Say you walk upwards in $x$, and your rank in $y$ is $v$. You pass person $i$: your $x$-rank grows by one, which adds $v$ to $T$; the other's shrinks by one, which takes $b_i$ away.
So $T$ changes by $\sum(v-b_i)$ over the people you pass, and the $b_i$ are different numbers. With $v=m$ and all $m-1$ others passed this is $(m-1)+(m-2)+\dots+1$.
If you walk in both columns there are two such sums, over the same $m-1$ people. That together they do not pass the same total, the companion counts out in the proof of {prf:ref}`K-spearman`; the proof for ties stands beneath it.
:::

:::{admonition} How it was got wrong
:class: warning
The article that first used these correlations for private causal inference {cite:p}`kusner2016` gives $30/m$ for Spearman. {verdict}`K-spearman`

Its argument: each of the other $d_i$ changes by at most 2; no $|d_i|$ is larger than $m-1$; your own $|d_i|$ changes by at most $m-1$. Each of these is true. So each of the $m-1$ other squares moves by at most $2\cdot2(m-1)$ and yours by $(m-1)^2$, which is $5(m-1)^2$ together; times $\frac6{m(m^2-1)}$ that is below $\frac{30}m$. But these worst cases *never happen together*.
So the bound is safe, and about five times as large as it need be. A release made with it at $\varepsilon=0.1$ is as noisy as a release with the exact bound at $\varepsilon=0.02$.
Adding worst cases is always safe, and exact only if they can happen together, as for $\tau$. When a sensitivity matters to you, search small tables before you pay.
:::
"""

# %% tags=["hide-input"]
grid = np.arange(2, 31)
bounds = {
    "r_S, published: 30/m (never more than 2)": np.minimum(30 / grid, 2),
    "r_S, exact: 6/(m + 1)": 6 / (grid + 1),
    "τ, exact: 4/m": 4 / grid,
}
ax = plots.curves(grid, bounds, ylim=(0, 3.2))
results = {"r_S, all tables without ties": [float(w) for w in exact.values()]}
plots.points(list(exact), results, ax=ax, first=1, colours=[plots.RED])
caption = "The squares, found by search, lie on the exact curve. The published bound is five times as large, cut off at 2, the whole range."
ax.set_ylabel("largest change by one person")
plots.show(ax, caption, x="number of records m")

# %% [markdown]
r"""
## The question to the table

We ask for Kendall's $\tau$ of age and distance, at $\varepsilon=0.1$. The noise has scale
"""

# %%
n, epsilon = len(people), 0.1
asking = Laplace(4 / n, epsilon, Relation.SUBSTITUTION)
true = library_kendall(age, distance)
release = asking.release(true, np.random.default_rng(2011))
print(f"scale {asking.scale:.4f}; published: τ = {release}")

# %% [markdown]
r"""
(The library counts the four million pairs by sorting, in a few milliseconds.) The library's own function does these three lines in one.
With the same seed it draws the same noise, so this tells us nothing new and costs nothing more:
"""

# %%
own = np.random.default_rng(2011)
price = {"epsilon": epsilon, "relation": Relation.SUBSTITUTION}
again = private_correlation(age, distance, score="kendall", rng=own, **price)
assert again == release

# %% [markdown]
r"""
## Is it more than chance?

The number has two sources of error, as in {doc}`c09_cause`. The noise is ours, and we know its law.
And even if age and distance had nothing to do with each other, $\tau$ would not be exactly 0: each table is a draw of luck.
How large is luck? If all orders of $y$ are equally likely and there are no ties, $\tau$ is nearly normal with mean 0 and standard deviation (an old formula, which we do not prove, but try)

$$
s=\sqrt{\frac{2(2n+5)}{9n(n-1)}}\;\approx\;\frac{2}{3\sqrt n}.
$$

No data go into this, only $n$. (Ties make it smaller. Villages in which all are of like age and equally far would make it larger.) A few shuffles of made-up columns agree:
"""

# %%
luck = math.sqrt(2 * (2 * n + 5) / (9 * n * (n - 1)))
orders = (rng.permutation(n) for _ in range(300))
shuffled = [library_kendall(np.arange(n), order) for order in orders]
print(f"formula {luck:.4f}, 300 shuffles {np.std(shuffled):.4f}")
assert abs(np.std(shuffled) / luck - 1) < 0.2

# %% [markdown]
r"""
So here is a private test of independence. Draw luck and noise many times, all from public numbers, and see how often they reach what was published:
"""

# %%
size = 1_000_000
chance = rng.normal(0, luck, size) + rng.laplace(0, asking.scale, size)
p_value = np.mean(np.abs(chance) >= abs(release.value))
limit = np.quantile(np.abs(chance), 0.95)
observed = np.mean(np.abs(0.1 + chance) > limit)
print("chance alone goes as far as the published number in", end=" ")
print(f"{p_value:.0%} of draws")
print(f"5% of draws go beyond {limit:.3f}", end="; ")
print(f"a true τ of 0.1 would do so in {observed:.0%}")
alone = np.mean(np.abs(rng.normal(0, luck, 100_000)) >= abs(release.value))
print(f"luck alone, with the noise forgotten: {alone:.1%} of draws")
assert p_value > 0.05 > alone and observed > 0.95

# %% tags=["hide-input"]
places = np.linspace(-0.12, 0.12, 97)
without = rng.normal(0, luck, 100_000)
draws = {"luck alone": without, "luck and noise, ε = 0.1": chance}
line = {release.value: "published"}
ax = plots.histogram(draws, places, steps=False, place=line)
caption = "What chance gives without privacy, and with it. The line is our answer: within reach of luck and noise together, hardly of luck alone."
ax.set_xlabel("τ of two columns that have nothing to do with each other")
plots.show(ax, caption, y="share of draws")

# %% [markdown]
r"""
The published number is within what chance gives, as one would hope, since the clinic's place was drawn by lot. Luck alone would hardly reach it: a reader who forgets the noise would announce a discovery.
What may we say? Not "age and distance are unrelated": a small relation would hide behind luck and noise. We may say that a $\tau$ of 0.1 would very probably have shown itself, and did not, if people can be counted one by one (villages of like age would widen the luck).

Would more people have helped? 19 times in 20 luck stays within $1.96\cdot\frac2{3\sqrt n}$, and Laplace noise within $\ln 20$ scales (chapter 1), that is $\frac{4\ln20}{n\varepsilon}$. The first shrinks like $1/\sqrt n$, the second like $1/n$. Where are they equal?
"""

# %%
even = lambda e: (4 * math.log(20) / e / (1.96 * 2 / 3)) ** 2
crossing = {e: even(e) for e in (0.1, 1.0)}
for e, size in crossing.items():
    print(f"ε = {e}: from {math.ceil(size):,} people on", end=", ")
    print("luck is larger than noise")
times = math.sqrt(crossing[0.1] / n)
print(f"our table, ε = 0.1: noise is {times:.1f} times luck")

# %% tags=["hide-input"]
sizes = np.geomspace(50, 200_000, 60)
errors = {"luck": 1.96 * 2 / 3 / np.sqrt(sizes)} | {
    f"noise, ε = {e:g}": 4 * math.log(20) / e / sizes for e in crossing
}
ax = plots.curves(sizes, errors, log="xy", place=n, ylim=(1e-4, 2))
caption = "Noise falls twice as steeply as luck. Where its line is well below, privacy is nearly free. Thin line: our table."
plots.show(ax, caption, x="number of people", y="error of τ, 19 times in 20")

# %% [markdown]
r"""
:::{quiz} A study repeats this with a hundred times as many people, at the same ε. What becomes of the two errors?
- [ ] Both are ten times smaller. :: Luck is. The noise has scale 4/(nε).
- [x] Luck is ten times smaller, noise a hundred times. :: Yes: 1/√n against 1/n.
- [ ] Luck is ten times smaller, the noise stays. :: The noise of a *count* would stay. Here each person is in a smaller share of the pairs.
:::

**For $\tau$, privacy is a problem of small tables.** Ours, at this price, lies on the wrong side of the crossing: the noise is 1.7 times as large as the luck.

## A trap: the software's default

Ask SciPy for Kendall's correlation and you get another number, $\tau_b$. It divides by fewer pairs, to make up for ties: $\sqrt{(P-P_x)(P-P_y)}$ in place of $P=\binom m2$, where $P_x$ pairs tie in $x$ and $P_y$ in $y$.
That looks harmless. Take a hundred people. Ninety-nine have the same record, and one differs:
"""

# %%
from scipy.stats import kendalltau

crowd = [0] * 99
for you in ((1, 1), (1, -1)):
    x, y = [*crowd, you[0]], [*crowd, you[1]]
    tau_b = kendalltau(x, y).statistic
    print(f"you at {you}: τ_b = {tau_b:+.0f}, τ = {float(tau(x, y)):+.2f}")

# %% [markdown]
r"""
You alone move $\tau_b$ from 1 to $-1$, its whole range, among a hundred people or a million. Only noise made for the whole range hides you. (SciPy's `spearmanr` does the same; our formula for $r_S$ does not.)
The plain $\tau$ moves by $4/m$ and no further. The lesson is one to keep: **never divide, before the noise, by something that one person can change and that may be small.**

## Exercises

:::{exercise} ★ Five patients
:label: ex-c08-five

No code. Five patients took doses 1, 2, 3, 4, 5, and felt 2, 1, 3, 5, 4 (more is better). (a) What is $\tau$? (b) The patient with dose 5 is replaced by one with the same dose who felt worst of all. What is $\tau$ now? (c) What does the theorem allow for five records, and why was it not reached?
:::

:::{solution} ex-c08-five
:class: dropdown

(a) Of ten pairs two are discordant, (1, 2) and (4, 5). So $\tau=\frac{8-2}{10}=0.6$. (b) The four pairs with the last patient are now all discordant; three of them were concordant before. So $5$ concordant, $5$ discordant, $\tau=0$. (c) $4/5$, if all four pairs turn. One was discordant already, so three turned: $3/5$.
:::

:::{exercise} ★ No range needed
:label: ex-c08-range

No code. The mean reward needed declared bounds before it could be made private, and $\tau$ does not. Which property makes the difference? Name another statistic of this course that has it.
:::

:::{solution} ex-c08-range
:class: dropdown

Only the order counts. However extreme a record is, it can change only the pairs it is in, and each pair counts at most 1. A count has the same property, and so has the median's score in chapter 5: people are counted, not amounts.
:::

::::{exercise} ★★ Implement, then assert: `kendall`
:label: ex-c08-mine

Our `tau` needs some seconds for 2,834 people. Write `kendall(x, y)` for two arrays **without a loop over pairs**, returning a float, and compute $\tau$ of all people in about a second or less. Then `check("kendall", kendall)`.

:::{dropdown} Hint
`np.subtract.outer(x, x)` is the table of all differences. Each pair stands in it twice.
:::
::::

:::{solution-start} ex-c08-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def kendall(x, y):
    """Concordant minus discordant pairs, over all pairs; ties count for neither."""
    above = np.sign(np.subtract.outer(x, x))
    right = np.sign(np.subtract.outer(y, y))
    m = len(x)
    return float((above * right).sum() / (m * (m - 1)))


# %%
check("kendall", kendall)
assert math.isclose(kendall(age, distance), library_kendall(age, distance))

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise} ★★ Without the sign
:label: ex-c08-absolute

A clerk wants only the strength $|\tau|$, not the sign. Show that it too moves by at most $4/m$. Then let `worst_untied` say for which $m\le6$ the bound is reached.
:::

:::{solution-start} ex-c08-absolute
:class: dropdown
:::
"""

# %%
size_of_tau = lambda x, y: abs(tau(x, y))
strength = {m: worst_untied(size_of_tau, m) for m in range(2, 7)}
print({m: f"{worst} of {Fraction(4, m)}" for m, worst in strength.items()})

# %% [markdown]
r"""
$\bigl||a|-|b|\bigr|\le|a-b|$, so the bound holds. It is reached for $m=4,5,6$. With two or three records it cannot be, with ties or without: $|\tau|$ moves by 1 at most, and $4/m$ is more.

:::{solution-end}
:::

:::{exercise} ★★ Another quotient
:label: ex-c08-gamma

Goodman and Kruskal's $\gamma$ leaves ties out altogether: $\gamma=\frac{C-D}{C+D}$ with $C$ concordant and $D$ discordant pairs. Find a table of any size in which one person moves it from 1 to $-1$, and check it by machine for 50 people.
:::

:::{solution-start} ex-c08-gamma
:class: dropdown
:::
"""


# %%
def gamma(x, y):
    pairs = combinations(zip(x, y), 2)
    votes = [sign(a - c) * sign(b - d) for (a, b), (c, d) in pairs]
    return sum(votes) / sum(abs(vote) for vote in votes)


print(gamma([0] * 49 + [1], [0] * 49 + [1]), end=" ")
print(gamma([0] * 49 + [1], [0] * 49 + [-1]))

# %% [markdown]
r"""
The crowd of equals again: all untied pairs contain you, so you decide the quotient alone. To be safe, divide by $\binom m2$, which is public.

:::{solution-end}
:::

::::{exercise} ★★★ Search with ties: `worst_change`
:label: ex-c08-worst

`worst_untied` never sees a tie, and a sensitivity must hold for tables with ties as well. Write `worst_change(score, m, values)`: the most that one record moves `score(x, y)` over **all** tables of $m$ records whose entries, in both columns, come from the list `values`. Check it with `check("worst_change", worst_change)`. Then look at $\tau$ and $r_S$ for three records and the values 1 to 5.

:::{dropdown} Hint
The possible records are all pairs of values. The others are $m-1$ of them, repeats allowed, and their order does not matter (`itertools.combinations_with_replacement`). For each choice, your record runs through all pairs.
:::
::::

:::{solution-start} ex-c08-worst
:class: dropdown
:::
"""


# %% tags=["mine"]
def worst_change(score, m, values):
    """The most that one record moves a score, over all tables with these entries."""
    from itertools import combinations_with_replacement, product

    records, worst = list(product(values, repeat=2)), 0
    for others in combinations_with_replacement(records, m - 1):
        results = [score(*zip(*others, you)) for you in records]
        worst = max(worst, max(results) - min(results))
    return worst


# %%
check("worst_change", worst_change)
for score in (tau, spearman):
    print(score.__name__, worst_change(score, 3, range(1, 6)))

# %% [markdown]
r"""
Ties change neither bound: $\frac43$ and $\frac64$. Five values are enough for three records: two for the others, and three for the gaps below, between and above them. Three values happen to reach both numbers too; only with five is it certain that no order was left out.

:::{solution-end}
:::

::::{exercise} ★★★ Which of the two is the better buy?
:label: ex-c08-buy

Spearman needs noise for $6/(m+1)$, Kendall for $4/m$. Is Kendall the better buy at equal $\varepsilon$? Simulate weakly related columns ($y=0.2x+$ noise, both normal), and compare, for 2,834 people and $\varepsilon=0.1$: the typical value, the standard deviation of luck, and that of the noise.

:::{dropdown} Hint
Compare the three *ratios* of Spearman to Kendall.
:::
::::

:::{solution-start} ex-c08-buy
:class: dropdown
:::
"""

# %%
from privcausal.pairs.rank import spearman as library_spearman

draw = np.random.default_rng(5)
drawn = draw.normal(size=(200, n))
columns = [(x, 0.2 * x + draw.normal(size=n)) for x in drawn]
scores = {"r_S": library_spearman, "τ": library_kendall}
noise = {"r_S": 6 / (n + 1) / 0.1, "τ": 4 / n / 0.1}
for name, score in scores.items():
    values = [score(x, y) for x, y in columns]
    loud = math.sqrt(2) * noise[name]
    print(f"{name:>3}: typical {np.mean(values):.3f}", end=", ")
    print(f"luck {np.std(values):.4f}, noise {loud:.4f}")

# %% [markdown]
r"""
All three ratios are about $\frac32$: near independence $r_S\approx\frac32\tau$, its luck is $\frac32$ of Kendall's, and so is its noise. There is nothing to choose, as long as the exact bound is used. With $30/m$ Spearman would have five times the noise.

:::{solution-end}
:::

## The bill
"""

# %%
bill(8, release.price)

# %% [markdown]
r"""
## Three formulas

$$
\Delta_\tau=\frac4m\qquad\qquad \Delta_{r_S}=\frac6{m+1}\qquad\qquad \text{luck}\approx\frac2{3\sqrt n}\ \text{ against noise of scale }\frac4{n\varepsilon}
$$

**In one paragraph.** A rank correlation asks pairs of people whether two columns agree in their order. One person is in few pairs, so Kendall's $\tau$ moves by at most $4/m$ and needs no declared range. Spearman's $r_S$ moves by at most $6/(m+1)$, which a search over all small tables suggests before any proof; a published bound is five times as large. A private correlation can be tested against chance from public numbers alone. And a correlation that divides by something private may need noise as wide as its whole range. More, with all proofs, in {doc}`22_rank_correlations`.

**Next.** A correlation has no direction: age and distance agree as much as distance and age. {doc}`c11_residuals` looks for a trace that only the cause leaves.
"""
