"""Speed, measured as ratios against a peer in one run: `make bench`."""
