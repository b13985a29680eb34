"""No message repeats what the caller handed in: by construction in the code, and by every argument that there is."""

import ast
import contextlib
import inspect
import io
import re
import traceback
import warnings
from collections import defaultdict
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import privcausal

LIBRARY = Path(privcausal.__file__).parent

MATHEMATICS = {
    "claims": "checks of the book on made tables",
    "course": "exercises on made tables",
    "data": "published tables",
    "experiments": "the book's own runs on made and published tables",
    "explorers": "pictures of formulas",
    "pairs": "arrays: the questions let in numbers, and words that the library knows",
    "plots": "drawings of answers",
    "privacy": "mechanisms and prices: the questions let in numbers",
    "verify": "the book's own checks",
    "graphs/ask_once": "arrays",
    "graphs/constraint_based": "arrays",
    "graphs/independence": "arrays",
    "graphs/methods": "options of methods, of which the questions let in a number, row_norm",
    "graphs/models": "made tables",
    "graphs/score_based": "arrays",
    "graphs/structure/d_separation.py": "nodes by their places",
    "graphs/structure/pdag.py": "nodes by their places",
}
"""Where nobody hands in people's cells but through a question, whose arguments are checked."""

PUBLIC_FILES = {
    "graphs/methods/__init__.py",
    "graphs/methods/once_linear.py",
    "pairs/private_direction.py",
    "privacy/budget_file.py",
    "verify/audit.py",
}
"""What a question calls all the same with what it was given."""

SHOWN = {
    "the name of an argument or a part of the sentence, which the code writes": """
        able argument cuts line names 'JSON' if is_json else 'TOML'
        f'at most {most}' if many is None else many held help_text name.replace('_', '-') near
        option others role several wanted what which about + said 's' * (many != 1) able broken reason
        'two' if given is None else 'three' __name__ text more spent where stop""",
    "a constant of the library": """
        ' or '.join(readers) ', '.join(by_name) ', '.join(problems_by_name) INSTEAD[name] _AXES[axes]
        commands.INSTALL error.name error.strerror kinds[0] method method.name method.wants self.name self.protect
        self.score self.encoding plain seals.advice(broken) orphan fault self._forecast_text()""",
    "a refusal of this package, which is held against the same table": """
        error refusal commands.with_cost(message, options)""",
    "a number that was let in as one": """
        budget.epsilon budget_file.account account.total self.total price.amount text_above(price.delta) unit.rows
        declaration.unit.rows options.recheck records many before int(lines(graph).sum()) // 2 plain.ndim
        cells.ndim - 1 len(every) len(candidates) len(doubtful.unsure) len(mine) len(its)""",
    "a file that was read, or was just written": "path self.path options.file options.budget batches.where",
    "a column of a table that was read, of an answer or of a release": """
        name columns x y ', '.join(names) ', '.join(self.design.adjust) or 'none'
        self._thirds({names.index(x), names.index(y)}) or 'none'""",
}
"""Whatever else a message shows, by what makes it public: an expression that is not here is a new decision."""

QUOTED_IN_ARGUMENTS = {"kind", "number", "hint", "line_of"}
AS_A_NUMBER = re.compile(r"[defg,%]$")
"""A format that only one number has: a column, a list or a word in its place fails, without being shown."""


