"""The purse: it adds up what all commands spend, survives crashes on the safe side, and takes one payer at a time."""

import contextlib
import json
import multiprocessing
import os
from pathlib import Path

import numpy as np
import pytest

from privcausal.pairs.correlation import private_correlation
from privcausal.privacy import purse as module
from privcausal.privacy.draws import add_laplace, some_of
from privcausal.privacy.filters import BudgetExhausted
from privcausal.privacy.gaussian import Gaussian
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.purse import Purse

SUBSTITUTION = Relation.SUBSTITUTION
TENTH = Price(0.1, 0.0, SUBSTITUTION)


@pytest.fixture
def purse(tmp_path):
    return Purse.at(tmp_path / "study.json", Price(1.0, 1e-6, SUBSTITUTION))


def spent(purse):
    return purse.account.spent


# --- what it lets through ---------------------------------------------------------------------------------------


def test_it_remembers_across_objects_and_adds_up_exactly(purse):
    for place in range(10):
        Purse.at(purse.path, purse.total).charge(TENTH, f"release {place}")
    assert spent(purse).epsilon == 1.0
    with pytest.raises(BudgetExhausted, match="only ε = 0 is left"):
        Purse.at(purse.path, purse.total).charge(Price(1e-9, 0.0, SUBSTITUTION), "one more")
    assert [payment.what for payment in purse.account.payments] == [f"release {place}" for place in range(10)]


def test_delta_is_a_budget_too(purse):
    purse.charge(Price(0.1, 9e-7, SUBSTITUTION), "most of δ")
    with pytest.raises(BudgetExhausted, match="δ = 2e-07 but only δ = 1e-07"):
        purse.charge(Price(0.1, 2e-7, SUBSTITUTION), "too much of it")
    assert str(spent(purse)) == "ε = 0.1, δ = 9e-07 (substitution)"


def test_it_pays_for_mechanisms_like_any_filter(purse):
    rng = np.random.default_rng(0)
    purse.release(Gaussian(1.0, 0.5, 1e-7, SUBSTITUTION), 3.0, rng)
    with pytest.raises(BudgetExhausted):
        purse.release(Laplace(1.0, 0.6, SUBSTITUTION), 3.0, rng)
    assert [payment.what for payment in purse.account.payments] == ["Gaussian"]


def test_other_neighbours_have_other_purses(purse):
    with pytest.raises(ValueError, match="must be private under"):
        purse.charge(Price(0.1, 0.0, Relation.ADD_REMOVE), "a count")


# --- when it pays -----------------------------------------------------------------------------------------------


def test_it_pays_before_the_first_draw_and_only_once(purse):
    x = np.arange(50.0)
    with purse.paying(Price(0.2, 0.0, SUBSTITUTION), "two correlations"):
        assert spent(purse).epsilon == 0
        for _ in range(2):
            options = {"score": "kendall", "epsilon": 0.1, "relation": SUBSTITUTION}
            private_correlation(x, x, **options, rng=np.random.default_rng(0))
            assert spent(purse).epsilon == 0.2
    assert len(purse.account.payments) == 1


def test_a_crash_before_the_noise_costs_nothing_and_after_it_everything(purse):
    def slow_statistic():
        raise MemoryError

    class Crash(np.random.Generator):
        def __getattribute__(self, name):
            raise KeyboardInterrupt  # in the middle of drawing

    question = Laplace(1.0, 0.1, SUBSTITUTION)
    with pytest.raises(MemoryError), purse.paying(TENTH, "slow"):
        question.release(slow_statistic(), np.random.default_rng(0))
    assert spent(purse).epsilon == 0
    with pytest.raises(KeyboardInterrupt):
        purse.release(question, 0.0, Crash(np.random.PCG64()))
    assert spent(purse).epsilon == 0.1


def test_a_secret_sample_is_not_paid_for_until_something_is_said_about_it(purse):
    rng = np.random.default_rng(0)
    with purse.paying(TENTH, "a split"):
        some_of(10, 5, rng)
        assert spent(purse).epsilon == 0
        add_laplace(0.0, 1.0, 1.0, rng)
        assert spent(purse).epsilon == 0.1


def test_what_was_drawn_where_nothing_is_heard_is_paid_for_all_the_same(purse):
    with purse.paying(TENTH, "another library"):
        np.random.default_rng(0).laplace()
    assert spent(purse).epsilon == 0.1


def test_a_refusal_that_the_program_catches_is_made_again_at_the_end(purse):
    """Methods for graphs stop early at BudgetExhausted, and answer with what they have."""

    def swallow():
        with purse.paying(Price(0.6, 0.0, SUBSTITUTION), "second"):
            Purse.at(purse.path, purse.total).charge(Price(0.6, 0.0, SUBSTITUTION), "first")
            with contextlib.suppress(BudgetExhausted):
                add_laplace(0.0, 1.0, 1.0, np.random.default_rng(0))

    with pytest.raises(BudgetExhausted):
        swallow()
    assert spent(purse).epsilon == 0.6


def test_what_does_not_fit_is_refused_before_anything_is_computed(purse):
    with pytest.raises(BudgetExhausted), purse.paying(Price(2.0, 0.0, SUBSTITUTION), "too much"):
        pytest.fail("the block must not begin")
    assert spent(purse).epsilon == 0


