"""Do later steps deserve more? Which growth is best in theory, and what a stored experiment says."""

import math

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from privcausal.experiments.linear import LINEAR
from privcausal.experiments.runner import load
from privcausal.graphs.score_based.curate_scores import curate_scores, growth
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, instead, one_of, real, whole
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.measured import Estimate, Measured, digest_of, mean
from privcausal.verify.checks.search import Search

Prices = dict[str, list[float]]

# --- B-best-growth: the price of a step by the weight of its noise --------------------------------------------


def powers(q: float, steps: int) -> float:
    return math.fsum(q**place for place in range(steps))


POWERS = {"powers": (powers, r"\Bigl(\sum_{{t<{1}}}{0}^t\Bigr)")}
UNIFORM = instead(ours="1/(steps*powers(q**2, steps))", where=POWERS)
"""What equal shares reach."""


def stated_shares(claim: Claim, q: float, steps: int) -> Extreme:
    shares = [claim.formulas["share"](q=q, t=place) for place in range(steps)]
    return Extreme(precision({"precisions": shares}, q, steps), {}, 1)


def schedules(q: float, steps: int) -> st.SearchStrategy[Prices]:
    column = st.lists(st.floats(0.01, 1), min_size=steps, max_size=steps)
    return st.fixed_dictionaries({"precisions": column})


def equal_and_growing(q: float, steps: int) -> list[Prices]:
    best = growth("geometric", steps, ratio=1 / q) if q < 1 else np.ones(steps)
    return [{"precisions": [1.0] * steps}, {"precisions": best.tolist()}]


def nudged(prices: Prices, rng: np.random.Generator) -> Prices:
    moved = [max(one * math.exp(rng.normal(0, 0.1)), 1e-6) for one in prices["precisions"]]
    return {"precisions": moved}


def precision(prices: Prices, q: float, steps: int) -> float:
    """One over the variance of the last iterate, when a step's noise is damped by q in each later step."""
    total = math.fsum(prices["precisions"])
    damped = [q ** (steps - 1 - place) for place in range(steps)]
    return 1 / math.fsum(a**2 * total / p for a, p in zip(damped, prices["precisions"], strict=True))


def precision_at_double(prices: Prices, q: float, steps: int) -> float:
    """With twice the budget."""
    return 2 * precision(prices, q, steps)


# --- C-adaptive and C-tables-scores: the stored experiment -----------------------------------------------------------

GROWING = ("arithmetic", "exponential", "geometric")


def table() -> pd.DataFrame:
    return load(LINEAR)


def scores(results: pd.DataFrame, epsilon: float | None = None) -> pd.DataFrame:
    """Skeleton F1, one row per data set and ε, one column per method."""
    private = results[np.isfinite(results.epsilon)]
    chosen = private if epsilon is None else private[private.epsilon == epsilon]
    wide: pd.DataFrame = chosen.pivot_table(
        index=["d", "repetition", "epsilon"], columns="method", values="f1"
    )
    return wide


def band(values: "pd.Series[float]", alpha: float, rng: np.random.Generator) -> Estimate:
    """The mean over all runs; runs on one data set are drawn together."""
    places = values.index
    sets = places.get_level_values("d") * 1000 + places.get_level_values("repetition")
    return mean(values.to_numpy(), alpha, rng, groups=sets.to_numpy())


def won_by_growing(
    results: pd.DataFrame, alpha: float, rng: np.random.Generator, schedule: str, answer: str
) -> Estimate:
    """F1 of growing prices minus F1 of equal ones, on the same records at the same total."""
    wide = scores(results)
    ending = {"average": "", "last": ", last"}[answer]
    return band(wide[f"steps, {schedule}{ending}"] - wide[f"steps, uniform{ending}"], alpha, rng)


