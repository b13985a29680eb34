"""A guarantee for one half of the people: its price for everyone, and that it is refused unless somebody insists."""

import json
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.pairs.anm import split
from privcausal.pairs.half import check_everyone, coverage, price_for_everyone, unprotected_records
from privcausal.privacy.price import Price, Relation

SUB = Relation.SUBSTITUTION
DELTAS = (0.0, 1e-12, 1e-6, 0.1, 1 / 3)


@pytest.mark.parametrize("delta", DELTAS)
def test_the_price_is_rounded_up_and_no_more_than_that(delta):
    for records in [*range(2, 60), 4_177, 10**9 + 7]:
        for unprotected in {1, records // 2, -(-records // 2), records - 1} - {0}:
            price = price_for_everyone(Price(0.7, delta, SUB), unprotected, records)
            share = Fraction(unprotected, records)
            honest = share + (1 - share) * max(Fraction(delta), Fraction(repr(delta)))
            assert 0 <= min(Fraction(price.delta), Fraction(repr(price.delta))) - honest < 3e-16
            assert (price.epsilon, price.relation) == (0.7, SUB)


def test_who_protects_everybody_pays_no_more():
    inside = Price(1.0, 1e-6, SUB, 0.01)
    assert price_for_everyone(inside, 0, 400) is inside
    assert price_for_everyone(inside, 200, 400).rho == np.inf, "a half leaks without bound"


@pytest.mark.parametrize(("unprotected", "records"), [(4, 4), (-1, 4), (5, 4)])
def test_somebody_has_to_be_protected(unprotected, records):
    with pytest.raises(ValueError, match="unprotected must be a number of records from 0 to 3"):
        price_for_everyone(Price.pure(1.0, SUB), unprotected, records)


@pytest.mark.parametrize("records", [4, 5, 6, 7, 101])
def test_the_halves_are_those_of_the_split(records):
    parts = split(records, np.random.default_rng(0))
    assert unprotected_records("test", records) == len(parts.train)
    assert unprotected_records("train", records) == len(parts.test)
    assert unprotected_records("both", records) == 0


def test_in_words():
    assert coverage("test") != coverage("train")
    check_everyone("both", "nothing")
    for protect in ("test", "train"):
        with pytest.raises(
            ValueError, match=r"only one half of the people, chosen at random.* δ of about 1/2.*--yes"
        ):
            check_everyone(protect, "--yes")


# --- as a user asks -----------------------------------------------------------------------------------------

RNG = np.random.default_rng(0)
TABLE = pd.DataFrame({"dose": RNG.uniform(0, 1, 401), "pain": RNG.uniform(0, 1, 401)})
ASKED = {"epsilon": 0.1, "declare": {"dose": (0, 1), "pain": (0, 1)}}
WAYS = {"test": {"score": "hsic"}, "train": {"score": "spearman", "delta": 1e-6}}


@pytest.mark.parametrize("protect", WAYS)
def test_python_refuses_a_half_unless_it_is_wanted(protect):
    asked = {**ASKED, **WAYS[protect], "protect": protect}
    with pytest.raises(ValueError, match=r"covers only one half of the people.* with allow_weak=True"):
        privcausal.direction(TABLE, "dose", "pain", **asked)
    result = privcausal.direction(TABLE, "dose", "pain", **asked, allow_weak=True)
    content = json.loads(result.to_json())
    assert content["spent"]["epsilon"] == 0.1
    assert content["spent"]["delta"] == pytest.approx(0.5, abs=0.002)
    assert "only one half of the people, chosen at random" in content["guarantee_covers"]
    assert result.warnings() == [f"the guarantee covers {content['guarantee_covers']}"]
    assert result.warnings()[0] in str(result)


def test_both_halves_are_everyone():
    result = privcausal.direction(TABLE, "dose", "pain", **ASKED)
    assert result.to_dict()["guarantee_covers"] == "every person"
    assert result.warnings() == []
    assert result.spent == Price.pure(0.1, SUB)
