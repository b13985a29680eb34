# %% [markdown]
r"""
# One analysis, from the question to the report

:::{chapter}
:asks: Does a small reward bring people to the clinic?
:needs: c09_cause, c14_ask_once
:::

This chapter answers the question from a real table, under a privacy budget of $\varepsilon=1$ for everything, and shows every step in between. The experiment behind the table has been published, so at the end we compare.

These are the results. Each number is computed below, and the last cell of the analysis asserts it.

| step | result | privacy cost |
|---|---|---|
| question | Does a reward of less than half a dollar change how many people fetch the result of their HIV test? | 0 |
| declaration | five columns, with their order in time | 0 |
| data check | the decimal sign was wrong; corrected, and checked again | ε = 0.05, twice |
| plan | the weakest association that can be detected has φ = 0.13 | 0 |
| graph | one edge among ten pairs: reward → learned | ε = 0.4 |
| adjustment set | empty: the reward was assigned at random | 0 |
| effect | +34 percentage points, 95% interval +27 to +40 | ε = 0.5 |
| negative control | the reward does not change who is 40 or older | 0 |
| what would overturn it | ten times as many people as were absent, all of them against the finding | 0 |
| not seen | the effect of distance | |

:::{admonition} After this chapter you can
:class: tip
- go from a causal question to a declaration with *background knowledge*, and from there to a graph, an *adjustment set* and an *average treatment effect*;
- divide one privacy budget among a data check, a release and an effect;
- test what can be tested, and name what cannot;
- write a report that a board can read.
:::
"""

# %%
import os
import tempfile
import warnings
from math import ceil, floor
from pathlib import Path

import networkx as nx
import numpy as np

import privcausal
from privcausal import plots
from privcausal.data.malawi import everyone
from privcausal.effects.effect import effect_from_release
from privcausal.effects.identify import effect_range, identify

warnings.filterwarnings("ignore", message="seed makes this a demonstration")
DESK = Path(tempfile.mkdtemp())
os.chdir(DESK)

# %% [markdown]
r"""
## The question

In 2004 an experiment in rural Malawi tested 2,894 people for HIV at home. The results were ready weeks later at a clinic nearby. Each person drew a voucher at random, worth nothing or up to three dollars, which was paid if they came for their result.

The *treatment* is a reward of less than half a dollar, compared with no reward. The *outcome* is whether a person learned the result. The *estimand* is the *average treatment effect*, that is the difference between the two shares of people who learn it, if everybody had drawn the one or the other.

The file comes from a spreadsheet, which separates cells by semicolons. We write it here as such a program would. Who is in the file is public: the 2,834 people who were tested and drew a voucher. Everything else about them is treated as secret.
"""

# %%
people = everyone().dropna(subset=["hiv", "learned", "reward"])
names = ["age", "hiv", "distance", "reward", "learned"]
file = people[names].round(4)
file.to_csv("people.csv", sep=";", decimal=",", index=False)
n = len(people)
print(f"{n:,} people, {len(names)} columns")

# %% [markdown]
r"""
## The declaration

A declaration states which values each column can hold, from knowledge of the subject and not from the records. Adults live to 85, a clinic lies within six kilometres, and a voucher was worth at most three dollars. A gap is replaced by a public value, `missing`.

It also states the knowledge about causes. *Tiers* are the order of time: age and infection come first, then the two things that were drawn at random, then the visit. No column can be a cause of one in an earlier tier. This costs nothing, because it says nothing about any person.
"""

# %%
declaration = """
sep = ";"
tiers = [["age", "hiv"], ["distance", "reward"], ["learned"]]

[columns]
age = { range = [15, 85], cuts = [25, 40], missing = 30 }
hiv = { values = [0, 1], missing = 0 }
distance = { range = [0, 6], cuts = [1.5], missing = 2 }
reward = { range = [0, 3], cuts = [0.05, 0.5], missing = 0 }
learned = { values = [0, 1], missing = 0 }
"""
Path("people.toml").write_text(declaration)
TABLE = {"data": "people.csv", "declare": "people.toml"}

# %% [markdown]
r"""
The cuts make three groups of rewards: none, less than half a dollar, and more.

## The data check

A declaration that does not fit the file makes results that look normal and mean nothing. The check counts, with noise, the cells that the declaration would change. It costs $\varepsilon=0.05$.

The seeds on this page make every run the same. A seed is for demonstrations only, because whoever knows it can remove the noise. A real analysis leaves it out and adds `budget=`.
"""

# %%
first = privcausal.check(**TABLE, epsilon=0.05, seed=1)
print(*first.warnings(), sep="\n")
assert len(first.warnings()) == 5

