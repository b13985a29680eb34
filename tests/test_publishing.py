"""What hosts and archives read: workflows call the Makefile only, and every description says the same."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

import privcausal
from privcausal.verify import kernel

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def steps(workflow):
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.stem)
def workflow(request):
    return yaml.safe_load(request.param.read_text(encoding="utf-8"))


def test_there_is_one_for_each_purpose():
    assert [path.stem for path in WORKFLOWS] == ["book", "proofs", "release", "test", "weekly"]


def test_a_workflow_runs_targets_of_the_makefile_and_nothing_else(workflow):
    commands = [step["run"] for step in steps(workflow) if "run" in step]
    assert commands
    for command in commands:
        target = re.fullmatch(r"make ([a-z]+)( [A-Z]+=[^;&|\n]+)*", command)
        assert target, command
        assert target[1] in TARGETS, command


def test_a_workflow_may_write_only_where_it_says_so(workflow):
    assert workflow["permissions"] == {"contents": "read"}


def test_whatever_is_used_has_a_version(workflow):
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+)", name) for name in used)


def test_every_python_that_the_package_allows_is_tested():
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    versions = workflow["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert PROJECT["requires-python"] == f">={versions[0]}"
    assert versions == ["3.11", "3.12", "3.13"]


def test_the_proofs_are_checked_by_the_coq_of_their_evidence():
    workflow = yaml.safe_load((ROOT / ".github/workflows/proofs.yml").read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == ["make coq", "make proofs"]
    assert job["container"].endswith("-bookworm"), "Debian 12 has Coq 8.16.1"
    assert {row.coq for row in kernel.read().values()} == {"8.16.1"}


def test_before_a_commit_run_style_and_types():
    """`make test` begins with the style, and has the types checked beside its tests."""
    content = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (repo,) = content["repos"]
    (hook,) = repo["hooks"]
    assert hook["entry"] == "make lint"
    first = re.findall(r"^(test|lint): (\w+) ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert dict(first) == {"test": "style", "lint": "style"}


def test_descriptions_agree():
    zenodo = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
    assert zenodo["title"] == CITATION["title"]
    assert zenodo["description"] == CITATION["abstract"]
    assert zenodo["keywords"] == CITATION["keywords"] == PROJECT["keywords"]
    assert zenodo["license"] == PROJECT["license"]
    assert zenodo["license"] in CITATION["license"]
    authors = [author["name"] for author in CITATION["authors"]]
    assert [creator["name"] for creator in zenodo["creators"]] == authors
    assert [author["name"] for author in PROJECT["authors"]] == authors


def test_the_version_is_written_once():
    assert PROJECT["dynamic"] == ["version"]
    assert "version" not in CITATION
    newest = re.search(r"^## (\S+), (unreleased|\d{4}-\d\d-\d\d)$", CHANGELOG, re.MULTILINE)
    assert newest
    assert newest[1] == privcausal.__version__


def test_the_changelog_is_short_and_by_category():
    entries = re.findall(r"^- (.*)$", CHANGELOG, re.MULTILINE)
    assert entries
    assert not [entry for entry in entries if len(entry) > 160]
    categories = set(re.findall(r"^### (.*)$", CHANGELOG, re.MULTILINE))
    assert categories == {"Added", "Changed", "Fixed", "Security", "Renamed"}
    assert not [line for line in CHANGELOG.splitlines() if re.match(r"\s+- ", line)]
