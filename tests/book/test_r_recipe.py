"""The recipe for R users runs as the page prints it, where there is an R."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "book" / "table-reference.md").read_text(encoding="utf-8")
RECIPES = re.findall(r"```r\n(.*?)```", PAGE, re.DOTALL)

SAMPLE = """
set.seed(1)
age <- round(runif(4000, 20, 80)); age[1:50] <- NA
dose <- ifelse(runif(4000) < 0.2 + 0.6 * (is.na(age) | age > 50), "high", "low")
people <- data.frame(age = age, dose = dose, well = ifelse(runif(4000) < ifelse(dose == "high", 0.7, 0.3), "yes", "no"))
"""

SHOWN = """
write_json(list(pairs = nrow(pairs), names = names(pairs), effect = c(found$value, found$interval),
                epsilon = found$spent$epsilon), "seen.json", auto_unbox = TRUE, digits = 8)
"""


def test_the_page_has_one_recipe():
    assert len(RECIPES) == 1


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="no R here")
def test_the_recipe_runs_in_r(tmp_path):
    recipe = RECIPES[0].replace('"python"', json.dumps(sys.executable))
    (tmp_path / "recipe.R").write_text(SAMPLE + recipe + SHOWN, encoding="utf-8")
    done = subprocess.run(
        ["Rscript", "--vanilla", "recipe.R"],
        cwd=tmp_path,
        env={
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "PYTHONPATH": str(ROOT),
            "HOME": str(tmp_path),
            "LC_ALL": "C.UTF-8",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads((tmp_path / "seen.json").read_text(encoding="utf-8"))
    assert seen["pairs"] == 3
    assert {"first", "second", "status", "edge_probability"} <= set(seen["names"])
    value, low, high = seen["effect"]
    assert low < value < high
    assert low < 0.4 < high
    assert seen["epsilon"] == 0.5
