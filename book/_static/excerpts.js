// Sphinx's search asks for each page that it found, to show the words around the match. From disk a browser refuses, so
// the answer comes from texts.js, and is text already.
"use strict";

window.fetch = (address) => {
  const path = new URL(address, location.href).pathname.replace(/\.html$/, "");
  const name = Object.keys(window.pcTexts).find((page) => path.endsWith(`/${page}`));
  return Promise.resolve({ text: () => Promise.resolve(window.pcTexts[name] || " ") });
};
document.addEventListener("DOMContentLoaded", () => {
  Search.htmlToText = (text) => text;
  const summary = Search.makeSearchSummary;
  Search.makeSearchSummary = (text, words, anchor) => {
    const excerpt = summary(text, words, anchor);
    if (excerpt) mark(excerpt, words);
    return excerpt;
  };
});

/** The words that were looked for stand out. */
function mark(excerpt, words) {
  const wanted = [...words].map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&")).join("|");
  const parts = excerpt.textContent.split(new RegExp(`((?:${wanted})\\p{L}*)`, "giu"));
  excerpt.replaceChildren(
    ...parts.map((part, place) => (place % 2 ? Object.assign(document.createElement("mark"), { textContent: part }) : part)),
  );
}
