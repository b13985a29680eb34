"""Whose sentences the claims are about, by their keys in the bibliography."""

KUSNER = "kusner2016"
"""Kusner, Sun, Sridharan and Weinberger (2016), Private Causal Inference, with its appendix."""

PRIV_PC = "privpc2020"
"""Wang, Pang and Song (2020), Towards practical differentially private causal graph discovery (Priv-PC)."""

CURATE = "curate2024"
"""Bhattacharjee and Tandon (2024), CURATE: scaling-up differentially private causal graph discovery."""

EXPONENTIAL = "mcsherry2007"
"""The exponential mechanism, read in a secondary account: a page of an encyclopaedia."""

SYNTHETIC = "blum2008"
"""Synthetic data by the exponential mechanism, read in the same secondary account."""
