"""What a budget file remembers, as a command: every payment on a line, then the balance; a missing budget file
in one sentence.
"""


def test_a_purse_that_is_not_there(refused, tmp_path):
    output = refused("budget", tmp_path / "none.json")
    assert output.startswith("privcausal: FILE must be a budget file, and there is no ")


def test_it_reads_and_writes_nothing(refused, tmp_path):
    budget_file = tmp_path / "study.json"
    budget_file.write_text("{}")
    refused("budget", budget_file)
    assert budget_file.read_text() == "{}"
    assert list(tmp_path.iterdir()) == [budget_file]