# %% [markdown]
r"""
Nearly all cells of all five columns are missing or not declared. This is not a property of people. The hint names the decimal sign, and indeed the spreadsheet wrote a comma. One line of the declaration changes, and a second check confirms it:
"""

# %%
corrected = declaration.replace('";"', '";"\ndecimal = ","')
Path("people.toml").write_text(corrected)
second = privcausal.check(**TABLE, epsilon=0.05, seed=2)
print(str(second).splitlines()[-2])
widest = max(part.high - part.low for part in second.shares)
print(f"widest interval of a share: {widest:.2f}")
assert not second.warnings() and 0.1 - widest / 2 < 0.05

# %% [markdown]
r"""
A check at this price sees large mistakes alone, because its intervals are wide. A code that was used for one person in ten would have gone unnoticed.

## The plan

Nine tenths of the budget are left. The plan uses public numbers alone, so it is free. How strong must an association be to be detected by a release of $\varepsilon=0.4$, and how wide will the interval of the effect be at $\varepsilon=0.5$?
"""

# %%
groups = {"treated": "0.05 to 0.5", "control": "0 to 0.05"}
asked = {"treatment": "reward", "outcome": "learned", **groups}
plan = privcausal.plan("people.toml", rows=n, epsilon=0.4, delta=1e-6)
print(str(plan).splitlines()[3])
width = privcausal.plan(
    "people.toml", rows=n, epsilon=0.5, delta=1e-6, effect=asked
)
print(*[line for line in str(width).splitlines() if "reward" in line])

# %% [markdown]
r"""
For two yes-or-no columns, φ is the difference between two shares. The graph can therefore show associations of thirteen points or more, and for some pairs only of twenty-one or more. The effect itself can be estimated to within a few points. Smaller effects than these will be missed, whatever they are. This is the time to stop, if the question is about a smaller one.

## The graph

A *release* adds noise to all tables of two and of three columns once. Everything that is asked of it afterwards is *post-processing*, which costs nothing more. The graph comes first:
"""

# %%
release = privcausal.release(**TABLE, epsilon=0.4, delta=1e-6, seed=3)
graph = release.discover()
print(graph)
assert len(graph.edges()) == 1

# %%
ax = graph.plot(plots.panel(height=3.4))
assert "reward → learned  edge 99%" in str(graph)
ax.set_title("One edge, from the reward to the visit")
caption = "The graph that was learned from the release. The edge is right with a probability of 99%; its direction follows from the order of time. A pair without an edge may still be associated, but too weakly to be detected here."
plots.show(ax, caption)

# %% [markdown]
r"""
The word *demonstration* in a picture says that a seed was given. The release shows one edge. The direction is not a discovery, because the voucher was drawn before the visit. The calibrated probability belongs to the edge, on condition that the order of time is right.

## The adjustment set

Which columns must be held fixed, so that the difference between groups is an effect? The *backdoor criterion* answers from the graph:
"""

# %%
found = identify(graph, "reward", "learned")
print(found)
assert found.everywhere == [()]

# %% [markdown]
r"""
Nothing has to be adjusted for. An edge might be missing, however, because weak edges are not detected. Therefore we also use a graph that we draw from knowledge of the subject. It lets age and infection influence everything that was not drawn at random:
"""

# %%
subject = nx.DiGraph(
    [
        ("age", "hiv"),
        ("age", "learned"),
        ("hiv", "learned"),
        ("distance", "learned"),
        ("reward", "learned"),
    ]
)
print(identify(subject, "reward", "learned"))
assert identify(subject, "reward", "learned").everywhere == [()]

# %% [markdown]
r"""
Both graphs agree, and for the same reason: no arrow leads into the reward. *Random assignment* was done so that this would hold. Had people chosen their reward, the set would contain their reasons.

## The effect

Half of the budget goes to the answer. We declare that the treatment was assigned at random:
"""

# %%
effect = privcausal.effect(
    **TABLE, **asked, randomised=True, epsilon=0.5, seed=4
)
print(effect)
points = effect.difference.times(100)  # ends are rounded outwards
percent = {
    "value": round(points.value),
    "low": floor(points.low),
    "high": ceil(points.high),
}

# %%
ax = effect.plot(plots.panel(height=1.8))
ax.set_yticks([0], ["reward → learned"])
assert not effect.design.adjust
ax.set_title(f"A small reward: {percent['value']:+d} percentage points")
caption = "The effect of a reward below half a dollar, compared with none, on the share of people who learn their result, with its 95% interval. The interval accounts for the sampling of people and for the privacy noise."
plots.show(ax, caption, y="estimate")

