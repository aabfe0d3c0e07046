// A net while it is drawn: places, transitions, arcs and priorities as objects that refer to each other, with what
// people typed. The server has the same as a Document, with indices.
//
//   place       {id, label, initial, capacity, at: [x, y] or null, finals: [tokens in each final marking], invariant}
//   transition  {transition: true, id, label, silent, priority, at, interval, urgent}
//   arc         {arc: true, place, transition, kind, weight, via: [[x, y]…], ages}
//   pair        {pair: true, first, then}: the first transition has priority over the second one
//
// time is "", intervals (of transitions) or ages (of tokens); what belongs to another time is kept, and not meant. A
// transport arc is an arc of the kind transport, which takes tokens, with mate, an output arc, which puts them
// elsewhere.

import { needed } from "./lines.js";

export const kinds = ["input", "output", "read", "inhibitor", "reset"];
const step = 10; // of the grid

export const snap = ([x, y]) => [step * Math.round(x / step), step * Math.round(y / step)];
export const isNode = (x) => !x.arc && !x.pair;

export class Draft {
  constructor(wire) {
    this.name = wire.name;
    this.finals = wire.finals.length;
    this.time = wire.time ?? "";
    this.weak = wire.weak ?? false;
    this.atomic = wire.atomic ?? false;
    this.units = wire.units ?? null; // with the places of each unit as lists of places, of which some may be deleted
    this.places = wire.places.map((p, i) => ({ invariant: "", ...p, finals: wire.finals.map((f) => f[i]) }));
    this.transitions = wire.transitions.map((t) => ({ interval: "", urgent: false, ...t, transition: true }));
    const arc = (a) => ({
      ages: "",
      ...a,
      arc: true,
      place: this.places[a.place],
      transition: this.transitions[a.transition],
      via: a.via ?? [],
    });
    this.arcs = wire.arcs.map(arc);
    for (const { from, to, before, after, transition, weight, ages } of wire.transports ?? []) {
      const mate = arc({ place: to, transition, kind: "output", weight: "", via: after });
      this.arcs.push(
        Object.assign(arc({ place: from, transition, kind: "transport", weight, ages, via: before }), { mate }),
        mate,
      );
    }
    if (this.units) {
      const list = this.units.list.map((u) => ({ ...u, places: u.places.map((p) => this.places[p]) }));
      this.units = { ...this.units, list };
    }
    this.pairs = wire.over.map(([t, u]) => ({ pair: true, first: this.transitions[t], then: this.transitions[u] }));
  }

  // wire is the Document of the server.
  wire() {
    const [p, t] = [indices(this.places), indices(this.transitions)];
    const arc = ({ place, transition, kind, weight, via, ages }) => ({
      place: p.get(place),
      transition: t.get(transition),
      kind,
      weight,
      via,
      ages,
    });
    const transport = ({ place, mate, transition, weight, ages, via }) => ({
      from: p.get(place), transition: t.get(transition), to: p.get(mate.place),
      weight, ages, before: via, after: mate.via,
    });
    const node = ({ id, label, at }) => ({ id, label, at });
    return {
      name: this.name,
      time: this.time,
      weak: this.weak,
      atomic: this.atomic,
      places: this.places.map((x) => ({
        ...node(x),
        initial: x.initial,
        capacity: x.capacity,
        invariant: x.invariant,
      })),
      transitions: this.transitions.map((x) => ({
        ...node(x),
        silent: x.silent,
        priority: x.priority,
        interval: x.interval,
        urgent: x.urgent,
      })),
      arcs: this.plain.map(arc),
      transports: this.transports.map(transport),
      units: this.units && {
        ...this.units,
        list: this.units.list.map((u) => ({ ...u, places: u.places.filter((x) => p.has(x)).map((x) => p.get(x)) })),
      },
      over: this.pairs.map(({ first, then }) => [t.get(first), t.get(then)]),
      finals: Array.from({ length: this.finals }, (_, i) => this.places.map((x) => x.finals[i])),
    };
  }

