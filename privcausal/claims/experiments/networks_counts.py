"""CURATE's tables about tests of independence, at equal honest price: does the ranking survive?"""

import numpy as np
import pandas as pd

from privcausal.claims.experiments.networks import DIGEST, PROTOCOL, table
from privcausal.experiments.networks import EPSILONS
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, one_of
from privcausal.verify.checks.measured import Estimate, Measured, mean

RIVALS = ("em-pc", "svt-pc", "priv-pc")


def wide(results: pd.DataFrame, column: str) -> pd.DataFrame:
    """One row per network, run and ε, one column per method."""
    private = results[np.isfinite(results.epsilon)]
    turned: pd.DataFrame = private.pivot_table(
        index=["network", "run", "epsilon"], columns="method", values=column
    )
    return turned


def lead_of_rival(
    results: pd.DataFrame, alpha: float, rng: np.random.Generator, rival: str, epsilon: float
) -> Estimate:
    """Skeleton F1 of another method minus CURATE's, on the same records at the same price."""
    f1 = wide(results, "skeleton f1").xs(epsilon, level="epsilon")
    return mean(f1[rival] - f1["curate"], alpha, rng)


def lead_of_curate(
    results: pd.DataFrame, alpha: float, rng: np.random.Generator, rival: str, epsilon: float
) -> Estimate:
    """The methods exchanged."""
    lead = lead_of_rival(results, alpha, rng, rival, epsilon)
    return Estimate(-lead.value, -lead.high, -lead.low, lead.units)


def extra_tests(results: pd.DataFrame, alpha: float, rng: np.random.Generator, rival: str) -> Estimate:
    """Logarithm of CURATE's number of tests over the other's, all ε together; one unit per sample of records."""
    tests = np.log1p(wide(results, "tests"))
    ratio = (tests["curate"] - tests[rival]).groupby(["network", "run"]).mean()
    return mean(ratio, alpha, rng)


def extra_tests_of_rival(
    results: pd.DataFrame, alpha: float, rng: np.random.Generator, rival: str
) -> Estimate:
    """The methods exchanged."""
    extra = extra_tests(results, alpha, rng, rival)
    return Estimate(-extra.value, -extra.high, -extra.low, extra.units)


CLAIMS = (
    Claim(
        id="C-tables",
        title="Our repaired CURATE against the repaired rivals, at equal price",
        reading=Reading(
            Origin.OURS,
            "our repaired CURATE against our repaired rivals; the source's tables are lost (002:105-112)",
        ),
        relation=Relation.SUBSTITUTION,
        kind="observation",
        definition=PROTOCOL,
        statement=(
            "For $«epsilon»$ the lead of EM-PC, of SVT-PC and of Priv-PC over CURATE, all of them repaired, is «sense» "
            "$«ours»$; and so is, over all prices, the mean logarithm of how many times as many tests CURATE makes as "
            "they do."
        ),
        quantities=(one_of("epsilon", *EPSILONS),),
        ours=Formula("0"),
        checks=(
            Measured(
                "skeleton F1, run by run",
                tuple({"rival": rival, "epsilon": epsilon} for rival in RIVALS for epsilon in EPSILONS),
                table,
                DIGEST,
                lead_of_rival,
                (Mutant("the methods exchanged", check={"measure": lead_of_curate}),),
            ),
            Measured(
                "number of tests",
                tuple({"rival": rival} for rival in RIVALS),
                table,
                DIGEST,
                extra_tests,
                (Mutant("the methods exchanged", check={"measure": extra_tests_of_rival}),),
            ),
        ),
    ),
)
