"""Every claim of the book, one module per source. To add one, see CONTRIBUTING.md."""

from difflib import get_close_matches

from privcausal.claims import auditing, foundations, groups, processing, sampling, silence
from privcausal.claims.curate import accounting as curate_accounting
from privcausal.claims.curate import acyclicity as curate_acyclicity
from privcausal.claims.curate import adaptive as curate_adaptive
from privcausal.claims.curate import allocation as curate_allocation
from privcausal.claims.curate import clipping as curate_clipping
from privcausal.claims.curate import counting as curate_counting
from privcausal.claims.curate import edges as curate_edges
from privcausal.claims.curate import gaussian as curate_gaussian
from privcausal.claims.curate import growth as curate_growth
from privcausal.claims.curate import lemma1 as curate_lemma1
from privcausal.claims.curate import lengths as curate_lengths
from privcausal.claims.curate import peeking as curate_peeking
from privcausal.claims.curate import pricing as curate_pricing
from privcausal.claims.curate import sensitivity as curate_sensitivity
from privcausal.claims.curate import solver as curate_solver
from privcausal.claims.curate import steps as curate_steps
from privcausal.claims.curate import tables as curate_tables
from privcausal.claims.exponential import accuracy, auction, choosing, counting, samples, synthetic, universal
from privcausal.claims.graphs import (
    directions,
    equivalence,
    moments,
    once_linear,
    recovery,
    scores,
    separation,
)
from privcausal.claims.graphs import once as graphs_once
from privcausal.claims.graphs import once_strata as graphs_once_strata
from privcausal.claims.graphs import once_whole as graphs_once_whole
from privcausal.claims.graphs import prices as graphs_prices
from privcausal.claims.kusner import anm as kusner_anm
from privcausal.claims.kusner import either as kusner_either
from privcausal.claims.kusner import experiments as kusner_experiments
from privcausal.claims.kusner import gap as kusner_gap
from privcausal.claims.kusner import hsic as kusner_hsic
from privcausal.claims.kusner import noise as kusner_noise
from privcausal.claims.kusner import once as kusner_once
from privcausal.claims.kusner import prices as kusner_prices
from privcausal.claims.kusner import ptr as kusner_ptr
from privcausal.claims.kusner import ranks as kusner_ranks
from privcausal.claims.kusner import ridge as kusner_ridge
from privcausal.claims.kusner import several as kusner_several
from privcausal.claims.kusner import spread as kusner_spread
from privcausal.claims.kusner import stability as kusner_stability
from privcausal.claims.kusner import table1 as kusner_table1
from privcausal.claims.kusner import training_hsic as kusner_training_hsic
from privcausal.claims.kusner import training_iqr as kusner_training_iqr
from privcausal.claims.kusner import training_rank as kusner_training_rank
from privcausal.claims.kusner import windows as kusner_windows
from privcausal.claims.privpc import amplification as privpc_amplification
from privcausal.claims.privpc import em as privpc_em
from privcausal.claims.privpc import errors as privpc_errors
from privcausal.claims.privpc import filters as privpc_filters
from privcausal.claims.privpc import greedy as privpc_greedy
from privcausal.claims.privpc import insitu as privpc_insitu
from privcausal.claims.privpc import kendall as privpc_kendall
from privcausal.claims.privpc import null as privpc_null
from privcausal.claims.privpc import peeling as privpc_peeling
from privcausal.claims.privpc import private_pcs as privpc_private_pcs
from privcausal.claims.privpc import rounds as privpc_rounds
from privcausal.claims.privpc import sieve as privpc_sieve
from privcausal.claims.privpc import sparse as privpc_sparse
from privcausal.claims.privpc import spearman as privpc_spearman
from privcausal.claims.privpc import strata as privpc_strata
from privcausal.claims.privpc import subsize as privpc_subsize
from privcausal.claims.privpc import ties as privpc_ties
from privcausal.claims.privpc import truth as privpc_truth
from privcausal.claims.privpc import wards as privpc_wards
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
    kusner_spread,
    kusner_once,
    kusner_either,
    kusner_ridge,
    kusner_training_rank,
    kusner_training_hsic,
    kusner_training_iqr,
    kusner_table1,
    kusner_experiments,
    kusner_prices,
    separation,
    equivalence,
    recovery,
    privpc_truth,
    scores,
    privpc_strata,
    privpc_wards,
    privpc_kendall,
    curate_sensitivity,
    privpc_null,
    privpc_ties,
    privpc_spearman,
    privpc_insitu,
    privpc_em,
    privpc_greedy,
    privpc_peeling,
    privpc_private_pcs,
    curate_lemma1,
    curate_pricing,
    curate_counting,
    curate_edges,
    curate_solver,
    curate_allocation,
    graphs_once,
    graphs_once_strata,
    graphs_once_whole,
    graphs_prices,
    curate_acyclicity,
    curate_clipping,
    curate_lengths,
    curate_steps,
    curate_peeking,
    curate_growth,
    curate_adaptive,
    curate_tables,
    moments,
    directions,
    once_linear,
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
