"""A claim as data and functions: its statement, its place, its relation, and its checks."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

import numpy as np

from privcausal.privacy.price import Relation
from privcausal.verify.evidence import Finding, Kind, Number, Outcome, Parameters, Sense, Target, compare
from privcausal.verify.formula import Formula
from privcausal.verify.provenance import OURS, Consequence, Origin, Reading
from privcausal.verify.quantity import Quantity

Bound = Callable[..., Number]
"""A bound is a function of its parameters by name: a `Formula`, which prints itself."""

TOKEN = re.compile("«([^»]+)»")
"""In a sentence: «published» is a formula, «m» the condition on a quantity, «sense» and «sign» the comparison,
«private» the guarantee (bound, δ), «neighbours» the step from one data set to the next."""

STEPS = {
    Relation.SUBSTITUTION: "replacing one record",
    Relation.ADD_REMOVE: "adding or removing one record",
    Relation.ZERO_OUT: "blanking one record",
}
"""How a sentence says what neighbours do: «neighbours», or «Neighbours» where it begins."""


@dataclass(frozen=True)
class Effort:
    """How hard to try. The same effort and seed give the same evidence, byte for byte."""

    name: str
    examples: int
    climbs: int
    draws: int
    thorough: bool
    trial: tuple[Target, ...] = ()
    """Stop at the first violation of one of these: that a check finds a mutant out is all that its trial asks."""


QUICK = Effort("quick", examples=300, climbs=1_000, draws=200_000, thorough=False)
THOROUGH = Effort("thorough", examples=10_000, climbs=20_000, draws=10_000_000, thorough=True)
EFFORTS = {effort.name: effort for effort in (QUICK, THOROUGH)}


@dataclass(frozen=True)
class Mutant:
    """A slightly wrong claim that a check must reject: the proof that the check can fail."""

    what: str
    claim: dict[str, Any] = field(default_factory=dict)
    check: dict[str, Any] = field(default_factory=dict)


class Check(Protocol):
    """One way to test a claim. Every check carries mutants that it must reject."""

    @property
    def name(self) -> str:
        """A few words, unique within the claim."""
        ...

    @property
    def kind(self) -> Kind:
        """Which kind of check."""
        ...

    @property
    def mutants(self) -> tuple[Mutant, ...]:
        """Wrong variants that `run` must find violated."""
        ...

    def run(self, claim: "Claim", effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """Compare the claim with the world; the generator decides everything random."""
        ...


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A theorem of the literature or of ours, as the ledger knows it."""

    id: str
    title: str
    relation: Relation | None
    """Which data sets count as neighbours; None where nothing is private, as in a theorem about graphs."""
    statement: str
    """The assertion: every number, sign and comparison in it is a token, filled in from the fields below."""
    checks: tuple[Check, ...]
    source: str = "ours"
    """The key of the source in the bibliography."""
    locator: str = ""
    reading: Reading = OURS
    """The place of the sentence, and how legible it is there."""
    consequence: Consequence | None = None
    """For a published sentence that is false, or more careful than need be."""
    definition: str = ""
    """What the words and letters of the statement mean; free text, which asserts nothing."""
    quantities: tuple[Quantity, ...] = ()
    formulas: Mapping[str, Formula] = field(default_factory=dict)
    """Further formulas of the statement, by the name of their token."""
    larger: tuple[str, ...] = ()
    """Those of them that promise more when they are larger, such as a budget that may be spent."""
    sense: Sense = Sense.AT_MOST
    assumes: tuple[str, ...] = ()
    """What else the statement assumes, in words."""
    published: Bound | None = None
    ours: Bound | None = None
    at: Parameters = field(default_factory=dict)
    """Parameters of practical size, where `loose ×k` is evaluated."""
    proof: str | None = None
    """The label of the complete proof in the book."""
    subjects: tuple[Callable[..., Any], ...] = ()
    """Library functions that the claim is about: editing one makes the row stale, even if no check runs it."""
    depends: tuple[str, ...] = ()
    kind: str = "theorem"

    @property
    def neighbours(self) -> str:
        """The relation in words, or nothing."""
        return self.relation.value if self.relation else ""

    @property
    def factor(self) -> float | None:
        """How many times smaller our bound is than the published one, at `at`."""
        if self.published is None or self.ours is None:
            return None
        return float(evaluate(self.published, self.at) / evaluate(self.ours, self.at))

    @property
    def words(self) -> str:
        """Definition and statement as a reader sees them."""
        return f"{self.definition} {TOKEN.sub(self._fill, self.statement)}".strip()

    def _fill(self, token: re.Match[str]) -> str:
        name = token[1]
        step = STEPS[self.relation] if self.relation else ""
        replacements: dict[str, str] = {
            "sense": self.sense.value,
            "sign": self.sense.sign,
            "neighbours": step,
        }
        replacements["Neighbours"], replacements["private"] = step.capitalize(), self._promise()
        replacements |= {quantity.name: quantity.tex for quantity in self.quantities}
        replacements |= {key: formula.in_letters(self.letters) for key, formula in self.stated.items()}
        if name not in replacements:
            raise ValueError(
                f"{self.id}: the statement has a token «{name}», but there is only {', '.join(replacements)}"
            )
        return replacements[name]

    def _promise(self) -> str:
        """«private»: the guarantee of the bound, with the δ among the formulas, or none."""
        epsilon = self.stated.get("published", self.stated.get("ours", Formula("epsilon"))).in_letters(
            self.letters
        )
        named = any(quantity.name == "delta" for quantity in self.quantities)
        delta = self.formulas.get("delta", Formula("delta" if named else "0")).in_letters(self.letters)
        return rf"$\bigl({epsilon},\ {delta}\bigr)$-differentially private"

    @property
    def stated(self) -> dict[str, Formula]:
        """All formulas that a statement can contain, by the name of their token."""
        bounds = {"published": self.published, "ours": self.ours}
        return {
            **self.formulas,
            **{name: bound for name, bound in bounds.items() if isinstance(bound, Formula)},
        }

    @property
    def letters(self) -> dict[str, str]:
        """By which letters the reader knows the quantities, where the names are longer."""
        return {quantity.name: quantity.letter for quantity in self.quantities if quantity.letter}

    @property
    def is_ours(self) -> bool:
        """Does no source make this claim?"""
        return self.reading.origin is Origin.OURS and self.source == "ours"

    def against(self, attained: Number, parameters: Parameters, **details: Any) -> Iterator[Finding]:
        """Compare one attained value with each bound that the claim states."""
        for target, limit in self.limits(parameters):
            yield Finding(
                target, compare(attained, limit, self.sense), parameters, attained, limit, **details
            )

    def limits(self, parameters: Parameters) -> Iterator[tuple[Target, Number]]:
        """What each bound that the claim states amounts to at these parameters."""
        for target, bound in ((Target.PUBLISHED, self.published), (Target.OURS, self.ours)):
            if bound is not None:
                yield target, evaluate(bound, parameters)


