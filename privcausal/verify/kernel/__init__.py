"""Proofs that a kernel checks: Coq proves the number that a claim's words print, from the same `Formula`.

1. `printing` walks the tree of a claim's formulas and writes each as a Coq definition, with its conditions; under a
   rational one there is a value that Python computed, as a goal. No statement holds a copy of a number. A script can
   write one where it rewrites the number, and Coq then checks that the two are equal.
2. `scripts` reads the `.v` files: definitions shared by all proofs lie here (`definitions.v`), proofs next to their
   claims (`claims/pairs/rank.v`). A `Theorem` is evidence for the claim whose name it bears; `Lemma`s are not.
3. `compiling` runs Coq. `sessions` asks one `coqtop` for each file, and `breaking` has it prove again what depends on a
   number, under variants of the claim, which must break: the script notices every change of the number. `judging`
   says which files are evidence. `executing` has Coq compute terms of the definitions that the library can compute.
4. `checked` keeps the results in `kernel.json` under a hash of all that they rest on, and says without Coq what
   is stale.
5. `tracing` asks Coq for the goals after each step of each proof, and `goals` reads the stored ones.

A kernel knows nothing of the words. That a theorem says what its claim says is read by a person, and remembered by
the seal of the claim, of which the printed statement with all definitions that it unfolds to is one part.
"""

from privcausal.verify.kernel.checked import Checked, read, stale, upheld
from privcausal.verify.kernel.goals import stale as stale_goals
from privcausal.verify.kernel.scripts import Theorem, theorems_of

__all__ = ["Checked", "Theorem", "read", "stale", "stale_goals", "theorems_of", "upheld"]
