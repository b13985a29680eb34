"""Background knowledge on the command line: the same by options, by files and by a declaration."""

import json

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.models.bayesian_network import network

PRIVATE = ("--epsilon", "1", "--delta", "1e-6", "--seed", "1")


@pytest.fixture
def town(tmp_path):
    """Records of a small network, as text in a file."""
    net = network("earthquake")
    codes = net.sample(3_000, np.random.default_rng(0))
    pd.DataFrame(np.where(codes == 1, "no", "yes"), columns=list(net.nodes)).to_csv(
        tmp_path / "town.csv", index=False
    )
    (tmp_path / "town.json").write_text(json.dumps({name: ["yes", "no"] for name in net.nodes}))
    return tmp_path


def discover(run, town, *arguments):
    return run("discover", str(town / "town.csv"), "--categories", str(town / "town.json"), *arguments)


def test_background_knowledge_from_options_files_and_a_declaration(run, town):
    """The same knowledge by every way in; a release is asked with other knowledge for nothing."""
    time = "Burglary,Earthquake | Alarm | JohnCalls,MaryCalls"
    status, out, _ = discover(run, town, *PRIVATE, "--tiers", time, "--json")
    said = json.loads(out)
    assert status == 0
    assert said["knowledge"]["tiers"][1] == ["Alarm"]
    assert said["asked"]["knowledge"].startswith("tiers Burglary, Earthquake | Alarm")
    columns = "".join(f'{name} = {{ values = ["yes", "no"] }}\n' for name in network("earthquake").nodes)
    declared = (
        'tiers = [["Burglary", "Earthquake"], ["Alarm"], ["JohnCalls", "MaryCalls"]]\n[columns]\n' + columns
    )
    (town / "town.toml").write_text(declared)
    whole = ("--declare", str(town / "town.toml"))
    status, out, _ = run("discover", str(town / "town.csv"), *whole, *PRIVATE, "--json")
    assert json.loads(out)["pairs"] == said["pairs"]
    (town / "known.txt").write_text("dag { Alarm -> Burglary }")
    release = town / "r.json"
    assert run("release", str(town / "town.csv"), *whole, *PRIVATE, "--out", str(release))[0] == 0
    status, out, _ = run(
        "discover", str(release), "--knowledge", str(town / "known.txt"), "--tiers", "Alarm | Burglary"
    )
    assert (status, "Alarm → Burglary" in out) == (0, True)


def test_knowledge_of_a_column_that_is_not_there_is_refused_before_spending(refused, town):
    files = (str(town / "town.csv"), "--categories", str(town / "town.json"))
    assert "one of its names is none; did you mean 'Alarm'? Nothing was spent." in refused(
        "discover", *files, *PRIVATE, "--required", "Alarms -> JohnCalls"
    )
