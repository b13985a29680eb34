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
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, instead

NOT_EVEN_ONE = instead(ours="0")
PLAIN = Mutant("an ordinary reader, which sees the whole file", check={"score": moved_by_plain_reading})
LINE_ENDS = Mutant("carriage returns end lines too", check={"score": moved_by_other_line_ends})
TYPES = Mutant("text by the type of the whole column", check={"score": moved_by_types})

CLAIMS = (
    Claim(
        id="B-reading",
        title="One line of a file moves at most one record of the table",
        reading=Reading(Origin.OURS, "files and data frames"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let two files have the same first line and equally many lines after it, and differ in one of these. Or "
            "let two data frames have the same columns and equally many rows, and differ in one of these."
        ),
        statement=(
            "Whatever the bytes of that line or the cells of that row, and whatever is declared, the library reads two "
            "tables with a record for every line or row, which differ in «sense» $«ours»$ of them; or it refuses both, "
            "with the same words."
        ),
        ours=Formula("1"),
        proof="proof-reading",
        subjects=(read, read_csv, read_file, batches),
        checks=(
            line_search("hostile lines", (NOT_EVEN_ONE, PLAIN, LINE_ENDS)),
            frame_search("hostile cells in data frames", (NOT_EVEN_ONE, TYPES)),
        ),
    ),
)
