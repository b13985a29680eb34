"""The first ten minutes of a new user, as they once went wrong: no arrow, line or silence without a reason."""

import re

import networkx as nx
import numpy as np
import pandas as pd
import pytest

BUDGET = ("--epsilon", "1", "--delta", "1e-6", "--seed", "1")
WORDS = "abcde"


@pytest.fixture
def small(tmp_path):
    """300 people and five yes-or-no columns, the first two of them joined."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 2, (300, 5))
    codes[:, 1] = codes[:, 0] ^ (rng.random(300) < 0.1)
    pd.DataFrame(codes, columns=list(WORDS)).to_csv(tmp_path / "small.csv", index=False)
    categories = ",".join(f"{name}=0|1" for name in WORDS)
    return ("discover", tmp_path / "small.csv", "--categories", categories, *BUDGET)


def drawn(out):
    return re.findall(r"^\w+ [→—] \w+$", out, re.MULTILINE)


@pytest.mark.parametrize("method", ["em-pc", "priv-pc", "svt-pc"])
def test_what_was_never_tested_is_no_edge(run, small, method):
    """They drew all ten pairs at ε = 0."""
    status, out, _ = run(*small, "--method", method)
    assert (status, drawn(out)) == (0, [])
    assert "0 tests, ε = 0" in out
    assert "not tested: 10 pairs" in out


def test_untested_pairs_are_dotted_and_are_no_edges_of_a_file(run, printed, small, tmp_path):
    printed(*small, "--method", "svt-pc", "--out", tmp_path / "graph.svg")
    assert (tmp_path / "graph.svg").read_text().count("stroke-dasharray") == 10
    run(*small, "--method", "svt-pc", "--out", tmp_path / "graph.graphml")
    assert not nx.read_graphml(tmp_path / "graph.graphml").edges


def test_no_edges_says_which_would_have_been_seen(printed, small):
    """`once` said "no edges", and not that it could hardly have seen any."""
    out = printed(*small)
    assert re.search(
        r"no edge seen: \d+ pairs; minimum detectable association \(80% power\): φ = 0\.\d\d( to 0\.\d\d)?"
        r", if no cell is missing\n",
        out,
    )


def test_a_table_that_cannot_answer_is_told_so_before_anything_is_spent(refused, small):
    output = refused(*small, "--method", "curate")
    assert (
        "of 300, not even a perfect association of two columns would be seen. Use a larger epsilon" in output
    )
    assert "must have more records" in refused(*small, "--epsilon", "0.1")


@pytest.fixture
def apart(tmp_path):
    """Two columns that have nothing to do with each other."""
    rng = np.random.default_rng(0)
    pd.DataFrame(rng.uniform(size=(1_000, 2)), columns=["x", "y"]).to_csv(tmp_path / "apart.csv", index=False)
    return ("--x", "x", "--y", "y", "--epsilon", "1"), tmp_path / "apart.csv"


@pytest.mark.parametrize("bounds", ["x=0:1,y=0:1", "x=2:3,y=2:3"], ids=["independent", "all clipped"])
def test_no_direction_where_there_is_none(printed, apart, bounds):
    """An arrow was printed every time; one in ten is what the page says."""
    options, file = apart
    arrows = 0
    for seed in range(30):
        out = printed("direction", file, *options, "--bounds", bounds, "--seed", seed)
        arrows += not out.startswith("cannot tell;")
        assert "on simulated pairs" in out
    assert arrows <= 9  # of 30 at one in ten; more than that: once in 1,000 suites


def test_a_correlation_comes_with_its_noise_and_an_interval(printed, apart):
    options, file = apart
    out = printed("correlate", file, *options, "--seed", "1")
    match = re.search(r"noise scale ([\d.]+); 95% interval ([+-][\d.]+) to ([+-][\d.]+)", out)
    assert float(match[1]) == 4 / 1_000
    assert float(match[2]) < 0 < float(match[3])


def test_arrows_that_follow_the_units_say_so(printed, tmp_path):
    """`once-linear` drew crp → bmi, pure noise, in ten cohorts of ten, and nothing warned."""
    rng, file = np.random.default_rng(0), tmp_path / "cohort.csv"
    crp, bmi = rng.gamma(2, 2, 2_000), rng.normal(27, 4, 2_000)
    pd.DataFrame({"crp": crp, "bmi": bmi}).to_csv(file, index=False)
    out = printed("discover", file, "--method", "once-linear", *BUDGET)
    assert drawn(out)
    assert "the arrows take all noises to vary equally: in other units they can reverse" in out
    assert "columns whose mean is not 0 are joined even if independent" in out


def german(folder):
    """What a spreadsheet in German writes: a mark, semicolons, decimal commas, dates, numbers of patients, gaps."""
    rng, lines = np.random.default_rng(1), ["Nr.;Aufnahme;Größe (cm);Raucher;Therapie;Geheilt"]
    for place in range(3_000):
        better = rng.random() < 0.5
        well, smokes = rng.random() < (0.8 if better else 0.3), rng.random() < 0.3
        size = "" if rng.random() < 0.05 else f"{rng.normal(170, 9):.1f}".replace(".", ",")
        words = ("ja" if smokes else "nein", "A" if better else "B", "ja" if well else "nein")
        lines.append(";".join([f"P{place:05}", f"{1 + place % 28:02}.03.2021", size, *words]))
    (folder / "table.csv").write_text("\r\n".join(lines) + "\r\n", encoding="utf-8-sig")
    return {
        "Größe (cm)": "{ range = [120, 220], cuts = [165, 180] }",
        **dict.fromkeys(("Raucher", "Geheilt"), '{ values = ["ja", "nein"] }'),
        "Therapie": '{ values = ["A", "B"], missing = "B" }',
    }, ("Therapie", "Geheilt")


def survey(folder):
    """Questions as names, answers in people's own words with quotes and commas, addresses, and "prefer not to say"."""
    rng, lines = (
        np.random.default_rng(2),
        ['E-mail,"How old are you?","Do you, at times, run?",Sleep,"In your words"'],
    )
    for place in range(3_000):
        runs = rng.random() < 0.5
        age = "prefer not to say" if place % 40 == 0 else rng.integers(18, 90)
        sleeps = "good" if rng.random() < (0.8 if runs else 0.4) else "bad"
        words = ("", '"well, ""fine"""', "no")[place % 3]
        lines.append(f"u{place}@example.org,{age},{'Yes ' if runs else 'No'},{sleeps},{words}")
    (folder / "table.csv").write_text("\n".join(lines) + "\n")
    return {
        "How old are you?": "{ range = [18, 100], cuts = [40, 60] }",
        "Do you, at times, run?": '{ values = ["Yes", "No"], missing = "No" }',
        "Sleep": '{ values = ["good", "bad"], missing = "bad" }',
    }, ("Do you, at times, run?", "Sleep")


