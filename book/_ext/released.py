"""The page of all released statistics: `python -m book._ext.released` writes it again.

A row names code by its place, and the tests look there: they find every function of the library that makes a
mechanism, and refuse a page on which one of them is missing.
"""

from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[1] / "released.md"


@dataclass(frozen=True)
class Statistic:
    """Something computed from records that leaves the library with noise in it."""

    name: str
    released_by: tuple[str, ...]
    """The functions that make its mechanism, each as module:name."""
    sensitivity: str
    """What computes how far one replaced record moves it."""
    noise: str
    claims: tuple[str, ...]
    test: str
    """The file that tests its release."""


PAIRS, GRAPHS = "privcausal.pairs", "privcausal.graphs"
METHODS, ONCE = f"{GRAPHS}.methods", f"{GRAPHS}.ask_once"
MARGIN = f"{GRAPHS}.independence.margins:MarginTest.sensitivity"

ABOUT_EFFECTS = (
    Statistic(
        "Counts of treatment and outcome in the strata of adjustment columns, or of an outcome that is a number",
        ("privcausal.effects.effect_table:effect_table",),
        "privcausal.effects.effect_table:table_sensitivity",
        "Laplace",
        ("B-effect-table",),
        "tests/effects/test_effect_table.py",
    ),
)

ABOUT_PAIRS = (
    Statistic(
        "Kendall's or Spearman's correlation of two columns",
        (f"{PAIRS}.correlation:private_correlation",),
        f"{PAIRS}.correlation:SCORES",
        "Laplace",
        ("K-kendall", "K-spearman", "B-spearman-ties"),
        "tests/pairs/test_correlation.py",
    ),
    Statistic(
        "HSIC of two columns",
        (f"{PAIRS}.hsic:private_hsic",),
        f"{PAIRS}.hsic:hsic_sensitivity",
        "Laplace",
        ("K-hsic16", "K-hsic12"),
        "tests/pairs/test_hsic.py",
    ),
    Statistic(
        "The two scores of a direction, by HSIC or by ranks",
        (f"{PAIRS}.scores:Scoring.release",),
        f"{PAIRS}.scores:hsic_movement",
        "Laplace",
        ("K-hsic16", "B-hsic-train", "K-kendall", "K-spearman"),
        "tests/pairs/test_scores.py",
    ),
    Statistic(
        "The two rank scores of a direction, if no few training records could change them",
        (f"{PAIRS}.scores:rank_score.ask",),
        f"{PAIRS}.training_sensitivity:order_distance",
        "stability test",
        ("K-stable", "B-gap-pairs"),
        "tests/pairs/test_scores.py",
    ),
    Statistic(
        "The two HSIC scores of a direction, for the training records",
        (f"{PAIRS}.training_sensitivity:private_training_scores",),
        f"{PAIRS}.training_sensitivity:hsic_training_sensitivity",
        "Laplace",
        ("B-hsic-train",),
        "tests/pairs/test_training_sensitivity.py",
    ),
    Statistic(
        "The logarithm of an interquartile range",
        (f"{PAIRS}.iqr:private_log_iqr",),
        f"{PAIRS}.iqr:distances",
        "propose, test, release",
        ("B-ptr", "B-iqr-windows"),
        "tests/pairs/test_iqr.py",
    ),
    Statistic(
        "The logarithm of the interquartile range of residuals, for the training records",
        (f"{PAIRS}.training_sensitivity:private_residual_log_iqr",),
        f"{PAIRS}.training_sensitivity:training_distances",
        "propose, test, release",
        ("K-iqr-train",),
        "tests/pairs/test_training_sensitivity.py",
    ),
    Statistic(
        "The two scores of a direction, by interquartile ranges",
        (f"{PAIRS}.private_iqr:AskOnce.test", f"{PAIRS}.private_iqr:AskOnce.noise"),
        f"{PAIRS}.private_iqr:score_distance",
        "stability test and Laplace",
        ("B-iqr-once", "B-iqr-either"),
        "tests/pairs/test_private_iqr.py",
    ),
)

