// Questions, their answers, and a walk through what these rest on.

import { make } from "./app.js";
import { certificate } from "./certificate.js";
import { complete } from "./complete.js";
import { findings, named } from "./named.js";
import { properties } from "./properties.js";
import { verdict, words } from "./verdict.js";
import { witness } from "./witness.js";

const mostKept = 60; // questions of a model

function mount(app, root) {
  app.keys.add("Questions and witnesses", [
    ["Enter", "ask"],
    ["Ctrl Space or ↓", "complete a name"],
    ["↑ ↓ Home End", "a marking of the witness"],
    ["→ ←", "into a branch, out of it"],
    ["j k p Backspace", "next, previous, play, outwards"],
  ]);
  const watched = new Set(); // jobs that are followed
  const answers = new Map(); // by job: those that this page has
  let shown = null; // the question whose answer is shown
  let turn = 0; // of the requests to show one: the last one counts

  const input = make("input", {
    id: "ask-formula",
    type: "text",
    "aria-describedby": "ask-wrong",
    placeholder: "EF deadlock",
  });
  const names = complete(app, input);
  const deadlock = make(
    "select",
    { id: "ask-deadlock" },
    make("option", { value: "maximal" }, "may end in a dead marking"),
    make("option", { value: "infinite" }, "go on for ever"),
  );
  const seconds = make("input", {
    id: "ask-seconds",
    type: "number",
    min: "0",
    step: "any",
    inputmode: "decimal",
    placeholder: "none",
  });
  const wrong = make("div", { id: "ask-wrong", class: "wrong", role: "alert" });
  const examples = make("p", { class: "examples" });
  const form = make(
    "form",
    { class: "asking", novalidate: true },
    make("label", { for: input.id }, "Formula of CTL or LTL"),
    make("div", { class: "combo" }, input, names, make("button", { type: "submit", class: "primary" }, "Ask")),
    wrong,
    make(
      "div",
      { class: "settings" },
      make("label", {}, "Paths ", deadlock),
      make("label", {}, "Seconds at most ", seconds),
    ),
    examples,
  );
  const byName = named(app, (name, k) => ask(name, "maximal", Number(seconds.value) || 0, { named: true, k }));
  const live = make("section", { class: "live", "aria-label": "The question that is being decided", hidden: true });
  const result = make("section", { class: "answer", "aria-label": "Answer", hidden: true });
  const walk = witness(app, (route) => {
    if (shown) shown.route = route;
    later();
  });
  const command = app.commandLine();
  const list = make("ol", { class: "asked", "aria-label": "Questions asked so far" });
  const before = make(
    "section",
    { "aria-labelledby": "asked-heading", hidden: true },
    make("h3", { id: "asked-heading" }, "Asked so far"),
    list,
  );
  const file = properties(
    app,
    (formula) => {
      fill({ formula, deadlock: deadlock.value, seconds: seconds.value });
      return ask(formula, deadlock.value, Number(seconds.value) || 0);
    },
    (formula) => state().asked.find((x) => x.formula === formula && x.deadlock === deadlock.value),
  );
  root.append(form, byName, live, result, walk.element, command, file.element, before);

  const state = () => (app.state().ask ||= { draft: "", deadlock: "maximal", seconds: "", asked: [], shown: null });
  let saving = 0;
  const later = () => {
    clearTimeout(saving);
    saving = setTimeout(() => app.keep(), 300);
  };

  for (const e of [input, deadlock, seconds]) {
    for (const event of ["input", "accept", "change"]) {
      e.addEventListener(event, () => {
        Object.assign(state(), { draft: input.value, deadlock: deadlock.value, seconds: seconds.value });
        later();
      });
    }
  }
  input.addEventListener("input", () => mistaken(null));
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    ask(input.value, deadlock.value, Number(seconds.value) || 0);
  });

  // mistaken shows what is wrong with the formula, and where.
  function mistaken(error) {
    input.toggleAttribute("aria-invalid", error !== null);
    if (error === null) return wrong.replaceChildren();
    input.setAttribute("aria-invalid", "true");
    const at = error.at;
    if (!at || !at.column) return wrong.replaceChildren(make("p", {}, error.message));
    const line = [...at.text];
    const rest = line.slice(at.column - 1).join("");
    const word = rest.match(/^[\p{L}\p{N}_.':@#$]+/u)?.[0] || [...rest][0] || " ";
    const head = line.slice(0, at.column - 1).join("");
    wrong.replaceChildren(
      make("p", {}, make("strong", {}, `Line ${at.line}, column ${at.column}: `), at.what),
      make("pre", {}, head, make("mark", {}, word), rest.slice(word.length)),
    );
    input.focus();
    if (at.line === 1 && input.value.startsWith(at.text))
      input.setSelectionRange(head.length, head.length + word.trim().length);
  }

  // ask asks a formula or, with more, a question that has a name.
  async function ask(formula, paths, limit, more = {}) {
    mistaken(null);
    const { id } = app.model;
    const here = () => app.model?.id === id;
    const s = state();
    const mine = ++turn;
    let job, version;
    try {
      await app.settle();
      version = app.models.find((m) => m.id === id)?.version;
      job = await app.api("POST", `/models/${id}/ask`, { formula, deadlock: paths, seconds: limit, ...more });
    } catch (e) {
      if (!here()) return;
      if (more.named) app.problem(e.message);
      else if (input.value === formula) mistaken(e); // else it is being changed already
      return;
    }
    const entry = { job: job.id, formula, deadlock: paths, seconds: limit, version, state: "runs", ...more };
    s.asked = [entry, ...s.asked.filter((x) => x.state === "runs" || !same(x, entry))].slice(0, mostKept);
    if (mine === turn && here()) show(entry);
    else if (here()) listed();
    await watch(entry, id);
  }
  const same = (x, y) =>
    x.formula.trim() === y.formula.trim() && x.deadlock === y.deadlock && x.named === y.named && x.k === y.k;

  // watch follows the job of a question about a model to its end.
  async function watch(entry, id) {
    if (watched.has(entry.job)) return;
    watched.add(entry.job);
    const techniques = new Map();
    try {
      const job = await app.follow(entry.job, (p) => {
        techniques.set(p.by, p);
        if (shown === entry) progress(entry, techniques, p);
      });
      note(entry, job);
    } catch (e) {
      entry.state = "failed";
      entry.problem = e.message;
    }
    app.keep();
    if (app.model?.id !== id) return; // another one is shown by now
    if (shown === entry) show(entry, true);
    else listed();
  }

  // note keeps what is known of a question in its entry, and the answer with its walk for as long as the page is there.
  function note(entry, job) {
    entry.state = job.state;
    entry.problem = job.problem;
    const a = job.result;
    if (!a) return;
    answers.set(entry.job, a);
    Object.assign(entry, {
      result: a.result,
      by: a.by,
      bound: a.bound,
      reason: a.reason,
      warning: a.warning,
      took: a.seconds,
      command: a.command,
    });
  }

  function progress(entry, techniques, p) {
    const stop = make("button", { type: "button" }, "Stop");
    stop.addEventListener("click", async () => {
      stop.disabled = true;
      await app.stop(entry.job).catch((e) => app.problem(e.message));
    });
    const old = live.querySelector("button");
    const rows = [...techniques.values()]
      .filter((t) => t.phase)
      .map((t) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, t.by || "first"),
          make("td", {}, words.phase(t)),
          make("td", {}, words.size(t)),
        ),
      );
    const table = make(
      "table",
      { class: "techniques" },
      make("caption", { class: "hidden" }, "What the techniques do"),
      make("tbody", {}, ...rows),
    );
    const body = [
      make("code", {}, entry.formula),
      make("p", { class: "since" }, `${words.seconds(p.seconds)} so far`),
      table,
    ];
    if (old && live.dataset.job === entry.job) {
      live.querySelector(".body").replaceChildren(...body); // the button keeps the focus
    } else {
      live.replaceChildren(make("div", { class: "body" }, ...body), stop);
      live.dataset.job = entry.job;
    }
    live.hidden = false;
  }

  // show shows what is known of a question, and the walk if this page has it.
  function show(entry, fresh = false) {
    shown = entry;
    const s = state();
    s.shown = entry?.job ?? null;
    app.keep();
    const running = entry?.state === "runs";
    live.hidden = !running;
    if (running) progress(entry, new Map(), { seconds: 0 });
    else live.replaceChildren();
    result.hidden = !entry || running;
    const a = entry && answers.get(entry.job);
    if (entry && !running) result.replaceChildren(...verdict(entry, a));
    if (!running && entry?.named)
      result.append(...findings(a, (f) => walk.show({ ...a, walk: f.walk }, entry.version === app.model.version)));
    else if (!running && (a?.result === "holds" || a?.result === "fails")) result.append(certificate(app, entry));
    command.show(entry?.command || "");
    walk.show(running ? null : (a ?? null), entry?.version === app.model.version, entry?.route);
    if (!a?.walk) app.overlay(null);
    if (fresh) app.say(words.spoken(entry, a));
    listed();
  }

  // again shows a question that was asked before: what the server still has of it is fetched.
  async function again(entry) {
    const mine = ++turn;
    if (entry.state !== "runs" && !answers.has(entry.job) && entry.state !== "gone") {
      try {
        note(entry, await app.follow(entry.job, () => {}));
      } catch {
        entry.state = "gone";
      }
    }
    if (mine === turn) show(entry);
  }

  function listed() {
    const { asked } = state();
    file.listed();
    before.hidden = asked.length === 0;
    list.replaceChildren(
      ...asked.map((x) => {
        const open = make(
          "button",
          { type: "button", class: "plain", "aria-current": x === shown ? "true" : null },
          words.badge(x),
          make("span", {}, make("code", {}, x.formula), " ", make("span", { class: "soft" }, words.short(x))),
        );
        open.addEventListener("click", () => again(x));
        const re = make(
          "button",
          { type: "button", "aria-label": `Ask again: ${x.formula}`, disabled: x.state === "runs" },
          "Ask again",
        );
        re.addEventListener("click", () => {
          if (x.named) return ask(x.formula, x.deadlock, x.seconds, { named: true, k: x.k });
          fill(x);
          ask(x.formula, x.deadlock, x.seconds);
        });
        return make("li", {}, open, re);
      }),
    );
  }
  function fill(x) {
    Object.assign(state(), { draft: x.formula, deadlock: x.deadlock, seconds: x.seconds || "" });
    input.value = x.formula;
    deadlock.value = x.deadlock;
    seconds.value = x.seconds || "";
  }

  function offer() {
    examples.replaceChildren("For example ");
    for (const f of questions(app.net, app.model.kind === "listed system")) {
      const b = make("button", { type: "button", class: "example" }, make("code", {}, f));
      b.addEventListener("click", () => {
        fill({ formula: f, deadlock: deadlock.value, seconds: seconds.value });
        ask(f, deadlock.value, Number(seconds.value) || 0);
      });
      examples.append(b, " ");
    }
  }

  app.on("model", () => {
    const s = state();
    shown = null;
    turn++;
    mistaken(null);
    fill({ formula: s.draft, deadlock: s.deadlock, seconds: s.seconds });
    offer();
    file.show();
    byName.hidden = Boolean(app.model.size); // of one that is no net
    for (const x of s.asked) if (x.state === "runs") watch(x, app.model.id);
    const entry = s.asked.find((x) => x.job === s.shown);
    if (entry) again(entry);
    else show(null);
  });
  app.on("panel", (id) => {
    if (id === "ask") walk.enter();
    else walk.leave();
  });
}

// questions are some that make sense of any net or system, with names of this one.
function questions(net, listed) {
  const list = ["EF deadlock"];
  if (listed) return net.transitions.length > 0 ? [...list, `AG EF enabled(${net.transitions[0].name})`] : list;
  const p = net.places[0]?.label;
  const q = net.places[1]?.label;
  const t = net.transitions[0]?.label;
  if (t) list.push(`AG EF enabled(${t})`);
  if (p && q) list.push(`EF(${p} >= 1 & ${q} >= 1)`, `A G(${p} -> F ${q})`);
  return list;
}

export default { id: "ask", title: "Questions", mount };
