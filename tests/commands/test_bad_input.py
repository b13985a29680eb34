"""Bad input, whatever command and argument: one sentence that names it, status 2, nothing spent and nothing quoted."""

import builtins
import io
from shlex import split

import pytest

BODY = "Anna Schmidt,HIV positive,34"
"""What stands in files, and must not stand in messages."""

PAIR = split("--x sleep --y dose")
RANGES = split("--bounds sleep=0:9,dose=0:9")
LINEAR = split("--columns sleep,dose --method once-linear --delta 1e-6")
WORDS = split("--method once --delta 1e-6")
ONE = split("--epsilon 1 --budget-epsilon 1 --budget-delta 1e-6 --budget")
DATA = {"correlate": PAIR, "direction": (*PAIR, *RANGES), "discover": LINEAR}

FILES = {
    **{f"{name} FILE": (name, "BAD", *options) for name, options in DATA.items()},
    "check FILE": ("check", "BAD", "--categories", "sleep=1|3"),
    "check --declare": ("check", "GOOD", "--declare", "BAD"),
    "declare FILE": ("declare", "BAD"),
    "correlate --declare": ("correlate", "GOOD", *PAIR, "--declare", "BAD"),
    "direction --declare": ("direction", "GOOD", *PAIR, "--declare", "BAD"),
    "discover --declare": ("discover", "GOOD", *LINEAR, "--declare", "BAD"),
    "discover --categories": ("discover", "GOOD", *WORDS, "--categories", "BAD.json"),
    "discover --truth": ("discover", "GOOD", *LINEAR, "--truth", "BAD"),
    **{f"{name} --budget": (name, "GOOD", *options, "--budget", "BAD") for name, options in DATA.items()},
    "spent PURSE": ("budget", "BAD"),
    "ledger --ledger": ("ledger", "--ledger", "BAD"),
    "verify --ledger": ("verify", "K-limit", "--ledger", "BAD"),
    "witness --ledger": ("witness", "K-kendall", "--ledger", "BAD"),
}
"""Every argument of every command that names a file to read."""

CONTENTS = {
    "missing": None,
    "folder": None,
    "unreadable": BODY,
    "breaks off": BODY,
    "empty": "",
    "binary": b"\x89PNG\r\n\x1a\n\0\xff\xfe",
    "another file": f"{BODY}\nBo,well,50\n",
}

SAID = {"missing": "there is no file of this name", "folder": "Is a directory"}
"""Of a table; of other files each command says it in its own words."""

COLUMNS = "[columns]\nsleep = { range = [0, 9] }\n"

CREATED = {("verify --ledger", "missing")}
"""Not bad at all: a ledger that is not there is begun."""


@pytest.fixture
def place(good, tmp_path, monkeypatch):
    """Puts what is bad beside a good table; gives the words of a command with both names in it."""

    def words(what, arguments, content):
        bad = tmp_path / ("bad.json" if "BAD.json" in arguments else "bad.csv")
        if what == "folder":
            bad.mkdir()
        elif content is not None:
            bad.write_bytes(content if isinstance(content, bytes) else content.encode())
        if what in ("unreadable", "breaks off"):
            unreadable(monkeypatch, bad, what)
        names = {"GOOD": good, "BAD": bad, "BAD.json": bad}
        return bad, [str(names.get(word, word)) for word in arguments]

    return words


def unreadable(monkeypatch, path, what):
    """Also for root, who may read everything: the file refuses to be opened, or its disk fails under it."""
    real = io.open

    class Failing(io.BytesIO):
        def readinto(self, buffer):
            raise OSError(5, "Input/output error")

        def read(self, *size):
            raise OSError(5, "Input/output error")

        readline = readall = read1 = read

    def refusing(file, mode="r", *arguments, **options):
        if str(file) != str(path):
            return real(file, mode, *arguments, **options)
        if what == "unreadable":
            raise PermissionError(13, "Permission denied", str(path))
        return Failing() if "b" in mode else io.TextIOWrapper(Failing(), encoding="utf-8")

    monkeypatch.setattr(io, "open", refusing)
    monkeypatch.setattr(builtins, "open", refusing)


