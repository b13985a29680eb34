"""Hypothesis made reproducible: a module of its own, so that a search loads it when it begins."""

from typing import Any

from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider


class Reproducible(HypothesisProvider):
    """Hypothesis without the constants that it reads from whatever modules happen to be loaded.

    Those make the examples of one seed differ between two processes, and the ledger must not.
    """

    def _maybe_draw_constant(self, *args: Any, **options: Any) -> None:
        return None


AVAILABLE_PROVIDERS[Reproducible.__name__] = f"{__name__}.{Reproducible.__name__}"
