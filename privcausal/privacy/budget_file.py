"""A budget file that remembers: one file that holds a total (ε, δ) and everything that was ever paid from it.

The price of a release is written down, and is on the disk, in the instant before its first noise is drawn. A crash
before that costs nothing. A crash after it has cost the price, whether or not the answer was seen: an answer that might
have been seen counts as seen. Two commands at once pay one after the other. The file is never half-written: the old one
stays until the new one is whole. A copy of the file is another budget file, and knows nothing of this one; one that is
deleted has forgotten everything. Who pays while noise is drawn is in `privcausal.privacy.open_charge`.
"""

import glob
import json
import os
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from privcausal.arguments import is_name
from privcausal.privacy import charges
from privcausal.privacy.filters import ApproximateFilter, Mechanism
from privcausal.privacy.open_charge import OpenCharge
from privcausal.privacy.price import Price, Relation, Release, check_positive, same_people

FORMAT = "privcausal budget 1"
"""The first entry of the file: a later format must not be read as if it were this one."""

EARLIER_FORMATS = ("privcausal purse 1",)
"""Other names of the same format, which are still read."""


@dataclass(frozen=True)
class Charge:
    """One line of the history."""

    when: str
    what: str
    price: Price


@dataclass(frozen=True)
class BudgetState:
    """What the file says at one moment."""

    total: Price
    charges: tuple[Charge, ...]

    @property
    def filter(self) -> ApproximateFilter:
        """The budget, with everything in the history already spent."""
        privacy_filter = ApproximateFilter.within(self.total)
        for payment in self.charges:
            privacy_filter.record(payment.price)
        return privacy_filter

    @property
    def spent(self) -> Price:
        """What all payments cost together."""
        return self.filter.total_cost

    @property
    def remaining(self) -> Price:
        """What can still be spent."""
        privacy_filter = self.filter
        return Price(
            max(privacy_filter.remaining, 0.0), max(privacy_filter.remaining_delta, 0.0), self.total.relation
        )

    def __str__(self) -> str:
        return (
            f"{self.spent.amount} of {self.total.amount} is spent, {self.remaining.remaining_amount} is left"
        )


