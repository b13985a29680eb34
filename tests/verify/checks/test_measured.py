"""Measurements: bands that cover, verdicts that follow from them, and rows that notice a changed table."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from privcausal.verify.checks.measured import Estimate, Measured, digest_of, exact, mean, place, share
from privcausal.verify.claim import QUICK, Mutant, rejects
from privcausal.verify.evidence import Kind, Outcome, Target, judge
from privcausal.verify.ledger import code_hash, make_row
from tests.refusals import refusals
from tests.verify.toy import toy

TABLE = pd.DataFrame({"method": ["old", "new"] * 30, "unit": np.repeat(range(30), 2)})
TABLE["score"] = np.random.default_rng(0).normal(size=60) * 0.1 + 0.5 + 0.2 * (TABLE.method == "new")


def stored():
    return TABLE


def lead_of_old(table, alpha, rng, at_least=0.0):
    """How much better the old method is, unit by unit."""
    wide = table.pivot_table(index="unit", columns="method", values="score")
    return mean(wide["old"] - wide["new"] + at_least, alpha, rng)


def lead_of_new(table, alpha, rng, **world):
    result = lead_of_old(table, alpha, rng)
    return Estimate(-result.value, -result.high, -result.low, result.units)


def nothing():
    return 0


CHECK = Measured(
    "new against old",
    ({"at_least": 0.0}, {"at_least": 0.1}),
    stored,
    "0123456789abcdef",
    lead_of_old,
    (Mutant("the methods exchanged", check={"measure": lead_of_new}),),
)
CLAIM = toy(CHECK, id="T-new", statement="…", published=nothing, kind="observation")


def run(claim=CLAIM, check=CHECK):
    return list(check.run(claim, QUICK, np.random.default_rng(1)))


def test_a_band_on_the_claims_side_confirms_and_the_row_holds():
    findings = run()
    assert [finding.outcome for finding in findings] == [Outcome.CONFIRMED] * 2
    row = make_row(CLAIM, [(CHECK, findings)])
    assert (row.verdict, row.ratio) == ("holds", None)
    (entry,) = row.evidence
    assert entry["kind"] == "experiment"
    assert entry["witness"]["low"] < float(entry["attained"]) < entry["witness"]["high"] < 0
    assert entry["witness"]["confidence"] == 0.99


def test_a_mutant_is_found_out_and_one_undecided_world_leaves_the_claim_open():
    assert rejects(CLAIM, CHECK, CHECK.mutants[0], QUICK, np.random.default_rng(2))
    close = replace(CHECK, worlds=({"at_least": 0.0}, {"at_least": 0.2}))
    findings = run(check=close)
    assert [finding.outcome for finding in findings] == [Outcome.CONFIRMED, Outcome.UNDECIDED]
    row = make_row(CLAIM, [(close, findings)])
    assert row.verdict == "open"
    assert row.evidence[0]["parameters"] == {"at_least": 0.2}


def test_a_measurement_alone_settles_no_theorem():
    searched = [replace(finding, outcome=Outcome.WITHIN) for finding in run()]
    assert judge(run() + searched, proof=False, factor=None).word == "open"
    assert judge(run() + searched, proof=True, factor=None).word == "holds"
    assert judge([replace(run()[0], outcome=Outcome.VIOLATED)], proof=False, factor=None).word == "refuted"
    assert judge([replace(run()[0], outcome=Outcome.UNDECIDED)], proof=True, factor=None).word == "open"


def test_worlds_share_the_level():
    alone, among = (replace(CHECK, worlds=CHECK.worlds[:1] * n) for n in (1, 50))
    narrow, wide = (run(check=check)[0].witness for check in (alone, among))
    assert wide["high"] - wide["low"] > 1.2 * (narrow["high"] - narrow["low"])


def test_a_changed_table_changes_the_hash(tmp_path):
    file = tmp_path / "table.csv"
    assert digest_of(file) == "missing"
    file.write_bytes(b"a,b\n1,2\n")
    before = digest_of(file)
    file.write_bytes(b"a,b\r\n1,2\r\n")
    assert digest_of(file) == before
    file.write_bytes(b"a,b\n1,3\n")
    assert digest_of(file) != before
    hashes = {code_hash(replace(CLAIM, checks=(replace(CHECK, digest=d),))) for d in (before, "missing")}
    assert len(hashes) == 2


def test_bands_of_few_groups_cover_as_often_as_they_say(monkeypatch):
    """Twelve groups of unequal weight: 95% bands miss the truth in about 30 of 600 cases, plain percentiles in 58."""
    monkeypatch.setattr("privcausal.verify.checks.measured.RESAMPLES", 1_000)
    rng = np.random.default_rng(3)
    weights = np.array([1.0] * 8 + [0.5] * 2 + [1 / 12] * 2)
    missed = 0
    for _ in range(600):
        band = mean(rng.random(12), 0.05, rng, weights=weights)
        missed += not band.low <= 0.5 <= band.high
    assert 12 <= missed <= 45


@pytest.mark.parametrize("groups", [5, 7, 13, 20])
@pytest.mark.parametrize(("draw", "most"), [("normal", 12), ("uniform", 30)])
def test_bands_of_few_groups_cover_at_small_errors_too(groups, draw, most):
    """Of 4,000 samples without a difference four may be called different; by percentiles of seven it is over 100."""
    rng = np.random.default_rng(groups)
    samples = rng.normal(size=(4_000, groups)) if draw == "normal" else rng.uniform(-1, 1, (4_000, groups))
    bands = [mean(sample, 0.001, rng) for sample in samples]
    assert sum(band.low > 0 or band.high < 0 for band in bands) <= most


def test_where_percentiles_end_the_band_is_students():
    values, groups = np.array([0.1, 0.3, 0.2, 0.4, 0.3, 0.5]), np.repeat(["plain", "rare", "wide"], 2)
    band = mean(values, 0.05, np.random.default_rng(0), groups=groups)
    assert f"{band.value:.2f} ({band.low:.2f} to {band.high:.2f})" == "0.30 (0.05 to 0.55)"


def test_members_of_one_group_count_once():
    rng = np.random.default_rng(4)
    values, groups = np.repeat(rng.normal(size=10), 20), np.repeat(range(10), 20)
    honest = mean(values, 0.05, rng, groups=groups)
    boastful = mean(values, 0.05, rng)
    assert honest.units == 10
    assert honest.high - honest.low > 3 * (boastful.high - boastful.low)
    assert honest.value == pytest.approx(values.mean())


def test_shares_and_exact_numbers():
    assert share(0, 10, 0.05).low == 0
    assert share(10, 10, 0.05).low == pytest.approx(0.025 ** (1 / 10))
    assert place(exact(0.5, 3), 0.5) is Outcome.CONFIRMED
    assert place(exact(0.5, 3), 0.49) is Outcome.VIOLATED


test_bad_columns = refusals(
    lambda values, options: mean(values, 0.05, np.random.default_rng(0), **options),
    ("finite", ([1.0, np.nan], {})),
    ("positive", ([1.0, 2.0], {"weights": [1.0, 0.0]})),
    ("one weight and group", ([1.0, 2.0], {"groups": [1]})),
    ("at least two groups", ([1.0, 2.0], {"groups": [1, 1]})),
)


def test_an_estimate_outside_its_band_is_a_mistake():
    for low, value, high in ((0, 2, 1), (0, float("nan"), 1), (0, float("inf"), float("inf"))):
        with pytest.raises(ValueError, match="within its band"):
            Estimate(value, low, high, 5)


def test_the_kind_and_target_are_those_of_an_experiment():
    assert CHECK.kind is Kind.EXPERIMENT
    assert {finding.target for finding in run()} == {Target.PUBLISHED}
