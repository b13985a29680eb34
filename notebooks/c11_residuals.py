# %% [markdown]
r"""
# Which one is the cause? Additive noise models and HSIC

:::{chapter} 11
:asks: Two columns are associated. Can the table itself show which one causes the other?
:needs: c01_two_evenings, c02_sums_and_histograms, c03_composition, c09_cause, c10_ranks
:teaches: residuals, additive noise models, HSIC
:skip: the exercises with three stars
:::

People who take more of a medicine sleep less well. Does the medicine disturb their sleep, or do people who sleep badly take more of it? In chapter 9 the reward had been assigned at random, which settles such a question. In most tables nothing was randomised, and a correlation does not help, because it has no direction.

Under one assumption, however, the table itself can often show the direction. Predict one column from the other with a curve, and look at what the curve leaves unexplained.

We make this method private, and try it where we know the right answer. At $\varepsilon=4$ it finds the direction in about nine of ten simulated villages, and a wrong one in none. At the $\varepsilon=0.2$ that we planned for Malawi it fails, and a picture shows why.
"""

# %% tags=["hide-input"]
import numpy as np

from privcausal import explorers, plots
from privcausal.course import bill, check
from privcausal.data.malawi import BOUNDS, participants
from privcausal.explorers.residuals import curve
from privcausal.pairs.hsic import hsic_sensitivity
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation

SUBSTITUTION = Relation.SUBSTITUTION

# %% [markdown]
r"""
## A simulated village with a known direction

For each of 2,834 simulated people a dose $x$ is drawn between $-1$ and $1$. The effect $y$ is the cube of the dose, plus noise that is independent of the dose, and their sum is divided by 1.3, so that it lies between $-1$ and $1$.
"""


# %%
def village(rng, n=2834):
    x = rng.uniform(-1, 1, n)
    return x, (x**3 + rng.uniform(-0.3, 0.3, n)) / 1.3


x, y = village(np.random.default_rng(9))

# %% [markdown]
r"""
Suppose that you know the dose and guess the effect. At $x=0$ it lies between $-0.23$ and $0.23$, and at $x=0.9$ between $0.33$ and $0.79$. Both intervals have length 0.46, because the same noise is added at every dose.

Now suppose that you know the effect and guess the dose. At $y=0$ the dose lies anywhere between $-0.67$ and $0.67$, because there the cube is flat. At $y=0.9$ it lies between $0.95$ and $1$.

This is the trace that a cause can leave: only in the true direction is the uncertainty the same everywhere.

In a real table nobody knows these intervals, so we fit a curve in each direction: cut the range into eight pieces, take the mean in each, and join the means by straight lines, continued to the ends. The library's `curve` does the last step.
"""

# %%
EDGES = np.linspace(-1, 1, 9)


def pieces(x, y):
    """Sum of y, and number of people, in each of eight pieces."""
    return np.histogram(x, EDGES, weights=y)[0], np.histogram(x, EDGES)[0]


f = curve(*pieces(x, y))
g = curve(*pieces(y, x))
rest_of_y, rest_of_x = y - f(x), x - g(y)


# %% tags=["hide-input"]
def cloud(ax, a, b):
    plots.points(
        a[:500], {"_": b[:500]}, ax=ax, size=2, alpha=0.2, colours=[plots.INK]
    )


axes, grid = plots.panels(2, height=4.2), np.linspace(-1, 1, 801)
ways = (x, y, f, "x", "y"), (y, x, g, "y", "x")
for ax, (a, b, fit, across, up) in zip(axes, ways):
    spread = np.sqrt(np.divide(*pieces(a, (b - fit(a)) ** 2)))
    wide, mid = spread[np.digitize(grid, EDGES[1:-1])], fit(grid)
    cloud(ax, a, b)
    plots.curves(grid, {"fitted curve": mid}, ax=ax, first=0)
    ax.fill_between(grid, mid - wide, mid + wide, alpha=0.3, linewidth=0)
    ax.set(xlabel=across, ylabel=up, ylim=(-1.15, 1.15))
    ax.set(xticks=[-1, 0, 1], yticks=[-1, 0, 1])
