"""--budget: every command that spends pays from one budget file, once, before its noise; and `spent` shows what
was paid.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from privcausal import two_columns
from privcausal.graphs.methods import CATEGORIES, METHODS, MIXED, NUMBERS
from privcausal.privacy import budget_file as module
from privcausal.privacy.budget_file import BudgetFile
from privcausal.privacy.charges import SILENT
from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.privacy.open_charge import OpenCharge

COMMANDS = {
    "correlate": ("--x", "dose", "--y", "feeling"),
    "direction": ("--x", "dose", "--y", "feeling", "--bounds", "dose=0:50,feeling=0:2500"),
    "discover": ("--columns", "dose,feeling", "--method", "once-linear", "--delta", "1e-6"),
}
WHOLE = ("--columns", "dose,feeling,gap", "--delta", "1e-6")
CUT = ("--categories", "dose=0|1,feeling=0|1,gap=0|1", "--delta", "1e-6")
BOTH = ("--declare", "both.toml", "--delta", "1e-6")
TOTAL = ("--budget-epsilon", "1", "--budget-delta", "2e-6")


@pytest.fixture
def table(table):
    """Enough records that a third of the budget file is not refused for showing nothing."""
    path = Path(table)
    header, *lines = path.read_text().splitlines()
    path.write_text("\n".join([header, *lines * 6, ""]))
    return table


@pytest.fixture
def study(tmp_path):
    return tmp_path / "study.json"


@pytest.fixture
def spend(run, table, study):
    """Runs a command that pays from the purse."""

    def command(name, epsilon, *arguments):
        return run(name, table, *COMMANDS[name], "--epsilon", epsilon, "--budget", study, *arguments)

    return command


def paid(study):
    account = BudgetFile.at(study).account
    return len(account.charges), account.spent.epsilon


def test_three_commands_share_a_purse_until_it_is_empty(run, spend, study):
    for name in COMMANDS:
        total = () if study.exists() else TOTAL
        status, out, err = spend(name, "0.3", *total)
        assert status == 0
        assert out
        assert f"{study}: ε = " in err
    assert "ε = 0.9, δ = 1e-06 of ε = 1, δ = 2e-06 is spent, ε = 0.1, δ = 1e-06 is left" in err
    before = study.read_bytes()
    for name in COMMANDS:
        status, out, err = spend(name, "0.3")
        assert (status, out) == (2, "")
        assert (
            err
            == "privcausal: the release costs ε = 0.3 but only ε = 0.1 is left of the budget. Nothing was spent.\n"
        )
    assert study.read_bytes() == before
    status, out, err = run("budget", study)
    assert (status, err) == (0, "")
    *history, balance = out.splitlines()
    assert [line.split()[4 if "δ" not in line else 7] for line in history] == list(COMMANDS)
    assert "--epsilon 0.3" in history[0]
    assert balance == "ε = 0.9, δ = 1e-06 of ε = 1, δ = 2e-06 is spent, ε = 0.1, δ = 1e-06 is left"


@pytest.mark.parametrize("name", COMMANDS)
def test_an_empty_purse_is_noticed_before_the_data_are_read(run, spend, study, name):
    spend("correlate", "1", *TOTAL)
    status, _, err = run(name, "nowhere.csv", *COMMANDS[name], "--epsilon", "0.5", "--budget", study)
    assert status == 2
    assert "only ε = 0 is left of the budget" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_refused_creates_no_purse_and_costs_nothing(run, table, study, name):
    """No column of that name, a bound that ends nowhere, a promise that protects nothing."""
    budget = ("--epsilon", "1", "--budget", study, *TOTAL)
    wrong = [word.replace("feeling", "mood") for word in COMMANDS[name]]
    assert run(name, table, *wrong, *budget)[0] == 2
    assert run(name, table, *COMMANDS[name], *budget, "--sep", ";")[0] == 2
    assert run(name, table, *COMMANDS[name], *budget, "--budget-epsilon", "20")[0] == 2
    assert not study.exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--budget PURSE", "budget must be an existing budget file, or come with a total"),
        (
            "--budget PURSE TOTAL --budget-epsilon -1",
            "budget_epsilon must be a positive finite number, got -1.0",
        ),
        ("--budget PURSE TOTAL --budget-epsilon 20", "--budget-epsilon above 10 protects next to nothing"),
        ("--budget PURSE TOTAL --budget-delta 0.5", "--budget-delta must be far below 1/n, here 0.0033"),
        ("--budget PURSE TOTAL --budget-delta 2", "delta must lie between 0 and 1"),
        ("--budget PURSE TOTAL --budget-epsilon 0.2", "the release costs ε = 0.5 but only ε = 0.2"),
        ("--budget PURSE/study.json TOTAL", "budget must lie in a folder that you can write to"),
        ("--budget FOLDER TOTAL", "Is a directory"),
        ("--budget CSV TOTAL", "budget must be a file written by --budget, got"),
        ("TOTAL", "--budget-epsilon requires --budget FILE"),
        ("--budget-delta 1e-6", "--budget-delta must come with --budget-epsilon"),
        ("--budget PURSE TOTAL --epsilon inf", "epsilon must be a positive finite number, got inf"),
    ],
)
def test_bad_budgets(refused, table, study, tmp_path, arguments, words):
    inside = study / "study.json"
    places = {
        "PURSE": [study],
        "FOLDER": [tmp_path],
        "CSV": [table],
        "PURSE/study.json": [inside],
        "TOTAL": TOTAL,
    }
    inputs = [part for word in arguments.split() for part in places.get(word, [word])]
    for name, options in COMMANDS.items():
        message = refused(name, table, *options, "--epsilon", "0.5", *inputs)
        assert words in message, name
        assert "\n1,1," not in message
    assert not study.exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "there is no"),
        ("folder", "Is a directory"),
        (b"", "written by --budget"),
        (b"{}", "written by --budget"),
        (b"\xff\xfe", "written by --budget"),
        (b"dose,feeling\n1,HIV positive\n", "written by --budget"),
    ],
    ids=["missing", "folder", "empty", "other", "binary", "data"],
)
def test_a_file_that_is_no_purse_is_refused_by_all(refused, table, study, content, words):
    if content == "folder":
        study.mkdir()
    elif content is not None:
        study.write_bytes(content)
    budget = ("--epsilon", "1", "--budget", study)
    spending = [(name, table, *options, *budget) for name, options in COMMANDS.items()]
    for command in (("budget", study), *spending):
        message = refused(*command)
        assert words in message
        assert "HIV" not in message
    if isinstance(content, bytes):
        assert study.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_refused_before_the_data_are_read(refused, study, monkeypatch):
    monkeypatch.setattr(module.os, "access", lambda path, mode: False)
    for name, options in COMMANDS.items():
        message = refused(name, "nowhere.csv", *options, "--epsilon", "0.5", "--budget", study, *TOTAL)
        assert "budget must lie in a folder that you can write to" in message


def test_a_disk_that_fills_up_is_told_before_noise_is_drawn(spend, study, monkeypatch):
    spend("correlate", "0.1", *TOTAL)
    before = study.read_bytes()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "fsync", full)
    status, out, err = spend("correlate", "0.1")
    assert (status, out) == (2, "")
    assert err == "privcausal: budget must be written before noise is drawn: No space left on device\n"
    assert study.read_bytes() == before


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_crash_before_the_first_draw_costs_nothing_and_after_it_everything(
    spend, study, monkeypatch, name, after
):
    """Interrupted in the moment before the payment, or in the moment after it."""
    charge = BudgetFile.charge

    def interrupted(self, price, what):
        if after:
            charge(self, price, what)
        raise KeyboardInterrupt

    monkeypatch.setattr(BudgetFile, "charge", interrupted)
    status, out, err = spend(name, "0.5", *TOTAL)
    assert (status, out) == (130, "")
    assert len(err.splitlines()) == 1
    assert (paid(study) == (1, 0.5)) if after else not study.exists()


def test_who_is_interrupted_after_paying_is_told_the_price(spend, study, monkeypatch):
    private = two_columns.private_correlation

    def stopped(*arguments, **options):
        private(*arguments, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(two_columns, "private_correlation", stopped)
    status, out, err = spend("correlate", "0.5", *TOTAL)
    assert (status, out, err) == (130, "", "privcausal: interrupted; ε = 0.5 is spent\n")
    assert paid(study) == (1, 0.5)


def test_what_cannot_be_printed_is_paid_for(spend, study, monkeypatch):
    class Full:
        def write(self, text):
            raise OSError(28, "No space left on device")

        def flush(self):
            pass

    monkeypatch.setattr("sys.stdout", Full())
    status, _, err = spend("correlate", "0.5", *TOTAL)
    assert status == 3
    assert "No space left on device; ε = 0.5 is spent" in err
    assert paid(study) == (1, 0.5)


@pytest.mark.parametrize(
    ("name", "option", "place"),
    [
        ("direction", "--plot", "scores.svg"),
        ("direction", "--nonprivate-plot", "mine.png"),
        ("discover", "--out", "graph.svg"),
        ("discover", "--out", "graph.dot"),
        ("discover", "--out", "graph.graphml"),
    ],
)
def test_what_cannot_be_drawn_or_stored_is_paid_for_and_told(spend, study, monkeypatch, name, option, place):
    def full(*arguments, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", full)
    monkeypatch.setattr("privcausal.graphs.result.Discovery.save", full)
    target = study.with_name(place)
    status, out, err = spend(name, "0.5", *TOTAL, option, target)
    assert status == 3
    assert "ε = 0.5" in out
    assert f"privcausal: cannot write {target}: No space left on device; ε = 0.5" in err
    assert err.endswith(" is spent\n")
    assert paid(study) == (1, 0.5)


def test_the_owners_picture_never_takes_the_place_of_the_public_one(spend, study):
    target = study.with_name("scores.svg")
    status, out, err = spend("direction", "0.5", *TOTAL, "--plot", target, "--nonprivate-plot", target)
    assert (status, out) == (2, "")
    assert "--nonprivate-plot must be another file than --plot" in err
    assert not study.exists()


METHODS_OF = {
    "kendall": ("correlate", *COMMANDS["correlate"]),
    "spearman": ("correlate", *COMMANDS["correlate"], "--score", "spearman"),
    "hsic": ("direction", *COMMANDS["direction"]),
    "kendall of residuals": (
        *("direction", *COMMANDS["direction"], "--score", "kendall"),
        *("--protect", "test", "--allow-weak-guarantee"),
    ),
    "iqr": ("direction", *COMMANDS["direction"], "--score", "iqr", "--delta", "1e-6"),
    "asking first": (
        *("direction", *COMMANDS["direction"], "--score", "kendall"),
        *("--protect", "train", "--delta", "1e-6", "--allow-weak-guarantee"),
    ),
    **{
        name: ("discover", *{CATEGORIES: CUT, NUMBERS: WHOLE, MIXED: BOTH}[method.wants], "--method", name)
        for name, method in METHODS.items()
        if name != "pc"
    },
}


@pytest.mark.parametrize("what", METHODS_OF)
def test_every_method_is_heard_when_it_draws(run, tmp_path, what):
    """Or else it would be paid for only after its noise was drawn."""
    heard, path = [], tmp_path / "many.csv"
    path.write_text("dose,feeling,gap\n" + "0,0,1\n1,1,0\n1,1,1\n0,0,0\n" * 1_500)
    declared = "[columns]\ndose = { range = [0, 1] }\nfeeling = { values = [0, 1] }\n"
    (tmp_path / "both.toml").write_text(declared)

    def listener(draw, go):
        heard.append(draw.kind)
        return go()

    name, *options = [tmp_path / word if word == "both.toml" else word for word in METHODS_OF[what]]
    with intercept_draws(listener):
        status, _, err = run(name, path, *options, "--epsilon", "1", "--seed", "1")
    assert status == 0, err
    assert set(heard) - SILENT


@pytest.mark.parametrize("what", METHODS_OF)
def test_every_method_fits_into_its_own_price(run, tmp_path, study, what):
    """The budget file adds up what a method announces; none is refused on its way, and none announces nothing."""
    path = tmp_path / "many.csv"
    path.write_text("dose,feeling,gap\n" + "0,0,1\n1,1,0\n1,1,1\n0,0,0\n" * 1_500)
    declared = "[columns]\ndose = { range = [0, 1] }\nfeeling = { values = [0, 1] }\n"
    (tmp_path / "both.toml").write_text(declared)
    unannounced, hear = [], OpenCharge.hear

    def listen(self, rng, announcement, *, silent):
        unannounced.append(announcement is None and not silent)
        hear(self, rng, announcement, silent=silent)

    name, *options = [tmp_path / word if word == "both.toml" else word for word in METHODS_OF[what]]
    delta = "0.51" if "--protect" in options else "1e-6"  # half a guarantee
    total = ("--budget", study, "--budget-epsilon", "1", "--budget-delta", delta)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpenCharge, "hear", listen)
        status, out, err = run(name, path, *options, "--epsilon", "1", *total)
    assert status == 0, err
    assert "stopped early" not in out
    assert paid(study) == (1, 1.0)
    assert unannounced
    assert not any(unannounced)


@pytest.mark.parametrize("name", [*COMMANDS, "release"])
def test_a_seed_is_refused_before_anything_is_read(refused, tmp_path, study, name):
    """A budget that pays for noise that anyone can take off has lost count."""
    options = COMMANDS.get(name, (*CUT, "--out", tmp_path / "release.json"))
    budget = ("--epsilon", "1", "--budget", study, *TOTAL)
    words = refused(name, "nowhere.csv", *options, *budget, "--seed", "7")
    assert "--seed must be left out with --budget" in words
    assert not study.exists()


def test_a_method_that_asks_nothing_is_not_charged(run, table, study):
    """With fifty records this one knows beforehand that no answer would tell it anything."""
    budget = ("--epsilon", "1", "--budget", study, *TOTAL)
    status, out, err = run("discover", table, *CUT, "--method", "priv-pc", *budget)
    assert status == 0
    assert "0 tests, ε = 0" in out
    assert f"{study}: ε = 0 of ε = 1" in err
    assert not study.exists()


# --- other processes ----------------------------------------------------------------------------------------------


def started(table, study, *arguments, program=("-m", "privcausal")):
    words = ("correlate", table, *COMMANDS["correlate"], "--budget", str(study), *arguments)
    # A shell that runs the tests in the background has them ignore Ctrl-C, and what they start would inherit that.
    return subprocess.Popen(
        [sys.executable, *program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


STALLED = """
import sys, time
from privcausal.__main__ import main
from privcausal.table import csv

