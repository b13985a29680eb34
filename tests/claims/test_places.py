"""A claim is found without loading the others."""

import subprocess
import sys

import pytest

from privcausal.claims import load, modules, places, select


def test_each_claim_is_where_its_module_says():
    held = {claim.id: module.__name__ for module in modules() for claim in module.CLAIMS}
    assert places() == held


def test_the_ids_decide_which_claims_and_in_which_order():
    assert list(select(["K-spearman", "K-kendall"])) == ["K-spearman", "K-kendall"]
    assert select(["K-kendall"])["K-kendall"] is load()["K-kendall"]
    assert select([]) == load()


def test_an_unknown_id_names_the_nearest():
    with pytest.raises(ValueError, match="no claim has this ID; similar ones: K-kendall"):
        select(["K-kendal"])


def test_one_claim_loads_one_module_of_claims():
    code = "import sys; from privcausal.claims import select; select(['K-spearman']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "privcausal.claims.pairs.rank" in done.stdout.split()
    assert "privcausal.claims.pairs.hsic" not in done.stdout.split()