def won_at_a_tenth(results: pd.DataFrame, alpha: float, rng: np.random.Generator, epsilon: float) -> Estimate:
    """F1 of the best growing schedule at ε, minus F1 of equal prices at ten times ε."""
    cheap = scores(results, epsilon)[[f"steps, {schedule}" for schedule in GROWING]]
    dear = scores(results, 10 * epsilon)["steps, uniform"]
    best = cheap[cheap.mean().idxmax()]
    return band(best.droplevel("epsilon") - dear.droplevel("epsilon"), alpha, rng)


WORLDS = ({"q": 0.5, "steps": 4}, {"q": 0.9, "steps": 10}, {"q": 1.0, "steps": 6})
MUCH_WORSE = instead(ours="-3/10")

CLAIMS = (
    Claim(
        id="B-best-growth",
        title="The best growth follows how much of a step's noise survives",
        reading=Reading(Origin.OURS, "from the inequality of Cauchy and Schwarz"),
        relation=None,
        definition=(
            "Let Gaussian noise of precision $p_t$ enter an iteration at step $t=0,\\dots,I-1$, and let the "
            "share $q^{I-1-t}$ of it survive in the last iterate. The budget allows $\\sum_tp_t=1$."
        ),
        statement=(
            "The noise of the last iterate has precision «sense» $«ours»$, where $«q»$. That is attained, only "
            "by $p_t$ in proportion to $«share»$."
        ),
        quantities=(real("q", above=0, at_most=1), whole("steps", letter="I")),
        formulas={"share": Formula("q**(-t)")},
        ours=Formula("powers(q, steps)**(-2)", POWERS),
        at={"q": 0.9, "steps": 30},
        proof="proof-best-growth",
        checks=(
            Search(
                name="schedules of any form",
                worlds=WORLDS,
                candidates=schedules,
                score=precision,
                starts=equal_and_growing,
                step=nudged,
                mutants=(UNIFORM, Mutant("twice the budget", check={"score": precision_at_double})),
            ),
            Exhaustive("the stated shares", WORLDS, stated_shares, (UNIFORM,)),
        ),
    ),
    Claim(
        id="C-adaptive",
        title="Steep growth does not pay in our experiment",
        reading=Reading(
            Origin.OURS,
            "our own search and models; the idea that later steps deserve more is CURATE's (002:14, 88-90)",
        ),
        relation=Relation.SUBSTITUTION,
        kind="observation",
        statement=(
            "At equal total $(\\varepsilon,\\delta)$ the lead of geometrically growing prices over equal ones, "
            "in the mean $F_1$ of the skeletons that the noisy search of this library finds, is «sense» "
            "$«ours»$."
        ),
        ours=Formula("0"),
        subjects=(curate_scores,),
        checks=(
            Measured(
                "growing against equal prices, run by run",
                tuple({"schedule": "geometric", "answer": answer} for answer in ("average", "last")),
                table,
                digest_of(LINEAR.path),
                won_by_growing,
                (MUCH_WORSE,),
            ),
        ),
    ),
    Claim(
        id="C-tables-scores",
        title="A tenth of the price buys worse graphs",
        reading=Reading(Origin.OURS, "our own programs; CURATE's program for scores could not be read"),
        relation=Relation.SUBSTITUTION,
        kind="observation",
        definition=(
            "At $\\delta=10^{-6}$, compare the mean $F_1$ of the skeletons that our noisy search finds with the "
            "best growing schedule at $\\varepsilon$, and with equal prices at ten times $\\varepsilon$."
        ),
        statement="For $«epsilon»$ the lead of the cheap search over the dear one is «sense» $«ours»$.",
        quantities=(one_of("epsilon", 0.3, 1.0),),
        ours=Formula("0"),
        checks=(
            Measured(
                "at a tenth of the price",
                ({"epsilon": 0.3}, {"epsilon": 1.0}),
                table,
                digest_of(LINEAR.path),
                won_at_a_tenth,
                (MUCH_WORSE,),
            ),
        ),
    ),
)
