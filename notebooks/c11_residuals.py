# %% [markdown]
r"""
# Which one is the cause?

:::{chapter} 11
:asks: Two columns go together. Can the table itself say which one drives the other?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition, c09_cause, c10_ranks
:teaches: residuals, additive noise models, HSIC
:skip: the folded proof, and the exercises with three stars
:::

With a lot, cause is easy: the reward was drawn, so whatever goes with it, but for luck, is its effect.
Most tables have no lot. A correlation does not help, because it has no direction: $\tau$ of $x$ and $y$ is $\tau$ of $y$ and $x$.

Under one assumption there is a trace, and it lies in an unlikely place: in what is *left over* when a curve has explained all that it can.
This chapter finds the trace, makes the search private, and then asks it a question whose right answer is "I cannot tell".
"""

# %% tags=["hide-input"]
import math
from itertools import combinations_with_replacement, product

import numpy as np

from privcausal import plots
from privcausal.course import bill, check
from privcausal.data.malawi import BOUNDS, participants
from privcausal.pairs.hsic import hsic as library_hsic
from privcausal.pairs.hsic import hsic_sensitivity
from privcausal.pairs.rank import kendall
from privcausal.pairs.ridge import GaussianKernel
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation

# %% [markdown]
r"""
## A village where we know the truth

First a made-up village of the same size, so that we can be right or wrong.
A dose $x$ is drawn between $-1$ and $1$. The effect $y$ is the cube of the dose, plus luck that knows nothing of the dose, scaled to fit between $-1$ and $1$.
"""


# %%
def village(rng, n=2834):
    x = rng.uniform(-1, 1, n)
    return x, (x**3 + rng.uniform(-0.3, 0.3, n)) / 1.3


x, y = village(np.random.default_rng(9))

# %% [markdown]
r"""
Now forget who made it, and draw a curve through the points, in both directions.
A simple curve will do: cut the range into eight pieces, take the mean in each, and join the means by straight lines, which go on to the ends of the range.
`pieces` gives what the curve is made of, eight sums and eight counts, and `curve` makes a function of them. Only what `pieces` gives has to be made private.
"""

# %%
EDGES = np.linspace(-1, 1, 9)
MIDDLES = (EDGES[1:] + EDGES[:-1]) / 2


def pieces(x, y):
    """In each of eight pieces of [−1, 1]: the sum of y, and the number of people."""
    return np.histogram(x, EDGES, weights=y)[0], np.histogram(x, EDGES)[0]


def curve(sums, counts):
    """The function; noisy sums and counts, which come later, may leave the range."""
    means = np.clip(sums / np.maximum(counts, 1), -1, 1)
    ends = means[[0, -1]] + (means[[0, -1]] - means[[1, -2]]) / 2
    at, heights = np.r_[-1, MIDDLES, 1], np.r_[ends[0], means, ends[1]]
    return lambda places: np.interp(places, at, heights)


f, g = curve(*pieces(x, y)), curve(*pieces(y, x))
of_y, of_x = y - f(x), x - g(y)

# %% tags=["hide-input"]
axes = plots.panels(2, height=2.9)
ways = ((x, of_y, "x", "y − f(x)"), (y, of_x, "y", "x − g(y)"))
for ax, (along, left, name, what) in zip(axes, ways):
    plots.points(along[:500], {what: left[:500]}, ax=ax, size=2.5, level=0)
    ax.set(title=f"left over: {what}", xlabel=name, ylabel=what)
    ax.set_ylim(-0.9, 0.9)
plots.show(
    axes,
    "Left: the true direction leaves a band of one width. Right: the wrong one leaves a shape, wide in the middle.",
)

