"""A workshop with one short proof, for the tests of what Coq is asked."""

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from privcausal.claims import select
from privcausal.verify.kernel import compiling
from privcausal.verify.kernel.compiling import Workshop
from privcausal.verify.kernel.scripts import ProofScript

CLAIMS = select(["X-count"])
CLAIM = CLAIMS["X-count"]
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason=compiling.INSTALL)

HEAD = (
    "From Coq Require Import Reals Lra.\nFrom privcausal Require Import definitions.\nOpen Scope R_scope.\n"
)
INSTANCE = """
(** An instance. *)
Theorem X_count_instance : X_count__published 1 = 1.
Proof. unfold X_count__published; lra. Qed.
"""
IDLE = """
(** An instance. *)
Theorem X_count_instance : 1 = 1.
Proof. lra. Qed.
"""


@cache
def compiled():
    """A folder with the definitions and the numbers of the claim: the same in all shops, so Coq reads them once."""
    folder = TemporaryDirectory()
    place = opened(Path(folder.name), "0 <= 1.\nProof. lra. Qed.", INSTANCE)
    place.compile("claims.t")
    shutil.rmtree(place.path("claims.t").parent)
    return folder


def shop(folder, theorem, rest=INSTANCE, before=""):
    if shutil.which("coqc"):
        shutil.copytree(compiled().name, folder, dirs_exist_ok=True)
    return opened(folder, theorem, rest, before)


def opened(folder, theorem, rest, before=""):
    files = {
        "definitions": ProofScript("definitions", "From Coq Require Import Reals Lra.\nOpen Scope R_scope.\n"
            "Definition whole (x : R) : Prop := exists k : Z, x = IZR k.\nLtac computes := lra.\n"),
        "claims.t": ProofScript("claims.t", f"{HEAD}{before}(** In words. *)\nTheorem X_count : {theorem}\n{rest}"),
    }  # fmt: skip
    return Workshop(CLAIMS, files, folder)
