"""Another browser: an explorer and a live cell in Firefox, from the disk, network off, by keyboard alone.

Playwright drives only a Firefox of its own making. The installed one speaks Marionette, numbered lines of JSON, itself.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
BUILT, LIVE = ROOT / "_build" / "html", ROOT / "_build" / "live"
FIREFOX = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
SECONDS = 180
ENTER, BACK, LEFT, RIGHT = "\ue007", "\ue003", "\ue012", "\ue014"
PREFERENCES = {
    "marionette.port": 0,  # any that is free
    "network.proxy.type": 1,  # all that asks for the network is sent to a port where nothing listens
    "network.proxy.socks": "127.0.0.1",
    "network.proxy.socks_port": 9,
}

pytestmark = pytest.mark.skipif(not FIREFOX, reason="no Firefox here; install it or set FIREFOX to one")


class Firefox:
    """One window without a screen; `ask` sends a command and waits for its answer."""

    def __init__(self, profile: Path) -> None:
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(worth)});" for name, worth in PREFERENCES.items()
        ]
        (profile / "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            [str(FIREFOX), "--headless", "--marionette", "--no-remote", "--profile", profile],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        port = profile / "MarionetteActivePort"
        until(lambda: port.exists() and port.read_text(), "Firefox does not start")
        self.line = socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=SECONDS)
        self.heard = self.line.makefile("rb")
        self.read()
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {"pageLoadStrategy": "eager"}})

    def read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self.heard.read(1)
        return json.loads(self.heard.read(int(length[:-1])))

    def ask(self, command: str, **arguments: Any) -> Any:
        text = json.dumps([0, 1, command, arguments]).encode()
        self.line.sendall(b"%d:%s" % (len(text), text))
        _, _, problem, answer = self.read()
        assert problem is None, f"{command}: {problem}"
        return answer

    def see(self, expression: str) -> Any:
        return self.ask("WebDriver:ExecuteScript", script=f"return {expression}", args=[])["value"]

    def press(self, key: str) -> None:
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.ask("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": strokes}])

    def close(self) -> None:
        self.ask("Marionette:Quit", flags=["eForceQuit"])
        self.process.wait(SECONDS)


def until(true: Any, words: str) -> None:
    late = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < late, words
        time.sleep(0.1)


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    result = Firefox(tmp_path_factory.mktemp("profile"))
    yield result
    result.close()


def test_an_explorer_moves_by_keyboard(firefox: Firefox) -> None:
    firefox.ask("WebDriver:Navigate", url=(BUILT / "notebooks" / "c10_ranks.html").as_uri())
    box = "document.querySelector('.pc-explorer')"
    until(lambda: firefox.see(f"!!{box}.querySelector('input[type=range]')"), "the explorer is not drawn")
    drawn = f"{box}.querySelector('svg').innerHTML + {box}.querySelector('[role=status]').textContent"
    before = firefox.see(drawn)
    firefox.see(f"{box}.querySelector('input[type=range]').focus()")
    firefox.press(RIGHT)
    after = firefox.see(drawn)
    assert after != before
    assert "NaN" not in after


@pytest.mark.skipif(
    not (LIVE / "_live" / "python.js").exists(), reason="the live book is not built: make live"
)
def test_the_first_cell_prints_what_the_notebook_printed(firefox: Firefox) -> None:
    chapter = "c01_two_evenings"
    notebook = json.loads((ROOT / "notebooks" / f"{chapter}.ipynb").read_text(encoding="utf-8"))
    number, cell = next(
        (number, cell)
        for number, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), 1)
        if any("text" in output for output in cell["outputs"])
    )
    firefox.ask("WebDriver:Navigate", url=(LIVE / "notebooks" / f"{chapter}.html").as_uri())
    run = f"document.querySelector('[aria-label=\"Run cell {number}\"]')"
    until(lambda: firefox.see(f"!!{run}"), "the page has no cells that run")
    firefox.see(f"{run}.focus()")
    firefox.press(ENTER)
    text = "document.querySelector('.pc-live-told').textContent"
    until(lambda: firefox.see(f"{text}.startsWith('Ready')"), "no result")
    box = f"document.querySelectorAll('div.cell')[{number - 1}]"
    pieces = f"[...{box}.querySelectorAll('.cell_output:not([hidden]) .output:not(.text_html) pre')]"
    printed = firefox.see(f"{pieces}.map((piece) => piece.textContent).join('')")
    assert printed == "".join("".join(output.get("text", "")) for output in cell["outputs"])


@pytest.mark.skipif(
    not (LIVE / "_live" / "python.js").exists(), reason="the live book is not built: make live"
)
def test_one_writes_in_the_listing(firefox: Firefox) -> None:
    firefox.ask("WebDriver:Navigate", url=(LIVE / "book" / "break-it.html").as_uri())
    edit = "document.querySelector('[aria-label=\"Edit cell 1\"]')"
    until(lambda: firefox.see(f"!!{edit}"), "the page has no cells that run")
    firefox.see(f"{edit}.focus()")
    firefox.press(ENTER)
    for key in ("i", "f", " ", "1", "/", "2", ":", ENTER, "a", ENTER, BACK, "b", ENTER):
        firefox.press(key)
    text = firefox.see("document.querySelector('.pc-live-code').value")
    assert text.startswith("if 1/2:\n    a\nb\nimport numpy as np\n")


EXPLORERS = [
    (page.relative_to(BUILT).as_posix(), match[1])
    for page in sorted((BUILT / "notebooks").glob("*.html"))
    for match in re.finditer(r'data-explorer="(\w+)"', page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "name"), EXPLORERS)
def test_each_control_of_an_explorer_changes_its_drawing(firefox: Firefox, page: str, name: str) -> None:
    box = f"document.querySelector('#explorer-{name}')"
    controls = f"[...{box}.querySelectorAll('.pc-explorer-controls :is(input, button)')]"
    drawn = f"{box}.querySelector('.pc-explorer-live > svg').innerHTML"

    def opened() -> None:
        firefox.ask("WebDriver:Navigate", url=(BUILT / page).as_uri())
        until(lambda: firefox.see(f"{box} && {controls}.length > 0"), "the explorer is not drawn")

    opened()
    for place in range(firefox.see(f"{controls}.length")):
        control = f"{controls}[{place}]"
        if firefox.see(f"{control}.disabled || {control}.hidden || {control}.checked"):
            continue
        if firefox.see(
            f"{control}.ariaDisabled === 'true'"
        ):  # another one has ended it: a program is judged once
            opened()
        before = firefox.see(drawn)
        firefox.see(f"{control}.focus()")
        at_end = firefox.see(f"{control}.type === 'range' && {control}.value === {control}.max")
        kind = firefox.see(f"{control}.type")
        firefox.press({"range": LEFT if at_end else RIGHT, "radio": " "}.get(kind, ENTER))
        until(lambda was=before: firefox.see(drawn) != was, f"{name}: control {place} moves nothing")
        assert "NaN" not in firefox.see(drawn)
