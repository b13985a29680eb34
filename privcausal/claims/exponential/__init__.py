"""The exponential mechanism and synthetic data, read in a secondary account: a page of an encyclopaedia."""

SOURCE = "mcsherry2007"
SYNTHETIC_SOURCE = "blum2008"
