"""The one look: exact sums, whatever the pieces; a record moves it by two at most; a release holds the same table."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.design import Design
from privcausal.effects.effect import effect_from_release
from privcausal.effects.effect_table import (
    STEPS,
    EffectTable,
    effect_table,
    exact_table,
    number_weights,
    release_table,
    table_sensitivity,
)
from privcausal.effects.effect_table import declaration_of as declared_in
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.table_release import TableRelease, release_tables
from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.randomness import generator
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.inputs import as_table
from privcausal.table.records import Table
from privcausal.table.stream import Stream
from privcausal.table.unit import Unit
from privcausal.verify.replay import replay

RNG = np.random.default_rng(0)
FRAME = pd.DataFrame(
    {
        "age": RNG.uniform(0, 90, 3_000),
        "lottery": RNG.choice(["no", "yes"], 3_000),
        "drug": RNG.choice(["no", "yes", "?"], 3_000),
        "died": RNG.choice(["no", "yes", "?"], 3_000),
        "weight": RNG.normal(70, 30, 3_000),
    }
)
WORDS = Categories(("no", "yes"))
DECLARED = Declaration(
    {
        "age": Number(0, 90, cuts=(30, 60)),
        "lottery": WORDS,
        "drug": WORDS,
        "died": WORDS,
        "weight": Number(40, 120),
    }
)
STREAM = Stream(FRAME, DECLARED)


def test_counts_are_those_of_pandas():
    design = Design.of(DECLARED, "drug", "died", adjust=["age"])
    found = exact_table(STREAM, design)
    bins = np.searchsorted([30, 60], FRAME.age, side="right")
    for stratum, arm, event in product(range(3), range(2), range(2)):
        here = (bins == stratum) & (FRAME.drug == WORDS.words[arm]) & (FRAME.died == WORDS.words[event])
        assert found[stratum, arm, event] == here.sum()
    assert found.sum() == ((FRAME.drug != "?") & (FRAME.died != "?")).sum()


def test_three_cells_hold_the_number_the_total_and_the_squares():
    design = Design.of(DECLARED, "drug", "weight")
    (cells,) = exact_table(STREAM, design)
    for arm in (0, 1):
        place = (FRAME.weight[FRAME.drug == WORDS.words[arm]].clip(40, 120) - 40) / 80
        exact = np.rint(place * STEPS) / STEPS
        assert cells[arm].sum() == len(exact)
        assert cells[arm] @ [0, 0.5, 1] == exact.sum()
        assert cells[arm][2] == (exact**2).sum()


def test_an_instrument_has_cells_for_what_was_taken():
    design = Design.of(DECLARED, "drug", "died", instrument="lottery")
    (cells,) = exact_table(STREAM, design)
    known = FRAME[(FRAME.drug != "?") & (FRAME.died != "?")]
    for z, took, event in product(range(2), repeat=3):
        here = [known.lottery, known.drug, known.died]
        wanted = np.logical_and.reduce(
            [c == WORDS.words[v] for c, v in zip(here, (z, took, event), strict=True)]
        )
        assert cells[z, 2 * took + event] == wanted.sum()


@pytest.mark.parametrize("outcome", ["died", "weight"])
@pytest.mark.parametrize("instrument", [None, "lottery"])
def test_pieces_do_not_matter(outcome, instrument):
    design = Design.of(DECLARED, "drug", outcome, adjust=["age"], instrument=instrument)
    whole = exact_table(STREAM, design)
    parts = [Stream(FRAME.iloc[place::7].reset_index(drop=True), DECLARED) for place in range(7)]
    assert np.array_equal(sum(exact_table(part, design) for part in parts), whole)


def test_one_record_moves_the_table_by_at_most_two_and_can():
    design = Design.of(DECLARED, "drug", "weight", adjust=["age"], instrument="lottery")
    source, worst = np.random.default_rng(1), 0.0
    for _ in range(40):
        rows = FRAME.iloc[source.integers(len(FRAME), size=2)].reset_index(drop=True)
        one, other = (exact_table(Stream(rows.iloc[[place]], DECLARED), design) for place in (0, 1))
        worst = max(worst, float(np.abs(one - other).sum()))
        assert worst <= table_sensitivity()
    assert worst == table_sensitivity()


def test_nothing_but_the_noise_hides_the_difference():
    design = Design.of(DECLARED, "drug", "weight", adjust=["age"])

    def answer(rows):
        frame = pd.DataFrame(rows, columns=["age", "weight"]).assign(
            drug=np.where(rows[:, 0] > 45, "yes", "no")
        )
        table = effect_table(
            Stream(frame, design.declaration), design, epsilon=1.0, rng=np.random.default_rng(0)
        )
        return table.counts.tolist(), table.scale, table.spent

    for seed in range(10):
        rows = np.random.default_rng(seed).normal(50, 40, (20, 2))
        other = rows.copy()
        other[seed] = [1e9, -1e9]
        result = replay(answer, (rows, other), intercept_draws)
        assert result.draws
        assert not result.differences


def test_several_rows_of_a_person_cost_what_is_said():
    design = Design.of(Declaration(DECLARED.columns, unit=Unit(4)), "drug", "died")
    table = effect_table(Stream(FRAME, design.declaration), design, epsilon=1.0, rng=generator(0))
    assert table.scale == pytest.approx(4 * table_sensitivity())
    assert (table.spent.epsilon, table.spent.rows, table.arms.rows) == (1.0, 4, 4)


def test_fewer_columns_are_the_same_people():
    design = Design.of(DECLARED, "drug", "died", adjust=["age", "lottery"])
    table = effect_table(STREAM, design, epsilon=1.0, rng=generator(0))
    by_age = table.over(("age",))
    assert by_age.counts.shape == (4, 2, 2)
    assert by_age.merged == 3  # two words and all else
    assert by_age.counts.sum() == pytest.approx(table.counts.sum())
    assert by_age.arms.noise == pytest.approx(3 * table.arms.noise)
    assert table.over(()).strata == ["everyone"]
    assert by_age.strata[1] == "age = 30 to 60"
    with pytest.raises(ValueError, match="must name columns of this table, which are age, lottery"):
        table.over(("sex",))


def yes_or_no(names, records, seed):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, (len(names), records)).astype(np.uint8)
    codes[2] ^= codes[0] & codes[1]  # the three belong together: the release asks for their table
    columns = dict.fromkeys(names, Categories(("no", "yes"), missing="no"))
    return Table(Declaration(columns), dict(zip(names, codes, strict=True)))


def released(seed=0):
    table = yes_or_no(["severe", "drug", "died"], 20_000, seed)
    return table, release_tables(table, Price(1.0, 1e-6, Relation.SUBSTITUTION), generator(seed))


def test_a_release_holds_the_same_table():
    table, kept = released()
    design = Design.of(declared_in(kept), "drug", "died")
    found = release_table(kept, design)
    counts, noise = kept.cross_table("drug", "died")
    assert found.counts == pytest.approx(counts)
    assert isinstance(found, EffectTable)
    covariance = found.arms.root @ found.arms.root.T
    assert np.sqrt(np.diag(covariance)).mean() == pytest.approx(noise)
    assert covariance.sum() == pytest.approx(0, abs=1e-6)  # the number of records is public
    exact = exact_table(table, Design.of(table.declaration, "drug", "died"))[0]
    assert np.abs(found.counts - exact).max() < 6 * noise


def test_a_release_with_the_table_of_three_columns_adjusts():
    """The third column is what treatment and outcome share; noise of a known size, in cells that share it."""
    table = yes_or_no(["severe", "drug", "died"], 20_000, 2)
    moments = Interactions((2, 2, 2), len(table))
    tables = Tables(table.codes(), (2, 2, 2))
    moments.measure_pairs(tables, 0.5, generator(1))
    moments.measure_sets(tables, [(0, 1, 2)], 0.5, generator(2))
    values = {key: ["no", "yes"] for key in table.columns}
    price = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    kept = TableRelease(values, len(table), price, moments.means, moments.scales)
    design = Design.of(declared_in(kept), "drug", "died", adjust=["severe"])
    found, exact = release_table(kept, design), exact_table(table, design)
    spread = np.sqrt(np.diag(found.arms.root @ found.arms.root.T)).reshape(exact.shape)
    assert np.abs((found.counts - exact) / spread).max() < 5
    assert np.abs(found.counts - exact).max() > 0.1
    fewer = found.over(()).arms
    assert fewer.cells[0] == pytest.approx(found.counts.sum(axis=0))
    assert fewer.root.shape == (4, 8)


def test_a_release_without_the_table_says_so():
    table = yes_or_no(["severe", "drug", "died", "other"], 20_000, 1)
    kept = release_tables(table, Price(1.0, 1e-6, Relation.SUBSTITUTION), generator(0))
    design = Design.of(declared_in(kept), "drug", "died", adjust=["severe", "other"])
    with pytest.raises(ValueError, match="the release holds no table of these columns together"):
        release_table(kept, design)


def test_weights_of_a_number_are_never_negative_and_add_up_to_one():
    weights = number_weights(np.linspace(-50, 250, 1001), 0, 200)
    assert (weights >= 0).all()
    assert (weights.sum(axis=1) == 1).all()
    assert ((weights * 2**24) % 1 == 0).all()


def test_numbers_within_one_step_of_a_wide_range_keep_their_mean():
    uniform = np.random.default_rng(0).random(400_000)
    cells = number_weights(np.full(400_000, 0.1), 0, 1_000, uniform).mean(axis=0)
    assert abs(float(cells @ [0, 0.5, 1]) * 1_000 - 0.1) < 0.001  # a step is 0.244, and the nearest one is 0
    assert number_weights(np.array([1_000.0]), 0, 1_000, np.array([1 - 2**-53]))[0].tolist() == [0, 0, 1]


def test_an_effect_on_small_amounts_in_a_wide_range_is_found():
    rng = np.random.default_rng(0)
    drug = rng.integers(0, 2, 200_000)
    load = np.exp(rng.normal(2.5 + drug, 0.3))
    declared = {"drug": [0, 1], "load": {"range": [1, 1e6], "scale": "log"}}
    frame = pd.DataFrame({"drug": drug, "load": load})
    table = as_table(frame, declared)
    design = Design.of(table.declaration, "drug", "load")
    result = effect_table(table, design, epsilon=10.0, rng=np.random.default_rng(1)).counts
    means = result @ [0, 0.5, 1] / result.sum(axis=1) * 1e6
    found, noise = means[1] - means[0], 1e6 * 2 / 10 / 100_000 * 2
    assert abs(found - (load[drug == 1].mean() - load[drug == 0].mean())) < 3 * noise


def test_a_seeded_rounding_leaves_the_noise_as_it_was():
    design = Design.of(DECLARED, "drug", "weight")
    first, again = (effect_table(STREAM, design, epsilon=1.0, rng=np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(first.counts, again.counts)


def test_a_declared_value_may_be_called_other_in_a_release():
    """Earlier releases have a category of this name for gaps, and its people were left out."""
    rng = np.random.default_rng(0)
    drug = rng.integers(0, 2, 20_000)
    died = rng.random(20_000) < 0.2 + 0.1 * drug
    well = np.where(died, "died", np.where(rng.random(20_000) < 0.5, "alive", "(other)"))
    declare = {
        "drug": {"values": [0, 1], "missing": 0},
        "well": {"values": ["died", "alive", "(other)"], "missing": "alive"},
    }
    people = pd.DataFrame({"drug": drug, "well": well})
    kept = privcausal.release(people, epsilon=3, delta=1e-6, declare=declare)
    found = effect_from_release(kept, "drug", "well", event="died")
    assert found.ate.control.value == pytest.approx(0.2, abs=0.03)  # it was a third
    earlier = replace(kept, declaration={})  # as of a version that did not keep it
    assert declared_in(earlier).columns["well"].words == ("died", "alive")