  // plain are the arcs that are no part of transport arcs; transports are the first parts of these.
  get plain() {
    const mates = new Set(this.transports.map((a) => a.mate));
    return this.arcs.filter((a) => a.kind !== "transport" && !mates.has(a));
  }
  get transports() {
    return this.arcs.filter((a) => a.kind === "transport");
  }

  // nodes are in the order of the drawing, and so are lines.
  get nodes() {
    return [...this.places, ...this.transitions];
  }
  get lines() {
    return [...this.arcs, ...this.pairs];
  }
  get elements() {
    return [...this.nodes, ...this.lines];
  }

  addPlace(at) {
    const finals = new Array(this.finals).fill("0");
    const p = {
      id: fresh("p", this.places),
      label: "",
      initial: "",
      capacity: "",
      at: snap(at),
      finals,
      invariant: "",
    };
    this.places.push(p);
    return p;
  }
  addTransition(at) {
    const id = fresh("t", this.transitions);
    const t = {
      transition: true,
      id,
      label: "",
      silent: false,
      priority: "",
      at: snap(at),
      interval: "",
      urgent: false,
    };
    this.transitions.push(t);
    return t;
  }

  // connect joins two nodes by an arc, which it returns: a new one, or, if there is one of the kind, that with a larger
  // weight. Two transitions are joined by a priority. It returns null for nodes that the kind does not join.
  connect(from, to, kind) {
    if (kind === "priority") return this.prefer(from, to);
    if (Boolean(from.transition) === Boolean(to.transition)) return null;
    const [place, transition] = from.transition ? [to, from] : [from, to];
    if (kind === "arc") kind = from.transition ? "output" : "input";
    const same = this.plain.find((a) => a.place === place && a.transition === transition && a.kind === kind);
    if (same) {
      if (kind !== "reset") same.weight = more(same.weight, 1, 1, 1);
      return same;
    }
    const a = { arc: true, place, transition, kind, weight: "", via: [], ages: "" };
    this.arcs.push(a);
    return a;
  }
  // transport makes a transport arc of an input arc: what it takes goes to a place where it keeps its ages. Without a
  // place it becomes an input arc again, and the arc to that place an output arc.
  transport(a, place) {
    delete a.mate;
    a.kind = "input";
    if (!place) return;
    const free = this.plain.find((x) => x.kind === "output" && x.transition === a.transition && x.place === place);
    a.mate = free || this.connect(a.transition, place, "arc");
    a.kind = "transport";
  }
  // prefer gives a transition priority over another one, and returns the pair.
  prefer(first, then) {
    if (!first.transition || !then.transition || first === then) return null;
    let pair = this.pairs.find((x) => x.first === first && x.then === then);
    if (!pair) this.pairs.push((pair = { pair: true, first, then }));
    return pair;
  }

  // unitOf is the name of the unit that a place is in, if there is one.
  unitOf(place) {
    return this.units?.list.find((u) => u.places.includes(place))?.name;
  }
  // remove deletes elements, and the arcs and priorities of nodes among them.
  remove(elements) {
    const gone = new Set(elements);
    const stays = (x) => !gone.has(x);
    this.arcs = this.arcs.filter((a) => stays(a) && stays(a.place) && stays(a.transition));
    for (const a of this.transports) if (!this.arcs.includes(a.mate)) this.transport(a, null);
    this.pairs = this.pairs.filter((x) => stays(x) && stays(x.first) && stays(x.then));
    this.places = this.places.filter(stays);
    this.transitions = this.transitions.filter(stays);
  }

  // addFinal adds a final marking, in which the places have the tokens of the initial one; removeFinal takes one out.
  addFinal() {
    this.finals++;
    for (const p of this.places) p.finals.push(p.initial || "0");
  }
  removeFinal(i) {
    this.finals--;
    for (const p of this.places) p.finals.splice(i, 1);
  }

  // shift moves nodes. Bends of arcs between two of them move, too.
  shift(nodes, dx, dy) {
    for (const n of nodes) n.at = snap([n.at[0] + dx, n.at[1] + dy]);
    for (const a of this.arcs) {
      if (nodes.has(a.place) && nodes.has(a.transition)) a.via = a.via.map(([x, y]) => [x + dx, y + dy]);
    }
  }

