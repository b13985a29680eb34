"""The ledger for human eyes: tables in the terminal, and a witness laid out and replayed."""

import json
import math
import re
from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from privcausal.verify.claim import Claim, informed
from privcausal.verify.ledger import Evidence, Row, show_number
from privcausal.verify.teeth import PROOF_IN_WORDS

BAR = 10
FRACTION = re.compile(r"-?\d+(/\d+)?")


def table(rows: Iterable[Row], notes: dict[str, str]) -> str:
    """One line per row; `notes` names its news."""
    header = ("claim", "verdict", "attained ÷ bound", "", "evidence", "")
    lines = [header, *(_cells(row, notes.get(row.id, "")) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    padded = (
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )
    return "\n".join(line.rstrip() for line in padded)


def show(rows: Iterable[Row], notes: dict[str, str], *, as_json: bool) -> None:
    """Print rows as a table or as JSON."""
    if as_json:
        noted = [{**asdict(row), "note": notes.get(row.id, "")} for row in rows]
        print(json.dumps(noted, ensure_ascii=False))
    else:
        print(table(rows, notes))


def _cells(row: Row, note: str) -> tuple[str, ...]:
    kinds = sorted({entry["kind"] for entry in row.evidence})
    kinds += [PROOF_IN_WORDS] * (PROOF_IN_WORDS in row.rests_on.values())
    checks = {entry["check"]: entry["cases"] for entry in row.evidence}
    cases = sum(checks.values())  # each check once, even if it speaks about both bounds
    return (
        row.id,
        row.badge,
        _ratios(row),
        bar(row.ratio or row.our_ratio),
        f"{' + '.join(kinds)}, {cases:,} cases",
        note,
    )


def _ratios(row: Row) -> str:
    """Published first, ours after an arrow."""
    shown = [f"{ratio:.3g}" for ratio in (row.ratio, row.our_ratio) if ratio is not None]
    return " → ".join(shown)


def bar(ratio: float | None) -> str:
    """A ratio from 0 to 1 as ten blocks; more than 1 is a broken bound.

    >>> bar(0.5), bar(1.2)
    ('█████·····', '██████████!')
    """
    if ratio is None:
        return ""
    full = min(BAR, round(BAR * ratio))
    return "█" * full + "·" * (BAR - full) + ("!" if ratio > 1 + 1e-9 else "")


def worst_evidence(row: Row) -> Evidence | None:
    """The entry whose witness came closest to the bound, or went furthest beyond."""
    # A broken bound of 0 has no ratio, and is as broken as can be.
    ranks = [
        (entry["outcome"] == "violated", math.inf if entry["ratio"] is None else entry["ratio"], entry)
        for entry in row.evidence
        if entry["witness"] and (entry["ratio"] is not None or entry["outcome"] == "violated")
    ]
    # Of equally bad pairs the later one is from the larger world, which shows more.
    worst = max(reversed(ranks), key=lambda ranked: ranked[:2], default=None)
    return None if worst is None else worst[2]


def replay(claim: Claim, entry: Evidence) -> str | None:
    """What the stored witness shows when computed again, as the ledger prints it; None if it cannot be."""
    check = next((check for check in claim.checks if check.name == entry["check"]), None)
    compute = getattr(check, "replay", None)
    if compute is None:
        return None
    return show_number(informed(compute, claim)(revive(entry["witness"]), **revive(entry["parameters"])))


def revive(value: Any) -> Any:
    """JSON knows no fractions, so the ledger keeps them as text; here they are numbers again.

    >>> revive({"p": ["1/3", 2]})
    {'p': [Fraction(1, 3), 2]}
    """
    if isinstance(value, dict):
        return {name: revive(item) for name, item in value.items()}
    if isinstance(value, list):
        return [revive(item) for item in value]
    return Fraction(value) if isinstance(value, str) and FRACTION.fullmatch(value) else value


def witness_text(row: Row, entry: Evidence, again: str | None) -> str:
    """A stored witness, the numbers it led to, and whether a replay agrees."""
    where = ", ".join(f"{name} = {value}" for name, value in entry["parameters"].items())
    lines = [
        f"{row.id}  {row.title}",
        f"verdict {row.badge}; from the {entry['kind']} “{entry['check']}”"
        + (f" at {where}" if where else ""),
        "",
        *(f"  {name:<8}{_value(value)}" for name, value in named(entry["witness"])),
        "",
        f"attained {entry['attained']} of at most {entry['bound']} ({entry['target']})",
    ]
    if again is None:
        lines.append(f"this {entry['kind']} keeps no pair to replay; run “verify” to repeat it")
    else:
        lines.append(f"replayed {again}: " + ("the same" if again == entry["attained"] else "NOT the same"))
    return "\n".join(lines)


def named(witness: Any) -> list[tuple[str, Any]]:
    """A witness as named parts; the parts of a list are numbered."""
    items = witness.items() if isinstance(witness, dict) else enumerate(witness, start=1)
    return [(str(name), value) for name, value in items]


def _value(value: Any) -> str:
    return " ".join(map(_item, value)) if isinstance(value, list) else _item(value)


def _item(value: Any) -> str:
    """A number, or a row of numbers in brackets."""
    return str(value) if isinstance(value, list | tuple | dict) else f"{value:>3}"
