"""The build stops when book and ledger disagree. All problems are reported together, one sentence each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError

from . import store
from .markup import FALSE
from .store import Facts, Page, Theorem

KINDS = {"theorem", "lemma", "proposition", "corollary", "conjecture", "observation", "published claim"}


class LedgerError(SphinxError):
    category = "The book and its ledger disagree"


def _gather(app: Sphinx, doctree: nodes.document) -> None:
    """Note the numbered statements of the page just read."""
    page = store.here(app.env)
    for node in doctree.findall(nodes.Element):
        if (kind := node.get("realtype")) in KINDS:
            title = node["title"].strip().removeprefix("(").removesuffix(")")
            page.theorems.append(Theorem(node["label"], kind, title, "claimed" in node))


def _theorems(pages: dict[str, Page], facts: Facts) -> Iterator[str]:
    counts = Counter(theorem.label for page in pages.values() for theorem in page.theorems)
    yield from (
        f"{label} is stated {n} times; state it once and refer to it elsewhere."
        for label, n in counts.items()
        if n > 1
    )
    for docname, page in pages.items():
        for theorem in page.theorems:
            if sentence := _theorem(theorem, facts):
                yield f"{docname}: {sentence}"


def _theorem(theorem: Theorem, facts: Facts) -> str | None:
    name, kind = theorem.label, theorem.kind
    if re.fullmatch(rf"{kind}-\d+", name):  # the label sphinx-proof makes up when it is given none
        return f"the {kind} “{theorem.title}” has no label; register a claim and state it with {{claim}}."
    if name not in facts.rows and name not in facts.stale:
        command = f"`python -m privcausal verify {name}`"
        return f"the {kind} {name} has no ledger row; register the claim and run {command}."
    if name in facts.rows and kind != "published claim" and facts.rows[name].verdict in FALSE:
        return f"the {kind} {name} is false ({facts.rows[name].badge}): only a published claim may be."
    if name in facts.claims and not theorem.claimed:
        return f"the {kind} {name} is typed by hand; write {{claim}} {name}: the registry is its only source."
    return None


def _claims(env: BuildEnvironment, pages: dict[str, Page], facts: Facts) -> Iterator[str]:
    stated = {theorem.label for page in pages.values() for theorem in page.theorems}
    labels = env.get_domain("std").data["anonlabels"]
    for name in dict.fromkeys([*facts.claims, *(facts.rows.keys() - facts.stale.keys())]):
        if name not in stated:
            yield f"no page states {name}; add {{claim}} {name} to its chapter, or remove claim and row."
    for name, claim in facts.claims.items():
        for other in claim.depends:
            if other not in facts.claims:
                yield f"{name} depends on {other}, which is not a claim."
        if claim.proof and claim.proof.lower() not in labels:
            yield f"{name} names the proof {claim.proof}, but no page has the target ({claim.proof})=."


def problems(env: BuildEnvironment, facts: Facts) -> list[str]:
    pages = dict(sorted(store.pages(env).items()))
    faults = [sentence for page in pages.values() for sentence in page.faults]
    found = [*faults, *_theorems(pages, facts), *_claims(env, pages, facts)]
    return [*found, *facts.stale.values(), *facts.unread.values()]


def _check(app: Sphinx, env: BuildEnvironment) -> None:
    if results := problems(env, store.facts(app)):
        noun = "problem" if len(results) == 1 else "problems"
        raise LedgerError(
            "\n".join([f"{len(results)} {noun}:", *(f"  - {sentence}" for sentence in results)])
        )


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", _gather)
    app.connect("env-check-consistency", _check)
