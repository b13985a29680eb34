"""Every command as a new user would try it, with good and with bad input."""

import json
import shutil
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from privcausal.__main__ import main
from privcausal.commands import claims as commands
from privcausal.graphs.models.bayesian_network import network
from privcausal.verify import ledger as books
from privcausal.verify.runner import Run, run_check


@pytest.fixture
def book(tmp_path):
    return shutil.copy(books.PATH, tmp_path / "ledger.json")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "clinic.csv"
    lines = "\n".join(f"{i},{i * i},{'' if i == 3 else i}" for i in range(50))
    path.write_text(f"dose,feeling,gap\n{lines}\n")
    return str(path)


def run(capsys, *arguments):
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_help_shows_examples_at_once():
    command = [sys.executable, "-X", "importtime", "-m", "privcausal", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "examples:" in done.stdout
    assert "numpy" not in done.stderr, "--help must not wait for heavy imports"


def test_verify_one_claim_and_find_nothing_changed(capsys, book):
    status, out, _ = run(capsys, "verify", "K-correct2", "--ledger", str(book))
    assert status == 0
    assert "K-correct2" in out
    assert "0 changed" in out
    assert book.read_bytes() == books.PATH.read_bytes()


def test_verify_restores_a_missing_row(capsys, book):
    data = json.loads(book.read_text(encoding="utf-8"))
    del data["rows"]["K-correct2"]
    book.write_text(json.dumps(data), encoding="utf-8")
    status, out, _ = run(capsys, "verify", "K-correct2", "--ledger", str(book))
    assert status == 1
    assert "1 changed" in out
    assert book.read_bytes() == books.PATH.read_bytes()


def test_verify_reports_a_changed_verdict(capsys, book):
    text = book.read_text(encoding="utf-8")
    row = json.loads(text)["rows"]["K-correct2"]
    book.write_text(text.replace(f'"badge": "{row["badge"]}"', '"badge": "refuted"'), encoding="utf-8")
    status, out, _ = run(capsys, "verify", "K-correct2", "--ledger", str(book))
    assert status == 1
    assert "was refuted" in out


def test_verify_of_another_effort_compares_and_leaves_the_file(capsys, book):
    before = book.read_bytes()
    status, out, _ = run(capsys, "verify", "K-correct2", "--ledger", str(book), "--effort", "0.02")
    assert status == 0
    assert "agrees" in out
    assert "left as it is" in out
    assert book.read_bytes() == before


def test_verify_prints_json(capsys, book):
    _, out, _ = run(capsys, "verify", "K-correct2", "--ledger", str(book), "--json", "--seed", "1")
    assert json.loads(out)[0]["verdict"] == "holds"


def test_an_interrupted_run_keeps_what_was_found(capsys, tmp_path, monkeypatch):
    def stopped(claims, effort, **options):
        partial = Run(claims, interrupted=True)
        claim = claims["K-correct2"]
        for place in range(len(claim.checks)):
            task, findings = run_check(claim, place, effort, 0)
            partial.absorb(task, findings)
        return partial

    monkeypatch.setattr(commands, "run_checks", stopped)
    path = tmp_path / "fresh.json"
    status, out, _ = run(capsys, "verify", "K-correct2", "K-kendall", "--ledger", str(path))
    assert status == commands.INTERRUPTED
    assert "interrupted" in out
    assert list(books.read(path).rows) == ["K-correct2"]


def test_the_ledger_is_shown(capsys):
    status, out, err = run(capsys, "ledger")
    assert status == 0
    assert err == ""
    assert all(name in out for name in books.read().rows)


def test_a_stale_ledger_is_reported(capsys, book):
    text = book.read_text(encoding="utf-8")
    row = books.read().rows["K-kendall"]
    book.write_text(text.replace(row.code_hash, "0" * 16), encoding="utf-8")
    status, out, err = run(capsys, "ledger", "--ledger", str(book))
    assert status == 1
    assert "stale" in out
    assert "K-kendall: stale" in err


@pytest.mark.parametrize("name", books.read().rows)
def test_every_witness_replays(capsys, name):
    status, out, _ = run(capsys, "witness", name)
    assert status == 0
    assert name in out
    assert "NOT" not in out


def test_a_forged_witness_is_noticed(capsys, book):
    data = json.loads(book.read_text(encoding="utf-8"))
    for entry in data["rows"]["K-kendall"]["evidence"]:
        entry["attained"] = "1/99"
    book.write_text(json.dumps(data), encoding="utf-8")
    status, out, _ = run(capsys, "witness", "K-kendall", "--ledger", str(book))
    assert status == 1
    assert "NOT the same" in out


def test_correlate(capsys, table):
    status, out, err = run(
        capsys, "correlate", table, "--x", "dose", "--y", "feeling", "--epsilon", "5", "--seed", "1"
    )
    assert status == 0
    assert "ε = 5, substitution" in out
    assert "demonstration" in err


DIRECTION = ["direction", "CSV", "--x", "dose", "--y", "feeling", "--epsilon", "1"]
RANGES = ["--bounds", "dose=0:50,feeling=0:2000"]


def test_direction_answers_and_draws(capsys, table, tmp_path):
    picture = tmp_path / "scores.svg"
    arguments = [table if a == "CSV" else a for a in DIRECTION] + [
        *RANGES,
        "--seed",
        "1",
        "--plot",
        str(picture),
    ]
    status, out, err = run(capsys, *arguments)
    assert status == 0
    assert "ε = 1, protects both" in out
    assert "clipped" in err
    assert picture.read_text().count("<svg") == 1


def test_direction_by_the_iqr_score_and_pictures_for_the_owner(capsys, table, tmp_path):
    private = tmp_path / "mine.svg"
    arguments = [table if a == "CSV" else a for a in DIRECTION] + [
        *RANGES,
        "--score",
        "iqr",
        "--delta",
        "1e-6",
    ]
    status, out, err = run(capsys, *arguments, "--owner-plot", str(private))
    assert status == 0
    assert "no answer" in out
    assert "ε = 1, δ = 1e-06, protects both" in out
    assert "keep it to yourself" in err
    drawing = private.read_text()
    assert drawing.count("<svg") == 1
    assert "dose → feeling" in drawing


BAD = {
    "no range": ([*DIRECTION, "--bounds", "dose=0:50"], "--bounds must declare a range for 'feeling'"),
    "range unread": (
        [*DIRECTION, "--bounds", "dose:0"],
        "--bounds must look like A=0:10,B=-1:1, got 'dose:0'",
    ),
    "range reversed": (
        [*DIRECTION, "--bounds", "dose=5:1,feeling=0:1"],
        "two finite numbers low:high, got 5:1",
    ),
    "no picture": ([*DIRECTION, *RANGES, "--plot", "scores.gif"], "--plot must name a .png or .svg file"),
    "no λ": ([*DIRECTION, *RANGES, "--penalty", "0"], "penalty must be a positive finite number, got 0.0"),
    "nobody protected": (
        [*DIRECTION, *RANGES, "--protect", "none"],
        "protect must be one of test, train, both",
    ),
    "rank scores for both": (
        [*DIRECTION, *RANGES, "--score", "kendall"],
        "protect='both' needs score='hsic' or 'iqr'",
    ),
    "iqr without δ": (
        [*DIRECTION, *RANGES, "--score", "iqr"],
        "delta must be positive: asking first can fail",
    ),
    "no owner's picture": (
        [*DIRECTION, *RANGES, "--owner-plot", "mine.pdf"],
        "--owner-plot must name a .png or .svg file",
    ),
    "needless proposal": ([*DIRECTION, *RANGES, "--proposal", "1"], "proposal is for score='iqr' alone"),
    "unknown claim": (["verify", "K-kendal"], "no claim 'K-kendal'; there is K-kendall"),
    "negative minutes": (["verify", "--effort", "-3"], "positive number of minutes, got '-3'"),
    "no effort": (["verify", "--effort", "hard"], "quick, thorough or a positive number"),
    "no jobs": (["verify", "--jobs", "0"], "--jobs must be"),
    "unreadable ledger": (["ledger", "--ledger", "/nowhere/ledger.json"], "cannot read the ledger"),
    "unknown witness": (["witness", "Z-none"], "there is no claim"),
    "missing file": (
        ["correlate", "/nowhere.csv", "--x", "a", "--y", "b", "--epsilon", "1"],
        "cannot read /nowhere",
    ),
    "missing column": (
        ["correlate", "CSV", "--x", "a", "--y", "dose", "--epsilon", "1"],
        "no column 'a'; it has dose",
    ),
    "NaN": (["correlate", "CSV", "--x", "gap", "--y", "dose", "--epsilon", "1"], "must be finite numbers"),
    "negative ε": (
        ["correlate", "CSV", "--x", "dose", "--y", "dose", "--epsilon", "-1"],
        "epsilon must be a positive",
    ),
    "partial write": (["verify", "K-kendall", "--seed", "3", "--write", "--effort", "0.001"], "give no ID"),
    "unknown score": (
        ["correlate", "CSV", "--x", "dose", "--y", "dose", "--epsilon", "1", "--score", "r"],
        "score must be one of",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_gets_one_sentence_and_status_2(capsys, table, what):
    arguments, words = BAD[what]
    status, _, err = run(capsys, *(table if argument == "CSV" else argument for argument in arguments))
    assert status == 2
    assert words in err
    assert len(err.strip().splitlines()) == 1


def test_a_broken_ledger_file_is_bad_input(capsys, tmp_path):
    path = tmp_path / "ledger.json"
    path.write_text("{")
    assert run(capsys, "witness", "K-kendall", "--ledger", str(path))[0] == 2


def test_an_unknown_command_exits_with_2():
    with pytest.raises(SystemExit) as stop:
        main(["veryfy"])
    assert stop.value.code == 2


@pytest.fixture
def town(tmp_path):
    """Records of a small network, as text in a file."""
    net = network("earthquake")
    codes = net.sample(3_000, np.random.default_rng(0))
    frame = pd.DataFrame(np.where(codes == 1, "no", "yes"), columns=list(net.nodes))
    frame.to_csv(tmp_path / "town.csv", index=False)
    (tmp_path / "town.json").write_text(json.dumps({name: ["yes", "no"] for name in net.nodes}))
    return tmp_path


def discover(capsys, town, *arguments):
    files = (str(town / "town.csv"), "--categories", str(town / "town.json"))
    return run(capsys, "discover", *files, *arguments)


PUBLIC = ("--method", "pc", "--epsilon", "inf")
PRIVATE = ("--epsilon", "1", "--delta", "1e-6", "--seed", "1")


def test_discover_without_privacy_says_so(capsys, town):
    status, out, _ = discover(capsys, town, *PUBLIC)
    assert status == 0
    assert "ε = inf" in out
    assert "Alarm — JohnCalls" in out or "Alarm → JohnCalls" in out


def test_discover_privately_prints_its_price(capsys, town):
    status, out, err = discover(capsys, town, *PRIVATE)
    assert status == 0
    assert "ε = 1, δ = 1e-06 (substitution)" in out
    assert "--seed makes this a demonstration" in err


@pytest.mark.parametrize("name", ["graph.svg", "graph.png", "graph.graphml", "graph.dot"])
def test_discover_writes_the_graph(capsys, town, name):
    target = town / name
    status, out, _ = discover(capsys, town, *PUBLIC, "--out", str(target))
    assert status == 0
    assert f"written to {target}" in out
    assert target.stat().st_size > 100


def test_discover_compares_with_a_known_graph(capsys, town):
    discover(capsys, town, *PUBLIC, "--out", str(town / "truth.graphml"))
    picture = town / "graph.svg"
    status, _, _ = discover(
        capsys, town, *PUBLIC, "--truth", str(town / "truth.graphml"), "--out", str(picture)
    )
    assert status == 0
    assert picture.exists()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["--method", "psychic"], "method must be one of"),
        (["--epsilon", "0"], "epsilon must be a positive finite number"),
        (["--epsilon", "inf"], "epsilon must be a positive finite number"),
        (["--delta", "2"], "delta must lie between 0 and 1"),
        (["--categories", "Alarm"], "--categories must look like"),
        (["--categories", "Alarm=yes|no,Alarm=yes|no"], "--categories must look like"),
        (["--categories", "Alarm=yes|no,Weather=wet|dry"], "has no column 'Weather'"),
        (["--categories", "Alarm=yes|no,Burglary=yes|perhaps"], "must hold declared categories only"),
        (["--categories", "nowhere.json"], "cannot read nowhere.json"),
        (["--out", "graph.pdf"], "--out must name a"),
        (["--truth", "nowhere.graphml"], "cannot be read as GraphML"),
    ],
)
def test_discover_refuses_bad_input_in_one_sentence(capsys, town, changes, words):
    status, out, err = discover(capsys, town, *PRIVATE, *changes)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_missing_file_and_a_broken_list_of_categories(capsys, town):
    (town / "broken.json").write_text('{"Alarm": "yes"}')
    for arguments, words in (
        (("nowhere.csv", "--categories", "a=0|1,b=0|1"), "cannot read nowhere.csv"),
        ((str(town / "town.csv"), "--categories", str(town / "broken.json")), "must hold an object of lists"),
    ):
        status, _, err = run(capsys, "discover", *arguments, *PRIVATE)
        assert status == 2
        assert words in err


def test_a_reader_who_stops_reading_is_no_error():
    command = f"{sys.executable} -m privcausal ledger | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
