"""What is claimed about `privcausal.effects`: how much a treatment changes an outcome."""