# %% [markdown]
r"""
The interval lies far from 0. A reward that is worth less than half a dollar brings about a third of all people to the clinic who would otherwise have stayed away.

The interval is wider than the plan said, because the plan spreads all people evenly over the three groups. Most people drew more than half a dollar, and they are not compared.

## What would overturn it

An interval accounts for sampling and noise. The remaining threats to the conclusion are assumptions. Some can be tested.

**A negative control.** The reward cannot change anybody's age. If people with a small reward were older or younger than people without one, the draw was not random, or the file is in disorder. The release answers this for nothing:
"""

# %%
control = effect_from_release(
    release, "reward", "age", event="40 to 85", randomised=True, **groups
)
print(f"reward → age 40 or older: {control.difference:+.3f}")
assert control.difference.low < 0 < control.difference.high

# %% [markdown]
r"""
The interval contains 0, as it should. It is wide, so the control would have found a large disorder alone.

**Attrition.** The randomisation protects those who drew. Sixty people were tested and are not in the file. How many would be needed to explain the effect? Suppose that they all belong to the group without a reward, and that all of them learned their result. Then each of them raises the share of that group. We compute with the released risks, and with the noisy number of people in the group:
"""

# %%
absent = int(everyone().hiv.notna().sum()) - n
without, with_reward = effect.ate.control.value, effect.ate.treated.value
size = float(effect.table.arms.sizes[:, 0].sum())
worst = (without * size + absent) / (size + absent)
needed = size * (with_reward - without) / (1 - with_reward)
print(
    f"{absent} people are absent; at worst {with_reward - worst:+.3f} is left"
)
print(f"to explain the whole effect, {needed:.0f} would be needed")
assert with_reward - worst > 0.2

# %% [markdown]
r"""
**Confounding.** If the vouchers had not been drawn at random, an unmeasured confounder could be the reason. The *E-value* says how strong it would have to be, as a risk ratio with both the reward and the visit:
"""

# %%
strength, at_end = effect.e_values
print(f"E-value {strength:.2f}, for the end of the interval {at_end:.2f}")

# %% [markdown]
r"""
**Doubt about the graph.** If the one edge had no direction, half of the graphs would contain no effect of the reward at all. The range over these graphs shows what the order of time contributes:
"""

# %%
undirected = nx.DiGraph([("reward", "learned"), ("learned", "reward")])
print(effect_range(effect, undirected))

# %% [markdown]
r"""
No table can make this range smaller. What makes it small is the knowledge that a voucher comes before a visit.

## The report

A board asks for the question, the person responsible, the privacy cost, and the assumptions of the answer. The page begins with these, and marks each assumption as tested or not tested:
"""

# %%
effect.report(
    "report.html",
    title="Do small rewards bring people to the clinic?",
    purpose="To decide whether the next round of tests offers vouchers.",
    responsible="The course's statistician",
)
page = Path("report.html").read_text()
assert page.index("To decide whether") < page.index("percentage points")
print(page.count("Not tested here"), "assumptions not tested,", end=" ")
print(page.count("Tested here"), "tested")

# %% [markdown]
r"""
## The bill
"""

# %%
answers = {
    "check": first,
    "second check": second,
    "release": release,
    "effect": effect,
}
costs = {name: answer.spent.epsilon for name, answer in answers.items()}
total = sum(costs.values())
print(costs, f"in all ε = {total:g}, δ = {release.spent.delta:g}")
assert np.isclose(total, 1)

# %%
ax = plots.panel(height=2.0)
left = 0.0
for (name, cost), colour in zip(costs.items(), plots.COLOURS):
    ax.barh([0], [cost], left=left, color=colour)
    rise = 0.8 if name == "second check" else 0.5  # above the first
    middle, side = (
        (left + cost / 2, "center") if cost > 0.2 else (left, "left")
    )
    ax.text(middle, rise, f"{name}: {cost:g}", color=colour, ha=side)
    left += cost
ax.set(yticks=[], xlim=(0, 1), ylim=(-0.5, 1.1))
ax.set_title(f"The effect takes {costs['effect'] / total:.0%} of the budget")
caption = "How the budget of ε = 1 was divided. The declaration, the plan, the graph, the adjustment set, the negative control and the report cost nothing."
plots.show(ax, caption, x="ε", y="budget")

