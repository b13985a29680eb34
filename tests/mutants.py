"""Small edits of the library that break a promise: each must be caught by some test that is not a hash.

    python -m tests.mutants [WORD ...]

Each edit is made in the code of a running process, never in a file: one expression of one function becomes another.
The tests beside the function's module then run there, until the first one fails. What was caught is remembered, with
the test that caught it, until the module or one of these tests changes; so a run that was stopped goes on.
"""

import ast
import inspect
import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from multiprocessing import get_context
from resource import RLIMIT_CPU, setrlimit
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

import pytest

from tests.remembered import Remembered, digest

EDITS = r"""
pairs.correlation:kendall_sensitivity 4 / m → 2 / m
pairs.correlation:spearman_sensitivity 6 / (m + 1) → 4 / (m + 1)
pairs.rank:spearman 3 * quadrupled_rank_distance(a, b) → 6 * quadrupled_rank_distance(a, b)
pairs.rank:concordance pairs - tied_x → 2 * pairs - tied_x
pairs.hsic:hsic_sensitivity 4 → 8
pairs.hsic:hsic_sensitivity 1 / (2 * m) → 1 / (8 * m)
pairs.ridge:scale np.clip(np.rint(mapped * FINE) / FINE, -1, 1) → np.clip(np.rint(mapped * FINE) / FINE, -1, 9)
pairs.ridge:residual_sensitivity 4 / (n * penalty) → 2 / (n * penalty)
pairs.ridge:GaussianKernel.apart -2 → -1
pairs.ridge:GaussianKernel._exponents "ignore" → "warn"
pairs.training_sensitivity:order_distance rho * apart → rho * apart / 2
pairs.training_sensitivity:hsic_training_sensitivity math.sqrt(2) → 8
pairs.iqr:_edge max(math.exp(exponent), NARROWEST) → math.exp(exponent)
pairs.iqr:iqr width if width >= NARROWEST else 0.0 → width
pairs.iqr:sorted_column np.clip(column, -FARTHEST, FARTHEST) → column
pairs.iqr:changes_to_leave narrowest < cell.low → narrowest < 0
pairs.iqr:extreme_widths ordered[upper : upper + changes + 1] - ordered[lower - changes : lower + 1]
    → ordered[upper] - ordered[lower : lower + 1]
pairs.private_iqr:asking 2 → 1
pairs.private_iqr:AskOnce.noise self.ranges * self.size → self.size
pairs.fourier_kernel:Waves.count self.sigmas → self.sigmas / 3
pairs.fourier_kernel:hsic_within np.outer(sum_a, sum_b) / m → np.outer(sum_a, sum_b) / (2 * m)
graphs.ask_once.mixed_rows:Frame.row_norm self.reach → 0 * self.reach
graphs.ask_once.mixed_rows:Frame.rows clip_norms(numbers, math.sqrt(self.reach)) → numbers
graphs.methods.once_mixed:release_moments SymmetricGaussian(sensitivity, sensitivity / rest, budget.relation)
    → SymmetricGaussian(sensitivity / 3, sensitivity / rest / 3, budget.relation)
graphs.structure.dagitty:as_dagitty "basis" in about → False
graphs.structure.dagitty:parse drawn.settings.get(name, "").split("; ") → drawn.settings.get(name, "")
graphs.structure.dagitty:parse SAID.findall(brackets[2] or "") → []
table.header:first_line NO_TEXT.match(line) → None
table.foreign:_without_warnings _not_ours → ""
verify.statistics.leaves:_beside thing.attrs → {}
verify.statistics.leaves:_beside thing.flags.allows_duplicate_labels → True
verify.statistics.leaves:contents thing.maxlen → None
graphs.methods.once_mixed:release_moments frame.sensitivity / size → 0.95 * frame.sensitivity / size
graphs.ask_once.units:release_units SPARE * units_sensitivity(len(totals) // 2) / size
    → 0.95 * units_sensitivity(len(totals) // 2) / size
graphs.ask_once.units:units_sensitivity 2 * math.sqrt(columns) → math.sqrt(columns)
graphs.ask_once.differences:Differences.part start + len(self) → start + len(self) - 1
graphs.methods.once_correlations:above_noise CLEARLY → -CLEARLY
graphs.methods.once_mixed:numbers_above_noise CLEARLY → -CLEARLY
graphs.ask_once.differences:Differences.part -0.5 → 0.5
graphs.ask_once.differences:Differences.paired rng.permutation(len(rows)) → np.arange(len(rows))
table.stream:Stream.sum size != len(self) → size < len(self)
graphs.ask_once.noisy_moments:moment_sensitivity math.sqrt(2) * row_norm**2 → row_norm**2
graphs.ask_once.private_shape:Directions.__call__ spatial_signs(turned) → turned
graphs.ask_once.private_shape:spatial_signs lengths → 0 * lengths
graphs.ask_once.contrasts:pairs_sensitivity 2 * m → m
graphs.ask_once.contrasts:interaction_sensitivity_squared 2 → 1
graphs.ask_once.interactions:Interactions._measure GaussianNoise(sensitivity, sensitivity / mu, Relation.SUBSTITUTION)
    → GaussianNoise(sensitivity / 2, sensitivity / mu / 2, Relation.SUBSTITUTION)
graphs.ask_once.interactions:Interactions.measure_sets sets_sensitivity(self.cardinalities, chosen)
    → sets_sensitivity(self.cardinalities, chosen) / 2
graphs.methods.once:OnceTables._candidates self.mu * math.sqrt(1 - self.share) → self.mu
graphs.methods.once:OnceTables._candidates self.mu * math.sqrt(self.share) → 2 * self.mu
graphs.methods.noleaks:gradient_sensitivity 2 * clip / n → clip / n
graphs.methods.noleaks:clipped_gradient clip / np.maximum(norms, 1 / LOUDEST)
    → 2 * clip / np.maximum(norms, 1 / LOUDEST)
graphs.methods.noleaks:clipped_gradient np.minimum(sizes, LOUDEST) → sizes
privacy.gaussian:step_scales math.sqrt(math.fsum(shares**2)) → math.fsum(shares**2) / len(shares)
graphs.score_based.second_moments:clip_norms sizes > reach → sizes > 2 * reach
graphs.score_based.second_moments:lengths_of rows / sizes[:, None] → rows / sizes[:, None] ** 2
graphs.independence.stratified_kendall:stratified_sensitivity 6 / math.sqrt(records) → 3 / math.sqrt(records)
graphs.independence.stratified_kendall:margin_sensitivity 2 * threshold → 0 * threshold
graphs.constraint_based.rounds:Rounds.sieve self.test.sensitivity(records, self.level)
    → self.test.sensitivity(2 * records, self.level)
graphs.methods.curate_pc:NoisyChoice.release self.sensitivity → self.sensitivity / 2
graphs.methods.em_pc:count_scores np.minimum(below, above) → 2 * np.minimum(below, above)
privacy.laplace:Laplace.scale self.sensitivity / self.epsilon → self.sensitivity / self.epsilon / 2
privacy.basic_filters:Filter.record exactly(self.cost(price)) → 0 * exactly(self.cost(price))
privacy.propose_test_release:threshold_on_grid 1 + Decimal(noise.step) → Decimal(noise.step)
privacy.above_threshold:AboveThreshold.query_scale 2 * self.sensitivity → self.sensitivity
privacy.exponential:Exponential.rate 1 if self.monotone else 2 → 1
table.cells:settled np.where(np.isfinite(values), inside, column.substitute) → inside
table.cells:settled np.clip(values, column.low, column.high) → values
table.lines:splitter cells if len(cells) == width else blank → cells
table.lines:blocks held.rfind(b"\n") + 1 → len(held)
table.scan:Scan.__init__ body == ord("\n") → (body == 10) | (body == 13)
table.frames:_check_type STRINGS if isinstance(column, Identifier) else (*STRINGS, *BYTES) → (*STRINGS, *BYTES)
table.frames:_check_type (*NUMBERS, *texts) → (*NUMBERS, *texts, "is_fixed_size_binary")
table.frames:_converted not _is(array.type, STRINGS) → False
table.cells:legible cell if meant else b"" → cell
table.cells:legible cell.strip().decode(errors="surrogateescape").isprintable()
    → cell.strip().decode(errors="surrogateescape")
table.cells:_bytes_of legible(column, b"".join([item])) → b"".join([item])
table.cluster:parts _asked(lambda: _delayed(frame[[labels[place] for place in wanted.values()]]), "read")
    → _delayed(frame[[labels[place] for place in wanted.values()]])
table.cluster:_delayed hasattr(type(frame), "expr") → False
table.cluster:_delayed {"pyarrow_strings_enabled": False} → {}
table.cluster:_delayed list(expression.walk()) → [expression]
graphs.structure.exchange:mark_of line.partition(",")[0] in said → False
graphs.structure.exchange:mark_of [mark, *more] → more
graphs.structure.exchange:price_of name.startswith(ANSWER) → False
graphs.structure.exchange:price_of str(about.get("price", "")) → ""
graphs.structure.exchange:priced sha256(repr((price, *answer)).encode()).hexdigest()[:16] → "0"
graphs.structure.exchange:priced (price, *answer) → answer
table.cluster:_delayed frame.expr → frame.optimize(fuse=False).expr
table.cells:_key b' at 0x' in word → False
table.frames:_delta 'DELTA' in name → False
table.inputs:_as_in_a_file isinstance(columns, Mapping) → False
graphs.structure.exchange:_price_and_mark mark_of(graph) → ""
graphs.structure.exchange:_price_and_mark price_of(graph) → ""
graphs.structure.dagitty:_set (drawn.settings.get(name), _bare(value)) → (_bare(value),)
graphs.structure.dagitty:parse r'\s*(?:dag|pdag|mag|pag)\s*("[^"]*"|\w+)?\s*\{(.*)\}\s*'
    → r'\s*(?:dag|pdag|mag|pag|digraph)\s*("[^"]*"|\w+)?\s*\{(.*)\}\s*'
graphs.background_knowledge:_of_networkx price_of(graph) → ""
graphs.background_knowledge:_of_networkx mark_of(graph) → ""
graphs.background_knowledge:_of_text price_of(drawn) → ""
graphs.background_knowledge:_of_text mark_of(drawn) → ""
graphs.background_knowledge:_check_unlearned ("was learned from records", price) → ("was learned from records", "")
effects.open_graphs:read_graph mark_of(found) → ""
effects.open_graphs:read_graph price_of(found) → ""
effects.identify:identify mark_of(drawn) → ""
effects.identify:identify price_of(drawn) → ""
effects.identify:range_over identified.price → ""
effects.identify:EffectRange.lines bool(self.graph_price) → False
effects.identify:EffectRange.to_dict self.graph_price or None → None
effects.effect:Effect.graph_price self.graphs.price → ""
effects.effect:Effect.spent self.graphs.mark → ""
report.effect_contents:of_effect [BOTH_PAID.format(result.graph_price)] if result.graph_price else [] → []
report.page:_cost_section content.also_paid → ()
report.assumptions:of_effect BUT_THE_GRAPH if result.graph_price else BEFOREHAND → BEFOREHAND
"""
"""A function, by its module and its name there; an expression that stands in it once; and what that becomes."""

