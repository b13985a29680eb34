"""Claims about reading: how many records of the table can one line of the file move?"""

from privcausal.claims.table.csv_worlds import (
    frame_search,
    line_search,
    moved_by_other_line_ends,
    moved_by_plain_reading,
    moved_by_types,
)
from privcausal.privacy.price import Relation
from privcausal.table.csv import batches, read_csv, read_file
from privcausal.table.sources import read
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number


def one_record() -> Number:
    return 1


def no_record() -> Number:
    return 0


NOT_EVEN_ONE = Mutant("no record instead of one", claim={"ours": no_record})
PLAIN = Mutant("an ordinary reader, which sees the whole file", check={"score": moved_by_plain_reading})
LINE_ENDS = Mutant("carriage returns end lines too", check={"score": moved_by_other_line_ends})
TYPES = Mutant("text by the type of the whole column", check={"score": moved_by_types})

CLAIMS = (
    Claim(
        id="B-reading",
        title="One line of a file moves at most one record of the table",
        source="ours",
        locator="files and data frames",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let two files have the same first line and the same number $n$ of lines after it, and differ in one of "
            "these, whatever bytes it holds. Then for every declaration either both are refused before a record is "
            "read, with the same words, or the library reads two tables of $n$ records that differ in at most $1$. "
            "The same holds for two data frames with the same columns that differ in one row, whatever types pandas "
            "gives to their columns."
        ),
        ours=one_record,
        proof="proof-reading",
        subjects=(read, read_csv, read_file, batches),
        checks=(
            line_search("hostile lines", (NOT_EVEN_ONE, PLAIN, LINE_ENDS)),
            frame_search("hostile cells in data frames", (NOT_EVEN_ONE, TYPES)),
        ),
    ),
)
