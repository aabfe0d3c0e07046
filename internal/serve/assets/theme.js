// The theme: that of the system, light or dark.

const names = { "": "as the system", light: "light", dark: "dark" };

export function theme(app) {
  const button = document.getElementById("theme");
  const set = (name) => {
    app.store.theme = name;
    app.keep();
    document.documentElement.dataset.theme = name;
    button.textContent = "Theme: " + names[name];
    app.emit("theme");
  };
  set(app.store.theme || "");
  button.addEventListener("click", () => {
    const list = Object.keys(names);
    set(list[(list.indexOf(app.store.theme) + 1) % list.length]);
  });
}
