"""The extension's small pieces, without a book: numbers, bars, the graph's layout, paths into the ledger."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from book._ext import claims as claims_view
from book._ext import graph, markup, source


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.00"),
        (1 - 1e-12, "1.00"),
        (0.9996, "0.9996"),
        (1.004, "1.004"),
        (0.2, "0.20"),
        (0.0, "0.00"),
        (5e-4, "5.00e-04"),
    ],
)
def test_a_ratio_near_one_is_not_rounded_to_one(value: float, text: str) -> None:
    assert markup.number(value) == text


def test_a_bar_beyond_the_bound_says_so() -> None:
    assert "pc-over" in markup.bar(1.2, "published")["html"]["class"]
    assert "pc-over" not in markup.bar(1.0, "published")["html"]["class"]


@pytest.mark.parametrize(("ratio", "broken"), [(0.5, False), (1.25, False), (4.0, False), (133.3, True)])
def test_a_bar_that_is_longer_than_its_track_is_broken(ratio: float, broken: bool) -> None:
    """133 was drawn as long as 1.25, and its tick outside the bar."""
    parts = [one["html"] for one in markup.bar(ratio, "published").findall(markup.html_element)]
    assert ("pc-gap" in [part.get("class") for part in parts]) == broken
    tick = next(part["style"] for part in parts if part.get("class") == "pc-one")
    assert float(tick.removeprefix("left:").removesuffix("%")) >= 25


def test_a_refuted_bound_without_a_ratio_says_that_it_is_broken() -> None:
    """Its row showed ours alone, in the colour of what holds."""
    row = SimpleNamespace(verdict="refuted", ratio=None, our_ratio=0.9996)
    assert [one.astext() for one in markup.bars(row)] == ["published: broken", "ours 0.9996"]  # type: ignore[arg-type]


def test_the_graph_puts_every_claim_right_of_what_it_rests_on() -> None:
    depends = {"a": (), "b": ("a",), "c": ("a", "b"), "d": ("gone", "c"), "e": ()}
    steps = graph.with_waypoints(depends)
    boxes = graph.layout(steps)
    assert all(
        boxes[low].column + 1 == boxes[high].column for high in steps for low in steps[high] if low in boxes
    )
    assert len(set(boxes.values())) == len(boxes), "two claims in one place"
    assert "c rests on a and b" in graph.describe(depends)


def test_a_map_has_the_neighbours_of_a_chapter_and_no_more() -> None:
    depends = {"far": (), "low": ("far",), "here": ("low", "gone"), "high": ("here", "low"), "lonely": ()}
    assert graph.around(depends, {"here", "lonely"}) == {"low": (), "here": ("low",), "high": ("here",)}
    assert graph.around(depends, {"lonely"}) == {}


def test_a_circle_of_dependencies_still_draws() -> None:
    assert set(graph.layout(graph.with_waypoints({"a": ("b",), "b": ("a",)}))) >= {"a", "b"}


def test_evidence_is_reached_by_the_name_of_its_check() -> None:
    results = {"T": SimpleNamespace(evidence=[{"check": "all", "target": "ours", "cases": 7}])}
    assert claims_view._walk(results, ["T", "evidence", "all", "cases"]) == 7
    assert claims_view._walk(results, ["T", "evidence", "all/ours", "cases"]) == 7


def test_a_method_can_be_shown() -> None:
    assert source.find("pathlib.Path.exists") is Path.exists
