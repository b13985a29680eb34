"""The ledger: one row per claim, with its computed verdict, its evidence, and the hashes that keep it honest."""

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from privcausal.arguments import text_of
from privcausal.stored import STORED
from privcausal.verify.claim import Bound, Check, Claim, names_of
from privcausal.verify.evidence import Finding, Kind, Outcome, Target, Verdict, blunt, judge
from privcausal.verify.fingerprint import Known, digest, fingerprint
from privcausal.verify.formula import Formula
from privcausal.verify.provenance import Quality
from privcausal.verify.teeth import PROOF_IN_WORDS, rests_on, with_teeth

PATH = STORED / "ledger.json"
FORMAT = "privcausal ledger 1"

INNERMOST = re.compile(r"[\[{]\n\s+[^\[\]{}]*?\n\s*[\]}]")
"""A list or dict without another inside, as json.dumps spreads it over lines."""

Evidence = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """What the ledger knows of one claim."""

    id: str
    title: str
    source: str
    locator: str
    relation: str
    statement: str
    depends: list[str]
    verdict: str
    badge: str
    published: str | None
    ours: str | None
    ratio: float | None
    our_ratio: float | None
    statement_hash: str
    code_hash: str
    evidence: list[Evidence]
    origin: str = "ours"
    reading: str = ""
    assumes: list[str] = field(default_factory=list)
    consequence: dict[str, str] | None = None
    rests_on: dict[str, str] = field(default_factory=dict)
    """For each number: the kinds of check that would notice if it were 5% bolder, or its other support."""


@dataclass
class Ledger:
    """All rows, and the effort and seed that produced them."""

    effort: str
    seed: int
    rows: dict[str, Row] = field(default_factory=dict)

    def text(self) -> str:
        """The file's exact content, with each innermost list or dict on a line of its own."""
        spread = json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False, indent=1) + "\n"
        return INNERMOST.sub(lambda match: re.sub(r"\n\s+", " ", match[0]), spread)

    def write(self, path: Path = PATH) -> None:
        """Write the whole file or nothing: an interrupted run leaves the old one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".tmp")
        draft.write_text(self.text(), encoding="utf-8")
        os.replace(draft, path)


def path_of(name: str | None) -> Path:
    """The ledger file of this name, or the book's."""
    return Path(name) if name else PATH


def read(path: Path = PATH) -> Ledger:
    """Read a ledger file; a ValueError names its fault."""
    text = text_of("the ledger", path)
    try:
        data = json.loads(text)
        if {"format": FORMAT, **data}["format"] != FORMAT:
            raise ValueError(f"format must be {FORMAT!r}")
        rows = {name: Row(**row) for name, row in data["rows"].items()}
        return Ledger(str(data["effort"]), int(data["seed"]), rows)
    except (ValueError, KeyError, TypeError):
        pass
    raise ValueError(f"cannot read the ledger {path}: it is not one, of the format {FORMAT!r}")


def make_row(claim: Claim, results: list[tuple[Check, list[Finding]]]) -> Row:
    """Judge a claim by what its checks found."""
    findings = [finding for _, some in results for finding in some]
    verdict: Verdict = judge(
        findings,
        proof=claim.proof is not None,
        factor=claim.factor,
        ours=claim.is_ours,
        doubted=claim.reading.doubted,
        restored=claim.reading.quality is Quality.RECONSTRUCTED,
        qualifier=claim.reading.qualifier(claim.relation),
    )
    rests = rests_on(claim, results, verdict.word)
    if verdict.factor and rests.get("ours") == PROOF_IN_WORDS:
        verdict = verdict.qualified("by a proof in words")
    return Row(
        id=claim.id,
        title=claim.title,
        source=claim.source,
        locator=claim.locator,
        origin=claim.reading.origin.value,
        reading=str(claim.reading),
        consequence=asdict(claim.consequence) if claim.consequence else None,
        relation=claim.neighbours,
        statement=claim.words,
        assumes=list(claim.assumes),
        depends=list(claim.depends),
        verdict=verdict.word,
        badge=str(verdict),
        published=tex(claim.published, claim.letters),
        ours=tex(claim.ours, claim.letters),
        ratio=_highest_ratio(results, Target.PUBLISHED),
        our_ratio=_highest_ratio(results, Target.OURS),
        statement_hash=statement_hash(claim),
        code_hash=code_hash(claim),
        evidence=[entry for check, some in results for entry in _summaries(check, some)],
        rests_on=rests,
    )


def statement_hash(claim: Claim) -> str:
    """Covers every word of the claim that is not code."""
    words = (claim.id, claim.kind, claim.title, claim.source, claim.locator, claim.words, claim.proof)
    return digest(
        repr((*words, claim.neighbours, claim.depends, str(claim.reading), claim.assumes, claim.consequence))
    )


