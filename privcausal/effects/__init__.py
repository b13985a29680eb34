"""How much a treatment changes an outcome: one noisy table, standardised over columns, with an interval."""