# %% [markdown]
r"""
What a curve leaves over is called the **residual**. In the true direction it looks the same wherever you stand: it is the luck that was put in. (At the ends our straight pieces miss the cube a little.)
In the other it does not. Near $y=0$ the cube is flat, so a little luck in $y$ means a long way in $x$. Tell me $y$, and I can tell how far off your guess of $x$ may be.
**In the wrong direction, the residual knows something about its input.** That is the trace.

## When there is a trace

Two variables follow an **additive noise model** $X\to Y$ if $Y=f(X)+N$ with luck $N$ that is independent of $X$.

Give each direction a score for what its residual knows about its input: 0 if it knows nothing, larger if it knows something. The direction with the smaller score wins.

> **In an additive noise model the residual of $Y$ is independent of $X$. So, with the ideal curve and endlessly many people, the true direction has the score 0, and the wrong one never wins.** {verdict}`K-anm`

The idea in three sentences. For the ideal curve $E[Y\mid X]=f(X)+E[N]$ (ours is near it) the residual is $N-E[N]$, which is independent of $X$. Its score is 0. The other direction has some score, and no score is below 0.

Two things the sentence does *not* say:

- *That there is a winner.* The other score may be 0 too: if $X$ and $Y$ have nothing to do with each other, or if the curve is a straight line and both $X$ and $N$ are normal.
- *That the model is true.* If a third thing drives both columns, an arrow may come out all the same, and means nothing.

## A score that sees every shape

Kendall's $\tau$ is a poor judge here. A curve takes out most of what rises or falls, and what it leaves is a change of width:
"""

# %%
taus = kendall(x, of_y), kendall(y, of_x)
print(f"τ: {taus[0]:+.3f} forwards, {taus[1]:+.3f} backwards")
assert abs(abs(taus[0]) - abs(taus[1])) < 0.01

# %% [markdown]
r"""
As large in one direction as in the other. (Neither is quite 0: between the ends too, straight pieces miss a bent curve a little.) Here is a score that sees *any* dependence, given enough people (we do not prove it). It asks: **are people who are alike in one column alike in the other?**

Begin with four people. In $x$ two of them stand at one place and two at another. Write 1 for two at the same place (each person with themselves too) and 0 for the others: a $4\times4$ matrix $K$. Make a matrix $L$ of $y$ in the same way.
Pairs that are alike in both have a 1 in both matrices. So multiply entry by entry, and add up; then once more with the mean, $\frac12$, taken from $K$:
"""

# %%
first = [0, 0, 1, 1]
K = np.equal.outer(first, first)
for words, second in (
    ("the same groups", [0, 0, 1, 1]),
    ("mixed", [0, 1, 0, 1]),
    ("all at one place", [0, 0, 0, 0]),
):
    L = np.equal.outer(second, second)
    plain, centred = (K * L).sum(), ((K - 0.5) * L).sum()
    print(f"y: {words:17} plain {plain}, mean taken away {centred:.0f}")

# %% [markdown]
r"""
The plain sum does not tell the last column, which says nothing, from the first. With the mean taken away, only the column with the same groups is left over.

For other numbers let the likeness fall smoothly: $k(a,b)=e^{-(a-b)^2/2w^2}$ is 1 for equal numbers, and nearly 0 for numbers much further apart than the *width* $w$.
A person in the middle is like many: so take away the mean of each column and of each row, and give back the mean of all, which went twice: now each row and column of $K$ has mean 0. At the end divide by $(m-1)^2$, or the sum grows with $m$.
The result is called **HSIC** (Hilbert–Schmidt independence criterion, {cite:p}`gretton2005`), in five lines:
"""


# %%
def hsic(a, b, width=0.4):
    K = np.exp(-(np.subtract.outer(a, a) ** 2) / (2 * width**2))
    L = np.exp(-(np.subtract.outer(b, b) ** 2) / (2 * width**2))
    K = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
    return (K * L).sum() / (len(a) - 1) ** 2


forwards, backwards = hsic(x, of_y), hsic(y, of_x)
print(f"HSIC: {forwards:.5f} forwards, {backwards:.5f} backwards")
assert backwards > 10 * forwards and round(backwards, 3) == 0.003

