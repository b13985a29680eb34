"""Coq at work: proofs compiled, their axioms listed, and the same proofs under mutants, which must break."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from privcausal.stored import cache
from privcausal.verify.claim import Claim, mutated
from privcausal.verify.fingerprint import digest
from privcausal.verify.formula import Formula
from privcausal.verify.kernel.checked import ALLOWED, Checked
from privcausal.verify.kernel.printing import definitions, mangled, mentioned, number_name, printed
from privcausal.verify.kernel.scripts import (
    ProofScript,
    Theorem,
    needed,
    numbers_in,
    rests_on,
    scripts,
    theorems_of,
)
from privcausal.verify.teeth import BOLDER, STEP

INSTALL = "apt-get install --no-install-recommends coq libcoq-stdlib"

TIMEOUT = 300
"""Seconds; a proof that takes longer is none."""

HARMLESS = "20*({})/20"
"""The same number, written otherwise: a proof that breaks here would break for any reason."""

NOT_A_PROOF = re.compile(r"Syntax error|Cannot find a physical path|was not found in the current environment")


class ProofError(ValueError):
    """What Coq refuses, or what is wrong with what it accepts."""


@dataclass
class Workshop:
    """A folder in which the proofs of these claims are compiled; what is already there is kept."""

    claims: Mapping[str, Claim]
    among: Mapping[str, ProofScript] = field(default_factory=scripts)
    folder: Path = field(default_factory=lambda: cache() / "kernel")

    @cached_property
    def coq(self) -> str:
        """Coq's version; without Coq, what to install."""
        if not (shutil.which("coqc") and shutil.which("coqchk")):
            raise ProofError(f"there is no coqc here: {INSTALL}. Stored evidence is read without it.")
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
        if name.startswith("claims.") and (claims := self.bounds_of(name)):
            seconds += self._compile(f"bounds.{flat(name)}", printed(claims), "definitions")
        return seconds + self._compile(name, self.text_of(name), rests_on(name, self.claims, self.among))

    def _compile(self, name: str, text: str, rests: str) -> float:
        file, start = self.path(name), time.monotonic()
        if rests == "definitions":
            rests = self.among["definitions"].text
        key, stamp = digest(f"{self.coq} {rests} {text}"), file.with_suffix(".key")
        if stamp.exists() and file.with_suffix(".vo").exists() and stamp.read_text().split()[0] == key:
            return float(stamp.read_text().split()[1])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        stamp.unlink(missing_ok=True)
        result = self.coqc(file)
        if result.returncode:
            raise ProofError(f"{name}: {complaint(result)}")
        seconds = round(time.monotonic() - start, 2)
        stamp.write_text(f"{key} {seconds}\n")
        return seconds

    def path(self, name: str) -> Path:
        """Where a file lies in the workshop."""
        return self.folder.joinpath(*name.split(".")).with_suffix(".v")

    def coqc(self, file: Path) -> subprocess.CompletedProcess[str]:
        """Run Coq's compiler on one file."""
        return self.run(["coqc", "-q", "-w", "-all", "-R", str(self.folder), "privcausal", str(file)])

    def run(self, command: list[str], given: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run one of Coq's programs in the workshop; what goes wrong stands where the answer would."""
        try:
            return subprocess.run(
                command,
                input=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if given is None else subprocess.STDOUT,
                text=True,
                timeout=TIMEOUT,
                check=False,
                cwd=self.folder,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 1, "", f"Error: no answer in {TIMEOUT} seconds")

    def look(self, theorems: Iterable[Theorem]) -> tuple[dict[str, str], list[str]]:
        """Theorems of one file as Coq prints them, and the axioms on which they rest; each must be allowed."""
        some = list(theorems)
        folder, _, last = some[0].file.rpartition(".")
        imports = [("Coq", "Reals List"), ("privcausal", "definitions")]
        if self.bounds_of(some[0].file):
            imports.append(("privcausal.bounds", flat(some[0].file)))
        lines = [f"From {place} Require Import {names}." for place, names in imports]
        lines += ["Import ListNotations.", "Open Scope R_scope.", "Set Printing Width 100."]
        lines.append(f"From privcausal.{folder} Require Import {last}.")
        lines += [f"Check {theorem.name}.\nPrint Assumptions {theorem.name}." for theorem in some]
        file = self.folder / "questions" / f"{some[0].name}.v"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        result = self.coqc(file)
        if result.returncode:
            raise ProofError(f"{some[0].file}: {complaint(result)}")
        return _answers(some, result.stdout)

    def breaks(self, claim: Claim, file: str, other: Claim) -> str:
        """Why the proofs of a file fail when the claim is another one; an empty text if they do not."""
        place = self.folder / "mutants" / f"{flat(file)}_{digest(repr(definitions(other)))}.v"
        place.parent.mkdir(parents=True, exist_ok=True)
        rest = [item for item in self.bounds_of(file) if item.id != claim.id]
        parts = [printed([*rest, other]), self.among[file].text]
        place.write_text("\n".join(parts), encoding="utf-8")
        result = self.coqc(place)
        text = complaint(result) if result.returncode else ""
        if NOT_A_PROOF.search(text):
            raise ProofError(f"{claim.id}: a mutant cannot even be read: {text}")
        return text


def _answers(theorems: list[Theorem], told: str) -> tuple[dict[str, str], list[str]]:
    """What Coq says of each theorem: its statement, and then its axioms."""
    statements, axioms = {}, set[str]()
    for place, theorem in enumerate(theorems):
        end = f"\n{theorems[place + 1].name}\n" if theorem is not theorems[-1] else ""
        text = told.partition(f"{theorem.name}\n     : ")[2]
        text = text.partition(end)[0] if end else text
        statement, _, rest = re.split(
            r"^(Axioms:|Closed under the global context)", text, maxsplit=1, flags=re.M
        )
        statements[theorem.name] = re.sub(r"\n {7}", "\n", statement.strip())
        axioms |= set(re.findall(r"^([\w.]+)\s*:", rest, re.MULTILINE))
    if strange := sorted(axioms - set(ALLOWED)):
        raise ProofError(
            f"{theorems[0].file}: rests on the axioms {', '.join(strange)}, which are not allowed"
        )
    return statements, sorted(axioms)


def flat(name: str) -> str:
    """One word for a file of the claims: `claims.pairs.rank` is `pairs_rank`."""
    return name.removeprefix("claims.").replace(".", "_")


def complaint(result: subprocess.CompletedProcess[str]) -> str:
    """What Coq says, in one line."""
    return " ".join(((result.stderr or "") + result.stdout).split())[-500:]


def variants(claim: Claim, numbers: Iterable[str]) -> Iterator[tuple[str, Claim]]:
    """Wrong claims: each number 5% bolder, and the claim's own mutants of these numbers."""
    here, wanted = definitions(claim), set(numbers)
    for name in sorted(wanted):
        yield f"{name}, 5% bolder", bolder(claim, name)
    for check in claim.checks:
        for mutant in check.mutants:
            if wanted & {name for name, value in mutant.claim.items() if isinstance(value, Formula)}:
                other = mutated(claim, check, mutant)[0]
                if binders(definitions(other)) == binders(here):
                    yield mutant.what, other


def binders(printed_definitions: Mapping[str, str]) -> dict[str, str]:
    """What each definition takes: a mutant that takes something else cannot be asked."""
    return {name: text.partition(":=")[0] for name, text in printed_definitions.items()}


def bolder(claim: Claim, name: str) -> Claim:
    """The claim with this number 5% further than it says, on the unsafe side."""
    step, share = STEP.get(claim.sense, "-1/20"), BOLDER.get(claim.sense, "19*({})/20")
    text = claim.stated[name].text
    return _written(claim, name, step if text == "0" else share.format(text))


def harmless(claim: Claim, name: str) -> Claim:
    """The same claim with a number written otherwise."""
    return _written(claim, name, HARMLESS.format(claim.stated[name].text))


def _written(claim: Claim, name: str, text: str) -> Claim:
    other = replace(claim.stated[name], text=text)
    if name in claim.formulas:
        return replace(claim, formulas={**claim.formulas, name: other})
    return replace(claim, **{name: other})  # type: ignore[arg-type]


def check(claim: Claim, shop: Workshop) -> Checked:
    """Compile the proofs of a claim, break them by mutants, and say what the kernel has checked."""
    theorems = theorems_of(claim.id, shop.among)
    files = sorted({theorem.file for theorem in theorems})
    if len(files) != 1:
        raise ProofError(f"{claim.id}: its theorems stand in {', '.join(files)}; put them into one file")
    for name in needed(files[0], shop.among):
        for fault in shop.among[name].faults:
            raise ProofError(fault)
    seconds = shop.compile(files[0])
    numbers = outcomes(claim, theorems, shop)
    tried = list(dict(variants(claim, numbers)).items())
    for what, other in tried:
        if not shop.breaks(claim, files[0], other):
            raise ProofError(f"{claim.id}: its proof does not notice this: {what}")
    for name in numbers:
        if why := shop.breaks(claim, files[0], harmless(claim, name)):
            raise ProofError(f"{claim.id}: its proof breaks if {name} is only written otherwise: {why}")
    statements, axioms = shop.look(theorems)
    return Checked(
        id=claim.id,
        file=files[0],
        outcome="attained" if "attained" in numbers.values() else "proved",
        numbers=numbers,
        theorems=statements,
        only="; ".join(dict.fromkeys(theorem.only for theorem in theorems if theorem.only)),
        mutants=len(tried),
        axioms=axioms,
        coq=shop.coq,
        seconds=round(seconds, 1),
        hash=rests_on(files[0], shop.claims, shop.among),
    )


def outcomes(claim: Claim, theorems: Iterable[Theorem], shop: Workshop) -> dict[str, str]:
    """Each number that the theorems speak about, with the best that they say of it."""
    found: dict[str, set[str]] = {}
    for theorem in theorems:
        if not theorem.told:
            raise ProofError(f"{theorem.name}: say in a comment (** … *) above it what it says in words")
        held = numbers_in(theorem, claim, shop.among)
        if not held and theorem.role(claim.id) == "proved":
            names = ", ".join(number_name(claim.id, number) for number in claim.stated)
            raise ProofError(f"{theorem.name}: it speaks about none of the claim's numbers: {names}")
        for number in held:
            found.setdefault(number, set()).add(theorem.role(claim.id))
    proved = {name: roles for name, roles in found.items() if "proved" in roles}
    if not proved or not any(theorem.role(claim.id) != "proved" for theorem in theorems):
        raise ProofError(f"{claim.id}: prove it, and that it is attained or has an instance")
    return {name: "attained" if "attained" in roles else "proved" for name, roles in proved.items()}


def check_all(
    claims: Mapping[str, Claim], shop: Workshop, jobs: int, note: Callable[[str], None] = print
) -> tuple[dict[str, Checked], dict[str, str]]:
    """The evidence of these claims, and what is wrong with the others; files are compiled one after the other."""
    results: dict[str, Checked] = {}
    faults: dict[str, str] = {}

    def one(claim: Claim) -> None:
        try:
            results[claim.id] = check(claim, shop)
            note(f"{claim.id}: {results[claim.id].outcome}, {results[claim.id].mutants} mutants broken")
        except ProofError as error:
            faults[claim.id] = str(error)
            note(str(error))

    for name in sorted({theorem.file for claim in claims for theorem in theorems_of(claim, shop.among)}):
        try:
            shop.compile(name)
        except ProofError as error:
            note(str(error))
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, claims.values()))
    return results, faults


