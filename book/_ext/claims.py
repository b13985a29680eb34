"""{claim} states a theorem from the registry; {verdict}, {bars} and {ledger} put verdicts and numbers into prose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole
from sphinx_proof.directive import ElementDirective  # type: ignore[import-untyped]
from sphinx_proof.nodes import proof_node  # type: ignore[import-untyped]

from . import store
from .markup import FALSE, badge, bar, bars, counted, element, html_element, kinds, link, number
from .proofs import steps_of
from .readers_place import described

if TYPE_CHECKING:
    from privcausal.verify.claim import Claim
    from privcausal.verify.kernel import Checked
    from privcausal.verify.ledger import Row


class ClaimDirective(store.Directive):
    """```{claim} K-kendall```: the statement lives in the registry; the page only says where it stands."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        facts = store.known(self.env)
        if name not in facts.claims:
            nearest = _nearest(name, facts.claims)
            return self.refused(f"{{claim}} {name}: the registry has no such claim{nearest}")
        claim = facts.claims[name]
        self.env.temp_data.setdefault("privcausal_results", []).append((claim, self.inline(claim.title)))
        theorem = self._headed(self._theorem(claim), facts.rows.get(name))
        body = theorem.children[-1]
        assert isinstance(body, nodes.Element)
        words = element("div", *body.children, class_="pc-words")
        body.children = []
        beside = [_verdict(facts.rows[name], claim)] if name in facts.rows else []
        body += [words, element("div", *beside, self._attribution(claim), class_="pc-standing")]
        if name in facts.checked:
            body += _asked(claim, facts.checked[name])
            body += steps_of(claim, self.env.temp_data.setdefault("privcausal_proofs", set()))
        return [theorem]

    def _theorem(self, claim: Claim) -> nodes.Element:
        """Let sphinx-proof treat it as a theorem typed by hand, so that numbers and {prf:ref} just work."""
        directive = ElementDirective(
            name=f"prf:{claim.kind}",
            arguments=[claim.title],
            options={"label": claim.id, "class": ["pc-claim"]},
            content=StringList(claim.words.splitlines(), source=f"claim {claim.id}"),
            lineno=self.lineno,
            content_offset=self.content_offset,
            block_text=self.block_text,
            state=self.state,
            state_machine=self.state_machine,
        )
        theorem: nodes.Element = directive.run()[0]
        theorem["claimed"] = True
        return theorem

    def _headed(self, theorem: nodes.Element, row: Row | None) -> nodes.Element:
        """A theorem of the book is always true: what is false is a published claim, what is open a conjecture."""
        verdict = row.verdict if row else ""
        heading = "published claim" if verdict in FALSE else "conjecture" if verdict == "open" else ""
        if heading and theorem["realtype"] != "observation":
            theorem["realtype"] = heading
            theorem["classes"].append("pc-false" if verdict in FALSE else "pc-open")
            self.env.proof_list[theorem["label"]]["realtype"] = heading  # type: ignore[attr-defined]
        return theorem

    def _attribution(self, claim: Claim) -> nodes.Element:
        source = "" if claim.is_ours else f"{{cite:t}}`{claim.source}` · "
        relation = f" · neighbours: {claim.neighbours}" if claim.neighbours else ""
        assumes = f" · assumes {'; '.join(claim.assumes)}" if claim.assumes else ""
        line = f"{source}{described(claim.reading)}{relation}{assumes}"
        box = element("div", class_="pc-source")
        self.state.nested_parse(StringList([line], source=f"claim {claim.id}"), self.content_offset, box)
        return box


def _verdict(row: Row, claim: Claim) -> html_element:
    """What a claim came to, how it was tried, and how to try it again."""
    facts = [badge(row), *bars(row), element("span", kinds(row), class_="pc-kinds"), counted(row)]
    proof = [link("label", claim.proof, "proof")] if claim.proof else []
    command = nodes.literal("", f"python -m privcausal verify {row.id}", classes=["pc-command"])
    links = element("div", *proof, link("row", row.id, "ledger row"), command, class_="pc-links")
    return element("div", element("div", *facts, class_="pc-facts"), links, class_="pc-verdict")


def _verdict_in_course(row: Row) -> html_element:
    """Less for a student: two bounds side by side, and the kinds of checks, are for the companion."""
    ratio = row.ratio if row.our_ratio is None else row.our_ratio
    attained = [] if ratio is None else [bar(ratio, "", row.verdict, words=_nearness(ratio, row.verdict))]
    facts = element("div", badge(row), *attained, counted(row), class_="pc-facts")
    links = element("div", link("row", row.id, "its row in the ledger"), class_="pc-links")
    return element("div", facts, links, class_="pc-verdict")


def _nearness(ratio: float, verdict: str) -> str:
    """How near the worst known case comes to its bound, in words.

    >>> _nearness(1, "tight"), _nearness(1, "holds"), _nearness(0.8704, "holds")
    ('reaches its bound', 'comes close to its bound', 'worst case found: 0.87 of its bound')
    """
    if number(ratio) == "1.00":
        return "reaches its bound" if verdict == "tight" else "comes close to its bound"
    return f"worst case found: {number(ratio)} of its bound"


def _asked(claim: Claim, checked: Checked) -> nodes.Element:
    """What a kernel was asked, folded: the theorems as Coq prints them, and the definitions that they unfold to."""
    from privcausal.verify.kernel.scripts import for_reader

    names = {"published": "the published number", "ours": "our number"}
    asked = ", ".join(f"{names.get(number, number)} {outcome}" for number, outcome in checked.numbers.items())
    only = f", for {checked.only}" if checked.only else ""
    reached = f"; {checked.reached}" if checked.reached else ""
    summary = element("summary", f"what the kernel was asked: {asked}{only}{reached}")
    text = for_reader(claim, checked.theorems)
    return element("details", summary, nodes.literal_block(text, text, language="text"), class_="pc-kernel")


