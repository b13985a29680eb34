# %% [markdown]
r"""
# Laplace and Gaussian noise, calibrated and drawn exactly

:::{chapter}
:asks: How much noise does a private number need, and of what shape?
:needs: c01_two_evenings, c02_sums_and_histograms
:::

A hospital prints how many of its patients tested positive. You were one of them, or you were not: the true number is 41 or 42.
**How much noise must the hospital add so that a reader cannot distinguish the two numbers, and what shape should the noise have?**
Too little, and the guarantee is empty. Too much, and the number is useless. Therefore the amount has to be *measured out*, and the measuring has to be checked.

Three answers are in use. Laplace noise is the one of the first papers. Gaussian noise is the one for long vectors, and textbooks measure it out by a formula that is
wasteful where it is right and wrong where it is convenient. The third answer is the one that a computer gives: noise of finite precision, which leaks.

:::{admonition} After this chapter you can
:class: tip
- say exactly which $(\varepsilon,\delta)$ a given Gaussian noise buys, and find the smallest noise for a given $(\varepsilon,\delta)$;
- choose between Laplace and Gaussian noise by counting coordinates;
- break a correct mechanism through the last bits of a floating-point number, and see the attack fail on ours;
- release a number with noise that a computer can draw *exactly*.
:::
"""

# %%
import math
import time

import mpmath
import numpy as np
from scipy import stats

from privcausal import plots
from privcausal.privacy.gaussian import Gaussian, classical_scale
from privcausal.privacy.gaussian import gaussian_delta, gaussian_scale
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation
from privcausal.claims.broken.noise import could_come_from, textbook_laplace
from privcausal.privacy.noise import GridNoise, NoiseShape, cells

rng = np.random.default_rng(12)

# %% [markdown]
r"""
## Example: 41 or 42?

Add noise, and look at many outputs of both worlds. At a place where one curve is $r$ times as high as the other, that output is evidence of weight $\ln r$.
"""

# %%
laplace = Laplace(1.0, 1.0, Relation.SUBSTITUTION)
gaussian = Gaussian(1.0, 1.0, 0.01, Relation.SUBSTITUTION)
z = np.linspace(33, 50, 700)


def log_ratio(mechanism, z):
    """Evidence for 42 against 41, at every output."""
    if isinstance(mechanism, Laplace):
        return (abs(z - 41) - abs(z - 42)) / mechanism.scale
    return ((z - 41) ** 2 - (z - 42) ** 2) / (2 * mechanism.scale**2)


# %% tags=["hide-input"]
densities = {
    "Laplace": lambda truth: stats.laplace.pdf(z, truth),
    "Gaussian": lambda truth: stats.norm.pdf(z, truth, gaussian.scale),
}
left, right = plots.panels(2, height=3.1)
for k, (name, density) in enumerate(densities.items()):
    for truth, alpha, hidden in ((41, 1.0, ""), (42, 0.65, "_")):
        world = {hidden + name: density(truth)}
        plots.curves(z, world, ax=left, first=k, alpha=alpha)
for truth, side in ((41, "right"), (42, "left")):
    left.text(truth, 0.51, f"{truth} ", ha=side, fontsize=10)
for name, noise in (("Laplace", laplace), ("Gaussian", gaussian)):
    plots.curves(z, {name: log_ratio(noise, z)}, ax=right)
plots.panel(right, level=(-1, 1))
left.set(title="Two worlds", ylabel="density", ylim=(-0.02, 0.58))
right.set(title="Evidence of one output", ylabel="evidence for 42, in nats")
caption = "Laplace evidence stops at ±1 = ±ε. Gaussian evidence grows without end, but only where hardly any output falls."
plots.show([left, right], caption, x="published number")

# %% [markdown]
r"""
That picture is the whole difference. Under Laplace noise **no output whatever** is evidence of more than $\varepsilon$.
The reason is one line. Let the true numbers of the two worlds be $a$ and $a'$, at most $\Delta$ apart, and let the noise have scale $b=\Delta/\varepsilon$. Then at every output $z$

$$
\frac{\frac1{2b}e^{-|z-a|/b}}{\frac1{2b}e^{-|z-a'|/b}}=e^{(|z-a'|-|z-a|)/b}\;\le\;e^{|a-a'|/b}\;\le\;e^{\varepsilon},
$$

by the triangle inequality. That is the *Laplace mechanism*. {prf:ref}`K-laplace` states it for two scores at once ({verdict}`K-laplace`).
Under Gaussian noise some outputs reveal more than $\varepsilon$. They are rare, and $\delta$ bounds their total probability in excess of the factor $e^\varepsilon$.

Why would you accept that? Because of vectors.
"""

