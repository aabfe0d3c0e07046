// The editor: while its panel is shown, the drawing is the net that is edited, and its pointers and keys are the
// hands'. The other panels play and ask what is drawn.

import { make } from "./app.js";
import { area } from "./area.js";
import { bends } from "./bends.js";
import { able } from "./controls.js";
import { describe } from "./describe.js";
import { Draft, isNode, kinds, netOf } from "./draft.js";
import { editKeys } from "./editkeys.js";
import { hands } from "./hands.js";
import { History } from "./history.js";
import { inspector } from "./inspector.js";
import { layOut } from "./layout.js";
import { outline } from "./outline.js";
import { rubber } from "./rubber.js";
import { saving } from "./saving.js";
import { Scene } from "./scene.js";
import { sync } from "./sync.js";

const tools = ["select", "area", "place", "transition", "arc"];
const newKinds = ["arc", "read", "inhibitor", "reset", "priority"]; // arc is that of places and transitions

function mount(app, root) {
  app.keys.add("Editing, in the drawing", editKeys);
  const said = make("p", { class: "soft", role: "status" });
  const button = (text, act, title = null) => {
    const b = make("button", { type: "button", title }, text);
    b.addEventListener("click", () => Promise.resolve(act()).catch((e) => app.problem(e.message)));
    return b;
  };
  const picks = tools.map((id) => {
    const text = id[0].toUpperCase() + id.slice(1);
    const b = button(text, () => pick(id));
    b.dataset.tool = id;
    return b;
  });
  const options = newKinds.map((value) => make("option", { value }, value === "arc" ? "normal" : value));
  const kind = make("select", { "aria-label": "Kind of new arcs" }, ...options);
  const undo = button("Undo", () => go(-1));
  const redo = button("Redo", () => go(1));
  const remove = button("Delete", () => ed.remove());
  const lay = button("Lay out", () => ed.layOut());
  const ed = {
    stage: app.stage,
    draft: null,
    history: null,
    chosen: new Set(), // elements
    tool: "select",
    bend: -1, // which bend of the chosen arc is chosen
    kind: "arc", // of new arcs, or priority
    from: null, // where an arc begins
    corner: null, // where a rectangle begins, by the keyboard
    area: null, // the rectangle, see area.js
    target: null, // where the arc or the rectangle would end, by the keyboard
    pointer: null, // where the arc would end, by the mouse
    problems: [],
    scene: null,
    say: (text) => app.stage.say(text),
    node: () => [...ed.chosen].filter(isNode).at(-1),
    nodes: () => [...ed.chosen].filter(isNode),
    // culprit is the element with a problem, if there is one.
    culprit: (p) => ({ net: [], arc: ed.draft.plain })[p.kind]?.[p.index] ?? ed.draft[p.kind + "s"]?.[p.index],

    // choose chooses elements, and no others.
    choose(list, { reveal = false, bend = -1 } = {}) {
      ed.chosen = new Set(list);
      ed.bend = bend;
      if (reveal) ed.reveal();
      ed.say(list.length === 0 ? all.counts() : list.length === 1 ? describe(list[0]) : `${list.length} chosen`);
      fields.show(list);
      tell();
      ed.show();
    },
    reveal() {
      const [x] = ed.chosen;
      const n = ed.node() || x?.place || x?.first;
      if (n?.at) app.stage.view.reveal(...n.at);
    },
    // update is called after each change of the draft. Those with one reason are undone together.
    update(reason = null) {
      if (!ed.history.note(ed.draft, reason)) return;
      changed();
    },
    // show has the drawing show the draft as it is chosen and marked now.
    show() {
      if (!active()) return;
      app.stage.use({ scene: ed.scene, look: look(), marks: marks(), extra: (...paper) => rubber(ed, ...paper) });
    },
    lift() {
      ed.scene.lift(ed.nodes().map((n) => ed.index.get(n)));
      ed.show();
    },
    drop([dx, dy]) {
      ed.scene.lift(null);
      ed.move(dx, dy);
      build(); // also if nothing was moved
    },
    move(dx, dy) {
      if (ed.bend >= 0) return ed.bends.move(dx, dy);
      ed.draft.shift(new Set(ed.nodes()), dx, dy);
      ed.update(
        "move " +
          ed
            .nodes()
            .map((x) => x.id)
            .join(" "),
      );
      ed.reveal();
    },
    remove() {
      if (ed.bend >= 0) return ed.bends.remove();
      if (ed.chosen.size === 0) return;
      const n = ed.chosen.size;
      const units = new Set([...ed.chosen].map((x) => ed.draft.unitOf(x)).filter(Boolean));
      const left = units.size > 0 ? ` So places are gone from the units ${[...units].join(", ")}.` : "";
      ed.draft.remove(ed.chosen);
      ed.choose([]);
      ed.update();
      ed.say((n === 1 ? "Deleted." : `${n} deleted.`) + left);
    },
    begin() {
      ed.from = ed.node() || null;
      ed.target = ed.corner = ed.area = null;
      ed.say(
        ed.from
          ? `An arc from ${describe(ed.from)}: the arrow keys aim, Enter makes it, Escape ends this.`
          : "An arc begins at the chosen node; choose one first.",
      );
      ed.show();
    },
    aim(to) {
      if (to.at) app.stage.view.reveal(...to.at);
      if (ed.corner) return ed.rectangle.aim(to);
      ed.target = to;
      ed.say(`To ${describe(to)}?`);
      ed.show();
    },
    cancel() {
      const had = ed.from || ed.corner || ed.bend >= 0;
      ed.begun();
      if (had) ed.choose([...ed.chosen]);
      else ed.choose([]);
      if (ed.tool !== "select") pick("select");
    },
    // begun forgets what has been begun.
    begun: () => (ed.from = ed.corner = ed.area = ed.target = ed.pointer = null),
    // turn gives the chosen arcs the next kind, or new arcs if there is none.
    turn() {
      const list = [...ed.chosen].filter((x) => ed.draft.plain.includes(x));
      if (list.length === 0) {
        kind.selectedIndex = (kind.selectedIndex + 1) % kind.options.length;
        ed.kind = kind.value;
        const text = kind.selectedOptions[0].textContent;
        return ed.say(ed.kind === "priority" ? "New arcs between transitions: priorities." : `New arcs: ${text}.`);
      }
      for (const a of list) a.kind = kinds[(kinds.indexOf(a.kind) + 1) % kinds.length];
      ed.update("kind");
      ed.choose(list);
    },
    // again shows the fields of what is chosen anew, and gives the focus to the control with an id, or to the first
    // one.
    again(id) {
      fields.show([...ed.chosen]);
      (document.getElementById(id) || root.querySelector(".fields :is(input, select, button)")).focus();
    },
    inspect(x) {
      if (x) ed.choose([x]);
      fields.focus();
    },
    layOut() {
      const net = netOf(ed.draft);
      const same = (now) => now.nodes.length === net.nodes.length && now.lines.length === net.arcs.length;
      layOut({ ...net, arcs: net.arcs.filter((a) => a.kind !== "priority") }, (at, ways, done) => {
        if (!done || !ed.draft) return;
        if (!same(ed.draft)) return ed.layOut(); // it was changed meanwhile
        ed.draft.stand(at, ways);
        ed.update();
        app.stage.fit();
        ed.say("The net is laid out.");
      });
    },
  };

  ed.bends = bends(ed);
  ed.rectangle = area(ed);
  const fields = inspector(ed);
  const all = outline(ed);
  const sent = sync(
    app,
    () => ed.draft,
    (list) => {
      ed.problems = list;
      tell();
      ed.show();
    },
  );
  const save = saving(app, ed, sent);
  Object.assign(app, { settle: sent.flush, editing: sent.busy, save: save.file });
  const work = hands(ed);
  const body = make("div", {},
    make("div", { class: "row", role: "toolbar", "aria-label": "Tools" }, ...picks, kind),
    make("div", { class: "row" }, undo, redo, remove, lay),
    all.problems,
    fields.element,
    make("h3", {}, "All of it"),
    all.element,
    said,
  );
  const about = make("p", { class: "note", hidden: true });
  root.append(save.element, about, body);

  let loose = new Set(); // nodes that had no position when the net was opened
  const active = () => app.store.panel === "edit" && ed.draft !== null;

  function pick(tool) {
    ed.tool = tool;
    if (tool !== "arc") ed.begun();
    for (const b of picks) b.setAttribute("aria-pressed", String(b.dataset.tool === tool));
  }
  // build makes the scene of the draft.
  function build() {
    const net = netOf(ed.draft);
    ed.index = new Map(ed.draft.nodes.map((n, i) => [n, i]));
    ed.scene = new Scene(net);
    ed.scene.moved(net.nodes.flatMap((n) => n.at ?? [0, 0]), net.arcs.map((a) => a.via));
    ed.show();
  }
  function changed() {
    ed.chosen = new Set(ed.draft.elements.filter((x) => ed.chosen.has(x)));
    build();
    all.fill();
    tell();
    save.changed();
    sent.changed();
  }
  // go undoes or does again.
  function go(by) {
    const draft = ed.history.go(by);
    if (!draft) return ed.say(by < 0 ? "There is nothing to undo." : "There is nothing to redo.");
    const chosen = [...ed.chosen].map((x) => draft.at(ed.draft.place(x))).filter(Boolean);
    ed.draft = draft;
    ed.chosen = new Set(chosen);
    ed.bend = -1;
    ed.begun();
    changed();
    fields.show(chosen);
    ed.say(by < 0 ? "Undone." : "Done again.");
  }
  function look() {
    const nodes = ed.problems
      .map(ed.culprit)
      .filter(Boolean)
      .map((x) => (x.arc ? x.place : x.pair ? x.first : x));
    const wrong = new Set(nodes.map((n) => ed.index.get(n)));
    const tokens = ed.draft.nodes.map((n) => (n.initial === "0" ? "" : (n.initial ?? "")));
    return { tokens, rings: new Set(), lit: new Set(), fired: -1, notes: new Map(), wrong };
  }
  function marks() {
    const nodes = [...ed.nodes(), ed.from, ed.target].filter(Boolean).map((x) => ed.index.get(x));
    const line = [...ed.chosen].find((x) => !isNode(x));
    return { nodes: new Set(nodes), arc: line ? ed.draft.lines.indexOf(line) : -1, bend: ed.bend };
  }
  function tell() {
    able(undo, ed.history.can(-1));
    able(redo, ed.history.can(1));
    able(remove, ed.chosen.size > 0);
    said.textContent = all.counts() + ".";
    app.stage.canvas.setAttribute("aria-label", `Net ${ed.draft.name}, edited: ${all.counts()}`);
    all.tell();
  }

  // open fetches the net that is shown, unless it is what is edited already.
  async function open() {
    if (app.model && sent.id === app.model.id && sent.version === app.model.version && ed.draft) return true;
    const same = sent.id === app.model?.id;
    const view = { ...app.stage.view };
    const { model } = app;
    await sent.flush();
    if (!same) {
      ed.draft = null; // neither it nor its fields are of what is shown
      root.inert = true;
      app.stage.release();
    }
    const wire = model.unedited ? null : await app.api("GET", `/models/${model.id}/document`);
    if (!app.shows(model)) return false; // another one is shown meanwhile
    root.inert = false;
    refused(model.unedited);
    ed.draft = wire && new Draft(wire);
    if (!wire) return false;
    [sent.id, sent.version] = [model.id, model.version];
    ed.problems = [];
    ed.chosen = new Set();
    ed.begun();
    loose = new Set(ed.draft.nodes.filter((n) => !n.at));
    stand(loose);
    if (!same) app.stage.fit();
    else Object.assign(app.stage.view, view);
    ed.choose([]);
    all.fill();
    save.opened();
    return true;
  }
  // refused says why the model is not edited, if it is not, and else what of its file editing loses.
  function refused(why) {
    body.hidden = Boolean(why);
    save.unchanged(Boolean(why));
    if (why) app.stage.release();
    const units = app.net.frames.some((f) => f.kind === "unit");
    const lost = "The file has nested units. A net that is edited keeps them, but nothing says that they are safe.";
    about.textContent = why ? why + "." : units ? lost : "";
    about.hidden = about.textContent === "";
  }
  // stand gives nodes without a position the one that they have in the drawing.
  function stand(nodes) {
    const { at } = app.stage.game();
    ed.draft.nodes.forEach((n, i) => nodes.has(n) && (n.at = [at[2 * i] || 0, at[2 * i + 1] || 0]));
    ed.history = new History(ed.draft);
    build();
  }
  async function enter() {
    if (!app.model || !(await open()) || !active()) return;
    app.stage.hands = work;
    ed.show();
    pick(ed.tool);
  }
  async function leave() {
    await sent.flush();
    if (app.store.panel !== "edit" && app.stage.hands) app.stage.release();
  }
  const turn = () => (app.store.panel === "edit" ? enter() : leave()).catch((e) => app.problem(e.message));
  app.on("panel", turn);
  app.on("model", () => {
    if (app.store.panel !== "edit") return;
    if (sent.id !== app.model.id || sent.version !== app.model.version) turn();
    else ed.show();
  });
  app.on("laid", () => {
    const untouched = ed.draft && sent.id === app.model.id && !ed.history.can(-1) && !ed.history.can(1);
    if (untouched && loose.size > 0) stand(loose);
  });

  kind.addEventListener("change", () => (ed.kind = kind.value));
  document.addEventListener("keydown", (e) => {
    if (!active() || !(e.ctrlKey || e.metaKey) || e.altKey) return;
    const typing = e.target.matches("input, textarea") && !e.target.closest("#panel-edit");
    const key = e.key.toLowerCase();
    const act =
      { z: () => go(e.shiftKey ? 1 : -1), y: () => go(1), s: () => save.file() }[key] ||
      (key === "a" && e.target === app.stage.canvas ? () => ed.choose(ed.draft.nodes) : null);
    if (!act || typing) return;
    e.preventDefault();
    Promise.resolve(act()).catch((x) => app.problem(x.message));
  });
}

export default { id: "edit", title: "Edit", mount };
