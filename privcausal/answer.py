"""What every public answer can do: be read, be drawn, and be written down for programs."""

import html
import json
import math
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from privcausal.privacy.price import Price


class Answer:
    """An answer that may be published, with its price in it.

    Its text ends with what weakens that price; no answer can leave this out.

    >>> class Three(Answer):
    ...     def to_dict(self):
    ...         return {"answer": 3, "bound": math.inf}
    ...     def __str__(self):
    ...         return "three"
    >>> Three(), Three().to_json()
    (three, '{"answer": 3, "bound": null}')
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__str__" in vars(cls):
            cls.__str__ = _with_marks(cls.__str__)  # type: ignore[method-assign, assignment]

    @property
    def _price(self) -> "Price | None":
        """What it has cost, if it has cost anything: an answer names that `spent`."""
        return getattr(self, "spent", None)

    @property
    def demonstration(self) -> bool | None:
        """Whether it was drawn with a known seed, and protects no one; None where that is not known."""
        return None if self._price is None else self._price.demonstration

    @property
    def weak(self) -> bool | None:
        """Whether one person's record may show, at this price and number of records; None where that is not known."""
        return None if self._price is None else self._price.weak

    def marks(self) -> list[str]:
        """A line for each of the two that holds."""
        from privcausal.privacy.marks import marks

        return [] if self._price is None else marks(self._price)

    def signed(self, ax: "Axes") -> "Axes":
        """Write the marks into a corner of a picture."""
        names = [line.partition(":")[0] for line in self.marks()]
        if names:
            ax.text(0, 0, ", ".join(names), transform=ax.transAxes, fontsize=8, va="bottom")
        return ax

    def to_dict(self) -> dict[str, Any]:
        """Everything that is public about it, in plain lists, words and numbers."""
        raise NotImplementedError

    def to_json(self, indent: int | None = None) -> str:
        """The same as JSON; what is infinite or not known is null."""
        return json.dumps(_finite(self.to_dict()), ensure_ascii=False, indent=indent, allow_nan=False)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """For notebooks: the first line is the answer."""
        first, *rest = map(html.escape, str(self).splitlines())
        return "<br>".join([f"<strong>{first}</strong>", *rest])


def price_dict(price: "Price") -> dict[str, Any]:
    """A price as plain words and numbers, and what is known to weaken it.

    >>> from privcausal.privacy.price import Price, Relation
    >>> price_dict(Price.pure(1.0, Relation.SUBSTITUTION))
    {'epsilon': 1.0, 'delta': 0.0, 'relation': 'substitution'}
    """
    known = {"demonstration": price.demonstration, "weak": price.weak}
    return {
        **{"epsilon": price.epsilon, "delta": price.delta, "relation": price.relation.value},
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