EXECUTES = """From Coq Require Import Reals List Lra.
From privcausal Require Import definitions.
Import ListNotations.
Open Scope R_scope.
Ltac executes :=
  cbv [kendall spearman rank pairs total sum map concordance sgn size length INR fst snd];
  repeat (destruct (Rlt_dec _ _); try (exfalso; lra)); field_simplify; lra.
"""


def executing(values: Iterable[tuple[str, Fraction]]) -> str:
    """Goals: terms of the definitions have these values, and no others.

    >>> executing([("size [1]", Fraction(1))]).splitlines()[-2:]
    ['Goal size [1] = (1 / 1). Proof. executes. Qed.', 'Goal size [1] = (8 / 7). Proof. Fail executes. Abort.']
    """
    lines = []
    for text, value in values:
        wrong = value + Fraction(1, 7)
        lines.append(f"Goal {text} = ({value.numerator} / {value.denominator}). Proof. executes. Qed.")
        lines.append(f"Goal {text} = ({wrong.numerator} / {wrong.denominator}). Proof. Fail executes. Abort.")
    return EXECUTES + "\n".join(lines) + "\n"


def execute(values: Iterable[tuple[str, Fraction]], shop: Workshop) -> None:
    """Have Coq compute what the library computed, and find each wrong value out."""
    shop.compile("definitions")
    file = shop.folder / "executed.v"
    file.write_text(executing(values), encoding="utf-8")
    result = shop.coqc(file)
    if result.returncode:
        raise ProofError(f"the definitions and the library disagree: {complaint(result)}")


def recheck(files: Iterable[str], shop: Workshop) -> list[str]:
    """Have the independent checker read what was compiled; the axioms that it lists, each of them allowed."""
    names = [f"privcausal.{name}" for name in files]
    result = shop.run(["coqchk", "-silent", "-o", "-R", str(shop.folder), "privcausal", *names])
    told = result.stdout + result.stderr
    listed = re.search(r"\* Axioms:(.*?)\n\s*\n", told, re.DOTALL)
    if result.returncode or not listed:
        raise ProofError(f"coqchk: {complaint(result)}")
    found = sorted({line.strip().removeprefix("Coq.") for line in listed[1].splitlines() if line.strip()})
    short = [".".join(name.split(".")[-2:]) for name in found]
    if strange := [name for name in short if name not in ALLOWED] or (
        [] if found else ["none, which cannot be"]
    ):
        raise ProofError(f"coqchk lists the axioms {', '.join(strange)}")
    return short
