"""Figures that go into the page as text: they follow dark mode, have a drawing for a phone, and can be tested."""

import hashlib
import html
import io
import re
import textwrap
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator, MaxNLocator
from matplotlib.transforms import ScaledTranslation

from privcausal.plots.direct_labels import NOTE, aside, clear, direct, restore
from privcausal.plots.palette import INK
from privcausal.plots.spoken import describe
from privcausal.plots.ticks import RAISED, plain

PHONE = 4.75
"""Inches that fill a screen of 390 pixels: there a point of this drawing is a pixel."""

LEGIBLE = 11
"""Points; no text of a drawing for a phone is smaller, except for indices and powers."""

ABOVE = "name-of-the-axis"
"""What marks the text that stands in for a turned label."""

ON_AREA = "pc-on-area"
"""What marks words on a tinted area: a rim in the colour of the page would be a patch there."""

LINE, SHORT = 0.21, 18
"""Inches that a line of such text is high, and letters with which two legend entries fit side by side."""

LONG = 30
"""Letters of a name next to an axis that leave room for the drawing."""

CROWD, FEW = 20, 5
"""As many names, and as many numbers, find room below an axis of a phone."""

POWER = re.compile(r"\b(\d(?:\.\d+)?)e([+-]\d+)\b")
WORDS = re.compile(r">[^<>]+<")
"""A number as a computer writes it, and where words of a drawing stand."""

GLUED = re.compile(r" ([−:÷·]) ")
"""Signs at which no line of a caption is broken."""

SIDE = re.compile(r"\b(?:(?:Left|Right)(?=[:,])|(?<=\()(?:left|right)(?=\))|on the (?:left|right)\b)")
STACKED = {"Left": "Top", "Right": "Bottom", "left": "top", "right": "bottom"}
STACKED |= {"on the left": "at the top", "on the right": "at the bottom"}
"""How a caption names the panels where they are below each other."""

PLACES = re.compile(r'\b(?:d|x|y|width|height|transform)="[^"]*"')
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
LINES = re.compile(r'\bd="((?:[MLz]|[-\d. \n])+)"')
STEP = re.compile(r"([MLz])\s*(?:(-?[\d.]+) (-?[\d.]+))?")
"""A path of straight lines, and one step of it."""

ALIKE = re.compile(r'<use [^>]*? style="(?P<style>[^"]*)"/>(?:\s*<use [^>]*? style="(?P=style)"/>)+')
STYLED = re.compile(r' style="[^"]*"/>')
"""Marks with one style in a row, and the style of one."""

BETWEEN = re.compile(r"(?<=>)\s+(?=</?(?:g|use|path|defs|clipPath|rect|image|text|svg)\b)(?!</text)")
UNTURNED = re.compile(r' transform="rotate\(0 [^"]*"')
NAMED = re.compile(r'<g id="([^"]+)"')
"""What a drawing does without: blanks between its parts, turns by no angle, names of groups that nothing refers to."""

NAME = re.compile(r'(\bid="|url\(#|href="#)([^")]+)')


def show(
    drawing: Figure | Axes | Sequence[Axes],
    caption: str,
    x: str | None = None,
    y: str | None = None,
    *,
    legend: Any = None,
    spoken: str | None = None,
) -> Any:
    """The figure as inline SVG with a caption, and a description for those who cannot see it.

    `spoken` is that description; without it, one is read off the figure.

    Of panels, all must name their axes; `x` and `y` name those that have no name yet. Each panel with several kinds of
    things names them beside their lines, or else in a legend, unless another has the same; one thing is named only
    where a place for it is given.
    A figure is taken as it is.
    It is drawn twice: the style sheet shows the second drawing, and not the first, on a narrow screen.
    """
    canvas = drawing if isinstance(drawing, Figure) else _named(drawing, x, y, legend)
    plain(canvas)
    _lifted(canvas)
    spoken = typeset(html.escape(spoken or describe(canvas.axes), quote=True))
    _upright(canvas)
    clear(canvas)
    names = direct(canvas)
    if aside(canvas):  # which made panels narrower
        restore(canvas, names)
        names = direct(canvas)
    wide = _drawn(canvas, spoken)
    restore(canvas, names)
    message = GLUED.sub("\u00a0\\1\u00a0", typeset(html.escape(caption)))
    if stack(canvas) > 1:
        message = SIDE.sub(lambda side: f'<span data-narrow="{STACKED[side[0]]}">{side[0]}</span>', message)
    clear(canvas)
    narrow = _drawn(canvas, spoken)
    if _fitted(canvas):
        narrow = _drawn(canvas, spoken)
    plt.close(canvas)
    narrow = f'<div class="narrow" hidden>{narrow}</div>'
    text = f'<figure class="plot">{wide}{narrow}<figcaption>{message}</figcaption></figure>'
    return _in_page(text)


