// Bends of arcs in the editor: the chosen arc shows them as handles. The mouse moves them, and makes one where the
// chosen arc is pulled; keys make, choose and move them; Delete takes them out.

import { snap } from "./draft.js";
import { describeBend } from "./describe.js";
import { partAt } from "./lines.js";
import { handle } from "./marks.js";

// bends returns what hands.js and the inspector call. ed is the editor, see edit.js; ed.bend is the chosen bend, or -1.
export function bends(ed) {
  const { view } = ed.stage;
  // arc is the one that is chosen, null for none, for several, and for priorities.
  const arc = () => {
    const [x, ...others] = ed.chosen;
    return x?.arc && others.length === 0 ? x : null;
  };
  const number = (x) => ed.draft.lines.indexOf(x);

  function choose(i) {
    ed.choose([arc()], { bend: i });
    if (i >= 0) ed.say(describeBend(arc(), i) + ".");
  }
  // insert adds a bend at a point of the net after so many others.
  function insert(i, at) {
    i = Math.min(i, arc().via.length); // an arc with one back is drawn bent without any
    arc().via.splice(i, 0, at);
    return i;
  }
  // grab takes hold of a bend at a point of the net, or of the chosen arc there; null if there is neither.
  function grab(at) {
    const x = arc();
    if (!x) return null;
    const bend = x.via.findIndex(([u, v]) => Math.hypot(u - at[0], v - at[1]) * view.k <= 2 * handle);
    if (bend < 0 && ed.scene.arcAt(...at, 5 / view.k) !== number(x)) return null;
    return { arc: x, bend, at, before: x.via };
  }
  // pull moves what is held to a point of the net.
  function pull(held, to) {
    const x = held.arc;
    if (!ed.scene.lifted) {
      x.via = held.before.map((p) => [...p]);
      if (held.bend < 0) held.bend = insert(partAt(ed.scene.lines[number(x)], ...held.at), to);
      ed.bend = held.bend;
      ed.scene.lift([], [number(x)]);
      ed.show();
    }
    x.via[held.bend] = to;
    ed.scene.lead(number(x), x.via.flat());
    ed.stage.repaint();
  }
  // drop ends that; what was only pressed is chosen.
  function drop(held, cancelled) {
    const lifted = ed.scene.lifted;
    ed.scene.lift(null);
    if (cancelled) held.arc.via = held.before;
    else if (lifted) held.arc.via[held.bend] = snap(held.arc.via[held.bend]);
    changed(cancelled ? -1 : held.bend);
  }
  function changed(bend, reason = null) {
    ed.bend = bend;
    ed.update(reason);
    choose(bend);
  }

  return {
    grab,
    pull,
    drop,
    choose,
    // add bends the chosen arc in the middle of its longest straight part.
    add() {
      if (!arc()) return ed.say("A bend is one of an arc; choose an arc first.");
      const line = ed.scene.lines[number(arc())];
      let [best, longest] = [0, -1];
      for (let i = 0; i + 3 < line.length; i += 2) {
        const length = Math.hypot(line[i + 2] - line[i], line[i + 3] - line[i + 1]);
        if (length > longest) [best, longest] = [i, length];
      }
      const middle = snap([(line[best] + line[best + 2]) / 2, (line[best + 1] + line[best + 3]) / 2]);
      changed(insert(best / 2, middle));
    },
    // next goes through the bends of the chosen arc.
    next(by) {
      const n = arc()?.via.length ?? 0;
      if (n === 0) return ed.say("The chosen arc has no bends; V makes one.");
      choose(ed.bend < 0 ? (by > 0 ? 0 : n - 1) : (ed.bend + by + n) % n);
    },
    move(dx, dy) {
      const at = arc().via[ed.bend];
      arc().via[ed.bend] = [at[0] + dx, at[1] + dy];
      changed(ed.bend, `bend ${number(arc())} ${ed.bend}`);
    },
    // remove takes out the chosen bend.
    remove() {
      arc().via.splice(ed.bend, 1);
      changed(-1);
      ed.say("The bend is gone.");
    },
    // straighten takes out all bends of the chosen arcs.
    straighten() {
      const list = [...ed.chosen].filter((x) => x.arc && x.via.length > 0);
      for (const x of list) x.via = [];
      ed.bend = -1;
      ed.update();
      ed.choose([...ed.chosen]);
      ed.say(list.length === 0 ? "No chosen arc has bends." : "Straight now.");
    },
  };
}