# %% [markdown]
r"""
## Why Gaussian: long vectors

:::{prf:definition} Two sensitivities
:label: def-two-sensitivities

Let $f$ map data sets to vectors of $d$ numbers. Its *sensitivity in the sum norm* is $\Delta_1=\max\sum_i|f_i(D)-f_i(D')|$ over neighbours $D,D'$, and its *Euclidean sensitivity* is
$\Delta_2=\max\sqrt{\sum_i(f_i(D)-f_i(D'))^2}$.
:::

If one person can move each of $d$ numbers by 1, then $\Delta_1=d$ and $\Delta_2=\sqrt d$.
Laplace noise on every coordinate must be scaled to $\Delta_1$: evidence adds up, coordinate by coordinate.
Gaussian noise is round. It looks the same from every direction, so only the Euclidean distance of the two worlds can matter.
"""

# %%
coordinates = np.array([1, 2, 3, 5, 10, 20, 50, 100, 300, 1000])
spread_laplace = math.sqrt(2) * coordinates / 1.0
spread_gaussian = {
    delta: [gaussian_scale(math.sqrt(d), 1.0, delta) for d in coordinates]
    for delta in (1e-3, 1e-6, 1e-9)
}
for spread in spread_gaussian.values():
    assert spread[0] > spread_laplace[0] and spread[-1] < spread_laplace[-1]

# %% tags=["hide-input"]
lines = {"Laplace, ε = 1": spread_laplace} | {
    f"Gaussian, ε = 1, δ = {delta:.0e}": spread
    for delta, spread in spread_gaussian.items()
}
title = "For many numbers, Gaussian noise is smaller"
ax = plots.curves(coordinates, lines, marked=True, log="xy", title=title)
caption = "Laplace noise grows like d, Gaussian noise like √d. For few numbers Laplace is better, and it needs no δ."
ax.set_xlabel("numbers that one person can move by 1")
plots.show(ax, caption, y="noise on each, standard deviation")

# %% [markdown]
r"""
## Exactly how private is Gaussian noise?

The criterion is due to Balle and Wang {cite}`balle2018gaussian`; {cite:t}`curate2024` states it as a definition, with the formula lost in our copy.

:::{claim} C-agm
:::

*The idea.* Two worlds, two bell curves, one shifted. The best question an attacker can ask is "does the output lie beyond this point?", because further out the evidence only gets stronger.
Ask it at the point where the evidence is exactly $\varepsilon$, and compute the remaining probability.

(proof-agm)=
:::{prf:proof}
**From vectors to one number.** Let the two values differ by the vector $v$, $|v|\le\Delta$. Turn the coordinates so that the first axis points along $v$. Round noise stays round noise, and in all other
coordinates the two worlds are identical and independent of the first. We can therefore suppose that there is one coordinate, with values $0$ and $s=|v|\le\Delta$.

**The best event.** For any event $E$, $P(E)-e^\varepsilon Q(E)=\int_E(p-e^\varepsilon q)$ is largest if $E$ is exactly where $p>e^\varepsilon q$. Here $Q$ has mean $0$ and $P$ mean $s$, and the log-ratio
$\ln\frac{p(z)}{q(z)}=\frac{2sz-s^2}{2\sigma^2}$ is increasing. So $E=\{z>c\}$ with $c=\frac{\varepsilon\sigma^2}s+\frac s2$.

**Its two probabilities.** $P(E)=\Phi\bigl(\frac{s-c}\sigma\bigr)=\Phi\bigl(\frac s{2\sigma}-\frac{\varepsilon\sigma}s\bigr)$ and $Q(E)=\Phi\bigl(-\frac c\sigma\bigr)=\Phi\bigl(-\frac s{2\sigma}-\frac{\varepsilon\sigma}s\bigr)$.
These two neighbours therefore need $\delta\ge\delta(s)$, the left-hand side of the criterion with $s$ for $\Delta$. By symmetry the other direction, $Q(E)-e^\varepsilon P(E)$, needs the same.

**The farthest neighbours are the worst.** Write $\mu=s/\sigma$ and differentiate $\delta$ by $\mu$. With $x=\frac\mu2-\frac\varepsilon\mu$ and $y=-\frac\mu2-\frac\varepsilon\mu$ we have
$\varphi(x)=e^\varepsilon\varphi(y)$, because $y^2-x^2=2\varepsilon$. The derivative is therefore $\varphi(x)\,(x'-y')=\varphi(x)>0$.
Hence $\delta(s)\le\delta(\Delta)$ for all $s\le\Delta$, and if some neighbours lie at distance $\Delta$, nothing less than $\delta(\Delta)$ will do. $\square$
:::

The machine went about it in four ways. SymPy redid the derivative and the two probabilities.
A search moved the neighbours and the event about, without knowing the formula, and ended *on* the bound.
Numerical integration gave the same δ. An audit of our own `Gaussian` came close to its ε from samples alone, without passing it.
The verdict is {verdict}`C-agm`.

:::{show} privcausal.privacy.gaussian.gaussian_delta
:::
"""

