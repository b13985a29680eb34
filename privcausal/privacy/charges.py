"""Who pays when noise is drawn: a block of code that is open hears every price before its noise, in whatever thread.

A mechanism announces its price, and a filter what all its releases cost together; the first draw inside says so to the
open blocks, each of which pays or refuses. A mechanism inside another one is part of it. Noise that nobody has
announced can cost anything.
"""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import numpy as np

from privcausal.privacy.price import Price


class Priced(Protocol):
    """Whatever knows its price before it looks at the data."""

    @property
    def price(self) -> Price:
        """The price of one release."""
        ...


P = ParamSpec("P")
T = TypeVar("T")
M = TypeVar("M", bound=Priced)


@dataclass(eq=False)
class Announcement:
    """What the draws of one release cost together."""

    price: Price | None
    """Nothing is known of a budget that was not made for an (ε, δ)."""
    source: object = None
    """The object that has this price once, however many releases it makes: a filter in ρ or μ."""
    heard_by: list[object] = field(default_factory=list)
    """What each block put here that has counted it: in a copy of the process it counts it again."""
    over: bool = False
    """Whether the release has ended: whoever goes on under its name has no price."""


class Block(Protocol):
    """Code that is open: its draws are paid for."""

    def hear(
        self, rng: np.random.Generator | None, announcement: Announcement | None, *, silent: bool
    ) -> None:
        """Pay before a draw, or refuse it; a silent one reveals nothing by itself."""
        ...

    def begin_again(self) -> None:
        """Pay once more: this is a copy of the process, of which the first one hears nothing."""
        ...


SILENT = {"secret_subsample"}
"""Draws that reveal nothing by themselves: a secret sample is not paid for until something about it is released."""

_open: tuple[Block, ...] = ()
_with_code: tuple[Block, ...] = ()
"""Those of the open blocks in which any code can run: it can hand work to other threads."""
_changing = threading.Lock()
_own: ContextVar[tuple[Block, ...]] = ContextVar("own", default=())
_unpaid: ContextVar[bool] = ContextVar("unpaid", default=False)
_announcement: ContextVar[Announcement | None] = ContextVar("announcement", default=None)


@contextmanager
def listening_block(block: Block, *, with_code: bool = True) -> Iterator[None]:
    """Within, every draw is heard: those of this thread, and those of all threads that have opened no block.

    While a block in which any code can run is open, other threads open none: nobody knows whether they work for it.
    """
    global _open, _with_code
    own = _own.get()
    try:  # an interrupt between any two of these lines leaves it open at most if it falls within `finally`: then later
        # draws are heard by it or refused, and none is free
        with _changing:
            if any(other not in own for other in _with_code):
                raise ValueError(
                    "budget files must not pay in two threads at once while the block of one of them is open, got a "
                    "second thread, which could work for that block: let the block end first, or pay in its own "
                    "thread; nothing was spent"
                )
            _open = (*_open, block)
            _with_code = (*_with_code, *[block] * with_code)
        _own.set((*own, block))
        yield
    finally:
        _own.set(tuple(other for other in _own.get() if other is not block))
        with _changing:
            _open, _with_code = (
                tuple(other for other in blocks if other is not block) for blocks in (_open, _with_code)
            )


@contextmanager
def unpaid() -> Iterator[None]:
    """Around a question that nobody pays for: another thread's question, which runs no code but its own, has no part in
    it. A block of that thread, or one in which any code can run, hears it as ever.
    """
    token = _unpaid.set(True)
    try:
        yield
    finally:
        _unpaid.reset(token)


def listening() -> tuple[Block, ...]:
    """Return the blocks that hear the present draws: usually none."""
    everywhere = _open
    if not everywhere:
        return ()
    elsewhere = _with_code if _unpaid.get() else everywhere
    return tuple(block for block in _own.get() if block in everywhere) or elsewhere


def _in_a_copy() -> None:
    """Begin all open blocks again in a forked process, before anything can be drawn there."""
    global _changing
    _changing = threading.Lock()  # another thread of the first process can have held it
    for block in _open:
        block.begin_again()


if hasattr(os, "register_at_fork"):  # Windows has no forks
    os.register_at_fork(after_in_child=_in_a_copy)


def _under_way() -> Announcement | None:
    """Return the announcement that has not ended: a context that was copied within a release can outlive it."""
    announcement = _announcement.get()
    return None if announcement is None or announcement.over else announcement


def hear(kind: str, rng: np.random.Generator | None, runs: int = 1) -> None:
    """Tell all blocks that listen of a draw, before it is made.

    Many runs at once are many answers: unless they are a part of something that has a price, nobody can pay for them.
    """
    blocks, announcement = listening(), _under_way()
    if blocks and runs > 1 and announcement is None:
        raise ValueError(
            f"size must be 1 where a budget file pays, got {runs:,}: many runs of a mechanism are for audits, and its "
            "price is that of one; nothing was drawn"
        )
    for block in blocks:
        block.hear(rng, announcement, silent=kind in SILENT)


@contextmanager
def announced(price: Price | None, source: object = None) -> Iterator[None]:
    """Give the draws within this price, unless an outer block has a price already."""
    if _under_way() is not None:
        yield
        return
    announcement = Announcement(price, source)
    token = _announcement.set(announcement)
    try:
        yield
    finally:
        announcement.over = True
        _announcement.reset(token)


def announcing(release: Callable[Concatenate[M, P], T]) -> Callable[Concatenate[M, P], T]:
    """Wrap the release of a mechanism so that its draws cost what the mechanism says."""

    @wraps(release)
    def with_price(mechanism: M, /, *question: P.args, **options: P.kwargs) -> T:
        if not _open or _under_way():  # nobody listens to this, and a price can take long to compute
            return release(mechanism, *question, **options)
        with announced(mechanism.price):
            return release(mechanism, *question, **options)

    return with_price


def computed_outside(values: Iterable[Any]) -> Iterator[Any]:
    """Compute values on demand as if no mechanism was at work: the draws for them have a price of their own."""
    steps = iter(values)
    while True:
        token = _announcement.set(None)
        try:
            value = next(steps)
        except StopIteration:
            return
        finally:
            _announcement.reset(token)
        yield value
