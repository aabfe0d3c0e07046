// Questions that have a name, such as soundness: the form to ask them, and what is found.

import { make } from "./app.js";
import { words } from "./verdict.js";

// named returns the form. ask gets the name and, of k-sound, how many cases begin together.
export function named(app, ask) {
  const choice = make("select", { id: "ask-name" });
  const k = make("input", { id: "ask-k", type: "number", min: "1", step: "1", value: "2", inputmode: "numeric" });
  const cases = make("label", { hidden: true }, "Cases ", k);
  const form = make(
    "form",
    { class: "asking", novalidate: true },
    make("label", { for: choice.id }, "Or a question with a name"),
    make("div", { class: "combo" }, choice, cases, make("button", { type: "submit" }, "Ask by name")),
  );
  choice.addEventListener("change", () => (cases.hidden = choice.value !== "k-sound"));
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    ask(choice.value, choice.value === "k-sound" ? Math.max(1, Math.round(Number(k.value)) || 1) : undefined);
  });
  app.api("GET", "/questions").then(
    (list) => choice.replaceChildren(...list.map((q) => make("option", { value: q.name }, `${q.name}: ${q.asks}`))),
    (e) => app.problem(e.message),
  );
  return form;
}

// findings returns what is shown of an answer: its summary and each finding, of which run shows one if there is a run.
export function findings(a, run) {
  if (!a) return [];
  const items = (a.findings || []).map((f) => {
    const li = make(
      "li",
      {},
      f.about ? make("strong", {}, words.badge({ result: f.verdict }), `${f.about} ${f.verdict}: `) : "",
      f.text,
    );
    if (f.walk) {
      const b = make("button", { type: "button", "aria-label": `Show the run: ${f.about || f.text}` }, "Show the run");
      b.addEventListener("click", () => run(f));
      li.append(" ", b);
    }
    return li;
  });
  const details = make(
    "details",
    {},
    make("summary", {}, "As text"),
    make("pre", { tabindex: "0", "aria-label": "The answer as text" }, a.why),
  );
  return [
    make("p", {}, a.summary),
    items.length ? make("ul", { class: "findings", "aria-label": "Findings" }, ...items) : "",
    details,
  ];
}
