// What the chosen element is called and has, as fields; those of the net if one element is not chosen.

import { make } from "./app.js";

// inspector returns {element, show(list), focus()}.
export function inspector(ed) {
  const heading = make("h3");
  const form = make("form", { class: "fields", novalidate: true });
  const element = make("section", { "aria-label": "What is chosen" }, heading, form);
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    ed.stage.canvas.focus();
  });
  form.addEventListener("keydown", (e) => {
    if (e.key === "Escape") ed.stage.canvas.focus();
  });

  // field is one for a text of an object.
  function field(x, key, title, about = {}) {
    const input = make("input", { id: "edit-" + key, type: "text", autocomplete: "off", spellcheck: "false", ...about });
    input.value = x[key];
    input.addEventListener("input", () => {
      x[key] = input.value;
      ed.update(`${key} ${JSON.stringify(x.arc ? ed.draft.arcs.indexOf(x) : ed.draft.elements.indexOf(x))}`);
    });
    return [make("label", { for: input.id }, title), input];
  }
  const number = (x, key, title, none) => field(x, key, title, { inputmode: "numeric", placeholder: none });

  function kindOf(x) {
    const select = make("select", { id: "edit-kind" });
    const words = { input: "from the place to the transition", output: "from the transition to the place", read: "read: asks for tokens", inhibitor: "inhibitor: fewer tokens than the weight", reset: "reset: empties the place" };
    select.append(...Object.entries(words).map(([value, text]) => make("option", { value, selected: value === x.kind }, text)));
    select.addEventListener("change", () => {
      x.kind = select.value;
      ed.update();
    });
    return [make("label", { for: select.id }, "Kind"), select];
  }
  function silent(x) {
    const box = make("input", { id: "edit-silent", type: "checkbox" });
    box.checked = x.silent;
    box.addEventListener("change", () => {
      x.silent = box.checked;
      ed.update();
    });
    return [make("label", { for: box.id }, "Silent"), box];
  }

  function show(list) {
    const x = list.length === 1 ? list[0] : null;
    if (!x) {
      heading.textContent = "Net";
      form.replaceChildren(...field(ed.draft, "name", "Name"));
    } else if (x.arc) {
      heading.textContent = `Arc between ${x.place.id} and ${x.transition.id}`;
      form.replaceChildren(...kindOf(x), ...number(x, "weight", "Weight", "1"));
    } else if (x.transition) {
      heading.textContent = "Transition";
      form.replaceChildren(...field(x, "id", "Name"), ...field(x, "label", "Label"), ...number(x, "priority", "Priority", "0"), ...silent(x));
    } else {
      heading.textContent = "Place";
      form.replaceChildren(...field(x, "id", "Name"), ...field(x, "label", "Label"), ...number(x, "initial", "Tokens", "0"), ...number(x, "capacity", "Capacity", "none"));
    }
    form.append(make("button", { type: "submit", class: "hidden", tabindex: "-1" }, "Back to the drawing"));
  }
  return {
    element,
    show,
    focus() {
      const first = form.querySelector("input, select");
      first.focus();
      first.select?.();
    },
  };
}
