"""Questions that mark themselves: what is read, what is written, and that bad syntax names page and line."""

import pytest

from book._ext.quiz import BadQuiz, parse

CHOICES = ["- [ ] ε = 2 :: More tells more.", "- [x] ε = 0.1 :: Yes."]


def test_choices_are_read_with_their_feedback() -> None:
    quiz = parse("Which ε?", ["", *CHOICES, "  and wider.", ""])
    assert quiz.kind == "one"
    assert [(answer.right, answer.words, answer.why) for answer in quiz.answers] == [
        (False, "ε = 2", "More tells more."),
        (True, "ε = 0.1", "Yes. and wider."),
    ]


def test_several_right_choices_want_all_of_them() -> None:
    assert parse("Which?", [*CHOICES, "- [X] ε = 0.2 :: Yes."]).kind == "several"


def test_text_above_the_answers_belongs_to_the_question() -> None:
    assert parse("", ["First.", "", "Second?", *CHOICES]).question == ("", "First.", "", "Second?")


@pytest.mark.parametrize(
    ("words", "value", "within"),
    [("0.25 ± 0.01", 0.25, 0.01), ("1/4", 0.25, 0), ("exp(0) +- 1/2", 1, 0.5), ("-3 ± 0", -3, 0)],
)
def test_a_number_may_be_a_formula(words: str, value: float, within: float) -> None:
    answer = parse("How much?", [f"= {words} :: Yes."]).answers[0]
    assert (answer.value, answer.within) == (value, within)


def test_the_name_changes_with_the_question_and_not_with_the_feedback() -> None:
    name = parse("Which?", CHOICES).name
    assert parse("Which?", [line.replace("Yes", "Right") for line in CHOICES]).name == name
    assert parse("Which one?", CHOICES).name != name
    assert parse("Which?", [CHOICES[0], CHOICES[1].replace("0.1", "0.2")]).name != name


@pytest.mark.parametrize(
    ("body", "sentence", "line"),
    [
        (["- [x] ε = 2", CHOICES[0]], "'- [x] ε = 2' is not an answer with its feedback", 0),
        ([*CHOICES, "- [y] ε = 3 :: No."], "is not an answer with its feedback", 2),
        ([*CHOICES, "-[x] ε = 3 :: No."], "is not an answer with its feedback", 2),
        ([*CHOICES, "Well."], "'Well.' stands below the answers", 2),
        (["= much :: Yes."], "'much' is no number", 0),
        (["= 1 ± wide :: Yes."], "'wide' is no number", 0),
        (["= 1 ± -2 :: Yes."], "the tolerance -2 is negative", 0),
        (["= 1/0 :: Yes."], "'1/0' is no number", 0),
        ([CHOICES[1]], "one choice is no choice", -1),
        ([CHOICES[0]] * 2, "no answer is right", -1),
        ([*CHOICES, CHOICES[1]], "two answers are the same", -1),
        ([*CHOICES, "= 3 :: No."], "choices and numbers are mixed", -1),
        (["Well?"], "no answer is right", -1),
    ],
)
def test_bad_syntax_is_told_with_its_line(body: list[str], sentence: str, line: int) -> None:
    with pytest.raises(BadQuiz) as caught:
        parse("Which?", body)
    assert sentence in str(caught.value)
    assert caught.value.line == line


def test_a_quiz_without_a_question_is_none() -> None:
    with pytest.raises(BadQuiz, match="there is no question"):
        parse(" ", CHOICES)