def _named(drawing: Axes | Sequence[Axes], x: str | None, y: str | None, legend: Any) -> Figure:
    """Name the axes of these panels and add their legends; return the figure that they belong to."""
    panels = [drawing] if isinstance(drawing, Axes) else list(drawing)
    explained = [
        [text.get_text() for text in result.get_texts()] for ax in panels if (result := ax.get_legend())
    ]
    for ax in panels:
        ax.set(xlabel=ax.get_xlabel() or x or "", ylabel=ax.get_ylabel() or y or "")
        if ax.axison and not (ax.get_xlabel() and ax.get_ylabel()):
            raise ValueError(
                "x and y must name the axes of every panel: a reader cannot guess their quantities"
            )
        labels = ax.get_legend_handles_labels()[1]
        if (
            legend is not False
            and len(labels) > (legend is None)
            and labels not in explained
            and not ax.get_legend()
        ):
            ax.legend(loc=legend or "best", fontsize=11 if len(panels) == 1 else 9)
            explained.append(labels)
    canvas = panels[0].figure
    assert isinstance(canvas, Figure)
    return canvas


def stack(canvas: Figure) -> int:
    """Lay the figure out for a phone, and say how many rows it has.

    Panels are below each other, each with its legend below it, and no line of text is wider than the screen.
    """
    panels = [(ax, spec) for ax in canvas.axes if (spec := ax.get_subplotspec())]
    rows = max(spec.colspan.stop for _, spec in panels)
    width, height = canvas.get_size_inches()
    canvas.set_size_inches(min(width, PHONE), canvas.get_size_inches()[1])
    heights = [height] * rows
    for ax, spec in panels:
        ax.tick_params(labelsize=LEGIBLE)
        ax.set_title(
            _wrapped(ax.get_title(loc="left"), 0.87 * min(width, PHONE)), loc="left", fontsize=LEGIBLE
        )
        ax.set_xlabel(_wrapped(ax.get_xlabel(), min(width, PHONE) - 0.6))
        heights[spec.colspan.start] = max(height, _named_rows(ax) * LINE) + _lowered(ax) * LINE
        _thin(ax)
        for note in [text for text in ax.texts if text.get_gid() == NOTE]:
            note.remove()
    for text in canvas.findobj(Text):
        assert isinstance(text, Text)
        text.set_fontsize(max(float(text.get_fontsize()), LEGIBLE))
    canvas.set_size_inches(min(width, PHONE), sum(heights))
    grid = canvas.add_gridspec(rows, 1, height_ratios=heights)
    for ax, spec in panels:
        ax.set_subplotspec(grid[spec.colspan.start])
    return rows


def _named_rows(ax: Axes) -> int:
    """Break long names next to the axis, so that a phone has room for the drawing; return the number of their lines."""
    texts = [name.get_text() for name in ax.get_yticklabels()]
    if not isinstance(ax.yaxis.get_major_locator(), FixedLocator) or max(map(len, texts), default=0) <= LONG:
        return 0
    broken = [textwrap.fill(text, LONG) for text in texts]
    ax.set_yticks(ax.get_yticks(), broken)
    lines = [len(text.splitlines()) for text in broken]
    return len(lines) * max(sum(pair) for pair in pairwise(lines)) // 2 + 4


