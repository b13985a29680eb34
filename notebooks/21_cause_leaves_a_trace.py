# %% [markdown]
r"""
# Causal direction in additive noise models

:::{chapter}
:asks: Which of two associated columns is the cause?
:needs: c11_residuals
:::

Two columns of numbers give the solar radiation on each of 8,401 days, and the air temperature.
**Does radiation cause temperature, or does temperature cause radiation?**
The answer is known, but not from an experiment, because the sun cannot be switched off.
The two columns are associated, and association is symmetric.

The *additive noise model* breaks this symmetry. In the true direction the residuals of a regression are independent of its input, and in the other direction they usually are not.
The method of this chapter is Algorithm 1 of {cite:t}`kusner2016`, who took it from {cite:t}`mooij2016`.
Privacy follows in {doc}`22_rank_correlations`.

:::{admonition} After this chapter you can
:class: tip
- define an additive noise model, and explain why the reverse direction is usually not one;
- fit kernel ridge regression for fifty penalties at the cost of one;
- infer a direction from two columns, for simulated and for real pairs;
- recognise three common mistakes, one of which is a programming error that looks like a result.
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
## Example: regression in both directions

We simulate a cause, apply a function, and add noise that is independent of the cause.
Then we fit a regression in both directions.
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
    (
        "True direction: one width everywhere",
        both.x,
        both.of_y,
        "x",
        "y − f(x)",
    ),
    (
        "Wrong direction: the width has a shape",
        both.y,
        both.of_x,
        "y",
        "x − g(y)",
    ),
)
thirds = lambda along: np.array_split(np.argsort(along), 3)
widths = [[r[part].std() for part in thirds(a)] for _, a, r, *_ in panels]
right, wrong = (max(width) / min(width) for width in widths)
assert right < 1.2 and wrong > 1.8
for ax, (title, along, left, name, what) in zip(axes, panels):
    plots.points(along, {what: left}, ax=ax, size=2.5, level=0, title=title)
    ax.set(xlabel=name, ylabel=what, ylim=(-0.75, 0.75))
caption = "Left: the residuals of y, along x, form a band of the same width everywhere. Right: those of x, along y, do not."
plots.show(axes, caption)

# %% [markdown]
r"""
In the true direction the residuals have the same distribution everywhere, that of the noise.
In the other direction they do not. Near $y=0$ the function is flat, so a small change of $y$ corresponds to a large change of $x$, and the residuals spread out.
Their spread is informative about $y$: **the residuals depend on the input.**
"""

# %% [markdown]
r"""
## The model and its identifiability

:::{prf:definition} Additive noise model
:label: def-21-anm

Two random variables satisfy an additive noise model $X\to Y$ if there are a function $f$ and a random variable $N$, independent of $X$, with

$$Y=f(X)+N .$$
:::

Real data need not satisfy the model. If they satisfy it in one direction, the question is whether they satisfy it in the other as well.

A *dependence score* $s(a,b)\ge0$ measures the dependence of two variables, and is 0 if and only if they are independent.
Algorithm 1 computes a score for each direction and selects the smaller one.

:::{claim} K-anm
:::

(proof-anm)=
:::{prf:proof}
*Forward.* As $N$ is independent of $X$, $E[Y\mid X]=f(X)+E[N]$. So $r_Y=Y-E[Y\mid X]=N-E[N]$ is independent of $X$, and its score is 0.

*Backward.* The other score is at least 0, like every score. The difference is therefore at most 0, and Algorithm 1 cannot prefer $Y\to X$.

*Undecided* it remains only if the second score is 0 too, which is to say that $r_X$ is independent of $Y$. $\square$
:::

The proof is short because it assumes infinitely many records, perfect regressions and a true model, none of which holds in practice.
We first verify the theorem on small discrete distributions, where all numbers are fractions.
"""

# %%
from privcausal.claims.pairs.anm import both_scores

model = {"f": [0, 1, 3], "x": [1, 1, 1], "noise": [1, 1, 1]}
[str(score) for score in both_scores(model)]

# %% [markdown]
r"""
The cause takes three values, the noise three, and $f$ is $0,1,3$. The score is $\sum(p_{ab}-p_ap_b)^2$ over all pairs of values: exactly zero forwards, and small but not zero backwards.
The next computation counts how often the backward score is zero as well, over all functions from four causes to five values:
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
Constant functions must be among them, because independent variables have no direction.
Exercise {ref}`ex-21-reversible` explains the others.
In all other cases the direction is identified. The theorem is {verdict}`K-anm`: no counterexample exists, and equality does occur.

For continuous variables there is one well-known exception.
If $f$ is linear and both $X$ and $N$ are Gaussian, the backward direction is an additive noise model too, as exercise {ref}`ex-21-gaussian` shows.
"""

# %% [markdown]
r"""
## Kernel ridge regression

The conditional mean $E[Y\mid X]$ is unknown and has to be estimated. *Kernel ridge regression* chooses a function $f(x)=w\cdot\varphi(x)$, where $\varphi$ maps $x$ into a space with
very many dimensions, by minimising

