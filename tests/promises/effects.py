"""Effects whose true size is known: intervals, planned widths, and what text, JSON and page say of the same number."""

import contextlib
import io
import json
import re
import tempfile
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd

import privcausal
from privcausal.__main__ import main

FEATURES = {
    "treatment": ("2 values", "3 values", "5 values", "a number with a cut"),
    "outcome": ("event", "event of 1%", "event of 3", "number", "cut off", "far from 0", "logarithm"),
    "adjust": ("nothing", "1 column", "3 columns", "words", "a column of 2%"),
    "instrument": ("none", 1.0, 0.6, 0.3),
    "people": ("even", "confounded", "randomised"),
    "cells": ("whole", "left out"),
    "unit": ("a row", "3 rows", "kept 3 rows", "drawn rows"),
    "asked": ("plain", "graph", "graph with lines", "tiers", "placebo", "negative control"),
    "door": ("frame", "command", "release"),
    "rows": (2_000, 20_000),
    "epsilon": (0.5, 1.0, 3.0),
}
EVENTS = FEATURES["outcome"][:3]
OUTCOMES = {key: {"values": ["0", "1"], "missing": "0"} for key in EVENTS} | {
    "event of 3": {"values": ["0", "1", "2"], "missing": "0"},
    "number": {"range": [0, 20], "missing": 10},
    "cut off": {"range": [8, 13], "missing": 10},
    "far from 0": {"range": [1990, 2030], "missing": 2010},
    "logarithm": {"range": [1, 200], "scale": "log", "missing": 10},
}


def possible(world):
    """What the library takes; a release holds no instrument, no coin, no plain number and few columns together."""
    released, placebo = world["door"] == "release", world["asked"] == "placebo"
    if world["instrument"] != "none" and (
        world["treatment"] in ("3 values", "5 values") or world["cells"] == "left out" or released or placebo
    ):
        return False
    if world["people"] == "confounded" and world["adjust"] == "nothing":
        return False
    three = (
        world["adjust"] in ("1 column", "words")
        and world["people"] == "confounded"
        and world["rows"] == 20_000
    )
    few = world["adjust"] == "nothing" or three
    whole = world["unit"] in ("a row", "3 rows") and world["cells"] == "whole"
    return not released or (few and whole and world["outcome"] in EVENTS and not placebo)


def prepared(world, rng):
    """Draw the truth of a world, by strata and values of the treatment, and plan it."""
    many = {"nothing": 0, "3 columns": 3}.get(world["adjust"], 1)
    values = {"3 values": 3, "5 values": 5}.get(world["treatment"], 2)
    confounded = world["people"] == "confounded"
    strata = np.array(list(product((0, 1), repeat=many))).reshape(2**many, many)
    first = 0.02 if world["adjust"] == "a column of 2%" else 0.5
    pull = (strata.sum(axis=1) - many / 2) * (world["people"] != "even")
    takes = np.exp(pull[:, None] * rng.normal(0, 0.8, values) * confounded)
    effect = np.zeros((len(strata), values))
    if world["asked"] not in ("placebo", "negative control"):
        effect[:, 1] = -1 - pull * confounded
    effect[:, 2:] = 1.5
    if world["outcome"] in EVENTS:
        mean = (0.01 if world["outcome"] == "event of 1%" else 0.5) * (
            1 + 0.15 * pull[:, None] + 0.1 * effect
        )
    elif world["outcome"] == "number":  # about evenly spread over its range, as a plan takes it to be
        mean = (9.2 if confounded else 9.6) + 0.25 * pull[:, None] + effect
    else:
        mean = 10 + 1.5 * pull[:, None] + effect
    old = strata[:, 0] == 1 if many else np.full(1, 0.5)
    gaps, several = world["cells"] == "left out", world["unit"] in ("kept 3 rows", "drawn rows")
    truth = SimpleNamespace(
        **{"world": world, "strata": strata, "mean": mean, "takes": takes / takes.sum(axis=1, keepdims=True)},
        shares=np.prod(np.where(strata == 1, first, 1 - first), axis=1),
        lasting=np.ones(len(strata)) - gaps * (0.05 + 0.35 * old),
        rows=np.ones(len(strata)) + several * (0.5 + 1.0 * old),
        answered=world["rows"] // 4 if world["unit"] == "drawn rows" else world["rows"],
        unit={} if world["unit"] == "a row" else {"rows_per_person": 3},
    )
    planned = privcausal.plan(
        declared(truth),
        rows=truth.answered,
        epsilon=world["epsilon"],
        delta=1e-6,
        effect=roles(truth),
        **truth.unit,
    )
    truth.planned = planned.effect[1]
    truth.unit |= {"person": "id"} if several else {}
    truth.unit |= {"keep_rows": truth.answered} if world["unit"] == "drawn rows" else {}
    return truth


