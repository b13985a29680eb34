"""Several rows of one person, from the question to the answer: what is paid, what is said, and what is not made up."""

import json
import math

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.__main__ import main
from privcausal.graphs.methods import METHODS
from privcausal.graphs.pair_status import PairStatus
from privcausal.privacy.gaussian import largest_mu
from privcausal.published import published
from privcausal.table.declaration_files import load

pytestmark = pytest.mark.filterwarnings("ignore:seed makes this a demonstration")

TOWN = {"a": [0, 1], "b": [0, 1], "c": [0, 1]}
NUMBERS = dict.fromkeys(TOWN, (-4, 4))
BUDGET = {"epsilon": 6.0, "delta": 1e-6}


def panel(rng, people=600, rows=10):
    """Three independent columns of numbers that hardly change within a person."""
    values = np.repeat(rng.normal(size=(people, 3)), rows, axis=0) + 0.1 * rng.normal(size=(people * rows, 3))
    return pd.DataFrame(values.clip(-4, 4), columns=list(TOWN)).assign(id=np.repeat(np.arange(people), rows))


def signs(frame):
    return frame.assign(**{name: (frame[name] > 0).astype(int) for name in TOWN})


def mixed(frame):
    return frame.assign(a=(frame.a > 0).astype(int))


WORLDS = {
    "once": (signs, TOWN),
    "once-further": (signs, TOWN),
    "once-sparing": (signs, TOWN),
    "once-correlations": (lambda frame: frame, NUMBERS),
    "once-mixed": (mixed, NUMBERS | {"a": [0, 1]}),
}


def edges(method, rows, runs=10):
    """Edges among independent columns, of three pairs in each run."""
    made, declare = WORLDS[method]
    found = 0
    for seed in range(runs):
        frame = made(panel(np.random.default_rng(seed), people=400, rows=20))
        asked = {"declare": declare, "method": method, "rows_per_person": rows, "seed": seed}
        result = privcausal.discover(frame, **BUDGET, **asked)
        found += int(np.triu(result.matrix | result.matrix.T).sum())
    return found


def test_every_method_that_takes_several_rows_is_tried():
    assert set(WORLDS) == {name for name, method in METHODS.items() if method.several_rows}


@pytest.mark.parametrize("method", WORLDS)
def test_what_rows_of_one_person_share_makes_no_edge(method):
    assert edges(method, rows=1) >= 7  # as if rows were people: the old state, and this test can fail
    assert edges(method, rows=20) <= 1


