"""The simulated tables: parts that do not overlap, numbers within what is said, and rows that come out again."""

import pytest

from privcausal.experiments import calibration
from privcausal.experiments.calibration import COLUMNS, EPSILONS, PARTS, RECORDS, VALUES
from privcausal.experiments.execution import load
from tests.graphs.builders import rng


@pytest.fixture(scope="module")
def whole():
    table = load(calibration.CALIBRATION)
    return table[table.what == "table"]


def test_every_table_is_there_once(whole):
    assert whole.groupby("part").size().to_dict() == PARTS
    assert len(calibration.tasks()) == len(whole) == len(whole[["part", "world"]].drop_duplicates())
    assert len(whole[["records", "epsilon"]].drop_duplicates()) == len(whole), "no two parts share one"
    assert PARTS["check"] >= 200


@pytest.mark.parametrize(
    ("name", "ends"), [("records", RECORDS), ("columns", COLUMNS), ("epsilon", EPSILONS), ("values", VALUES)]
)
def test_numbers_lie_where_they_are_said_to(whole, name, ends):
    assert whole[whole.part != "stranger"][name].between(*ends).all()


def test_strangers_are_other_families():
    ours, theirs = (draw(rng()) for draw in (calibration.in_distribution, calibration.out_of_distribution))
    assert ours.hidden == 0 < theirs.hidden
    assert theirs.degree > 2 >= ours.degree


def test_right_is_what_the_true_graph_says():
    """A perfect graph has pairs that are all right: at a huge sample most are."""
    rows = calibration.run({"part": "development", "world": 0}, rng(3))
    pairs, arrows = ([row["right"] for row in rows if row["what"] == what] for what in ("pair", "arrow"))
    assert len(arrows) <= len(pairs)
    assert sum(arrows) <= sum(pairs), "an arrow that is right joins a pair that is right"