def declared(truth):
    """The columns; a cut number is below 0 or above it."""
    world, whole = truth.world, truth.world["cells"] == "whole"
    words = ["no", "yes"] if world["adjust"] == "words" else ["0", "1"]
    columns = {f"c{at}": {"values": words, "missing": words[0]} for at in range(truth.strata.shape[1])}
    if world["instrument"] != "none":
        columns["z"] = {"values": ["0", "1"], "missing": "0"}
    columns["t"] = {"values": list(map(str, range(truth.takes.shape[1])))} | (
        {"missing": "0"} if whole else {}
    )
    if world["treatment"] == "a number with a cut":
        columns["t"] = {"range": [-5, 5], "cuts": [0]} | ({"missing": -1} if whole else {})
    return columns | {"y": OUTCOMES[world["outcome"]]}


def roles(truth):
    """Who is compared with whom."""
    own = {"treatment": "t", "outcome": "y", "adjust": [f"c{at}" for at in range(truth.strata.shape[1])]}
    own |= {"control": "0", "treated": "1"} if truth.takes.shape[1] > 2 else {}
    own |= {"event": "1"} if truth.world["outcome"] == "event of 3" else {}
    return own | ({"instrument": "z"} if truth.world["instrument"] != "none" else {})


def table(truth, rng):
    """People with their rows: all rows of a person are alike, and those of one stratum have more of them."""
    world, n = truth.world, truth.world["rows"]
    stratum = rng.choice(len(truth.shares), n, p=truth.shares)
    taken = (rng.random((n, 1)) > truth.takes[stratum].cumsum(axis=1)[:, :-1]).sum(axis=1)
    mean = truth.mean[stratum, taken]
    columns = {f"c{at}": truth.strata[stratum, at] for at in range(truth.strata.shape[1])}
    if (
        world["instrument"] != "none"
    ):  # those who do not follow it differ, and always or never take the treatment
        z, follows, always = rng.integers(0, 2, n), rng.random(n) < world["instrument"], rng.random(n) < 0.5
        taken = np.where(follows, z, always)
        mean = truth.mean[stratum, taken] * np.where(follows, 1, 1 + 0.2 * (always - 0.5))
        columns["z"] = z
    if world["outcome"] in EVENTS:
        y = (rng.random(n) < mean).astype(int)
        y = np.where((y == 0) & (rng.random(n) < 0.5), 2, y) if world["outcome"] == "event of 3" else y
    elif world["outcome"] == "logarithm":
        y = mean * np.exp(rng.normal(-0.125, 0.5, n))
    elif world["outcome"] == "number":
        y = 2 * mean * rng.random(n)
    else:
        y = mean + rng.uniform(-4, 4, n) + 2_000 * (world["outcome"] == "far from 0")
    if world["adjust"] == "words":
        columns["c0"] = np.where(columns["c0"] == 1, "yes", "no")
    there = rng.random(n) < truth.lasting[stratum]
    text = np.where(there, taken.astype(str), "")
    cut = np.where(there, np.where(taken == 1, 1.0, -1.0) * rng.uniform(0.1, 4, n), np.nan)
    columns |= {"t": cut if world["treatment"] == "a number with a cut" else text, "y": y, "id": np.arange(n)}
    old = truth.strata[stratum, 0] == 1 if truth.strata.size else rng.random(n) < 0.5
    times = {"a row": 1, "3 rows": 3}.get(
        world["unit"], np.where(old, rng.choice([2, 9], n), rng.integers(1, 3, n))
    )
    return pd.DataFrame(columns).loc[np.repeat(np.arange(n), times)].iloc[:n].reset_index(drop=True)