# %% [markdown]
r"""
With a budget file the same bill keeps itself. From the command line the analysis is

```text
privcausal check    people.csv --declare people.toml --epsilon 0.05 --budget study.json --budget-epsilon 1 --budget-delta 1e-6
privcausal plan     --declare people.toml --rows 2834 --epsilon 0.4 --delta 1e-6
privcausal release  people.csv --declare people.toml --epsilon 0.4 --delta 1e-6 --budget study.json --out release.json
privcausal discover release.json
privcausal effect   people.csv --declare people.toml --treatment reward --outcome learned --treated "0.05 to 0.5" --control "0 to 0.05" --randomised --epsilon 0.5 --budget study.json --report report.html
```

## Comparison with the published result

The table is public, so we can look. According to the article's abstract, 34% of the participants learned their result without an incentive, and even the smallest incentive doubled this share ({cite:t}`thornton2008`).
"""

# %%
reward = people.reward
some = (reward > 0) & (reward < 0.5)
plain = people[some].learned.mean() - people[reward == 0].learned.mean()
print(
    f"without privacy: {people[reward == 0].learned.mean():.3f}", end=" and "
)
print(f"{people[some].learned.mean():.3f}, difference {plain:+.3f}")
print(f"risk ratio: {effect.ate.ratio:.2f}")
assert effect.difference.low < plain < effect.difference.high
assert effect.ate.control.low < 0.34 < effect.ate.control.high
assert effect.ate.ratio.low < 2 < effect.ate.ratio.high

# %% [markdown]
r"""
The private answer agrees with all three: the share without a reward, the difference, and the doubling.

What could not be seen? The distance to the clinic was drawn at random, too. The article reports that people who live more than 1.5 kilometres away come less often, by 3.8 percentage points. In the exact table the effect is there. The release cannot show it:
"""

# %%
far = people.distance >= 1.5
exact = people[far].learned.mean() - people[~far].learned.mean()
unseen = effect_from_release(release, "distance", "learned", randomised=True)
print(f"distance → learned: {unseen.difference:+.3f}", end="; ")
print(f"without privacy {exact:+.3f}")
assert unseen.difference.low < min(exact, -0.038)
assert max(exact, -0.038) < 0 < unseen.difference.high

# %% [markdown]
r"""
The private interval contains the published effect and also contains 0. The graph has no edge between distance and learning, and the plan had said that an effect of this size would be missed. Whoever reads the missing edge as *distance does not matter* is wrong.

Age and infection have no edges either. Age and infection are associated in the exact table, though weakly. At $\varepsilon=0.4$ and 2,834 people the release is silent about them.
"""

# %%
age = people.age.fillna(30) >= 40
infected = people.hiv == 1
phi = np.corrcoef(age, infected)[0, 1]
least = min(pair.minimum_detectable or 9 for pair in graph.pairs)
print(f"φ of age and infection: {phi:.3f}; least detectable: {least:.2f}")
assert abs(phi) < least

# %% [markdown]
r"""
The numbers of the first table, asserted:
"""

# %%
assert percent == {"value": 34, "low": 27, "high": 40}
assert "φ ≥ 0.13" in str(plan)
assert len(graph.pairs) == 10
assert 10 < needed / absent < 11

# %% [markdown]
r"""
:::{exercise}
:label: ex-one-analysis-larger

★ Ask the same question for the larger rewards, `treated = "0.5 to 3"`, from the release and therefore at no further privacy cost. Compare the width of its interval with that of the chapter, and explain the difference.
:::

:::{solution} ex-one-analysis-larger
:class: dropdown
`effect_from_release(release, "reward", "learned", treated="0.5 to 3", control="0 to 0.05", randomised=True)` gives a larger effect with a wider interval. The interval is wider although the group is larger, because the release divides $\varepsilon=0.4$ among all tables of two and three columns, whereas the chapter spends $\varepsilon=0.5$ on one table.
:::

:::{exercise}
:label: ex-one-analysis-choice

★★ Suppose that people had chosen their vouchers. Draw a graph in which `identify` finds the set age and distance, and explain which assumption of the report would then have to be marked as not tested.
:::

:::{solution} ex-one-analysis-choice
:class: dropdown
Add the arrows age → reward and distance → reward to the graph of this chapter. Then `identify` returns the set age and distance. The report would say that among people with the same age and distance nothing else influences both the reward and the visit. No table can test this assumption.
:::

## In one paragraph

A causal question became a declaration with an order of time, a check found a wrong decimal sign before it did harm, and a plan forecast which effects could be detected. One release gave a graph and a negative control, the graph gave an empty adjustment set, and the rest of the budget gave the effect with an interval that counts sampling and noise. The answer agrees with the published one. Associations that were too weak for the budget were not detected, and the plan had announced it.

**Next.** {doc}`/book/places` finds each claim by its id, its place and its subject.
"""
