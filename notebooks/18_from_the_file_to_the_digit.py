# %% [markdown]
r"""
# Leaks around the noise: parsing, arithmetic and floating point

:::{chapter}
:asks: Does a guarantee hold for a person who can write anything into one line of the file?
:needs: c02_sums_and_histograms
:::

A clinic keeps a file. Each line is one patient: sleep, dose, how they feel.
It prints one number, the rank correlation of sleep and dose, with noise for $\varepsilon=0.1$.
A theorem says that one patient moves this number by at most $4/n$, and the noise was made for that.

**Is the guarantee kept for a patient who can write anything at all into one line of the file?**
Theorems about mechanisms begin with a table. A program makes this table from the file, and these theorems do not cover it.

:::{admonition} After this chapter you can
:class: tip
- move a "private" correlation from 0 to 0.8 with one comma;
- say what a reader must not do if one line is to be one person, and prove that ours does not;
- declare a table before you read it;
- replay a release on two neighbours with the same noise, and read off what goes around the noise;
- find such a leak in a function of ten lines.
:::
"""

# %%
import io

import numpy as np
import pandas as pd

from privcausal.graphs.methods.noleaks import clipped_gradient
from privcausal.pairs.rank import kendall, quadrupled_rank_distance
from privcausal.privacy.draws import add_laplace
from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.table.csv import read_file
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.verify.replay import replay

rng = np.random.default_rng(18)

# %% [markdown]
r"""
## The comma that moved a correlation

Twenty thousand patients. Sleep has nothing to do with the dose; how they feel has much to do with it.
"""

# %%
n = 20_000
sleep, dose = rng.uniform(0, 10, (2, n))
feeling = dose + rng.normal(0, 1, n)
header = "sleep,dose,feeling"
lines = [f"{a:.2f},{b:.2f},{c:.2f}" for a, b, c in zip(sleep, dose, feeling)]
before = "\n".join([header, *lines])
after = "\n".join([header, lines[0] + ",", *lines[1:]])


def as_usual(text):
    frame = pd.read_csv(io.StringIO(text))
    return kendall(frame["sleep"], frame["dose"])


print(f"before {as_usual(before):+.4f}, after {as_usual(after):+.4f}")
print(f"bound on one patient's effect: {4 / n:.4f}")

# %% [markdown]
r"""
The two files differ in one comma, at the end of the first patient's line.
The usual reader sees four cells under three names, concludes that the first column has no name, and shifts all columns of all patients by one: "sleep" is now the dose and "dose" is how they feel.
Noise that was made for $4/n$ does not hide this.

It is not a bug; it is what the reader was made for.
Readers guess: the separator, the types, what a gap looks like, where a line ends. **Every guess looks at all lines at once, and so one line can change it.**
An open quote swallows the lines after it. A carriage return inside a line makes two patients of one.
One word among numbers turns a column into text, and the error message that follows quotes the word.
"""

# %% [markdown]
r"""
## One line is one person

The remedy is to guess nothing. All public facts are stated first, in a *declaration*: which columns count, and which values each cell can have.
"""

# %%
declaration = Declaration({"sleep": Number(0, 24), "dose": Number(0, 10)})


def declared(text):
    table = read_file(io.BytesIO(text.encode()), declaration)
    return kendall(table["sleep"], table["dose"])


print(f"before {declared(before):+.4f}, after {declared(after):+.4f}")
assert abs(declared(after) - declared(before)) <= 4 / n

