"""The extension on tiny books: what it writes, and that every kind of disagreement stops the build."""

import json
import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from bs4 import BeautifulSoup
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from book._ext import errata, proofs
from book._ext.check import LedgerError
from privcausal.claims import select
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Origin, Quality, Reading, kernel
from privcausal.verify.ledger import Row

CONF = """
extensions = ["myst_parser", "sphinx_proof", "sphinx.ext.mathjax", "sphinxcontrib.bibtex", "book._ext"]
bibtex_bibfiles = ["refs.bib"]
myst_enable_extensions = ["dollarmath"]
numfig = True
claims_module = "tiny_claims"
ledger_module = "tiny_ledger"
seals_module = "tiny_seals"
"""
BIB = "@misc{kusner2016, author = {Kusner, Matt}, title = {Private}, year = {2016}}\n"
REFERENCES = "\n```{bibliography}\n```\n"
LEDGER_PAGE = "\n```{ledger-table}\n```\n"


def stated(*names: str) -> str:
    return "# Tiny\n\n" + "".join(f"```{{claim}} {name}\n```\n\n" for name in names)


def claim(name: str, **changes: Any) -> Claim:
    plain = Claim(
        id=name,
        title=f"About {name}",
        reading=Reading(Origin.OURS, "Section 1"),
        relation=Relation.SUBSTITUTION,
        statement="Then $x \\le 1$.",
        checks=(),
    )
    return replace(plain, **changes)


def row(name: str, **changes: Any) -> Row:
    tried = {"check": "all", "kind": "exhaustive", "target": "ours", "outcome": "within", "cases": 1200}
    evidence = [
        {**tried, "witness": {"x": [1, 2]}},
        {**tried, "witness": {"x": [3, 4]}, "target": "published", "outcome": "attained"},
    ]
    words = (name, f"About {name}", "ours", "Section 1", "substitution", "…", [], "tight", "tight")
    plain = Row(*words, "\\frac{4}{m}", None, 1.0, None, "", "", evidence)
    return replace(plain, **changes)


@dataclass
class Tiny:
    """A book of a page or two, with claims and rows that need not exist elsewhere."""

    folder: Path
    claims: dict[str, Claim] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    stale: dict[str, str] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)

    def build(self, page: str, builder: str = "dummy") -> BeautifulSoup:
        (self.folder / "conf.py").write_text(CONF, encoding="utf-8")
        (self.folder / "refs.bib").write_text(BIB, encoding="utf-8")
        (self.folder / "index.md").write_text(page, encoding="utf-8")
        out = self.folder / "out"
        with patch_docutils(str(self.folder)), docutils_namespace():
            app = Sphinx(
                self.folder, self.folder, out, out / ".doctrees", builder, status=None, warningiserror=True
            )
            app.build()
        html = out / "index.html"
        return BeautifulSoup(html.read_text(encoding="utf-8") if html.exists() else "", "html.parser")

    def complaint(self, page: str) -> str:
        with pytest.raises(LedgerError) as caught:
            self.build(page)
        return str(caught.value)


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    """Two claims, stated, proved and current: a book that builds."""
    names = ("T-one", "T-two")
    book = Tiny(tmp_path, {name: claim(name) for name in names}, {name: row(name) for name in names})
    claims, ledger, seals = (ModuleType(f"tiny_{name}") for name in ("claims", "ledger", "seals"))
    vars(claims).update(load=lambda: book.claims)
    vars(ledger).update(PATH=tmp_path / "ledger.json", read=lambda: book, stale=lambda *_: book.stale)
    vars(seals).update(broken=lambda _: book.unread, advice=lambda names: f"Read {' '.join(names)}.")
    for module in (claims, ledger, seals):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return book


BOTH = stated("T-one", "T-two") + LEDGER_PAGE


