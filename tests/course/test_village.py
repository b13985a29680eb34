"""The shared module of chapters 12 to 14: the search, the village, statistics from tables, and the capstone."""

from itertools import combinations, permutations, product

import numpy as np
import pytest

from privcausal.course import village
from privcausal.course.check import fault
from privcausal.data.malawi import participants
from privcausal.graphs.methods import METHODS
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.structure.pdag import cpdag
from privcausal.pairs.rank import kendall
from privcausal.privacy.price import Price, Relation


def test_the_search_passes_the_judge_of_chapter_12():
    assert fault("pc_skeleton", village.pc_skeleton) is None


def test_the_cuts_fill_exactly_the_declared_sizes():
    for people in (village.cut(participants()), village.village(2_834, np.random.default_rng(1))):
        assert people.min() == 0
        assert (people.max(axis=0) + 1).tolist() == list(village.SIZES)


def test_the_excess_is_kendalls():
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 3, 40), rng.integers(0, 4, 40)
    table = np.zeros((3, 4), dtype=int)
    np.add.at(table, (x, y), 1)
    assert village.excess(table) == pytest.approx(kendall(x, y) * 40 * 39 / 2)


def test_only_the_edges_of_the_village_are_dependent():
    people = village.village(200_000, np.random.default_rng(3))
    correlations = np.corrcoef(people.T)
    apart = {(0, 1), (0, 2), (1, 2), (1, 4), (2, 4)}
    assert apart | village.TRUE_EDGES | {(3, 4)} == set(combinations(range(5), 2))
    assert max(abs(correlations[pair]) for pair in apart) < 0.01
    assert min(abs(correlations[pair]) for pair in village.TRUE_EDGES) > 0.1
    assert 0.01 < abs(correlations[3, 4]) < 0.1, "through youth alone"


def test_the_three_that_chapter_12_expects_of_ten_thousand_people():
    """Besides reward and learned; in our table even these are too weak to be detected."""
    exact, budget = (
        np.abs(np.corrcoef(village.cut(participants()).T)),
        Price(0.5, 1e-7, Relation.SUBSTITUTION),
    )
    pairs = set(combinations(range(len(village.SIZES)), 2))
    observed = {
        records: {
            pair
            for pair in pairs
            if exact[pair] > METHODS["once"].foresee(records, village.SIZES, budget).least[pair]
        }
        for records in (2_834, 10_000)
    }
    assert observed == {2_834: {(2, 3)}, 10_000: {(2, 3), (0, 3), (0, 4), (1, 3)}}


def test_the_columns_have_their_names():
    assert [village.NAMES[column] for column in range(5)] == ["young", "near", "reward", "learned", "hiv"]
    columns = village.YOUNG, village.NEAR, village.REWARD, village.LEARNED, village.HIV
    assert columns == tuple(range(5))


def two_way(people):
    """Exact tables of all pairs of columns."""
    tables = {}
    for x, y in combinations(range(people.shape[1]), 2):
        tables[x, y] = np.zeros((village.SIZES[x], village.SIZES[y]))
        np.add.at(tables[x, y], (people[:, x], people[:, y]), 1)
    return tables


def test_correlations_from_tables_are_those_of_the_records():
    people = village.village(500, np.random.default_rng(5))
    r, _ = village.correlations(two_way(people), 500, 10.0)
    assert r == pytest.approx(np.corrcoef(people.T))


def test_the_noise_of_a_correlation_is_as_large_as_it_is_said_to_be():
    rng = np.random.default_rng(6)
    tables = two_way(village.village(5_000, rng))
    exact, noise = village.correlations(tables, 5_000, 10.0)
    draws = []
    for _ in range(400):
        noisy = {pair: table + rng.normal(0, 10, table.shape) for pair, table in tables.items()}
        draws.append(village.correlations(noisy, 5_000, 10.0)[0] - exact)
    pairs = np.triu_indices(5, 1)
    assert np.std(draws, axis=0)[pairs] == pytest.approx(noise[pairs], rel=0.25)


def test_one_record_changes_the_damped_test_by_less_than_its_bound():
    rng = np.random.default_rng(7)
    for _ in range(300):
        before = rng.integers(0, 6, (3, 2, 2))
        after = before.copy()
        leave, enter = rng.integers(0, 12, 2)
        if before.flat[leave] == 0:
            continue
        after.flat[leave] -= 1
        after.flat[enter] += 1
        assert abs(village.damped(after) - village.damped(before)) < 6 / np.sqrt(before.sum())


def test_at_the_job_centre_poverty_hides_a_part_of_the_effect():
    invited, came, poor, job = village.job_centre(400_000).T
    raw = job[came == 1].mean() - job[came == 0].mean()
    wald = (job[invited == 1].mean() - job[invited == 0].mean()) / (
        came[invited == 1].mean() - came[invited == 0].mean()
    )
    assert raw == pytest.approx(0.142, abs=0.01)
    assert wald == pytest.approx(village.JOB_EFFECT, abs=0.02)
    assert came[poor == 1].mean() > came[poor == 0].mean()