# %% [markdown]
r"""
A line with a cell too many is now one line that cannot be read.
Its patient counts with the middle of each range, and all others are untouched.

:::{claim} B-reading
:::

(proof-reading)=
:::{prf:proof}
*Files.* Let $h$ be the first line and $\ell_1,\dots,\ell_n$ the pieces between newline bytes after it; the last need not end in one.
The declaration and $h$ together fix the place of each declared column, the number of cells of a line, and the text of a missing cell. Write $d$ for all of this; it is the same for both files.

- *Cutting.* The program reads blocks of bytes and carries the rest of each block over to the next, so the pieces do not depend on where blocks end. Of a piece longer than a fixed limit $L$ it can drop bytes, but the rest is still longer than $L$.
- *Splitting.* If $\ell_i$ is longer than $L$, if a quote in it stays open, or if it has another number of cells than $h$, then all cells of record $i$ are missing. This looks at $\ell_i$ and $d$, at nothing else.
- *Meaning.* A cell of text becomes a number or a code by a function of its bytes and of $d$. It is defined for all bytes: a cell that is not a number, not finite or not declared is missing, and a value outside the range becomes the nearer end.

Record $i$ is therefore $f_d(\ell_i)$ for one function $f_d$ that never fails, and the table is $\bigl(f_d(\ell_1),\dots,f_d(\ell_n)\bigr)$.
Another $\ell_i$ moves record $i$ and no other. Refusals speak of the file's name, of $h$, of the declaration and of $n=0$, none of which $\ell_i$ can change.

*Data frames.* Here a cell is a Python object or a number, and pandas can store the same cell in another type because of other rows: a gap elsewhere makes $1$ a $1.0$, a word elsewhere makes both objects.
The value of a cell is a function of the number that it is, if it is one, and otherwise of its text; both are the same in every type.
If a conversion by another library fails, it is repeated on each half of the column until the cell that fails is alone. That cell is missing, and the others have the values that they would have had without it. Again, record $i$ depends on row $i$ alone.
:::

The checks behind the badge write hostile lines, byte by byte, and count the records that move.
They also count with the usual reader, and find it out.
Here is the idea in a few cells. Let one line of a small file be anything:
"""

# %%
SIGNS = [",", '"', "\r", "\0", "\xff", "7", ".", "e9", "inf", "low", "_", ""]
doses = Categories(("low", "high"))
small = Declaration({"age": Number(0, 110), "dose": doses})
patients = ["34,low", "70,high", "?,low", "5,none"]


def records(rows):
    text = "\n".join(["age,dose", *rows])
    table = read_file(io.BytesIO(text.encode("latin-1")), small)
    return list(zip(table["age"], table["dose"]))


def moved(place, line):
    other = [*patients[:place], line, *patients[place + 1 :]]
    pairs = zip(records(patients), records(other), strict=True)
    return [i for i, (one, two) in enumerate(pairs) if one != two]


# %%
line = lambda: "".join(rng.choice(SIGNS, 6))
tries = [(int(rng.integers(3)), line()) for _ in range(3_000)]
assert all(set(moved(place, line)) <= {place} for place, line in tries)
print(f"{len(tries):,} hostile lines, and none moved another record")

# %% [markdown]
r"""
## Numbers on a logarithmic scale

Incomes, concentrations and durations are skewed: a range that holds the largest of them leaves most of the others at its lower end. `scale = "log"` in a declaration stores logarithms instead. The transformation is public and concerns one cell at a time, so it costs nothing; but the sensitivity must be that of the logarithms.

:::{claim} B-log
:::

(proof-log)=
:::{prf:proof}
A cell that is a number is clipped to $[a,b]$ first, and one that is not counts as a number in $[a,b]$. The logarithm is increasing, so the stored value lies in $[\ln a,\ln b]$, an interval of length $\ln(b/a)$. A replaced record changes one of the $n$ terms of the mean. *Attained.* Replace a cell that holds $a$ by one that holds $b$. $\square$
:::

The order matters. A logarithm that is taken before clipping has no bound near 0, and none at 0, so a range that reaches 0 is refused. The verdict is {verdict}`B-log`.

## Several lines of one person

A table of visits has a line for each visit. A guarantee about one line is then no guarantee about a patient: by {prf:ref}`B-group`, ten visits cost ten times the $\varepsilon$.
Therefore we state how many lines one person can have, and pay for all of them: `rows_per_person`. A column of identifiers, `person`, makes it true, because of each patient only so many lines are kept.

Which ones? The rule must be public, and nobody must be able to push out the lines of another. Moreover, the number of lines that are left must not become a secret that the length of the table reveals. The first $K$ lines of each identifier are kept, and the others become blank records.

:::{claim} B-people
:::

(proof-people)=
:::{prf:proof}
Call the lines in which the two tables can differ $S$, all others *common*. No line in $S$ has the identifier of a common line, and lines without an identifier are never kept. The rule therefore keeps the same common lines in both tables, and of $S$ at most $K$ lines in each. Let $A$ be the common lines that are kept, $P$ and $Q$ those that are kept of $S$.

*With blanks.* The collections are $A\cup P$ and $A\cup Q$, filled up with blank records to the same length. Take away $A$ and the blanks that both have: one side has $\max(|P|,|Q|)\le K$ records left, and so has the other.

*With lots.* Of $A\cup P$ the $r$ lines with the smallest lots are taken. Let $p$ of them come from $P$; then the others are the $r-p$ smallest of $A$. In the other table these are the $r-q$ smallest of $A$, and $q$ come from $Q$. Of the two sets of common lines one contains the other, so the collections differ in $\max(p,q)\le K$ records. Blanks, where there are too few lines, change this as before.

*In a random order.* Pair the records that both collections have, and the others in any way; give both records of a pair the same place. Then the tables differ in at most $K$ places, whatever the places are, and since all orders are equally likely, each table alone has the law that it should have. An event is therefore as likely as in the mean over pairs of tables that differ in $K$ places, and every bound for such pairs, $P(E)\le e^{\varepsilon}P'(E)+\delta$, holds for the means.

*Attained.* A person with $K$ lines is replaced by another with the same lines, and all lines are taken. $\square$
:::

The random order matters. If a patient's first two visits lose their identifier, two later ones are kept instead: four places of the table change, although only two records are replaced.
"""

