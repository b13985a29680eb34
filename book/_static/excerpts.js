// Sphinx's search asks for each page that it found, to show the words around the match. From disk a browser refuses, so
// the answer comes from texts.js, and is text already.
"use strict";

const AROUND = 120; // letters before and after what was found

window.fetch = (address) => {
  const path = new URL(address, location.href).pathname.replace(/\.html$/, "");
  const name = Object.keys(window.pcTexts).find((page) => path.endsWith(`/${page}`));
  return Promise.resolve({ text: () => Promise.resolve(window.pcTexts[name] || " ") });
};
document.addEventListener("DOMContentLoaded", () => {
  Search.makeSearchSummary = (text, words) => {
    const typed = (new URLSearchParams(location.search).get("q") ?? "").trim();
    const asked = splitQuery(typed).filter((word) => /\D/.test(word)); // as they were typed: “privaci” is on no page
    const wanted = [...new Set([subject(typed), ...asked, ...words])].filter(Boolean).map(sought);
    const at = wanted.map((word) => text.search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "iu"))).find((place) => place >= 0) ?? 0;
    const excerpt = Object.assign(document.createElement("p"), { className: "context" });
    excerpt.append(...marked(around(text, at), wanted));
    return excerpt;
  };
});

/** A pattern for what was typed. A word of one or two letters is looked for whole: “known” is not about k. */
function sought(word) {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/['’]/g, "['’]").replace(/\s+/g, "\\s+");
  return word.length < 3 ? `${escaped}(?![\\p{L}\\p{N}])` : escaped;
}

/** A result says in which chapter it is, on a line of its own; and a theorem what it states. */
function laidOut(item) {
  const link = item.querySelector("a"), place = item.querySelector(":scope > span:not(.pc-in)");
  const [chapter, section] = link.textContent.split(" > ");
  const words = place ? place.textContent.trim().replace(/^\((.*)\)$/, "$1") : section && chapter;
  if (section) link.textContent = section;
  place?.remove();
  if (words) item.prepend(Object.assign(document.createElement("span"), { className: "pc-in", textContent: words }));
  const said = window.pcStatements[link.hash.slice(1)];
  if (place && said) item.append(Object.assign(document.createElement("p"), { className: "context" }));
  if (place && said) item.lastChild.append(...typeset(around(said, 0)));
  const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(/'/g, "’");
}

/** Words to begin with, each a search, for whoever has found nothing or typed nothing. */
function suggested(words) {
  const line = Object.assign(document.createElement("p"), { className: "pc-suggested", textContent: words });
  ["Laplace noise", "confounder", "Kendall", "privacy budget"].forEach((example, i) => {
    line.append(i ? ", " : " ", Object.assign(document.createElement("a"), { href: `?q=${encodeURIComponent(example)}`, textContent: example }));
  });
  line.append(". The ", Object.assign(document.createElement("a"), { href: "book/glossary.html", textContent: "glossary" }), " explains the terms of the book.");
  return line;
}
if (!new URLSearchParams(location.search).get("q")?.trim())
  addEventListener("load", () => document.querySelector("#search-results")?.append(suggested("You could search for")));

/** One place is listed once: not by its title and again by the same words, and of the glossary what fits best; and
    “33 page(s)” is the voice of a program. */
new MutationObserver(() => {
  const seen = new Set();
  document.querySelectorAll("ul.search > li").forEach((item) => {
    if (!item.matches(".pc-laid-out")) laidOut(item);
    item.classList.add("pc-laid-out");
    const place = item.querySelector("a").href.replace(/\?[^#]*/, "");
    const words = item.querySelector("p.context")?.textContent;
    const page = place.split("#")[0];
    const keys = [page.endsWith("/glossary.html") ? page : place, ...(words ? [page + words] : [])];
    if (keys.some((key) => seen.has(key))) item.remove();
    keys.forEach((key) => seen.add(key));
  });
  const line = document.querySelector(".search-summary");
  const count = document.querySelectorAll("ul.search > li").length;
  if (line?.textContent.startsWith("Your search did not match")) {
    line.textContent = "No page has all of these words.";
    line.after(suggested("Try fewer of them, or another:"));
  }
  if (!count || !line?.textContent.startsWith("Search finished")) return;
  const said = `Search finished: ${count === 1 ? "one result" : `${count} results`}.`;
  if (line.textContent !== said) line.textContent = said;
}).observe(document, { subtree: true, childList: true, characterData: true });

/** Whole words before and after a place. */
function around(text, at) {
  const start = at > AROUND ? text.indexOf(" ", at - AROUND) + 1 : 0;
  const reach = Math.max(at, start) + 2 * AROUND;
  const end = reach < text.length ? text.lastIndexOf(" ", reach) : text.length;
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

/** The words that were looked for stand out. */
function marked(text, wanted) {
  return text
    .split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${wanted.join("|")})[\\p{L}\\p{N}]*)`, "giu"))
    .flatMap((part, place) => (place % 2 ? [Object.assign(document.createElement("mark"), { textContent: part })] : typeset(part)));
}

/** Indices and powers stand small, below and above the line; the signs for them are unseen, so that a copy has them. */
function typeset(text) {
  const formula = /\u2060([_^])(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|.)/gu;
  const unseen = (sign) => Object.assign(document.createElement("span"), { className: "pc-sign", textContent: sign });
  const parts = [];
  let end = 0;
  for (const { 0: whole, 1: sign, 2: inner, index } of text.matchAll(formula)) {
    const small = document.createElement(sign === "_" ? "sub" : "sup");
    const group = inner.length > 1 && inner.startsWith("(");
    small.append(unseen(`\u2060${sign}${group ? "(" : ""}`), ...typeset(group ? inner.slice(1, -1) : inner), unseen(group ? ")" : ""));
    parts.push(text.slice(end, index), small);
    end = index + whole.length;
  }
  return [...parts, text.slice(end)];
}

// Sphinx marks the words on the next page that somebody opens, whichever it is: only one that was found should have marks.
let chosen = false;
addEventListener("click", (event) => (chosen ||= Boolean(event.target.closest("ul.search a"))));
addEventListener("pagehide", () => chosen || localStorage.removeItem("sphinx_highlight_terms"));
