"""A box about an experiment names the stored table, its seed and the command that makes it."""

import json
import os
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from privcausal import experiments

ROOT = Path(__file__).parents[2]
BOX = re.compile(r":::\{admonition\} The experiment `([\w-]+)`\n:class: note\n(.*?)\n:::", re.DOTALL)
BOXES = [
    (path.stem, *box)
    for path in sorted((ROOT / "notebooks").glob("[0-9]*.py"))
    for box in BOX.findall(path.read_text(encoding="utf-8"))
]


def test_there_are_boxes():
    assert len(BOXES) >= 8


@pytest.mark.parametrize(("chapter", "name", "text"), BOXES, ids=lambda part: part[:30])
def test_a_box_is_about_a_stored_experiment(chapter, name, text):
    table = ROOT / f"book/_data/experiments/{name}.csv"
    assert f"`{table.relative_to(ROOT).as_posix()}`" in text, chapter
    note = json.loads(table.with_suffix(".json").read_text(encoding="utf-8"))
    assert f"`python -m privcausal experiments {name}" in text
    assert re.search(rf"[Ss]eed {note['seed']}\b", text)


@pytest.mark.parametrize(("chapter", "name", "text"), BOXES, ids=lambda part: part[:30])
def test_a_box_says_on_what_methods_were_tuned(chapter, name, text):
    assert name == "lifelike" or re.search(r"[Tt]uned|changed after", text), chapter


def by(tasks, *columns, **chosen):
    """The number of tasks for each value of these columns, of the tasks with the chosen values."""
    some = [task for task in tasks if all(task[name] == value for name, value in chosen.items())]
    return Counter(tuple(task[column] for column in columns) for task in some)


def each(counts):
    """The one number that all of these counts are."""
    (number,) = set(counts.values())
    return number


def parts(tasks, *names):
    return [by(tasks, "part")[name,] for name in names]


def networks(tasks, records, **chosen):
    """The number of families with so many records, and of networks in each."""
    found = by(tasks, "family", records=records, **chosen)
    return len(found), each(found)


COUNTED = (
    (
        "pairs",
        "{} Tübingen pairs and {} simulated pairs;",
        lambda tasks: [by(tasks, "set")["Tübingen",], sum(task["set"] != "Tübingen" for task in tasks)],
    ),
    (
        "direction",
        "{} development pairs, {} held-out pairs of the same families, {} of families with other causes, functions "
        "and noises, and {} of one family",
        lambda tasks: parts(tasks, "development", "check", "stranger", "cubic"),
    ),
    (
        "direction-again",
        "{} more held-out pairs of the same families and {} of the others",
        lambda tasks: parts(tasks, "check", "stranger"),
    ),
    ("linear", "{} random models of each size", lambda tasks: [each(by(tasks, "d", epsilon=1.0))]),
    (
        "sealed-comparison",
        "{} families of 20 to 60 columns, {} networks a family with 10,000 records and {} with 100,000.",
        lambda tasks: [*networks(tasks, 10_000), networks(tasks, 100_000)[1]],
    ),
    (
        "sparing",
        "{} `Lifelike` families and {} of the first kind, {} networks a family with 10,000 records and {} with "
        "100,000, and {} of each of the seven with a million; and {} samples of each of the {} published networks",
        lambda tasks: [
            networks(tasks, 10_000, kind="lifelike")[0],
            *networks(tasks, 10_000, kind="first"),
            networks(tasks, 100_000, kind="first")[1],
            networks(tasks, 1_000_000, kind="lifelike")[1],
            networks(tasks, 100_000, kind="published")[1],
            networks(tasks, 100_000, kind="published")[0],
        ],
    ),
    (
        "readings",
        "{} `Lifelike` families of 20 to 60 columns and the {} families of the first kind, {} new network of each;",
        lambda tasks: [networks(tasks, 10_000, kind="lifelike")[0], *networks(tasks, 100_000, kind="first")],
    ),
    (
        "sparing-calibration",
        "{} on which the maps are tuned, {} of other networks of the same generator, {} of other families, and the {} "
        "of the test half",
        lambda tasks: parts(tasks, "development", "check", "stranger", "sealed"),
    ),
    (
        "doubtful",
        "{} development families with {} networks each; {} test families, the same six with other networks and two "
        "new ones, with {} networks each",
        lambda tasks: [
            *networks(tasks, 10_000, set="development"),
            *networks(tasks, 100_000, set="judging"),
        ],
    ),
    (
        "heldout",
        "Development set: {} families, {} network each. Test set: {} families, {} networks each with 10,000 and "
        "100,000 records, {} each with 1,000,000 records",
        lambda tasks: [
            *networks(tasks, 10_000, set="development"),
            *networks(tasks, 100_000, set="judging"),
            networks(tasks, 1_000_000, set="judging")[1],
        ],
    ),
    (
        "lifelike",
        "the {} published networks, {} networks of the second kind and {} of the first",
        lambda tasks: [by(tasks, "kind")[kind,] for kind in ("published", "lifelike", "kind")],
    ),
    (
        "baselines",
        "The {} development families of `heldout` with {} networks each;",
        lambda tasks: networks(tasks, 10_000),
    ),
    (
        "baselines-aim",
        "The {} families of `baselines` with at most 20 columns, {} networks each,",
        lambda tasks: networks(tasks, 100_000),
    ),
)
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]


@pytest.mark.parametrize(
    ("name", "phrase", "counts"), COUNTED, ids=lambda part: part if isinstance(part, str) else ""
)
def test_the_numbers_of_networks_in_a_box_are_those_of_the_tasks(name, phrase, counts):
    numbers = counts(experiments.load()[name].tasks())
    said = phrase.format(*(WORDS[number] if number < len(WORDS) else f"{number:,}" for number in numbers))
    texts = [text for _, box, text in BOXES if box == name]
    assert any(said.lower() in text.lower() for text in texts), said


COMMITS = re.compile(
    r"^\| `([\w-]+)` \| ([\d-]+ [\d:]+) `(\w{8})` \| ([\d-]+ [\d:]+) `(\w{8})` \|$", re.MULTILINE
)
RULES = COMMITS.findall((ROOT / "notebooks/47_on_networks_nobody_tuned_on.py").read_text(encoding="utf-8"))


def git(*words):
    """What git prints, or a skip where the history is not there."""
    done = subprocess.run(
        ["git", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TZ": "UTC"},
    )
    if done.returncode > 1:
        pytest.skip("a copy without the book's history")
    return done


@pytest.mark.parametrize(("name", "ruled", "rule", "run", "results"), RULES, ids=lambda part: part)
def test_a_rule_was_committed_before_its_results(name, ruled, rule, run, results):
    table = f"book/_data/experiments/{name}.csv"
    for commit, time in ((rule, ruled), (results, run)):
        date = git("show", "-s", "--format=%cd", "--date=format-local:%Y-%m-%d %H:%M", commit).stdout.strip()
        assert date == time
    assert git("merge-base", "--is-ancestor", rule, results).returncode == 0
    assert git("show", f"{results}:{table}").stdout
    assert not git("ls-tree", "--name-only", rule, "--", table).stdout


def test_rules_with_commits_are_found():
    assert len(RULES) == 5
