"""The proofs that a kernel checked, folded: each step with what it leaves to prove; {proof-script} shows one alone.

The goals were stored by `python -m privcausal proofs`, so that no Coq is needed here. They are written by the visitor
and are no text of the page: the search does not index them, and neither paper nor EPUB, which unfold everything,
repeats them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.application import Sphinx

from . import store

if TYPE_CHECKING:
    from privcausal.verify.claim import Claim
    from privcausal.verify.kernel.goals import GoalStep, SteppedProof

UNFOLDED = ("singlehtml", "epub")
"""Builders that open whatever is folded."""


class proof_steps(nodes.General, nodes.Element):
    """HTML that only a page on a screen shows."""


def steps_of(claim: Claim, seen: set[str]) -> proof_steps:
    """The proofs of a claim's theorems, after the lemmas of their file; what this page has shown is only named."""
    from privcausal.verify.kernel import goals
    from privcausal.verify.kernel.scripts import theorems_of

    theorems = theorems_of(claim.id)
    if not theorems:
        return proof_steps(html="")
    scripts = goals.needed_for(theorems, goals.read(theorems[0].file))
    count = sum(len(script.steps) for script in scripts if script.name not in seen)
    lemmas = len(scripts) - len(theorems)
    after = f", with {lemmas} lemma{'s' * (lemmas != 1)}" if lemmas else ""
    summary = f"the proof, step by step: {count} steps{after}"
    above = ", ".join(_named(script) for script in scripts if script.name in seen)
    fresh = "".join(_script(script) for script in scripts if script.name not in seen)
    seen |= {script.name for script in scripts}
    body = (f'<p class="pc-script">Proved above: {above}.</p>' if above else "") + fresh
    return proof_steps(html=f'<details class="pc-goals"><summary>{summary}</summary>{body}</details>')


def _anchor(script: SteppedProof) -> str:
    return f"goals-{script.name}".replace("'", "-")


def _named(script: SteppedProof) -> str:
    return f'<a href="#{_anchor(script)}"><code>{escape(script.name)}</code></a>'


def _script(script: SteppedProof) -> str:
    name = f"<code>{escape(script.name)}</code>"
    words = f" {escape(script.words)}" if script.words else ""
    statement = f'<pre class="pc-statement">{escape(script.statement)}</pre>'
    head = f'<p class="pc-script" id="{_anchor(script)}">{name}{words}</p>{statement}'
    return f'{head}<ol class="pc-steps">{"".join(_steps(script.steps))}</ol>'


def _steps(steps: Iterable[GoalStep]) -> Iterator[str]:
    """Each step beside what it leaves: hypotheses that are new, and the conclusion."""
    before: GoalStep | None = None
    for step in steps:
        words = f'<p class="pc-words">{escape(step.words)}</p>' if step.words else ""
        tactic = f'<pre class="pc-tactic">{escape(step.sentence)}</pre>'
        yield f"<li>{words}{tactic}<div>{_goal(step, before)}</div></li>"
        before = step if step.goal else before


def _goal(step: GoalStep, before: GoalStep | None) -> str:
    if not step.goal:
        return '<p class="pc-done">proved</p>'
    fresh = "".join(f"{escape(line)}\n" for line in step.fresh(before.hypotheses if before else ()))
    same = before is not None and step.conclusion == before.conclusion
    conclusion = "<i>as before</i>" if same else escape(step.conclusion)
    more = step.open - 1
    rest = f'<p class="pc-done">and {more} more goal{"s" * (more != 1)}</p>' if more else ""
    return f'<pre class="pc-goal">{fresh}<b>⊢</b> {conclusion}</pre>{rest}'


class ProofDirective(store.Directive):
    """```{proof-script} first_steps.laplace_ratio```: one proof that is no claim's, open on the page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        from privcausal.verify.kernel import goals
        from privcausal.verify.kernel.scripts import scripts

        file, _, name = self.arguments[0].rpartition(".")
        known = goals.read(file) if file in scripts() else ()
        chosen = [script for script in known if script.name == name]
        if not chosen:
            return self.refused(f"{{proof-script}} {self.arguments[0]}: no stored proof has this name")
        return [proof_steps(html=f'<div class="pc-goals">{_script(chosen[0])}</div>')]


def _show(self: Any, node: proof_steps) -> None:
    if self.builder.name not in UNFOLDED:
        self.body.append(node["html"])
    raise nodes.SkipNode


def _skip(self: Any, node: proof_steps) -> None:
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    others: dict[str, Any] = dict.fromkeys(("latex", "text", "man", "texinfo"), (_skip, None))
    app.add_node(proof_steps, html=(_show, None), **others)
    app.add_directive("proof-script", ProofDirective)
