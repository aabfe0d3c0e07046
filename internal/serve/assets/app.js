// The page: which model is shown, the panels, what is kept over a reload, and the way to the server. Panels are modules
// with a default export {id, title, mount(app, root)}, called once. Each fills its root and listens:
//
//   app.on("model", fn)   another model is shown, or its file changed: app.model and app.net are new
//   app.on("play", fn)    the token game moved: app.play is new
//   app.on("panel", fn)   another panel is shown: its id
//
// The drawing is beside all panels. app.overlay(x) has it show something else than the token game, null ends that:
//
//   {marking: Map(place → tokens as text), changed: Set(place), fired: transition or null, weights: Map(place → text)}
//
// Places and transitions are indices into app.net.places and app.net.transitions.

import drawing from "./drawing.js";
import game from "./game.js";
import ask from "./ask.js";
import space from "./space.js";
import markings from "./markings.js";
import facts from "./facts.js";

const panels = [game, ask, space, markings, facts];
const $ = (id) => document.getElementById(id);

const listeners = new Map();
const kept = "brim " + location.pathname; // one server, one token

export const app = {
  models: [],
  model: null, // a ModelInfo
  net: null, // a Net
  play: null, // a Play, of app.state().steps up to app.state().at
  store: JSON.parse(sessionStorage.getItem(kept) || "{}"),

  on(name, fn) {
    if (!listeners.has(name)) listeners.set(name, []);
    listeners.get(name).push(fn);
  },
  emit(name, x) {
    for (const fn of listeners.get(name) || []) fn(x);
  },

  // state is what is kept of the model that is shown: {steps, at} of the game, and what panels put there.
  state() {
    const all = (this.store.models ||= {});
    return (all[this.model.name] ||= { steps: [], at: 0 });
  },
  keep() {
    try {
      sessionStorage.setItem(kept, JSON.stringify(this.store));
    } catch {
      this.say("There is no more room to keep this over a reload.");
    }
  },

  // api asks the server about the model that is shown if the path has no slash at first. It throws an Error with the
  // server's sentence, and with where in a text something is wrong, if that is known, as at.
  async api(method, path, body, signal) {
    const address = "api/" + (path.startsWith("/") ? path.slice(1) : `models/${this.model.id}/${path}`);
    const file = body instanceof Blob;
    const headers = body === undefined ? {} : { "Content-Type": file ? "application/octet-stream" : "application/json" };
    let answer;
    try {
      answer = await fetch(address, { method, headers, body: body === undefined || file ? body : JSON.stringify(body), signal });
    } catch (e) {
      if (e.name === "AbortError") throw e;
      throw new Error("brim serve does not answer. Is it still running?");
    }
    const text = await answer.text();
    let x;
    try {
      x = JSON.parse(text);
    } catch {
      throw new Error(text);
    }
    if (!answer.ok) throw Object.assign(new Error(x.problem), { at: x.at });
    return x;
  },

  // follow calls progress with a Progress of a job several times a second, and resolves with the Job at its end.
  async follow(id, progress) {
    for (let pause = 20; ; pause = Math.min(2 * pause, 200)) {
      const look = await this.api("GET", "/jobs/" + id);
      if (look.job.state !== "runs") return look.job;
      progress(look.progress);
      await new Promise((next) => setTimeout(next, pause));
    }
  },
  stop(id) {
    return this.api("DELETE", "/jobs/" + id);
  },

  // say tells people who do not see the page what happened.
  say(text) {
    $("live").textContent = text;
  },
  problem(text) {
    $("problem").textContent = text;
  },

  // go moves the token game: to the end of other steps, or back and forth in the same ones.
  async go(steps, at = steps.length) {
    const s = this.state();
    const play = await this.api("POST", "play", { steps: steps.slice(0, at) });
    s.steps = steps;
    s.at = play.steps.length;
    this.play = play;
    this.keep();
    this.emit("play");
  },
  overlay(x) {
    this.emit("overlay", x);
  },

  // commandLine is the element that shows how to have the same on a command line, with a button to copy it.
  commandLine() {
    const box = make("div", { class: "command" });
    const code = make("code");
    const copy = make("button", { type: "button" }, "Copy");
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      this.say("Copied.");
    });
    box.append(code, copy);
    box.show = (text) => {
      box.hidden = !text;
      code.textContent = text;
    };
    box.show("");
    return box;
  },

  async show(model) {
    this.model = model;
    this.store.model = model.name;
    this.net = await this.api("GET", "net");
    this.play = null;
    this.problem(model.problem || "");
    const s = this.state();
    this.emit("model");
    await this.go(s.steps, s.at);
  },
  select(id) {
    this.store.panel = id;
    this.keep();
    for (const tab of $("tabs").children) {
      const on = tab.id === "tab-" + id;
      tab.setAttribute("aria-selected", on);
      tab.tabIndex = on ? 0 : -1;
      $("panel-" + tab.id.slice(4)).hidden = !on;
    }
    this.emit("panel", id);
  },
};