def messages(tree):
    """What is raised, warned of and printed beside the answer."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from node.exc.args
        elif isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            aside = called == "print" and any(keyword.arg == "file" for keyword in node.keywords)
            if aside or called in ("warn", "error"):
                yield from node.args


def shown(message):
    """The expressions in it that are not public by their form."""
    parts = [part for part in ast.walk(message) if isinstance(part, ast.FormattedValue)]
    for part in parts or [message]:
        value = part.value if isinstance(part, ast.FormattedValue) else part
        form = getattr(part, "format_spec", None)
        names = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
        called = getattr(getattr(value, "func", None), "id", "")
        if not (
            (
                form is not None
                and AS_A_NUMBER.search("".join(str(getattr(one, "value", "")) for one in form.values))
            )
            or called in QUOTED_IN_ARGUMENTS
            or all(name.isupper() or name in ("len", "map", "str", "list") for name in names)
        ):
            yield ast.unparse(value)


def is_public(file):
    """Can cells come here as an argument?"""
    return file in PUBLIC_FILES or not any(f"{file}/".startswith(f"{part}/") for part in MATHEMATICS)


def test_only_checked_arguments_are_shown_in_a_message():
    public = {re.sub(r"\s+", " ", words) for words in SHOWN.values()}
    found = defaultdict(list)
    for file in sorted(LIBRARY.rglob("*.py")):
        place = file.relative_to(LIBRARY).as_posix()
        if is_public(place) and place != "arguments.py":
            for message in messages(ast.parse(file.read_text(encoding="utf-8"))):
                for value in shown(message):
                    if not any(f" {value} " in f" {words} " for words in public):
                        found[value].append(f"{place}:{message.lineno}")
    assert not found, "say what is public about it, through privcausal.arguments or in SHOWN"


WORDS = ["Zqxwortel", "Zqxbraam"] * 20
NUMBERS = [731946.25, 582913.75, *(731946.25 + n for n in range(1, 39))]
SENTINELS = re.compile(r"Zqx|731946|582913|731,946|7\.3194|5\.8291", re.I)
PEOPLE = pd.DataFrame({"word": WORDS, "number": NUMBERS})
ROW = next(PEOPLE.itertuples(index=False))

PAYLOADS = {
    "a column of words": PEOPLE["word"],
    "a column of numbers": PEOPLE["number"],
    "a list of words": WORDS,
    "two words": WORDS[:2],
    "a list of numbers": NUMBERS,
    "two numbers": (NUMBERS[0], NUMBERS[1]),
    "a tuple of words": tuple(WORDS[:2]),
    "a set": set(WORDS),
    "a row": ROW,
    "a row of numbers": PEOPLE[["number", "number"]].iloc[0].to_numpy(),
    "rows": list(PEOPLE.itertuples()),
    "an array of words": PEOPLE["word"].to_numpy(str),
    "an array of numbers": PEOPLE["number"].to_numpy(),
    "an array without axes": np.array(WORDS[0]),
    "categories": pd.CategoricalDtype(PEOPLE["word"].unique()),
    "an index": pd.Index(PEOPLE["word"]),
    "a frame": PEOPLE,
    "an Arrow column": pa.array(WORDS),
    "an Arrow cell": pa.scalar(WORDS[0]),
    "an Arrow table": pa.table(PEOPLE),
    "an Arrow structure": pa.array([{WORDS[0]: 1}]).type,
    "a dict of columns": PEOPLE.to_dict("list"),
    "a dict of cells": dict(zip(WORDS, NUMBERS, strict=True)),
    "a dict of groups": {word: [0, 1] for word in WORDS},
    "a dict of ranges": dict.fromkeys(WORDS, (0, 1)),
    "records": PEOPLE.to_dict("records"),
    "JSON": PEOPLE.to_json(),
    "a record as JSON": PEOPLE.iloc[0].to_json(),
    "CSV": PEOPLE.to_csv(index=False),
    "a line": f"{WORDS[0]},{NUMBERS[0]}",
    "a long line": ";".join(WORDS),
    "printed": str(PEOPLE["word"]),
    "a dict as text": str(PEOPLE.to_dict("list")),
    "an arrow": f"{WORDS[0]} -> {WORDS[1]}",
    "a drawing": f"dag {{ {WORDS[0]} -> {WORDS[1]} ; ? }}",
    "one word": WORDS[0],
    "one word as bytes": WORDS[0].encode(),
    "one word of NumPy": np.str_(WORDS[0]),
    "half a sign": WORDS[0] + "\ud800",
    "a path": Path(WORDS[0]),
    "a path of a table": Path(PEOPLE.to_csv(index=False)),
    "a file that could be": f"{WORDS[0]}.json",
    "a page that could be": f"{WORDS[0]}/{WORDS[1]}.html",
    "a graph that could be": f"{WORDS[0]}.graphml",
    "a generator": (word for word in WORDS),
    "an error": ValueError(WORDS[0]),
    "a match": re.match(".*", WORDS[0]),
    "a graph": nx.from_pandas_edgelist(PEOPLE, "word", "number", create_using=nx.DiGraph),
}
with contextlib.suppress(ImportError):
    import polars as pl

    PAYLOADS |= {
        "a Polars column": pl.Series(WORDS),
        "a Polars frame": pl.DataFrame({"word": WORDS, "number": NUMBERS}),
        "a Polars expression": pl.lit(WORDS[0]),
    }
"""What a slip of the hand can put in the place of an argument; but not one number where one is wanted."""

FRAME = pd.DataFrame(np.random.default_rng(0).integers(0, 2, (400, 3)), columns=["a", "b", "c"])
SAID = {name: {"values": [0, 1], "missing": 0} for name in "abc"}
SPEND = {"epsilon": 4.0, "delta": 1e-6}


def noisy(value, size, rng):
    return rng.laplace(value, 1.0, size)


QUESTIONS = {
    "check": {"data": FRAME, "declare": SAID, "epsilon": 4.0},
    "correlate": {"data": FRAME, "x": "a", "y": "b", "epsilon": 4.0},
    "direction": {"data": FRAME, "x": "a", "y": "b", "declare": {"a": (0, 1), "b": (0, 1)}, "epsilon": 4.0},
    "discover": {"data": FRAME, "declare": SAID, **SPEND},
    "effect": {"data": FRAME, "treatment": "a", "outcome": "b", "declare": SAID, "epsilon": 4.0},
    "release": {"data": FRAME, "declare": SAID, **SPEND},
    "plan": {"declare": SAID, "rows": 400, **SPEND},
    "load": {"path": "there_is_none.json"},
    "budget": {"path": "budget.json", "epsilon": 1.0},
    "audit": {"mechanism": noisy, "pair": (0, 1), "n": 8, "rng": np.random.default_rng(0)},
    "Knowledge": {},
}


THE_CALLERS_OWN = {"mechanism", "pair"}
"""Code of whoever audits it, and what that is run on: its errors are its own."""


def texts_of(error):
    """Everything of an exception that can be printed or logged."""
    waiting, seen = [error], set()
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield from (str(one), repr(one), *map(str, getattr(one, "__notes__", ())))
        yield "".join(traceback.format_exception_only(one))
        waiting += [one.__cause__, one.__context__]


def said_by(ask):
    """What is said beside an answer."""
    out, err, texts = io.StringIO(), io.StringIO(), []
    with warnings.catch_warnings(record=True) as warned, contextlib.redirect_stdout(out):
        warnings.simplefilter("always")
        with contextlib.redirect_stderr(err):
            try:
                ask()
            except Exception as error:
                texts += texts_of(error)
    return "\n".join([*texts, *(str(one.message) for one in warned), out.getvalue(), err.getvalue()])


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def shows_no_cell(ask):
    found = SENTINELS.search(said := said_by(ask))
    for written in filter(Path.is_file, Path().iterdir()):  # a file that exists may be named
        written.unlink()
    assert not found, said.encode(errors="backslashreplace").decode()


@pytest.mark.parametrize("kind", PAYLOADS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_no_argument_of_a_question_is_repeated(question, kind):
    ask = getattr(privcausal, question)
    for name in set(inspect.signature(ask).parameters) - THE_CALLERS_OWN:
        shows_no_cell(lambda name=name: ask(**{**QUESTIONS[question], name: PAYLOADS[kind]}))
    if isinstance(PAYLOADS[kind], str):
        shows_no_cell(lambda: ask(**QUESTIONS[question], **{PAYLOADS[kind]: 1}))


def inside(payload):
    """Arguments that hold a payload one level down, or two."""
    for said in (
        payload,
        [payload],
        [0, payload],
        (0, payload),
        {"values": payload},
        {"values": [0, 1], "missing": payload},
        {"values": {"a": payload, "b": []}},
        {"range": payload},
        {"range": [0, payload]},
        {"range": [0, 1], "cuts": payload},
        {"range": [0, 1], "cuts": [payload]},
        {"range": [0, 1], "missing": payload},
        {"range": [1, 2], "scale": payload},
        {"values": [0, 1], "cut": payload},
    ):
        yield {"declare": {**SAID, "a": said}}
    for entry in ("tiers", "forbidden", "required", "tier"):
        for known in (payload, [payload], [[payload]], [[payload, payload]], [["a", payload]]):
            yield {"knowledge": {entry: known}}
    try:
        keyed = {payload: [0, 1]}
    except TypeError:
        return
    yield {"declare": keyed}
    yield {"declare": {**SAID, **keyed}}
    yield {"declare": {**SAID, "a": {**keyed, "values": [0, 1]}}}
    yield {"declare": {**SAID, "a": {"values": {payload: [payload], "b": [payload]}}}}
    yield {"knowledge": keyed}


@pytest.mark.parametrize("kind", PAYLOADS)
def test_nothing_inside_an_argument_is_repeated(kind):
    payload = PAYLOADS[kind]
    for options in inside(payload):
        shows_no_cell(lambda o=options: privcausal.discover(**{**QUESTIONS["discover"], **o}))
        if "declare" in options:
            shows_no_cell(lambda o=options: privcausal.plan(**{**QUESTIONS["plan"], **o}))
            shows_no_cell(lambda o=options: privcausal.effect(**{**QUESTIONS["effect"], **o}))
            shows_no_cell(lambda o=options: privcausal.correlate(FRAME, "a", "b", epsilon=4.0, **o))
    for role in ("treatment", "outcome", "instrument", "adjust", "treated", "control", "event", "colour"):
        for value in (payload, [payload]):
            roles = {"treatment": "a", "outcome": "b", role: value}
            shows_no_cell(lambda r=roles: privcausal.plan(**QUESTIONS["plan"], effect=r))
    shows_no_cell(lambda: privcausal.effect(**QUESTIONS["effect"], adjust=[payload]))


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    names = ("check", "correlate", "discover", "effect", "release", "plan")
    results = [
        getattr(privcausal, name)(**QUESTIONS[name], **({} if name == "plan" else {"allow_weak": True}))
        for name in names
    ]
    kept = results[names.index("release")]
    budget = privcausal.budget(tmp_path_factory.mktemp("budget") / "b.json", epsilon=1.0)
    return [
        *results,
        kept.cross_table("a", "b"),
        kept.discover(),
        budget,
        privcausal.Knowledge(tiers=[["a"]]),
    ]


GIVEN = {"x": "a", "y": "b", "path": "new.html", "adjust": (), "title": "t"}
"""Arguments of methods that are not the one in question."""


def methods_of(answer):
    for name in sorted(set(dir(type(answer)))):
        method = getattr(type(answer), name)
        if name[0] != "_" and callable(method) and not isinstance(method, type):
            yield getattr(answer, name), list(inspect.signature(getattr(answer, name)).parameters)


@pytest.mark.parametrize("kind", PAYLOADS)
def test_no_argument_of_an_answer_is_repeated(kind, answers):
    for answer in answers:
        for method, names in methods_of(answer):
            for name in names:
                given = {other: value for other, value in GIVEN.items() if other in names and other != name}
                for value in (PAYLOADS[kind], [PAYLOADS[kind]]):
                    shows_no_cell(lambda m=method, g=given, n=name, v=value: m(**g, **{n: v}))
