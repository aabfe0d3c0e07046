// Paints a net on a canvas. It knows where nodes stand and what they show, and nothing of the game or the page.
//
// A look is {tokens: [text or "" by node], rings: Set(node), lit: Set(node), fired: node or -1, notes: Map(node → text)}:
// rings mark places whose tokens changed, lit ones are transitions that can fire, notes are weights.

import { placed } from "./labels.js";
import { along, trace } from "./lines.js";

const radius = 15;
const wide = 30;
const high = 16;
const tau = 2 * Math.PI;

export const sizeOf = (node) => (node.transition ? [wide, high] : [2 * radius, 2 * radius]);

// A Scene is a net with its coordinates, ready to be painted.
export class Scene {
  constructor(net) {
    this.net = net;
    this.frames = "none";
    const pairs = new Set(net.arcs.map((a) => a.from + " " + a.to));
    this.bent = net.arcs.map((a) => pairs.has(a.to + " " + a.from)); // there is one back, too
    this.moved(new Array(2 * net.nodes.length).fill(0), null);
  }

  // moved takes other coordinates, and points between the ends of arcs, if there are any.
  moved(at, ways) {
    this.at = at;
    this.lines = this.net.arcs.map((a, i) => this.line(a, ways?.[i] || this.bend(a, i)));
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (let i = 0; i < at.length; i += 2) {
      box.left = Math.min(box.left, at[i] - 30);
      box.right = Math.max(box.right, at[i] + 30);
      box.top = Math.min(box.top, at[i + 1] - 24);
      box.bottom = Math.max(box.bottom, at[i + 1] + 38);
    }
    this.box = at.length > 0 ? box : { left: 0, top: 0, right: 1, bottom: 1 };
    this.cells = null;
    this.labels = null; // where they stand, once they are painted
  }

  // nodeAt returns the node at a point of the net, -1 for none.
  nodeAt(x, y, slack = 4) {
    for (let i = this.net.nodes.length - 1; i >= 0; i--) {
      const [dx, dy] = [Math.abs(this.at[2 * i] - x), Math.abs(this.at[2 * i + 1] - y)];
      const hit = this.net.nodes[i].transition ? dx <= wide / 2 + slack && dy <= high / 2 + slack : Math.hypot(dx, dy) <= radius + slack;
      if (hit) return i;
    }
    return -1;
  }

  // paint draws all that is in sight. view is {k, x, y, width, height}: a point p of the net is at k·p + (x, y).
  paint(c, view, colours, look, chosen, moving) {
    const seen = {
      left: -view.x / view.k - 60,
      top: -view.y / view.k - 60,
      right: (view.width - view.x) / view.k + 60,
      bottom: (view.height - view.y) / view.k + 60,
    };
    const inside = (i) => this.at[2 * i] > seen.left && this.at[2 * i] < seen.right && this.at[2 * i + 1] > seen.top && this.at[2 * i + 1] < seen.bottom;
    c.save();
    c.translate(view.x, view.y);
    c.scale(view.k, view.k);
    const fine = view.k > 0.35;
    const labels = view.k > 0.62;
    if (this.frames !== "none") this.paintFrames(c, colours, view.k);
    this.paintArcs(c, colours, inside, fine, labels, chosen, view.k);
    this.paintPlaces(c, colours, look, inside, fine, view.k);
    this.paintTransitions(c, colours, look, inside, view.k);
    if (chosen >= 0) this.paintChosen(c, colours, chosen, view.k);
    if (moving) this.paintMoving(c, colours, moving);
    if (labels) this.paintLabels(c, colours, look, inside);
    c.restore();
  }

  paintFrames(c, colours, k) {
    c.lineWidth = 1.2 / Math.max(k, 0.3);
    c.font = `600 ${Math.min(24, 11 / Math.max(k, 0.3))}px system-ui, sans-serif`;
    c.textAlign = "left";
    for (const f of this.boxes()) {
      c.strokeStyle = colours.strong;
      c.setLineDash([6, 4]);
      c.strokeRect(f.left, f.top, f.right - f.left, f.bottom - f.top);
      c.setLineDash([]);
      c.fillStyle = colours.soft;
      c.fillText(f.name, f.left + 4, f.top - 4);
    }
  }

