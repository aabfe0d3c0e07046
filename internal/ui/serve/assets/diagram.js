// A small decision diagram node by node: a row for each level, the top one above, arcs labelled by values. An arc that
// skips levels, where places have no tokens, is dashed.

import { make } from "./app.js";
import { layered } from "./layered.js";
import { svg, curve, cut } from "./svg.js";

const rowHeight = 58;
const radius = 10;
const labelLength = 8; // longer ones stand below, for the node that is chosen
const side = 96; // room for the names of levels

// diagram returns an element; its method show takes a Space that has a diagram.
export function diagram() {
  const about = make("div", { class: "about", "aria-live": "polite" });
  const box = make("div", {
    class: "canvas",
    tabindex: "0",
    role: "group",
    "aria-label": "Decision diagram, a node at a time by the arrow keys",
  });
  const e = make("div", { class: "diagram" }, box, about);
  e.show = (space) => draw(box, about, space);
  return e;
}

function draw(box, about, space) {
  const nodes = space.diagram.nodes;
  const height = space.levels.length;
  const end = nodes.length; // the terminal node
  const rows = nodes.map((n) => height - 1 - n.level).concat(height);
  const arcs = nodes.flatMap((n, from) => n.arcs.map((a) => ({ from, to: a.to < 0 ? end : a.to, values: a.values })));
  const place = layered(
    rows,
    arcs.map((a) => [a.from, a.to]),
    rows.map((_, i) => room(nodes[i])),
  );
  const point = (i) => ({ x: side + place.x[i], y: radius + 14 + rows[i] * rowHeight });
  const width = side + Math.max(place.width, 60) + 12;
  const picture = svg("svg", {
    width,
    height: (height + 1) * rowHeight,
    viewBox: `0 0 ${width} ${(height + 1) * rowHeight}`,
    "aria-hidden": "true",
  });
  space.levels.forEach((l, k) => picture.append(levelName(l, 18 + (height - 1 - k) * rowHeight, width)));
  const lines = arcs.map((a, i) =>
    arc(a, [
      point(a.from),
      ...place.ways[i].map((p) => ({ x: side + p.x, y: radius + 14 + p.row * rowHeight })),
      point(a.to),
    ]),
  );
  picture.append(...lines.map((l) => l.line), ...lines.map((l) => l.label));
  const dots = rows.map((_, i) => dot(point(i), i === end ? "1" : String(i + 1), i === end));
  picture.append(...dots);
  box.replaceChildren(picture);

  let at = -1;
  const select = (i) => {
    at = i;
    dots.forEach((d, j) => d.classList.toggle("on", j === i));
    arcs.forEach((a, j) => {
      for (const part of [lines[j].line, lines[j].label]) part.classList.toggle("on", a.from === i);
    });
    about.replaceChildren(
      ...(i === end
        ? [make("p", {}, "The terminal node: each way to here is a set of markings.")]
        : tell(nodes[i], i, space)),
    );
    const p = point(i);
    box.scrollTo({ left: p.x - box.clientWidth / 2, top: p.y - box.clientHeight / 2 });
    if (box.clientWidth === 0) requestAnimationFrame(() => box.scrollTo({ left: p.x - box.clientWidth / 2 }));
  };
  dots.forEach((d, i) => d.addEventListener("click", () => select(i)));
  box.onkeydown = (event) => {
    const to = next(event.key, at, arcs, rows, place.x);
    if (to === undefined) return;
    event.preventDefault();
    select(to);
  };
  select(end > 0 ? end - 1 : end);
}

// room is the width that a node needs for its labels.
function room(node) {
  const lengths = (node?.arcs ?? []).map((a) => (a.values.length > labelLength ? 0 : a.values.length));
  return Math.max(40, 16 + 6 * Math.max(0, ...lengths) * Math.min(2, lengths.length));
}

function levelName(level, y, width) {
  const title = svg("title", {}, level.labels.join(" "));
  return svg(
    "g",
    {},
    svg("line", { class: "rule", x1: 0, x2: width, y1: y + 4, y2: y + 4 }),
    svg("text", { class: "level", x: 8, y }, title, cut(level.name, 14)),
  );
}

// arc makes the line of an arc and its label, which stands where arcs have left their node and are apart.
function arc(a, points) {
  const skips = points.length > 2;
  const line = svg("path", { class: skips ? "arc skips" : "arc", d: curve(points) });
  const [p, q] = points;
  const t = 0.42;
  const ease = t * t * (3 - 2 * t);
  const text = a.values.length > labelLength ? "" : a.values;
  const label = svg(
    "text",
    { class: "values", x: p.x + (q.x - p.x) * ease, y: p.y + (q.y - p.y) * t + 4, "text-anchor": "middle" },
    text,
  );
  return { line, label };
}

function dot(p, name, terminal) {
  const text = svg("text", { x: p.x, y: p.y + 4, "text-anchor": "middle" }, name);
  if (terminal)
    return svg("g", { class: "node terminal" }, svg("rect", { x: p.x - 9, y: p.y - 9, width: 18, height: 18 }), text);
  return svg("g", { class: "node" }, svg("circle", { cx: p.x, cy: p.y, r: radius }), text);
}

// tell says in words where the arcs of a node lead.
function tell(node, i, space) {
  const name = (k) => space.levels[k].name;
  const to = (a) => (a.to < 0 ? "the end" : `node ${a.to + 1} on ${name(space.diagram.nodes[a.to].level)}`);
  return [
    make("p", {}, `Node ${i + 1} on ${name(node.level)}`),
    make("ul", {}, ...node.arcs.map((a) => make("li", {}, `${a.values} → ${to(a)}`))),
  ];
}

// next returns the node that a key leads to.
function next(key, at, arcs, rows, x) {
  if (!["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"].includes(key)) return undefined;
  if (key === "ArrowDown") return arcs.find((a) => a.from === at)?.to ?? at;
  if (key === "ArrowUp") return arcs.find((a) => a.to === at)?.from ?? at;
  const row = rows
    .map((r, i) => i)
    .filter((i) => rows[i] === rows[at])
    .sort((a, b) => x[a] - x[b]);
  const step = key === "ArrowLeft" ? -1 : 1;
  return row[Math.min(Math.max(row.indexOf(at) + step, 0), row.length - 1)];
}
