"""One page that a board can read, print and keep: no script, nothing to load, light and dark, wide and narrow."""

import html
import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from privcausal.answer import Answer
from privcausal.graphs.pair_status import DATA, Pair, PairStatus, hundredths
from privcausal.privacy.price import Price
from privcausal.report.assumptions import ENSURED, TESTED, UNTESTED, Assumption
from privcausal.report.contents import contents
from privcausal.report.figures import POINTING, kind_of, line
from privcausal.report.guarantee import account_lines, guarantee_lines, protected_text, rows_text
from privcausal.report.parts import Contents
from privcausal.report.study import Study, describe_column, versions
from privcausal.report.style import STYLE

KEY = {
    "arrow": "An arrow: an edge with a direction.",
    "doubtful": "A faint, dashed arrow: a direction with a probability below 50%.",
    "joined": "A line: an edge whose direction is not known.",
    "apart": "No line: no edge seen. The table below says which association could have been detected.",
    "untested": "Dots: not tested, so nothing is known of the pair.",
}
"""What the drawing's lines mean."""


def page(result: Answer, study: Study) -> str:
    """The whole page as text.

    >>> from privcausal.two_columns import Correlation
    >>> from privcausal.privacy.price import Relation
    >>> result = Correlation("a", "b", "kendall", 0.3, 0.01, 0.2, 0.4, Price.pure(1.0, Relation.SUBSTITUTION))
    >>> text = page(result, Study("Are a and b associated?", "<data>.csv", 400, {}))
    >>> text[:15], "&lt;data&gt;.csv" in text, "<script" in text
    ('<!DOCTYPE html>', True, False)
    """
    content = contents(result, study)
    spent: Price = result.spent  # type: ignore[attr-defined]
    warned = [
        *(f"{text[0].upper()}{text[1:]}." for text in (*result.marks(), *study.warnings)),
        *content.warnings,
    ]
    alarms = "".join(f'<p class="alarm">{_text(text)}</p>' for text in warned)
    answer = f'<p class="finding">{_text(content.finding)}</p><p>{_text(content.meaning)}</p>'
    answer += "".join(f"<p>{_text(text)}</p>" for text in content.more)
    parts = [
        f"<header>{_head(study)}",
        f'{alarms}<div class="answer">{answer}</div></header>',
        f"<figure>{content.drawing}<figcaption>{_text(content.caption)}{_key(content.pairs)}</figcaption></figure>"
        if content.drawing
        else "",
        _section("What this study could not detect", _list(content.unseen)) if content.unseen else "",
        _section("Assumptions", _assumed(content.assumed)),
        _section("Limitations", _list(content.limitations)),
        _section("What the answer cost in privacy", _cost_section(spent, study, content)),
        _section("Published values", _release_section(content, spent, study)),
        _section("Declared beforehand", _declaration_section(study)),
        _section("Result for each pair of variables", _pairs(content.pairs)) if content.pairs else "",
        _section("How this page was made", _made(study)),
    ]
    title = f"<title>{_text(study.title or study.question)}</title>"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{title}<style>{STYLE}</style></head>\n<body><main>\n"
        + "\n".join(filter(None, parts))
        + "\n</main></body></html>\n"
    )


def _head(study: Study) -> str:
    """Title, question, purpose, and who is responsible."""
    kicker = '<p class="kicker">An answer from a table of people</p>'
    named = [("Question", study.question)] if study.title else []
    named += [(name.capitalize(), text) for name, text in study.heading.items() if text and name != "title"]
    return f"{kicker}<h1>{_text(study.title or study.question)}</h1>{_facts(named) if named else ''}"


def _text(words: object) -> str:
    return html.escape(str(words))


def _section(title: str, inside: str) -> str:
    return f"<section><h2>{_text(title)}</h2>{inside}</section>"


