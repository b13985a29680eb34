# %% [markdown]
r"""
# Cause leaves a trace

Here are two columns of numbers: how strongly the sun shone on each of 8,401 days, and how warm the air was.
**Does sunshine warm the air, or does warm air make the sun shine?**
You know the answer, but not from the numbers. There was no experiment; the sun cannot be switched off.
Both columns rise and fall together, and togetherness has no direction.

Or has it? This chapter looks for a trace that the cause leaves in the data, and finds one in an unlikely place: in what is left over after a regression.
The method is Algorithm 1 of {cite:t}`kusner2016`, who took it from {cite:t}`mooij2016`.
Privacy has to wait until {doc}`22_rank_correlations`. First we need something worth protecting.

:::{admonition} After this chapter you can
:class: tip
- say what an additive noise model is, and why its mirror image is usually not one;
- fit kernel ridge regression for fifty penalties at the price of one;
- infer a direction from two columns, end to end, on simulated and on real pairs;
- recognise three ways to be fooled, one of which is a bug that looks like a result.
:::
"""

# %%
import numpy as np
from functools import partial
from itertools import product

from privcausal import plots
from privcausal.pairs.anm import FORWARD, direction, regress_both_ways, split
from privcausal.pairs.hsic import hsic
from privcausal.pairs.rank import kendall, spearman
from privcausal.pairs.ridge import GaussianKernel

# %% [markdown]
r"""
## A first look: regress both ways

Let us play nature. We draw a cause, push it through a curve, and add noise that knows nothing of the cause.
Then we forget what we did, and fit a curve in both directions.
"""

# %%
rng = np.random.default_rng(21)
x = rng.uniform(-1, 1, 600)
y = x**3 + rng.uniform(-0.2, 0.2, 600)
y = y / 1.2  # declared bounds: |x³| ≤ 1, |noise| ≤ 0.2
kernel = GaussianKernel(0.5)
both = regress_both_ways(x, y, split(600, rng), penalty=1e-4, kernel=kernel)

# %% tags=["hide-input"]
axes = plots.panels(2, height=2.9)
panels = (
    ("Residuals of y, along x", both.x, both.of_y, "x", "y − f(x)"),
    ("Residuals of x, along y", both.y, both.of_x, "y", "x − g(y)"),
)
for ax, (title, along, left, name, what) in zip(axes, panels):
    plots.points(along, {what: left}, ax=ax, size=2.5, level=0, title=title)
    ax.set(xlabel=name, ylabel=what, ylim=(-0.75, 0.75))
caption = "Left: the true direction leaves a band of the same width everywhere. Right: the wrong one leaves a shape."
plots.show(axes, caption)

# %% [markdown]
r"""
In the true direction, what is left over looks the same wherever you stand: it is the noise that we put in.
In the other it does not. Near $y=0$ the curve is flat, a small shift in $y$ means a large one in $x$, and the residuals spread out.
Tell me the width of the spread and I can guess $y$: **the residual knows something about its input.**
That is the trace.
"""

# %% [markdown]
r"""
## The model, and why it has a direction

:::{prf:definition} Additive noise model
:label: def-21-anm

Two random variables satisfy an additive noise model $X\to Y$ if there are a function $f$ and a random variable $N$, independent of $X$, with

$$Y=f(X)+N .$$
:::

Nature may of course do something else entirely. But if she does this in one direction, we can ask whether the other direction would have done as well.

A *dependence score* $s(a,b)\ge0$ measures how much two variables know about each other, and is 0 exactly when they know nothing.
Algorithm 1 computes two of them, and believes the smaller one.

:::{claim} K-anm
:::

(proof-anm)=
:::{prf:proof}
*Forward.* As $N$ is independent of $X$, $E[Y\mid X]=f(X)+E[N]$. So $r_Y=Y-E[Y\mid X]=N-E[N]$ is independent of $X$, and its score is 0.

*Backward.* The other score is at least 0, like every score. So the difference is at most 0, and Algorithm 1 cannot prefer $Y\to X$.

*Undecided* it remains only if the second score is 0 too, which is to say that $r_X$ is independent of $Y$. $\square$
:::

The proof is three lines because it assumes a lot: infinitely many records, perfect regressions, and that the model is true.
Each of these will fail us below. First, let us see the theorem itself at work in a world so small that everything is a fraction.
"""

# %%
from privcausal.claims.pairs.anm import both_scores

