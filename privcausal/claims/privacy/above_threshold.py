"""AboveThreshold: the exact price of a yes, with the noise where it belongs and where it does not."""

from privcausal.claims.privacy.above_threshold_streams import (
    pattern_loss,
    patterns,
    replayed_loss,
    streams,
    svt_loss,
    svt_loss_of_two,
    worst_stream,
)
from privcausal.claims.privacy.above_threshold_worlds import (
    above_threshold,
    best_one_sided,
    derive_one_sided,
    derive_svt,
    exhibit,
    gaussian_refresh,
    never_stops,
    no_query_noise,
    no_threshold_noise,
    one_sided_passes,
    twenty_for_one,
    twenty_passes,
    value_published,
)
from privcausal.claims.sources import PRIV_PC
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Quality, Reading, Target, instead, real, whole
from privcausal.verify.audit import Audit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

TWO_THIRDS = instead(published="2/3*epsilon")
ALMOST = instead(published="999/1000*epsilon")
TWO_RECORDS = Mutant("two records replaced instead of one", check={"score": svt_loss_of_two})
FREE_THRESHOLD = instead(published="epsilon/2")
BARE_QUERIES = Mutant("no noise on the queries", check={"sample": no_query_noise})
NO_STOP = Mutant("no stop after a yes", check={"sample": never_stops})
ONE_SHIFT = instead(ours="1/a + passes/b")
NOISE_OF_ONE = instead(ours="1/a + 2/b")

CLAIMS = (
    Claim(
        id="P-svt",
        title="Only the first yes is paid for",
        source=PRIV_PC,
        reading=Reading(
            Origin.PAPER,
            ("Algorithm 1, with the textbook's scales, as Theorem 1 uses it (004:42, 118-136)"),
            Quality.RESTORED,
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "One record moves each of the queries $f_1,f_2,\\dots$ by at most $\\Delta$. Draw "
            "$\\hat T=T+\\mathrm{Lap}(2\\Delta/\\varepsilon)$ once. Answer query after query "
            "whether $f_i(D)+\\mathrm{Lap}(4\\Delta/\\varepsilon)\\ge\\hat T$, and stop after the first yes. "
            "Each query may be chosen after seeing the answers before."
        ),
        statement="For all $«epsilon»$ all answers together are «private», however many they are.",
        quantities=(real("epsilon", above=0),),
        published=Formula("epsilon"),
        at={"epsilon": 1},
        proof="proof-svt",
        checks=(
            Symbolic("the two shifts", derive_svt, (FREE_THRESHOLD,)),
            Exhaustive(
                "all short streams on a grid",
                tuple(
                    {"epsilon": epsilon, "queries": queries} for epsilon in (1, 4) for queries in (1, 2, 3)
                ),
                worst_stream,
                (TWO_THIRDS,),
                replayed_loss,
            ),
            Search(
                name="streams, integrated",
                worlds=({"epsilon": 1}, {"epsilon": 4}),
                candidates=streams,
                score=svt_loss,
                mutants=(ALMOST, TWO_RECORDS),
            ),
            Audit(
                "stream of nine queries",
                ({"epsilon": 1.0}, {"epsilon": 2.0}),
                above_threshold,
                (FREE_THRESHOLD, BARE_QUERIES, NO_STOP),
            ),
        ),
    ),
    Claim(
        id="B-svt-noise",
        title="Any split, any number of yes, and noise on one side only",
        reading=Reading(
            Origin.OURS, "with scales of one's own choice; for Laplace noise after Lyu, Su and Li (2017)"
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let the threshold's noise have scale $a\\Delta$ and each query's noise scale $b\\Delta$, both "
            "Laplace, or both exponential (one-sided, never negative). Stop after the $c$-th yes."
        ),
        statement=(
            "For all positive $a$ and $b$ and all $«passes»$ all answers together are «private», and for no smaller "
            "$\\varepsilon$."
        ),
        quantities=(whole("passes", at_least=1, letter="c"),),
        assumes=("queries that one record may move either way",),
        ours=Formula("1/a + 2*passes/b"),
        at={"a": 2, "b": 4, "passes": 1},
        proof="proof-svt-noise",
        depends=("P-svt",),
        subjects=(AboveThreshold,),
        checks=(
            Symbolic("a no and a yes, in closed form", derive_one_sided, (ONE_SHIFT,), target=Target.OURS),
            Search(
                name="streams and answers, integrated",
                worlds=({"a": 2, "b": 4, "passes": 1}, {"a": 1, "b": 5, "passes": 3}),
                candidates=patterns,
                score=pattern_loss,
                mutants=(ONE_SHIFT, NOISE_OF_ONE),
            ),
            Audit(
                "one-sided noise, three yes",
                ({"a": 2.0, "b": 6.0, "passes": 3},),
                one_sided_passes,
                (Mutant("twenty yes for the price of three", check={"sample": twenty_passes}),),
            ),
        ),
    ),
)


EXHIBITS = (
    exhibit(
        "AboveThreshold", "threshold and queries noisy, stops after a yes", 1.0, above_threshold, honest=True
    ),
    exhibit(
        "AboveThreshold, one-sided noise", "exponential noise, best split", 1.0, best_one_sided, honest=True
    ),
    exhibit("AboveThreshold, no query noise", "noise on the threshold only", 1.0, no_query_noise),
    exhibit("AboveThreshold, no threshold noise", "noise on the queries only", 2.0, no_threshold_noise),
    exhibit(
        "AboveThreshold, never stopping", "answers on after a yes, with the noise of one", 1.0, never_stops
    ),
    exhibit("AboveThreshold, twenty for one", "twenty yes with the noise of one", 1.0, twenty_for_one),
    exhibit(
        "AboveThreshold, value published",
        "the noisy answer that passed is released too",
        2.0,
        value_published,
    ),
    exhibit(
        "SVT-PC's refreshed threshold, as coded",
        "a later round: Gaussian noise of the Laplace scale; it would cost 3 with Laplace noise",
        3.0,
        gaussian_refresh,
    ),
)
