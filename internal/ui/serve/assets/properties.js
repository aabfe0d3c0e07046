// The properties of a file of the Model Checking Contest, to be asked one by one or all.

import { make } from "./app.js";
import { words } from "./verdict.js";

const mostKept = 200_000; // characters of formulas that are kept over a reload

// properties returns the element and {show(), listed()}. ask asks a formula and resolves when it is answered; entry
// finds what was asked before.
export function properties(app, ask, entry) {
  const file = make("input", { type: "file", id: "ask-properties", accept: ".xml" });
  const all = make("button", { type: "button" }, "Ask all");
  const halt = make("button", { type: "button", hidden: true }, "Ask no more");
  const list = make("ol", { class: "asked", "aria-label": "Properties" });
  const element = make(
    "details",
    { class: "properties" },
    make("summary", {}, "Properties of a file"),
    make(
      "p",
      { class: "bar" },
      make("label", { class: "file button" }, "Open a file of the Model Checking Contest…", file),
      all,
      halt,
    ),
    list,
  );
  let running = false;
  const known = () => app.state().properties || [];

  file.addEventListener("change", () => file.files[0] && open(file.files[0]));
  app.readers.push({
    fits: (text) => text.includes("<property-set"),
    open: (f) => open(f).then(() => app.select("ask")),
  });
  all.addEventListener("click", async () => {
    const model = app.model;
    running = true;
    listed();
    for (const p of known()) {
      if (!running || app.model !== model) break;
      if (p.formula && !entry(p.formula)?.result) await ask(p.formula);
    }
    running = false;
    listed();
  });
  halt.addEventListener("click", () => {
    running = false;
    listed();
  });

  async function open(f) {
    app.problem("");
    try {
      app.state().properties = await app.api("POST", "properties?name=" + encodeURIComponent(f.name), f);
    } catch (e) {
      return app.problem(e.message);
    }
    element.open = true;
    app.say(`${known().length} properties.`);
    if (JSON.stringify(known()).length < mostKept) app.keep();
    listed();
  }

  function listed() {
    const properties = known();
    all.hidden = properties.length === 0 || running;
    halt.hidden = !running;
    list.replaceChildren(
      ...properties.map((p) => {
        if (p.wrong) return make("li", {}, make("span", {}, make("strong", {}, p.id), ` cannot be asked: ${p.wrong}`));
        const x = entry(p.formula);
        const b = make(
          "button",
          { type: "button", class: "plain", title: p.formula },
          x ? words.badge(x) : "",
          make(
            "span",
            {},
            make("strong", {}, p.id),
            " ",
            make("code", {}, p.formula),
            " ",
            make("span", { class: "soft" }, x ? words.short(x) : ""),
          ),
        );
        b.addEventListener("click", () => ask(p.formula));
        return make("li", {}, b);
      }),
    );
  }
  return { element, listed, show: () => (element.open = known().length > 0) };
}
