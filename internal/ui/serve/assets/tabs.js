// The tabs of the panels.

import { make } from "./app.js";

export function tabs(app, panels) {
  const bar = document.getElementById("tabs");
  for (const p of panels) {
    const tab = make(
      "button",
      { type: "button", role: "tab", id: "tab-" + p.id, "aria-controls": "panel-" + p.id },
      p.title,
    );
    tab.addEventListener("click", () => app.select(p.id));
    bar.append(tab);
    const root = make("section", { role: "tabpanel", id: "panel-" + p.id, "aria-labelledby": tab.id, tabindex: "0" });
    document.getElementById("panel").append(root);
    p.mount(app, root);
  }
  const go = (tab) => {
    tab.focus();
    tab.click();
  };
  bar.addEventListener("keydown", (e) => {
    const list = [...bar.children];
    const i = list.indexOf(document.activeElement);
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: list.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    go(list.at(to % list.length));
  });
  document.addEventListener("keydown", (e) => {
    const i = ["1", "2", "3", "4", "5", "6"].indexOf(e.key);
    if (!e.altKey || e.ctrlKey || e.metaKey || i < 0 || i >= bar.children.length) return;
    e.preventDefault();
    go(bar.children[i]);
  });
  app.keys.add("Views", [
    ["Alt 1 to Alt " + panels.length, panels.map((p) => p.title).join(", ")],
    ["← → Home End", "another view, on the tabs"],
  ]);
  app.select(panels.some((p) => p.id === app.store.panel) ? app.store.panel : panels[0].id);
}