model = {"f": [0, 1, 3], "x": [1, 1, 1], "noise": [1, 1, 1]}
[str(score) for score in both_scores(model)]

# %% [markdown]
r"""
The cause takes three values, the noise three, and $f$ is $0,1,3$. The score is $\sum(p_{ab}-p_ap_b)^2$ over all pairs of values: exactly zero forwards, and small but not zero backwards.
How often is the backward score zero as well? We go through all functions from four causes to five values:
"""


# %%
def both_ways(f, noise=3):
    model = {"f": list(f), "x": [1] * len(f), "noise": [1] * noise}
    return both_scores(model)


functions = list(product(range(5), repeat=4))
exceptions = [f for f in functions if both_ways(f)[1] == 0]
constant = [f for f in functions if len(set(f)) == 1]
assert all(both_ways(f)[0] == 0 for f in functions)
print(f"{len(functions)} functions, {len(exceptions)} reversible,", end=" ")
print(f"{len(constant)} of them constant")

# %%
print([f for f in exceptions if f not in constant])

# %% [markdown]
r"""
Constant functions had to be there: where nothing depends on anything, there is no direction to find.
The others are worth a thought; exercise {ref}`ex-21-reversible` asks for it.
Everything else betrays itself. The verdict is {verdict}`K-anm`: no counterexample exists, and equality does occur.

In the continuous world there is one famous exception, and it is the most popular model of all:
if $f$ is a straight line and both $X$ and $N$ are Gaussian, the backward direction is an additive noise model too.
Bell curves look the same from every side. (Exercise {ref}`ex-21-gaussian`.)
"""

# %% [markdown]
r"""
## Regression: a curve that may bend, but not for free

We do not know $E[Y\mid X]$, so we estimate it. *Kernel ridge regression* chooses a function $f(x)=w\cdot\varphi(x)$, where $\varphi$ maps $x$ into a space with
very many dimensions, by minimising

$$
F(w)=\frac\lambda2\,\|w\|^2+\frac1n\sum_{i=1}^n\bigl(w\cdot\varphi(x_i)-y_i\bigr)^2 .
$$

The second term wants a good fit. The first wants a short $w$, which means a smooth curve. The penalty $\lambda$ is the exchange rate.

:::{prf:definition} Kernel
:label: def-21-kernel

$k(x,x')=\varphi(x)\cdot\varphi(x')$ is the {term}`kernel`. For the Gaussian kernel of width $h$, $k(x,x')=e^{-(x-x')^2/2h^2}$.
:::

All those dimensions never appear. At the minimum the gradient vanishes, $\lambda w=\frac2n\sum_i\bigl(y_i-f(x_i)\bigr)\varphi(x_i)$, so $w$ is a combination $\sum_j\alpha_j\varphi(x_j)$ of the training points.
Put this in, write $K$ for the matrix of all $k(x_i,x_j)$, and compare coefficients: $\lambda\alpha=\frac2n(y-K\alpha)$, that is

$$
\Bigl(K+\frac{n\lambda}2I\Bigr)\alpha=y,\qquad f(x)=\sum_j\alpha_jk(x_j,x).
$$

One linear system, and that is all:

:::{show} privcausal.pairs.ridge.fit
:::

How large should $\lambda$ be? Try fifty values. That would be fifty linear systems, and it need not be.
With $K=Q\Lambda Q^{\mathsf T}$, adding $\frac{n\lambda}2I$ only shifts the eigenvalues, so **one** decomposition serves every $\lambda$:

:::{show} privcausal.pairs.ridge.Path.coefficients
:::

It even gives the error at a record that was left out of the training, without leaving it out:
"""

# %%
from privcausal.pairs.ridge import fit, path

train_x, train_y = x[:200], y[:200]
curve = path(train_x, train_y, kernel=kernel)
penalties = np.geomspace(1e-6, 1, 50)
left_out = np.sqrt(np.mean(curve.leave_one_out(penalties) ** 2, axis=0))
visited = [
    np.sqrt(np.mean((train_y - curve.at(p).predict(train_x)) ** 2))
    for p in penalties
]

# %% tags=["hide-input"]
lines = {"records left out": left_out, "records seen": visited}
ax = plots.curves(penalties, lines, log="x", ylim=(0, None), height=2.9)
least = {"smallest error left out": [left_out.min()]}
plots.points([curve.best(penalties)], least, ax=ax)
caption = "Over many orders of magnitude of λ the fit hardly changes; only a large penalty flattens the curve away."
plots.show(ax, caption, x="penalty λ", y="root mean squared error")

