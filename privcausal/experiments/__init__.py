"""Long experiments: run once, in parallel, resumable; stored with their command, seed and code hash."""
