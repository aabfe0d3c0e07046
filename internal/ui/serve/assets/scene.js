// Paints a net on a canvas. It knows where nodes stand and what they show, and nothing of the game or the page.
//
// A look is {tokens: [text or "" by node], rings: Set(node), lit: Set(node), fired: node or -1, notes: Map(node →
// text)}: rings mark places whose tokens changed and nodes of a set, lit ones are transitions that can fire, notes are
// weights. In the editor it has wrong: Set(node), too, nodes with a mistake.
//
// Marks are what is chosen, see marks.js. A part is {nodes: [node…], arcs: [arc…]}: all that is painted, if it is
// given; what is lifted, such as nodes that are being moved, is left out otherwise.

import { paintFrames } from "./frames.js";
import { paintLabels, paintWeights } from "./labels.js";
import { along, samples, trace } from "./lines.js";
import { paintMarks } from "./marks.js";
import { diamond, dots, head, number, radius, round, tau } from "./signs.js";

const wide = 30;
const high = 16;
const moves = new Set(["arc", "transport"]); // kinds of arcs along which tokens move

export const sizeOf = (node) => (node.transition ? [wide, high] : [2 * radius, 2 * radius]);

// A Scene is a net with its coordinates, ready to be painted.
export class Scene {
  constructor(net) {
    this.net = net;
    this.frames = "none";
    const pairs = new Set(net.arcs.map((a) => a.from + " " + a.to));
    this.bent = net.arcs.map((a) => pairs.has(a.to + " " + a.from)); // there is one back, too
    this.whole = { nodes: net.nodes.map((_, i) => i), arcs: net.arcs.map((_, i) => i) };
    this.lifted = null; // a part
    this.moved(new Array(2 * net.nodes.length).fill(0), null);
  }

  // moved takes other coordinates, and points between the ends of arcs, if there are any.
  moved(at, ways) {
    this.at = at;
    this.ways = this.net.arcs.map((_, i) => ways?.[i] ?? []);
    this.lines = this.net.arcs.map((_, i) => this.line(i));
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (let i = 0; i < at.length; i += 2) {
      box.left = Math.min(box.left, at[i] - 30);
      box.right = Math.max(box.right, at[i] + 30);
      box.top = Math.min(box.top, at[i + 1] - 24);
      box.bottom = Math.max(box.bottom, at[i + 1] + 38);
    }
    this.box = at.length > 0 ? box : null;
    this.cells = null;
    this.labels = null; // where they stand, once they are painted
  }

  // nodeAt returns the node at a point of the net, -1 for none.
  nodeAt(x, y, slack = 4) {
    for (let i = this.net.nodes.length - 1; i >= 0; i--) {
      const [dx, dy] = [Math.abs(this.at[2 * i] - x), Math.abs(this.at[2 * i + 1] - y)];
      const hit = this.net.nodes[i].transition
        ? dx <= wide / 2 + slack && dy <= high / 2 + slack
        : Math.hypot(dx, dy) <= radius + slack;
      if (hit) return i;
    }
    return -1;
  }

  // arcAt returns the arc at a point of the net, -1 for none.
  arcAt(x, y, slack = 4) {
    for (let i = this.net.arcs.length - 1; i >= 0; i--) {
      let hit = false;
      samples(this.lines[i], 3, (u, v) => (hit ||= Math.hypot(u - x, v - y) <= slack));
      if (hit) return i;
    }
    return -1;
  }

  // lift has a part painted by itself until it is dropped by lift(null): nodes with their arcs, and single arcs.
  lift(nodes, single = []) {
    if (!nodes) return (this.lifted = null);
    const set = new Set(nodes);
    const arcs = this.whole.arcs.filter(
      (i) => set.has(this.net.arcs[i].from) || set.has(this.net.arcs[i].to) || single.includes(i),
    );
    return (this.lifted = { nodes: [...nodes], arcs, set, arcSet: new Set(arcs) });
  }

  // lead has an arc go through other points between its ends.
  lead(arc, way) {
    this.ways[arc] = way;
    this.lines[arc] = this.line(arc);
  }

  // shift moves the nodes that are lifted, with their arcs and labels. The cost is that of these alone. Bends of arcs
  // with one end among them stay.
  shift(dx, dy) {
    const { nodes, arcs, set } = this.lifted;
    for (const i of nodes) {
      this.at[2 * i] += dx;
      this.at[2 * i + 1] += dy;
      if (this.labels) this.labels[i] = { ...this.labels[i], x: this.labels[i].x + dx, y: this.labels[i].y + dy };
    }
    for (const i of arcs) {
      const { from, to } = this.net.arcs[i];
      if (set.has(from) && set.has(to)) this.ways[i] = this.ways[i].map((v, k) => v + (k % 2 === 0 ? dx : dy));
      this.lines[i] = this.line(i);
    }
  }

