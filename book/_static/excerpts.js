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
});