# %% [markdown]
r"""
:::{claim} B-leave-one-out
:::

(proof-leave-one-out)=
:::{prf:proof}
Replace $y_i$ by what the fit without record $i$ predicts there. Then that fit solves the full system too, with $\alpha_i=0$: record $i$ is met exactly and pulls at nothing.
So if $e$ is the error left out, $A^{-1}(y-e\,u_i)$ has $i$-th entry 0, where $u_i$ is the $i$-th unit vector. That is $\alpha_i-e\,(A^{-1})_{ii}=0$. $\square$
:::

If you do not trust four lines, leave one record out by hand. (A fit on $n-1$ records has $\frac{(n-1)\lambda'}2$ on its diagonal, so $\lambda'=\frac{n\lambda}{n-1}$.)
"""

# %%
rest = np.arange(200) != 7
fair = 0.01 * 200 / 199
honest = fit(train_x[rest], train_y[rest], penalty=fair, kernel=kernel)
by_hand = train_y[7] - honest.predict(train_x[7:8])[0]
assert np.isclose(by_hand, curve.leave_one_out(0.01)[7, 0])

# %% [markdown]
r"""
One warning for later. The best $\lambda$ was chosen *by the data*, so it tells something about the data.
Where nothing is private that is fine. In {doc}`25_protecting_the_training_set` the penalty has to be fixed beforehand.
"""

# %% [markdown]
r"""
## The algorithm, end to end

1. Split the records at random into a training and a test half.
2. On the training half, fit $f:x\to y$ and $g:y\to x$.
3. On the test half, take residuals $r_Y=y'-f(x')$ and $r_X=x'-g(y')$.
4. Compare $s(x',r_Y)$ with $s(y',r_X)$. The smaller one wins.

Why the split? A curve fitted to a record has already bent towards it. Residuals of records that the curve has never seen are honest.

:::{show} privcausal.pairs.anm.direction
:::

As the score we take {term}`HSIC`. How it works, {doc}`23_hsic` explains. For now: it compares all pairs of records, is 0 for independence, and notices every kind of dependence, like the widening band above.
"""

# %%
narrow = GaussianKernel(0.2)
score = partial(hsic, kernel_x=narrow, kernel_y=narrow)
way = {"score": score, "bounds": ((-1, 1), (-1, 1)), "penalty": 1e-4}
result = direction(x, y, rng=rng, **way)
print(result.answer, f"{result.score_xy:.5f} against {result.score_yx:.5f}")
assert result.answer == FORWARD

# %% [markdown]
r"""
The bounds are *declared*: the function maps them to $[-1,1]$, clips what lies outside, and says how often it had to.
Reading them off the data would be convenient, and would publish the value of the most extreme person.

How many records does it take? We repeat the toy at several sizes:
"""


# %%
def toy_is_right(n, rng):
    x = rng.uniform(-1, 1, n)
    y = (x**3 + rng.uniform(-0.2, 0.2, n)) / 1.2
    return direction(x, y, rng=rng, **way).answer == FORWARD


sizes = [20, 40, 80, 160, 320]
share = [np.mean([toy_is_right(n, rng) for _ in range(60)]) for n in sizes]
assert share[-1] > 0.95
print(", ".join(f"n = {n}: {s:.0%}" for n, s in zip(sizes, share)))

# %% [markdown]
r"""
## Four hundred simulated pairs

A toy that we made up proves little. {cite:t}`mooij2016` describe four families of *random* pairs:
random densities, random functions, some noise inside the function and some measurement error on top.

| family | what is special |
|---|---|
| SIM | the default |
| SIM-c | a hidden common cause acts on both |
| SIM-ln | low noise |
| SIM-G | nearly Gaussian causes and noise |

Their measurement errors and their noise *inside* $f$ break the additive noise model on purpose. A good method should bend and not break.
"""

# %%
from privcausal.data.simulated_pairs import SCENARIOS, simulate

scores = {
    "HSIC": score,
    "|Spearman|": lambda a, b: abs(spearman(a, b)),
    "|Kendall|": lambda a, b: abs(kendall(a, b)),
}


