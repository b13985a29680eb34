"""Every claim of the book, one module per source. To add one, see CONTRIBUTING.md."""

from difflib import get_close_matches

from privcausal.claims import auditing, foundations, groups, processing, sampling, silence
from privcausal.claims.curate import accounting as curate_accounting
from privcausal.claims.curate import gaussian as curate_gaussian
from privcausal.claims.exponential import accuracy, auction, choosing, counting, samples, synthetic, universal
from privcausal.claims.graphs import equivalence, recovery, scores, separation
from privcausal.claims.kusner import anm as kusner_anm
from privcausal.claims.kusner import gap as kusner_gap
from privcausal.claims.kusner import hsic as kusner_hsic
from privcausal.claims.kusner import noise as kusner_noise
from privcausal.claims.kusner import ptr as kusner_ptr
from privcausal.claims.kusner import ranks as kusner_ranks
from privcausal.claims.kusner import ridge as kusner_ridge
from privcausal.claims.kusner import several as kusner_several
from privcausal.claims.kusner import stability as kusner_stability
from privcausal.claims.kusner import training_hsic as kusner_training_hsic
from privcausal.claims.kusner import training_iqr as kusner_training_iqr
from privcausal.claims.kusner import training_rank as kusner_training_rank
from privcausal.claims.kusner import windows as kusner_windows
from privcausal.claims.privpc import amplification as privpc_amplification
from privcausal.claims.privpc import errors as privpc_errors
from privcausal.claims.privpc import filters as privpc_filters
from privcausal.claims.privpc import rounds as privpc_rounds
from privcausal.claims.privpc import sieve as privpc_sieve
from privcausal.claims.privpc import sparse as privpc_sparse
from privcausal.claims.privpc import subsize as privpc_subsize
from privcausal.claims.privpc import truth as privpc_truth
from privcausal.verify.claim import Claim

MODULES = (
    foundations,
    processing,
    groups,
    curate_gaussian,
    sampling,
    choosing,
    universal,
    accuracy,
    counting,
    samples,
    synthetic,
    auction,
    privpc_amplification,
    curate_accounting,
    privpc_rounds,
    privpc_filters,
    privpc_sparse,
    privpc_sieve,
    privpc_errors,
    privpc_subsize,
    kusner_windows,
    kusner_ptr,
    kusner_several,
    kusner_stability,
    kusner_gap,
    auditing,
    silence,
    kusner_anm,
    kusner_ranks,
    kusner_noise,
    kusner_hsic,
    kusner_ridge,
    kusner_training_rank,
    kusner_training_hsic,
    kusner_training_iqr,
    separation,
    equivalence,
    recovery,
    privpc_truth,
    scores,
)
"""In the order of the book."""


def load() -> dict[str, Claim]:
    """All claims by id, in the order of the book.

    >>> "K-kendall" in load()
    True
    """
    claims: dict[str, Claim] = {}
    for module in MODULES:
        for claim in module.CLAIMS:
            if claim.id in claims:
                raise ValueError(f"two claims share the id {claim.id}")
            claims[claim.id] = claim
    return claims


def select(ids: list[str]) -> dict[str, Claim]:
    """The claims with these ids, or all of them; an unknown id is a ValueError that names the nearest."""
    claims = load()
    for name in ids:
        if name not in claims:
            near = get_close_matches(name, claims, cutoff=0.5) or list(claims)
            raise ValueError(f"there is no claim {name!r}; there is {', '.join(near)}")
    return {name: claims[name] for name in ids} if ids else claims
