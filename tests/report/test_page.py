"""page: one file with everything in it, that no name can break, with every section that a board asks for."""

import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.edge_confidence import EdgeProbability, heldout_summary
from privcausal.graphs.methods import METHODS
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.pair_status import PairStatus
from privcausal.graphs.result import Discovery
from privcausal.privacy.budget_file import BudgetState, Charge
from privcausal.privacy.marks import DEMONSTRATION
from privcausal.privacy.price import Price, Relation
from privcausal.report.page import page
from privcausal.report.parts import Contents
from privcausal.report.study import BARE, Study
from privcausal.table.declaration import Categories, Number
from privcausal.table.inputs import as_table
from tests.discoveries import discovery

EVIL = '"><script>alert(1)</script>'
PRICE = Price(1.0, 1e-6, Relation.SUBSTITUTION)


class Tags(HTMLParser):
    """Every tag opened and closed in its order."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def study(**changes):
    columns = {"a": Categories(("0", EVIL)), EVIL: Number(0, 1), "c": Number(0, 1, cuts=(0.5,))}
    return Study(
        **{"question": f"What of {EVIL}?", "file": EVIL, "records": 500, "columns": columns, **changes}
    )


def graph(spent=PRICE, untested=True):
    matrix = np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]], dtype=bool)
    dry = np.zeros((3, 3), dtype=bool)
    dry[1, 2] = dry[2, 1] = untested
    return discovery(
        ["a", EVIL, "c"],
        matrix,
        spent=spent,
        tests=(3,),
        separators={(0, 2): (1,)},
        untested=dry,
        least=np.full((3, 3), 0.1),
    )


@pytest.fixture(scope="module")
def text():
    return page(graph(), study())


def test_it_is_whole_and_needs_nothing_else(text):
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert not tags.seen & {"script", "link", "img", "iframe"}
    assert not re.search(r"(https?:|url\(|@import)", text)
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_no_name_is_markup(text):
    assert "<script" not in text
    assert text.count("&lt;script&gt;alert(1)") >= 5


SECTIONS = [
    "What this study could not detect",
    "Assumptions",
    "Limitations",
    "What the answer cost in privacy",
    "Published values",
    "Declared beforehand",
    "Result for each pair of variables",
    "How this page was made",
]


def test_every_section_is_there(text):
    assert re.findall(r"<h2>([^<]+)</h2>", text) == SECTIONS


def test_every_pair_stands_in_the_table_in_words(text):
    rows = re.findall(r"<tr class='(\w+)'>.*?</tr>", text)
    assert rows == ["arrow", "apart", "untested"]
    assert "held fixed" in text
    assert "φ ≥ 0.10" in text
    assert "Dots: not tested, so nothing is known of the pair." in text
    assert "Dots: not tested" not in page(graph(untested=False), study())


def test_warnings_stand_at_the_top():
    text = page(graph(), study(warnings=(DEMONSTRATION, BARE)))
    first = text.index("Demonstration: a seed was given")
    assert first < text.index("This is not private") < text.index('class="answer"')
    assert 'class="alarm"' not in page(graph(), study())


def test_price_and_purse_are_told():
    paid = Charge("2026-01-01", "discover data.csv", Price(1.0, 0.0, Relation.SUBSTITUTION))
    text = page(graph(), study(account=BudgetState(Price(3.0, 2e-6, Relation.SUBSTITUTION), (paid,))))
    assert "ε = 1, δ = 1e-06" in text
    assert "the record of each person, under substitution" in text
    assert "<dt>Budget of these people, ε</dt><dd>spent: 1 of 3; left: 2</dd>" in text
    assert (
        "<dt>Budget of these people, δ</dt><dd>spent: 0 of 2e-06, that is 1 in 500,000; left: 2e-06</dd>"
        in text
    )
    free = page(graph(), study(free=True))
    assert "this answer was free" in free
    assert "The noisy tables of the release" in free
    assert "<dd>nothing</dd>" in page(graph(Price(float("inf"), 0.0, Relation.SUBSTITUTION)), study())


def test_the_key_counts_arrows_less_sure_than_a_coin_by_themselves(monkeypatch):
    matrix = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]], dtype=bool)
    result = discovery("abc", matrix)
    sure = {
        (0, 1): EdgeProbability(0.9, 0.3),
        (0, 2): EdgeProbability(0.9, 0.7),
        (1, 2): EdgeProbability(0.9, 0.6),
    }
    monkeypatch.setattr(Discovery, "probabilities", sure)
    reference = page(result, study())
    key = re.findall(r"<li><svg.*?</svg><span>(.*?) <b>(\d)</b></span></li>", reference)
    assert [many for words, many in key if "below 50%" in words] == ["1"]
    assert [many for words, many in key if words.startswith("An arrow:")] == ["2"]
    assert reference.count('<g class="doubtful">') == 2, "the arrow and its sample"
    assert reference.count("<tr class='doubtful'>") == 1
    monkeypatch.setattr(Discovery, "probabilities", {})
    surely = discovery("abc", matrix)
    assert "below 50%" not in page(surely, study())


def test_how_sure_has_a_column_where_it_is_known_and_none_elsewhere(text, rng):
    assert ">probability<" not in text
    people = pd.DataFrame(network("survey").sample(20_000, rng), columns=list("ASEORT"))
    entries = {
        name: list(range(k)) for name, k in zip("ASEORT", network("survey").cardinalities, strict=True)
    }
    price = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    result = learn_graph(as_table(people, entries), METHODS["once"], budget=price, rng=rng)
    reference = page(result, study())
    assert reference.count(">probability<") == 1
    for pair in result.pairs_with_status(PairStatus.DIRECTED):
        assert f"<td>{pair.probability_text}</td>" in reference
    assert heldout_summary() in reference.replace("Right on", "right on")
    rows = re.findall(r"<tr class='(\w+)'>(.*?)</tr>", reference)
    assert len(rows) == len(result.pairs)
    assert all(row.count("<td>") == 2 for _, row in rows), "an edge has a probability, another pair a bound"


def test_a_heading_stands_above_the_answer():
    text = page(graph(), study().headed("Sleep & pain", "To plan a trial.", "A. Person"))
    assert "<h1>Sleep &amp; pain</h1>" in text
    assert "<title>Sleep &amp; pain</title>" in text
    for fact in ("<dt>Question</dt>", "<dd>To plan a trial.</dd>", "<dt>Responsible</dt><dd>A. Person</dd>"):
        assert text.index(fact) < text.index('class="answer"')


def test_the_rows_of_a_person_and_substitution_are_in_words(text):
    assert "<dt>Rows of one person</dt><dd>1</dd>" in text
    assert "Substitution means a thought experiment" in text


def test_every_assumption_is_marked(text):
    start, end = (text.index(f"<h2>{name}</h2>") for name in ("Assumptions", "Limitations"))
    part = text[start:end]
    assert part.count("<li>") == part.count("class='mark'") > 4
    assert part.count("<b>Assumed:</b>") == part.count("Not tested here.") == part.count("<li>")


def test_long_lists_are_folded(text):
    assert "<details>" not in text
    names = [f"c{place}" for place in range(14)]
    matrix = np.zeros((14, 14), dtype=bool)
    matrix[0, 1] = True
    long = page(discovery(names, matrix, spent=PRICE), study(columns={name: ["0", "1"] for name in names}))
    assert re.findall("<summary>(.*?)</summary>", long) == ["14 columns", "90 pairs without an edge"]
    tags = Tags()
    tags.feed(long)
    assert tags.open == []


def test_technical_lines_are_folded_and_the_paragraphs_stand_in_the_box(monkeypatch):
    said = Contents(
        "found", "means", "", ["One table."], [], [], [], more=["if <this>"], technical=["scale 2"]
    )
    monkeypatch.setattr("privcausal.report.page.contents", lambda *_: said)
    text = page(graph(), study())
    assert "<p>means</p><p>if &lt;this&gt;</p></div>" in text
    assert "<details><summary>Technical details</summary><ul><li>scale 2</li></ul></details>" in text