# %% [markdown]
r"""
The wrong direction scores more than ten times as much. The width was chosen beforehand: a fifth of the range. Never read it off the data (an exercise shows why).

:::{quiz} $x$ and $y$ change places. What happens to the two scores?
- [ ] Nothing. :: The scores belong to directions, and the directions have changed their names.
- [x] They change places. :: Yes. A method that infers a direction must turn round when its input does; it is a good test of any such program.
- [ ] Both become larger. :: The same two curves and the same residuals appear, in the other order.
:::

## What one person can do to HSIC

HSIC adds up something over all *pairs* of people, and you are in $2m-1$ of the $m^2$ likenesses. So a bound like "some number divided by $m$" is what to expect.

> **Replacing one of $m$ records moves HSIC by at most $2.5/m$; for large $m$ by at most about $1.344/m$. The article that made this method private has about $16/m$** {verdict}`K-hsic16`**.**

:::{dropdown} The bound in full, and its idea
It is $\frac{27m^2}{4(2m-1)^3}+\frac1{2m}$, in the library `hsic_sensitivity(m)`.
Each number stands for a point in a space of many dimensions, whose distances are $\sqrt{2-2k(a,b)}\le\sqrt2$. HSIC is the squared length of a covariance between the two columns, and one record adds a short vector, of weight $\frac1m$, to it.
No two points are further apart than $\sqrt2$, so the vector is short, and only two lines in the space matter: one from the others' mean to you for each column. On a line everything is a question about numbers between 0 and 1, which a school-book maximum answers. The published proof bounds changes of matrices instead, and adds up what partly cancels.
All steps stand in {doc}`23_hsic`.
:::

A checker, as in the last chapter. The extreme likenesses are 0 and 1, so let both columns have two values that are far apart. Then there are few tables, and we look at all of them:
"""


# %%
def worst_clusters(m):
    """The most that one record moves HSIC, over all tables of two far values in each column."""
    cells, worst = list(product((0, 1), repeat=2)), 0
    for others in combinations_with_replacement(cells, m - 1):
        results = [
            hsic(*np.array([*others, you]).T, width=0.1) for you in cells
        ]
        worst = max(worst, max(results) - min(results))
    return worst


for m in (2, 5, 8, 11):
    print(
        f"m = {m:2}: worst found {m * worst_clusters(m):.3f}/m, bound {m * hsic_sensitivity(m):.3f}/m"
    )
    assert worst_clusters(m) <= hsic_sensitivity(m)
assert abs(1417 * hsic_sensitivity(1417) - 1.344) < 1e-3
assert abs(32 / 27 - 1.185) < 5e-4 and round(16 / 1.344) == 12

# %% [markdown]
r"""
The search never passes the bound, and does not reach it: for large $m$ the worst table known gives $\frac{32}{27m}\approx\frac{1.185}m$, and what lies between is an open question.
For a release a safe bound is enough, and ours is twelve times smaller than what was published.

## Two halves

There is one more danger. A curve that was fitted to your record has bent towards you, so your residual is smaller than it should be.
The cure: deal the people into two halves by lot. The **training half** draws the curves, the **test half** gives the residuals.

For privacy the halves are a gift. A record is in *one* of them. So:

1. *The training half* gives sums and counts in eight pieces, as in {doc}`c02_sums_and_histograms`. A replaced record leaves one piece and enters another. Values lie between $-1$ and $1$, so the eight sums move by at most 2 together, and so do the eight counts. That makes 4. There are two curves, and half of $\varepsilon$ for each: Laplace noise of scale $\frac{4}{\varepsilon/2}=\frac8\varepsilon$.
2. *The curves are published numbers now.* The residual of a test record depends on them and on that record, not on other test records.
3. *The test half*, $m=\frac n2$ records, gives two HSIC scores, with half of $\varepsilon$ for each: noise of scale $\frac{1.344/m}{\varepsilon/2}$.

So each half pays $\varepsilon$. The lot deals rows, whoever is in them: one who replaces you takes your place in your half. So only one half changes, and the other sees nothing of you but published curves. The whole is $\varepsilon$-private, *not* $2\varepsilon$.

In the program `deal` deals the halves, and `rng` draws the noise: `bend` for sums and counts, `ask` for a score. Each pass of the loop is one direction, from `a` to `b`; `left` is the residual, and `LIKE` the likeness $k$ with width 0.4.
"""

# %%
NOISE, LIKE = np.random.default_rng(2004), GaussianKernel(0.4)