@dataclass(frozen=True)
class BudgetFile:
    """A budget in (ε, δ) for all releases about the same people, by whatever commands and on whatever days.

    ε and δ are added up: each release can depend on all earlier ones, and the last one that fits is let through.
    The first payment creates the file. Whoever pays otherwise than through `release` names the price:

        with budget_file.charging(Price(1.0, 1e-6, Relation.SUBSTITUTION), "the graph"):
            result = privcausal.discover("clinic.csv", epsilon=1.0, delta=1e-6, declare=...)

    That a filter over prices in ε and δ holds for them all is proved as B-filter-pure. A generator with a seed is
    refused: it protects nobody, so there is nothing to pay for.

    >>> import tempfile
    >>> from privcausal.privacy.laplace import Laplace
    >>> from privcausal.privacy.randomness import generator
    >>> path = Path(tempfile.mkdtemp()) / "study.json"
    >>> budget_file = BudgetFile.at(path, Price(1.0, 0.0, Relation.SUBSTITUTION))
    >>> question = Laplace(sensitivity=0.01, epsilon=0.6, relation=Relation.SUBSTITUTION)
    >>> answer = budget_file.release(question, 0.2, generator())
    >>> print(BudgetFile.at(path).account)
    ε = 0.6 of ε = 1 is spent, ε = 0.4 is left
    >>> budget_file.release(question, 0.2, generator())
    Traceback (most recent call last):
    privcausal.privacy.basic_filters.BudgetExhausted: the release costs ε = 0.6 but only ε = 0.4 is left of the budget
    """

    path: Path
    total: Price | None = None
    """What the budget file holds, if it is new."""

    def __post_init__(self) -> None:
        """The file itself, wherever a link or the working folder leads later."""
        if not is_name(str(self.path)):
            raise ValueError("budget must be the name of a file, got a text that is none")
        object.__setattr__(self, "path", Path(os.path.realpath(self.path)))
        if self.path.name.startswith(".") and self.path.suffix == ".new":
            raise ValueError(
                "budget must have another name, not one of a temporary file, which begins with . and ends in .new"
            )

    @classmethod
    def at(cls, path: Path | str, total: Price | None = None) -> "BudgetFile":
        """The budget file in this file; a new one needs a total, and an old one must not be given another."""
        if total is not None:
            check_positive(epsilon=total.epsilon)
            total = Price(total.epsilon, total.delta, total.relation)
        budget_file = cls(Path(path), total)
        _ = budget_file.account
        return budget_file

    @property
    def account(self) -> BudgetState:
        """What the file says now."""
        if not os.path.exists(self.path):
            if self.total is None:
                raise ValueError(
                    "budget must be an existing budget file, or come with a total; there is no file of this name"
                )
            return BudgetState(self.total, ())
        try:
            account = _read(json.loads(self.path.read_text(encoding="utf-8")))
        except OSError as error:
            raise ValueError(
                f"budget must be a budget file, cannot read {self.path}: {error.strerror}"
            ) from None
        except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
            raise ValueError(f"budget must be a file written by --budget, got {self.path}") from None
        if self.total not in (None, account.total):
            raise ValueError(f"budget must keep its total of {account.total}, got {self.total}")
        return account

    def check(self, price: Price) -> None:
        """Refuse, before anything is computed, what would be refused when it is paid."""
        folder = self.path.parent
        if not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise ValueError("budget must lie in a folder that you can write to")
        self.account.filter.check(price)

    def check_people(self, price: Price) -> None:
        """Refuse to add up prices for people who are identified, or have rows, in another way."""
        for charge in self.account.charges:
            for name, before, _ in same_people(charge.price, price):
                raise ValueError(
                    f"{name} must be {before}, as it was when this budget file last paid: prices add up only "
                    "for the same people. If the earlier one was wrong, begin a new budget file with the rest of the "
                    "budget for them; nothing was spent"
                )

    def charge(self, price: Price, what: str) -> None:
        """Pay, for good: when this returns, the payment is on the disk."""
        self.account.filter.check(price)
        try:
            with self._locked():
                self._check_names()
                account = self.account
                self.check_people(price)
                account.filter.check(price)
                now = datetime.now(UTC).isoformat(timespec="seconds")
                self._store(BudgetState(account.total, (*account.charges, Charge(now, what, price))))
        except OSError as error:
            raise ValueError(f"budget must be written before noise is drawn: {error.strerror}") from None

    @contextmanager
    def charging(self, price: Price, what: str, *, all_heard: bool = False) -> Iterator[OpenCharge]:
        """In this block the first draw of noise is paid for, once, before it is made, and all draws together fit.

        A draw in another thread counts too, as long as the block is open. Prices are added up as they are announced;
        noise without a price counts as the whole. A block that ends well without a draw is paid for at its end: it can
        have drawn where nothing can be heard, or caught the refusal. With `all_heard`, nothing but this library draws
        in the block, and noise that it has not drawn costs nothing. Another library's noise is never heard, nor
        that of another process, of a pool too, nor of a thread that outlives it: `charge` beforehand. While it is
        open, no other thread can pay from a budget file, because that thread can work for this block.
        """
        with self._charging(price, what, all_heard=all_heard, with_code=not all_heard) as charge:
            yield charge

    @contextmanager
    def _charging(
        self, price: Price, what: str, *, all_heard: bool = False, with_code: bool
    ) -> Iterator[OpenCharge]:
        self.check(price)
        charge = OpenCharge(price, lambda: self.charge(price, what))
        with charges.listening_block(charge, with_code=with_code):
            yield charge
        charge.close(all_heard=all_heard)

    def release(self, mechanism: Mechanism, *question: Any) -> Release:
        """What the mechanism says to its question, as with any other filter."""
        price = mechanism.price
        with self._charging(price, type(mechanism).__name__, with_code=False), charges.announced(price):
            return mechanism.release(*question)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One payer at a time; the lock ends with its process.

        The file itself is locked, so that to forget the lock is to forget the budget. Another payer can have replaced
        it while we waited: then that is the one to lock. Windows replaces no file that is open, and deletes none, so
        that there the lock is next to it.
        """
        separate = sys.platform == "win32"
        while True:
            if not separate:
                self._create()
            with open(f"{self.path}.lock" if separate else self.path, "ab" if separate else "r+b") as handle:
                _lock(handle)
                if _in_place(handle):
                    yield
                    return

    def _check_names(self) -> None:
        """Refuse a file of two names: a payment gives the one a new file, and leaves the other with the old one."""
        for left in self.path.parent.glob(
            f".{glob.escape(self.path.name)}.*.new"
        ):  # by a payer who was killed
            if _same_file(left, self.path):
                left.unlink(missing_ok=True)
        if os.stat(self.path).st_nlink > 1:
            raise ValueError(
                f"budget must have one name, and {self.path} has another (a hard link), which would remember another "
                "past: delete one of them; nothing was spent"
            )

    def _create(self) -> None:
        """Let a new file appear, whole and with nothing spent, unless there is one."""
        if self.path.exists():
            return
        new_file = self.path.with_name(f".{self.path.name}.{os.getpid()}-{threading.get_ident()}.new")
        try:
            _write(new_file, self.account)
            with suppress(FileExistsError):  # another payer was faster
                os.link(new_file, self.path)
        finally:
            new_file.unlink(missing_ok=True)

    def _store(self, account: BudgetState) -> None:
        """Write a new file next to the old one, see it on the disk, and only then let it take the old one's place."""
        new_file = self.path.with_name(f".{self.path.name}.new")
        _write(new_file, account, stat.S_IMODE(os.stat(self.path).st_mode))
        os.replace(new_file, self.path)
        if sys.platform != "win32":  # there, a directory cannot be opened
            folder = os.open(self.path.parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)