def _lowered(ax: Axes, most: int = 2) -> int:
    """Put the legend below the axis and its labels; return the number of lines that it takes."""
    legend = ax.get_legend()
    if legend is None:
        return 0
    labels = [text.get_text() for text in legend.get_texts()]
    drawn: dict[str, Any] = dict(zip(*reversed(ax.get_legend_handles_labels()), strict=True))
    handles: list[Any] = [
        drawn.get(label, handle) for label, handle in zip(labels, legend.legend_handles, strict=True)
    ]
    columns = most if max(map(len, labels)) <= SHORT else 1
    turned = any(name.get_rotation() for name in ax.get_xticklabels())
    written = LINE * (1.3 + turned + len(ax.get_xlabel().splitlines())) if ax.axison else 0.0
    ax.legend(
        handles,
        labels,
        title=legend.get_title().get_text() or None,
        loc="upper left",
        ncols=columns,
        bbox_to_anchor=(0, 0),
        bbox_transform=ax.transAxes + ScaledTranslation(0, -written, ax.figure.dpi_scale_trans),
    )
    return -(-len(labels) // columns)


def _fitted(canvas: Figure) -> bool:
    """Mend what the drawing just made has beyond its edge: narrower text, a legend in one column; if there was any.

    Only the drawing determines where an axis begins, so text was broken as if it had the whole width.
    """
    edge = canvas.bbox.x1 + 2
    wide = [ax for ax in canvas.axes if (box := ax.get_tightbbox()) and box.x1 > edge]
    for ax in wide:
        legend, left, right = ax.get_legend(), ax.bbox.x0, canvas.bbox.x1
        if legend and legend.get_window_extent().x1 > edge:
            _lowered(ax, 1)
        ax.set_title(_wrapped(ax.get_title(loc="left"), 0.87 * (right - left) / canvas.dpi), loc="left")
        centred = 2 * min(right - (left + ax.bbox.x1) / 2, (left + ax.bbox.x1) / 2)
        ax.set_xlabel(_wrapped(ax.get_xlabel(), centred / canvas.dpi))
    return bool(wide)


def _thin(ax: Axes) -> None:
    """Leave five numbers on the axis, or every second name, or fewer, where a phone has no room for all."""
    low, high = ax.get_xlim()
    for steps in range(8, 3, -1) if isinstance(ax.xaxis.get_major_locator(), MaxNLocator) else ():
        ax.locator_params(axis="x", nbins=steps)
        if sum(low <= place <= high for place in ax.get_xticks()) <= FEW:
            break
    names = ax.get_xticklabels()
    step = -(-len(names) // CROWD)
    if isinstance(ax.xaxis.get_major_locator(), FixedLocator) and step > 1:
        texts = [name.get_text() for name in names[::step]]
        ax.set_xticks(ax.get_xticks()[::step], texts, rotation=names[0].get_rotation())


def _wrapped(text: str, inches: float) -> str:
    """Lines of at most this width, at about thirteen characters an inch; formulas are not broken."""
    return text if "$" in text else "\n".join(textwrap.wrap(text, max(8, int(13 * inches))))


def _lifted(canvas: Figure) -> None:
    """Move what marks a picture in its lower left corner to the right and off the axis, which would strike it out."""
    for ax in [ax for ax in canvas.axes if ax.axison]:
        for mark in [text for text in ax.texts if text.get_position() == (0, 0)]:
            if mark.get_transform() == ax.transAxes:
                rise = ScaledTranslation(0, 5 / 72, canvas.dpi_scale_trans)
                mark.set(x=1, horizontalalignment="right", transform=ax.transAxes + rise)


def _upright(canvas: Figure) -> None:
    """Write the name of each vertical axis above it, where nobody has to turn their head, and the title above that.

    Over names it is the head of their column, and over numbers it begins where the drawing does. What names an axis on
    the right, such as the key of a map, stays where it is. Matplotlib leaves no room for a label above, but for text.
    """
    for ax in canvas.axes:
        for old in [text for text in ax.texts if text.get_gid() == ABOVE]:
            old.remove()
        spec, label = ax.get_subplotspec(), ax.yaxis.label
        if not (spec and label.get_text() and ax.axison) or ax.yaxis.get_ticks_position() == "right":
            continue
        label.set_visible(False)
        inches = canvas.get_size_inches()[0] / spec.get_gridspec().ncols - 0.6
        words = _wrapped(" ".join(label.get_text().split()), inches)
        named = any(name.get_text()[-1:].isalpha() for name in ax.get_yticklabels())
        place = ax.transAxes + ScaledTranslation(-7 / 72 if named else 0, 6 / 72, canvas.dpi_scale_trans)
        side, size = "right" if named else "left", label.get_fontsize()
        ax.text(0, 1, words, transform=place, ha=side, va="bottom", fontsize=size, gid=ABOVE)
        if title := ax.get_title(loc="left"):
            ax.set_title(title, loc="left", pad=12 + 72 * LINE * 0.85 * len(words.splitlines()))


def _drawn(canvas: Figure, spoken: str) -> str:
    _upright(canvas)
    for text in [text for ax in canvas.axes if (legend := ax.get_legend()) for text in legend.get_texts()]:
        text.set_color(to_hex(text.get_color()))  # words have the colour of an area, and not its tint
    buffer = io.StringIO()
    canvas.savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _inline(buffer.getvalue(), spoken)


def as_svg(ax: Axes) -> str:
    """The figure of these axes as SVG for a page, with its description for those who cannot see it.

    >>> as_svg(Figure().subplots())[:15]
    '<svg role="img"'
    """
    canvas = ax.figure
    assert isinstance(canvas, Figure)
    return _drawn(canvas, html.escape(describe(canvas.axes), quote=True))


def _in_page(text: str) -> Any:
    """Return an object that a notebook shows as a piece of its page; outside of notebooks IPython can be missing."""
    try:
        from IPython.display import HTML
    except ImportError:
        return text
    return HTML(text)  # type: ignore[no-untyped-call]


def _inline(svg: str, spoken: str) -> str:
    """Cut the XML prologue, let ink follow the page's text colour, and make the ids unique to this figure."""
    svg = svg[svg.index("<svg") :].strip().replace(INK, "currentColor")
    svg = WORDS.sub(lambda words: typeset(words[0]), svg)
    svg = re.sub(r"<(metadata|style)\b.*?</\1>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;\"]+", "font-family: inherit", svg)
    svg = PLACES.sub(lambda places: NUMBER.sub(_shortened, places[0]), svg)
    svg = LINES.sub(lambda lines: f'd="{_relative(lines[1])}"', svg)
    svg = UNTURNED.sub("", BETWEEN.sub("", svg))
    referred = {name for start, name in NAME.findall(svg) if "#" in start}
    svg = svg.replace(f'<g id="{ON_AREA}">', f'<g class="{ON_AREA}">')
    svg = NAMED.sub(lambda group: group[0] if group[1] in referred else "<g", svg)
    svg = ALIKE.sub(_share_style, svg)
    numbers: dict[str, int] = {}  # Matplotlib's own names hash the places, with all their digits
    svg = NAME.sub(lambda name: f"{name[1]}{numbers.setdefault(name[2], len(numbers))}", svg)
    mark = hashlib.sha256(svg.encode()).hexdigest()[:6]
    svg = NAME.sub(rf"\g<1>f{mark}-\g<2>", svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{spoken}" ', 1)


def typeset(text: str) -> str:
    """Powers of ten as people write them.

    >>> typeset("δ = 1e-06 or 2.5e+07")
    'δ = 10⁻⁶ or 2.5·10⁷'
    """

    def written(power: re.Match[str]) -> str:
        raised = "10" + str(int(power[2])).translate(RAISED)
        return raised if power[1] == "1" else f"{power[1]}·{raised}"

    return POWER.sub(written, text)


def _share_style(marks: re.Match[str]) -> str:
    """A row of marks that look alike says so once."""
    return f'<g style="{marks["style"]}">{STYLED.sub("/>", marks[0])}</g>'


def _shortened(number: re.Match[str]) -> str:
    """A place to a hundredth of a point: further digits are invisible, and differ from processor to processor."""
    return _short(float(number[0]))


def _short(number: float) -> str:
    return f"{round(number, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _relative(lines: str) -> str:
    """A path of straight lines, each step from the last place instead of from the corner: a third as long.

    Tenths of a point: a line is thicker than ten of what is rounded off.

    >>> _relative("M 1.5 2 L 3.25 2.25 L 3.25 1.5 z")
    'M1.5 2l1.7.2 0-.7z'
    """
    path, here, last = "", (0, 0), ""
    for command, *numbers in STEP.findall(lines):
        if command == "z":
            path, last = f"{path}z", "z"
            continue
        there = (round(10 * float(numbers[0])), round(10 * float(numbers[1])))
        x, y = there if command == "M" else (there[0] - here[0], there[1] - here[1])
        name = command if command == "M" else "l"
        path += (" " if name == last == "l" else name) + f"{_tenth(x)} {_tenth(y)}"
        here, last = there, name
    return re.sub(r"(\.\d) (?=\.)", r"\1", path.replace(" -", "-"))


def _tenth(number: int) -> str:
    return re.sub(r"^(-?)0\.", r"\1.", _short(number / 10))