def test_whoever_comes_second_draws_no_noise(purse):
    """Both fitted when they looked; when they pay, the first has emptied the purse."""
    rng = np.random.default_rng(0)
    before = rng.bit_generator.state

    def both():
        with purse.paying(Price(0.6, 0.0, SUBSTITUTION), "second"):
            Purse.at(purse.path, purse.total).charge(Price(0.6, 0.0, SUBSTITUTION), "first")
            Laplace(1.0, 0.6, SUBSTITUTION).release(0.0, rng)

    with pytest.raises(BudgetExhausted):
        both()
    assert rng.bit_generator.state == before


# --- the file ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["fsync", "replace"])
def test_a_crash_while_writing_leaves_the_old_file(purse, monkeypatch, stage):
    purse.charge(TENTH, "before")
    there = purse.path.read_bytes()

    def crash(*arguments):
        raise OSError(28, "no space left")

    monkeypatch.setattr(module.os, stage, crash)
    rng = np.random.default_rng(0)
    state = rng.bit_generator.state
    with pytest.raises(ValueError, match="budget must be written before noise is drawn: no space left"):
        purse.release(Laplace(1.0, 0.1, SUBSTITUTION), 0.0, rng)
    monkeypatch.undo()
    assert purse.path.read_bytes() == there
    assert rng.bit_generator.state == state, "what could not be paid was drawn"
    purse.charge(TENTH, "after")
    assert spent(purse).epsilon == 0.2


def test_it_is_on_the_disk_before_it_takes_the_old_ones_place(purse, monkeypatch):
    done = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(module.os, "fsync", lambda handle: (done.append("fsync"), fsync(handle)))
    monkeypatch.setattr(module.os, "replace", lambda *names: (done.append("replace"), replace(*names)))
    purse.charge(TENTH, "once")
    assert done == ["fsync", "replace", "fsync"]


def spend_until_refused(path, what):
    count = 0
    while True:
        try:
            Purse.at(path, Price(1.0, 1e-6, SUBSTITUTION)).charge(Price(0.04, 0.0, SUBSTITUTION), what)
        except BudgetExhausted:
            return count
        count += 1


def test_processes_at_once_never_overspend(purse):
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        counts = pool.starmap(spend_until_refused, [(purse.path, str(worker)) for worker in range(3)])
    assert sum(counts) == 25
    assert len(purse.account.payments) == 25
    assert spent(purse).epsilon == 1.0


def test_a_link_leads_to_the_same_purse(purse, tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to(purse.path)
    Purse.at(link, purse.total).charge(TENTH, "through the link")
    assert link.is_symlink()
    assert spent(purse).epsilon == 0.1


def test_the_first_payment_creates_the_file(purse):
    assert not purse.path.exists()
    assert str(purse.account) == "ε = 0 of ε = 1, δ = 1e-06 is spent, ε = 1, δ = 1e-06 is left"
    rival = Purse.at(purse.path, Price(2.0, 1e-6, SUBSTITUTION))
    purse.charge(TENTH, "first")
    assert (
        str(Purse.at(purse.path).account)
        == "ε = 0.1 of ε = 1, δ = 1e-06 is spent, ε = 0.9, δ = 1e-06 is left"
    )
    with pytest.raises(ValueError, match="budget must keep its total"):
        rival.charge(TENTH, "second")
    assert spent(purse).epsilon == 0.1


def test_the_total_stays(purse):
    purse.charge(TENTH, "first")
    assert Purse.at(purse.path, Price(1.0, 1e-6, SUBSTITUTION)) == purse
    for other in (
        Price(2.0, 1e-6, SUBSTITUTION),
        Price(1.0, 0.0, SUBSTITUTION),
        Price(1.0000000001, 1e-6, SUBSTITUTION),
    ):
        with pytest.raises(ValueError, match="budget must keep its total of ε = 1, δ = 1e-06"):
            Purse.at(purse.path, other)


def test_a_place_that_cannot_be_written_or_read_is_refused_at_once(purse, tmp_path, monkeypatch):
    with pytest.raises(ValueError, match=r"budget must be a purse, cannot read .*: Is a directory"):
        Purse.at(tmp_path)
    monkeypatch.setattr(module.os, "access", lambda path, mode: False)
    with pytest.raises(ValueError, match="may write to"), purse.paying(TENTH, "read-only"):
        pytest.fail("the block must not begin")


def test_bad_files_are_refused_by_name(tmp_path, purse):
    purse.charge(TENTH, "first")
    with pytest.raises(ValueError, match="budget must be an existing purse, or come with a total"):
        Purse.at(tmp_path / "none.json")
    with pytest.raises(ValueError, match="budget must lie in a folder that you may write to"):
        Purse.at(tmp_path / "nowhere" / "study.json", TENTH).check(TENTH)
    good = json.loads(purse.path.read_text())
    broken = [
        "",
        "[]",
        "null",
        json.dumps({**good, "format": "another"}),
        json.dumps({**good, "total": {"epsilon": -1, "delta": 0}}),
        json.dumps({**good, "payments": [{"when": "", "what": "", "epsilon": "1", "delta": 0}]}),
        json.dumps({**good, "total": {"epsilon": 10**400, "delta": 0}}),
        "[" * 100_000,
        purse.path.read_text()[:-10],
    ]
    for text in broken:
        Path(purse.path).write_text(text)
        with pytest.raises(ValueError, match="budget must be a file that a purse has written"):
            Purse.at(purse.path)
