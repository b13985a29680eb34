"""Every private mechanism is an exponential mechanism: write down the logarithm of its law."""

import math
from itertools import product
from typing import Any

import numpy as np
import sympy

from privcausal.claims.functions import steady
from privcausal.claims.sources import PAGE
from privcausal.privacy.exponential import Exponential
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Quality, each, instead, real
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, space, worst_of

# --- every private mechanism is one ---------------------------------------------------------------------------


def sensitivity_of_response(epsilon: float, options: int) -> Extreme:
    """Randomised response written as choosing, for every pair of true answers: the largest change of the score."""
    odds = round(math.exp(epsilon))
    answers = (np.ones((options, options)) + (odds - 1) * np.eye(options)) / (odds + options - 1)
    pairs = [{"law": p.tolist(), "other": q.tolist()} for p, q in product(answers, repeat=2)]
    return worst_of(pairs, lambda pair: rewritten_change(pair["law"], pair["other"]))


def response_again(pair: dict[str, Any]) -> float:
    """The same change by hand."""
    return max(abs(math.log(p / q)) for p, q in zip(pair["law"], pair["other"], strict=True))


def rewritten_change(law: Any, other: Any) -> float:
    """With the first law as base: the largest change of the score, if choosing at rate 1 gives back both laws."""
    base, choose = np.array(law), Exponential(1, 2, Relation.SUBSTITUTION)
    scores = [np.log(np.array(one) / base) for one in (law, other)]
    chosen = [choose.probabilities(score, base) for score in scores]
    same = all(np.allclose(*pair, rtol=1e-12) for pair in zip(chosen, (law, other), strict=True))
    return float(np.abs(scores[1] - scores[0]).max()) if same else math.inf


def private_pairs(epsilon: float) -> space.Space:
    """Any law on up to six outputs, each with its tilt; randomised response between two answers."""
    output = space.record(weight=space.real(0.01, 1), tilt=space.real(-0.5, 0.5))
    return output.up_to(6, least=2).starting(
        [{"weight": math.exp(epsilon), "tilt": -0.5}, {"weight": 1.0, "tilt": 0.5}]
    )


def rewritten_score(outputs: list[dict[str, float]], epsilon: float) -> float:
    """The tilt is at most ε/2 either way, so the pair is ε-private; then rewrite it."""
    weights, tilts = (np.array([output[name] for output in outputs]) for name in ("weight", "tilt"))
    p = weights / weights.sum()
    q = p * np.exp(epsilon * tilts)
    return steady(rewritten_change(p, q / q.sum()))


def derive_laplace(claim: Claim) -> Remainders:
    """Score −|f − r| at rate ε/Δ on the whole line is Laplace noise, and its normaliser does not know f."""
    epsilon, width = sympy.symbols("epsilon Delta", positive=True)
    f, r = sympy.symbols("f r", real=True)
    tail = sympy.integrate(sympy.exp(-epsilon * r / width), (r, 0, sympy.oo))
    log_density = -epsilon * sympy.Abs(f - r) / width
    change = log_density.subs(f, width) - log_density.subs(f, 0)
    return {
        "both tails together": 2 * tail - 2 * width / epsilon,
        "largest change of the score": change.subs(r, 2 * width) - claim.stated["published"](epsilon=epsilon),
        "the same, downwards": change.subs(r, -width) + claim.stated["published"](epsilon=epsilon),
    }


HALF_SCORE = instead(published="epsilon/2")

CLAIMS = (
    Claim(
        id="X-universal",
        title="Every private mechanism chooses by a score",
        **PAGE("7, last sentence", Quality.RECONSTRUCTED),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $M$ be $(\\varepsilon,0)$-differentially private, on data sets of which any two are "
            "joined by a chain of neighbours. Take $\\mu=M(d_0)$ for some fixed $d_0$, and let "
            "$q(d,\\cdot)$ be the logarithm of the density of $M(d)$ with respect to $\\mu$. Choosing by "
            "$q$ at rate 1 is $M$."
        ),
        statement=(
            "And between neighbours each score $q(\\cdot,r)$ changes by «sense» $«published»$, for all "
            "$«epsilon»$."
        ),
        quantities=(real("epsilon", above=0),),
        assumes=(
            "any two data sets are joined by a chain of neighbours",
            "with $\\delta>0$ finite scores would not do",
        ),
        published=Formula("epsilon"),
        at={"epsilon": 1},
        proof="proof-universal",
        checks=(
            Exhaustive(
                "randomised response",
                each(epsilon=[math.log(odds) for odds in (2, 3, 9)], options=(2, 3, 6)),
                sensitivity_of_response,
                (HALF_SCORE,),
                response_again,
            ),
            Search("tilted laws", each(epsilon=(0.5, 2.0)), private_pairs, rewritten_score, (HALF_SCORE,)),
            Symbolic("Laplace noise", derive_laplace, (HALF_SCORE,)),
        ),
    ),
)
