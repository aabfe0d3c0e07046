// The page: which model is shown, the panels, what is kept over a reload, and the way to the server. Panels are modules
// with a default export {id, title, mount(app, root)}, called once. Each fills its root and listens:
//
//   app.on("model", fn)   another model is shown, or its file changed: app.model and app.net are new
//   app.on("play", fn)    the token game moved: app.play is new
//   app.on("panel", fn)   another panel is shown: its id
//   app.on("laid", fn)    the net that is shown has been laid out
//   app.on("models", fn)  the list of models is another one
//
// The drawing is beside all panels. app.overlay(x) has it show something else than the token game, null ends that:
//
//   {marking: Map(place → tokens as text), changed: Set(place), fired: transition or null, weights: Map(place → text),
//    transitions: Set(transition), counts: Map(transition → text), clock: a Clock, still: nothing fires just now}
//
// app.keys.add(title, [[keys, what they do]…]) lists keys in the dialog that ? opens; with "sign", signs and what they
// mean.
//
// Places and transitions are indices into app.net.places and app.net.transitions, steps of the game as in steps.js.

import drawing from "./drawing.js";
import game from "./game.js";
import ask from "./ask.js";
import space from "./space.js";
import markings from "./markings.js";
import facts from "./facts.js";
import edit from "./edit.js";
import { api, follow } from "./server.js";
import { keys } from "./keys.js";
import { models } from "./models.js";
import { tabs } from "./tabs.js";
import { theme } from "./theme.js";

const panels = [game, ask, space, markings, facts, edit];
const $ = (id) => document.getElementById(id);

const listeners = new Map();
const kept = "brim " + location.pathname; // one server, one token
const turns = { model: 0, game: 0 }; // of the requests for another model or place in the game: the last one counts

export const app = {
  models: [],
  model: null, // a ModelInfo
  wanted: 0, // the ID of the model that was chosen last, whose net may be on its way
  net: null, // a Net
  play: null, // a Play, of app.state().steps up to app.state().at
  readers: [], // of files that are no nets: {fits(text at the beginning), open(file)}
  keys: { groups: [], add: (title, list, kind = "kbd") => app.keys.groups.push({ title, list, kind }) },
  stage: null, // the drawing, for the editor
  settle: async () => {}, // resolves once what was edited is what the server has
  editing: () => false, // something that was edited is on its way to the server
  save: async () => {}, // saves what is edited
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
    return (all[this.model.id] ||= { steps: [], at: 0 });
  },
  keep() {
    try {
      sessionStorage.setItem(kept, JSON.stringify(this.store));
    } catch {
      this.say("There is no more room to keep this over a reload.");
    }
  },

  // api asks the server; see server.js. A path without a slash at first is about the model that is shown.
  api(method, path, body, signal) {
    return api(method, path.startsWith("/") ? path.slice(1) : `models/${this.model.id}/${path}`, body, signal);
  },
  // follow calls progress with a Progress of a job several times a second, and resolves with the Job at its end.
  follow,
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

  // go moves the token game: to the end of other steps, or back and forth in the same ones. Steps that cannot be fired
  // are cut off.
  async go(steps, at = steps.length) {
    const s = this.state();
    const { model } = this;
    const turn = ++turns.game;
    const play = await this.api("POST", "play", { steps: steps.slice(0, at) });
    if (turn !== turns.game || !this.shows(model)) return;
    s.steps = play.problem ? play.steps : steps;
    s.at = play.steps.length;
    this.play = play;
    this.keep();
    this.emit("play");
    if (play.problem) this.problem(`The run ends after ${play.steps.length} steps: ${play.problem}`);
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

  // show shows a model, or the same one when its file has changed; the game goes on as far as its steps can be fired.
  // Until its net is there all stays as it is, and of several calls the last one counts. It resolves with whether this
  // one did.
  async show(model) {
    const turn = ++turns.model;
    this.wanted = this.store.model = model.id;
    let net;
    try {
      net = await this.api("GET", `/models/${model.id}/net`);
    } catch (e) {
      if (turn === turns.model) this.wanted = this.model?.id;
      throw e;
    }
    if (turn !== turns.model) return false;
    const before = this.model?.id === model.id ? this.net : null;
    [this.model, this.net, this.play] = [model, net, null];
    turns.game++;
    this.problem(model.problem || "");
    const s = this.state();
    if ((s.version ?? model.version) !== model.version) translate(s, before, this.net);
    s.version = model.version;
    this.emit("model");
    if (this.net.unplayed)
      this.problem(model.problem || (model.size ? "" : this.net.unplayed)); // the game says it, too
    else await this.go(s.steps, s.at);
    return true;
  },
  // shows: this version of the model is shown.
  shows(model) {
    return this.model?.id === model.id && this.model.version === model.version;
  },
  // closed shows that there is no model any more.
  closed() {
    turns.model++;
    this.wanted = 0;
    this.model = this.net = this.play = null;
    this.problem("");
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

// translate makes steps of a net those of another one with the same names, up to the first that it has not, or that is
// one of several choices of tokens.
function translate(s, before, after) {
  const at = new Map(after.transitions.map((t, i) => [t.name, i]));
  const moved = (t) => at.get(before.transitions[t]?.name);
  const steps = before ? s.steps.map((step) => (step < 0 ? step : moved(step))) : [];
  const end = steps.indexOf(undefined);
  s.steps = end < 0 ? steps : steps.slice(0, end);
  s.at = Math.min(s.at, s.steps.length);
}

async function start() {
  theme(app);
  keys(app);
  drawing.mount(app, $("drawing"));
  const begins = !app.store.panel; // the page is opened for the first time
  tabs(app, panels);
  await models(app);
  if (begins && app.model?.drawn) app.select("edit");
  document.documentElement.dataset.ready = "yes";
}

start().catch((e) => app.problem(e.message));
