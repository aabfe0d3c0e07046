// The arithmetic of a walk through a witness: which marking is where. It knows no page.
//
// A place in the walk is a route: a list of {path, at}, from the outermost path to the one that is walked. Each but the
// last says in which marking the next path branches off. Numbers of tokens are BigInt, exact whatever their size.

// kinds are words for what the walks of each kind go through; a walk through a net without time is of the kind "".
export const kinds = {
  "": {
    place: "Place",
    one: "marking",
    marked: ["place has tokens", "places have tokens"],
    dead: "no transition is enabled",
    end: "to a dead marking",
  },
  time: {
    place: "Place",
    one: "marking",
    marked: ["place has tokens", "places have tokens"],
    dead: "neither can a transition fire nor time pass",
    end: "to where time stops",
  },
  states: {
    place: "State",
    one: "state",
    marked: ["state", "states"],
    dead: "no transition leaves this state",
    end: "to a dead state",
  },
  signals: { place: "Signal", one: "moment", marked: ["signal is true", "signals are true"], dead: "", end: "" },
};

const apart = 256; // steps between the markings that are kept of a path

export class Walk {
  constructor(data) {
    this.data = data;
    this.words = kinds[data.kind || ""];
    for (const p of data.paths) p.words = this.words;
    this.start = data.start.map(BigInt);
    this.effects = data.transitions.map((t) => t.effects.map((e) => [e.place, BigInt(e.add)]));
    this.kept = data.paths.map(() => [new Map()]); // of each path: what changed after 0, apart, 2·apart … steps
    this.branches = data.paths.map((p) => {
      const by = new Map();
      for (const b of p.branches) by.set(b.at, [...(by.get(b.at) || []), b.path]);
      return by;
    });
  }

  path(route) {
    return this.data.paths[route.at(-1).path];
  }

  // branchesAt lists the paths that branch off in a marking of a path.
  branchesAt(path, at) {
    return this.branches[path].get(at) || [];
  }

  // changed returns by how much the places differ after some steps of a path from its beginning. The steps since the
  // last kept marking are added up, so the cost does not depend on how long the path is, but for the first time.
  changed(path, at) {
    const kept = this.kept[path];
    const { steps } = this.data.paths[path];
    const add = (sum, from, to) => {
      for (let i = from; i < to; i++) {
        for (const [place, n] of this.effects[steps[i]]) sum.set(place, (sum.get(place) || 0n) + n);
      }
      return sum;
    };
    const nearest = Math.floor(at / apart);
    while (kept.length <= nearest) kept.push(add(new Map(kept.at(-1)), (kept.length - 1) * apart, kept.length * apart));
    return add(new Map(kept[nearest]), nearest * apart, at);
  }

  // marking returns the tokens of the walk's places at a route.
  marking(route) {
    const m = [...this.start];
    for (const { path, at } of route) {
      for (const [place, n] of this.changed(path, at)) m[place] += n;
    }
    return m;
  }

  // step returns the transition that led to a route along its last path, and what it changed: {transition, changes:
  // [{place, from, to}]}; null at the beginning of the path.
  step(route, marking = this.marking(route)) {
    const { at } = route.at(-1);
    if (at === 0) return null;
    const transition = this.path(route).steps[at - 1];
    const changes = this.effects[transition].map(([place, n]) => ({
      place,
      from: marking[place] - n,
      to: marking[place],
    }));
    return { transition, changes };
  }

  // fired lists the transitions from the initial marking to a route.
  fired(route) {
    return route.flatMap(({ path, at }) => this.data.paths[path].steps.slice(0, at));
  }

  // time returns how late it is at a route.
  time(route) {
    return this.fired(route).reduce((sum, t) => sum + (this.data.transitions[t].delay || 0), 0);
  }

  // next returns the route one step on; along a loop the last marking is that at its beginning, so the walk goes on
  // from there: {route, again: it began the loop anew}. null where the path ends.
  next(route) {
    const { path, at } = route.at(-1);
    const p = this.data.paths[path];
    const to = (i) => [...route.slice(0, -1), { path, at: i }];
    if (at < p.steps.length) return { route: to(at + 1), again: false };
    if (p.loop !== null && p.loop < p.steps.length) return { route: to(p.loop + 1), again: true };
    return null;
  }

  previous(route) {
    const { path, at } = route.at(-1);
    return at === 0 ? null : [...route.slice(0, -1), { path, at: at - 1 }];
  }

  // has reports whether a route, perhaps one that was kept, is one of this walk.
  has(route) {
    let inside = [0];
    for (const step of Array.isArray(route) ? route : []) {
      const { path, at } = step || {};
      if (!inside.includes(path) || !Number.isInteger(at) || at < 0 || at > this.data.paths[path].steps.length)
        return false;
      inside = this.branchesAt(path, at);
    }
    return Array.isArray(route) && route.length > 0;
  }
}

// extent tells how long a path is.
export function extent(p) {
  const n = p.steps.length;
  const steps = (k) => `${k.toLocaleString("en")} ${k === 1 ? "step" : "steps"}`;
  if (p.claimed) return "all paths were covered";
  if (p.junction) return p.branches.length === 1 ? "1 part" : `${p.branches.length} parts`;
  if (p.loop === 0) return `a loop of ${steps(n)}`;
  if (p.loop !== null) return `${steps(p.loop)}, then a loop of ${steps(n - p.loop)}`;
  if (p.dead) return n === 0 ? p.words.dead : `${steps(n)} ${p.words.end}`;
  return steps(n);
}