  // boxes are the frames around their nodes and those of the frames within.
  boxes() {
    if (this.cells) return this.cells;
    const list = this.net.frames.map((f, i) => ({ ...f, index: i, left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity, depth: 0 }));
    const grow = (box, left, top, right, bottom) => {
      box.left = Math.min(box.left, left);
      box.top = Math.min(box.top, top);
      box.right = Math.max(box.right, right);
      box.bottom = Math.max(box.bottom, bottom);
    };
    for (let i = list.length - 1; i >= 0; i--) {
      const f = list[i];
      for (const n of f.nodes) grow(f, this.at[2 * n] - 24, this.at[2 * n + 1] - 24, this.at[2 * n] + 24, this.at[2 * n + 1] + 38);
      if (f.parent >= 0 && f.left < Infinity) grow(list[f.parent], f.left - 8, f.top - 18, f.right + 8, f.bottom + 8);
    }
    this.cells = list.filter((f) => f.kind === this.frames && f.left < Infinity);
    return this.cells;
  }

  // bend returns a point beside the middle of an arc that has one back.
  bend(a, i) {
    if (!this.bent[i]) return [];
    const [x1, y1, x2, y2] = [this.at[2 * a.from], this.at[2 * a.from + 1], this.at[2 * a.to], this.at[2 * a.to + 1]];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const by = Math.min(22, length / 5) / length;
    return [(x1 + x2) / 2 - by * (y2 - y1), (y1 + y2) / 2 + by * (x2 - x1)];
  }

