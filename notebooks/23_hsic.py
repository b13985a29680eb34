# %% [markdown]
r"""
# Is anything left in the leftovers?

A gardener waters her beds, some hardly at all, some generously, and writes down how the plants look.
Too little is bad, too much is bad. **Does the look depend on the water?** Of course. Does a rank correlation notice? Hardly: it goes up as often as down.

For causal direction this matters. The regression has already taken out every trend, so what remains in the residuals is exactly the kind of dependence that has no direction: a spread that widens, a bend that was missed.
We need a score that sees *any* dependence. HSIC does. But a bound of $16/m$, as published, is a lot for a score that hardly ever exceeds a quarter: on small data it costs much noise.

In this chapter that bound shrinks twelvefold, and we run into a question that we cannot answer.

:::{admonition} After this chapter you can
:class: tip
- compute HSIC for fifty thousand records without ever holding a matrix;
- say exactly what one record adds to it, and read bounds off that;
- release a causal direction with HSIC at a price that used to buy a coin toss;
- tell where our knowledge ends: proved $43/32$ per $m$, attained $32/27$ per $m$, and nothing known in between.
:::
"""

# %%
import numpy as np
import sympy
from functools import partial

from privcausal import plots
from privcausal.pairs.hsic import hsic, hsic_sensitivity, kernel_for
from privcausal.pairs.hsic import private_hsic
from privcausal.pairs.rank import kendall
from privcausal.pairs.ridge import GaussianKernel

# %% [markdown]
r"""
## A first look: dependence without direction

Four gardens with the same watering plan. In the first, looks have nothing to do with water; in the others they do, each in its own way.
"""

# %%
rng = np.random.default_rng(23)
water = rng.uniform(-1, 1, 300)
luck = rng.normal(0, 0.25, 300)
gardens = {
    "nothing": luck,
    "a trend": 0.5 * water + luck,
    "a hill": 0.5 - 1.2 * water**2 + luck,
    "a fan": 2 * luck * (0.1 + np.abs(water)),
}
kernels = {"kernel_x": GaussianKernel(0.4), "kernel_y": GaussianKernel(0.4)}
score = partial(hsic, **kernels)
observed = {
    name: (kendall(water, looks), score(water, looks))
    for name, looks in gardens.items()
}

# %% tags=["hide-input"]
axes = plots.panels(4, height=2.7, width=8.5)
for ax, (name, looks) in zip(axes, gardens.items()):
    plots.points(water, {name: looks}, ax=ax, size=2.5, alpha=0.6)
    tau, value = observed[name]
    ax.set(title=f"{name}\nτ = {tau:+.2f}\nHSIC = {value:.4f}")
    ax.set_ylim(-1.6, 1.6)
caption = "Kendall's τ sees the trend alone. HSIC is small in the first garden and several times larger in all others."
plots.show(axes, caption, x="water", y="looks")

# %%
quiet = observed["nothing"][1]
others = [value for name, (_, value) in observed.items() if name != "nothing"]
flat = [abs(observed[name][0]) for name in ("nothing", "a hill", "a fan")]
assert min(others) > 3 * quiet and max(flat) < 0.1

# %% [markdown]
r"""
## What is being measured

A *kernel* says how similar two numbers are, from 0 for "nothing in common" to 1 for "the same".
Ours is the Gaussian bell $k(a,b)=e^{-(a-b)^2/2w^2}$: neighbours are similar, and the {term}`width <kernel>` $w$ says who counts as a neighbour.

Two columns are dependent if *people who are similar in one are similar in the other*.
So put all similarities of $x$ into a matrix $K$, those of $y$ into $L$, take out what is merely average, and multiply.

:::{prf:definition} HSIC
:label: def-hsic

Let $K_{ij}=k(x_i,x_j)$, $L_{ij}=l(y_i,y_j)$, and $H=I-\frac1m\mathbf 1\mathbf 1^\top$. The *Hilbert–Schmidt independence criterion* {cite:p}`gretton2005` of $m$ records is

$$
\mathrm{HSIC}=\frac{\operatorname{tr}(KHLH)}{(m-1)^2}.
$$
:::

Behind every positive definite kernel stand *features*: vectors with $k(a,b)=\langle\varphi(a),\varphi(b)\rangle$, often with infinitely many coordinates.
That sounds grand; all we need is that points $\varphi(a)$ exist, with means, distances and angles as usual.
For values in $[0,1]$ one fact carries the chapter:

$$
\lVert\varphi(a)-\varphi(b)\rVert^2=k(a,a)+k(b,b)-2k(a,b)\le 2 .
$$

**All points lie within $\sqrt2$ of each other.** A person can only move that far.

## Without any n×n matrix

Written out, the trace needs four matrices of $m^2$ numbers and three products that cost $m^3$ each.
But $H$ only subtracts means. Multiply out, and three sums remain:

$$
\operatorname{tr}(KHLH)=\sum_{ij}K_{ij}L_{ij}-\frac2m\sum_i r_is_i+\frac1{m^2}\Bigl(\sum_ir_i\Bigr)\Bigl(\sum_is_i\Bigr),
$$

where $r_i,s_i$ are the row sums of $K$ and $L$. Sums can be collected tile by tile; what is symmetric need not be computed twice.

:::{show} privcausal.pairs.hsic._sums
:::
"""