axes[0].set_title("True direction")
axes[1].set_title("Wrong direction")
assert len(EDGES) == 9
plots.note(axes[0], "about equally wide everywhere", (0.1, -0.2), (24, -60))
plots.note(axes[1], "wide in the middle", (0.1, -0.3), (24, -50))
plots.note(axes[1], "narrow at the ends", (0.8, 0.87), (-5, -90), ha="center")
plots.show(
    axes,
    "The fitted curves and 500 of the 2,834 people, with a band of one standard deviation of the residual in each of eight pieces. In the true direction people scatter about equally everywhere. In the wrong direction they scatter widely in the middle and little at the ends.",
)

# %% [markdown]
r"""
What a fitted curve leaves unexplained is called the **residual**. It is $y-f(x)$ in the true direction and $x-g(y)$ in the wrong one: the vertical distance of a point from its curve.

In the true direction the residuals are equally wide at every $x$, because they are the noise that was added. In the wrong direction they are wide in the middle and narrow at the ends.
**In the wrong direction the residual depends on its input.**

## When the direction can be found

Two variables follow an **additive noise model** $X\to Y$ if $Y=f(X)+N$, where the noise $N$ is independent of $X$. To compare the two directions, give each a score that measures how strongly its residual depends on its input: 0 for independence, and more for stronger dependence. Choose the direction with the smaller score.

> **Theorem.** In an additive noise model $X\to Y$, let each curve be the ideal one, the conditional mean. Then, in the limit of infinitely many people, the true direction has score 0, so the wrong direction never has the smaller score. {verdict}`K-anm`

*Proof.* The conditional mean of $Y$ given $X$ is $f(X)+E[N]$, so the residual is $N-E[N]$. This is independent of $X$, and its score is 0. No score is below 0.

Both scores are 0 for independent columns, and also for a straight line if $x$ and the noise are normal. For most curves and most kinds of noise, however, only one direction has score 0 {cite:p}`mooij2016`. If the model is false, for example because a third variable causes both columns, a chosen direction means nothing.

## A score that detects every kind of dependence

Which score detects a change of *width*? Kendall's $\tau$ does not, because it asks whether the residual rises or falls with its input, and the curve has removed just that.

In the wrong direction, two people at the same end of $y$ have nearly the same residual. In the true direction, two people with the same dose have residuals as different as those of any two people.
So we ask: **are people who are alike in the input also alike in the residual?**

Begin with four people. In $x$ the first two are at one place and the last two at another. Write this as a $4\times4$ matrix $K$, with a 1 for two people at the same place and a 0 otherwise, and make a matrix $L$ from $y$ in the same way.
Pairs that are alike in both columns have a 1 in both matrices. We therefore multiply the two matrices entry by entry and add up, first with $K$ and then with $K-\frac12$, where $\frac12$ is the mean of $K$:
"""

# %%
first = [0, 0, 1, 1]
K = np.equal.outer(first, first)
patterns = {"same groups": [0, 0, 1, 1], "mixed": [0, 1, 0, 1]}
for words, second in (patterns | {"all at one place": [0] * 4}).items():
    L = np.equal.outer(second, second)
    plain, centred = (K * L).sum(), ((K - 0.5) * L).sum()
    print(f"y: {words:17} plain {plain}, centred {centred:.0f}")