def known(truth):
    """What is printed, and how large it is among the people of both values."""
    people, arms = truth.shares * truth.rows * truth.lasting, truth.takes[:, :2]
    mean = truth.mean[:, :2] + 2_000 * (truth.world["outcome"] == "far from 0")
    change, uptake = mean[:, 1] - mean[:, 0], truth.world["instrument"]
    both, only = people * arms.sum(axis=1), (people[:, None] * arms).T
    if truth.world["asked"] == "placebo":
        return dict.fromkeys(("effect", "treated", "overlap", "crude", "graph"), 0.0)
    if uptake != "none":
        effect = np.average(change, weights=people)
        return {"effect": effect, "uptake": uptake, "assignment": uptake * effect, "graph": effect}
    without, having = (np.average(mean[:, arm], weights=both) for arm in (0, 1))
    crude = [np.average(mean[:, arm], weights=only[arm]) for arm in (0, 1)]
    return {
        **{"effect": having - without, "without": without, "with": having, "crude": crude[1] - crude[0]},
        **{"treated": np.average(change, weights=only[1]), "graph": having - without},
        **{"overlap": np.average(change, weights=only[0] * only[1] / both), "ratio": having / without},
        "odds": having / (1 - having) / (without / (1 - without)),
    }


NUMBER = r"([+-]?(?:[\d,]+(?:\.\d+)?(?:e[+-]?\d+)?|inf))"
ESTIMATE = rf"{NUMBER}, 95% interval {NUMBER} to {NUMBER}"
LINES = {
    "effect": r"^(?:t|a coin) → y.*?(?:difference|means|compliers) ESTIMATE",
    "without": r"^(?:risk|mean) of.*?: ESTIMATE; with",
    "with": r"^(?:risk|mean) of.*; with.*?: ESTIMATE",
    "ratio": "^risk ratio ESTIMATE",
    "odds": "odds ratio ESTIMATE",
    "treated": "^among the treated: ESTIMATE",
    "overlap": "overlap population: ESTIMATE",
    "crude": "without adjustment: ESTIMATE",
    "uptake": "^z changes t by ESTIMATE",
    "assignment": "^z changes y by ESTIMATE",
    "graph": rf"not excluded: {NUMBER} to {NUMBER}",
}


def in_text(text):
    """The interval of each line."""
    found = {
        name: re.search(line.replace("ESTIMATE", ESTIMATE), text, re.MULTILINE)
        for name, line in LINES.items()
    }
    return {
        name: [float(end.replace(",", "")) for end in it.groups()[-2:]] for name, it in found.items() if it
    }


def in_json(entries):
    """The same intervals for programs."""
    found = {"effect": entries["interval"]}
    for part in entries["effects"]:
        name = {"ATT": "treated", "ATO": "overlap"}.get(part["target"])
        main_ones = {"control": "without", "treated": "with", "ratio": "ratio", "odds_ratio": "odds"}
        names = {"difference": name} if name else main_ones
        found |= {named: part[key][1:] for key, named in names.items() if key in part}
    found |= {"crude": entries["crude"]["difference"][1:]} if entries["crude"] else {}
    if entries["compliers"]:
        found |= {
            "uptake": entries["compliers"]["uptake"][1:],
            "assignment": entries["compliers"]["outcome"][1:],
        }
    found |= {"graph": entries["range"]["interval"]} if entries["range"] else {}
    return {name: [np.inf if end is None else end for end in ends] for name, ends in found.items()}


def on_page(text):
    """The interval of the answer in words, of people or of a number."""
    text = re.sub(r"<[^>]*>", "", text)
    end = rf"{NUMBER}( fewer| more)?"
    match = re.search(rf"95% interval is between {end} and {end}", text)
    if match is None:
        return None
    low, first, high, second = match.groups()
    ends = [float(low.replace(",", "")), float(high.replace(",", ""))]
    if second:
        base = float(re.search(r"Of ([\d,]+) (?:people|compliers)", text)[1].replace(",", ""))
        signs = [-1 if (word or second) == " fewer" else 1 for word in (first, second)]
        ends = [sign * end / base for sign, end in zip(signs, ends, strict=True)]
    return sorted(ends)


