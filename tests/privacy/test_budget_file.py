"""The budget file: it adds up what all commands spend, survives crashes on the safe side, and takes one payer
at a time.
"""

import contextlib
import json
import multiprocessing
import os
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import privcausal
from privcausal.__main__ import main
from privcausal.pairs.correlation import private_correlation
from privcausal.privacy import budget_file as module
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.budget_file import BudgetFile
from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.privacy.draws import add_laplace, secret_subsample
from privcausal.privacy.filters import ApproximateFilter, BudgetExhausted, ConcentratedFilter, GaussianFilter
from privcausal.privacy.gaussian import Gaussian, GaussianNoise
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.propose_test_release import StableRelease
from privcausal.privacy.randomness import generator
from privcausal.privacy.sieve_and_examine import SieveAndExamine

SUBSTITUTION = Relation.SUBSTITUTION
TENTH = Price(0.1, 0.0, SUBSTITUTION)


@pytest.fixture
def budget_file(tmp_path):
    return BudgetFile.at(tmp_path / "study.json", Price(1.0, 1e-6, SUBSTITUTION))


def spent(budget_file):
    return budget_file.account.spent


# --- what it lets through ---------------------------------------------------------------------------------------


def test_it_remembers_across_objects_and_adds_up_exactly(budget_file):
    for place in range(10):
        BudgetFile.at(budget_file.path, budget_file.total).charge(TENTH, f"release {place}")
    assert spent(budget_file).epsilon == 1.0
    with pytest.raises(BudgetExhausted, match="only ε = 0 is left"):
        BudgetFile.at(budget_file.path, budget_file.total).charge(Price(1e-9, 0.0, SUBSTITUTION), "one more")
    assert [payment.what for payment in budget_file.account.charges] == [
        f"release {place}" for place in range(10)
    ]


def test_delta_is_a_budget_too(budget_file):
    budget_file.charge(Price(0.1, 9e-7, SUBSTITUTION), "most of δ")
    with pytest.raises(BudgetExhausted, match="δ = 2e-07 but only δ = 1e-07"):
        budget_file.charge(Price(0.1, 2e-7, SUBSTITUTION), "too much of it")
    assert str(spent(budget_file)) == "ε = 0.1, δ = 9e-07 (substitution)"


def test_it_pays_for_mechanisms_like_any_filter(budget_file):
    rng = generator()
    budget_file.release(Gaussian(1.0, 0.5, 1e-7, SUBSTITUTION), 3.0, rng)
    with pytest.raises(BudgetExhausted):
        budget_file.release(Laplace(1.0, 0.6, SUBSTITUTION), 3.0, rng)
    assert [payment.what for payment in budget_file.account.charges] == ["Gaussian"]


def test_other_neighbours_have_other_purses(budget_file):
    with pytest.raises(ValueError, match="must be private under"):
        budget_file.charge(Price(0.1, 0.0, Relation.ADD_REMOVE), "a count")


# --- when it pays -----------------------------------------------------------------------------------------------


def test_it_pays_before_the_first_draw_and_only_once(budget_file):
    x = np.arange(50.0)
    with budget_file.charging(Price(0.2, 0.0, SUBSTITUTION), "two correlations"):
        assert spent(budget_file).epsilon == 0
        for _ in range(2):
            options = {"score": "kendall", "epsilon": 0.1, "relation": SUBSTITUTION}
            private_correlation(x, x, **options, rng=generator())
            assert spent(budget_file).epsilon == 0.2
    assert len(budget_file.account.charges) == 1


def test_a_crash_before_the_noise_costs_nothing_and_after_it_everything(budget_file, monkeypatch):
    def slow_statistic():
        raise MemoryError

    question = Laplace(1.0, 0.1, SUBSTITUTION)
    with pytest.raises(MemoryError), budget_file.charging(TENTH, "slow"):
        question.release(slow_statistic(), generator())
    assert spent(budget_file).epsilon == 0

    def interrupted(size):
        raise KeyboardInterrupt

    monkeypatch.setattr("privcausal.privacy.randomness.os.urandom", interrupted)
    with pytest.raises(KeyboardInterrupt):
        budget_file.release(question, 0.0, generator())
    assert spent(budget_file).epsilon == 0.1


