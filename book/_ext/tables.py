"""Tables as a book sets them: names in one row of heads, true signs, and numbers with their points below each other.

Cells hold estimates, intervals and verdicts together, as they are printed; here each gets a column of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bs4 import BeautifulSoup, Tag
from docutils import nodes
from sphinx.application import Sphinx

FRAME = re.compile(r'<table[^>]*class="dataframe.*?</table>', re.DOTALL)
BEHIND = re.compile(r"(?<=The numbers behind it, as a table</summary>)<table>.*?</table>", re.DOTALL)
"""What an explorer draws, as numbers."""

FIGURE = re.compile(r'<figure class="plot".*?</figure>', re.DOTALL)
WORDS_OF_FIGURE = re.compile(r">[^<>]*[`-][^<>]*<")
SPOKEN = re.compile(r'(?<=\s)aria-label="[^"]*"')
TINY = re.compile("[1-9][0-9.]*·10⁻[¹²³⁴⁵⁶⁷⁸⁹][⁰¹²³⁴⁵⁶⁷⁸⁹]+")
MINUS = re.compile(r"(?<![\w.,)])-(?=\d)")
LARGE = re.compile(r"^([+−]?)(\d{4,})(\.\d+)?$")
POWER = re.compile(r"\b([1-9])e([+-])0?(\d+)\b")
WHOLE = re.compile(r"^(\d+)\.0$")
NUMBER = re.compile(r"^[+−-]?(?:[\d,]+(?:\.(\d+))?|\.(\d+))%?$")
FRACTION = re.compile(r"^[+−-]?[\d,]+(/\d+)?$")
BAND = re.compile(r"^([+−]?[\d.]+) \(([+−]?[\d.]+ to [+−]?[\d.]+)\)(?:, (\w+))?$")
RANGE = re.compile(r"[\d∞] to [+−\d∞]")
PARTS = ("estimate", "interval", "verdict")
LINE = 24
"""Letters; what has more is a sentence, and needs a wider column on a phone."""

WEIGHTS = {"undecided": "pc-quiet", "ahead": "pc-strong", "behind": "pc-strong"}
"""Verdicts: those that decide something stand out of a column of those that do not."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
WORDS = {"NaN": "–", "nan": "–", "inf": "∞", "True": "yes", "False": "no", "epsilon": "ε", "delta": "δ"}


def written(text: str) -> str:
    """Return what a cell says, as the book writes it.

    >>> [written(text) for text in ("-0.5 (-1 to 2)", "10000", "-1234.5", "(1, 1e-06)", "2e-07", "NaN", "2-3", "c05-a")]
    ['−0.5 (−1 to 2)', '10,000', '−1,234.5', '(1, 10⁻⁶)', '2 · 10⁻⁷', '–', '2-3', 'c05-a']
    """
    text = WORDS.get(text.strip(), text.strip())
    text = MINUS.sub(
        "−",
        POWER.sub(
            lambda power: (
                f"{power[1]} · 10".removeprefix("1 · ") + "⁻" * (power[2] == "-") + power[3].translate(RAISED)
            ),
            text,
        ),
    )
    return LARGE.sub(lambda number: f"{number[1]}{int(number[2]):,}{number[3] or ''}", text)


def mended(html: str) -> str:
    """Return a table of pandas as the book sets it.

    >>> head = "<thead><tr><th></th><th>a</th></tr><tr><th>who</th><th></th></tr></thead>"
    >>> body = "<tbody><tr><th>x</th><td>1000</td></tr><tr><th>y</th><td>-1.5</td></tr></tbody>"
    >>> table = mended(f'<table border="1" class="dataframe">{head}{body}</table>')
    >>> BeautifulSoup(table, "html.parser").get_text("|")
    'who|a|x|1,000|.0|y|−1.5'
    """
    soup = BeautifulSoup(html, "html.parser")
    if not (soup.thead and soup.tbody and soup.tbody.tr):
        return html
    for cell in soup.find_all(["th", "td"]):
        if cell.string is not None:
            cell.string = written(cell.string)
    names = _names(soup)
    _heads(soup, names)
    if _counted(soup, names):
        names = 0
    _split(soup)
    _aligned(soup)
    _grouped(soup)
    _scoped(soup)
    table = soup.table
    assert table
    del table["border"]
    for row in soup.find_all("tr"):
        del row["style"]
    return str(soup)