  // line returns the points of an arc from outline to outline: [x, y, x, y, …].
  line(a, way) {
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

  paintArcs(c, colours, inside, fine, labels, chosen, k) {
    const near = (a) => chosen >= 0 && (a.from === chosen || a.to === chosen);
    for (const bold of [false, true]) {
      const heads = new Path2D();
      const rounds = new Path2D();
      c.beginPath();
      this.net.arcs.forEach((a, i) => {
        if (near(a) !== bold || (!inside(a.from) && !inside(a.to))) return;
        const line = this.lines[i];
        trace(c, line);
        if (!fine && !bold) return;
        if (a.kind === "inhibitor") this.round(rounds, line);
        else if (a.kind === "arc") this.head(heads, line);
      });
      c.strokeStyle = bold ? colours.link : colours.strong;
      c.lineWidth = (bold ? 1.8 : 1) / Math.max(k, 0.5);
      c.stroke();
      c.fillStyle = bold ? colours.link : colours.soft;
      c.fill(heads);
      c.fillStyle = colours.paper;
      c.fill(rounds);
      c.stroke(rounds);
    }
    if (labels) this.paintWeights(c, colours, inside);
  }

  head(path, line) {
    const [x0, y0, x, y] = line.slice(-4);
    const angle = Math.atan2(y - y0, x - x0);
    path.moveTo(x, y);
    for (const turn of [-0.4, 0.4]) path.lineTo(x - 8 * Math.cos(angle + turn), y - 8 * Math.sin(angle + turn));
    path.closePath();
  }

  round(path, line) {
    const [x0, y0, x, y] = line.slice(-4);
    const length = Math.hypot(x - x0, y - y0) || 1;
    const [cx, cy] = [x - (4 * (x - x0)) / length, y - (4 * (y - y0)) / length];
    path.moveTo(cx + 4, cy);
    path.arc(cx, cy, 4, 0, tau);
  }

  paintWeights(c, colours, inside) {
    c.font = "11px system-ui, sans-serif";
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.lineWidth = 4;
    c.strokeStyle = colours.paper;
    c.fillStyle = colours.ink;
    this.net.arcs.forEach((a, i) => {
      if (!a.label || !inside(a.from) || !inside(a.to)) return;
      const [x, y] = along(this.lines[i], 0.5);
      const text = a.label.length > 28 ? a.label.slice(0, 27) + "…" : a.label;
      c.strokeText(text, x, y);
      c.fillText(text, x, y);
    });
  }

  paintPlaces(c, colours, look, inside, fine, k) {
    const all = new Path2D();
    const rings = new Path2D();
    const circle = (path, i, r) => {
      path.moveTo(this.at[2 * i] + r, this.at[2 * i + 1]);
      path.arc(this.at[2 * i], this.at[2 * i + 1], r, 0, tau);
    };
    this.net.nodes.forEach((n, i) => {
      if (n.transition || !inside(i)) return;
      circle(all, i, radius);
      if (look.rings.has(i)) circle(rings, i, radius + 4);
    });
    c.fillStyle = colours.paper;
    c.fill(all);
    c.strokeStyle = colours.ink;
    c.lineWidth = 1.2 / Math.max(k, 0.5);
    c.stroke(all);
    c.strokeStyle = colours.link;
    c.lineWidth = 2.4;
    c.setLineDash([5, 3]);
    c.stroke(rings);
    c.setLineDash([]);
    c.fillStyle = colours.ink;
    const dots = new Path2D();
    this.net.nodes.forEach((n, i) => {
      const text = look.tokens[i];
      if (n.transition || !text || !inside(i)) return;
      const count = Number(text);
      if (!fine) circle(dots, i, 8);
      else if (count >= 1 && count <= 5) this.dots(dots, i, count);
      else this.number(c, i, text);
    });
    c.fill(dots);
  }

  dots(path, i, count) {
    const spots = [[[0, 0]], [[-5, 0], [5, 0]], [[0, -5], [-5, 4], [5, 4]], [[-5, -5], [5, -5], [-5, 5], [5, 5]], [[-6, -6], [6, -6], [0, 0], [-6, 6], [6, 6]]]; // prettier-ignore
    const r = count === 1 ? 5 : 3.4;
    for (const [dx, dy] of spots[count - 1]) {
      path.moveTo(this.at[2 * i] + dx + r, this.at[2 * i + 1] + dy);
      path.arc(this.at[2 * i] + dx, this.at[2 * i + 1] + dy, r, 0, tau);
    }
  }

  number(c, i, text) {
    const shown = text.length > 6 ? text.slice(0, 3) + "…" : text;
    c.font = `600 ${shown.length > 3 ? 9 : 12}px system-ui, sans-serif`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(shown, this.at[2 * i], this.at[2 * i + 1] + 0.5);
  }

  paintTransitions(c, colours, look, inside, k) {
    const [plain, lit] = [new Path2D(), new Path2D()];
    const outer = new Path2D();
    this.net.nodes.forEach((n, i) => {
      if (!n.transition || !inside(i)) return;
      const [x, y] = [this.at[2 * i] - wide / 2, this.at[2 * i + 1] - high / 2];
      (look.lit.has(i) ? lit : plain).rect(x, y, wide, high);
      if (look.lit.has(i)) outer.rect(x - 3.5, y - 3.5, wide + 7, high + 7);
    });
    c.lineWidth = 1.2 / Math.max(k, 0.5);
    c.fillStyle = colours.panel;
    c.strokeStyle = colours.ink;
    c.fill(plain);
    c.stroke(plain);
    c.fillStyle = colours.good;
    c.fill(lit);
    c.strokeStyle = colours.good;
    c.lineWidth = 1.6;
    c.stroke(outer);
    if (look.fired >= 0) {
      const [x, y] = [this.at[2 * look.fired], this.at[2 * look.fired + 1]];
      c.strokeStyle = colours.link;
      c.lineWidth = 2.4;
      c.setLineDash([5, 3]);
      c.strokeRect(x - wide / 2 - 6, y - high / 2 - 6, wide + 12, high + 12);
      c.setLineDash([]);
    }
  }

  paintChosen(c, colours, i, k) {
    const [w, h] = sizeOf(this.net.nodes[i]);
    c.strokeStyle = colours.focus;
    c.lineWidth = 2.5 / Math.max(k, 0.4);
    c.strokeRect(this.at[2 * i] - w / 2 - 9, this.at[2 * i + 1] - h / 2 - 9, w + 18, h + 18);
  }

  // paintMoving draws tokens on their way: moving is {node, part} of a firing, part from 0 to 1.
  paintMoving(c, colours, { node, part }) {
    c.fillStyle = colours.link;
    this.net.arcs.forEach((a, i) => {
      const taken = a.to === node && part < 0.5 && a.kind === "arc";
      const given = a.from === node && part >= 0.5;
      if (!taken && !given) return;
      const [x, y] = along(this.lines[i], taken ? 2 * part : 2 * part - 1);
      c.beginPath();
      c.arc(x, y, 5, 0, tau);
      c.fill();
    });
  }

  paintLabels(c, colours, look, inside) {
    c.font = "11.5px system-ui, sans-serif";
    c.textAlign = "center";
    c.textBaseline = "top";
    c.lineWidth = 4;
    c.lineJoin = "round";
    c.strokeStyle = colours.paper;
    this.labels ||= placed(this);
    this.net.nodes.forEach((n, i) => {
      if (!inside(i)) return;
      const { text, x, y } = this.labels[i];
      c.strokeText(text, x, y);
      c.fillStyle = n.transition ? colours.soft : colours.ink;
      c.fillText(text, x, y);
      const note = look.notes.get(i);
      if (!note) return;
      c.font = "700 12px system-ui, sans-serif";
      c.textAlign = "left";
      const [left, top] = [this.at[2 * i] + radius + 3, this.at[2 * i + 1] - radius - 3];
      c.strokeText(note, left, top);
      c.fillStyle = colours.link;
      c.fillText(note, left, top);
      c.font = "11.5px system-ui, sans-serif";
      c.textAlign = "center";
    });
  }
}
