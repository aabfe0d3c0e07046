// Lays out nets beside the page: by layers, with dagre, or by forces, with d3-force, from where distances put them
// (pivots.js). A message has {by: "layers" or "forces", sizes: [[width, height]…], arcs: [[from, to]…]}; answers have
// {at: [x, y, x, y, …], ways, done}, those by forces several of them, ever better. Ways are points between the ends of
// each arc, [x, y, …], for layers only.

/* global dagre, d3, byPivots */
importScripts(
  "pivots.js",
  "vendor/dagre.min.js",
  "vendor/d3-dispatch.min.js",
  "vendor/d3-timer.min.js",
  "vendor/d3-quadtree.min.js",
  "vendor/d3-force.min.js",
);

const ticks = 200;
const arc = 46; // how long one should be

onmessage = ({ data }) => {
  if (data.by === "layers") postMessage({ ...layered(data.sizes, data.arcs), done: true });
  else forces(data.sizes, data.arcs);
};

function layered(sizes, arcs) {
  const g = new dagre.graphlib.Graph();
  g.setGraph({ nodesep: 26, ranksep: 34, edgesep: 12 });
  g.setDefaultEdgeLabel(() => ({}));
  sizes.forEach(([width, height], i) => g.setNode(String(i), { width, height }));
  for (const [from, to] of arcs) g.setEdge(String(from), String(to));
  dagre.layout(g);
  const at = sizes.flatMap((_, i) => [g.node(String(i)).x, g.node(String(i)).y]);
  // dagre's first and last points are on the outlines, which the painter knows better
  const ways = arcs.map(([from, to]) =>
    g
      .edge(String(from), String(to))
      .points.slice(1, -1)
      .flatMap((p) => [p.x, p.y]),
  );
  return { at, ways };
}

function forces(sizes, arcs) {
  const nodes = byPivots(sizes.length, arcs, arc);
  const links = arcs.map(([source, target]) => ({ source, target }));
  const simulation = d3
    .forceSimulation(nodes)
    .stop()
    .force("arcs", d3.forceLink(links).distance(arc))
    .force("apart", d3.forceManyBody().strength(-240).theta(1).distanceMax(600))
    .force("x", d3.forceX().strength(0.006))
    .force("y", d3.forceY().strength(0.006))
    .alpha(0.6) // the shape is there
    .alphaDecay(1 - 0.002 ** (1 / ticks));
  const begun = performance.now();
  for (let i = 1; i <= ticks; i++) {
    simulation.tick();
    const late = performance.now() - begun > 4500; // what there is by then is good enough
    const done = i === ticks || late;
    if (done || i % 25 === 0) postMessage({ at: nodes.flatMap((n) => [n.x, n.y]), done });
    if (done) break;
  }
}