FLOATS, REPLAY = "tests/test_floating_sensitivity.py", "tests/test_replayed_releases.py"

ALSO = {
    "graphs.constraint_based.rounds": (
        "tests/graphs/methods/test_svt_pc.py",
        "tests/graphs/constraint_based/test_rounds.py",
    ),
    "table.cells": (
        "tests/table/test_csv.py",
        "tests/table/test_records.py",
        "tests/table/test_frames.py",
        "tests/table/test_people.py",
    ),
    "table.frames": ("tests/table/test_people.py",),
    **dict.fromkeys(
        [
            *("graphs.structure.exchange", "graphs.structure.dagitty", "graphs.background_knowledge"),
            *("effects.open_graphs", "effects.identify", "effects.effect"),
            *("report.effect_contents", "report.page", "report.assumptions"),
        ],
        ("tests/graphs/test_marks_of_graphs.py",),
    ),
    "table.lines": ("tests/table/test_lines.py", "tests/table/test_csv.py"),
    "table.scan": ("tests/table/test_csv.py",),
    "graphs.methods.once_mixed": ("tests/graphs/methods/test_once_correlations.py",),
    "privacy.gaussian": ("tests/graphs/methods/test_noleaks.py",),
    "graphs.ask_once.interactions": ("tests/graphs/methods/test_once.py",),
}
"""Tests of a module that do not bear its name."""