def laboratory(folder):
    """Tabs, a Greek letter in Latin-1, what lies below or above what can be measured."""
    rng, lines = np.random.default_rng(3), ["sample\tiron (µg/L)\tHb\tanaemia"]
    for place in range(3_000):
        iron, blood = np.exp(rng.normal(3.5, 1)), rng.normal(12.5, 1.2)
        shown = "<15" if iron < 15 else ">500" if iron > 500 else f"{iron:.0f}"
        lines.append(f"S{place}\t{shown}\t{blood:.1f}\t{int(blood < 12)}")
    (folder / "table.csv").write_text("\n".join(lines) + "\n", encoding="latin-1")
    return {
        "iron (µg/L)": "{ range = [0, 1000], cuts = [15, 50], missing = 7 }",
        "Hb": "{ range = [4, 20], cuts = [12, 14] }",
        "anaemia": "{ values = [0, 1], missing = 0 }",
    }, ("Hb", "anaemia")


@pytest.mark.parametrize("make", [german, survey, laboratory])
def test_from_a_messy_table_to_a_report_by_the_steps_of_the_page(run, printed, refused, tmp_path, make):
    declared, edge = make(tmp_path)
    file, toml = tmp_path / "table.csv", tmp_path / "table.toml"
    encoding = ("--encoding", "latin-1") if make is laboratory else ()
    if encoding:
        assert "try latin-1 or cp1252" in refused("declare", file)
    drafted = printed("declare", file, *encoding)
    kept = [line for line in drafted.splitlines() if not line.endswith("= {}")]
    columns = [f'"{name}" = {message}' for name, message in declared.items()]
    toml.write_text("\n".join([*kept, *columns]).replace('decimal = ""', 'decimal = ","'), encoding="utf-8")
    assert all(f'"{name}" = {{}}' in drafted for name in declared)
    budget = ("--epsilon", "1", "--delta", "1e-6")
    status, out, _ = run("plan", "--declare", toml, "--rows", "3000", *budget)
    assert (status, "use once" in out) == (0, True)
    released, page = tmp_path / "release.json", tmp_path / "study.html"
    status, out, _ = run("release", file, "--declare", toml, *budget, "--seed", "1", "--out", released)
    assert (status, out.startswith("3,000 records of ")) == (0, True)
    out = printed("discover", released, "--report", page)
    assert any(f"\n{a} {sign} {b}" in out for a, b in (edge, edge[::-1]) for sign in "→—")
    shown = page.read_text(encoding="utf-8")
    assert "3,000" in shown
    assert not re.search(r"P0\d{4}|@example|\.03\.2021|prefer not|S\d{3}\b|&lt;15", shown)


@pytest.mark.parametrize(
    ("draft", "message"),
    [
        ("[columns]\nage = { range = [0, 110] }\nname = {}\n", "delete its line if you do not need it"),
        (
            'decimal = ""\n[columns]\nage = { range = [0, 110] }\n',
            "table.toml: decimal must be a point or a comma",
        ),
    ],
)
def test_a_draft_that_is_half_filled_in_is_told_what_to_do(refused, tmp_path, draft, message):
    (tmp_path / "table.toml").write_text(draft)
    assert message in refused("plan", "--declare", tmp_path / "table.toml", "--rows", "50", *BUDGET[:4])


@pytest.mark.parametrize(("epsilon", "delta"), [("11", "1e-6"), ("1", "0.01")])
def test_a_weak_promise_is_not_made_unawares(refused, small, epsilon, delta):
    assert "--allow-weak-guarantee" in refused(*small[:-6], "--epsilon", epsilon, "--delta", delta)


def test_many_columns_draw_no_crowd_of_arrows(printed, tmp_path):
    """30 independent columns and 5,000 rows: 322 arrows were drawn, of 435 pairs, and "stopped early" was said."""
    names = [f"c{place}" for place in range(30)]
    codes = np.random.default_rng(0).integers(0, 2, (5_000, 30))
    pd.DataFrame(codes, columns=names).to_csv(tmp_path / "wide.csv", index=False)
    lists = ",".join(f"{name}=0|1" for name in names)
    for method in ("once", "svt-pc"):
        out = printed("discover", tmp_path / "wide.csv", "--categories", lists, *BUDGET, "--method", method)
        edges = drawn(re.sub(r"  .*", "", out))
        assert len(edges) <= 8, "435 tests at a level of 0.01 leave four, in the mean"
        assert not edges or method != "once" or f"one of the tests: {len(edges)} edges" in out