# %%
def literal(x, y, kernel_x, kernel_y):
    m = len(x)
    K, L, H = kernel_x(x, x), kernel_y(y, y), np.eye(m) - 1 / m
    return np.trace(K @ H @ L @ H) / (m - 1) ** 2


looks = gardens["a fan"]
assert abs(score(water, looks) - literal(water, looks, **kernels)) < 1e-14

# %% [markdown]
r"""
`make bench` measures what this buys: at 4,000 records it has to be at least ten times faster than the trace as written, and fifty thousand records must fit into one gigabyte.
They need far less:
"""

# %%
import tracemalloc

tracemalloc.start()
hsic(rng.normal(size=3000), rng.normal(size=3000), **kernels)
peak = tracemalloc.get_traced_memory()[1]
tracemalloc.stop()
assert peak < 3000**2 * 8 / 10
"held at once: less than a tenth of one single matrix"

# %% [markdown]
r"""
### No pairs at all

The time still grows with the square of the records, and 200,000 of them are $10^{10}$ pairs. It need not. A bell is a sum of waves, and on a bounded range a few dozen of them are enough:

:::{claim} B-waves
:::

(proof-waves)=
:::{prf:proof}
**A kernel.** $\cos(j\omega(a-b))=\cos j\omega a\cos j\omega b+\sin j\omega a\sin j\omega b$, so $\tilde k$ is an inner product of $2J+1$ features, and $\tilde k(a,a)=\sum_jc_j=1$.

**Nearly the bell.** Let $g(d)=e^{-d^2/2w^2}$, $T=\frac{2\pi}\omega=D+sw$, $q=e^{-s^2/2}$ and $a_j=\frac{\omega w}{\sqrt{2\pi}}e^{-(j\omega w)^2/2}$. Poisson's formula says $\sum_{j\in\mathbb Z}a_j\cos j\omega d=\sum_{i\in\mathbb Z}g(d+iT)=g(d)+A(d)$: the waves repeat the bell in each period.
For $|d|\le D$ the $i$-th copy on either side is at least $isw$ away, so $0\le A(d)\le2\sum_{i\ge1}q^{i^2}\le\frac{2q}{1-q^3}$.
The frequencies beyond $J$ weigh $B=\sum_{|j|>J}a_j\le2\int_s^\infty\frac{e^{-u^2/2}}{\sqrt{2\pi}}du\le\sqrt{\frac2\pi}\,\frac qs\le0.4\,q$, since $J\omega w\ge s\ge2$; what they add at $d$ is some $B(d)$ with $|B(d)|\le B$.

**Divide** by the sum $S=1+A(0)-B$ of what is kept: $\tilde k-g=\frac1S\bigl[A(d)-B(d)-g(d)\,(A(0)-B)\bigr]$. Both $A(d)+2B$ and $A(0)+B$ are at most $\frac{2q}{1-q^3}+0.8\,q$, and $S\ge1-0.4\,q$. With $q\le e^{-2}$ that is less than $3q$. $\square$
:::

The library takes $s=9$: then $3e^{-s^2/2}$ is below $10^{-17}$, less than a float can hold beside 1. With $M$ the covariance of the features of $x$ and those of $y$, HSIC is $\frac m{m-1}$ squared times the sum of the squares in $M$: a few dozen numbers a record, and no pair.
Two kernels that are off by so little move HSIC by hardly more, $\bigl(\frac m{m-1}\bigr)^2$ times as much, because the Frobenius norm of a centred matrix of numbers in $[0,1]$ is at most $\frac m2$. The library makes its noise for $10^{-12}$ more than the bound, which covers that and all rounding.

A ridge regression on waves is one too: its kernel is at most 1 on the diagonal, which is all that {prf:ref}`K-ridge` asks for.
"""

# %%
import time

from privcausal.pairs.fourier_kernel import Waves, hsic_within

bell = GaussianKernel(0.4)
print(f"{Waves(0.4, span=2.0).count} features for numbers between -1 and 1")
fresh = np.random.default_rng(5)
x, y = fresh.uniform(-1, 1, (2, 3_000))
y = x * y
pairwise = hsic(x, y, kernel_x=bell, kernel_y=bell)
waves = hsic_within(x, y, kernel=bell, spans=(2.0, 2.0))
assert abs(pairwise - waves) < 1e-14

