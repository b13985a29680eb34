# %% [markdown]
r"""
# What a kernel checks and what it cannot

:::{chapter}
:asks: What has to check a proof, so that nobody need believe its author?
:needs: 11_a_promise_about_strangers, 12_noise_to_measure
:::

The people who wrote the theorems of this book also wrote their proofs, read them, and found them convincing.
Some of the published theorems in it had been read by referees as well, and were false.
**What would have to check a proof, so that its author need not be believed?**

A *proof assistant* is a language for statements and proofs, together with a program that checks them. This book uses [Coq](https://coq.inria.fr).
The part of Coq that decides is small and is called its *kernel*. It accepts a proof only if each step follows by a fixed list of rules.
Everything else in the system helps to find the steps, and need not be trusted.

:::{admonition} After this chapter you can
:class: tip
- read a theorem in Coq, and follow its proof step by step in words;
- say which edits of a claim, of its formula or of its proof stop the build of this book, and why;
- explain why a proof that the kernel accepts can be about something else;
- complete a first proof of your own.
:::

To read, you need no Coq: all that it said is stored. To do the last exercise, install it.
"""

# %%
from dataclasses import replace
from fractions import Fraction

from privcausal.claims import executed, load
from privcausal.claims.on_paper import ON_PAPER
from privcausal.verify import Formula, kernel, ledger, seals
from privcausal.verify.kernel import goals, printing, scripts
from privcausal.verify.teeth import bolder

claims, evidence = load(), kernel.read()

# %% [markdown]
r"""
## A first theorem

Laplace noise of scale $s$ around a value $v$ has the density $\frac1{2s}e^{-|t-v|/s}$ at $t$.
If a record moves the value by at most $\Delta$, then no output becomes more than $e^{\Delta/s}$ times as likely. With $s=\Delta/\varepsilon$ this is the guarantee of {doc}`12_noise_to_measure`.

Coq is given two sentences. The first defines the density, and the second is the theorem:

```coq
Definition laplace (s v t : R) : R := exp (- Rabs (t - v) / s) / (2 * s).

Lemma laplace_ratio : forall s Delta v v' t, 0 < s -> Rabs (v - v') <= Delta ->
  laplace s v t <= exp (Delta / s) * laplace s v' t.
```

`R` is the set of real numbers, `Rabs` the absolute value, `forall` is *for all*, and an arrow separates each hypothesis from what follows.
The theorem therefore says: for all real numbers $s$, $\Delta$, $v$, $v'$ and $t$, if $s>0$ and $|v-v'|\le\Delta$, then the inequality holds.

The proof follows. Each line begins with a *tactic*, an instruction that transforms the goal, and ends with the *goal* after it: first the hypotheses that this step has added, then, behind the sign ⊢, the statement that remains to be proved.
The sentence above a step says the same in words.

:::{proof-script} first_steps.laplace_ratio
:::

Four tactics do the arithmetic. `ring` proves equations that hold in every ring, `field` also divides and asks that no divisor be zero, `lra` decides linear inequalities, and `nra` also tries products of hypotheses.
They search for a proof and hand it to the kernel. If `lra` had an error, the kernel would reject its output; it could not be persuaded to accept a falsehood.

What does remain to be trusted is short. It consists of the kernel itself, its compiler and the computer, and of the *axioms*: sentences that are assumed without proof.
"""

# %%
axioms = {axiom for row in evidence.values() for axiom in row.axioms}
print("\n".join(sorted(axioms)))
assert axioms <= set(kernel.checked.ALLOWED)

# %% [markdown]
r"""
These four are the axioms of Coq's classical real numbers: each statement is true or false, functions with equal values are equal, and two principles by which real numbers are compared.
A proof that used another axiom would be refused, and so would the word `Admitted`, by which Coq accepts a theorem without a proof.

## One formula for words, attack and kernel

Blueprints of formal proofs drift away from their text, because nothing ties the sentence that people read to the sentence that is proved.
In this book both are printed from one value. The claim {prf:ref}`K-kendall` bounds how far one record moves Kendall's correlation of $m$ records:
"""

# %%
kendall = claims["K-kendall"]
print("words: ", kendall.published.tex)
print("attack:", kendall.published(m=Fraction(7)))
print(
    "kernel:", printing.definition("K_kendall__published", kendall.published)
)