def test_a_chapter_of_the_companion_opens_with_its_results(tiny: Tiny) -> None:
    (tiny.folder / "notebooks").mkdir()
    chapter = tiny.folder / "notebooks" / "11_tiny.md"
    chapter.write_text(
        stated("T-one", "T-two").replace("# Tiny\n", "# Tiny\n\nWords.\n\n## One\n"), encoding="utf-8"
    )
    tiny.build("# Index\n\n```{toctree}\nnotebooks/11_tiny\n```\n" + LEDGER_PAGE, "html")
    page = BeautifulSoup(
        (tiny.folder / "out/notebooks/11_tiny.html").read_text(encoding="utf-8"), "html.parser"
    )
    table = page.select_one("details.pc-results table")
    assert table is not None
    assert [link.get_text() for link in table.select("a.pc-id")] == ["T-one", "T-two"]
    heads = [head.get_text() for head in table.select("thead th")]
    bounds = [[cell.get_text() for cell in table.select(f'td[data-label="{name}"]')] for name in heads[2:]]
    assert heads[:2] == ["Result", "What it says"]
    assert all(set(cells) != {"–"} for cells in bounds), "no column is empty"
    assert "About T-one" in table.get_text()
    assert "new here" in table.get_text() or "Section 1" in table.get_text()
    assert str(page).index("Words.") < str(page).index("pc-results") < str(page).index("<h2>One")
    box = page.select_one("details.pc-results")
    assert box is not None
    assert box.get_text().count("substitution") == 1, "what all results share is said once, over them"


def test_a_claim_becomes_a_numbered_theorem_with_its_verdict(tiny: Tiny) -> None:
    page = tiny.build(BOTH + "\nSee {prf:ref}`T-two`.", "html")
    theorem = page.find(id="T-two")
    assert "Theorem 2" in theorem.get_text()
    assert "About T-two" in theorem.get_text()
    assert "This book, Section 1 · neighbours: substitution" in theorem.get_text()
    assert "python -m privcausal verify T-two" in theorem.get_text()
    assert theorem.select_one("a.pc-badge")["href"] == "#row-T-two"
    assert page.find("a", string="Theorem 2")["href"] == "#T-two"


