// Questions that mark themselves. Without JavaScript a question is its text, its choices, and a folded answer.
// What a reader got right stays in this browser; where it keeps nothing, it lasts until the page is closed.
"use strict";

(() => {
  const KEY = "privcausal-answers";
  const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
  const HELP = "Please write a number, such as 0.25, 1/4 or 1e-3.";

  const make = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
    node.append(...children);
    return node;
  };
  const copies = (item) => [...item.querySelector(".pc-quiz-why").childNodes].map((node) => node.cloneNode(true));

  /** The reader's answers, by question. */
  const progress = {
    answers: {},
    kept: true,

    load() {
      try {
        const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
        this.answers = found && typeof found === "object" && !Array.isArray(found) ? found : {};
      } catch (error) {
        this.kept = error instanceof SyntaxError;  // spoilt text is replaced; a refusal is respected
      }
    },

    save() {
      try {
        localStorage.setItem(KEY, JSON.stringify(this.answers));
      } catch {
        this.kept = false;
      }
    },

    note(id, right) {
      this.load();  // another page may have written meanwhile
      const before = this.answers[id] ?? { right: false, tries: 0 };
      const page = location.pathname.split("/").pop();
      this.answers[id] = { page, right: right || before.right, tries: before.tries + 1 };
      this.save();
    },

    erase() {
      this.answers = {};
      this.save();
    },

    right(id) {
      return this.answers[id]?.right === true;
    },
  };

  /** The number that a reader meant: 0.25, 0,25, 1/4, 25 %, 1,000. Not a number gives NaN. */
  function read(text) {
    let plain = text.replace(/\s/g, "").replace(/−/g, "-");
    const scale = plain.endsWith("%") ? 100 : 1;
    plain = plain.replace(/%$/, "");
    plain = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replace(/,/g, "") : plain.replace(",", ".");
    const parts = plain.split("/");
    if (parts.length > 2 || !parts.every((part) => DECIMAL.test(part))) return NaN;
    return Number(parts[0]) / Number(parts[1] ?? 1) / scale;
  }

  /** What to say: [right, ...nodes]; right is undefined where there was no answer yet. */
  const judges = {
    one(inputs, said) {
      const picked = inputs.findIndex((input) => input.checked);
      if (picked < 0) return [undefined, "Please choose an answer first."];
      return [said[picked].dataset.right === "true", ...copies(said[picked])];
    },

    several(inputs, said) {
      const wrong = said.filter((item, i) => inputs[i].checked && item.dataset.right !== "true");
      const missed = said.filter((item, i) => !inputs[i].checked && item.dataset.right === "true").length;
      if (!inputs.some((input) => input.checked)) return [undefined, "Please choose at least one answer first."];
      const told = wrong.length || missed ? wrong : said.filter((item) => item.dataset.right === "true");
      const nodes = told.flatMap((item) => [...copies(item), " "]);
      const more = missed ? [missed === 1 ? "One more is right." : `${missed} more are right.`] : [];
      return [wrong.length + missed === 0, ...nodes, ...more];
    },

    number([input], said) {
      const value = read(input.value);
      input.toggleAttribute("aria-invalid", false);
      if (!Number.isFinite(value)) {
        input.setAttribute("aria-invalid", "true");
        return [undefined, HELP];
      }
      const goal = (item) => Number(item.dataset.value);
      const near = (item) => Math.abs(value - goal(item)) <= Number(item.dataset.within) + 1e-9 * Math.abs(goal(item));
      const found = said.filter(near).sort((a, b) => (b.dataset.right === "true") - (a.dataset.right === "true"))[0];
      if (found) return [found.dataset.right === "true", ...copies(found)];
      const aims = said.filter((item) => item.dataset.right === "true").map(goal);
      const aim = aims.reduce((a, b) => (Math.abs(a - value) < Math.abs(b - value) ? a : b));
      return [false, value > aim ? "That is too large." : "That is too small."];
    },
  };

  function field(box) {
    const input = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", id: `${box.id}-number` });
    input.setAttribute("aria-describedby", `${box.id}-question`);
    return { inputs: [input], parts: [make("label", { for: input.id, class: "pc-quiz-number" }, "Your answer", input)] };
  }

  function choices(box) {
    const list = box.querySelector(".pc-quiz-choices");
    const several = box.dataset.kind === "several";
    const inputs = [...list.children].map((item) => {
      const input = make("input", { type: several ? "checkbox" : "radio", name: box.id });
      item.replaceChildren(make("label", {}, input, make("span", {}, ...item.childNodes)));
      return input;
    });
    const role = several ? "group" : "radiogroup";
    const group = make("div", { role, "aria-labelledby": `${box.id}-question` }, list);
    return { inputs, parts: several ? [make("p", { class: "pc-quiz-hint" }, "Choose all that are right."), group] : [group] };
  }

  function enliven(box, changed) {
    const details = box.querySelector(".pc-quiz-answers");
    const said = [...details.querySelectorAll("li")];
    const { inputs, parts } = box.dataset.kind === "number" ? field(box) : choices(box);
    const status = make("p", { role: "status", "aria-live": "polite", class: "pc-quiz-status" });
    const solved = make("span", { class: "pc-quiz-solved" });
    const check = make("button", { type: "submit" }, "Check");
    const form = make("form", { class: "pc-quiz-form", novalidate: "" }, ...parts, check, status);
    box.querySelector(".pc-quiz-head").append(" ", solved);
    details.before(form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [right, ...words] = judges[box.dataset.kind](inputs, said);
      const spoken = words.map((word) => word.textContent ?? word).join("").trim();
      const verdictFirst = /^(Correct|No)\b/.test(spoken); // the answer's own words begin with the verdict
      const sign = right ? (verdictFirst ? "✓" : "✓ Right.") : verdictFirst ? "✗" : "✗ Not yet.";
      const verdict = right === undefined ? [] : [make("b", {}, sign), " "];
      status.className = `pc-quiz-status ${right === undefined ? "" : right ? "pc-right" : "pc-wrong"}`;
      status.replaceChildren(...verdict, ...words);
      if (right === undefined) inputs[0].focus();
      else progress.note(box.id, right);
      changed();
    });
    return {
      refresh: () => (solved.textContent = progress.right(box.id) ? "✓ answered" : ""),
      reset: () => {
        form.reset();
        status.replaceChildren();
      },
    };
  }

  function save(text, name) {
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** Under the last question: how far, and two buttons. */
  function footer(boxes, reset) {
    const count = make("span");
    const told = make("span", { role: "status", "aria-live": "polite" });
    const button = (words, pressed) => {
      const found = make("button", { type: "button" }, words);
      found.addEventListener("click", pressed);
      return found;
    };
    const keep = button("Export my answers", () => {
      save(JSON.stringify({ exported: new Date().toISOString(), answers: progress.answers }, null, 1), "privcausal-answers.json");
      told.textContent = "Saved as privcausal-answers.json.";
    });
    const erase = button("Erase my answers", () => {
      if (!window.confirm("Erase your answers on all pages of this book?")) return;
      progress.erase();
      reset();
      told.textContent = "Erased.";
    });
    boxes.at(-1).after(make("div", { class: "pc-quiz-progress" }, count, keep, erase, told));
    return () => {
      const here = boxes.filter((box) => progress.right(box.id)).length;
      const all = Object.values(progress.answers).filter((answer) => answer?.right === true).length;
      const memory = progress.kept ? "" : " This browser keeps nothing: they last until you close the page.";
      count.textContent = `Answered right: ${here} of ${boxes.length} on this page, ${all} in the whole book.${memory}`;
    };
  }

  const boxes = [...document.querySelectorAll(".pc-quiz")];
  if (boxes.length === 0) return;
  progress.load();
  const changed = () => [...questions.map((question) => question.refresh), tell].forEach((act) => act());
  const questions = boxes.map((box) => enliven(box, () => changed()));
  const tell = footer(boxes, () => {
    questions.forEach((question) => question.reset());
    changed();
  });
  changed();
})();
