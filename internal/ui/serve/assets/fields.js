// Fields of the inspector: texts, numbers, choices and marks of an element, which change the draft while people type.

import { make } from "./app.js";

// fields returns what makes them. Each is [label, control], for the form of the inspector.
export function fields(ed) {
  // named is a label for a control.
  const named = (control, title) => [make("label", { for: control.id }, title), control];
  const reason = (x, key) => `${key} ${ed.draft.elements.indexOf(x)}`;

  // text is one for a text x[key]; of is the element that has it, and id is that of the control.
  function text(x, key, title, { of = x, id = "edit-" + key, ...about } = {}) {
    const input = make("input", { id, type: "text", autocomplete: "off", spellcheck: "false", ...about });
    input.value = x[key];
    input.addEventListener("input", () => {
      x[key] = input.value;
      ed.update(reason(of, id));
    });
    return named(input, title);
  }
  // number is one for a number as text; none is what no text stands for.
  const number = (x, key, title, none, about = {}) =>
    text(x, key, title, { inputmode: "numeric", placeholder: none, ...about });

  // choice is one for x[key], which is one of the keys of words.
  function choice(x, key, title, words) {
    const select = make("select", { id: "edit-" + key });
    select.append(
      ...Object.entries(words).map(([value, text]) => make("option", { value, selected: value === x[key] }, text)),
    );
    select.addEventListener("change", () => {
      x[key] = select.value;
      ed.update();
      ed.again(select.id);
    });
    return named(select, title);
  }
  function mark(x, key, title) {
    const box = make("input", { id: "edit-" + key, type: "checkbox" });
    box.checked = x[key];
    box.addEventListener("change", () => {
      x[key] = box.checked;
      ed.update();
      ed.again(box.id);
    });
    return named(box, title);
  }
  // button is one that changes the draft; the focus goes to the control with an id afterwards.
  function button(text, id, act, about = {}) {
    const b = make("button", { type: "button", id, ...about }, text);
    b.addEventListener("click", () => {
      act();
      ed.again(id);
    });
    return b;
  }
  // group has controls below each other beside a title.
  function group(title, ...controls) {
    const id = "edit-of-" + title.toLowerCase().replaceAll(" ", "-");
    return [
      make("span", { id }, title),
      make("div", { role: "group", "aria-labelledby": id, class: "group" }, ...controls),
    ];
  }
  return { text, number, choice, mark, button, group };
}