$$
F(w)=\frac\lambda2\,\|w\|^2+\frac1n\sum_{i=1}^n\bigl(w\cdot\varphi(x_i)-y_i\bigr)^2 .
$$

The second term measures the fit. The first penalises a large $w$, and thereby favours a smooth function. The penalty $\lambda$ determines their relative weight.

:::{prf:definition} Kernel
:label: def-21-kernel

$k(x,x')=\varphi(x)\cdot\varphi(x')$ is the {term}`kernel`. For the Gaussian kernel of bandwidth $h$, $k(x,x')=e^{-(x-x')^2/2h^2}$.
:::

The features are never computed. At the minimum the gradient vanishes, $\lambda w=\frac2n\sum_i\bigl(y_i-f(x_i)\bigr)\varphi(x_i)$, so $w$ is a combination $\sum_j\alpha_j\varphi(x_j)$ of the training points.
Insert this, write $K$ for the matrix of all $k(x_i,x_j)$, and compare coefficients: $\lambda\alpha=\frac2n(y-K\alpha)$, that is

$$
\Bigl(K+\frac{n\lambda}2I\Bigr)\alpha=y,\qquad f(x)=\sum_j\alpha_jk(x_j,x).
$$

The fit is therefore one linear system:

:::{show} privcausal.pairs.ridge.fit
:::

To choose $\lambda$ we try fifty values, which does not require fifty linear systems.
With $K=Q\Lambda Q^{\mathsf T}$, adding $\frac{n\lambda}2I$ only shifts the eigenvalues, so **one** decomposition serves every $\lambda$:

:::{show} privcausal.pairs.ridge.Path.coefficients
:::

The decomposition also gives the leave-one-out error without refitting:
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
If $e$ is the error left out, therefore, $A^{-1}(y-e\,u_i)$ has $i$-th entry 0, where $u_i$ is the $i$-th unit vector. That is $\alpha_i-e\,(A^{-1})_{ii}=0$. $\square$
:::

We check the identity by leaving out one record explicitly. A fit on $n-1$ records has $\frac{(n-1)\lambda'}2$ on its diagonal, so $\lambda'=\frac{n\lambda}{n-1}$.
"""

# %%
rest = np.arange(200) != 7
fair = 0.01 * 200 / 199
honest = fit(train_x[rest], train_y[rest], penalty=fair, kernel=kernel)
by_hand = train_y[7] - honest.predict(train_x[7:8])[0]
assert np.isclose(by_hand, curve.leave_one_out(0.01)[7, 0])

# %% [markdown]
r"""
The best $\lambda$ was chosen *from the data*, so it reveals information about them.
This matters if the training data are private: in {doc}`25_protecting_the_training_set` the penalty has to be fixed in advance.
"""

# %% [markdown]
r"""
## The algorithm

1. Split the records at random into a training and a test half.
2. On the training half, fit $f:x\to y$ and $g:y\to x$.
3. On the test half, compute the residuals $r_Y=y'-f(x')$ and $r_X=x'-g(y')$.
4. Compare $s(x',r_Y)$ with $s(y',r_X)$. The smaller score determines the direction.

The split is necessary because a regression adapts to its training records, whose residuals are therefore biased.

:::{show} privcausal.pairs.anm.direction
:::

The score is {term}`HSIC`, which {doc}`23_hsic` explains. It compares all pairs of records, is 0 under independence, and detects every form of dependence, for example a changing spread.
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
The bounds are *declared*: the function maps them to $[-1,1]$, clips values outside, and reports how many it clipped.
Bounds computed from the data would reveal the most extreme value.

We repeat the example with several numbers of records:
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
## Simulated pairs

{cite:t}`mooij2016` describe four families of *random* pairs with
random densities, random functions, some noise inside the function and some measurement error.

| family | characteristic |
|---|---|
| SIM | the default |
| SIM-c | a hidden common cause acts on both |
| SIM-ln | low noise |
| SIM-G | nearly Gaussian causes and noise |

Measurement error and noise *inside* $f$ violate the additive noise model on purpose, to test the robustness of a method.
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

# %% tags=["hide-input"]
assert all(shares[0] > 0.6 for shares in right.values())

# %% [markdown]
r"""
HSIC is correct significantly more often than a coin toss in all four families. The rank scores are much less accurate, for the following reason.
A rank correlation detects whether residuals *increase* with the input, but a regression removes exactly this. What remains is a change of shape, which ranks hardly detect.
A rank score is easy to protect, as the next chapter shows, but this limitation remains.
"""

