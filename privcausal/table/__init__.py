"""Where people's data enter: one line is one person, and the values of a cell are declared before it is read.

A guarantee for one person is only as good as the way from the file to the numbers. An ordinary CSV reader looks at the
whole file: one stray comma can shift all columns, one open quote can swallow ten thousand records, one odd cell can
turn a column of numbers into text, and an error message quotes the patient who caused it. Therefore data enter here
alone.

**The declaration** (`declaration`) is public. It states which columns count, and for each of them either
its categories or the range of its numbers, with cut points where a method wants categories. It also
states the value that replaces a cell that is missing, malformed or not declared: by default a code of its own, or the
middle of the range of a number without cut points. The declaration is a Python object, a small TOML file, or what a
command's options say. It is never made from cells;
`header` drafts one from the first line of a file.

**One line is one person** (`csv`). The number of lines after the header, n, is public. Lines end at a newline byte and
nowhere else: a quote or a bare carriage return cannot join or make lines. A blank line is a line. Quotes work inside
one line. A line with a quote that is never closed, with another number of cells than the header, or longer than
`csv.LONGEST` is a record all of whose cells are missing. Bytes are compared, not decoded: undecodable bytes match
nothing.

**One cell at a time** (`cells`). A number is a finite decimal; everything else is missing. A number outside its range
counts as the nearer end. A word is one of the declared categories or none of them. No cell is seen together with
another, so no cell can change a type, a path of the code, a warning or the time that others take.

**Frames and streams** (`frames`). Rows of a pandas data frame, of Parquet and of all that speaks the Arrow stream
interface are read by the same two rules; their schema is public, as a header is.

The consequence is the claim B-reading: two files that differ in one line give tables that differ in at most one record.
Nothing in the body of a file can stop a command, change its exit status or appear in a message.

>>> from io import BytesIO
>>> from privcausal.table.csv import read_file
>>> from privcausal.table.declaration import Categories, Declaration, Number
>>> file = BytesIO(b'name,age,dose\\nAnn,34,low\\n"Bo,b",1e3,high\\nCy,?,none\\n"Di,12,low\\n')
>>> table = read_file(file, Declaration({"age": Number(0, 110), "dose": Categories(("low", "high"))}))
>>> table["age"].tolist(), table["dose"].tolist()
([34.0, 110.0, 55.0, 55.0], [0, 1, 2, 2])
"""
