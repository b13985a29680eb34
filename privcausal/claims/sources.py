"""Whose sentences the claims are about, by their keys in the bibliography, and how a place in them is cited."""

from privcausal.privacy.price import Relation
from privcausal.verify import Origin, Quality, Reading


def paper(place: str, quality: Quality = Quality.VERBATIM, relations: tuple[Relation, ...] = ()) -> Reading:
    """A place in a paper, with the neighbours that it names."""
    return Reading(Origin.PAPER, place, quality, relations)


def code(place: str, quality: Quality = Quality.VERBATIM, relations: tuple[Relation, ...] = ()) -> Reading:
    """A place in a public program: repository, commit, file and lines."""
    return Reading(Origin.CODE, place, quality, relations)


KUSNER = "kusner2016"
"""Kusner, Sun, Sridharan and Weinberger (2016), Private Causal Inference, with its appendix."""

KUSNER_CODE = "kusner2016-code"
"""Their public example, at the commit that was read."""

KUSNER_NEIGHBOURS = (Relation.ADD_REMOVE, Relation.SUBSTITUTION)
"""One pair of values added, removed or substituted (000:54); the proofs substitute."""


def kusner(
    place: str, quality: Quality = Quality.RESTORED, relations: tuple[Relation, ...] = KUSNER_NEIGHBOURS
) -> Reading:
    """A place in Kusner and others: 000 is our damaged copy of the paper, 003 the intact appendix, each with lines."""
    return paper(place, quality, relations)


PRIV_PC = "privpc2020"
"""Wang, Pang and Song (2020), Towards practical differentially private causal graph discovery (Priv-PC)."""

CURATE = "curate2024"
"""Bhattacharjee and Tandon (2024), CURATE: scaling-up differentially private causal graph discovery."""

PAGE = "emwiki"
"""A page of a formula encyclopaedia on the exponential mechanism; the papers that it reports were not read."""


def page(lines: str, quality: Quality = Quality.RESTORED) -> Reading:
    """A sentence of that page; it replaces one record, and the number of records is public (lines 26 and 50)."""
    return Reading(Origin.PAGE, f"lines {lines} of our copy", quality, (Relation.SUBSTITUTION,))


NOLEAKS_CODE = "ma2022-code"
"""The public program of Ma, Ji, Pang and Wang, at the commit that was read."""


AT_NOLEAKS = "pckennethma/NoLeaks-artifact@b758731:notears/"
"""Where the lines of that program are counted; a file follows, and then "l. 3-5, 8"."""


def noleaks_code(lines: str, quality: Quality = Quality.VERBATIM) -> Reading:
    """A place in the program of NOLEAKS; it names no neighbours."""
    return code(AT_NOLEAKS + lines, quality)


PRIV_PC_CODE = "privpc2020-code"
"""The public program of Wang, Pang and Song, at the commit that was read."""

CURATE_CODE = "curate2024-code"
"""The public program of Bhattacharjee and Tandon for constraint-based CURATE, at the commit that was read."""

AT_PRIV_PC = "sunblaze-ucb/Priv-PC-Differentially-Private-Causal-Graph-Discovery@0fb6104:src/"
"""Where the lines of Priv-PC's program are counted; a file follows."""

AT_CURATE = "PayelBhattacharjee14/cgdCURATE@45d99d5:CURATE_cb.py "
"""Where the lines of CURATE's program are counted."""

THE_USERS = (Relation.ADD_REMOVE,)
"""CURATE's neighbours: a user is present or absent (002:l.44, 154)."""
