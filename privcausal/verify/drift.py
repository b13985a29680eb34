"""Every small change of a statement, one at a time: each must show, in the checks or before them.

Statement and bound are one formula, so a changed number is a changed check. The words outside the tokens are in no
check, and the seal of the claim has to notice. This module makes the changes; a test demands that none goes unnoticed.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from privcausal.verify.claim import TOKEN, Claim
from privcausal.verify.evidence import Sense
from privcausal.verify.formula import Formula
from privcausal.verify.quantity import Choice, Quantity

SWAPS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
}


def slips(formula: Formula) -> Iterator[Formula]:
    """The formula with one number raised by one, or one sign turned.

    >>> [slip.text for slip in slips(Formula("6/(m + 1)"))]
    ['6 * (m + 1)', '7 / (m + 1)', '6 / (m - 1)', '6 / (m + 2)']
    """
    for place in range(sum(1 for _ in ast.walk(ast.parse(formula.text)))):
        slip = _Slip(place)
        tree = slip.visit(ast.parse(formula.text, mode="eval"))
        if slip.made:
            yield replace(formula, text=ast.unparse(tree))


class _Slip(ast.NodeTransformer):
    """Changes the one node that comes `place`-th, if there is something to change about it."""

    def __init__(self, place: int) -> None:
        self.place, self.made = place, False

    def visit(self, node: ast.AST) -> Any:
        self.place -= 1
        if self.place == -1:
            node = self._changed(node)
        return super().generic_visit(node)

    def _changed(self, node: ast.AST) -> ast.AST:
        self.made = True
        match node:
            case ast.Constant(value=int() | float() as value):
                return ast.Constant(value + 1)
            case ast.BinOp(op=operator) if type(operator) in SWAPS:
                return ast.BinOp(node.left, SWAPS[type(operator)](), node.right)
            case ast.UnaryOp(op=ast.USub()):
                return node.operand
        self.made = False
        return node


def conditions(quantity: Quantity) -> Iterator[Quantity]:
    """The condition with one limit moved by one, or opened or closed; or with one number fewer, or another."""
    if isinstance(quantity, Choice):
        for place, value in enumerate(quantity.among):
            others = (*quantity.among[:place], *quantity.among[place + 1 :])
            yield from (
                replace(quantity, among=changed) for changed in (others, (*others, value + 1)) if changed
            )
    for side in ("low", "high"):
        limit = getattr(quantity, side)
        if limit is not None:
            changes: list[dict[str, Any]] = [{side: limit - 1}, {side: limit + 1}]
            changes.append({f"{side}_open": not getattr(quantity, f"{side}_open")})
            yield from (replace(quantity, **change) for change in changes)


WORD = re.compile(r"\b[a-z]{2,}\b")


def reworded(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Changes outside the tokens, which no check can see: half of each formula, and one word less.

    >>> four = Formula("4/m")
    >>> claim = Claim(id="E", title="", relation=None, statement="It moves by $«ours»$.", checks=(), ours=four)
    >>> [other.statement for _, other in reworded(claim)]
    ['It moves by $«ours»/2$.', 'It  by $«ours»$.']
    """
    for name in claim.stated:
        token = f"«{name}»"
        if token in claim.statement:
            yield f"{token}/2", replace(claim, statement=claim.statement.replace(token, f"{token}/2"))
    for field in ("statement", "definition"):
        text = getattr(claim, field)
        if word := WORD.search(TOKEN.sub(lambda token: "·" * len(token[0]), text)):
            yield (
                f"{field} without “{word[0]}”",
                replace(claim, **{field: text[: word.start()] + text[word.end() :]}),
            )


def drifted(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Every changed claim, with its changes."""
    for name, formula in claim.stated.items():
        for slip in slips(formula):
            inside = name in claim.formulas
            fields = {"formulas": {**claim.formulas, name: slip}} if inside else {name: slip}
            yield f"«{name}»: {slip.text}", replace(claim, **fields)
    for place, quantity in enumerate(claim.quantities):
        for other in conditions(quantity):
            changed = (*claim.quantities[:place], other, *claim.quantities[place + 1 :])
            yield f"«{quantity.name}»: {other.tex}", replace(claim, quantities=changed)
    for sense in Sense:
        if sense is not claim.sense:
            yield f"«sense»: {sense.value}", replace(claim, sense=sense)