def _nearest(name: str, reference: Mapping[str, Any]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, reference, 1)
    return f"; did you mean {close[0]}?" if close else "."


class VerdictRole(SphinxRole):
    """{verdict}`K-kendall`: the badge, inline, linked to the row."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        facts = store.known(self.env)
        if self.text in facts.rows:
            return [badge(facts.rows[self.text])], []
        nearest = _nearest(self.text, facts.rows)
        store.fault(self.env, self.lineno, f"{{verdict}}`{self.text}`: no such row{nearest}")
        return [], []


class BarsRole(SphinxRole):
    """{bars}`K-kendall`: how much of each bound the worst known example attains, inline."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        facts = store.known(self.env)
        if self.text in facts.rows:
            return [part for one in bars(facts.rows[self.text]) for part in (one, nodes.Text(" · "))][:-1], []
        nearest = _nearest(self.text, facts.rows)
        store.fault(self.env, self.lineno, f"{{bars}}`{self.text}`: no such row{nearest}")
        return [], []


class LedgerRole(SphinxRole):
    """{ledger}`K-kendall.our_ratio`: a value of the row as text, so that no number in prose is typed by hand.

    {ledger}`K-kendall.evidence.CHECK.cases` reaches into the evidence (CHECK/ours where a check speaks about
    both bounds); a format may follow, as in {ledger}`K-kendall.ratio:.1f`.
    """

    formulas: ClassVar = {"published", "ours"}

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        facts = store.known(self.env)
        path, _, spec = self.text.partition(":")
        try:
            value = _walk(facts.rows, path.split("."))
            text = _words(value, spec)
        except (LookupError, ValueError, TypeError) as problem:
            store.fault(self.env, self.lineno, f"{{ledger}}`{self.text}`: {problem}")
            return [], []
        formula = path.rsplit(".", 1)[-1] in self.formulas
        return [nodes.math(text, text) if formula else nodes.Text(text)], []


def _walk(value: Any, steps: Sequence[str]) -> Any:
    """Follow a dotted path; a step into the evidence is the name of a check."""
    for step in steps:
        if isinstance(value, Sequence) and not isinstance(value, str):
            value = {f"{item['check']}/{item['target']}": item for item in value} | {
                item["check"]: item for item in reversed(value)
            }
        inner = value if isinstance(value, Mapping) else vars(value) if hasattr(value, "__dict__") else {}
        if step not in inner:
            raise LookupError(f"{step!r} is not one of {', '.join(map(str, inner)) or 'no names here'}")
        value = inner[step]
    return value


def _words(value: Any, spec: str) -> str:
    if value is None:
        raise ValueError("the ledger holds nothing there (null)")
    if isinstance(value, (Mapping, list, tuple)):
        raise TypeError("that is not a single value")
    if spec:
        return format(value, spec)
    if isinstance(value, float):
        return number(value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _theorems(app: Sphinx, doctree: nodes.document) -> None:
    """A theorem of the course ends with its badge, which goes into the margin, with what it rests on."""
    rows = store.known(app.env).rows
    for quote in doctree.findall(nodes.block_quote):
        if not quote.astext().startswith("Theorem"):
            continue
        quote["classes"].append("pc-theorem")
        paragraph = quote.children[-1]
        one = paragraph.children[-1]
        if isinstance(one, html_element) and one["goal"] and one["goal"][0] == "row":
            one.parent.remove(one)
            words = element("div", *quote.children, class_="pc-words")
            quote.children = []
            beside = element("div", _verdict_in_course(rows[one["goal"][1]]), class_="pc-standing")
            quote += [words, beside]


IS = re.compile(r"(?<!erdict) is( therefore)? $")


def _verbs(_app: Sphinx, doctree: nodes.document) -> None:
    """A claim that is tight *is* tight, but one that holds *holds*: a page cannot know which it will say."""
    for one in doctree.findall(html_element):
        before = one.parent[one.parent.index(one) - 1] if one.parent.index(one) else None
        if set(one["html"].get("class", "").split()) & {"pc-holds", "pc-fails"} and isinstance(
            before, nodes.Text
        ):
            before.parent.replace(before, nodes.Text(IS.sub(r"\1 ", before.astext())))


def _anchor_proofs(_app: Sphinx, doctree: nodes.document) -> None:
    """sphinx-proof drops the anchor of a `(label)=` before a proof; its inner box keeps it.

    The word that it begins a proof with is set in italics here, as chapters do that write "*Proof.*" themselves.
    """
    for proof in doctree.findall(proof_node):
        box = proof.children[0]
        if proof["ids"] and isinstance(box, nodes.Element):
            box["ids"] = proof["ids"]
        first = next(iter(proof.findall(nodes.Text)), None)
        if first is not None and first.startswith("Proof. "):
            head = nodes.emphasis("", "Proof.")
            first.parent.replace(first, [head, nodes.Text(first.removeprefix("Proof."))])


def setup(app: Sphinx) -> None:
    app.setup_extension("sphinx_proof")
    app.add_directive("claim", ClaimDirective)
    app.add_role("verdict", VerdictRole())
    app.add_role("bars", BarsRole())
    app.add_role("ledger", LedgerRole())
    app.connect("doctree-read", _anchor_proofs)
    app.connect("doctree-read", _verbs)
    app.connect("doctree-read", _theorems)
