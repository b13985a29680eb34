// Every label of an explorer that lies on other words, under a handle, on a line or on a bar, wherever its sliders stand.
(box) => {
  const svg = box.querySelector(".pc-explorer-live > svg");
  const found = new Set();
  const numbers = (node, ...names) => names.map((name) => Number(node.getAttribute(name)));
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.foot, b.foot) - Math.max(a.top, b.top) > 1;

  const look = (where) => {
    const rim = svg.getBoundingClientRect();
    const words = [...svg.querySelectorAll("text")].filter((word) => word.textContent).map((word) => {
      const here = word.getBoundingClientRect();
      const [left, right] = [here.left - rim.left, here.right - rim.left];
      return { word, said: word.textContent, left, right, top: here.top - rim.top + 3, foot: here.bottom - rim.top - 4 };
    }).filter(({ left, right }) => right > left);
    const labels = words.filter(({ word }) => word.matches(".label"));
    const report = ({ said }, what) => found.add(`${where}: ${said} ${what}`);

    labels.forEach((a) => words.forEach((b) => a.word !== b.word && meets(a, b) && report(a, `on ${b.said}`)));
    svg.querySelectorAll("circle.handle:not(.halo)").forEach((knob) => {
      const [x, y] = numbers(knob, "cx", "cy");
      const away = ({ left, right, top, foot }) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - foot));
      labels.filter((label) => away(label) < 7).forEach((label) => report(label, "under a handle"));
    });
    svg.querySelectorAll(".curve, .told, .rail, .stop").forEach((line) => {
      const length = line.getTotalLength();
      for (let at = 0; length && at <= length; at += 2) {
        const { x, y } = line.getPointAtLength(at);
        const struck = ({ left, right, top, foot }) => x > left + 2 && x < right - 2 && y > top + 1 && y < foot - 1;
        labels.filter(struck).forEach((label) => report(label, `struck by ${line.getAttribute("class")}`));
      }
    });
    svg.querySelectorAll("rect.bar:not(.outline, .ghost)").forEach((bar) => {
      const [left, top, wide, high] = numbers(bar, "x", "y", "width", "height");
      const inside = { left, right: left + wide, top: top + 2, foot: top + high - 2 };
      if (wide > 4) labels.filter((label) => meets(label, inside)).forEach((label) => report(label, "on a bar"));
    });
  };

  const sliders = [...box.querySelectorAll("[type=range]")];
  const everywhere = (i, where) => {
    if (i === sliders.length) return look(where);
    [0, 0.25, 0.5, 0.65, 0.8, 1].forEach((share) => {
      sliders[i].value = Math.round(share * sliders[i].max);
      sliders[i].dispatchEvent(new Event("input"));
      everywhere(i + 1, `${where} ${sliders[i].getAttribute("aria-valuetext")}`);
    });
  };
  look("at first");
  everywhere(0, "");
  box.querySelectorAll("[type=radio], button:not(.again)").forEach((one) => {
    if (one.offsetParent === null) return;
    one.click();
    look(one.textContent || one.parentNode.textContent);
  });
  return [...found];
}