def _write(path: Path, account: BudgetState, mode: int | None = None) -> None:
    """Write a new file, and see it on the disk; whatever has its name goes, and is not written into.

    It can be read by whoever could read the file whose place it takes, with this mode.
    """
    path.unlink(missing_ok=True)
    with open(
        path, "x", encoding="utf-8", errors="backslashreplace"
    ) as handle:  # half a sign is none of UTF-8
        if mode is not None:
            os.chmod(path, mode)
        json.dump(_as_dict(account), handle, ensure_ascii=False, indent=1)
        handle.flush()
        os.fsync(handle.fileno())


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except FileNotFoundError:
        return False


def _in_place(handle: IO[bytes]) -> bool:
    """Is this the file that has its name?"""
    try:
        return os.path.samestat(os.fstat(handle.fileno()), os.stat(handle.name))
    except FileNotFoundError:
        return False


def _lock(handle: IO[bytes]) -> None:
    """Wait for the lock of this file; closing the file gives it back."""
    if sys.platform == "win32":
        import msvcrt

        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)


def _as_dict(account: BudgetState) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "neighbours": account.total.relation.value,
        "total": {"epsilon": account.total.epsilon, "delta": account.total.delta},
        "payments": [
            {"when": p.when, "what": p.what, "epsilon": p.price.epsilon, "delta": p.price.delta}
            | ({"rows_per_person": p.price.rows} if p.price.rows > 1 else {})
            | ({"person": p.price.person} if p.price.person is not None else {})
            for p in account.charges
        ],
    }


def _read(document: Any) -> BudgetState:
    if document["format"] not in (FORMAT, *EARLIER_FORMATS):
        raise ValueError(f"format must be {FORMAT!r}")
    relation = Relation(document["neighbours"])

    def price(entry: Any) -> Price:
        check_positive(epsilon=entry["epsilon"])
        rows, person = entry.get("rows_per_person", 1), entry.get("person")
        if type(rows) is not int or rows < 1 or not isinstance(person, str | None):
            raise ValueError("rows_per_person must be a whole number, and person the name of a column")
        return Price(float(entry["epsilon"]), float(entry["delta"]), relation, rows=rows, person=person)

    if not isinstance(document["payments"], list):
        raise TypeError("payments must be a list")
    payments = (
        Charge(str(entry["when"]), str(entry["what"]), price(entry)) for entry in document["payments"]
    )
    return BudgetState(price(document["total"]), tuple(payments))
