// The state space while it is explored, and its decision diagram by level, under the order that brim chose or one that
// people try.

import { make } from "./app.js";
import { diagram } from "./diagram.js";
import { growth } from "./growth.js";
import { levels, mostRows } from "./levels.js";
import { runs } from "./runs.js";
import { count, seconds, size } from "./svg.js";

const mostPoints = 600; // of the chart

function mount(app, root) {
  app.keys.add("State space", [["↑ ↓, Alt ↑ Alt ↓", "another level of the order; move it"]]);
  const view = layout(app, root, moved);
  let shown = null; // the Space below
  let draft = null; // names by level, the lowest first: the order that people made of it
  let points = []; // of the chart
  let following = ""; // the job that the page looks at

  const kept = () => (app.state().space ||= { runs: [], job: "", version: 0 });

  view.explore.addEventListener("click", () => start(null));
  view.again.addEventListener("click", () => start(draft));
  view.stop.addEventListener("click", () => app.stop(following).catch((e) => app.problem(e.message)));
  view.reset.addEventListener("click", () => {
    const chosen = kept().runs.findLast((r) => r.chosen);
    if (chosen) propose(chosen.levels);
    app.say("The order is the one that brim chose.");
  });
  view.save.addEventListener("click", save);
  view.runs.use = (run) => propose(run.levels);
  app.on("model", () => {
    clear();
    const k = kept();
    view.runs.show(k.runs);
    if (k.version !== app.model.version) k.job = "";
    if (k.job) follow(k.job, false);
  });

  async function start(order) {
    app.problem("");
    const { model } = app;
    const k = kept();
    try {
      const job = await app.api("POST", "explore", { order, seconds: 0 });
      Object.assign(k, { job: job.id, version: model.version, asked: order !== null });
      app.keep();
      if (!app.shows(model)) return; // it is followed when the model is shown again
      await follow(job.id, true);
    } catch (e) {
      app.problem(e.message);
    }
  }

  // follow shows a job until it ends, and its result; one that is new is a run, too.
  async function follow(id, isNew) {
    following = id;
    points = [];
    running(true);
    if (isNew) view.stop.focus();
    let job;
    try {
      job = await app.follow(id, (p) => following === id && progress(p));
    } catch (e) {
      if (following !== id) return;
      running(false);
      if (isNew) throw e;
      kept().job = "";
      return;
    }
    if (following !== id) return; // another one is shown meanwhile
    running(false);
    if (job.problem) app.problem(job.problem);
    if (job.result) result(job.result);
  }

  function running(on) {
    const focused = document.activeElement === view.stop;
    view.live.hidden = !on;
    view.stop.hidden = !on;
    view.explore.disabled = view.again.disabled = on;
    if (focused && !on) view.explore.focus();
    view.picture.inert = on;
    if (!on) return;
    shown = null;
    view.found.hidden = view.nodes.hidden = view.tools.hidden = view.changed.hidden = view.many.hidden = true;
    view.phase.textContent = "Starting";
    view.meter.value = 0;
    view.closed.textContent = view.numbers.textContent = "";
    view.picture.rows([]);
    view.command.show("");
  }

  function progress(p) {
    const phase = sentence(p.phase);
    if (phase !== view.phase.textContent) app.say(phase);
    view.phase.textContent = phase;
    view.ahead.textContent = p.detail;
    view.numbers.textContent = `${count(p.nodes)} nodes, ${size(p.bytes)}, ${seconds(p.seconds)}`;
    if (p.levels > 0) {
      view.meter.max = p.levels;
      view.meter.value = p.done;
      view.closed.textContent = `${count(p.done)} of ${count(p.levels)} levels closed`;
    }
    if (p.nodes > 0) {
      points.push({ seconds: p.seconds, nodes: p.nodes });
      if (points.length > mostPoints) points = points.filter((_, i) => i % 2 === 0);
      view.chart.show(points);
    }
    const g = p.levels > 0 && p.growth;
    if (g && g.labels) {
      view.picture.rows(
        g.labels.map((label, i) => ({ label, nodes: g.widths[i] })),
        p.done,
      );
    } else if (g) {
      view.picture.bands(g.widths, p.levels, p.done);
    }
  }

  function result(space) {
    shown = space;
    draft = space.levels.map((l) => l.places);
    const k = kept();
    if (!k.runs.some((r) => r.job === k.job) && space.height > 0 && !space.fixed) {
      k.runs.push({
        job: k.job,
        chosen: !k.asked,
        origin: space.origin,
        states: space.states,
        nodes: space.nodes,
        peak: space.peak,
        seconds: space.seconds,
        complete: space.complete,
        levels: draggable() ? draft : null,
      });
      k.runs.splice(0, k.runs.length - 12);
    }
    app.keep();
    view.runs.show(k.runs);
    numbers(view.found, space);
    view.command.show(space.command);
    picture();
    view.tools.hidden = space.height === 0 || space.fixed;
    view.save.hidden = space.order === "";
    view.nodes.hidden = !space.diagram;
    if (space.diagram) view.drawing.show(space);
    app.say(
      space.complete
        ? `${count(space.states)} markings, ${count(space.nodes)} nodes.`
        : `Not complete: ${space.stopped}.`,
    );
  }

  const draggable = () => !shown.fixed && shown.levels.length > 0 && shown.height <= mostRows;

  // picture shows the levels as they were found, or as people have put them.
  function picture() {
    const found = new Map(shown.levels.map((l) => [l.places.join("\n"), l]));
    const same = draft.every((places, i) => places.join("\n") === shown.levels[i].places.join("\n"));
    view.again.hidden = same;
    view.reset.hidden = same && kept().runs.at(-1)?.chosen !== false;
    view.changed.hidden = same;
    view.many.hidden = shown.fixed || draggable();
    if (!draggable()) {
      view.picture.bands(shown.widths, shown.height);
      return;
    }
    view.picture.rows(
      draft.map((places) => {
        const l = found.get(places.join("\n"));
        return { label: l.name, about: l.labels.join(" "), nodes: same ? l.nodes : undefined, values: l.values };
      }),
    );
  }

  function moved(from, to) {
    draft = draft.slice();
    draft.splice(to, 0, ...draft.splice(from, 1));
    picture();
  }

  function propose(order) {
    if (!shown || !order) return;
    const places = new Set(shown.levels.map((l) => l.places.join("\n")));
    if (!order.every((l) => places.has(l.join("\n")))) {
      start(order); // other places share a level there
      return;
    }
    draft = order;
    picture();
  }

  function save() {
    const link = make("a", {
      href: URL.createObjectURL(new Blob([shown.order], { type: "text/plain" })),
      download: "order.txt",
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  function clear() {
    following = "";
    shown = draft = null;
    running(false);
    view.found.hidden =
      view.nodes.hidden =
      view.tools.hidden =
      view.again.hidden =
      view.changed.hidden =
      view.many.hidden =
        true;
    view.picture.rows([]);
    view.command.show("");
  }
}

// layout makes the elements of the panel.
function layout(app, root, moved) {
  const button = (text, more) => make("button", { type: "button", ...more }, text);
  const v = {
    explore: button("Explore", { class: "explore" }),
    again: button("Explore with this order", { class: "again", hidden: true }),
    stop: button("Stop", { class: "stop", hidden: true }),
    reset: button("Back to the chosen order", { class: "reset" }),
    save: button("Save the order", { class: "save" }),
    phase: make("strong", {}),
    ahead: make("span", {}),
    meter: make("progress", { "aria-label": "Levels closed", value: 0, max: 1 }),
    closed: make("span", {}),
    numbers: make("p", { class: "numbers" }),
    chart: growth(),
    found: make("dl", { class: "found", hidden: true }),
    changed: make("p", { class: "changed", hidden: true }, "The widths of this order are not known yet."),
    many: make(
      "p",
      { class: "many", hidden: true },
      `An order of more than ${mostRows} levels is changed in a file: save it, and `,
      make("code", {}, "--order"),
      " takes it on the command line.",
    ),
    picture: levels(app, moved),
    runs: runs(),
    drawing: diagram(),
    command: app.commandLine(),
  };
  v.live = make(
    "div",
    { class: "exploring", hidden: true },
    make("p", { class: "phase" }, v.phase, v.ahead),
    make("p", { class: "closed" }, v.meter, v.closed),
    v.numbers,
    v.chart,
  );
  v.tools = make("div", { class: "row tools", hidden: true }, v.again, v.reset, v.save);
  v.nodes = make("section", { class: "part", hidden: true }, make("h3", {}, "Node by node"), v.drawing);
  root.append(
    make("div", { class: "row" }, v.explore, v.stop),
    v.live,
    v.found,
    v.tools,
    v.changed,
    v.many,
    v.picture,
    v.runs,
    v.nodes,
    v.command,
  );
  return v;
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// numbers lists what an exploration found.
function numbers(list, s) {
  list.hidden = false;
  const rows = [
    [s.complete ? "Markings" : "Markings found", s.states === "" ? "not counted" : digits(s.states)],
    ...s.counts.map((c) => [c.name, digits(c.number)]),
  ];
  const diagram = [
    ["Nodes", `${count(s.nodes)}, at most ${count(s.peak)} on the way`],
    ["Memory", size(s.bytes)],
    [
      "Time",
      seconds(s.seconds) + (s.tried > 1 ? `, ${seconds(s.choosing_seconds)} of it for ${count(s.tried)} orders` : ""),
    ],
    ["Order", s.origin],
  ];
  if (s.nodes > 0) rows.push(...diagram);
  if (s.stopped) rows.unshift(["Not complete", s.stopped]);
  list.replaceChildren(...rows.map(([name, text]) => make("div", {}, make("dt", {}, name), make("dd", {}, text))));
}

// digits writes a number as far as people read it.
function digits(text) {
  return text.length <= 24
    ? count(text)
    : `${text[0]}.${text.slice(1, 4)} × 10^${text.length - 1} (${count(text.length)} digits)`;
}

export default { id: "space", title: "State space", mount };
