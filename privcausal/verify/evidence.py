"""What a check finds, and the verdict that follows from it. No verdict is ever typed."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

Number = int | float | Fraction
Parameters = dict[str, Any]
Witness = dict[str, Any]


def worlds(names: str, *rows: Any) -> tuple[Parameters, ...]:
    """Return one world per row: the values of these parameters in it; a row of one value needs no tuple.

    >>> worlds("n m", (2, 1), (4, 2))
    ({'n': 2, 'm': 1}, {'n': 4, 'm': 2})
    """
    values = (row if isinstance(row, tuple) else (row,) for row in rows)
    return tuple(dict(zip(names.split(), row, strict=True)) for row in values)


def each(**values: Iterable[Any]) -> tuple[Parameters, ...]:
    """Return one world per combination of these values.

    >>> each(m=(2, 3), r=(5,))
    ({'m': 2, 'r': 5}, {'m': 3, 'r': 5})
    """
    return tuple(dict(zip(values, chosen, strict=True)) for chosen in product(*values.values()))


ROUNDING = 1e-9
"""How far two floats can lie apart, relatively, and still count as equal. Exact numbers get no such grace."""

SLIGHT = 1e-5
"""A tolerance below this is there for rounding."""

BITS = 24
"""As many as single precision has: so much of a number is the same on every processor."""


class Sense(Enum):
    """How a claim compares: the word in its sentence, the sign in its formula, and what a check looks at."""

    AT_MOST = "at most"
    LESS_THAN = "less than"
    EXACTLY = "exactly"
    AT_LEAST = "at least"

    @property
    def sign(self) -> str:
        """In a formula."""
        return {"at most": r"\le ", "less than": "<", "exactly": "=", "at least": r"\ge "}[self.value]


class Kind(Enum):
    """The five ways to settle a claim."""

    SYMBOLIC = "symbolic"
    EXHAUSTIVE = "exhaustive"
    SEARCH = "search"
    AUDIT = "audit"
    EXPERIMENT = "experiment"


class Target(Enum):
    """What a finding speaks about."""

    PUBLISHED = "published"
    OURS = "ours"
    PROOF = "proof"
    """A step of the published proof: if it fails, the statement can still be true."""


class Outcome(Enum):
    """What a check saw, from best to worst news."""

    PROVED = "proved"
    CONFIRMED = "confirmed"
    """The whole confidence band of a measurement lies on the claim's side."""
    ATTAINED = "attained"
    WITHIN = "within"
    UNDECIDED = "undecided"
    """The confidence band of a measurement lies on both sides."""
    VIOLATED = "violated"


@dataclass(frozen=True)
class Finding:
    """One comparison of something attained with something claimed."""

    target: Target
    outcome: Outcome
    parameters: Parameters
    attained: Number | str
    bound: Number | str
    cases: int = 1
    witness: Witness | None = None
    holds: tuple[str, ...] = ()
    """Numbers of the claim that the check holds: had they been 5% bolder, it would have found something worse."""

    @property
    def ratio(self) -> float | None:
        """Attained ÷ bound, where both are numbers."""
        if isinstance(self.attained, str) or isinstance(self.bound, str):
            return None
        return float(self.attained / self.bound) if self.bound else None


@dataclass(frozen=True)
class Verdict:
    """A word of the ledger and, for a loose bound, how many times smaller ours is."""

    word: str
    factor: float | None = None
    qualifier: str = ""
    """What keeps the word from saying more of a source than the source says: "under substitution"."""

    def qualified(self, note: str) -> "Verdict":
        """The verdict with one more qualifier.

        >>> str(Verdict("loose", 2.0, "under substitution").qualified("as we restore it"))
        'loose ×2, under substitution, as we restore it'
        """
        return replace(self, qualifier=", ".join(filter(None, (self.qualifier, note))))

    def __str__(self) -> str:
        times = f" ×{self.factor:,.0f}" if self.factor and self.factor >= 100 else ""
        times = times or (f" ×{self.factor:.3g}" if self.factor else "")
        return self.word + times + (f", {self.qualifier}" if self.qualifier else "")


def compare(attained: Number, bound: Number, sense: Sense = Sense.AT_MOST) -> Outcome:
    """Is the bound broken, attained, or merely respected? Exact for integers and fractions.

    >>> compare(Fraction(4, 5), Fraction(4, 5)).value, compare(0.8, 0.8 - 1e-3).value
    ('attained', 'violated')
    >>> compare(1, 1, Sense.LESS_THAN).value, compare(1, 2, Sense.EXACTLY).value, compare(1, 2, Sense.AT_LEAST).value
    ('violated', 'violated', 'violated')
    """
    if sense is Sense.AT_LEAST:
        return compare(bound, attained)
    plain = _compare(attained, bound)
    missed = {Sense.LESS_THAN: Outcome.ATTAINED, Sense.EXACTLY: Outcome.WITHIN}
    return Outcome.VIOLATED if plain is missed.get(sense) else plain


