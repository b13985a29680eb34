"""Cells that run in the page: from the disk, network off. `make livetest` builds the live book first."""

import contextlib
import json
import os
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Request, expect

from book._ext.folds import mostly_imports
from privcausal.course.check import problems

ROOT = Path(__file__).parents[2]
LIVE = ROOT / "_build" / "live"
CHAPTERS = sorted(path.stem for path in (ROOT / "notebooks").glob("c[0-9][0-9]_*.py"))
MINUTE = 60_000
MINE = """import math

import numpy as np


def laplace_noise(scale, size, rng):
    return rng.laplace(0, scale, size)
"""

pytestmark = pytest.mark.skipif(
    not (LIVE / "_live" / "python.js").exists(), reason="the live book is not built; run: make livetest"
)


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[[str], Page]]:
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": 1300, "height": 900}, offline=True)
    context.set_default_timeout(3 * MINUTE)

    def open_page(name: str, before: str = "") -> Page:
        page = context.new_page()
        page.add_init_script(before)
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto((LIVE / f"{name}.html").as_uri())
        return page

    yield open_page
    context.close()
    assert complaints == []


def unfold(page: Page) -> None:
    """Cell 1 of a chapter has its imports, which are folded."""
    page.locator(".cell details.hide > summary").first.click()


def output_of(page: Page) -> Locator:
    return page.locator(".pc-live-told")


def ended(page: Page, words: str = "Ready", minutes: float = 3) -> None:
    expect(output_of(page)).to_contain_text(words, timeout=minutes * MINUTE)


def written(field: Locator) -> str:
    return field.input_value()


def printed(cell: Locator) -> str:
    return "".join(cell.locator(".cell_output:not([hidden]) .output:not(.text_html) pre").all_text_contents())


def stored(chapter: str) -> list[dict[str, Any]]:
    """The cells with code, without those whose code the page writes into the fold of the next one."""
    cells = json.loads((ROOT / "notebooks" / f"{chapter}.ipynb").read_text(encoding="utf-8"))["cells"]

    def folded(cell: dict[str, Any]) -> bool:
        return "hide-input" in cell["metadata"].get("tags", ())

    def moved(cell: dict[str, Any], after: dict[str, Any]) -> bool:
        alone = folded(cell) and not cell["outputs"] and not mostly_imports("".join(cell["source"]))
        return alone and folded(after)

    kept = [cell for cell, after in pairwise(cells) if not moved(cell, after)] + cells[-1:]
    shown = [cell for cell in kept if "remove-cell" not in cell["metadata"].get("tags", ())]
    return [cell for cell in shown if cell["cell_type"] == "code"]


def text(outputs: list[dict[str, Any]]) -> str:
    return "".join("".join(output.get("text", "")) for output in outputs)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_cell_of_a_chapter_prints_what_the_notebook_printed(
    opened: Callable[[str], Page], chapter: str
) -> None:
    page = opened(f"notebooks/{chapter}")
    page.get_by_role("button", name="Run all").click()
    ended(page, minutes=8)
    wanted = stored(chapter)
    assert page.locator("div.cell").count() == len(wanted)
    for number, cell in enumerate(wanted, 1):  # checks stand at the end, and run where they belong
        shown = page.locator("div.cell", has=page.locator(f'[aria-label="Run cell {number}"]'))
        assert printed(shown).rstrip() == text(cell["outputs"]).rstrip()
        pieces = sum("text/html" in output.get("data", {}) for output in cell["outputs"])
        assert (
            shown.locator(".cell_output:not([hidden]) .text_html :is(svg, section, table)").first.count()
            == pieces
        )


