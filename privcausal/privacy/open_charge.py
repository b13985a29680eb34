"""A block of code that has a price: its first draw is paid for before it is made, and all of them together must fit."""

import threading
from collections.abc import Callable

import numpy as np

from privcausal.privacy.charges import Announcement
from privcausal.privacy.filters import ApproximateFilter
from privcausal.privacy.price import Price, same_people
from privcausal.privacy.randomness import SystemGenerator


class OpenCharge:
    """What a block hears: it pays once, adds up the prices of all that is drawn, and refuses what does not fit.

    >>> from privcausal.privacy.price import Relation
    >>> tenth = Price.pure(0.1, Relation.SUBSTITUTION)
    >>> charge = OpenCharge(tenth, lambda: print("paid"))
    >>> charge.hear(SystemGenerator(), Announcement(tenth), silent=False), charge.paid
    paid
    (None, True)
    >>> charge.hear(SystemGenerator(), Announcement(tenth), silent=False)
    Traceback (most recent call last):
    privcausal.privacy.basic_filters.BudgetExhausted: the release costs ε = 0.1 but only ε = 0 is left of the budget
    """

    def __init__(self, price: Price, pay: Callable[[], None]) -> None:
        self._price, self._pay = price, pay
        self._refused = False
        self.begin_again()

    def begin_again(self) -> None:
        """With nothing paid, and nothing spent: as at first, and in every copy of this process."""
        self._lock = threading.RLock()
        self._paid, self._filter = False, ApproximateFilter.within(self._price)
        self._sources: list[object] = []
        self._life = object()  # a release that was begun before a fork goes on in both processes

    @property
    def paid(self) -> bool:
        """Whether the price is on the disk."""
        return self._paid

    def hear(
        self, rng: np.random.Generator | None, announcement: Announcement | None, *, silent: bool
    ) -> None:
        """Pay before a draw, or refuse it; a silent one reveals nothing by itself."""
        with self._lock:
            if not isinstance(rng, SystemGenerator):
                raise ValueError(
                    "rng must come from the system where a budget file pays, got another generator, whose noise can "
                    "be taken off: leave the seed out, or use privcausal.privacy.randomness.generator()"
                )
            if silent or self._charged_before(announcement):
                return
            price = self._price if announcement is None else announcement.price
            if price is None:
                raise ValueError(
                    "the filter must be made with `within` an (ε, δ) where a budget file pays: what a budget in ρ or "
                    "μ² costs in ε is not known before a δ is named"
                )
            self._charge(price)
            if announcement is not None:
                announcement.heard_by.append(self._life)
                self._sources += [] if announcement.source is None else [announcement.source]

    def _charged_before(self, announcement: Announcement | None) -> bool:
        """Return whether this draw was charged before."""
        if announcement is None:
            return False
        known = any(source is announcement.source for source in self._sources)
        return known or any(life is self._life for life in announcement.heard_by)

    def _charge(self, price: Price) -> None:
        for name, said, now in same_people(self._price, price):
            raise ValueError(
                f"{name} must be {said}, as in the price of this block, got {now}: prices add up only for the same "
                "people; nothing was spent"
            )
        self._filter.check(price)
        self._settle()
        self._filter.record(price)

    def _settle(self) -> None:
        if not self._paid:
            self._refused = True  # until it is paid
            self._pay()
            self._refused, self._paid = False, True

    def close(self, *, all_heard: bool) -> None:
        """Pay at the end everything unpaid; where all draws are heard, try only the refused ones again."""
        if not all_heard or self._refused:
            self._settle()
