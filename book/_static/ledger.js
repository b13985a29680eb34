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

  function verdictButton(row) {
    const badge = row.querySelector(".pc-badge");
    const button = create("button", { type: "button", className: badge.className });
    const symbol = badge.querySelector(".pc-symbol").textContent;
    button.dataset.verdict = row.dataset.verdict;
    button.textContent = `${symbol} ${row.dataset.verdict}`;
    button.setAttribute("aria-pressed", "false");
    return button;
  }

  function filterable(table) {
    const rows = [...table.tBodies[0].rows];
    const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
    const input = create("input", { type: "search", placeholder: "Filter by any word" });
    input.setAttribute("aria-label", "Filter the claims by any word");
    const status = create("span", {});
    status.setAttribute("role", "status");
    const firstOfEach = new Map(rows.map((row) => [row.dataset.verdict, row]).reverse());
    const buttons = [...firstOfEach.values()].reverse().map(verdictButton);

    function apply() {
      const words = input.value.toLowerCase().split(/\s+/);
      const wanted = buttons.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.verdict);
      rows.forEach((row) => {
        const fits = words.every((word) => texts.get(row).includes(word));
        row.hidden = !fits || (wanted.length > 0 && !wanted.includes(row.dataset.verdict));
      });
      status.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} claims`;
    }

    input.addEventListener("input", apply);
    buttons.forEach((button) =>
      button.addEventListener("click", () => {
        button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
        apply();
      }),
    );
    const tools = create("div", { className: "pc-tools" });
    tools.append(input, ...buttons, status);
    table.before(tools);
    apply();
  }

  function start() {
    document.querySelectorAll("table.pc-ledger:not(.pc-extract)").forEach((table) => {
      // The TeX of a formula is in the text of its cell, so a search for "frac" or "tau" works.
      filterable(table);
      sortable(table);
    });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
