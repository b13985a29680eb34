"""Claims about `privcausal.effects`: how much a treatment changes an outcome."""