@pytest.mark.parametrize("method", WORLDS)
def test_the_plan_says_what_is_seen_afterwards_and_it_is_that_of_a_tenth_of_the_records(method):
    made, declare = WORLDS[method]
    frame = made(panel(np.random.default_rng(0)))
    asked = {"declare": declare, "method": method, **BUDGET, "seed": 1}
    least = privcausal.discover(frame, **asked, rows_per_person=10).least
    tenth = privcausal.discover(frame[::10], **asked).least
    assert np.allclose(least, tenth, rtol=0.01, equal_nan=True)  # the noisy shares differ a little
    planned = privcausal.plan(declare, rows=len(frame), rows_per_person=10, **BUDGET, target=0.3)
    people = privcausal.plan(declare, rows=len(frame) // 10, **BUDGET, target=0.3)
    assert planned.records_needed == 10 * people.records_needed
    assert np.allclose(planned.methods[0].least, people.methods[0].least, equal_nan=True)
    if method == planned.methods[0].method:
        assert np.allclose(
            least, planned.methods[0].least, rtol=0.05, equal_nan=True
        )  # even shares are planned
    assert "per person with at most 10 rows" in str(planned)


@pytest.mark.parametrize("score", ["kendall", "spearman"])
def test_the_noise_of_a_correlation_is_for_all_rows_of_a_person(score):
    frame = panel(np.random.default_rng(0))
    one, ten = (
        privcausal.correlate(frame, "a", "b", epsilon=1, score=score, rows_per_person=rows)
        for rows in (1, 10)
    )
    assert math.isclose(ten.noise, 10 * one.noise)
    assert ten.high - ten.low > 3 * (one.high - one.low)
    assert (ten.spent.epsilon, ten.spent.rows) == (1, 10)
    assert ten.to_dict()["spent"]["rows_per_person"] == 10
    assert "ε = 1 per person with at most 10 rows, substitution" in str(ten)


def test_the_noise_of_a_release_is_for_all_rows_of_a_person(tmp_path):
    frame = signs(panel(np.random.default_rng(0))).assign(b=lambda town: town.a)
    one, ten = (privcausal.release(frame, declare=TOWN, **BUDGET, rows_per_person=rows) for rows in (1, 10))
    assert math.isclose(ten.scales[0, 1], 10 * one.scales[0, 1], rel_tol=1e-6)
    ten.save(tmp_path / "release.json")
    kept = published(tmp_path / "release.json")
    assert (kept.spent, kept.declaration["rows_per_person"]) == (ten.spent, 10)
    assert kept.interactions.independent == 600
    assert str(kept.discover()) == str(ten.discover())
    assert ("several rows of one person" in str(kept.discover())) == bool(kept.discover().matrix.any())
    assert "rows_per_person" not in json.loads(one.to_json())["declaration"]


def test_ten_rows_pay_what_was_asked_in_gaussian_privacy():
    """What the mechanisms were told of one row, times ten: by listening to the noise."""
    from privcausal.privacy.draw_hooks import intercept_draws

    heard = []

    def listener(draw, go):
        if draw.kind == "add_gaussian":
            heard.append(draw.arguments["sensitivity"] / draw.arguments["scale"])
        return go()

    with intercept_draws(listener):
        privcausal.release(signs(panel(np.random.default_rng(0))), declare=TOWN, **BUDGET, rows_per_person=10)
    spent = 10 * math.sqrt(sum(mu**2 for mu in heard))
    assert 0.8 * largest_mu(*BUDGET.values()) < spent <= largest_mu(*BUDGET.values())


def answers(**people):
    frame, numbers = signs(panel(np.random.default_rng(3))), panel(np.random.default_rng(3))
    yield privcausal.correlate(numbers, "a", "b", epsilon=1, seed=1, **people)
    yield privcausal.direction(numbers[:200], "a", "b", epsilon=1, declare=NUMBERS, seed=1, **people)
    for method, (made, declare) in WORLDS.items():
        yield privcausal.discover(made(numbers), **BUDGET, declare=declare, method=method, seed=1, **people)
    yield privcausal.discover(frame, **BUDGET, declare=TOWN, method="em-pc", seed=1, **people)
    yield privcausal.release(frame, **BUDGET, declare=TOWN, seed=1, **people)


def test_one_row_a_person_leaves_every_digit_of_every_answer():
    for plain, said in zip(answers(), answers(rows_per_person=1), strict=True):
        assert plain.to_json() == said.to_json()
        assert str(plain) == str(said)
    plans = [privcausal.plan(TOWN, rows=5_000, **BUDGET, **more) for more in ({}, {"rows_per_person": 1})]
    assert plans[0].to_json() == plans[1].to_json()


@pytest.mark.parametrize("method", ["em-pc", "priv-pc", "svt-pc", "curate", "noleaks", "once-linear"])
def test_a_method_whose_tests_take_rows_to_be_independent_refuses(method):
    made, declare = (
        (panel, NUMBERS) if method in ("once-linear", "noleaks") else (lambda rng: signs(panel(rng)), TOWN)
    )
    frame = made(np.random.default_rng(0))
    with pytest.raises(
        ValueError, match=r"rows_per_person must be 1 for method=.*, got 10;.*Nothing was spent"
    ):
        privcausal.discover(frame, declare=declare, method=method, **BUDGET, rows_per_person=10)


def test_direction_refuses_and_says_what_to_do():
    frame = panel(np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"rows_per_person must be 1 for a direction.*name the column"):
        privcausal.direction(frame, "a", "b", epsilon=1, declare=NUMBERS, rows_per_person=10)
    asked = {"epsilon": 1, "declare": NUMBERS, "person": "id", "keep_rows": 600}
    assert privcausal.direction(frame, "a", "b", **asked).spent.rows == 1


def test_one_row_of_each_is_as_good_as_a_table_of_people():
    """Twenty rows each, one kept: no blank row is among them, and nothing is made up."""
    frame = panel(np.random.default_rng(0), people=1_000, rows=20)
    asked = {"epsilon": 5, "person": "id", "keep_rows": 1_000}
    result = privcausal.correlate(frame, "a", "b", **asked)
    assert result.high - result.low < 0.2
    assert str(result).count("per person") == 0
    two = {name: TOWN[name] for name in ("a", "b")}
    blank = privcausal.discover(signs(frame), declare=two, **BUDGET, person="id")
    drawn = privcausal.discover(signs(frame), declare=two, **BUDGET, person="id", keep_rows=1_000)
    assert (
        drawn.matrix.sum() == blank.matrix.sum() == 0
    )  # blank rows have their gaps together, which tell nothing


def test_a_table_without_a_declaration_leaves_the_identifiers_out():
    frame = panel(np.random.default_rng(0))
    result = privcausal.discover(frame, **BUDGET, person="id", rows_per_person=10)
    assert result.names == list(TOWN)


def test_the_declaration_may_say_it(tmp_path):
    text = "rows_per_person = 10\n[columns]\n" + "".join(f"{name} = {{ values = [0, 1] }}\n" for name in TOWN)
    (tmp_path / "town.toml").write_text(text)
    frame, declared = signs(panel(np.random.default_rng(0))), load(tmp_path / "town.toml")
    assert privcausal.discover(frame, **BUDGET, declare=declared).spent.rows == 10
    assert privcausal.discover(frame, **BUDGET, declare=declared, rows_per_person=20).spent.rows == 20


def test_a_table_too_small_for_so_many_rows_a_person_is_refused_unspent():
    frame = signs(panel(np.random.default_rng(0), people=60))
    with pytest.raises(ValueError, match=r"[Nn]othing was spent"):
        privcausal.discover(frame, declare=TOWN, epsilon=0.5, delta=1e-6, rows_per_person=200)
    with pytest.raises(
        ValueError, match="hides even a perfect correlation of 600 records, up to 300 of one person"
    ):
        privcausal.correlate(frame, "a", "b", epsilon=0.5, rows_per_person=300)
    with pytest.raises(
        ValueError, match="records must be at least 2, and twice the largest number of rows of one"
    ):
        privcausal.plan(TOWN, rows=10, rows_per_person=6, **BUDGET)


@pytest.fixture
def visits(tmp_path):
    path = tmp_path / "visits.csv"
    signs(panel(np.random.default_rng(0))).assign(b=lambda town: town.a).to_csv(path, index=False)
    return str(path)


TEN_ROWS = [
    "--categories",
    "a=0|1,b=0|1,c=0|1",
    "--epsilon",
    "6",
    "--delta",
    "1e-6",
    "--rows-per-person",
    "10",
]


def command(*words):
    return main([*map(str, words)])


def test_a_command_says_it_in_its_answer_its_json_and_its_page(visits, tmp_path, capsys):
    assert command("discover", visits, *TEN_ROWS, "--report", tmp_path / "page.html") == 0
    out = capsys.readouterr().out
    assert "ε = 6, δ = 1e-06 per person with at most 10 rows (substitution)" in out
    assert "no probabilities available" in out
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "each person, with at most 10 rows" in page
    assert "No person has more than 10 rows: for a person who has more, the guarantee is weaker." in page
    assert "If the rows of one person, at most 10, were replaced by any others" in page
    assert "One row is one person" not in page
    assert command("discover", visits, *TEN_ROWS, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["rows_per_person"] == answer["spent"]["rows_per_person"] == 10


def test_a_command_cuts_by_a_column_and_warns_of_blank_rows(visits, tmp_path, capsys):
    asked = ("--x", "a", "--y", "b", "--epsilon", "5", "--person", "id", "--json")
    assert (
        command("correlate", visits, *asked, "--rows-per-person", "2", "--report", tmp_path / "page.html")
        == 0
    )
    answer = json.loads(capsys.readouterr().out.split("\nreport in")[0])
    assert (answer["person"], answer["rows_per_person"]) == ("id", 2)
    assert any("count as blank" in warning for warning in answer["warnings"])
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "if no row is blank" in page
    assert "each person, with all rows" in page
    assert "Of each person the first 2 rows were kept; the column" in page
    assert command("correlate", visits, *asked, "--keep-rows", "600") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["records"], answer["keep_rows"]) == (600, 600)
    assert [warning.partition(":")[0] for warning in answer["warnings"]] == ["keep_rows"]


def test_the_interval_of_a_correlation_says_that_blank_rows_count():
    """Their cells are equal, all in the middle, so that the published number is another one's."""
    people = panel(np.random.default_rng(0), people=2_000, rows=1)
    visits = pd.concat([people.assign(a=people.a + people.b)] * 3)
    cut = privcausal.correlate(visits, "a", "b", epsilon=5, person="id")
    assert "if no row is blank" in str(cut)
    whole = privcausal.correlate(visits, "a", "b", epsilon=5, rows_per_person=3)
    assert "blank" not in str(whole)
    assert whole.low > cut.high


def test_what_blank_rows_hide_is_not_called_detectable(tmp_path):
    """Of 20,000 rows 6,000 are kept: at the φ that was printed, no association was found in 40 tables."""
    rng = np.random.default_rng(0)
    visits = pd.DataFrame(rng.integers(0, 2, (6_000, 3)), columns=list(TOWN)).assign(id=np.arange(6_000))
    visits = pd.concat([visits, visits, visits])
    asked = {"epsilon": 3, "delta": 1e-6, "declare": TOWN}
    cut = privcausal.discover(visits, person="id", **asked)
    assert {pair.minimum_detectable for pair in cut.pairs} == {None}
    assert str(cut).endswith("no edge seen: 3 pairs")
    cut.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "is not known, because rows left out count as blank" in page
    drawn = privcausal.discover(visits, person="id", keep_rows=6_000, **asked)
    assert drawn.missing_edge_notes()[0].endswith(", if no row is blank and no cell is missing")
    declared = {name: {"values": [0, 1], "missing": 0} for name in TOWN}
    whole = privcausal.discover(visits, **asked | {"declare": declared})
    assert "if no" not in str(whole)


def test_a_release_and_a_plan_by_command(visits, tmp_path, capsys):
    assert command("release", visits, *TEN_ROWS, "--out", tmp_path / "release.json") == 0
    assert command("discover", tmp_path / "release.json", "--report", tmp_path / "page.html") == 0
    assert capsys.readouterr().out.count("per person with at most 10 rows") == 2
    assert "each person, with at most 10 rows" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert command("plan", *TEN_ROWS, "--rows", "6000") == 0
    assert "per person with at most 10 rows" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rows-per-person", "0"), "rows_per_person must be a whole number, 1 or more, got 0"),
        (("--keep-rows", "9"), "keep_rows must come with person"),
        (("--person", "who"), "does not have column"),
        (("--person", "a"), "person must be a column of identifiers"),
        (
            ("--rows-per-person", "3000"),
            "hides even a perfect correlation of 6000 records, up to 3000 of one person",
        ),
    ],
)
def test_bad_words_are_named(visits, capsys, words, said):
    assert command("correlate", visits, "--x", "a", "--y", "b", "--epsilon", "1", *words) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert said in captured.err


