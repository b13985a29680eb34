"""CURATE's tables about tests of independence, at equal honest price: does the ranking survive?"""

import numpy as np
import pandas as pd

from privcausal.experiments.networks import EPSILONS, NETWORKS
from privcausal.experiments.runner import load
from privcausal.privacy.price import Relation
from privcausal.verify import Origin, Reading
from privcausal.verify.checks.measured import Estimate, Measured, digest_of, mean
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number

RIVALS = ("em-pc", "svt-pc", "priv-pc")


def table() -> pd.DataFrame:
    return load(NETWORKS)


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


def never_worse() -> Number:
    return 0


CLAIMS = (
    Claim(
        id="C-tables",
        title="Our repaired CURATE against the repaired rivals, at equal price",
        reading=Reading(
            Origin.OURS,
            ("our repaired CURATE against our repaired rivals; the source's tables are lost (002:105-112)"),
        ),
        relation=Relation.SUBSTITUTION,
        kind="observation",
        statement=(
            "On the seven networks with 100,000 records, all methods repaired and at the same honest price "
            "$(\\varepsilon,10^{-6})$, $\\varepsilon\\in\\{0.1,0.3,1,3,10\\}$: the mean skeleton $F_1$ of "
            "CURATE is at least that of EM-PC, of SVT-PC and of Priv-PC, and over all prices it makes no "
            "more tests than they do, in the geometric mean."
        ),
        ours=never_worse,
        checks=(
            Measured(
                "skeleton F1, run by run",
                tuple({"rival": rival, "epsilon": epsilon} for rival in RIVALS for epsilon in EPSILONS),
                table,
                digest_of(NETWORKS.path),
                lead_of_rival,
                (Mutant("the methods exchanged", check={"measure": lead_of_curate}),),
            ),
            Measured(
                "number of tests",
                tuple({"rival": rival} for rival in RIVALS),
                table,
                digest_of(NETWORKS.path),
                extra_tests,
                (Mutant("the methods exchanged", check={"measure": extra_tests_of_rival}),),
            ),
        ),
    ),
)
