"""The stored graphs of simulated villages, and the values that a noisy test can detect, against fresh draws."""

import json
import math

import numpy as np
import pytest

from privcausal.course.village import NAMES, TRUE_EDGES, counted, damped, village
from privcausal.explorers import asked_once, detected_edges
from privcausal.explorers.villages import (
    EPSILONS,
    PAIRS,
    PEOPLE,
    PLACES,
    POWER,
    SEARCHES,
    STORED,
    TESTED,
    budget,
    detectable,
    found,
    strengths,
)


@pytest.mark.parametrize("name", SEARCHES)
def test_the_stored_graphs_are_those_of_the_searches(name: str) -> None:
    graphs = json.loads(STORED.read_text(encoding="utf-8"))[name]
    assert np.shape(graphs) == (len(EPSILONS), len(PEOPLE), 100)
    for size, epsilon in ((1_000, 0.5), (2_834, 2.0)):
        stored = graphs[EPSILONS.index(epsilon)][PEOPLE.index(size)]
        assert found(SEARCHES[name], size, epsilon, 20) == stored[:20]


def test_the_table_has_the_numbers_of_chapter_14() -> None:
    rows = {(row[0], row[1]): [f"{value:.1f}" for value in row[2:]] for row in asked_once().rows}
    assert rows[0.5, "2,834"] == ["1.2", "3.1"]
    data = asked_once().data
    assert {data["pairs"][i] for i in data["truth"]} == TRUE_EDGES


@pytest.mark.parametrize("wide", [120, 204])
def test_no_line_between_two_variables_passes_through_a_third(wide: int) -> None:
    at = np.array(PLACES) * (wide, 130)  # pixels of the drawing, in which a name is 30 high and up to 78 wide
    for a, b in PAIRS:
        for c in set(range(len(NAMES))) - {a, b}:
            steps = at[a] + np.linspace(0, 1, 200)[:, None] * (at[b] - at[a]) - at[c]
            assert np.hypot(steps[:, 0] / (12 + 3.9 * len(NAMES[c])), steps[:, 1] / 15).min() > 1, (a, b, c)


def test_a_power_of_four_in_five_is_what_draws_have() -> None:
    rng, (sigma, critical, needed) = np.random.default_rng(4), detectable(2_834, budget(0.5), 10)
    answers = needed + rng.normal(0, math.hypot(1, sigma), 100_000)
    assert np.mean(answers > critical) == pytest.approx(0.8, abs=0.005)
    assert math.isclose(needed / critical, (1.64 + POWER) / 1.64)


def test_strengths_are_those_of_smaller_villages() -> None:
    rng, people = np.random.default_rng(5), 2_000
    tables = [village(people, rng) for _ in range(60)]
    for pair, strength in zip(TESTED, strengths(), strict=True):
        mean = np.mean([damped(counted(table, *pair)) for table in tables]) / math.sqrt(people)
        assert abs(mean) == pytest.approx(strength, abs=0.012)


def test_more_people_and_more_budget_detect_more() -> None:
    rows = detected_edges().rows
    assert [row[0] for row in rows] == [f"{size:,}" for size in PEOPLE]
    assert f"{rows[1][3]:.1f}" == "14.5"
    assert all(detectable(n, budget(1.0), 10)[2] < detectable(n, budget(0.5), 10)[2] for n in PEOPLE)
    assert detectable(5_000, budget(0.5), 4)[2] < detectable(5_000, budget(0.5), 10)[2]