# %% [markdown]
r"""
The first line is in the theorem on the page, the second is compared with all data sets of seven records, and the third is what Coq is asked to prove. No statement contains a copy of the number. A script may write one, where it replaces the printed number by a simpler term, and Coq then checks that the two are equal.
If the formula is edited, then all three change, and the old proof no longer fits.

The translation from the formula to Coq is a program, and programs have errors. Under each definition whose values are fractions there is therefore a goal, with a value that Python computed.
Coq has to obtain the same:
"""

# %%
for goal in printing.values(kendall):
    print(goal)

# %% [markdown]
r"""
## What each guard notices

Proof and number now belong together. A guard is useful only if something would go wrong without it, so we try each of them.

**An edited formula.** Coq is not needed to see that stored evidence has become stale. It is kept under a hash of the proof, of all definitions that it uses, and of all that is printed of the claims that it mentions.
"""

# %%
edited = {**claims, "K-kendall": replace(kendall, published=Formula("5/m"))}
reason = kernel.stale(edited)["K-kendall"]
print(reason)
assert "K-kendall" not in kernel.stale(claims)

# %% [markdown]
r"""
The build of the book stops with this sentence, whether Coq is installed or not. The same happens after an edit of a definition or of a proof.

**A number that was changed.** For each row the number is made 5% bolder, and the variants of the claim's own checks are tried as well. With each of them the theorems that prove the claim are proved again, with all lemmas of their file that depend on the number, and one of them must break. To see that it does not break for another reason, the same number is first written otherwise, as $20\cdot f/20$, and then it must not. A proof that runs out of time or memory, or whose statement cannot be read, counts as not tried, and is refused.
"""

# %%
wrong = bolder(kendall, "published")
print(printing.definition("K_kendall__published", wrong.published))
tried = {
    name: evidence[name].mutants
    for name in ("K-kendall", "K-spearman", "X-accuracy")
}
print(tried)
assert all(row.mutants >= len(row.numbers) for row in evidence.values())

# %% [markdown]
r"""
The count of broken variants shows that the script notices every change of the number, and it shows no more. A script that begins by rewriting the number into a simpler term stops at this step, whether the changed claim is false or true. In {prf:ref}`B-subsize`, for example, the variant 2 in place of 1 says less than the claim, is true, and also breaks the script.

Could the proof of an inequality exclude a number that is too large by 5%? It cannot, because a larger bound is also true. What excludes it is a second theorem: some pair of data sets is moved by exactly the number printed. A number is called *attained* if it is one side of the equation or inequality of such a theorem, and so is its row. For {prf:ref}`K-kendall` there is such a pair for every number of records. Other bounds are attained only at one size or for one value of a parameter, and then a note in the row says so.
Where a bound is not reached, a smaller theorem is still required, an *instance*. It shows that the hypotheses can be satisfied, since a theorem whose hypotheses contradict each other is true and says nothing.

**Edited words.** The kernel does not read the sentence. A *seal* holds a digest of the words, of the numbers, of the proof in words, and of the statement in Coq with all definitions that it unfolds to. A person has read these four against each other. If one of them changes, the seal is broken, and the build stops until a person has read them again.
"""

# %%
reworded = replace(
    kendall, statement=kendall.statement.replace("changes", "moves")
)
reason = seals.fault(seals.read()["K-kendall"], seals.seal_of(reworded))
print(reason.partition(" (")[0])
assert not seals.fault(seals.read()["K-kendall"], seals.seal_of(kendall))

# %% [markdown]
r"""
**Definitions.** A theorem about `kendall` is worth as much as the definition of `kendall`. Definitions that compute are therefore executed: Coq evaluates them on small inputs, and the results must be those of the library, exactly. A value that is wrong by one seventh must be refused. The others are only read, and a table says why, since most of them are conditions and have no value.
"""

# %%
terms = dict(executed.executed())
print(len(terms), "terms, such as", next(iter(terms.items())))
print("executed:", ", ".join(sorted(executed.computed(scripts.scripts()))))
print("only read:", executed.NOT_EXECUTED["hides"])