def test_a_release_is_asked_without_a_word_of_its_rows(tmp_path, capsys):
    assert command("discover", "release.json", "--rows-per-person", "3") == 2
    assert "--rows-per-person must be left out" in capsys.readouterr().err


@pytest.mark.parametrize("cell", ["Zoe", "", "\xff", '"', "Ann,Bo", "1e999", "x" * 300_000])
def test_what_stands_in_a_cell_of_identifiers_shows_in_no_message(visits, capsys, cell):
    """One line may say anything: the command ends alike, and quotes nothing of it."""
    with open(visits, "ab") as file:
        file.write(cell.encode("latin-1") + b",1,1,1\n")
    assert command("correlate", visits, "--x", "a", "--y", "b", "--epsilon", "5", "--person", "id") == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.startswith("kendall of a and b")


def test_one_budget_file_is_for_people_with_one_number_of_rows(visits, tmp_path, capsys):
    """Otherwise the same rows would be paid for at one price and at ten."""
    asked = ("--x", "a", "--y", "b", "--epsilon", "0.5", "--budget", tmp_path / "study.json")
    ten = ("--rows-per-person", "10")
    assert command("correlate", visits, *asked, "--budget-epsilon", "9", *ten) == 0
    before = (tmp_path / "study.json").read_text(encoding="utf-8")
    assert json.loads(before)["payments"][0]["rows_per_person"] == 10
    capsys.readouterr()
    assert command("correlate", visits, *asked) == 2
    assert "rows_per_person must be 10, as it was when" in capsys.readouterr().err
    assert (tmp_path / "study.json").read_text(encoding="utf-8") == before
    assert command("correlate", visits, *asked, *ten) == 0


