"""The gallery: every mechanism of the book, honest or broken on purpose, audited at one level for all together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from tqdm import tqdm

from privcausal import claims
from privcausal.verify.audit import Exhibit, audit
from privcausal.verify.fingerprint import digest
from privcausal.verify.statistics.audit_result import AuditResult


@dataclass(frozen=True)
class Showing:
    """One exhibit and what its audit found."""

    exhibit: Exhibit
    result: AuditResult

    @property
    def accused(self) -> bool:
        """Whether the audit contradicts the exhibit's claimed ε."""
        return self.result.accused

    @property
    def verdict(self) -> str:
        """In words; the last two are the auditor's own failures."""
        if self.accused:
            return "falsely accused" if self.exhibit.honest else "caught"
        return "not accused" if self.exhibit.honest else "missed"

    @property
    def again(self) -> float:
        """The chance that such an audit would accuse again, if the event is as informative as it looked."""
        (more, less), (runs, others) = self.result.hits, self.result.tested
        excess = max(more / runs - self.exhibit.delta, 1e-12)
        log_ratio = float(np.log(excess * (others + 1) / (less + 0.5)))
        return self.result.power(self.exhibit.epsilon, log_ratio)


def exhibits() -> tuple[Exhibit, ...]:
    """All that the claims modules put on show, folder by folder.

    >>> {"two noisy scores", "two noisy scores, half noise"} <= {exhibit.name for exhibit in exhibits()}
    True
    """
    results = [exhibit for module in claims.modules() for exhibit in getattr(module, "EXHIBITS", ())]
    names = [exhibit.name for exhibit in results]
    if len(set(names)) < len(names):
        raise ValueError(f"two exhibits share a name: {sorted({n for n in names if names.count(n) > 1})}")
    return tuple(results)


def tour(
    shown: Sequence[Exhibit],
    looks: Sequence[int],
    confidence: float = 0.999,
    *,
    seed: int = 0,
    jobs: int | None = None,
    progress: bool = False,
) -> list[Showing]:
    """Audit every exhibit, with as many runs on each neighbour as the first look says, and again while not accused.

    The confidence is that of all audits together: each look at each exhibit gets an equal share of the risk.
    An exhibit draws from a generator of its own, made of the seed and its name.
    """
    each = 1 - (1 - confidence) / max(len(shown) * len(looks), 1)
    bar = tqdm(shown, unit="exhibit", disable=not progress)
    return [_look_at(one, looks, each, seed, jobs) for one in bar]


def _look_at(
    exhibit: Exhibit, looks: Sequence[int], confidence: float, seed: int, jobs: int | None
) -> Showing:
    """The first audit that accuses, or the last of all."""
    rng = np.random.default_rng(int(digest(f"{seed} {exhibit.name}"), 16))
    for n in looks:
        label: dict[str, Any] = {"claimed_epsilon": exhibit.epsilon, "delta": exhibit.delta, "ideal": True}
        result = audit(exhibit.sample, (0, 1), n, confidence, **label, rng=rng, jobs=jobs)
        if result.accused:
            break
    return Showing(exhibit, result)


def table(showings: Iterable[Showing]) -> pd.DataFrame:
    """Return one row per exhibit: its claimed ε, the bound found, and the largest bound that the audit could find."""
    rows = [
        {
            "exhibit": showing.exhibit.name,
            "claim": showing.exhibit.claim,
            "(ε, δ)": f"({showing.exhibit.epsilon:.3g}, {showing.exhibit.delta:g})",
            "ε found": f"{showing.result.epsilon:.2f}",
            "verdict": showing.verdict,
            "notices": f"{showing.result.notices(showing.exhibit.epsilon):.2f}",
            "again": f"{showing.again:.0%}" if showing.accused else "–",
        }
        for showing in showings
    ]
    return pd.DataFrame(rows).set_index("exhibit")


def false_alarms(
    shown: Sequence[Exhibit],
    galleries: int,
    n: int,
    confidence: float,
    *,
    seed: int = 0,
    progress: bool = False,
) -> int:
    """In how many of many galleries of honest exhibits is at least one of them accused?"""
    honest = [exhibit for exhibit in shown if exhibit.honest]
    return sum(
        any(showing.accused for showing in tour(honest, (n,), confidence, seed=seed + night))
        for night in tqdm(range(galleries), unit="gallery", disable=not progress)
    )