def test_the_search_index_and_a_link_lead_to_each_theorem(tiny: Tiny) -> None:
    page = tiny.build(BOTH, "html")
    assert page.select_one("#T-one > a.pc-anchor")["href"] == "#T-one"
    text = (tiny.folder / "out" / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    assert [entry[3:] for entry in index["objects"][""]] == [
        ["T-one", "T-one: About T-one"],
        ["T-two", "T-two: About T-two"],
    ]
    scores = (tiny.folder / "out" / "_static" / "language_data.js").read_text(encoding="utf-8")
    assert "who types the id of a theorem" in scores


def test_the_feed_is_written_beside_its_page(tiny: Tiny) -> None:
    page = tiny.build(BOTH + "\n```{feed}\n```\n", "html")
    assert page.find("a", type="application/atom+xml")["href"] == "errata.atom"
    assert page.find("link", rel="alternate")["href"] == "errata.atom"
    assert b"<feed" in (tiny.folder / "out" / "errata.atom").read_bytes()


def test_the_ledger_page_shows_every_row(tiny: Tiny) -> None:
    page = tiny.build(BOTH, "html")
    rows = page.select("table.pc-ledger tbody tr")
    assert [line["id"] for line in rows] == ["row-T-one", "row-T-two"]
    assert rows[0].select_one("a.pc-id")["href"] == "#T-one"
    assert "1 check, 1,200 cases" in rows[0].get_text(), "one check about two bounds tried its cases once"
    assert "x = [3, 4]" in rows[0].select_one("details").get_text()
    assert page.select_one(".pc-graph") is None, "no claim rests on another"


def test_a_chapter_ends_with_a_map_of_what_its_claims_rest_on(tiny: Tiny) -> None:
    tiny.claims["T-two"] = claim("T-two", depends=("T-one",))
    (tiny.folder / "other.md").write_text(stated("T-two"), encoding="utf-8")
    page = tiny.build(stated("T-one") + LEDGER_PAGE + "\n```{toctree}\nother\n```\n", "html")
    drawing = page.select_one("#what-rests-on-what .pc-graph svg")
    assert drawing["aria-label"] == "Dependencies between 2 claims. T-two rests on T-one."
    assert [node["href"] for node in drawing.select("a.pc-elsewhere")] == ["other.html#T-two"]
    assert [node["href"] for node in drawing.select("a:not(.pc-elsewhere)")] == ["#T-one"]


def test_numbers_in_prose_come_from_the_ledger(tiny: Tiny) -> None:
    tiny.rows["T-one"] = row("T-one", ratio=0.25)
    words = (
        "{ledger}`T-one.ratio` {ledger}`T-one.ratio:.3f` {ledger}`T-one.evidence.all.cases` {verdict}`T-one`"
    )
    text = tiny.build(BOTH + "\n" + words, "html").select("p")[-1].get_text()
    assert text == "0.25 0.250 1,200 ◆\u00a0tight"


def test_source_is_shown_as_it_is(tiny: Tiny) -> None:
    page = tiny.build(BOTH + "\n```{show} textwrap.dedent\n```\n", "html")
    assert "def dedent(text):" in page.select_one("details.pc-show").get_text()


def typed(label: str) -> str:
    option = f":label: {label}\n" if label else ""
    return f"\n```{{prf:lemma}} By hand\n{option}\nSo it is.\n```\n"


ASKED = "\n```{quiz} Which?\n- [ ] a :: No, $x$.\n- [x] b :: Yes.\n```\n"


def alter(**changes: Any) -> Callable[[Tiny], None]:
    """Change the first claim."""

    def change(tiny: Tiny) -> None:
        tiny.claims["T-one"] = claim("T-one", **changes)

    return change


def nothing(tiny: Tiny) -> None:
    """The claims and the ledger are fine; the page is not."""


def go_stale(tiny: Tiny) -> None:
    tiny.stale["T-two"] = "T-two: stale, the claim's statement was edited since it was verified"


def lose_a_row(tiny: Tiny) -> None:
    del tiny.rows["T-two"]


@pytest.mark.parametrize(
    ("change", "page", "sentence"),
    [
        (nothing, BOTH + typed(""), "index: the lemma “By hand” has no label"),
        (nothing, BOTH + typed("T-free"), "index: the lemma T-free has no ledger row"),
        (lose_a_row, BOTH, "index: the theorem T-two has no ledger row"),
        (nothing, stated("T-one") + LEDGER_PAGE, "no page states T-two"),
        (nothing, stated("T-one") + typed("T-two") + LEDGER_PAGE, "the lemma T-two is typed by hand"),
        (alter(depends=("T-gone",)), BOTH, "T-one depends on T-gone, which is not a claim"),
        (
            alter(proof="proof-one"),
            BOTH,
            "T-one names the proof proof-one, but no page has the target (proof-one)=",
        ),
        (go_stale, BOTH, "T-two: stale, the claim's statement was edited"),
        (
            nothing,
            stated("T-one", "T-tow", "T-two"),
            "{claim} T-tow: the registry has no such claim; did you mean T-two?",
        ),
        (
            nothing,
            BOTH + "\n```{show} textwrap.indnt\n```\n",
            "{show} textwrap.indnt: textwrap has no 'indnt'",
        ),
        (
            nothing,
            BOTH + "\n```{show} no_such_module.f\n```\n",
            "{show} no_such_module.f: no module begins like that",
        ),
        (nothing, BOTH + "\n```{explorer} three_worlds\n```\n", "{explorer} three_worlds: there is none"),
        (nothing, BOTH + ASKED.replace(" :: Yes.", ""), "index, line 15: {quiz} Which?: '- [x] b' is not an"),
        (
            nothing,
            BOTH + ASKED + ASKED,
            "line 18: {quiz} Which?: the same question stands on this page twice",
        ),
        (nothing, BOTH + "\n{verdict}`T-three`", "{verdict}`T-three`: no such row"),
        (nothing, BOTH + "\n{ledger}`T-one.ours`", "{ledger}`T-one.ours`: the ledger holds nothing there"),
        (nothing, BOTH + "\n{ledger}`T-one.rato`", "{ledger}`T-one.rato`: 'rato' is not one of id, title"),
    ],
)
def test_a_disagreement_stops_the_build(
    tiny: Tiny, change: Callable[[Tiny], None], page: str, sentence: str
) -> None:
    change(tiny)
    assert sentence in tiny.complaint(page)


def test_an_explorer_stands_on_a_page_that_runs_no_code(tiny: Tiny) -> None:
    page = tiny.build(BOTH + "\n```{explorer} two_worlds\n```\n", "html")
    assert page.select_one("#explorer-worlds .pc-explorer-still svg") is not None


def test_a_question_reads_well_without_scripts(tiny: Tiny) -> None:
    page = tiny.build(BOTH + ASKED + ASKED.replace("Which?", "Which is it?"), "html")
    first, second = page.select(".pc-quiz")
    assert "Question 1" in first.get_text()
    assert "Question 2" in second.get_text()
    assert [item.get_text() for item in first.select(".pc-quiz-choices li")] == ["a", "b"]
    results = first.select_one("details:not([open])").select("li")
    assert [item["data-right"] for item in results] == ["false", "true"]
    assert results[1].get_text() == "✓ Right: b · Yes."
    assert results[0].select_one(".pc-quiz-why .math") is not None, "a formula in the feedback is a formula"
    assert first["id"] != second["id"]


def test_a_claim_is_stated_once(tiny: Tiny) -> None:
    with pytest.raises(Exception, match=r"duplicate theorem label|stated 2 times"):
        tiny.build(stated("T-one", "T-one", "T-two"))


def test_all_problems_are_reported_together(tiny: Tiny) -> None:
    go_stale(tiny)
    tiny.claims["T-one"] = claim("T-one", depends=("T-gone",), proof="proof-one")
    assert tiny.complaint(BOTH + typed("")).startswith("4 problems:")


def test_a_proof_label_on_a_page_is_enough(tiny: Tiny) -> None:
    tiny.claims["T-one"] = claim("T-one", proof="proof-one")
    page = tiny.build(BOTH + "\n(proof-one)=\n```{prf:proof}\nClear.\n```\n", "html")
    assert page.find(id="T-one").find("a", string="proof")["href"] == "#proof-one"
    assert "Clear." in page.find(id="proof-one").get_text(), "the link to the proof must arrive there"
    assert page.find(id="proof-one").find("em").get_text() == "Proof."
    assert "Proof. Clear." in page.find(id="proof-one").get_text()


PAPER = Reading(Origin.PAPER, "Theorem 3, lines 12-14", Quality.RESTORED)


def accused(tiny: Tiny) -> None:
    tiny.claims["T-one"] = claim("T-one", source="kusner2016", reading=PAPER)


def test_what_is_false_is_headed_published_claim_and_never_theorem(tiny: Tiny):
    accused(tiny)
    tiny.rows["T-one"] = row("T-one", verdict="refuted", badge="refuted", origin="paper", source="kusner2016")
    page = tiny.build(BOTH + REFERENCES, "html")
    assert "Published Claim 1" in page.get_text()
    assert "Theorem 1" not in page.get_text()
    assert "Theorem 3; a damaged formula, restored without doubt" in page.get_text()


def test_an_open_theorem_is_headed_conjecture(tiny: Tiny):
    tiny.rows["T-one"] = row("T-one", verdict="open", badge="open")
    assert "Conjecture 1" in tiny.build(BOTH, "html").get_text()


TOLD = asdict(Consequence(cost="Nothing but a factor.", certain="Sure."))


def test_the_errata_list_each_group_with_cost_and_reading(tiny: Tiny):
    tiny.claims["T-one"] = claim("T-one", source="kusner2016", reading=PAPER)
    false = {"verdict": "refuted", "badge": "refuted", "source": "kusner2016", "consequence": TOLD}
    tiny.rows["T-one"] = row("T-one", origin="public code", **false)
    page = tiny.build(
        BOTH + REFERENCES + "```{errata} code\n```\n\n```{errata} printed\n```\n\n```{held}\n```\n",
        "html",
    )
    entry = page.select_one("#erratum-T-one")
    assert entry is not None
    assert all(word in entry.get_text() for word in ("Nothing but a factor.", "Sure.", "witness T-one"))
    assert "Nothing stands here now." in page.get_text()
    source, total = (
        [cell.get_text() for cell in line("td")] for line in page.select("table.pc-held tbody tr")
    )
    assert source == total == ["–", "–", "–", "1", "1"]
    heads = [cell.get_text() for cell in page.select("table.pc-held thead th")]
    assert heads == ["Source", "true as proved", "refuted", "claims", *errata.HELD.values()]


def test_a_source_has_its_sentences_in_its_own_order(tiny: Tiny):
    place = "Section 2; owner/name@0123abc:src/x.py l. 3-5, 8"
    readings = {
        "T-one": Reading(Origin.CODE, place, Quality.VERBATIM, (Relation.ADD_REMOVE,)),
        "T-two": Reading(Origin.PAPER, "Theorem 9 (000:41)", Quality.RESTORED),
        "T-tri": Reading(Origin.PAPER, "Theorem 2 (000:7)", Quality.RESTORED),
    }
    for name, reading in readings.items():
        tiny.claims[name] = claim(name, source="kusner2016", reading=reading)
        tiny.rows[name] = row(name, origin=reading.origin.value, source="kusner2016", consequence=TOLD)
    tiny.rows["T-two"] = replace(tiny.rows["T-two"], verdict="loose", badge="loose ×2")
    tiny.claims["U-own"], tiny.rows["U-own"] = claim("U-own", depends=("T-one",)), row("U-own")
    here = "\n```{errata} careful\n```\n\n```{by-source} kusner2016\n```\n"
    page = tiny.build(stated(*tiny.claims) + LEDGER_PAGE + REFERENCES + here, "html")
    entries = {line.th.a.get_text(): line for line in page.select("table.pc-places tbody tr")}
    assert list(entries) == ["T-tri", "T-two", "T-one"], "papers by line, then programs"
    text = entries["T-one"].get_text(" ")
    assert all(word in text for word in ("About T-one", place, "intact", "addition or removal; substitution"))
    links = [a["href"] for a in entries["T-one"].select("td a") if "external" not in a.get("class", [])]
    assert links == ["#T-one", "https://github.com/owner/name/blob/0123abc/src/x.py#L3-L5"]
    assert entries["T-two"].find("a", string="erratum")["href"] == "#erratum-T-two"
    short = page.select_one("dl.pc-short").get_text(" ")
    assert "What holds (2)" in short
    assert "What we tightened (1)" in short
    assert "Ours, beside it (1) U-own" in short


def test_a_source_that_makes_no_claim_stops_the_build(tiny: Tiny):
    assert "{by-source} euler1748: it makes no claim" in tiny.complaint(
        BOTH + "```{by-source} euler1748\n```\n"
    )


def test_each_source_has_one_page(root: Path):
    from privcausal import claims

    pages = [file.read_text(encoding="utf-8") for file in (root / "book" / "sources").glob("*.md")]
    shown = [
        name for page in pages for line in re.findall(r"{by-source} (.*)", page) for name in line.split()
    ]
    assert sorted(shown) == sorted({claim.source for claim in claims.load().values()})


def test_a_claim_is_found_by_id_place_and_subject(tiny: Tiny):
    tiny.claims["T-one"] = claim("T-one", source="kusner2016", reading=PAPER)
    page = tiny.build(BOTH + REFERENCES + "```{places}\n```\n", "html")
    entries = {line.th.a.get_text(): line for line in page.select("table.pc-places tbody tr")}
    assert list(entries) == ["T-one", "T-two"]
    assert all(
        word in entries["T-one"].get_text(" ") for word in ("About T-one", "Theorem 3, lines 12-14", "Tiny")
    )
    assert [entries[name].select("td")[1]["data-sort"] for name in entries] == ["0", "1"], (
        "papers before this book"
    )
    assert entries["T-two"]["data-verdict"] == "tight"
    assert entries["T-two"].select_one("th .pc-kinds").get_text() == "exhaustive"


def test_an_accusation_without_its_cost_stops_the_build(tiny: Tiny):
    accused(tiny)
    tiny.rows["T-one"] = row("T-one", verdict="refuted", badge="refuted", origin="paper", source="kusner2016")
    assert "has no consequence" in tiny.complaint(BOTH + REFERENCES + "```{errata} printed\n```\n")


def test_a_broken_seal_stops_the_build(tiny: Tiny) -> None:
    tiny.unread["T-one"] = "T-one: its proof changed since the seal (1, now 2)"
    assert "T-one: its proof changed since the seal (1, now 2). Read T-one." in tiny.complaint(BOTH)


def test_a_stale_proof_stops_the_build(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "stale", lambda _: {"T-one": "T-one: the kernel's evidence is stale"})
    assert "T-one: the kernel's evidence is stale" in tiny.complaint(BOTH)


def test_stale_goals_stop_the_build(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "stale_goals", lambda _: {"rank": "rank.v: the goals are stale"})
    assert "rank.v: the goals are stale" in tiny.complaint(BOTH)


def test_a_proof_is_shown_step_by_step(tiny: Tiny) -> None:
    page = tiny.build(BOTH + "```{proof-script} first_steps.two_answers\n```\n", "html")
    (box,) = page.select("div.pc-goals")
    steps = box.select("ol.pc-steps > li")
    assert len(steps) == 4
    assert steps[1].select_one(".pc-words").get_text() == "The exponential of a sum is a product."
    assert steps[1].select_one(".pc-tactic").get_text() == "rewrite exp_plus."
    assert "exp a * exp b * (p' * q')" in steps[1].select_one(".pc-goal").get_text()
    assert steps[-1].select_one(".pc-done").get_text() == "proved"


def test_the_steps_of_a_proof_are_no_text_of_the_page() -> None:
    """Neither the search nor what is printed repeats them; a lemma that a page has shown is only named."""
    seen: set[str] = set()
    node = proofs.steps_of(select(["K-kendall"])["K-kendall"], seen)
    assert node.astext() == ""
    assert node["html"].count('class="pc-script"') == len(seen) > 10
    assert "Its pairs stand apart; the pairs of all the others cancel." in node["html"]
    assert "Proved above: <a href=" in proofs.steps_of(select(["K-kendall"])["K-kendall"], seen)["html"]
    assert proofs.steps_of(claim("T-one"), set())["html"] == ""


def test_a_proof_that_nobody_stored_stops_the_build(tiny: Tiny) -> None:
    assert "no stored proof has this name" in tiny.complaint(
        BOTH + "```{proof-script} first_steps.three\n```\n"
    )


def test_a_page_shows_what_the_kernel_was_asked(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = kernel.Checked(
        "T-one",
        "f",
        "attained",
        {"simple": "proved", "ours": "attained"},
        {},
        "two outputs",
        "attained once",
        3,
        [],
        "8.16.1",
        1.0,
        "0",
    )
    monkeypatch.setattr(kernel, "read", lambda: {"T-one": checked})
    tiny.rows["T-one"] = row("T-one", rests_on={"ours": "exhaustive"})
    page = tiny.build(BOTH, "html")
    assert (
        "asked: simple proved, our number attained, for two outputs; attained once"
        in page.select_one("#T-one details.pc-kernel summary").get_text()
    )
    assert "kernel in part\u00a0· exhaustive" in page.select_one("#T-one .pc-kinds").get_text()
    whole = replace(checked, only="")
    monkeypatch.setattr(kernel, "read", lambda: {"T-one": whole})
    page = tiny.build(BOTH, "html")
    assert page.select_one("#T-one .pc-kinds").get_text() == "kernel\u00a0· exhaustive"
    assert page.select_one("#T-two details.pc-kernel") is None


def test_a_badge_says_on_what_its_numbers_rest(tiny: Tiny) -> None:
    tiny.rows["T-one"] = row("T-one", rests_on={"published": "our bound", "ours": "proof in words"})
    tiny.rows["T-two"] = row("T-two", rests_on={"ours": "exhaustive"})
    page = tiny.build(BOTH, "html")
    told = [badge["title"] for badge in page.select(".pc-badge")]
    assert (
        "T-one: see its row in the ledger; published rests on: our bound; ours rests on: proof in words"
        in told
    )
    assert "ours rests on: exhaustive" in told
    kinds = [part.get_text() for part in page.select("#row-T-one .pc-kinds, #row-T-two .pc-kinds")]
    assert kinds == ["exhaustive\u00a0· proof in words", "exhaustive"]
