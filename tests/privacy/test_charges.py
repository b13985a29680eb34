"""Who hears a draw, and what it is said to cost: in this thread, in others, inside a mechanism and in what it asks."""

import ast
import contextlib
import contextvars
import inspect
import sys
import textwrap
import threading
from pathlib import Path

import pytest

import privcausal
from privcausal.privacy import charges
from privcausal.privacy.charges import (
    announced,
    announcing,
    computed_outside,
    hear,
    listening,
    listening_block,
)
from privcausal.privacy.price import Price, Relation

ROOT = Path(privcausal.__file__).parent
ONE, TWO = (Price.pure(epsilon, Relation.SUBSTITUTION) for epsilon in (1.0, 2.0))


class Ear:
    """Remembers what it hears."""

    def __init__(self):
        self.prices = []

    def hear(self, rng, announcement, *, silent):
        self.prices.append("silent" if silent else announcement and announcement.price)


@pytest.fixture
def ear():
    return Ear()


def elsewhere(function):
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()


def test_nobody_listens_but_an_open_block(ear):
    hear("add_laplace", None)
    with listening_block(ear):
        assert listening() == (ear,)
        hear("add_laplace", None)
        hear("secret_subsample", None)
    hear("add_laplace", None)
    assert ear.prices == [None, "silent"]
    assert listening() == ()


def test_the_outermost_price_is_the_price(ear):
    with listening_block(ear), announced(ONE):
        with announced(TWO):
            hear("add_laplace", None)
        hear("add_laplace", None)
    assert ear.prices == [ONE, ONE]


def test_other_threads_are_heard_unless_they_have_a_block_of_their_own(ear):
    own = Ear()

    def draw_in_own():
        with listening_block(own):
            hear("add_laplace", None)

    with listening_block(ear, with_code=False):
        elsewhere(lambda: hear("add_laplace", None))
        elsewhere(draw_in_own)
    assert (ear.prices, own.prices) == ([None], [None])


def test_a_thread_opens_no_block_beside_one_in_which_any_code_may_run(ear):
    """It may work for that block, which did not hear it: whoever paid for both paid for one."""
    own, refused = Ear(), []

    def pay():
        try:
            with listening_block(own, with_code=False):
                hear("add_laplace", None)
        except ValueError as error:
            refused.append(str(error))

    with listening_block(ear):
        elsewhere(pay)
        contextvars.copy_context().run(pay)
    elsewhere(pay)
    assert [text.startswith("budget files must not pay in two threads at once") for text in refused] == [True]
    assert (ear.prices, own.prices) == ([None], [None, None])


def test_a_release_that_has_ended_has_no_price_left(ear):
    """A context that was copied within it went on for nothing."""

    def priced():
        with announced(TWO):
            hear("add_laplace", None)

    with listening_block(ear):
        with announced(ONE):
            kept = contextvars.copy_context()
        kept.run(hear, "add_laplace", None)
        kept.run(priced)
    assert ear.prices == [None, TWO]


def test_blocks_inside_each_other_all_hear(ear):
    inner = Ear()
    with listening_block(ear), listening_block(inner):
        hear("add_laplace", None)
    assert ear.prices == inner.prices == [None]


def test_a_copied_context_does_not_keep_a_block_that_is_closed(ear):
    with listening_block(ear):
        kept = contextvars.copy_context()
    other = Ear()
    with listening_block(other):
        kept.run(hear, "add_laplace", None)
    assert (ear.prices, other.prices) == ([], [None])


def test_a_block_is_closed_by_whatever_ends_it(ear):
    with pytest.raises(KeyboardInterrupt), listening_block(ear):
        raise KeyboardInterrupt
    assert listening() == ()


def test_what_is_computed_on_demand_is_no_part_of_the_mechanism(ear):
    def questions():
        for _ in range(2):
            hear("add_laplace", None)
            yield 0

    class Sieve:
        price = ONE

        @announcing
        def release(self, values):
            for _ in computed_outside(values):
                hear("add_laplace", None)

    with listening_block(ear):
        Sieve().release(questions())
    assert ear.prices == [None, ONE, None, ONE]


def test_the_price_is_not_computed_when_nobody_listens():
    class Slow:
        @property
        def price(self):
            raise AssertionError

        @announcing
        def release(self):
            return 7

    assert Slow().release() == 7


def test_every_mechanism_of_the_library_announces_its_price():
    """A class that has a price and a release says what its draws cost; filters say it for others."""
    silent = []
    for path in sorted(set(ROOT.rglob("*.py")) - set((ROOT / "claims").rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                methods = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
                decorators = [
                    ast.unparse(one) for one in getattr(methods.get("release"), "decorator_list", [])
                ]
                if {"price", "release"} <= set(methods) and "announcing" not in decorators:
                    silent.append(node.name)
    assert silent == ["Mechanism"], "the protocol itself draws nothing"
    assert {"secret_subsample"} == charges.SILENT


def test_an_interrupt_between_any_two_lines_leaves_no_block_open():
    code = listening_block.__wrapped__.__code__
    tree = ast.parse(textwrap.dedent(inspect.getsource(listening_block)))
    (the_yield,) = (node for node in ast.walk(tree) if isinstance(node, ast.Yield))
    end = code.co_firstlineno + the_yield.lineno - 1
    opened = {line for _, _, line in code.co_lines() if line and code.co_firstlineno < line <= end}

    def interrupting(line):
        def trace(frame, event, _):
            if frame.f_code is code and event == "line" and frame.f_lineno == line:
                raise KeyboardInterrupt
            return trace if frame.f_code is code or event == "call" else None

        return trace

    for line in opened:
        before = sys.gettrace()
        sys.settrace(interrupting(line))
        try:
            with contextlib.suppress(KeyboardInterrupt), listening_block(Ear()):
                pass
        finally:
            sys.settrace(before)
        assert not listening()