def test_a_secret_sample_is_not_paid_for_until_something_is_said_about_it(budget_file):
    rng = generator()
    with budget_file.charging(TENTH, "a split"):
        secret_subsample(10, 5, rng)
        assert spent(budget_file).epsilon == 0
        add_laplace(0.0, 1.0, 1.0, rng)
        assert spent(budget_file).epsilon == 0.1


def test_what_was_drawn_where_nothing_is_heard_is_paid_for_all_the_same(budget_file):
    with budget_file.charging(TENTH, "another library"):
        np.random.default_rng(0).laplace()
    assert spent(budget_file).epsilon == 0.1


def test_a_refusal_that_the_program_catches_is_made_again_at_the_end(budget_file):
    """Methods for graphs stop early at BudgetExhausted, and answer with what they have."""

    def swallow():
        with budget_file.charging(Price(0.6, 0.0, SUBSTITUTION), "second"):
            BudgetFile.at(budget_file.path, budget_file.total).charge(Price(0.6, 0.0, SUBSTITUTION), "first")
            with contextlib.suppress(BudgetExhausted):
                add_laplace(0.0, 1.0, 1.0, generator())

    with pytest.raises(BudgetExhausted):
        swallow()
    assert spent(budget_file).epsilon == 0.6


def test_what_does_not_fit_is_refused_before_anything_is_computed(budget_file):
    with pytest.raises(BudgetExhausted), budget_file.charging(Price(2.0, 0.0, SUBSTITUTION), "too much"):
        pytest.fail("the block must not begin")
    assert spent(budget_file).epsilon == 0


def test_whoever_comes_second_draws_no_noise(budget_file):
    """Both fitted when they looked; when they pay, the first has emptied the purse."""
    drawn = []

    def both():
        with budget_file.charging(Price(0.6, 0.0, SUBSTITUTION), "second"):
            BudgetFile.at(budget_file.path, budget_file.total).charge(Price(0.6, 0.0, SUBSTITUTION), "first")
            Laplace(1.0, 0.6, SUBSTITUTION).release(0.0, generator())

    with pytest.raises(BudgetExhausted), intercept_draws(lambda draw, go: drawn.append(draw) or go()):
        both()
    assert not drawn


# --- all that is drawn in a block fits into its price -----------------------------------------------------------


def correlation(epsilon=1.0, rng=None):
    x, options = np.arange(50.0), {"score": "kendall", "relation": SUBSTITUTION}
    return private_correlation(x, x, epsilon=epsilon, **options, rng=rng or generator())


def test_one_small_charge_does_not_pay_for_twenty_large_answers(budget_file):
    answers = []
    with (
        pytest.raises(BudgetExhausted, match=r"costs ε = 1 but only ε = 0\.1 is left"),
        budget_file.charging(TENTH, "twenty correlations"),
    ):
        answers += [correlation() for _ in range(20)]
    assert not answers
    assert spent(budget_file).epsilon == 0, "what was refused before the first draw costs nothing"


def test_the_last_answer_that_fits_is_given_and_the_next_one_draws_nothing(budget_file):
    drawn = []
    with (
        pytest.raises(BudgetExhausted, match=r"costs ε = 0\.1 but only ε = 0 is left"),
        budget_file.charging(Price(0.3, 0.0, SUBSTITUTION), "three of four"),
        intercept_draws(lambda draw, go: drawn.append(draw) or go()),
    ):
        [correlation(0.1) for _ in range(4)]
    assert len(drawn) == 3
    assert spent(budget_file).epsilon == 0.3


@pytest.mark.parametrize("draws", [1, 2])
def test_noise_without_a_price_counts_as_the_whole(budget_file, draws):
    refusal = pytest.raises(BudgetExhausted) if draws == 2 else contextlib.nullcontext()
    with refusal, budget_file.charging(TENTH, "bare noise"):
        for _ in range(draws):
            add_laplace(0.0, 1.0, 1.0, generator())
    assert spent(budget_file).epsilon == 0.1


