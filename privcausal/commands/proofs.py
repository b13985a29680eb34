"""Check the proofs by a kernel, and keep its findings."""

import os
import sys
from argparse import ArgumentParser, Namespace
from concurrent.futures import ThreadPoolExecutor

from privcausal.commands import check_jobs, jobs_option

EXAMPLES = """\
  python -m privcausal proofs                        every proof, with its mutants (needs Coq)
  python -m privcausal proofs K-kendall
  python -m privcausal proofs --stale                list the rows edited since (needs no Coq)
"""


def options(command: ArgumentParser) -> None:
    """Which claims, and how."""
    command.add_argument(
        "ids", nargs="*", metavar="ID", help="claims whose proofs are checked (default: all)"
    )
    command.add_argument("--stale", action="store_true", help="only list stale rows, without Coq")
    command.add_argument("--fresh", action="store_true", help="check rows again that are not stale")
    command.add_argument("--recheck", action="store_true", help="have coqchk read the compiled files")
    jobs_option(command, default=2)


def run(options: Namespace) -> int:
    """Compile the stale files, break them by mutants, and write the evidence."""
    from privcausal.claims import load
    from privcausal.claims.executed import FILES, executed
    from privcausal.verify.kernel import checked, compiling, executing, goals, judging, scripts, tracing
    from privcausal.verify.kernel.printing import mangled

    check_jobs(options.jobs)
    jobs = options.jobs if options.jobs > 0 else os.cpu_count() or 1
    claims, kept = load(), checked.read()
    unknown = [name for name in options.ids if not scripts.theorems_of(name)]
    if unknown:
        raise ValueError(
            "ID must be a claim with a proof in the kernel, and one of them is none. Run `privcausal proofs` without "
            "an ID to check all of them."
        )
    old, unseen = checked.stale(claims), goals.stale(claims)
    if options.stale:
        print("\n".join([*old.values(), *unseen.values()]) or "nothing is stale")
        return int(bool(old or unseen))
    shop = compiling.Workshop(claims)
    print(f"Coq {shop.coq}")
    named = {mangled(name): name for name in claims}
    for orphan in checked.orphans(shop.among, named):
        raise ValueError(orphan)
    wanted = [name for name in claims if scripts.theorems_of(name)]
    chosen = options.ids or [name for name in wanted if options.fresh or name in old]
    known = list(executed())
    with ThreadPoolExecutor(1) as pool:
        agreed = pool.submit(executing.execute, known, shop, FILES)
        some = {name: claims[name] for name in chosen}
        results, faults = judging.check_all(some, shop, jobs)
        agreed.result()
    print(
        f"{len(known)} values of the library found again in the definitions, and as many wrong ones refused"
    )
    merged = {name: row for name, row in {**kept, **results}.items() if name in wanted and name not in faults}
    checked.write(merged)
    files = shop.among if options.fresh and not options.ids else unseen
    with ThreadPoolExecutor(1) as pool:
        checker = (
            pool.submit(compiling.recheck, {row.file for row in merged.values()}, shop)
            if options.recheck
            else None
        )
        for name in tracing.record_all(files, shop, jobs=jobs):
            print(f"{name}: the goals of {len(goals.read(name))} proofs")
        if checker:
            print("axioms, says coqchk:", ", ".join(checker.result()))
    attained = sum(row.outcome == "attained" for row in merged.values())
    print(
        f"{len(merged)} claims proved by the kernel, {attained} of them attained; kept in {checked.PATH.name}"
    )
    for fault in faults.values():
        print(f"privcausal: {fault}", file=sys.stderr)
    return int(bool(faults))
