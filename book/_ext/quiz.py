"""{quiz}: a question that marks itself in the browser, and that reads well, its answer folded, where no script runs.

One answer a line, `answer :: what to say to a reader who gives it`; text above the answers belongs to the question:

    :::{quiz} Which ε hides you better?            :::{quiz} How often does a fair coin fall twice on heads?
    - [ ] ε = 2 :: More ε tells more.              = 1/4 ± 0.01 :: Yes, a half of a half.
    - [x] ε = 0.1 :: Yes, the noise is wider.      != 1/2 :: That is one coin.
    :::                                            :::

Several `[x]` want all of them ticked. A number may be a formula, and `± 0` where nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx

from . import store
from .markup import element

CHOICE = re.compile(r"- \[(?P<mark>[ xX])\]\s+(?P<words>.*)")
NUMBER = re.compile(r"(?P<mark>=|!=|≠)\s*(?P<words>.*)")
LIKE = re.compile(r"\s*(- \[|-\[|=|!=|≠)")
SYNTAX = "write `- [x] answer :: feedback`, `- [ ] answer :: feedback` or `= number ± tolerance :: feedback`"


class BadQuiz(ValueError):
    """What is wrong, in words, and at which line of the directive's body (0 is its first)."""

    def __init__(self, sentence: str, line: int = -1) -> None:
        super().__init__(sentence)
        self.line = line


@dataclass(frozen=True)
class Answer:
    """One answer and what to say to it; `value ± within` where it is a number."""

    right: bool
    words: str
    why: str
    value: float | None = None
    within: float = 0.0


@dataclass(frozen=True)
class Quiz:
    question: tuple[str, ...]
    answers: tuple[Answer, ...]

    @property
    def kind(self) -> str:
        if self.answers[0].value is not None:
            return "number"
        return "one" if sum(answer.right for answer in self.answers) == 1 else "several"

    @property
    def name(self) -> str:
        """The same wherever the question stands; another as soon as question or answers change."""
        text = "\n".join([*self.question, *(f"{answer.right} {answer.words}" for answer in self.answers)])
        return f"quiz-{sha256(text.encode()).hexdigest()[:10]}"


def worth(text: str, line: int) -> float:
    """A number, or a formula such as `1/(1 + exp(1))`, so that it need not be worked out by hand."""
    from sympy import SympifyError, sympify

    try:
        return float(sympify(text))
    except (SympifyError, TypeError, ValueError, SyntaxError, AttributeError):
        raise BadQuiz(f"{text!r} is no number", line) from None


def parse(question: str, body: Sequence[str]) -> Quiz:
    """Read the text of a directive.

    >>> quiz = parse("Twice heads?", ["= 1/4 ± 0.01 :: Yes.", "!= 1/2 :: That is one coin."])
    >>> [(answer.right, answer.value, answer.within) for answer in quiz.answers]
    [(True, 0.25, 0.01), (False, 0.5, 0.0)]
    """
    above, entries = [question], list[tuple[int, str]]()
    for line, text in enumerate(body):
        if entries and text.startswith(" ") and text.strip():  # goes on
            entries[-1] = (entries[-1][0], f"{entries[-1][1]} {text.strip()}")
        elif LIKE.match(text):
            entries.append((line, text.strip()))
        elif entries and text.strip():
            raise BadQuiz(f"{text.strip()!r} stands below the answers; {SYNTAX}", line)
        elif not entries:
            above.append(text)
    answers = tuple(_answer(text, line) for line, text in entries)
    _judge("".join(above), answers)
    return Quiz(tuple(above), answers)


def _answer(text: str, line: int) -> Answer:
    match = CHOICE.fullmatch(text) or NUMBER.fullmatch(text)
    words, split, why = match["words"].partition(" :: ") if match else ("", "", "")
    if not match or not words.strip() or not split or not why.strip():
        raise BadQuiz(f"{text!r} is not an answer with its feedback; {SYNTAX}", line)
    if match.re is CHOICE:
        return Answer(match["mark"] != " ", words.strip(), why.strip())
    value, _, within = words.replace("+-", "±").partition("±")
    numbers = worth(value.strip(), line), worth(within.strip() or "0", line)
    if numbers[1] < 0:
        raise BadQuiz(f"the tolerance {within.strip()} is negative", line)
    return Answer(match["mark"] == "=", words.strip(), why.strip(), *numbers)


def _judge(question: str, answers: Sequence[Answer]) -> None:
    if not question.strip():
        raise BadQuiz("there is no question; write it behind {quiz}")
    if len({answer.value is None for answer in answers}) > 1:
        raise BadQuiz("choices and numbers are mixed; ask two questions")
    if not any(answer.right for answer in answers):
        raise BadQuiz(f"no answer is right; {SYNTAX}")
    if answers[0].value is None and len(answers) < 2:
        raise BadQuiz("one choice is no choice")
    if len({answer.words for answer in answers}) < len(answers):
        raise BadQuiz("two answers are the same")


class QuizDirective(store.Directive):
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        asked = self.arguments[0] if self.arguments else ""
        try:
            quiz = parse(asked, list(self.content))
            if quiz.name in store.here(self.env).quizzes:
                raise BadQuiz("the same question stands on this page twice")
        except BadQuiz as problem:
            below = (
                self.content_offset + problem.line + 1
            )  # MyST counts from the directive, not from the page
            line = self.lineno if problem.line < 0 else self.lineno + below
            return self.refused(f"{{quiz}} {asked[:60]}: {problem}.", line)
        store.here(self.env).quizzes.append(quiz.name)
        return [self._box(quiz, len(store.here(self.env).quizzes))]

    def _box(self, quiz: Quiz, number: int) -> nodes.Node:
        question = element("div", class_="pc-quiz-question", id=f"{quiz.name}-question")
        head = element("p", element("b", f"Question {number}"), class_="pc-quiz-head")
        self.state.nested_parse(StringList(quiz.question, source="quiz"), self.content_offset, question)
        parts: list[nodes.Node] = [head, question]
        if quiz.kind != "number":
            choices = [element("li", *self.inline(answer.words)) for answer in quiz.answers]
            parts.append(element("ul", *choices, class_="pc-quiz-choices"))
        results = [self._said(answer) for answer in quiz.answers]
        noun = "answer" if quiz.kind == "number" else "answers"
        summary = element("summary", "Answer" if noun == "answer" else "Answers")
        parts.append(element("details", summary, element("ul", *results), class_="pc-quiz-answers"))
        return element("div", *parts, class_="pc-quiz", id=quiz.name, data_kind=quiz.kind)

    def _said(self, answer: Answer) -> nodes.Node:
        """One line of the folded part, from which the script takes what it says."""
        judged = re.match(r"(Correct|No)\b", answer.why)  # then the verdict need not be said twice
        verdict = "✓ Right: " if answer.right else "✗ Wrong: "
        sign = element("b", verdict[:2] if judged else verdict)
        words = element("span", *self.inline(answer.words), class_="pc-quiz-words")
        why = element("span", *self.inline(answer.why), class_="pc-quiz-why")
        value, within = (None, None) if answer.value is None else (answer.value, answer.within)
        right = str(answer.right).lower()
        return element("li", sign, words, " · ", why, data_right=right, data_value=value, data_within=within)


def setup(app: Sphinx) -> None:
    app.add_directive("quiz", QuizDirective)