def test_every_question_of_identified_people_is_paid_from_a_budget_file(tmp_path):
    """A direction was refused at its first draw, and without a budget file its price named nobody's rows."""
    numbers = panel(np.random.default_rng(0))
    people = {"person": "id", "budget": privcausal.budget(tmp_path / "b.json", epsilon=9, delta=1e-4)}
    results = [
        privcausal.check(numbers, epsilon=1, declare=NUMBERS, **people),
        privcausal.correlate(numbers, "a", "b", epsilon=1, **people),
        privcausal.direction(numbers, "a", "b", epsilon=1, declare=NUMBERS, **people),
        privcausal.discover(numbers, epsilon=3, delta=1e-6, declare=NUMBERS, **people),
        privcausal.release(signs(numbers), epsilon=3, delta=1e-6, declare=TOWN, **people),
    ]
    assert len(people["budget"].account.charges) == len(results)
    assert {(result.spent.person, result.spent.blank) for result in results} == {("id", True)}
    assert all("count as blank" in str(result) for result in results)


def test_no_edge_is_called_sure_where_blank_rows_make_columns_look_related(tmp_path):
    """Independent columns of 5,000 people, in a table of four rows each, of which one is kept."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.integers(0, 2, (20_000, 3)), columns=list("abc")).assign(
        id=np.arange(20_000) // 4
    )
    asked = {"declare": {name: {"values": [0, 1], "missing": 0} for name in "abc"}, "person": "id"}
    blank = privcausal.discover(frame, epsilon=3, delta=1e-6, **asked)
    assert blank.pairs_with_status(PairStatus.UNDIRECTED)
    assert not blank.probabilities
    assert "count as blank" in ", ".join(blank.outside_calibration)
    kept = privcausal.discover(
        frame, epsilon=3, delta=1e-6, **asked, keep_rows=15_000
    )  # too many: there are 5,000
    assert "if fewer rows than these were kept, blank ones stand in for the rest" in str(kept)
    kept.report(tmp_path / "kept.html")
    page = (tmp_path / "kept.html").read_text(encoding="utf-8")
    assert "Assumed:</b> At least 15,000 rows were kept" in page