  // paint draws all that is in sight, or a part. view is {k, x, y, width, height}: a point p of the net is at
  // k·p + (x, y).
  paint(c, view, colours, look, marks, moving, part = null) {
    const seen = {
      left: -view.x / view.k - 60,
      top: -view.y / view.k - 60,
      right: (view.width - view.x) / view.k + 60,
      bottom: (view.height - view.y) / view.k + 60,
    };
    const visible = (i) =>
      this.at[2 * i] > seen.left &&
      this.at[2 * i] < seen.right &&
      this.at[2 * i + 1] > seen.top &&
      this.at[2 * i + 1] < seen.bottom;
    const lifted = part ? null : this.lifted;
    const nodes = (part || this.whole).nodes.filter((i) => visible(i) && !lifted?.set.has(i));
    const arcs = (part || this.whole).arcs.filter(
      (i) => (visible(this.net.arcs[i].from) || visible(this.net.arcs[i].to)) && !lifted?.arcSet.has(i),
    );
    c.save();
    c.translate(view.x, view.y);
    c.scale(view.k, view.k);
    const fine = view.k > 0.35;
    const labels = view.k > 0.62;
    if (this.frames !== "none" && !part) paintFrames(this, c, colours, view.k);
    this.paintArcs(c, colours, arcs, fine, labels, marks, view.k);
    this.paintPlaces(c, colours, look, nodes, fine, view.k);
    this.paintTransitions(c, colours, look, nodes, view.k);
    paintMarks(this, c, colours, marks, (part || lifted)?.set, Boolean(part), view.k);
    if (moving) this.paintMoving(c, colours, moving);
    if (labels) paintLabels(this, c, colours, look, nodes);
    c.restore();
  }

  // bend returns points on a curve beside an arc that has one back.
  bend(a, i) {
    const [x1, y1] = [this.at[2 * a.from], this.at[2 * a.from + 1]];
    if (a.from === a.to) return [x1 - 22, y1 - 34, x1 + 22, y1 - 34];
    if (!this.bent[i]) return [];
    const [dx, dy] = [this.at[2 * a.to] - x1, this.at[2 * a.to + 1] - y1];
    const length = Math.hypot(dx, dy) || 1;
    const by = Math.min(11, length / 10) / length;
    const point = (t, h) => [x1 + t * dx - h * by * dy, y1 + t * dy + h * by * dx];
    return [...point(0.25, 0.75), ...point(0.5, 1), ...point(0.75, 0.75)];
  }

  // line returns the points of an arc from outline to outline: [x, y, x, y, …].
  line(i) {
    const a = this.net.arcs[i];
    const way = this.ways[i].length > 0 ? this.ways[i] : this.bend(a, i);
    const [x1, y1] = this.border(a.from, way[0] ?? this.at[2 * a.to], way[1] ?? this.at[2 * a.to + 1]);
    const [x2, y2] = this.border(a.to, way.at(-2) ?? this.at[2 * a.from], way.at(-1) ?? this.at[2 * a.from + 1]);
    return [x1, y1, ...way, x2, y2];
  }

  // border returns the point of the outline of a node towards another point.
  border(node, x, y) {
    const [cx, cy] = [this.at[2 * node], this.at[2 * node + 1]];
    const [dx, dy] = [x - cx, y - cy];
    const length = Math.hypot(dx, dy) || 1;
    if (!this.net.nodes[node].transition) return [cx + (radius * dx) / length, cy + (radius * dy) / length];
    const t = Math.min(wide / 2 / (Math.abs(dx) || 1e-9), high / 2 / (Math.abs(dy) || 1e-9));
    return [cx + t * dx, cy + t * dy];
  }

  paintArcs(c, colours, arcs, fine, labels, marks, k) {
    const near = (a, i) => i === marks.arc || marks.nodes.has(a.from) || marks.nodes.has(a.to);
    for (const bold of [false, true]) {
      const [lines, dashed, heads, rounds] = Array.from({ length: 4 }, () => new Path2D());
      for (const i of arcs) {
        const a = this.net.arcs[i];
        if (near(a, i) !== bold) continue;
        const line = this.lines[i];
        trace(a.kind === "priority" ? dashed : lines, line);
        if (!fine && !bold) continue;
        if (a.kind === "inhibitor") round(rounds, line);
        else if (a.kind === "transport") diamond(heads, line);
        else if (a.kind !== "read") head(heads, line, 0);
        if (a.kind === "reset") head(heads, line, 7);
      }
      c.strokeStyle = bold ? colours.link : colours.strong;
      c.lineWidth = (bold ? 1.8 : 1) / Math.max(k, 0.5);
      c.stroke(lines);
      c.setLineDash([7, 4]);
      c.stroke(dashed);
      c.setLineDash([]);
      c.fillStyle = bold ? colours.link : colours.soft;
      c.fill(heads);
      c.fillStyle = colours.paper;
      c.fill(rounds);
      c.stroke(rounds);
    }
    if (labels) paintWeights(this, c, colours, arcs);
  }

