// The net that is edited as lists: all of its elements, in which several can be chosen, and what is wrong with them.

import { make } from "./app.js";
import { describe } from "./describe.js";

// outline returns {problems, element, fill(), tell(), counts()}. ed is the editor, see edit.js.
export function outline(ed) {
  const problems = make("ul", { class: "problems", role: "alert", "aria-label": "What is wrong with the net" });
  const element = make("select", { size: "8", multiple: true, "aria-label": "Places, transitions and arcs" });
  element.addEventListener("change", () => {
    ed.choose(
      [...element.selectedOptions].map((o) => ed.draft.elements[o.value]),
      { reveal: true },
    );
  });

  function counts() {
    const n = (list, noun) => `${list.length} ${noun}${list.length === 1 ? "" : "s"}`;
    return `${n(ed.draft.places, "place")}, ${n(ed.draft.transitions, "transition")}, ${n(ed.draft.arcs, "arc")}`;
  }
  // fill lists the elements anew.
  function fill() {
    element.replaceChildren(...ed.draft.elements.map((x, i) => make("option", { value: i }, describe(x))));
    mark();
  }
  // mark has the list show what is chosen.
  function mark() {
    ed.draft.elements.forEach((x, i) => {
      const option = element.options[i];
      if (option && option.selected !== ed.chosen.has(x)) option.selected = ed.chosen.has(x);
    });
  }
  function tell() {
    mark();
    problems.replaceChildren(
      ...ed.problems.map((p) => {
        const x = ed.culprit(p);
        if (!x) return make("li", {}, p.what);
        const b = make("button", { type: "button" }, `${x.id || describe(x)}: ${p.what}`);
        b.addEventListener("click", () => ed.inspect(x));
        return make("li", {}, b);
      }),
    );
  }
  return { problems, element, fill, tell, counts };
}