def behind(html: str) -> str:
    """Return the table of an explorer as the book sets it.

    >>> rows = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in (("fork", 2), ("chain", 0.5)))
    >>> table = behind(f"<table><thead><tr><th>graph</th><th>δ = 1e-06</th></tr></thead><tbody>{rows}</tbody></table>")
    >>> BeautifulSoup(table, "html.parser").get_text("|"), table.count('<td class="pc-words">')
    ('graph|δ = 10⁻⁶|fork|2|.0|chain|0.5', 2)
    >>> rows = "<tr><td>1</td></tr><tr><td>4/3</td></tr>"
    >>> table = behind(f"<table><thead><tr><th>m</th></tr></thead><tbody>{rows}</tbody></table>")
    >>> BeautifulSoup(table, "html.parser").get_text("|"), "pc-words" in table
    ('m|1|/0|4/3', False)
    """
    soup = BeautifulSoup(html, "html.parser")
    for cell in soup.find_all(["th", "td"]):
        if cell.string is not None:
            cell.string = written(cell.string)
    _aligned(soup)
    _digits(soup)
    return str(soup)


MEASURED = 4
"""Digits with which an explorer computes its table."""


def _digits(soup: BeautifulSoup) -> None:
    """A zero among the digits that were computed is seen; the name of a setting stands over the units.

    >>> row = '<td>0.98<span class="pc-pad">0</span></td>'
    >>> soup = BeautifulSoup(f"<table><tbody><tr>{row}</tr><tr><td>0.525</td></tr></tbody></table>", "html.parser")
    >>> _digits(soup)
    >>> soup.td
    <td>0.980</td>
    """
    for column in zip(*_rows(soup.tbody), strict=False):
        broken = all("." in cell.find(string=True) for cell in column if cell.span)
        for cell in column:
            if cell.span and broken and len(cell.get_text().replace(".", "").lstrip("−0")) <= MEASURED:
                cell.string = cell.get_text()
    pads = [pad for pad in soup.select("tbody td:first-child > .pc-pad") if "/" not in pad.get_text()]
    if pads and (head := soup.find("th")):
        zeros = max((pad.get_text() for pad in pads), key=len)
        head.append(soup.new_tag("span", attrs={"class": "pc-pad", "aria-hidden": "true"}, string=zeros))


def _span(cell: Tag, name: str) -> int:
    return int(str(cell.get(name) or 1))


def _rows(part: Tag | None) -> list[list[Tag]]:
    return [row.find_all(["th", "td"]) for row in part.find_all("tr")] if part else []


def _names(soup: BeautifulSoup) -> int:
    """How many columns name the rows; a name that holds for several rows stands once."""
    return max(len(row.find_all("th")) for row in soup.tbody.find_all("tr"))  # type: ignore[union-attr]


def _heads(soup: BeautifulSoup, names: int) -> None:
    """One row of heads: pandas has the names of the index in a row of their own, and that of the columns before it."""
    rows = _rows(soup.thead)
    if len(rows) > 1 and not any(cell.get_text() for cell in rows[-1][names:]):
        *above, last = rows
        over = above[-1][:names]
        axis = over[-1].get_text() if len(above) == 1 else ""
        for cell, name in zip(over, last, strict=False):
            cell.string = name.get_text()
        last[0].parent.decompose()  # type: ignore[union-attr]
        if axis:
            _headed(soup, axis, names, len(above[-1]) - names)
    for cell in _rows(soup.thead)[-1][:names]:
        cell["class"] = "pc-words"
    for row in _rows(soup.thead):
        for cell in row:
            cell.string = _together(WHOLE.sub(r"\1", cell.get_text()))
            if _span(cell, "colspan") > 1:
                cell["class"], cell["scope"] = "pc-group", "colgroup"


SHORT = 9
"""Letters of a head that a narrow column holds in one line."""


def _together(head: str) -> str:
    """Return a head that does not end a line within a few letters.

    >>> _together("order 1") == "order\u00a01", _together("mean edges") == "mean edges"
    (True, True)
    """
    return head.replace(" ", "\u00a0") if len(head) <= SHORT else head