# %% [markdown]
r"""
The plain sum is misled: it is as large for a constant column as for the same groups. The centred sum is 4 for the same groups and 0 otherwise, so we centre.

For real numbers let the similarity decrease smoothly. The *Gaussian kernel* $k(a,b)=e^{-(a-b)^2/2w^2}$ is 1 for equal numbers, and nearly 0 for numbers that are several *bandwidths* $w$ apart. The columns range from $-1$ to 1, and we declare $w=0.4$, a fifth of this range. It must not be computed from the data, as the last exercise shows.
In the example the mean of every row and column was $\frac12$, so we subtracted $\frac12$. In general, subtract from each entry the mean of its row and that of its column, and add the overall mean, which was subtracted twice. The result is called $\tilde K$. Centring $L$ as well would change nothing, because every row and column of $\tilde K$ adds up to 0.

> **HSIC**, the Hilbert–Schmidt independence criterion {cite:p}`gretton2005`, of $m$ records is $\;\dfrac1{(m-1)^2}\sum_{ij}\tilde K_{ij}L_{ij}$.

With Gaussian kernels and infinitely many people it is 0 if the columns are independent, and only then, which we use without proof. For $m$ people with independent columns it is a small positive number of order $\frac1m$.
"""


# %%
def hsic(a, b, width=0.4):
    K = np.exp(-(np.subtract.outer(a, a) ** 2) / (2 * width**2))
    L = np.exp(-(np.subtract.outer(b, b) ** 2) / (2 * width**2))
    K = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
    return (K * L).sum() / (len(a) - 1) ** 2


forwards, backwards = hsic(x, rest_of_y), hsic(y, rest_of_x)
print(f"true direction {forwards:.5f}, wrong {backwards:.5f}")

# %% [markdown]
r"""
The wrong direction scores almost twenty times as much as the true one, whose 0.00016 is a number of order $\frac1m=0.00035$.

<span class="pc-screen">Now draw the curve yourself. Bring the score of $x\to y$ below 0.002, so that the strip of residuals is equally high everywhere. Then try this with $y\to x$:</span>
"""

# %% tags=["hide-input"]
explorers.drawn_curve()

# %% [markdown]
r"""
## How much can one person change HSIC?

To publish a score with noise, we need its sensitivity.

> **Theorem.** Replacing one of $m\ge2$ records changes HSIC with Gaussian kernels by at most $\;\dfrac{27m^2}{4(2m-1)^3}+\dfrac1{2m}$, which for large $m$ is about $\dfrac{1.344}m$.

For $m=1{,}417$, half of our table, the bound is 0.00095. The proof is in {doc}`23_hsic`.
The bound of {cite:t}`kusner2016`, about $\frac{16}m$, is correct, but twelve times as large as ours {verdict}`K-hsic16`.

## First the curves, then the scores

One obstacle is left. In the theorem one record changes. A residual, however, depends on the curve: if your record is replaced, the curve bends a little, and the residuals of *all* people change.

The remedy is to publish the curves first, with noise. Residuals are then computed from a published curve, and replacing your record changes only your own. They need no declared range, because the kernel lies between 0 and 1 however large a residual is.

There are two ways to use the people: everybody for both steps, with half of $\varepsilon$ each, or each person for one step only, with all of $\varepsilon$, which is called *sample splitting*. The noise is the same, because half of the people at twice the $\varepsilon$ leave the product $n\varepsilon$ unchanged. We split, because a curve follows the people to whom it was fitted, so their residuals depend less on the input than those of others:

1. Divide the people at random into a **training half** and a **test half**.
2. Publish both curves, with noise, from the training half.
3. Compute the residuals of the test half from these published curves.
4. Publish HSIC for both directions, with noise, from the test half.

:::{quiz} A colleague uses all people for both steps, and spends ε/2 on each. How large is the noise on her scores, compared with ours?
- [ ] half as large :: No: half of ε doubles the scale again.
- [x] the same :: Correct: the sensitivity is half as large, and so is ε.
:::

*Step 2.* If your record is replaced, your $y$ leaves one sum, and the new $y$ enters the same sum or another. Because both lie between $-1$ and $1$, the sums change by at most 2 in total. One count falls by 1 and another rises by 1, which is again 2. The L1 sensitivity is therefore 4.

Each of the two curves uses half of $\varepsilon$, so the Laplace noise has scale $\frac4{\varepsilon/2}=\frac8\varepsilon$. A piece with a noisy count of at most twice this scale could be nearly empty. There `curve`, which gets the scale as a third argument, uses the overall mean.

*Step 4.* There are $m=\frac n2$ records, and each of the two scores uses half of $\varepsilon$. Its noise therefore has scale $\frac{1.344/m}{\varepsilon/2}$.

*In total.* Each half spends $\varepsilon$. Chance divides the *rows*, before anybody looks at what is in them, so whoever takes your row is in your half. Therefore case (a) of parallel composition in chapter 3 applies, and the total is $\varepsilon$.

Below, `quick_hsic` is our `hsic`, computed faster from a series for the kernel, and `hsic_sensitivity(m)` is the bound of the theorem.
"""


