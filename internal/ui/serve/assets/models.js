// The list of models: choosing one, opening and dropping files, and noticing that files change or that the server ends.

import { make } from "./app.js";

const $ = (id) => document.getElementById(id);
const often = 1000; // milliseconds between two looks at the models
const seldom = 5000; // once the server does not answer

export async function models(app) {
  const list = () => {
    $("models").replaceChildren(
      ...app.models.map((m) => make("option", { value: m.id, selected: m.id === app.model?.id }, m.name)),
    );
    $("empty").hidden = app.models.length > 0;
    $("main").hidden = $("models").hidden = $("close").hidden = app.models.length === 0;
  };
  app.on("models", list);
  let turn = 0; // of the models that are chosen
  const choose = async (id) => {
    $("models").value = id;
    // What was edited last is sent before. Then nothing is done to the model that is still shown.
    const [other, mine, focused] = [app.model?.id !== Number(id), ++turn, document.activeElement];
    if (other) await app.settle();
    $("main").inert = other;
    try {
      await app.show(app.models.find((m) => m.id === Number(id)));
    } catch (e) {
      list();
      app.problem(e.message);
    }
    if (mine !== turn || !other) return;
    $("main").inert = false;
    if (document.activeElement === document.body) focused?.focus();
  };
  const add = (model) => {
    if (!app.models.some((m) => m.id === model.id)) app.models = [...app.models, model];
    list();
  };
  const open = async (file) => {
    app.problem("");
    const beginning = await file.slice(0, 4096).text();
    const reader = app.readers.find((r) => r.fits(beginning));
    if (reader && app.model) return reader.open(file);
    app.say(`Reading ${file.name}.`);
    try {
      const model = await app.api("POST", "/models?name=" + encodeURIComponent(file.name), file);
      add(model);
      await choose(model.id);
      app.say(`${file.name} is shown.`);
    } catch (e) {
      app.problem(e.message);
    }
  };
  // fresh begins an empty net, and edits it.
  const fresh = async () => {
    const names = new Set(app.models.map((m) => m.name));
    let n = 1;
    while (names.has(`net${n}.pnml`)) n++;
    const model = await app.api("POST", "/models/new", {
      name: "net" + n,
      places: [],
      transitions: [],
      arcs: [],
      over: [],
      finals: [],
    });
    add(model);
    await choose(model.id);
    app.select("edit");
    app.say(`${model.name} is a new net.`);
    app.stage.canvas.focus();
  };
  // close closes the model that is shown; what is not saved is asked about first.
  const close = async () => {
    const { id, name } = app.model;
    if (app.state().unsaved) {
      const answer = await closing(name);
      if (answer === "save") await app.save();
      else if (answer !== "close") return;
    }
    await app.settle();
    await app.api("DELETE", "/models/" + id);
    app.models = app.models.filter((m) => m.id !== id);
    list();
    app.say(`${name} is closed.`);
    if (app.models.length > 0) await choose(app.models[0].id);
    else app.closed();
    delete app.store.models[id];
    app.keep();
  };
  // A button can be pressed again once what it began is done.
  const button = (id, act) => {
    let busy = false;
    $(id).addEventListener("click", async () => {
      if (busy) return;
      busy = true;
      await act().catch((e) => app.problem(e.message));
      busy = false;
    });
  };
  button("new", fresh);
  button("close", close);
  $("models").addEventListener("change", (e) => choose(e.target.value));
  $("open").addEventListener("change", async (e) => {
    for (const file of [...e.target.files]) await open(file);
    e.target.value = ""; // so that the same file can be opened again
  });
  drop(open);
  app.models = await app.api("GET", "/models");
  list();
  const before = app.models.find((m) => m.id === app.store.model);
  if (app.models.length > 0) await choose((before || app.models[0]).id);
  watch(app, list, choose);
}

// closing asks what shall become of a net that is not saved: save, close or stay.
function closing(name) {
  const dialog = $("closing");
  $("closing-title").textContent = `${name} has changes that are not saved.`;
  dialog.returnValue = "stay";
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue), { once: true }));
}

// drop opens files that are dropped anywhere on the page, and shows that they can be.
function drop(open) {
  let depth = 0; // of elements that the pointer has entered
  const over = (by) => {
    depth = Math.max(0, depth + by);
    $("drop").hidden = depth === 0;
  };
  document.addEventListener("dragenter", (e) => e.dataTransfer?.types.includes("Files") && over(1));
  document.addEventListener("dragleave", (e) => e.dataTransfer?.types.includes("Files") && over(-1));
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", async (e) => {
    e.preventDefault();
    depth = 0;
    over(0);
    for (const file of [...(e.dataTransfer?.files ?? [])]) await open(file);
  });
}

// watch looks at the models now and then: files change, other tabs open some, and the server may end.
function watch(app, list, choose) {
  let gone = false;
  // elsewhere: another page has closed the model that is shown.
  const elsewhere = async (now) => {
    if (now.length > 0) await choose(now[0].id);
    else app.closed();
  };
  const look = async () => {
    const before = app.models;
    const now = await app.api("GET", "/models");
    if (gone) app.problem("");
    gone = false;
    if (app.models !== before || app.editing()) return; // this page has changed them meanwhile: the answer may be older
    const others = now.length !== before.length;
    app.models = now;
    if (others) list();
    const model = now.find((m) => m.id === app.wanted);
    if (!model && app.model) return elsewhere(now);
    if (model?.id !== app.model?.id) return; // it is on its way
    if (!model) return;
    if (model.version !== app.model.version) {
      await choose(model.id);
      app.say(`The file of ${model.name} has changed and is shown anew.`);
    } else if ((model.problem || "") !== (app.model.problem || "")) {
      app.model = model;
      app.problem(model.problem ? `The file has changed, but the net before is shown: ${model.problem}` : "");
    }
  };
  const next = async () => {
    try {
      if (!document.hidden) await look();
    } catch {
      gone = true;
      app.problem("brim serve has ended, or does not answer. What is here stays, but nothing new can be asked.");
    }
    setTimeout(next, gone ? seldom : often);
  };
  setTimeout(next, often);
}
