"""The privacy budget of the course: the queries of each chapter to the people of Malawi, and their cost.

The whole course is one study. Its budget was therefore fixed before the first question, as an ethics board would
require, and a chapter that spends anything but its plan fails.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from privcausal.privacy.price import Price, Relation

DELTA = 1e-6
"""The δ of the whole budget, far below one in 2,834."""


@dataclass(frozen=True)
class Question:
    """A planned question of a chapter, with its privacy cost and its published answer."""

    chapter: int
    words: str
    epsilon: float
    answer: str
    delta: float = 0.0


PLAN = (
    Question(1, "how many are infected", 0.1, "172 people"),
    Question(2, "mean reward, in dollars", 0.05, "1.02"),
    Question(2, "histogram of ages", 0.1, "558, 412, 268, …"),
    Question(3, "share that learned, near and far", 0.1, "0.69 and 0.65"),
    Question(5, "median distance to the clinic", 0.05, "1.7 km"),
    Question(6, "distance to the 400th absent person", 0.1, "1.75 km"),
    Question(9, "learned, with and without a reward", 0.2, "0.781 and 0.336"),
    Question(10, "rank correlation of age and distance", 0.1, "τ = 0.035"),
    Question(11, "direction between reward and distance", 0.2, "inconclusive"),
    Question(13, "a graph, test by test", 0.5, "reward — learned", 1e-7),
    Question(14, "a graph, from tables released once", 0.5, "reward — learned", 1e-7),
)
"""All planned questions in the order of the chapters, under substitution, with the answers that were published.

Chapters 4, 7, 8 and 12 ask nothing.
"""


def plan(chapter: int) -> tuple[Question, ...]:
    """Return the planned questions of one chapter.

    >>> [question.words for question in plan(1)]
    ['how many are infected']
    """
    return tuple(question for question in PLAN if question.chapter == chapter)


def bill(chapter: int, *prices: Price, brief: bool = False, answers: bool = False) -> None:
    """Print the privacy costs up to this chapter, or raise a ValueError if it spent anything but its plan.

    With `brief`, the questions of earlier chapters share one line. With `answers`, each answer follows its question.

    >>> bill(1, Price(0.1, 0.0, Relation.SUBSTITUTION))
    chapter  question                                                  ε      δ
          1  how many are infected                                  0.10      0
             together                                               0.10      0
    >>> bill(10, Price(0.1, 0.0, Relation.SUBSTITUTION), brief=True)
    chapter  question                                                  ε      δ
     1 to 9  all earlier questions                                  0.70      0
         10  rank correlation of age and distance                   0.10      0
             together                                               0.80      0
    >>> bill(1, Price(0.1, 0.0, Relation.SUBSTITUTION), answers=True)
    chapter  question                               answer                ε      δ
          1  how many are infected                  172 people         0.10      0
             together                                                  0.10      0
    """
    _compare(plan(chapter), prices)
    asked = [question for question in PLAN if question.chapter <= chapter]
    earlier = [question for question in asked if question.chapter < chapter] if brief else []
    shown = [("chapter", _cells("question", "answer", answers), "ε", "δ")]
    if earlier:
        shown.append((f"1 to {chapter - 1}", _cells("all earlier questions", "", answers), *_cost(earlier)))
    for question in asked[len(earlier) :]:
        words = _cells(question.words, question.answer, answers)
        shown.append((str(question.chapter), words, *_cost([question])))
    shown.append(("", _cells("together", "", answers), *_cost(asked)))
    for label, words, epsilon, delta in shown:
        print(f"{label:>7}  {words}  {epsilon:>{4 if answers else 8}}  {delta:>5}")


def _cells(words: str, answer: str, answers: bool) -> str:
    return f"{words:37}  {answer:17}" if answers else f"{words:49}"


def _cost(questions: Sequence[Question]) -> tuple[str, str]:
    epsilon, delta = (math.fsum(getattr(q, name) for q in questions) for name in ("epsilon", "delta"))
    return f"{epsilon:.2f}", f"{delta:.0g}"


def _compare(planned: Sequence[Question], prices: Sequence[Price]) -> None:
    """Raise a ValueError if the prices differ from the plan."""
    wanted = [(question.epsilon, question.delta) for question in planned]
    spent = [(price.epsilon, price.delta) for price in prices]
    if len(wanted) != len(spent) or not all(
        math.isclose(one, other, rel_tol=1e-9)
        for pair in zip(wanted, spent, strict=True)
        for one, other in zip(*pair, strict=True)
    ):
        raise ValueError(f"prices must be those planned for this chapter, {wanted}, got {spent}")
    relations = {price.relation for price in prices} - {Relation.SUBSTITUTION}
    if relations:
        raise ValueError(f"prices must be under substitution, like the whole bill, got {relations}")
