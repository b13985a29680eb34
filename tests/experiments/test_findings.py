"""What chapters 47, 50 and 51 say about stored experiments, against the tables."""

import numpy as np
import pandas as pd
import pytest

from privcausal.experiments import comparisons
from privcausal.experiments.bands import band
from privcausal.experiments.baselines import BASELINES
from privcausal.experiments.baselines_aim import MOST_CELLS, with_baselines
from privcausal.experiments.baselines_numbers import BASELINES_NUMBERS, FAMILIES, FIRST
from privcausal.experiments.baselines_pace import ROUNDS
from privcausal.experiments.doubtful_edges import DOUBTFUL, LEAST_RIGHT
from privcausal.experiments.execution import load
from privcausal.experiments.heldout import HELDOUT
from privcausal.experiments.heldout_linear import HELDOUT_LINEAR
from privcausal.experiments.heldout_networks import (
    MEMBERS,
    SEEDS,
    categorical,
    families,
    linear_families,
)
from privcausal.experiments.lifelike import LIFELIKE
from privcausal.graphs.ask_once.additive import FLOOR, AdditiveTest
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.constraint_based.pc import OneByOne, delete_edges
from privcausal.graphs.independence.pair_counts import PairCounts
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.methods import DEFAULT, FURTHER, best_reader
from privcausal.graphs.structure.metrics import skeleton_scores

FEW, MANY, MOST = 10_000, 100_000, 1_000_000


@pytest.fixture(scope="module")
def heldout():
    return load(HELDOUT)


@pytest.fixture(scope="module")
def judged(heldout):
    return heldout[heldout["set"] == "judging"]


def decided(rows, name):
    """The comparisons of an experiment that are not undecided, with what was found."""
    leads = comparisons.leads(rows, comparisons.PAIRS[name])
    words = {place: comparisons.finding(lead) for place, lead in leads.items()}
    return {place: word for place, word in words.items() if word != "undecided"}


def test_the_sets_are_those_of_the_boxes(judged):
    assert SEEDS == {"development": 14, "judging": 20_261_122}
    assert MEMBERS == {"development": 2, "judging": 3}
    assert (len(families("development")), len(families("judging"))) == (9, 11)
    networks = judged.drop_duplicates(["family", "member", "records"]).groupby("records").size()
    assert networks.to_dict() == {FEW: 33, MANY: 33, MOST: 10}
    assert len(comparisons.PAIRS["heldout"]) * 3 == 6, "as 47 says of the optimism"


def test_discrete_test_set(judged):
    precision = judged.pivot_table("precision", "method", "records")
    assert (precision.loc["once, further"] > 0.95).all()
    assert precision.loc["once", MOST] < 0.9
    assert decided(judged, "heldout") == {("pc, G²", "once, further", FEW): "ahead"}
    by_network, _ = comparisons.intervals_apart(judged, "once, further", "once", FEW)
    assert by_network.high < 0
    means = judged.pivot_table("f1", "method", "records")
    assert means.loc["once", FEW] > means.loc["once, further", FEW]
    assert means.loc["once", MOST] < means.loc["once, further", MOST]
    sums = judged.groupby("method")[["arrows", "right arrows"]].sum()
    share = sums["right arrows"] / sums["arrows"]
    assert share["once, further"] > share["pc, G²"]
    assert sums.loc["once, further", "arrows"] < sums.loc["pc, G²", "arrows"]


def test_the_sign_changes_from_development_to_test(heldout):
    small = heldout[(heldout.epsilon == 1) & (heldout.records == FEW)]
    leads = {
        purpose: comparisons.leads(
            small[small["set"] == purpose], [("once, further", "once")], error=0.05 / 6
        )
        for purpose in MEMBERS
    }
    development, judging = (next(iter(leads[purpose].values())) for purpose in ("development", "judging"))
    assert development.value > 0 > judging.value
    assert comparisons.finding(development) == comparisons.finding(judging) == "undecided"


def test_the_target_is_met_but_for_one_precision(heldout):
    tried = heldout[heldout["set"] == "development"]
    by = tried.pivot_table("f1", ["family", "records"], ["method", "epsilon"])
    for method in ("once", "once, further"):
        for size, mark in {FEW: None, MANY: 0.08, MOST: 0.03}.items():
            rows = by.xs(size, level="records")
            lost = band(rows[method, 1000.0] - rows[method, 1.0])
            assert lost.high < mark if mark else lost.value > 0.1
    right = tried[tried.epsilon == 1].pivot_table("precision", "method", "records")
    assert (right.loc["once, further"] >= 0.9).all()
    assert right.loc["once", MOST] < 0.9
    recall = tried[(tried.records == MANY) & (tried.method == "once")]
    recall = recall.pivot_table("recall", "family", "epsilon")
    assert (recall[1000.0] - recall[1.0]).idxmax() == "rare"
    assert [best_reader(DEFAULT, size) for size in (MANY - 1, MANY)] == [DEFAULT, FURTHER]