ABOUT_GRAPHS = (
    Statistic(
        "Tables of all columns, all pairs and some sets of three: `once`, `once-further`, `release`",
        (f"{ONCE}.interactions:Interactions._measure",),
        f"{ONCE}.contrasts:pairs_sensitivity",
        "Gaussian",
        ("B-once-pairs", "B-once-sets", "B-once-tables"),
        "tests/graphs/ask_once/test_interactions.py",
    ),
    Statistic(
        "Second moments of directions of differences: `once-correlations`",
        (f"{ONCE}.private_shape:private_shape",),
        f"{ONCE}.noisy_moments:moment_sensitivity",
        "symmetric Gaussian",
        ("B-moment", "B-once-linear"),
        "tests/graphs/ask_once/test_private_shape.py",
    ),
    Statistic(
        "Second moments of shortened records: `once-linear` with a declared length",
        (f"{ONCE}.noisy_moments:private_moment",),
        f"{ONCE}.noisy_moments:moment_sensitivity",
        "symmetric Gaussian",
        ("B-moment", "B-once-linear"),
        "tests/graphs/ask_once/test_noisy_moments.py",
    ),
    Statistic(
        "Centre and spread of each number: `once-mixed`",
        (f"{ONCE}.units:release_units",),
        f"{ONCE}.units:units_sensitivity",
        "Gaussian",
        ("B-units",),
        "tests/graphs/ask_once/test_units.py",
    ),
    Statistic(
        "Second moments of rows of categories and numbers: `once-mixed`",
        (f"{METHODS}.once_mixed:release_moments",),
        f"{ONCE}.mixed_rows:Frame.sensitivity",
        "symmetric Gaussian",
        ("B-mixed", "B-once-mixed"),
        "tests/graphs/methods/test_once_mixed.py",
    ),
    Statistic(
        "Gradients of NOTEARS, each record's shortened: `noleaks`, `curate-scores`",
        (f"{METHODS}.noleaks:descent",),
        f"{METHODS}.noleaks:gradient_sensitivity",
        "Gaussian",
        ("B-clip", "B-steps"),
        "tests/graphs/methods/test_noleaks.py",
    ),
    Statistic(
        "Which tests of independence pass a bar: `svt-pc`, and the sieve of `priv-pc`",
        (f"{GRAPHS}.constraint_based.rounds:Rounds.sieve", f"{METHODS}.priv_pc:PrivPc.mechanism"),
        MARGIN,
        "AboveThreshold",
        ("B-private-pcs", "B-ties"),
        "tests/graphs/constraint_based/test_rounds.py",
    ),
    Statistic(
        "One test of independence on all records: `priv-pc`",
        (f"{METHODS}.priv_pc:PrivPc.examination",),
        MARGIN,
        "Laplace",
        ("B-private-pcs", "B-ties"),
        "tests/graphs/methods/test_priv_pc.py",
    ),
    Statistic(
        "How many edges to delete, and which: `em-pc`",
        (f"{METHODS}.em_pc:EmPc._choices",),
        MARGIN,
        "exponential mechanism, by peeling",
        ("B-em-count", "P-em"),
        "tests/graphs/methods/test_em_pc.py",
    ),
    Statistic(
        "One answer for each edge and order: `curate-pc`",
        (f"{METHODS}.curate_pc:CuratePc.mechanism",),
        MARGIN,
        "Gaussian or Laplace",
        ("B-least", "B-filter"),
        "tests/graphs/methods/test_curate_pc.py",
    ),
    Statistic(
        "Which set separates a deleted edge: `curate-pc`",
        (f"{METHODS}.curate_pc:NoisyChoice.release",),
        MARGIN,
        "exponential mechanism",
        ("B-choice",),
        "tests/graphs/methods/test_curate_pc.py",
    ),
)

ABOUT_TABLES = (
    Statistic(
        "Counts of missing, clipped and undeclared cells of all columns: `check`",
        ("privcausal.data_check:check_data",),
        "privcausal.table.suspects:most_changed",
        "Laplace",
        ("B-suspects",),
        "tests/test_data_check.py",
    ),
)

STATISTICS = ABOUT_TABLES + ABOUT_PAIRS + ABOUT_EFFECTS + ABOUT_GRAPHS

HEAD = """\
# Every released statistic

Everything that the library says about private records is one of the statistics below, or is computed from them without
another look. Each entry names the function that computes how far one replaced record can move the statistic, the noise
that hides such a move, the claims that prove it with their verdicts, and the file that tests it. A verdict is about the
claim's formula; whether the function computes it is for the library's own tests.

This page is written from a list. A test reads the library's syntax trees, finds every function that makes a mechanism,
and fails if the list lacks it.
"""


def page() -> str:
    """The whole page."""
    parts = (
        HEAD,
        "## The data themselves\n",
        _list(ABOUT_TABLES),
        "## Two columns\n",
        _list(ABOUT_PAIRS),
        "## Effects\n",
        _list(ABOUT_EFFECTS),
        "## Graphs of several columns\n",
        _list(ABOUT_GRAPHS),
    )
    return "\n".join(parts)


def _list(statistics: tuple[Statistic, ...]) -> str:
    return "\n".join(map(_entry, statistics))


def _entry(statistic: Statistic) -> str:
    claims = ", ".join(f"{{prf:ref}}`{claim}` {{verdict}}`{claim}`" for claim in statistic.claims)
    files = ", ".join(f"`{file}`" for file in dict.fromkeys(map(file_of, statistic.released_by)))
    sensitivity = statistic.sensitivity.partition(":")[2]
    lines = (
        f"Sensitivity: `{sensitivity}`; noise: {statistic.noise}.",
        f"Claims: {claims}.",
        f"Code: {files}; test: `{statistic.test}`.",
    )
    return "\n".join([statistic.name, *(f": {line}" for line in lines), ""])


def file_of(place: str) -> str:
    """Where a place stands, as a path in the repository.

    >>> file_of("privcausal.pairs.hsic:private_hsic")
    'privcausal/pairs/hsic.py'
    """
    return place.partition(":")[0].replace(".", "/") + ".py"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
