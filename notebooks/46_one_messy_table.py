# %% [markdown]
r"""
# A case study: one messy table

:::{chapter}
:asks: What can be said about causes in one real table without harming the people in it?
:needs: c14_ask_once
:::

In 1971 some thousand smokers in the United States were asked about their lives. In 1982 they were asked again: had they stopped? They were weighed. By 1992 it was known who had died.
The file has a number for each person, the dates of their deaths, gaps, and codes that mean "we do not know".

**Which statements about causes in this table can we print without harming any of the people in it? How much of it would be true?**

:::{admonition} After this chapter you can
:class: tip
- declare a real table, gaps and codes included, without looking at the records;
- state before you spend which associations the budget can show;
- go from the file to a graph, a cross table, a correlation and a page for the board, on one bill;
- recognise three kinds of edges that are drawn and mean nothing;
- say of a table that it is too small.
:::

The table is public, so at the end we can do something that is impossible with a secret table: measure how wrong we were.
Until then we treat it as a secret.
"""

# %%
from contextlib import redirect_stderr, redirect_stdout
import io
import math
import os
import re
import shlex
import tempfile
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

import privcausal
from privcausal import plots
from privcausal.__main__ import main
from privcausal.data.nhefs import FILE, SEEN, smokers
from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.methods import METHODS
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.budget_file import BudgetFile
from privcausal.published import published
from privcausal.table.declaration_files import load
from privcausal.table.sources import read

warnings.filterwarnings("ignore", message="seed makes this a demonstration")
DESK = Path(tempfile.mkdtemp())
(DESK / "people.csv").write_bytes(FILE.read_bytes())
os.chdir(DESK)


def privcausal_says(line):
    """What a command prints, whether it is an answer or a refusal."""
    buffer = io.StringIO()
    with redirect_stdout(buffer), redirect_stderr(buffer):
        main(shlex.split(line))
    return buffer.getvalue().strip()


# %% [markdown]
r"""
## Declaring the columns

`declare` drafts a declaration. It reads the first line of the file and nothing else.
"""

# %%
draft = privcausal_says("declare people.csv")
print("\n".join(draft.splitlines()[6:16]), "…", sep="\n")
assert len(FILE.read_text().splitlines()[0].split(",")) == 27  # columns

# %% [markdown]
r"""
Twenty-seven columns. What shall we keep?

`seqn` is a number for each person, the dates of death are dates: they go. Every column that is not needed is removed too, because each column increases the noise on all others.
Twelve are left. For each we write down our knowledge from the questionnaire and from the world, not from the records:
people are between 25 and 74, because such people were invited; a systolic pressure of 140 or more is called high; a cell is 0 or 1 because the form says so.
"""

# %%
DECLARED = """
[columns]
sex = { values = [0, 1], missing = 0 }             # 1: a woman
age = { range = [25, 75], cuts = [35, 50] }        # in 1971
school = { range = [0, 17], cuts = [12] }          # years
ht = { range = [140, 200], cuts = [165] }          # centimetres
smokeyrs = { range = [0, 65], cuts = [20] }
smokeintensity = { range = [1, 80], cuts = [20] }  # cigarettes per day
hbp = { values = [0, 1] }                          # diagnosed with high blood pressure by 1971
diabetes = { values = [0, 1] }
qsmk = { values = [0, 1], missing = 0 }            # stopped smoking by 1982
wt82 = { range = [35, 150], cuts = [75], missing = 70 }
sbp = { range = [80, 230], cuts = [140], missing = 125 }
death = { values = [0, 1], missing = 0 }           # by 1992
"""
Path("people.toml").write_text(DECLARED)
columns = load("people.toml").columns
first = {name: columns[name].missing for name in ("ht", "wt82", "sbp")}
print("a cell that is missing counts as", first)

# %% [markdown]
r"""
`missing` deserves a minute. In a column with values or cut points, a cell that is empty is none of the values unless we say otherwise.
For blood pressure and weight we say 125 and 70 kilograms, so that a person who was not measured counts as one of the many whose blood pressure is normal.
We will come back to this choice, and to `hbp`, where we forgot something.

## Planning: which associations can be detected?

The number of records is public, and so is everything that we have declared. This step therefore costs nothing.
"""

# %%
n = len(smokers())
assert n == 1_629
plan = f"plan --declare people.toml --rows {n} --epsilon 2 --delta 1e-6 --detect 0.1"
print(privcausal_says(plan))

# %% [markdown]
r"""
One line decides what follows: the smallest association that would be seen.
Two groups of equal size would have to differ by more than a tenth in their share of deaths, or we would see nothing.
What smoking does to a body is often less than that.

## One release, on one bill

The board allows $\varepsilon=3$ for these people, all questions together. A file keeps count.
Two thirds go into a release, because everything that is asked of a release afterwards is free.
"""

