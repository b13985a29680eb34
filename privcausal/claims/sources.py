"""Whose sentences the claims are about, by their keys in the bibliography."""

from privcausal.privacy.price import Relation
from privcausal.verify import Origin, Quality, Reading

KUSNER = "kusner2016"
"""Kusner, Sun, Sridharan and Weinberger (2016), Private Causal Inference, with its appendix."""

PRIV_PC = "privpc2020"
"""Wang, Pang and Song (2020), Towards practical differentially private causal graph discovery (Priv-PC)."""

CURATE = "curate2024"
"""Bhattacharjee and Tandon (2024), CURATE: scaling-up differentially private causal graph discovery."""

PAGE = "emwiki"
"""A page of a formula encyclopaedia on the exponential mechanism; the papers that it reports were not read."""


def page(lines: str, quality: Quality = Quality.RESTORED) -> Reading:
    """A sentence of that page; it replaces one record, and the number of records is public (lines 26 and 50)."""
    return Reading(Origin.PAGE, f"lines {lines} of our copy", quality, (Relation.SUBSTITUTION,))