def by_us(*, id: str, place: str = "", proof: str | None = "", **fields: Any) -> Claim:
    """A claim that no source makes: `place` names its subject, and its proof has the label proof-…, unless it is None.

    >>> by_us(id="B-units", title="", relation=None, statement="", checks=()).proof
    'proof-units'
    """
    if proof == "":  # an observation owes none
        proof = None if fields.get("kind") == "observation" else f"proof-{id.partition('-')[2]}"
    return Claim(id=id, reading=Reading(Origin.OURS, place), proof=proof, **fields)


def names_of(bound: Bound) -> tuple[str, ...]:
    """The parameters that a bound depends on."""
    if isinstance(bound, Formula):
        return bound.names
    return bound.__code__.co_varnames[: bound.__code__.co_argcount]


def evaluate(bound: Bound | Number, parameters: Parameters) -> Number:
    """The bound at these parameters; a check's world can have more of them than the bound needs."""
    if not callable(bound):
        return bound
    return bound(**{name: parameters[name] for name in names_of(bound)})


def instead(*, where: Mapping[str, Any] | None = None, **formulas: str) -> Mutant:
    """The wrong claim that says these formulas instead of its own.

    >>> instead(ours="4/(m + 1)").what
    'ours: 4/(m + 1)'
    """
    what = "; ".join(f"{name}: {text}" for name, text in formulas.items())
    return Mutant(what, claim={name: Formula(text, where or {}) for name, text in formulas.items()})


def mutant(what: str, **check: Any) -> Mutant:
    """The check that does these things wrongly.

    >>> mutant("two records replaced", score=max).check["score"]([1, 2])
    2
    """
    return Mutant(what, check=check)


def asks_for_claim(function: Callable[..., Any]) -> bool:
    """Is the function's first parameter `claim`?"""
    return next(iter(inspect.signature(function).parameters), "") == "claim"


def informed(function: Callable[..., Any], claim: "Claim") -> Callable[..., Any]:
    """The function as a check calls it: it gets the parameters of a world that it names, and the claim if it asks.

    >>> informed(lambda pair, m: (pair, m), None)("a pair", m=3, epsilon=1)
    ('a pair', 3)
    """
    parameters = inspect.signature(function).parameters
    result = partial(function, claim) if asks_for_claim(function) else function
    if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values()):
        return result
    return lambda *candidate, **world: result(
        *candidate, **{name: value for name, value in world.items() if name in parameters}
    )


def mutated(claim: Claim, check: Check, mutant: Mutant) -> tuple[Claim, Check]:
    """The wrong claim, and the check that must notice."""
    inside = {name: value for name, value in mutant.claim.items() if name in claim.formulas}
    fields = {name: value for name, value in mutant.claim.items() if name not in inside}
    wrong = replace(claim, **{"formulas": {**claim.formulas, **inside}, **fields})
    return wrong, replace(check, **mutant.check)  # type: ignore[type-var]


def rejects(claim: Claim, check: Check, mutant: Mutant, effort: Effort, rng: np.random.Generator) -> bool:
    """Does the check find the mutant out? What else is false about the claim does not count."""
    wrong_claim, wrong_check = mutated(claim, check, mutant)
    guilty = accused(wrong_claim, wrong_check, mutant)
    findings = wrong_check.run(wrong_claim, replace(effort, trial=guilty), rng)
    return any(finding.outcome is Outcome.VIOLATED and finding.target in guilty for finding in findings)


def accused(claim: Claim, check: Check, mutant: Mutant) -> tuple[Target, ...]:
    """What a mutant makes false: the bound that it changes, or else the sharpest; or what the check speaks about."""
    if getattr(check, "tolerance", None) is not None or check.kind is Kind.SYMBOLIC:
        return (check.target,)  # type: ignore[attr-defined]
    changed = tuple(Target(name) for name in ("published", "ours") if mutant.claim.get(name) is not None)
    return changed or (Target.PUBLISHED if claim.ours is None else Target.OURS,)