# %% tags=["hide-input"]
def features(a, terms, width=0.4):
    """The series of the kernel, centred."""
    z, orders = a / width, np.arange(1, terms)[:, None]
    steps = np.vstack([np.exp(-(z**2) / 2), z / np.sqrt(orders)])
    rows = np.cumprod(steps, axis=0)
    return rows - rows.mean(axis=1)[:, None]


def quick_hsic(a, b):
    both = features(a, 30) @ features(b, 90).T
    return (both**2).sum() / (len(a) - 1) ** 2


# %%
def private_curve(x, y, epsilon, rng):
    """A curve for half of epsilon."""
    mechanism = Laplace(4, epsilon / 2, SUBSTITUTION)
    noisy = mechanism.release(np.array(pieces(x, y)), rng).value
    return curve(*noisy, mechanism.scale)


def private_score(x, residual, epsilon, rng):
    """HSIC for half of epsilon, and the scale of its noise."""
    bound, exact = hsic_sensitivity(len(x)), quick_hsic(x, residual)
    mechanism = Laplace(bound, epsilon / 2, SUBSTITUTION)
    return mechanism.release(exact, rng).value, mechanism.scale


# %%
def private_scores(x, y, epsilon, rng):
    """Scores of x → y and of y → x, and the scale of their noise."""
    train, test = np.array_split(rng.permutation(len(x)), 2)
    scores = []
    for a, b in ((x, y), (y, x)):
        fitted = private_curve(a[train], b[train], epsilon, rng)
        residual = b[test] - fitted(a[test])
        score, scale = private_score(a[test], residual, epsilon, rng)
        scores.append(score)
    return scores, scale


# %% [markdown]
r"""
## When the answer is "inconclusive"

Two equal scores would be published as different numbers. We therefore report a direction only if the difference is larger, in absolute value, than its *critical value*: noise alone would exceed this in 5% of cases. Otherwise the result is **inconclusive**.
The difference of two Laplace variables of the same scale exceeds $t$ scales with probability $\bigl(1+\frac t2\bigr)e^{-t}$. This is 0.05 at $t=4.113$:
"""


# %%
def direction(scores, scale):
    """The direction, if noise alone would seldom produce it."""
    margin = scores[1] - scores[0]
    if abs(margin) < 4.113 * scale:
        return "inconclusive"
    return "x → y" if margin > 0 else "y → x"


# %% [markdown]
r"""
How often does this find the direction? We find out *before any budget is spent*, on simulated villages in which $x$ is the cause. `trial(simulate, epsilon)` simulates 400 of them:
"""


# %% tags=["hide-input"]
def trial(simulate, epsilon, tables=400):
    """Count the answers."""
    results = []
    for k in range(tables):
        x, y = simulate(np.random.default_rng([0, k]))
        noise = np.random.default_rng([1, k])
        results.append(private_scores(x, y, epsilon, noise))
    answers = [direction(*result) for result in results]
    counts = {a: answers.count(a) for a in ("x → y", "y → x", "inconclusive")}
    said = ", ".join(f"{a} {n}" for a, n in counts.items())
    means = np.mean([scores for scores, _ in results], axis=0)
    print(
        f"ε = {epsilon}: {said}; mean scores {means[0]:.3f} and {means[1]:.3f}"
    )
    return list(counts.values())