def test_bare_mechanisms_are_charged_what_they_say(budget_file):
    with budget_file.charging(Price(0.5, 1e-7, SUBSTITUTION), "bare mechanisms"):
        Laplace(1.0, 0.1, SUBSTITUTION).release(0.0, generator())
        Gaussian(1.0, 0.1, 1e-7, SUBSTITUTION).release(0.0, generator())
        AboveThreshold(0.0, 1.0, 0.1, SUBSTITUTION).release([-9.0] * 20, generator())
        SieveAndExamine(0.0, 0.0, 9, 4, lambda m: 1 / m, 0.1, SUBSTITUTION).release(
            np.ones(9), [np.mean, np.mean], generator()
        )
        with pytest.raises(BudgetExhausted, match=r"only ε = 0\.1 is left"):
            Laplace(1.0, 0.2, SUBSTITUTION).release(0.0, generator())


def test_what_is_computed_for_a_mechanism_has_a_price_of_its_own(budget_file):
    """The queries of a sieve may be private answers: they are no part of it."""
    noisy = Laplace(1.0, 1.0, SUBSTITUTION)
    queries = (noisy.release(-9.0, generator()).value for _ in range(5))
    with pytest.raises(BudgetExhausted, match="costs ε = 1"), budget_file.charging(TENTH, "a sieve"):
        AboveThreshold(0.0, 1.0, 0.1, SUBSTITUTION).release(queries, generator())


@pytest.mark.parametrize("kind", [ConcentratedFilter, GaussianFilter])
def test_a_filter_in_another_unit_is_charged_as_a_whole_and_once(budget_file, kind):
    """Many releases fit into it; what they cost in ε is known of all of them together."""
    look = GaussianNoise(1.0, 100.0, SUBSTITUTION)
    privacy_filter, other = (kind.within(Price(0.2, 1e-7, SUBSTITUTION)) for _ in range(2))
    with budget_file.charging(Price(0.3, 1e-7, SUBSTITUTION), "many looks"):
        for _ in range(3):
            privacy_filter.release(look, 0.0, generator())
        with pytest.raises(BudgetExhausted, match=r"costs ε = 0\.2 but only ε = 0\.1"):
            other.release(look, 0.0, generator())
        with pytest.raises(ValueError, match="the filter must be made with `within`"):
            kind(1.0, SUBSTITUTION).release(look, 0.0, generator())
    with pytest.raises(BudgetExhausted), budget_file.charging(TENTH, "the same filter on another day"):
        privacy_filter.release(look, 0.0, generator())


