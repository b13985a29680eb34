"""What is claimed about `privcausal.privacy`: the promise, the mechanisms that keep it, and what they cost together."""
