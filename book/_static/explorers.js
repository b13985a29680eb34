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
  const whole = (value) => value.toLocaleString("en");
  const percent = (share, count = 0) => `${(100 * share).toFixed(count)}%`.replace("-", "−");
  const sum = (values) => values.reduce((a, b) => a + b, 0);
  const argmax = (values) => values.indexOf(Math.max(...values));
  const argmin = (values) => values.indexOf(Math.min(...values));
  const within = (value, low, high) => Math.max(low, Math.min(high, value));
  const many = (count, value) => Array.from({ length: count }, (_, i) => value(i));
  const nearest = (values, wanted) => argmin(values.map((value) => Math.abs(value - wanted)));
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

  class Stage {
    constructor(box) {
      this.data = JSON.parse(box.querySelector("script[type='application/json']").textContent);
      this.random = generator(box.dataset.seed);
      this.random();
      this.sliders = make("div", { class: "pc-explorer-sliders" });
      this.buttons = make("div", { class: "pc-explorer-buttons" });
      this.controls = make("div", { class: "pc-explorer-controls" }, this.sliders, this.buttons);
      const name = `${box.id}-picture`;
      this.title = shape("title", { id: `${name}-title` });
      this.title.textContent = box.getAttribute("aria-label");
      this.desc = shape("desc", { id: `${name}-desc` });
      this.svg = shape("svg", { role: "img", "aria-labelledby": `${this.title.id} ${this.desc.id}` });
      this.status = make("p", { role: "status", "aria-live": "polite", class: "pc-explorer-status" });
      this.frame = make("div", { class: "pc-explorer-live" }, this.controls, this.svg, this.status);
      this.moves = {};
      this.painter = () => {};
      this.svg.addEventListener("pointerdown", (event) => this.grab(event));
      box.querySelector(".pc-explorer-still").replaceWith(this.frame);
    }

    start(painter) {
      this.painter = painter;
      this.paint();
      let width = this.frame.clientWidth;
      new ResizeObserver(() => {
        if (this.frame.clientWidth !== width) this.paint();
        width = this.frame.clientWidth;
      }).observe(this.frame);
    }

    paint() {
      this.width = Math.max(280, this.frame.clientWidth || 640);
      this.narrow = this.width < 520;
      this.height = 300;
      this.svg.replaceChildren(this.title, this.desc);
      const said = this.painter();
      this.svg.append(...this.svg.querySelectorAll("text.label")); // no line strikes through words
      give(this.svg, { width: this.width, height: this.height, viewBox: `0 0 ${this.width} ${this.height}` }, []);
      this.desc.textContent = said;
      if (this.status.textContent !== said) this.status.textContent = said;
    }

    normal() {
      return Math.sqrt(-2 * Math.log(this.random())) * Math.cos(2 * Math.PI * this.random());
    }

    /** What carries data-move follows the pointer: this.moves has, by that name, what to do with its place. */
    grab(event) {
      const held = event.target.closest("[data-move]");
      if (!held) return;
      const move = this.moves[held.dataset.move];
      const follow = (at) => {
        const box = this.svg.getBoundingClientRect();
        const scale = this.width / box.width;
        move((at.clientX - box.left) * scale, (at.clientY - box.top) * scale);
      };
      const stop = new AbortController();
      window.addEventListener("pointermove", follow, { signal: stop.signal });
      ["pointerup", "pointercancel"].forEach((name) => window.addEventListener(name, () => stop.abort(), { signal: stop.signal }));
      event.preventDefault();
    }

    /** A slider over a list of values; it returns a function for the place that is chosen. */
    range(label, values, start, show = String) {
      const output = make("span", { class: "value" }, show(values[start]));  // no <output>: it would be announced too
      const input = make("input", { type: "range", min: 0, max: values.length - 1, step: 1, value: start });
      input.setAttribute("aria-valuetext", show(values[start]));
      input.addEventListener("input", () => {
        output.textContent = show(values[input.value]);
        input.setAttribute("aria-valuetext", output.textContent);
        this.paint();
      });
      this.sliders.append(make("label", {}, make("span", {}, label), input, output));
      const place = () => Number(input.value);
      place.set = (value) => {
        if (Number(input.value) === value) return;
        input.value = value;
        input.dispatchEvent(new Event("input"));
      };
      return place;
    }

    /** A row of names, one of which is chosen: what has no order is no place on a slider. */
    choice(label, names, start) {
      const inputs = names.map((name, i) => make("input", { type: "radio", name: `${this.title.id}-${label}`, value: i }));
      inputs[start].checked = true;
      inputs.forEach((input) => input.addEventListener("change", () => this.paint()));
      const row = inputs.map((input, i) => make("label", {}, input, make("span", {}, names[i])));
      this.sliders.append(make("fieldset", { class: "pc-explorer-choice" }, make("legend", {}, label), ...row));
      const place = () => inputs.findIndex((input) => input.checked);
      place.set = (value) => {
        if (inputs[value].checked) return;
        inputs[value].checked = true;
        this.paint();
      };
      return place;
    }

    button(label, pressed) {
      const found = make("button", { type: "button" }, label);
      found.addEventListener("click", () => {
        pressed();
        this.paint();
      });
      this.buttons.append(found);
      return found;
    }

    /** A button for the state at the beginning: these sliders at their places, and what `forget` empties. */
    again(sliders, forget) {
      const places = sliders.map((slider) => slider());
      this.button("Start again", () => {
        sliders.forEach((slider, i) => slider.set(places[i]));
        forget();
      });
    }

    /** A button that stays pressed; it returns a function that says whether it is. */
    toggle(label) {
      let on = false;
      const found = this.button(label, () => {
        on = !on;
        found.setAttribute("aria-pressed", on);
      });
      found.setAttribute("aria-pressed", false);
      return () => on;
    }

    add(name, attributes, ...children) {
      const found = shape(name, attributes, ...children);
      this.svg.append(found);
      return found;
    }

    text(x, y, words, attributes = {}) {
      return this.add("text", { x, y, ...attributes }, words);
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

    /** A dot to be dragged, with a halo that a thumb can find. */
    handle(x, y, name, move, kind = "b") {
      this.moves[name] = move;
      this.add("circle", { cx: x, cy: y, r: 21, class: `handle halo ${kind}`, "data-move": name });
      this.add("circle", { cx: x, cy: y, r: 8, class: `handle ${kind}`, "data-move": name });
    }

    /** A panel with two axes; what it returns turns numbers into places. */
    panel({ left = 52, right = 14, top, height, x, y, xlabel = "", ylabel = "", xticks, yticks, show = String, xshow = show }) {
      const end = right < 0 ? -right : this.width - right;
      const foot = top + height;
      const X = (value) => left + ((value - x[0]) / (x[1] - x[0])) * (end - left);
      const Y = (value) => foot - ((value - y[0]) / (y[1] - y[0])) * height;
      (xticks || ticks(x, (end - left) / 70)).forEach((value) => {
        this.rule(X(value), top, X(value), foot, "grid");
        this.text(X(value), foot + 16, xshow(value).replace("-", "−"), { "text-anchor": "middle" });
      });
      (yticks || ticks(y, height / 42)).forEach((value) => {
        this.rule(left, Y(value), end, Y(value), "grid");
        this.text(left - 6, Y(value) + 4, show(value).replace("-", "−"), { "text-anchor": "end" });
      });
      this.text((left + end) / 2, foot + 34, xlabel, { "text-anchor": "middle" });
      this.label(left, top - 8, ylabel);
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

    /** Dots that pile up from the foot, in columns as wide as a dot: [value, kind]. */
    pile(points, { X, left, right, top, foot }, size = 7) {
      const columns = new Map();
      const placed = points.map(([value, kind]) => {
        const column = Math.round(within(X(value), left, right) / size);
        const level = columns.get(column) || 0;
        columns.set(column, level + 1);
        return [column, level, kind];
      });
      const rise = Math.min(size, (foot - top - size) / Math.max(1, ...columns.values()));
      placed.forEach(([column, level, kind]) =>
        this.add("circle", { cx: column * size, cy: (foot - size / 2 - level * rise).toFixed(1), r: size / 2 - 0.4, class: `dot ${kind}` }));
    }

    /** Dots in a column from one place to another, evenly spaced, so that `unit` pixels of its height are one dot. */
    heap(count, [from, to], { top, foot }, unit, kind) {
      const wide = to - from;
      const columns = Math.max(1, Math.round(Math.sqrt(wide / unit)));
      const [size, rise] = [wide / columns, unit * columns];
      const r = Math.max(1, Math.min(size, rise, 10) / 2 - 0.4);
      many(count, (j) => this.add("circle", {
        cx: (from + (0.5 + (j % columns)) * size).toFixed(1), cy: Math.max(top, foot - (0.5 + Math.floor(j / columns)) * rise).toFixed(1), r, class: `dot ${kind}`,
      }));
    }

    /** What the strokes of a graph mean, in one line at the foot, where no edge is. */
    key(entries) {
      const step = (this.width - 20) / entries.length;
      entries.forEach(([kind, words], i) => {
        const x = 10 + step * i;
        this.rule(x, this.height - 8, x + 22, this.height - 8, `edge ${kind}`);
        this.text(x + 28, this.height - 4, words);
      });
    }

    /** Named ellipses at their places, and strokes between their rims: [from, to, kind, arrow]. */
    graph({ names, places }, strokes, top, foot, look = () => ({})) {
      const half = names.map((name) => [12 + name.length * 3.9, 15]);
      const X = (i) => 62 + places[i][0] * (this.width - 124);
      const Y = (i) => top + 18 + (1 - places[i][1]) * (foot - top - 36);
      strokes.forEach(([a, b, kind, head]) => {
        const [dx, dy] = [X(b) - X(a), Y(b) - Y(a)];
        const rim = (i) => 1 / Math.hypot(dx / half[i][0], dy / half[i][1]);
        const at = (share) => [X(a) + dx * share, Y(a) + dy * share];
        const [from, to] = [at(rim(a)), at(1 - rim(b))];
        if (head) this.arrow(...from, ...to, kind);
        else this.rule(...from, ...to, `edge ${kind}`);
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

  const explorers = {
    worlds(stage) {
      const { epsilon, best, every } = stage.data;
      const pick = stage.range("ε", epsilon, 3);
      let bets, score, truth, u, last, before;
      const published = () => truth + laplace(u) / epsilon[pick()];
      const next = () => {
        truth = stage.random() < 0.5 ? 37 : 38;
        u = stage.random();
      };
      const settle = (guess) => {
        bets.push([published(), truth === 37 ? "a" : "b"]);
        score.best += (published() < 37.5 ? 37 : 38) === truth;
        if (guess) {
          score.played += 1;
          score.you += guess === truth;
          last = `It was ${truth}, so your bet was ${guess === truth ? "right" : "wrong"}. `;
        }
        next();
      };
      const bet = (guess) => () => settle(guess);
      stage.button("I bet on 37", bet(37));
      stage.button("I bet on 38", bet(38));
      stage.button("Let the best strategy bet 50 times", () => {
        many(50, () => settle(0));
        last = "The best strategy bets on the nearer number. ";
      });
      const reset = () => {
        [bets, score, last, before] = [[], { you: 0, played: 0, best: 0 }, "", pick()];
        next();
        many(400, () => settle(0)); // so many that chance rarely lifts the bar above the bound
      };
      reset();
      return () => {
        if (pick() !== before) reset();
        const e = epsilon[pick()];
        const wide = within(4 / e, 4, 24);
        const side = stage.narrow ? 0 : 200;
        stage.height = stage.narrow ? 672 : 457;
        const x = [37.5 - wide, 37.5 + wide];
        const plot = stage.panel({ left: 20, right: side + 14, top: 26, height: 150, x, y: [0, e * 0.56], yticks: [], ylabel: "density of the published number" });
        const xs = many(161, (i) => 37.5 + wide * (i / 80 - 1));
        [[37, "a"], [38, "b"]].forEach(([centre, kind]) => {
          stage.line(xs, xs.map((at) => (e / 2) * Math.exp(-e * Math.abs(at - centre))), plot, kind);
          stage.label(plot.X(centre) + (centre === 37 ? -8 : 8), plot.Y(e / 2) + 4, String(centre), kind, centre === 37 ? "end" : "start");
        });
        const ratio = stage.panel({ ...plot, right: -plot.right, top: plot.foot + 52, height: 60, x, y: [-1.3, 1.3], xticks: [], yticks: [], ylabel: "logarithm of their ratio: never beyond ε" });
        [1, -1].forEach((end) => {
          stage.rule(ratio.left, ratio.Y(end), ratio.right, ratio.Y(end), "curve r");
          stage.text(ratio.left - 4, ratio.Y(end) + 4, end > 0 ? "ε" : "−ε", { "text-anchor": "end" });
        });
        const evidence = (value) => Math.abs(value - 37) - Math.abs(value - 38);
        stage.line(xs, xs.map(evidence), ratio, "n");
        const pile = { ...plot, top: ratio.foot + 24, foot: ratio.foot + 130 };
        stage.rule(pile.left, pile.foot, pile.right, pile.foot, "axis");
        stage.pile(bets, { ...pile, top: pile.top + 22 }, bets.length > 300 ? 4 : 6);
        stage.text((pile.left + pile.right) / 2, pile.foot + 18, stage.narrow ? "published before, by table" : "published before: each dot has the colour of its table", { "text-anchor": "middle" });
        const at = within(plot.X(published()), plot.left, plot.right);
        stage.rule(at, plot.top, at, pile.top + 4, "told");
        const nearer = evidence(published());
        stage.add("circle", { cx: at, cy: ratio.Y(nearer), r: 5, class: `dot ${nearer > 0 ? "b" : "a"}` });
        stage.label(within(at, plot.left + 40, plot.right - 40), pile.top + 16, `next: ${digits(1)(published())}`, "", "middle");
        const low = stage.narrow ? { left: 52, right: 110, top: pile.foot + 54, height: 130 } : { left: stage.width - 158, right: 68, top: 24, height: pile.foot - 24 };
        const scale = stage.panel({ ...low, x: [0, 2], y: [0, 1], xticks: [], show: percent, ylabel: "right bets" });
        const columns = [["you", score.you, score.played, "b"], ["best", score.best, bets.length, "a"]];
        columns.forEach(([name, right, played, kind], i) => {
          const share = played ? right / played : 0;
          stage.bars([i + 0.15, i + 0.85], [share], scale, kind);
          const error = played ? 2 * Math.sqrt((share * (1 - share)) / played) : 0;
          const [low, high] = [share - error, share + error].map((end) => scale.Y(within(end, 0, 1)));
          stage.rule(scale.X(i + 0.5), low, scale.X(i + 0.5), high, "whisker");
          stage.text(scale.X(i + 0.5), scale.foot + 16, name, { "text-anchor": "middle" });
          stage.text(scale.X(i + 0.5), scale.foot + 32, `${right}/${played}`, { "text-anchor": "middle", class: kind });
        });
        [[every, "bound"], [best, "Laplace"]].forEach(([values, words], i) => {
          const y = scale.Y(values[pick()]);
          stage.rule(scale.left - 4, y, scale.right + 4, y, `curve ${i ? "n" : "r"}`);
          const apart = Math.max(0, 12 - (scale.Y(best[pick()]) - scale.Y(every[pick()]))) / 2;
          stage.label(scale.right + 7, y + 4 + (i ? apart : -apart), words, i ? "" : "r");
        });
        return `${last}At ε = ${e} no mechanism allows more than ${percent(every[pick()])} right bets in the long run, and Laplace noise allows ${percent(best[pick()])}. ` +
          `You: ${score.you} of ${score.played}. The best strategy: ${score.best} of ${bets.length}.`;
      };
    },

    clip(stage) {
      const { clip, epsilon, lost, noise, together, edges, people, total } = stage.data;
      const e = stage.range("ε", epsilon, 1);
      const c = stage.range("clipping bound", clip, 5, (value) => `${value} hours`);
      const draws = many(40, () => laplace(stage.random()));
      const seen = new Map();
      stage.button("Publish 20 more", () => many(20, () => draws.push(laplace(stage.random()))));
      stage.again([e, c], () => {
        draws.length = 40;
        seen.clear();
      });
      return () => {
        const [i, bound] = [e(), clip[c()]];
        stage.height = stage.narrow ? 590 : 410;
        const plot = stage.panel({ left: 44, top: 26, height: 150, x: [0, edges.at(-1)], y: [0, Math.max(...people) * 1.1], xlabel: "hours", ylabel: "people" });
        const kept = people.map((_, j) => edges[j] < bound);
        stage.bars(edges, people.map((count, j) => (kept[j] ? count : 0)), plot, "a");
        stage.bars(edges, people.map((count, j) => (kept[j] ? 0 : count)), plot, "ghost");
        const at = plot.X(bound);
        const clipped = sum(people.filter((_, j) => !kept[j]));
        people.forEach((count, j) => {
          if (!kept[j] && count > 12) stage.arrow(plot.X(edges[j] + 2.5), plot.Y(count / 2), at + 4, plot.Y(count / 2), "r thin");
        });
        stage.rule(at, plot.top - 4, at, plot.foot, "told");
        stage.handle(at, plot.top + 22, "clip", (px) => c.set(nearest(clip, plot.inverse(px))));
        stage.label(at + (at > plot.right - 190 ? -26 : 26), plot.top + 27, `${clipped} people count as ${bound} hours`, "r", at > plot.right - 190 ? "end" : "start");

        const split = stage.narrow ? stage.width : stage.width * 0.58;
        const y = plot.foot + 66;
        const strip = stage.panel({ left: 20, right: -(split - 16), top: y, height: 110, x: [0.4, 1.3], y: [0, 1], yticks: [], xlabel: "published sum, in % of the true sum", show: (v) => String(Math.round(100 * v)) });
        const centre = 1 - lost[c()] / total;
        const scale = noise[i][c()] / Math.SQRT2 / total;
        stage.pile(draws.map((z) => [centre + z * scale, "b soft"]), { ...strip, top: strip.top + 44 }, draws.length > 200 ? 4 : 6);
        stage.rule(strip.X(1), strip.top - 10, strip.X(1), strip.foot, "told");
        stage.label(strip.X(1) + 5, strip.top - 3, "true sum");
        const place = within(strip.X(centre), strip.left, strip.right);
        stage.arrow(strip.X(1), strip.top + 12, place, strip.top + 12, "r");
        stage.label(place - 5, strip.top + 16, "bias", "r", "end");
        const [from, to] = [-1, 1].map((side) => within(strip.X(centre + (side * noise[i][c()]) / total), strip.left, strip.right));
        stage.rule(from, strip.top + 32, to, strip.top + 32, "whisker b");
        [from, to].forEach((end) => stage.rule(end, strip.top + 26, end, strip.top + 38, "whisker b"));
        stage.add("circle", { cx: place, cy: strip.top + 32, r: 4, class: "dot b" });
        stage.label(from - 5, strip.top + 36, "noise", "b", "end");

        seen.set(`${i},${c()}`, [i, c()]);
        const mine = [...seen.values()].filter(([j]) => j === i);
        const tried = stage.panel({
          left: stage.narrow ? 52 : split + 44, top: stage.narrow ? strip.foot + 72 : y, height: 110, x: [0, edges.at(-1)], y: [0, 0.6],
          xlabel: "bounds that you have tried", ylabel: "typical error", yticks: [0, 0.2, 0.4, 0.6],
          show: (v) => (v <= 1 && v > 0 ? percent(v) : String(v)),
        });
        mine.forEach(([, j]) => stage.add("circle", {
          cx: tried.X(clip[j]), cy: tried.Y(Math.min(0.6, together[i][j] / total)), r: j === c() ? 6 : 3.5, class: `dot ${j === c() ? "b" : "a"}`,
        }));
        const least = Math.min(...mine.map(([, j]) => together[i][j])) / total;
        stage.rule(tried.left, tried.Y(least), tried.right, tried.Y(least), "curve a thin");
        stage.label(tried.right - 4, tried.Y(least) + 14, "best so far", "a", "end");
        const error = together[i];
        const finest = argmin(error);
        const part = (value) => percent(value / total, 1);
        return `${draws.length} sums published. Bound ${bound} at ε = ${epsilon[i]}: clipping removes ${part(lost[c()])} of the sum, the noise has a standard deviation of ${part(noise[i][c()])}, and the typical error is ${part(error[c()])}. ` +
          (c() === finest ? "No bound does better at this ε." : `A ${c() < finest ? "higher" : "lower"} bound does better.`);
      };
    },

    walker(stage) {
      const { x, y, at, tables, bounds, start } = stage.data;
      const column = stage.range("left and right", at, start[0], digits(1));
      const row = stage.range("down and up", at, start[1], digits(1));
      const range = {};
      stage.again([column, row], () => Object.keys(range).forEach((name) => delete range[name]));
      const span = [at[0] - 0.7, at.at(-1) + 0.7];
      return () => {
        const side = stage.narrow ? stage.width - 30 : Math.min(340, stage.width * 0.5);
        const height = stage.narrow ? side * 0.8 : side - 30;
        stage.height = height + (stage.narrow ? 330 : 70);
        const plot = stage.panel({ left: 36, right: -side, top: 26, height, x: span, y: span, xlabel: "first number", ylabel: "second number" });
        x.forEach((value, i) => stage.add("circle", { cx: plot.X(value), cy: plot.Y(y[i]), r: 4.5, class: "dot n" }));
        stage.handle(plot.X(at[column()]), plot.Y(at[row()]), "walker", (px, py) => {
          column.set(nearest(at, plot.inverse(px)));
          row.set(nearest(at, plot.climb(py)));
        });
        const words = Object.entries(tables).map(([name, table], i) => {
          const now = table[row()][column()];
          const seen = (range[name] = [Math.min(now, ...(range[name] || [])), Math.max(now, ...(range[name] || []))]);
          const top = (stage.narrow ? plot.foot + 60 : 30) + i * (stage.narrow ? 112 : 140);
          const scale = stage.panel({ left: stage.narrow ? 20 : side + 40, right: 20, top: top + 40, height: 40, x: [-1, 1], y: [0, 1], yticks: [], xticks: [-1, -0.5, 0, 0.5, 1] });
          stage.label(scale.left, top + 8, `${name}: ${digits(2)(now)}`);
          const middle = scale.top + 20;
          const rails = [seen[1] - bounds[i], seen[0] + bounds[i]].map((value) => scale.X(within(value, -1, 1)));
          stage.rule(rails[0], middle, rails[1], middle, "curve r thin");
          rails.forEach((rail) => stage.rule(rail, scale.top - 3, rail, scale.foot, "rail r"));
          stage.add("rect", { x: scale.X(seen[0]) - 1, y: middle - 7, width: scale.X(seen[1]) - scale.X(seen[0]) + 2, height: 14, class: "bar a" });
          stage.add("circle", { cx: scale.X(now), cy: middle, r: 8, class: "dot b" });
          stage.label(within((rails[0] + rails[1]) / 2, scale.left + 60, scale.right - 66), scale.top - 9, "allowed by the bound", "r", "middle");
          return `${name}’s correlation has moved by ${(seen[1] - seen[0]).toFixed(2)} of at most ${bounds[i].toFixed(2)}`;
        });
        return `${words.join("; ")}.`;
      };
    },

    questions(stage) {
      const { epsilon, delta, up, at, bound } = stage.data;
      const most = at.at(-1);
      const e = stage.range("ε of one answer", epsilon, 1);
      const d = stage.range("δ", delta, 0, (value) => (value < 1e-3 ? "one in a million" : percent(value)));
      const t = stage.range("answers", at, 10);
      const walks = [];
      const more = () => many(100, () => walks.push(Float64Array.from({ length: most }, stage.random)));
      more();
      stage.button("A hundred more", () => walks.length < 2000 && more());
      return () => {
        const [step, chance, n] = [epsilon[e()], up[e()], at[t()]];
        const limit = bound[e()][d()];
        const top = Math.max(...bound[e()].map((row) => row.at(-1))) * 1.12;
        stage.height = 356;
        const pile = stage.narrow ? 74 : 130;
        const plot = stage.panel({ left: 40, right: pile + 14, top: 26, height: 285, x: [0, most], y: [-0.3 * top, top], xlabel: "answers", ylabel: "privacy loss" });
        const ends = walks.map((walk, number) => {
          const shown = number >= walks.length - 100;
          let level = 0;
          const points = shown ? [`${plot.X(0).toFixed(1)},${plot.Y(0).toFixed(1)}`] : [];
          for (let i = 0; i < n; i += 1) {
            level += walk[i] < chance ? step : -step;
            if (shown) points.push(`${plot.X(i + 1).toFixed(1)},${plot.Y(level).toFixed(1)}`);
          }
          if (shown) stage.add("polyline", { points: points.join(" "), class: `walk ${level > limit[t()] + 1e-9 ? "r" : "a"}` });
          return level;
        });
        const shown = at.filter((value) => value * step <= top);
        stage.line([0, Math.min(most, top / step)], [0, Math.min(most * step, top)], plot, "n");
        stage.label(plot.X(shown.at(-1)) + 6, plot.Y(step * shown.at(-1)) + 16, "sum of all ε", "n");
        stage.line(at, limit, plot, "b");
        stage.label(plot.right - 4, plot.Y(limit.at(-1)) + (plot.Y(limit.at(-1)) < plot.top + 30 ? 22 : -9), `bound at δ = ${delta[d()] < 1e-3 ? "10⁻⁶" : percent(delta[d()])}`, "b", "end");
        const line = plot.X(n);
        stage.rule(line, plot.top, line, plot.foot, "told");
        stage.handle(line, plot.foot - 18, "stop", (px) => t.set(nearest(at, plot.inverse(px))));
        const levels = new Map();
        ends.forEach((level) => {
          const key = Math.round(level / step);
          levels.set(key, (levels.get(key) || 0) + 1);
        });
        const widest = Math.max(...levels.values());
        const room = pile - 8;
        levels.forEach((count, key) => {
          const y = plot.Y(key * step);
          const tall = Math.max(1, Math.abs(plot.Y(2 * step) - plot.Y(0)) - 1);
          stage.add("rect", { x: plot.right + 6, y: y - tall / 2, width: (room * count) / widest, height: tall, class: `bar ${key * step > limit[t()] + 1e-9 ? "r" : "a"}` });
        });
        const y = plot.Y(limit[t()]);
        stage.rule(line, y, stage.width - 8, y, "curve b");
        stage.text(plot.right + 6, plot.foot + 34, stage.narrow ? "ends here" : `where ${walks.length} walks end`);
        const above = ends.filter((level) => level > limit[t()] + 1e-9).length;
        const words = above === 1 ? "one walk ends" : `${above || "none"} of the walks end${above ? "" : "s"}`;
        return `After ${n} answers the sum of all ε is ${(n * step).toFixed(1)}, and the bound is ${limit[t()].toFixed(1)}: it allows ${delta[d()] < 1e-3 ? "one walk in a million" : percent(delta[d()])} above. ` +
          `Of ${whole(walks.length)} walks, ${words} above it; the largest loss is ${Math.max(...ends).toFixed(1)}.`;
      };
    },

    audit(stage) {
      const { sizes, edges, violates, counts, bounds, claim } = stage.data;
      const games = [];
      let game = Math.floor(stage.random() * violates.length), size = 0, verdict = "";
      // At the end it says that it is disabled, and keeps the keyboard's place.
      const more = stage.button("More draws", () => (size = Math.min(size + 1, sizes.length - 1)));
      const say = (rejected) => () => {
        const wrong = violates[game];
        const auditor = bounds[game].slice(0, size + 1).some((value) => value > claim);
        games.push({ game, size, wrong, you: rejected === wrong, auditor: auditor === wrong });
        verdict = `It ${wrong ? "violated" : "satisfied"} the claim, so you were ${rejected === wrong ? "right" : "wrong"}. A new mechanism comes. `;
        game = (game + 1 + Math.floor(stage.random() * (violates.length - 1))) % violates.length;
        size = 0;
      };
      stage.button("Reject the claim", say(true));
      stage.button("Do not reject", say(false));
      return () => {
        const found = bounds[game];
        const shares = counts[game].map((side) => side[size].map((count) => count / sizes[size]));
        const half = stage.narrow ? stage.width : stage.width * 0.5;
        stage.height = stage.narrow ? 600 : 335;
        const plot = stage.panel({ left: 44, right: -(half - 14), top: 26, height: 190, x: [edges[0], edges.at(-1)], y: [0, 0.4], yticks: [0, 0.1, 0.2, 0.3, 0.4], xlabel: "published number", ylabel: `share of ${sizes[size]} draws` });
        const top = (side) => argmax(shares[side]);
        stage.bars(edges, shares[0], plot, "a", 0.5);
        stage.bars(edges, shares[1], plot, "b", 0.5, 0.5);
        stage.label(plot.X(edges[top(0)]) - 4, plot.Y(Math.min(0.37, shares[0][top(0)])) + 4, "without you", "a", "end");
        stage.label(plot.X(edges[top(1) + 1]) + 4, plot.Y(Math.min(0.37, shares[1][top(1)])) + 4, "with you", "b");
        const high = 2;
        const scale = stage.panel({
          left: stage.narrow ? 44 : half + 44, right: 20, top: stage.narrow ? plot.foot + 72 : 26, height: 190, x: [0, sizes.length - 1], y: [0, high],
          xticks: [0, 2, 4, 6], xshow: (i) => whole(sizes[i]), yticks: [0, 0.5, 1, 1.5, 2], xlabel: "draws from each table", ylabel: "lower bound on ε",
        });
        games.slice(-8).forEach((old) => stage.line(many(old.size + 1, (i) => i), bounds[old.game].slice(0, old.size + 1), scale, old.wrong ? "r past" : "n past"));
        stage.rule(scale.left, scale.Y(claim), scale.right, scale.Y(claim), "curve r");
        stage.label(scale.right - 4, scale.Y(claim) + 16, "claim: ε = 1", "r", "end");
        stage.line(many(size + 1, (i) => i), found.slice(0, size + 1), scale, "a");
        found.slice(0, size + 1).forEach((value, i) => stage.add("circle", { cx: scale.X(i), cy: scale.Y(Math.min(high, value)), r: i === size ? 6 : 4, class: `dot ${value > claim ? "r" : "a"}` }));
        stage.label(within(scale.X(size), scale.left + 30, scale.right - 16), scale.Y(Math.min(high, found[size])) - 11, `ε ≥ ${found[size].toFixed(2)}`, found[size] > claim ? "r" : "a", "middle");
        const foot = (stage.narrow ? scale.foot : plot.foot) + 52;
        ["you", "auditor"].forEach((who, row) => {
          stage.text(20, foot + row * 26 + 13, who === "you" ? "you" : "auditor");
          games.slice(-20).forEach((old, i) => {
            const x = 80 + i * Math.min(26, (stage.width - 150) / 20);
            stage.add("rect", { x, y: foot + row * 26, width: 14, height: 16, class: `bar ${old[who] ? "a" : "ghost"}` });
          });
          const right = games.filter((old) => old[who]).length;
          stage.text(stage.width - 12, foot + row * 26 + 13, `${right} of ${games.length}`, { "text-anchor": "end" });
        });
        more.setAttribute("aria-disabled", size === sizes.length - 1);
        return `${verdict}${whole(sizes[size])} draws from each table. The auditor has established ε ≥ ${found[size].toFixed(2)}; the claim is ε = ${claim}. ` +
          `${found.slice(0, size + 1).some((value) => value > claim) ? "It rejects the claim." : "It does not reject the claim yet."}`;
      };
    },

    threshold(stage) {
      const { truth, threshold, epsilon, chance, spread } = stage.data;
      const e = stage.range("ε", epsilon, 1);
      const t = stage.range("threshold", threshold, 4);
      const rounds = many(30, stage.random);
      stage.button("Run 30 rounds", () => rounds.length < 1500 && many(30, () => rounds.push(stage.random())));
      return () => {
        const stops = chance[e()][t()];
        const level = threshold[t()];
        const [near, far] = spread[e()];
        stage.height = 436;
        const x = [0.5, truth.length + 1.6];
        const plot = stage.panel({ left: 36, top: 26, height: 180, x, y: [-12, 44], xticks: [], yticks: [-10, 0, 10, 20, 30, 40], ylabel: "answer" });
        const [high, low] = [level + near, level - near].map((value) => within(plot.Y(value), plot.top, plot.foot));
        stage.add("rect", { x: plot.left, y: high, width: plot.right - plot.left, height: low - high, class: "band b" });
        truth.forEach((value, i) => {
          const at = plot.X(i + 1);
          const ends = [value - far, value + far].map((end) => within(plot.Y(end), plot.top, plot.foot));
          stage.rule(at, ends[0], at, ends[1], "whisker a soft");
          stage.add("circle", { cx: at, cy: plot.Y(value), r: 5, class: `dot ${value > level ? "a" : "n"}` });
        });
        stage.rule(plot.left, plot.Y(level), plot.right, plot.Y(level), "curve b");
        stage.handle(plot.right - 12, plot.Y(level), "threshold", (px, py) => t.set(nearest(threshold, plot.climb(py))));
        const [beside, above] = stage.narrow ? [4, plot.top - 8] : [34, plot.Y(level) - 12]; // where it covers no answer
        stage.label(plot.right - beside, above, `threshold ${level}`, "b", "end");
        const most = Math.max(...stops, 0.2);
        const below = stage.panel({ left: 36, top: plot.foot + 34, height: 140, x, y: [0, most * 1.12], xticks: many(truth.length, (i) => i + 1).filter((i) => !stage.narrow || i % 2), xlabel: "question at which the round ends", ylabel: "probability, and your rounds", show: (v) => (v < 1 && v > 0 ? percent(v) : String(v)) });
        stage.text(below.X(truth.length + 1), below.foot + 16, "none", { "text-anchor": "middle" });
        const tally = many(stops.length, () => 0);
        rounds.forEach((u) => (tally[outcome(stops, u)] += 1));
        stops.forEach((value, i) => {
          const mark = i === argmax(truth) ? "b" : "a";
          const wide = (below.X(2) - below.X(1)) * 0.62;
          const at = below.X(i + 1);
          stage.add("rect", { x: at - wide / 2, y: below.Y(value), width: wide, height: below.foot - below.Y(value), class: "bar outline" });
          stage.heap(tally[i], [at - wide / 2, at + wide / 2], below, (below.foot - below.Y(1)) / rounds.length, mark);
        });
        const first = truth.findIndex((value) => value > level);
        const right = tally[argmax(truth)];
        return `Each round costs ε = ${epsilon[e()]}. Without noise it would end at ${first < 0 ? "no question" : `question ${first + 1}`}; ` +
          `with noise it ends at question ${argmax(truth) + 1}, the largest, with probability ${percent(stops[argmax(truth)])} and without an answer with probability ${percent(stops.at(-1))}. Of your ${rounds.length} rounds, ${right} ended at the largest.`;
      };
    },

    tickets(stage) {
      const { names, score, epsilon } = stage.data;
      const scores = [...score];
      const highest = 14;
      const e = stage.range("ε", epsilon, 2);
      let changed = 3;
      const who = stage.choice("site", names.map((name) => name.slice(-1)), changed);
      const height = stage.range("its score", many(highest + 1, (i) => i), scores[changed]);
      const draws = many(30, stage.random);
      stage.button("Draw 30 tickets", () => draws.length < 1500 && many(30, () => draws.push(stage.random())));
      const law = (values) => {
        const weights = values.map((value) => Math.exp((epsilon[e()] * (value - Math.max(...values))) / 2));
        return weights.map((weight) => weight / sum(weights));
      };
      return () => {
        if (who() === changed) scores[changed] = height();
        else {
          changed = who();
          height.set(scores[changed]);
        }
        const chances = law(scores);
        const moved = law(scores.map((value, i) => value + (i === changed ? 1 : -1)));
        const x = [0, names.length];
        stage.height = 480;
        const left = 46;
        const plot = stage.panel({ left, top: 26, height: 130, x, y: [0, highest], xticks: [], yticks: [0, 5, 10], ylabel: "score: drag it" });
        scores.forEach((value, i) => {
          stage.bars([i + 0.2, i + 0.8], [value], plot, i === changed ? "b" : "n soft");
          stage.handle(plot.X(i + 0.5), plot.Y(value), `score${i}`, (px, py) => {
            who.set(i);
            height.set(within(Math.round(plot.climb(py)), 0, highest));
          }, i === changed ? "b" : "n");
        });
        names.forEach((name, i) => stage.text(plot.X(i + 0.5), plot.foot + 16, stage.narrow ? name.slice(-1) : name, { "text-anchor": "middle" }));
        const below = stage.panel({ left, top: plot.foot + 46, height: 110, x, y: [0, Math.ceil(10 * Math.max(...chances) + 0.2) / 10], xticks: [], ylabel: "probability, and the tickets drawn", show: percent });
        const tally = many(names.length, () => 0);
        draws.forEach((u) => (tally[outcome(chances, u)] += 1));
        chances.forEach((value, i) => {
          const [from, to] = [below.X(i + 0.2), below.X(i + 0.8)];
          stage.add("rect", { x: from, y: below.Y(value), width: to - from, height: below.foot - below.Y(value), class: "bar outline" });
          stage.heap(tally[i], [from, to], below, (below.foot - below.Y(1)) / draws.length, i === changed ? "b" : "a");
        });
        const most = Math.max(1, epsilon[e()] * 1.3);
        const ratio = stage.panel({ left, top: below.foot + 34, height: 110, x, ylabel: stage.narrow ? "privacy loss: one person’s change" : `privacy loss: one person adds 1 to ${names[changed]}, and takes 1 from the others`, y: [-most, most], xticks: [], yticks: [-epsilon[e()], 0, epsilon[e()]], show: (v) => (v ? `${v < 0 ? "−" : "+"}ε` : "0"), xlabel: "" });
        [-1, 1].forEach((sign) => stage.rule(ratio.left, ratio.Y(sign * epsilon[e()]), ratio.right, ratio.Y(sign * epsilon[e()]), "curve r"));
        stage.label(ratio.right - 4, ratio.Y(epsilon[e()]) - 5, "bound", "r", "end");
        const losses = chances.map((value, i) => Math.log(moved[i] / value));
        losses.forEach((loss, i) => {
          stage.rule(ratio.X(i + 0.5), ratio.Y(0), ratio.X(i + 0.5), ratio.Y(loss), `whisker ${i === changed ? "b" : "a"}`);
          stage.add("circle", { cx: ratio.X(i + 0.5), cy: ratio.Y(loss), r: 5, class: `dot ${i === changed ? "b" : "a"}` });
        });
        const best = argmax(scores);
        return `Site ${names[best].slice(-1)} has the highest score and is chosen with probability ${percent(chances[best])}. ` +
          `The change of one person moves the logarithm of a probability by up to ${Math.max(...losses.map(Math.abs)).toFixed(2)}; the bound is ε = ${epsilon[e()]}.`;
      };
    },

    confounder(stage) {
      const { effect, trait, control, shares } = stage.data;
      const steps = { treated: stage.range("treated, far away", shares, 14, percent), control: stage.range("control, far away", shares, 6, percent) };
      const studies = [];
      const draw = () => studies.push([stage.normal(), stage.normal()]);
      many(20, draw);
      stage.button("20 more studies", () => studies.length < 1000 && many(20, draw));
      stage.button("Assign at random", () => {
        steps.treated.set(10);
        steps.control.set(10);
      });
      const size = 200;
      return () => {
        const [f, g] = [shares[steps.treated()], shares[steps.control()]];
        const rate = (far, helped) => control + trait * far + (helped ? effect : 0);
        const [y1, y0] = [rate(f, true), rate(g, false)];
        stage.height = stage.narrow ? 572 : 350;
        const side = stage.narrow ? 14 : 250;
        const plot = stage.panel({ left: 48, right: side, top: 26, height: 262, x: [-0.04, 1.04], y: [0, 1], xticks: [0, 0.25, 0.5, 0.75, 1], show: percent, xlabel: "share of the group that lives far away", ylabel: "proportion who come" });
        [[true, "a", "with the reward"], [false, "b", "without"]].forEach(([helped, kind, words]) => {
          stage.line([0, 1], [rate(0, helped), rate(1, helped)], plot, kind);
          stage.label(plot.X(0.3), plot.Y(rate(0.3, helped)) + (helped ? -10 : 24), words, kind, helped ? "start" : "end");
        });
        stage.arrow(plot.X(0.02), plot.Y(rate(0.02, false)), plot.X(0.02), plot.Y(rate(0.02, true)), "n");
        stage.label(plot.X(0.02) + 8, plot.Y(rate(0, true)) - 8, `effect +${effect}`);
        const turned = y1 < y0;
        const middle = plot.X((f + g) / 2);
        [[f, y1], [g, y0]].forEach(([at, y]) => stage.rule(plot.X(at), plot.Y(y), middle, plot.Y(y), "curve n thin"));
        stage.arrow(middle, plot.Y(y0), middle, plot.Y(y1), turned ? "r" : "n");
        stage.label(middle, plot.Y(Math.min(y0, y1)) + 36, `difference ${y1 >= y0 ? "+" : "−"}${Math.abs(y1 - y0).toFixed(2)}`, turned ? "r" : "", "middle");
        stage.handle(plot.X(f), plot.Y(y1), "treated", (px) => steps.treated.set(nearest(shares, plot.inverse(px))), "a");
        stage.handle(plot.X(g), plot.Y(y0), "control", (px) => steps.control.set(nearest(shares, plot.inverse(px))), "b");
        const low = stage.narrow ? { left: 20, right: 14, top: plot.foot + 66, height: 120 } : { left: stage.width - 220, right: 14, top: 50, height: 210 };
        const scale = stage.panel({ ...low, x: [-0.6, 0.8], y: [0, 1], xticks: [-0.5, 0, 0.5], yticks: [], xlabel: `difference, ${size} in each group`, show: String });
        const spread = Math.sqrt(((y1 * (1 - y1)) + (y0 * (1 - y0))) / size);
        const seen = studies.map(([a]) => y1 - y0 + a * spread);
        stage.pile(seen.map((value) => [value, value < 0 ? "r" : "a"]), scale, studies.length > 200 ? 4 : 6);
        stage.rule(scale.X(effect), scale.top - 8, scale.X(effect), scale.foot, "told");
        stage.label(scale.X(effect) + 5, scale.top + 4, "effect");
        const [from, to] = [effect - Math.abs(trait), effect + Math.abs(trait)];
        [from, to].forEach((rail) => stage.rule(scale.X(rail), scale.top + 20, scale.X(rail), scale.foot, "rail r"));
        stage.label(scale.X(from) + 5, scale.top + 30, "bias bound", "r");
        const wrong = seen.filter((value) => value < 0).length;
        return `${percent(f)} of the treatment group and ${percent(g)} of the control group live far away. The difference in proportions is ${digits(2)(y1 - y0)}, the effect is ${effect}: ` +
          `the bias is ${digits(2)(trait)} × ${digits(2)(f - g)} = ${digits(2)(trait * (f - g) + 0)}. In ${wrong} of ${studies.length} studies a helpful reward seems to do harm.`;
      };
    },

    interval(stage) {
      const { people, epsilon, rates, parts } = stage.data;
      const e = stage.range("ε", epsilon, 1);
      const n = stage.range("people per group", people, 1, whole);
      const ignored = stage.toggle("Ignore the noise");
      const studies = [];
      const draw = () => studies.push([...many(2, () => stage.normal()), ...many(4, () => laplace(stage.random()))]);
      many(40, draw);
      stage.button("40 more studies", () => studies.length < 2000 && many(40, draw));
      const effect = rates[1] - rates[0];
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
      return () => {
        const [sampling, noise] = parts[e()][n()];
        const [inner, outer] = [1.96 * Math.sqrt(sampling), 1.96 * Math.sqrt(sampling + noise)];
        const m = people[n()];
        const b = 2 / epsilon[e()];
        const results = studies.map((draws) => study(draws, m, b));
        const held = (one) => Math.abs(one.value - effect) <= (ignored() ? one.inner : one.outer);
        const covered = results.filter(held).length;
        stage.height = 384;
        const last = stage.narrow ? 20 : 40;
        const plot = stage.panel({ left: 48, right: 86, top: 26, height: 230, x: [0, last], y: [-0.3, 0.9], xticks: [], yticks: [-0.2, 0, 0.2, 0.4, 0.6, 0.8], ylabel: "effect" });
        stage.rule(plot.left, plot.Y(0), plot.right, plot.Y(0), "axis");
        const clamp = (value) => within(plot.Y(value), plot.top, plot.foot);
        results.slice(-last).forEach((one, i) => {
          const at = plot.X(i + 0.5);
          const kind = held(one) ? "a" : "r";
          if (!ignored()) stage.rule(at, clamp(one.value - one.outer), at, clamp(one.value + one.outer), `whisker ${kind}`);
          stage.rule(at, clamp(one.value - one.inner), at, clamp(one.value + one.inner), `whisker thick ${kind}`);
        });
        stage.rule(plot.left, plot.Y(effect), plot.right, plot.Y(effect), "told");
        stage.label(plot.right + 6, plot.Y(effect) + 4, "true effect");
        stage.label(plot.right + 6, plot.Y(0) + 4, "no effect");
        stage.text((plot.left + plot.right) / 2, plot.foot + 16, `the last ${last} studies, one bar each`, { "text-anchor": "middle" });
        const low = plot.foot + 62;
        const scale = stage.panel({ left: 20, right: 20, top: low, height: 24, x: [0, 1], y: [0, 1], xticks: [0, 0.2, 0.4, 0.6, 0.8, 1], yticks: [], show: percent });
        const share = covered / studies.length;
        stage.add("rect", { x: scale.left, y: low + 2, width: Math.max(0, scale.X(share) - scale.left), height: 20, class: `bar ${share < 0.9 ? "r" : "a"}` });
        stage.rule(scale.X(0.95), low - 8, scale.X(0.95), scale.foot, "told");
        stage.label(scale.X(0.95) - 5, low - 6, "95% claimed", "", "end");
        stage.text(scale.left, low - 8, stage.narrow ? "coverage" : `coverage in all ${studies.length} studies`);
        return `A typical half-width is ${inner.toFixed(3)} by the assignment alone, and ${outer.toFixed(3)} together with the noise${ignored() ? ", which these intervals ignore" : ""}. ` +
          `${covered} of ${studies.length} intervals contain the effect (${percent(share)}).`;
      };
    },

    paths(stage) {
      const { names, places, worlds, records } = stage.data;
      const g = stage.choice("graph", worlds.map((world) => world.name), worlds.length - 1);
      const given = new Set();
      const buttons = names.map((name, i) => {
        const found = stage.button(`Condition on ${name}`, () => flip(i));
        return found;
      });
      const flip = (i) => (given.has(i) ? given.delete(i) : given.add(i));
      const samples = many(30, () => stage.normal());
      stage.button("Draw 30 samples", () => samples.length < 1500 && many(30, () => samples.push(stage.normal())));
      stage.svg.addEventListener("click", (event) => {
        const node = event.target.dataset.node;
        if (node === undefined || !worlds[g()].free.includes(Number(node))) return;
        flip(Number(node));
        stage.paint();
      });
      return () => {
        const world = worlds[g()];
        [...given].forEach((i) => world.free.includes(i) || given.delete(i));
        buttons.forEach((button, i) => {
          button.hidden = !world.free.includes(i);
          button.setAttribute("aria-pressed", given.has(i));
        });
        const chosen = [...given].sort();
        const { open, correlation } = world.sets[chosen.join()];
        stage.height = 410;
        const used = new Set(world.edges.flat());
        const X = (i) => 62 + places[i][0] * (stage.width - 124);
        const Y = (i) => 34 + (1 - places[i][1]) * 180;
        world.paths.forEach((path, i) => {
          const aside = (i - (world.paths.length - 1) / 2) * 18;
          const points = path.map((node) => `${X(node)},${Y(node) + aside}`).join(" ");
          stage.add("polyline", { points, class: `route ${open[i] ? "b" : "closed"}` });
          stage.label(X(path[0]), Y(path[0]) + (aside > 0 ? 34 : -26), open[i] ? "open" : "closed", open[i] ? "b" : "", "middle");
        });
        stage.graph(stage.data, world.edges.map(([a, b]) => [a, b, "n", true]), 16, 232, (i) => {
          if (!used.has(i)) return { kind: "none" };
          const kind = world.ends.includes(i) ? "end" : given.has(i) ? "given" : "free";
          return { kind, "data-node": i };
        });
        chosen.forEach((i) => stage.add("rect", { x: X(i) - 20 - names[i].length * 3.9, y: Y(i) - 20, width: 40 + names[i].length * 7.8, height: 40, class: "frame", "data-node": i }));
        const limit = 1.96 / Math.sqrt(records - chosen.length - 3);
        const scale = stage.panel({ left: 20, right: 20, top: 272, height: 94, x: [-1, 1], y: [0, 1], yticks: [], xlabel: `${chosen.length ? "partial " : ""}correlation in samples of ${records} records` });
        const estimates = samples.map((z) => Math.tanh(Math.atanh(correlation) + z / Math.sqrt(records - chosen.length - 3)));
        [-limit, limit].forEach((rail) => stage.rule(scale.X(Math.tanh(rail)), scale.top, scale.X(Math.tanh(rail)), scale.foot, "rail r"));
        stage.label(scale.X(Math.tanh(-limit)) - 6, scale.top + 6, "critical values", "r", "end");
        stage.pile(estimates.map((value) => [value, Math.abs(Math.atanh(value)) > limit ? "b" : "a"]), scale, samples.length > 200 ? 4 : 6);
        const still = open.filter(Boolean).length;
        const beyond = estimates.filter((value) => Math.abs(Math.atanh(value)) > limit).length;
        return `${chosen.length ? `Given ${chosen.map((i) => names[i]).join(" and ")}` : "Given nothing"}, ${still} of ${world.paths.length} ${world.paths.length === 1 ? "path is" : "paths are"} open, so ${names[world.ends[0]]} and ${names[world.ends[1]]} are ${still ? "dependent" : "independent"}. ` +
          `${beyond} of ${samples.length} samples are beyond the critical values.`;
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
      stage.button("Start again", () => (step = 0));
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
        stage.height = 440;
        stage.graph(stage.data, strokes, 4, 268);
        const most = 12;
        const scale = stage.panel({ left: 20, right: 20, top: 306, height: 70, x: [-most, most], y: [0, 1], yticks: [], xticks: [-12, -9, -6, -3, 0, 3, 6, 9, 12], xlabel: "noisy statistic; beyond 12 at the rim" });
        stage.pile(done.map((one) => [one.told, one.kept ? "a" : "r"]), { ...scale, top: scale.top - 10 }, 7);
        stage.rule(scale.X(level), scale.top - 16, scale.X(level), scale.foot, "told");
        stage.label(scale.X(level) - 6, scale.top - 8, "removed", "r", "end");
        stage.label(scale.X(level) + 6, scale.top - 8, "stays", "a");
        stage.key([["found", "true"], ["extra", "false"], ["missed", "true, removed"]]);
        if (!now) return `Every pair is joined. An edge is removed at its first noisy statistic of at most ${level}. ${run.length} tests follow, with noise of scale ${noise[loud()]}.`;
        const given = now.given.length ? `, given ${now.given.map((i) => names[i]).join(" and ")}` : "";
        const lost = [...gone].filter((edge) => real.has(edge)).length;
        return `Test ${step} of ${run.length}, ${pair(now.edge)}${given}: the statistic is ${digits(1)(now.exact)}, with noise ${digits(1)(now.told)}, so the edge ${now.kept ? "stays" : "is removed"}. ` +
          `${gone.size} removed so far, ${lost} of them true edges.`;
      };
    },

    once(stage) {
      const { truth, epsilon, records, found, f1 } = stage.data;
      const e = stage.range("ε", epsilon, 2);
      const n = stage.range("records", records, 1, whole);
      const key = ([a, b]) => [Math.min(a, b), Math.max(a, b)].join();
      const tried = new Map();
      stage.again([e, n], () => tried.clear());
      return () => {
        const here = found[e()][n()];
        const real = new Set(truth.map(key));
        const seen = new Set(here.map(key));
        const strokes = [
          ...here.map(([a, b]) => [a, b, real.has(key([a, b])) ? "found" : "extra"]),
          ...truth.filter((edge) => !seen.has(key(edge))).map(([a, b]) => [a, b, "missed"]),
        ];
        stage.height = 470;
        stage.graph(stage.data, strokes, 4, 270);
        tried.set(`${e()},${n()}`, [e(), n()]);
        const scale = stage.panel({
          left: 44, right: 84, top: 300, height: 90, x: [-0.2, epsilon.length - 0.8], y: [0, 1.05], yticks: [0, 0.5, 1], xticks: epsilon.map((_, i) => i), xlabel: "ε", ylabel: "F1 where you have been",
          xshow: (i) => String(epsilon[i]),
        });
        records.forEach((size, j) => {
          const mine = [...tried.values()].filter(([, other]) => other === j).map(([i]) => i).sort((a, b) => a - b);
          const kind = ["r", "b", "a"][j % 3];
          stage.line(mine, mine.map((i) => f1[i][j]), scale, kind);
          mine.forEach((i) => stage.add("circle", { cx: scale.X(i), cy: scale.Y(f1[i][j]), r: i === e() && j === n() ? 7 : 4, class: `dot ${kind}` }));
          if (mine.length) stage.label(scale.right + 6, 316 + 20 * (records.length - 1 - j), whole(size), kind);
        });
        stage.key([["found", "found"], ["missed", "missed"], ["extra", "false"]]);
        const count = (kind) => strokes.filter((stroke) => stroke[2] === kind).length;
        return `${count("found")} of ${truth.length} edges found (solid), ${count("missed")} missed (dotted), ${count("extra")} false (dashed): F1 ${f1[e()][n()].toFixed(2)}.`;
      };
    },
  };

  const wake = (box) => {
    const stage = new Stage(box);
    stage.start(explorers[box.dataset.explorer](stage));
  };
  document.querySelectorAll(".pc-explorer").forEach(wake);
  window.privcausalExplorer = wake; // for cells that run in the page
})();
