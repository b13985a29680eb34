"""Sieve and examine: its price as printed, as meant, and when threshold and records are kept after a pass."""

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.privpc import SOURCE
from privcausal.claims.privpc.sparse import audited
from privcausal.claims.privpc.streams import (
    FAR,
    Pair,
    feared_pattern,
    log_ratio,
    pattern_chance,
    patterns,
    plain_chance,
    stops_at,
)
from privcausal.privacy.neighbours import Relation
from privcausal.privacy.sieve import SieveAndExamine
from privcausal.privacy.sparse import Noise, pattern_probabilities
from privcausal.privacy.subsampling import amplified, epsilon_on_sample
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number
from privcausal.verify.exhaustive import Exhaustive, Extreme
from privcausal.verify.search import Search
from privcausal.verify.specimens import sparse as specimens

# --- bounds: as published, and ours ------------------------------------------------------------------------


def sieve_published(epsilon: float) -> Number:
    return epsilon


def sieve_printed_ours(epsilon: float, ratio: int) -> float:
    r"""$\frac\varepsilon2+\ln\bigl(1+\tfrac mn(e^{(\varepsilon+\varepsilon')/2}-1)\bigr)$."""
    return epsilon / 2 + amplified((epsilon + spent_on_part(epsilon, ratio)) / 2, 1, ratio)


def kept_published(epsilon: float, passes: int) -> Number:
    r"""$\frac{c\,\varepsilon}2$."""
    return passes * epsilon / 2


def kept_ours(epsilon: float, ratio: int, passes: int) -> float:
    r"""$\ln\bigl(1+\tfrac mn(e^{(c+1)\varepsilon'/2}-1)\bigr)$."""
    return amplified((passes + 1) * spent_on_part(epsilon, ratio) / 2, 1, ratio)


def spent_on_part(epsilon: float, ratio: int) -> float:
    """ε′, when one of `ratio` records is drawn."""
    return epsilon_on_sample(epsilon / 2, 1, ratio)


# --- sieve and examine, on all data sets of four yes-or-no records -----------------------------------------------

RECORDS = 4


def printed_scales(epsilon: float, ratio: int) -> tuple[float, float]:
    """Algorithm 1, line 4: the threshold's noise is divided by ε."""
    return 2 / epsilon, 4 / spent_on_part(epsilon, ratio)


def meant_scales(epsilon: float, ratio: int) -> tuple[float, float]:
    """What its proof uses, and Algorithm 2 prints: by ε′."""
    return 2 / spent_on_part(epsilon, ratio), 4 / spent_on_part(epsilon, ratio)


def worst_sieve(scales: Callable[[float, int], tuple[float, float]], epsilon: float, ratio: int) -> Extreme:
    """All neighbours among four records in {0, 1}; query i is base_i ± the largest record it sees, so Δ = 1."""
    best = Extreme(0.0, {}, 0)
    cases = 0
    a, b = scales(epsilon, ratio)
    for base, signs in sieve_streams(a, b):
        chances = [sieve_chances(ones, base, signs, (a, b), epsilon, ratio) for ones in range(RECORDS + 1)]
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
    ones: int, base: list[float], signs: list[int], scales: tuple[float, float], epsilon: float, ratio: int
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
    return [chance * laplace_above(v, 2 / epsilon) for chance, v in zip(whole, values, strict=True)]


@cache
def sieve_alone(stream: tuple[float, ...], scales: tuple[float, float]) -> list[float]:
    """The sieve's chance of stopping at each place."""
    stops = np.tri(len(stream), dtype=int)
    stops = np.where(stops == 1, np.eye(len(stream), dtype=int), -1)
    return list(pattern_probabilities(stops, stream, *scales, Noise.LAPLACE).tolist())


def laplace_above(value: float, scale: float) -> float:
    """P(value + Lap(scale) ≥ 0)."""
    return math.exp(value / scale) / 2 if value < 0 else 1 - math.exp(-value / scale) / 2


def worst_printed(epsilon: float, ratio: int) -> Extreme:
    return worst_sieve(printed_scales, epsilon, ratio)


def worst_meant(epsilon: float, ratio: int) -> Extreme:
    return worst_sieve(meant_scales, epsilon, ratio)