many = fresh.uniform(-1, 1, (2, 200_000))
started = time.process_time()
hsic_within(*many, kernel=bell, spans=(2.0, 2.0))
assert time.process_time() - started < 5
print(
    "200,000 records: less than five seconds, and no pair of them was looked at"
)

# %% [markdown]
r"""
## What one record adds

Now the question of {doc}`22_rank_correlations` again: how far can one person move this number?
Sums over all pairs look hopeless. In features they become one vector plus one vector.

:::{claim} B-hsic-change
:::

(proof-hsic-change)=
:::{prf:proof}
**The trace is a squared length.** $HKH$ holds the inner products of the centred features $\varphi(x_i)-\bar\varphi$. So $\operatorname{tr}(KHLH)=\sum_{ij}(HKH)_{ij}(HLH)_{ij}$ is the squared length of $M=\sum_i(\varphi(x_i)-\bar\varphi)\otimes(\psi(y_i)-\bar\psi)$.

**Take one record out.** Let $\mu,\nu$ be the means of the other $m-1$, and $\hat\varphi=\varphi(x)-\mu$, $\hat\psi=\psi(y)-\nu$, so $u=\hat\varphi\otimes\hat\psi$. With the record, the means are $\mu+\frac{\hat\varphi}m$ and $\nu+\frac{\hat\psi}m$.
The others contribute $(m-1)\,\mathcal C+(m-1)\frac{\hat\varphi}{m}\otimes\frac{\hat\psi}{m}$ to $M$, the record itself $(1-\frac1m)^2\,\hat\varphi\otimes\hat\psi$. Together $M=(m-1)\bigl(\mathcal C+\frac um\bigr)$, and therefore

$$
\mathrm{HSIC}=\Bigl\lVert\,\mathcal C+\frac um\,\Bigr\rVert^2=\lVert\mathcal C\rVert^2+\frac2m\langle\mathcal C,u\rangle+\frac{\lVert u\rVert^2}{m^2}.
$$

**Subtract** the same with $u'$. The others' part $\lVert\mathcal C\rVert^2$ cancels. $\square$
:::

Read it aloud: *a record pushes in its own direction $u$, with weight $1/m$*. The odd-looking $(m-1)^2$ of the definition is exactly what makes this come out clean.
The verdict is {verdict}`B-hsic-change`: SymPy redoes the step, and random kernels are compared with the trace in exact fractions.

In coordinates, $\langle\mathcal C,u\rangle$ is the covariance, over the others, of "how similar they are to you in $x$, beyond average" and the same in $y$.
"""


# %%
def push(x, y, a, b, kernel_x, kernel_y):
    A = kernel_x(np.array([a]), x)[0] - kernel_x(x, x).mean(0)
    B = kernel_y(np.array([b]), y)[0] - kernel_y(y, y).mean(0)
    square = 1 - 2 * kernel_x(np.array([a]), x).mean() + kernel_x(x, x).mean()
    other = 1 - 2 * kernel_y(np.array([b]), y).mean() + kernel_y(y, y).mean()
    return np.cov(A, B, bias=True)[0, 1], square * other


C, U = push(water[:-1], looks[:-1], 0.9, -1.0, **kernels)
C2, U2 = push(water[:-1], looks[:-1], 0.0, 0.0, **kernels)
here = hsic([*water[:-1], 0.9], [*looks[:-1], -1.0], **kernels)
there = hsic([*water[:-1], 0.0], [*looks[:-1], 0.0], **kernels)
assert abs(here - there - 2 * (C - C2) / 300 - (U - U2) / 300**2) < 1e-15
print(f"moved by {here - there:+.6f}, as the formula says")

# %% [markdown]
r"""
## The published bounds

:::{claim} K-hsic16
:::

:::{claim} K-hsic12
:::

Both published proofs work on the matrices. The first replaces $K$, then $L$: at most $2m-1$ entries change, each by at most 1, and every entry of a centred matrix is at most 4. That is correct, with the norms that the proof uses: the sum of all entries, and the largest entry.

The second, in the appendix, bounds the three sums from above, one by one. Its middle term rests on a remark that small matrices suggest the worst case.
The suggestion is right, and a proof is short: row sums satisfy $r_i,s_i\le m-1$ without you, and your row adds at most 1 to each. So each of the $m-1$ other products $r_is_i$ grows by at most $m^2-(m-1)^2=2m-1$, and your own is at most $m^2$.
(The last line prints $m^2-1$ under the fraction. The derivation, the main text and the authors' program have $(m-1)^2$, so it is a misprint; it does no harm, for that would be true too, as we shall see.)

So where do twelve or sixteen times too much come from? From the triangle inequality. The three worst cases do happen together, when your row of $K$ and $L$ turns from all 0 to all 1, but they *pull in different directions*:
"""

