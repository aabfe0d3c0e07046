// The token game: what can fire, fire, undo, redo, random steps, the run so far and its marking, and time if there is
// any.

import { make } from "./app.js";
import { clock } from "./clock.js";
import { able } from "./controls.js";
import { changed } from "./look.js";
import { after, choiceText, stepText, transitionOf } from "./steps.js";

const mostRows = 200; // of a list; a filter finds the others

function mount(app, root) {
  app.keys.add("Token game", [["Ctrl Z, Ctrl Shift Z", "undo, redo"]]);
  const button = (text, act, keys) => {
    const b = make("button", { type: "button", "aria-keyshortcuts": keys || null }, text);
    b.addEventListener("click", () => act().catch((e) => app.problem(e.message)));
    return b;
  };
  const state = () => app.state();
  // Moves are made one after the other, however fast they are asked for, unless another model is shown by then.
  let turn = Promise.resolve();
  const move = (make) => {
    const { model } = app;
    return (turn = turn.catch(() => {}).then(() => (app.shows(model) ? make() : undefined)));
  };
  const fire = (t) => move(() => app.go(after(state().steps.slice(0, state().at), t)));
  const time = clock(app, (units) => fire(-units));
  const stand = (at) => move(() => app.go(state().steps, Math.max(0, Math.min(at(state().at), state().steps.length))));
  const undo = button("Undo", () => stand((at) => at - 1));
  const redo = button("Redo", () => stand((at) => at + 1));
  const reset = button("Start again", () => move(() => app.go([])));
  const number = make("input", {
    type: "number",
    min: "1",
    max: "100000",
    value: "10",
    "aria-label": "How many random steps",
  });
  const random = button("Random steps", () => move(randomSteps));
  async function randomSteps() {
    const { model } = app;
    const before = state().steps.slice(0, state().at);
    const n = Math.max(1, Math.min(100000, Math.floor(Number(number.value)) || 1));
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const play = await app.api("POST", "play", { steps: before, random: n, seed });
    if (!app.shows(model)) return;
    await app.go(play.steps);
    app.say(`${play.steps.length - before.length} random steps`);
  }
  const where = make("p", { class: "where", role: "status" });
  const filter = make("input", {
    type: "search",
    placeholder: "Filter",
    "aria-label": "Filter the transitions that can fire",
  });
  const enabled = make("ul", { class: "enabled", "aria-label": "Transitions that can fire" });
  const more = make("p", { class: "soft" });
  const run = make("ol", { class: "run", "aria-label": "The run so far" });
  const table = make("table", {}, make("caption", { class: "hidden" }, "The marking"));
  const body = make("tbody");
  table.append(
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("th", { scope: "col" }, "Place"),
        make("th", { scope: "col", class: "number" }, "Tokens"),
        make("th", { scope: "col" }, "Last step"),
      ),
    ),
    body,
  );
  const save = button("Save the run", async () => download());
  const open = make("input", { type: "file", accept: ".txt,.json,.xml,.scn" });
  const load = make("label", { class: "file button" }, "Load a trace", open);
  const files = make("div", { class: "row" }, save, load);
  const line = app.commandLine();
  root.append(
    make("div", { class: "row" }, undo, redo, reset, make("span", { class: "pair" }, random, number)),
    where,
    time.element,
    make("div", { class: "row" }, make("h3", {}, "Can fire"), filter),
    enabled,
    more,
    make("h3", {}, "Marking"),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Marking" }, table),
    make("h3", {}, "Run"),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Run" }, run),
    files,
    line,
  );

  let node = null; // whose bindings are listed, as asked for in the drawing
  function list() {
    const text = filter.value.trim().toLowerCase();
    const { net, play } = app;
    const takes = new Map(play.enabled.map((step, i) => [step, play.clock?.takes?.[i]]));
    const drawn = (step) => net.transitions[transitionOf(net, step)].node;
    const all = play.enabled.filter(
      (step) => (node === null || drawn(step) === node) && stepText(net, step).toLowerCase().includes(text),
    );
    const at = [...enabled.querySelectorAll("button")].indexOf(document.activeElement);
    enabled.replaceChildren(
      ...all.slice(0, mostRows).map((step) =>
        make(
          "li",
          {},
          button(choiceText(net, step, takes.get(step)), () => fire(step)),
        ),
      ),
    );
    if (at >= 0) (enabled.querySelectorAll("button")[Math.min(at, all.length - 1)] || filter).focus();
    const left = all.length - mostRows;
    more.textContent =
      left > 0
        ? `${left} more: the filter finds them.`
        : app.play.enabled.length === 0
          ? ""
          : all.length === 0
            ? "None fits the filter."
            : "";
  }
  function marking() {
    const did = new Set(changed(app.play));
    const before = new Map((app.play.before || []).map((t) => [t.place, t.tokens]));
    const now = new Map(app.play.marking.map((t) => [t.place, t.tokens]));
    const rows = [...new Set([...now.keys(), ...did])].sort((a, b) => did.has(b) - did.has(a) || a - b);
    body.replaceChildren(
      ...rows
        .slice(0, mostRows)
        .map((p) =>
          make(
            "tr",
            { class: did.has(p) ? "changed" : null },
            make("th", { scope: "row" }, app.net.places[p].label),
            make("td", { class: "number" }, now.get(p) || "0"),
            make("td", {}, did.has(p) ? `${before.get(p) || "0"} → ${now.get(p) || "0"}` : ""),
          ),
        ),
    );
    if (rows.length > mostRows)
      body.append(make("tr", {}, make("td", { colspan: "3" }, `and ${rows.length - mostRows} more marked places`)));
  }
  function history() {
    const { steps, at } = state();
    const from = Math.max(0, Math.min(at - mostRows / 2, steps.length - mostRows));
    const item = (i) => {
      const b = button(i === 0 ? "start" : choiceText(app.net, steps[i - 1]), () => stand(() => i));
      if (i === at) b.setAttribute("aria-current", "step");
      return make("li", { value: i }, b);
    };
    const indices = Array.from({ length: Math.min(steps.length, from + mostRows) - from + 1 }, (_, i) => from + i);
    run.replaceChildren(...indices.map(item));
    if (steps.length > mostRows) run.append(make("li", { class: "soft" }, `of ${steps.length} steps`));
    const now = run.querySelector("[aria-current]");
    if (now) now.parentElement.parentElement.parentElement.scrollTop = now.offsetTop - 60;
  }

  const parts = [...root.children].filter((e) => e !== where);
  app.on("model", () => {
    for (const e of parts) e.hidden = Boolean(app.net.unplayed);
    files.hidden ||= app.model.kind === "listed system"; // no file has its runs
    where.classList.remove("dead");
    if (app.net.unplayed) where.textContent = app.net.unplayed;
  });
  app.on("play", () => {
    const { steps, at } = state();
    const can = app.play.enabled.length;
    const timed =
      app.play.clock && (app.play.clock.soonest === "" ? "Nothing can fire any more." : "Nothing can fire yet.");
    const dead =
      can === 0
        ? timed || "Dead: no transition can fire."
        : `${can} ${can === 1 ? "transition" : "transitions"} can fire.`;
    const some = at === 1 ? "1 step" : `${at} steps`;
    where.textContent = `After ${at === steps.length ? some : `${at} of ${steps.length} steps`}. ${dead}`;
    where.classList.toggle("dead", can === 0 && !app.play.clock?.soonest);
    if (app.play.problem) app.problem(app.play.problem);
    able(undo, at > 0);
    able(redo, at < steps.length);
    able(reset, steps.length > 0);
    able(random, can > 0);
    node = null;
    list();
    time.show();
    marking();
    history();
    line.show(app.play.command);
  });
  app.on("fire", (t) => fire(t).catch((e) => app.problem(e.message)));
  app.on("bindings", (of) => {
    node = of;
    app.select("game");
    list();
    enabled.querySelector("button")?.focus();
    app.say(`${app.net.nodes[of].label}: choose a binding`);
  });
  filter.addEventListener("input", () => {
    node = null;
    list();
  });
  root.addEventListener("keydown", (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "z" || e.target.matches("input")) return;
    e.preventDefault();
    (e.shiftKey ? redo : undo).click();
  });

  // A run is saved as a list of transitions, one a line, which brim replay and brim sim read.
  function download() {
    const { steps } = state();
    const text = `# a run of ${app.model.name}\n` + steps.map((step) => stepText(app.net, step) + "\n").join("");
    const link = make("a", {
      href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
      download: "run.txt",
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }
  open.addEventListener("change", async () => {
    const [file] = open.files;
    open.value = "";
    if (!file) return;
    const { model } = app;
    try {
      const play = await app.api("POST", "trace?name=" + encodeURIComponent(file.name), file);
      if (!app.shows(model)) return;
      await app.go(play.steps);
      app.problem(play.problem ? `${file.name}: ${play.problem}` : "");
    } catch (e) {
      app.problem(e.message);
    }
  });
}

export default { id: "game", title: "Token game", mount };
