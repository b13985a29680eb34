"""What pyproject.toml cannot say: a built package carries the committed results, which lie with the book."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class WithResults(build_py):
    """Copies the ledger and the tables of the experiments; the tree itself keeps one of each."""

    def run(self):
        """Build, then copy; an editable install reads them where they lie."""
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "privcausal" / "data" / "stored"
            shutil.copytree("book/_data", target, dirs_exist_ok=True)


setup(cmdclass={"build_py": WithResults})
