"""What each command of the command line does; bad input is a ValueError in one sentence."""

from privcausal.commands.claims import ledger, verify, witness
from privcausal.commands.experiments import experiments
from privcausal.commands.graphs import discover
from privcausal.commands.pairs import correlate, direction

__all__ = ["correlate", "direction", "discover", "experiments", "ledger", "verify", "witness"]