def _headed(soup: BeautifulSoup, axis: str, names: int, columns: int) -> None:
    row = soup.new_tag("tr")
    for _ in range(names):
        row.append(soup.new_tag("td"))
    row.append(soup.new_tag("th", colspan=str(columns), string=axis))
    soup.thead.insert(0, row)  # type: ignore[union-attr]


def _counted(soup: BeautifulSoup, names: int) -> bool:
    """Take away the numbers 0, 1, 2 … of the rows where they name nothing; say whether there were any."""
    rows, heads = _rows(soup.tbody), _rows(soup.thead)
    first = [row[0].get_text() for row in rows]
    if names > 1 or len(heads) > 1 or heads[0][0].get_text() or first != [str(i) for i in range(len(first))]:
        return False
    for row in heads + rows:
        row[0].decompose()
    return True


def _split(soup: BeautifulSoup) -> None:
    """A column of estimates with their intervals becomes two, or three with the verdict, below their common head."""
    heads, rows = _rows(soup.thead), _rows(soup.tbody)
    bands = [
        _bands([row[-place] for row in rows if len(row) >= place]) for place in range(len(heads[0]), 0, -1)
    ]
    if len(heads) > 1 or not any(bands):
        return
    second = soup.new_tag("tr")
    for place, (head, found) in enumerate(zip(heads[0], bands, strict=True)):
        if not found:
            head["rowspan"] = "2"
            continue
        parts = PARTS if all(band[3] for band in found) else PARTS[:2]
        head["colspan"], head["class"], head["scope"] = str(len(parts)), "pc-group", "colgroup"
        for name in parts:
            second.append(soup.new_tag("th", scope="col", string=name))
        for row, band in zip(rows, found, strict=True):
            cell = row[place - len(heads[0])]
            cell.string, *others = band.groups()[: len(parts)]
            for text in reversed(others):
                cell.insert_after(soup.new_tag("td", string=text))
    soup.thead.append(second)  # type: ignore[union-attr]


def _bands(cells: list[Tag]) -> list[re.Match[str]]:
    """What the cells of a column say, if each is an estimate with its interval."""
    found = [BAND.match(cell.get_text()) for cell in cells]
    return [band for band in found if band] if all(found) else []


def _aligned(soup: BeautifulSoup) -> None:
    """Words at the left; numbers with their decimal points below each other."""
    rows, heads = _rows(soup.tbody), _lowest(soup)
    names = soup.select("tbody th")
    if all(NUMBER.match(name.get_text()) for name in names):  # they need no room for words
        for name in names:
            name["class"] = "pc-count"
    for place in range(1, len(heads) + 1):
        cells = [row[-place] for row in rows if len(row) >= place and row[-place].name == "td"]
        texts = [cell.get_text() for cell in cells]
        numbers = [NUMBER.match(text) for text in texts if text not in ("", "–")]
        if numbers and all(numbers):
            digits = [_decimals(text) for text in texts]
            for cell, text in zip(cells, texts, strict=True):
                if zeros := _missing(text, max(digits)):
                    cell.append(
                        soup.new_tag("span", attrs={"class": "pc-pad", "aria-hidden": "true"}, string=zeros)
                    )
        elif texts and all(
            FRACTION.match(text) for text in texts
        ):  # a whole number stands over the numerators
            for cell in (cell for cell in cells if "/" not in cell.get_text()):
                cell.append(
                    soup.new_tag("span", attrs={"class": "pc-pad", "aria-hidden": "true"}, string="/0")
                )
        elif not any(RANGE.search(text) for text in texts):
            for cell in [*cells, *([heads[-place]] if cells else [])]:
                kinds = [
                    "pc-words",
                    "pc-sentence" if len(cell.get_text()) > LINE else None,
                    WEIGHTS.get(cell.get_text()),
                ]
                cell["class"] = " ".join(filter(None, kinds))


def _decimals(text: str) -> int:
    """How many decimals a number is written with."""
    number = NUMBER.match(text)
    return len(number[1] or number[2] or "") if number else 0


def _missing(text: str, most: int) -> str:
    """What stands unseen behind a number, so that its point is below that of a number with the most decimals.

    >>> _missing("3", 2), _missing("4.5", 2), _missing("–", 2), _missing("7", 0)
    ('.00', '0', '', '')
    """
    if not NUMBER.match(text):
        return ""
    own = _decimals(text)
    return ("." if most and not own else "") + "0" * (most - own)


