"""Install the built wheel where nothing else is, and try it: `make wheeltest`.

For every Python that the package allows and this machine has: an empty environment, once with the lowest allowed
dependencies that have wheels, once with the newest. There each command of a practitioner runs, then every doctest.
`python -m tests.install FOLDER 3.12` tries one. Not collected by pytest: it takes minutes, and packages from an index.
"""

import shutil
import subprocess
import sys
import tempfile
from functools import partial
from itertools import product
from pathlib import Path

from privcausal import commands
from tests.test_wheel import command, works, write_files

PYTHONS = ("3.11", "3.12", "3.13")
RESOLUTIONS = ("lowest-direct", "highest")
VERIFYING = {"verify", "witness", "experiments", "proofs"}
ASKING = set(commands.names()) - VERIFYING
MEGABYTES = 5

DOCTESTS = """
import doctest, importlib, pkgutil, sys
import privcausal
failed = tried = 0
for module in pkgutil.walk_packages(privcausal.__path__, "privcausal."):
    if module.name.endswith("__main__") or ".claims.experiments" in module.name:
        continue
    result = doctest.testmod(importlib.import_module(module.name))
    failed, tried = failed + result.failed, tried + result.attempted
print(f"{tried:,} examples, {failed} failed")
sys.exit(failed > 0)
"""


def find(version: str) -> str | None:
    """An interpreter of this version that runs: on the path, or where pyenv keeps its own."""
    kept = sorted(map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python")))
    for python in filter(None, (shutil.which(f"python{version}"), *kept)):
        if subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0:
            return python
    return None


def uv(*words: str | Path) -> None:
    """Run uv quietly."""
    subprocess.run([sys.executable, "-m", "uv", *map(str, words), "--quiet"], check=True)


def environment(folder: Path, python: str, wheel: Path, resolution: str) -> Path:
    """The interpreter of an empty environment with the wheel and what it asks for; commands are tried on the way."""
    uv("venv", "--python", python, folder)
    inside = folder / "bin" / "python"
    for what, names in ((str(wheel), ASKING), (f"{wheel}[arrow,verify]", VERIFYING)):
        uv("pip", "install", "--python", inside, "--only-binary", ":all:", "--resolution", resolution, what)
        for name in sorted(names):
            with tempfile.TemporaryDirectory() as place:
                write_files(Path(place))
                works(partial(command, inside, Path(place)), name)
    return inside


def doctests(python: Path, folder: Path) -> str:
    """How many examples were tried, and how many failed."""
    done = subprocess.run(
        [python, "-P", "-c", DOCTESTS], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout[-6000:]}{done.stderr[-3000:]}")
    return done.stdout.strip()


def main() -> None:
    """One line for each environment."""
    (wheel,) = Path(sys.argv[1]).resolve().glob("*.whl")
    size = wheel.stat().st_size / 1e6
    print(f"{wheel.name}: {size:.2f} MB")
    if size > MEGABYTES:
        raise SystemExit(f"the wheel must have at most {MEGABYTES} MB")
    wanted = doctests(Path(sys.executable), wheel.parent)
    print(f"here: {wanted}", flush=True)
    for version, resolution in product(sys.argv[2:] or PYTHONS, RESOLUTIONS):
        python = find(version)
        if python is None:
            print(f"{version} {resolution}: skipped, there is no Python {version} here")
            continue
        with tempfile.TemporaryDirectory() as folder:
            inside = environment(Path(folder) / "environment", python, wheel, resolution)
            tried = doctests(inside, Path(folder))
            print(f"{version} {resolution}: every command, {tried}", flush=True)
            if tried != wanted:
                raise SystemExit(f"{wanted} were expected")


if __name__ == "__main__":
    main()