@pytest.mark.parametrize("what", CONTENTS)
@pytest.mark.parametrize("argument", FILES)
def test_a_file_that_cannot_be_used(refused, place, tmp_path, argument, what):
    if (argument, what) in CREATED:
        pytest.skip("a ledger that is not there is begun")
    command = FILES[argument]
    bad, words = place(what, command, CONTENTS[what])
    budget_file = tmp_path / "study.json"
    if command[0] in (*DATA, "check"):
        words += ["--epsilon", "1"] if "--budget" in words else [*ONE, budget_file]
    message = refused(*words)
    assert what == "missing" or bad.name in message  # a name that was not found can be anything
    if argument.endswith(" FILE"):
        assert SAID.get(what, "") in message
    assert not any(word in message for word in ("Anna", "HIV", "Bo", "well", "PNG"))
    assert not budget_file.exists()


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("FILE", "", "is empty"),
        ("FILE", "sleep,dose\n", "at least one record, got none"),
        ("FILE", f"{BODY}\n{BODY}\n", "is its first line a header?"),
        ("FILE", f"sleep,mood\n{BODY}\n", "does not have column 2 of those declared or asked about"),
        ("FILE", f"sleep,dose,dose\n1,2,{BODY}\n", "has several columns of the name of column 2"),
        ("FILE", f"sleep;dose\n1;2;{BODY}\n", "does it want sep ';'?"),
        ("COLUMNS", "sleep = {}\ndose = {}\n", "column 1 must have either values = [...] or range"),
        ("COLUMNS", "dose = { range = [0, 9] }\n", "column 1 of the 2 asked about must be declared"),
        ("COLUMNS", "sleep = { range = [9, 0] }\n", "column 1: range must be two numbers, the lower"),
        ("COLUMNS", 'sleep = { range = [0, 9], values = ["a"] }\n', "either values = [...] or range"),
        ("COLUMNS", "sleep = { range = [0, 9], cuts = [5, 3] }\n", "column 1: cuts must increase"),
        (
            "COLUMNS",
            "sleep = { range = [0, 9], missing = 10 }\n",
            "missing must be a number within the range",
        ),
        ("COLUMNS", 'sleep = { values = ["a", "a"] }\n', "values must be different words"),
        ("COLUMNS", 'sleep = { values = ["a"], missing = "b" }\n', "missing must be one of the values"),
        ("COLUMNS", "sleep = { range = [0, 9] }\nsleep = { range = [0, 8] }\n", "is not TOML"),
        ("TOML", f'sep = ","\ndecimal = ","\n{COLUMNS}', "decimal must be a point or a"),
        ("TOML", "columns = 3\n", "must have a table [columns]"),
    ],
)
@pytest.mark.parametrize("command", DATA)
def test_a_header_or_a_declaration_that_contradicts_itself(refused, tmp_path, command, name, changes, words):
    files = {"FILE": f"sleep,dose\n1,2,{BODY}\n", "TOML": f"{COLUMNS}dose = {{ range = [0, 9] }}\n"}
    files |= {"TOML": f"[columns]\n{changes}"} if name == "COLUMNS" else {name: changes}
    (tmp_path / "a.csv").write_text(files["FILE"])
    (tmp_path / "a.toml").write_text(files["TOML"])
    options = [word for word in DATA[command] if word not in RANGES]
    budget = (*ONE, tmp_path / "study.json")
    message = refused(command, tmp_path / "a.csv", *options, "--declare", tmp_path / "a.toml", *budget)
    assert words in message
    assert "Anna" not in message
    assert "HIV" not in message
    assert not (tmp_path / "study.json").exists()


@pytest.mark.parametrize("command", DATA)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--epsilon 0", "epsilon must be a positive finite number, got 0.0"),
        ("--epsilon nan", "epsilon must be a positive finite number, got nan"),
        ("--epsilon 11", "--epsilon above 10 protects next to nothing, got 11"),
        ("--epsilon 1 --encoding utf-16", "encoding must be one in which every ASCII byte stays itself"),
        ("--epsilon 1 --sep a", "sep must be one sign"),
        ("--epsilon 1 --decimal ;", "decimal must be a point or a comma"),
    ],
)
def test_a_number_or_a_sign_that_means_nothing(refused, good, command, arguments, words):
    assert words in refused(command, good, *DATA[command], *arguments.split())


@pytest.mark.parametrize("command", ["direction", "discover"])
def test_a_delta_of_one_record_is_refused(refused, good, command):
    options = [*DATA[command], *split("--epsilon 1 --delta 0.02")]
    score = ("--score", "iqr") * (command == "direction")
    assert "--delta must be far below 1/n, here 0.013" in refused(command, good, *options, *score)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("verify K-nothing", "no claim has this ID; similar ones"),
        ("witness K-nothing", "no claim has this ID; similar ones"),
        ("experiments nothing", "NAME must be one of"),
        ("verify K-limit --effort lazy", "--effort must be quick, thorough or a positive number"),
        ("verify K-limit --jobs 0", "--jobs must be a positive number, or -1"),
        ("experiments pairs --jobs -2", "--jobs must be a positive number, or -1"),
        ("declare nowhere.csv --sep ab", "sep must be one sign"),
    ],
)
def test_a_name_that_there_is_not(refused, arguments, words):
    assert words in refused(*arguments.split())
