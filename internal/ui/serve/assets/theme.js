// The theme: that of the system, light or dark.

const names = { "": "system", light: "light", dark: "dark" };

export function theme(app) {
  const button = document.getElementById("theme");
  const set = (name) => {
    app.store.theme = name;
    app.keep();
    document.documentElement.dataset.theme = name;
    button.lastElementChild.textContent = ": " + names[name];
    button.setAttribute("aria-label", "Theme: " + names[name]); // the text is shorter in narrow windows
    app.emit("theme");
  };
  set(app.store.theme || "");
  button.addEventListener("click", () => {
    const list = Object.keys(names);
    set(list[(list.indexOf(app.store.theme) + 1) % list.length]);
  });
}
