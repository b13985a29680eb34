// Cells that run in the page: Python (see worker.js) is read from this folder at the first click, and not before.
// Without it, or without JavaScript, every page reads as it does in the plain book.
"use strict";

(() => {
  const FOLDER = document.currentScript.src.replace(/[^/]*$/, "");
  const PAGE = location.pathname.split("/").pop();
  const LIMIT = 60; // seconds for the marking of an answer, as from the shell
  const MINE = "privcausal-mine ";
  const CANNOT =
    "This browser cannot run Python in a page. Chromium, Chrome or Edge from 137 on, Firefox from 131 and Safari from " +
    "18.4 can. Or run the chapter as a notebook: the book's README says how.";

  const make = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
    node.append(...children);
    return node;
  };
  const button = (label, act, attributes = {}) => {
    const node = make("button", { type: "button", class: "pc-live-button", ...attributes }, label);
    node.addEventListener("click", act);
    return node;
  };

  const printing = () => make("div", { class: "cell_output docutils container" });
  const saying = () => make("span", { class: "pc-live-state" });
  const begun = () => make("span", { class: "pc-line" });
  /** Offered after something was thrown away, until its field is changed again. */
  const undoing = (what, act) => button("Undo", act, { "aria-label": `Undo: put back ${what}`, hidden: "" });

  /** What a reader wrote, by page and place. Where the browser keeps nothing, it lasts until the page is closed. */
  const kept = {
    read(key) {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(key, text) {
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
      } catch {
        say("This browser keeps nothing: copy what you want to keep before you close the page.");
      }
    },
  };

  // ---------------------------------------------------------------- the bar below: what Python is doing
  const told = make("span", { role: "status", class: "pc-live-told" });
  const stopper = button("Stop", () => python.stop("Stopped. What the cells had computed is gone; Run begins again at the top."));
  const restarter = button("Restart", () => python.stop("Restarted: nothing has run yet."));
  const meter = make("progress", { max: 7, "aria-label": "Python starts" }); // five files, the program, the first words
  const closer = button("×", () => (bar.hidden = true), { "aria-label": "Close this bar" }); // until there is something new to say
  const bar = make("div", { class: "pc-live-bar", role: "region", "aria-label": "Python in this page", hidden: "" }, told, meter, stopper, restarter, closer);
  const say = (text) => {
    bar.hidden = false;
    told.textContent = text;
    told.classList.toggle("pc-live-long", text.length > 80);
  };
  /** What needs no answer goes by itself. */
  const mention = (text) => {
    say(text);
    setTimeout(() => (bar.hidden ||= told.textContent === text), 8000);
  };
  const step = (text) => say(`${text}: ${++meter.value} of 7 steps …`);

  // ---------------------------------------------------------------- Python: one session for the page
  const waiting = {};
  window.privcausalLive = (name, content) => waiting[name](content);

  /** A classic script that brings bytes: the only file that a page from a disk may load. */
  const load = (name) =>
    new Promise((resolve, reject) => {
      const script = make("script", { src: `${FOLDER}${name}.js` });
      waiting[name] = (content) => {
        script.remove();
        step("Reading Python");
        resolve(name === "worker" ? content : blob(String(content).split("*")[1]));
      };
      script.addEventListener("error", () => reject(new Error(`The file _live/${name}.js is missing.`)));
      document.head.append(script);
    });

  function decoded(packed) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(packed);
    const text = atob(packed), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  }

  function blob(packed) {
    const bytes = decoded(packed), kept = new Blob([bytes]);
    bytes.buffer.transfer?.(0); // at once: a collector may let a hundred megabytes lie
    return kept;
  }

  async function compiled() {
    const stream = (await load("python")).stream().pipeThrough(new DecompressionStream("gzip"));
    const headers = { "Content-Type": "application/wasm" };
    const module = await WebAssembly.compileStreaming(new Response(stream, { headers }));
    step("Starting Python");
    return module;
  }

  const python = {
    worker: null,
    finish: null, // ends the turn that runs
    parts: null, // the program and its files, kept for a restart

    get able() {
      return ["WebAssembly", "DecompressionStream", "Worker"].every((name) => name in window);
    },

    async start() {
      if (this.worker) return;
      meter.hidden = false;
      meter.value = this.parts ? 6 : 0;
      say(this.parts ? "Starting Python …" : "Reading Python …");
      this.parts ??= { worker: load("worker"), module: compiled(), files: Promise.all(["library", "package", "memory"].map(load)) };
      Promise.all(Object.values(this.parts)).catch(() => {}); // whichever fails first is told where it is awaited
      let said = "";
      try {
        const source = new Blob([`(${await this.parts.worker})()`], { type: "text/javascript" });
        const worker = (this.worker = new Worker(URL.createObjectURL(source)));
        worker.onerror = (problem) => this.stop(`Python has ended: ${problem.message}`);
        const [library, ours, memory] = await this.parts.files;
        worker.postMessage({ files: [library, ours], memory });
        const module = await this.parts.module;
        await this.turn({ module }, (_, text) => (said += text));
        if (said) throw new Error(said);
      } catch (problem) {
        this.worker?.terminate();
        this.parts = this.worker = null;
        throw problem;
      } finally {
        meter.hidden = true;
      }
    },

    /** One message to the worker; resolves when its turn is over, with what ended it. */
    turn(message, hear) {
      return new Promise((resolve) => {
        if (!this.worker) return resolve("stopped");
        this.finish = resolve;
        this.worker.onmessage = ({ data }) => {
          if (data.kind === "done") resolve("done");
          else if (data.kind === "dead") this.stop(`Python has ended: ${data.text}`);
          else hear(data.kind, data.text);
        };
        this.worker.postMessage(message);
      });
    },

    stop(words) {
      this.worker?.terminate();
      this.worker = null;
      this.finish?.("stopped");
      next.clear();
      cells.forEach((cell) => {
        cell.above = 0;
        cell.mark("");
      });
      say(words);
    },
  };

  // ---------------------------------------------------------------- what a cell prints, as the notebook shows it
  class Output {
    constructor(box) {
      this.box = box;
      this.last = "";
      this.box.replaceChildren();
    }

    hear(kind, text) {
      if (kind === "html") {
        const piece = make("div", { class: "output text_html" });
        piece.innerHTML = text;
        this.box.append(piece);
        piece.querySelectorAll(".pc-explorer").forEach((box) => window.privcausalExplorer?.(box));
      } else {
        if (kind !== this.last) {
          this.pre = make("pre", { tabindex: "0" });
          const kinds = `output ${kind === "error" ? "pc-live-error" : "stream"} highlight-myst-ansi notranslate`;
          this.box.append(make("div", { class: kinds }, make("div", { class: "highlight" }, this.pre)));
        }
        this.pre.append(text);
        if (kind === "error") blame(text);
      }
      this.last = kind;
    }
  }

  // ---------------------------------------------------------------- code that is written here, in the colours of the listings
  const KINDS = {
    k: /^(False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/,
    nb: /^(abs|all|any|bin|bool|dict|enumerate|float|int|isinstance|len|list|map|max|min|next|open|pow|print|range|repr|round|set|slice|sorted|str|sum|tuple|type|zip)$/,
    bp: /^(self|cls)$/,
    ne: /^[A-Z]\w*(Error|Exception|Warning|Interrupt|Exit|Iteration)$/,
  };
  const TOKEN = new RegExp(
    [
      String.raw`(?<c>#.*)`,
      String.raw`(?<prefix>[rbuf]{0,2})(?:(?<three>"""|''')(?<long>(?:\\[^]|(?!\k<three>)[^])*)\k<three>?|(?<one>["'])(?<short>(?:\\.|(?!\k<one>)[^\n\\])*)\k<one>?)`,
      String.raw`(?<nf>(?<=\bdef\s+)\w+)|(?<nc>(?<=\bclass\s+)\w+)|(?<nd>(?<=^\s*)@\w+)|(?<nn>(?<=\b(?:from|import)\s+)[\w.]+)`,
      String.raw`(?<word>(?<!\.)[\p{L}_][\p{L}\p{N}_]*)|(?<vm>__\w+__)|(?<name>[\p{L}_][\p{L}\p{N}_]*)`,
      String.raw`(?<mi>0[xob][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?j?)`,
      String.raw`(?<o>:=|!=|[-~+/*%=<>&^|.@])|\s+|[^]`,
    ].join("|"),
    "gimu",
  );

  /** Python as lines of coloured words. What stands in braces within a text is code again. */
  function painted(code) {
    const lines = [begun()];
    const put = (kind, text) =>
      text.split("\n").forEach((part, i) => {
        if (i) lines.push(begun());
        if (part) lines.at(-1).append(kind ? make("span", { class: kind }, part) : part);
      });
    const paint = (source) => {
      for (const { 0: text, groups } of source.matchAll(TOKEN)) {
        const quote = groups.three ?? groups.one;
        if (quote && groups.prefix.includes("f")) {
          for (const part of text.split(/({{|}}|{[^{}]+})/)) {
            const inner = part.match(/^{((?:\[[^\]]*\]|\([^)]*\)|!=|[^:!}])+)(.*})$/s);
            if (!inner) put("s2", part);
            else put("si", "{"), paint(inner[1]), put("si", inner[2]);
          }
        } else if (quote) put("s2", text);
        else if (groups.word) put(Object.keys(KINDS).find((kind) => KINDS[kind].test(text)), text);
        else put(["c", "nf", "nc", "nd", "vm", "mi", "o"].find((kind) => groups[kind]), text);
      }
    };
    paint(code);
    lines.forEach((line) => line.append("\n"));
    return lines;
  }

  /** Each listing by the name that Python knows it by, so that an error can mark its lines. */
  const listings = new Map();
  const blame = (text) => {
    for (const [, name, line] of text.matchAll(/File "((?:cell|your) \w+)", line (\d+)/g))
      listings.get(name)?.querySelectorAll(".pc-line")[line - 1]?.classList.add("pc-live-bad");
  };

  /** Enter goes on below the first letter of its line, and further in behind a colon. */
  function newline(area) {
    const line = area.value.slice(0, area.selectionStart).split("\n").at(-1);
    insert(`\n${line.match(/^ */)[0]}${/:\s*(#.*)?$/.test(line) ? "    " : ""}`);
  }

  /** Backspace takes a whole indent, where nothing else stands before it. */
  function outdent(area) {
    const place = area.selectionStart, line = area.value.slice(0, place).split("\n").at(-1);
    if (place !== area.selectionEnd || !/^( {4})+$/.test(line)) return false;
    area.setSelectionRange(place - 4, place);
    return insert("");
  }

  const insert = (text) => document.execCommand(text ? "insertText" : "delete", false, text); // so that it can be undone

  /** A field for code, unseen over a listing of the same text: Tab indents, Escape leaves it, Control or Shift with Enter runs. */
  function field(pre, label, text, changed, run) {
    const area = make("textarea", { "aria-label": `${label}; Escape leaves the field`, cols: 1, spellcheck: "false", autocapitalize: "off", class: "pc-live-code" });
    const shown = make("span", { "aria-hidden": "true" });
    const paint = () => shown.replaceChildren(...painted(area.value));
    area.value = text;
    area.setSelectionRange(0, 0); // one begins to read at the top
    paint();
    pre.replaceChildren(shown, area);
    area.addEventListener("input", () => {
      paint();
      changed(area.value);
    });
    area.addEventListener("keydown", (event) => {
      event.stopPropagation(); // a page has shortcuts of one letter for those who read
      if (event.isComposing) return;
      if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) run();
      else if (event.key === "Enter" && !event.altKey) newline(area);
      else if (event.key === "Tab" && !event.shiftKey) insert("    ");
      else if (event.key === "Escape") area.closest(".cell_input").querySelector(".pc-live-button").focus();
      else if (event.key !== "Backspace" || !outdent(area)) return;
      event.preventDefault();
    });
    return area;
  }

  class Cell {
    constructor(box, number) {
      this.number = number;
      this.input = box.querySelector(".cell_input");
      this.fold = this.input.closest("details");
      this.pre = this.input.querySelector("pre");
      this.listing = [...this.pre.childNodes];
      this.given = this.pre.textContent.replace(/\n$/, "");
      this.key = `privcausal-live ${PAGE} ${number}`;
      this.stored = box.querySelector(".cell_output");
      this.output = printing();
      this.state = saying();
      this.runner = button("Run", () => runTo(this), { "aria-label": `Run cell ${number}` });
      this.editor = button("Edit", () => this.edit(this.given).focus(), { "aria-label": `Edit cell ${number}` });
      this.resetter = button("Reset", () => this.reset(), { "aria-label": `Reset cell ${number}`, hidden: "" });
      this.undoer = undoing(`what you wrote in cell ${number}`, () => {
        kept.write(this.key, this.thrown);
        this.edit(this.thrown).focus();
        mention(`Cell ${number} as you wrote it.`);
      });
      this.stopper = button("Stop", () => stopper.click(), { "aria-label": `Stop cell ${number}`, hidden: "" }); // beside what it stops
      this.printedBy = this.given; // the code whose output is shown
      this.input.id ||= `code-of-cell-${number}`;
      this.tools = make("div", { class: "pc-live-tools" }, this.runner, this.editor, this.resetter, this.undoer, this.state, this.stopper);
      this.input.append(this.tools);
      (this.input.closest("details.hide") ?? this.input).after(this.output);
      listings.set(`cell ${number}`, this.pre);
      const before = kept.read(this.key);
      if (before !== null) this.edit(before);
    }

    get text() {
      return this.area?.value ?? this.given;
    }

    mark(state) {
      this.done = state === "ran";
      this.lacking = false;
      if (this.fold && state === "failed") this.fold.open = true;
      if (!state && this.text !== this.given) state = "edited";
      this.state.replaceChildren({ "": "", ran: "✓ ran", failed: "✗ stopped with an error", edited: "edited, not run" }[state] ?? state);
      this.date();
    }

    /** What is shown below the code and was not printed by it is paler, and says where it comes from. */
    date() {
      const now = this.state.textContent === "runs …" ? "from before this run" : this.text !== this.printedBy ? "from before your change" : "";
      const old = now || (this.above ? `from before the error in cell ${this.above}` : "");
      for (const box of [this.stored, this.output])
        if (box) old ? (box.dataset.old = old) : delete box.dataset.old;
    }

    /** Run was pressed here, and a cell above stopped. */
    lacks(cell) {
      const link = make("a", { href: `#${cell.input.id}` }, `cell ${cell.number}`);
      this.mark("");
      this.lacking = true;
      this.state.replaceChildren("needs ", link, ", which stopped ↑");
    }

    /** What stopped here does so no more: what is shown below is no older than the rest. */
    heal() {
      cells.filter((below) => below.above === this.number).forEach((below) => {
        below.above = 0;
        below.lacking ? below.mark("") : below.date();
      });
    }

    edit(text) {
      const changed = (now) => {
        kept.write(this.key, now);
        this.undoer.hidden = true;
        if (!next.has(this)) this.mark("");
      };
      this.area = field(this.pre, `Code of cell ${this.number}`, text, changed, () => runTo(this));
      this.editor.hidden = this.undoer.hidden = true;
      this.resetter.hidden = false;
      if (this.fold) this.fold.open = true;
      if (text !== this.given) this.mark("");
      return this.area;
    }

    reset() {
      this.thrown = this.text;
      kept.write(this.key, null);
      this.pre.replaceChildren(...this.listing);
      this.area = null;
      this.editor.hidden = !(this.resetter.hidden = true);
      this.output.replaceChildren();
      if (this.stored) this.stored.hidden = false;
      this.printedBy = this.given;
      this.mark("");
      this.undoer.hidden = this.thrown === this.given;
      (this.undoer.hidden ? this.editor : this.undoer).focus();
      this.heal();
      mention(`Cell ${this.number} holds its original code again.`);
    }

    /** The text is that of the moment at which Run was pressed: who goes on writing has not asked for that to run. */
    async run(source) {
      let failed = false;
      next.delete(this);
      this.undoer.hidden = true;
      this.pre.scrollLeft = 0; // a phone showed the ends of the lines, and stayed there
      this.mark("runs …");
      let output = null;
      // What was printed before stays until there is something new, and as much room until the end: or all below jumps.
      const begin = () => {
        this.output.style.minHeight = `${this.output.offsetHeight || (this.stored?.offsetHeight ?? 0)}px`;
        if (this.stored) this.stored.hidden = true;
        this.printedBy = source;
        this.above = 0;
        delete this.output.dataset.old;
        return new Output(this.output);
      };
      const late = setTimeout(() => (this.stopper.hidden = false), 500); // most have ended before
      const end = await python.turn({ source, number: this.number }, (kind, text) => {
        failed ||= kind === "error";
        (output ??= begin()).hear(kind, text);
      });
      clearTimeout(late);
      if (document.activeElement === this.stopper) this.runner.focus();
      this.stopper.hidden = true;
      if (end === "done") output ??= begin();
      this.output.style.minHeight = "";
      if (end === "done") this.mark(failed ? "failed" : this.text === source ? "ran" : "");
      return end === "done" && !failed;
    }
  }

  /** All answers of the reader as one file, as `make problems` wants it. */
  function mine() {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(MINE)).sort();
    const text = ["import math\n\nimport numpy as np", ...names.map((key) => localStorage.getItem(key).trim())].join("\n\n\n");
    const link = make("a", { href: URL.createObjectURL(new Blob([`${text}\n`])), download: "mine.py" });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** The checker's line with one colon. */
  const plain = (text) => text.replace(/( is not right yet): it(?= .*: )/, "$1. It");

  /** A right answer counts among those of the quizzes, which the reader can export and erase. */
  function note(name, right) {
    try {
      const all = JSON.parse(kept.read("privcausal-answers") ?? "{}"), id = `problem-${name}`;
      const before = all[id] ?? { right: false, tries: 0 };
      all[id] = { page: PAGE, right: right || before.right, tries: before.tries + 1 };
      kept.write("privcausal-answers", JSON.stringify(all));
    } catch {} // the quizzes repair spoilt text
  }

  /** An exercise that asks for a function: the reader writes it, and the course's own checker marks it. */
  class Problem {
    constructor(box, name, head) {
      this.name = name;
      this.key = MINE + name;
      const start = `${head.replace(/(.{30,54}), /g, "$1,\n    ")}\n    ...`; // no wider than its box
      this.output = printing();
      this.state = saying();
      const check = button("Check", () => attend(this, () => this.check()), { "aria-label": `Check ${name}` });
      let thrown = start;
      const put = (text) => {
        this.area.value = text;
        this.area.dispatchEvent(new Event("input"));
        if (text === start) kept.write(this.key, null);
      };
      const undo = undoing(`your ${name}`, () => {
        put(thrown);
        this.area.focus();
      });
      const reset = button("Start over", () => {
        thrown = this.area.value;
        put(start);
        undo.hidden = thrown === start;
        if (!undo.hidden) undo.focus();
      });
      const pre = make("pre");
      const changed = (text) => {
        kept.write(this.key, text);
        undo.hidden = true;
        if (this.output.childElementCount) this.output.dataset.old = "from before your change";
      };
      this.area = field(pre, `Your ${name}`, kept.read(this.key) ?? start, changed, () => check.click());
      listings.set(`your ${name}`, pre);
      const tools = make("div", { class: "pc-live-tools" }, check, reset, undo, button("Save all answers as mine.py", mine), this.state);
      (box.querySelector("section") ?? box).append(make("div", { class: "cell_input pc-live-problem" }, make("div", { class: "highlight" }, pre), tools), this.output);
    }

    mark(state) {
      this.state.textContent = state;
    }

    async check() {
      this.mark("");
      this.area.parentElement.scrollLeft = 0;
      const output = new Output(this.output);
      delete this.output.dataset.old;
      say(`Marking ${this.name} …`);
      const timer = setTimeout(() => {
        output.hear("text", `${this.name} is too slow: more than ${LIMIT} seconds`);
        python.stop("The answer took too long, so Python was stopped. What you wrote is kept.");
      }, 1000 * LIMIT);
      const end = await python.turn({ source: this.area.value, marks: this.name }, (kind, text) => output.hear(kind, plain(text)));
      clearTimeout(timer);
      const said = this.output.textContent.trim(), right = said.endsWith(`${this.name} is right`);
      this.output.classList.toggle("pc-live-wrong", !right);
      note(this.name, right);
      if (end === "done") say(said.split("\n").at(-1));
    }
  }

  // ---------------------------------------------------------------- running
  let busy = false;
  const next = new Map(); // what waits for its turn, and its task

  /** One thing at a time, the others after it; whatever goes wrong is said in words. */
  async function attend(who, task) {
    if (busy) {
      who.mark("runs next");
      return next.set(who, task);
    }
    if (!python.able) return say(CANNOT);
    if (!python.worker) who.mark("waits for Python");
    busy = stopper.disabled = restarter.disabled = closer.disabled = true; // while Python is read, there is nothing to stop
    document.querySelectorAll(".pc-live-bad").forEach((line) => line.classList.remove("pc-live-bad"));
    try {
      await python.start();
      stopper.disabled = restarter.disabled = false;
      await task();
    } catch (problem) {
      [who, ...next.keys()].forEach((one) => one.mark(""));
      next.clear();
      say(problem instanceof WebAssembly.CompileError ? CANNOT : problem.message);
    } finally {
      busy = closer.disabled = false;
      stopper.disabled = true;
      restarter.disabled = !python.worker;
    }
    for (const [other, then] of next) {
      next.delete(other);
      return attend(other, then);
    }
  }

  /** A cell, after those above it that have not run yet: a page is one session, as a notebook is. */
  const runTo = (last) => {
    const pressed = performance.now(), texts = cells.map((cell) => cell.text), since = (then) => ((performance.now() - then) / 1000).toFixed(1);
    return attend(last, async () => {
      const first = performance.now();
      last.done = false;
      for (const cell of cells.slice(0, last.number)) {
        if (cell.done) continue;
        if (cell !== last) last.mark(`runs after cell ${cell.number}`);
        say(`Cell ${cell.number} of ${cells.length} runs …`);
        if (!(await cell.run(texts[cell.number - 1]))) {
          if (cell !== last) python.worker ? last.lacks(cell) : last.mark("");
          if (!python.worker) return;
          cells.slice(cell.number).forEach((below) => {
            below.above ||= cell.number;
            below.date();
          });
          return say(`Cell ${cell.number} stopped with an error; nothing below it was run.`);
        }
        cell.heal();
      }
      // It waited for Python to start, or for what ran before.
      say(`Ready, after ${since(pressed)} seconds${first - pressed > 1000 ? `; the cells ran for ${since(first)} of them` : ""}.`);
    });
  };

  // Checks stand at the end of a page; a mark says where each ran.
  const places = [...document.querySelectorAll("div.cell:not([id^='cell-check-']), .pc-ran-here")];
  const cells = places
    .map((box) => document.getElementById(box.dataset.cell) ?? box)
    .filter((box) => box.querySelector(":scope .cell_input pre"))
    .map((box, i) => new Cell(box, i + 1));

  document.querySelectorAll(".solution").forEach((solution) => {
    const code = solution.querySelector(".tag_mine pre")?.textContent ?? "";
    const box = document.querySelector(solution.querySelector(".admonition-title a")?.getAttribute("href") ?? "none");
    const heads = [...code.matchAll(/^def (\w+)\([^]*?\):$/gm)]; // some solutions begin with a helper
    const head = heads.find(([, name]) => box?.textContent.includes(name)) ?? heads.at(-1);
    if (head && box) new Problem(box, head[1], head[0]);
  });

  const lead = make(
    "div",
    { class: "pc-live-note" },
    "The cells of this page run, and ",
    make("strong", {}, "Run"),
    " also runs those above that have not run yet.",
    make(
      "details",
      {},
      make("summary", {}, "How it works"),
      "The first click reads Python, SIZE MB, from the disk, which takes seconds. What you write stays in this browser. NumPy integers here default to 32 bits.",
    ),
    button("Run all", () => runTo(cells.at(-1))),
  );
  // A chapter opens with its words: what can be run is explained where it begins.
  places[0]?.before(lead);
  document.body.append(bar);
})();
