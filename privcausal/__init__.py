"""Private causal inference, verified: claims with computed verdicts, and the repaired algorithms.

`privacy` is Part I of the book, `pairs` Part II; `verify` and `claims` are how the book checks itself. The questions
that a table can be asked are here, and are loaded when they are used: `check`, `correlate`, `direction`, `discover`,
`effect`, `plan`, `release`, `load`, `budget`, `audit`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from privcausal.arguments import hint

if TYPE_CHECKING:
    from privcausal.api import check as check
    from privcausal.api import correlate as correlate
    from privcausal.api import direction as direction
    from privcausal.api import discover as discover
    from privcausal.api import effect as effect
    from privcausal.api import plan as plan
    from privcausal.api import release as release
    from privcausal.payment import budget as budget
    from privcausal.published import load as load
    from privcausal.table.knowledge import Knowledge as Knowledge
    from privcausal.verify.audit import audit as audit

__version__ = "0.1.0"

QUESTIONS = {
    **dict.fromkeys(
        ("check", "correlate", "direction", "discover", "effect", "plan", "release"), "privcausal.api"
    ),
    "load": "privcausal.published",
    "budget": "privcausal.payment",
    "audit": "privcausal.verify.audit",
}
"""Where each of them lives."""

PUBLIC = QUESTIONS | {"Knowledge": "privcausal.table.knowledge"}
"""The same, and the type of their arguments."""

__all__ = ["QUESTIONS", "__version__", *PUBLIC]


def __getattr__(name: str) -> Any:
    if name not in PUBLIC:
        raise AttributeError(f"module 'privcausal' has no attribute of this name{hint(name, PUBLIC)}")
    return getattr(import_module(PUBLIC[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
