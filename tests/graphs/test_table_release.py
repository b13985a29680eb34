"""released: paid once, asked often; the file says what it holds, and notices when it was changed."""

import json

import numpy as np
import pytest

from privcausal import __version__
from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.methods import METHODS
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.table_release import load, release_tables
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table
from tests.graphs.builders import ONE, townsfolk

NAMES = network("survey").nodes


@pytest.fixture(scope="module")
def table():
    return townsfolk("survey", 20_000)


@pytest.fixture
def kept(table, tmp_path):
    release_tables(table, ONE, np.random.default_rng(5)).save(tmp_path / "release.json")
    return load(tmp_path / "release.json")


def test_the_graph_is_the_one_that_would_have_been_learned(table, kept):
    """With triples of columns too, which are chosen by what the pairs said."""
    direct = learn_graph(table, METHODS["once"], budget=ONE, rng=np.random.default_rng(5))
    again = kept.discover()
    assert any(len(columns) == 3 for columns in kept.means)
    assert str(again) == str(direct)
    assert again.to_json() == direct.to_json()
    assert kept.discover().to_json() == again.to_json(), "as often as you like"


@pytest.mark.filterwarnings("ignore:seed makes this a demonstration")
def test_cross_tables_are_the_counts_with_the_noise_that_they_say(table):
    a, b = NAMES[0], NAMES[4]
    output = table.declaration.only([a, b])
    two = Table(output, {a: table[a], b: table[b]})
    exact = np.zeros([column.size for column in output.columns.values()])
    np.add.at(exact, (table[a], table[b]), 1)
    rng, errors = np.random.default_rng(1), []
    for _ in range(40):
        counts, noise = release_tables(two, ONE, rng).cross_table(a, b)
        assert counts.shape == exact.shape
        assert counts.sum() == pytest.approx(len(table))
        errors.append((counts - exact) / noise)
    # Each run has as many independent squares as contrasts: at least 5 here, so 200 in all, ± 4 deviations.
    assert np.mean(np.square(errors)) == pytest.approx(1, abs=4 * np.sqrt(2 / 200))


def test_a_changed_file_is_noticed(kept, tmp_path):
    path = tmp_path / "release.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "records": kept.records + 1}))
    with pytest.raises(ValueError, match="was changed after it was written"):
        load(path)


def test_bad_questions_are_refused_and_nothing_is_spent(kept):
    with pytest.raises(ValueError, match="must be one of the release's"):
        kept.cross_table("Mood", NAMES[0])
    with pytest.raises(ValueError, match="needs two different columns"):
        kept.cross_table(NAMES[0], NAMES[0])
    with pytest.raises(ValueError, match="needs three different columns, got one twice"):
        kept.cross_table("A", "S", given="A")
    with pytest.raises(ValueError, match="whose table with 'A' and 'S' was released; released with both is"):
        kept.cross_table("A", "S", given="T")
    small = townsfolk("survey", 10)
    with pytest.raises(ValueError, match="Nothing was spent"):
        release_tables(small, ONE, np.random.default_rng(0))


def test_cut_numbers_have_their_ranges_for_names(rng):
    declaration = Declaration({"age": Number(0, 110, cuts=(18, 65)), "well": Categories(("no", "yes"))})
    table = Table(
        declaration, {"age": rng.uniform(0, 110, 5_000), "well": rng.integers(0, 2, 5_000).astype(np.uint8)}
    )
    kept = release_tables(table, ONE, rng)
    assert kept.values == {"age": ["0 to 18", "18 to 65", "65 to 110"], "well": ["no", "yes"]}
    assert kept.gaps == ("age", "well")


def test_a_release_says_what_was_declared_and_which_version_drew_it(kept, tmp_path):
    content = kept.to_dict()
    assert content["version"] == __version__
    assert list(content["declaration"]["columns"]) == list(kept.values)
    kept.save(tmp_path / "r.json")
    again = load(tmp_path / "r.json")
    assert (again.version, again.declaration) == (__version__, kept.declaration)
    assert again.to_json() == kept.to_json()
