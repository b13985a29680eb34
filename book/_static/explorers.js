// Figures to touch. Each takes the numbers that a cell computed and left on the page, and needs nothing else.
// Without JavaScript the still figure and the table stay.
"use strict";

(() => {
  const NS = "http://www.w3.org/2000/svg";
  const HEIGHT = 300;
  const ROOM = { left: 52, right: 14, top: 14, bottom: 42 };

  const give = (node, attributes, children) => {
    Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
    node.append(...children);
    return node;
  };
  const make = (name, attributes = {}, ...children) => give(document.createElement(name), attributes, children);
  const shape = (name, attributes = {}, ...children) => give(document.createElementNS(NS, name), attributes, children);
  const digits = (count) => (value) => value.toFixed(count);
  const sum = (values) => values.reduce((a, b) => a + b, 0);
  const argmax = (values) => values.indexOf(Math.max(...values));

  function ticks([low, high]) {
    const rough = (high - low) / 5;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
    const first = Math.ceil(low / step - 1e-9);
    const count = Math.floor(high / step + 1e-9) - first + 1;
    return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(10)));
  }

  /** A page may fix the seed (data-seed), so that what it shows can be tested. */
  function generator(seed) {
    let state = seed ? Number(seed) : Date.now() % 2147483647;
    return () => (state = (state * 48271) % 2147483647) / 2147483647;
  }

  class Stage {
    constructor(box) {
      this.data = JSON.parse(box.querySelector("script[type='application/json']").textContent);
      this.random = generator(box.dataset.seed);
      this.random();
      this.controls = make("div", { class: "pc-explorer-controls" });
      const name = `${box.id}-picture`;
      this.title = shape("title", { id: `${name}-title` });
      this.title.textContent = box.getAttribute("aria-label");
      this.desc = shape("desc", { id: `${name}-desc` });
      this.svg = shape("svg", { role: "img", "aria-labelledby": `${this.title.id} ${this.desc.id}` });
      this.status = make("p", { role: "status", "aria-live": "polite", class: "pc-explorer-status" });
      this.frame = make("div", { class: "pc-explorer-live" }, this.controls, this.svg, this.status);
      this.painter = () => {};
      box.querySelector(".pc-explorer-still").replaceWith(this.frame);
    }

    start(painter) {
      this.painter = painter;
      this.paint();
      let width = this.svg.clientWidth;
      new ResizeObserver(() => {
        if (this.svg.clientWidth !== width) this.paint();
        width = this.svg.clientWidth;
      }).observe(this.frame);
    }

    paint() {
      this.width = Math.max(280, this.frame.clientWidth || 640);
      this.svg.replaceChildren(this.title, this.desc);
      give(this.svg, { width: this.width, height: HEIGHT, viewBox: `0 0 ${this.width} ${HEIGHT}` }, []);
      const said = this.painter();
      this.desc.textContent = said;
      if (this.status.textContent !== said) this.status.textContent = said;
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
      this.controls.append(make("label", {}, make("span", {}, label), input, output));
      const place = () => Number(input.value);
      place.set = (value) => {
        input.value = value;
        input.dispatchEvent(new Event("input"));
      };
      return place;
    }

    button(label, pressed) {
      const found = make("button", { type: "button" }, label);
      found.addEventListener("click", () => {
        pressed();
        this.paint();
      });
      this.controls.append(found);
      return found;
    }

    add(name, attributes, ...children) {
      const found = shape(name, attributes, ...children);
      this.svg.append(found);
      return found;
    }

    text(x, y, words, attributes = {}) {
      return this.add("text", { x, y, ...attributes }, words);
    }

    /** Two axes; what it returns turns numbers into places. */
    axes({ x, y, xlabel, ylabel }) {
      const right = this.width - ROOM.right;
      const foot = HEIGHT - ROOM.bottom;
      const X = (value) => ROOM.left + ((value - x[0]) / (x[1] - x[0])) * (right - ROOM.left);
      const Y = (value) => foot - ((value - y[0]) / (y[1] - y[0])) * (foot - ROOM.top);
      ticks(x).forEach((value) => {
        this.add("line", { x1: X(value), x2: X(value), y1: ROOM.top, y2: foot, class: "grid" });
        this.text(X(value), foot + 16, String(value), { "text-anchor": "middle" });
      });
      ticks(y).forEach((value) => {
        this.add("line", { x1: ROOM.left, x2: right, y1: Y(value), y2: Y(value), class: "grid" });
        this.text(ROOM.left - 6, Y(value) + 4, String(value), { "text-anchor": "end" });
      });
      this.text((ROOM.left + right) / 2, HEIGHT - 6, xlabel, { "text-anchor": "middle" });
      this.text(ROOM.left + 4, ROOM.top + 2, ylabel, { class: "ylabel" });
      return { X, Y, foot, right };
    }

    line(xs, ys, { X, Y }, kind) {
      const points = xs.map((x, i) => `${X(x).toFixed(1)},${Y(ys[i]).toFixed(1)}`).join(" ");
      this.add("polyline", { points, class: `curve ${kind}` });
    }

    /** Bars between these edges, one for each height. */
    bars(edges, heights, { X, Y, foot }, kind, part = 1, shift = 0) {
      heights.forEach((value, i) => {
        const wide = X(edges[i + 1]) - X(edges[i]);
        const top = Math.min(Y(value), foot);
        this.add("rect", {
          x: X(edges[i]) + wide * shift, y: top, width: Math.max(wide * part - 1, 1), height: foot - top, class: `bar ${kind}`,
        });
      });
    }

    /** What the colours mean: [kind, words], in the upper right corner. */
    legend(entries) {
      entries.forEach(([kind, words], i) => {
        const y = ROOM.top + 14 + 18 * i;
        this.add("line", { x1: this.width - ROOM.right - 24, x2: this.width - ROOM.right, y1: y, y2: y, class: `curve ${kind}` });
        this.text(this.width - ROOM.right - 30, y + 4, words, { "text-anchor": "end", class: "ylabel" });
      });
    }

    /** The same for graphs, in one line at the foot, where no edge is. */
    key(entries) {
      const step = (this.width - 20) / entries.length;
      entries.forEach(([kind, words], i) => {
        const x = 10 + step * i;
        this.add("line", { x1: x, x2: x + 22, y1: HEIGHT - 8, y2: HEIGHT - 8, class: `edge ${kind}` });
        this.text(x + 28, HEIGHT - 4, words);
      });
    }

    /** Nodes at their places, and these strokes between them: [from, to, kind]. */
    graph({ names, places }, strokes) {
      const X = (i) => 60 + places[i][0] * (this.width - 120);
      const Y = (i) => 26 + (1 - places[i][1]) * (HEIGHT - 74);
      strokes.forEach(([a, b, kind]) => this.add("line", { x1: X(a), y1: Y(a), x2: X(b), y2: Y(b), class: `edge ${kind}` }));
      names.forEach((name, i) => {
        this.add("circle", { cx: X(i), cy: Y(i), r: 5, class: "node" });
        this.text(X(i), Y(i) - 10, name, { "text-anchor": "middle", class: "name" });
      });
    }
  }

  const explorers = {
    worlds(stage) {
      const { epsilon, best, noise } = stage.data;
      const score = { right: 0, bets: 0 };
      let truth, told, last = "";
      const pick = stage.range("ε", epsilon, 3);
      const next = () => {
        truth = stage.random() < 0.5 ? 37 : 38;
        const draws = noise[pick()];
        told = truth + draws[Math.floor(stage.random() * draws.length)];
      };
      const bet = (guess) => () => {
        score.bets += 1;
        score.right += guess === truth;
        last = `It was ${truth}: ${guess === truth ? "right" : "wrong"}. You have ${score.right} of ${score.bets} right. `;
        next();
      };
      stage.button("I bet on 37", bet(37));
      stage.button("I bet on 38", bet(38));
      let before = pick();
      next();
      return () => {
        if (pick() !== before) {
          Object.assign(score, { right: 0, bets: 0 });
          last = "A new ε, a new score. ";
          before = pick();
          next();
        }
        const e = epsilon[pick()];
        const wide = Math.max(6, Math.min(20, 4 / e));
        const xs = Array.from({ length: 121 }, (_, i) => 37.5 + wide * (i / 60 - 1));
        const law = (centre) => xs.map((x) => (e / 2) * Math.exp(-e * Math.abs(x - centre)));
        const plot = stage.axes({ x: [37.5 - wide, 37.5 + wide], y: [0, e * 0.55], xlabel: "published number", ylabel: "how likely" });
        stage.line(xs, law(37), plot, "a");
        stage.line(xs, law(38), plot, "b");
        stage.legend([["a", "37"], ["b", "38"], ["told", "published"]]);
        const at = Math.max(ROOM.left, Math.min(plot.right, plot.X(told)));
        stage.add("line", { x1: at, x2: at, y1: ROOM.top, y2: plot.foot, class: "told" });
        return `${last}The next evening publishes ${told.toFixed(1)}. At this ε the best bettor is right in ${Math.round(100 * best[pick()])} of 100.`;
      };
    },

    clip(stage) {
      const { clip, epsilon, lost, noise, together, edges, people, total } = stage.data;
      const e = stage.range("ε", epsilon, 1);
      const c = stage.range("clip", clip, clip.length - 1, digits(0));
      return () => {
        const plot = stage.axes({ x: [0, edges.at(-1)], y: [0, Math.max(...people) * 1.15], xlabel: "hours", ylabel: "people" });
        const kept = people.map((_, i) => edges[i] < clip[c()]);
        stage.bars(edges, people.map((count, i) => (kept[i] ? count : 0)), plot, "a");
        stage.bars(edges, people.map((count, i) => (kept[i] ? 0 : count)), plot, "r");
        stage.add("line", { x1: plot.X(clip[c()]), x2: plot.X(clip[c()]), y1: ROOM.top, y2: plot.foot, class: "told" });
        stage.legend([["a", "kept whole"], ["r", "clipped"]]);
        const error = together[e()];
        const finest = error.indexOf(Math.min(...error));
        const part = (value) => `${((100 * value) / total).toFixed(1)}%`;
        return `Clip at ${clip[c()]}: ${part(lost[c()])} of the sum is cut off, the noise is ${part(noise[e()][c()])}, together ${part(error[c()])}. ` +
          (c() === finest ? "No clip does better at this ε." : `The best clip at this ε is wrong by ${part(error[finest])}.`);
      };
    },

    questions(stage) {
      const { step, up, at, sum: straight, bound } = stage.data;
      let walk = [0];
      const most = at.at(-1);
      const ask = (count) => () => {
        for (let i = 0; i < count && walk.length <= most; i += 1) {
          walk.push(walk.at(-1) + (stage.random() < up ? step : -step));
        }
      };
      stage.button("One answer", ask(1));
      stage.button("Twenty answers", ask(20));
      stage.button("Start again", () => (walk = [0]));
      return () => {
        const top = Math.max(bound.at(-1) * 1.25, ...walk) + 1;
        const plot = stage.axes({ x: [0, most], y: [-6, top], xlabel: "answers", ylabel: "evidence, in nats" });
        const shown = straight.filter((value) => value <= top).length;
        stage.line(at.slice(0, shown), straight.slice(0, shown), plot, "r");
        stage.line(at, bound, plot, "b");
        stage.line(walk.map((_, i) => i), walk, plot, "a");
        stage.legend([["a", "your walk"], ["r", "sum of all ε"], ["b", "bound"]]);
        const asked = walk.length - 1;
        const place = at.findIndex((value) => value >= asked);
        return `After ${asked} answers the evidence is ${walk.at(-1).toFixed(1)}, its highest so far ${Math.max(...walk).toFixed(1)}. ` +
          `The sum of all ε is ${(asked * step).toFixed(1)}; but for one case in a million it stays below ${bound[place].toFixed(1)} at this many.`;
      };
    },

    threshold(stage) {
      const { truth, threshold, epsilon, chance } = stage.data;
      const e = stage.range("ε", epsilon, 1);
      const t = stage.range("threshold", threshold, 3, digits(0));
      return () => {
        const stops = chance[e()][t()];
        const plot = stage.axes({ x: [0.5, truth.length + 0.5], y: [0, 1], xlabel: "question", ylabel: "chance that the round ends here" });
        const edges = Array.from({ length: truth.length + 1 }, (_, i) => i + 0.5);
        stage.bars(edges, truth.map((_, i) => stops[i]), plot, "a", 0.6, 0.2);
        truth.forEach((value, i) => stage.text(plot.X(i + 1), plot.Y(stops[i]) - 5, value.toFixed(0), { "text-anchor": "middle", class: value > threshold[t()] ? "name" : "faint" }));
        const first = truth.findIndex((value) => value > threshold[t()]);
        const likely = argmax(truth.map((_, i) => stops[i]));
        const none = Math.max(0, 1 - sum(truth.map((_, i) => stops[i])));
        return `The numbers on the bars are the true answers. Without noise the round would end at ${first < 0 ? "no question" : `question ${first + 1}`}; ` +
          `with noise most often at question ${likely + 1} (${Math.round(100 * stops[likely])}%), at none in ${Math.round(100 * none)}%.`;
      };
    },

    liar(stage) {
      const { sizes, edges, lies, counts, bounds, promise } = stage.data;
      const score = { you: 0, auditor: 0, played: 0 };
      let game = Math.floor(stage.random() * lies.length), size = 0, verdict = "";
      const more = stage.button("More draws", () => (size = Math.min(size + 1, sizes.length - 1)));
      const say = (accused) => () => {
        const liar = lies[game];
        score.played += 1;
        score.you += accused === liar;
        score.auditor += bounds[game][size] > promise === liar;
        verdict = `It ${liar ? "lied" : "kept its promise"}. You: ${score.you} of ${score.played}, the auditor with the same draws: ${score.auditor}. A new mechanism comes. `;
        game = (game + 1 + Math.floor(stage.random() * (lies.length - 1))) % lies.length;
        size = 0;
      };
      stage.button("I accuse", say(true));
      stage.button("I let it go", say(false));
      return () => {
        const bound = bounds[game];
        const shares = counts[game].map((side) => side[size].map((count) => count / sizes[size]));
        const plot = stage.axes({ x: [edges[0], edges.at(-1)], y: [0, Math.max(...shares.flat()) * 1.1], xlabel: "what it published", ylabel: "share of draws" });
        stage.bars(edges, shares[0], plot, "a", 0.5);
        stage.bars(edges, shares[1], plot, "b", 0.5, 0.5);
        stage.legend([["a", "without you"], ["b", "with you"]]);
        more.disabled = size === sizes.length - 1;
        return `${verdict}${sizes[size]} draws from each side; the promise is ε = ${promise}. The auditor can prove ε ≥ ${bound[size].toFixed(2)}${bound[size] > promise ? ", and accuses" : ""}.`;
      };
    },

    walker(stage) {
      const { x, y, at, tables, bounds } = stage.data;
      const last = at.length - 1;
      const column = stage.range("left and right", at, 0, digits(1));
      const row = stage.range("down and up", at, last, digits(1));
      const span = [at[0] - 0.5, at[last] + 0.5];
      const nearest = (value) => Math.max(0, Math.min(last, Math.round(((value - at[0]) / (at[last] - at[0])) * last)));
      let plot;
      const follow = (event) => {
        const box = stage.svg.getBoundingClientRect();
        const share = (value, from, to) => span[0] + ((value - from) / (to - from)) * (span[1] - span[0]);
        column.set(nearest(share(event.clientX - box.left, ROOM.left, plot.right)));
        row.set(nearest(share(event.clientY - box.top, plot.foot, ROOM.top)));
      };
      stage.svg.addEventListener("pointerdown", (event) => {
        if (!event.target.classList.contains("walker")) return;
        const stop = new AbortController();
        window.addEventListener("pointermove", follow, { signal: stop.signal });
        ["pointerup", "pointercancel"].forEach((name) => window.addEventListener(name, () => stop.abort(), { signal: stop.signal }));
        event.preventDefault();
      });
      return () => {
        plot = stage.axes({ x: span, y: span, xlabel: "first number", ylabel: "second number" });
        x.forEach((value, i) => stage.add("circle", { cx: plot.X(value), cy: plot.Y(y[i]), r: 4, class: "node" }));
        const [cx, cy] = [plot.X(at[column()]), plot.Y(at[row()])];
        stage.add("circle", { cx, cy, r: 22, class: "walker halo" });
        stage.add("circle", { cx, cy, r: 8, class: "walker" });
        const words = Object.entries(tables).map(([name, table], i) => {
          const now = table[row()][column()];
          return `${name} ${now.toFixed(2)}, ${Math.abs(now - table[last][0]).toFixed(2)} from its start (at most ${bounds[i].toFixed(2)})`;
        });
        return `${words.join("; ")}.`;
      };
    },

    deleting(stage) {
      const { names, noise, runs, level } = stage.data;
      let step = 0, before = 0;
      const loud = stage.range("noise", noise, 0);
      stage.button("Next question", () => (step = Math.min(step + 1, runs[loud()].length)));
      stage.button("Next deletion", () => {
        const next = runs[loud()].findIndex((one, i) => i >= step && !one.kept);
        step = next < 0 ? runs[loud()].length : next + 1;
      });
      stage.button("Start again", () => (step = 0));
      const pair = ([a, b]) => `${names[a]} and ${names[b]}`;
      return () => {
        if (loud() !== before) [step, before] = [0, loud()];
        const run = runs[loud()];
        const key = (edge) => edge.join();
        const gone = new Set(run.slice(0, step).filter((one) => !one.kept).map((one) => key(one.edge)));
        const real = new Set(stage.data.truth.map((edge) => key([...edge].sort((a, b) => a - b))));
        const now = step ? run[step - 1] : null;
        const strokes = [];
        names.forEach((_, a) => names.forEach((_, b) => {
          if (a >= b) return;
          const here = key([a, b]);
          if (!gone.has(here)) strokes.push([a, b, real.has(here) ? "found" : "extra"]);
          else if (real.has(here)) strokes.push([a, b, "missed"]);
        }));
        if (now) strokes.push([...now.edge, "asked"]);
        stage.graph(stage.data, strokes);
        stage.key([["found", "true"], ["extra", "not true"], ["missed", "true, gone"]]);
        if (!now) return `Every pair is joined. ${run.length} questions wait, each with noise of scale ${noise[loud()]}; an edge goes when it is told a statistic of at most ${level}.`;
        const given = now.given.length ? `, holding ${now.given.map((i) => names[i]).join(" and ")} fixed` : "";
        const lost = [...gone].filter((edge) => real.has(edge)).length;
        return `Question ${step} of ${run.length}: ${pair(now.edge)}${given}? The statistic is ${now.exact.toFixed(1)}, it is told ${now.told.toFixed(1)}: ` +
          `the edge ${now.kept ? "stays" : "goes"}. ${gone.size} gone, ${lost} of them true.`;
      };
    },

    once(stage) {
      const { truth, epsilon, records, found, f1 } = stage.data;
      const e = stage.range("ε", epsilon, 2);
      const n = stage.range("records", records, 2, (value) => value.toLocaleString("en"));
      const key = ([a, b]) => [Math.min(a, b), Math.max(a, b)].join();
      return () => {
        const here = found[e()][n()];
        const real = new Set(truth.map(key));
        const seen = new Set(here.map(key));
        const strokes = [
          ...here.map(([a, b]) => [a, b, real.has(key([a, b])) ? "found" : "extra"]),
          ...truth.filter((edge) => !seen.has(key(edge))).map(([a, b]) => [a, b, "missed"]),
        ];
        stage.graph(stage.data, strokes);
        stage.key([["found", "found"], ["missed", "missed"], ["extra", "invented"]]);
        const count = (kind) => strokes.filter((stroke) => stroke[2] === kind).length;
        return `${count("found")} of ${truth.length} edges found (solid), ${count("missed")} missed (dotted), ${count("extra")} invented (dashed): F1 ${f1[e()][n()].toFixed(2)}.`;
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