# %% [markdown]
r"""
## The smallest σ, to the last digits

δ falls as σ grows, so the smallest σ is the root of an equation. The catch is in the digits: $\Phi(x)-e^\varepsilon\Phi(y)$ subtracts two numbers that can agree in all of theirs,
and a result that is rounded to the nearest float is too small half of the time. A computed privacy cost can be too large, but must not be too small.

:::{claim} B-outward
:::

(proof-outward)=
:::{prf:proof}
**The digits.** A correctly rounded operation errs by at most one unit in the last of $p$ digits. After $N\le10^6$ of them, each fed with the errors of those before, a result without cancellation is off by a factor
within $1\pm10^{7-p}$ or so. A subtraction that loses $k$ digits multiplies that by $10^k$. Here $k\le p-30$, so $|\hat v/v-1|<10^{-20}$. (The library does not trust a guess about $k$: it knows the size of
the error before the subtraction, looks at the difference, and doubles $p$ until the error is small beside it.)

**The rounding.** So $(1+10^{-20})\hat v\ge v$, and no float between the two numbers can be missed but one: floats lie $10^{-16}$ apart, relatively, and two readings of one float differ by at most half of that.
The smallest float no reading of which is below $(1+10^{-20})\hat v$ is therefore the first or the second above $v$.

**The tail of the bell.** $\Phi(x)=\frac12+\varphi(x)\bigl(x+\frac{x^3}3+\frac{x^5}{3\cdot5}+\dots\bigr)$, by parts, over and over. All terms have one sign, and from the place where they halve each time, the omitted rest is less than
the last term that is kept. $\square$
:::

:::{show} privcausal.privacy.outward_rounding.normal
:::

The verdict is {verdict}`B-outward`: ten kinds of prices, each next to the same in a hundred digits, and a mutant whose prices lie three floats farther in.
Is the result right? We put it back into the printed criterion, in fifty digits.
"""


# %%
def criterion(epsilon, scale):
    """The printed formula, with fifty digits and Δ = 1."""
    with mpmath.workdps(50):
        mu, e = 1 / mpmath.mpf(scale), mpmath.mpf(epsilon)
        far = mpmath.ncdf(-mu / 2 - e / mu)
        return mpmath.ncdf(mu / 2 - e / mu) - mpmath.exp(e) * far


worst = max(
    abs(criterion(e, gaussian_scale(1.0, e, d)) / d - 1)
    for e in (0.1, 0.5, 1.0, 3.0, 10.0, 100.0)
    for d in (0.1, 1e-3, 1e-6, 1e-9, 1e-15)
)
assert worst < 1e-12
"all thirty calibrations meet δ to within one part in 10¹²"

# %% [markdown]
r"""
## What the textbook formula wastes, and where it fails

The classical rule is $\sigma=\sqrt{2\ln(1.25/\delta)}\,\Delta/\varepsilon$. Its theorem says: *for ε below 1*. The condition is easily lost on the way into a program.
"""


# %%
def textbook_sigma(epsilon, delta):
    """The classical formula, with no question asked about ε."""
    return math.sqrt(2 * math.log(1.25 / delta)) / epsilon


epsilons = np.geomspace(0.02, 60, 120)
wasted = {}
for delta in (1e-3, 1e-6, 1e-9):
    exact = np.array([gaussian_scale(1.0, e, delta) for e in epsilons])
    wasted[delta] = textbook_sigma(epsilons, delta) / exact
