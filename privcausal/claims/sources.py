"""Whose sentences the claims are about, by their keys in the bibliography, and how a place in them is cited."""

from dataclasses import dataclass
from typing import Any

from privcausal.privacy.price import Relation
from privcausal.verify import Origin, Quality, Reading


@dataclass(frozen=True)
class Source:
    """A text or a program that was read. Called with a place in it, it returns what a claim says about its origin."""

    key: str
    """Its name in the bibliography."""
    origin: Origin = Origin.PAPER
    quality: Quality = Quality.VERBATIM
    """How well it can be read, unless a claim says otherwise."""
    relations: tuple[Relation, ...] = ()
    """The neighbours that it names."""
    places: str = "{}"
    """How a place in it is written out."""

    def __call__(
        self,
        place: str,
        quality: Quality | None = None,
        relations: tuple[Relation, ...] | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """Return the source and the reading of a claim.

        >>> NOLEAKS_CODE("noleaks.py l. 88-109")["reading"].place
        'pckennethma/NoLeaks-artifact@b758731:notears/noleaks.py l. 88-109'
        """
        named = self.relations if relations is None else relations
        place = self.places.format(place)
        return {
            "source": self.key,
            "reading": Reading(self.origin, place, quality or self.quality, named, **more),
        }


AT_NOLEAKS = "pckennethma/NoLeaks-artifact@b758731:notears/"
"""Where the lines of that program are counted; a file follows, and then "l. 3-5, 8"."""

AT_PRIV_PC = "sunblaze-ucb/Priv-PC-Differentially-Private-Causal-Graph-Discovery@0fb6104:src/"
"""Where the lines of Priv-PC's program are counted; a file follows."""

AT_CURATE = "PayelBhattacharjee14/cgdCURATE@45d99d5:CURATE_cb.py "
"""Where the lines of CURATE's program are counted."""

THE_USERS = (Relation.ADD_REMOVE,)
"""CURATE's neighbours: a user is present or absent (002:l.44, 154)."""

KUSNER = Source(
    "kusner2016", quality=Quality.RESTORED, relations=(Relation.ADD_REMOVE, Relation.SUBSTITUTION)
)
"""Kusner, Sun, Sridharan and Weinberger (2016), Private Causal Inference: 000 is our damaged copy of the paper, 003 the
intact appendix, each with lines. One pair of values is added, removed or substituted (000:54); the proofs substitute.
"""

KUSNER_CODE = Source("kusner2016-code", Origin.CODE)
"""Their public example, at the commit that was read."""

PRIV_PC = Source("privpc2020")
"""Wang, Pang and Song (2020), Towards practical differentially private causal graph discovery (Priv-PC)."""

PRIV_PC_CODE = Source("privpc2020-code", Origin.CODE, places=AT_PRIV_PC + "{}")
"""Their public program, at the commit that was read."""

CURATE = Source("curate2024")
"""Bhattacharjee and Tandon (2024), CURATE: scaling-up differentially private causal graph discovery."""

CURATE_CODE = Source("curate2024-code", Origin.CODE, places=AT_CURATE + "{}")
"""Their public program for constraint-based CURATE, at the commit that was read."""

NOLEAKS_CODE = Source("ma2022-code", Origin.CODE, places=AT_NOLEAKS + "{}")
"""The public program of Ma, Ji, Pang and Wang, at the commit that was read; it names no neighbours."""

PAGE = Source("emwiki", Origin.PAGE, Quality.RESTORED, (Relation.SUBSTITUTION,), "lines {} of our copy")
"""A page of a formula encyclopaedia on the exponential mechanism; the papers that it reports were not read. It replaces
one record, and the number of records is public (lines 26 and 50).
"""

DWORK = Source("dwork2014")
"""Dwork and Roth (2014), The algorithmic foundations of differential privacy: a textbook, quoted from memory."""