# %%
study = BudgetFile.at("study.json", Price(3.0, 1e-6, Relation.SUBSTITUTION))
study.charge(Price(2.0, 1e-6, Relation.SUBSTITUTION), "release people.csv")
release = "release people.csv --declare people.toml --epsilon 2 --delta 1e-6 --out release.json --seed 46"
print(privcausal_says(release), study.account, sep="\n")

# %% [markdown]
r"""
The `--seed` is for this page, so that it shows the same noise to every reader. It is written into the release, and into all that is made from it:
whoever knows the seed can take the noise off. A budget file pays for protection alone and refuses a seed, which is why this page enters its payments by hand.
At home leave the seed out and add `--budget study.json`, the first time with `--budget-epsilon 3 --budget-delta 1e-6`; then each command pays by itself.

### The graph
"""

# %%
kept = published("release.json")
graph = kept.discover()
print(graph)

# %%
ax = graph.plot(plots.panel(height=5.0))
for text in ax.texts:
    if "%" in text.get_text():  # clear of a node in the middle of an edge
        text.xyann = 6, 14
caption = "What the release shows of twelve columns: a few lines, and many pairs without one."
plots.show(ax, caption)

# %% [markdown]
r"""
### Two columns next to each other

Any two columns of the release can be laid next to each other, for nothing. Did those who stopped smoking die less often?
"""

# %%
counts, noise = kept.cross_table("qsmk", "death")
total = counts.sum(axis=1)
share, doubt = counts[:, 1] / total, 2 * noise / total
ways = ("went on", "stopped")
for who, value, error in zip(ways, share, doubt, strict=True):
    print(f"{who:<8} died by 1992: {value:.2f} ± {error:.2f} by noise alone")
print(f"noise in each count: {noise:.0f} people")

# %%
label = "share that died, for those who went on and who stopped"
deaths = {label: np.stack([share, share - doubt, share + doubt], axis=1)}
ax = plots.forest(ways, deaths, xlim=(0, 0.5), height=2.6)
caption = "From the release: as far as the noise lets us see, those who stopped did not die less often."
what = "share that died by 1992, with two standard deviations of noise"
plots.show(ax, caption, x=what, y="smoking by 1982")

# %% [markdown]
r"""
The noise leaves open whether the two shares differ, and a benefit of stopping is not detected. This is not a finding about cigarettes: older people stop more often, and older people die.
A cross table shows which values occur together, and nothing else. This is why one wants a graph, and why a graph must be right.

### Which of two is the cause?

We would like to spend the third part of the budget on a question whose answer we know: of age and blood pressure, one cannot be the effect.
"""

# %%
bounds = "--bounds age=25:75,sbp=80:230"
question = (
    f"direction people.csv --x age --y sbp --epsilon 1 {bounds} --seed 46"
)
refusal = privcausal_says(question)
print(refusal)
assert "nothing was spent" in refusal

# %% [markdown]
r"""
With so few people the noise hides every direction, which is known before the question is asked: the command refuses, and the third part of the budget is still there ({doc}`26_the_experiments`). It is enough to estimate how strongly the two are associated:
"""

# %%
study.charge(Price.pure(1.0, Relation.SUBSTITUTION), "correlate people.csv")
question = "correlate people.csv --x age --y sbp --epsilon 1 --seed 46"
print(privcausal_says(question))

# %% [markdown]
r"""
Now the budget is spent, and the file says so:
"""

# %%
question = (
    "correlate people.csv --x age --y sbp --epsilon 0.1 --budget study.json"
)
again = privcausal_says(question)
print(again)
assert "left of the budget" in again

# %% [markdown]
r"""
### A page for the board
"""

# %%
privcausal_says("discover release.json --report study.html")
page = Path("study.html").read_text()
headings = [part.split("</h2>")[0] for part in page.split("<h2>")[1:]]
title = f"study.html, {len(page) // 1000} kB, needs no network:"
print(title, *headings, sep="\n  ")

# %% [markdown]
r"""
## Errors of the analysis

In this part we look at the records, which is forbidden with a secret table. We also make twenty more releases with other noise, to see which results were chance.
All of that would cost; the bill at the end does not count it, because these data are public.

### Arrows against time

Height in 1971 is not an effect of death in 1992, and nothing makes a person older. Therefore for many arrows we know that they are wrong.
The release above drew lines alone, which claim no direction. Other draws of the noise give arrows.
"""

# %%
year = {name: when for when, names in SEEN.items() for name in names}


def impossible(cause, effect):
    """An arrow back in time, or into age or sex."""
    return year[cause] > year[effect] or effect in ("age", "sex")