def verdicts(pair, rng):
    u, v = (np.clip(column / 4, -1, 1) for column in (pair.x, pair.y))
    parts = split(len(u), rng)
    both = regress_both_ways(u, v, parts, penalty=1e-3, kernel=kernel)
    ahead = lambda s: s(both.x, both.of_y) < s(both.y, both.of_x)
    return [ahead(s) == pair.x_is_cause for s in scores.values()]


# %%
tried = lambda name: verdicts(simulate(name, rng, 400), rng)
right = {
    name: np.mean([tried(name) for _ in range(100)], axis=0)
    for name in SCENARIOS
}
for name, shares in right.items():
    row = ", ".join(f"{s} {r:.0%}" for s, r in zip(scores, shares))
    print(f"{name:<7}{row}")

# %% tags=["hide-input"]
heights = np.array(list(right.values()))
spread = 2 * np.sqrt(heights * (1 - heights) / 100)
bars = np.stack([heights, heights - spread, heights + spread], axis=-1)
series = {name: bars[:, place] for place, name in enumerate(scores)}
look = {"level": 0.5, "ylim": (0.3, 1.0), "xlim": (-0.5, 4.6)}
ax = plots.compare(list(right), series, **look)
caption = "One hundred pairs of 400 records each; bars are two standard errors. The dotted line is a coin toss."
ax.set_xlabel("family of simulated pairs")
plots.show(ax, caption, y="share of right directions", legend="center right")

# %%
assert all(shares[0] > 0.6 for shares in right.values())

# %% [markdown]
r"""
HSIC is right clearly more often than a coin in all four families. The rank scores are not in the same league, and we can say why:
a rank correlation sees whether residuals *rise* along the input. But a regression removes exactly that. What is left is a change of shape, and ranks are nearly blind to it.
Keep this in mind when a rank score turns out to be easy to protect.
"""

# %% [markdown]
r"""
## Real pairs

Mooij and his colleagues also collected real pairs whose direction is not in doubt. Thirty-six of them have at least 1,000 records and travel with this book.
Here is the sun again, pair 77:
"""

# %%
from privcausal.data.tuebingen_pairs import official_ids, tuebingen


def judge(pair, rng):
    """The direction by a thousand records, or by all if there are fewer."""
    some = rng.permutation(len(pair))[:1000]
    columns = pair.cause, pair.effect
    limits = tuple((float(c.min()), float(c.max())) for c in columns)
    x, y = (column[some] for column in columns)
    return direction(x, y, score=score, bounds=limits, rng=rng)


result = judge(tuebingen(77), rng)
print(result.answer, f"{result.score_xy:.5f} against {result.score_yx:.5f}")

# %% tags=["hide-input"]
left, right = plots.panels(2, height=3.1)
both = result.residuals
line = np.linspace(-1, 1, 200)
left.plot(both.x, both.y, "o", markersize=2, linestyle="none", alpha=0.5)
f = {"f, radiation → temperature": both.f.predict(line)}
plots.curves(line, f, ax=left, colours=[plots.ORANGE], ylim=(-1.6, 1.1))
g = {"g, temperature → radiation": line}
plots.curves(both.g.predict(line), g, ax=left, colours=[plots.GREEN])
left.set(title="Both regressions", xlabel="solar radiation (scaled)")
left.set_ylabel("temperature (scaled)")
plots.points(both.x, {"y − f(x) along x": both.of_y}, ax=right, size=2)
plots.points(both.y, {"x − g(y) along y": both.of_x}, ax=right, size=2)
right.set(title="What is left over", xlabel="input", ylabel="residual")
right.set_ylim(-1.6, 1.1)
caption = "Sunshine and temperature. The residuals of radiation (squares) fan out with temperature; those of temperature less so."
plots.show([left, right], caption)

# %% [markdown]
r"""
The sun warms the air; the data say so without an experiment.
These data are public, so we read their limits off. With private data you would have to declare them.

Now all thirty-six, one thousand records of each. Similar pairs (seven measurements of the same sea snails, say) share one vote, as the collection prescribes.
"""


# %%
def run(number, rng):
    pair = tuebingen(number)
    return pair.weight, judge(pair, rng).answer == FORWARD


votes = {number: run(number, rng) for number in official_ids()}
total = sum(weight for weight, _ in votes.values())
earned = sum(weight * right for weight, right in votes.values())
wrong = [number for number, (_, right) in votes.items() if not right]
print(f"{36 - len(wrong)} of 36 right; weighted {earned / total:.0%}")
print("wrong:", wrong)
assert 0.5 < earned / total < 0.85

