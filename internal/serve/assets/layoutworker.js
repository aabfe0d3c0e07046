// Lays out nets beside the page: small ones layer by layer, with dagre, larger ones by forces, with d3-force, from where
// a walk along the arcs puts them. A message has {id, sizes: [[width, height]…], arcs: [[from, to]…]}; answers have
// {id, at: [x, y, x, y, …], done}, those by forces several of them, ever better.

/* global dagre, d3 */
importScripts("vendor/dagre.min.js", "vendor/d3-dispatch.min.js", "vendor/d3-timer.min.js", "vendor/d3-quadtree.min.js", "vendor/d3-force.min.js");

const mostLayered = 260; // nodes; dagre takes half a second for so many, and ten for a thousand
const ticks = 300;

onmessage = ({ data }) => {
  const { id, sizes, arcs } = data;
  if (sizes.length <= mostLayered) postMessage({ id, at: layered(sizes, arcs), done: true });
  else forces(id, sizes, arcs);
};

function layered(sizes, arcs) {
  const g = new dagre.graphlib.Graph();
  g.setGraph({ nodesep: 26, ranksep: 34, edgesep: 12 });
  g.setDefaultEdgeLabel(() => ({}));
  sizes.forEach(([width, height], i) => g.setNode(String(i), { width, height }));
  for (const [from, to] of arcs) g.setEdge(String(from), String(to));
  dagre.layout(g);
  return sizes.flatMap((_, i) => [g.node(String(i)).x, g.node(String(i)).y]);
}

function forces(id, sizes, arcs) {
  const nodes = start(sizes.length, arcs);
  const links = arcs.map(([source, target]) => ({ source, target }));
  const simulation = d3
    .forceSimulation(nodes)
    .stop()
    .force("arcs", d3.forceLink(links).distance(46))
    .force("apart", d3.forceManyBody().strength(-240).theta(1).distanceMax(1200))
    .force("x", d3.forceX().strength(0.015))
    .force("y", d3.forceY().strength(0.015))
    .alphaDecay(1 - 0.001 ** (1 / ticks));
  const begun = performance.now();
  for (let i = 1; i <= ticks; i++) {
    simulation.tick();
    const late = performance.now() - begun > 4500; // what there is by then is good enough
    const done = i === ticks || late;
    if (done || i % 25 === 0) postMessage({ id, at: nodes.flatMap((n) => [n.x, n.y]), done });
    if (done) break;
  }
}

// start puts nodes along a spiral in the sequence in which a search along the arcs finds them, so that neighbours begin
// near each other.
function start(n, arcs) {
  const beside = Array.from({ length: n }, () => []);
  for (const [a, b] of arcs) {
    beside[a].push(b);
    beside[b].push(a);
  }
  const found = [];
  const seen = new Uint8Array(n);
  for (let first = 0; first < n; first++) {
    if (seen[first]) continue;
    seen[first] = 1;
    found.push(first);
    for (let i = found.length - 1; i < found.length; i++) {
      for (const b of beside[found[i]]) if (!seen[b]) (seen[b] = 1), found.push(b);
    }
  }
  const nodes = Array.from({ length: n }, () => ({}));
  found.forEach((node, i) => {
    const r = 28 * Math.sqrt(i + 0.5);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    nodes[node] = { x: r * Math.cos(angle), y: r * Math.sin(angle) };
  });
  return nodes;
}