# %%
found = [trial(village, epsilon) for epsilon in (4, 0.2)]

# %% [markdown]
r"""
At $\varepsilon=4$ the method is right in 356 of 400 villages, and wrong in none. At $\varepsilon=0.2$ it is right in only 12, and wrong in 29, give or take about 5 by chance. The *true* direction even has the larger score on average. Here are curves that the method publishes:
"""

# %% tags=["hide-input"]
axes, train = plots.panels(2, height=3.4), slice(1417)
for ax, epsilon in zip(axes, (4, 0.2)):
    cloud(ax, x[1417:], y[1417:])
    for k in (1, 2, 3):
        rng = np.random.default_rng(k)
        fit = private_curve(x[train], y[train], epsilon, rng)
        plots.curves(grid, {"_": fit(grid)}, ax=ax, first=1)
    exact = curve(*pieces(x[train], y[train]))
    plots.curves(grid, {"_": exact(grid)}, ax=ax, first=0)
    ax.set(xlabel="x", ylabel="y", title=f"ε = {epsilon}", ylim=(-1.3, 1.3))
    ax.set(xticks=[-1, 0, 1], yticks=[-1, 0, 1])
axes[0].text(0.1, -0.5, "all four curves,\non top of one another")
axes[1].text(0.15, -0.75, "three releases", color=plots.ORANGE)
axes[1].text(-0.95, -0.97, "without noise", color=plots.BLUE)
plots.show(
    axes,
    "Three releases of the curve in the true direction (dashed), and the curve without noise (solid). Grey: 500 people of the test half.",
)

# %% [markdown]
r"""
At $\varepsilon=0.2$ the people lie above the curve in some pieces and below it in others. So the residual depends on its input, although the direction is right, and the score grows.

How large is the error of a curve? The noise on a sum has a standard deviation of 57. In the true direction a piece contains some 177 people, so its mean is wrong by about 0.3. In the wrong direction two thirds of the people are in the two middle pieces, so the mean there is wrong by only about 0.1. The score grows, too, but less.

Our rule counts the noise on the scores, and not that on the curves. So it reports a direction in 41 of 400 villages, where noise on equal scores gives about 20.

## The question to the table

The plan reserved 0.2 for this question, and the simulation says: do not ask. We spend it anyway, because you should see that such an answer looks like any other.

Which of reward and distance causes the other? Neither: rewards were assigned at random, and no reward moves a home, so any direction would be an error. Let $x$ be the reward and $y$ the distance, scaled by the declared ranges of chapter 2:
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

# %%
rng = np.random.default_rng(2004)
scores, scale = private_scores(reward, distance, 0.2, rng)
price = Price(0.2, 0.0, SUBSTITUTION)
print(
    f"scores {scores[0]:.4f} and {scores[1]:.4f}: {direction(scores, scale)}"
)


# %% [markdown]
r"""
The first score is negative, which HSIC never is; this is noise. The difference of 0.029 is below the critical value of 0.039, so the result is inconclusive. The answer is right, but at this $\varepsilon$ it would have been the same for most villages that do have a direction.

## When the method begins to work

The exact scores differ by 0.003. At $\varepsilon=0.2$ the critical value is 0.039, and the mean of a piece is wrong by 0.3. At $\varepsilon=4$ these are 0.002 and 0.016.

More people help as much as a larger budget, because both kinds of noise depend only on the product $n\varepsilon$. Here are 100 villages with four times as many people, at $\varepsilon=1$:
"""


# %%
grown = trial(lambda rng: village(rng, 4 * 2834), 1, tables=100)

# %% [markdown]
r"""
**So a table can show a direction without any randomisation, and privately**, if you have reasons for an additive noise model, and if $n\varepsilon$ is large enough. For this cube about 11,000 was enough. How much is needed depends on the curve. Make it half straight, with $\frac{x^3+x}2$ in place of $x^3$, for 2,834 people again:
"""


# %%
def straighter(rng):
    x, y = village(rng)
    return x, y + (x - x**3) / 2 / 1.3


half = trial(straighter, 4)

# %% [markdown]
r"""
Only 145 of 400 villages show the direction. So simulate first, with a curve of the shape that you expect.