# %% [markdown]
r"""
Better than a coin, and far from certain: much like what {cite:t}`mooij2016` report for such methods on their hundred pairs.
With thirteen votes in total, a standard error is about 13 points, so do not read much into any single percentage.

Look at one failure. Pair 70 has an effect with two values:
"""

# %%
coin = tuebingen(70)
print(f"pair 70: {len(np.unique(coin.cause))} values of the cause", end=", ")
print(f"{len(np.unique(coin.effect))} of the effect")
values = lambda number: len(np.unique(tuebingen(number).cause))
coarse = [number for number in official_ids() if values(number) < 30]
print("causes with fewer than 30 values:", coarse)

# %% [markdown]
r"""
A variable with two values is not a curve plus noise. The model is false in *both* directions, and the algorithm compares two wrongs.
It always returns an answer. It never says: "this is not my kind of data".
"""

# %% [markdown]
r"""
## How one gets fooled: one object, two fits

The authors' public example, which calls itself initial code, has a slip that is easy to make, and hard to see. Regressions there are objects with a method `fit`; and *one* object is fitted twice (`mkusner/pci` at commit 9e830fd, `pci.py`, lines 80–84).

:::{show} privcausal.claims.broken.pairs.one_regressor
:::

`f` and `g` look like two curves. They are two names for one object, and it remembers the last fit only.
So $r_Y$ is computed from a curve that was fitted from $y$ to $x$. (In the program the two names are crossed as well where residuals are formed, so a second object alone would not repair it.)
Nothing crashes. An answer comes out. In the program's own setting it hardly matters: its kernel is so wide that both curves are nearly constant. With a kernel that can bend, and on our pairs, how often is it another answer?
"""

# %%
from privcausal.claims.broken.pairs import one_regressor


def flipped(pair, rng):
    u, v = (np.clip(column / 4, -1, 1) for column in (pair.x, pair.y))
    parts = split(len(u), rng)
    both = regress_both_ways(u, v, parts, penalty=1e-3, kernel=kernel)
    train, test = ((u[part], v[part]) for part in (parts.train, parts.test))
    r_y, r_x = one_regressor(train, test, 0.5, 1e-3)
    assert np.allclose(r_x, both.of_x)  # the last fit is the right one
    honest = score(both.x, both.of_y) < score(both.y, both.of_x)
    slipped = score(both.x, r_y) < score(both.y, both.of_x)
    truth = pair.x_is_cause
    return honest == truth, slipped == truth, honest != slipped, not slipped


tries = [flipped(simulate("SIM", rng, 400), rng) for _ in range(60)]
outcome = np.mean(tries, axis=0)
print(
    "right: {:.0%} with two regressors, {:.0%} with one; {:.0%} flip;\n"
    "with one, {:.0%} of the answers are y → x".format(*outcome)
)
assert outcome[2] > 0.25 and outcome[3] > 0.7

# %% [markdown]
r"""
With one regressor the first residual is no residual at all, so its score is mostly the larger one: in our setting the slip tends to answer $Y\to X$, whatever the data say.
On pairs whose direction is a fair coin that is not far from guessing. On a collection that always lists the cause in the same column it can look like skill, or like total failure.

The same example contains a second slip, about noise. Scores are computed from the test half; the sensitivity is that of all records.

:::{claim} K-code
:::

The smallest witness is any pair of test sets that moves τ by its full $4/m$: with $m=n/2$ this is $8/n$, where the program counts on $4/n$. The verdict is {verdict}`K-code`.
The program draws no noise and releases nothing: it evaluates a formula for the probability of a right answer, and for Kendall's τ that probability comes out too high. For Spearman's $\rho_S$ and HSIC its numbers are large enough all the same, because the bounds behind them are loose.
A release with noise for $4/n$ would cost $2\varepsilon$ instead of ε, and an audit that sees nothing but outputs notices it.
None of this touches the theorems of the paper. A theorem speaks about what it names, and here that is the number of records that were scored.

## Limits

- **A hidden common cause** of both columns can produce anything. SIM-c is a friendly version of it.
- **A missing model.** If the noise multiplies instead of adding, both directions are wrong, and an answer comes out all the same.
- **Low noise.** Without noise both regressions are perfect. The trace is *in* the noise.
- **Two variables only.** {doc}`31_from_independence_to_arrows` takes up more.

## Exercises

:::{exercise}
:label: ex-21-reversible

Explain the non-constant functions in the list of exceptions above. When is a discrete additive noise model reversible for an obvious reason?
Add this to it: how many of the functions from 3 causes to $0,\dots,6$ are reversible if the noise takes 2 values, and how many of those have no two causes whose effects overlap?

*Hint:* if you can read $x$ off $y$ without error, what is $r_X$?
:::

:::{solution-start} ex-21-reversible
:class: dropdown
:::
"""