def _compare(attained: Number, bound: Number) -> Outcome:
    exact = not isinstance(attained, float) and not isinstance(bound, float)
    scale = max(abs(float(attained)), abs(float(bound)))
    grace = 0 if exact or math.isinf(scale) else ROUNDING * scale  # infinity is close to nothing
    if not attained <= bound + grace:  # so that NaN counts as a violation
        return Outcome.VIOLATED
    return Outcome.ATTAINED if attained >= bound - grace else Outcome.WITHIN


def tolerate(attained: Number, tolerance: Number) -> Outcome:
    """Is an error small enough? An error attains nothing, so there are only two answers.

    >>> tolerate(0, 0).value, tolerate(1e-3, 1e-9).value
    ('within', 'violated')
    """
    broken = compare(attained, tolerance) is Outcome.VIOLATED
    return Outcome.VIOLATED if broken else Outcome.WITHIN


def beats(score: Number, best: Number) -> bool:
    """Is a score higher, and not by rounding alone?

    >>> beats(0.1 + 0.2, 0.3), beats(Fraction(1, 3), Fraction(1, 4))
    (False, True)
    """
    return compare(score, best) is Outcome.VIOLATED


def blunt(number: Number) -> Number:
    """A float in single precision. It is cut in binary, so that no simple fraction lies on an edge between two.

    >>> blunt(65 / 128 + 1e-15) == 65 / 128, blunt(Fraction(1, 3))
    (True, Fraction(1, 3))
    """
    if not isinstance(number, float) or not math.isfinite(number):
        return number
    mantissa, exponent = math.frexp(number)
    return math.ldexp(round(mantissa * 2**BITS), exponent - BITS)


def is_slight(tolerance: Number) -> bool:
    """Is a tolerance there for rounding only?"""
    return isinstance(tolerance, float) and 0 < tolerance < SLIGHT


def error(target: Target, parameters: Parameters, size: Number, tolerance: Number, **details: Any) -> Finding:
    """A finding about an error that has to be small.

    Where only rounding is left, neither its digits nor the case that shows it say anything about the claim.

    >>> error(Target.PROOF, {}, 3e-16, 1e-9, witness={"x": 1}).attained
    'rounding'
    """
    outcome = tolerate(size, tolerance)
    if outcome is Outcome.WITHIN and is_slight(tolerance):
        return Finding(target, outcome, parameters, "rounding", tolerance, details.get("cases", 1))
    return Finding(target, outcome, parameters, size, tolerance, **details)


def judge(
    findings: list[Finding],
    *,
    proof: bool,
    factor: float | None,
    ours: bool = False,
    doubted: bool = False,
    restored: bool = False,
    qualifier: str = "",
) -> Verdict:
    """Return the verdict of a claim: from its findings, whether its proof is in the book, and published ÷ ours.

    A claim about an experiment needs no proof if every band confirms it; one undecided band leaves it open. A
    sentence of ours that does not hold `fails`, and so does one that its own source doubts: only what a source
    asserts can be refuted. The qualifier comes from the claim's reading.

    >>> broken = Finding(Target.PUBLISHED, Outcome.VIOLATED, {"m": 3}, 2, 1)
    >>> str(judge([broken], proof=True, factor=None)), str(judge([broken], proof=True, factor=None, ours=True))
    ('refuted', 'fails')
    """
    plain = _weigh(findings, proof, factor)
    if plain.word == "refuted" and (ours or doubted):
        plain = Verdict("fails")
    if plain.word == "tight" and restored:
        plain = Verdict("holds")  # a constant that we filled in can well be attained
    verdict = Verdict(plain.word, plain.factor, qualifier)
    broken = {finding.target for finding in findings if finding.outcome is Outcome.VIOLATED}
    return verdict.qualified("and so is our bound") if broken >= {Target.PUBLISHED, Target.OURS} else verdict


def _weigh(findings: list[Finding], proof: bool, factor: float | None) -> Verdict:
    outcomes = {target: {f.outcome for f in findings if f.target is target} for target in Target}
    published = outcomes[Target.PUBLISHED] or outcomes[Target.OURS]
    proved = proof or any(Outcome.PROVED in outcomes[t] for t in (Target.PUBLISHED, Target.OURS))
    settled = (proved or published == {Outcome.CONFIRMED}) and Outcome.UNDECIDED not in published
    if Outcome.VIOLATED in published:
        return Verdict("refuted")
    if not published or not settled or Outcome.VIOLATED in outcomes[Target.OURS]:
        return Verdict("open")
    if Outcome.VIOLATED in outcomes[Target.PROOF]:
        return Verdict("repaired", factor)
    if factor is not None and factor > 1 + ROUNDING:
        return Verdict("loose", factor)
    return Verdict("tight" if Outcome.ATTAINED in published else "holds")
