// The dialog that lists the keys, and the signs of the drawing.

import { make } from "./app.js";

export function keys(app) {
  const dialog = document.getElementById("keys");
  const open = () => {
    dialog
      .querySelector(".groups")
      .replaceChildren(
        ...app.keys.groups.map((g) =>
          make(
            "section",
            {},
            make("h3", {}, g.title),
            make(
              "dl",
              {},
              ...g.list.flatMap(([key, what]) => [
                make("dt", {}, g.kind === "sign" ? key : make("kbd", {}, key)),
                make("dd", {}, what),
              ]),
            ),
          ),
        ),
      );
    dialog.showModal();
  };
  app.keys.add("Everywhere", [
    ["?", "this list"],
    ["Tab, Enter, Space", "the next control; press it"],
    ["Esc", "closes what is open"],
  ]);
  document.getElementById("help").addEventListener("click", open);
  document.addEventListener("keydown", (e) => {
    if (
      e.key !== "?" ||
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      dialog.open ||
      e.target.matches("input, textarea, select, [contenteditable]")
    )
      return;
    e.preventDefault();
    open();
  });
}
