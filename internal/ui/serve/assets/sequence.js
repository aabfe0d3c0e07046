// The outermost trace of an answer as a sequence chart: the picture that brim check --draw writes.

import { make } from "./app.js";
import { able } from "./controls.js";

const zooms = [0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6, 2, 3];

// chart returns the element and {show(answer), at(step)}. pick is called with the marking behind the step that is
// pressed.
export function chart(pick) {
  let svg = null;
  let band = null;
  let zoom = 4;
  let width = 0;
  const label = make("output", { class: "soft", "aria-live": "off" });
  const button = (name, title, fn) => {
    const b = make("button", { type: "button", "aria-label": title, title }, name);
    b.addEventListener("click", fn);
    return b;
  };
  const out = button("−", "Make the chart smaller", () => scale(zoom - 1));
  const into = button("+", "Make the chart larger", () => scale(zoom + 1));
  const fit = button("Fit", "Fit the chart to the width", () => {
    const best = zooms.findLastIndex((z) => z * width <= box.clientWidth);
    scale(Math.max(best, 0));
  });
  const box = make("div", {
    class: "chart",
    role: "region",
    tabindex: "0",
    "aria-label": "Sequence chart, to be scrolled",
  });
  const long = make("p", {});
  const tools = make("div", { class: "bar", role: "group", "aria-label": "Size of the chart" }, out, into, fit, label);
  const element = make("details", { class: "sequence" }, make("summary", {}, "Sequence chart"), tools, box, long);
  element.addEventListener("toggle", () => mark(now));

  function scale(to) {
    zoom = Math.min(Math.max(to, 0), zooms.length - 1);
    if (svg) svg.setAttribute("width", width * zooms[zoom]);
    if (svg) svg.removeAttribute("height");
    label.textContent = `${Math.round(zooms[zoom] * 100)} %`;
    able(out, zoom > 0);
    able(into, zoom < zooms.length - 1);
  }

  let now = -1;
  function mark(at) {
    now = at;
    band?.remove();
    const row = svg?.querySelector(`[data-row="${at - 1}"]`);
    if (!row || !element.open) return;
    const r = row.getBBox();
    band = document.createElementNS(svg.namespaceURI, "rect");
    for (const [k, v] of Object.entries({ class: "band", x: 0, y: r.y - 4, width: "100%", height: r.height + 8 }))
      band.setAttribute(k, v);
    svg.firstElementChild.after(band); // on the paper, below all lines
    const inside = band.getBoundingClientRect();
    const around = box.getBoundingClientRect();
    if (inside.top < around.top || inside.bottom > around.bottom)
      box.scrollTop += inside.top - around.top - around.height / 3;
  }

  return {
    element,
    show(answer) {
      svg = band = null;
      now = -1;
      element.hidden = answer.chart_steps === 0;
      const drawn = answer.sequence !== "";
      box.hidden = tools.hidden = !drawn;
      long.textContent = drawn
        ? ""
        : `The trace has ${answer.chart_steps.toLocaleString("en")} steps, too many for a page. ` +
          "The command below draws it with --draw trace.svg behind it.";
      if (!drawn) return;
      svg = document.importNode(
        new DOMParser().parseFromString(answer.sequence, "image/svg+xml").documentElement,
        true,
      );
      width = Number(svg.getAttribute("width"));
      svg.setAttribute("role", "img");
      svg.setAttribute(
        "aria-label",
        `Sequence chart of ${answer.chart_steps} steps; the tree above has the same steps as text.`,
      );
      svg.addEventListener("click", (e) => {
        const row = e.target.closest("[data-row]");
        if (row) pick(Number(row.dataset.row) + 1);
      });
      box.replaceChildren(svg);
      scale(zoom);
    },
    at: mark,
  };
}