# %%
m = sympy.Symbol("m", positive=True)
first = 2 * m - 1
middle = 2 * (m**2 + (m - 1) * (2 * m - 1)) / m
last = (m**4 - (m - 1) ** 4) / m**2
together = sympy.simplify(first - middle + last)
assert sympy.simplify(together + (1 - 1 / m) ** 2) == 0
together

# %% [markdown]
r"""
With their signs, the three terms of size $2m$, $6m$ and $4m$ leave $-(1-\frac1m)^2$: less than one.

## Ours: look along a line

(proof-hsic-bound)=
:::{prf:proof}
We show that replacing a record changes HSIC by at most

$$
\frac{27m^2}{4(2m-1)^3}+\frac1{2m}\;\approx\;\frac{43}{32\,m}.
$$

By {prf:ref}`B-hsic-change`, $m(\mathrm{HSIC}-\mathrm{HSIC}')=\bigl[2C+\frac Um\bigr]-\bigl[2C'+\frac{U'}m\bigr]$. Bound the first bracket from above, the second from below.

**Only a line matters.** For one record, $C$ and $U$ contain nothing of $x$-features but inner products with $\hat\varphi=\varphi(x)-\mu$. So project them on the line through $\mu$ and $\varphi(x)$, and measure in units of $\sqrt2$. The record stands at a number $p$, the others at numbers $X_i$ with mean $\mu$, all within an interval of length 1 because no two features are further than $\sqrt2$ apart.
Slide it to $[0,1]$ and, if need be, reflect it so that $p\ge\mu$. Do the same for $y$: numbers $r\ge\nu$ and $Y_i$. Then

$$
C=4(p-\mu)(r-\nu)\operatorname{Cov}(X,Y),\qquad U=4(p-\mu)^2(r-\nu)^2 .
$$

**The most a record can add.** Write $s=1-\mu\ge p-\mu$ and $t=1-\nu\ge r-\nu$. Numbers in $[0,1]$ have $\operatorname{Var}X\le\mu-\mu^2=s(1-s)$, so $C\le4\sqrt{s^3(1-s)}\sqrt{t^3(1-t)}$, and $U\le4s^2t^2$. With $\sqrt{ab}+\sqrt{cd}\le\sqrt{(a+c)(b+d)}$,

$$
2C+\frac Um\le\sqrt{g(s)\,g(t)},\qquad g(s)=8s^3(1-s)+\frac{4s^4}m .
$$

$g'(s)=s^2\bigl(24-(32-\frac{16}m)s\bigr)$ vanishes at $s=\frac{3m}{2(2m-1)}$, where $g=\frac{27m^3}{4(2m-1)^3}$ is largest.

**The most a record can take away.** $-\operatorname{Cov}(X,Y)=\mu\nu-\overline{XY}\le\mu\nu$, because $XY\ge0$. So $-2C'\le8\mu(1-\mu)\nu(1-\nu)\le\frac12$, and $-U'\le0$.

**Add** the two, divide by $m$, and exchange the roles of the two data sets for the other sign. $\square$

*Both published bounds follow:* multiplied by $m$, ours is at most $2+\frac12$ (at $m=2$, and less beyond), while $m\frac{12m-11}{(m-1)^2}>12$ because $12m^2-11m>12(m-1)^2$, and $\frac{16m-8}{(m-1)^2}$ is larger still.
:::

SymPy confirms both maxima. The verdicts are {verdict}`K-hsic16` and {verdict}`K-hsic12` (at $m=1000$): true, and far too careful.
"""

# %%
from privcausal.claims.pairs.hsic import HSIC12, HSIC16

for size in (2, 10, 100, 1000):
    old, new = float(HSIC16(m=size)), hsic_sensitivity(size)
    print(f"m = {size:4}: published {old:8.5f}, ours {new:8.5f}", end=", ")
    print(f"{old / new:4.1f} times less noise")
assert float(HSIC16(m=1000)) / hsic_sensitivity(1000) > 11.8
for size in range(2, 2000):
    assert hsic_sensitivity(size) <= (12 * size - 11) / (size**2 - 1)

