"""The practitioner's two pages show what really happens: their code runs, their commands print what they say."""

import math
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.__main__ import main
from privcausal.graphs.models.bayesian_network import network
from privcausal.table.declaration import Categories

pytestmark = pytest.mark.refused_when_blind

BOOK = Path(__file__).parents[2] / "book"
GUIDE = (BOOK / "your-own-table.md").read_text(encoding="utf-8")
PAGE = GUIDE + (BOOK / "table-reference.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
BLOCK = re.compile(r"```console\n\$ python (.*?)\n(.*?)```", re.DOTALL)
SPENT = "-m privcausal budget study.json"
CONSOLE = [block for block in BLOCK.findall(PAGE) if block[0] != SPENT]
TOTAL = "--budget study.json --budget-epsilon 2 --budget-delta 1e-6"
TYPED = re.compile(r"```text\npython (-m privcausal (?:check|discover|effect) .*?)\n```")


def run(folder, *arguments):
    """What a reader sees: the answer, or why there is none."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout if done.returncode == 0 else done.stderr


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    assert run(folder, "-c", PYTHON[0]) == ""
    assert run(folder, "-c", PYTHON[1]) == ""
    write_declaration(folder)
    return folder


def write_declaration(folder):
    """The declaration that the guide has its reader fill in, and the first lines of the file that it describes."""
    (folder / "patients.toml").write_text(
        re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)[0], encoding="utf-8"
    )
    assert (
        (folder / "patients.csv")
        .read_text()
        .startswith(re.findall(r"```text\n(.*?)```", GUIDE, re.DOTALL)[0])
    )


@pytest.mark.parametrize(
    ("command", "shown"),
    CONSOLE,
    ids=[command.split()[2] + str(place) for place, (command, _) in enumerate(CONSOLE)],
)
def test_a_command_prints_what_the_page_says(tables, command, shown, monkeypatch, capsys):
    monkeypatch.chdir(tables)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tables / "cache"))
    module, library, *words = shlex.split(command.replace("\\\n", ""))
    assert (module, library) == ("-m", "privcausal")
    status = main(words)
    captured = capsys.readouterr()
    assert (captured.err if status else captured.out) == shown


def test_the_guide_runs_on_one_budget_and_its_last_command_lists_it(tmp_path, monkeypatch, capsys):
    """As its reader types it: with a budget file where the page has a seed, and with the report."""
    assert run(tmp_path, "-c", PYTHON[0]) == ""
    write_declaration(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    asked = [command for command, _ in BLOCK.findall(GUIDE) if "--seed 1" in command]
    for place, command in enumerate(asked):
        budget = TOTAL if place == 0 else TOTAL.split(" --budget-")[0]
        typed = command.replace("--seed 1", budget)
        written = [line for line in TYPED.findall(GUIDE) if line.startswith(typed)]
        assert len(written) == 1, f"the guide has to print the reader's own command: {typed}"
        assert main(shlex.split(written[0])[2:]) == 0
    assert (tmp_path / "report.html").exists()
    capsys.readouterr()
    assert main(shlex.split(SPENT)[2:]) == 0
    date = re.compile(r"^\S+T\S+", re.MULTILINE)
    assert date.sub("", capsys.readouterr().out) == date.sub("", dict(BLOCK.findall(GUIDE))[SPENT])


def test_the_guide_quotes_its_own_answers():
    effect, check = (
        next(
            shown
            for command, shown in BLOCK.findall(GUIDE)
            if f"causal {name} " in command and "--seed" in command
        )
        for name in ("effect", "check")
    )
    value, low, high = (
        100 * float(number)
        for number in re.findall(r"difference (\S+), 95% interval (\S+) to (\S+)", effect)[0]
    )
    assert f"by {-value:.1f} percentage points, with an interval from {-high:.1f} to {-low:.1f}" in GUIDE
    assert "- 0.07 * drug" in PYTHON[0]
    assert "by 7 percentage points" in GUIDE
    assert low < -7 < high
    assert f"risk ratio of {re.findall('E-value (.*?),', effect)[0]} each" in GUIDE
    died, sex = (float(re.findall(rf"{name}: ([\d.]+)% not declared", check)[0]) for name in ("died", "sex"))
    assert round(died) == 25
    assert "one cell in four" in GUIDE
    assert f"About {sex:.0f}% of the patients have no recorded sex" in GUIDE


def test_more_budget_would_hardly_narrow_the_interval_as_the_guide_says(tables, monkeypatch, capsys):
    monkeypatch.chdir(tables)
    command = next(command for command, _ in BLOCK.findall(GUIDE) if "--forecast" in command)
    widths = []
    for epsilon in ("1", "1.9"):
        assert main(shlex.split(command.replace("--epsilon 1 ", f"--epsilon {epsilon} "))[2:]) == 0
        widths += re.findall(r"reach about (\S+) to either side", capsys.readouterr().out)
    assert "the forecast at ε = 1.9 is again about 0.014" in GUIDE
    assert widths == ["0.014", "0.014"]


def test_a_wrong_decimal_sign_spoils_the_column_as_the_guide_says(tables, monkeypatch, capsys):
    monkeypatch.chdir(tables)
    command = "check patients.csv --declare patients.toml --decimal . --epsilon 0.1 --seed 1"
    assert main(command.split()) == 0
    assert "crp (mg/l): 100.00% missing or not a number" in capsys.readouterr().out
    assert "100% of the cells of `crp (mg/l)` would not be numbers" in GUIDE


def difference_in(answer):
    """The number of the first line."""
    return float(re.findall(r"risk difference (\S+),", str(answer))[0])


def effect_under(declaration):
    """The risk difference of step 5, if the reader had declared this."""
    Path("other.toml").write_text(declaration, encoding="utf-8")
    with pytest.warns(UserWarning, match="demonstration"):
        answer = privcausal.effect(
            "patients.csv", "drug", "died", adjust=["crp (mg/l)"], epsilon=1, declare="other.toml", seed=1
        )
    return difference_in(answer), str(answer)


def test_a_gap_in_the_declaration_changes_the_effect_as_the_guide_says(tables, monkeypatch):
    monkeypatch.chdir(tables)
    declared = Path("patients.toml").read_text(encoding="utf-8")
    died, sign = 'died = { values = ["no", "yes"], missing = "no" }', 'decimal = ","\n'
    assert died in declared
    assert sign in declared
    right, _ = effect_under(declared)
    recorded, _ = effect_under(declared.replace(died, died.replace(', missing = "no"', "")))
    words = f"would be {recorded:.3f} and not {right:.3f}".replace("-", "−")
    assert words in GUIDE
    unread, answer = effect_under(declared.replace(sign, ""))
    assert f"would then be {unread:+.3f}, as if the drug killed" in GUIDE
    assert "positivity: noise hides an arm in 2 of 3 strata" in answer


def test_people_without_treatment_or_outcome_are_left_out_as_the_reference_says():
    """Compared with the same people after the gaps were taken out: both say the same but for noise."""
    assert "are left out of the comparison" in PAGE
    rng = np.random.default_rng(0)
    took, well, group = (rng.integers(0, 2, 20_000).astype(float) for _ in range(3))
    well[(took == 1) & (rng.random(20_000) < 0.5)] = 1
    full = pd.DataFrame({"took": took, "well": well, "group": group})
    holes = full.copy()
    holes.loc[(well == 0) & (rng.random(20_000) < 0.5), "well"] = np.nan
    holes.loc[rng.random(20_000) < 0.2, "took"] = np.nan
    declared = {name: [0, 1] for name in full}
    with pytest.warns(UserWarning, match="demonstration"):
        with_gaps, without = (
            privcausal.effect(frame, "took", "well", adjust=["group"], epsilon=10, declare=declared, seed=1)
            for frame in (holes, holes.dropna())
        )
    assert abs(difference_in(with_gaps) - difference_in(without)) < 0.005
    truth = full.groupby("took")["well"].mean().diff().iloc[1]
    assert abs(difference_in(with_gaps) - truth) > 0.02
    assert "group = (other)" in str(with_gaps)


def test_the_guide_stays_short_enough_to_be_read_at_once():
    prose = re.sub(r"```.*?```", "", GUIDE, flags=re.DOTALL)
    assert len(prose.split()) <= 2_600


def test_the_python_example_runs(tables):
    assert "ε = 1, δ = 1e-06 (substitution)" in run(tables, "-c", PYTHON[2])


def test_tables_of_other_engines_are_counted(tables):
    pd.read_csv(tables / "survey.csv").to_parquet(tables / "survey.parquet")
    output = run(tables, "-c", PYTHON[3])
    assert "once: " in output
    assert "50,000 records of A, S, E, O, R, T: 15 noisy tables of two columns" in output


ROW = re.compile(
    r"\| (?:(\d+) columns of (\d+) values|two columns of numbers) \| ([\d,]+) \| [^|]* \| (.) ≥ ([\d.]+) \| (.*?)\|"
)


@pytest.mark.parametrize("row", ROW.findall(PAGE), ids=" ".join)
def test_the_table_of_decisions_is_computed(row):
    columns, values, records, measure, observed, expected = row
    declared = {f"c{place}": list(range(int(values or 2))) for place in range(int(columns or 2))}
    result = privcausal.plan(
        {name: Categories(words, missing=0) for name, words in declared.items()},
        rows=int(records.replace(",", "")),
        epsilon=1,
        delta=1e-6,
    )
    least = result.correlation[1] if measure == "τ" else result.methods[0].span[1]
    assert observed == f"{math.ceil(100 * least) / 100:.2f}"
    if expected.strip():
        parts = result.expected
        assert expected.strip() == f"{parts['pairs'].middle:.2f}, {parts['arrows'].middle:.2f}"


def test_the_table_of_decisions_has_a_row_for_each_kind_of_data():
    assert len(ROW.findall(PAGE)) == 8


SURVEY = network("survey")
DECLARED = {name: list(values) for name, values in zip(SURVEY.nodes, SURVEY.categories, strict=True)}


def graph_of(rows, seed):
    codes = SURVEY.sample(rows, np.random.default_rng(100 + seed))
    words = {name: np.array(DECLARED[name])[codes[:, place]] for place, name in enumerate(SURVEY.nodes)}
    frame = pd.DataFrame(words)
    return privcausal.discover(frame, epsilon=1, delta=1e-6, declare=DECLARED, seed=seed).graph


@pytest.mark.filterwarnings("ignore:seed makes this a demonstration")
def test_some_thousand_rows_show_pairs_and_not_yet_arrows():
    """What the page says about tables of 5,000 rows, measured on its twenty tables."""
    true = {(SURVEY.nodes[i], SURVEY.nodes[j]) for i, j in zip(*np.nonzero(SURVEY.dag), strict=True)}
    drawn, right, arrows, straight = 0, 0, 0, 0
    for seed in range(20):
        edges = set(graph_of(5_000, seed).edges)
        directed = {(a, b) for a, b in edges if (b, a) not in edges}
        pairs, straight = {frozenset(edge) for edge in edges}, straight + len(directed & true)
        drawn, arrows = drawn + len(pairs), arrows + len(directed)
        right += len(pairs & {frozenset(edge) for edge in true})
    assert "19 in 20 were right, and a little more than half of the true ones were found" in PAGE
    assert right / drawn > 19 / 20
    assert 0.5 < right / (20 * len(true)) < 0.6
    assert "of the arrows about four in ten were wrong" in PAGE
    assert 0.55 < straight / arrows < 0.65
    with pytest.raises(ValueError, match="more records"):
        graph_of(150, 0)


def test_no_example_of_the_page_protects_one_half():
    assert "privcausal direction" in PAGE
    assert "--protect" not in PAGE


def test_the_chances_of_the_bet_are_those_of_its_formula():
    chances = dict(re.findall(r"at ε = ([\d.]+) (?:this is )?about (\d+)%", PAGE, re.IGNORECASE))
    assert len(chances) == 3
    for epsilon, chance in chances.items():
        assert round(100 / (1 + np.exp(-float(epsilon)))) == int(chance)
