"""One order of reading: the last words of a chapter lead where the contents and the button below the page lead."""

import itertools
import re
from pathlib import Path

import jupytext
import pytest
import yaml

ROOT = Path(__file__).parents[2]


def pages(entries):
    """The files of a table of contents, from the first to the last."""
    for entry in entries:
        yield entry["file"]
        yield from pages(entry.get("sections", []))


PARTS = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]
READ = list(itertools.chain.from_iterable(pages(part["chapters"]) for part in PARTS))
NUMBERED = {name for part in PARTS if part.get("numbered") for name in pages(part["chapters"])}
LAST_OF_COURSE = "notebooks/c14_ask_once"
STEPS = [
    (page, then)
    for page, then in itertools.pairwise(READ)
    if page in NUMBERED and page.startswith("notebooks/") and page != LAST_OF_COURSE
]


@pytest.mark.parametrize(("page", "then"), STEPS, ids=lambda name: Path(name).name)
def test_a_chapter_ends_with_the_one_that_follows_it(page, then):
    last = jupytext.read(ROOT / f"{page}.py").cells[-1].source.rstrip().rsplit("\n\n", 1)[-1]
    assert last.startswith("**Next.** ")
    target = Path(then).name if then.startswith("notebooks/") else f"/{then}"
    assert re.findall(r"\{doc\}`(?:[^`<]*<)?([^`>]+)>?`", last)[-1] == target
