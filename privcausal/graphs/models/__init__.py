"""Models to draw records from: Bayesian networks and linear Gaussian models."""