def private_scores(x, y, epsilon, deal, rng=NOISE):
    """Noisy scores of x → y and y → x; both columns lie in [−1, 1]. The whole is ε-private."""
    train, test = np.array_split(deal.permutation(len(x)), 2)
    bend = Laplace(4, epsilon / 2, Relation.SUBSTITUTION)
    ask = Laplace(
        hsic_sensitivity(len(test)), epsilon / 2, Relation.SUBSTITUTION
    )
    scores = []
    for a, b in ((x, y), (y, x)):
        noisy = bend.release(np.array(pieces(a[train], b[train])), rng).value
        left = b[test] - curve(*noisy)(a[test])
        exact = library_hsic(a[test], left, kernel_x=LIKE, kernel_y=LIKE)
        scores.append(ask.release(exact, rng).value)
    return scores, ask.scale


# %% [markdown]
r"""
(The library's `hsic` gives the same number, with less memory.)

## When to say "I cannot tell"

A smaller score wins, but by how much? Two noises alone give a difference. Its law is public, so we can say how far noise alone goes in 95% of cases, and name a direction only beyond that:
"""


# %%
def verdict(scores, scale, runs=100_000):
    """Which direction the scores name, if noise alone seldom would."""
    noise = np.random.default_rng(0).laplace(0, scale, (2, runs))
    limit = np.quantile(np.abs(noise[0] - noise[1]), 0.95)
    margin = scores[1] - scores[0]
    if abs(margin) < limit:
        return "cannot tell"
    return "x → y" if margin > 0 else "y → x"


# %% [markdown]
r"""
Two things this rule does not see: the luck of the people (small at our prices), and curves that miss or that noise has bent, which leave traces of unequal size.
How often the rule is right can be *tried out before a single person is asked*, on made-up villages of the same size, in which $x$ is always the cause:
"""

# %%
trials, dice = {}, np.random.default_rng
for epsilon in (0.2, 1, 4):
    runs = [
        private_scores(*village(dice(k)), epsilon, dice(k)) for k in range(40)
    ]
    trials[epsilon] = results = [verdict(*run) for run in runs]
    answers = ", ".join(
        f"{results.count(w)} × {w}" for w in ("x → y", "y → x", "cannot tell")
    )
    means = np.mean([scores for scores, _ in runs], axis=0)
    print(f"ε = {epsilon:3}: {answers}")
    print(f"  mean scores {means[0]:.3f} and {means[1]:.3f}", end=", ")
    print(f"noise on each {runs[0][1]:.4f}")
    assert (means[0] > means[1]) == (epsilon == 0.2)  # as said below
    assert (round(means[0], 3) == 0.014) == (epsilon == 0.2)
    error = np.std([score[0] for score, _ in runs]) / math.sqrt(len(runs))
    assert (round(error, 3) == 0.003) == (epsilon == 0.2)
