// The theme listens to the first button of each side alone, and that one is in a bar which is hidden on wide screens.
"use strict";

for (const side of ["primary", "secondary"]) {
  const [heard, ...others] = document.querySelectorAll(`.${side}-toggle`);
  others.forEach((button) => button.addEventListener("click", () => heard.click()));
}
