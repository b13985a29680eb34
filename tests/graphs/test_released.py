"""released: paid once, asked often; the file says what it holds, and notices when it was changed."""

import json

import numpy as np
import pytest

from privcausal import __version__
from privcausal.graphs.discovery import discover
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.released import load, release
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table

BUDGET = Price(1.0, 1e-6, Relation.SUBSTITUTION)
TOWN = network("survey")
SAID = Declaration(
    {name: Categories(v, missing=v[0]) for name, v in zip(TOWN.nodes, TOWN.categories, strict=True)}
)


def people(n, rng):
    codes = TOWN.sample(n, rng).astype(np.uint8)
    return Table(SAID, dict(zip(TOWN.nodes, codes.T, strict=True)))


@pytest.fixture(scope="module")
def table():
    return people(20_000, np.random.default_rng(0))


@pytest.fixture
def kept(table, tmp_path):
    release(table, BUDGET, np.random.default_rng(5)).save(tmp_path / "release.json")
    return load(tmp_path / "release.json")


def test_the_graph_is_the_one_that_would_have_been_learned(table, kept):
    """With triples of columns too, which are chosen by what the pairs said."""
    direct = discover(
        table, method="once", epsilon=1.0, delta=1e-6, relation=BUDGET.relation, rng=np.random.default_rng(5)
    )
    again = kept.discover()
    assert any(len(columns) == 3 for columns in kept.means)
    assert str(again) == str(direct)
    assert again.to_json() == direct.to_json()
    assert kept.discover().to_json() == again.to_json(), "as often as you like"


def test_cross_tables_are_the_counts_with_the_noise_that_they_say(table):
    a, b = TOWN.nodes[0], TOWN.nodes[4]
    two = Table(SAID.only([a, b]), {a: table[a], b: table[b]})
    exact = np.zeros((SAID.columns[a].size, SAID.columns[b].size))
    np.add.at(exact, (table[a], table[b]), 1)
    rng, errors = np.random.default_rng(1), []
    for _ in range(40):
        counts, noise = release(two, BUDGET, rng).cross(a, b)
        assert counts.shape == exact.shape
        assert counts.sum() == pytest.approx(len(table))
        errors.append((counts - exact) / noise)
    # Each run has as many independent squares as contrasts: at least 5 here, so 200 in all, ± 4 deviations.
    assert np.mean(np.square(errors)) == pytest.approx(1, abs=4 * np.sqrt(2 / 200))


def test_a_changed_file_is_noticed(kept, tmp_path):
    path = tmp_path / "release.json"
    content = json.loads(path.read_text())
    content["records"] += 1
    path.write_text(json.dumps(content))
    with pytest.raises(ValueError, match="was changed after it was written"):
        load(path)


@pytest.mark.parametrize(
    ("text", "words"), [("", "is not JSON"), ("{}", "must hold a release"), ("[]", "must hold")]
)
def test_what_is_no_release_is_refused(tmp_path, text, words):
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(ValueError, match=words):
        load(tmp_path / "r.json")
    with pytest.raises(ValueError, match="cannot read the release"):
        load(tmp_path / "nowhere.json")


def test_bad_questions_are_refused_and_nothing_is_spent(kept):
    with pytest.raises(ValueError, match="column 'Mood' must be one of the release's"):
        kept.cross("Mood", TOWN.nodes[0])
    with pytest.raises(ValueError, match="needs two different columns"):
        kept.cross(TOWN.nodes[0], TOWN.nodes[0])
    small = people(10, np.random.default_rng(0))
    with pytest.raises(ValueError, match="nothing was spent"):
        release(small, BUDGET, np.random.default_rng(0))


def test_cut_numbers_have_their_ranges_for_names():
    said = Declaration({"age": Number(0, 110, cuts=(18, 65)), "well": Categories(("no", "yes"))})
    rng = np.random.default_rng(0)
    table = Table(
        said, {"age": rng.uniform(0, 110, 5_000), "well": rng.integers(0, 2, 5_000).astype(np.uint8)}
    )
    kept = release(table, BUDGET, rng)
    assert kept.values == {"age": ["0 to 18", "18 to 65", "65 to 110"], "well": ["no", "yes", "(other)"]}


def test_a_release_says_what_was_declared_and_which_version_drew_it(kept, tmp_path):
    content = kept.to_dict()
    assert content["version"] == __version__
    assert list(content["declaration"]["columns"]) == list(kept.values)
    kept.save(tmp_path / "r.json")
    again = load(tmp_path / "r.json")
    assert (again.version, again.declaration) == (__version__, kept.declaration)
    assert again.to_json() == kept.to_json()