def answered(truth, frame, seed, folder):
    """Text, JSON and page of one answer, through one of the doors."""
    world, columns, own, page = truth.world, declared(truth), roles(truth), folder / "page.html"
    names, asked = own["adjust"], world["asked"]
    line, graph, declare = "--" if "lines" in asked else "->", folder / "graph.dagitty", folder / "table.toml"
    graph.write_text(f"dag {{ {' '.join(f'{name} {line} t; {name} -> y;' for name in names)} t -> y }}")
    tiers = [tier for tier in (names, ["z"] if "z" in columns else [], ["t"], ["y"]) if tier]
    entries = truth.unit | ({"tiers": tiers} if asked == "tiers" else {})
    toml = [*(f"{name} = {json.dumps(value)}" for name, value in entries.items()), "[columns]"]
    for name, column in columns.items():
        toml.append(
            f"{name} = {{ {', '.join(f'{key} = {json.dumps(value)}' for key, value in column.items())} }}"
        )
    declare.write_text("\n".join(toml))
    if world["door"] == "frame":
        more = {
            "placebo": asked == "placebo",
            "randomised": world["people"] == "randomised" and "z" not in columns,
        }
        result = privcausal.effect(
            frame, epsilon=world["epsilon"], declare=str(declare), seed=seed, **more, **own
        )
        result = result.with_graph(str(graph)) if "graph" in asked else result
        result = result.as_negative_control() if asked == "negative control" else result
        result.report(page)
        return str(result), json.loads(result.to_json(context=True)), page.read_text()
    words = [
        f"--{key}={','.join(value) if isinstance(value, list) else value}"
        for key, value in own.items()
        if value
    ]
    words += [f"--graph={graph}"] if "graph" in asked else []
    words += [f"--{asked.replace(' ', '-')}"] if asked in ("placebo", "negative control") else []
    if world["door"] == "release":
        kept = privcausal.release(
            frame, epsilon=world["epsilon"], delta=1e-6, declare=str(declare), seed=seed
        )
        kept.save(folder / "release.json")
        words = ["effect", str(folder / "release.json"), *words]
    else:
        frame.to_csv(folder / "data.csv", index=False)
        words = ["effect", str(folder / "data.csv"), f"--declare={declare}", *words]
        words += [f"--epsilon={world['epsilon']}", f"--seed={seed}"]
    text = printed([*words, f"--report={page}"])
    return text, json.loads(printed([*words, "--json"])), page.read_text()


def printed(words):
    """What a command prints."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    if status:
        raise ValueError(err.getvalue())
    return out.getvalue()


def asked(truth, rng):
    """One table, one answer, and each of its promises."""
    world, true = truth.world, known(truth)
    with tempfile.TemporaryDirectory() as folder:
        text, entries, page = answered(truth, table(truth, rng), int(rng.integers(1 << 30)), Path(folder))
    said, exact = in_text(text), in_json(entries)
    widths = {name: high - low for name, (low, high) in exact.items()}
    for name, (low, high) in said.items():
        if name in true and world["outcome"] != "cut off":
            yield f"holds the {name}", low <= true[name] <= high
        if name in exact:
            yield (
                "prints the same in JSON",
                np.allclose((low, high), exact[name], rtol=0, atol=0.06 * widths[name]),
            )
    if (words := on_page(page)) is not None:
        yield (
            "prints the same on the page",
            np.allclose(words, exact["effect"], rtol=0, atol=0.2 * widths["effect"]),
        )
    if world["outcome"] == "cut off":
        yield "prints where the outcome is cut off", "cut off: a y below 8 or above 13" in text
    yield "prints the rows", entries["records"] == truth.answered and f"{truth.answered:,}" in page
    usual = world["outcome"] in ("event", "event of 3", "number") and world["adjust"] != "a column of 2%"
    if (
        usual
        and world["people"] != "confounded"
        and world["cells"] == "whole"
        and world["unit"] in ("a row", "3 rows")
    ):
        half = widths["assignment" if "uptake" in exact else "effect"] / 2
        yield "width as planned", truth.planned / 1.15 <= half <= 1.15 * truth.planned
