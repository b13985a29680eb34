"""The command about a whole table: discover."""

import json
import math
import sys
from argparse import Namespace
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
from tqdm import tqdm

from privcausal import plots
from privcausal.commands.pairs import PICTURES, read_column, target_path, warn_of_seed
from privcausal.graphs.discovery import Discovery, Step
from privcausal.graphs.discovery import discover as learn
from privcausal.graphs.structure.exchange import FORMATS, load
from privcausal.privacy.price import Relation

Categories = dict[str, list[str]]


def discover(options: Namespace) -> int:
    """Learn the causal graph of a CSV file's columns under a budget."""
    target = target_path(options.out, "--out", (*FORMATS, *PICTURES))
    truth = None if options.truth is None else load(options.truth)
    categories = None if options.categories is None else read_categories(options.categories)
    frame = (
        read_numbers(options.file, options.columns)
        if categories is None
        else read_table(options.file, categories)
    )
    found = learned(frame, categories, options)
    print(found)
    print("\n".join(edges(found)) or "no edges")
    if target is not None:
        write(found, target, truth)
    if options.epsilon != math.inf:
        warn_of_seed(options)
    return 0


def learned(frame: pd.DataFrame, categories: Categories | None, options: Namespace) -> Discovery:
    """Run the method under a progress bar."""
    bar = tqdm(desc=options.method, unit=" tests", file=sys.stderr, disable=None)

    def progress(step: Step) -> None:
        bar.set_postfix_str(f"order {step.order}: {step.edges} edges, {len(step.deleted)} deleted")
        bar.update(step.tests)

    with bar:
        return learn(
            frame,
            method=options.method,
            epsilon=options.epsilon,
            delta=options.delta,
            categories=categories,
            row_norm=options.row_norm,
            relation=Relation.SUBSTITUTION,
            rng=np.random.default_rng(options.seed),
            progress=progress,
        )


def edges(found: Discovery) -> list[str]:
    """One line of text for each edge."""
    names, graph = found.names, found.graph
    rank = {name: place for place, name in enumerate(names)}
    arrows = [f"{a} → {b}" for a, b in graph.edges if not graph.has_edge(b, a)]
    return arrows + [f"{a} — {b}" for a, b in graph.edges if graph.has_edge(b, a) and rank[a] < rank[b]]


def write(found: Discovery, target: Path, truth: nx.DiGraph | None) -> None:
    """The graph as a file: for other programs, or as a picture."""
    if target.suffix in FORMATS:
        found.save(target)
    else:
        canvas, axes = plots.figure(height=5.0, ink="black")
        found.plot(axes[0], truth)
        canvas.savefig(target, dpi=160)
    print(f"written to {target}")


def read_categories(text: str) -> Categories:
    """\"dose=low|high,well=0|1\", or the name of a JSON file with the same: which values each column may take.

    >>> read_categories("dose=low|high,well=0|1")
    {'dose': ['low', 'high'], 'well': ['0', '1']}
    """
    if text.endswith(".json"):
        return _from_json(Path(text))
    found: Categories = {}
    for part in text.split(","):
        name, equals, values = part.partition("=")
        if not equals or not name.strip() or not values or name.strip() in found:
            raise ValueError(
                f"--categories must look like dose=low|high,well=0|1 or name a .json file, got {text!r}"
            )
        found[name.strip()] = [value.strip() for value in values.split("|")]
    return found


def _from_json(path: Path) -> Categories:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"--categories: cannot read {path}: {type(error).__name__}") from error
    if not isinstance(content, dict) or not all(isinstance(values, list) for values in content.values()):
        raise ValueError(
            f'--categories: {path} must hold an object of lists, such as {{"dose": ["low", "high"]}}'
        )
    return {name: [str(value) for value in values] for name, values in content.items()}


def read_numbers(file: str, columns: str | None) -> pd.DataFrame:
    """The named columns, or all, as numbers without gaps."""
    header = read_table(file, {})
    names = list(header.columns) if columns is None else [name.strip() for name in columns.split(",")]
    return pd.DataFrame({name: read_column(file, name) for name in names})


def read_table(file: str, categories: Categories) -> pd.DataFrame:
    """The declared columns as text, exactly as they stand in the file; a gap is the empty text."""
    try:
        frame = pd.read_csv(file, dtype=str, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise ValueError(f"cannot read {file}: {type(error).__name__}") from error
    missing = [name for name in categories if name not in frame.columns]
    if missing:
        raise ValueError(f"{file} has no column {missing[0]!r}; it has {', '.join(map(str, frame.columns))}")
    return frame[list(categories)] if categories else frame
