"""SECURITY.md says what is so."""

import io
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal import claims
from privcausal.privacy.weak_budget import MOST_EPSILON
from privcausal.table.inputs import as_table

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_the_claims_that_it_names_hold():
    named = set(re.findall(r"\bB-[a-z-]+\b", TEXT))
    assert {"B-grid", "B-cells", "B-outward"} <= named <= claims.load().keys()


def test_what_it_names_is_there():
    assert all((ROOT / path).exists() for path in re.findall(r"`(privcausal/[^`]+)`", TEXT))
    assert "`privcausal.audit`" in TEXT
    assert callable(privcausal.audit)


def test_a_weak_guarantee_is_what_the_library_calls_so():
    assert f"An ε above {MOST_EPSILON}, a δ of 1/n or more" in TEXT


def test_the_book_says_the_same():
    assert (ROOT / "book" / "security.md").read_text(encoding="utf-8").split() == [
        "```{include}",
        "../SECURITY.md",
        "```",
    ]


@pytest.mark.parametrize(
    ("option", "cells", "declared"),
    [
        ({"thousands": ","}, ["1,234", "9,876"], (0, 10_000)),
        ({"parse_dates": ["x"]}, ["2024-01-05", "2024-01-06"], ["2024-01-05", "2024-01-06"]),
        ({"true_values": ["y"], "false_values": ["n"]}, ["y", "n"], [0, 1]),
    ],
)
def test_options_of_a_reader_that_it_names_move_other_cells_and_text_moves_none(option, cells, declared):
    def first(last, **options):
        file = io.StringIO("x;z\n" + "".join(f"{cell};0\n" for cell in (*cells, last)))
        return as_table(pd.read_csv(file, sep=";", **options), {"x": declared})["x"][:2].tolist()

    assert first(cells[0], **option) != first("unknown", **option)
    assert first(cells[0], dtype=str) == first("unknown", dtype=str)
    assert f"`{next(iter(option))}`" in TEXT


def test_a_span_of_time_among_numbers_turns_the_column_before_it_comes_here():
    def read(cells):
        return as_table(np.array([cells]).T, {"x0": (0, 10)})["x0"].tolist()

    assert read([1, 7, 3]) == [1, 7, 3]
    assert read([1, np.timedelta64(7, "s"), 3]) == [5, 5, 5]
    assert "one `numpy.timedelta64` among whole numbers" in TEXT
