// What the chosen element is called and has, as fields; those of the net if one element is not chosen.

import { make } from "./app.js";
import { describe, describeBend } from "./describe.js";
import { fields } from "./fields.js";

const kinds = {
  input: "from the place to the transition", output: "from the transition to the place", read: "read: asks for tokens",
  inhibitor: "inhibitor: fewer tokens than the weight", reset: "reset: empties the place",
};

const times = {
  "": "none",
  intervals: "transitions fire within intervals",
  ages: "tokens have ages, and arcs take some",
};
const age = { placeholder: "any", title: "as 5 or <5" };
const interval = { placeholder: "at any time", title: "as [1,3], (1,3], [2,inf) or 3" };

// inspector returns {element, show(list), focus()}.
export function inspector(ed) {
  const heading = make("h3");
  const form = make("form", { class: "fields", novalidate: true });
  const element = make("section", { "aria-label": "What is chosen" }, heading, form);
  const { text, number, choice, mark, button, group } = fields(ed);
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    ed.stage.canvas.focus();
  });
  form.addEventListener("keydown", (e) => {
    if (e.key === "Escape") ed.stage.canvas.focus();
  });

  function net() {
    const { draft } = ed;
    const change = (act) => () => {
      act();
      ed.update();
    };
    const remove = (_, i) =>
      button(
        `Remove final marking ${i + 1}`,
        `edit-final-${i}`,
        change(() => draft.removeFinal(i)),
      );
    const add = button(
      "Add a final marking",
      "edit-final-add",
      change(() => draft.addFinal()),
      {
        title: "A final marking has the tokens of the initial one at first; its numbers are fields of the places.",
      },
    );
    const finals = group("Final markings", ...Array.from({ length: draft.finals }, remove), add);
    const semantics = [mark(draft, "weak", "May miss intervals"), mark(draft, "atomic", "Atomic firings")];
    return [
      "Net", text(draft, "name", "Name"), finals, choice(draft, "time", "Time", times),
      ...(draft.time === "intervals" ? semantics : []),
    ];
  }
  const ages = () => ed.draft.time === "ages";
  function place(x) {
    const final = (_, i) =>
      number(x.finals, i, `Tokens in final marking ${i + 1}`, "0", { of: x, id: "edit-final-" + i });
    return [
      "Place", text(x, "id", "Name"), text(x, "label", "Label"), number(x, "initial", "Tokens", "0"),
      ages() ? text(x, "invariant", "Age at most", age) : number(x, "capacity", "Capacity", "none"),
      ...x.finals.map(final),
    ];
  }
  function transition(x) {
    const names = [text(x, "id", "Name"), text(x, "label", "Label")];
    if (ages()) return ["Transition", ...names, mark(x, "urgent", "Urgent"), mark(x, "silent", "Silent")];
    const when = ed.draft.time === "intervals" ? [text(x, "interval", "Fires within", interval)] : [];
    const priorities = [number(x, "priority", "Priority", "0"), group("Has priority over", ...preferred(x))];
    return ["Transition", ...names, ...when, ...priorities, mark(x, "silent", "Silent")];
  }
  // preferred has a button for each transition that this one has priority over, and a way to add one.
  function preferred(x) {
    const over = ed.draft.pairs.filter((p) => p.first === x);
    const rest = ed.draft.transitions.filter((t) => t !== x && !over.some((p) => p.then === t));
    const remove = (p, i) =>
      button(`Remove ${p.then.id}`, `edit-over-${i}`, () => {
        ed.draft.remove([p]);
        ed.update();
      });
    const add = make("select", { id: "edit-over", "aria-label": "Add a transition that this one has priority over" });
    add.append(...["add …", ...rest.map((t) => t.id)].map((name, i) => make("option", { value: i }, name)));
    add.addEventListener("change", () => {
      ed.draft.prefer(x, rest[add.value - 1]);
      ed.update();
      ed.again(add.id);
    });
    return [...over.map(remove), ...(rest.length > 0 ? [add] : [])];
  }
  function arc(x) {
    const bend = (_, i) =>
      button(`Bend ${i + 1}`, `edit-bend-${i}`, () => ed.bends.choose(i), {
        "aria-pressed": String(ed.bend === i), title: describeBend(x, i),
      });
    const list = [...x.via.map(bend), button("Add a bend", "edit-bend-add", () => ed.bends.add())];
    if (ed.bend >= 0) list.push(button("Remove the bend", "edit-bend-remove", () => ed.bends.remove()));
    if (x.via.length > 0) list.push(button("Straighten", "edit-bend-none", () => ed.bends.straighten()));
    const part = ed.draft.transports.find((a) => a.mate === x);
    const weight = x.kind === "reset" || part ? [] : [number(x, "weight", "Weight", "1")];
    const kind = x.kind === "transport" || part ? [] : [choice(x, "kind", "Kind", kinds)];
    const taken =
      ages() && (x.kind === "input" || x.kind === "transport")
        ? [text(x, "ages", "Takes ages", interval), moved(x)]
        : [];
    return [`Arc between ${x.place.id} and ${x.transition.id}`, ...kind, ...weight, ...taken, group("Bends", ...list)];
  }
  // moved chooses where a transport arc moves what it takes.
  function moved(x) {
    const { places } = ed.draft;
    const select = make("select", { id: "edit-moved" });
    const option = (text, i) => make("option", { value: i, selected: i === places.indexOf(x.mate?.place) }, text);
    select.append(
      option("nowhere: they are used up", -1),
      ...places.map((p, i) => option(`to ${p.id}, with their ages`, i)),
    );
    select.addEventListener("change", () => {
      ed.draft.transport(x, places[select.value]);
      ed.update();
      ed.again(select.id);
    });
    return [make("label", { for: select.id }, "Moves them"), select];
  }

  function show(list) {
    const x = list.length === 1 ? list[0] : null;
    const [title, ...rows] = !x
      ? net()
      : x.pair
        ? [describe(x)]
        : x.arc
          ? arc(x)
          : x.transition
            ? transition(x)
            : place(x);
    heading.textContent = list.length > 1 ? `${list.length} chosen; the net` : title;
    form.replaceChildren(
      ...rows.flat(),
      make("button", { type: "submit", class: "hidden", tabindex: "-1" }, "Back to the drawing"),
    );
  }
  return {
    element,
    show,
    focus() {
      const first = form.querySelector("input, select") || ed.stage.canvas;
      first.focus();
      first.select?.();
    },
  };
}
