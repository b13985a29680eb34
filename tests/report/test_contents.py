"""contents: what is said follows from the numbers, and what was not seen is never left out."""

import math

import numpy as np

from privcausal.graphs.edge_confidence import EdgeProbability
from privcausal.graphs.result import Discovery
from privcausal.pairs.direction_calibration import SURE, Margins
from privcausal.pairs.private_direction import PrivateDirection
from privcausal.privacy.price import Price, Relation, Release
from privcausal.privacy.propose_test_release import REFUSED
from privcausal.report.contents import contents
from privcausal.report.study import Study
from privcausal.two_columns import Correlation, Direction
from tests.discoveries import discovery

PRICE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
STUDY = Study("Why?", "data.csv", 500, {})


def output_of(low, high, score="kendall"):
    return contents(Correlation("a", "b", score, (low + high) / 2, 0.01, low, high, PRICE), STUDY)


def test_a_correlation_is_called_one_only_if_its_interval_leaves_out_nothing():
    assert "the other tends to be larger" in output_of(0.1, 0.3).meaning
    assert "the other tends to be smaller" in output_of(-0.3, -0.1, "spearman").meaning
    assert "It cannot be said" in output_of(-0.1, 0.3).meaning
    assert "τ +0.000, 95% interval -0.011 to +0.011" in output_of(-0.0109, 0.0101).finding


def direction(scores, noise, protects="both"):
    margins = Margins(np.linspace(0.1, 1.0, 100))
    return Direction("a", "b", PrivateDirection(Release(scores, PRICE), "x → y", noise, protects, margins))


def test_a_direction_names_the_margin_from_which_on_it_would_have_been_named():
    page_contents = contents(direction((0.1, 0.5), 0.01), STUDY)
    assert "is right with probability" in page_contents.meaning
    margin = float(page_contents.unseen[0].split()[3])
    for factor, clear in ((1.05, True), (0.95, False)):
        right = direction((0.0, factor * margin), 0.01).result.probability
        assert (right >= SURE) is clear


def test_what_cannot_be_told_is_not_told():
    page_contents = contents(direction((0.1, 0.1001), 0.1), STUDY)
    assert page_contents.finding == "cannot tell"
    assert "would be a guess" in page_contents.meaning
    shy = PrivateDirection(Release(REFUSED, PRICE), "no answer", 0.1, "both")
    refused = contents(Direction("a", "b", shy), STUDY)
    assert (refused.drawing, refused.finding) == ("", "no answer")
    assert "would be a guess" in refused.meaning


def test_half_a_promise_is_said_aloud():
    for protect, whom in (
        ("test", "on whose records the scores are computed"),
        ("train", "to whose records the curves"),
    ):
        warning = contents(direction((0.1, 0.5), 0.01, protect), STUDY).warnings[0]
        assert warning.startswith("The guarantee covers only one half of the people, chosen at random: those")
        assert whom in warning
    assert not contents(direction((0.1, 0.5), 0.01), STUDY).warnings


def graph(matrix, method="once", least=None, untested=None):
    matrix = np.array(matrix, dtype=bool)
    names = [f"c{place}" for place in range(len(matrix))]
    return contents(discovery(names, matrix, method, tests=(3,), least=least, untested=untested), STUDY)


def test_graphs_say_what_they_hold():
    assert graph([[0, 1], [0, 0]]).finding == "1 arrow among 2 columns"
    assert graph([[0, 1], [1, 0]]).finding == "1 line among 2 columns"
    assert graph([[0, 0], [0, 0]]).finding == "No edge seen among 2 columns"
    dry = graph([[0, 0], [0, 0]], untested=~np.eye(2, dtype=bool))
    assert dry.finding == "Nothing can be said among 2 columns"
    assert "1 pair not tested" in dry.unseen[0]
    three = graph([[0, 1, 1], [0, 0, 1], [0, 1, 0]])
    assert three.finding == "2 arrows and 1 line among 3 columns"
    assert three.unseen == ["Every pair has an edge: nothing was left out."]


def test_what_could_not_have_been_seen_is_said():
    least = np.full((3, 3), 0.2)
    least[0, 1] = least[1, 0] = 1.7
    text = " ".join(graph(np.zeros((3, 3)), least=least).unseen)
    assert "φ = 0.20 (the best pair) or 1.00 (the worst)" in text
    assert "For 1 pair not even a perfect association would have been detected." in text
    assert "is not known" in graph(np.zeros((2, 2)), "svt-pc", np.full((2, 2), math.nan)).unseen[0]


def test_methods_say_what_they_assume():
    text = " ".join(line.text for line in graph([[0, 1], [0, 0]], "once-correlations").assumed)
    assert "linear" in text
    assert "vary equally" not in text
    assert not graph([[0, 1], [0, 0]], "once-correlations").limitations[0].startswith("The arrows take")
    assert any("add up" in line.text for line in graph([[0, 1], [0, 0]], "once-mixed").assumed)


def test_linear_methods_say_that_they_are():
    assert any("linear" in line.text for line in graph([[0, 1], [0, 0]], "once-linear").assumed)
    assert not any("linear" in line.text for line in graph([[0, 1], [0, 0]]).assumed)
    assert any("other units" in line for line in graph([[0, 1], [0, 0]], "once-linear").limitations)


def test_arrows_more_likely_wrong_than_right_are_told_in_the_first_lines(monkeypatch):
    """A board reads the answer's box and the arrows, and not the last table."""
    for shares, text in (((0.4, 0.7), ": 1 arrow."), ((0.1, 0.49), ": 2 arrows."), ((0.5, None), None)):
        sure = {(0, 1): EdgeProbability(0.9, shares[0]), (1, 2): EdgeProbability(0.9, shares[1])}
        monkeypatch.setattr(Discovery, "probabilities", sure)
        result = graph([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
        weak = "More likely wrong than right, being less than 50% sure"
        assert result.meaning.endswith(f"{weak}{text}") if text else weak not in result.meaning
        assert (f"{weak}{text}" in result.limitations) == (text is not None)


def test_nothing_is_called_a_cause_without_its_probability(monkeypatch):
    """An arrow without one was read as a cause all the same."""
    bare = graph([[0, 1], [0, 0]], "once-mixed")
    assert "no arrow here should be read as a cause" in bare.meaning
    assert "cause" not in {pair.status.value for pair in bare.pairs}
    sure = {(0, 1): EdgeProbability(0.9, 0.8)}
    monkeypatch.setattr(Discovery, "probabilities", sure)
    assert "with the probability in the table below" in graph([[0, 1], [0, 0]]).meaning