PROFILE = "--hypothesis-profile=first"
"""Hypothesis stops at the first example that fails."""

PATIENCE = 120
"""Seconds of work for one mutant; one that takes more counts as not tried."""


class Mutant(NamedTuple):
    """One expression of one function, and what it becomes."""

    module: str
    function: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.module}:{self.function} {self.before} → {self.after}"

    @property
    def home(self) -> ModuleType:
        return import_module(f"privcausal.{self.module}")

    @property
    def tests(self) -> list[str]:
        """Where it ought to be caught: quick ones first."""
        folder, _, name = self.module.replace(".", "/").rpartition("/")
        paths = (f"tests/{folder}/test_{name}.py", *ALSO.get(self.module, ()), FLOATS, REPLAY)
        return [path for path in paths if os.path.exists(path)]

    @property
    def state(self) -> str:
        """A digest of all that decides whether it is caught: what was found out before holds while it is the same."""
        return digest(self.tests, str(self), inspect.getsource(self.home))

    def code(self) -> CodeType:
        """What the function's code becomes; a ValueError says that the expression does not stand in it once."""
        tree = ast.parse(inspect.getsource(self.home))
        node: ast.AST = tree
        for name in self.function.split("."):
            inside = [child for child in ast.iter_child_nodes(node) if getattr(child, "name", None) == name]
            if len(inside) != 1:
                raise ValueError(f"{self}: {name} must be defined once, found {len(inside)} times")
            (node,) = inside
        exchange = Exchange(self.before, self.after)
        exchange.visit(node)
        if exchange.times != 1:
            raise ValueError(f"{self}: the expression must stand there once, found {exchange.times} times")
        whole = compile(ast.fix_missing_locations(tree), self.home.__file__ or "", "exec")
        return next(code for code in codes(whole) if code.co_qualname == self.function)

    def target(self) -> FunctionType:
        """The loaded function."""
        *classes, name = self.function.split(".")
        owner: object = self.home
        for part in classes:
            owner = getattr(owner, part)
        thing = vars(owner)[name]
        for inner in ("fget", "func", "__func__", "__wrapped__"):  # a property's function, or a cache's
            thing = getattr(thing, inner, thing)
        assert isinstance(thing, FunctionType)
        return thing