# %%
wide = list(product(range(7), repeat=3))
backward = {f: both_ways(f, noise=2)[1] for f in wide}
apart = [f for f in wide if np.diff(sorted(f)).min() >= 2]
assert all(backward[f] == 0 for f in apart)
assert all(backward[f] == 0 for f in wide if len(set(f)) == 1)
reversible_ones = [f for f in wide if backward[f] == 0]
assert len(reversible_ones) == len(apart) + 7
print(f"{len(reversible_ones)} reversible, {len(apart)} without overlap")

# %% [markdown]
r"""
If the effects of different causes do not overlap, $y$ determines $x$. Then $E[X\mid Y]=X$, the residual is 0, and 0 is independent of everything.
This is the discrete form of "no noise": the noise is there, but it blurs nothing. The remaining seven are the constants.
With four causes there was one more kind: two causes share one value, the other two share another, far away. Then $y$ tells which two, and what is left of $x$ is plus or minus the same distance either way.

:::{solution-end}
:::

:::{exercise}
:label: ex-21-gaussian

Let $X$ and $N$ be standard Gaussian and $Y=X+N$. Show that $X-\frac12Y$ is independent of $Y$, so that Algorithm 1 cannot decide.
Check it with 2,000 records: compare both HSIC scores with those of uniform $X$ and $N$.
:::

:::{solution-start} ex-21-gaussian
:class: dropdown
:::
"""


# %%
def gap(draw):
    a = draw(2000)
    b = a + draw(2000)
    forward = score(a / 4, (b - a) / 4)
    backward = score(b / 4, (a - b / 2) / 4)
    return forward, backward


bell, box = gap(rng.standard_normal), gap(lambda k: rng.uniform(-2, 2, k))
print(f"Gaussian: {bell[0]:.5f} and {bell[1]:.5f}")
print(f"uniform:  {box[0]:.5f} and {box[1]:.5f}")
assert box[1] > 5 * box[0] and bell[1] < 3 * bell[0]

# %% [markdown]
r"""
$\operatorname{Cov}(X-\frac12Y,Y)=1-\frac12\cdot2=0$, and jointly Gaussian variables without correlation are independent.
For the boxes the same regression is right (by symmetry), the correlation is 0 as well, and yet there is a trace: at the ends of $Y$ only the ends of $X$ are possible.

:::{solution-end}
:::

:::{exercise}
:label: ex-21-swap

Exchange the two columns of a data set. What must `direction` return, and with which scores? Is it true for the specimen with one regressor?
Test the first on one simulated pair, with the same split.
:::

:::{solution-start} ex-21-swap
:class: dropdown
:::
"""

# %%
pair = simulate("SIM", rng, 300)
u, v = (np.clip(column / 4, -1, 1) for column in (pair.x, pair.y))
parts = split(300, rng)
one = regress_both_ways(u, v, parts, penalty=1e-3, kernel=kernel)
two = regress_both_ways(v, u, parts, penalty=1e-3, kernel=kernel)
assert np.allclose(one.of_y, two.of_x) and np.allclose(one.of_x, two.of_y)

# %% [markdown]
r"""
The opposite direction, with the two scores exchanged. The specimen fails this test: it favours whichever direction was fitted last. That is how one finds such a bug without knowing the truth: **a method that infers a direction must turn around when its input does.**

:::{solution-end}
:::

## In one paragraph

If an effect is a function of its cause plus independent noise, the residuals of the true regression are independent of their input, and those of the reverse regression usually are not.
Algorithm 1 turns this into a decision: regress both ways on one half of the records, and compare the dependence of residual and input on the other half.
With HSIC as the score it finds most directions on simulated pairs and more than a coin on real ones, where the model is only roughly true. It never says that it does not know, and one regressor in place of two ruins it silently.

**Next.** What can one person do to the two simplest scores? {doc}`22_rank_correlations` says it exactly.
"""
