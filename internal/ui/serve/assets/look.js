// What the drawing shows of the game, or of an overlay: tokens by node, what changed, what can fire.

import { transitionOf } from "./steps.js";

// lookOf returns the look of a scene, see scene.js.
export function lookOf(app, overlay) {
  const net = app.net;
  const marking =
    overlay?.marking || (app.play ? new Map(app.play.marking.map((t) => [t.place, t.tokens])) : new Map());
  const look = {
    tokens: new Array(net.nodes.length).fill(""),
    rings: new Set(),
    lit: new Set(),
    fired: -1,
    notes: new Map(),
  };
  const sums = new Map();
  for (const [place, tokens] of marking) {
    const node = net.places[place]?.node;
    if (node !== undefined) sums.set(node, (sums.get(node) || 0n) + BigInt(tokens));
  }
  for (const [node, sum] of sums) if (sum > 0n) look.tokens[node] = String(sum);
  const nodeOf = (p) => net.places[p]?.node;
  if (overlay) {
    for (const p of overlay.changed || []) look.rings.add(nodeOf(p));
    for (const t of overlay.transitions || []) look.rings.add(net.transitions[t]?.node);
    for (const [t, n] of overlay.counts || []) look.notes.set(net.transitions[t]?.node, "×" + n);
    if (overlay.fired !== null && overlay.fired !== undefined && overlay.fired >= 0) {
      const t = net.transitions[overlay.fired];
      if (t.arc === undefined) look.fired = t.node;
    }
    for (const [p, weight] of overlay.weights || []) {
      look.notes.set(nodeOf(p), "×" + weight);
      look.rings.add(nodeOf(p));
    }
    time(net, overlay.clock, look.notes);
    return look;
  }
  for (const step of app.play?.enabled || []) look.lit.add(net.transitions[transitionOf(net, step)].node);
  time(net, app.play?.clock, look.notes);
  for (const p of changed(app.play)) look.rings.add(nodeOf(p));
  return look;
}

// time notes the clocks of enabled transitions beside their intervals, and the ages of tokens.
function time(net, clock, notes) {
  const note = (node, text) => notes.set(node, [net.nodes[node].note, text].filter(Boolean).join("; "));
  (clock?.clocks || []).forEach((text, t) => text && note(net.transitions[t].node, `clock ${text}`));
  (clock?.ages || []).forEach(
    (text, p) => text && note(net.places[p].node, text.includes(",") ? `ages ${text}` : `age ${text}`),
  );
}

// changed lists the places whose tokens the last step of a game changed.
export function changed(play) {
  if (!play?.before) return [];
  const before = new Map(play.before.map((t) => [t.place, t.tokens]));
  const list = play.marking.filter((t) => before.get(t.place) !== t.tokens).map((t) => t.place);
  const after = new Set(play.marking.map((t) => t.place));
  return [...list, ...[...before.keys()].filter((p) => !after.has(p))];
}