fails_from = {d: epsilons[np.argmax(w < 1)] for d, w in wasted.items()}
for delta, share in wasted.items():
    at_one = share[np.argmin(abs(epsilons - 1))]
    print(
        f"δ = {delta:.0e}: {100 * (at_one - 1):.0f}% too much noise at ε = 1, "
        f"too little from ε ≈ {fails_from[delta]:.0f} on"
    )

# %% tags=["hide-input"]
lines = {f"at δ = {delta:.0e}": share for delta, share in wasted.items()}
ax = plots.curves(epsilons, lines, log="x", level=1, place=1, ylim=(0.3, 2.3))
for note, place in (
    ("the theorem ends here", (1.07, 0.42)),
    ("not private", (22, 0.9)),
    ("private, wasteful", (0.021, 1.03)),
):
    ax.annotate(note, place, fontsize=9)
caption = "The height is what counts. Above the horizontal dotted line the classical σ is larger than the guarantee needs; below it, to the right of ε ≈ 8 to 10, it is too small and violates the guarantee."
plots.show(ax, caption, x="ε", y="classical σ ÷ exact σ")

# %% [markdown]
r"""
Inside its theorem the classical σ is safe, and larger than it need be by the percentages above. To make up for 26% more noise on a private mean one needs 26% more patients.
Outside it goes wrong slowly, which is the dangerous way: at ε = 6 with δ = 0.5, a guarantee that is weak to begin with, the true δ is
"""

# %%
broken = gaussian_delta(1.0, 6.0, textbook_sigma(6.0, 0.5))
assert broken > 0.7
print(f"{broken:.3f} instead of 0.5")

# %% [markdown]
r"""
and a failure of that size can be seen from samples alone; it hangs in the gallery of the auditing chapter.
The reason is the shape. For large $\varepsilon$ the exact σ behaves like $1/\sqrt{2\varepsilon}$, and a formula that says $1/\varepsilon$ must undercut it sooner or later.

Our `classical_scale` keeps its theorem's condition, and says so:
"""

# %%
try:
    classical_scale(1.0, epsilon=6.0, delta=0.5)
except ValueError as refusal:
    print(refusal)

# %% [markdown]
r"""
Here is the mechanism at work: twelve ward counts of a hospital, where one patient can appear in any of them, at most once each.
"""

# %%
wards = np.array([41, 17, 8, 66, 23, 30, 12, 5, 54, 19, 37, 28])
count_all = Gaussian(math.sqrt(12), 1.0, 1e-6, Relation.SUBSTITUTION)
released = count_all.release(wards, rng)
print(np.round(released.value).astype(int))
print(f"ε = {released.epsilon:g}, δ = {released.delta:g}", end=", ")
print(f"σ = {count_all.scale:.1f}, ρ = {released.price.rho:.4f}")

# %% [markdown]
r"""
A negative count is not a mistake. The true number there was 5, the noise has spread 14.6, and setting it to 0 afterwards is post-processing, free of charge.

The last number, $\rho$, is a second price tag of the same release: its price in {term}`zero-concentrated` privacy, a bound on all moments of the evidence at once. It is defined, and pays off, in {doc}`14_what_many_questions_cost`.

:::{show} privcausal.privacy.gaussian.Gaussian
:::
"""

# %% [markdown]
r"""
## Common mistakes: the last bits of a float

Everything above is about real numbers. A computer has none.
The textbook recipe for Laplace noise takes a uniform $u$, one of $2^{53}$ equally spaced floats, and returns $\text{value}\pm b\ln u$, rounded to a float. Watch what that does.

Take a count that is 0 or 1, and noise of scale 1. The two worlds use the same recipe.
Look at the outputs of world 0, and ask of each float: *is there any $u$ for which world 1 would have printed exactly this?* Mironov {cite}`mironov2012` was the first to ask.

:::{show} privcausal.claims.broken.noise.textbook_laplace
:::

:::{show} privcausal.claims.broken.noise.could_come_from
:::
"""

# %%
outputs = textbook_laplace(0.0, 1.0, 100_000, rng)
from_zero = could_come_from(outputs, 0.0, 1.0).mean()
from_one = could_come_from(outputs, 1.0, 1.0).mean()
assert from_zero == 1 and 0.3 < from_one < 0.37
print(f"outputs of world 0 that world 0 can print: {from_zero:.0%}", end=", ")
print(f"that world 1 can print: {from_one:.0%}")

