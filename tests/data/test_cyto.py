import numpy as np
import pytest

from privcausal.data.cyto import cytometry
from privcausal.graphs.score_based.notears import acyclicity
from privcausal.graphs.structure.pdag import topological


def test_cells_molecules_and_expected_arrows():
    cells = cytometry()
    assert cells.records.shape == (7466, 11)
    assert len(set(cells.names)) == 11
    assert cells.consensus.sum() == 18
    assert np.isfinite(cells.records).all()
    assert cells.records.min() == 1.0
    assert cells.records[0, :3] == pytest.approx([26.4, 13.2, 8.82])


def test_the_expected_arrows_contain_exactly_one_circle():
    cells = cytometry()
    with pytest.raises(ValueError, match="cycle"):
        topological(cells.consensus)
    inside = [cells.names.index(name) for name in ("Plcg", "PIP2", "PIP3")]
    assert acyclicity(cells.consensus[np.ix_(inside, inside)] * 1.0)[0] > 0.5
    without = cells.consensus.copy()
    without[inside[2], inside[0]] = False
    topological(without)


def test_nobody_can_change_the_shared_table():
    with pytest.raises(ValueError, match="read-only"):
        cytometry().records[0, 0] = 0.0