class Exchange(ast.NodeTransformer):
    """Puts one expression in the place of another, and counts how often."""

    def __init__(self, before: str, after: str) -> None:
        self.sought, self.after = (ast.parse(text, mode="eval").body for text in (before, after))
        self.times = 0

    def visit(self, node: ast.AST) -> ast.AST:
        """The new expression, or the node with what is exchanged inside it."""
        if ast.dump(node) != ast.dump(self.sought):
            return self.generic_visit(node)
        self.times += 1
        return self.after


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code, and all that is defined inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


MUTANTS = [Mutant(*result) for result in re.findall(r"^(\S+):(\S+) (.+)\s+→ (.+)$", EDITS, re.MULTILINE)]


class Failures:
    """Hears from pytest which tests fail."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.names.append(report.nodeid)


def first_failure(mutant: Mutant) -> str:
    """Make the edit in this very process and run its tests, quietly: the first that fails, or ""."""
    setrlimit(RLIMIT_CPU, (PATIENCE, PATIENCE))
    mutant.target().__code__ = mutant.code()
    doctests = ("--doctest-modules", f"{mutant.home.__name__.replace('.', '/')}.py")
    failures = Failures()
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        for chosen in (("-m", "not hypothesis"), ("-m", "hypothesis", PROFILE), doctests):
            paths = [] if chosen is doctests else mutant.tests
            status = pytest.main(["-x", "-q", *chosen, *paths], [failures])
            if failures.names:
                return failures.names[0]
            if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                raise RuntimeError(f"{mutant} could not be tried: {status!r}")
    return ""


def caught(mutant: Mutant) -> str:
    """The same in a process of its own, which shares what is loaded."""
    with ProcessPoolExecutor(1, get_context("fork")) as pool:
        return pool.submit(first_failure, mutant).result()


def main(words: list[str]) -> int:
    """Try all mutants, or those whose text holds a word; 1 if one survives."""
    chosen = [mutant for mutant in MUTANTS if not words or any(word in str(mutant) for word in words)]
    reference, survived = Remembered("mutants.json"), 0
    for mutant in chosen:
        key = f"{mutant} | {mutant.state}"
        if not reference.get(key):
            reference[key] = caught(mutant)
        survived += not reference[key]
        print(f"{mutant} | {f'caught by {reference[key]}' if reference[key] else 'SURVIVED'}", flush=True)
    print(f"{len(chosen) - survived} of {len(chosen)} caught")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