def settled(graph):
    """The pairs of a NetworkX graph that have an arrow, without its lines."""
    return [(a, b) for a, b in graph.edges if not graph.has_edge(b, a)]


print(f"arrows in the release above: {len(settled(graph.graph))}")

# %%
public = load("people.toml")
table = read("people.csv", public)
no_noise = Price(math.inf, 0.0, Relation.SUBSTITUTION)
rng = np.random.default_rng(0)
plain = learn_graph(table, METHODS["pc"], budget=no_noise, rng=rng)
joined = {frozenset(edge) for edge in plain.graph.edges}


def tally(data, records):
    """Over twenty releases: how often each pair is drawn; of the arrows how many, impossible ones, and how sure."""
    drawn, arrows, wrong, sure = {}, 0, 0, []
    for seed in range(20):
        price = {"epsilon": 2, "delta": 1e-6, "seed": seed}
        kept = privcausal.release(data, declare=records, **price)
        answer = kept.discover()
        result = answer.graph
        sure += map(int, re.findall(r"arrow (\d+)%", str(answer)))
        for pair in {frozenset(edge) for edge in result.edges}:
            drawn[pair] = drawn.get(pair, 0) + 1
        arrows += len(settled(result))
        wrong += sum(impossible(*edge) for edge in settled(result))
    return drawn, arrows, wrong, sure


drawn, arrows, wrong, sure = tally(table, public)
back = wrong / arrows
print(f"{arrows / 20:.1f} arrows in a release, {back:.0%} of them impossible")
without = settled(plain.graph)
false = sum(impossible(*edge) for edge in without)
print(f"without privacy: {len(without)} arrows, {false} of them impossible")
assert back > 0.2

# %% [markdown]
r"""
The noise is not the only reason, because arrows are impossible without privacy too.
What would a coin do?
"""

# %%
pairs = [(a, b) for a in year for b in year if a != b]
coin = np.mean([impossible(*pair) for pair in pairs])
print("arrows drawn by a coin between any two columns:", end=" ")
print(f"{coin:.0%} impossible")
assert wrong / arrows > coin

# %% [markdown]
r"""
A coin does no worse. The answers themselves had warned us, because each arrow has its probability next to it.
"""

# %%
print(
    f"{len(sure)} arrows, the surest of them {max(sure)}%, half of them below {np.median(sure):.0f}%"
)
assert len(sure) == arrows and np.median(sure) < 90

# %% [markdown]
r"""
Therefore believe none of them, and let a report that shows them say so.

The pairs are another matter. We compare with PC on the records themselves, without noise.
"""

# %%
order = sorted(drawn, key=lambda pair: (drawn[pair], sorted(pair)))[:-19:-1]
there = np.array([pair in joined for pair in order])
drawings = np.array([drawn[pair] for pair in order])
times = {"also joined without noise": drawings * there}
times["not joined without noise"] = drawings * ~there
names = [" – ".join(sorted(pair)) for pair in order]
title = "The eighteen pairs that are drawn most often"
ax = plots.bars(names, times, height=5.2, xlim=(0, 20), title=title)
caption = "Pairs that noise does not move: nearly all that come in most releases are there without noise too."
ax.set_xlabel("drawn in so many of twenty releases")
plots.show(ax, caption, y="pair of columns")

# %%
often = [pair for pair, times in drawn.items() if times >= 15]
right = sum(times for pair, times in drawn.items() if pair in joined)
share = right / sum(drawn.values())
print(f"{share:.0%} of all pairs that were drawn", end=" ")
print(f"are joined without noise, {len(joined)} pairs in all")
print(f"{len(often)} pairs come in 15 releases of 20 or more", end="; ")
steady = sum(pair in joined for pair in often)
print(f"{steady} of them are joined without noise")

# %% [markdown]
r"""
### An edge that the form has made

High blood pressure and diabetes are joined in nearly every release. Is that medicine?
"""

# %%
people = smokers()
print(pd.crosstab(people.hbp, people.diabetes).to_string())
assert sum(people.hbp == 2) == sum(people.diabetes == 2) == 791

# %% [markdown]
r"""
In both columns, 2 means *not known*, and it occurs for the same people: those to whom this page of the form was not read.
We declared the values 0 and 1, so 2 is a gap in both columns: it counts as half of each value.
Both diseases are rare, so these 791 people are far from all others in both columns at once, and the two columns are associated.
The edge is true of the table and says nothing about bodies. `missing = 0` would take it away, at the price of calling 791 people healthy.
"""


# %%
def phi(a, b):
    """Correlation φ of two yes-or-no columns."""
    return float(np.corrcoef(a, b)[0, 1])


