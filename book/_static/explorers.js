// Explorers. Each takes the numbers that a cell computed and left on the page, and needs nothing else.
// Without JavaScript the still figure and the table stay.
"use strict";

(() => {
  const NS = "http://www.w3.org/2000/svg";

  const give = (node, attributes, children) => {
    Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
    node.append(...children);
    return node;
  };
  const make = (name, attributes = {}, ...children) => give(document.createElement(name), attributes, children);
  const shape = (name, attributes = {}, ...children) => give(document.createElementNS(NS, name), attributes, children);
  const digits = (count) => (value) => value.toFixed(count).replace("-", "−");
  /** A number stays in the line of its sign: “ε = 1”. */
  const unbroken = (words) => words.replace(/([ερδ]) ([=≥≤]) /g, "$1\u00A0$2\u00A0").replace(/ → /g, "\u00A0→\u00A0");
  /** A multiple of a thousandth with all its decimals, at least two: what is printed can be added up. */
  const fine = (value) => {
    const thousandths = Math.round(value * 1000);
    return digits(thousandths % 10 ? 3 : 2)(thousandths / 1000 + 0);
  };
  /** Words in which each variable is italic, as the Greek letters are. */
  const lettered = (words, wrap) => words.split(/(?<![\w’'-])([qxyz])(?![\w’'-])/).map((part, i) => (i % 2 ? wrap(part) : part));
  const worded = (node, words) => node.replaceChildren(...lettered(words, (letter) => make("i", {}, letter)));
  const whole = (value) => value.toLocaleString("en");
  const factor = (value) => (value < -0.004 ? `(${digits(2)(value)})` : digits(2)(Math.abs(value)));
  const percent = (share, count = 0) => `${(100 * share).toFixed(count)}%`.replace("-", "−");
  const listed = (names) => new Intl.ListFormat("en-GB").format(names);
  const sum = (values) => values.reduce((a, b) => a + b, 0);
  const argmax = (values) => values.indexOf(Math.max(...values));
  const argmin = (values) => values.indexOf(Math.min(...values));
  const within = (value, low, high) => Math.max(low, Math.min(high, value));
  const many = (count, value) => Array.from({ length: count }, (_, i) => value(i));
  const nearest = (values, wanted) => argmin(values.map((value) => Math.abs(value - wanted)));
  const ruler = document.createElement("canvas").getContext("2d");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const fingers = matchMedia("(pointer: coarse)");
  const phone = matchMedia("(max-width: 40rem)");
  const LINES = ".curve, .told, .rail, .whisker, .arrow, .stop, .edge.found, .trail, .road";
  /** Where a label can go instead: a line up or down, half a word or a whole one to the side. */
  const ASIDE = [0, -7, 7, -14, 14, -21, 21, -28, 28, -40, 40, -54, 54, -70, 70].flatMap((dy) => [0, -12, 12, -26, 26, -44, 44, -70, 70, -110, 110, -150, 150].map((dx) => [dx, dy, Math.hypot(dx, 1.5 * dy) / 12])).sort((a, b) => a[2] - b[2]);
  const laplace = (u) => (u < 0.5 ? Math.log(2 * u) : -Math.log(2 - 2 * u));
  /** The outcome at which these probabilities, added up, pass u. */
  const outcome = (chances, u) => {
    let left = u;
    const found = chances.findIndex((chance) => (left -= chance) < 0);
    return found < 0 ? chances.length - 1 : found;
  };

  function ticks([low, high], about = 5) {
    const rough = (high - low) / about;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
    const first = Math.ceil(low / step - 1e-9);
    const count = Math.floor(high / step + 1e-9) - first + 1;
    return many(count, (i) => Number(((first + i) * step).toPrecision(10)));
  }

  /** A page may fix the seed (data-seed), so that what it shows can be tested. */
  function generator(seed) {
    let state = seed ? Number(seed) : 1 + (Date.now() % 2147483646);
    return () => (state = (state * 48271) % 2147483647) / 2147483647;
  }

  const SAID = 6000; // milliseconds for which what is read out stays in the page
  const RESTING = 200; // milliseconds after which a finger has not come to scroll
  const PASSING = 500; // milliseconds after which a hand that holds a control has not merely come by

  /** Words of the text that set an explorer: they are marked while its settings are those. */
  const links = [...document.querySelectorAll("a.pc-sets")];
  const wanted = ({ dataset }) => dataset.sets.split("; ").map((part) => part.split(": "));
  const sets = (link, { named }) => wanted(link)[0][0] in named;
  const stages = new Map(); // the newest of each box

  class Stage {
    /** `last` is the stage whose place this one takes, when the reader starts again. */
    constructor(box, last) {
      this.data = JSON.parse(box.querySelector("script[type='application/json']").textContent);
      this.random = generator(box.dataset.seed);
      this.random();
      this.sliders = make("div", { class: "pc-explorer-sliders" });
      this.buttons = make("div", { class: "pc-explorer-buttons" });
      this.controls = make("div", { class: "pc-explorer-controls", role: "group", "aria-label": `Controls: ${box.getAttribute("aria-label")}` }, this.sliders, this.buttons);
      this.title = shape("title", { id: `${box.id}-picture-title` });
      // What the picture shows is a paragraph of the page: in its name, too, one would hear it twice.
      this.title.textContent = `Picture: ${box.getAttribute("aria-label")} What it shows is written after it.`;
      this.svg = shape("svg", { role: "img", "aria-labelledby": this.title.id });
      this.aim = make("p", { class: "pc-explorer-goal" }, make("span"));
      this.said = make("p", { class: "pc-explorer-status" });
      this.after = make("p", { class: "pc-explorer-next" });
      worded(this.after, unbroken(`Next: ${NEXT[box.dataset.explorer]}`));
      this.table = box.querySelector("details table");
      this.status = last ? last.status : make("p", { role: "status", class: "pc-explorer-spoken" }); // known to screen readers
      this.front = Boolean(box.closest(".pc-hero"));
      const [first, second] = this.front ? [[this.svg], [this.controls, this.aim]] : [[this.controls, this.aim], [this.svg]];
      if (this.front) this.controls.prepend(this.buttons); // one plays before one turns anything
      this.frame = make("div", { class: "pc-explorer-live" }, ...first, ...second, this.said, this.after, this.status);
      this.moves = {};
      this.drivers = {};
      this.named = {}; // the settings by name: how each is read and written as the words beside it
      ["focusin", "focusout"].forEach((kind) => this.controls.addEventListener(kind, () => setTimeout(() => this.light())));
      this.ways = new Map();
      this.painter = () => {};
      this.svg.addEventListener("pointerdown", (event) => this.grab(event));
      // A drawing replaces the thing that a finger holds, and with it what kept the page from scrolling.
      this.svg.addEventListener("touchstart", (event) => {
        if (!event.target.closest("[data-move]")) return;
        if (!this.closest(event.touches[0]).matches(".knot")) return event.preventDefault();
        // What has been chosen by resting on it moves, and not the page.
        event.target.addEventListener("touchmove", (moved) => this.held && moved.cancelable && moved.preventDefault(), { passive: false });
      }, { passive: false });
      // The eye begins in one place: what waits for the first action is drawn without its data.
      const act = (event) => event.target.closest("input, button:not(.again), [data-move], [data-grip]") && (this.acted = true);
      ["input", "change", "click", "pointerdown"].forEach((kind) => this.frame.addEventListener(kind, act, true));
      this.frame.addEventListener("keydown", () => this.frame.classList.remove("pointed", "touched"));
      if (!last) box.querySelectorAll(":scope > p, th").forEach((line) => [...line.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE).forEach((part) => part.replaceWith(...lettered(part.data, (letter) => make("i", {}, letter)))));
      box.querySelectorAll(".pc-explorer-title, :scope > p strong").forEach((line) => line.childNodes.forEach((part) => {
        if (part.nodeType === Node.TEXT_NODE) part.data = fingers.matches ? unbroken(part.data).replace(/\bClick\b/, "Tap").replace(/\bclick\b/, "tap").replace(/^Drag the curve,/, "Tap a point of the curve, drag it,") : unbroken(part.data);
      }));
      (last ? last.frame : box.querySelector(".pc-explorer-still")).replaceWith(this.frame);
      const asked = (this.front || phone.matches) && !last && box.querySelector(":scope > p > strong");
      if (!asked) return;
      // On a phone the picture comes right after what is asked, and how it is made after the picture.
      const made = make("p", { class: "pc-explorer-made" });
      while (asked.nextSibling) made.append(asked.nextSibling);
      phone.matches ? this.frame.after(made) : this.frame.before(made);
    }

    /** The last button of each explorer: everything as it was at the beginning, the goal too. */
    again(pressed) {
      const button = this.button("Start again", () => {
        cancelAnimationFrame(this.next);
        [this.pause, this.waiting].forEach(clearTimeout);
        this.watching.disconnect();
        this.painter = () => this.said.textContent;
        pressed();
      });
      button.classList.add("again");
      button.replaceChildren(make("span", { class: "spare" }, "Start again"));
      return button;
    }

    start(painter) {
      this.painter = painter;
      this.fit();
      document.fonts.ready.then(() => this.fit());
      let width = this.frame.clientWidth;
      this.watching = new ResizeObserver(() => {
        if (this.frame.clientWidth !== width) this.fit();
        width = this.frame.clientWidth;
      });
      this.watching.observe(this.frame);
      const first = new IntersectionObserver(([seen]) => {
        if (!seen.isIntersecting) return;
        this.frame.classList.add("seen");
        first.disconnect();
        // The handles beckon once: each drawing has new ones, which would begin again.
        const rest = () => this.frame.classList.remove("seen");
        setTimeout(rest, 1800);
        ["input", "click", "pointerdown"].forEach((kind) => this.frame.addEventListener(kind, rest, { once: true }));
      }, { threshold: 0.6 });
      first.observe(this.svg);
      // The sentence keeps the room that it has once taken, so that nothing below it goes up and down.
      const room = new ResizeObserver(() => (this.said.style.minHeight = `${this.said.offsetHeight}px`));
      room.observe(this.said);
    }

    /** The width is asked for when it can have changed: each question costs a layout of the whole page. */
    fit() {
      this.width = Math.max(280, Math.round(this.svg.getBoundingClientRect().width) || 640);
      this.narrow = this.width < 420; // a phone: short words
      const card = this.frame.parentNode;
      this.said.style.minHeight = card.style.minHeight = "";
      this.paint();
      if (this.front) card.style.minHeight = `${card.offsetHeight}px`; // the words that a bet takes away leave their room
    }

    paint() {
      this.height = 300;
      this.moving = false;
      this.svg.replaceChildren(this.title);
      this.meaning = "";
      const told = this.painter();
      const whole = told.replace(/[[\]]/g, "");
      const said = unbroken(this.meaning ? `${whole} Goal reached. ${this.meaning} ${this.after.textContent}` : whole);
      this.svg.append(...this.svg.querySelectorAll("text.label")); // no line strikes through words
      this.uncrowd();
      this.contain();
      this.part();
      if (!this.front) this.height += 5; // the frame of a reached goal keeps off the words at the foot
      give(this.svg, { width: this.width, height: this.height, viewBox: `0 0 ${this.width} ${this.height}` }, []);
      if (this.moving) this.frame.dataset.moves = "";
      else delete this.frame.dataset.moves;
      cancelAnimationFrame(this.next);
      if (this.moving) this.next = requestAnimationFrame(() => this.paint());
      links.filter((link) => sets(link, this)).forEach((link) => link.classList.toggle("now", wanted(link).every(([name, value]) => this.named[name].read() === value)));
      if (this.told === said) return;
      const before = this.told;
      this.told = said;
      this.tell(unbroken(told));
      if (before) this.speak(said);
    }

    /** What the picture shows already stands in brackets: it is heard, and not seen. */
    tell(told) {
      const parts = told.split(/\[(.*?)\] ?/).map((part, i) => [part, i % 2 ? "heard" : "seen"]).filter(([part]) => part);
      this.said.replaceChildren(...parts.flatMap(([part, kind], i) => {
        const words = make("span", { class: kind });
        worded(words, part.trim());
        return i ? [" ", words] : [words];
      }));
    }

    /** The box of some words as a canvas measures it: that needs no layout of the page. */
    measure(word) {
      this.family = this.family || getComputedStyle(this.svg).fontFamily;
      const is = (kind) => word.classList.contains(kind);
      const size = is("stamp") ? 24 : is("reply") ? 18 : 13;
      ruler.font = `${is("label") || is("chosen") ? 600 : 400} ${size}px ${this.family}`;
      const width = ruler.measureText(word.textContent).width * (is("stamp") ? 1.08 : 1);
      const before = { middle: width / 2, end: width }[word.getAttribute("text-anchor")] || 0;
      const [x, y] = ["x", "y"].map((axis) => Number(word.getAttribute(axis)));
      return { left: x - before, right: x - before + width, top: y - 0.78 * size, bottom: y + 0.24 * size, size };
    }

    move(word, dx, dy) {
      [["x", dx], ["y", dy]].forEach(([axis, by]) => by && word.setAttribute(axis, (Number(word.getAttribute(axis)) + by).toFixed(1)));
    }

    /** Words that would leave the drawing stop at its rim. */
    contain() {
      this.svg.querySelectorAll("text").forEach((word) => {
        const { left, right, top, bottom, size } = this.measure(word);
        const inside = (low, high, from, to) => Math.max(low - from, Math.min(0, high - to));
        this.move(word, inside(2, this.width - 3, left, right), inside(1 + 0.22 * size, this.height - 4 + 0.24 * size, top, bottom));
      });
    }

    /** Labels step aside from other words, handles, lines and bars, no farther than they must. */
    part() {
      const cell = 4;
      const columns = Math.ceil(this.width / cell) + 1;
      const taken = new Float32Array(columns * (Math.ceil(this.height / cell) + 1));
      const at = (x, y) => Math.floor(y / cell) * columns + Math.floor(x / cell);
      const mark = (x, y, weight) => x >= 0 && y >= 0 && x < this.width && y < this.height && (taken[at(x, y)] = Math.max(taken[at(x, y)], weight));
      const fill = ({ left, right, top, bottom }, weight) => {
        for (let y = top; y < bottom + cell; y += cell) for (let x = left; x < right + cell; x += cell) mark(Math.min(x, right), Math.min(y, bottom), weight);
      };
      const stroke = (x1, y1, x2, y2, weight) => {
        const steps = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 3) || 1;
        for (let i = 0; i <= steps; i += 1) mark(x1 + ((x2 - x1) * i) / steps, y1 + ((y2 - y1) * i) / steps, weight);
      };
      const number = (node, ...names) => names.map((name) => Number(node.getAttribute(name)));
      this.svg.querySelectorAll(LINES).forEach((line) => {
        if (line.tagName === "line") return stroke(...number(line, "x1", "y1", "x2", "y2"), 6);
        const points = (line.getAttribute("points") || "").split(" ").map((point) => point.split(",").map(Number));
        points.slice(1).forEach((point, i) => stroke(...points[i], ...point, 6));
      });
      this.svg.querySelectorAll("rect.bar").forEach((bar) => {
        const [left, top, wide, high] = number(bar, "x", "y", "width", "height");
        fill({ left, right: left + wide, top, bottom: top + high }, bar.matches(".outline, .ghost") ? 0.5 : 6);
      });
      this.svg.querySelectorAll("circle.dot, circle.handle, ellipse.node").forEach((dot) => {
        const [x, y, r, rx] = number(dot, "cx", "cy", "r", "rx");
        const [wide, high] = [rx || r, rx ? 15 : r];
        fill({ left: x - wide, right: x + wide, top: y - high, bottom: y + high }, dot.matches(".halo") ? 0.5 : dot.matches(".handle") ? 18 : 1);
      });
      const words = [...this.svg.querySelectorAll("text")];
      const [labels, fixed] = [true, false].map((yes) => words.filter((word) => word.matches(".label:not(.stamp, .reply, .pinned)") === yes && word.textContent));
      fixed.forEach((word) => fill(this.measure(word), 12));
      labels.forEach((word) => {
        const box = this.measure(word);
        const cost = ([dx, dy, far]) => {
          const [left, right, top, bottom] = [box.left + dx, box.right + dx, box.top + dy, box.bottom + dy];
          if (left < 2 || right > this.width - 3 || top < 3.8 || bottom > this.height - 0.8) return far ? Infinity : 1e3;
          let total = far;
          for (let y = top + 1; y <= bottom; y += cell) for (let x = left; x < right + cell; x += cell) total += taken[at(Math.min(x, right), y)]; // its right end too
          return total;
        };
        let best = [Infinity, 0, 0];
        for (const step of ASIDE) {
          if (step[2] >= best[0]) break; // the next ones are still farther away
          const here = cost(step);
          if (here < best[0]) best = [here, ...step];
        }
        this.move(word, best[1], best[2]);
        fill(this.measure(word), 12);
      });
    }

    /** What has changed, read out once the reader has stopped. */
    speak(said, first = this.first) {
      clearTimeout(this.pause);
      this.first = first; // is said even if the picture moves on before its turn
      this.pause = setTimeout(() => {
        const known = new Set(this.heard);
        this.heard = said.split(/(?<=\.) (?=[\p{Lu}\d])/u); // whole sentences
        const fresh = [this.first, ...this.heard.filter((part) => !known.has(part))].filter(Boolean);
        if (fresh.length) this.status.textContent = fresh.join(" ");
        this.first = "";
        // Once said it goes: who reads on would come upon it a second time.
        this.pause = setTimeout(() => this.status.replaceChildren(), SAID);
      }, 500);
    }

    /** A number on its way: what is drawn reaches what was chosen within a quarter of a second. */
    ease(name, target, time = 250) {
      const now = performance.now();
      const place = ({ from, to, began }) => {
        const part = (now - began) / time;
        return part < 1 ? from + (to - from) * part * (2 - part) : to;
      };
      let way = this.ways.get(name) || { to: target, began: -Infinity };
      if (way.to !== target) way = { from: place(way), to: target, began: now };
      if (calm.matches || (this.held && time <= 250)) way.began = -Infinity;
      this.ways.set(name, way);
      const value = place(way);
      if (value !== target) this.moving = true;
      return value;
    }

    /** How far the i-th of so many has fallen, from 0 to 1: those that are new come one after the other. */
    falling(name, count) {
      const shown = this.ease(name, count + 12, 600);
      return (i) => within((shown - i) / 12, 0, 1) ** 2;
    }

    /** A goal, and for as long as the picture shows it reached, what that means: in one place, which has the room of the longest. */
    goal(words, fits, meaning, longest = words) {
      const now = this.counts(fits);
      this.meaning = now ? meaning : "";
      this.reached = this.reached || now;
      this.after.classList.toggle("asked", this.reached); // it leads away from the goal, and stays
      const reached = unbroken(`✓ Goal reached. ${meaning}`);
      worded(this.aim.firstChild, now ? reached.slice(2) : `${this.reached ? "Goal, reached before" : "Goal"}: ${unbroken(words)}.`);
      if (now) this.aim.firstChild.prepend(make("span", { class: "tick" }, "✓ ")); // it is seen as a filled flag
      Object.assign(this.aim.dataset, { longest: `Goal, reached before: ${unbroken(longest)}.`, reached });
      this.aim.classList.toggle("reached", now);
      this.aim.classList.toggle("once", this.reached);
    }

    /** Who slides past a goal has not reached it: it counts once the hand rests there, or lets go. */
    counts(fits) {
      clearTimeout(this.waiting);
      this.counted = fits && (this.counted || this.rested || !(this.held || this.pressed));
      this.waiting = fits && !this.counted ? setTimeout(() => this.rest(), PASSING) : 0;
      return this.counted;
    }

    rest() {
      if (!this.waiting) return;
      this.rested = true;
      this.paint();
      this.rested = false;
    }

    /** A slider is pressed from the pointer's coming down, or from the second stroke of a key that stays down. */
    pressing(input) {
      const press = () => {
        this.pressed = true;
        const loose = new AbortController();
        const release = () => {
          loose.abort();
          this.pressed = false;
          this.rest();
        };
        ["pointerup", "pointercancel", "keyup", "blur"].forEach((kind) => addEventListener(kind, release, { signal: loose.signal }));
      };
      input.addEventListener("pointerdown", press);
      input.addEventListener("keydown", (event) => event.repeat && !this.pressed && press());
    }

    normal() {
      return Math.sqrt(-2 * Math.log(this.random())) * Math.cos(2 * Math.PI * this.random());
    }

    /** Of handles that overlap, the one whose centre is nearest to the pointer, and not the one drawn last. */
    closest({ clientX, clientY }) {
      const handles = [...this.svg.querySelectorAll("[data-move]")];
      const away = ({ left, right, top, bottom }) => Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2);
      return handles[argmin(handles.map((handle) => away(handle.getBoundingClientRect())))];
    }

    /** What carries data-move follows the pointer: this.moves has, by that name, what to do with its place. */
    grab(event) {
      const line = event.pointerType !== "touch" && event.target.closest("[data-grip]"); // a finger may have come to scroll
      if (!line && !event.target.closest("[data-move]")) return;
      const held = line ? this.svg.querySelector(`[data-move="${line.dataset.grip}"]`) : this.closest(event);
      // Where handles lie side by side over the whole width, a finger chooses one by a tap, or by resting on it: it may have come to scroll.
      if (event.pointerType === "touch" && held.matches(".knot")) {
        const tap = new AbortController(), name = held.dataset.move;
        this.svg.addEventListener("click", () => this.choose(name), { signal: tap.signal });
        const rest = setTimeout(() => {
          tap.abort();
          this.carry(name, event);
          this.choose(name);
        }, RESTING);
        ["pointerup", "pointercancel"].forEach((end) => this.svg.addEventListener(end, () => {
          clearTimeout(rest);
          setTimeout(() => tap.abort(), 50);
        }, { once: true }));
        return;
      }
      this.carry(held.dataset.move, event);
      event.preventDefault();
    }

    /** From now on the handle of this name goes with the pointer, until that is lifted. */
    carry(name, event) {
      const move = this.moves[name];
      const follow = (at) => {
        const box = this.svg.getBoundingClientRect();
        const scale = this.width / box.width;
        move((at.clientX - box.left) * scale, (at.clientY - box.top) * scale);
      };
      const stop = new AbortController();
      this.held = name;
      this.frame.classList.add("handled"); // from now on the discs are in the way
      this.frame.classList.add("pointed"); // what a pointer drags has the keyboard, and no ring
      this.frame.classList.toggle("touched", event.pointerType === "touch");
      this.svg.setPointerCapture(event.pointerId);
      this.svg.addEventListener("pointermove", follow, { signal: stop.signal });
      this.svg.addEventListener("lostpointercapture", () => {
        this.held = "";
        stop.abort();
        this.light();
        this.rest();
      }, { signal: stop.signal });
    }

    /** A slider over a list of values; it returns a function for the place that is chosen. */
    range(label, values, start, show = String) {
      const output = make("span", { class: "value" }, show(values[start]));  // no <output>: it would be announced too
      const input = make("input", { type: "range", min: 0, max: values.length - 1, step: 1, value: start });
      input.setAttribute("aria-valuetext", show(values[start]));
      input.setAttribute("aria-label", label === "ε" ? "privacy parameter ε" : label); // its value has been said already
      this.pressing(input);
      input.addEventListener("input", () => {
        place.show(Number(input.value));
        this.paint();
      });
      const words = values.map((value) => show(value));
      const every = words.join("").length > 22 ? 2 : 1; // long numbers would touch: every other one, and the last
      const marks = values.length < 8 ? words.map((word, i) => make("span", {}, (values.length - 1 - i) % every ? "" : word)) : [];
      const ruler = make("span", { class: "marks", "aria-hidden": true }, ...marks);
      const kind = values.length > 20 ? { class: "fine" } : {}; // on a phone, where they lie side by side, it gets more of the row
      this.sliders.append(make("label", kind, make("span", {}, label), make("span", { class: "track" }, input, ruler), output));
      const place = () => Number(input.value);
      place.input = input;
      place.show = (value) => {
        input.value = value;
        output.textContent = show(values[value]);
        input.setAttribute("aria-valuetext", output.textContent);
      };
      place.set = (value) => {
        if (this.held) input.focus({ preventScroll: true }); // what was dragged roughly is finished with the arrow keys
        if (Number(input.value) === value) return;
        place.show(value);
        this.paint();
      };
      this.named[label] = { read: () => words[place()], write: (word) => place.set(words.indexOf(word)) };
      return place;
    }

    /** Several sliders at once, in one drawing: no place between is drawn or counted as tried. */
    set(...settings) {
      if (this.held) settings.at(-1)[0].input.focus({ preventScroll: true });
      settings.forEach(([place, value]) => place.show(value));
      this.paint();
    }

    /** A row of names, one of which is chosen: what has no order is no place on a slider. */
    choice(label, names, start, where = this.sliders) {
      const own = `${this.title.id}-${label}-${Math.random()}`; // a cell that ran has drawn the same explorer once more
      const inputs = names.map((name, i) => make("input", { type: "radio", name: own, value: i }));
      inputs[start].checked = true;
      inputs.forEach((input) => input.addEventListener("change", () => this.paint()));
      const row = inputs.map((input, i) => {
        const word = make("span");
        worded(word, names[i]);
        return make("label", {}, input, word);
      });
      where.append(make("fieldset", { class: "pc-explorer-choice" }, make("legend", {}, label), ...row));
      const place = () => inputs.findIndex((input) => input.checked);
      place.set = (value) => {
        if (this.held) inputs[value].focus({ preventScroll: true });
        if (inputs[value].checked) return;
        inputs[value].checked = true;
        this.paint();
      };
      this.named[label] = { read: () => names[place()], write: (word) => place.set(names.indexOf(word)) };
      return place;
    }

    /** A button; what stands in brackets is not seen on a phone, but belongs to its name. */
    button(label, pressed, where = this.buttons) {
      const found = make("button", { type: "button" });
      this.rename(found, label);
      found.addEventListener("click", () => {
        pressed();
        this.paint();
      });
      where.append(found);
      return found;
    }

    rename(button, label) {
      const parts = label.split(/(\[.*?\])/).filter(Boolean);
      button.replaceChildren(...parts.map((part) => (part[0] === "[" ? make("span", { class: "spare" }, part.slice(1, -1)) : part)));
    }

    /** Buttons that belong together, under one name. */
    group(label) {
      const found = make("fieldset", { class: "pc-explorer-choice" }, make("legend", {}, label));
      this.buttons.append(found);
      return found;
    }

    add(name, attributes, ...children) {
      const found = shape(name, attributes, ...children);
      this.svg.append(found);
      return found;
    }

    text(x, y, words, attributes = {}) {
      return this.add("text", { x, y, ...attributes }, ...lettered(String(words), (letter) => shape("tspan", { class: "variable" }, letter)));
    }

    /** Words in the colour of what they name, with a halo that keeps them legible on lines. */
    label(x, y, words, kind = "", anchor = "start") {
      return this.text(x, y, words, { class: `label ${kind}`, "text-anchor": anchor });
    }

    rule(x1, y1, x2, y2, kind) {
      return this.add("line", { x1, y1, x2, y2, class: kind });
    }

    arrow(x1, y1, x2, y2, kind) {
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (length < 1) return;
      const [u, v] = [(x2 - x1) / length, (y2 - y1) / length];
      const size = Math.min(9, length);
      this.rule(x1, y1, x2 - u * size * 0.7, y2 - v * size * 0.7, `arrow ${kind}`);
      const side = (s) => `${x2 - u * size - s * v * size * 0.45},${y2 - v * size + s * u * size * 0.45}`;
      this.add("polygon", { points: `${x2},${y2} ${side(1)} ${side(-1)}`, class: `bar ${kind}` });
    }

    /** These sliders move the handle of this name: while one has the keyboard, its handle is lit. */
    drive(name, ...places) {
      this.drivers[name] = places.map((place) => place.input);
    }

    light() {
      this.svg.querySelectorAll(".knob").forEach(({ classList, dataset }) =>
        classList.toggle("lit", dataset.knob === this.held || (this.drivers[dataset.knob] || []).includes(document.activeElement)));
    }

    /** What this draws is quiet until the reader has done something; it has its place already. */
    later(draw) {
      const before = this.svg.children.length, drawn = draw();
      if (!this.acted) [...this.svg.children].slice(before).forEach((part) => part.classList.add("waiting"));
      return drawn;
    }

    /** A dot to be dragged, in a disc that a thumb can find and that is seen only when it is wanted. A mouse can also take the line that the dot carries. */
    handle(x, y, name, move, kind = "b", ways = [[1, 0], [-1, 0]], line = null) {
      this.moves[name] = move;
      if (line) this.rule(...line, `grip ${ways[0][0] ? "across" : "upright"}`).dataset.grip = name;
      const knob = this.add("g", { class: `knob ${kind}`, "data-knob": name });
      knob.append(shape("circle", { cx: x, cy: y, r: 22, class: `handle halo ${kind}`, "data-move": name }));
      ways.forEach(([u, v]) => {
        const side = (s) => `${x + 11 * u - s * 4 * v},${y + 11 * v + s * 4 * u}`;
        knob.append(shape("polygon", { points: `${x + 17 * u},${y + 17 * v} ${side(1)} ${side(-1)}`, class: `tip ${kind}` }));
      });
      knob.append(shape("circle", { cx: x, cy: y, r: 8, class: `handle ${kind}`, "data-move": name }));
    }

    /** Discs that would lie on each other are left away: the arrows alone say which way. */
    uncrowd() {
      const halos = [...this.svg.querySelectorAll(".halo")];
      const place = (halo) => ["cx", "cy"].map((axis) => Number(halo.getAttribute(axis)));
      halos.forEach((halo) => halo.parentNode.classList.toggle("crowded", halos.some((other) => other !== halo && Math.hypot(...place(halo).map((at, i) => at - place(other)[i])) < 60)));
      this.light();
    }

    /** The table under the picture holds for what is set now: `wanted` gives what follows the number in a row's first cell. */
    tabulate(settings, wanted, show = (value) => String(Number(value.toPrecision(4)))) {
      if (this.settings === settings) return;
      this.settings = settings;
      this.table.createCaption().textContent = unbroken(settings);
      const rows = [...this.table.tBodies[0].rows].map((row) => [...row.cells]);
      const written = rows.map(([first]) => wanted(Number(first.textContent.replace(",", ""))).map(show));
      const after = (word) => (word.split(".")[1] || "").length;
      written.forEach((row, j) => row.forEach((word, i) => {
        const lacks = Math.max(...written.map((other) => after(other[i]))) - after(word); // points stand below each other
        const zeros = lacks ? (after(word) ? "" : ".") + "0".repeat(lacks) : "";
        const known = written.every((other) => after(other[i])) && (word + zeros).replace(/^0?\.0*|\./g, "").length <= 4; // as in tables.py
        rows[j][i + 1].replaceChildren(...(known ? [word + zeros] : [word, make("span", { class: "pc-pad", "aria-hidden": true }, zeros)]));
      }));
    }

    /** A panel with two axes; what it returns turns numbers into places. `drop` leaves room for a handle on the lower one. */
    panel({ left = 52, right = 14, top, height, x, y, xlabel = "", ylabel = "", xticks, yticks, show = String, xshow = show, drop = 0 }) {
      const end = right < 0 ? -right : this.width - right;
      const foot = top + height;
      const X = (value) => left + ((value - x[0]) / (x[1] - x[0])) * (end - left);
      const Y = (value) => foot - ((value - y[0]) / (y[1] - y[0])) * height;
      (xticks || ticks(x, (end - left) / 70)).forEach((value) => {
        this.rule(X(value), top, X(value), foot, "grid");
        this.text(X(value), foot + 16 + drop, xshow(value).replace("-", "−"), { "text-anchor": "middle" });
      });
      (yticks || ticks(y, height / 42)).forEach((value) => {
        this.rule(left, Y(value), end, Y(value), "grid");
        this.text(left - 6, Y(value) + 4, show(value).replace("-", "−"), { "text-anchor": "end" });
      });
      this.text((left + end) / 2, foot + 34 + drop, xlabel, { "text-anchor": "middle" });
      this.label(left, top - 8, ylabel, "pinned"); // the title of a drawing stays over it
      const inverse = (px) => x[0] + ((px - left) / (end - left)) * (x[1] - x[0]);
      const climb = (py) => y[0] + ((foot - py) / height) * (y[1] - y[0]);
      return { X, Y, left, right: end, top, foot, inverse, climb };
    }

    line(xs, ys, { X, Y }, kind) {
      const points = xs.map((x, i) => `${X(x).toFixed(1)},${Y(ys[i]).toFixed(1)}`).join(" ");
      this.add("polyline", { points, class: `curve ${kind}` });
    }

    /** Bars between these edges, one for each height. */
    bars(edges, heights, { X, Y, foot }, kind, part = 1, shift = 0) {
      heights.forEach((value, i) => {
        if (!value) return;
        const wide = X(edges[i + 1]) - X(edges[i]);
        const top = Math.min(Y(value), foot);
        this.add("rect", {
          x: X(edges[i]) + wide * shift, y: top, width: Math.max(wide * part - 1, 1), height: foot - top, class: `bar ${kind}`,
        });
      });
    }

    /** One of many, in a colour and a shape of its own. */
    mark(x, y, r, kind) {
      const [at, up] = [x.toFixed(1), y.toFixed(1)];
      const turned = { b: `M${at} ${up}m0 ${-r * 1.25}l${r * 1.25} ${r * 1.25}l${-r * 1.25} ${r * 1.25}l${-r * 1.25} ${-r * 1.25}z`, r: `M${at} ${up}m${-r} ${-r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` };
      if (turned[kind]) this.add("path", { d: turned[kind], class: `dot ${kind}${kind === "r" ? " cross" : ""}` });
      else this.add("circle", { cx: at, cy: up, r, class: `dot ${kind}` });
    }

    /** Marks that pile up from the foot, in columns as wide as a mark: [value, kind]. Beyond the rims they are counted. */
    pile(points, { X, left, right, top, foot }, size = 7, rails = []) {
      const columns = new Map();
      const beyond = [0, 0];
      // In a column one kind stands on the other: mixed, two colours of small marks are one.
      const order = many(points.length, (i) => i).sort((i, j) => points[i][1].localeCompare(points[j][1]) || i - j);
      const places = [];
      order.forEach((i) => {
        const x = X(points[i][0]);
        places[i] = null;
        if (x < left - 1 || x > right + 1) {
          beyond[Number(x > right)] += 1;
          return;
        }
        let column = Math.round(x / size);
        for (const rail of rails) // no mark stands on a line that decides about it, or on its other side
          column = x > rail ? Math.max(column, Math.ceil(rail / size + 0.5)) : Math.min(column, Math.floor(rail / size - 0.5));
        const level = columns.get(column) || 0;
        columns.set(column, level + 1);
        places[i] = [column, level];
      });
      const rise = Math.min(size, (foot - top - size) / Math.max(1, ...columns.values()));
      const fallen = this.falling("pile", points.length);
      points.forEach(([, kind], i) => {
        const part = fallen(i);
        if (!places[i] || !part) return;
        const [column, level] = places[i];
        this.mark(column * size, top + (foot - size / 2 - level * rise - top) * part, size / 2 - 0.4, kind);
      });
      // Beside the marks where there is room.
      if (beyond[0]) this.label(left > 30 ? left - 4 : left, foot - 6, `◂ ${beyond[0]}`, "", left > 30 ? "end" : "start");
      if (beyond[1]) this.label(this.width - right > 30 ? right + 4 : right, foot - 6, `${beyond[1]} ▸`, "", this.width - right > 30 ? "start" : "end");
      return places.map((place) => place && [place[0] * size, foot - size / 2 - place[1] * rise]);
    }

    /** What was drawn so often, as bars of dots in front of bars of the probabilities. */
    tally(draws, chances, panel, kind) {
      const { X, Y, foot, top } = panel;
      const counts = chances.map(() => 0);
      const fallen = this.falling("tally", draws.length);
      const unit = (foot - Y(1)) / draws.length;
      const wide = (X(1) - X(0)) * 0.62;
      const columns = Math.max(1, Math.round(Math.sqrt(wide / unit)));
      const [size, rise] = [wide / columns, unit * columns];
      const r = Math.max(1, Math.min(size, rise, 10) / 2 - 0.4);
      chances.forEach((chance, i) => this.add("rect", {
        x: X(i + 0.5) - wide / 2, y: Y(chance), width: wide, height: foot - Y(chance), class: `bar outline ${kind(i)}`,
      }));
      draws.forEach((u, number) => {
        const i = outcome(chances, u);
        const j = counts[i]++;
        const part = fallen(number);
        const y = Math.max(top, foot - (0.5 + Math.floor(j / columns)) * rise);
        if (part) this.add("circle", {
          cx: (X(i + 0.5) - wide / 2 + (0.5 + (j % columns)) * size).toFixed(1), cy: (top + (y - top) * part).toFixed(1), r, class: `dot ${kind(i)}`,
        });
      });
      counts.rises = counts.map((count) => Math.ceil(count / columns) * rise); // how high the dots stand
      return counts;
    }

    /** What the strokes of a graph mean, in one line at the foot, where no edge is. */
    key(entries, at = this.height - 4) {
      const step = Math.min(116, (this.width - 20) / entries.length);
      entries.forEach(([kind, words], i) => {
        const x = 4 + step * i;
        this.rule(x, at - 4, x + 22, at - 4, `edge ${kind}`);
        this.text(x + 28, at, words);
      });
    }

    /** Named ellipses at their places, and strokes between their rims: [from, to, kind, arrow, width]. */
    graph({ names, places }, strokes, top, foot, look = () => ({}), [start, end] = [0, this.width]) {
      const half = names.map((name) => [12 + name.length * 3.9, 15]);
      const rim = end - start < 300 ? 40 : 62; // a phone is 320 wide
      const X = (i) => start + rim + places[i][0] * (end - start - 2 * rim);
      const Y = (i) => top + 18 + (1 - places[i][1]) * (foot - top - 36);
      strokes.forEach(([a, b, kind, head, wide]) => {
        const [dx, dy] = [X(b) - X(a), Y(b) - Y(a)];
        const inside = (i) => 1 / Math.hypot(dx / half[i][0], dy / half[i][1]);
        const at = (share) => [X(a) + dx * share, Y(a) + dy * share];
        const [from, to] = [at(inside(a)), at(1 - inside(b))];
        if (head) return this.arrow(...from, ...to, kind);
        const line = this.rule(...from, ...to, `edge ${kind}`);
        if (wide) line.style.strokeWidth = wide;
      });
      names.forEach((name, i) => {
        const { kind = "", ...rest } = look(i);
        if (kind === "none") return;
        this.add("ellipse", { cx: X(i), cy: Y(i), rx: half[i][0], ry: half[i][1], class: `node ${kind}`, ...rest });
        this.text(X(i), Y(i) + 4, name, { "text-anchor": "middle", class: `inside ${kind}`, ...rest });
      });
      return { X, Y };
    }
  }

  /** What to try once the goal has been reached. */
  const NEXT = {
    audit: "does moving the event help you?",
    bus: "what ε does the split budget need?",
    clip: "at ε = 1, is the best bound higher?",
    confounder: "assign at random. What bias is left?",
    deleting: "how few true edges does noise leave?",
    detect: "at ε = 1, how many people suffice?",
    interval: "with 100 people, which ε is enough?",
    once: "at ε = 0.1, how large does F1 become?",
    paths: "in “collider”, what opens the path?",
    questions: "how few answers are enough for half?",
    release: "at ε = 1, how many people suffice?",
    residual: "how low does y → x come by hand?",
    threshold: "at ε = 1, how often is it at best?",
    tickets: "at ε = 4, must a score be as low?",
    walker: "start again. How few moves do it?",
    worlds: "at ε = 0.1, does skill still help?",
  };

  const explorers = {
    worlds(stage) {
      const { epsilon, best, every } = stage.data;
      const pick = stage.range("ε", epsilon, 3);
      let bets, score, truth, u, reply, before;
      let begun = false; // the front page shows what has been bet once the reader has
      const kept = new Map(); // what was bet at each ε
      /** How probable seven or more right bets of ten are, one by one with this probability. */
      const seven = (p) => sum([120, 45, 10, 1].map((ways, i) => ways * p ** (7 + i) * (1 - p) ** (3 - i)));
      const nearly = (p) => (p > 0.995 ? "more than 99%" : percent(p));
      const published = () => truth + laplace(u) / epsilon[pick()];
      const next = () => {
        truth = stage.random() < 0.5 ? 37 : 38;
        u = stage.random();
      };
      const settle = (guess) => {
        bets.push([published(), truth === 37 ? "a" : "b"]);
        const best = (published() < 37.5 ? 37 : 38) === truth;
        score.best += best;
        if (guess) {
          score.played += 1;
          score.you += guess === truth;
          score.lately.push(guess === truth);
          score.beside.push(best);
          reply = [truth, guess === truth, digits(1)(published())];
        }
        next();
      };
      [37, 38].forEach((number) => stage.button(`I bet on ${number}`, () => settle(number)).classList.add("bet"));
      stage.button("50 best bets", () => {
        many(50, () => settle(0));
        reply = null;
      }).setAttribute("aria-label", "50 best bets: let the best strategy bet");
      const reset = () => {
        [reply, before] = [null, pick()];
        next();
        if (kept.has(before)) return ([bets, score] = kept.get(before));
        [bets, score] = [[], { you: 0, played: 0, best: 0, lately: [], beside: [] }];
        kept.set(before, [bets, score]);
        return many(400, () => settle(0)); // so many that chance rarely lifts the bar above the bound
      };
      stage.drive("bound", pick);
      reset();
      const densities = (e, top, told, height) => {
        const x = [30, 45];
        const high = Math.max(0.2, 0.58 * e); // the peak, and the words above it
        const plot = stage.panel({ left: 34, right: 14, top, height, x, y: [0, 1.14 * high], xticks: [], yticks: high > 1.2 ? [0, 1, 2] : high < 0.4 ? [0, 0.1, 0.2] : high < 1 ? [0, 0.5] : [0, 0.5, 1], ylabel: stage.front || stage.narrow ? "density" : "density of the published number" });
        const xs = many(301, (i) => 30 + i / 20);
        const at = (centre) => (value) => (e / 2) * Math.exp(-e * Math.abs(value - centre));
        // The part of each density that lies on the side of the other number: bets that even the best bettor loses.
        [[38, "b", 30, 37.5], [37, "a", 37.5, 45]].forEach(([centre, kind, from, to]) => {
          const under = xs.filter((value) => value >= from && value <= to).map((value) => `${plot.X(value)},${plot.Y(at(centre)(value))}`);
          stage.add("polygon", { points: [`${plot.X(from)},${plot.foot}`, ...under, `${plot.X(to)},${plot.foot}`].join(" "), class: `band ${kind}` });
        });
        [[37, "a", -8, "end"], [38, "b", 8, "start"]].forEach(([centre, kind, aside, anchor]) => {
          stage.line(xs, xs.map(at(centre)), plot, kind);
          const beside = plot.X(centre) + aside;
          const struck = (plot.X(told) - beside) * Math.sign(aside); // by the line of the next number
          stage.label(struck > -4 && struck < 34 ? plot.X(told) + aside : beside, plot.Y(at(centre)(centre)) - 4, `if ${centre}`, kind, anchor);
        });
        const wrong = percent(Math.exp(-e / 2) / 2);
        const lost = stage.narrow ? ["shaded:", `${wrong} wrong`] : [`shaded: ${wrong}`, "wrong even at best"];
        const rim = plot.Y(at(37)(stage.narrow ? 33.5 : 34)); // over a flat curve, not across it
        if (!stage.front) lost.forEach((words, i) => stage.label(plot.left + 4, (!stage.narrow && rim < plot.foot - 16 * lost.length - 4 ? plot.foot : rim) - 16 * (lost.length - i) + 8, words));
        return { plot, x, xs };
      };
      /** On a scale of logarithms the bound is ε itself: who drags it chooses ε. */
      const ratios = (e, { x, xs }, top, right, height) => {
        const steps = [50, 1, 1 / 50].map(Math.log);
        const ratio = stage.panel({
          left: 34, right: -right, top, height, x, y: [-4.3, 4.3], xticks: [], yticks: steps,
          show: (value) => (value < 0 ? `÷${Math.round(Math.exp(-value))}` : value ? `×${Math.round(Math.exp(value))}` : "1"), ylabel: "odds of 38 to 37",
        });
        [1, -1].forEach((end) => stage.rule(ratio.left, ratio.Y(end * e), ratio.right + (end > 0 ? 22 : 0), ratio.Y(end * e), "curve r"));
        stage.label(ratio.right - 4, ratio.top - 8, `at most exp(ε) = ${Math.exp(e).toFixed(e < 2 ? 1 : 0)}`, "r", "end"); // beside the disc of the handle
        stage.line(xs, xs.map((value) => e * (Math.abs(value - 37) - Math.abs(value - 38))), ratio, "n");
        stage.handle(ratio.right + 22, ratio.Y(e), "bound", (px, py) => pick.set(nearest(epsilon, ratio.climb(py))), "r", [[0, 1], [0, -1]], [ratio.left, ratio.Y(e), ratio.right, ratio.Y(e)]);
        return ratio;
      };
      const scores = (top, left = 48) => {
        const scale = stage.panel({ left, right: 64, top, height: 46, x: [0, 1], y: [0, 2], xticks: left > 48 || stage.narrow ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1], yticks: [], show: percent, ylabel: "right bets" });
        [["you", score.you, score.played], ["best", score.best, begun ? bets.length : 0]].forEach(([name, right, played], i) => {
          const y = scale.top + 4 + 23 * i;
          stage.text(scale.left - 6, y + 13, name, { "text-anchor": "end" });
          if (!played) {
            stage.add("rect", { x: scale.left, y, width: scale.X(0.5) - scale.left, height: 16, class: "bar outline dashed" });
            if (!i) stage.text(scale.left + 8, y + 13, "your turn");
            return;
          }
          const share = right / played;
          stage.add("rect", { x: scale.left, y, width: Math.max(0, scale.X(stage.ease(name, share)) - scale.left), height: 16, class: i ? "bar soft n" : "bar a" });
          stage.text(scale.right + 8, y + 13, `${right}/${played}`);
          if (played < 10) return;
          const error = 2 * Math.sqrt((share * (1 - share)) / played);
          stage.rule(scale.X(within(share - error, 0, 1)), y + 8, scale.X(within(share + error, 0, 1)), y + 8, "whisker");
        });
        const bound = scale.X(stage.ease("bound", every[pick()]));
        stage.rule(bound, scale.top - 4, bound, scale.foot, "curve r");
        stage.label(bound, scale.top - 8, `bound ${percent(every[pick()])}`, "r", "middle");
      };
      /** A place for each of ten bets: right ones are filled, wrong ones crossed. */
      const slot = (x, y, right, size) => {
        if (right === undefined) return stage.add("circle", { cx: x, cy: y, r: 7, class: "slot" });
        const r = 7 * size;
        stage.add("circle", { cx: x, cy: y, r, class: `slot ${right ? "hit" : "miss"}` });
        const [u, v] = [r * 0.5, r * 0.45];
        const sign = right ? `M${x - u} ${y}l${u * 0.8} ${v}l${u * 1.2} ${-2 * v}` : `M${x - v} ${y - v}l${2 * v} ${2 * v}m0 ${-2 * v}l${-2 * v} ${2 * v}`;
        stage.add("path", { d: sign, class: `sign ${right ? "hit" : "miss"}` });
      };
      /** The reader's last ten bets, and below each what the best strategy made of the same number. */
      const rows = (top, right) => {
        const grown = stage.ease("slots", score.played, 400);
        [["you", score.lately], ["best", score.beside]].forEach(([name, all, y = top + (name === "you" ? 0 : stage.narrow ? 18 : 21)]) => {
          const first = Math.max(0, all.length - 10);
          stage.text(34, y + 4.5, name, { "text-anchor": "end" });
          many(10, (i) => slot(50 + 20 * i, y, all[first + i], within(grown - first - i, 0, 1)));
          stage.text(250, y + 4.5, all.length ? `${sum(all.map(Number))} of ${all.length}` : "", { class: "chosen" });
        });
        if (stage.narrow || !begun) return;
        stage.text(right, top + 4.5, `bound ${percent(every[pick()])}`, { class: "r chosen", "text-anchor": "end" });
        stage.text(right, top + 25.5, `best, in ${bets.length} bets: ${percent(score.best / bets.length)}`, { "text-anchor": "end" });
      };
      /** The true number of the last bet at its place on the axis, and what the noise made of it. */
      const reveal = (plot, [x, y]) => {
        const [at, kind] = [plot.X(reply[0]), reply[0] === 37 ? "a" : "b"];
        stage.rule(at, plot.Y(epsilon[pick()] / 2), at, plot.foot, `truth ${kind}`);
        stage.arrow(at, y, x, y, `thin ${kind}`);
        stage.add("polygon", { points: `${at},${plot.foot + 1} ${at - 5},${plot.foot + 9} ${at + 5},${plot.foot + 9}`, class: `bar ${kind}` });
        stage.text(at, plot.foot + 21, String(reply[0]), { class: `chosen ${kind}`, "text-anchor": "middle" });
      };
      return () => {
        if (pick() !== before) reset();
        begun = begun || score.played > 0 || bets.length > 400 || (!stage.front && kept.size > 1);
        const e = stage.ease("ε", epsilon[pick()]);
        const told = stage.ease("told", within(published(), 30, 45));
        // What the first bet adds has its place from the start, or is taken from the densities: no button moves.
        const room = stage.narrow ? 196 : 142; // in a chapter: how far a number favours 38, and the score
        const below = stage.front ? (stage.narrow ? 42 : 64) : room * stage.ease("begun", Number(begun));
        const drawn = densities(e, 26, told, stage.front ? (stage.narrow ? 94 : 220) : (stage.narrow ? 340 : 390) - below);
        const { plot } = drawn;
        stage.frame.classList.toggle("fresh", stage.front && !begun);
        stage.height = plot.foot + 38 + below;
        ticks(drawn.x).forEach((value) => stage.text(plot.X(value), plot.foot + 16, String(value), { "text-anchor": "middle" }));
        stage.text((plot.left + plot.right) / 2, plot.foot + 37, "published number", { "text-anchor": "middle" });
        stage.rule(plot.left, plot.foot, plot.right, plot.foot, "axis");
        // The bets pile up under the curves that they come from.
        const places = stage.pile(begun ? bets : [], { ...plot, top: plot.foot - 54 }, bets.length > 300 ? 4 : 6);
        const last = places.at(-1);
        if (reply && stage.front) reveal(plot, last || [plot.X(within(bets.at(-1)[0], 30, 45)), plot.foot - 8]);
        if (reply && last) stage.add("circle", { cx: last[0], cy: last[1], r: 7, class: "ring" });
        const at = plot.X(told);
        const free = at < (plot.left + plot.right) / 2 + 20; // the right side, unless the next number is there
        const where = stage.narrow ? [plot.right, plot.top - 6] : [free ? plot.right - 4 : plot.left + 4, plot.top + 18]; // a phone has no room beside the curves
        if (reply) stage.label(...where, `It was ${reply[0]} ${reply[1] ? "✓" : "✗"}`, `reply ${reply[0] === 37 ? "a" : "b"}`, free || stage.narrow ? "end" : "start");
        stage.rule(at, plot.top, at, plot.foot, "told");
        const words = published() < 30 ? `◂ next: ${digits(1)(published())}` : published() > 45 ? `next: ${digits(1)(published())} ▸` : `next: ${digits(1)(published())}`;
        stage.label(at + (free ? 8 : -8), plot.top + 14, words, "", free ? "start" : "end");
        if (begun && !stage.front) {
          const [edge, high] = stage.narrow ? [plot.right - 24, 62] : [plot.right / 2 - 20, 102];
          const ratio = ratios(e, drawn, plot.foot + 64, edge, high);
          const nearer = e * (Math.abs(told - 37) - Math.abs(told - 38));
          stage.rule(ratio.X(told), ratio.top, ratio.X(told), ratio.foot, "told");
          stage.add("circle", { cx: ratio.X(told), cy: ratio.Y(nearer), r: 5, class: `dot ${nearer > 0 ? "b" : "a"}` });
          scores(stage.narrow ? ratio.foot + 40 : ratio.top + 22, stage.narrow ? 48 : edge + 90);
        }
        if (stage.front) rows(plot.foot + (stage.narrow ? 54 : 68), plot.right);
        const lately = score.lately.slice(-10);
        const aim = (chance) => `be right in 7 of your last 10 bets, as the best strategy is with probability ${nearly(chance)}`;
        stage.goal(aim(seven(best[pick()])), lately.length === 10 && sum(lately.map(Number)) >= 7, "Ten bets prove little: only a long series shows the bound.", aim(1));
        if (!begun) return `The upright line is the number that the clinic publishes next. Was the true number 37 or 38?${stage.front && !stage.narrow ? " The best strategy sees it too, and bets." : ""}`;
        const said = reply ? `It was ${reply[0]}, so your bet was ${reply[1] ? "right" : "wrong"}. ` : "";
        const most = percent(every[pick()]);
        const lucky = score.played > 4 && score.you > every[pick()] * score.played ? " You have been lucky" : ""; // the bound speaks of the long run
        const scored = `You: ${score.you} of ${score.played}. The best strategy: ${score.best} of ${bets.length}.`;
        const turned = reply && stage.front ? (Number(reply[2]) === reply[0] ? ` Noise hardly changed ${reply[0]}.` : ` Noise turned ${reply[0]} into ${reply[2]}.`) : "";
        const others = !stage.narrow && score.played === 1 && bets.length > 1 ? ` The columns show ${bets.length - 1} more bets, by the best strategy. Bet again, or move ε.` : "";
        const long = `n the long run nobody is right in more than ${most} of such bets`;
        const ten = score.played > 9 ? ` I${long}: that is what ε = ${epsilon[pick()]} promises. Move ε to 0.1, and bet again.` : "";
        const next = (lucky && `${lucky}: i${long}.`) || others || ten || ` Bet again, or move ε: the smaller it is, ${stage.narrow ? "" : "the more noise is added, and "}the closer even the best guess comes to the toss of a coin.`;
        if (stage.front && kept.size === 1) return `[${said}${scored}]${turned}${next}`;
        return `[${said}${stage.front ? scored : ""}]${turned} At ε = ${epsilon[pick()]} no mechanism allows more than ${most} right bets in the long run, and Laplace noise allows ${percent(best[pick()])}.${lucky ? `${lucky}.` : stage.front || !score.played ? "" : ` “Best” counts your bets and ${whole(bets.length - score.played)} of its own.`} ` +
          (stage.front ? "" : `[${score.played ? `You: ${score.you} of ${score.played}. ` : ""}The best strategy${score.played ? `, in these and in ${bets.length - score.played} bets of its own` : ""}: ${score.best} of ${bets.length}.]`);
      };
    },

    clip(stage) {
      const { clip, epsilon, lost, noise, together, edges, people, total } = stage.data;
      const e = stage.range("ε", epsilon, 1);
      const c = stage.range("clipping bound", clip, 5, (value) => `${value} hours`);
      const draws = many(40, () => laplace(stage.random()));
      const seen = new Map();
      stage.drive("clip", c);
      stage.button("Publish 20 more", () => many(20, () => draws.push(laplace(stage.random()))));
      const clipping = (bound, tall) => {
        const kept = people.map((_, j) => edges[j] < clip[c()]);
        const clipped = sum(people.filter((_, j) => !kept[j]));
        const [last] = people.filter((_, j) => kept[j]).slice(-1);
        const high = stage.ease("high", Math.max(...people, last + clipped) * 1.1);
        const plot = stage.panel({ left: 44, top: 26, height: tall, x: [0, edges.at(-1)], y: [0, high], xlabel: "hours", ylabel: "people", drop: 30 });
        stage.bars(edges, people.map((count, j) => (kept[j] ? count : 0)), plot, "a");
        stage.bars(edges, people.map((count, j) => (kept[j] ? 0 : count)), plot, "ghost");
        const at = plot.X(bound);
        // Those beyond the bound count there: they stand on the bar that ends at it.
        const [side, rest] = [plot.X(bound - 5), plot.Y(stage.ease("last", last))];
        const head = plot.Y(stage.ease("last", last) + stage.ease("clipped", clipped));
        stage.add("rect", { x: side, y: head, width: at - side - 1, height: rest - head, class: "bar outline r" });
        if (clipped >= 20) {
          const centre = sum(people.map((count, j) => (kept[j] ? 0 : count * (edges[j] + 2.5)))) / clipped;
          const clear = plot.Y(stage.ease("tallest", Math.max(...people.filter((_, j) => !kept[j])))) - 6; // above the bars that move
          stage.arrow(plot.X(stage.ease("centre", centre)), clear, at + 3, Math.min(clear, (head + rest) / 2), "r");
        }
        stage.rule(at, plot.top - 4, at, plot.foot + 6, "told");
        stage.handle(at, plot.foot + 14, "clip", (px) => c.set(nearest(clip, plot.inverse(px))), "b", undefined, [at, plot.top, at, plot.foot]);
        const left = at > (plot.left + plot.right) / 2;
        const words = stage.narrow ? `${clipped} people → ${clip[c()]} h` : `${clipped} people count as ${clip[c()]} hours`;
        stage.label(at + (left ? -8 : 8), plot.top + 8, words, "r", left ? "end" : "start");
        return plot.foot + 30;
      };
      const publishing = (i, top, right) => {
        const strip = stage.panel({ left: 44, right: -right, top, height: stage.narrow ? 70 : 106, x: [0, 1.3], y: [0, 1], yticks: [], xlabel: "published sum, in % of the true sum", show: (v) => String(Math.round(100 * v)) });
        const centre = 1 - stage.ease("lost", lost[c()]) / total;
        const wide = stage.ease("noise", noise[i][c()]) / total;
        stage.pile(draws.map((z) => [centre + (z * wide) / Math.SQRT2, "soft b"]), { ...strip, top: strip.top + 40 }, draws.length > 200 ? 4 : 6);
        stage.rule(strip.X(1), strip.top - 10, strip.X(1), strip.foot, "told");
        stage.label(strip.X(1) + 5, strip.top - 3, "true sum");
        const place = within(strip.X(centre), strip.left, strip.right);
        const short = Math.abs(strip.X(1) - place) < 18; // an arrow would be all head
        if (short) stage.rule(strip.X(1), strip.top + 12, place, strip.top + 12, "whisker thick r");
        else stage.arrow(strip.X(1), strip.top + 12, place, strip.top + 12, "r");
        const [from, to] = [-1, 1].map((side) => within(strip.X(centre + side * wide), strip.left, strip.right));
        stage.rule(from, strip.top + 32, to, strip.top + 32, "whisker b");
        [from, to].forEach((end) => stage.rule(end, strip.top + 26, end, strip.top + 38, "whisker b"));
        stage.add("circle", { cx: place, cy: strip.top + 32, r: 4, class: "dot b" });
        const inside = from < strip.left + 48; // words on the side where there is room for them
        // Where nothing is clipped there is no bias; a small one is named to the left of the line.
        if (lost[c()] > 0) stage.label(inside ? strip.X(1) + 10 : Math.min(place, strip.X(1) - 3) - 6, strip.top + 16, "bias", "r", inside ? "start" : "end");
        stage.label(inside ? to + 6 : from - 5, strip.top + 36, "noise", "b", inside ? "start" : "end");
        return strip.foot;
      };
      const comparing = (i, box) => {
        const mine = [...seen.values()].filter(([j]) => j === i).map(([, j]) => j);
        const tried = stage.panel({
          ...box, x: [0, edges.at(-1)], y: [0, 0.68], xlabel: "bounds tried", ylabel: "typical error", yticks: [0, 0.2, 0.4, 0.6],
          show: (v) => (v <= 1 && v > 0 ? percent(v) : String(v)),
        });
        const dot = (j, r, kind) => stage.add("circle", { cx: tried.X(clip[j]), cy: tried.Y(Math.min(0.6, together[i][j] / total)), r, class: `dot ${kind}` });
        if (mine.length >= 10) clip.forEach((_, j) => dot(j, 2, "n soft"));
        mine.forEach((j) => dot(j, j === c() ? 6 : 3.5, j === c() ? "b" : "a"));
        const least = Math.min(...mine.map((j) => together[i][j])) / total;
        const up = stage.ease("least", Math.min(0.6, least));
        stage.rule(tried.left, tried.Y(up), tried.right, tried.Y(up), "curve a thin");
        stage.label(tried.right - 4, tried.Y(up) + (up < 0.2 ? -6 : 14), `best so far: ${percent(least, 1)}`, "a", "end");
      };
      return () => {
        const i = e();
        seen.set(`${i},${c()}`, [i, c()]);
        stage.height = stage.narrow ? 430 : 455;
        // What one bound costs comes first. There is something to compare once a second one has been tried.
        const more = stage.ease("more", Number(new Set([...seen.values()].map(([, j]) => j)).size > 1));
        const foot = clipping(stage.ease("bound", clip[c()]), stage.narrow ? 86 + 120 * (1 - more) : 200);
        const split = stage.width * (1 - 0.44 * more);
        const end = publishing(i, foot + 57, stage.narrow ? stage.width - 14 : split - 14 - 2 * more);
        if (more > 0.9) comparing(i, stage.narrow ? { left: 44, top: end + 60, height: 62 } : { left: split + 40, right: 8, top: foot + 57, height: 106 });
        const finest = argmin(together[i]);
        const part = (value) => percent(value / total, 1);
        stage.goal("find the bound with the smallest error", c() === finest, "Clip lower, and bias costs more; clip higher, and noise does.");
        return `[${draws.length} sums published.] Bound ${clip[c()]}: clipping removes ${part(lost[c()])} of the sum, and the noise at ε = ${epsilon[i]} has a standard deviation of ${part(noise[i][c()])}. [The typical error is ${part(together[i][c()])}.] ` +
          (c() === finest ? "No bound does better at this ε." : `A ${c() < finest ? "higher" : "lower"} bound does better.`);
      };
    },

    walker(stage) {
      const { x, y, at, tables, bounds, trail: [start] } = stage.data;
      const column = stage.range("left and right", at, start[0], digits(1));
      const row = stage.range("down and up", at, start[1], digits(1));
      const been = [start];
      const way = [start.map((place) => at[place])];
      const span = [at[0] - 0.7, at.at(-1) + 0.7];
      stage.drive("walker", column, row);
      const low = Math.floor(Math.min(...Object.values(tables).flat(2))); // 0 if no place makes a correlation negative
      const xticks = low < 0 ? [-1, -0.5, 0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
      /** Where one person makes both correlations large: each from its least to its greatest value, and their mean. */
      const parts = Object.values(tables).map((table) => {
        const [least, most] = [Math.min(...table.flat()), Math.max(...table.flat())];
        return table.map((values) => values.map((value) => (value - least) / (most - least)));
      });
      const both = parts[0].map((values, j) => values.map((_, i) => sum(parts.map((table) => table[j][i])) / parts.length));
      /** The more colour, the larger both correlations with the person in that place: its scale stands over the corner. */
      const levels = (plot) => {
        const size = [plot.X(at[1]) - plot.X(at[0]), plot.Y(at[0]) - plot.Y(at[1])];
        const ground = stage.add("g", { class: "levels", "shape-rendering": "crispEdges" });
        both.forEach((values, j) => values.forEach((value, i) => ground.append(shape("rect", {
          x: plot.X(at[i]) - size[0] / 2, y: plot.Y(at[j]) - size[1] / 2, width: size[0], height: size[1], opacity: (0.35 * value).toFixed(2),
        }))));
        const [steps, wide, end] = [6, stage.narrow ? 9 : 14, plot.right - 30];
        many(steps, (i) => ground.append(shape("rect", { x: end - (steps - i) * wide, y: plot.top - 19, width: wide, height: 12, opacity: ((0.35 * i) / (steps - 1)).toFixed(2) })));
        stage.add("rect", { x: end - steps * wide, y: plot.top - 19, width: steps * wide, height: 12, class: "scale" });
        stage.text(end + 5, plot.top - 8, "high");
        stage.text(end - steps * wide - 5, plot.top - 8, `${stage.narrow ? "" : "both correlations there: "}low`, { "text-anchor": "end" });
      };
      const band = (name, now, i, top, left, right) => {
        const values = been.map(([a, b]) => tables[name][b][a]);
        const seen = [stage.ease(`${name} least`, Math.min(...values)), stage.ease(`${name} most`, Math.max(...values))];
        const scale = stage.panel({ left, right, top: top + 20, height: 36, x: [low, 1], y: [0, 1], yticks: [], xticks });
        stage.label(scale.left, top + 8, `${name}: ${digits(2)(now)}`);
        const middle = scale.top + 18;
        const rails = [seen[1] - bounds[i], seen[0] + bounds[i]].map((value) => scale.X(within(value, low, 1)));
        stage.rule(rails[0], middle, rails[1], middle, "curve r thin");
        rails.forEach((rail) => stage.rule(rail, scale.top - 3, rail, scale.foot, "rail r"));
        stage.add("rect", { x: scale.X(seen[0]) - 1, y: middle - 5, width: scale.X(seen[1]) - scale.X(seen[0]) + 2, height: 10, class: "bar a" });
        stage.add("circle", { cx: scale.X(stage.ease(name, now)), cy: middle, r: 6, class: "dot b edged" });
        const share = (Math.max(...values) - Math.min(...values)) / bounds[i];
        stage.label(scale.right, top + 8, `${percent(share)} of bound${share > 0.99 ? " ★" : ""}`, "r", "end");
        return share;
      };
      return () => {
        const [a, b] = [column(), row()];
        if (been.at(-1).join() !== [a, b].join()) been.push([a, b]);
        const here = stage.held ? way.at(-1) : [at[a], at[b]];
        if (!stage.held && way.at(-1).join() !== here.join()) way.push(here);
        const height = stage.narrow ? 200 : 282;
        stage.height = height + (stage.narrow ? 240 : 154); // the frame of a reached goal keeps off the ticks
        const plot = stage.panel({ left: 36, top: 26, height, x: span, y: span, xlabel: "first number", ylabel: "second number" });
        levels(plot);
        x.forEach((value, i) => stage.add("circle", { cx: plot.X(value), cy: plot.Y(y[i]), r: 4.5, class: "dot n" }));
        const points = way.slice(-120).map(([u, v]) => `${plot.X(u).toFixed(1)},${plot.Y(v).toFixed(1)}`).join(" ");
        stage.add("polyline", { points, class: "curve b trail" });
        stage.handle(plot.X(stage.ease("x", here[0])), plot.Y(stage.ease("y", here[1])), "walker", (px, py) => {
          const [u, v] = [plot.inverse(px), plot.climb(py)].map((value) => within(value, at[0], at.at(-1)));
          way.push([u, v]); // the hand goes smoothly, and the numbers are those of the cell that it is in
          stage.set([column, nearest(at, u)], [row, nearest(at, v)]);
        }, "b", [[1, 0], [-1, 0], [0, 1], [0, -1]]);
        const shares = Object.keys(tables).map((name, i) =>
          band(name, tables[name][b][a], i, ...(stage.narrow ? [plot.foot + 46 + i * 84, 20, 20] : [plot.foot + 46, i ? stage.width / 2 + 50 : 36, i ? 14 : stage.width / 2 + 28])));
        stage.goal("bring both bands to their rails", Math.min(...shares) > 0.99, "One person alone uses up the bounds, so no smaller ones hold.");
        const each = (words) => listed(Object.keys(tables).map(words));
        return `[The correlations are ${each((name) => `${digits(2)(tables[name][b][a])} (${name})`)}.] ` +
          `One person has moved ${each((name, i) => `${name}’s ${i ? "" : "correlation "}by ${(shares[i] * bounds[i]).toFixed(2)} of at most ${bounds[i].toFixed(2)}`)}.`;
      };
    },

    questions(stage) {
      const { epsilon, delta, up, at, bound, quantile } = stage.data;
      const most = at.at(-1);
      const small = (value) => (value < 1e-3 ? "10⁻⁶" : percent(value));
      const e = stage.range("ε of each", epsilon, 1);
      const d = stage.range("δ", delta, 0, small);
      const t = stage.range("answers", at, 10);
      stage.drive("stop", t);
      const walks = [];
      const more = () => many(100, () => walks.push(Float64Array.from({ length: most }, stage.random)));
      more();
      stage.button("A hundred more", () => walks.length < 1000 && more());
      /** Where each walk is after every number of answers. */
      const losses = (n, step, chance) => walks.map((walk) => {
        const levels = new Float64Array(n + 1);
        for (let i = 0; i < n; i += 1) levels[i + 1] = levels[i] + (walk[i] < chance ? step : -step);
        return levels;
      });
      /** A dozen walks, and those beyond the bound; the others as a band that holds nine in ten. Return how low it comes. */
      const draw = (all, n, limit, plot) => {
        const places = [0, ...at.filter((i) => i < n), n];
        const ends = places.map((i) => Float64Array.from(all, (levels) => levels[i]).sort());
        const edge = (share) => places.map((i, j) => `${plot.X(i)},${plot.Y(ends[j][Math.floor(share * (all.length - 1))])}`);
        stage.add("polygon", { points: [...edge(0.05), ...edge(0.95).reverse()].join(" "), class: "band a" });
        const newest = all.slice(-100);
        const grown = Math.round(n * (1 - (walks.length - stage.ease("walks", walks.length, 600)) / 100));
        newest.forEach((levels, i) => {
          const above = levels[n] > limit + 1e-9;
          if (i < 88 && !above) return;
          const points = many(grown + 1, (j) => `${plot.X(j).toFixed(1)},${plot.Y(levels[j]).toFixed(1)}`).join(" ");
          stage.add("polyline", { points, class: `walk ${above ? "r" : "a"}` });
        });
        return plot.Y(Math.min(...ends.map((sorted) => sorted[Math.floor(0.05 * (all.length - 1))])));
      };
      const ends = (all, n, step, limit, plot, room) => {
        const levels = new Map();
        all.forEach((walk) => levels.set(Math.round(walk[n] / step), (levels.get(Math.round(walk[n] / step)) || 0) + 1));
        const widest = Math.max(...levels.values());
        const tall = Math.max(1, Math.abs(plot.Y(2 * step) - plot.Y(0)) - 1);
        levels.forEach((count, key) => stage.add("rect", {
          x: plot.right + 6, y: plot.Y(key * step) - tall / 2, width: (room * count) / widest, height: tall, class: `bar ${key * step > limit + 1e-9 ? "r" : "a"}`,
        }));
      };
      return () => {
        const [step, chance, n, limit] = [stage.ease("ε", epsilon[e()]), up[e()], at[t()], bound[e()][d()]];
        const shown = Math.round(stage.ease("n", n));
        const here = stage.ease("limit", limit[t()]);
        const all = losses(shown, step, chance);
        const rims = all.flatMap((levels) => [Math.min(...levels), Math.max(...levels)]); // no walk leaves the window
        const sure = n * epsilon[e()];
        const low = stage.ease("low", Math.min(-3, ...rims));
        const high = stage.ease("high", Math.max(6, 1.12 * sure, 1.3 * limit[t()], ...rims)); // nor does the sum
        stage.height = stage.narrow ? 380 : 434;
        const words = stage.narrow ? 78 : 82; // beside the bars: what the lines at the right are called
        const pile = words + (stage.narrow ? 34 : 62);
        const plot = stage.panel({ left: 34, right: pile + 14, top: 26, height: stage.narrow ? 300 : 354, drop: 18, x: [0, most], y: [low, high], xlabel: "answers", ylabel: "privacy loss" });
        const rim = draw(all, shown, here, plot);
        stage.label(plot.left + 6, Math.min(rim + 18, plot.foot - 8), stage.narrow ? "9 in 10 walks" : "band: 9 in 10 walks", "a");
        const last = Math.min(most, high / step);
        stage.line([0, last], [0, last * step], plot, "n");
        const line = plot.X(stage.ease("n", n));
        const summed = plot.Y(Math.min(high, shown * step));
        stage.add("circle", { cx: line, cy: summed, r: 5, class: "dot n" });
        const room = line - plot.left > 150;
        stage.label(line + (room ? -10 : 10), summed - 4, `sum of all ε: ${sure.toFixed(1)}`, "", room ? "end" : "start");
        // What lies beyond the chosen number is pale, and what leads to the names at the right is thin.
        const halves = [[0, t() + 1, ""], [t(), at.length, "faint"]];
        halves.forEach(([from, to, pale]) => {
          const part = (values) => values.slice(from, to);
          const low = (v) => plot.Y(Math.min(v, high));
          stage.line(part(at).filter((_, i) => limit[from + i] <= high), part(limit), plot, `b ${pale}`);
          stage.line(part(at), part(quantile[e()][d()]), { X: plot.X, Y: low }, `v exact ${pale}`);
        });
        stage.rule(line, plot.top, line, plot.foot, "told");
        stage.handle(line, plot.foot - (stage.narrow ? 30 : 0), "stop", (px) => t.set(nearest(at, plot.inverse(px))), "b", undefined, [line, plot.top, line, plot.foot]);
        ends(all, shown, step, here, plot, pile - words - 8);
        const tail = quantile[e()][d()][t()];
        const [upper, lower] = [here, tail].map((value) => plot.Y(Math.min(high, value)));
        stage.rule(line, upper, stage.width - 2, upper, "curve b thin");
        stage.rule(line, lower, stage.width - 2, lower, "curve v exact thin");
        const above = losses(n, epsilon[e()], chance).filter((levels) => levels[n] > limit[t()] + 1e-9).length;
        stage.label(stage.width - 2, upper - 9, `bound ${limit[t()].toFixed(1)}`, "b", "end");
        stage.label(stage.width - 2, lower + 14, `quantile ${tail.toFixed(1)}`, "v", "end");
        stage.label(stage.width - 2, plot.top - 8, `${percent(above / walks.length)} of walks end above${stage.narrow ? "" : ` the bound; δ allows ${small(delta[d()])}`}`, above / walks.length > delta[d()] ? "r pinned" : "pinned", "end");
        stage.goal("at δ = 10⁻⁶, a bound below half of the sum of all ε", delta[d()] < 1e-3 && limit[t()] < sure / 2, "Losses cancel: at a risk of one in a million, half of the sum is enough.");
        stage.tabulate(`At ε = ${epsilon[e()]} for each answer`, (n) => [n * epsilon[e()], ...bound[e()].map((row) => row[at.indexOf(n)])]);
        const found = above === 1 ? "one ends" : `${above || "none"} end${above ? "" : "s"}`;
        const allowed = delta[d()] < 1e-3 ? "one walk in a million" : `${percent(delta[d()])} of walks`;
        return `[After ${n} answer${n === 1 ? "" : "s"} the sum of all ε is ${sure.toFixed(1)}, the bound is ${limit[t()].toFixed(1)}, and the quantile is ${tail.toFixed(1)}.] ` +
          `Of ${whole(walks.length)} walks, ${found} above the bound; in the long run at most ${allowed} will.`;
      };
    },

    audit(stage) {
      const { sizes, edges, violates, counts, bounds, claim, cuts, anywhere, reached } = stage.data;
      const games = [];
      const first = 2;
      const home = cuts.indexOf(1); // where the event begins that the auditor chose before the runs
      const cut = stage.range("event: number ≥", cuts, home, digits(1));
      stage.drive("cut", cut);
      let game = -1, size = first, verdict = null, moved = false;
      /** A game in which the auditor, too, has not rejected yet. */
      const next = () => {
        const open = many(violates.length, (i) => i).filter((i) => i !== game && bounds[i].slice(0, first + 1).every((value) => value <= claim));
        game = open[Math.floor(stage.random() * open.length)];
        moved = false;
        cut.show(home);
      };
      next();
      // A judged program stays in sight until the reader asks for the next one. What cannot be pressed says so, and keeps the keyboard's place.
      const more = stage.button("More runs", () => {
        if (verdict === null) size = Math.min(size + 1, sizes.length - 1);
        else {
          next();
          [size, verdict] = [first, null];
        }
      });
      const rejects = () => bounds[game].slice(0, size + 1).some((value) => value > claim);
      const say = (rejected) => () => {
        if (verdict !== null) return;
        verdict = rejected === violates[game];
        games.push({ game, size, wrong: violates[game], you: verdict, auditor: rejects() === violates[game] });
      };
      const judging = [stage.button("Reject[ the label]", say(true)), stage.button("Do not reject", say(false))];
      const drawn = () => {
        const shares = counts[game].map((side, j) => side[size].map((count, i) => stage.ease(`${j},${i}`, count / sizes[size])));
        const plot = stage.panel({ left: 44, right: 20, top: 62, height: 160, x: [edges[0], edges.at(-1)], y: [0, 0.6], xticks: [-4, -2, 0, 2, 4], yticks: [0, 0.2, 0.4], show: (v) => (v ? String(v) : "0"), xlabel: "published number", ylabel: `share of ${whole(sizes[size])} runs` });
        // What lies in the event counts, and the rest is pale.
        ["a", "b"].forEach((kind, j) => [false, true].forEach((inside) =>
          stage.bars(edges, shares[j].map((share, i) => ((edges[i] >= cuts[cut()]) === inside ? share : 0)), plot, inside ? kind : `${kind} pale`, 0.5, j / 2)));
        const at = plot.X(stage.ease("cut", cuts[cut()]));
        stage.rule(at, plot.top + (verdict === null ? 0 : 48), at, plot.foot, "told"); // not through the verdict
        stage.handle(at, plot.top + 62, "cut", (px) => cut.set(nearest(cuts, plot.inverse(px))), "b", undefined, [at, plot.top, at, plot.foot]);
        const left = at > plot.right - 150;
        const beyond = reached[game].map((side) => percent(side[size][cut()] / sizes[size]));
        [[`event: number ≥ ${digits(1)(cuts[cut()])}`, ""], [`with you ${beyond[1]}`, "b"], [`without you ${beyond[0]}`, "a"]].forEach(([words, kind], i) =>
          (i || !stage.narrow || verdict === null) && stage.label(at + (left ? -1 : 1) * (i ? 26 : 10), plot.top + (i ? 42 + 16 * i : 14), words, kind, left ? "end" : "start"));
        if (verdict === null) return plot;
        const wrong = violates[game];
        stage.label(plot.left + 4, plot.top + 18, wrong ? "label violated" : "label satisfied", `stamp ${wrong ? "r" : "a"}`);
        stage.label(plot.left + 4, plot.top + 36, `you were ${verdict ? "right ✓" : "wrong ✗"}`, `pinned ${verdict ? "a" : "r"}`);
        return plot;
      };
      /** The bounds of the reader's event. Whoever has moved it has looked first, and pays for every event that could have been chosen. */
      const mine = () => (moved ? anywhere[game].map((row) => row[cut()]) : bounds[game]);
      const proved = (top) => {
        const found = mine().slice(0, size + 1).map((value) => Math.min(2, value));
        const scale = stage.panel({
          left: 44, right: 20, top, height: stage.narrow ? 84 : 112, x: [0, sizes.length - 1], y: [0, 2], xticks: [0, 2, 4, 6], xshow: (i) => whole(sizes[i]), yticks: [0, 1, 2], xlabel: "runs on each table", ylabel: "lower bound on ε",
        });
        games.slice(-8).forEach((old) => stage.line(many(old.size + 1, (i) => i), bounds[old.game].slice(0, old.size + 1), scale, old.wrong ? "r past" : "n past"));
        stage.rule(scale.left, scale.Y(claim), scale.right, scale.Y(claim), "curve r");
        stage.add("rect", { x: scale.left, y: scale.top, width: scale.right - scale.left, height: scale.Y(claim) - scale.top, class: "band r" });
        stage.label(scale.right, scale.top - 8, stage.narrow ? `above ${claim}: rejected` : `above ε = ${claim} the auditor rejects`, "r pinned", "end");
        stage.line(found.map((_, i) => i), found, scale, "a");
        found.forEach((value, i) => stage.add("circle", { cx: scale.X(i), cy: scale.Y(value), r: i === size ? 6 : 4, class: `dot ${value > claim ? "r" : "a"}` }));
        stage.label(within(scale.X(size), scale.left + 30, scale.right - 16), scale.Y(found[size]) + (found[size] > claim / 2 && found[size] <= claim ? 19 : -11), `ε ≥ ${mine()[size].toFixed(2)}`, found[size] > claim ? "r" : "a", "middle");
        return scale;
      };
      /** Who judged how, over the picture: one mark for each program. */
      const scores = () => ["you", "auditor"].forEach((who, side) => {
        const [left, step] = [4 + (side * stage.width) / 2, stage.narrow ? 20 : 28];
        const most = Math.max(3, Math.floor((stage.width / 2 - 120) / step));
        const shown = Math.max(3, Math.min(most, games.length)), r = step / 2 - 2;
        stage.text(left, 20, who, { class: "chosen" });
        many(shown, (i) => {
          const old = games.slice(-most)[i], at = left + 51 + r + i * step;
          stage.add("circle", { cx: at, cy: 16, r, class: `dot ${old ? (old[who] ? "a" : "r") : "ghost soft"}` });
          if (old) stage.text(at, 20.5, old[who] ? "✓" : "✗", { "text-anchor": "middle", class: "tick" });
        });
        if (games.length) stage.text(left + 53 + shown * step, 20, `${games.filter((old) => old[who]).length} of ${games.length}`, { class: "chosen" });
      });
      return () => {
        moved = moved || cut() !== home;
        stage.height = stage.narrow ? 402 : 432;
        scores();
        proved(drawn().foot + 58);
        stage.rename(more, verdict === null ? "More runs" : "Next program");
        more.setAttribute("aria-disabled", verdict === null && size === sizes.length - 1);
        judging.forEach((button) => button.setAttribute("aria-disabled", verdict !== null));
        stage.goal("judge three programs rightly", games.filter((old) => old.you).length >= 3, "Samples can refute a label, but they never prove one.");
        const word = verdict === null ? "" : `It ${violates[game] ? "violated" : "satisfied"} its label, so you were ${verdict ? "right" : "wrong"}. `;
        return `${word}[${whole(sizes[size])} runs on each table. The auditor has established ε ≥ ${bounds[game][size].toFixed(2)}; the label is ε = ${claim}.] ` +
          (moved ? `Your event gives ε ≥ ${mine()[size].toFixed(2)}: moved after the runs, it pays for all ${cuts.length} that you could have chosen. ` : "") +
          (verdict === null ? "Do you reject the label, or does it need more runs?" : `The auditor ${rejects() ? "rejects" : "does not reject"} the label.`);
      };
    },

    threshold(stage) {
      const { truth, threshold, epsilon, chance, spread } = stage.data;
      const e = stage.range("ε", epsilon, 1);
      const t = stage.range("threshold", threshold, 4);
      stage.drive("threshold", t);
      const rounds = many(30, stage.random);
      stage.button("Run 30 rounds", () => rounds.length < 1500 && many(30, () => rounds.push(stage.random())));
      const largest = argmax(truth);
      return () => {
        const stops = chance[e()][t()].map((value, i) => stage.ease(i, value));
        const level = stage.ease("level", threshold[t()]);
        const [near, far] = spread[e()].map((value, i) => stage.ease(`spread ${i}`, value));
        stage.height = 430;
        const x = [0.5, truth.length + 1.6];
        const plot = stage.panel({ left: 36, right: 38, top: 26, height: 174, x, y: [-12, 44], xticks: [], yticks: [-10, 0, 10, 20, 30, 40], ylabel: "answer" });
        const [high, low] = [level + near, level - near].map((value) => within(plot.Y(value), plot.top, plot.foot));
        stage.add("rect", { x: plot.left, y: high, width: plot.right - plot.left, height: low - high, class: "band b" });
        truth.forEach((value, i) => {
          const at = plot.X(i + 1);
          const ends = [value - far, value + far].map((end) => within(plot.Y(end), plot.top, plot.foot));
          stage.rule(at, ends[0], at, ends[1], "whisker a soft");
          stage.add("circle", { cx: at, cy: plot.Y(value), r: 5, class: `dot ${value > level ? "a" : "n"}` });
        });
        stage.label(plot.X(largest + 1), plot.Y(truth[largest]) - 12, "largest", "a", "middle");
        stage.rule(plot.left, plot.Y(level), plot.right + 16, plot.Y(level), "curve b");
        stage.handle(plot.right + 16, plot.Y(level), "threshold", (px, py) => t.set(nearest(threshold, plot.climb(py))), "b", [[0, 1], [0, -1]], [plot.left, plot.Y(level), plot.right, plot.Y(level)]);
        const [beside, above] = stage.narrow ? [4, plot.top - 8] : [8, plot.Y(level) - 12]; // where it covers no answer
        stage.label(plot.right - beside, above, `threshold ${threshold[t()]}`, "b", "end");
        const below = stage.panel({ left: 36, right: 38, top: plot.foot + 34, height: 140, x, y: [0, 1], xticks: many(truth.length, (i) => i + 1).filter((i) => !stage.narrow || i % 2), yticks: [0, 0.5, 1], xshow: String, xlabel: "question at which the round ends", ylabel: "probability (bar), your rounds (dots)", show: percent });
        stage.text(below.X(truth.length + 1), below.foot + 16, "none", { "text-anchor": "middle" });
        const counts = stage.tally(rounds, stops, { ...below, X: (i) => below.X(i + 0.5) }, (i) => (i === largest ? "b" : "a"));
        stage.label(below.right, below.top + 14, `${rounds.length} rounds cost ${rounds.length} × ε = ${whole(rounds.length * epsilon[e()])}`, "", "end");
        const best = chance[e()][t()];
        stage.label(below.X(largest + 1), below.Y(stops[largest]) - 6, percent(best[largest]), "b", "middle");
        stage.goal("at least four in five rounds end at the largest answer", best[largest] >= 0.8, "The gap to the other answers is then wide, compared with the noise.");
        const first = truth.findIndex((value) => value > threshold[t()]);
        return `Each round costs ε = ${epsilon[e()]}. Without noise it would end at ${first < 0 ? "no question" : `question ${first + 1}`}; ` +
          `with noise it ends at question ${largest + 1}, the largest, with probability ${percent(best[largest])} and without an answer with probability ${percent(best.at(-1))}. Of your ${rounds.length} rounds, ${counts[largest]} ended at the largest.`;
      };
    },

    tickets(stage) {
      const { names, start, epsilon } = stage.data;
      const scores = [...start];
      const highest = 12;
      const e = stage.range("ε", epsilon, 2);
      let changed = 3;
      const height = stage.range("its score", many(highest + 1, (i) => i), scores[changed]);
      const who = stage.choice("site", names.map((name) => name.slice(-1)), changed, stage.buttons);
      const person = stage.choice("one person", ["nobody", "+1", "+1, others −1"], 0, stage.buttons);
      const draws = many(30, stage.random);
      stage.button("Draw 30[ tickets]", () => draws.length < 1500 && many(30, () => draws.push(stage.random())));
      const law = (values, at = epsilon[e()]) => {
        const weights = values.map((value) => Math.exp((at * (value - Math.max(...values))) / 2));
        return weights.map((weight) => weight / sum(weights));
      };
      /** How far one person can move each probability, in units of ε: a strip under the columns of the sites. */
      const losing = (losses, place) => {
        const ratio = stage.panel({ ...place, y: [-1.25, 1.25], xticks: [], yticks: [-1, 0, 1], show: (v) => (v ? `${v < 0 ? "−" : "+"}ε` : "0"), ylabel: `privacy loss: one person’s change; bound ±${epsilon[e()]}` });
        [-1, 1].forEach((sign) => stage.rule(ratio.left, ratio.Y(sign), ratio.right, ratio.Y(sign), "curve r"));
        losses.forEach((loss, i) => {
          const kind = i === changed ? "b" : "a";
          const [at, up] = [ratio.X(i + 0.5), ratio.Y(stage.ease(`loss ${i}`, loss))];
          stage.rule(at, ratio.Y(0), at, up, `whisker thick ${kind}`);
          stage.add("circle", { cx: at, cy: up, r: 5, class: `dot ${kind}` });
          // On the other side of zero it is far from the names of the sites, from the bound and from its line.
          stage.label(at, ratio.Y(0) + (loss < 0 ? -6 : 16), `${digits(2)(Math.round(100 * loss) / 100 + 0)} ε`, kind, "middle");
        });
      };
      /** What this person does to the score of a site: only who also lowers the others can come near the bound. */
      const step = (i) => (i === changed ? Math.min(1, person()) : person() < 2 ? 0 : -1);
      const lost = (worst) => {
        if (!person()) return `Nobody has come to ${names[changed]} yet, so nothing is lost. The bound is ε = ${epsilon[e()]}.`;
        const most = person() === 1 ? `; alone it stays below ε/2 = ${epsilon[e()] / 2}` : `; the bound is ε = ${epsilon[e()]}`;
        return `+1 for ${names[changed]} moves the logarithm of a probability by up to ${(worst * epsilon[e()]).toFixed(2)}${most}.`;
      };
      return () => {
        if (who() === changed) scores[changed] = height();
        else {
          changed = who();
          height.show(scores[changed]);
        }
        const chances = law(scores);
        const moved = law(scores.map((value, i) => value + step(i)));
        const x = [0, names.length];
        const kind = (i) => (i === changed ? "b" : "a");
        const [left, right] = [46, 14];
        stage.height = stage.narrow ? 406 : 455;
        names.forEach((_, i) => stage.drive(`score${i}`, ...(i === changed ? [height] : [])));
        const plot = stage.panel({ left, right, top: 26, height: stage.narrow ? 116 : 168, x, y: [0, highest + (stage.narrow ? 2.6 : 0.9)], xticks: [], yticks: [0, 5, 10], ylabel: stage.narrow ? "score: drag it" : "score" });
        scores.forEach((value, i) => {
          const up = stage.ease(`score ${i}`, value);
          stage.bars([i + 0.2, i + 0.8], [up], plot, i === changed ? "b" : "soft n");
          stage.handle(plot.X(i + 0.5), plot.Y(up), `score${i}`, (px, py) => {
            who.set(i);
            height.set(within(Math.round(plot.climb(py)), 0, highest));
          }, i === changed ? "b" : "n idle", value ? [[0, 1], [0, -1]] : [[0, -1]]); // an arrow down would lie on the name
          stage.text(plot.X(i + 0.5), plot.Y(up) - 24, value, { class: `chosen ${kind(i)}`, "text-anchor": "middle" });
          const shifted = plot.Y(stage.ease(`step ${i}`, value + step(i)));
          if (step(i)) [[0.2, 0.36], [0.64, 0.8]].forEach(([from, to]) => stage.rule(plot.X(i + from), shifted, plot.X(i + to), shifted, "shifted"));
        });
        names.forEach((name, i) => stage.text(plot.X(i + 0.5), plot.foot + 18, stage.narrow ? name.slice(-1) : name, { "text-anchor": "middle" }));
        const below = stage.panel({ left, right, top: plot.foot + 48, height: stage.narrow ? 88 : 90, x, y: [0, 1.2], xticks: [], yticks: [0, 0.5, 1], ylabel: "probability (bar), tickets drawn (dots)", show: percent });
        const drawn = chances.map((value, i) => stage.ease(i, value));
        const counts = stage.tally(draws, drawn, below, kind);
        drawn.forEach((value, i) => stage.label(below.X(i + 0.5), Math.min(below.Y(value), below.foot - counts.rises[i]) - 6, chances[i] < 0.01 ? "<1%" : percent(chances[i]), kind(i), "middle"));
        const losses = chances.map((value, i) => Math.log(moved[i] / value) / epsilon[e()]);
        const worst = Math.max(...losses.map(Math.abs));
        losing(losses, { left, right, x, top: below.foot + 34, height: stage.narrow ? 74 : 84 });
        stage.goal("let one person move a probability by 0.95 ε or more", worst > 0.95, "Half comes from its own score, and half from those of the others.");
        stage.tabulate(`At the scores ${listed(scores.map(String))}`, (value) => {
          const [now, factor] = [law(scores, value), Math.exp(value)];
          return [...now, Math.log(factor - Math.min(...now) * (factor - 1))];
        }, digits(3));
        const best = argmax(scores);
        const leader = scores.filter((value) => value === scores[best]).length > 1 ? "More than one site has" : `Site ${names[best].slice(-1)} has`;
        return `[${leader} the highest score: probability ${percent(chances[best])}${leader[0] === "M" ? " each" : ""}.] ${lost(worst)} ` +
          `[Of ${whole(draws.length)} tickets, ${counts[best]} were for site ${names[best].slice(-1)}.]`;
      };
    },

    confounder(stage) {
      const { effect, trait, control, shares } = stage.data;
      const steps = { treated: stage.range("treated, far away", shares, 11, percent), control: stage.range("control, far away", shares, 9, percent) };
      Object.entries(steps).forEach(([name, share]) => stage.drive(name, share));
      const studies = [];
      const draw = () => studies.push([stage.normal(), stage.normal()]);
      many(20, draw);
      stage.button("20 more studies", () => studies.length < 1000 && many(20, draw));
      const size = 200;
      // Chance leaves a small difference between two groups of this size.
      stage.button("⚄ Assign at random", () => Object.values(steps).forEach((share) => share.set(nearest(shares, 0.5 + (stage.normal() * 0.5) / Math.sqrt(size)))));
      const signed = (value) => `${value > -0.0005 ? "+" : "−"}${fine(Math.abs(value))}`;
      const rate = (far, helped) => control + trait * far + (helped ? effect : 0);
      const groups = (f, g) => {
        const plot = stage.panel({ left: 48, top: 26, height: stage.narrow ? 192 : 204, x: [-0.04, 1.04], y: [0.1, 0.9], xticks: [0, 0.25, 0.5, 0.75, 1], yticks: [0.2, 0.4, 0.6, 0.8], show: percent, xlabel: "share of the group that lives far away", ylabel: "proportion who come" });
        [[true, "a", "treated", -26], [false, "b", "control", 18]].forEach(([helped, kind, words, aside]) => {
          stage.line([0, 1], [rate(0, helped), rate(1, helped)], plot, kind);
          stage.label(plot.X(1), plot.Y(rate(1, helped)) + aside, words, kind, "end");
        });
        stage.arrow(plot.X(0.02), plot.Y(rate(0.02, false)), plot.X(0.02), plot.Y(rate(0.02, true)), "n");
        stage.label(plot.X(0.02) + 8, plot.Y(rate(0, true)) - 8, `effect ${signed(effect)}`);
        const [y1, y0] = [rate(f, true), rate(g, false)];
        const kind = y1 < y0 ? "r" : "n";
        const middle = plot.X((f + g) / 2);
        [[f, y1], [g, y0]].forEach(([at, y]) => stage.rule(plot.X(at), plot.Y(y), middle, plot.Y(y), "curve n thin"));
        stage.arrow(middle, plot.Y(y0), middle, plot.Y(y1), kind);
        stage.label(within(middle, plot.left + 54, plot.right - 54), plot.Y(Math.min(y0, y1)) + 40, `difference ${signed(y1 - y0)}`, kind, "middle");
        // Side by side, each points only away from the other.
        const ways = (side) => (Math.abs(plot.X(f) - plot.X(g)) < 42 ? [[side, 0]] : [[1, 0], [-1, 0]]);
        const treated = f < g ? -1 : 1;
        const aside = Math.max(0, 16 - Math.abs(plot.X(f) - plot.X(g))) / 2; // over each other only one would be seen
        stage.handle(plot.X(f) + treated * aside, plot.Y(y1), "treated", (px) => steps.treated.set(nearest(shares, plot.inverse(px))), "a", ways(treated));
        stage.handle(plot.X(g) - treated * aside, plot.Y(y0), "control", (px) => steps.control.set(nearest(shares, plot.inverse(px))), "b", ways(-treated));
        return plot.foot;
      };
      const differences = (f, g, top) => {
        const reach = stage.ease("reach", Math.max(0.25, Math.abs(trait) * Math.abs(f - g) + 0.2));
        const scale = stage.panel({ left: 20, top, height: 114, x: [effect - reach, effect + reach], y: [0, 1], yticks: [], xlabel: `difference, ${size} in each group`, show: String });
        const [y1, y0] = [rate(f, true), rate(g, false)];
        const spread = Math.sqrt((y1 * (1 - y1) + y0 * (1 - y0)) / size);
        const seen = studies.map(([a]) => y1 - y0 + a * spread);
        const apart = Math.abs(scale.X(effect + Math.abs(trait) * Math.abs(f - g)) - scale.X(effect)) > 26;
        stage.label(scale.X(effect), scale.top + (apart ? 16 : -2), "effect", "", "middle"); // in one line with the other names, where these leave room
        // The bias is as large as the bound: the difference stands on one of two rails, which meet when the groups are alike.
        [-1, 1].forEach((sign) => {
          const rail = scale.X(effect + sign * Math.abs(trait) * Math.abs(f - g));
          const drawn = sign * trait * (f - g) > 0; // the side on which the difference stands
          if (f === g) return;
          stage.rule(rail, scale.top + 22, rail, scale.foot, `rail r${drawn ? "" : " other"}`);
          stage.label(rail + 2 * sign, scale.top + 16, drawn ? "effect + bias" : "if exchanged", drawn ? "r" : "muted", sign < 0 ? "end" : "start");
        });
        stage.rule(scale.X(effect), scale.top + (apart ? 22 : 4), scale.X(effect), scale.foot, "told");
        const rails = [0, -1, 1].map((sign) => scale.X(effect + sign * Math.abs(trait) * Math.abs(f - g)));
        stage.pile(seen.map((value) => [value, value < 0 ? "r" : "a"]), { ...scale, top: scale.top + 46 }, studies.length > 200 ? 4 : 8, rails);
        return seen;
      };
      return () => {
        const [f, g] = [shares[steps.treated()], shares[steps.control()]];
        const [far, near] = [stage.ease("f", f), stage.ease("g", g)];
        stage.height = stage.narrow ? 430 : 442;
        const seen = differences(far, near, groups(far, near) + 58);
        const difference = rate(f, true) - rate(g, false);
        stage.goal("turn the sign of the difference", difference < -1e-9, "The reward helps everyone, and yet the treated come less often."); // not by a rounding error
        const wrong = seen.filter((value) => value < 0).length;
        return `[${percent(f)} of the treatment group and ${percent(g)} of the control group live far away.] The difference in proportions is ${fine(difference)}, the effect is ${fine(effect)}: ` +
          `the bias is ${factor(trait)} × ${factor(f - g + 0)} = ${fine(trait * (f - g))}. In ${wrong} of ${studies.length} studies a helpful reward seems to do harm.`;
      };
    },

    interval(stage) {
      const { people, epsilon, rates, parts } = stage.data;
      const e = stage.range("ε", epsilon, 1);
      const n = stage.range("people per group", people, 1, whole);
      stage.drive("typical", n);
      const ignored = stage.choice("intervals", ["with the noise", "without"], 0, stage.buttons);
      const studies = [];
      const draw = () => studies.push([...many(2, () => stage.normal()), ...many(4, () => laplace(stage.random()))]);
      many(200, draw);
      stage.button("+40 studies", () => studies.length < 2000 && many(40, draw));
      const effect = rates[1] - rates[0];
      const width = ([chance, noise]) => 1.96 * Math.sqrt(chance + (ignored() ? 0 : noise));
      /** One study as the chapter analyses it: everything is computed from the four noisy counts, their totals too. */
      const study = (draws, m, b) => {
        const arms = rates.map((p, i) => {
          const came = within(Math.round(m * p + draws[i] * Math.sqrt(m * p * (1 - p))), 0, m);
          const noisy = came + b * draws[2 + 2 * i];
          const size = Math.max(1, noisy + (m - came) + b * draws[3 + 2 * i]);
          const share = noisy / size;
          const chance = Math.max(0, (share * (1 - share)) / size);
          return [share, chance, (2 * b * b * (share ** 2 + (1 - share) ** 2)) / size ** 2];
        });
        const chance = arms[0][1] + arms[1][1];
        return { value: arms[1][0] - arms[0][0], inner: 1.96 * Math.sqrt(chance), outer: 1.96 * Math.sqrt(chance + arms[0][2] + arms[1][2]) };
      };
      /** What a typical study has, at the left of the studies: who pulls its end chooses how many people that takes. */
      const typical = (plot, half) => {
        const [at, end] = [plot.X(-2.6), plot.Y(effect + half)];
        stage.rule(at, plot.Y(effect - half), at, end, "whisker thick b");
        stage.handle(at, Math.max(end, plot.top), "typical", (px, py) => n.set(nearest(parts[e()].map((part) => width(part)), plot.climb(py) - effect)), "b", [[0, 1], [0, -1]]);
        stage.label(at, within(plot.Y(effect - half) + 18, plot.top, plot.foot - 6), "typical", "b", "middle");
      };
      const bars = (results, held, thin, half) => {
        const last = stage.narrow ? 20 : 40;
        const plot = stage.panel({ left: 48, right: 86, top: 26, height: stage.narrow ? 216 : 286, x: [-4.4, last], y: [-0.2, 0.9], xticks: [], yticks: [-0.2, 0, 0.2, 0.4, 0.6, 0.8], ylabel: "effect" });
        stage.rule(plot.left, plot.Y(0), plot.right, plot.Y(0), "axis");
        const clamp = (value) => within(plot.Y(value), plot.top, plot.foot);
        results.slice(-last).forEach((one, i) => {
          const at = plot.X(i + 0.5);
          const kind = held(one) ? "a" : "r";
          const value = stage.ease(`value ${i}`, one.value);
          const outer = stage.ease(`outer ${i}`, one.inner + thin * (one.outer - one.inner));
          stage.rule(at, clamp(value - outer), at, clamp(value + outer), `whisker ${kind}`);
          stage.rule(at, clamp(value - one.inner), at, clamp(value + one.inner), `whisker thick ${kind}`);
          if (value + outer > 0.9) stage.arrow(at, plot.top + 9, at, plot.top - 3, `${kind} thin`);
          if (value - outer < -0.2) stage.arrow(at, plot.foot - 9, at, plot.foot + 3, `${kind} thin`);
        });
        stage.rule(plot.left, plot.Y(effect), plot.right, plot.Y(effect), "told");
        stage.label(plot.right + 6, plot.Y(effect) + 4, "true effect");
        stage.label(plot.right + 6, plot.Y(0) + 4, "no effect");
        typical(plot, half);
        stage.text((plot.left + plot.right) / 2, plot.foot + 18, `the last ${last} studies, one bar each`, { "text-anchor": "middle" });
        return plot.foot;
      };
      const coverage = (top, shares) => {
        const left = 92;
        const scale = stage.panel({ left, right: 52, top, height: 46, x: [0, 1], y: [0, 2], xticks: stage.narrow ? [0, 0.5, 1] : [0, 0.2, 0.4, 0.6, 0.8, 1], yticks: [], show: percent });
        shares.forEach((share, i) => {
          const chosen = i === ignored();
          stage.text(left - 6, top + 17 + 23 * i, ["with the noise", "without"][i], { "text-anchor": "end", class: chosen ? "chosen" : "" });
          stage.add("rect", { x: left, y: top + 3 + 23 * i, width: Math.max(0, scale.X(stage.ease(`share ${i}`, share)) - left), height: 18, class: `bar ${share < 0.9 ? "r" : "a"} ${chosen ? "" : "soft"}` });
          stage.label(scale.right + 6, top + 17 + 23 * i, percent(share), share < 0.9 ? "r" : "a");
        });
        stage.rule(scale.X(0.95), top - 6, scale.X(0.95), scale.foot, "told");
        stage.label(scale.X(0.95), top - 10, "95% claimed", "", "end");
        stage.text(left, top - 10, stage.narrow ? "coverage" : `coverage in all ${studies.length} studies`);
      };
      return () => {
        const [sampling, noise] = parts[e()][n()];
        const [inner, outer] = [1.96 * Math.sqrt(sampling), 1.96 * Math.sqrt(sampling + noise)];
        const results = studies.map((draws) => study(draws, people[n()], 2 / epsilon[e()]));
        const held = [(one) => Math.abs(one.value - effect) <= one.outer, (one) => Math.abs(one.value - effect) <= one.inner];
        const covered = held.map((holds) => results.filter(holds).length);
        stage.height = stage.narrow ? 360 : 430;
        const foot = bars(results, held[ignored()], stage.ease("thin", ignored() ? 0 : 1), stage.ease("half", width(parts[e()][n()])));
        coverage(foot + 48, covered.map((count) => count / studies.length));
        const wider = ([chance, added]) => Math.sqrt((chance + added) / chance);
        const enough = parts.findIndex((row) => wider(row[people.indexOf(1000)]) < 1.1);
        stage.goal("with 1,000 people per group, find the smallest ε at which the noise adds less than a tenth", people[n()] === 1000 && e() === enough, "Beside chance, privacy costs little here.");
        const [shown, other] = ignored() ? [1, 0] : [0, 1];
        const share = (i) => `${covered[i]} of ${whole(studies.length)} contain the effect (${percent(covered[i] / studies.length)})`;
        const kind = (i) => ["with the noise", "that ignore the noise"][i];
        return `A typical half-width is ${inner.toFixed(3)} by the assignment alone, and ${outer.toFixed(3)} with the noise. ` +
          `[Drawn are intervals ${kind(shown)}: ${share(shown)}. Of those ${kind(other)}, ${covered[other]} do.]`;
      };
    },

    paths(stage) {
      const { names, places, worlds, records } = stage.data;
      const g = stage.choice("graph", worlds.map((world) => world.name), worlds.length - 1);
      const given = new Set();
      const flip = (i) => (given.has(i) ? given.delete(i) : given.add(i));
      const together = stage.group("given");
      const buttons = names.map((name, i) => stage.button(name, () => flip(i), together));
      stage.named.given = {
        read: () => names.filter((_, i) => given.has(i)).join(", "),
        write: (words) => {
          given.clear();
          words.split(", ").forEach((name) => given.add(names.indexOf(name)));
          stage.paint();
        },
      };
      const samples = many(30, () => stage.normal());
      stage.button("Draw 30[ samples]", () => samples.length < 1500 && many(30, () => samples.push(stage.normal())));
      stage.svg.addEventListener("click", (event) => {
        const node = event.target.dataset.node;
        if (node === undefined || !worlds[g()].free.includes(Number(node))) return;
        flip(Number(node));
        stage.paint();
      });
      /** The nodes of a small graph stand in the middle, as far apart as in the whole one. */
      const centred = worlds.map(({ edges }) => {
        const used = [...new Set(edges.flat())].map((i) => places[i]);
        const middle = [0, 1].map((axis) => (Math.min(...used.map((at) => at[axis])) + Math.max(...used.map((at) => at[axis]))) / 2);
        return places.map((at) => at.map((value, axis) => value - middle[axis] + 0.5));
      });
      const X = (i) => {
        const rim = stage.width < 300 ? 40 : 62; // as in graph()
        return rim + centred[g()][i][0] * (stage.width - 2 * rim);
      };
      const Y = (i) => 40 + (1 - centred[g()][i][1]) * 200;
      /** The way through these places, so far to its left: two paths that share an arrow run on either side of it. */
      const beside = (points, far) => {
        const normals = points.slice(1).map(([x, y], i) => {
          const [dx, dy] = [x - points[i][0], y - points[i][1]];
          return [dy / Math.hypot(dx, dy), -dx / Math.hypot(dx, dy)];
        });
        return points.map(([x, y], i) => {
          const [before, after] = [normals[Math.max(0, i - 1)], normals[Math.min(i, normals.length - 1)]];
          const share = far / Math.max(0.8, 1 + before[0] * after[0] + before[1] * after[1]); // at a sharp turn it stays under the node
          return [x + share * (before[0] + after[0]), y + share * (before[1] + after[1])];
        });
      };
      /** A path is one band through its nodes: coloured if it is open, hatched if not. Return where it runs. */
      const route = (path, i, count, closed) => {
        const places = beside(path.map((node) => [X(node), Y(node)]), count > 1 ? 11 - 22 * i : 0);
        stage.add("polyline", { points: places.map((at) => at.map((value) => value.toFixed(1)).join()).join(" "), class: `route ${closed ? "closed" : "b"}` });
        return places;
      };
      /** What is closed ends before its nodes: what is open goes through them, and over it. */
      const veil = (closed) => {
        [...new Set(closed.flat())].forEach((i) => stage.add("ellipse", { cx: X(i), cy: Y(i), rx: 20 + names[i].length * 3.9, ry: 23, class: "veil" }));
        stage.svg.append(...stage.svg.querySelectorAll(".route.b"));
      };
      /** Its name beside the last part of the way, on the side where no other path runs. */
      const chip = (places, closed, side) => {
        const [[x1, y1], [x2, y2]] = places.slice(-2);
        const words = closed ? "closed" : "open";
        const far = side * (22 + (3.7 * words.length * Math.abs(y2 - y1)) / Math.hypot(x2 - x1, y2 - y1));
        const half = 9 + 3.7 * words.length;
        const aside = (x1 + x2) / 2 + (far * (y2 - y1)) / Math.hypot(x2 - x1, y2 - y1);
        const [x, y] = [within(aside, half + 2, stage.width - half - 2), (y1 + y2) / 2 - (far * (x2 - x1)) / Math.hypot(x2 - x1, y2 - y1)];
        stage.add("rect", { x: x - half, y: y - 11, width: 2 * half, height: 22, rx: 11, class: `chip ${closed ? "" : "b"}` });
        stage.label(x, y + 4, words, `pinned ${closed ? "" : "b"}`, "middle");
      };
      /** A bar across the band before the node that blocks it, and why. */
      const stop = (path, node, places, side) => {
        const j = path.indexOf(node);
        const [dx, dy] = [0, 1].map((axis) => places[j][axis] - places[j - 1][axis]);
        const [u, v] = [dx / Math.hypot(dx, dy), dy / Math.hypot(dx, dy)];
        const away = 26 + 3.9 * names[node].length * Math.abs(u);
        const [x, y] = [places[j][0] - away * u, places[j][1] - away * v];
        stage.rule(x - 13 * v, y + 13 * u, x + 13 * v, y - 13 * u, "stop r");
        const [wide, high] = [side * v * 22, side * -u * 22];
        const aside = Math.abs(wide) > 8;
        const words = `blocked: ${names[node]} ${given.has(node) ? "given" : "is a collider"}`;
        // It ends at the bar, so that it keeps off the node behind it and off the other path.
        stage.label(x + wide + (aside ? 0 : 10 * u), y + high + (aside ? 0 : high < 0 ? 2 : 10), words, "r", (aside ? wide : -u) < 0 ? "end" : "start");
      };
      return () => {
        const world = worlds[g()];
        [...given].forEach((i) => world.free.includes(i) || given.delete(i));
        buttons.forEach((button, i) => {
          button.hidden = !world.free.includes(i);
          button.setAttribute("aria-pressed", given.has(i));
        });
        const chosen = [...given].sort();
        const { blocked, correlation } = world.sets[chosen.join()];
        stage.height = 430;
        const used = new Set(world.edges.flat());
        const ways = world.paths.map((path, i) => route(path, i, world.paths.length, blocked[i].length > 0));
        veil(world.paths.filter((_, i) => blocked[i].length));
        stage.graph({ names, places: centred[g()] }, world.edges.map(([a, b]) => [a, b, "n", true]), 22, 258, (i) => {
          if (!used.has(i)) return { kind: "none" };
          return { kind: world.ends.includes(i) ? "end" : given.has(i) ? "given" : "free" };
        });
        world.paths.forEach((path, i) => blocked[i].forEach((node) => stop(path, node, ways[i], i ? -1 : 1)));
        ways.forEach((places, i) => chip(places, blocked[i].length > 0, i ? -1 : 1));
        // Over each node that can be chosen lies what takes the click; it is seen under the mouse.
        world.free.forEach((i) => stage.add("ellipse", { cx: X(i), cy: Y(i), rx: 22 + names[i].length * 3.9, ry: 22, class: "frame", "data-node": i }));
        const limit = 1.96 / Math.sqrt(records - chosen.length - 3);
        const scale = stage.panel({ left: 20, right: 20, top: 290, height: 98, x: [-1, 1], y: [0, 1], yticks: [], xlabel: `${chosen.length ? "partial " : ""}correlation in samples of ${records} records` });
        const centre = Math.atanh(stage.ease("correlation", correlation));
        const beyond = (z) => Math.abs(Math.atanh(correlation) + z / Math.sqrt(records - chosen.length - 3)) > limit;
        const rails = [-limit, limit].map((rail) => scale.X(Math.tanh(rail)));
        rails.forEach((rail) => stage.rule(rail, scale.top, rail, scale.foot, "rail r"));
        stage.label(scale.X(Math.tanh(-limit)) - 6, scale.top + 6, "critical values", "r", "end");
        const marks = stage.pile(samples.map((z) => [Math.tanh(centre + z / Math.sqrt(records - chosen.length - 3)), beyond(z) ? "b" : "a"]), scale, samples.length > 200 ? 4 : 6, rails);
        const still = blocked.filter((nodes) => !nodes.length).length;
        const tip = Math.min(...marks.filter(Boolean).map(([, y]) => y));
        stage.label(scale.X(Math.tanh(centre)), tip - 10, still ? "dependent" : "independent", still ? "b" : "a", "middle");
        const ends = listed(world.ends.map((end) => names[end]));
        const open = world.paths.length === 1 ? `${still} of 1 path is` : `${still} of the ${world.paths.length} paths ${still === 1 ? "is" : "are"}`;
        stage.goal("in the graph “all three”, separate reward and health", !still && g() === worlds.length - 1, "What blocks one path can open another, so the choice matters.");
        // Two open paths whose sum is below the critical values: without a word the picture would contradict the rule.
        const cancels = still > 1 && Math.abs(correlation) < Math.tanh(limit) / 2 ? " Their signs are opposite, and they nearly cancel." : "";
        return `${chosen.length ? `Given ${listed(chosen.map((i) => names[i]))}` : "Given nothing"}, ${open} open, so ${ends} are ${still ? "dependent" : "independent"}.${cancels} ` +
          `${samples.filter(beyond).length} of ${samples.length} samples are beyond the critical values.`;
      };
    },

    release(stage) {
      const { pairs, truth, people, epsilon, found } = stage.data;
      const methods = ["test by test", "one release"];
      const n = stage.range("people", people, 1, whole);
      const e = stage.range("ε", epsilon, 2);
      const one = stage.choice("villages", ["all 100", "one"], 0, stage.buttons);
      const count = found[methods[0]][0][0].length;
      methods.forEach((name) => stage.drive(name, n));
      let village = -1;
      stage.button("Next village", () => {
        village = (village + 1) % count;
        one.set(1);
      });
      const has = (graph, pair) => (graph >> pair) & 1;
      const right = (graph) => sum(truth.map((pair) => has(graph, pair)));
      const wrong = (graph) => sum(pairs.map((_, pair) => has(graph, pair))) - right(graph);
      const mean = (values) => sum(values) / values.length;
      /** Each percentage lies on its own edge, where no other one passes. */
      const SPOTS = [0.28, 0.5, 0.6, 0.5];
      const drawn = (name, graphs, kind, [left, right], top, foot) => {
        const shares = pairs.map((_, pair) => stage.ease(`${name} ${pair}`, mean(graphs.map((graph) => has(graph, pair))), 500)); // slowly, also under a drag: one follows which line grows
        const strokes = pairs.flatMap(([a, b], pair) => {
          const share = shares[pair];
          const real = truth.includes(pair);
          const line = share > 0.005 ? [[a, b, real ? "found" : "extra", false, 0.6 + 7.4 * share]] : [];
          return line.length || !real ? line : [[a, b, "missed"]];
        });
        const { X, Y } = stage.graph(stage.data, strokes, top + 14, foot, () => ({}), [left, right]);
        stage.label(left + 4, top + 10, name, `pinned ${kind}`);
        if (one()) return;
        SPOTS.forEach((part, i) => {
          const [a, b] = pairs[truth[i]];
          stage.label(X(a) + part * (X(b) - X(a)), Y(a) + part * (Y(b) - Y(a)) + 5, percent(shares[truth[i]]), "a pinned", "middle");
        });
      };
      let from = n(); // where the hand took hold
      stage.svg.addEventListener("pointerdown", () => (from = n()));
      /** The means lie far apart: a hand that has gone a tenth of the way to the next one has chosen it. */
      const reached = (means, wanted) => {
        let i = from;
        while (i + 1 < means.length && wanted > means[i] + 0.1 * (means[i + 1] - means[i])) i += 1;
        while (i > 0 && i <= from && wanted < means[i] - 0.1 * (means[i] - means[i - 1])) i -= 1;
        return i;
      };
      /** A dot for each village, over or under the number of its right edges, as many in a row as fit. */
      const heap = (all, kind, { X, wide, foot }, side) => {
        const columns = 2 * Math.floor(wide / (stage.narrow ? 13 : 18)) + 1; // an odd number: one stands over the number itself
        const heights = many(truth.length + 1, (value) => all.filter((graph) => right(graph) === value).length);
        const [size, rise] = [wide / columns, Math.min(wide / columns, HEAP / Math.ceil(Math.max(...heights) / columns))];
        heights.fill(0);
        all.forEach((graph, i) => {
          const value = right(graph);
          const k = heights[value]++;
          const place = k % columns; // a row begins in its middle
          const x = X(value) + (place % 2 ? -1 : 1) * Math.ceil(place / 2) * size;
          const y = foot - side * (19 + rise / 2 + Math.floor(k / columns) * rise);
          stage.add("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: Math.min(size, rise) / 2 - 0.3, class: `dot ${kind}` });
          if (one() && i === village) stage.add("circle", { cx: x, cy: y, r: Math.max(5, size / 2 + 1), class: "ring" });
        });
      };
      const HEAP = 56;
      /** Both searches on one line, which carries their means: the dots of one rise from it, and those of the other hang. */
      const counted = (results, top) => {
        const foot = top + HEAP + 20;
        const plot = stage.panel({ left: 14, right: 14, top, height: 2 * HEAP + 40, x: [-0.5, truth.length + 0.5], y: [0, 1], xticks: many(truth.length + 1, (i) => i), yticks: [], xlabel: "right edges in a village, one dot for each" });
        stage.rule(plot.left, foot, plot.right, foot, "axis");
        const wide = (plot.X(1) - plot.X(0)) * 0.8;
        results.forEach((all, i) => heap(all, "ba"[i], { X: plot.X, wide, foot }, i ? -1 : 1));
        const places = results.map((all) => mean(all.map(right)));
        results.forEach((_, i) => {
          const name = methods[i];
          const means = people.map((_, j) => mean(found[name][e()][j].map(right)));
          const at = plot.X(stage.ease(`${name} mean`, places[i]));
          stage.handle(at, foot, name, (px) => n.set(reached(means, plot.inverse(px))), "ba"[i]);
          const lower = places[i] < places[1 - i] || (places[i] === places[1 - i] && !i); // each on the side away from the other
          stage.label(at + (lower ? -20 : 20), foot + (i ? 14 : -5), `mean ${digits(1)(places[i])}`, "ba"[i], lower ? "end" : "start");
        });
      };
      return () => {
        if (one() && village < 0) village = 0;
        const results = methods.map((name) => found[name][e()][n()]);
        const [half, tall] = [stage.width / 2, stage.narrow ? 127 : 219];
        stage.height = stage.narrow ? 462 : 446;
        methods.forEach((name, i) => {
          const [box, top] = stage.narrow ? [[0, stage.width], 21 + i * (tall + 3)] : [[i * half, (i + 1) * half], 24];
          drawn(name, one() ? [results[i][village]] : results[i], "ba"[i], box, top, top + tall);
        });
        counted(results, stage.height - 2 * HEAP - 80);
        stage.key([["found", "true"], ["missed", "missed"], ["extra", "false"]], 12);
        const means = results.map((graphs) => mean(graphs.map(right)));
        const enough = people.find((_, i) => mean(found[methods[1]][e()][i].map(right)) >= 3);
        const fewest = people.findIndex((_, i) => mean(found[methods[0]][e()][i].map(right)) >= 3);
        stage.goal("at ε = 0.5, bring the mean of “test by test” to 3 with the fewest people", epsilon[e()] === 0.5 && n() === fewest, `One release needs only ${whole(enough || people[0])} people.`);
        const where = `At ε = ${epsilon[e()]} and ${whole(people[n()])} people`;
        const told = results.map((graphs) => {
          const [good, bad] = [right, wrong].map((count) => (one() ? String(count(graphs[village])) : digits(1)(mean(graphs.map(count)))));
          return `${good} of the 4 edges and ${bad.replace(/^0(\.0)?$/, "no")} false ${bad === "1" ? "one" : "ones"}`;
        });
        const more = means[1] - means[0];
        return `[${where}${one() ? `, village ${village + 1}` : ""}: test by test finds ${told[0]}${one() ? "" : " on average"}; one release finds ${told[1]}.] ` +
          `At the same cost, one release finds on average ${Math.abs(more) < 0.05 ? "as many right edges" : `${digits(1)(Math.abs(more))} ${more > 0 ? "more" : "fewer"} right edges`}.`;
      };
    },

    detect(stage) {
      const { names, strength, people, epsilon, rho, tests, caution, power } = stage.data;
      const n = stage.range("people", people, people.indexOf(2834), whole);
      const e = stage.range("ε", epsilon, 2);
      const t = stage.range("tests", tests, 2);
      stage.drive("people", n);
      const draws = many(20, () => names.map(() => stage.normal()));
      stage.button("20 more answers", () => draws.length < 200 && many(20, () => draws.push(names.map(() => stage.normal()))));
      const highest = 40;
      const last = names.length - 1; // the independent pair
      const chart = (size, noise) => {
        const plot = stage.panel({
          left: 34, right: 16, top: 26, height: stage.narrow ? 120 : 158, drop: 35, x: [people[0], people.at(-1)].map(Math.log10), y: [0, highest], yticks: [0, 10, 20, 30, 40],
          xticks: [3, 3.4771, 4, 4.4771, 5], xshow: (v) => whole(Math.round(10 ** v / 1000) * 1000), xlabel: "people", ylabel: "distance from independence, |z′|",
        });
        const logs = people.map(Math.log10);
        /** This many standard deviations of an answer, from where they fit into the picture. */
        const limit = (factor, kind, words, beside) => {
          const first = Math.log10(Math.max(people[0], noise ** 2 / ((highest / factor) ** 2 - 1)));
          const inside = [first, ...logs.filter((x) => x > first)];
          const ups = inside.map((x) => factor * Math.hypot(1, noise / Math.sqrt(10 ** x)));
          if (first > logs.at(-2)) return [];
          stage.line(inside, ups, plot, kind);
          const i = inside.findIndex((_, j) => j === inside.length - 1 || ups[j] < 0.82 * ups[0]);
          if (beside) stage.label(plot.X(inside[i]) + 8, plot.Y(ups[i]) - 4, words, "r");
          else stage.label(plot.X(inside.at(-1)) - 4, plot.Y(ups.at(-1)) - 14, words, "r", "end");
          return inside.map((x, j) => `${plot.X(x)},${plot.Y(ups[j])}`);
        };
        limit(caution + power, "r thin", "80% power", true);
        const under = limit(caution, "r exact", "critical");
        const start = under.length ? Number(under[0].split(",")[0]) : plot.right;
        stage.add("polygon", { points: [`${plot.left},${plot.foot}`, `${plot.left},${start > plot.left + 1 ? plot.top : plot.foot}`, `${start},${start > plot.left + 1 ? plot.top : plot.foot}`, ...under, `${plot.right},${plot.foot}`].join(" "), class: "band r" });
        [[strength[0], "a", "reward"], [strength[1], "b", "others"]].forEach(([k, kind, words]) => {
          const inside = logs.filter((x) => k * Math.sqrt(10 ** x) < highest);
          const end = Math.min(logs.at(-1), 2 * Math.log10(highest / k));
          stage.line([...inside, end], [...inside, end].map((x) => k * Math.sqrt(10 ** x)), plot, kind);
          const [aside, down] = end < logs.at(-1) ? [32, 24] : [8, 14]; // where the line leaves at the top its name stays inside
          stage.label(plot.X(end) - aside, plot.Y(k * Math.sqrt(10 ** end)) + down, words, kind, "end");
        });
        const at = plot.X(Math.log10(size));
        stage.rule(at, plot.top + 10, at, plot.foot + 8, "told"); // clear of the title
        [[strength[0], "a"], [strength[1], "b"]].forEach(([k, kind]) => {
          if (k * Math.sqrt(size) < highest) stage.add("circle", { cx: at, cy: plot.Y(k * Math.sqrt(size)), r: 5, class: `dot ${kind} edged` });
        });
        stage.handle(at, plot.foot + 15, "people", (px) => n.set(nearest(logs, plot.inverse(px))), "b", undefined, [at, plot.top, at, plot.foot]);
        return plot;
      };
      return () => {
        const size = 10 ** stage.ease("n", Math.log10(people[n()]));
        const noise = 6 * Math.sqrt(stage.ease("T", tests[t()]) / 10 ** stage.ease("ρ", Math.log10(rho[e()])));
        const spread = Math.hypot(1, noise / Math.sqrt(size));
        const more = 14; // between the name of the axis above and the critical value
        stage.height = (stage.narrow ? 398 : 436) + more;
        const above = chart(size, noise);
        const rows = stage.later(() => stage.panel({ left: stage.narrow ? 100 : 112, right: 52, top: above.foot + 88 + more, height: 118, x: [0, highest], y: [0, names.length], xticks: [0, 10, 20, 30, 40], yticks: [], xlabel: "noisy answers, |z′| with noise; beyond 40 at the rim" }));
        const critical = caution * spread;
        const line = rows.X(Math.min(highest, critical));
        const kept = stage.later(() => names.map((name, i) => {
          const y = rows.top + 12 + i * 23.6;
          const exact = strength[i] * Math.sqrt(size);
          const answers = draws.map((draw) => Math.abs(exact + spread * draw[i]));
          stage.rule(rows.left, y, rows.right, y, "grid");
          stage.text(rows.left - 6, y + 4, name, { "text-anchor": "end" });
          answers.forEach((value, j) => stage.mark(rows.X(Math.min(highest, value)), y + ((j % 5) - 2) * 2.4, 3, value > critical ? (i === last ? "r" : i ? "b" : "a") : "n"));
          const beyond = answers.filter((value) => value > critical).length;
          stage.text(rows.right + 8, y + 4, percent(beyond / draws.length), { class: "read" });
          return beyond;
        }));
        stage.text(rows.right + 8, rows.top - 8, "kept");
        const sigma = (6 * Math.sqrt(tests[t()] / rho[e()])) / Math.sqrt(people[n()]);
        const inside = critical <= highest;
        if (inside) stage.later(() => stage.rule(line, rows.top - 2, line, rows.foot, "curve r exact"));
        stage.later(() => stage.label(line, rows.top - 10, `critical ${digits(1)(caution * Math.hypot(1, sigma))}${inside ? "" : " ▸"}`, "r", inside ? "middle" : "end"));
        const needed = (caution + power) * Math.hypot(1, sigma);
        const seen = strength.slice(0, last).filter((k) => k * Math.sqrt(people[n()]) >= needed).length;
        stage.tabulate(`At ε = ${epsilon[e()]}, with ${tests[t()]} test${tests[t()] > 1 ? "s" : ""}`, (size) => {
          const noise = 6 * Math.sqrt(tests[t()] / rho[e()] / size);
          return [noise, ...[caution, caution + power].map((factor) => factor * Math.hypot(1, noise))];
        });
        const [half, ten] = [epsilon.indexOf(0.5), tests.indexOf(10)];
        const enough = (count) => people.find((size) => strength.slice(0, last).every((k) => k * Math.sqrt(size) >= (caution + power) * Math.hypot(1, 6 * Math.sqrt(count / rho[half] / size))));
        stage.goal("at ε = 0.5 with 10 tests, get 80% power for all four edges from the fewest people", e() === half && t() === ten && people[n()] === enough(10), `With a single test, ${whole(enough(1))} people would do.`);
        return `[With ${whole(people[n()])} people σ is ${digits(1)(sigma)}.] A power of 80% needs |z′| = ${digits(1)(needed)}: ${seen || "none"} of the 4 true edges ${seen > 1 ? "have" : "has"} it. ` +
          `[${sum(kept.slice(0, last))} of ${whole(draws.length * last)} answers keep a true edge, and ${kept[last]} of ${draws.length} the independent pair.]`;
      };
    },

    residual(stage) {
      const { x, y, edges, width, fitted } = stage.data;
      const columns = [[x, y, "x", "y"], [y, x, "y", "x"]];
      const pieces = edges.length - 1;
      const middles = many(pieces, (i) => (edges[i] + edges[i + 1]) / 2);
      const half = 25; // places of the slider between 0 and 1: a phone has room for so many
      const heights = many(2 * half + 1, (i) => Number((i / half - 1).toFixed(2)));
      const way = stage.choice("direction", ["x → y", "y → x"], 0, stage.buttons);
      const piece = stage.range("piece", many(pieces, (i) => i + 1), 5);
      const knots = [many(pieces, () => half), many(pieces, () => half)];
      let held = [0, 5];
      const height = stage.range("height", heights, half, digits(2));
      stage.choose = (name) => piece.set(Number(name.slice(4)));
      const inside = (values) => values.map((value) => within(Math.floor((value - edges[0]) / (edges[1] - edges[0])), 0, pieces - 1));
      const byHand = [true, true]; // and not by the button
      stage.button("Fit the means", () => {
        byHand[way()] = false;
        const [a, b] = columns[way()];
        const place = inside(a);
        // The exact means, which lie between two places of the slider: the score is that of the red line.
        knots[way()] = many(pieces, (k) => half + (half * sum(b.filter((_, i) => place[i] === k))) / Math.max(1, place.filter((one) => one === k).length));
        height.show(Math.round(knots[way()][piece()]));
      });
      /** The curve through these heights, continued to both ends. */
      const curve = (chosen) => {
        const ends = [chosen[0] + (chosen[0] - chosen[1]) / 2, chosen.at(-1) + (chosen.at(-1) - chosen.at(-2)) / 2];
        const [at, up] = [[edges[0], ...middles, edges.at(-1)], [ends[0], ...chosen, ends[1]]];
        return [at, up, (value) => {
          const i = within(at.findIndex((place) => place >= value) - 1, 0, at.length - 2);
          return up[i] + ((up[i + 1] - up[i]) * (value - at[i])) / (at[i + 1] - at[i]);
        }];
      };
      const alike = (values) => values.map((a) => Float64Array.from(values, (b) => Math.exp(-((a - b) ** 2) / (2 * width * width))));
      const centred = columns.map(([a]) => {
        const kernel = alike(a);
        const means = kernel.map((row) => sum([...row]) / row.length);
        const all = sum(means) / means.length;
        return kernel.map((row, i) => row.map((value, j) => value - means[i] - means[j] + all));
      });
      const written = (score) => score.toFixed(score < 0.001 ? 5 : 4); // so that two small ones differ in what is seen
      const known = [[], []]; // the direction that is not drawn keeps its curve, and its score
      const hsic = (j, rest, drawn) => {
        if (known[j][0] === drawn) return known[j][1];
        let total = 0;
        rest.forEach((a, i) => {
          const row = centred[j][i];
          total += row[i];
          for (let k = 0; k < i; k += 1) total += 2 * row[k] * Math.exp(-((a - rest[k]) ** 2) / (2 * width * width));
        });
        known[j] = [drawn, total / (rest.length - 1) ** 2];
        return known[j][1];
      };
      const aim = 0.002;
      const points = (a, b, { X, Y }, rim) => a.forEach((value, i) =>
        stage.add("circle", { cx: X(value).toFixed(1), cy: Y(within(b[i], -rim, rim)).toFixed(1), r: 2, class: "dot n soft" }));
      const drawing = ([a, b, , up], [at, through], shown) => {
        const plot = stage.panel({ left: 40, right: 12, top: 26, height: stage.narrow ? 166 : 180, x: [-1, 1], y: [-1.1, 1.1], xticks: [], yticks: [-1, 0, 1], ylabel: `${up}, and your curve` });
        points(a, b, plot, 1.1);
        stage.line(at, through.map((value) => within(value, -1.1, 1.1)), plot, "b exact");
        middles.forEach((middle, k) => stage.handle(plot.X(middle), plot.Y(shown[k]), `knot${k}`, (px, py) => {
          piece.set(k);
          height.set(nearest(heights, plot.climb(py)));
        }, k === piece() ? "b" : "n knot idle", [[0, 1], [0, -1]]));
        return plot;
      };
      /** Where the residual of each piece lies, and how wide it is. */
      const boxes = (a, rest) => {
        const place = inside(a);
        return many(pieces, (k) => {
          const mine = rest.filter((_, i) => place[i] === k);
          const mean = sum(mine) / Math.max(1, mine.length);
          return [mean, Math.sqrt(sum(mine.map((value) => (value - mean) ** 2)) / Math.max(1, mine.length))];
        });
      };
      /** The residual, and the piece in which it differs most from the others. */
      const leaving = ([a, , across, up], rest, top, missed) => {
        const below = stage.panel({ left: 40, right: 12, top, height: stage.narrow ? 84 : 100, x: [-1, 1], y: [-1.2, 1.2], xticks: [-1, -0.5, 0, 0.5, 1], yticks: [-1, 0, 1], xlabel: across, ylabel: `residual: what the curve leaves of ${up}` });
        const all = boxes(a, rest);
        const usual = [0, 1].map((part) => sum(all.map((box) => box[part])) / pieces);
        const off = missed ? argmax(all.map((box) => Math.hypot(box[0] - usual[0], box[1] - usual[1]))) : -1;
        const ends = all.map(([mean, spread]) => [mean + spread, mean - spread].map((value) => below.Y(within(value, -1.2, 1.2))));
        ends.forEach(([head, foot], k) => stage.add("rect", { x: below.X(edges[k]) + 2, y: head, width: below.X(edges[k + 1]) - below.X(edges[k]) - 4, height: Math.max(1, foot - head), class: `bar outline ${k === off ? "r" : "a"}` }));
        points(a, rest, below, 1.2);
        if (off < 0) return below;
        const [head, foot] = ends[off];
        const under = head - below.top < below.foot - foot; // where there is more room
        stage.label(within(below.X(middles[off]), below.left + 44, below.right - 44), under ? foot + 20 : head - 12, "farthest off", "r", "middle");
        return below;
      };
      /** Both scores on one scale of logarithms, where a bar would have to begin somewhere: dots need no beginning. */
      const meter = (scores, d, top) => {
        const scale = stage.panel({ left: 52, right: 60, top, height: 34, x: [-4, -1], y: [0, 2], xticks: [-4, -3, -2, -1], yticks: [], xshow: (power) => String(10 ** power), ylabel: stage.narrow ? "score: dependence (HSIC); ring: fitted curve" : "score: dependence on the input (HSIC); ring: the fitted curve’s" });
        const X = (score) => scale.X(within(Math.log10(score), -4, -1));
        stage.add("rect", { x: scale.left, y: scale.top, width: X(aim) - scale.left, height: 17, class: "band a" });
        stage.label(scale.left + 5, scale.top + 13, "goal", "read pinned a");
        scores.forEach((score, j) => {
          const [at, kind] = [scale.top + 8 + 18 * j, j === d ? "b" : "n"];
          stage.text(scale.left - 6, at + 5, ["x → y", "y → x"][j], { "text-anchor": "end", class: j === d ? "chosen" : "" });
          stage.rule(scale.left, at, scale.right, at, "grid");
          stage.rule(X(fitted[j]), at, X(score), at, `curve exact thin ${kind}`);
          stage.add("circle", { cx: X(fitted[j]), cy: at, r: 5.5, class: `dot ghost ${kind}` });
          stage.add("circle", { cx: X(score), cy: at, r: j === d ? 7 : 5, class: `dot ${kind}` });
          stage.text(scale.right + 8, at + 5, written(score), { class: j === d ? "read chosen" : "read" });
        });
      };
      return () => {
        const d = way();
        const step = Math.round(knots[d][piece()]);
        if (held.join() !== [d, piece()].join()) {
          held = [d, piece()];
          height.show(step);
        } else if (height() !== step) knots[d][piece()] = height();
        stage.height = stage.narrow ? 424 : 450;
        middles.forEach((_, k) => stage.drive(`knot${k}`, ...(k === piece() ? [piece, height] : [])));
        const shown = knots.map((row, j) => row.map((place, i) => stage.ease(`${j} ${i}`, place / half - 1)));
        const curves = shown.map(curve);
        const rests = columns.map(([a, b], j) => b.map((value, i) => value - curves[j][2](a[i])));
        const scores = rests.map((rest, j) => hsic(j, rest, shown[j].join()));
        const [across, up] = columns[d].slice(2);
        const plot = drawing(columns[d], curves[d], shown[d]);
        const below = stage.later(() => leaving(columns[d], rests[d], plot.foot + 32, d || scores[0] >= aim));
        stage.later(() => meter(scores, d, below.foot + 62));
        stage.goal("by hand, bring the score of x → y below 0.002", byHand[0] && scores[0] < aim, "In the true direction, what is left over hardly depends on the input.");
        const word = d ? "The width of the residual changes with y, whatever curve you draw" : "A good curve leaves a residual that is equally wide everywhere";
        const told = !byHand[0] && !d && scores[0] < aim ? "This is the button’s curve, and the goal asks for one by hand: start again to draw it" : word;
        return `[The score of ${across} → ${up} is ${written(scores[d])}; the fitted curve has ${written(fitted[d])}.] ${told}. [The other direction: ${written(scores[1 - d])}, fitted ${written(fitted[1 - d])}.]`;
      };
    },

    bus(stage) {
      const { places, absent, threshold, epsilon, chance, spread } = stage.data;
      const methods = ["split budget", "AboveThreshold"];
      const e = stage.range("ε", epsilon, 2);
      const t = stage.range("people to find", threshold, threshold.indexOf(400));
      const m = stage.choice("method", methods, 0, stage.buttons);
      const days = many(20, stage.random);
      stage.button("+20 days", () => days.length < 1000 && many(20, () => days.push(stage.random())));
      stage.drive("threshold", t);
      const steps = places.length;
      const road = (level, right, [near, far]) => {
        const plot = stage.panel({ left: 44, right: 38, top: 26, height: stage.narrow ? 172 : 214, x: [0.5, steps + 1.5], y: [-200, 1100], xticks: [], yticks: [0, 200, 400, 600, 800, 1000], show: whole, ylabel: stage.narrow ? "people found (dots), noise (bars)" : "absent people found so far (dots), ± 1 standard deviation of the noise (bars)" });
        const [high, low] = [level + near, level - near].map((value) => within(plot.Y(value), plot.top, plot.foot));
        stage.add("rect", { x: plot.left, y: high, width: plot.right - plot.left, height: low - high, class: "band b" });
        absent.forEach((count, i) => {
          const at = plot.X(i + 1);
          const ends = [count - far, count + far].map((value) => within(plot.Y(value), plot.top, plot.foot));
          stage.rule(at, ends[0], at, ends[1], "whisker a faint");
          if (plot.Y(count + far) < plot.top) stage.arrow(at, plot.top + 7, at, plot.top - 1, "a thin faint"); // it goes on
          if (plot.Y(count - far) > plot.foot) stage.arrow(at, plot.foot - 7, at, plot.foot + 1, "a thin faint");
        });
        stage.rule(plot.left, plot.foot, plot.right, plot.foot, "axis road");
        stage.rule(plot.left, plot.Y(level), plot.right + 16, plot.Y(level), "curve b");
        absent.forEach((count, i) => stage.add("circle", { cx: plot.X(i + 1), cy: plot.Y(count), r: i === right ? 7 : 4.5, class: `dot ${count >= level ? "a" : "n"}` }));
        if (right >= 0) {
          const [at, up] = [plot.X(right + 1), plot.Y(absent[right])];
          stage.rule(at, up, at, plot.foot, "curve a thin");
          const room = at + 125 < plot.right;
          stage.label(at + (room ? 10 : -10), room ? up + 30 : up - 14, "should turn here", "a pinned", room ? "start" : "end");
        }
        stage.handle(plot.right + 16, plot.Y(level), "threshold", (px, py) => t.set(nearest(threshold, plot.climb(py))), "b", [[0, 1], [0, -1]], [plot.left, plot.Y(level), plot.right, plot.Y(level)]);
        const start = threshold[t()] > 400; // on the side where the points are far from the line
        stage.label(start ? plot.left + 6 : plot.right - 6, plot.Y(level) - 8, `threshold ${threshold[t()]}`, "b", start ? "start" : "end");
        return plot;
      };
      /** The bus where the last day ended. */
      const bus = (x, y) => {
        stage.add("rect", { x: x - 13, y: y - 15, width: 26, height: 12, rx: 3, class: "bar b" });
        [-7, 7].forEach((side) => stage.add("circle", { cx: x + side, cy: y - 3, r: 3.5, class: "dot n edged" }));
      };
      return () => {
        const name = methods[m()];
        const exact = chance[name][e()][t()];
        const stops = exact.map((value, i) => stage.ease(i, value));
        const level = stage.ease("level", threshold[t()]);
        const right = absent.findIndex((count) => count >= threshold[t()]);
        stage.height = stage.narrow ? 402 : 442; // on a phone the lower axis stays above the controls
        const plot = road(level, right, spread[name][e()].map((value, i) => stage.ease(`spread ${i}`, value)));
        const ended = outcome(exact, days.at(-1));
        bus(plot.X(stage.ease("bus", ended) + 1), plot.foot + 22);
        const drawn = exact.map((_, i) => days.filter((u) => outcome(exact, u) === i).length / days.length);
        const most = [0.2, 0.4, 1].find((top) => top > Math.max(1.15 * Math.max(...exact), 1.05 * Math.max(...drawn))) || 1;
        const below = stage.panel({ left: 44, right: 38, top: plot.foot + 54, height: stage.narrow ? 106 : 108, x: [0.5, steps + 1.5], y: [0, stage.ease("most", most)], xticks: [4, 8, 12, 16, 20], yticks: [0, most / 2, most], xshow: (i) => String(places[i - 1]), show: percent, xlabel: "kilometre at which the bus turns", ylabel: "probability (bar), your days (dots)" });
        stage.text(below.X(steps + 1), below.foot + 16, "never", { "text-anchor": "middle" });
        const close = (i) => right >= 0 && Math.abs(i - right) <= 1;
        stage.tally(days, stops, { ...below, X: (i) => below.X(i + 0.5) }, (i) => (close(i) ? "a" : "r"));
        const share = sum(exact.filter((_, i) => close(i)));
        const mine = days.filter((u) => close(outcome(exact, u))).length;
        stage.tabulate(`At a threshold of ${threshold[t()]} people`, (value) => methods.map((one) => sum(chance[one][epsilon.indexOf(value)][t()].filter((_, i) => close(i)))));
        const beside = right >= 0 && below.right - below.X(right + 3) > 150; // of its bars, where there is room
        stage.label(beside ? below.X(right + 3) : below.right - 2, below.top + 14, `${percent(share)} at most one place off`, "a", beside ? "start" : "end");
        stage.goal("at ε ≤ 0.05, turn at most one place off on three days in four", epsilon[e()] <= 0.05 && share >= 0.75, "AboveThreshold pays once, however many places it asks at.");
        const where = (i) => (i < steps && i >= 0 ? `at ${places[i]} km` : "nowhere");
        const off = Math.round(spread[name][e()][1]);
        const price = m() ? `The bus pays ε = ${epsilon[e()]} once, however often it asks` : `Each of the ${steps} answers has a ${steps}th of ε = ${epsilon[e()]}`;
        return `${price}: the noise of each is ± ${whole(off)} people. [The bus should turn ${where(right)}. With ${m() ? name : "the budget split"} at ε = ${epsilon[e()]}, it is at most one place off with probability ${percent(share)}, and on ${mine} of your ${days.length} days. On the last one it turned ${where(ended)}.]`;
      };
    },

    deleting(stage) {
      const { names, noise, runs, level } = stage.data;
      const loud = stage.range("scale of the noise", noise, 0);
      let step = 6, before = loud();
      stage.button("Next test", () => (step = Math.min(step + 1, runs[loud()].length)));
      stage.button("Next removal", () => {
        const next = runs[loud()].findIndex((one, i) => i >= step && !one.kept);
        step = next < 0 ? runs[loud()].length : next + 1;
      });
      const pair = ([a, b]) => `${names[a]} and ${names[b]}`;
      return () => {
        if (loud() !== before) [step, before] = [Math.min(step, runs[loud()].length), loud()];
        const run = runs[loud()];
        const key = (edge) => edge.join();
        const done = run.slice(0, step);
        const gone = new Set(done.filter((one) => !one.kept).map((one) => key(one.edge)));
        const real = new Set(stage.data.truth.map((edge) => key([...edge].sort((a, b) => a - b))));
        const now = step ? run[step - 1] : null;
        const strokes = [];
        names.forEach((_, a) => names.forEach((_, b) => {
          if (a >= b) return;
          const here = key([a, b]);
          if (!gone.has(here)) strokes.push([a, b, real.has(here) ? "found" : "extra"]);
          else if (real.has(here)) strokes.push([a, b, "missed"]);
        }));
        if (now) strokes.unshift([...now.edge, "asked"]);
        stage.height = stage.narrow ? 418 : 430;
        const { X, Y } = stage.graph({ ...stage.data, names: stage.narrow ? names.map((name) => name[0].toUpperCase()) : names }, strokes, 4, stage.narrow ? 250 : 262);
        // An edge is its own button: at its last test it goes or stays.
        names.forEach((_, a) => names.forEach((_, b) => {
          if (a >= b) return;
          const last = run.findLastIndex((one) => key(one.edge) === key([a, b]));
          stage.rule(X(a), Y(a), X(b), Y(b), "pick").addEventListener("click", () => {
            step = last + 1;
            stage.paint();
          });
        }));
        stage.svg.append(...stage.svg.querySelectorAll(".node, .inside"));
        // Even without noise the tests miss some true edges: the goal is what the best of these searches ends with.
        const ending = (tests) => {
          const removed = new Set(tests.filter((one) => !one.kept).map((one) => key(one.edge)));
          const right = [...real].filter((edge) => !removed.has(edge)).length;
          return { right, wrong: (names.length * (names.length - 1)) / 2 - removed.size - right };
        };
        const best = Math.max(...runs.map(ending).filter(({ wrong }) => !wrong).map(({ right }) => right));
        const state = ending(done);
        stage.goal(`end with ${best} of the ${real.size} true edges and no false one, which is the most here`, !state.wrong && state.right >= best, "A true edge is lost at its first unlucky test.");
        const most = 12;
        const scale = stage.panel({ left: 20, right: 20, top: stage.narrow ? 288 : 300, height: 66, x: [-most, most], y: [0, 1], yticks: [], xticks: [-12, -9, -6, -3, 0, 3, 6, 9, 12], xlabel: "noisy statistic; beyond 12 at the rim" });
        stage.pile(done.map((one) => [within(one.told, -most, most), one.kept ? "a" : "r"]), { ...scale, top: scale.top - 10 }, 8, [scale.X(level)]);
        stage.rule(scale.X(level), scale.top - 16, scale.X(level), scale.foot, "told");
        stage.label(scale.X(level) - 6, scale.top - 8, "removed", "r", "end");
        stage.label(scale.X(level) + 6, scale.top - 8, "stays", "a");
        stage.key([["found", "true"], ["extra", "false"], ["missed", "true, removed"]]);
        if (!now) return `Every pair is joined. An edge is removed at its first noisy statistic of at most ${level}. ${run.length} tests follow, with noise of scale ${noise[loud()]}.`;
        const given = now.given.length ? `, given ${listed(now.given.map((i) => names[i]))}` : "";
        const lost = [...gone].filter((edge) => real.has(edge)).length;
        return `Test ${step} of ${run.length}, ${pair(now.edge)}${given}: the statistic is ${digits(1)(now.exact)}, with noise ${digits(1)(now.told)}, so the edge ${now.kept ? "stays" : "is removed"}. ` +
          `${gone.size} removed so far, ${lost} of them true edges.`;
      };
    },

    once(stage) {
      const { truth, epsilon, records, found, f1 } = stage.data;
      const e = stage.range("ε", epsilon, 2);
      const n = stage.range("records", records, 1, whole);
      stage.drive("release", e, n);
      const key = ([a, b]) => [Math.min(a, b), Math.max(a, b)].join();
      const tried = new Map();
      return () => {
        const here = found[e()][n()];
        const real = new Set(truth.map(key));
        const seen = new Set(here.map(key));
        const strokes = [
          ...here.map(([a, b]) => [a, b, real.has(key([a, b])) ? "found" : "extra"]),
          ...truth.filter((edge) => !seen.has(key(edge))).map(([a, b]) => [a, b, "missed"]),
        ];
        stage.height = 440;
        stage.graph(stage.data, strokes, 4, 252);
        tried.set(`${e()},${n()}`, [e(), n()]);
        const scale = stage.panel({
          left: 44, right: 64, top: 286, height: 84, x: [-0.2, epsilon.length - 0.8], y: [0, 1.05], yticks: [0, 0.5, 1], xticks: epsilon.map((_, i) => i), xlabel: "ε", ylabel: "F1 where you have been",
          xshow: (i) => String(epsilon[i]),
        });
        records.forEach((size, j) => {
          const mine = [...tried.values()].filter(([, other]) => other === j).map(([i]) => i).sort((a, b) => a - b);
          const kind = ["r", "b", "a"][j % 3];
          stage.line(mine, mine.map((i) => f1[i][j]), scale, kind);
          mine.forEach((i) => stage.add("circle", { cx: scale.X(i), cy: scale.Y(f1[i][j]), r: i === e() && j === n() ? 7 : 4, class: `dot ${kind}` }));
          if (mine.length) stage.label(scale.X(mine.at(-1)) + 12, scale.Y(f1[mine.at(-1)][j]) + 4, whole(size), kind);
        });
        stage.handle(scale.X(e()), scale.Y(f1[e()][n()]), "release", (px, py) => {
          const place = within(Math.round(scale.inverse(px)), 0, epsilon.length - 1);
          stage.set([e, place], [n, nearest(f1[place], scale.climb(py))]);
        }, ["r", "b", "a"][n() % 3], [[1, 0], [-1, 0], [0, 1], [0, -1]]);
        stage.key([["found", "found"], ["missed", "missed"], ["extra", "false"]]);
        const good = (row) => row.some((value) => value > 0.9);
        stage.goal("find the smallest ε with an F1 above 0.9", f1[e()][n()] > 0.9 && e() === f1.findIndex(good), `With a tenth of the records it takes ε = ${epsilon[f1.findIndex((row) => row[records.length - 2] > 0.9)]}.`);
        const count = (kind) => strokes.filter((stroke) => stroke[2] === kind).length;
        return `${count("found")} of ${truth.length} edges found (solid), ${count("missed")} missed (dotted), ${count("extra")} false (dashed): F1 ${f1[e()][n()].toFixed(2)}.`;
      };
    },
  };

  const wake = (box, last) => {
    if (last) {
      clearTimeout(last.pause);
      last.speak = () => {}; // what still moves there is no longer seen
    }
    const stage = new Stage(box, last);
    const painter = explorers[box.dataset.explorer](stage);
    const button = stage.again(() => wake(box, stage));
    stage.start(painter);
    stages.set(box, stage);
    if (!last) return;
    [button, stage.buttons.querySelector("button")].find((one) => one.offsetParent).focus({ preventScroll: true }); // the front page begins with its bets alone
    stage.speak(stage.said.textContent, "Started again.");
  };
  document.querySelectorAll(".pc-explorer").forEach((box) => wake(box));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.pc-sets");
    if (!link) return;
    event.preventDefault();
    const stage = [...stages.values()].findLast((stage) => sets(link, stage));
    const { named, frame } = stage;
    stage.acted = true;
    wanted(link).forEach(([name, value]) => named[name].write(value));
    frame.classList.add("handled");
    frame.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  });
  /** The record that breaks a bound, on the front page, can be moved: the score follows, and how far it is from the first. */
  const refute = (svg) => {
    const [before, after] = svg.querySelectorAll("g"), record = after.querySelector(".moved"), bar = svg.querySelector("rect.over");
    const { x, y, width, height } = after.querySelector(".frame").getBBox();
    const signs = (panel) => {
      const points = [...panel.querySelectorAll("circle")].map(({ cx, cy }) => [cx.baseVal.value, cy.baseVal.value]);
      return points.flatMap(([a, b], i) => points.slice(i + 1).map(([c, d]) => Math.sign((a - c) * (d - b))));
    };
    const pairs = signs(before).length, first = sum(signs(before)), full = bar.width.baseVal.value / Math.abs(Math.abs(sum(signs(after))) - Math.abs(first));
    const shared = (a, b) => (b ? shared(b, a % b) : a);
    const fraction = (part) => {
      const by = shared(Math.abs(part), pairs);
      return `${part < 0 ? "−" : ""}${Math.abs(part) / by}${by === pairs ? "" : `/${pairs / by}`}`;
    };
    const move = (px, py) => {
      [["cx", within(px, x + 6, x + width)], ["cy", within(py, y, y + height - 6)]].forEach(([name, value]) => record.setAttribute(name, value));
      const now = sum(signs(after)), moved = Math.abs(Math.abs(now) - Math.abs(first));
      after.querySelector("text").textContent = `after: score ${fraction(now)}`;
      svg.querySelector("text.over").textContent = `moved ${fraction(moved)}`;
      bar.setAttribute("width", full * moved);
      svg.classList.toggle("within", moved <= svg.dataset.bound);
      Object.entries({ valuenow: moved, valuetext: `score ${fraction(now)}, moved ${fraction(moved)}` }).forEach(([name, value]) => record.setAttribute(`aria-${name}`, value));
    };
    const at = () => [record.cx.baseVal.value, record.cy.baseVal.value];
    svg.setAttribute("role", "group"); // an image has no parts that one reaches
    svg.querySelector(".way").textContent = "drag it";
    Object.entries({ tabindex: 0, role: "slider", "aria-label": "The sixth record: arrow keys move it", "aria-valuemin": 0, "aria-valuemax": pairs }).forEach(([name, value]) => record.setAttribute(name, value));
    record.addEventListener("pointerdown", (event) => record.setPointerCapture(event.pointerId));
    record.addEventListener("pointermove", (event) => {
      if (!record.hasPointerCapture(event.pointerId)) return;
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      move(place.x, place.y);
    });
    record.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-6, 0], ArrowRight: [6, 0], ArrowUp: [0, -6], ArrowDown: [0, 6] }[event.key];
      if (!step) return;
      event.preventDefault();
      move(...at().map((value, i) => value + step[i]));
    });
    move(...at());
  };
  document.querySelectorAll("svg.pc-broken").forEach(refute);

  const desk = matchMedia("(min-width: 75rem)");
  /** From the ringed square round the others, between the columns, to the card that tells its story. */
  const lead = (square) => {
    const wall = square.closest(".pc-squares"), card = document.querySelector(".pc-refutation");
    const path = shape("path"), leader = shape("svg", { class: "pc-leader", "aria-hidden": "true" }, path);
    wall.append(leader);
    const draw = () => {
      const [from, group, to, here] = [square, wall.querySelector(".pc-squares-published"), card, leader].map((part) => part.getBoundingClientRect());
      const beside = desk.matches && Math.abs(to.right - group.right) < 4; // two columns
      const at = [from.left + from.width / 2 - here.left, from.bottom + 4 - here.top];
      const [between, end] = [to.right + 20 - here.left, to.top + 26 - here.top];
      path.setAttribute("d", beside ? `M${at}v6H${between - 6}q6 0 6 6V${end - 6}q0 6 -6 6h-20m7 -5l-7 5l7 5` : "");
    };
    new ResizeObserver(draw).observe(document.body);
  };
  document.querySelectorAll("a.pc-square[data-told]").forEach(lead);
  window.privcausalExplorer = (box) => wake(box); // for cells that run in the page
})();
