// Sorting and filtering for the ledger and the index of claims. Without JavaScript the table is simply complete and in its own order.
"use strict";

(() => {
  const create = (name, properties) => Object.assign(document.createElement(name), properties);

  function sortable(table) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      if (!head.dataset.sortable) return;
      const button = create("button", { type: "button", className: "pc-sort", textContent: head.textContent });
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const key = (row) => Number(row.cells[column].dataset.sort);
        const rows = [...body.rows].sort((a, b) => (down ? key(b) - key(a) : key(a) - key(b)));
        body.append(...rows);
      });
    });
  }

  const verdict = (row) => row.dataset.verdict;

  /** The rows in the order in which the ledger explains their verdicts. */
  const ranked = (rows) => [...rows].sort((a, b) => a.dataset.rank - b.dataset.rank);

  /** A verdict as a tile: its colour, its symbol, and how many claims have it. */
  function tile(row, rows) {
    const badge = row.querySelector(".pc-badge");
    const button = create("button", { type: "button", className: badge.className });
    const symbol = badge.querySelector(".pc-symbol").textContent;
    button.dataset.verdict = verdict(row);
    button.textContent = `${symbol} ${verdict(row)} `;
    const count = create("span", { className: "pc-tally", textContent: rows.filter((r) => verdict(r) === verdict(row)).length });
    button.append(count);
    button.setAttribute("aria-pressed", "false");
    return button;
  }

  /** Words in which a power still is one. */
  const plain = (node) => [...node.childNodes].map((part) => (part.nodeName === "SUP" ? "^" : "") + part.textContent).join("");

  /** Each claim as a square that leads to its row; the table below says the same to who does not see them. */
  function strip(rows) {
    const box = create("div", { className: "pc-strip", ariaHidden: "true" });
    const squares = new Map(rows.map((row) => {
      const name = row.querySelector(".pc-id").textContent;
      const title = `${name}: ${plain(row.querySelector(".pc-title") ?? row.cells[1])}`;
      const href = row.id ? `#${row.id}` : row.querySelector(".pc-id").href;
      return [row, create("a", { className: `pc-square pc-${verdict(row)}`, href, tabIndex: -1, title })];
    }));
    box.append(...ranked(rows).map((row) => squares.get(row)));
    return { box, dim: () => squares.forEach((square, row) => square.classList.toggle("pc-out", row.hidden)) };
  }

  function filterable(table) {
    const rows = [...table.tBodies[0].rows];
    const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
    const input = create("input", { type: "search", placeholder: "Filter by any word" });
    input.setAttribute("aria-label", "Filter the claims by any word");
    const status = create("span", {});
    status.setAttribute("role", "status");
    const first = (name) => rows.find((row) => verdict(row) === name);
    const buttons = [...new Set(ranked(rows).map(verdict))].map((name) => tile(first(name), rows));
    const squares = strip(rows);
    const everything = create("button", { type: "button", textContent: "Show all claims" });
    const none = create("p", { className: "pc-none", hidden: true, textContent: "No claim has all of these words with these verdicts. " });
    none.append(everything);

    function apply() {
      const words = input.value.toLowerCase().split(/\s+/);
      const wanted = buttons.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.verdict);
      rows.forEach((row) => {
        const fits = words.every((word) => texts.get(row).includes(word));
        row.hidden = !fits || (wanted.length > 0 && !wanted.includes(verdict(row)));
      });
      const left = rows.filter((row) => !row.hidden).length;
      status.textContent = `${left} of ${rows.length} claims`;
      none.hidden = left > 0;
      table.tHead.hidden = left === 0;
      squares.dim();
      buttons.forEach((button) => {
        const mine = rows.filter((row) => verdict(row) === button.dataset.verdict);
        const found = mine.filter((row) => words.every((word) => texts.get(row).includes(word))).length;
        button.classList.toggle("pc-idle", !found);
        button.querySelector(".pc-tally").textContent = found < mine.length ? `${found} of ${mine.length}` : mine.length;
      });
    }

    input.addEventListener("input", apply);
    everything.addEventListener("click", () => {
      input.value = "";
      buttons.forEach((button) => button.setAttribute("aria-pressed", "false"));
      apply();
      input.focus();
    });
    buttons.forEach((button) =>
      button.addEventListener("click", () => {
        button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
        apply();
      }),
    );
    const tools = create("div", { className: "pc-tools" });
    tools.append(input, status, ...buttons);
    table.before(tools, squares.box, none);
    table.tHead.rows[0].dataset.label = "Sort by";
    apply();
  }

  /** Where a claim comes from, and on a phone all that is known of it, is folded until somebody asks. */
  function foldable(table) {
    // An open witness is as wide as several columns, and begins below what the others hold.
    const foot = (cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      return words.getBoundingClientRect().bottom;
    };
    table.querySelectorAll(".pc-witness").forEach((witness) => witness.addEventListener("toggle", () => {
      const code = witness.querySelector("code");
      code.style.marginTop = "";
      if (!witness.open || getComputedStyle(code).display !== "block") return;
      const others = [...witness.closest("tr").cells].filter((cell) => !cell.contains(witness));
      const gap = Math.max(...others.map(foot)) - code.getBoundingClientRect().top;
      if (gap > 0) code.style.marginTop = `${gap + 10}px`;
    }));
    table.classList.add("pc-folding");
    const open = (row, wanted) => {
      row.toggleAttribute("data-open", wanted);
      row.querySelector(".pc-more").setAttribute("aria-expanded", String(wanted));
    };
    // On a wide screen the source opens below all columns, and its row makes room for it.
    const room = new ResizeObserver((seen) => seen.forEach(({ target }) => target.closest("tr").style.setProperty("--pc-room", `${target.offsetHeight}px`)));
    table.querySelectorAll("tbody .pc-source").forEach((source) => room.observe(source));
    [...table.tBodies[0].rows].forEach((row) => {
      const button = create("button", { type: "button", className: "pc-more", textContent: "details" });
      button.setAttribute("aria-expanded", "false");
      button.setAttribute("aria-label", `Details of ${row.querySelector(".pc-id").textContent}`);
      button.addEventListener("click", () => open(row, !row.hasAttribute("data-open")));
      row.querySelector(".pc-id").after(button);
    });
    const sought = () => {
      const row = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (row && table.contains(row) && row.matches("tr")) open(row, true);
    };
    addEventListener("hashchange", sought);
    sought();
  }

  function start() {
    document.querySelectorAll("table.pc-ledger:not(.pc-extract)").forEach((table) => {
      // The TeX of a formula is in the text of its cell, so a search for "frac" or "tau" works.
      filterable(table);
      sortable(table);
      if (!table.matches(".pc-places")) foldable(table);  // there is nothing to fold
    });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