@pytest.mark.parametrize(
    ("nodes", "dag"),
    [
        (4, {(0, 2), (1, 2), (2, 3)}),
        (4, {(0, 1), (1, 2), (2, 3)}),
        (6, {(0, 3), (0, 4), (1, 3), (2, 3), (3, 5)}),
    ],
    ids=["collider and what follows", "chain", "village of chapter 12"],
)
def test_the_arrows_are_those_on_which_the_class_agrees(nodes, dag):
    truth = np.zeros((nodes, nodes), dtype=bool)
    for tail, head in dag:
        truth[tail, head] = True
    known = cpdag(truth)
    agreed = {(int(a), int(b)) for a, b in np.argwhere(known & ~known.T)}
    assert village.arrows(*village.pc_skeleton(nodes, Oracle(truth))) == agreed


def test_the_search_of_chapter_13_counts_its_noise():
    """A large budget finds the village, and a tiny one keeps hardly an edge, instead of nearly all."""
    people, rng = village.village(30_000, np.random.default_rng(13)), np.random.default_rng(0)
    assert village.private_skeleton(people, 1e6, rng) == village.TRUE_EDGES
    kept = [len(village.private_skeleton(people, 1e-9, rng)) for _ in range(50)]
    assert np.mean(kept) < 1


def test_the_noise_of_a_partial_correlation_is_what_releases_have():
    """The noise of r_xy alone would be too small by a quarter for some triples; what is left is that of the scores."""
    people, rng, sigma = village.cut(participants()), np.random.default_rng(4), 51.2
    exact = {pair: village.counted(people, *pair)[0] for pair in combinations(range(5), 2)}
    triples = [(*pair, s) for pair in exact for s in set(range(5)) - set(pair)]
    r, noise = village.correlations(exact, len(people), sigma)
    runs = []
    for _ in range(2_000):
        tables = {pair: rng.normal(table, sigma) for pair, table in exact.items()}
        released = village.correlations(tables, len(people), sigma)
        runs.append([village.partial(*released, *triple)[0] for triple in triples])
    ratios = np.std(runs, axis=0) / [village.partial(r, noise, *triple)[1] for triple in triples]
    assert ratios.min() > 0.96
    assert ratios.max() < 1.14
    assert max(np.std(runs, axis=0) / [noise[x, y] for x, y, _ in triples]) > 1.2


def test_two_yes_or_no_variables_need_half_the_noise_of_chapter_13():
    """No two-by-two table of eight people changes by more than 3/√n, so `order_zero` can halve its bound."""
    n, cells = 8, range(9)
    tables = [t for t in product(cells, repeat=4) if sum(t) == n]
    score = {table: village.damped(np.reshape(table, (1, 2, 2))) for table in tables}
    moves = [np.eye(4, dtype=int)[a] - np.eye(4, dtype=int)[b] for a, b in permutations(range(4), 2)]
    changes = [
        abs(score[other] - value)
        for table, value in score.items()
        for move in moves
        if (other := tuple((table + move).tolist())) in score
    ]
    assert 0.8 * 3 < max(changes) * n**0.5 < 3


def test_ten_tests_for_the_whole_budget_find_more_than_the_search_of_chapter_13():
    rho = 0.0038
    ten = village.mean_edges(2_834, lambda people, rng: village.order_zero(people, rho, rng, 2.58))
    search = village.mean_edges(2_834, lambda people, rng: village.private_skeleton(people, rho, rng))
    assert ten[0] > search[0] + 0.5
    assert ten[1] < 0.1


def test_the_noise_of_correlations_is_the_stated_one_although_scores_are_noisy():
    """Chapter 14 ignores the noise in means and variances, even for the rare `hiv`."""
    people, rng, sigma = village.cut(participants()), np.random.default_rng(600), 51.2
    real = {pair: village.counted(people, *pair)[0] for pair in combinations(range(5), 2)}
    runs = []
    for _ in range(600):
        tables = {pair: rng.normal(table, sigma) for pair, table in real.items()}
        runs.append(village.correlations(tables, len(people), sigma)[0])
    stated = village.correlations(real, len(people), sigma)[1]
    assert all(abs(np.std(runs, axis=0)[pair] / stated[pair] - 1) < 0.1 for pair in real)


def test_a_stricter_critical_value_finds_fewer_edges_in_the_search_of_chapter_13():
    rho, caution = 0.0038, 2.58
    strict = village.mean_edges(2_834, lambda p, rng: village.private_skeleton(p, rho, rng, caution))
    usual = village.mean_edges(2_834, lambda p, rng: village.private_skeleton(p, rho, rng))
    assert strict[0] < usual[0] - 0.5
    assert strict[1] < usual[1]
