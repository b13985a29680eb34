"""Stored maps: what lies there is what the stored table and the code make, to the last digit."""

import json

import pytest

from privcausal.experiments import calibration_maps
from privcausal.experiments.calibration_maps import COMMAND, MAPS, learn_map, renew, stale


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_a_map_is_what_its_maker_makes(path):
    assert stale(path) is None
    kept = json.loads(path.read_text(encoding="utf-8"))
    repeated = json.loads(json.dumps(learn_map(path)))
    assert {name: value for name, value in kept.items() if name != "made"} == repeated


def test_an_edited_or_missing_map_is_named(tmp_path, monkeypatch):
    old = next(iter(MAPS))
    path = tmp_path / old.name
    monkeypatch.setattr(calibration_maps, "MAPS", {path: MAPS[old]})
    assert stale(path).endswith(f"run: {COMMAND}")
    renew()
    assert stale(path) is None
    assert path.read_bytes() == old.read_bytes()
    path.write_text(path.read_text().replace('"table": "', '"table": "0'))
    assert "another table or by other code" in stale(path)
