"""What the kernel says of claims: their proofs compiled, read out, and broken by mutants."""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor

from privcausal.verify.claim import Claim
from privcausal.verify.kernel.breaking import broken
from privcausal.verify.kernel.checked import Checked
from privcausal.verify.kernel.compiling import ProofError, Workshop
from privcausal.verify.kernel.printing import number_name
from privcausal.verify.kernel.scripts import (
    ATTAINED,
    Theorem,
    needed,
    numbers_in,
    reaches,
    rests_on,
    theorems_of,
)
from privcausal.verify.kernel.sessions import Session


def file_of(claim: Claim, shop: Workshop) -> str:
    """The one file with the theorems of a claim; neither it nor its imports assume anything."""
    files = sorted({theorem.file for theorem in theorems_of(claim.id, shop.among)})
    if len(files) != 1:
        raise ProofError(f"{claim.id}: its theorems are in {', '.join(files)}; put them into one file")
    for name in needed(files[0], shop.among):
        for fault in shop.among[name].faults:
            raise ProofError(fault)
    return files[0]


def check(claim: Claim, shop: Workshop, session: Session | None = None) -> Checked:
    """Compile the proofs of a claim, break them by mutants, and say what the kernel has checked."""
    file = file_of(claim, shop)
    if session is None:
        with Session(shop, file) as session:
            return check(claim, shop, session)
    theorems = theorems_of(claim.id, shop.among)
    numbers = outcomes(claim, theorems, shop)
    mutants = broken(claim, numbers, session)
    return Checked(
        id=claim.id,
        file=file,
        outcome=ATTAINED if ATTAINED in numbers.values() else "proved",
        numbers=numbers,
        theorems={theorem.name: session.printed(theorem) for theorem in theorems},
        only=notes(theorems, claim, proving=True),
        reached=notes(theorems, claim, proving=False),
        mutants=mutants,
        axioms=session.axioms,
        coq=shop.coq,
        seconds=round(shop.compile(file), 1),
        hash=rests_on(file, shop.claims, shop.among),
    )


def notes(theorems: Iterable[Theorem], claim: Claim, *, proving: bool) -> str:
    """What the theorems of a claim say less than its words: those that prove its numbers, or the others."""
    some = (theorem for theorem in theorems if (theorem.role(claim.id) == "proved") is proving)
    return "; ".join(dict.fromkeys(theorem.only for theorem in some if theorem.only))


def outcomes(claim: Claim, theorems: Iterable[Theorem], shop: Workshop) -> dict[str, str]:
    """Each number that the theorems speak about, with the best that they say of it.

    It is attained only where the theorem that says so has it on one side of a relation: a coin that another term of
    this theorem is given is not a bound that is reached.
    """
    found: dict[str, set[str]] = {}
    for theorem in theorems:
        if not theorem.words:
            raise ProofError(f"{theorem.name}: add a comment (** … *) above it that says the same in words")
        held = numbers_in(theorem, claim, shop.among)
        if not held and theorem.role(claim.id) == "proved":
            names = ", ".join(number_name(claim.id, number) for number in claim.stated)
            raise ProofError(f"{theorem.name}: it speaks about none of the claim's numbers: {names}")
        role = theorem.role(claim.id)
        for number in held:
            if role != ATTAINED or reaches(theorem.statement, number_name(claim.id, number)):
                found.setdefault(number, set()).add(role)
    proved = {name: roles for name, roles in found.items() if "proved" in roles}
    if not proved or not any(theorem.role(claim.id) != "proved" for theorem in theorems):
        raise ProofError(f"{claim.id}: prove it, and that it is attained or has an instance")
    return {name: ATTAINED if ATTAINED in roles else "proved" for name, roles in proved.items()}


def check_all(
    claims: Mapping[str, Claim], shop: Workshop, jobs: int, note: Callable[[str], None] = print
) -> tuple[dict[str, Checked], dict[str, str]]:
    """The evidence of these claims, and the errors of the others; one session for each file."""
    results: dict[str, Checked] = {}
    faults: dict[str, str] = {}
    together: dict[str, list[Claim]] = {}
    for claim in claims.values():
        try:
            together.setdefault(file_of(claim, shop), []).append(claim)
        except ProofError as error:
            faults[claim.id] = str(error)
    refused = shop.compile_all(together, jobs)

    def one(file: str) -> None:
        try:
            with Session(shop, file) as session:
                for claim in together[file]:
                    try:
                        results[claim.id] = check(claim, shop, session)
                        note(
                            f"{claim.id}: {results[claim.id].outcome}, {results[claim.id].mutants} mutants broken"
                        )
                    except ProofError as error:
                        faults[claim.id] = str(error)
        except ProofError as error:
            faults.update((claim.id, str(error)) for claim in together[file] if claim.id not in results)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, [file for file in together if file not in refused]))
    faults.update((claim.id, refused[file]) for file in refused for claim in together[file])
    return results, faults
