"""Which numbers of the book are held, and by what: `python -m tests.teeth` prints it from the ledger and the seals.

Every number of a claim, its bounds and the formulas beside them, was made 5% bolder when its row was verified. This
counts the rows in which a check noticed, lists the others with what they rest on instead, and breaks every seal in two
ways: by the bolder number, and by changes of the words that no check reads.
"""

from collections import Counter
from collections.abc import Iterator

from privcausal.claims import load
from privcausal.verify import ledger, seals
from privcausal.verify.claim import Claim
from privcausal.verify.drift import reworded
from privcausal.verify.ledger import Row
from privcausal.verify.teeth import OUR_BOUND, PROOF_IN_WORDS, QUOTATION, ROOM, bolder, numbers

REASONS = {
    QUOTATION: "refuted; a bolder number would be refuted all the more, so that only a reader finds a misquotation",
    OUR_BOUND: "too large, and ours is smaller and held; a bolder one stays true, and its badge has another factor",
    ROOM: "a threshold that a stored experiment meets with room to spare, or (in an open row) has not settled",
}
"""Why a machine cannot notice. A proof in words is no reason."""


def unheld(rows: dict[str, Row]) -> dict[str, dict[str, str]]:
    """What no check holds: by claim, each number and what it rests on instead."""
    reasons = {*REASONS, PROOF_IN_WORDS}
    results = {
        name: {number: what for number, what in row.rests_on.items() if what in reasons}
        for name, row in rows.items()
    }
    return {name: numbers for name, numbers in results.items() if numbers}


def unsealed(claim: Claim, sealed: seals.Seal) -> Iterator[str]:
    """The changes of a claim that its seal does not notice."""
    changed = [(f"«{name}», 5% bolder", bolder(claim, name)) for name in numbers(claim)]
    for what, other in (*changed, *reworded(claim)):
        if not seals.fault(sealed, seals.seal_of(other)):
            yield what


def main() -> None:
    """Print the counts, and the table of exceptions."""
    claims, rows, sealed = load(), ledger.read().rows, seals.read()
    exceptions = unheld(rows)
    every = {name: row.rests_on for name, row in rows.items() if row.rests_on}
    held = sum(len(row) for row in every.values()) - sum(map(len, exceptions.values()))
    print(
        f"{sum(map(len, every.values()))} numbers in {len(every)} claims of {len(rows)}, each made 5% bolder"
    )
    print(f"noticed by a check: {held} numbers; in {len(every) - len(exceptions)} claims all of them")
    tried = {name: len(numbers(claim)) + len(list(reworded(claim))) for name, claim in claims.items()}
    missed = {name: list(unsealed(claim, sealed.get(name, {}))) for name, claim in claims.items()}
    changes = sum(tried.values())
    print(
        f"noticed by a seal: {changes - sum(map(len, missed.values()))} of {changes} changes of numbers and of words"
    )
    print("\nheld by no check:")
    for reason, count in Counter(what for row in exceptions.values() for what in row.values()).items():
        names = [
            f"{name}.{number}"
            for name, row in exceptions.items()
            for number, what in row.items()
            if what == reason
        ]
        print(f"\n{reason}: {count}. {REASONS.get(reason, 'Give these a check.')}\n  {' '.join(names)}")


if __name__ == "__main__":
    main()
