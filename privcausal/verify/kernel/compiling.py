"""Coq at work: definitions and proofs compiled, each once, and the result read by an independent checker."""

import re
import shutil
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock

from privcausal.stored import cache
from privcausal.verify.claim import Claim
from privcausal.verify.fingerprint import digest
from privcausal.verify.kernel.checked import ALLOWED
from privcausal.verify.kernel.printing import mangled, mentioned, printed
from privcausal.verify.kernel.scripts import ProofScript, rests_on, scripts

INSTALL = "apt-get install --no-install-recommends coq libcoq-stdlib"

TIMEOUT = 300
"""Seconds; a proof that takes longer is none."""

PATIENT = 1800
"""Seconds for the independent checker, which reads everything again, Coq's real numbers included."""


class ProofError(ValueError):
    """An objection of Coq's, or of ours to something that it accepts."""


@dataclass
class Workshop:
    """A folder in which the proofs of these claims are compiled; files already there are kept."""

    claims: Mapping[str, Claim]
    among: Mapping[str, ProofScript] = field(default_factory=scripts)
    folder: Path = field(default_factory=lambda: cache() / "kernel")
    locks: dict[str, Lock] = field(default_factory=lambda: defaultdict(Lock))
    """One for each file: two threads that need it compile it once."""

    @cached_property
    def coq(self) -> str:
        """Coq's version; without Coq, what to install."""
        if not (shutil.which("coqc") and shutil.which("coqchk")):
            raise ProofError(f"coqc is not installed: {INSTALL}. Stored evidence is read without it.")
        self.folder.mkdir(parents=True, exist_ok=True)
        return self.run(["coqc", "--print-version"]).stdout.split()[0]

    @cached_property
    def named(self) -> dict[str, Claim]:
        """Each claim by its name in Coq."""
        return {mangled(claim.id): claim for claim in self.claims.values()}

    def bounds_of(self, name: str) -> list[Claim]:
        """The claims of which a file uses a number."""
        return [self.named[word] for word in sorted(mentioned(self.among[name].text)) if word in self.named]

    def text_of(self, name: str) -> str:
        """A file as Coq sees it: with the generated definitions, if it uses any."""
        if name.startswith("claims.") and self.bounds_of(name):
            return f"From privcausal.bounds Require Import {flat(name)}.\n{self.among[name].text}"
        return self.among[name].text

    def compile(self, name: str) -> float:
        """Compile a file and all that it needs, unless that has been done; how many seconds it took."""
        seconds = sum(self.compile(other) for other in self.among[name].needs)
        with self.locks[name]:
            if name.startswith("claims.") and (claims := self.bounds_of(name)):
                seconds += self._compile(f"bounds.{flat(name)}", printed(claims), "definitions")
            return seconds + self._compile(name, self.text_of(name), rests_on(name, self.claims, self.among))

    def compile_all(self, names: Iterable[str], jobs: int) -> dict[str, str]:
        """Compile several files at a time; what Coq has against those that it refuses."""
        refused = {}

        def one(name: str) -> None:
            try:
                self.compile(name)
            except ProofError as error:
                refused[name] = str(error)

        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(one, names))
        return refused

    def opening(self, name: str) -> list[str]:
        """The sentences that load a compiled file, and all that it uses itself."""
        parts = ["From Coq Require Import Reals List", "From privcausal Require Import definitions"]
        parts += ["Import ListNotations", "Open Scope R_scope", "Set Printing Width 100"]
        if name.startswith("claims.") and self.bounds_of(name):
            parts.append(f"From privcausal.bounds Require Import {flat(name)}")
        parts += [s for s in self.among[name].sentences if s.split()[0] in ("From", "Import", "Open")]
        folder, _, last = f"privcausal.{name}".rpartition(".")
        return [*parts, f"From {folder} Require Import {last}"]

    def _compile(self, name: str, text: str, rests: str) -> float:
        file, start = self.path(name), time.monotonic()
        if rests == "definitions":
            rests = self.among["definitions"].text
        key, stamp = digest(f"{self.coq} {rests} {text}"), file.with_suffix(".key")
        kept = (stamp, file.with_suffix(".vo"), file.with_suffix(".times"))
        if all(path.exists() for path in kept) and stamp.read_text().split()[0] == key:
            return float(stamp.read_text().split()[1])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        stamp.unlink(missing_ok=True)
        result = self.coqc(file, "-time")
        if result.returncode:
            raise ProofError(f"{name}: {complaint(result)}")
        file.with_suffix(".times").write_text(result.stdout, encoding="utf-8")
        seconds = round(time.monotonic() - start, 2)
        stamp.write_text(f"{key} {seconds}\n")
        return seconds

    def path(self, name: str) -> Path:
        """Where a file lies in the workshop."""
        return self.folder.joinpath(*name.split(".")).with_suffix(".v")

    @property
    def options(self) -> list[str]:
        """What each of Coq's programs is given: where the files lie, and no warnings."""
        return ["-q", "-w", "-all", "-R", str(self.folder), "privcausal"]

    def coqc(self, file: Path, *more: str) -> subprocess.CompletedProcess[str]:
        """Run Coq's compiler on one file."""
        return self.run(["coqc", *more, *self.options, str(file)])

    def run(
        self, command: list[str], given: str | None = None, limit: int = TIMEOUT
    ) -> subprocess.CompletedProcess[str]:
        """Run one of Coq's programs in the workshop; an error is returned in place of the answer."""
        try:
            return subprocess.run(
                command,
                input=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if given is None else subprocess.STDOUT,
                text=True,
                timeout=limit,
                check=False,
                cwd=self.folder,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 1, "", f"Error: no answer in {limit} seconds")


def flat(name: str) -> str:
    """One word for a file of the claims: `claims.pairs.rank` is `pairs_rank`."""
    return name.removeprefix("claims.").replace(".", "_")


def complaint(result: subprocess.CompletedProcess[str]) -> str:
    """What Coq says, in one line."""
    return " ".join(((result.stderr or "") + result.stdout).split())[-500:]


def recheck(files: Iterable[str], shop: Workshop) -> list[str]:
    """Have the independent checker read the compiled files; the axioms that it lists, each of them allowed."""
    names = [f"privcausal.{name}" for name in files]
    result = shop.run(
        ["coqchk", "-silent", "-o", "-R", str(shop.folder), "privcausal", *names], limit=PATIENT
    )
    output = result.stdout + result.stderr
    listed = re.search(r"\* Axioms:(.*?)\n\s*\n", output, re.DOTALL)
    if result.returncode or not listed:
        raise ProofError(f"coqchk: {complaint(result)}")
    found = sorted({line.strip().removeprefix("Coq.") for line in listed[1].splitlines() if line.strip()})
    short = [".".join(name.split(".")[-2:]) for name in found]
    if strange := [name for name in short if name not in ALLOWED] or (
        [] if found else ["none, which cannot be"]
    ):
        raise ProofError(f"coqchk lists the axioms {', '.join(strange)}")
    return short