# %% [markdown]
r"""
Two outputs in three are **impossible** in the other world. Nothing has to be estimated, no second sample is needed: *one* printed number convicts.
The mechanism that was $(1,0)$-private on paper is on this computer not $(\varepsilon,\delta)$-private for any ε, unless δ is more than one half.

Why so many? The logarithm spreads its $2^{53}$ inputs unevenly. Far from the value the possible outputs are sparse among the floats, and the two worlds' sparse sets hardly meet:
"""

# %%
scales = np.geomspace(0.02, 100, 14)
possible = [
    could_come_from(
        textbook_laplace(0.0, b, 20_000, np.random.default_rng(k)), 1.0, b
    ).mean()
    for k, b in enumerate(scales)
]

# %% tags=["hide-input", "nbval-ignore-output"]
kept = 1 - np.array(possible)
ax = plots.curves(scales, {"": kept}, marked=True, log="x", ylim=(0, 1.05))
most = {"xytext": (0, 9), "textcoords": "offset points", "ha": "right"}
ax.annotate(f"{kept[-1]:.1f}", (scales[-1], kept[-1]), fontsize=10, **most)
caption = "At every scale, from far too little noise to a hundred times the sensitivity, most outputs give the world away."
ax.set_xlabel("scale of the noise (the worlds are 1 apart)")
y = "share of outputs of world 0 that world 1 cannot print"
plots.show(ax, caption, y=y)

# %% [markdown]
r"""
More noise does not help; the leak is not in the size of the noise but in its digits. NumPy's own `Generator.laplace` works in just this way.

## Noise that a computer can draw

The remedy is to reveal less. Lay a grid over the line, with a step $g$ that depends on nothing private. Do not print value + noise; say in which *cell* of the grid it lies.

:::{claim} B-grid
:::

:::{claim} B-grid-cost
:::

(proof-grid)=
:::{prf:proof}
**Rounding.** Rounding moves a number by at most $\frac g2$, so it takes two neighbouring numbers apart by at most $g$ more. Over $d$ numbers that adds at most $dg$ to a sum of distances, and at most $\sqrt d\,g$ to a
Euclidean one, by the triangle inequality. The rounded statistic has sensitivity at most $\Delta+rg$.

**Noise.** Look at everything through a glass that shrinks by $s/s'$. The rounded statistic then has sensitivity at most $(\Delta+rg)\,s/s'\le\Delta$, and the noise has scale $s$. Hence whatever holds for every statistic of
sensitivity $\Delta$ under noise of scale $s$ holds here.

**Telling the cell.** The rounded statistic is a multiple $mg$. With real noise $Z$ the cell of $mg+Z$ has the number $m+\lfloor Z/g\rfloor$: it is computed from the noisy sum alone. That is post-processing, which no bound minds.

**The cost.** In steps of $g$ the noise must be as wide as $u=\frac sg\bigl(1+\frac{rg}\Delta\bigr)(1+2^{-48})$; the next whole number is $n+2^{22}+1$ for some $n$. If $n\le1$, then $\frac{s'}s-1\le\frac{2^{22}+2}{2^{22}}-1=2^{-21}$, since
$\frac sg\ge2^{22}$. If $n\ge2$, then $u>2^{22}+n$, and $\frac{s'}s-1\le\bigl(1+\frac1{2^{22}+n}\bigr)(1+2^{-22})(1+2^{-48})-1<2^{-21}$. $\square$
:::

The printed number is the middle of the cell. The verdicts are {verdict}`B-grid` and {verdict}`B-grid-cost`: the checks compute losses in exact fractions, with the very numbers that the library uses, and a mutant forgets that rounding can move neighbours apart.

It remains to draw $\lfloor Z/g\rfloor$, for real noise with infinitely many digits, exactly. Coins suffice.

:::{claim} B-cells
:::

(proof-cells)=
:::{prf:proof}
**The law.** A point $y=k+x$ is proposed with density $2^{-k-1}$, and kept with probability $C2^ke^{-q(y)}$. The kept points therefore have a density proportional to $e^{-q(y)}$.

**It is a probability.** For $q(y)=y$ it is at most $(2/e)^k\le1$. For $q(y)=y^2/2$ it is largest at the left end of $[k,k+1)$, where it is $C$, $2Ce^{-1/2}<1$, $4Ce^{-2}$, …, and it decreases from there.

**The margin.** Within $[k,k+1)$ the probability falls with slope at most 1: for $q(y)=y$ the slope is the probability itself; for $q(y)=y^2/2$ it is $y$ times the probability, largest at $y=1$, where it is $2Ce^{-1/2}<1$, and
smaller for $k\ge2$. No point of a cell is farther than $\frac1{2S}$ from its middle. If $v$ therefore lies farther than $\frac1S$ from the probability in the middle, it lies on the same side of the probability at $y$,
with half of the margin to spare for the error in the computed $e^{-q}$. $\square$
:::

If $v$ lies closer, which happens once in a million proposals, more digits of $y$ and of $v$ are drawn, and exact fractions decide. The verdict is {verdict}`B-cells`.

:::{show} privcausal.privacy.noise._attempt
:::

:::{show} privcausal.privacy.noise.GridNoise.add
:::
"""

