r"""Fractions in a sentence as a printer sets them: $\frac1n$ is drawn as 1/n, as large as the text.

A formula in which one fraction must stay, such as a factor before a letter or a large one, keeps them all.
"""

from __future__ import annotations

import re

BRACKETS = r"\((?:[^()]|\([^()]*\))*\)"
GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
PART = rf"\s*({GROUP}|\\[A-Za-z]+|\d|[A-Za-z])"
FRACTION = re.compile(rf"\\t?frac(?![A-Za-z]){PART}{PART}")
BEHIND = re.compile(r"(\\[A-Za-z]+|\\.|.)\s*\Z", re.S)
AHEAD = re.compile(r"\s*(\\[A-Za-z]+|\\.|.)", re.S)
RELATIONS = {"=", "<", ">", r"\le", r"\ge", r"\approx", r"\ne", r"\equiv", r"\to"}
BETWEEN = {"", "+", "-", r"\pm", ",", "|", r"\;", *RELATIONS}
BEFORE = {*BETWEEN, "{", "(", "[", r"\cdot"}
AFTER = {*BETWEEN, "}", ")", "]", r"\bigr"}
NUMBER = r"\d+(?:\.\d+|\{,\}\d+)*"
SCRIPTS = r"(?:[_^](?:\{[^{}]*\}|\\[A-Za-z]+|\w)|')*"
ONE = re.compile(
    rf"(?:{NUMBER}|{BRACKETS}|[A-Za-z]|\\sqrt\s*(?:\{{[^{{}}]*\}}|\w)|\\(?!sqrt)[A-Za-z]+){SCRIPTS}"
)
"""What needs no brackets below a slash: a number, a letter, a root or brackets, with exponents."""


def slashed(tex: str) -> str:
    r"""The TeX of a formula in a sentence, with slashes for its fractions.

    >>> slashed(r"\frac1n"), slashed(r"\rho=\frac{\Delta^2}{2\sigma^2}"), slashed(r"\sqrt{\frac{a+b}2}")
    ('{1/n}', '\\rho={\\Delta^2/(2\\sigma^2)}', '\\sqrt{{(a+b)/2}}')
    >>> kept = (r"\frac{2\Delta}\varepsilon\ln k", r"m\frac12", r"\frac{1+\frac12}3", r"\dfrac12", r"\frac1a+\frac1be")
    >>> [tex for tex in kept if slashed(tex) != tex]
    []
    """
    found = list(FRACTION.finditer(tex))
    if r"\left" in tex or r"\dfrac" in tex or not all(_reads_alike(tex, fraction) for fraction in found):
        return tex
    return FRACTION.sub(lambda fraction: f"{{{_above(fraction)}/{_below(fraction)}}}", tex)


def _reads_alike(tex: str, fraction: re.Match[str]) -> bool:
    """Whether a slash takes no more and no less than the fraction had."""
    behind, ahead = BEHIND.search(tex[: fraction.start()]), AHEAD.match(tex[fraction.end() :])
    numbers = all(re.fullmatch(NUMBER, _inside(part)) for part in fraction.groups())
    after = ahead[1] if ahead else ""
    fits = (behind[1] if behind else "") in BEFORE and (after in AFTER or (numbers and after == r"\cdot"))
    return fits and not any("frac" in part or "/" in part for part in fraction.groups())


def _inside(part: str) -> str:
    return part[1:-1].strip() if part.startswith("{") else part


def _above(fraction: re.Match[str]) -> str:
    text = _inside(fraction[1])
    return f"({text})" if re.search(r"[+-]", re.sub(f"{GROUP}|{BRACKETS}", "", text)[1:]) else text


def _below(fraction: re.Match[str]) -> str:
    text = _inside(fraction[2])
    return text if ONE.fullmatch(text) else f"({text})"
