"""What sieve and examine is measured on: small data sets and exact laws of the outcome."""

import math
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.privacy.above_threshold_streams import (
    FAR,
    Pair,
    feared_pattern,
    log_ratio,
    pattern_chance,
    patterns,
    plain_chance,
    stops_at,
)
from privcausal.claims.privacy.above_threshold_worlds import audited
from privcausal.claims.specimens import above_threshold as specimens
from privcausal.privacy.above_threshold import Noise, pattern_probabilities
from privcausal.privacy.price import Relation
from privcausal.privacy.sieve_and_examine import SieveAndExamine
from privcausal.privacy.subsampling import epsilon_on_sample
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.claim import Claim


def spent_on_part(epsilon: float, ratio: int) -> float:
    """ε′, when one of `ratio` records is drawn."""
    return epsilon_on_sample(epsilon / 2, 1, ratio)


# --- sieve and examine, on all data sets of four yes-or-no records -----------------------------------------------

RECORDS = 4


def scales_of(claim: Claim, epsilon: float, ratio: int) -> list[float]:
    """The noise on threshold and queries on the part, and on the examination, as the claim says it."""
    spent = claim.formulas["spent"](epsilon=epsilon, ratio=ratio)
    names = ("threshold", "query", "examined")
    return [float(claim.formulas[name](epsilon=epsilon, spent=spent)) for name in names]


def meant_scales(epsilon: float, ratio: int) -> tuple[float, float]:
    """What the proof of Algorithm 1 uses, and Algorithm 2 prints: everything on the part is divided by ε′."""
    return 2 / spent_on_part(epsilon, ratio), 4 / spent_on_part(epsilon, ratio)


def worst_sieve(claim: Claim, epsilon: float, ratio: int) -> Extreme:
    """All neighbours among four records in {0, 1}; query i is base_i ± the largest record it sees, so Δ = 1."""
    best = Extreme(0.0, {}, 0)
    cases = 0
    a, b, examined = scales_of(claim, epsilon, ratio)
    for base, signs in sieve_streams(a, b):
        chances = [sieve_chances(ones, base, signs, (a, b), examined, ratio) for ones in range(RECORDS + 1)]
        for ones, place in product(range(RECORDS), range(len(base))):
            cases += 1
            loss = log_ratio(chances[ones][place], chances[ones + 1][place])
            if loss > best.value:
                best = Extreme(loss, {"ones": ones, "base": base, "signs": signs, "place": place}, cases)
    return Extreme(best.value, best.witness, cases)


def sieve_streams(a: float, b: float) -> Iterator[tuple[list[float], list[int]]]:
    """Up to eight queries of one kind, then one of another: near the threshold or far off, moving up or down."""
    far = float(math.ceil(FAR * max(a, b)))
    for size, level, last, up in product((0, 1, 3, 8), (0.0, far), (0.0, -far), (1, -1)):
        yield [level] * size + [last], [-up] * size + [up]


