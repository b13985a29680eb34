"""The explorer of d-separation, against the oracle and against simulated records."""

from itertools import combinations

import numpy as np
import pytest

from privcausal.explorers import open_paths
from privcausal.explorers.separation import (
    ENDS,
    GRAPHS,
    WEIGHT,
    blocking,
    matrix,
    partial_correlation,
    paths,
    three_paths,
)
from privcausal.graphs.structure.d_separation import Oracle


@pytest.mark.parametrize("name", GRAPHS)
def test_some_path_is_open_exactly_where_the_oracle_sees_dependence(name: str) -> None:
    dag, (x, y) = matrix(GRAPHS[name]), ENDS[name]
    rest = [node for node in range(len(dag)) if node not in (x, y)]
    for size in range(len(rest) + 1):
        for given in combinations(rest, size):
            dependent = any(not blocking(dag, path, given) for path in paths(dag, x, y))
            assert dependent != Oracle(dag)(x, y, given)
            assert dependent == (abs(partial_correlation(dag, x, y, given)) > 1e-9)


def test_partial_correlations_are_those_of_simulated_records() -> None:
    dag, rng = matrix(GRAPHS["collider"]), np.random.default_rng(3)
    noise = rng.normal(size=(50_000, len(dag)))
    records = noise @ np.linalg.inv(np.eye(len(dag)) - WEIGHT * dag)
    a, b = (
        np.linalg.lstsq(records[:, [1]], records[:, end], rcond=None)[0] * records[:, 1] for end in (0, 2)
    )
    seen = np.corrcoef(records[:, 0] - a, records[:, 2] - b)[0, 1]
    assert partial_correlation(dag, 0, 2, (1,)) == pytest.approx(seen, abs=0.02)


def test_every_set_that_the_page_offers_has_its_answer() -> None:
    for world in open_paths().data["worlds"]:
        assert len(world["sets"]) == 2 ** len(world["free"])
        assert any(all(found["blocked"]) for found in world["sets"].values()), "the ends can be separated"


def test_conditioning_closes_a_chain_and_a_fork_and_opens_a_collider() -> None:
    words = [[text.get_text() for text in ax.texts if len(text.get_text()) > 1] for ax in three_paths()]
    assert words == [["open", "given b: closed"]] * 2 + [["closed", "given b: open"]]
