"""The page of the Python interface says what the docstrings say, with an example for each question."""

import re
from inspect import signature

import privcausal
from book._ext.reference import PAGE, PARAMETERS, page


def test_the_page_is_that_of_the_docstrings():
    written = PAGE.read_text(encoding="utf-8")
    assert written == page(), "run: python -m book._ext.reference"


def test_each_question_has_an_example():
    sections = re.split(r"(?m)^## ", page())
    for name in privcausal.QUESTIONS:
        (section,) = (part for part in sections if part.startswith(f"`{name}`"))
        assert ">>> " in section, f"{name} has no example"
        assert f"privcausal.{name}(" in section


def test_each_parameter_of_each_question_is_described_and_no_other():
    parameters = {
        name: signature(getattr(privcausal, question)).parameters
        for question in privcausal.QUESTIONS
        for name in signature(getattr(privcausal, question)).parameters
    }
    assert set(PARAMETERS) == set(parameters)
    assert "| `epsilon` | required | the ε to spend" in page()
    assert "| `knowledge` | `None` |" in page()