def replayed_sieve(witness: Pair, scales: tuple[float, float], epsilon: float, ratio: int) -> float:
    """The loss that a witness shows, by adaptive quadrature of the plain formula."""
    chances = []
    for ones in (witness["ones"], witness["ones"] + 1):
        drawn = RECORDS // ratio
        missed = math.comb(RECORDS - ones, drawn) / math.comb(RECORDS, drawn)
        streams_seen = [
            [b + s * seen for b, s in zip(witness["base"], witness["signs"], strict=True)] for seen in (0, 1)
        ]
        answers = stops_at(witness["place"], len(witness["base"]))
        sieve = [plain_chance(answers, stream, scales) for stream in streams_seen]
        value = streams_seen[ones > 0][witness["place"]]
        chances.append((missed * sieve[0] + (1 - missed) * sieve[1]) * laplace_above(value, 2 / epsilon))
    return log_ratio(*chances)


def replayed_printed(claim: Claim, witness: Pair, epsilon: float, ratio: int) -> float:
    return replayed_sieve(witness, printed_scales(epsilon, ratio), epsilon, ratio)


def replayed_meant(claim: Claim, witness: Pair, epsilon: float, ratio: int) -> float:
    return replayed_sieve(witness, meant_scales(epsilon, ratio), epsilon, ratio)


# --- a threshold and a part of the records that are kept after a pass ---------------------------------------------


def kept_streams(epsilon: float, ratio: int, passes: int) -> st.SearchStrategy[Pair]:
    """Queries base ± [the special record was drawn], with `passes` yes: random ones, and the one to fear."""
    a, b = meant_scales(epsilon, ratio)
    return patterns(a, b, passes)


def kept_loss(claim: Claim, pair: Pair, epsilon: float, ratio: int, passes: int) -> float:
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


def replayed_kept(claim: Claim, pair: Pair, epsilon: float, ratio: int, passes: int) -> float:
    return kept_loss(claim, pair, epsilon, ratio, passes)


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


# --- wrong variants that the checks must find out -----------------------------------------------------------


def sieve_for_free(epsilon: float) -> Number:
    return epsilon / 2


def almost_all(epsilon: float) -> Number:
    return 0.999 * epsilon


def kept_without_threshold(epsilon: float, ratio: int, passes: int) -> float:
    return amplified(passes * spent_on_part(epsilon, ratio) / 2, 1, ratio)


def kept_linear(epsilon: float, ratio: int, passes: int) -> float:
    return (passes + 1) * spent_on_part(epsilon, ratio) / 2 / ratio


def quiet_sieve(side: int, size: int, rng: np.random.Generator, epsilon: float, ratio: int) -> Outputs:
    return sieve_and_examine(side, size, rng, 4 * epsilon, ratio)


def less_as_printed(epsilon: float, ratio: int) -> float:
    return epsilon * 0.92


FREE_SIEVE = Mutant("the sieve costs nothing", claim={"published": sieve_for_free})
ALMOST_ALL = Mutant("a thousandth less than ε", claim={"published": almost_all})
LESS_AS_PRINTED = Mutant("less than ε as printed", claim={"published": None, "ours": less_as_printed})
PRINTED_NOISE = Mutant("the threshold's noise as printed", check={"worst": worst_printed})
QUIET = Mutant("a quarter of the noise", check={"sample": quiet_sieve})
KEPT_FOR_FREE = Mutant(
    "the threshold costs nothing", claim={"published": None, "ours": kept_without_threshold}
)
KEPT_LINEAR = Mutant("ε′ times the share drawn", claim={"published": None, "ours": kept_linear})

SIEVES = tuple({"epsilon": epsilon, "ratio": ratio} for epsilon in (1, 3) for ratio in (1, 2, 4))
KEPT = tuple(
    {"epsilon": 1, "ratio": ratio, "passes": passes} for ratio, passes in ((1, 3), (20, 1), (20, 2), (20, 4))
)

