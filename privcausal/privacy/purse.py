"""A purse that remembers: one file that holds a total (ε, δ) and everything that was ever paid from it.

The price of a release is written down, and is on the disk, in the instant before its first noise is drawn. A crash
before that costs nothing. A crash after it has cost the price, whether or not the answer was seen: what may have been
seen counts as seen. Two commands at once pay one after the other. The file is never half-written: the old one stays
until the new one is whole. A copy of the file is another purse, and knows nothing of this one; one that is deleted has
forgotten everything.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from privcausal.privacy.filters import ApproximateFilter, Mechanism
from privcausal.privacy.listening import Draw, listening
from privcausal.privacy.price import Price, Relation, Release, check_positive

FORMAT = "privcausal purse 1"
"""The first entry of the file: a later format must not be read as if it were this one."""

SILENT = {"some_of"}
"""Draws that tell nothing by themselves: a secret sample is not paid for until something is said about it."""


@dataclass(frozen=True)
class Payment:
    """One line of the history."""

    when: str
    what: str
    price: Price


@dataclass(frozen=True)
class Account:
    """What the file says at one moment."""

    total: Price
    payments: tuple[Payment, ...]

    @property
    def filter(self) -> ApproximateFilter:
        """The budget, with everything in the history already spent."""
        purse = ApproximateFilter.within(self.total)
        for payment in self.payments:
            purse.book(payment.price)
        return purse

    @property
    def spent(self) -> Price:
        """What all payments cost together."""
        return self.filter.bill

    @property
    def left(self) -> Price:
        """What can still be spent."""
        purse = self.filter
        return Price(max(purse.left, 0.0), max(purse.slack_left, 0.0), self.total.relation)

    def __str__(self) -> str:
        return f"{self.spent.amount} of {self.total.amount} is spent, {self.left.amount} is left"


@dataclass(frozen=True)
class Purse:
    """A budget in (ε, δ) for all releases about the same people, by whatever commands and on whatever days.

    ε and δ are added up: each release may depend on all earlier ones, and the last one that fits is let through.
    The first payment creates the file. Whoever pays otherwise than through `release` names the price:

        with purse.paying(Price(1.0, 1e-6, Relation.SUBSTITUTION), "the graph"):
            found = discover("clinic.csv", declaration, epsilon=1.0, delta=1e-6, ...)

    That a filter over prices in ε and δ holds for them all is proved as B-filter-pure.

    >>> import tempfile
    >>> import numpy as np
    >>> from privcausal.privacy.laplace import Laplace
    >>> path = Path(tempfile.mkdtemp()) / "study.json"
    >>> purse = Purse.at(path, Price(1.0, 0.0, Relation.SUBSTITUTION))
    >>> question = Laplace(sensitivity=0.01, epsilon=0.6, relation=Relation.SUBSTITUTION)
    >>> answer = purse.release(question, 0.2, np.random.default_rng(0))
    >>> print(Purse.at(path).account)
    ε = 0.6 of ε = 1 is spent, ε = 0.4 is left
    >>> purse.release(question, 0.2, np.random.default_rng(0))
    Traceback (most recent call last):
    privcausal.privacy.basic_filters.BudgetExhausted: the release costs ε = 0.6 but only ε = 0.4 is left of the budget
    """

    path: Path
    total: Price | None = None
    """What the purse holds, if it is new."""

    @classmethod
    def at(cls, path: Path | str, total: Price | None = None) -> "Purse":
        """The purse in this file; a new one needs a total, and an old one may not be given another."""
        if total is not None:
            check_positive(epsilon=total.epsilon)
            total = Price(total.epsilon, total.delta, total.relation)
        purse = cls(Path(os.path.realpath(path)), total)
        _ = purse.account
        return purse

    @property
    def account(self) -> Account:
        """What the file says now."""
        try:
            account = _read(json.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            if self.total is None:
                raise ValueError(
                    f"budget must be an existing purse, or come with a total; there is no {self.path}"
                ) from None
            return Account(self.total, ())
        except OSError as error:
            raise ValueError(f"budget must be a purse, cannot read {self.path}: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
            raise ValueError(f"budget must be a file that a purse has written, got {self.path}") from None
        if self.total not in (None, account.total):
            raise ValueError(f"budget must keep its total of {account.total}, got {self.total}")
        return account

    def check(self, price: Price) -> None:
        """Refuse, before anything is computed, what would be refused when it is paid."""
        folder = self.path.parent
        if not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise ValueError(f"budget must lie in a folder that you may write to, got {self.path}")
        self.account.filter.admit(price)

    def charge(self, price: Price, what: str) -> None:
        """Pay, for good: when this returns, the payment is on the disk."""
        try:
            with self._locked():
                account = self.account
                account.filter.admit(price)
                now = datetime.now(UTC).isoformat(timespec="seconds")
                self._store(Account(account.total, (*account.payments, Payment(now, what, price))))
        except OSError as error:
            raise ValueError(f"budget must be written before noise is drawn: {error.strerror}") from None

    @contextmanager
    def paying(self, price: Price, what: str) -> Iterator[list[Price]]:
        """In this block the first draw of noise is paid for, once, before it is made; the list holds what is due.

        A block that ends well without one is paid for at its end: it may have drawn where nothing can be heard, or
        caught the refusal.
        """
        self.check(price)
        due = [price]

        def pay() -> None:
            if due:
                self.charge(due[0], what)
                due.pop()

        def listener(draw: Draw, go: Any) -> Any:
            if draw.kind not in SILENT:
                pay()
            return go()

        with listening(listener):
            yield due
        pay()

    def release(self, mechanism: Mechanism, *question: Any) -> Release:
        """What the mechanism says to its question, as with any other filter."""
        with self.paying(mechanism.price, type(mechanism).__name__):
            return mechanism.release(*question)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One process at a time. The lock lies beside the file, which is replaced, and ends with its process."""
        with open(f"{self.path}.lock", "ab") as handle:
            _lock(handle)
            yield

    def _store(self, account: Account) -> None:
        """Write a new file beside the old one, see it on the disk, and only then let it take the old one's place."""
        beside = self.path.with_name(f".{self.path.name}.new")
        with open(beside, "w", encoding="utf-8") as handle:
            json.dump(_written(account), handle, ensure_ascii=False, indent=1)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(beside, self.path)
        if sys.platform != "win32":  # there, a directory cannot be opened
            folder = os.open(self.path.parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)


def _lock(handle: IO[bytes]) -> None:
    """Wait for the lock of this file; closing the file gives it back."""
    if sys.platform == "win32":
        import msvcrt

        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)


def _written(account: Account) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "neighbours": account.total.relation.value,
        "total": {"epsilon": account.total.epsilon, "delta": account.total.delta},
        "payments": [
            {"when": p.when, "what": p.what, "epsilon": p.price.epsilon, "delta": p.price.delta}
            for p in account.payments
        ],
    }


def _read(document: Any) -> Account:
    if document["format"] != FORMAT:
        raise ValueError(f"format must be {FORMAT!r}, got {document['format']!r}")
    relation = Relation(document["neighbours"])

    def price(entry: Any) -> Price:
        check_positive(epsilon=entry["epsilon"])
        return Price(float(entry["epsilon"]), float(entry["delta"]), relation)

    payments = (
        Payment(str(entry["when"]), str(entry["what"]), price(entry)) for entry in document["payments"]
    )
    return Account(price(document["total"]), tuple(payments))