def sieve_chances(
    ones: int, base: list[float], signs: list[int], scales: tuple[float, float], examined: float, ratio: int
) -> list[float]:
    """The chance that Algorithm 1 reports each place, over all parts that it may draw."""
    data = [1] * ones + [0] * (RECORDS - ones)
    parts = [max(part) for part in combinations(data, RECORDS // ratio)]
    whole = [0.0] * len(base)
    for seen in set(parts):
        weight = parts.count(seen) / len(parts)
        sieve = sieve_alone(
            tuple(level + sign * seen for level, sign in zip(base, signs, strict=True)), scales
        )
        whole = [sum_ + weight * chance for sum_, chance in zip(whole, sieve, strict=True)]
    values = [level + sign * max(data) for level, sign in zip(base, signs, strict=True)]
    return [chance * laplace_above(v, examined) for chance, v in zip(whole, values, strict=True)]


@cache
def sieve_alone(stream: tuple[float, ...], scales: tuple[float, float]) -> list[float]:
    """The sieve's chance of stopping at each place."""
    stops = np.tri(len(stream), dtype=int)
    stops = np.where(stops == 1, np.eye(len(stream), dtype=int), -1)
    return list(pattern_probabilities(stops, stream, *scales, Noise.LAPLACE).tolist())


def laplace_above(value: float, scale: float) -> float:
    """P(value + Lap(scale) ≥ 0)."""
    return math.exp(value / scale) / 2 if value < 0 else 1 - math.exp(-value / scale) / 2


def replayed_sieve(claim: Claim, witness: Pair, epsilon: float, ratio: int) -> float:
    """The loss that a witness shows, by adaptive quadrature of the plain formula."""
    a, b, examined = scales_of(claim, epsilon, ratio)
    chances = []
    for ones in (witness["ones"], witness["ones"] + 1):
        drawn = RECORDS // ratio
        missed = math.comb(RECORDS - ones, drawn) / math.comb(RECORDS, drawn)
        streams_seen = [
            [b + s * seen for b, s in zip(witness["base"], witness["signs"], strict=True)] for seen in (0, 1)
        ]
        answers = stops_at(witness["place"], len(witness["base"]))
        sieve = [plain_chance(answers, stream, (a, b)) for stream in streams_seen]
        value = streams_seen[ones > 0][witness["place"]]
        chances.append((missed * sieve[0] + (1 - missed) * sieve[1]) * laplace_above(value, examined))
    return log_ratio(*chances)


# --- a threshold and a part of the records that are kept after a pass ---------------------------------------------


def kept_streams(epsilon: float, ratio: int, passes: int) -> st.SearchStrategy[Pair]:
    """Queries base ± [the special record was drawn], with `passes` yes: random ones, and the one to fear."""
    a, b = meant_scales(epsilon, ratio)
    return patterns(a, b, passes)


def kept_loss(pair: Pair, epsilon: float, ratio: int, passes: int) -> float:
    """One record is drawn of `ratio`. All are alike, or one is special and moves the queries that see it."""
    scales = meant_scales(epsilon, ratio)
    without, seen = (
        pattern_chance(pair["answers"], pair[side], *scales, pair["noise"]) for side in ("after", "before")
    )
    return log_ratio((ratio - 1) * without + seen, ratio * without)


def worst_kept(epsilon: float, ratio: int, passes: int) -> Extreme:
    """The feared pair once more, by adaptive quadrature of the plain formula."""
    scales = meant_scales(epsilon, ratio)
    pair = feared_pattern(max(scales), passes, Noise.LAPLACE)
    without, seen = (plain_chance(pair["answers"], pair[side], scales) for side in ("after", "before"))
    return Extreme(log_ratio((ratio - 1) * without + seen, ratio * without), pair, 1)


# --- audits ---------------------------------------------------------------------------------------------------


def sensitivity_one(records: int) -> float:
    """Of the largest of any number of records in [0, 1]."""
    return 1.0


def sieve_and_examine(side: int, size: int, rng: np.random.Generator, epsilon: float, ratio: int) -> Outputs:
    """The largest of `ratio` records decides; one is drawn, and on one neighbour one of them is special."""
    mechanism = SieveAndExamine(0.0, 0.0, ratio, 1, sensitivity_one, epsilon, Relation.SUBSTITUTION)
    plain, special = (np.array([0.5] * 8 + [-1.0]), np.array([-0.5] * 8 + [0.0]))
    drawn = rng.random(size) < side / ratio
    part = np.where(drawn[:, None], special, plain)
    return mechanism.sample(part, special if side else plain, size, rng)


def successes_only(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return specimens.charging_successes_only(audited(side, 20, -0.8, -0.8), epsilon, 20.0, size, rng)


def quiet_sieve(side: int, size: int, rng: np.random.Generator, epsilon: float, ratio: int) -> Outputs:
    return sieve_and_examine(side, size, rng, 4 * epsilon, ratio)


SIEVES = tuple({"epsilon": epsilon, "ratio": ratio} for epsilon in (1, 3) for ratio in (1, 2, 4))
KEPT = tuple(
    {"epsilon": 1, "ratio": ratio, "passes": passes} for ratio, passes in ((1, 3), (20, 1), (20, 2), (20, 4))
)