  paintPlaces(c, colours, look, nodes, fine, k) {
    const [all, rings, wrong, next] = Array.from({ length: 4 }, () => new Path2D());
    const circle = (path, i, r) => {
      path.moveTo(this.at[2 * i] + r, this.at[2 * i + 1]);
      path.arc(this.at[2 * i], this.at[2 * i + 1], r, 0, tau);
    };
    const places = nodes.filter((i) => !this.net.nodes[i].transition);
    for (const i of places) {
      circle(all, i, radius);
      if (this.net.nodes[i].final) circle(all, i, radius - 3);
      if (look.rings.has(i)) circle(rings, i, radius + 4);
      if (look.wrong?.has(i)) circle(wrong, i, radius + 4);
      if (look.lit.has(i)) for (const r of [radius + 2, radius + 5]) circle(next, i, r);
    }
    c.fillStyle = colours.paper;
    c.fill(all);
    c.strokeStyle = colours.ink;
    c.lineWidth = 1.2 / Math.max(k, 0.5);
    c.stroke(all);
    c.lineWidth = 2.4;
    c.setLineDash([5, 3]);
    c.strokeStyle = colours.link;
    c.stroke(rings);
    c.strokeStyle = colours.bad;
    c.stroke(wrong);
    c.setLineDash([]);
    c.lineWidth = 1.6;
    c.strokeStyle = colours.good;
    c.stroke(next);
    c.fillStyle = colours.ink;
    const tokens = new Path2D();
    for (const i of places) {
      const text = look.tokens[i];
      if (!text) continue;
      const [x, y, count] = [this.at[2 * i], this.at[2 * i + 1], Number(text)];
      if (!fine) circle(tokens, i, 8);
      else if (count >= 1 && count <= 5) dots(tokens, x, y, count);
      else number(c, x, y, text);
    }
    c.fill(tokens);
  }

  paintTransitions(c, colours, look, nodes, k) {
    // The last two are the dots of circuits.
    const [plain, lit, silent, outer, wrong, rings, black, white] = Array.from({ length: 8 }, () => new Path2D());
    for (const i of nodes) {
      const n = this.net.nodes[i];
      if (!n.transition) continue;
      const [x, y] = [this.at[2 * i] - wide / 2, this.at[2 * i + 1] - high / 2];
      (look.lit.has(i) ? lit : n.silent ? silent : plain).rect(x, y, wide, high);
      if (look.tokens[i]) dots(n.silent ? white : black, this.at[2 * i], this.at[2 * i + 1], 1);
      if (look.lit.has(i)) outer.rect(x - 3.5, y - 3.5, wide + 7, high + 7);
      if (look.wrong?.has(i)) wrong.rect(x - 4, y - 4, wide + 8, high + 8);
      if (look.rings.has(i)) rings.rect(x - 4, y - 4, wide + 8, high + 8);
    }
    c.lineWidth = 1.2 / Math.max(k, 0.5);
    c.strokeStyle = colours.ink;
    c.fillStyle = colours.panel;
    c.fill(plain);
    c.stroke(plain);
    c.fillStyle = colours.ink;
    c.fill(silent);
    c.fill(black);
    c.fillStyle = colours.paper;
    c.fill(white);
    c.fillStyle = colours.good;
    c.fill(lit);
    c.strokeStyle = colours.good;
    c.lineWidth = 1.6;
    c.stroke(outer);
    c.lineWidth = 2.4;
    c.setLineDash([5, 3]);
    c.strokeStyle = colours.bad;
    c.stroke(wrong);
    c.strokeStyle = colours.link;
    c.stroke(rings);
    if (nodes.includes(look.fired)) {
      const [x, y] = [this.at[2 * look.fired], this.at[2 * look.fired + 1]];
      c.strokeStyle = colours.link;
      c.strokeRect(x - wide / 2 - 6, y - high / 2 - 6, wide + 12, high + 12);
    }
    c.setLineDash([]);
  }

  // paintMoving draws tokens on their way: moving is {node, arc, part}, a firing at a node, or along an arc if there is
  // one, part from 0 to 1.
  paintMoving(c, colours, { node, arc, part }) {
    c.fillStyle = colours.link;
    this.net.arcs.forEach((a, i) => {
      const taken = arc === undefined ? a.to === node && part < 0.5 && moves.has(a.kind) : i === arc;
      const given = arc === undefined && a.from === node && part >= 0.5 && moves.has(a.kind);
      if (!taken && !given) return;
      const [x, y] = along(this.lines[i], arc !== undefined ? part : taken ? 2 * part : 2 * part - 1);
      c.beginPath();
      c.arc(x, y, 5, 0, tau);
      c.fill();
    });
  }
}
