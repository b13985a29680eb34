# ---
# jupyter:
#   jupytext:
#     cell_markers: '"""'
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
r"""
# From the file to the digit

A clinic keeps a file. Each line is one patient: sleep, dose, how they feel.
It prints one number, the rank correlation of sleep and dose, with noise for $\varepsilon=0.1$.
A theorem says that one patient moves this number by at most $4/n$, and the noise was made for that.

**Is the promise kept for a patient who may write anything at all into one line of the file?**
Theorems speak about tables. Between the file and the table stands a program, and no theorem speaks about programs that read.

:::{admonition} After this chapter you can
:class: tip
- move a "private" correlation from 0 to 0.8 with one comma;
- say what a reader must not do if one line is to be one person, and prove that ours does not;
- declare a table before you read it.
:::
"""

# %%
import io

import numpy as np
import pandas as pd

from privcausal.pairs.rank import kendall
from privcausal.table.csv import read_file
from privcausal.table.declaration import Categories, Declaration, Number

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
print(f"what one patient may do: {4 / n:.4f}")

# %% [markdown]
r"""
The two files differ in one comma, at the end of the first patient's line.
The usual reader sees four cells under three names, concludes that the first column has no name, and shifts all columns of all patients by one: "sleep" is now the dose and "dose" is how they feel.
No noise that anyone adds for $4/n$ hides this.

It is not a bug; it is what the reader was made for.
Readers guess: the separator, the types, what a gap looks like, where a line ends. **Every guess looks at all lines at once, and so one line can change it.**
An open quote swallows the lines after it. A carriage return inside a line makes two patients of one.
One word among numbers turns a column into text, and the error message that follows quotes the word.
"""

# %% [markdown]
r"""
## One line is one person

The cure is to guess nothing. What is public is said first, in a *declaration*: which columns count, and what each cell may say.
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
A line with a cell too many is now what it is, one line that cannot be read.
Its patient counts with the middle of each range, and all others are untouched.

:::{claim} B-reading
:::

(proof-reading)=
:::{prf:proof}
*Files.* Let $h$ be the first line and $\ell_1,\dots,\ell_n$ the pieces between newline bytes after it; the last may or may not end in one.
The declaration and $h$ together fix where each declared column stands, how many cells a line must have, and what stands for a missing cell. Write $d$ for all of this; it is the same for both files.

- *Cutting.* The program reads blocks of bytes and carries the rest of each block over to the next, so the pieces do not depend on where blocks end. Of a piece longer than a fixed limit $L$ it may drop bytes, but what is left is still longer than $L$.
- *Splitting.* If $\ell_i$ is longer than $L$, if a quote in it stays open, or if it has another number of cells than $h$, then all cells of record $i$ are missing. This looks at $\ell_i$ and $d$, at nothing else.
- *Meaning.* A cell of text becomes a number or a code by a function of its bytes and of $d$. It is defined for all bytes: what is no number, not finite or not declared is missing, what lies outside the range is the nearer end.

So record $i$ is $f_d(\ell_i)$ for one function $f_d$ that never fails, and the table is $\bigl(f_d(\ell_1),\dots,f_d(\ell_n)\bigr)$.
Another $\ell_i$ moves record $i$ and no other. Refusals speak of the file's name, of $h$, of the declaration and of $n=0$, none of which $\ell_i$ can change.

*Data frames.* Here a cell is a Python object or a number, and pandas may store the same cell in another type because of other rows: a gap elsewhere makes $1$ a $1.0$, a word elsewhere makes both objects.
What a cell stands for is a function of the number that it is, if it is one, and otherwise of its text; both are the same in every type. So again record $i$ depends on row $i$ alone.
:::

The checks behind the badge write hostile lines, byte by byte, and count the records that move.
They also count with the usual reader, and find it out.
Here is the idea in a few cells. Let one line of a small file be anything:
"""

# %%
SIGNS = [",", '"', "\r", "\0", "\xff", "7", ".", "e9", "inf", "low", "_", ""]
small = Declaration(
    {"age": Number(0, 110), "dose": Categories(("low", "high"))}
)
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
tries = [
    (int(rng.integers(3)), "".join(rng.choice(SIGNS, 6)))
    for _ in range(3_000)
]
assert all(set(moved(place, line)) <= {place} for place, line in tries)
print(f"{len(tries):,} hostile lines, and none moved another record")

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
Numbers outside their range count as its nearer end. A word that is not declared, or no word at all, is a category of its own.
Methods that want categories cut numbers at the `cuts`.

## Exercise

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
The number of records is public under {term}`substitution`, and every noise is made for it. If a patient can change it by writing nothing, then $n$ tells about that patient.
All later lines move up by one, too: the two tables differ in as many records as stand after the gap.

:::{solution-end}
:::

## In one paragraph

A theorem about tables protects people only if one line of the file is one record of the table.
The usual readers guess, and a guess looks at all lines: one comma moved a correlation from 0 to 0.8.
Declare first, read each line as if it were the only one, let what cannot be read stand for something public, and one line moves one record.
"""
