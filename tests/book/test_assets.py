"""Style sheets of others: what a page or a script may name stays, and all else goes."""

from book._ext import assets


def test_classes_of_pages_and_words_of_scripts_are_known(tmp_path):
    (tmp_path / "page.html").write_text('<p class="one two"><b class="three">four</b>', encoding="utf-8")
    (tmp_path / "page.js").write_text("node.classList.add('five-six'); const seven = 8;", encoding="utf-8")
    (tmp_path / "searchindex.js").write_text("eight", encoding="utf-8")
    live = tmp_path / "live"
    live.mkdir()
    (live / "live.js").write_text("'nine'", encoding="utf-8")
    names = assets.named(tmp_path, live)
    assert {"one", "two", "three", "five-six", "seven", "nine"} <= names
    assert not {"four", "eight"} & names


def test_rules_that_look_at_more_than_names_stay_and_so_do_those_in_a_medium():
    style = (
        "@media print{.gone{a:b}.kept{c:d}}.gone:not(.kept){e:f}.gone[open]{g:h}p,.gone{i:j}@font-face{k:l}"
    )
    assert assets.pruned(style, frozenset({"kept"})) == (
        "@media print{.kept{c:d}}.gone:not(.kept){e:f}.gone[open]{g:h}p{i:j}@font-face{k:l}"
    )