# %%
from privcausal.table.people import first_rows

visits = np.array([1, 2, 2, 1, 2, 2.0])
nameless = np.where([0, 1, 1, 0, 0, 0], np.nan, visits)
for whose in (visits, nameless):
    print("kept are the rows", first_rows(whose, 2).tolist())
assert len(set(first_rows(visits, 2)) ^ set(first_rows(nameless, 2))) == 4

# %% [markdown]
r"""
Blank records have all their gaps together, and that makes columns look related. Whoever keeps one visit of twenty should therefore say how many rows are to be kept, `keep_rows`: as many as there are patients, which the clinic knows without looking at the table.

Not only the price is for people. Twenty visits of one patient might contain no more information than one, so a table of $n$ rows is worth at least as much as one of $n/K$ people, and at the worst no more. Intervals and tests are computed for the worst.
"""

# %% [markdown]
r"""
## A private look at the data first

A declaration changes cells: a cell that is not a number becomes the middle of the range, a number outside the range is clipped, and a word that is not declared joins a category of its own. If the decimal sign is wrong, every cell of a column is changed in this way, and the results still look normal. The command `check` therefore releases, for a small $\varepsilon$, how many cells of each column are changed. In a column with a range it counts three kinds of cells: missing, below and above. In a column of categories it counts one kind: not declared.

:::{claim} B-suspects
:::

(proof-suspects)=
:::{prf:proof}
*Upper bound.* Only one record is replaced, so in each column only one cell changes, and this cell is of at most one kind before and of at most one kind after. If one kind is counted in a column, its count changes by at most 1. If several kinds are counted, at most two of the counts change, each by at most 1: the kind that the cell had loses one, and the kind that it has now gains one. The sum over $c$ columns of the first sort and $r$ of the second is at most $c+2r$.

*Attainment.* Replace a record all of whose counted cells are of the first kind in their column by one whose cells are of no kind in the $c$ columns and of the second kind in the $r$ others. Every bound of the previous paragraph is attained at once. $\square$
:::

The counts are released together, each with Laplace noise of scale $(c+2r)/\varepsilon$, so that one price covers the whole look.
"""

# %% [markdown]
r"""
## Your own file

The declaration is a small file of its own. `privcausal declare` drafts one from the names of the columns, and looks at nothing else:

```console
$ python -m privcausal declare clinic.csv > clinic.toml
```

```toml
[columns]
sleep = { range = [0, 24] }
dose = { range = [0, 10], cuts = [5] }
ward = { values = ["north", "south"] }
```

Fill in what you know about the subject, **never what you saw in the data**, and delete the columns that you do not need.
Numbers outside their range count as its nearer end. A word that is not declared, or no word at all, has a code of its own.
Methods that want categories cut numbers at the `cuts`.
"""

# %% [markdown]
r"""
## The sum that overflowed

The table is right now. Next comes arithmetic, and theorems speak of real numbers.
Spearman's correlation is $1-6\sum d^2/(m(m^2-1))$, where $d$ is the difference of a record's two ranks.
For independent columns $\sum d^2$ is near $m^3/6$. The library kept four times that sum in a whole number of 64 bits, which ends at $2^{63}$.
"""

# %%
m = round((2**63 * 6 / 4) ** (1 / 3))
print(f"four times the sum leaves 64 bits near m = {m:,}")


def wrapped(total, bits=64):
    half = 2 ** (bits - 1)
    return (total + half) % (2 * half) - half


def spearman_of(total, m):
    return 1 - 6 * total / (4 * m * (m**2 - 1))


