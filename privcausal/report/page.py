"""One page that a board can read, print and keep: no script, nothing to load, light and dark, wide and narrow."""

import html
import math
from collections.abc import Iterable, Sequence

from privcausal.answer import Answer
from privcausal.graphs.pair_status import DATA, Pair, PairStatus
from privcausal.privacy.price import Price
from privcausal.report.contents import contents
from privcausal.report.figures import POINTING, kind_of, line
from privcausal.report.study import Study, describe_column, guarantee_text, protected_text, versions
from privcausal.report.style import STYLE

KEY = {
    "cause": "An arrow: the first is a cause of the second.",
    "doubtful": "A faint, dashed arrow: the same, but it is less sure than a coin.",
    "joined": "A line: joined, and which is the cause cannot be told.",
    "apart": "Nothing: no edge seen, and the table below says from where on one would have been.",
    "untested": "Dots: not tested, so nothing is known.",
}
"""What the drawing's lines mean."""


def page(result: Answer, study: Study) -> str:
    """The whole page as text.

    >>> from privcausal.two_columns import Correlation
    >>> from privcausal.privacy.price import Relation
    >>> result = Correlation("a", "b", "kendall", 0.3, 0.01, 0.2, 0.4, Price.pure(1.0, Relation.SUBSTITUTION))
    >>> text = page(result, Study("Do a and b go together?", "<data>.csv", 400, {}))
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
    parts = [
        f'<header><p class="kicker">A private answer from a table of people</p><h1>{_text(study.question)}</h1>',
        f'{alarms}<div class="answer">{answer}</div></header>',
        f"<figure>{content.drawing}<figcaption>{_text(content.caption)}{_key(content.pairs)}</figcaption></figure>"
        if content.drawing
        else "",
        _section("What was not seen, and could not have been", _list(content.unseen))
        if content.unseen
        else "",
        _section("What was spent", _spent(spent, study, whole=not content.warnings)),
        _section("What was released", _list([*content.released, *_only(spent, study)])),
        _section("What was declared", _declared(study)),
        _section("What this rests on", f"{_list(content.assumed)}<p>None of this was tested here.</p>"),
        _section("What to doubt", _list(content.limitations)),
        _section("How each pair stands", _pairs(content.pairs)) if content.pairs else "",
        _section("How it was made", _made(study)),
    ]
    title = f"<title>{_text(study.question)}</title>"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{title}<style>{STYLE}</style></head>\n<body><main>\n"
        + "\n".join(filter(None, parts))
        + "\n</main></body></html>\n"
    )


def _text(words: object) -> str:
    return html.escape(str(words))


def _section(title: str, inside: str) -> str:
    return f"<section><h2>{_text(title)}</h2>{inside}</section>"


def _list(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{_text(line)}</li>' for line in lines)}</ul>"


def _facts(facts: Iterable[tuple[str, object]]) -> str:
    rows = "".join(f"<div><dt>{_text(name)}</dt><dd>{_text(value)}</dd></div>" for name, value in facts)
    return f"<dl>{rows}</dl>"


def _only(spent: Price, study: Study) -> list[str]:
    """What else left the table, and that this was all."""
    if spent.epsilon == math.inf:
        return []
    tables = ["The noisy tables of the release; all else here was computed from them."] if study.free else []
    return [
        *tables,
        "Nothing else: no count of missing or clipped cells, no message that depends on what a cell holds.",
    ]


def _spent(spent: Price, study: Study, *, whole: bool) -> str:
    protected = f"{protected_text(study.unit)}, under {spent.relation.value}" + (
        "" if whole else "; but not in one half of the table: see above"
    )
    facts: list[tuple[str, object]] = [
        ("Price", spent.amount),
        ("Protected", protected if spent.epsilon < math.inf else "nothing"),
    ]
    if study.free:
        facts.append(("When", "on the day of the release; this answer was free"))
    if study.account is not None:
        facts.append(("Budget of these people", study.account))
    return _facts(facts) + _list(guarantee_text(spent.epsilon, spent.delta, study.unit, half=not whole))


def _declared(study: Study) -> str:
    facts: list[tuple[str, object]] = [("Table", study.file), ("Rows", f"{study.records:,}")]
    facts += [(name.capitalize(), value) for name, value in study.asked.items() if value is not None]
    head = "<tr><th scope='col'>column</th><th scope='col'>may hold</th></tr>"
    rows = "".join(
        f"<tr><th scope='row'>{_text(name)}</th><td>{_text(describe_column(column))}</td></tr>"
        for name, column in study.columns.items()
    )
    return f"{_facts(facts)}<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


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
    rows = "".join(_row(pair, sure=_is_sure(pairs)) for pair in pairs)
    head = "".join(
        f"<th scope='col'>{name}</th>"
        for name in (
            "pair",
            "what may be said",
            "how sure" if _is_sure(pairs) else "",
            "would have been seen",
        )
        if name
    )
    return f"<table class='pairs'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _is_sure(pairs: Sequence[Pair]) -> bool:
    """Is it known of any pair how sure it is? Otherwise the column would be empty."""
    return any(pair.probability_text for pair in pairs)


def _row(pair: Pair, *, sure: bool) -> str:
    text = pair.status.value
    if pair.separating_set:
        text += f", with {', '.join(pair.separating_set)} held fixed"
    if pair.basis != DATA and pair.status is PairStatus.DIRECTED:
        text += f", {pair.basis}"
    detectable = ""
    if pair.status is PairStatus.NO_EDGE:
        least = pair.minimum_detectable
        detectable = "not known" if least is None else f"φ ≥ {least:.2f}" if least <= 1 else "never"
    cells = [text, *([pair.probability_text] if sure else []), detectable]
    inside = "".join(f"<td>{_text(cell)}</td>" for cell in cells)
    return f"<tr class='{kind_of(pair)}'><th scope='row'>{_text(pair)}</th>{inside}</tr>"


def _made(study: Study) -> str:
    made = versions()
    return _facts(
        [
            ("Made on", study.day.isoformat()),
            ("With", f"privcausal {made['version']}"),
            ("Code", f"{made['code']}, the start of a hash of all its files"),
        ]
    )
