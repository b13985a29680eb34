"""What a purse remembers, as a command: every payment on a line, then the balance; a missing purse in one sentence."""

import pytest

from privcausal.__main__ import main


@pytest.fixture
def table(tmp_path):
    (tmp_path / "data.csv").write_text("a,b\n" + "1,2\n2,1\n3,5\n4,4\n" * 10)
    return tmp_path / "data.csv"


def test_a_purse_that_is_not_there(tmp_path, capsys):
    assert main(["spent", str(tmp_path / "none.json")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("privcausal: PURSE must be a file that --budget has written; there is no ")
    assert told.err.count("\n") == 1


def test_it_reads_and_writes_nothing(tmp_path, capsys):
    purse = tmp_path / "study.json"
    purse.write_text("{}")
    assert main(["spent", str(purse)]) == 2
    assert purse.read_text() == "{}"
    assert len(list(tmp_path.iterdir())) == 1
    assert capsys.readouterr().out == ""
