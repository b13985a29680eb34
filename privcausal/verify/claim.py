"""A claim as data and functions: what is said, where, under which relation, and how it is checked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from privcausal.privacy.price import Relation
from privcausal.verify.evidence import Finding, Kind, Number, Outcome, Parameters, Target, compare

Bound = Callable[..., Number]
"""A bound is a function of its parameters by name; it must also accept SymPy symbols, to be printed."""


@dataclass(frozen=True)
class Effort:
    """How hard to try. The same effort and seed give the same evidence, byte for byte."""

    name: str
    examples: int
    climbs: int
    draws: int
    thorough: bool


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


@dataclass(frozen=True)
class Claim:
    """A theorem of the literature or of ours, as the ledger knows it."""

    id: str
    title: str
    source: str
    locator: str
    relation: Relation | None
    """Which data sets count as neighbours; None where nothing is private, as in a theorem about graphs."""
    statement: str
    checks: tuple[Check, ...]
    published: Bound | None = None
    ours: Bound | None = None
    at: Parameters = field(default_factory=dict)
    """Parameters of practical size, where `loose ×k` is evaluated."""
    proof: str | None = None
    """The label in the book under which the complete proof stands."""
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

    def against(self, attained: Number, parameters: Parameters, **details: Any) -> Iterator[Finding]:
        """Compare one attained value with each bound that the claim states."""
        for target, limit in self.limits(parameters):
            yield Finding(target, compare(attained, limit), parameters, attained, limit, **details)

    def limits(self, parameters: Parameters) -> Iterator[tuple[Target, Number]]:
        """What each bound that the claim states amounts to at these parameters."""
        for target, bound in ((Target.PUBLISHED, self.published), (Target.OURS, self.ours)):
            if bound is not None:
                yield target, evaluate(bound, parameters)


def names_of(bound: Bound) -> tuple[str, ...]:
    """The parameters that a bound depends on."""
    return bound.__code__.co_varnames[: bound.__code__.co_argcount]


def evaluate(bound: Bound, parameters: Parameters) -> Number:
    """The bound at these parameters; a check's world may have more of them than the bound needs."""
    return bound(**{name: parameters[name] for name in names_of(bound)})


def mutated(claim: Claim, check: Check, mutant: Mutant) -> tuple[Claim, Check]:
    """The wrong claim, and the check that must notice."""
    return replace(claim, **mutant.claim), replace(check, **mutant.check)  # type: ignore[type-var]


def rejects(claim: Claim, check: Check, mutant: Mutant, effort: Effort, rng: np.random.Generator) -> bool:
    """Does the check find the mutant out?"""
    wrong_claim, wrong_check = mutated(claim, check, mutant)
    findings = wrong_check.run(wrong_claim, effort, rng)
    return any(finding.outcome is Outcome.VIOLATED for finding in findings)
