// A net while it is drawn: places, transitions and arcs as objects that refer to each other, with what people typed.
// The server has the same as a Document, with indices.
//
//   place       {id, label, initial, capacity, at: [x, y] or null, finals: [tokens in each final marking]}
//   transition  {transition: true, id, label, silent, priority, at}
//   arc         {arc: true, place, transition, kind, weight, via: [[x, y]…]}

export const kinds = ["input", "output", "read", "inhibitor", "reset"];
const step = 10; // of the grid

export const snap = ([x, y]) => [step * Math.round(x / step), step * Math.round(y / step)];

export class Draft {
  constructor(wire) {
    this.name = wire.name;
    this.finals = wire.finals.length;
    this.places = wire.places.map((p, i) => ({ ...p, finals: wire.finals.map((f) => f[i]) }));
    this.transitions = wire.transitions.map((t) => ({ ...t, transition: true }));
    this.arcs = wire.arcs.map((a) => ({ ...a, arc: true, place: this.places[a.place], transition: this.transitions[a.transition], via: a.via ?? [] }));
    this.over = wire.over.map(([t, u]) => [this.transitions[t], this.transitions[u]]);
  }

  // wire is the Document of the server.
  wire() {
    const [p, t] = [indices(this.places), indices(this.transitions)];
    return {
      name: this.name,
      places: this.places.map(({ id, label, initial, capacity, at }) => ({ id, label, initial, capacity, at })),
      transitions: this.transitions.map(({ id, label, silent, priority, at }) => ({ id, label, silent, priority, at })),
      arcs: this.arcs.map((a) => ({ place: p.get(a.place), transition: t.get(a.transition), kind: a.kind, weight: a.weight, via: a.via })),
      over: this.over.map(([a, b]) => [t.get(a), t.get(b)]),
      finals: Array.from({ length: this.finals }, (_, i) => this.places.map((x) => x.finals[i])),
    };
  }

  // nodes are in the order of the drawing.
  get nodes() {
    return [...this.places, ...this.transitions];
  }
  get elements() {
    return [...this.places, ...this.transitions, ...this.arcs];
  }

  addPlace(at) {
    const p = { id: fresh("p", this.places), label: "", initial: "", capacity: "", at: snap(at), finals: new Array(this.finals).fill("0") };
    this.places.push(p);
    return p;
  }
  addTransition(at) {
    const t = { transition: true, id: fresh("t", this.transitions), label: "", silent: false, priority: "", at: snap(at) };
    this.transitions.push(t);
    return t;
  }

  // connect joins two nodes by an arc, which it returns: a new one, or, if there is one of the kind, that with a larger
  // weight. It returns null for two places or two transitions.
  connect(from, to, kind) {
    if (Boolean(from.transition) === Boolean(to.transition)) return null;
    const [place, transition] = from.transition ? [to, from] : [from, to];
    if (kind === "arc") kind = from.transition ? "output" : "input";
    const same = this.arcs.find((a) => a.place === place && a.transition === transition && a.kind === kind);
    if (same) {
      if (kind !== "reset") same.weight = more(same.weight, 1, 1, 1);
      return same;
    }
    const a = { arc: true, place, transition, kind, weight: "", via: [] };
    this.arcs.push(a);
    return a;
  }

  // remove deletes elements, and the arcs of nodes among them.
  remove(elements) {
    const gone = new Set(elements);
    const stays = (x) => !gone.has(x);
    this.arcs = this.arcs.filter((a) => stays(a) && stays(a.place) && stays(a.transition));
    this.places = this.places.filter(stays);
    this.transitions = this.transitions.filter(stays);
    this.over = this.over.filter(([t, u]) => stays(t) && stays(u));
  }

  // shift moves nodes. Bends of arcs between two of them move, too; other arcs of theirs become straight.
  shift(nodes, dx, dy) {
    for (const n of nodes) n.at = snap([n.at[0] + dx, n.at[1] + dy]);
    for (const a of this.arcs) {
      const ends = nodes.has(a.place) + nodes.has(a.transition);
      if (ends === 2) a.via = a.via.map(([x, y]) => [x + dx, y + dy]);
      else if (ends === 1) a.via = [];
    }
  }

  // at returns the element that place told of, also of an older or younger draft, if there is one.
  at({ list, index }) {
    return this[list][index];
  }
  place(x) {
    const list = x.arc ? "arcs" : x.transition ? "transitions" : "places";
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

// netOf is what a Scene draws of a draft.
export function netOf(draft) {
  const index = indices(draft.nodes);
  const nodes = draft.nodes.map((n) => {
    const note = n.transition ? n.priority && `priority ${n.priority}` : n.capacity && `≤ ${n.capacity}`;
    return { transition: Boolean(n.transition), name: n.id, label: n.label || n.id, about: "", note, silent: n.silent, at: n.at };
  });
  const arcs = draft.arcs.map((a) => {
    const ends = [index.get(a.place), index.get(a.transition)];
    if (a.kind === "output") ends.reverse();
    const kind = a.kind === "input" || a.kind === "output" ? "arc" : a.kind;
    return { from: ends[0], to: ends[1], label: a.weight === "1" || a.kind === "reset" ? "" : a.weight, kind, via: a.via.flat() };
  });
  return { nodes, arcs, frames: [], places: [], transitions: [] };
}

// describe says what an element is, to people who do not see it.
export function describe(x) {
  if (x.arc) {
    const [place, transition] = [x.place.label || x.place.id, x.transition.label || x.transition.id];
    const weight = x.weight && x.kind !== "reset" ? `, weight ${x.weight}` : "";
    return x.kind === "output" ? `arc from transition ${transition} to place ${place}${weight}` : `${x.kind === "input" ? "arc" : x.kind + " arc"} from place ${place} to transition ${transition}${weight}`;
  }
  const name = x.label ? `${x.label} (${x.id})` : x.id;
  if (x.transition) return `transition ${name}${x.silent ? ", silent" : ""}${x.priority ? `, priority ${x.priority}` : ""}`;
  const tokens = x.initial || "0";
  return `place ${name}, ${tokens === "1" ? "1 token" : `${tokens} tokens`}${x.capacity ? `, capacity ${x.capacity}` : ""}`;
}