full = 2**63 - 1  # the last sum that fits; one record more, and it does not
rest = [spearman_of(wrapped(total), 2_500_000) for total in (full, full + 1)]
print(f"one record apart: {rest[0]:+.3f} and {rest[1]:+.3f}")
assert abs(rest[1] - rest[0]) > 1

# %% [markdown]
r"""
One record moves this correlation by more than 1, where $6/(m+1)$ was proved.
It takes no bad will: two files of three million rows, one row apart, gave $+0.49$ and $+1.51$.

The repair is a sum that cannot overflow: so many squares as surely fit are added at a time, and Python adds the parts.
"""

# %%
x, y = rng.normal(size=(2, 1_000))
exact = sum(int(4 * d * d) for d in pd.Series(x).rank() - pd.Series(y).rank())
assert quadrupled_rank_distance(x, y) == exact

# %% [markdown]
r"""
Floats have an end, too. A gradient is clipped by its length, and a length is the root of a sum of squares.
The square of $10^{200}$ is infinite; nothing times infinity is not a number, and a careful mechanism refuses to add noise to that. *The refusal is the leak*: exit status 0 without the record, 2 with it.
"""

# %%
people = rng.normal(size=(6, 2))
loud = np.vstack([people[1:], [[1.7e308, 1.7e308]]])
weights = np.array([[0.0, 3.0], [-3.0, 0.0]])


def careless(rows):
    with np.errstate(over="ignore", invalid="ignore"):
        rest = rows - rows @ weights
        size = (rows**2).sum(axis=1) * (rest**2).sum(axis=1)
        share = 1 / np.maximum(np.sqrt(size), 1)
        return -(rows * share[:, None]).T @ rest / len(rows)


print("careless:", careless(loud)[0, 1])
ours = clipped_gradient(loud, weights, clip=1.0)
print("ours:    ", ours[0, 1].round(3))
assert np.isnan(careless(loud)[0, 1])
assert np.isfinite(ours).all()

# %% [markdown]
r"""
The repair divides each record by its largest entry *before* anything is multiplied.
It has relatives. A range smaller than the smallest normal float was "101 records away" from another answer, and one record away from none. A warning that NumPy prints when two numbers are too far apart is an answer without noise.
A sum of $n$ floats is rounded $n$ times, and the roundings differ after the replaced record: the library adds records in blocks of 1,024, so that one record moves one block.

## What the last digits reveal

Now the noise. A correlation over four patients is a multiple of $\frac13$; the noise is continuous; surely one digit looks like another?
"""


# %%
def printed_by_floats(value, size):
    """What most libraries do: value + a float."""
    return value + rng.laplace(scale=4.0, size=size)


def reachable(outputs, value):
    """Could value + some float have given exactly this output?"""
    return value + (outputs - value) == outputs


outputs = printed_by_floats(0.0, 10_000)
result = ~reachable(outputs, 1 / 3)
print(f"{result.mean():.0%} of the outputs for 0 are impossible for 1/3")
assert result.mean() > 0.02

# %% [markdown]
r"""
A float has 53 binary digits, regardless of the position of its point. Close to 0 it is very fine, and nothing that was added to $\frac13$ is so fine.
Therefore some outputs are *impossible* for one of two neighbours. No $\varepsilon$ allows that.
With the sampler taken into account, 10% to 82% of what a private correlation printed could not have come from its neighbour.
{doc}`12_noise_to_measure` carries the attack out, and makes noise on a grid that is so coarse that no such digits are left.
"""


# %%
def printed_by_us(value, size):
    return add_laplace(value, 4.0, 4.0, rng, size)


step = 2.0**-30
print(np.all(printed_by_us(0.0, 1_000) % step == 0), end=" ")
print(np.all(printed_by_us(1 / 3, 1_000) % step == 0))

# %% [markdown]
r"""
## The replay that would have found them

Three leaks, three places, and one idea that finds them all. Proofs of privacy *couple* two runs: the same noisy answers on both neighbours.
We can do that by machine:

1. Run the program on the first data set, and write down every draw of noise: what went in, its scale, what came out.
2. Run it on the second. Each time it asks for noise, hand it *what came out in the first run*.

From there on the two runs are the same program on the same answers. The input of the noise can differ by the sensitivity. **Nothing else is allowed to differ**: no scale, no number of draws, no warning, no message, no exit status, no digit.
"""


