// The drawing of a part of the reachability graph: a row for each distance, firings as arcs, dashed where they lead
// back. Dead markings have a thick frame and a cross, open ones a dashed frame and dots.

import { make } from "./app.js";
import { layered } from "./layered.js";
import { svg, curve, cut } from "./svg.js";

const gap = 38; // between rows
const tall = 46; // a node with its marking
const small = 30; // one that has its number alone
const textLength = 20; // of each of the two lines of a marking
const mostTexts = 24; // nodes that have more than their number
const mostLabels = 40; // arcs that have the name of their transition; others have it while a node of theirs is chosen

// reachability returns an element. show draws Markings, select marks a node, here the one of the game. Its field chosen
// is called with the number of a node that people choose, go with one that the game shall go to.
export function reachability() {
  const box = make("div", { class: "canvas graph", tabindex: "0", role: "group", hidden: true });
  box.setAttribute(
    "aria-label",
    "Reachability graph: arrows go along firings and along rows, Enter goes there in the game",
  );
  let nodes = [];
  let arcs = [];
  let graph = null;
  let x = [];
  let rowHeight = 0;
  let at = -1;

  box.show = (g, name) => {
    graph = g;
    at = -1;
    box.hidden = g.nodes.length === 0;
    box.replaceChildren();
    if (g.nodes.length === 0) return;
    const texts = g.nodes.length <= mostTexts;
    const height = texts ? tall : small;
    rowHeight = height + gap;
    const widths = g.nodes.map((n) =>
      texts ? 16 + 6.4 * Math.max(...lines(n.text).map((l) => l.length), 6) : n.dead || n.open ? 46 : 34,
    );
    const edges = g.edges.filter((e) => e.from !== e.to);
    const placed = layered(
      g.nodes.map((n) => n.depth),
      edges.map((e) => [e.from, e.to]),
      widths.map((w) => w + (texts ? 18 : 10)),
    );
    x = placed.x;
    const row = (depth) => height / 2 + 8 + depth * rowHeight;
    const rows = Math.max(...g.nodes.map((n) => n.depth)) + 1;
    const size = { width: placed.width + 40, height: rows * rowHeight - gap + 24 };
    const picture = svg("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, "aria-hidden": "true" }, head());
    const spot = (i) => ({ x: x[i] + 10, y: row(g.nodes[i].depth) });
    arcs = edges.map((e, i) =>
      arc(
        e,
        height / 2,
        spot(e.from),
        spot(e.to),
        placed.ways[i].map((p) => ({ x: p.x + 10, y: row(p.row) })),
        name(e.transition),
        i,
        edges.length > mostLabels,
      ),
    );
    nodes = g.nodes.map((n, i) =>
      node(
        n,
        i,
        spot(i),
        widths[i],
        texts,
        g.edges.some((e) => e.from === i && e.to === i),
      ),
    );
    picture.append(...arcs.map((a) => a.line), ...arcs.map((a) => a.label), ...nodes);
    nodes.forEach((n, i) => {
      n.addEventListener("click", () => box.chosen(i));
      n.addEventListener("dblclick", () => box.go(i));
    });
    box.append(picture);
    box.scrollTo({ left: spot(0).x - box.clientWidth / 2, top: 0 });
  };

  box.select = (i) => {
    at = i;
    nodes.forEach((n, j) => n.classList.toggle("on", j === i));
    for (const a of arcs) for (const part of [a.line, a.label]) part.classList.toggle("on", a.edge.from === i);
    const top = graph.nodes[i].depth * rowHeight;
    if (top < box.scrollTop || top + rowHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
    if (x[i] < box.scrollLeft + 40 || x[i] > box.scrollLeft + box.clientWidth - 40)
      box.scrollLeft = x[i] - box.clientWidth / 2;
  };
  box.here = (i) => nodes.forEach((n, j) => n.classList.toggle("here", j === i));

  box.addEventListener("keydown", (event) => {
    if (!graph || graph.nodes.length === 0) return;
    if (event.key === "Enter" && at >= 0) return box.go(at);
    const to = next(event.key);
    if (to === undefined) return;
    event.preventDefault();
    box.chosen(to);
  });
  // next returns the node that a key leads to.
  function next(key) {
    if (!["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"].includes(key)) return undefined;
    if (at < 0) return 0;
    const depth = graph.nodes[at].depth;
    if (key === "ArrowDown") return graph.edges.find((e) => e.from === at && graph.nodes[e.to].depth > depth)?.to ?? at;
    if (key === "ArrowUp") return graph.edges.find((e) => e.to === at && graph.nodes[e.from].depth < depth)?.from ?? at;
    const row = graph.nodes
      .map((_, i) => i)
      .filter((i) => graph.nodes[i].depth === depth)
      .sort((a, b) => x[a] - x[b]);
    return row[Math.min(Math.max(row.indexOf(at) + (key === "ArrowLeft" ? -1 : 1), 0), row.length - 1)];
  }
  return box;
}

const head = () =>
  svg(
    "defs",
    {},
    svg(
      "marker",
      {
        id: "firing",
        viewBox: "0 0 8 8",
        refX: 8,
        refY: 4,
        markerWidth: 7,
        markerHeight: 7,
        orient: "auto-start-reverse",
      },
      svg("path", { d: "M0,0.8L8,4L0,7.2Z" }),
    ),
  );

// arc makes the line of a firing: down to a later marking, round the side to an earlier one or one of the same row.
function arc(e, half, from, to, way, name, i, crowded) {
  const up = to.y <= from.y;
  let points = [{ x: from.x, y: from.y + half }, ...way, { x: to.x, y: to.y - half - 1 }];
  let d = curve(points);
  if (up && from.y === to.y) {
    const low = from.y + half + 18;
    d = `M${from.x},${from.y + half}C${from.x},${low} ${to.x},${low} ${to.x},${to.y + half + 1}`;
    points = [
      { x: from.x, y: from.y + half },
      { x: to.x, y: low },
    ];
  } else if (up) {
    const shift = from.x >= to.x ? 14 : -14;
    points = [{ x: from.x + shift, y: from.y - half }, ...way, { x: to.x + shift, y: to.y + half + 1 }];
    d = curve(points);
  }
  const [p, q] = points;
  const t = crowded ? 0.72 : 0.35 + 0.1 * (i % 3); // beside the target, where those of one node are apart
  const ease = t * t * (3 - 2 * t);
  const label = svg(
    "text",
    {
      class: crowded ? "values long" : "values",
      x: p.x + (q.x - p.x) * ease,
      y: p.y + (q.y - p.y) * t + 4,
      "text-anchor": "middle",
    },
    svg("title", {}, name),
    cut(name, 16),
  );
  return {
    edge: e,
    label,
    line: svg("path", { class: up ? "firing back" : "firing", d, "marker-end": "url(#firing)" }),
  };
}

function node(n, i, p, width, text, loops) {
  const height = text ? tall : small;
  const kinds = ["marking", n.dead ? "dead" : "", n.open ? "open" : ""].join(" ");
  const sign = n.dead ? " ✕" : n.open ? " …" : "";
  return svg(
    "g",
    { class: kinds },
    svg("title", {}, n.text),
    svg("rect", { x: p.x - width / 2, y: p.y - height / 2, width, height, rx: 3 }),
    svg(
      "text",
      { class: "number", x: p.x, y: p.y + (text ? -9 : 4), "text-anchor": "middle" },
      `${i}${loops ? " ↺" : ""}${sign}`,
    ),
    ...(text ? lines(n.text) : []).map((line, j) =>
      svg("text", { x: p.x, y: p.y + 5 + 12 * j, "text-anchor": "middle" }, line),
    ),
  );
}

// lines breaks the text of a marking into the two lines that there is room for.
function lines(text) {
  if (text.length <= textLength) return [text];
  const end = text.lastIndexOf(", ", textLength) + 1 || textLength;
  return [text.slice(0, end), cut(text.slice(end).trim(), textLength)];
}
