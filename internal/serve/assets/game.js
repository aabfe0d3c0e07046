// The token game: what is enabled, fire, undo, redo, random, jump.

import { make } from "./app.js";

function mount(app, root) {
  const enabled = make("ul", { class: "enabled", "aria-label": "Enabled transitions" });
  root.append(enabled);
  app.on("play", () => {
    enabled.replaceChildren(
      ...app.play.enabled.map((t) => {
        const b = make("button", { type: "button" }, app.net.transitions[t].label);
        b.addEventListener("click", () => {
          const s = app.state();
          app.go([...s.steps.slice(0, s.at), t]);
        });
        return make("li", {}, b);
      }),
    );
  });
}

export default { id: "game", title: "Token game", mount };
