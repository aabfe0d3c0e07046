// What siphons, traps, components and repeated firings tell of a net, and these sets, to be shown in the drawing.

import { make } from "./app.js";

const mostNames = 12; // of a set, before the others are counted
const order = ["siphon", "trap", "S-component", "T-component", "transition invariant"];
const titles = {
  siphon: "Siphons",
  trap: "Traps",
  "S-component": "S-components",
  "T-component": "T-components",
  "transition invariant": "Transition invariants",
};

// sets returns an element; its method show takes the findings and sets of Facts. button makes one that marks something
// in the drawing.
export function sets(app, button) {
  const element = make("div");
  const brief = (list) => list.slice(0, mostNames).join(", ") + (list.length > mostNames ? `, … (${list.length})` : "");
  const places = (x) => (x.places ?? []).map((p) => app.net.places[p].label);
  const transitions = (x) => (x.transitions ?? []).map((t) => app.net.transitions[t].label);

  function finding(f) {
    const means = make("dd", {}, f.means + (f.reason ? `: ${f.reason}` : ""));
    const marks = brief([...places(f), ...transitions(f)]);
    if (marks) means.append(" ", button(f, `Show ${marks}`));
    return make(
      "div",
      {},
      make(
        "dt",
        { class: f.answer === "yes" ? "holds" : "" },
        f.answer === "yes" ? f.name : f.answer === "no" ? `not ${f.name}` : `${f.name}: unknown`,
      ),
      means,
    );
  }
  function set(x) {
    const names = x.counts
      ? transitions(x).map((t, i) => (x.counts[i] === "1" ? t : `${x.counts[i]} ${t}`))
      : x.places.length > 0
        ? places(x)
        : transitions(x);
    return make("li", {}, button(x, brief(names)), " ", make("span", { class: "soft" }, x.about));
  }
  element.show = (findings, list) => {
    const parts = order.filter((kind) => list.some((x) => x.kind === kind));
    element.replaceChildren(
      make(
        "section",
        { class: "part", hidden: findings.length === 0 },
        make("h3", {}, "What they prove"),
        make("dl", { class: "properties" }, ...findings.map(finding)),
      ),
      ...parts.map((kind) =>
        make(
          "section",
          { class: "part" },
          make("h3", {}, titles[kind]),
          make("ul", { class: "invariants sets" }, ...list.filter((x) => x.kind === kind).map(set)),
        ),
      ),
    );
  };
  return element;
}
