// What the chosen element is called and has, as fields; those of the net if one element is not chosen.

import { make } from "./app.js";
import { describe, describeBend } from "./describe.js";
import { fields } from "./fields.js";

const kinds = {
  input: "from the place to the transition", output: "from the transition to the place", read: "read: asks for tokens",
  inhibitor: "inhibitor: fewer tokens than the weight", reset: "reset: empties the place",
}; // prettier-ignore

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
    const remove = (_, i) => button(`Remove final marking ${i + 1}`, `edit-final-${i}`, change(() => draft.removeFinal(i)));
    const add = button("Add a final marking", "edit-final-add", change(() => draft.addFinal()), {
      title: "A final marking has the tokens of the initial one at first; its numbers are fields of the places.",
    });
    return ["Net", text(draft, "name", "Name"), group("Final markings", ...Array.from({ length: draft.finals }, remove), add)];
  }
  function place(x) {
    const final = (_, i) => number(x.finals, i, `Tokens in final marking ${i + 1}`, "0", { of: x, id: "edit-final-" + i });
    return [
      "Place", text(x, "id", "Name"), text(x, "label", "Label"), number(x, "initial", "Tokens", "0"),
      number(x, "capacity", "Capacity", "none"), ...x.finals.map(final),
    ]; // prettier-ignore
  }
  function transition(x) {
    return [
      "Transition", text(x, "id", "Name"), text(x, "label", "Label"), number(x, "priority", "Priority", "0"),
      mark(x, "silent", "Silent"), group("Has priority over", ...preferred(x)),
    ]; // prettier-ignore
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
      }); // prettier-ignore
    const list = [...x.via.map(bend), button("Add a bend", "edit-bend-add", () => ed.bends.add())];
    if (ed.bend >= 0) list.push(button("Remove the bend", "edit-bend-remove", () => ed.bends.remove()));
    if (x.via.length > 0) list.push(button("Straighten", "edit-bend-none", () => ed.bends.straighten()));
    const weight = x.kind === "reset" ? [] : [number(x, "weight", "Weight", "1")];
    return [`Arc between ${x.place.id} and ${x.transition.id}`, choice(x, "kind", "Kind", kinds), ...weight, group("Bends", ...list)];
  }

  function show(list) {
    const x = list.length === 1 ? list[0] : null;
    const [title, ...rows] = !x ? net() : x.pair ? [describe(x)] : x.arc ? arc(x) : x.transition ? transition(x) : place(x);
    heading.textContent = list.length > 1 ? `${list.length} chosen; the net` : title;
    form.replaceChildren(...rows.flat(), make("button", { type: "submit", class: "hidden", tabindex: "-1" }, "Back to the drawing"));
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