# %% [markdown]
r"""

In short:

| edit | noticed by |
|---|---|
| the formula, its conditions | the hash of the evidence, and then by Coq |
| a definition, a proof | the hash of the evidence, and then by Coq |
| the statement in Coq | the seal |
| the words, the proof in words | the seal |
| a number 5% too bold | the theorem that it is attained, and the checks that attack the claim |
| a number changed in any way | mutants: the script of the proof breaks |
| a number that is too generous | the theorem that it is attained |
| hypotheses that nothing satisfies | the theorem of an instance |
| a false theorem | the kernel |
| a new axiom, a proof left out | the allow-list |

The tests of this book make each of these edits.

## True, and about something else

One line is missing in the table: a theorem that is true, has the right name and the right number, and says something else than its claim.
Two examples show how easily that happens.

**The first one happened.** When the method was tried, before this chapter was written, a theorem was given the name of the claim {prf:ref}`B-clip`. Its number was printed from the claim's formula, its proof was accepted, and its mutants broke. It was about another quantity than the claim.
All guards passed, because all of them compare numbers, and both sentences have the same one. A reader found it.

**The second one is built for a test.** Take the theorem on Kendall's correlation and replace a single hypothesis, *the data sets are neighbours*, by another:

```coq
Theorem K_kendall : forall l l' : list (R * R), l = l' -> K_kendall__if_m (size l) ->
  Rabs (kendall concordance l - kendall concordance l') <= K_kendall__published (size l) /\ ...
```

This is true. Equal data sets have equal correlations, and 0 is at most $\frac4m$. It holds the printed number, but says nothing about privacy.

What can be done about such sentences is modest, and consists of reading. Below each claim the page shows the theorem as Coq prints it, under a sentence in words, with every definition that it unfolds to. The seal says that somebody has read them together. Here is what this reader has in view for {prf:ref}`K-kendall`, apart from the definitions that are common to all claims:
"""

# %%
theorem = scripts.theorems_of("K-kendall")[0]
print(theorem.words)
print(scripts.unfolded(theorem, kendall, scripts.scripts())["neighbours"])
print(printing.definitions(kendall)["K_kendall__if_m"])

# %% [markdown]
r"""
Three traps deserve their own warning, because they do not look like errors.

- **Division by zero.** In Coq every function is total, and $x/0$ is some number; in the library of real numbers $\frac10=0$. A mean of no records is thus 0, and a bound such as $\frac4m$ holds for $m=0$ in a sense that nobody intends. The conditions of a claim are therefore printed with its numbers, `K_kendall__if_m` above, and are hypotheses of its theorem.
- **Logarithms** of numbers that are not positive are 0 for the same reason.
- **Partial theorems.** A theorem on finitely many outputs does not prove a claim on all of them. Its comment then contains a sentence that begins with *Only*. The ledger and the badge then say *kernel in part*, with a description of that part, and the rest of the words keeps its earlier evidence. A note on where a bound is attained takes nothing from the proof that the bound holds.

## What no kernel can check here

A kernel proves statements about mathematical objects. A release is made by a program on a computer, and between the two is a distance that no theorem of this book closes:

- The noise in a theorem has a density; the noise in a program consists of floating-point numbers. {doc}`18_from_the_file_to_the_digit` treats this distance, by tests.
- A theorem assumes that one line of a file is one record. Whether the parser does that is tested on hostile files.
- The function in the theorem and the function in the library have the same name and, on the data sets where both were executed, the same values. That they agree everywhere is not proved.
- A model of a mechanism leaves some things out, such as the time that an answer takes.

Some claims could be proved by a kernel and are not, because the effort would not be in proportion. Integrals of real Laplace and Gaussian densities require a library of measure theory; where the released noise is discrete, the discrete mechanism is proved instead. {prf:ref}`B-vc` needs a theory of uniform convergence, and {prf:ref}`B-waves` needs Poisson summation. Parsers and experiments are tested and not proved.
Outside privacy, and beyond what their rows name as proved only in part, these are left on paper:

- The arrows of PC: the kernel has the skeleton ({prf:ref}`B-cpdag`), and the rules for directions are tried on all graphs of up to four nodes instead.
- The graphoid axioms, such as contraction: no proof in this book uses them, because all of them argue about walks in a graph.
- {prf:ref}`B-moral`, {prf:ref}`B-markov` and {prf:ref}`B-way`: they state no number that an edit could change, and small graphs are tried exhaustively.
- Our smaller bound in {prf:ref}`K-ridge`: the best angles of two records in a plane; the kernel has the published bound, by strong convexity.
- HSIC and ranges after training ({prf:ref}`K-hsic-train`, {prf:ref}`B-hsic-train`, {prf:ref}`K-iqr-train`): they rest on that smaller bound.
- The windows of {prf:ref}`B-iqr-windows`: case work on sorted lists, of which a search over all small samples covers each case.
- The whitened look of {prf:ref}`B-once-linear`: its sensitivity is that of {prf:ref}`B-moment` for records of length one, which is proved, and its noise is Gaussian.
- {prf:ref}`B-once-gaps` and {prf:ref}`B-allocation-replaced`: a mean over random fillings, and a best distribution over sets of columns; both are tried on all records of small domains.

Each row of the {doc}`ledger </book/ledger>` says on what its verdict rests, number by number: on a kernel, on all cases up to a size, on symbolic algebra, on a search, or on a proof in words alone.
"""