# %%
def private_mean(column):
    """Values are declared to lie in [0, 1]."""
    source = np.random.default_rng(0)
    exact = np.clip(column, 0, 1).mean()
    return add_laplace(exact, 1.0, 1 / len(column), source)


one, other = np.array([0.2, 0.9, 0.4]), np.array([0.2, 0.9, 7.0])
print(replay(private_mean, (one, other), intercept_draws).differences)


# %%
def not_so_private(column):
    source = np.random.default_rng(0)
    exact = column.mean()
    return add_laplace(exact, 1.0, 1 / len(column), source)


outcome = replay(not_so_private, (one, other), intercept_draws)
for difference in outcome.differences:
    print(difference)

# %% [markdown]
r"""
A replay needs no statistics and no million runs: a leak around the noise shows at once, with its place.
It proves nothing by itself, because it sees the pairs that it is given. So Hypothesis writes pairs of hostile files, and every command is replayed on them: commas, quotes, carriage returns, $1.7\cdot10^{308}$ and words among numbers. Each leak of this chapter, put back into the library, is found.

The {doc}`auditor <17_auditing>` and the replay complete each other. The auditor doubts the noise and takes the rest on trust; the replay takes the noise on trust and doubts the rest.

"""

# %% [markdown]
r"""
## Exercises

:::{exercise}
:label: ex-blank-lines

A helpful colleague wants blank lines to be skipped: "they are not people". Write two files, one line apart, that show what this costs, and say which number it costs it in.
:::

:::{solution-start} ex-blank-lines
:class: dropdown
:::
"""


# %%
def skipping(rows):
    return records([row for row in rows if row.strip()])


full, blank = patients, [*patients[:1], "", *patients[2:]]
print(len(skipping(full)), len(skipping(blank)))
assert len(records(full)) == len(records(blank)) == 4

# %% [markdown]
r"""
The number of records is public under {term}`substitution`, and every noise is made for it. If a patient can change it by writing nothing, then $n$ reveals something about that patient.
All later lines move up by one, too: the two tables differ in as many records as follow the gap.

:::{solution-end}
:::

:::{exercise}
:label: ex-find-the-leak

★★ Each of these three functions is meant to be $(1,0)$-private for a replaced record of a column of numbers. Each has one leak. Find it by reading, then write a pair on which a replay shows it.
:::
"""


# %%
def share_of_positive(column):
    source = np.random.default_rng(0)
    present = column[~np.isnan(column)]
    share = (present > 0).mean()
    return add_laplace(share, 1 / len(present), 1 / len(present), source)


def share_if_varied(column):
    source = np.random.default_rng(0)
    if column.min() == column.max():
        return 0.5
    share = (column > 0).mean()
    return add_laplace(share, 1 / len(column), 1 / len(column), source)


def share_in_words(column):
    source = np.random.default_rng(0)
    share = (column > 0).mean()
    noisy = add_laplace(share, 1 / len(column), 1 / len(column), source)
    sure = "clearly" if abs(share - 0.5) > 0.3 else "perhaps"
    return f"{sure} {noisy:.2f}"


# %% [markdown]
r"""
:::{solution-start} ex-find-the-leak
:class: dropdown
:::
The first divides by the number of values that are *known*, which a patient can change: its scale differs.
The second answers without noise where all values are equal: a draw is missing.
The third decides by the exact share which word it prints: the answers differ.
"""

# %%
some = np.array([1.0, 2.0, -1.0, -2.0, 3.0])
lone = np.append(np.ones(4), -1.0)
suspects = {
    share_of_positive: (some, np.append(some[:4], np.nan)),
    share_if_varied: (np.ones(5), lone),
    share_in_words: (lone, np.array([1, 1, 1, -1, -1.0])),
}
for function, pair in suspects.items():
    differences = replay(function, pair, intercept_draws).differences
    print(function.__name__, "·", differences[0])
    assert differences

# %% [markdown]
r"""
:::{solution-end}
:::

## Summary

A theorem about tables protects people only if the whole path keeps to it: file, table, arithmetic, noise, digit.
Readers guess, and a guess looks at all lines: one comma moved a correlation from 0 to 0.8. Declare first, read each line as if it were the only one.
Sums overflow, squares become infinite, and a refusal or a warning is an answer without noise. Scale before you multiply.
Floats reveal in their last digits the numbers from which they were computed. Round to a public grid before noise is added.
Replay: two neighbours, the same noise, and no other difference.

**Next.** {doc}`19_what_a_kernel_checks` asks a stricter reader than people are to check the proofs.
"""