  // stand has the nodes stand where a layout has them, and arcs bend where they have to.
  stand(at, ways) {
    this.nodes.forEach((n, i) => (n.at = [at[2 * i], at[2 * i + 1]]));
    this.arcs.forEach((a, i) => {
      const way = Array.from({ length: (ways?.[i]?.length ?? 0) / 2 }, (_, k) => ways[i].slice(2 * k, 2 * k + 2));
      const [from, to] = a.kind === "output" ? [a.transition, a.place] : [a.place, a.transition];
      a.via = needed([from.at, ...way, to.at], 3).slice(1, -1);
    });
  }

  // within lists the nodes in a rectangle with two opposite corners.
  within([x1, y1], [x2, y2]) {
    const inside = (v, a, b) => v >= Math.min(a, b) && v <= Math.max(a, b);
    return this.nodes.filter((n) => n.at && inside(n.at[0], x1, x2) && inside(n.at[1], y1, y2));
  }

  // at returns the element that place told of, also of an older or younger draft, if there is one.
  at({ list, index }) {
    return this[list][index];
  }
  place(x) {
    const list = x.arc ? "arcs" : x.pair ? "pairs" : x.transition ? "transitions" : "places";
    return { list, index: this[list].indexOf(x) };
  }
}

const indices = (list) => new Map(list.map((x, i) => [x, i]));

// fresh is a name that no node of a list has.
function fresh(letter, list) {
  const names = new Set(list.map((x) => x.id));
  let n = list.length + 1;
  while (names.has(letter + n)) n++;
  return letter + n;
}

// more adds to a number that is typed; usual is what no text stands for. It stays at least.
export function more(text, by, usual, least) {
  let n;
  try {
    n = BigInt(text.trim() || usual) + BigInt(by);
  } catch {
    return text;
  }
  if (n < BigInt(least)) n = BigInt(least);
  return n === BigInt(usual) ? "" : String(n);
}

// netOf is what a Scene draws of a draft: a node for each of its nodes, and an arc for each of its lines.
export function netOf(draft) {
  const index = indices(draft.nodes);
  const times = {
    intervals: (n) => n.transition && n.interval,
    ages: (n) => (n.transition ? n.urgent && "urgent" : n.invariant && `age ${limit(n.invariant)}`),
  };
  const mates = new Map(draft.transports.map((a) => [a.mate, a]));
  const nodes = draft.nodes.map((n) => {
    const own = n.transition ? n.priority && `priority ${n.priority}` : n.capacity && `≤ ${n.capacity}`;
    const note = [own, times[draft.time]?.(n)].filter(Boolean).join(" ");
    const final = !n.transition && n.finals.some((tokens) => tokens !== "0" && tokens !== "");
    return {
      transition: Boolean(n.transition),
      name: n.id,
      label: n.label || n.id,
      about: "",
      note,
      silent: n.silent,
      final,
      at: n.at,
    };
  });
  const arcs = draft.lines.map((a) => {
    if (a.pair) return { from: index.get(a.first), to: index.get(a.then), label: "", kind: "priority", via: [] };
    const ends = [index.get(a.place), index.get(a.transition)];
    if (a.kind === "output") ends.reverse();
    const kind = mates.has(a) ? "transport" : a.kind === "input" || a.kind === "output" ? "arc" : a.kind;
    const weight = (mates.get(a) ?? a).weight;
    const ages = draft.time === "ages" && (a.kind === "input" || a.kind === "transport") && a.ages;
    const label = [weight === "1" || a.kind === "reset" ? "" : weight, ages].filter(Boolean).join(" ");
    return { from: ends[0], to: ends[1], label, kind, via: a.via.flat() };
  });
  return { nodes, arcs, frames: [], places: [], transitions: [] };
}

// limit writes an invariant.
export const limit = (text) => (text.trim().startsWith("<") ? text : `≤ ${text}`);