// make returns an element.
export function make(name, attributes = {}, ...inner) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes)) {
    if (v !== null && v !== undefined && v !== false) e.setAttribute(k, v === true ? "" : v);
  }
  e.append(...inner);
  return e;
}

function tabs() {
  for (const p of panels) {
    const tab = make("button", { type: "button", role: "tab", id: "tab-" + p.id, "aria-controls": "panel-" + p.id }, p.title);
    tab.addEventListener("click", () => app.select(p.id));
    $("tabs").append(tab);
    const root = make("section", { role: "tabpanel", id: "panel-" + p.id, "aria-labelledby": tab.id, tabindex: "0" });
    $("panel").append(root);
    p.mount(app, root);
  }
  $("tabs").addEventListener("keydown", (e) => {
    const list = [...$("tabs").children];
    const i = list.indexOf(document.activeElement);
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: list.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    const tab = list.at(to % list.length);
    tab.focus();
    tab.click();
  });
  app.select(panels.some((p) => p.id === app.store.panel) ? app.store.panel : panels[0].id);
}

async function open(file) {
  try {
    const model = await app.api("POST", "/models?name=" + encodeURIComponent(file.name), file);
    app.models.push(model);
    list();
    await choose(model.id);
  } catch (e) {
    app.problem(e.message);
  }
}

function list() {
  $("models").replaceChildren(...app.models.map((m) => make("option", { value: m.id, selected: m === app.model }, m.name)));
}

async function choose(id) {
  const model = app.models.find((m) => m.id === Number(id));
  $("models").value = model.id;
  try {
    await app.show(model);
  } catch (e) {
    app.problem(e.message);
  }
}

function theme() {
  const names = { "": "as the system", light: "light", dark: "dark" };
  const set = (name) => {
    app.store.theme = name;
    app.keep();
    document.documentElement.dataset.theme = name;
    $("theme").textContent = "Theme: " + names[name];
    app.emit("theme");
  };
  set(app.store.theme || "");
  $("theme").addEventListener("click", () => {
    const list = Object.keys(names);
    set(list[(list.indexOf(app.store.theme) + 1) % list.length]);
  });
}

async function start() {
  theme();
  drawing.mount(app, $("drawing"));
  tabs();
  $("models").addEventListener("change", (e) => choose(e.target.value));
  $("open").addEventListener("change", (e) => e.target.files[0] && open(e.target.files[0]));
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", (e) => {
    e.preventDefault();
    if (e.dataTransfer.files[0]) open(e.dataTransfer.files[0]);
  });
  app.models = await app.api("GET", "/models");
  list();
  const before = app.models.find((m) => m.name === app.store.model);
  if (app.models.length > 0) await choose((before || app.models[0]).id);
  document.documentElement.dataset.ready = "yes";
}

start().catch((e) => app.problem(e.message));