# %% [markdown]
r"""
## If only one of your values is secret

Suppose $y$ is public, say an age group, and only $x$ may be replaced. Then nothing is lost at all, and the answer is *exact*.

:::{claim} B-hsic-one
:::

(proof-hsic-one)=
:::{prf:proof}
Let $x$ change to $x'$ while $y$ stays, $\hat\psi=\psi(y)-\nu$, $b_i=\langle\hat\psi,\psi(y_i)-\nu\rangle$, and bars for means over the $m-1$ others.

**The secret column contributes signs.** Let $A_i=\frac12\lVert\varphi(x_i)-\varphi(x')\rVert^2-\frac12\lVert\varphi(x_i)-\varphi(x)\rVert^2$. Squared distances lie in $[0,2]$, so $|A_i|\le1$.
Up to a constant $A_i=\langle\varphi(x_i),\varphi(x)-\varphi(x')\rangle$, and $\bar b=0$, so $C-C'=\overline{Ab}$. In the mean, the scatter of the others cancels: $2\bar A=\lVert\mu-\varphi(x')\rVert^2-\lVert\mu-\varphi(x)\rVert^2$, so $U-U'=-2\bar A\lVert\hat\psi\rVert^2$. Hence

$$
m(\mathrm{HSIC}-\mathrm{HSIC}')=2\,\overline{A\,(b-\lVert\hat\psi\rVert^2/m)}\;\le\;2\,\overline{\bigl|\,b-\lVert\hat\psi\rVert^2/m\,\bigr|}.
$$

**The public column is a line.** Project its features on the line through $\nu$ and $\psi(y)$, in units of $\sqrt2$, with 0 at $\nu$. Your place is $t\ge0$, the others stand at $Y_i$ with mean 0, so $b_i=2tY_i$ and $\lVert\hat\psi\rVert^2=2t^2$.
Let $-a$ be the lowest of the $Y_i$. Everything fits into an interval of length 1: $t\le1-a$ and all $Y_i\le1-a$.

**A convex function is largest at the ends.** $|Y-\frac tm|$ is convex, so its mean is at most that of the two-point distribution on $-a$ and $1-a$ with mean 0, which puts weight $a$ on the upper end:
$(1-a)(a+\frac tm)+a(1-a-\frac tm)=2a(1-a)+(1-2a)\frac tm$. Altogether

$$
m(\mathrm{HSIC}-\mathrm{HSIC}')\le4t\Bigl[2a(1-a)+(1-2a)\frac tm\Bigr].
$$

**Stand at the far end.** If $a\le\frac12$ this grows with $t$, so put $t=1-a=:p$ and get $h(p)=4p^2\bigl[2(1-p)+\frac{2p-1}m\bigr]$. If $a>\frac12$, drop the negative term: $8a(1-a)^2\le1=h(\frac12)$.
The maximum of $h$ over $p\ge0$ is at $p=\frac{2m-1}{3(m-1)}$ and equals $\frac{4(2m-1)^3}{27m(m-1)^2}$. Divide by $m$.

**It happens.** Let the others form two clusters, the same ones in $x$ and in $y$, with a share $p$ of them far away from you. Your $y$ is in the small cluster, and your $x$ moves from it into the large one. Every step above is then an equality, provided that $p(m-1)=\frac{2m-1}3$ is a whole number: for $m=2,5,8,11,\dots$ $\square$
:::

The verdict is {verdict}`B-hsic-one`. In the limit, two clusters in the ratio $2:1$ reach $\frac{32}{27}\cdot\frac1m$.
"""

# %%
from privcausal.claims.pairs.hsic import ONE_COLUMN
from privcausal.claims.pairs.hsic_cases import cluster_change
from privcausal.claims.pairs.hsic_cases import worst_any_clusters
from privcausal.claims.pairs.hsic_cases import worst_two_clusters

worst = worst_two_clusters(8, one_column=True)
assert worst.value == ONE_COLUMN(m=8) == cluster_change(worst.witness)
print(f"worst change at m = 8: {worst.value}")
worst.witness


# %%
def change_by_share(far, m):
    """Two clusters, `far` of the m − 1 others in the large one."""
    labels = [1.0] * far + [0.0] * (m - 1 - far)
    bell = {"kernel_x": GaussianKernel(0.1), "kernel_y": GaussianKernel(0.1)}
    home, away = (hsic([*labels, x], [*labels, 0], **bell) for x in (0, 1))
    return m * (home - away)


h = lambda p: 4 * p**2 * (2 * (1 - p) + (2 * p - 1) / 26)
p = np.linspace(0, 1, 200)
shares = np.arange(0, 26) / 25
dots = [change_by_share(far, 26) for far in range(26)]

# %% tags=["hide-input"]
lines = {"h(p) for m = 26": h(p), "its limit 8p²(1 − p)": 8 * p**2 * (1 - p)}
ax = plots.curves(p, lines, place=2 / 3, height=3.2)
plots.points(shares, {"computed, m = 26": dots}, ax=ax, size=4)
caption = "One record leaves the smaller of two clusters in one column. The change is largest at about 2 : 1 (dotted)."
ax.set_xlabel("share p of the others in the far cluster")
plots.show(ax, caption, y="m × change of HSIC")

# %%
assert np.allclose(dots, h(shares), atol=1e-9)

# %% [markdown]
r"""
## The gap, stated plainly

If both of your values may change, we have proved $1.344/m$ and know data that reach $1.185/m$. The truth lies between, and we believe it is at the lower end:

:::{claim} B-hsic-gap
:::

The verdict is {verdict}`B-hsic-gap`. This is what "open" looks like: attacks reach the conjectured bound exactly, none has passed it, and we have no proof.

*First attack: kernels of zeros and ones*, "the same" or "not the same". Then a column is a partition into clusters, everything is a whole number, and we can look at **all** pairs of partitions for few records, and all pairs of two clusters for more:
"""

