"""Examples of one seed are the same whatever else is loaded: numbers that stand in some module are not tried."""

import subprocess
import sys

from hypothesis import settings

DRAW = """
import sys
import hypothesis.strategies as st
from hypothesis import given, seed, settings
from privcausal.verify.checks.reproducible import Reproducible

if len(sys.argv) > 1:
    import privcausal.claims.pairs.rank
    import privcausal.graphs.methods

drawn = []

@seed(5)
@settings(backend=Reproducible.__name__, database=None, max_examples=200, derandomize=False)
@given(st.integers(), st.floats(allow_nan=False), st.text(max_size=3))
def draw(number, real, text):
    drawn.append((number, real, text))

draw()
print(drawn)
"""


def test_other_modules_change_no_example():
    runs = [
        subprocess.run([sys.executable, "-c", DRAW, *more], capture_output=True, text=True, check=True).stdout
        for more in ([], ["more"])
    ]
    assert runs[0] == runs[1]
    assert len(runs[0]) > 1_000


def test_examples_are_the_same_every_time():
    """`make test` runs what is derandomised and remembers nothing; `make fuzz` is there for fresh seeds."""
    usual = settings.get_profile("same")
    assert (usual.derandomize, usual.database) == (True, None)
