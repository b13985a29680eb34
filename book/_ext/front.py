"""The pictures of the README, from the ledger and its own numbers: `python -m book._ext.front` draws them again."""

import re
from collections import Counter
from html import escape
from pathlib import Path

import privcausal
from privcausal.verify.ledger import Row, read

from .markup import SYMBOLS

FOLDER = Path(__file__).parents[1] / "_static" / "front"
STYLE = Path(__file__).parents[1] / "_static" / "privcausal.css"
PROJECT = Path(__file__).parents[2] / "pyproject.toml"
README = Path(__file__).parents[2] / "README.md"
VERDICTS = tuple(SYMBOLS)
SOURCES = {
    "kusner2016": "Private Causal Inference",
    "privpc2020": "Priv-PC",
    "curate2024": "CURATE",
    "ma2022": "NOLEAKS",
    "emwiki": "The exponential mechanism",
    "dwork2014": "Algorithmic foundations",
    "ours": "This book",
}
"""A program counts with the paper that it belongs to."""

WIDE, LEFT, RIGHT, STEP, BAR = 420, 12, 42, 40, 16
"""Narrow enough for a phone, where a text of 13 shrinks to 11 pixels: each source is named above its bar."""

FONT = "font-family='Source Sans Pro, Helvetica Neue, Arial, DejaVu Sans, sans-serif'"
INK, MUTED = "#1f2328", "#5a5f66"


def picture(rows: dict[str, Row]) -> str:
    """A bar for each source: what became of its claims."""
    counts = {name: Counter[str]() for name in SOURCES}
    for row in rows.values():
        counts[row.source.removesuffix("-code")][row.verdict] += 1
    colours = _colours()
    unit = (WIDE - LEFT - RIGHT) / max(count.total() for count in counts.values())  # the longest bar fits
    bars = [_bar(place, name, count, colours, unit) for place, (name, count) in enumerate(counts.items())]
    foot = STEP * len(SOURCES) + 74
    total = sum(counts.values(), Counter())
    described = ", ".join(f"{total[verdict]} {verdict}" for verdict in VERDICTS if total[verdict])
    parts = [
        _text(12, 26, f"{total.total()} claims, and the verdicts of their evidence", 14),
        *bars,
    ]
    legend = _legend(total, colours, foot)
    return _svg(WIDE, foot + 20 * (len(legend) > 1) + 14, described, [*parts, *legend])


def badges(rows: dict[str, Row]) -> str:
    """Small boxes in a row: what the package says of itself, and how many claims are verified."""
    project = PROJECT.read_text(encoding="utf-8")
    lowest = re.search(r'requires-python = ">=([\d.]+)"', project)
    licence = re.search(r'^license = "(\w+)"', project, re.MULTILINE)
    assert lowest
    assert licence
    settled = sum(row.verdict != "open" for row in rows.values())
    facts = {
        "version": privcausal.__version__,
        "Python": f"{lowest[1]} or newer",
        "licence": licence[1],
        "claims settled": f"{settled} of {len(rows)}",
    }
    parts, x = [], 0
    for name, value in facts.items():
        left, right = 7 * len(name) + 14, 7 * len(value) + 14
        parts.append(f"<rect x='{x}' width='{left}' height='20' fill='#444d56'/>")
        parts.append(f"<rect x='{x + left}' width='{right}' height='20' fill='#005f95'/>")
        parts.append(_text(x + 7, 14, name, 11, "#ffffff"))
        parts.append(_text(x + left + 7, 14, value, 11, "#ffffff"))
        x += left + right + 6
    return _svg(x - 6, 20, ", ".join(f"{name}: {value}" for name, value in facts.items()), parts, paper=False)


def answer(readme: str) -> str:
    """The effect that the README prints, with its interval, adjusted and not, beside lines at 0 and at the truth."""
    number = r"([+-][\d.]+)"
    colours, zero, unit, foot = _colours(), 256, 23.5, 148
    names = (("risk difference", "adjusted for severity"), ("without adjustment:", "not adjusted"))
    parts = [
        *_scale(zero, unit, foot),
        *_truth(readme, zero, unit, foot),
        _text(LEFT, foot + 46, "Change in the risk of death, in percentage points", 14, MUTED),
    ]
    for place, (start, name) in enumerate(names):
        line = re.search(rf"{start} {number}, 95% interval {number} to {number}", readme)
        assert line, f"the README prints no line with {start!r}"
        value, low, high = (zero + unit * 100 * float(found) for found in line.groups())
        y, colour = 70 + 46 * place, colours["refuted" if place else "holds"]
        x, anchor = (
            (zero + 12, "start") if value < zero else (zero - 12, "end")
        )  # beside the line, off the interval
        parts.append(_text(x, y + 5, name, 14, anchor=anchor))
        parts.append(f"<path d='M{low:.1f} {y}H{high:.1f}' stroke='{colour}' stroke-width='4'/>")
        parts.append(f"<circle cx='{value:.1f}' cy='{y}' r='6' fill='{colour}'/>")
        told = f"{100 * float(line[1]):+.1f}".replace("-", "−")
        parts.append(_text(round(high) + 8, y + 5, told, 14, colour))
    words = "The drug lowers the risk once severity is held fixed; the raw difference has the opposite sign."
    return _svg(WIDE, foot + 56, words, parts)


