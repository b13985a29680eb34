"""ledger: the committed verdicts, and what is stale."""

import subprocess
import sys

from privcausal.verify import freshness
from privcausal.verify import ledger as books


def test_the_ledger_is_shown(run):
    status, out, err = run("ledger")
    assert status == 0
    assert err == ""
    assert all(name in out for name in books.read().rows)


def test_a_stale_ledger_is_reported(run, book):
    text = book.read_text(encoding="utf-8")
    row = books.read().rows["K-kendall"]
    book.write_text(text.replace(row.code_hash, "0" * 16), encoding="utf-8")
    status, out, err = run("ledger", "--ledger", str(book))
    assert status == 1
    assert "stale" in out
    assert "K-kendall: stale" in err


def test_an_unreadable_ledger(refused):
    assert "cannot read the ledger" in refused("ledger", "--ledger", "/nowhere/ledger.json")


def test_a_reader_who_stops_reading_is_no_error(book):
    freshness.stamp(books.read(book), book)  # the process need not load all claims to say that none is stale
    command = f"{sys.executable} -m privcausal ledger --ledger '{book}' | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
