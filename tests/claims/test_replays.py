"""Claims about choosing and about tests within strata: witnesses replay by another route."""

import pytest

from privcausal.claims.graphs.independence import (
    contingency,
    contingency_null,
    contingency_spearman,
    contingency_strata,
    contingency_weights,
    stratified_kendall,
)
from privcausal.claims.privacy import (
    exponential,
    exponential_accuracy,
    exponential_auction,
    exponential_universal,
    halfspaces,
    synthetic,
)
from privcausal.verify.claim import Effort, informed
from privcausal.verify.evidence import Kind, Outcome
from privcausal.verify.runner import generator

BRIEF = Effort("brief", examples=20, climbs=50, draws=2_000, thorough=False)
CHOOSING = (
    exponential, exponential_universal, exponential_accuracy, halfspaces, synthetic, exponential_auction,
)  # fmt: skip
STRATA = (
    contingency, contingency_strata, stratified_kendall, contingency_spearman, contingency_null, contingency_weights,
)  # fmt: skip


def checks(modules):
    results = [(claim, check) for module in modules for claim in module.CLAIMS for check in claim.checks]
    return [case for case in results if case[1].kind in (Kind.EXHAUSTIVE, Kind.SEARCH)]


REPLAYED = checks(CHOOSING) + [case for case in checks(STRATA) if case[1].replay is not None]


@pytest.mark.parametrize("case", REPLAYED, ids=lambda case: f"{case[0].id} · {case[1].name}")
def test_witnesses_replay_by_another_route(case):
    claim, check = case
    assert check.replay is not None
    for finding in check.run(claim, BRIEF, generator(claim, check, 0)):
        again = informed(check.replay, claim)(finding.witness, **finding.parameters)
        assert float(again) == pytest.approx(float(finding.attained), abs=1e-9)


@pytest.mark.parametrize("name", ["P-kendall", "P-strata", "C-sens"])
def test_what_is_refuted_has_a_witness_beyond_the_bound(name):
    claim, check = next(case for case in REPLAYED if case[0].id == name)
    findings = list(check.run(claim, BRIEF, generator(claim, check, 0)))
    assert all(finding.outcome is Outcome.VIOLATED and finding.witness for finding in findings)
