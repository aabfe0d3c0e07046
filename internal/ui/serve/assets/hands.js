// The mouse and the keyboard in the drawing, while a net is edited.

import { describe } from "./describe.js";
import { isNode, more, snap } from "./draft.js";

const apart = 70; // between a node and the next one that a key makes
const names = { place: "Place", transition: "Transition" };

// hands returns what the drawing calls: down, drag, up, click, twice and hover with points of the canvas, key and find.
// ed is the editor, see edit.js.
export function hands(ed) {
  const { view, canvas } = ed.stage;
  // held is what the pointer does: {node, last, sum} moves nodes, {draws: true} draws an arc, {area: true} a rectangle,
  // {arc, …} pulls a bend, see bends.js.
  let held = null;

  const nodeAt = (at) => {
    const i = ed.scene.nodeAt(...view.point(at), 4 / view.k);
    return i < 0 ? null : ed.draft.nodes[i];
  };
  const arcAt = (at) => {
    const i = ed.scene.arcAt(...view.point(at), 5 / view.k);
    return i < 0 ? null : ed.draft.lines[i];
  };
  const other = (node) => (node.transition && ed.kind !== "priority" ? "place" : "transition");

  // make adds a node, with an arc from the one where an arc begins.
  function make(kind, at) {
    const node = kind === "place" ? ed.draft.addPlace(at) : ed.draft.addTransition(at);
    const { from } = ed;
    ed.from = null;
    const arc = from && ed.draft.connect(from, node, ed.kind);
    ed.choose([node]);
    ed.update();
    ed.say(`${names[kind]} ${node.id}${arc ? `; ${describe(arc)}` : ""}.`);
  }
  // join ends the arc that was begun.
  function join(to) {
    const { from } = ed;
    ed.from = null;
    const arc = ed.draft.connect(from, to, ed.kind);
    if (arc) {
      ed.choose([arc]);
      ed.update();
      ed.say(`${describe(arc)}.`);
    } else {
      const two = `two ${from.transition ? "transitions" : "places"}`;
      ed.say(
        ed.kind === "priority"
          ? "A priority joins two transitions."
          : `An arc joins a place and a transition, not ${two}.`,
      );
      ed.show();
    }
  }

  function down(at, e) {
    if (e.button > 0) return false;
    const [node, p] = [nodeAt(at), view.point(at)];
    if (ed.tool === "area" || (!node && e.shiftKey && ed.tool === "select")) {
      ed.rectangle.begin(p, e.shiftKey);
      held = { area: true };
    } else if (ed.tool === "arc" && node) {
      ed.from ||= node;
      held = { draws: true };
    } else if (ed.tool === "select" && !node) {
      held = ed.bends.grab(p);
    } else if (node) {
      if (e.shiftKey) ed.choose(ed.chosen.has(node) ? [...ed.chosen].filter((x) => x !== node) : [...ed.chosen, node]);
      else if (!ed.chosen.has(node)) ed.choose([node]);
      held = { node, many: e.shiftKey, last: p, sum: [0, 0] };
    }
    if (!held) return false;
    ed.show();
    return true;
  }
  function drag(at) {
    const p = view.point(at);
    if (held?.draws) {
      ed.pointer = p;
      return ed.stage.repaint();
    }
    if (held?.area) return ed.rectangle.draw(p);
    if (held?.arc) return ed.bends.pull(held, p);
    if (!held) return;
    if (!ed.scene.lifted) ed.lift();
    const [dx, dy] = [p[0] - held.last[0], p[1] - held.last[1]];
    ed.scene.shift(dx, dy);
    held = { ...held, last: p, sum: [held.sum[0] + dx, held.sum[1] + dy] };
    ed.stage.repaint();
  }
  function up(at, e, dragged, cancelled) {
    const done = held;
    held = ed.pointer = null;
    if (done.area && dragged && !cancelled) return ed.rectangle.close();
    if (done.area) return ed.cancel();
    if (done.arc) return ed.bends.drop(done, cancelled);
    if (done.draws) {
      const to = nodeAt(at);
      if (cancelled) ed.from = null;
      else if (to && to !== ed.from) return join(to);
      else if (!to && dragged) return make(other(ed.from), view.point(at));
      return ed.show();
    }
    if (ed.scene.lifted) return ed.drop(cancelled ? [0, 0] : done.sum);
    if (!done.many) ed.choose([done.node]);
  }
  function click(at) {
    if (ed.tool === "place" || ed.tool === "transition") return make(ed.tool, view.point(at));
    if (ed.from) return make(other(ed.from), view.point(at));
    const arc = arcAt(at);
    ed.choose(arc ? [arc] : []);
  }
  function hover(at) {
    const on = nodeAt(at) || arcAt(at);
    canvas.style.cursor = ed.tool === "select" ? (on ? "pointer" : "grab") : "crosshair";
    if (on) ed.stage.say(describe(on));
    if (ed.from) {
      ed.pointer = view.point(at);
      ed.stage.repaint();
    }
  }
  const twice = (at) => {
    const on = nodeAt(at) || arcAt(at);
    if (on && ed.tool !== "arc") ed.inspect(on);
  };

  // towards returns the nearest node in a direction, from the one that is chosen.
  function towards(dx, dy) {
    const nodes = ed.draft.nodes.filter((n) => n.at);
    const from = ed.target || ed.from || ed.node();
    if (!from) return nodes[0];
    let best = null;
    let least = Infinity;
    for (const n of nodes) {
      const [x, y] = [n.at[0] - from.at[0], n.at[1] - from.at[1]];
      const along = x * dx + y * dy;
      const cost = along + 2.5 * Math.abs(x * dy - y * dx);
      if (n !== from && along > 0 && cost < least) [best, least] = [n, cost];
    }
    return best;
  }
  function arrow(dx, dy, e) {
    if (e.shiftKey) return ed.move(10 * dx, 10 * dy);
    const to = towards(dx, dy);
    if (!to) return ed.say("There is no node in that direction.");
    if (aiming()) ed.aim(to);
    else ed.choose([to], { reveal: true });
  }
  const aiming = () => ed.from || ed.corner;
  // next goes through all nodes and arcs.
  function next(by) {
    const list = aiming() ? ed.draft.nodes : ed.draft.elements;
    if (list.length === 0) return;
    const i = list.indexOf(ed.target || [...ed.chosen].at(-1));
    const to = list[i < 0 ? (by > 0 ? 0 : list.length - 1) : (i + by + list.length) % list.length];
    if (aiming()) ed.aim(to);
    else ed.choose([to], { reveal: true });
  }
  // enter ends what was begun, or goes to the fields of what is chosen.
  function enter() {
    if (ed.corner) ed.rectangle.close();
    else if (!ed.from) ed.inspect();
    else if (ed.target) join(ed.target);
  }
  // free is a place for a new node: beside the chosen one, or in the middle.
  function free() {
    const from = ed.from || ed.node() || { at: snap(view.point([view.width / 2, view.height / 2])) };
    const taken = (x, y) =>
      ed.draft.nodes.some((n) => n.at && Math.abs(n.at[0] - x) < 50 && Math.abs(n.at[1] - y) < 40);
    if (!taken(...from.at)) return from.at;
    for (let ring = 1; ; ring++) {
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [0, -1],
        [1, 1],
        [1, -1],
        [-1, 0],
        [-1, 1],
        [-1, -1],
      ]) {
        const [x, y] = [from.at[0] + ring * apart * dx, from.at[1] + ring * apart * dy];
        if (!taken(x, y)) return [x, y];
      }
    }
  }
  function add(by) {
    const list = [...ed.chosen].filter((x) => (isNode(x) ? !x.transition : x.arc && x.kind !== "reset"));
    if (list.length === 0) return false;
    for (const x of list) x.arc ? (x.weight = more(x.weight, by, 1, 1)) : (x.initial = more(x.initial, by, 0, 0));
    ed.update("tokens");
    ed.say(list.map(describe).join("; "));
    return true;
  }
  const put = (kind) => {
    make(kind, free());
    ed.reveal();
  };
  const acts = {
    ArrowLeft: (e) => arrow(-1, 0, e),
    ArrowRight: (e) => arrow(1, 0, e),
    ArrowUp: (e) => arrow(0, -1, e),
    ArrowDown: (e) => arrow(0, 1, e),
    p: () => put("place"),
    t: () => put("transition"),
    a: () => ed.begin(),
    s: () => ed.rectangle.corner(),
    v: (e) => (e.shiftKey ? ed.bends.straighten() : ed.bends.add()),
    ",": () => ed.bends.next(-1),
    ".": () => ed.bends.next(1),
    k: () => ed.turn(),
    n: () => next(1),
    b: () => next(-1),
    l: () => ed.layOut(),
    "+": () => add(1),
    "=": () => add(1),
    "-": () => add(-1),
    Enter: enter,
    F2: () => ed.inspect(),
    Delete: () => ed.remove(),
    Backspace: () => ed.remove(),
    Escape: () => ed.cancel(),
  };
  function key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return false; // those of the whole panel
    const act = acts[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    return act !== undefined && act(e) !== false;
  }
  function find(text) {
    const low = text.toLowerCase();
    const list = ed.draft.nodes;
    const to =
      list.find((n) => n.id === text || n.label === text) ||
      list.find((n) => `${n.label} ${n.id}`.toLowerCase().includes(low));
    if (to) ed.choose([to], { reveal: true });
    else ed.say(`There is no place or transition ${text}.`);
  }
  return { down, drag, up, click, hover, twice, key, find };
}
