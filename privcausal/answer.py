"""What every public answer can do: be read, be drawn, and be written down for programs."""

import copy
import html
import json
import math
from collections.abc import Callable
from functools import wraps
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol, Self

from privcausal.arguments import check_target

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from privcausal.privacy.price import Price


class Context(Protocol):
    """What an answer rests on: see `privcausal.report.study.Study`."""

    def page(self, answer: "Answer") -> str:
        """The answer as a page for a board."""
        ...

    def headed(self, title: str | None, purpose: str | None, responsible: str | None) -> "Context":
        """The same under this title, with its purpose and the person responsible."""
        ...

    def asking(self, **asked: object) -> "Context":
        """The same, asked with these settings instead."""
        ...

    def entries(self, answer: "Answer") -> dict[str, Any]:
        """The answer with all that it rests on, for programs."""
        ...


class Answer:
    """A public answer, with its price in it.

    Its text ends with what weakens that price; no answer can leave this out.

    >>> class Three(Answer):
    ...     def to_dict(self):
    ...         return {"answer": 3, "bound": math.inf}
    ...     def __str__(self):
    ...         return "three"
    >>> Three(), Three().to_json()
    (three, '{"answer": 3, "bound": null}')
    """

    _context: Context | None = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__str__" in vars(cls):
            cls.__str__ = _with_marks(cls.__str__)  # type: ignore[method-assign, assignment]

    @property
    def _price(self) -> "Price | None":
        """The privacy cost, if there is one: an answer names it `spent`."""
        return getattr(self, "spent", None)

    @property
    def demonstration(self) -> bool | None:
        """Whether it was drawn with a known seed, and protects no one; None where that is not known."""
        return None if self._price is None else self._price.demonstration

    @property
    def weak(self) -> bool | None:
        """Whether the answer can reveal one person's record, at this price and number of records; None if unknown."""
        return None if self._price is None else self._price.weak

    def marks(self) -> list[str]:
        """A line for each of the two that holds."""
        from privcausal.privacy.marks import marks

        return [] if self._price is None else marks(self._price)

    def signed(self, ax: "Axes", marks_of_another: str = "") -> "Axes":
        """Write the marks into a corner of a picture, and those of another answer that is in it."""
        from privcausal.privacy.marks import TRAVELLING

        lines = [*self.marks(), *(line for line in TRAVELLING.values() if line in marks_of_another)]
        if lines:
            names = dict.fromkeys(line.partition(":")[0] for line in lines)
            ax.text(0, 0, ", ".join(names), transform=ax.transAxes, fontsize=8, va="bottom")
        return ax

    def to_dict(self) -> dict[str, Any]:
        """Everything that is public about it, in plain lists, words and numbers."""
        raise NotImplementedError

    def to_json(self, indent: int | None = None, *, context: bool = False) -> str:
        """Return the same as JSON; infinite and unknown numbers are null.

        With `context`, also the question, the declaration, the warnings and the version, as `--json` prints them.
        """
        entries = self._known_context("to_json").entries(self) if context else self.to_dict()
        return json.dumps(_finite(entries), ensure_ascii=False, indent=indent, allow_nan=False)

    def report(
        self,
        path: "str | PathLike[str]",
        *,
        title: str | None = None,
        purpose: str | None = None,
        responsible: str | None = None,
    ) -> None:
        """Write a page for an ethics board, with the cost, the answer and its assumptions, into a new .html file.

        The page begins with the title, the purpose and the responsible person, where they are given.
        """
        context = self._known_context("report").headed(title, purpose, responsible)
        written = check_target(path, (".html",))
        text = context.page(self)
        with open(
            written, "x", encoding="utf-8", errors="backslashreplace"
        ) as file:  # half a sign is none of UTF-8
            file.write(text)

    def in_context(self, context: Context | None) -> Self:
        """Return the same answer, with its context."""
        answer = copy.copy(self)
        object.__setattr__(answer, "_context", context)
        return answer

    def _known_context(self, method: str) -> Context:
        if self._context is None:
            raise ValueError(
                f"{method} must know the table that was asked, and this answer does not. Ask with privcausal.discover, "
                "effect, correlate, direction or check, whose answers know it; of a release, ask the command "
                "`privcausal discover release.json`. Nothing more was spent."
            )
        return self._context

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """For notebooks: the first line is the answer, and its picture is below the text."""
        first, *rest = map(html.escape, str(self).splitlines())
        text = "<br>".join([f"<strong>{first}</strong>", *rest])
        return f"{text}{self._picture()}"

    def _picture(self) -> str:
        """The picture as SVG, if there is one."""
        if not hasattr(self, "plot"):
            return ""
        from privcausal import plots

        try:
            drawing = plots.as_svg(self.plot())
        except ValueError:  # there is nothing to draw
            return ""
        return f'<div style="max-width: 40em; color: black; background: white">{drawing}</div>'


def price_dict(price: "Price") -> dict[str, Any]:
    """Return a price as plain words and numbers, and the reasons that weaken it; an infinite ε protects nobody.

    >>> from privcausal.privacy.price import Price, Relation
    >>> price_dict(Price.pure(1.0, Relation.SUBSTITUTION))
    {'epsilon': 1.0, 'delta': 0.0, 'relation': 'substitution'}
    """
    known = {"demonstration": price.demonstration, "weak": price.weak}
    return {
        **{"epsilon": price.epsilon, "delta": price.delta, "relation": price.relation.value},
        **({"private": False} if price.epsilon == math.inf else {}),  # JSON has no infinity
        **({"rows_per_person": price.rows} if price.rows > 1 else {}),
        **({"person": price.person, "blank": price.blank} if price.person is not None else {}),
        **{name: value for name, value in known.items() if value is not None},
    }


def _with_marks(text: Callable[[Answer], str]) -> Callable[[Answer], str]:
    """The text of an answer, and below it the marks that are not in it."""

    @wraps(text)
    def marked(answer: Answer) -> str:
        lines = text(answer).splitlines()
        return "\n".join([*lines, *(mark for mark in answer.marks() if mark not in lines)])

    return marked


def axes(ax: "Axes | None", height: float = 3.4) -> "Axes":
    """The axes to draw on: new ones if none are given."""
    if ax is not None:
        return ax
    from privcausal import plots

    return plots.figure(height=height, ink="black")[1][0]


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
