"""Background knowledge as it is declared: tiers, forbidden and required arrows of named columns."""

import pytest

from privcausal.table.declaration import Declaration, Number
from privcausal.table.declaration_files import as_plain, parse
from privcausal.table.knowledge import Knowledge, tiers_of
from tests.refusals import invoke, refusals

AGES = {name: {"range": [0, 1]} for name in ("age", "dose", "death")}
SAID = {"tiers": [["age"], ["dose"]], "forbidden": ["death -> dose"], "required": [["age", "death"]]}


def test_a_declaration_says_it_and_writes_it_again():
    public = parse({"columns": AGES, **SAID})
    assert public.knowledge == Knowledge([["age"], ["dose"]], [("death", "dose")], ["age → death"])
    content = as_plain(public)
    assert content["tiers"] == [["age"], ["dose"]]
    assert parse({"columns": AGES, **{name: content[name] for name in SAID}}).knowledge == public.knowledge
    assert not as_plain(parse({"columns": AGES})).keys() & SAID.keys()


def test_some_columns_keep_what_is_said_of_them():
    public = parse(
        {"columns": AGES, "tiers": [["age", "dose"], ["death"]], "required": ["age -> dose", "dose -> death"]}
    )
    assert public.only(["death", "age"]).knowledge == Knowledge([["age"], ["death"]], ["death -> age"])


def test_what_is_excluded_follows_from_all_three():
    known = Knowledge(required=["a -> b", "b -> c"])
    assert known.excluded("abc").astype(int).tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0]]
    assert not Knowledge().excluded("ab").any()
    assert not Knowledge()


test_refusals = refusals(
    invoke,
    (
        "tiers must be a list of lists",
        lambda: Knowledge("ab"),
        lambda: Knowledge(["ab"]),
        lambda: Knowledge([[1]]),
    ),
    ("tiers must name each column once, and one is there twice", lambda: Knowledge([["a"], ["b", "a"]])),
    (
        'forbidden must be a list of arrows, each "cause -> effect" or a pair of columns',
        lambda: Knowledge(forbidden="a -> b"),
        lambda: Knowledge(forbidden=["a b"]),
        lambda: Knowledge(forbidden=["a -> a"]),
        lambda: Knowledge(forbidden=[["a", "b", "c"]]),
        lambda: Knowledge(forbidden=["-> b"]),
        lambda: Knowledge(forbidden=3),
    ),
    (
        "required must have no directed cycle",
        lambda: Knowledge(required=["a -> b", "b -> a"]),
    ),
    ("required must agree with tiers", lambda: Knowledge([["a"], ["b"]], required=["b -> x", "x -> a"])),
    (
        "required and forbidden must differ, and arrow 1 of required is in both",
        lambda: Knowledge(forbidden=["a -> b"], required=["a -> b"]),
    ),
    (
        "about declared columns, and one of its names is none; did you mean 'age'",
        lambda: parse({"columns": AGES, "tiers": [["agee"], ["dose"]]}),
        lambda: Declaration({"age": Number()}, knowledge=Knowledge([["agee"]])),
    ),
    (
        "about declared columns, and one of its names is none",
        lambda: parse({"columns": AGES, "tiers": [["x"]]}),
    ),
)


def test_one_line_of_tiers_may_have_blanks():
    assert tiers_of("age (years), sex|death") == [["age (years)", "sex"], ["death"]]
    with pytest.raises(ValueError, match="tiers must be a list"):
        Knowledge(tiers_of("age,|death"))
