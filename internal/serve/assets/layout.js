// Where the nodes of a net stand: asked of a worker, so that the page goes on.

import { sizeOf } from "./scene.js";

let worker = null;
let last = 0;

// layOut calls moved(at, ways, done) with the coordinates of the nodes, [x, y, x, y, …], more than once for large nets,
// and with points between the ends of each arc or null. A new call ends the one before.
export function layOut(net, moved) {
  worker?.terminate();
  worker = new Worker("layoutworker.js");
  const id = ++last;
  worker.onmessage = ({ data }) => {
    if (data.id === id) moved(data.at, data.ways || null, data.done);
  };
  worker.onerror = () => moved(grid(net.nodes.length), null, true);
  worker.postMessage({ id, sizes: net.nodes.map(sizeOf), arcs: net.arcs.map((a) => [a.from, a.to]) });
}

// grid is where nodes stand if nothing better is known.
export function grid(n) {
  const columns = Math.ceil(Math.sqrt(n));
  return Array.from({ length: n }, (_, i) => [80 * (i % columns), 80 * Math.floor(i / columns)]).flat();
}
