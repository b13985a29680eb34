"""What every public answer can do: be read, be drawn, and be written down for programs."""

import html
import json
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from privcausal.privacy.price import Price


class Answer:
    """An answer that may be published, with its price in it.

    >>> class Three(Answer):
    ...     def to_dict(self):
    ...         return {"answer": 3, "bound": math.inf}
    ...     def __str__(self):
    ...         return "three"
    >>> Three(), Three().to_json()
    (three, '{"answer": 3, "bound": null}')
    """

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
    """A price as plain words and numbers.

    >>> from privcausal.privacy.price import Price, Relation
    >>> price_dict(Price.pure(1.0, Relation.SUBSTITUTION))
    {'epsilon': 1.0, 'delta': 0.0, 'relation': 'substitution'}
    """
    return {"epsilon": price.epsilon, "delta": price.delta, "relation": price.relation.value}


def axes(given: "Axes | None", height: float = 3.4) -> "Axes":
    """The axes to draw on: new ones if none are given."""
    if given is not None:
        return given
    from privcausal import plots

    return plots.figure(height=height, ink="black")[1][0]


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
