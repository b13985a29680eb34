"""Faults in the words of a claim: a statement must say nothing that no check looks at."""

import re
from collections.abc import Iterator

from privcausal.verify.claim import TOKEN, Check, Claim
from privcausal.verify.evidence import Kind, Sense
from privcausal.verify.formula import Formula
from privcausal.verify.provenance import Origin, Reading

MATHS = re.compile(r"\$([^$]*)\$")
ROLE = re.compile(r"\{[\w:]+\}`[^`]*`")
"""A cross-reference is not an assertion."""

INDEX = re.compile(r"_(\d|\{[^{}]*\})|\\(text|operatorname|mathrm)\{[^{}]*\}")
"""Indices and names can contain digits."""

RAW = re.compile(r"\d|[-+<>=]|\\(le|ge|lt|gt|ne|leq|geq|neq|approx)\b")
LARGEST = (Kind.EXHAUSTIVE, Kind.SEARCH)

NATURAL = (0, 1)
"""An open limit needs no check where everything stops: no noise, no record, certainty."""

COMPARISONS = re.compile(
    r"\b(at most|at least|less than|more than|fewer than|no more|no less|exactly|smaller than|larger than)\b"
)


def faults(claim: Claim) -> Iterator[str]:
    """Every fault in one sentence; a claim without any is worded as its checks are."""
    for fault in (*_tokens(claim), *_raw(claim), *_worlds(claim), *_sense(claim), *_source(claim)):
        yield f"{claim.id}: {fault}"


def _tokens(claim: Claim) -> Iterator[str]:
    used = set(TOKEN.findall(claim.statement))
    if "private" in used:
        used |= {"delta", "sense", "published" if claim.published is not None else "ours"}
    for name in ("published", "ours"):
        bound = getattr(claim, name)
        if bound is not None and not isinstance(bound, Formula):
            yield f"{name} is a function, which cannot print itself: make it a Formula"
    needed = {name for name in claim.stated if name != "ours"} | (
        {"ours"} if claim.published is None else set()
    )
    for name in sorted((needed & claim.stated.keys()) - used):
        yield f"the statement does not contain the formula «{name}»"
    for quantity in claim.quantities:
        if quantity.name not in used and (quantity.edges or quantity.open_limits):
            yield f"the statement does not contain the condition «{quantity.name}»"
    if (claim.published or claim.ours) and not used & {"sense", "sign"}:
        yield f"the statement does not say «sense» or «sign» ({claim.sense.value})"
    outside = set(TOKEN.findall(MATHS.sub("", claim.statement)))
    for name in sorted(outside & {*claim.stated, *(quantity.name for quantity in claim.quantities)}):
        yield f"the statement must have «{name}» between dollar signs: it is a formula"
    try:
        claim.words  # noqa: B018  (an unknown token raises)
    except ValueError as unknown:
        yield str(unknown)


def _raw(claim: Claim) -> Iterator[str]:
    bare = ROLE.sub("", TOKEN.sub("", claim.statement))
    for formula in MATHS.findall(bare):
        if match := RAW.search(INDEX.sub("", formula)):
            yield f"{match[0]!r} occurs in the statement's formula ${formula}$ and in no check: make it a token"
    words = MATHS.sub("", bare)
    if match := COMPARISONS.search(words) or re.search(r"\d", words):
        yield f"{match[0]!r} occurs in the statement and in no check: make it a token"


def _worlds(claim: Claim) -> Iterator[str]:
    """Checks stay inside the conditions, and go to their edges."""
    worlds = [world for check in claim.checks for world in getattr(check, "worlds", ())]
    for quantity in claim.quantities:
        visited = [world[quantity.name] for world in worlds if quantity.name in world]
        values = [value for value in visited if not isinstance(value, str)]
        for value in values:
            if not quantity.allows(value):
                yield f"a check has {quantity.name} = {value}, which the statement excludes"
        for limit in quantity.open_limits:
            if limit not in NATURAL:
                yield f"{quantity.name} stops short of {limit}, where no check goes: close the condition, or drop it"
        for edge in quantity.edges:
            if edge not in values:
                yield f"no check reaches {quantity.name} = {edge}, the edge of the statement's condition"


def _sense(claim: Claim) -> Iterator[str]:
    """The largest value found supports an upper bound; an error that vanishes supports an equality."""
    sizes = [check for check in claim.checks if _compares_sizes(check)]
    largest = [check.name for check in sizes if check.kind in LARGEST]
    if largest and claim.sense in (Sense.EXACTLY, Sense.AT_LEAST):
        yield f"the check {largest[0]!r} looks for the largest value, which cannot show {claim.sense.value!r}"
    if (claim.published or claim.ours) and not sizes and claim.sense is not Sense.EXACTLY:
        yield f"its checks look for errors of a formula, which cannot show {claim.sense.value!r}"
    strict = [check.name for check in claim.checks if check.name.startswith("strictly")]
    if strict and claim.sense is not Sense.LESS_THAN:
        yield f"the check {strict[0]!r} shows that the bound is never reached, so it is not {claim.sense.value!r}"


def _compares_sizes(check: Check) -> bool:
    """Does it compare its findings with a bound?"""
    return check.kind is not Kind.SYMBOLIC and getattr(check, "tolerance", None) is None


def _source(claim: Claim) -> Iterator[str]:
    if (claim.source == "ours") != (claim.reading.origin is Origin.OURS):
        yield f"its source is {claim.source}, but its reading says {claim.reading}"
    if claim.reading == Reading(Origin.OURS) and claim.source != "ours":
        yield "it has no reading: name the place of its sentence"