def stalled(*_):
    print("reading", flush=True)
    time.sleep(60)
    yield b""

csv.blocks = stalled
sys.exit(main())
"""
"""The command line with a table that gives its first bytes after a minute."""


def test_two_commands_at_once_do_not_overspend(table, study):
    """Each of three wants two fifths: two get an answer, whoever comes last gets none."""
    together = [started(table, study, "--epsilon", "0.4", *TOTAL) for _ in range(3)]
    results = [process.communicate(timeout=120) for process in together]
    assert sorted(process.returncode for process in together) == [0, 0, 2]
    assert sum(bool(out) for out, _ in results) == 2
    assert paid(study) == (2, 0.8)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_control_c_is_one_line_and_costs_nothing_while_it_reads(table, study):
    process = started(table, study, "--epsilon", "0.4", *TOTAL, program=("-c", STALLED))
    assert process.stdout.readline() == "reading\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "privcausal: interrupted\n")
    assert not study.exists()


def test_the_file_is_plain_json(spend, study):
    """So that it can be read without us, in ten years."""
    spend("correlate", "0.5", *TOTAL)
    document = json.loads(study.read_text(encoding="utf-8"))
    assert document["total"] == {"epsilon": 1.0, "delta": 2e-6}
    assert [entry["epsilon"] for entry in document["payments"]] == [0.5]
    assert [path.name for path in study.parent.glob("*study*")] == ["study.json"]


def test_a_purse_is_for_the_people_of_one_table(run, table, study, tmp_path):
    def ask(file, *more):
        words = COMMANDS["correlate"]
        return run("correlate", file, *words, "--epsilon", "0.1", "--budget", study, *more)

    assert ask(table, *TOTAL)[0] == 0
    other, moved = tmp_path / "other.csv", tmp_path / "elsewhere" / Path(table).name
    moved.parent.mkdir()
    for copy in (other, moved):
        copy.write_bytes(Path(table).read_bytes())
    status, _, err = ask(other)
    assert status == 2
    assert (
        "A budget file must be for one table. If this table holds the same people, add --same-people" in err
    )
    assert ask(moved)[0] == 0
    assert ask(other, "--same-people")[0] == 0
    assert ask(other)[0] == 0
    assert len(BudgetFile.at(study).account.charges) == 4


def test_what_python_paid_says_nothing_about_files(run, table, study):
    from privcausal.privacy.price import Price, Relation

    budget_file = BudgetFile.at(study, Price(1.0, 0.0, Relation.SUBSTITUTION))
    for words in ("the graph", "Ann's question"):
        budget_file.charge(Price(0.1, 0.0, Relation.SUBSTITUTION), words)
    words = COMMANDS["correlate"]
    assert run("correlate", table, *words, "--epsilon", "0.1", "--budget", study)[0] == 0


def test_a_new_purse_is_told_of_the_delta_that_the_question_takes(refused, table, study):
    words = refused("discover", table, *COMMANDS["discover"], "--epsilon", "1", "--budget", study, *TOTAL[:2])
    assert "--budget-delta must come with --budget-epsilon, because this question takes δ = 1e-06" in words
    assert not study.exists()