# %%
released = laplace.release(42.0, rng)
grid = GridNoise.calibrated(NoiseShape.LAPLACE, laplace.scale, 1.0)
print(released)
print(f"the middle of cell {released.value / grid.step - 0.5:.0f}")
print(f"noise of scale {grid.scale:.8f} instead of 1")
assert 0 < grid.scale - 1 < 1e-6

# %% [markdown]
r"""
Can world 0 print something that world 1 cannot? Both print middles of cells, and every cell is possible in both. Give both worlds the same coins, and their outputs differ by exactly one, always:
"""

# %%
same = lambda value: laplace.sample(value, 50_000, np.random.default_rng(3))
set((same(1.0) - same(0.0)).tolist())

# %% [markdown]
r"""
The attack? It asks of each output whether the textbook sampler could have printed it in world 1. On the textbook sampler a "no" is proof of world 0. On ours both answers come from both worlds, and neither is
more than $e$ times as likely in one as in the other, which is what $\varepsilon=1$ allows:
"""

# %%
entries = {
    sampler: [
        could_come_from(draw(value), 1.0, 1.0).mean() for value in (0.0, 1.0)
    ]
    for sampler, draw in {
        "textbook": lambda value: textbook_laplace(value, 1.0, 100_000, rng),
        "ours": lambda value: laplace.sample(value, 100_000, rng),
    }.items()
}
for sampler, (zero, one) in entries.items():
    print(
        f"{sampler}: world 1 is possible after {zero:.0%} of the outputs "
        f"of world 0, and after {one:.0%} of world 1"
    )
assert entries["textbook"][1] == 1 and entries["textbook"][0] < 0.4
zero, one = entries["ours"]
assert max(one / zero, (1 - zero) / (1 - one)) < math.e

# %% [markdown]
r"""
It is fast, too: this computer draws more than a hundred thousand Gaussians in a second.
"""

# %% tags=["nbval-ignore-output"]
start = time.perf_counter()
gaussians = cells(NoiseShape.GAUSSIAN, 2**22, 200_000, rng) / 2**22
speed = len(gaussians) / (time.perf_counter() - start)
assert speed > 1e5 and abs(gaussians.std() - 1) < 0.01
f"{speed:,.0f} in a second"

# %% [markdown]
r"""
All noise of this book's library is drawn like that: `Laplace`, `Gaussian`, the thresholds, the tests, the tables. Choices are drawn exactly too.
The random bits come from the operating system's cryptographic source, unless a generator with a seed is passed in, as this book does to print the same numbers every time.

### Open points

- *The statistic itself* is computed in floats. If its true sensitivity is $\Delta$, its computed value can change by slightly more. Allow for this difference, or compute in integers, as our rank correlations do.
- *Time.* Drawing takes longer when many coins are tossed. An attacker with a stopwatch learns a little about the noise.
"""

# %% [markdown]
r"""
## A sum needs a clip

A count changes by 1 when one person does. A sum can change by anything, until each person's part has a bound that was fixed beforehand: the *clip*. The noise is made for the clip.
"""

# %% tags=["hide-input"]
from privcausal import explorers

explorers.clipped_sum()

