// The editor: while its panel is shown, the drawing is the net that is edited, and its pointers and keys are the hands'.
// The other panels play and ask what is drawn.

import { make } from "./app.js";
import { able } from "./controls.js";
import { describe, Draft, kinds, netOf } from "./draft.js";
import { hands } from "./hands.js";
import { History } from "./history.js";
import { inspector } from "./inspector.js";
import { layOut } from "./layout.js";
import { saving } from "./saving.js";
import { Scene } from "./scene.js";
import { sync } from "./sync.js";

const tools = [["select", "Select"], ["place", "Place"], ["transition", "Transition"], ["arc", "Arc"]]; // prettier-ignore

function mount(app, root) {
  app.keys.add("Editing, in the drawing", [
    ["P T", "a new place, a new transition, beside the chosen node"],
    ["A", "an arc from the chosen node: arrow keys or N B aim, Enter makes it, P or T a new end"],
    ["← → ↑ ↓, N B", "choose the node there; the next element, the one before"],
    ["Shift ← → ↑ ↓", "move what is chosen"],
    ["+ −", "tokens of a place, weight of an arc"],
    ["K", "the next kind of the chosen arc, or of new arcs"],
    ["Enter, F2", "name and numbers; Enter there goes back"],
    ["Delete", "delete what is chosen"],
    ["L", "lay the net out"],
    ["Ctrl Z, Ctrl Shift Z", "undo, redo"],
    ["Ctrl A, Ctrl S", "choose all nodes; save"],
  ]);
  const said = make("p", { class: "soft", role: "status" });
  const button = (text, act, title = null) => {
    const b = make("button", { type: "button", title }, text);
    b.addEventListener("click", () => Promise.resolve(act()).catch((e) => app.problem(e.message)));
    return b;
  };
  const picks = tools.map(([id, text]) => {
    const b = button(text, () => pick(id));
    b.dataset.tool = id;
    return b;
  });
  const kind = make("select", { "aria-label": "Kind of new arcs" }, ...["arc", "read", "inhibitor", "reset"].map((k) => make("option", { value: k }, k === "arc" ? "normal" : k)));
  const undo = button("Undo", () => go(-1));
  const redo = button("Redo", () => go(1));
  const remove = button("Delete", () => ed.remove());
  const lay = button("Lay out", () => ed.layOut());
  const problems = make("ul", { class: "problems", role: "alert", "aria-label": "What is wrong with the net" });
  const all = make("select", { size: "8", "aria-label": "Places, transitions and arcs" });

  const ed = {
    stage: app.stage,
    draft: null,
    history: null,
    chosen: new Set(), // elements
    tool: "select",
    kind: "arc", // of new arcs
    from: null, // where an arc begins
    target: null, // where it would end, by the keyboard
    pointer: null, // where it would end, by the mouse
    problems: [],
    scene: null,
    say: (text) => app.stage.say(text),
    node: () => [...ed.chosen].filter((x) => !x.arc).at(-1),
    place: (x) => ed.draft.place(x),

    // choose chooses elements, and no others.
    choose(list, { reveal = false } = {}) {
      ed.chosen = new Set(list);
      if (reveal) ed.reveal();
      ed.say(list.length === 0 ? counts() : list.length === 1 ? describe(list[0]) : `${list.length} chosen`);
      fields.show(list);
      tell();
      ed.show();
    },
    reveal() {
      const n = ed.node() || [...ed.chosen][0]?.place;
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
      app.stage.use({ scene: ed.scene, look: look(), marks: marks(), extra: rubber });
    },
    lift() {
      ed.scene.lift([...ed.chosen].filter((x) => !x.arc).map((n) => ed.index.get(n)));
      ed.show();
    },
    drop([dx, dy]) {
      ed.scene.lift(null);
      ed.move(dx, dy);
      build(); // also if nothing was moved
    },
    move(dx, dy) {
      ed.draft.shift(new Set([...ed.chosen].filter((x) => !x.arc)), dx, dy);
      ed.update("move " + [...ed.chosen].map((x) => x.id).join(" "));
      ed.reveal();
    },
    remove() {
      if (ed.chosen.size === 0) return;
      const n = ed.chosen.size;
      ed.draft.remove(ed.chosen);
      ed.choose([]);
      ed.update();
      ed.say(n === 1 ? "Deleted." : `${n} deleted.`);
    },
    begin() {
      ed.from = ed.node() || null;
      ed.target = null;
      ed.say(ed.from ? `An arc from ${describe(ed.from)}: the arrow keys aim, Enter makes it, Escape ends this.` : "An arc begins at the chosen node; choose one first.");
      ed.show();
    },
    aim(to) {
      ed.target = to;
      ed.say(`To ${describe(to)}?`);
      if (to.at) app.stage.view.reveal(...to.at);
      ed.show();
    },
    cancel() {
      const had = ed.from;
      ed.from = ed.target = ed.pointer = null;
      if (had) ed.show();
      else ed.choose([]);
      if (ed.tool !== "select") pick("select");
    },
    // turn gives the chosen arcs the next kind, or new arcs if there is none.
    turn() {
      const list = [...ed.chosen].filter((x) => x.arc);
      if (list.length === 0) {
        kind.selectedIndex = (kind.selectedIndex + 1) % kind.options.length;
        ed.kind = kind.value;
        return ed.say(`New arcs: ${kind.selectedOptions[0].textContent}.`);
      }
      for (const a of list) a.kind = kinds[(kinds.indexOf(a.kind) + 1) % kinds.length];
      ed.update("kind");
      ed.choose(list);
    },
    inspect(x) {
      if (x) ed.choose([x]);
      fields.focus();
    },
    layOut() {
      layOut(netOf(ed.draft), (at, ways, done) => {
        if (!done) return;
        ed.draft.nodes.forEach((n, i) => (n.at = [at[2 * i], at[2 * i + 1]]));
        ed.draft.arcs.forEach((a, i) => (a.via = pairs(ways?.[i])));
        ed.update();
        app.stage.fit();
        ed.say("The net is laid out.");
      });
    },
  };

  const fields = inspector(ed);
  const sent = sync(app, () => ed.draft, (list) => {
    ed.problems = list;
    tell();
    ed.show();
  });
  const save = saving(app, ed, sent);
  Object.assign(app, { settle: sent.flush, editing: sent.busy, save: save.pnml });
  const work = hands(ed);
  root.append(
    save.element,
    make("div", { class: "row", role: "toolbar", "aria-label": "Tools" }, ...picks, kind),
    make("div", { class: "row" }, undo, redo, remove, lay),
    problems,
    fields.element,
    make("h3", {}, "All of it"),
    all,
    said,
  );

  let loose = new Set(); // nodes that had no position when the net was opened
  const active = () => app.store.panel === "edit" && ed.draft !== null;
  const counts = () => {
    const n = (list, noun) => `${list.length} ${noun}${list.length === 1 ? "" : "s"}`;
    return `${n(ed.draft.places, "place")}, ${n(ed.draft.transitions, "transition")}, ${n(ed.draft.arcs, "arc")}`;
  };
  const pairs = (way) => Array.from({ length: (way?.length ?? 0) / 2 }, (_, i) => [way[2 * i], way[2 * i + 1]]);

  function pick(tool) {
    ed.tool = tool;
    if (tool !== "arc") ed.from = ed.pointer = null;
    for (const b of picks) b.setAttribute("aria-pressed", String(b.dataset.tool === tool));
  }
  // build makes the scene of the draft.
  function build() {
    const net = netOf(ed.draft);
    ed.index = new Map(ed.draft.nodes.map((n, i) => [n, i]));
    ed.scene = new Scene(net);
    ed.scene.moved(net.nodes.flatMap((n) => n.at ?? [0, 0]), net.arcs.map((a) => a.via)); // prettier-ignore
    ed.show();
  }
  function changed() {
    ed.chosen = new Set(ed.draft.elements.filter((x) => ed.chosen.has(x)));
    build();
    list();
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
    ed.from = ed.target = null;
    changed();
    fields.show(chosen);
    ed.say(by < 0 ? "Undone." : "Done again.");
  }
  function look() {
    const wrong = new Set(ed.problems.filter((p) => p.kind !== "net").map((p) => culprit(p)).filter(Boolean).map((x) => ed.index.get(x.arc ? x.place : x)));
    return { tokens: ed.draft.nodes.map((n) => (n.initial === "0" ? "" : (n.initial ?? ""))), rings: new Set(), lit: new Set(), fired: -1, notes: new Map(), wrong };
  }
  const culprit = (p) => ed.draft.at({ list: p.kind + "s", index: p.index });
  function marks() {
    const nodes = [...ed.chosen, ed.from, ed.target].filter((x) => x && !x.arc).map((x) => ed.index.get(x));
    const arc = [...ed.chosen].find((x) => x.arc);
    return { nodes: new Set(nodes), arc: arc ? ed.draft.arcs.indexOf(arc) : -1 };
  }
  // rubber is the arc that is being drawn.
  function rubber(c, view, colours) {
    const end = ed.pointer || ed.target?.at;
    if (!ed.from?.at || !end) return;
    const [x, y] = ed.scene.border(ed.index.get(ed.from), ...end);
    c.strokeStyle = colours.link;
    c.lineWidth = 2;
    c.setLineDash([6, 4]);
    c.beginPath();
    c.moveTo(view.k * x + view.x, view.k * y + view.y);
    c.lineTo(view.k * end[0] + view.x, view.k * end[1] + view.y);
    c.stroke();
    c.setLineDash([]);
  }
  function list() {
    all.replaceChildren(...ed.draft.elements.map((x, i) => make("option", { value: i, selected: ed.chosen.has(x) }, describe(x))));
  }
  function tell() {
    able(undo, ed.history.can(-1));
    able(redo, ed.history.can(1));
    able(remove, ed.chosen.size > 0);
    said.textContent = counts() + ".";
    app.stage.canvas.setAttribute("aria-label", `Net ${ed.draft.name}, edited: ${counts()}`);
    problems.replaceChildren(
      ...ed.problems.map((p) => {
        const x = p.kind === "net" ? null : culprit(p);
        if (!x) return make("li", {}, p.what);
        const b = button(`${x.id || describe(x)}: ${p.what}`, () => ed.inspect(x));
        return make("li", {}, b);
      }),
    );
    const chosen = ed.draft.elements.map((x, i) => (ed.chosen.has(x) ? i : -1)).filter((i) => i >= 0);
    if (chosen.length === 1) all.value = String(chosen[0]);
    else all.selectedIndex = -1;
  }

  // open fetches the net that is shown, unless it is what is edited already.
  async function open() {
    if (app.model && sent.id === app.model.id && sent.version === app.model.version && ed.draft) return true;
    const same = sent.id === app.model?.id;
    const view = { ...app.stage.view };
    let wire;
    try {
      wire = await app.api("GET", "document");
    } catch (e) {
      ed.draft = null;
      root.inert = true;
      app.problem(e.message);
      return false;
    }
    root.inert = false;
    [sent.id, sent.version] = [app.model.id, app.model.version];
    ed.draft = new Draft(wire);
    ed.problems = [];
    ed.chosen = new Set();
    ed.from = ed.target = ed.pointer = null;
    loose = new Set(ed.draft.nodes.filter((n) => !n.at));
    stand(loose);
    if (!same) app.stage.fit();
    else Object.assign(app.stage.view, view);
    ed.choose([]);
    list();
    save.opened();
    return true;
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

  all.addEventListener("change", () => ed.choose([ed.draft.elements[all.value]], { reveal: true }));
  kind.addEventListener("change", () => (ed.kind = kind.value));
  document.addEventListener("keydown", (e) => {
    if (!active() || !(e.ctrlKey || e.metaKey) || e.altKey) return;
    const typing = e.target.matches("input, textarea") && !e.target.closest("#panel-edit");
    const key = e.key.toLowerCase();
    const act = { z: () => go(e.shiftKey ? 1 : -1), y: () => go(1), s: () => save.pnml() }[key] || (key === "a" && e.target === app.stage.canvas ? () => ed.choose(ed.draft.nodes) : null);
    if (!act || typing) return;
    e.preventDefault();
    Promise.resolve(act()).catch((x) => app.problem(x.message));
  });
}

export default { id: "edit", title: "Edit", mount };
