"""A fraction with a slash is the same number as the fraction: the book's are computed in both forms."""

import random
import re
from pathlib import Path

import pytest

from book._ext.slashes import PART, slashed
from privcausal.verify.ledger import read

BOOK = Path(__file__).parents[2]
SENTENCES = re.compile(r"(?<!\$)\$([^$\n]*\\t?frac[^$\n]*)\$(?!\$)")
TOKEN = re.compile(r"\d+(?:\.\d+)?|\\[A-Za-z]+|[A-Za-z]|.")
SIZES = re.compile(r"\\(?:[Bb]ig[lr]?(?![A-Za-z])|[,;!])")
RELATION = re.compile(r"\\(?:le|ge|approx|ne|equiv)(?![A-Za-z])|[=<>]")
PLAIN = re.compile(r"(?:[A-Za-z0-9+\-/(){}\[\]^_'.\s]|\\(?:[A-Za-z]+))*")
UNKNOWN = re.compile(
    r"\\(?:binom|sum|prod|int|max|min|text|mathrm|mathcal|hat|bar|tilde|pm|to|dots|left|right|begin)"
)


def computed(tex: str) -> float:
    """One side of a formula as Python computes it, factors and slashes from left to right; each letter is a number."""

    def argument() -> str:
        first = tokens.pop(0)
        if first[0].isdigit() and len(first) > 1:  # TeX takes one digit
            tokens.insert(0, first[1:])
            first = first[0]
        return product("}") if first == "{" else operand(first)

    def operand(token: str) -> str:
        if token in ("(", "[", "{"):
            return f"({product({'(': ')', '[': ']', '{': '}'}[token])})"
        if token in (r"\frac", r"\tfrac"):
            above = argument()
            return f"(({above})/({argument()}))"
        if token == r"\sqrt":
            return f"(({argument()})**0.5)"
        return token if token[0].isdigit() else repr(random.Random(token).uniform(2, 5))

    def product(end: str) -> str:
        made, after = "", False
        while tokens and (token := tokens.pop(0)) != end:
            if token in ("^", "_"):
                power = argument()
                made += f"**({power})" if token == "^" else ""
            elif token in ("+", "-", "/", r"\cdot"):
                made, after = made + token.replace(r"\cdot", "*"), False
            elif token != "'":
                made, after = made + "*" * after + operand(token), True
        return made

    tokens = [one for one in TOKEN.findall(SIZES.sub("", tex.replace("{,}", ""))) if not one.isspace()]
    return eval(product(""), {"__builtins__": {}})


def drawn() -> list[tuple[str, str]]:
    files = [*sorted(BOOK.glob("notebooks/*.py")), *sorted(BOOK.glob("book/**/*.md"))]
    texts = [path.read_text(encoding="utf-8") for path in files]
    texts += [text for row in read().rows.values() for text in vars(row).values() if isinstance(text, str)]
    found = {tex for text in texts for tex in SENTENCES.findall(text)}
    return sorted((tex, slashed(tex)) for tex in found if slashed(tex) != tex)


def test_every_slash_in_the_book_says_what_its_fraction_said():
    compared = 0
    for tex, new in drawn():
        if UNKNOWN.search(tex) or not PLAIN.fullmatch(SIZES.sub("", RELATION.sub("", tex))):
            continue
        for before, after in zip(RELATION.split(tex), RELATION.split(new), strict=True):
            if before.strip() and before != r"\frac10" and before.count("(") == before.count(")"):
                assert computed(before) == pytest.approx(computed(after)), (tex, new)
                compared += "frac" in before
    assert compared > 200


def test_the_comparison_notices_a_missing_bracket():
    assert computed(r"\frac1{2m}") != pytest.approx(computed("1/2m"))
    assert computed(r"\frac{a+b}2") != pytest.approx(computed("a+b/2"))
    assert computed(r"\frac{a}{2\sqrt m}") == pytest.approx(computed(r"a/(2\sqrt m)"))


def test_what_has_no_brackets_of_its_own_gets_them():
    assert slashed(r"\frac{a+b}{cd}") == "{(a+b)/(cd)}"
    assert slashed(r"\frac{m(m-1)}{(m+1)^2}") == "{m(m-1)/(m+1)^2}"
    assert re.search(PART, r" \alpha2")[1] == r"\alpha"