Nor does a huge budget make the rule safe. With unrelated columns, an exercise finds a false direction in about half of the tables at $\varepsilon=100$.

## Exercises

:::{exercise} ★ Three pairs of residual plots
:label: ex-c11-plots

For each pair of plots, name the direction that you would report, or write "inconclusive", with one reason: (a) $y-f(x)$ is a band of equal width and $x-g(y)$ is a fan, narrow at one end and wide at the other; (b) both are bands of equal width; (c) both are fans.
:::

:::{solution} ex-c11-plots
:class: dropdown

(a) $x\to y$. (b) Inconclusive: both directions fit, as for a straight line with normal variables, or for independent columns. (c) Inconclusive: the model is false in both directions.
:::

:::{exercise} ★ On which scale?
:label: ex-c11-scale

Name the scale on which $y=x\,e^N$, with positive $x$ and independent $N$, is an additive noise model.
:::

:::{solution} ex-c11-scale
:class: dropdown

Logarithms: $\ln y=\ln x+N$. On the raw scale the residual is wider for larger $x$.
:::

:::{exercise} ★ Two people
:label: ex-c11-two

Show that HSIC of two records is $(1-k)(1-l)$, where $k$ and $l$ are their similarities in the two columns. How much can it change at most, and what is the bound for $m=2$?
:::

:::{solution} ex-c11-two
:class: dropdown

Centring turns 1 and $k$ into $\pm\frac{1-k}2$, so the sum is $2\cdot\frac{1-k}2-2\cdot\frac{1-k}2\,l=(1-k)(1-l)$, divided by $(m-1)^2=1$. It lies between 0 and 1, so it changes by less than 1. The bound is $\frac{27\cdot4}{4\cdot27}+\frac14=1.25$.
:::

:::{exercise} ★★ Is a larger budget safer?
:label: ex-c11-unrelated

In `unrelated`, reward and distance are independent, so every direction is false. Run `trial(unrelated, epsilon, 200)` at $\varepsilon=4$ and at $\varepsilon=100$, and explain the result.

```
def unrelated(rng, n=2834):
    rewards = np.linspace(-1, 0.89, 7)
    return rng.choice(rewards, n), 2 * rng.beta(2, 3, n) - 1
```
:::

:::{solution-start} ex-c11-unrelated
:class: dropdown
:::
"""


# %%
def unrelated(rng, n=2834):
    rewards = np.linspace(-1, 0.89, 7)
    return rng.choice(rewards, n), 2 * rng.beta(2, 3, n) - 1


false = [sum(trial(unrelated, epsilon, 200)[:2]) for epsilon in (4, 100)]

# %% tags=["remove-cell"]
assert false == [19, 104]
# said in the sections above
assert np.isclose(quick_hsic(x, rest_of_y), forwards)
assert np.isclose(quick_hsic(y, rest_of_x), backwards)
assert np.isclose(quick_hsic(x, 3 * x**3), hsic(x, 3 * x**3))
noise, size = 8 / 0.2 * 2**0.5, 2834 / 2 / 8
assert f"{noise:.0f}/{size:.0f}/{noise / size:.1f}" == "57/177/0.3"
ends = *np.cbrt([0.3, 0.87]), *(0.9**3 + np.array((-0.3, 0.3))) / 1.3
assert [*np.round(ends, 2)] == [0.67, 0.95, 0.33, 0.79]
assert 18 < backwards / forwards < 20
gaps = backwards - forwards, scores[1] - scores[0]
assert [*np.round(gaps, 3)] == [0.003, 0.029]
assert found == [[356, 0, 44], [12, 29, 359]] and 4 < 29**0.5 < 6
assert abs((1 + 4.113 / 2) * np.exp(-4.113) - 0.05) < 1e-5
assert abs((np.abs(y) < 0.25).mean() - 2 / 3) < 0.02
assert f"{4.113 * scale:.3f}" == "0.039"
counts = pieces(y, x)[1] / 2
assert f"{noise / counts[3:5].mean():.1f}" == "0.1"
places = np.repeat([0.0, 9.0], (10, 20))
moved = np.r_[0.0, 9 - places[1:]]
change = abs(hsic(places, 9 - places) - hsic(places, moved))
assert f"{change:.3f}, {change / hsic_sensitivity(30):.0%}" == "0.040, 87%"
assert f"{noise / 20 / size:.3f}" == "0.016"
assert grown[0] > 85 and grown[1] == 0 and half == [145, 1, 254]
assert f"{0.039 / 20:.3f}" == "0.002"

# %% [markdown]
r"""
False directions become *more* frequent, 104 of 200 instead of 19. With little noise the critical value is small, so the rule reports sampling error, and the misfit of straight pieces, as a direction.

