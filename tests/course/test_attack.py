"""A bound that is too small fails on the smallest possible table, and a correct one does not."""

import pytest

from privcausal.course.attack import attack, small_tables
from privcausal.pairs.rank import spearman


def test_every_order_of_the_others_and_every_place_is_tried():
    tables = list(small_tables(4))
    assert len({tuple(others) for others, _ in tables}) == 6
    assert all(len(set(places)) == 16 for _, places in tables)


def test_the_exact_bound_is_met_and_not_broken(capsys):
    attack(spearman, lambda m: 6 / (m + 1), largest=4)
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "m = 4: largest change 1.2, bound 1.2"
    assert lines[3] == "no table of up to 4 people exceeds the bound, which is not a proof"


def test_the_witness_is_the_smallest_and_can_be_replayed(capsys):
    attack(spearman, lambda m: 4 / m)
    *fine, witness = capsys.readouterr().out.splitlines()
    assert len(fine) == 1
    assert witness.startswith("m = 3: bound 1.33333 exceeded. The others are (1, 1), (2, 2);")
    assert witness.endswith("one person at (0.5, 2.5) gives -0.5, at (2.5, 2.5) gives 1")
    assert spearman((1, 2, 0.5), (1, 2, 2.5)) == -0.5
    assert spearman((1, 2, 2.5), (1, 2, 2.5)) == 1


def test_one_person_has_no_rank_correlation():
    with pytest.raises(ValueError, match="largest must be at least 2 people, got 1"):
        attack(spearman, lambda m: 1.0, largest=1)