# %%
everything = {m: worst_any_clusters(m) for m in range(2, 9)}
for m, worst in everything.items():
    print(f"m = {m}: {worst.cases:7,} data sets, worst change", end=" ")
    print(f"{worst.value!s:>6}, conjectured at most {ONE_COLUMN(m=m)}")
    assert worst.value <= ONE_COLUMN(m=m)

# %%
reached = {m: worst_two_clusters(m).value for m in range(2, 42)}
assert all(value <= ONE_COLUMN(m=m) for m, value in reached.items())
equal = [m for m, value in reached.items() if value == ONE_COLUMN(m=m)]
assert equal == list(range(2, 42, 3))
print("attained exactly at m =", *equal)

# %% [markdown]
r"""
With both values free, the worst case is no worse than with one. Freedom buys the attacker nothing, as far as clusters go.

*Second attack: all kernels at once.* For many records, the question is how large $\langle\mathcal C,u\rangle-\langle\mathcal C,u'\rangle$ can be; times 2 it is the change, times $m$.
Only the plane through $\varphi(x)$, $\varphi(x')$ and $\mu$ matters on each side. And once the places and both means are fixed, the change is linear in how people are distributed over pairs of places, under five linear constraints: the weights add up to 1, and each of the two means has two coordinates in its plane.
What is linear is largest at a corner of what the constraints allow, and at a corner at most five weights are not 0. So **five places are enough**.
A question about infinitely many dimensions has become one about seven points in each of two planes, no two further apart than $\sqrt2$. Let an optimiser loose on it:
"""

# %%
from scipy.optimize import minimize

pairs = np.triu_indices(7, 1)


def unpack(t):
    return t[:14].reshape(7, 2), t[14:28].reshape(7, 2), t[28:] / t[28:].sum()


def minus_change(t):
    P, Q, w = unpack(t)
    P, Q = P - w @ P[2:], Q - w @ Q[2:]
    along = w @ ((P[2:] @ P[:2].T) * (Q[2:] @ Q[:2].T))
    return -2 * (along[0] - along[1])


# %%
def room(t):
    gaps = (points[pairs[0]] - points[pairs[1]] for points in unpack(t)[:2])
    return np.concatenate([2 - np.square(gap).sum(1) for gap in gaps])


rules = {
    "bounds": [(-3, 3)] * 28 + [(1e-6, 1)] * 5,
    "constraints": {"type": "ineq", "fun": room},
}
heights = []
for _ in range(25):
    start = np.r_[rng.normal(scale=0.5, size=28), rng.dirichlet(np.ones(5))]
    outcome = minimize(minus_change, start, method="SLSQP", **rules)
    heights.append(-outcome.fun if room(outcome.x).min() > -1e-6 else 0)
assert 1.184 < max(heights) < 32 / 27 + 1e-4
print(f"highest of 25 climbs: {max(heights):.3f}; 32/27 = {32 / 27:.3f}")

# %% [markdown]
r"""
Many climbs end at $32/27$, and none goes beyond. That is good evidence, and it is not a proof.
Where does our proof lose? It lets the first record have its best world ($\mu=\nu=\frac14$) and the second record a different one ($\mu=\nu=\frac12$). Both live among the same people.
"""

# %% tags=["hide-input"]
grid = np.arange(2, 61)
one_column = [m * float(ONE_COLUMN(m=int(m))) for m in grid]
lines = {
    "published, 16m − 8": grid * (16 * grid - 8) / (grid - 1) ** 2,
    "published, 12m − 11": grid * (12 * grid - 11) / (grid - 1) ** 2,
    "proved here": [m * hsic_sensitivity(m) for m in grid],
    "exact for one value; conjectured for both": one_column,
}
ax = plots.curves(grid, lines, log="y", ylim=(1, 60), height=3.8)
worst = [m * float(value) for m, value in reached.items()]
dots = {"attained, all pairs of two clusters": worst}
plots.points(list(reached), dots, ax=ax, size=3.5)
ax.set_yticks([1, 2, 4, 8, 16, 32], ["1", "2", "4", "8", "16", "32"])
caption = "The room between the lowest curve and the one above it is all that is not known."
ax.set_xlabel("number of records m")
plots.show(ax, caption, y="m × change of HSIC", legend="upper right")

# %% [markdown]
r"""
## End to end: a direction for sale

Let $x$ be the cause, $y=x^3$ plus noise whose size has nothing to do with $x$. Two regressions, two scores on the test records (that is Algorithm 1 of {doc}`21_cause_leaves_a_trace`), with kernels whose width comes from the *declared* bounds:
"""

# %%
from privcausal.pairs.anm import direction
from privcausal.pairs.comparison import probability_correct

