"""Bhattacharjee and Tandon (2024), CURATE: scaling-up differentially private causal graph discovery."""

SOURCE = "curate2024"
