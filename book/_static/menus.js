// The theme listens to the first button of each side alone, and that one is in a bar which is hidden on wide screens.
"use strict";

for (const side of ["primary", "secondary"]) {
  const [heard, ...others] = document.querySelectorAll(`.${side}-toggle`);
  others.forEach((button) => button.addEventListener("click", () => heard.click()));
}

/** Scroll the contents at the left, and nothing else, until this entry is in sight. */
function reveal(entry, room) {
  const bar = document.querySelector(".bd-sidebar-primary");
  if (!bar?.contains(entry)) return;
  const [a, b] = [entry, bar].map((part) => part.getBoundingClientRect());
  if (a.top < b.top + 80 || a.bottom > b.bottom - room) bar.scrollTop += a.top - b.top - b.height / 4;
  // No entry is cut by the search above it.
  const edge = bar.querySelector(".sidebar-primary-item:nth-child(2)")?.getBoundingClientRect().bottom;
  const cut = [...bar.querySelectorAll("li > a, p.caption")].map((one) => one.getBoundingClientRect()).find(({ top, bottom }) => top < edge && bottom > edge);
  if (cut) bar.scrollTop -= edge - cut.top;
}

// The theme restores where the contents stood on the last page, and not where this page is in them.
addEventListener("load", () => {
  const here = [...document.querySelectorAll(".bd-sidebar-primary .active > a")].pop();
  if (here) reveal(here, 160);
  else document.querySelector(".bd-sidebar-primary")?.scrollTo(0, 0); // the front page and the search begin at the top
});

// The button of the colours says which are chosen: its picture alone does.
const modes = { light: "light", dark: "dark", auto: "as on your system" };
const colours = () => document.querySelectorAll(".theme-switch-button").forEach((button) => {
  button.setAttribute("aria-label", `Colours: ${modes[document.documentElement.dataset.mode] ?? modes.auto}`);
  button.dataset.bsTitle = "Colours";
});
new MutationObserver(colours).observe(document.documentElement, { attributeFilter: ["data-mode"] });
colours();

// Who has opened the search needs no key that opens it.
document.querySelector("#pst-search-dialog .search-button__kbd-shortcut")?.replaceChildren(Object.assign(document.createElement("kbd"), { textContent: "Enter" }));

// A button says which solution it shows, and its visible words come first.
addEventListener("load", () => document.querySelectorAll(".toggle-button").forEach((button) => {
  const title = button.closest(".admonition")?.querySelector(".admonition-title")?.textContent.trim();
  if (!title) return;
  const name = () => button.setAttribute("aria-label", `${button.dataset.toggleHint}: ${title}`);
  new MutationObserver(name).observe(button, { attributeFilter: ["data-toggle-hint"] });
  name();
}));

// Of the sections listed at the left, the one that is being read stands out.
const sections = [...document.querySelectorAll(".pc-sections a")].map((link) => [link, document.querySelector(link.hash)]);
if (sections.length) {
  const mark = () => {
    const [read] = sections.findLast(([, section]) => section?.getBoundingClientRect().top < 140) ?? [];
    if (read?.hasAttribute("aria-current")) return;
    sections.forEach(([link]) => link.removeAttribute("aria-current"));
    read?.setAttribute("aria-current", "location"); // an empty value would mean that it is not
    if (read) reveal(read, 60);
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

/** Over a table that goes on beyond a phone's edge: how many of its columns one has to swipe for. */
function beyond(table) {
  const box = table.closest(".pst-scrollable-table-container, .output.text_html");
  if (!box || box.scrollWidth <= box.clientWidth + 1) return;
  const edge = box.getBoundingClientRect().right;
  const row = table.tBodies[0]?.rows[0];
  table.classList.add("pc-moves"); // the names of its rows stay
  const hidden = row ? [...row.cells].filter((cell) => cell.getBoundingClientRect().right > edge + 1).length : 0;
  if (!hidden) return;
  const words = hidden === 1 ? "one more column" : `${hidden} more columns`;
  box.before(Object.assign(document.createElement("p"), { className: "pc-swipe", textContent: `swipe for ${words} →` }));
}
if (matchMedia("(max-width: 40rem)").matches)
  addEventListener("load", () => {
    document.querySelectorAll(".bd-article :is(table.dataframe, table.table)").forEach(beyond);
    document.querySelectorAll(".bd-article .cell_output pre").forEach((pre) => pre.classList.toggle("pc-small", pre.scrollWidth > pre.clientWidth + 1));
  });

// A note in the margin can be copied by whoever points at it; who copies the text beside it gets the text alone.
addEventListener("pointerdown", ({ target }) => document.documentElement.classList.toggle("pc-noting", Boolean(target.closest?.(".pc-aside"))));

// On paper nothing unfolds: what has words is open while a page is printed. Folded code and what a kernel saw stay folded.
const folds = ".bd-article details:is(.sd-dropdown, .pc-results, .pc-quiz-answers, .toggle-details):not([open])";
let unfolded = [];
addEventListener("beforeprint", () => (unfolded = [...document.querySelectorAll(folds)]).forEach((fold) => (fold.open = true)));
addEventListener("afterprint", () => unfolded.forEach((fold) => (fold.open = false)));