x = rng.uniform(-1, 1, 2000)
y = x**3 + rng.uniform(-0.3, 0.3, 2000)
kernel = kernel_for((-1, 1), share=0.15)
likeness = partial(hsic, kernel_x=kernel, kernel_y=kernel)
bounds = (-1, 1), (-1.5, 1.5)
result = direction(x, y, score=likeness, bounds=bounds, rng=rng)
print(f"{result.answer}: {result.score_xy:.5f}", end=" ")
print(f"against {result.score_yx:.5f}, margin {result.margin:.5f}")

# %% [markdown]
r"""
Each score gets Laplace noise of scale $\Delta/(\varepsilon/2)$, so that the pair costs $\varepsilon$ ({prf:ref}`K-laplace`). How often does the noise leave the order right?
"""

# %%
tested = len(result.residuals.x)
deltas = {
    "published, 16m − 8": float(HSIC16(m=tested)),
    "published, 12m − 11": float(HSIC12(m=tested)),
    "proved here": hsic_sensitivity(tested),
}
prices = np.geomspace(0.05, 20, 60)
chance = lambda e, delta: probability_correct(result.margin, delta / (e / 2))
chances = {
    name: [chance(e, delta) for e in prices] for name, delta in deltas.items()
}

# %% tags=["hide-input"]
coin = {0.5: "a coin toss"}
ax = plots.curves(prices, chances, log="x", level=coin, ylim=(0.45, 1.02))
caption = f"The same data, the same decision, m = {tested} test records: a smaller bound moves the curve to the left."
ax.set_ylabel("probability of the right direction")
plots.show(ax, caption, x="ε spent on both scores")

# %%
for name, delta in deltas.items():
    print(f"ε = 2, {name:<20} right with probability {chance(2, delta):.3f}")

# %%
from privcausal.privacy.price import Relation

columns = result.residuals.x, result.residuals.of_y
price = {"epsilon": 1.0, "relation": Relation.SUBSTITUTION, "rng": rng}
release = private_hsic(*columns, kernel_x=kernel, kernel_y=kernel, **price)
print(release)

# %% [markdown]
r"""
A private HSIC may come out negative. That is the noise talking; do not round it up to zero before comparing, or ties will appear where there were none.

This protects the people in the *test* set. The regressions have seen the training set, and that is a story of its own: {doc}`25_protecting_the_training_set`. The price printed here is that of a person who *knows* to be in the test set; where a secret lot decides, it is $(1,\frac12)$, by {prf:ref}`B-half`.

## How one gets fooled: the median trick

Every package chooses the width for you: the median of all distances between two people. Sensible, customary, and **read off private data**.
No kernel bound says anything about such a score, because one person can now change all similarities at once. Take two groups, of nearly equal size, far apart, each with a little spread within. Whether the median distance lies *within* or *between* the groups hangs on one person:
"""


# %%
def median_width(column):
    pairs = np.triu_indices(len(column), 1)
    gaps = np.abs(np.subtract.outer(column, column)[pairs])
    return float(np.median(gaps))


def convenient(x):
    kernel = GaussianKernel(median_width(x))
    return hsic(x, x, kernel_x=kernel, kernel_y=kernel)


def groups(left, m):
    """The first `left` people near 0, the others near 1, none twice."""
    return (np.arange(m) >= left) + 1e-3 * np.arange(m) / m


