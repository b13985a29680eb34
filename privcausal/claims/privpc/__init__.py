"""Wang, Pang and Song (2020), Towards practical differentially private causal graph discovery (Priv-PC)."""

SOURCE = "privpc2020"
