"""Estimate how much a treatment changes an outcome, adjusted for declared columns."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from privcausal.commands import publish, table_options, warn_about_seed
from privcausal.commands.answers import answer_options, print_answer, print_note, report_path, study_of
from privcausal.commands.spending import (
    charging,
    check_beside_release,
    open_budget,
    price_of,
    spending_options,
)

if TYPE_CHECKING:
    from privcausal.effects.design import Design
    from privcausal.effects.effect import Effect
    from privcausal.table.declaration import Declaration

EXAMPLES = """\
  python -m privcausal effect data.csv --declare table.toml --treatment drug --outcome died --adjust age,sex --epsilon 1
  python -m privcausal effect trial.csv --declare table.toml --treatment drug --outcome well --randomised --epsilon 1
  python -m privcausal effect data.csv --declare table.toml --treatment drug --outcome died --epsilon 1 --forecast 5000
  python -m privcausal effect release.json --treatment drug --outcome died --adjust age
"""

FLAGS = ("randomised", "placebo", "negative_control")


def options(command: ArgumentParser) -> None:
    """A file, the roles of its columns, and the budget."""
    table_options(command)
    command.add_argument(
        "--categories", metavar="LIST", help='instead of --declare: "drug=no|yes,died=no|yes"'
    )
    command.add_argument(
        "--treatment", required=True, metavar="NAME", help="the column whose effect is asked"
    )
    command.add_argument(
        "--outcome",
        required=True,
        metavar="NAME",
        help="the outcome column: categories, or a number",
    )
    command.add_argument(
        "--adjust", metavar="LIST", help="columns to standardise over, e.g. age,sex (default: none)"
    )
    command.add_argument(
        "--instrument", metavar="NAME", help="a column assigned at random that moves the treatment"
    )
    command.add_argument(
        "--randomised", action="store_true", help="the treatment was assigned at random: nothing confounds it"
    )
    for name, says in (
        ("treated", "the value of the treatment that counts as treated (default: the second of two)"),
        ("control", "the value that it is compared with (default: the first of two)"),
        ("event", "the value of the outcome that counts (default: the second of two)"),
    ):
        command.add_argument(f"--{name}", metavar="VALUE", help=says)
    command.add_argument(
        "--graph",
        metavar="FILE",
        help="GraphML or DAGitty: the effect over all graphs that this one leaves open",
    )
    command.add_argument(
        "--sure",
        type=float,
        metavar="P",
        help="with --graph, an answer as .graphml: rely only on edges and arrows at least so likely, e.g. 0.9",
    )
    command.add_argument(
        "--placebo", action="store_true", help="toss a coin for each person in place of the treatment"
    )
    command.add_argument(
        "--negative-control", action="store_true", help="the treatment cannot change this outcome: test it"
    )
    command.add_argument(
        "--epsilon", type=float, help="the privacy to spend, e.g. 1; a release is asked for free"
    )
    command.add_argument(
        "--forecast",
        type=int,
        metavar="ROWS",
        help="say how wide the interval would be for so many rows; reads nothing and spends nothing",
    )
    answer_options(command)
    spending_options(command)


def run(options: Namespace) -> int:
    """Estimate one effect, from a table or from a release."""
    if options.file.endswith(".json"):
        return _from_release(options)
    from privcausal.effects.design import Design
    from privcausal.effects.effect import effect
    from privcausal.effects.expected_interval import check_visible
    from privcausal.effects.refute import known_zero
    from privcausal.privacy.randomness import generator
    from privcausal.table.stream import open_table

    if options.epsilon is None:
        raise ValueError(
            "--epsilon is required, unless FILE is a release (.json), which costs nothing to ask."
        )
    design = Design.of(_declaration(options), options.treatment, options.outcome, **_roles(options))
    check = known_zero(design, options.placebo)
    _check_graph(options, design)
    price = price_of(options)
    if options.forecast is not None:
        return _forecast(options, design)
    report_path(options)
    budget_file = open_budget(options, price)
    table = open_table(options.file, design.declaration, "sums", options.seed)
    check_visible(design, len(table), options.epsilon, table.declaration.unit)
    with charging(options, price, budget_file, len(table), table.declaration.unit):
        result = effect(
            table,
            design,
            epsilon=options.epsilon,
            randomised=options.randomised,
            rng=generator(options.seed),
            check=check,
        )
    result = _completed(result, options)
    study = study_of(options, _question(options), table, price, budget_file, **_asked(options))
    print_answer(result, study, options, price.amount)
    warn_about_seed(options)
    return 0


def _check_graph(options: Namespace, design: "Design") -> None:
    """Read the graph before anything is spent."""
    if options.negative_control and options.placebo:
        raise ValueError("--negative-control must be left out where --placebo is asked; nothing was spent")
    if options.graph is not None:
        from privcausal.effects.identify import identified_by

        identified_by(design, options.graph, options.sure)
    elif options.sure is not None:
        raise ValueError(
            "--sure needs --graph: it sets how probable an edge of that graph must be. Nothing was spent."
        )


def _completed(result: "Effect", options: Namespace) -> "Effect":
    """With what the graph leaves open, and as a negative control if it is one."""
    if options.graph is not None:
        result = result.with_graph(options.graph, sure=options.sure)
    return result.as_negative_control() if options.negative_control else result


def _forecast(options: Namespace, design: Any) -> int:
    """The width to expect, from public numbers."""
    from privcausal.effects.expected_interval import expected_interval, in_words
    from privcausal.graphs.table_release import category_labels

    unit = design.declaration.unit
    expected = expected_interval(design, options.forecast, options.epsilon, unit)
    half = (expected.high - expected.low) / 2
    values = len(category_labels(design.columns[design.treatment]))
    arms = "arms" if values == 2 else f"all {values} values of {design.treatment}"
    outcomes = "half of the people have the event"
    if design.event is None:
        outcomes = f"{design.outcome} is spread evenly over its range"
    of = "" if design.instrument is None else f" of {in_words(design)}"
    publish(
        f"{unit.drawn(options.forecast):,} rows in {design.strata:,} strata, ε = {options.epsilon:g}: nothing is read "
        f"and nothing is spent\nthe 95% interval{of} would reach about {half:.2g} to either side, if people "
        f"are spread evenly over strata and {arms} and {outcomes}"
        f"{', and no row is blank' * (unit.person is not None)}",
        "nothing",
    )
    return 0


def _from_release(options: Namespace) -> int:
    """The effect from tables that were paid for."""
    from privcausal.effects.effect import effect_from_release
    from privcausal.published import published
    from privcausal.report.study import Study
    from privcausal.table.unit import unit_of

    check_beside_release(options)
    report_path(options)
    if options.placebo:
        raise ValueError("--placebo must be left out: a release has no table of a coin")
    kept = published(options.file)
    result = effect_from_release(
        kept, options.treatment, options.outcome, randomised=options.randomised, **_roles(options)
    )
    result = _completed(result, options)
    study = Study(
        _question(options),
        Path(options.file).name,
        kept.records,
        {name: kept.values[name] for name in result.design.columns},
        _asked(options),
        free=True,
        unit=unit_of(kept.declaration),
    )
    print_answer(result, study, options, "nothing")
    print_note(options, f"from {options.file}: nothing more was spent")
    return 0


def _declaration(options: Namespace) -> "Declaration":
    from privcausal.table.options import parse_categories, read_declaration

    if options.declare is None and options.categories is None:
        raise ValueError(
            "--declare FILE or --categories LIST is required, because it says what the columns can hold. Draft a "
            "declaration with `privcausal declare`."
        )
    columns = None if options.categories is None else parse_categories(options.categories)
    return read_declaration(options, columns)


def _roles(options: Namespace) -> dict[str, Any]:
    """The declaration of the columns, as `Design.of` takes it."""
    adjust = [] if options.adjust is None else [name.strip() for name in options.adjust.split(",")]
    named = {name: getattr(options, name) for name in ("instrument", "treated", "control", "event")}
    return {"adjust": adjust, **named}


def _asked(options: Namespace) -> dict[str, object]:
    """The same for the page and for programs."""
    roles = {"treatment": options.treatment, "outcome": options.outcome, "adjust": options.adjust}
    rest = {name: getattr(options, name) for name in ("instrument", "treated", "control", "event")}
    graph = {"graph": options.graph, "sure": options.sure}
    flags = {name: "yes" if getattr(options, name) else None for name in FLAGS}
    return {**roles, **rest, **graph, **flags}


def _question(options: Namespace) -> str:
    return f"How much does {options.treatment} change {options.outcome}?"