# %% [markdown]
r"""
## Real pairs

{cite:t}`mooij2016` also collected real pairs with known directions. Thirty-six of them have at least 1,000 records and are distributed with this book.
Pair 77 contains radiation and temperature:
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
right.set(title="Residuals", xlabel="input", ylabel="residual")
right.set_ylim(-1.6, 1.1)
caption = "Sunshine and temperature. The residuals of radiation (squares) fan out with temperature; those of temperature less so."
plots.show([left, right], caption)

# %% [markdown]
r"""
The method infers that radiation causes temperature, without an experiment.
These data are public, so we use their observed range as bounds. For private data the bounds have to be declared.

The next result is for all thirty-six pairs, with one thousand records of each. Similar pairs, for example seven measurements of the same abalones, share one vote, as the collection prescribes.
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
The accuracy is better than a coin toss and far from certain, similar to what {cite:t}`mooij2016` report for such methods on their hundred pairs.
With thirteen votes in total, the standard error is about 13 percentage points, so differences between single percentages are not meaningful.

One failure is instructive. Pair 70 has a binary effect:
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
A binary variable is not a function plus noise. The model is wrong in *both* directions, and the comparison is meaningless.
The algorithm nevertheless returns an answer, because it does not test the model.
"""

# %% [markdown]
r"""
## Published error: one object for two fits

The authors' published example, which is described as initial code, contains an error that is hard to see. Regressions there are objects with a method `fit`, and *one* object is fitted twice (`mkusner/pci` at commit 9e830fd, `pci.py`, lines 80–84).

:::{show} privcausal.claims.broken.pairs.one_regressor
:::

`f` and `g` are two names for one object, which stores the last fit only.
Therefore $r_Y$ is computed from a function that was fitted from $y$ to $x$. The two names are also exchanged where residuals are computed, so a second object alone would not correct the program.
The program runs without an error message. In its own setting the effect is small, because its kernel is so wide that both functions are nearly constant. With a narrower kernel, and on our pairs, the answer changes as follows:
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
With one regressor the first residual is not a residual, so its score is usually the larger one. In our setting the program therefore tends to answer $Y\to X$, regardless of the data.
On pairs whose direction is random this is close to guessing. On a collection that always lists the cause in the same column it can look very accurate or very inaccurate.

The same example contains a second error, about noise. Scores are computed from the test half, whereas the sensitivity is that for all records.

:::{claim} K-code
:::

The smallest counterexample is any pair of test sets that changes τ by its full $4/m$. With $m=n/2$ this is $8/n$, where the program uses $4/n$ ({verdict}`K-code`).
The program draws no noise and releases nothing. It evaluates a formula for the probability of a correct answer, and for Kendall's τ this probability is too high. For Spearman's $\rho_S$ and HSIC its numbers are nevertheless large enough, because the bounds behind them are loose.
A release with noise for $4/n$ would cost $2\varepsilon$ instead of ε, and an audit of the outputs detects this.
These errors do not affect the theorems of the paper, which refer to the number of records that were scored.

## Limitations

- **Hidden common causes.** A hidden common cause of both columns can produce any result. SIM-c is a mild example.
- **Model misspecification.** If the noise is multiplicative instead of additive, the model is wrong in both directions, and the algorithm still answers.
- **Low noise.** Without noise both regressions are perfect, and the direction is not identified.
- **Two variables only.** {doc}`31_from_independence_to_arrows` treats more variables.

## Exercises

:::{exercise}
:label: ex-21-reversible

Explain the non-constant functions in the list of exceptions above. State an obvious condition under which a discrete additive noise model is reversible.
Count the functions from 3 causes to $0,\dots,6$ that are reversible if the noise takes 2 values, and those of them in which the effects of different causes do not overlap.

*Hint:* compute $r_X$ for the case that $y$ determines $x$.
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
This corresponds to the case without noise. The remaining seven are the constants.
With four causes there was one more kind: two causes share one value, and the other two share another, far away. Then $y$ determines the pair of causes, and the residual of $x$ is plus or minus the same number in either case.

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
For the uniform distributions the same regression is correct by symmetry, and the correlation is 0 as well, but the variables are dependent: at the ends of the range of $Y$ only the ends of the range of $X$ are possible.

:::{solution-end}
:::

:::{exercise}
:label: ex-21-swap

Exchange the two columns of a data set. State what `direction` must return, and with which scores. Decide whether the program with one regressor satisfies this.
Test the first statement on one simulated pair, with the same split.
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
It must return the opposite direction, with the two scores exchanged. The program with one regressor fails this test, because it favours the direction that was fitted last. Such a test needs no knowledge of the true direction: **a method that infers a direction must reverse its answer when its input is reversed.**

:::{solution-end}
:::

## Summary

If an effect is a function of its cause plus independent noise, the residuals of the regression in the true direction are independent of the input, and those of the reverse regression usually are not.
Algorithm 1 regresses in both directions on one half of the records, and compares the dependence of residual and input on the other half.
With HSIC as the score it finds most directions on simulated pairs, and is better than a coin toss on real ones, where the model holds only approximately. It always answers, and one regressor in place of two makes its answers meaningless without any error message.

**Next.** {doc}`22_rank_correlations` determines the sensitivity of the two simplest scores.
"""
