"""What the extension knows: claims and ledger (loaded once per build), and what each page has stated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from privcausal.verify.claim import Claim
    from privcausal.verify.kernel import Checked
    from privcausal.verify.ledger import Row


@dataclass(frozen=True)
class Facts:
    """Every claim, its ledger row, why a row cannot be trusted, and why nobody has read a claim (id -> reason)."""

    claims: dict[str, Claim]
    rows: dict[str, Row]
    stale: dict[str, str]
    unread: dict[str, str]
    path: str
    checked: dict[str, Checked] = field(default_factory=dict)

    @classmethod
    def load(cls, claims_module: str, ledger_module: str, seals_module: str, kernel_module: str) -> Facts:
        claims = import_module(claims_module).load()
        module = import_module(ledger_module)
        ledger = module.read()
        seals = import_module(seals_module)
        unread = {name: f"{reason}. {seals.advice([name])}" for name, reason in seals.broken(claims).items()}
        kernel = import_module(kernel_module)
        checked = kernel.read()
        rows = {name: kernel.upheld(row, checked.get(name)) for name, row in ledger.rows.items()}
        stale = {**kernel.stale_goals(claims), **kernel.stale(claims), **module.stale(ledger, claims)}
        return cls(claims, rows, stale, unread, str(module.PATH), checked)


@dataclass(frozen=True)
class Theorem:
    """A numbered statement found on a page; `claimed` when the {claim} directive wrote it."""

    label: str
    kind: str
    title: str
    claimed: bool


@dataclass
class Page:
    """What one page contributes; kept in the environment, so it must stay picklable."""

    theorems: list[Theorem] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    quizzes: list[str] = field(default_factory=list)
    feed: bool = False
    faults: list[str] = field(default_factory=list)


CELL = 10_000
"""myst-nb counts the lines of a notebook's first cell from here, of its second from twice this, and so on."""

_FACTS: WeakKeyDictionary[Sphinx, Facts] = WeakKeyDictionary()


def facts(app: Sphinx) -> Facts:
    if app not in _FACTS:
        config = app.config
        _FACTS[app] = Facts.load(
            config.claims_module, config.ledger_module, config.seals_module, config.kernel_module
        )
    return _FACTS[app]


def known(env: BuildEnvironment) -> Facts:
    """The facts, for a page that has to be read again when they change."""
    results = facts(env.app)
    env.note_dependency(results.path)
    return results


def pages(env: BuildEnvironment) -> dict[str, Page]:
    if not hasattr(env, "privcausal_pages"):
        env.privcausal_pages = {}  # type: ignore[attr-defined]
    results: dict[str, Page] = env.privcausal_pages  # type: ignore[attr-defined]
    return results


def here(env: BuildEnvironment) -> Page:
    """The record of the page being read."""
    return pages(env).setdefault(env.docname, Page())


def fault(env: BuildEnvironment, line: int, sentence: str) -> None:
    """Note a mistake; `check` reports all of them together and fails the build."""
    cell, within = divmod(line, CELL)
    place = f"cell {cell}, line {within}" if cell else f"line {line}"
    here(env).faults.append(f"{env.docname}, {place}: {sentence}")


class Directive(SphinxDirective):
    """What several directives do alike: refuse, and read Markdown within a line."""

    def refused(self, sentence: str, line: int | None = None) -> list[nodes.Node]:
        """Nothing to show, and a note of what is wrong."""
        fault(self.env, self.lineno if line is None else line, sentence)
        return []

    def inline(self, text: str) -> list[nodes.Node]:
        """The nodes of a line of Markdown; the names of claims, which are also printed, write “e^ε” in it."""
        return self.state.inline_text(text.replace("e^ε", "e{sup}`ε`"), self.lineno)[0]


def _forget(_app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    pages(env).pop(docname, None)


def _merge(_app: Sphinx, env: BuildEnvironment, docnames: Iterable[str], other: BuildEnvironment) -> None:
    pages(env).update({name: page for name, page in pages(other).items() if name in docnames})


def setup(app: Sphinx) -> None:
    app.add_config_value("claims_module", "privcausal.claims", "env", [str])
    app.add_config_value("ledger_module", "privcausal.verify.ledger", "env", [str])
    app.add_config_value("seals_module", "privcausal.verify.seals", "env", [str])
    app.add_config_value("kernel_module", "privcausal.verify.kernel", "env", [str])
    app.connect("env-purge-doc", _forget)
    app.connect("env-merge-info", _merge)
