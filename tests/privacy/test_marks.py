"""What weakens a price travels with every answer: into text, JSON, page and files, and into what these lead to."""

import html
import json
import math
import warnings

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot

import privcausal
from privcausal.answer import Answer, price_dict
from privcausal.graphs.methods import CATEGORIES, METHODS, MIXED, NUMBERS
from privcausal.graphs.structure.exchange import load as load_graph
from privcausal.graphs.table_release import TableRelease, _checksum, load
from privcausal.privacy.marks import DEMONSTRATION, WEAK, mark, marks
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.randomness import generator
from privcausal.published import published
from privcausal.report.page import page
from privcausal.report.study import AnswerWithContext, Study

SWAP = Relation.SUBSTITUTION
PEOPLE = pd.DataFrame(np.random.default_rng(0).integers(0, 2, (4_000, 3)), columns=list("abc"))
RANGES = dict.fromkeys("abc", (0, 1))
WORDS = {name: [0, 1] for name in "abc"}
DECLARED = {CATEGORIES: WORDS, NUMBERS: RANGES, MIXED: {"a": [0, 1], "b": (0, 1), "c": (0, 1)}}
ASKED = {
    "correlate": lambda **how: privcausal.correlate(PEOPLE, "a", "b", **how),
    "direction": lambda **how: privcausal.direction(PEOPLE.head(300), "a", "b", declare=RANGES, **how),
    "release": lambda **how: privcausal.release(PEOPLE, delta=1e-6, declare=WORDS, **how),
    **{
        name: lambda name=name, **how: privcausal.discover(
            PEOPLE, method=name, delta=1e-6, declare=DECLARED[METHODS[name].wants], **how
        )
        for name, method in METHODS.items()
        if method.private
    },
}
STUDY = Study("Why?", "people.csv", 4_000, {name: ["0", "1"] for name in "abc"})


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="seed makes this a demonstration")
        yield


def ways_out(answer):
    """Everything in which an answer leaves, as text."""
    with_context = AnswerWithContext(answer, STUDY)
    yield from (str(answer), repr(answer), answer._repr_html_(), str(with_context), with_context.to_json())
    if hasattr(answer, "summary"):
        yield answer.summary()
    if not isinstance(answer, TableRelease):  # it has no page
        yield page(answer, STUDY)


def says(mark, text):
    """Whether the mark is in there: a page begins it with a capital, and escapes."""
    return mark in text or html.escape(mark)[1:] in text


@pytest.mark.parametrize("what", ASKED)
@pytest.mark.parametrize("seed", [7, None])
def test_a_seed_is_said_wherever_the_answer_goes(what, seed):
    answer = ASKED[what](epsilon=1.0, seed=seed)
    assert (answer.demonstration, answer.weak) == (seed is not None, False)
    assert answer.to_dict()["spent"]["demonstration"] is (seed is not None)
    assert all((says(DEMONSTRATION, text)) is (seed is not None) for text in ways_out(answer))
    assert not any(says(WEAK, text) for text in ways_out(answer))
    assert str(answer).count(DEMONSTRATION) == (seed is not None)


@pytest.mark.parametrize("what", ["correlate", "direction", "release", "once", "once-correlations"])
def test_a_weak_guarantee_is_said_wherever_the_answer_goes(what):
    answer = ASKED[what](epsilon=11.0, allow_weak=True)
    assert (answer.demonstration, answer.weak) == (False, True)
    assert answer.to_dict()["spent"]["weak"] is True
    assert all(says(WEAK, text) for text in ways_out(answer))


@pytest.mark.parametrize("kind", Answer.__subclasses__())
def test_no_answer_can_leave_the_marks_out(kind):
    """Whatever text a class gives, the marks stand below it: also in one that is written tomorrow."""

    class Tomorrow(kind):
        spent = Price(1.0, 0.0, SWAP, demonstration=True, weak=True)

        def __init__(self):
            pass

        def __str__(self):
            return "an answer"

    assert str(Tomorrow()).splitlines() == ["an answer", DEMONSTRATION, WEAK]


@pytest.fixture
def seeded(tmp_path):
    ASKED["release"](epsilon=1.0, seed=7).save(tmp_path / "seeded.json")
    return tmp_path / "seeded.json"


def test_the_file_and_what_is_learned_from_it_later_are_marked(seeded):
    kept = published(seeded)
    assert json.loads(seeded.read_text())["spent"]["demonstration"] is True
    for answer in (kept, kept.discover(), kept.discover("once-further"), kept.discover("once-sparing")):
        assert answer.demonstration
        assert all(says(DEMONSTRATION, text) for text in ways_out(answer))
    kept.save(seeded)
    assert published(seeded).demonstration, "also when it is written again"