def test_nothing_is_loaded_before_the_first_click(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c01_two_evenings")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(name(request)))

    def name(request: Request) -> str:
        return request.url.rsplit("/", 1)[-1]

    page.reload()
    page.wait_for_load_state("load")
    assert "live.js" in asked
    assert not {"worker.js", "python.js", "library.js", "package.js", "memory.js"} & set(asked)
    assert (LIVE / "_live" / "live.js").stat().st_size <= 20_000, "what running adds to each page"


def test_names_last_and_whatever_goes_wrong_the_text_is_kept(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c01_two_evenings")
    unfold(page)
    page.get_by_role("button", name="Edit cell 1", exact=True).click()
    field, output = page.get_by_label("Code of cell 1;"), page.locator("div.cell").first

    def attempt(code: str, words: str) -> str:
        field.fill(code)
        page.get_by_role("button", name="Run cell 1", exact=True).click()
        ended(page, words)
        assert written(field) == code
        return printed(output)

    assert attempt("x = 41\nprint(x)", "Ready") == "41\n"
    assert attempt("x + 1", "Ready") == "42\n"
    text = attempt("print(x)\n1 / 0", "stopped with an error")
    assert text.startswith('41\nTraceback (most recent call last):\n  File "cell 1", line 2, in <module>\n')
    assert text.endswith("ZeroDivisionError: division by zero\n")
    assert "SyntaxError" in attempt("x +", "stopped with an error")
    assert "MemoryError" in attempt("x = [0] * 10**9", "stopped with an error")
    assert attempt("", "Ready") == ""
    assert "more was printed than a page can show" in attempt("print('x' * 10**6)", "Ready")
    attempt("import os\nos._exit(1)", "Python has ended")
    attempt("while True: print(1)", "runs")
    page.get_by_role("button", name="Stop", exact=True).click()
    ended(page, "Stopped")
    assert written(field) == "while True: print(1)"
    assert "NameError" in attempt("x", "stopped with an error")
    page.reload()
    assert written(page.get_by_label("Code of cell 1;")) == "x"
    page.get_by_role("button", name="Reset cell 1", exact=True).click()
    assert page.get_by_label("Code of cell 1;").count() == 0


def test_two_readers_draw_different_numbers_from_one_frozen_python(opened: Callable[[str], Page]) -> None:
    """All begin with the memory of a Python that ran when the book was built, and with the seeds in it."""
    draws = "import random, secrets, sys\nimport numpy as np\n" + "\n".join(
        f"print({draw})"
        for draw in (
            "random.random()",
            "np.random.random()",
            "np.random.default_rng().random()",
            "secrets.randbits(60)",
        )
    )
    results = []
    for _ in range(2):
        page = opened("notebooks/c01_two_evenings")
        unfold(page)
        page.get_by_role("button", name="Edit cell 1", exact=True).click()
        page.get_by_label("Code of cell 1;").fill(draws)
        page.get_by_role("button", name="Run cell 1", exact=True).click()
        ended(page)
        results.append(printed(page.locator("div.cell").first).split())
        page.evaluate("localStorage.clear()")
        page.close()
    assert [len(words) for words in results] == [4, 4]
    assert all(one != other for one, other in zip(*results, strict=True))


def test_what_the_course_imports_is_there_at_once(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c10_ranks")
    unfold(page)
    page.get_by_role("button", name="Run cell 1", exact=True).click()
    expect(output_of(page)).to_contain_text("the cells ran for", timeout=3 * MINUTE)
    waited, seconds = (float(word) for word in re.findall(r"[\d.]+\d", output_of(page).inner_text()))
    assert waited > seconds + 1, "the wait for Python counts"
    assert seconds < 4, "the imports took eight to twenty seconds before they were frozen"


def below(process: int) -> Iterator[int]:
    """All processes that a process has started, and those that they have."""
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        yield int(child)
        with contextlib.suppress(OSError):
            yield from below(int(child))


def megabytes() -> float:
    """What the largest process of the browser takes: that of the page, with Python in it."""
    results = [0.0]
    for process in below(os.getpid()):
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{process}/smaps_rollup").read_text()
            results.append(float(text.split("\nPss:")[1].split()[0]) / 1024)
    return max(results)


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="only Linux tells what a page takes")
def test_a_page_that_runs_takes_less_than_a_gigabyte(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c10_ranks")
    page.get_by_role("button", name="Run all").click()
    most = megabytes()
    while not output_of(page).inner_text().startswith("Ready"):
        most = max(most, megabytes())
        page.wait_for_timeout(250)
    assert 300 < most < 1024


def test_by_keyboard_alone_and_nothing_shuts_readers_out(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c01_two_evenings")
    unfold(page)
    page.get_by_role("button", name="Edit cell 1", exact=True).focus()
    page.keyboard.press("Enter")
    field = page.get_by_label("Code of cell 1;")
    expect(field).to_be_focused()
    field.fill("")
    page.keyboard.press("Tab")
    assert field.input_value() == " " * 4
    field.fill("for i in range(2):")
    page.keyboard.press("Enter")
    page.keyboard.type("print(i)\npass")
    assert field.input_value() == "for i in range(2):\n    print(i)\n    pass", (
        "Enter goes on where its line began"
    )
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.ariaLabel") == "Run cell 1"
    page.keyboard.press("Enter")
    ended(page)
    assert printed(page.locator("div.cell").first) == "0\n1\n"
    result = Axe().run(page, options={"resultTypes": ["violations"], "preload": False}).response["violations"]
    assert [rule["id"] for rule in result if rule["impact"] in {"serious", "critical"}] == []


COLOURS = """(pre) => {
    const words = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT), letters = [];
    const own = (text) => getComputedStyle(text.parentElement);
    for (let text; (text = words.nextNode()); )
        for (const letter of text.data) if (letter.trim()) letters.push([letter, own(text).color]);
    const { fontFamily, fontSize, lineHeight, paddingLeft } = getComputedStyle(pre);
    const { left, top, height } = pre.getBoundingClientRect();
    return { letters, face: [fontFamily, fontSize, lineHeight, paddingLeft], place: [left, top + scrollY, height] };
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_one_writes_in_the_colours_the_face_and_the_place_of_the_listing(
    opened: Callable[[str], Page], scheme: str
) -> None:
    """A smaller grey field took the place of the listing, and the page jumped."""
    for chapter in CHAPTERS[::3]:
        page = opened(f"notebooks/{chapter}")
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate("document.querySelectorAll('details.hide').forEach((fold) => (fold.open = true))")
        for cell in page.locator("div.cell:has(.pc-live-tools):not(.solution *, .pc-show *)").all():
            pre = cell.locator(".cell_input pre")
            if max(map(len, (pre.text_content() or "").split("\n"))) > 80:
                continue  # its lines go on below themselves, and further in than in a field
            before = pre.evaluate(COLOURS)
            cell.locator('[aria-label^="Edit cell"]').evaluate("(edit) => edit.click()")
            assert pre.evaluate(COLOURS) == before, chapter
            typed = cell.locator("textarea").evaluate(
                "(one) => [getComputedStyle(one).fontSize, getComputedStyle(one).paddingLeft, one.scrollHeight]"
            )
            assert typed == [before["face"][1], before["face"][3], round(before["place"][2])]
        page.close()


@pytest.mark.parametrize("width", [390, 1300])
def test_each_run_stands_in_the_box_of_its_own_code(opened: Callable[[str], Page], width: int) -> None:
    """Two rows of buttons stood above a figure whose code was folded below it."""
    page = opened("notebooks/c12_graphs")
    page.set_viewport_size({"width": width, "height": 900})
    boxes = page.locator("section > div.cell:has(.pc-live-tools):not(.solution *)")
    assert boxes.count() > 10
    for box in boxes.all():
        run, code = box.get_by_role("button", name="Run cell"), box.locator(".cell_input")
        folded = box.locator("details.hide").count() > 0
        assert run.is_visible() is not folded
        if folded:
            box.locator("details.hide > summary").click()
        inner, outer = run.bounding_box(), code.bounding_box()
        assert inner and outer  # noqa: PT018
        assert outer["y"] < inner["y"] < outer["y"] + outer["height"] - inner["height"]


def test_an_error_marks_the_line_in_which_it_stands_until_that_is_changed(
    opened: Callable[[str], Page],
) -> None:
    page = opened("book/break-it")
    page.get_by_role("button", name="Edit cell 1", exact=True).click()
    page.get_by_label("Code of cell 1;").fill("def half(x):\n    return x / 0\n\nhalf(1)")
    page.get_by_role("button", name="Run cell 1", exact=True).click()
    ended(page, "stopped with an error")
    marked = page.locator(".cell_input .pc-live-bad")
    assert marked.all_text_contents() == ["    return x / 0\n", "half(1)\n"]
    page.get_by_label("Code of cell 1;").press("Control+End")
    page.keyboard.type(" ")
    assert marked.count() == 0


def test_what_is_written_after_run_was_pressed_waits_for_the_next_run(
    opened: Callable[[str], Page],
) -> None:
    """A cell that waited for Python ran the half of a line that its reader had just typed."""
    page = opened("book/break-it")
    page.get_by_role("button", name="Edit cell 1", exact=True).click()
    code = page.get_by_label("Code of cell 1;")
    code.fill("print('as pressed')")
    page.get_by_role("button", name="Run cell 1", exact=True).click()
    code.fill("print('half a line")
    expect(page.locator("div.cell").first).to_contain_text("as pressed", timeout=MINUTE)
    assert page.locator(".cell_input .pc-live-bad").count() == 0


def test_each_field_is_for_an_exercise_that_is_marked(opened: Callable[[str], Page]) -> None:
    """In chapters 7 and 12 it was for a helper of the solution, so that no answer could be right."""
    for chapter in sorted(Path("notebooks").glob("c*.ipynb")):
        page = opened(f"notebooks/{chapter.stem}")
        checks = page.get_by_role("button", name="Check ").evaluate_all(
            "all => all.map((one) => one.ariaLabel)"
        )
        marked = [name.removeprefix("Check ") for name in checks if name and name.startswith("Check ")]
        of_chapter = [
            name for name, one in problems().items() if chapter.stem.startswith(f"c{one.chapter:02d}_")
        ]
        assert set(marked) <= set(of_chapter), chapter.stem


def test_a_problem_marks_itself_and_a_slow_answer_is_stopped(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c01_two_evenings")
    page.clock.install()
    field = page.get_by_label("Your laplace_noise;")
    check = page.get_by_role("button", name="Check laplace_noise")
    output = page.locator(".pc-live-problem + .cell_output")

    def answer(body: str) -> None:
        field.fill(f"def laplace_noise(scale, size, rng):\n    {body}")
        check.click()

    answer("...")
    expect(output).to_contain_text(
        "laplace_noise is not right yet. It returns nothing yet: replace the dots", timeout=3 * MINUTE
    )
    answer("return rng.normal(0, scale, size)")
    expect(output).to_contain_text(
        "laplace_noise is not right yet: laplace_noise(1, 20000, rng)", timeout=MINUTE
    )
    ground = "(pre) => getComputedStyle(pre).backgroundColor"
    assert output.locator("pre").evaluate(ground) != "rgba(0, 0, 0, 0)"
    answer("return rng.laplace(0, scale) / 0")
    expect(page.locator(".pc-live-bad")).to_have_text("    return rng.laplace(0, scale) / 0")
    answer("return rng.laplace(0, scale, size)")
    expect(output).to_contain_text("laplace_noise is right", timeout=MINUTE)
    assert output.locator("pre").evaluate(ground) == "rgba(0, 0, 0, 0)"
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all answers as mine.py").click()
    assert download.value.suggested_filename == "mine.py"
    assert download.value.path().read_text(encoding="utf-8") == MINE
    answers = json.loads(page.evaluate("localStorage.getItem('privcausal-answers')"))
    assert answers["problem-laplace_noise"] == {"page": "c01_two_evenings.html", "right": True, "tries": 4}
    answer("while True: pass")
    expect(output_of(page)).to_contain_text("Marking", timeout=MINUTE)
    page.wait_for_timeout(500)
    page.clock.fast_forward(61_000)
    expect(output).to_contain_text("laplace_noise is too slow: more than 60 seconds", timeout=MINUTE)
    assert "while True: pass" in written(field)


BAD = {
    "an exception": ("def laplace_noise(scale, size, rng):\n    return 1 / 0", "ZeroDivisionError"),
    "no Python": ("def laplace_noise(", "SyntaxError"),
    "too much memory": ("def laplace_noise(scale, size, rng):\n    return [0] * 10**9", "MemoryError"),
    "nothing": ("", "laplace_noise is not written yet"),
    "the end of Python": ("import os\nos._exit(1)", "Python has ended"),
}


def test_no_answer_to_a_problem_loses_what_was_written(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c01_two_evenings")
    for text, words in BAD.values():
        page.get_by_label("Your laplace_noise;").fill(text)
        page.get_by_role("button", name="Check laplace_noise").click()
        output = output_of(page) if "ended" in words else page.locator(".pc-live-problem + .cell_output")
        expect(output).to_contain_text(words, timeout=MINUTE)
        expect(output).not_to_contain_text(".zip/")  # no line of Python's own, which nobody here wrote
        assert written(page.get_by_label("Your laplace_noise;")) == text
        page.reload()
        assert written(page.get_by_label("Your laplace_noise;")) == text


ENDLESS = "while True: pass"
HUNGRY = {
    "import numpy as np\nnp.ones(10**8)": "MemoryError",
    "def f(): return f()\nf()": "Recursion",
    "input('And you? ')": "EOFError",
    "raise SystemExit": "SystemExit",
}


def test_stop_restart_and_a_reload_lose_nothing_that_was_written(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c01_two_evenings")
    unfold(page)
    page.get_by_role("button", name="Edit cell 1", exact=True).click()
    cell, answer = page.get_by_label("Code of cell 1;"), page.get_by_label("Your laplace_noise;")

    def start() -> None:
        page.get_by_role("button", name="Run cell 1", exact=True).click()
        expect(page.locator(".pc-live-state").first).to_have_text("runs …", timeout=MINUTE)

    def kept(*, within: str = ENDLESS) -> None:
        assert written(cell) == within
        assert written(answer) == "# mine\n" + ENDLESS

    cell.fill(ENDLESS)
    answer.fill("# mine\n" + ENDLESS)
    start()
    page.reload()
    kept()
    start()
    page.get_by_role("button", name="Stop cell 1").click()
    ended(page, "Stopped")
    kept()
    page.get_by_role("button", name="Check laplace_noise").click()
    ended(page, "Marking")
    page.get_by_role("button", name="Stop", exact=True).click()
    ended(page, "Stopped")
    kept()
    page.reload()
    kept()
    for text, words in HUNGRY.items():
        cell.fill(text)
        page.get_by_role("button", name="Run cell 1", exact=True).click()
        expect(page.locator("div.cell").first).to_contain_text(words, timeout=MINUTE)
        ended(page, "stopped with an error")
        kept(within=text)
    page.get_by_role("button", name="Restart").click()
    ended(page, "Restarted")
    kept(within=text)
    page.reload()
    kept(within=text)
    assert page.evaluate("document.activeElement.tagName") == "BODY", "a kept text takes no focus"


KEYS = {"Enter", "Backspace", "Tab"}
HALF = "def half(x):\n    if x:\n        return x / 2"
CLIPPED = """import numpy as np
def clipped_mean(values, low, high, epsilon, rng):
scale = (high - low) / len(values) / epsilon
return np.clip(values, low, high).mean() + rng.laplace(0, scale)
"""


def test_each_kind_of_thing_to_use_is_reached_and_used_by_keyboard_alone(
    opened: Callable[[str], Page],
) -> None:
    page = opened("notebooks/c02_sums_and_histograms")

    def reach(selector: str) -> None:
        for _ in range(600):
            page.keyboard.press("Tab")
            if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"{selector} is not reached")

    reach(".cell details.hide > summary")
    page.keyboard.press("Enter")
    reach('[aria-label="Edit cell 1"]')
    page.keyboard.press("Enter")
    page.keyboard.press("Control+End")
    page.keyboard.type("\nprint(6 * 7)")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    ended(page)
    assert printed(page.locator("div.cell").first) == "42\n"

    box = page.locator(".pc-quiz[data-kind=number]").first
    reach(".pc-quiz[data-kind=number] input")
    page.keyboard.type("0.07")
    page.keyboard.press("Enter")
    expect(box.get_by_role("status")).to_contain_text("✓")

    box = page.locator(".pc-explorer").first
    reach(".pc-explorer input[type=range]")
    before = box.get_by_role("status").inner_text()
    page.keyboard.press("ArrowRight")
    expect(box.get_by_role("status")).not_to_have_text(before)

    reach('[aria-label^="Your clipped_mean"]')
    page.keyboard.press("Control+A")
    page.keyboard.type(CLIPPED)
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    ended(page, "clipped_mean is right")


def test_the_auditor_tries_what_the_reader_wrote(opened: Callable[[str], Page]) -> None:
    page = opened("book/break-it")
    stored = printed(page.locator("div.cell").nth(1))
    page.get_by_role("button", name="Run all").click()
    ended(page)
    assert printed(page.locator("div.cell").nth(1)) == stored
    page.get_by_role("button", name="Edit cell 1", exact=True).click()
    field = page.get_by_label("Code of cell 1;")
    field.fill(written(field).replace("rng.laplace(0, 2, size)", "rng.laplace(0, 3, size)"))
    page.get_by_role("button", name="Run cell 2", exact=True).click()
    expect(page.locator("div.cell").nth(1)).to_contain_text(
        "The claimed ε of 1 is not contradicted", timeout=MINUTE
    )


def test_the_field_indents_and_each_step_is_undone(opened: Callable[[str], Page]) -> None:
    page = opened("book/break-it")
    page.get_by_role("button", name="Edit cell 1", exact=True).click()
    field, keys = page.get_by_label("Code of cell 1;"), page.keyboard

    def after(*pressed: str) -> str:
        for key in pressed:
            (keys.press if key in KEYS or "+" in key else keys.type)(key)
        return written(field)

    assert after("Control+a", "def half(x):", "Enter", "if x:", "Enter", "return x / 2") == HALF
    assert after("Enter", "Backspace", "return 0") == HALF + "\n    return 0"
    while written(field) != HALF + "\n        ":
        assert after("Control+z") != HALF, "the indent that Backspace took comes back alone"
    assert after("Control+z") == HALF
    assert after("Control+Home", "Tab") == "    " + HALF
    assert after("Backspace") == HALF
    assert field.evaluate("(one) => one.previousSibling.textContent") == HALF + "\n"


@pytest.mark.parametrize("width", [390, 1300])
def test_what_is_pressed_while_python_is_busy_runs_next_and_nothing_jumps(
    opened: Callable[[str], Page], width: int
) -> None:
    page = opened("book/break-it")
    page.set_viewport_size({"width": width, "height": 844})
    states, bar = page.locator(".pc-live-state"), page.locator(".pc-live-bar")
    page.get_by_role("button", name="Run cell 1", exact=True).click()
    expect(bar.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Edit cell 2", exact=True).click()
    page.get_by_label("Code of cell 2;").fill("print(claimed)")
    assert states.nth(1).inner_text() == "edited, not run"
    page.get_by_label("Code of cell 2;").press("Shift+Enter")
    assert states.nth(1).inner_text() == "runs next"
    expect(states.nth(1)).to_have_text("✓ ran", timeout=MINUTE)
    assert printed(page.locator("div.cell").nth(1)) == "1.0\n"
    expect(bar.get_by_role("progressbar")).to_be_hidden(timeout=MINUTE)
    assert bar.bounding_box()["height"] < 54  # type: ignore[index]
    page.get_by_label("Code of cell 2;").fill("while True: pass")
    page.get_by_label("Code of cell 2;").press("Shift+Enter")
    page.get_by_role("button", name="Run cell 1", exact=True).click()
    assert states.nth(0).inner_text() == "runs next"
    page.get_by_role("button", name="Stop", exact=True).click()
    assert states.all_inner_texts()[:2] == ["", "edited, not run"]


def test_a_cell_below_says_after_which_one_it_runs(opened: Callable[[str], Page]) -> None:
    """It had said that it waits for Python, while Python ran the cells above it."""
    page = opened("notebooks/c01_two_evenings")
    page.evaluate(
        """() => {
            const state = document.querySelectorAll('.pc-live-state')[3];
            window.said = [];
            new MutationObserver(() => said.push(state.textContent)).observe(state, { childList: true });
        }"""
    )
    page.get_by_role("button", name="Run cell 4", exact=True).click()
    expect(page.locator(".pc-live-state").nth(3)).to_have_text("✓ ran", timeout=3 * MINUTE)
    assert page.evaluate("said") == [
        "waits for Python",
        *(f"runs after cell {i}" for i in (1, 2, 3)),
        "runs …",
        "✓ ran",
    ]


def test_a_cell_that_runs_leaves_the_page_below_where_it_was(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c12_graphs")
    page.evaluate("document.querySelectorAll('details.hide').forEach((fold) => (fold.open = true))")
    height = "document.querySelector('.bd-article').getBoundingClientRect().height"
    before = page.evaluate(height)
    page.evaluate(f"""() => {{
        window.heights = new Set();
        const look = () => {{ window.heights.add(Math.round({height})); requestAnimationFrame(look); }};
        look();
    }}""")
    page.get_by_role("button", name="Run all").click()
    ended(page)
    seen = page.evaluate("[...window.heights]")
    assert max(abs(one - before) for one in seen) < 60, (
        "one table is set as such, and is plain text where it runs"
    )


def test_letters_are_large_enough_for_a_finger(browser: Browser) -> None:
    """A telephone zooms into a field whose letters have fewer than 16 points, and the page jumps."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto((LIVE / "book/break-it.html").as_uri())
    sizes = page.locator(".cell_input pre").evaluate_all(
        "all => all.map((pre) => getComputedStyle(pre).fontSize)"
    )
    assert set(sizes) == {"16px"}
    context.close()


LACKS = {
    "no streams": "delete window.DecompressionStream",
    "an old program": "WebAssembly.compileStreaming = async () => { throw new WebAssembly.CompileError('old') }",
}


@pytest.mark.parametrize("lack", LACKS)
def test_a_browser_that_cannot_is_told_so(opened: Callable[..., Page], lack: str) -> None:
    page = opened("notebooks/c01_two_evenings", LACKS[lack])
    unfold(page)
    page.get_by_role("button", name="Run cell 1", exact=True).click()
    expect(output_of(page)).to_contain_text("This browser cannot run Python in a page", timeout=MINUTE)


def test_a_folder_without_its_files_is_told_so(opened: Callable[[str], Page], tmp_path: Path) -> None:
    page = opened("notebooks/c01_two_evenings")
    copy = tmp_path / "notebooks" / "c01_two_evenings.html"
    copy.parent.mkdir()
    copy.write_bytes((LIVE / "notebooks" / copy.name).read_bytes())
    (tmp_path / "_live").mkdir()
    (tmp_path / "_live" / "live.js").write_bytes((LIVE / "_live" / "live.js").read_bytes())
    bare = page.context.new_page()
    bare.goto(copy.as_uri())
    unfold(bare)
    bare.get_by_role("button", name="Run cell 1", exact=True).click()
    expect(output_of(bare)).to_contain_text(re.compile(r"The file _live/\w+\.js is missing"), timeout=MINUTE)


def test_no_line_goes_on_below_itself_while_one_writes_it(browser: Browser) -> None:
    """Its indent could not be read on a phone. The field and its coloured copy scroll as one, and show the caret."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((LIVE / "notebooks/c12_graphs.html").as_uri())
    page.get_by_role("button", name="Edit cell 5", exact=True).click()
    field, end = page.get_by_label("Code of cell 5;"), "  # and so on, and further still"
    field.press("Control+End")
    page.keyboard.type(end)
    shown = field.evaluate(
        """(area) => {
            const pre = area.parentElement, copy = pre.querySelector('[aria-hidden]'), range = document.createRange();
            range.selectNodeContents([...copy.children].at(-1));
            const [line, box] = [range, pre].map((one) => one.getBoundingClientRect());
            return {
                rows: copy.getBoundingClientRect().height / parseFloat(getComputedStyle(pre).lineHeight),
                caret: box.left < line.right && line.right <= box.right, moved: [area.scrollLeft, pre.scrollLeft > 0],
            };
        }"""
    )
    assert round(shown["rows"]) == field.input_value().count("\n") + 1
    assert shown["caret"]
    assert shown["moved"] == [0, True]
    page.close()


def test_code_that_was_scrolled_to_its_end_begins_at_the_left_after_a_run(
    opened: Callable[[str], Page],
) -> None:
    page = opened("notebooks/c01_two_evenings")
    page.set_viewport_size({"width": 390, "height": 844})
    for field, run in (("Your laplace_noise;", "Check laplace_noise"), ("Code of cell 1;", "Run cell 1")):
        if "cell" in field:
            unfold(page)
            page.get_by_role("button", name="Edit cell 1", exact=True).click()
        area = page.get_by_label(field)
        area.fill("answer = 1  # " + "and so on, " * 9)
        area.press("Control+Home")  # only a caret that moves takes its line with it
        area.press("Control+End")
        moved = "(area) => area.parentElement.scrollLeft"
        assert area.evaluate(moved) > 100
        page.get_by_role("button", name=run, exact=True).click()
        ended(page, "Ready" if "cell" in field else "laplace_noise")
        assert area.evaluate(moved) == 0


def test_the_note_over_a_page_that_runs_is_short(opened: Callable[[str], Page]) -> None:
    note = opened("notebooks/c12_graphs").locator(".pc-live-note")
    assert len(note.inner_text()) < 140
    run, rest = (note.locator(part).bounding_box() for part in ("button", "details"))
    assert run
    assert rest
    assert run["y"] >= rest["y"] + rest["height"], "on a row of its own"


def test_output_older_than_its_code_says_so_and_a_run_that_lacks_a_cell_names_it(
    opened: Callable[[str], Page],
) -> None:
    """After an error nothing told the old output from the new, and where one had pressed Run stood nothing at all."""
    page = opened("notebooks/c01_two_evenings")
    states, shown = page.locator(".pc-live-state"), "div.cell:has([aria-label='Run cell {}']) .cell_output"

    def old(number: int) -> str | None:
        return page.locator(f"{shown.format(number)}:not([hidden]):not(:empty)").get_attribute("data-old")

    assert old(4) is None
    page.get_by_role("button", name="Edit cell 2", exact=True).click()
    field = page.get_by_label("Code of cell 2;")
    given = written(field)
    field.fill("1 / 0")
    assert old(2) == "from before your change"
    field.fill(given)
    assert old(2) is None
    field.fill("1 / 0")
    page.get_by_role("button", name="Run cell 4", exact=True).click()
    expect(states.nth(3)).to_have_text("needs cell 2, which stopped ↑", timeout=3 * MINUTE)
    assert (old(2), old(4)) == (None, "from before the error in cell 2")
    states.nth(3).get_by_role("link", name="cell 2").click()
    top = field.evaluate("(field) => field.closest('.cell_input').getBoundingClientRect().top")
    assert 0 <= top < 200
    field.fill(given)
    page.get_by_role("button", name="Run cell 2", exact=True).click()
    ended(page)
    assert (old(2), old(4), states.nth(3).inner_text()) == (None, None, "")
    page.get_by_role("button", name="Close this bar").click()
    assert not page.locator(".pc-live-bar").is_visible()
    page.get_by_role("button", name="Run cell 4", exact=True).click()
    ended(page)
    assert page.locator(".pc-live-bar").is_visible(), "until there is something new to say"


def test_what_is_thrown_away_comes_back_and_no_dialog_asks(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c01_two_evenings")
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.get_by_role("button", name="Edit cell 2", exact=True).click()
    page.get_by_label("Code of cell 2;").fill("mine = 1")
    page.get_by_role("button", name="Reset cell 2", exact=True).click()
    assert page.get_by_label("Code of cell 2;").count() == 0
    undo = page.get_by_role("button", name="Undo: put back what you wrote in cell 2")
    expect(undo).to_be_focused()
    undo.press("Enter")
    assert written(page.get_by_label("Code of cell 2;")) == "mine = 1"
    assert not undo.is_visible()
    answer = page.get_by_label("Your laplace_noise;")
    answer.fill("# mine")
    page.get_by_role("button", name="Start over").first.click()
    assert "..." in written(answer)
    page.get_by_role("button", name="Undo: put back your laplace_noise").click()
    assert written(answer) == "# mine"
    page.reload()
    assert written(page.get_by_label("Your laplace_noise;")) == "# mine"


def test_reset_takes_the_marks_of_its_error_away_and_its_message_goes(opened: Callable[[str], Page]) -> None:
    page = opened("notebooks/c01_two_evenings")
    page.get_by_role("button", name="Edit cell 2", exact=True).click()
    page.get_by_label("Code of cell 2;").fill("1 / 0")
    page.get_by_role("button", name="Run cell 2", exact=True).click()
    ended(page, "Cell 2 stopped")
    assert page.locator("[data-old]:not(:empty)").count() > 0
    page.get_by_role("button", name="Reset cell 2", exact=True).click()
    assert page.locator("[data-old]:not(:empty)").count() == 0
    page.locator(".pc-live-bar").wait_for(state="hidden")


def test_the_beginning_of_an_answer_fits_its_box(opened: Callable[[str], Page]) -> None:
    for chapter in ("c06_paying_for_answers", "c13_private_graphs"):
        wide = (
            opened(f"notebooks/{chapter}")
            .locator(".pc-live-problem pre")
            .evaluate_all("(all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length")
        )
        assert wide == 0, chapter
