"""{ledger-table}: every claim with its verdict and evidence; ledger.js adds sorting and filters.

With `:verdicts: refuted repaired` it is an extract: published claims with one of these verdicts, without anchors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.application import Sphinx

from . import store
from .markup import about, bars, cases, counted, element, formula, kinds, link, pill, rank

if TYPE_CHECKING:
    from privcausal.verify.ledger import Evidence, Row

COLUMNS = ["Claim", "Verdict", "Bound", "Attained ÷ bound", "Evidence"]
SORTABLE = {"Claim", "Verdict", "Attained ÷ bound", "Evidence"}


class LedgerTable(store.Directive):
    option_spec = {"verdicts": lambda text: text.split()}  # noqa: RUF012 (docutils wants a plain dict)

    def run(self) -> list[nodes.Node]:
        facts = store.known(self.env)
        wanted = self.options.get("verdicts")
        chosen = list(facts.rows.values())
        if wanted is not None:
            chosen = [row for row in chosen if row.verdict in wanted and row.source != "ours"]
        rows = [self._row(place, row, anchored=wanted is None) for place, row in enumerate(chosen)]
        if not rows:
            return [nodes.paragraph("", "Nothing stands here now.")]
        kind = "pc-ledger" if wanted is None else "pc-ledger pc-extract"
        table = element("table", _head(), element("tbody", *rows), class_=kind)
        return [element("div", table, class_="pc-ledger-box")]

    def _row(self, place: int, row: Row, *, anchored: bool) -> nodes.Node:
        if anchored:
            self._anchor(f"row-{row.id}")
        cells = [
            _cell("Claim", self._claim(row), place, header=True),
            _cell("Verdict", pill(row, linked=False), rank(row.verdict)),
            _cell("Bound", _bounds(row) or ["–"]),
            _cell("Attained ÷ bound", bars(row) or ["–"], -1 if row.ratio is None else row.ratio),
            _cell("Evidence", _evidence(row), cases(row)),
        ]
        return element("tr", *cells, id=f"row-{row.id}" if anchored else None, **about(row.verdict))

    def _anchor(self, name: str) -> None:
        """Make the row a target for `{ref}` and Markdown links too (Sphinx folds those to lower case)."""
        store.here(self.env).anchors.append(name)
        std: Any = self.env.get_domain("std")
        std.note_hyperlink_target(name.lower(), self.env.docname, name, name.removeprefix("row-"))

    def _claim(self, row: Row) -> list[nodes.Node]:
        cited = "This book" if row.source == "ours" else f"{{cite:t}}`{row.source}`"
        words = " · ".join(part for part in (cited, row.reading, row.relation) if part)
        title = element("span", *self.inline(row.title), class_="pc-title")
        source = element("span", *self.inline(words), class_="pc-source")
        return [link("theorem", row.id, row.id, class_="pc-id"), title, source]


def _head() -> nodes.Node:
    sortable = dict.fromkeys(SORTABLE, "true")
    names = [element("th", name, scope="col", data_sortable=sortable.get(name)) for name in COLUMNS]
    return element("thead", element("tr", *names))


def _cell(
    label: str, content: Iterable[nodes.Node | str], key: float | None = None, *, header: bool = False
) -> nodes.Node:
    scope = "row" if header else None
    return element("th" if header else "td", *content, scope=scope, data_label=label, data_sort=key)


def _bounds(row: Row) -> list[nodes.Node | str]:
    """What was published and what is ours, one below the other: many claims have only one of them."""
    named = {"published": row.published, "ours": row.ours}
    return [
        element("span", element("small", f"{name} "), *formula(bound), class_="pc-bound")
        for name, bound in named.items()
        if bound
    ]


def _evidence(row: Row) -> list[nodes.Node | str]:
    parts: list[nodes.Node | str] = [element("span", kinds(row), class_="pc-kinds"), counted(row)]
    if telling := _most_telling(row):
        text = nodes.literal("", _short(telling["witness"]))
        name = "band" if telling["kind"] == "experiment" else "witness"
        parts.append(element("details", element("summary", name), text, class_="pc-witness"))
    return parts


def _most_telling(row: Row) -> Evidence | None:
    """The evidence with the witness to show: first a violation, then an attained bound; of equals the shortest."""
    news = {"violated": 0, "attained": 1}
    results = [item for item in row.evidence if item.get("witness")]
    return min(
        results, key=lambda item: (news.get(item["outcome"], 2), len(str(item["witness"]))), default=None
    )


def _short(witness: Mapping[str, Any], limit: int = 240) -> str:
    """The witness in one breath; `python -m privcausal witness ID` prints and replays all of it."""
    text = "; ".join(f"{name} = {value}" for name, value in witness.items())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def setup(app: Sphinx) -> None:
    app.add_directive("ledger-table", LedgerTable)