def code_hash(claim: Claim, descriptions: Known | None = None) -> str:
    """Covers the bounds, the checks, the subjects, and every function of the library that they reach."""
    return fingerprint(*roots(claim), descriptions=descriptions)


def roots(claim: Claim) -> tuple[Any, ...]:
    """Everything that the evidence of a claim rests on."""
    described = (
        claim.published,
        claim.ours,
        claim.formulas,
        claim.sense,
        claim.quantities,
        claim.reading.relations,
    )
    return (*described, claim.at, claim.checks, claim.subjects, judge, make_row, with_teeth)


def stale(ledger: Ledger, claims: dict[str, Claim]) -> dict[str, str]:
    """Rows that no longer speak for the claims, each with the reason in one sentence."""
    reasons: dict[str, str] = {}
    descriptions: Known = {}
    for name in ledger.rows.keys() - claims.keys():
        reasons[name] = f"{name}: the ledger has a row but no claim of this name exists"
    for name, claim in claims.items():
        row = ledger.rows.get(name)
        if row is None:
            reasons[name] = f"{name}: the claim has no row in the ledger"
        elif row.statement_hash != statement_hash(claim):
            reasons[name] = f"{name}: stale, the claim's statement was edited since it was verified"
        elif row.code_hash != code_hash(claim, descriptions):
            reasons[name] = (
                f"{name}: stale, the code that the claim rests on was edited since it was verified"
            )
    fix = "; run: python -m privcausal verify "
    return {name: reasons[name] + (fix + name if name in claims else "") for name in sorted(reasons)}


def tex(bound: Bound | None, letters: Mapping[str, str]) -> str | None:
    """A bound as LaTeX, by calling it with symbols; one with branches says it in its docstring's first line."""
    if bound is None:
        return None
    if isinstance(bound, Formula):
        return bound.in_letters(letters)
    if bound.__doc__ and bound.__doc__.startswith("$"):
        return bound.__doc__.splitlines()[0].strip("$ .")
    import sympy  # takes two seconds to load, and most bounds print themselves

    symbols = {name: sympy.Symbol(name, positive=True) for name in names_of(bound)}
    letters = {symbol: r"\varepsilon" for name, symbol in symbols.items() if name == "epsilon"}
    return str(sympy.latex(sympy.sympify(bound(**symbols)), symbol_names=letters))


def _highest_ratio(results: Iterable[tuple[Check, list[Finding]]], target: Target) -> float | None:
    """Attained ÷ bound at its highest; a confidence bound or a measured mean attains nothing, so it does not count."""
    ratios = [
        finding.ratio
        for check, findings in results
        if check.kind not in (Kind.AUDIT, Kind.EXPERIMENT) and getattr(check, "tolerance", None) is None
        for finding in findings
        if finding.target is target and finding.ratio is not None
    ]
    return _rounded(max(ratios)) if ratios else None


def _summaries(check: Check, findings: list[Finding]) -> list[Evidence]:
    """One entry per target: the worst finding of the check, and the parameters it covered."""
    entries = []
    for target in Target:
        some = [finding for finding in findings if finding.target is target]
        if some:
            worst = max(reversed(some), key=_gravity)
            entries.append(_entry(check, worst, some))
    return entries


def _gravity(finding: Finding) -> tuple[bool, bool, float]:
    """Ratios that differ only by rounding weigh the same."""
    ratio = float(blunt(finding.ratio or 0.0))
    return finding.outcome is Outcome.VIOLATED, finding.outcome is Outcome.UNDECIDED, ratio


def _entry(check: Check, worst: Finding, covered: list[Finding]) -> Evidence:
    return {
        "check": check.name,
        "kind": check.kind.value,
        "target": worst.target.value,
        "outcome": worst.outcome.value,
        "parameters": {name: _jsonable(value) for name, value in worst.parameters.items()},
        "covered": [{name: _jsonable(v) for name, v in f.parameters.items()} for f in covered],
        "attained": show_number(worst.attained),
        "bound": show_number(worst.bound),
        "ratio": None if worst.ratio is None else _rounded(worst.ratio),
        "cases": sum(finding.cases for finding in covered),
        "witness": _jsonable(worst.witness),
    }


def _jsonable(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_jsonable(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def show_number(value: Any) -> str:
    """Fractions exactly, floats to seven digits: enough to compare, too few to differ between machines.

    >>> show_number(1 / 3), show_number(Fraction(1, 3))
    ('0.3333333', '1/3')
    """
    return f"{blunt(value):.7g}" if isinstance(value, float) else str(value)


def _rounded(value: float) -> float:
    return float(f"{blunt(value):.6g}")