:::{solution-end}
:::

::::{exercise} ★★ Implement, then assert: `hsic`
:label: ex-c11-mine

Our `hsic` holds matrices of $m^2$ numbers, 20 gigabytes each for 50,000 people. Write `hsic(x, y, width)` **without any such matrix**: keep only the row sums $r_i$ of $K$ and $s_i$ of $L$, and divide the following by $(m-1)^2$. Test it with `check("hsic", hsic)`.

$$
\sum_{ij}K_{ij}L_{ij}-\frac2m\sum_i r_is_i+\frac1{m^2}\Bigl(\sum_ir_i\Bigr)\Bigl(\sum_is_i\Bigr)
$$
::::

:::{solution-start} ex-c11-mine
:class: dropdown
:::
"""


# %% tags=["mine"]
def hsic(x, y, width):
    """Are people who are similar in x similar in y? Row by row."""
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

# %% [markdown]
r"""
Centring subtracts $\frac{r_i}m$ from each entry of row $i$ of $K$ and $\frac{r_j}m$ from each entry of column $j$, and adds $\frac1{m^2}\sum r$. Multiply each term by $L_{ij}$ and add up: the first two give $-\frac1m\sum r_is_i$ each, and the last gives the third term.

:::{solution-end}
:::

:::{exercise} ★★★ A bandwidth from the data
:label: ex-c11-width

Most programs set the bandwidth to the median of all distances between two people. Take 101 people with $x=y$, of whom $c$ are near 0 and the others near 1: `x = (np.arange(101) >= c) + 0.001 * np.arange(101) / 101`. Find the $c$ at which moving one person from one group to the other changes HSIC most. Hand in $c$, the change, and its ratio to the bound for a declared bandwidth. {ref}`Solution <solution-bandwidth>`
:::

## The bill
"""

# %%
bill(11, price, brief=True)

# %% [markdown]
r"""
## Summary

- Additive noise model: $Y=f(X)+N$, with $N$ independent of $X$.
- Measure of dependence: $\mathrm{HSIC}=\frac1{(m-1)^2}\sum_{ij}\tilde K_{ij}L_{ij}$.
- Sensitivity of HSIC: at most about $\frac{1.344}m$.

**In one paragraph.** In an additive noise model the table itself can show the cause: the residual of the true direction is independent of its input, and that of the wrong one often is not. HSIC measures this dependence; the curves are published first, so that a record changes only its own residual. At $\varepsilon=4$ this found the direction in about nine of ten simulated villages. At $\varepsilon=0.2$ the noise on the curves hides it, and the question should not be asked.

**Practice.** Four one-minute questions: {ref}`chapter 11 <practice-11>`.

**Next.** Two columns are the smallest case. {doc}`c12_graphs` takes all of them at once, and finds that three can settle what two cannot.
"""
