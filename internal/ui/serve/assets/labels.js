// The texts of a drawing. The labels of nodes stand below, beside or above them, wherever they cover the least of arcs
// and other labels.

import { along, samples } from "./lines.js";
import { sizeOf } from "./scene.js";

const cell = 6;
const high = 13;
const each = 6.4; // pixels of a character, about
const longest = 22;
const weights = { arc: 1, node: 5, label: 8 }; // how bad it is to cover them

// placed returns {text, x, y} for each node of a scene: the middle of the text's upper edge.
export function placed(scene) {
  const taken = new Map();
  const key = (x, y) => Math.floor(x / cell) * 65536 + Math.floor(y / cell);
  const take = (x, y, weight) => taken.set(key(x, y), Math.max(weight, taken.get(key(x, y)) || 0));
  const over = (x, y, width, height, visit) => {
    for (let dx = -width / 2; dx < width / 2 + cell; dx += cell)
      for (let dy = 0; dy < height + cell; dy += cell)
        visit(Math.min(x + dx, x + width / 2), Math.min(y + dy, y + height));
  };
  const { nodes, arcs } = scene.net;
  arcs.forEach((a, i) => {
    samples(scene.lines[i], cell / 2, (x, y) => take(x, y, weights.arc));
    if (!a.label) return;
    const [x, y] = along(scene.lines[i], 0.5);
    over(x, y - high / 2, Math.min(a.label.length, 28) * each, high, (u, v) => take(u, v, weights.label));
  });
  const where = (i) => [scene.at[2 * i], scene.at[2 * i + 1], ...sizeOf(nodes[i])];
  nodes.forEach((n, i) => {
    const [x, y, w, h] = where(i);
    over(x, y - h / 2, w, h, (u, v) => take(u, v, weights.node));
  });
  return nodes.map((n, i) => {
    const text = n.label.length > longest ? n.label.slice(0, longest - 1) + "…" : n.label;
    const [x, y, w, h] = where(i);
    const width = text.length * each;
    const beside = (w + width) / 2 + 10;
    const list = [
      [x, y + h / 2 + 9],
      [x + beside, y - high / 2],
      [x - beside, y - high / 2],
      [x, y - h / 2 - high - 8],
    ];
    const cost = list.map(([u, v], k) => {
      let sum = k / 2;
      over(u, v, width, high, (a, b) => (sum += taken.get(key(a, b)) || 0));
      return sum;
    });
    const [u, v] = list[cost.indexOf(Math.min(...cost))];
    over(u, v, width, high, (a, b) => take(a, b, weights.label));
    return { text, x: u, y: v };
  });
}

// paintWeights writes the texts of arcs in their middle.
export function paintWeights(scene, c, colours, arcs) {
  c.font = "11px system-ui, sans-serif";
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.lineWidth = 4;
  c.strokeStyle = colours.paper;
  c.fillStyle = colours.ink;
  for (const i of arcs) {
    const a = scene.net.arcs[i];
    if (!a.label) continue;
    const [x, y] = along(scene.lines[i], 0.5);
    const text = a.label.length > 28 ? a.label.slice(0, 27) + "…" : a.label;
    c.strokeText(text, x, y);
    c.fillText(text, x, y);
  }
}

// paintLabels writes the names of nodes, and notes beside them.
export function paintLabels(scene, c, colours, look, nodes) {
  c.textAlign = "center";
  c.textBaseline = "top";
  c.lineWidth = 4;
  c.lineJoin = "round";
  c.strokeStyle = colours.paper;
  scene.labels ||= placed(scene);
  c.font = "11.5px system-ui, sans-serif";
  for (const i of nodes) {
    const { text, x, y } = scene.labels[i];
    c.strokeText(text, x, y);
    c.fillStyle = scene.net.nodes[i].transition ? colours.soft : colours.ink;
    c.fillText(text, x, y);
  }
  c.font = "700 12px system-ui, sans-serif";
  c.textAlign = "left";
  c.fillStyle = colours.link;
  for (const i of nodes) {
    const note = look.notes.get(i) || scene.net.nodes[i].note;
    if (!note) continue;
    const [w, h] = sizeOf(scene.net.nodes[i]);
    const [left, top] = [scene.at[2 * i] + w / 2 + 3, scene.at[2 * i + 1] - h / 2 - 3];
    c.strokeText(note, left, top);
    c.fillText(note, left, top);
  }
}
