"""Every way to learn a graph, by its published name: what it wants, whether it is private, where it is built.

From this one list come `discover`, its help, its refusals, and what the chapters compare. Nothing is loaded before it
is asked for.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from privcausal.table.declaration import Categories, Declaration, Number

if TYPE_CHECKING:
    import numpy as np

    from privcausal.graphs.constraint_based.pc import OneByOne
    from privcausal.graphs.independence.contingency import Tables
    from privcausal.privacy.price import Price

CATEGORIES = "categories"
NUMBERS = "numbers"
MIXED = "categories and numbers"

LINEAR = "Every column is a linear function of its causes plus noise"

LEVEL = 0.01
"""At which PC's G² test, the one method without privacy, calls two variables dependent."""


@dataclass(frozen=True)
class Method:
    """One way to learn a graph."""

    name: str
    wants: str
    """CATEGORIES: built from (tables, budget, rng), it is a policy for PC. NUMBERS: it learns from records. MIXED: it
    learns from a declared table."""
    built: str
    """The module and, after a colon, what to call there."""
    says: str
    """In one sentence, what it does."""
    private: bool = True
    largest: float = math.inf
    """It never means to hold more variables fixed at once: where it ends for that reason, it has not run dry."""
    assumes: str = ""
    """What must be true of the columns, beyond what every method needs."""
    unitless: bool = True
    """Its answer does not follow the units: declared ranges are all that it knows of them."""

    @property
    def build(self) -> Callable[..., Any]:
        """Loads the method.

        >>> METHODS["once"].build.__name__
        'OnceTables'
        """
        module, _, name = self.built.partition(":")
        found: Callable[..., Any] = getattr(import_module(module), name)
        return found

    def check(self, budget: "Price", *kinds: str) -> None:
        """Refuse a budget that the method cannot keep, and a table of kinds that it does not want."""
        from privcausal.privacy.price import check_budget

        if self.private:
            check_budget(budget)
        elif budget.epsilon != math.inf:
            raise ValueError(
                f"epsilon must be infinite for method={self.name!r}, which is not private, got {budget.epsilon!r}"
            )
        if self.wants not in kinds:
            others = ", ".join(private_methods(kinds[0]))
            cuts = ", and numbers with cuts are categories" * (self.wants == CATEGORIES and MIXED in kinds)
            raise ValueError(
                f"method={self.name!r} wants {self.wants}; for {kinds[0]} there is {others}{cuts}"
            )


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
            "once-further",
            CATEGORIES,
            f"{GRAPHS}.ask_once.further:OnceFurther",
            "reads the same tables further: fewer edges and arrows, and more of them right",
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
            "once-correlations",
            NUMBERS,
            f"{GRAPHS}.ask_once.resolved:resolved_correlations",
            "asks once how the columns vary together, whatever their units, and tests what came back",
            assumes=f"{LINEAR}.",
        ),
        Method(
            "once-linear",
            NUMBERS,
            f"{GRAPHS}.ask_once.linear:once_linear",
            "asks once how the columns vary together, and trusts their variances",
            assumes=f"{LINEAR}, and all these noises vary equally.",
            unitless=False,
        ),
        Method(
            "noleaks",
            NUMBERS,
            f"{GRAPHS}.score_based.noleaks:noleaks",
            "NOTEARS with noise in every step",
            assumes=f"{LINEAR}, and all these noises vary equally.",
            unitless=False,
        ),
        Method(
            "curate-scores",
            NUMBERS,
            f"{GRAPHS}.score_based.curate_scores:curate_scores",
            "NOTEARS with less noise in later steps",
            assumes=f"{LINEAR}, and all these noises vary equally.",
            unitless=False,
        ),
        Method(
            "once-mixed",
            MIXED,
            f"{GRAPHS}.ask_once.mixed:once_mixed",
            "asks once how contrasts of categories and numbers vary together, and tests what came back",
            assumes="The effects of causes add up, in the numbers and in the shares of each category.",
        ),
    )
}
"""By name; for each kind of data the one to begin with first."""

DEFAULT = "once"
"""For categories: what the last chapter of the comparison shows best, and of which it is known how sure it is."""

FURTHER, MANY = "once-further", 100_000
"""With so many records it is the better reader of the same release: its precision does not fall. On networks made for
development the chapter on data that nobody tuned on shows both."""


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
    ['once-correlations', 'once-linear', 'noleaks', 'curate-scores']
    """
    return [method.name for method in METHODS.values() if method.private and method.wants == wants]


def kinds_of(declaration: Declaration) -> tuple[str, ...]:
    """As what these columns may be taken, the plainest first: numbers with cuts are categories, and numbers still.

    >>> kinds_of(Declaration({"age": Number(0, 110), "well": Categories((0, 1))}))
    ('categories and numbers',)
    """
    columns = declaration.columns.values()
    cut = [isinstance(column, Categories) or bool(column.cuts) for column in columns]
    numeric = all(isinstance(column, Number) for column in columns)
    found = {
        CATEGORIES: all(cut),
        NUMBERS: numeric and not any(cut),
        MIXED: not all(cut),
    }
    return (*(kind for kind, is_so in found.items() if is_so), *[NUMBERS] * (numeric and any(cut)))


def best_method(declaration: Declaration, records: int = 0) -> str:
    """The method to begin with for what was declared, and for so many records, which are public.

    >>> best_method(Declaration({"age": Number(0, 110)})), best_method(Declaration({"well": Categories((0, 1))}))
    ('once-correlations', 'once')
    """
    first = private_methods(kinds_of(declaration)[0])[0]
    return best_reader(records) if first == DEFAULT else first


def best_reader(records: int) -> str:
    """How to read tables that were asked for once.

    >>> best_reader(5_000), best_reader(1_000_000)
    ('once', 'once-further')
    """
    return FURTHER if records >= MANY else DEFAULT