# %%
def tipping_point(m):
    """The size of the left group at which one person more makes it decide."""
    sizes = range(m, m // 2, -1)
    return next(k for k in sizes if median_width(groups(k - 1, m)) > 0.5)


jumps = {}
for m in (50, 200, 800):
    left = tipping_point(m)
    before, after = (convenient(groups(k, m)) for k in (left, left - 1))
    jumps[m] = abs(before - after)
for m, jump in jumps.items():
    print(f"m = {m:3}: width by the median, {jump:.3f};", end=" ")
    print(f"declared width, at most {hsic_sensitivity(m):.3f}")
assert min(jumps.values()) > 0.1

# %% [markdown]
r"""
The jump does not shrink with the number of people, so no amount of data makes it private.
Declare the width, or declare bounds and take a share of them, as `kernel_for` does. The library refuses kernels for which no bound is proved.

## Exercises

:::{exercise}
:label: ex-23-signed

Some kernels take values in $[-1,1]$, with 1 for equal numbers: cosine similarity, for example. Show that every bound of this chapter holds for them if it is multiplied by 4 (when both kernels are of this kind), and not in general if it is not.

*Hint:* is $(1+k)/2$ a kernel?
:::

:::{solution-start} ex-23-signed
:class: dropdown
:::

A constant is a positive definite kernel, and so are sums, so $k_+=\frac{1+k}2$ is a kernel with values in $[0,1]$. Centring removes the constant: $HK_+H=\frac12HKH$. With both kernels halved, $\mathrm{HSIC}=4\,\mathrm{HSIC}_+$.
So all changes are exactly four times those of a $[0,1]$ kernel. And since "the same" on two clusters is $k_+$ for $k=\pm1$, four times the attained value is attained too:
"""


# %%
def sign_kernel(a, b):
    return np.multiply.outer(np.sign(a), np.sign(b))


labels = [1.0] * 17 + [-1.0] * 8
signs = {"kernel_x": sign_kernel, "kernel_y": sign_kernel}
moved = [hsic([*labels, b], [*labels, -1.0], **signs) for b in (-1.0, 1.0)]
assert np.isclose(moved[0] - moved[1], 4 * float(ONE_COLUMN(m=26)))
print(f"{26 * (moved[0] - moved[1]):.3f} =", end=" ")
print(f"4 × {26 * float(ONE_COLUMN(m=26)):.3f}")

# %% [markdown]
r"""
:::{solution-end}
:::

:::{exercise}
:label: ex-23-two-groups

Suppose $x$ says only which of two groups a record belongs to, and $k$ is 1 within a group and 0 between them. Prove the conjecture for this case in the limit: replacing a whole record changes HSIC by at most $\frac{32}{27m}+\frac4{m^2}$.

*Hint:* let a share $P$ of the others be in the first group, $Q=1-P$ in the second, and let the record move from the first to the second. Show that $C-C'$ is what a *one-value* change gives for a record whose $y$-features are $Q\,\psi(y)+P\,\psi(y')$.
:::

:::{solution} ex-23-two-groups
:class: dropdown

If the record stays in its group, only $y$ changes, and {prf:ref}`B-hsic-one` applies. Otherwise let $A_i=1$ for the others in the first group and $-1$ in the second. Then $\langle\varphi(x)-\mu,\varphi(x_i)-\mu\rangle=QA_i+\text{const}$, and for $x'$ in the second group it is $-PA_i+\text{const}$.
So $C-C'=\overline{A_i\langle Q(\psi(y)-\nu)+P(\psi(y')-\nu),\,\psi(y_i)-\nu\rangle}=\overline{A_i\langle\psi^*-\nu,\psi(y_i)-\nu\rangle}$ with $\psi^*=Q\psi(y)+P\psi(y')$.
The point $\psi^*$ lies between two features, so it too is within $\sqrt2$ of all features, and that was all that the proof of {prf:ref}`B-hsic-one` used: its last three steps, with $\frac tm$ replaced by 0, give $2(C-C')\le8p^2(1-p)\le\frac{32}{27}$.
Finally $U\le4$, because no feature is further than $\sqrt2$ from the mean of others.
:::

:::{exercise}
:label: ex-23-normalised

HSIC is often divided by $\sqrt{\mathrm{HSIC}(x,x)\,\mathrm{HSIC}(y,y)}$, so that it lies between 0 and 1. Find $m$ records for which one substitution moves this quotient from 1 to almost 0, however large $m$ is.

*Hint:* in {doc}`22_rank_correlations` $\tau_b$ was broken by a crowd of equals. Here nearly equal is enough.
:::

:::{solution-start} ex-23-normalised
:class: dropdown
:::
"""


# %%
def quotient(x, y):
    both, first, second = (score(a, b) for a, b in ((x, y), (x, x), (y, y)))
    return both / np.sqrt(first * second)


quotients = {}
for m in (10, 100, 1000):
    crowd = np.linspace(-1, 1, m - 1) / (20 * np.sqrt(m))
    before = quotient([*crowd, 0.0], [*crowd, 0.0])
    after = quotient([*crowd, 9.0], [*crowd, 0.0])
    quotients[m] = (round(float(before), 3), round(float(after), 3))
    assert before > 0.999 and after < 0.05
quotients

# %% [markdown]
r"""
Before, both columns are the same, so the quotient is 1. Then one record of the crowd walks far away in $x$. Now $K$ is all about that one stranger, while in $y$ the stranger stands in the middle of the crowd and is no exception.
The quotient divides by something that one person can make as small as she likes. It is the mistake of $\tau_b$ again.

:::{solution-end}
:::

## In one paragraph

HSIC sees dependence of any shape, and needs no matrix: three sums, tile by tile. A record adds exactly its own push, $\mathrm{HSIC}=\lVert\mathcal C+u/m\rVert^2$. From that, looking along one line per column, one record moves HSIC by at most about $1.344/m$, where $16/m$ and $12/m$ were published; the published statements are true, and lose by adding up terms that cancel.
If only one of a record's two values can change, the exact answer is about $\frac{32}{27m}$, from two clusters in the ratio 2 : 1. We believe that it is the answer for both values too, and cannot prove it. All of this needs kernels fixed in advance: a width chosen by the median of the data hands everything to one person.

**Next.** {doc}`24_iqr_by_asking_first` has a score with no bound at all, and releases it by asking first.
"""