def test_the_checksum_covers_the_marks(seeded):
    content = json.loads(seeded.read_text())
    content["spent"]["demonstration"] = False
    seeded.write_text(json.dumps(content))
    with pytest.raises(ValueError, match="was changed after it was written"):
        load(seeded)


@pytest.mark.parametrize("wrong", ["yes", 0, None, "gone"])
def test_a_file_of_the_present_format_must_say_it(seeded, wrong):
    content = json.loads(seeded.read_text())
    content.pop("checksum")
    content["spent"].pop("demonstration")
    content["spent"] |= {} if wrong == "gone" else {"demonstration": wrong}
    seeded.write_text(json.dumps({**content, "checksum": _checksum(content)}))
    with pytest.raises(ValueError, match="its parts do not fit together"):
        published(seeded)


def earlier(path, **spent):
    """The same release as it was written before there were marks."""
    content = json.loads(path.read_text())
    content.pop("checksum")
    content["format"] = "privcausal release 1"
    content["spent"] = {
        **{name: content["spent"][name] for name in ("epsilon", "delta", "relation")},
        **spent,
    }
    path.write_text(json.dumps({**content, "checksum": _checksum(content)}))
    return published(path)


def test_an_earlier_file_is_read_and_nothing_is_said_of_its_seed(seeded):
    kept = earlier(seeded)
    assert (kept.demonstration, kept.weak, kept.marks()) == (None, False, [])
    assert "demonstration" not in kept.discover().to_dict()["spent"]
    kept.save(seeded)
    assert json.loads(seeded.read_text())["format"] == "privcausal release 1", (
        "it is not known afterwards either"
    )
    assert published(seeded).demonstration is None


def test_an_earlier_file_that_is_weak_is_known_by_its_public_numbers(seeded):
    kept = earlier(seeded, epsilon=11.0)
    assert kept.weak
    assert WEAK in str(kept.discover())


def test_a_graph_for_other_programs_is_marked(tmp_path):
    for seed in (7, None):
        result = ASKED["once"](epsilon=1.0, seed=seed)
        for name in ("graph.graphml", "graph.dot"):
            result.save(tmp_path / name)
            assert (DEMONSTRATION in (tmp_path / name).read_text()) is (seed is not None)
        assert load_graph(tmp_path / "graph.graphml").graph.get("mark") == (DEMONSTRATION if seed else None)


@pytest.mark.parametrize("what", ["correlate", "direction", "once"])
@pytest.mark.parametrize("seed", [7, None])
def test_a_picture_is_marked(what, seed):
    answer = ASKED[what](epsilon=1.0, seed=seed)
    ax = answer.plot()
    assert ("demonstration" in [text.get_text() for text in ax.texts]) is (seed is not None)
    pyplot.close(ax.figure)


def test_a_price_is_marked_by_its_generator_and_by_public_numbers():
    price = Price(1.0, 1e-3, SWAP)
    for rng, n, expected in (
        (generator(), 500, (False, False)),
        (generator(), 1_000, (False, True)),
        (generator(7), 500, (True, False)),
        (np.random.default_rng(), 500, (True, False)),
    ):
        result = mark(price, rng, n)
        assert (result.demonstration, result.weak) == expected
        assert result == price, "it costs the same"
    exact = mark(Price(math.inf, 0.0, SWAP), generator(7), 500)
    assert (exact.demonstration, exact.weak) == (False, False), "without noise there is none to take off"
    assert marks(price) == []
    assert price_dict(price) == {"epsilon": 1.0, "delta": 1e-3, "relation": "substitution"}


def test_what_has_no_text_of_its_own_is_marked_too():
    """The table of two columns, the price, and what a direction was made from."""
    for seed in (7, None):
        kept = ASKED["release"](epsilon=1.0, seed=seed)
        assert (DEMONSTRATION in str(kept.cross_table("a", "b"))) is (seed is not None)
        inner = ASKED["direction"](epsilon=1.0, seed=seed).result
        assert (DEMONSTRATION in str(inner)) is (seed is not None)
        assert ("demonstration" in str(kept.spent)) is (seed is not None)
    half = privcausal.direction(
        PEOPLE.head(300), "a", "b", epsilon=1.0, declare=RANGES, protect="test", allow_weak=True
    )
    assert WEAK in str(half.result)
    assert WEAK in str(ASKED["release"](epsilon=11.0, allow_weak=True).cross_table("a", "b"))