CLAIMS = (
    Claim(
        id="P-sieve",
        title="Sieve and examine, with the noise as printed",
        source=SOURCE,
        locator="Theorem 1, on Algorithm 1",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Draw $m$ of the $n$ records and let $\\varepsilon'=\\ln\\bigl(\\frac nm(e^{\\varepsilon/2}-1)+1\\bigr)$. "
            "On them, look for the first query that exceeds $T-t+\\mathrm{Lap}(2\\Delta/\\varepsilon)$ with noise "
            "$\\mathrm{Lap}(4\\Delta/\\varepsilon')$. If it also exceeds $T$ on all records, with noise "
            "$\\mathrm{Lap}(2\\Delta/\\varepsilon)$, publish its place. This is $\\varepsilon$-differentially private."
        ),
        published=sieve_published,
        ours=sieve_printed_ours,
        at={"epsilon": 1, "ratio": 1},
        proof="proof-sieve-printed",
        depends=("B-svt-noise", "P-amplify"),
        checks=(
            Exhaustive(
                "all data sets of four records", SIEVES, worst_printed, (LESS_AS_PRINTED,), replayed_printed
            ),
        ),
    ),
    Claim(
        id="B-sieve",
        title="Sieve and examine, with the noise as meant",
        source=SOURCE,
        locator="Theorem 1, on Algorithm 1 with ε′ in line 4",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Draw $m$ of the $n$ records and let $\\varepsilon'=\\ln\\bigl(\\frac nm(e^{\\varepsilon/2}-1)+1\\bigr)$. "
            "One record moves a query by at most $\\Delta_m$ on the part and by at most $\\Delta_n$ on all records. "
            "On the part, look for the first query that exceeds $T-t+\\mathrm{Lap}(2\\Delta_m/\\varepsilon')$ with "
            "noise $\\mathrm{Lap}(4\\Delta_m/\\varepsilon')$. If it also exceeds $T$ on all records, with noise "
            "$\\mathrm{Lap}(2\\Delta_n/\\varepsilon)$, publish its place. This is "
            "$\\varepsilon$-differentially private."
        ),
        published=sieve_published,
        at={"epsilon": 1},
        proof="proof-sieve",
        depends=("P-svt", "P-amplify"),
        checks=(
            Exhaustive(
                "all data sets of four records",
                SIEVES,
                worst_meant,
                (FREE_SIEVE, ALMOST_ALL, PRINTED_NOISE),
                replayed_meant,
            ),
            Audit(
                "one of four records drawn",
                ({"epsilon": 1.0, "ratio": 1}, {"epsilon": 1.0, "ratio": 4}),
                sieve_and_examine,
                (FREE_SIEVE, QUIET),
            ),
        ),
    ),
    Claim(
        id="P-refresh",
        title="Each pass of a kept sieve costs no more than the first",
        source=SOURCE,
        locator="Algorithm 2, lines 11 to 16",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Algorithm 2 draws a new threshold and a new part of the records only when an examination succeeds. Let "
            "$c$ queries pass the sieve on one threshold and one part of $m$ of $n$ records, each pass budgeted at "
            "$\\varepsilon/2$ as in Theorem 1. Then the answers of the sieve are "
            "$\\frac{c\\,\\varepsilon}2$-differentially private."
        ),
        published=kept_published,
        ours=kept_ours,
        at={"epsilon": 1, "ratio": 20, "passes": 2},
        proof="proof-refresh",
        depends=("B-svt-noise", "P-amplify"),
        checks=(
            Exhaustive("the feared pair, by quadrature", KEPT, worst_kept, (KEPT_FOR_FREE,), replayed_kept),
            Search(
                name="streams and answers, integrated",
                worlds=KEPT[2:],
                candidates=kept_streams,
                score=kept_loss,
                mutants=(KEPT_FOR_FREE, KEPT_LINEAR),
            ),
        ),
    ),
)


def _successes_at_two(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return successes_only(side, size, rng, 2.0)


def _sieve_at_one(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return sieve_and_examine(side, size, rng, 1.0, 4)


EXHIBITS = (
    Exhibit(
        name="sieve and examine",
        what="one of four records sieved, all examined",
        claim="B-sieve",
        honest=True,
        epsilon=1.0,
        delta=0.0,
        relation=Relation.SUBSTITUTION,
        sample=_sieve_at_one,
    ),
    Exhibit(
        name="failed examinations not charged",
        what="only the examination that succeeds is paid for",
        claim="P-refresh",
        honest=False,
        epsilon=2.0,
        delta=0.0,
        relation=Relation.SUBSTITUTION,
        sample=_successes_at_two,
    ),
)
