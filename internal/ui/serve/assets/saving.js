// Saving what is drawn: as a file with positions, PNML or, with ages of tokens, TAPAAL's, as SVG and as PNG, and the
// warnings before work is lost. A coloured net is saved as it is.

import { make } from "./app.js";

// saving returns {element, file(), changed(), opened(), unchanged(is)}; unchanged says whether the model that is shown
// is one that is not edited.
export function saving(app, ed, sent) {
  const button = (text, act) => {
    const b = make("button", { type: "button" }, text);
    b.addEventListener("click", () => act().catch((e) => app.problem(e.message)));
    return b;
  };
  const state = make("span", { class: "soft" });
  const pictures = [button("SVG", svg), button("PNG", png)];
  const element = make(
    "div",
    { class: "row", role: "group", "aria-label": "Save" },
    button("Save", file),
    ...pictures,
    state,
  );
  // download gives people a file.
  function download(name, blob) {
    const link = make("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
  async function text(form) {
    if (app.model.unedited) return app.api("GET", "text");
    await sent.flush();
    const wire = sent.id === app.model.id && ed.draft ? ed.draft.wire() : await app.api("GET", "document");
    return app.api("POST", "/text?as=" + form, wire);
  }
  async function file() {
    const kept = app.state();
    const { unsaved } = kept;
    kept.unsaved = false; // what is changed from now on is not in the file
    try {
      const made = await text("file");
      download(made.name, new Blob([made.text], { type: "application/octet-stream" }));
      app.say(`${made.name} is saved.`);
    } catch (e) {
      kept.unsaved ||= unsaved;
      throw e;
    } finally {
      app.keep();
      tell();
    }
  }
  async function svg() {
    const file = await text("svg");
    download(file.name, new Blob([file.text], { type: "image/svg+xml" }));
  }
  // png has the browser paint the SVG, twice as large.
  async function png() {
    const file = await text("svg");
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([file.text], { type: "image/svg+xml" }));
    await image.decode();
    const canvas = make("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("The picture is too large for a PNG; save it as SVG.");
    download(file.name.replace(/\.svg$/, ".png"), blob);
  }
  function tell() {
    state.textContent = app.state().unsaved ? "not saved" : "";
  }
  window.addEventListener("beforeunload", (e) => {
    if (app.models.some((m) => app.store.models?.[m.id]?.unsaved)) e.preventDefault();
  });
  return {
    element,
    file,
    changed() {
      if (!app.state().unsaved) {
        app.state().unsaved = true;
        app.keep();
      }
      tell();
    },
    opened: tell,
    unchanged(is) {
      element.hidden = is && app.model.kind !== "coloured net";
      for (const b of pictures) b.hidden = is;
      if (is) tell();
    },
  };
}
