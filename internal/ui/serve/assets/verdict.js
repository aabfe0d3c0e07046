// What is said of an answer, as text and shape.

import { make } from "./app.js";

const shapes = { holds: "✓", fails: "✗", unknown: "?", runs: "…", failed: "!" };

// kind is what is known of a question: its result, or how its job is.
const kind = (x) => x.result || (x.state === "runs" ? "runs" : "failed");

// parts are names of techniques that say little by themselves.
const parts = {
  all: "decision diagrams of all markings",
  rounds: "decision diagrams, step by step",
  parts: "decision diagrams of a part",
  cover: "what can be covered",
  walk: "random walks",
  equation: "the state equation",
  explicit: "single markings",
  local: "single markings, as needed",
  product: "the product with an automaton",
  stubborn: "stubborn sets",
  bmc: "satisfiability, step by step",
  ic3: "inductive clauses",
};

export const words = {
  // technique is its name with what that stands for.
  technique: (by) => (parts[by] ? `${by}: ${parts[by]}` : by),

  badge: (x) => make("span", { class: "badge", "data-kind": kind(x), "aria-hidden": "true" }, shapes[kind(x)]),

  seconds: (s) =>
    s < 0.0995 ? `${Math.max(1, Math.round(s * 1000))} ms` : s < 100 ? `${s.toPrecision(2)} s` : `${Math.round(s)} s`,

  phase: (p) => [p.phase, p.detail].filter(Boolean).join(" "),

  // size is how far a technique is.
  size(p) {
    const n = (k) => k.toLocaleString("en");
    const list = [];
    if (p.levels) list.push(`${n(p.done)} of ${n(p.levels)} levels`);
    if (p.nodes) list.push(`${n(p.nodes)} nodes`);
    if (p.states) list.push(`${n(p.states)} states`);
    if (p.depth) list.push(`depth ${n(p.depth)}`);
    return list.join(", ");
  },

  // short is a line on a question in a list.
  short(x) {
    const how = x.deadlock === "infinite" ? ", infinite paths" : "";
    if (x.state === "runs") return "is being decided" + how;
    if (!x.result) return (x.problem || "no longer known") + how;
    return `${x.result}${how}, ${words.seconds(x.took)}${x.by && x.result !== "unknown" ? `, ${x.by}` : ""}`;
  },

  // spoken is told to people who do not see the page.
  spoken(x, a) {
    if (!x.result) return x.problem || "There is no answer.";
    const because = x.result === "unknown" && x.reason ? `: ${x.reason}` : "";
    const walk = a?.walk ? " There is a witness to walk through." : "";
    return `${x.formula} ${x.result === "unknown" ? "is unknown" : x.result}${because}.${walk}`;
  },
};

// verdict returns what is shown of an answer.
export function verdict(x, a) {
  if (!x.result) {
    return [
      make("h3", { class: "verdict" }, words.badge(x), x.state === "gone" ? "No longer known" : "No answer"),
      make("p", {}, make("code", {}, x.formula)),
      make("p", {}, x.problem || "The server no longer has the answer; ask again."),
    ];
  }
  const list = make("dl", { class: "facts" });
  const fact = (name, value) => value && list.append(make("div", {}, make("dt", {}, name), make("dd", {}, value)));
  fact("time", words.seconds(x.took));
  if (x.result !== "unknown" && x.by) fact("decided by", words.technique(x.by));
  if (!x.named && (x.result !== "unknown" || x.bound))
    fact(
      "rests on",
      x.bound === null
        ? "all reachable markings"
        : `all markings within ${x.bound.toLocaleString("en")} ${x.bound === 1 ? "step" : "steps"}`,
    );
  if (x.deadlock === "infinite") fact("paths", "infinite ones only");
  fact(x.result === "unknown" ? "reason" : "no trace", x.reason);
  const parts = [
    make("h3", { class: "verdict", "data-kind": x.result }, words.badge(x), x.result),
    make("p", { class: "formula" }, make("code", {}, a?.formula || x.formula)),
    list,
  ];
  if (x.state === "stopped") parts.push(make("p", {}, "It was stopped."));
  if (x.warning) parts.push(make("p", { class: "warning" }, make("strong", {}, "Warning: "), x.warning));
  if (a && !a.walk && a.why && !x.named) parts.push(make("p", { class: "why" }, a.why.trim()));
  if (!a)
    parts.push(
      make("p", { class: "why" }, "The server no longer has what this rests on; ask again to walk through it."),
    );
  return parts;
}