def _list(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{_text(line)}</li>' for line in lines)}</ul>"


def _folded(rows: Sequence[str], table: Callable[[Sequence[str]], str], what: str) -> str:
    """A table; where it would be long, behind a line that opens it."""
    if len(rows) <= LONG:
        return table(rows)
    return f"<details><summary>{_text(f'{len(rows)} {what}')}</summary>{table(rows)}</details>"


LONG = 12
"""Longer tables are folded."""


def _release_section(content: Contents, spent: Price, study: Study) -> str:
    """Return the published numbers, with the details for statisticians folded."""
    said = _list([*content.released, *_only(spent, study, counted=content.counted)])
    if not content.technical:
        return said
    return f"{said}<details><summary>Technical details</summary>{_list(content.technical)}</details>"


FIRST = {TESTED: "Tested", UNTESTED: "Assumed", ENSURED: "Ensured"}
"""How the line of an assumption begins, so that none is read as a finding."""


def _assumed(lines: Iterable[Assumption]) -> str:
    """Each assumption with its mark."""
    rows = "".join(
        f"<li><b>{FIRST[line.mark]}:</b> {_text(line.text)} "
        f"<b class='mark'>{_text(line.mark.capitalize())}{'.' if not line.found else ':'}</b>"
        f"{_text(f' {line.found}' if line.found else '')}</li>"
        for line in lines
    )
    return f"<ul>{rows}</ul>"


def _facts(facts: Iterable[tuple[str, object]]) -> str:
    rows = "".join(f"<div><dt>{_text(name)}</dt><dd>{_text(value)}</dd></div>" for name, value in facts)
    return f"<dl>{rows}</dl>"


def _only(spent: Price, study: Study, *, counted: bool) -> list[str]:
    """What else left the table, and that this was all."""
    if spent.epsilon == math.inf:
        return []
    tables = (
        ["The noisy tables of the release. Everything else here was computed from them."]
        if study.free
        else []
    )
    counts = "" if counted else "no count of missing or clipped entries, and "
    return [*tables, f"Nothing else, in particular {counts}no message that depends on an entry."]


def _cost_section(spent: Price, study: Study, content: Contents) -> str:
    whole = not content.warnings
    protected = f"{protected_text(study.unit)}, under {spent.relation.value}, which is explained below" + (
        "" if whole else "; but not in one half of the table, as explained above"
    )
    facts: list[tuple[str, object]] = [
        ("Privacy cost", spent.amount),
        ("Protected", protected if spent.epsilon < math.inf else "nothing"),
    ]
    if study.free:
        facts.append(("When", "on the day of the release; this answer was free"))
    if study.account is not None:
        facts += account_lines(study.account)
    return _facts(facts) + _list([*guarantee_lines(spent, study.unit, half=not whole), *content.also_paid])


def _declaration_section(study: Study) -> str:
    facts: list[tuple[str, object]] = [
        ("Table", study.file),
        ("Rows", f"{study.records:,}"),
        ("Rows of one person", rows_text(study.unit)),
    ]
    facts += [(name.capitalize(), value) for name, value in study.asked.items() if value is not None]
    head = "<tr><th scope='col'>column</th><th scope='col'>can hold</th></tr>"
    rows = [
        f"<tr><th scope='row'>{_text(name)}</th><td>{_text(describe_column(column))}</td></tr>"
        for name, column in study.columns.items()
    ]
    return _facts(facts) + _folded(rows, partial(_table, head), "columns")


def _table(head: str, rows: Sequence[str], kind: str = "") -> str:
    return f"<table{kind}><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def _key(pairs: Sequence[Pair]) -> str:
    """What the lines mean, and of how many pairs this is to be said."""
    shown = []
    for kind, words in KEY.items():
        many = sum(kind_of(pair) == kind for pair in pairs)
        if many:
            head = '<polygon class="head" points="40,8 29,3 29,13"/>' if kind in POINTING else ""
            drawn = "" if kind == "apart" else line(kind, f"2,8 {30 if head else 40},8", head)
            sample = f'<svg class="sample" viewBox="0 0 42 16" aria-hidden="true">{drawn}</svg>'
            shown.append(f"<li>{sample}<span>{_text(words)} <b>{many}</b></span></li>")
    return f'<ul class="key">{"".join(shown)}</ul>' if shown else ""


def _pairs(pairs: Sequence[Pair]) -> str:
    """One table; where that would be long, the pairs with an edge first, and the others folded."""
    if len(pairs) <= LONG:
        return _pair_table(pairs, "pairs")
    drawn = [pair for pair in pairs if pair.status in EDGES]
    rest = [pair for pair in pairs if pair.status not in EDGES]
    parts = ((drawn, "pairs with an edge"), (rest, "pairs without an edge"))
    return "".join(_pair_table(part, what) for part, what in parts if part)


EDGES = (PairStatus.DIRECTED, PairStatus.UNDIRECTED)


def _pair_table(pairs: Sequence[Pair], what: str) -> str:
    """A row for each pair, and of the columns those of which something is known."""
    cells = {
        "result": [_result(pair) for pair in pairs],
        "probability": [pair.probability_text for pair in pairs],
        "could have been detected": [_detectable(pair) for pair in pairs],
    }
    known = {name: texts for name, texts in cells.items() if any(texts)}
    head = "".join(f"<th scope='col'>{name}</th>" for name in ("pair", *known))
    rows = [
        f"<tr class='{kind_of(pair)}'><th scope='row'>{_text(pair)}</th>"
        + "".join(f"<td>{_text(texts[place])}</td>" for texts in known.values())
        + "</tr>"
        for place, pair in enumerate(pairs)
    ]
    return _folded(rows, partial(_table, f"<tr>{head}</tr>", kind=" class='pairs'"), what)


def _result(pair: Pair) -> str:
    """Return the status of a pair; of a direction without a probability, that it has none."""
    text = pair.status.value
    if pair.separating_set:
        text += f", with {', '.join(pair.separating_set)} held fixed"
    if pair.status is PairStatus.DIRECTED and pair.basis != DATA:
        return f"{text}, {pair.basis}"
    bare = pair.status is PairStatus.DIRECTED and pair.arrow_probability is None
    return f"{text}, probability not known" if bare else text


def _detectable(pair: Pair) -> str:
    if pair.status is not PairStatus.NO_EDGE:
        return ""
    least = pair.minimum_detectable
    return "not known" if least is None else f"φ ≥ {hundredths(least)}" if least <= 1 else "nothing"


def _made(study: Study) -> str:
    made = versions()
    return _facts(
        [
            ("Made on", study.day.isoformat()),
            ("With", f"privcausal {made['version']}"),
            ("Code", f"{made['code']}, the start of a hash of all its files"),
        ]
    )
