// Completion of names while a formula is typed: an input that is a combobox, with a listbox below it.

import { make } from "./app.js";

let lists = 0;

export function complete(app, input) {
  const list = make("ul", {
    role: "listbox",
    id: `names-${++lists}`,
    class: "names",
    "aria-label": "Names that fit",
    hidden: true,
  });
  for (const [k, v] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  })) {
    input.setAttribute(k, v);
  }
  let from = 0; // where the word begins that is replaced
  let active = -1;
  let timer = 0;
  let asking = null;

  const close = () => {
    clearTimeout(timer);
    asking?.abort();
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const choose = (i) => {
    active = i;
    [...list.children].forEach((e, k) => e.setAttribute("aria-selected", k === i));
    list.children[i].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", list.children[i].id);
  };
  const accept = (text) => {
    input.setRangeText(text, from, input.selectionStart, "end");
    input.dispatchEvent(new Event("accept"));
    close();
  };
  const option = (n, i) => {
    const e = make(
      "li",
      { role: "option", id: `${list.id}-${i}`, "aria-selected": "false", "data-text": n.text },
      make("code", {}, n.text),
    );
    e.append(
      make("span", { class: "soft" }, n.kind === "word" ? n.about : [n.kind, n.about].filter(Boolean).join(", ")),
    );
    e.addEventListener("pointerdown", (event) => {
      event.preventDefault(); // the focus stays
      accept(n.text);
    });
    return e;
  };
  const open = async (whole) => {
    asking?.abort();
    asking = new AbortController();
    const typed = input.value.slice(0, input.selectionStart);
    let names;
    try {
      names = await app.api("GET", "names?typed=" + encodeURIComponent(typed), undefined, asking.signal);
    } catch {
      return; // another key was pressed, or there is no server: asking will say so
    }
    const word = typed.slice(names.from);
    if (
      document.activeElement !== input ||
      (!whole && word === "") ||
      (names.list.length === 1 && names.list[0].text === word)
    )
      return close();
    from = names.from;
    active = -1;
    list.replaceChildren(...names.list.map(option));
    list.hidden = names.list.length === 0;
    input.setAttribute("aria-expanded", !list.hidden);
    input.removeAttribute("aria-activedescendant");
    if (!list.hidden && whole) choose(0);
    if (!list.hidden) app.say(`${names.list.length}${names.more ? " and more" : ""} names fit.`);
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => open(false), 80);
  });
  input.addEventListener("blur", close);
  let pressed = false; // Enter has chosen a name: where that key comes in two parts, the second one must not submit
  input.addEventListener("keypress", (e) => pressed && e.key === "Enter" && e.preventDefault());
  input.addEventListener("keyup", () => (pressed = false));
  input.addEventListener("keydown", (e) => {
    const n = list.children.length;
    if (list.hidden) {
      if (e.key === "ArrowDown" || (e.key === " " && e.ctrlKey)) {
        e.preventDefault();
        open(true);
      }
      return;
    }
    const to = {
      ArrowDown: (active + 1) % n,
      ArrowUp: (active <= 0 ? n : active) - 1,
      PageDown: Math.min(active + 8, n - 1),
      PageUp: Math.max(active - 8, 0),
    }[e.key];
    if (to !== undefined) {
      e.preventDefault();
      choose(to);
    } else if (e.key === "Escape") {
      e.preventDefault();
      close();
    } else if ((e.key === "Enter" || e.key === "Tab") && active >= 0 && !e.shiftKey) {
      e.preventDefault();
      pressed = e.key === "Enter";
      accept(list.children[active].dataset.text);
    } else if (e.key === "Enter" || ["ArrowLeft", "ArrowRight", "Home", "End"].includes(e.key)) {
      close();
    }
  });
  return list;
}
