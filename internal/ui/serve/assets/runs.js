// The explorations so far, side by side: what an order costs.

import { make } from "./app.js";
import { count, seconds } from "./svg.js";

// runs returns an element; its method show takes the list. Its field use is called with a run whose order people want.
export function runs() {
  const e = make("section", { class: "part runs", hidden: true });
  e.show = (list) => {
    e.hidden = list.length === 0;
    const most = Math.max(1, ...list.map((r) => r.peak));
    const body = make("tbody", {}, ...list.map((r, i) => line(r, i, most, e)));
    const head = ["Run", "Order", "Nodes", "Peak", "Time"].map((name, i) =>
      make("th", { scope: "col", class: i > 1 ? "number" : null }, name),
    );
    e.replaceChildren(
      make("h3", {}, "What an order costs"),
      make(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Runs" },
        make("table", {}, make("thead", {}, make("tr", {}, ...head)), body),
      ),
    );
  };
  return e;
}

function line(r, i, most, e) {
  const order = r.chosen ? `chosen: ${r.origin}` : r.origin;
  const use = make(
    "button",
    { type: "button", disabled: !r.levels, "aria-label": `Show the order of run ${i + 1}` },
    String(i + 1),
  );
  use.addEventListener("click", () => e.use(r));
  const bar = make("span", { class: "width" }, make("span", { style: `width: ${(100 * r.peak) / most}%` }));
  return make(
    "tr",
    {},
    make("td", {}, use),
    make("td", {}, order + (r.complete ? "" : ", not complete")),
    make("td", { class: "number" }, count(r.nodes)),
    make("td", { class: "number" }, bar, count(r.peak)),
    make("td", { class: "number" }, seconds(r.seconds)),
  );
}
