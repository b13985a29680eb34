"""How often sieve-and-examine is wrong, in closed form.

Everything is counted in units of Δ, the sensitivity on the records that a query is asked about.
"""

from privcausal.claims.privacy.sieve_and_examine import SCALES
from privcausal.claims.privacy.sieve_and_examine_errors_worlds import (
    BELOW,
    PARTS,
    SEEN,
    derive_type1,
    derive_type2,
    distances,
    lost_at_the_edge,
    replayed_lost,
    replayed_on_part,
    replayed_pass,
    spent,
    world,
    worst_kept,
    worst_lost,
    worst_on_part,
)
from privcausal.claims.sources import PRIV_PC
from privcausal.privacy.price import Relation
from privcausal.verify import (
    Claim,
    Consequence,
    Formula,
    Mutant,
    Origin,
    Quality,
    Reading,
    Target,
    instead,
    real,
)
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

PART = {"part": (spent, r"\varepsilon'")}
LOST_PUBLISHED = Formula(
    "exp(-part(epsilon, ratio)*(alpha + tweak)/6) - exp(-part(epsilon, ratio)*(alpha + tweak)/3)/4",
    where=PART,
)
LOST = Formula(
    "(4*exp(-part(epsilon, ratio)*(alpha + tweak)/4) - exp(-part(epsilon, ratio)*(alpha + tweak)/2))/6",
    where=PART,
)
PASSED_PUBLISHED = Formula(
    "exp(-(12*epsilon*alpha + part(epsilon, ratio)*(alpha - tweak))/6)"
    " - exp(-(6*epsilon*alpha + part(epsilon, ratio)*(alpha - tweak))/3)/4",
    where=PART,
)
PASSED = Formula(
    "exp(-epsilon*alpha/2)/12*(4*exp(-part(epsilon, ratio)*(alpha - tweak)/4)"
    " - exp(-part(epsilon, ratio)*(alpha - tweak)/2))",
    where=PART,
)
EPSILON, TWEAK = real("epsilon", above=0), real("tweak", letter="t")

ONE_LAPLACE = instead(ours="exp(-part(epsilon, ratio)*(alpha + tweak)/4)/2", where=PART)
NO_HALF = instead(ours=PASSED.text.replace("epsilon*alpha/2", "epsilon*alpha"), where=PART)

CLAIMS = (
    Claim(
        id="P-type1",
        title="What the sieve loses, whatever part of the records it sees",
        source=PRIV_PC,
        reading=Reading(Origin.PAPER, "Theorem 2, first item (004:140-144)"),
        consequence=Consequence(
            cost=(
                "The conclusion that a tweak makes errors of type I rare holds for the noise, and not for "
                "the luck of the draw, which dominates with few records."
            ),
            sure=(
                "Sure that all records are meant as it is printed; fairly sure that the sample was not meant "
                "in silence."
            ),
            repair="{prf:ref}`P-type1-seen`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $f(D)\\ge T+\\alpha$ on all records $D$. Algorithm 1 sieves on $m$ of them; count in units "
            "of $\\Delta$."
        ),
        statement="For all $«epsilon»$ it filters $f$ out with probability «sense» $«published»$.",
        quantities=(EPSILON, TWEAK),
        published=LOST_PUBLISHED,
        at=world(1, 20, 25, 1),
        depends=("P-type1-seen",),
        checks=(
            Exhaustive(
                "a share of one half, all parts",
                PARTS,
                worst_on_part,
                (
                    Mutant(
                        "the exact chance, had the part looked like the whole",
                        claim={"published": None, "ours": LOST},
                    ),
                ),
                replayed_on_part,
            ),
        ),
    ),
    Claim(
        id="P-type1-seen",
        title="What the sieve loses of the records that it sees",
        source=PRIV_PC,
        reading=Reading(
            Origin.PAPER,
            ("Theorem 2, first item, read on the part that is drawn (004:142-144)"),
            Quality.RECONSTRUCTED,
        ),
        consequence=Consequence(
            cost="Nothing: their bound is safe.",
            sure="Sure of the formula; the hypothesis is moved by us from all records to the part.",
            repair="a closed form",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $f(D')\\ge T+\\alpha$ on the part $D'$ that the sieve of Algorithm 1 sees; count in units "
            "of $\\Delta$."
        ),
        statement=(
            "For all $«epsilon»$ and $«sum»$, with noise $\\mathrm{Lap}(«threshold»)$ on the threshold and "
            "$\\mathrm{Lap}(«query»)$ on the query, the sieve loses $f$ with probability «sense» "
            "$«published»$."
        ),
        quantities=(
            EPSILON,
            TWEAK,
            real("sum", at_least=0, letter=r"\alpha+t"),
            real("spent", letter=r"\varepsilon'"),
        ),
        formulas={name: SCALES[name] for name in ("threshold", "query")},
        published=LOST_PUBLISHED,
        ours=LOST,
        at=world(1, 1, 20, 20),
        proof="proof-type1",
        checks=(
            Symbolic("convolution of the two noises", derive_type1, (ONE_LAPLACE,), target=Target.OURS),
            Exhaustive(
                "values at and above T + α",
                SEEN,
                worst_lost,
                (ONE_LAPLACE, instead(published=f"({LOST_PUBLISHED.text})/10", where=PART)),
                replayed_lost,
            ),
            Search(
                name="formula against quadrature",
                worlds=({"epsilon": 1, "ratio": 1}, {"epsilon": 1, "ratio": 20}),
                candidates=distances,
                score=lost_at_the_edge,
                tolerance=1e-9,
                target=Target.OURS,
                mutants=(ONE_LAPLACE,),
            ),
        ),
    ),
    Claim(
        id="P-type2",
        title="What passes both looks although it should not",
        source=PRIV_PC,
        reading=Reading(Origin.PAPER, "Theorem 2, second item (004:146-148)"),
        consequence=Consequence(
            cost=(
                "Errors of type II after an examination are rarer than without, but the exponent is a "
                "fourth of the printed one. No ranking hangs on it."
            ),
            sure="Sure; we add an assumption in the authors' favour.",
            repair="the exact formula",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $f\\le T-\\alpha$ on all records, and on the part that the sieve sees; count in units of "
            "$\\Delta$."
        ),
        statement=(
            "For all $«epsilon»$ and $«gap»$ the algorithm fails to filter $f$ out with probability «sense» "
            "$«published»$."
        ),
        quantities=(EPSILON, TWEAK, real("gap", at_least=0, letter=r"\alpha-t")),
        published=PASSED_PUBLISHED,
        ours=PASSED,
        at=world(1, 1, 2, 1),
        proof="proof-type2",
        depends=("P-type1-seen",),
        checks=(
            Symbolic("sieve times examination", derive_type2, (NO_HALF,), target=Target.OURS),
            Exhaustive("values at and below T − α", BELOW, worst_kept, (NO_HALF,), replayed_pass),
        ),
    ),
)
