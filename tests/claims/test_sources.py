"""Every citation of public code has one form, names a file that was read, and stays within it."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from privcausal.claims import load
from privcausal.verify import Origin, Reading
from privcausal.verify.provenance import FILE, cited

BIBLIOGRAPHY = Path(__file__).parents[2] / "book" / "references.bib"

LENGTHS = {
    ("mkusner/pci", "9e830fd"): {"pci.py": 153},
    ("sunblaze-ucb/Priv-PC-Differentially-Private-Causal-Graph-Discovery", "0fb6104"): {
        "src/pc.py": 580,
        "src/indep_test.py": 91,
        "src/Kendalltaua.py": 182,
        "src/dataset.py": 39,
        "src/eval.py": 240,
        "src/findJS.py": 379,
    },
    ("PayelBhattacharjee14/cgdCURATE", "45d99d5"): {"CURATE_cb.py": 3768},
    ("pckennethma/NoLeaks-artifact", "b758731"): {
        "notears/noleaks.py": 243,
        "notears/er.py": 52,
        "notears/bnlearn.py": 158,
    },
}
"""How many lines each file has at the commit that was read, counted in a copy of the repository."""

READINGS = {name: claim.reading for name, claim in load().items()}
CITING = {name: reading for name, reading in READINGS.items() if ".py" in reading.place}


def faults(reading: Reading):
    """What is wrong with the citations of one reading."""
    results = list(cited(reading.place))
    if re.search(r"\.py\b", FILE.sub("", reading.place)) or len(FILE.findall(reading.place)) != len(results):
        yield "a file is named without owner/name@commit before it, or without l. and lines behind it"
    files = [(lines.repository, lines.path) for lines in results]
    if len(set(files)) < len(files):
        yield "a file is cited twice: put its lines together"
    for lines in results:
        length = LENGTHS.get((lines.repository, lines.commit), {}).get(lines.path, 0)
        ends = [end for span in lines.spans for end in span]
        rising = all(first <= last for first, last in lines.spans) and all(
            before[1] < after[0] for before, after in pairwise(lines.spans)
        )
        if not (rising and ends[0] >= 1 and ends[-1] <= length):
            yield f"{lines.path} has {length} lines at {lines.commit}, or its lines are out of order: {lines.spans}"


@pytest.mark.parametrize("name", CITING)
def test_code_is_cited_in_one_form(name):
    assert list(faults(READINGS[name])) == []


def test_what_is_charged_to_code_cites_its_lines():
    uncited = [n for n, r in READINGS.items() if r.origin is Origin.CODE and not any(cited(r.place))]
    assert uncited == []
    assert len(CITING) >= 15


@pytest.mark.parametrize(
    "place",
    [
        "pc.py l. 3",
        "mkusner/pci@9e830fd:pci.py:90",
        "mkusner/pci@9e830fd:pci.py l. 154",
        "mkusner/pci@9e830fd:pci.py l. 9-8",
        "mkusner/pci@9e830fd:pci.py l. 8, 5",
        "mkusner/pci@9e830fd:pci.py l. 5; pci.py l. 8",
        "mkusner/pci@9e830fe:pci.py l. 5",
    ],
)
def test_a_citation_in_another_form_is_noticed(place):
    assert list(faults(Reading(Origin.CODE, place)))


def test_the_bibliography_names_each_program_at_its_commit():
    entries = BIBLIOGRAPHY.read_text(encoding="utf-8")
    assert all(re.search(f"{repository}.*{commit}", entries) for repository, commit in LENGTHS)


def test_every_claim_says_where_it_stands():
    """The default reading says that no source makes the claim; a claim with a source needs another."""
    claims = load()
    assert {n for n, claim in claims.items() if (claim.source == "ours") != claim.is_ours} == set()