assert trials[4].count("x → y") >= 36
assert trials[0.2].count("cannot tell") >= 30
assert (trials[0.2].count("y → x"), trials[0.2].count("x → y")) == (3, 0)
assert 8 / 0.2 == 40 and round(2834 / 2 / 8) == 177
loud, quiet = (2 * hsic_sensitivity(2834 // 2) / e for e in (0.2, 4))
assert round(loud / backwards) == 3 and backwards > 6 * quiet  # see below

# %% [markdown]
r"""
So we know beforehand: for such a village it works at $\varepsilon=4$. At $\varepsilon=0.2$ it names 3 of 40, all wrong. Noise on the scores alone would name 2, either way; but the mean scores are the wrong way round. Noise of scale 40 in pieces of 177 people on average bends both curves, and from $x$ to $y$, where the residual is narrow, that shows most: a trace of 0.014, give or take 0.003, as the mean of 40. The true trace, 0.003 in our first village, is faint: a third of a score's noise at $\varepsilon=0.2$, six times a score's noise at $\varepsilon=4$. A direction needs many people or a high price.

:::{quiz} At which price would you ask a real table of this size, if a wrong arrow does harm?
- [ ] At ε = 0.2, since it is the most private. :: It tells you next to nothing, and that mostly wrong. An answer that cannot be used is not worth any price.
- [x] Not at all, or at a price at which the trial works. :: Yes. Not asking costs nothing.
:::

## The question to the table

Our plan was written before this trial, and has a question of this kind at $\varepsilon=0.2$: reward and distance. Which of them drives the other?
By the quiz a study should leave it out. We ask it as a test of the method, because here we know the truth: both were drawn by lot (the distance nearly), so *neither* drives the other, and a method that names a direction is wrong. First, as the table is really public, without any noise:
"""


# %%
def scaled(column, bounds):
    low, high = bounds
    return (2 * np.clip(column, low, high) - low - high) / (high - low)


people = participants()
reward, distance = (
    scaled(people[name].to_numpy(), BOUNDS[name])
    for name in ("reward", "distance")
)
rng = np.random.default_rng(4)
shuffled = [hsic(reward, rng.permutation(distance)) for _ in range(8)]
assert hsic(reward, distance) < max(shuffled)
print(f"HSIC of reward and distance {hsic(reward, distance):.6f}")
print(
    f"of eight shuffles           {min(shuffled):.6f} to {max(shuffled):.6f}"
)

# %% [markdown]
r"""
Shuffled columns score as much. No dependence shows, so no direction can: even without privacy the honest answer is "cannot tell".
Now the private release, once:
"""

# %%
scores, scale = private_scores(
    reward, distance, 0.2, np.random.default_rng(1)
)
price = Price(0.2, 0.0, Relation.SUBSTITUTION)
answer = verdict(scores, scale)
print(
    f"reward → distance {scores[0]:+.4f}, distance → reward {scores[1]:+.4f}, noise {scale:.4f}: {answer}"
)
assert answer == "cannot tell" and min(scores) < 0
assert round(scores[1] - scores[0], 3) == 0.027  # as said below
assert round(4.1 * scale, 3) == 0.039

# %% [markdown]
r"""
The two are 0.027 apart; noise alone stays below 0.039 (the `limit`, 4.1 scales) in 95% of cases. A score below zero is the noise talking; do not round it up before comparing, for the limit was computed for noise of both signs.
At this price the trial said "cannot tell" of nearly every village, also of those with a direction. So the answer is right, and no proof that the method is.

The library's `direction` works in the same two halves, but puts *all* noise on the scores ({doc}`25_protecting_the_training_set`). One training record bends a curve under all test records, so on our village, at $\varepsilon=4$, that noise is more than a hundred times as loud as ours. It compares the published margin with those of simulated pairs, and refuses such a question before anything is spent ({doc}`26_the_experiments`).
"""

# %% tags=["hide-input"]
from privcausal.pairs.private_direction import DirectionMethod, direction

theirs = direction(
    x,
    y,
    bounds=((-1, 1), (-1, 1)),
    method=DirectionMethod("hsic", protect="both"),
    epsilon=4,
    relation=Relation.SUBSTITUTION,
    rng=np.random.default_rng(1),
).noise
assert theirs > 100 * quiet
assert 2834 * 4 / 0.2 == 56_680  # people, in the last exercise

# %% [markdown]
r"""
:::{admonition} How it was got wrong
:class: warning
The authors of the article that first made this method private {cite:p}`kusner2016` published an example program with the article. It calls itself initial code, and draws no noise yet, but computes how often noise would leave the answer right. It has two slips, and neither makes it crash.

*One object, two fits.* A regression there is an object that remembers its last fit. The program fits the same object twice, so that `f` and `g` are one curve, and the residual of $y$ is taken from a curve that was never fitted to $y$. So it fails the test of our first quiz: it does not turn round when the columns are exchanged. (On its own data this hardly shows.)

*Noise for the wrong number.* Its score is Kendall's $\tau$ of the test half. That is $m=n/2$ records, and each moves it by up to $4/m=8/n$. The program counts on $4/n$ {verdict}`K-code`. A release with such noise would cost $2\varepsilon$.

**The $m$ of a sensitivity is the number of records in the score, not in the file.**
:::

## Exercises

:::{exercise} ★ Three plots of residuals
:label: ex-c09-plots

No code. For each pair say which direction you believe: (a) $y-f(x)$ is a band of one width, $x-g(y)$ is a fan (narrow at one end, wide at the other); (b) both are bands of one width; (c) both are fans.
:::

:::{solution} ex-c09-plots
:class: dropdown

(a) $x\to y$. (b) Cannot tell: both directions fit, as with a straight line and bells, or no dependence at all. (c) Cannot tell: the model is false in both directions. Comparing two wrongs would still give an answer, and that is the danger.
:::

:::{exercise} ★ What does a lot do?
:label: ex-c09-lot

No code. Reward was drawn by lot; whether a person learned the result was not. Which direction is possible between them, and why do we not need HSIC for it? What can a lot *not* tell about age and infection?
:::

:::{solution} ex-c09-lot
:class: dropdown

Nothing drives a lot, so only reward → learned is possible, and a difference of shares measures it. Neither age nor infection was drawn; there a lot says nothing, and only assumptions (such as an additive noise model, or knowing that infection does not make people old) give a direction.
:::

::::{exercise} ★★ Implement, then assert: `hsic`
:label: ex-c09-mine

Our lines hold matrices of $m^2$ numbers: for 50,000 people, 20 gigabytes each. Write `hsic(x, y, width)` that holds **no matrix**: go through the people one by one, keep the row sums $r_i$ of $K$ and $s_i$ of $L$, and use (then divide by $(m-1)^2$)

$$
\sum_{ij}K_{ij}L_{ij}-\frac2m\sum_i r_is_i+\frac1{m^2}\Bigl(\sum_ir_i\Bigr)\Bigl(\sum_is_i\Bigr).
$$

Then `check("hsic", hsic)`. Why is this the sum that `hsic` above computes?

:::{dropdown} Hint
One row of $K$ is `np.exp(-(x - x[i]) ** 2 / (2 * width**2))`.
:::
::::

:::{solution-start} ex-c09-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def hsic(x, y, width):
    """Are people who are alike in x alike in y? Row by row."""
    m = len(x)
    together, rows_x, rows_y = 0.0, np.empty(m), np.empty(m)
    for i in range(m):
        k = np.exp(-((x - x[i]) ** 2) / (2 * width**2))
        l = np.exp(-((y - y[i]) ** 2) / (2 * width**2))  # noqa: E741
        together += k @ l
        rows_x[i], rows_y[i] = k.sum(), l.sum()
    middle = 2 * (rows_x @ rows_y) / m - rows_x.sum() * rows_y.sum() / m**2
    return (together - middle) / (m - 1) ** 2


# %%
check("hsic", hsic)
assert math.isclose(hsic(x, of_y, 0.4), forwards)

# %% [markdown]
r"""
Taking the means out of $K$ subtracts $\frac{r_i}m$ from each entry of row $i$ and $\frac{r_j}m$ from each of column $j$, and adds $\frac1{m^2}\sum r$. Multiply each by $L_{ij}$ and add up: the first two give $-\frac1m\sum r_is_i$ each, the last gives the third sum.

:::{solution-end}
:::

:::{exercise} ★★ On which scale?
:label: ex-c09-scale

Luck may multiply: $y=x\,e^{N}$ with positive $x$. Draw 1,000 such records ($x$ uniform on $(0.2,1)$, $N$ uniform on $(-0.5,0.5)$). On the raw scale, is the residual of $y$ independent of $x$? And after logarithms? Use HSIC with width 0.2, and for the curve $E[Y\mid X]=X\,E[e^N]$ itself; $E[e^N]=e^{0.5}-e^{-0.5}$ here.
:::

:::{solution-start} ex-c09-scale
:class: dropdown
:::
"""

# %%
draw = np.random.default_rng(6)
dose, luck = draw.uniform(0.2, 1, 1000), draw.uniform(-0.5, 0.5, 1000)
raw = dose * np.exp(luck) - dose * (math.exp(0.5) - math.exp(-0.5))
print(
    f"raw scale {hsic(dose, raw, 0.2):.5f}, logarithms {hsic(np.log(dose), luck, 0.2):.5f}"
)
assert hsic(dose, raw, 0.2) > 3 * hsic(np.log(dose), luck, 0.2)

# %% [markdown]
r"""
On the raw scale the luck grows with the dose, so the residual knows the dose: the model is false there. In logarithms $\ln y=\ln x+N$ is an additive noise model. The scale is part of the assumption.

:::{solution-end}
:::

:::{exercise} ★★ Whose ε?
:label: ex-c09-whose

No code. A colleague finds it wasteful to divide the people. She uses all of them for the curves and all of them for the scores, with noise for ε in each of the two steps. What is the price now? Name one more thing that goes wrong.
:::

:::{solution} ex-c09-whose
:class: dropdown

Each person is now in both steps, so the prices add up: $2\varepsilon$. And the curve has bent towards the people on whom it is tested, so their residuals are too small.
:::

::::{exercise} ★★★ A width from the data
:label: ex-c09-width

Most programs set the width to the median of all distances between two people. Take 101 people with $x=y$, of whom $c$ stand near 0 and the others near 1, with a spread of 0.001. For which $c$ does one person who moves from one group to the other change HSIC most, and by how much? Compare with the bound for a declared width.

:::{dropdown} Hint
The median jumps when the pairs *within* groups become more than half of all pairs. Try all $c$ in a loop.
:::
::::

:::{solution-start} ex-c09-width
:class: dropdown
:::
"""


# %%
def with_median(c, m=101):
    x = (np.arange(m) >= c) + 0.001 * np.arange(m) / m
    apart = np.abs(np.subtract.outer(x, x))[np.triu_indices(m, 1)]
    return hsic(x, x, np.median(apart))


values = np.array([with_median(c) for c in range(50, 66)])
jump = int(np.argmax(np.abs(np.diff(values))))
print(
    f"from c = {50 + jump} to {51 + jump}: HSIC moves by {np.abs(np.diff(values)).max():.3f}; declared width: {hsic_sensitivity(101):.3f}"
)
assert np.abs(np.diff(values)).max() > 3 * hsic_sensitivity(101)

# %% [markdown]
r"""
(And its mirror image, from 46 to 45.) At the jump one person decides whether the width is as small as the spread or as large as the gap, and with it all likenesses. With more people the jump does not shrink, while the declared bound does. Declare the width.

:::{solution-end}
:::

:::{exercise} ★★★ How many people would be enough?
:label: ex-c09-enough

Keep $\varepsilon=0.2$. How many people must the village have, so that both noises are as small as they were for 2,834 people at $\varepsilon=4$? Count the noise on a mean in the curve, and the noise on a score.
:::

:::{solution} ex-c09-enough
:class: dropdown

A piece holds about $\frac n{16}$ training records, so its mean carries noise of about $\frac{8/\varepsilon}{n/16}$; the score's noise is $\frac{1.344\cdot2}{\varepsilon n/2}$. Both depend on $n\varepsilon$ alone. So $n$ must grow as $\varepsilon$ shrinks: $2{,}834\cdot\frac4{0.2}=56{,}680$ people.
:::

## The bill
"""

# %%
bill(9, price)

# %% [markdown]
r"""
## Three formulas

$$
Y=f(X)+N,\quad N\text{ independent of }X\qquad\quad \mathrm{HSIC}=\frac{\sum_{ij}\tilde K_{ij}L_{ij}}{(m-1)^2}\qquad\quad \Delta_{\mathrm{HSIC}}\approx\frac{1.344}{m}
$$

($\tilde K$ is $K$ without its row and column means.)

**In one paragraph.** If an effect is a curve of its cause plus independent luck, then the residual of the right curve is independent of its input, and that of the wrong one often is not. HSIC measures this, and one person moves it by little. Two halves of the people, one for the curves and one for the scores, cost ε and not 2ε. Whether a price is enough can be tried out on made-up tables before the real one is asked. And a method must be able to say that it cannot tell, because if lots drew both columns, or nothing is there, every arrow is wrong. More in {doc}`21_cause_leaves_a_trace` and {doc}`23_hsic`.

**Next.** Two columns are the smallest case. {doc}`c12_graphs` takes all of them at once, and finds that three can settle what two cannot.
"""