def _scale(zero: int, unit: float, foot: int) -> list[str]:
    """An upright line at 0, with the two directions named at its head, and a scale of percentage points at its foot."""
    marks = {tick: f"{tick:+d}".replace("-", "−") if tick else "0" for tick in (-8, -4, 0, 4)}
    lines = f"M{zero} 34V{foot}M{zero - 10 * unit:.1f} {foot}H{zero + 6 * unit:.1f}"
    return [
        f"<path d='{lines}' stroke='{INK}' stroke-width='1.2' fill='none'/>",
        *(
            _text(round(zero + unit * tick), foot + 18, word, 14, anchor="middle")
            for tick, word in marks.items()
        ),
        _text(zero - 8, 22, "← lowers the risk", 14, anchor="end"),
        _text(zero + 8, 22, "raises it →", 14),
    ]


def _truth(readme: str, zero: int, unit: float, foot: int) -> list[str]:
    """A dotted line at the effect that the README's simulation has."""
    drawn = re.search(r"- ([\d.]+) \* drug", readme)
    assert drawn, "the README's simulation says no effect"
    percent = -100 * float(drawn[1])
    x = zero + unit * percent
    return [
        f"<path d='M{x:.1f} 48V{foot}' stroke='{MUTED}' stroke-width='1.5' stroke-dasharray='2 4' fill='none'/>",
        _text(round(x), 42, f"true: {percent:g}".replace("-", "−"), 14, MUTED, anchor="middle"),
    ]


def _bar(place: int, source: str, count: Counter[str], colours: dict[str, str], unit: float) -> str:
    y, x = 58 + STEP * place, float(LEFT)
    parts = [_text(LEFT, y - 5, SOURCES[source], 13)]
    for verdict in VERDICTS:
        width = unit * count[verdict]
        if width:
            parts.append(
                f"<rect x='{x:.1f}' y='{y}' width='{width - 0.6:.1f}' height='{BAR}' fill='{colours[verdict]}'/>"
            )
        x += width
    return "".join([*parts, _text(round(x) + 6, y + 13, str(count.total()), 13)])


def _legend(total: Counter[str], colours: dict[str, str], y: int) -> list[str]:
    """The verdicts with their colours and numbers, in as many lines as they need."""
    lines, x = [""], LEFT
    for verdict in (name for name in VERDICTS if total[name]):
        label = f"{verdict} {total[verdict]}"
        if x + 18 + 8 * len(label) > WIDE:
            lines, x, y = [*lines, ""], LEFT, y + 20
        lines[-1] += f"<rect x='{x}' y='{y - 11}' width='12' height='12' fill='{colours[verdict]}'/>"
        lines[-1] += _text(x + 17, y, label, 13)
        x += 30 + 8 * len(label)
    return lines


def _colours() -> dict[str, str]:
    """The colour of each verdict in the light book."""
    style = STYLE.read_text(encoding="utf-8")
    found = {verdict: re.search(rf"--pc-{verdict}: (#\w+);", style) for verdict in VERDICTS}
    return {verdict: match[1] for verdict, match in found.items() if match}


def _text(x: int, y: int, text: str, size: int, colour: str = INK, anchor: str = "start") -> str:
    side = "" if anchor == "start" else f" text-anchor='{anchor}'"
    return f"<text x='{x}' y='{y}' font-size='{size}' fill='{colour}'{side} {FONT}>{escape(text)}</text>"


def _svg(width: int, height: int, title: str, parts: list[str], *, paper: bool = True) -> str:
    sheet = [f"<rect width='{width}' height='{height}' rx='6' fill='#ffffff'/>"] if paper else []
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'"
    lines = [f"{head} role='img'>", f"<title>{escape(title)}</title>", *sheet, *parts, "</svg>"]
    return "\n".join(lines) + "\n"


def drawings() -> dict[str, str]:
    """Every file of the folder, and what should stand in it."""
    rows = read().rows
    readme = README.read_text(encoding="utf-8")
    return {"claims.svg": picture(rows), "badges.svg": badges(rows), "answer.svg": answer(readme)}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in drawings().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
