"""Every way to learn a graph, by its published name: what it wants, whether it is private, where it is built.

From this one list come `discover`, its help, its refusals, and what the chapters compare. Nothing is loaded before it
is asked for.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from privcausal.graphs.constraint_based.pc import OneByOne
    from privcausal.graphs.independence.contingency import Tables
    from privcausal.privacy.price import Price

CATEGORIES = "categories"
NUMBERS = "numbers"

LEVEL = 0.01
"""At which PC's G² test, the one method without privacy, calls two variables dependent."""


@dataclass(frozen=True)
class Method:
    """One way to learn a graph."""

    name: str
    wants: str
    """CATEGORIES: built from (tables, budget, rng), it is a policy for PC. NUMBERS: it learns from records."""
    built: str
    """The module and, after a colon, what to call there."""
    says: str
    """In one sentence, what it does."""
    private: bool = True
    largest: float = math.inf
    """It never means to hold more variables fixed at once: where it ends for that reason, it has not run dry."""

    @property
    def build(self) -> Callable[..., Any]:
        """Loads the method.

        >>> METHODS["once"].build.__name__
        'OnceTables'
        """
        module, _, name = self.built.partition(":")
        found: Callable[..., Any] = getattr(import_module(module), name)
        return found

    def check(self, budget: "Price", declared: bool) -> None:
        """Refuse a budget that the method cannot keep, and a table that it does not want."""
        from privcausal.privacy.price import check_budget

        if self.private:
            check_budget(budget)
        elif budget.epsilon != math.inf:
            raise ValueError(
                f"epsilon must be infinite for method={self.name!r}, which is not private, got {budget.epsilon!r}"
            )
        got = CATEGORIES if declared else NUMBERS
        if got != self.wants:
            others = ", ".join(private_methods(got))
            raise ValueError(f"method={self.name!r} wants {self.wants}; for {got} there is {others}")


def without_privacy(tables: "Tables", budget: "Price", rng: "np.random.Generator") -> "OneByOne":
    """PC as it is known, by the G² test: what privacy is compared with."""
    from privcausal.graphs.constraint_based.pc import OneByOne
    from privcausal.graphs.independence.contingency import g_squared

    return OneByOne(lambda x, y, given: g_squared(tables, x, y, given).p_value > LEVEL)


GRAPHS = "privcausal.graphs"
ROUNDS = f"{GRAPHS}.constraint_based"

METHODS = {
    method.name: method
    for method in (
        Method(
            "once",
            CATEGORIES,
            f"{GRAPHS}.ask_once.tables:OnceTables",
            "asks for all tables of two and three columns once, and learns from what came back",
            largest=2,
        ),
        Method(
            "curate",
            CATEGORIES,
            f"{ROUNDS}.curate_pc:CuratePc",
            "PC with noise in every test, and the least of it in the first orders",
            largest=2,
        ),
        Method(
            "priv-pc",
            CATEGORIES,
            f"{ROUNDS}.priv_pc:PrivPc",
            "PC that sieves on a sample and examines on all records what is left",
        ),
        Method(
            "em-pc",
            CATEGORIES,
            f"{ROUNDS}.em_pc:EmPc",
            "PC that picks the edges to delete, the least dependent first",
        ),
        Method(
            "svt-pc",
            CATEGORIES,
            f"{ROUNDS}.svt_pc:SvtPc",
            "PC that pays only for the tests that delete an edge",
        ),
        Method(
            "pc",
            CATEGORIES,
            f"{__name__}:without_privacy",
            "PC by the G² test, not private: for --epsilon inf",
            private=False,
        ),
        Method(
            "once-linear",
            NUMBERS,
            f"{GRAPHS}.ask_once.linear:once_linear",
            "asks once how the columns vary together, and learns from what came back",
        ),
        Method(
            "noleaks",
            NUMBERS,
            f"{GRAPHS}.score_based.noleaks:noleaks",
            "NOTEARS with noise in every step",
        ),
        Method(
            "curate-scores",
            NUMBERS,
            f"{GRAPHS}.score_based.curate_scores:curate_scores",
            "NOTEARS with less noise in later steps",
        ),
    )
}
"""By name; of those for categories, and of those for numbers, the one to begin with first."""

DEFAULT = "once"
"""What the last chapter of the comparison shows best."""


def method_of(name: str) -> Method:
    """The method of this name; a ValueError names all there are.

    >>> method_of("once").wants
    'categories'
    """
    if name not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, got {name!r}")
    return METHODS[name]


def private_methods(wants: str) -> list[str]:
    """The private methods for this kind of data.

    >>> private_methods(NUMBERS)
    ['once-linear', 'noleaks', 'curate-scores']
    """
    return [method.name for method in METHODS.values() if method.private and method.wants == wants]