# %%
rows = ledger.read().rows
for name in ("K-kendall", "C-count", "B-waves"):
    seen = kernel.upheld(rows[name], evidence.get(name))
    print(f"{name}: {seen.badge}; rests on {seen.rests_on}")

# %% [markdown]
r"""
## A proof that you complete

Two answers with independent noise are released. Given the data, the density of the pair is the product of the two densities. If the first is at most $e^a$ times the density on a neighbour, and the second at most $e^b$ times, then the product is at most $e^{a+b}$ times the product there. This is the simplest case of basic composition.

:::{exercise}
:label: ex-19-two-answers

Replace the dots by tactics, until Coq accepts `Qed`:

```coq
From Coq Require Import Reals Lra.
Open Scope R_scope.

Lemma two_answers : forall a b p p' q q', 0 <= p -> 0 <= q ->
  p <= exp a * p' -> q <= exp b * q' -> p * q <= exp (a + b) * (p' * q').
Proof.
  intros a b p p' q q' p_positive q_positive first second.
  ...
Qed.
```

You need three facts. `exp_plus` says that the exponential of a sum is a product, and `rewrite` uses an equation. The tactic `replace X with Y by ring` exchanges two terms that are equal in every ring. `Rmult_le_compat` says that inequalities between numbers that are not negative can be multiplied.

To try it, install Coq, on Debian or Ubuntu by `apt-get install coq`, save the lines as `two.v`, and run `coqc two.v`. Started as `coqtop`, Coq shows the goal after each line that you enter.
:::

:::{solution-start} ex-19-two-answers
:class: dropdown
:::

The same file is compiled by `make proofs`, so this solution is accepted:

:::{proof-script} first_steps.two_answers
:::

:::{solution-end}
:::
"""

# %%
(solution,) = [
    script
    for script in goals.read("first_steps")
    if script.name == "two_answers"
]
for step in solution.steps:
    print(step.sentence)
assert not solution.steps[-1].goal, "nothing is left to prove"

# %% [markdown]
r"""
:::{exercise}
:label: ex-19-where-used

Where does your proof use the hypotheses `0 <= p` and `0 <= q`? Find numbers that satisfy all other hypotheses, and for which the conclusion is false.
:::

:::{solution} ex-19-where-used
:class: dropdown

`Rmult_le_compat` asks for them. Without them, take $a=b=0$ and $p=q=-2$, $p'=q'=-1$: then $p\le p'$ and $q\le q'$, but $pq=4$ and $p'q'=1$. A theorem prover is a strict reader of hypotheses. Densities are never negative, so a person would easily forget to say it.
:::

:::{exercise}
:label: ex-19-too-strong

The guard *5% bolder* multiplies a bound of the kind *at most* by $\frac{19}{20}$. Construct a claim whose bound is too large by a factor 2, but whose theorem and instance the kernel accepts and whose mutants all break. What does its badge lack?
:::

:::{solution} ex-19-too-strong
:class: dropdown

State that one record moves a mean of $m$ answers by at most $\frac2m$, and prove it by an equation in which the number itself occurs, say by rewriting $\frac2m$ as $\frac1m+\frac1m$. With $\frac{19}{20}\cdot\frac2m$ this equation fails, and so does the proof, although the bolder statement is still true. A broken proof is not a refutation. The badge lacks *attained*, since no pair of data sets reaches $\frac2m$.
:::

## What stays on paper

Every claim about privacy is either proved by the kernel, at least in part, or is listed here with the reason why it is not. A test compares this list with the claims.
"""

# %%
for name, reason in ON_PAPER.items():
    print(f"{name:17s}{reason}")
print(len(evidence), "claims have evidence from the kernel,")
print(
    sum(item.outcome == "attained" for item in evidence.values()),
    "of them attained",
)

# %% [markdown]
r"""
## In one paragraph

A kernel removes one reason for doubt, and removes it completely: whether the conclusion follows from the hypotheses.
It leaves the question whether hypotheses, definitions and conclusion are those of the sentence that people read.
Formulas that are printed and never typed, scripts that notice a changed number, theorems that the bound is attained, definitions that are executed, and seals that expire with every edit make that question smaller.
What is left of it is answered by reading, and therefore the page shows what the kernel was asked.

**Next.** {doc}`31_from_independence_to_arrows` leaves privacy aside for one chapter: what can a graph be learned from?
"""
