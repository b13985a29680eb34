// The theme listens to the first button of each side alone, and that one is in a bar which is hidden on wide screens.
"use strict";

for (const side of ["primary", "secondary"]) {
  const [heard, ...others] = document.querySelectorAll(`.${side}-toggle`);
  others.forEach((button) => button.addEventListener("click", () => heard.click()));
}

// Of the sections listed at the left, the one that is being read stands out.
const sections = [...document.querySelectorAll(".pc-sections a")].map((link) => [link, document.querySelector(link.hash)]);
if (sections.length) {
  const mark = () => {
    const read = sections.findLast(([, section]) => section?.getBoundingClientRect().top < 140);
    sections.forEach(([link]) => link.toggleAttribute("aria-current", link === read?.[0]));
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}