def test_without_a_floor_a_bias_becomes_an_edge():
    world = categorical("development", "many values", 0)
    counted = PairCounts(world.sample(300_000, np.random.default_rng(1)), world.cardinalities)
    moments = Interactions(counted.cardinalities, counted.size)
    moments.measure_pairs(counted, 1e6, np.random.default_rng(0))
    precision = {}
    for floor in (0.0, FLOOR):
        test = AdditiveTest(moments, floor)
        policy = OneByOne(lambda x, y, given, test=test: test(x, y, given).p_value > LEVEL)
        graph = delete_edges(len(world.dag), policy, 4)[0]
        precision[floor] = skeleton_scores(graph, world.dag).precision
    assert precision[0.0] < 0.8 < 0.95 < precision[FLOOR]


def test_mst_and_planned_marginals():
    rows = load(BASELINES)
    assert decided(rows, "baselines") == {
        (own, "MST, then PC", MANY): "ahead" for own in ("once", "once, further")
    }
    made = rows[rows.method == "MST, then PC"]
    assert 0.45 < made["right arrows"].sum() / made["arrows"].sum() < 0.55
    means = rows.pivot_table("f1", "method", "records")[FEW]
    assert means["all triples"] < means["once"]
    assert means["all triples, further"] < means["once, further"]


def test_aim():
    rows = with_baselines()
    assert decided(rows, "baselines-aim") == {
        ("AIM, then PC", "MST, then PC", size): "ahead" for size in (FEW, MANY)
    }
    sums = rows.groupby("method")[["arrows", "right arrows"]].sum()
    share = sums["right arrows"] / sums["arrows"]
    assert share["AIM, then PC"] < min(share["once"], share["once, further"])
    means = rows.groupby(["method", "records"])[["precision", "recall"]].mean()
    assert (means.loc["AIM, then PC"].recall > means.loc["once"].recall).all()
    assert (means.loc["AIM, then PC"].precision < means.loc["once"].precision).all()
    aim = rows[rows.method == "AIM, then PC"]
    assert (len(aim), int((aim.cells > MOST_CELLS / 2).sum()), MOST_CELLS) == (32, 4, 20_000)


def test_doubtful_edges():
    sums = load(DOUBTFUL).groupby(["set", "records", "method"]).sum(numeric_only=True)
    assert (sums["plain right"] / sums["plain"] >= LEAST_RIGHT).all()
    edges = sums[["plain", "determined", "nearly"]].sum(axis=1)
    assert (sums["plain"] / edges).loc["judging", FEW].max() < 0.4
    right = sums[["plain right", "determined right", "nearly right"]].sum(axis=1)
    pooled = pd.DataFrame({"precision": right / edges, "f1": 2 * right / (edges + sums["true"])})
    assert (right / sums["true"]).loc["judging", FEW].max() < 0.25
    further = pooled.xs(("judging", "once-further"), level=("set", "method")).round(2)
    assert further.loc[FEW].tolist() == [0.67, 0.30]
    assert further.loc[MANY].tolist() == [0.84, 0.64]


def test_the_second_kind_of_network_is_nearer_in_two_respects_and_harder_in_two():
    alike = load(LIFELIKE).drop(columns=["member", "family"]).groupby("kind")
    medians, means = alike.median(), alike.mean()
    far = (medians - medians.loc["published"]).abs()
    for closer in ("most frequent value", "median strength"):
        assert far.loc["lifelike", closer] < far.loc["kind", closer]
    for harder in ("columns with rare values", "nearly determined"):
        assert means.loc["kind", harder] < means.loc["published", harder] < means.loc["lifelike", harder]
    assert alike.size().to_dict() == {"kind": 18, "lifelike": 18, "published": 7}


def test_numbers_on_the_test_set():
    rows = load(HELDOUT_LINEAR)
    several = rows[rows.family != "units"]
    pair = "pc, Fisher's z", "once, correlations"
    assert decided(rows, "heldout-linear") == {(*pair, 1_000): "ahead"}
    assert decided(several, "heldout-linear") == {(*pair, size): "ahead" for size in (1_000, FEW)}
    means = [part.pivot_table("f1", "method", "records").loc[pair[1], FEW] for part in (rows, several)]
    assert [round(mean, 3) for mean in means] == [0.848, 0.869]
    ordered = rows[(rows.method == "once-linear") & (rows.family == "equal noises") & (rows.member == 0)]
    assert ordered[ordered.records == FEW].f1.item() == 1
    for part in (rows, several):
        assert (part[part.method == "once-linear"].groupby("records").precision.mean()[FEW:] < 0.8).all()


def test_numbers_on_the_development_set():
    rows = load(BASELINES_NUMBERS)
    assert decided(rows, "baselines-numbers") == {
        ("once, correlations", other, FEW): "ahead" for other in ("Fed-Sparse-BNSL", "PC asks PrivCRT")
    }
    means = rows.pivot_table("f1", "method", "records").drop(["pc, Fisher's z"])
    assert (means.idxmax() == "once, correlations").all()
    assert ROUNDS == linear_families("development")["standardised, dense"].degree == 2.5
    models = rows.drop_duplicates(["family", "member"])
    assert (len(models), int(models.member.min()), len(FAMILIES)) == (15, FIRST, 5)
    behind = rows[rows.records == MANY].pivot_table("f1", "family", "method")
    apart = behind["once, correlations"] - behind["PACE-GGM, then PC"]
    assert apart.idxmax() == "standardised, dense"
    assert np.median(apart) < 0.05 < apart.max()
    sparse = rows[rows.method == "Fed-Sparse-BNSL"]
    assert sparse.precision.mean() > 0.85 > 0.75 > sparse.recall.mean()