def _grouped(soup: BeautifulSoup) -> None:
    """Mark where a group of rows begins.

    A selector with :has() could say it, but the browser would then look at every table for each key in an explorer.
    """
    rows = soup.tbody.find_all("tr")  # type: ignore[union-attr]
    for place, row in enumerate(rows):
        if place and row.find("th", rowspan=True):
            row["class"] = "pc-begins"


def _scoped(soup: BeautifulSoup) -> None:
    """Say of each head to a screen reader whether it names a column, a row or several rows."""
    for head in soup.find_all("th"):
        below = "col" if head.find_parent("thead") else "rowgroup" if _span(head, "rowspan") > 1 else "row"
        head["scope"] = head.get("scope") or below


def _lowest(soup: BeautifulSoup) -> list[Tag]:
    """The head directly above each column."""
    lowest: list[Tag] = []
    held: dict[int, int] = {}
    for row in _rows(soup.thead):
        column = 0
        for cell in row:
            while held.get(column):
                held[column] -= 1
                column += 1
            for _ in range(_span(cell, "colspan")):
                lowest[column : column + 1] = [cell]
                held[column] = _span(cell, "rowspan") - 1
                column += 1
    return lowest


def _mend(_app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    for raw in list(doctree.findall(nodes.raw)):
        text = raw.astext()
        if raw.get("format") == "html" and any(kind.search(text) for kind in (FRAME, FIGURE, BEHIND)):
            new = FIGURE.sub(drawn, FRAME.sub(lambda table: mended(table[0]), text))
            new = BEHIND.sub(lambda table: behind(table[0]), new)
            raw.replace_self(nodes.raw("", new, **raw.attributes))


def drawn(figure: re.Match[str]) -> str:
    """Return a figure with true signs in its words, and no marks of code.

    >>> FIGURE.sub(drawn, '<figure class="plot"><text x="-1">τ = -0.05</text>of `once`</figure>')
    '<figure class="plot"><text x="-1">τ = −0.05</text>of once</figure>'
    """
    seen = WORDS_OF_FIGURE.sub(lambda words: MINUS.sub("−", words[0]).replace("`", ""), figure[0])
    return SPOKEN.sub(lambda words: heard(words[0]), seen)


def heard(label: str) -> str:
    """Return what is read out of a figure: true signs, a small ε, and no number that only rounding leaves.

    >>> heard('aria-label="Loss. Ε = 1 falls from 0.1 at -2 to 4.69·10⁻³³ at 10, at δ = 10⁻⁶."')
    'aria-label="Loss. ε = 1 falls from 0.1 at −2 to almost 0 at 10, at δ = 10⁻⁶."'
    """
    return TINY.sub("almost 0", MINUS.sub("−", label)).replace("Ε", "ε")


SIZE = re.compile(r"^[+−-]?[\d,.]+%?$")


def _numbers_right(_app: Sphinx, doctree: nodes.document) -> None:
    """Columns of numbers in tables that a page writes stand at the right, with their heads and point below point."""
    for table in doctree.findall(nodes.table):
        rows = [row.children for row in table.findall(nodes.row)]
        for column in zip(*rows, strict=False) if rows else ():
            texts = [cell.astext().strip() for cell in column[1:]]
            numbers = [text for text in texts if text not in ("", "–")]
            if numbers and all(map(SIZE.match, numbers)):
                for cell in column:
                    if isinstance(cell, nodes.entry) and not cell["classes"]:
                        cell["classes"].append("text-right")
                _padded(column[1:], max(map(_decimals, texts)))


def _padded(column: Iterable[nodes.Node], most: int) -> None:
    """Zeros that nobody sees behind the numbers that are written out; a formula has figures of its own width."""
    for cell in column:
        text = cell.astext().strip()
        if (zeros := _missing(text, most)) and not list(cell.findall(nodes.math)):
            paragraph = cell.children[0]
            if isinstance(paragraph, nodes.paragraph):
                pad = f'<span class="pc-pad" aria-hidden="true">{zeros}</span>'
                paragraph += nodes.raw("", pad, format="html")


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", _numbers_right)
    app.connect("doctree-resolved", _mend, priority=800)