real = phi(people.hbp == 1, people.diabetes == 1)
form = phi(people.hbp == 2, people.diabetes == 2)
print(f"φ of the two diseases, unknown called healthy: {real:.2f}", end="; ")
print(f"φ of the two gaps: {form:.2f}")
assert form > 0.99 > 0.3 > real

# %% [markdown]
r"""
### A substitute value that would have made another

Suppose we had not thought about `missing`. Who was not measured in 1982? Among others, those who had died.
"""

# %%
ill = {s: people.sbp.fillna(s) >= 140 for s in (125, 155)}
for stand_in, high in ill.items():
    print(f"not measured counts as {stand_in}", end=": ")
    print(f"φ of death and high pressure = {phi(high, people.death):.2f}")
assert phi(ill[155], people.death) > phi(ill[125], people.death) + 0.03

# %% [markdown]
r"""
One word in a declaration, and death is tied to blood pressure more tightly than it is. No command can warn of it: to know that the gaps are the dead, one would have to look.

### The effect that is not there

This table is used in textbooks for one effect: who stops smoking gains weight.
"""

# %%
gain = (people.wt82 - people.wt71).groupby(people.qsmk).mean()
heavy = phi(people.qsmk, people.wt82.fillna(70) >= 75)
smallest = min(pair.minimum_detectable or math.inf for pair in graph.pairs)
print(f"those who stopped gained {gain[1] - gain[0]:.1f} kg more", end="; ")
print(f"as we cut the columns, φ = {heavy:.2f}")
print(f"the smallest φ that any pair would have shown: {smallest:.2f}")
times = drawn.get(frozenset(("qsmk", "wt82")), 0)
print(f"drawn in {times} of twenty releases")
assert abs(heavy) < smallest

# %% [markdown]
r"""
The plan had forecast this before any budget was spent. *No edge seen* is not evidence that there is none; it is evidence that φ is not much larger than the number written next to it, unless the edge was given up with other columns held fixed: next to columns that resemble one of the two, much stronger associations are missed.
To study this effect we should have declared the gain itself, and little else.

## A second look, with 300 people

A colleague has the first 300 lines and the same budget.
"""

# %%
lines = Path("people.csv").read_text().splitlines(keepends=True)
Path("few.csv").write_text("".join(lines[:301]))
plan = "plan --declare people.toml --rows 300 --epsilon 2 --delta 1e-6"
print(privcausal_says(plan))
few, *_ = tally("few.csv", "people.toml")
hits = sum(times for pair, times in few.items() if pair in joined)
print(
    f"\nin twenty releases: {sum(few.values()) / 20:.1f} pairs each, {hits / 20:.1f} of the {len(joined)} that are there with all people"
)
assert hits / 20 < len(joined) / 3
twice = {frozenset(("ht", "sex")), frozenset(("age", "smokeyrs"))}
assert sum(few[pair] for pair in twice) > sum(few.values()) / 2

# %% [markdown]
r"""
Only an association between two columns that measure nearly the same thing would be seen. More than half of the edges drawn are height with sex and age with years of smoking, which no study had to find; and the missing rest would be read as *no effect*.
At 300 people, twelve columns and this budget there is one piece of advice: **do not**. Ask one question of two columns, or wait for more people.

## The bill
"""

# %%
account = study.account
for payment in account.charges:
    print(f"{shlex.split(payment.what)[0]:<10} {payment.price.amount}")
print(account)
assert account.spent == Price(3.0, 1e-6, Relation.SUBSTITUTION)

# %% [markdown]
r"""
:::{exercise}
:label: ex-one-messy-table-declare

★★ A colleague wants to drop all people with a gap before declaring anything. What does the guarantee lose?
:::

:::{solution} ex-one-messy-table-declare
:class: dropdown
The number of records is public, and every noise is made for it. If a person can leave the table by having a gap, the number reveals something about that person; and the two neighbours no longer have as many records as each other.
A substitute value keeps every line a record. It costs accuracy; that is the better bargain.
:::

:::{exercise}
:label: ex-one-messy-table-fewer

★ Run `plan` with only `age`, `sex`, `qsmk` and `death`. Find the smallest φ that 1,629 people would show at ε = 2, and explain why it is smaller.
:::

:::{solution} ex-one-messy-table-fewer
:class: dropdown
Fewer columns make fewer tables, one person moves their sum less, and the noise shrinks with it. Every column that is declared *to be on the safe side* is paid for by all others.
:::

## Summary

Declare from the form, and think about every gap: a substitute value is a statement about people. Plan first; the plan was right about the associations that would not be detected.
Release once, ask often, keep the budget file. Of a table of this size believe the pairs that are strong, doubt their reasons, and leave the arrows alone:
many of them pointed back in time. There is a size below which the honest result is not to ask.
"""
