"""Claims about `privcausal.privacy`: the guarantee, the mechanisms that satisfy it, and their composition."""