# %% [markdown]
r"""
## From the shell

```text
$ python -m privcausal verify C-agm B-grid --effort thorough
$ python -m privcausal witness C-agm
```

## Exercises

:::{exercise}
:label: ex-12-delta

How large can δ be? Consider a "mechanism" that tosses a coin for each of the $n$ patients. It shows heads with probability δ, and then the full record of this patient is printed.
Show that the mechanism is $(0,\delta)$-private under substitution. How probable is it, at $\delta=10^{-6}$, that at least one record is printed, for $n=1{,}000$ and for $n=1{,}000{,}000$? What follows for the choice of δ?

*Hint:* toss all coins first. For which result of the tosses do two neighbours print different things?
:::

:::{solution} ex-12-delta
:class: dropdown

Neighbours differ in one record. Unless the coin of this record shows heads, both print the same, so $P(E)\le Q(E)+\delta$ for every event $E$.
At least one record is printed with probability $1-(1-\delta)^n\approx1-e^{-n\delta}$: one in a thousand for a thousand patients, and 63% for a million.
So δ should be far below $\frac1n$. This book's default, $10^{-6}$, is for data of a few thousand records or less, and larger data deserve less.
:::

:::{exercise}
:label: ex-12-crossover

One person can move each of $d$ numbers by 1. For ε = 1, find by program the smallest $d$ for which Gaussian noise has the smaller standard deviation per number, for δ = 10⁻³, 10⁻⁶ and 10⁻⁹. Explain why it grows so slowly with $1/\delta$.
:::

:::{solution-start} ex-12-crossover
:class: dropdown
:::
"""


# %%
def crossover(delta):
    per_root = gaussian_scale(1.0, 1.0, delta)
    return next(d for d in range(1, 1000) if per_root < math.sqrt(2 * d))


for delta in (1e-3, 1e-6, 1e-9):
    d = crossover(delta)
    assert d - 1 < gaussian_scale(1.0, 1.0, delta) ** 2 / 2 < d
    print(f"δ = {delta:g}: {d}")

# %% [markdown]
r"""
The condition is $\sigma_1\sqrt d<\sqrt2\,d$, that is $d>\sigma_1^2/2$, where $\sigma_1$ is the noise for one number. And $\sigma_1^2$ grows like $2\ln(1/\delta)$: a thousand times smaller δ costs about 7 more coordinates.

:::{solution-end}
:::

:::{exercise}
:label: ex-12-numpy

Attack NumPy's own `Generator.laplace`. Show that more than half of its outputs for the value 0 cannot come from the value 1, with noise of scale 1.

*Hint:* `could_come_from` admits every $u$ on the grid of $2^{-53}$. NumPy's sampler uses only every other one of them, so the attack can only get stronger.
:::

:::{solution-start} ex-12-numpy
:class: dropdown
:::
"""

# %%
plain = rng.laplace(size=20_000)
excluded = 1 - could_come_from(plain, 1.0, 1.0).mean()
assert excluded > 0.5
print("more than half of the outputs give the world away")

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise}
:label: ex-12-same-seed

A colleague releases two counts with Laplace noise, and to make the paper reproducible sets the same seed before each release. What does the reader learn?
:::

:::{solution-start} ex-12-same-seed
:class: dropdown
:::
"""

# %%
counts = (41.0, 17.0)
both = [laplace.release(c, np.random.default_rng(2026)).value for c in counts]
assert round(both[0] - both[1], 9) == counts[0] - counts[1]
"the difference of the two counts, exactly"

# %% [markdown]
r"""
The two noises are the same number, so they cancel. Each release is private on its own; together they are not, because the proof that prices add up needs *independent* noise.
The library's rule is therefore: a generator is passed in, used, and never reset.

:::{solution-end}
:::

## Summary

Laplace noise of scale $\Delta/\varepsilon$ bounds what *every* output reveals. Gaussian noise needs a δ for its thin tails and pays with $\sqrt d$ instead of $d$ on long vectors.
Which $(\varepsilon,\delta)$ a σ buys is known exactly ({verdict}`C-agm`): solve for it, do not use the textbook formula, which wastes noise below ε = 1 and breaks its guarantee for large ε.
On a computer, noise has last bits, and the textbook sampler's last bits give the data away in two outputs out of three; a release of nothing but the cell of a public grid keeps the guarantee ({verdict}`B-grid`).

**Next.** {doc}`14_what_many_questions_cost` adds up many such answers, and finds that they cost less than their sum.
"""