def test_a_thread_inside_a_block_is_charged_to_it(budget_file):
    """It drew unheard; and if the block then raised, nothing was on the disk."""
    seen = []

    def answer():
        with contextlib.suppress(BudgetExhausted):
            seen.append(correlation(0.1).epsilon)

    def several():
        threads = [threading.Thread(target=answer) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        raise RuntimeError

    with pytest.raises(RuntimeError), budget_file.charging(Price(0.3, 0.0, SUBSTITUTION), "eight threads"):
        several()
    assert seen == [0.1] * 3
    assert spent(budget_file).epsilon == 0.3
    assert len(budget_file.account.charges) == 1


@pytest.mark.parametrize("question", ["charging", "release", "budget="])
def test_two_budgets_are_nested_in_one_thread_and_refused_across_threads(budget_file, tmp_path, question):
    """A thread that was started in a block and paid from another file was not charged to the block."""
    other = BudgetFile.at(tmp_path / "other.json", Price(1.0, 0.0, SUBSTITUTION))
    raised, data = [], np.arange(2_000.0).reshape(-1, 2)

    def inner():
        try:
            if question == "charging":
                with other.charging(TENTH, "elsewhere"):
                    correlation(0.1)
            elif question == "release":
                other.release(Laplace(1.0, 0.1, SUBSTITUTION), 0.0, generator())
            else:
                privcausal.correlate(data, "x0", "x1", epsilon=0.1, budget=other)
        except ValueError as error:
            raised.append(str(error))

    with budget_file.charging(Price(0.2, 0.0, SUBSTITUTION), "both"):
        inner()
        thread = threading.Thread(target=inner)
        thread.start()
        thread.join()
    assert ["in two threads at once" in text for text in raised] == [True]
    assert (spent(budget_file).epsilon, spent(other).epsilon) == (0.2, 0.1)


def test_questions_at_once_in_two_threads_pay_from_two_files(tmp_path):
    """Nothing but the library runs in their blocks, so that neither works for the other."""
    files = [BudgetFile.at(tmp_path / name, Price(1.0, 0.0, SUBSTITUTION)) for name in ("a.json", "b.json")]
    question, meet = Laplace(1.0, 0.1, SUBSTITUTION), threading.Barrier(2, timeout=20)

    class Waiting(Laplace):
        def release(self, value, rng):
            meet.wait()
            return question.release(value, rng)

    threads = [
        threading.Thread(target=file.release, args=(Waiting(1.0, 0.1, SUBSTITUTION), 0.0, generator()))
        for file in files
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [spent(file).epsilon for file in files] == [0.1, 0.1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a copy of a process is POSIX")
def test_a_copy_of_the_process_pays_for_itself(budget_file):
    with budget_file.charging(TENTH, "two processes"):
        correlation(0.1)
        workers = [multiprocessing.get_context("fork").Process(target=correlation, args=(0.1,)) for _ in "ab"]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    assert spent(budget_file).epsilon == 0.3


@pytest.mark.parametrize("seeded", [np.random.default_rng(7), np.random.default_rng(), generator(7)])
def test_a_generator_that_is_not_the_systems_is_refused_unpaid(budget_file, seeded):
    with pytest.raises(ValueError, match="rng must come from the system where a budget file pays"):
        budget_file.release(Laplace(1.0, 0.1, SUBSTITUTION), 0.0, seeded)
    assert not budget_file.path.exists()


def test_a_seed_in_the_api_is_refused_unpaid(budget_file):
    data = np.arange(2_000.0).reshape(-1, 2)
    with (
        pytest.warns(UserWarning, match="demonstration"),
        pytest.raises(ValueError, match="rng must come from the system"),
        budget_file.charging(Price(1.0, 0.0, SUBSTITUTION), "a demonstration"),
    ):
        privcausal.correlate(data, "x0", "x1", epsilon=1.0, seed=7)
    assert not budget_file.path.exists()


def test_what_is_yielded_cannot_be_emptied(budget_file):
    with budget_file.charging(TENTH, "once") as charge:
        assert not charge.paid
        with pytest.raises(AttributeError):
            charge.paid = True
        with pytest.raises(AttributeError):
            charge.clear()
        correlation(0.1)
        assert charge.paid
    assert spent(budget_file).epsilon == 0.1


def test_a_block_where_all_is_heard_costs_nothing_without_a_draw(budget_file):
    with budget_file.charging(TENTH, "nothing was asked", all_heard=True):
        pass
    assert not budget_file.path.exists()


# --- the file ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["fsync", "replace"])
def test_a_crash_while_writing_leaves_the_old_file(budget_file, monkeypatch, stage):
    budget_file.charge(TENTH, "before")
    there = budget_file.path.read_bytes()

    def crash(*arguments):
        raise OSError(28, "no space left")

    monkeypatch.setattr(module.os, stage, crash)
    drawn, refusal = [], "budget must be written before noise is drawn: no space left"
    with pytest.raises(ValueError, match=refusal), intercept_draws(lambda draw, go: drawn.append(draw)):
        budget_file.release(Laplace(1.0, 0.1, SUBSTITUTION), 0.0, generator())
    monkeypatch.undo()
    assert budget_file.path.read_bytes() == there
    assert not drawn, "what could not be paid was drawn"
    budget_file.charge(TENTH, "after")
    assert spent(budget_file).epsilon == 0.2


def test_it_is_on_the_disk_before_it_takes_the_old_ones_place(budget_file, monkeypatch):
    budget_file.charge(TENTH, "the file is there")
    done = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(module.os, "fsync", lambda handle: (done.append("fsync"), fsync(handle)))
    monkeypatch.setattr(module.os, "replace", lambda *names: (done.append("replace"), replace(*names)))
    budget_file.charge(TENTH, "once")
    assert done == ["fsync", "replace", "fsync"]


def spend_until_refused(path, what):
    count = 0
    while True:
        try:
            BudgetFile.at(path, Price(1.0, 1e-6, SUBSTITUTION)).charge(Price(0.04, 0.0, SUBSTITUTION), what)
        except BudgetExhausted:
            return count
        count += 1


def test_processes_at_once_never_overspend(budget_file):
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        counts = pool.starmap(spend_until_refused, [(budget_file.path, str(worker)) for worker in range(3)])
    assert sum(counts) == 25
    assert len(budget_file.account.charges) == 25
    assert spent(budget_file).epsilon == 1.0


def slowly(path, inside, go):
    """Pays half, and holds the lock until it is told to go on."""
    store = BudgetFile._store

    def waiting(self, account):
        inside.set()
        go.wait(10)
        store(self, account)

    BudgetFile._store = waiting
    BudgetFile.at(path).charge(Price(0.5, 0.0, SUBSTITUTION), "slow")


def test_no_payment_is_lost_when_files_beside_the_budget_are_deleted(budget_file):
    """A lock that lies beside it can be deleted while it is held: then 1.0 was paid, and 0.5 booked."""
    budget_file.charge(TENTH, "the file is there")
    spawn = multiprocessing.get_context("spawn")
    inside, go = spawn.Event(), spawn.Event()
    slow = spawn.Process(target=slowly, args=(budget_file.path, inside, go))
    slow.start()
    assert inside.wait(30)
    for beside in budget_file.path.parent.iterdir():
        if beside != budget_file.path:
            beside.unlink()
    quick = spawn.Process(target=slowly, args=(budget_file.path, go, go))
    quick.start()
    quick.join(3)
    go.set()
    slow.join()
    quick.join()
    assert (slow.exitcode, sum(charge.what == "slow" for charge in budget_file.account.charges)) == (0, 1)
    assert quick.exitcode == 1, "the second half does not fit any more"
    assert spent(budget_file).epsilon == 0.6


def pay_for_ever(path, seen):
    """A byte in the file for every answer that was given."""
    budget_file, answers = (
        BudgetFile.at(path, Price(1e6, 0.0, SUBSTITUTION)),
        os.open(seen, os.O_WRONLY | os.O_APPEND),
    )
    while True:
        budget_file.release(Laplace(1.0, 1.0, SUBSTITUTION), 0.0, generator())
        os.write(answers, b".")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of POSIX")
def test_after_fourteen_kills_every_answer_is_paid_for_and_the_file_is_whole(tmp_path):
    path, seen, wait = tmp_path / "study.json", tmp_path / "seen", np.random.default_rng(0)
    seen.touch()
    for _ in range(7):
        payers = [
            multiprocessing.get_context("fork").Process(target=pay_for_ever, args=(path, seen)) for _ in "ab"
        ]
        for payer in payers:
            payer.start()
        time.sleep(wait.uniform(0.01, 0.06))
        for payer in payers:
            payer.kill()
            payer.join()
    answers, booked = seen.stat().st_size, len(BudgetFile.at(path).account.charges)
    assert 0 < answers <= booked <= answers + 14


def test_a_link_leads_to_the_same_purse(budget_file, tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to(budget_file.path)
    BudgetFile.at(link, budget_file.total).charge(TENTH, "through the link")
    assert link.is_symlink()
    assert spent(budget_file).epsilon == 0.1


def test_the_first_payment_creates_the_file(budget_file):
    assert not budget_file.path.exists()
    assert str(budget_file.account) == "ε = 0 of ε = 1, δ = 1e-06 is spent, ε = 1, δ = 1e-06 is left"
    rival = BudgetFile.at(budget_file.path, Price(2.0, 1e-6, SUBSTITUTION))
    budget_file.charge(TENTH, "first")
    assert (
        str(BudgetFile.at(budget_file.path).account)
        == "ε = 0.1 of ε = 1, δ = 1e-06 is spent, ε = 0.9, δ = 1e-06 is left"
    )
    with pytest.raises(ValueError, match="budget must keep its total"):
        rival.charge(TENTH, "second")
    assert spent(budget_file).epsilon == 0.1


def test_the_total_stays(budget_file):
    budget_file.charge(TENTH, "first")
    assert BudgetFile.at(budget_file.path, Price(1.0, 1e-6, SUBSTITUTION)) == budget_file
    for other in (
        Price(2.0, 1e-6, SUBSTITUTION),
        Price(1.0, 0.0, SUBSTITUTION),
        Price(1.0000000001, 1e-6, SUBSTITUTION),
    ):
        with pytest.raises(ValueError, match="budget must keep its total of ε = 1, δ = 1e-06"):
            BudgetFile.at(budget_file.path, other)


def test_a_place_that_cannot_be_written_or_read_is_refused_at_once(budget_file, tmp_path, monkeypatch):
    with pytest.raises(ValueError, match=r"budget must be a budget file, cannot read .*: Is a directory"):
        BudgetFile.at(tmp_path)
    monkeypatch.setattr(module.os, "access", lambda path, mode: False)
    with pytest.raises(ValueError, match="can write to"), budget_file.charging(TENTH, "read-only"):
        pytest.fail("the block must not begin")


def test_bad_files_are_refused_by_name(tmp_path, budget_file):
    budget_file.charge(TENTH, "first")
    with pytest.raises(ValueError, match="budget must be an existing budget file, or come with a total"):
        BudgetFile.at(tmp_path / "none.json")
    with pytest.raises(ValueError, match="budget must lie in a folder that you can write to"):
        BudgetFile.at(tmp_path / "nowhere" / "study.json", TENTH).check(TENTH)
    good = json.loads(budget_file.path.read_text())
    broken = [
        "",
        "[]",
        "null",
        json.dumps({**good, "format": "another"}),
        json.dumps({**good, "total": {"epsilon": -1, "delta": 0}}),
        json.dumps({**good, "payments": [{"when": "", "what": "", "epsilon": "1", "delta": 0}]}),
        json.dumps({**good, "total": {"epsilon": 10**400, "delta": 0}}),
        "[" * 100_000,
        budget_file.path.read_text()[:-10],
    ]
    for text in broken:
        Path(budget_file.path).write_text(text)
        with pytest.raises(ValueError, match="budget must be a file written by --budget"):
            BudgetFile.at(budget_file.path)


def test_a_file_of_the_earlier_name_is_read_and_goes_on_under_the_new_one(tmp_path):
    path, half = tmp_path / "study.json", Price(0.5, 0.0, Relation.SUBSTITUTION)
    BudgetFile.at(path, Price(1.0, 0.0, Relation.SUBSTITUTION)).charge(half, "first")
    path.write_text(path.read_text().replace("privcausal budget 1", "privcausal purse 1"))
    BudgetFile.at(path).charge(half, "second")
    assert [charge.what for charge in BudgetFile.at(path).account.charges] == ["first", "second"]
    assert "privcausal budget 1" in path.read_text()


def test_prices_for_people_who_are_told_apart_otherwise_do_not_add_up(tmp_path):
    budget = BudgetFile.at(tmp_path / "study.json", Price(1.0, 0.0, Relation.SUBSTITUTION))
    budget.charge(Price(0.1, 0.0, Relation.SUBSTITUTION, person="id"), "one")
    with pytest.raises(ValueError, match="person must be id, as it was"):
        budget.charge(Price(0.1, 0.0, Relation.SUBSTITUTION), "another")
    assert budget.account.charges[0].price.person == "id"


# --- what an attacker tried --------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a copy of a process is POSIX")
def test_threads_of_a_copy_of_the_process_share_one_payment(budget_file, monkeypatch):
    """Two of them used to begin the block again one after the other, and to draw between from what was left of it."""
    within = ApproximateFilter.within

    def slow(price):
        time.sleep(0.2)
        return within(price)

    def draw(given):
        with contextlib.suppress(BudgetExhausted):
            while True:
                correlation(0.1)
                given.append(0.1)

    def in_the_copy(queue):
        monkeypatch.setattr(ApproximateFilter, "within", slow)
        given = []
        threads = [threading.Thread(target=draw, args=(given,)) for _ in range(4)]
        for place, thread in enumerate(threads):
            time.sleep(0.05 * (place == 1))
            thread.start()
        for thread in threads:
            thread.join()
        queue.put(len(given))

    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    with budget_file.charging(Price(0.2, 0.0, SUBSTITUTION), "two processes"):
        correlation(0.1)
        worker = context.Process(target=in_the_copy, args=(queue,))
        worker.start()
        answers = queue.get(timeout=20)
        worker.join()
    assert answers == 2
    assert spent(budget_file).epsilon == 0.4


def test_many_runs_of_a_mechanism_are_refused_undrawn(budget_file):
    """A thousand answers of ε = 5 used to cost what the block costs."""
    loud = Laplace(0.01, 5.0, SUBSTITUTION)
    with budget_file.charging(TENTH, "an audit", all_heard=True):
        for draw in (loud.sample, lambda *how: add_laplace(0.2, 0.1, 0.1, how[2], (1, how[1]))):
            with pytest.raises(ValueError, match="size must be 1 where a budget file pays, got 1,000"):
                draw(0.2, 1_000, generator())
        test = StableRelease(0.1, 1e-6, SUBSTITUTION)
        with pytest.raises(BudgetExhausted):
            test.release(1.0, 3, generator())  # its own runs are a part of it
    assert spent(budget_file).epsilon == 0
    assert loud.sample(0.2, 1_000, generator()).shape == (1_000,)


def test_a_file_of_two_names_is_refused_until_one_is_deleted(budget_file, tmp_path):
    other = tmp_path / "other.json"
    budget_file.charge(TENTH, "first")
    os.link(budget_file.path, other)
    for one in (budget_file, BudgetFile.at(other)):
        with pytest.raises(ValueError, match="budget must have one name"), one.charging(TENTH, "second"):
            correlation(0.1)
    other.unlink()
    budget_file.charge(TENTH, "third")
    assert spent(budget_file).epsilon == 0.2


def test_what_a_killed_payer_left_is_no_second_name(budget_file):
    budget_file.charge(TENTH, "first")
    left = budget_file.path.with_name(f".{budget_file.path.name}.1-2.new")
    os.link(budget_file.path, left)
    budget_file.charge(TENTH, "second")
    assert spent(budget_file).epsilon == 0.2
    assert not left.exists()


def test_the_file_is_the_one_that_was_meant_when_it_was_named(tmp_path, monkeypatch):
    """However the object is made: a link is followed, and the working folder is that of the beginning."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    named = BudgetFile(Path("study.json"), Price(1.0, 0.0, SUBSTITUTION))
    named.charge(TENTH, "first")
    (tmp_path / "link.json").symlink_to("study.json")
    linked = BudgetFile(Path("link.json"))
    monkeypatch.chdir("elsewhere")
    named.charge(TENTH, "second")
    linked.charge(TENTH, "third")
    assert spent(named) == spent(linked) == Price(0.3, 0.0, SUBSTITUTION)
    assert list(Path().iterdir()) == []


def test_what_lies_in_the_place_of_the_new_file_is_not_written_into(budget_file, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / ".study.json.new").symlink_to(victim)
    budget_file.charge(TENTH, "first")
    assert victim.read_text() == "mine"
    assert not budget_file.path.is_symlink()
    for name in (".study.json.new", "a\0b"):
        with pytest.raises(ValueError, match="budget must"):
            BudgetFile.at(tmp_path / name, TENTH)


def test_a_name_that_is_no_text_can_be_paid_for(budget_file, capsys):
    budget_file.charge(TENTH, "correlate d\udcff.csv")
    budget_file.charge(TENTH, "again")
    assert budget_file.account.charges[0].what == "correlate d\udcff.csv"
    main(["budget", str(budget_file.path)])
    assert "correlate d?.csv" in capsys.readouterr().out


@pytest.mark.parametrize(
    "edit", [{"rows_per_person": 0}, {"rows_per_person": "2"}, {"rows_per_person": 1.5}, {"person": 7}]
)
def test_an_edited_payment_is_refused(budget_file, edit):
    budget_file.charge(TENTH, "first")
    content = json.loads(budget_file.path.read_text())
    content["payments"][0] |= edit
    budget_file.path.write_text(json.dumps(content))
    with pytest.raises(ValueError, match="budget must be a file written by --budget"):
        _ = budget_file.account
    budget_file.path.write_text(json.dumps({**content, "payments": {}}))
    with pytest.raises(ValueError, match="budget must be a file written by --budget"):
        _ = budget_file.account


def test_numbers_of_numpy_can_be_paid(budget_file):
    budget_file.release(Laplace(np.float32(0.5), np.float32(0.5), SUBSTITUTION), 0.2, generator())
    assert spent(budget_file).epsilon == 0.5


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_a_payment_shows_the_file_to_nobody_else(budget_file):
    budget_file.charge(TENTH, "made")
    for mode in (0o600, 0o640):
        budget_file.path.chmod(mode)
        budget_file.charge(TENTH, "one more")
        assert budget_file.path.stat().st_mode & 0o777 == mode
