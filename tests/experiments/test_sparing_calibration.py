"""The tables of the sparing reading: as many in each part as the other readers of categories have."""

from privcausal.experiments.calibration import PARTS, SEALED
from privcausal.experiments.execution import load
from privcausal.experiments.sparing import SPARING
from privcausal.experiments.sparing_calibration import SPARING_CALIBRATION


def test_every_table_is_there_once():
    table = load(SPARING_CALIBRATION)
    assert set(table.method) == {SPARING}
    parts = table[table.what == "table"].groupby("part").size().to_dict()
    assert parts == PARTS["categories"] | {"sealed": len(SEALED)}
    assert sum(parts.values()) == len(SPARING_CALIBRATION.tasks())
