"""Variants of a claim: each must break its proofs, of which only what depends on a changed number is read.

What the count shows is modest: the script notices every change of the number. A script that rewrites the number before
it proves anything, as `replace N with x by field` does, breaks under a variant that is false and under one that is
true. B-subsize has such a one: 2 in the place of 1 says less than the claim. That a number cannot be smaller is shown
by a theorem that it is attained, and by nothing else.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from privcausal.verify.claim import Claim, mutated
from privcausal.verify.formula import Formula
from privcausal.verify.kernel.compiling import ProofError
from privcausal.verify.kernel.printing import definitions
from privcausal.verify.kernel.scripts import theorems_of
from privcausal.verify.kernel.sessions import NOT_STATED, Session
from privcausal.verify.teeth import further

GENEROUS = {
    ("B-filter", "pure: eps_i**2"): "aimed at a check of equality; the theorem is a bound, and keeps holding"
}
"""Mutants of a claim's checks that say less than the claim: no proof has to break under them, and none is counted."""

HARMLESS = "20*({})/20"
"""The same number, written otherwise: a proof that breaks here would break for any reason."""

NOT_A_PROOF = re.compile(
    rf"{NOT_STATED}|Syntax error|Cannot find a physical path|was not found in the current environment"
    r"|Timeout|Stack overflow|Out of memory|Anomaly"
)
"""Here the proof was not tried to its end, and nothing was noticed."""


def broken(claim: Claim, numbers: Iterable[str], session: Session) -> int:
    """Break the proofs of a claim by its mutants, after a baseline that compiles; how many mutants there are.

    The baseline is read by the same session in the same way, with all numbers that some mutant changes written
    otherwise: what breaks afterwards breaks because a number is another one. It must break in a theorem that proves
    the claim, or in what this rests on: that a bound is attained, or has an instance, is never asked here.
    """
    here, same = definitions(claim), definitions(harmless(claim))
    proving = [
        theorem.name
        for theorem in theorems_of(claim.id, session.shop.among)
        if theorem.role(claim.id) == "proved"
    ]
    tried = {what: _changed(here, other) for what, other in variants(claim, numbers)}
    every = {name: same[name] for changed in tried.values() for name in changed}
    if why := session.fails(every, proving):
        raise ProofError(
            f"{claim.id}: its proof breaks if {', '.join(every)} is only written otherwise: {why}"
        )
    for what, changed in tried.items():
        why = session.fails(changed, proving)
        if not why:
            raise ProofError(f"{claim.id}: its proof does not notice this: {what}")
        if NOT_A_PROOF.search(why):
            raise ProofError(f"{claim.id}: a mutant was not tried, {what}: {why}")
    return len(tried)


def _changed(here: Mapping[str, str], other: Claim) -> dict[str, str]:
    return {name: text for name, text in definitions(other).items() if here.get(name) != text}


def variants(claim: Claim, numbers: Iterable[str]) -> Iterator[tuple[str, Claim]]:
    """Other claims: each number 5% bolder, and the claim's own mutants of these numbers."""
    here, wanted = definitions(claim), set(numbers)
    for name in sorted(wanted):
        yield f"{name}, 5% bolder", bolder(claim, name)
    for check in claim.checks:
        for mutant in check.mutants:
            if (claim.id, mutant.what) in GENEROUS:
                continue
            if wanted & {name for name, value in mutant.claim.items() if isinstance(value, Formula)}:
                other = mutated(claim, check, mutant)[0]
                if binders(definitions(other)) == binders(here):
                    yield mutant.what, other


def binders(printed_definitions: Mapping[str, str]) -> dict[str, str]:
    """What each definition takes: a mutant that takes something else cannot be asked."""
    return {name: text.partition(":=")[0] for name, text in printed_definitions.items()}


def bolder(claim: Claim, name: str) -> Claim:
    """The claim with this number 5% further than it says, on the unsafe side."""
    return _rewritten_claim(claim, name, further(claim, name))


def harmless(claim: Claim) -> Claim:
    """The same claim with every number written otherwise."""
    for name, formula in claim.stated.items():
        claim = _rewritten_claim(claim, name, HARMLESS.format(formula.text))
    return claim


def _rewritten_claim(claim: Claim, name: str, text: str) -> Claim:
    other = replace(claim.stated[name], text=text)
    if name in claim.formulas:
        return replace(claim, formulas={**claim.formulas, name: other})
    return replace(claim, **{name: other})  # type: ignore[arg-type]
